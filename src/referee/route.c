/*
 * Which match is meant, and by what kind of words: from an event to a parsed
 * command with its table or match. Ordinary talk ends here without a trace.
 */
#include "referee/route.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "match/match.h"
#include "referee/books.h"
#include "referee/commands.h"
#include "referee/fate.h"
#include "referee/flood.h"
#include "referee/homes.h"
#include "referee/live.h"
#include "referee/place.h"
#include "referee/referee_priv.h"
#include "referee/request.h"
#include "referee/sitters.h"
#include "referee/tell.h"
#include "referee/turn.h"

#define STALE_MS   120000 /* gateways.md 2.1: older commands are suspect */
#define UNKNOWN_MS 600000 /* UX-5: one answer per person and ten minutes */

/* A text without what stands in front of the command. */
struct words {
    const char *p;
    size_t n;
    enum nj_command_place place;
    char code[8];
};

static void trim(struct words *w)
{
    int32_t cp;
    size_t k, last = 0, at = 0;

    NJ_ASSERT(w->p != NULL);
    while ((k = nj_utf8_next(w->p, w->n, &cp)) > 0 && nj_utf8_space(cp)) {
        w->p += k;
        w->n -= k;
    }
    while (at < w->n) {
        k = nj_utf8_next(w->p + at, w->n - at, &cp);
        NJ_ASSERT(k > 0);
        at += k;
        if (!nj_utf8_space(cp))
            last = at;
    }
    w->n = last;
}

/* Takes `prefix` off if the folded text begins with it: full-width forms
 * count. Returns whether it did. */
static bool strip(struct words *w, const char *prefix)
{
    size_t at = 0;

    NJ_ASSERT(prefix != NULL);
    for (const char *q = prefix; *q != '\0'; q++) {
        int32_t cp, folded[4];
        size_t k = nj_utf8_next(w->p + at, w->n - at, &cp);

        if (k == 0 || nj_utf8_fold(cp, folded, 4) != 1 || folded[0] != *q)
            return false;
        at += k;
    }
    NJ_ASSERT(at <= w->n);
    w->p += at;
    w->n -= at;
    trim(w);
    return true;
}

/* "K7Q 上": takes the code off if an open match has it. */
static void strip_code(struct nj_referee *r, struct words *w)
{
    char code[8] = {0};
    size_t at = 0;
    int32_t cp, folded[4];

    NJ_ASSERT(w->code[0] == '\0');
    for (int i = 0; i < NJ_CODE_LEN; i++) {
        size_t k = nj_utf8_next(w->p + at, w->n - at, &cp);

        if (k == 0 || nj_utf8_fold(cp, folded, 4) != 1 || folded[0] > 'z' ||
            folded[0] < '0')
            return;
        code[i] = (char)(folded[0] >= 'a' ? folded[0] - 'a' + 'A' : folded[0]);
        at += k;
    }
    if (at < w->n &&
        (nj_utf8_next(w->p + at, w->n - at, &cp) == 0 || !nj_utf8_space(cp)))
        return;
    if (nj_books_code(r, code) == NULL)
        return;
    (void)snprintf(w->code, sizeof(w->code), "%s", code);
    NJ_ASSERT(at <= w->n);
    w->p += at;
    w->n -= at;
    trim(w);
}

/* Ordinary talk does not: no group's settings are read for it. */
static bool begins_with_sign(const struct words *w)
{
    int32_t cp, folded[4];

    return nj_utf8_next(w->p, w->n, &cp) > 0 &&
           nj_utf8_fold(cp, folded, 4) == 1 && folded[0] > ' ' &&
           folded[0] < 0x7f && !(folded[0] >= '0' && folded[0] <= '9') &&
           !(folded[0] >= 'a' && folded[0] <= 'z');
}

static void split(struct nj_referee *r, const struct nj_event *ev,
                  struct words *w)
{
    const char *own = r->setup.gateways[ev->gateway]->prefix;
    const char *prefix = r->setup.prefix;
    bool prefixed;

    NJ_ASSERT(ev->text != NULL);
    NJ_ASSERT(ev->gateway < r->setup.n_gateways);
    *w = (struct words){.p = ev->text, .n = strlen(ev->text)};
    trim(w);
    if (strip(w, r->setup.host_prefix)) {
        w->place = NJ_COMMAND_HOST;
        strip_code(r, w);
        return;
    }
    if (ev->group && begins_with_sign(w))
        prefix = nj_place_prefix(r, nj_books_chat(r, ev->chat));
    prefixed =
        strip(w, prefix) || (own[0] != '\0' && strip(w, own)) || ev->at_me;
    w->place = !ev->group ? NJ_COMMAND_PRIVATE
               : prefixed ? NJ_COMMAND_PREFIXED
                          : NJ_COMMAND_BARE;
    if (prefixed)
        strip_code(r, w);
}

/* --- which match --- */

static bool is_open(const struct nj_entry *e)
{
    return e->state == NJ_MATCH_LOBBY || e->state == NJ_MATCH_RUNNING;
}

/* Does the match wait for this person now? May wake it. */
static bool awaits(struct nj_referee *r, struct nj_entry *e,
                   const struct nj_chat *who)
{
    const struct nj_sitter *s;

    NJ_ASSERT(who != NULL);
    if (e->state != NJ_MATCH_RUNNING || !nj_live_wake(r, e))
        return false;
    s = nj_sitters_of(e, who->address);
    return s != NULL && !s->computer &&
           (nj_match_awaited(e->match) & nj_bit(s->seat)) != 0;
}

/*
 * How well an entry fits: a match that waits for the person, one he plays,
 * a table he sits at, one he can only watch.
 */
static int fitness(struct nj_referee *r, struct nj_entry *e,
                   const struct nj_chat *who)
{
    bool mine = nj_books_has(who, e);

    NJ_ASSERT(who != NULL);
    if (!is_open(e))
        return 0;
    if (mine && awaits(r, e, who))
        return 5;
    if (mine)
        return e->state == NJ_MATCH_RUNNING ? 4 : 3;
    return e->state == NJ_MATCH_RUNNING ? 2 : 1;
}

/*
 * The entry meant by words in `c`; *many is set if two fit equally well and
 * the words went to a private chat, where guessing would be wrong.
 */
static struct nj_entry *choose(struct nj_referee *r, const struct nj_chat *c,
                               const struct nj_chat *who, bool *many)
{
    struct nj_entry *best = NULL;
    int best_fit = 0;

    NJ_ASSERT(who != NULL);
    *many = false;
    for (uint32_t i = 0; i < c->n_entries; i++) {
        int fit = fitness(r, c->entries[i], who);

        if (fit > best_fit) {
            best = c->entries[i];
            best_fit = fit;
            *many = false;
        } else if (fit == best_fit && fit > 0) {
            best = c->entries[i]; /* the latest of equals */
            *many = true;
        }
    }
    NJ_ASSERT((best == NULL) == (best_fit == 0));
    return best;
}

/* Bare words count only from a seated player in the match's own group. */
static struct nj_entry *seated_here(const struct nj_chat *c,
                                    const struct nj_chat *who)
{
    struct nj_entry *e = NULL;

    if (c == NULL || who == NULL)
        return NULL;
    for (uint32_t i = 0; i < who->n_entries; i++)
        if (nj_homes_has(who->entries[i], c) &&
            who->entries[i]->state == NJ_MATCH_RUNNING)
            e = who->entries[i];
    return e;
}

/* --- answers of the router --- */

static void say_which(struct nj_request *a, const struct words *w)
{
    struct nj_str list = NJ_STR_INIT(400);

    (void)w;
    NJ_ASSERT(a->who != NULL);
    for (uint32_t i = 0; i < a->who->n_entries; i++) {
        const struct nj_entry *e = a->who->entries[i];

        if (is_open(e))
            nj_str_addf(&list, "%s%s", list.len > 0 ? ", " : "", e->code);
    }
    a->e = NULL;
    nj_reply(a, "shell.which_match", NJ_ARGS(nj_arg_id("codes", list.p)));
    nj_str_fini(&list);
}

static void unknown(struct nj_request *a, const struct words *w)
{
    struct nj_referee *r = a->r;
    const char *near;

    NJ_ASSERT(w->n > 0);
    NJ_ASSERT(a->who != NULL);
    if (a->who->unknown_ms != 0 &&
        r->now_ms - a->who->unknown_ms < UNKNOWN_MS && a->ev->group)
        return;
    a->who->unknown_ms = r->now_ms;
    near = nj_commands_nearest(r->setup.commands, w->p, w->n,
                               nj_books_lang(r, a->where));
    if (near != NULL)
        nj_reply(a, "shell.unknown_near", NJ_ARGS(nj_arg_id("word", near)));
    else
        nj_reply(a, "shell.unknown", NJ_NO_ARGS);
}

/* --- people --- */

static struct nj_chat *person(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *who = nj_books_chat(r, ev->user);

    NJ_ASSERT(ev->user != NULL);
    NJ_ASSERT(ev->name != NULL);
    if (strcmp(who->name, ev->name) != 0 && ev->name[0] != '\0') {
        free(who->name);
        who->name = nj_strndup(ev->name, strlen(ev->name));
    }
    /* A private word from somebody proves that we can write to him. */
    if ((!ev->group || r->setup.private_proved) &&
        (who->reach != NJ_REACH_PROVED || !who->known))
        nj_fate_reachable(r, who, NJ_REACH_PROVED);
    NJ_ASSERT(who->filled);
    return who;
}

/* --- late words --- */

/*
 * A command typed before we came back counts only if nothing has happened
 * since to what it answers; a table command not at all.
 */
static bool too_late(struct nj_request *a)
{
    const struct nj_event *ev = a->ev;

    NJ_ASSERT(a->cmd != NULL);
    if (ev->at_ms == 0 || a->r->now_ms - ev->at_ms < STALE_MS)
        return false;
    if (strcmp(a->cmd->of, "table") == 0 || strcmp(a->cmd->of, "owner") == 0)
        return true;
    if (a->e != NULL && a->e->last_input_ms <= ev->at_ms)
        return false;
    if (a->e != NULL)
        nj_tell_unstored(a->r, a->who, a->e, "shell.too_late",
                         NJ_ARGS(nj_arg_at("at", a->e->last_input_ms)));
    else
        nj_tell_unstored(a->r, a->who, NULL, "shell.too_late", NJ_NO_ARGS);
    return true;
}

static bool is_fresh(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_err err = {{0}};
    bool fresh = true;

    NJ_ASSERT(ev->id != NULL);
    if (ev->id[0] == '\0')
        return true;
    return nj_turn_write(r) &&
           nj_turn_ok(
               r,
               nj_seen_add(r->store, ev->chat, ev->id, r->now_ms, &fresh, &err),
               &err) &&
           fresh;
}

/* --- the way --- */

static void run(struct nj_request *a)
{
    NJ_ASSERT(a->cmd != NULL);
    NJ_ASSERT(a->who != NULL);
    NJ_ASSERT(a->where != NULL);
    if (nj_flood_stops(a) || !is_fresh(a->r, a->ev) || too_late(a))
        return;
    a->r->asking = a->who;
    if (strcmp(a->cmd->of, "table") == 0)
        nj_commands_run(a);
    else if (strcmp(a->cmd->of, "owner") == 0)
        nj_do_owner(a);
    else if (a->e == NULL || is_open(a->e)) /* else it was frozen: told */
        (strcmp(a->cmd->of, "host") == 0 ? nj_do_power : nj_do_game)(a);
    nj_flood_note(a);
    a->r->asking = NULL;
}

/* An admin who hides who he is: there is nobody to seat or to write to. */
static bool is_hidden(const struct nj_event *ev)
{
    return ev->user[0] == '\0';
}

/* Words that lead to no command. */
static void say(struct nj_request *a, const struct words *w,
                void (*what)(struct nj_request *a, const struct words *w))
{
    a->cmd = NULL;
    if (nj_flood_stops(a) || !is_fresh(a->r, a->ev))
        return;
    a->r->asking = a->who;
    what(a, w);
    nj_flood_note(a);
    a->r->asking = NULL;
}

bool nj_route_asks(struct nj_referee *r, const struct nj_event *ev)
{
    struct words w;
    const struct nj_entry *e;
    struct nj_command cmd;

    NJ_ASSERT(ev->kind == NJ_EVENT_MESSAGE);
    if (is_hidden(ev))
        return false;
    split(r, ev, &w);
    if (w.n == 0 || w.place != NJ_COMMAND_BARE)
        return w.n > 0;
    e = seated_here(nj_books_find(r, ev->chat), nj_books_find(r, ev->user));
    return e != NULL && nj_commands_parse(r->setup.commands, w.p, w.n,
                                          NJ_COMMAND_BARE, e->words, &cmd);
}

static void route_bare(struct nj_referee *r, const struct nj_event *ev,
                       const struct words *w)
{
    struct nj_chat *where = nj_books_find(r, ev->chat);
    struct nj_chat *who = nj_books_find(r, ev->user);
    struct nj_entry *e = seated_here(where, who);
    struct nj_command cmd;
    struct nj_request a = {.r = r, .ev = ev, .where = where, .cmd = &cmd};
    bool many;

    NJ_ASSERT(w->place == NJ_COMMAND_BARE);
    NJ_ASSERT(ev->group);
    if (e == NULL || who->shut ||
        !nj_commands_parse(r->setup.commands, w->p, w->n, NJ_COMMAND_BARE,
                           e->words, &cmd))
        return;
    e = choose(r, where, who, &many);
    if (!awaits(r, e, who))
        return; /* LN-10.1: ordinary talk of somebody who is not to move */
    a.e = e;
    a.who = person(r, ev);
    run(&a);
}

static struct nj_entry *meant(struct nj_request *a, const struct words *w,
                              bool *many)
{
    struct nj_referee *r = a->r;
    struct nj_entry *e;

    NJ_ASSERT(a->where != NULL);
    NJ_ASSERT(a->who != NULL);
    *many = false;
    if (w->code[0] != '\0') { /* other groups' matches are not his to see */
        e = nj_books_code(r, w->code);
        NJ_ASSERT(e != NULL); /* else the letters were no code */
        return nj_homes_has(e, a->where) || nj_books_has(a->who, e) ? e : NULL;
    }
    if (a->ev->group)
        e = choose(r, a->where, a->who, many);
    else if (a->who->use != 0 && (e = nj_books_entry(r, a->who->use)) != NULL &&
             is_open(e))
        return e;
    else
        e = choose(r, a->who, a->who, many);
    if (a->ev->group)
        *many = false;
    return e;
}

/* Somebody who is an admin of the group and nobody else: he may do what needs
 * to be done by an admin, and is answered in the group alone. */
static void route_hidden(struct nj_referee *r, const struct nj_event *ev,
                         const struct words *w)
{
    struct nj_command cmd;
    struct nj_request a = {.r = r, .ev = ev, .cmd = &cmd};
    char nobody[NJ_ADDRESS_MAX];
    bool many;

    if (!ev->group || ev->role == NJ_ROLE_MEMBER || w->place == NJ_COMMAND_BARE)
        return;
    nj_address_user(nobody, r->setup.gateways[ev->gateway]->name, "*");
    a.where = nj_books_chat(r, ev->chat);
    a.who = nj_books_chat(r, nobody);
    a.who->reach = NJ_REACH_REFUSED;
    a.e = meant(&a, w, &many);
    (void)snprintf(a.code, sizeof(a.code), "%s", w->code);
    if (nj_commands_parse(r->setup.commands, w->p, w->n, w->place,
                          a.e != NULL ? a.e->words : NULL, &cmd) &&
        nj_commands_nobody(&cmd))
        run(&a);
}

void nj_route_message(struct nj_referee *r, const struct nj_event *ev)
{
    struct words w;
    struct nj_command cmd;
    struct nj_request a = {.r = r, .ev = ev, .cmd = &cmd};
    const char *game;
    bool many;

    NJ_ASSERT(ev->kind == NJ_EVENT_MESSAGE && ev->text != NULL);
    split(r, ev, &w);
    if (w.n == 0)
        return;
    if (is_hidden(ev)) {
        route_hidden(r, ev, &w);
        return;
    }
    if (w.place == NJ_COMMAND_BARE) {
        route_bare(r, ev, &w);
        return;
    }
    if (nj_books_chat(r, ev->user)->shut)
        return; /* an owner's wish: as if he had said nothing */
    a.where = nj_books_chat(r, ev->chat);
    a.who = person(r, ev);
    if (nj_owner_parse(r, ev, w.p, w.n, &cmd)) {
        run(&a);
        return;
    }
    a.e = meant(&a, &w, &many);
    (void)snprintf(a.code, sizeof(a.code), "%s", w.code);
    game = a.e != NULL ? a.e->words : NULL;
    if (!nj_commands_parse(r->setup.commands, w.p, w.n, w.place, game, &cmd))
        say(&a, &w, unknown);
    else if (many && strcmp(cmd.of, "table") != 0)
        say(&a, &w, say_which);
    else
        run(&a);
}
