/*
 * Rows of the outbox that are read again: after a death, a refusal that has
 * ended, or a turn that was undone.
 */
#ifndef NJ_REFEREE_SPEECH_STORED_H
#define NJ_REFEREE_SPEECH_STORED_H

#include <stdbool.h>

#include "base/status.h"

struct nj_chat;
struct nj_entry;
struct nj_message;
struct nj_out;
struct nj_out_row;
struct nj_referee;
struct nj_str;

/* Queues a row that is in the store already. */
void nj_stored_queue(struct nj_referee *r, const struct nj_out_row *row);
/* Before one that was read again leaves: the buttons under it and who is
 * notified, as its match stands now. They are made in a turn, and in no other
 * moment: they are stored. False: its match sleeps and is to be woken first. */
bool nj_stored_dress(struct nj_referee *r, struct nj_chat *c, struct nj_out *o);
/* Appends a message's choices as a row keeps them. */
void nj_stored_pack_choices(const struct nj_message *m, struct nj_str *out);
/* Has a card of that table been out, so far as its rows say? */
bool nj_stored_card_out(struct nj_referee *r, const struct nj_entry *e);

#endif
