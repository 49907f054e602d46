/*
 * Which buttons stand under a message (UX-8). A button is a word that can be
 * typed too. What travels is a token that says nothing; what it stands for is
 * in the store, and one chat has live buttons of a match under one message
 * only: the newest (posted.c).
 */
#include <string.h>

#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/offer.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"

#define OFFER_MS    (7 * INT64_C(86400000)) /* the button of an offer is good */
#define TOKEN_BYTES 20 /* letters of a token: a hundred bits */
#define COLUMNS     4
#define LIST_BYTES  1200 /* of a list of numbers */

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
    k->offered.only = NJ_SEAT_NONE;
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
        NJ_ASSERT(d->m->n_choices <= NJ_CHOICES_MAX);
        for (uint32_t i = 0; i < d->m->n_choices; i++)
            k->names[k->n++] = d->m->choices[i];
    } else if (d->e->match != NULL) {
        nj_match_offers(d->e->match, d->m, &k->offered);
        k->n = k->offered.n;
        for (int i = 0; i < k->n; i++)
            k->names[i] = k->offered.word[i];
    }
}

#define KEY_BYTES 128

/* Where labels of one message are looked for, and the key of the last one. */
struct labels {
    const struct nj_catalog *catalog;
    const char *lang;
    const char *prefix;
    const char *const *words; /* nj_game.labels, or NULL */
    char key[KEY_BYTES];
};

static void labels_of(struct nj_referee *r, const struct nj_delivery *d,
                      const struct kinds *k, struct labels *l)
{
    const struct nj_game *g = d->e->game->game;

    *l = (struct labels){.catalog = r->setup.catalog,
                         .lang = nj_books_lang(r, d->to),
                         .prefix = k->prefix};
    if (k->prefix == g->prefix)
        l->words = g->labels;
}

/* The text of that key: so many bytes of the name, and an end. NULL: none. */
static const char *label_of(struct labels *l, const char *name, size_t bytes,
                            const char *end)
{
    struct nj_str text = NJ_STR_INIT(KEY_BYTES - 1);

    NJ_ASSERT(bytes > 0 && bytes <= strlen(name));
    nj_str_addf(&text, "%s.button.", l->prefix);
    nj_str_add(&text, name, bytes);
    nj_str_puts(&text, end);
    nj_str_copy(l->key, KEY_BYTES, text.over ? "" : text.p);
    nj_str_fini(&text);
    return nj_catalog_get(l->catalog, l->lang, l->key);
}

/* The label of a name of several words, the last of which begins at `of`, behind
 * a blank: that of its verb and the last word, of a beginning of it, or of the
 * verb (match/offer.h). NULL: it has none. */
static const char *label_of_parts(struct labels *l, const char *name,
                                  const char *of)
{
    size_t verb = strcspn(name, " ");
    const char *text;

    NJ_ASSERT(of > name + 1 && of[-1] == ' ');
    text = label_of(l, name, verb, of - 1);

    for (const char *at = of - 1; text == NULL && at > name; at--)
        if (*at == ' ')
            text = label_of(l, name, (size_t)(at - name), " ...");
    return text != NULL ? text : label_of(l, name, verb, "");
}

/* Finds how texts of the game call the word, or the word itself. */
static const char *called(const struct labels *l, const char *word)
{
    const char *const *list = l->words;
    const char *text = NULL;
    char key[KEY_BYTES];

    for (; list != NULL && *list != NULL && text == NULL; list++) {
        (void)snprintf(key, sizeof(key), "%s.word.%s.%s", l->prefix, *list,
                       word);
        text = nj_catalog_get(l->catalog, l->lang, key);
    }
    return text != NULL ? text : word;
}

/* A choice is what one types: without a label it is the name itself. */
static void put_label(struct nj_referee *r, const struct nj_delivery *d,
                      const struct kinds *k, const char *name,
                      char out[NJ_LABEL_BYTES])
{
    const char *of = strrchr(name, ' ');
    struct nj_str text = NJ_STR_INIT(NJ_LABEL_BYTES - 1);
    struct labels l;
    struct nj_message m = {.key = l.key, .clause = ""};
    const char *found;
    bool own;

    NJ_ASSERT(name[0] != '\0' && name[0] != ' ');
    labels_of(r, d, k, &l);
    found = label_of(&l, name, strlen(name), "");
    own = found != NULL;
    if (found == NULL && of != NULL)
        found = label_of_parts(&l, name, of + 1);
    if (found != NULL && !own && strstr(found, "{{of}}") != NULL) {
        m.args = NJ_ARGS(nj_arg_id("of", called(&l, of + 1)));
        nj_tell_render(r, NULL, d->to, &m, &text);
    } else if (found != NULL && !own && strchr(l.key, ' ') == NULL) {
        nj_str_puts(&text, of + 1);
    }
    nj_str_copy(out, NJ_LABEL_BYTES,
                text.len > 0    ? text.p
                : found != NULL ? found
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

/* Finds who alone may press; "": whoever reads it. */
static const char *presser(const struct nj_delivery *d, const struct kinds *k)
{
    const struct nj_sitter *s;

    if (!d->to->group)
        return d->to->address;
    if (k->offered.only == NJ_SEAT_NONE)
        return d->mention != NULL ? d->mention : "";
    s = nj_sitters_at(d->e, k->offered.only);
    NJ_ASSERT(s != NULL);
    return s->user;
}

/* Buttons of a card keep their tokens: it is edited in place, and a press may
 * be on its way from the card as it was. */
static struct nj_buttons *make_row(struct nj_referee *r,
                                   const struct nj_delivery *d,
                                   const struct kinds *k)
{
    struct nj_buttons *b = nj_alloc(sizeof(*b));
    const char *who = presser(d, k);

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
        put_label(r, d, k, k->names[i], b->item[i].label);
        b->n++;
    }
    NJ_ASSERT((b->n == 0) == (k->n < 0));
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
    NJ_ASSERT(d->to->group && d->e->state == NJ_MATCH_RUNNING);
    nj_buttons_draw_token(r, row.token);
    nj_str_copy(row.chat, sizeof(row.chat), d->to->address);
    (void)snprintf(row.says, sizeof(row.says), NJ_LINK_TAKEOVER "%d",
                   (int)nj_message_int(d->m, "n", 0));
    (void)nj_buttons_store(r, &row);
    b->n = b->columns = 1;
    b->aside = true;
    nj_str_copy(b->item[0].token, sizeof(b->item[0].token), row.token);
    put_label(r, d, &k, "takeover", b->item[0].label);
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

/* --- numbers, where there are no buttons --- */

/* The token that stands for a number of that chat: nobody else presses there, so
 * it need not be hard to guess. */
static void number_token(int64_t match, const char *chat, int number,
                         char out[NJ_TOKEN_OUT_MAX])
{
    char text[NJ_ADDRESS_MAX + 64], hex[NJ_HEX_BYTES];
    struct nj_hash h;

    NJ_ASSERT(number >= 1 && number <= NJ_BUTTONS_MAX);
    (void)snprintf(text, sizeof(text), "%lld %d %s", (long long)match, number,
                   chat);
    nj_hash_bytes(text, strlen(text), &h);
    nj_hash_hex(&h, hex);
    (void)snprintf(out, NJ_TOKEN_OUT_MAX, "%.*s", TOKEN_BYTES, hex);
}

static void keep_number(struct nj_referee *r, const struct nj_delivery *d,
                        const char *name, int number)
{
    struct nj_button_row row = {.match = d->e->id};

    NJ_ASSERT(!d->to->group);
    number_token(d->e->id, d->to->address, number, row.token);
    nj_str_copy(row.chat, sizeof(row.chat), d->to->address);
    nj_str_copy(row.user, sizeof(row.user), d->to->address);
    nj_str_copy(row.says, sizeof(row.says), name);
    (void)nj_buttons_store(r, &row);
}

static bool has_numbers(struct nj_referee *r, const struct nj_delivery *d)
{
    return d->e != NULL && !d->old && !d->mild && !d->to->group &&
           d->e->game->game->numbers && !nj_books_can(r, d->to, NJ_CAN_BUTTONS);
}

NJ_APART static bool put_numbers(struct nj_referee *r,
                                 const struct nj_delivery *d,
                                 struct nj_str *text)
{
    struct nj_str list = NJ_STR_INIT(LIST_BYTES);
    struct kinds k;
    char label[NJ_LABEL_BYTES];
    struct nj_format f;

    NJ_ASSERT(!d->to->group && d->e->game->game->numbers);
    kinds_of(d, &k);
    if (k.n == 0)
        return false;
    nj_button_forget(r->store, d->e->id, d->to->address);
    for (int i = 0; i < k.n; i++) {
        put_label(r, d, &k, k.names[i], label);
        nj_str_addf(&list, "%s%d %s", i > 0 ? " | " : "", i + 1, label);
        keep_number(r, d, k.names[i], i + 1);
    }
    nj_tell_format(r, d->e, d->to, &f);
    if (k.n > 0)
        nj_format_key(&f, "shell.numbers", NJ_ARGS(nj_arg_id("list", list.p)),
                      text);
    nj_str_fini(&list);
    return k.n > 0;
}

bool nj_buttons_number(struct nj_referee *r, const struct nj_delivery *d,
                       struct nj_str *text)
{
    return has_numbers(r, d) && put_numbers(r, d, text);
}

bool nj_buttons_numbered(struct nj_referee *r, const struct nj_chat *c,
                         int64_t match, int number, struct nj_button_row *row)
{
    char token[NJ_TOKEN_OUT_MAX];

    NJ_ASSERT(!c->group); /* there nobody counts buttons */
    if (number < 1 || number > NJ_BUTTONS_MAX)
        return false;
    number_token(match, c->address, number, token);
    return nj_button_find(r->store, token, row);
}

void nj_buttons_used(struct nj_referee *r, struct nj_chat *c,
                     const struct nj_button_row *row)
{
    struct nj_posted *p = nj_posted_of(c, row->match);
    struct nj_button_row now;
    bool listed = !nj_books_can(r, c, NJ_CAN_BUTTONS);

    NJ_ASSERT(!c->group);
    if ((!listed && (p == NULL || !p->menu)) ||
        !nj_button_find(r->store, row->token, &now) ||
        strcmp(now.says, row->says) != 0)
        return;
    nj_button_forget(r->store, row->match, c->address);
    take_away(r, c, p);
}

bool nj_buttons_any(struct nj_referee *r, const struct nj_delivery *d)
{
    struct kinds k = {.n = 0};

    NJ_ASSERT(d->e != NULL && !d->old);
    if (has_numbers(r, d) || nj_books_can(r, d->to, NJ_CAN_BUTTONS))
        kinds_of(d, &k);
    return k.n > 0;
}

void nj_buttons_retire(struct nj_referee *r, struct nj_entry *e)
{
    bool any = false;

    for (uint32_t i = 0; i < r->setup.n_gateways; i++)
        any = any || (r->setup.gateways[i]->can & NJ_CAN_BUTTONS) != 0;
    if (!any && !e->game->game->numbers)
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
    NJ_ASSERT(c->n_posted == 0 || c->posted != NULL);
    for (uint32_t i = c->n_posted; i-- > 0;) {
        struct nj_posted *p = &c->posted[i];

        if (is_of_chat(c, p->match))
            continue;
        take_away(r, c, p);
        nj_posted_remove(c, p);
    }
}

void nj_buttons_stand(struct nj_referee *r, struct nj_chat *c, int64_t match,
                      const char *message, bool menu)
{
    struct nj_posted *p = nj_posted_note(c, match);

    NJ_ASSERT(message[0] != '\0');
    NJ_ASSERT(!menu || !c->group);
    if (strcmp(p->buttons, message) != 0)
        take_away(r, c, p);
    nj_str_copy(p->buttons, sizeof(p->buttons), message);
    p->menu = menu;
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
