/*
 * Data files: read into a list; those of a match: chosen, hashed.
 */
#include "match/data.h"

#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "match/match.h"

#define NAME_BYTES 200

/* --- the list --- */

const void *nj_data_named(const void *first, const char *name)
{
    const struct nj_data_head *d = first;

    NJ_ASSERT(d == NULL || d->name[0] == '\0');
    while (d != NULL && strcmp(d->name, name) != 0)
        d = d->next;
    return d;
}

enum nj_status nj_data_add(const struct nj_game *game, void *first,
                           const char *name, const char *text, size_t n,
                           struct nj_err *err)
{
    struct nj_data_head *last = first;
    struct nj_data_head *added;
    void *more = NULL;
    enum nj_status st;

    NJ_ASSERT(name[0] != '\0');
    if (strlen(name) >= NJ_DATA_NAME_MAX)
        return nj_fail(err, NJ_ERR_LIMIT, "the name has more than %u bytes",
                       NJ_DATA_NAME_MAX - 1U);
    if (nj_data_named(first, name) != NULL)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "the name is there already");
    st = game->data_load(text, n, &more, err);
    if (st != NJ_OK)
        return st;
    added = more;
    NJ_ASSERT(added->next == NULL && added->name[0] == '\0');
    memcpy(added->name, name, strlen(name) + 1);
    while (last->next != NULL)
        last = last->next;
    last->next = added;
    return NJ_OK;
}

void nj_data_drop(void *first)
{
    struct nj_data_head *d = first;

    while (d != NULL) {
        struct nj_data_head *next = d->next;

        free(d);
        d = next;
    }
}

/* --- the files of a match --- */

/* Further files end as the first one does: ".txt", ".json". */
static const char *ending(const struct nj_game *game)
{
    const char *dot = strrchr(game->data_name, '.');

    NJ_ASSERT(dot != NULL && dot[1] != '\0');
    return dot;
}

void nj_data_name(const struct nj_game *game, const char *name,
                  struct nj_str *out)
{
    NJ_ASSERT(game->data_more != NULL && name[0] != '\0');
    nj_str_addf(out, "%s%s%s", game->data_more, name, ending(game));
}

/* What the option says, "" for the file of the game itself. */
static const char *further(const struct nj_game *game,
                           const struct nj_options *options)
{
    int i = game->data_option != NULL ? nj_option_find(game, game->data_option)
                                      : -1;

    if (i < 0)
        return "";
    NJ_ASSERT(game->options[i].type == NJ_OPTION_TEXT);
    return options->text[game->options[i].hi];
}

static bool take(const struct nj_data_file *files, uint32_t n, const char *name,
                 struct nj_data_set *out)
{
    uint32_t i = 0;

    NJ_ASSERT(out->n < NJ_DATA_USED_MAX && name[0] != '\0');
    while (i < n && strcmp(files[i].name, name) != 0)
        i++;
    if (i == n)
        return false;
    out->file[out->n++] = &files[i];
    return true;
}

bool nj_data_choose(const struct nj_game *game,
                    const struct nj_options *options,
                    const struct nj_data_file *files, uint32_t n,
                    struct nj_data_set *out)
{
    struct nj_str name = NJ_STR_INIT(NAME_BYTES);
    const char *more = further(game, options);
    bool found;

    out->n = 0;
    if (game->data_name == NULL)
        return true;
    found = take(files, n, game->data_name, out);
    if (found && more[0] != '\0') {
        nj_data_name(game, more, &name);
        found = take(files, n, name.p, out);
    }
    nj_str_fini(&name);
    NJ_ASSERT(!found || out->n == (more[0] != '\0' ? 2u : 1u));
    return found;
}

void nj_data_set_hash(const struct nj_data_set *set, struct nj_hash *out)
{
    struct nj_hasher h;

    NJ_ASSERT(set->n <= NJ_DATA_USED_MAX);
    memset(out, 0, sizeof(*out));
    if (set->n == 0)
        return;
    nj_hasher_init(&h, NULL);
    for (uint32_t i = 0; i < set->n; i++) {
        nj_hasher_add_text(&h, set->file[i]->name);
        nj_hasher_add(&h, set->file[i]->hash.b, NJ_HASH_BYTES);
    }
    nj_hasher_end(&h, out);
}

/* "config/long_night/packs/dream.txt" -> "dream". */
static const char *short_name(const struct nj_game *game, const char *name,
                              char *out, size_t cap)
{
    size_t front = strlen(game->data_more);
    size_t n = strlen(name) - front - strlen(ending(game));

    NJ_ASSERT(strncmp(name, game->data_more, front) == 0 && n < cap);
    memcpy(out, name + front, n);
    out[n] = '\0';
    return out;
}

static enum nj_status read_one(const struct nj_game *game,
                               const struct nj_data_file *f, void **data,
                               struct nj_err *err)
{
    char name[NAME_BYTES];
    enum nj_status st;

    if (f->len > NJ_DATA_FILE_MAX)
        st = nj_fail(err, NJ_ERR_LIMIT, "more than %u bytes",
                     (unsigned)NJ_DATA_FILE_MAX);
    else if (*data == NULL)
        st = game->data_load(f->text, f->len, data, err);
    else
        st = nj_data_add(game, *data,
                         short_name(game, f->name, name, sizeof(name)), f->text,
                         f->len, err);
    return st == NJ_OK ? st : nj_fail_in(err, st, "%s", f->name);
}

enum nj_status nj_data_make(const struct nj_game *game,
                            const struct nj_data_set *set, void **data,
                            struct nj_err *err)
{
    enum nj_status st = NJ_OK;
    void *made = NULL;

    NJ_ASSERT(set->n == 0 || game->data_load != NULL);
    for (uint32_t i = 0; i < set->n && st == NJ_OK; i++)
        st = read_one(game, set->file[i], &made, err);
    if (st != NJ_OK) {
        nj_data_drop(made);
        return st;
    }
    *data = made;
    return NJ_OK;
}
