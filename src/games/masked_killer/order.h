/*
 * What the orders of 面具杀人魔 have in common: what their words mean, ways as
 * people write them, what forbids them and how a no is said (MK-10.4, 11;
 * order.c, path.c).
 */
#ifndef NJ_GAMES_MASKED_KILLER_ORDER_H
#define NJ_GAMES_MASKED_KILLER_ORDER_H

#include "games/masked_killer/state.h"
#include "match/emit.h"
#include "match/reader.h"

/* --- words --- */

/* The words of an order, to be read one by one. */
struct nj_reader nj_mk_reader(const struct nj_input *in);
/* Reads a word of a list; its place there, or 0xff: it is none of them. */
uint8_t nj_mk_read(struct nj_reader *r, const char *const *list);
/* Reads whom a word means (MK-19.9): a victim's seat by its number, its name or
 * a beginning of it, or its owner. */
bool nj_mk_read_seat(const struct nj_match *m, struct nj_reader *r,
                     uint8_t *seat);
/* Is the word a quadrant? Then *quad is it. */
bool nj_mk_quad_called(const struct nj_word *word, uint8_t *quad);
/* Reads a card as a victim calls it: its id, its number in the hand, or the
 * beginning of just one; MK_NO_CARD: it is none. */
uint8_t nj_mk_read_card(const struct nj_match *m, nj_seat seat,
                        struct nj_reader *r);
/* Are they all in the seat's hand, as often as they are named? */
bool nj_mk_holds(const struct nj_match *m, nj_seat seat, const uint8_t *cards,
                 uint8_t n);
/* The words of some cards; "-": none. */
const char *nj_mk_list(const uint8_t *cards, uint8_t n,
                       char text[NJ_CARDS_TEXT_MAX]);
#define MK_LIST(cards, n) nj_mk_list((cards), (n), (char[NJ_CARDS_TEXT_MAX]){0})
/* ... of a plan; of what one of the two of an offer gives, or shows. */
#define MK_PLANNED(plan, i) MK_LIST((plan)->cards[i], (plan)->n_cards[i])
#define MK_GIVES(o, i)      MK_LIST((o)->gives[i], (o)->n_gives[i])
#define MK_SHOWS(o, i)      MK_LIST((o)->shows[i], (o)->n_shows[i])
/* The words of a pile's cards, from its top. */
const char *nj_mk_words(const struct nj_match *m, uint8_t pile,
                        char text[NJ_CARDS_TEXT_MAX]);
#define MK_WORDS(m, pile) nj_mk_words((m), (pile), (char[NJ_CARDS_TEXT_MAX]){0})

/* Kinds of orders (struct nj_order.when). */
enum {
    MK_OF_VICTIM = 0x02, /* of the active victim */
    MK_OF_KILLER = 0x04, /* of the killer, in his turn */
    MK_IS_ACTION = 0x08, /* needs one that is left, and no forced rest */
    MK_ANYTIME = 0x20,   /* of any seat while the match is on */
    MK_PRIVATE = 0x40,   /* in private alone (MK-11.5) */
    MK_PUBLIC = 0x80     /* in the group alone (MK-19.8) */
};

/* What an order means, and what refuses it needs to say. */
struct mk_plan {
    uint16_t path[MK_PATH_MAX + 1]; /* cells walked into */
    uint8_t n;                      /* of them */
    uint8_t dir;                    /* faces there at the end; MK_DIRS: as is */
    uint8_t plus, bang, back;       /* "+", "!", about turn */
    uint8_t exert;                  /* a token is paid */
    uint8_t step, edge; /* of a refusal: which step, what is there (and `at`) */
    uint8_t have, need; /* ... numbers */
    uint16_t at;        /* ... a cell */
    uint8_t seat;       /* of a target */
    uint8_t card, card2; /* enum mk_card; MK_NO_CARD */
    uint8_t quad, car, spot;
    uint8_t cards[3][MK_HAND_MAX]; /* top, bottom; give, take, show */
    uint8_t n_cards[3];
    uint8_t bits; /* dice */
};

extern const struct nj_order nj_mk_letter;
int nj_mk_check(struct nj_match *m, const struct nj_attempt *a);
/* What forbids any order of that kind to that seat now, behind its words
 * (MK-10.4): not_your_turn, no_actions, must_rest; or NULL. */
const char *nj_mk_fault(const struct nj_match *m, struct nj_attempt *a);
/* The same; `action`: whether it is one depends on its words. */
const char *nj_mk_fault_of(const struct nj_match *m, struct nj_attempt *a,
                           bool action);
int nj_mk_refuse_order(struct nj_match *m, const struct nj_attempt *a,
                       const char *code);
void nj_mk_end_order(struct nj_match *m, const struct nj_attempt *a);
/* A plain refusal, to the seat alone (MK-10.4). */
int nj_mk_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause);

/* --- path --- */

/*
 * Reads a path ("WWN", "3n2w", "." or ""), or a target ("to C18"), with what
 * may stand behind it: "+", "!", "/E". In the plan: plus, bang, dir, and either
 * the directions of the steps in `dirs`, or the target in plan->at
 * (MK_NOWHERE: none). Both, if the words mean either ("e4", MK-19.20): then
 * plan->have has the steps (else 0) and plan->edge their direction, for
 * "mk.ask". False: the words mean none.
 */
bool nj_mk_read_path(const char *text, struct mk_plan *plan,
                     uint8_t dirs[MK_PATH_MAX], uint8_t *n);
/* Reads "S", "S +E", "+S S", with "!" and "/N" behind it: up to two steps, of
 * which the number *window, from 0, is over a window (MK-3.7). */
bool nj_mk_read_cross(const char *text, struct mk_plan *plan, uint8_t dirs[2],
                      uint8_t *n, uint8_t *window);
/* "D19,C19"; "-": no cells. */
#define MK_PATH_TEXT  ((size_t)4 * (MK_ROUNDS_MAX + 2))
#define MK_SPOTS_TEXT MK_PATH_TEXT
const char *nj_mk_path(const uint16_t *cells, uint8_t n,
                       char text[MK_PATH_TEXT]);
#define MK_PATH(cells, n) nj_mk_path((cells), (n), (char[MK_PATH_TEXT]){0})
/* The steps of a path from there: "W,W,N"; "-": none. */
#define MK_STEPS_TEXT (2 * MK_PATH_MAX + 1)
const char *nj_mk_steps(uint16_t from, const uint16_t *cells, uint8_t n,
                        char text[MK_STEPS_TEXT]);
#define MK_STEPS(from, cells, n) \
 nj_mk_steps((from), (cells), (n), (char[MK_STEPS_TEXT]){0})
/* MK-11.3, victims: the shortest path that avoids the visible killer. Steps in
 * plan->path; false: none, or too long for a plan. */
bool nj_mk_way(const struct nj_match *m, uint16_t from, uint16_t to,
               struct mk_plan *plan);
/* Steps of it, and 0 if there is none. */
uint16_t nj_mk_way_length(const struct nj_match *m, uint16_t from, uint16_t to);

#endif
