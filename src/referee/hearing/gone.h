/*
 * Groups that the bot is not in any more.
 */
#ifndef NJ_REFEREE_HEARING_GONE_H
#define NJ_REFEREE_HEARING_GONE_H

struct nj_event;
struct nj_referee;

/* Somebody has left a group, or the bot itself has. */
void nj_gone_note(struct nj_referee *r, const struct nj_event *ev);
/* The bot is in that group, whatever was said before. */
void nj_gone_back(struct nj_referee *r, const char *address);
/* Books were made anew: which groups is the bot not in? */
void nj_gone_recover(struct nj_referee *r);

#endif
