/*
 * src/page: what a page carries is what its record says, for a match of each
 * game; pictures share their marks; what does not fit is said.
 */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "base/random.h"
#include "cli/record.h"
#include "config/embed.h"
#include "games/registry.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "page/page_priv.h"

#define MATCHES NJ_SOURCE_DIR "/tests/matches/"

static struct nj_env env;
static struct nj_catalog *catalog;

/* --- a page, and what it carries --- */

struct carried {
    struct nj_record record;
    struct nj_loaded_game *game;
    struct nj_str html, data, chain;
    struct nj_json_doc *doc;
    struct nj_json root;
};

static struct nj_loaded_game *loaded(const struct nj_game *game)
{
    for (uint32_t i = 0; i < env.n_games; i++)
        if (env.games[i].game == game)
            return &env.games[i];
    fail_msg("%s is not loaded", game->id);
    return NULL;
}

static void read_record(const char *file, struct carried *p)
{
    struct nj_blob blob = {0};
    struct nj_err err = {{0}};

    assert_int_equal(nj_blob_load(file, &blob, &err), NJ_OK);
    assert_int_equal(
        nj_record_read(blob.text, blob.len, nj_game_find, &p->record, &err),
        NJ_OK);
    nj_blob_fini(&blob);
    p->game = loaded(nj_game_find(p->record.head.game));
}

/* The part of that name, as it was before it was packed. */
static void unpack(const struct carried *p, const char *id, struct nj_str *out)
{
    struct nj_str mark = NJ_STR_INIT(64), packed = NJ_STR_INIT(NJ_HTML_MAX);
    unsigned char *bytes;
    const char *at;
    uLongf n = 16 << 20;

    nj_str_addf(&mark, "id=\"%s\">", id);
    at = strstr(p->html.p, mark.p);
    assert_non_null(at);
    at += mark.len;
    assert_true(nj_str_add_unbase64(&packed, at, strcspn(at, "<")));
    bytes = nj_alloc(n);
    assert_int_equal(
        uncompress(bytes, &n, (const Bytef *)packed.p, (uLong)packed.len),
        Z_OK);
    nj_str_add(out, (const char *)bytes, n);
    assert_false(out->over);
    free(bytes);
    nj_str_fini(&packed);
    nj_str_fini(&mark);
}

static enum nj_verdict make(struct carried *p)
{
    const struct nj_record_rules rules = {.game = p->game->game,
                                          .files = p->game->files,
                                          .n_files = p->game->n_files};
    const struct nj_page_how how = {
        .catalog = catalog, .lang = "en", .offset_min = 480};
    const struct nj_json_bounds bounds = {NJ_PAGE_PART_MAX, 16,
                                          NJ_JSON_VALUES_MAX, 0};
    struct nj_err err = {{0}};
    enum nj_verdict v;

    p->html = (struct nj_str)NJ_STR_INIT(NJ_HTML_MAX);
    p->data = p->chain = (struct nj_str)NJ_STR_INIT(NJ_PAGE_PART_MAX);
    v = nj_page_make(&p->record, &rules, &how, &p->html, &err);
    assert_false(p->html.over);
    unpack(p, "data", &p->data);
    unpack(p, "chain", &p->chain);
    assert_int_equal(
        nj_json_open(&p->doc, p->data.p, p->data.len, &bounds, &err), NJ_OK);
    p->root = nj_json_root(p->doc);
    return v;
}

static void let_go(struct carried *p)
{
    struct nj_err err = {{0}};

    if (nj_json_status(p->doc, &err) != NJ_OK)
        fail_msg("%s", err.text);
    nj_json_close(p->doc);
    nj_record_fini(&p->record);
    nj_str_fini(&p->html);
    nj_str_fini(&p->data);
    nj_str_fini(&p->chain);
}

static struct nj_json nth(struct nj_json list, size_t n)
{
    struct nj_json j = nj_json_first(list);

    while (n-- > 0)
        j = nj_json_next(j);
    assert_true(nj_json_present(j));
    return j;
}

/* --- its head --- */

static void has_hash(struct nj_json head, const char *name,
                     const struct nj_hash *hash)
{
    char hex[NJ_HEX_BYTES];

    nj_hash_hex(hash, hex);
    assert_string_equal(nj_json_text(nj_json_get(head, name), sizeof(hex)),
                        hex);
}

static void check_head(const struct carried *p)
{
    const struct nj_record_head *h = &p->record.head;
    struct nj_json head = nj_json_get(p->root, "head");
    struct nj_json o = nj_json_first(nj_json_get(head, "options"));
    const char *before = "";

    assert_string_equal(nj_json_text(nj_json_get(head, "code"), 16), h->code);
    assert_string_equal(nj_json_text(nj_json_get(head, "game"), 64), h->game);
    has_hash(head, "commitment", &h->commitment);
    has_hash(head, "secret", &h->secret);
    has_hash(head, "seed", &h->seed);
    has_hash(head, "digest", &p->record.inputs[p->record.n_inputs - 1].digest);
    assert_int_equal(nj_json_size(nj_json_get(head, "computers")), h->n_seats);
    assert_int_equal(nj_json_size(nj_json_get(head, "joins")), h->n_joins);
    for (; nj_json_present(o); o = nj_json_next(o)) {
        const char *key = nj_json_text(nth(o, 0), 64);

        assert_true(strcmp(before, key) < 0); /* as the seed has them */
        before = key;
    }
}

/* --- its course --- */

static bool is_audience(const char *to)
{
    return strcmp(to, "G") == 0 || strcmp(to, "H") == 0 ||
           strcmp(to, "R") == 0 || (to[0] == 'P' && to[1] != '\0');
}

static void check_message(const struct carried *p, struct nj_json m,
                          int64_t n_boards)
{
    const char *clause = nj_json_text(nth(m, 2), 64);

    assert_true(is_audience(nj_json_text(nth(m, 0), 256)));
    assert_memory_equal(nj_json_text(nth(m, 1), 64), p->game->game->prefix,
                        strlen(p->game->game->prefix));
    if (clause[0] != '\0')
        (void)nj_json_get(nj_json_get(p->root, "clauses"), clause);
    (void)nj_json_i64(nth(m, 4), NJ_PAGE_NO_BOARD, n_boards - 1);
}

/* Steps with a whole board; it differs from the one before. */
static uint32_t check_steps(const struct carried *p)
{
    int64_t n_boards = (int64_t)nj_json_size(nj_json_get(p->root, "boards"));
    struct nj_json step = nj_json_first(nj_json_get(p->root, "steps"));
    int64_t last = NJ_PAGE_NO_BOARD;
    uint32_t whole = 0;

    for (uint32_t i = 0; i < p->record.n_inputs; i++) {
        struct nj_json m = nj_json_first(nth(step, 6));
        int64_t board;

        assert_int_equal(nj_json_i64(nth(step, 0), 0, NJ_JSON_INT_MAX),
                         p->record.inputs[i].in.at_ms);
        assert_int_equal(nj_json_size(nth(step, 5)) % 2, 0);
        for (; nj_json_present(m); m = nj_json_next(m))
            check_message(p, m, n_boards);
        board = nj_json_i64(nth(step, 7), NJ_PAGE_NO_BOARD, n_boards - 1);
        assert_true(board == NJ_PAGE_NO_BOARD || board > last);
        if (board != NJ_PAGE_NO_BOARD) {
            last = board;
            whole++;
        }
        step = nj_json_next(step);
    }
    assert_false(nj_json_present(step));
    return whole;
}

/* Digest by digest: number of bytes, bytes; each from the one before. */
static void check_chain(const struct carried *p)
{
    const unsigned char *at = (const unsigned char *)p->chain.p;
    const unsigned char *end = at + p->chain.len;

    for (uint32_t i = 0; i < p->record.n_inputs; i++) {
        static unsigned char bytes[1 << 17];
        struct nj_hash hash;
        size_t n = 0;

        for (int shift = 0;; shift += 7) {
            assert_true(at < end && shift < 28);
            n |= (size_t)(*at & 0x7f) << shift;
            if ((*at++ & 0x80) == 0)
                break;
        }
        assert_true(n <= (size_t)(end - at) &&
                    n + NJ_HASH_BYTES <= sizeof(bytes));
        if (i > 0)
            memcpy(bytes, &p->record.inputs[i - 1].digest, NJ_HASH_BYTES);
        memcpy(bytes + NJ_HASH_BYTES, at, n);
        nj_hash_bytes(bytes, n + NJ_HASH_BYTES, &hash);
        if (i > 0)
            assert_true(nj_hash_equal(&hash, &p->record.inputs[i].digest));
        at += n;
    }
    assert_ptr_equal(at, end);
}

/* --- its boards --- */

/* "3 -2+4": how far from the end of the run before, how many; all of them are
 * marks. Returns how many there are. */
static int64_t check_runs(const char *runs, int64_t n_marks)
{
    int64_t at = 0, sum = 0;

    while (*runs != '\0') {
        char *end;
        int64_t n = 1;

        at += strtol(runs, &end, 10);
        if (*end == '+')
            n = strtol(end + 1, &end, 10);
        assert_true(at >= 0 && n > 0);
        at += n;
        assert_in_range(at, 1, n_marks);
        sum += n;
        runs = *end == ' ' ? end + 1 : end;
    }
    return sum;
}

static void check_boards(const struct carried *p)
{
    int64_t n_marks = (int64_t)nj_json_size(nj_json_get(p->root, "marks"));
    struct nj_json b = nj_json_first(nj_json_get(p->root, "boards"));

    for (; nj_json_present(b); b = nj_json_next(b)) {
        (void)nj_json_i64(nth(b, 0), 100, 10000);
        (void)nj_json_i64(nth(b, 1), 100, 10000);
        assert_true(
            check_runs(nj_json_text(nth(b, 2), NJ_PAGE_PART_MAX), n_marks) > 3);
    }
}

static void a_page_says_what_its_record_says(void **state)
{
    static const char *const files[] = {
        MATCHES "long_night-1.jsonl", MATCHES "shadow_hotel-classic-five.jsonl",
        MATCHES "night_of_cards-classic-seven.jsonl",
        MATCHES "masked_killer-two-persons.jsonl"};

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(files); i++) {
        struct carried p = {.doc = NULL};

        read_record(files[i], &p);
        assert_int_equal(make(&p), NJ_VERDICT_TRUE);
        assert_string_equal(nj_json_text(nj_json_get(p.root, "verdict"), 16),
                            "true");
        check_head(&p);
        if (check_steps(&p) < 3)
            fail_msg("%s has no whole board at each step", files[i]);
        check_chain(&p);
        check_boards(&p);
        let_go(&p);
    }
}

/* Its steps up to the first that is not true; the page says why. */
static void an_untrue_record_has_its_true_steps(void **state)
{
    struct carried p = {.doc = NULL};

    NJ_UNUSED(state);
    read_record(MATCHES "long_night-1.jsonl", &p);
    p.record.inputs[9].digest.b[0] ^= 1;
    assert_int_equal(make(&p), NJ_VERDICT_UNTRUE);
    assert_string_equal(nj_json_text(nj_json_get(p.root, "verdict"), 16),
                        "untrue");
    assert_true(nj_json_text(nj_json_get(p.root, "why"), 512)[0] != '\0');
    assert_in_range(nj_json_size(nj_json_get(p.root, "steps")), 9, 10);
    assert_int_equal(
        nj_json_i64(nj_json_get(p.root, "course"), NJ_PAGE_NO_BOARD, 9999),
        NJ_PAGE_NO_BOARD);
    let_go(&p);
}

/* --- pictures that share their marks --- */

static void draw_square(const struct nj_message *msg, struct nj_canvas *c)
{
    int side = (int)nj_message_int(msg, "side", 0);

    if (side == 0)
        return;
    c->ops->board(c, "ln.board.end", 1, side, side);
    for (int i = 0; i < side * side; i++)
        c->ops->glyph(c, i / side, i % side, "grass");
}

static const struct nj_game square = {
    .id = "square", .prefix = "ln", .picture = draw_square};

static int32_t add_square(struct nj_page_boards *b, int64_t side)
{
    struct nj_message m = {.key = "ln.map",
                           .clause = "",
                           .args = NJ_ARGS(nj_arg_int("side", side))};

    return nj_page_boards_add(b, &(struct nj_scene){.message = &m});
}

static void marks_are_written_once(void **state)
{
    const struct nj_format format = {.catalog = catalog, .lang = "en"};
    struct nj_page_boards b;
    uint32_t marks;
    size_t runs;

    NJ_UNUSED(state);
    nj_page_boards_open(&b, &square, &format);
    assert_int_equal(add_square(&b, 0), NJ_PAGE_NO_BOARD);
    assert_int_equal(add_square(&b, 5), 0);
    marks = b.n_marks;
    runs = b.runs.len;
    assert_true(marks >= 25);
    assert_int_equal(add_square(&b, 5), 1);
    assert_int_equal(b.n_marks, marks);
    assert_true(b.runs.len < 2 * runs + 2);
    assert_int_equal(add_square(&b, 70), 2); /* the table of slots grows */
    assert_true(b.n_marks > 4900 && b.n_slots > 2 * b.n_marks);
    marks = b.n_marks;
    assert_int_equal(add_square(&b, 5), 3);
    assert_int_equal(b.n_marks, marks);
    assert_int_equal(b.n_shapes, 1);
    nj_page_boards_close(&b);
}

/* --- parts --- */

static void what_does_not_fit_is_said(void **state)
{
    struct nj_str small = NJ_STR_INIT(20), large = NJ_STR_INIT(200);
    static const char bytes[] = "Any bytes, \1\2\3 of which there are some.";

    NJ_UNUSED(state);
    assert_false(nj_page_pack(bytes, sizeof(bytes), &small));
    assert_true(nj_page_pack(bytes, sizeof(bytes), &large));
    nj_str_fini(&small);
    nj_str_fini(&large);
}

static void a_file_that_cannot_be_read_has_a_page(void **state)
{
    const struct nj_page_how how = {.catalog = catalog, .lang = "zh-CN"};
    struct carried p = {.html = NJ_STR_INIT(NJ_HTML_MAX),
                        .data = NJ_STR_INIT(NJ_PAGE_PART_MAX)};

    NJ_UNUSED(state);
    nj_page_untrue(&how, "line 1: </script><script>", &p.html);
    assert_null(strstr(p.html.p, "line 1"));
    unpack(&p, "data", &p.data);
    assert_non_null(strstr(p.data.p, "line 1: </script>"));
    assert_non_null(strstr(p.data.p, "\"verdict\":\"untrue\""));
    nj_str_fini(&p.html);
    nj_str_fini(&p.data);
}

static int load(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    nj_random_init();
    if (nj_env_load(&env, NULL, &err) != NJ_OK)
        return -1;
    catalog = env.catalog;
    return 0;
}

static int unload(void **state)
{
    NJ_UNUSED(state);
    nj_env_fini(&env);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_says_what_its_record_says),
        cmocka_unit_test(an_untrue_record_has_its_true_steps),
        cmocka_unit_test(marks_are_written_once),
        cmocka_unit_test(what_does_not_fit_is_said),
        cmocka_unit_test(a_file_that_cannot_be_read_has_a_page),
    };

    return cmocka_run_group_tests_name("page/page", tests, load, unload);
}
