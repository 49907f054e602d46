/*
 * What the files of the simulation share: its world.
 */
#ifndef NJ_SIMULATION_SIM_PRIV_H
#define NJ_SIMULATION_SIM_PRIV_H

#include "base/random.h"
#include "kit/nj_test.h"
#include "kit/qqbot_desk.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "simulation/sim.h"

#define SIM_GATEWAYS 2
#define SIM_GROUPS   3 /* the last one is on the second gateway */
#define SIM_USERS    8 /* the last three are */
#define SIM_CHATS    (SIM_GROUPS + SIM_USERS)
#define SIM_QUEUE    64
#define SIM_CALLS    64
#define SIM_TURN     16 /* messages of people in one turn */
#define SIM_TEXT     96
#define SIM_TIMERS   512

/* One message that somebody typed. */
struct sim_said {
    uint8_t chat, user;
    bool answered; /* this kind is never passed over in silence */
    bool taken;    /* was in a turn that was committed */
    uint8_t effects;
    int64_t at_ms;
    int64_t stamp_ms; /* the same by the platform's clock */
    char text[SIM_TEXT];
};

/* A conversation as the platform has it: what is on its way to us, in order. */
struct sim_chat {
    char address[NJ_ADDRESS_MAX];
    uint8_t gateway;
    bool muted;
    bool refused; /* a person who does not take our words */
    uint32_t queue[SIM_QUEUE];
    uint32_t n;
    uint32_t recent[4]; /* came lately: may be repeated */
    uint32_t n_recent;
    int64_t newest; /* the latest row shown without a mark */
    uint64_t sent;  /* number of the latest text to it */
};

struct sim_call {
    uint64_t call;
    uint8_t gateway, chat;
    enum nj_fate fate;
    int64_t ms; /* of LATER */
    int64_t due_ms;
    bool shown;       /* by the official platform, as far as it went ... */
    size_t shown_at;  /* ... and its latest part there */
    int64_t rows[48]; /* what it carried */
    uint32_t n_rows;
};

/* A clock that somebody keeps badly: how it differs from true time. */
struct sim_clock {
    int64_t wrong_ms;
    int64_t micro; /* of a millisecond, not yet in it */
    int32_t ppm;   /* drift */
    bool stands;
};

struct sim_gateway {
    struct nj_gateway base;
    struct sim *sim;
    struct sim_clock clock;
    bool up;
};

/* A deadline as the last turn left it. */
struct sim_timer {
    int64_t match, seq;
    struct nj_timer timer;
    int64_t left_ms;
    int64_t lived_ms; /* sim.lived_ms then */
    bool paused;
};

/* What the platform knows of one row of the outbox. */
struct sim_row {
    uint32_t delivered;
    uint32_t doubtful; /* times that its fate was unknown or lost */
    uint32_t life;     /* of the process, which the two below are of */
    uint32_t told;     /* times that it was told so */
    bool unknown;      /* what it was told last: nobody will ever know */
    bool lasts;        /* neither a refusal nor an answer */
    bool once;         /* narration: no reason to speak twice */
    bool questions;    /* what is asked, until the next turn */
    bool turns;        /* begins one */
    uint8_t chat;
    uint32_t sends;
    int64_t match;
    uint64_t fated; /* texts that had been sent when it was told */
    bool refused;   /* was, at some time: a group's may be overtaken */
};

/* What the ledger counted last. */
struct sim_counts {
    int64_t orders[SIM_USERS], tables[SIM_USERS];
    int64_t powers, starts, inputs;
};

/* Another worker takes over in front of the turn in hand, or within it. */
struct sim_follow {
    bool now;
    bool fenced;        /* the store takes nothing any more ... */
    uint32_t at_change; /* ... from the n-th change of a file on; 0: no */
    uint32_t sends;     /* in the turn that it took nothing of */
};

#define SIM_FILES 3

/* A copy of the files, taken at the moment of death. */
struct sim_copy {
    char *bytes[SIM_FILES];
    size_t n[SIM_FILES];
};

struct sim {
    const struct nj_env *env;
    const struct nj_sim_plan *plan;
    struct nj_sim_sums *sums;
    uint64_t seed;
    unsigned trouble;
    struct nj_rng chance;
    uint32_t step;
    int64_t now_ms;         /* true time */
    int64_t slept_ms;       /* so much of it the machine slept */
    int64_t lived_ms;       /* so much of it the program ran */
    struct sim_clock clock; /* the machine's */
    bool traced;            /* NJ_SIM_TRACE: every event is shown */
    bool calm;              /* nothing goes wrong any more */
    /* the process */
    char path[512];
    struct nj_store *store;
    struct nj_referee *referee;
    struct sim_gateway gateways[SIM_GATEWAYS];
    struct nj_gateway *list[SIM_GATEWAYS];
    struct sim_copy copy;
    bool dead;         /* died in this turn; what it still does is unreal */
    uint32_t die_io;   /* before the n-th change of a file; 0: no */
    uint32_t die_send; /* before the n-th send; 0: no */
    struct sim_follow follow;
    bool full;
    uint32_t observed; /* messages made, stored or not */
    /* the world */
    struct sim_said *said;
    uint32_t n_said;
    struct sim_chat chats[SIM_CHATS];
    struct sim_call calls[SIM_CALLS];
    uint32_t n_calls;
    struct nj_event *arrived, **arrived_end;
    bool official; /* the second platform is QQ's for bots */
    struct qqbot_desk desk;
    size_t seen;             /* texts that it has shown, accounted for */
    uint32_t turn[SIM_TURN]; /* what people said, in this turn */
    uint32_t n_turn;
    /* the ledger */
    void *db;
    struct sim_row *rows;
    int64_t n_rows;
    struct sim_counts counts;
    uint64_t texts; /* sent, in all */
    struct sim_timer timers[SIM_TIMERS];
    uint32_t n_timers;
};

/* --- sim.c --- */

_Noreturn void nj_sim_fail(const struct sim *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void nj_sim_trace(const struct sim *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
uint32_t nj_sim_below(struct sim *s, uint32_t n);
bool nj_sim_has(const struct sim *s, enum nj_sim_trouble t);

/* --- sim_clocks.c --- */

/* The only way in which time passes. */
void nj_sim_pass(struct sim *s, int64_t ms);
/* So does this, but the process is not there. */
void nj_sim_pass_dead(struct sim *s, int64_t ms);
struct nj_clock nj_sim_clock(struct sim *s);
/* What a platform writes on a message that is typed now. */
int64_t nj_sim_stamp(const struct sim *s, uint8_t gateway);
/* Something happens to a clock. */
void nj_sim_clocks_trouble(struct sim *s);
/* They go on from now on, as wrong as they are. */
void nj_sim_clocks_calm(struct sim *s);

/* --- sim_timers.c --- */

/* After each committed turn: no deadline came nearer, and none was used up,
 * faster than true time has passed. */
void nj_sim_timers_turn(struct sim *s);
/* In the end: all of them are near enough to be met one day. */
void nj_sim_timers_end(struct sim *s);

/* --- sim_process.c --- */

void nj_sim_open(struct sim *s);
/* Ends the process as it is (or as it was when it died) and starts it again
 * `down_ms` later. */
void nj_sim_restart(struct sim *s, int64_t down_ms);
void nj_sim_close(struct sim *s);
/* From now on nothing that the process does is real. */
void nj_sim_die(struct sim *s);
void nj_sim_disk(struct sim *s, bool full);

/* --- sim_workers.c --- */

/* In front of a turn: true if another worker has followed this one. */
bool nj_sim_followed(struct sim *s);
/* The store takes nothing of the turn in hand. */
void nj_sim_fence(struct sim *s);
/* Behind that turn: nothing was said of it, and the other one goes on. */
void nj_sim_followed_by(struct sim *s, enum nj_status st);

/* --- sim_platform.c --- */

void nj_sim_platform_init(struct sim *s);
void nj_sim_link(struct sim *s, uint8_t gateway, bool up);
/* Refusals in that chat are told before it is said that they have ended. */
void nj_sim_settle(struct sim *s, uint8_t chat);
/* The process is gone: so are its connections. */
void nj_sim_links_lost(struct sim *s);
void nj_sim_say(struct sim *s, uint8_t chat, uint8_t user, const char *text,
                bool answered);
/* Says again what came lately in that chat. */
void nj_sim_repeat(struct sim *s, uint8_t chat);
void nj_sim_push(struct sim *s, struct nj_event *ev);
/* Moves what is due from the platforms to the next turn. */
void nj_sim_arrive(struct sim *s);
/* When the platforms have something next; INT64_MAX: nothing. */
int64_t nj_sim_next_ms(const struct sim *s);
uint8_t nj_sim_gateway_of(uint8_t user);

/* --- sim_desk.c: the second platform as QQ's official one --- */

void nj_sim_desk_open(struct sim *s);
void nj_sim_desk_close(struct sim *s);
/* Somebody is heard in that chat. */
void nj_sim_desk_hears(struct sim *s, const struct sim_chat *c);
/* The call in hand, to that address. */
void nj_sim_desk_sends(struct sim *s, const char *address, uint64_t call,
                       const struct nj_say *say);
/* Pushes are allowed or forbidden there, and mostly that is told. False: the
 * chat is not of that platform. */
bool nj_sim_desk_switch(struct sim *s, const struct sim_chat *c, bool on);
bool nj_sim_desk_shut(const struct sim *s, const struct sim_chat *c);
/* What carries its calls up to that NJ_EVENT_KEEP is on disk. */
void nj_sim_desk_kept(struct sim *s, uint64_t call);
/* What waits there goes on. */
void nj_sim_desk_step(struct sim *s);
/* The line is gone, and with it what waits. */
void nj_sim_desk_lose(struct sim *s);
/* A new process, on what the store has kept. */
void nj_sim_desk_reborn(struct sim *s);
/* It has refused nothing that no good client is refused. */
void nj_sim_desk_end(struct sim *s);

/* --- sim_people.c --- */

/* A host's power, or what confirms it? */
bool nj_sim_is_power(const char *text);

/* A table in each group, or an attempt at it. */
void nj_sim_people_begin(struct sim *s);
void nj_sim_people_speak(struct sim *s);
/* Ends all matches by those who may. */
void nj_sim_people_end(struct sim *s);

/* --- sim_heard.c: what groups must hear --- */

/* A text leaves for that chat; its rows are those of `chat->under_way`. */
void nj_sim_heard_sent(struct sim *s, const struct nj_chat *chat);
/* Does that row wait for the next text to its group? */
bool nj_sim_heard_waits(const struct sim *s, const char *address, int64_t row);
/* Nothing that people wait for waits for something else to be said. */
void nj_sim_heard_turn(const struct sim *s);
void nj_sim_heard_end(struct sim *s);

/* --- sim_ledger.c --- */

struct sim_row *nj_sim_row(struct sim *s, int64_t id);

void nj_sim_ledger_open(struct sim *s);
void nj_sim_ledger_close(struct sim *s);
/* The rows that a call hands over; before the platform decides. */
/* True for the word that the disk is full, which goes past every queue. */
bool nj_sim_ledger_aside(struct sim *s, const char *address, uint64_t call);
void nj_sim_ledger_sent(struct sim *s, const char *address, struct sim_call *c);
void nj_sim_ledger_delivered(struct sim *s, const char *address,
                             const struct sim_call *c);
/* After each committed turn, and after each start. */
void nj_sim_ledger_turn(struct sim *s);
/* When all has been well for a while. */
void nj_sim_ledger_end(struct sim *s);

#endif
