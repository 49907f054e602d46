/*
 * A match with its log: see toy_log.h.
 */
#include "kit/toy_log.h"

#include <string.h>

#include "kit/nj_test.h"

void nj_toy_log_init(struct toy_log *l)
{
    static const char *const names[] = {"Ann", "Bo", "Machine"};

    nj_random_init();
    memset(l, 0, sizeof(*l));
    l->arena = (struct nj_arena)NJ_ARENA_INIT(4096);
    l->inputs = nj_arena_alloc(&l->arena, TOY_LOG_MAX * sizeof(*l->inputs));
    l->digests = nj_arena_alloc(&l->arena, TOY_LOG_MAX * sizeof(*l->digests));
    l->now_ms = 1000000;
    for (uint8_t i = 0; i < 3; i++)
        l->seats[i] = (struct nj_match_seat){.name = names[i],
                                             .computer = i == 2,
                                             .join = i,
                                             .contribution = i == 2 ? "" : "x"};
    l->setup = (struct nj_match_setup){.game = &nj_toy_game,
                                       .number = 1,
                                       .code = "K7Q",
                                       .edition = "plain",
                                       .seats = l->seats,
                                       .n_seats = 3};
    nj_options_default(&nj_toy_game, &l->setup.options);
    nj_rng_splitmix64(&l->setup.rng, 1);
    l->m = nj_match_create(&l->setup);
}

void nj_toy_log_fini(struct toy_log *l)
{
    nj_match_destroy(l->m);
    nj_arena_fini(&l->arena);
}

static const struct nj_input *lend(void *ctx, uint32_t seq)
{
    const struct toy_log *l = ctx;

    assert_in_range(seq, 1, l->n);
    return &l->inputs[seq - 1];
}

const struct nj_outcome *nj_toy_log_apply(struct toy_log *l,
                                          const struct nj_input *in)
{
    struct nj_input kept = *in;
    const struct nj_outcome *o;

    assert_in_range(l->n, 0, TOY_LOG_MAX - 1);
    kept.at_ms = l->now_ms;
    kept.args = nj_args_copy(&l->arena, in->args);
    kept.verb = nj_arena_copy(&l->arena, in->verb, strlen(in->verb));
    nj_match_set_source(l->m, lend, l);
    o = nj_match_apply(l->m, &kept);
    if (!o->refused) {
        kept.seq = o->seq;
        assert_int_equal(o->seq, l->n + 1);
        l->digests[l->n] = o->digest;
        l->inputs[l->n++] = kept;
    }
    return o;
}

const struct nj_outcome *nj_toy_log_start(struct toy_log *l)
{
    return nj_toy_log_apply(l, &(struct nj_input){.kind = NJ_IN_START,
                                                  .seat = NJ_SEAT_NONE,
                                                  .by = NJ_BY_PERSON,
                                                  .verb = "start",
                                                  .reason = ""});
}

const struct nj_outcome *nj_toy_log_order(struct toy_log *l, nj_seat seat,
                                          enum nj_place place, const char *verb,
                                          const char *text)
{
    struct nj_arg arg = nj_arg_text("text", text != NULL ? text : "");

    return nj_toy_log_apply(
        l, &(struct nj_input){.kind = NJ_IN_ORDER,
                              .seat = seat,
                              .place = place,
                              .verb = verb,
                              .args = {.v = &arg, .n = text != NULL},
                              .reason = ""});
}

const struct nj_outcome *nj_toy_log_power(struct toy_log *l, const char *verb,
                                          int64_t n)
{
    bool sub = strcmp(verb, "sub") == 0;
    const struct nj_arg args[] = {sub ? nj_arg_seat("seat", (nj_seat)n)
                                      : nj_arg_int("ms", n),
                                  nj_arg_word("to", "computer")};

    return nj_toy_log_apply(
        l, &(struct nj_input){
               .kind = strcmp(verb, "undo") == 0 ? NJ_IN_UNDO : NJ_IN_OVERRIDE,
               .seat = NJ_SEAT_NONE,
               .by = NJ_BY_HOST,
               .verb = verb,
               .args = {.v = args, .n = n < 0 ? 0 : 1U + sub},
               .reason = "because"});
}

uint32_t nj_toy_log_computers(struct toy_log *l)
{
    struct nj_input in;
    uint32_t n = 0;

    while (nj_match_computer(l->m, &in)) {
        assert_int_equal(in.by, NJ_BY_COMPUTER);
        (void)nj_toy_log_apply(l, &in);
        n++;
    }
    return n;
}

/* While folding, an undo may ask for what came before it only. */
struct fold {
    const struct toy_log *log;
    uint32_t done;
};

static const struct nj_input *lend_done(void *ctx, uint32_t seq)
{
    const struct fold *f = ctx;

    assert_in_range(seq, 1, f->done);
    return &f->log->inputs[seq - 1];
}

struct nj_match *nj_toy_log_fold(const struct toy_log *l)
{
    struct nj_match *m = nj_match_create(&l->setup);
    struct fold f = {.log = l};

    nj_match_set_source(m, lend_done, &f);
    for (uint32_t i = 0; i < l->n; i++) {
        const struct nj_outcome *o = nj_match_apply(m, &l->inputs[i]);

        assert_false(o->refused);
        assert_memory_equal(&o->digest, &l->digests[i], sizeof(o->digest));
        f.done++;
    }
    nj_match_set_source(m, NULL, NULL);
    return m;
}

const char *nj_toy_lines(const struct nj_outcome *o)
{
    static char text[8192];
    struct nj_str s = NJ_STR_INIT(sizeof(text) - 1);

    for (const struct nj_message *x = o->messages; x != NULL; x = x->next) {
        nj_message_canon(x, &s);
        nj_str_putc(&s, '\n');
    }
    assert_false(s.over);
    memcpy(text, s.p, s.len + 1);
    nj_str_fini(&s);
    return text;
}
