/* What people read in a match of 杀手牌 (locales/games/night-of-cards). */
#include "kit/texts.h"
#include "locale/format.h"
#include "nc_kit.h"

static struct nj_catalog *catalog;

static const char *seat_name(void *ctx, nj_seat seat)
{
    return nj_seat_name(((const struct kit *)ctx)->m, seat);
}

/* The text of the message of that key that came last, in that language. */
static void expect_text(struct kit *k, const char *key, const char *lang,
                        const char *text)
{
    struct nj_str out = NJ_STR_INIT(4000);
    struct nj_format f = {
        .catalog = catalog, .lang = lang, .seat_name = seat_name, .ctx = k};
    const struct nj_message *last = NULL;

    for (uint32_t i = 0; i < k->n_record; i++)
        if (strcmp(k->record[i]->key, key) == 0)
            last = k->record[i];
    assert_non_null(last);
    nj_format_message(&f, last, &out);
    assert_string_equal(out.p, text);
    nj_str_fini(&out);
}

/* NC-5.9c; a card face down in a picture has a word of its own. */
static void a_pardoned_card_is_told_to_be_back(void **state)
{
    struct kit *k = kit_given("manifesto_chars=0",
                              "seats ABCDEFG;B pending SB;F hand C,DP");

    NJ_UNUSED(state);
    kit_order_by(k, 6, NJ_PLACE_PRIVATE, NJ_BY_PERSON, "pardon", "2");
    kit_fire(k, "night");
    expect_text(k, "nc.card.back", "zh-CN", "特赦：束魂回到了你手里。");
    expect_text(k, "nc.card.back", "en",
                "Pardoned: soul-binder is back in your hand.");
    kit_free(k);
}

static int begin(void **state)
{
    NJ_UNUSED(state);
    catalog = nj_catalog_create();
    nj_texts_add(catalog);
    return 0;
}

static int done(void **state)
{
    NJ_UNUSED(state);
    nj_catalog_destroy(catalog);
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pardoned_card_is_told_to_be_back),
    };

    return cmocka_run_group_tests(tests, begin, done);
}
