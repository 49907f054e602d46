/*
 * A file layer that passes everything on to the system's, unless this call is
 * the one that has to fail.
 */
#include "fault/vfs_shim.h"

#include <errno.h>
#include <string.h>

#include <sqlite3.h>

#include "base/bug.h"
#include "kit/plant.h"

#define KINDS   7
#define CHANGES (NJ_VFS_WRITE | NJ_VFS_SYNC | NJ_VFS_TRUNCATE | NJ_VFS_DELETE)

static struct {
    sqlite3_vfs *real;
    struct nj_vfs_fault fault;
    unsigned seen; /* calls of the fault's kinds since it was set */
    unsigned failed;
    unsigned harmless;
    unsigned counts[KINDS];
    bool lazy;
    void (*before)(void *ctx);
    void *ctx;
} shim;

struct shim_file {
    sqlite3_file base;
    bool beside;        /* the file that says what was promised */
    sqlite3_file *real; /* stands behind this struct */
};

/* True if the call has to fail. */
static bool hit(enum nj_vfs_call call, bool beside)
{
    for (unsigned i = 0; i < KINDS; i++)
        if ((unsigned)call == 1u << i)
            shim.counts[i]++;
    if (shim.before != NULL && ((unsigned)call & CHANGES) != 0)
        shim.before(shim.ctx);
    if ((shim.fault.calls & (unsigned)call) == 0 ||
        (shim.fault.only_beside && !beside))
        return false;
    shim.seen++;
    if (shim.seen != shim.fault.nth &&
        !(shim.fault.for_ever && shim.seen > shim.fault.nth))
        return false;
    shim.failed++;
    shim.harmless += beside;
    return true;
}

static bool hit_file(sqlite3_file *f, enum nj_vfs_call call)
{
    return hit(call, ((struct shim_file *)(void *)f)->beside);
}

static sqlite3_file *real_of(sqlite3_file *f)
{
    return ((struct shim_file *)(void *)f)->real;
}

/* --- a file --- */

static int shim_close(sqlite3_file *f)
{
    return real_of(f)->pMethods->xClose(real_of(f));
}

static int shim_read(sqlite3_file *f, void *out, int n, sqlite3_int64 at)
{
    if (hit_file(f, NJ_VFS_READ))
        return shim.fault.rc;
    return real_of(f)->pMethods->xRead(real_of(f), out, n, at);
}

static int shim_write(sqlite3_file *f, const void *bytes, int n,
                      sqlite3_int64 at)
{
    if (!hit_file(f, NJ_VFS_WRITE))
        return real_of(f)->pMethods->xWrite(real_of(f), bytes, n, at);
    if (shim.fault.torn && n > 1)
        (void)real_of(f)->pMethods->xWrite(real_of(f), bytes, n / 2, at);
    return shim.fault.rc;
}

static int shim_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    if (hit_file(f, NJ_VFS_TRUNCATE))
        return shim.fault.rc;
    return real_of(f)->pMethods->xTruncate(real_of(f), size);
}

static int shim_sync(sqlite3_file *f, int flags)
{
    if (hit_file(f, NJ_VFS_SYNC))
        return nj_planted("failed-sync-goes-unsaid") ? SQLITE_OK
                                                     : shim.fault.rc;
    return shim.lazy ? SQLITE_OK
                     : real_of(f)->pMethods->xSync(real_of(f), flags);
}

static int shim_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static int shim_lock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xLock(real_of(f), level);
}

static int shim_unlock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), level);
}

static int shim_check_lock(sqlite3_file *f, int *held)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), held);
}

static int shim_control(sqlite3_file *f, int op, void *arg)
{
    if (op == SQLITE_FCNTL_LAST_ERRNO && shim.failed > 0) {
        *(int *)arg = shim.fault.system;
        return SQLITE_OK;
    }
    return real_of(f)->pMethods->xFileControl(real_of(f), op, arg);
}

static int shim_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int shim_traits(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int shim_shm_map(sqlite3_file *f, int page, int size, int extend,
                        void volatile **out)
{
    if (hit_file(f, NJ_VFS_INDEX))
        return shim.fault.rc;
    return real_of(f)->pMethods->xShmMap(real_of(f), page, size, extend, out);
}

static int shim_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    return real_of(f)->pMethods->xShmLock(real_of(f), offset, n, flags);
}

static void shim_shm_barrier(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static int shim_shm_unmap(sqlite3_file *f, int remove)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), remove);
}

/* Version 2: with the index of the log, without mapping the database. */
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = shim_close,
    .xRead = shim_read,
    .xWrite = shim_write,
    .xTruncate = shim_truncate,
    .xSync = shim_sync,
    .xFileSize = shim_size,
    .xLock = shim_lock,
    .xUnlock = shim_unlock,
    .xCheckReservedLock = shim_check_lock,
    .xFileControl = shim_control,
    .xSectorSize = shim_sector,
    .xDeviceCharacteristics = shim_traits,
    .xShmMap = shim_shm_map,
    .xShmLock = shim_shm_lock,
    .xShmBarrier = shim_shm_barrier,
    .xShmUnmap = shim_shm_unmap,
};

/* --- the layer --- */

static int shim_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *f,
                     int flags, int *out_flags)
{
    struct shim_file *file = (struct shim_file *)(void *)f;
    int rc;

    (void)vfs;
    file->base.pMethods = NULL;
    file->real = (sqlite3_file *)(void *)(file + 1);
    file->beside = name != NULL && strstr(name, "-promised") != NULL;
    if (hit_file(f, NJ_VFS_OPEN))
        return shim.fault.rc;
    rc = shim.real->xOpen(shim.real, name, file->real, flags, out_flags);
    if (file->real->pMethods != NULL)
        file->base.pMethods = &methods;
    return rc;
}

static int shim_delete(sqlite3_vfs *vfs, const char *name, int sync_dir)
{
    (void)vfs;
    if (hit(NJ_VFS_DELETE, false))
        return shim.fault.rc;
    return shim.real->xDelete(shim.real, name, sync_dir);
}

static int shim_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    (void)vfs;
    return shim.real->xAccess(shim.real, name, flags, out);
}

static int shim_full_name(sqlite3_vfs *vfs, const char *name, int n, char *out)
{
    (void)vfs;
    return shim.real->xFullPathname(shim.real, name, n, out);
}

static int shim_randomness(sqlite3_vfs *vfs, int n, char *out)
{
    (void)vfs;
    return shim.real->xRandomness(shim.real, n, out);
}

static int shim_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return shim.real->xSleep(shim.real, microseconds);
}

static int shim_time(sqlite3_vfs *vfs, sqlite3_int64 *ms)
{
    (void)vfs;
    return shim.real->xCurrentTimeInt64(shim.real, ms);
}

static int shim_last_error(sqlite3_vfs *vfs, int n, char *out)
{
    (void)vfs;
    if (shim.failed > 0)
        return shim.fault.system;
    return shim.real->xGetLastError(shim.real, n, out);
}

static sqlite3_vfs layer = {
    .iVersion = 2,
    .zName = "nightjar-fault",
    .xOpen = shim_open,
    .xDelete = shim_delete,
    .xAccess = shim_access,
    .xFullPathname = shim_full_name,
    .xRandomness = shim_randomness,
    .xSleep = shim_sleep,
    .xGetLastError = shim_last_error,
    .xCurrentTimeInt64 = shim_time,
};

/* --- for the tests --- */

void nj_vfs_install_over(const char *below)
{
    int rc;

    shim.real = sqlite3_vfs_find(below);
    NJ_ASSERT(shim.real != NULL);
    layer.szOsFile = (int)sizeof(struct shim_file) + shim.real->szOsFile;
    layer.mxPathname = shim.real->mxPathname;
    rc = sqlite3_vfs_register(&layer, 1);
    NJ_ASSERT(rc == SQLITE_OK);
    nj_vfs_clear();
}

void nj_vfs_install(void)
{
    nj_vfs_install_over("unix");
}

void nj_vfs_remove(void)
{
    (void)sqlite3_vfs_unregister(&layer);
    (void)sqlite3_vfs_register(shim.real, 1);
}

void nj_vfs_fail(const struct nj_vfs_fault *fault)
{
    nj_vfs_clear();
    shim.fault = *fault;
}

void nj_vfs_fill(void)
{
    const struct nj_vfs_fault full = {.calls = NJ_VFS_WRITE,
                                      .nth = 1,
                                      .for_ever = true,
                                      .rc = SQLITE_FULL,
                                      .system = ENOSPC};

    nj_vfs_fail(&full);
}

void nj_vfs_clear(void)
{
    shim.fault = (struct nj_vfs_fault){.calls = 0};
    shim.seen = 0;
    shim.failed = 0;
    shim.harmless = 0;
    for (unsigned i = 0; i < KINDS; i++)
        shim.counts[i] = 0;
}

void nj_vfs_lazy(bool on)
{
    shim.lazy = on;
}

void nj_vfs_watch(void (*before)(void *ctx), void *ctx)
{
    shim.before = before;
    shim.ctx = ctx;
}

unsigned nj_vfs_count(unsigned calls)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < KINDS; i++)
        if ((calls & 1u << i) != 0)
            sum += shim.counts[i];
    return sum;
}

unsigned nj_vfs_failed(void)
{
    return shim.failed;
}

unsigned nj_vfs_harmless(void)
{
    return shim.harmless;
}
