/* For src/store/match_rows.c. */
#include "store/rows.h"

static void assert_same_row(const struct nj_match_row *a,
                            const struct nj_match_row *b)
{
    assert_int_equal(a->id, b->id);
    assert_string_equal(a->code, b->code);
    assert_string_equal(a->game, b->game);
    assert_string_equal(a->edition, b->edition);
    assert_string_equal(a->chat, b->chat);
    assert_string_equal(a->host, b->host);
    assert_string_equal(a->opener, b->opener);
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->rules_version, b->rules_version);
    assert_int_equal(a->rng, b->rng);
    assert_int_equal(a->paused, b->paused);
    assert_memory_equal(&a->data_hash, &b->data_hash, sizeof(a->data_hash));
    assert_memory_equal(&a->commitment, &b->commitment, sizeof(a->commitment));
    assert_memory_equal(&a->secret, &b->secret, sizeof(a->secret));
    assert_memory_equal(&a->seed, &b->seed, sizeof(a->seed));
    assert_memory_equal(&a->digest, &b->digest, sizeof(a->digest));
    assert_string_equal(a->options, b->options);
    assert_string_equal(a->timers, b->timers);
    assert_int_equal(a->opened_ms, b->opened_ms);
    assert_int_equal(a->started_ms, b->started_ms);
    assert_int_equal(a->ended_ms, b->ended_ms);
    assert_int_equal(a->touched_ms, b->touched_ms);
    assert_int_equal(a->deadline_ms, b->deadline_ms);
    assert_int_equal(a->seq, b->seq);
    assert_int_equal(a->previous, b->previous);
}

static void a_row_comes_back_as_it_was_after_a_restart(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row = match_row("K7Q"), back;

    memset(row.options, 'x', sizeof(row.options) - 1);
    memset(row.timers, 'y', sizeof(row.timers) - 1);
    WELL(nj_match_insert(f->s, &row));
    assert_true(row.id > 0);
    reopen(f);
    WELL(nj_match_load(f->s, row.id, &back));
    assert_same_row(&row, &back);
}

static void an_update_reaches_every_field(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row = match_row("K7Q"), back;

    WELL(nj_match_insert(f->s, &row));
    row = (struct nj_match_row){
        .id = row.id,
        .code = "B2B",
        .game = "g",
        .edition = "e",
        .chat = "c",
        .opener = "o",
        .state = NJ_MATCH_FROZEN,
        .rules_version = UINT16_MAX,
        .rng = 1,
        .data_hash = hash_of(9),
        .commitment = hash_of(8),
        .secret = hash_of(7),
        .seed = hash_of(6),
        .digest = hash_of(10),
        .options = "{}",
        .timers = "[]",
        .opened_ms = INT64_MAX,
        .started_ms = INT64_MIN,
        .ended_ms = 3,
        .touched_ms = 2,
        .deadline_ms = 1,
        .seq = UINT32_MAX,
        .previous = 0,
    };
    WELL(nj_match_update(f->s, &row));
    WELL(nj_match_load(f->s, row.id, &back));
    assert_same_row(&row, &back);
}

static void a_pulse_moves_what_an_input_moves_and_no_more(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row = match_row("K7Q"), back;
    struct nj_match_pulse p = {.seq = 8,
                               .paused = false,
                               .digest = hash_of(0xee),
                               .timers = "[1]",
                               .deadline_ms = 99,
                               .touched_ms = 98};

    WELL(nj_match_insert(f->s, &row));
    p.id = row.id;
    WELL(nj_match_pulse(f->s, &p));
    row.seq = 8;
    row.paused = false;
    row.digest = hash_of(0xee);
    (void)snprintf(row.timers, sizeof(row.timers), "[1]");
    row.deadline_ms = 99;
    row.touched_ms = 98;
    WELL(nj_match_load(f->s, row.id, &back));
    assert_same_row(&row, &back);
}

static void what_is_not_there_is_named(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row = match_row("K7Q");
    struct nj_match_pulse p = {.id = 41, .timers = ""};

    row.id = 41;
    BREAKS(nj_match_update(f->s, &row), NJ_ERR_NOT_FOUND, "41");
    BREAKS(nj_match_pulse(f->s, &p), NJ_ERR_NOT_FOUND, "41");
    row.seq = 123;
    LACKS(nj_match_load(f->s, 42, &row));
    LACKS(nj_match_by_code(f->s, "XXX", &row));
    LACKS(nj_match_latest(f->s, "qq:g:5", &row));
    assert_int_equal(row.seq, 123);
}

static void a_code_is_unique_among_open_matches(void **state)
{
    static const enum nj_match_state open[] = {NJ_MATCH_LOBBY,
                                               NJ_MATCH_RUNNING};

    static const enum nj_match_state done[] = {NJ_MATCH_OVER, NJ_MATCH_CLOSED,
                                               NJ_MATCH_FROZEN};
    struct fixture *f = *state;
    struct nj_match_row first = match_row("K7Q");
    static struct nj_match_row second;

    second = match_row("k7q");
    WELL(nj_match_insert(f->s, &first));
    for (size_t i = 0; i < NJ_COUNT(open); i++) {
        first.state = open[i];
        WELL(nj_match_update(f->s, &first));
        LACKS(nj_match_insert(f->s, &second));
        assert_int_equal(second.id, 0);
    }
    for (size_t i = 0; i < NJ_COUNT(done); i++) {
        first.state = done[i];
        WELL(nj_match_update(f->s, &first));
        second = match_row("k7q");
        WELL(nj_match_insert(f->s, &second));
        first.state = NJ_MATCH_RUNNING;
        BREAKS(nj_match_update(f->s, &first), NJ_ERR_EXISTS, f->name);
        second.state = NJ_MATCH_CLOSED;
        WELL(nj_match_update(f->s, &second));
    }
}

static void a_taken_code_does_not_end_the_transaction(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row = match_row("K7Q"), back;

    WELL(nj_store_begin(f->s));
    (void)add_match(f, "K7Q");
    LACKS(nj_match_insert(f->s, &row));
    (void)add_match(f, "K7R");
    WORKS(nj_store_commit(f->s, &f->err));
    WELL(nj_match_by_code(f->s, "K7Q", &back));
    WELL(nj_match_by_code(f->s, "K7R", &back));
}

static void a_match_needs_a_code(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row = match_row("");

    BREAKS(nj_match_insert(f->s, &row), NJ_ERR_BAD_INPUT, "code");
}

static void a_code_finds_the_latest_match(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row = match_row("K7Q"), back;
    int64_t second;

    row.state = NJ_MATCH_OVER;
    WELL(nj_match_insert(f->s, &row));
    second = add_match(f, "K7Q");
    assert_true(second > row.id);
    WELL(nj_match_by_code(f->s, "k7q", &back));
    assert_int_equal(back.id, second);
}

static void a_chat_finds_its_latest_match_in_any_state(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row row = match_row("AAA"), back;

    (void)add_match(f, "BBB");
    row.state = NJ_MATCH_OVER;
    WELL(nj_match_insert(f->s, &row));
    WELL(nj_match_latest(f->s, row.chat, &back));
    assert_string_equal(back.code, "AAA");
    (void)add_match(f, "CCC");
    WELL(nj_match_latest(f->s, row.chat, &back));
    assert_string_equal(back.code, "CCC");
    WELL(nj_match_latest_over(f->s, row.chat, &back));
    assert_string_equal(back.code, "AAA");
    LACKS(nj_match_latest_over(f->s, "qq:g:5", &back));
}

struct open_list {
    struct fixture *f;
    char codes[64];
};

static void note_code(void *ctx, const struct nj_open_row *row)
{
    struct open_list *l = ctx;
    struct nj_match_row closed;
    size_t used = strlen(l->codes);

    (void)snprintf(l->codes + used, sizeof(l->codes) - used, "%s ", row->code);
    /* A callback may change what is being listed. */
    assert_true(nj_match_load(l->f->s, row->id, &closed));
    closed.state = NJ_MATCH_CLOSED;
    nj_match_update(l->f->s, &closed);
}

static void open_matches_are_listed_oldest_first(void **state)
{
    struct fixture *f = *state;
    struct open_list l = {.f = f};
    struct nj_match_row row = match_row("MMM");

    row.state = NJ_MATCH_OVER;
    (void)add_match(f, "ZZZ");
    WELL(nj_match_insert(f->s, &row));
    (void)add_match(f, "AAA");
    row = match_row("GGG");
    row.state = NJ_MATCH_RUNNING;
    WELL(nj_match_insert(f->s, &row));
    WELL(nj_match_each_open(f->s, note_code, &l));
    assert_string_equal(l.codes, "ZZZ AAA GGG ");
    l.codes[0] = '\0';
    WELL(nj_match_each_open(f->s, note_code, &l));
    assert_string_equal(l.codes, "");
}

/* What the checks of the table let through, the reader still measures. */
static void a_text_longer_than_its_field_is_damage(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row back;
    int64_t id = add_match(f, "K7Q");

    nj_store_close(f->s);
    f->s = NULL;
    meddle(f, "UPDATE matches SET game = replace('12345678', '1',"
              " '12345678901234567890123456789012345')");
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    BREAKS(nj_match_load(f->s, id, &back), NJ_ERR_CORRUPT, "'game'");
    BREAKS(nj_match_load(f->s, id, &back), NJ_ERR_CORRUPT, f->name);
}

static void a_row_without_its_pulse_is_damage(void **state)
{
    struct fixture *f = *state;
    struct nj_match_row back;
    struct open_list l = {.f = f};
    int64_t id = add_match(f, "K7Q");

    nj_store_close(f->s);
    f->s = NULL;
    meddle(f, "DELETE FROM pulses");
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    BREAKS(nj_match_load(f->s, id, &back), NJ_ERR_CORRUPT, f->name);
    BREAKS(nj_match_each_open(f->s, note_code, &l), NJ_ERR_CORRUPT, f->name);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_row_comes_back_as_it_was_after_a_restart),
        TEST(an_update_reaches_every_field),
        TEST(a_pulse_moves_what_an_input_moves_and_no_more),
        TEST(what_is_not_there_is_named),
        TEST(a_code_is_unique_among_open_matches),
        TEST(a_taken_code_does_not_end_the_transaction),
        TEST(a_match_needs_a_code),
        TEST(a_code_finds_the_latest_match),
        TEST(a_chat_finds_its_latest_match_in_any_state),
        TEST(open_matches_are_listed_oldest_first),
        TEST(a_text_longer_than_its_field_is_damage),
        TEST(a_row_without_its_pulse_is_damage),
    };

    return cmocka_run_group_tests_name("store/match_rows", tests, NULL, NULL);
}
