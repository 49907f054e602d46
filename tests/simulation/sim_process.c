/*
 * The simulated process: it starts on a database, dies at any write or send,
 * and leaves its files as they were at that moment.
 */
#include <stdlib.h>
#include <unistd.h>

#include "fault/vfs_shim.h"
#include "kit/plant.h"
#include "simulation/sim_priv.h"

#define FULL 13 /* SQLite's word for a full disk */

/* What a kill leaves; the index of the log is made anew from it. */
static const char *const suffixes[SIM_FILES] = {"", "-wal", "-promised"};

static void name_of(const struct sim *s, const char *suffix, char out[600])
{
    (void)snprintf(out, 600, "%s%s", s->path, suffix);
}

static void remove_file(const struct sim *s, const char *suffix)
{
    char name[600];

    name_of(s, suffix, name);
    (void)unlink(name);
}

/* --- death --- */

static void read_file(const struct sim *s, int i, struct sim_copy *c)
{
    char name[600];
    FILE *f;
    long size;

    name_of(s, suffixes[i], name);
    f = fopen(name, "rb");
    free(c->bytes[i]);
    c->bytes[i] = NULL;
    c->n[i] = 0;
    if (f == NULL)
        return;
    (void)fseek(f, 0, SEEK_END);
    size = ftell(f);
    (void)fseek(f, 0, SEEK_SET);
    assert_true(size >= 0);
    c->bytes[i] = nj_alloc((size_t)size + 1);
    c->n[i] = fread(c->bytes[i], 1, (size_t)size, f);
    assert_int_equal(c->n[i], size);
    (void)fclose(f);
}

static void write_file(const struct sim *s, int i, const struct sim_copy *c)
{
    char name[600];
    FILE *f;

    name_of(s, suffixes[i], name);
    if (c->bytes[i] == NULL) {
        (void)unlink(name);
        return;
    }
    f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(c->bytes[i], 1, c->n[i], f), c->n[i]);
    assert_int_equal(fclose(f), 0);
}

void nj_sim_die(struct sim *s)
{
    if (s->dead)
        return;
    for (int i = 0; i < SIM_FILES; i++)
        read_file(s, i, &s->copy);
    s->dead = true;
    s->die_io = s->die_send = 0;
    s->sums->kills++;
}

static void before_change(void *ctx)
{
    struct sim *s = ctx;

    if (s->follow.at_change > 0 && nj_store_writing(s->store) &&
        --s->follow.at_change == 0)
        nj_sim_fence(s);
    if (s->die_io > 0 && --s->die_io == 0)
        nj_sim_die(s);
}

/* --- life --- */

static void observe(void *ctx, const char *chat, const struct nj_message *m)
{
    struct sim *s = ctx;

    NJ_UNUSED(chat);
    if (strcmp(m->key, "shell.too_late") == 0) {
        s->sums->late++;
        if (nj_planted("late-words-pass-unheard"))
            return;
    }
    s->observed++;
}

static enum nj_status start(struct sim *s, struct nj_err *err)
{
    struct nj_referee_setup setup = nj_env_trial(s->env);
    enum nj_status st = nj_store_open(&s->store, s->path, err);

    setup.clock = nj_sim_clock(s);
    setup.gateways = s->list;
    setup.n_gateways = SIM_GATEWAYS;
    setup.pace = (struct nj_pace){1, 3, 12, 3};
    setup.idle_ms = 60000;
    setup.observe = observe;
    setup.observe_ctx = s;
    memcpy(&setup.test_seed, &s->seed, sizeof(s->seed));
    setup.store = s->store;
    if (st == NJ_OK)
        st = nj_referee_create(&setup, &s->referee, err);
    return st;
}

static void stop(struct sim *s)
{
    nj_sim_ledger_close(s);
    nj_referee_destroy(s->referee);
    nj_store_close(s->store);
    s->referee = NULL;
    s->store = NULL;
}

/* A full disk keeps it from starting until there is room. */
static void start_or_make_room(struct sim *s)
{
    struct nj_err err = {{0}};
    enum nj_status st = start(s, &err);

    if (st == NJ_ERR_FULL && s->full) {
        nj_store_close(s->store);
        s->store = NULL;
        nj_sim_disk(s, false);
        st = start(s, &err);
    }
    if (st != NJ_OK)
        nj_sim_fail(s, "it does not start: %s", err.text);
    nj_sim_ledger_open(s);
}

void nj_sim_open(struct sim *s)
{
    (void)snprintf(s->path, sizeof(s->path), "%s/simulation.%ld.db",
                   NJ_BINARY_DIR, (long)getpid());
    nj_store_remove(s->path);
    nj_vfs_install();
    nj_vfs_lazy(true);
    nj_vfs_watch(before_change, s);
    start_or_make_room(s);
}

void nj_sim_restart(struct sim *s, int64_t down_ms)
{
    nj_sim_die(s);
    stop(s);
    remove_file(s, "-shm");
    for (int i = 0; i < SIM_FILES; i++)
        write_file(s, i, &s->copy);
    s->dead = false;
    nj_sim_pass_dead(s, down_ms);
    nj_sim_links_lost(s);
    start_or_make_room(s);
    nj_sim_desk_reborn(s);
    nj_sim_ledger_turn(s);
}

void nj_sim_close(struct sim *s)
{
    stop(s);
    nj_vfs_watch(NULL, NULL);
    nj_vfs_lazy(false);
    nj_vfs_clear();
    nj_vfs_remove();
    for (int i = 0; i < SIM_FILES; i++)
        free(s->copy.bytes[i]);
    nj_store_remove(s->path);
}

void nj_sim_disk(struct sim *s, bool full)
{
    const struct nj_vfs_fault fault = {.calls = NJ_VFS_WRITE,
                                       .nth = 1 + nj_sim_below(s, 12),
                                       .for_ever = true,
                                       .rc = FULL,
                                       .system = 28};

    s->full = full;
    if (full) {
        nj_vfs_fail(&fault);
        s->sums->full++;
    } else {
        nj_vfs_clear();
    }
}
