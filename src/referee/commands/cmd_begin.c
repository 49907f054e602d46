/*
 * #开始: the table becomes a match. The seed is made of the secret, the table
 * and what each person gave; from here on the log is the match.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "base/str.h"
#include "base/when.h"
#include "match/match.h"
#include "match/messages.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/commands/commands_priv.h"
#include "referee/play/archive.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "store/records.h"

static bool enough_seats(struct nj_request *a)
{
    struct nj_seats_range range = nj_table_seats(a->r, a->e);

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    if (a->e->n_sitters >= range.least)
        return true;
    return nj_deny(a, "shell.too_few",
                   NJ_ARGS(nj_arg_int("n", a->e->n_sitters),
                           nj_arg_int("least", range.least),
                           nj_arg_int("most", range.most)));
}

/* Can he be told anything? Nobody is on a platform that is not configured any
 * more. */
static bool is_reachable(const struct nj_referee *r, const struct nj_chat *c)
{
    return c->reach == NJ_REACH_PROVED && c->gateway < r->setup.n_gateways;
}

/* Without proof of each private chat nothing starts (UX-7); names are told. */
static bool all_reachable(struct nj_request *a)
{
    const char *names[NJ_SEATS_MAX];
    uint32_t n = 0;

    for (uint8_t i = 0; i < a->e->n_sitters; i++) {
        const struct nj_sitter *s = &a->e->sitters[i];

        if (!s->computer && !is_reachable(a->r, nj_books_chat(a->r, s->user)))
            names[n++] = s->name;
    }
    if (n == 0)
        return true;
    nj_reply(a, "shell.cannot_reach", NJ_ARGS(nj_arg_texts("names", names, n)));
    NJ_ASSERT(n <= NJ_SEATS_MAX);
    return false;
}

#define LIVE_MS   3600000 /* people wait for each other */
#define SILENT_MS 600000  /* who says nothing for so long may have gone */
#define FEW_SEATS 2       /* so many hear what a slow bot has to say */

/* Has it deadlines, and none but for people who sit there together? */
static bool is_live(const struct nj_entry *e, const struct nj_options *o)
{
    const struct nj_game *g = e->game->game;
    bool any = false;

    NJ_ASSERT(e->match == NULL);
    for (int i = 0; g->options[i].key != NULL; i++) {
        if (g->options[i].type != NJ_OPTION_MS || o->v[i] == 0)
            continue;
        if (!nj_when_is_length(o->v[i]) || o->v[i] >= LIVE_MS)
            return false;
        any = true;
    }
    return any;
}

enum nj_pushes nj_pushes_to(const struct nj_referee *r, const struct nj_chat *c)
{
    struct nj_gateway *g;

    if (c->gateway >= r->setup.n_gateways)
        return NJ_PUSHES_NONE; /* it is gone, and nothing is said there */
    g = r->setup.gateways[c->gateway];
    return g->ops->pushes != NULL ? g->ops->pushes(g, c->address)
                                  : NJ_PUSHES_FREE;
}

bool nj_hears_mentions_only(const struct nj_request *a)
{
    const struct nj_gateway *g = a->r->setup.gateways[a->ev->gateway];

    return g->ops->pushes != NULL && a->ev->group && a->ev->at_me &&
           a->r->pressed == NULL && !a->where->plain;
}

/* Seats that hear answers alone; the rest of a live match would wait. */
static uint32_t silent_seats(struct nj_request *a,
                             const char *names[NJ_SEATS_MAX])
{
    uint32_t n = 0;

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    for (uint8_t i = 0; i < a->e->n_sitters; i++) {
        const struct nj_sitter *s = &a->e->sitters[i];

        if (!s->computer &&
            nj_pushes_to(a->r, nj_books_chat(a->r, s->user)) == NJ_PUSHES_NONE)
            names[n++] = s->name;
    }
    return n;
}

/* What a platform cannot carry is said before a match starts, with what would
 * help. */
static bool all_can_be_told(struct nj_request *a, const struct nj_options *o)
{
    const char *names[NJ_SEATS_MAX];
    enum nj_pushes least = NJ_PUSHES_FREE;
    uint32_t n = silent_seats(a, names);

    if (!is_live(a->e, o))
        return true;
    for (uint8_t i = 0; i < a->e->n_homes; i++) {
        enum nj_pushes p = nj_pushes_to(a->r, a->e->homes[i]);

        least = p > least ? p : least;
    }
    if (least == NJ_PUSHES_NONE) {
        nj_reply(a, "shell.answers_only_group", NJ_NO_ARGS);
        return false;
    }
    if (n > 0) {
        nj_reply(a, "shell.answers_only",
                 NJ_ARGS(nj_arg_texts("names", names, n)));
        return false;
    }
    if (least == NJ_PUSHES_FEW && a->e->n_sitters > FEW_SEATS)
        nj_announce(a->r, a->e, "shell.few_words", NJ_NO_ARGS);
    if (nj_hears_mentions_only(a))
        nj_reply(a, "shell.mentions_only", NJ_NO_ARGS);
    return true;
}

/* Has the table a host who sees everything, as one who plays must not? */
static void set_host(const struct nj_entry *e, struct nj_options *o)
{
    const struct nj_game *g = e->game->game;
    int i = g->host_option != NULL ? nj_option_find(g, g->host_option) : -1;

    if (i < 0)
        return;
    NJ_ASSERT(g->options[i].type == NJ_OPTION_WORD);
    o->v[i] = e->host[0] != '\0' && nj_sitters_of(e, e->host) == NULL;
}

/* Has he not written for a while? Of whom nothing is known in this life of the
 * process, nobody can say so. */
static bool is_silent(struct nj_referee *r, const struct nj_sitter *s)
{
    int64_t heard_ms = s->computer ? 0 : nj_books_chat(r, s->user)->heard_ms;

    return heard_ms != 0 && r->steady_ms - heard_ms >= SILENT_MS;
}

/* Before people wait for each other, whoever has been silent for a while is
 * asked; who begins again soon waits for nobody (UX-6.6). */
static bool all_are_there(struct nj_request *a, const struct nj_options *o)
{
    struct nj_referee *r = a->r;
    struct nj_entry *e = a->e;
    uint32_t n = 0;

    NJ_ASSERT(e->state == NJ_MATCH_LOBBY && e->sitters != NULL);
    if (!is_live(e, o) ||
        (e->nudged_ms != 0 && r->steady_ms - e->nudged_ms < SILENT_MS))
        return true;
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        if (!is_silent(r, &e->sitters[i]))
            continue;
        nj_table_call(a, "shell.still_there", e->sitters[i].name,
                      e->sitters[i].user);
        n++;
    }
    if (n == 0)
        return true;
    e->nudged_ms = r->steady_ms;
    nj_reply(a, "shell.begin_waits", NJ_NO_ARGS);
    return false;
}

/* `set` gets them as people have set them. */
static bool options_fit(struct nj_request *a, struct nj_options *set,
                        struct nj_options *o)
{
    const struct nj_message *no;
    const char *edition = nj_table_edition(a->r, a->e);

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    if (edition == NULL || !nj_table_options(a->r, a->e, o))
        return false;
    set_host(a->e, o);
    *set = *o;
    no = nj_options_check(a->e->game->game, a->e->game->data, edition, o,
                          a->e->n_sitters);
    if (no == NULL)
        return true;
    return nj_deny(a, no->key, no->args);
}

struct start {
    const struct nj_referee *r;
    struct nj_entry *e;
    int64_t now_ms;
    const struct nj_options *options;
    struct nj_joins joins;
    struct nj_match_row row; /* as written */
};

static void derive_seed(const struct start *s, struct nj_match_row *row)
{
    const struct nj_entry *e = s->e;
    struct nj_proof_table table = {
        .game = e->game->game, .options = s->options, .n_seats = e->n_sitters};

    NJ_ASSERT(e->match == NULL);
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (e->sitters[i].computer)
            table.computers |= nj_bit(i);
    nj_proof_seed(row, &table, &s->joins, &row->seed);
}

static void start_row(struct nj_match_row *row, void *ctx)
{
    struct start *s = ctx;
    const struct nj_game *g = s->e->game->game;
    struct nj_str json = NJ_STR_INIT(sizeof(row->options) - 1);

    NJ_ASSERT(row->state == NJ_MATCH_LOBBY);
    row->state = NJ_MATCH_RUNNING;
    row->started_ms = s->now_ms;
    row->rules_version = g->rules_version;
    nj_archive_data_hash(s->e->game, s->options, &row->data_hash);
    nj_columns_options_pack(g, s->options, &json);
    (void)snprintf(row->options, sizeof(row->options), "%s", json.p);
    nj_str_fini(&json);
    derive_seed(s, row);
    if (s->r->setup.seed != NULL) {
        row->seed = *s->r->setup.seed;
        row->rng = (int)s->r->setup.seed_rng;
    }
    s->row = *row;
    NJ_ASSERT(row->state == NJ_MATCH_RUNNING);
}

/* This comes before anybody is named to anybody. */
static void name_apart(struct nj_entry *e)
{
    char name[NJ_NAME_MAX];

    NJ_ASSERT(e->match == NULL); /* it would know them by other names */
    for (uint8_t i = 0; i < e->n_sitters; i++) {
        struct nj_sitter *s = &e->sitters[i];

        nj_person_apart(e, i, s, s->name, name);
        free(s->name);
        s->name = nj_strndup(name, strlen(name));
    }
}

/* The row was just packed: nothing in it can be wrong. */
static void create_match(struct nj_referee *r, struct nj_entry *e,
                         const struct nj_match_row *row)
{
    struct nj_seat_row seats[NJ_SEATS_MAX];
    struct nj_err err = {{0}};
    struct nj_match *match = NULL;
    enum nj_status st;

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING && e->n_sitters > 0);
    for (uint8_t i = 0; i < e->n_sitters; i++)
        nj_sitters_row(e, &e->sitters[i], &seats[i]);
    st = nj_archive_create(row, seats, e->n_sitters, e->game, &match, &err);
    NJ_ASSERT(st == NJ_OK);
    NJ_ASSERT(nj_match_seq(match) == 0); /* the start is its first input */
    nj_archive_set_source(match, r->store, e->id);
    nj_books_awake(r, e, match);
}

/* The game, to be told in a few sentences where no match has been played to its
 * end yet; "": one has, or somebody plays alone in private. */
static const char *first_game(struct nj_request *a)
{
    struct nj_match_row *before = nj_arena_alloc(&a->r->arena, sizeof(*before));
    const char *lang = nj_books_lang(a->r, a->e->homes[0]);
    char key[96];

    NJ_ASSERT(a->e->match == NULL);
    (void)snprintf(key, sizeof(key), "word.first.%s", a->e->game->game->id);
    if (!a->e->homes[0]->group ||
        nj_catalog_get(a->r->setup.catalog, lang, key) == NULL)
        return "";
    return nj_record_find(a->r->store, a->e->homes[0]->address, "", before)
               ? ""
               : a->e->game->game->id;
}

static void tell_start(struct nj_request *a, const struct start *s)
{
    char commitment[NJ_HEX_BYTES];

    NJ_ASSERT(a->e->state == NJ_MATCH_RUNNING);
    NJ_ASSERT(a->e->match == NULL);
    NJ_ASSERT(s->row.id == a->e->id && strcmp(s->row.code, a->e->code) == 0);
    nj_hash_hex(&s->row.commitment, commitment);
    nj_buttons_retire(a->r, a->e);
    nj_announce(
        a->r, a->e, "shell.start",
        NJ_ARGS(nj_arg_id("code", a->e->code),
                nj_arg_word("game", a->e->game->game->id),
                nj_arg_texts("contributions", s->joins.list, s->joins.n),
                nj_arg_id("commitment", commitment),
                nj_arg_word("first", first_game(a))));
}

/* What the match will be proved with is on the disk before it starts. */
static bool keep_proof(struct nj_request *a, struct start *s)
{
    struct nj_err err = {{0}};
    enum nj_status st = nj_proof_joins(a->r->store, a->e->id, &s->joins, &err);

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    nj_proof_keep(a->r->store, a->e->id, a->e->game, s->options);
    return nj_store_ok(a->r->store, st, &err) && nj_store_good(a->r->store);
}

void nj_do_begin(struct nj_request *a)
{
    struct nj_referee *r = a->r;
    struct nj_options *set = nj_arena_alloc(&r->arena, sizeof(*set));
    struct nj_options *options = nj_arena_alloc(&r->arena, sizeof(*options));
    struct start s = {
        .r = r, .e = a->e, .now_ms = r->now_ms, .options = options};
    struct nj_input in = {.kind = NJ_IN_START,
                          .at_ms = r->now_ms,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_PERSON,
                          .verb = "start",
                          .reason = ""};

    NJ_ASSERT(a->e->state == NJ_MATCH_LOBBY);
    NJ_ASSERT(a->e->match == NULL);
    if (!nj_standing_may(a, "shell.not_yours"))
        return;
    if (!nj_sitters_load(r, a->e) || !enough_seats(a) || !all_reachable(a) ||
        !options_fit(a, set, options) || !all_can_be_told(a, options) ||
        !all_are_there(a, options) || !keep_proof(a, &s) ||
        !nj_books_write(r, a->e, start_row, &s))
        return;
    a->e->state = NJ_MATCH_RUNNING;
    a->e->nudged_ms = 0;
    a->e->words = nj_books_words(r, a->e->game->game, s.row.options);
    name_apart(a->e);
    tell_start(a, &s);
    nj_set_tell_start(a, set, options);
    create_match(r, a->e, &s.row);
    nj_wipe(&s.row, sizeof(s.row));
    (void)nj_apply_input(r, a->e, &in, NULL);
    NJ_ASSERT(!nj_store_good(r->store) || a->e->state != NJ_MATCH_RUNNING ||
              nj_match_seq(a->e->match) == 1);
    nj_log(
        NJ_LOG_INFO, "match", "started",
        NJ_FIELDS(nj_f_i64("match", a->e->id), nj_f_word("code", a->e->code)));
}
