/*
 * What a game's list of messages needs at run time: lists that get a name,
 * arguments that are left out, and whether a message is on the list.
 */
#include "match/messages.h"

#include <string.h>

#include "base/bug.h"

struct nj_arg nj_text_list(const char *const *texts, uint32_t n)
{
    return nj_arg_texts("", texts, n);
}

struct nj_arg nj_rows(const struct nj_row_form *form, const int64_t *cells,
                      uint32_t rows)
{
    return nj_arg_rows("", form, cells, rows);
}

struct nj_arg nj_arg_seat_set(const char *name, nj_seat_set set,
                              nj_seat list[NJ_SEATS_MAX])
{
    NJ_ASSERT(set >> NJ_SEATS_MAX == 0);
    return nj_arg_seats(name, list, nj_seats_of(set, list));
}

struct nj_arg nj_arg_named(const char *name, enum nj_arg_type type,
                           struct nj_arg arg)
{
    NJ_ASSERT(arg.type == type);
    arg.name = name;
    return arg;
}

/* Whether the arguments are those of the row, in order. */
static bool args_fit(const struct nj_said *row, struct nj_args args)
{
    uint32_t i = 0;

    for (const struct nj_said_arg *want = row->arg; want->name != NULL;
         want++) {
        bool any = strcmp(want->name, "*") == 0;

        if (i < args.n && (any || (args.v[i].type == want->type &&
                                   strcmp(args.v[i].name, want->name) == 0)))
            i++;
        else if (!want->optional)
            return false;
    }
    return i == args.n;
}

bool nj_said_fits(const struct nj_said *table, const struct nj_message *msg)
{
    NJ_ASSERT(table != NULL && msg->key[0] != '\0');
    for (const struct nj_said *row = table; row->key != NULL; row++)
        if (strcmp(row->key, msg->key) == 0 &&
            (row->clause[0] == '\0' || strcmp(row->clause, msg->clause) == 0) &&
            args_fit(row, msg->args))
            return true;
    return false;
}

bool nj_game_may_say(const struct nj_game *g, const struct nj_message *msg)
{
    size_t n = strlen(g->prefix);

    NJ_ASSERT(n > 0);
    if (g->messages == NULL || strncmp(msg->key, g->prefix, n) != 0 ||
        msg->key[n] != '.')
        return true;
    return nj_said_fits(g->messages, msg);
}

bool nj_game_says(const struct nj_game *g, const char *key)
{
    const struct nj_said *row = g->messages;

    while (row != NULL && row->key != NULL && strcmp(row->key, key) != 0)
        row++;
    return row != NULL && row->key != NULL;
}

static bool is_said(const struct nj_game *g, const char *key)
{
    size_t n = strlen(g->prefix);

    if (strncmp(key, g->prefix, n) != 0 || key[n] != '.')
        return true; /* the match's, or each */
    for (const struct nj_said *row = g->messages; row->key != NULL; row++)
        if (strcmp(row->key, key) == 0)
            return true;
    return false;
}

const char *nj_game_unsaid(const struct nj_game *g)
{
    const char *const *const lists[] = {g->folds, g->shown, g->passing,
                                        g->unspoken};

    NJ_ASSERT(g->messages != NULL);
    for (const struct nj_ear *e = g->brain.ears; e != NULL && e->key != NULL;
         e++)
        if (!is_said(g, e->key))
            return e->key;
    for (const struct nj_heard *h = g->heard; h != NULL && h->key != NULL; h++)
        if (!is_said(g, h->key))
            return h->key;
    for (const struct nj_offer *o = g->offers; o != NULL && o->key != NULL; o++)
        if (!is_said(g, o->key))
            return o->key;
    for (size_t i = 0; i < NJ_COUNT(lists); i++)
        for (const char *const *k = lists[i]; k != NULL && *k != NULL; k++)
            if (!is_said(g, *k))
                return *k;
    return NULL;
}
