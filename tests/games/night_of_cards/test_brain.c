/* Computer players of 杀手牌, by what is said in matches of theirs alone (NC-14).
 * NC_BRAIN_MATCHES in the environment is their number. */
#include <stdlib.h>

#include "kit/amount.h"
#include "nc_kit.h"

#define MATCHES 60

/* The best card comes last (NC-14.2). */
static const char *const best[] = {"K",  "W",  "SN", "DP", "CF", "SB",
                                   "SH", "CB", "VW", "CA", "BG", "AM"};

static size_t rank_of(const char *card)
{
    size_t i = 0;

    while (i < NJ_COUNT(best) && strcmp(best[i], card) != 0)
        i++;
    return i; /* commoners behind all */
}

static bool is_cheap(const char *card)
{
    return strcmp(card, "C") == 0 || strcmp(card, "AM") == 0;
}

/* A list of cards, parted by commas. */
static void expect_loss_order(const char *cards)
{
    size_t lowest = NJ_COUNT(best), bottom = lowest;
    bool dear = false;
    char list[100];

    (void)snprintf(list, sizeof(list), "%s", cards);
    for (char *card = list; card != NULL;) {
        char *comma = strchr(card, ',');

        if (comma != NULL)
            *comma++ = '\0';
        bottom = rank_of(card);
        lowest = bottom < lowest ? bottom : lowest;
        if (comma != NULL) {
            assert_false(dear && is_cheap(card));
            dear = dear || !is_cheap(card);
        }
        card = comma;
    }
    assert_int_equal(bottom, lowest);
}

/* --- what is said --- */

struct listener {
    uint8_t left[NC_SEATS_MAX]; /* cards as the night opened; 0xff: dead */
    unsigned declared, attacks, texts;
    unsigned shared; /* nights in which a seat went on to another */
};

static int64_t cell(const struct nj_arg *rows, uint32_t row, unsigned column)
{
    return rows->rows.cells[row * rows->rows.form->fields + column];
}

static void hear_counts(struct listener *l, const struct nj_arg *counts)
{
    memset(l->left, 0xff, sizeof(l->left));
    for (uint32_t i = 0; i < counts->count; i++)
        l->left[cell(counts, i, 0)] = (uint8_t)cell(counts, i, 1);
}

/* NC-14.4, step 3: each attack of a seat is on one of those with the fewest
 * cards, of whom it has not attacked as often as they have cards, but for the
 * one snipe of townsfolk. */
static void hear_orders(struct listener *l, const struct nj_arg *orders)
{
    uint8_t struck[NC_SEATS_MAX][NC_SEATS_MAX] = {{0}};

    for (uint32_t i = 0; i < orders->count; i++) {
        int64_t by = cell(orders, i, 0), power = cell(orders, i, 2);
        int64_t target = cell(orders, i, 3);

        if (power >= NC_SAINT)
            continue;
        l->attacks++;
        l->shared += struck[by][target] == 0 && i > 0 &&
                     cell(orders, i - 1, 0) == by &&
                     cell(orders, i - 1, 2) < NC_SAINT;
        for (nj_seat k = 0; power < NC_SNIPE && k < (nj_seat)NC_SEATS_MAX; k++)
            if (k != by && struck[by][k] < l->left[k])
                assert_true(l->left[target] <= l->left[k]);
        struck[by][target]++;
        if (power < NC_SNIPE)
            assert_true(struck[by][target] <= l->left[target]);
    }
}

static void hear(struct listener *l, const struct nj_message *msg)
{
    if (strcmp(msg->key, "nc.setup.order_ok") == 0) {
        expect_loss_order(nj_message_str(msg, "order"));
        l->declared++;
    }
    if (strcmp(msg->key, "nc.setup.camp_ok") == 0)
        assert_string_equal(nj_message_str(msg, "side"), "lone");
    if (strcmp(msg->key, "nc.night.open") == 0)
        hear_counts(l, nj_message_arg(msg, "counts"));
    if (strcmp(msg->key, "nc.log") == 0)
        hear_orders(l, nj_message_arg(msg, "orders"));
    l->texts += strcmp(msg->key, "nc.dawn.manifesto") == 0;
    /* NC-14.5, 14.6. */
    assert_string_not_equal(msg->key, "nc.attack.uncovered");
    assert_string_not_equal(msg->key, "nc.vote.default");
}

/* Nobody waits for a clock: all vote, and say when they are done (NC-14.6,
 * 14.7). */
static void computers_play_as_the_rules_say(void **state)
{
    uint64_t n = nj_amount("NC_BRAIN_MATCHES", MATCHES);
    struct listener all = {.declared = 0};

    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= n; seed++) {
        uint8_t seats = (uint8_t)(NC_SEATS_MIN + seed % 11);
        struct kit *k = kit_new(seats, 0xffff, "bells=off", seed);

        kit_begin(k);
        kit_computers(k);
        assert_true(k->over);
        for (uint32_t i = 0; i < k->n_record; i++)
            hear(&all, k->record[i]);
        kit_free(k);
    }
    assert_true(all.declared >= 6 * n);
    assert_true(all.attacks > 5 * n && all.texts > 0 && all.shared > 0);
}

/* --- whom it suspects --- */

/* NC-14.3: a ballot against it weighs more than all chance; of equals the
 * lowest seat is meant. */
static void who_votes_against_it_is_suspected(void **state)
{
    NJ_UNUSED(state);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct kit *k = kit_new(7, 1, "manifesto_chars=0", seed);

        kit_clauses(k, "seats ABCDEFG;;");
        kit_fire(k, "night");
        kit_order_by(k, 2, NJ_PLACE_GROUP, NJ_BY_PERSON, "vote", "1");
        kit_forget(k);
        kit_computers(k);
        KIT_HAS(k, "G nc.vote.cast voter=1 target=2 ");
        kit_free(k);
    }
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(computers_play_as_the_rules_say),
        cmocka_unit_test(who_votes_against_it_is_suspected),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
