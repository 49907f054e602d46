/*
 * #战绩, #排行, #成就. In a group people are told of that group's matches alone,
 * their own ones included; in private everybody hears all of his own.
 */
#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/archive.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/records.h"

#define NAMED_MAX 16 /* people looked at whose names begin alike */
#define TOP_LEAST 3  /* rated matches there before one is ranked */
#define TOP_MOST  10

/* Says whose record is asked for, and how he is called. */
struct subject {
    char account[NJ_ADDRESS_MAX];
    char name[NJ_NAME_MAX];
    struct nj_stats_of of;
    uint32_t games; /* told so far */
    struct nj_request *a;
};

/* --- whose --- */

struct search {
    const char *name;
    struct subject *who;
    uint32_t people;
    bool exact;
};

/* A whole name wins over the beginning of one. */
static void add_person(void *ctx, const char *account, const char *name)
{
    struct search *s = ctx;
    bool exact = strcasecmp(name, s->name) == 0;

    if (s->exact && !exact)
        return;
    if (exact && !s->exact)
        s->people = 0;
    s->exact = exact;
    if (s->people > 0 && strcmp(s->who->account, account) == 0)
        return;
    (void)snprintf(s->who->account, sizeof(s->who->account), "%s", account);
    (void)snprintf(s->who->name, sizeof(s->who->name), "%s", name);
    s->people++;
}

static bool by_name(struct nj_request *a, const char *word, struct subject *who)
{
    struct search s = {.name = word, .who = who};
    const struct nj_named_of of = {a->where->address, word, NAMED_MAX};

    NJ_ASSERT(a->ev->group);
    nj_stats_each_named(a->r->store, of, add_person, &s);
    NJ_ASSERT((s.people == 0) == (who->account[0] == '\0'));
    if (s.people == 1)
        return true;
    return nj_deny(a, s.people == 0 ? "shell.no_person" : "shell.which_person",
                   NJ_ARGS(nj_arg_text("name", s.name)));
}

static bool by_user(struct nj_request *a, const char *user, const char *name,
                    struct subject *who)
{
    NJ_ASSERT(user[0] != '\0');
    (void)snprintf(who->name, sizeof(who->name), "%s", name);
    nj_account_of(a->r->store, user, who->account);
    return nj_store_good(a->r->store);
}

/* "3" is a seat of the match that is played here. */
static const struct nj_sitter *seat_meant(struct nj_request *a,
                                          const char *word)
{
    const struct nj_sitter *s;

    if (word[0] < '1' || word[0] > '9' || word[1] != '\0' || a->e == NULL ||
        a->e->state != NJ_MATCH_RUNNING || !nj_sitters_load(a->r, a->e))
        return NULL;
    NJ_ASSERT(a->ev->group);
    s = nj_sitters_at(a->e, (nj_seat)(word[0] - '1'));
    return s != NULL && !s->computer ? s : NULL;
}

static bool find_subject(struct nj_request *a, struct subject *who)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "who");
    const char *text = word == NULL           ? ""
                       : word->text[0] == '@' ? word->text + 1
                                              : word->text;
    bool mentioned = nj_person_mentioned(a->ev, text);
    const struct nj_sitter *s;

    if (word == NULL && !mentioned)
        return by_user(a, a->who->address, a->who->name, who);
    if (!a->ev->group) /* of others, a group knows what it has seen */
        return nj_deny(a, "shell.need_group", NJ_NO_ARGS);
    if (mentioned)
        return by_user(a, a->ev->about, nj_person_shown(a->r, a->ev->about),
                       who);
    s = seat_meant(a, text);
    return s != NULL ? by_user(a, s->user, s->name, who)
                     : by_name(a, text, who);
}

/* --- #战绩 --- */

/* Counts the achievements of a game. */
static uint32_t count_feats(const struct nj_game *g)
{
    uint32_t n = 0;

    while (g->achievements != NULL && g->achievements[n].name != NULL)
        n++;
    return n;
}

/* Returns its place among the game's; their number: it is there no more. */
static uint32_t find_feat(const struct nj_game *g, const char *name)
{
    uint32_t i = 0, n = count_feats(g);

    while (i < n && strcmp(g->achievements[i].name, name) != 0)
        i++;
    return i;
}

struct titles {
    struct nj_request *a;
    const struct nj_game *game;
    const char **list; /* room for all of the game */
    uint32_t n;
};

static void add_title(void *ctx, const char *name, int64_t times)
{
    struct titles *t = ctx;
    struct nj_str text = NJ_STR_INIT(200);
    struct nj_format f;
    char key[96];

    if (find_feat(t->game, name) == count_feats(t->game))
        return;
    nj_tell_format(t->a->r, NULL, t->a->where, &f);
    (void)snprintf(key, sizeof(key), "word.feat.%s.%s", t->game->prefix, name);
    nj_format_key(&f, key, NJ_NO_ARGS, &text);
    if (times > 1)
        nj_str_addf(&text, " ×%lld", (long long)times);
    NJ_ASSERT(t->n < count_feats(t->game)); /* each is told of once */
    t->list[t->n++] = nj_arena_copy(&t->a->r->arena, text.p, text.len);
    nj_str_fini(&text);
}

/* Writes the average place as people do: "2.3". */
static void put_average(const struct nj_stats_row *row, char *out, size_t cap)
{
    int64_t tenths;

    NJ_ASSERT(row->matches > 0 && row->wins <= row->matches);
    tenths = (row->ranks * 10 + row->matches / 2) / row->matches;

    (void)snprintf(out, cap, "%lld.%lld", (long long)(tenths / 10),
                   (long long)(tenths % 10));
}

static void rating_of(struct subject *who, const char *game, char *out,
                      size_t cap)
{
    const struct nj_rating_of of = {game, who->account, INT64_MAX};
    struct nj_rating rating;

    out[0] = '\0';
    if (nj_result_rating(who->a->r->store, of, &rating.mu, &rating.sigma))
        (void)snprintf(out, cap, "%lld", (long long)nj_rating_shown(rating));
}

static void tell_game(void *ctx, const struct nj_stats_row *row)
{
    struct subject *who = ctx;
    struct nj_request *a = who->a;
    const struct nj_loaded_game *game = nj_books_game(a->r, row->game);
    struct titles t = {.a = a, .game = game != NULL ? game->game : NULL};
    char average[32], rating[32];

    if (game != NULL) {
        t.list = nj_arena_alloc(&a->r->arena, (count_feats(game->game) + 1) *
                                                  sizeof(t.list[0]));
        nj_stats_each_achievement(a->r->store, who->of, row->game, add_title,
                                  &t);
    }
    rating_of(who, row->game, rating, sizeof(rating));
    put_average(row, average, sizeof(average));
    nj_reply(
        a, "shell.stats",
        NJ_ARGS(nj_arg_text("name", who->name), nj_arg_word("game", row->game),
                nj_arg_int("n", row->matches), nj_arg_int("wins", row->wins),
                nj_arg_id("rank", average), nj_arg_int("points", row->points),
                nj_arg_id("rating", rating),
                nj_arg_int("substituted", row->substituted),
                nj_arg_texts("achievements", t.list, t.n)));
    who->games++;
}

void nj_do_stats(struct nj_request *a)
{
    struct subject who = {.a = a};
    const struct nj_command_arg *season = nj_command_arg(a->cmd, "season");

    if (!find_subject(a, &who))
        return;
    who.of.account = who.account;
    who.of.chat = a->ev->group ? a->where->address : "";
    a->e = NULL;
    if (season == NULL)
        nj_stats_each(a->r->store, who.of, tell_game, &who);
    if (nj_ledger_tell_profile(a, who.account, who.name,
                               season != NULL ? season->text : "total"))
        return;
    if (season != NULL)
        nj_reply(a, "shell.ledger_none",
                 NJ_ARGS(nj_arg_word("season", season->text)));
    else if (who.games == 0)
        nj_reply(a, a->ev->group ? "shell.stats_none" : "shell.stats_none_yet",
                 NJ_ARGS(nj_arg_text("name", who.name)));
}

/* --- of one game --- */

/* The one that was named, or is played there, or comes first; NULL: there is
 * none of that name, which was said. */
static const struct nj_game *game_meant(struct nj_request *a)
{
    const struct nj_command_arg *word = nj_command_arg(a->cmd, "game");
    const struct nj_loaded_game *game = word != NULL
                                            ? nj_table_game(a->r, word->text)
                                        : a->e != NULL ? a->e->game
                                                       : &a->r->setup.games[0];

    a->e = NULL;
    if (game == NULL)
        nj_reply(a, "shell.no_game", NJ_ARGS(nj_arg_text("word", word->text)));
    return game != NULL ? game->game : NULL;
}

/* --- #排行 --- */

struct board {
    struct nj_request *a;
    const struct nj_game *game;
    int64_t place;
};

static void tell_top(void *ctx, const struct nj_top_row *row)
{
    struct board *b = ctx;
    struct nj_rating rating = {row->mu, row->sigma};

    if (b->place == 0)
        nj_reply(b->a, "shell.top", NJ_ARGS(nj_arg_word("game", b->game->id)));
    b->place++;
    nj_reply(b->a, "shell.top_row",
             NJ_ARGS(nj_arg_int("place", b->place),
                     nj_arg_text("name", row->name),
                     nj_arg_int("rating", nj_rating_shown(rating)),
                     nj_arg_int("n", row->matches)));
}

/* Of a season, the ledger has them: of one game, or of all together. */
static void top_of_season(struct nj_request *a, const char *season)
{
    const struct nj_game *game =
        nj_command_arg(a->cmd, "game") != NULL ? game_meant(a) : NULL;

    if (game == NULL && nj_command_arg(a->cmd, "game") != NULL)
        return;
    if (strcmp(season, "all") == 0)
        nj_ledger_tell_poster(a, game);
    else
        nj_ledger_tell_lists(a, game, season);
}

void nj_do_top(struct nj_request *a)
{
    const struct nj_command_arg *season = nj_command_arg(a->cmd, "season");
    struct board b = {.a = a};
    struct nj_top_of of = {
        .chat = a->where->address, .least = TOP_LEAST, .most = TOP_MOST};

    if (season != NULL) {
        top_of_season(a, season->text);
        return;
    }
    if (!a->ev->group) {
        nj_reply(a, "shell.need_group", NJ_NO_ARGS);
        return;
    }
    b.game = game_meant(a);
    if (b.game == NULL)
        return;
    of.game = b.game->id;
    nj_top_each(a->r->store, of, tell_top, &b);
    if (b.place == 0)
        nj_reply(a, "shell.top_none",
                 NJ_ARGS(nj_arg_word("game", of.game),
                         nj_arg_int("least", TOP_LEAST)));
}

/* --- #成就 --- */

struct feats {
    const struct nj_game *game;
    struct nj_feat_row *row; /* as the game lists them */
};

static void add_feat(void *ctx, const struct nj_feat_row *row)
{
    struct feats *f = ctx;
    uint32_t i = find_feat(f->game, row->name);

    if (i < count_feats(f->game))
        f->row[i] = (struct nj_feat_row){f->game->achievements[i].name,
                                         row->people, row->mine, row->first_ms};
}

/* LN-29.3: those of the group, or alone with him those of everywhere. */
static void tell_feat(struct nj_request *a, const struct nj_game *game,
                      const char *name, const struct nj_feat_row *row)
{
    struct nj_arg args[5];
    uint32_t n = 0;
    char token[64];

    (void)snprintf(token, sizeof(token), "%s.%s", game->prefix, name);
    args[n++] = nj_arg_word("feat", token);
    args[n++] = nj_arg_word("deed", token);
    args[n++] = nj_arg_int(a->ev->group ? "people" : "everywhere", row->people);
    args[n++] = nj_arg_int("mine", row->mine);
    if (row->mine > 0)
        args[n++] = nj_arg_at("first", row->first_ms);
    nj_reply(a, "shell.feat", (struct nj_args){.v = args, .n = n});
}

/* Shows achievements as LN-29.3 has them. */
void nj_do_feats(struct nj_request *a)
{
    struct feats f = {.game = game_meant(a)};
    char account[NJ_ADDRESS_MAX];
    struct nj_stats_of of = {account, a->ev->group ? a->where->address : ""};
    const struct nj_achievement *all;

    if (f.game == NULL)
        return;
    nj_account_of(a->r->store, a->who->address, account);
    all = f.game->achievements;
    if (all == NULL) {
        nj_reply(a, "shell.feats_none",
                 NJ_ARGS(nj_arg_word("game", f.game->id)));
        return;
    }
    f.row =
        nj_arena_alloc(&a->r->arena, count_feats(f.game) * sizeof(f.row[0]));
    nj_stats_each_feat(a->r->store, of, f.game->id, add_feat, &f);
    nj_reply(a, "shell.feats", NJ_ARGS(nj_arg_word("game", f.game->id)));
    for (size_t i = 0; all[i].name != NULL; i++)
        tell_feat(a, f.game, all[i].name, &f.row[i]);
}
