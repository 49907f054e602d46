/*
 * Words to a match, read as a whole.
 */
#include "command/spoken.h"

#include <stddef.h>
#include <string.h>

#include "base/bug.h"

#define AS_VERB "as" /* of a game whose persons may play several seats */

static bool parse(const struct nj_commands *c, const struct nj_batch_form *form,
                  struct nj_spoken *t)
{
    return nj_commands_parse(c, t->p, t->n, form->place, form->words, &t->cmd);
}

static bool is_as(const struct nj_spoken *t)
{
    return strcmp(t->cmd.verb, AS_VERB) == 0;
}

/* Takes the seat off; false: the game has no such form, or nothing is behind
 * it. */
static bool take_seat(const struct nj_game *g, struct nj_spoken *t)
{
    const struct nj_command_arg *seat = nj_command_arg(&t->cmd, "seat");
    const struct nj_command_arg *what = nj_command_arg(&t->cmd, "what");

    if (g == NULL || g->seats_more == 0 || seat == NULL || what == NULL ||
        seat->n < 1 || seat->n > NJ_SEATS_MAX || what->text[0] == '\0')
        return false;
    t->as = (uint8_t)seat->n;
    t->n = strlen(what->text);
    NJ_ASSERT(t->n < sizeof(t->behind));
    memcpy(t->behind, what->text, t->n + 1);
    t->p = t->behind;
    return true;
}

void nj_spoken_clear(struct nj_spoken *t)
{
    memset(t, 0, offsetof(struct nj_spoken, cmd.args));
    t->batch.n = 0;
    t->batch.verb = NULL;
    t->behind[0] = '\0';
}

const char *nj_spoken_verb(const struct nj_spoken *t)
{
    return t->several ? t->batch.verb : t->cmd.verb;
}

/* Is the command several orders? */
static bool lists(const struct nj_commands *c, const struct nj_batch_form *form,
                  const struct nj_spoken *t)
{
    return form->game != NULL && nj_batch_lists(c, form, t->p, t->n, &t->cmd);
}

bool nj_spoken_read(const struct nj_commands *c,
                    const struct nj_batch_form *form, const char *text,
                    size_t n, struct nj_spoken *out)
{
    bool one;

    out->as = 0;
    out->several = false;
    out->p = text;
    out->n = n;
    one = parse(c, form, out);
    if (one && is_as(out)) {
        if (!take_seat(form->game, out))
            return false;
        one = parse(c, form, out);
    }
    if (one && !lists(c, form, out))
        return !is_as(out);
    if (form->game == NULL || form->place == NJ_COMMAND_HOST ||
        !nj_batch_read(c, form, out->p, out->n, &out->batch) ||
        (form->place == NJ_COMMAND_BARE &&
         out->batch.fault != NJ_BATCH_FINE)) /* half of it would be talk */
        return false;
    NJ_ASSERT(form->game != NULL && out->batch.n <= NJ_BATCH_MAX);
    out->several = true;
    out->cmd = (struct nj_command){.verb = "-", .of = form->game->id};
    return true;
}
