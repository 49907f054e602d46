/*
 * Time: what time it is, how old words are, when something is due, and when
 * the clock of a match stands.
 */
#ifndef NJ_REFEREE_TIME_TIME_H
#define NJ_REFEREE_TIME_TIME_H

#include <stdbool.h>
#include <stdint.h>

#include "match/audience.h"

struct nj_chat;
struct nj_entry;
struct nj_event;
struct nj_game;
struct nj_message;
struct nj_referee;
struct nj_timer;

/*
 * --- clocks ---
 *
 * What time it is, where the clocks of the machine disagree.
 *
 * The referee's own time, r->now_ms, follows the wall clock but never goes
 * back and never makes somebody's time to think shorter. Every turn compares
 * how far the three hands of the clock (base/clock.h) have come:
 *
 * - the wall clock is ahead by a minute or more, because it was set forward or
 *   the machine slept: an outage of that length (design 4);
 * - it is ahead by less: our time runs a little faster until they agree;
 * - it is behind, because it was set back: our time goes on as if nothing had
 *   happened, a little slower until they agree. What stays is told people in
 *   terms of the wall clock.
 *
 * Lengths that outlive no process and must not be cut short by a jump are
 * measured on r->steady_ms instead, which nothing sets.
 */

/* A new life: not before `alive_ms`, the last moment of the life before, 0 if
 * there was none. */
void nj_clocks_begin(struct nj_referee *r, int64_t alive_ms);
/* A new turn: what time it is, and what that says of the time since the last
 * one. */
void nj_clocks_turn(struct nj_referee *r);
/* In the transaction of the turn: deadlines stand since an outage that
 * nj_clocks_turn() has found, until nj_outage_catch_up() has moved them. */
void nj_clocks_gap(struct nj_referee *r);
/* The store was away since then, and nobody was answered: an outage. */
void nj_clocks_away(struct nj_referee *r, int64_t since_ms);
/* That transaction is on disk. */
void nj_clocks_commit(struct nj_referee *r);

/* Returns how long this turn is ago; a sleep in between is not known yet. */
int64_t nj_clocks_passed_ms(const struct nj_referee *r);
/* Returns what the wall clock shows at that moment of our time. */
int64_t nj_clocks_wall_ms(const struct nj_referee *r, int64_t at_ms);

/*
 * --- skew ---
 *
 * Whose words come from before an interruption (gateways.md 2.1).
 *
 * A platform stamps messages with a clock of its own, which may be wrong, as
 * ours may. How far the two are apart is learnt from what arrives while the
 * link stands; with that taken out a stamp says how old a message is. Words
 * are late only if they were typed before the link was up again, or before we
 * woke: no difference between two clocks alone makes anything late.
 */

/* These read what the store has of it, and write it if it is time. */
void nj_skew_read(struct nj_referee *r);
void nj_skew_keep(struct nj_referee *r);
/* An event is taken in hand: r->typed_ms, when it was made in our time; of a
 * message also what can be learnt from its stamp. */
void nj_skew_hear(struct nj_referee *r, const struct nj_event *ev);
/* Our own clock was set by so much. */
void nj_skew_jumped(struct nj_referee *r, int64_t ms);
/* Was the message in hand typed while it could not be heard? */
bool nj_skew_late(const struct nj_referee *r, uint8_t gateway);

/* Returns by how much our clock is ahead of the platform's, as far as known. */
int64_t nj_skew_ms(const struct nj_referee *r, uint8_t gateway);

/*
 * --- alive ---
 *
 * How long an outage was: the store hears from time to time that we live.
 */

#define NJ_ALIVE_MS 20000 /* how often the store hears of us */

/* Writes that we live, if it is time or something is written anyhow. */
void nj_alive_note(struct nj_referee *r);
/* So much of our time was none in which anything was heard, perhaps only the
 * clock jumped: what was seen before it is not forgotten the earlier. */
void nj_alive_skipped(struct nj_referee *r, int64_t ms);
/* Returns when the store heard of us last; 0: never, or it cannot be. */
int64_t nj_alive_last_ms(struct nj_referee *r);
/* Returns, at the start, since when nobody heard us; 0: no outage. */
int64_t nj_alive_down_ms(struct nj_referee *r);

/*
 * --- deadline ---
 *
 * Deadlines: found when they have passed, held while a player cannot play. What
 * moves them afterwards is grace.c, what happens in an outage outage.c.
 */

/* The clock of that match stands because of `why` (NJ_HOLD_...), or not any
 * more; with the last reason gone its deadlines move. */
void nj_deadline_hold(struct nj_referee *r, struct nj_entry *e, uint8_t why,
                      bool on);
/* The seats that it waits for and whose secrets cannot be delivered: its clock
 * has to stand. */
nj_seat_set nj_deadline_stands_for(const struct nj_entry *e);
/* While there are such it stands, and the group hears why: not before, for when
 * a secret is told to a seat may be a secret. */
void nj_deadline_wait(struct nj_referee *r, struct nj_entry *e);
/* Secrets can be delivered to that seat again. */
void nj_deadline_unblock(struct nj_referee *r, struct nj_entry *e,
                         nj_seat seat);

/*
 * --- pulse ---
 *
 * Pulses: what the row of a match says of where it stands, written once a turn.
 */

/* Its row is behind: the pulse is written at the end of the turn. */
void nj_pulse_note(struct nj_referee *r, struct nj_entry *e);
/* Nothing is to be written: the turn is undone. */
void nj_pulse_forget(struct nj_referee *r);
/* Notes that, where no deadline can have changed. */
void nj_pulse_touch(struct nj_referee *r, struct nj_entry *e);
/* Writes it at once, for whoever reads the row next. */
void nj_pulse_write(struct nj_referee *r, struct nj_entry *e);
/* Writes all that are behind; before the commit. */
void nj_pulse_write_all(struct nj_referee *r);

/*
 * --- grace ---
 *
 * The grace (design 4): deadlines that passed while nobody could be heard, or
 * that come too soon after, are moved.
 */

/* How deadlines move: those that stood since `held_ms` by what they stood, one
 * that was armed meanwhile since then; and all of them by `more_ms`. */
struct nj_grace {
    int64_t held_ms, more_ms;
    bool stands; /* and goes on standing: none is near, or in a night, yet */
};

/* Moves one set of timers, NJ_TIMERS_MAX of them. */
void nj_grace_timers(struct nj_timer *timers, int64_t now_ms,
                     const struct nj_grace *by, int64_t least_ms);
/* Moves the deadlines of a match whose clock stood since `held_ms`. `key` tells
 * the group why, if it is worth telling. */
void nj_grace_move(struct nj_referee *r, struct nj_entry *e, int64_t held_ms,
                   const char *key);
/* Moves the deadlines of a match whose clock stands by what it has stood so
 * far: the match does not know that it stands, and an input that lengthens,
 * pauses or goes back has to find them where they truly are; nor does the
 * store, when one of two reasons is over. */
void nj_grace_reckon(struct nj_referee *r, struct nj_entry *e);
/* Moves the deadlines of a match that goes on: something was not heard. */
void nj_grace_extend(struct nj_referee *r, struct nj_entry *e, int64_t ms);

/*
 * --- outage ---
 *
 * Outages, of a gateway or of the whole program: clocks stand, and afterwards
 * deadlines move.
 */

/* A gateway is up, or down. */
void nj_outage_gateway(struct nj_referee *r, uint8_t gateway, bool up);
/* A turn that heard that it is up is undone: it is down, since it went down,
 * until it is heard again. */
void nj_outage_undo_up(struct nj_referee *r, uint8_t gateway);
/* At the start: deadlines stand since `alive_ms`, when the program was last
 * heard of, until nj_outage_catch_up() has moved them. */
void nj_outage_recover(struct nj_referee *r, int64_t alive_ms);
/* Comes behind that: no gateway is up until it says so. */
void nj_outage_begin(struct nj_referee *r);
/* We live, but heard nobody since `since_ms` (nj_clocks_gap). */
void nj_outage_gap(struct nj_referee *r, int64_t since_ms);
/* Does the same for books that were made anew. */
void nj_outage_again(struct nj_referee *r);
/* Moves those of one match, which is awake. */
void nj_outage_release(struct nj_referee *r, struct nj_entry *e);

/* Says how much of one turn's share of that is done; zero as a turn begins. */
struct nj_share {
    uint32_t looked, moved;
};

/* Moves the deadlines that an outage left behind, if it did. Returns a match
 * that has to be woken for it, and is called again; NULL: the share is done. */
struct nj_entry *nj_outage_catch_up(struct nj_referee *r,
                                    struct nj_share *done);

/*
 * --- stood ---
 *
 * Since when clocks stand, as the store knows it: a kill makes nobody's outage
 * shorter, and nobody's longer.
 */

#define NJ_STOOD_MAX 16

/*
 * Outages of the whole program that some match has yet to move by, in order: a
 * start may be cut short before all have, and so may the next. Since when
 * clocks stand, and when that start was; a match that nobody has touched since
 * then stands as long.
 */
struct nj_stood {
    uint32_t n;

    struct {
        int64_t since_ms, start_ms;
    } v[NJ_STOOD_MAX];
};

struct nj_stood nj_stood_read(struct nj_referee *r);
/* Finds the first of them that the match has not moved by; l->n: none. */
uint32_t nj_stood_by(const struct nj_stood *l, const struct nj_entry *e);
/* One more, which ends now; those that all matches have moved by are left
 * out. */
void nj_stood_note(struct nj_referee *r, const struct nj_stood *l,
                   int64_t since_ms);
/* All have moved. */
void nj_stood_clear(struct nj_referee *r);

/* Reads, at the start, which gateways were down when the program went. */
void nj_stood_gateways_read(struct nj_referee *r);
/* Last in the transaction of the turn: since when gateways are down, or were, as
 * long as what they held up has not moved. That one is up again waits until
 * something else is written: on a full disk a turn that only hears so is not
 * undone, and people can be told. */
void nj_stood_gateways_keep(struct nj_referee *r);
/* The turn will not be undone any more; it has written something, or not. */
void nj_stood_gateways_commit(struct nj_referee *r, bool wrote);

#define NJ_STOOD_GROUPS_MAX 64 /* of each kind that are remembered */

/* Groups for whose sake matches stand: `since_ms` of a chat tells, 0: it is none
 * of them. They are kept under that key, and read back when the books have
 * been. */
void nj_stood_groups_keep(struct nj_referee *r, const char *key,
                          int64_t (*since_ms)(const struct nj_chat *c));
void nj_stood_groups_read(struct nj_referee *r, const char *key,
                          void (*restore)(struct nj_referee *r,
                                          struct nj_chat *c, int64_t since_ms));
/* Its matches stand because of `why`, NJ_HOLD_..., as long as a home of theirs is
 * such a group, or go on. */
void nj_stood_groups_hold(struct nj_referee *r, const struct nj_chat *c,
                          uint8_t why,
                          int64_t (*since_ms)(const struct nj_chat *c));
/* Its matches stand since then, whatever else has happened meanwhile. */
void nj_stood_group(const struct nj_chat *c, uint8_t why, int64_t since_ms);

/* A match stands because of somebody who cannot be reached: it has since he
 * could not be, which may be longer than this life. */
void nj_stood_unreached(struct nj_referee *r, struct nj_entry *e);

/*
 * --- quiet ---
 *
 * Deadlines of slow matches and the nights (UX-6.5): none falls into the quiet
 * hours of a home. The log does not know of these moves; the store keeps the
 * moments.
 */

/* Is it an hour or longer? */
bool nj_quiet_slow(const struct nj_game *g, const struct nj_timer *timers);
/* Moves those that fall into quiet hours to their end; true: some did. */
bool nj_quiet_move(struct nj_referee *r, struct nj_entry *e,
                   struct nj_timer *timers);
void nj_quiet_apply(struct nj_referee *r, struct nj_entry *e);
/* Deadlines that are times of day mean the wall clock: after it was set back,
 * and our own time was not (clocks.c), they are later in ours. */
void nj_quiet_set_right(struct nj_referee *r, struct nj_entry *e);
/* By how much "2h", "2h 工作日" or "21:00" moves the deadline. False: that is
 * none of them, or it would not be later. */
bool nj_quiet_extension(struct nj_referee *r, struct nj_entry *e,
                        const char *text, int64_t *ms);
/* Returns that moment, or the end of the quiet hours that it is in. */
int64_t nj_quiet_out(struct nj_referee *r, struct nj_entry *e, int64_t at_ms);
/* When the deadline of a slow match is; 0: live play, none runs, or the clock
 * that runs is a secret. */
int64_t nj_quiet_deadline(const struct nj_entry *e);
/* The message with that moment as `until`, if its text speaks of it, and with
 * moments of its own where the quiet hours put them. What a host has done tells
 * it at live play, too, and what is `left` while the clock stands. */
const struct nj_message *nj_quiet_dated(struct nj_referee *r,
                                        struct nj_entry *e,
                                        const struct nj_message *m,
                                        bool by_host);

/*
 * --- silence ---
 *
 * Groups that cannot be told anything (UX-6.10): the clocks of their matches
 * stand until something arrives again, and the hosts are told, once an hour at
 * most.
 */

void nj_silence_begin(struct nj_referee *r, struct nj_chat *c);
void nj_silence_end(struct nj_referee *r, struct nj_chat *c);
/* That group is tried again with what it has not heard. */
void nj_silence_try_group(struct nj_referee *r, struct nj_chat *c);
/* The bot may not speak there, for `ev->ms` (0: until told), or may. */
void nj_silence_muted(struct nj_referee *r, const struct nj_event *ev);
/* The platform takes something there again before its time. */
void nj_silence_room(struct nj_referee *r, const struct nj_event *ev);
/* Those whose time has come are tried again; before pulses are written. */
void nj_silence_try(struct nj_referee *r);
/* The books have been read: which groups were silent. */
void nj_silence_recover(struct nj_referee *r);

/* A group hears nothing for so long: deadlines there move, and the hosts hear
 * why, once, unless they know that it is silent. Other chats: nothing. */
void nj_silence_slow(struct nj_referee *r, struct nj_chat *c, int64_t ms);

#endif
