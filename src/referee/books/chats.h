/*
 * All chats in memory, by address; the books own them, and forget who has been
 * quiet for an hour. The store has what lasts of him.
 *
 * Within a turn a chat stays where it is. Longer than that only an entry keeps
 * a pointer to one (homes), and it stands among that chat's entries; all others
 * keep addresses. So a chat without entries and without anything to say may go
 * at the end of a turn.
 */
#ifndef NJ_REFEREE_BOOKS_CHATS_H
#define NJ_REFEREE_BOOKS_CHATS_H

#include <stdbool.h>
#include <stdint.h>

struct nj_chat;
struct nj_referee;

/* Returns NULL if he is not in memory. Counts as hearing of him. */
struct nj_chat *nj_chats_find(struct nj_referee *r, const char *address);
/* Makes a new one, which nj_chats_find() did not find. */
struct nj_chat *nj_chats_add(struct nj_referee *r, const char *address);
/* Has nothing of his been asked for within an hour, and sits he nowhere? */
bool nj_chats_unused(const struct nj_referee *r, const struct nj_chat *c);
/* The chat of that slot is forgotten; another may take its slot. */
void nj_chats_drop(struct nj_referee *r, uint32_t hole);
/* Gives the room back that so few chats do not need. */
void nj_chats_shrink(struct nj_referee *r);
void nj_chats_free(struct nj_referee *r);

#endif
