/* For src/store/notice_rows.c. */
#include "base/str.h"
#include "store/rows.h"

struct people {
    char user[4][NJ_ADDRESS_MAX];
    uint32_t n;
};

static void see(void *ctx, const char *user)
{
    struct people *p = ctx;

    (void)snprintf(p->user[p->n++], NJ_ADDRESS_MAX, "%s", user);
}

/* Those hear of that game there. */
static void hear(struct fixture *f, const char *chat, const char *game,
                 uint32_t most, const char *expected)
{
    struct nj_str all = NJ_STR_INIT(200);
    struct people p = {.n = 0};

    WELL(nj_notice_each(f->s, &(struct nj_notice){chat, game, ""}, most, see,
                        &p));
    for (uint32_t i = 0; i < p.n; i++)
        nj_str_addf(&all, "%s%s", i > 0 ? " " : "", p.user[i]);
    assert_string_equal(all.p, expected);
    nj_str_fini(&all);
}

static void each_is_told_once_of_what_he_asked_for(void **state)
{
    struct fixture *f = *state;
    const struct nj_notice all[] = {{"qq:g:1", "", "qq:u:b"},
                                    {"qq:g:1", "long-night", "qq:u:a"},
                                    {"qq:g:1", "long-night", "qq:u:b"},
                                    {"qq:g:1", "long-night", "qq:u:b"},
                                    {"qq:g:1", "shadow-hotel", "qq:u:c"},
                                    {"qq:g:2", "", "qq:u:d"}};
    bool was = false;

    for (size_t i = 0; i < NJ_COUNT(all); i++)
        WELL(nj_notice_put(f->s, &all[i]));
    reopen(f);
    hear(f, "qq:g:1", "long-night", 9, "qq:u:a qq:u:b");
    hear(f, "qq:g:1", "shadow-hotel", 9, "qq:u:b qq:u:c");
    hear(f, "qq:g:1", "long-night", 1, "qq:u:a");
    WELL(was = nj_notice_drop(f->s, &all[1]));
    assert_true(was);
    WELL(was = nj_notice_drop(f->s, &all[1]));
    assert_false(was);
    hear(f, "qq:g:1", "long-night", 9, "qq:u:b");
}

static void they_go_where_group_and_person_go(void **state)
{
    struct fixture *f = *state;
    const struct nj_notice n = {"qq:g:1", "", "qq:u:a"};

    WELL(nj_notice_put(f->s, &n));
    WELL(nj_chat_move(f->s, "qq:g:1", "qq:g:2"));
    WELL(nj_chat_move(f->s, "qq:u:a", "qq:u:b"));
    hear(f, "qq:g:1", "x", 9, "");
    hear(f, "qq:g:2", "x", 9, "qq:u:b");
}

static void who_leaves_a_group_hears_nothing_of_it(void **state)
{
    struct fixture *f = *state;
    const struct nj_notice all[] = {
        {"tg:g:-1", "", "tg:u:a"},    {"tg:g:-1.7", "x", "tg:u:a"},
        {"tg:g:-12", "", "tg:u:a"},   {"tg:g:-1", "x", "tg:u:a"},
        {"tg:g:-1.7", "x", "tg:u:b"}, {"tg:g:-1", "x", "tg:u:b"}};

    for (size_t i = 0; i < NJ_COUNT(all); i++)
        WELL(nj_notice_put(f->s, &all[i]));
    WELL(nj_notice_leave(f->s, &all[0]));
    hear(f, "tg:g:-1", "x", 9, "tg:u:b");
    hear(f, "tg:g:-1.7", "x", 9, "tg:u:b");
    hear(f, "tg:g:-12", "x", 9, "tg:u:a");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_store, remove_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_is_told_once_of_what_he_asked_for),
        TEST(who_leaves_a_group_hears_nothing_of_it),
        TEST(they_go_where_group_and_person_go),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
