/*
 * A chat platform, as the referee sees it.
 *
 * A gateway owns its thread and its connections. What happens out there
 * arrives as events in the inbox (gateway/loop.h) that it was given; what is
 * to be said goes in by send_group, send_private and send_courtesy, which only
 * queue and return at once. The fate of each call comes back as an event. Gateways
 * decode and enqueue, nothing else: no game, no locale, no store.
 *
 * Addresses are text: "qq:g:1001" a group, "qq:u:77" a person; the first part
 * is the gateway's configured name. A topic of a group is a group of its own,
 * "tg:g:-1002.17".
 *
 * What may be secret goes into a private chat that is proven to be private,
 * struct nj_private, and no other sender takes one. Where a person writes
 * through a group and is no friend, some platforms would show an answer to
 * that group: he gets courtesies alone, which are the same for everybody.
 */
#ifndef NJ_GATEWAY_GATEWAY_H
#define NJ_GATEWAY_GATEWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/status.h"
#include "base/str.h"

enum nj_event_kind {
    NJ_EVENT_MESSAGE, /* somebody wrote something */
    NJ_EVENT_UP,      /* the connection has proved itself */
    NJ_EVENT_DOWN,    /* it is gone; `text` says why, for the log */
    NJ_EVENT_FATE,    /* what became of call `call` */
    NJ_EVENT_FRIEND,  /* `user` can be written to in private now */
    NJ_EVENT_FRIENDS, /* the platform's list of friends has been read anew:
                       * `privacy` answers from it */
    NJ_EVENT_LOST,    /* `user` can not any more: he blocked the bot */
    NJ_EVENT_JOINED,  /* `user` came into the group `chat`; the bot: self */
    NJ_EVENT_GONE,    /* `user` left the group `chat`; the bot itself: self */
    NJ_EVENT_MUTED,   /* the bot may not (muted) or may speak in `chat` again */
    NJ_EVENT_PRESS,   /* `user` pressed a button in `chat`: `text` is its token,
                       * `id` what answer_press takes, `to` the message that it
                       * stands under, for drop_buttons */
    NJ_EVENT_CHANGED, /* `user` edited (`text` is what it says now) or took back
                       * (`text` is NULL) his message `id` in `chat` */
    NJ_EVENT_ASKS,    /* `user` wants to be a friend or, if `group`, the bot in
                       * the group `chat`: `id` goes back with
                       * answer_friend, `text` is what he wrote */
    NJ_EVENT_MOVED,   /* the group `chat` is called `to` from now on */
    NJ_EVENT_MEMBER,  /* the answer to ask_member `call`: `here`, `role` */
    NJ_EVENT_TROUBLE, /* `text` for the owners: something a human must mend; a
                       * word that the shell has a sentence for ("token",
                       * "offline", "risk") or what to show as it is */
    NJ_EVENT_ROOM,    /* what was put off in `chat` (NJ_FATE_LATER), or refused
                       * there, may be said now */
    NJ_EVENT_SHOWS,   /* the platform takes pictures again (`here`), or none
                       * until that is said */
    NJ_EVENT_KEEP,    /* `text` is to be kept with the turn under the name
                       * `chat`, which is the gateway's own affair; without a
                       * text that name is forgotten. Its next life is given
                       * all of it at its creation. `call` numbers them, in
                       * order; 0: nobody waits for it */
    NJ_EVENT_PICTURE, /* of our own: pictures are finished */
    NJ_EVENT_CLOCK,   /* tests: time moves on by `ms` */
    NJ_EVENT_RELOAD,  /* read locales and configuration again */
    NJ_EVENT_DRAIN,   /* finish what is under way, accept nothing new, end */
    NJ_EVENT_STOP     /* end in order */
};

enum nj_fate {
    NJ_FATE_SENT,
    NJ_FATE_REFUSED,  /* the platform said no; do not repeat */
    NJ_FATE_UNWANTED, /* it does not take these words; others arrive there */
    NJ_FATE_UNKNOWN,  /* no answer in time, or a "timeout": may be delivered */
    NJ_FATE_LOST,     /* the connection died with the call outstanding */
    NJ_FATE_NOT_SENT, /* never left us: the connection was gone before */
    NJ_FATE_LATER     /* the platform said not before `ms` from now */
};

/* What the platform says about the private chat with a person. */
enum nj_privacy {
    NJ_PRIVACY_UNSAID, /* nothing */
    NJ_PRIVACY_PROVED, /* he alone reads it, and it is open: a friend, or who
                        * has started the bot */
    NJ_PRIVACY_NONE    /* there is none: he is no friend */
};

enum nj_role {
    NJ_ROLE_MEMBER,
    NJ_ROLE_ADMIN,
    NJ_ROLE_OWNER /* of the group */
};

/* No stamp is later (the year 5138): such ones are read as unknown. */
#define NJ_STAMP_MAX INT64_C(100000000000000)

/* One event; `text` belongs to it (nj_event_destroy). Unused fields are zero. */
struct nj_event {
    enum nj_event_kind kind;
    uint8_t gateway; /* index given at creation */
    bool group;      /* in a group; else private */
    bool at_me;      /* mentions the bot; the mention is not in `text` */
    bool self;
    bool muted;
    bool here; /* is in the group that was asked about */
    bool cut;  /* the end of `text` is missing: it was too long */
    enum nj_role role;
    enum nj_privacy privacy; /* of the chat with who wrote a message */
    enum nj_fate fate;
    int64_t at_ms;  /* of a message, by the platform's clock, which may be
                     * wrong; 0: unknown */
    int64_t offset; /* reading position to store with it; 0: none */
    int64_t row;    /* its number among those that another worker has heard for
                     * us; 0: it has none */
    int64_t ms;
    uint64_t call;
    char chat[NJ_ADDRESS_MAX];  /* group or person the text stands in */
    char user[NJ_ADDRESS_MAX];  /* who wrote it; "": an admin of the group who
                                * hides who he is, so he can hold no seat */
    char about[NJ_ADDRESS_MAX]; /* the first person besides us whom it
                                  * mentions, if we know who that is; "" */
    char handle[NJ_HANDLE_MAX]; /* a mention of that person by a name of the
                                 * platform's own, without '@', that stands in
                                 * `text`; "" if it does not */
    char to[NJ_ADDRESS_MAX];    /* where the group has moved; of a press, the
                                * message that the button stands under */
    char id[NJ_MSG_ID_MAX];     /* unique in its chat; "" for none. Of a fate:
                                * what the platform calls the message sent */
    char name[NJ_NAME_MAX];     /* shown name, cleaned */
    char *text;            /* valid UTF-8 of at most NJ_TEXT_IN_MAX bytes, of
                 * NJ_TEXT_PRIVATE_MAX in a private message, of NJ_KEPT_MAX
                 * in what is kept */
    struct nj_event *next; /* private to the inbox */
};

struct nj_event *nj_event_create(enum nj_event_kind kind, uint8_t gateway);
/* Copies as many bytes as such an event may have, cut at a character; whether
 * it is a group's is known before. */
void nj_event_set_text(struct nj_event *e, const char *text, size_t n);
void nj_event_destroy(struct nj_event *e); /* NULL is fine */
/* A list of them, empty or not. */
void nj_event_destroy_all(struct nj_event *events);

/* What an NJ_EVENT_KEEP of an earlier life has kept. */
struct nj_gateway_kept {
    const char *name, *value;
};

struct nj_group {
    const char *address;
};

struct nj_person {
    const char *address;
};

/* A private chat that is proven to be private, and so may hear secrets. What
 * is in it is known to one file of the referee, which makes one where the
 * proof has been given and nowhere else (tests/lint/layers.txt). */
struct nj_private;
/* "qq:u:77"; lent. */
const char *nj_private_address(const struct nj_private *p);

/* One of `token` and `url` is set. A token is at most NJ_TOKEN_OUT_MAX bytes
 * of letters, digits, '-' and '_'; it comes back in an NJ_EVENT_PRESS. */
struct nj_button {
    const char *label;
    const char *token;
    const char *url; /* https, opened by the platform's program */
};

/* A PNG. */
struct nj_picture {
    const unsigned char *bytes;
    size_t n;
};

/* A file to be kept: a plain name with its ending, which a platform may show. */
struct nj_file {
    const char *name;
    const unsigned char *bytes;
    size_t n;
};

/* What is to be said. All but `text` may be zero; what a platform cannot do
 * (nj_gateway.can) it leaves out, and the text says everything anyway. */
struct nj_say {
    const char *text; /* plain; the gateway escapes it */
    const char *key;  /* what it begins with is called so in our tables, for who
                      * looks after the bot; NULL: a group may not know */
    const char *const *mentions; /* groups: persons to be notified */
    const size_t *places; /* where each stands: bytes of `text` in front of it,
                           * ascending; NULL: all in front */
    const struct nj_button *buttons;
    const char *replaces; /* id of a message of ours there which this one takes
                           * the place of, with its buttons; NULL: a new one.
                           * Where the old one is gone it is sent anew. */
    const char *fetch;    /* in private: the label of a button that fetches what
                        * waits, beside all others; NULL: none */
    struct nj_picture picture; /* `text` is its caption */
    struct nj_file file; /* .n 0: none. It goes by itself: `text` is its caption
                          * where the platform has one, and all else is zero */
    uint32_t n_mentions;
    uint32_t n_buttons;
    uint32_t columns; /* of buttons in a row; 0: 1 */
    bool folded;      /* a long record, whose lines may be shown folded */
    bool kept;        /* not to be passed on: where a platform can forbid it */
};

/* What anybody may hear, should the platform show it to the wrong people: how
 * to become a friend. Nothing of a match, no name, no number. */
struct nj_courtesy {
    const char *text;
};

enum {
    NJ_CAN_BUTTONS = 1,
    NJ_CAN_REPLACE = 2,
    NJ_CAN_PICTURE = 4,
    NJ_CAN_FOLD = 8,
    NJ_CAN_LINK = 16,   /* a private chat opens by a link: nj_gateway.link */
    NJ_ASKS_ROLES = 32, /* messages name no admins; ask_member does */
    NJ_CAN_WIDE = 64,   /* a terminal: a line may have 80 columns */
    NJ_CAN_ALIAS = 128, /* who writes in a group may be somebody else in
                         * private, until `alias` says who he is */
    NJ_CAN_FILE = 256,  /* to groups and people */
    NJ_CAN_FETCH = 512  /* what waits for a person may go once he presses
                         * something in private: nj_say.fetch */
};

/* `text` of an NJ_EVENT_PRESS of the button that fetches; no token is short. */
#define NJ_PRESS_FETCH "fetch"

/* What the platform lets the bot say in a chat without having been spoken to. */
enum nj_pushes {
    NJ_PUSHES_FREE,
    NJ_PUSHES_FEW, /* less than a match with many people says */
    NJ_PUSHES_NONE /* answers alone */
};

/* What a platform lets the bot say by itself, for who looks after it: totals
 * over all chats. */
struct nj_gateway_budget {
    uint32_t group_min, group_most;   /* of the last minute, into groups */
    uint32_t person_min, person_most; /* ... to people */
    uint32_t replies_only, closed;    /* chats that take answers alone, or
                                       * nothing */
};

struct nj_inbox;
struct nj_gateway;
struct nj_probe;

/* All thread-safe; they queue and return at once; all pointers are lent for
 * the call only. Those marked so may be NULL. */
struct nj_gateway_ops {
    /* Starts its thread. Errors are those of configuration; an unreachable
     * peer is none: it is retried until stop. */
    enum nj_status (*start)(struct nj_gateway *g, struct nj_err *err);
    /* `call` comes back in an NJ_EVENT_FATE, exactly once. */
    void (*send_group)(struct nj_gateway *g, uint64_t call, struct nj_group to,
                       const struct nj_say *say);
    void (*send_private)(struct nj_gateway *g, uint64_t call,
                         const struct nj_private *to, const struct nj_say *say);
    /* NULL where everybody who writes in private can be answered there. To
     * somebody who is no friend, as he wrote to us; `call` comes back too. */
    void (*send_courtesy)(struct nj_gateway *g, uint64_t call,
                          struct nj_person to, const struct nj_courtesy *what);
    /* NULL where only events tell. What the platform's list of friends says
     * about him now. */
    enum nj_privacy (*privacy)(struct nj_gateway *g, struct nj_person who);
    /* NULL without NJ_CAN_BUTTONS. The press `id` is answered; `text` is shown to the presser
     * alone, "" for nothing; `url`, one of nj_gateway.link, opens for him
     * instead, NULL for none. */
    void (*answer_press)(struct nj_gateway *g, const char *id, const char *text,
                         const char *url);
    /* NULL without NJ_CAN_BUTTONS. Takes the buttons off a message of ours in that chat, group
     * or person; its text stays. */
    void (*drop_buttons)(struct nj_gateway *g, const char *chat,
                         const char *message);
    /* May be NULL. Tries to take what somebody wrote, the message `id` of that
     * group, out of sight; nothing tells how that ends. */
    void (*withdraw)(struct nj_gateway *g, struct nj_group in, const char *id);
    /* May be NULL. The wish `id` of an NJ_EVENT_ASKS. */
    void (*answer_friend)(struct nj_gateway *g, const char *id, bool accept);
    /* May be NULL without NJ_CAN_LINK. Is the person in that group, and as what? `call` comes back
     * in an NJ_EVENT_MEMBER, exactly once; not `here` if the platform does not
     * say. */
    void (*ask_member)(struct nj_gateway *g, uint64_t call, struct nj_group in,
                       struct nj_person who);
    /* NULL without NJ_CAN_ALIAS. Who is called `member` in that group is the
     * person `user`: its events call him so from now on, also in later lives. */
    void (*alias)(struct nj_gateway *g, struct nj_group in,
                  struct nj_person member, struct nj_person user);
    /* NULL where `privacy` is. Calls `each` for whom it would call
     * NJ_PRIVACY_PROVED, by his id, which is lent; no other of these may be
     * called from there. */
    void (*friends)(struct nj_gateway *g,
                    void (*each)(void *ctx, const char *id), void *ctx);
    /* May be NULL, where it is free everywhere. The chat is a group's or a
     * person's address. */
    enum nj_pushes (*pushes)(struct nj_gateway *g, const char *chat);
    /* May be NULL, where the platform counts nothing of that kind. */
    void (*budget)(struct nj_gateway *g, struct nj_gateway_budget *out);
    /* May be NULL. Tests: the clock by which it counts what may be said moves
     * on by `ms`. */
    void (*pass)(struct nj_gateway *g, int64_t ms);
    /* May be NULL. Events up to `offset` are on disk: the platform may forget
     * them. */
    void (*stored)(struct nj_gateway *g, int64_t offset);
    /* May be NULL. Events up to that `row` are on disk, or need not be. */
    void (*heard)(struct nj_gateway *g, int64_t row);
    /* May be NULL. Each NJ_EVENT_KEEP up to that `call` is on disk. */
    void (*kept)(struct nj_gateway *g, uint64_t call);
    /* May be NULL. Instead of start, on the caller's thread, for at most
     * `p->wait_ms`: what is found out there goes to nj_probe_tell
     * (gateway/probe.h). Only destroy may follow. */
    void (*probe)(struct nj_gateway *g, const struct nj_probe *p);
    /* Sends what is queued for at most `flush_ms`, closes, joins the thread.
     * Calls without a fate get NJ_FATE_LOST or NJ_FATE_NOT_SENT first. */
    void (*stop)(struct nj_gateway *g, int64_t flush_ms);
    void (*destroy)(struct nj_gateway *g); /* after stop */
};

/* Embedded as the first member by each gateway. */
struct nj_gateway {
    const struct nj_gateway_ops *ops;
    struct nj_inbox *inbox;
    uint8_t index;
    uint16_t can; /* NJ_CAN_...; the referee's once it runs */
    char name[8]; /* "qq": the first part of its addresses */
    /* What its people put before commands, besides the installation's prefix:
     * "/"; "" for nothing. */
    char prefix[NJ_PREFIX_MAX];
    /* NJ_CAN_LINK: appends the address at which a person opens his private
     * chat with the bot and says `payload` (letters, digits, '-', '_', at most
     * 64); false while the bot's own name is not known yet. */
    bool (*link)(struct nj_gateway *g, const char *payload, struct nj_str *out);
};

/* It fits, and an address can begin with it. */
bool nj_gateway_name_fits(const char *name);
/* "qq:g:1001" from its parts; asserts that it fits. */
void nj_address_group(char out[NJ_ADDRESS_MAX], const char *gateway,
                      const char *id);
void nj_address_user(char out[NJ_ADDRESS_MAX], const char *gateway,
                     const char *id);
/* The id behind the second colon, or NULL if it is not of that kind. */
const char *nj_address_group_id(const char *address);
const char *nj_address_user_id(const char *address);
/* True if the address belongs to the gateway of that name. */
bool nj_address_is(const char *address, const char *gateway);

#endif
