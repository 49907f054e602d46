/* src/games/long_night: what the community plays with besides (LN-20 to LN-33):
 * the golden setups of LN-34.6 and the setups of LN-34.3. */
#include "games/long_night/ln_kit.h"
#include "match/clock.h"

/* "community size=12 ...": a preset's name stands for what it sets. */
static void spell_out(const char *options, struct nj_str *out)
{
    const struct nj_preset *p = nj_long_night.presets;
    size_t n = strcspn(options, " ");

    while (p->name != NULL &&
           (strlen(p->name) != n || memcmp(p->name, options, n) != 0))
        p++;
    for (size_t i = 0; p->name != NULL && p->pairs[i] != NULL; i += 2)
        nj_str_addf(out, "%s%s=%s", i > 0 ? " " : "", p->pairs[i],
                    p->pairs[i + 1]);
    nj_str_addf(out, "%s", p->name != NULL ? options + n : options);
}

static struct kit *start(uint8_t seats, const char *options, uint64_t seed)
{
    struct nj_str text = NJ_STR_INIT(1000);
    struct kit *k;

    spell_out(options, &text);
    k = kit_start(seats, 0, text.p, seed);
    nj_str_fini(&text);
    return k;
}

/* --- LN-34.6 --- */

#define FREE   "pack=community ext=on list_rule=free blocks=custom list="
#define LISTED "1,1,6,16,34,38,E1,e7,S4" /* of S-410 */
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

/* S-404. */
static void pods_follow_size_and_seats(void **state)
{
    static const uint8_t seats[] = {2, 3, 5, 6, 8};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(seats); i++) {
        struct kit *k = start(seats[i], "max_seats=8 size=12", i + 1);

        assert_int_equal(nj_ln_board_pods(&kit_state(k)->board), 4);
        assert_int_equal(kit_state(k)->laid, 16);
        kit_free(k);
    }
}

/* S-405, S-406. */
static void a_map_of_twelve_has_all_sixteen(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = start(8, "max_seats=8 size=12", seed);
        const struct ln_state *s = kit_state(k);
        unsigned blocks = 0, starts = 0;

        for (uint8_t i = 0; i < 16; i++) {
            assert_int_equal(s->origin[i], i / 4 * 36 + i % 4 * 3);
            blocks |= 1u << s->block[i];
        }
        assert_int_equal(blocks, 0xffff);
        for (nj_seat p = 0; p < 8; p++) {
            uint8_t slot = nj_ln_slot_of(s, s->seat[p].start);

            assert_int_equal(
                nj_ln_pack(k->m)->block[s->block[slot]].kind == LN_EXIT, 0);
            assert_int_equal(starts >> slot & 1, 0);
            starts |= 1u << slot;
        }
        kit_free(k);
    }
}

/* S-407. */
static void bangbang_has_one_of_three_speeds(void **state)
{
    unsigned seen = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = start(4, "boss=bangbang", seed);

        seen |= 1u << kit_state(k)->boss_steps;
        KIT_HAS(k, "G ln.boss_spawn target=");
        KIT_HAS_NOT(k, "ln.roar");
        kit_free(k);
    }
    assert_int_equal(seen, 1u << 3 | 1u << 4 | 1u << 5);
}

/* The blocks of the pool that the theme does not list, and how many it may. */
static void check_theme(const char *options, const char *name, unsigned listed)
{
    uint8_t bit;
    unsigned inner = 0;
    bool met[LN_BLOCKS_MAX] = {false};

    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct kit *k = start(4, options, seed);
        const struct ln_pack *p = nj_ln_pack(k->m);
        uint8_t pool[LN_POOL_MAX];

        bit = nj_ln_pack_theme(p, name);
        assert_int_not_equal(bit, 0);
        nj_ln_pool_of(k->m, kit_state(k), pool);
        assert_int_equal(kit_state(k)->ordinary, 12);
        assert_int_equal(kit_state(k)->exits, 4);
        assert_int_equal(kit_state(k)->specials, 0);
        for (uint8_t i = 0; i < 16; i++) {
            assert_int_not_equal(p->block[pool[i]].themes & bit, 0);
            inner += i < 12 && !met[pool[i]];
            met[pool[i]] = true;
        }
        kit_free(k);
    }
    assert_int_equal(inner, listed);
}

/* S-408. */
static void themes_are_drawn_from(void **state)
{
    (void)state;
    check_theme("community blocks=button", "button", 20);
    check_theme("community blocks=trap", "trap", 18);
}

/* How many of the ids lie on the map. */
static unsigned laid(const struct kit *k, const char *id)
{
    const struct ln_state *s = kit_state(k);
    unsigned n = 0;

    for (uint8_t i = 0; i < s->laid; i++)
        n += strcmp(nj_ln_pack(k->m)->block[s->block[i]].id, id) == 0;
    return n;
}

static void check_list(uint8_t seats, const char *list, unsigned pods)
{
    struct nj_str options = NJ_STR_INIT(400);
    struct kit *k;

    nj_str_addf(&options, FREE "%s", list);
    k = start(seats, options.p, 7);
    assert_int_equal(nj_ln_board_pods(&kit_state(k)->board), pods);
    if (strcmp(list, LISTED) == 0)
        KIT_HAS(k, "ordinary=1,1,6,16,34,38,S4 exit=E1,E7 hidden_specials=0");
    if (seats == 4 && pods == 2)
        assert_int_equal(laid(k, "1"), 2);
    nj_str_fini(&options);
    kit_free(k);
}

/* S-410 to S-413. */
static void free_lists_lay_what_they_have(void **state)
{
    (void)state;
    check_list(4, LISTED, 2);
    check_list(6, LISTED, 2);
    check_list(2, "9,10,11,12,E1,E2,E3,E4,E5,E6,E7,E8", 5);
    check_list(4, "1,2,3,4,5,6,7,8,9", 0);
}

/* A half of the pool that is empty is told as that. */
static void a_list_of_one_kind_is_told_whole(void **state)
{
    struct kit *k = start(4, FREE "1,2,3,4,5,6,7,8,9", 1);

    (void)state;
    assert_string_equal(nj_message_str(k->record[1], "exit"), "-");
    kit_free(k);
    k = start(4, FREE "E1,E2,E3,E4,E5,E6,E7,E8,E9", 1);
    assert_string_equal(nj_message_str(k->record[1], "ordinary"), "-");
    assert_string_equal(nj_message_str(k->record[1], "exit"),
                        "E1,E2,E3,E4,E5,E6,E7,E8,E9");
    kit_free(k);
}

/* S-415 to S-417: how often heat and sun lie on one map in 300. */
static unsigned both_laid(const char *list, const char *size, unsigned *heat,
                          unsigned *sun)
{
    struct nj_str options = NJ_STR_INIT(400);
    unsigned both = 0;

    nj_str_addf(&options, FREE "%s heat_mix=one size=%s", list, size);
    *heat = *sun = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct kit *k = start(4, options.p, seed);
        bool hot = laid(k, "25") + laid(k, "26") > 0;

        *heat += hot;
        *sun += laid(k, "43") > 0;
        both += hot && laid(k, "43") > 0;
        kit_free(k);
    }
    nj_str_fini(&options);
    return both;
}

static void heat_or_sun_stays(void **state)
{
    unsigned heat, sun;

    (void)state;
    assert_int_equal(
        both_laid("25,26,43,1,2,3,4,5,6,7,8,9,E1,E2", "9", &heat, &sun), 0);
    assert_true(heat > 0 && sun > 0);
    assert_int_equal(
        both_laid("25,26,43,1,2,3,4,5,6,7,8,9,E1,E2,E3,E4", "12", &heat, &sun),
        300);
    assert_int_equal(both_laid("25,43,1,2,3,4,5,6,E1,E2", "9", &heat, &sun), 0);
    assert_true(both_laid("25,43,43,1,2,3,4,5,E1,E2", "9", &heat, &sun) > 0);
}

/* S-418, S-419: where grass comes up in one block. */
static unsigned grown(const char *id, bool traps)
{
    const struct ln_pack *p = nj_data_named(kit_pack(), "community");
    struct ln_state s = {.event = LN_EVENT_OVERGROWTH, .opt.trap_grows = traps};
    unsigned seen = 0;

    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct ln_block b = p->block[nj_ln_pack_find(p, id, strlen(id))];
        struct kit *k;
        struct nj_rng rng;

        nj_rng_splitmix64(&rng, seed);
        k = kit_new(2, 0, "", &rng);
        nj_ln_event_apply(k->m, &s, &b);
        for (unsigned c = 0; c < LN_BLOCK; c++)
            seen |= b.terrain[c] == LN_GRASS ? 1u << c : 0;
        kit_free(k);
    }
    return seen;
}

#define CELL(r, c) (1u << (3 * (r) + (c)))

static void grass_grows_beside_traps(void **state)
{
    (void)state;
    assert_int_equal(grown("31", true), CELL(0, 0) | CELL(0, 1) | CELL(0, 2) |
                                            CELL(2, 0) | CELL(2, 1) |
                                            CELL(2, 2));
    assert_int_equal(grown("31", false), 0);
    assert_int_equal(grown("23", true), CELL(0, 1) | CELL(0, 2) | CELL(1, 0) |
                                            CELL(1, 2) | CELL(2, 0) |
                                            CELL(2, 1) | CELL(2, 2));
    assert_int_equal(grown("40", true),
                     CELL(0, 0) | CELL(0, 1) | CELL(1, 2) | CELL(2, 2));
}

/* --- the pack --- */

/* S-422: the lines of a block's picture and properties. */
static const char *block_of(const char *pack, const char *id, size_t *n)
{
    char head[24];
    const char *at, *end;

    (void)snprintf(head, sizeof(head), "\nblock %s ", id);
    at = strstr(pack, head);
    assert_non_null(at);
    at = strchr(at + 1, '\n');
    end = strstr(at, "\nend");
    *n = (size_t)(end - at);
    return at;
}

/* S-420, S-422. */
static void the_pack_is_whole(void **state)
{
    static const char *const ids[] = {"1",  "2",  "3",  "4",  "5",  "6",
                                      "7",  "8",  "9",  "10", "11", "12",
                                      "E1", "E2", "E3", "E4"};
    const struct ln_pack *p = nj_data_named(kit_pack(), "community");
    size_t n, len[2];
    const char *first = kit_file("config/long_night/blocks.txt", &n);
    const char *second = kit_file("config/long_night/packs/community.txt", &n);

    (void)state;
    assert_int_equal(p->n, 62);
    assert_int_equal(p->themes, 2);
    for (size_t i = 0; i < NJ_COUNT(ids); i++) {
        const char *a = block_of(first, ids[i], &len[0]);
        const char *b = block_of(second, ids[i], &len[1]);

        assert_int_equal(len[0], len[1]);
        assert_memory_equal(a, b, len[0]);
    }
}

static void broken(const char *from, const char *to, const char *why)
{
    size_t n;
    const char *text = kit_file("config/long_night/packs/community.txt", &n);
    char *copy = nj_strndup(text, n);
    char *at = strstr(copy, from);
    struct nj_err err = {{0}};
    void *pack = NULL;

    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    for (size_t i = 0; to[i] != '\0'; i++)
        at[i] = to[i];
    assert_int_not_equal(nj_ln_pack_load(copy, n, &pack, &err), NJ_OK);
    if (strstr(err.text, why) == NULL)
        fail_msg("'%s': %s", to, err.text);
    free(copy);
}

/* S-420, LN-32.2. */
static void a_broken_pack_is_refused(void **state)
{
    (void)state;
    broken(":D:@:D:", ":D:@:@:", "V4");
    broken("under 11 E", "under 11 X", "not a terrain");
    broken("under 11 E", "under 11 g", "V5");
    broken("button 1 01U 10U", "button 1 11U 10U", "V9");
    broken("theme trap", "theme Trap", "theme");
    broken("theme button \xe6\x8c\x89\xe9\x92\xae 2 3",
           "theme button \xe6\x8c\x89\xe9\x92\xae 2 x", "no block");
    broken("|.|j|.|", "|.|j|.D", "V9");
}

/* The acting seat goes on from that cell of a block. */
static void walk(struct kit *k, uint8_t slot, int inside, const char *way)
{
    struct ln_state *s = nj_state(k->m);

    s->seat[s->turn].cell =
        nj_ln_block_cell(&s->board, s->origin[slot], inside);
    kit_order(k, s->turn + 1u, "move", way);
}

static uint8_t slot_of(const struct kit *k, const char *id)
{
    const struct ln_state *s = kit_state(k);

    for (uint8_t i = 0; i < s->laid; i++)
        if (strcmp(nj_ln_pack(k->m)->block[s->block[i]].id, id) == 0)
            return i;
    fail_msg("no block %s", id);
    return 0;
}

static void check_doors(const struct kit *k, uint8_t slot, enum ln_edge edge)
{
    const struct ln_state *s = kit_state(k);

    for (int inside = 2; inside < LN_BLOCK; inside += 6)
        assert_int_equal(
            nj_ln_board_edge(
                &s->board, nj_ln_block_cell(&s->board, s->origin[slot], inside),
                LN_RIGHT),
            edge);
}

/* S-421: the doors between 41 and 42 beside it are open; either button shuts
 * both. */
static void doors_between_blocks_have_two_buttons(void **state)
{
    unsigned met = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct kit *k =
            start(2, FREE "41,42,1,2,3,4,5,6,E1 capture=point", seed);
        uint8_t slot = slot_of(k, "41");

        if (slot % 3 < 2 && slot_of(k, "42") == slot + 1) {
            check_doors(k, slot, LN_DOOR_OPEN);
            walk(k, slot, 3, "r"); /* onto the button in the middle */
            check_doors(k, slot, LN_DOOR_CLOSED);
            walk(k, (uint8_t)(slot + 1), 3, "r");
            check_doors(k, slot, LN_DOOR_OPEN);
            met++;
        }
        kit_free(k);
    }
    assert_true(met > 0);
}

/* LN-32.4: the vault opens to who has trodden on both buttons, from below and
 * from above; the three crates to who has pushed the outer ones aside. */
static void pods_below_boxes_are_freed(void **state)
{
    static const struct {
        const char *id;

        struct {
            int inside;
            const char *way;
        } walk[3];

        const char *ends;
    } rows[] = {{"E13", {{7, "u"}}, "bump"},
                {"E13", {{5, "u"}, {7, "u"}}, "bump"},
                {"E13", {{3, "d"}, {7, "u"}}, "bump"},
                {"E13", {{5, "u"}, {3, "d"}, {7, "u"}}, "escape"},
                {"E13", {{5, "u"}, {3, "d"}, {1, "d"}}, "escape"},
                {"E14", {{1, "d"}}, "bump"},
                {"E14", {{3, "r"}}, "bump"},
                {"E14", {{0, "r"}, {6, "r"}, {7, "u"}}, "escape"},
                {"E14", {{0, "r"}, {6, "r"}, {1, "d"}}, "escape"}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct nj_str options = NJ_STR_INIT(200);
        struct kit *k;

        nj_str_addf(&options, FREE "1,2,3,4,5,6,7,8,%s capture=point",
                    rows[i].id);
        k = start(3, options.p, 5);
        nj_str_fini(&options);
        for (int w = 0; w < 3 && rows[i].walk[w].way != NULL; w++)
            walk(k, slot_of(k, rows[i].id), rows[i].walk[w].inside,
                 rows[i].walk[w].way);
        if (strstr(k->said.p, rows[i].ends) == NULL)
            fail_msg("row %zu: no %s", i, rows[i].ends);
        kit_free(k);
    }
}

/* --- time --- */

static int64_t time_left(const struct kit *k)
{
    return nj_phase_left(k->m) / 1000;
}

static void has_sign(uint8_t terrain, uint8_t thing, const char *glyph)
{
    const struct ln_sign *sign = nj_ln_sign(nj_ln_sign_of(terrain, thing));

    assert_non_null(sign);
    assert_string_equal(sign->glyph, glyph);
}

/* What the packs have below something, and a portal to itself, is seen and
 * named; elsewhere a thing hides what it stands on. */
static void what_lies_below_has_a_sign_of_its_own(void **state)
{
    struct kit *k = start(4, FREE "37,39,S4,E13,E14,1,2,3,4", 7);
    struct ln_notation pool;
    uint8_t block = (uint8_t)nj_ln_pack_find(nj_ln_pack(k->m), "S4", 2);

    (void)state;
    has_sign(LN_GRASS, LN_BUTTON, "button_grass");
    has_sign(LN_TRAP, LN_BUTTON, "button_trap");
    has_sign(LN_POD, LN_BOX, "box_pod");
    has_sign(LN_POD, LN_JAMMER_BOX, "jammer_pod");
    has_sign(LN_WATER, LN_BUTTON, "button");
    has_sign(LN_GRASS, LN_BOX, "box");
    nj_ln_map_pool(nj_ln_pack(k->m), &block, 1, false, &pool);
    assert_non_null(memchr(pool.text, LN_LOOP, 40));
    nj_ln_map_now(kit_state(k), &pool);
    assert_non_null(memchr(pool.text, LN_LOOP, 90));
    assert_string_equal(nj_ln_sign(LN_LOOP)->glyph, "loop");
    kit_free(k);
}

/* S-428, S-429. */
static void time_is_carried_over(void **state)
{
    static const struct {
        const char *options;
        int64_t begins, after;
    } rows[] = {{"think=120s act=300s carry=on", 120, 370},
                {"think=120s act=300s", 120, 300},
                {"think=120s act=300s carry=on plan=on hide=turn", 300, 550}};

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(rows); i++) {
        struct kit *k = start(3, rows[i].options, 3);

        assert_int_equal(time_left(k), rows[i].begins);
        k->now_ms += 49000; /* and an order comes a second later */
        kit_order(k, 1, strstr(rows[i].options, "hide") ? "hide" : "move",
                  strstr(rows[i].options, "hide") ? "" : "u");
        if (kit_state(k)->turn == 0)
            assert_int_equal(time_left(k), rows[i].after);
        kit_free(k);
    }
}

/* S-429: an absent seat's turn is short, whatever is carried over. */
static void an_absent_seat_has_a_short_turn(void **state)
{
    struct kit *k = start(
        3, "think=120s act=300s afk_think=30s carry=on plan=on hide=turn", 3);

    (void)state;
    assert_int_equal(kit_state(k)->turn, 0);
    assert_int_equal(time_left(k), 300);
    kit_fire(k, "turn");
    kit_order(k, 2, "stop", "");
    kit_order(k, 3, "stop", "");
    assert_int_equal(kit_state(k)->turn, 0);
    assert_int_equal(time_left(k), 30);
    kit_free(k);
}

/* --- what is told --- */

#define BOXED \
 "open9; crate 2,1; boss 0,0 target=1 speed=3; turn 3; p1 2,1; p2 5,5; p3 6,6"

/* S-435: a bomb is laid or not, and the Boss is slow or fast. */
static void a_bomb_of_bangbang_is_told_alike(void **state)
{
    static const char *const worlds[] = {
        "open9; boss 0,0 target=1 speed=3; turn 3; p1 2,1; p2 5,5; p3 6,6",
        "open9; boss 0,0 target=1 speed=5; turn 3; p1 2,1; p2 5,5; p3 6,6",
        BOXED};
    struct nj_str first = NJ_STR_INIT(4000);

    (void)state;
    for (size_t i = 0; i < NJ_COUNT(worlds); i++) {
        struct kit *k = kit_given("boss=bangbang", worlds[i]);
        char *line;

        kit_order(k, 3, "stop", "");
        /* The record may know. */
        while ((line = strstr(k->said.p, "R ")) != NULL) {
            char *end = strchr(line, '\n') + 1;

            memmove(line, end, strlen(end) + 1);
        }
        if (i == 0)
            nj_str_puts(&first, k->said.p);
        assert_string_equal(k->said.p, first.p);
        kit_free(k);
    }
    nj_str_fini(&first);
}

/* S-436: a turn that ends hidden, by a stop or by a bump, keeps the match
 * going in either world. */
static void a_hidden_end_tells_nothing(void **state)
{
    struct nj_str first = NJ_STR_INIT(4000);

    (void)state;
    for (int bump = 0; bump < 2; bump++) {
        struct kit *k = kit_given("all_stop=on hide=turn",
                                  "open9; wall 0,0U; p1 0,0; p2 4,4; p3 7,7");

        kit_order(k, 1, "hide", "");
        kit_order_by(k, 1, NJ_PLACE_PRIVATE, NJ_BY_PERSON,
                     bump != 0 ? "move" : "stop", bump != 0 ? "u" : "");
        kit_forget(k);
        kit_order(k, 2, "stop", "");
        kit_order(k, 3, "stop", "");
        KIT_HAS(k, "G ln.round round=3");
        if (bump == 0)
            nj_str_puts(&first, k->said.p);
        assert_string_equal(k->said.p, first.p);
        kit_free(k);
    }
    nj_str_fini(&first);
}

/* S-433. */
static void a_preview_is_as_large_as_it_must_be(void **state)
{
    struct kit *k = start(2, "", 1);

    (void)state;
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "preview", "1 2 3 4 5 6 7 8 9");
    KIT_HAS(k, "preview=9x9/");
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "preview", "1 2 3 4 5 6 7 8 9 10");
    KIT_HAS(k, "preview=12x12/");
    kit_free(k);
    k = start(2, "size=12", 1);
    kit_forget(k);
    kit_ask(k, 1, NJ_PLACE_GROUP, "preview", "1 2 3");
    KIT_HAS(k, "preview=12x12/");
    assert_int_equal(kit_count(k, "?"), 13 * 9);
    kit_free(k);
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
        cmocka_unit_test(pods_follow_size_and_seats),
        cmocka_unit_test(a_map_of_twelve_has_all_sixteen),
        cmocka_unit_test(bangbang_has_one_of_three_speeds),
        cmocka_unit_test(themes_are_drawn_from),
        cmocka_unit_test(a_list_of_one_kind_is_told_whole),
        cmocka_unit_test(free_lists_lay_what_they_have),
        cmocka_unit_test(heat_or_sun_stays),
        cmocka_unit_test(grass_grows_beside_traps),
        cmocka_unit_test(the_pack_is_whole),
        cmocka_unit_test(a_broken_pack_is_refused),
        cmocka_unit_test(doors_between_blocks_have_two_buttons),
        cmocka_unit_test(pods_below_boxes_are_freed),
        cmocka_unit_test(what_lies_below_has_a_sign_of_its_own),
        cmocka_unit_test(time_is_carried_over),
        cmocka_unit_test(an_absent_seat_has_a_short_turn),
        cmocka_unit_test(a_bomb_of_bangbang_is_told_alike),
        cmocka_unit_test(a_hidden_end_tells_nothing),
        cmocka_unit_test(a_preview_is_as_large_as_it_must_be),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
