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
#include "base/ranks.h"
#include "base/status.h"
#include "referee/books/chat.h"
#include "referee/books/entry.h"
#include "referee/referee.h"

struct nj_after;
struct nj_applicant;
struct nj_bundle;
struct nj_calls;
struct nj_clocks;
struct nj_commission;
struct nj_event;
struct nj_facts;
struct nj_doubt;
struct nj_intent;
struct nj_link;
struct nj_pacing;
struct nj_reading;
struct nj_rest;
struct nj_skew;
struct nj_standing;
struct nj_store;
struct nj_trouble;
struct nj_watch;
struct nj_wish;

/* Whose room a field is, `--- room ---` says: that room alone writes it
 * (tests/lint/owners.sh). */
struct nj_referee {
    /* --- turn --- */
    struct nj_referee_setup setup;
    struct nj_store *store;
    struct nj_arena arena; /* one event's scratch */
    struct nj_err err;     /* why the last turn failed */
    enum nj_status
        failed;      /* how a turn has; it was the last one. NJ_OK: none */
    bool full;       /* the disk is full: nothing is accepted */
    int64_t full_ms; /* when it was found so */
    bool away;       /* the store's server is: nothing is done */
    int64_t away_ms; /* since when */
    uint64_t drawn_before; /* `drawn` as it was; this turn may be undone */
    struct nj_event *kept; /* fates to be marked again after a failed turn */
    /* --- any --- */
    struct nj_referee_figures count; /* each its own counters */
    bool stopping;
    /* --- hearing --- */
    struct nj_wish *wishes;       /* friends.c: strangers being looked for */
    struct nj_trouble *troubles;  /* the latest: platform.c */
    uint32_t n_gone;              /* groups that the bot is not in any more */
    bool answered;                /* the words in hand were asked about */
    const struct nj_chat *asking; /* whose words are being answered; NULL */
    bool sated; /* he has answers enough: refusals are kept, not told */
    uint64_t said_before; /* as `said` was when the message in hand came */
    int64_t unheeded_ms;  /* when the log last heard of one without answer */
    /* --- commands --- */
    struct nj_link *links;           /* links used, while platforms are asked */
    struct nj_intent *intents;       /* powers that wait to be confirmed */
    struct nj_applicant *applicants; /* groups that want a table: cmd_share.c */
    struct nj_standing *standing;    /* NJ_STANDINGS_MAX */
    struct nj_reading *readings;     /* courses being read: cmd_replay.c */
    bool draining;          /* no new tables: the program will be replaced */
    int64_t crowd_ms;       /* when the log last heard of too many tables */
    struct nj_chat *acting; /* whose power is being applied; NULL */
    const struct nj_entry *acted_on; /* and to which match */
    /* --- play --- */
    bool misplaced; /* the last input was for us alone, and all could read it */
    struct nj_doubt *doubts;  /* words that nobody is sure of */
    struct nj_bundle *bundle; /* orders of one message, while they are applied;
                               * NULL */
    bool withheld; /* what refuses the order in hand is told with the others */
    int64_t evict_ms;  /* when idle matches were last looked for */
    uint32_t evict_at; /* the entry at which that goes on; 0: it is done */
    /* --- time --- */
    int64_t now_ms;    /* of this turn: clocks.c */
    int64_t steady_ms; /* of this turn, for lengths */
    int64_t wall_ms;   /* what the clock on the wall shows */
    struct nj_clocks *clocks;
    struct nj_skew *skew; /* by gateway */
    int64_t typed_ms;     /* the message in hand, in our time: skew.c */
    int64_t alive_ms;     /* when the store last heard that we live */
    int64_t forgot_ms;    /* when old message ids were last forgotten */
    int64_t *touched;     /* matches whose pulse is to be written */
    uint32_t n_touched;
    uint32_t n_silent;  /* groups that cannot be told anything */
    bool behind;        /* some deadlines have yet to move */
    bool catching_up;   /* and some of them can */
    bool behind_seen;   /* one was met since behind_id was 0 */
    int64_t behind_id;  /* catching up goes on with that entry or the next */
    bool down[8];       /* gateways not connected */
    int64_t down_ms[8]; /* since when; 0: is up, and that is stored */
    int64_t down_kept_ms[8]; /* the same as the store has it */
    int64_t back_ms[8];      /* since when they are heard without a gap */
    /* --- speech --- */
    /* These have something to say now; who waits longest is first. */
    struct nj_chat *active, *active_last;
    bool woken;           /* some of them stand at the end of it out of order */
    uint64_t tickets;     /* last one given */
    struct nj_rest *rest; /* the others; NULL: none has rested yet */
    uint32_t queued;
    uint64_t said;  /* texts, toasts and questions so far, and silences by a
                     * rule: an order that adds none has no answer */
    uint64_t calls; /* last call number given */
    struct nj_calls
        *under_way;           /* chats by their call; NULL: none has one yet */
    struct nj_pacing *pacing; /* of whole gateways */
    struct nj_facts *facts;   /* fate.c: what nobody has taken yet */
    struct nj_after *after;   /* to be done on platforms after the commit */
    struct nj_after *drops;   /* rows of buttons that wait for room */
    int64_t drops_ms;         /* when one of them has it; INT64_MAX: none */
    struct nj_commission *pictures; /* to be ordered after the commit */
    struct nj_watch *watch;         /* watch.c; NULL: nobody has watched yet */
    int64_t offset[8]; /* reading positions of this turn; 0: none */
    int64_t row[8];    /* numbers of what other workers have heard, likewise */
    uint64_t keeps[8]; /* what gateways wait for to be on disk, likewise */
    /* This press is being done; its first answer is for him alone. NULL. */
    const struct nj_event *pressed;
    bool press_told;
    /* Who may have to be told that what he wanted is done, or NULL; and whether
     * he was told anything since. */
    struct nj_chat *listener;
    bool listener_told;
    struct nj_str packed; /* room for the arguments of a row */
    uint32_t sweep_at;    /* slot at which looking for quiet chats goes on */
    int64_t swept_ms;     /* when all had been looked at */
    /* --- books --- */
    struct nj_chat **chats; /* hash table by address */
    uint32_t chats_cap, n_chats;
    struct nj_entry **entries; /* by number */
    uint32_t n_entries;
    struct nj_entry **codes; /* hash table of chains by code */
    uint32_t codes_cap;
    struct nj_entry **busy; /* whose computer players may have to act */
    uint32_t n_busy;
    bool more;               /* computer players have more to do */
    struct nj_entry **ended; /* these leave the books with the turn */
    uint32_t n_ended;
    struct nj_wished *wished; /* by the turn in hand */
    uint32_t n_wished;
    uint32_t awake;      /* matches in memory */
    struct nj_ranks due; /* deadlines of entries, the earliest first */
    uint64_t drawn;      /* test mode: secrets drawn so far */
};

#endif
