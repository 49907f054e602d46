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

struct nj_chat;
struct nj_referee;

/* Returns NULL if he is not in memory. Counts as hearing of him. */
struct nj_chat *nj_chats_find(struct nj_referee *r, const char *address);
/* Makes a new one, which nj_chats_find() did not find. */
struct nj_chat *nj_chats_add(struct nj_referee *r, const char *address);
/* Forgets quiet chats, a share of them in each turn; after the commit. */
void nj_chats_sweep(struct nj_referee *r);
void nj_chats_free(struct nj_referee *r);

#endif
