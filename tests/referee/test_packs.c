/* Matches with a pack of the owner's: their files bring it, so that whoever
 * lacks it can verify them, and so can the owner who has edited it since. And
 * matches with as long a list of blocks as there may be (LN-24.3). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <strings.h>

#include "config/embed.h"
#include "games/registry.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "kit/tmp_dir.h"
#include "match/emit.h"
#include "match/export.h"
#include "referee/play/archive.h"
#include "referee/referee_priv.h"
#include "store/store.h"

#define PACK "config/long_night/packs/night.txt"

/* An owner's data folder, and what the program makes of it. */
struct owner {
    struct nj_tmp_dir dir;
    struct nj_env env;
};

static const char *const folders[] = {"config", "config/long_night",
                                      "config/long_night/packs"};

static void write_pack(const struct owner *o, const char *from, const char *to)
{
    struct nj_blob own = {0};
    struct nj_err err = {{0}};
    char path[600];
    const char *at;
    FILE *f;

    nj_tmp_dir_file(&o->dir, PACK, path, sizeof(path));
    f = fopen(path, "wbe");
    assert_non_null(f);
    assert_int_equal(
        nj_blob_load(NJ_SOURCE_DIR "/config/long_night/blocks.txt", &own, &err),
        NJ_OK);
    at = strstr(own.text, from);
    assert_non_null(at);
    assert_true(fprintf(f, "%.*s%s%s", (int)(at - own.text), own.text, to,
                        at + strlen(from)) > 0);
    assert_int_equal(fclose(f), 0);
    nj_blob_fini(&own);
}

/* The program starts again with what the folder has now. */
static void restart(struct owner *o, struct house *h)
{
    struct nj_env was = o->env;
    struct nj_err err = {{0}};

    o->env = (struct nj_env){.data_dir = o->dir.path};
    if (nj_env_load_games(&o->env, &err) != NJ_OK)
        fail_msg("%s", err.text);
    house_games(h, o->env.games, o->env.n_games);
    nj_env_fini(&was);
    house_pass(h, 3000); /* one match is played again so often */
    h->referee->setup.test = false;
    house_forget(h);
}

static void open_owner(struct owner *o, struct house *h, const char *name,
                       const char *own)
{
    char path[600];

    memset(o, 0, sizeof(*o));
    memset(h, 0, sizeof(*h));
    nj_tmp_dir_make(&o->dir, NJ_BINARY_DIR);
    for (size_t i = 0; i < NJ_COUNT(folders); i++) {
        nj_tmp_dir_file(&o->dir, folders[i], path, sizeof(path));
        assert_int_equal(mkdir(path, 0700), 0);
    }
    write_pack(o, "block N19 ", own);
    house_open(h, name);
    restart(o, h);
}

static void close_owner(struct owner *o, struct house *h)
{
    char path[600];

    house_close(h);
    nj_env_fini(&o->env);
    nj_tmp_dir_file(&o->dir, PACK, path, sizeof(path));
    (void)unlink(path);
    for (size_t i = NJ_COUNT(folders); i-- > 0;) {
        nj_tmp_dir_file(&o->dir, folders[i], path, sizeof(path));
        assert_int_equal(rmdir(path), 0);
    }
    nj_tmp_dir_remove(&o->dir);
}

/* A match with the pack, over. */
static void play(struct house *h)
{
    house_group(h, "opener", "#新游戏 漫漫长夜");
    house_private(h, "ann", "我");
    house_group(h, "ann", "#加入");
    house_private(h, "bob", "我");
    house_group(h, "bob", "#加入");
    house_group(h, "opener", "#设置 pack night");
    house_group(h, "opener", "#开始");
    house_group(h, "ann", "左");
    house_group(h, "bob", "右");
    house_group(h, "bob", "#退出");
    house_group(h, "bob", "#确认");
    assert_int_equal(nj_referee_open(h->referee), 0);
    house_forget(h);
}

static enum nj_status add_piece(void *ctx, const char *text, size_t n,
                                struct nj_err *err)
{
    NJ_UNUSED(err);
    nj_str_add(ctx, text, n);
    return NJ_OK;
}

static void match_file(struct owner *o, struct house *h, struct nj_str *out)
{
    struct nj_match_row row;
    struct nj_err err = {{0}};

    if (!nj_match_load(h->store, 1, &row) ||
        nj_match_file_write(h->store, &row, &o->env.games[0], add_piece, out,
                            &err) != NJ_OK)
        fail_msg("%s", err.text);
}

/* By a program that has nothing but its own files. */
static enum nj_verdict elsewhere(const struct house *h,
                                 const struct nj_str *file, struct nj_err *err)
{
    const struct nj_loaded_game *g = &h->env.games[0];
    const struct nj_record_rules rules = {
        .game = g->game, .files = g->files, .n_files = g->n_files};
    struct nj_record r;
    enum nj_verdict v;

    if (nj_record_read(file->p, file->len, nj_game_find, &r, err) != NJ_OK)
        return NJ_VERDICT_UNTRUE;
    v = nj_record_verify(&r, &rules, NULL, NULL, err);
    nj_record_fini(&r);
    return v;
}

static void the_file_brings_the_pack(void **state)
{
    struct owner o;
    struct house h = {.paced = false};
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_err err = {{0}};

    NJ_UNUSED(state);
    open_owner(&o, &h, "pack_file", "block MINE ");
    play(&h);
    match_file(&o, &h, &file);
    assert_non_null(strstr(file.p, "\"files\":[{\"name\":\"" PACK "\""));
    assert_non_null(strstr(file.p, "block MINE "));
    if (elsewhere(&h, &file, &err) != NJ_VERDICT_TRUE)
        fail_msg("%s", err.text);
    nj_str_fini(&file);
    close_owner(&o, &h);
}

static void asked_whether_it_is_true(struct house *h, const char *answer)
{
    house_group(h, "cat", "#验证");
    if (house_heard(h, "group", answer) == NULL)
        fail_msg("the answer is not '%s'", answer);
    assert_null(house_heard(h, "group", "对不上"));
}

static void an_edited_pack_makes_no_match_untrue(void **state)
{
    struct owner o;
    struct house h = {.paced = false};
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_err err = {{0}};
    char path[600];

    NJ_UNUSED(state);
    open_owner(&o, &h, "pack_edited", "block MINE ");
    play(&h);
    asked_whether_it_is_true(&h, "属实");
    write_pack(&o, "block N19 ", "block OTHER ");
    restart(&o, &h);
    asked_whether_it_is_true(&h, "属实");
    match_file(&o, &h, &file);
    assert_non_null(strstr(file.p, "block MINE "));
    assert_null(strstr(file.p, "block OTHER "));
    assert_int_equal(elsewhere(&h, &file, &err), NJ_VERDICT_TRUE);
    nj_tmp_dir_file(&o.dir, PACK, path, sizeof(path));
    assert_int_equal(unlink(path), 0);
    restart(&o, &h);
    asked_whether_it_is_true(&h, "属实");
    nj_str_fini(&file);
    close_owner(&o, &h);
}

/* --- hostile packs --- */

struct hostile {
    const char *pack; /* the option; NULL: as it was */
    const char *name; /* of the file; NULL: as it was */
    const char *text; /* NULL: as it was */
    size_t longer;    /* so many blank bytes behind it */
    const char *says;
};

/* The head is that of the files it brings, as a forger would see to. */
static void hash_files(const struct house *h, struct nj_record_head *head)
{
    const struct nj_loaded_game *g = &h->env.games[0];
    struct nj_data_file all[2] = {head->files[0], g->files[0]};
    struct nj_data_set set;

    nj_hash_bytes(all[0].text, strlen(all[0].text), &all[0].hash);
    if (nj_data_choose(g->game, &head->options, all, 2, &set))
        nj_data_set_hash(&set, &head->data_hash);
    nj_record_seed(head, g->game, &head->secret, &head->seed);
}

static void write_hostile(const struct house *h, struct nj_record *r,
                          const struct hostile *c, struct nj_str *out)
{
    const struct nj_game *g = h->env.games[0].game;
    struct nj_data_file *f = &r->head.files[0];
    struct nj_str text = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_record_writer w;

    nj_str_puts(&text, c->text != NULL ? c->text : f->text);
    for (size_t i = 0; i < c->longer; i++)
        nj_str_putc(&text, '\n');
    f->text = text.p;
    f->len = text.len;
    if (c->name != NULL)
        f->name = c->name;
    if (c->pack != NULL)
        assert_true(nj_options_put(g, &r->head.options,
                                   nj_option_find(g, "pack"), c->pack));
    hash_files(h, &r->head);
    nj_record_begin(&w, g, &r->head, out);
    for (uint32_t i = 0; i < r->n_inputs; i++)
        nj_record_put(&w, &r->head, &r->inputs[i], out);
    nj_record_end(&w, r->over, out);
    assert_false(out->over);
    nj_str_fini(&text);
}

static void is_refused(const struct house *h, const struct nj_str *real,
                       const struct hostile *c)
{
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_record r;
    struct nj_err err = {{0}};
    enum nj_verdict v;

    assert_int_equal(nj_record_read(real->p, real->len, nj_game_find, &r, &err),
                     NJ_OK);
    write_hostile(h, &r, c, &file);
    nj_record_fini(&r);
    v = elsewhere(h, &file, &err);
    if (v != NJ_VERDICT_UNTRUE || strstr(err.text, c->says) == NULL)
        fail_msg("'%s': verdict %d: %s", c->says, (int)v, err.text);
    assert_null(strchr(err.text, '\n'));
    nj_str_fini(&file);
}

static void a_hostile_pack_is_refused_with_a_line(void **state)
{
    static const struct hostile cases[] = {
        {.text = "", .says = PACK},
        {.text = "block", .says = PACK ": line 1: V1"},
        {.text = "block HUT ordinary \xe5\xb0\x8f | Hut\n+:+", .says = PACK},
        {.text = "pair 1 1\n", .says = PACK},
        {.longer = NJ_DATA_FILE_MAX, .says = "line 1"},
        {.name = "config/long_night/packs/day.txt",
         .pack = "",
         .says = "not played with the file"},
        {.name = "config/long_night/packs/../x.txt",
         .pack = "../x",
         .says = "line 1"},
        {.name = "/etc/night.txt", .says = "line 1"},
        {.name = "config/long_night/packs/\x1b[2J.txt", .says = "line 1"},
    };
    struct owner o;
    struct house h = {.paced = false};
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);

    NJ_UNUSED(state);
    open_owner(&o, &h, "pack_hostile", "block MINE ");
    play(&h);
    match_file(&o, &h, &file);
    for (size_t i = 0; i < NJ_COUNT(cases); i++)
        is_refused(&h, &file, &cases[i]);
    nj_str_fini(&file);
    close_owner(&o, &h);
}

/* --- the longest lists --- */

#define LISTED_MAX 48

static void list_of(const char *const *ids, uint32_t n_ids, uint32_t n,
                    struct nj_str *out)
{
    nj_str_clear(out);
    for (uint32_t i = 0; i < n; i++)
        nj_str_addf(out, "%s%s", i > 0 ? "," : "", ids[i % n_ids]);
}

static void set_list(struct house *h, const char *list)
{
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_IN_MAX);

    house_forget(h);
    nj_str_addf(&text, "#设置 自选区块 %s", list);
    house_group(h, "opener", text.p);
    nj_str_fini(&text);
}

static void is_listed(const struct house *h, const char *list)
{
    const struct nj_entry *e = h->referee->entries[0];

    assert_non_null(e->match);
    assert_int_equal(strcasecmp(nj_option_text(e->match, "list"), list), 0);
}

static void open_listed(struct house *h, const char *pack)
{
    char text[64];

    house_group(h, "opener", "#新游戏 漫漫长夜 社区");
    (void)snprintf(text, sizeof(text), "#设置 区块包 %s", pack);
    house_group(h, "opener", text);
    house_group(h, "opener", "#设置 全员停止 关");
    house_group(h, "opener", "#设置 回合数 3");
    house_private(h, "ann", "我");
    house_group(h, "ann", "#加入");
    house_private(h, "bob", "我");
    house_group(h, "bob", "#加入");
}

/* To its end: each of the three rounds is stopped in. */
static void play_listed(struct house *h, const char *list)
{
    house_group(h, "opener", "#开始");
    is_listed(h, list);
    for (int i = 0; i < 3 && nj_referee_open(h->referee) > 0; i++) {
        house_group(h, "ann", "停");
        house_kill(h, 1000);
        h->referee->setup.test = false;
        house_group(h, "bob", "上");
        if (nj_referee_open(h->referee) == 0)
            break; /* it was a catch, or into a pod */
        is_listed(h, list);
        house_group(h, "bob", "#撤销");
        house_group(h, "bob", "停");
        house_group(h, "ann", "停");
    }
    for (int i = 0; i < 6 && nj_referee_open(h->referee) > 0; i++) {
        house_group(h, "bob", "停");
        house_group(h, "ann", "停");
    }
    assert_int_equal(nj_referee_open(h->referee), 0);
}

/* Whatever a list has: it is told, played, killed and woken, over, and its file
 * holds. */
static void a_list_is_played(const char *name, const char *pack,
                             const char *const *ids, uint32_t n_ids)
{
    struct owner o;
    struct house h = {.paced = false};
    struct nj_str list = NJ_STR_INIT(NJ_TEXT_IN_MAX);
    struct nj_str file = NJ_STR_INIT(NJ_FILE_MAX);
    struct nj_err err = {{0}};

    open_owner(&o, &h, name, "block MYBLOCK ");
    open_listed(&h, pack);
    list_of(ids, n_ids, LISTED_MAX + 1, &list);
    set_list(&h, list.p);
    assert_non_null(house_heard(
        &h, "group", strlen(list.p) < 384 ? "最多 48 块" : "最多 383 个"));
    list_of(ids, n_ids, LISTED_MAX, &list);
    set_list(&h, list.p);
    assert_non_null(house_heard(&h, "group", "自选区块 改为"));
    house_forget(&h);
    play_listed(&h, list.p);
    asked_whether_it_is_true(&h, "属实");
    match_file(&o, &h, &file);
    if (elsewhere(&h, &file, &err) != NJ_VERDICT_TRUE)
        fail_msg("%s", err.text);
    nj_str_fini(&list);
    nj_str_fini(&file);
    close_owner(&o, &h);
}

static void the_longest_lists_are_played(void **state)
{
    static const char *const usual[] = {"E10", "E11", "E12", "E13", "E14"};
    static const char *const own[] = {"MYBLOCK"}; /* no id is longer */

    NJ_UNUSED(state);
    a_list_is_played("list_usual", "community", usual, NJ_COUNT(usual));
    a_list_is_played("list_own", "night", own, NJ_COUNT(own));
}

/* What does not fit says what would, and changes nothing. */
static void a_longer_text_is_refused(void **state)
{
    struct house h = {.paced = false};
    struct nj_str list = NJ_STR_INIT(NJ_TEXT_IN_MAX);
    static const char *const ids[] = {"E10"};

    NJ_UNUSED(state);
    house_open(&h, "list_too_long");
    open_listed(&h, "community");
    list_of(ids, 1, 97, &list); /* 387 bytes */
    set_list(&h, list.p);
    assert_non_null(house_heard(&h, "group", "最多 383 个"));
    list_of(ids, 1, 200, &list); /* no command is so long */
    set_list(&h, list.p);
    assert_non_null(house_heard(&h, "group", "一条指令最多 512 字节"));
    house_forget(&h);
    house_group(&h, "opener", "#设置 自选区块");
    assert_non_null(house_heard(&h, "group", "自选区块 无"));
    nj_str_fini(&list);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_brings_the_pack),
        cmocka_unit_test(an_edited_pack_makes_no_match_untrue),
        cmocka_unit_test(a_hostile_pack_is_refused_with_a_line),
        cmocka_unit_test(the_longest_lists_are_played),
        cmocka_unit_test(a_longer_text_is_refused),
    };

    return cmocka_run_group_tests_name("referee/packs", tests, NULL, NULL);
}
