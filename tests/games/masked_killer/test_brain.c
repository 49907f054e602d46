/* src/games/masked_killer/brain_*.c: what a victim's computer player does about
 * what it knows: it strikes who stands before it, leaves a square beside which
 * he is, goes where a dead one's keys lie, drives off (MK-14.3, 19.26). */
#include "games/masked_killer/hunt.h"
#include "games/masked_killer/mk_kit.h"

/* Laurie's turn on E19, facing north, her mate on N20; where he is nobody has
 * seen: on all the street. */
static struct mk_mind mind_of_laurie(void)
{
    struct mk_mind mind = {
        .n = 2,
        .round = 3,
        .left = 2,
        .who = {MK_LAURIE, MK_ANNIE},
        .cell = {kit_cell("E19"), kit_cell("N20"), MK_NOWHERE},
        .k = MK_NOWHERE,
        .shadow = MK_NOWHERE,
        .lock = {1, 1},
        .deck = {9, 9, 8, 8},
        .depth = {9, 9, 8, 8},
        .keys_in = {1, 1, 1, 1}};

    memset(mind.token, 2, sizeof(mind.token));
    for (uint16_t col = 0; col < MK_COLS; col++)
        nj_mk_put(&mind.maybe, (uint16_t)(MK_STREET * MK_COLS + col));
    return mind;
}

static struct nj_brain_order order_of(const struct mk_mind *mind)
{
    struct nj_brain_order out = {.verb = "none"};

    assert_true(nj_mk_act_victim(mind, kit_table(), 0, &out));
    return out;
}

static void an_armed_one_strikes_who_stands_before_it(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o;

    NJ_UNUSED(state);
    mind.visible = 1;
    mind.hand[mind.n_hand++] = MK_SODA;
    mind.hand[mind.n_hand++] = MK_KNIFE;
    mind.cell[0] = kit_cell("D19");
    mind.k = kit_cell("C19");
    mind.dir[0] = MK_W;
    o = order_of(&mind);
    assert_string_equal(o.verb, "attack");
    assert_string_equal(o.text, "kitchen_knife");
}

static void it_does_not_end_its_turn_beside_him(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o;

    NJ_UNUSED(state);
    mind.cell[0] = kit_cell("B18"); /* a search square with a token */
    o = order_of(&mind);
    assert_string_equal(o.verb, "search");
    mind.left = 1; /* he is behind it, and there is no key to be found */
    mind.keys_in[MK_SW] = 0;
    memset(&mind.maybe, 0, sizeof(mind.maybe));
    nj_mk_put(&mind.maybe, kit_cell("C18"));
    o = order_of(&mind);
    assert_string_not_equal(o.verb, "search");
}

/* The keys on top; what else a dead one held is in nobody's way, the second
 * weapon is the first to go. */
static void what_goes_back_to_the_deck(void **state)
{
    static const uint8_t hand[] = {MK_KNIFE, MK_TOMMY, MK_POKER, MK_LID};
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o;

    NJ_UNUSED(state);
    memcpy(mind.hand, hand, sizeof(hand));
    mind.n_hand = (uint8_t)NJ_COUNT(hand);
    mind.asked = MK_Q_DEATH;
    o = order_of(&mind);
    assert_string_equal(o.text, "bottom kitchen_knife fire_poker pot_lid");
    mind.asked = MK_Q_RETURN;
    mind.excess = 1;
    o = order_of(&mind);
    assert_string_equal(o.text, "bottom fire_poker");
}

static void it_goes_where_the_keys_of_a_dead_one_lie(void **state)
{
    static const struct {
        uint8_t quad;
        const char *way;
    } rows[] = {{MK_SW, "W"}, {MK_NE, "N"}};
    struct nj_brain_order o;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct mk_mind mind = mind_of_laurie();

        mind.cell[0] = kit_cell("I14");
        mind.lies[0] = mind.lies[1] = (uint8_t)(rows[i].quad + 1);
        mind.keys_in[rows[i].quad] += 2;
        o = order_of(&mind);
        assert_string_equal(o.verb, "move");
        assert_non_null(strstr(o.text, rows[i].way));
    }
}

/* Where he stands behind his order. */
static uint16_t goes_to(const struct mk_mind *mind)
{
    struct nj_brain_order o = {.verb = "none"};
    struct nj_rng rng;
    uint16_t from = mind->k;

    nj_rng_splitmix64(&rng, 1);
    assert_true(nj_mk_act_killer(mind, kit_table(), &rng, &o));
    if (strcmp(o.verb, "hunt") == 0)
        return (uint16_t)(o.text[0] == 'E' ? from + (o.text[2] - '0')
                                           : from - (o.text[2] - '0'));
    assert_string_equal(o.verb, "stalk");
    return o.text[0] == '.' ? from : kit_cell(o.text + strlen("to "));
}

/* He stands two cells from her, with a card that is no action. */
static void the_killer_uses_what_he_has(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o = {.verb = "none"};
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 1);
    mind.active = mind.n;
    mind.left = 2;
    mind.cell[0] = kit_cell("D12");
    mind.dir[0] = MK_W;
    mind.k = kit_cell("G12");
    mind.hand[mind.n_hand++] = MK_QUICK;
    assert_true(nj_mk_act_killer(&mind, kit_table(), &rng, &o));
    assert_string_equal(o.verb, "play");
    mind.n_hand = 0;
    assert_int_equal(goes_to(&mind), kit_cell("E12"));
}

/* Of two as near he goes to the one that says it holds the cards of the
 * escape. */
static void the_killer_goes_by_what_is_said_and_seen(void **state)
{
    struct mk_mind mind = mind_of_laurie();

    NJ_UNUSED(state);
    mind.active = mind.n;
    mind.left = 2;
    mind.cell[0] = kit_cell("D12");
    mind.cell[1] = kit_cell("J12");
    mind.dir[0] = MK_W;
    mind.dir[1] = MK_E;
    mind.k = kit_cell("G12");
    for (uint8_t i = 0; i < 3; i++)
        mind.claim[i] = 1;
    assert_int_equal(goes_to(&mind), kit_cell("E12"));
    for (uint8_t i = 0; i < 3; i++)
        mind.claim[i] = 2;
    assert_int_equal(goes_to(&mind), kit_cell("I12"));
}

/* He stands behind her back, staggered, hit before, with his last action. */
static struct mk_mind mind_of_a_hurt_killer(void)
{
    struct mk_mind mind = mind_of_laurie();

    mind.active = mind.n;
    mind.left = 1;
    mind.k_damage = 9;
    mind.staggered = 1;
    mind.cell[0] = kit_cell("D12");
    mind.dir[0] = MK_W;
    mind.k = kit_cell("E12");
    mind.held[0] = 3;
    nj_mk_believe_at(&mind, mind.k);
    return mind;
}

/* How many steps from the cell his order leaves him, whatever it is. */
static int ends_from(const struct mk_mind *mind, const char *cell)
{
    const struct mk_view view = {.t = kit_table(), .lock = {1, 1}};
    uint16_t cost[MK_CELLS];

    nj_mk_costs(&view, kit_cell(cell), MK_ACROSS, true, cost);
    return cost[goes_to(mind)];
}

/* MK-19.26: what she showed that she strikes with keeps him off, who would stay
 * beside her else. */
static void the_killer_retreats_from_known_weapons(void **state)
{
    struct mk_mind mind = mind_of_a_hurt_killer();

    NJ_UNUSED(state);
    assert_true(ends_from(&mind, "D12") <= 1);
    mind.arm[0] = 1 + MK_POKER;
    assert_true(ends_from(&mind, "D12") > 1);
}

/* MK-19.26: with all that the escape needs in their hands he keeps to the car whose
 * key that is. */
static void the_killer_guards_the_car_of_the_key(void **state)
{
    static const struct {
        uint8_t key;
        const char *beside;
    } rows[] = {{MK_BLUE_KEY, "E12"}, {MK_YELLOW_KEY, "N12"}};
    struct mk_mind mind = mind_of_laurie();

    NJ_UNUSED(state);
    mind.active = mind.n = 3;
    mind.who[2] = MK_LYNDA;
    mind.cell[0] = kit_cell("A1");
    mind.cell[1] = kit_cell("R1");
    mind.cell[2] = kit_cell("R23");
    mind.k = kit_cell("I12");
    mind.claim[0] = mind.claim[1] = 1;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct mk_mind told = mind, other = mind;

        told.claim[rows[i].key - MK_TOMMY] = 2;
        other.claim[rows[!i].key - MK_TOMMY] = 2;
        assert_true(ends_from(&told, rows[i].beside) <
                    ends_from(&other, rows[i].beside));
    }
}

static void who_has_all_unlocks_and_gets_in(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o;

    NJ_UNUSED(state);
    mind.cell[0] = kit_cell("E12");
    for (uint8_t i = 0; i < 3; i++) {
        mind.hand[mind.n_hand++] = (uint8_t)(MK_TOMMY + i);
        mind.claim[i] = 1;
    }
    o = order_of(&mind); /* first it says what it has */
    assert_string_equal(o.verb, "claim");
    assert_string_equal(o.text, "tommy lindsey blue_key");
    mind.told = 7;
    o = order_of(&mind);
    assert_string_equal(o.verb, "unlock");
    assert_string_equal(o.text, "blue");
    mind.lock[MK_BLUE] = 0;
    o = order_of(&mind);
    assert_string_equal(o.verb, "move");
    assert_int_equal(o.text[0], 'N');
}

/* T240, MK-14.3 (1): what frees it comes before the rest that is forced. */
static void a_tired_one_drinks_or_rests(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o;

    NJ_UNUSED(state);
    mind.exert[0] = MK_REST_AT;
    o = order_of(&mind);
    assert_string_equal(o.verb, "rest");
    mind.hand[mind.n_hand++] = MK_SODA;
    o = order_of(&mind);
    assert_string_equal(o.verb, "use");
    assert_string_equal(o.text, "soda");
}

/* T322: who holds a child says so before anything else. */
static void who_has_drawn_a_child_says_so(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o;

    NJ_UNUSED(state);
    mind.left = 1;
    mind.hand[mind.n_hand++] = MK_TOMMY;
    o = order_of(&mind);
    assert_string_equal(o.verb, "claim");
    assert_string_equal(o.text, "tommy");
}

/* T241, MK-14.4 (2): one point of health is left, and he stands beside her. */
static void the_killer_strikes_who_has_one_point_left(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o = {.verb = "none"};
    struct nj_rng rng;

    NJ_UNUSED(state);
    nj_rng_splitmix64(&rng, 1);
    mind.active = mind.n;
    mind.damage[0] = 2;
    mind.k = kit_cell("D19");
    assert_true(nj_mk_act_killer(&mind, kit_table(), &rng, &o));
    assert_string_equal(o.verb, "strike");
    assert_int_equal(o.text[0] == 'V' ? o.text[1] : o.text[0], '1');
    mind.k = kit_cell("R1");
    assert_true(nj_mk_act_killer(&mind, kit_table(), &rng, &o));
    assert_string_not_equal(o.verb, "strike");
}

/* The cells that are left of a set behind a turn of his, out of all sight. */
static bool may_be(const struct mk_mind *mind, const char *cell)
{
    return nj_mk_has(&mind->maybe, kit_cell(cell));
}

/* T239: once he was lost on D12, he is where two actions lead, and nowhere
 * else; a step on a cell says that he is not there. */
static void it_believes_what_he_can_have_reached(void **state)
{
    struct mk_mind mind = mind_of_laurie();

    NJ_UNUSED(state);
    nj_mk_believe_at(&mind, kit_cell("D12"));
    assert_true(may_be(&mind, "D12"));
    assert_false(may_be(&mind, "E12"));
    nj_mk_believe_turn(&mind, kit_table());
    assert_true(may_be(&mind, "D12"));
    assert_true(may_be(&mind, "H12"));
    assert_false(may_be(&mind, "R1"));
    assert_false(may_be(&mind, "C19"));
    nj_mk_drop(&mind.maybe, kit_cell("H12"));
    assert_false(may_be(&mind, "H12"));
}

/* MK-5.1: who staggers walks three cells with his first action and hunts not at
 * all; L11 is nine steps away, and to R11 leads no walk. */
static void it_believes_that_he_staggered(void **state)
{
    struct mk_mind mind = mind_of_laurie(), slow = mind;

    NJ_UNUSED(state);
    slow.was_staggered = 1;
    nj_mk_believe_at(&mind, kit_cell("D12"));
    nj_mk_believe_at(&slow, kit_cell("D12"));
    nj_mk_believe_turn(&mind, kit_table());
    nj_mk_believe_turn(&slow, kit_table());
    assert_true(may_be(&mind, "L11") && may_be(&mind, "R11"));
    assert_false(may_be(&slow, "L11") || may_be(&slow, "R11"));
    assert_true(may_be(&slow, "H12"));
}

/* All computer players hear a message in the turn of `active`. */
static void hears_all(struct mk_mind *mind, nj_seat active, const char *key,
                      struct nj_args args)
{
    const struct nj_message msg = {.key = key, .args = args};
    const struct nj_hearing h = {
        .scratch = mind, .data = kit_table(), .me = mind->n, .msg = &msg};
    const struct nj_ear *ear = nj_ear_for(nj_mk_ears, key);

    mind->active = active;
    assert_non_null(ear);
    nj_ear_hears(ear, &h);
}

static void hears(struct mk_mind *mind, nj_seat active, const char *key,
                  struct nj_arg a, struct nj_arg b)
{
    hears_all(mind, active, key, NJ_ARGS(a, b));
}

/* A victim draws on B18; so many cards are left then. */
static void searches(struct mk_mind *mind, nj_seat seat, int left)
{
    hears_all(mind, seat, "mk.search",
              NJ_ARGS(nj_arg_seat("seat", seat), nj_arg_text("cell", "B18"),
                      nj_arg_text("quad", "SW"), nj_arg_text("token", "used"),
                      nj_arg_int("left", left)));
}

/* Who draws of the last cards of a deck where a key lies may have it, as all can
 * count (MK-19.26): of two as near he goes to that one, until it says what it holds
 * or has nothing left. */
static void the_killer_guesses_who_has_found_a_key(void **state)
{
    struct mk_mind mind = mind_of_laurie();

    NJ_UNUSED(state);
    mind.cell[0] = kit_cell("D12");
    mind.cell[1] = kit_cell("J12");
    mind.dir[0] = MK_W;
    mind.dir[1] = MK_E;
    mind.k = kit_cell("G12");
    for (nj_seat k = 0; k < mind.n; k++) {
        struct mk_mind told = mind;

        searches(&told, k, 6); /* above where it can lie */
        assert_int_equal(told.deep[k], 0);
        for (int i = 4; i > 1; i--)
            searches(&told, k, i);
        assert_int_equal(told.deep[k], 3);
        told.active = told.n;
        told.left = 2;
        told.held[!k] = told.held[k]; /* as many of others */
        assert_int_equal(goes_to(&told), kit_cell(k == 0 ? "E12" : "I12"));
        hears(&told, k, "mk.claim", nj_arg_seat("seat", k),
              nj_arg_text("cards", "-"));
        assert_int_equal(told.deep[k], 0);
    }
}

/* MK-19.26: what a radio says, and who is made to fear him, of whom nobody saw
 * anything. */
static void it_believes_radio_and_dread(void **state)
{
    struct mk_mind mind = mind_of_laurie();

    NJ_UNUSED(state);
    hears(&mind, 0, "mk.radio", nj_arg_text("area", "street_west"),
          nj_arg_int("seat", 0));
    assert_true(may_be(&mind, "C12"));
    assert_false(may_be(&mind, "P12"));
    hears(&mind, mind.n, "mk.k.played", nj_arg_text("card", "dread"),
          nj_arg_int("target", 1));
    assert_true(may_be(&mind, "O20")); /* beside her on N20 ... */
    assert_true(may_be(&mind, "N21"));
    assert_false(may_be(&mind, "C12")); /* ... and what he reaches from there */
    assert_true(mind.slipped);
}

/* MK-6.12: who comes in finds him. */
static void it_believes_whom_a_newcomer_meets(void **state)
{
    struct mk_mind mind = mind_of_laurie();

    NJ_UNUSED(state);
    mind.gone = 1 << MK_BOB;
    hears(&mind, mind.n, "mk.replace.shift", nj_arg_text("cell", "B12"),
          nj_arg_text("killer", "A12"));
    assert_true(mind.visible);
    assert_int_equal(mind.k, kit_cell("A12"));
    assert_false(may_be(&mind, "B12"));
}

/* A card that he plays when he is out of sight again brings him farther; one that
 * heals him makes him as fast as ever. */
static void it_believes_what_cards_add(void **state)
{
    struct mk_mind mind = mind_of_laurie();

    NJ_UNUSED(state);
    mind.slipped = 1;
    nj_mk_believe_at(&mind, kit_cell("A12"));
    hears(&mind, mind.n, "mk.k.played", nj_arg_text("card", "quick_step"),
          nj_arg_int("seat", 0));
    assert_true(may_be(&mind, "D12"));
    mind.was_staggered = 1;
    hears(&mind, mind.n, "mk.k.heal", nj_arg_int("damage", 0),
          nj_arg_text("side", "prepared"));
    assert_false(mind.was_staggered);
}

/* Victims do not get over fences: from I17 the way to the fourth quadrant leads
 * north. */
static void it_goes_around_fences(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o;

    NJ_UNUSED(state);
    mind.cell[0] = kit_cell("I17");
    for (int i = 0; i < MK_SE; i++)
        mind.keys_in[i] = 0;
    nj_mk_believe_at(&mind, kit_cell("R1"));
    o = order_of(&mind);
    assert_string_equal(o.verb, "move");
    assert_int_equal(strncmp(o.text, "NNN", 3), 0);
}

/* She holds a child and stands at the door for which the holder of the key makes;
 * the other door will do for her. And she searches no more. */
static void it_leaves_the_door_to_who_has_the_key(void **state)
{
    struct mk_mind mind = mind_of_laurie();
    struct nj_brain_order o;

    NJ_UNUSED(state);
    mind.hand[mind.n_hand++] = MK_TOMMY;
    mind.told = 1;
    mind.claim[0] = 1;
    mind.claim[1] = mind.claim[3] = 2;
    mind.cell[0] = kit_cell("N12");
    mind.cell[1] = kit_cell("K12");
    nj_mk_believe_at(&mind, kit_cell("A1"));
    o = order_of(&mind);
    assert_string_equal(o.verb, "move");
    assert_int_not_equal(o.text[0], ' ');
    mind.cell[0] = kit_cell("B18"); /* where one could search */
    o = order_of(&mind);
    assert_string_equal(o.verb, "move");
}

/* He foresees with what all know that she goes to search, and where she will
 * stand; that hangs on where she takes him to be, not on where he is. */
static void the_killer_foresees_where_they_go(void **state)
{
    static struct mk_hunt h;
    struct mk_mind mind = mind_of_laurie(), theirs = mind;

    NJ_UNUSED(state);
    h.mind = &mind;
    h.t = kit_table();
    h.view = nj_mk_mind_view(&mind, kit_table());
    nj_mk_foresee(&h, &theirs);
    assert_int_not_equal(theirs.cell[0], mind.cell[0]);
    assert_int_equal(h.soon[0].to[theirs.cell[0]], 0);
    assert_int_equal(h.trod[kit_cell("R1")], 0);
    mind.cell[0] = kit_cell("B18"); /* there is a token: she stays for it */
    theirs = mind;
    nj_mk_foresee(&h, &theirs);
    assert_true(theirs.token[nj_mk_spot(kit_table(), kit_cell("B18"))] < 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_armed_one_strikes_who_stands_before_it),
        cmocka_unit_test(it_does_not_end_its_turn_beside_him),
        cmocka_unit_test(what_goes_back_to_the_deck),
        cmocka_unit_test(the_killer_uses_what_he_has),
        cmocka_unit_test(the_killer_goes_by_what_is_said_and_seen),
        cmocka_unit_test(the_killer_retreats_from_known_weapons),
        cmocka_unit_test(the_killer_guards_the_car_of_the_key),
        cmocka_unit_test(the_killer_guesses_who_has_found_a_key),
        cmocka_unit_test(it_goes_where_the_keys_of_a_dead_one_lie),
        cmocka_unit_test(who_has_all_unlocks_and_gets_in),
        cmocka_unit_test(a_tired_one_drinks_or_rests),
        cmocka_unit_test(who_has_drawn_a_child_says_so),
        cmocka_unit_test(the_killer_strikes_who_has_one_point_left),
        cmocka_unit_test(it_believes_what_he_can_have_reached),
        cmocka_unit_test(it_believes_that_he_staggered),
        cmocka_unit_test(it_believes_radio_and_dread),
        cmocka_unit_test(it_believes_whom_a_newcomer_meets),
        cmocka_unit_test(it_believes_what_cards_add),
        cmocka_unit_test(it_goes_around_fences),
        cmocka_unit_test(it_leaves_the_door_to_who_has_the_key),
        cmocka_unit_test(the_killer_foresees_where_they_go),
    };
    int failed = cmocka_run_group_tests_name("games/masked_killer/brain", tests,
                                             NULL, NULL);

    kit_table_done();
    return failed;
}
