/*
 * #判例: the scenarios that show a clause, as worked examples: what is given,
 * what is typed, what everybody hears, how it ends.
 */
#include <strings.h>

#include "base/bug.h"
#include "base/str.h"
#include "base/utf8.h"
#include "locale/rules.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define SHOWN       3
#define CASES_BYTES 3000

/* A record of a scenario file goes from its head line to the blank one. */
struct record {
    const char *p;
    size_t n;
};

static bool next_record(const char **at, struct record *out)
{
    const char *p = *at, *end;

    while (*p == '\n')
        p++;
    if (*p == '\0')
        return false;
    end = strstr(p, "\n\n");
    out->p = p;
    out->n = end != NULL ? (size_t)(end - p) : strlen(p);
    *at = p + out->n;
    return true;
}

/* Does "S-003 LN-4.3 LN-7.1 | ..." have that word between id and bar? */
static bool cites(const struct record *rec, const char *word)
{
    size_t head = strcspn(rec->p, "\n|");
    const char *p = rec->p + strcspn(rec->p, " \n");

    if (head >= rec->n || rec->p[head] != '|')
        return false;
    while (p < rec->p + head) {
        size_t n;

        p += strspn(p, " ,");
        n = strcspn(p, " ,|\n");
        if (n > 0 && nj_rules_is_clause(p, n, word))
            return true;
        p += n > 0 ? n : 1;
    }
    return false;
}

static uint32_t collect(const char *text, const char *word, struct nj_str *out)
{
    struct record rec;
    uint32_t n = 0;

    while (next_record(&text, &rec)) {
        if (!cites(&rec, word) || out->len + rec.n > CASES_BYTES)
            continue;
        if (n++ < SHOWN) {
            if (out->len > 0)
                nj_str_puts(out, "\n\n");
            nj_str_add(out, rec.p, rec.n);
        }
    }
    return n;
}

void nj_do_cases(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "word");
    const struct nj_command_arg *game = nj_command_arg(a->cmd, "game");
    const struct nj_loaded_game *g = game != NULL
                                         ? nj_table_game(a->r, game->text)
                                     : a->e != NULL ? a->e->game
                                                    : &a->r->setup.games[0];
    struct nj_str text = NJ_STR_INIT(CASES_BYTES + 1024);
    const char *all;

    if (word == NULL || g == NULL || a->r->setup.cases == NULL) {
        nj_reply(a, "shell.cases_how", NJ_NO_ARGS);
        nj_str_fini(&text);
        return;
    }
    all = a->r->setup.cases(a->r->setup.rules_ctx, g->game->id);
    if (all == NULL || collect(all, word->text, &text) == 0)
        nj_reply(a, "shell.no_cases", NJ_ARGS(nj_arg_text("word", word->text)));
    else
        (void)nj_answer_long(a, text.p);
    nj_str_fini(&text);
}
