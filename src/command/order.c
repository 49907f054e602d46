/*
 * Typed arguments out of named groups.
 */
#include "command/order.h"

#include <string.h>

#include "base/bug.h"
#include "match/input.h"

/* The tokens beside a text, or NULL. */
static const struct nj_command_arg *words_of(const struct nj_command *c)
{
    return nj_command_arg(c, "words");
}

/* The command's next argument of that sort from *at on, or NULL. */
static const struct nj_command_arg *take(const struct nj_command *c,
                                         bool number, uint32_t *at)
{
    NJ_ASSERT(c->n_args <= NJ_COMMAND_ARGS_MAX);
    while (*at < c->n_args) {
        const struct nj_command_arg *a = &c->args[(*at)++];

        if (a->number == number && a != words_of(c))
            return a;
    }
    return NULL;
}

bool nj_command_order(const struct nj_command *c, const struct nj_verb *verb,
                      struct nj_command_args *room, struct nj_args *out)
{
    uint32_t texts = 0, numbers = 0, named = 0, n = 0;

    NJ_ASSERT(strlen(verb->args) <= NJ_COMMAND_ARGS_MAX);
    for (const char *letter = verb->args; *letter != '\0' && *letter != 'w';
         letter++) {
        const struct nj_command_arg *a =
            take(c, *letter != 't', *letter == 't' ? &texts : &numbers);

        if (*letter == 't')
            room->v[n] = nj_arg_text(nj_input_text_name(named++),
                                     a == NULL ? "" : a->text);
        else if (a == NULL && *letter == 'o')
            continue;
        else if (a == NULL ||
                 (*letter == 's' && (a->n < 1 || a->n > NJ_SEATS_MAX)))
            return false;
        else if (*letter == 's') /* typed from 1 */
            room->v[n] = nj_arg_seat(a->name, (nj_seat)(a->n - 1));
        else
            room->v[n] = nj_arg_int(a->name, a->n);
        n++;
    }
    if (strchr(verb->args, 'w') != NULL && words_of(c) != NULL)
        room->v[n++] = nj_arg_words("words", words_of(c)->text);
    *out = (struct nj_args){.v = room->v, .n = n};
    return true;
}
