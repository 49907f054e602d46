/*
 * Pictures behind texts (UX-11), on a platform that shows them: what gets one,
 * after which text, and how a chat says that it wants none.
 */
#include <string.h>

#include "base/log.h"
#include "kit/house.h"
#include "kit/nj_test.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"
#include "render/studio.h"

#define GROUP "tg:g:9"
#define ANN   "tg:u:ann"
#define BOB   "tg:u:bob"

static void say(struct house *h, const char *user, const char *text)
{
    house_group_at(h, GROUP, user, text);
}

static void open_table_with(struct house *h, const char *name,
                            const char *option)
{
    h->pictures = true;
    house_open(h, name);
    say(h, ANN, "#新游戏 漫漫长夜");
    if (option != NULL)
        say(h, ANN, option);
    house_private(h, ANN, "#我");
    house_private(h, BOB, "#我");
    say(h, ANN, "#加入");
    say(h, BOB, "#加入");
    say(h, ANN, "#开始");
}

static void open_table(struct house *h, const char *name)
{
    open_table_with(h, name, NULL);
}

static void begin(struct house *h, const char *name)
{
    open_table(h, name);
    house_pictures(h, 3); /* the pool, and around each of them */
    house_forget(h);
}

static const struct nj_memory_sent *sent(const struct house *h, uint32_t i)
{
    assert_true(i < nj_memory_count(h->second));
    return nj_memory_get(h->second, i);
}

static uint32_t count(const struct house *h)
{
    return nj_memory_count(h->second);
}

static uint32_t pictures(const struct house *h)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < count(h); i++)
        n += sent(h, i)->picture > 0;
    return n;
}

/* The last thing sent is a picture for that chat, with that caption. */
static const struct nj_memory_sent *last_picture(const struct house *h,
                                                 const char *to,
                                                 const char *caption)
{
    const struct nj_memory_sent *s = sent(h, count(h) - 1);

    assert_true(s->picture > 0);
    assert_memory_equal(s->beginning, "\x89PNG", 4);
    assert_string_equal(s->to, to);
    assert_non_null(strstr(s->text, caption));
    return s;
}

static void a_map_is_text_first_and_then_a_picture(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_map");
    say(&h, ANN, "#地图");
    house_pictures(&h, 1);
    assert_int_equal(pictures(&h), 1);
    (void)last_picture(&h, GROUP, "区块池");
    assert_null(house_heard(&h, GROUP, "━")); /* who looks need not read */
    house_forget(&h);
    say(&h, ANN, "#预览 1 2 3");
    house_pictures(&h, 1);
    (void)last_picture(&h, GROUP, "拼图");
    house_close(&h);
}

/* LN-15.3, 15.4: nobody asked for these. */
static void the_start_is_shown_unasked(void **state)
{
    static const struct {
        const char *to, *title;
    } rows[] = {{GROUP, "区块池"}, {ANN, "四面"}, {BOB, "四面"}};
    struct house h = {.paced = false, .pictures = true};

    NJ_UNUSED(state);
    open_table(&h, "pictures_start");
    house_pictures(&h, NJ_COUNT(rows));
    for (size_t k = 0; k < NJ_COUNT(rows); k++) {
        unsigned n = 0;

        for (uint32_t i = 0; i < count(&h); i++)
            n += sent(&h, i)->picture > 0 &&
                 strcmp(sent(&h, i)->to, rows[k].to) == 0 &&
                 strstr(sent(&h, i)->text, rows[k].title) != NULL;
        assert_int_equal(n, 1);
    }
    assert_null(house_heard(&h, GROUP, "━"));
    house_close(&h);
}

/* SH-19.9: who holds no seat looks at everything, in words and drawn. */
static void a_host_sees_the_hotel_drawn(void **state)
{
    struct house h = {.paced = false, .pictures = true};

    NJ_UNUSED(state);
    house_open(&h, "pictures_hotel_host");
    say(&h, ANN, "#新游戏 黑影杀");
    house_private(&h, ANN, "#我");
    house_private(&h, BOB, "#我");
    say(&h, ANN, "#加入");
    say(&h, BOB, "#主持");
    say(&h, ANN, "#电脑 3");
    say(&h, ANN, "#开始");
    house_forget(&h);
    house_private(&h, BOB, "%看");
    house_pictures(&h, 1);
    (void)last_picture(&h, BOB, "旅馆平面图");
    house_close(&h);
}

/* --- one message an act (MK-19.14) --- */

/* Ann hunts, Bob has Laurie and Annie. */
static void open_street(struct house *h, const char *name)
{
    h->pictures = true;
    house_open(h, name);
    house_street(h, GROUP, ANN " " BOB, NULL);
}

static void act(struct house *h, const char *text)
{
    house_forget(h);
    say(h, BOB, text);
}

/* What the group was sent, and that it is so much. */
static const struct nj_memory_sent *heard(const struct house *h, uint32_t many)
{
    const struct nj_memory_sent *last = NULL;

    for (uint32_t i = 0; i < count(h); i++)
        if (strcmp(sent(h, i)->to, GROUP) == 0) {
            last = sent(h, i);
            many--;
        }
    assert_int_equal(many, 0);
    return last;
}

static void an_act_is_one_message_with_the_board_in_it(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *s;

    NJ_UNUSED(state);
    open_street(&h, "pictures_board");
    act(&h, "走 西西北");
    s = heard(&h, 1);
    assert_true(s->picture > 0);
    assert_non_null(strstr(s->text, "走"));
    assert_non_null(strstr(s->text, "还有 1 个行动"));
    assert_null(house_heard(&h, GROUP, "Ａ")); /* no board of characters */
    house_close(&h);
}

/* Both acts, and what was true between them is not said. */
static void a_batch_is_one_message(void **state)
{
    struct house h = {.paced = false};
    const struct nj_memory_sent *s;

    NJ_UNUSED(state);
    open_street(&h, "pictures_batch");
    act(&h, "走 西西北；转身面南"); /* T309 */
    s = heard(&h, 1);
    assert_true(s->picture > 0);
    assert_non_null(strstr(s->text, "走"));
    assert_non_null(strstr(s->text, "轮到"));
    assert_null(strstr(s->text, "还有 1 个行动"));
    house_close(&h);
}

static void unheard(void *ctx)
{
    (void)ctx;
}

/* A picture that does not come holds its text up for a moment only, and one
 * that comes after that goes alone. */
static void a_text_does_not_wait_long_for_its_picture(void **state)
{
    struct house h = {.paced = false};
    struct nj_studio *own, *deaf = nj_studio_create(unheard, NULL);
    const struct nj_memory_sent *s;

    NJ_UNUSED(state);
    open_street(&h, "pictures_slow");
    own = h.referee->setup.studio;
    h.referee->setup.studio = deaf;
    act(&h, "走 西西北");
    assert_null(heard(&h, 0));
    house_pass(&h, 999);
    assert_null(heard(&h, 0));
    house_pass(&h, 1);
    s = heard(&h, 1);
    assert_int_equal(s->picture, 0);
    assert_non_null(strstr(s->text, "走"));
    nj_studio_finish(deaf);
    nj_pictures_ready(h.referee);
    house_run(&h);
    (void)last_picture(&h, GROUP, "街区");
    h.referee->setup.studio = own;
    nj_studio_destroy(deaf);
    house_close(&h);
}

/* Who draws has as long for the board behind a second act as for the first, and
 * no time while the program stands still: text and board stay together. */
static void a_text_waits_for_the_newest_board(void **state)
{
    struct house h = {.paced = false};
    struct nj_studio *own, *deaf = nj_studio_create(unheard, NULL);
    const struct nj_memory_sent *s;

    NJ_UNUSED(state);
    open_street(&h, "pictures_newest");
    own = h.referee->setup.studio;
    h.referee->setup.studio = deaf;
    act(&h, "走 西西北");
    house_pass(&h, 900);
    act(&h, "走 . 面南");
    house_pass(&h, 900);
    assert_null(heard(&h, 0));
    house_pass(&h, 20000);
    assert_null(heard(&h, 0));
    nj_studio_finish(deaf);
    nj_pictures_ready(h.referee);
    house_run(&h);
    s = heard(&h, 1);
    assert_true(s->picture > 0);
    assert_non_null(strstr(s->text, "C18"));
    assert_non_null(strstr(s->text, "面南"));
    h.referee->setup.studio = own;
    nj_studio_destroy(deaf);
    house_close(&h);
}

/* A chat that has much to read is drawn no board, and then waits for none: not
 * for that of an earlier word in the same message either, which is left out. */
static void much_to_read_does_not_wait_for_a_board(void **state)
{
    NJ_UNUSED(state);
    for (int already = 0; already < 8; already++) {
        struct house h = {.paced = false};
        struct nj_studio *own, *deaf = nj_studio_create(unheard, NULL);

        open_street(&h, "pictures_much");
        own = h.referee->setup.studio;
        h.referee->setup.studio = deaf;
        act(&h, "休息；休息");
        for (int i = 0; i < already; i++)
            say(&h, BOB, "#赛况");
        say(&h, BOB, "走 西西北；转身面南");
        nj_studio_finish(deaf);
        house_pass(&h, 20000); /* holds up who waits for a picture, as it does
                                  while the program stands still */
        nj_pictures_ready(h.referee);
        house_run(&h);
        assert_non_null(house_heard(&h, GROUP, "面南"));
        h.referee->setup.studio = own;
        nj_studio_destroy(deaf);
        house_close(&h);
    }
}

/* The killer's own map and everybody's board are asked for in one turn: what
 * everybody waits for is drawn first. */
static void a_groups_picture_is_drawn_before_seats(void **state)
{
    struct house h = {.paced = false};
    struct nj_studio *own, *deaf = nj_studio_create(unheard, NULL);
    struct nj_commission *c;
    const char *const drawn_for[] = {GROUP, ANN};

    NJ_UNUSED(state);
    open_street(&h, "pictures_order");
    act(&h, "休息；休息"); /* the first of his seats */
    own = h.referee->setup.studio;
    h.referee->setup.studio = deaf;
    act(&h, "休息；休息");
    nj_studio_finish(deaf);
    for (size_t i = 0; i < NJ_COUNT(drawn_for); i++) {
        c = nj_studio_take(deaf);
        assert_non_null(c);
        assert_string_equal(c->chat, drawn_for[i]);
        nj_commission_destroy(c);
    }
    h.referee->setup.studio = own;
    nj_studio_destroy(deaf);
    house_close(&h);
}

/* T310, MK-19.18: calls that are few are kept for texts. */
static void a_minute_that_is_nearly_full_has_no_pictures(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    open_street(&h, "pictures_few");
    h.referee->setup.paces = NULL;
    h.referee->setup.pace = (struct nj_pace){100, 100, 3, 1000};
    house_pass(&h, 1000);
    act(&h, "走 西西北");
    assert_int_equal(heard(&h, 1)->picture, 0);
    h.referee->setup.pace = (struct nj_pace){100, 100, 18, 1000};
    act(&h, "走 南");
    assert_true(heard(&h, 1)->picture > 0);
    house_close(&h);
}

/* A question about oneself is answered to oneself, picture included. */
static void walls_are_shown_to_their_seat_only(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_walls");
    house_private(&h, ANN, "墙");
    house_pictures(&h, 1);
    (void)last_picture(&h, ANN, "四面");
    for (uint32_t i = 0; i < count(&h); i++)
        assert_string_equal(sent(&h, i)->to, ANN);
    house_close(&h);
}

/* Of those that nobody asked for the newest is enough: an older one would come
 * behind a text that says otherwise. */
static void walls_that_were_overtaken_are_not_shown(void **state)
{
    struct house h = {.paced = false};
    unsigned texts = 0;

    NJ_UNUSED(state);
    open_table_with(&h, "pictures_overtaken", "#设置 stop_walls on");
    house_pictures(&h, 3);
    house_forget(&h);
    nj_memory_fate(h.second, ANN, NJ_FATE_SENT, true);
    for (int i = 0; i < 4; i++) { /* each end of a turn tells its walls */
        say(&h, ANN, "停止");
        say(&h, BOB, "停止");
    }
    assert_non_null(house_heard(&h, ANN, "四周"));
    nj_memory_fate(h.second, ANN, NJ_FATE_SENT, false);
    nj_memory_settle(h.second, nj_books_find(h.referee, ANN)->call,
                     NJ_FATE_SENT);
    house_run(&h);
    for (uint32_t i = 0; i < count(&h); i++)
        if (strcmp(sent(&h, i)->to, ANN) == 0)
            texts += sent(&h, i)->picture > 0 ? 100 : 1;
    assert_in_range(texts, 102, 199); /* one of them, behind all of it */
    (void)last_picture(&h, ANN, "四面");
    house_close(&h);
}

static void equal(const uint8_t a[24], const uint8_t b[24])
{
    assert_memory_equal(a, b, 24);
}

/* Both seats' pictures have one size, whatever stands around them. */
static void sizes_are_the_same_for_all_seats(void **state)
{
    struct house h = {.paced = false};
    uint8_t first[24];

    NJ_UNUSED(state);
    begin(&h, "pictures_sizes");
    house_private(&h, ANN, "墙");
    house_pictures(&h, 1);
    memcpy(first, last_picture(&h, ANN, "四面")->beginning, sizeof(first));
    house_private(&h, BOB, "墙");
    house_pictures(&h, 2);
    equal(last_picture(&h, BOB, "四面")->beginning, first);
    house_close(&h);
}

static void who_wants_text_gets_text(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_off");
    say(&h, ANN, "#地图 文字"); /* this time; too long for the group */
    assert_non_null(house_heard(&h, ANN, "━"));
    house_private(&h, ANN, "#图片 关");
    house_private(&h, ANN, "墙");
    house_private(&h, BOB, "墙"); /* his own wish */
    house_pictures(&h, 1);
    (void)last_picture(&h, BOB, "四面");
    assert_int_equal(pictures(&h), 1);
    house_forget(&h);
    house_private(&h, ANN, "#图片 深色");
    assert_non_null(house_heard(&h, ANN, "深色")); /* LN review 2.19 */
    house_private(&h, ANN, "墙");
    house_pictures(&h, 1);
    (void)last_picture(&h, ANN, "四面");
    house_private(&h, ANN, "#图片 开");
    assert_non_null(house_heard(&h, ANN, "图片已打开"));
    house_private(&h, ANN, "#图片");
    assert_non_null(house_heard(&h, ANN, "浅色2"));
    house_close(&h);
}

/* The text that stands before the last thing sent, in the same chat. */
static const char *text_before(const struct house *h)
{
    const struct nj_memory_sent *s = sent(h, count(h) - 2);

    assert_true(s->picture == 0);
    assert_string_equal(s->to, sent(h, count(h) - 1)->to);
    return s->text;
}

/* LN-31.5: the same answer, drawn behind the text, and where no picture is
 * wanted the text alone. */
static void an_answer_is_drawn_for_who_asks_so(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_answer");
    say(&h, ANN, "#赛况");
    house_private(&h, ANN, "#完整赛况 文字");
    assert_int_equal(pictures(&h), 0);
    house_pass(&h, 20000);
    say(&h, ANN, "#赛况 图片");
    house_pictures(&h, 1);
    (void)last_picture(&h, GROUP, "赛况（漫漫长夜）");
    assert_non_null(strstr(text_before(&h), "第 1 回合"));
    house_private(&h, BOB, "#完整赛况 图片");
    house_pictures(&h, 2);
    (void)last_picture(&h, BOB, "完整赛况（漫漫长夜）");
    assert_non_null(strstr(text_before(&h), "墙")); /* his own */
    house_forget(&h);
    house_private(&h, ANN, "#图片 关");
    house_private(&h, ANN, "#完整赛况 图片");
    assert_non_null(house_heard(&h, ANN, "墙"));
    assert_int_equal(pictures(&h), 0);
    house_close(&h);
}

static void count_missing(void *ctx, const char *line)
{
    if (strstr(line, " locale missing ") != NULL)
        (*(int *)ctx)++;
}

/* Before victims are chosen and the killer has begun, nobody has figures, and
 * there is a word for all that stands there. */
static void a_street_without_people_is_drawn(void **state)
{
    struct house h = {.paced = false, .pictures = true};
    int missing = 0;

    NJ_UNUSED(state);
    house_open(&h, "pictures_nobody");
    nj_log_set_sink(count_missing, &missing);
    say(&h, ANN, "#新游戏 面具杀人魔 现场");
    for (int i = 0; i < 2; i++) {
        house_private(&h, i == 0 ? ANN : BOB, "我");
        say(&h, i == 0 ? ANN : BOB, "#加入");
    }
    say(&h, ANN, "#开始");
    house_forget(&h);
    say(&h, BOB, "#赛况");
    house_pictures(&h, 1);
    (void)last_picture(&h, GROUP, "街区");
    nj_log_set_sink(NULL, NULL);
    assert_int_equal(missing, 0);
    house_close(&h);
}

/* LN-31.5, UX-6.3: what is too much for the group goes to who asked, its
 * picture too. */
static void a_drawn_answer_goes_where_its_text_goes(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_aside");
    for (int i = 0; i < 30; i++) {
        say(&h, ANN, "停止");
        say(&h, BOB, "停止");
        house_pass(&h, 20000);
    }
    house_forget(&h);
    say(&h, ANN, "#完整赛况 图片");
    house_pictures(&h, 1);
    (void)last_picture(&h, ANN, "完整赛况（漫漫长夜）");
    assert_non_null(strstr(text_before(&h), "第 30 回合"));
    assert_null(house_heard(&h, GROUP, "第 30 回合"));
    house_close(&h);
}

static void the_end_shows_the_course(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_course");
    say(&h, ANN, "停止");
    say(&h, BOB, "停止");
    say(&h, ANN, "停止");
    say(&h, ANN, "#提议结束");
    assert_int_equal(pictures(&h), 0);
    say(&h, BOB, "#提议结束");
    house_pictures(&h, 1);
    (void)last_picture(&h, GROUP, "开局的地图");
    assert_non_null(house_heard(&h, GROUP, "揭晓"));
    house_close(&h);
}

/* Where nothing can be shown nothing is made. */
static void other_platforms_get_text(void **state)
{
    struct house h = {.paced = false, .pictures = true};

    NJ_UNUSED(state);
    house_open(&h, "pictures_none");
    house_begin(&h, "ann bob", "");
    house_group(&h, "ann", "#预览 1 2 3");
    house_run(&h);
    for (uint32_t i = 0; i < nj_memory_count(h.gateway); i++)
        assert_int_equal(nj_memory_get(h.gateway, i)->picture, 0);
    house_close(&h);
}

static void shows(struct house *h, bool taken)
{
    struct nj_event *e = nj_event_create(NJ_EVENT_SHOWS, h->second->index);

    e->here = taken;
    nj_inbox_push(h->inbox, e);
    house_run(h);
}

/* The board is a text until they are taken again. */
static void a_platform_that_takes_none_gets_text(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_refused");
    shows(&h, false);
    house_private(&h, ANN, "#地图");
    assert_non_null(house_heard(&h, ANN, "━"));
    assert_int_equal(pictures(&h), 0);
    shows(&h, true);
    house_forget(&h);
    house_private(&h, ANN, "#地图");
    house_pictures(&h, 1);
    assert_null(house_heard(&h, ANN, "━"));
    house_close(&h);
}

/* A picture that has not come when the program ends is forgotten. */
static void an_end_in_between_is_harmless(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_kill");
    say(&h, ANN, "#预览 1 2 3");
    house_kill(&h, 1000);
    say(&h, ANN, "#预览 1 2 3");
    house_pictures(&h, 1);
    (void)last_picture(&h, GROUP, "拼图");
    house_close(&h);
}

/* Sent again with its bytes, though its turn let go of the first copy. */
static void a_picture_that_was_lost_comes_again(void **state)
{
    struct house h = {.paced = false};

    NJ_UNUSED(state);
    begin(&h, "pictures_lost");
    nj_memory_fate(h.second, GROUP, NJ_FATE_LOST, false);
    say(&h, ANN, "#预览 1 2 3");
    house_pictures(&h, 1);
    nj_memory_fate(h.second, "", NJ_FATE_SENT, false);
    house_pictures(&h, 2);
    (void)last_picture(&h, GROUP, "拼图");
    house_close(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_is_text_first_and_then_a_picture),
        cmocka_unit_test(the_start_is_shown_unasked),
        cmocka_unit_test(a_host_sees_the_hotel_drawn),
        cmocka_unit_test(an_act_is_one_message_with_the_board_in_it),
        cmocka_unit_test(a_batch_is_one_message),
        cmocka_unit_test(a_text_does_not_wait_long_for_its_picture),
        cmocka_unit_test(a_text_waits_for_the_newest_board),
        cmocka_unit_test(much_to_read_does_not_wait_for_a_board),
        cmocka_unit_test(a_groups_picture_is_drawn_before_seats),
        cmocka_unit_test(a_minute_that_is_nearly_full_has_no_pictures),
        cmocka_unit_test(walls_are_shown_to_their_seat_only),
        cmocka_unit_test(walls_that_were_overtaken_are_not_shown),
        cmocka_unit_test(sizes_are_the_same_for_all_seats),
        cmocka_unit_test(who_wants_text_gets_text),
        cmocka_unit_test(an_answer_is_drawn_for_who_asks_so),
        cmocka_unit_test(a_street_without_people_is_drawn),
        cmocka_unit_test(a_drawn_answer_goes_where_its_text_goes),
        cmocka_unit_test(the_end_shows_the_course),
        cmocka_unit_test(other_platforms_get_text),
        cmocka_unit_test(a_platform_that_takes_none_gets_text),
        cmocka_unit_test(an_end_in_between_is_harmless),
        cmocka_unit_test(a_picture_that_was_lost_comes_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
