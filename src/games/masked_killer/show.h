/*
 * What is shown and told of a match of 面具杀人魔 besides what happens: sheets,
 * answers, boards, pictures, and the words of scenarios (MK-9.2, 9.3, 16, 19.10 to
 * 19.17).
 */
#ifndef NJ_GAMES_MASKED_KILLER_SHOW_H
#define NJ_GAMES_MASKED_KILLER_SHOW_H

#include "games/masked_killer/order.h"
#include "match/offer.h"

/* --- sheet, query --- */

/* MK-9.3, 19.15: the killer's menu, by his turn and behind each of his acts. */
void nj_mk_menu(struct nj_match *m);
/* ... what he did, where he is, who sees him, what is left. */
void nj_mk_did(struct nj_match *m);
/* ... what has been played for him by the clock (MK-19.3). */
void nj_mk_played(struct nj_match *m);

/* An example of each movement that he could order now, and whom he could
 * strike; MK_NOWHERE and NULL: none. */
struct mk_examples {
    uint16_t stalk, hunt; /* cells where it ends */
    const char *over;     /* the side of a window or fence */
    const char *prey;     /* "annie" */
};

#define NJ_GIVEN(text) ((text)[0] == '\0' ? NULL : (text))
struct mk_examples nj_mk_examples(const struct nj_match *m);
/* MK-19.13: what the seat is told when it comes into play: the killer before he
 * chooses where to begin, victims as the first turn begins. */
void nj_mk_sheet(struct nj_match *m, nj_seat seat);
void nj_mk_first(struct nj_match *m);
/* The killer's log by rows, those on one square together: "0:D22 1-2:D19". */
#define MK_LOG_TEXT ((size_t)12 * (MK_ROUNDS_MAX + 1))
const char *nj_mk_log(const struct mk_state *s, char text[MK_LOG_TEXT]);
#define MK_LOG(s) nj_mk_log((s), (char[MK_LOG_TEXT]){0})
/* The hand of a seat; the killer's log. */
void nj_mk_hand_to(const struct nj_asker *to, nj_seat seat);
void nj_mk_log_to(const struct nj_asker *to);
/* An example of a walk, a short one: its steps, and where it ends. False: it can
 * go nowhere. */
bool nj_mk_walk(const struct nj_match *m, nj_seat seat,
                char steps[MK_STEPS_TEXT], uint16_t *cell);
nj_query_fn nj_mk_query_board, nj_mk_query_hand, nj_mk_query_log;
nj_query_fn nj_mk_query_sight, nj_mk_query_way, nj_mk_query_tokens;
nj_query_fn nj_mk_query_cards, nj_mk_query_left, nj_mk_query_trace;
nj_query_fn nj_mk_query_area, nj_mk_query_plan, nj_mk_query_help;

/* --- menu (MK-11.6) --- */

nj_query_fn nj_mk_query_menu;
/* What his turn offers; cards of a hand to be put back; who may come after: words
 * of offers (match/offer.h). */
void nj_mk_list_hunt(const struct nj_match *m, nj_seat seat,
                     char out[NJ_OFFER_LIST]);
void nj_mk_list_cards(const struct nj_match *m, nj_seat seat,
                      char out[NJ_OFFER_LIST]);
void nj_mk_list_pool(const struct nj_match *m, nj_seat seat,
                     char out[NJ_OFFER_LIST]);

/* Those of n search squares whose token is so (mk_state), as a path. */
const char *nj_mk_spots(const struct nj_match *m, uint8_t from, uint8_t n,
                        uint8_t token, char text[MK_SPOTS_TEXT]);
#define MK_BOARD_TEXT 4096 /* a board in the notation of pictures (MK-16.4) */
/* "staggered" or "prepared"; before he is on the board, the phase. */
const char *nj_mk_side(const struct mk_state *s);
/* What all see, and where he may be. */
void nj_mk_board_of_area(const struct nj_match *m, const struct mk_cells *area,
                         char out[MK_BOARD_TEXT]);
/* ... and the killer wherever he is, with the last rows of his log: for the
 * host alone. */
void nj_mk_board_of_all(const struct nj_match *m, uint8_t rows,
                        char out[MK_BOARD_TEXT]);
/* The same with all his log, for a replay; nothing before the first round. */
void nj_mk_whole(const struct nj_match *m, struct nj_query *q);
/* ... for himself, with what he can reach by his next action (MK-16.2). */
#define MK_LOG_SHOWN 5
void nj_mk_board_of_killer(const struct nj_match *m, char out[MK_BOARD_TEXT]);
/* Shows it to all, if it is another one than they have seen (MK-9.2). */
void nj_mk_show(struct nj_match *m);
/* ... once more, since what it has seen was taken back (MK-15.1), and how many
 * actions a victim has again, until when (MK-19.12). */
void nj_mk_undone(struct nj_match *m);

/* --- buttons, picture, given --- */

/* What may be pressed under a question (MK-11.6). */
extern const struct nj_offer nj_mk_offers[];

void nj_mk_picture(const struct nj_message *msg, struct nj_canvas *c);
void nj_mk_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c);
enum nj_status nj_mk_given(struct nj_match *m, const char *clause,
                           struct nj_err *err);
void nj_mk_given_done(struct nj_match *m, int64_t at_ms);
void nj_mk_state_words(const struct nj_match *m, struct nj_str *out);

#endif
