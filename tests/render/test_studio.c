/* src/render/studio.c: pictures made by another thread, in order, or not. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/bug.h"
#include "base/log.h"
#include "kit/nj_test.h"
#include "render/studio.h"

static const char texts[] = "{\"p\": {\"board\": {\"map\": \"地图 {{n}}\"}}}";

static struct nj_catalog *catalog;
static struct nj_format format;

/* --- a game that draws, that waits, that fails --- */

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int nice_over_there;

static void draw(const struct nj_message *msg, struct nj_canvas *c)
{
    nice_over_there = getpriority(PRIO_PROCESS, 0);
    if (strcmp(msg->key, "p.wait") == 0) {
        (void)pthread_mutex_lock(&gate);
        (void)pthread_mutex_unlock(&gate);
    }
    if (strcmp(msg->key, "p.nothing") == 0)
        return;
    c->ops->board(c, "p.board.map", nj_message_int(msg, "n", 0), 2, 2);
    NJ_ASSERT(strcmp(msg->key, "p.fault") != 0);
}

static void draw_course(const struct nj_message *const *record, uint32_t n,
                        struct nj_canvas *c)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < n; i++)
        sum += nj_message_int(record[i], "n", 0);
    if (n > 0)
        c->ops->board(c, "p.board.map", sum, 3, 3);
}

static const struct nj_game game = {
    .id = "p", .prefix = "p", .picture = draw, .course = draw_course};

/* --- who waits for them --- */

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    unsigned times;
};

static void ring(void *ctx)
{
    struct bell *b = ctx;

    (void)pthread_mutex_lock(&b->lock);
    b->times++;
    (void)pthread_cond_signal(&b->rung);
    (void)pthread_mutex_unlock(&b->lock);
}

static struct nj_commission *next(struct nj_studio *s, struct bell *b)
{
    (void)pthread_mutex_lock(&b->lock);
    while (b->times == 0)
        (void)pthread_cond_wait(&b->rung, &b->lock);
    b->times--;
    (void)pthread_mutex_unlock(&b->lock);
    return nj_studio_take(s);
}

static void bell_init(struct bell *b)
{
    memset(b, 0, sizeof(*b));
    (void)pthread_mutex_init(&b->lock, NULL);
    (void)pthread_cond_init(&b->rung, NULL);
}

static struct nj_commission *order(const char *key, int64_t n)
{
    struct nj_commission *c = nj_commission_create(&game, &format);
    struct nj_arg arg = nj_arg_int("n", n);
    struct nj_message m = {
        .key = key, .clause = "", .args = {.v = &arg, .n = 1}};

    nj_commission_message(c, &m);
    c->match = n;
    return c;
}

static int setup(void **state)
{
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    catalog = nj_catalog_create();
    if (nj_catalog_add(catalog, "zh-CN", texts, strlen(texts), &err) != NJ_OK)
        fail_msg("%s", err.text);
    format = (struct nj_format){.catalog = catalog, .lang = "zh-CN"};
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_catalog_destroy(catalog);
    return 0;
}

static void pictures_come_in_the_order_of_asking(void **state)
{
    struct bell bell;
    struct nj_studio *s;

    NJ_UNUSED(state);
    bell_init(&bell);
    s = nj_studio_create(ring, &bell);
    assert_non_null(s);
    assert_null(nj_studio_take(s));
    nj_studio_finish(NULL);
    for (int64_t i = 1; i <= 3; i++)
        assert_true(nj_studio_ask(s, order("p.map", i)));
    nj_studio_finish(s);
    assert_int_equal(bell.times, 3);
    for (int64_t i = 1; i <= 3; i++) {
        struct nj_commission *c = nj_studio_take(s);
        char title[40];

        assert_non_null(c);
        assert_int_equal(c->match, i);
        assert_memory_equal(c->png.p, "\x89PNG", 4);
        (void)snprintf(title, sizeof(title), "地图 %d", (int)i);
        assert_string_equal(c->title, title);
        nj_commission_destroy(c);
    }
    nj_studio_destroy(s);
}

static void a_course_is_unpacked_over_there(void **state)
{
    struct bell bell;
    struct nj_studio *s;
    struct nj_commission *c = nj_commission_create(&game, &format);

    NJ_UNUSED(state);
    bell_init(&bell);
    for (int i = 0; i < 3; i++) {
        struct nj_arg arg = nj_arg_int("n", 10 + i);
        struct nj_str args = NJ_STR_INIT(1000);

        nj_args_pack((struct nj_args){.v = &arg, .n = 1}, &args);
        nj_commission_row(c, "p.map", args.p);
        nj_str_fini(&args);
    }
    nj_commission_row(c, "p.map", "no JSON");
    s = nj_studio_create(ring, &bell);
    assert_true(nj_studio_ask(s, c));
    c = next(s, &bell);
    assert_string_equal(c->title, "地图 33");
    nj_commission_destroy(c);
    nj_studio_destroy(s);
}

static void what_cannot_be_drawn_comes_back_empty(void **state)
{
    struct bell bell;
    struct nj_studio *s;
    struct nj_commission *c;

    NJ_UNUSED(state);
    bell_init(&bell);
    s = nj_studio_create(ring, &bell);
    assert_true(nj_studio_ask(s, order("p.nothing", 1)));
    c = next(s, &bell);
    assert_int_equal(c->png.n, 0);
    nj_commission_destroy(c);
    nj_studio_destroy(s);
}

/* On one core too: drawing takes what the loop leaves. */
static void drawing_stands_behind_the_loop(void **state)
{
    struct bell bell;
    struct nj_studio *s;
    int here = getpriority(PRIO_PROCESS, 0);

    NJ_UNUSED(state);
    bell_init(&bell);
    s = nj_studio_create(ring, &bell);
    assert_true(nj_studio_ask(s, order("p.map", 1)));
    nj_commission_destroy(next(s, &bell));
    nj_studio_destroy(s);
    assert_int_equal(getpriority(PRIO_PROCESS, 0), here);
    assert_true(nice_over_there > here || here == 19);
}

/* The loop never waits: beyond the limit the answer is no. */
static void a_full_queue_says_no(void **state)
{
    struct bell bell;
    struct nj_studio *s;
    unsigned taken = 0;

    NJ_UNUSED(state);
    bell_init(&bell);
    s = nj_studio_create(ring, &bell);
    (void)pthread_mutex_lock(&gate);
    for (int i = 0; i < 3 * NJ_STUDIO_MAX; i++)
        taken += nj_studio_ask(s, order("p.wait", i));
    (void)pthread_mutex_unlock(&gate);
    assert_in_range(taken, NJ_STUDIO_MAX, NJ_STUDIO_MAX + 1);
    nj_studio_destroy(s); /* with most of them still waiting */
}

static bool is_odd(const struct nj_commission *c, const void *ctx)
{
    NJ_UNUSED(ctx);
    return c->match % 2 == 1;
}

/* One is finished, one in hand, the others wait: the odd ones never come. */
static void what_is_dropped_never_comes_back(void **state)
{
    struct bell bell;
    struct nj_studio *s;
    struct nj_commission *c;

    NJ_UNUSED(state);
    bell_init(&bell);
    s = nj_studio_create(ring, &bell);
    assert_true(nj_studio_ask(s, order("p.map", 1)));
    nj_studio_finish(s);
    (void)pthread_mutex_lock(&gate);
    for (int i = 3; i < 9; i++)
        assert_true(nj_studio_ask(s, order("p.wait", i)));
    nj_studio_drop(s, is_odd, NULL);
    (void)pthread_mutex_unlock(&gate);
    nj_studio_finish(s);
    for (int64_t i = 4; i < 9; i += 2) {
        c = nj_studio_take(s);
        assert_non_null(c);
        assert_int_equal(c->match, i);
        nj_commission_destroy(c);
    }
    assert_null(nj_studio_take(s));
    nj_studio_destroy(s);
}

/* A catalog can be freed then: what waited is gone, what was in hand done. */
static void a_studio_at_rest_uses_nothing(void **state)
{
    struct bell bell;
    struct nj_studio *s;
    struct nj_catalog *kept = catalog;
    struct nj_err err;

    NJ_UNUSED(state);
    bell_init(&bell);
    nj_studio_rest(NULL);
    s = nj_studio_create(ring, &bell);
    catalog = nj_catalog_create();
    assert_int_equal(
        nj_catalog_add(catalog, "zh-CN", texts, strlen(texts), &err), NJ_OK);
    format.catalog = catalog;
    for (int i = 0; i < NJ_STUDIO_MAX; i++)
        assert_true(nj_studio_ask(s, order("p.map", i)));
    nj_studio_rest(s);
    nj_catalog_destroy(catalog);
    catalog = kept;
    format.catalog = kept;
    assert_true(nj_studio_ask(s, order("p.map", 7)));
    nj_studio_destroy(s);
}

static unsigned faults;

static void count_faults(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    faults += strstr(line, "picture fault") != NULL;
}

/* A bug in a picture costs pictures and nothing else. */
static void a_fault_ends_pictures_only(void **state)
{
    struct bell bell;
    struct nj_studio *s;

    NJ_UNUSED(state);
    bell_init(&bell);
    nj_log_set_sink(count_faults, NULL);
    s = nj_studio_create(ring, &bell);
    assert_true(nj_studio_ask(s, order("p.fault", 1)));
    assert_true(nj_studio_ask(s, order("p.map", 2)));
    for (int i = 0; i < 2; i++) {
        struct nj_commission *c = next(s, &bell);

        assert_non_null(c);
        assert_int_equal(c->png.n, 0);
        nj_commission_destroy(c);
    }
    nj_studio_destroy(s);
    nj_log_set_sink(NULL, NULL);
    assert_int_equal(faults, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_come_in_the_order_of_asking),
        cmocka_unit_test(a_course_is_unpacked_over_there),
        cmocka_unit_test(what_cannot_be_drawn_comes_back_empty),
        cmocka_unit_test(drawing_stands_behind_the_loop),
        cmocka_unit_test(a_full_queue_says_no),
        cmocka_unit_test(what_is_dropped_never_comes_back),
        cmocka_unit_test(a_studio_at_rest_uses_nothing),
        cmocka_unit_test(a_fault_ends_pictures_only),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
