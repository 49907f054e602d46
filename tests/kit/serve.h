/*
 * The real program as a child of a test: in a folder of its own, with a
 * configuration written for it, its stderr in a file, its stdin a pipe.
 *
 *     struct nj_serve p;
 *     nj_serve_open(&p);
 *     nj_serve_configure(&p, port, "");
 *     nj_serve_start(&p, NULL);
 *     ... nj_serve_kill(&p); nj_serve_start(&p, NULL); ...
 *     assert_int_equal(nj_serve_stop(&p), 0);
 *     nj_serve_close(&p);
 */
#ifndef NJ_KIT_SERVE_H
#define NJ_KIT_SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "kit/tmp_dir.h"

#define NJ_SERVE_TOKEN "a-token-of-the-tests"
/* Longer than anything that works takes. */
#define NJ_SERVE_WAIT_MS INT64_C(10000)

struct nj_serve {
    struct nj_tmp_dir dir;
    pid_t pid; /* 0: none is running */
    int in;    /* the writing end of its stdin; -1: none */
    int tty;   /* its stderr instead of "log", lent; 0: none */
    char *shown;
    char database[256]; /* its URL on PostgreSQL; "": a file of the folder */
};

/* A new folder below the build folder. */
void nj_serve_open(struct nj_serve *p);
/* Skips a test about the file of a database where they run on PostgreSQL. */
void nj_serve_file_only(void);
/* Kills what still runs, removes the folder; once more is fine. */
void nj_serve_close(struct nj_serve *p);

/* Writes a file into the folder. A "config.json" that names no database gets
 * one on PostgreSQL where tests are run with that (kit/pg_server.h). */
void nj_serve_write(const struct nj_serve *p, const char *name,
                    const char *bytes, size_t n);
/* A file of the folder as text; lent until the next call. "" if none. */
const char *nj_serve_read(struct nj_serve *p, const char *name);

/* Writes "config.json" for a OneBot gateway at that port, and "token".
 * `gateway`: more members of the gateway, such as "\"ping_ms\": 100,". */
void nj_serve_configure(const struct nj_serve *p, uint16_t port,
                        const char *gateway);

/*
 * Starts `nightjar` with these arguments (ended by NULL); stdout goes to the
 * file "out", stderr is added to "log". NULL: serve -c config.json.
 */
void nj_serve_start(struct nj_serve *p, const char *const *args);
/* Starts one on PostgreSQL beside another that works there; it waits to take
 * over when this returns. */
void nj_serve_stand_by(struct nj_serve *p, const char *const *args);
/* A line to its stdin. */
void nj_serve_type(const struct nj_serve *p, const char *line);
/* Moves its clock (--test-clock) by "+30m"; it has read that when this returns,
 * for its console answers what is typed behind it. */
void nj_serve_pass(struct nj_serve *p, const char *by);
/* Closes its stdin. */
void nj_serve_end_of_input(struct nj_serve *p);

/* Its exit status as soon as it ends; -1 if it runs on, 1000 + N if a signal
 * N ended it. */
int nj_serve_wait(struct nj_serve *p, int64_t wait_ms);
/* SIGTERM, and the exit status. */
int nj_serve_stop(struct nj_serve *p);
/* SIGKILL. */
void nj_serve_kill(struct nj_serve *p);
bool nj_serve_runs(struct nj_serve *p);

/* Starts, closes stdin, waits: the exit status. */
int nj_serve_run(struct nj_serve *p, const char *const *args);

/* True as soon as that stands in its stderr. */
bool nj_serve_said(struct nj_serve *p, const char *part, int64_t wait_ms);
/* How often that stands in a file of the folder. */
uint32_t nj_serve_times(struct nj_serve *p, const char *name, const char *part);

#endif
