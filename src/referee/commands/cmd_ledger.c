/*
 * The ledger as people ask for it (LN-30.4, 30.5): lists of a season behind
 * #排行 月, and what somebody has in one behind #战绩. A group is told of its own
 * matches alone.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "locale/format.h"
#include "referee/books/books.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/records.h"

#define LISTED 10

/* A season goes from one month to another, and has a word. */
struct season {
    uint32_t from, to;
    const char *word;
};

static struct season season_of(struct nj_request *a, const char *word)
{
    uint32_t now = nj_ledger_season(a->r, a->where, NULL);

    if (strcmp(word, "month") == 0)
        return (struct season){now, now, word};
    if (strcmp(word, "year") == 0)
        return (struct season){now / 12 * 12, now / 12 * 12 + 11, word};
    return (struct season){0, INT32_MAX, "total"};
}

/* The order is that of enum nj_ledger_list. */
static const char *const lists[] = {"zero", "top", "matches", "level",
                                    "weighted"};

static double weighted(const struct nj_ledger_sum *row)
{
    NJ_ASSERT(row->matches >= 0);
    return row->level * sqrt((double)row->matches);
}

const char *nj_ledger_grade(double level)
{
    static const struct {
        int64_t least;
        const char *word;
    } grades[] = {{1000, "SSS"}, {700, "SS"}, {500, "S"}, {300, "A"},
                  {100, "B"},    {-99, "C"},  {-299, "D"}};

    int64_t whole = (int64_t)level; /* cut towards zero */

    for (size_t i = 0; i < NJ_COUNT(grades); i++)
        if (whole >= grades[i].least)
            return grades[i].word;
    return "E";
}

/* --- lists --- */

struct listing {
    struct nj_request *a;
    const struct nj_game *game; /* NULL: all */
    struct season season;
    enum nj_ledger_list by;
    int64_t place;
};

static void tell_head(const struct listing *l)
{
    struct nj_arg args[3];
    uint32_t n = 0;

    args[n++] = nj_arg_word("list", lists[l->by]);
    args[n++] = nj_arg_word("season", l->season.word);
    if (l->game != NULL)
        args[n++] = nj_arg_word("game", l->game->id);
    nj_reply(l->a, "shell.ledger_list", (struct nj_args){.v = args, .n = n});
}

static void tell_listed(void *ctx, const struct nj_ledger_sum *row)
{
    struct listing *l = ctx;
    int64_t value = l->by == NJ_LEDGER_ZERO  ? row->zero
                    : l->by == NJ_LEDGER_TOP ? row->top
                                             : row->matches;

    if (l->place == 0)
        tell_head(l);
    l->place++;
    if (l->by >= NJ_LEDGER_LEVEL)
        nj_reply(l->a, "shell.ledger_level",
                 NJ_ARGS(nj_arg_int("place", l->place),
                         nj_arg_text("name", row->name),
                         nj_arg_int("level_c",
                                    nj_ledger_cents(l->by == NJ_LEDGER_LEVEL
                                                        ? row->level
                                                        : weighted(row))),
                         nj_arg_int("n", row->matches)));
    else
        nj_reply(l->a, "shell.ledger_row",
                 NJ_ARGS(nj_arg_int("place", l->place),
                         nj_arg_text("name", row->name),
                         nj_arg_int("value", value),
                         nj_arg_int("n", row->matches)));
}

static int64_t tell_list(struct listing *l, enum nj_ledger_list by)
{
    const struct nj_ledger_of of = {
        .account = "",
        .chat = l->a->ev->group ? l->a->where->address : "",
        .game = l->game != NULL ? l->game->id : "",
        .from = l->season.from,
        .to = l->season.to};

    l->by = by;
    l->place = 0;
    nj_ledger_list(l->a->r->store, of, by, LISTED, tell_listed, l);
    return l->place;
}

void nj_ledger_tell_lists(struct nj_request *a, const struct nj_game *game,
                          const char *season)
{
    struct listing l = {.a = a, .game = game, .season = season_of(a, season)};
    int64_t rows = 0;

    a->e = NULL;
    if (game == NULL) {
        rows += tell_list(&l, NJ_LEDGER_ZERO);
        rows += tell_list(&l, NJ_LEDGER_TOP);
    }
    rows += tell_list(&l, NJ_LEDGER_MATCHES);
    if (game != NULL) {
        rows += tell_list(&l, NJ_LEDGER_LEVEL);
        rows += tell_list(&l, NJ_LEDGER_WEIGHTED);
    }
    if (rows == 0)
        nj_reply(a, "shell.ledger_none",
                 NJ_ARGS(nj_arg_word("season", l.season.word)));
}

/* --- what one has --- */

struct profile {
    struct nj_request *a;
    const char *name;
    struct season season;
    struct nj_ledger_sum all;
    bool telling; /* the games; else they are added up */
};

static void tell_game(void *ctx, const struct nj_ledger_sum *row)
{
    struct profile *p = ctx;

    if (!p->telling) {
        p->all.matches += row->matches;
        p->all.zero += row->zero;
        p->all.top += row->top;
        return;
    }
    nj_reply(p->a, "shell.ledger_game",
             NJ_ARGS(nj_arg_word("game", row->game),
                     nj_arg_int("n", row->matches),
                     nj_arg_int("level_c", nj_ledger_cents(row->level)),
                     nj_arg_int("weighted_c", nj_ledger_cents(weighted(row))),
                     nj_arg_id("grade", nj_ledger_grade(row->level))));
}

static void tell_match(void *ctx, const struct nj_ledger_row *row)
{
    struct profile *p = ctx;
    uint32_t halves = 2 * row->people - row->places + 1;
    char place[16];

    (void)snprintf(place, sizeof(place), "%u%s", (unsigned)(halves / 2),
                   halves % 2 != 0 ? ".5" : "");
    nj_reply(p->a, "shell.ledger_match",
             NJ_ARGS(nj_arg_word("game", row->game), nj_arg_id("place", place),
                     nj_arg_int("people", row->people),
                     nj_arg_int("zero", row->zero), nj_arg_int("top", row->top),
                     nj_arg_int("level_c", nj_ledger_cents(row->level))));
}

static void tell_feat(void *ctx, const char *game, const char *name,
                      int64_t ended_ms)
{
    struct profile *p = ctx;
    const struct nj_loaded_game *g = nj_books_game(p->a->r, game);
    char token[64];

    if (g == NULL)
        return;
    (void)snprintf(token, sizeof(token), "%s.%s", g->game->prefix, name);
    nj_reply(p->a, "shell.ledger_feat",
             NJ_ARGS(nj_arg_word("feat", token), nj_arg_at("at", ended_ms)));
}

bool nj_ledger_tell_profile(struct nj_request *a, const char *account,
                            const char *name, const char *season)
{
    struct profile p = {.a = a, .name = name, .season = season_of(a, season)};
    const struct nj_ledger_of of = {.account = account,
                                    .chat =
                                        a->ev->group ? a->where->address : "",
                                    .game = "",
                                    .from = p.season.from,
                                    .to = p.season.to};

    nj_ledger_each(a->r->store, of, tell_game, &p);
    if (p.all.matches == 0)
        return false;
    nj_reply(
        a, "shell.ledger_mine",
        NJ_ARGS(nj_arg_text("name", name), nj_arg_word("season", p.season.word),
                nj_arg_int("n", p.all.matches), nj_arg_int("zero", p.all.zero),
                nj_arg_int("top", p.all.top)));
    p.telling = true;
    nj_ledger_each(a->r->store, of, tell_game, &p);
    nj_ledger_last(a->r->store, of, LISTED, tell_match, &p);
    nj_stats_last_feats(a->r->store, (struct nj_stats_of){account, of.chat},
                        LISTED, tell_feat, &p);
    return true;
}
