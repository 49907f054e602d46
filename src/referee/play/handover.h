/*
 * Seats that change hands in the course of a match. To the log the change is an
 * input; whose name and chat belong to a seat is in rows of the shell's own.
 */
#ifndef NJ_REFEREE_PLAY_HANDOVER_H
#define NJ_REFEREE_PLAY_HANDOVER_H

#include <stdbool.h>

struct nj_chat;
struct nj_entry;
struct nj_referee;
struct nj_request;
struct nj_sitter;

/* The seat may be taken over by `wanted`, an address ("*": anybody who may at
 * all; NULL: nobody any more); `why`: the host's reason, NULL without a host. */
void nj_handover_offer(struct nj_referee *r, struct nj_entry *e,
                       struct nj_sitter *s, const char *wanted,
                       const char *why);
/* A computer player has taken the seat: its person is out of the match. */
void nj_handover_computer(struct nj_referee *r, struct nj_entry *e,
                          struct nj_sitter *s);
/* The person has the seat from now on, and gets its record: an input of the
 * match, which its game may refuse. False: it has, or the turn has failed. */
bool nj_handover_person(struct nj_request *a, struct nj_sitter *s);
/* Has that person ever held a seat of the match? */
bool nj_handover_held(struct nj_referee *r, struct nj_entry *e,
                      const char *user);

#endif
