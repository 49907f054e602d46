/*
 * Queries of a match's game are answered where they were asked.
 */
#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "command/order.h"
#include "locale/format.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "referee/time/time.h"
#include "render/picture.h"
#include "render/poster.h"

#define PUBLIC_ANSWER 1500 /* bytes; a longer answer goes to the asker alone */
#define SPACED_S      10

bool nj_answer_belongs(const struct nj_out_row *row, nj_seat seat)
{
    if (row->seq == 0 || row->refusal)
        return false; /* the shell's own, and what changed nothing */
    return row->to == NJ_TO_ALL ||
           (row->to == NJ_TO_SEATS && seat != NJ_SEAT_NONE &&
            (row->seats & nj_bit(seat)) != 0);
}

static void add_retold(void *ctx, const struct nj_out_row *row)
{
    struct nj_retold *t = ctx;
    struct nj_message *m;

    if (!nj_answer_belongs(row, t->seat))
        return;
    m = nj_arena_alloc(t->arena, sizeof(*m));
    m->key = nj_arena_copy(t->arena, row->key, strlen(row->key));
    m->clause = nj_arena_copy(t->arena, row->clause, strlen(row->clause));
    m->to = row->to == NJ_TO_ALL ? nj_to_all() : nj_to_seats(row->seats);
    nj_columns_args(t->store, row, t->arena, &m->args);
    nj_hints_drop(m); /* it was for who read it then */
    t->list = nj_grow(t->list, t->n, sizeof(void *));
    t->seq = nj_grow(t->seq, t->n, sizeof(t->seq[0]));
    t->list[t->n] = m;
    t->seq[t->n++] = row->seq;
}

void nj_retold_read(struct nj_retold *t, int64_t match)
{
    NJ_ASSERT(t->n == 0 && t->list == NULL);
    nj_out_each_of(t->store, match, add_retold, t);
}

/* A record that repeats many is a text to be read, not an album. */
static void ask_picture(struct nj_request *a, const struct nj_query *q,
                        const struct nj_chat *to)
{
    const struct nj_message *only = NULL;
    uint32_t n = 0;

    for (const struct nj_message *m = q->answers; m != NULL; m = m->next) {
        const struct nj_scene scene = {.message = m};

        if (!nj_picture_has(a->e->game->game, &scene))
            continue;
        only = m;
        n++;
    }
    if (n == 1)
        nj_pictures_ask(a->r, a->e, to, only);
}

/* LN-31.5: the text comes again, as a picture behind it. */
static void ask_sheet(struct nj_request *a, const char *verb,
                      const struct nj_chat *to, const char *text)
{
    struct nj_poster *p = nj_pictures_poster(
        a->r, a->e, to,
        (struct nj_poster_text){
            "shell.poster_answer",
            NJ_ARGS(nj_arg_word("what", verb),
                    nj_arg_word("game", a->e->game->game->id))});

    if (p != NULL)
        nj_poster_write(
            p, text, (struct nj_poster_text){"shell.poster_cut", NJ_NO_ARGS});
}

/* Says it with what is offered under the last message of a query's answer (NULL:
 * it is no query's), which is so for the asker alone. */
static bool say_menu(struct nj_request *a, struct nj_chat *to,
                     const struct nj_query *q, const char *text)
{
    struct nj_delivery d = {.e = a->e, .to = to};

    if (q == NULL || q->last == NULL || to->group || q->asker == NJ_SEAT_NONE ||
        a->r->sated)
        return false;
    NJ_ASSERT(q->answers != NULL && q->last->next == NULL);
    d.m = q->last;
    d.seat = q->asker;
    return nj_tell_menu(a->r, &d, text, a->ev->to);
}

/* Answers the group, or who asked alone, if he can be reached so. */
static struct nj_chat *answer_to(struct nj_request *a, const char *text,
                                 bool aside, const struct nj_query *q)
{
    struct nj_chat *to =
        aside && a->ev->group && a->who->reach == NJ_REACH_PROVED ? a->who
                                                                  : a->where;

    NJ_ASSERT(to == a->where ||
              a->ev->group); /* it only ever becomes quieter */
    if (text[0] != '\0' && !say_menu(a, to, q, text))
        nj_tell_record(a->r, to, a->e, text);
    /* Who has pressed something sees where the answer is. */
    if (to != a->where && a->ev->to[0] == '\0')
        nj_reply(a, "shell.sent_private", NJ_NO_ARGS);
    return to;
}

/* A wall of text is no answer: UX-6.3. */
struct nj_chat *nj_answer_long(struct nj_request *a, const char *text)
{
    return answer_to(a, text, strlen(text) > PUBLIC_ANSWER, NULL);
}

/* Has the group, at live play, just had an answer to such a question? */
static bool is_crowded(struct nj_request *a, const char *verb)
{
    uint32_t now_s = (uint32_t)(a->r->now_ms / 1000);

    NJ_ASSERT(a->e->state != NJ_MATCH_LOBBY);
    if (!a->ev->group || nj_quiet_deadline(a->e) != 0 ||
        !nj_game_lists(a->e->game->game->spaced, verb))
        return false;
    if (a->e->spaced_s != 0 && now_s >= a->e->spaced_s &&
        now_s - a->e->spaced_s < SPACED_S)
        return true;
    a->e->spaced_s = now_s;
    return false;
}

static void say_answers(struct nj_request *a, const struct nj_query *q)
{
    /* #地图 文字 wants characters (UX-11). */
    bool plain = nj_command_arg(a->cmd, "plain") != NULL;
    struct nj_str text = NJ_STR_INIT((size_t)16 * NJ_TEXT_OUT_MAX);
    struct nj_format f;
    struct nj_chat *to;

    NJ_ASSERT((q->place == NJ_PLACE_GROUP) == a->ev->group);
    if (q->aside && a->ev->group && a->who->reach != NJ_REACH_PROVED) {
        nj_tell_need_private(a->r, a->where, a->e);
        return;
    }
    nj_tell_format(a->r, a->e, a->where, &f);
    for (const struct nj_message *m = q->answers; m != NULL; m = m->next) {
        if (text.len > 0)
            nj_str_putc(&text, '\n');
        if (a->r->setup.observe != NULL)
            a->r->setup.observe(a->r->setup.observe_ctx, a->where->address, m);
        (plain ? nj_tell_plain : nj_tell_render)(a->r, a->e, a->where, m,
                                                 &text);
    }
    to = answer_to(
        a, text.p,
        q->aside || text.len > PUBLIC_ANSWER || is_crowded(a, q->verb), q);
    NJ_ASSERT(!q->aside || to == a->who); /* it is for one alone */
    if (nj_command_arg(a->cmd, "picture") != NULL)
        ask_sheet(a, q->verb, to, text.p);
    else if (!plain)
        ask_picture(a, q, to);
    nj_str_fini(&text);
}

void nj_answer_status(struct nj_request *a)
{
    const struct nj_verb *verb = nj_game_verb(a->e->game->game, "status");

    NJ_ASSERT(a->e->state != NJ_MATCH_LOBBY); /* its card says it */
    if (verb != NULL && nj_live_wake(a->r, a->e))
        nj_answer_query(a, verb, NJ_NO_ARGS);
}

/* How things stand includes until when, where that is no matter of minutes. */
static void say_deadline(struct nj_request *a, const char *verb)
{
    int64_t at_ms = nj_quiet_deadline(a->e);

    if (at_ms != 0 && strcmp(verb, "status") == 0)
        nj_reply(a, "shell.deadline", NJ_ARGS(nj_arg_at("until", at_ms)));
}

void nj_answer_presence(struct nj_request *a, nj_seat seat, enum nj_place place,
                        bool refused)
{
    const struct nj_sitter *s = nj_sitters_of(a->e, a->who->address);
    struct nj_input in;

    NJ_ASSERT(a->e->state != NJ_MATCH_LOBBY);
    NJ_ASSERT((s == NULL) == (seat == NJ_SEAT_NONE));
    if (s != NULL && a->e->match != NULL &&
        nj_order_presence(a->e->match, seat, place, refused, a->r->now_ms, &in))
        (void)nj_apply_input(a->r, a->e, &in, NULL);
}

void nj_answer_query(struct nj_request *a, const struct nj_verb *verb,
                     struct nj_args args)
{
    struct nj_sitter *s = nj_sitters_of(a->e, a->who->address);
    struct nj_arena arena = NJ_ARENA_INIT(65536);
    struct nj_retold rec = {
        .store = a->r->store, .arena = &arena, .seat = NJ_SEAT_NONE};
    struct nj_query q = {
        .asker = NJ_SEAT_NONE,
        .place = a->ev->group ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE,
        .verb = verb->name,
        .args = args,
        .arena = &arena,
    };

    NJ_ASSERT(verb->query != NULL);
    NJ_ASSERT(a->e->match != NULL);
    if (s == NULL && !verb->bystander) {
        nj_reply(a, "shell.not_seated", NJ_NO_ARGS);
        return;
    }
    if (!nj_hand_channel(a, (unsigned)verb->channel) ||
        (s != NULL && !nj_hand_meant(a, s, verb->name, &q.asker)))
        return;
    if (q.place == NJ_PLACE_PRIVATE && s != NULL)
        rec.seat = s->seat; /* what came to any of his came there */
    nj_retold_read(&rec, a->e->id);
    if (nj_store_good(a->r->store)) {
        q.record = rec.list;
        q.n_record = rec.n;
        if (nj_guard_query(a->r, a->e, nj_match_query, &q)) {
            say_answers(a, &q);
            say_deadline(a, verb->name);
            nj_answer_presence(a, q.asker, q.place, false);
        }
    }
    free(rec.list);
    free(rec.seq);
    nj_arena_fini(&arena);
}
