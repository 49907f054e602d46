/*
 * #历史 of games that have no words of their own for it: the record as the
 * asker heard it, in public the public one. Messages are told again in the
 * asker's language, the newest page first asked for. Where nothing is played,
 * the course of the last match.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define PAGE_BYTES 1200

struct told {
    struct nj_request *a;
    const struct nj_sitter *me; /* NULL: the public record */
    struct nj_str text;
};

static void tell_one(void *ctx, const struct nj_out_row *row)
{
    struct told *t = ctx;
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_message m = {.key = row->key, .clause = row->clause};
    size_t before = t->text.len, end;

    NJ_ASSERT(t->me == NULL || !t->a->ev->group); /* others would read it */
    if (!nj_answer_belongs(row, t->me != NULL ? t->me->seat : NJ_SEAT_NONE))
        return;
    nj_columns_args(t->a->r->store, row, &arena, &m.args);
    nj_str_puts(&t->text, before > 0 ? "\n" : "");
    end = t->text.len;
    nj_tell_past(t->a->r, t->a->e, t->a->where, &m, &t->text);
    NJ_ASSERT(t->text.len >= end && end >= before);
    if (t->text.len == end) /* it only shows something */
        nj_str_cut(&t->text, before);
    nj_arena_fini(&arena);
}

/* Page `page` from the end (1: the newest), cut at lines; nothing if there are
 * not so many. */
static void page_of(const char *text, int64_t page, struct nj_str *out)
{
    size_t begin = strlen(text), end = begin;

    NJ_ASSERT(page >= 1);
    while (page-- > 0) {
        end = begin;
        if (end == 0)
            return;
        begin = end > PAGE_BYTES ? end - PAGE_BYTES : 0;
        while (begin > 0 && begin < end && text[begin - 1] != '\n')
            begin++;
        if (begin == end) /* one line longer than a page */
            begin = 0;
    }
    NJ_ASSERT(begin < end);
    nj_str_add(out, text + begin, end - begin);
}

void nj_do_record(struct nj_request *a)
{
    const struct nj_command_arg *n = nj_command_arg(a->cmd, "n");
    struct told t = {.a = a, .text = NJ_STR_INIT(1u << 20)};
    struct nj_str page = NJ_STR_INIT((size_t)4 * PAGE_BYTES);

    if (a->e == NULL) { /* what is over is told whole */
        nj_do_replay(a);
        return;
    }
    if (a->e->state == NJ_MATCH_RUNNING && nj_sitters_load(a->r, a->e)) {
        if (!a->ev->group)
            t.me = nj_sitters_of(a->e, a->who->address);
        nj_out_each_of(a->r->store, a->e->id, tell_one, &t);
        page_of(t.text.p, n != NULL && n->n > 1 ? n->n : 1, &page);
    }
    if (page.len == 0)
        nj_reply(a, "shell.no_record", NJ_NO_ARGS);
    else
        (void)nj_answer_long(a, page.p);
    nj_str_fini(&page);
    nj_str_fini(&t.text);
}

/* #撤销 as well: what is over, or no sitter asks for, stands. */
void nj_do_takeback(struct nj_request *a)
{
    nj_reply(a, "shell.no_takeback", NJ_NO_ARGS);
}
