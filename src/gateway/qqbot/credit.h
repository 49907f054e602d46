/*
 * What may be said where, and by what right.
 *
 * The platform lets the bot answer: each message and some events of a chat can
 * be answered a few times, for a few minutes. What is no answer is a push, and
 * of those there are so many a minute and a day, for a chat and for the whole
 * bot; people and owners may forbid them. The ledger counts all that on the
 * safe side of the platform's own numbers and says of each text, when it is
 * about to leave, what carries it:
 *
 *     nj_qb_ledger_grant(l, "qqbot:g:A1", NJ_QB_REF_MESSAGE, id, 0, now);
 *     nj_qb_ledger_take(l, "qqbot:g:A1", false, now, &t);
 *     ... t.route is NJ_QB_ANSWER: sent with t.ref and t.seq ...
 *     nj_qb_ledger_settle(l, "qqbot:g:A1", &t, NJ_QB_WAS_SENT, 0, now);
 *
 * An answer first, since it costs no push: of the credits of that chat which
 * the platform is sure to honour the one that ends soonest; then, in private,
 * one that it may honour (QB-2); then a push; else it waits. What a group says
 * is carried by credits of that group alone, what a person is told by those of
 * his private chat: the platform keeps the scenes apart, and so nobody can see
 * from one what happened in another.
 *
 * What is taken is spent, whatever becomes of it. No clock, no network: the
 * moment comes from outside and never goes back.
 */
#ifndef NJ_GATEWAY_QQBOT_CREDIT_H
#define NJ_GATEWAY_QQBOT_CREDIT_H

#include "gateway/qqbot/qqbot_priv.h"

/* A moment: of a clock that only goes on, and the day of UTC+8 (QB-9). */
struct nj_qb_now {
    int64_t ms;
    int64_t day;
};

/* What we allow ourselves; 0 of a number a minute or a second: no such limit.
 * None is above NJ_QB_RING. */
struct nj_qb_limits {
    int64_t group_sure_ms;  /* how long an answer in a group is honoured */
    int64_t person_sure_ms; /* ... in private, for sure ... */
    int64_t person_try_ms;  /* ... and perhaps */
    uint32_t group_answers; /* of one message; the last is kept back */
    uint32_t person_answers;
    uint32_t event_answers; /* of one event */
    uint32_t group_all_min; /* answers and pushes together (QB-4) */
    uint32_t person_all_min;
    uint32_t group_push_min; /* pushes of one chat */
    uint32_t person_push_min;
    uint32_t groups_push_min; /* of all groups together */
    uint32_t people_push_s;   /* of all private chats together */
    uint32_t people_push_min;
    uint32_t day_max; /* pushes of one chat */
};

/* Of a bot whose owner has proved who he is, and of any other. */
extern const struct nj_qb_limits nj_qb_limits_verified;
extern const struct nj_qb_limits nj_qb_limits_unverified;

enum nj_qb_route {
    NJ_QB_ANSWER, /* with `ref` and, unless it is 0, `seq` */
    NJ_QB_PUSH,   /* with neither */
    NJ_QB_WAIT    /* not before `due_ms`; nothing is spent */
};

#define NJ_QB_NEVER INT64_MAX /* not before something happens in that chat */

struct nj_qb_ticket {
    enum nj_qb_route route;
    enum nj_qb_ref_kind kind;
    char ref[NJ_QB_REF_MAX];
    uint32_t seq;
    bool tries; /* the platform may find this answer too late */
    /* The same again is refused as a repeat if it has arrived: so it can be
     * sent again. A push, and an answer to an event, cannot (QB-3). */
    bool safe;
    int64_t due_ms;
};

/* What became of it. All that is not here changes nothing. */
enum nj_qb_became {
    NJ_QB_WAS_SENT,
    NJ_QB_WAS_OVER,      /* that credit is worth nothing any more */
    NJ_QB_WAS_FAST,      /* too many pushes there */
    NJ_QB_WAS_FAST_ALL,  /* too many of everything */
    NJ_QB_WAS_FORBIDDEN, /* no pushes there */
    NJ_QB_WAS_CLOSED     /* there is nobody to hear it */
};

enum nj_qb_state {
    NJ_QB_OPEN,
    NJ_QB_REPLIES_ONLY, /* answers, but no pushes */
    NJ_QB_CLOSED        /* nothing arrives there */
};

/* What is left, for those who look after the bot. */
struct nj_qb_budget {
    uint32_t groups_min, people_min;   /* pushes of the last minute ... */
    uint32_t groups_most, people_most; /* ... and how many there may be */
    uint32_t chats, replies_only, closed;
};

struct nj_qb_ledger; /* opaque */

struct nj_qb_ledger *nj_qb_ledger_create(const struct nj_qb_limits *limits);
void nj_qb_ledger_destroy(struct nj_qb_ledger *l); /* NULL is fine */

/* `ref` can be answered in that chat; it is `age_ms` old. Who writes is there:
 * a closed chat is open. The same `ref` again adds nothing. */
void nj_qb_ledger_grant(struct nj_qb_ledger *l, const char *chat,
                        enum nj_qb_ref_kind kind, const char *ref,
                        int64_t age_ms, struct nj_qb_now now);
/* An event said so; UNSAID changes nothing. */
void nj_qb_ledger_switch(struct nj_qb_ledger *l, const char *chat,
                         enum nj_qb_switch pushes, struct nj_qb_now now);
/* What carries the next text of that chat. `spare`: the answer that is kept
 * back may be taken, too, since this says again what was refused. */
void nj_qb_ledger_take(struct nj_qb_ledger *l, const char *chat, bool spare,
                       struct nj_qb_now now, struct nj_qb_ticket *out);
/* `retry_ms`: how long the platform wants to be left alone; 0: it did not
 * say. */
void nj_qb_ledger_settle(struct nj_qb_ledger *l, const char *chat,
                         const struct nj_qb_ticket *t, enum nj_qb_became what,
                         int64_t retry_ms, struct nj_qb_now now);

enum nj_qb_state nj_qb_ledger_state(const struct nj_qb_ledger *l,
                                    const char *chat);
struct nj_qb_budget nj_qb_ledger_budget(const struct nj_qb_ledger *l,
                                        struct nj_qb_now now);
/* --- credit_kept.c: over the end of the process --- */

/* A chat of which something has changed since it was last named here, and in
 * `out`, which is empty, what is to be kept of it ("" for nothing); false: there
 * is none. */
bool nj_qb_ledger_changed(struct nj_qb_ledger *l, struct nj_qb_now now,
                          char chat[NJ_ADDRESS_MAX], struct nj_str *out);
/* What was kept of that chat, in a ledger that nothing has been taken from yet;
 * what does not read is left out. */
void nj_qb_ledger_recall(struct nj_qb_ledger *l, const char *chat,
                         const char *kept, struct nj_qb_now now);
/* All chats have been recalled. */
void nj_qb_ledger_recalled(struct nj_qb_ledger *l);

/* --- */

/* Forgets chats of which nothing has to be known any more. */
void nj_qb_ledger_sweep(struct nj_qb_ledger *l, struct nj_qb_now now);

/* The day of UTC+8 of a wall clock (QB-9). */
int64_t nj_qb_day(int64_t wall_ms);

#endif
