/*
 * Reading a match file that anybody may have written: sum and form. Whether
 * its course is true is verify.c's question.
 *
 * The sum is compared first, and the last line as a whole, so that no altered
 * byte gets as far as the parser; a file made on purpose does.
 */
#include <string.h>

#include "base/utf8.h"
#include "match/export.h"
#include "match/match_priv.h"

#define LINE_DEPTH      6
#define VERB_BYTES      63
#define FILE_NAME_BYTES 200

static const struct nj_json_bounds line_bounds = {.bytes_max = NJ_FILE_MAX,
                                                  .depth_max = LINE_DEPTH,
                                                  .values_max =
                                                      NJ_JSON_VALUES_MAX};

struct reader {
    const char *at, *end; /* the lines before the last one */
    const struct nj_game *(*find)(const char *id); /* NULL: it is `only` */
    const struct nj_game *only;
    const struct nj_game *game;
    struct nj_record *r;
    struct nj_err *err;
    uint32_t line; /* number of the one read last */
};

/* --- pieces --- */

static void get_hash(struct nj_json j, struct nj_hash *out)
{
    struct nj_err err = {{0}};
    char again[NJ_HEX_BYTES];
    const char *hex = nj_json_text(j, NJ_HEX_BYTES - 1);

    NJ_ASSERT(strlen(hex) < NJ_HEX_BYTES); /* longer ones read as "" */
    if (nj_hash_parse(hex, out, &err) != NJ_OK) {
        nj_json_reject(j, "expected 64 hex digits");
        return;
    }
    nj_hash_hex(out, again);
    if (strcmp(again, hex) != 0)
        nj_json_reject(j, "expected hex digits in lower case");
}

static void get_text(struct nj_json j, char *out, size_t cap)
{
    const char *s = nj_json_text(j, cap - 1);
    size_t n = strlen(s);

    NJ_ASSERT(n < cap);
    memcpy(out, s, n + 1);
}

/* A text that will be shown inside lines of ours. */
static void get_shown(struct nj_json j, char *out, size_t cap)
{
    size_t n, at = 0;
    int32_t cp;

    get_text(j, out, cap);
    n = strlen(out);
    NJ_ASSERT(n < cap);
    while (at < n) {
        at += nj_utf8_next(out + at, n - at, &cp);
        if (nj_utf8_control(cp)) {
            nj_json_reject(j, "a character that cannot be shown");
            return;
        }
    }
}

/* What a reader does not know it cannot judge. */
static void only(struct nj_json j, const char *const *known)
{
    for (struct nj_json c = nj_json_first(j); nj_json_present(c);
         c = nj_json_next(c)) {
        const char *name = nj_json_name(c);
        size_t i = 0;

        while (name != NULL && known[i] != NULL && strcmp(known[i], name) != 0)
            i++;
        if (name == NULL || known[i] == NULL)
            nj_json_reject(c, "a key that this format does not have");
    }
}

static const char *keep(struct nj_json j, size_t max, struct nj_arena *a)
{
    const char *s = nj_json_text(j, max);

    NJ_ASSERT(strlen(s) <= max); /* longer ones read as "" */
    return nj_arena_copy(a, s, strlen(s));
}

static void get_rng(struct nj_json j, enum nj_rng_kind *out)
{
    const char *word = nj_json_text(j, VERB_BYTES);

    *out = NJ_RNG_CHACHA20;
    if (strcmp(word, nj_record_rng_word(NJ_RNG_SPLITMIX64)) == 0)
        *out = NJ_RNG_SPLITMIX64;
    else if (strcmp(word, nj_record_rng_word(NJ_RNG_CHACHA20)) != 0)
        nj_json_reject(j, "no such stream");
}

/* --- lines --- */

static enum nj_status open_line(struct reader *rd, struct nj_json_doc **doc)
{
    const char *nl = memchr(rd->at, '\n', (size_t)(rd->end - rd->at));
    enum nj_status st;

    NJ_ASSERT(nl != NULL && nl < rd->end); /* the part ends with one */
    rd->line++;
    st =
        nj_json_open(doc, rd->at, (size_t)(nl - rd->at), &line_bounds, rd->err);
    rd->at = nl + 1;
    if (st != NJ_OK)
        return nj_fail_in(rd->err, st, "line %u", rd->line);
    return NJ_OK;
}

static enum nj_status close_line(struct reader *rd, struct nj_json_doc *doc)
{
    enum nj_status st = nj_json_status(doc, rd->err);

    NJ_ASSERT(rd->line >= 1 && rd->at[-1] == '\n');
    nj_json_close(doc);
    if (st == NJ_ERR_NOT_FOUND) /* a key: that is for games and formats */
        st = NJ_ERR_BAD_INPUT;
    if (st != NJ_OK)
        return nj_fail_in(rd->err, st, "line %u", rd->line);
    return NJ_OK;
}

/* The way to a file inside a data folder: nothing that leads out of one. */
static bool is_data_name(const char *name)
{
    const char *part = name;
    size_t n = strcspn(part, "/");

    while (strspn(part, ".") < n && part[n] == '/') {
        part += n + 1;
        n = strcspn(part, "/");
    }
    return strspn(part, ".") < n;
}

static void get_file(struct nj_json j, struct nj_arena *a,
                     struct nj_data_file *out)
{
    static const char *const known[] = {"name", "text", NULL};
    char name[FILE_NAME_BYTES];

    only(j, known);
    get_shown(nj_json_get(j, "name"), name, sizeof(name));
    if (!is_data_name(name))
        nj_json_reject(j, "not the name of a data file");
    out->name = nj_arena_copy(a, name, strlen(name));
    out->text = keep(nj_json_get(j, "text"), NJ_DATA_FILE_MAX, a);
    out->len = strlen(out->text);
    nj_hash_bytes(out->text, out->len, &out->hash);
}

static void get_files(struct nj_json j, struct nj_arena *a,
                      struct nj_record_head *head)
{
    struct nj_json file = nj_json_first(j);
    size_t n = nj_json_size(j);

    if (!nj_json_is_array(j) || n > NJ_DATA_USED_MAX) {
        nj_json_reject(j, "not the files of one match");
        return;
    }
    NJ_ASSERT(head->n_files == 0);
    head->n_files = (uint32_t)n;
    for (uint32_t i = 0; i < head->n_files; i++) {
        get_file(file, a, &head->files[i]);
        file = nj_json_next(file);
    }
}

static void get_head(struct nj_json root, struct nj_arena *a,
                     struct nj_record_head *head)
{
    static const char *const known[] = {
        "nightjar",   "match",   "code", "game",  "edition",
        "rules",      "program", "data", "files", "rng",
        "commitment", "secret",  "seed", NULL};
    struct nj_json secret = nj_json_opt(root, "secret");

    only(root, known);
    (void)nj_json_i64(nj_json_get(root, "nightjar"), NJ_RECORD_FORMAT,
                      NJ_RECORD_FORMAT);
    head->match = nj_json_i64(nj_json_get(root, "match"), 0, NJ_JSON_INT_MAX);
    get_shown(nj_json_get(root, "code"), head->code, sizeof(head->code));
    get_shown(nj_json_get(root, "game"), head->game, sizeof(head->game));
    get_shown(nj_json_get(root, "edition"), head->edition,
              sizeof(head->edition));
    head->rules_version =
        (uint16_t)nj_json_i64(nj_json_get(root, "rules"), 0, UINT16_MAX);
    NJ_ASSERT(!head->revealed);
    get_shown(nj_json_get(root, "program"), head->program,
              sizeof(head->program));
    get_hash(nj_json_get(root, "data"), &head->data_hash);
    get_files(nj_json_get(root, "files"), a, head);
    get_rng(nj_json_get(root, "rng"), &head->rng);
    get_hash(nj_json_get(root, "commitment"), &head->commitment);
    if (!nj_json_present(secret)) {
        if (nj_json_present(nj_json_opt(root, "seed")))
            nj_json_reject(root, "a seed without its secret");
        return;
    }
    head->revealed = true;
    get_hash(secret, &head->secret);
    get_hash(nj_json_get(root, "seed"), &head->seed);
}

/* Before all else: of another format nothing more can be said. */
static enum nj_status check_format(struct reader *rd, struct nj_json root)
{
    struct nj_json j = nj_json_opt(root, "nightjar");
    int64_t format = 0;

    NJ_ASSERT(rd->line == 1);
    if (nj_json_present(j) && nj_json_is_number(j))
        format = nj_json_i64(j, 0, NJ_JSON_INT_MAX);
    if (format == NJ_RECORD_FORMAT || format == 0)
        return NJ_OK;
    return nj_fail(rd->err, NJ_ERR_NOT_FOUND,
                   "line 1: a match file of format %lld; this program reads "
                   "format %d%s",
                   (long long)format, NJ_RECORD_FORMAT,
                   format < NJ_RECORD_FORMAT
                       ? ", and format 1 was never released"
                       : ": use a newer one");
}

/* The one that it has to be of, or any that is found. */
static const struct nj_game *game_of(const struct reader *rd, const char *id)
{
    if (rd->find != NULL)
        return rd->find(id);
    return strcmp(rd->only->id, id) == 0 ? rd->only : NULL;
}

static enum nj_status read_head(struct reader *rd)
{
    struct nj_record_head *head = &rd->r->head;
    struct nj_json_doc *doc = NULL;
    enum nj_status st = open_line(rd, &doc);

    if (st != NJ_OK)
        return st;
    st = check_format(rd, nj_json_root(doc));
    if (st != NJ_OK) {
        nj_json_close(doc);
        return st;
    }
    get_head(nj_json_root(doc), &rd->r->arena, head);
    st = close_line(rd, doc);
    if (st != NJ_OK)
        return st;
    NJ_ASSERT(memchr(head->game, '\0', sizeof(head->game)) != NULL);
    rd->game = game_of(rd, head->game);
    if (rd->game == NULL)
        return nj_fail(rd->err, NJ_ERR_NOT_FOUND,
                       "line 1: no game '%s' in this program", head->game);
    return NJ_OK;
}

static void get_options(struct nj_json j, const struct nj_game *game,
                        struct nj_options *out)
{
    nj_options_default(game, out);
    if (!nj_json_is_object(j))
        nj_json_reject(j, "expected an object");
    for (struct nj_json c = nj_json_first(j);
         nj_json_present(c) && nj_json_name(c) != NULL; c = nj_json_next(c)) {
        int i = nj_option_find(game, nj_json_name(c));

        if (i < 0)
            nj_json_reject(c, "no such option");
        else if (!nj_options_put(game, out, i,
                                 nj_json_text(c, NJ_ORDER_TEXT_MAX)))
            nj_json_reject(c, "not a value of this option");
    }
}

/* `most`: seats that there are. */
static void get_seat(struct nj_json j, uint8_t join, uint8_t most,
                     struct nj_record_seat *out)
{
    static const char *const known[] = {"seat", "join",         "name",
                                        "kind", "contribution", NULL};
    const char *kind = nj_json_text(nj_json_get(j, "kind"), VERB_BYTES);

    NJ_ASSERT(join < most);
    only(j, known);
    out->seat = (nj_seat)(nj_json_i64(nj_json_get(j, "seat"), 1, most) - 1);
    out->join = join;
    (void)nj_json_i64(nj_json_get(j, "join"), join + 1, join + 1);
    get_shown(nj_json_get(j, "name"), out->name, sizeof(out->name));
    get_shown(nj_json_get(j, "contribution"), out->contribution,
              sizeof(out->contribution));
    out->computer = strcmp(kind, "computer") == 0;
    if (!out->computer && strcmp(kind, "person") != 0)
        nj_json_reject(j, "neither a person nor a computer");
}

static void get_seats(struct nj_json j, const struct nj_game *game,
                      struct nj_record_head *head)
{
    struct nj_json seat = nj_json_first(j);
    size_t n = nj_json_size(j);
    nj_seat_set seen = 0;

    if (!nj_json_is_array(j) || n < game->seats_min || n > game->seats_max) {
        nj_json_reject(j, "not a number of seats of this game");
        return;
    }
    NJ_ASSERT(n >= 1 && n <= NJ_SEATS_MAX);
    head->n_seats = (uint8_t)n;
    for (uint8_t i = 0; i < head->n_seats; i++) {
        /* One of them may have more seats than one (nj_seat_order()). */
        get_seat(seat, i, (uint8_t)(n + game->seats_more), &head->seats[i]);
        seen |= nj_bit(head->seats[i].seat);
        seat = nj_json_next(seat);
    }
    if (nj_seat_count(seen) != n)
        nj_json_reject(j, "a seat is there twice");
}

static void get_joins(struct nj_json j, struct nj_record_head *head)
{
    struct nj_json join = nj_json_first(j);
    size_t n = nj_json_size(j);

    if (!nj_json_is_array(j) || n > NJ_JOINS_MAX) {
        nj_json_reject(j, "not the joins of one table");
        return;
    }
    NJ_ASSERT(head->n_joins == 0);
    head->n_joins = (uint32_t)n;
    for (uint32_t i = 0; i < head->n_joins; i++) {
        get_shown(join, head->joins[i], sizeof(head->joins[i]));
        join = nj_json_next(join);
    }
}

/* Each person who sits joined once, in the order of the seats; those between
 * them left again. */
static bool all_joined(const struct nj_record_head *head)
{
    uint32_t at = 0;

    NJ_ASSERT(head->n_seats <= NJ_SEATS_MAX && head->n_joins <= NJ_JOINS_MAX);
    for (uint8_t i = 0; i < head->n_seats; i++) {
        if (head->seats[i].computer)
            continue;
        while (at < head->n_joins &&
               strcmp(head->joins[at], head->seats[i].contribution) != 0)
            at++;
        if (at == head->n_joins)
            return false;
        at++;
    }
    return true;
}

static void get_table(struct nj_json root, const struct nj_game *game,
                      struct nj_record_head *head)
{
    get_options(nj_json_get(root, "options"), game, &head->options);
    get_seats(nj_json_get(root, "seats"), game, head);
    get_joins(nj_json_get(root, "joins"), head);
    if (!all_joined(head))
        nj_json_reject(root, "somebody sits there without having joined");
}

static void get_kind(struct nj_json j, uint32_t seq, enum nj_input_kind *out)
{
    const char *word = nj_json_text(j, VERB_BYTES);

    NJ_ASSERT(seq >= 1);
    *out = NJ_IN_START;
    if (!nj_input_kind_parse(word, out))
        nj_json_reject(j, "no such kind of input");
    else if ((*out == NJ_IN_START) != (seq == 1))
        nj_json_reject(j, "a match has one start, as its first input");
}

/* `after_ms`: the time of the input before it. */
static void get_input(struct nj_json root, uint32_t seq, int64_t after_ms,
                      struct nj_input *in, struct nj_arena *a)
{
    struct nj_json seat = nj_json_opt(root, "seat");
    struct nj_json reason = nj_json_opt(root, "reason");

    NJ_ASSERT(seq >= 1);
    in->seq = (uint32_t)nj_json_i64(nj_json_get(root, "seq"), seq, seq);
    in->at_ms = nj_json_i64(nj_json_get(root, "at"), after_ms, NJ_AT_MAX);
    get_kind(nj_json_get(root, "kind"), seq, &in->kind);
    in->seat = NJ_SEAT_NONE;
    if (nj_json_present(seat))
        in->seat = (nj_seat)(nj_json_i64(seat, 1, NJ_SEATS_MAX) - 1);
    if (!nj_place_parse(nj_json_text(nj_json_get(root, "place"), VERB_BYTES),
                        &in->place))
        nj_json_reject(root, "no such place");
    if (!nj_by_parse(nj_json_text(nj_json_get(root, "by"), VERB_BYTES),
                     &in->by))
        nj_json_reject(root, "asked by nobody we know");
    in->verb = keep(nj_json_get(root, "verb"), VERB_BYTES, a);
    in->args = nj_args_get(nj_json_get(root, "args"), a);
    in->reason = nj_json_present(reason) ? keep(reason, NJ_REASON_MAX, a) : "";
}

static enum nj_status read_input(struct reader *rd, uint32_t seq)
{
    static const char *const known_start[] = {
        "seq", "at",     "kind",    "seat",  "place", "verb",   "args",
        "by",  "reason", "options", "seats", "joins", "digest", NULL};
    static const char *const known[] = {"seq",    "at",     "kind", "seat",
                                        "place",  "verb",   "args", "by",
                                        "reason", "digest", NULL};
    struct nj_record_input *to = &rd->r->inputs[seq - 1];
    struct nj_json_doc *doc = NULL;
    enum nj_status st = open_line(rd, &doc);
    struct nj_json root;

    NJ_ASSERT(seq >= 1);
    if (st != NJ_OK)
        return st;
    root = nj_json_root(doc);
    get_input(root, seq, seq > 1 ? to[-1].in.at_ms : 0, &to->in, &rd->r->arena);
    get_hash(nj_json_get(root, "digest"), &to->digest);
    if (seq == 1)
        get_table(root, rd->game, &rd->r->head);
    only(root, seq == 1 ? known_start : known);
    return close_line(rd, doc);
}

/* --- the whole file --- */

static bool is_last_line(const char *line, size_t n, bool over,
                         const struct nj_hash *sum)
{
    char want[NJ_RECORD_LAST_BYTES];

    nj_record_last_line(over, sum, want);
    NJ_ASSERT(strlen(want) < sizeof(want));
    return n == strlen(want) && memcmp(line, want, n) == 0;
}

/* Splits off the last line and compares the sum. */
static enum nj_status check_sum(const char *text, size_t n, struct reader *rd)
{
    size_t last = n > 0 ? n - 1 : 0;
    struct nj_hash sum;

    if (n == 0 || n > NJ_FILE_MAX)
        return nj_fail(rd->err, NJ_ERR_LIMIT,
                       "a match file has 1 to %u bytes, this one %zu",
                       NJ_FILE_MAX, n);
    while (last > 0 && text[last - 1] != '\n')
        last--;
    nj_hash_bytes(text, last, &sum);
    rd->at = text;
    rd->end = text + last;
    NJ_ASSERT(last < n);
    rd->r->over = is_last_line(text + last, n - last, true, &sum);
    if (!rd->r->over && !is_last_line(text + last, n - last, false, &sum))
        return nj_fail(rd->err, NJ_ERR_MISMATCH,
                       "the last line's sum is not that of the lines before "
                       "it: the file was altered or cut");
    return NJ_OK;
}

static uint32_t lines_in(const char *at, const char *end)
{
    uint32_t n = 0;

    NJ_ASSERT(at <= end);
    for (; at < end; at++)
        n += *at == '\n';
    return n;
}

/* The secret is shown at the end and not before: without this an unpleasant
 * end could be cut off. */
static enum nj_status check_end(const struct reader *rd)
{
    if (rd->r->head.revealed == rd->r->over)
        return NJ_OK;
    return nj_fail(rd->err, NJ_ERR_MISMATCH,
                   rd->r->over
                       ? "the match is over and its secret is not there"
                       : "the secret is there and the match is not over: its "
                         "end was cut off");
}

static enum nj_status read_all(struct reader *rd, const char *text, size_t n)
{
    enum nj_status st = check_sum(text, n, rd);
    uint32_t lines;

    if (st != NJ_OK)
        return st;
    lines = lines_in(rd->at, rd->end);
    if (lines < 2)
        return nj_fail(rd->err, NJ_ERR_BAD_INPUT,
                       "the file holds no started match");
    st = read_head(rd);
    rd->r->n_inputs = lines - 1;
    rd->r->inputs =
        nj_arena_alloc(&rd->r->arena, (lines - 1) * sizeof(*rd->r->inputs));
    for (uint32_t seq = 1; st == NJ_OK && seq < lines; seq++)
        st = read_input(rd, seq);
    NJ_ASSERT(st != NJ_OK || rd->at == rd->end);
    return st == NJ_OK ? check_end(rd) : st;
}

static enum nj_status read_record(struct reader *rd, const char *text, size_t n,
                                  struct nj_record *out)
{
    struct nj_record r = {.arena = NJ_ARENA_INIT(16384)};
    enum nj_status st;

    rd->r = &r;
    st = read_all(rd, text, n);
    rd->r = NULL;
    if (st != NJ_OK) {
        nj_arena_fini(&r.arena);
        return st;
    }
    NJ_ASSERT(r.n_inputs >= 1 && r.head.n_seats >= 1);
    *out = r;
    return NJ_OK;
}

enum nj_status nj_record_read(const char *text, size_t n,
                              const struct nj_game *(*find_game)(const char *),
                              struct nj_record *out, struct nj_err *err)
{
    struct reader rd = {.find = find_game, .err = err};

    return read_record(&rd, text, n, out);
}

enum nj_status nj_record_read_of(const char *text, size_t n,
                                 const struct nj_game *game,
                                 struct nj_record *out, struct nj_err *err)
{
    struct reader rd = {.only = game, .err = err};

    return read_record(&rd, text, n, out);
}

void nj_record_fini(struct nj_record *r)
{
    nj_arena_fini(&r->arena);
    memset(r, 0, sizeof(*r));
}
