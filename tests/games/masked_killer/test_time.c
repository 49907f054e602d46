/* src/games/masked_killer/pace.c: when computer players act (MK-19.4). */
#include "games/masked_killer/mk_kit.h"
#include "kit/plant.h"

/* When the computer player that is the killer began his turn, did something
 * first, and ended it; without the time in which somebody is asked, which all
 * see. */
struct course {
    int64_t began, first, ended;
};

/* Planted: he is slower with more cards to choose from, at the end of his turn,
 * where questions may have come before. */
static int64_t slower_by_the_hand(const struct mk_state *s)
{
    return nj_planted("pace-by-the-hand") && s->active == s->n && s->left == 1
               ? (int64_t)nj_cards_count(&s->cards, MK_K_HAND) * 100
               : 0;
}

/* Whoever is a computer player acts as soon as it may, and waits as long as it
 * has to; false: none has anything to do. */
static bool computers_act(struct kit *k)
{
    struct nj_input in;
    int64_t at;

    if (!nj_match_computer_by(k->m, k->now_ms, &in)) {
        if (!nj_match_moment(k->m, k->now_ms, &at))
            return false;
        k->now_ms = at + slower_by_the_hand(kit_state(k));
        assert_true(nj_match_computer_by(k->m, k->now_ms, &in));
    }
    in.at_ms = k->now_ms;
    kit_apply(k, &in);
    return true;
}

static struct kit *four(const char *options, nj_seat_set computers,
                        uint64_t seed)
{
    static const char *const names[] = {"Ann", "Bo", "Cy", "Di"};
    struct nj_match_setup setup = {.game = &nj_masked_killer,
                                   .data = kit_table(),
                                   .edition = "standard",
                                   .n_seats = 4};
    struct kit *k;

    nj_rng_splitmix64(&setup.rng, seed);
    k = kit_create(&setup, names, computers, options);
    kit_begin(k);
    return k;
}

/* The second of four who join is a computer player; `options` say who hunts. */
static struct kit *with_computer(const char *options, uint64_t seed)
{
    return four(options, 2, seed);
}

/* His first turn. */
static struct course first_turn(struct kit *k)
{
    static const char *const picks[] = {"laurie", "annie", "lynda"};
    struct course c = {.first = 0};
    int64_t asked, answers = 0;

    for (unsigned i = 0; i < 3; i++)
        kit_order(k, i + 1, "pick", picks[i]);
    asked = k->now_ms;
    assert_true(computers_act(k)); /* where he begins */
    assert_in_range(k->now_ms - asked, 3000, 40000);
    for (unsigned i = 1; i <= 3; i++)
        kit_order(k, i, "end", "");
    assert_int_equal(kit_state(k)->active, 3);
    c.began = k->now_ms;
    while (kit_state(k)->left > 0) {
        assert_true(computers_act(k));
        asked = k->now_ms;
        c.first = c.first == 0 ? asked : c.first;
        c.ended = asked - answers;
        while (nj_mk_is_asking(k->m))
            kit_fire(k, NJ_PROMPT_TIMER);
        answers += k->now_ms - asked;
    }
    return c;
}

static void a_killer_takes_his_time(void **state)
{
    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed < 40; seed++) {
        struct course c[2];

        for (int world = 0; world < 2; world++) {
            struct kit *k = with_computer(
                world == 0 ? "killer=second turn_time=180s"
                           : "killer=second turn_time=180s killer_cards=3",
                seed);

            c[world] = first_turn(k);
            kit_free(k);
        }
        assert_in_range(c[0].first - c[0].began, 3000, 28000);
        assert_in_range(c[0].ended - c[0].began, 10000, 40000);
        /* What he holds makes no difference. */
        assert_memory_equal(&c[0], &c[1], sizeof(c[0]));
    }
}

/* A victim's whole turn comes at once, some time behind its beginning. */
static void a_victim_plays_its_turn_at_once(void **state)
{
    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct kit *k = with_computer("killer=first turn_time=180s", seed);
        int64_t began, first = 0;

        kit_order(k, 2, "pick", "annie");
        kit_order(k, 3, "pick", "lynda");
        assert_true(computers_act(k));
        kit_order(k, 4, "startat", "R1");
        began = k->now_ms;
        while (kit_state(k)->active == 0) {
            assert_true(computers_act(k));
            first = first == 0 ? k->now_ms : first;
        }
        assert_in_range(first - began, 4000, 10000);
        assert_int_equal(k->now_ms, first);
        kit_free(k);
    }
}

/* How long his turn was is part of the state: an outage, which no log knows of,
 * moves its deadline and not that. */
static void an_outage_lengthens_no_turn(void **state)
{
    struct nj_hash digest[2];

    NJ_UNUSED(state);
    for (int world = 0; world < 2; world++) {
        struct kit *k = four("killer=fourth turn_time=180s", 0, 1);

        kit_order(k, 1, "pick", "laurie");
        kit_order(k, 2, "pick", "annie");
        kit_order(k, 3, "pick", "lynda");
        kit_order(k, 4, "startat", "R1");
        for (unsigned seat = 1; seat <= 3; seat++)
            kit_order(k, seat, "end", "");
        if (world == 1)
            nj_match_grace(k->m, k->now_ms, 100000, 600000);
        k->now_ms += 20000;
        kit_order(k, 4, "end", "");
        assert_int_equal(kit_state(k)->k.n_took, 1);
        assert_in_range(kit_state(k)->k.took[0], 20000, 30000);
        digest[world] = *nj_match_digest(k->m);
        kit_free(k);
    }
    assert_memory_equal(&digest[0], &digest[1], sizeof(digest[0]));
}

/* MK-19.18. */
static void a_live_turn_has_three_minutes_and_a_question_one(void **state)
{
    const struct nj_preset *p = nj_masked_killer.presets;
    struct nj_options o;

    NJ_UNUSED(state);
    while (p->name != NULL && strcmp(p->name, "live") != 0)
        p++;
    assert_non_null(p->name);
    nj_options_default(&nj_masked_killer, &o);
    for (uint32_t i = 0; p->pairs[i] != NULL; i += 2)
        assert_true(nj_options_put(
            &nj_masked_killer, &o,
            nj_option_find(&nj_masked_killer, p->pairs[i]), p->pairs[i + 1]));
    assert_int_equal(o.v[nj_option_find(&nj_masked_killer, "turn_time")],
                     180000);
    assert_int_equal(o.v[nj_option_find(&nj_masked_killer, "prompt_time")],
                     60000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_killer_takes_his_time),
        cmocka_unit_test(a_victim_plays_its_turn_at_once),
        cmocka_unit_test(an_outage_lengthens_no_turn),
        cmocka_unit_test(a_live_turn_has_three_minutes_and_a_question_one),
    };
    int failed = cmocka_run_group_tests_name("games/masked_killer/time", tests,
                                             NULL, NULL);

    kit_table_done();
    return failed;
}
