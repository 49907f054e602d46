/*
 * A house that plays the toy game.
 */
#include "kit/toy_house.h"

#include <string.h>

#include "kit/nj_test.h"
#include "kit/tables.h"
#include "kit/texts.h"
#include "match/match.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"

static const char *const people[] = {"ann", "bob", "cat"};

/* What people type and read in the toy game, in the form of a game's file. */
static void load(struct nj_blob *out)
{
    struct nj_err err = {{0}};

    if (nj_blob_load(NJ_SOURCE_DIR "/tests/kit/toy/zh-CN.json", out, &err) !=
        NJ_OK)
        fail_msg("%s", err.text);
}

/* The tables of the program and the toy's own. */
static struct nj_commands *make_commands(const struct nj_blob *own)
{
    static const char *const games[] = {"toy", NULL};
    struct nj_tables t = {.n = 0};
    struct nj_commands *c = NULL;
    struct nj_err err = {{0}};

    if (nj_embed_each("locales/commands/", ".json", nj_tables_file, &t, &err) !=
        NJ_OK)
        fail_msg("%s", err.text);
    t.file[t.n] = (struct nj_command_file){"zh-CN.json", own->text, own->len};
    if (nj_commands_create(t.file, t.n + 1, games, &c, &err) != NJ_OK)
        fail_msg("%s", err.text);
    for (size_t i = 0; i < t.n; i++)
        nj_blob_fini(&t.blob[i]);
    return c;
}

/* The texts of the program, and those of the toy for whom Chinese serves. */
static struct nj_catalog *make_catalog(const struct nj_blob *own)
{
    struct nj_catalog *c = nj_catalog_create();
    struct nj_err err = {{0}};

    nj_texts_add(c);
    if (nj_catalog_add_game(c, "zh-CN", own->text, own->len, &err) != NJ_OK)
        fail_msg("%s", err.text);
    return c;
}

struct nj_commands *toy_house_commands(void)
{
    struct nj_blob own = {0};
    struct nj_commands *c;

    load(&own);
    c = make_commands(&own);
    nj_blob_fini(&own);
    return c;
}

void toy_house_open(struct toy_house *t, const char *name)
{
    struct nj_blob own = {0};

    memset(t, 0, sizeof(*t));
    house_open(&t->h, name);
    nj_commands_destroy(t->h.env.commands);
    nj_catalog_destroy(t->h.env.catalog);
    load(&own);
    t->h.env.commands = make_commands(&own);
    t->h.env.catalog = make_catalog(&own);
    nj_blob_fini(&own);
    t->game = nj_toy_game;
    t->loaded.game = &t->game;
    house_games(&t->h, &t->loaded, 1);
}

void toy_house_begin(struct toy_house *t, unsigned n)
{
    assert_in_range(n, 2, NJ_COUNT(people));
    house_group(&t->h, "ann", "#新游戏 toy");
    for (unsigned i = 0; i < n && i < NJ_COUNT(people); i++) {
        house_private(&t->h, people[i], "我");
        house_group(&t->h, people[i], "#加入");
    }
    house_group(&t->h, "ann", "#开始");
    assert_non_null(house_heard(&t->h, "group", "轮到"));
    house_forget(&t->h);
}

static struct nj_entry *entry(struct toy_house *t)
{
    struct nj_entry *e = t->h.referee->entries[0];

    assert_true(nj_live_wake(t->h.referee, e));
    return e;
}

const char *toy_house_turn(struct toy_house *t)
{
    struct nj_entry *e = entry(t);
    nj_seat seat = 0;

    while ((nj_match_awaited(e->match) & nj_bit(seat)) == 0)
        seat++;
    for (uint8_t i = 0; i < e->n_sitters; i++)
        if (e->sitters[i].seat == seat)
            return nj_address_user_id(e->sitters[i].user);
    return "";
}

nj_seat toy_house_seat(struct toy_house *t, const char *who)
{
    const struct nj_entry *e = entry(t);
    uint8_t i = 0;

    while (strcmp(nj_address_user_id(e->sitters[i].user), who) != 0)
        i++;
    return e->sitters[i].seat;
}

uint32_t toy_house_seq(struct toy_house *t)
{
    return nj_match_seq(entry(t)->match);
}
