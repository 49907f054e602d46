/*
 * Rows and transactions. Knows no game and no sentence.
 *
 * One process holds the store (a lock file beside the database keeps a second
 * one out) and one thread uses it. A turn of the loop is one transaction:
 * nj_store_begin, any of the calls below, nj_store_commit; only when the
 * commit has returned NJ_OK may anybody hear of it. A row that is written
 * outside of one is a transaction of its own. All texts are UTF-8 and copied;
 * rows read are handed to a callback and live only during it.
 *
 * Errors. The store keeps its first failure: after it nothing is written,
 * nothing is found, no callback is called, and nj_store_commit says it; who
 * has no transaction asks nj_store_status. A transaction that failed leaves
 * nothing behind, and its end forgets the failure. NJ_ERR_FULL: no space; it
 * may be tried again later. NJ_ERR_IO from a commit: after a failed sync
 * nothing about the file can be trusted; the failure stays, the process stops
 * and reads again at its next start (goals R4). From a server that is
 * away (nj_store_away) it is no more than that. NJ_ERR_CORRUPT: the file is
 * damaged or not ours. NJ_ERR_BUSY: another process holds it. NJ_ERR_EXISTS,
 * NJ_ERR_NOT_FOUND: a row that must not or must be there (is or is not).
 *
 * The database itself is an engine (engine.h): SQLite, or PostgreSQL where the
 * path is a URL, whose server is the disk then. Neither SQL nor its quirks
 * leave this folder.
 */
#ifndef NJ_STORE_STORE_H
#define NJ_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/random.h"
#include "base/status.h"
#include "base/str.h"

struct nj_store;

/*
 * Opens or makes the database at `path` and brings its schema up to date.
 * Recovery happens here too: what was `sending` when the last process died
 * becomes `pending` again, marked as a repeat. NJ_ERR_MISMATCH: a newer
 * program has written the file. ":memory:" is a database that nobody else
 * sees and that ends with the store.
 */
NJ_MUST_USE enum nj_status nj_store_open(struct nj_store **out,
                                         const char *path, struct nj_err *err);
void nj_store_close(struct nj_store *s); /* checkpoints; NULL is fine */

/*
 * A database older than what people were told, because its log was lost or a
 * copy took its place, is noticed by the file `<path>-promised` beside it
 * (promise.h): nj_store_open answers NJ_ERR_MISMATCH and changes nothing.
 * The second goes on with it, for an operator who has said so. The third is
 * for `check` and `export`: an older database is read and not written to, and
 * nj_store_older has the line that says so; it is NULL otherwise.
 */
NJ_MUST_USE enum nj_status nj_store_open_older(struct nj_store **out,
                                               const char *path,
                                               struct nj_err *err);
NJ_MUST_USE enum nj_status nj_store_open_to_read(struct nj_store **out,
                                                 const char *path,
                                                 struct nj_err *err);
/* Beside the process that has the database open: one moment of it, read only,
 * without its lock and without a word about its age. Nothing may be written. */
NJ_MUST_USE enum nj_status nj_store_open_beside(struct nj_store **out,
                                                const char *path,
                                                struct nj_err *err);
const char *nj_store_older(const struct nj_store *s);

/*
 * For a process that serves. On PostgreSQL any number of them may: one works,
 * and the others wait in this call. It holds a lease, which is renewed while
 * the store is open; if it cannot be, all gateways of the process fall silent
 * (base/fence.h), and after six seconds another one takes over. What the first
 * one then tries to commit fails (NJ_ERR_BUSY), and so does its store from then
 * on. Closing gives the lease back, so nothing may be said behind it. A file
 * is opened as by nj_store_open: nobody waits.
 */
struct nj_store_worker {
    /* Asked several times a second while another one has the database; false
     * ends the wait: NJ_ERR_BUSY. NULL: it goes on. */
    bool (*waits)(void *ctx);
    /* Another one has taken over; from a thread of the store's. May be NULL. */
    void (*lost)(void *ctx);
    /* Who serves a house of several keeps more of them than another worker that
     * waits for this one: it is to end in order; from that thread, too. NULL:
     * there is nothing to share out. */
    void (*yields)(void *ctx);
    void *ctx;
    /* Others hold its gateways (relay.h). Who works without that waits until
     * nobody holds one any more. */
    bool shares;
};

NJ_MUST_USE enum nj_status nj_store_open_worker(struct nj_store **out,
                                                const char *path,
                                                const struct nj_store_worker *w,
                                                struct nj_err *err);

/* The epoch of that lease; 0: there is none. */
int64_t nj_store_epoch(const struct nj_store *s);

/* Removes a database that nobody has open, with all that stands beside it. */
void nj_store_remove(const char *path);

/* Figures only: with `full` false a commit returns before its bytes are on
 * the disk. A store is opened with true. Not inside of a transaction. */
void nj_store_set_sync(struct nj_store *s, bool full);

/* How large it is on its disk; 0: not known. */
int64_t nj_store_bytes(struct nj_store *s);

/* Reads everything that can be read and says what is damaged: for `check`. */
NJ_MUST_USE enum nj_status nj_store_check(struct nj_store *s,
                                          struct nj_err *err);

/*
 * Copies the database `from`, a file, to the file `to`, which must not be there yet,
 * while another process may be writing to it: one moment of it, as one plain
 * file (mode 0600) that has been checked as by nj_store_check and is on the
 * disk when it gets its name. NJ_ERR_EXISTS: `to` is there; on any error it
 * is not made.
 */
NJ_MUST_USE enum nj_status nj_store_backup(const char *from, const char *to,
                                           struct nj_err *err);

/*
 * Puts a checked copy of the database `from` in the place of the one at
 * `path`, which nobody may have open (NJ_ERR_BUSY). What stood there is kept
 * beside it with its log; `kept` is set to the path, "" if there was nothing.
 * If `from` is damaged nothing is changed.
 */
NJ_MUST_USE enum nj_status nj_store_restore(const char *path, const char *from,
                                            struct nj_str *kept,
                                            struct nj_err *err);

/* --- a database that is away --- */

/*
 * The server of the database was lost, or took back the transaction that has
 * just failed for a reason that passes. Nothing goes on before
 * nj_store_return, which tries once, for seconds, to get it back: NJ_OK, or it
 * is away still, or another one by now and of no use any more.
 *
 * Whether the transaction that was being committed is in the database is read
 * from it then, as at a start; but rows stay `sending` (nj_out_each_sending),
 * for who goes on knows which of them have left.
 */
bool nj_store_away(const struct nj_store *s);
NJ_MUST_USE enum nj_status nj_store_return(struct nj_store *s,
                                           struct nj_err *err);
/* How long the server may keep an answer until it counts as lost; 0: for ever.
 * SQLite has no such thing. */
void nj_store_patience(struct nj_store *s, int64_t ms);

/* --- transactions --- */

/* What is written from now on is one transaction; it begins with the first
 * row, or with nj_store_ready, which says false if it cannot. Within none. */
void nj_store_begin(struct nj_store *s);
bool nj_store_ready(struct nj_store *s);
bool nj_store_writing(const struct nj_store *s); /* it has begun */

/* Ends it: all of it is on the disk, or nothing is and `err` says why. */
NJ_MUST_USE enum nj_status nj_store_commit(struct nj_store *s,
                                           struct nj_err *err);
void nj_store_rollback(struct nj_store *s); /* fine without a transaction */

/* Nothing has failed since the last end; the failure. */
bool nj_store_good(const struct nj_store *s);
enum nj_status nj_store_status(const struct nj_store *s, struct nj_err *err);
/* Somebody else has failed with what was read: so has the transaction. */
void nj_store_fail(struct nj_store *s, enum nj_status st,
                   const struct nj_err *err);

/* The same unless st is NJ_OK; returns whether it is. */
bool nj_store_ok(struct nj_store *s, enum nj_status st,
                 const struct nj_err *err);

/* Moves the write-ahead log into the database; called when idle. And after each
 * turn, whose answers are out: a piece of it, if there is enough for one. */
void nj_store_idle(struct nj_store *s);
void nj_store_relieve(struct nj_store *s);

/* --- matches (a table is a match that has not started) --- */

enum nj_match_state {
    NJ_MATCH_LOBBY,
    NJ_MATCH_RUNNING,
    NJ_MATCH_OVER,
    NJ_MATCH_CLOSED, /* given up in the lobby */
    NJ_MATCH_FROZEN  /* rules or digests differ: never continued silently */
};

struct nj_match_row {
    int64_t id;             /* 0 in an insert: given by the store */
    char code[NJ_CODE_MAX]; /* unique among open ones; "" is an error */
    char game[32], edition[32];
    char chat[NJ_ADDRESS_MAX];   /* home group */
    char host[NJ_ADDRESS_MAX];   /* "" for none */
    char opener[NJ_ADDRESS_MAX]; /* who opened the table */
    enum nj_match_state state;
    uint16_t rules_version;
    int rng;     /* enum nj_rng_kind */
    bool paused; /* as the match says; for listings */
    struct nj_hash data_hash, commitment, secret, seed;
    char options[4096]; /* JSON object of option texts */
    char timers[2048];  /* the deadlines as they stand, packed */
    int64_t opened_ms, started_ms, ended_ms, touched_ms;
    int64_t deadline_ms; /* the next one; 0 for none */
    uint32_t seq;        /* of the last input */
    struct nj_hash digest;
    int64_t previous; /* the match this is a rematch of; 0 */
};

/* Sets the id. False: an open match has that code already. */
bool nj_match_insert(struct nj_store *s, struct nj_match_row *row);
void nj_match_update(struct nj_store *s, const struct nj_match_row *row);

/* What every input changes, without the rest of the row. */
struct nj_match_pulse {
    int64_t id;
    uint32_t seq;
    bool paused;
    struct nj_hash digest;
    const char *timers; /* as in the row */
    int64_t deadline_ms, touched_ms;
    const uint32_t *receipts; /* of the seats, by `join`; NULL: as they were */
    uint32_t n_receipts;
};

void nj_match_pulse(struct nj_store *s, const struct nj_match_pulse *p);
/* False, here and below: there is none. */
bool nj_match_load(struct nj_store *s, int64_t id, struct nj_match_row *row);
/* The latest match with that code (case does not matter). */
bool nj_match_by_code(struct nj_store *s, const char *code,
                      struct nj_match_row *row);

/* What has to be known of an open match while it sleeps; texts are lent. */
struct nj_open_row {
    int64_t id;
    const char *code, *game, *chat, *host, *options;
    enum nj_match_state state;
    bool paused;
    uint16_t rules_version;
    struct nj_hash data_hash;
    int64_t deadline_ms, touched_ms;
};

typedef void nj_open_fn(void *ctx, const struct nj_open_row *row);
/* Lobby and running ones, oldest first: read once at the start. */
void nj_match_each_open(struct nj_store *s, nj_open_fn *fn, void *ctx);
/* The latest match of a chat in any state. */
bool nj_match_latest(struct nj_store *s, const char *chat,
                     struct nj_match_row *row);
/* How many that are open were opened by that person. */
uint32_t nj_match_count_opened(struct nj_store *s, const char *opener);
/* The latest one that was played to its end, whatever was opened since. */
bool nj_match_latest_over(struct nj_store *s, const char *chat,
                          struct nj_match_row *row);

/* --- homes: the groups beside the first that a match is played in --- */

/* `place` from 1, in order of joining. */
void nj_home_put(struct nj_store *s, int64_t match, uint8_t place,
                 const char *chat);
typedef void nj_home_fn(void *ctx, int64_t match, const char *chat);
/* Of open matches, in order; `chat` is lent. */
void nj_home_each_open(struct nj_store *s, nj_home_fn *fn, void *ctx);

/* A group or a person is called `to` from now on, in every table. */
void nj_chat_move(struct nj_store *s, const char *from, const char *to);

/* --- cards: messages of ours that are changed later --- */

/* The one of that match in that chat, by the platform's name for it. */
void nj_card_put(struct nj_store *s, int64_t match, const char *chat,
                 const char *message);
/* The one of a match in that chat, or ("") in all of them. */
void nj_card_forget(struct nj_store *s, int64_t match, const char *chat);
typedef void nj_card_fn(void *ctx, int64_t match, const char *chat,
                        const char *message);
/* Of open matches, in order; the texts are lent. */
void nj_card_each_open(struct nj_store *s, nj_card_fn *fn, void *ctx);

/* --- notices: who is told when a table opens in a group --- */

/* Of that game, or ("") of any; addresses of a group and a person. Lent. */
struct nj_notice {
    const char *chat, *game, *user;
};

void nj_notice_put(struct nj_store *s, const struct nj_notice *n);
/* False: there was none. */
bool nj_notice_drop(struct nj_store *s, const struct nj_notice *n);
/* Of whatever game: that person has left that group, its topics included. */
void nj_notice_leave(struct nj_store *s, const struct nj_notice *of);
typedef void nj_notice_fn(void *ctx, const char *user);
/* Everybody once who wants to hear of that game there, at most `most`; the user
 * of `of` is not looked at. What `fn` gets is lent. */
void nj_notice_each(struct nj_store *s, const struct nj_notice *of,
                    uint32_t most, nj_notice_fn *fn, void *ctx);

/* --- buttons: what a press stands for --- */

struct nj_button_row {
    char token[NJ_TOKEN_OUT_MAX];
    int64_t match;
    char chat[NJ_ADDRESS_MAX]; /* where it stands; of a link, the group */
    char user[NJ_ADDRESS_MAX]; /* who may press it; "" anybody there */
    char says[NJ_CONTRIBUTION_MAX + 1]; /* what a press means as a word typed;
                                         * of a link, words for the draw */
    bool link;        /* opens a private chat, once, until `until_ms` */
    int64_t until_ms; /* 0: until it is forgotten */
};

void nj_button_put(struct nj_store *s, const struct nj_button_row *row);
bool nj_button_find(struct nj_store *s, const char *token,
                    struct nj_button_row *row);
/* The one of a match in that chat that says `says`, or ("") any; links and
 * offers apart. False: there is none. */
bool nj_button_of(struct nj_store *s, int64_t match, const char *chat,
                  const char *says, struct nj_button_row *row);
/* Those of a match in that chat, or ("") everywhere; links stay. */
void nj_button_forget(struct nj_store *s, int64_t match, const char *chat);
/* One that is good once has been used. */
void nj_button_use(struct nj_store *s, const char *token);

/* --- seats: one row per (match, join) --- */

enum nj_reach {
    NJ_REACH_UNKNOWN,
    NJ_REACH_PROVED, /* wrote to us in private */
    NJ_REACH_REFUSED /* the platform would not deliver */
};

struct nj_seat_row {
    int64_t match;
    uint8_t join;              /* order of joining, 0-based */
    uint8_t seat;              /* drawn at the start; 0xff before */
    bool computer;             /* nobody's */
    bool left;                 /* gave the seat up */
    char user[NJ_ADDRESS_MAX]; /* "" for a computer player from the start */
    char name[NJ_NAME_MAX];
    char contribution[NJ_CONTRIBUTION_MAX + 1];
    int64_t joined_ms;
    /* Running number of the seat's own orders: read here, written with the
     * pulse of its match. */
    uint32_t receipts;
};

typedef void nj_seat_fn(void *ctx, const struct nj_seat_row *row);
void nj_seat_put(struct nj_store *s, const struct nj_seat_row *row);
void nj_seat_delete(struct nj_store *s, int64_t match, uint8_t join);

/* Who sits in all open matches, in one go, oldest match first; people who
 * left are passed over. */
struct nj_open_seat {
    int64_t match;
    uint8_t seat;
    bool computer;       /* plays there now */
    const char *user;    /* lent; "" for a computer player from the start */
    enum nj_reach reach; /* NJ_REACH_UNKNOWN if never seen */
};

typedef void nj_open_seat_fn(void *ctx, const struct nj_open_seat *row);
void nj_seat_each_open(struct nj_store *s, nj_open_seat_fn *fn, void *ctx);
void nj_seat_each(struct nj_store *s, int64_t match, nj_seat_fn *fn, void *ctx);

/*
 * A seat that has changed hands: its latest row says who holds it, whatever
 * the seat's own row says; those before it are kept. Place 0 repeats the
 * seat's own row, for one that is offered and has not changed hands.
 */
struct nj_holder_row {
    int64_t match;
    uint8_t join, place;
    char user[NJ_ADDRESS_MAX], name[NJ_NAME_MAX];
    char wanted[NJ_NAME_MAX]; /* who may take it over: "" nobody, "*" anybody,
                               * else a name or a number */
    char why[NJ_ORDER_TEXT_MAX]; /* the reason of the host who offers it; "" */
};

void nj_holder_put(struct nj_store *s, const struct nj_holder_row *row);
typedef void nj_holder_fn(void *ctx, const struct nj_holder_row *row);
/* Of a match, in order of joining and then of place. */
void nj_holder_each(struct nj_store *s, int64_t match, nj_holder_fn *fn,
                    void *ctx);
/* What has not arrived in that chat of a match never will. */
void nj_out_withdraw(struct nj_store *s, int64_t match, const char *chat);

/* --- inputs, clustered by (match, seq) --- */

struct nj_input_row {
    int64_t match;
    uint32_t seq;
    int64_t at_ms;
    int kind, place, by; /* enums of match/input.h */
    uint8_t seat;
    const char *verb, *args, *reason; /* args: packed */
    struct nj_hash digest;
};

typedef void nj_input_fn(void *ctx, const struct nj_input_row *row);
void nj_input_insert(struct nj_store *s, const struct nj_input_row *row);
void nj_input_each(struct nj_store *s, int64_t match, nj_input_fn *fn,
                   void *ctx);

/* --- outbox: one row per message and destination --- */

enum nj_out_state {
    NJ_OUT_PENDING, /* to be sent */
    NJ_OUT_SENDING, /* handed to a gateway, no answer yet */
    NJ_OUT_SENT,
    NJ_OUT_REFUSED, /* the platform said no: waits for its reader */
    NJ_OUT_UNKNOWN, /* stands */
    NJ_OUT_KEPT     /* nobody reads it in a chat: record, computer players */
};

struct nj_out_row {
    int64_t id;    /* 0 in an insert: given by the store, rising */
    int64_t match; /* 0: belongs to no match */
    uint32_t seq;  /* input that caused it; 0: none */
    int to;        /* enum nj_to, or NJ_OUT_TO_USER */
    uint32_t seats;
    bool refusal;     /* an answer to a refused order */
    bool repeat;      /* may have been delivered before */
    bool copy;        /* one more destination of a message stored already */
    uint8_t tries;    /* times it ended as unknown */
    uint8_t urgency;  /* 0: a prompt to a waiting player; higher waits */
    uint32_t receipt; /* of the order it answers; 0: none */
    enum nj_out_state state;
    int64_t at_ms;
    const char *chat; /* destination address; "" for nobody */
    const char *key, *clause, *args, *choices, *reason;
};

#define NJ_OUT_TO_USER 100 /* the shell to one person, no seat */

typedef void nj_out_fn(void *ctx, const struct nj_out_row *row);
void nj_out_insert(struct nj_store *s, struct nj_out_row *row); /* sets id */

/* State and bookkeeping of one row. */
struct nj_out_mark {
    int64_t id;
    enum nj_out_state state;
    bool repeat;
    uint8_t tries;
    const char *reason; /* why it was refused; NULL is "" */
};

void nj_out_mark(struct nj_store *s, const struct nj_out_mark *m);
/* Pending rows of all chats in order of id: read once at the start. */
void nj_out_each_pending(struct nj_store *s, nj_out_fn *fn, void *ctx);
/* Rows that are `sending`, without their texts; outside of a transaction. And
 * one of them, within one, that was never handed over: it is pending again, as
 * sure or doubtful as it was. */
void nj_out_each_sending(struct nj_store *s, void (*fn)(void *ctx, int64_t id),
                         void *ctx);
void nj_out_never_left(struct nj_store *s, int64_t id);
/* One row with its texts; false: there is none. */
bool nj_out_load(struct nj_store *s, int64_t id, nj_out_fn *fn, void *ctx);
/* All messages of a match in order, for records: one row per message, so
 * rows with `copy` are left out. */
void nj_out_each_of(struct nj_store *s, int64_t match, nj_out_fn *fn,
                    void *ctx);
/* The same in parts, from the end on, for who must not read all at once. A part
 * is up to so many rows, which hold what was said at one moment, back from the
 * one with message `last`: its messages in order; and the message before them, 0
 * if there is none. The last message of a match begins this; 0: nothing was
 * said. */
void nj_out_each_before(struct nj_store *s, int64_t last, uint32_t rows,
                        nj_out_fn *fn, void *ctx);
int64_t nj_out_before(struct nj_store *s, int64_t last, uint32_t rows);
int64_t nj_out_last(struct nj_store *s, int64_t match);
/* What the platform refused for that chat becomes pending again; calls `fn`
 * for each row, in order. */
void nj_out_release(struct nj_store *s, const char *chat, nj_out_fn *fn,
                    void *ctx);
/* How many rows wait refused for that chat. */
uint32_t nj_out_refused(struct nj_store *s, const char *chat);

/* --- message ids seen, reading positions --- */

/* Remembers (gateway, chat, id); false if it was known. Ids older
 * than a day may be forgotten (nj_seen_forget, called now and then): each call
 * looks at the next thousands of them, so that nobody waits for it. */
bool nj_seen_add(struct nj_store *s, const char *chat, const char *id,
                 int64_t at_ms);
/*
 * Where each question goes over a network, those of a turn are asked together:
 * true says so, and forgets those of the turn before. What is expected then is
 * looked at in one trip, and nj_seen_add has its answer until the transaction
 * is undone. What was not expected is asked for as ever.
 */
bool nj_seen_ahead(struct nj_store *s);
void nj_seen_expect(struct nj_store *s, const char *chat, const char *id);
void nj_seen_look(struct nj_store *s);
/* Is it remembered? */
bool nj_seen_has(struct nj_store *s, const char *chat, const char *id);
void nj_seen_forget(struct nj_store *s, int64_t before_ms);
/* What was seen from `from_ms` on is younger than it looks: the clock has
 * skipped so much. Reads all rows. */
void nj_seen_shift(struct nj_store *s, int64_t from_ms, int64_t by_ms);
void nj_offset_put(struct nj_store *s, const char *gateway, int64_t offset);
/* 0 if none is stored. */
int64_t nj_offset_get(struct nj_store *s, const char *gateway);
/* The same of what other workers have heard there (relay.h). */
void nj_row_put(struct nj_store *s, const char *gateway, int64_t row);
int64_t nj_row_get(struct nj_store *s, const char *gateway);

/* --- what gateways have to know in their next life --- */

/* By a name of the gateway's own; "" as value: nothing any more. */
void nj_kept_put(struct nj_store *s, const char *gateway, const char *name,
                 const char *value);
typedef void nj_kept_fn(void *ctx, const char *name, const char *value);
/* In the order of the names. */
void nj_kept_each(struct nj_store *s, const char *gateway, nj_kept_fn *fn,
                  void *ctx);

/* --- users, settings; results are in store/records.h --- */

struct nj_user_row {
    char user[NJ_ADDRESS_MAX];
    char name[NJ_NAME_MAX];
    enum nj_reach reach;
    int64_t seen_ms; /* since when it is so */
};

void nj_user_put(struct nj_store *s, const struct nj_user_row *row);
/* False: never seen. */
bool nj_user_load(struct nj_store *s, const char *user,
                  struct nj_user_row *row);

/* A setting of a scope: a chat, a user, or "" for the installation. */
void nj_setting_put(struct nj_store *s, const char *scope, const char *key,
                    const char *value);
/* Writes at most cap - 1 bytes; false, and `value` left alone: not set. */
bool nj_setting_get(struct nj_store *s, const char *scope, const char *key,
                    char *value, size_t cap);

#endif
