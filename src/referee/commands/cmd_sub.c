/*
 * #求替补: offers one's seat. #接替: takes an offered one over, once the
 * private chat is proved. #回来: back on the seat that a computer player holds
 * for one.
 */
#include <stdlib.h>

#include "base/bug.h"
#include "base/str.h"
#include "command/order.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

void nj_do_seek(struct nj_request *a)
{
    struct nj_sitter *s;

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    if (!nj_live_wake(a->r, a->e))
        return;
    s = nj_sitters_of(a->e, a->who->address);
    if (s == NULL || (nj_match_out(a->e->match) & nj_bit(s->seat)) != 0) {
        nj_reply(a, "shell.not_seated", NJ_NO_ARGS);
        return;
    }
    nj_handover_offer(a->r, a->e, s, s->wanted == NULL ? "*" : NULL, NULL);
}

/* --- whose it may be --- */

static bool meant_for(const struct nj_sitter *s, const struct nj_chat *who)
{
    return s->wanted != NULL && (strcmp(s->wanted, "*") == 0 ||
                                 strcmp(s->wanted, who->address) == 0);
}

/* Finds the seat of `e` that he may take: the one he named, else the first. */
static struct nj_sitter *offered(struct nj_request *a, struct nj_entry *e,
                                 bool *other)
{
    const struct nj_command_arg *seat = nj_command_arg(a->cmd, "seat");

    if (e->state != NJ_MATCH_RUNNING || !nj_sitters_load(a->r, e))
        return NULL;
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        struct nj_sitter *s = &e->sitters[i];

        if (s->wanted == NULL || (seat != NULL && seat->n != s->seat + 1))
            continue;
        if (meant_for(s, a->who))
            return s;
        *other = true;
    }
    return NULL;
}

static struct nj_sitter *find_offer(struct nj_request *a, bool *other)
{
    const struct nj_command_arg *code = nj_command_arg(a->cmd, "code");
    const char *wanted = a->code[0] != '\0' ? a->code
                         : code != NULL     ? code->text
                                            : NULL;
    struct nj_entry *e = wanted != NULL ? nj_books_code(a->r, wanted) : NULL;
    struct nj_sitter *s = NULL;

    *other = false;
    if (wanted != NULL) {
        a->e = e;
        return e != NULL && nj_homes_has(e, a->where) ? offered(a, e, other)
                                                      : NULL;
    }
    for (uint32_t i = 0; i < a->where->n_entries && s == NULL; i++) {
        a->e = a->where->entries[i];
        s = offered(a, a->e, other);
    }
    NJ_ASSERT(s == NULL || nj_homes_has(a->e, a->where));
    return s;
}

/* --- taking it --- */

static bool sent_to_link(struct nj_request *a, const struct nj_sitter *s)
{
    char words[8];

    NJ_ASSERT(s->seat != NJ_SEAT_NONE && s->wanted != NULL);
    (void)snprintf(words, sizeof(words), NJ_LINK_TAKEOVER "%d", s->seat + 1);
    return nj_links_can(a->r, a->who) &&
           nj_links_send(a, "shell.sub_link", words);
}

/* Finds his own seat, if its game lets him have that one besides. */
static const struct nj_sitter *sharer(struct nj_request *a, nj_seat seat)
{
    const struct nj_sitter *mine;

    NJ_ASSERT(seat != NJ_SEAT_NONE);
    if (a->e->game->game->shares == NULL || !nj_live_wake(a->r, a->e))
        return NULL;
    mine = nj_sitters_of(a->e, a->who->address);
    return mine != NULL && nj_may_share(a->e->match, seat, mine->seat) ? mine
                                                                       : NULL;
}

/* Returns why he does not get it; NULL: he does, if he can be told. */
static const char *objection(struct nj_request *a, const struct nj_sitter *s,
                             bool other)
{
    if (s == NULL)
        return other ? "shell.sub_meant" : "shell.sub_none";
    NJ_ASSERT(meant_for(s, a->who) && a->e->state == NJ_MATCH_RUNNING);
    if (s->place == UINT8_MAX) /* it has changed hands too often */
        return "shell.sub_none";
    if (sharer(a, s->seat) != NULL)
        return NULL;
    if (nj_account_hosts(a->r, a->e, a->who->address) ||
        nj_account_held(a->r, a->e, a->who->address))
        return "shell.sub_knows";
    return NULL;
}

static void take(struct nj_request *a, struct nj_sitter *s, bool other)
{
    const char *why = objection(a, s, other);
    nj_seat seat = s != NULL ? s->seat : NJ_SEAT_NONE;

    NJ_ASSERT(s == NULL ||
              (s >= a->e->sitters && s < a->e->sitters + a->e->n_sitters));
    if (why != NULL)
        nj_reply(a, why, NJ_NO_ARGS);
    else if (a->who->reach != NJ_REACH_PROVED) {
        if (!sent_to_link(a, s))
            nj_reply(a, "shell.sub_prove",
                     NJ_ARGS(nj_arg_text("name", a->who->name)));
    } else if (nj_live_wake(a->r, a->e)) {
        const struct nj_sitter *mine = sharer(a, seat);

        s = nj_sitters_at(a->e, seat);
        if (mine != NULL)
            (void)nj_handover_share(a, s, mine);
        else
            (void)nj_handover_person(a, s);
    }
}

void nj_do_takeover(struct nj_request *a)
{
    bool other;
    struct nj_sitter *s = find_offer(a, &other);

    NJ_ASSERT(a->ev->group);
    take(a, s, other);
}

/* Finds the seat that a link or a button names, if he may have it. */
static struct nj_sitter *named(struct nj_request *a, const char *words,
                               bool *other)
{
    NJ_ASSERT(strncmp(words, NJ_LINK_TAKEOVER, strlen(NJ_LINK_TAKEOVER)) == 0);
    long seat = strtol(words + strlen(NJ_LINK_TAKEOVER), NULL, 10);
    struct nj_sitter *s = NULL;

    *other = false;
    if (a->e->state == NJ_MATCH_RUNNING && nj_sitters_load(a->r, a->e) &&
        seat >= 1 && seat <= a->e->n_sitters)
        s = nj_sitters_at(a->e, (nj_seat)(seat - 1));
    *other = s != NULL && s->wanted != NULL;
    return s != NULL && meant_for(s, a->who) ? s : NULL;
}

void nj_takeover_by_link(struct nj_referee *r, struct nj_entry *e,
                         const struct nj_event *ev, const char *words)
{
    struct nj_chat *who = nj_books_chat(r, ev->user);
    struct nj_request a = {.r = r, .ev = ev, .where = who, .who = who, .e = e};
    bool other;
    struct nj_sitter *s = named(&a, words, &other);

    take(&a, s, other);
}

const char *nj_takeover_by_press(struct nj_referee *r, struct nj_entry *e,
                                 const struct nj_event *ev, const char *words,
                                 struct nj_str *url)
{
    struct nj_request a = {.r = r,
                           .ev = ev,
                           .where = nj_books_chat(r, ev->chat),
                           .who = nj_books_chat(r, ev->user),
                           .e = e};
    bool other;
    struct nj_sitter *s = named(&a, words, &other);
    const char *why = objection(&a, s, other);

    NJ_ASSERT(why != NULL || s != NULL);
    if (why != NULL)
        return why;
    if (a.who->reach == NJ_REACH_PROVED)
        take(&a, s, false);
    else if (!nj_links_can(r, a.who) ||
             !nj_links_make(r, e, a.where, a.who, words, url))
        return "shell.press_start";
    return "";
}

/* In private the match has left his books: it is named by its code, or it is
 * the latest. */
static struct nj_entry *lost(struct nj_request *a)
{
    struct nj_entry *e = a->code[0] != '\0'
                             ? nj_books_code(a->r, a->code)
                             : nj_books_entry(a->r, a->who->replaced);

    if (e == NULL || e->state != NJ_MATCH_RUNNING ||
        (a->ev->group && !nj_homes_has(e, a->where)) ||
        !nj_sitters_load(a->r, e) ||
        nj_sitters_replaced(e, a->who->address) == NULL)
        return a->e;
    return e;
}

/* Returns why he cannot come back; NULL: he can. */
static const char *not_back(const struct nj_request *a,
                            const struct nj_sitter *s)
{
    if (nj_sitters_of(a->e, a->who->address) != NULL)
        return "shell.back_already";
    if (s == NULL)
        return "shell.not_seated";
    return s->place == UINT8_MAX ? "shell.sub_none" : NULL;
}

/* Where a game itself has let a computer player stand in, it hears that he is
 * here, and gives him back what he holds (match/game.h: presence). */
static bool ends_stand_in(const struct nj_request *a)
{
    const struct nj_sitter *mine = nj_sitters_of(a->e, a->who->address);
    struct nj_input in;

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    return mine != NULL && nj_substituted(a->e->match, mine->seat) &&
           nj_order_presence(a->e->match, mine->seat, NJ_PLACE_PRIVATE, false,
                             a->r->now_ms, &in) &&
           nj_apply_input(a->r, a->e, &in, NULL);
}

void nj_do_back(struct nj_request *a)
{
    struct nj_sitter *s;
    const char *why;

    a->e = lost(a);
    if (a->e == NULL || a->e->state != NJ_MATCH_RUNNING) {
        nj_reply(a, a->e == NULL ? "shell.not_seated" : "shell.need_match",
                 NJ_NO_ARGS);
        return;
    }
    if (!nj_live_wake(a->r, a->e) || ends_stand_in(a))
        return;
    s = nj_sitters_replaced(a->e, a->who->address);
    why = not_back(a, s);
    if (why != NULL)
        nj_reply(a, why, NJ_NO_ARGS);
    else if (a->who->reach != NJ_REACH_PROVED)
        nj_reply(a, "shell.sub_prove",
                 NJ_ARGS(nj_arg_text("name", a->who->name)));
    else
        (void)nj_handover_person(a, s);
}
