/*
 * Is the course in a match file true? Everything that can be recomputed is:
 * the commitment, the seed, and by playing the inputs again every digest.
 */
#include <string.h>

#include "match/export.h"
#include "match/match_priv.h"

static enum nj_status check_rules(const struct nj_record_head *head,
                                  const struct nj_record_rules *rules,
                                  struct nj_err *err)
{
    static const struct nj_hash none;
    const struct nj_game *game = rules->game;
    const struct nj_hash *hash = rules->data_hash;

    NJ_ASSERT(game->editions != NULL);
    if (strcmp(head->game, game->id) != 0)
        return nj_fail(err, NJ_ERR_MISMATCH, "a match of '%s', not of '%s'",
                       head->game, game->id);
    if (head->rules_version != game->rules_version)
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "played by version %u of the rules of '%s'; this "
                       "program has version %u",
                       head->rules_version, game->id, game->rules_version);
    if (!nj_hash_equal(&head->data_hash, hash != NULL ? hash : &none))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "played with another data file of '%s' than the one "
                       "of this program",
                       game->id);
    if (nj_game_edition(game, head->edition) != NULL)
        return NJ_OK;
    return nj_fail(err, NJ_ERR_NOT_FOUND, "no edition '%s' of '%s'",
                   head->edition, game->id);
}

static enum nj_status check_options(const struct nj_record_head *head,
                                    const struct nj_record_rules *rules,
                                    struct nj_err *err)
{
    struct nj_options o = head->options;
    const struct nj_message *refusal = nj_options_check(
        rules->game, rules->data, head->edition, &o, head->n_seats);

    NJ_ASSERT(head->n_seats >= 1);
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
                                 struct nj_err *err)
{
    const char *texts[NJ_SEATS_MAX];
    size_t lens[NJ_SEATS_MAX];
    size_t n = 0;
    struct nj_hash hash;

    if (head->rng != NJ_RNG_CHACHA20)
        return NJ_OK; /* a test stream proves nothing and says so */
    nj_commit(&head->secret, &hash);
    if (!nj_hash_equal(&hash, &head->commitment))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "the secret is not what was committed to");
    NJ_ASSERT(head->n_seats <= NJ_SEATS_MAX);
    for (uint8_t i = 0; i < head->n_seats; i++) {
        if (head->seats[i].computer)
            continue;
        texts[n] = head->seats[i].contribution;
        lens[n] = strlen(texts[n]);
        n++;
    }
    nj_seed(&head->secret, texts, lens, n, &hash);
    if (!nj_hash_equal(&hash, &head->seed))
        return nj_fail(err, NJ_ERR_MISMATCH,
                       "the seed is not that of the secret and the "
                       "contributions");
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
                               const struct nj_record_rules *rules)
{
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_match_setup setup = {.game = rules->game,
                                   .data = rules->data,
                                   .data_hash = rules->data_hash,
                                   .edition = head->edition,
                                   .options = head->options,
                                   .seats = seats,
                                   .n_seats = head->n_seats,
                                   .brain_key = head->seed,
                                   .commitment = head->commitment};

    NJ_ASSERT(head->n_seats <= NJ_SEATS_MAX);
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

    NJ_ASSERT(seq >= 1);
    NJ_ASSERT(seq <= r->n_inputs);
    return &r->inputs[seq - 1].in;
}

static enum nj_status check_drawn_seats(const struct nj_record_head *head,
                                        const struct nj_match *m,
                                        struct nj_err *err)
{
    NJ_ASSERT(nj_seats(m) == head->n_seats);
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

    NJ_ASSERT(r->n_inputs >= 1);
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

enum nj_status nj_record_verify(const struct nj_record *r,
                                const struct nj_record_rules *rules,
                                nj_record_each *each, void *ctx,
                                struct nj_err *err)
{
    struct nj_record lent = *r; /* a source's context is not const */
    struct nj_match *m;
    enum nj_status st = check_rules(&r->head, rules, err);

    NJ_ASSERT(r->n_inputs >= 1);
    if (st == NJ_OK)
        st = check_options(&r->head, rules, err);
    if (st == NJ_OK && !r->head.revealed)
        return nj_fail(err, NJ_ERR_NOT_FOUND,
                       "the seed is not revealed before the match is over: "
                       "its course cannot be recomputed yet");
    if (st == NJ_OK)
        st = check_seed(&r->head, err);
    if (st != NJ_OK)
        return st;
    m = create(&r->head, rules);
    nj_match_set_source(m, from_record, &lent);
    st = replay(r, m, each, ctx, err);
    nj_match_destroy(m);
    return st;
}
