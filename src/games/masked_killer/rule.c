/*
 * What a host decides by word (MK-19.11, match/ruling.h): a table of what can
 * be set, how its words are read, what is against it (MK-1.8). Sight and ends
 * are looked at behind it (host.c). Of what lies in the dark the group hears
 * that something was changed, and no more.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

/* Codes of refusals. */
static const char no_ruling[] = "mk.err.ruling";
static const char no_cell[] = "mk.err.ruling_cell";

/* --- reading --- */

static bool read_victim(struct nj_ruling *r, const struct nj_word *word)
{
    struct nj_reader name = {.at = word->token};

    return nj_mk_read_seat(r->from, &name, &r->seat);
}

/* "2", "annie", "killer". */
static bool read_figure(struct nj_ruling *r, const struct nj_word *word)
{
    const struct mk_state *s = nj_state_const(r->from);

    if (!nj_word_is(word, "killer"))
        return read_victim(r, word);
    r->seat = nj_mk_killer(s);
    return true;
}

static bool read_cell(struct nj_ruling *r, const struct nj_word *word)
{
    r->n = nj_mk_cell_at(word->typed, strlen(word->typed));
    r->n2 = r->n;       /* a choice may follow */
    r->place = MK_DIRS; /* until one is read */
    return r->n != MK_NOWHERE;
}

/* A quadrant, or the discard pile: a pile. */
static bool read_pile(struct nj_ruling *r, const struct nj_word *word)
{
    r->item = MK_DISCARD;
    if (nj_word_is(word, "discard"))
        return true;
    r->n = NJ_BOTTOM;
    return nj_mk_quad_called(word, &r->item);
}

static bool read_end(struct nj_ruling *r, const struct nj_word *word)
{
    r->n = nj_word_is(word, "top") ? NJ_TOP : NJ_BOTTOM;
    return r->n == NJ_TOP || nj_word_is(word, "bottom");
}

/* The letters of the table below. */
static bool read_word(struct nj_ruling *r, char letter,
                      const struct nj_word *word)
{
    static const struct {
        char letter;
        bool (*read)(struct nj_ruling *r, const struct nj_word *word);
    } reads[] = {{'v', read_victim},
                 {'f', read_figure},
                 {'c', read_cell},
                 {'p', read_pile},
                 {'e', read_end}};

    for (size_t i = 0; i < NJ_COUNT(reads); i++)
        if (reads[i].letter == letter)
            return reads[i].read(r, word);
    if (letter == 'd')
        return (r->place = nj_word_among(word, nj_mk_dirs)) < MK_DIRS;
    NJ_ASSERT(letter == 'i');
    return (r->kind = nj_word_among(word, nj_mk_cards)) < MK_CARDS;
}

/* --- figures --- */

static bool is_free(const struct nj_match *m, uint16_t cell, nj_seat but)
{
    const struct mk_state *s = nj_state_const(m);
    nj_seat there = nj_mk_victim_at(s, cell);

    NJ_ASSERT(cell < MK_CELLS);
    return (there == NJ_SEAT_NONE || there == but) &&
           !nj_mk_solid(nj_mk_table(m), cell) &&
           (but == nj_mk_killer(s) || s->k.cell != cell);
}

static const char *check_place(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);
    bool hunts = r->seat == nj_mk_killer(s);

    NJ_ASSERT(r->n < MK_CELLS && r->seat <= s->n);
    if (!is_free(r->from, (uint16_t)r->n, r->seat) ||
        (hunts ? r->place != MK_DIRS : s->v[r->seat].cell == MK_NOWHERE))
        return no_cell;
    nj_ruling_note(r->before, "%s",
                   MK_CELL(hunts ? s->k.cell : s->v[r->seat].cell));
    nj_ruling_note(r->after, "%s", MK_CELL((uint16_t)r->n));
    return NULL;
}

static void do_place(struct nj_match *m, struct nj_ruling *r)
{
    struct mk_state *s = nj_state(m);
    uint16_t cell = (uint16_t)r->n;

    NJ_ASSERT(is_free(m, cell, r->seat));
    if (r->seat == nj_mk_killer(s)) {
        /* The shadow stays where he was seen last. */
        if (s->k.figure && nj_mk_seen_by(m, cell) == 0)
            nj_mk_lose_sight(m, s->k.cell);
        s->k.cell = cell;
        return;
    }
    s->v[r->seat].cell = cell;
    if (r->place < MK_DIRS)
        s->v[r->seat].dir = r->place;
}

/* A victim who is on the board can be turned, and get tired. */
static const char *check_figure(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);

    NJ_ASSERT(r->seat < s->n);
    return s->v[r->seat].cell == MK_NOWHERE ? no_cell : NULL;
}

/* A figure that is seen has no shadow (MK-1.8). */
static const char *check_shadow(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);

    if (r->row->args[0] == '\0')
        r->n = MK_NOWHERE;
    if (s->k.figure)
        return no_cell;
    nj_ruling_note(r->before, "%s", MK_CELL(s->k.shadow));
    nj_ruling_note(r->after, "%s", MK_CELL((uint16_t)r->n));
    return NULL;
}

/* --- numbers --- */

static const char *check_damage(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);
    bool hunts = r->seat == nj_mk_killer(s);
    int most;

    NJ_ASSERT(hunts || r->seat < s->n);
    if (!hunts && s->v[r->seat].cell == MK_NOWHERE)
        return no_cell;
    most = hunts ? nj_mk_table(r->from)->k_health
                 : nj_mk_of(r->from, r->seat)->health;
    if (r->n < 0 || r->n > most)
        return no_ruling;
    nj_ruling_note(r->before, "%d", hunts ? s->k.damage : s->v[r->seat].damage);
    return NULL;
}

/* At the last point of health what MK-6.9 and MK-8.1 say follows; a turn of who
 * dies in it is over. */
static void do_damage(struct nj_match *m, struct nj_ruling *r)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->phase == MK_PLAY && s->n_then == 0);
    if (r->seat == nj_mk_killer(s)) {
        s->k.damage = (uint8_t)r->n;
        if (r->n == nj_mk_table(m)->k_health)
            nj_mk_ends(m, MK_WON_BY_VICTIMS, MK_BY_DAMAGE);
        return;
    }
    s->v[r->seat].damage = (uint8_t)r->n;
    if (r->n < nj_mk_of(m, r->seat)->health)
        return;
    if (s->active == r->seat) {
        s->left = 0;
        nj_mk_then(s, MK_THEN_TURN, r->seat);
    }
    nj_mk_dies(m, r->seat);
}

static const char *check_exert(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);
    int more = r->n - s->v[r->seat].exert;
    const char *fault = check_figure(r);

    return fault == NULL && (r->n < 0 || more > nj_mk_supply(r->from))
               ? no_ruling
               : fault;
}

/* The killer's turn may only wait for its floor (MK-19.3). */
static const char *check_actions(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);

    if (s->active < s->n)
        r->seat = s->active;
    return s->left == 0 ? no_ruling : NULL;
}

static const char *check_round(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);

    NJ_ASSERT(s->round >= 1 && s->last <= MK_ROUNDS_MAX);
    return r->n > s->last ? no_ruling : NULL;
}

/* Rows behind it are empty, those in front of it that are missing are as the
 * last one. */
static void do_round(struct nj_match *m, struct nj_ruling *r)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(s->round >= 1 && r->n <= s->last);
    for (int row = 1; row <= MK_ROUNDS_MAX; row++)
        if (row >= r->n)
            s->k.log[row] = MK_NOWHERE;
        else if (row >= s->round)
            s->k.log[row] = s->k.log[row - 1];
    s->round = (uint8_t)r->n;
}

/* MK-1.8: a pistol must lie aside for each of those who would come with one. */
static bool guns_lie(const struct nj_match *m, uint8_t kills)
{
    struct mk_state then = *(const struct mk_state *)nj_state_const(m);
    uint8_t guns = 0;

    NJ_ASSERT(kills < then.limit);
    then.kills = kills;
    for (uint8_t who = 0; who < MK_WHO; who++)
        guns = (uint8_t)(guns + (nj_mk_table(m)->who[who].gun &&
                                 nj_mk_in_pool(&then, who)));
    return guns <= nj_cards_count(&then.cards, MK_ASIDE);
}

static const char *check_kills(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);

    NJ_ASSERT(r->n >= 0 && s->limit <= NJ_COUNT(s->dead));
    if (r->n >= s->limit)
        return no_ruling;
    return guns_lie(r->from, (uint8_t)r->n) ? NULL : "mk.err.ruling_gun";
}

static void do_kills(struct nj_match *m, struct nj_ruling *r)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(r->n < s->limit && s->limit <= NJ_COUNT(s->dead));
    for (int i = r->n; i < (int)NJ_COUNT(s->dead); i++)
        s->dead[i] = MK_NOBODY;
    s->kills = (uint8_t)r->n;
}

/* --- the street --- */

static const char *check_token(struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);

    r->item = nj_mk_spot(nj_mk_table(r->from), (uint16_t)r->n2);
    if (r->item == MK_TOKENS)
        return no_cell;
    NJ_ASSERT(r->n >= 0 && r->n <= 2 && s->token[r->item] <= 2);
    nj_ruling_note(r->before, "%s", nj_mk_tokens[s->token[r->item]]);
    return NULL;
}

static void do_token(struct nj_match *m, struct nj_ruling *r)
{
    struct mk_state *s = nj_state(m);

    NJ_ASSERT(r->item < MK_TOKENS && r->n <= 2);
    s->token[r->item] = (uint8_t)r->n;
}

/* --- the list --- */

static const char *const sides[] = {"prepared", "staggered", NULL};
static const char *const locks[] = {"open", "locked", NULL};

static void do_win(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->n <= MK_WON_BY_KILLER);
    nj_mk_ends(m, (enum mk_winner)r->n, MK_BY_HOST);
}

/* Letters: v a victim, f a victim or the killer, c a cell, d a direction, i a
 * card, p a quadrant or the discard pile, e an end of a deck. */
/* clang-format off */
#define STATE(name)  .into = NJ_INTO(struct mk_state, name)
#define VICTIM(name) .into = NJ_INTO(struct mk_victim, name)
static const struct nj_ruling_row rows[] = {
    {"place",      "fc?d", .marks = MK_RULES_FIGURE, .check = check_place, .apply = do_place},
    {"face",       "vw",   VICTIM(dir), .marks = MK_RULES_WORDS, .choices = nj_mk_dirs, .names = nj_mk_dirs, .check = check_figure},
    {"shadow none", "",    STATE(k.shadow), .check = check_shadow},
    {"shadow",     "c",    STATE(k.shadow), .check = check_shadow},
    {"damage",     "fn",   .check = check_damage, .apply = do_damage},
    {"exert",      "vn",   VICTIM(exert), .check = check_exert},
    {"side",       "w",    STATE(k.staggered), .marks = MK_RULES_WORDS, .choices = sides, .names = sides},
    {"actions",    "n",    STATE(left), .marks = MK_RULES_ACTIONS, .lo = 1, .hi = 9, .check = check_actions},
    {"token",      "cw",   .marks = MK_RULES_WORDS | MK_RULES_TOKEN, .choices = nj_mk_tokens, .names = nj_mk_tokens, .check = check_token, .apply = do_token},
    {"car blue",   "w",    STATE(lock[MK_BLUE]), .marks = MK_RULES_WORDS, .choices = locks, .names = locks},
    {"car yellow", "w",    STATE(lock[MK_YELLOW]), .marks = MK_RULES_WORDS, .choices = locks, .names = locks},
    {"round",      "n",    STATE(round), .lo = 1, .hi = MK_ROUNDS_MAX, .check = check_round, .apply = do_round},
    {"kills",      "n",    STATE(kills), .lo = 0, .hi = 3, .check = check_kills, .apply = do_kills},
    {"win",        "w",    .marks = MK_RULES_WORDS, .choices = nj_mk_winners, .names = nj_mk_winners, .before = "-", .apply = do_win},
    {.words = NULL}};

/* clang-format on */

/* Nothing is ruled on while something else is to be done first. */
static const char *allow(const struct nj_ruling *r)
{
    const struct mk_state *s = nj_state_const(r->from);

    if (s->phase != MK_PLAY)
        return no_ruling;
    return s->n_then > 0 || s->offer.open || nj_mk_is_asking(r->from)
               ? "mk.err.ruling_open"
               : NULL;
}

static const struct nj_ruling_row *const tables[] = {rows, nj_mk_card_rules,
                                                     NULL};
const struct nj_rulings nj_mk_rulings = {
    tables,      no_ruling,         NJ_RULING_SEATS(struct mk_state, v),
    .seat = 'v', .read = read_word, .allow = allow};
