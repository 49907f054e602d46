/*
 * What a group must hear, it hears: the lots of lines whose fate is unknown.
 */
#include <string.h>

#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define WAIT_MS 2000 /* a prompt waits no longer than 4 s: UX-6.2 */

/* --- keys --- */

/* These are the shell's own, without "shell.". */
static const struct nj_heard shells[] = {
    {"card", NJ_HEAR_TURN},          {"card_test", NJ_HEAR_TURN},
    {"start", NJ_HEAR_NEWS},         {"closed", NJ_HEAR_NEWS},
    {"stale", NJ_HEAR_ASK},          {"stale_closed", NJ_HEAR_NEWS},
    {"need_private", NJ_HEAR_NEWS},  {"pause_ask", NJ_HEAR_ASK},
    {"resume_ask", NJ_HEAR_ASK},     {"pause_agreed", NJ_HEAR_NEWS},
    {"resume_agreed", NJ_HEAR_NEWS}, {"moved", NJ_HEAR_NEWS},
    {"outage", NJ_HEAR_NEWS},        {"clock_again", NJ_HEAR_NEWS},
    {"unreachable", NJ_HEAR_NEWS},   {"nudge", NJ_HEAR_REMIND},
    {"sub_wanted", NJ_HEAR_NEWS},    {"sub_call", NJ_HEAR_NEWS},
    {"fault", NJ_HEAR_NEWS},         {"frozen", NJ_HEAR_NEWS},
    {"reveal", NJ_HEAR_NEWS},        {NULL, NJ_HEAR_ONCE}};

/* All of a list begin alike: what tells them apart is behind that. */
static enum nj_hear look_up(const struct nj_heard *list, size_t alike,
                            const char *own)
{
    for (; list != NULL && list->key != NULL; list++)
        if (list->key[alike] == own[0] && strcmp(list->key + alike, own) == 0)
            return list->how;
    return NJ_HEAR_ONCE;
}

enum nj_hear nj_heard_how(const struct nj_game *g, const char *key)
{
    static const char shell[] = "shell.";
    size_t n;

    if (strncmp(key, shell, sizeof(shell) - 1) == 0)
        return look_up(shells, 0, key + sizeof(shell) - 1);
    n = g != NULL ? strlen(g->prefix) : 0;
    if (n == 0 || strncmp(key, g->prefix, n) != 0 || key[n] != '.')
        return NJ_HEAR_ONCE;
    return look_up(g->heard, n + 1, key + n + 1);
}

bool nj_heard_waits(const struct nj_chat *c)
{
    const struct nj_out *o = c->head;

    while (o != NULL && o->hear == NJ_HEAR_ALONG)
        o = o->next;
    return c->head != NULL && o == NULL;
}

/* --- lots --- */

/* An answer to a question has no row, a refusal is nobody else's business. */
static bool lasts(const struct nj_out *o)
{
    return (o->row != 0 || o->whole != 0) && o->urgency != NJ_URGENT_LAST;
}

bool nj_heard_must(const struct nj_out *list)
{
    for (const struct nj_out *o = list; o != NULL; o = o->next)
        if (o->hear != NJ_HEAR_ONCE && o->hear != NJ_HEAR_ALONG &&
            o->tries == 0)
            return true;
    return false;
}

enum nj_lot nj_heard_lot(const struct nj_chat *c, const struct nj_out *o,
                         enum nj_fate fate, bool must)
{
    if (fate == NJ_FATE_NOT_SENT)
        return NJ_LOT_AGAIN;
    if (o->tries > 0)
        return NJ_LOT_STANDS;
    if (fate == NJ_FATE_LOST || o->personal)
        return NJ_LOT_AGAIN;
    NJ_ASSERT(fate == NJ_FATE_UNKNOWN && c->group);
    if (!lasts(o))
        return NJ_LOT_STANDS;
    return must || c->head != NULL ? NJ_LOT_AGAIN : NJ_LOT_CARRIED;
}

void nj_heard_miss(struct nj_chat *c, struct nj_out *o)
{
    struct nj_out **end = &c->missed;

    NJ_ASSERT(c->group && o->doubtful);
    NJ_ASSERT(lasts(o));
    while (*end != NULL)
        end = &(*end)->next;
    o->next = NULL;
    *end = o;
}

void nj_heard_carry(struct nj_referee *r, struct nj_chat *c)
{
    struct nj_out *list = c->missed;

    NJ_ASSERT(c->group || c->missed == NULL);
    NJ_ASSERT(list == NULL || list->doubtful);
    c->missed = NULL;
    nj_queue_prepend(r, c, list);
    c->doubts = c->doubts || list != NULL;
}

void nj_heard_wait(struct nj_referee *r, struct nj_chat *c)
{
    NJ_ASSERT(c->group && c->call == 0);
    c->doubts = true;
    if (c->hold_until_ms < r->steady_ms + WAIT_MS)
        c->hold_until_ms = r->steady_ms + WAIT_MS;
}

/* --- what has been overtaken --- */

/* Returns the row that it is, or is a part of. */
static int64_t message_of(const struct nj_out *o)
{
    return o->whole != 0 ? o->whole : o->row;
}

/* The question is over: its match is, or a later turn waits behind it. */
static bool overtaken(struct nj_referee *r, const struct nj_chat *c,
                      const struct nj_out *o)
{
    const struct nj_entry *e;

    NJ_ASSERT(o->hear != NJ_HEAR_REMIND || !c->group);
    if (o->hear == NJ_HEAR_REMIND)
        return nj_late_untrue(r, c, o);
    if (!o->doubtful)
        return false;
    if (o->hear != NJ_HEAR_ASK && o->hear != NJ_HEAR_TURN)
        return false;
    e = nj_books_entry(r, o->match);
    if (e == NULL || (e->state != NJ_MATCH_LOBBY &&
                      (o->card || e->state != NJ_MATCH_RUNNING)))
        return true;
    for (const struct nj_out *p = o->next; p != NULL; p = p->next)
        if (p->hear == NJ_HEAR_TURN && p->match == o->match &&
            message_of(p) != message_of(o))
            return true;
    return false;
}

static bool is_left_out(struct nj_referee *r, struct nj_chat *c,
                        struct nj_out *o, const void *ctx)
{
    bool over = overtaken(r, c, o);

    (void)ctx;
    if (over)
        nj_outbox_mark_row(r, o, o->tries > 0 ? NJ_OUT_UNKNOWN : NJ_OUT_KEPT,
                           "");
    else
        c->doubts = c->doubts || o->doubtful || o->hear == NJ_HEAR_REMIND;
    return over;
}

void nj_heard_leave_out(struct nj_referee *r, struct nj_chat *c)
{
    c->doubts = false;
    nj_queue_sift(r, c, is_left_out, NULL);
}
