/*
 * Typed arguments out of named groups.
 */
#include "command/order.h"

#include <string.h>

#include "base/bug.h"

static bool seat_arg(const char *name, int64_t n, struct nj_arg *out)
{
    if (n < 1 || n > NJ_SEATS_MAX)
        return false;
    *out = nj_arg_seat(name, (nj_seat)(n - 1)); /* typed from 1 */
    return true;
}

/* The command's next argument of that sort from *at on, or NULL. */
static const struct nj_command_arg *take(const struct nj_command *c,
                                         bool number, uint32_t *at)
{
    NJ_ASSERT(c->n_args <= NJ_COMMAND_ARGS_MAX);
    while (*at < c->n_args) {
        const struct nj_command_arg *a = &c->args[(*at)++];

        if (a->number == number)
            return a;
    }
    return NULL;
}

bool nj_command_order(const struct nj_command *c, const struct nj_verb *verb,
                      struct nj_command_args *room, struct nj_args *out)
{
    uint32_t texts = 0, numbers = 0, n = 0;

    NJ_ASSERT(strlen(verb->args) <= NJ_COMMAND_ARGS_MAX);
    for (const char *letter = verb->args; *letter != '\0'; letter++) {
        const struct nj_command_arg *a =
            take(c, *letter != 't', *letter == 't' ? &texts : &numbers);

        if (*letter == 't')
            room->v[n++] = nj_arg_text("text", a == NULL ? "" : a->text);
        else if (a == NULL)
            return false;
        else if (*letter == 'n')
            room->v[n++] = nj_arg_int(a->name, a->n);
        else if (!seat_arg(a->name, a->n, &room->v[n++]))
            return false;
    }
    *out = (struct nj_args){.v = room->v, .n = n};
    return true;
}
