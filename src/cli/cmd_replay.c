/*
 * nightjar replay: a recorded match in words, as one seat or everybody heard
 * it. The course is verified on the way, so what is shown is what happened.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/record.h"
#include "locale/format.h"
#include "match/emit.h"

struct replay {
    struct nj_record_file f;
    struct nj_format format;
    const struct nj_match *match; /* of the input in hand */
    bool all;
    nj_seat as;
};

static const char *seat_name(void *ctx, nj_seat seat)
{
    const struct replay *r = ctx;

    return nj_seat_name(r->match, seat);
}

static bool hears(const struct replay *r, const struct nj_message *m)
{
    NJ_ASSERT(r->as < NJ_SEATS_MAX);
    return r->all || nj_audience_has(m->to, r->as);
}

static bool saw(const struct replay *r, const struct nj_input *in)
{
    return r->all || in->place == NJ_PLACE_GROUP || in->seat == r->as;
}

static void print_input(const struct nj_input *in)
{
    char when[32];

    nj_time_format(in->at_ms, 0, when, sizeof(when));
    (void)printf("[%u] %s", in->seq, when);
    if (in->seat != NJ_SEAT_NONE)
        (void)printf(" %u", in->seat + 1U);
    (void)printf(" %s",
                 in->verb[0] == '\0' ? nj_input_kind_word(in->kind) : in->verb);
    for (uint32_t i = 0; i < in->args.n; i++) {
        struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);

        nj_arg_canon(&in->args.v[i], &text);
        (void)printf(" %s", text.p);
        nj_str_fini(&text);
    }
    (void)putchar('\n');
}

static void print_message(struct replay *r, const struct nj_message *m)
{
    struct nj_str text = NJ_STR_INIT(65536);
    const char *line;

    nj_audience_canon(m->to, &text);
    (void)printf("  %-4s ", text.p);
    nj_str_clear(&text);
    nj_format_message(&r->format, m, &text);
    for (line = text.p; *line != '\0';) {
        size_t n = strcspn(line, "\n");

        (void)printf("%.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
        if (*line != '\0')
            (void)fputs("       ", stdout); /* under the first line */
    }
    nj_str_fini(&text);
}

static void print_step(void *ctx, const struct nj_match *m,
                       const struct nj_record_input *in,
                       const struct nj_outcome *o)
{
    struct replay *r = ctx;

    r->match = m;
    r->format.now_ms = in->in.at_ms;
    if (saw(r, &in->in))
        print_input(&in->in);
    for (const struct nj_message *x = o->messages; x != NULL; x = x->next)
        if (hears(r, x))
            print_message(r, x);
}

/* --as: a seat, or all. */
static bool set_as(struct replay *r, const char *as)
{
    int64_t n;

    r->all = strcmp(as, "all") == 0;
    if (r->all)
        return true;
    if (!nj_cli_number(as, 1, r->f.record.head.n_seats, &n)) {
        (void)nj_cli_complain("'--as %s': a seat from 1 to %u, or all", as,
                              r->f.record.head.n_seats);
        return false;
    }
    r->as = (nj_seat)(n - 1);
    return true;
}

static int run(struct replay *r, const char *as, const char *lang)
{
    struct nj_err err = {{0}};
    enum nj_status st;

    if (!set_as(r, as))
        return NJ_EXIT_USAGE;
    st = nj_env_load_catalog(&r->f.env, &err);
    if (st != NJ_OK)
        return nj_cli_failed(st, &err);
    if (lang != NULL && !nj_catalog_has(r->f.env.catalog, lang))
        return nj_cli_complain("no language '%s'", lang);
    r->format = (struct nj_format){.catalog = r->f.env.catalog,
                                   .lang = lang,
                                   .seat_name = seat_name,
                                   .ctx = r};
    return nj_record_file_verify(&r->f, print_step, r);
}

int nj_cmd_replay(int argc, char **argv)
{
    static const struct nj_flag table[] = {
        {"--as", NULL, true}, {"--lang", NULL, true}, {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *value[] = {"all", NULL};
    const char *path = NULL;
    struct replay *r;
    int status, i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD || (i == NJ_FLAG_OPERAND && path != NULL))
            return NJ_EXIT_USAGE;
        if (i == NJ_FLAG_OPERAND)
            path = flags.value;
        else
            value[i] = flags.value;
    }
    if (path == NULL)
        return nj_cli_complain(
            "usage: nightjar replay FILE [--as SEAT|all] [--lang L]");
    r = nj_alloc(sizeof(*r));
    if (nj_record_file_open(&r->f, path, &status)) {
        status = run(r, value[0], value[1]);
        nj_record_file_close(&r->f);
    }
    free(r);
    return status;
}
