/*
 * What the files of the room share.
 *
 * `people` knows who may come in, `book` what was said, which `journal` keeps
 * for the next life; `wish` reads what a page sends and `frame` writes what it
 * is sent, `site` serves the page itself, `line` the WebSockets; `room` is the gateway. Two threads use a room, the
 * referee's and its own: all of it is locked.
 */
#ifndef NJ_GATEWAY_ROOM_ROOM_PRIV_H
#define NJ_GATEWAY_ROOM_ROOM_PRIV_H

#include <pthread.h>

#include <libwebsockets.h>

#include "base/json.h"
#include "base/random.h"
#include "base/str.h"
#include "gateway/room/room.h"
#include "gateway/web/assembler.h"
#include "gateway/web/listen.h"
#include "gateway/web/porter.h"

#define NJ_ROOM_PEOPLE_MAX 64
#define NJ_ROOM_KEYS_MAX   64
#define NJ_ROOM_TOKENS_MAX 16
#define NJ_ROOM_LINES_MAX  600 /* of one chat */
#define NJ_ROOM_HEAVY_MAX \
 (32U << 20) /* bytes of pictures and files in the book */
#define NJ_ROOM_FRAME_MAX   (64U << 10) /* bytes of a frame that comes */
#define NJ_ROOM_FRAME_OUT   (16U << 20) /* ... that goes */
#define NJ_ROOM_CONNS_MAX   128
#define NJ_ROOM_REPLIES_MAX 64 /* waiting for one connection */
#define NJ_ROOM_LIFE_MAX    20
#define NJ_ROOM_CALLS_MAX   16 /* mentions that are kept with a line */

/* --- people --- */

struct nj_room_person {
    uint32_t id; /* from 1 */
    char name[NJ_NAME_MAX];
    struct nj_hash secret; /* its hash */
};

struct nj_room_people {
    struct nj_room_person all[NJ_ROOM_PEOPLE_MAX];
    uint32_t n;
    struct nj_hash keys[NJ_ROOM_KEYS_MAX];
    uint32_t n_keys;
    struct nj_hash tokens[NJ_ROOM_TOKENS_MAX]; /* zero: none */
    uint32_t next_token;
};

/* Draws a secret; its text goes to its owner, its hash stays. */
void nj_room_draw(char text[NJ_HEX_BYTES], struct nj_hash *hash);
/* A new token that counts once. */
void nj_room_token_make(struct nj_room_people *p, char text[NJ_HEX_BYTES]);
bool nj_room_token_known(const struct nj_room_people *p, const char *text);
/* It counts no more; false if it did not. */
bool nj_room_token_use(struct nj_room_people *p, const char *text);
/* NULL: there are too many. The hash is lent until the next one. */
const struct nj_hash *nj_room_key_make(struct nj_room_people *p,
                                       char text[NJ_HEX_BYTES]);
bool nj_room_key_known(const struct nj_room_people *p, const char *text);

enum nj_room_named {
    NJ_ROOM_NAMED,
    NJ_ROOM_NAME_BAD,   /* nothing of it can be seen */
    NJ_ROOM_NAME_TAKEN, /* somebody is called that, or it is the referee's */
    NJ_ROOM_FULL
};
/* A new person; his secret goes to `text`. */
enum nj_room_named nj_room_person_make(struct nj_room_people *p,
                                       const char *name,
                                       char text[NJ_HEX_BYTES],
                                       const struct nj_room_person **out);
const struct nj_room_person *nj_room_person_by_secret(
    const struct nj_room_people *p, const char *text);
const struct nj_room_person *nj_room_person_get(const struct nj_room_people *p,
                                                uint32_t id);
/* Who is called at the beginning of the text, by the longest name; NULL:
 * nobody. *n: bytes of the name. */
const struct nj_room_person *nj_room_person_called(
    const struct nj_room_people *p, const char *text, size_t *n);
/* Is it the referee that is called there? */
bool nj_room_calls_us(const char *text, size_t *n);
/* What is kept of a key or person, and read again; what does not fit is passed
 * over. */
void nj_room_keep_key(const struct nj_hash *key, uint32_t i,
                      struct nj_event *e);
void nj_room_keep_person(const struct nj_room_person *p, struct nj_event *e);
void nj_room_people_read(struct nj_room_people *p, const char *name,
                         const char *text);

/* --- the book --- */

struct nj_room_button {
    char *label, *token, *url; /* one of the last two */
};

struct nj_room_line {
    uint64_t n;    /* its place in the chat, from 1 */
    uint64_t seq;  /* when it was last changed */
    uint32_t chat; /* a person's id; 0: the group */
    uint32_t by;   /* who says it; 0: the referee */
    int64_t at_ms;
    char *text; /* NULL: taken back */
    struct nj_room_button *buttons;
    uint32_t n_buttons, columns;
    unsigned char *png;
    size_t n_png;
    char *file; /* its name; NULL: none came with it */
    unsigned char *bytes;
    size_t n_bytes;         /* 0: they had to make room */
    char key[NJ_HEX_BYTES]; /* who knows it may have the bytes; of this life */
    struct nj_hash key_hash;
    uint32_t calls[NJ_ROOM_CALLS_MAX]; /* ids of whom it mentions */
    uint32_t n_calls;
    bool folded, changed;
    bool unkept; /* the journal does not have it as it is now */
};

/* In the order of their last changes. */
struct nj_room_book {
    struct nj_room_line **lines;
    size_t n, cap, n_unkept;
    uint64_t last_n, last_seq;
    size_t heavy;   /* bytes of pictures and files */
    uint64_t *gone; /* given up, which the journal has not been told */
    size_t n_gone, cap_gone;
};

void nj_room_book_fini(struct nj_room_book *b);
/* A line, the last one of that chat; the oldest is given up where there are
 * too many. Lent. */
struct nj_room_line *nj_room_book_add(struct nj_room_book *b, uint32_t chat,
                                      uint32_t by, int64_t at_ms);
/* The same for a line of an earlier life, which has its number; they come in
 * the order of their numbers. */
struct nj_room_line *nj_room_book_add_old(struct nj_room_book *b, uint32_t chat,
                                          uint64_t n);
/* NULL: it is not there, or in another chat. */
struct nj_room_line *nj_room_book_find(const struct nj_room_book *b,
                                       uint32_t chat, uint64_t n);
/* It counts as the last that has changed. */
void nj_room_book_changed(struct nj_room_book *b, struct nj_room_line *l);
/* All that it says, copied; its old words, picture and buttons go. Text with
 * the mentions in it. */
void nj_room_book_say(struct nj_room_book *b, struct nj_room_line *l,
                      const char *text, const struct nj_say *say);
void nj_room_book_unbutton(struct nj_room_book *b, struct nj_room_line *l);
/* The line whose file has that key; NULL: none. All keys are looked at. */
const struct nj_room_line *nj_room_book_file(const struct nj_room_book *b,
                                             const char *key);
/* The first that has changed after `seq` and stands in the group or in that
 * person's pane; NULL: none. */
const struct nj_room_line *nj_room_book_next(const struct nj_room_book *b,
                                             uint32_t person, uint64_t seq);

/* --- the journal --- */

/* All that has changed in the book and what is gone from it is to be kept,
 * before anything that follows from it: as events. */
void nj_room_journal_keep(struct nj_room_book *b, struct nj_inbox *to,
                          uint8_t gateway);
/* A line that an earlier life kept; what is none is passed over. */
void nj_room_journal_read(struct nj_room_book *b, const char *name,
                          const char *text);

/* --- what a page wishes --- */

enum nj_room_do {
    NJ_ROOM_ENTER,  /* `secret` is a token: a key for it */
    NJ_ROOM_KNOW,   /* `secret` is a key: is it one? */
    NJ_ROOM_NEW,    /* a person `text`, by the key `secret` */
    NJ_ROOM_BACK,   /* the person of `secret`, who has all up to `since` of
                     * the life `life` */
    NJ_ROOM_SAY,    /* `text` into the group or the pane */
    NJ_ROOM_EDIT,   /* `text` instead of his line `n`; "": it is taken back */
    NJ_ROOM_PRESS,  /* the button `token` under line `n` */
    NJ_ROOM_INVITE, /* an address for another browser */
    NJ_ROOM_WISHES
};

struct nj_room_wish {
    enum nj_room_do what;
    bool group;
    uint64_t n, since;
    char secret[NJ_HEX_BYTES];
    char life[NJ_ROOM_LIFE_MAX];
    char token[NJ_TOKEN_OUT_MAX + 1];
    char text[NJ_TEXT_PRIVATE_MAX + 1];
};

/* Reads a frame of n bytes. */
NJ_MUST_USE enum nj_status nj_room_wish_read(const char *text, size_t n,
                                             struct nj_room_wish *out,
                                             struct nj_err *err);

/* --- the room --- */

struct nj_room_reply {
    char *text;
    struct nj_room_reply *next;
};

/* One WebSocket. */
struct nj_room_conn {
    struct lws *wsi;
    struct nj_assembler in;
    struct nj_room_reply *replies;
    uint32_t n_replies;
    uint32_t person;      /* 0: none yet */
    bool keyed;           /* has shown a key */
    bool leaving;         /* it goes when its replies are out */
    uint64_t seq, people; /* what it has been sent of lines and of people */
    int64_t credit_ms;    /* for more wishes, up to a bound ... */
    int64_t counted_ms;   /* ... as of then */
    struct nj_room_conn *next;
};

struct nj_room {
    struct nj_gateway base;
    struct nj_endpoint want;
    char *words;
    char life[NJ_ROOM_LIFE_MAX];
    pthread_t thread;
    bool running;
    struct lws_context *context;
    struct nj_porter *porter;
    pthread_mutex_t lock; /* of all that follows */
    bool stopping;
    struct nj_room_people people;
    uint64_t people_seq; /* rises when somebody comes or goes */
    struct nj_room_book book;
    struct nj_room_conn *conns;
    uint32_t n_conns;
    uint64_t presses;
};

void nj_room_lock(struct nj_room *r);
void nj_room_unlock(struct nj_room *r);
/* "room:u:3" or, for 0, "room:g:1". */
void nj_room_address(const struct nj_room *r, uint32_t chat,
                     char out[NJ_ADDRESS_MAX]);
/* The chat of an address of ours: a person's id, 0 the group. False: none. */
bool nj_room_chat(const struct nj_room *r, const char *address, uint32_t *chat);
/* What the referee calls a line: its number, which later lives use no more. */
void nj_room_line_id(const struct nj_room_line *l, char out[NJ_MSG_ID_MAX]);
/* Locked: the one-time address with a fresh token. */
void nj_room_put_invitation(struct nj_room *r, char out[NJ_ROOM_ADDRESS_MAX]);

/* --- frames, each appended whole; locked --- */

/* What a line says, into the object that is open. */
void nj_room_put_said(const struct nj_room_line *l, struct nj_json_out *o);
void nj_room_put_bytes(const char *name, const unsigned char *bytes, size_t n,
                       struct nj_json_out *o);
void nj_room_put_line(const struct nj_room *r, const struct nj_room_line *l,
                      struct nj_str *out);
void nj_room_put_people(const struct nj_room *r, struct nj_str *out);
/* {"is":...} with up to one value. */
void nj_room_put_word(const char *is, const char *name, const char *value,
                      struct nj_str *out);
/* Who he is; `secret` NULL: he knows it. */
void nj_room_put_you(const struct nj_room *r, const struct nj_room_person *p,
                     const char *secret, struct nj_str *out);

/* --- the site --- */

/* What one HTTP request is still to be told. */
struct nj_room_page {
    char *body; /* LWS_PRE bytes in front; NULL: none */
    size_t n, sent;
    char *file; /* what it is called, to be stored under; NULL: a page */
};

/* Host is an address of numbers or localhost with our port; an Origin, which
 * has to be there where `browser`, is the same. */
bool nj_room_site_asked(const struct nj_room *r, struct lws *wsi, bool browser);
/* False: it is no name of ours. */
bool nj_room_host_fits(const char *host, uint16_t port);
int nj_room_site_answer(struct nj_room *r, struct lws *wsi,
                        struct nj_room_page *page, const char *path);
int nj_room_site_write(struct lws *wsi, struct nj_room_page *page);
void nj_room_site_drop(struct nj_room_page *page);

/* --- the WebSockets --- */

/* Locked: queues a frame for it. */
void nj_room_line_reply(struct nj_room_conn *c, const struct nj_str *frame);
/* Locked: the connection of that person, or NULL. */
struct nj_room_conn *nj_room_line_of_person(const struct nj_room *r,
                                            uint32_t person);
int nj_room_line_open(struct nj_room *r, struct lws *wsi);
int nj_room_line_receive(struct nj_room *r, struct lws *wsi, const char *bytes,
                         size_t n);
int nj_room_line_write(struct nj_room *r, struct lws *wsi);
void nj_room_line_closed(struct nj_room *r, struct lws *wsi);
/* From its own thread: there is something for all of them. */
void nj_room_line_news(struct nj_room *r);

/* Does what a page wishes; events that follow are in *events, in order. */
void nj_room_grant(struct nj_room *r, struct nj_room_conn *c,
                   const struct nj_room_wish *w, struct nj_event **events);

#endif
