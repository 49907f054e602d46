/*
 * Any bytes as damage to a whole database: what a start makes of it. The
 * database is a real one, in the middle of a match, on a disk in memory; it
 * was closed in order, or its process was killed and its log is full. Each
 * five bytes change one:
 *
 *     what  what & 3: 0, 1 the database, 2 its log, 3 what was promised;
 *           from 64 on it is cut off there, below the byte is set
 *     at    three bytes, the last first, modulo the length of that file
 *     byte
 *
 * The first byte of all chooses the database. A start ends in a status and one
 * line, or the referee works on what it finds and each of its turns does; no
 * assertion fails, nothing hangs. If nobody meddled with the promise and a
 * check finds nothing, then no match, no input and no message is missing. The
 * promise has two halves: a damaged row that counts more commits than there
 * ever were is meddled with like the file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/log.h"
#include "cli/house.h"
#include "fault/disk.h"
#include "fault/disk_priv.h"
#include "fuzz/fuzz.h"
#include "gateway/memory/memory.h"
#include "store/store_priv.h"

#define START_MS  INT64_C(1800000000000)
#define EDITS_MAX 64
#define EDIT      5
#define SEEDS     2
#define COUNTED   3

struct life {
    struct nj_house house;
    int64_t now_ms;
};

static struct nj_env env;
static char path[64];
static struct nj_disk_image *seeds[SEEDS];
static int64_t rows[SEEDS][COUNTED];
static int64_t commits[SEEDS]; /* and a start has made none before we look */

static void silence(void *ctx, const char *line)
{
    (void)ctx;
    (void)line;
}

/* Whatever fails says why, in one line. */
static bool works(enum nj_status st, const struct nj_err *err)
{
    NJ_ASSERT((st == NJ_OK) == (err->text[0] == '\0'));
    NJ_ASSERT(strchr(err->text, '\n') == NULL);
    return st == NJ_OK;
}

/* --- a life --- */

static bool rest(struct life *l)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_house_rest(&l->house, &err);

    NJ_ASSERT(st != NJ_ERR_LIMIT); /* it does not come to rest */
    return works(st, &err);
}

static bool begin(struct life *l)
{
    struct nj_err err = {{0}};

    nj_house_furnish(&l->house, &env);
    (void)nj_house_memory(&l->house, "qq");
    l->house.setup.clock = nj_clock_manual(&l->now_ms);
    l->house.setup.test_seed = (struct nj_hash){{7}};
    return works(nj_house_start(&l->house, &err), &err) && rest(l);
}

static bool say(struct life *l, const char *user, const char *text)
{
    nj_memory_group(l->house.gateways[0], "1", user, user, "", text);
    return rest(l);
}

/* --- the databases --- */

static void count_rows(struct nj_store *s, int64_t out[COUNTED])
{
    static const char *const counts[COUNTED] = {
        "SELECT count(*) FROM matches", "SELECT count(*) FROM inputs",
        "SELECT coalesce(sum(many), 0) FROM said"};
    struct nj_err err = {{0}};

    for (size_t i = 0; i < COUNTED; i++) {
        struct nj_stmt q = nj_stmt_begin(s, counts[i]);

        out[i] = nj_stmt_number(&q);
        if (!works(nj_store_status(s, &err), &err)) {
            out[i] = -1;
            nj_store_rollback(s);
        }
    }
}

static void make_seeds(void)
{
    static const char *const lines[] = {
        "#新游戏 漫漫长夜", "#加入", "#电脑 2", "#开始", "右", "停止"};
    struct life l = {.now_ms = START_MS};
    struct nj_err err = {{0}};

    NJ_ASSERT(nj_store_open(&l.house.store, path, &err) == NJ_OK);
    NJ_ASSERT(begin(&l));
    for (size_t i = 0; i < NJ_COUNT(lines); i++)
        NJ_ASSERT(say(&l, "ann", lines[i]));
    count_rows(l.house.store, rows[0]);
    memcpy(rows[1], rows[0], sizeof(rows[1]));
    commits[1] = l.house.store->promise.now.commits;
    seeds[1] = nj_disk_save();
    nj_house_stop(&l.house);
    commits[0] = commits[1];
    seeds[0] = nj_disk_save();
}

static void load(void)
{
    struct nj_err err = {{0}};

    if (seeds[0] != NULL)
        return;
    nj_random_init();
    nj_log_set_sink(silence, NULL);
    NJ_ASSERT(nj_env_load(&env, NULL, &err) == NJ_OK);
    (void)snprintf(path, sizeof(path), "fuzz-database.%ld.db", (long)getpid());
    nj_disk_install();
    make_seeds();
}

/* --- damage --- */

static struct nj_disk_file *file_of(uint8_t what)
{
    static const char *const suffix[] = {"", "", "-wal", "-promised"};
    char name[600], full[512];
    unsigned i;

    NJ_ASSERT(getcwd(full, sizeof(full)) != NULL);
    (void)snprintf(name, sizeof(name), "%s/%s%s", full, path,
                   suffix[what & 3u]);
    i = nj_disk_find(name);
    return i == NJ_DISK_FILES ? NULL : nj_disk_file(i);
}

static void change(const uint8_t *edit)
{
    struct nj_disk_file *f = file_of(edit[0]);
    int64_t at = edit[1] | edit[2] << 8 | edit[3] << 16;

    if (f == NULL || f->size == 0)
        return;
    at %= f->size;
    if (edit[0] >= 64)
        nj_disk_resize(f, at);
    else
        f->bytes[at] = edit[4];
}

/* What a start makes of it; `trusted`: the promise is as it was. */
static void start(size_t seed, bool trusted)
{
    struct life l = {.now_ms = START_MS + 1000};
    struct nj_err err = {{0}};
    int64_t found[COUNTED] = {0};

    if (works(nj_store_open(&l.house.store, path, &err), &err) &&
        works(nj_store_check(l.house.store, &err), &err)) {
        trusted =
            trusted && l.house.store->promise.now.commits <= commits[seed];
        count_rows(l.house.store, found);
        NJ_ASSERT(!trusted || memcmp(found, rows[seed], sizeof(found)) == 0);
        if (begin(&l) && say(&l, "ann", "#状态") && say(&l, "ann", "右"))
            (void)say(&l, "ann", "停止");
    }
    nj_house_stop(&l.house);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool trusted = true;
    size_t seed;

    load();
    if (size == 0)
        return 0;
    seed = data[0] % SEEDS;
    nj_disk_load(seeds[seed]);
    for (size_t i = 0; i < EDITS_MAX && 1 + (i + 1) * EDIT <= size; i++) {
        const uint8_t *edit = data + 1 + i * EDIT;

        change(edit);
        trusted = trusted && (edit[0] & 3u) != 3;
    }
    start(seed, trusted);
    return 0;
}
