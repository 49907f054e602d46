/*
 * Who asks for a power is shown in private what it would change, with four
 * digits; typed within five minutes they apply it. If the match has gone on so
 * that the power would change something else by then, it is shown anew. A
 * restart forgets what waits, and says so when the digits come.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define WAIT_MS 300000

struct nj_intent {
    char digits[8];
    char user[NJ_ADDRESS_MAX];  /* who asked */
    char group[NJ_ADDRESS_MAX]; /* of an administrator: where he asked */
    char to[NJ_ADDRESS_MAX];    /* of `sub`: the person meant; "" */
    int64_t match, until_ms;
    uint64_t call;         /* while the platform is asked about him; 0 */
    bool fresh;            /* of this turn, which may be undone */
    bool over;             /* at the commit: undone, it waits again */
    bool aside;            /* the digits were typed in private */
    struct nj_arena arena; /* owns the input and the preview */
    struct nj_input in;
    const char *shown; /* the preview, to be compared */
    struct nj_intent *next;
};

static void free_intent(struct nj_intent *w)
{
    nj_arena_fini(&w->arena);
    free(w);
}

/* Drops those that are done with, or all that this turn has brought. */
static void drop(struct nj_referee *r, bool fresh)
{
    struct nj_intent **at = &r->intents;

    while (*at != NULL) {
        struct nj_intent *w = *at;

        if (fresh ? w->fresh : w->over) {
            *at = w->next;
            free_intent(w);
        } else {
            at = &w->next;
        }
    }
}

void nj_confirm_commit(struct nj_referee *r)
{
    drop(r, false);
    for (struct nj_intent *w = r->intents; w != NULL; w = w->next) {
        NJ_ASSERT(!w->over);
        w->fresh = false;
    }
}

void nj_confirm_undo(struct nj_referee *r)
{
    drop(r, true);
    for (struct nj_intent *w = r->intents; w != NULL; w = w->next) {
        NJ_ASSERT(!w->fresh);
        w->over = false;
    }
}

void nj_confirm_free(struct nj_referee *r)
{
    while (r->intents != NULL) {
        struct nj_intent *w = r->intents;

        r->intents = w->next;
        free_intent(w);
    }
}

static bool his(const struct nj_intent *w, const struct nj_chat *who)
{
    return !w->over && strcmp(w->user, who->address) == 0;
}

bool nj_confirm_waits(const struct nj_referee *r, const struct nj_chat *who)
{
    for (const struct nj_intent *w = r->intents; w != NULL; w = w->next)
        if (his(w, who) && r->steady_ms < w->until_ms)
            return true;
    return false;
}

/* A person has one at a time of a match; those long past go too. */
static void make_room(struct nj_referee *r, const struct nj_chat *who,
                      int64_t match)
{
    for (struct nj_intent *w = r->intents; w != NULL; w = w->next)
        w->over = w->over || (his(w, who) && w->match == match) ||
                  r->steady_ms - w->until_ms > WAIT_MS;
}

static bool taken(const struct nj_referee *r, const struct nj_chat *who,
                  const char *digits)
{
    for (const struct nj_intent *w = r->intents; w != NULL; w = w->next)
        if (his(w, who) && strcmp(w->digits, digits) == 0)
            return true;
    return false;
}

/* Draws four digits that nothing else of his waits for. */
static void draw_digits(struct nj_referee *r, const struct nj_chat *who,
                        char out[8])
{
    struct nj_hash h;

    NJ_ASSERT(!who->group);
    do {
        nj_secret_draw(&h);
        (void)snprintf(out, 8, "%u", 1000u + (h.b[0] * 256u + h.b[1]) % 9000u);
    } while (taken(r, who, out));
    NJ_ASSERT(strlen(out) == 4);
}

/* Hashes keys and arguments of all lines, which are compared. */
static const char *pack(const struct nj_message *list, struct nj_arena *arena)
{
    struct nj_str text = NJ_STR_INIT((size_t)16 * NJ_ORDER_TEXT_MAX);
    const char *out;

    NJ_ASSERT(list != NULL && list->key[0] != '\0');
    for (const struct nj_message *m = list; m != NULL; m = m->next) {
        nj_str_addf(&text, "%s ", m->key);
        nj_args_pack(m->args, &text);
    }
    out = nj_arena_copy(arena, text.p, text.len);
    nj_str_fini(&text);
    return out;
}

/* --- asking --- */

static void tell_message(struct nj_referee *r, struct nj_chat *who,
                         struct nj_entry *e, const struct nj_message *m)
{
    nj_tell_unstored(r, who, e, m->key, m->args);
}

/* Appends his name, which others may have, and his number, which is his. */
static void show_person(struct nj_referee *r, struct nj_entry *e,
                        struct nj_chat *who, const char *to)
{
    char id[NJ_PERSON_ID_MAX];

    nj_person_id(to, id);
    nj_tell_unstored(r, who, e, "shell.confirm_to",
                     NJ_ARGS(nj_arg_text("name", nj_person_shown(r, to)),
                             nj_arg_id("id", id)));
}

/* Says the lines that he reads; false: nothing comes of it, he knows why. */
static bool show(struct nj_referee *r, struct nj_entry *e, struct nj_chat *who,
                 struct nj_intent *w)
{
    bool ok;
    const struct nj_message *m = nj_trial(r, e, &w->in, &w->arena, &ok);

    NJ_ASSERT(w->shown == NULL && !w->over);
    if (!ok) {
        if (nj_store_good(r->store))
            nj_tell_unstored(r, who, e, "shell.confirm_fault", NJ_NO_ARGS);
        return false;
    }
    if (m != NULL) {
        tell_message(r, who, e, m);
        return false;
    }
    m = nj_trial_preview(r, e, &w->in, &w->arena);
    if (m == NULL) {
        nj_tell_unstored(r, who, e, "shell.no_power", NJ_NO_ARGS);
        return false;
    }
    w->shown = pack(m, &w->arena);
    for (; m != NULL; m = m->next)
        tell_message(r, who, e, m);
    if (w->to[0] != '\0')
        show_person(r, e, who, w->to);
    return true;
}

static void ask(struct nj_referee *r, struct nj_entry *e, struct nj_chat *who,
                struct nj_intent *w)
{
    char digits[sizeof(w->digits)];

    NJ_ASSERT(w->shown != NULL && w->call == 0);
    draw_digits(r, who, digits);
    memcpy(w->digits, digits, sizeof(digits));
    w->until_ms = r->steady_ms + WAIT_MS;
    w->next = r->intents;
    r->intents = w;
    nj_tell_unstored(r, who, e, "shell.confirm_ask",
                     NJ_ARGS(nj_arg_text("reason", w->in.reason),
                             nj_arg_id("digits", w->digits)));
}

static struct nj_intent *make_intent(const struct nj_entry *e,
                                     const struct nj_chat *who,
                                     const struct nj_input *in, const char *to)
{
    struct nj_intent *w = nj_alloc(sizeof(*w));

    NJ_ASSERT(in->kind == NJ_IN_OVERRIDE || in->kind == NJ_IN_UNDO);
    w->arena = (struct nj_arena)NJ_ARENA_INIT(4096);
    w->fresh = true;
    w->match = e->id;
    w->in = *in;
    w->in.args = nj_args_copy(&w->arena, in->args);
    w->in.reason = nj_arena_copy(&w->arena, in->reason, strlen(in->reason));
    (void)snprintf(w->user, sizeof(w->user), "%s", who->address);
    (void)snprintf(w->to, sizeof(w->to), "%s", to != NULL ? to : "");
    return w;
}

/* Shows it, and from then on it waits, or forgets it. Takes it over. */
static void offer(struct nj_referee *r, struct nj_entry *e, struct nj_chat *who,
                  struct nj_intent *w)
{
    NJ_ASSERT(w->fresh && w->digits[0] == '\0');
    if (show(r, e, who, w))
        ask(r, e, who, w);
    else
        free_intent(w);
}

/* Who cannot be shown what he would confirm hears in the group how he can. */
static void tell_unreached(struct nj_request *a)
{
    NJ_ASSERT(a->who->reach != NJ_REACH_PROVED);
    nj_reply(a, "shell.confirm_reach",
             NJ_ARGS(nj_arg_text("name", a->who->name)));
}

void nj_confirm_ask(struct nj_request *a, const struct nj_input *in, bool admin,
                    const char *to)
{
    struct nj_intent *w;

    NJ_ASSERT(a->e->match != NULL && (!admin || a->where->group));
    if (a->who->reach != NJ_REACH_PROVED) {
        tell_unreached(a);
        return;
    }
    make_room(a->r, a->who, a->e->id);
    w = make_intent(a->e, a->who, in, to);
    if (admin)
        (void)snprintf(w->group, sizeof(w->group), "%s", a->where->address);
    offer(a->r, a->e, a->who, w);
}

/* --- confirming --- */

static void apply(struct nj_referee *r, struct nj_entry *e, struct nj_chat *who,
                  struct nj_intent *w)
{
    struct nj_sitter *s;

    NJ_ASSERT(e->match != NULL && w->over);
    w->in.at_ms = r->now_ms;
    if (w->to[0] == '\0') {
        nj_power_apply(r, e, who, &w->in, w->aside);
        return;
    }
    NJ_ASSERT(strcmp(w->in.verb, "sub") == 0 && w->in.args.n == 2);
    s = nj_sitters_at(e, (nj_seat)w->in.args.v[0].i);
    NJ_ASSERT(s != NULL);
    nj_tell_listen(r, w->aside ? who : NULL);
    nj_handover_offer(r, e, s, w->to, w->in.reason);
    nj_tell_done(r, e, "shell.done_sub");
}

/* All is well with who asked: is it still what he was shown? */
static void carry_out(struct nj_referee *r, struct nj_entry *e,
                      struct nj_chat *who, struct nj_intent *w)
{
    const struct nj_message *now;
    struct nj_intent *anew;

    NJ_ASSERT(e->id == w->match && !w->over);
    NJ_ASSERT(strcmp(w->user, who->address) == 0);
    w->over = true;
    if (!nj_live_wake(r, e))
        return;
    now = nj_trial_preview(r, e, &w->in, &w->arena);
    if (now != NULL && strcmp(pack(now, &w->arena), w->shown) == 0) {
        apply(r, e, who, w);
        return;
    }
    nj_tell_unstored(r, who, e, "shell.confirm_changed", NJ_NO_ARGS);
    anew = make_intent(e, who, &w->in, w->to);
    memcpy(anew->group, w->group, sizeof(anew->group));
    offer(r, e, who, anew);
}

/* An administrator may have been dismissed since: the platform knows. */
static bool asks_platform(struct nj_referee *r, struct nj_chat *who,
                          struct nj_intent *w)
{
    const struct nj_gateway *g;

    NJ_ASSERT(!w->over);
    if (w->group[0] == '\0')
        return false;
    g = r->setup.gateways[who->gateway];
    if (g->ops->ask_member == NULL)
        return false;
    w->call = nj_after_call(r);
    nj_after_ask(r, w->call, nj_books_chat(r, w->group), who);
    return true;
}

void nj_confirm_moved(struct nj_referee *r, const struct nj_chat *from,
                      const struct nj_chat *to)
{
    NJ_ASSERT(from->group && to->group);
    for (struct nj_intent *w = r->intents; w != NULL; w = w->next) {
        if (strcmp(w->group, from->address) != 0 &&
            strcmp(w->group, to->address) != 0)
            continue; /* the new one already: of a turn that was undone */
        (void)snprintf(w->group, sizeof(w->group), "%s", to->address);
        if (w->call != 0)
            (void)asks_platform(r, nj_books_chat(r, w->user), w);
    }
}

static struct nj_entry *running(struct nj_referee *r, const struct nj_intent *w)
{
    struct nj_entry *e = nj_books_entry(r, w->match);

    return e != NULL && e->state == NJ_MATCH_RUNNING ? e : NULL;
}

static struct nj_intent *meant(struct nj_request *a, const char *digits,
                               const char **why)
{
    *why = "shell.confirm_none";
    for (struct nj_intent *w = a->r->intents; w != NULL; w = w->next) {
        if (!his(w, a->who))
            continue;
        NJ_ASSERT(w->digits[0] != '\0' && w->shown != NULL);
        if (strcmp(w->digits, digits) != 0) {
            *why = a->r->steady_ms < w->until_ms ? "shell.confirm_wrong" : *why;
        } else if (a->r->steady_ms >= w->until_ms) {
            *why = "shell.confirm_late";
            w->over = true;
            return NULL;
        } else if (running(a->r, w) == NULL) {
            *why = "shell.need_match";
            w->over = true;
            return NULL;
        } else {
            return w;
        }
    }
    return NULL;
}

void nj_confirm_digits(struct nj_request *a, const char *digits)
{
    const char *why;
    struct nj_intent *w = meant(a, digits, &why);

    a->e = NULL;
    if (w == NULL) {
        if (a->ev->group && a->who->reach != NJ_REACH_PROVED)
            tell_unreached(a);
        else
            nj_tell_unstored(a->r, a->who, NULL, why, NJ_NO_ARGS);
        return;
    }
    w->aside = !a->ev->group;
    if (!asks_platform(a->r, a->who, w))
        carry_out(a->r, running(a->r, w), a->who, w);
}

bool nj_confirm_member(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_intent *w = r->intents;
    struct nj_entry *e;
    struct nj_chat *who;

    while (w != NULL && (w->call == 0 || w->call != ev->call))
        w = w->next;
    if (w == NULL)
        return false;
    NJ_ASSERT(w->group[0] != '\0'); /* of a host no platform is asked */
    if (w->over)
        return true; /* a newer one has taken its place meanwhile */
    e = running(r, w);
    who = nj_books_chat(r, w->user);
    if (e != NULL && ev->here && ev->role != NJ_ROLE_MEMBER) {
        carry_out(r, e, who, w);
        return true;
    }
    nj_tell_unstored(r, who, e,
                     e == NULL ? "shell.need_match" : "shell.confirm_no_admin",
                     NJ_NO_ARGS);
    w->over = true;
    return true;
}
