/*
 * The two files of a match that is over: a page that plays and proves it, and
 * the match file. Names of people are in them, as they are in what was said;
 * ids are not.
 */
#include <string.h>

#include "base/bug.h"
#include "page/page.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "render/studio.h"
#include "store/records.h"

/* Each file is a work of its own with its own copy of the match file. */
struct binding {
    const struct nj_loaded_game *game; /* lent: studio.h */
    const char *rules;                 /* lent too; NULL: none */
    struct nj_str text;                /* the match file */
};

static void drop(void *work)
{
    struct binding *b = work;

    nj_str_fini(&b->text);
    free(b);
}

static enum nj_status make_page(void *work, const struct nj_format *f,
                                struct nj_str *out, struct nj_err *err)
{
    const struct binding *b = work;
    const struct nj_record_rules rules = {.game = b->game->game,
                                          .files = b->game->files,
                                          .n_files = b->game->n_files};
    const struct nj_page_how how = {.catalog = f->catalog,
                                    .lang = f->lang,
                                    .rules = b->rules,
                                    .offset_min = f->offset_min};
    struct nj_record record;
    enum nj_status st =
        nj_record_read_of(b->text.p, b->text.len, b->game->game, &record, err);

    if (st != NJ_OK)
        return st;
    if (nj_page_make(&record, &rules, &how, out, err) != NJ_VERDICT_TRUE)
        st = NJ_ERR_MISMATCH; /* said in red, where the owner asks for it */
    nj_record_fini(&record);
    return st;
}

static enum nj_status make_match_file(void *work, const struct nj_format *f,
                                      struct nj_str *out, struct nj_err *err)
{
    struct binding *b = work;

    (void)f;
    (void)err;
    nj_str_add(out, b->text.p, b->text.len);
    return NJ_OK;
}

static enum nj_status take_piece(void *ctx, const char *text, size_t n,
                                 struct nj_err *err)
{
    struct nj_str *to = ctx;

    nj_str_add(to, text, n);
    return to->over
               ? nj_fail(err, NJ_ERR_LIMIT, "larger than %zu bytes", to->max)
               : NJ_OK;
}

/* These are sent, in this order. */
static const struct {
    const char *caption, *ending;
    enum nj_status (*make)(void *work, const struct nj_format *f,
                           struct nj_str *out, struct nj_err *err);
} kinds[] = {{"shell.file_page", ".html", make_page},
             {"shell.file_match", ".jsonl", make_match_file}};

static void order(struct nj_referee *r, const struct nj_match_row *row,
                  const struct nj_loaded_game *game, struct nj_chat *to,
                  const struct nj_str *text)
{
    const char *lang = nj_books_lang(r, to);

    NJ_ASSERT(!text->over);
    for (size_t i = 0; i < NJ_COUNT(kinds); i++) {
        struct binding *b = nj_alloc(sizeof(*b));

        b->game = game;
        if (r->setup.rules != NULL)
            b->rules = r->setup.rules(r->setup.rules_ctx, row->game, lang);
        b->text = (struct nj_str)NJ_STR_INIT(NJ_HTML_MAX);
        nj_str_add(&b->text, text->p, text->len);
        nj_commission_work(
            nj_files_begin(r,
                           &(struct nj_file_of){.match = row->id,
                                                .code = row->code,
                                                .game = row->game,
                                                .caption = kinds[i].caption,
                                                .ending = kinds[i].ending},
                           to),
            &(struct nj_commission_work){
                .make = kinds[i].make, .drop = drop, .work = b},
            NJ_HTML_MAX);
    }
}

bool nj_match_files_send(struct nj_referee *r, const struct nj_match_row *row,
                         struct nj_chat *const *to, uint32_t n)
{
    const struct nj_loaded_game *game = nj_books_game(r, row->game);
    struct nj_str text = NJ_STR_INIT(NJ_HTML_MAX);
    struct nj_err err = {{0}};
    bool any = false;

    NJ_ASSERT(row->state == NJ_MATCH_OVER);
    for (uint32_t i = 0; i < n; i++)
        any = any || nj_files_wanted(r, to[i]);
    any = any && game != NULL &&
          nj_match_file_write(r->store, row, game, take_piece, &text, &err) ==
              NJ_OK;
    NJ_ASSERT(!any || (text.len > 0 && !text.over));
    for (uint32_t i = 0; any && i < n; i++)
        if (nj_files_wanted(r, to[i]))
            order(r, row, game, to[i], &text);
    nj_str_fini(&text);
    return any;
}

void nj_match_files_end(struct nj_referee *r, const struct nj_entry *e)
{
    struct nj_match_row row;

    NJ_ASSERT(e->state == NJ_MATCH_OVER);
    if (e->homes[0]->group && nj_match_load(r->store, e->id, &row))
        (void)nj_match_files_send(r, &row, e->homes, e->n_homes);
}
