/*
 * Starts and ends a PostgreSQL server. Only processes that were started here
 * are ever signalled, by their number.
 */
#include "kit/pg_server.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/status.h"
#include "base/str.h"
#include "kit/nj_test.h"

#define NOBODY   "65534"
#define SKIPPED  77
#define LOOK_NS  5000000
#define LOOKS    6000 /* half a minute, and more on a busy machine */
#define ARGS_MAX 24

static struct {
    const char *programs; /* their folder */
    char folder[64];      /* "": none yet */
    pid_t pid;            /* 0: it does not run */
    pid_t follower;       /* the same of who follows it */
    pid_t owner;
    unsigned schemas;
} server;

/* --- programs --- */

static const char *find_programs(void)
{
    static const char *const folders[] = {
        "/usr/lib/postgresql/17/bin", "/usr/lib/postgresql/16/bin",
        "/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/14/bin"};
    const char *named = getenv("NJ_POSTGRESQL");

    if (named != NULL)
        return access(named, X_OK) == 0 ? named : NULL;
    for (size_t i = 0; i < NJ_COUNT(folders); i++)
        if (access(folders[i], X_OK) == 0)
            return folders[i];
    return NULL;
}

/* Never returns. The words are only read, which execvp's type does not say. */
static void run(const char *const *argv)
{
    char *words[ARGS_MAX];

    memcpy(words, argv, sizeof(words));
    (void)execvp(words[0], words);
    _exit(1);
}

/* In the child: quiet, ended with its parent, and nobody if that is root. */
static void become(const char *program, const char *const *args)
{
    const char *argv[ARGS_MAX] = {"setpriv", "--pdeathsig", "QUIT"};
    char path[128], log[96];
    size_t n = 3;
    int fd;

    if (geteuid() == 0) {
        argv[n++] = "--reuid=" NOBODY;
        argv[n++] = "--regid=" NOBODY;
        argv[n++] = "--clear-groups";
    }
    (void)snprintf(path, sizeof(path), "%s/%s", server.programs, program);
    argv[n++] = path;
    for (size_t i = 0; args[i] != NULL; i++)
        argv[n++] = args[i];
    (void)snprintf(log, sizeof(log), "%s/log", server.folder);
    fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0 ||
        chdir(server.folder) != 0)
        _exit(1);
    run(argv);
}

static pid_t start(const char *program, const char *const *args)
{
    pid_t pid = fork();

    assert_true(pid >= 0);
    if (pid == 0)
        become(program, args);
    return pid;
}

static void show_log(void)
{
    char path[96], line[512];
    FILE *f;

    (void)snprintf(path, sizeof(path), "%s/log", server.folder);
    f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof(line), f) != NULL)
        print_error("%s", line);
    if (f != NULL)
        (void)fclose(f);
}

static void must(const char *program, const char *const *args)
{
    pid_t pid = start(program, args);
    int status = 0;

    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (status == 0)
        return;
    show_log();
    fail_msg("%s: status %d", program, status);
}

/* --- the server --- */

static void end(pid_t *pid, int how)
{
    int status;

    if (*pid == 0 || server.owner != getpid())
        return;
    (void)kill(*pid, how);
    (void)waitpid(*pid, &status, 0);
    *pid = 0;
}

static void clean_up(void)
{
    const char *const rm[ARGS_MAX] = {"rm", "-rf", server.folder};
    int status;
    pid_t pid;

    if (server.owner != getpid())
        return;
    end(&server.follower, SIGQUIT);
    end(&server.pid, SIGQUIT);
    pid = fork();
    if (pid == 0) {
        run(rm);
    }
    if (pid > 0)
        (void)waitpid(pid, &status, 0);
}

/* Its own word for it: the last line of that file. */
static bool is_ready(const char *data)
{
    char path[128], line[256] = "";
    bool ready = false;
    FILE *f;

    (void)snprintf(path, sizeof(path), "%s/%s/postmaster.pid", server.folder,
                   data);
    f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof(line), f) != NULL)
        ready = strncmp(line, "ready", 5) == 0;
    if (f != NULL)
        (void)fclose(f);
    return ready;
}

static void must_run(pid_t *pid)
{
    int status = 0;

    if (waitpid(*pid, &status, WNOHANG) != *pid)
        return;
    *pid = 0;
    show_log();
    fail_msg("the server has ended: status %d", status);
}

static pid_t serve(const char *data, const char *sockets)
{
    const char *const args[] = {"-D", data,
                                "-c", "listen_addresses=",
                                "-c", "fsync=off",
                                "-c", "max_connections=100",
                                "-c", "shared_buffers=16MB",
                                "-k", sockets,
                                NULL};
    const struct timespec pause = {.tv_nsec = LOOK_NS};
    pid_t pid = start("postgres", args);

    for (int i = 0; i < LOOKS && !is_ready(data); i++) {
        must_run(&pid);
        (void)nanosleep(&pause, NULL);
    }
    assert_true(is_ready(data));
    return pid;
}

void nj_pg_server_start(void)
{
    assert_int_equal(server.pid, 0);
    server.pid = serve("data", server.folder);
}

void nj_pg_server_kill(void)
{
    char path[128];

    end(&server.pid, SIGQUIT);
    (void)snprintf(path, sizeof(path), "%s/data/postmaster.pid", server.folder);
    (void)unlink(path);
}

static void set_up(void)
{
    static const char *const args[] = {
        "-D", "data", "-U",         "nightjar",  "-A", "trust",
        "-E", "UTF8", "--locale=C", "--no-sync", NULL};

    (void)snprintf(server.folder, sizeof(server.folder), "/tmp/nj-pg-XXXXXX");
    assert_non_null(mkdtemp(server.folder));
    if (geteuid() == 0)
        assert_int_equal(chown(server.folder, 65534, 65534), 0);
    server.owner = getpid();
    assert_int_equal(atexit(clean_up), 0);
    must("initdb", args);
    nj_pg_server_start();
}

bool nj_pg_server_wanted(void)
{
    const char *store = getenv("NJ_STORE");

    if (store == NULL || strcmp(store, "postgresql") != 0)
        return false;
    if (server.programs == NULL)
        server.programs = find_programs();
    if (server.programs != NULL)
        return true;
    print_error("there is no PostgreSQL server here\n");
    exit(SKIPPED);
}

/* --- databases --- */

void nj_pg_server_run(const char *url, const char *sql)
{
    static const char free_hand[] = "SET session_replication_role = replica";
    const char *const args[] = {"-qX", "-v", "ON_ERROR_STOP=1", "-d",
                                url,   "-c", free_hand,         "-c",
                                sql,   NULL};

    must("psql", args);
}

void nj_pg_server_database(char *out, size_t cap)
{
    char sql[48];

    if (server.folder[0] == '\0')
        set_up();
    (void)snprintf(sql, sizeof(sql), "CREATE SCHEMA t%u", ++server.schemas);
    (void)snprintf(out, cap,
                   "postgresql://nightjar@/postgres?host=%s"
                   "&options=-csearch_path%%3Dt%u",
                   server.folder, server.schemas);
    nj_pg_server_run(out, sql);
}

void nj_pg_server_whole_database(char *out, size_t cap)
{
    char sql[48];
    char url[256];

    nj_pg_server_database(url, sizeof(url));
    (void)snprintf(sql, sizeof(sql), "CREATE DATABASE d%u", server.schemas);
    nj_pg_server_run(url, sql);
    (void)snprintf(out, cap, "postgresql://nightjar@/d%u?host=%s",
                   server.schemas, server.folder);
}

/* --- two servers --- */

static const char *second(char out[80])
{
    (void)snprintf(out, 80, "%s/second", server.folder);
    return out;
}

static void copy_first(const char *sockets)
{
    char from[160];
    const char *const args[] = {"-D",     "follower",  "-R",   "-X",
                                "stream", "-c",        "fast", "-d",
                                from,     "--no-sync", NULL};

    assert_int_equal(mkdir(sockets, 0700), 0);
    if (geteuid() == 0)
        assert_int_equal(chown(sockets, 65534, 65534), 0);
    (void)snprintf(from, sizeof(from),
                   "host=%s user=nightjar application_name=follower",
                   server.folder);
    must("pg_basebackup", args);
}

void nj_pg_server_stand_by(char *out, size_t cap)
{
    static const char wait[] =
        "DO $$ BEGIN FOR i IN 1..3000 LOOP"
        " IF EXISTS (SELECT 1 FROM pg_stat_get_wal_senders() WHERE sync_state"
        " = 'sync') THEN RETURN; END IF; PERFORM pg_sleep(0.01); END LOOP;"
        " RAISE 'nobody follows'; END $$";
    char url[256], sockets[80];

    nj_pg_server_database(url, sizeof(url));
    copy_first(second(sockets));
    server.follower = serve("follower", sockets);
    nj_pg_server_run(url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    nj_pg_server_run(url, "SELECT pg_reload_conf()");
    nj_pg_server_run(url, wait);
    (void)snprintf(out, cap,
                   "postgresql://nightjar@/postgres?host=%s,%s"
                   "&target_session_attrs=read-write"
                   "&options=-csearch_path%%3Dt%u",
                   server.folder, sockets, server.schemas);
}

void nj_pg_server_fail_over(void)
{
    char url[256], sockets[80];

    assert_int_not_equal(server.follower, 0);
    end(&server.pid, SIGQUIT);
    (void)snprintf(url, sizeof(url), "postgresql://nightjar@/postgres?host=%s",
                   second(sockets));
    nj_pg_server_run(url, "SELECT pg_promote()");
}
