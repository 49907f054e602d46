/*
 * The course of a match on its page, step by step: who did what, what was said
 * to whom and by which clause, which picture came with it, what the dice gave,
 * and the bytes that the digest hashed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "locale/rules.h"
#include "match/emit.h"
#include "page/page_priv.h"

#define TEXT_BYTES 65536 /* of one message */

static const char *seat_name(void *ctx, nj_seat seat)
{
    const struct nj_page_course *c = ctx;

    return seat < NJ_SEATS_MAX ? c->name[seat] : "";
}

void nj_page_course_open(struct nj_page_course *c)
{
    c->format = (struct nj_format){.catalog = c->how->catalog,
                                   .lang = c->how->lang,
                                   .seat_name = seat_name,
                                   .ctx = c,
                                   .offset_min = c->how->offset_min};
    c->steps = (struct nj_str)NJ_STR_INIT(NJ_PAGE_PART_MAX);
    c->chain = (struct nj_str)NJ_STR_INIT(NJ_PAGE_PART_MAX);
    c->whole = (struct nj_str)NJ_STR_INIT(NJ_PAGE_PART_MAX);
    c->arena = (struct nj_arena)NJ_ARENA_INIT(65536);
    c->query = (struct nj_arena)NJ_ARENA_INIT(16384);
    c->step_list = nj_json_onto(&c->steps);
    nj_json_arr(&c->step_list, NULL);
    nj_page_boards_open(&c->boards, c->game, &c->format);
}

void nj_page_course_close(struct nj_page_course *c)
{
    nj_page_boards_close(&c->boards);
    nj_str_fini(&c->steps);
    nj_str_fini(&c->chain);
    nj_str_fini(&c->whole);
    nj_arena_fini(&c->arena);
    nj_arena_fini(&c->query);
    free(c->said);
    free(c->clause);
}

/* --- what was said --- */

static void keep_message(struct nj_page_course *c, const struct nj_message *m)
{
    if (c->n_said == c->cap_said) {
        c->cap_said = c->cap_said > 0 ? 2 * c->cap_said : 256;
        c->said = nj_realloc(c->said, c->cap_said * sizeof(void *));
    }
    c->said[c->n_said++] = nj_message_copy(&c->arena, m);
}

static void cite(struct nj_page_course *c, const char *clause)
{
    uint32_t i = 0;

    while (i < c->n_clauses && strcmp(c->clause[i], clause) != 0)
        i++;
    if (clause[0] == '\0' || i < c->n_clauses)
        return;
    if (c->n_clauses == c->cap_clauses) {
        c->cap_clauses = c->cap_clauses > 0 ? 2 * c->cap_clauses : 64;
        c->clause =
            nj_realloc(c->clause, c->cap_clauses * sizeof(const char *));
    }
    c->clause[c->n_clauses++] =
        nj_arena_copy(&c->arena, clause, strlen(clause));
}

/* [audience, key, clause, text, picture]. */
static void put_message(struct nj_page_course *c, const struct nj_message *m)
{
    struct nj_str text = NJ_STR_INIT(TEXT_BYTES);
    struct nj_str to = NJ_STR_INIT(256);
    struct nj_scene scene = {.message = m};

    nj_format_message(&c->format, m, &text);
    nj_audience_canon(m->to, &to);
    nj_json_arr(&c->step_list, NULL);
    nj_json_put_text(&c->step_list, NULL, to.p);
    nj_json_put_text(&c->step_list, NULL, m->key);
    nj_json_put_text(&c->step_list, NULL, m->clause);
    nj_json_put_text(&c->step_list, NULL, text.p);
    nj_json_put_i64(&c->step_list, NULL,
                    nj_page_boards_add(&c->boards, &scene));
    nj_json_end(&c->step_list);
    cite(c, m->clause);
    keep_message(c, m);
    nj_str_fini(&text);
    nj_str_fini(&to);
}

/* --- the whole board --- */

/* The picture of all of the board as it stands; NJ_PAGE_NO_BOARD: the game has
 * none, or it is the one before. */
static int32_t draw_whole(struct nj_page_course *c, const struct nj_match *m)
{
    struct nj_query q = {.asker = NJ_SEAT_NONE, .arena = &c->query};
    struct nj_str now = NJ_STR_INIT(NJ_PAGE_PART_MAX);
    int32_t board = NJ_PAGE_NO_BOARD;

    if (c->game->whole == NULL)
        return board;
    nj_match_whole(m, &q);
    if (q.answers != NULL)
        nj_message_canon(q.answers, &now);
    if (q.answers != NULL && strcmp(now.p, c->whole.p) != 0) {
        struct nj_scene scene = {.message = q.answers};

        board = nj_page_boards_add(&c->boards, &scene);
        nj_str_clear(&c->whole);
        nj_str_puts(&c->whole, now.p);
    }
    nj_str_fini(&now);
    nj_arena_reset(&c->query);
    return board;
}

/* --- a step --- */

static void put_typed(struct nj_json_out *o, const struct nj_input *in)
{
    struct nj_str text = NJ_STR_INIT(TEXT_BYTES);

    nj_str_puts(&text,
                in->verb[0] == '\0' ? nj_input_kind_word(in->kind) : in->verb);
    for (uint32_t i = 0; i < in->args.n; i++) {
        nj_str_putc(&text, ' ');
        nj_arg_canon(&in->args.v[i], &text);
    }
    nj_json_put_text(o, NULL, text.p);
    nj_str_fini(&text);
}

static void put_draws(struct nj_json_out *o, const struct nj_hashed *h)
{
    nj_json_arr(o, NULL);
    for (uint32_t i = 0; i < h->n_draws; i++) {
        nj_json_put_i64(o, NULL, h->draws[i].n);
        nj_json_put_i64(o, NULL, h->draws[i].drawn);
    }
    nj_json_end(o);
}

/* Their number, seven bits at a time, and the bytes; the digest in front of
 * them follows from those before. */
static void keep_hashed(struct nj_str *chain, const struct nj_hashed *h)
{
    size_t n = h->n - NJ_HASH_BYTES;

    NJ_ASSERT(h->n > NJ_HASH_BYTES);
    for (; n >= 0x80; n >>= 7)
        nj_str_putc(chain, (char)(n | 0x80));
    nj_str_putc(chain, (char)n);
    nj_str_add(chain, (const char *)h->bytes + NJ_HASH_BYTES,
               h->n - NJ_HASH_BYTES);
}

/* [time, kind, seat, place, what was typed, dice, messages, whole board]. */
void nj_page_course_step(void *ctx, const struct nj_match *m,
                         const struct nj_record_input *in,
                         const struct nj_outcome *o)
{
    struct nj_page_course *c = ctx;
    struct nj_json_out *list = &c->step_list;
    struct nj_hashed hashed = nj_match_hashed();

    nj_record_names(m, &in->in, c->name);
    c->n_seats = nj_seats(m);
    c->n_steps++;
    c->format.now_ms = in->in.at_ms;
    keep_hashed(&c->chain, &hashed);
    nj_json_arr(list, NULL);
    nj_json_put_i64(list, NULL, in->in.at_ms);
    nj_json_put_text(list, NULL, nj_input_kind_word(in->in.kind));
    nj_json_put_i64(list, NULL,
                    in->in.seat == NJ_SEAT_NONE ? 0 : in->in.seat + 1);
    nj_json_put_i64(list, NULL, in->in.place == NJ_PLACE_GROUP ? 0 : 1);
    put_typed(list, &in->in);
    put_draws(list, &hashed);
    nj_json_arr(list, NULL);
    for (const struct nj_message *x = o->messages; x != NULL; x = x->next)
        put_message(c, x);
    nj_json_end(list);
    nj_json_put_i64(list, NULL, draw_whole(c, m));
    nj_json_end(list);
}

/* --- all of it --- */

/* A clause: its title and its text, as far as the rules have them. */
static void put_clause(struct nj_json_out *o, const char *rules,
                       const char *clause)
{
    const char *at = rules != NULL ? nj_rules_find(rules, clause) : NULL;
    struct nj_str title = NJ_STR_INIT(TEXT_BYTES);
    struct nj_str body = NJ_STR_INIT(TEXT_BYTES);

    if (at != NULL) {
        size_t head = strcspn(at, "\n"), all = nj_rules_length(at);

        nj_str_add(&title, at + 3, head < 3 ? 0 : head - 3);
        if (all > head + 1)
            nj_str_add(&body, at + head + 1, all - head - 1);
    }
    nj_json_arr(o, clause);
    nj_json_put_text(o, NULL, title.p);
    nj_json_put_text(o, NULL, body.p);
    nj_json_end(o);
    nj_str_fini(&title);
    nj_str_fini(&body);
}

/* A value that is JSON already. */
static void put_raw(struct nj_json_out *o, const char *name, const char *json)
{
    nj_json_put_null(o, name);
    nj_str_cut(o->to, o->to->len - (sizeof("null") - 1));
    nj_str_puts(o->to, json);
}

void nj_page_course_put(struct nj_page_course *c, bool over,
                        struct nj_json_out *o)
{
    struct nj_scene course = {.record = c->said, .n_record = c->n_said};

    nj_json_put_i64(o, "course",
                    over ? nj_page_boards_add(&c->boards, &course)
                         : NJ_PAGE_NO_BOARD);
    nj_json_arr(o, "seats");
    for (nj_seat k = 0; k < c->n_seats; k++) {
        struct nj_str label = NJ_STR_INIT(512);

        nj_format_key(&c->format, "page.seat", NJ_ARGS(nj_arg_seat("seat", k)),
                      &label);
        nj_json_put_text(o, NULL, label.p);
        nj_str_fini(&label);
    }
    nj_json_end(o);
    nj_json_obj(o, "clauses");
    for (uint32_t i = 0; i < c->n_clauses; i++)
        put_clause(o, c->how->rules, c->clause[i]);
    nj_json_end(o);
    nj_json_end(&c->step_list);
    put_raw(o, "steps", c->steps.p);
    nj_page_boards_put(&c->boards, o);
    put_raw(o, "boards", c->boards.runs.p);
}
