/*
 * Any bytes as a file of texts: refused with a line that says so, or texts
 * that can be compared and filled with every type of argument.
 */
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "locale/format.h"

static const struct nj_row_form form = {
    .canon = "%>%",
    .sep = ',',
    .fields = 2,
    .field = {{.name = "s", .type = NJ_ARG_SEAT},
              {.name = "v", .type = NJ_ARG_MS}},
};

static void silence(void *ctx, const char *line)
{
    (void)ctx;
    (void)line;
}

static const char *name_of(void *ctx, nj_seat seat)
{
    (void)ctx;
    return seat == 0 ? "<a>" : NULL;
}

static void fill(const struct nj_catalog *c, const char *key,
                 enum nj_markup markup)
{
    static const int64_t cells[] = {0, 1, 2, 3};
    static const nj_seat seats[] = {0, 1, 2};
    static const char *const texts[] = {"x", "<y>"};
    const struct nj_format f = {.catalog = c,
                                .lang = "en",
                                .markup = markup,
                                .seat_name = name_of,
                                .now_ms = 1795172400000,
                                .offset_min = 480};
    struct nj_str out = NJ_STR_INIT(1u << 16);

    nj_format_key(
        &f, key,
        NJ_ARGS(nj_arg_int("n", 1), nj_arg_ms("ms", 90000),
                nj_arg_at("at", 1795172500000), nj_arg_seat("seat", 0),
                nj_arg_seats("seats", seats, 3), nj_arg_word("word", "w"),
                nj_arg_words("ws", "C3,-"), nj_arg_glyphs("g", "#."),
                nj_arg_id("id", "E1"), nj_arg_text("text", "<t>"),
                nj_arg_texts("texts", texts, 2),
                nj_arg_rows("rows", &form, cells, 2)),
        &out);
    NJ_ASSERT(nj_utf8_valid(out.p, out.len));
    if (markup == NJ_MARKUP_HTML)
        NJ_ASSERT(strpbrk(out.p, "<>") == NULL);
    nj_str_fini(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const keys[] = {"a", "a.b", "ln.step", "none"};
    struct nj_catalog *c = nj_catalog_create();
    struct nj_err err = {{0}};

    nj_log_set_sink(silence, NULL);
    if (nj_catalog_add(c, "en", (const char *)data, size, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        NJ_ASSERT(!nj_catalog_has(c, "en"));
    } else {
        NJ_ASSERT(nj_catalog_check(c, &err) == NJ_OK || err.text[0] != '\0');
        for (size_t i = 0; i < NJ_COUNT(keys); i++) {
            fill(c, keys[i], NJ_MARKUP_NONE);
            fill(c, keys[i], NJ_MARKUP_HTML);
        }
    }
    nj_catalog_destroy(c);
    return 0;
}
