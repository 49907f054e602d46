/*
 * Reminders of games that have none of their own (UX-6.4).
 */
#ifndef NJ_REFEREE_REMIND_H
#define NJ_REFEREE_REMIND_H

struct nj_entry;
struct nj_referee;

/* When those who are awaited are reminded next; the match is awake. */
void nj_remind_plan(struct nj_referee *r, struct nj_entry *e);
void nj_remind_fire(struct nj_referee *r, struct nj_entry *e);

#endif
