/*
 * Links that open a private chat, and what they are used for: one is given out
 * for one person and one table, and counts once, if its person is in the group.
 */
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define LINK_MS 900000 /* how long a link into the private chat is good */

bool nj_links_must(const struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *who)
{
    return e->state == NJ_MATCH_LOBBY && nj_links_can(r, who);
}

bool nj_links_can(const struct nj_referee *r, const struct nj_chat *who)
{
    NJ_ASSERT(!who->group);
    return who->reach != NJ_REACH_PROVED && nj_books_can(r, who, NJ_CAN_LINK);
}

bool nj_links_make(struct nj_referee *r, const struct nj_entry *e,
                   const struct nj_chat *where, const struct nj_chat *who,
                   const char *words, struct nj_str *url)
{
    struct nj_gateway *g = r->setup.gateways[who->gateway];
    struct nj_button_row row = {
        .match = e->id, .link = true, .until_ms = r->now_ms + LINK_MS};

    NJ_ASSERT(where->group && !who->group);
    nj_buttons_draw_token(r, row.token);
    nj_str_copy(row.chat, sizeof(row.chat), where->address);
    nj_str_copy(row.user, sizeof(row.user), who->address);
    nj_str_copy(row.says, sizeof(row.says), words);
    return g->link != NULL && g->link(g, row.token, url) &&
           nj_buttons_store(r, &row);
}

bool nj_links_send(struct nj_request *a, const char *key, const char *words)
{
    struct nj_str url = NJ_STR_INIT(NJ_URL_MAX);
    bool made = nj_links_make(a->r, a->e, a->where, a->who, words, &url);

    NJ_ASSERT(!made || (url.len > 0 && !url.over));
    if (made)
        nj_reply_link(a, key, NJ_ARGS(nj_arg_text("name", a->who->name)),
                      "shell.button.open", url.p);
    nj_str_fini(&url);
    return made;
}

/* Is he in the group? The platform is asked; until it answers the link is
 * kept with the number of the question. */
static void ask(struct nj_request *a, const struct nj_button_row *row)
{
    struct nj_referee *r = a->r;
    struct nj_link *l = nj_alloc(sizeof(*l));

    NJ_ASSERT(row->link && strcmp(row->user, a->who->address) == 0);
    NJ_ASSERT(nj_books_entry(r, row->match) != NULL);
    *l = (struct nj_link){
        .call = nj_after_call(r), .match = row->match, .next = r->links};
    nj_str_copy(l->user, sizeof(l->user), row->user);
    nj_str_copy(l->chat, sizeof(l->chat), row->chat);
    nj_str_copy(l->words, sizeof(l->words), row->says);
    r->links = l;
    nj_after_ask(r, l->call, nj_books_chat(r, row->chat), a->who);
}

void nj_do_start(struct nj_request *a)
{
    const struct nj_command_arg *payload = nj_command_arg(a->cmd, "payload");
    struct nj_button_row row;
    bool found;

    a->e = NULL;
    if (a->ev->group || payload == NULL) {
        nj_reply(a, "shell.hello", NJ_NO_ARGS);
        return;
    }
    NJ_ASSERT(a->where == a->who);
    found = nj_button_find(a->r->store, payload->text, &row);
    if (!nj_store_good(a->r->store))
        return;
    if (!found || !row.link || row.until_ms <= a->r->now_ms ||
        strcmp(row.user, a->who->address) != 0 ||
        nj_books_entry(a->r, row.match) == NULL) {
        nj_reply(a, "shell.link_over", NJ_NO_ARGS);
        return;
    }
    nj_button_use(a->r->store, row.token);
    if (nj_store_good(a->r->store))
        ask(a, &row);
}

static struct nj_link *link_of(struct nj_referee *r, uint64_t call)
{
    struct nj_link *l = r->links;

    while (l != NULL && l->call != call)
        l = l->next;
    return l;
}

void nj_links_member(struct nj_referee *r, const struct nj_event *ev)
{
    struct nj_link *l = link_of(r, ev->call);
    struct nj_event joined = {.kind = NJ_EVENT_MESSAGE, .group = true};
    struct nj_entry *e;
    struct nj_chat *who;
    bool takes_over;

    if (l == NULL)
        return; /* of an earlier life */
    l->answered = true;
    e = nj_books_entry(r, l->match);
    who = nj_books_chat(r, l->user);
    takes_over = l->words[0] == NJ_LINK_TAKEOVER[0];
    if (e == NULL || (!takes_over && e->state != NJ_MATCH_LOBBY)) {
        nj_tell_unstored(r, who, NULL, "shell.link_over", NJ_NO_ARGS);
    } else if (!ev->here) {
        nj_tell_unstored(r, who, NULL, "shell.link_stranger", NJ_NO_ARGS);
    } else {
        joined.gateway = who->gateway;
        nj_str_copy(joined.chat, sizeof(joined.chat), l->chat);
        nj_str_copy(joined.user, sizeof(joined.user), l->user);
        (void)snprintf(joined.name, sizeof(joined.name), "%s", who->name);
        if (takes_over)
            nj_takeover_by_link(r, e, &joined, l->words);
        else
            nj_join_by_link(r, e, &joined, l->words);
    }
}

void nj_links_moved(struct nj_referee *r, const struct nj_chat *from,
                    const struct nj_chat *to)
{
    NJ_ASSERT(from->group && to->group);
    for (struct nj_link *l = r->links; l != NULL; l = l->next) {
        if (l->answered || (strcmp(l->chat, from->address) != 0 &&
                            strcmp(l->chat, to->address) != 0))
            continue; /* the new one already: of a turn that was undone */
        (void)snprintf(l->chat, sizeof(l->chat), "%s", to->address);
        l->call = nj_after_call(r); /* of the old group nothing true is said */
        nj_after_ask(r, l->call, to, nj_books_chat(r, l->user));
    }
}

void nj_links_commit(struct nj_referee *r)
{
    struct nj_link **at = &r->links;

    while (*at != NULL) {
        struct nj_link *l = *at;

        if (l->answered) {
            *at = l->next;
            free(l);
        } else {
            at = &l->next;
        }
    }
}

void nj_links_free(struct nj_referee *r)
{
    while (r->links != NULL) {
        struct nj_link *l = r->links;

        r->links = l->next;
        free(l);
    }
}
