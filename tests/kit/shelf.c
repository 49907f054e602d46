/*
 * A store with one match of the toy game in it.
 */
#include "kit/shelf.h"

#include <string.h>
#include <unistd.h>

#include "kit/nj_test.h"
#include "kit/pg_server.h"
#include "match/emit.h"
#include "referee/books/books.h"
#include "store/proof.h"

void shelf_must(enum nj_status st, const struct nj_err *err)
{
    if (st != NJ_OK)
        fail_msg("%s", err->text);
}

static void set_row(struct shelf *s)
{
    struct nj_match_row *row = &s->row;
    struct nj_str text = NJ_STR_INIT(sizeof(row->options) - 1);

    *row = (struct nj_match_row){.code = "K7Q",
                                 .game = "toy",
                                 .edition = "plain",
                                 .chat = "qq:g:1",
                                 .opener = "qq:u:1",
                                 .state = NJ_MATCH_RUNNING,
                                 .rules_version = nj_toy_game.rules_version,
                                 .rng = NJ_RNG_SPLITMIX64,
                                 .seed = {{1}},
                                 .opened_ms = 1,
                                 .touched_ms = 1,
                                 .seq = s->log.n,
                                 .digest = s->log.digests[s->log.n - 1]};
    (void)snprintf(row->game, sizeof(row->game), "%s", nj_toy_game.id);
    nj_columns_options_pack(&nj_toy_game, &s->log.setup.options, &text);
    (void)snprintf(row->options, sizeof(row->options), "%s", text.p);
    nj_str_clear(&text);
    nj_columns_timers_pack(nj_match_timers(s->log.m), &text);
    (void)snprintf(row->timers, sizeof(row->timers), "%s", text.p);
    assert_false(text.over);
    nj_str_fini(&text);
}

static void put_rows(struct shelf *s)
{
    nj_match_insert(s->store, &s->row);
    assert_true(nj_store_good(s->store));
    for (uint8_t i = 0; i < 3; i++) {
        struct nj_seat_row seat = {.match = s->row.id,
                                   .join = i,
                                   .seat = nj_match_seat_of(s->log.m, i),
                                   .computer = i == 2,
                                   .joined_ms = 1};

        if (i < 2)
            (void)snprintf(seat.user, sizeof(seat.user), "qq:u:%u", i + 1U);
        (void)snprintf(seat.name, sizeof(seat.name), "%s",
                       s->log.seats[i].name);
        (void)snprintf(seat.contribution, sizeof(seat.contribution), "%s",
                       s->log.seats[i].contribution);
        nj_seat_put(s->store, &seat);
        if (i < 2)
            nj_join_put(s->store, s->row.id, seat.user, seat.contribution);
    }
    for (uint32_t i = 0; i < s->log.n; i++) {
        const struct nj_input *in = &s->log.inputs[i];
        struct nj_str args = NJ_STR_INIT(4096);
        struct nj_input_row row = {.match = s->row.id,
                                   .seq = i + 1,
                                   .at_ms = in->at_ms,
                                   .kind = (int)in->kind,
                                   .place = (int)in->place,
                                   .by = (int)in->by,
                                   .seat = in->seat,
                                   .verb = in->verb,
                                   .reason = in->reason,
                                   .digest = s->log.digests[i]};

        nj_args_pack(in->args, &args);
        row.args = args.p;
        nj_input_insert(s->store, &row);
        nj_str_fini(&args);
    }
}

/* Everybody steps, one answers and is taken back, the clock goes on. */
static void play(struct toy_log *l)
{
    const struct nj_toy *s;

    (void)nj_toy_log_start(l);
    for (int i = 0; i < 5; i++) {
        s = nj_state_const(l->m);
        l->now_ms += 1500;
        if (s->asked)
            (void)nj_toy_log_order(l, s->turn, NJ_PLACE_PRIVATE, "answer",
                                   "no");
        else
            (void)nj_toy_log_order(l, s->turn, NJ_PLACE_GROUP, "step", NULL);
    }
    (void)nj_toy_log_order(l, 0, NJ_PLACE_PRIVATE, "guess", "a \"guess\"");
    l->now_ms += 700;
    (void)nj_toy_log_power(l, "undo", -1);
    l->now_ms += 700;
    (void)nj_toy_log_order(l, 1, NJ_PLACE_PRIVATE, "guess", "again");
}

void shelf_put_away(struct shelf *s)
{
    struct nj_err err = {{0}};

    nj_store_begin(s->store);
    set_row(s);
    put_rows(s);
    shelf_must(nj_store_commit(s->store, &err), &err);
}

int shelf_open(void **state)
{
    struct shelf *s = nj_alloc(sizeof(*s));
    struct nj_err err = {{0}};

    nj_toy_log_init(&s->log);
    (void)snprintf(s->path, sizeof(s->path), "%s/shelf.%ld.db", NJ_BINARY_DIR,
                   (long)getpid());
    nj_store_remove(s->path);
    if (nj_pg_server_wanted())
        nj_pg_server_database(s->path, sizeof(s->path));
    shelf_must(nj_store_open(&s->store, s->path, &err), &err);
    play(&s->log);
    *state = s;
    return 0;
}

int shelf_close(void **state)
{
    struct shelf *s = *state;

    nj_store_close(s->store);
    nj_store_remove(s->path);
    nj_toy_log_fini(&s->log);
    free(s);
    return 0;
}
