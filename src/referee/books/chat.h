/*
 * One conversation: a group or a person's private chat, with its customs and
 * its queue of messages.
 *
 * The books own every chat from nj_books_chat() until he has been quiet for an
 * hour (chats.c) or they are made anew; all others borrow. Strings in it are its own. What the store knows of it stands
 * there only after nj_books_fill().
 */
#ifndef NJ_REFEREE_BOOKS_CHAT_H
#define NJ_REFEREE_BOOKS_CHAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "store/store.h"

/* So many unexplained failures in a row look like risk control. */
#define NJ_FAILURES_MAX 3

struct nj_entry;
struct nj_out;
struct nj_posted;
struct nj_ranks;
struct nj_zone;

/* They count in minutes of the day; from == to: there are none. */
struct nj_quiet {
    int16_t from, to;
};

/* These are what a chat has settled for itself: place.c. */
struct nj_customs {
    bool zone_set, quiet_set;
    bool hush;        /* a group that wants results alone */
    int16_t zone_min; /* of a zone with a name: what it was when it was set */
    const struct nj_zone *zone; /* or NULL: it has no name */
    struct nj_quiet quiet;
    char prefix[4]; /* "": the installation's */
};

/* Says what a person has chosen and is in the middle of. */
struct nj_wishes {
    int64_t use;   /* match that private words go to; 0: by who waits */
    int64_t leave; /* match whose leaving waits for the confirmation */
    int64_t leave_until_ms;
};

/* Says whose wishes a turn has changed, and what they were. */
struct nj_wished {
    struct nj_chat *chat;
    struct nj_wishes before;
};

/* Says when a chat last heard what is said now and then; steady, 0: never. */
struct nj_told {
    int64_t unknown_ms;  /* an unknown command was answered */
    int64_t late_ms;     /* something came too late */
    int64_t full_ms;     /* the disk is full */
    int64_t limit_ms;    /* answers wait */
    int64_t courtesy_ms; /* how to become a friend */
    int64_t report_ms;   /* he reported something */
    int64_t heavy_ms;    /* a match was played again for him */
};

/* Holds what nj_books_restore() brings back. */
struct nj_chat_kept {
    struct nj_wishes wishes;
    int64_t full_ms, limit_ms; /* of struct nj_told */
};

/* Whose room a field is, `--- room ---` says: that room alone writes it. */
struct nj_chat {
    /* --- books --- */
    char *address;
    uint8_t gateway;
    bool group;
    bool filled;   /* language and person have been read */
    char lang[16]; /* "": the installation's */
    struct nj_customs customs;
    struct nj_entry **entries; /* group: tables here; person: seats, hosting */
    uint32_t n_entries;
    int64_t used_ms; /* when it was last asked for */
    /* A person alone has these. */
    enum nj_reach reach;
    bool known;      /* has a row among the users */
    bool shut;       /* an owner does not want to hear from him */
    bool complained; /* groups have heard that he cannot be reached */
    char *name;
    char heard_in[NJ_ADDRESS_MAX]; /* the group where he last spoke to us */
    int64_t replaced; /* the latest in which a computer player has his seat */
    struct nj_wishes wishes;
    struct nj_told told;
    /* --- time --- */
    int64_t silent_ms; /* a group that cannot be told anything, since when */
    int64_t silence_told_ms; /* when hosts heard of it last, in this life */
    /* --- hearing --- */
    int64_t gone_ms;  /* a group that the bot is not in any more, since when */
    int64_t heard_ms; /* a person: when he last wrote, steady; 0: not yet */
    bool plain; /* a group: words that do not mention us have come from it */
    /* --- commands --- */
    int64_t tries_ms; /* since when wrong words that link are counted */
    uint32_t tries;
    /* --- speech --- */
    struct nj_out *head, *tail;
    uint32_t queued;
    bool active;  /* has something to say: in the list of those, or resting */
    bool resting; /* not before its moment, its turn or an event: rest.c */
    uint32_t rest_place;      /* there, from 1 on; 0: none */
    struct nj_ranks *rest_in; /* where that is */
    uint64_t ticket;          /* the lowest has waited longest */
    struct nj_chat *next_active;
    bool muted;               /* the platform does not let us */
    bool waiting;             /* a group: the platform refused what it should
                               * hear */
    uint64_t call;            /* outstanding; 0: none. One at a time keeps the
                               * order */
    struct nj_out *under_way; /* with that call */
    bool handing;         /* `under_way` goes to the gateway after the commit */
    bool presumed;        /* a row was stored as `sending` this turn */
    uint64_t fated_call;  /* its fate came this turn, with `fated` as it was */
    struct nj_out *fated; /* until the commit, should the turn be undone */
    struct nj_out *missed; /* a group: what the next text carries, heard.c */
    bool doubts; /* something that may be overtaken waits in the queue */
    struct nj_posted *posted; /* ours that are changed later: posted.c */
    uint32_t n_posted;
    int64_t part_row; /* of a long text that has left in part; 0: none */
    uint32_t parts_gone;
    bool paced; /* else it has as many tokens as there can be */
    double second_tokens;
    int64_t refill_ms;
    int64_t *recent; /* ring of the sends of a minute; NULL: there were none */
    uint32_t recent_cap, oldest, n_recent;
    int64_t hold_until_ms;
    int64_t gather_ms;   /* before that nobody says who sits down */
    int64_t drawn_by_ms; /* its texts wait so long for their picture; steady */
    uint32_t captions;   /* pictures that texts have waited for */
    int64_t fileless;    /* of that match the platform took no file; 0: none */
    uint32_t failures;   /* in a row, unexplained */
};

#endif
