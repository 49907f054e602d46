/* What became of messages: each fate, the order, the repeats (design 5). */
#include "kit/house.h"
#include "kit/nj_test.h"

/* How many texts to that address contain `part`. */
static int sent(struct house *h, const char *to, const char *part)
{
    int n = 0;

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        n += strcmp(s->to, to) == 0 && strstr(s->text, part) != NULL;
    }
    return n;
}

/* All texts to that address in order, as one. */
static char *all_to(struct house *h, const char *to)
{
    struct nj_str text = NJ_STR_INIT(1u << 20);

    for (uint32_t i = 0; i < nj_memory_count(h->gateway); i++) {
        const struct nj_memory_sent *s = nj_memory_get(h->gateway, i);

        if (strcmp(s->to, to) == 0)
            nj_str_addf(&text, "%s\n", s->text);
    }
    return nj_str_take(&text);
}

static void in_order(const char *text, const char *first, const char *then)
{
    const char *a = strstr(text, first);

    assert_non_null(a);
    assert_non_null(strstr(a, then));
}

/* Whoever is to move stops; the others' words are refused. */
static void both_stop(struct house *h)
{
    house_group(h, "ann", "停止");
    house_group(h, "bob", "停止");
}

static void open_match(struct house *h, const char *name)
{
    house_open(h, name);
    house_begin(h, "ann bob", "");
    house_forget(h);
}

static void refused_waits_for_its_reader(void **state)
{
    struct house h = {.paced = false, .seed = 1};
    char *text;

    NJ_UNUSED(state);
    open_match(&h, "refused");
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_REFUSED, false);
    house_private(&h, "ann", "停止"); /* an order here is refused, by a row */
    house_private(&h, "ann", "停止");
    assert_int_equal(sent(&h, "qq:g:1", "私聊发不出去"), 1);
    house_forget(&h);
    house_pass(&h, 3600000);
    assert_int_equal(sent(&h, "qq:g:1", "超时"), 0);
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, false);
    house_private(&h, "ann", "帮助");
    text = all_to(&h, "qq:u:ann");
    in_order(text, "收据 1", "收据 2");
    in_order(text, "收据 2", "私聊里可以问我");
    assert_int_equal(sent(&h, "qq:u:ann", "（可能重复）"), 0);
    free(text);
    house_close(&h);
}

/* He has asked in private, and in the same turn the group hears what follows
 * from somebody's words: that goes first. */
static void what_is_said_aloud_goes_first(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "aloud");
    house_group(&h, "ann", "停止");
    house_forget(&h);
    nj_memory_private(h.gateway, "qq:u:bob", "bob", "both", "我");
    house_group(&h, "bob", "停止");
    assert_string_equal(nj_memory_get(h.gateway, 0)->to, "qq:g:1");
    assert_true(sent(&h, "qq:u:bob", "") > 0);
    house_close(&h);
}

static void what_is_refused_is_not_overtaken(void **state)
{
    struct house h = {.paced = false};
    char *text;

    NJ_UNUSED(state);
    open_match(&h, "overtaken");
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_REFUSED, false);
    house_private(&h, "ann", "停止");
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_SENT, false);
    house_forget(&h);
    house_group(&h, "ann", "#上上上上"); /* refused or not, in the group */
    house_kill(&h, 1000);
    assert_int_equal(sent(&h, "qq:u:ann", "收据"), 0);
    house_private(&h, "ann", "停止");
    text = all_to(&h, "qq:u:ann");
    in_order(text, "收据 1", "收据");
    free(text);
    house_close(&h);
}

static void unknown_private_is_repeated_once(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "unknown");
    nj_memory_fate(h.gateway, "qq:u:ann", NJ_FATE_UNKNOWN, false);
    house_private(&h, "ann", "停止");
    assert_int_equal(sent(&h, "qq:u:ann", "收据 1"), 2);
    assert_int_equal(sent(&h, "qq:u:ann", "（可能重复）"), 1);
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_kill(&h, 1000);
    assert_int_equal(sent(&h, "qq:u:ann", "收据 1"), 0);
    house_close(&h);
}

static void lost_is_repeated_once_marked(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "lost");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_LOST, false);
    house_group(&h, "ann", "停止");
    if (nj_memory_count(h.gateway) == 0)
        house_group(&h, "bob", "停止");
    assert_int_equal(nj_memory_count(h.gateway), 2);
    assert_null(strstr(nj_memory_get(h.gateway, 0)->text, "（可能重复）"));
    assert_non_null(strstr(nj_memory_get(h.gateway, 1)->text, "（可能重复）"));
    house_close(&h);
}

static void not_sent_goes_again_unmarked(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "notsent");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_NOT_SENT, false);
    both_stop(&h);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    house_pass(&h, 2000);
    assert_int_not_equal(sent(&h, "qq:g:1", "走过："), 0);
    assert_int_equal(sent(&h, "qq:g:1", "（可能重复）"), 0);
    house_close(&h);
}

static void nothing_passes_a_call_without_answer(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *first;

    NJ_UNUSED(state);
    open_match(&h, "order");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, true);
    house_group(&h, "cat", "#游戏");
    house_group(&h, "cat", "#赛况");
    house_group(&h, "cat", "#帮助");
    assert_int_equal(nj_memory_count(h.gateway), 1);
    first = nj_memory_get(h.gateway, 0);
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    nj_memory_settle(h.gateway, first->call, NJ_FATE_SENT);
    house_run(&h);
    assert_int_equal(nj_memory_count(h.gateway), 2);
    in_order(nj_memory_get(h.gateway, 1)->text, "第 1 回合", "#新游戏");
    house_close(&h);
}

static void what_was_sending_is_repeated_after_a_kill(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_match(&h, "killed");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, true);
    both_stop(&h);
    assert_int_equal(nj_memory_count(h.gateway), 1);
    house_kill(&h, 1000);
    assert_int_equal(sent(&h, "qq:g:1", "（可能重复）"), 1);
    house_kill(&h, 1000);
    assert_int_equal(nj_memory_count(h.gateway), 0);
    house_close(&h);
}

/* A host who never wrote in private: his messages may be refused for ever. */
static void an_unreachable_host_stops_nothing(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    house_open(&h, "host");
    nj_memory_fate(h.gateway, "qq:u:hugo", NJ_FATE_REFUSED, false);
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_group(&h, "hugo", "#主持");
    for (const char *const *u = (const char *const[]){"ann", "bob", NULL};
         *u != NULL; u++) {
        house_private(&h, *u, "我");
        house_group(&h, *u, "#加入");
    }
    house_group(&h, "opener", "#开始");
    house_group(&h, "hugo", "%暂停");
    house_group(&h, "hugo", "%暂停"); /* refused, told to the host alone */
    house_group(&h, "hugo", "%继续");
    house_forget(&h);
    both_stop(&h);
    assert_int_not_equal(sent(&h, "qq:g:1", "走过："), 0);
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_close(&h);
}

static void a_group_that_refuses_is_tried_again(void **state)
{
    struct house h = {.paced = false, .seed = 1};
    char *text;

    NJ_UNUSED(state);
    open_match(&h, "group_refuses");
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_REFUSED, false);
    both_stop(&h);
    house_forget(&h);
    both_stop(&h);
    assert_int_equal(sent(&h, "qq:g:1", "走过："), 0); /* left alone */
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    house_pass(&h, 30000);
    text = all_to(&h, "qq:g:1");
    in_order(text, "1 席·", "第 2 回合");
    in_order(text, "第 2 回合", "第 3 回合");
    free(text);
    assert_int_equal(nj_referee_queued(h.referee), 0);
    house_close(&h);
}

static void mute(struct house *h, bool on, int64_t ms)
{
    struct nj_event *ev = nj_event_create(NJ_EVENT_MUTED, 0);
    struct nj_err err = {{0}};

    ev->group = ev->self = true;
    ev->muted = on;
    ev->ms = ms;
    (void)snprintf(ev->chat, sizeof(ev->chat), "qq:g:1");
    assert_int_equal(nj_referee_turn(h->referee, ev, &err), NJ_OK);
    house_run(h);
}

static void a_muted_group_hears_all_of_it_later(void **state)
{
    struct house h = {.paced = false, .seed = 1};

    NJ_UNUSED(state);
    open_match(&h, "muted");
    mute(&h, true, 60000);
    both_stop(&h);
    assert_int_equal(sent(&h, "qq:g:1", "第 2 回合"), 0);
    house_pass(&h, 60000); /* it ends without a word */
    assert_int_equal(sent(&h, "qq:g:1", "第 2 回合"), 1);
    mute(&h, true, 0);
    both_stop(&h);
    assert_int_equal(sent(&h, "qq:g:1", "第 3 回合"), 0);
    mute(&h, false, 0);
    assert_int_equal(sent(&h, "qq:g:1", "第 3 回合"), 1);
    house_close(&h);
}

/* Silent, heard again and silent once more within the hour is no news to him. */
static void a_host_hears_once_that_his_group_is_silent(void **state)
{
    static const char silent[] = "没法在这一局的群里说话";
    struct house h = {.paced = false, .seed = 1};

    NJ_UNUSED(state);
    house_open(&h, "silent_host");
    house_group(&h, "opener", "#新游戏 漫漫长夜");
    house_private(&h, "hugo", "我");
    house_group(&h, "hugo", "#主持");
    house_private(&h, "ann", "我");
    house_private(&h, "bob", "我");
    house_group(&h, "ann", "#加入");
    house_group(&h, "bob", "#加入");
    house_group(&h, "opener", "#开始");
    house_forget(&h);
    for (int i = 0; i < 3; i++) {
        mute(&h, true, 60000);
        house_pass(&h, 60000);
        both_stop(&h);
    }
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_REFUSED, false);
    both_stop(&h);
    house_pass(&h, 1200000); /* refused three times and more */
    assert_int_equal(sent(&h, "qq:u:hugo", silent), 1);
    assert_int_equal(sent(&h, "qq:u:hugo", "可能看不到我的消息"), 0);
    nj_memory_fate(h.gateway, "qq:g:1", NJ_FATE_SENT, false);
    house_pass(&h, 3600000);
    mute(&h, true, 60000);
    assert_int_equal(sent(&h, "qq:u:hugo", silent), 2);
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_waits_for_its_reader),
        cmocka_unit_test(what_is_said_aloud_goes_first),
        cmocka_unit_test(what_is_refused_is_not_overtaken),
        cmocka_unit_test(unknown_private_is_repeated_once),
        cmocka_unit_test(lost_is_repeated_once_marked),
        cmocka_unit_test(not_sent_goes_again_unmarked),
        cmocka_unit_test(nothing_passes_a_call_without_answer),
        cmocka_unit_test(what_was_sending_is_repeated_after_a_kill),
        cmocka_unit_test(an_unreachable_host_stops_nothing),
        cmocka_unit_test(a_group_that_refuses_is_tried_again),
        cmocka_unit_test(a_muted_group_hears_all_of_it_later),
        cmocka_unit_test(a_host_hears_once_that_his_group_is_silent),
    };

    return cmocka_run_group_tests_name("referee/outbox", tests, NULL, NULL);
}
