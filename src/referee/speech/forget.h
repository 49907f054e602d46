/*
 * Chats that are forgotten: what was to be said there, and then the chat.
 */
#ifndef NJ_REFEREE_SPEECH_FORGET_H
#define NJ_REFEREE_SPEECH_FORGET_H

struct nj_referee;

/* Forgets quiet chats, a share of them in each turn; after the commit. */
void nj_forget_quiet(struct nj_referee *r);
/* Nothing is to be said to anybody; before the books are freed. */
void nj_forget_all(struct nj_referee *r);

#endif
