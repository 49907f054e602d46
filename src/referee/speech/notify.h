/*
 * Who wants to hear in private that a table opens in a group (UX-2.2: #提醒).
 */
#ifndef NJ_REFEREE_SPEECH_NOTIFY_H
#define NJ_REFEREE_SPEECH_NOTIFY_H

#define NJ_NOTIFY_NEXT \
 "!next" /* no game: of all of his, in a row of his own chat */

struct nj_entry;
struct nj_referee;
struct nj_request;

/* The request has opened its table: tells those who asked for it, all but who
 * did so; nobody in his quiet hours. */
void nj_notify_opened(struct nj_request *a);

/* Who is not in a group any more hears nothing of its tables. */
void nj_notify_left(struct nj_referee *r, const char *group, const char *user);

#endif
