/*
 * One open table or match, and who sits there.
 *
 * The books own every entry from nj_books_open() to nj_books_sweep(). An entry
 * is always in memory; its live part, the match, and its sitters only while
 * nj_live_wake() and nj_sitters_load() have brought them there. Moments are in
 * milliseconds of the turn's clock.
 */
#ifndef NJ_REFEREE_BOOKS_ENTRY_H
#define NJ_REFEREE_BOOKS_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "match/match.h"
#include "store/store.h"

struct nj_chat;
struct nj_loaded_game;

#define NJ_HOMES_MAX \
 4 /* groups that one match is played in, or one private chat */
#define NJ_INVITE_BYTES 8

struct nj_sitter {
    char *user; /* "" for a computer player */
    char *name;
    char *contribution;
    char *first_user; /* of the start, as the log has it; NULL: `user` */
    char *first_name;
    char *wanted;  /* address of who may take the seat over; "*": anybody; NULL:
                    * nobody (handover.c) */
    char *why;     /* the reason of the host who offers it; NULL: no host */
    uint8_t place; /* how often it has changed hands to a person */
    uint8_t join, seat;
    bool computer; /* now; `user` is who held it before, "" for nobody */
    uint32_t receipts;
    uint32_t hints; /* which he has had or does not want (hints.c); 0: not yet
                     * looked up */
    int64_t joined_ms;
};

enum {
    NJ_HOLD_GATEWAY = 1, /* a connection that it depends on is down */
    NJ_HOLD_SEAT = 2,    /* a waiting seat cannot be reached */
    NJ_HOLD_BEHIND = 4,  /* an outage is over, deadlines have yet to move */
    NJ_HOLD_AWAY = 8,    /* the bot is not in one of its groups */
    NJ_HOLD_SILENT = 16  /* one of its groups cannot be told anything */
};

enum {
    NJ_ROUSE_CHECK = 1,    /* the program has changed: it is replayed */
    NJ_ROUSE_COMPUTERS = 2 /* a computer player's turn may have come */
};

/* Whose room a field is, `--- room ---` says: that room alone writes it. */
struct nj_entry {
    /* --- books --- */
    enum nj_match_state state;
    uint32_t due_place; /* among deadlines, from 1 on; 0: none */
    uint8_t n_homes;
    uint8_t n_sitters;
    uint8_t rouse;      /* why it is woken after the start; 0: it is not */
    bool computers : 1; /* a computer player may have something to do */
    bool noticed   : 1; /* a table that was told that it will be closed */
    /* --- time --- */
    uint8_t hold;   /* why the clock stands: NJ_HOLD_... */
    uint8_t silent; /* gateways it depends on that are down, a bit each */
    bool paused       : 1;
    bool touched      : 1; /* its pulse has to be written this turn */
    bool silence_told : 1; /* its host knows that a group of it is silent */
    /* --- speech --- */
    bool
        card_out : 1; /* once: nobody sits before the commitment is to be read */
    /* --- play --- */
    bool recalled : 1; /* `agreed...` and `changed` are known: recall.c */
    bool agreed_to_pause : 1; /* else to let the clock run: cmd_pause.c */
    uint8_t slate;            /* enum nj_slate_how: what this turn does to it */
    /* --- books --- */
    int64_t id;
    char code[NJ_CODE_MAX];
    struct nj_entry *next_code; /* codes.c */
    const struct nj_loaded_game *game;
    struct nj_chat *homes[NJ_HOMES_MAX]; /* the first: where it was opened */
    const char *words;         /* that count: nj_commands_parse(game) */
    char *host;                /* "" for none */
    struct nj_match *match;    /* awake */
    struct nj_sitter *sitters; /* n_sitters, in order of joining */
    int64_t deadline_ms;       /* 0: none, as in a pause without an end */
    int64_t touched_ms;
    /* --- time --- */
    int64_t held_ms; /* since when the clock stands */
    /* --- play --- */
    int64_t agreed_until_ms; /* how long that counts */
    nj_seat_set agreed;      /* who agrees to that */
    nj_seat_set changed;     /* who has heard that an order stands */
    nj_seat_set blocked;     /* seats whose secrets could not be delivered */
    nj_seat_set told;        /* of whom the group has heard that */
    nj_seat_set warned;      /* ... or the host, or it is nobody's business */
    uint32_t spaced_s; /* when the group last had an answer of those spaced */
    int64_t last_input_ms;
    struct nj_hushed hushed; /* whose words in the group were answered */
    /* --- commands --- */
    /* When its host last reminded somebody; of a table: when whoever was silent
     * was asked whether he is there. */
    int64_t nudged_ms;
    /* This word brings the table to one more group; "": there is none. */
    char invite[NJ_INVITE_BYTES];
    int64_t invite_until_ms;
};

#endif
