/*
 * 漫漫长夜: the contents page. Options, verbs and the table that the match
 * calls; each function is in the file of its chapter (long_night.h).
 */
#include "games/long_night/long_night.h"

#include <stddef.h>
#include <string.h>

#include "base/bug.h"

#define SECOND INT64_C(1000)

/* LN-12.1. */
#define TIME_MIN (10 * SECOND)
#define TIME_MAX (INT64_C(14) * 24 * 3600 * SECOND)

/* Places of the options that are texts. */
enum {
    TEXT_LIST,
    TEXT_PACK
};

static const char *const pools[] = {"standard", "twist",  "wild",
                                    "crazy",    "custom", NULL};

#define INTO(member) NJ_INTO(struct ln_state, member)

/* LN-11, as far as this edition goes. */
/* clang-format off */
static const struct nj_option options[] = {
    {"blocks",         NJ_OPTION_WORD, pools,  0, LN_POOL_CUSTOM, 0, INTO(opt.blocks), NULL},
    NJ_TYPED("list", TEXT_LIST),
    NJ_TYPED("pack", TEXT_PACK),
    NJ_NUMBER("size", INTO(opt.size), 9, LN_SIZE_MAX, 9),
    {"event",          NJ_OPTION_WORD, nj_ln_events, 0, LN_EVENT_RAIN, 0, INTO(event), NULL},
    NJ_CHOICE("capture", INTO(opt.point), 0, "pass", "point"),
    NJ_CHOICE("hide", INTO(opt.hide), LN_HIDE_OFF, "off", "turn", "step"),
    NJ_CHOICE("melee", INTO(opt.melee), 0, "off", "on"),
    NJ_CHOICE("boss", INTO(opt.boss), 0, "off", "minotaur"),
    NJ_CHOICE("start_walls", INTO(opt.start_walls), 1, "off", "on"),
    NJ_CHOICE("stop_walls", INTO(opt.stop_walls), 0, "off", "on"),
    NJ_CHOICE("ext", INTO(opt.ext), 0, "off", "on"),
    NJ_NUMBER("bombs", INTO(opt.bombs), 0, 3, 0),
    NJ_CHOICE("grace", INTO(opt.grace), 0, "off", "on"),
    NJ_CHOICE("plan", INTO(opt.plan), 0, "off", "on"),
    NJ_NUMBER("cap", INTO(opt.cap), 0, 200, 0),
    NJ_NUMBER("abandon_rounds", INTO(opt.abandon_rounds), 1, 20, 3),
    NJ_NUMBER("max_msg", INTO(opt.max_msg), 1, LN_MESSAGE_MAX, 40),
    NJ_CHOICE("letters", NJ_NOWHERE, 0, "off", "on"),
    NJ_LENGTH("think", TIME_MIN, TIME_MAX, 180 * SECOND),
    NJ_LENGTH("act", TIME_MIN, TIME_MAX, 360 * SECOND),
    NJ_LENGTH("afk_think", TIME_MIN, TIME_MAX, 30 * SECOND),
    NJ_NUMBER("auto_after", INTO(opt.auto_after), 0, 100, 2),
    {0},
};

static const char *const live[] = {
    "think", "180s", "act", "360s", "afk_think", "30s", "auto_after", "2", NULL};
static const char *const slow[] = {
    "think", "43200s", "act", "86400s", "afk_think", "3600s",
    "auto_after", "3", NULL};
static const struct nj_preset presets[] = {
    {"live", live}, {"slow", slow}, {0}};

/* LN-10.2. Where a channel is wrong, the rules have their own error. */
static const struct nj_verb verbs[] = {
    {"move",    "t", NJ_CHANNEL_BOTH, true,  false, NULL, NULL, &nj_ln_move},
    {"stop",    "",  NJ_CHANNEL_BOTH, true,  false, NULL, NULL, &nj_ln_stop},
    {"unsure",  "t", NJ_CHANNEL_BOTH, true,  false, NULL, NULL, &nj_ln_unsure},
    {"hide",    "",  NJ_CHANNEL_BOTH, true,  false, NULL, NULL, &nj_ln_hide},
    {"bomb",    "",  NJ_CHANNEL_BOTH, true,  false, NULL, NULL, &nj_ln_bomb},
    {"end",     "",  NJ_CHANNEL_BOTH, false, false, NULL, NULL, &nj_ln_end},
    {"auto",    "t", NJ_CHANNEL_BOTH, false, false, NULL, NULL, &nj_ln_auto},
    {"undo",    "",  NJ_CHANNEL_BOTH, false, false, NULL, NULL, &nj_ln_undo},
    {"help",    "",  NJ_CHANNEL_BOTH, false, false, NULL, nj_ln_query_help, NULL},
    {"status",  "",  NJ_CHANNEL_BOTH, false, true,  NULL, nj_ln_query_status, NULL},
    {"log",     "",  NJ_CHANNEL_BOTH, false, true,  NULL, nj_ln_query_log, NULL},
    {"walls",   "",  NJ_CHANNEL_BOTH, false, false, NULL, nj_ln_query_walls, NULL},
    {"map",     "",  NJ_CHANNEL_BOTH, false, true,  NULL, nj_ln_query_map, NULL},
    {"preview", "t", NJ_CHANNEL_BOTH, false, true,  NULL, nj_ln_query_preview, NULL},
    {0},
};
/* clang-format on */

static const char *const sheet[] = {"status", "walls", NULL};

static const char *const editions[] = {"classic", NULL};

/* LN-11: a list is for custom pools only, and a pack has a name. Custom
 * without a list means the classic blocks, as a start for one's own list. */
static int check_blocks(struct nj_match *m, struct nj_options *o)
{
    const struct ln_pack *pack = nj_data_named(nj_data(m), o->text[TEXT_PACK]);
    char *list = o->text[TEXT_LIST];
    uint8_t pool[LN_POOL_BLOCKS];
    char classic[NJ_OPTION_TEXT_MAX] = {0};
    int64_t blocks = *nj_options_at(m, o, "blocks");
    char against[24];

    NJ_ASSERT(blocks >= 0 && blocks <= LN_POOL_CUSTOM);
    if (pack == NULL)
        return refuse_combo(m, "pack", NULL);
    nj_ln_map_ids(pack, pack->classic, LN_POOL_BLOCKS, classic);
    if (blocks != LN_POOL_CUSTOM) { /* a mode that draws its own */
        (void)snprintf(against, sizeof(against), "blocks=%s", pools[blocks]);
        if (list[0] != '\0' && strcmp(list, classic) != 0)
            return refuse_combo(m, "list", against);
        memset(list, 0, NJ_OPTION_TEXT_MAX);
        return 0;
    }
    if (list[0] == '\0')
        memcpy(list, classic, sizeof(classic));
    if (!nj_ln_list_read(pack, list, *nj_options_at(m, o, "ext") != 0, pool))
        return refuse_combo(m, "list", NULL);
    return 0;
}

/* LN-11: a cap of one or two rounds is no match, and a turn of one message
 * has no room for a single hidden step (LN-8.9). */
static int check_options(struct nj_match *m, struct nj_options *o,
                         uint8_t seats)
{
    int64_t cap = *nj_options_at(m, o, "cap");

    (void)seats;
    if (*nj_options_at(m, o, "blocks") == LN_POOL_STANDARD)
        *nj_options_at(m, o, "ext") =
            0; /* the classic blocks have none of it */
    if (cap > 0 && cap < 3)
        return refuse_combo(m, "cap", NULL);
    if (*nj_options_at(m, o, "plan") &&
        *nj_options_at(m, o, "hide") == LN_HIDE_STEP)
        return refuse_combo(m, "plan", "hide=step");
    return check_blocks(m, o);
}

/* The trace's unused end is zero. */
static size_t state_used(const void *state)
{
    const struct ln_state *s = state;

    return offsetof(struct ln_state, trace) + s->trace_len;
}

static nj_seat_set awaited(const struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->over || s->seat[s->turn].fate == LN_IN_PLAY);
    return s->over ? 0 : nj_bit(s->turn);
}

/* Of two in play each knows by himself that he is next. */
static nj_seat next(const struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->turn < s->n);
    return s->over || nj_seat_count(nj_ln_in_play(s)) <= 2
               ? NJ_SEAT_NONE
               : nj_ln_prey(s, s->turn);
}

static void result(const struct nj_match *m, nj_seat seat,
                   struct nj_result *out)
{
    const struct ln_state *s = nj_state_const(m);
    uint8_t fate = s->seat[seat].fate;

    NJ_ASSERT(fate <= LN_STOMPED);
    out->score = nj_ln_total(&s->seat[seat]);
    out->rank = nj_ln_rank(s, seat);
    out->outcome = fate == LN_IN_PLAY ? "survived" : nj_ln_fate_word(fate);
}

/* The pool that the maze is made of, and the walls around a seat (LN-15). */
static const char *const shown[] = {"ln.pool", "ln.you", "ln.walls", NULL};

/* What a group has to hear, even if it hears it twice. */
static const struct nj_heard heard[] = {
    {"ln.start", NJ_HEAR_NEWS}, {"ln.order", NJ_HEAR_NEWS},
    {"ln.chain", NJ_HEAR_NEWS}, {"ln.round", NJ_HEAR_NEWS},
    {"ln.turn", NJ_HEAR_TURN},  {"ln.hide_on", NJ_HEAR_ASK},
    {"ln.remind", NJ_HEAR_ASK}, {"ln.end_vote", NJ_HEAR_ASK},
    {"ln.host", NJ_HEAR_NEWS},  {"ln.over", NJ_HEAR_NEWS},
    {"ln.score", NJ_HEAR_NEWS}, {NULL, NJ_HEAR_ONCE}};

/* What a newcomer is told besides. */
static const char *const hints[] = {"ln.you", "ln.sound", NULL};

static bool early(const struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->n > 0); /* before a start nobody is told anything */
    return s->round <= 2;
}

#define NJ_MESSAGES       "games/long_night/messages.def"
#define NJ_MESSAGES_TABLE messages
#include "match/messages.h"

const struct nj_game nj_long_night = {
    .id = "long-night",
    .prefix = "ln",
    .rules_version = 6,
    .seats_min = 2,
    .seats_max = LN_SEATS_MAX,
    .editions = editions,
    .messages = messages,
    .verbs = verbs,
    .frame = {.plan_size = sizeof(struct ln_path),
              .check = nj_ln_check_order,
              .refuse = nj_ln_refuse_order,
              .begin = nj_ln_begin_order},
    .talk = nj_ln_talk,
    .options = options,
    .presets = presets,
    .data_name = "config/long_night/blocks.txt",
    .data_load = nj_ln_pack_load,
    .data_more = "config/long_night/packs/",
    .data_option = "pack",
    .state_size = sizeof(struct ln_state),
    .state_used = state_used,
    .check_options = check_options,
    .powers = nj_ln_powers,
    .power_faults = nj_ln_power_faults,
    .refuse = nj_ln_refuse,
    .announce = nj_ln_announce,
    .take_back = "undo",
    .start = nj_ln_start,
    .phases = nj_ln_phases,
    .leave = nj_ln_leave,
    .main_timer = "turn",
    .open = NJ_OPEN_OUT | NJ_OPEN_WATCH,
    .brain = {.scratch_size = LN_MIND_BYTES,
              .ears = nj_ln_ears,
              .act = nj_ln_brain_act},
    .awaited = awaited,
    .next = next,
    .away_public = true, /* LN-12.4 */
    .sheet = sheet,
    .offers = nj_ln_offers,
    .hints = hints,
    .early = early,
    .heard = heard,
    .shown = shown,
    .picture = nj_ln_picture,
    .course = nj_ln_course,
    .reveal = nj_ln_reveal,
    .result = result,
    .achievements = nj_ln_achievements,
    .stayed = nj_ln_stayed,
    .given = nj_ln_given,
    .given_done = nj_ln_given_done,
    .state = nj_ln_state_words,
};
