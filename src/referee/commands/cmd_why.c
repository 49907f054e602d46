/*
 * #为什么: the clause behind the last ruling that the asker may see, or behind
 * the answer with a receipt. Only what he was told himself is looked at, so
 * that a clause never gives away that something happened (UX-3.10).
 */
#include "base/arena.h"
#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define CLAUSE_MAX  32
#define HEADING_MAX 200

struct search {
    const struct nj_sitter *me; /* NULL: a bystander */
    bool group;                 /* asked in public: public rulings only */
    uint32_t receipt;           /* wanted; 0: the last ruling */
    bool any;                   /* something was ruled */
    bool found;                 /* that receipt is his */
    char clause[CLAUSE_MAX];
};

static bool heard(const struct search *s, const struct nj_out_row *row)
{
    if (row->to == NJ_TO_ALL)
        return true;
    return s->me != NULL && row->to == NJ_TO_SEATS &&
           (!s->group || row->receipt != 0) &&
           (row->seats & nj_bit(s->me->seat)) != 0;
}

/* Reads the number of "已收到 · 收据 7" to this person; 0: no such row. */
static int64_t receipt_of(const struct nj_sitter *me,
                          const struct nj_out_row *row)
{
    struct nj_arena arena = NJ_ARENA_INIT(1024);
    struct nj_message m = {.key = row->key};
    int64_t n = 0;

    if (me == NULL || strcmp(row->key, "shell.receipt") != 0 ||
        strcmp(row->chat, me->user) != 0)
        return 0;
    if (nj_args_unpack(row->args, strlen(row->args), &arena, &m.args, NULL) ==
        NJ_OK)
        n = nj_message_int(&m, "n", 0);
    nj_arena_fini(&arena);
    return n;
}

static void look(void *ctx, const struct nj_out_row *row)
{
    struct search *s = ctx;

    if (s->receipt != 0 && s->found)
        return;
    /* What was ruled stands just before the receipt. */
    if (s->receipt != 0 && receipt_of(s->me, row) == s->receipt) {
        s->found = true;
        return;
    }
    if (!heard(s, row) || strncmp(row->key, "shell.", 6) == 0)
        return;
    s->any = true;
    (void)snprintf(s->clause, sizeof(s->clause), "%s", row->clause);
    s->found = s->receipt != 0 && row->receipt == s->receipt;
}

struct last {
    const struct nj_sitter *me;
    uint32_t n;
};

static void note_receipt(void *ctx, const struct nj_out_row *row)
{
    struct last *last = ctx;
    int64_t n = receipt_of(last->me, row);

    if (n > 0)
        last->n = (uint32_t)n;
}

uint32_t nj_why_last_receipt(struct nj_request *a, const struct nj_sitter *s)
{
    struct last last = {.me = s};

    NJ_ASSERT(a->e->state != NJ_MATCH_LOBBY && !s->computer);
    nj_out_each_of(a->r->store, a->e->id, note_receipt, &last);
    return last.n;
}

static void answer(struct nj_request *a, const struct search *s)
{
    char heading[HEADING_MAX] = "";

    NJ_ASSERT(s->any);
    if (s->clause[0] == '\0') {
        nj_reply(a, "shell.why_silent", NJ_NO_ARGS);
        return;
    }
    nj_rules_heading(a, a->e->game->game, s->clause, heading, sizeof(heading));
    nj_reply(a, "shell.why",
             NJ_ARGS(nj_arg_id("clause", s->clause),
                     nj_arg_id("heading", heading),
                     nj_arg_word("game", a->e->game->game->id)));
}

void nj_do_why(struct nj_request *a)
{
    const struct nj_command_arg *n = nj_command_arg(a->cmd, "n");
    struct search s = {.group = a->ev->group};

    if (!nj_sitters_load(a->r, a->e))
        return;
    s.me = nj_sitters_of(a->e, a->who->address);
    s.receipt = n != NULL && n->n > 0 && n->n < UINT32_MAX ? (uint32_t)n->n : 0;
    nj_out_each_of(a->r->store, a->e->id, look, &s);
    NJ_ASSERT(!s.found || s.receipt != 0);
    if (s.receipt != 0 && !s.found)
        nj_reply(a, "shell.why_receipt",
                 NJ_ARGS(nj_arg_int("n", (int64_t)s.receipt)));
    else if (!s.any)
        nj_reply(a, "shell.why_nothing", NJ_NO_ARGS);
    else
        answer(a, &s);
}
