/*
 * Which buttons stand under a message (UX-8). A button is a word that can be
 * typed too. What travels is a token that says nothing; what it stands for is
 * in the store, and one chat has live buttons of a match under one message
 * only: the newest (posted.c).
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "match/offer.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define OFFER_MS    (7 * INT64_C(86400000)) /* the button of an offer is good */
#define TOKEN_BYTES 20 /* letters of a token: a hundred bits */
#define COLUMNS     4

/* --- tokens --- */

void nj_buttons_draw_token(struct nj_referee *r, char out[NJ_TOKEN_OUT_MAX])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    struct nj_hash h;

    nj_books_secret(r, &h);
    for (int i = 0; i < TOKEN_BYTES; i++)
        out[i] = letters[h.b[i] % (sizeof(letters) - 1)];
    out[TOKEN_BYTES] = '\0';
}

bool nj_buttons_store(struct nj_referee *r, const struct nj_button_row *row)
{
    NJ_ASSERT(row->token[0] != '\0' && row->chat[0] != '\0');
    nj_button_put(r->store, row);
    return nj_store_good(r->store);
}

/* --- which buttons --- */

struct kinds {
    struct nj_offered offered; /* words of a game */
    const char *names[NJ_BUTTONS_MAX];
    int n;              /* -1: those that stand are over */
    const char *prefix; /* of the texts: "ln", "shell" */
};

/* Finds the word that agrees to a question to the whole table. */
static const char *agreed_by(const struct nj_message *m)
{
    return strcmp(m->key, "shell.pause_ask") == 0    ? "pause"
           : strcmp(m->key, "shell.resume_ask") == 0 ? "resume"
                                                     : NULL;
}

/* Somebody who reads along is asked nothing. */
static bool is_watcher(const struct nj_delivery *d)
{
    return !d->to->group && nj_sitters_of(d->e, d->to->address) == NULL;
}

static void kinds_of(const struct nj_delivery *d, struct kinds *k)
{
    const struct nj_game *g = d->e->game->game;

    k->n = 0;
    k->prefix = g->prefix;
    if (is_watcher(d))
        return;
    if (agreed_by(d->m) != NULL) {
        k->prefix = "shell";
        k->names[k->n++] = agreed_by(d->m);
    } else if (nj_tell_is_card(d->m->key) && d->e->state == NJ_MATCH_LOBBY) {
        k->prefix = "shell";
        k->names[k->n++] = "join";
        k->names[k->n++] = "leave";
        k->names[k->n++] = "begin";
    } else if (d->m->n_choices > 0) {
        for (uint32_t i = 0; i < d->m->n_choices && k->n < NJ_BUTTONS_MAX; i++)
            k->names[k->n++] = d->m->choices[i];
    } else if (d->e->match != NULL) {
        nj_match_offers(d->e->match, d->m, &k->offered);
        k->n = k->offered.n;
        for (int i = 0; i < k->n; i++)
            k->names[i] = k->offered.word[i];
    }
}

/* A label of its own; of a verb with something behind it the verb's, with the
 * last word, or, where that has no room for it, that word; else the name itself:
 * a choice is what one types. */
static void put_label(struct nj_referee *r, const struct nj_chat *to,
                      const struct kinds *k, const char *name,
                      char out[NJ_LABEL_BYTES])
{
    const char *lang = nj_books_lang(r, to);
    const char *behind = strchr(name, ' '), *of = strrchr(name, ' ');
    struct nj_str text = NJ_STR_INIT(NJ_LABEL_BYTES - 1);
    char key[128];
    const char *own, *verb;

    NJ_ASSERT((behind == NULL) == (of == NULL));
    (void)snprintf(key, sizeof(key), "%s.button.%s", k->prefix, name);
    own = nj_catalog_get(r->setup.catalog, lang, key);
    if (own == NULL && of != NULL) {
        struct nj_message m = {.key = key, .clause = ""};

        key[strlen(key) - strlen(behind)] = '\0';
        m.args = NJ_ARGS(nj_arg_id("of", of + 1));
        verb = nj_catalog_get(r->setup.catalog, lang, key);
        if (verb != NULL && strstr(verb, "{{of}}") != NULL)
            nj_tell_render(r, NULL, to, &m, &text);
        else if (verb != NULL)
            nj_str_puts(&text, of + 1);
    }
    nj_str_copy(out, NJ_LABEL_BYTES,
                own != NULL    ? own
                : text.len > 0 ? text.p
                               : name);
    nj_str_fini(&text);
}

/* Finds the token that stands for `row->says` there already, or "". */
static void standing_token(struct nj_referee *r,
                           const struct nj_button_row *row,
                           char out[NJ_TOKEN_OUT_MAX])
{
    struct nj_button_row found = {.match = 0};

    NJ_ASSERT(row->token[0] == '\0');
    (void)nj_button_of(r->store, row->match, row->chat, row->says, &found);
    nj_str_copy(out, NJ_TOKEN_OUT_MAX, found.token);
}

/* Buttons of a card keep their tokens: it is edited in place, and a press may
 * be on its way from the card as it was. */
static struct nj_buttons *make_row(struct nj_referee *r,
                                   const struct nj_delivery *d,
                                   const struct kinds *k)
{
    struct nj_buttons *b = nj_alloc(sizeof(*b));
    const char *who = !d->to->group        ? d->to->address
                      : d->mention != NULL ? d->mention
                                           : "";

    NJ_ASSERT(k->n != 0 && k->n <= NJ_BUTTONS_MAX); /* -1: an empty row */
    b->columns = COLUMNS;
    for (int i = 0; i < k->n; i++) {
        struct nj_button_row row = {.match = d->e->id};

        nj_str_copy(row.chat, sizeof(row.chat), d->to->address);
        nj_str_copy(row.user, sizeof(row.user), who);
        nj_str_copy(row.says, sizeof(row.says), k->names[i]);
        if (nj_tell_replaces(d))
            standing_token(r, &row, row.token);
        if (row.token[0] == '\0') {
            nj_buttons_draw_token(r, row.token);
            (void)nj_buttons_store(r, &row);
        }
        nj_str_copy(b->item[i].token, sizeof(b->item[i].token), row.token);
        put_label(r, d->to, k, k->names[i], b->item[i].label);
        b->n++;
    }
    return b;
}

/* An offer stands for days, whatever is asked in that chat meanwhile: its
 * button is kept as links are, until it is too old. */
static struct nj_buttons *offer_row(struct nj_referee *r,
                                    const struct nj_delivery *d)
{
    struct nj_button_row row = {
        .match = d->e->id, .link = true, .until_ms = r->now_ms + OFFER_MS};
    struct kinds k = {.prefix = "shell"};
    struct nj_buttons *b = nj_alloc(sizeof(*b));

    NJ_ASSERT(nj_message_int(d->m, "n", 0) > 0);
    nj_buttons_draw_token(r, row.token);
    nj_str_copy(row.chat, sizeof(row.chat), d->to->address);
    (void)snprintf(row.says, sizeof(row.says), NJ_LINK_TAKEOVER "%d",
                   (int)nj_message_int(d->m, "n", 0));
    (void)nj_buttons_store(r, &row);
    b->n = b->columns = 1;
    b->aside = true;
    nj_str_copy(b->item[0].token, sizeof(b->item[0].token), row.token);
    put_label(r, d->to, &k, "takeover", b->item[0].label);
    return b;
}

static bool is_offer(const struct nj_delivery *d)
{
    return d->to->group && (strcmp(d->m->key, "shell.sub_wanted") == 0 ||
                            strcmp(d->m->key, "shell.sub_call") == 0);
}

/* Takes the row of buttons away, not the message that it hangs under. */
static void take_away(struct nj_referee *r, struct nj_chat *c,
                      struct nj_posted *p)
{
    if (p == NULL || p->buttons[0] == '\0')
        return;
    nj_after_drop(r, c, p->buttons);
    p->buttons[0] = '\0';
}

/* What most messages do not need has large variables: it stands apart. */
NJ_APART static struct nj_buttons *row_of(struct nj_referee *r,
                                          const struct nj_delivery *d)
{
    struct kinds k;

    if (is_offer(d))
        return offer_row(r, d);
    kinds_of(d, &k);
    if (k.n == 0)
        return NULL;
    if (!nj_tell_replaces(d))
        nj_button_forget(r->store, d->e->id, d->to->address);
    return make_row(r, d, &k);
}

struct nj_buttons *nj_buttons_make(struct nj_referee *r,
                                   const struct nj_delivery *d)
{
    bool any =
        d->e != NULL && !d->old && nj_books_can(r, d->to, NJ_CAN_BUTTONS);

    return any ? row_of(r, d) : NULL;
}

void nj_buttons_retire(struct nj_referee *r, struct nj_entry *e)
{
    bool any = false;

    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        any = any || (r->setup.gateways[i]->can & NJ_CAN_BUTTONS) != 0;
    if (!any)
        return;
    nj_button_forget(r->store, e->id, "");
    nj_card_forget(r->store, e->id, "");
    for (uint8_t i = 0; i < e->n_homes; i++)
        take_away(r, e->homes[i], nj_posted_of(e->homes[i], e->id));
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        struct nj_chat *c = e->sitters[i].user[0] != '\0'
                                ? nj_books_chat(r, e->sitters[i].user)
                                : NULL;

        if (c != NULL)
            take_away(r, c, nj_posted_of(c, e->id));
    }
}

static bool is_of_chat(const struct nj_chat *c, int64_t match)
{
    for (uint32_t i = 0; i < c->n_entries; i++)
        if (c->entries[i]->id == match)
            return true;
    return false;
}

/* Drops those of matches that are over, or that he sits in no more. */
static void forget_others(struct nj_referee *r, struct nj_chat *c)
{
    for (uint32_t i = c->n_posted; i-- > 0;) {
        struct nj_posted *p = &c->posted[i];

        if (is_of_chat(c, p->match))
            continue;
        take_away(r, c, p);
        nj_posted_remove(c, p);
    }
}

void nj_buttons_stand(struct nj_referee *r, struct nj_chat *c, int64_t match,
                      const char *message)
{
    struct nj_posted *p = nj_posted_note(c, match);

    NJ_ASSERT(message[0] != '\0');
    if (strcmp(p->buttons, message) != 0)
        take_away(r, c, p);
    nj_str_copy(p->buttons, sizeof(p->buttons), message);
    forget_others(r, c);
}

/* Can anybody there still press something under that message? */
static bool may_be_live(struct nj_referee *r, const struct nj_chat *c,
                        const char *message)
{
    for (uint32_t i = 0; i < c->n_entries; i++) {
        int64_t match = c->entries[i]->id;
        const struct nj_posted *p = nj_posted_of(c, match);
        struct nj_button_row row;

        if (p != NULL && p->buttons[0] != '\0' &&
            strcmp(p->buttons, message) != 0)
            continue; /* those of this match hang elsewhere */
        if (nj_button_of(r->store, match, c->address, "", &row))
            return true;
    }
    return false;
}

/* Under which message the live ones are is not known after a restart. */
void nj_buttons_drop_stale(struct nj_referee *r, struct nj_chat *c,
                           const char *message)
{
    NJ_ASSERT(message[0] != '\0');
    if (!may_be_live(r, c, message))
        nj_after_drop(r, c, message);
}
