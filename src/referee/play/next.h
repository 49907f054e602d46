/*
 * Who is next.
 */
#ifndef NJ_REFEREE_PLAY_NEXT_H
#define NJ_REFEREE_PLAY_NEXT_H

struct nj_entry;
struct nj_referee;

/* A turn has begun: tells who is next, if he wants to know and there are hours. */
void nj_next_tell(struct nj_referee *r, struct nj_entry *e);

#endif
