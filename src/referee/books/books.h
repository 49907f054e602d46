/*
 * The books: conversations by address, open tables and matches by number and
 * code. They are a cache of the store, which alone is true: after a transaction
 * that failed they are made anew from it.
 *
 * What the functions return belongs to the books, but for nj_books_past().
 */
#ifndef NJ_REFEREE_BOOKS_BOOKS_H
#define NJ_REFEREE_BOOKS_BOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/status.h"
#include "match/audience.h"
#include "referee/books/chat.h"

struct nj_arena;
struct nj_args;
struct nj_batch;
struct nj_command;
struct nj_entry;
struct nj_event;
struct nj_format;
struct nj_game;
struct nj_hash;
struct nj_input;
struct nj_input_row;
struct nj_loaded_game;
struct nj_match;
struct nj_match_row;
struct nj_options;
struct nj_out_row;
struct nj_referee;
struct nj_sitter;
struct nj_store;
struct nj_str;
struct nj_timer;
struct nj_zone;

struct nj_chat *nj_books_chat(struct nj_referee *r, const char *address);
/* Returns NULL if we have never had to do with it. */
struct nj_chat *nj_books_find(struct nj_referee *r, const char *address);
/* Reads what the store knows of it, once. Whoever takes a chat from an entry
 * of the books (`homes`) and has not loaded its sitters calls it. */
void nj_books_fill(struct nj_referee *r, struct nj_chat *c);
/* Returns the place of the first entry with that number or a higher one. */
uint32_t nj_books_from(const struct nj_referee *r, int64_t id);
struct nj_entry *nj_books_entry(const struct nj_referee *r, int64_t id);
/* Finds what has that code, in upper case; NULL: nothing that is open. */
struct nj_entry *nj_books_code(const struct nj_referee *r, const char *code);
/* One that is in the books no more, to tell of it what is still to be told;
 * NULL if there is no such match. Nobody else sees it. */
struct nj_entry *nj_books_past(struct nj_referee *r, int64_t id);
void nj_books_past_free(struct nj_entry *e); /* NULL is fine */
struct nj_entry *nj_books_open(struct nj_referee *r,
                               const struct nj_match_row *row);
/* Reads its row. False: the turn has failed. */
bool nj_books_row(struct nj_referee *r, struct nj_entry *e,
                  struct nj_match_row *row);
/* Changes that (NULL: nothing of it); a table has been touched. */
bool nj_books_write(struct nj_referee *r, struct nj_entry *e,
                    void (*change)(struct nj_match_row *row, void *ctx),
                    void *ctx);
/* 32 bytes nobody else knows; in test mode from the test seed, so that a run
 * can be repeated. */
void nj_books_secret(struct nj_referee *r, struct nj_hash *out);
/* Returns what to parse a match's words by, from its row's options. */
const char *nj_books_words(const struct nj_referee *r, const struct nj_game *g,
                           const char *options);
/* The command tables are new: its words are found in them again. */
void nj_books_words_again(struct nj_referee *r, struct nj_entry *e);
/* The table will be told that it is closed in a day: who has been told has that
 * day, even if we are away meanwhile. The row keeps when it was touched last,
 * and so that it was told of; where a damaged one says otherwise it is told of
 * once more after a start. False: the turn has failed. */
bool nj_books_notice(struct nj_referee *r, struct nj_entry *e);
/* It is to be woken after the start, NJ_ROUSE_...; 0: not any more. */
void nj_books_rouse(struct nj_entry *e, uint8_t why);
/* Its match, which is taken over, is in memory; NULL: not any more. */
void nj_books_awake(struct nj_referee *r, struct nj_entry *e,
                    struct nj_match *match);
/* Its match and its sitters leave the memory. */
void nj_books_sleep(struct nj_referee *r, struct nj_entry *e);
/* It is no longer open, and leaves the books at the end of the turn. */
void nj_books_ended(struct nj_referee *r, struct nj_entry *e);
/* Takes entries that are no longer open out of the books, if there are any; end
 * of the turn. */
void nj_books_sweep(struct nj_referee *r);
/* Is the table here; does the person sit there or host it? */
bool nj_books_has(const struct nj_chat *c, const struct nj_entry *e);
void nj_books_link(struct nj_chat *c, struct nj_entry *e);
void nj_books_unlink(struct nj_chat *c, struct nj_entry *e);
const struct nj_loaded_game *nj_books_game(const struct nj_referee *r,
                                           const char *id);
/* Makes all books anew from the store. */
void nj_books_read(struct nj_referee *r);
void nj_books_free(struct nj_referee *r);
/* Is it a table or a running match? */
bool nj_books_is_open(const struct nj_entry *e);
/* Returns the newest table of that chat that has not started, or NULL. */
struct nj_entry *nj_books_lobby(const struct nj_chat *c);
/* Was that said less than so long ago (steady)? Notes it if not. */
bool nj_books_lately(const struct nj_referee *r, int64_t *told_ms, int64_t ms);
/* A person: he is called so, can be written to or not and is so known to the
 * store, is not to be heard, has lost his seat of that match to a computer
 * player, groups have heard that he cannot be reached. */
void nj_books_name(struct nj_chat *c, const char *name);
void nj_books_reach(struct nj_chat *c, enum nj_reach reach, bool known);
void nj_books_shut(struct nj_referee *r, struct nj_chat *c, bool on);
void nj_books_replaced(struct nj_chat *c, const struct nj_entry *e);
void nj_books_complain(struct nj_chat *c, bool on);
/* His private words go to that match; he is leaving it, if he confirms it by
 * then; neither any more. */
void nj_books_use(struct nj_referee *r, struct nj_chat *c, int64_t match);
void nj_books_leaving(struct nj_referee *r, struct nj_chat *c, int64_t match,
                      int64_t until_ms);
void nj_books_unwish(struct nj_referee *r, struct nj_chat *c, int64_t match);
/* What this turn did to them is for good, or is undone. */
void nj_books_wished(struct nj_referee *r, bool undone);
/* Gives back what the store does not know, after a turn that was undone. */
void nj_books_restore(struct nj_chat *c, const struct nj_chat_kept *k);
/* Is its platform able to do that (NJ_CAN_...)? */
bool nj_books_can(const struct nj_referee *r, const struct nj_chat *c,
                  uint16_t it);
const char *nj_books_lang(const struct nj_referee *r, const struct nj_chat *c);

/*
 * --- request ---
 *
 * Something asked for by a person: what the command files work on. It lives as
 * long as the event that it answers and owns nothing.
 */

/* A person asks for something: command files work on this. */
struct nj_request {
    /* --- any --- */
    struct nj_referee *r;
    const struct nj_event *ev;
    struct nj_chat *where;        /* the chat it was typed in */
    struct nj_chat *who;          /* the person's private chat */
    struct nj_entry *e;           /* the table or match meant; NULL: none */
    const struct nj_command *cmd; /* NULL: no known words */
    const struct nj_batch *batch; /* several orders, and `cmd` is no word of
                                   * anything; NULL: one */
    uint8_t as;        /* the seat named in front, from 1; 0: none (hand.c) */
    bool text;         /* not to be parsed, as `cmd` shows: collect.c */
    const char *typed; /* what `cmd` was read from; lent from the event unless a
                        * seat was named */
    char code[NJ_CODE_MAX]; /* a code that was typed, upper case; "" */
};

/*
 * --- chats ---
 *
 * All chats in memory, by address; the books own them, and forget who has been
 * quiet for an hour. The store has what lasts of him.
 *
 * Within a turn a chat stays where it is. Longer than that only an entry keeps
 * a pointer to one (homes), and it stands among that chat's entries; all others
 * keep addresses. So a chat without entries and without anything to say may go
 * at the end of a turn.
 */

/* Returns NULL if he is not in memory. Counts as hearing of him. */
struct nj_chat *nj_chats_find(struct nj_referee *r, const char *address);
/* Makes a new one, which nj_chats_find() did not find. */
struct nj_chat *nj_chats_add(struct nj_referee *r, const char *address);
/* Has nothing of his been asked for within an hour, and sits he nowhere? */
bool nj_chats_unused(const struct nj_referee *r, const struct nj_chat *c);
/* The chat of that slot is forgotten; another may take its slot. */
void nj_chats_drop(struct nj_referee *r, uint32_t hole);
/* Gives the room back that so few chats do not need. */
void nj_chats_shrink(struct nj_referee *r);
void nj_chats_free(struct nj_referee *r);

/*
 * --- codes ---
 *
 * Codes of open tables and matches, "K7Q": which are in use, and new ones.
 *
 * A code is letter, digit, letter, and as many more in turn as the number of
 * open tables asks for: "K7Q4", "K7Q4M", up to NJ_CODE_MAX. It never is a word,
 * and has none of I, L, O, 0 and 1, which look alike.
 */

/* How many letters and digits a new code has while `open` tables are: three of
 * four such codes are free. */
uint32_t nj_codes_length(uint32_t open);
/* Draws a code of that many letters and digits, as nobody can foretell it; out
 * has room for len + 1. It may be in use. */
void nj_codes_draw(struct nj_referee *r, uint32_t len, char *out);
/* The entry behind that one, or the first (NULL), in an order that nobody knows;
 * NULL: there are no more. */
struct nj_entry *nj_codes_next(const struct nj_referee *r,
                               const struct nj_entry *e);
/* The entry's code is in use, by it alone; from then on it is found. */
void nj_codes_add(struct nj_referee *r, struct nj_entry *e);
void nj_codes_drop(struct nj_referee *r, struct nj_entry *e);

/*
 * --- due ---
 *
 * What has to be looked at next: deadlines, and matches whose computer players
 * may have something to do. Who looks is above; here stands what is due.
 */

#define NJ_STALE_MS INT64_C(86400000) /* a table that nobody comes to: UX-6.8 */

/* The entry's next moment is known anew: the referee wakes for the earliest.
 * Whoever makes it earlier, or lets its clock run again, says so. */
void nj_due_note(struct nj_referee *r, struct nj_entry *e);
/* Does the same for all of them. */
void nj_due_note_all(struct nj_referee *r);
/* No deadline is before it; 0: there is none at all. */
int64_t nj_due_first_ms(const struct nj_referee *r);
/* The *n entries whose deadline has passed, by number; the caller frees the
 * list and, when he has looked at them, notes each of them again. */
int64_t *nj_due_take(struct nj_referee *r, uint32_t *n);
/* Returns when a table that was touched then is spoken to. */
int64_t nj_due_stale_ms(int64_t touched_ms);
/* Has that been done already, by what its row says? */
bool nj_due_noticed(int64_t touched_ms, int64_t deadline_ms);
/* Its computer players may have something to do. */
void nj_due_busy(struct nj_referee *r, struct nj_entry *e);
/* Takes those who have not off the list; before an entry is freed. */
void nj_due_idle(struct nj_referee *r);

/*
 * --- sitters ---
 *
 * Who sits at a table or plays a match: rows of the store in memory. Sitters
 * belong to their entry; a pointer to one holds until the entry's are loaded or
 * freed.
 */

/* Loads sitters without waking the match. False: the turn has failed. */
bool nj_sitters_load(struct nj_referee *r, struct nj_entry *e);
void nj_sitters_free(struct nj_entry *e);
/* Finds one of those loaded; NULL if there is no such. */
struct nj_sitter *nj_sitters_of(const struct nj_entry *e, const char *user);
/* Finds one whose seat a computer player holds: he sits no more. */
struct nj_sitter *nj_sitters_replaced(const struct nj_entry *e,
                                      const char *user);
/* Finds who plays that seat, which may be one of several of his. */
struct nj_sitter *nj_sitters_at(const struct nj_entry *e, nj_seat seat);
/* Seats one more at a table that has not started; false: the turn has failed. A
 * computer player has no `user`. */
struct nj_sitter *nj_sitters_add(struct nj_referee *r, struct nj_entry *e,
                                 const char *user, const char *name,
                                 const char *words);
/* He leaves it; who joined behind him moves up. */
void nj_sitters_remove(struct nj_referee *r, struct nj_entry *e,
                       struct nj_sitter *s);
/* The seat is that person's from now on ("": nobody's), and offered to nobody;
 * its row keeps whose it was at the start. Written by the caller. */
void nj_sitters_hand(struct nj_sitter *s, const char *user, const char *name);
/* He is that person, who has had the seat from the start: both are one. */
void nj_sitters_rename(struct nj_sitter *s, const char *user);
/* Sets such a text of a sitter; NULL: none. */
void nj_sitters_text(char **at, const char *text);
/* Fills in one's row: whose the seat was at the start. */
void nj_sitters_row(const struct nj_entry *e, const struct nj_sitter *s,
                    struct nj_seat_row *row);
/* Writes it. */
bool nj_sitters_put(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_sitter *s);

/*
 * --- homes ---
 *
 * The homes of a match: the groups that hear what everyone hears, the same
 * messages in the same order, each in its own language. Who plays alone in
 * private (LN-26.1) has his own chat for the only one.
 */

bool nj_homes_has(const struct nj_entry *e, const struct nj_chat *c);
/* Was it typed where the table was opened? There alone admins of the group
 * have a say: who brings a table to his own group gains nothing over it. */
bool nj_homes_first(const struct nj_request *a);
/* Counts what waits in the fullest queue of a home. */
uint32_t nj_homes_queued(const struct nj_entry *e);
/* Changes the books only. */
void nj_homes_join(struct nj_entry *e, struct nj_chat *c);
/* The home `from` is `to` now. */
void nj_homes_replace(struct nj_entry *e, struct nj_chat *from,
                      struct nj_chat *to);
/* Calls nj_books_fill() for each. */
void nj_homes_fill(struct nj_referee *r, struct nj_entry *e);

/*
 * --- place ---
 *
 * What a conversation has settled for itself besides its language: zone, quiet
 * hours, prefix, results alone (UX-2.1, 6.5, 6.7).
 *
 * All of these want chats that are filled, with the homes of `e`.
 */

void nj_place_read(struct nj_referee *r, struct nj_chat *c);
/* The chat has settled that. False: the turn has failed. */
bool nj_place_settle(struct nj_referee *r, struct nj_chat *c,
                     const struct nj_customs *customs);
/* Has it settle what that chat has, whose place it takes. */
void nj_place_follow(struct nj_chat *c, const struct nj_chat *from);
/* What stands in front of commands there (UX-2.1): a group may have its own,
 * for life beside other bots. */
const char *nj_place_prefix(const struct nj_referee *r,
                            const struct nj_chat *c);
/* What texts show there in front of commands: its own, else the platform's
 * ("/"), else the installation's. */
const char *nj_place_shown_prefix(const struct nj_referee *r,
                                  const struct nj_chat *c);
/* The zone of what is told there: the chat's own, for a person else that of
 * the match's home. `e` may be NULL. Returns NULL where it has no name but is a
 * fixed offset. */
const struct nj_zone *nj_place_named(const struct nj_referee *r,
                                     const struct nj_chat *c,
                                     const struct nj_entry *e);
/* Returns what it is at a moment of the wall clock, minutes east of UTC. */
int nj_place_zone(const struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_entry *e, int64_t wall_ms);
/* What makes a moment of the referee's time one of the day there, in minutes:
 * the zone, without what that time is ahead of the wall clock. */
int nj_place_offset(const struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_entry *e, int64_t at_ms);
/* The same for texts: has them tell the times of that place. */
void nj_place_times(const struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_entry *e, struct nj_format *f);
struct nj_quiet nj_place_quiet(const struct nj_chat *c);
/* Is that moment in the quiet hours of the chat, and when do they end? */
bool nj_place_is_quiet(const struct nj_referee *r, const struct nj_chat *c,
                       const struct nj_entry *e, int64_t at_ms,
                       int64_t *until_ms);

/*
 * --- columns ---
 *
 * Columns of rows that hold more than one value: what the store keeps as a text
 * and the match as values.
 */

/* Options as the JSON object of the row ({"event": "rain", ...}) and back:
 * unknown keys or values are errors, missing keys are defaults. */
void nj_columns_options_pack(const struct nj_game *g,
                             const struct nj_options *o, struct nj_str *out);
NJ_MUST_USE enum nj_status nj_columns_options_unpack(const struct nj_game *g,
                                                     const char *json,
                                                     struct nj_options *o,
                                                     struct nj_err *err);

/* Write NJ_TIMERS_MAX timers as the row's text, and read them; rows that are
 * older hold an array of JSON, which is read as well. */
void nj_columns_timers_pack(const struct nj_timer *timers, struct nj_str *out);
NJ_MUST_USE enum nj_status nj_columns_timers_unpack(const char *text,
                                                    struct nj_timer *timers,
                                                    struct nj_err *err);

/* The arguments of a message out of its row, by the arena. Damaged ones fail
 * the store, and there are none. */
void nj_columns_args(struct nj_store *s, const struct nj_out_row *row,
                     struct nj_arena *arena, struct nj_args *out);

/* An input out of its row. Lends its texts from the row, its arguments from
 * the arena. */
NJ_MUST_USE enum nj_status nj_columns_input(const struct nj_input_row *row,
                                            struct nj_arena *arena,
                                            struct nj_input *in,
                                            struct nj_err *err);

#endif
