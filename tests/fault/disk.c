/*
 * Files in shared memory, a record of what was done to them, and what a
 * failing power supply makes of it.
 */
#include "fault/disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/random.h"

#define FILES       6
#define FILE_BYTES  ((int64_t)48 << 20)
#define SECTOR      512
#define INDEX_PARTS 64 /* of the log's index, 32 KiB each */

/* A file, or what the platters hold of it. */
struct file {
    char name[512]; /* "": a free place */
    bool exists;
    int64_t size;
    unsigned char *bytes; /* FILE_BYTES of them; zero behind `size` */
};

enum kind {
    DO_CREATE,
    DO_WRITE,
    DO_TRUNCATE,
    DO_DELETE,
    DO_SYNC
};

struct call {
    enum kind kind;
    unsigned file;
    int64_t at; /* of a truncation: the size */
    int64_t n;
    unsigned char *bytes;
};

static struct {
    struct file *now;   /* shared with children */
    struct file *plate; /* what is safe, while a record is replayed */
    sqlite3_vfs *real;
    uint64_t chance; /* for SQLite's own use */
    bool recording;
    struct call *calls;
    uint32_t n_calls, cap;
    /* Replay. */
    uint32_t done;     /* calls looked at */
    uint32_t *pending; /* those of them that no sync has made safe */
    uint32_t n_pending;
    /* The index of the log, which no disk ever holds. */
    void *index[INDEX_PARTS];
    unsigned index_users;
} disk;

struct handle {
    sqlite3_file base;
    unsigned file;
    bool indexed;
};

/* --- files --- */

static void *shared(size_t n)
{
    void *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    NJ_ASSERT(p != MAP_FAILED);
    return p;
}

static struct file *make_files(void)
{
    struct file *files = shared(FILES * sizeof(*files));

    for (unsigned i = 0; i < FILES; i++)
        files[i].bytes = shared((size_t)FILE_BYTES);
    return files;
}

static void resize(struct file *f, int64_t size)
{
    NJ_ASSERT(size <= FILE_BYTES);
    if (size < f->size)
        memset(f->bytes + size, 0, (size_t)(f->size - size));
    f->size = size;
}

static void put(struct file *f, const unsigned char *bytes, int64_t n,
                int64_t at)
{
    if (at + n > f->size)
        resize(f, at + n);
    memcpy(f->bytes + at, bytes, (size_t)n);
}

/* Not the name: a place keeps the one that it got first. */
static void copy(struct file *to, const struct file *from)
{
    to->exists = from->exists;
    resize(to, from->size);
    memcpy(to->bytes, from->bytes, (size_t)from->size);
}

static void clear(struct file *files)
{
    for (unsigned i = 0; i < FILES; i++) {
        files[i].name[0] = '\0';
        files[i].exists = false;
        resize(&files[i], 0);
    }
}

static unsigned find(const char *name)
{
    for (unsigned i = 0; i < FILES; i++)
        if (strcmp(disk.now[i].name, name) == 0)
            return i;
    return FILES;
}

/* The place of that name, which keeps its name when the file is deleted. */
static unsigned place_of(const char *name)
{
    unsigned i = find(name);

    if (i == FILES)
        i = find("");
    NJ_ASSERT(i < FILES);
    (void)snprintf(disk.now[i].name, sizeof(disk.now[i].name), "%s", name);
    return i;
}

/* --- the record --- */

static void note(enum kind kind, unsigned file, const void *bytes, int64_t n,
                 int64_t at)
{
    struct call *c;

    if (!disk.recording)
        return;
    if (disk.n_calls == disk.cap) {
        disk.cap = disk.cap == 0 ? 1024 : disk.cap * 2;
        disk.calls = nj_realloc(disk.calls, disk.cap * sizeof(*disk.calls));
    }
    c = &disk.calls[disk.n_calls++];
    *c = (struct call){.kind = kind, .file = file, .at = at, .n = n};
    if (n > 0) {
        c->bytes = nj_alloc((size_t)n);
        memcpy(c->bytes, bytes, (size_t)n);
    }
}

static void rewind_plate(void)
{
    clear(disk.plate);
    disk.done = 0;
    disk.n_pending = 0;
}

static void forget_record(void)
{
    for (uint32_t i = 0; i < disk.n_calls; i++)
        free(disk.calls[i].bytes);
    free(disk.calls);
    free(disk.pending);
    disk.calls = NULL;
    disk.pending = NULL;
    disk.n_calls = disk.cap = 0;
    rewind_plate();
}

void nj_disk_record(bool on)
{
    if (on)
        forget_record();
    disk.recording = on;
}

uint32_t nj_disk_calls(void)
{
    return disk.n_calls;
}

static void apply(struct file *files, const struct call *c)
{
    struct file *f = &files[c->file];

    switch (c->kind) {
    case DO_CREATE:
        f->exists = true;
        break;
    case DO_WRITE:
        put(f, c->bytes, c->n, c->at);
        break;
    case DO_TRUNCATE:
        resize(f, c->at);
        break;
    case DO_DELETE:
        f->exists = false;
        resize(f, 0);
        break;
    case DO_SYNC:
        break;
    }
}

static bool is_name(const struct call *c)
{
    return c->kind == DO_CREATE || c->kind == DO_DELETE;
}

/*
 * A sync makes safe what was done to its file. With the first sync of a new
 * log SQLite makes the folder safe too, and so the names of all files.
 */
static void settle(unsigned file)
{
    bool folder = false;
    uint32_t left = 0;

    for (uint32_t i = 0; i < disk.n_pending; i++) {
        const struct call *c = &disk.calls[disk.pending[i]];

        folder = folder || (c->file == file && is_name(c));
    }
    for (uint32_t i = 0; i < disk.n_pending; i++) {
        const struct call *c = &disk.calls[disk.pending[i]];

        if (c->file == file || (folder && is_name(c)))
            apply(disk.plate, c);
        else
            disk.pending[left++] = disk.pending[i];
    }
    disk.n_pending = left;
}

static void advance(uint32_t at)
{
    NJ_ASSERT(at <= disk.n_calls);
    if (disk.pending == NULL)
        disk.pending = nj_alloc((disk.n_calls + 1) * sizeof(*disk.pending));
    if (at < disk.done)
        rewind_plate();
    for (; disk.done < at; disk.done++) {
        const struct call *c = &disk.calls[disk.done];

        if (c->kind == DO_SYNC)
            settle(c->file);
        else
            disk.pending[disk.n_pending++] = disk.done;
    }
}

static void apply_sectors(const struct call *c, struct nj_rng *rng)
{
    for (int64_t from = 0; from < c->n;) {
        int64_t n = SECTOR - (c->at + from) % SECTOR;

        n = n < c->n - from ? n : c->n - from;
        if (nj_rng_below(rng, 2) == 0)
            put(&disk.now[c->file], c->bytes + from, n, c->at + from);
        from += n;
    }
}

/* A file that has not got its name has nothing else. */
static void apply_some(const struct call *c, struct nj_rng *rng)
{
    uint32_t luck = nj_rng_below(rng, 3);

    if (c->kind == DO_CREATE || disk.now[c->file].exists) {
        if (luck == 0)
            apply(disk.now, c);
        else if (luck == 1 && c->kind == DO_WRITE)
            apply_sectors(c, rng);
    }
}

static void apply_torn(const struct call *c, struct nj_rng *rng)
{
    if (c->kind == DO_WRITE)
        put(&disk.now[c->file], c->bytes, nj_rng_below(rng, (uint32_t)c->n),
            c->at);
}

void nj_disk_cut(uint32_t at, enum nj_cut how, uint64_t chance)
{
    struct nj_rng rng;

    NJ_ASSERT(!disk.recording);
    advance(at);
    nj_rng_splitmix64(&rng, chance);
    for (unsigned i = 0; i < FILES; i++)
        copy(&disk.now[i], &disk.plate[i]);
    for (uint32_t i = 0; i < disk.n_pending && how != NJ_CUT_LOST; i++) {
        const struct call *c = &disk.calls[disk.pending[i]];

        if (how == NJ_CUT_MIXED)
            apply_some(c, &rng);
        else if (how == NJ_CUT_TORN && i + 1 == disk.n_pending)
            apply_torn(c, &rng);
        else
            apply(disk.now, c);
    }
}

/* --- what SQLite calls: a file --- */

static struct handle *handle_of(sqlite3_file *f)
{
    return (struct handle *)(void *)f;
}

static struct file *file_of(sqlite3_file *f)
{
    return &disk.now[handle_of(f)->file];
}

static void drop_index(struct handle *h)
{
    if (!h->indexed)
        return;
    h->indexed = false;
    if (--disk.index_users > 0)
        return;
    for (unsigned i = 0; i < INDEX_PARTS; i++) {
        free(disk.index[i]);
        disk.index[i] = NULL;
    }
}

static int disk_close(sqlite3_file *f)
{
    drop_index(handle_of(f));
    return SQLITE_OK;
}

static int disk_read(sqlite3_file *f, void *out, int n, sqlite3_int64 at)
{
    const struct file *file = file_of(f);
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
    note(DO_WRITE, handle_of(f)->file, bytes, n, at);
    put(file_of(f), bytes, n, at);
    return SQLITE_OK;
}

static int disk_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    note(DO_TRUNCATE, handle_of(f)->file, NULL, 0, size);
    resize(file_of(f), size);
    return SQLITE_OK;
}

static int disk_sync(sqlite3_file *f, int flags)
{
    (void)flags;
    note(DO_SYNC, handle_of(f)->file, NULL, 0, 0);
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
        disk.index_users++;
    h->indexed = true;
    if (disk.index[part] == NULL && extend != 0)
        disk.index[part] = nj_alloc((size_t)size);
    *out = disk.index[part];
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

/* --- what SQLite calls: the layer --- */

static int disk_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *f,
                     int flags, int *out_flags)
{
    struct handle *h = handle_of(f);

    (void)vfs;
    NJ_ASSERT(name != NULL); /* what is temporary stays in memory */
    *h = (struct handle){.base.pMethods = &methods, .file = place_of(name)};
    if (!disk.now[h->file].exists)
        note(DO_CREATE, h->file, NULL, 0, 0);
    disk.now[h->file].exists = true;
    if (out_flags != NULL)
        *out_flags = flags;
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync_dir)
{
    unsigned i = find(name);

    (void)vfs;
    if (i == FILES || !disk.now[i].exists)
        return SQLITE_IOERR_DELETE_NOENT;
    note(DO_DELETE, i, NULL, 0, 0);
    if (sync_dir != 0)
        note(DO_SYNC, i, NULL, 0, 0);
    disk.now[i].exists = false;
    resize(&disk.now[i], 0);
    return SQLITE_OK;
}

static int disk_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    unsigned i = find(name);

    (void)vfs;
    *out = i < FILES && disk.now[i].exists &&
           (flags != SQLITE_ACCESS_EXISTS || disk.now[i].size > 0);
    return SQLITE_OK;
}

static int disk_full_name(sqlite3_vfs *vfs, const char *name, int n, char *out)
{
    (void)vfs;
    return disk.real->xFullPathname(disk.real, name, n, out);
}

/* The same from run to run. */
static int disk_randomness(sqlite3_vfs *vfs, int n, char *out)
{
    struct nj_rng rng;

    (void)vfs;
    nj_rng_splitmix64(&rng, ++disk.chance);
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
    return disk.real->xCurrentTimeInt64(disk.real, ms);
}

static int disk_last_error(sqlite3_vfs *vfs, int n, char *out)
{
    (void)vfs;
    (void)n;
    (void)out;
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

    disk.real = sqlite3_vfs_find("unix");
    NJ_ASSERT(disk.real != NULL);
    disk.now = make_files();
    disk.plate = make_files();
    rc = sqlite3_vfs_register(&layer, 1);
    NJ_ASSERT(rc == SQLITE_OK);
}

static void unmap_files(struct file *files)
{
    for (unsigned i = 0; i < FILES; i++)
        (void)munmap(files[i].bytes, (size_t)FILE_BYTES);
    (void)munmap(files, FILES * sizeof(*files));
}

void nj_disk_remove(void)
{
    (void)sqlite3_vfs_unregister(&layer);
    (void)sqlite3_vfs_register(disk.real, 1);
    forget_record();
    unmap_files(disk.now);
    unmap_files(disk.plate);
    disk.now = disk.plate = NULL;
}

void nj_disk_wipe(void)
{
    disk.recording = false;
    disk.chance = 0;
    forget_record();
    clear(disk.now);
}

/* --- the whole disk --- */

struct nj_disk_image {
    struct file files[FILES];
};

struct nj_disk_image *nj_disk_save(void)
{
    struct nj_disk_image *image = nj_alloc(sizeof(*image));

    for (unsigned i = 0; i < FILES; i++) {
        size_t n = (size_t)disk.now[i].size;

        image->files[i] = disk.now[i];
        image->files[i].bytes = nj_alloc(n);
        memcpy(image->files[i].bytes, disk.now[i].bytes, n);
    }
    return image;
}

void nj_disk_load(const struct nj_disk_image *image)
{
    for (unsigned i = 0; i < FILES; i++) {
        memcpy(disk.now[i].name, image->files[i].name,
               sizeof(disk.now[i].name));
        copy(&disk.now[i], &image->files[i]);
    }
}

void nj_disk_free(struct nj_disk_image *image)
{
    if (image == NULL)
        return;
    for (unsigned i = 0; i < FILES; i++)
        free(image->files[i].bytes);
    free(image);
}
