/*
 * The referee itself: the books and what its parts keep between turns.
 *
 * A chat (chat.h) is one conversation with its queue of messages; an entry
 * (entry.h) is one open table or match. The store is the truth: after a
 * transaction that failed all of this is made anew from it. What a part does
 * is in the header of its room: books.h, tell.h, outbox.h, ...
 */
#ifndef NJ_REFEREE_REFEREE_PRIV_H
#define NJ_REFEREE_REFEREE_PRIV_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "referee/books/chat.h"
#include "referee/books/entry.h"
#include "referee/referee.h"

struct nj_after;
struct nj_applicant;
struct nj_bundle;
struct nj_clocks;
struct nj_commission;
struct nj_event;
struct nj_facts;
struct nj_doubt;
struct nj_intent;
struct nj_link;
struct nj_pacing;
struct nj_request;
struct nj_skew;
struct nj_standing;
struct nj_store;
struct nj_trouble;
struct nj_watch;
struct nj_wish;

struct nj_referee {
    struct nj_referee_setup setup;
    struct nj_referee_figures count; /* its counters; the rest is zero */
    struct nj_store *store;
    struct nj_chat **chats; /* hash table by address */
    uint32_t chats_cap, n_chats;
    uint32_t sweep_at; /* slot at which looking for quiet ones goes on */
    int64_t swept_ms;  /* when all had been looked at */
    struct nj_entry **entries;
    uint32_t n_entries;
    struct nj_entry **codes; /* hash table of chains by code */
    uint32_t codes_cap;
    struct nj_chat *active, *active_last; /* who waits longest first */
    int64_t now_ms;                       /* of this turn: clocks.c */
    int64_t steady_ms;                    /* of this turn, for lengths */
    int64_t wall_ms;                      /* what the clock on the wall shows */
    struct nj_clocks *clocks;
    struct nj_skew *skew; /* by gateway */
    int64_t typed_ms;     /* the message in hand, in our time: skew.c */
    int64_t alive_ms;     /* when the store last heard that we live */
    int64_t forgot_ms;    /* when old message ids were last forgotten */
    int64_t deadline_ms;  /* no deadline is before it; 0: none at all */
    uint32_t behind_at;   /* entry at which catching up goes on */
    bool behind;          /* some deadlines have yet to move */
    bool catching_up;     /* and some of them can */
    bool behind_seen;     /* one was met since behind_at was 0 */
    enum nj_status
        failed; /* how a turn has; it was the last one. NJ_OK: none */
    bool more;  /* computer players have more to do */
    struct nj_entry **busy; /* whose computer players may have to act */
    uint32_t n_busy;
    bool full;        /* the disk is full: nothing is accepted */
    bool closed;      /* an entry waits to leave the books */
    int64_t full_ms;  /* when it was found so */
    int64_t crowd_ms; /* when the log last heard of too many tables */
    int64_t evict_ms; /* when idle matches were last looked for */
    int64_t *touched; /* matches whose pulse is to be written */
    uint32_t n_touched;
    bool stopping;
    bool down[8];                /* gateways not connected */
    int64_t down_ms[8];          /* since when; 0: is up, and that is stored */
    int64_t down_kept_ms[8];     /* the same as the store has it */
    int64_t back_ms[8];          /* since when they are heard without a gap */
    int64_t offset[8];           /* reading positions of this turn; 0: none */
    struct nj_pacing *pacing;    /* of whole gateways */
    uint64_t calls;              /* last call number given */
    struct nj_wish *wishes;      /* friends.c: strangers being looked for */
    struct nj_trouble *troubles; /* NJ_TROUBLES_MAX */
    uint32_t n_silent;           /* groups that cannot be told anything */
    uint32_t n_gone;             /* groups that the bot is not in any more */
    uint32_t queued;
    uint32_t awake;
    uint64_t drawn;         /* test mode: secrets drawn so far */
    uint64_t drawn_before;  /* this turn, which may be undone */
    struct nj_after *after; /* to be done on platforms after the commit */
    struct nj_commission *pictures;  /* to be ordered after the commit */
    struct nj_link *links;           /* links used, while platforms are asked */
    struct nj_doubt *doubts;         /* words that nobody is sure of */
    struct nj_intent *intents;       /* powers that wait to be confirmed */
    struct nj_applicant *applicants; /* groups that want a table: cmd_share.c */
    struct nj_after *drops;          /* rows of buttons that wait for room */
    int64_t drops_ms;       /* when one of them has it; INT64_MAX: none */
    bool draining;          /* no new tables: the program will be replaced */
    struct nj_watch *watch; /* watch.c; NULL: nobody has watched yet */
    struct nj_standing *standing; /* NJ_STANDINGS_MAX */
    uint32_t asked;               /* of them, in all */
    bool answered;                /* the words in hand were asked about */
    const struct nj_chat *asking; /* whose words are being answered; NULL */
    uint64_t said;        /* texts, toasts and questions so far, and silences by
                          * a rule: an order that adds none has no answer */
    uint64_t said_before; /* the message in hand came */
    int64_t unheeded_ms;  /* when the log last heard of such an order; steady */
    struct nj_bundle *bundle; /* orders of one message, while they are applied;
                               * NULL */
    bool withheld; /* what refuses the order in hand is told with the others */
    bool sated;    /* he has answers enough: refusals are kept, not told */
    /* Whose press is being done; its first answer is for him alone. NULL. */
    const struct nj_event *pressed;
    bool press_told;
    struct nj_chat *acting;          /* whose power is being applied; NULL */
    const struct nj_entry *acted_on; /* and to which match */
    struct nj_facts *facts;          /* fate.c: what nobody has taken yet */
    struct nj_event *kept; /* fates to be marked again after a failed turn */
    struct nj_arena arena; /* one event's scratch */
    struct nj_err err;     /* why the last turn failed */
};

#endif
