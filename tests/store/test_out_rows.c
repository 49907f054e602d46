/* For src/store/out_rows.c, and for what recovery does to its rows. */
#include "store/rows.h"
#include "store/store_priv.h"

struct list {
    struct fixture *f;
    int64_t ids[16];
    enum nj_out_state states[16];
    bool repeats[16];
    size_t n;
};

static void note(void *ctx, const struct nj_out_row *row)
{
    struct list *l = ctx;

    assert_true(l->n < NJ_COUNT(l->ids));
    l->ids[l->n] = row->id;
    l->states[l->n] = row->state;
    l->repeats[l->n++] = row->repeat;
}

static struct list pending(struct fixture *f)
{
    struct list l = {.f = f};

    WELL(nj_out_each_pending(f->s, note, &l));
    return l;
}

static struct list one(struct fixture *f, int64_t id)
{
    struct list l = {.f = f};

    WELL(nj_out_load(f->s, id, note, &l));
    return l;
}

static void compare(void *ctx, const struct nj_out_row *row)
{
    same_out(row, ctx);
}

static void a_row_comes_back_as_it_was(void **state)
{
    struct fixture *f = *state;
    struct nj_out_row row =
        out_row(add_match(f, "K7Q"), "qq:u:7", NJ_OUT_UNKNOWN);
    struct nj_out_row bare = {.to = NJ_OUT_TO_USER, .repeat = true};

    row.copy = true;
    WELL(nj_out_insert(f->s, &row));
    WELL(nj_out_insert(f->s, &bare));
    assert_true(bare.id > row.id);
    reopen(f);
    WELL(nj_out_load(f->s, row.id, compare, &row));
    /* Texts that were not given are "" when they come back. */
    bare.chat = bare.key = bare.clause = bare.args = "";
    bare.choices = bare.reason = "";
    WELL(nj_out_load(f->s, bare.id, compare, &bare));
    LACKS(nj_out_load(f->s, 99, compare, &row));
}

static void a_row_may_be_long(void **state)
{
    struct fixture *f = *state;
    struct nj_out_row row = out_row(0, "qq:u:7", NJ_OUT_PENDING);
    static char args[200000];

    memset(args, 'a', sizeof(args) - 1);
    row.args = args;
    WELL(nj_out_insert(f->s, &row));
    WELL(nj_out_load(f->s, row.id, compare, &row));
}

static void mark(struct fixture *f, int64_t id, enum nj_out_state state,
                 bool repeat, uint8_t tries, const char *reason)
{
    const struct nj_out_mark m = {id, state, repeat, tries, reason};

    nj_out_mark(f->s, &m);
}

static void a_mark_is_kept(void **state)
{
    struct fixture *f = *state;
    struct nj_out_row row = out_row(0, "qq:u:7", NJ_OUT_PENDING);

    WELL(nj_out_insert(f->s, &row));
    WELL(mark(f, row.id, NJ_OUT_REFUSED, true, 200, "not a friend"));
    row.state = NJ_OUT_REFUSED;
    row.repeat = true;
    row.tries = 200;
    row.reason = "not a friend";
    WELL(nj_out_load(f->s, row.id, compare, &row));
    WELL(mark(f, row.id, NJ_OUT_SENT, false, 0, NULL));
    row.state = NJ_OUT_SENT;
    row.repeat = false;
    row.tries = 0;
    row.reason = "";
    WELL(nj_out_load(f->s, row.id, compare, &row));
    BREAKS(mark(f, 99, NJ_OUT_SENT, false, 0, ""), NJ_ERR_NOT_FOUND, "99");
}

static uint32_t refused(struct fixture *f, const char *chat)
{
    uint32_t n = 99;

    WELL(n = nj_out_refused(f->s, chat));
    return n;
}

/* As most are: on its way at once, and nothing else to be said of it. */
static int64_t add_plain(struct fixture *f, const char *chat)
{
    struct nj_out_row row = out_row(0, chat, NJ_OUT_SENDING);

    row.tries = 0;
    WELL(nj_out_insert(f->s, &row));
    return row.id;
}

static void pending_rows_are_listed_by_number(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "K7Q"), first, third;
    struct list l;

    first = add_out(f, match, "qq:u:9", NJ_OUT_PENDING);
    (void)add_out(f, match, "qq:u:1", NJ_OUT_SENT);
    third = add_out(f, 0, "qq:u:1", NJ_OUT_PENDING);
    (void)add_out(f, match, "qq:u:1", NJ_OUT_SENDING);
    (void)add_out(f, match, "qq:u:1", NJ_OUT_REFUSED);
    (void)add_out(f, match, "qq:u:1", NJ_OUT_UNKNOWN);
    (void)add_out(f, match, "", NJ_OUT_KEPT);
    l = pending(f);
    assert_int_equal(l.n, 2);
    assert_int_equal(l.ids[0], first);
    assert_int_equal(l.ids[1], third);
}

static void send_it(void *ctx, const struct nj_out_row *row)
{
    struct list *l = ctx;

    note(ctx, row);
    nj_out_mark(l->f->s, &(struct nj_out_mark){row->id, NJ_OUT_SENDING,
                                               row->repeat, row->tries, ""});
}

static void rows_may_be_marked_while_they_are_listed(void **state)
{
    struct fixture *f = *state;
    struct list l = {.f = f};

    for (int i = 0; i < 5; i++)
        (void)add_out(f, 0, "qq:u:9", NJ_OUT_PENDING);
    WELL(nj_out_each_pending(f->s, send_it, &l));
    assert_int_equal(l.n, 5);
    assert_int_equal(pending(f).n, 0);
}

static void what_was_on_its_way_is_sent_again_after_a_restart(void **state)
{
    struct fixture *f = *state;
    int64_t sending = add_out(f, 0, "qq:u:1", NJ_OUT_SENDING);
    int64_t waiting = add_out(f, 0, "qq:u:1", NJ_OUT_PENDING);
    int64_t refused = add_out(f, 0, "qq:u:1", NJ_OUT_REFUSED);
    int64_t sent = add_out(f, 0, "qq:u:1", NJ_OUT_SENT);
    struct list l;

    reopen(f);
    l = pending(f);
    assert_int_equal(l.n, 2);
    assert_int_equal(l.ids[0], sending);
    assert_true(l.repeats[0]);
    assert_int_equal(l.ids[1], waiting);
    assert_false(l.repeats[1]);
    assert_int_equal(one(f, refused).states[0], NJ_OUT_REFUSED);
    assert_int_equal(one(f, sent).states[0], NJ_OUT_SENT);
}

/* Arrived: what came before it has not, and what came behind it has. */
static void each_message_has_a_fate_of_its_own(void **state)
{
    struct fixture *f = *state;
    int64_t first = add_plain(f, "qq:g:1"), second = add_plain(f, "qq:g:2");
    int64_t third = add_plain(f, "qq:g:3"), last = add_plain(f, "qq:g:4");
    struct list l;

    WELL(mark(f, second, NJ_OUT_SENT, false, 0, ""));
    WELL(mark(f, third, NJ_OUT_REFUSED, false, 0, "no"));
    assert_int_equal(one(f, first).states[0], NJ_OUT_SENDING);
    assert_int_equal(one(f, second).states[0], NJ_OUT_SENT);
    assert_int_equal(one(f, third).states[0], NJ_OUT_REFUSED);
    assert_int_equal(one(f, last).states[0], NJ_OUT_SENDING);
    WELL(mark(f, first, NJ_OUT_SENT, false, 0, ""));
    assert_int_equal(one(f, first).states[0], NJ_OUT_SENT);
    assert_int_equal(one(f, last).states[0], NJ_OUT_SENDING);
    reopen(f);
    l = pending(f);
    assert_int_equal(l.n, 1);
    assert_int_equal(l.ids[0], last);
    assert_true(l.repeats[0]);
    assert_int_equal(one(f, first).states[0], NJ_OUT_SENT);
    assert_int_equal(one(f, second).states[0], NJ_OUT_SENT);
    assert_int_equal(one(f, third).states[0], NJ_OUT_REFUSED);
    WORKS(nj_store_check(f->s, &f->err));
}

static int64_t fates(struct fixture *f)
{
    struct nj_stmt q = nj_stmt_begin(f->s, "SELECT count(*) FROM fates");
    int64_t n = -1;

    WELL(n = nj_stmt_number(&q));
    return n;
}

/* What arrives behind an unanswered call has rows only until that is. */
static void rows_of_what_overtook_go_when_all_arrived(void **state)
{
    struct fixture *f = *state;
    int64_t first = add_plain(f, "qq:g:1"), second = add_plain(f, "qq:g:2");
    int64_t third = add_plain(f, "qq:g:3"), last = add_plain(f, "qq:g:4");

    WELL(mark(f, second, NJ_OUT_SENT, false, 0, ""));
    WELL(mark(f, third, NJ_OUT_SENT, true, 0, ""));
    WELL(mark(f, last, NJ_OUT_SENT, false, 0, ""));
    assert_int_equal(fates(f), 3);
    WELL(mark(f, first, NJ_OUT_SENT, false, 0, ""));
    assert_int_equal(fates(f), 1); /* that the third was said again stays */
    reopen(f);
    assert_int_equal(pending(f).n, 0);
    assert_int_equal(one(f, second).states[0], NJ_OUT_SENT);
    assert_true(one(f, third).repeats[0]);
    assert_int_equal(one(f, last).states[0], NJ_OUT_SENT);
    WORKS(nj_store_check(f->s, &f->err));
}

/* A number that was undone is free again, but in PostgreSQL. */
static int64_t add_again(struct fixture *f, int64_t undone)
{
    int64_t id = add_plain(f, "qq:g:1");

    assert_true(id == undone || (id > undone && nj_database_is_url(f->path)));
    return id;
}

static void a_mark_that_is_undone_was_never_made(void **state)
{
    struct fixture *f = *state;
    int64_t first = add_plain(f, "qq:g:1"), second;

    WELL(nj_store_begin(f->s));
    second = add_plain(f, "qq:g:1");
    WELL(mark(f, first, NJ_OUT_SENT, false, 0, ""));
    WELL(mark(f, second, NJ_OUT_SENT, false, 0, ""));
    nj_store_rollback(f->s);
    assert_int_equal(one(f, first).states[0], NJ_OUT_SENDING);
    second = add_again(f, second);
    assert_int_equal(one(f, second).states[0], NJ_OUT_SENDING);
    WELL(mark(f, first, NJ_OUT_SENT, false, 0, ""));
    assert_int_equal(one(f, first).states[0], NJ_OUT_SENT);
    reopen(f);
    assert_int_equal(pending(f).n, 1);
}

/* More matches than chains are kept in memory. */
/* The next one of its match does not follow it. */
static void a_message_that_is_undone_was_never_said(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "AAA"), undone, first, last;
    struct list l = {.f = f};

    WELL(nj_store_begin(f->s));
    (void)add_plain(f, "qq:g:1");
    undone = add_out(f, match, "qq:g:1", NJ_OUT_SENT);
    nj_store_rollback(f->s);
    first = add_plain(f, "qq:g:1");
    last = add_out(f, match, "qq:g:1", NJ_OUT_SENT);
    assert_true(last == undone || nj_database_is_url(f->path));
    assert_true(first < last);
    WELL(nj_out_each_of(f->s, match, note, &l));
    assert_int_equal(l.n, 1);
    assert_int_equal(l.ids[0], last);
}

static void many_matches_speak_in_turn(void **state)
{
    struct fixture *f = *state;
    int64_t ids[3] = {0};
    struct nj_match_row row = match_row("AAA");

    WELL(nj_store_begin(f->s));
    for (int i = 0; i < 2049; i++) {
        (void)snprintf(row.code, sizeof(row.code), "M%d", i);
        WELL(nj_match_insert(f->s, &row));
        if (i % 1024 == 0)
            ids[i / 1024] = row.id;
    }
    for (int i = 0; i < 6; i++)
        (void)add_out(f, ids[i % 3], "qq:g:1", NJ_OUT_SENT);
    for (int i = 0; i < 3; i++) {
        struct list l = {.f = f};

        WELL(nj_out_each_of(f->s, ids[i], note, &l));
        assert_int_equal(l.n, 2);
        assert_int_equal(l.ids[1] - l.ids[0], 3);
    }
    WORKS(nj_store_commit(f->s, &f->err));
    reopen(f);
    (void)add_out(f, ids[1], "qq:g:1", NJ_OUT_SENT);
    for (int i = 0; i < 3; i++) {
        struct list l = {.f = f};

        WELL(nj_out_each_of(f->s, ids[i], note, &l));
        assert_int_equal(l.n, i == 1 ? 3 : 2);
    }
}

/* What has arrived stays where it was heard. */
static void what_waits_goes_with_its_chat(void **state)
{
    struct fixture *f = *state;
    int64_t sent = add_plain(f, "qq:g:1"), flies = add_plain(f, "qq:g:1");
    int64_t waits = add_out(f, 0, "qq:g:1", NJ_OUT_PENDING);
    struct nj_out_row row = out_row(0, "qq:g:1", NJ_OUT_SENDING);

    WELL(nj_store_begin(f->s));
    WELL(mark(f, sent, NJ_OUT_SENT, false, 0, ""));
    WELL(nj_chat_move(f->s, "qq:g:1", "qq:g:2"));
    WORKS(nj_store_commit(f->s, &f->err));
    row.tries = 0;
    row.id = sent;
    row.state = NJ_OUT_SENT;
    WELL(nj_out_load(f->s, sent, compare, &row));
    row.chat = "qq:g:2";
    row.id = flies;
    row.state = NJ_OUT_SENDING;
    WELL(nj_out_load(f->s, flies, compare, &row));
    row.id = waits;
    row.state = NJ_OUT_PENDING;
    row.tries = 1;
    WELL(nj_out_load(f->s, waits, compare, &row));
    WELL(mark(f, waits, NJ_OUT_REFUSED, false, 0, "no"));
    assert_int_equal(refused(f, "qq:g:2"), 1);
}

/* What is said at a moment of its own is a row of its own. */
static int64_t say_at(struct fixture *f, int64_t match, int64_t at_ms)
{
    struct nj_out_row row = out_row(match, "qq:g:1", NJ_OUT_SENT);

    row.at_ms = at_ms;
    WELL(nj_out_insert(f->s, &row));
    return row.id;
}

static void a_record_can_be_read_in_parts(void **state)
{
    struct fixture *f = *state;
    int64_t a = add_match(f, "AAA"), b = add_match(f, "BBB"), ids[5], at = 0;
    struct list l = {.f = f}, rest = {.f = f};

    WELL(at = nj_out_last(f->s, a));
    assert_int_equal(at, 0); /* nothing was said */
    WELL(nj_store_begin(f->s));
    for (int i = 0; i < 5; i++) {
        ids[i] = say_at(f, a, 1000 + i);
        (void)say_at(f, b, 1000 + i);
    }
    WELL(at = nj_out_last(f->s, a)); /* not on disk yet */
    assert_int_equal(at, ids[4]);
    WORKS(nj_store_commit(f->s, &f->err));
    reopen(f);
    WELL(at = nj_out_last(f->s, a));
    assert_int_equal(at, ids[4]);
    WELL(nj_out_each_before(f->s, at, 2, note, &l));
    assert_int_equal(l.n, 2);
    assert_int_equal(l.ids[0], ids[3]);
    assert_int_equal(l.ids[1], ids[4]);
    WELL(at = nj_out_before(f->s, at, 2));
    assert_int_equal(at, ids[2]);
    WELL(nj_out_each_before(f->s, at, 9, note, &rest));
    assert_int_equal(rest.n, 3);
    assert_int_equal(rest.ids[0], ids[0]);
    assert_int_equal(rest.ids[2], ids[2]);
    WELL(at = nj_out_before(f->s, ids[2], 3));
    assert_int_equal(at, 0);
    WELL(at = nj_out_before(f->s, ids[2], 9));
    assert_int_equal(at, 0);
}

static int64_t rows_of_said(struct fixture *f)
{
    struct nj_stmt q = nj_stmt_begin(f->s, "SELECT count(*) FROM said");
    int64_t n = -1;

    WELL(n = nj_stmt_number(&q));
    return n;
}

/* Of one match and one moment, as long as the row is short. */
static void what_is_said_at_once_is_one_row(void **state)
{
    struct fixture *f = *state;
    int64_t a = add_match(f, "AAA"), b = add_match(f, "BBB"), ids[5];
    struct list l = {.f = f};
    struct nj_out_row late = out_row(a, "qq:g:1", NJ_OUT_SENT);
    static char args[20000];

    WELL(nj_store_begin(f->s));
    for (int i = 0; i < 3; i++)
        ids[i] = add_out(f, a, "qq:g:1", NJ_OUT_SENT);
    ids[3] = add_out(f, b, "qq:g:1", NJ_OUT_SENT);
    ids[4] = add_out(f, a, "qq:g:1", NJ_OUT_SENT);
    late.at_ms++;
    WELL(nj_out_insert(f->s, &late));
    WORKS(nj_store_commit(f->s, &f->err));
    assert_int_equal(rows_of_said(f), 4);
    for (int i = 0; i < 5; i++)
        assert_int_equal(ids[i], ids[0] + i);
    WELL(nj_out_each_of(f->s, a, note, &l));
    assert_int_equal(l.n, 5);
    assert_int_equal(l.ids[2], ids[2]);
    assert_int_equal(l.ids[3], ids[4]);
    WORKS(nj_store_check(f->s, &f->err));
    memset(args, 'a', sizeof(args) - 1);
    late.args = args;
    WELL(nj_store_begin(f->s));
    for (int i = 0; i < 2; i++)
        WELL(nj_out_insert(f->s, &late));
    for (int i = 0; i < 257; i++)
        (void)add_out(f, 0, "qq:g:1", NJ_OUT_SENT);
    WORKS(nj_store_commit(f->s, &f->err));
    assert_int_equal(rows_of_said(f), 8);
    WORKS(nj_store_check(f->s, &f->err));
}

/* Before the transaction has come to its end. */
static void what_was_just_said_can_be_read_and_marked(void **state)
{
    struct fixture *f = *state;
    int64_t match = add_match(f, "AAA"), other = add_match(f, "BBB");
    int64_t first, second, third, fourth;
    struct list l = {.f = f};

    (void)add_out(f, match, "qq:u:1", NJ_OUT_REFUSED);
    WELL(nj_store_begin(f->s));
    first = add_plain(f, "qq:g:1");
    second = add_plain(f, "qq:g:1");
    WELL(mark(f, second, NJ_OUT_REFUSED, true, 1, "no"));
    assert_int_equal(one(f, second).states[0], NJ_OUT_REFUSED);
    assert_int_equal(one(f, first).states[0], NJ_OUT_SENDING);
    third = add_out(f, other, "qq:u:1", NJ_OUT_REFUSED);
    WELL(nj_out_withdraw(f->s, match, "qq:u:1"));
    assert_int_equal(refused(f, "qq:u:1"), 1);
    fourth = add_out(f, other, "qq:u:1", NJ_OUT_REFUSED);
    WELL(nj_out_release(f->s, "qq:u:1", note, &l));
    assert_int_equal(l.n, 2);
    assert_int_equal(l.ids[0], third);
    assert_int_equal(l.ids[1], fourth);
    WORKS(nj_store_commit(f->s, &f->err));
    WORKS(nj_store_check(f->s, &f->err));
}

static void one_of_several_goes_with_its_chat(void **state)
{
    struct fixture *f = *state;
    struct nj_out_row row = out_row(0, "qq:g:1", NJ_OUT_SENDING);
    int64_t ids[4];

    row.tries = 0;
    WELL(nj_store_begin(f->s));
    ids[0] = add_plain(f, "qq:g:1");
    ids[1] = add_plain(f, "qq:g:3");
    ids[2] = add_plain(f, "qq:g:1");
    WELL(mark(f, ids[0], NJ_OUT_SENT, false, 0, ""));
    WORKS(nj_store_commit(f->s, &f->err));
    assert_int_equal(rows_of_said(f), 1);
    WELL(nj_store_begin(f->s));
    ids[3] = add_plain(f, "qq:g:1");
    WELL(nj_chat_move(f->s, "qq:g:1", "qq:g:1-of-a-longer-name"));
    WORKS(nj_store_commit(f->s, &f->err));
    for (int i = 0; i < 4; i++) {
        row.id = ids[i];
        row.state = i == 0 ? NJ_OUT_SENT : NJ_OUT_SENDING;
        row.chat = i == 0   ? "qq:g:1"
                   : i == 1 ? "qq:g:3"
                            : "qq:g:1-of-a-longer-name";
        WELL(nj_out_load(f->s, ids[i], compare, &row));
    }
    reopen(f);
    assert_int_equal(pending(f).n, 3);
    WORKS(nj_store_check(f->s, &f->err));
}

static void a_message_needs_its_match(void **state)
{
    struct fixture *f = *state;
    struct nj_out_row row = out_row(99, "qq:g:1", NJ_OUT_PENDING);

    BREAKS(nj_out_insert(f->s, &row), NJ_ERR_NOT_FOUND, "match");
    assert_int_equal(pending(f).n, 0);
}

static void a_record_has_each_message_of_its_match_once(void **state)
{
    struct fixture *f = *state;
    int64_t a = add_match(f, "AAA"), b = add_match(f, "BBB"), first, last;
    struct nj_out_row copy = out_row(a, "qq:g:2", NJ_OUT_SENT);
    struct list l = {.f = f};

    first = add_out(f, a, "qq:g:1", NJ_OUT_SENT);
    copy.copy = true;
    WELL(nj_out_insert(f->s, &copy));
    (void)add_out(f, b, "qq:g:1", NJ_OUT_SENT);
    (void)add_out(f, 0, "qq:g:1", NJ_OUT_SENT);
    last = add_out(f, a, "", NJ_OUT_KEPT);
    WELL(nj_out_each_of(f->s, a, note, &l));
    assert_int_equal(l.n, 2);
    assert_int_equal(l.ids[0], first);
    assert_int_equal(l.ids[1], last);
}

static void refused_rows_wait_for_their_reader(void **state)
{
    struct fixture *f = *state;
    int64_t first = add_out(f, 0, "qq:u:1", NJ_OUT_REFUSED), second;
    struct list l = {.f = f};

    (void)add_out(f, 0, "qq:u:2", NJ_OUT_REFUSED);
    (void)add_out(f, 0, "qq:u:1", NJ_OUT_SENT);
    second = add_out(f, 0, "qq:u:1", NJ_OUT_REFUSED);
    assert_int_equal(refused(f, "qq:u:1"), 2);
    WELL(nj_out_release(f->s, "qq:u:1", note, &l));
    assert_int_equal(l.n, 2);
    assert_int_equal(l.ids[0], first);
    assert_int_equal(l.ids[1], second);
    assert_int_equal(l.states[0], NJ_OUT_PENDING);
    assert_int_equal(refused(f, "qq:u:1"), 0);
    assert_int_equal(refused(f, "qq:u:2"), 1);
    assert_int_equal(refused(f, "qq:u:3"), 0);
    assert_int_equal(pending(f).n, 2);
}

/* Who reads fails with the first row: he gets no other. */
static void spoil(void *ctx, const struct nj_out_row *row)
{
    struct list *l = ctx;
    struct nj_err err = {"enough"};

    note(ctx, row);
    nj_store_fail(l->f->s, NJ_ERR_LIMIT, &err);
}

static void a_release_that_fails_releases_nothing(void **state)
{
    struct fixture *f = *state;
    struct list l = {.f = f};

    for (int i = 0; i < 3; i++)
        (void)add_out(f, 0, "qq:u:1", NJ_OUT_REFUSED);
    BREAKS(nj_out_release(f->s, "qq:u:1", spoil, &l), NJ_ERR_LIMIT, "enough");
    assert_int_equal(l.n, 1);
    assert_int_equal(refused(f, "qq:u:1"), 3);
    /* Inside of a transaction of the caller it is his to go on. */
    l = (struct list){.f = f};
    WELL(nj_store_begin(f->s));
    WELL(nj_out_release(f->s, "qq:u:1", note, &l));
    nj_store_rollback(f->s);
    assert_int_equal(refused(f, "qq:u:1"), 3);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_row_comes_back_as_it_was),
        TEST(a_row_may_be_long),
        TEST(what_is_said_at_once_is_one_row),
        TEST(what_was_just_said_can_be_read_and_marked),
        TEST(one_of_several_goes_with_its_chat),
        TEST(a_mark_is_kept),
        TEST(pending_rows_are_listed_by_number),
        TEST(rows_may_be_marked_while_they_are_listed),
        TEST(what_was_on_its_way_is_sent_again_after_a_restart),
        TEST(each_message_has_a_fate_of_its_own),
        TEST(rows_of_what_overtook_go_when_all_arrived),
        TEST(a_mark_that_is_undone_was_never_made),
        TEST(a_message_that_is_undone_was_never_said),
        TEST(many_matches_speak_in_turn),
        TEST(what_waits_goes_with_its_chat),
        TEST(a_message_needs_its_match),
        TEST(a_record_has_each_message_of_its_match_once),
        TEST(a_record_can_be_read_in_parts),
        TEST(refused_rows_wait_for_their_reader),
        TEST(a_release_that_fails_releases_nothing),
    };

    return cmocka_run_group_tests_name("store/out_rows", tests, NULL, NULL);
}
