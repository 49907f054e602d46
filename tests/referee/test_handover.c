/*
 * Seats that change hands (UX-7, UX-3.8): the link, the record that goes with
 * the seat and nothing else, whose result it is.
 */
#include "base/str.h"
#include "games/registry.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "match/export.h"
#include "match/message.h"
#include "referee/books/books.h"
#include "referee/play/archive.h"
#include "referee/referee_priv.h"
#include "store/stmt.h"

#define GROUP "tg:g:9"
#define ANN   "tg:u:ann"
#define BOB   "tg:u:bob"
#define CAT   "tg:u:cat"

/* --- by a link --- */

/* The words that the newest link says in the private chat. */
static void keep_link(struct house *h, char line[NJ_URL_MAX])
{
    const struct nj_memory_sent *s =
        nj_memory_get(h->second, nj_memory_count(h->second) - 1);

    assert_non_null(strstr(s->url, "start="));
    (void)snprintf(line, NJ_URL_MAX, "/start %s",
                   strstr(s->url, "start=") + strlen("start="));
}

static void follow_link(struct house *h, const char *user)
{
    char line[NJ_URL_MAX];

    keep_link(h, line);
    house_private(h, user, line);
}

static void open_link_house(struct house *h, const char *name)
{
    house_open(h, name);
    h->second->can = NJ_CAN_BUTTONS | NJ_CAN_REPLACE | NJ_CAN_LINK;
    (void)snprintf(h->second->prefix, sizeof(h->second->prefix), "/");
    house_group_at(h, GROUP, ANN, "/new long-night");
    house_private(h, ANN, "/me");
    house_private(h, BOB, "/me");
    house_group_at(h, GROUP, ANN, "/join");
    house_group_at(h, GROUP, BOB, "/join");
    house_group_at(h, GROUP, ANN, "/begin");
    house_forget(h);
}

static void a_link_opens_the_private_chat_and_gives_the_seat(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_link_house(&h, "handover_link");
    house_group_at(&h, GROUP, ANN, "/sub");
    house_group_at(&h, GROUP, CAT, "/takeover");
    assert_null(house_heard(&h, GROUP, "接手"));
    follow_link(&h, CAT);
    assert_non_null(house_heard(&h, GROUP, "由 cat 接手"));
    assert_non_null(house_heard(&h, CAT, "你接手了"));
    assert_non_null(house_heard(&h, ANN, "已由别人接手"));
    house_close(&h);
}

static void a_link_of_a_stranger_or_too_late_gives_nothing(void **state)
{
    struct house h = {.paced = false};
    char line[NJ_URL_MAX];

    NJ_UNUSED(state);
    open_link_house(&h, "handover_stranger");
    house_group_at(&h, GROUP, ANN, "/sub");
    nj_memory_members(h.second, false);
    house_group_at(&h, GROUP, CAT, "/takeover");
    follow_link(&h, CAT);
    assert_non_null(house_heard(&h, CAT, "不在开桌的那个群"));
    nj_memory_members(h.second, true);
    house_group_at(&h, GROUP, "tg:u:dan", "/takeover");
    keep_link(&h, line);
    house_group_at(&h, GROUP, ANN, "/sub"); /* not any more */
    house_private(&h, "tg:u:dan", line);
    assert_non_null(house_heard(&h, "tg:u:dan", "没有在找人的席位"));
    assert_null(house_heard(&h, GROUP, "由 "));
    house_close(&h);
}

/* The button stands beside those of the turn: neither puts the other out. */
static void an_offer_has_a_button(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_link_house(&h, "handover_button");
    house_group_at(&h, GROUP, ANN, "/sub");
    assert_true(nj_memory_press(h.second, BOB, "接替"));
    house_run(&h);
    assert_non_null(strstr(nj_memory_toast(h.second), "知道得太多"));
    house_group_at(&h, GROUP, ANN, "停止");
    house_group_at(&h, GROUP, BOB, "停止");
    assert_true(nj_memory_press(h.second, CAT, "接替"));
    house_run(&h);
    assert_non_null(strstr(nj_memory_toast(h.second), "start="));
    assert_null(house_heard(&h, GROUP, "由 cat 接手"));
    house_private(&h, CAT, "/me");
    assert_true(nj_memory_press(h.second, CAT, "接替"));
    house_run(&h);
    assert_string_equal(nj_memory_toast(h.second), "");
    assert_non_null(house_heard(&h, GROUP, "由 cat 接手"));
    assert_true(nj_memory_press(h.second, "tg:u:dan", "接替"));
    house_run(&h);
    assert_non_null(strstr(nj_memory_toast(h.second), "没有在找人的席位"));
    assert_true(nj_memory_press(h.second, CAT, "停止") ||
                nj_memory_press(h.second, BOB, "停止"));
    house_close(&h);
}

static void the_button_of_an_offer_grows_old(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_link_house(&h, "handover_old");
    house_group_at(&h, GROUP, ANN, "/sub");
    house_pass(&h, 8 * INT64_C(86400000));
    assert_true(nj_memory_press(h.second, CAT, "接替"));
    house_run(&h);
    assert_non_null(strstr(nj_memory_toast(h.second), "已结束"));
    house_close(&h);
}

/* --- the record --- */

/* Three people who stop at once, and hear their walls in private. */
static void play_round(struct house *h, const char *const *who, size_t n)
{
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            house_group(h, who[i], "停止");
}

static const char *walls(struct house *h, const char *who, char out[256])
{
    const char *text = house_heard(h, who, "你四周");
    const char *at = text != NULL ? strstr(text, "你四周") : NULL;

    assert_non_null(at);
    (void)snprintf(out, 256, "%.200s", at);
    out[strcspn(out, "\n")] = '\0';
    return out;
}

struct print {
    struct house *h;
    const char *chat;
    struct nj_str *out;
};

/* What newcomers are hinted at is not of the match. */
static bool no_hint(void *ctx, const char *name)
{
    NJ_UNUSED(ctx);
    return strcmp(name, "hint") != 0;
}

static void print_row(void *ctx, const struct nj_out_row *row)
{
    struct print *to = ctx;
    struct nj_arena arena = NJ_ARENA_INIT(1024);
    struct nj_message m = {.key = row->key, .clause = "", .to = nj_to_seat(0)};

    if (row->match != 1 || row->seq == 0 || row->to != (int)NJ_TO_SEATS ||
        strcmp(row->chat, to->chat) != 0)
        return;
    nj_columns_args(to->h->store, row, &arena, &m.args);
    nj_message_canon_if(&m, no_hint, NULL, to->out);
    nj_str_putc(to->out, '\n');
    nj_arena_fini(&arena);
}

static void print_rows(struct house *h, const char *chat, struct nj_str *out)
{
    struct print to = {.h = h, .chat = chat, .out = out};

    /* what the newcomer got has been said once already: it is a copy */
    for (int64_t id = 1; nj_out_load(h->store, id, print_row, &to); id++)
        ;
    assert_true(nj_store_good(h->store));
    assert_false(out->over);
}

static void the_record_is_the_seats_own_and_whole(void **state)
{
    static const char *const who[] = {"ann", "bob", "cat"};
    struct nj_str old = NJ_STR_INIT(65536), given = NJ_STR_INIT(65536);
    char mine[256];
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "handover_record");
    house_begin(&h, "ann bob cat", "stop_walls=on");
    play_round(&h, who, 3);
    (void)walls(&h, "ann", mine);
    house_private(&h, "dan", "我");
    house_group(&h, "ann", "#求替补");
    house_forget(&h);
    house_group(&h, "dan", "#接替");
    assert_non_null(house_heard(&h, "dan", mine));
    print_rows(&h, "qq:u:ann", &old);
    print_rows(&h, "qq:u:dan", &given);
    assert_non_null(strstr(old.p, "ln.walls"));
    assert_string_equal(given.p, old.p);
    nj_str_fini(&old);
    nj_str_fini(&given);
    /* from now on it is his alone */
    house_forget(&h);
    play_round(&h, who, 3);
    house_group(&h, "dan", "停止");
    play_round(&h, who, 3);
    assert_null(house_heard(&h, "ann", "墙"));
    assert_non_null(house_heard(&h, "dan", "墙"));
    house_forget(&h);
    house_private(&h, "ann", "历史");
    assert_null(house_heard(&h, "ann", mine));
    house_close(&h);
}

/* What the platform had refused is not sent when it can be again. */
static void what_waits_for_the_old_holder_never_comes(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "handover_withdraw");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_private(&h, "dan", "我");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_REFUSED, false);
    house_group(&h, "opener", "#开始");
    house_group(&h, "ann", "#求替补");
    house_group(&h, "dan", "#接替");
    assert_non_null(house_heard(&h, "dan", "你接手了"));
    house_forget(&h);
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, false);
    house_private(&h, "ann", "我");
    assert_null(house_heard(&h, "ann", "你是"));
    assert_null(house_heard(&h, "ann", "墙"));
    house_kill(&h, 1000);
    house_private(&h, "ann", "我");
    assert_null(house_heard(&h, "ann", "墙"));
    house_close(&h);
}

/* --- whose result it is --- */

static void results(struct house *h, char out[256])
{
    struct nj_stmt q = nj_stmt_begin(
        h->store, "SELECT address, substitute FROM results ORDER BY address");
    size_t len = 0;

    out[0] = '\0';
    while (nj_stmt_step(&q)) {
        len += (size_t)snprintf(out + len, 256 - len, "%s", nj_read_text(&q));
        len += (size_t)snprintf(out + len, 256 - len, ":%d ",
                                (int)nj_read_i64(&q, 0, 1));
    }
    nj_stmt_end(&q);
    assert_true(nj_store_good(h->store));
}

static void the_result_goes_to_who_sits_at_the_end(void **state)
{
    struct house h = {.paced = false};
    char text[256];

    NJ_UNUSED(state);
    house_open(&h, "handover_result");
    house_begin(&h, "ann bob", "");
    house_private(&h, "dan", "我");
    house_group(&h, "ann", "#求替补");
    house_group(&h, "dan", "#接替");
    house_group(&h, "bob", "#退出");
    house_group(&h, "bob", "#确认");
    results(&h, text);
    assert_string_equal(text, "qq:u:bob:0 qq:u:dan:1 ");
    house_close(&h);
}

/* --- the match file --- */

static enum nj_status put(void *ctx, const char *text, size_t n,
                          struct nj_err *err)
{
    NJ_UNUSED(err);
    nj_str_add(ctx, text, n);
    return NJ_OK;
}

static void verify(struct house *h)
{
    const struct nj_loaded_game *g = &h->env.games[0];
    const struct nj_record_rules own = {g->game, g->files, g->n_files};
    struct nj_str file = NJ_STR_INIT(1u << 22);
    struct nj_record record;
    struct nj_match_row row;
    struct nj_err err = {{0}};

    assert_true(nj_match_load(h->store, 1, &row));
    assert_int_equal(row.state, NJ_MATCH_OVER);
    assert_int_equal(nj_match_file_write(h->store, &row, g, put, &file, &err),
                     NJ_OK);
    assert_non_null(strstr(file.p, "\"undo\""));
    assert_non_null(strstr(file.p, "有事先走"));
    assert_non_null(strstr(file.p, "dan")); /* who came later, as they were */
    assert_non_null(strstr(file.p, "eve")); /* called at the table */
    assert_null(strstr(file.p, "qq:u:"));
    assert_int_equal(
        nj_record_read(file.p, file.len, nj_game_find, &record, &err), NJ_OK);
    if (nj_record_verify(&record, &own, NULL, NULL, &err) != NJ_VERDICT_TRUE)
        fail_msg("%s", err.text);
    nj_record_fini(&record);
    nj_str_fini(&file);
}

static void use(struct house *h, const char *power)
{
    house_private(h, "hugo", power);
    house_confirm(h, "hugo");
    house_forget(h);
}

/* Whose turn it is runs until a step ends in no wall, and takes it back. */
static void step_and_undo(struct house *h)
{
    static const char *const ways[] = {"上", "下", "左", "右"};
    bool stepped = false;

    for (size_t i = 0; i < NJ_COUNT(ways) && !stepped; i++) {
        house_group(h, "ann", ways[i]);
        house_group(h, "bob", ways[i]);
        house_private(h, "hugo", "%回退 因 误会");
        stepped = house_heard(h, "hugo", "发「确认 ") != NULL;
    }
    house_confirm(h, "hugo");
    house_forget(h);
}

static void a_match_of_many_hands_verifies(void **state)
{
    static struct house h;
    char line[64];
    int ann;

    NJ_UNUSED(state);
    house_open(&h, "handover_verify");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "hugo", "#主持");
    house_private(&h, "hugo", "我");
    house_private(&h, "dan", "我");
    house_private(&h, "eve", "我");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "opener", "#设置 think 12h");
    house_group(&h, "opener", "#开始");
    ann = nj_sitters_of(h.referee->entries[0], "qq:u:ann")->seat + 1;
    step_and_undo(&h);
    use(&h, "%跳过 因 断线了");
    house_group(&h, "ann", "#求替补");
    house_group(&h, "dan", "#接替");
    (void)snprintf(line, sizeof(line), "%%换人 %d @qq:u:eve 因 有事先走", ann);
    use(&h, line);
    house_group(&h, "eve", "#接替");
    house_kill(&h, 5000);
    (void)snprintf(line, sizeof(line), "%%换人 %d 电脑 因 掉线", ann);
    use(&h, line);
    house_group(&h, "eve", "#回来");
    assert_non_null(house_heard(&h, "eve", "你接手了"));
    house_kill(&h, 5000);
    use(&h, "%中止 因 大家要走了");
    verify(&h);
    house_close(&h);
}

/* In private the match is his no more; by its code, or as the latest, it is
 * found all the same, after a restart too. */
static void who_was_replaced_comes_back_in_private(void **state)
{
    struct house h = {.paced = false};
    char line[64];
    int ann;

    NJ_UNUSED(state);
    house_open(&h, "handover_back");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "hugo", "#主持");
    house_private(&h, "hugo", "我");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "opener", "#开始");
    ann = nj_sitters_of(h.referee->entries[0], "qq:u:ann")->seat + 1;
    (void)snprintf(line, sizeof(line), "%%换人 %d 电脑 因 掉线", ann);
    use(&h, line);
    house_private(&h, "eve", "回来");
    assert_non_null(house_heard(&h, "eve", "不在这一局里"));
    house_private(&h, "ann", "回来");
    assert_non_null(house_heard(&h, "ann", "你接手了"));
    house_private(&h, "ann", "回来");
    assert_non_null(house_heard(&h, "ann", "一直在座"));
    use(&h, line);
    house_kill(&h, 5000);
    (void)snprintf(line, sizeof(line), "#%s 回来", h.referee->entries[0]->code);
    house_private(&h, "eve", line); /* a code alone opens nothing */
    assert_null(house_heard(&h, "eve", "你接手了"));
    house_private(&h, "ann", line);
    assert_non_null(house_heard(&h, "ann", "你接手了"));
    (void)snprintf(line, sizeof(line), "%%换人 %d 电脑 因 掉线", ann);
    use(&h, line);
    house_kill(&h, 5000);
    house_private(&h, "ann", "回来");
    assert_non_null(house_heard(&h, "ann", "你接手了"));
    house_close(&h);
}

/* LN-12.4: whom time-outs have given to a computer player may be relieved; when
 * he comes back himself his seat is his. */
static void an_absent_seat_is_offered_and_taken_back(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "handover_away");
    house_begin(&h, "ann bob", "auto_after=1");
    house_forget(&h);
    house_pass(&h, 3600000);
    assert_non_null(house_heard(&h, "group", "席找人接替"));
    house_forget(&h);
    house_group(&h, "ann", "#取消托管");
    house_group(&h, "bob", "#取消托管");
    assert_non_null(house_heard(&h, "group", "席不找人接替了"));
    house_close(&h);
}

/* UX-3.8: he keeps what he learned, and the match is not his to ask of. */
static void who_has_given_his_seat_away_is_out_of_the_match(void **state)
{
    static const char *const words[] = {"赛况",      "历史", "地图",
                                        "地图 文字", "墙",   "完整赛况"};
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "handover_out");
    house_begin(&h, "ann bob", "think 12h");
    house_private(&h, "dan", "我");
    house_group(&h, "ann", "#求替补");
    house_group(&h, "dan", "#接替");
    house_forget(&h);
    house_private(&h, "ann", "比赛");
    assert_non_null(house_heard(&h, "ann", "没有比赛"));
    for (size_t i = 0; i < NJ_COUNT(words); i++) {
        house_forget(&h);
        house_private(&h, "ann", words[i]);
        if (house_heard(&h, "ann", "没认出") == NULL &&
            house_heard(&h, "ann", "没有在打的比赛") == NULL &&
            house_heard(&h, "ann", "没有打完的比赛") == NULL) /* 历史 */
            fail_msg("%s is answered: %s", words[i],
                     house_heard(&h, "ann", ""));
        assert_null(house_heard(&h, "ann", "回合"));
    }
    house_close(&h);
}

/* --- what is refused --- */

/* A seat may be named; what nobody offers, or somebody else is meant for, is
 * not given away, nor to who hosts. */
static void the_seat_that_is_named_is_taken(void **state)
{
    struct house h = {.paced = false};
    char line[40];

    NJ_UNUSED(state);
    house_open(&h, "handover_named");
    house_begin(&h, "ann bob cat", "cap 30");
    house_private(&h, "dan", "我");
    house_group(&h, "ann", "#求替补");
    house_group(&h, "bob", "#求替补");
    (void)snprintf(line, sizeof(line), "#接替 %s %d",
                   h.referee->entries[0]->code,
                   nj_sitters_of(h.referee->entries[0], "qq:u:cat")->seat + 1);
    house_group(&h, "dan", line); /* cat's, who has offered nothing */
    assert_non_null(house_heard(&h, "group", "没有在找人的席位"));
    house_group(&h, "dan", "#接替 ZZZ");
    house_group_at(&h, "qq:g:2", "qq:u:dan", line);
    assert_non_null(house_heard(&h, "qq:g:2", "没有在找人的席位"));
    (void)snprintf(line, sizeof(line), "#%s 接替", h.referee->entries[0]->code);
    house_forget(&h);
    house_group(&h, "dan", line);
    assert_non_null(house_heard(&h, "group", "由 dan 接手"));
    house_close(&h);
}

/* Whose seat it is asks; nobody else, and not of a table. */
static void only_who_plays_offers_his_seat(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "handover_who");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "ann", "#加入");
    house_group(&h, "ann", "#求替补");
    assert_non_null(house_heard(&h, "group", "没有进行中的比赛"));
    house_group(&h, "ann", "#回来");
    house_group(&h, "opener", "#关闭");
    house_group(&h, "ann", "#回来");
    house_begin(&h, "ann bob", "cap 30");
    house_forget(&h);
    house_group(&h, "eve", "#求替补");
    assert_non_null(house_heard(&h, "group", "你不在这一局里"));
    house_forget(&h);
    house_group(&h, "eve", "#回来");
    assert_non_null(house_heard(&h, "group", "你不在这一局里"));
    house_group(&h, "ann", "#回来"); /* she has never been away */
    assert_non_null(house_heard(&h, "group", "你一直在座"));
    house_close(&h);
}

/* A press on an offer of a match that has ended, by who could have had it. */
/* Rows count a seat's persons up to 255. */
static void a_seat_that_has_changed_hands_too_often_stays(void **state)
{
    struct house h = {.paced = false};
    struct nj_sitter *s;

    NJ_UNUSED(state);
    house_open(&h, "hand_often");
    house_begin(&h, "ann bob", "");
    house_private(&h, "cat", "我");
    house_group(&h, "ann", "#求替补");
    s = nj_sitters_of(h.referee->entries[0], "qq:u:ann");
    assert_non_null(s);
    s->place = UINT8_MAX;
    house_group(&h, "cat", "#接替");
    assert_non_null(house_heard(&h, "group", "没有在找人的席位"));
    assert_string_equal(s->user, "qq:u:ann");
    s->place = UINT8_MAX - 1;
    house_group(&h, "cat", "#接替");
    assert_string_equal(s->user, "qq:u:cat");
    house_close(&h);
}

static void an_offer_ends_with_its_match(void **state)
{
    struct house h = {.paced = false};
    char line[NJ_URL_MAX];

    NJ_UNUSED(state);
    open_link_house(&h, "handover_ended");
    house_private(&h, "tg:u:dan", "/me");
    house_group_at(&h, GROUP, ANN, "/sub");
    house_group_at(&h, GROUP, CAT, "/takeover");
    keep_link(&h, line);
    house_group_at(&h, GROUP, BOB, "/leave");
    house_group_at(&h, GROUP, BOB, "/confirm");
    assert_int_equal(nj_referee_open(h.referee), 0);
    house_private(&h, CAT, line);
    assert_non_null(house_heard(&h, CAT, "这个链接已失效"));
    (void)nj_memory_press(h.second, "tg:u:dan", "接替");
    house_run(&h);
    assert_null(house_heard(&h, GROUP, "接手"));
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_given_his_seat_away_is_out_of_the_match),
        cmocka_unit_test(an_absent_seat_is_offered_and_taken_back),
        cmocka_unit_test(a_link_opens_the_private_chat_and_gives_the_seat),
        cmocka_unit_test(a_link_of_a_stranger_or_too_late_gives_nothing),
        cmocka_unit_test(an_offer_has_a_button),
        cmocka_unit_test(the_button_of_an_offer_grows_old),
        cmocka_unit_test(the_record_is_the_seats_own_and_whole),
        cmocka_unit_test(what_waits_for_the_old_holder_never_comes),
        cmocka_unit_test(a_match_of_many_hands_verifies),
        cmocka_unit_test(who_was_replaced_comes_back_in_private),
        cmocka_unit_test(the_result_goes_to_who_sits_at_the_end),
        cmocka_unit_test(the_seat_that_is_named_is_taken),
        cmocka_unit_test(only_who_plays_offers_his_seat),
        cmocka_unit_test(a_seat_that_has_changed_hands_too_often_stays),
        cmocka_unit_test(an_offer_ends_with_its_match),
    };

    return cmocka_run_group_tests_name("referee/handover", tests, NULL, NULL);
}
