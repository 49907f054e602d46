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
#define CARD_MAX (3600 * SECOND) /* LN-27.3 */

/* Places of the options that are texts. */
enum {
    TEXT_LIST,
    TEXT_PACK
};

const uint8_t nj_ln_sizes[] = {9, 10, 12};

static const char *const pools[] = {"standard", "twist",  "wild", "crazy",
                                    "custom",   "button", "trap", NULL};

#define INTO(member) NJ_INTO(struct ln_state, member)

/* LN-11, as far as this edition goes. */
/* clang-format off */
static const struct nj_option options[] = {
    {"blocks",         NJ_OPTION_WORD, pools,  0, LN_POOL_TRAP, 0, INTO(opt.blocks), NULL},
    NJ_TYPED("list", TEXT_LIST),
    NJ_TYPED("pack", TEXT_PACK),
    NJ_CHOICE("size", INTO(opt.size), LN_SIZE_9, "9", "10", "12"),
    {"event",          NJ_OPTION_WORD, nj_ln_events, 0, LN_EVENT_RAIN, 0, INTO(event), NULL},
    NJ_CHOICE("capture", INTO(opt.point), 0, "pass", "point"),
    NJ_CHOICE("hide", INTO(opt.hide), LN_HIDE_OFF, "off", "turn", "step"),
    NJ_CHOICE("melee", INTO(opt.melee), 0, "off", "on"),
    NJ_CHOICE("boss", INTO(opt.boss), LN_BOSS_OFF, "off", "minotaur", "bangbang"),
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
    /* LN-20.4: what the community plays with besides. */
    NJ_NUMBER("max_seats", INTO(opt.max_seats), LN_SEATS_USUAL, LN_SEATS_MAX, LN_SEATS_USUAL),
    NJ_CHOICE("solo", INTO(opt.solo), 0, "off", "on"),
    NJ_CHOICE("target", INTO(opt.previous), 0, "next", "previous"),
    NJ_CHOICE("list_rule", INTO(opt.free_list), 0, "strict", "free"),
    NJ_CHOICE("heat_mix", INTO(opt.heat_one), 0, "both", "one"),
    NJ_CHOICE("overgrow", INTO(opt.trap_grows), 0, "thicket", "trap"),
    NJ_CHOICE("first_sound", INTO(opt.first_sound), 0, "off", "on"),
    NJ_CHOICE("all_stop", INTO(opt.all_stop), 0, "off", "on"),
    NJ_NUMBER("cards", INTO(opt.cards), 0, 9, 0),
    NJ_LENGTH("card_s", TIME_MIN, CARD_MAX, 60 * SECOND),
    NJ_CHOICE("carry", INTO(opt.carry), 0, "off", "on"),
    NJ_CHOICE("feats", INTO(opt.feats), 0, "off", "on"),
    NJ_CHOICE("ledger", INTO(opt.ledger), 0, "off", "on"),
    NJ_CHOICE("tips", INTO(opt.tips), 0, "off", "on"),
    NJ_CHOICE("texture", INTO(opt.retro), 0, "classic", "retro"),
    {0},
};

static const char *const live[] = {
    "think", "180s", "act", "360s", "afk_think", "30s", "auto_after", "2", NULL};
static const char *const slow[] = {
    "think", "43200s", "act", "86400s", "afk_think", "3600s",
    "auto_after", "3", NULL};
/* LN-20.5. */
#define COMMUNITY \
 "max_seats", "8", "target", "previous", "blocks", "twist", "pack", \
 "community", "ext", "on", "list_rule", "free", "heat_mix", "one", "overgrow", \
 "trap", "all_stop", "on", "cap", "20", "cards", "3", "carry", "on", \
 "capture", "point", "max_msg", "100", "grace", "on", "letters", "on", \
 "feats", "on", "ledger", "on", "tips", "on", "think", "120s", "act", "300s", \
 "afk_think", "30s", "auto_after", "0", "solo", "off", "size", "9", "boss", \
 "off", "first_sound", "off", "card_s", "60s", "texture", "classic", "event", \
 "none", "hide", "off", "melee", "off", "plan", "off", "bombs", "0", \
 "start_walls", "on", "stop_walls", "off"
static const char *const community[] = {COMMUNITY, NULL};
static const char *const community_next[] = {
    COMMUNITY, "first_sound", "on", NULL};
static const struct nj_preset presets[] = {
    {"live", live}, {"slow", slow}, {"community", community},
    {"community_next", community_next}, {0}};

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
    {"chase",   "",  NJ_CHANNEL_BOTH, false, false, NULL, nj_ln_query_chase, NULL},
    {"sheet",   "",  NJ_CHANNEL_PRIVATE, false, false, NULL, nj_ln_query_sheet, NULL},
    {"walls",   "",  NJ_CHANNEL_BOTH, false, false, NULL, nj_ln_query_walls, NULL},
    {"map",     "",  NJ_CHANNEL_BOTH, false, true,  NULL, nj_ln_query_map, NULL},
    {"preview", "t", NJ_CHANNEL_BOTH, false, true,  NULL, nj_ln_query_preview, NULL},
    {0},
};
/* clang-format on */

static const char *const sheet[] = {"sheet", NULL};
static const char *const apart[] = {"preview", NULL};

static const char *const editions[] = {"classic", NULL};

/* --- options that go together --- */

static int64_t asked(struct nj_match *m, struct nj_options *o, const char *key)
{
    return *nj_options_at(m, o, key);
}

/* LN-2.3: 12 and 4 different ones; LN-24.3: as many as the map has, or more. */
static int check_list(struct nj_match *m, struct nj_options *o,
                      const struct ln_pack *pack)
{
    bool free = asked(m, o, "list_rule") != 0;
    struct ln_listed l;
    int n;

    nj_ln_list_read(pack, o->text[TEXT_LIST], !free, &l);
    n = l.ordinary + l.exits;
    if (l.unknown[0] != '\0')
        return refuse_combo(m, "list", NULL, "unknown", l.unknown);
    if (l.ext && asked(m, o, "ext") == 0)
        return refuse_combo(m, "list", NULL, "ext", NULL);
    if (!free)
        return l.many || l.ordinary != LN_CLASSIC_ORDINARY ||
                       l.exits != LN_CLASSIC_EXIT || nj_ln_list_repeats(&l)
                   ? refuse_combo(m, "list", NULL, "strict", NULL)
                   : 0;
    if (l.many || n < nj_ln_slots(nj_ln_sizes[asked(m, o, "size")]))
        return refuse_combo(m, "list", NULL, l.many ? "many" : "few", NULL);
    if (l.exits == 0 && asked(m, o, "solo") != 0)
        return refuse_combo(m, "list", NULL, "no_pod", NULL);
    return 0;
}

/* A list is for custom pools only, and makes one by itself where it is free.
 * Custom without a list means the classic blocks, as a start for one's own
 * list. */
static int check_custom(struct nj_match *m, struct nj_options *o,
                        const struct ln_pack *pack)
{
    char *list = o->text[TEXT_LIST];
    int64_t *blocks = nj_options_at(m, o, "blocks");
    char classic[NJ_OPTION_TEXT_MAX] = {0};
    char against[24];

    NJ_ASSERT(*blocks >= 0 && *blocks <= LN_POOL_TRAP);
    nj_ln_map_ids(pack, pack->classic, LN_POOL_BLOCKS, classic);
    if (*blocks == LN_POOL_CUSTOM && list[0] == '\0')
        memcpy(list, classic, sizeof(classic));
    if (asked(m, o, "list_rule") != 0 && list[0] != '\0')
        *blocks = LN_POOL_CUSTOM;
    if (*blocks == LN_POOL_CUSTOM)
        return check_list(m, o, pack);
    /* A mode that draws its own. */
    (void)snprintf(against, sizeof(against), "blocks=%s", pools[*blocks]);
    if (list[0] != '\0' && strcmp(list, classic) != 0)
        return refuse_combo(m, "list", against, NULL, NULL);
    memset(list, 0, NJ_OPTION_TEXT_MAX);
    return 0;
}

/* LN-24.2: a theme has extension terrain, and comes from a pack that has it. */
static int check_theme(struct nj_match *m, struct nj_options *o,
                       const struct ln_pack **pack)
{
    static const char built_in[] = "community";
    int64_t blocks = asked(m, o, "blocks");
    char *name = o->text[TEXT_PACK];

    if (blocks < LN_POOL_BUTTON)
        return 0;
    NJ_ASSERT(blocks <= LN_POOL_TRAP);
    *nj_options_at(m, o, "ext") = 1;
    if (nj_ln_pack_theme(*pack, pools[blocks]) != 0)
        return 0;
    *pack = nj_data_named(nj_data(m), built_in);
    if (name[0] != '\0' || *pack == NULL ||
        nj_ln_pack_theme(*pack, pools[blocks]) == 0)
        return refuse_combo(m, "blocks", "pack", "theme", NULL);
    memcpy(name, built_in, sizeof(built_in));
    return 0;
}

static int check_blocks(struct nj_match *m, struct nj_options *o)
{
    const struct ln_pack *pack = nj_data_named(nj_data(m), o->text[TEXT_PACK]);
    int no;

    if (pack == NULL)
        return refuse_combo(m, "pack", NULL, NULL, NULL);
    /* The classic blocks have nothing of it; a free list need not be of them. */
    if (asked(m, o, "blocks") == LN_POOL_STANDARD &&
        (asked(m, o, "list_rule") == 0 || o->text[TEXT_LIST][0] == '\0'))
        *nj_options_at(m, o, "ext") = 0;
    no = check_theme(m, o, &pack);
    return no != 0 ? no : check_custom(m, o, pack);
}

/* LN-21.1 and 21.2: how many may play, and that many seats need the largest
 * map. */
static int check_seats(struct nj_match *m, struct nj_options *o, uint8_t seats)
{
    int64_t *size = nj_options_at(m, o, "size");
    bool solo = asked(m, o, "solo") != 0;

    NJ_ASSERT(seats >= 1 && seats <= LN_SEATS_MAX);
    if (solo != (seats == 1) || seats > asked(m, o, "max_seats"))
        return refuse_combo(m, solo ? "solo" : "max_seats", NULL, "seats",
                            NULL);
    if (seats > LN_SEATS_USUAL)
        *size = LN_SIZE_12;
    return 0;
}

/* LN-11: a cap of one or two rounds is no match, and a turn of one message
 * has no room for a single hidden step (LN-8.9). */
static int check_options(struct nj_match *m, struct nj_options *o,
                         uint8_t seats)
{
    int64_t cap = asked(m, o, "cap");
    int no = check_seats(m, o, seats);

    if (no != 0)
        return no;
    if (cap > 0 && cap < 3)
        return refuse_combo(m, "cap", NULL, NULL, NULL);
    if (asked(m, o, "plan") != 0 && asked(m, o, "hide") == LN_HIDE_STEP)
        return refuse_combo(m, "plan", "hide=step", NULL, NULL);
    return check_blocks(m, o);
}

static void seats_of(const struct nj_match *m, const struct nj_options *o,
                     uint8_t *least, uint8_t *most)
{
    bool solo = nj_options_meant(m, o, "solo") != 0;

    *least = solo ? 1 : 2;
    *most = solo ? 1 : (uint8_t)nj_options_meant(m, o, "max_seats");
    NJ_ASSERT(*most <= LN_SEATS_MAX);
}

/* The tail's unused end is zero. */
static size_t state_used(const void *state)
{
    const struct ln_state *s = state;

    return offsetof(struct ln_state, tail) + nj_ln_tail_used(s);
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
    nj_seat_set playing = nj_ln_in_play(s);
    nj_seat later;

    if (s->over || nj_seat_count(playing) <= 2)
        return NJ_SEAT_NONE;
    later = nj_seat_nth(playing & ~(nj_bit((nj_seat)(s->turn + 1)) - 1), 0);
    return later != NJ_SEAT_NONE ? later : nj_seat_nth(playing, 0);
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

/* LN-30.1: nothing is kept of a map that somebody has put together. */
static bool ledger(const struct nj_match *m, const char **why)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->over);
    if (s->opt.blocks == LN_POOL_CUSTOM)
        *why = "custom";
    return s->opt.ledger != 0;
}

/* The pool that the maze is made of, and the walls around a seat (LN-15). */
static const char *const shown[] = {"ln.pool", "ln.you", "ln.walls", NULL};

/* What a group has to hear, even if it hears it twice. */
static const struct nj_heard heard[] = {
    {"ln.start", NJ_HEAR_NEWS},   {"ln.order", NJ_HEAR_NEWS},
    {"ln.chain", NJ_HEAR_NEWS},   {"ln.round", NJ_HEAR_NEWS},
    {"ln.turn", NJ_HEAR_TURN},    {"ln.hide_on", NJ_HEAR_ASK},
    {"ln.card", NJ_HEAR_ASK},     {"ln.remind", NJ_HEAR_ASK},
    {"ln.end_vote", NJ_HEAR_ASK}, {"ln.host", NJ_HEAR_NEWS},
    {"ln.over", NJ_HEAR_NEWS},    {"ln.score", NJ_HEAR_NEWS},
    {NULL, NJ_HEAR_ONCE}};

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
    .rules_version = 14,
    .seats_min = 1,
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
    .seats = seats_of,
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
    .apart = apart,
    .offers = nj_ln_offers,
    .hints = hints,
    .early = early,
    .heard = heard,
    .shown = shown,
    .picture = nj_ln_picture,
    .course = nj_ln_course,
    .reveal = nj_ln_reveal,
    .result = result,
    .ledger = ledger,
    .achievements = nj_ln_achievements,
    .stayed = nj_ln_stayed,
    .given = nj_ln_given,
    .given_done = nj_ln_given_done,
    .state = nj_ln_state_words,
    .exhibit = nj_ln_exhibit,
    .whole = nj_ln_exhibit,
};
