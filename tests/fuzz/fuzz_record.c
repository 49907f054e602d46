/*
 * Any bytes as a match file of the toy game, or of one that is the same but
 * for a file and further ones, which match files bring. The sum and the hash
 * of the files are put right first, or nothing would get past them. Inputs
 * that are read are then applied without regard to their digests, as far as
 * they are possible; the course that comes of it, written out again, must be
 * read and found true.
 */
#include <stdlib.h>
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

/* --- the toy with files --- */

static const char *const off_on[] = {"off", "on", NULL};
static const struct nj_option options[] = {
    {.key = "goal", .type = NJ_OPTION_INT, .lo = 1, .hi = 100, .dflt = 20},
    {.key = "questions", .type = NJ_OPTION_WORD, .words = off_on, .dflt = 1},
    {.key = "think",
     .type = NJ_OPTION_MS,
     .lo = 10000,
     .hi = 86400000,
     .dflt = 60000},
    {.key = "pack", .type = NJ_OPTION_TEXT},
    {.key = NULL}};

/* A text is good if it has no '!' in it; looks at each byte, and behind. */
static enum nj_status load(const char *text, size_t n, void **data,
                           struct nj_err *err)
{
    NJ_ASSERT(n <= NJ_DATA_FILE_MAX);
    NJ_ASSERT(text[n] == '\0');
    if (memchr(text, '!', n) != NULL)
        return nj_fail(err, NJ_ERR_BAD_INPUT, "line 1: not a good text");
    *data = nj_alloc(sizeof(struct nj_data_head));
    return NJ_OK;
}

static struct nj_game with_files;
static struct nj_data_file first = {
    .name = "config/toy/first.txt", .text = "toy", .len = 3, .own = true};

static const struct nj_game *find(const char *id)
{
    return strcmp(id, with_files.id) == 0 ? &with_files : nj_toy_find(id);
}

static struct nj_record_rules rules_of(const struct nj_game *game)
{
    return (struct nj_record_rules){
        .game = game, .files = &first, .n_files = game == &with_files};
}

static void make_game(void)
{
    with_files = nj_toy_game;
    with_files.id = "toy-files";
    with_files.options = options;
    with_files.data_name = first.name;
    with_files.data_load = load;
    with_files.data_more = "config/toy/more/";
    with_files.data_option = "pack";
    nj_hash_bytes(first.text, first.len, &first.hash);
}

/* Chooses as who verifies does; false: not all are there, or one too many. */
static bool choose(const struct nj_record_head *head,
                   struct nj_data_file all[NJ_DATA_USED_MAX + 1],
                   struct nj_data_set *set)
{
    uint32_t brought = 0;

    memcpy(all, head->files, head->n_files * sizeof(*all));
    all[head->n_files] = first;
    if (!nj_data_choose(find(head->game), &head->options, all,
                        head->n_files + 1, set))
        return false;
    for (uint32_t i = 0; i < set->n; i++)
        brought += set->file[i] < &all[head->n_files];
    return brought == head->n_files;
}

/* The hash that the head should have, as far as its files can be chosen. */
static void put_data_hash(struct nj_record_head *head)
{
    struct nj_data_file all[NJ_DATA_USED_MAX + 1];
    struct nj_data_set set;

    if (choose(head, all, &set))
        nj_data_set_hash(&set, &head->data_hash);
}

/* The data of the head's files. Those that are no good are left at home. */
static void *take_data(struct nj_record_head *head)
{
    const struct nj_game *game = find(head->game);
    struct nj_data_file all[NJ_DATA_USED_MAX + 1];
    struct nj_data_set set;
    void *data = NULL;
    struct nj_err err = {{0}};

    if (choose(head, all, &set) &&
        nj_data_make(game, &set, &data, &err) == NJ_OK) {
        nj_data_set_hash(&set, &head->data_hash);
        return data;
    }
    head->n_files = 0;
    memset(head->options.text, 0, sizeof(head->options.text));
    if (!choose(head, all, &set) ||
        nj_data_make(game, &set, &data, &err) != NJ_OK)
        NJ_UNREACHABLE();
    nj_data_set_hash(&set, &head->data_hash);
    return data;
}

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

static struct nj_match *create(const struct nj_record_head *head,
                               const void *data)
{
    struct nj_match_seat seats[NJ_SEATS_MAX];
    struct nj_match_setup setup = {.game = find(head->game),
                                   .data = data,
                                   .data_hash = &head->data_hash,
                                   .number = head->match,
                                   .code = head->code,
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
    head->seed.b[0] = 1;
    head->rng = NJ_RNG_SPLITMIX64;
    head->revealed = true;
    head->rules_version = nj_toy_game.rules_version;
    memcpy(head->edition, "plain", 6);
    if (nj_options_check(find(head->game), NULL, nj_toy_game.editions[0],
                         &head->options, head->n_seats) != NULL)
        nj_options_default(find(head->game), &head->options);
}

static void take(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_outcome *o;

    if (nj_match_fault(m, in) != NULL)
        return;
    o = nj_match_apply(m, in);
    if (o->refused)
        return;
    course.in[course.n].in = *in;
    course.in[course.n].in.seq = o->seq;
    course.in[course.n++].digest = o->digest;
}

/* A file that shows its secret has an end. */
static void end(struct nj_match *m)
{
    const struct nj_input abort = {.at_ms = course.in[course.n - 1].in.at_ms,
                                   .kind = NJ_IN_OVERRIDE,
                                   .seat = NJ_SEAT_NONE,
                                   .by = NJ_BY_HOST,
                                   .verb = "abort",
                                   .reason = "because"};

    if (!nj_match_over(m))
        take(m, &abort);
}

static void play(const struct nj_record *r)
{
    void *data = take_data(&course.head);
    struct nj_match *m = create(&course.head, data);

    course.n = 0;
    nj_match_set_source(m, from_course, &course);
    for (uint32_t i = 0; i < r->n_inputs && course.n < COURSE_MAX - 1; i++)
        take(m, &r->inputs[i].in);
    if (course.n > 0)
        end(m);
    course.over = nj_match_over(m);
    for (uint8_t i = 0; i < course.head.n_seats; i++)
        course.head.seats[i].seat = nj_match_seat_of(m, i);
    nj_match_destroy(m);
    nj_data_drop(data);
}

static void write_and_verify(void)
{
    const struct nj_game *game = find(course.head.game);
    const struct nj_record_rules rules = rules_of(game);
    struct nj_str text = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_record_writer w;
    struct nj_record again;
    struct nj_err err = {{0}};
    enum nj_verdict v;
    enum nj_status st;

    nj_record_begin(&w, game, &course.head, &text);
    for (uint32_t i = 0; i < course.n; i++)
        nj_record_put(&w, &course.head, &course.in[i], &text);
    nj_record_end(&w, course.over, &text);
    NJ_ASSERT(!text.over);
    st = nj_record_read(text.p, text.len, find, &again, &err);
    NJ_ASSERT(st == NJ_OK);
    v = nj_record_verify(&again, &rules, NULL, NULL, &err);
    NJ_ASSERT(v == NJ_VERDICT_TRUE);
    nj_record_fini(&again);
    nj_str_fini(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nj_str text = NJ_STR_INIT(FILE_BYTES);
    struct nj_record_rules rules;
    static struct nj_record r;
    struct nj_err err = {{0}};

    nj_random_init();
    make_game();
    put_sum(data, size, &text);
    if (nj_record_read(text.p, text.len, find, &r, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        nj_str_fini(&text);
        return 0;
    }
    put_data_hash(&r.head);
    rules = rules_of(find(r.head.game));
    if (nj_record_verify(&r, &rules, NULL, NULL, &err) != NJ_VERDICT_TRUE)
        NJ_ASSERT(err.text[0] != '\0');
    take_head(&r);
    play(&r);
    if (course.n > 0)
        write_and_verify();
    nj_record_fini(&r);
    nj_str_fini(&text);
    return 0;
}
