/*
 * One match of computer players: dealt, played, checked, recorded.
 */
#include "cli/simulate.h"

#include <string.h>

#include "base/bug.h"
#include "base/version.h"
#include "match/emit.h"
#include "match/export.h"
#include "match/messages.h"

#define BEGIN_MS INT64_C(1767225600000) /* 2026-01-01: results do not depend */
#define STEP_MS  INT64_C(1000)

struct sim {
    const struct nj_sim_setup *setup;
    uint32_t number;
    struct nj_record_head head;
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_match_setup start;
    struct nj_match *match;
    int64_t now_ms;
    struct nj_arena arena; /* the log */
    struct nj_record_input *log;
    uint32_t n_log, cap_log;
    struct nj_sim_result *out;
    char round_key[40];
};

/* --- chance --- */

/* The seed as a number, plus i: most significant byte first as it is typed,
 * but for a test stream's 8 bytes. */
static void add_to_seed(enum nj_rng_kind kind, uint32_t i, struct nj_hash *seed)
{
    uint32_t carry = i;
    int last = kind == NJ_RNG_CHACHA20 ? NJ_HASH_BYTES : 8;

    for (int k = 0; k < last && carry > 0; k++) {
        uint8_t *b =
            &seed->b[kind == NJ_RNG_CHACHA20 ? NJ_HASH_BYTES - 1 - k : k];

        carry += *b;
        *b = (uint8_t)(carry & 0xff);
        carry >>= 8;
    }
}

static uint64_t stream_start(const struct nj_hash *seed)
{
    uint64_t start = 0;

    for (int i = 8; i-- > 0;)
        start = start << 8 | seed->b[i];
    return start;
}

static void draw_seed(struct sim *s)
{
    struct nj_record_head *h = &s->head;

    h->rng = s->setup->rng;
    if (s->setup->secret) {
        nj_secret_draw(&h->secret);
        nj_record_seed(h, s->setup->game->game, &h->secret, &h->seed);
    } else {
        h->seed = s->setup->seed;
        add_to_seed(h->rng, s->number, &h->seed);
    }
    nj_commit(&h->secret, &h->commitment);
    if (h->rng == NJ_RNG_CHACHA20)
        nj_rng_chacha20(&s->start.rng, &h->seed, NJ_NONCE_PLAY);
    else
        nj_rng_splitmix64(&s->start.rng, stream_start(&h->seed));
    s->start.brain_key = h->seed;
    s->start.commitment = h->commitment;
}

/* --- setup --- */

static void set_seats(struct sim *s)
{
    NJ_ASSERT(s->setup->seats <= NJ_SEATS_MAX);
    for (uint8_t i = 0; i < s->setup->seats; i++) {
        struct nj_record_seat *seat = &s->head.seats[i];

        seat->join = i;
        seat->computer = true;
        (void)snprintf(seat->name, sizeof(seat->name), "bot %u", i + 1U);
        s->seats[i] = (struct nj_match_seat){.name = seat->name,
                                             .computer = true,
                                             .join = i,
                                             .contribution = ""};
    }
    s->head.n_seats = s->setup->seats;
}

/* What is not the program's own goes with the record. */
static void set_files(struct sim *s)
{
    const struct nj_loaded_game *g = s->setup->game;
    struct nj_data_set set;

    nj_archive_data_hash(g, &s->head.options, &s->head.data_hash);
    if (!nj_data_choose(g->game, &s->head.options, g->files, g->n_files, &set))
        return;
    for (uint32_t i = 0; i < set.n; i++)
        if (!set.file[i]->own)
            s->head.files[s->head.n_files++] = *set.file[i];
}

static void set_up(struct sim *s)
{
    const struct nj_game *g = s->setup->game->game;

    s->head.match = (int64_t)s->number + 1;
    (void)snprintf(s->head.code, sizeof(s->head.code), "SIM");
    (void)snprintf(s->head.game, sizeof(s->head.game), "%s", g->id);
    (void)snprintf(s->head.edition, sizeof(s->head.edition), "%s",
                   s->setup->edition);
    s->head.rules_version = g->rules_version;
    (void)snprintf(s->head.program, sizeof(s->head.program), "%s",
                   nj_program());
    s->head.revealed = true;
    s->head.options = s->setup->options;
    set_files(s);
    s->start = (struct nj_match_setup){.game = g,
                                       .data = s->setup->game->data,
                                       .data_hash = &s->head.data_hash,
                                       .number = s->head.match,
                                       .code = s->head.code,
                                       .edition = s->setup->edition,
                                       .options = s->setup->options,
                                       .seats = s->seats,
                                       .n_seats = s->setup->seats};
    (void)snprintf(s->round_key, sizeof(s->round_key), "%s.round", g->prefix);
    set_seats(s);
    draw_seed(s);
    s->now_ms = BEGIN_MS;
}

/* --- the log --- */

static void keep(struct sim *s, const struct nj_input *in,
                 const struct nj_outcome *o)
{
    const struct nj_message args = {.key = "", .clause = "", .args = in->args};
    struct nj_record_input *kept;

    if (s->n_log == s->cap_log) {
        s->cap_log = s->cap_log == 0 ? 256 : 2 * s->cap_log;
        s->log = nj_realloc(s->log, s->cap_log * sizeof(s->log[0]));
    }
    kept = &s->log[s->n_log++];
    kept->in = *in;
    kept->in.seq = o->seq;
    kept->in.verb = nj_arena_copy(&s->arena, in->verb, strlen(in->verb));
    kept->in.args = nj_message_copy(&s->arena, &args)->args;
    kept->digest = o->digest;
}

static const struct nj_input *from_log(void *ctx, uint32_t seq)
{
    const struct sim *s = ctx;

    return &s->log[seq - 1].in;
}

static enum nj_status refold(struct sim *s, struct nj_err *err)
{
    struct nj_match *m = nj_match_create(&s->start);
    enum nj_status st = NJ_OK;

    nj_match_set_source(m, from_log, s);
    for (uint32_t i = 0; i < s->n_log && st == NJ_OK; i++) {
        const struct nj_outcome *o = nj_match_apply(m, &s->log[i].in);

        if (o->refused || !nj_hash_equal(&o->digest, &s->log[i].digest))
            st = nj_fail(err, NJ_ERR_MISMATCH,
                         "input %u comes out differently the second time",
                         i + 1);
    }
    nj_match_destroy(m);
    return st;
}

static enum nj_status record(struct sim *s, struct nj_err *err)
{
    struct nj_str text = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_record_writer w;
    enum nj_status st;

    for (uint8_t i = 0; i < s->head.n_seats; i++)
        s->head.seats[i].seat = nj_match_seat_of(s->match, i);
    nj_record_begin(&w, s->start.game, &s->head, &text);
    for (uint32_t i = 0; i < s->n_log; i++)
        nj_record_put(&w, &s->head, &s->log[i], &text);
    nj_record_end(&w, true, &text);
    if (text.over)
        st = nj_fail(err, NJ_ERR_LIMIT, "the match file is too large");
    else
        st = s->setup->record(s->setup->ctx, s->number, text.p, text.len, err);
    nj_str_fini(&text);
    return st;
}

/* --- playing --- */

static enum nj_status look_at(struct sim *s, const struct nj_outcome *o,
                              struct nj_err *err)
{
    nj_seat_set all = nj_bit(nj_seats(s->match)) - 1;

    s->out->messages += o->n_messages;
    for (const struct nj_message *m = o->messages; m != NULL; m = m->next) {
        if (m->to.to == NJ_TO_SEATS &&
            (m->to.seats == 0 || (m->to.seats & ~all) != 0))
            return nj_fail(err, NJ_ERR_MISMATCH, "'%s' goes to no seat",
                           m->key);
        if (!nj_game_may_say(s->start.game, m))
            return nj_fail(err, NJ_ERR_MISMATCH,
                           "'%s' is not so in the game's list of messages",
                           m->key);
        if (strcmp(m->key, s->round_key) == 0)
            s->out->rounds = (uint32_t)nj_message_int(m, "round", 0);
    }
    return NJ_OK;
}

static enum nj_status apply(struct sim *s, struct nj_input *in,
                            struct nj_err *err)
{
    const struct nj_outcome *o;

    in->at_ms = s->now_ms;
    o = nj_match_apply(s->match, in);
    if (o->refused && in->by == NJ_BY_COMPUTER && s->start.game->brain.late)
        return NJ_OK; /* it is not asked again before something has happened */
    if (o->refused)
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "input %u: '%s' of the computer player of seat %u is "
                       "refused (%s)",
                       nj_match_seq(s->match) + 1, in->verb, in->seat + 1U,
                       o->messages->key);
    s->out->inputs++;
    s->out->orders += in->kind == NJ_IN_ORDER;
    keep(s, in, o);
    return look_at(s, o, err);
}

static bool next_input(struct sim *s, struct nj_input *in)
{
    int64_t at_ms;

    s->now_ms += STEP_MS;
    if (nj_match_computer(s->match, in))
        return true;
    if (!nj_match_deadline(s->match, &at_ms))
        return false;
    if (at_ms > s->now_ms)
        s->now_ms = at_ms;
    return nj_match_due(s->match, s->now_ms, in);
}

static enum nj_status play(struct sim *s, struct nj_err *err)
{
    struct nj_input in = {.kind = NJ_IN_START,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_HOST,
                          .verb = "start",
                          .args = NJ_NO_ARGS,
                          .reason = ""};
    enum nj_status st = apply(s, &in, err);

    while (st == NJ_OK && !nj_match_over(s->match)) {
        if (s->out->inputs == NJ_SIM_INPUTS_MAX)
            return nj_fail(err, NJ_ERR_MISMATCH, "no end after %u inputs",
                           s->out->inputs);
        if (!next_input(s, &in))
            return nj_fail(err, NJ_ERR_MISMATCH,
                           "nobody has anything to do after input %u",
                           s->out->inputs);
        st = apply(s, &in, err);
    }
    return st;
}

static enum nj_status take_results(struct sim *s, struct nj_err *err)
{
    s->out->draws = (uint32_t)nj_match_draws(s->match);
    for (nj_seat seat = 0; seat < s->setup->seats; seat++) {
        struct nj_result *r = &s->out->seats[seat];

        s->start.game->result(s->match, seat, r);
        if (r->rank < 1 || r->rank > s->setup->seats || r->outcome == NULL)
            return nj_fail(err, NJ_ERR_MISMATCH, "seat %u has no result",
                           seat + 1U);
    }
    return NJ_OK;
}

enum nj_status nj_sim_play(const struct nj_sim_setup *setup, uint32_t i,
                           struct nj_sim_result *out, struct nj_err *err)
{
    struct sim *s = nj_alloc(sizeof(*s));
    enum nj_status st;

    *out = (struct nj_sim_result){0};
    *s = (struct sim){
        .setup = setup, .number = i, .arena = NJ_ARENA_INIT(65536), .out = out};
    set_up(s);
    s->match = nj_match_create(&s->start);
    nj_match_set_source(s->match, from_log, s);
    st = play(s, err);
    if (st == NJ_OK)
        st = take_results(s, err);
    if (st == NJ_OK && setup->check)
        st = refold(s, err);
    if (st == NJ_OK && setup->record != NULL)
        st = record(s, err);
    if (st != NJ_OK)
        st = nj_fail_in(err, st, "match %u", i + 1);
    nj_match_destroy(s->match);
    nj_arena_fini(&s->arena);
    free(s->log);
    free(s);
    return st;
}
