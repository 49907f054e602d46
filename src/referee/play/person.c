/*
 * Whom words name (UX-2.1): by a mention, a number, or a shown name that only
 * one person here has.
 */
#include <string.h>

#include <strings.h>

#include "base/bug.h"
#include "base/likeness.h"
#include "base/str.h"
#include "base/utf8.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define NUMBER_MIN 5  /* digits: shorter ones are seats or names */
#define NUMBER_MAX 15 /* the same: more than any platform gives */
#define KEY_MAX    (4 * NJ_NAME_MAX)

void nj_person_id(const char *address, char out[NJ_PERSON_ID_MAX])
{
    const char *id = nj_address_user_id(address);
    size_t n = strcspn(address, ":");

    NJ_ASSERT(id != NULL && n + strlen(id) + 2 <= NJ_PERSON_ID_MAX);
    memcpy(out, address, n);
    out[n] = ' ';
    memcpy(out + n + 1, id, strlen(id) + 1);
}

const char *nj_person_shown(struct nj_referee *r, const char *address)
{
    const struct nj_chat *c = nj_books_chat(r, address);

    NJ_ASSERT(!c->group);
    return c->name[0] != '\0' ? c->name : nj_address_user_id(address);
}

static bool is_number(const char *word)
{
    size_t n = strlen(word);

    return n >= NUMBER_MIN && n <= NUMBER_MAX &&
           strspn(word, "0123456789") == n;
}

/* Has he been heard in a group of the match, or is he part of it? */
static bool is_here(const struct nj_entry *e, const struct nj_chat *c)
{
    NJ_ASSERT(!c->group);
    for (uint8_t i = 0; i < e->n_homes; i++)
        if (strcmp(c->heard_in, e->homes[i]->address) == 0)
            return true;
    return nj_books_has(c, e);
}

/* Counts who is called so here, and finds the last of them. */
static uint32_t called(const struct nj_request *a, const char *name,
                       const struct nj_chat **found)
{
    char key[KEY_MAX], other[KEY_MAX];
    uint32_t n = 0;

    NJ_ASSERT(a->e->n_homes >= 1);
    nj_likeness(name, strlen(name), key, sizeof(key));
    for (uint32_t i = 0; i < a->r->chats_cap; i++) {
        const struct nj_chat *c = a->r->chats[i];

        if (c == NULL || c->group || !is_here(a->e, c))
            continue;
        nj_likeness(c->name, strlen(c->name), other, sizeof(other));
        if (key[0] == '\0' || strcmp(key, other) != 0)
            continue;
        *found = c;
        n++;
    }
    return n;
}

bool nj_person_mentioned(const struct nj_event *ev, const char *word)
{
    return ev->about[0] != '\0' && strcasecmp(word, ev->handle) == 0;
}

bool nj_person_meant(struct nj_request *a, const char *word,
                     char address[NJ_ADDRESS_MAX])
{
    const struct nj_chat *c = NULL;
    uint32_t n;

    if (nj_person_mentioned(a->ev, word)) {
        memcpy(address, a->ev->about, NJ_ADDRESS_MAX);
        return true;
    }
    if (word[0] == '\0')
        return nj_deny(a, "shell.sub_whom", NJ_NO_ARGS);
    if (is_number(word)) {
        nj_address_user(address, a->r->setup.gateways[a->ev->gateway]->name,
                        word);
        return true;
    }
    n = strcasecmp(word, a->ev->handle) == 0 ? 0 : called(a, word, &c);
    NJ_ASSERT((n == 0) == (c == NULL));
    if (n == 1) {
        memcpy(address, c->address, strlen(c->address) + 1);
        return true;
    }
    return nj_deny(a, n == 0 ? "shell.person_unknown" : "shell.person_several",
                   NJ_ARGS(nj_arg_text("name", word)));
}

/* --- names in a match --- */

static bool is_taken(const struct nj_entry *e, uint8_t n,
                     const struct nj_sitter *own, const char *name)
{
    char key[KEY_MAX], other[KEY_MAX];

    NJ_ASSERT(name[0] != '\0');
    nj_likeness(name, strlen(name), key, sizeof(key));
    for (uint8_t i = 0; i < n; i++) {
        const char *there = e->sitters[i].name;

        if (&e->sitters[i] == own)
            continue;
        nj_likeness(there, strlen(there), other, sizeof(other));
        if (strcmp(key, other) == 0)
            return true;
    }
    return false;
}

/* The bytes of a sign of our own tags that stands there; 0: none does. Few
 * bytes of a name are the first of one. */
static size_t own_sign(const char *name)
{
    static const char *const ours[] = {"\u3010", "\u3011", "\u2502"};

    for (size_t i = 0; i < NJ_COUNT(ours); i++)
        if (name[0] == ours[i][0] &&
            strncmp(name, ours[i], strlen(ours[i])) == 0)
            return strlen(ours[i]);
    return 0;
}

void nj_person_name(const char *name, char out[NJ_NAME_MAX])
{
    size_t n = 0;

    NJ_ASSERT(strlen(name) < NJ_NAME_MAX);
    while (*name != '\0') {
        size_t sign = own_sign(name);

        if (sign == 0) {
            out[n++] = *name++;
            continue;
        }
        name += sign;
        name += strspn(name, " ");
        while (n > 0 && out[n - 1] == ' ')
            n--;
    }
    out[n] = '\0';
}

/* Counts the bytes of a name that stand in so many columns; 0: all. */
static size_t cut_columns(const char *name, uint8_t columns)
{
    size_t len = strlen(name);

    while (columns > 0 && nj_utf8_width(name, len) > columns)
        len = nj_utf8_cut(name, len, len - 1);
    while (len > 0 && name[len - 1] == ' ')
        len--;
    return len;
}

void nj_person_apart(const struct nj_entry *e, uint8_t n,
                     const struct nj_sitter *own, const char *name,
                     char out[NJ_NAME_MAX])
{
    size_t len = cut_columns(name, e->game->game->name_columns);
    struct nj_str called = NJ_STR_INIT(NJ_NAME_MAX - 1);
    char number[NJ_DIGITS_MAX];
    bool taken;

    NJ_ASSERT(n <= e->n_sitters);
    nj_str_add(&called, name, len);
    taken = len > 0 && is_taken(e, n, own, called.p);
    for (int64_t k = 2; taken; k++) {
        const char *digits = nj_str_digits(number, k);

        nj_str_clear(&called);
        nj_str_add(&called, name,
                   nj_utf8_cut(name, len, NJ_NAME_MAX - 1 - strlen(digits)));
        nj_str_puts(&called, digits);
        taken = is_taken(e, e->n_sitters, own, called.p);
    }
    nj_str_copy(out, NJ_NAME_MAX, called.p);
    nj_str_fini(&called);
}
