/* src/games/long_night: what the community plays with besides (LN-20 to LN-33):
 * the golden setups of LN-34.6, options that go together. */
#include "games/long_night/community.h"

/* --- LN-34.6 --- */

/* LN-24.3: 48 ids, which is as many as a list may have, and 49. */
#define DOZEN   "E10,E11,E12,E13,E14,E10,E11,E12,E13,E14,10,11"
#define LONGEST DOZEN "," DOZEN "," DOZEN "," DOZEN

struct golden {
    uint64_t seed;
    uint8_t n;
    const char *options;
    const char *order, *blocks, *spawn;
    uint32_t draws;
    const char *pool;    /* NULL: as all have it */
    const char *grass;   /* cells, NULL: any */
    const char *origins; /* likewise */
    const char *boss;    /* "1,6 1 4": cell, target, speed */
};

/* clang-format off */
static const struct golden golden[] = {
    {21, 4, "community", "1 2 3 4", "20 10 11 12 43 E2 E1 6 21", "1,0 0,3 7,7 5,5", 100,
     "2 6 9 10 11 12 20 21 25 26 27 43 E1 E2 E13 E14", NULL, NULL, NULL},
    {33, 4, "community", "4 2 3 1", "26 2 E14 29 E3 20 5 25 27", "4,1 1,4 6,5 0,1", 100,
     "2 5 7 10 19 20 22 25 26 27 29 43 E3 E4 E13 E14", NULL, NULL, NULL},
    {22, 2, "community size=12", "2 1", "19 E3 9 5 30 43 3 E14 E13 25 27 44 21 E4 11 20",
     "8,10 6,7", 143, NULL, NULL, NULL, NULL},
    {24, 7, "community size=12", /* which it becomes: S-403 */
     "6 1 3 5 7 2 4", "E2 5 21 11 2 29 E14 19 22 9 E13 44 30 E1 26 27",
     "1,10 6,2 2,4 4,1 10,6 4,3 2,7", 148, NULL, NULL, NULL, NULL},
    {23, 8, "max_seats=8 size=12", "2 4 5 8 3 1 6 7", "5 3 E2 2 10 12 1 11 9 8 E3 4 7 6 E1 E4",
     "4,11 0,1 4,5 6,4 7,0 3,8 11,5 10,1", 129, NULL, NULL, NULL, NULL},
    {25, 4, "community blocks=button", "1 4 3 2", "2 21 4 6 36 39 34 E12 E11", "6,1 4,0 5,3 1,1", 102,
     "2 3 4 6 8 9 10 21 34 35 36 39 E3 E4 E11 E12", NULL, NULL, NULL},
    {26, 4, "community blocks=trap event=overgrowth", "2 4 1 3", "E3 25 S3 19 40 E2 32 6 20",
     "5,1 6,6 2,4 5,4", 103, "6 9 10 19 20 21 23 25 31 32 40 S3 E1 E2 E3 E4",
     "1,8 5,5 6,2 7,4 8,4", NULL, NULL},
    {27, 4, "community blocks=wild size=10", "1 4 2 3", "E9 2 6 23 38 34 E10 41 37", "2,7 4,4 6,8 5,3", 161,
     NULL, NULL, "1,1 0,4 1,7 4,1 3,4 4,7 7,0 7,4 7,7", NULL},
    {28, 6, "community blocks=crazy", "1 4 3 6 2 5", "11 E14 42 E13 E8 12 29 S4 14",
     "5,7 8,7 7,3 6,1 0,8 2,2", 123, "S2 S4 2 11 12 14 18 23 29 31 42 44 E7 E8 E13 E14", NULL, NULL, NULL},
    {29, 4, "boss=bangbang", "4 3 2 1", "E3 7 E1 2 11 12 6 3 1", "4,8 7,4 8,1 4,2", 81,
     NULL, NULL, NULL, "1,6 1 4"},
    {9, 4, "community blocks=wild boss=bangbang", "3 4 2 1", "33 1 36 E1 22 24 E2 35 21",
     "5,5 5,6 1,7 8,3", 133, NULL, NULL, NULL, "3,1 3 5"},
    {30, 1, "solo=on", "1", "2 8 10 5 1 4 E1 12 6", "3,5", 81, NULL, NULL, NULL, NULL},
    {31, 4, FREE LISTED, "1 4 2 3", "S4 E1 38 6 E7 1 1 34 16",
     "2,7 4,2 6,6 2,2", 71, "1 1 6 16 34 38 S4 E1 E7", NULL, NULL, NULL},
    {32, 2, FREE "9,10,11,12,E1,E2,E3,E4,E5,E6,E7,E8", "1 2",
     "11 E5 E4 E6 E1 12 E2 9 10", "1,1 8,5", 46, NULL, NULL, NULL, NULL},
};

/* clang-format on */

static void put_cell(struct nj_str *out, uint8_t cell, uint8_t size)
{
    nj_str_addf(out, "%s%u,%u", out->len > 0 ? " " : "", (unsigned)cell / size,
                (unsigned)cell % size);
}

static void same(struct nj_str *text, const char *expected)
{
    if (expected != NULL)
        assert_string_equal(text->p, expected);
    nj_str_clear(text);
}

static void put_ids(const struct kit *k, const uint8_t *list, uint8_t n,
                    struct nj_str *out)
{
    char ids[LN_IDS_MAX];

    nj_ln_map_ids(nj_ln_pack(k->m), list, n, ids);
    for (char *c = ids; (c = strchr(c, ',')) != NULL;)
        *c = ' ';
    nj_str_puts(out, ids);
}

static void check_golden(const struct golden *g)
{
    struct kit *k = start(g->n, g->options, g->seed);
    const struct ln_state *s = kit_state(k);
    uint8_t size = s->board.size;
    struct nj_str text = NJ_STR_INIT(1000);
    uint8_t pool[LN_POOL_MAX];

    for (nj_seat i = 0; i < g->n; i++)
        nj_str_addf(&text, "%s%u", i > 0 ? " " : "",
                    nj_match_join_of(k->m, i) + 1u);
    same(&text, g->order);
    put_ids(k, s->block, s->laid, &text);
    same(&text, g->blocks);
    for (nj_seat i = 0; i < g->n; i++)
        put_cell(&text, s->seat[i].cell, size);
    same(&text, g->spawn);
    assert_int_equal(nj_match_draws(k->m), g->draws);
    nj_ln_pool_of(k->m, s, pool);
    put_ids(k, pool, (uint8_t)(s->ordinary + s->exits), &text);
    same(&text, g->pool);
    for (uint8_t c = 0; c < nj_ln_cells(&s->board); c++)
        if (s->board.terrain[c] == LN_GRASS)
            put_cell(&text, c, size);
    same(&text, g->grass);
    for (uint8_t i = 0; i < s->laid; i++)
        put_cell(&text, s->origin[i], size);
    same(&text, g->origins);
    if (g->boss != NULL) {
        put_cell(&text, s->boss, size);
        nj_str_addf(&text, " %u %u", s->boss_target + 1u,
                    (unsigned)s->boss_steps);
    }
    same(&text, g->boss);
    nj_str_fini(&text);
    kit_free(k);
}

/* S-486 to S-499. */
static void the_golden_setups_come_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < NJ_COUNT(golden); i++)
        check_golden(&golden[i]);
}

/* --- what LN-34.3 asks of setups --- */

/* Options as they are after the rules have looked at them, or the refusal. */
static const struct nj_message *judged(const char *options, uint8_t seats,
                                       struct nj_options *o)
{
    struct nj_str text = NJ_STR_INIT(1000);

    spell_out(options, &text);
    kit_options(o, text.p);
    nj_str_fini(&text);
    return nj_options_check(&nj_long_night, kit_pack(), "classic", o, seats);
}

static void refused(const char *options, uint8_t seats, const char *reason)
{
    struct nj_options o;
    const struct nj_message *no = judged(options, seats, &o);

    assert_non_null(no);
    assert_string_equal(nj_message_str(no, "code"), "combo");
    assert_string_equal(nj_message_str(no, "reason"), reason);
}

static const char *word(const struct nj_options *o, const char *key)
{
    const struct nj_option *opt =
        &nj_long_night.options[nj_option_find(&nj_long_night, key)];

    return opt->type == NJ_OPTION_TEXT
               ? o->text[opt->hi]
               : opt->words[o->v[nj_option_find(&nj_long_night, key)]];
}

/* S-402, S-403, S-409, S-414. */
static void options_are_adjusted_and_refused(void **state)
{
    const struct nj_message *no;
    struct nj_options o;

    (void)state;
    refused("", 7, "seats");
    refused("", 1, "seats");
    refused("solo=on", 2, "seats");
    assert_null(judged("solo=on", 1, &o));
    assert_null(judged("max_seats=8", 6, &o));
    assert_string_equal(word(&o, "size"), "9");
    assert_null(judged("max_seats=8 size=10", 7, &o));
    assert_string_equal(word(&o, "size"), "12");
    assert_null(judged("blocks=trap", 4, &o));
    assert_string_equal(word(&o, "pack"), "community");
    assert_string_equal(word(&o, "ext"), "on");
    assert_null(judged("blocks=trap pack=community", 4, &o));
    refused(FREE "1,2,3,4,5,6,7,E1", 4, "few");
    refused(FREE "1,2,3,4,5,6,7,8,9,10,11,12,E1,E2,E3 size=12", 4, "few");
    refused(FREE "1,2,3,4,5,6,7,8,ES1,E1,XY", 4, "unknown");
    no = judged(FREE "1,2,3,4,5,6,7,8,ES1,E1,XY", 4, &o);
    assert_string_equal(nj_message_str(no, "ids"), "ES1 XY");
    refused("pack=community list_rule=free list=25,1,2,3,4,5,6,7,E1", 4, "ext");
    refused(FREE "1,2,3,4,5,6,7,8,9 solo=on", 1, "no_pod");
    assert_null(judged(FREE LONGEST, 4, &o)); /* 48 of them */
    refused(FREE LONGEST ",1", 4, "many");
    refused("blocks=custom list=1,2,3", 4, "strict");
    assert_null(
        judged("pack=community list_rule=free list=1,2,3,4,5,6,7,8,E1", 4, &o));
    assert_string_equal(word(&o, "blocks"), "custom");
    assert_null(judged("pack=community ext=on list_rule=free"
                       " list=25,1,2,3,4,5,6,7,E1",
                       4, &o));
    assert_string_equal(word(&o, "ext"), "on");
}

/* An option away from its default, by itself or with what it needs. */
static const char *const off_default[] = {
    "blocks=wild",       "list=1+2+3+4+5+6+7+8+9+10+11+12+E1+E2+E5+E6",
    "pack=community",    "size=10",
    "event=rain",        "capture=point",
    "hide=turn",         "melee=on",
    "boss=bangbang",     "start_walls=off",
    "stop_walls=on",     "ext=on",
    "bombs=3",           "grace=on",
    "plan=on",           "cap=200",
    "abandon_rounds=20", "max_msg=100",
    "letters=on",        "think=1209600s",
    "act=1209600s",      "afk_think=1209600s",
    "auto_after=100",    "max_seats=8",
    "solo=on",           "target=previous",
    "list_rule=free",    "heat_mix=one",
    "overgrow=trap",     "first_sound=on",
    "all_stop=on",       "cards=9",
    "card_s=3600s",      "carry=on",
    "feats=on",          "ledger=on",
    "tips=on",           "texture=retro"};

/* "list=1+2" as it is typed; solo is for one alone, blocks for some options. */
static struct kit *start_with(const char *pair)
{
    struct nj_str text = NJ_STR_INIT(400);
    struct kit *k;

    if (strncmp(pair, "list=", 5) == 0)
        nj_str_puts(&text, "blocks=custom pack=community ");
    else if (strcmp(pair, "ext=on") == 0)
        nj_str_puts(&text, "blocks=wild ");
    for (const char *at = pair; *at != '\0'; at++)
        if (*at == '+' && pair[0] == 'l')
            nj_str_putc(&text, ',');
        else
            nj_str_putc(&text, *at);
    k = kit_start(strcmp(pair, "solo=on") == 0 ? 1 : 4, 0, text.p, 5);
    nj_str_fini(&text);
    return k;
}

static bool is_told(const struct kit *k, const char *pair)
{
    const char *told, *at;

    assert_string_equal(k->record[0]->key, "ln.start");
    told = nj_message_str(k->record[0], "options");
    at = strstr(told, pair);

    return at != NULL && (at == told || at[-1] == ',') &&
           (at[strlen(pair)] == ',' || at[strlen(pair)] == '\0');
}

/* LN-33.1, LN-2.13: the table hears what is not as usual, whatever it is. */
static void every_option_off_its_default_is_told(void **state)
{
    const struct nj_option *o = nj_long_night.options;

    (void)state;
    for (size_t i = 0; o[i].key != NULL; i++) {
        size_t n = strlen(o[i].key);
        struct kit *k;

        assert_true(i < NJ_COUNT(off_default));
        assert_memory_equal(off_default[i], o[i].key, n);
        assert_int_equal(off_default[i][n], '=');
        k = start_with(off_default[i]);
        if (!is_told(k, off_default[i]))
            fail_msg("%s is not told", off_default[i]);
        kit_free(k);
    }
}

/* As many as go together, at their longest: none is cut off. */
static void all_that_the_start_says_fits(void **state)
{
    struct kit *k = start(
        8,
        "blocks=custom pack=community ext=on list_rule=free"
        " list=" LONGEST " "
        "size=12 event=overgrowth capture=point hide=turn melee=on"
        " boss=bangbang start_walls=off stop_walls=on bombs=3 grace=on"
        " cap=200 abandon_rounds=20 max_msg=100 letters=on think=1209600s"
        " act=1209600s afk_think=1209600s auto_after=100 max_seats=8"
        " target=previous heat_mix=one overgrow=trap first_sound=on"
        " all_stop=on cards=9 card_s=3600s carry=on feats=on ledger=on tips=on"
        " texture=retro",
        7);

    (void)state;
    assert_true(is_told(k, "blocks=custom"));
    assert_true(is_told(k, "texture=retro"));
    assert_int_equal(nj_message_int(k->record[0], "slots", 0), 16);
    assert_string_equal(nj_message_str(k->record[0], "first_sound"), "on");
    assert_string_equal(nj_message_str(k->record[0], "heat_mix"), "one");
    kit_free(k);
    k = start(4, "", 7); /* LN-20: nothing differs */
    assert_int_equal(nj_message_int(k->record[0], "slots", 0), 0);
    assert_string_equal(nj_message_str(k->record[0], "first_sound"), "");
    assert_string_equal(nj_message_str(k->record[0], "heat_mix"), "");
    kit_free(k);
}

static size_t bytes_of(const char *options)
{
    struct kit *k = start(4, options, 7);
    size_t n = nj_match_bytes(k->m);

    kit_free(k);
    return n;
}

/* Goals P6: a list takes as much of a match as it is long, none takes nothing. */
static void a_list_is_paid_for_by_who_has_one(void **state)
{
    static const char nine[] = "1,2,3,4,5,6,7,8,E1";
    size_t none = bytes_of("pack=community");

    (void)state;
    assert_int_equal(
        bytes_of("pack=community ext=on list_rule=free list=" LONGEST),
        none + sizeof(LONGEST));
    assert_int_equal(
        bytes_of("pack=community list_rule=free list=1,2,3,4,5,6,7,8,E1"),
        none + sizeof(nine));
    assert_int_equal(bytes_of(""), none - sizeof("community"));
}

/* Another pack has no such theme, and an owner chose it on purpose. */
static void a_theme_that_is_not_there_is_refused(void **state)
{
    size_t n;
    const char *text = kit_file("config/long_night/blocks.txt", &n);
    void *other = NULL;
    struct nj_options o;
    const struct nj_message *no;

    (void)state;
    assert_int_equal(nj_ln_pack_load(text, n, &other, NULL), NJ_OK);
    assert_int_equal(nj_data_add(&nj_long_night, other, "own", text, n, NULL),
                     NJ_OK);
    kit_options(&o, "blocks=trap pack=own");
    no = nj_options_check(&nj_long_night, other, "classic", &o, 4);
    assert_non_null(no);
    assert_string_equal(nj_message_str(no, "reason"), "theme");
    nj_data_drop(other);
}

static int done(void **state)
{
    (void)state;
    kit_pack_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_golden_setups_come_out),
        cmocka_unit_test(options_are_adjusted_and_refused),
        cmocka_unit_test(every_option_off_its_default_is_told),
        cmocka_unit_test(a_list_is_paid_for_by_who_has_one),
        cmocka_unit_test(all_that_the_start_says_fits),
        cmocka_unit_test(a_theme_that_is_not_there_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
