/* src/games/night_of_cards/target.c: whom the words of an order mean (NC-17.20,
 * 17.21, T294). */
#include "nc_kit.h"

/* Seat 1 holds what can be aimed at anybody. */
static struct kit *night_of(const char *const names[NC_SEATS_MAX])
{
    struct nj_match_setup setup = {.game = &nj_night_of_cards,
                                   .edition = "standard",
                                   .n_seats = NC_SEATS_MIN};
    struct kit *k;

    nj_rng_splitmix64(&setup.rng, 1);
    k = kit_create(&setup, names, 0, "manifesto_chars=0");
    kit_begin(k);
    kit_fire(k, "setup");
    kit_state(k)->seat[0].card[0] = (struct nc_card){.type = NC_K};
    kit_state(k)->seat[0].hand[0] = 0;
    kit_state(k)->seat[0].points = 99;
    return k;
}

/* The words as the commands hand them on: what was typed and its token. */
static void kill(struct kit *k, const char *text, const char *token)
{
    kit_forget(k);
    kit_order_words(k, 1, "kill", text, token[0] != '\0' ? token : NULL);
}

static void a_number_is_a_seat_or_a_name(void **state)
{
    static const char *const names[NC_SEATS_MAX] = {"Ann", "Bob", "Cid",
                                                    "3",   "12",  "9 lives"};
    struct kit *k = night_of(names);

    NJ_UNUSED(state);
    kill(k, "3", "3");
    KIT_SAID(k, "P1 nc.err.ambiguous seats=3,4\n");
    kill(k, "３", "3");
    KIT_SAID(k, "P1 nc.err.ambiguous seats=3,4\n");
    kill(k, "三", "3"); /* nobody is called so */
    KIT_HAS(k, "target=3");
    kill(k, "2", "");
    KIT_HAS(k, "target=2");
    kill(k, "12", "12"); /* a whole name, and no seat here */
    KIT_HAS(k, "target=5");
    kill(k, "9", "9"); /* the start of a name is none beside a number */
    KIT_SAID(k, "P1 nc.err.target\n");
    kill(k, "0", "");
    KIT_SAID(k, "P1 nc.err.target\n");
    kit_free(k);
}

static void a_name_is_whole_or_one_that_begins_so(void **state)
{
    static const char *const names[NC_SEATS_MAX] = {"阿宁", "阿宁静", "阿木",
                                                    "Anna", "ann B",  "Bob"};
    struct kit *k = night_of(names);

    NJ_UNUSED(state);
    kill(k, "阿宁", "");
    KIT_HAS(k, "target=1");
    kill(k, "阿", "");
    KIT_SAID(k, "P1 nc.err.ambiguous seats=1,2,3\n");
    kill(k, "ANN", "");
    KIT_SAID(k, "P1 nc.err.ambiguous seats=4,5\n");
    kill(k, "@Anna", "");
    KIT_HAS(k, "target=4");
    kill(k, "＠bo", "");
    KIT_HAS(k, "target=6");
    kill(k, "Zed", "");
    KIT_SAID(k, "P1 nc.err.target\n");
    kill(k, "", ""); /* NC-11.4 */
    KIT_SAID(k, "P1 nc.err.which power=kill lacks=whom orders=kill 1,kill 2,"
                "kill 3,kill 4,kill 5,kill 6\n");
    kill(k, "自己", "self");
    KIT_HAS(k, "target=1");
    kit_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_a_seat_or_a_name),
        cmocka_unit_test(a_name_is_whole_or_one_that_begins_so),
    };

    return cmocka_run_group_tests_name("night_of_cards/target", tests, NULL,
                                       NULL);
}
