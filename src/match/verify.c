/*
 * Is the course in a match file true? Everything that can be recomputed is:
 * the hash of the data, the commitment, the seed, and by playing the inputs
 * again every digest.
 */
#include <stdlib.h>
#include <string.h>

#include "match/export.h"
#include "match/match_priv.h"

/* What the course is recomputed with. */
struct own {
    const struct nj_game *game;
    struct nj_hash hash; /* of the data */
    void *data;          /* owned */
};

static enum nj_verdict other(struct nj_err *err, const char *what,
                             const char *game)
{
    (void)nj_fail(err, NJ_ERR_MISMATCH,
                  "played by %s of '%s' than this program has", what, game);
    return NJ_VERDICT_OTHER;
}

static enum nj_verdict check_rules(const struct nj_record_head *head,
                                   const struct nj_game *game,
                                   struct nj_err *err)
{
    NJ_ASSERT(game->rules_version > 0 && game->editions[0] != NULL);
    if (strcmp(head->game, game->id) != 0)
        return other(err, "the rules of another game", game->id);
    if (head->rules_version != game->rules_version)
        return other(err, "another version of the rules", game->id);
    if (nj_game_edition(game, head->edition) != NULL)
        return NJ_VERDICT_TRUE;
    (void)nj_fail(err, NJ_ERR_NOT_FOUND, "no edition '%s' of '%s'",
                  head->edition, game->id);
    return NJ_VERDICT_UNTRUE;
}

static bool is_used(const struct nj_data_set *set, const struct nj_data_file *f)
{
    uint32_t i = 0;

    NJ_ASSERT(set->n <= NJ_COUNT(set->file));
    while (i < set->n && set->file[i] != f)
        i++;
    return i < set->n;
}

/* The files that the record brings count before those that are here. */
static bool choose_files(const struct nj_record_head *head,
                         const struct nj_record_rules *rules,
                         struct nj_data_file *all, struct nj_data_set *set)
{
    NJ_ASSERT(rules->n_files == 0 || rules->files != NULL);
    memcpy(all, head->files, head->n_files * sizeof(*all));
    if (rules->n_files > 0)
        memcpy(all + head->n_files, rules->files,
               rules->n_files * sizeof(*all));
    return nj_data_choose(rules->game, &head->options, all,
                          head->n_files + rules->n_files, set);
}

/* Reading foreign files comes last: their hash has to be right. */
static enum nj_verdict read_files(const struct nj_record_head *head,
                                  const struct nj_data_file *all,
                                  const struct nj_data_set *set,
                                  struct own *own, struct nj_err *err)
{
    for (uint32_t i = 0; i < head->n_files; i++) {
        if (is_used(set, &all[i]))
            continue;
        (void)nj_fail(err, NJ_ERR_BAD_INPUT,
                      "the match is not played with the file '%s'",
                      all[i].name);
        return NJ_VERDICT_UNTRUE;
    }
    nj_data_set_hash(set, &own->hash);
    if (!nj_hash_equal(&own->hash, &head->data_hash))
        return other(err, "other data", head->game);
    if (nj_data_make(own->game, set, &own->data, err) != NJ_OK)
        return NJ_VERDICT_UNTRUE;
    return NJ_VERDICT_TRUE;
}

static enum nj_verdict take_files(const struct nj_record_head *head,
                                  const struct nj_record_rules *rules,
                                  struct own *own, struct nj_err *err)
{
    struct nj_data_file *all =
        nj_alloc((head->n_files + rules->n_files + 1U) * sizeof(*all));
    struct nj_data_set set;
    enum nj_verdict v;

    NJ_ASSERT(head->n_files <= NJ_DATA_USED_MAX && own->data == NULL);
    if (choose_files(head, rules, all, &set))
        v = read_files(head, all, &set, own, err);
    else
        v = other(err, "other data", head->game);
    free(all);
    return v;
}

static enum nj_status check_options(const struct nj_record_head *head,
                                    const struct own *own, struct nj_err *err)
{
    struct nj_options o = head->options;
    const struct nj_message *refusal = nj_options_check(
        own->game, own->data, head->edition, &o, head->n_seats);

    NJ_ASSERT(head->n_seats >= 1 && head->n_seats <= NJ_SEATS_MAX);
    if (refusal != NULL)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "input 1: the game refuses the options (%s)",
                       refusal->key);
    if (memcmp(&o, &head->options, sizeof(o)) != 0)
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "input 1: options that the game would adjust");
    return NJ_OK;
}

static enum nj_status check_seed(const struct nj_record_head *head,
                                 const struct nj_game *game, struct nj_err *err)
{
    struct nj_hash hash;

    NJ_ASSERT(head->revealed);
    if (head->rng != NJ_RNG_CHACHA20)
        return NJ_OK; /* a test stream proves nothing and says so */
    nj_commit(&head->secret, &hash);
    if (!nj_hash_equal(&hash, &head->commitment))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "the secret is not what was committed to");
    nj_record_seed(head, game, &head->secret, &hash);
    if (!nj_hash_equal(&hash, &head->seed))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "the seed is not that of the secret and the table");
    return NJ_OK;
}

static void set_rng(const struct nj_record_head *head, struct nj_rng *rng)
{
    uint64_t start = 0;

    NJ_ASSERT(head->rng != NJ_RNG_SCRIPT);
    if (head->rng == NJ_RNG_CHACHA20) {
        nj_rng_chacha20(rng, &head->seed, NJ_NONCE_PLAY);
        return;
    }
    for (int i = 7; i >= 0; i--)
        start = start << 8 | head->seed.b[i];
    nj_rng_splitmix64(rng, start);
}

static struct nj_match *create(const struct nj_record_head *head,
                               const struct own *own)
{
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_match_setup setup = {.game = own->game,
                                   .data = own->data,
                                   .data_hash = &own->hash,
                                   .number = head->match,
                                   .code = head->code,
                                   .edition = head->edition,
                                   .options = head->options,
                                   .seats = seats,
                                   .n_seats = head->n_seats,
                                   .brain_key = head->seed,
                                   .commitment = head->commitment};

    NJ_ASSERT(head->n_seats <= NJ_SEATS_MAX && head->revealed);
    for (uint8_t i = 0; i < head->n_seats; i++)
        seats[i] =
            (struct nj_match_seat){.name = head->seats[i].name,
                                   .computer = head->seats[i].computer,
                                   .join = head->seats[i].join,
                                   .contribution = head->seats[i].contribution};
    set_rng(head, &setup.rng);
    return nj_match_create(&setup);
}

static const struct nj_input *from_record(void *ctx, uint32_t seq)
{
    const struct nj_record *r = ctx;

    NJ_ASSERT(seq >= 1 && seq <= r->n_inputs);
    return &r->inputs[seq - 1].in;
}

static enum nj_status check_drawn_seats(const struct nj_record_head *head,
                                        const struct nj_match *m,
                                        struct nj_err *err)
{
    /* Behind the first input; a person may have several seats (hand.c). */
    NJ_ASSERT(nj_match_seq(m) == 1 && nj_seats(m) >= head->n_seats);
    for (uint8_t i = 0; i < head->n_seats; i++)
        if (nj_match_seat_of(m, i) != head->seats[i].seat)
            return nj_fail(err, NJ_ERR_MISMATCH,
                           "input 1: other seats than the draw gives");
    return NJ_OK;
}

static enum nj_status replay_one(struct nj_match *m,
                                 const struct nj_record_input *in,
                                 const struct nj_outcome **o,
                                 struct nj_err *err)
{
    const char *fault = nj_match_fault(m, &in->in);

    NJ_ASSERT(in->in.seq == nj_match_seq(m) + 1);
    if (fault != NULL)
        return nj_fail(err, NJ_ERR_MISMATCH, "input %u: %s", in->in.seq, fault);
    *o = nj_match_apply(m, &in->in);
    if ((*o)->refused)
        return nj_fail(err, NJ_ERR_MISMATCH, "input %u: refused (%s)",
                       in->in.seq, (*o)->messages->key);
    if (!nj_hash_equal(&(*o)->digest, &in->digest))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "input %u: the digest is another one", in->in.seq);
    return NJ_OK;
}

static enum nj_status replay(const struct nj_record *r, struct nj_match *m,
                             nj_record_each *each, void *ctx,
                             struct nj_err *err)
{
    enum nj_status st = NJ_OK;
    const struct nj_outcome *o = NULL;

    NJ_ASSERT(r->n_inputs >= 1 && nj_match_seq(m) == 0);
    for (uint32_t i = 0; i < r->n_inputs && st == NJ_OK; i++) {
        st = replay_one(m, &r->inputs[i], &o, err);
        if (st == NJ_OK && i == 0)
            st = check_drawn_seats(&r->head, m, err);
        if (st == NJ_OK && each != NULL)
            each(ctx, m, &r->inputs[i], o);
    }
    if (st == NJ_OK && r->over != nj_match_over(m))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       r->over ? "the match did not end with its last input"
                               : "the match is over, its file says not");
    return st;
}

static enum nj_status check_course(const struct nj_record *r,
                                   const struct own *own, nj_record_each *each,
                                   void *ctx, struct nj_err *err)
{
    struct nj_record lent = *r; /* a source's context is not const */
    struct nj_match *m = create(&r->head, own);
    enum nj_status st;

    NJ_ASSERT(r->inputs[0].in.kind == NJ_IN_START);
    nj_match_set_source(m, from_record, &lent);
    st = replay(r, m, each, ctx, err);
    nj_match_destroy(m);
    return st;
}

static enum nj_verdict judge(const struct nj_record *r, const struct own *own,
                             nj_record_each *each, void *ctx,
                             struct nj_err *err)
{
    if (check_options(&r->head, own, err) != NJ_OK)
        return NJ_VERDICT_UNTRUE;
    if (!r->head.revealed) {
        (void)nj_fail(err, NJ_ERR_NOT_FOUND,
                      "the seed is not revealed before the match is over: its "
                      "course cannot be recomputed yet");
        return NJ_VERDICT_UNFINISHED;
    }
    if (check_seed(&r->head, own->game, err) != NJ_OK ||
        check_course(r, own, each, ctx, err) != NJ_OK)
        return NJ_VERDICT_UNTRUE;
    return NJ_VERDICT_TRUE;
}

enum nj_verdict nj_record_verify(const struct nj_record *r,
                                 const struct nj_record_rules *rules,
                                 nj_record_each *each, void *ctx,
                                 struct nj_err *err)
{
    struct own own = {.game = rules->game};
    enum nj_verdict v = check_rules(&r->head, rules->game, err);

    NJ_ASSERT(r->n_inputs >= 1 && own.game != NULL);
    if (v == NJ_VERDICT_TRUE)
        v = take_files(&r->head, rules, &own, err);
    if (v == NJ_VERDICT_TRUE)
        v = judge(r, &own, each, ctx, err);
    nj_data_drop(own.data);
    return v;
}

/* --- names --- */

static const struct nj_arg *find_arg(const struct nj_input *in,
                                     const char *name, enum nj_arg_type type)
{
    for (uint32_t i = 0; i < in->args.n; i++)
        if (in->args.v[i].type == type && strcmp(in->args.v[i].name, name) == 0)
            return &in->args.v[i];
    return NULL;
}

void nj_record_names(const struct nj_match *m, const struct nj_input *in,
                     char name[NJ_SEATS_MAX][NJ_NAME_MAX])
{
    const struct nj_arg *seat = find_arg(in, "seat", NJ_ARG_SEAT);
    const struct nj_arg *shown = find_arg(in, "name", NJ_ARG_TEXT);

    if (in->kind == NJ_IN_START)
        for (nj_seat k = 0; k < nj_seats(m); k++)
            nj_str_copy(name[k], NJ_NAME_MAX, nj_seat_name(m, k));
    if (in->kind == NJ_IN_OVERRIDE && strcmp(in->verb, "sub") == 0 &&
        seat != NULL && shown != NULL && seat->i >= 0 && seat->i < nj_seats(m))
        nj_str_copy(name[seat->i], NJ_NAME_MAX, shown->s);
}
