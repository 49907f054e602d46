/*
 * Private to gateway/telegram: everything about the Bot API that needs no
 * socket.
 *
 * Text goes in, values come out, so that all of it is tested and fuzzed with
 * files. What travels is in wire.c, when it travels in calls.c and asking.c, on
 * the thread of client.c.
 */
#ifndef NJ_GATEWAY_TELEGRAM_TELEGRAM_PRIV_H
#define NJ_GATEWAY_TELEGRAM_TELEGRAM_PRIV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/limits.h"
#include "base/loose.h"
#include "base/status.h"
#include "base/str.h"
#include "gateway/gateway.h"

#define NJ_TG_BODY_MAX      (16u << 20) /* bytes of one answer */
#define NJ_TG_BATCH_MAX     100         /* updates of one answer */
#define NJ_TG_TEXT_UNITS    4096        /* of a message, in UTF-16 */
#define NJ_TG_CAPTION_UNITS 1024        /* of a picture's caption */
#define NJ_TG_TOAST_UNITS   200         /* of the answer to a press */
#define NJ_TG_MENTIONS_MAX  16
#define NJ_TG_SAID_MAX      160 /* bytes of an explanation that we keep */
#define NJ_TG_USERNAME_MAX  40

struct nj_tg_handles;

/* What updates are read against. */
struct nj_tg_self {
    const char *gateway; /* first part of addresses */
    uint8_t index;
    int64_t id;                    /* the bot's own; 0 while unknown */
    const char *username;          /* without '@'; "" while unknown */
    struct nj_tg_handles *handles; /* NULL: none are kept */
};

/* --- fields.c: names and addresses --- */

/* "tg:u:77" */
void nj_tg_user(const struct nj_tg_self *self, int64_t user,
                char out[NJ_ADDRESS_MAX]);
/* The same; false if the object has no id of a person. */
bool nj_tg_person(const struct nj_tg_self *self, struct nj_json user,
                  char out[NJ_ADDRESS_MAX]);
/* "tg:g:-1002", with ".17" for a topic other than the first. */
void nj_tg_group(const struct nj_tg_self *self, int64_t chat, int64_t topic,
                 char out[NJ_ADDRESS_MAX]);
/* The ids behind such addresses; false for any other text. */
bool nj_tg_group_ids(const char *address, int64_t *chat, int64_t *topic);
bool nj_tg_user_id(const char *address, int64_t *user);
/* The first of first and last name, and number, that shows anything. */
void nj_tg_name(struct nj_json user, char out[NJ_NAME_MAX]);

/* --- text.c: what somebody has typed --- */

/*
 * The text of a message as the referee is to read it: our own name behind a
 * command and mentions of us are taken out. False: a command for another bot.
 */
bool nj_tg_typed(const struct nj_tg_self *self, struct nj_json message,
                 struct nj_event *e);

/* --- html.c: text on its way out --- */

/* Length as Telegram counts it: UTF-16 units. */
size_t nj_tg_units(const char *text, size_t n);
/* The longest beginning, in bytes, of at most `units`; it ends behind a line
 * if there is one in its second half, else between characters. */
size_t nj_tg_part(const char *text, size_t n, size_t units);
/* --- names.c: how people are called --- */

#define NJ_TG_NAMES_MAX 512

/* Names seen lately, by person; a newer one takes an older one's place. */
struct nj_tg_names {
    struct {
        int64_t id;
        char name[NJ_NAME_MAX];
    } rows[NJ_TG_NAMES_MAX];
};

#define NJ_TG_HANDLES_MAX 512

/* Who has which username, as lately seen; the same. One whose place another
 * has taken is unknown, which is no harm: it is asked for otherwise. */
struct nj_tg_handles {
    struct {
        int64_t id;
        char handle[NJ_HANDLE_MAX];
    } rows[NJ_TG_HANDLES_MAX];
};

/* A person has one at a time: what he was called before is nobody's. */
void nj_tg_handles_put(struct nj_tg_handles *handles, int64_t id,
                       const char *handle);
/* Of n bytes, in any case; 0: not known. */
int64_t nj_tg_handles_get(const struct nj_tg_handles *handles,
                          const char *handle, size_t n);

void nj_tg_names_put(struct nj_tg_names *names, int64_t id, const char *name);
/* The name or, if it is not known, the number; at most NJ_NAME_MAX bytes. */
void nj_tg_names_get(const struct nj_tg_names *names, int64_t id,
                     char out[NJ_NAME_MAX]);

/* --- update.c, member.c: what a batch of updates means --- */

/* The latest updates handed on: a lost answer repeats them. */
struct nj_tg_seen {
    int64_t ids[256];
    uint32_t at;
};

struct nj_tg_batch {
    struct nj_event *first; /* in order; owned */
    struct nj_event **end;
    uint32_t n;    /* updates in it */
    int64_t next;  /* reading position behind all of them; 0: none */
    int64_t await; /* the last position that an event carries; 0: none */
    uint32_t n_presses;
    /* Presses that nobody else will answer. */
    char presses[NJ_TG_BATCH_MAX][NJ_MSG_ID_MAX];
};

/* Reads the result of getUpdates. Whatever is odd about an update makes it
 * say nothing. The caller takes the events or calls nj_tg_batch_fini(). */
void nj_tg_batch_read(const struct nj_tg_self *self, struct nj_json result,
                      struct nj_tg_seen *seen, struct nj_tg_batch *out);
void nj_tg_batch_fini(struct nj_tg_batch *b);
void nj_tg_batch_add(struct nj_tg_batch *b, struct nj_event *e);

/* Parts of an update; each adds the events that it makes. */
void nj_tg_member_read(const struct nj_tg_self *self, struct nj_json change,
                       bool own, struct nj_tg_batch *out);
/* A message that people did not write: who came, who went, where to. */
void nj_tg_service_read(const struct nj_tg_self *self, struct nj_json message,
                        struct nj_tg_batch *out);
/* The result of getChatMember: is he in, and as what? */
void nj_tg_standing(struct nj_json member, bool *here, enum nj_role *role);
/* Seconds to ms, not from the future; 0: unknown. */
int64_t nj_tg_time(struct nj_json object);

/* The position behind the first update of a text that cannot be read as a
 * whole; 0: there is none. */
int64_t nj_tg_skip(const char *text, size_t n);

/* --- answer.c: what the server said to a call --- */

enum nj_tg_verdict {
    NJ_TG_OK,
    NJ_TG_SAME,       /* the edit changes nothing */
    NJ_TG_EDIT_GONE,  /* what was to be edited cannot be */
    NJ_TG_BAD_MARKUP, /* the markup was not understood */
    NJ_TG_NO_TOPIC,   /* the topic is gone or closed */
    NJ_TG_MIGRATED,   /* the group has another id: `migrated` */
    NJ_TG_BAD_PICTURE,
    NJ_TG_FORBIDDEN, /* blocked, put out, never begun */
    NJ_TG_REFUSED,
    NJ_TG_TOKEN,    /* the token is wrong */
    NJ_TG_CONFLICT, /* somebody else reads the updates */
    NJ_TG_WEBHOOK,  /* they are sent elsewhere */
    NJ_TG_LATER,    /* not before `ms` */
    NJ_TG_UNSENT,   /* the call never left us */
    NJ_TG_UNKNOWN   /* anything may have happened */
};

struct nj_tg_answer {
    enum nj_tg_verdict verdict;
    int64_t http; /* status; 0: none came */
    int64_t ms;
    int64_t migrated;
    struct nj_json_doc *doc; /* owned */
    struct nj_json result;   /* of NJ_TG_OK */
    char said[NJ_TG_SAID_MAX];
};

/* Reads a whole answer; `secret` must not stand in `said`. The caller calls
 * nj_tg_answer_fini(). */
void nj_tg_answer_read(int64_t http, const char *text, size_t n,
                       const char *secret, struct nj_tg_answer *out);
void nj_tg_answer_fini(struct nj_tg_answer *a);

/* getMe. False: it says nobody. */
struct nj_tg_me {
    int64_t id;
    char username[NJ_TG_USERNAME_MAX];
    bool reads_all; /* words of a group that are no commands, too */
};

bool nj_tg_me_read(struct nj_json result, struct nj_tg_me *me);

/* --- job.c: one thing to be done, in one or several calls --- */

enum nj_tg_job_kind {
    NJ_TG_JOB_SAY,
    NJ_TG_JOB_PRESS, /* answerCallbackQuery: nobody waits for it */
    NJ_TG_JOB_DROP,  /* editMessageReplyMarkup: nor for this */
    NJ_TG_JOB_ASK,   /* getChatMember */
    NJ_TG_JOB_MENU   /* setMyCommands and the like: nor for this */
};

struct nj_tg_button {
    char *label, *token, *url; /* owned; one of the last two */
};

struct nj_tg_job {
    struct nj_tg_job *next;
    enum nj_tg_job_kind kind;
    uint64_t call;
    bool group;
    int64_t chat;  /* also of a person */
    int64_t topic; /* 0: none */
    int64_t user;  /* ASK */

    const char *method;   /* MENU: which; a literal */
    char *text;           /* SAY, PRESS; MENU: the whole body */
    size_t n;             /* bytes of it */
    char *press;          /* PRESS: which one */
    char *url;            /* PRESS: what opens; NULL: nothing */
    unsigned char *photo; /* a PNG, or the bytes of a file; NULL: none */
    size_t photo_n;
    char *file; /* what it is called; NULL: it is a picture */
    struct nj_tg_button buttons[NJ_BUTTONS_MAX];
    uint32_t n_buttons, columns;
    int64_t mentions[NJ_TG_MENTIONS_MAX];
    size_t places[NJ_TG_MENTIONS_MAX]; /* bytes of the text in front of it */
    uint32_t n_mentions;
    bool folded, kept;

    /* How far it is. */
    int64_t replaces; /* message to be edited; 0: a new one */
    size_t at;        /* bytes of the text that are out */
    size_t part;      /* bytes of the call under way */
    int64_t id;       /* the latest message sent */
    bool any;         /* something of it is out */
    bool pictured;    /* the picture is out, or given up */
    bool captioned;   /* the call under way has text and picture */
    bool plain;       /* the markup was not understood: none */
    bool migrated;
    bool topicless;
    bool late;     /* DROP: the server wanted it later, once */
    bool flying;   /* a call is under way */
    bool answered; /* ASK: its event is out */
    int64_t not_before_ms;
};

/* Copies what is to be said. NULL: an address without a number, or nothing
 * but white space. */
struct nj_tg_job *nj_tg_job_say(uint64_t call, const char *address, bool group,
                                const struct nj_say *say);
struct nj_tg_job *nj_tg_job_press(const char *id, const char *text,
                                  const char *url);
struct nj_tg_job *nj_tg_job_drop(const char *chat, const char *message);
struct nj_tg_job *nj_tg_job_ask(uint64_t call, struct nj_group in,
                                struct nj_person who);
void nj_tg_job_destroy(struct nj_tg_job *j); /* NULL is fine */

/* What an answer means for a job. */
struct nj_tg_step {
    bool again; /* another call; else it is done, with `fate` */
    enum nj_fate fate;
    int64_t ms;    /* LATER */
    int64_t moved; /* the group's new id, to be told; 0: not moved */
    bool lost;     /* the person does not want us any more */
};

void nj_tg_job_answered(struct nj_tg_job *j, const struct nj_tg_answer *a,
                        int64_t now_ms, struct nj_tg_step *out);

#define NJ_TG_HELD_MAX 64 /* chats that the server wants nothing into */

struct nj_tg_jobs {
    struct nj_tg_job *first;
    struct nj_tg_job **end;

    struct {
        int64_t chat, until_ms;
    } held[NJ_TG_HELD_MAX];

    uint32_t n_held; /* noted so far; an older one makes room */
};

void nj_tg_jobs_init(struct nj_tg_jobs *l);
void nj_tg_jobs_add(struct nj_tg_jobs *l, struct nj_tg_job *j);
/* The first, or NULL; the caller owns it. */
struct nj_tg_job *nj_tg_jobs_take(struct nj_tg_jobs *l);
/* Takes out this one. */
void nj_tg_jobs_remove(struct nj_tg_jobs *l, struct nj_tg_job *j);
/* The server has answered a call to that chat with 429: until then nothing
 * goes there, whatever it is. */
void nj_tg_jobs_hold(struct nj_tg_jobs *l, int64_t chat, int64_t until_ms);
/* Until when nothing goes to that chat; 0: it may. */
int64_t nj_tg_jobs_held_ms(const struct nj_tg_jobs *l, int64_t chat,
                           int64_t now_ms);
/* Takes out a message that waits for nothing but a held chat: whoever handed
 * it over waits himself, and says meanwhile what else there is. NULL: none. */
struct nj_tg_job *nj_tg_jobs_take_held(struct nj_tg_jobs *l, int64_t now_ms);
/* The one to be called for now: presses first, and of each chat only its
 * first. NULL if there is none. It stays in the list. */
struct nj_tg_job *nj_tg_jobs_ready(const struct nj_tg_jobs *l, int64_t now_ms);
/* When the next held one may go on; INT64_MAX: none is held. */
int64_t nj_tg_jobs_due_ms(const struct nj_tg_jobs *l, int64_t now_ms);

/* --- call.c: a job's next call --- */

#define NJ_TG_FIELDS_MAX 8

/* One call: JSON in `body`, or with a picture the fields of a form. */
struct nj_tg_call {
    const char *method;
    bool upload;
    struct nj_str body;

    struct {
        const char *name;
        struct nj_str value;
    } fields[NJ_TG_FIELDS_MAX];

    uint32_t n_fields;
    const unsigned char *photo; /* of the job */
    size_t photo_n;
    const char *file; /* of the job; NULL: it is a picture */
};

/* Notes in the job what the call holds. The caller calls nj_tg_call_fini(). */
void nj_tg_call_make(struct nj_tg_call *c, struct nj_tg_job *j,
                     const struct nj_tg_names *names);
void nj_tg_call_me(struct nj_tg_call *c);
void nj_tg_call_unhook(struct nj_tg_call *c);
void nj_tg_call_updates(struct nj_tg_call *c, int64_t offset, int limit,
                        int64_t seconds);
void nj_tg_call_fini(struct nj_tg_call *c);

/* --- poll.c: the order of questions --- */

enum nj_tg_ask {
    NJ_TG_ASK_NOTHING,
    NJ_TG_ASK_ME,
    NJ_TG_ASK_UPDATES,
    NJ_TG_ASK_UNHOOK
};

struct nj_tg_poll {
    /* Settings. */
    int64_t backoff_min_ms, backoff_max_ms;
    int64_t refused_ms;  /* between tries with a refused token */
    int64_t conflict_ms; /* two readers for so long are worth a word */

    bool known;    /* getMe was answered */
    bool up;       /* as the referee was told */
    bool unhook;   /* a webhook is to be removed */
    bool unhooked; /* that was tried */
    bool single;   /* the last batch could not be read: one at a time */
    bool complained;
    uint32_t failures; /* in a row */
    int64_t at_ms;     /* nothing before */
    int64_t conflict_from_ms;
    int64_t next;   /* where to read on; 0: where the server stands */
    int64_t await;  /* first this must be stored */
    int64_t stored; /* as far as we were told */
};

/* What the referee is to be told. */
struct nj_tg_news {
    bool up, down;
    const char *trouble; /* for the owners; NULL: nothing */
};

enum nj_tg_ask nj_tg_poll_next(const struct nj_tg_poll *p, int64_t now_ms);
/* When there is something to ask; INT64_MAX: when more is stored. */
int64_t nj_tg_poll_due_ms(const struct nj_tg_poll *p);
/* The question was answered well. `b` is NULL but for updates. */
void nj_tg_poll_good(struct nj_tg_poll *p, enum nj_tg_ask ask,
                     const struct nj_tg_batch *b, struct nj_tg_news *news);
/* It was not; `chance` is any number. */
void nj_tg_poll_bad(struct nj_tg_poll *p, const struct nj_tg_answer *a,
                    int64_t now_ms, uint32_t chance, struct nj_tg_news *news);
/* What to say about a bot that gets commands of groups only. */
const char *nj_tg_poll_privacy(void);
/* A batch came that nobody can read; `skip` as nj_tg_skip() says. */
void nj_tg_poll_unreadable(struct nj_tg_poll *p, int64_t skip, int64_t now_ms);

#endif
