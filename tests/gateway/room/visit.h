/*
 * A room over real sockets and who visits it: what its tests share. Each
 * function asserts that what it waits for comes.
 */
#ifndef NJ_TESTS_GATEWAY_ROOM_VISIT_H
#define NJ_TESTS_GATEWAY_ROOM_VISIT_H

#include "base/arena.h"
#include "base/random.h"
#include "gateway/gateway.h"
#include "kit/nj_test.h"
#include "kit/page_line.h"

#define FRAME_BYTES 65536
#define KEPT_MAX    32

struct room {
    struct nj_inbox *inbox;
    struct nj_gateway *g;
    uint16_t port;
    char token[NJ_HEX_BYTES];
    char in[FRAME_BYTES];
    struct nj_gateway_kept kept[KEPT_MAX]; /* what it has asked to keep */
    size_t n_kept;
    struct nj_arena arena; /* where their texts lie */
};

/* A life of the room, with what an earlier one has kept. */
void room_begin(struct room *f);
void room_end(struct room *f);
/* There is no next life: what was kept is gone. */
void room_forget(struct room *f);

/* The next event of that kind, the caller's; what is to be kept is noted on
 * the way. */
struct nj_event *room_await(struct room *f, enum nj_event_kind kind);
/* GET as a browser asks; the status. */
int room_get(struct room *f, const char *path);
void room_open(struct room *f, struct nj_page_line *l);
/* What stands behind "secret":" in the last frame. */
void room_secret(const struct room *f, char out[NJ_HEX_BYTES]);
/* Says `what` there, by that secret; `text` may be NULL. */
void room_wish(const struct nj_page_line *l, const char *what,
               const char *secret, const char *text);
/* The key that the address gives to a new window. */
void room_enter(struct room *f, char key[NJ_HEX_BYTES]);
/* A new person on a line of his own. */
void room_come(struct room *f, struct nj_page_line *l, const char *key,
               const char *name, char secret[NJ_HEX_BYTES]);
/* He comes back, having heard all up to `since` of that life. */
void room_back(struct room *f, struct nj_page_line *l, const char *secret,
               const char *life, unsigned since);
/* The line says no for that reason, and ends. */
void room_refuses(struct room *f, struct nj_page_line *l, const char *why);

void room_send_file(struct room *f, bool group, const char *bytes, size_t n);
/* "/file/" and the key in the last frame. */
void room_path(const struct room *f, char out[128]);

#endif
