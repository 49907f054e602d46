/*
 * nightjar verify: is the course in a match file true?
 *
 * A file can be forged as a whole: another name, another time, and all hashes
 * made anew. What it cannot have then is the commitment and the last digest
 * that the group was told: they are printed, or compared with what is given.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "cli/cli.h"
#include "cli/record.h"

/* What the group was told, as far as it was given; in the order of the
 * flags. */
enum {
    COMMITMENT,
    DIGEST,
    ANCHORS
};

struct anchors {
    bool given[ANCHORS];
    struct nj_hash hash[ANCHORS];
};

static const char *const anchor_names[ANCHORS] = {"commitment", "last digest"};

static void put_hash(const char *what, const struct nj_hash *h)
{
    char hex[NJ_HEX_BYTES];

    nj_hash_hex(h, hex);
    (void)printf("  %s: %s\n", what, hex);
}

static const struct nj_hash *anchor_of(const struct nj_record *r, int which)
{
    return which == COMMITMENT ? &r->head.commitment
                               : &r->inputs[r->n_inputs - 1].digest;
}

/* Each between quotes, since words may be empty or have commas. */
static void print_joins(const struct nj_record_head *h)
{
    (void)fputs("  words in the draw:", stdout);
    for (uint32_t i = 0; i < h->n_joins; i++) {
        (void)fputs(i > 0 ? ", \"" : " \"", stdout);
        nj_cli_put(h->joins[i]);
        (void)putchar('"');
    }
    (void)putchar('\n');
}

static void print_anchors(const struct nj_record *r)
{
    (void)puts("compare with what the group was told:");
    (void)printf("  number and code: %" PRId64 ", ", r->head.match);
    nj_cli_put(r->head.code);
    (void)putchar('\n');
    put_hash(anchor_names[COMMITMENT], anchor_of(r, COMMITMENT));
    print_joins(&r->head);
    put_hash(anchor_names[DIGEST], anchor_of(r, DIGEST));
}

static void print_verdict(const struct nj_record *r, enum nj_verdict v)
{
    const struct nj_record_head *h = &r->head;

    (void)printf("match %" PRId64 " (", h->match);
    nj_cli_put(h->code);
    (void)printf("), %s, %u seats, %u inputs: %s\n", h->game, h->n_seats,
                 r->n_inputs,
                 v == NJ_VERDICT_TRUE ? "true" : "true but unfinished");
    if (v == NJ_VERDICT_UNFINISHED)
        (void)puts("the match is not over and its secret not shown: nothing "
                   "speaks against the file, but its course cannot be "
                   "recomputed yet");
    else if (h->rng == NJ_RNG_CHACHA20)
        (void)puts("the secret is what was committed to, the seed is that of "
                   "the secret, the table and the words of all who joined, "
                   "and all digests agree");
    else
        (void)puts("all digests agree; the dice were a test stream, which "
                   "proves nothing about the draw");
}

/* Is it the match that the group knows? */
static bool is_anchored(const struct nj_record_file *f,
                        const struct anchors *told)
{
    for (int i = 0; i < ANCHORS; i++) {
        char hex[NJ_HEX_BYTES], why[200];

        if (!told->given[i] ||
            nj_hash_equal(anchor_of(&f->record, i), &told->hash[i]))
            continue;
        nj_hash_hex(anchor_of(&f->record, i), hex);
        (void)snprintf(why, sizeof(why), "its %s is not the one given but %s",
                       anchor_names[i], hex);
        nj_record_file_untrue(f, why);
        return false;
    }
    return true;
}

static int verify(const struct nj_record_file *f, const struct anchors *told)
{
    struct nj_err err = {{0}};
    enum nj_verdict v = nj_record_file_verify(f, NULL, NULL, &err);

    if (v == NJ_VERDICT_OTHER || v == NJ_VERDICT_UNTRUE)
        return nj_record_file_status(v);
    if (!is_anchored(f, told))
        return nj_record_file_status(NJ_VERDICT_UNTRUE);
    print_verdict(&f->record, v);
    print_anchors(&f->record);
    return nj_record_file_status(v);
}

/* False: it was said. */
static bool take_anchor(struct anchors *told, int which, const char *hex)
{
    struct nj_err err = {{0}};

    told->given[which] = true;
    if (nj_hash_parse(hex, &told->hash[which], &err) == NJ_OK)
        return true;
    (void)nj_cli_complain("'--%s %s': expected 64 hex digits",
                          which == COMMITMENT ? "commitment" : "digest", hex);
    return false;
}

int nj_cmd_verify(int argc, char **argv)
{
    static const struct nj_flag table[] = {
        {"--commitment", NULL, true}, {"--digest", NULL, true}, {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    struct anchors told = {.given = {false}};
    const char *path = NULL;
    struct nj_record_file *f;
    int status, i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD || (i == NJ_FLAG_OPERAND && path != NULL))
            return NJ_EXIT_USAGE;
        if (i == NJ_FLAG_OPERAND)
            path = flags.value;
        else if (!take_anchor(&told, i, flags.value))
            return NJ_EXIT_USAGE;
    }
    if (path == NULL)
        return nj_cli_complain("usage: nightjar verify FILE [--commitment HEX] "
                               "[--digest HEX]");
    f = nj_alloc(sizeof(*f));
    if (nj_record_file_open(f, path, &status)) {
        status = verify(f, &told);
        nj_record_file_close(f);
    }
    free(f);
    return status;
}
