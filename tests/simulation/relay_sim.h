/*
 * Several workers that share their gateways (src/relay), in simulation: one
 * keeps the books and sees all gateways through a desk, each holds some. What
 * runs is theirs: holder, mouth, ear, desk, proxy, wire. What they stand on is
 * artificial and goes by chance from one seed: threads are steps that one thread
 * takes in any order (relay_threads.c), the database answers late, not at all, or
 * carries out what it was asked when nobody waits for it any more
 * (relay_store.c), platforms lose connections and answers (relay_platform.c).
 * Workers are killed, stand still, end and start again (relay_world.c).
 *
 * The books (relay_books.c) do what the referee and its store do with a gateway:
 * each turn is a transaction under the epoch of the lease, what was heard in it
 * is answered, and of what nobody knows whether it arrived is said again, with a
 * mark.
 */
#ifndef NJ_SIMULATION_RELAY_SIM_H
#define NJ_SIMULATION_RELAY_SIM_H

#include "base/fence.h"
#include "base/random.h"
#include "base/str.h"
#include "kit/nj_test.h"
#include "relay/desk_priv.h"
#include "relay/holder_priv.h"

#define RS_GATES   3 /* the first remembers what it was not asked to forget */
#define RS_WORKERS 4
#define RS_THREADS 64
#define RS_MOST    4096 /* messages, or texts, of a run */

/* What a run did. */
struct rs_sums {
    uint32_t messages, rows, texts, marked, again;
    uint32_t kills, pauses, ends, keepers, taken, unanswered, late;
};

/* --- threads --- */

struct rs_thread {
    struct nj_steps *of;         /* NULL: not used */
    const struct nj_relay *line; /* whose news wake it */
    int64_t next_ms;
    uint8_t worker;
    bool running, over;
};

/* --- the database --- */

struct rs_row {
    int64_t n, taken, batch;
    uint32_t gate;
    char *text;
};

struct rs_rows {
    struct rs_row *v;
    uint32_t n, cap;
};

enum rs_what {
    RS_JOIN,
    RS_RENEW,
    RS_LEAVE,
    RS_BURY,
    RS_LOOK,
    RS_TAKE,
    RS_GIVE,
    RS_CLAIM,
    RS_LEFT,
    RS_HEAR,
    RS_BEGIN,
    RS_SAY,
    RS_READ,
    RS_DONE
};

/* A statement, and its answer. */
struct rs_ask {
    enum rs_what what;
    uint8_t process; /* who asks */
    uint32_t gate, n;
    int64_t v[3]; /* its numbers */
    int64_t behind[RS_GATES];
    char *text;
    int64_t said[2];
    struct nj_relay_view view;
    struct rs_rows rows; /* a copy */
};

/* One that nobody waits for any more. */
struct rs_late {
    struct rs_ask ask;
    uint32_t session;
    int64_t due_ms;
    bool open;
};

#define RS_LATE 16

struct rs_store {
    struct {
        int64_t id, until_ms;
        uint8_t process;
    } worker[64];

    uint32_t n_workers;
    int64_t workers; /* ids given */

    struct {
        int64_t worker, epoch;
    } hold[RS_GATES];

    struct {
        int64_t epoch, until_ms;
        uint8_t process;
    } lease;
    struct rs_rows heard, said;
    int64_t batch[2]; /* the latest that was said: whose, and its number */
    struct rs_late late[RS_LATE];
    int64_t away_ms; /* it answers nobody until then */
    uint32_t sessions;
};

/* --- platforms --- */

struct rs_call {
    uint64_t call;
    uint32_t number;
    bool member, marked, written;
    enum nj_fate fate;
    int64_t due_ms;
};

#define RS_CALLS 256

/* A connection of a worker to a platform. */
struct rs_gate {
    struct nj_gateway base;
    struct rs_gate *next;
    uint8_t process;
    uint32_t at;
    int64_t epoch;
    bool started, up;
    int64_t next_ms;
    uint32_t cursor; /* messages up to here have been passed on */
    struct rs_call calls[RS_CALLS];
    uint32_t n_calls;
};

struct rs_platform {
    uint32_t said;    /* messages of people, numbered from 1 */
    uint32_t forgets; /* up to here */
    int64_t speaker;  /* the latest epoch that has spoken */
};

/* --- books --- */

enum rs_state {
    RS_NEW,
    RS_OUT,
    RS_OVER
};

struct rs_text {
    uint32_t gate;
    enum rs_state state;
    bool member; /* is no text, but asks for a member */
    bool doubt;  /* nobody knows whether it arrived */
    bool refused;
    uint32_t plain, marked; /* times that it was seen on its platform */
};

/* Committed; whoever holds the lease goes on with it. */
struct rs_books {
    int64_t behind[RS_GATES];
    uint32_t position[RS_GATES]; /* of the first gateway: read up to here */
    uint32_t newest[RS_GATES];   /* the latest message that was heard */
    uint32_t taken[RS_GATES];    /* rows with messages that were worked off */
    struct rs_text text[RS_MOST];
    uint32_t n_texts;
    uint32_t presses[RS_MOST]; /* times that each was answered */
    uint32_t n_presses;
};

/* A process. */
struct rs_worker {
    bool lives, dead; /* started; killed, and not yet cleaned up */
    bool lost;        /* it has to end */
    bool ending;
    int64_t paused_ms, start_ms, turn_ms;
    int64_t until_ms[NJ_BARS];
    bool ended, hurried;
    struct nj_holder *holder;
    /* While it keeps the books. */
    struct nj_desk *desk;
    struct nj_inbox *inbox;
    struct nj_gateway *proxy[RS_GATES];
    bool up[RS_GATES];
    int64_t epoch, renewed_ms;
    struct nj_event *waiting; /* not yet committed */
    int64_t heard[RS_GATES];  /* rows that came */
    uint32_t calls;           /* made in this life, numbered from 1 */
    uint32_t open[RS_MOST];   /* the text whose fate is that of the call */
};

struct rs {
    struct nj_rng chance;
    uint64_t seed;
    int64_t now_ms, trouble_ms, people_ms;
    bool calm, traced;
    uint8_t self; /* the worker in whose name something runs */
    uint32_t depth;
    struct rs_thread threads[RS_THREADS], *running;
    struct rs_store store;
    struct rs_platform platform[RS_GATES];
    struct rs_gate *gates;
    struct rs_books books;
    uint32_t rows[RS_GATES];            /* with messages, ever written ... */
    int64_t row[RS_GATES][RS_MOST];     /* ... their numbers */
    uint32_t in_row[RS_GATES][RS_MOST]; /* ... and messages */
    struct rs_worker worker[RS_WORKERS];
    uint8_t n_workers;
    struct rs_sums *sums;
};

/* The one that runs. */
extern struct rs *nj_rs;
extern const char *const nj_rs_names[RS_GATES];

/* --- relay_world.c --- */

/* Ends the test, with the seed, if anything does not hold. */
void nj_rs_run(uint64_t seed, uint8_t workers, struct rs_sums *sums);
_Noreturn void nj_rs_fail(const char *fmt, ...)
    __attribute__((format(printf, 1, 2)));
/* With NJ_SIM_TRACE=1 all that happens is shown. */
void nj_rs_trace(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
uint32_t nj_rs_below(uint32_t n);
/* True so many times of a thousand, until all is calm. */
bool nj_rs_trouble(uint32_t per_mille);
/* Something may happen between two steps: people write, workers die. */
void nj_rs_happen(void);

/* --- relay_threads.c --- */

/* All that runs in these ms; who is asked for by `worker` stands still. */
void nj_rs_pass(int64_t ms);
/* The worker in hand waits so long, while all others go on. */
void nj_rs_linger(int64_t ms);
/* News of that kind. */
void nj_rs_news(const char *kind);
/* Everything of an inbox or a list. */
struct nj_event *nj_rs_taken(struct nj_inbox *in);

/* --- relay_store.c --- */

void nj_rs_store_fini(void);
/* What nobody waits for is carried out. */
void nj_rs_store_step(void);
bool nj_rs_store_away(void);
/* Who holds that gateway, or RS_WORKERS. */
uint8_t nj_rs_holder_of(uint32_t gate);

/* --- relay_platform.c --- */

struct nj_gateway *nj_rs_gate(uint32_t at, uint8_t process, int64_t position,
                              struct nj_inbox *inbox);
/* Connections that are due go on. */
void nj_rs_platform_step(void);
void nj_rs_people_write(void);
void nj_rs_address(char out[NJ_ADDRESS_MAX], uint32_t gate, bool group);

/* --- relay_books.c --- */

/* What is due of that worker's turns; at any time. */
void nj_rs_books_step(uint8_t worker);
/* Begins to keep the books if nobody does. */
void nj_rs_books_take(uint8_t worker);
/* Does so no more; sends what it has for so long. */
void nj_rs_books_leave(uint8_t worker, int64_t flush_ms);
void nj_rs_books_end(void);

#endif
