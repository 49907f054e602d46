/*
 * Who is an admin of a group, where messages do not tell: the platform is
 * asked, and the words are taken once more with its answer. A restart forgets
 * the question.
 */
#ifndef NJ_REFEREE_COMMANDS_STANDING_H
#define NJ_REFEREE_COMMANDS_STANDING_H

#include <stdbool.h>
#include <stdint.h>

struct nj_chat;
struct nj_event;
struct nj_referee;
struct nj_request;

#define NJ_STANDINGS_MAX 32 /* asked at once, one a person and chat */

/* A platform is asked whether who said these words is an admin. */
struct nj_standing {
    uint64_t call;    /* 0: none */
    int64_t since_ms; /* when they came */
    bool fresh;       /* the question goes out with this turn */
    struct nj_event *said;
};

/* Is he an admin of the group, or alone with us? False: he was refused with
 * that key, or the platform is asked first and his words come again. */
bool nj_standing_admin(struct nj_request *a, const char *refusal);
/* Is he its opener or its host? */
bool nj_standing_leads(struct nj_request *a);
/* May this person change the table: opener, host, seated or an admin of the
 * group where it was opened. False: he was refused with that key, or the platform is
 * asked first. */
bool nj_standing_may(struct nj_request *a, const char *refusal);
/* The platform's answer: his words, to be taken once more by the caller, who
 * owns them; NULL: it was about something else. */
struct nj_event *nj_standing_member(struct nj_referee *r,
                                    const struct nj_event *ev);
/* The turn is on disk, or was undone and its questions with it. */
void nj_standing_kept(struct nj_referee *r);
void nj_standing_undo(struct nj_referee *r);
/* A group has a new address: its admins are asked about there. */
void nj_standing_moved(struct nj_referee *r, const struct nj_chat *from,
                       const struct nj_chat *to);
void nj_standing_free(struct nj_referee *r);

#endif
