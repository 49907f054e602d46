/*
 * The words of scenarios. A board of the hotel is given by clauses, `seats`
 * first, then `round` and `phase`, then the rest in any order:
 *
 *   seats SABC     a letter per seat, in order, which is its name: S the
 *                  shadow, B Brillo, any other a player; priority: B, players
 *                  by the alphabet, S
 *   round 3        odd rounds are the players'; all turns are fresh (1)
 *   phase 2        (1)
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
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define PLAYERS_AT 41
#define SHADOW_AT  33

struct reader {
    struct nj_match *m;
    struct sh_state *s;
    const struct sh_map *map;
    const char *at;
};

/* --- words --- */

static bool word(struct reader *r, char *out, size_t size)
{
    size_t n;

    r->at += strspn(r->at, " ");
    n = strcspn(r->at, " ");
    if (n == 0 || n >= size)
        return false;
    memcpy(out, r->at, n);
    out[n] = '\0';
    r->at += n;
    return true;
}

/* The next word, if it is this one. */
static bool follows(struct reader *r, const char *want)
{
    struct reader ahead = *r;
    char got[32];

    if (!word(&ahead, got, sizeof(got)) || strcmp(got, want) != 0)
        return false;
    *r = ahead;
    return true;
}

static bool at_end(const struct reader *r)
{
    return r->at[strspn(r->at, " ")] == '\0';
}

/* Digits at the reader's place. */
static bool number(struct reader *r, unsigned hi, uint8_t *out)
{
    unsigned v = 0;

    NJ_ASSERT(hi <= UINT8_MAX);
    r->at += strspn(r->at, " ");
    if (*r->at < '0' || *r->at > '9')
        return false;
    while (*r->at >= '0' && *r->at <= '9' && v <= hi)
        v = v * 10 + (unsigned)(*r->at++ - '0');
    if (v > hi)
        return false;
    *out = (uint8_t)v;
    return true;
}

static bool room(struct reader *r, uint8_t *out)
{
    return number(r, r->map->n, out) && *out >= 1;
}

/* The rest as a text. */
static bool rest(struct reader *r, char *out, size_t size)
{
    const char *text = r->at + strspn(r->at, " ");
    size_t n = strlen(text);

    if (n == 0 || n >= size)
        return false;
    memset(out, 0, size);
    memcpy(out, text, n);
    r->at += strlen(r->at);
    return true;
}

static nj_seat seat_of(const struct reader *r, char letter)
{
    for (nj_seat k = 0; k < r->s->n; k++)
        if (nj_seat_name(r->m, k)[0] == letter)
            return k;
    return NJ_SEAT_NONE;
}

/* --- the board --- */

/* B, players by the alphabet, S. */
static int rank_of(char letter)
{
    return letter == 'B' ? 0 : letter == 'S' ? 256 : letter;
}

static void set_order(struct reader *r, const char *letters)
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

static bool given_seats(struct reader *r)
{
    struct sh_state *s = r->s;
    char letters[SH_SEATS_MAX + 1];

    if (s->n != 0 || !word(r, letters, sizeof(letters)) ||
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

static bool given_round(struct reader *r)
{
    if (!number(r, r->s->opt.last_round, &r->s->round))
        return false;
    nj_sh_round_fresh(r->s);
    return true;
}

static bool given_phase(struct reader *r)
{
    if (!number(r, 3, &r->s->phase) || r->s->phase < 1)
        return false;
    nj_sh_round_fresh(r->s);
    return true;
}

/* "24=2". */
static bool given_pos(struct reader *r)
{
    struct sh_state *s = r->s;
    uint8_t a, pos, b;

    if (!room(r, &a) || *r->at++ != '=' || !room(r, &pos))
        return false;
    b = s->room_at[pos];
    s->room_at[s->pos_of[a]] = b;
    s->pos_of[b] = s->pos_of[a];
    s->room_at[pos] = a;
    s->pos_of[a] = pos;
    return true;
}

/* --- items --- */

/* One of the kind that is nowhere yet, else the first. */
static int item_of(const struct reader *r, const char *name)
{
    enum sh_kind kind = nj_sh_find_item(name);
    int found = -1;

    if (kind == SH_KINDS)
        return -1;
    for (int i = SH_ITEMS - 1; i >= 0; i--) {
        const struct sh_item *item = &r->s->item[i];

        if (nj_sh_kind((uint8_t)i) == kind &&
            (found < 0 || item->where == SH_NOWHERE ||
             r->s->item[found].where != SH_NOWHERE))
            found = i;
    }
    return found;
}

static bool place_item(struct reader *r, const char *name, enum sh_where where,
                       uint8_t at)
{
    int item = item_of(r, name);

    if (item < 0)
        return false;
    r->s->item[item] = (struct sh_item){.where = (uint8_t)where, .at = at};
    return true;
}

static bool given_item(struct reader *r)
{
    char name[32];
    uint8_t at;

    if (!word(r, name, sizeof(name)))
        return false;
    if (follows(r, "gone"))
        return place_item(r, name, SH_NOWHERE, 0);
    return follows(r, "in") && room(r, &at) &&
           place_item(r, name, SH_IN_ROOM, at);
}

static bool has(struct reader *r, nj_seat seat)
{
    char list[128];
    char *at = list;

    if (!word(r, list, sizeof(list)))
        return false;
    while (*at != '\0') {
        size_t n = strcspn(at, ",");
        bool last = at[n] == '\0';

        at[n] = '\0';
        if (!place_item(r, at, SH_HELD, (uint8_t)seat))
            return false;
        at += n + (last ? 0 : 1);
    }
    return true;
}

/* "13-22", "jump", "11-35" for the portal. */
static bool given_block(struct reader *r)
{
    struct sh_item *bear = &r->s->item[SH_ITEM_SINGLE + SH_BEAR];
    uint8_t a, b;

    bear->where = SH_BLOCKING;
    bear->at = r->map->jump;
    if (follows(r, "jump"))
        return true;
    if (!room(r, &a) || *r->at++ != '-' || !room(r, &b))
        return false;
    for (uint8_t i = 0; i < r->map->n_passages; i++)
        if (r->map->passage[i].a == a && r->map->passage[i].b == b) {
            bear->at = i;
            return true;
        }
    return false;
}

/* --- the building --- */

static bool given_power(struct reader *r)
{
    r->s->power = 0;
    return follows(r, "off");
}

static bool given_rotated(struct reader *r)
{
    r->s->rotated = 1;
    return true;
}

static bool given_poker(struct reader *r)
{
    r->s->poker = 1;
    return true;
}

static bool given_portal(struct reader *r)
{
    r->s->portal = 1;
    return true;
}

static bool given_gas(struct reader *r)
{
    r->s->gas = 1;
    return true;
}

static bool given_tunnel(struct reader *r)
{
    r->s->tunnel = 1;
    return true;
}

static bool given_door(struct reader *r)
{
    r->s->door = 1;
    return true;
}

static bool given_fireplace(struct reader *r)
{
    struct sh_item *energy = &r->s->item[SH_ITEM_SINGLE + SH_ENERGY];

    r->s->fireplace = 1;
    if (energy->where == SH_NOWHERE) {
        energy->where = SH_IN_ROOM;
        energy->at = r->map->special[SH_FIRE_ROOM];
    }
    return true;
}

static bool given_used(struct reader *r)
{
    struct sh_state *s = r->s;
    enum sh_mech mech;
    char name[32];

    if (!word(r, name, sizeof(name)))
        return false;
    mech = nj_sh_find_mech(name);
    if (mech == SH_MECHS)
        return false;
    s->mech_used = (uint8_t)(s->mech_used | 1u << mech);
    s->power_ops = (uint8_t)(s->power_ops + (mech == SH_POWER));
    s->cube_ops = (uint8_t)(s->cube_ops + (mech == SH_CUBE));
    s->poker_due |= mech == SH_POKER;
    s->portal_due |= mech == SH_AWAKENING;
    return true;
}

static bool given_due(struct reader *r)
{
    if (follows(r, "reboot"))
        r->s->reboot_due = 1;
    else if (follows(r, "gas"))
        r->s->gas_due = 1;
    else
        return false;
    return true;
}

static bool given_bullets(struct reader *r)
{
    return number(r, 9, &r->s->bullet);
}

static bool given_cross(struct reader *r)
{
    r->s->cross_used = 1;
    return follows(r, "used");
}

static bool given_album(struct reader *r)
{
    return follows(r, "used") && number(r, 2, &r->s->album_uses);
}

static bool given_energyout(struct reader *r)
{
    r->s->energy_out = 1;
    return true;
}

static bool given_watch(struct reader *r)
{
    return room(r, &r->s->watch);
}

static bool given_hosted(struct reader *r)
{
    r->s->opt.hosted = 1;
    return true;
}

/* --- what was said and known --- */

static bool given_queue(struct reader *r)
{
    char text[200];

    if (follows(r, "key")) {
        r->s->key_found = 1;
        nj_sh_queue(r->s, SH_SAY_KEY_FOUND, 0, NULL);
    } else if (follows(r, "dead")) {
        if (!rest(r, text, sizeof(text)))
            return false;
        nj_sh_queue(r->s, SH_SAY_DEAD, 0, text);
    } else if (follows(r, "mic")) {
        if (!rest(r, text, sizeof(text)))
            return false;
        nj_sh_queue(r->s, SH_SAY_MIC, 0, text);
    } else {
        return false;
    }
    return true;
}

/* "A r2 [as NAME]". */
static bool given_died(struct reader *r)
{
    struct sh_death *d = &r->s->death[r->s->n_deaths];
    char letter[2];
    uint8_t in;

    if (r->s->n_deaths == SH_DEATHS_MAX || !word(r, letter, sizeof(letter)))
        return false;
    d->seat = seat_of(r, letter[0]);
    r->at += strspn(r->at, " ");
    if (d->seat == NJ_SEAT_NONE || *r->at++ != 'r' ||
        !number(r, SH_ROUNDS_MAX, &in))
        return false;
    d->announced = 1;
    d->as_shadow = d->seat == r->s->shadow;
    r->s->n_deaths++;
    return !follows(r, "as") || rest(r, d->name, sizeof(d->name));
}

/* Kept as a mark until all stand where they stand. */
static bool given_meeting(struct reader *r)
{
    r->s->seat[0].meet = UINT8_MAX;
    return true;
}

/* --- seats --- */

static bool knows(struct reader *r, struct sh_seat *who)
{
    uint8_t one;

    who->known = 0;
    if (follows(r, "none"))
        return true;
    if (follows(r, "all")) {
        who->known = ~UINT64_C(0);
        return true;
    }
    do {
        if (!room(r, &one))
            return false;
        who->known |= UINT64_C(1) << one;
    } while (*r->at == ',' && r->at++ != NULL);
    return true;
}

static bool guard(struct reader *r, struct sh_seat *who)
{
    if (follows(r, "fire"))
        who->guard = SH_FIRE;
    else if (follows(r, "hold"))
        who->guard = SH_HOLD;
    else
        return false;
    return true;
}

/* Where the state of a seat leaves it. */
static bool life(struct reader *r, struct sh_seat *who, const char *what)
{
    if (strcmp(what, "out") == 0) {
        who->life = SH_OUT;
        who->body = who->room;
        who->room = 0;
    } else if (strcmp(what, "absent") == 0) {
        who->life = SH_ABSENT;
        who->body = r->map->special[SH_CHAMBER];
        who->room = 0;
    } else if (strcmp(what, "rebirth") == 0) {
        who->life = SH_REBIRTH;
        who->room = r->map->special[SH_RESPAWN];
    } else {
        return false;
    }
    who->turn_over = 1;
    return true;
}

/* Words without anything behind them. */
static bool mark(struct sh_seat *who, const char *what)
{
    if (strcmp(what, "over") == 0)
        who->turn_over = 1;
    else if (strcmp(what, "moved") == 0)
        who->touched = who->moved = 1;
    else if (strcmp(what, "stop") == 0)
        who->stop = SH_STOPPED;
    else if (strcmp(what, "forced") == 0)
        who->stop = SH_FORCED;
    else if (strcmp(what, "warned") == 0)
        who->warned = 1;
    else
        return false;
    return true;
}

/* "A steps 1": behind the letter. */
static bool given_seat(struct reader *r, nj_seat seat)
{
    struct sh_seat *who = &r->s->seat[seat];
    char what[32];

    if (*r->at == '@') {
        r->at++;
        return room(r, &who->room);
    }
    if (!word(r, what, sizeof(what)))
        return false;
    if (mark(who, what) || life(r, who, what))
        return true;
    if (strcmp(what, "has") == 0)
        return has(r, seat);
    if (strcmp(what, "steps") == 0)
        return number(r, 20, &who->steps);
    if (strcmp(what, "knows") == 0)
        return knows(r, who);
    if (strcmp(what, "alias") == 0)
        return rest(r, who->alias, sizeof(who->alias)) &&
               (who->alias_used = 1) != 0;
    if (strcmp(what, "endroom") == 0)
        return room(r, &who->end_room);
    if (strcmp(what, "idle") == 0)
        return number(r, SH_ROUNDS_MAX, &who->idle);
    if (strcmp(what, "missed") == 0)
        return number(r, SH_ROUNDS_MAX, &who->missed);
    if (strcmp(what, "used") == 0)
        return follows(r, "radio") && number(r, 9, &who->radio_used);
    if (strcmp(what, "guard") == 0)
        return guard(r, who);
    if (strcmp(what, "words") == 0)
        return number(r, SH_ROUNDS_MAX, &who->words_until) &&
               ++who->words_until > 0;
    return false;
}

static const struct {
    const char *word;
    bool (*read)(struct reader *r);
} clauses[] = {
    {"round", given_round},
    {"phase", given_phase},
    {"pos", given_pos},
    {"item", given_item},
    {"block", given_block},
    {"power", given_power},
    {"rotated", given_rotated},
    {"poker", given_poker},
    {"portal", given_portal},
    {"gas", given_gas},
    {"tunnel", given_tunnel},
    {"door", given_door},
    {"fireplace", given_fireplace},
    {"used", given_used},
    {"due", given_due},
    {"bullets", given_bullets},
    {"cross", given_cross},
    {"album", given_album},
    {"energyout", given_energyout},
    {"watch", given_watch},
    {"hosted", given_hosted},
    {"queue", given_queue},
    {"died", given_died},
    {"meeting", given_meeting},
};

static bool read_clause(struct reader *r, const char *name)
{
    nj_seat seat = seat_of(r, name[0]);

    if (strcmp(name, "seats") == 0)
        return given_seats(r);
    for (size_t i = 0; r->s->n > 0 && i < NJ_COUNT(clauses); i++)
        if (strcmp(clauses[i].word, name) == 0)
            return clauses[i].read(r);
    if (seat == NJ_SEAT_NONE || (name[1] != '\0' && name[1] != '@'))
        return false;
    r->at -= strlen(name) - 1; /* behind the letter */
    return given_seat(r, seat);
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
    struct reader r = {.m = m, .s = nj_state(m), .map = nj_sh_map(m)};
    char name[32];

    NJ_ASSERT(clause != NULL);
    if (clause[0] == '\0')
        return check_board(r.s, err);
    r.at = clause;
    if (!word(&r, name, sizeof(name)) || !read_clause(&r, name) || !at_end(&r))
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
    (void)nj_sh_round_clock(m);
    if (nj_sh_slot(s) != NJ_SEAT_NONE)
        nj_timer_arm(m, "turn", nj_option(m, "turn_secs"));
    nj_sh_assert(m);
}
