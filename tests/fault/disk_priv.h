/*
 * Private to the disk in memory: its files, and the record of what is done to
 * them.
 */
#ifndef NJ_FAULT_DISK_PRIV_H
#define NJ_FAULT_DISK_PRIV_H

#include "fault/disk.h"

#define NJ_DISK_FILES      6
#define NJ_DISK_FILE_BYTES ((int64_t)48 << 20)

/* A file, or what the platters hold of it. */
struct nj_disk_file {
    char name[512]; /* "": a free place */
    bool exists;
    int64_t size;
    unsigned char *bytes; /* NJ_DISK_FILE_BYTES; zero behind `size` */
};

enum nj_disk_do {
    NJ_DISK_CREATE,
    NJ_DISK_WRITE,
    NJ_DISK_TRUNCATE,
    NJ_DISK_DELETE,
    NJ_DISK_SYNC
};

void nj_disk_make(void);
void nj_disk_unmake(void);
/* File `i` as the running process sees it. */
struct nj_disk_file *nj_disk_file(unsigned i);
/* The place of the file of that name; NJ_DISK_FILES if there never was one. */
unsigned nj_disk_find(const char *name);
/* The place of that name, which keeps its name when the file is deleted. */
unsigned nj_disk_place(const char *name);
void nj_disk_resize(struct nj_disk_file *f, int64_t size);
void nj_disk_put(struct nj_disk_file *f, const unsigned char *bytes, int64_t n,
                 int64_t at);

/* Writes a call down if the record is on; `at` of a truncation: the size. */
void nj_disk_note(enum nj_disk_do what, unsigned file, const void *bytes,
                  int64_t n, int64_t at);

#endif
