/*
 * What a host decides (SH-17): read from words, checked, told, carried out.
 */
#ifndef NJ_GAMES_SHADOW_HOTEL_RULE_H
#define NJ_GAMES_SHADOW_HOTEL_RULE_H

#include "games/shadow_hotel/shadow_hotel.h"

#define SH_RULE_NOTE 128 /* a word and what belongs to it */
#define SH_RULE_WORD 100

struct sh_rule;

/* A decision that has been read. */
struct sh_ruling {
    const struct nj_match *from;
    const struct sh_rule *rule;
    const char *rest;   /* not read yet; at the end: the text */
    const char *tokens; /* of what is not read yet, as "move,-,-,quiet" */
    nj_seat seat;       /* NJ_SEAT_NONE: none is named */
    uint8_t room, kind, item, setting, ending;
    int n, n2;
    bool on;        /* the value of a setting */
    bool extra;     /* quiet, atend, tell */
    bool end_round; /* the round is over when it has been carried out */
    char text[NJ_ORDER_TEXT_MAX];
    /* For the host's record: what changes, in short words. */
    char before[SH_RULE_NOTE], after[SH_RULE_NOTE];
};

/* What stands and what will; the key of a refusal, or NULL. */
typedef const char *sh_rule_check(struct sh_ruling *r);
typedef void sh_rule_do(struct nj_match *m, struct sh_ruling *r);

struct sh_rule {
    const char *word;
    /* s seat, r room, i item, n number, w word of `check`, t text */
    const char *args;
    const char *extra; /* the word that may follow, or NULL */
    sh_rule_check *check;
    sh_rule_do *apply;
    bool tells; /* the seat named is told that something changed */
};

/* Reads and checks the words of a power; the key of the refusal, or NULL. */
const char *nj_sh_rule_read(const struct nj_match *m, struct nj_args args,
                            struct sh_ruling *out);

/* A word as it was typed, and as the game knows it: its token if it has one,
 * else the same. */
struct sh_rule_word {
    char typed[SH_RULE_WORD];
    char token[SH_RULE_WORD];
};

/* The next word of r->rest; false: there is none, or it is too long. */
bool nj_sh_rule_word(struct sh_ruling *r, struct sh_rule_word *out);
/* Does the word mean that token? */
bool nj_sh_rule_is(const struct sh_rule_word *word, const char *token);
void nj_sh_rule_note(char out[SH_RULE_NOTE], const char *fmt, ...)
    NJ_PRINTF(2, 3);

extern const struct sh_rule nj_sh_rules[];

/* rule_house.c: the fireplace is solved; what lay behind it is there. */
void nj_sh_energy_appears(struct nj_match *m);

/* rule_seats.c, rule_house.c */
sh_rule_check nj_sh_rule_check_bullets;
sh_rule_check nj_sh_rule_check_crossused;
sh_rule_check nj_sh_rule_check_give;
sh_rule_check nj_sh_rule_check_kill;
sh_rule_check nj_sh_rule_check_know;
sh_rule_check nj_sh_rule_check_move;
sh_rule_check nj_sh_rule_check_phase;
sh_rule_check nj_sh_rule_check_put;
sh_rule_check nj_sh_rule_check_revive;
sh_rule_check nj_sh_rule_check_set;
sh_rule_check nj_sh_rule_check_skip;
sh_rule_check nj_sh_rule_check_stamp;
sh_rule_check nj_sh_rule_check_steps;
sh_rule_check nj_sh_rule_check_swaprooms;
sh_rule_check nj_sh_rule_check_take;
sh_rule_check nj_sh_rule_check_unlock;
sh_rule_do nj_sh_rule_do_bullets;
sh_rule_do nj_sh_rule_do_crossused;
sh_rule_do nj_sh_rule_do_give;
sh_rule_do nj_sh_rule_do_kill;
sh_rule_do nj_sh_rule_do_know;
sh_rule_do nj_sh_rule_do_move;
sh_rule_do nj_sh_rule_do_phase;
sh_rule_do nj_sh_rule_do_put;
sh_rule_do nj_sh_rule_do_revive;
sh_rule_do nj_sh_rule_do_set;
sh_rule_do nj_sh_rule_do_skip;
sh_rule_do nj_sh_rule_do_stamp;
sh_rule_do nj_sh_rule_do_steps;
sh_rule_do nj_sh_rule_do_swaprooms;
sh_rule_do nj_sh_rule_do_unlock;

#endif
