#include "games/shadow_hotel/attempts.h"

#include "games/shadow_hotel/mind.h"
#include "kit/two_orders.h"

const char *nj_sh_any_name(const struct sh_attempts *how, struct nj_rng *rng)
{
    static const char *const others[] = {"@1", "@2", "@3", "self", "Nobody"};

    return nj_rng_below(rng, 3) == 0
               ? others[nj_rng_below(rng, NJ_COUNT(others))]
               : how->names[nj_rng_below(rng, how->n)];
}

/* A way out of the room, or any number. */
static unsigned any_way(const struct sh_attempts *how, nj_seat seat,
                        struct nj_rng *rng)
{
    const struct sh_state *s = how->s;
    uint8_t pos[SH_PLACES];
    uint8_t n = 0;

    if (s->seat[seat].room != 0 && nj_rng_below(rng, 10) > 0)
        n = nj_sh_neighbours(s, how->map, s->seat[seat].room, pos, NULL);
    return n > 0 ? pos[nj_rng_below(rng, n)] : 1 + nj_rng_below(rng, 49);
}

/* What the seat has, what lies there, or anything. */
static const char *any_item(const struct sh_attempts *how, nj_seat seat,
                            bool held, struct nj_rng *rng)
{
    const struct sh_state *s = how->s;
    uint8_t found[SH_ITEMS];
    uint32_t n = 0;

    for (unsigned i = 0; i < SH_ITEMS; i++)
        if (s->item[i].where == (held ? SH_HELD : SH_IN_ROOM) &&
            s->item[i].at == (held ? seat : s->seat[seat].room))
            found[n++] = (uint8_t)i;
    if (n == 0 || nj_rng_below(rng, 8) == 0)
        return nj_sh_item_word(
            nj_sh_kind((uint8_t)nj_rng_below(rng, SH_ITEMS)));
    return nj_sh_item_word(nj_sh_kind(found[nj_rng_below(rng, n)]));
}

static const char *any_topic(struct nj_rng *rng)
{
    static const char *const topics[] = {
        "over",  "tunnel",       "phase",    "alive", "where", "others",
        "round", "items",        "cube",     "log",   "act",   "report",
        "album", "others-alive", "bullet",   "keys",  "cross", "truth",
        "power", "other",        "priority", "brillo"};

    return topics[nj_rng_below(rng, NJ_COUNT(topics))];
}

static const char *any_words(struct nj_rng *rng)
{
    static const char *const words[] = {
        "hello",   "第二阶段", "空间隧道打开", "游戏结束",     "dead Ann",
        "dead Cy", "tunnel",   "phase 2 5 3",  "cube rotated", "gas"};

    return words[nj_rng_below(rng, NJ_COUNT(words))];
}

/* What letter stands for which text: p way, h held item, l lying item, n
 * name, w words, a topic, m mechanism, g guard, r room. */
static void put_text(const void *ctx, nj_seat seat, char letter,
                     struct nj_rng *rng, struct nj_str *out)
{
    static const char *const mechs[] = {"", "power", "cube", "awakening"};
    static const char *const guards[] = {"fire", "hold", "ask"};
    const struct sh_attempts *how = ctx;

    switch (letter) {
    case 'p':
        nj_str_addf(out, "%u", any_way(how, seat, rng));
        break;
    case 'r':
        nj_str_addf(out, "%u", 1 + nj_rng_below(rng, 49));
        break;
    case 'h':
        nj_str_puts(out, any_item(how, seat, true, rng));
        break;
    case 'l':
        nj_str_puts(out, any_item(how, seat, false, rng));
        break;
    case 'n':
        nj_str_puts(out, nj_sh_any_name(how, rng));
        break;
    case 'a':
        nj_str_puts(out, any_topic(rng));
        break;
    case 'm':
        nj_str_puts(out, mechs[nj_rng_below(rng, NJ_COUNT(mechs))]);
        break;
    case 'g':
        nj_str_puts(out, guards[nj_rng_below(rng, NJ_COUNT(guards))]);
        break;
    default:
        nj_str_puts(out, any_words(rng));
    }
}

static const struct nj_two_form forms[] = {
    {"go", "p", NULL, 60},    {"jump", "", NULL, 3},
    {"stay", "", NULL, 3},    {"end", "", NULL, 14},
    {"take", "l", NULL, 14},  {"drop", "h", NULL, 6},
    {"kick", "lp", NULL, 6},  {"use", "m", NULL, 8},
    {"mic", "w", NULL, 4},    {"mic_like", "w", NULL, 4},
    {"break", "l", NULL, 2},  {"stamp", "n", NULL, 5},
    {"cross", "n", NULL, 5},  {"shoot", "n", NULL, 6},
    {"fire", "", NULL, 2},    {"hold", "", NULL, 2},
    {"eat", "", NULL, 3},     {"guard", "g", NULL, 2},
    {"block", "p", NULL, 3},  {"unblock", "p", NULL, 2},
    {"give", "hn", NULL, 6},  {"swap", "hln", NULL, 4},
    {"say", "nw", NULL, 6},   {"watch", "r", NULL, 4},
    {"alias", "n", NULL, 2},  {"peek", "r", NULL, 3},
    {"locate", "r", NULL, 2}, {"memory", "n", NULL, 2},
    {"radio", "w", NULL, 2},  {"free", "w", NULL, 2},
    {"hammer", "n", NULL, 2}, {"lastwords", "w", NULL, 2},
    {"suicide", "", NULL, 1}, {"rebirth", "r", NULL, 1},
    {"place", "r", NULL, 2},  {"yes", "", NULL, 5},
    {"no", "", NULL, 3},      {"look", "", NULL, 6},
    {"state", "", NULL, 4},   {"ask", "a", NULL, 10},
};

const char *nj_sh_attempt(const struct sh_attempts *how, nj_seat seat,
                          struct nj_rng *rng, char text[NJ_ORDER_TEXT_MAX])
{
    const struct nj_two_form *f =
        nj_two_any_form(forms, NJ_COUNT(forms), '\0', rng);

    nj_two_fill(&(struct nj_two_pen){put_text, how, seat}, f->texts, rng, text);
    return f->verb;
}
