/*
 * The gateway of the tests: no thread, no socket. What is sent is kept in a
 * list that the test reads; what happens is what the test says.
 */
#ifndef NJ_GATEWAY_MEMORY_MEMORY_H
#define NJ_GATEWAY_MEMORY_MEMORY_H

#include "gateway/gateway.h"
#include "gateway/loop.h"

struct nj_memory_sent {
    uint64_t call;
    bool group;
    bool courtesy; /* by send_courtesy */
    char to[NJ_ADDRESS_MAX];
    char *text;
    char mentions[256];           /* addresses joined by ',' */
    size_t place;                 /* bytes of the text before the last one */
    char id[NJ_MSG_ID_MAX];       /* what the platform calls it */
    char replaces[NJ_MSG_ID_MAX]; /* "" a new one */
    char url[NJ_URL_MAX];         /* of a button; "" none */
    uint32_t n_buttons;
    char fetch[64]; /* the label of the button that fetches; "" none */
    bool folded;
    size_t picture;              /* its bytes; 0: none */
    uint8_t beginning[24];       /* of it: signature, chunk, width, height */
    char file[NJ_FILE_NAME_MAX]; /* what a file is called; "" none */
    char *bytes;                 /* of the file, as a text; NULL none */

    struct {
        char label[64];
        char token[NJ_TOKEN_OUT_MAX];
    } buttons[NJ_BUTTONS_MAX];
};

struct nj_gateway *nj_memory_create(const char *name, uint8_t index,
                                    struct nj_inbox *inbox);

/* Somebody writes, with the stamp set last. `id` "" makes a fresh one. */
void nj_memory_group(struct nj_gateway *g, const char *group, const char *user,
                     const char *name, const char *id, const char *text);
void nj_memory_private(struct nj_gateway *g, const char *user, const char *name,
                       const char *id, const char *text);

/* The platform's time of what people write from now on; 0, at first: none. */
void nj_memory_stamp(struct nj_gateway *g, int64_t at_ms);

/* The text of an event; the first "@qq:u:ann" in it is a mention that the
 * platform understands: whom it is about, and no part of the text. */
void nj_memory_words(const struct nj_gateway *g, struct nj_event *e,
                     const char *text);

/*
 * What becomes of sends: by default each is NJ_FATE_SENT at once. After
 * nj_memory_fate() calls to addresses beginning with `prefix` ("" all) get
 * `fate`, or no answer at all if `silent`.
 */
void nj_memory_fate(struct nj_gateway *g, const char *prefix, enum nj_fate fate,
                    bool silent);

/*
 * Who carries instead, as a platform of the tests does: `hears` that something
 * was said or pressed in a chat, before the event of it; `carries` what is sent
 * while the link is up and tells its fate himself. False: nobody has seen it,
 * and it is not kept.
 */
struct nj_memory_carrier {
    void (*hears)(void *ctx, const char *chat);
    bool (*carries)(void *ctx, const struct nj_memory_sent *s,
                    const struct nj_say *say);
    void *ctx;
};

void nj_memory_carry(struct nj_gateway *g, const struct nj_memory_carrier *by);
/* Gives a held call its fate. */
void nj_memory_settle(struct nj_gateway *g, uint64_t call, enum nj_fate fate);
/* The link goes down or up, with its event. While down nothing is sent:
 * NJ_FATE_NOT_SENT. */
void nj_memory_link(struct nj_gateway *g, bool up);

/* The button with that label, wherever it was sent last, is pressed. False:
 * there is none. */
bool nj_memory_press(struct nj_gateway *g, const char *user, const char *label);
/* A press with any token in any chat, under any message. */
void nj_memory_press_token(struct nj_gateway *g, const char *chat,
                           const char *user, const char *token,
                           const char *under);
/* What the latest press was answered with: a text or a link. */
const char *nj_memory_toast(const struct nj_gateway *g);
/* How many presses were answered with that; NULL: with anything. */
uint32_t nj_memory_toasts(const struct nj_gateway *g, const char *text);
/* Messages whose buttons were taken away, joined by ','. */
const char *nj_memory_dropped(const struct nj_gateway *g);
/* Wishes that were granted, joined by ','. */
const char *nj_memory_accepted(const struct nj_gateway *g);
/* Members said to be somebody else, "group member user" each, joined by ','. */
const char *nj_memory_aliases(const struct nj_gateway *g);
/* Whether people asked about are in the group; true at first. */
void nj_memory_members(struct nj_gateway *g, bool here);
/* What they are there; members at first. */
void nj_memory_role(struct nj_gateway *g, enum nj_role role);
/* Questions about people are not answered, or again. */
void nj_memory_silent(struct nj_gateway *g, bool silent);

/* Positions in a stream of updates: from now on each message has the next;
 * what the referee has on disk, 0 at first. */
void nj_memory_number(struct nj_gateway *g);
int64_t nj_memory_stored(const struct nj_gateway *g);
/* The number of the NJ_EVENT_KEEP that was on disk last; 0: none. */
uint64_t nj_memory_kept(const struct nj_gateway *g);
/* The message that was to be withdrawn last, "tg:g:9 in-3"; "": none was. */
const char *nj_memory_withdrawn(const struct nj_gateway *g);

/* What the list of friends says about "qq:u:7": of a private message, if
 * nothing was said, that the chat is proven. */
void nj_memory_privacy(struct nj_gateway *g, const char *user,
                       enum nj_privacy said);
/* What may be said in that chat, or ("") in all others, without having been
 * spoken to. */
void nj_memory_pushes(struct nj_gateway *g, const char *chat,
                      enum nj_pushes what);
/* The list has been read anew. */
void nj_memory_friends(struct nj_gateway *g);

/* A group is called otherwise from now on. */
void nj_memory_move(struct nj_gateway *g, const char *from, const char *to);

/* What was sent since the last nj_memory_clear(), in order. */
uint32_t nj_memory_count(const struct nj_gateway *g);
const struct nj_memory_sent *nj_memory_get(const struct nj_gateway *g,
                                           uint32_t i);
void nj_memory_clear(struct nj_gateway *g);

#endif
