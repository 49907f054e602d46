/*
 * Private to gateway/qqbot: one gateway with its connections.
 *
 * qqbot.c is what the referee's thread calls; client.c, with ask.c, hear.c and
 * calls.c, is the service thread and the only one that has transfers. The
 * WebSocket has a thread of its own (gateway/web/dial.h) and wakes this one.
 */
#ifndef NJ_GATEWAY_QQBOT_CLIENT_PRIV_H
#define NJ_GATEWAY_QQBOT_CLIENT_PRIV_H

#include "gateway/qqbot/job.h"
#include "gateway/qqbot/line.h"
#include "gateway/qqbot/pace.h"
#include "gateway/qqbot/qqbot.h"
#include "gateway/web/dial.h"
#include "gateway/web/service.h"

#define NJ_QB_SENDERS  16  /* messages under way at once */
#define NJ_QB_TOUCHES  4   /* presses that are acknowledged at once */
#define NJ_QB_LATE_MAX 256 /* chats that were put off */
#define NJ_QB_PATH_BYTES \
 800 /* of a path: each byte of an id may become three */
#define NJ_QB_HEARD_MAX   256    /* messages that may be withdrawn ... */
#define NJ_QB_WITHDRAW_MS 110000 /* ... for so long: the platform takes 2 min */

struct nj_qb_jobs {
    struct nj_qb_job *first, **end;
};

/* A press that has to be acknowledged, or a message to be withdrawn: a call of
 * which nobody waits for what comes. */
struct nj_qb_touch {
    struct nj_qb_touch *next;
    bool press;
    char path[NJ_QB_PATH_BYTES];
};

/* A message that was heard in a group. */
struct nj_qb_heard {
    char chat[NJ_ADDRESS_MAX];
    char id[NJ_MSG_ID_MAX];  /* as the referee knows it */
    char ref[NJ_QB_REF_MAX]; /* as the platform does */
    int64_t until_ms;
};

struct nj_qb_wish {
    struct nj_qb_wish *next;
    char chat[NJ_ADDRESS_MAX], id[NJ_MSG_ID_MAX];
};

struct nj_qb_transfer {
    struct nj_transfer wire;   /* first */
    struct nj_qb_job *job;     /* of a sender */
    struct nj_qb_touch *touch; /* of one that touches; owned */
};

/* A member of a group who is called otherwise in private. */
struct nj_qb_alias {
    char group[NJ_QB_ID_MAX]; /* where it was found out */
    char member[NJ_QB_ID_MAX], user[NJ_QB_ID_MAX];
};

/* A chat in which something waits for room. */
struct nj_qb_late {
    bool refused; /* else it was put off */
    char chat[NJ_ADDRESS_MAX];
};

struct nj_qqbot {
    struct nj_gateway base;
    struct nj_service service;

    /* Constant from creation to the end. */
    char *app, *api, *tokens; /* the addresses without '/' at their ends */
    char *secret;             /* guarded */
    int64_t answer_ms, upload_ms, grace_ms;
    bool few; /* the owner has not proved who he is */

    /* Under the service's lock. */
    struct nj_qb_jobs handed;  /* by the referee, not looked at yet */
    struct nj_qb_wish *wishes; /* for messages to be withdrawn */
    int64_t stored;
    uint64_t kept;              /* NJ_EVENT_KEEP that are on disk */
    int64_t passed_ms;          /* tests: not looked at yet */
    struct nj_qb_budget budget; /* as it was lately */
    char (
        *shut)[NJ_ADDRESS_MAX]; /* chats that take answers alone, or nothing */
    uint32_t n_shut;
    struct nj_qb_alias *aliases;
    uint32_t n_aliases;

    /* The service thread's own. */
    int64_t wall_ms; /* what makes our steady clock the wall's at the start */
    struct nj_dial *dial;
    struct nj_qb_line line;
    enum nj_qb_trouble told; /* to the owners */
    bool up;                 /* as the referee was told */
    int64_t down_ms;         /* when it is told otherwise */
    int64_t base_offset;     /* offset of the session's event 0 ... */
    int64_t last_offset;     /* ... and of the last that was handed on */
    int64_t swept_ms;
    uint64_t odd; /* frames that made no sense, in all */
    char bot[NJ_QB_ID_MAX], member[NJ_QB_ID_MAX];
    struct nj_qb_ledger *ledger;
    struct nj_qb_names names;
    struct nj_qb_jobs jobs;
    struct nj_qb_pace pace; /* of calls that are pushes to people */
    uint64_t keeps;         /* NJ_EVENT_KEEP so far ... */
    uint64_t on_disk;       /* ... and those that need not be waited for */
    int64_t plain_ms;       /* of the ledger's clock: no keyboards until then */
    int64_t blind_ms;       /* no pictures until then; 0: they are taken */
    struct nj_qb_touch *touching, **touching_end;
    struct nj_qb_heard heard[NJ_QB_HEARD_MAX];
    uint32_t n_heard; /* in all */
    struct nj_qb_late late[NJ_QB_LATE_MAX];
    uint32_t n_late;
    struct nj_qb_transfer asking; /* for a token or the door */
    struct nj_qb_transfer senders[NJ_QB_SENDERS];
    struct nj_qb_transfer touches[NJ_QB_TOUCHES];
};

/* --- qqbot.c --- */

/* By which the ledger counts; lines and deadlines go by nj_monotonic_ms(). */
struct nj_qb_now nj_qb_clock(const struct nj_qqbot *q);
uint32_t nj_qb_chance(void);
void nj_qb_jobs_add(struct nj_qb_jobs *all, struct nj_qb_job *j);
struct nj_qb_job *nj_qb_jobs_take(struct nj_qb_jobs *all);
void nj_qb_jobs_remove(struct nj_qb_jobs *all, struct nj_qb_job *j);
/* Takes the job over, tells its fate and frees it. From any thread. */
void nj_qb_settle(struct nj_qqbot *q, struct nj_qb_job *j,
                  const struct nj_qb_step *step, const char *id);

/* --- client.c --- */

/* The body of the service thread. */
void *nj_qb_serve(void *qqbot);
NJ_MUST_USE enum nj_status nj_qb_wire_open(struct nj_qqbot *q,
                                           struct nj_err *err);
void nj_qb_wire_close(struct nj_qqbot *q);
/* A call to `url` with the present token; the body is taken over. */
void nj_qb_wire_begin(struct nj_qqbot *q, struct nj_qb_transfer *t,
                      const char *method, const char *path, struct nj_str *body,
                      int64_t timeout_ms);
void nj_qb_tell(struct nj_qqbot *q, enum nj_event_kind kind, const char *text);
/* There is a token that is good, and the line is up. */
bool nj_qb_may_call(const struct nj_qqbot *q, int64_t now_ms);

/* --- ask.c: the line's wishes --- */

/* The call for a token begins. */
void nj_qb_ask_token(struct nj_qqbot *q, int64_t timeout_ms);
/* Does what the line wants now; when it wants something next. */
int64_t nj_qb_ask_step(struct nj_qqbot *q, int64_t now_ms);
void nj_qb_ask_done(struct nj_qqbot *q, const struct nj_http_answer *said);
/* What the WebSocket has to tell. */
void nj_qb_ask_news(struct nj_qqbot *q);
/* Up or down, as the referee is to see it; troubles for the owners. */
void nj_qb_ask_tell(struct nj_qqbot *q, int64_t now_ms);

/* --- probe.c --- */

void nj_qb_probe(struct nj_gateway *g, const struct nj_probe *p);

/* --- live.c --- */

/* Behind a probe that has found a token and the door: comes up, and tells what
 * holds out there. */
void nj_qb_live(struct nj_qqbot *q, const struct nj_probe *p);

/* --- hear.c: frames --- */

void nj_qb_hear(struct nj_qqbot *q, const char *text, size_t n);
/* That is kept under that name; `number`: nj_event.call. From any thread. */
void nj_qb_keep(struct nj_qqbot *q, const char *name, const char *value,
                int64_t offset, uint64_t number);
/* What has changed in the ledger is kept. `offset`: of an event that nothing
 * else is handed on of; 0: none. */
void nj_qb_hear_keep(struct nj_qqbot *q, int64_t offset);
/* Notes whether that chat takes pushes. */
void nj_qb_note_shut(struct nj_qqbot *q, const char *chat, bool shut);
/* What an earlier life has kept. */
void nj_qb_hear_recall(struct nj_qqbot *q, const struct nj_qqbot_options *o);

/* --- alias.c; from any thread --- */

/* The member of that group is that user, from now on; ids. */
void nj_qb_alias_add(struct nj_qqbot *q, const char *group, const char *member,
                     const char *user);
/* Of an earlier life; false: it is something else that was kept. */
bool nj_qb_alias_recall(struct nj_qqbot *q, const char *name,
                        const char *value);
/* Who has done it, and whom it is about, are called as in private. */
void nj_qb_alias_event(struct nj_qqbot *q, struct nj_event *e);
/* Whom it mentions are called as in its group; NULL is fine. */
void nj_qb_alias_job(struct nj_qqbot *q, struct nj_qb_job *j);

/* --- calls.c --- */

/* What was handed over is waiting now, or goes back while we are down. */
void nj_qb_calls_take(struct nj_qqbot *q);
/* Sends what may go now; when something may next. */
int64_t nj_qb_calls_send(struct nj_qqbot *q, int64_t now_ms);
void nj_qb_calls_done(struct nj_qqbot *q, struct nj_qb_transfer *t,
                      const struct nj_http_answer *said);
/* What has not set out goes back: nobody knows for how long we are down. */
void nj_qb_calls_give_back(struct nj_qqbot *q);
/* The end: of what is still on its way nobody will hear. */
void nj_qb_calls_lose(struct nj_qqbot *q);
/* Something was put off there, or refused. */
void nj_qb_calls_late(struct nj_qqbot *q, const char *chat, bool refused);
/* Something may be said in that chat: who was put off there hears so. */
void nj_qb_calls_room(struct nj_qqbot *q, const char *chat);
/* A press has to be acknowledged. */
void nj_qb_calls_press(struct nj_qqbot *q, const char *id);

#endif
