/*
 * One thing to be said, in one or several calls: parts of a long text, the
 * upload of its picture, the picture; and each again where that is right.
 *
 * What is said in private comes from a chat that is proven to be private and
 * goes to that path alone; there is no way from it to a group.
 *
 * A call whose fate is not known is made again, once and after a while, if
 * the platform tells a repeat (nj_qb_ticket.safe); nothing else ever is.
 */
#ifndef NJ_GATEWAY_QQBOT_JOB_H
#define NJ_GATEWAY_QQBOT_JOB_H

#include "gateway/qqbot/out.h"

#define NJ_QB_MENTIONS_MAX 16
#define NJ_QB_PATH_MAX     128
#define NJ_QB_NAMES_MAX    512

/* --- names.c: how people are called --- */

/* Names seen lately; a newer one takes an older one's place. */
struct nj_qb_names {
    struct {
        char id[NJ_QB_ID_MAX];
        char name[NJ_NAME_MAX];
    } rows[NJ_QB_NAMES_MAX];
};

void nj_qb_names_put(struct nj_qb_names *names, const char *id,
                     const char *name);
/* The name; "": it is not known. Lent. */
const char *nj_qb_names_get(const struct nj_qb_names *names, const char *id);

/* --- job.c --- */

struct nj_qb_job {
    struct nj_qb_job *next; /* whose it is */
    uint64_t call;
    bool group;
    char chat[NJ_ADDRESS_MAX];
    char *key;   /* what it begins with, for the log; "" in private ... */
    char *fetch; /* ... and there the label of that button; NULL: none */
    char *text;
    size_t n;
    unsigned char *photo; /* a PNG; NULL: none */
    size_t photo_n;

    struct {
        char *label, *token; /* owned */
    } buttons[NJ_BUTTONS_MAX];

    uint32_t n_buttons, columns;
    char mentions[NJ_QB_MENTIONS_MAX][NJ_QB_ID_MAX];
    size_t places[NJ_QB_MENTIONS_MAX]; /* bytes of the text in front of it */
    uint32_t n_mentions;

    /* How far it is. */
    size_t at;        /* bytes of the text that are out */
    size_t part;      /* bytes of the call under way; 0: of the picture */
    size_t part_max;  /* halved where the platform finds it too long */
    bool flying;      /* a call of it is under way */
    bool any;         /* something of it is out */
    bool plain;       /* without Markdown: it was not taken (QB-8) */
    bool bare;        /* without dots: one was taken for a link */
    bool spare;       /* says again what was refused */
    bool repeats;     /* the call is that of `ticket` again */
    bool unsure;      /* that call may have arrived already */
    bool pictured;    /* the picture is out, or given up */
    bool renewed;     /* a token was too old, once */
    uint32_t token;   /* which one the call under way goes with */
    uint32_t refused; /* credits that were worth nothing */
    bool routed;      /* what carries the next call is chosen ... */
    uint64_t keep;    /* ... and on disk with that NJ_EVENT_KEEP ... */
    int64_t keep_ms;  /* ... for which it waits so long */
    int64_t not_before_ms;
    struct nj_qb_ticket ticket;
    char media[NJ_QB_MEDIA_MAX]; /* "": not uploaded yet */
};

/* Copy what is to be said. NULL: an address without an id, or nothing but
 * white space. */
struct nj_qb_job *nj_qb_job_group(uint64_t call, struct nj_group to,
                                  const struct nj_say *say);
struct nj_qb_job *nj_qb_job_private(uint64_t call, const struct nj_private *to,
                                    const struct nj_say *say);
void nj_qb_job_destroy(struct nj_qb_job *j); /* NULL is fine */

/* One call: a POST. */
struct nj_qb_call {
    char path[NJ_QB_PATH_MAX];
    struct nj_str body; /* with room for a picture; emptied by the caller */
};

/* What comes next. */
struct nj_qb_step {
    bool again; /* another call, not before `at_ms`; else it is done */
    int64_t at_ms;
    enum nj_fate fate;
    int64_t ms; /* of LATER */
};

/*
 * Chooses what carries the next call, from what the ledger gives: true. False:
 * none can be made now, and `out` says what that means: it waits in the middle
 * of a message, is to be handed over later, or is refused since nothing may be
 * said there until they speak or allow it.
 */
bool nj_qb_job_route(struct nj_qb_job *j, struct nj_qb_ledger *l,
                     struct nj_qb_now now, struct nj_qb_step *out);
/* The call itself; it has been routed. */
void nj_qb_job_call(struct nj_qb_job *j, const struct nj_qb_names *names,
                    struct nj_qb_call *call);
/* What the platform said to it; the ledger hears of it, too. `retry_ms`: 0 if
 * it did not say. */
void nj_qb_job_answered(struct nj_qb_job *j, const struct nj_qb_answer *a,
                        struct nj_qb_ledger *l, int64_t retry_ms,
                        struct nj_qb_now now, struct nj_qb_step *out);

#endif
