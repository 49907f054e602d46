/*
 * Side channels of the whole outbox: two houses play two matches of 漫漫长夜
 * that differ in what some seats may not know (the rows of twists.c), on QQ
 * and Telegram at once. Everything that both groups, the host and those seats
 * get is the same until the rules show the difference; a leak planted in a
 * row of buttons, a length, an order, a moment, a picture or in what is said
 * once more because nobody knows what became of it is caught.
 *
 * The matches of the houses are kept in step with those of the two worlds,
 * whose model knows which inputs keep the secret.
 *
 * NJ_CHATS_MOVES: orders to play in all, 1000 without it; NJ_TEST_TENTH=1
 * makes it a tenth. NJ_CHATS_SEED: where the random pairs begin. NJ_SIDE_SEED:
 * what the first houses draw by; those opened after them draw by the next ones.
 */
#include <stdlib.h>

#include "games/long_night/long_night.h"
#include "games/long_night/worlds_play.h"
#include "kit/amount.h"
#include "kit/nj_test.h"
#include "kit/two_houses.h"
#include "match/emit.h"
#include "match/match_priv.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"

#define MOVES      1000
#define RUN_INPUTS 50
#define PAIRS_MAX  40 /* in which a planted leak has to show */
#define PLACES_MAX 80 /* of one text */

struct chats_play {
    struct worlds_play p; /* comes first: its driver hands it to `gave` */
    struct two_houses t;
    unsigned run;
    int64_t last_ms; /* of the model's clock, as the houses have it */
    char group[2][NJ_ADDRESS_MAX];
    char user[WORLD_SEATS][NJ_ADDRESS_MAX]; /* in order of joining */
    uint8_t join_of[WORLD_SEATS];
    char host[NJ_ADDRESS_MAX];
    bool paced;    /* at the real speed: what waits is compared when it comes */
    bool doubtful; /* now and then nobody knows what became of a text */
    uint64_t presses, powers, doubts, marks;
};

enum leak {
    LEAK_NONE,
    LEAK_ROW,
    LEAK_LABEL,
    LEAK_NO_ROW,
    LEAK_LENGTH,
    LEAK_EXTRA,
    LEAK_PRIVATE,
    LEAK_ORDER,
    LEAK_MOMENT,
    LEAK_PICTURE,
    LEAK_HOST,
    LEAK_REPEAT
};

/* Of a house that says again what the other does not. */
static const struct nj_heard all_heard[] = {
    {"ln.step", NJ_HEAR_NEWS}, {"ln.bump", NJ_HEAR_NEWS}, {NULL, NJ_HEAR_ONCE}};

static enum leak leak;
static struct chats_play c;
static struct nj_match *playing[2]; /* of the houses */

/* --- the game of each house --- */

static void agree_as(struct nj_match *m, const struct nj_match *model)
{
    struct nj_options o;

    memcpy(o.v, model->agreed.v, sizeof(o.v));
    for (int i = 0; i < NJ_OPTION_TEXTS; i++)
        nj_str_copy(o.text[i], sizeof(o.text[i]), nj_agreed_text(model, i));
    nj_agreed_set(m, &o);
}

/* The match begins as usual and stands then where the model's does. */
static int begin_in(int side, struct nj_match *m, const struct nj_input *in)
{
    const struct nj_match *model = c.p.two.side[side].m;
    int refused = nj_ln_start(m, in);

    memcpy(nj_state(m), nj_state_const(model), sizeof(struct ln_state));
    m->c.rng = model->c.rng;
    agree_as(m, model);
    playing[side] = m;
    return refused;
}

static int begin_first(struct nj_match *m, const struct nj_input *in)
{
    return begin_in(0, m, in);
}

static int begin_second(struct nj_match *m, const struct nj_input *in)
{
    return begin_in(1, m, in);
}

static bool leaks(const struct nj_match *m, enum leak kind)
{
    return leak == kind && m == playing[1];
}

static bool keeps_row(const struct nj_match *m, const struct nj_message *msg,
                      nj_seat seat)
{
    NJ_UNUSED(msg);
    NJ_UNUSED(seat);
    return !leaks(m, LEAK_NO_ROW);
}

static bool keeps_last(const struct nj_match *m, const struct nj_message *msg,
                       nj_seat seat)
{
    return keeps_row(m, msg, seat) && !leaks(m, LEAK_ROW) &&
           !leaks(m, LEAK_LABEL);
}

static bool has_label(const struct nj_match *m, const struct nj_message *msg,
                      nj_seat seat)
{
    NJ_UNUSED(msg);
    NJ_UNUSED(seat);
    return leaks(m, LEAK_LABEL);
}

/* The row under a turn may be missing, or its last word, or that be another. */
static const struct nj_offer *leaky_offers(void)
{
    static struct nj_offer offers[32];
    size_t n = 0;

    for (const struct nj_offer *o = nj_ln_offers; o->key != NULL; o++) {
        const char *word = o->word != NULL ? o->word : "";
        bool last = strcmp(word, "status") == 0;

        assert_true(n + 2 < NJ_COUNT(offers));
        offers[n] = *o;
        if (strcmp(o->key, "ln.turn") == 0 && strcmp(word, "hide") != 0)
            offers[n].when = last ? keeps_last : keeps_row;
        n++;
    }
    offers[n++] =
        (struct nj_offer){"ln.turn", "hide", NJ_OFFER_ALL, .when = has_label};
    offers[n] = (struct nj_offer){.key = NULL};
    return offers;
}

static void leak_afk(struct nj_match *m, struct nj_audience to, nj_seat seat)
{
    nj_emit(m, to, "ln.afk", "", NJ_ARGS(nj_arg_seat("seat", seat)));
}

static void leaky_stop(struct nj_match *m, const struct nj_attempt *a)
{
    nj_seat first = leaks(m, LEAK_ORDER) ? 1 : 0;

    nj_ln_stop.act(m, a);
    if (leaks(m, LEAK_EXTRA))
        leak_afk(m, nj_to_all(), 0);
    if (leaks(m, LEAK_PRIVATE))
        leak_afk(m, nj_to_seats(nj_bit(nj_seats(m)) - 1), 0);
    if (leaks(m, LEAK_HOST))
        leak_afk(m, nj_to_host(), 0);
    if (leak == LEAK_LENGTH)
        nj_emit(m, nj_to_all(), "ln.round", "",
                NJ_ARGS(nj_arg_int("round", leaks(m, LEAK_LENGTH) ? 10 : 9)));
    if (leaks(m, LEAK_MOMENT))
        nj_timer_arm(m, "remind", 2000);
    if (leak == LEAK_ORDER) {
        leak_afk(m, nj_to_all(), first);
        leak_afk(m, nj_to_all(), (nj_seat)(1 - first));
    }
}

static void leaky_map(const struct nj_match *m, struct nj_query *q)
{
    nj_ln_query_map(m, q);
    if (leaks(m, LEAK_PICTURE))
        nj_ln_query_map(m, q);
}

static const struct nj_loaded_game *make_game(int side,
                                              const struct nj_loaded_game *own)
{
    static struct nj_verb verbs[2][32];
    static struct nj_game game[2];
    static struct nj_loaded_game loaded[2];
    static struct nj_order stop;
    struct nj_verb *v = verbs[side];

    stop = nj_ln_stop;
    stop.act = leaky_stop;
    game[side] = nj_long_night;
    game[side].start = side == 0 ? begin_first : begin_second;
    game[side].offers = leaky_offers();
    if (side == 1 && leak == LEAK_REPEAT)
        game[side].heard = all_heard;
    for (size_t i = 0; nj_long_night.verbs[i].name != NULL; i++) {
        assert_true(i + 1 < NJ_COUNT(verbs[0]));
        v[i] = nj_long_night.verbs[i];
        if (v[i].order == &nj_ln_stop)
            v[i].order = &stop;
        if (v[i].query == nj_ln_query_map)
            v[i].query = leaky_map;
        v[i + 1] = (struct nj_verb){.name = NULL};
    }
    game[side].verbs = v;
    loaded[side] = *own;
    loaded[side].game = &game[side];
    return &loaded[side];
}

/* --- who sits where --- */

static const char *user_at(nj_seat seat)
{
    return c.user[c.join_of[seat]];
}

static bool on_second(const char *user)
{
    return nj_address_is(user, "tg");
}

static const char *group_of(const char *user)
{
    return c.group[on_second(user)];
}

/* --- inputs as people make them --- */

static void spell(const char *dirs, char text[PLACES_MAX])
{
    static const char letters[] = "udlr";
    static const char *const words[] = {"上", "下", "左", "右"};
    size_t len = 0;

    for (; *dirs != '\0'; dirs++) {
        const char *at = strchr(letters, *dirs);

        assert_non_null(at);
        len += (size_t)snprintf(text + len, PLACES_MAX - len, "%s",
                                words[at - letters]);
        assert_true(len < PLACES_MAX);
    }
}

static const char *label_of(const struct nj_input *in)
{
    static const char *const labels[] = {"⬆", "⬇", "⬅", "➡"};
    const char *text = in->args.n > 0 ? in->args.v[0].s : "";

    if (strcmp(in->verb, "stop") == 0)
        return "停止";
    if (strcmp(in->verb, "hide") == 0)
        return "隐匿";
    return strlen(text) == 1 ? labels[strchr("udlr", text[0]) - "udlr"] : "";
}

static void order(int side, const struct nj_input *in)
{
    struct house *h = &c.t.h[side];
    const char *user = user_at(in->seat);
    bool group = in->place == NJ_PLACE_GROUP;
    char text[PLACES_MAX] = "";

    if (on_second(user) && c.run % 2 == 0 &&
        two_houses_press(&c.t, side, group ? c.group[1] : user, user,
                         label_of(in), false)) {
        c.presses++;
        return;
    }
    if (strcmp(in->verb, "stop") == 0)
        (void)snprintf(text, sizeof(text), "停止");
    else if (strcmp(in->verb, "hide") == 0)
        (void)snprintf(text, sizeof(text), "隐匿");
    else
        spell(in->args.v[0].s, text);
    if (group)
        house_group_at(h, group_of(user), user, text);
    else
        house_private(h, user, text);
}

/* The host says in the group what the model was given. */
static void power(int side, const struct nj_input *in)
{
    char text[PLACES_MAX] = "";

    if (strcmp(in->verb, "extend") == 0)
        (void)snprintf(text, sizeof(text), "%%延时 %llds",
                       (long long)in->args.v[0].i / 1000);
    else if (strcmp(in->verb, "announce") == 0)
        (void)snprintf(text, sizeof(text), "%%公告 hello");
    else
        (void)snprintf(text, sizeof(text), "%%%s",
                       strcmp(in->verb, "pause") == 0    ? "暂停"
                       : strcmp(in->verb, "resume") == 0 ? "继续"
                                                         : "催");
    house_group_at(&c.t.h[side], c.group[0], c.host, text);
    c.powers++;
}

/* Nobody will know what becomes of the texts to that group that come now, in
 * either house; or everybody will. */
static void doubt(struct nj_rng *rng)
{
    const char *group = c.group[nj_rng_below(rng, 2)];
    bool on = nj_rng_below(rng, 3) == 0;

    for (int i = 0; i < 2; i++)
        nj_memory_fate(group == c.group[0] ? c.t.h[i].gateway : c.t.h[i].second,
                       group, on ? NJ_FATE_UNKNOWN : NJ_FATE_SENT, false);
    c.doubts += on;
}

/* Said once more, and compared as everything is. */
static uint64_t count_marks(const char *text)
{
    static const char mark[] = "（可能重复）";
    uint64_t n = 0;

    while ((text = strstr(text, mark)) != NULL) {
        text += sizeof(mark) - 1;
        n++;
    }
    return n;
}

/* The model has taken it; people do the same in both houses. */
static void gave(void *ctx, const struct nj_input in[2])
{
    int64_t ms = c.p.two.now_ms - c.last_ms;

    NJ_UNUSED(ctx);
    two_houses_pass(&c.t, ms);
    c.last_ms += ms;
    for (int i = 0; i < 2; i++)
        if (in[i].verb != NULL && in[i].kind == NJ_IN_ORDER)
            order(i, &in[i]);
        else if (in[i].verb != NULL && in[i].kind == NJ_IN_OVERRIDE)
            power(i, &in[i]);
}

static bool give_order(struct nj_rng *rng)
{
    struct nj_two_worlds *w = &c.p.two;
    char text[NJ_ORDER_TEXT_MAX] = "";
    struct nj_input in = {.kind = NJ_IN_ORDER, .by = NJ_BY_PERSON};

    w->game->order(w->ctx, rng, &in, text);
    if (nj_rng_below(rng, 12) == 0)
        in.place =
            in.place == NJ_PLACE_GROUP ? NJ_PLACE_PRIVATE : NJ_PLACE_GROUP;
    return nj_two_give(w, &in, text);
}

/* Those that are applied at once: what waits to be confirmed is tried on a
 * copy that is folded anew, and these matches do not begin as their logs say. */
static bool give_power(struct nj_rng *rng)
{
    static const char *const verbs[] = {"pause",  "resume", "resume",
                                        "extend", "nudge",  "announce"};
    char text[NJ_ORDER_TEXT_MAX] = "";
    struct nj_arg arg;
    struct nj_input in = {.kind = NJ_IN_OVERRIDE,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_HOST,
                          .verb = verbs[nj_rng_below(rng, NJ_COUNT(verbs))],
                          .args = {.v = &arg}};

    if (strcmp(in.verb, "extend") == 0) {
        arg = nj_arg_ms("ms", (int64_t)(1 + nj_rng_below(rng, 99)) * 1000);
        in.args.n = 1;
    } else if (strcmp(in.verb, "announce") == 0) {
        arg = nj_arg_text("text", "hello");
        in.args.n = 1;
    }
    return nj_two_give(&c.p.two, &in, text);
}

/* What the clock brings before the next order; false if it may not be. */
static bool give_due(void)
{
    struct nj_two_worlds *w = &c.p.two;
    struct nj_input in;
    char text[NJ_ORDER_TEXT_MAX] = "";
    int64_t at = 0;

    if (!nj_match_deadline(w->side[0].m, &at) || at > w->now_ms + 2000)
        return true;
    if (!nj_match_due(w->side[0].m, at, &in))
        return false;
    in.verb = nj_arena_copy(&w->side[0].arena, in.verb, strlen(in.verb));
    return nj_two_give(w, &in, text);
}

/* Somebody who may not know asks, in his place or in the group; a press too
 * late, and one by somebody else. */
static void ask(struct nj_rng *rng)
{
    static const char *const aloud[] = {"#赛况",     "#地图", "#帮助",
                                        "#完整赛况", "#历史", "#为什么"};
    static const char *const alone[] = {"#赛况", "墙",      "#地图",
                                        "#帮助", "#为什么", "#完整赛况",
                                        "#我",   "#历史",   "上"};
    nj_seat seat = (nj_seat)nj_rng_below(rng, c.p.now[0].seats);
    const char *user = user_at(seat);
    uint32_t k = nj_rng_below(rng, 100);

    if (k < 10)
        for (int i = 0; i < 2; i++)
            (void)two_houses_press(&c.t, i, c.group[1], "tg:u:stranger", "⬆",
                                   true);
    else if (k < 55 || (c.p.two.observers & nj_bit(seat)) == 0)
        two_houses_group(&c.t, group_of(user), user,
                         aloud[nj_rng_below(rng, NJ_COUNT(aloud))]);
    else
        two_houses_private(&c.t, user,
                           alone[nj_rng_below(rng, NJ_COUNT(alone))]);
}

/* --- a run --- */

static void seat_all(unsigned n)
{
    char line[40];
    const char *said;

    two_houses_group(&c.t, c.group[0], c.user[0], "#新游戏 漫漫长夜");
    two_houses_group(&c.t, c.group[0], c.user[0], "#设置 人数上限 8");
    two_houses_group(&c.t, c.group[0], c.user[0], "#联桌");
    for (int i = 0; i < 2; i++) {
        said = house_heard(&c.t.h[i], c.group[0], "「#联桌 ");
        assert_non_null(said);
        (void)snprintf(line, sizeof(line), "#联桌 %.6s",
                       strstr(said, "#联桌 ") + strlen("#联桌 "));
        house_group_at(&c.t.h[i], c.group[1], c.user[1], line);
    }
    (void)snprintf(line, sizeof(line), "#联桌 同意 %.20s",
                   nj_address_group_id(c.group[1]));
    two_houses_group(&c.t, c.group[0], c.user[0], line);
    two_houses_private(&c.t, c.host, "我");
    two_houses_group(&c.t, c.group[0], c.host, "#主持");
    for (unsigned k = 0; k < n; k++) {
        two_houses_private(&c.t, c.user[k], "我");
        two_houses_group(&c.t, group_of(c.user[k]), c.user[k], "#加入 好");
    }
    playing[0] = playing[1] = NULL;
    two_houses_group(&c.t, c.group[0], c.user[0], "#开始");
    assert_non_null(playing[0]);
    assert_non_null(playing[1]);
    for (nj_seat k = 0; k < (nj_seat)n; k++) {
        c.join_of[k] = nj_match_join_of(playing[0], k);
        assert_int_equal(c.join_of[k], nj_match_join_of(playing[1], k));
    }
}

static void name_all(void)
{
    c.run++;
    (void)snprintf(c.group[0], NJ_ADDRESS_MAX, "qq:g:%u", c.run);
    (void)snprintf(c.group[1], NJ_ADDRESS_MAX, "tg:g:-%u", c.run);
    (void)snprintf(c.host, NJ_ADDRESS_MAX, "qq:u:host%u", c.run);
    for (unsigned k = 0; k < WORLD_SEATS; k++)
        (void)snprintf(c.user[k], NJ_ADDRESS_MAX, "%s:u:p%u-%u",
                       k % 2 == 0 ? "qq" : "tg", c.run, k);
}

static void set_pace(bool paced)
{
    const struct nj_pace pace = {1, 3, 12, 3};

    for (int i = 0; i < 2; i++) {
        c.t.h[i].referee->setup.pace = paced ? pace : (struct nj_pace){0};
        nj_rest_wake_all(c.t.h[i].referee, UINT8_MAX);
    }
}

static void open_run(void)
{
    name_all();
    set_pace(false); /* tables are opened at once, and everybody hears of it */
    for (int i = 0; i < 2; i++) {
        nj_memory_fate(c.t.h[i].gateway, "", NJ_FATE_SENT, false);
        nj_memory_fate(c.t.h[i].second, "", NJ_FATE_SENT, false);
    }
    two_houses_pass(&c.t, 0);
    two_houses_forget(&c.t);
    seat_all(c.p.now[0].seats);
    two_houses_watch(&c.t, c.group[0]);
    two_houses_watch(&c.t, c.group[1]);
    two_houses_watch(&c.t, c.host);
    two_houses_watch(&c.t, "tg:u:stranger");
    for (nj_seat k = 0; k < c.p.now[0].seats; k++)
        if ((c.p.two.observers & nj_bit(k)) != 0)
            two_houses_watch(&c.t, user_at(k));
    c.last_ms = c.p.two.now_ms;
    c.p.two.gave = gave;
    set_pace(c.paced);
}

/* The houses are where the model is. */
static void in_step(void)
{
    for (int i = 0; i < 2; i++) {
        struct nj_str words[2] = {NJ_STR_INIT(4000), NJ_STR_INIT(4000)};

        nj_match_state(c.p.two.side[i].m, &words[0]);
        nj_match_state(playing[i], &words[1]);
        if (strcmp(words[0].p, words[1].p) != 0)
            fail_msg("house %d is elsewhere:\n%s\n%s\n%s", i, words[0].p,
                     words[1].p, c.t.heard[i].p);
        nj_str_fini(&words[0]);
        nj_str_fini(&words[1]);
    }
}

/* All agree to end, so that the match is out of the way. */
static void close_run(void)
{
    for (nj_seat k = 0; k < c.p.now[0].seats; k++)
        two_houses_group(&c.t, group_of(user_at(k)), user_at(k), "#提议结束");
}

/* True if all was alike. */
static bool play(struct nj_rng *rng)
{
    struct nj_two_worlds *w = &c.p.two;
    unsigned held = 0;

    for (unsigned n = RUN_INPUTS; n > 0 && held < 20 && !w->ended; n--) {
        if (!give_due())
            break;
        if (w->ended)
            break;
        if (c.doubtful)
            doubt(rng);
        if (nj_rng_below(rng, 4) == 0)
            ask(rng);
        else if (nj_rng_below(rng, 12) == 0 ? !give_power(rng)
                                            : !give_order(rng))
            held++;
        if (w->ended) /* the rules show it, or the match is over */
            break;
        if (!two_houses_alike(&c.t))
            return false;
        c.marks += count_marks(c.t.heard[0].p);
        if (leak == LEAK_NONE)
            in_step();
    }
    return true;
}

static void open_houses(void)
{
    const struct nj_loaded_game *game[2];

    two_houses_open(&c.t, "side_channels");
    for (int i = 0; i < 2; i++)
        game[i] = make_game(i, &c.t.h[i].env.games[0]);
    two_houses_games(&c.t, game);
    c.p.pack = c.t.h[0].env.games[0].data;
    c.p.game = &nj_long_night;
    c.p.persons = true;
}

/* Houses in which not the same has happened draw other tables. */
static void open_anew(void)
{
    two_houses_close(&c.t);
    open_houses();
}

/* A pair by that row; false if it has none for this seed. */
static bool run_pair(const struct twist *twist, uint64_t seed, bool *alike)
{
    struct nj_rng rng;

    nj_rng_splitmix64(&rng, seed);
    if (!nj_worlds_open(&c.p, twist, &rng))
        return false;
    open_run();
    *alike = two_houses_alike(&c.t) && play(&rng);
    assert_true(c.p.two.what == NULL);
    if (*alike)
        close_run();
    else if (leak == LEAK_NONE)
        fail_msg("%s (seed %llu):\n--- A\n%s\n--- B\n%s", twist->name,
                 (unsigned long long)seed, c.t.heard[0].p, c.t.heard[1].p);
    if (!*alike || c.p.two.apart > 0 || !two_houses_draw_alike(&c.t))
        open_anew();
    nj_worlds_close(&c.p);
    return true;
}

static void forget_all(void)
{
    memset(&c, 0, sizeof(c));
    c.t.seed = nj_from_env("NJ_SIDE_SEED", 2);
}

/* Pairs by each row of twists.c, until so many moves are played. */
static void play_all(uint64_t moves, bool paced, bool doubtful)
{
    leak = LEAK_NONE;
    forget_all();
    c.paced = paced;
    c.doubtful = doubtful;
    open_houses();
    for (size_t i = 0; i < nj_twists_n; i++) {
        c.p.count.moves = 0;
        for (uint64_t seed = nj_from_env("NJ_CHATS_SEED", 1);
             c.p.count.moves < moves / nj_twists_n + 1; seed++) {
            bool alike = true;

            (void)run_pair(&nj_twists[i], seed, &alike);
            assert_true(alike);
        }
    }
    print_message("%llu messages compared, %llu rows of buttons, %llu pressed, "
                  "%llu replaced, %llu pictures, %llu powers, %llu marks\n",
                  (unsigned long long)c.t.messages,
                  (unsigned long long)c.t.rows, (unsigned long long)c.presses,
                  (unsigned long long)c.t.replaced,
                  (unsigned long long)c.t.pictures,
                  (unsigned long long)c.powers, (unsigned long long)c.marks);
    two_houses_close(&c.t);
}

static void nothing_that_is_sent_tells_a_secret(void **state)
{
    NJ_UNUSED(state);
    play_all(nj_amount("NJ_CHATS_MOVES", MOVES), false, false);
    assert_true(c.powers > 0);
}

/* What is held back, merged and put behind prompts tells nothing either. */
static void no_pace_tells_a_secret(void **state)
{
    NJ_UNUSED(state);
    play_all(nj_amount("NJ_CHATS_MOVES", MOVES) / 3, true, false);
}

/* What is said once more, marked, carried or left out tells nothing. */
static void no_repeat_tells_a_secret(void **state)
{
    NJ_UNUSED(state);
    play_all(nj_amount("NJ_CHATS_MOVES", MOVES) / 3, false, true);
    assert_true(c.doubts > 0);
    assert_true(c.marks > 0);
}

static void must_notice(enum leak kind, bool paced)
{
    bool alike = true;

    leak = kind;
    c.paced = paced;
    for (uint64_t seed = 1; seed <= PAIRS_MAX && alike; seed++)
        (void)run_pair(&nj_twists[nj_twists_n - 1], seed, &alike);
    if (alike)
        fail_msg("leak %d is not noticed", (int)leak);
}

static void each_planted_leak_is_caught(void **state)
{
    static const enum leak kinds[] = {
        LEAK_ROW,     LEAK_LABEL, LEAK_NO_ROW, LEAK_LENGTH,  LEAK_EXTRA,
        LEAK_PRIVATE, LEAK_ORDER, LEAK_MOMENT, LEAK_PICTURE, LEAK_HOST};

    NJ_UNUSED(state);
    forget_all();
    open_houses();
    for (size_t i = 0; i < NJ_COUNT(kinds); i++)
        must_notice(kinds[i], false);
    must_notice(LEAK_EXTRA, true);
    must_notice(LEAK_LENGTH, true);
    two_houses_close(&c.t);
    leak = LEAK_REPEAT;
    c.doubtful = true;
    open_houses();
    must_notice(LEAK_REPEAT, false);
    leak = LEAK_NONE;
    two_houses_close(&c.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_is_sent_tells_a_secret),
        cmocka_unit_test(no_pace_tells_a_secret),
        cmocka_unit_test(no_repeat_tells_a_secret),
        cmocka_unit_test(each_planted_leak_is_caught),
    };

    return cmocka_run_group_tests_name("referee/side_channels", tests, NULL,
                                       NULL);
}
