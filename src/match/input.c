/*
 * What an input came with, and the words that stand for its kind, place and
 * asker in files.
 */
#include "match/input.h"

#include <string.h>

#include "base/bug.h"

static const char *const kinds[] = {
    [NJ_IN_START] = "start",       [NJ_IN_ORDER] = "order",
    [NJ_IN_TIMER] = "timer",       [NJ_IN_LEAVE] = "leave",
    [NJ_IN_OVERRIDE] = "override", [NJ_IN_UNDO] = "undo"};

static const char *const places[] = {
    [NJ_PLACE_GROUP] = "group", [NJ_PLACE_PRIVATE] = "private"};

static const char *const askers[] = {[NJ_BY_PERSON] = "person",
                                     [NJ_BY_COMPUTER] = "computer",
                                     [NJ_BY_HOST] = "host",
                                     [NJ_BY_CLOCK] = "clock",
                                     [NJ_BY_ADMIN] = "admin"};

/* The argument number i of that type; NULL: there are fewer. */
static const struct nj_arg *find_arg(const struct nj_input *in,
                                     enum nj_arg_type type, uint32_t i)
{
    NJ_ASSERT(in->args.n <= NJ_ORDER_ARGS_MAX);
    for (uint32_t k = 0; k < in->args.n; k++)
        if (in->args.v[k].type == type && i-- == 0)
            return &in->args.v[k];
    return NULL;
}

const char *nj_input_text(const struct nj_input *in, uint32_t i)
{
    const struct nj_arg *arg = find_arg(in, NJ_ARG_TEXT, i);

    NJ_ASSERT(i < NJ_INPUT_TEXTS_MAX);
    return arg != NULL ? arg->s : "";
}

const char *nj_input_words(const struct nj_input *in)
{
    const struct nj_arg *arg = find_arg(in, NJ_ARG_WORDS, 0);

    return arg != NULL ? arg->s : "";
}

const char *nj_input_typed(const struct nj_input *in)
{
    const struct nj_arg *arg = find_arg(in, NJ_ARG_PROSE, 0);

    return arg != NULL ? arg->s : "";
}

int64_t nj_input_number(const struct nj_input *in, int64_t otherwise)
{
    const struct nj_arg *arg = find_arg(in, NJ_ARG_INT, 0);

    return arg != NULL ? arg->i : otherwise;
}

static int find(const char *const *words, size_t n, const char *word)
{
    NJ_ASSERT(n > 0);
    for (size_t i = 0; i < n; i++)
        if (strcmp(words[i], word) == 0)
            return (int)i;
    return -1;
}

const char *nj_input_kind_word(enum nj_input_kind kind)
{
    NJ_ASSERT((size_t)kind < NJ_COUNT(kinds));
    return kinds[kind];
}

bool nj_input_kind_parse(const char *word, enum nj_input_kind *out)
{
    int i = find(kinds, NJ_COUNT(kinds), word);

    if (i >= 0)
        *out = (enum nj_input_kind)i;
    return i >= 0;
}

const char *nj_place_word(enum nj_place place)
{
    NJ_ASSERT((size_t)place < NJ_COUNT(places));
    return places[place];
}

bool nj_place_parse(const char *word, enum nj_place *out)
{
    int i = find(places, NJ_COUNT(places), word);

    if (i >= 0)
        *out = (enum nj_place)i;
    return i >= 0;
}

bool nj_by_power(enum nj_by by)
{
    return by == NJ_BY_HOST || by == NJ_BY_ADMIN;
}

const char *nj_by_word(enum nj_by by)
{
    NJ_ASSERT((size_t)by < NJ_COUNT(askers));
    return askers[by];
}

bool nj_by_parse(const char *word, enum nj_by *out)
{
    int i = find(askers, NJ_COUNT(askers), word);

    if (i >= 0)
        *out = (enum nj_by)i;
    return i >= 0;
}

const char *nj_input_text_name(uint32_t i)
{
    static const char *const names[NJ_INPUT_TEXTS_MAX] = {"text", "text2",
                                                          "text3"};

    NJ_ASSERT(i < NJ_INPUT_TEXTS_MAX);
    return names[i];
}
