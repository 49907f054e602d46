/* For src/store/result_rows.c and stats_rows.c. */
#include "store/records.h"
#include "store/rows.h"

/* A match in that group, at its end. */
static int64_t over(struct fixture *f, const char *code, const char *chat)
{
    int64_t match = add_match(f, code);
    char sql[160];

    (void)snprintf(sql, sizeof(sql),
                   "UPDATE matches SET state = 2, chat = '%s' WHERE id = %lld",
                   chat, (long long)match);
    nj_store_close(f->s);
    f->s = NULL;
    meddle(f, sql);
    WORKS(nj_store_open(&f->s, f->path, &f->err));
    return match;
}

static struct nj_result_row result(int64_t match, uint8_t seat,
                                   const char *user, const char *name)
{
    struct nj_result_row row = {.match = match,
                                .seat = seat,
                                .rank = (uint8_t)(seat + 1),
                                .score = 10 - 20 * seat,
                                .outcome = "escaped",
                                .game = "long-night",
                                .finish = match,
                                .mu = 25000000 + seat,
                                .sigma = 5000000};

    (void)snprintf(row.user, sizeof(row.user), "%s", user);
    (void)snprintf(row.account, sizeof(row.account), "%s", user);
    (void)snprintf(row.name, sizeof(row.name), "%s", name);
    return row;
}

struct seen {
    struct nj_result_row rows[4];
    struct nj_stats_row stats[4];
    char text[4][64];
    int64_t times[4];
    uint32_t n;
};

static void see_row(void *ctx, const struct nj_result_row *row)
{
    struct seen *s = ctx;

    s->rows[s->n++] = *row;
}

static void see_stats(void *ctx, const struct nj_stats_row *row)
{
    struct seen *s = ctx;

    (void)snprintf(s->text[s->n], 64, "%s", row->game);
    s->stats[s->n++] = *row;
}

static void see_name(void *ctx, const char *name, int64_t times)
{
    struct seen *s = ctx;

    s->times[s->n] = times;
    (void)snprintf(s->text[s->n++], 64, "%s", name);
}

static void see_feat(void *ctx, const struct nj_feat_row *row)
{
    struct seen *s = ctx;

    (void)snprintf(s->text[s->n++], 64, "%s %lld %lld %lld", row->name,
                   (long long)row->people, (long long)row->mine,
                   (long long)row->first_ms);
}

static void see_person(void *ctx, const char *account, const char *name)
{
    struct seen *s = ctx;

    (void)snprintf(s->text[s->n++], 64, "%s=%s", account, name);
}

static void see_top(void *ctx, const struct nj_top_row *row)
{
    struct seen *s = ctx;

    s->times[s->n] = row->matches;
    (void)snprintf(s->text[s->n++], 64, "%s %lld", row->name,
                   (long long)row->mu);
}

static void expect_row(const struct nj_result_row *is,
                       const struct nj_result_row *was)
{
    assert_int_equal(is->match, was->match);
    assert_int_equal(is->seat, was->seat);
    assert_int_equal(is->rank, was->rank);
    assert_int_equal(is->score, was->score);
    assert_int_equal(is->substitute, was->substitute);
    assert_int_equal(is->finish, was->finish);
    assert_int_equal(is->mu, was->mu);
    assert_int_equal(is->sigma, was->sigma);
    assert_string_equal(is->user, was->user);
    assert_string_equal(is->outcome, was->outcome);
    assert_string_equal(is->name, was->name);
    assert_string_equal(is->game, was->game);
    assert_string_equal(is->account, was->account);
}

static void results_are_kept_and_replaced(void **state)
{
    struct fixture *f = *state;
    struct nj_result_row row = result(over(f, "K7Q", "qq:g:1"), 2, "u", "ann");
    struct seen s = {.n = 0};

    WELL(nj_result_put(f->s, &row));
    row.score = 12;
    row.substitute = true;
    WELL(nj_result_put(f->s, &row));
    reopen(f);
    WELL(nj_result_each(f->s, row.match, see_row, &s));
    assert_int_equal(s.n, 1);
    expect_row(&s.rows[0], &row);
}

static void matches_that_count_are_numbered(void **state)
{
    struct fixture *f = *state;
    struct nj_result_row row;
    struct seen s = {.n = 0};
    int64_t next = 0;

    WELL(next = nj_result_next(f->s));
    assert_int_equal(next, 1);
    row = result(over(f, "A", "qq:g:1"), 0, "u", "ann");
    row.finish = 0;
    WELL(nj_result_put(f->s, &row));
    WELL(next = nj_result_next(f->s));
    assert_int_equal(next, 1);
    for (uint8_t i = 0; i < 4; i++) {
        row = result(row.match, i, "u", "ann");
        row.finish = 7;
        WELL(nj_result_put(f->s, &row));
    }
    WELL(next = nj_result_next(f->s));
    assert_int_equal(next, 8);
    WELL(nj_result_each_counted(f->s, see_row, &s));
    assert_int_equal(s.n, 4);
}

static void sums_are_of_one_group_or_of_all(void **state)
{
    struct fixture *f = *state;
    const char *const chats[] = {"qq:g:1", "qq:g:1", "qq:g:2"};
    struct nj_stats_of of = {"u", "qq:g:1"};
    struct seen s = {.n = 0};

    for (int i = 0; i < 3; i++) {
        int64_t match =
            over(f, (const char *const[]){"A", "B", "C"}[i], chats[i]);
        struct nj_result_row row = result(match, (uint8_t)i, "u", "ann");

        row.substitute = i == 1;
        WELL(nj_result_put(f->s, &row));
        row = result(match, 9, "v", "bob");
        WELL(nj_result_put(f->s, &row));
        WELL(nj_achievement_put(f->s, match, (uint8_t)i, "x"));
        WELL(nj_achievement_put(f->s, match, (uint8_t)i, "x"));
    }
    WELL(nj_home_put(f->s, 3, 1, "tg:g:5"));
    WELL(nj_stats_each(f->s, of, see_stats, &s));
    assert_int_equal(s.n, 1);
    assert_string_equal(s.text[0], "long-night");
    assert_int_equal(s.stats[0].matches, 2);
    assert_int_equal(s.stats[0].wins, 1);
    assert_int_equal(s.stats[0].ranks, 3);
    assert_int_equal(s.stats[0].points, 0);
    assert_int_equal(s.stats[0].substituted, 1);
    s.n = 0;
    of.chat = "";
    WELL(nj_stats_each(f->s, of, see_stats, &s));
    assert_int_equal(s.stats[0].matches, 3);
    of.chat = "tg:g:5"; /* the other home of the third */
    s.n = 0;
    WELL(nj_stats_each_achievement(f->s, of, "long-night", see_name, &s));
    assert_int_equal(s.n, 1);
    assert_int_equal(s.times[0], 1);
    of.chat = "qq:g:1";
    s.n = 0;
    WELL(nj_stats_each_achievement(f->s, of, "long-night", see_name, &s));
    assert_int_equal(s.times[0], 2);
}

static void feats_are_counted_by_people(void **state)
{
    struct fixture *f = *state;
    const char *const who[] = {"u", "v", "w", "u"};
    struct nj_stats_of of = {"u", "qq:g:1"};
    struct seen s = {.n = 0};

    for (int i = 0; i < 4; i++) {
        int64_t match = over(f, (const char *const[]){"A", "B", "C", "D"}[i],
                             i < 3 ? "qq:g:1" : "qq:g:2");
        struct nj_result_row row = result(match, 0, who[i], "x");

        row.finish = i == 2 ? 0 : i + 1; /* the third does not count */
        WELL(nj_result_put(f->s, &row));
        WELL(nj_achievement_put(f->s, match, 0, "x"));
        if (i == 1)
            WELL(nj_achievement_put(f->s, match, 0, "y"));
    }
    WELL(nj_stats_each_feat(f->s, of, "long-night", see_feat, &s));
    assert_int_equal(s.n, 2);
    assert_string_equal(s.text[0], "x 2 1 13");
    assert_string_equal(s.text[1], "y 1 0 0");
    of.chat = "";
    s.n = 0;
    WELL(nj_stats_each_feat(f->s, of, "long-night", see_feat, &s));
    assert_string_equal(s.text[0], "x 2 2 13");
    s.n = 0;
    WELL(nj_stats_each_feat(f->s, of, "shadow-hotel", see_feat, &s));
    assert_int_equal(s.n, 0);
}

static void see_named(struct fixture *f, struct nj_named_of of, struct seen *s)
{
    WELL(nj_stats_each_named(f->s, of, see_person, s));
}

static void people_are_found_by_how_their_names_begin(void **state)
{
    struct fixture *f = *state;
    int64_t match = over(f, "A", "qq:g:1");
    struct nj_result_row rows[4] = {
        result(match, 0, "u", "Ann"), result(match, 1, "v", "anna"),
        result(match, 2, "w", "小明"), result(match, 3, "", "anton")};
    struct seen s = {.n = 0};

    for (int i = 0; i < 4; i++)
        WELL(nj_result_put(f->s, &rows[i]));
    see_named(f, (struct nj_named_of){"qq:g:1", "an", 9}, &s);
    assert_int_equal(s.n, 2);
    assert_string_equal(s.text[0], "u=Ann");
    assert_string_equal(s.text[1], "v=anna");
    s.n = 0;
    see_named(f, (struct nj_named_of){"qq:g:1", "小", 9}, &s);
    assert_string_equal(s.text[0], "w=小明");
    s.n = 0;
    see_named(f, (struct nj_named_of){"qq:g:2", "an", 9}, &s);
    see_named(f, (struct nj_named_of){"qq:g:1", "%", 9}, &s);
    assert_int_equal(s.n, 0);
    see_named(f, (struct nj_named_of){"qq:g:1", "an", 1}, &s);
    assert_int_equal(s.n, 1);
}

static void leaders_are_those_of_the_group(void **state)
{
    struct fixture *f = *state;
    struct nj_top_of of = {"qq:g:1", "long-night", 2, 10};
    struct seen s = {.n = 0};

    for (int i = 0; i < 3; i++) { /* the third elsewhere */
        int64_t match = over(f, (const char *const[]){"A", "B", "C"}[i],
                             i < 2 ? "qq:g:1" : "qq:g:2");
        struct nj_result_row row = result(match, 0, "u", i < 1 ? "old" : "ann");

        row.mu += i * INT64_C(1000000); /* elsewhere, too, one gets better */
        WELL(nj_result_put(f->s, &row));
        row = result(match, 1, "v", "bob");
        row.mu += 10000000;
        WELL(nj_result_put(f->s, &row));
        row = result(match, 2, i == 0 ? "w" : "", "cat"); /* once only */
        WELL(nj_result_put(f->s, &row));
    }
    WELL(nj_top_each(f->s, of, see_top, &s));
    assert_int_equal(s.n, 2);
    assert_string_equal(s.text[0], "bob 35000001");
    assert_string_equal(s.text[1], "ann 27000000");
    assert_int_equal(s.times[0], 2);
    s.n = 0;
    of.most = 1;
    WELL(nj_top_each(f->s, of, see_top, &s));
    assert_int_equal(s.n, 1);
}

static void records_are_found_where_they_belong(void **state)
{
    struct fixture *f = *state;
    int64_t match = over(f, "K7Q", "qq:g:1");
    struct nj_result_row row = result(match, 0, "qq:u:5", "ann");
    struct nj_match_row found;

    WELL(nj_result_put(f->s, &row));
    WELL(nj_record_find(f->s, "qq:g:1", "", &found));
    assert_int_equal(found.id, match);
    WELL(nj_record_find(f->s, "qq:u:5", "k7q", &found));
    WELL(nj_record_find(f->s, "qq:u:7", "K7Q", &found)); /* host */
    LACKS(nj_record_find(f->s, "qq:u:7", "", &found));
    LACKS(nj_record_find(f->s, "qq:g:2", "K7Q", &found));
    (void)add_match(f, "M2D"); /* open */
    LACKS(nj_record_find(f->s, "qq:g:1001", "M2D", &found));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(results_are_kept_and_replaced),
        TEST(matches_that_count_are_numbered),
        TEST(sums_are_of_one_group_or_of_all),
        TEST(feats_are_counted_by_people),
        TEST(people_are_found_by_how_their_names_begin),
        TEST(leaders_are_those_of_the_group),
        TEST(records_are_found_where_they_belong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
