/*
 * #请假: anybody who sits at a match may move its deadlines, by so much in
 * all, dead or alive alike; in some games those of his own turns alone. The
 * group hears that they moved, never who moved them or why (UX-6.9).
 */
#include <stdlib.h>

#include "base/bug.h"
#include "base/when.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

static void key_of(const struct nj_entry *e, char key[40])
{
    (void)snprintf(key, 40, "away.%lld", (long long)e->id);
}

/* Returns what the person has spent already in this match. */
static int64_t spent(struct nj_request *a)
{
    char key[40], text[32] = "0";
    long long ms;

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    key_of(a->e, key);
    (void)nj_setting_get(a->r->store, a->who->address, key, text, sizeof(text));
    ms = strtoll(text, NULL, 10);
    return ms < 0 ? 0 : ms;
}

static bool spend(struct nj_request *a, int64_t ms)
{
    char key[40], text[32];

    NJ_ASSERT(ms > 0 && ms <= a->r->setup.leave_ms);
    key_of(a->e, key);
    (void)snprintf(text, sizeof(text), "%lld", (long long)ms);
    nj_setting_put(a->r->store, a->who->address, key, text);
    return nj_store_good(a->r->store);
}

/* Whoever sits there, in play or out of it; a seat that a computer player has
 * taken is nobody's. */
static bool may_ask(struct nj_request *a)
{
    const struct nj_sitter *s;

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    if (!nj_live_wake(a->r, a->e))
        return false;
    s = nj_sitters_of(a->e, a->who->address);
    if (s == NULL)
        return nj_deny(a, "shell.not_seated", NJ_NO_ARGS);
    if (a->e->deadline_ms == 0 || a->e->hold != 0)
        return nj_deny(a, "shell.away_stands", NJ_NO_ARGS);
    return true;
}

/* Where it is of his own time, his game gives it. Has a deadline moved by it? */
static bool lengthen(struct nj_request *a, int64_t ms)
{
    const char *verb = a->e->game->game->away;
    int64_t before = a->e->deadline_ms;
    struct nj_arg arg = nj_arg_int("ms", ms);
    struct nj_input in = {.kind = NJ_IN_ORDER,
                          .at_ms = a->r->now_ms,
                          .seat = nj_sitters_of(a->e, a->who->address)->seat,
                          .place = NJ_PLACE_PRIVATE,
                          .by = NJ_BY_PERSON,
                          .verb = verb,
                          .args = {.v = &arg, .n = 1},
                          .reason = ""};

    NJ_ASSERT(before != 0 && a->e->hold == 0); /* may_ask() */
    if (verb == NULL)
        nj_grace_extend(a->r, a->e, ms);
    else
        (void)nj_apply_input(a->r, a->e, &in, NULL);
    return verb == NULL || a->e->deadline_ms != before;
}

static void move(struct nj_request *a, int64_t ms)
{
    int64_t at_ms;

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING && ms > 0);
    if (!lengthen(a, ms))
        return;
    at_ms = nj_quiet_deadline(a->e);
    if (at_ms != 0)
        nj_announce_notice(
            a->r, a->e, "shell.moved",
            NJ_ARGS(nj_arg_ms("by", ms), nj_arg_at("until", at_ms)));
    else
        nj_announce_notice(a->r, a->e, "shell.moved",
                           NJ_ARGS(nj_arg_ms("by", ms)));
}

void nj_do_away(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "duration");
    struct nj_when w = {.length_ms = 0};
    int64_t left;

    if (!may_ask(a))
        return;
    left = a->r->setup.leave_ms - spent(a);
    if (word == NULL ||
        !nj_when_parse(word->text, strlen(word->text), 0, a->r->setup.leave_ms,
                       &w) ||
        w.daily || w.workdays || w.length_ms < 60000) {
        nj_reply(a, "shell.away_how_long", NJ_ARGS(nj_arg_ms("left", left)));
        return;
    }
    if (w.length_ms > left) {
        nj_reply(a, "shell.away_spent", NJ_ARGS(nj_arg_ms("left", left)));
        return;
    }
    NJ_ASSERT(w.length_ms <= left && left <= a->r->setup.leave_ms);
    if (!spend(a, a->r->setup.leave_ms - left + w.length_ms))
        return;
    move(a, w.length_ms);
    nj_tell(a->r, a->who, a->e, "shell.away_done",
            NJ_ARGS(nj_arg_ms("left", left - w.length_ms)));
}
