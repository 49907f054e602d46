/* Match files: written, read, verified; and what altered or hostile ones
 * get. Covers export.c, record.c and verify.c. */
#include <string.h>

#include "kit/nj_test.h"
#include "kit/toy_log.h"
#include "match/emit.h"
#include "match/export.h"

static const struct nj_record_rules rules = {.game = &nj_toy_game};

/* A match in play's own stream, with commitment and contributions. */
static void committed(struct toy_log *l, struct nj_record_head *head)
{
    static const char *const words[] = {"moon", "\xe6\xbc\xab\xe6\xbc\xab"};

    nj_toy_log_init(l);
    nj_match_destroy(l->m);
    memset(head, 0, sizeof(*head));
    head->match = 12;
    memcpy(head->code, "K7Q", 4);
    memcpy(head->game, "toy", 4);
    memcpy(head->edition, "plain", 6);
    memcpy(head->program, "tests", 6);
    head->rules_version = 1;
    head->revealed = true;
    memset(head->secret.b, 7, sizeof(head->secret.b));
    head->options = l->setup.options;
    head->n_seats = 3;
    head->seats[2].computer = true;
    memcpy(head->joins[0], words[0], 5);
    memcpy(head->joins[1], "gone", 5); /* who left again */
    memcpy(head->joins[2], words[1], 7);
    head->n_joins = 3;
    nj_commit(&head->secret, &head->commitment);
    nj_record_seed(head, &nj_toy_game, &head->secret, &head->seed);
    l->setup.number = head->match;
    l->setup.code = "K7Q";
    l->seats[0].contribution = words[0];
    l->seats[1].contribution = words[1];
    l->setup.commitment = head->commitment;
    l->setup.brain_key = head->seed;
    nj_rng_chacha20(&l->setup.rng, &head->seed, NJ_NONCE_PLAY);
    l->m = nj_match_create(&l->setup);
}

static void seats_as_drawn(const struct toy_log *l, struct nj_record_head *head)
{
    for (uint8_t i = 0; i < 3; i++) {
        struct nj_record_seat *s = &head->seats[i];

        s->seat = nj_match_seat_of(l->m, i);
        s->join = i;
        s->computer = l->seats[i].computer;
        memcpy(s->name, l->seats[i].name, strlen(l->seats[i].name) + 1);
        memcpy(s->contribution, l->seats[i].contribution,
               strlen(l->seats[i].contribution) + 1);
    }
}

static void write_out(const struct toy_log *l,
                      const struct nj_record_head *head, struct nj_str *out)
{
    struct nj_record_writer w;

    nj_record_begin(&w, &nj_toy_game, head, out);
    for (uint32_t i = 0; i < l->n; i++)
        nj_record_put(&w, head,
                      &(struct nj_record_input){.in = l->inputs[i],
                                                .digest = l->digests[i]},
                      out);
    nj_record_end(&w, nj_match_over(l->m), out);
    assert_false(out->over);
}

/* A course with one of each kind of input, over at the end. */
static void play_all_kinds(struct toy_log *l)
{
    struct nj_input in = {.kind = NJ_IN_LEAVE, .verb = "leave", .reason = ""};

    (void)nj_toy_log_start(l);
    (void)nj_toy_log_computers(l);
    (void)nj_toy_log_order(l, 0, NJ_PLACE_PRIVATE, "guess",
                           "\xe4\xb8\x8a \"x\"");
    l->now_ms += 60000;
    if (nj_match_due(l->m, l->now_ms, &in))
        (void)nj_toy_log_apply(l, &in);
    (void)nj_toy_log_computers(l);
    (void)nj_toy_log_power(l, "undo", -1);
    (void)nj_toy_log_power(l, "pause", -1);
    l->now_ms += 5000;
    (void)nj_toy_log_power(l, "resume", -1);
    in = (struct nj_input){
        .kind = NJ_IN_LEAVE, .seat = 1, .verb = "leave", .reason = ""};
    (void)nj_toy_log_apply(l, &in);
    (void)nj_toy_log_power(l, "abort", -1);
    assert_true(nj_match_over(l->m));
}

/* What a user of the file gets told: what cannot be read is untrue, or of
 * another program. */
static enum nj_verdict judge(const char *text, size_t n,
                             const struct nj_record_rules *by,
                             struct nj_err *err)
{
    static struct nj_record r;
    enum nj_status st = nj_record_read(text, n, nj_toy_find, &r, err);
    enum nj_verdict v;

    if (st != NJ_OK)
        return st == NJ_ERR_NOT_FOUND ? NJ_VERDICT_OTHER : NJ_VERDICT_UNTRUE;
    v = nj_record_verify(&r, by, NULL, NULL, err);
    nj_record_fini(&r);
    return v;
}

static enum nj_verdict read_and_verify(const char *text, size_t n,
                                       struct nj_err *err)
{
    return judge(text, n, &rules, err);
}

/* The text with its last line put right again, as a forger would. */
static void forge(struct nj_str *s)
{
    size_t last = s->len - 1;
    struct nj_hash sum;
    char hex[NJ_HEX_BYTES];

    while (s->p[last - 1] != '\n')
        last--;
    nj_str_cut(s, last);
    nj_hash_bytes(s->p, s->len, &sum);
    nj_hash_hex(&sum, hex);
    nj_str_addf(s, "{\"end\":\"over\",\"sum\":\"%s\"}\n", hex);
}

/* Replaces the first `from` behind `mark` by `to`, and forges the sum. */
static void alter(const struct nj_str *whole, const char *from, const char *to,
                  struct nj_str *out)
{
    const char *at = strstr(whole->p, from);

    assert_non_null(at);
    nj_str_clear(out);
    nj_str_add(out, whole->p, (size_t)(at - whole->p));
    nj_str_puts(out, to);
    nj_str_puts(out, at + strlen(from));
    forge(out);
}

static void a_file(struct nj_str *out)
{
    struct toy_log l;
    static struct nj_record_head head;

    committed(&l, &head);
    play_all_kinds(&l);
    seats_as_drawn(&l, &head);
    write_out(&l, &head, out);
    nj_toy_log_fini(&l);
}

struct told {
    uint32_t inputs, messages;
};

static void count(void *ctx, const struct nj_match *m,
                  const struct nj_record_input *in, const struct nj_outcome *o)
{
    struct told *t = ctx;

    assert_int_equal(nj_match_seq(m), in->in.seq);
    t->inputs++;
    t->messages += o->n_messages;
}

static void what_was_written_is_read_and_true(void **state)
{
    struct nj_str s = NJ_STR_INIT(100000);
    static struct nj_record r;
    struct nj_err err = {{0}};
    struct told told = {0};

    NJ_UNUSED(state);
    a_file(&s);
    assert_int_equal(nj_record_read(s.p, s.len, nj_toy_find, &r, &err), NJ_OK);
    assert_true(r.over);
    assert_int_equal(r.head.match, 12);
    assert_string_equal(r.head.code, "K7Q");
    assert_string_equal(r.head.seats[1].contribution,
                        "\xe6\xbc\xab\xe6\xbc\xab");
    assert_string_equal(r.inputs[1].in.reason, "");
    assert_int_equal(nj_record_verify(&r, &rules, count, &told, &err),
                     NJ_VERDICT_TRUE);
    assert_string_equal(err.text, "");
    assert_int_equal(told.inputs, r.n_inputs);
    assert_true(told.messages > told.inputs);
    nj_record_fini(&r);
    nj_str_fini(&s);
}

static void one_altered_byte_fails(void **state)
{
    struct nj_str s = NJ_STR_INIT(100000);
    struct nj_err err;

    NJ_UNUSED(state);
    a_file(&s);
    assert_int_equal(read_and_verify(s.p, s.len, &err), NJ_VERDICT_TRUE);
    for (size_t i = 0; i < s.len; i++) {
        for (int bit = 0; bit < 8; bit++) {
            s.p[i] = (char)(s.p[i] ^ (1 << bit));
            assert_int_not_equal(read_and_verify(s.p, s.len, &err),
                                 NJ_VERDICT_TRUE);
            s.p[i] = (char)(s.p[i] ^ (1 << bit));
        }
    }
    nj_str_fini(&s);
}

static void a_cut_or_longer_file_fails(void **state)
{
    struct nj_str s = NJ_STR_INIT(100000);
    struct nj_err err;

    NJ_UNUSED(state);
    a_file(&s);
    for (size_t n = 0; n < s.len; n++)
        assert_int_not_equal(read_and_verify(s.p, n, &err), NJ_VERDICT_TRUE);
    nj_str_putc(&s, '\n');
    assert_int_not_equal(read_and_verify(s.p, s.len, &err), NJ_VERDICT_TRUE);
    nj_str_fini(&s);
}

/* A part of a file, what takes its place, and what is said about it then. */
struct alteration {
    const char *from, *to, *says;
};

/* All must be found by the course: the sum is put right each time. */
static const struct alteration forgeries[] = {
    {"\"nightjar\":2", "\"nightjar\":\"2\"", "line 1"},
    {"\"nightjar\":2,", "", "'nightjar' is missing"},
    {"\"match\":12", "\"match\":13", "seed"},
    {"\"code\":\"K7Q\"", "\"code\":\"K7R\"", "seed"},
    {"\"program\":\"tests\"", "\"program\":\"\\u001b\"", "line 1"},
    {"\"files\":[]", "\"files\":{}", "files of one match"},
    {"\"files\":[]", "\"files\":[1,2,3]", "files of one match"},
    {"\"files\":[]", "\"files\":[{\"name\":\"a\",\"text\":\"b\"}]",
     "not played with the file 'a'"},
    {"\"files\":[]", "\"files\":[{\"name\":\"a\",\"text\":\"b\",\"x\":1}]",
     "does not have"},
    {"\"files\":[]", "\"files\":[{\"name\":\"a\"}]", "line 1"},
    {"{\"nightjar\"", "{\"comment\":\"\",\"nightjar\"", "does not have"},
    {"{\"seq\":2", "{\"comment\":\"\",\"seq\":2", "does not have"},
    {"{\"seq\":2", "{\"joins\":[],\"seq\":2", "does not have"},
    {"{\"seat\":1", "{\"team\":1,\"seat\":1", "does not have"},
    {"\"secret\":\"", "\"sesame\":\"", "does not have"},
    {"\"joins\":[\"moon\"", "\"joins\":[\"sun\"", "having joined"},
    {"\"joins\":[\"moon\",\"gone\"", "\"joins\":[\"moon\"", "seed"},
    {"\"joins\":[\"moon\",\"gone\"", "\"joins\":[\"gone\",\"moon\"", "seed"},
    {"\"joins\":[", "\"joins\":7,\"x\":[", "joins"},
    {"\"edition\":\"plain\"", "\"edition\":\"plane\"", "no edition"},
    {"\"edition\":\"plain\"", "\"edition\":\"wild\"", "input 1"},
    {"\"rng\":\"chacha20\"", "\"rng\":\"splitmix64\"", "input 1"},
    {"\"rng\":\"chacha20\"", "\"rng\":\"dice\"", "no such stream"},
    {"\"commitment\":\"", "\"commitment\":\"00", "line 1"},
    {"\"secret\":\"0707", "\"secret\":\"0807", "committed"},
    {"\"contribution\":\"moon\"", "\"contribution\":\"sun\"", "having joined"},
    {"\"name\":\"Ann\"", "\"name\":\"Eve\"", "input 1"},
    {"\"name\":\"Ann\"", "\"name\":\"\\u001b[2J\"", "cannot be shown"},
    {"\"kind\":\"computer\"", "\"kind\":\"person\"", "having joined"},
    {"\"kind\":\"person\"", "\"kind\":\"computer\"", "seed"},
    {"\"kind\":\"computer\"", "\"kind\":\"robot\"", "computer"},
    {"\"goal\":\"20\"", "\"goal\":\"21\"", "seed"},
    {"\"goal\":\"20\"", "\"goal\":\"0\"", "not a value"},
    {"\"goal\":\"20\"", "\"goal\":\"13\"", "refuses the options"},
    {"\"goal\":\"20\"", "\"gaol\":\"20\"", "no such option"},
    {"\"kind\":\"start\"", "\"kind\":\"order\"", "line 2"},
    {"\"kind\":\"timer\"", "\"kind\":\"tumor\"", "no such kind"},
    {"\"kind\":\"timer\"", "\"kind\":\"start\"", "one start"},
    {"\"verb\":\"turn\"", "\"verb\":\"tern\"", "not armed"},
    {"\"verb\":\"guess\"", "\"verb\":\"guest\"", "no such verb"},
    {"\"verb\":\"undo\"", "\"verb\":\"redo\"", "its own kind"},
    {"\"verb\":\"pause\"", "\"verb\":\"fly\"", "refused"},
    {"\"place\":\"private\"", "\"place\":\"nowhere\"", "no such place"},
    {"\"by\":\"clock\"", "\"by\":\"nobody\"", "asked by"},
    {"\"by\":\"host\"", "\"by\":\"clock\"", "nobody used"},
    {"\"reason\":\"because\"", "\"reason\":\"\"", "digest"},
    {"\"text\":[\"text\",\"", "\"text\":[\"text\",\"x", "digest"},
    {"\"text\":[\"text\",\"", "\"text\":[\"word\",\"", "wrong arguments"},
    {"\"seq\":2,", "\"seq\":3,", "line 3"},
    {"\"seq\":2,", "", "line 3"},
    {"{\"seq\":2,\"at\":1", "{\"seq\":2,\"at\":0", "line 3"},
    {"{\"seq\":2,", "x{\"seq\":2,", "line 3"},
    {"\"secret\":\"0707", "\"secret\":\"AB07", "lower case"},
    {"\"options\":{", "\"options\":7,\"x\":{", "expected an object"},
    {"\"options\":{", "\"options\":[7],\"x\":{", "expected an object"},
    {"\"seats\":[", "\"seats\":7,\"x\":[", "number of seats"},
    {"\"seats\":[", "\"seats\":[],\"x\":[", "number of seats"},
    {"\"seats\":[", "\"seats\":[1,2,3,4,5],\"x\":[", "number of seats"},
    {"\"seat\":1", "\"seat\":0", "line 2"},
    {"\"seat\":2", "\"seat\":1", "twice"},
    {"\"join\":2", "\"join\":3", "line 2"},
    {"\"digest\":\"", "\"digest\":\"f", "line 2"},
};

/* Whoever alters a file and puts its sum right is found by the course. */
static void a_forged_course_is_found(void **state)
{
    struct nj_str s = NJ_STR_INIT(100000), forged = NJ_STR_INIT(100000);
    struct nj_err err;

    NJ_UNUSED(state);
    a_file(&s);
    for (size_t i = 0; i < NJ_COUNT(forgeries); i++) {
        alter(&s, forgeries[i].from, forgeries[i].to, &forged);
        err.text[0] = '\0';
        if (read_and_verify(forged.p, forged.len, &err) != NJ_VERDICT_UNTRUE ||
            strstr(err.text, forgeries[i].says) == NULL)
            fail_msg("case %zu: %s", i, err.text);
    }
    nj_str_fini(&s);
    nj_str_fini(&forged);
}

/* Whoever has other rules can say nothing for the file, and nothing against
 * it. */
static void another_program_or_data_is_not_untrue(void **state)
{
    static const struct alteration cases[] = {
        {"\"game\":\"toy\"", "\"game\":\"chess\"", "no game 'chess'"},
        {"\"nightjar\":2", "\"nightjar\":1", "never released"},
        {"\"nightjar\":2", "\"nightjar\":3", "a newer one"},
        {"\"rules\":1", "\"rules\":2", "version"},
        {"\"data\":\"0000", "\"data\":\"0001", "data"},
    };
    struct nj_str s = NJ_STR_INIT(100000), forged = NJ_STR_INIT(100000);
    struct nj_err err;

    NJ_UNUSED(state);
    a_file(&s);
    for (size_t i = 0; i < NJ_COUNT(cases); i++) {
        alter(&s, cases[i].from, cases[i].to, &forged);
        err.text[0] = '\0';
        if (read_and_verify(forged.p, forged.len, &err) != NJ_VERDICT_OTHER ||
            strstr(err.text, cases[i].says) == NULL)
            fail_msg("case %zu: %s", i, err.text);
    }
    nj_str_fini(&s);
    nj_str_fini(&forged);
}

static void a_running_match_hides_its_seed(void **state)
{
    struct toy_log l;
    static struct nj_record_head head;
    struct nj_str s = NJ_STR_INIT(100000);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    committed(&l, &head);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_computers(&l);
    seats_as_drawn(&l, &head);
    head.revealed = false;
    write_out(&l, &head, &s);
    assert_null(strstr(s.p, "secret"));
    assert_null(strstr(s.p, "seed"));
    assert_int_equal(read_and_verify(s.p, s.len, &err), NJ_VERDICT_UNFINISHED);
    assert_non_null(strstr(err.text, "not revealed"));
    forge(&s); /* "over" where it says "running", and the sum put right */
    assert_int_equal(read_and_verify(s.p, s.len, &err), NJ_VERDICT_UNTRUE);
    assert_non_null(strstr(err.text, "secret is not there"));
    nj_str_fini(&s);
    nj_toy_log_fini(&l);
}

/* S7: the first inputs of a match that is over, its secret left in, as if it
 * were still running, or as if it had ended there. */
static void an_end_cannot_be_cut_off(void **state)
{
    struct toy_log l;
    static struct nj_record_head head;
    struct nj_str s = NJ_STR_INIT(100000);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    committed(&l, &head);
    (void)nj_toy_log_start(&l);
    (void)nj_toy_log_computers(&l);
    seats_as_drawn(&l, &head);
    write_out(&l, &head, &s);
    assert_non_null(strstr(s.p, "\"end\":\"running\""));
    assert_int_equal(read_and_verify(s.p, s.len, &err), NJ_VERDICT_UNTRUE);
    assert_non_null(strstr(err.text, "cut off"));
    forge(&s);
    assert_int_equal(read_and_verify(s.p, s.len, &err), NJ_VERDICT_UNTRUE);
    assert_non_null(strstr(err.text, "did not end"));
    nj_str_fini(&s);
    nj_toy_log_fini(&l);
}

static void a_test_stream_verifies_without_a_secret(void **state)
{
    struct toy_log l;
    static struct nj_record_head head;
    struct nj_str s = NJ_STR_INIT(100000);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    committed(&l, &head);
    nj_match_destroy(l.m);
    memset(&head.secret, 0, sizeof(head.secret));
    memset(&head.seed, 0, sizeof(head.seed));
    head.rng = NJ_RNG_SPLITMIX64;
    head.seed.b[0] = 0xff;
    head.seed.b[7] = 0x80;
    l.setup.brain_key = head.seed;
    nj_rng_splitmix64(&l.setup.rng, UINT64_C(0x80000000000000ff));
    l.m = nj_match_create(&l.setup);
    play_all_kinds(&l);
    seats_as_drawn(&l, &head);
    write_out(&l, &head, &s);
    assert_int_equal(read_and_verify(s.p, s.len, &err), NJ_VERDICT_TRUE);
    nj_str_fini(&s);
    nj_toy_log_fini(&l);
}

static void no_match_is_no_match_file(void **state)
{
    static const char *const texts[] = {"", "\n", "{}\n", "x", "\n\n\n"};
    static struct nj_record r;

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(texts); i++) {
        struct nj_str s = NJ_STR_INIT(1000);

        nj_str_puts(&s, texts[i]);
        assert_int_not_equal(nj_record_read(s.p, s.len, nj_toy_find, &r, NULL),
                             NJ_OK);
        nj_str_puts(&s, "\nx\n");
        forge(&s);
        assert_int_not_equal(nj_record_read(s.p, s.len, nj_toy_find, &r, NULL),
                             NJ_OK);
        nj_str_fini(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read_and_true),
        cmocka_unit_test(one_altered_byte_fails),
        cmocka_unit_test(a_cut_or_longer_file_fails),
        cmocka_unit_test(a_forged_course_is_found),
        cmocka_unit_test(another_program_or_data_is_not_untrue),
        cmocka_unit_test(a_running_match_hides_its_seed),
        cmocka_unit_test(an_end_cannot_be_cut_off),
        cmocka_unit_test(a_test_stream_verifies_without_a_secret),
        cmocka_unit_test(no_match_is_no_match_file),
    };

    return cmocka_run_group_tests_name("match/record", tests, NULL, NULL);
}
