/*
 * What a person is told later than it was said, because he could not be
 * reached, or we could not speak. A secret comes however late it is, under a
 * line that says from when it is, so that nobody takes it for news. A reminder
 * that has become untrue meanwhile does not come (UX-6.2).
 */
#ifndef NJ_REFEREE_SPEECH_LATE_H
#define NJ_REFEREE_SPEECH_LATE_H

#include <stdbool.h>
#include <stdint.h>

struct nj_chat;
struct nj_message;
struct nj_out;
struct nj_referee;
struct nj_str;

#define NJ_LATE_BYTES 96 /* at most, of the line above what is late */

/* Is it told a minute or more after it was said? */
bool nj_late_is(const struct nj_referee *r, const struct nj_out *o);

/* In front of a message in a text to a person: from when it is, if it is late
 * and the one before was not of the same minute; that this one is new, if the
 * one before was late. `from_min` is of the text, 0 at its beginning. */
void nj_late_head(struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_out *o, int64_t *from_min,
                  struct nj_str *text);

/* Notes until when that reminder is true; its row is from `o->at_ms`. */
void nj_late_note(struct nj_out *o, const struct nj_message *m);
/* Does a reminder say what is not so any more? Its match is awake, else it is
 * over, or the turn has failed. */
bool nj_late_untrue(struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_out *o);

#endif
