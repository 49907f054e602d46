/*
 * Orders at random. They are made of what the seat could see, and of the cards
 * it holds, so that many are taken; some are not.
 */
#include "games/masked_killer/attempts.h"

#include <string.h>

#include "kit/nj_test.h"

#define TURN_STEPS 4

struct who {
    const struct nj_match *m;
    const struct mk_state *s;
    nj_seat seat;
    struct nj_rng *rng;
    char *text;
};

static uint32_t below(const struct who *w, uint32_t n)
{
    return nj_rng_below(w->rng, n);
}

/* Adds a word, behind a blank. */
static void add(const struct who *w, const char *word)
{
    size_t n = strlen(w->text);

    (void)snprintf(w->text + n, NJ_ORDER_TEXT_MAX - n, "%s%s", n > 0 ? " " : "",
                   word);
}

/* Adds a word of two parts. */
static void add_joined(const struct who *w, const char *a, const char *b)
{
    char word[40];

    (void)snprintf(word, sizeof(word), "%s%s", a, b);
    add(w, word);
}

/* Adds a number up to n, behind a sign. */
static void add_number(const struct who *w, const char *sign, uint32_t n)
{
    char number[16];

    (void)snprintf(number, sizeof(number), "%u", 1 + below(w, n));
    add_joined(w, sign, number);
}

enum mk_dir nj_mk_any_dir(struct nj_rng *rng)
{
    uint32_t dir = nj_rng_below(rng, MK_DIRS);

    return (enum mk_dir)dir;
}

static const char *any_dir(const struct who *w)
{
    return nj_mk_dirs[nj_mk_any_dir(w->rng)];
}

uint16_t nj_mk_any_cell(const struct mk_table *t, struct nj_rng *rng)
{
    uint16_t cell;

    do
        cell = (uint16_t)nj_rng_below(rng, MK_CELLS);
    while (nj_mk_solid(t, cell) || nj_mk_car(t, cell) < MK_CARS);
    return cell;
}

/* --- cards --- */

/* A card of the pile, or now and then any. */
static void add_card(const struct who *w, uint8_t pile)
{
    uint8_t n = nj_cards_count(&w->s->cards, pile);
    uint8_t card = (uint8_t)below(w, MK_CARDS);

    if (n > 0 && below(w, 10) > 0)
        card = nj_cards_at(&w->s->cards, pile, (uint8_t)below(w, n));
    add(w, nj_mk_cards[card]);
}

/* So many cards of the hand, each once, from the newest or the oldest on. */
static void add_cards(const struct who *w, uint8_t most)
{
    uint8_t pile = (uint8_t)(MK_HAND + w->seat);
    uint8_t n = nj_cards_count(&w->s->cards, pile);
    bool newest = below(w, 2) == 0;

    for (uint8_t i = 0; i < n && i < most; i++)
        add(w, nj_mk_cards[nj_cards_at(&w->s->cards, pile,
                                       (uint8_t)(newest ? n - 1 - i : i))]);
}

static void add_seat(const struct who *w)
{
    add_number(w, "", w->s->n);
}

/* --- ways --- */

/* Letters of steps over open ways, from there on. */
static void add_way(const struct who *w, uint16_t from, uint32_t most)
{
    struct mk_view view = nj_mk_view(w->m);
    char way[MK_PATH_MAX + 1];
    uint32_t n = below(w, most + 1), len = 0;

    NJ_ASSERT(most <= MK_PATH_MAX);
    for (uint32_t tries = 0; len < n && tries < 8 * n; tries++) {
        enum mk_dir dir = nj_mk_any_dir(w->rng);
        enum mk_edge edge = nj_mk_edge(&view, from, dir);

        if (edge != MK_OPEN && edge != MK_DOOR && below(w, 200) > 0)
            continue;
        if (nj_mk_beside(from, dir) == MK_NOWHERE)
            continue;
        from = nj_mk_beside(from, dir);
        way[len++] = nj_mk_dirs[dir][0];
    }
    way[len] = '\0';
    add(w, len > 0 ? way : ".");
}

static void add_facing(const struct who *w)
{
    if (below(w, 2) == 0)
        add_joined(w, "/", any_dir(w));
}

/* --- questions --- */

static const char *answer(const struct who *w, const char *kind)
{
    static const char *const defences[] = {
        "", "lid", "lid?", "counter", "lid counter", "reroll 1"};
    const struct mk_victim *v = &w->s->v[w->seat];
    uint8_t most = w->s->v[w->seat].who < MK_WHO ? 1 : 0;

    if (strcmp(kind, "defend") == 0)
        add(w, defences[below(w, NJ_COUNT(defences))]);
    if (strcmp(kind, "reroll") == 0)
        add(w, below(w, 2) == 0 ? "none" : "1");
    if (strcmp(kind, "return") == 0 || strcmp(kind, "death") == 0) {
        add(w, below(w, 2) == 0 ? "top" : "bottom");
        add_cards(w, (uint8_t)(most + below(w, 3)));
    }
    if (strcmp(kind, "replace") == 0) {
        add(w, nj_mk_who[below(w, MK_WHO)]);
        add(w, below(w, 2) == 0 ? "A12" : "R12");
        if (below(w, 2) == 0)
            add(w, any_dir(w));
    }
    NJ_ASSERT(v->dir < MK_DIRS);
    return kind;
}

static const char *trade(const struct who *w)
{
    static const char *const lists[] = {"give", "take", "show"};
    const char *list = lists[below(w, NJ_COUNT(lists))];

    if (below(w, 6) == 0) {
        add(w, "look");
        return "trade";
    }
    add(w, list);
    if (list[0] == 't')
        add(w, nj_mk_cards[below(w, MK_VICTIMS_CARDS)]);
    else
        add_cards(w, (uint8_t)(1 + below(w, 2)));
    return "trade";
}

static const char *answer_offer(const struct who *w)
{
    switch (below(w, 4)) {
    case 0:
        return "refuse";
    case 1:
        (void)trade(w);
        return "amend";
    case 2:
        if (below(w, 2) == 0) {
            add(w, "show");
            add_cards(w, 1);
        }
        return "accept";
    default:
        return "accept";
    }
}

/* --- what anybody may say --- */

static const char *standing(const struct who *w)
{
    static const char *const words[] = {
        "defend ask",  "defend auto",   "defend none", "counter on",
        "counter off", "reroll ask",    "reroll safe", "reroll all",
        "clock stay",  "clock computer"};

    add(w, words[below(w, NJ_COUNT(words))]);
    return "order";
}

static const char *aside(const struct who *w)
{
    if (w->seat == nj_mk_killer(w->s) || below(w, 2) == 0)
        return standing(w);
    add(w,
        below(w, 3) == 0 ? "none" : nj_mk_cards[MK_TOMMY + (int)below(w, 4)]);
    return "claim";
}

/* --- turns --- */

static const char *victim_acts(const struct who *w)
{
    const struct mk_victim *v = &w->s->v[w->seat];

    switch (below(w, 13)) {
    case 0:
    case 1:
    case 2:
        add_way(w, v->cell, TURN_STEPS + 1);
        if (below(w, 8) == 0)
            add(w, "+");
        if (below(w, 8) == 0)
            add(w, "!");
        add_facing(w);
        return "move";
    case 3:
        add(w, any_dir(w));
        if (below(w, 3) == 0)
            add_joined(w, "+", any_dir(w));
        return "cross";
    case 4:
    case 5:
    case 6:
        return "search";
    case 7:
        if (below(w, 3) > 0)
            add_card(w, (uint8_t)(MK_HAND + w->seat));
        if (below(w, 6) == 0)
            add(w, "with matches");
        return "attack";
    case 8:
    case 9:
        add_card(w, (uint8_t)(MK_HAND + w->seat));
        if (below(w, 2) == 0)
            add(w, any_dir(w));
        return "use";
    case 10:
        add_seat(w);
        return trade(w);
    case 11:
        return "unlock";
    default:
        return below(w, 2) == 0 ? "rest" : "end";
    }
}

static const char *play_card(const struct who *w)
{
    uint8_t card = (uint8_t)(MK_QUICK + below(w, MK_CARDS - MK_QUICK));
    uint8_t n = nj_cards_count(&w->s->cards, MK_K_HAND);

    if (n > 0 && below(w, 8) > 0)
        card = nj_cards_at(&w->s->cards, MK_K_HAND, (uint8_t)below(w, n));
    add(w, nj_mk_cards[card]);
    if (card == MK_LURE || card == MK_DREAD)
        add_seat(w);
    if (card == MK_LURE || card == MK_SILENT)
        add(w, any_dir(w));
    if (card == MK_QUICK)
        add_way(w, w->s->k.cell, 3);
    return "play";
}

static const char *killer_acts(const struct who *w)
{
    switch (below(w, 10)) {
    case 0:
    case 1:
    case 2:
        add_way(w, w->s->k.cell, 5);
        return "stalk";
    case 3:
        add(w, any_dir(w));
        return "sneak";
    case 4:
        add(w, any_dir(w));
        add_number(w, "", 12);
        return "hunt";
    case 5:
    case 6:
        add_seat(w);
        if (below(w, 3) == 0)
            add(w, "heavy");
        return "strike";
    case 7:
    case 8:
        return play_card(w);
    default:
        return below(w, 3) == 0 ? "end" : standing(w);
    }
}

static const char *set_up(const struct who *w)
{
    static const char *const shares[] = {"1=", "2=", "3=", "4=", "5=", "6="};
    char cell[MK_CELL_TEXT];

    if (w->s->phase == MK_SETUP) {
        add(w, nj_mk_who[below(w, MK_LOOMIS)]);
        return "pick";
    }
    if (w->s->phase == MK_START) {
        add(w, nj_mk_cell(nj_mk_any_cell(nj_mk_table(w->m), w->rng), cell));
        return "startat";
    }
    for (uint8_t i = 0; i < w->s->opt.victim_items; i++)
        add_number(w, shares[i], w->s->n);
    if (below(w, 2) == 0)
        (void)snprintf(w->text, NJ_ORDER_TEXT_MAX, "ok");
    return "allot";
}

const char *nj_mk_attempt(const struct nj_match *m, nj_seat seat,
                          struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX])
{
    static const char *const kinds[] = {"defend", "reroll", "return", "death",
                                        "replace"};
    const struct who w = {m, nj_state_const(m), seat, rng, text};

    text[0] = '\0';
    if (w.s->phase < MK_PLAY)
        return set_up(&w);
    for (size_t i = 0; i < NJ_COUNT(kinds); i++)
        if (nj_prompt_open(m, seat, kinds[i]))
            return answer(&w, kinds[i]);
    if (nj_prompt_open(m, seat, "trade"))
        return answer_offer(&w);
    if (nj_rng_below(rng, 20) == 0)
        return aside(&w);
    return seat == nj_mk_killer(w.s) ? killer_acts(&w) : victim_acts(&w);
}

const char *nj_mk_attempt_away(struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX])
{
    (void)snprintf(text, NJ_ORDER_TEXT_MAX, "%u",
                   60000u * (1 + nj_rng_below(rng, 120)));
    return "away";
}

bool nj_mk_attempt_private(const char *verb)
{
    static const char *const verbs[] = {"startat", "allot", "trade",  "accept",
                                        "refuse",  "amend", "return", "death",
                                        "stalk",   "sneak", "hunt",   "strike",
                                        "play",    "order", "away"};

    for (size_t i = 0; i < NJ_COUNT(verbs); i++)
        if (strcmp(verbs[i], verb) == 0)
            return true;
    return false;
}
