/*
 * Side channels of 杀手牌 (NC-17.1 to 17.4): two houses play the same deal on QQ
 * and Telegram at once. In one of them a seat orders, takes back, asks and is
 * done as it likes, in the other it does other things, or nothing; what it does
 * in public it does in both, and by the end of each phase all of it is taken
 * back. Everything that both groups and the other people get is the same, to
 * the byte and the second; a leak planted in each kind of it is caught.
 *
 * NJ_CARDS_PAIRS: pairs of houses, 4 without it; NJ_TEST_TENTH=1 plays one.
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/two_houses.h"
#include "match/clock.h"
#include "referee/referee_priv.h"

#define PEOPLE  7
#define HIDDEN  2 /* one of QQ */
#define PAIRS   4
#define PHASES  5  /* of a pair, behind the setup */
#define STEPS   8  /* of a phase */
#define EARLY_S 15 /* before the end of a phase all is taken back */

extern const struct nj_game nj_night_of_cards;

enum leak {
    LEAK_NONE,
    LEAK_PUBLIC,
    LEAK_PRIVATE,
    LEAK_MOMENT,
    LEAK_STATUS
};

/* What QQ is. */
enum platform {
    ACCOUNT,  /* OneBot's, which counts nothing */
    VERIFIED, /* the official one for bots ... */
    FEW       /* ... by a bot of an owner who has proved nothing */
};

static enum leak leak;
static enum platform platform;
static struct two_houses t;

/* --- the game of the second house --- */

static void leaky_done(struct nj_match *m, const struct nj_attempt *a)
{
    nj_nc_done.act(m, a);
    if (leak == LEAK_PUBLIC)
        nj_emit(m, nj_to_all(), "nc.dawn.calm", "", NJ_NO_ARGS);
    if (leak == LEAK_PRIVATE)
        nj_emit(m, nj_to_seat((nj_seat)(a->seat == 0)), "nc.arson.void", "",
                NJ_NO_ARGS);
    if (leak == LEAK_MOMENT)
        nj_phase_restart(m, nj_phase_ends(m) - nj_at(m) + 1000);
}

/* NC-17.2: it would know that somebody is done. */
static void leaky_status(const struct nj_match *m, struct nj_query *q)
{
    const struct nc_state *s = nj_state_const(m);

    nj_nc_query_status(m, q);
    for (nj_seat k = 0; k < s->n; k++)
        if (leak == LEAK_STATUS && s->seat[k].done &&
            q->place == NJ_PLACE_GROUP)
            nj_nc_query_status(m, q);
}

static const struct nj_game *leaky_game(void)
{
    static struct nj_verb verbs[64];
    static struct nj_order done;
    static struct nj_game game;
    size_t n = 0;

    done = nj_nc_done;
    done.act = leaky_done;
    do {
        assert_true(n < NJ_COUNT(verbs));
        verbs[n] = nj_night_of_cards.verbs[n];
        if (verbs[n].order == &nj_nc_done)
            verbs[n].order = &done;
        if (verbs[n].query == nj_nc_query_status)
            verbs[n].query = leaky_status;
    } while (verbs[n++].name != NULL);
    game = nj_night_of_cards;
    game.verbs = verbs;
    return &game;
}

/* --- people --- */

static const char *const users[PEOPLE] = {"qq:u:ann", "tg:u:bob", "qq:u:cat",
                                          "tg:u:dan", "qq:u:eve", "tg:u:fay",
                                          "qq:u:gus"};

static void says(unsigned i, const char *text)
{
    two_houses_says(&t, users[i], text);
}

static void whispers(unsigned i, const char *text)
{
    two_houses_whispers(&t, users[i], text);
}

static void open_pair(uint64_t seed, bool paced)
{
    const struct nj_pace pace = {1, 3, 20, 100};

    t.seed = seed;
    two_houses_open(&t, "side_cards");
    two_houses_form(&t, &nj_night_of_cards, leaky_game());
    if (platform != ACCOUNT)
        two_houses_official(&t, platform == VERIFIED);
    two_houses_sit(&t, "#新游戏 杀手牌 现场", users, PEOPLE, NULL);
    says(0, "#开始");
    for (int i = 0; i < 2; i++)
        t.h[i].referee->setup.pace = paced ? pace : (struct nj_pace){0};
    for (unsigned i = 0; i < PEOPLE; i++) {
        whispers(i, "默认");
        whispers(i, "独行"); /* refused to all but a free agent */
    }
    two_houses_watch_all(&t, users, PEOPLE, 1u << HIDDEN);
}

/* --- what one does in private --- */

/* Whatever he holds: what he does not is refused to him alone. */
static void acts(int side, struct nj_rng *rng)
{
    static const char *const orders[] = {
        "杀?",     "咬?",      "狙?",    "束?",   "治?",   "穿防弹衣",
        "喝狼毒",  "禁?",      "反狙",   "赦?",   "验?",   "烧?",
        "咒?",     "庇佑?",    "变束魂", "绝杀?", "完毕",  "未完",
        "撤",      "手牌",     "命令",   "#帮助", "#赛况", "#为什么",
        "牌 束魂", "宣言 代写"};
    const char *form = orders[nj_rng_below(rng, NJ_COUNT(orders))];
    unsigned at = 1 + (unsigned)nj_rng_below(rng, PEOPLE);
    char text[40];

    (void)snprintf(text, sizeof(text), "%.30s", form);
    if (text[strlen(text) - 1] == '?')
        text[strlen(text) - 1] = (char)('0' + at);
    house_private(&t.h[side], users[HIDDEN], text);
}

/* By the end of a phase nothing of it is left, in either house. */
static void takes_all_back(void)
{
    whispers(HIDDEN, "全撤");
    whispers(HIDDEN, "宣言 清空");
    whispers(HIDDEN, "未完");
    whispers(HIDDEN, "手牌"); /* both have a sign of him */
}

/* What others do: the same in both. The first is never done, so that each
 * phase lasts as long as it may. */
static void others_act(struct nj_rng *rng)
{
    static const char *const words[] = {"手牌", "命令", "#赛况", "#帮助",
                                        "完毕"};
    static const char *const aloud[] = {"#赛况", "早上好", "验 3", "#帮助"};
    unsigned i = (unsigned)nj_rng_below(rng, PEOPLE);
    char vote[16];

    if (i != HIDDEN)
        whispers(i, words[nj_rng_below(rng, i == 0 ? 4 : 5)]);
    says((i + 1) % PEOPLE, aloud[nj_rng_below(rng, NJ_COUNT(aloud))]);
    if (nj_rng_below(rng, 2) == 0) {
        (void)snprintf(vote, sizeof(vote), "票 %u",
                       1 + (unsigned)nj_rng_below(rng, PEOPLE));
        says(1 + (unsigned)nj_rng_below(rng, PEOPLE - 1), vote);
    }
}

/* --- pairs --- */

static const struct nj_match *match(int side)
{
    const struct nj_referee *r = t.h[side].referee;

    return r->n_entries > 0 ? r->entries[0]->match : NULL;
}

static bool over(void)
{
    return match(0) == NULL || nj_match_over(match(0)) ||
           nj_phase_ends(match(0)) == 0;
}

static bool alike(uint64_t seed)
{
    return two_houses_must(&t, seed, leak != LEAK_NONE);
}

/* A planted leak is in what the second house does alone. */
static bool play_phase(uint64_t seed, struct nj_rng *rng)
{
    int64_t left = nj_phase_ends(match(0)) - t.h[0].now_ms;
    int64_t step = (left - (int64_t)EARLY_S * 1000) / STEPS;

    for (unsigned i = 0; i < PEOPLE; i++) /* nobody has a stand-in, whose */
        whispers(i, "命令");              /* chance is counted by inputs */
    for (int i = 0; i < STEPS && step > 0 && !over(); i++) {
        others_act(rng);
        for (uint32_t n = nj_rng_below(rng, 4); n > 0; n--)
            acts(leak == LEAK_NONE ? (int)nj_rng_below(rng, 2) : 1, rng);
        if (leak != LEAK_NONE)
            house_private(&t.h[1], users[HIDDEN], "完毕");
        says(0, "#赛况");
        two_houses_pass(&t, step);
        if (!alike(seed))
            return false;
    }
    takes_all_back();
    for (int s = 0; s < 2 * EARLY_S; s++) {
        two_houses_pass(&t, 1000);
        if (!alike(seed))
            return false;
    }
    return true;
}

static bool play_pair(uint64_t seed, bool paced, unsigned phases)
{
    struct nj_rng rng;
    bool same = true;

    nj_rng_splitmix64(&rng, seed);
    open_pair(seed, paced);
    for (unsigned k = 0; k <= phases && same && !over(); k++)
        same = play_phase(seed, &rng);
    two_houses_close(&t);
    return same;
}

static void play_all(bool paced)
{
    uint64_t pairs = nj_amount("NJ_CARDS_PAIRS", PAIRS);

    leak = LEAK_NONE;
    for (uint64_t seed = 1; seed == 1 || seed <= pairs; seed++)
        assert_true(play_pair(seed + (paced ? 100 : 0), paced, PHASES));
    two_houses_count(&t);
    assert_true(t.replaced > 0 && t.pictures > 0);
}

static void what_a_seat_orders_is_told_to_nobody_else(void **state)
{
    NJ_UNUSED(state);
    play_all(false);
}

static void no_pace_tells_what_a_seat_orders(void **state)
{
    NJ_UNUSED(state);
    play_all(true);
}

static void the_official_platform_tells_nothing(void **state)
{
    NJ_UNUSED(state);
    platform = VERIFIED;
    play_all(false);
    play_all(true);
    platform = ACCOUNT;
}

static void an_unverified_bot_tells_nothing(void **state)
{
    NJ_UNUSED(state);
    platform = FEW;
    play_all(true);
    platform = ACCOUNT;
}

static void each_planted_leak_is_caught(void **state)
{
    NJ_UNUSED(state);
    for (leak = LEAK_PUBLIC; leak <= LEAK_STATUS; leak++)
        if (play_pair(1, false, 1))
            fail_msg("leak %d is not noticed", (int)leak);
    leak = LEAK_NONE;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_seat_orders_is_told_to_nobody_else),
        cmocka_unit_test(no_pace_tells_what_a_seat_orders),
        cmocka_unit_test(the_official_platform_tells_nothing),
        cmocka_unit_test(an_unverified_bot_tells_nothing),
        cmocka_unit_test(each_planted_leak_is_caught),
    };

    return cmocka_run_group_tests_name("referee/side_cards", tests, NULL, NULL);
}
