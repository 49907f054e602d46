/*
 * What people of a match have been told or have agreed to that no input says:
 * it outlives the process in a setting of the match, which is read when it is
 * first asked for.
 */
#ifndef NJ_REFEREE_PLAY_RECALL_H
#define NJ_REFEREE_PLAY_RECALL_H

struct nj_entry;
struct nj_referee;

/* Before `agreed`, `agreed_to_pause`, `agreed_until_ms` or `changed` of the
 * entry is looked at. */
void nj_recall_read(struct nj_referee *r, struct nj_entry *e);
/* It is called behind each change of them, in the same turn. */
void nj_recall_keep(struct nj_referee *r, const struct nj_entry *e);

#endif
