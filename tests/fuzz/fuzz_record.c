/*
 * Any bytes as a match file of the toy game. The sum is put right first, or
 * nothing would get past it. Inputs that are read are then applied without
 * regard to their digests, as far as they are possible; the course that comes
 * of it, written out again, must be read and found true.
 */
#include <string.h>

#include "base/bug.h"
#include "fuzz/fuzz.h"
#include "kit/toy_game.h"
#include "match/emit.h"
#include "match/export.h"

#define FILE_BYTES (1u << 21)
#define COURSE_MAX 200

struct course {
    struct nj_record_head head;
    struct nj_record_input in[COURSE_MAX];
    uint32_t n;
    bool over;
};

static struct course course;
static const struct nj_record_rules rules = {.game = &nj_toy_game};

/* The lines of the fuzzer and a last line that fits them. */
static void put_sum(const uint8_t *data, size_t size, struct nj_str *out)
{
    struct nj_hash sum;
    char hex[NJ_HEX_BYTES];

    nj_str_add(out, (const char *)data, size);
    nj_hash_bytes(data, size, &sum);
    nj_hash_hex(&sum, hex);
    nj_str_addf(out, "{\"end\":\"over\",\"sum\":\"%s\"}\n", hex);
}

static const struct nj_input *from_course(void *ctx, uint32_t seq)
{
    const struct course *c = ctx;

    NJ_ASSERT(seq >= 1);
    NJ_ASSERT(seq <= c->n);
    return &c->in[seq - 1].in;
}

static struct nj_match *create(const struct nj_record_head *head)
{
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_match_setup setup = {.game = &nj_toy_game,
                                   .edition = "plain",
                                   .options = head->options,
                                   .seats = seats,
                                   .n_seats = head->n_seats,
                                   .brain_key = head->seed,
                                   .commitment = head->commitment};

    for (uint8_t i = 0; i < head->n_seats; i++)
        seats[i] =
            (struct nj_match_seat){.name = head->seats[i].name,
                                   .computer = head->seats[i].computer,
                                   .join = i,
                                   .contribution = head->seats[i].contribution};
    nj_rng_splitmix64(&setup.rng, 1);
    return nj_match_create(&setup);
}

/* A head that verifies, with what was read where the toy allows it. */
static void take_head(const struct nj_record *r)
{
    struct nj_record_head *head = &course.head;

    *head = r->head;
    memset(&head->seed, 0, sizeof(head->seed));
    memset(&head->data_hash, 0, sizeof(head->data_hash));
    head->seed.b[0] = 1;
    head->rng = NJ_RNG_SPLITMIX64;
    head->revealed = true;
    head->rules_version = nj_toy_game.rules_version;
    memcpy(head->edition, "plain", 6);
    if (nj_options_check(&nj_toy_game, NULL, nj_toy_game.editions[0],
                         &head->options, head->n_seats) != NULL)
        nj_options_default(&nj_toy_game, &head->options);
}

static void play(const struct nj_record *r)
{
    struct nj_match *m = create(&course.head);

    course.n = 0;
    nj_match_set_source(m, from_course, &course);
    for (uint32_t i = 0; i < r->n_inputs && course.n < COURSE_MAX; i++) {
        const struct nj_outcome *o;

        if (nj_match_fault(m, &r->inputs[i].in) != NULL)
            continue;
        o = nj_match_apply(m, &r->inputs[i].in);
        if (o->refused)
            continue;
        course.in[course.n].in = r->inputs[i].in;
        course.in[course.n].in.seq = o->seq;
        course.in[course.n++].digest = o->digest;
    }
    course.over = nj_match_over(m);
    for (uint8_t i = 0; i < course.head.n_seats; i++)
        course.head.seats[i].seat = nj_match_seat_of(m, i);
    nj_match_destroy(m);
}

static void write_and_verify(void)
{
    struct nj_str text = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_record_writer w;
    struct nj_record again;
    struct nj_err err = {{0}};
    enum nj_status st;

    nj_record_begin(&w, &nj_toy_game, &course.head, &text);
    for (uint32_t i = 0; i < course.n; i++)
        nj_record_put(&w, &course.head, &course.in[i], &text);
    nj_record_end(&w, course.over, &text);
    NJ_ASSERT(!text.over);
    st = nj_record_read(text.p, text.len, nj_toy_find, &again, &err);
    NJ_ASSERT(st == NJ_OK);
    st = nj_record_verify(&again, &rules, NULL, NULL, &err);
    NJ_ASSERT(st == NJ_OK);
    nj_record_fini(&again);
    nj_str_fini(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nj_str text = NJ_STR_INIT(FILE_BYTES);
    struct nj_record r;
    struct nj_err err = {{0}};

    nj_random_init();
    put_sum(data, size, &text);
    if (nj_record_read(text.p, text.len, nj_toy_find, &r, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        nj_str_fini(&text);
        return 0;
    }
    if (nj_record_verify(&r, &rules, NULL, NULL, &err) != NJ_OK)
        NJ_ASSERT(err.text[0] != '\0');
    take_head(&r);
    play(&r);
    if (course.n > 0)
        write_and_verify();
    nj_record_fini(&r);
    nj_str_fini(&text);
    return 0;
}
