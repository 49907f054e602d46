/*
 * What a computer player of 面具杀人魔 remembers: the board as its seat has heard
 * of it, its own cards, and where the killer may be (MK-14.1, 14.2).
 */
#ifndef NJ_GAMES_MASKED_KILLER_MIND_H
#define NJ_GAMES_MASKED_KILLER_MIND_H

#include <string.h>

#include "games/masked_killer/ground.h"
#include "match/brain.h"

/* Questions, as bits of `asked`. */
enum {
    MK_Q_DEFEND = 1,
    MK_Q_REROLL = 2,
    MK_Q_RETURN = 4,
    MK_Q_DEATH = 8,
    MK_Q_REPLACE = 16,
    MK_Q_TRADE = 32,
    MK_Q_PICK = 64,
    MK_Q_START = 128
};

/* What has been tried in this turn, as bits of `tried`. */
enum {
    MK_LIT = 1,
    MK_OFFERED = 2,
    MK_WAITS = 4 /* for the answer to an offer */
};

struct mk_mind {
    struct mk_cells maybe; /* where the killer may be (MK-14.2) */
    uint16_t cell[MK_VICTIMS_MAX];
    uint16_t k;      /* where he is: known, or one's own */
    uint16_t shadow; /* ... was seen last */
    uint8_t who[MK_VICTIMS_MAX], dir[MK_VICTIMS_MAX];
    uint8_t damage[MK_VICTIMS_MAX], exert[MK_VICTIMS_MAX];
    uint8_t lock[MK_CARS], token[MK_TOKENS], deck[MK_QUADS];
    uint8_t hand[MK_HAND_MAX], n_hand; /* one's own, newest last */
    uint8_t claim[4]; /* 1 + seat that says it has tommy ... yellow_key */
    uint8_t told;     /* of these, what oneself has said, by bit */
    uint8_t known;    /* ... what some hand of the team holds */
    uint8_t estate;   /* ... what the dead one held */
    uint8_t lies[4];  /* 1 + quadrant on whose deck it was laid */
    uint8_t depth[MK_QUADS];   /* of a deck, without what went below it */
    uint8_t keys_in[MK_QUADS]; /* as the team knows */
    uint8_t last_quad[MK_VICTIMS_MAX]; /* in which it searched last */
    uint8_t n;                         /* victims */
    uint8_t held[MK_VICTIMS_MAX];      /* cards that each has in its hand */
    uint8_t arm[MK_VICTIMS_MAX];       /* 1 + weapon that it showed and kept */
    /* Cards that each drew from where a key lay of which nobody has said that
     * he holds it. */
    uint8_t deep[MK_VICTIMS_MAX];
    uint8_t visible, staggered, k_damage;
    uint8_t round, active, left;
    uint8_t steps; /* more of them in its next Move */
    uint8_t asked, excess;
    uint8_t dice[MK_DICE_MAX], n_dice;
    uint8_t extra_moves;   /* of his turn: cards that move or act */
    uint8_t struck;        /* ... actions of it that were attacks */
    uint8_t slipped;       /* he got out of sight in it */
    uint8_t was_staggered; /* ... as it began */
    uint8_t blackout;
    uint8_t offer_fine; /* a trade that costs nothing */
    uint8_t halted;     /* somebody is asked (MK-9.4) */
    uint8_t tried;      /* what has been tried in this turn, by bit */
    uint8_t gone;       /* who has died, by bit of enum mk_who */
};

extern const struct nj_ear nj_mk_ears[];
/* It hears nothing of a match whose beginning it has not heard. */
bool nj_mk_listens(const struct nj_hearing *h);
bool nj_mk_act(const void *scratch, const void *data, nj_seat me,
               struct nj_rng *rng, struct nj_brain_order *out);

/* What a victim goes by. */
struct plight {
    const struct mk_mind *mind;
    const struct mk_table *t;
    const struct mk_who_row *row;
    struct mk_view view;
    nj_seat me;
};

static inline bool nj_mk_mind_holds(const struct mk_mind *mind, uint8_t card)
{
    return memchr(mind->hand, card, mind->n_hand) != NULL;
}

/* Tokens that are left in the supply. */
uint8_t nj_mk_mind_supply(const struct plight *p);
/* Adds a word behind a blank; the text has room for a whole hand. */
void nj_mk_add_word(char text[NJ_ORDER_TEXT_MAX], const char *word);
/* What a victim answers. */
bool nj_mk_answer(const struct plight *p, struct nj_brain_order *out);
/* What a victim, what the killer does. */
bool nj_mk_act_victim(const struct mk_mind *mind, const struct mk_table *t,
                      nj_seat me, struct nj_brain_order *out);
bool nj_mk_act_killer(const struct mk_mind *mind, const struct mk_table *t,
                      struct nj_rng *rng, struct nj_brain_order *out);

static inline struct mk_view nj_mk_mind_view(const struct mk_mind *mind,
                                             const struct mk_table *t)
{
    return (struct mk_view){.t = t,
                            .lock = {mind->lock[0], mind->lock[1]},
                            .blackout = mind->blackout};
}

/* The cells that living victims see. */
void nj_mk_mind_seen(const struct mk_mind *mind, const struct mk_table *t,
                     struct mk_cells *out);
bool nj_mk_mind_has_victim(const struct mk_mind *mind, uint16_t cell);

/* --- belief (MK-14.2) --- */

void nj_mk_believe_start(struct mk_mind *mind, const struct mk_table *t);
void nj_mk_believe_at(struct mk_mind *mind, uint16_t cell);
/* He has moved once more than was reckoned with. */
void nj_mk_believe_more(struct mk_mind *mind, const struct mk_table *t);
/* He has had his turn, and was not seen at its end. */
void nj_mk_believe_turn(struct mk_mind *mind, const struct mk_table *t);
/* What victims see, or walk on, he is not on. */
void nj_mk_believe_not(struct mk_mind *mind, const struct mk_table *t);

#endif
