/*
 * What the files of hearing/ share among themselves.
 */
#ifndef NJ_REFEREE_HEARING_HEARING_PRIV_H
#define NJ_REFEREE_HEARING_HEARING_PRIV_H

#include <stdbool.h>

#include "match/message.h"
#include "store/store.h"

struct nj_chat;
struct nj_entry;
struct nj_event;
struct nj_referee;
struct nj_request;
struct nj_words;

/*
 * --- doubt ---
 *
 * Words to a match of which nobody can be sure. In private, an order in the form
 * of a question, or many words that are no command while the match could take
 * them as text: they are asked about; "1" within five minutes and the same phase
 * makes them what they may have been. An order that its game refused since it
 * has several readings (nj_refused_unsure()): the number of one, where it was
 * typed, within a minute, the same phase, and until he orders something else.
 * In memory alone, like what waits to be confirmed.
 */

/* Asks about words that lead to nothing; false: there is no doubt of them. */
bool nj_doubt_ask(struct nj_request *a, const struct nj_words *w);
/* Is it the answer? Then `w` is what was meant, to be read as a command or, if
 * the request says that it is a text, to be given as it stands; it stays good
 * until he is asked the next. */
bool nj_doubt_answered(struct nj_request *a, struct nj_words *w);

/*
 * --- flood ---
 *
 * Questions without end: answers are merged and paced and none is dropped
 * (UX-6.2), so who has many of them waiting is not listened to for a while.
 * Moves, powers and all that matches say are not concerned.
 */

/* No more answers wait for one person in one chat. */
#define NJ_OWED_MAX 20

/* Do too many wait for him? Then his question is passed over, and the chat
 * hears once an hour why. A move never is; but what refuses it is kept in his
 * record and not told. */
bool nj_flood_stops(struct nj_request *a);
/* What was asked there just now has been answered; it may have to wait. */
void nj_flood_note(struct nj_request *a);

/* --- meant: Which table or match somebody means --- */

/* Does the match wait for this person now? May wake it. */
bool nj_meant_awaits(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_chat *who);
/* The entry that fits best to words of `who` in `c`, one whose game knows them
 * before all others (`w` NULL: whatever they are); NULL: none. *many is set if
 * two fit equally well. */
struct nj_entry *nj_meant_choose(struct nj_referee *r, const struct nj_chat *c,
                                 const struct nj_chat *who,
                                 const struct nj_words *w, bool *many);
/* The running match of that group in which he sits: only there bare words
 * count. NULL: none; `c` and `who` may be NULL. */
struct nj_entry *nj_meant_seated(const struct nj_chat *c,
                                 const struct nj_chat *who);
/* The entry meant by these words, of which the request has where and who; NULL:
 * none. *many is set if two fit equally well and the words went to a private
 * chat, where guessing would be wrong. */
struct nj_entry *nj_meant_entry(struct nj_request *a, const struct nj_words *w,
                                bool *many);

/*
 * --- press ---
 *
 * A press of a button: typed words, with all the checks that typing has. Where a
 * chat has no buttons, a number stands for one (nj_game.numbers).
 */

/* What somebody has chosen in private. */
struct nj_choice {
    struct nj_button_row row;
    bool order;      /* else a question, or nothing */
    uint32_t before; /* so much had its match taken by then */
};

/* Are the words a number of the list that the match of the request has in that
 * chat? Then `w` is what it stands for, lent from *c. */
bool nj_press_numbered(struct nj_request *a, struct nj_words *w,
                       struct nj_choice *c);
/* It has been heeded in that chat: if it was an order and was carried out, the
 * menu is over. */
void nj_press_chosen(struct nj_referee *r, const char *chat,
                     const struct nj_choice *c);

/* Does what the button stands for and answers the press, once. */
void nj_press_apply(struct nj_referee *r, const struct nj_event *ev);

#endif
