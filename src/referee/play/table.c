/*
 * What a group sees before and around a match.
 */
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/emit.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/play/play.h"
#include "referee/play/play_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

#define CODE_TRIES   200
#define LONGER_AFTER 20 /* tries with codes of one length */

static void set_state(struct nj_match_row *row, void *ctx)
{
    const struct nj_entry *e = ctx;

    NJ_ASSERT(row->state == NJ_MATCH_LOBBY || row->state == NJ_MATCH_RUNNING);
    NJ_ASSERT((row->state == NJ_MATCH_LOBBY) == (e->state == NJ_MATCH_CLOSED));
    row->state = e->state;
    row->deadline_ms = 0;
    row->ended_ms = e->touched_ms;
}

void nj_table_close(struct nj_referee *r, struct nj_entry *e,
                    enum nj_match_state state)
{
    NJ_ASSERT(e->state == NJ_MATCH_LOBBY || e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT((e->state == NJ_MATCH_LOBBY) == (state == NJ_MATCH_CLOSED));
    NJ_ASSERT(state > NJ_MATCH_RUNNING);
    NJ_ASSERT(state != NJ_MATCH_OVER || nj_match_over(e->match));
    e->state = state;
    e->deadline_ms = 0;
    e->computers = false;
    e->touched = false;
    e->touched_ms = r->now_ms;
    nj_books_ended(r, e);
    nj_buttons_retire(r, e);
    nj_watch_end(r, e);
    (void)nj_books_write(r, e, set_state, e);
    nj_log(NJ_LOG_INFO, "table", "closed",
           NJ_FIELDS(nj_f_i64("match", e->id), nj_f_i64("state", state)));
    NJ_ASSERT(!nj_books_is_open(e));
}

bool nj_table_options(struct nj_referee *r, struct nj_entry *e,
                      struct nj_options *o)
{
    struct nj_match_row row;
    struct nj_err err = {{0}};

    return nj_books_row(r, e, &row) &&
           nj_store_ok(
               r->store,
               nj_columns_options_unpack(e->game->game, row.options, o, &err),
               &err);
}

const char *nj_table_edition(struct nj_referee *r, struct nj_entry *e)
{
    struct nj_match_row row;
    const char *edition;

    if (!nj_books_row(r, e, &row))
        return NULL;
    edition = nj_game_edition(e->game->game, row.edition);
    NJ_ASSERT(edition != NULL); /* written here, or checked when it was read */
    return edition;
}

/* --- opening --- */

/* The store may have codes that the books have not: of tables of a game that
 * this program does not have. */
static bool insert_table(struct nj_referee *r, struct nj_match_row *row)
{
    uint32_t len = nj_codes_length(r->n_entries);
    bool done = false;

    NJ_ASSERT(row->state == NJ_MATCH_LOBBY);
    NJ_ASSERT(row->game[0] != '\0');
    for (int i = 0; i < CODE_TRIES && !done; i++) {
        nj_codes_draw(r, len, row->code);
        done = nj_books_code(r, row->code) == NULL &&
               nj_match_insert(r->store, row);
        if (i % LONGER_AFTER == LONGER_AFTER - 1 && len < NJ_CODE_MAX - 1)
            len++;
    }
    return done;
}

struct nj_entry *nj_table_open(struct nj_referee *r, struct nj_chat *home,
                               const char *opener,
                               const struct nj_table_plan *plan)
{
    const struct nj_loaded_game *game = plan->game;
    struct nj_match_row row = {.state = NJ_MATCH_LOBBY,
                               .rules_version = game->game->rules_version,
                               .rng = NJ_RNG_CHACHA20,
                               .data_hash = game->data_hash,
                               .opened_ms = r->now_ms,
                               .touched_ms = r->now_ms,
                               .deadline_ms = nj_due_stale_ms(r->now_ms),
                               .previous = plan->previous};
    struct nj_entry *e;

    NJ_ASSERT(nj_books_game(r, game->game->id) == game);
    NJ_ASSERT(opener[0] != '\0');
    (void)snprintf(row.game, sizeof(row.game), "%s", game->game->id);
    (void)snprintf(row.edition, sizeof(row.edition), "%s", plan->edition);
    (void)snprintf(row.chat, sizeof(row.chat), "%s", home->address);
    (void)snprintf(row.opener, sizeof(row.opener), "%s", opener);
    (void)snprintf(row.options, sizeof(row.options), "%s", plan->options);
    (void)snprintf(row.timers, sizeof(row.timers), "[]");
    nj_books_secret(r, &row.secret);
    nj_commit(&row.secret, &row.commitment);
    if (!insert_table(r, &row))
        return NULL;
    e = nj_books_open(r, &row);
    NJ_ASSERT(e->id == row.id && e->deadline_ms == row.deadline_ms);
    nj_wipe(&row.secret, sizeof(row.secret));
    return e;
}

/* --- the card --- */

const char *nj_table_key(const struct nj_referee *r, const struct nj_game *g,
                         const char *name, char key[64])
{
    NJ_ASSERT(strlen(name) < 32);
    (void)snprintf(key, 64, "%s.%s", g->prefix, name);
    if (nj_catalog_get(r->setup.catalog, NULL, key) == NULL)
        (void)snprintf(key, 64, "shell.%s", name);
    return key;
}

const char *nj_table_phrase(const struct nj_format *f, const struct nj_game *g,
                            const char *table, const char *word)
{
    char key[128];
    const char *text;

    NJ_ASSERT(table[0] != '\0');
    (void)snprintf(key, sizeof(key), "%s.%s.%s", g->prefix, table, word);
    text = nj_catalog_get(f->catalog, f->lang, key);
    return text != NULL ? text : word;
}

void nj_table_list_editions(const struct nj_format *f, const struct nj_game *g,
                            struct nj_str *out)
{
    for (uint32_t i = 0; g->editions[i] != NULL; i++)
        nj_str_addf(out, "%s%s", i > 0 ? ", " : "",
                    nj_table_phrase(f, g, "edition", g->editions[i]));
}

void nj_table_put_value(const struct nj_format *f, const struct nj_game *g,
                        const struct nj_option *opt, int64_t v,
                        struct nj_str *out)
{
    const char *text;
    char word[96];

    NJ_ASSERT(opt->type != NJ_OPTION_TEXT); /* it has no number */
    if (opt->type == NJ_OPTION_MS) {
        nj_format_when(f, v, out);
    } else if (opt->type == NJ_OPTION_WORD) {
        (void)snprintf(word, sizeof(word), "%s.%s", opt->key, opt->words[v]);
        text = nj_table_phrase(f, g, "option_word", word);
        nj_str_puts(out, text != word ? text : opt->words[v]);
    } else {
        nj_option_print(opt, v, out);
        text = nj_table_phrase(f, g, "option_less", opt->key);
        if (v < opt->dflt && text != opt->key)
            nj_str_puts(out, text); /* what leaves the letter says so there */
    }
}

void nj_table_put_option(const struct nj_format *f, const struct nj_game *g,
                         const struct nj_options *o, int i, struct nj_str *out)
{
    NJ_ASSERT(i >= 0);
    if (g->options[i].type == NJ_OPTION_TEXT)
        nj_options_print(g, o, i, out);
    else
        nj_table_put_value(f, g, &g->options[i], o->v[i], out);
}

/* The edition, where there are several, and options off their defaults, in
 * the group's words. */
static void list_options(const struct nj_format *f, const struct nj_game *g,
                         const char *edition, const struct nj_options *o,
                         struct nj_str *out)
{
    NJ_ASSERT(out->len == 0);
    if (nj_game_has_editions(g)) {
        nj_format_key(f, "shell.edition", NJ_NO_ARGS, out);
        nj_str_addf(out, " %s", nj_table_phrase(f, g, "edition", edition));
    }
    for (int i = 0; g->options[i].key != NULL; i++) {
        if (!nj_option_free(g, i) || !nj_options_off_default(g, o, i))
            continue;
        if (out->len > 0)
            nj_format_key(f, "core.list.sep", NJ_NO_ARGS, out);
        nj_str_addf(out, "%s ",
                    nj_table_phrase(f, g, "option", g->options[i].key));
        nj_table_put_option(f, g, o, i, out);
    }
    if (out->len == 0)
        nj_format_key(f, "shell.card_default", NJ_NO_ARGS, out);
}

static bool reachable(struct nj_referee *r, const struct nj_sitter *s)
{
    NJ_ASSERT(!s->computer && s->user[0] != '\0');
    return nj_books_chat(r, s->user)->reach == NJ_REACH_PROVED;
}

/* Appends a line per seat, "1 小明 ✔", and one for the host if there is one. */
static void list_sitters(struct nj_referee *r, struct nj_entry *e,
                         const struct nj_format *f, struct nj_str *out)
{
    char key[64];

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY && e->match == NULL);
    NJ_ASSERT(e->sitters != NULL);
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        const struct nj_sitter *s = &e->sitters[i];

        nj_str_putc(out, '\n');
        nj_format_key(
            f,
            s->computer       ? "shell.card_computer"
            : reachable(r, s) ? "shell.card_ready"
                              : "shell.card_waiting",
            NJ_ARGS(nj_arg_int("n", i + 1), nj_arg_text("name", s->name)), out);
    }
    if (e->host[0] == '\0')
        return;
    nj_str_putc(out, '\n');
    nj_format_key(f, nj_table_key(r, e->game->game, "card_host", key),
                  NJ_ARGS(nj_arg_text("name", nj_books_chat(r, e->host)->name)),
                  out);
}

/* `alone`: a table of one seat; whoever opens one sits there at once. */
static void say_card(struct nj_referee *r, struct nj_entry *e,
                     struct nj_chat *to, bool gathering, bool alone,
                     struct nj_args args)
{
    static const char *const keys[2][2] = {
        {"shell.card", "shell.card_alone"},
        {"shell.card_test", "shell.card_test_alone"}};
    const struct nj_message m = {
        .key = keys[r->setup.test][alone], .clause = "", .args = args};

    NJ_ASSERT(e->match == NULL);
    nj_tell_message(r, &(struct nj_delivery){.e = e,
                                             .m = &m,
                                             .to = to,
                                             .seat = NJ_SEAT_NONE,
                                             .gathers = gathering});
}

/*
 * The card is a message with a row like any other: until it has been sent
 * nobody is seated (design 4). Its list of seats is a text made here, for a
 * table has no match yet that could name its seats.
 */
struct nj_seats_range nj_table_seats(struct nj_referee *r, struct nj_entry *e)
{
    const struct nj_game *g = e->game->game;
    const char *edition = nj_table_edition(r, e);
    struct nj_options o;

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    if (g->seats == NULL || edition == NULL || !nj_table_options(r, e, &o))
        return (struct nj_seats_range){g->seats_min, g->seats_max};
    return nj_options_seats(g, e->game->data, edition, &o);
}

static void put_card(struct nj_referee *r, struct nj_entry *e,
                     struct nj_chat *to, bool gathering)
{
    struct nj_match_row row;
    struct nj_options o;
    struct nj_str opts = NJ_STR_INIT(2000), seats = NJ_STR_INIT(4000);
    char commitment[NJ_HEX_BYTES];
    const struct nj_game *g = e->game->game;
    struct nj_format f;

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    if (nj_sitters_load(r, e) && nj_books_row(r, e, &row) &&
        nj_table_options(r, e, &o)) {
        struct nj_seats_range seats_of =
            nj_options_seats(g, e->game->data, row.edition, &o);

        nj_tell_format(r, NULL, to, &f);
        list_options(&f, g, row.edition, &o, &opts);
        list_sitters(r, e, &f, &seats);
        nj_hash_hex(&row.commitment, commitment);
        say_card(r, e, to, gathering, seats_of.most == 1,
                 NJ_ARGS(nj_arg_id("code", e->code), nj_arg_word("game", g->id),
                         nj_arg_int("n", e->n_sitters),
                         nj_arg_int("least", seats_of.least),
                         nj_arg_int("most", seats_of.most),
                         nj_arg_id("options", opts.p),
                         nj_arg_id("seats", seats.p),
                         nj_arg_id("commitment", commitment)));
    }
    nj_str_fini(&opts);
    nj_str_fini(&seats);
}

void nj_table_card(struct nj_referee *r, struct nj_entry *e, struct nj_chat *to)
{
    put_card(r, e, to, false);
}

/* Who comes and goes: six people who sit down one after the other share a few
 * texts. */
static bool gathers(const char *key)
{
    static const char *const keys[] = {"shell.joined", "shell.joined_unproved",
                                       "shell.left"};

    for (size_t i = 0; i < NJ_COUNT(keys); i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

/* Where the card can be replaced it says everything; elsewhere a line does. */
void nj_table_tell(struct nj_referee *r, struct nj_entry *e, const char *key,
                   struct nj_args args)
{
    struct nj_message m = {.key = key, .clause = "", .args = args};
    struct nj_delivery d = {
        .e = e, .m = &m, .seat = NJ_SEAT_NONE, .gathers = gathers(key)};

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY);
    nj_stale_touch(r, e);
    for (uint8_t i = 0; i < e->n_homes; i++) {
        d.to = e->homes[i];
        if (nj_books_can(r, d.to, NJ_CAN_REPLACE)) {
            put_card(r, e, d.to, d.gathers);
            continue;
        }
        nj_tell_message(r, &d);
        d.copy = true;
    }
}
