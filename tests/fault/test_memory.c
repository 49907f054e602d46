/*
 * The n-th allocation fails, ours or SQLite's, once or from then on, in a
 * child of its own: it ends with one line and status 2, or does without; the
 * next process loses nothing (goals R3).
 *
 * NJ_MEMORY_MAX: so many allocations of each piece of work are tried, evenly
 * spread, 400 without it; 0: every one. NJ_TEST_TENTH=1: a tenth of that.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "fault/memory.h"
#include "fault/trial.h"
#include "gateway/onebot/onebot_priv.h"
#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/private.h"
#include "referee/play/archive.h"

#define COMMANDS 16
#define TRIED    400

/* How a child ends. */
enum end {
    DID_WITHOUT,
    NEVER_FAILED = 3,
    OUT_OF_MEMORY = 2,
    REPORTED = 4 /* as a failure of another kind, which it is not */
};

/* What a child tells its parent while it lives. */
struct told {
    uint32_t turns;
};

struct piece {
    const char *name;
    /* In the child; false if it reported an error, which no test allows. */
    bool (*work)(struct trial *t);
    /* In the parent: the disk before, and what must hold behind. */
    void (*before)(struct trial *t);
    void (*check)(struct trial *t, const char *what);
};

static struct told *told;
static int errors = -1; /* the file that children write their lines to */

static void no_line(void *ctx, const char *line)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(line);
}

/* --- a child --- */

static void note_turns(void *ctx)
{
    struct trial *t = ctx;

    told->turns = t->life.turns;
}

_Noreturn static void child(struct trial *t, const struct piece *p,
                            enum nj_memory_owner owner, uint32_t n,
                            bool for_ever)
{
    bool well;

    (void)dup2(errors, STDERR_FILENO);
    t->life.turned = note_turns;
    t->life.ctx = t;
    nj_memory_fail(owner, n, for_ever);
    well = p->work(t);
    if (!nj_memory_failed())
        _exit(NEVER_FAILED);
    _exit(well ? DID_WITHOUT : REPORTED);
}

static void check_line(enum end end, const char *what)
{
    static const char line[] = "nightjar: out of memory\n";
    char text[400];
    ssize_t n = pread(errors, text, sizeof(text) - 1, 0);

    assert_true(n >= 0);
    text[n] = '\0';
    if (strcmp(text, end == OUT_OF_MEMORY ? line : "") != 0)
        fail_msg("%s: it ends with %d and says: %s", what, (int)end, text);
}

static enum end run(struct trial *t, const struct piece *p,
                    enum nj_memory_owner owner, uint32_t n, bool for_ever)
{
    char what[64];
    int status = 0;
    pid_t pid;

    (void)snprintf(what, sizeof(what), "%s, %s %u%s", p->name,
                   owner == NJ_MEMORY_OURS ? "ours" : "SQLite's", (unsigned)n,
                   for_ever ? " and all behind" : "");
    p->before(t);
    told->turns = 0;
    assert_int_equal(ftruncate(errors, 0), 0);
    (void)fflush(NULL);
    pid = fork();
    assert_true(pid >= 0);
    if (pid == 0)
        child(t, p, owner, n, for_ever);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == REPORTED)
        fail_msg("%s: it is taken for another failure", what);
    if (!WIFEXITED(status) || (WEXITSTATUS(status) != DID_WITHOUT &&
                               WEXITSTATUS(status) != OUT_OF_MEMORY &&
                               WEXITSTATUS(status) != NEVER_FAILED))
        fail_msg("%s: it ends in disorder, %x", what, (unsigned)status);
    check_line((enum end)WEXITSTATUS(status), what);
    p->check(t, what);
    return (enum end)WEXITSTATUS(status);
}

/* --- every n --- */

/* How many allocations the work takes, by doubling and halving. */
static uint32_t count(struct trial *t, const struct piece *p,
                      enum nj_memory_owner owner)
{
    uint32_t low = 0, high = 1;

    while (run(t, p, owner, high, false) != NEVER_FAILED) {
        low = high;
        high *= 2;
    }
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (run(t, p, owner, middle, false) == NEVER_FAILED)
            high = middle;
        else
            low = middle;
    }
    return low;
}

static void each(struct trial *t, const struct piece *p,
                 enum nj_memory_owner owner, bool for_ever)
{
    uint32_t n = count(t, p, owner);
    uint32_t tried = (uint32_t)nj_from_env("NJ_MEMORY_MAX", TRIED);
    uint32_t step;
    unsigned ends[NEVER_FAILED + 1] = {0};

    if (nj_from_env("NJ_TEST_TENTH", 0) > 0)
        tried = (tried + 9) / 10;
    step = tried == 0 ? 1 : 1 + n / tried;
    for (uint32_t i = 1; i <= n; i += step)
        ends[run(t, p, owner, i, for_ever)]++;
    print_message("%s: each %u. of %u allocations of %s%s: %u out of memory, "
                  "%u done without\n",
                  p->name, (unsigned)step, (unsigned)n,
                  owner == NJ_MEMORY_OURS ? "ours" : "SQLite",
                  for_ever ? " and all behind" : "", ends[OUT_OF_MEMORY],
                  ends[DID_WITHOUT]);
}

static void all(struct trial *t, const struct piece *p)
{
    each(t, p, NJ_MEMORY_OURS, false);
    each(t, p, NJ_MEMORY_SQLITE, false);
    each(t, p, NJ_MEMORY_SQLITE, true);
}

/* --- pieces of work --- */

static void empty_disk(struct trial *t)
{
    nj_disk_wipe();
    t->life.now_ms = t->commands[0].at_ms;
}

static bool play(struct trial *t)
{
    struct nj_err err = {{0}};

    if (nj_trial_begin(t, &err) != NJ_OK)
        return false;
    for (uint32_t i = 0; i < t->n_commands; i++)
        if (nj_trial_say(t, i, &err) != NJ_OK)
            return false;
    return true;
}

/* The state is that after the last turn that was done or the one in hand. */
static void check_play(struct trial *t, const char *what)
{
    struct trial_known k = {.first = told->turns,
                            .last = told->turns + 1,
                            .calls = t->turns[told->turns].calls,
                            .heard = true,
                            .more = 1};

    nj_trial_check(t, &k, what);
}

static void start_and_commands_lose_nothing(void **state)
{
    static const struct piece p = {"start and commands", play, empty_disk,
                                   check_play};

    all(*state, &p);
}

static struct nj_disk_image *image;
static uint32_t resumed; /* the command that comes next on the image */

static void half_played(struct trial *t)
{
    nj_disk_load(image);
    t->life.now_ms = t->commands[resumed].at_ms;
}

static bool resume(struct trial *t)
{
    struct nj_err err = {{0}};

    return nj_trial_begin(t, &err) == NJ_OK &&
           nj_trial_say(t, resumed, &err) == NJ_OK;
}

static void check_on(struct trial *t, const char *what)
{
    nj_trial_go_on(t, resumed, 1, what);
}

static void recovery_loses_nothing(void **state)
{
    static const struct piece p = {"recovery", resume, half_played, check_on};

    all(*state, &p);
}

static enum nj_status no_piece(void *ctx, const char *text, size_t n,
                               struct nj_err *err)
{
    NJ_UNUSED(ctx);
    NJ_UNUSED(text);
    NJ_UNUSED(n);
    NJ_UNUSED(err);
    return NJ_OK;
}

static bool export_match(struct trial *t)
{
    struct nj_match_row row;
    struct nj_err err = {{0}};

    return nj_store_open(&t->life.house.store, t->path, &err) == NJ_OK &&
           nj_match_load(t->life.house.store, 1, &row) &&
           nj_match_file_write(t->life.house.store, &row, &t->env.games[0],
                               no_piece, NULL, &err) == NJ_OK;
}

static void an_export_loses_nothing(void **state)
{
    static const struct piece p = {"export", export_match, half_played,
                                   check_on};

    all(*state, &p);
}

static void nothing_before(struct trial *t)
{
    NJ_UNUSED(t);
}

static void nothing_behind(struct trial *t, const char *what)
{
    NJ_UNUSED(t);
    NJ_UNUSED(what);
}

static bool load_texts(struct trial *t)
{
    struct nj_env env = {0};
    struct nj_err err = {{0}};
    bool well = nj_env_load(&env, NULL, &err) == NJ_OK;

    NJ_UNUSED(t);
    nj_env_fini(&env);
    return well;
}

static void texts_and_data_are_loaded_or_not(void **state)
{
    static const struct piece p = {"texts and data", load_texts, nothing_before,
                                   nothing_behind};

    each(*state, &p, NJ_MEMORY_OURS, false);
}

/* What a connection that comes back has to read and to write. */
static bool talk(struct trial *t)
{
    static const char *const frames[] = {
        "{\"post_type\":\"meta_event\",\"meta_event_type\":\"lifecycle\","
        "\"sub_type\":\"connect\",\"self_id\":10000,\"time\":1760000000}",
        "{\"status\":\"ok\",\"retcode\":0,\"data\":{\"user_id\":10000},"
        "\"echo\":\"e-1\"}",
        "{\"post_type\":\"message\",\"message_type\":\"group\","
        "\"self_id\":10000,\"user_id\":77,\"group_id\":1001,"
        "\"message_id\":5,\"time\":1760000000,\"message\":[{\"type\":"
        "\"text\",\"data\":{\"text\":\"#\\u5e2e\\u52a9\"}}],"
        "\"sender\":{\"nickname\":\"Ann\"}}"};
    const struct nj_ob_self self = {"qq", 0, "10000", ""};
    struct nj_ob_call *call = nj_ob_call_create(NJ_OB_CALL_SAY, 1);
    const char *mention = "qq:u:77";
    const struct nj_say public = {
        .text = "one\ntwo", .mentions = &mention, .n_mentions = 1};
    const struct nj_say private = {.text = "three"};
    struct nj_err err = {{0}};
    bool well = true;

    NJ_UNUSED(t);
    for (size_t i = 0; i < NJ_COUNT(frames); i++) {
        struct nj_ob_frame f;

        if (nj_ob_frame_read(&self, frames[i], strlen(frames[i]), &f, &err) ==
            NJ_OK)
            nj_ob_frame_fini(&f);
        else
            well = false;
    }
    nj_ob_send_login(&call->frame, "e-1");
    well = well &&
           nj_ob_send_group(&call->frame, "e-2", (struct nj_group){"qq:g:1001"},
                            &public) == NJ_OK &&
           nj_ob_send_private(&call->frame, "e-3", PRIVATE_CHAT("qq:u:77"),
                              &private) == NJ_OK;
    nj_ob_call_destroy(call);
    return well;
}

static void a_reconnect_ends_in_order(void **state)
{
    static const struct piece p = {"reconnect", talk, nothing_before,
                                   nothing_behind};

    each(*state, &p, NJ_MEMORY_OURS, false);
}

/* --- all of it --- */

/* In the middle of the match, with texts on their way. */
static void keep_image(const struct trial *t)
{
    uint32_t i = t->said.n - 1;

    while (i > 0 &&
           (!t->said.list[i].stored ||
            t->turns[t->said.list[i].turn].command + 2 >= t->n_commands))
        i--;
    nj_disk_cut(t->turns[t->said.list[i].turn].calls, NJ_CUT_KEPT, 0);
    image = nj_disk_save();
    resumed = t->turns[t->said.list[i].turn].command + 1;
}

static int open_all(void **state)
{
    static struct trial t;
    char name[300];

    nj_log_set_sink(no_line, NULL);
    told = mmap(NULL, sizeof(*told), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    nj_trial_open(&t, "memory");
    (void)snprintf(name, sizeof(name), "%s.errors", t.path);
    errors =
        open(name, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    assert_true(errors >= 0);
    (void)unlink(name);
    nj_trial_record(&t, COMMANDS);
    keep_image(&t);
    *state = &t;
    return 0;
}

static int close_all(void **state)
{
    nj_disk_free(image);
    nj_trial_close(*state);
    (void)close(errors);
    (void)munmap(told, sizeof(*told));
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_data_are_loaded_or_not),
        cmocka_unit_test(start_and_commands_lose_nothing),
        cmocka_unit_test(recovery_loses_nothing),
        cmocka_unit_test(an_export_loses_nothing),
        cmocka_unit_test(a_reconnect_ends_in_order),
    };

    nj_memory_install();
    return cmocka_run_group_tests_name("fault/memory", tests, open_all,
                                       close_all);
}
