/* Long texts outside the state: kept, digested, undone, read again, bounded. */
#include <string.h>

#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match.h"
#include "match/pages.h"

static char big[NJ_PAGE_MAX + 2];
static const char *tail = ""; /* that the game adds to what is on a page */

struct state {
    uint16_t page[4];
    uint32_t last;
};

static int start(struct nj_match *m, const struct nj_input *in)
{
    (void)m;
    (void)in;
    return 0;
}

/* "1 text": adds it to the page in place 1; without a text drops that. */
static int write_text(struct nj_match *m, const struct nj_input *in)
{
    struct state *s = nj_state(m);
    uint16_t *page = &s->page[in->args.v[0].i];
    const char *text = in->args.v[1].s;
    bool room = true;

    if (*page == 0 && text[0] == '\0')
        return nj_refuse(m, in, "p.err", "P-1", NJ_NO_ARGS);
    s->last = nj_seq(m);
    if (text[0] == '\0') {
        nj_page_drop(m, *page);
        *page = 0;
        return 0;
    }
    if (*page != 0)
        room = nj_page_add(m, *page, text);
    else
        *page = nj_page_new(m, text);
    if (tail[0] != '\0')
        room = nj_page_add(m, *page, tail);
    nj_emit(m, nj_to_all(), "p.page", "P-1",
            NJ_ARGS(nj_arg_int("page", *page), nj_arg_int("room", room)));
    return 0;
}

static void hear_nothing(void *ctx, const struct nj_past_line *line)
{
    (void)ctx;
    (void)line;
}

/* Its past is read in a second state, whose pages are its own. */
static int look_back(struct nj_match *m, const struct nj_input *in)
{
    nj_recall(m, in->seat, nj_seq(m), hear_nothing, NULL);
    return 0;
}

static int refuse(struct nj_match *m, const struct nj_input *in,
                  const char *code, const char *clause)
{
    return nj_refuse(m, in, code, clause, NJ_NO_ARGS);
}

static void undo(struct nj_match *m, const struct nj_deed *d)
{
    const struct state *s = nj_state_const(m);

    (void)d;
    nj_undo_before(m, s->last, true);
}

static enum nj_status given(struct nj_match *m, const char *clause,
                            struct nj_err *err)
{
    struct state *s = nj_state(m);

    (void)err;
    if (clause[0] != '\0')
        s->page[0] = nj_page_new(m, clause);
    return NJ_OK;
}

static const struct nj_verb verbs[] = {
    {.name = "write", .args = "nt", .channel = 3, .apply = write_text},
    {.name = "look", .args = "", .channel = 3, .apply = look_back},
    {.name = NULL}};
static const struct nj_power powers[] = {{.verb = "undo", .apply = undo},
                                         {.verb = NULL}};
static const struct nj_refusal faults[NJ_POWER_FAULTS] = {
    [NJ_POWER_OVER] = {"p.err", "P-1"}, [NJ_POWER_UNKNOWN] = {"p.err", "P-1"}};
static const struct nj_option options[] = {{.key = NULL}};
static const char *const editions[] = {"one", NULL};
static const struct nj_game game = {.id = "p",
                                    .prefix = "p",
                                    .rules_version = 1,
                                    .seats_min = 1,
                                    .seats_max = 2,
                                    .editions = editions,
                                    .verbs = verbs,
                                    .options = options,
                                    .powers = powers,
                                    .power_faults = faults,
                                    .refuse = refuse,
                                    .state_size = sizeof(struct state),
                                    .start = start,
                                    .given = given};

/* --- a match and its log --- */

struct run {
    struct nj_match *m;
    struct nj_input log[16];
    struct nj_arg args[16][2];
    struct nj_hash digest;
    bool refused;
};

static const struct nj_input *from_log(void *ctx, uint32_t seq)
{
    const struct run *r = ctx;

    return &r->log[seq - 1];
}

static void apply(struct run *r, struct nj_input in)
{
    const struct nj_outcome *o;
    uint32_t seq = nj_match_seq(r->m);

    in.at_ms = 1000 + 1000 * (int64_t)seq;
    in.reason = "";
    r->log[seq] = in;
    o = nj_match_apply(r->m, &r->log[seq]);
    r->refused = o->refused;
    r->digest = o->digest;
}

static void make(struct run *r)
{
    static const struct nj_match_seat seats[2] = {
        {.name = "a", .contribution = ""},
        {.name = "b", .join = 1, .contribution = ""}};
    struct nj_match_setup setup = {
        .game = &game, .edition = "one", .seats = seats, .n_seats = 2};

    nj_rng_splitmix64(&setup.rng, 1);
    *r = (struct run){.m = nj_match_create(&setup)};
    nj_match_set_source(r->m, from_log, r);
}

static void begin(struct run *r)
{
    make(r);
    apply(r, (struct nj_input){.kind = NJ_IN_START,
                               .seat = NJ_SEAT_NONE,
                               .verb = "start",
                               .args = NJ_NO_ARGS});
}

static void put(struct run *r, int place, const char *text)
{
    struct nj_arg *args = r->args[nj_match_seq(r->m)];

    args[0] = nj_arg_int("n", place);
    args[1] = nj_arg_text("text", text);
    apply(r, (struct nj_input){.kind = NJ_IN_ORDER,
                               .verb = "write",
                               .args = {.v = args, .n = 2}});
}

static void expect(struct run *r, int place, const char *text)
{
    const struct state *s = nj_state_const(r->m);

    assert_string_equal(nj_page(r->m, s->page[place]), text);
    assert_int_equal(nj_page_bytes(r->m, s->page[place]), strlen(text));
}

static void texts_stand_on_pages(void **state)
{
    struct run r;
    size_t empty;

    NJ_UNUSED(state);
    begin(&r);
    empty = nj_match_bytes(r.m);
    expect(&r, 0, "");
    put(&r, 0, "once");
    put(&r, 1, "two");
    put(&r, 0, " more");
    expect(&r, 0, "once more");
    expect(&r, 1, "two");
    assert_true(nj_match_bytes(r.m) > empty);
    put(&r, 0, "");
    expect(&r, 0, "");
    put(&r, 2, "three"); /* on the page that is free */
    assert_int_equal(((const struct state *)nj_state_const(r.m))->page[2], 1);
    expect(&r, 1, "two");
    put(&r, 3, "");
    assert_true(r.refused);
    nj_match_destroy(r.m);
}

static void an_input_is_digested_with_its_pages(void **state)
{
    struct run a, b;

    NJ_UNUSED(state);
    begin(&a);
    begin(&b);
    put(&a, 0, "same");
    put(&b, 0, "same");
    assert_memory_equal(&a.digest, &b.digest, sizeof(a.digest));
    tail = "x";
    put(&a, 0, "same");
    tail = "y"; /* nothing else tells */
    put(&b, 0, "same");
    tail = "";
    assert_memory_not_equal(&a.digest, &b.digest, sizeof(a.digest));
    nj_match_destroy(a.m);
    nj_match_destroy(b.m);
}

static void undo_last(struct run *r)
{
    apply(r, (struct nj_input){.kind = NJ_IN_UNDO,
                               .seat = NJ_SEAT_NONE,
                               .by = NJ_BY_HOST,
                               .verb = "undo",
                               .args = NJ_NO_ARGS});
    assert_false(r->refused);
}

static void an_undo_gives_them_back(void **state)
{
    struct run r;

    NJ_UNUSED(state);
    begin(&r);
    put(&r, 0, "first");
    put(&r, 1, "second");
    put(&r, 0, "");
    undo_last(&r);
    expect(&r, 0, "first");
    expect(&r, 1, "second");
    assert_int_equal(((const struct state *)nj_state_const(r.m))->page[1], 2);
    put(&r, 1, " and third");
    undo_last(&r);
    expect(&r, 1, "second");
    nj_match_destroy(r.m);
}

static void the_past_is_read_beside_them(void **state)
{
    struct run r;

    NJ_UNUSED(state);
    begin(&r);
    put(&r, 0, "first");
    put(&r, 0, " and more");
    apply(&r, (struct nj_input){
                  .kind = NJ_IN_ORDER, .verb = "look", .args = NJ_NO_ARGS});
    assert_false(r.refused);
    expect(&r, 0, "first and more");
    nj_match_destroy(r.m);
}

static void a_given_board_may_have_some(void **state)
{
    struct nj_err err = {{0}};
    struct run r;

    NJ_UNUSED(state);
    make(&r);
    assert_int_equal(nj_match_given(r.m, "given", &err), NJ_OK);
    nj_match_given_done(r.m, 1);
    put(&r, 1, "a line");
    put(&r, 0, "");
    expect(&r, 0, "");
    undo_last(&r);
    expect(&r, 0, "given");
    expect(&r, 1, "a line");
    nj_match_destroy(r.m);
}

static bool has_room(struct nj_match *m, int n)
{
    uint16_t page = nj_page_new(m, big);

    for (int i = 1; page != 0 && i < n; i++)
        page = nj_page_new(m, big);
    return page != 0;
}

static void there_is_a_bound(void **state)
{
    struct run r;
    uint16_t page;

    NJ_UNUSED(state);
    memset(big, 'x', NJ_PAGE_MAX + 1);
    make(&r); /* as a given board: there is no input in hand */
    assert_int_equal(nj_page_new(r.m, big), 0);
    big[NJ_PAGE_MAX] = '\0';
    assert_true(has_room(r.m, NJ_PAGES_BYTES / NJ_PAGE_MAX - 1));
    page = nj_page_new(r.m, "x");
    assert_int_not_equal(page, 0);
    assert_int_equal(nj_page_new(r.m, big), 0); /* of all */
    assert_true(nj_page_add(r.m, page, big + 1));
    assert_false(nj_page_add(r.m, page, "x")); /* and of one */
    assert_int_equal(nj_page_bytes(r.m, page), NJ_PAGE_MAX);
    nj_match_destroy(r.m);
    make(&r);
    for (int i = 0; i < NJ_PAGES_MAX; i++)
        assert_int_equal(nj_page_new(r.m, "x"), i + 1);
    assert_int_equal(nj_page_new(r.m, "x"), 0);
    nj_match_destroy(r.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_stand_on_pages),
        cmocka_unit_test(an_input_is_digested_with_its_pages),
        cmocka_unit_test(an_undo_gives_them_back),
        cmocka_unit_test(the_past_is_read_beside_them),
        cmocka_unit_test(a_given_board_may_have_some),
        cmocka_unit_test(there_is_a_bound),
    };

    return cmocka_run_group_tests_name("match/pages", tests, NULL, NULL);
}
