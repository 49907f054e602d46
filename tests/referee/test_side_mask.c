/*
 * Side channels of 面具杀人魔 (MK-10.1, 19.1 to 19.5): two houses play the same
 * match on QQ and Telegram at once, but for one secret: where the killer
 * stands, what he does, a deck, an offer, an offer that does not arrive, a
 * standing order, whether he is there at all. Everything that both groups and
 * whoever may not know it get is the same, to the byte and the second; a leak
 * planted in each kind of it is caught.
 *
 * NJ_MASK_PAIRS: pairs of houses for each secret, 2 without it;
 * NJ_TEST_TENTH=1 plays one.
 */
#include <stdio.h>
#include <string.h>

#include "games/masked_killer/masked_killer.h"
#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/two_houses.h"
#include "referee/referee_priv.h"

#define PAIRS   2
#define ROUNDS  2
#define STEPS   3 /* of a turn */
#define STEP_MS 7000
#define HOST    "qq:u:eve"

enum {
    KILLER,
    LAURIE,
    ANNIE,
    LYNDA,
    PEOPLE
};

enum leak {
    LEAK_NONE,
    LEAK_PUBLIC,
    LEAK_PRIVATE,
    LEAK_MOMENT,
    LEAK_STATUS,
    LEAK_PICTURE,
    LEAK_UNSPOKEN
};

extern const struct nj_game nj_masked_killer;

static const char *const users[PEOPLE] = {"qq:u:ann", "tg:u:bob", "qq:u:cat",
                                          "tg:u:dan"};
static enum leak leak;
static bool has_stalked; /* in the second house */
static struct two_houses t;

/* --- the game of the second house --- */

/* The game's own functions know their order. */
static const char *leaky_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct nj_order *order = a->order;
    const char *fault;

    a->order = &nj_mk_stalk;
    fault = nj_mk_stalk.fault(m, a);
    a->order = order;
    return fault;
}

static void leaky_stalk(struct nj_match *m, const struct nj_attempt *a)
{
    struct nj_attempt own = *a;

    own.order = &nj_mk_stalk;
    nj_mk_stalk.act(m, &own);
    has_stalked = true;
    if (leak == LEAK_PUBLIC)
        nj_emit(m, nj_to_all(), "mk.k.recover", "", NJ_NO_ARGS);
    if (leak == LEAK_PRIVATE)
        nj_emit(m, nj_to_seat(0), "mk.hand_none", "", NJ_NO_ARGS);
    if (leak == LEAK_MOMENT)
        nj_phase_restart(m, nj_phase_ends(m) - nj_at(m) + 1000);
}

static void leaky_board(const struct nj_match *m, struct nj_query *q)
{
    nj_mk_query_board(m, q);
    if (leak == LEAK_STATUS && has_stalked)
        nj_mk_query_board(m, q);
}

static void leaky_picture(const struct nj_message *msg, struct nj_canvas *c)
{
    nj_mk_picture(msg, c);
    if (leak == LEAK_PICTURE && has_stalked &&
        nj_message_arg(msg, "board") != NULL)
        c->ops->glyph(c, 0, 0, "shadow");
}

static const struct nj_game *leaky_game(void)
{
    static struct nj_verb verbs[64];
    static struct nj_order stalk;
    static struct nj_game game;
    size_t n = 0;

    stalk = nj_mk_stalk;
    stalk.fault = leaky_fault;
    stalk.act = leaky_stalk;
    do {
        assert_true(n < NJ_COUNT(verbs));
        verbs[n] = nj_masked_killer.verbs[n];
        if (verbs[n].order == &nj_mk_stalk)
            verbs[n].order = &stalk;
        if (verbs[n].query == nj_mk_query_board)
            verbs[n].query = leaky_board;
    } while (verbs[n++].name != NULL);
    game = nj_masked_killer;
    game.verbs = verbs;
    game.picture = leaky_picture;
    if (leak == LEAK_UNSPOKEN)
        game.unspoken = NULL;
    return &game;
}

/* --- people --- */

static const struct nj_match *match(int side)
{
    return t.h[side].referee->entries[0]->match;
}

static const struct mk_state *state(int side)
{
    return nj_state_const(match(side));
}

static void says(unsigned i, const char *text)
{
    two_houses_says(&t, users[i], text);
}

static void whispers(unsigned i, const char *text)
{
    two_houses_whispers(&t, users[i], text);
}

/* The host decides in that house, for a reason. */
static void rules(int side, const char *words)
{
    char text[96];

    (void)snprintf(text, sizeof(text), "%%裁定 %s 因 记错", words);
    house_private(&t.h[side], HOST, text);
    house_confirm(&t.h[side], "eve");
}

/* --- secrets --- */

/* A cell of a yard or the street that nobody sees and stands on. */
static uint16_t dark_cell(struct nj_rng *rng)
{
    const struct mk_table *table = nj_data(match(0));

    for (;;) {
        uint16_t cell = (uint16_t)nj_rng_below(rng, MK_CELLS);
        bool taken = false;

        for (nj_seat k = 0; k < state(0)->n; k++)
            taken = taken || state(0)->v[k].cell == cell;
        if (!taken && table->terrain[cell] < MK_HOUSE &&
            cell != state(0)->k.cell && nj_mk_seen_by(match(0), cell) == 0)
            return cell;
    }
}

static void he_stands_elsewhere(struct nj_rng *rng)
{
    char words[48], cell[MK_CELL_TEXT];

    for (int i = 0; i < 2; i++) {
        (void)snprintf(words, sizeof(words), "放 杀人魔 %s",
                       nj_mk_cell(dark_cell(rng), cell));
        rules(i, words);
    }
    assert_int_not_equal(state(0)->k.cell, state(1)->k.cell);
}

/* One step into the dark, or a question, in one house; once a turn. */
static void he_acts(struct nj_rng *rng)
{
    static const char *const dirs[MK_DIRS] = {"跟 北", "跟 东", "跟 南",
                                              "跟 西"};
    int side = leak == LEAK_NONE ? (int)nj_rng_below(rng, 2) : 1;
    uint32_t first = nj_rng_below(rng, MK_DIRS);

    house_private(&t.h[side], users[KILLER], "试算 跟 北");
    for (uint32_t i = 0; i < MK_DIRS && state(side)->left == 2; i++) {
        uint32_t dir = (first + i) % MK_DIRS;
        uint16_t cell = nj_mk_beside(state(side)->k.cell, (enum mk_dir)dir);

        if (cell != MK_NOWHERE && nj_mk_seen_by(match(side), cell) == 0)
            house_private(&t.h[side], users[KILLER], dirs[dir]);
    }
}

/* Laurie stands on a search square; another card lies on top of its deck. */
static void the_deck_is_another(struct nj_rng *rng)
{
    static const struct {
        const char *token, *word;
    } cards[] = {{"kitchen_knife", "菜刀"}, {"fire_poker", "火钳"},
                 {"pot_lid", "锅盖"},       {"hair_spray", "发胶"},
                 {"flower_pot", "花盆"},    {"knitting_needle", "织针"},
                 {"bandage", "绷带"},       {"soda", "汽水"}};
    const struct mk_table *table = nj_data(match(0));
    char words[48], cell[MK_CELL_TEXT];
    size_t at = nj_rng_below(rng, NJ_COUNT(cards));

    (void)snprintf(words, sizeof(words), "放 1席 %s",
                   nj_mk_cell(table->spot[0], cell));
    for (int i = 0; i < 2; i++) {
        rules(i, words);
        house_private(&t.h[i], HOST, "%看");
    }
    for (int i = 0; i < 2; i++)
        for (bool found = false; !found; at = (at + 1) % NJ_COUNT(cards)) {
            uint8_t kind = 0;

            while (strcmp(nj_mk_cards[kind], cards[at].token) != 0)
                kind++;
            found = nj_cards_find(&state(i)->cards, MK_NW, kind) >= 0;
            if (!found)
                continue;
            (void)snprintf(words, sizeof(words), "叠 西北 顶 %s",
                           cards[at].word);
            rules(i, words);
        }
    assert_int_not_equal(nj_cards_at(&state(0)->cards, MK_NW, 0),
                         nj_cards_at(&state(1)->cards, MK_NW, 0));
}

static void she_searches(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    says(LAURIE, "搜");
}

/* Annie stands beside Laurie. */
static void they_meet(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    rules(0, "放 2席 D19");
    rules(1, "放 2席 D19");
}

static void she_cannot_be_told(struct nj_rng *rng)
{
    they_meet(rng);
    for (int i = 0; i < 2; i++)
        nj_memory_fate(t.h[i].gateway, users[ANNIE], NJ_FATE_REFUSED, false);
}

static void she_offers(struct nj_rng *rng)
{
    int side = leak == LEAK_NONE ? (int)nj_rng_below(rng, 2) : 1;

    house_private(&t.h[side], users[LAURIE], "交易 2席 看");
}

/* ... and hears an answer, or none. */
static void they_deal(struct nj_rng *rng)
{
    static const char *const answers[] = {"拒绝", "手牌", "改 想看"};
    const char *text = answers[nj_rng_below(rng, NJ_COUNT(answers))];

    she_offers(rng);
    for (int i = 0; i < 2; i++)
        if (state(i)->offer.open)
            house_private(&t.h[i], users[ANNIE], text);
}

static void she_orders(struct nj_rng *rng)
{
    static const char *const orders[] = {"预设 应对 自动", "预设 应对 问我",
                                         "手牌"};

    house_private(&t.h[nj_rng_below(rng, 2)], users[ANNIE],
                  orders[nj_rng_below(rng, NJ_COUNT(orders))]);
}

/* He asks in one house, so that he has missed nothing there. */
static void he_shows_up(struct nj_rng *rng)
{
    house_private(&t.h[nj_rng_below(rng, 2)], users[KILLER], "记录");
}

static void he_stays(struct nj_rng *rng)
{
    NJ_UNUSED(rng);
    two_houses_private(&t, users[KILLER], "预设 时钟 不动");
}

#define BIT(i) (1u << (i))

static const struct secret {
    const char *name;
    unsigned knows;                    /* who of the people may */
    void (*begin)(struct nj_rng *rng); /* NULL: nothing */
    unsigned turns;                    /* whose it is when */
    void (*act)(struct nj_rng *rng);   /* ... this happens; NULL: nothing */
    bool late;                         /* the killer's turns end by the clock */
} secrets[] = {
    {"his cell", BIT(KILLER), he_stands_elsewhere, 0, NULL, false},
    {"his acts", BIT(KILLER), NULL, BIT(KILLER), he_acts, false},
    {"a deck", BIT(LAURIE), the_deck_is_another, BIT(LAURIE), she_searches,
     false},
    {"an offer", BIT(LAURIE) | BIT(ANNIE), they_meet, BIT(LAURIE), they_deal,
     false},
    {"an offer to nobody", BIT(LAURIE) | BIT(ANNIE), she_cannot_be_told,
     BIT(LAURIE), she_offers, false},
    {"an order", BIT(ANNIE), NULL,
     BIT(KILLER) | BIT(LAURIE) | BIT(ANNIE) | BIT(LYNDA), she_orders, false},
    {"who is there", BIT(KILLER), he_stays, BIT(KILLER), he_shows_up, true},
};

enum {
    HIS_ACTS = 1,
    NO_OFFER = 4
};

/* --- pairs --- */

static void open_pair(const struct secret *s, uint64_t seed, bool paced,
                      struct nj_rng *rng)
{
    static const char *const picks[] = {"选 洛莉", "选 安妮", "选 琳达"};
    const struct nj_pace pace = {1, 3, 20, 100};

    t.seed = seed;
    has_stalked = false;
    two_houses_open(&t, "side_mask");
    two_houses_form(&t, &nj_masked_killer, leaky_game());
    two_houses_sit(&t, "#新游戏 面具杀人魔 现场", users, PEOPLE, HOST);
    two_houses_group(&t, TWO_QQ, HOST, "#设置 killer first");
    two_houses_group(&t, TWO_QQ, HOST, "#开始");
    for (unsigned i = LAURIE; i < PEOPLE; i++)
        says(i, picks[i - LAURIE]);
    whispers(KILLER, "起点 J9");
    for (int i = 0; i < 2; i++)
        t.h[i].referee->setup.pace = (struct nj_pace){0};
    if (s->begin != NULL)
        s->begin(rng);
    for (int i = 0; i < 2 && paced; i++)
        t.h[i].referee->setup.pace = pace;
    two_houses_pass(&t, 60000);
    two_houses_forget(&t);
    two_houses_watch_all(&t, users, PEOPLE, s->knows);
}

/* What all may ask, and those who know nothing in private. */
static void others_ask(const struct secret *s, struct nj_rng *rng)
{
    static const char *const aloud[] = {
        "#地图", "#赛况",  "#视野", "#路 2席 C18", "#搜索格", "#行踪",
        "#还剩", "早上好", "#牌表", "报牌 无",     "#帮助"};
    static const char *const aside[] = {"#我", "#赛况", "#帮助", "手牌"};
    unsigned i = (unsigned)nj_rng_below(rng, PEOPLE);

    says(i, aloud[nj_rng_below(rng, NJ_COUNT(aloud))]);
    i = (unsigned)nj_rng_below(rng, PEOPLE);
    if ((s->knows >> i & 1) == 0)
        whispers(i, aside[nj_rng_below(rng, NJ_COUNT(aside))]);
}

static bool passes(uint64_t seed)
{
    two_houses_pass(&t, STEP_MS);
    return two_houses_must(&t, seed, leak != LEAK_NONE);
}

/* Who offers does nothing else: it is over by itself. */
static bool is_offered(void)
{
    return state(0)->offer.open || state(1)->offer.open;
}

/* The turn of whoever it is; false: a leak has shown. */
static bool play_turn(const struct secret *s, uint64_t seed, struct nj_rng *rng)
{
    nj_seat seat = state(0)->active;
    unsigned who = seat == nj_mk_killer(state(0)) ? KILLER : LAURIE + seat;
    bool same = true;

    if (state(1)->active != seat)
        fail_msg("%s, seed %llu: whose turn is it?", s->name,
                 (unsigned long long)seed);
    for (int i = 0; (i < STEPS || is_offered()) && same; i++) {
        others_ask(s, rng);
        if (i == 1 && s->act != NULL && (s->turns >> who & 1) != 0)
            s->act(rng);
        if (leak != LEAK_NONE)
            says(LYNDA, "#地图");
        same = passes(seed);
    }
    if (same && who == KILLER && !s->late)
        whispers(who, "结束");
    else if (same && who != KILLER)
        says(who, "结束");
    for (int i = 0; i < 60 && same && state(0)->active == seat; i++)
        same = passes(seed);
    return same;
}

static bool play_pair(const struct secret *s, uint64_t seed, bool paced)
{
    struct nj_rng rng;
    bool same = true;

    nj_rng_splitmix64(&rng, seed);
    open_pair(s, seed, paced, &rng);
    for (unsigned i = 0; i < ROUNDS * PEOPLE && same; i++)
        same = play_turn(s, seed, &rng);
    two_houses_close(&t);
    return same;
}

static void play_all(bool paced)
{
    uint64_t pairs = nj_amount("NJ_MASK_PAIRS", PAIRS);

    leak = LEAK_NONE;
    for (size_t i = 0; i < NJ_COUNT(secrets); i++)
        for (uint64_t seed = 1; seed == 1 || seed <= pairs; seed++)
            if (!play_pair(&secrets[i], seed + (paced ? 100 : 0), paced))
                fail_msg("%s", secrets[i].name);
    two_houses_count(&t);
    assert_true(t.pictures > 0);
}

static void what_is_hidden_is_told_to_nobody_else(void **state)
{
    NJ_UNUSED(state);
    play_all(false);
}

static void no_pace_tells_what_is_hidden(void **state)
{
    NJ_UNUSED(state);
    play_all(true);
}

static void each_planted_leak_is_caught(void **state)
{
    NJ_UNUSED(state);
    for (leak = LEAK_PUBLIC; leak <= LEAK_UNSPOKEN; leak++)
        if (play_pair(&secrets[leak == LEAK_UNSPOKEN ? NO_OFFER : HIS_ACTS], 1,
                      false))
            fail_msg("leak %d is not noticed", (int)leak);
    leak = LEAK_NONE;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_hidden_is_told_to_nobody_else),
        cmocka_unit_test(no_pace_tells_what_is_hidden),
        cmocka_unit_test(each_planted_leak_is_caught),
    };

    return cmocka_run_group_tests_name("referee/side_mask", tests, NULL, NULL);
}
