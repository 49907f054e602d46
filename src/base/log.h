/*
 * The owner's log: one line per event, which cannot print secrets.
 *
 *     nj_log(NJ_LOG_INFO, "outbox", "sent",
 *            NJ_FIELDS(nj_f_i64("match", id), nj_f_word("state", "unknown")));
 *     2026-11-21T21:00:00.123Z I outbox sent match=12 state=unknown
 *
 * A line is time, level, area, verb and fields; area, verb, field names and
 * words are literals of ours. There is no way to pass a free text of a player
 * or a message: nj_f_text() exists for what a peer's machine or the operating
 * system said, and escapes and cuts it. The text of a private message, a
 * role, a token or a seed has no field type, and that is the point.
 */
#ifndef NJ_BASE_LOG_H
#define NJ_BASE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum nj_log_level {
    NJ_LOG_ERROR, /* a person should look */
    NJ_LOG_WARN,
    NJ_LOG_INFO,
    NJ_LOG_DEBUG
};

struct nj_field {
    const char *name;
    const char *text; /* NULL: a number */
    int64_t number;
};

static inline struct nj_field nj_f_i64(const char *name, int64_t v)
{
    return (struct nj_field){.name = name, .number = v};
}

/* A word of our own program, an address or a match code. */
static inline struct nj_field nj_f_word(const char *name, const char *word)
{
    return (struct nj_field){.name = name, .text = word};
}

/* What the system or a peer's software said: escaped, at most 200 bytes. */
static inline struct nj_field nj_f_text(const char *name, const char *text)
{
    return (struct nj_field){.name = name, .text = text};
}

#define NJ_FIELDS(...)                                 \
 ((const struct nj_field[]){__VA_ARGS__}),             \
     (sizeof((const struct nj_field[]){__VA_ARGS__}) / \
      sizeof(struct nj_field))
#define NJ_NO_FIELDS NULL, 0

/* Thread-safe; lines below the level cost one comparison. */
void nj_log(enum nj_log_level level, const char *area, const char *verb,
            const struct nj_field *fields, size_t n);

/*
 * For a line that strangers can cause as often as they like: counts, and says
 * whether this is the 1st, 2nd, 4th, 8th ... time. The line gives the count.
 */
bool nj_log_due(uint64_t *count);

/* The level (default NJ_LOG_WARN) and where lines go (default: stderr). */
void nj_log_set_level(enum nj_log_level level);
/* Lines end with a field `house`, lent for good, from now on; NULL or "": none. */
void nj_log_set_house(const char *name);
/* Lines to stderr begin with the priority that systemd's journal reads, "<3>" for
 * an error; off unless said. */
void nj_log_set_journal(bool on);
/* What such a line begins with now: "" where it is off. */
const char *nj_log_priority(enum nj_log_level level);
void nj_log_set_sink(void (*sink)(void *ctx, const char *line), void *ctx);

#endif
