/*
 * From an event to a command that runs: whose words they are, whether they
 * still count, what they ask for. Ordinary talk ends here without a trace.
 */
#include <string.h>

#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "command/spoken.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/hearing/hearing.h"
#include "referee/hearing/hearing_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"

#define LATE_MS     10000  /* one word to a person about late ones */
#define UNKNOWN_MS  600000 /* UX-5: one answer per person and ten minutes */
#define UNHEEDED_MS 60000  /* one line in the log about orders without answer */

/* --- answers of the router --- */

static void say_which(struct nj_request *a, const struct nj_words *w)
{
    struct nj_str list = NJ_STR_INIT(400);

    NJ_ASSERT(!a->ev->group); /* there the latest is meant */
    (void)w;
    for (uint32_t i = 0; i < a->who->n_entries; i++) {
        const struct nj_entry *e = a->who->entries[i];

        if (nj_books_is_open(e))
            nj_str_addf(&list, "%s%s", list.len > 0 ? ", " : "", e->code);
    }
    a->e = NULL;
    nj_reply(a, "shell.which_match", NJ_ARGS(nj_arg_id("codes", list.p)));
    nj_str_fini(&list);
}

#define HOST_LINES 4

/* The mark of a host and the beginning of one of his powers: how it is written.
 * False: it begins none. */
static bool say_host_form(struct nj_request *a, const struct nj_words *w)
{
    const char *lines[HOST_LINES];
    struct nj_str word = NJ_STR_INIT(64), text = NJ_STR_INIT(1000);
    size_t n = 0;

    while (n < w->n && w->p[n] != ' ')
        n++;
    nj_str_add(&word, w->p, n);
    n = nj_commands_examples(a->r->setup.commands,
                             nj_books_lang(a->r, a->where), NULL, word.p, lines,
                             HOST_LINES);
    NJ_ASSERT(n <= HOST_LINES);
    for (size_t i = 0; i < n; i++)
        if (lines[i][0] == '%')
            nj_str_addf(&text, "\n%s%s", a->r->setup.host_prefix, lines[i] + 1);
    if (text.len > 0)
        nj_reply(a, "shell.help_word",
                 NJ_ARGS(nj_arg_text("word", word.p),
                         nj_arg_id("examples", text.p)));
    n = text.len;
    nj_str_fini(&word);
    nj_str_fini(&text);
    return n > 0;
}

/* Would the answer bother others? Nobody else sits at a terminal. */
static bool is_overheard(const struct nj_referee *r, const struct nj_request *a)
{
    return a->ev->group && !r->setup.private_proved;
}

static void unknown(struct nj_request *a, const struct nj_words *w)
{
    struct nj_referee *r = a->r;
    const char *near;

    NJ_ASSERT(a->cmd == NULL && r->asking == a->who);
    if (nj_sketch_words(a, w) || nj_doubt_ask(a, w))
        return;
    if (nj_books_lately(r, &a->who->told.unknown_ms,
                        is_overheard(r, a) ? UNKNOWN_MS : 0)) {
        nj_tell_pass_over(r);
        return;
    }
    if ((w->place == NJ_COMMAND_HOST && say_host_form(a, w)) ||
        nj_rules_of_term(a, w->p, w->n))
        return;
    if (w->n > NJ_COMMAND_TEXT_MAX) {
        nj_reply(a, "shell.too_long",
                 NJ_ARGS(nj_arg_int("n", NJ_COMMAND_TEXT_MAX)));
        return;
    }
    near = nj_commands_nearest(r->setup.commands, w->p, w->n,
                               nj_books_lang(r, a->where),
                               a->e != NULL ? a->e->game->game->id : NULL);
    if (near != NULL && strcmp(near, w->p) == 0) /* it lacks what follows */
        nj_help_word(a, near);
    else if (near != NULL)
        nj_reply(a, "shell.unknown_near", NJ_ARGS(nj_arg_id("word", near)));
    else
        nj_reply(a, "shell.unknown", NJ_NO_ARGS);
}

/* --- people --- */

static struct nj_chat *person(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_chat *who = nj_books_chat(r, ev->user);

    nj_friends_call(who, ev);
    who->heard_ms = r->steady_ms;
    if (ev->group)
        nj_str_copy(who->heard_in, sizeof(who->heard_in), ev->chat);
    nj_friends_hear(r, who, ev);
    NJ_ASSERT(who->filled);
    return who;
}

static bool is_fresh(struct nj_referee *r, const struct nj_event *ev)
{
    return ev->id[0] == '\0' ||
           nj_seen_add(r->store, ev->chat, ev->id, r->now_ms);
}

/* No word of somebody who is no friend counts in private: he could not be
 * answered. */
static bool turned_away(struct nj_referee *r, const struct nj_event *ev,
                        struct nj_chat *who)
{
    NJ_ASSERT(!who->group);
    if (ev->group || nj_reach_has(r, who))
        return false;
    if (is_fresh(r, ev))
        nj_friends_turn_away(r, who);
    return true;
}

/* --- late words --- */

/* What waited comes all at once: who sent many is told once. In private, where the question
 * may have stood, or where he asked if there is no way to him. */
static void say_late(struct nj_request *a)
{
    struct nj_chat *to =
        a->ev->group && a->who->reach != NJ_REACH_PROVED ? a->where : a->who;

    NJ_ASSERT(!a->who->group && nj_skew_late(a->r, a->ev->gateway));
    if (nj_books_lately(a->r, &a->who->told.late_ms, LATE_MS)) {
        nj_tell_pass_over(a->r);
        return;
    }
    if (a->e != NULL && a->e->last_input_ms > a->r->typed_ms)
        nj_tell_unstored(a->r, to, a->e, "shell.too_late",
                         NJ_ARGS(nj_arg_at("at", a->e->last_input_ms)));
    else
        nj_tell_unstored(a->r, to, a->e, "shell.too_late", NJ_NO_ARGS);
}

/*
 * A command typed before we came back counts only if nothing has happened
 * since to what it answers; a table command not at all. Whoever typed one
 * awaits an answer and gets one.
 */
static bool too_late(struct nj_request *a)
{
    bool table;

    NJ_ASSERT(a->cmd->verb[0] != '\0');
    if (!nj_skew_late(a->r, a->ev->gateway))
        return false;
    table =
        strcmp(a->cmd->of, "table") == 0 || strcmp(a->cmd->of, "owner") == 0;
    if (!table && a->e != NULL && a->e->last_input_ms <= a->r->typed_ms)
        return false;
    say_late(a);
    return true;
}

/* --- the way --- */

/* Is it an order to the match in which a player is mentioned? */
static bool reads_mention(const struct nj_request *a, const struct nj_words *w,
                          struct nj_spoken *typed)
{
    struct nj_words seat = *w;

    NJ_ASSERT(w->room[0] != '\0' && w->place != NJ_COMMAND_HOST);
    seat.p = w->room;
    seat.n = strlen(w->room);
    return nj_words_spoken(a->r, a->e, &seat, typed) &&
           (typed->several || strcmp(typed->cmd.of, "table") != 0);
}

/* Words to a command of the shell or to one or several orders of the match:
 * the request knows what they are, and `w` is what is behind the seat that was
 * named. */
static bool reads(struct nj_request *a, struct nj_words *w,
                  struct nj_spoken *typed)
{
    bool mention = w->place != NJ_COMMAND_HOST &&
                   nj_words_mention(a->r, a->e, a->ev, w, w->room);
    bool inside = mention && a->ev->handle[0] != '\0';
    bool ok = (inside && reads_mention(a, w, typed)) ||
              nj_words_spoken(a->r, a->e, w, typed) ||
              (mention && !inside && reads_mention(a, w, typed));

    w->p = typed->p;
    w->n = typed->n;
    NJ_ASSERT(!ok || w->n <= NJ_TEXT_IN_MAX);
    a->as = typed->as;
    a->cmd = &typed->cmd;
    a->typed = typed->p;
    a->batch = ok && typed->several ? &typed->batch : NULL;
    return ok;
}

static void obey(struct nj_request *a)
{
    NJ_ASSERT(a->r->asking == NULL);
    NJ_ASSERT(a->batch == NULL || !a->text);
    a->r->asking = a->who;
    if (strcmp(a->cmd->of, "table") == 0)
        nj_commands_run(a);
    else if (strcmp(a->cmd->of, "owner") == 0)
        nj_do_owner(a);
    else if (a->e == NULL ||
             nj_books_is_open(a->e)) /* else it was frozen: told */
        (strcmp(a->cmd->of, "host") == 0 ? nj_do_power
         : a->batch != NULL              ? nj_do_batch
         : a->text                       ? nj_do_collect
                                         : nj_do_game)(a);
    nj_flood_note(a);
    a->r->asking = NULL;
}

/*
 * Each word that is for us and new gets an answer, a question to the platform
 * whose answer comes later, or a silence that a rule asks for; nothing at all
 * is a fault of ours, which nobody else would notice.
 */
static void account(struct nj_request *a)
{
    struct nj_referee *r = a->r;

    NJ_ASSERT(r->asking == NULL && r->said >= r->said_before);
    if (!nj_store_good(r->store))
        return;
    r->count.words++;
    if (r->said != r->said_before)
        return;
    r->count.unanswered++;
    if (nj_books_lately(r, &r->unheeded_ms, UNHEEDED_MS))
        return;
    nj_log(NJ_LOG_WARN, "route", "an order got no answer",
           NJ_FIELDS(nj_f_word("verb", a->cmd != NULL ? a->cmd->verb : "-"),
                     nj_f_word("of", a->cmd != NULL ? a->cmd->of : "-")));
}

static void run(struct nj_request *a)
{
    NJ_ASSERT(a->where != NULL && a->r->asking == NULL);
    if (nj_flood_stops(a)) {
        account(a);
    } else if (is_fresh(a->r, a->ev)) {
        if (!too_late(a))
            obey(a);
        account(a);
    }
    a->r->sated = false;
}

/* An admin hides who he is: there is nobody to seat or to write to. */
static bool is_hidden(const struct nj_event *ev)
{
    return ev->user[0] == '\0';
}

/* Answers words that lead to no command. */
static void say(struct nj_request *a, const struct nj_words *w,
                void (*what)(struct nj_request *a, const struct nj_words *w))
{
    NJ_ASSERT(a->r->asking == NULL && !a->r->sated);
    a->cmd = NULL;
    if (!nj_flood_stops(a)) {
        if (!is_fresh(a->r, a->ev))
            return;
        a->r->asking = a->who;
        what(a, w);
        nj_flood_note(a);
        a->r->asking = NULL;
    }
    account(a);
}

bool nj_route_asks(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_words w;
    struct nj_spoken typed;
    struct nj_request a = {.r = r, .ev = ev};

    NJ_ASSERT(ev->kind == NJ_EVENT_MESSAGE);
    if (is_hidden(ev))
        return false;
    nj_words_split(r, ev, &w);
    if (w.n == 0 || w.place != NJ_COMMAND_BARE)
        return w.n > 0;
    a.e =
        nj_meant_seated(nj_books_find(r, ev->chat), nj_books_find(r, ev->user));
    return a.e != NULL && reads(&a, &w, &typed);
}

void nj_route_ahead(struct nj_referee *r, const struct nj_event *events)
{
    if (!nj_seen_ahead(r->store))
        return;
    for (const struct nj_event *ev = events; ev != NULL; ev = ev->next)
        if (ev->kind == NJ_EVENT_PRESS ||
            (ev->kind == NJ_EVENT_MESSAGE && nj_route_asks(r, ev))) {
            nj_seen_expect(r->store, ev->chat, ev->id);
            nj_arena_reset(&r->arena);
        }
    nj_seen_look(r->store);
}

/* LN-10.1: may words without a prefix be an order of his? Of who is to move, or,
 * where the game itself knows what is talk, of whoever sits there. */
static bool heeds(struct nj_referee *r, struct nj_entry *e,
                  const struct nj_chat *who)
{
    NJ_ASSERT(!who->group);
    if (nj_meant_awaits(r, e, who))
        return true;
    return e->game->game->talk != NULL && e->state == NJ_MATCH_RUNNING &&
           e->match != NULL && nj_sitters_of(e, who->address) != NULL;
}

NJ_APART static void route_bare(struct nj_referee *r, const struct nj_event *ev,
                                struct nj_words *w)
{
    struct nj_chat *where = nj_books_find(r, ev->chat);
    struct nj_chat *who = nj_books_find(r, ev->user);
    NJ_UNCLEARED struct nj_spoken typed;
    struct nj_entry *seated = nj_meant_seated(where, who);
    struct nj_request a = {.r = r, .ev = ev, .where = where, .e = seated};
    bool many, picked;

    NJ_ASSERT(w->place == NJ_COMMAND_BARE);
    NJ_ASSERT(ev->group);
    nj_spoken_clear(&typed);
    if (where != NULL)
        where->plain = true;
    if (who != NULL)
        who->heard_ms = r->steady_ms;
    if (who == NULL || seated == NULL || who->shut)
        return;
    a.who = who;
    picked = r->doubts != NULL && nj_doubt_answered(&a, w);
    if (!reads(&a, w, &typed))
        return;
    if (picked) {
        run(&a);
        return;
    }
    a.e = seated;
    a.e = nj_meant_choose(r, where, who, NULL, &many);
    if (!heeds(r, a.e, who) || (a.batch != NULL && a.e != seated))
        return; /* ordinary talk */
    if (nj_match_talk(a.e->match, nj_sitters_of(a.e, who->address)->seat,
                      nj_spoken_verb(&typed), &a.e->hushed))
        return;
    a.who = person(r, ev);
    run(&a);
}

/* Somebody who is an admin of the group and nobody else: he may do what needs
 * to be done by an admin, and is answered in the group alone. */
NJ_APART static void route_hidden(struct nj_referee *r,
                                  const struct nj_event *ev,
                                  const struct nj_words *w)
{
    struct nj_command cmd;
    struct nj_request a = {.r = r, .ev = ev, .cmd = &cmd};
    char nobody[NJ_ADDRESS_MAX];
    bool many;

    NJ_ASSERT(is_hidden(ev));
    if (!ev->group || ev->role == NJ_ROLE_MEMBER || w->place == NJ_COMMAND_BARE)
        return;
    nj_address_user(nobody, r->setup.gateways[ev->gateway]->name, "*");
    a.where = nj_books_chat(r, ev->chat);
    a.who = nj_books_chat(r, nobody);
    nj_books_reach(a.who, NJ_REACH_REFUSED, a.who->known);
    a.e = nj_meant_entry(&a, w, &many);
    (void)snprintf(a.code, sizeof(a.code), "%s", w->code);
    if (nj_commands_parse(r->setup.commands, w->p, w->n, w->place,
                          a.e != NULL ? a.e->words : NULL, &cmd) &&
        nj_commands_nobody(&cmd))
        run(&a);
}

/* Do the words, without a game, confirm what was asked? */
NJ_APART static bool confirms(const struct nj_request *a,
                              const struct nj_words *w)
{
    struct nj_command plain;

    NJ_ASSERT(a->who->wishes.leave == a->e->id);
    return nj_commands_parse(a->r->setup.commands, w->p, w->n, w->place, NULL,
                             &plain) &&
           strcmp(plain.verb, "confirm") == 0;
}

/* A game in which "yes" and bare numbers are words of its own, and somebody who
 * was asked a moment ago whether he really leaves: that is what he answers.
 * Any other word to the match takes the question away. */
static void answer_leaving(struct nj_request *a, const struct nj_words *w,
                           struct nj_spoken *t)
{
    struct nj_chat *who = a->who;

    if (a->e == NULL || who->wishes.leave != a->e->id ||
        a->r->steady_ms > who->wishes.leave_until_ms ||
        nj_game_verb(a->e->game->game, "yes") == NULL ||
        (!t->several && nj_game_verb(a->e->game->game, t->cmd.verb) == NULL))
        return;
    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    if (strcmp(t->cmd.verb, "yes") != 0 && !confirms(a, w)) {
        nj_books_leaving(a->r, who, 0, 0);
        return;
    }
    t->cmd = (struct nj_command){.of = "table", .verb = "confirm"};
}

/* A sticker: in private it says what words would about the chat. */
static void hear_silent(struct nj_referee *r, const struct nj_event *ev)
{
    NJ_ASSERT(r->asking == NULL && r->said == r->said_before);
    if (!ev->group && !is_hidden(ev) && !nj_books_chat(r, ev->user)->shut)
        (void)person(r, ev);
}

void nj_route_message(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_words w;
    NJ_UNCLEARED struct nj_spoken typed;
    struct nj_command *cmd = &typed.cmd;
    struct nj_request a = {.r = r, .ev = ev, .cmd = cmd};
    struct nj_choice choice = {.order = false};
    bool many;

    NJ_ASSERT(ev->kind == NJ_EVENT_MESSAGE && ev->text != NULL);
    NJ_ASSERT(r->asking == NULL && r->bundle == NULL);
    nj_spoken_clear(&typed);
    r->said_before = r->said;
    nj_words_split(r, ev, &w);
    if (w.n == 0) {
        hear_silent(r, ev);
        return;
    }
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
    a.where->plain = a.where->plain || !ev->at_me;
    a.who = person(r, ev);
    if (turned_away(r, ev, a.who))
        return;
    if (nj_collect_meant(&a, &w, cmd) || nj_owner_parse(r, ev, w.p, w.n, cmd)) {
        run(&a);
        return;
    }
    many = false;
    if (!nj_doubt_answered(&a, &w)) {
        a.e = nj_meant_entry(&a, &w, &many);
        if (!many)
            (void)nj_press_numbered(&a, &w, &choice);
    }
    (void)snprintf(a.code, sizeof(a.code), "%s", w.code);
    if (a.text) {
        nj_collect_asked(&a, &w, cmd);
    } else if (!reads(&a, &w, &typed)) {
        say(&a, &w, unknown);
        return;
    }
    answer_leaving(&a, &w, &typed);
    if (many && strcmp(cmd->of, "table") != 0)
        say(&a, &w, say_which);
    else
        run(&a);
    nj_press_chosen(r, ev->user, &choice);
}
