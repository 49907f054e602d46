/*
 * The ledger as people ask for it (LN-30.4, 30.5): lists of a season behind
 * #排行 月, of all three as a picture behind #排行大图, and what somebody has in
 * one behind #战绩. A group is told of its own
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
#include "render/poster.h"
#include "store/records.h"

#define LISTED 10
#define LISTS  3 /* told of one season */

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
    NJ_ASSERT(strcmp(word, "total") == 0);
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
    struct nj_poster *poster; /* NULL: it is told */
};

static int64_t whole_of(enum nj_ledger_list by, const struct nj_ledger_sum *row)
{
    NJ_ASSERT(by < NJ_LEDGER_LEVEL);
    return by == NJ_LEDGER_ZERO ? row->zero : row->top;
}

static int64_t cents_of(enum nj_ledger_list by, const struct nj_ledger_sum *row)
{
    NJ_ASSERT(by >= NJ_LEDGER_LEVEL);
    return nj_ledger_cents(by == NJ_LEDGER_LEVEL ? row->level : weighted(row));
}

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

    if (l->place == 0)
        tell_head(l);
    NJ_ASSERT(row->matches > 0 && l->place < LISTED);
    l->place++;
    if (l->by == NJ_LEDGER_MATCHES)
        nj_reply(l->a, "shell.ledger_matches",
                 NJ_ARGS(nj_arg_int("place", l->place),
                         nj_arg_text("name", row->name),
                         nj_arg_int("n", row->matches)));
    else if (l->by >= NJ_LEDGER_LEVEL)
        nj_reply(l->a, "shell.ledger_level",
                 NJ_ARGS(nj_arg_int("place", l->place),
                         nj_arg_text("name", row->name),
                         nj_arg_int("level_c", cents_of(l->by, row)),
                         nj_arg_int("n", row->matches)));
    else
        nj_reply(l->a, "shell.ledger_row",
                 NJ_ARGS(nj_arg_int("place", l->place),
                         nj_arg_text("name", row->name),
                         nj_arg_int("value", whole_of(l->by, row)),
                         nj_arg_int("n", row->matches)));
}

static struct nj_ledger_of of_whom(const struct listing *l)
{
    return (struct nj_ledger_of){.account = "",
                                 .chat = l->a->ev->group ? l->a->where->address
                                                         : "",
                                 .game = l->game != NULL ? l->game->id : "",
                                 .from = l->season.from,
                                 .to = l->season.to};
}

static int64_t tell_list(struct listing *l, enum nj_ledger_list by)
{
    NJ_ASSERT(l->by <= by);
    l->by = by;
    l->place = 0;
    nj_ledger_list(l->a->r->store, of_whom(l), by, LISTED, tell_listed, l);
    return l->place;
}

/* The lists that there are of all games together, and of one. */
static const enum nj_ledger_list *lists_of(const struct nj_game *game)
{
    static const enum nj_ledger_list all[LISTS] = {
        NJ_LEDGER_ZERO, NJ_LEDGER_TOP, NJ_LEDGER_MATCHES};

    static const enum nj_ledger_list one[LISTS] = {
        NJ_LEDGER_MATCHES, NJ_LEDGER_LEVEL, NJ_LEDGER_WEIGHTED};

    return game == NULL ? all : one;
}

void nj_ledger_tell_lists(struct nj_request *a, const struct nj_game *game,
                          const char *season)
{
    struct listing l = {.a = a, .game = game, .season = season_of(a, season)};
    int64_t rows = 0;

    a->e = NULL;
    for (int i = 0; i < LISTS; i++)
        rows += tell_list(&l, lists_of(game)[i]);
    if (rows == 0)
        nj_reply(a, "shell.ledger_none",
                 NJ_ARGS(nj_arg_word("season", l.season.word)));
}

/* --- all of them as a picture --- */

/* What somebody is listed for. */
static struct nj_poster_text worth(enum nj_ledger_list by,
                                   const struct nj_ledger_sum *row,
                                   struct nj_arg args[2])
{
    const struct nj_args both = {.v = args, .n = 2};

    args[0] = by >= NJ_LEDGER_LEVEL ? nj_arg_int("level_c", cents_of(by, row))
                                    : nj_arg_int("value", whole_of(by, row));
    args[1] = nj_arg_int("n", row->matches);
    if (by == NJ_LEDGER_MATCHES)
        return (struct nj_poster_text){"shell.poster_matches",
                                       {.v = args + 1, .n = 1}};
    return by >= NJ_LEDGER_LEVEL
               ? (struct nj_poster_text){"shell.poster_level", both}
               : (struct nj_poster_text){"shell.poster_value", both};
}

static void draw_listed(void *ctx, const struct nj_ledger_sum *row)
{
    struct listing *l = ctx;
    struct nj_arg args[2];

    NJ_ASSERT(row->matches > 0 && l->place < LISTED);
    l->place++;
    nj_poster_line(
        l->poster,
        (struct nj_poster_text){"shell.poster_name",
                                NJ_ARGS(nj_arg_int("place", l->place),
                                        nj_arg_text("name", row->name))},
        worth(l->by, row, args));
}

/* A column is a season, a row a kind of list. */
static void draw_list(struct listing *l, uint32_t kind, uint32_t column)
{
    NJ_ASSERT(kind < LISTS && l->poster != NULL);
    l->by = lists_of(l->game)[kind];
    l->place = 0;
    nj_poster_list(l->poster, kind, column,
                   (struct nj_poster_text){
                       "shell.ledger_list",
                       NJ_ARGS(nj_arg_word("list", lists[l->by]),
                               nj_arg_word("season", l->season.word))});
    nj_ledger_list(l->a->r->store, of_whom(l), l->by, LISTED, draw_listed, l);
}

static void count_listed(void *ctx, const struct nj_ledger_sum *row)
{
    struct listing *l = ctx;

    l->place += row->matches;
}

/* Does the ledger know a match, in whatever season? */
static bool has_any(struct listing *l)
{
    NJ_ASSERT(l->place == 0 && l->season.from == 0);
    nj_ledger_list(l->a->r->store, of_whom(l), NJ_LEDGER_MATCHES, 1,
                   count_listed, l);
    return l->place > 0;
}

static struct nj_poster *begin_poster(const struct listing *l)
{
    const struct nj_arg game =
        nj_arg_word("game", l->game != NULL ? l->game->id : "");

    NJ_ASSERT(l->a->e == NULL);
    return nj_pictures_poster(
        l->a->r, NULL, l->a->where,
        (struct nj_poster_text){
            "shell.poster",
            (struct nj_args){.v = &game, .n = l->game != NULL ? 1 : 0}});
}

void nj_ledger_tell_poster(struct nj_request *a, const struct nj_game *game)
{
    static const char *const seasons[] = {"month", "year", "total"};
    struct listing l = {.a = a, .game = game, .season = season_of(a, "total")};

    a->e = NULL;
    if (!has_any(&l)) {
        nj_reply(a, "shell.ledger_none",
                 NJ_ARGS(nj_arg_word("season", l.season.word)));
        return;
    }
    l.poster = begin_poster(&l);
    if (l.poster == NULL) {
        nj_reply(a, "shell.poster_none", NJ_NO_ARGS);
        return;
    }
    for (uint32_t k = 0; k < NJ_COUNT(seasons); k++) {
        l.season = season_of(a, seasons[k]);
        for (uint32_t i = 0; i < LISTS; i++)
            draw_list(&l, i, k);
    }
    nj_reply(a, "shell.poster_comes", NJ_NO_ARGS);
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
    NJ_ASSERT(p->telling && p->all.matches >= row->matches);
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

    NJ_ASSERT(account[0] != '\0');
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
