/*
 * A disk in memory for SQLite, whose power can be cut (goals R1).
 *
 * While it is installed it is SQLite's default: whoever opens a database gets
 * it without knowing. Its files lie in memory that children share, so what a
 * child has written when it dies is there for its parent, as on a real disk.
 *
 * With the record on, each write, truncation, deletion and sync is written
 * down in order. Afterwards nj_disk_cut() makes the disk what it would be if
 * the power had failed in front of one of them.
 */
#ifndef NJ_FAULT_DISK_H
#define NJ_FAULT_DISK_H

#include <stdbool.h>
#include <stdint.h>

#define NJ_DISK_VFS "nightjar-disk"

void nj_disk_install(void);
void nj_disk_remove(void);
/* No files and no record. */
void nj_disk_wipe(void);

/* --- the record --- */

/* Begins a new one, or ends it; the disk must be empty when it begins. */
void nj_disk_record(bool on);
/* Calls written down so far. */
uint32_t nj_disk_calls(void);

/* What becomes of the writes since the last sync of their file. */
enum nj_cut {
    NJ_CUT_LOST,  /* none has reached the disk */
    NJ_CUT_KEPT,  /* all have: the process was killed, not the machine */
    NJ_CUT_TORN,  /* all but the end of the last one */
    NJ_CUT_MIXED, /* some sectors of some of them, in no order */
    NJ_CUTS
};

/* The power fails in front of call `at`; `chance` decides what is torn and
 * mixed. Cheapest if `at` never falls from one cut to the next. */
void nj_disk_cut(uint32_t at, enum nj_cut how, uint64_t chance);

/* --- the whole disk --- */

struct nj_disk_image;

/* A copy of all files; the caller frees it. */
struct nj_disk_image *nj_disk_save(void);
void nj_disk_load(const struct nj_disk_image *image);
void nj_disk_free(struct nj_disk_image *image); /* NULL is fine */

#endif
