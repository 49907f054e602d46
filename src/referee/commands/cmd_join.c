/*
 * #加入: takes a seat, and with it gives something to the draw of chance.
 * #电脑: seats computer players.
 */
#include "base/bug.h"
#include "base/str.h"
#include "base/utf8.h"
#include "locale/format.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/proof.h"

/* Finds the table meant: by code, else the one lobby of this group. */
static struct nj_entry *lobby_of(struct nj_request *a)
{
    const struct nj_command_arg *code = nj_command_arg(a->cmd, "code");
    struct nj_entry *found = NULL;

    if (a->code[0] != '\0')
        return nj_books_code(a->r, a->code);
    if (code != NULL && (found = nj_books_code(a->r, code->text)) != NULL)
        return found;
    return nj_books_lobby(a->where);
}

/* Each join stays in the draw (design 4), so there is an end to them. */
static bool may_join_again(struct nj_request *a)
{
    struct nj_join_counts n =
        nj_join_count(a->r->store, a->e->id, a->who->address);

    if (n.all < NJ_JOINS_MAX && n.own < NJ_JOINS_OF_ONE)
        return true;
    return nj_deny(
        a, n.all < NJ_JOINS_MAX ? "shell.joined_often" : "shell.joins_full",
        NJ_NO_ARGS);
}

bool nj_join_may(struct nj_request *a)
{
    struct nj_entry *e = a->e;

    NJ_ASSERT(a->ev->group); /* seats are taken there */
    if (e == NULL || e->state != NJ_MATCH_LOBBY ||
        !nj_homes_has(e, nj_books_chat(a->r, a->ev->chat))) {
        a->e = NULL;
        nj_reply(a, "shell.no_lobby", NJ_NO_ARGS);
        return false;
    }
    if (!e->card_out) /* nobody is seated before the card is out */
        return nj_deny(a, "shell.card_first", NJ_NO_ARGS);
    if (!nj_sitters_load(a->r, e))
        return false;
    if (nj_sitters_of(e, a->who->address) != NULL)
        return nj_deny(a, "shell.seated_already", NJ_NO_ARGS);
    if (e->n_sitters >= nj_table_seats(a->r, e).most)
        return nj_deny(a, "shell.table_full",
                       NJ_ARGS(nj_arg_int("n", nj_table_seats(a->r, e).most)));
    if (!may_join_again(a))
        return false;
    if (nj_account_sits(a->r, e, a->who->address)) { /* nobody's business */
        if (a->r->pressed != NULL)
            nj_reply(a, "shell.join_linked", NJ_NO_ARGS);
        else
            nj_tell_unstored(a->r, a->who, e, "shell.join_linked", NJ_NO_ARGS);
        return false;
    }
    NJ_ASSERT(e->n_sitters < NJ_SEATS_MAX);
    return true;
}

/*
 * The words typed, at most 64 bytes; without words the message's id. Three
 * letters that are no table's code ("#加入 777") were meant as words.
 */
static void contribution(const struct nj_request *a, char *out, size_t cap)
{
    const struct nj_command_arg *text = nj_command_arg(a->cmd, "text");
    const struct nj_command_arg *code = nj_command_arg(a->cmd, "code");
    struct nj_str words = NJ_STR_INIT(NJ_TEXT_IN_MAX);

    NJ_ASSERT(cap > NJ_CONTRIBUTION_MAX);
    if (code != NULL && nj_books_code(a->r, code->text) == NULL)
        nj_str_addf(&words, "%s%s", code->text, text != NULL ? " " : "");
    if (text != NULL)
        nj_str_puts(&words, text->text);
    if (words.len == 0)
        (void)snprintf(out, cap, "%s", a->ev->id);
    else
        (void)nj_utf8_clean(words.p, words.len, NJ_CONTRIBUTION_MAX, out, cap);
    nj_str_fini(&words);
}

static void tell_joined(struct nj_request *a, const struct nj_sitter *s)
{
    bool proved = a->who->reach == NJ_REACH_PROVED;

    NJ_ASSERT(nj_homes_has(a->e, a->where));
    nj_table_tell(a->r, a->e, proved ? "shell.joined" : "shell.joined_unproved",
                  NJ_ARGS(nj_arg_text("name", s->name),
                          nj_arg_id("code", a->e->code),
                          nj_arg_int("n", a->e->n_sitters),
                          nj_arg_int("most", nj_table_seats(a->r, a->e).most)));
    /* A first word in private shows whether private words arrive. */
    if (proved)
        nj_tell(a->r, a->who, a->e, "shell.joined_private",
                NJ_ARGS(nj_arg_id("code", a->e->code)));
}

void nj_join_language(struct nj_referee *r, struct nj_chat *who,
                      const struct nj_entry *e)
{
    const struct nj_chat *from = e->homes[0];

    NJ_ASSERT(!who->group && who->filled);
    if (who->lang[0] != '\0' || from->lang[0] == '\0')
        return;
    nj_setting_put(r->store, who->address, "lang", from->lang);
    (void)snprintf(who->lang, sizeof(who->lang), "%s", from->lang);
}

static const struct nj_sitter *sit_down(struct nj_request *a, const char *words)
{
    const struct nj_sitter *s =
        nj_sitters_add(a->r, a->e, a->who->address, a->who->name, words);

    NJ_ASSERT(!s->computer && strcmp(s->user, a->who->address) == 0);
    nj_join_put(a->r->store, a->e->id, a->who->address, words);
    nj_books_link(a->who, a->e);
    nj_join_language(a->r, a->who, a->e);
    return s;
}

static void join(struct nj_request *a, const char *words)
{
    NJ_ASSERT(nj_sitters_of(a->e, a->who->address) == NULL);
    tell_joined(a, sit_down(a, words));
}

/* Where a link opens the private chat, it is opened first. */
static bool sent_to_link(struct nj_request *a, const char *words)
{
    return nj_links_must(a->r, a->e, a->who) &&
           nj_links_send(a, "shell.join_link", words);
}

void nj_do_join(struct nj_request *a)
{
    char words[NJ_CONTRIBUTION_MAX + 1];

    NJ_ASSERT(a->ev->group && a->where != a->who);
    a->e = lobby_of(a);
    if (!nj_join_may(a))
        return;
    contribution(a, words, sizeof(words));
    if (!sent_to_link(a, words))
        join(a, words);
}

void nj_join_alone(struct nj_request *a)
{
    char words[NJ_CONTRIBUTION_MAX + 1];

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    contribution(a, words, sizeof(words));
    if (!nj_sitters_load(a->r, a->e) || sent_to_link(a, words))
        return;
    NJ_ASSERT(a->e->n_sitters == 0);
    if (a->who->reach != NJ_REACH_PROVED) {
        join(a, words);
        return;
    }
    (void)sit_down(a, words);
    nj_do_begin(a);
}

void nj_join_by_link(struct nj_referee *r, struct nj_entry *e,
                     const struct nj_event *ev, const char *words)
{
    struct nj_request a = {.r = r,
                           .ev = ev,
                           .where = nj_books_chat(r, ev->chat),
                           .who = nj_books_chat(r, ev->user),
                           .e = e};
    struct nj_request told = a;

    NJ_ASSERT(ev->group && !a.who->group);
    told.where = a.who; /* what is in the way he hears himself */
    if (nj_homes_has(e, a.where) && nj_join_may(&told))
        join(&a, words);
}

/* --- computer players --- */

void nj_table_unseat(struct nj_request *a, struct nj_sitter *s)
{
    struct nj_chat *c = nj_books_chat(a->r, s->user);

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY && !s->computer);
    NJ_ASSERT(nj_books_has(c, a->e)); /* who sits there knows the table */
    if (strcmp(a->e->host, s->user) != 0 && !nj_homes_has(a->e, c))
        nj_books_unlink(c, a->e);
    nj_sitters_remove(a->r, a->e, s);
}

static void name_computer(struct nj_request *a, int n, char *out, size_t cap)
{
    struct nj_format f;
    struct nj_str text = NJ_STR_INIT(NJ_NAME_MAX - 1);

    NJ_ASSERT(n >= 1);
    NJ_ASSERT(cap == NJ_NAME_MAX);
    nj_tell_format(a->r, NULL, a->e->homes[0], &f);
    nj_format_key(&f, "shell.computer_name", NJ_ARGS(nj_arg_int("n", n)),
                  &text);
    (void)snprintf(out, cap, "%s", text.p);
    nj_str_fini(&text);
}

/* Seats `want` computer players in place of those that sit there. */
static void seat_computers(struct nj_request *a, int64_t want)
{
    struct nj_entry *e = a->e;
    char name[NJ_NAME_MAX];

    NJ_ASSERT(want >= 0);
    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    for (uint8_t i = e->n_sitters; i-- > 0;)
        if (e->sitters[i].computer)
            nj_sitters_remove(a->r, e, &e->sitters[i]);
    NJ_ASSERT(e->n_sitters + want <= e->game->game->seats_max);
    for (int i = 1; i <= want; i++) {
        name_computer(a, i, name, sizeof(name));
        (void)nj_sitters_add(a->r, a->e, "", name, "");
    }
    nj_table_tell(a->r, e, "shell.bots",
                  NJ_ARGS(nj_arg_int("bots", want),
                          nj_arg_int("n", e->n_sitters),
                          nj_arg_int("most", nj_table_seats(a->r, e).most)));
}

static void change_computers(struct nj_request *a, int64_t by)
{
    struct nj_entry *e = a->e;
    int64_t computers = 0;

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    if (!nj_standing_may(a, "shell.not_yours"))
        return;
    if (!nj_sitters_load(a->r, e))
        return;
    for (uint8_t i = 0; i < e->n_sitters; i++)
        computers += e->sitters[i].computer;
    if (e->n_sitters + by > nj_table_seats(a->r, e).most) {
        nj_reply(a, "shell.table_full",
                 NJ_ARGS(nj_arg_int("n", nj_table_seats(a->r, e).most)));
        return;
    }
    seat_computers(a, computers + by > 0 ? computers + by : 0);
}

void nj_do_bots(struct nj_request *a)
{
    const struct nj_command_arg *n = nj_command_arg(a->cmd, "n");

    change_computers(a, n != NULL ? n->n : 1);
}

void nj_do_unbots(struct nj_request *a)
{
    const struct nj_command_arg *n = nj_command_arg(a->cmd, "n");

    change_computers(a, n != NULL ? -n->n : -1);
}
