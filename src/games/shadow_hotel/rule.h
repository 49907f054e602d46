/*
 * What a host decides (SH-17): read from words, checked, told, carried out.
 * The decisions are the rows of rules.c.
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_RULE_H
#define NJ_GAMES_SHADOW_HOTEL_RULE_H

#include "games/shadow_hotel/shadow_hotel.h"
#include "match/into.h"
#include "match/reader.h"

#define SH_RULE_NOTE 128 /* a word and what belongs to it */

struct sh_rule;

/* A decision that has been read. */
struct sh_ruling {
    const struct nj_match *from;
    const struct sh_rule *rule;
    nj_seat seat; /* NJ_SEAT_NONE: none is named */
    uint8_t room, kind, item;
    int n, n2;      /* the number, choice or value; the one before it */
    bool extra;     /* quiet, atend, tell */
    bool end_round; /* the round is over when it has been carried out */
    char typed[NJ_WORD_BYTES]; /* the last choice, as it was typed */
    char text[NJ_ORDER_TEXT_MAX];
    /* For the host's record: what changes, in short words. */
    char verb[16];
    char before[SH_RULE_NOTE], after[SH_RULE_NOTE];
};

/* Is it possible now? The key of a refusal, or NULL. */
typedef const char *sh_rule_check(struct sh_ruling *r);
typedef void sh_rule_do(struct nj_match *m, struct sh_ruling *r);

struct sh_rule {
    const char *words; /* it begins so; the first is its verb */
    /* What follows: s seat, r room, i item, n number, o on or off, w one of
     * `choices`, t text. */
    const char *args;
    const char *extra; /* the word that may follow, or NULL */
    bool tells;        /* the seat named is told that something changed */
    bool present;      /* ... has to stand in some room */
    bool explore;      /* where rooms have to be explored alone */
    const char *const *choices; /* NULL-terminated */
    /* What it is about, in the state or, if a seat is named, in the seat; and
     * what its values are called, from 0, or NULL. */
    struct nj_into into;
    const char *const *names;
    int lo, hi; /* of n, if hi is not 0 */
    /* What the record says: as it is, but %v the value that stands, %n n as a
     * value, %r room, %s seat, %i where the item is, %t the choice. NULL: "%v"
     * and "%n". */
    const char *before, *after;
    sh_rule_check *check;
    sh_rule_do *apply; /* NULL: the value becomes n */
    /* With `extra`: what becomes n at the end of the round, or, of something
     * that is switched over then, whether it has to be. */
    struct nj_into due;
    bool switches;
};

/* Reads and checks the words of a power; the key of the refusal, or NULL. */
const char *nj_sh_rule_read(const struct nj_match *m, struct nj_args args,
                            struct sh_ruling *out);
/* Carries it out. */
void nj_sh_rule_run(struct nj_match *m, struct sh_ruling *r);
/* Gives what the row is about the value n, or puts that down for the end of
 * the round; false: it waits. */
bool nj_sh_rule_set(struct nj_match *m, const struct sh_ruling *r);
void nj_sh_rule_note(char out[SH_RULE_NOTE], const char *fmt, ...)
    NJ_PRINTF(2, 3);

extern const struct sh_rule nj_sh_rules[];

/* rule_seats.c */
sh_rule_check nj_sh_rule_check_give, nj_sh_rule_check_know;
sh_rule_check nj_sh_rule_check_put, nj_sh_rule_check_revive;
sh_rule_check nj_sh_rule_check_skip, nj_sh_rule_check_steps;
sh_rule_check nj_sh_rule_check_take;
sh_rule_do nj_sh_rule_do_give, nj_sh_rule_do_kill, nj_sh_rule_do_know;
sh_rule_do nj_sh_rule_do_move, nj_sh_rule_do_put, nj_sh_rule_do_revive;
sh_rule_do nj_sh_rule_do_skip, nj_sh_rule_do_unlock;

#endif
