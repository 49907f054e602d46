/*
 * The data files of a game, and those that a match is played with: the one that
 * its game has compiled in or an owner has put in its place, and the pack or
 * map that the table chose. What stands in them match/datum.h reads by tables.
 * Their hash stands in front of the digests; what is not the program's own
 * goes with the match, so that anybody can play it again.
 */
#ifndef NJ_MATCH_DATA_H
#define NJ_MATCH_DATA_H

#include "base/str.h"
#include "match/game.h"

/* --- loaded data, in one list --- */

#define NJ_DATA_NAME_MAX 64 /* of a file's own name, with the NUL */

/*
 * What game->data_load makes of a file begins with this, zeroed, and is one
 * block from nj_alloc(): the game's own file first, its name empty, then
 * further ones (packs, maps, boards, lists of cards) under theirs. A game
 * looks up the one that the table chose and else leaves it alone:
 *
 *     struct map {
 *         struct nj_data_head head;
 *         ...
 *     };
 *     const struct map *map =
 *         nj_data_named(nj_data(m), nj_option_text(m, "map"));
 */
struct nj_data_head {
    struct nj_data_head *next; /* NULL: the last */
    char name[NJ_DATA_NAME_MAX];
};

/* The one of that name in the list ("": the first), or NULL. */
const void *nj_data_named(const void *first, const char *name);

/* Reads a text as the game reads its own and hangs it behind the others, under
 * a name that none of them has. Refused, it leaves the list as it was. */
NJ_MUST_USE enum nj_status nj_data_add(const struct nj_game *game, void *first,
                                       const char *name, const char *text,
                                       size_t n, struct nj_err *err);
/* Frees a list. NULL is fine. */
void nj_data_drop(void *first);

/* --- the files of a match --- */

#define NJ_DATA_USED_MAX 2 /* files of one match */

struct nj_data_file {
    const char *name;    /* "config/long_night/packs/dream.txt" */
    const char *text;    /* NUL behind it */
    size_t len;          /* at most NJ_DATA_FILE_MAX */
    struct nj_hash hash; /* of the text */
    bool own;            /* compiled into the program: everybody has it */
};

/* A few of the files of a loaded game, in the order in which they are read. */
struct nj_data_set {
    const struct nj_data_file *file[NJ_DATA_USED_MAX];
    uint32_t n;
};

/* Appends the name of the game's further file `name`. */
void nj_data_name(const struct nj_game *game, const char *name,
                  struct nj_str *out);

/*
 * Those of `files` that a match with these options is played with; a name
 * that is there twice counts where it comes first. False: one is missing.
 */
bool nj_data_choose(const struct nj_game *game,
                    const struct nj_options *options,
                    const struct nj_data_file *files, uint32_t n,
                    struct nj_data_set *out);

/* Names and hashes of the set, hashed; zero for a game without files. */
void nj_data_set_hash(const struct nj_data_set *set, struct nj_hash *out);

/*
 * Reads the files of a set, which may be anybody's, as the game reads its own.
 * *data is the caller's, to be dropped; NULL for a game without files. Errors
 * name the file, the line and the reason.
 */
NJ_MUST_USE enum nj_status nj_data_make(const struct nj_game *game,
                                        const struct nj_data_set *set,
                                        void **data, struct nj_err *err);

#endif
