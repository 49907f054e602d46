/*
 * Tables: opening, changing, showing and closing them; what lobby commands
 * share.
 */
#ifndef NJ_REFEREE_PLAY_TABLE_H
#define NJ_REFEREE_PLAY_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "match/message.h"
#include "store/store.h"

struct nj_chat;
struct nj_entry;
struct nj_format;
struct nj_game;
struct nj_hash;
struct nj_loaded_game;
struct nj_option;
struct nj_options;
struct nj_referee;
struct nj_request;
struct nj_sitter;
struct nj_str;

/* Tells what has changed at a table that has not started. */
void nj_table_tell(struct nj_referee *r, struct nj_entry *e, const char *key,
                   struct nj_args args);
/* Shows the card as the group `to` reads it. */
void nj_table_card(struct nj_referee *r, struct nj_entry *e,
                   struct nj_chat *to);
/* Which text says it: `<prefix>.<name>` where the game has its own, else
 * `shell.<name>`. */
const char *nj_table_key(const struct nj_referee *r, const struct nj_game *g,
                         const char *name, char key[64]);
/* Returns the game's phrase for `word` in that table, else `word` itself. */
const char *nj_table_phrase(const struct nj_format *f, const struct nj_game *g,
                            const char *table, const char *word);
/* Appends the names of the game's editions, "经典, 四零一六". */
void nj_table_list_editions(const struct nj_format *f, const struct nj_game *g,
                            struct nj_str *out);
/* Appends an option's value as people say it: "雨天小故事", "3 分钟". */
void nj_table_put_value(const struct nj_format *f, const struct nj_game *g,
                        const struct nj_option *opt, int64_t v,
                        struct nj_str *out);
/* Appends the value that an option of a set has, texts included. */
void nj_table_put_option(const struct nj_format *f, const struct nj_game *g,
                         const struct nj_options *o, int i, struct nj_str *out);

/* This is what a table is opened with. */
struct nj_table_plan {
    const struct nj_loaded_game *game;
    const char *edition; /* one of the game's */
    const char *options; /* as in the row */
    int64_t previous;    /* the match it follows, or 0 */
};
/* Returns NULL if no code was free, or the turn has failed. */
struct nj_entry *nj_table_open(struct nj_referee *r, struct nj_chat *home,
                               const char *opener,
                               const struct nj_table_plan *plan);
/* Closes it; the entry leaves the books at the end of the turn. */
void nj_table_close(struct nj_referee *r, struct nj_entry *e,
                    enum nj_match_state state);
/* How many may sit down with its options; those of the game if they cannot be
 * read. */
struct nj_seats_range nj_table_seats(struct nj_referee *r, struct nj_entry *e);
/* Takes a person off the table; tells nobody. */
void nj_table_unseat(struct nj_request *a, struct nj_sitter *s);
/* Loads its options; returns its edition, NULL if that cannot be read. */
bool nj_table_options(struct nj_referee *r, struct nj_entry *e,
                      struct nj_options *o);
const char *nj_table_edition(struct nj_referee *r, struct nj_entry *e);

#endif
