/*
 * Files in shared memory, a record of what was done to them, and what a
 * failing power supply makes of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/random.h"
#include "fault/disk_priv.h"

#define SECTOR 512

struct call {
    enum nj_disk_do what;
    unsigned file;
    int64_t at, n;
    unsigned char *bytes;
};

static struct {
    struct nj_disk_file *now;   /* shared with children */
    struct nj_disk_file *plate; /* what is safe, while a record is replayed */
    bool recording;
    struct call *calls;
    uint32_t n_calls, cap;
    /* Replay. */
    uint32_t done;     /* calls looked at */
    uint32_t *pending; /* those of them that no sync has made safe */
    uint32_t n_pending;
} disk;

/* --- files --- */

static void *shared(size_t n)
{
    void *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    NJ_ASSERT(p != MAP_FAILED);
    return p;
}

static struct nj_disk_file *make_files(void)
{
    struct nj_disk_file *files = shared(NJ_DISK_FILES * sizeof(*files));

    for (unsigned i = 0; i < NJ_DISK_FILES; i++)
        files[i].bytes = shared((size_t)NJ_DISK_FILE_BYTES);
    return files;
}

void nj_disk_resize(struct nj_disk_file *f, int64_t size)
{
    NJ_ASSERT(size <= NJ_DISK_FILE_BYTES);
    if (size < f->size)
        memset(f->bytes + size, 0, (size_t)(f->size - size));
    f->size = size;
}

void nj_disk_put(struct nj_disk_file *f, const unsigned char *bytes, int64_t n,
                 int64_t at)
{
    if (at + n > f->size)
        nj_disk_resize(f, at + n);
    memcpy(f->bytes + at, bytes, (size_t)n);
}

/* Not the name: a place keeps the one that it got first. */
static void copy(struct nj_disk_file *to, const struct nj_disk_file *from)
{
    to->exists = from->exists;
    nj_disk_resize(to, from->size);
    memcpy(to->bytes, from->bytes, (size_t)from->size);
}

static void clear(struct nj_disk_file *files)
{
    for (unsigned i = 0; i < NJ_DISK_FILES; i++) {
        files[i].name[0] = '\0';
        files[i].exists = false;
        nj_disk_resize(&files[i], 0);
    }
}

unsigned nj_disk_find(const char *name)
{
    for (unsigned i = 0; i < NJ_DISK_FILES; i++)
        if (strcmp(disk.now[i].name, name) == 0)
            return i;
    return NJ_DISK_FILES;
}

unsigned nj_disk_place(const char *name)
{
    unsigned i = nj_disk_find(name);

    if (i == NJ_DISK_FILES)
        i = nj_disk_find("");
    NJ_ASSERT(i < NJ_DISK_FILES);
    (void)snprintf(disk.now[i].name, sizeof(disk.now[i].name), "%s", name);
    return i;
}

struct nj_disk_file *nj_disk_file(unsigned i)
{
    NJ_ASSERT(i < NJ_DISK_FILES);
    return &disk.now[i];
}

void nj_disk_make(void)
{
    disk.now = make_files();
    disk.plate = make_files();
}

/* --- the record --- */

void nj_disk_note(enum nj_disk_do what, unsigned file, const void *bytes,
                  int64_t n, int64_t at)
{
    struct call *c;

    if (!disk.recording)
        return;
    if (disk.n_calls == disk.cap) {
        disk.cap = disk.cap == 0 ? 1024 : disk.cap * 2;
        disk.calls = nj_realloc(disk.calls, disk.cap * sizeof(*disk.calls));
    }
    c = &disk.calls[disk.n_calls++];
    *c = (struct call){.what = what, .file = file, .at = at, .n = n};
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

static void apply(struct nj_disk_file *files, const struct call *c)
{
    struct nj_disk_file *f = &files[c->file];

    switch (c->what) {
    case NJ_DISK_CREATE:
        f->exists = true;
        break;
    case NJ_DISK_WRITE:
        nj_disk_put(f, c->bytes, c->n, c->at);
        break;
    case NJ_DISK_TRUNCATE:
        nj_disk_resize(f, c->at);
        break;
    case NJ_DISK_DELETE:
        f->exists = false;
        nj_disk_resize(f, 0);
        break;
    case NJ_DISK_SYNC:
        break;
    }
}

static bool is_name(const struct call *c)
{
    return c->what == NJ_DISK_CREATE || c->what == NJ_DISK_DELETE;
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

        if (c->what == NJ_DISK_SYNC)
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
            nj_disk_put(&disk.now[c->file], c->bytes + from, n, c->at + from);
        from += n;
    }
}

/* A file that has not got its name has nothing else. */
static void apply_some(const struct call *c, struct nj_rng *rng)
{
    uint32_t luck = nj_rng_below(rng, 3);

    if (c->what == NJ_DISK_CREATE || disk.now[c->file].exists) {
        if (luck == 0)
            apply(disk.now, c);
        else if (luck == 1 && c->what == NJ_DISK_WRITE)
            apply_sectors(c, rng);
    }
}

static void apply_torn(const struct call *c, struct nj_rng *rng)
{
    if (c->what == NJ_DISK_WRITE)
        nj_disk_put(&disk.now[c->file], c->bytes,
                    nj_rng_below(rng, (uint32_t)c->n), c->at);
}

void nj_disk_cut(uint32_t at, enum nj_cut how, uint64_t chance)
{
    struct nj_rng rng;

    NJ_ASSERT(!disk.recording);
    advance(at);
    nj_rng_splitmix64(&rng, chance);
    for (unsigned i = 0; i < NJ_DISK_FILES; i++)
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

static void unmap_files(struct nj_disk_file *files)
{
    for (unsigned i = 0; i < NJ_DISK_FILES; i++)
        (void)munmap(files[i].bytes, (size_t)NJ_DISK_FILE_BYTES);
    (void)munmap(files, NJ_DISK_FILES * sizeof(*files));
}

void nj_disk_unmake(void)
{
    forget_record();
    unmap_files(disk.now);
    unmap_files(disk.plate);
    disk.now = disk.plate = NULL;
}

void nj_disk_wipe(void)
{
    disk.recording = false;
    forget_record();
    clear(disk.now);
}

/* --- the whole disk --- */

struct nj_disk_image {
    struct nj_disk_file files[NJ_DISK_FILES];
};

struct nj_disk_image *nj_disk_save(void)
{
    struct nj_disk_image *image = nj_alloc(sizeof(*image));

    for (unsigned i = 0; i < NJ_DISK_FILES; i++) {
        size_t n = (size_t)disk.now[i].size;

        image->files[i] = disk.now[i];
        image->files[i].bytes = nj_alloc(n);
        memcpy(image->files[i].bytes, disk.now[i].bytes, n);
    }
    return image;
}

void nj_disk_load(const struct nj_disk_image *image)
{
    for (unsigned i = 0; i < NJ_DISK_FILES; i++) {
        memcpy(disk.now[i].name, image->files[i].name,
               sizeof(disk.now[i].name));
        copy(&disk.now[i], &image->files[i]);
    }
}

void nj_disk_free(struct nj_disk_image *image)
{
    if (image == NULL)
        return;
    for (unsigned i = 0; i < NJ_DISK_FILES; i++)
        free(image->files[i].bytes);
    free(image);
}
