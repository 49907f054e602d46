/*
 * What a group must hear, it hears (design 5, gateways.md 3).
 *
 * Nobody may know what became of a text to a group: no answer, a 502, a
 * "timeout". Most often it stands there, and a group that reads everything
 * twice reads nothing; but who waits for a prompt that never came waits for
 * ever. So each line of such a text has a lot of its own:
 *
 *   - If one of them prompts or announces a phase, the whole text is said once
 *     more, each line marked: what it told of the turn is needed to act.
 *   - What the group was asked that has been overtaken since (a later turn, an
 *     end) is left out; what it was told goes in front of the text that is
 *     next.
 *   - Narration alone is no reason to speak. The next text carries it, marked.
 *   - Answers to questions and refusals are over with their moment.
 *   - What was unknown twice stands. Nothing is said a third time.
 *
 * What decides is public: keys of messages (match/game.h), and what else waits
 * to be said in that group. So a repeat tells nothing.
 *
 * And some of what it hears is no reason to speak at all: a ballot that somebody
 * has just cast there waits for the next text (NC-17.15).
 */
#ifndef NJ_REFEREE_SPEECH_HEARD_H
#define NJ_REFEREE_SPEECH_HEARD_H

#include <stdbool.h>

#include "gateway/gateway.h"
#include "match/game.h"

struct nj_chat;
struct nj_out;
struct nj_referee;

/* Is all that waits to be said there such as goes along with other texts? */
bool nj_heard_waits(const struct nj_chat *c);

/* Says what becomes of a line whose text did not certainly arrive. */
enum nj_lot {
    NJ_LOT_STANDS,
    NJ_LOT_AGAIN,
    NJ_LOT_CARRIED /* by the next text, whenever that is */
};

/* Returns how that message has to be heard; `g` is NULL without a match. */
enum nj_hear nj_heard_how(const struct nj_game *g, const char *key);
/* Does a text of these lines prompt, or announce a phase? */
bool nj_heard_must(const struct nj_out *list);
/* Returns the lot of a line of a text of that fate; `must`: of its text. */
enum nj_lot nj_heard_lot(const struct nj_chat *c, const struct nj_out *o,
                         enum nj_fate fate, bool must);
/* Keeps a line for the next text; takes it over. */
void nj_heard_miss(struct nj_chat *c, struct nj_out *o);
/* The next text is here: what was kept goes in front of it. */
void nj_heard_carry(struct nj_referee *r, struct nj_chat *c);
/* A text is not said again into the very trouble that it was lost in. */
void nj_heard_wait(struct nj_referee *r, struct nj_chat *c);
/* Before a text is chosen: what waits to be said again and has been overtaken
 * stands as unknown; a reminder that has become untrue is not said: its match
 * is awake. */
void nj_heard_leave_out(struct nj_referee *r, struct nj_chat *c);

#endif
