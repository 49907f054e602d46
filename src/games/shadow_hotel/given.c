/*
 * The words of scenarios. A board of the hotel is given by clauses, `seats`
 * first, then `round` and `phase`, then the rest in any order:
 *
 *   seats SABC     a letter per seat, in order, which is its name: S the
 *                  shadow, B Brillo, any other a player; priority: B, players
 *                  by the alphabet, S
 *   round 3        odd rounds are the players'; all turns are fresh (1)
 *   phase 2        (1)
 *   spawn          before round 0, who is in danger has been asked (SH-3.6)
 *   A@22           stands in room 22 (players in 41, the shadow in 33)
 *   A has torch,coin        item torch in 21        item cross gone
 *   block 13-22, block jump: the bear is in that passage
 *   power off, rotated, poker, portal, gas, tunnel, door, fireplace
 *   bullets 0, cross used, album used 1, energyout, watch 29
 *   used cube      operated in this round; due reboot, due gas: at its end
 *   A steps 1, A over, A moved, A stop, A forced, A out, A absent, A rebirth
 *   A knows 2,3 / all / none (level; else all but #24), A alias NAME
 *   A endroom 22   at the last player-round end; A idle 1, A missed 1
 *   A used radio 2, A warned, A guard fire, A words 4 (until the end of R4)
 *   meeting        whoever stands together has ended the last round so
 *   died A r2 [as NAME]     a death line under that name was true
 *   pos 24=2       room 24 lies at position 2, and what lay there at its own
 *   queue dead NAME, queue mic TEXT, queue key: waits for the round's end
 *   hosted         a human host is there
 *
 * Keys and the album are nowhere until they are given. `end:` prints round and
 * phase; seats with room and, in their own round, steps left; `!` turn over,
 * `~` movement stop, `~~` forced stay; then what is not as at the beginning.
 */
#include "games/shadow_hotel/given.h"

#include <string.h>

#include "base/bug.h"

#define PLAYERS_AT 41
#define SHADOW_AT  33

/* --- the board --- */

/* B, players by the alphabet, S. */
static int rank_of(char letter)
{
    return letter == 'B' ? 0 : letter == 'S' ? 256 : letter;
}

static void set_order(struct sh_given *r, const char *letters)
{
    struct sh_state *s = r->s;

    for (uint8_t i = 0; i < s->n; i++) {
        uint8_t k = i;

        for (; k > 0 && rank_of(letters[s->order[k - 1]]) > rank_of(letters[i]);
             k--)
            s->order[k] = s->order[k - 1];
        s->order[k] = i;
    }
    for (uint8_t i = 0; i < s->n; i++)
        s->seat[s->order[i]].rank = i;
}

static bool given_seats(struct sh_given *r)
{
    struct sh_state *s = r->s;
    char letters[SH_SEATS_MAX + 1];

    if (s->n != 0 || !nj_sh_given_word(r, letters, sizeof(letters)) ||
        strchr(letters, 'S') == NULL || strlen(letters) < 2)
        return false;
    s->n = (uint8_t)strlen(letters);
    s->brillo = NJ_SEAT_NONE;
    for (nj_seat k = 0; k < s->n; k++) {
        if (strchr(letters, letters[k]) != letters + k)
            return false; /* one letter twice */
        if (letters[k] == 'S')
            s->shadow = k;
        else if (letters[k] == 'B')
            s->brillo = k;
    }
    s->seat[s->shadow].role = SH_SHADOW;
    if (s->brillo != NJ_SEAT_NONE)
        s->seat[s->brillo].role = SH_BRILLO;
    set_order(r, letters);
    nj_given_seats(r->m, s->n);
    nj_sh_settings(r->m, s);
    nj_sh_fresh(r->m, s);
    s->stage = SH_RUNNING;
    s->round = 1;
    nj_sh_round_fresh(s);
    for (nj_seat k = 0; k < s->n; k++) {
        s->seat[k].room = k == s->shadow ? SHADOW_AT : PLAYERS_AT;
        s->seat[k].known = ~UINT64_C(0);
        s->seat[k].known &= ~(UINT64_C(1) << r->map->special[SH_DARK]);
    }
    return true;
}

static bool given_round(struct sh_given *r)
{
    if (!nj_sh_given_number(r, r->s->opt.last_round, &r->s->round))
        return false;
    nj_sh_round_fresh(r->s);
    return true;
}

static bool given_spawn(struct sh_given *r)
{
    r->s->round = 0;
    r->s->stage = SH_SPAWN;
    return true;
}

static bool given_phase(struct sh_given *r)
{
    if (!nj_sh_given_number(r, 3, &r->s->phase) || r->s->phase < 1)
        return false;
    nj_sh_round_fresh(r->s);
    return true;
}

/* "24=2". */
static bool given_pos(struct sh_given *r)
{
    struct sh_state *s = r->s;
    uint8_t a, pos, b;

    if (!nj_sh_given_room(r, &a) || *r->at++ != '=' ||
        !nj_sh_given_room(r, &pos))
        return false;
    b = s->room_at[pos];
    s->room_at[s->pos_of[a]] = b;
    s->pos_of[b] = s->pos_of[a];
    s->room_at[pos] = a;
    s->pos_of[a] = pos;
    return true;
}

/* --- what was said and known --- */

static bool given_queue(struct sh_given *r)
{
    char text[200];

    if (nj_sh_given_follows(r, "key")) {
        r->s->key_found = 1;
        nj_sh_queue(r->s, SH_SAY_KEY_FOUND, 0, NULL);
    } else if (nj_sh_given_follows(r, "dead")) {
        if (!nj_sh_given_rest(r, text, sizeof(text)))
            return false;
        nj_sh_queue(r->s, SH_SAY_DEAD, 0, text);
    } else if (nj_sh_given_follows(r, "mic")) {
        if (!nj_sh_given_rest(r, text, sizeof(text)))
            return false;
        nj_sh_queue(r->s, SH_SAY_MIC, 0, text);
    } else {
        return false;
    }
    return true;
}

/* "A r2 [as NAME]". */
static bool given_died(struct sh_given *r)
{
    struct sh_death *d = &r->s->death[r->s->n_deaths];
    char letter[2];
    uint8_t in;

    if (r->s->n_deaths == SH_DEATHS_MAX ||
        !nj_sh_given_word(r, letter, sizeof(letter)))
        return false;
    d->seat = nj_sh_given_seat_of(r, letter[0]);
    r->at += strspn(r->at, " ");
    if (d->seat == NJ_SEAT_NONE || *r->at++ != 'r' ||
        !nj_sh_given_number(r, SH_ROUNDS_MAX, &in))
        return false;
    d->announced = 1;
    d->seq = 1; /* before all that is typed: the archive has nothing to read */
    d->as_shadow = d->seat == r->s->shadow;
    r->s->n_deaths++;
    return !nj_sh_given_follows(r, "as") ||
           nj_sh_given_rest(r, d->name, sizeof(d->name));
}

/* Kept as a mark until all stand where they stand. */
static bool given_meeting(struct sh_given *r)
{
    r->s->seat[0].meet = UINT8_MAX;
    return true;
}

static bool given_hosted(struct sh_given *r)
{
    r->s->opt.hosted = 1;
    return true;
}

/* --- the whole --- */

static const struct {
    const char *word;
    bool (*read)(struct sh_given *r);
} clauses[] = {
    {"round", given_round},   {"phase", given_phase},
    {"pos", given_pos},       {"queue", given_queue},
    {"died", given_died},     {"meeting", given_meeting},
    {"hosted", given_hosted}, {"spawn", given_spawn},
};

static bool read_clause(struct sh_given *r, const char *name)
{
    nj_seat seat = nj_sh_given_seat_of(r, name[0]);

    if (strcmp(name, "seats") == 0)
        return given_seats(r);
    for (size_t i = 0; r->s->n > 0 && i < NJ_COUNT(clauses); i++)
        if (strcmp(clauses[i].word, name) == 0)
            return clauses[i].read(r);
    if (r->s->n == 0)
        return false;
    if (seat == NJ_SEAT_NONE || (name[1] != '\0' && name[1] != '@'))
        return nj_sh_given_house(r, name);
    r->at -= strlen(name) - 1; /* behind the letter */
    return nj_sh_given_seat(r, seat);
}

/* Can what was given stand? */
static enum nj_status check_board(const struct sh_state *s, struct nj_err *err)
{
    if (s->n == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no seats are given");
    if (nj_sh_living(s) == 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no player lives");
    for (nj_seat k = 0; k < s->n; k++)
        if (s->seat[k].life == SH_REBIRTH && k != s->shadow)
            return nj_fail(err, NJ_ERR_BAD_INPUT,
                           "somebody but the shadow is in rebirth");
    if (s->seat[s->shadow].life == SH_OUT)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "the shadow is out");
    return NJ_OK;
}

enum nj_status nj_sh_given(struct nj_match *m, const char *clause,
                           struct nj_err *err)
{
    struct sh_given r = {.m = m, .s = nj_state(m), .map = nj_sh_map(m)};
    char name[32];

    NJ_ASSERT(clause != NULL);
    if (clause[0] == '\0')
        return check_board(r.s, err);
    r.at = clause;
    if (!nj_sh_given_word(&r, name, sizeof(name)) || !read_clause(&r, name) ||
        !nj_sh_given_at_end(&r))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "no board has '%s'", clause);
    return NJ_OK;
}

/* As if the last round had ended so (SH-12.6). */
static void list_room(struct nj_match *m, uint8_t at)
{
    struct sh_state *s = nj_state(m);
    nj_seat in[SH_SEATS_MAX];
    uint8_t n = nj_sh_in_room(s, at, in);

    for (uint8_t i = 0; n >= 2 && i < n; i++) {
        struct sh_seat *who = &s->seat[in[i]];
        uint8_t k = 1;

        for (uint8_t j = 0; j < n; j++) {
            int order = strcmp(nj_sh_name(m, in[j]), nj_sh_name(m, in[i]));

            k = (uint8_t)(k + (in[j] != s->shadow &&
                               (order < 0 || (order == 0 && j < i))));
        }
        who->meet = in[i] == s->shadow ? n : k;
        who->meet_room = at;
        memcpy(who->listed, who->alias, sizeof(who->listed));
    }
}

static void open_spawn(struct nj_match *m)
{
    struct sh_state *s = nj_state(m);
    nj_seat_set endangered = 0;

    NJ_ASSERT(s->stage == SH_SPAWN);
    for (nj_seat k = 0; k < s->n; k++)
        if (nj_sh_spawn_is_fatal(m, k, s->seat[k].room))
            endangered |= nj_bit(k);
    for (nj_seat k = 0; k < s->n; k++)
        if ((endangered & nj_bit(k)) != 0)
            nj_given_prompt(m,
                            &(struct nj_ask){.seat = k, .name = SH_ASK_SPAWN});
    nj_phase_begin(m, "spawn", nj_option(m, "spawn_secs"));
}

void nj_sh_given_done(struct nj_match *m, int64_t at_ms)
{
    struct sh_state *s = nj_state(m);
    bool meeting = s->seat[0].meet == UINT8_MAX;

    NJ_ASSERT(s->n > 0);
    (void)at_ms;
    if (meeting)
        s->seat[0].meet = 0;
    for (uint8_t i = 1; meeting && i < SH_PLACES; i++)
        list_room(m, i);
    for (nj_seat k = 0; k < s->n; k++)
        nj_sh_learn(s, k, s->seat[k].room);
    if (s->stage == SH_SPAWN)
        open_spawn(m);
    else
        (void)nj_sh_round_clock(m);
    if (nj_sh_slot(s) != NJ_SEAT_NONE)
        nj_phase_begin(m, "turn", nj_option(m, "turn_secs"));
    nj_sh_assert(m);
}
