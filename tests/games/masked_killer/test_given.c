/* src/games/masked_killer/given.c: boards that no match can come to. */
#include "games/masked_killer/mk_kit.h"
#include "match/cards.h"

#define CARDS "soda,soda,soda,soda,soda,soda,soda"

static const struct {
    uint8_t seats;
    const char *board, *says;
} rows[] = {{4, "F4; 1 at C18/N; 2 at C18/N", "stand on one cell"},
            {4, "F4; 1 dmg 3", "is dead"}, /* Laurie's health */
            {4, "F4; 2 dmg 3", "is dead"},
            {4, "F4; 1 brackett; 1 dmg 4", "is dead"},
            {4, "F4; 1 bob; 2 loomis; 3 loomis", "one victim"},
            {4, "F4; 1 exert 6; 2 exert 7", "exert tokens"},
            {4, "F4; kills 3", "that many deaths"},
            {4, "F4; round 19", "that round"},
            {3, "F3; setup; round 5", "that round"},
            {3, "F3; picked; round 1", "that round"},
            {3, "F3; setup; 1 laurie", "together"},
            {3, "F3; setup; 1 at E19/N", "together"},
            {3, "F3; picked; K hid R1", "comes with round 1"},
            {4, "F4; K vis R1", "if a victim sees him"},
            {4, "F4; 1 at H17/E; K hid I17", "if a victim sees him"},
            {3, "F3; picked; K vis R1", "the killer"},
            {4, "F4; 1 at H17/E; K vis I17; K shadow C3", "no shadow"},
            {4, "F4; 1 holds " CARDS "; 1 holds " CARDS, "too many cards"}};

static struct kit *of(uint8_t seats)
{
    static const char *const names[] = {"Ann", "Bo", "Cy", "Di"};
    struct nj_match_setup setup = {.game = &nj_masked_killer,
                                   .data = kit_table(),
                                   .edition = "standard",
                                   .n_seats = seats};

    nj_rng_splitmix64(&setup.rng, 1);
    return kit_create(&setup, names, 0, "");
}

/* Gives the clauses, then the board as a whole. */
static enum nj_status given(struct kit *k, const char *clauses,
                            struct nj_err *err)
{
    char clause[100];

    while (*clauses != '\0') {
        size_t n = strcspn(clauses, ";");

        assert_true(n < sizeof(clause));
        memcpy(clause, clauses, n);
        clause[n] = '\0';
        if (nj_match_given(k->m, clause, err) != NJ_OK)
            fail_msg("'%s': %s", clause, err->text);
        clauses += n;
        clauses += strspn(clauses, "; ");
    }
    return nj_match_given(k->m, "", err);
}

static void boards_that_cannot_stand_are_named(void **state)
{
    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = of(rows[i].seats);
        struct nj_err err = {{0}};

        if (given(k, rows[i].board, &err) == NJ_OK)
            fail_msg("'%s' was accepted", rows[i].board);
        if (strstr(err.text, rows[i].says) == NULL)
            fail_msg("'%s': '%s'", rows[i].board, err.text);
        kit_free(k);
    }
}

/* The last that can, beside those above. */
static void boards_at_the_edge_stand(void **state)
{
    static const struct {
        uint8_t seats;
        const char *board;
    } good[] = {{4, "F4; 1 dmg 2; 1 exert 6; 2 exert 6; kills 2; round 18"},
                {4, "F4; 1 brackett; 1 dmg 3"},
                {3, "F3; kills 3; round 24"},
                {3, "F3; setup"},
                {3, "F3; setup; 2 bob; 2 at D4/S"},
                {3, "F3; picked"},
                {4, "F4; 1 at H17/E; K vis I17"}};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(good); i++) {
        struct kit *k = of(good[i].seats);
        struct nj_err err = {{0}};

        if (given(k, good[i].board, &err) != NJ_OK)
            fail_msg("'%s': %s", good[i].board, err.text);
        kit_free(k);
    }
}

/* There is an end to the cards of a board. */
static void no_room_for_one_more_card(void **state)
{
    struct kit *k = of(4);
    struct nj_err err = {{0}};
    unsigned n = 0;

    NJ_UNUSED(state);
    assert_int_equal(given(k, "F4", &err), NJ_OK);
    while (n < NJ_CARDS_MAX &&
           nj_match_given(k->m, "K holds lure", &err) == NJ_OK)
        n++;
    assert_true(n > 0 && n < NJ_CARDS_MAX);
    assert_non_null(strstr(err.text, "CARD,CARD"));
    assert_int_not_equal(nj_match_given(k->m, "K discard 1", &err), NJ_OK);
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_that_cannot_stand_are_named),
        cmocka_unit_test(boards_at_the_edge_stand),
        cmocka_unit_test(no_room_for_one_more_card)};

    return cmocka_run_group_tests_name("games/masked_killer/given", tests, NULL,
                                       NULL);
}
