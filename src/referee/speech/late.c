/*
 * Lateness is reckoned from the row of a message, whatever kept it.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define LATE_MS   INT64_C(60000) /* as outages: design 4 */
#define MINUTE_MS INT64_C(60000)

bool nj_late_is(const struct nj_referee *r, const struct nj_out *o)
{
    return o->personal && r->now_ms - o->at_ms >= LATE_MS;
}

/* --- the line above --- */

static void put_line(struct nj_referee *r, const struct nj_chat *c,
                     const struct nj_out *o, const char *key,
                     struct nj_str *text)
{
    struct nj_format f = {.catalog = r->setup.catalog,
                          .lang = nj_books_lang(r, c),
                          .now_ms = r->now_ms};
    struct nj_str line = NJ_STR_INIT(NJ_LATE_BYTES - 1);

    nj_place_times(r, c, nj_books_entry(r, o->match), &f);
    nj_format_key(&f, key, NJ_ARGS(nj_arg_at("at", o->at_ms)), &line);
    NJ_ASSERT(!line.over);
    nj_str_puts(text, line.p);
    nj_str_putc(text, '\n');
    nj_str_fini(&line);
}

void nj_late_head(struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_out *o, int64_t *from_min,
                  struct nj_str *text)
{
    int64_t min = nj_late_is(r, o) ? o->at_ms / MINUTE_MS : 0;

    NJ_ASSERT(!c->group || min == 0); /* groups are told by repeats */
    if (min != 0 && min != *from_min)
        put_line(r, c, o, "shell.late", text);
    else if (min == 0 && *from_min != 0)
        nj_late_over(r, c, o, text);
    *from_min = min;
}

void nj_late_over(struct nj_referee *r, const struct nj_chat *c,
                  const struct nj_out *o, struct nj_str *text)
{
    put_line(r, c, o, "shell.late_over", text);
}

/* --- reminders --- */

void nj_late_note(struct nj_out *o, const struct nj_message *m)
{
    NJ_ASSERT(o->due_ms == 0 && !o->left);
    for (uint32_t i = 0; i < m->args.n; i++) {
        const struct nj_arg *a = &m->args.v[i];

        if (a->type == NJ_ARG_AT)
            o->due_ms = a->i;
        else if (a->type == NJ_ARG_MS)
            o->left = true;
    }
}

/* What all know as the deadline is another one by now, or stands. */
static bool has_moved(const struct nj_entry *e, const struct nj_out *o)
{
    const struct nj_game *g = e->game->game;
    const struct nj_timer *t = nj_timer_main(g, nj_match_timers(e->match));

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (nj_timer_paused(e->match))
        return true;
    if (t == NULL || o->due_ms == 0 ||
        (g->main_timer != NULL && strcmp(t->name, g->main_timer) != 0))
        return false;
    return t->at_ms - o->due_ms >= LATE_MS;
}

bool nj_late_untrue(struct nj_referee *r, const struct nj_chat *c,
                    const struct nj_out *o)
{
    struct nj_entry *e = nj_books_entry(r, o->match);
    bool late = nj_late_is(r, o);
    const struct nj_sitter *s;

    NJ_ASSERT(o->hear == NJ_HEAR_REMIND && !c->group);
    if (e == NULL || e->match == NULL || e->state != NJ_MATCH_RUNNING ||
        (late && o->left) || (o->due_ms != 0 && o->due_ms <= r->now_ms))
        return true;
    s = nj_sitters_of(e, c->address);
    return s == NULL ||
           (nj_match_unfinished(e->match) & nj_bit(s->seat)) == 0 ||
           (late && has_moved(e, o));
}
