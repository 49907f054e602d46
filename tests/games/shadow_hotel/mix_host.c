/*
 * What a host decides in a random match.
 */
#include "games/shadow_hotel/mix.h"

void nj_sh_mix_overrule(struct mix *x, const char *verb, struct nj_args args)
{
    struct nj_input in = {.kind = strcmp(verb, "undo") == 0 ? NJ_IN_UNDO
                                                            : NJ_IN_OVERRIDE,
                          .seat = NJ_SEAT_NONE,
                          .by = NJ_BY_HOST,
                          .place = NJ_PLACE_PRIVATE,
                          .verb = verb,
                          .args = args};

    nj_sh_mix_apply(x, &in);
}

/* In these lines S stands for a seat, R for a room, P for a position, I for an
 * item, H for one that the seat holds and D for a few steps. */
static const char *const changes[] = {
    "move S R", "give S I",   "take S H",  "put I R",
    "kill S",   "revive S R", "steps S D", "know S R",
    "skip S",   "unlock S",   "move S R",  "swaprooms R P",
};

static const char *const sets[] = {
    "set power off",           "set power on",         "set cube rotated",
    "set cube restored atend", "set gas gas",          "set gas clear",
    "set poker open",          "set awaken open",      "set tunnel open",
    "set door unlocked",       "set fireplace solved", "set power off atend"};

static const char *const others[] = {
    "phase 2",       "phase 1",   "phase 3 tell",  "radio 2",
    "say boo",       "queue hm",  "fix add phase", "fix remove not_over",
    "bullets 1",     "bullets 0", "stamp 1",       "crossused on",
    "crossused off", "",          "what is this"};

static void put_letter(struct mix *x, nj_seat seat, char letter,
                       struct nj_str *out)
{
    switch (letter) {
    case 'S':
        nj_str_addf(out, "%u", seat + 1u);
        break;
    case 'R':
        nj_str_addf(out, "%u", (unsigned)nj_sh_mix_below(x, SH_ROOMS_MAX) + 1);
        break;
    case 'P':
        nj_str_addf(out, "%u", (unsigned)nj_sh_mix_below(x, 50));
        break;
    case 'I':
        nj_str_puts(out, nj_sh_mix_item(x));
        break;
    case 'H':
        nj_str_puts(out, nj_sh_mix_item_held(x, seat));
        break;
    case 'D':
        nj_str_addf(out, "%d", (int)nj_sh_mix_below(x, 5) - 2);
        break;
    default:
        nj_str_putc(out, letter);
    }
}

static const char *line(struct mix *x)
{
    uint32_t k = nj_sh_mix_below(x, 12);

    if (k == 0)
        return MIX_PICK(x, others);
    return k == 1 ? MIX_PICK(x, sets) : MIX_PICK(x, changes);
}

static void rule(struct mix *x)
{
    nj_seat seat = (nj_seat)nj_sh_mix_below(x, x->n);
    struct nj_str text = NJ_STR_INIT(200);
    const char *of = line(x);

    for (const char *c = of; *c != '\0'; c++)
        put_letter(x, seat, *c, &text);
    if (strncmp(of, "move", 4) == 0 && nj_sh_mix_below(x, 8) == 0) {
        nj_str_puts(&text, " quiet");
        x->quiet = true;
    }
    nj_sh_mix_overrule(
        x, "rule", NJ_ARGS(nj_arg_text("text", text.len > 0 ? text.p : "")));
    nj_str_fini(&text);
}

void nj_sh_mix_host(struct mix *x)
{
    nj_seat seat = (nj_seat)nj_sh_mix_below(x, x->n);

    switch (nj_sh_mix_below(x, 20)) {
    case 0:
        nj_sh_mix_overrule(x, "pause", NJ_NO_ARGS);
        break;
    case 1:
        nj_sh_mix_overrule(x, "extend", NJ_ARGS(nj_arg_int("ms", 60000)));
        break;
    case 2:
        nj_sh_mix_overrule(x, "skip", NJ_NO_ARGS);
        break;
    case 3:
        nj_sh_mix_overrule(x, "kick", NJ_ARGS(nj_arg_seat("seat", seat)));
        break;
    case 4:
        nj_sh_mix_overrule(x, "sub", NJ_ARGS(nj_arg_seat("seat", seat)));
        break;
    case 5:
        nj_sh_mix_overrule(x, "look", NJ_ARGS(nj_arg_seat("seat", seat)));
        break;
    case 6:
        nj_sh_mix_overrule(x, "announce",
                           NJ_ARGS(nj_arg_text("text", nj_sh_mix_words(x))));
        break;
    case 7:
        nj_sh_mix_overrule(x, "undo", NJ_NO_ARGS);
        break;
    default:
        rule(x);
        break;
    }
    if (nj_timer_paused(x->m) && nj_sh_mix_below(x, 2) == 0)
        nj_sh_mix_overrule(x, "resume", NJ_NO_ARGS);
}
