/*
 * #设置 alone: what the options of a table or a match are, and what each means;
 * what an option may be set to.
 */
#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define GROUP_BYTES 1300 /* of all rows; more is for a private chat (UX-4) */
#define ROWS_BYTES  12000

static void put_gap(const struct nj_format *f, struct nj_str *out)
{
    if (out->len > 0)
        nj_format_key(f, "core.list.sep", NJ_NO_ARGS, out);
}

/* Some lengths may be times of day as well. */
static bool may_be_daily(const struct nj_option *opt)
{
    int64_t value;

    return opt->type == NJ_OPTION_MS &&
           nj_option_parse(opt, "daily 21:00 +0000", &value);
}

void nj_settings_values(const struct nj_format *f, const struct nj_game *g,
                        const struct nj_option *opt, struct nj_str *out)
{
    NJ_ASSERT(opt->type <= NJ_OPTION_TEXT);
    if (opt->type == NJ_OPTION_TEXT) {
        nj_format_key(f, "shell.values_text",
                      NJ_ARGS(nj_arg_int("n", NJ_OPTION_TEXT_MAX - 1)), out);
        return;
    }
    if (opt->type != NJ_OPTION_WORD) {
        nj_table_put_value(f, g, opt, opt->lo, out);
        nj_str_puts(out, " .. ");
        nj_table_put_value(f, g, opt, opt->hi, out);
        if (may_be_daily(opt))
            nj_format_key(f, "shell.or_daily", NJ_NO_ARGS, out);
        return;
    }
    for (int i = 0; opt->words[i] != NULL; i++) {
        put_gap(f, out);
        nj_table_put_value(f, g, opt, i, out);
    }
}

/* The game's line about a word of that table, or NULL. */
static const char *about(const struct nj_format *f, const struct nj_game *g,
                         const char *table, const char *word)
{
    const char *text = nj_table_phrase(f, g, table, word);

    return text != word ? text : NULL;
}

/* "hide off: hides one turn, or four steps", in a line of its own. */
static void put_row(const struct nj_format *f, const struct nj_game *g,
                    const struct nj_options *o, int i, struct nj_str *out)
{
    const char *key = g->options[i].key;
    const char *means = about(f, g, "about", key);
    struct nj_str value = NJ_STR_INIT(NJ_OPTION_TEXT_MAX);

    NJ_ASSERT(nj_option_free(g, i));
    nj_table_put_option(f, g, o, i, &value);
    if (value.len == 0)
        nj_format_key(f, "core.list.none", NJ_NO_ARGS, &value);
    nj_str_putc(out, '\n');
    nj_format_key(
        f, "shell.setting",
        NJ_ARGS(nj_arg_id("key", nj_table_phrase(f, g, "option", key)),
                nj_arg_id("value", value.p),
                nj_arg_id("about", means != NULL ? means : "")),
        out);
    nj_str_fini(&value);
}

/* The edition, and a row for each option; `changed`: of those that are not as
 * they are by default. */
static void put_rows(struct nj_request *a, const struct nj_format *f,
                     const struct nj_options *o, bool changed,
                     struct nj_str *out)
{
    const struct nj_game *g = a->e->game->game;
    const char *edition = nj_table_edition(a->r, a->e);

    if (nj_game_has_editions(g) && edition != NULL) {
        nj_str_putc(out, '\n');
        nj_format_key(f, "shell.edition", NJ_NO_ARGS, out);
        nj_str_addf(out, " %s", nj_table_phrase(f, g, "edition", edition));
    }
    for (int i = 0; g->options[i].key != NULL; i++)
        if (nj_option_free(g, i) &&
            (!changed || nj_options_off_default(g, o, i)))
            put_row(f, g, o, i, out);
}

/* Lists all that are as they are by default, in one line. */
static void put_rest(const struct nj_format *f, const struct nj_game *g,
                     const struct nj_options *o, struct nj_str *out)
{
    for (int i = 0; g->options[i].key != NULL; i++) {
        if (!nj_option_free(g, i) || nj_options_off_default(g, o, i))
            continue;
        put_gap(f, out);
        nj_str_puts(out, nj_table_phrase(f, g, "option", g->options[i].key));
        if (g->options[i].type == NJ_OPTION_TEXT) {
            NJ_ASSERT(o->text[g->options[i].hi][0] == '\0');
            continue; /* a list that is empty */
        }
        nj_str_putc(out, ' ');
        nj_table_put_option(f, g, o, i, out);
    }
}

/* Finds an option whose name alone does not set it. */
static const char *first_key(const struct nj_format *f, const struct nj_game *g)
{
    int i = 0;

    while (g->options[i].key != NULL &&
           (!nj_option_free(g, i) || g->options[i].type != NJ_OPTION_WORD))
        i++;
    return g->options[i].key != NULL
               ? nj_table_phrase(f, g, "option", g->options[i].key)
               : "-";
}

void nj_settings_tell(struct nj_request *a)
{
    const struct nj_game *g = a->e->game->game;
    bool open = a->e->state == NJ_MATCH_LOBBY;
    struct nj_str rows = NJ_STR_INIT(ROWS_BYTES), rest = NJ_STR_INIT(3000);
    struct nj_options o;
    struct nj_format f;

    if (nj_table_options(a->r, a->e, &o)) {
        nj_tell_format(a->r, NULL, a->where, &f);
        put_rows(a, &f, &o, false, &rows);
        if (a->ev->group && rows.len > GROUP_BYTES) {
            nj_str_clear(&rows);
            put_rows(a, &f, &o, true, &rows);
            put_rest(&f, g, &o, &rest);
        }
        nj_reply(a, open ? "shell.settings" : "shell.settings_of_match",
                 NJ_ARGS(nj_arg_id("rows", rows.p), nj_arg_id("rest", rest.p),
                         nj_arg_id("key", first_key(&f, g))));
    }
    nj_str_fini(&rows);
    nj_str_fini(&rest);
}

void nj_settings_tell_one(struct nj_request *a, const struct nj_option *opt)
{
    const struct nj_game *g = a->e->game->game;
    int i = (int)(opt - g->options);
    struct nj_str row = NJ_STR_INIT(1000), values = NJ_STR_INIT(300);
    struct nj_options o;
    struct nj_format f;

    NJ_ASSERT(opt >= g->options);
    if (nj_table_options(a->r, a->e, &o)) {
        nj_tell_format(a->r, NULL, a->where, &f);
        put_row(&f, g, &o, i, &row);
        NJ_ASSERT(row.len > 1 && row.p[0] == '\n');
        nj_settings_values(&f, g, opt, &values);
        nj_reply(a,
                 a->e->state == NJ_MATCH_LOBBY ? "shell.setting_one"
                                               : "shell.setting_fixed",
                 NJ_ARGS(nj_arg_id("row", row.p + 1), /* without its break */
                         nj_arg_id("values", values.p)));
    }
    nj_str_fini(&row);
    nj_str_fini(&values);
}
