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
#define PART_ROWS     8  /* of what was said, read at once */
#define SLICE_BACK    32 /* parts that a turn finds, */
#define SLICE_SAID    64 /* and messages after which it reads no other part */

/* A course that is being read, in slices, for however long it is, nobody else
 * waits for it. All of it is looked through, for who reads is told how many
 * pages there are. It lives in memory alone: who has heard nothing when the
 * program ends asks again. */
struct nj_reading {
    struct nj_reading *next;
    int64_t match;
    char code[NJ_CODE_MAX];
    char chat[NJ_ADDRESS_MAX];
    size_t room;
    int64_t page, wanted; /* the page being filled, the one to be shown */
    size_t used;          /* bytes of the page being filled */
    struct nj_str text;
    int64_t *ends; /* last messages of its parts, from the end on */
    uint32_t n_ends;
    bool found; /* all of them; from then on `n_ends` are unread */
};

/* What one slice needs. */
struct slice {
    struct nj_referee *r;
    struct nj_reading *w;
    struct nj_entry *e; /* for names and boards */
    struct nj_chat *to;
    struct nj_arena arena;
    uint32_t said;
    struct nj_str line;
};

/* What was not for everybody says for whom. */
static void put_line(struct slice *p, const struct nj_message *m)
{
    struct nj_str said = NJ_STR_INIT((size_t)4 * NJ_TEXT_OUT_MAX);
    struct nj_format f;
    nj_seat seats[NJ_SEATS_MAX];
    uint32_t n = 0;

    nj_str_clear(&p->line);
    nj_tell_past(p->r, p->e, p->to, m, &said);
    if (m->to.to == NJ_TO_ALL) {
        nj_str_puts(&p->line, said.p);
        nj_str_fini(&said);
        return;
    }
    for (nj_seat k = 0; k < NJ_SEATS_MAX; k++)
        if (m->to.to == NJ_TO_SEATS && (m->to.seats & nj_bit(k)) != 0)
            seats[n++] = k;
    nj_tell_format(p->r, p->e, p->to, &f);
    nj_format_key(&f, n > 0 ? "shell.replay_seats" : "shell.replay_nobody",
                  NJ_ARGS(nj_arg_seats("seats", seats, n)), &p->line);
    nj_str_puts(&p->line, said.p); /* may be a board, of many lines */
    nj_str_fini(&said);
}

static void turn_page(struct nj_reading *w, const struct nj_str *line)
{
    NJ_ASSERT(w->page >= 1 && line->len > 0);
    if (w->used > 0 && w->used + 1 + line->len > w->room) {
        w->page++;
        w->used = 0;
    }
    w->used += line->len + (w->used > 0 ? 1 : 0);
    NJ_ASSERT(w->used <= w->room || w->used == line->len);
    if (w->page != w->wanted)
        return;
    if (w->text.len > 0)
        nj_str_putc(&w->text, '\n');
    nj_str_puts(&w->text, line->p);
}

static void add_message(void *ctx, const struct nj_out_row *row)
{
    struct slice *p = ctx;
    struct nj_message m = {.key = row->key, .clause = row->clause};

    if (row->seq == 0 || row->refusal)
        return; /* the shell's own, and what changed nothing */
    p->said++;
    nj_arena_reset(&p->arena);
    nj_columns_args(p->r->store, row, &p->arena, &m.args);
    m.to.to = (enum nj_to)row->to;
    m.to.seats = row->seats;
    put_line(p, &m);
    if (p->line.len > 0)
        turn_page(p->w, &p->line);
}

static void show(struct nj_referee *r, struct nj_chat *to,
                 const struct nj_reading *w)
{
    if (w->text.len == 0) {
        nj_tell_unstored(r, to, NULL, "shell.replay_pages",
                         NJ_ARGS(nj_arg_int("n", w->page)));
        return;
    }
    NJ_ASSERT(w->wanted >= 1 && w->wanted <= w->page);
    nj_tell_record(r, to, NULL, w->text.p);
    if (w->wanted < w->page)
        nj_tell_unstored(r, to, NULL, "shell.replay_more",
                         NJ_ARGS(nj_arg_int("page", w->wanted),
                                 nj_arg_int("of", w->page),
                                 nj_arg_id("code", w->code),
                                 nj_arg_int("next", w->wanted + 1)));
    else
        nj_tell_unstored(r, to, NULL, "shell.replay_last",
                         NJ_ARGS(nj_arg_int("of", w->page)));
}

/* Goes back from the end; false: the beginning is not reached yet. */
static bool find_parts(struct nj_store *s, struct nj_reading *w)
{
    int64_t last = w->n_ends == 0
                       ? nj_out_last(s, w->match)
                       : nj_out_before(s, w->ends[w->n_ends - 1], PART_ROWS);

    for (uint32_t n = 0; n < SLICE_BACK && last > 0; n++) {
        NJ_ASSERT(w->n_ends == 0 || last < w->ends[w->n_ends - 1]);
        if ((w->n_ends & (w->n_ends - 1)) == 0)
            w->ends = nj_realloc(w->ends, 2 * (size_t)(w->n_ends + 1) *
                                              sizeof(*w->ends));
        w->ends[w->n_ends++] = last;
        last = nj_out_before(s, last, PART_ROWS);
    }
    return last == 0;
}

static void read_parts(struct nj_referee *r, struct nj_reading *w,
                       struct nj_entry *e, struct nj_chat *to)
{
    struct slice p = {.r = r,
                      .w = w,
                      .e = e,
                      .to = to,
                      .arena = NJ_ARENA_INIT(4096),
                      .line = NJ_STR_INIT((size_t)4 * NJ_TEXT_OUT_MAX)};

    NJ_ASSERT(w->found && e->id == w->match);
    while (w->n_ends > 0 && p.said < SLICE_SAID && nj_store_good(r->store))
        nj_out_each_before(r->store, w->ends[--w->n_ends], PART_ROWS,
                           add_message, &p);
    nj_str_fini(&p.line);
    nj_arena_fini(&p.arena);
}

/* Reads on; true: the page is told, or why there is none. */
static bool read_on(struct nj_referee *r, struct nj_reading *w)
{
    struct nj_chat *to = nj_books_chat(r, w->chat);
    struct nj_entry *e, *past = NULL;

    w->found = w->found || find_parts(r->store, w);
    if (!w->found || !nj_store_good(r->store))
        return false;
    e = nj_books_entry(r, w->match); /* it ended in this very turn */
    if (e == NULL)
        e = past = nj_books_past(r, w->match);
    if (e != NULL)
        read_parts(r, w, e, to);
    nj_books_past_free(past);
    if (!nj_store_good(r->store))
        return false; /* it goes with this turn */
    if (e == NULL)
        nj_tell_unstored(r, to, NULL, "shell.verify_version",
                         NJ_ARGS(nj_arg_id("code", w->code)));
    else if (w->n_ends == 0)
        show(r, to, w);
    return e == NULL || w->n_ends == 0;
}

static void free_reading(struct nj_reading *w)
{
    nj_str_fini(&w->text);
    free(w->ends);
    free(w);
}

void nj_replay_drop_all(struct nj_referee *r)
{
    while (r->readings != NULL) {
        struct nj_reading *w = r->readings;

        r->readings = w->next;
        free_reading(w);
    }
}

void nj_replay_go_on(struct nj_referee *r)
{
    struct nj_reading *w = r->readings;

    NJ_ASSERT(w != NULL);
    if (!read_on(r, w))
        return;
    NJ_ASSERT(r->readings == w); /* nobody is read beside him */
    r->readings = w->next;
    free_reading(w);
}

/* Whoever asks while others are read waits for them. */
static void begin(struct nj_request *a, const struct nj_match_row *row,
                  int64_t wanted)
{
    struct nj_reading **end = &a->r->readings;
    struct nj_reading *w = nj_alloc(sizeof(*w));

    NJ_ASSERT(wanted >= 1);
    NJ_ASSERT(row->state == NJ_MATCH_OVER); /* or secrets would be told */
    *w = (struct nj_reading){.match = row->id,
                             .room = a->ev->group ? GROUP_BYTES : PRIVATE_BYTES,
                             .page = 1,
                             .wanted = wanted,
                             .text = NJ_STR_INIT((size_t)8 * NJ_TEXT_OUT_MAX)};
    nj_str_copy(w->code, sizeof(w->code), row->code);
    nj_str_copy(w->chat, sizeof(w->chat), a->where->address);
    if (*end == NULL && read_on(a->r, w)) {
        free_reading(w);
        return;
    }
    while (*end != NULL)
        end = &(*end)->next;
    *end = w;
    nj_tell_pass_over(a->r); /* the answer comes with a later turn */
}

/* Who reads on may turn the page at once (LN review 2.16). */
void nj_do_replay(struct nj_request *a)
{
    const struct nj_command_arg *n = nj_command_arg(a->cmd, "n");
    struct nj_match_row row;
    int64_t page = n != NULL && n->n > 1 ? n->n : 1;

    if (nj_record_meant(a, &row) && (page > 1 || nj_record_pace(a)))
        begin(a, &row, page);
}
