/*
 * The clock of a match's phases: one deadline at a time that all know of, with
 * reminders at parts of its length and a least time that a phase stands.
 *
 * A game lists its kinds of phases (struct nj_game) and begins one by name:
 *
 *     static const struct nj_phase phases[] = {
 *         {.timer = "turn", .remind_at = {50, 90}, .remind = remind,
 *          .over = timeout},
 *         {.timer = NULL}};
 *
 *     nj_phase_begin(m, "turn", nj_option(m, "think"));
 *
 * The rest is the match's: an extension, a pause or a grace moves a deadline
 * and its reminders alike, whatever begins next takes their place.
 *
 * A phase that may end before its time, when nobody has anything left to do,
 * tells by that moment who was last. So it has *bells*, at equal distances from
 * its beginning on (nj_phase_ring()): at a bell the game looks, and nobody learns
 * for how long it could have ended already.
 */
#ifndef NJ_MATCH_CLOCK_H
#define NJ_MATCH_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

struct nj_match;

#define NJ_REMINDERS_MAX 3

typedef void nj_phase_fn(struct nj_match *m);
/* `left_ms`: what is left of the length when `percent` of it are over (0: it is
 * the one by time, `before_ms`); the moment itself may have been moved by a grace
 * that no log knows of. */
typedef void nj_remind_fn(struct nj_match *m, uint8_t percent, int64_t left_ms);

struct nj_phase {
    const char *timer;                   /* its deadline: "turn" */
    uint8_t remind_at[NJ_REMINDERS_MAX]; /* percents, rising; 0: no more */
    nj_remind_fn *remind;                /* NULL: it has no reminders */
    nj_phase_fn *over;                   /* its time has passed */
    /* One more, so long before its end, where that is behind the middle and at
     * no moment of the others; 0: none. */
    int64_t before_ms;
};

/* The phase with the timer `timer` of the game's list takes `ms` from now on;
 * the one before it is over. */
void nj_phase_begin(struct nj_match *m, const char *timer, int64_t ms);
/* The running phase takes `ms` from now on; who has been reminded in it is not
 * reminded of the same again. */
void nj_phase_restart(struct nj_match *m, int64_t ms);
/* From the `over` of a phase: its timer takes `ms` more, and nobody is reminded
 * in them. */
void nj_phase_prolong(struct nj_match *m, const char *timer, int64_t ms);
/* From now on, until the running phase is over, a bell rings after each of so
 * many equal parts of its length (in whole seconds, rounded up): `bell` of the
 * game is called. An extension leaves the rhythm, a pause and a grace do not. */
void nj_phase_ring(struct nj_match *m, uint8_t parts);
/* How many have rung in it. */
uint8_t nj_phase_bells(const struct nj_match *m);
/* No phase has a deadline until one begins. */
void nj_phase_stop(struct nj_match *m);
/* When it ends, or 0 while none runs: see nj_timer_at(). For answers, and for
 * what is said as the phase begins; what is said later goes by what is left of
 * it in the log, or the match could not be verified after a grace. */
int64_t nj_phase_ends(const struct nj_match *m);
/* What is left of it as the log alone has it, whatever a grace or quiet hours
 * have moved since: for all that enters the state. Not above 0: its time is over
 * but for those, or none runs. */
int64_t nj_phase_left(const struct nj_match *m);

/* For `ms` from now on nothing is ripe, whichever phases run meanwhile; then
 * the game's `ripe` is called. 0: it is ripe at once, and nothing is called. */
void nj_phase_least(struct nj_match *m, int64_t ms);
bool nj_phase_ripe(const struct nj_match *m);

#endif
