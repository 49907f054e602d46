/*
 * The referee: tables, matches, people, deadlines, outbox, in one thread.
 *
 * It is driven: whoever runs the program takes the events that have arrived
 * and hands them to nj_referee_turn(), which is one turn of the loop: parse,
 * apply, ONE transaction with all inputs and messages, and only then send.
 *
 *     st = nj_referee_create(&setup, &r, err);
 *     while (!nj_referee_stopped(r)) {
 *         events = nj_inbox_take(inbox, nj_referee_wait_ms(r));
 *         st = nj_referee_turn(r, events, err);
 *     }
 *     nj_referee_destroy(r);
 *
 * A failed turn (st != NJ_OK) means that the disk cannot be trusted: the
 * process has to end, and its next start reads what is there. Every further
 * turn fails in the same way, does nothing and says nothing.
 */
#ifndef NJ_REFEREE_REFEREE_H
#define NJ_REFEREE_REFEREE_H

#include "base/clock.h"
#include "base/random.h"
#include "command/parse.h"
#include "gateway/gateway.h"
#include "locale/catalog.h"
#include "referee/play/archive.h"
#include "store/store.h"

struct nj_referee;
struct nj_studio;
struct nj_zone;

/* How fast we may talk. per_second 0 switches all limits off (a terminal,
 * benchmarks); else all four are positive. */
struct nj_pace {
    double per_second;       /* one chat, after the burst is used up */
    double burst;            /* messages at once in one chat */
    double per_minute;       /* one chat */
    double total_per_second; /* all chats of a gateway */
};

/* Whom an account takes as a friend for the asking: nobody, who is in a group
 * with an open table (or an owner), everybody. Whose invitations into groups
 * it follows: nobody's, the owners', everybody's. */
enum nj_admission {
    NJ_ADMIT_NONE,
    NJ_ADMIT_SOME,
    NJ_ADMIT_ALL
};

struct nj_admissions {
    enum nj_admission friends, invites;
};

/* Says how many tables and matches may be open at once; 0: any number. */
struct nj_table_limits {
    uint32_t group;  /* in one group */
    uint32_t person; /* opened by one person */
    uint32_t house;  /* in all */
};

struct nj_referee_setup {
    struct nj_store *store;
    struct nj_clock clock;
    const struct nj_catalog *catalog;
    const struct nj_commands *commands;
    const struct nj_loaded_game *games;
    uint32_t n_games;
    struct nj_gateway *const *gateways; /* by index; started by the caller */
    uint32_t n_gateways;
    const char *lang;          /* of chats that have set none */
    const char *prefix;        /* "#" */
    const char *host_prefix;   /* "%" */
    const char *const *owners; /* addresses, NULL-terminated; may be NULL */
    const struct nj_admissions *admissions; /* by gateway; NULL: nobody */
    struct nj_pace pace;
    const struct nj_pace *paces; /* by gateway; NULL: `pace` for all */
    struct nj_table_limits tables;
    int zone_min;               /* minutes east of UTC */
    const struct nj_zone *zone; /* or NULL: a fixed offset it is */
    int64_t grace_ms; /* a deadline stands this far ahead after an outage */
    int64_t leave_ms; /* by which each person may move a match's deadlines */
    int64_t idle_ms;  /* a match untouched for so long leaves the memory */
    bool test;        /* secrets come from test_seed; cards say so */
    struct nj_hash test_seed;
    /* `play --seed`: the seed itself is given, NULL otherwise. Such a match
     * proves nothing, and its file does not verify against its commitment. */
    const struct nj_hash *seed;
    enum nj_rng_kind seed_rng;
    /* The rules of a game for players, in a language; NULL if there are none.
     * Lives as long as the referee. */
    const char *(*rules)(void *ctx, const char *game, const char *lang);
    /* Appends the `nth` worked example (from 1) of a clause, told as people see
     * it in that language; the last, if there are fewer. Returns how many the
     * clause has. NULL: there are none. */
    uint32_t (*cases)(void *ctx, const char *game, const char *clause,
                      const char *lang, uint32_t nth, struct nj_str *out);
    void *rules_ctx; /* of both */
    /* Tests: every message as a value, with the chat that reads it ("" for
     * nobody), before it becomes text. */
    void (*observe)(void *ctx, const char *chat, const struct nj_message *m);
    void *observe_ctx;
    /* Makes the pictures; whoever runs the program turns its `ready` into an
     * NJ_EVENT_PICTURE. NULL: there are none. */
    struct nj_studio *studio;
    bool private_proved; /* the terminal: everybody can be written to */
};

/*
 * Reads what is open from the store, moves deadlines by the time that the
 * program was down, queues what waits to be sent. The setup is copied; what it
 * points to, arrays included, is lent until the end.
 */
NJ_MUST_USE enum nj_status nj_referee_create(
    const struct nj_referee_setup *setup, struct nj_referee **out,
    struct nj_err *err);
void nj_referee_destroy(struct nj_referee *r); /* NULL is fine */

/* Takes one turn and destroys `events` (a list by `next`, or NULL). */
NJ_MUST_USE enum nj_status nj_referee_turn(struct nj_referee *r,
                                           struct nj_event *events,
                                           struct nj_err *err);

/* Returns how long nothing is due but what arrives; 0: more at once. */
int64_t nj_referee_wait_ms(const struct nj_referee *r);

/* An NJ_EVENT_STOP was seen and the outbox has nothing more to send now. */
bool nj_referee_stopped(const struct nj_referee *r);

/*
 * Other texts, words, speeds, times and limits from now on, as in `setup`:
 * catalog, commands, lang, prefixes, owners, paces, limits of tables, zone,
 * grace and idle time. The rest
 * of it is not looked at. What was lent before is not used any more. If the
 * store cannot be read the next turn fails.
 */
void nj_referee_reload(struct nj_referee *r,
                       const struct nj_referee_setup *setup);

/* Counts since the start, over the whole house. */
struct nj_referee_figures {
    uint64_t turns, commits;
    uint64_t inputs, refusals; /* orders and all else that enters matches */
    /* Words that were for us: all; those that got no answer by a rule (too many
     * of one person, the same again); those that got none, which is a fault. */
    uint64_t words, passed_over, unanswered;
    uint64_t sent, refused, unknown, lost; /* texts by what became of them */
    uint64_t clock_jumps;  /* of the wall clock, by a second or more */
    uint64_t clock_gaps;   /* outages that clocks tell of */
    uint32_t open, awake;  /* tables and matches */
    uint32_t queued;       /* texts that wait or are under way */
    bool full;             /* the disk is: nothing is accepted */
    bool away;             /* the store's server is: all waits */
    uint64_t aways;        /* how often it was */
    uint32_t gateways_up;  /* a bit for each */
    int64_t clock_lead_ms; /* our own time is so far ahead of the wall clock */
    int64_t skew_ms[8];    /* and the wall clock of each platform's */
};

void nj_referee_figures(const struct nj_referee *r,
                        struct nj_referee_figures *out);

/* These are figures for `nightjar bench` and the tests. */
uint32_t nj_referee_awake(const struct nj_referee *r); /* matches in memory */
uint32_t nj_referee_open(const struct nj_referee *r);  /* tables and matches */

/* Counts the bytes that matches take, without what the allocator adds. */
struct nj_referee_bytes {
    size_t books; /* all open tables and matches, asleep or not */
    size_t live;  /* besides, those that are awake */
};

void nj_referee_bytes(const struct nj_referee *r, struct nj_referee_bytes *out);
/* Counts the messages that wait or are under way. */
uint32_t nj_referee_queued(const struct nj_referee *r);

#endif
