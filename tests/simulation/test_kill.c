/*
 * R2 and R9: the real program is killed at random moments while three matches are
 * played at once, or its connection is cut; its record is that of a run that
 * nobody disturbed, and so is what people heard, but for marked repeats.
 *
 * NJ_KILLS kills, 300 without it, and NJ_CUTS cuts, 40 without it;
 * NJ_TEST_TENTH=1 makes a tenth of both; NJ_KILL_SEED=N is another course.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/random.h"
#include "base/str.h"
#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/onebot_server.h"
#include "kit/plant.h"
#include "kit/serve.h"
#include "simulation/kill_record.h"

#define GROUPS     3
#define PEOPLE     4
#define ROUND      150 /* kills of one course */
#define CUTS       40  /* cuts of one: no deadline passes meanwhile */
#define PER_KILL   8   /* messages, about */
#define WAIT_MS    NJ_SERVE_WAIT_MS
#define QUIET_MS   400
#define CLOCK_S    1760000000 /* where the test clock stands */
#define COURSE_MAX (ROUND * PER_KILL)

struct message {
    uint8_t group, person;
    bool in_private;
    const char *text;
};

/* One run: a server and the program, in a folder of its own. */
struct run {
    struct nj_ob_server *server;
    struct nj_serve program;
};

static struct run played; /* the one that is going on */
static struct message course[COURSE_MAX];
static uint32_t n_course;
static struct nj_rng chance;

static const char *const args[] = {
    "serve", "-c", "config.json", "--test-seed", "2a", "--test-clock", NULL};

static int64_t group_id(unsigned g)
{
    return 2001 + (int64_t)g;
}

static int64_t person_id(unsigned g, unsigned i)
{
    return 100 * ((int64_t)g + 1) + i;
}

/* --- messages --- */

static void put_sender(struct nj_json_out *o, int64_t user, bool group)
{
    char name[32];

    (void)snprintf(name, sizeof(name), "N%lld", (long long)user);
    nj_json_obj(o, "sender");
    nj_json_put_i64(o, "user_id", user);
    nj_json_put_text(o, "nickname", name);
    if (group)
        nj_json_put_text(o, "role", "member");
    nj_json_end(o);
}

static void say(struct run *r, const struct message *m, int64_t id)
{
    struct nj_str frame = NJ_STR_INIT(4000);
    struct nj_json_out o = nj_json_onto(&frame);
    int64_t user = person_id(m->group, m->person);

    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "time", CLOCK_S);
    nj_json_put_i64(&o, "self_id", NJ_OB_SERVER_SELF);
    nj_json_put_text(&o, "post_type", "message");
    nj_json_put_text(&o, "message_type", m->in_private ? "private" : "group");
    nj_json_put_text(&o, "sub_type", m->in_private ? "friend" : "normal");
    nj_json_put_i64(&o, "message_id", id);
    nj_json_put_i64(&o, "user_id", user);
    if (!m->in_private)
        nj_json_put_i64(&o, "group_id", group_id(m->group));
    nj_json_put_text(&o, "message", m->text);
    nj_json_put_text(&o, "raw_message", m->text);
    put_sender(&o, user, !m->in_private);
    nj_json_end(&o);
    nj_ob_server_push(r->server, frame.p, 0);
    nj_str_fini(&frame);
}

/* Each has a prefix: the program remembers that it has seen it, and talk that
 * means nothing now cannot mean something when it comes again. */
static void make_course(uint32_t n)
{
    static const char *const words[] = {"#上",   "#下",     "#左",   "#右",
                                        "#停止", "#上上左", "#右右", "#隐匿",
                                        "#下下", "#左左",   "#撤销"};

    n_course = n < COURSE_MAX ? n : COURSE_MAX;
    for (uint32_t i = 0; i < n_course; i++)
        course[i] = (struct message){
            .group = (uint8_t)nj_rng_below(&chance, GROUPS),
            .person = (uint8_t)nj_rng_below(&chance, PEOPLE),
            .in_private = nj_rng_below(&chance, 4) == 0,
            .text = words[nj_rng_below(&chance, (uint32_t)NJ_COUNT(words))]};
}

/* --- runs --- */

static void run_open(struct run *r)
{
    r->server = nj_ob_server_start(NJ_SERVE_TOKEN);
    nj_serve_open(&r->program);
    nj_serve_configure(&r->program, nj_ob_server_port(r->server), "");
}

static void run_close(struct run *r)
{
    nj_serve_close(&r->program);
    nj_ob_server_stop(r->server);
    r->server = NULL;
}

static int end(void **state)
{
    NJ_UNUSED(state);
    run_close(&played);
    return 0;
}

static void connect(struct run *r)
{
    uint32_t before = nj_ob_server_connections(r->server);

    nj_serve_start(&r->program, args);
    assert_true(nj_ob_server_connected(r->server, before + 1, WAIT_MS));
}

static const char *database(const struct run *r)
{
    static char path[1024];

    return nj_tmp_dir_file(&r->program.dir, "nightjar.db", path, sizeof(path));
}

static void wait_us(uint32_t us)
{
    const struct timespec t = {.tv_nsec = (long)us * 1000};

    (void)nanosleep(&t, NULL);
}

/* On a busy machine the silence of a program that has not begun is no end, nor
 * would a kill after so many microseconds come after anything was taken. */
static void wait_until_taken(uint32_t n)
{
    for (uint32_t i = 0; nj_kill_taken(database(&played)) < n; i++) {
        assert_in_range(i, 0, WAIT_MS);
        wait_us(1000);
    }
}

/* Until `n` messages of the course are taken and nothing more is said, then the
 * end in order. */
static void run_end(struct run *r, uint32_t n)
{
    bool group = false;
    int64_t id = 0;

    wait_until_taken(n);
    for (uint32_t i = 0;
         nj_ob_server_text(r->server, i, QUIET_MS, &group, &id) != NULL; i++)
        continue;
    /* silence of a busy machine is no end */
    for (uint32_t i = 0; nj_kill_unsent(database(r)) > 0; i++) {
        assert_in_range(i, 0, WAIT_MS / 10);
        wait_us(10000);
    }
    assert_int_equal(nj_serve_stop(&r->program), 0);
    assert_string_equal(nj_ob_server_violations(r->server), "");
}

static void expect(struct run *r, const struct message *m, const char *part)
{
    const char *text =
        m->in_private
            ? nj_ob_server_expect_private(
                  r->server, person_id(m->group, m->person), part, WAIT_MS)
            : nj_ob_server_expect_group(r->server, group_id(m->group), part,
                                        WAIT_MS);

    if (text == NULL)
        fail_msg("never heard: %s", part);
}

static void ask(struct run *r, const struct message *m, int64_t id,
                const char *part)
{
    say(r, m, id);
    expect(r, m, part);
}

/* A match of four in each group: what all runs begin with. */
static void begin_matches(struct run *r)
{
    int64_t id = 0;

    for (uint8_t g = 0; g < GROUPS; g++) {
        struct message m = {.group = g, .text = "#新游戏 漫漫长夜"};

        ask(r, &m, --id, "开桌");
        for (m.person = 0; m.person < PEOPLE; m.person++) {
            m.in_private = true;
            m.text = "我";
            ask(r, &m, --id, "私聊已接通");
            m.in_private = false;
            m.text = "#加入 好运";
            ask(r, &m, --id, "入座");
        }
        m.person = 0;
        m.text = "#开始";
        ask(r, &m, --id, "轮到");
    }
}

/* The database of a run that has just begun, as bytes. */
static char *begin_all(size_t *n)
{
    char *bytes = NULL;
    FILE *f;
    long size;

    run_open(&played);
    connect(&played);
    begin_matches(&played);
    run_end(&played, 0);
    f = fopen(database(&played), "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    size = ftell(f);
    assert_true(size > 0);
    assert_int_equal(fseek(f, 0, SEEK_SET), 0);
    bytes = nj_alloc((size_t)size);
    *n = fread(bytes, 1, (size_t)size, f);
    assert_int_equal(*n, size);
    assert_int_equal(fclose(f), 0);
    run_close(&played);
    return bytes;
}

/* --- what a run leaves --- */

struct left {
    char *record;
    struct nj_kill_heard groups[GROUPS], people[GROUPS * PEOPLE];
};

static void read_left(struct run *r, bool timed, struct left *l)
{
    assert_int_equal(nj_kill_unsent(database(r)), 0);
    l->record = nj_kill_record(database(r), timed);
    for (unsigned g = 0; g < GROUPS; g++) {
        nj_kill_listen(r->server, true, group_id(g), &l->groups[g]);
        for (unsigned i = 0; i < PEOPLE; i++)
            nj_kill_listen(r->server, false, person_id(g, i),
                           &l->people[g * PEOPLE + i]);
    }
}

static void free_left(struct left *l)
{
    free(l->record);
    for (unsigned i = 0; i < GROUPS; i++)
        nj_kill_forget(&l->groups[i]);
    for (unsigned i = 0; i < GROUPS * PEOPLE; i++)
        nj_kill_forget(&l->people[i]);
}

static void same_record(const char *was, const char *is)
{
    size_t at = 0, line = 0;

    while (was[at] != '\0' && was[at] == is[at]) {
        if (was[at] == '\n')
            line = at + 1;
        at++;
    }
    if (was[at] != is[at])
        fail_msg("the records differ:\n%.400s\nand with kills:\n%.400s",
                 was + line, is + line);
}

static void same_heard(const struct nj_kill_heard *was,
                       const struct nj_kill_heard *is)
{
    uint32_t at = 0;

    if (!nj_kill_same(was, is, &at))
        fail_msg("%s %lld heard something else, from line %u of %u (%u "
                 "undisturbed): %s",
                 is->group ? "group" : "person", (long long)is->id, at, is->n,
                 was->n, at < is->n ? is->lines[at].text : "it ends");
}

static void same(const struct left *was, const struct left *is)
{
    same_record(was->record, is->record);
    for (unsigned i = 0; i < GROUPS; i++)
        same_heard(&was->groups[i], &is->groups[i]);
    for (unsigned i = 0; i < GROUPS * PEOPLE; i++)
        same_heard(&was->people[i], &is->people[i]);
}

/* --- the two ways to play a course --- */

static void play_undisturbed(bool timed, struct left *l)
{
    connect(&played);
    for (uint32_t i = 0; i < n_course; i++)
        say(&played, &course[i], (int64_t)i + 1);
    run_end(&played, n_course);
    read_left(&played, timed, l);
}

/* Some messages, the last ones for the second time. */
static void say_some(uint32_t next)
{
    uint32_t from = next > 4 ? next - nj_rng_below(&chance, 5) : 0;
    uint32_t to = next + 1 + nj_rng_below(&chance, 2 * PER_KILL);

    for (uint32_t i = from; i < to && i < n_course; i++)
        say(&played, &course[i],
            i < next && nj_planted("repeat-after-a-kill-with-a-new-id")
                ? (int64_t)COURSE_MAX + i
                : (int64_t)i + 1);
}

/* What came before stays; *next: what has not come yet. */
static void look_how_far(uint32_t *next)
{
    uint32_t taken = nj_kill_taken(database(&played));

    assert_in_range(taken, *next, n_course);
    *next = taken;
}

static void kill_it(uint32_t *next)
{
    if (nj_rng_below(&chance, 8) == 0) { /* while it starts */
        nj_serve_start(&played.program, args);
        wait_us(nj_rng_below(&chance, 40000));
        nj_serve_kill(&played.program);
        return;
    }
    connect(&played);
    say_some(*next);
    if (nj_rng_below(&chance, 2) == 0 && *next < n_course)
        wait_until_taken(*next + 1);
    wait_us(nj_rng_below(&chance, 25000));
    nj_serve_kill(&played.program);
    look_how_far(next);
}

/* A text that is lost twice stands as unknown: there is time between. */
static void cut_it(uint32_t *next)
{
    uint32_t before = nj_ob_server_connections(played.server);

    say_some(*next);
    wait_us(nj_rng_below(&chance, 8000));
    nj_ob_server_drop(played.server);
    assert_true(nj_ob_server_connected(played.server, before + 1, WAIT_MS));
    for (uint32_t i = 0; nj_kill_unsent(database(&played)) > 0; i++) {
        assert_in_range(i, 0, 1000);
        if (i % 100 == 20) /* what never left us waits a second */
            nj_serve_type(&played.program, "+1s");
        wait_us(5000);
    }
    look_how_far(next);
}

static void play_disturbed(uint32_t times, bool kills, struct left *l)
{
    uint32_t next = 0;

    if (!kills)
        connect(&played);
    for (uint32_t i = 0; i < times; i++)
        if (kills)
            kill_it(&next);
        else
            cut_it(&next);
    print_message("%u times, %u of %u messages taken meanwhile\n", times, next,
                  n_course);
    if (kills)
        connect(&played);
    for (uint32_t i = next > 4 ? next - 4 : 0; i < n_course; i++)
        say(&played, &course[i], (int64_t)i + 1);
    run_end(&played, n_course);
    read_left(&played, kills, l);
}

static void one_round(uint32_t times, bool kills, const char *begun, size_t n)
{
    struct left was = {.record = NULL}, is = {.record = NULL};

    make_course(times * PER_KILL);
    run_open(&played);
    nj_serve_write(&played.program, "nightjar.db", begun, n);
    play_undisturbed(kills, &was);
    run_close(&played);
    run_open(&played);
    nj_serve_write(&played.program, "nightjar.db", begun, n);
    play_disturbed(times, kills, &is);
    same(&was, &is);
    run_close(&played);
    free_left(&was);
    free_left(&is);
}

static void all_rounds(uint32_t left, bool kills)
{
    char *begun;
    size_t n = 0;

    nj_rng_splitmix64(&chance, nj_from_env("NJ_KILL_SEED", 1));
    begun = begin_all(&n);
    while (left > 0) {
        uint32_t most = kills ? ROUND : CUTS;
        uint32_t times = left < most ? left : most;

        one_round(times, kills, begun, n);
        left -= times;
    }
    free(begun);
}

static void kills_leave_no_trace_but_marks(void **state)
{
    NJ_UNUSED(state);
    all_rounds((uint32_t)nj_amount("NJ_KILLS", 300), true);
}

static void cuts_leave_no_trace_but_marks(void **state)
{
    NJ_UNUSED(state);
    all_rounds((uint32_t)nj_amount("NJ_CUTS", 40), false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(kills_leave_no_trace_but_marks, end),
        cmocka_unit_test_teardown(cuts_leave_no_trace_but_marks, end),
    };

    return cmocka_run_group_tests_name("simulation/kill", tests, NULL, NULL);
}
