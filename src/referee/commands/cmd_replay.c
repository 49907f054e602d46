/*
 * #回放: the course of a match that is over, in pages: everything that was
 * said, what one seat alone or nobody heard included. Only what was told while
 * it ran is shown, so nothing is that the match itself did not reveal.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define GROUP_BYTES   1200 /* of a page, unless one message alone is longer */
#define PRIVATE_BYTES 2800

struct pages {
    struct nj_request *a;
    struct nj_entry *e; /* for names and boards */
    struct nj_arena arena;
    size_t room;
    int64_t page, wanted; /* the page being filled, the one to be shown */
    size_t used;          /* bytes of the page being filled */
    struct nj_str line, text;
};

/* What was not for everybody says for whom. */
static void put_line(struct pages *p, const struct nj_message *m)
{
    struct nj_str said = NJ_STR_INIT((size_t)4 * NJ_TEXT_OUT_MAX);
    struct nj_format f;
    nj_seat seats[NJ_SEATS_MAX];
    uint32_t n = 0;

    nj_str_clear(&p->line);
    nj_tell_past(p->a->r, p->e, p->a->where, m, &said);
    if (m->to.to == NJ_TO_ALL) {
        nj_str_puts(&p->line, said.p);
        nj_str_fini(&said);
        return;
    }
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        if (m->to.to == NJ_TO_SEATS && (m->to.seats & nj_bit(k)) != 0)
            seats[n++] = k;
    nj_tell_format(p->a->r, p->e, p->a->where, &f);
    nj_format_key(&f, n > 0 ? "shell.replay_seats" : "shell.replay_nobody",
                  NJ_ARGS(nj_arg_seats("seats", seats, n)), &p->line);
    nj_str_puts(&p->line, said.p); /* may be a board, of many lines */
    nj_str_fini(&said);
}

static void turn_page(struct pages *p)
{
    NJ_ASSERT(p->page >= 1 && p->line.len > 0);
    if (p->used > 0 && p->used + 1 + p->line.len > p->room) {
        p->page++;
        p->used = 0;
    }
    p->used += p->line.len + (p->used > 0 ? 1 : 0);
    if (p->page != p->wanted)
        return;
    if (p->text.len > 0)
        nj_str_putc(&p->text, '\n');
    nj_str_puts(&p->text, p->line.p);
}

static void add_message(void *ctx, const struct nj_out_row *row)
{
    struct pages *p = ctx;
    struct nj_message m = {.key = row->key, .clause = row->clause};

    if (row->seq == 0 || row->refusal)
        return; /* the shell's own, and what changed nothing */
    nj_arena_reset(&p->arena);
    nj_columns_args(p->a->r->store, row, &p->arena, &m.args);
    m.to.to = (enum nj_to)row->to;
    m.to.seats = row->seats;
    put_line(p, &m);
    if (p->line.len > 0)
        turn_page(p);
}

static void show(struct pages *p)
{
    struct nj_request *a = p->a;

    if (p->text.len == 0) {
        nj_reply(a, "shell.replay_pages", NJ_ARGS(nj_arg_int("n", p->page)));
        return;
    }
    NJ_ASSERT(p->wanted >= 1 && p->wanted <= p->page);
    nj_tell_record(a->r, a->where, NULL, p->text.p);
    if (p->wanted < p->page)
        nj_reply(a, "shell.replay_more",
                 NJ_ARGS(nj_arg_int("page", p->wanted),
                         nj_arg_int("of", p->page),
                         nj_arg_id("code", p->e->code),
                         nj_arg_int("next", p->wanted + 1)));
    else
        nj_reply(a, "shell.replay_last", NJ_ARGS(nj_arg_int("of", p->page)));
}

static void replay(struct nj_request *a, struct nj_entry *e, int64_t wanted)
{
    struct pages p = {.a = a,
                      .e = e,
                      .arena = NJ_ARENA_INIT(4096),
                      .room = a->ev->group ? GROUP_BYTES : PRIVATE_BYTES,
                      .page = 1,
                      .wanted = wanted,
                      .line = NJ_STR_INIT((size_t)4 * NJ_TEXT_OUT_MAX),
                      .text = NJ_STR_INIT((size_t)8 * NJ_TEXT_OUT_MAX)};

    NJ_ASSERT(wanted >= 1);
    nj_out_each_of(a->r->store, e->id, add_message, &p);
    if (nj_store_good(a->r->store))
        show(&p);
    nj_str_fini(&p.line);
    nj_str_fini(&p.text);
    nj_arena_fini(&p.arena);
}

/* Who reads on may turn the page at once (LN review 2.16). */
void nj_do_replay(struct nj_request *a)
{
    const struct nj_command_arg *n = nj_command_arg(a->cmd, "n");
    int64_t page = n != NULL && n->n > 1 ? n->n : 1;
    struct nj_match_row row;
    struct nj_entry *e, *past = NULL;

    if (!nj_record_meant(a, &row) || (page == 1 && !nj_record_pace(a)))
        return;
    e = nj_books_entry(a->r, row.id); /* it ended in this very turn */
    if (e == NULL)
        e = past = nj_books_past(a->r, row.id);
    if (e != NULL)
        replay(a, e, page);
    else if (nj_store_good(a->r->store))
        nj_reply(a, "shell.verify_version",
                 NJ_ARGS(nj_arg_id("code", row.code)));
    nj_books_past_free(past);
}
