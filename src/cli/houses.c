/*
 * Looks after the processes that serve the houses of one configuration.
 */
#include "cli/houses.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <systemd/sd-daemon.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "cli/cli.h"
#include "cli/env.h"
#include "config/house.h"

#define LOOK_MS   500
#define PAUSE_MS  1000  /* before one is started again, and ... */
#define PAUSE_MAX 30000 /* ... at most, if it never works */
#define SAID_MAX  512

struct house {
    char name[NJ_HOUSE_MAX];
    pid_t pid;         /* 0: it does not run */
    int ear;           /* what it says, as to systemd, is heard here ... */
    char address[128]; /* ... and said there */
    bool ready;        /* has been, in this or an earlier life */
    bool over;         /* and is not started again */
    int64_t heard_ms;  /* when it last said that it lives, or was started */
    int64_t again_ms;  /* when it is to be started */
    int64_t pause_ms;
};

struct houses {
    struct house all[NJ_HOUSES_MAX];
    uint32_t n;
    char **argv;         /* of the children; NULL where the name goes */
    size_t name_at;      /* there */
    int signals;         /* what we are told; a descriptor */
    char worker[17];     /* who all of these are, to other workers */
    int64_t watchdog_ms; /* systemd wants to hear of us; 0: it does not */
    int64_t told_ms;     /* when it last did */
    sigset_t was;
    bool ready, stopping;
    int status;
};

/* --- one child --- */

/* In the child, which has one thread. */
static void become(const struct houses *h, struct house *one, pid_t parent)
{
    char text[128];

    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(NJ_EXIT_NOT_SO);
    (void)sigprocmask(SIG_SETMASK, &h->was, NULL);
    (void)setenv("NOTIFY_SOCKET", one->address, 1);
    (void)snprintf(text, sizeof(text), "%ld", (long)getpid());
    (void)setenv("WATCHDOG_PID", text, 1);
    (void)snprintf(text, sizeof(text), "nightjar/%s/%s", h->worker, one->name);
    (void)setenv("PGAPPNAME", text, 1); /* store/pg_share.c */
    h->argv[h->name_at] = one->name;
    (void)execv("/proc/self/exe", h->argv);
    _exit(NJ_EXIT_USAGE);
}

static void start(struct houses *h, struct house *one)
{
    pid_t parent = getpid(), pid = fork();

    if (pid == 0)
        become(h, one, parent);
    one->pid = pid > 0 ? pid : 0;
    one->heard_ms = nj_monotonic_ms();
    one->again_ms = one->heard_ms + one->pause_ms;
    nj_log(NJ_LOG_INFO, "house", pid > 0 ? "starts" : "cannot_start",
           NJ_FIELDS(nj_f_text("house", one->name), nj_f_i64("pid", pid)));
}

static void tell_all(struct houses *h, int sig)
{
    if (sig == SIGTERM || sig == SIGINT) {
        h->stopping = true;
        (void)sd_notify(0, "STOPPING=1");
    }
    for (uint32_t i = 0; i < h->n; i++)
        if (h->all[i].pid != 0)
            (void)kill(h->all[i].pid, sig);
}

/* What follows from the end of a child. */
static void note_end(struct houses *h, struct house *one, int how)
{
    int status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);

    one->pid = 0;
    one->over = status == NJ_EXIT_WELL;
    nj_log(
        one->over ? NJ_LOG_INFO : NJ_LOG_WARN, "house", "ended",
        NJ_FIELDS(nj_f_text("house", one->name), nj_f_i64("status", status)));
    if (h->stopping) {
        if (!one->over && h->status == NJ_EXIT_WELL)
            h->status = NJ_EXIT_NOT_SO;
        return;
    }
    if (status == NJ_EXIT_USAGE && !one->ready) {
        h->status = NJ_EXIT_USAGE;
        tell_all(h, SIGTERM);
    }
    one->again_ms = nj_monotonic_ms() + one->pause_ms;
    if (one->pause_ms < PAUSE_MAX)
        one->pause_ms *= 2;
}

static void reap(struct houses *h)
{
    int how = 0;

    for (uint32_t i = 0; i < h->n; i++)
        if (h->all[i].pid != 0 &&
            waitpid(h->all[i].pid, &how, WNOHANG) == h->all[i].pid)
            note_end(h, &h->all[i], how);
}

/* --- what we are told --- */

static void take_signals(struct houses *h)
{
    struct signalfd_siginfo info;

    while (read(h->signals, &info, sizeof(info)) == (ssize_t)sizeof(info))
        if (info.ssi_signo != SIGCHLD)
            tell_all(h, (int)info.ssi_signo);
    reap(h);
}

/* As sd_notify(3) has it. */
static void hear(struct house *one)
{
    char said[SAID_MAX];
    ssize_t n;

    while ((n = recv(one->ear, said, sizeof(said) - 1, MSG_DONTWAIT)) >= 0) {
        said[n] = '\0';
        one->heard_ms = nj_monotonic_ms();
        if (strstr(said, "READY=1") == NULL)
            continue;
        one->ready = true;
        one->pause_ms = PAUSE_MS;
    }
}

/* --- looking after them --- */

/* One that hangs ends alone: the others need not be started again for it. */
static void look_after(struct houses *h, struct house *one)
{
    int64_t now = nj_monotonic_ms();

    if (one->pid == 0 && !one->over && !h->stopping && now >= one->again_ms)
        start(h, one);
    if (one->pid == 0 || !one->ready || h->watchdog_ms == 0 ||
        now - one->heard_ms < h->watchdog_ms)
        return;
    nj_log(NJ_LOG_ERROR, "house", "hangs",
           NJ_FIELDS(nj_f_text("house", one->name)));
    one->heard_ms = now;
    (void)kill(one->pid, SIGKILL);
}

static void tell_systemd(struct houses *h)
{
    int64_t now = nj_monotonic_ms();
    bool ready = true;

    for (uint32_t i = 0; i < h->n; i++)
        ready = ready && h->all[i].ready;
    if (ready && !h->ready)
        (void)sd_notifyf(0, "READY=1\nSTATUS=%u houses", (unsigned)h->n);
    h->ready = ready;
    if (h->watchdog_ms == 0 || now - h->told_ms < h->watchdog_ms / 3)
        return;
    h->told_ms = now;
    (void)sd_notify(0, "WATCHDOG=1");
}

static bool all_over(const struct houses *h)
{
    uint32_t i = 0;

    while (i < h->n && h->all[i].pid == 0 && (h->all[i].over || h->stopping))
        i++;
    return i == h->n;
}

static void look_after_all(struct houses *h)
{
    struct pollfd fds[NJ_HOUSES_MAX + 1];
    int look_ms = LOOK_MS;

    for (uint32_t i = 0; i < h->n; i++)
        fds[i] = (struct pollfd){.fd = h->all[i].ear, .events = POLLIN};
    fds[h->n] = (struct pollfd){.fd = h->signals, .events = POLLIN};
    if (h->watchdog_ms != 0 && h->watchdog_ms / 6 < LOOK_MS)
        look_ms = (int)(h->watchdog_ms / 6);
    do {
        for (uint32_t i = 0; i < h->n; i++)
            look_after(h, &h->all[i]);
        tell_systemd(h);
        (void)poll(fds, h->n + 1, look_ms);
        for (uint32_t i = 0; i < h->n; i++)
            hear(&h->all[i]);
        take_signals(h);
    } while (!all_over(h));
}

/* --- the beginning --- */

/* The kernel finds a name for it, which nobody has to clean up. */
static bool open_ear(struct house *one)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    socklen_t n = sizeof(at.sun_family);

    one->ear = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (one->ear < 0 || bind(one->ear, (struct sockaddr *)&at, n) != 0)
        return false;
    n = sizeof(at);
    if (getsockname(one->ear, (struct sockaddr *)&at, &n) != 0)
        return false;
    (void)snprintf(one->address, sizeof(one->address), "@%.*s",
                   (int)(n - offsetof(struct sockaddr_un, sun_path) - 1),
                   at.sun_path + 1);
    return true;
}

/* Blocked before anything else is started, so that none is lost. */
static bool open_signals(struct houses *h)
{
    static const int ours[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGCHLD};
    sigset_t set;

    (void)sigemptyset(&set);
    for (size_t i = 0; i < NJ_COUNT(ours); i++)
        (void)sigaddset(&set, ours[i]);
    (void)sigprocmask(SIG_BLOCK, &set, &h->was);
    h->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return h->signals >= 0;
}

/* What `serve` was told, and which house. */
static void set_argv(struct houses *h, int argc, char **argv)
{
    static char program[] = "nightjar", house[] = "--house";
    size_t n = 0;

    h->argv = nj_alloc(((size_t)argc + 4) * sizeof(char *));
    h->argv[n++] = program;
    for (int i = 0; i < argc; i++)
        h->argv[n++] = argv[i];
    h->argv[n++] = house;
    h->name_at = n;
}

static void set_worker(struct houses *h)
{
    struct nj_hash drawn;
    char hex[NJ_HEX_BYTES];

    nj_secret_draw(&drawn);
    nj_hash_hex(&drawn, hex);
    (void)snprintf(h->worker, sizeof(h->worker), "%.16s", hex);
}

static int serve_all(const struct nj_config *c, int argc, char **argv)
{
    const char *names[NJ_GATEWAYS_ALL];
    struct houses h = {.n = nj_config_houses(c, names)};
    bool open = open_signals(&h);
    uint64_t us = 0;

    NJ_ASSERT(h.n <= NJ_HOUSES_MAX);
    for (uint32_t i = 0; i < h.n; i++) {
        h.all[i] = (struct house){.pause_ms = PAUSE_MS};
        nj_str_copy(h.all[i].name, sizeof(h.all[i].name), names[i]);
        open = open && open_ear(&h.all[i]);
    }
    nj_log_set_level((enum nj_log_level)c->log_level);
    if (sd_watchdog_enabled(0, &us) > 0)
        h.watchdog_ms = (int64_t)(us / 1000);
    if (!open)
        return nj_cli_complain("houses cannot be looked after: %s",
                               strerror(errno));
    set_argv(&h, argc, argv);
    set_worker(&h);
    look_after_all(&h);
    free(h.argv); /* descriptors go with the process */
    return h.status;
}

int nj_houses_serve(const char *path, int argc, char **argv)
{
    struct nj_config *c = nj_alloc(sizeof(*c));
    struct nj_err err = {{0}};
    int status = -1;

    if (nj_env_config(path, NULL, c, &err) != NJ_OK)
        status = nj_cli_complain("%s", err.text);
    else if (nj_config_has_houses(c))
        status = serve_all(c, argc, argv);
    free(c);
    return status;
}
