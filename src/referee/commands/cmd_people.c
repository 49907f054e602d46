/*
 * Commands about oneself: #我, #比赛, #切换, #主持, #语言.
 */
#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

/* --- #我 : the proof of the private chat, and where I stand --- */

static void tell_ready(struct nj_request *a)
{
    NJ_ASSERT(!a->who->group);
    for (uint32_t i = 0; i < a->who->n_entries; i++) {
        struct nj_entry *e = a->who->entries[i];
        const struct nj_sitter *s;

        if (e->state != NJ_MATCH_LOBBY || !nj_sitters_load(a->r, e) ||
            (s = nj_sitters_of(e, a->who->address)) == NULL)
            continue;
        nj_table_tell(
            a->r, e, "shell.ready",
            NJ_ARGS(nj_arg_text("name", s->name), nj_arg_id("code", e->code)));
    }
}

/* Does it wait for everybody alike? Then it says nothing of turns. */
static bool waits_for_all(const struct nj_entry *e)
{
    return nj_match_awaited(e->match) == nj_bit(e->n_sitters) - 1;
}

static bool is_due(const struct nj_entry *e, nj_seat seat)
{
    NJ_ASSERT(e->match != NULL && seat != NJ_SEAT_NONE);
    return !waits_for_all(e) &&
           (nj_match_awaited(e->match) & nj_bit(seat)) != 0;
}

/* UX-7: after an absence one word brings a person up to date. Who has several
 * seats asks once: the game answers for all of them. */
static void tell_sheet(struct nj_request *a, const struct nj_sitter *me)
{
    static const char *const status[] = {"status", NULL};
    const struct nj_game *g = a->e->game->game;
    const char *const *sheet = g->sheet != NULL ? g->sheet : status;

    if (!nj_live_wake(a->r, a->e))
        return;
    NJ_ASSERT(me->seat != NJ_SEAT_NONE && a->who->n_entries > 0);
    nj_reply(a,
             waits_for_all(a->e)      ? "shell.me_plain"
             : is_due(a->e, me->seat) ? "shell.me_due"
                                      : "shell.me_seat",
             NJ_ARGS(nj_arg_seat("seat", me->seat),
                     nj_arg_int("n", me->seat + 1),
                     nj_arg_id("code", a->e->code), nj_arg_word("game", g->id),
                     nj_arg_int("receipts", me->receipts)));
    for (; *sheet != NULL; sheet++) {
        const struct nj_verb *verb = nj_game_verb(g, *sheet);

        if (verb != NULL)
            nj_answer_query(a, verb, NJ_NO_ARGS);
    }
}

void nj_do_me(struct nj_request *a)
{
    const struct nj_sitter *me;

    if (a->ev->group) {
        nj_reply(a, "shell.need_private", NJ_NO_ARGS);
        return;
    }
    NJ_ASSERT(a->where == a->who);
    if (a->e != NULL && a->e->state == NJ_MATCH_RUNNING &&
        nj_sitters_load(a->r, a->e)) {
        me = nj_sitters_of(a->e, a->who->address);
        if (me != NULL)
            tell_sheet(a, me);
        else
            nj_answer_status(a);
        return;
    }
    nj_reply(a, "shell.me", NJ_NO_ARGS);
    nj_bind_offer(a);
    tell_ready(a);
}

/* --- #比赛, #切换 --- */

void nj_do_matches(struct nj_request *a)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < a->who->n_entries; i++) {
        struct nj_entry *e = a->who->entries[i];
        const struct nj_sitter *s;
        bool due;

        if (!nj_live_wake(a->r, e))
            continue;
        NJ_ASSERT(e->state == NJ_MATCH_LOBBY || e->match != NULL);
        s = nj_sitters_of(e, a->who->address);
        due = e->match != NULL && s != NULL && is_due(e, s->seat);
        a->e = NULL;
        nj_reply(a, due ? "shell.match_due" : "shell.match_line",
                 NJ_ARGS(nj_arg_id("code", e->code),
                         nj_arg_word("game", e->game->game->id)));
        n++;
    }
    if (n == 0)
        nj_reply(a, "shell.no_matches", NJ_NO_ARGS);
}

void nj_do_use(struct nj_request *a)
{
    const char *code = nj_command_text(a->cmd, "code");
    struct nj_entry *e = nj_books_code(a->r, code);

    NJ_ASSERT(code[0] != '\0'); /* the word means nothing without it */
    a->e = NULL;
    if (e == NULL || !nj_books_has(a->who, e)) {
        nj_reply(a, "shell.no_code", NJ_ARGS(nj_arg_text("code", code)));
        return;
    }
    nj_books_use(a->r, a->who, e->id);
    nj_reply(a, "shell.use", NJ_ARGS(nj_arg_id("code", e->code)));
}

/* --- #主持 --- */

static void set_host(struct nj_match_row *row, void *ctx)
{
    NJ_ASSERT(row->state == NJ_MATCH_LOBBY);
    NJ_ASSERT(row->host[0] == '\0' || strcmp(row->host, ctx) == 0);
    (void)snprintf(row->host, sizeof(row->host), "%s", (const char *)ctx);
}

void nj_do_host(struct nj_request *a)
{
    const struct nj_game *g = a->e->game->game;
    char key[64];

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    if (a->e->host[0] != '\0' && strcmp(a->e->host, a->who->address) != 0) {
        nj_reply(a, "shell.has_host", NJ_NO_ARGS);
        return;
    }
    if (!nj_books_write(a->r, a->e, set_host, a->who->address))
        return;
    free(a->e->host);
    a->e->host = nj_strndup(a->who->address, strlen(a->who->address));
    nj_books_link(a->who, a->e);
    nj_table_tell(a->r, a->e, nj_table_key(a->r, g, "host_named", key),
                  NJ_ARGS(nj_arg_text("name", a->who->name),
                          nj_arg_id("code", a->e->code)));
}

/* --- #语言 --- */

/* Finds a language by its code or by its own name for itself. */
static const char *find_lang(struct nj_referee *r, const char *word)
{
    const char *const *langs = nj_catalog_langs(r->setup.catalog);

    for (uint32_t i = 0; langs[i] != NULL; i++) {
        const char *name =
            nj_catalog_get(r->setup.catalog, langs[i], "shell.lang_name");

        if (strcasecmp(langs[i], word) == 0 ||
            (name != NULL && strcasecmp(name, word) == 0))
            return langs[i];
    }
    return NULL;
}

void nj_do_lang(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "language");
    const char *lang = word != NULL ? find_lang(a->r, word->text) : NULL;

    if (!nj_standing_admin(a, "shell.admins_only"))
        return;
    if (lang == NULL) {
        nj_reply(a, "shell.no_lang", NJ_NO_ARGS);
        return;
    }
    nj_setting_put(a->r->store, a->where->address, "lang", lang);
    (void)snprintf(a->where->lang, sizeof(a->where->lang), "%s", lang);
    nj_reply(a, "shell.lang", NJ_NO_ARGS);
}
