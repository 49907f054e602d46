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
#include "cli/album.h"
#include "cli/cli.h"
#include "cli/record.h"
#include "cli/tongue.h"
#include "config/embed.h"
#include "locale/format.h"
#include "match/emit.h"
#include "page/page.h"

#define TEXT_BYTES 65536 /* of one message */

struct replay {
    struct nj_record_file f;
    struct nj_format format;
    char name[NJ_SEATS_MAX][NJ_NAME_MAX]; /* as of the input in hand */
    bool all;
    nj_seat as;
    struct nj_album album;
    enum nj_status drawn; /* of the album */
    struct nj_err err;
};

/* In the order of the flags. */
struct wishes {
    const char *as, *lang, *pictures, *theme, *html;
};

static const char *seat_name(void *ctx, nj_seat seat)
{
    const struct replay *r = ctx;

    return seat < NJ_SEATS_MAX ? r->name[seat] : "";
}

static bool hears(const struct replay *r, const struct nj_message *m)
{
    NJ_ASSERT(r->as < NJ_SEATS_MAX);
    return r->all || nj_audience_has(m->to, r->as);
}

/* A clock that ran out where the seat heard nothing of it was somebody else's
 * secret. */
static bool saw(const struct replay *r, const struct nj_input *in,
                const struct nj_outcome *o)
{
    const struct nj_message *m = o->messages;

    if (r->all || in->kind != NJ_IN_TIMER)
        return r->all || in->place == NJ_PLACE_GROUP || in->seat == r->as;
    while (m != NULL && !hears(r, m))
        m = m->next;
    return m != NULL;
}

static void print_input(const struct nj_input *in)
{
    char when[32];

    nj_time_format(in->at_ms, 0, when, sizeof(when));
    (void)printf("[%u] %s", in->seq, when);
    if (in->seat != NJ_SEAT_NONE)
        (void)printf(" %u", in->seat + 1U);
    (void)putchar(' ');
    nj_cli_put(in->verb[0] == '\0' ? nj_input_kind_word(in->kind) : in->verb);
    for (uint32_t i = 0; i < in->args.n; i++) {
        struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);

        nj_arg_canon(&in->args.v[i], &text);
        (void)putchar(' ');
        nj_cli_put(text.p);
        nj_str_fini(&text);
    }
    (void)putchar('\n');
}

static void print_message(struct replay *r, const struct nj_message *m)
{
    struct nj_str text = NJ_STR_INIT(TEXT_BYTES);
    struct nj_str clean = NJ_STR_INIT(TEXT_BYTES);
    const char *line;

    nj_format_message(&r->format, m, &text);
    nj_cli_clean(text.p, &clean);
    nj_str_clear(&text);
    if (clean.len > 0) {
        nj_audience_canon(m->to, &text);
        (void)printf("  %-4s ", text.p);
    }
    for (line = clean.p; *line != '\0';) {
        size_t n = strcspn(line, "\n");

        (void)printf("%.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
        if (*line != '\0')
            (void)fputs("       ", stdout); /* under the first line */
    }
    nj_str_fini(&clean);
    nj_str_fini(&text);
}

static void show(struct replay *r, const struct nj_message *m)
{
    bool heard = hears(r, m);

    if (heard)
        print_message(r, m);
    if (r->drawn == NJ_OK)
        r->drawn = nj_album_add(&r->album, m, heard, &r->err);
}

static void print_step(void *ctx, const struct nj_match *m,
                       const struct nj_record_input *in,
                       const struct nj_outcome *o)
{
    struct replay *r = ctx;

    nj_record_names(m, &in->in, r->name);
    r->format.now_ms = in->in.at_ms;
    if (saw(r, &in->in, o))
        print_input(&in->in);
    for (const struct nj_message *x = o->messages; x != NULL; x = x->next)
        show(r, x);
}

/* Somebody may have had more seats than one, of which the first is listed. */
static int last_seat(const struct nj_record_head *head)
{
    int last = head->n_seats;

    for (int i = 0; i < head->n_seats; i++)
        if (head->seats[i].seat >= last)
            last = head->seats[i].seat + 1;
    NJ_ASSERT(last >= 1 && last <= NJ_SEATS_MAX);
    return last;
}

/* --as: a seat, or all. */
static bool set_as(struct replay *r, const char *as)
{
    int last = last_seat(&r->f.record.head);
    int64_t n;

    r->all = strcmp(as, "all") == 0;
    if (r->all)
        return true;
    if (!nj_cli_number(as, 1, last, &n)) {
        (void)nj_cli_complain("'--as %s': a seat from 1 to %d, or all", as,
                              last);
        return false;
    }
    r->as = (nj_seat)(n - 1);
    return true;
}

/* --theme: light or dark, with or without the second palette. */
static bool set_theme(const char *name, struct nj_theme *out)
{
    static const struct {
        const char *name;
        struct nj_theme theme;
    } themes[] = {{"light", {false, 0}},
                  {"dark", {true, 0}},
                  {"light2", {false, 1}},
                  {"dark2", {true, 1}}};

    for (size_t i = 0; i < NJ_COUNT(themes); i++)
        if (strcmp(themes[i].name, name) == 0) {
            *out = themes[i].theme;
            return true;
        }
    (void)nj_cli_complain("'--theme %s': light, dark, light2 or dark2", name);
    return false;
}

/* Words on stdout, pictures into their folder. */
static int play(struct replay *r, const char *dir, struct nj_theme theme)
{
    const struct nj_style how = {
        .game = r->f.game->game, .format = &r->format, .theme = theme};
    struct nj_err why = {{0}};
    enum nj_verdict verdict;

    nj_album_open(&r->album, dir, &how);
    verdict = nj_record_file_verify(&r->f, print_step, r, &why);
    if (verdict == NJ_VERDICT_UNFINISHED)
        (void)nj_cli_complain("'%s' is true but unfinished: %s", r->f.path,
                              why.text);
    if (r->drawn == NJ_OK)
        r->drawn = nj_album_finish(&r->album, &r->err);
    nj_album_close(&r->album);
    if (r->drawn != NJ_OK)
        return nj_cli_failed(r->drawn, &r->err);
    return nj_record_file_status(verdict);
}

/* --- the page --- */

/* The file is there as a whole or not at all. */
static int write_page(const char *path, const struct nj_str *html)
{
    char part[512];
    FILE *f;
    bool ok;

    if (html->over)
        return nj_cli_complain("the page would be larger than %u bytes",
                               NJ_HTML_MAX);
    if (snprintf(part, sizeof(part), "%s.part", path) >= (int)sizeof(part))
        return nj_cli_complain("'%s': the name is too long", path);
    f = fopen(part, "we");
    ok = f != NULL && fwrite(html->p, 1, html->len, f) == html->len;
    if (f != NULL)
        ok = fclose(f) == 0 && ok;
    if (ok && rename(part, path) == 0)
        return NJ_EXIT_WELL;
    (void)remove(part);
    return nj_cli_complain("cannot write '%s'", path);
}

static int make_page(const struct replay *r, const struct wishes *w)
{
    const struct nj_loaded_game *g = r->f.game;
    const struct nj_record_rules rules = {
        .game = g->game, .files = g->files, .n_files = g->n_files};
    struct nj_page_how how = {.catalog = r->f.env.catalog, .lang = w->lang};
    struct nj_str html = NJ_STR_INIT(NJ_HTML_MAX);
    struct nj_blob text = {0};
    struct nj_err err = {{0}};
    enum nj_verdict v;
    char name[128];
    int status;

    (void)snprintf(name, sizeof(name), "locales/rules/%s/%s.md", g->game->id,
                   w->lang);
    if (nj_embed_read(NULL, name, &text, &err) == NJ_OK)
        how.rules = text.text;
    v = nj_page_make(&r->f.record, &rules, &how, &html, &err);
    status = nj_record_file_status(v);
    if (v == NJ_VERDICT_UNTRUE)
        nj_record_file_untrue(&r->f, err.text);
    else if (v != NJ_VERDICT_TRUE)
        (void)nj_cli_complain("'%s': no page: %s", r->f.path, err.text);
    if (html.len > 0 && write_page(w->html, &html) != NJ_EXIT_WELL)
        status = NJ_EXIT_USAGE;
    nj_blob_fini(&text);
    nj_str_fini(&html);
    return status;
}

/* Of a file that cannot even be read. */
static void make_red_page(const char *why, const struct wishes *w)
{
    struct nj_env env = {0};
    struct nj_str html = NJ_STR_INIT(NJ_HTML_MAX);
    struct nj_err err = {{0}};

    if (nj_env_load_catalog(&env, &err) == NJ_OK &&
        nj_catalog_has(env.catalog, w->lang)) {
        const struct nj_page_how how = {.catalog = env.catalog,
                                        .lang = w->lang};

        nj_page_untrue(&how, why, &html);
        (void)write_page(w->html, &html);
    }
    nj_str_fini(&html);
    nj_env_fini(&env);
}

static int run(struct replay *r, const struct wishes *w)
{
    struct nj_err err = {{0}};
    struct nj_theme theme;
    enum nj_status st;

    if (!set_as(r, w->as) || !set_theme(w->theme, &theme))
        return NJ_EXIT_USAGE;
    st = nj_env_load_catalog(&r->f.env, &err);
    if (st != NJ_OK)
        return nj_cli_failed(st, &err);
    if (!nj_catalog_has(r->f.env.catalog, w->lang))
        return nj_cli_complain("no language '%s'", w->lang);
    r->format = (struct nj_format){.catalog = r->f.env.catalog,
                                   .lang = w->lang,
                                   .seat_name = seat_name,
                                   .ctx = r};
    if (w->html != NULL)
        return make_page(r, w);
    return play(r, w->pictures, theme);
}

static int replay(const char *path, const struct wishes *w)
{
    struct replay *r = nj_alloc(sizeof(*r));
    int status;

    if (nj_record_file_open(&r->f, path, &status)) {
        status = run(r, w);
        nj_record_file_close(&r->f);
    } else if (w->html != NULL && status == NJ_EXIT_NOT_SO) {
        make_red_page(r->f.why.text, w);
    }
    free(r);
    return status;
}

int nj_cmd_replay(int argc, char **argv)
{
    static const struct nj_flag table[] = {
        {"--as", NULL, true},       {"--lang", NULL, true},
        {"--pictures", NULL, true}, {"--theme", NULL, true},
        {"--html", NULL, true},     {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *value[] = {"all", nj_tongue_of_games(), NULL, "light", NULL};
    const char *path = NULL;
    int i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_BAD || (i == NJ_FLAG_OPERAND && path != NULL))
            return NJ_EXIT_USAGE;
        if (i == NJ_FLAG_OPERAND)
            path = flags.value;
        else
            value[i] = flags.value;
    }
    if (path == NULL)
        return nj_cli_complain("usage: nightjar replay FILE [--as SEAT|all] "
                               "[--lang L] [--pictures DIR] [--theme T] "
                               "[--html OUT]");
    return replay(path, &(struct wishes){value[0], value[1], value[2], value[3],
                                         value[4]});
}
