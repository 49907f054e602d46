/*
 * What SQLite calls: a layer of files in memory.
 */
#include "fault/disk.h"

#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/random.h"
#include "fault/disk_priv.h"
#include "kit/plant.h"

#define INDEX_PARTS 64 /* of the log's index, 32 KiB each */

static struct {
    sqlite3_vfs *real;
    uint64_t chance; /* for SQLite's own use */
    /* The index of the log, which no disk ever holds. */
    void *index[INDEX_PARTS];
    unsigned index_users;
} os;

struct handle {
    sqlite3_file base;
    unsigned file;
    bool indexed;
};

/* --- a file --- */

static struct handle *handle_of(sqlite3_file *f)
{
    return (struct handle *)(void *)f;
}

static struct nj_disk_file *file_of(sqlite3_file *f)
{
    return nj_disk_file(handle_of(f)->file);
}

static void drop_index(struct handle *h)
{
    if (!h->indexed)
        return;
    h->indexed = false;
    if (--os.index_users > 0)
        return;
    for (unsigned i = 0; i < INDEX_PARTS; i++) {
        free(os.index[i]);
        os.index[i] = NULL;
    }
}

static int disk_close(sqlite3_file *f)
{
    drop_index(handle_of(f));
    return SQLITE_OK;
}

static int disk_read(sqlite3_file *f, void *out, int n, sqlite3_int64 at)
{
    const struct nj_disk_file *file = file_of(f);
    int64_t there = at < file->size ? file->size - at : 0;

    there = there < n ? there : n;
    if (there > 0)
        memcpy(out, file->bytes + at, (size_t)there);
    if (there == n)
        return SQLITE_OK;
    memset((char *)out + there, 0, (size_t)(n - there));
    return SQLITE_IOERR_SHORT_READ;
}

static int disk_write(sqlite3_file *f, const void *bytes, int n,
                      sqlite3_int64 at)
{
    if (at + n > NJ_DISK_FILE_BYTES)
        return SQLITE_FULL;
    nj_disk_note(NJ_DISK_WRITE, handle_of(f)->file, bytes, n, at);
    nj_disk_put(file_of(f), bytes, n, at);
    return SQLITE_OK;
}

static int disk_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    nj_disk_note(NJ_DISK_TRUNCATE, handle_of(f)->file, NULL, 0, size);
    nj_disk_resize(file_of(f), size);
    return SQLITE_OK;
}

static int disk_sync(sqlite3_file *f, int flags)
{
    (void)flags;
    if (!nj_planted("disk-never-syncs"))
        nj_disk_note(NJ_DISK_SYNC, handle_of(f)->file, NULL, 0, 0);
    return SQLITE_OK;
}

static int disk_size(sqlite3_file *f, sqlite3_int64 *size)
{
    *size = file_of(f)->size;
    return SQLITE_OK;
}

/* One connection at a time uses the disk, so nobody ever waits for a lock. */
static int disk_lock(sqlite3_file *f, int level)
{
    (void)f;
    (void)level;
    return SQLITE_OK;
}

static int disk_check_lock(sqlite3_file *f, int *held)
{
    (void)f;
    *held = 0;
    return SQLITE_OK;
}

static int disk_control(sqlite3_file *f, int op, void *arg)
{
    (void)f;
    (void)op;
    (void)arg;
    return SQLITE_NOTFOUND;
}

static int disk_sector(sqlite3_file *f)
{
    (void)f;
    return 4096;
}

static int disk_traits(sqlite3_file *f)
{
    (void)f;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int disk_index_map(sqlite3_file *f, int part, int size, int extend,
                          void volatile **out)
{
    struct handle *h = handle_of(f);

    NJ_ASSERT(part < INDEX_PARTS);
    if (!h->indexed)
        os.index_users++;
    h->indexed = true;
    if (os.index[part] == NULL && extend != 0)
        os.index[part] = nj_alloc((size_t)size);
    *out = os.index[part];
    return SQLITE_OK;
}

static int disk_index_lock(sqlite3_file *f, int offset, int n, int flags)
{
    (void)f;
    (void)offset;
    (void)n;
    (void)flags;
    return SQLITE_OK;
}

static void disk_index_barrier(sqlite3_file *f)
{
    (void)f;
}

static int disk_index_unmap(sqlite3_file *f, int remove)
{
    (void)remove;
    drop_index(handle_of(f));
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_size,
    .xLock = disk_lock,
    .xUnlock = disk_lock,
    .xCheckReservedLock = disk_check_lock,
    .xFileControl = disk_control,
    .xSectorSize = disk_sector,
    .xDeviceCharacteristics = disk_traits,
    .xShmMap = disk_index_map,
    .xShmLock = disk_index_lock,
    .xShmBarrier = disk_index_barrier,
    .xShmUnmap = disk_index_unmap,
};

/* --- the layer --- */

static int disk_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *f,
                     int flags, int *out_flags)
{
    struct handle *h = handle_of(f);

    (void)vfs;
    NJ_ASSERT(name != NULL); /* what is temporary stays in memory */
    *h =
        (struct handle){.base.pMethods = &methods, .file = nj_disk_place(name)};
    if (!nj_disk_file(h->file)->exists)
        nj_disk_note(NJ_DISK_CREATE, h->file, NULL, 0, 0);
    nj_disk_file(h->file)->exists = true;
    if (out_flags != NULL)
        *out_flags = flags;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync_dir)
{
    unsigned i = nj_disk_find(name);

    (void)vfs;
    if (i == NJ_DISK_FILES || !nj_disk_file(i)->exists)
        return SQLITE_IOERR_DELETE_NOENT;
    nj_disk_note(NJ_DISK_DELETE, i, NULL, 0, 0);
    if (sync_dir != 0)
        nj_disk_note(NJ_DISK_SYNC, i, NULL, 0, 0);
    nj_disk_file(i)->exists = false;
    nj_disk_resize(nj_disk_file(i), 0);
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    unsigned i = nj_disk_find(name);

    (void)vfs;
    *out = i < NJ_DISK_FILES && nj_disk_file(i)->exists &&
           (flags != SQLITE_ACCESS_EXISTS || nj_disk_file(i)->size > 0);
    return SQLITE_OK;
}

static int disk_full_name(sqlite3_vfs *vfs, const char *name, int n, char *out)
{
    (void)vfs;
    return os.real->xFullPathname(os.real, name, n, out);
}

/* The same from run to run. */
static int disk_randomness(sqlite3_vfs *vfs, int n, char *out)
{
    struct nj_rng rng;

    (void)vfs;
    nj_rng_splitmix64(&rng, ++os.chance);
    for (int i = 0; i < n; i++)
        out[i] = (char)nj_rng_below(&rng, 128);
    return n;
}

static int disk_sleep(sqlite3_vfs *vfs, int microseconds)
{
    (void)vfs;
    return microseconds;
}

static int disk_time(sqlite3_vfs *vfs, sqlite3_int64 *ms)
{
    (void)vfs;
    return os.real->xCurrentTimeInt64(os.real, ms);
}

static int disk_last_error(sqlite3_vfs *vfs, int n, char *out)
{
    (void)vfs;
    if (n > 0)
        out[0] = '\0';
    return 0;
}

static sqlite3_vfs layer = {
    .iVersion = 2,
    .szOsFile = (int)sizeof(struct handle),
    .mxPathname = 500,
    .zName = NJ_DISK_VFS,
    .xOpen = disk_open,
    .xDelete = disk_delete,
    .xAccess = disk_access,
    .xFullPathname = disk_full_name,
    .xRandomness = disk_randomness,
    .xSleep = disk_sleep,
    .xGetLastError = disk_last_error,
    .xCurrentTimeInt64 = disk_time,
};

/* --- for the tests --- */

void nj_disk_install(void)
{
    int rc;

    os.real = sqlite3_vfs_find("unix");
    NJ_ASSERT(os.real != NULL);
    nj_disk_make();
    rc = sqlite3_vfs_register(&layer, 1);
    NJ_ASSERT(rc == SQLITE_OK);
}

void nj_disk_remove(void)
{
    (void)sqlite3_vfs_unregister(&layer);
    (void)sqlite3_vfs_register(os.real, 1);
    nj_disk_unmake();
}
