/*
 * A file layer for SQLite that fails when told to (goals R4).
 *
 * While it is installed it is SQLite's default: whoever opens a database gets
 * it without knowing. Calls are counted per kind since the last nj_vfs_fail or
 * nj_vfs_clear, so that a test can run a piece of work once, ask how many
 * calls it took, and then let each of them fail in turn.
 */
#ifndef NJ_FAULT_VFS_SHIM_H
#define NJ_FAULT_VFS_SHIM_H

#include <stdbool.h>

enum nj_vfs_call {
    NJ_VFS_OPEN = 1,
    NJ_VFS_READ = 2,
    NJ_VFS_WRITE = 4,
    NJ_VFS_SYNC = 8,
    NJ_VFS_TRUNCATE = 16,
    NJ_VFS_DELETE = 32,
    NJ_VFS_INDEX = 64, /* mapping the index of the write-ahead log */
    NJ_VFS_ANY = 127
};

struct nj_vfs_fault {
    unsigned calls;   /* enum nj_vfs_call, or several of them */
    unsigned nth;     /* 1: the next one */
    bool for_ever;    /* and all behind it */
    bool torn;        /* a failing write leaves its first half */
    bool only_beside; /* calls on the file that says what was promised */
    int rc;           /* what SQLite is told */
    int system;       /* the errno behind it */
};

void nj_vfs_install(void);
/* On top of another layer than the system's, by its name. */
void nj_vfs_install_over(const char *below);
void nj_vfs_remove(void);

void nj_vfs_fail(const struct nj_vfs_fault *fault);
/* There is no room on the disk from now on. */
void nj_vfs_fill(void);
void nj_vfs_clear(void);

/* Syncs are not passed on: as fast as a test wants it, and all that a process
 * leaves behind when it dies but the machine does not. */
void nj_vfs_lazy(bool on);
/* Called before each call that changes a file; NULL: nobody watches. */
void nj_vfs_watch(void (*before)(void *ctx), void *ctx);

/* Calls of these kinds, and how many have been failed. */
unsigned nj_vfs_count(unsigned calls);
unsigned nj_vfs_failed(void);
/* Of the latter, those on the file that says what was promised: people play on
 * without it. */
unsigned nj_vfs_harmless(void);

#endif
