/*
 * Members of groups who are called otherwise in private: each group by its own
 * name for them, and nobody else is taken for them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "gateway/qqbot/client_priv.h"
#include "kit/nj_test.h"

struct fixture {
    struct nj_qqbot q; /* of which aliases need its name and its lock */
    struct nj_event *e;
};

static int setup(void **state)
{
    struct fixture *f = nj_alloc(sizeof(*f));

    nj_str_copy(f->q.base.name, sizeof(f->q.base.name), "qqbot");
    nj_service_init(&f->q.service);
    assert_true(nj_qb_alias_recall(&f->q, "=M1", "G1 U"));
    assert_true(nj_qb_alias_recall(&f->q, "=M2", "G2 U"));
    f->e = nj_event_create(NJ_EVENT_MESSAGE, 0);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    nj_event_destroy(f->e);
    free(f->q.aliases);
    nj_service_fini(&f->q.service);
    free(f);
    return 0;
}

/* Who writes as that, in a group or not, is that user. */
static void is(struct fixture *f, const char *member, bool group,
               const char *user)
{
    f->e->group = group;
    nj_address_user(f->e->user, "qqbot", member);
    nj_qb_alias_event(&f->q, f->e);
    assert_string_equal(nj_address_user_id(f->e->user), user);
}

static void members_are_the_users_they_have_told(void **state)
{
    struct fixture *f = *state;

    is(f, "M1", true, "U");
    is(f, "M2", true, "U");
    is(f, "M3", true, "M3");
    is(f, "U", true, "U");
    is(f, "M1", false, "M1"); /* in private everybody is himself */
}

/* A mention in that group has that id. */
static void mentions(struct fixture *f, const char *group, const char *user,
                     const char *member)
{
    struct nj_qb_job *j = nj_alloc(sizeof(*j));

    nj_address_group(j->chat, "qqbot", group);
    nj_str_copy(j->mentions[0], NJ_QB_ID_MAX, user);
    j->n_mentions = 1;
    nj_qb_alias_job(&f->q, j);
    assert_string_equal(j->mentions[0], member);
    free(j);
}

static void each_group_has_its_own_name_for_him(void **state)
{
    struct fixture *f = *state;

    mentions(f, "G1", "U", "M1");
    mentions(f, "G2", "U", "M2");
    mentions(f, "G3", "U", "M1"); /* the first one known, for want of its own */
    mentions(f, "G1", "V", "V");
}

static void who_tells_otherwise_is_somebody_else(void **state)
{
    struct fixture *f = *state;

    assert_true(nj_qb_alias_recall(&f->q, "=M1", "G1 V"));
    is(f, "M1", true, "V");
    mentions(f, "G1", "U", "M2");
    assert_int_equal(f->q.n_aliases, 2);
}

static void what_does_not_read_is_left_out(void **state)
{
    static const char *const odd[] = {"", "G1", "G1 ", " U", "G 1 U", "G1 a/b"};
    struct fixture *f = *state;

    for (size_t i = 0; i < NJ_COUNT(odd); i++)
        assert_true(nj_qb_alias_recall(&f->q, "=M9", odd[i]));
    assert_true(nj_qb_alias_recall(&f->q, "=", "G1 U"));
    assert_false(nj_qb_alias_recall(&f->q, "qqbot:u:1", "G1 U"));
    assert_int_equal(f->q.n_aliases, 2);
}

#define WITH_ALIASES(test) \
 cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ALIASES(members_are_the_users_they_have_told),
        WITH_ALIASES(each_group_has_its_own_name_for_him),
        WITH_ALIASES(who_tells_otherwise_is_somebody_else),
        WITH_ALIASES(what_does_not_read_is_left_out),
    };

    return cmocka_run_group_tests_name("gateway/qqbot_alias", tests, NULL,
                                       NULL);
}
