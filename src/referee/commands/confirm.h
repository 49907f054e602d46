/*
 * Powers that change or look wait until they are confirmed (UX-2.3). What
 * waits is in memory alone.
 */
#ifndef NJ_REFEREE_COMMANDS_CONFIRM_H
#define NJ_REFEREE_COMMANDS_CONFIRM_H

#include <stdbool.h>

struct nj_chat;
struct nj_event;
struct nj_input;
struct nj_referee;
struct nj_request;

/* Shows `in` to who asked, alone, and what it would change. `admin`: he acts
 * as an administrator of the group he asked in; `to`: of `sub`, the address of
 * the person it is to be, NULL for none. */
void nj_confirm_ask(struct nj_request *a, const struct nj_input *in, bool admin,
                    const char *to);
/* The digits have been typed. */
void nj_confirm_digits(struct nj_request *a, const char *digits);
/* Does anything of his wait? */
bool nj_confirm_waits(const struct nj_referee *r, const struct nj_chat *who);
/* Takes the answer about an administrator. False: nothing asked here. */
bool nj_confirm_member(struct nj_referee *r, const struct nj_event *ev);
/* A group has a new address: its admins are asked about there. */
void nj_confirm_moved(struct nj_referee *r, const struct nj_chat *from,
                      const struct nj_chat *to);
/* The turn is on disk: what was confirmed is over. */
void nj_confirm_commit(struct nj_referee *r);
/* The turn never happened: what waited before it waits. */
void nj_confirm_undo(struct nj_referee *r);
void nj_confirm_free(struct nj_referee *r);

#endif
