/*
 * What people were told, kept where the write-ahead log cannot take it away:
 * a small file `<database>-promised` beside the database, which says how many
 * commits it has had. A database that has fewer is an older one: its log has
 * been lost or damaged, or somebody has put a copy in its place (goals R1).
 *
 * Each commit that changed something counts itself in the table `settled`;
 * the file is written after it, without a sync, so it may be behind the
 * database (a kill, a power cut) and is never ahead of it. A course is
 * a random number that the two have in common; it is drawn again whenever the
 * file is made anew, so that a state from before then is not taken for a
 * later one. The file goes through SQLite's own layer of files: it gets the
 * rights of the database, and a disk of the tests holds it, too.
 */
#ifndef NJ_STORE_PROMISE_H
#define NJ_STORE_PROMISE_H

#include <stdbool.h>
#include <stdint.h>

struct nj_store;
struct sqlite3_file;

struct nj_promise {
    int64_t course; /* 0: nothing is known */
    int64_t commits;
};

/* Private members; zeroed: no file. */
struct nj_promise_book {
    char *name;
    struct sqlite3_file *file; /* NULL: none, and nothing is written */
    struct nj_promise seen;    /* what the file said at the start */
    struct nj_promise now;     /* what the database says */
    int64_t changes;           /* of the connection, when the last one began */
    bool counted;              /* the transaction in hand counts itself */
    bool given_up;             /* what the file said, by the operator */
    bool stuck;                /* something failed, and that was said */
};

/*
 * Opens the file and compares. If the database, whose schema has `version`, is
 * not what this folder last saw, notes NJ_ERR_MISMATCH and a line with the way
 * out; who reads only goes on with that line in `older`; who accepts it begins
 * a new course later. The database is not changed.
 */
void nj_promise_compare(struct nj_store *s, int64_t version);

/* Reads where the database stands. If the file says nothing, or what it says
 * was given up, both begin a new course. */
void nj_promise_begin(struct nj_store *s, int64_t version);

/* A transaction begins, counts itself if it has changed anything, and is on
 * the disk: people may be told what is in it. */
void nj_promise_watch(struct nj_store *s);
void nj_promise_count(struct nj_store *s);
void nj_promise_keep(struct nj_store *s);

void nj_promise_close(struct nj_store *s);

#endif
