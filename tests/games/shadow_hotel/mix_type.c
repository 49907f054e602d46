/*
 * What persons type in a random match: mostly what is possible, toward a goal
 * of their own, and now and then anything.
 */
#include "games/shadow_hotel/mix.h"

#define TEXTS_MAX 3

/* --- what people type --- */

/* Where a seat is bound for in this round: what lies or happens somewhere. */
static uint8_t goal(const struct mix *x, nj_seat seat)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    const struct sh_map *map = kit_map();
    uint64_t k =
        (x->seed + UINT64_C(7) * seat + UINT64_C(3) * (s->round / 6u)) %
        ((uint64_t)SH_SPECIALS + SH_KINDS);

    if (nj_sh_held(s, seat, SH_KEY) >= 0)
        return map->special[SH_LOBBY];
    if (seat == s->brillo)
        k = (uint64_t)SH_SPECIALS + SH_ALBUM;
    if (k < SH_SPECIALS)
        return map->special[k];
    for (int i = 0; i < SH_ITEMS; i++)
        if (nj_sh_kind((uint8_t)i) == (enum sh_kind)(k - SH_SPECIALS) &&
            s->item[i].where == SH_IN_ROOM)
            return s->item[i].at;
    return map->special[SH_BRIDGE];
}

/* The position next to the seat that is nearest to its goal. */
static uint8_t nearer(const struct mix *x, nj_seat seat, const uint8_t *pos,
                      uint8_t n)
{
    const struct sh_state *s = nj_sh_mix_state(x);
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
    const struct sh_state *s = nj_sh_mix_state(x);
    uint8_t pos[SH_PLACES];
    uint8_t room = s->seat[seat].room;
    uint8_t n = room != 0 ? nj_sh_neighbours(s, kit_map(), room, pos, NULL) : 0;
    uint32_t k = nj_sh_mix_below(x, 40);

    if (k < 26 && n > 0)
        (void)snprintf(text, sizeof(text), "%u",
                       (unsigned)nearer(x, seat, pos, n));
    else if (k < 36 && n > 0)
        (void)snprintf(text, sizeof(text), "%u",
                       (unsigned)pos[nj_sh_mix_below(x, n)]);
    else if (k < 38)
        (void)snprintf(text, sizeof(text), "%u",
                       (unsigned)nj_sh_mix_below(x, 52));
    else if (k < 39)
        (void)snprintf(text, sizeof(text), "#%u",
                       (unsigned)nj_sh_mix_below(x, 52));
    else
        return nj_sh_mix_below(x, 2) == 0 ? "大堂" : "nowhere";
    return text;
}

const char *nj_sh_mix_item(struct mix *x)
{
    static const char *const words[] = {
        "key",  "key",       "Key",      "torch",    "boots",  "mask",  "cross",
        "gun",  "gun",       "energy",   "album",    "bear",   "bear",  "coin",
        "coin", "telescope", "disguise", "disguise", "pistol", "teapot"};

    return MIX_PICK(x, words);
}

/* What lies in the seat's room, if anything does. */
static const char *item_here(struct mix *x, nj_seat seat)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    uint32_t first = nj_sh_mix_below(x, SH_ITEMS);

    for (uint32_t k = 0; k < SH_ITEMS && s->seat[seat].room != 0; k++) {
        uint8_t i = (uint8_t)((first + k) % SH_ITEMS);

        if (s->item[i].where == SH_IN_ROOM &&
            s->item[i].at == s->seat[seat].room)
            return nj_sh_item_word(nj_sh_kind(i));
    }
    return nj_sh_mix_item(x);
}

const char *nj_sh_mix_item_held(struct mix *x, nj_seat seat)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    uint32_t first = nj_sh_mix_below(x, SH_ITEMS);

    for (uint32_t k = 0; k < SH_ITEMS; k++) {
        uint8_t i = (uint8_t)((first + k) % SH_ITEMS);

        if (s->item[i].where == SH_HELD && s->item[i].at == seat)
            return nj_sh_item_word(nj_sh_kind(i));
    }
    return nj_sh_mix_item(x);
}

static const char *person(struct mix *x)
{
    static char text[16];
    uint32_t k = nj_sh_mix_below(x, 10);

    if (k < 4)
        return x->list[nj_sh_mix_below(x, x->n)].name;
    if (k < 6)
        (void)snprintf(text, sizeof(text), "%u",
                       (unsigned)nj_sh_mix_below(x, 14));
    else if (k < 9)
        (void)snprintf(text, sizeof(text), "@%u",
                       (unsigned)nj_sh_mix_below(x, 5));
    else
        return nj_sh_mix_below(x, 2) == 0 ? "self" : "nobody";
    return text;
}

const char *nj_sh_mix_words(struct mix *x)
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

    return MIX_PICK(x, texts);
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

    return MIX_PICK(x, lines);
}

static const char *topic(struct mix *x)
{
    static const char *const topics[] = {
        "over",   "tunnel", "phase",    "alive",        "where",  "others",
        "round",  "items",  "cube",     "log",          "act",    "report",
        "album",  "bullet", "keys",     "cross",        "truth",  "power",
        "brillo", "other",  "priority", "others-alive", "awaited"};

    return MIX_PICK(x, topics);
}

static const char *guard(struct mix *x)
{
    static const char *const guards[] = {"fire", "hold", "ask", "开枪",
                                         "maybe"};

    return MIX_PICK(x, guards);
}

static const char *mechanism(struct mix *x)
{
    static const char *const mechs[] = {"",     "",      "",          "power",
                                        "cube", "poker", "awakening", "spoon"};

    return MIX_PICK(x, mechs);
}

/* --- orders --- */

/* What letter stands for which text. */
static const char *text_of(struct mix *x, nj_seat seat, char letter)
{
    switch (letter) {
    case 'p': /* a place */
        return place(x, seat);
    case 'j': /* a place or the jump */
        return nj_sh_mix_below(x, 3) == 0 ? "jump" : place(x, seat);
    case 'i': /* an item */
        return nj_sh_mix_item(x);
    case 'h': /* one that the seat holds */
        return nj_sh_mix_item_held(x, seat);
    case 'l': /* one that lies there */
        return item_here(x, seat);
    case 'n': /* a person */
        return person(x);
    case '@': /* a person or nobody */
        return nj_sh_mix_below(x, 2) == 0 ? "" : person(x);
    case 'a': /* an alias */
        return nj_sh_mix_below(x, 3) == 0 ? nj_sh_mix_words(x) : person(x);
    case 'k':
        return "key";
    case 'w':
        return nj_sh_mix_words(x);
    case 'c': /* a composed line */
        return composed(x);
    case 'q': /* a question */
        return topic(x);
    case 'g':
        return guard(x);
    default:
        return mechanism(x);
    }
}

/* A verb and a letter for each of its texts. */
static void order(struct mix *x, nj_seat seat, const char *verb,
                  const char *texts)
{
    const struct nj_verb *v = nj_game_verb(&nj_shadow_hotel, verb);
    struct nj_arg args[TEXTS_MAX + 1];
    const char *typed;
    struct nj_input in = {.kind = NJ_IN_ORDER,
                          .seat = seat,
                          .place = nj_sh_mix_below(x, 100) == 0
                                       ? NJ_PLACE_GROUP
                                       : NJ_PLACE_PRIVATE,
                          .by = NJ_BY_PERSON,
                          .verb = verb,
                          .args = {.v = args, .n = nj_verb_least(v)}};

    assert_int_equal(strlen(texts), in.args.n);
    for (uint32_t i = 0; i < in.args.n; i++)
        args[i] = nj_arg_text("text", text_of(x, seat, texts[i]));
    typed = in.args.n > 0 ? args[0].s : verb;
    if (strchr(v->args, 'r') != NULL && nj_sh_mix_below(x, 4) == 0)
        args[in.args.n++] = nj_arg_prose(NJ_INPUT_TYPED, typed);
    nj_sh_mix_apply(x, &in);
}

struct form {
    const char *verb;
    const char *texts;
    uint32_t weight;
};

static const struct form free_forms[] = {
    {"say", "@w", 1},      {"hammer", "n", 1}, {"alias", "a", 1},
    {"watch", "p", 1},     {"free", "w", 1},   {"radio", "w", 1},
    {"lastwords", "w", 1}, {"guard", "g", 1},  {"shoot", "n", 1},
    {"memory", "n", 1},    {"give", "hn", 1},  {"swap", "hin", 1},
    {"ask", "q", 1},       {"look", "", 1},    {"state", "", 1},
    {"kick", "lp", 1},
};

static const struct form step_forms[] = {
    {"jump", "", 6},    {"stay", "", 6},      {"use", "m", 12},
    {"mic", "w", 6},    {"mic_like", "c", 6}, {"break", "k", 6},
    {"stamp", "n", 6},  {"cross", "n", 6},    {"eat", "", 6},
    {"block", "j", 6},  {"unblock", "j", 6},  {"peek", "p", 3},
    {"locate", "p", 3}, {"suicide", "", 1},   {"end", "", 5},
};

static const struct form answer_forms[] = {
    {"yes", "", 1},  {"no", "", 1},     {"fire", "", 1},
    {"hold", "", 1}, {"place", "p", 1}, {"rebirth", "p", 1},
};

/* One of the forms, by weight. */
static void type(struct mix *x, nj_seat seat, const struct form *forms,
                 size_t n)
{
    uint32_t all = 0;
    uint32_t at;

    for (size_t i = 0; i < n; i++)
        all += forms[i].weight;
    for (at = nj_sh_mix_below(x, all); at >= forms->weight; forms++)
        at -= forms->weight;
    order(x, seat, forms->verb, forms->texts);
}

#define TYPE(x, seat, forms) type((x), (seat), (forms), NJ_COUNT(forms))

/* Somebody who may take steps now, nine times out of ten. */
static nj_seat somebody(struct mix *x)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    nj_seat seat = (nj_seat)nj_sh_mix_below(x, s->n);

    if (nj_sh_mix_below(x, 10) == 0)
        return seat;
    for (uint8_t k = 0; k < s->n; k++) {
        nj_seat other = (nj_seat)((seat + k) % s->n);

        if (nj_sh_own_round(s, other) && s->seat[other].life == SH_ACTIVE &&
            !s->seat[other].turn_over)
            return other;
    }
    return seat;
}

static bool is_asked(const struct mix *x, nj_seat seat)
{
    const struct nj_question *q = nj_sh_questions;

    while (q->name != NULL && !nj_prompt_open(x->m, seat, q->name))
        q++;
    return q->name != NULL;
}

void nj_sh_mix_person(struct mix *x)
{
    nj_seat seat = somebody(x);
    const struct sh_seat *who = &nj_sh_mix_state(x)->seat[seat];
    uint32_t k = nj_sh_mix_below(x, 100);

    if ((is_asked(x, seat) && k < 70) || k >= 98)
        TYPE(x, seat, answer_forms);
    else if (who->role == SH_BRILLO && k < 20 &&
             nj_sh_held(nj_sh_mix_state(x), seat, SH_ALBUM) >= 0)
        order(x, seat, "stamp", "n");
    else if (who->steps > 0 ? k < 40 : k < 5)
        order(x, seat, "go", "p");
    else if (k < 52)
        order(x, seat, "take", "l");
    else if (k < 55)
        order(x, seat, "drop", "h");
    else if (who->steps > 0 ? k < 58 : k < 75)
        order(x, seat, "end", "");
    else if (k < 82)
        TYPE(x, seat, step_forms);
    else
        TYPE(x, seat, free_forms);
}
