/* The digest chain: what it covers, and that it is the same everywhere. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"

/* The digest of the fourth input of a course that `change` has altered. */
static struct nj_hash after(void (*change)(struct toy_log *l))
{
    struct toy_log l;
    struct nj_hash digest;

    nj_toy_log_init(&l);
    if (change != NULL)
        change(&l);
    nj_match_destroy(l.m);
    l.m = nj_match_create(&l.setup);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_order(&l, 0, NJ_PLACE_GROUP, "step", NULL);
    (void)nj_toy_log_order(&l, 1, NJ_PLACE_GROUP, "step", NULL);
    (void)nj_toy_log_order(&l, 1, NJ_PLACE_PRIVATE, "guess", "x");
    assert_int_equal(l.n, 4);
    digest = *nj_match_digest(l.m);
    nj_toy_log_fini(&l);
    return digest;
}

static void change_game(struct toy_log *l)
{
    static struct nj_game other;

    other = nj_toy_game;
    other.id = "tor";
    l->setup.game = &other;
}

static void change_version(struct toy_log *l)
{
    static struct nj_game other;

    other = nj_toy_game;
    other.rules_version = 2;
    l->setup.game = &other;
}

static void change_data(struct toy_log *l)
{
    static const struct nj_hash hash = {{1}};

    l->setup.data_hash = &hash;
}

static void change_commitment(struct toy_log *l)
{
    l->setup.commitment.b[31] = 1;
}

static void change_number(struct toy_log *l)
{
    l->setup.number++;
}

static void change_code(struct toy_log *l)
{
    l->setup.code = "K7R";
}

static void change_edition(struct toy_log *l)
{
    l->setup.edition = "wild";
}

static void change_option(struct toy_log *l)
{
    l->setup.options.v[0]++;
}

static void change_name(struct toy_log *l)
{
    l->seats[0].name = "Anne";
}

static void change_contribution(struct toy_log *l)
{
    l->seats[1].contribution = "y";
}

static void change_kind(struct toy_log *l)
{
    l->seats[1].computer = true;
}

static void change_time(struct toy_log *l)
{
    l->now_ms++;
}

static void everything_agreed_before_is_covered(void **state)
{
    void (*const changes[])(struct toy_log *) = {
        NULL,           change_game,       change_version,      change_data,
        change_edition, change_commitment, change_number,       change_code,
        change_option,  change_name,       change_contribution, change_kind,
        change_time};
    struct nj_hash seen[NJ_COUNT(changes)];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(changes); i++) {
        seen[i] = after(changes[i]);
        for (size_t k = 0; k < i; k++)
            assert_false(nj_hash_equal(&seen[k], &seen[i]));
    }
}

/* A started match and one more input, altered by `change`. */
static struct nj_hash after_input(struct nj_input in)
{
    struct toy_log l;
    struct nj_hash digest;

    nj_toy_log_init(&l);
    (void)nj_toy_log_start(&l);
    assert_false(nj_toy_log_apply(&l, &in)->refused);
    digest = *nj_match_digest(l.m);
    nj_toy_log_fini(&l);
    return digest;
}

static void every_part_of_an_input_is_covered(void **state)
{
    struct nj_arg x = nj_arg_text("text", "x"), y = nj_arg_text("text", "y");
    struct nj_arg z = nj_arg_text("word", "x");
    const struct nj_input base = {.kind = NJ_IN_ORDER,
                                  .seat = 1,
                                  .place = NJ_PLACE_PRIVATE,
                                  .verb = "guess",
                                  .args = {.v = &x, .n = 1},
                                  .reason = ""};
    struct nj_input in[6];
    struct nj_hash seen[6];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(in); i++)
        in[i] = base;
    in[1].seat = 2;
    in[2].by = NJ_BY_HOST;
    in[3].args.v = &y;
    in[4].args.v = &z;
    in[5].reason = "r";
    for (size_t i = 0; i < NJ_COUNT(in); i++) {
        seen[i] = after_input(in[i]);
        for (size_t k = 0; k < i; k++)
            assert_false(nj_hash_equal(&seen[k], &seen[i]));
    }
}

static void deadlines_as_moments_are_not_covered(void **state)
{
    struct toy_log a, b;

    NJ_UNUSED(state);
    nj_toy_log_init(&a);
    nj_toy_log_init(&b);
    (void)nj_toy_log_start(&a);
    (void)nj_toy_log_start(&b);
    nj_match_grace(b.m, 1350000, 300000, 600000);
    a.now_ms = b.now_ms = 1350000;
    (void)nj_toy_log_order(&a, 0, NJ_PLACE_PRIVATE, "guess", "x");
    (void)nj_toy_log_order(&b, 0, NJ_PLACE_PRIVATE, "guess", "x");
    assert_true(nj_hash_equal(nj_match_digest(a.m), nj_match_digest(b.m)));
    nj_toy_log_fini(&a);
    nj_toy_log_fini(&b);
}

/* Whatever compiler and optimisation: goals R10. It changes only together
 * with what the digest covers or with the toy's rules. */
static void the_value_is_the_same_everywhere(void **state)
{
    struct nj_hash digest = after(NULL);
    char hex[NJ_HEX_BYTES];

    NJ_UNUSED(state);
    nj_hash_hex(&digest, hex);
    assert_string_equal(
        hex,
        "eb23a5c64663b5d658d949d1bf72e85970a55e93c8739b91219e618d356a0811");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_agreed_before_is_covered),
        cmocka_unit_test(every_part_of_an_input_is_covered),
        cmocka_unit_test(deadlines_as_moments_are_not_covered),
        cmocka_unit_test(the_value_is_the_same_everywhere),
    };

    return cmocka_run_group_tests_name("match/digest", tests, NULL, NULL);
}
