/*
 * #判例: a scenario that shows a clause, as a worked example: the board, what is
 * typed, what everybody hears. The clause may be named by a word of the rules.
 */
#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define CASE_BYTES 16384
#define HEAD_BYTES 1000
#define NAME_BYTES 120

/* Puts the clause and its title in front, and behind it how the next example
 * is asked for. */
static void send(struct nj_request *a, const struct nj_game *g,
                 const char *clause, const struct nj_str *told, uint32_t nth,
                 uint32_t of)
{
    struct nj_str text = NJ_STR_INIT(CASE_BYTES + (size_t)2 * HEAD_BYTES);
    char heading[NAME_BYTES];
    struct nj_format f;

    NJ_ASSERT(nth >= 1 && nth <= of);
    nj_rules_heading(a, g, clause, heading, sizeof(heading));
    nj_tell_format(a->r, NULL, a->where, &f);
    nj_format_key(&f, "shell.case",
                  NJ_ARGS(nj_arg_id("clause", clause),
                          nj_arg_id("heading", heading), nj_arg_int("n", nth),
                          nj_arg_int("of", of)),
                  &text);
    nj_str_addf(&text, "\n%s", told->p);
    if (nth < of)
        nj_format_key(
            &f, "shell.case_next",
            NJ_ARGS(nj_arg_id("clause", clause), nj_arg_int("n", nth + 1)),
            &text);
    (void)nj_answer_long(a, text.p);
    nj_str_fini(&text);
}

void nj_do_cases(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "word");
    const struct nj_command_arg *game = nj_command_arg(a->cmd, "game");
    const struct nj_command_arg *n = nj_command_arg(a->cmd, "n");
    const struct nj_loaded_game *g = game != NULL
                                         ? nj_table_game(a->r, game->text)
                                     : a->e != NULL ? a->e->game
                                                    : &a->r->setup.games[0];
    uint32_t nth = n != NULL && n->n > 1 ? (uint32_t)n->n : 1, of;
    struct nj_str told = NJ_STR_INIT(CASE_BYTES);
    char clause[NAME_BYTES];

    if (word == NULL || g == NULL || a->r->setup.cases == NULL) {
        nj_reply(a, "shell.cases_how", NJ_NO_ARGS);
    } else {
        nj_rules_clause(a, g->game, word->text, clause, sizeof(clause));
        of = a->r->setup.cases(a->r->setup.rules_ctx, g->game->id, clause,
                               nj_books_lang(a->r, a->where), nth, &told);
        NJ_ASSERT((of == 0) == (told.len == 0));
        if (of == 0)
            nj_reply(a, "shell.no_cases",
                     NJ_ARGS(nj_arg_text("word", word->text)));
        else
            send(a, g->game, clause, &told, nth < of ? nth : of, of);
    }
    nj_str_fini(&told);
}
