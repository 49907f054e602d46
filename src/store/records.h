/*
 * What stays of matches that are over: results, ratings, achievements; and
 * which people are one account. The contract is that of store/store.h.
 *
 * A match that counts has a number, its finish: 1, 2, 3, ... in the order in
 * which matches ended. An account is called by the address of its first
 * person. What a rating was after a match stands in the row of its result, so
 * that a rating is the latest one of its account and game.
 */
#ifndef NJ_STORE_RECORDS_H
#define NJ_STORE_RECORDS_H

#include "store/store.h"

/* --- results --- */

struct nj_result_row {
    int64_t match;
    uint8_t seat, rank;
    int32_t score;
    char user[NJ_ADDRESS_MAX]; /* holds the seat at the end; "" a computer */
    char outcome[32];
    bool substitute;        /* took the seat over in the course of the match */
    char name[NJ_NAME_MAX]; /* as shown at the end */
    char game[32];
    int64_t finish;               /* 0: the match does not count */
    char account[NJ_ADDRESS_MAX]; /* of the user then; "" with "" */
    int64_t mu, sigma;            /* millionths; sigma 0: not rated */
};

void nj_result_put(struct nj_store *s, const struct nj_result_row *row);
/* The number of the next match that counts. */
int64_t nj_result_next(struct nj_store *s);
typedef void nj_result_fn(void *ctx, const struct nj_result_row *row);
/* Of a match, best rank first. */
void nj_result_each(struct nj_store *s, int64_t match, nj_result_fn *fn,
                    void *ctx);
/* All that count, by finish and seat: the whole history, for checks. */
void nj_result_each_counted(struct nj_store *s, nj_result_fn *fn, void *ctx);

/* Whose rating, and before which finish. */
struct nj_rating_of {
    const char *game, *account;
    int64_t before;
};

/* That rating, in millionths; false: there was none. */
bool nj_result_rating(struct nj_store *s, struct nj_rating_of of, int64_t *mu,
                      int64_t *sigma);

/* --- achievements --- */

void nj_achievement_put(struct nj_store *s, int64_t match, uint8_t seat,
                        const char *name);

/* --- what people ask --- */

/* The latest match that is over and was played in that group, or (`chat` a
 * person's) was played to its end by him or hosted by him, with that code
 * ("": any; then hosting does not count). False: there is none. */
bool nj_record_find(struct nj_store *s, const char *chat, const char *code,
                    struct nj_match_row *row);

/* Whose, and of which group's matches ("": all). */
struct nj_stats_of {
    const char *account, *chat;
};

struct nj_stats_row {
    const char *game;                                  /* lent */
    int64_t matches, wins, ranks, points, substituted; /* sums */
};

typedef void nj_stats_fn(void *ctx, const struct nj_stats_row *row);
/* A row per game. Matches of all people of the account. */
void nj_stats_each(struct nj_store *s, struct nj_stats_of of, nj_stats_fn *fn,
                   void *ctx);
/* How many results the account has in that game, those that do not count
 * included. */
int64_t nj_result_count(struct nj_store *s, const char *account,
                        const char *game);
typedef void nj_stats_achievement_fn(void *ctx, const char *name,
                                     int64_t times);
/* What the account has achieved in that game, by name. */
void nj_stats_each_achievement(struct nj_store *s, struct nj_stats_of of,
                               const char *game, nj_stats_achievement_fn *fn,
                               void *ctx);

/* An achievement: how many accounts have it, and how often and since when this
 * one has. */
struct nj_feat_row {
    const char *name; /* lent */
    int64_t people, mine;
    int64_t first_ms; /* when that match ended; 0: `mine` is */
};

typedef void nj_feat_fn(void *ctx, const struct nj_feat_row *row);
/* Those that somebody has in that game, by name; of matches that count, of that
 * group or ("") of all. */
void nj_stats_each_feat(struct nj_store *s, struct nj_stats_of of,
                        const char *game, nj_feat_fn *fn, void *ctx);
typedef void nj_stats_person_fn(void *ctx, const char *account,
                                const char *name);

/* Everybody whose shown name in that group's matches began with `name`: each
 * account once with each such name, whole names first, at most `most`. */
struct nj_named_of {
    const char *chat, *name;
    uint32_t most;
};

void nj_stats_each_named(struct nj_store *s, struct nj_named_of of,
                         nj_stats_person_fn *fn, void *ctx);

/* Of a group and a game: who has played at least so many rated matches there,
 * by mu - 3 sigma, at most `most`. */
struct nj_top_of {
    const char *chat, *game;
    uint32_t least, most;
};

struct nj_top_row {
    const char *name; /* as last shown there; lent */
    int64_t matches, mu, sigma;
};

typedef void nj_top_fn(void *ctx, const struct nj_top_row *row);
void nj_top_each(struct nj_store *s, struct nj_top_of of, nj_top_fn *fn,
                 void *ctx);

/* --- the ledger (LN-30) --- */

/* What a match gave one who held a seat at its end. A season is a month, year *
 * 12 + month from 0, where the match was played. */
struct nj_ledger_row {
    int64_t match;
    uint8_t seat;
    char user[NJ_ADDRESS_MAX];
    char name[NJ_NAME_MAX]; /* as shown at the end */
    char game[32];
    uint32_t season;
    uint32_t people, places; /* of LN-30.2: m, and r */
    int64_t zero, top;
    double level;
};

/* Writes one; what goes wrong is the store's first failure (nj_store_good()). */
void nj_ledger_put(struct nj_store *s, const struct nj_ledger_row *row);

/* Whose, of which group's matches ("": all), of which game ("": all), from
 * which season to which. */
struct nj_ledger_of {
    const char *account, *chat, *game;
    uint32_t from, to;
};

struct nj_ledger_sum {
    const char *game, *name; /* lent; of a game: its name; of a person: his */
    int64_t matches, zero, top; /* in these seasons */
    double level;               /* of all up to their end */
};

typedef void nj_ledger_sum_fn(void *ctx, const struct nj_ledger_sum *row);
/* The account's sums, a row per game in which it has any up to that end. */
void nj_ledger_each(struct nj_store *s, struct nj_ledger_of of,
                    nj_ledger_sum_fn *fn, void *ctx);
typedef void nj_ledger_fn(void *ctx, const struct nj_ledger_row *row);
/* The account's latest matches in these seasons, the last one first. */
void nj_ledger_last(struct nj_store *s, struct nj_ledger_of of, uint32_t most,
                    nj_ledger_fn *fn, void *ctx);

/* By what people are listed, most first; who has no match in these seasons only
 * by his level. Of two that are equal the one with fewer matches is first, then
 * who has been there longer. */
enum nj_ledger_list {
    NJ_LEDGER_ZERO,
    NJ_LEDGER_TOP,
    NJ_LEDGER_MATCHES,
    NJ_LEDGER_LEVEL,
    NJ_LEDGER_WEIGHTED /* the level times the root of the matches */
};

/* At most `most` of them; the account of `of` is not looked at. */
void nj_ledger_list(struct nj_store *s, struct nj_ledger_of of,
                    enum nj_ledger_list by, uint32_t most, nj_ledger_sum_fn *fn,
                    void *ctx);

/* The account's achievements in matches that count, the last one first. */
typedef void nj_ledger_feat_fn(void *ctx, const char *game, const char *name,
                               int64_t ended_ms);
void nj_stats_last_feats(struct nj_store *s, struct nj_stats_of of,
                         uint32_t most, nj_ledger_feat_fn *fn, void *ctx);

/* --- accounts --- */

/* The account of a person: himself, if he has joined none; "" if the store
 * has failed. */
void nj_account_of(struct nj_store *s, const char *user,
                   char account[NJ_ADDRESS_MAX]);
typedef void nj_account_fn(void *ctx, const char *user);
/* Its people, the first one first. */
void nj_account_each(struct nj_store *s, const char *account, nj_account_fn *fn,
                     void *ctx);
/* How many rated matches it has. */
int64_t nj_account_rated(struct nj_store *s, const char *account);
/* All people of `from` join `to`; both are accounts. */
void nj_account_join(struct nj_store *s, const char *from, const char *to);
/* The person stands alone again. If the others were called by him, they are
 * called by the first of them from now on. */
void nj_account_part(struct nj_store *s, const char *user);

/* --- words that link --- */

struct nj_link_code {
    char user[NJ_ADDRESS_MAX]; /* who was told it */
    char code[16];
    char other[NJ_ADDRESS_MAX]; /* the only one who may use it; "": anybody */
    int64_t until_ms;
};

/* He has one at a time. */
void nj_link_put(struct nj_store *s, const struct nj_link_code *row);
/* False: there is no such word. */
bool nj_link_find(struct nj_store *s, const char *code,
                  struct nj_link_code *row);
void nj_link_drop(struct nj_store *s, const char *user);

#endif
