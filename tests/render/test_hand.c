/* src/render/layout_hand.c: hands of cards and notes. */
#include <stdlib.h>
#include <string.h>

#include "kit/nj_death.h"
#include "kit/nj_test.h"
#include "render/paper.h"

static const char texts[] =
    "{\"core\": {\"list\": {\"sep\": \", \", \"none\": \"-\"}}, \"p\": {"
    "\"hand\": {\"mine\": \"你的手牌（{{n}} 张，从前往后丢）\", \"deck\": "
    "\"对手的手牌\"}, "
    "\"card\": {\"binder\": \"束魂\", \"vest\": \"防弹衣/狼毒\", \"long\": "
    "\"绝望黎明前的最后一次反击\", \"amoeba\": \"阿米巴变形（{{form}}）\", "
    "\"down\": \"扣着的牌\"}, "
    "\"card_line\": {\"binder\": \"1 点：今夜杀手和狙击手对他的普通攻击全部"
    "无效，他明天不能投票\", \"vest\": \"1 点：今夜挡住普通攻击\", \"long\": "
    "\"2 点：指定一名玩家，他今夜用过的所有能力全部失效，而且不知道是谁做的"
    "，除非有人揭穿\", \"amoeba\": \"已用 {{used}}/4 点\"}, "
    "\"mark\": {\"bottom\": \"底牌\", \"spent\": \"已用过\", \"declared\": "
    "\"已报顺序\", "
    "\"wordy\": \"这个标记写得太长了，一行里放不下三个\"}, "
    "\"board\": \"桌\", \"line\": \"甲\", \"line_head\": \"乙\", "
    "\"order\": \"seat 16 (Maximilian) at first: confinement/anti-sniper, "
    "soul-binder, vest/wolfsbane, commoner, curse/blessing\", "
    "\"end\": \"平民|{{lost}}|死\", \"end_head\": \"阵营|丢牌|结局\", "
    "\"points\": \"行动点数 {{n}}：基础 2，庶民牌 1\"}}";

static const char *form = "束魂";

static void draw_long(struct nj_canvas *c)
{
    static const char *const names[] = {"binder", "vest", "long", "commoner"};

    c->ops->hand(c, "p.hand.mine", 12);
    for (int i = 0; i < 12; i++) {
        bool amoeba = i == 5;
        bool down = i == 7 || i == 8;

        c->ops->card(
            c, i + 1,
            down     ? NULL
            : amoeba ? "amoeba"
                     : names[i % 4],
            amoeba ? NJ_ARGS(nj_arg_text("form", form), nj_arg_int("used", 3))
                   : NJ_NO_ARGS);
        if (i == 2 || i == 8)
            c->ops->mark(c, "spent");
        if (i == 2 || i == 10) {
            c->ops->mark(c, "declared");
            c->ops->mark(c, "bottom");
        }
    }
    c->ops->note(c, "p.points", NJ_ARGS(nj_arg_int("n", 3)));
}

/* Five cards, each as different as can be. */
static void draw_five(struct nj_canvas *c, const char *name, bool marked)
{
    c->ops->hand(c, "p.hand.deck", 0);
    for (int i = 0; i < 5; i++) {
        c->ops->card(c, marked ? i + 1 : 0, name, NJ_NO_ARGS);
        for (int k = 0; k < 3 && marked; k++)
            c->ops->mark(c, "wordy");
    }
}

/* Two hands, of which one is empty, below a board and above its players. */
static void draw_table(struct nj_canvas *c)
{
    c->ops->hand(c, "p.hand.mine", 1);
    c->ops->card(c, 7, "vest", NJ_NO_ARGS);
    c->ops->board(c, "p.board", 0, 2, 1);
    c->ops->player(c, 0, "p.line", NJ_NO_ARGS);
    c->ops->note(c, "p.points", NJ_ARGS(nj_arg_int("n", 3)));
    c->ops->hand(c, "p.hand.deck", 0);
}

/* Far more than anybody can hold: hands, cards, marks, notes. */
static void draw_flood(struct nj_canvas *c)
{
    for (int i = 0; i < 2 * NJ_SHEET_HANDS_MAX; i++) {
        c->ops->hand(c, "p.hand.deck", 0);
        for (int k = 0; k < NJ_SHEET_CARDS_MAX / 10; k++) {
            c->ops->card(c, k + 1, "vest", NJ_NO_ARGS);
            for (int n = 0; n < 2 * NJ_SHEET_MARKS_MAX; n++)
                c->ops->mark(c, "bottom");
        }
        for (int n = 0; n < 9; n++)
            c->ops->note(c, "p.points", NJ_ARGS(nj_arg_int("n", n)));
    }
}

static void draw(const struct nj_message *msg, struct nj_canvas *c)
{
    if (strcmp(msg->key, "p.hand") == 0)
        draw_long(c);
    if (strcmp(msg->key, "p.five_down") == 0)
        draw_five(c, NULL, false);
    if (strcmp(msg->key, "p.five_long") == 0)
        draw_five(c, "long", true);
    if (strcmp(msg->key, "p.five_bare") == 0)
        draw_five(c, "commoner", false);
    if (strcmp(msg->key, "p.table") == 0)
        draw_table(c);
    if (strcmp(msg->key, "p.notes") == 0) {
        c->ops->note(c, "p.order", NJ_NO_ARGS);
        c->ops->note(c, "p.points", NJ_ARGS(nj_arg_int("n", 3)));
    }
    if (strcmp(msg->key, "p.ends") == 0) {
        c->ops->player(c, 0, "p.end", NJ_ARGS(nj_arg_text("lost", "夜1")));
        c->ops->player(
            c, 1, "p.end",
            NJ_ARGS(nj_arg_text("lost", "夜1 日1 夜2 日2 夜3 日3 夜4 "
                                        "日4 夜5 日5 夜6 日6")));
        c->ops->player(c, 2, "p.end", NJ_ARGS(nj_arg_text("lost", "无")));
    }
    if (strcmp(msg->key, "p.flood") == 0)
        draw_flood(c);
}

static const struct nj_game game = {.id = "p", .prefix = "p", .picture = draw};

static int setup(void **state)
{
    NJ_UNUSED(state);
    nj_paper_begin(&game, texts);
    return 0;
}

static int teardown(void **state)
{
    NJ_UNUSED(state);
    nj_paper_end();
    return 0;
}

static void a_hand_is_drawn_as_ever(void **state)
{
    char *svg = nj_paper_svg("p.hand");

    NJ_UNUSED(state);
    nj_paper_show("p.hand", "hand");
    nj_paper_expect("hand.svg", svg);
    free(svg);
}

static void a_hand_is_a_picture_of_its_own(void **state)
{
    static const struct nj_message m = {.key = "p.hand", .clause = ""};
    static const struct nj_message other = {.key = "p.talk", .clause = ""};
    struct nj_scene scene = {.message = &m};
    char title[80];

    NJ_UNUSED(state);
    assert_true(nj_picture_has(&game, &scene));
    assert_false(nj_picture_has(&game, &(struct nj_scene){.message = &other}));
    nj_picture_title(nj_paper_style(), &scene, title, sizeof(title));
    assert_string_equal(title, "你的手牌（12 张，从前往后丢）");
}

static void a_card_has_number_title_line_and_marks(void **state)
{
    const struct nj_mark *title, *line;
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.hand", &d);
    title = nj_paper_find(&d, NULL, "绝望黎明前的最后一次反击");
    line = nj_paper_find(&d, NULL,
                         "2 点：指定一名玩家，他今夜用过的所有能力全部失效，"
                         "而且不知道是谁做的，除非有人揭穿");
    assert_non_null(title);
    assert_non_null(line);
    assert_int_equal(title->x, line->x);
    assert_in_range(line->y - title->y, 16, 30);
    assert_true(title->w >= 200); /* twelve characters, marks or not */
    assert_non_null(nj_paper_find(&d, title, "3"));
    assert_non_null(nj_paper_find(&d, NULL, "底牌"));
    assert_non_null(nj_paper_find(&d, NULL, "阿米巴变形（束魂）"));
    assert_non_null(nj_paper_find(&d, NULL, "已用 3/4 点"));
    /* the locale has no such card: it is there all the same */
    assert_non_null(nj_paper_find(&d, NULL, "commoner"));
    assert_non_null(nj_paper_find(&d, NULL, "行动点数 3：基础 2，庶民牌 1"));
}

/* Nothing on the back but its number, marks and what a back is called. */
static void a_card_face_down_shows_its_back(void **state)
{
    struct nj_drawing d;
    unsigned words = 0, backs = 0;

    NJ_UNUSED(state);
    nj_paper_layout("p.five_down", &d);
    for (const struct nj_mark *m = d.first; m != NULL; m = m->next) {
        words += m->kind == NJ_MARK_TEXT;
        backs += m->kind == NJ_MARK_SHAPE;
        assert_true(m->kind != NJ_MARK_SHAPE || m->x + m->w <= 584);
    }
    assert_int_equal(words, 1 + 5);
    assert_int_equal(backs, 5 * 42);
}

/* Neither page nor a mark beyond its card, whatever is said. */
static void marks_share_what_a_title_leaves(void **state)
{
    const struct nj_mark *m = NULL;
    struct nj_drawing d;
    const char *word = "这个标记写得太长了，一行里放不下三个";
    int n = 0;

    NJ_UNUSED(state);
    nj_paper_layout("p.five_long", &d);
    while ((m = nj_paper_find(&d, m, word)) != NULL) {
        assert_true(m->x - m->w / 2 > 16 + 43 + 200);
        assert_true(m->x + m->w / 2 < 584);
        assert_true(m->w > 60);
        n++;
    }
    assert_int_equal(n, 15);
}

static void all_cards_have_one_size(void **state)
{
    static const char *const keys[] = {"p.five_down", "p.five_long",
                                       "p.five_bare"};
    struct nj_raster first, r;

    NJ_UNUSED(state);
    nj_paper_raster(keys[0], &first);
    assert_int_equal(first.w, 600);
    for (size_t i = 1; i < NJ_COUNT(keys); i++) {
        nj_paper_raster(keys[i], &r);
        assert_int_equal(r.w, first.w);
        assert_int_equal(r.h, first.h);
        nj_raster_fini(&r);
    }
    nj_raster_fini(&first);
}

/* Words of people on a card are words. */
static void words_on_cards_stay_text(void **state)
{
    char *svg;

    NJ_UNUSED(state);
    form = "</text><script>\x01&";
    svg = nj_paper_svg("p.hand");
    form = "束魂";
    assert_null(strstr(svg, "<script"));
    assert_null(strchr(svg, '\x01'));
    assert_non_null(strstr(svg, "&lt;/text&gt;&lt;script&gt;&amp;"));
    free(svg);
}

/* Boards, hands, players, notes: whatever was called first. The page has room
 * for a card even where a board is narrow. */
static void hands_lie_between_boards_and_players(void **state)
{
    static const char *const order[] = {
        "桌", "你的手牌（1 张，从前往后丢）", "防弹衣/狼毒", "对手的手牌",
        "乙", "行动点数 3：基础 2，庶民牌 1"};
    struct nj_drawing d;
    int y = -1;

    NJ_UNUSED(state);
    nj_paper_layout("p.table", &d);
    assert_int_equal(d.w, 600);
    for (size_t i = 0; i < NJ_COUNT(order); i++) {
        const struct nj_mark *m = nj_paper_find(&d, NULL, order[i]);

        assert_non_null(m);
        assert_true(m->y > y);
        y = m->y;
    }
    assert_true(d.h > y);
}

/* What is beyond the limits is left out, the marks of such cards too. */
static void a_flood_is_cut(void **state)
{
    const struct nj_mark *m = NULL;
    struct nj_drawing d;
    int hands = 0, cards = 0, marks = 0, notes = 0;

    NJ_UNUSED(state);
    nj_paper_layout("p.flood", &d);
    while ((m = nj_paper_find(&d, m, "对手的手牌")) != NULL)
        hands++;
    while ((m = nj_paper_find(&d, m, "防弹衣/狼毒")) != NULL)
        cards++;
    while ((m = nj_paper_find(&d, m, "底牌")) != NULL)
        marks++;
    while ((m = nj_paper_find(&d, m, "行动点数 3：基础 2，庶民牌 1")) != NULL)
        notes++;
    assert_int_equal(hands, NJ_SHEET_HANDS_MAX);
    assert_int_equal(cards, NJ_SHEET_CARDS_MAX);
    assert_int_equal(marks, NJ_SHEET_CARDS_MAX * NJ_SHEET_MARKS_MAX);
    assert_int_equal(notes, 4); /* numbers 0 to 8, over and over: 32 */
}

/* A long one goes on in a line below, behind a whole word of its list. */
static void a_note_is_not_cut(void **state)
{
    const struct nj_mark *first, *second, *next;
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.notes", &d);
    first = nj_paper_find(
        &d, NULL, "seat 16 (Maximilian) at first: confinement/anti-sniper, ");
    second = nj_paper_find(
        &d, NULL, "soul-binder, vest/wolfsbane, commoner, curse/blessing");
    next = nj_paper_find(&d, NULL, "行动点数 3：基础 2，庶民牌 1");
    assert_non_null(first);
    assert_non_null(second);
    assert_non_null(next);
    assert_true(first->y < second->y && second->y < next->y);
    assert_true(first->x < second->x && next->x == first->x);
}

/* A wide column takes what the others leave, and goes on in a second line of a
 * row that is as high as it needs to be. */
static void a_cell_of_the_table_is_not_cut(void **state)
{
    const struct nj_mark *one, *first, *second, *last, *side;
    struct nj_drawing d;

    NJ_UNUSED(state);
    nj_paper_layout("p.ends", &d);
    one = nj_paper_find(&d, NULL, "夜1");
    first = nj_paper_find(&d, NULL, "夜1 日1 夜2 日2 夜3 日3 夜4 ");
    second = nj_paper_find(&d, NULL, "日4 夜5 日5 夜6 日6");
    last = nj_paper_find(&d, NULL, "无");
    side = nj_paper_find(&d, NULL, "平民");
    assert_non_null(one);
    assert_non_null(first);
    assert_non_null(second);
    assert_non_null(last);
    assert_non_null(side);
    assert_true(first->x == one->x && second->x == one->x);
    assert_true(one->x - side->x < first->w / 2);
    assert_int_equal(first->y - one->y, NJ_LAYOUT_LINE);
    assert_int_equal(second->y - first->y, NJ_LAYOUT_LINE);
    assert_int_equal(last->y - second->y, NJ_LAYOUT_LINE);
}

static void begin(struct nj_sheet *s)
{
    static struct nj_arena arena = NJ_ARENA_INIT(65536);

    nj_sheet_init(s, &arena);
}

static void a_card_without_hand(void)
{
    struct nj_sheet s;

    begin(&s);
    s.canvas.ops->card(&s.canvas, 1, "vest", NJ_NO_ARGS);
}

static void a_mark_on_no_card(void)
{
    struct nj_sheet s;

    begin(&s);
    s.canvas.ops->hand(&s.canvas, "p.hand.mine", 1);
    s.canvas.ops->card(&s.canvas, 1, "vest", NJ_NO_ARGS);
    s.canvas.ops->hand(&s.canvas, "p.hand.deck", 0);
    s.canvas.ops->mark(&s.canvas, "bottom");
}

static void a_number_below_zero(void)
{
    struct nj_sheet s;

    begin(&s);
    s.canvas.ops->hand(&s.canvas, "p.hand.mine", 1);
    s.canvas.ops->card(&s.canvas, -1, "vest", NJ_NO_ARGS);
}

static void a_game_that_errs_is_stopped(void **state)
{
    static void (*const wrong[])(void) = {
        a_card_without_hand, a_mark_on_no_card, a_number_below_zero};
    char out[400];

    NJ_UNUSED(state);
    for (size_t i = 0; i < NJ_COUNT(wrong); i++)
        assert_int_not_equal(nj_death_of(wrong[i], out, sizeof(out)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_is_drawn_as_ever),
        cmocka_unit_test(a_hand_is_a_picture_of_its_own),
        cmocka_unit_test(a_card_has_number_title_line_and_marks),
        cmocka_unit_test(a_card_face_down_shows_its_back),
        cmocka_unit_test(marks_share_what_a_title_leaves),
        cmocka_unit_test(all_cards_have_one_size),
        cmocka_unit_test(words_on_cards_stay_text),
        cmocka_unit_test(hands_lie_between_boards_and_players),
        cmocka_unit_test(a_flood_is_cut),
        cmocka_unit_test(a_note_is_not_cut),
        cmocka_unit_test(a_cell_of_the_table_is_not_cut),
        cmocka_unit_test(a_game_that_errs_is_stopped),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
