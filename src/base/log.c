/*
 * The owner's log: builds one line and hands it over in one piece.
 */
#include "base/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/utf8.h"

#define LINE_BYTES  4096
#define VALUE_BYTES 200

static atomic_int level_max = NJ_LOG_WARN;
static atomic_bool journal;
static const char *house; /* set before there are threads */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*sink_fn)(void *ctx, const char *line); /* guarded by lock */
static void *sink_ctx;                               /* guarded by lock */

/* Bare values end at white space, so whatever holds some is quoted. */
static bool needs_quotes(const char *text, size_t n)
{
    size_t at = 0;

    NJ_ASSERT(text != NULL);
    if (n == 0)
        return true;
    while (at < n) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text + at, n - at, &cp);

        if (nj_utf8_space(cp) || nj_utf8_control(cp) || cp == '"' ||
            cp == '=' || cp == '\\' || (cp == 0xfffd && len == 1))
            return true;
        at += len;
    }
    return false;
}

static void add_escaped(struct nj_str *s, const char *text, size_t n)
{
    size_t at = 0;

    while (at < n) {
        int32_t cp = 0;
        size_t len = nj_utf8_next(text + at, n - at, &cp);

        if (cp == 0xfffd && len == 1)
            nj_str_addf(s, "\\x%02x", (unsigned)(unsigned char)text[at]);
        else if (cp == '"' || cp == '\\')
            nj_str_addf(s, "\\%c", (char)cp);
        else if (cp == '\n')
            nj_str_puts(s, "\\n");
        else if (nj_utf8_control(cp))
            nj_str_addf(s, "\\u%04x", (unsigned)cp);
        else
            nj_str_add(s, text + at, len);
        NJ_ASSERT(len > 0 && at + len <= n);
        at += len;
    }
}

static void add_value(struct nj_str *s, const char *text)
{
    size_t len = strlen(text);
    size_t n = nj_utf8_cut(text, len, VALUE_BYTES);

    NJ_ASSERT(n <= VALUE_BYTES);
    if (!needs_quotes(text, n)) {
        nj_str_add(s, text, n);
    } else {
        nj_str_putc(s, '"');
        add_escaped(s, text, n);
        nj_str_putc(s, '"');
    }
    if (n < len)
        nj_str_puts(s, "...");
}

static void add_time(struct nj_str *s)
{
    struct nj_clock system = nj_clock_system();
    int64_t now = nj_now_ms(&system);
    time_t seconds = (time_t)(now / 1000);
    struct tm tm = {0};
    char date[32];

    NJ_ASSERT(s->max > 0);
    (void)gmtime_r(&seconds, &tm);
    (void)strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S", &tm);
    nj_str_addf(s, "%s.%03dZ", date, (int)(now % 1000));
}

/* The sink and the level below may change while another thread is here. */
static void hand_over(enum nj_log_level level, struct nj_str *line)
{
    struct nj_str whole = NJ_STR_INIT(LINE_BYTES + 8);
    ssize_t written;

    NJ_ASSERT(line->len > 0);
    (void)pthread_mutex_lock(&lock);
    if (sink_fn != NULL) {
        sink_fn(sink_ctx, line->p);
    } else {
        nj_str_addf(&whole, "%s%s\n", nj_log_priority(level), line->p);
        written = write(STDERR_FILENO, whole.p, whole.len);
        (void)written; /* there is no place left to complain to */
    }
    (void)pthread_mutex_unlock(&lock);
    nj_str_fini(&whole);
}

void nj_log(enum nj_log_level level, const char *area, const char *verb,
            const struct nj_field *fields, size_t n)
{
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);

    NJ_ASSERT(level <= NJ_LOG_DEBUG);
    NJ_ASSERT(area[0] != '\0');
    NJ_ASSERT(verb[0] != '\0');
    NJ_ASSERT(n == 0 || fields != NULL);
    if ((int)level > atomic_load_explicit(&level_max, memory_order_relaxed))
        return;
    add_time(&line);
    nj_str_addf(&line, " %c %s %s", "EWID"[level], area, verb);
    for (size_t i = 0; i < n; i++) {
        nj_str_addf(&line, " %s=", fields[i].name);
        if (fields[i].text == NULL)
            nj_str_addf(&line, "%lld", (long long)fields[i].number);
        else
            add_value(&line, fields[i].text);
    }
    if (house != NULL && house[0] != '\0') {
        nj_str_puts(&line, " house=");
        add_value(&line, house);
    }
    hand_over(level, &line);
    nj_str_fini(&line);
}

bool nj_log_due(uint64_t *count)
{
    ++*count;
    return (*count & (*count - 1)) == 0;
}

void nj_log_set_level(enum nj_log_level level)
{
    NJ_ASSERT(level <= NJ_LOG_DEBUG);
    atomic_store_explicit(&level_max, (int)level, memory_order_relaxed);
}

void nj_log_set_house(const char *name)
{
    house = name;
}

void nj_log_set_journal(bool on)
{
    atomic_store_explicit(&journal, on, memory_order_relaxed);
}

const char *nj_log_priority(enum nj_log_level level)
{
    static const char *const marks[] = {[NJ_LOG_ERROR] = "<3>",
                                        [NJ_LOG_WARN] = "<4>",
                                        [NJ_LOG_INFO] = "<6>",
                                        [NJ_LOG_DEBUG] = "<7>"};

    NJ_ASSERT(level <= NJ_LOG_DEBUG);
    return atomic_load_explicit(&journal, memory_order_relaxed) ? marks[level]
                                                                : "";
}

void nj_log_set_sink(void (*sink)(void *ctx, const char *line), void *ctx)
{
    (void)pthread_mutex_lock(&lock);
    sink_fn = sink;
    sink_ctx = ctx;
    (void)pthread_mutex_unlock(&lock);
}
