/*
 * What the press of a button means.
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "match/called.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/hearing/hearing.h"
#include "referee/hearing/hearing_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

/* Shows a toast in the language of the chat. */
static void toast(struct nj_referee *r, const struct nj_event *ev,
                  const char *key)
{
    const char *text =
        key[0] == '\0'
            ? ""
            : nj_catalog_get(r->setup.catalog,
                             nj_books_lang(r, nj_books_chat(r, ev->chat)), key);

    NJ_ASSERT(text != NULL);
    nj_after_press(r, ev, text, NULL);
}

static void stale(struct nj_referee *r, const struct nj_event *ev)
{
    toast(r, ev, "shell.press_over");
    if (ev->to[0] != '\0')
        nj_buttons_drop_stale(r, nj_books_chat(r, ev->chat), ev->to);
}

static bool may_press(struct nj_referee *r, const struct nj_event *ev,
                      const struct nj_button_row *row, struct nj_entry *e)
{
    NJ_ASSERT(!row->link && row->match == e->id);
    if (row->user[0] != '\0')
        return strcmp(row->user, ev->user) == 0;
    return e->state == NJ_MATCH_LOBBY ||
           (nj_sitters_load(r, e) && nj_sitters_of(e, ev->user) != NULL);
}

/* Routes the button's word as if its presser had typed it there. */
static void type(struct nj_referee *r, const struct nj_event *ev,
                 const struct nj_entry *e, const char *says)
{
    struct nj_event said = *ev;
    char text[sizeof(((struct nj_button_row *)0)->says) + 8];

    NJ_ASSERT(says[0] != '\0');
    (void)snprintf(text, sizeof(text), "%s %s", e->code, says);
    said.kind = NJ_EVENT_MESSAGE;
    said.at_me = true;
    said.text = text;
    said.at_ms = 0;
    nj_route_message(r, &said);
}

/* Counts what the match has taken of all; 0: it is not awake. */
static uint32_t taken(struct nj_referee *r, int64_t match)
{
    const struct nj_entry *e = nj_books_entry(r, match);

    return e != NULL && e->match != NULL ? nj_match_seq(e->match) : 0;
}

/* Is the word an order to that game? */
static bool is_order(const struct nj_game *g, const char *says)
{
    char name[NJ_CONTRIBUTION_MAX + 1];
    const struct nj_verb *verb;

    nj_str_copy(name, sizeof(name), says);
    name[strcspn(name, " ")] = '\0';
    verb = nj_game_verb(g, name);
    return verb != NULL && verb->query == NULL;
}

/* Notes what has been chosen, in front of it. */
static void note(struct nj_referee *r, struct nj_entry *e,
                 const struct nj_button_row *row, struct nj_choice *c)
{
    NJ_ASSERT(row->match == e->id);
    c->row = *row;
    c->order = is_order(e->game->game, row->says) && nj_live_wake(r, e);
    c->before = c->order ? taken(r, e->id) : 0;
}

void nj_press_chosen(struct nj_referee *r, const char *chat,
                     const struct nj_choice *c)
{
    NJ_ASSERT(!c->order || c->row.match != 0);
    if (c->order && taken(r, c->row.match) > c->before)
        nj_buttons_used(r, nj_books_chat(r, chat), &c->row);
}

bool nj_press_numbered(struct nj_request *a, struct nj_words *w,
                       struct nj_choice *c)
{
    char one[8] = "";
    struct nj_button_row row;

    *c = (struct nj_choice){.order = false};
    if (a->ev->group || a->e == NULL || w->n >= sizeof(one) ||
        a->e->state != NJ_MATCH_RUNNING)
        return false;
    memcpy(one, w->p, w->n);
    if (!nj_buttons_numbered(a->r, a->who, a->e->id, nj_called_number(one),
                             &row))
        return false;
    note(a->r, a->e, &row, c);
    w->p = c->row.says;
    w->n = strlen(c->row.says);
    return true;
}

/* Types the word of a running match; in private a menu is over with an order. */
static void choose(struct nj_referee *r, const struct nj_event *ev,
                   struct nj_entry *e, const struct nj_button_row *row)
{
    struct nj_choice c;

    NJ_ASSERT(r->pressed == NULL); /* its toast has been shown */
    if (ev->group) {
        type(r, ev, e, row->says);
        return;
    }
    note(r, e, row, &c);
    type(r, ev, e, row->says);
    nj_press_chosen(r, ev->chat, &c);
}

/* What it fetches is what the word brings that can be typed for it, behind all
 * that has waited. */
static void fetch(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_event said = *ev;
    char word[] = "me";

    NJ_ASSERT(!ev->group);
    toast(r, ev, "");
    said.kind = NJ_EVENT_MESSAGE;
    said.text = word;
    said.at_ms = 0;
    nj_route_message(r, &said);
}

/* Where fifty people press at once the group hears of those who sit down, and
 * each of the others gets an answer that nobody else sees. */
static void type_on_card(struct nj_referee *r, const struct nj_event *ev,
                         const struct nj_entry *e, const char *says)
{
    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    nj_tell_press(r, ev);
    type(r, ev, e, says);
    if (!nj_tell_press_over(r))
        toast(r, ev, "");
}

static void press_to_join(struct nj_referee *r, const struct nj_event *ev,
                          struct nj_entry *e)
{
    struct nj_str url = NJ_STR_INIT(NJ_URL_MAX);
    struct nj_request a = {.r = r,
                           .ev = ev,
                           .where = nj_books_chat(r, ev->chat),
                           .who = nj_books_chat(r, ev->user),
                           .e = e};
    bool may, told;

    nj_tell_press(r, ev);
    NJ_ASSERT(r->pressed == ev);
    may = nj_join_may(&a);
    told = nj_tell_press_over(r);
    if (may && nj_links_make(r, e, a.where, a.who, ev->id, &url))
        nj_after_press(r, ev, "", url.p);
    else if (!told)
        toast(r, ev, may ? "shell.press_start" : "");
    nj_str_fini(&url);
}

static void press_to_take_over(struct nj_referee *r, const struct nj_event *ev,
                               const struct nj_button_row *row)
{
    struct nj_entry *e = nj_books_entry(r, row->match);
    struct nj_str url = NJ_STR_INIT(NJ_URL_MAX);
    const char *key;

    NJ_ASSERT(row->link && row->user[0] == '\0');
    if (e == NULL || row->until_ms <= r->now_ms) {
        stale(r, ev);
        return;
    }
    key = nj_takeover_by_press(r, e, ev, row->says, &url);
    if (url.len > 0)
        nj_after_press(r, ev, "", url.p);
    else
        toast(r, ev, key);
    nj_str_fini(&url);
}

/* Does what the button of an offer does: like a link, but for anybody. */
static bool is_offered(const struct nj_button_row *row,
                       const struct nj_event *ev)
{
    return row->link && row->user[0] == '\0' &&
           row->says[0] == NJ_LINK_TAKEOVER[0] &&
           strcmp(row->chat, ev->chat) == 0;
}

void nj_press_apply(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_button_row row;
    struct nj_entry *e = NULL;
    bool found =
        nj_button_find(r->store, ev->text != NULL ? ev->text : "", &row);

    NJ_ASSERT(r->pressed == NULL && r->asking == NULL);
    if (nj_books_chat(r, ev->user)->shut) {
        toast(r, ev, "");
        return;
    }
    if (!ev->group && ev->text != NULL &&
        strcmp(ev->text, NJ_PRESS_FETCH) == 0) {
        fetch(r, ev);
        return;
    }
    if (found && is_offered(&row, ev)) {
        press_to_take_over(r, ev, &row);
        return;
    }
    if (found && !row.link && strcmp(row.chat, ev->chat) == 0)
        e = nj_books_entry(r, row.match);
    if (e == NULL) {
        stale(r, ev);
        return;
    }
    if (!may_press(r, ev, &row, e)) {
        toast(r, ev, "shell.press_not_yours");
        return;
    }
    if (nj_links_must(r, e, nj_books_chat(r, ev->user)) &&
        strcmp(row.says, "join") == 0) {
        press_to_join(r, ev, e);
        return;
    }
    if (e->state == NJ_MATCH_LOBBY &&
        (strcmp(row.says, "join") == 0 || strcmp(row.says, "leave") == 0)) {
        type_on_card(r, ev, e, row.says);
        return;
    }
    toast(r, ev, "");
    choose(r, ev, e, &row);
}
