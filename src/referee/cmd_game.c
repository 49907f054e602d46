/*
 * Orders and queries of a match's game: from a parsed command to the game's
 * typed arguments.
 */
#include "base/bug.h"
#include "referee/referee_priv.h"

/* Arguments in the order of the pattern's groups: numbers and texts. */
static uint32_t typed_args(const struct nj_command *cmd,
                           const struct nj_verb *verb,
                           struct nj_arg args[NJ_COMMAND_ARGS_MAX])
{
    uint32_t n = 0;

    for (const char *type = verb->args; *type != '\0'; type++, n++) {
        const struct nj_command_arg *a = n < cmd->n_args ? &cmd->args[n] : NULL;

        if (*type == 'n')
            args[n] =
                nj_arg_int(a != NULL ? a->name : "n", a != NULL ? a->n : 0);
        else if (*type == 's')
            args[n] = nj_arg_seat("seat", (nj_seat)(a != NULL ? a->n - 1 : 0));
        else
            args[n] = nj_arg_text(a != NULL ? a->name : "text",
                                  a != NULL ? a->text : "");
    }
    NJ_ASSERT(n <= NJ_COMMAND_ARGS_MAX);
    return n;
}

static void order(struct nj_request *a, const struct nj_verb *verb,
                  struct nj_args args)
{
    struct nj_sitter *s = nj_live_sitter(a->e, a->who->address);
    struct nj_input in = {.kind = NJ_IN_ORDER,
                          .at_ms = a->r->now_ms,
                          .place =
                              a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE,
                          .by = NJ_BY_PERSON,
                          .verb = verb->name,
                          .args = args,
                          .reason = ""};

    if (s == NULL || s->computer) {
        nj_reply(a, "shell.not_seated", NJ_NO_ARGS);
        return;
    }
    if (verb->channel == NJ_CHANNEL_PRIVATE && a->ev->group) {
        /* UX-3.1: not executed, not quoted, not confirmed. */
        nj_tell_unstored(a->r, a->who, a->e, "shell.need_private", NJ_NO_ARGS);
        return;
    }
    if (verb->channel == NJ_CHANNEL_GROUP && !a->ev->group) {
        nj_reply(a, "shell.need_group", NJ_NO_ARGS);
        return;
    }
    in.seat = s->seat;
    (void)nj_live_apply(a->r, a->e, &in, s);
}

void nj_do_game(struct nj_request *a)
{
    struct nj_arg args[NJ_COMMAND_ARGS_MAX];
    const struct nj_verb *verb;
    struct nj_args list = {.v = args};

    if (a->e == NULL) {
        nj_reply(a, "shell.need_table", NJ_NO_ARGS);
        return;
    }
    if (a->e->state != NJ_MATCH_RUNNING) {
        nj_reply(a, "shell.not_started",
                 NJ_ARGS(nj_arg_id("code", a->e->code)));
        return;
    }
    verb = nj_game_verb(a->e->game->game, a->cmd->verb);
    if (verb == NULL || !nj_live_wake(a->r, a->e))
        return;
    list.n = typed_args(a->cmd, verb, args);
    if (verb->query != NULL)
        nj_live_query(a, verb, list);
    else
        order(a, verb, list);
}
