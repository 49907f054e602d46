/* Random matches of 黑影杀 in both editions, with options and without, by
 * computer players and by persons who try everything, hosts who overrule
 * included: each ends in time, keeps the invariants of SH-18.3 after every
 * input, speaks in the right places only, and its log replays to the same.
 *
 * 5000 matches in an optimised build, 500 in any other, or as many as
 * NJ_MIX_MATCHES says; NJ_MIX_SEED begins elsewhere. */
#include <stdlib.h>

#include "games/shadow_hotel/sh_kit.h"

#if defined(__SANITIZE_ADDRESS__)
# define CAREFUL 1
#elif defined(__has_feature)
# if __has_feature(address_sanitizer)
#  define CAREFUL 1
# endif
#endif
#if !defined(CAREFUL) && !defined(__OPTIMIZE__)
# define CAREFUL 1
#endif
#ifdef CAREFUL
# define MATCHES 500
#else
# define MATCHES 5000
#endif

#define INPUTS_MAX 6000
#define EVERY_FOLD 10 /* so many matches for one whose log is replayed */

struct mix {
    struct nj_match *m;
    struct nj_arena arena; /* of the log */
    struct nj_rng rng;
    uint64_t seed;
    int64_t now_ms;
    const char *edition;
    struct nj_options options;
    struct nj_match_seat list[SH_SEATS_MAX];
    uint8_t n;
    uint8_t phase;   /* before the input */
    nj_seat_set out; /* before the input */
    bool hosted;
    bool plain;  /* options as they are */
    bool kept;   /* the log is to be replayed */
    bool undone; /* what was before counts no more */
    bool quiet;  /* a host has moved somebody without the rules */
    bool over;
    unsigned inputs, accepted;
    struct nj_input *log[INPUTS_MAX];
    struct nj_hash digest[INPUTS_MAX];
    uint32_t n_log;
};

static uint64_t from_env(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    unsigned long long n = text != NULL ? strtoull(text, NULL, 10) : 0;

    return n > 0 ? n : otherwise;
}

static const struct sh_state *state_of(const struct mix *x)
{
    return nj_state_const(x->m);
}

static uint32_t below(struct mix *x, uint32_t n)
{
    return nj_rng_below(&x->rng, n);
}

static const char *one_of(struct mix *x, const char *const *words, size_t n)
{
    return words[below(x, (uint32_t)n)];
}

#define PICK(x, words) one_of((x), (words), NJ_COUNT(words))

/* --- options --- */

struct choice {
    const char *key;
    const char *values[3];
};

static const struct choice choices[] = {
    {"order", {"priority"}},
    {"shuffle_rooms", {"off", "on"}},
    {"last_round", {"5", "9", "21"}},
    {"steps_shadow", {"1,1,1", "6,7,8"}},
    {"steps_other", {"1,2,3", "5,5,5"}},
    {"phase2_round", {"0", "3", "13"}},
    {"phase3_round", {"1", "7", "13"}},
    {"phase_headcount", {"off", "on"}},
    {"tunnel_last_player", {"off"}},
    {"tunnel_energy", {"held", "in_room"}},
    {"brillo", {"on", "off"}},
    {"brillo_immune", {"always", "never"}},
    {"key_count", {"1", "6"}},
    {"key_spawn", {"floors3_6", "far3"}},
    {"key_lines", {"once", "each"}},
    {"brillo_keys", {"break_lying", "carry"}},
    {"kick", {"shadow", "all"}},
    {"retake", {"dropper", "nobody"}},
    {"mech_limit", {"player_round", "each_round"}},
    {"awaken", {"passage", "fake_death"}},
    {"lab_reboot", {"off", "on"}},
    {"north", {"classic", "wander"}},
    {"jump", {"classic", "plain"}},
    {"cross_alone", {"off", "on"}},
    {"shoot_window", {"any", "shadow_round"}},
    {"disguise", {"single", "supply"}},
    {"report", {"two_ends", "two_idle"}},
    {"explore", {"off", "on"}},
    {"memory", {"off", "on"}},
    {"radio_uses", {"0", "1", "9"}},
    {"free", {"off", "on"}},
    {"heaven_radio", {"off", "on"}},
    {"bear_pull", {"no_shadow", "all"}},
    {"spawn_protection", {"off"}},
    {"bcast_shuffle", {"off"}},
    {"show_progress", {"on"}},
    {"exit_reveal_round", {"1", "5"}},
    {"tell_priority", {"on"}},
    {"min_round_secs", {"60"}},
    {"spawn_secs", {"0", "60"}},
    {"afk_rounds", {"1", "3"}},
    {"afk_action", {"bot", "none"}},
};

static void choose(struct mix *x)
{
    bool free_choice = !x->plain && below(x, 3) == 0;

    nj_options_default(&nj_shadow_hotel, &x->options);
    assert_true(nj_options_put(&nj_shadow_hotel, &x->options,
                               nj_option_find(&nj_shadow_hotel, "host"),
                               x->hosted ? "on" : "off"));
    for (size_t i = 0; i < NJ_COUNT(choices) && free_choice; i++) {
        const struct choice *c = &choices[i];
        uint32_t n = 0;

        while (n < NJ_COUNT(c->values) && c->values[n] != NULL)
            n++;
        if (below(x, 3) == 0)
            assert_true(nj_options_put(&nj_shadow_hotel, &x->options,
                                       nj_option_find(&nj_shadow_hotel, c->key),
                                       c->values[below(x, n)]));
    }
}

static void choose_legal(struct mix *x)
{
    do
        choose(x);
    while (nj_options_check(&nj_shadow_hotel, kit_map(), x->edition,
                            &x->options, x->n) != NULL);
}

/* --- what always holds (SH-18.3) --- */

static bool holds(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    return nj_sh_held(s, seat, kind) >= 0;
}

static void check_item(const struct mix *x, uint8_t i)
{
    const struct sh_state *s = state_of(x);
    const struct sh_item *item = &s->item[i];

    switch ((enum sh_where)item->where) {
    case SH_IN_ROOM:
        assert_in_range(item->at, 1, SH_ROOMS_MAX);
        break;
    case SH_HELD:
        assert_true(item->at < s->n);
        assert_int_not_equal(s->seat[item->at].life, SH_OUT);
        if (s->seat[item->at].life == SH_ABSENT)
            assert_int_equal(item->at, s->shadow);
        break;
    case SH_BLOCKING:
        assert_int_equal(nj_sh_kind(i), SH_BEAR);
        assert_true(item->at < kit_map()->n_passages);
        break;
    case SH_SUPPLY:
        assert_int_equal(nj_sh_kind(i), SH_DISGUISE);
        assert_true(s->opt.supply);
        break;
    case SH_NOWHERE:
        break;
    }
}

static void check_items(const struct mix *x)
{
    const struct sh_state *s = state_of(x);
    uint8_t goods[SH_SEATS_MAX] = {0};

    for (uint8_t i = 0; i < SH_ITEMS; i++) {
        enum sh_kind kind = nj_sh_kind(i);

        check_item(x, i);
        if (s->item[i].where == SH_HELD && nj_sh_is_goods(kind))
            assert_int_equal(++goods[s->item[i].at], 1);
        if (kind >= SH_PISTOL && kind < SH_DISGUISE && kind != SH_ENERGY &&
            kind != SH_ALBUM)
            assert_int_not_equal(s->item[i].where, SH_NOWHERE);
        if (kind == SH_KEY && i >= s->opt.key_count)
            assert_int_equal(s->item[i].where, SH_NOWHERE);
    }
    assert_true(x->hosted || holds(s, s->shadow, SH_PISTOL));
    assert_int_equal(s->item[SH_ITEM_SINGLE + SH_ALBUM].where != SH_NOWHERE,
                     s->brillo != NJ_SEAT_NONE);
    assert_int_equal(s->item[SH_ITEM_SINGLE + SH_ENERGY].where != SH_NOWHERE,
                     s->fireplace);
}

static void check_rooms(const struct mix *x)
{
    const struct sh_state *s = state_of(x);
    uint64_t seen = 0;

    for (uint8_t pos = 1; pos <= SH_ROOMS_MAX; pos++) {
        assert_in_range(s->room_at[pos], 1, SH_ROOMS_MAX);
        assert_int_equal(s->pos_of[s->room_at[pos]], pos);
        seen |= UINT64_C(1) << s->room_at[pos];
        if (!s->opt.shuffle_rooms && !s->opt.lab_reboot && !s->opt.wander &&
            !x->hosted)
            assert_int_equal(s->room_at[pos], pos);
    }
    assert_true(seen == ((UINT64_C(1) << SH_ROOMS_MAX) - 1) << 1);
}

static void check_seat(const struct mix *x, nj_seat seat)
{
    const struct sh_state *s = state_of(x);
    const struct sh_seat *who = &s->seat[seat];

    assert_int_equal(nj_sh_is_present(s, seat), who->room != 0);
    assert_true(who->room <= SH_ROOMS_MAX);
    assert_true(who->life != SH_REBIRTH || seat == s->shadow);
    assert_true(who->life != SH_OUT || seat != s->shadow);
    assert_true(who->life != SH_ABSENT || s->opt.fake_death);
    assert_true(who->life != SH_REBIRTH ||
                who->room == kit_map()->special[SH_RESPAWN] || x->hosted);
    assert_true(who->steps <= SH_STEPS_MAX || x->hosted);
    assert_true(who->life != SH_OUT ||
                (who->open & ~SH_P4) == 0); /* nothing is asked of the dead */
    if (who->room != 0 && !x->over)
        assert_true(nj_sh_knows(s, seat, who->room));
}

/* Nobody lives where he could not. */
static void check_dangers(const struct mix *x)
{
    const struct sh_state *s = state_of(x);
    const struct sh_seat *shadow = &s->seat[s->shadow];

    if (s->stage != SH_RUNNING || x->quiet)
        return;
    for (nj_seat i = 0; i < s->n; i++) {
        const struct sh_seat *who = &s->seat[i];

        if (who->room == 0)
            continue;
        if (who->room == kit_map()->special[SH_DRESSING] && s->power)
            assert_true(holds(s, i, SH_BOOTS));
        if (who->room == kit_map()->special[SH_GAS_ROOM] && s->gas)
            assert_true(holds(s, i, SH_MASK));
        if (who->role == SH_PLAYER && shadow->life == SH_ACTIVE &&
            shadow->room == who->room)
            assert_true((who->open & SH_P3) != 0);
    }
}

static void check_course(const struct mix *x, enum nj_input_kind kind)
{
    const struct sh_state *s = state_of(x);
    bool host = kind == NJ_IN_OVERRIDE || kind == NJ_IN_UNDO;

    assert_true(s->stage == SH_ENDED || nj_sh_living(s) > 0);
    assert_true(s->phase >= x->phase || host);
    assert_in_range(s->phase, 1, 3);
    assert_true(s->round <= s->opt.last_round);
    assert_int_equal(s->busy, 0);
    assert_int_equal(x->over, s->stage == SH_ENDED);
    assert_true(x->over || s->ending_step == 0);
    assert_int_equal(s->ending != SH_NO_ENDING, x->over);
    if (s->stage == SH_RUNNING && nj_sh_slot(s) == NJ_SEAT_NONE && !host &&
        !(s->opt.by_priority && s->round % 2 == 1))
        assert_true(nj_timer_at(x->m, "round") != 0);
}

/* --- who may be told what --- */

static bool is(const struct nj_message *msg, const char *key)
{
    return strcmp(msg->key, key) == 0;
}

static bool among(const char *keys, const struct nj_message *msg)
{
    char key[60];

    (void)snprintf(key, sizeof(key), " %s ", msg->key);
    return strstr(keys, key) != NULL;
}

static const char group_keys[] =
    " sh.start_shadow sh.start sh.phase sh.round sh.round_first sh.dead"
    " sh.dead_shadow sh.cube sh.power sh.gas sh.poker sh.awaken sh.key.found"
    " sh.key.kicked sh.gunshot sh.energy sh.tunnel sh.reboot sh.exit sh.mic"
    " sh.heaven sh.channel sh.hammer sh.fix.not_over sh.fix.phase"
    " sh.fix.no_tunnel sh.end sh.host.used sh.left sh.timer_all"
    " sh.clock_on sh.clock_off sh.clock_moved sh.undone sh.computer ";
static const char end_keys[] = " sh.reveal sh.reveal_alias sh.winners ";
/* What a seat hears that is out (SH-12.10). */
static const char out_keys[] =
    " sh.you.dead sh.words.due sh.words.ok sh.status sh.status_me"
    " sh.host.changed sh.answer.over sh.answer.tunnel sh.answer.phase"
    " sh.answer.alive sh.answer.where sh.answer.others sh.answer.round"
    " sh.answer.items sh.answer.cube sh.answer.act sh.answer.report"
    " sh.answer.log sh.answer.priority sh.radio.answer ";

static void hear_group(const struct mix *x, const struct nj_message *msg)
{
    if (among(end_keys, msg)) {
        assert_true(x->over);
        return;
    }
    if (strncmp(msg->key, "sh.err.", 7) == 0)
        return;
    if (!among(group_keys, msg))
        fail_msg("to the group: %s", msg->key);
    assert_string_equal(msg->clause, "SH-12.5");
}

static void hear_out(const struct mix *x, const struct nj_message *msg)
{
    nj_seat_set still = 0;

    for (nj_seat i = 0; i < x->n; i++)
        if ((x->out & nj_bit(i)) != 0 && state_of(x)->seat[i].life == SH_OUT)
            still |= nj_bit(i);
    if ((msg->to.seats & still) == 0 || among(out_keys, msg) ||
        strncmp(msg->key, "sh.err.", 7) == 0 ||
        strncmp(msg->key, "sh.refuse.", 10) == 0)
        return;
    fail_msg("to a seat that is out: %s", msg->key);
}

static void hear(const struct mix *x, const struct nj_message *msg)
{
    if (msg->to.to == NJ_TO_ALL) {
        hear_group(x, msg);
    } else if (msg->to.to == NJ_TO_SEATS) {
        assert_int_equal(msg->to.seats >> x->n, 0);
        hear_out(x, msg);
    } else if (msg->to.to == NJ_TO_HOST) {
        assert_true(x->hosted || strncmp(msg->key, "sh.err.", 7) == 0);
    } else {
        assert_true(is(msg, "sh.setup") || is(msg, "sh.plan") ||
                    is(msg, "sh.moved"));
    }
}

/* --- playing --- */

static const struct nj_input *source(void *ctx, uint32_t seq)
{
    const struct mix *x = ctx;

    return seq >= 1 && seq <= x->n_log ? x->log[seq - 1] : NULL;
}

static void keep(struct mix *x, const struct nj_input *in,
                 const struct nj_outcome *o)
{
    struct nj_input *copy = nj_arena_alloc(&x->arena, sizeof(*copy));
    struct nj_message args = {
        .key = "", .clause = "", .to = nj_to_all(), .args = in->args};

    *copy = *in;
    copy->verb = nj_arena_copy(&x->arena, in->verb, strlen(in->verb));
    copy->args = nj_message_copy(&x->arena, &args)->args;
    assert_true(x->n_log < INPUTS_MAX);
    x->digest[x->n_log] = o->digest;
    x->log[x->n_log++] = copy;
    x->accepted++;
}

static void before(struct mix *x)
{
    const struct sh_state *s = state_of(x);

    x->phase = s->phase;
    x->out = 0;
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].life == SH_OUT)
            x->out |= nj_bit(i);
}

static void apply(struct mix *x, struct nj_input *in)
{
    const struct nj_outcome *o;

    if (in->at_ms == 0)
        in->at_ms = x->now_ms += below(x, 20000);
    in->reason = "";
    if (nj_match_fault(x->m, in) != NULL)
        return;
    before(x);
    x->inputs++;
    o = nj_match_apply(x->m, in);
    x->now_ms = in->at_ms > x->now_ms ? in->at_ms : x->now_ms;
    x->over = o->over;
    if (!o->refused)
        keep(x, in, o);
    for (const struct nj_message *msg = o->messages; msg != NULL;
         msg = msg->next)
        hear(x, msg);
    if (o->refused)
        return; /* nothing has changed: the match sees to that */
    check_items(x);
    check_rooms(x);
    for (nj_seat i = 0; i < x->n; i++)
        check_seat(x, i);
    check_dangers(x);
    check_course(x, in->kind);
}

/* A verb with up to three texts. */
static void order(struct mix *x, nj_seat seat, const char *verb, const char *a,
                  const char *b, const char *c)
{
    const struct nj_arg args[] = {
        nj_arg_text("text", a), nj_arg_text("text", b), nj_arg_text("text", c)};
    struct nj_input in = {
        .kind = NJ_IN_ORDER,
        .seat = seat,
        .place = below(x, 100) == 0 ? NJ_PLACE_GROUP : NJ_PLACE_PRIVATE,
        .by = NJ_BY_PERSON,
        .verb = verb,
        .args = {
            .v = args,
            .n = (uint32_t)strlen(nj_game_verb(&nj_shadow_hotel, verb)->args)}};

    apply(x, &in);
}

/* --- what people type --- */

/* Where a seat is bound for in this round: what lies or happens somewhere. */
static uint8_t goal(const struct mix *x, nj_seat seat)
{
    const struct sh_state *s = state_of(x);
    const struct sh_map *map = kit_map();
    uint32_t k = (uint32_t)(x->seed + 7u * seat + 3u * (s->round / 6u)) %
                 (SH_SPECIALS + SH_KINDS);

    if (nj_sh_held(s, seat, SH_KEY) >= 0)
        return map->special[SH_LOBBY];
    if (seat == s->brillo)
        k = SH_SPECIALS + SH_ALBUM;
    if (k < SH_SPECIALS)
        return map->special[k];
    for (uint8_t i = 0; i < SH_ITEMS; i++)
        if (nj_sh_kind(i) == (enum sh_kind)(k - SH_SPECIALS) &&
            s->item[i].where == SH_IN_ROOM)
            return s->item[i].at;
    return map->special[SH_BRIDGE];
}

/* The position next to the seat that is nearest to its goal. */
static uint8_t nearer(const struct mix *x, nj_seat seat, const uint8_t *pos,
                      uint8_t n)
{
    const struct sh_state *s = state_of(x);
    uint8_t to = s->pos_of[goal(x, seat)];
    uint8_t best = pos[0];

    for (uint8_t i = 1; i < n; i++)
        if (nj_sh_map_distance(kit_map(), pos[i], to, s->rotated) <
            nj_sh_map_distance(kit_map(), best, to, s->rotated))
            best = pos[i];
    return best;
}

/* A position next to the seat, most of the time. */
static const char *place(struct mix *x, nj_seat seat)
{
    static char text[16];
    const struct sh_state *s = state_of(x);
    uint8_t pos[SH_PLACES];
    uint8_t room = s->seat[seat].room;
    uint8_t n = room != 0 ? nj_sh_neighbours(s, kit_map(), room, pos, NULL) : 0;
    uint32_t k = below(x, 40);

    if (k < 26 && n > 0)
        (void)snprintf(text, sizeof(text), "%u",
                       (unsigned)nearer(x, seat, pos, n));
    else if (k < 36 && n > 0)
        (void)snprintf(text, sizeof(text), "%u", (unsigned)pos[below(x, n)]);
    else if (k < 38)
        (void)snprintf(text, sizeof(text), "%u", (unsigned)below(x, 52));
    else if (k < 39)
        (void)snprintf(text, sizeof(text), "#%u", (unsigned)below(x, 52));
    else
        return below(x, 2) == 0 ? "大堂" : "nowhere";
    return text;
}

static const char *item(struct mix *x)
{
    static const char *const words[] = {
        "key",  "key",       "钥匙",     "torch",    "boots",  "mask",  "cross",
        "gun",  "gun",       "energy",   "album",    "bear",   "bear",  "coin",
        "coin", "telescope", "disguise", "disguise", "pistol", "teapot"};

    return PICK(x, words);
}

/* What lies in the seat's room, if anything does. */
static const char *item_here(struct mix *x, nj_seat seat)
{
    const struct sh_state *s = state_of(x);
    uint8_t first = (uint8_t)below(x, SH_ITEMS);

    for (uint8_t k = 0; k < SH_ITEMS && s->seat[seat].room != 0; k++) {
        uint8_t i = (uint8_t)((first + k) % SH_ITEMS);

        if (s->item[i].where == SH_IN_ROOM &&
            s->item[i].at == s->seat[seat].room)
            return nj_sh_item_word(nj_sh_kind(i));
    }
    return item(x);
}

static const char *item_held(struct mix *x, nj_seat seat)
{
    const struct sh_state *s = state_of(x);
    uint8_t first = (uint8_t)below(x, SH_ITEMS);

    for (uint8_t k = 0; k < SH_ITEMS; k++) {
        uint8_t i = (uint8_t)((first + k) % SH_ITEMS);

        if (s->item[i].where == SH_HELD && s->item[i].at == seat)
            return nj_sh_item_word(nj_sh_kind(i));
    }
    return item(x);
}

static const char *person(struct mix *x)
{
    static char text[16];
    uint32_t k = below(x, 10);

    if (k < 4)
        return x->list[below(x, x->n)].name;
    if (k < 6)
        (void)snprintf(text, sizeof(text), "%u", (unsigned)below(x, 14));
    else if (k < 9)
        (void)snprintf(text, sizeof(text), "@%u", (unsigned)below(x, 5));
    else
        return below(x, 2) == 0 ? "self" : "nobody";
    return text;
}

static const char *words(struct mix *x)
{
    static const char *const texts[] = {
        "hello",
        "游戏结束",
        "现在是第三阶段",
        "空间隧道开启",
        "【旅馆广播】【A】死亡。",
        "【主持】 me",
        "https://example.org/",
        "[CQ:at,qq=all]",
        "",
        "\xe2\x80\x8b",
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十"
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十"
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十"
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十"
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十"
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十"
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十"
        "一二三四五六七八九十一二三四五六七八九十一二三四五六七八九十",
    };

    return PICK(x, texts);
}

static const char *composed(struct mix *x)
{
    static const char *const lines[] = {
        "dead B",       "dead_shadow",    "phase 2",    "phase 3 9 9",
        "cube rotated", "power off",      "gas",        "poker",
        "awaken",       "key.found",      "key.kicked", "gunshot 3",
        "energy 5",     "tunnel",         "reboot",     "exit 9",
        "start",        "start_shadow C", "heaven boo", "channel hm",
        "hammer A",     "end escape",     "mic x",      "fix.phase 1",
        "nothing"};

    return PICK(x, lines);
}

static const char *topic(struct mix *x)
{
    static const char *const topics[] = {
        "over",   "tunnel", "phase",    "alive",  "where",  "others",
        "round",  "items",  "cube",     "log",    "act",    "report",
        "album",  "bullet", "keys",     "cross",  "truth",  "power",
        "brillo", "other",  "priority", "谁活着", "awaited"};

    return PICK(x, topics);
}

static void type_free(struct mix *x, nj_seat seat)
{
    switch (below(x, 16)) {
    case 0:
        order(x, seat, "say", below(x, 2) == 0 ? "" : person(x), words(x), "");
        break;
    case 1:
        order(x, seat, "hammer", person(x), "", "");
        break;
    case 2:
        order(x, seat, "alias", below(x, 3) == 0 ? words(x) : person(x), "",
              "");
        break;
    case 3:
        order(x, seat, "watch", place(x, seat), "", "");
        break;
    case 4:
        order(x, seat, "free", words(x), "", "");
        break;
    case 5:
        order(x, seat, "radio", words(x), "", "");
        break;
    case 6:
        order(x, seat, "lastwords", words(x), "", "");
        break;
    case 7: {
        static const char *const guards[] = {"fire", "hold", "ask", "开枪",
                                             "maybe"};

        order(x, seat, "guard", PICK(x, guards), "", "");
        break;
    }
    case 8:
        order(x, seat, "shoot", person(x), "", "");
        break;
    case 9:
        order(x, seat, "memory", person(x), "", "");
        break;
    case 10:
        order(x, seat, "give", item_held(x, seat), person(x), "");
        break;
    case 11:
        order(x, seat, "swap", item_held(x, seat), item(x), person(x));
        break;
    case 12:
        order(x, seat, "ask", topic(x), "", "");
        break;
    case 13:
        order(x, seat, "look", "", "", "");
        break;
    case 14:
        order(x, seat, "state", "", "", "");
        break;
    default:
        order(x, seat, "kick", item_here(x, seat), place(x, seat), "");
        break;
    }
}

static void type_step(struct mix *x, nj_seat seat)
{
    static const char *const mechs[] = {"",     "",     "",          "power",
                                        "cube", "打牌", "awakening", "spoon"};

    switch (below(x, 14)) {
    case 0:
        order(x, seat, "jump", "", "", "");
        break;
    case 1:
        order(x, seat, "stay", "", "", "");
        break;
    case 2:
    case 3:
        order(x, seat, "use", PICK(x, mechs), "", "");
        break;
    case 4:
        order(x, seat, "mic", words(x), "", "");
        break;
    case 5:
        order(x, seat, "mic_like", composed(x), "", "");
        break;
    case 6:
        order(x, seat, "break", "key", "", "");
        break;
    case 7:
        order(x, seat, "stamp", person(x), "", "");
        break;
    case 8:
        order(x, seat, "cross", person(x), "", "");
        break;
    case 9:
        order(x, seat, "eat", "", "", "");
        break;
    case 10:
        order(x, seat, "block", below(x, 3) == 0 ? "jump" : place(x, seat), "",
              "");
        break;
    case 11:
        order(x, seat, "unblock", below(x, 3) == 0 ? "jump" : place(x, seat),
              "", "");
        break;
    case 12:
        order(x, seat, below(x, 2) == 0 ? "peek" : "locate", place(x, seat), "",
              "");
        break;
    default:
        order(x, seat, below(x, 6) == 0 ? "suicide" : "end", "", "", "");
        break;
    }
}

static void type_answer(struct mix *x, nj_seat seat)
{
    static const char *const answers[] = {"yes", "no", "fire", "hold"};
    uint32_t k = below(x, 6);

    if (k < 4)
        order(x, seat, answers[k], "", "", "");
    else
        order(x, seat, k == 4 ? "place" : "rebirth", place(x, seat), "", "");
}

/* Somebody who may take steps now, nine times out of ten. */
static nj_seat somebody(struct mix *x)
{
    const struct sh_state *s = state_of(x);
    nj_seat seat = (nj_seat)below(x, s->n);

    if (below(x, 10) == 0)
        return seat;
    for (uint8_t k = 0; k < s->n; k++) {
        nj_seat other = (nj_seat)((seat + k) % s->n);

        if (nj_sh_own_round(s, other) && s->seat[other].life == SH_ACTIVE &&
            !s->seat[other].turn_over)
            return other;
    }
    return seat;
}

static void act_person(struct mix *x)
{
    nj_seat seat = somebody(x);
    const struct sh_seat *who = &state_of(x)->seat[seat];
    uint32_t k = below(x, 100);

    if (who->open != 0 && k < 70)
        type_answer(x, seat);
    else if (who->role == SH_BRILLO && k < 20 &&
             holds(state_of(x), seat, SH_ALBUM))
        order(x, seat, "stamp", person(x), "", "");
    else if (who->steps > 0 ? k < 40 : k < 5)
        order(x, seat, "go", place(x, seat), "", "");
    else if (k < 52)
        order(x, seat, "take", item_here(x, seat), "", "");
    else if (k < 55)
        order(x, seat, "drop", item_held(x, seat), "", "");
    else if (who->steps > 0 ? k < 58 : k < 75)
        order(x, seat, "end", "", "", "");
    else if (k < 82)
        type_step(x, seat);
    else if (k < 98)
        type_free(x, seat);
    else
        type_answer(x, seat);
}

static void act_clock(struct mix *x)
{
    static const char *const names[] = {"round",  "round", "remind", "prompt",
                                        "prompt", "turn",  "min",    "spawn"};
    struct nj_input in;

    if (nj_match_fire(x->m, PICK(x, names), &in)) {
        apply(x, &in);
        return;
    }
}

/* --- hosts --- */

static const char *ruling(struct mix *x)
{
    static char text[160];
    bool quiet;
    unsigned seat = (unsigned)below(x, x->n) + 1;
    unsigned room = (unsigned)below(x, SH_ROOMS_MAX) + 1;
    static const char *const sets[] = {
        "power off",           "power on",         "cube rotated",
        "cube restored atend", "gas gas",          "gas clear",
        "poker open",          "awaken open",      "tunnel open",
        "door unlocked",       "fireplace solved", "power off atend"};
    static const char *const others[] = {
        "phase 2",       "phase 1",   "phase 3 tell",  "radio 2",
        "say boo",       "queue hm",  "fix add phase", "fix remove not_over",
        "bullets 1",     "bullets 0", "stamp 1",       "crossused on",
        "crossused off", "",          "what is this"};

    switch (below(x, 12)) {
    case 0:
        quiet = below(x, 8) == 0;
        x->quiet = x->quiet || quiet;
        (void)snprintf(text, sizeof(text), "move %u %u%s", seat, room,
                       quiet ? " quiet" : "");
        break;
    case 1:
        (void)snprintf(text, sizeof(text), "give %u %s", seat, item(x));
        break;
    case 2:
        (void)snprintf(text, sizeof(text), "take %u %s", seat,
                       item_held(x, (nj_seat)(seat - 1)));
        break;
    case 3:
        (void)snprintf(text, sizeof(text), "put %s %u", item(x), room);
        break;
    case 4:
        (void)snprintf(text, sizeof(text), "kill %u", seat);
        break;
    case 5:
        (void)snprintf(text, sizeof(text), "revive %u %u", seat, room);
        break;
    case 6:
        (void)snprintf(text, sizeof(text), "steps %u %d", seat,
                       (int)below(x, 5) - 2);
        break;
    case 7:
        (void)snprintf(text, sizeof(text), "swaprooms %u %u", room,
                       (unsigned)below(x, 50));
        break;
    case 8:
        (void)snprintf(text, sizeof(text), "know %u %u", seat, room);
        break;
    case 9:
        (void)snprintf(text, sizeof(text), "%s %u",
                       below(x, 2) == 0 ? "skip" : "unlock", seat);
        break;
    case 10:
        (void)snprintf(text, sizeof(text), "set %s", PICK(x, sets));
        break;
    default:
        return PICK(x, others);
    }
    return text;
}

static void overrule(struct mix *x, const char *verb, struct nj_args args)
{
    struct nj_input in = {.kind = strcmp(verb, "undo") == 0 ? NJ_IN_UNDO
                                                            : NJ_IN_OVERRIDE,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_HOST,
                          .place = NJ_PLACE_PRIVATE,
                          .verb = verb,
                          .args = args};

    apply(x, &in);
}

static void act_host(struct mix *x)
{
    nj_seat seat = (nj_seat)below(x, x->n);

    switch (below(x, 20)) {
    case 0:
        overrule(x, "pause", NJ_NO_ARGS);
        break;
    case 1:
        overrule(x, "extend", NJ_ARGS(nj_arg_int("ms", 60000)));
        break;
    case 2:
        overrule(x, "skip", NJ_NO_ARGS);
        break;
    case 3:
        overrule(x, "kick", NJ_ARGS(nj_arg_seat("seat", seat)));
        break;
    case 4:
        overrule(x, "sub", NJ_ARGS(nj_arg_seat("seat", seat)));
        break;
    case 5:
        overrule(x, "look", NJ_ARGS(nj_arg_seat("seat", seat)));
        break;
    case 6:
        overrule(x, "announce", NJ_ARGS(nj_arg_text("text", words(x))));
        break;
    case 7:
        x->undone = true;
        overrule(x, "undo", NJ_NO_ARGS);
        break;
    default:
        overrule(x, "rule", NJ_ARGS(nj_arg_text("text", ruling(x))));
        break;
    }
    if (nj_timer_paused(x->m) && below(x, 2) == 0)
        overrule(x, "resume", NJ_NO_ARGS);
}

static void leave(struct mix *x)
{
    apply(x, &(struct nj_input){.kind = NJ_IN_LEAVE,
                                .seat = (nj_seat)below(x, x->n),
                                .by = NJ_BY_PERSON,
                                .verb = "leave"});
}

static void act(struct mix *x)
{
    struct nj_input in;
    uint32_t k = below(x, 1000);

    if (x->hosted && k < 20)
        act_host(x);
    else if (nj_timer_paused(x->m))
        overrule(x, "resume", NJ_NO_ARGS);
    else if (k < 22)
        leave(x);
    else if (k < 35 || state_of(x)->stage == SH_SPAWN)
        act_clock(x);
    else if (nj_match_computer(x->m, &in)) {
        in.at_ms = 0;
        apply(x, &in);
    } else
        act_person(x);
}

/* --- matches --- */

static struct nj_match *create(struct mix *x)
{
    struct nj_match_setup setup = {.game = &nj_shadow_hotel,
                                   .data = kit_map(),
                                   .edition = x->edition,
                                   .options = x->options,
                                   .seats = x->list,
                                   .n_seats = x->n};
    struct nj_match *m;

    nj_rng_splitmix64(&setup.rng, x->seed);
    m = nj_match_create(&setup);
    nj_match_set_source(m, source, x);
    return m;
}

static void open_match(struct mix *x, nj_seat_set computers)
{
    static const char *const names[] = {"A", "B", "C", "D", "E", "F",
                                        "G", "H", "I", "J", "K", "L"};

    for (uint8_t i = 0; i < x->n; i++)
        x->list[i] =
            (struct nj_match_seat){.name = names[i],
                                   .computer = (computers >> i & 1) != 0,
                                   .join = i,
                                   .contribution = ""};
    choose_legal(x);
    x->m = create(x);
    apply(x, &(struct nj_input){
                 .kind = NJ_IN_START, .seat = NJ_SEAT_NONE, .verb = ""});
}

/* The same log leads to the same digests. */
static void fold(struct mix *x)
{
    struct nj_match *again = create(x);

    for (uint32_t i = 0; i < x->n_log; i++) {
        const struct nj_outcome *o = nj_match_apply(again, x->log[i]);

        assert_false(o->refused);
        assert_memory_equal(&o->digest, &x->digest[i], sizeof(o->digest));
    }
    assert_true(nj_match_over(again));
    nj_match_destroy(again);
}

struct totals {
    unsigned long long inputs, accepted;
    unsigned ending[SH_LOST + 1];
    unsigned reboots, deaths;
};

static void begin(struct mix *x, uint64_t seed)
{
    memset(x, 0, offsetof(struct mix, log));
    x->n_log = 0;
    x->seed = seed;
    x->arena = (struct nj_arena)NJ_ARENA_INIT(1 << 14);
    nj_rng_splitmix64(&x->rng, ~seed);
    x->now_ms = 1000000;
    x->edition = nj_shadow_hotel.editions[seed % 2];
}

static void play(struct mix *x, uint64_t seed, struct totals *t)
{
    nj_seat_set computers;

    begin(x, seed);
    x->n = (uint8_t)(4 + below(x, 9));
    x->hosted = below(x, 4) == 0;
    computers = below(x, 2) == 0 ? 0 : (nj_seat_set)below(x, 1u << 12);
    open_match(x, computers);
    while (!x->over) {
        act(x);
        if (x->inputs > 10 * INPUTS_MAX)
            fail_msg("no end");
    }
    t->inputs += x->inputs;
    t->accepted += x->accepted;
    t->ending[state_of(x)->ending]++;
    t->deaths += state_of(x)->n_deaths;
    if (seed % EVERY_FOLD == 0)
        fold(x);
    nj_match_destroy(x->m);
    nj_arena_fini(&x->arena);
}

static void every_match_ends_and_keeps_the_rules(void **state)
{
    static struct mix x;
    uint64_t n = from_env("NJ_MIX_MATCHES", MATCHES);
    uint64_t seed = from_env("NJ_MIX_SEED", 1);
    struct totals t = {.inputs = 0};

    (void)state;
    nj_random_init();
    for (uint64_t i = 0; i < n; i++) {
        if (getenv("NJ_MIX_TELL") != NULL)
            print_message("NJ_MIX_SEED=%llu\n", (unsigned long long)(seed + i));
        play(&x, seed + i, &t);
    }
    print_message("%llu matches, %llu inputs, %llu accepted, %u escapes, "
                  "%u awakenings, %u loops, %u lost, %u deaths\n",
                  (unsigned long long)n, t.inputs, t.accepted,
                  t.ending[SH_ESCAPE], t.ending[SH_AWAKEN], t.ending[SH_LOOP],
                  t.ending[SH_LOST], t.deaths);
    if (n >= MATCHES)
        for (int e = SH_ESCAPE; e <= SH_LOST; e++)
            assert_true(t.ending[e] > 0);
}

/* T187, SH-16.1: matches of computer players end, none of them types more than
 * 20 commands a round, questions are answered, and hardly ever has a round to
 * wait for its clock. */
struct bots {
    unsigned rounds, refused, prompts, late;
};

static void time_passes(struct mix *x, struct bots *b)
{
    struct nj_input in;
    int64_t at = 0;

    assert_true(nj_match_deadline(x->m, &at));
    assert_true(nj_match_due(x->m, at, &in));
    b->prompts += strcmp(in.verb, "prompt") == 0;
    b->late += strcmp(in.verb, "round") == 0;
    apply(x, &in);
}

static void play_computers(struct mix *x, uint64_t seed, struct bots *b)
{
    unsigned typed[SH_SEATS_MAX] = {0};
    uint8_t round = 0;
    struct nj_input in;

    begin(x, seed);
    x->n = 8;
    x->plain = true;
    open_match(x, 0xff);
    while (!x->over) {
        unsigned accepted = x->accepted;
        nj_seat seat;

        if (state_of(x)->round != round) {
            memset(typed, 0, sizeof(typed));
            round = state_of(x)->round;
            b->rounds++;
        }
        if (!nj_match_computer(x->m, &in)) {
            time_passes(x, b);
            continue;
        }
        seat = in.seat;
        in.at_ms = 0;
        apply(x, &in);
        if (x->accepted == accepted)
            b->refused++;
        else
            assert_true(++typed[seat] <= 20);
    }
    nj_match_destroy(x->m);
    nj_arena_fini(&x->arena);
}

static void computers_end_their_matches(void **state)
{
    static struct mix x;
    struct bots b = {.rounds = 0};

    (void)state;
    for (uint64_t seed = 1; seed <= MATCHES / 5; seed++)
        play_computers(&x, seed, &b);
    print_message("%u rounds, %u refused, %u ended by the clock\n", b.rounds,
                  b.refused, b.late);
    assert_int_equal(b.prompts, 0);
    assert_true(b.late * 100 <= b.rounds);
    assert_true(b.refused * 20 <= b.rounds);
}

static int done(void **state)
{
    (void)state;
    kit_map_done();
    nj_match_thread_done();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_match_ends_and_keeps_the_rules),
        cmocka_unit_test(computers_end_their_matches),
    };

    return cmocka_run_group_tests(tests, NULL, done);
}
