/*
 * Writing the match file (design 8), and the seed that its head must have.
 */
#include "match/export.h"

#include <string.h>

#include "match/match_priv.h"
#include "match/seed.h"

#define LINE_BYTES NJ_FILE_MAX

static const char *const streams[] = {
    [NJ_RNG_CHACHA20] = "chacha20", [NJ_RNG_SPLITMIX64] = "splitmix64"};

const char *nj_record_rng_word(enum nj_rng_kind kind)
{
    NJ_ASSERT((size_t)kind < NJ_COUNT(streams)); /* no file of a script */
    return streams[kind];
}

static void put_hash(struct nj_json_out *o, const char *name,
                     const struct nj_hash *h)
{
    char hex[NJ_HEX_BYTES];

    nj_hash_hex(h, hex);
    NJ_ASSERT(strlen(hex) == NJ_HEX_BYTES - 1);
    nj_json_put_text(o, name, hex);
}

/* Ends the document and adds it as a line, to the sum as well. */
static void put_line(struct nj_record_writer *w, struct nj_json_out *o,
                     struct nj_str *line, struct nj_str *out)
{
    nj_json_end(o);
    NJ_ASSERT(!line->over);
    nj_str_putc(line, '\n');
    nj_hasher_add(&w->sum, line->p, line->len);
    nj_str_add(out, line->p, line->len);
    nj_str_fini(line);
}

static void put_files(struct nj_json_out *o, const struct nj_record_head *head)
{
    NJ_ASSERT(head->n_files <= NJ_DATA_USED_MAX);
    nj_json_arr(o, "files");
    for (uint32_t i = 0; i < head->n_files; i++) {
        nj_json_obj(o, NULL);
        nj_json_put_text(o, "name", head->files[i].name);
        nj_json_put_text(o, "text", head->files[i].text);
        nj_json_end(o);
    }
    nj_json_end(o);
}

void nj_record_begin(struct nj_record_writer *w, const struct nj_game *game,
                     const struct nj_record_head *head, struct nj_str *out)
{
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);
    struct nj_json_out o = nj_json_onto(&line);

    NJ_ASSERT(strcmp(game->id, head->game) == 0);
    NJ_ASSERT(head->match >= 0 && head->n_seats <= NJ_SEATS_MAX);
    w->game = game;
    nj_hasher_init(&w->sum, NULL);
    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "nightjar", NJ_RECORD_FORMAT);
    nj_json_put_i64(&o, "match", head->match);
    nj_json_put_text(&o, "code", head->code);
    nj_json_put_text(&o, "game", head->game);
    nj_json_put_text(&o, "edition", head->edition);
    nj_json_put_i64(&o, "rules", head->rules_version);
    nj_json_put_text(&o, "program", head->program);
    put_hash(&o, "data", &head->data_hash);
    put_files(&o, head);
    nj_json_put_text(&o, "rng", nj_record_rng_word(head->rng));
    put_hash(&o, "commitment", &head->commitment);
    if (head->revealed) {
        put_hash(&o, "secret", &head->secret);
        put_hash(&o, "seed", &head->seed);
    }
    put_line(w, &o, &line, out);
}

static void put_options(struct nj_json_out *o, const struct nj_game *game,
                        const struct nj_options *options)
{
    const struct nj_option *opt = game->options;

    nj_json_obj(o, "options");
    for (size_t i = 0; opt != NULL && opt[i].key != NULL; i++) {
        struct nj_str text = NJ_STR_INIT(NJ_ORDER_TEXT_MAX);

        NJ_ASSERT(i < NJ_OPTIONS_MAX);
        nj_options_print(game, options, (int)i, &text);
        nj_json_put_text(o, opt[i].key, text.p);
        nj_str_fini(&text);
    }
    nj_json_end(o);
}

static void put_seats(struct nj_json_out *o, const struct nj_record_head *head)
{
    NJ_ASSERT(head->n_seats <= NJ_SEATS_MAX);
    nj_json_arr(o, "seats");
    for (uint8_t i = 0; i < head->n_seats; i++) {
        const struct nj_record_seat *s = &head->seats[i];

        /* More than players: one of them may have several (MK-2.1). */
        NJ_ASSERT(s->join == i && s->seat < NJ_SEATS_MAX);
        nj_json_obj(o, NULL);
        nj_json_put_i64(o, "seat", s->seat + 1);
        nj_json_put_i64(o, "join", s->join + 1);
        nj_json_put_text(o, "name", s->name);
        nj_json_put_text(o, "kind", s->computer ? "computer" : "person");
        nj_json_put_text(o, "contribution", s->contribution);
        nj_json_end(o);
    }
    nj_json_end(o);
}

static void put_joins(struct nj_json_out *o, const struct nj_record_head *head)
{
    NJ_ASSERT(head->n_joins <= NJ_JOINS_MAX);
    nj_json_arr(o, "joins");
    for (uint32_t i = 0; i < head->n_joins; i++)
        nj_json_put_text(o, NULL, head->joins[i]);
    nj_json_end(o);
}

void nj_record_put(struct nj_record_writer *w,
                   const struct nj_record_head *head,
                   const struct nj_record_input *in, struct nj_str *out)
{
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);
    struct nj_json_out o = nj_json_onto(&line);

    NJ_ASSERT(w->game != NULL && in->in.seq >= 1);
    NJ_ASSERT((in->in.kind == NJ_IN_START) == (in->in.seq == 1));
    nj_json_obj(&o, NULL);
    nj_json_put_i64(&o, "seq", in->in.seq);
    nj_json_put_i64(&o, "at", in->in.at_ms);
    nj_json_put_text(&o, "kind", nj_input_kind_word(in->in.kind));
    if (in->in.seat != NJ_SEAT_NONE)
        nj_json_put_i64(&o, "seat", in->in.seat + 1);
    nj_json_put_text(&o, "place", nj_place_word(in->in.place));
    nj_json_put_text(&o, "verb", in->in.verb);
    nj_args_put(&o, "args", in->in.args);
    nj_json_put_text(&o, "by", nj_by_word(in->in.by));
    if (in->in.reason[0] != '\0')
        nj_json_put_text(&o, "reason", in->in.reason);
    if (in->in.kind == NJ_IN_START) {
        put_options(&o, w->game, &head->options);
        put_seats(&o, head);
        put_joins(&o, head);
    }
    put_hash(&o, "digest", &in->digest);
    put_line(w, &o, &line, out);
}

void nj_record_last_line(bool over, const struct nj_hash *sum,
                         char out[NJ_RECORD_LAST_BYTES])
{
    char hex[NJ_HEX_BYTES];
    int n;

    nj_hash_hex(sum, hex);
    n = snprintf(out, NJ_RECORD_LAST_BYTES, "{\"end\":\"%s\",\"sum\":\"%s\"}\n",
                 over ? "over" : "running", hex);
    NJ_ASSERT(n > 0 && n < NJ_RECORD_LAST_BYTES);
}

void nj_record_end(struct nj_record_writer *w, bool over, struct nj_str *out)
{
    char line[NJ_RECORD_LAST_BYTES];
    struct nj_hash sum;

    NJ_ASSERT(w->game != NULL);
    nj_hasher_end(&w->sum, &sum);
    nj_record_last_line(over, &sum, line);
    nj_str_puts(out, line);
    w->game = NULL;
}

void nj_record_seed(const struct nj_record_head *head,
                    const struct nj_game *game, const struct nj_hash *secret,
                    struct nj_hash *seed)
{
    const char *joins[NJ_JOINS_MAX];
    struct nj_seed_parts parts = {.match = head->match,
                                  .code = head->code,
                                  .game = game,
                                  .options = &head->options,
                                  .n_seats = head->n_seats,
                                  .joins = joins,
                                  .n_joins = head->n_joins};

    NJ_ASSERT(head->n_seats >= 1 && head->n_joins <= NJ_JOINS_MAX);
    for (uint8_t i = 0; i < head->n_seats; i++)
        if (head->seats[i].computer)
            parts.computers |= nj_bit(i);
    for (uint32_t i = 0; i < head->n_joins; i++)
        joins[i] = head->joins[i];
    NJ_ASSERT(parts.computers >> head->n_seats == 0);
    nj_seed(secret, &parts, seed);
}
