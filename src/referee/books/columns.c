/*
 * Columns of rows that hold more than one value.
 */
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "base/parts.h"
#include "base/utf8.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "store/store.h"

#define OPTION_TEXT_MAX NJ_OPTION_TEXT_MAX /* bytes of a value as typed */
#define BEGIN           '='                /* of timers that are no JSON */

/* --- options --- */

void nj_columns_options_pack(const struct nj_game *g,
                             const struct nj_options *o, struct nj_str *out)
{
    struct nj_json_out json = nj_json_onto(out); /* out->over: too long */
    struct nj_str value = NJ_STR_INIT(OPTION_TEXT_MAX);

    nj_json_obj(&json, NULL);
    for (int i = 0; g->options[i].key != NULL; i++) {
        NJ_ASSERT(i < NJ_OPTIONS_MAX);
        nj_str_clear(&value);
        nj_options_print(g, o, i, &value);
        nj_json_put_text(&json, g->options[i].key, value.p);
    }
    nj_json_end(&json);
    nj_str_fini(&value);
}

enum nj_status nj_columns_options_unpack(const struct nj_game *g,
                                         const char *json, struct nj_options *o,
                                         struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    struct nj_options read;
    enum nj_status st;
    struct nj_json v;

    st = nj_json_open(&doc, json, strlen(json), &NJ_JSON_FILE, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "options");
    nj_options_default(g, &read);
    v = nj_json_first(nj_json_root(doc));
    for (; nj_json_present(v); v = nj_json_next(v)) {
        const char *text = nj_json_text(v, OPTION_TEXT_MAX);
        int i =
            nj_json_name(v) == NULL ? -1 : nj_option_find(g, nj_json_name(v));

        if (i < 0)
            nj_json_reject(v, "no option of the game");
        else if (!nj_options_put(g, &read, i, text))
            nj_json_reject(v, "no value of this option");
    }
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "options");
    *o = read;
    return NJ_OK;
}

/* --- timers --- */

/* When it was armed, as long as nothing has moved it: most rows need not say.
 */
static int64_t unmoved_ms(const struct nj_timer *t)
{
    return t->at_ms > t->length_ms ? t->at_ms - t->length_ms : 0;
}

/* Returns how much later, or earlier, it was armed: mostly 0. */
void nj_columns_timers_pack(const struct nj_timer *timers, struct nj_str *out)
{
    nj_str_putc(out, BEGIN);
    for (int i = 0; i < NJ_TIMERS_MAX && timers[i].name[0] != '\0'; i++) {
        const struct nj_timer *t = &timers[i];

        nj_parts_put_text(out, t->name, strlen(t->name));
        nj_parts_put_i64(out, t->asked);
        nj_parts_put_i64(out, t->at_ms);
        nj_parts_put_i64(out, t->length_ms);
        nj_parts_put_i64(out, t->armed_ms - unmoved_ms(t));
    }
}

static void read_timer(struct nj_parts *p, struct nj_timer *t)
{
    struct nj_piece name = nj_parts_text(p, sizeof(t->name) - 1);
    int64_t unmoved;

    NJ_ASSERT(t->name[0] == '\0');
    memcpy(t->name, name.p, name.n);
    if (t->name[0] == '\0' || !nj_utf8_valid(name.p, name.n))
        nj_parts_reject(p);
    t->asked = (uint8_t)nj_parts_i64(p, 0, NJ_SEATS_MAX);
    t->at_ms = nj_parts_i64(p, 0, NJ_JSON_INT_MAX);
    t->length_ms = nj_parts_i64(p, 0, NJ_JSON_INT_MAX);
    unmoved = unmoved_ms(t);
    t->armed_ms =
        unmoved + nj_parts_i64(p, -unmoved, NJ_JSON_INT_MAX - unmoved);
}

static enum nj_status read_timers(const char *text, struct nj_timer *timers,
                                  struct nj_err *err)
{
    struct nj_timer read[NJ_TIMERS_MAX] = {0};
    struct nj_parts p = nj_parts_of(text, strlen(text));
    int n = 0;

    while (nj_parts_more(&p)) {
        if (n < NJ_TIMERS_MAX)
            read_timer(&p, &read[n++]);
        else
            return nj_fail(err, NJ_ERR_BAD_INPUT, "timers: one too many");
    }
    if (!nj_parts_end(&p))
        return nj_fail(err, NJ_ERR_BAD_INPUT, "these are not timers of a row");
    memcpy(timers, read, sizeof(read));
    return NJ_OK;
}

/* --- timers of rows that were written as JSON --- */

static void read_json_timer(struct nj_json v, struct nj_timer *t)
{
    const char *name =
        nj_json_text(nj_json_get(v, "name"), sizeof(t->name) - 1);
    struct nj_json asked = nj_json_opt(v, "asked");
    struct nj_json armed = nj_json_opt(v, "armed");

    NJ_ASSERT(t->name[0] == '\0');
    NJ_ASSERT(strlen(name) < sizeof(t->name));
    memcpy(t->name, name, strlen(name) + 1);
    if (nj_json_present(asked))
        t->asked = (uint8_t)nj_json_i64(asked, 1, NJ_SEATS_MAX);
    t->at_ms = nj_json_i64(nj_json_get(v, "at"), 0, NJ_JSON_INT_MAX);
    t->length_ms = nj_json_i64(nj_json_get(v, "length"), 0, NJ_JSON_INT_MAX);
    t->armed_ms = nj_json_present(armed)
                      ? nj_json_i64(armed, 0, NJ_JSON_INT_MAX)
                      : unmoved_ms(t);
}

static enum nj_status read_json_timers(const char *json,
                                       struct nj_timer *timers,
                                       struct nj_err *err)
{
    struct nj_timer read[NJ_TIMERS_MAX] = {0};
    struct nj_json_doc *doc = NULL;
    enum nj_status st;
    struct nj_json v;
    int n = 0;

    st = nj_json_open(&doc, json, strlen(json), &NJ_JSON_FILE, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "timers");
    v = nj_json_first(nj_json_root(doc));
    for (; nj_json_present(v); v = nj_json_next(v)) {
        if (n < NJ_TIMERS_MAX)
            read_json_timer(v, &read[n++]);
        else
            nj_json_reject(v, "one timer too many");
    }
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "timers");
    memcpy(timers, read, sizeof(read));
    NJ_ASSERT(n <= NJ_TIMERS_MAX);
    return NJ_OK;
}

enum nj_status nj_columns_timers_unpack(const char *text,
                                        struct nj_timer *timers,
                                        struct nj_err *err)
{
    return text[0] == BEGIN ? read_timers(text + 1, timers, err)
                            : read_json_timers(text, timers, err);
}

/* --- messages and inputs --- */

void nj_columns_args(struct nj_store *s, const struct nj_out_row *row,
                     struct nj_arena *arena, struct nj_args *out)
{
    struct nj_err err = {{0}};
    enum nj_status st =
        nj_args_unpack(row->args, strlen(row->args), arena, out, &err);

    if (st != NJ_OK) {
        nj_store_fail(s, st, &err);
        *out = NJ_NO_ARGS;
    }
}

enum nj_status nj_columns_input(const struct nj_input_row *row,
                                struct nj_arena *arena, struct nj_input *in,
                                struct nj_err *err)
{
    struct nj_args args = NJ_NO_ARGS;
    enum nj_status st;

    if (row->kind < NJ_IN_START || row->kind > NJ_IN_UNDO ||
        row->place < NJ_PLACE_GROUP || row->place > NJ_PLACE_PRIVATE ||
        row->by < NJ_BY_PERSON || row->by > NJ_BY_ADMIN)
        return nj_fail(err, NJ_ERR_CORRUPT, "input %u: no such kind", row->seq);
    st = nj_args_unpack(row->args, strlen(row->args), arena, &args, err);
    if (st != NJ_OK)
        return nj_fail_in(err, st, "input %u", row->seq);
    *in = (struct nj_input){.seq = row->seq,
                            .at_ms = row->at_ms,
                            .kind = (enum nj_input_kind)row->kind,
                            .seat = row->seat,
                            .place = (enum nj_place)row->place,
                            .by = (enum nj_by)row->by,
                            .verb = row->verb,
                            .args = args,
                            .reason = row->reason};
    return NJ_OK;
}
