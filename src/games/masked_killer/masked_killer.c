/*
 * 面具杀人魔: the contents page. Options, verbs and the table that the match
 * calls; each function is in the file of its chapter (masked_killer.h).
 */
#include "games/masked_killer/masked_killer.h"

#include "games/masked_killer/mind.h"

enum {
    TEXT_PACK /* place of the option that is a text */
};

#define NJ_OPTIONS         "games/masked_killer/options.def"
#define NJ_OPTIONS_TABLE   options
#define NJ_OPTIONS_INTO(x) NJ_INTO(struct mk_state, opt.x)
#include "match/option.h"

/* MK-12 as MK-19.18 and 19.22 have it. Alone with computers there is nobody from
 * whom the length of a turn is to be kept. */
static const struct nj_preset presets[] = {
    {"day", NJ_WORDS("turn_time", "43200s", "prompt_time", "10800s",
                     "afk_after", "1")},
    {"live",
     NJ_WORDS("turn_time", "180s", "prompt_time", "60s", "afk_after", "2")},
    {"solo", NJ_WORDS("turn_time", "86400s", "prompt_time", "86400s",
                      "killer_floor", "0", "answer_s", "0")},
    {0}};

/* MK-11.4. Where a channel is wrong, the rules have their own error. */
#define ORDER(name, args, order)                                 \
 {                                                               \
  name, args, NJ_CHANNEL_BOTH, true, false, NULL, NULL, &(order) \
 }
#define QUERY(name, args, channel, all, query)      \
 {                                                  \
  name, args, channel, true, all, NULL, query, NULL \
 }
static const struct nj_verb verbs[] = {
    ORDER("pick", "tw", nj_mk_pick),
    ORDER("startat", "t", nj_mk_startat),
    ORDER("allot", "t", nj_mk_allot),
    ORDER("move", "t", nj_mk_move),
    ORDER("cross", "t", nj_mk_cross),
    ORDER("search", "tw", nj_mk_search),
    ORDER("attack", "tw", nj_mk_attack),
    ORDER("use", "tw", nj_mk_use),
    ORDER("unlock", "tw", nj_mk_unlock),
    ORDER("trade", "tw", nj_mk_trade),
    ORDER("accept", "tw", nj_mk_accept),
    ORDER("refuse", "", nj_mk_decline),
    ORDER("amend", "tw", nj_mk_amend),
    ORDER("claim", "tw", nj_mk_claim),
    ORDER("rest", "", nj_mk_rest),
    ORDER("end", "", nj_mk_end),
    ORDER("defend", "tw", nj_mk_defend),
    ORDER("reroll", "tw", nj_mk_reroll),
    ORDER("return", "tw", nj_mk_return),
    ORDER("death", "tw", nj_mk_death),
    ORDER("replace", "tw", nj_mk_replace),
    ORDER("stalk", "t", nj_mk_stalk),
    ORDER("sneak", "t", nj_mk_sneak),
    ORDER("hunt", "t", nj_mk_hunt),
    ORDER("strike", "tw", nj_mk_strikes),
    ORDER("play", "tw", nj_mk_play),
    ORDER("order", "tw", nj_mk_standing),
    ORDER("takeback", "", nj_mk_takeback),
    ORDER("here", "", nj_mk_here),
    ORDER("away", "n", nj_mk_away),
    ORDER("letter", "t", nj_mk_letter),
    QUERY("status", "", NJ_CHANNEL_BOTH, true, nj_mk_query_board),
    QUERY("sight", "tw", NJ_CHANNEL_BOTH, true, nj_mk_query_sight),
    QUERY("way", "tw", NJ_CHANNEL_BOTH, true, nj_mk_query_way),
    QUERY("tokens", "tw", NJ_CHANNEL_BOTH, true, nj_mk_query_tokens),
    QUERY("cards", "", NJ_CHANNEL_BOTH, true, nj_mk_query_cards),
    QUERY("left", "", NJ_CHANNEL_BOTH, true, nj_mk_query_left),
    QUERY("trace", "", NJ_CHANNEL_BOTH, true, nj_mk_query_trace),
    QUERY("area", "", NJ_CHANNEL_BOTH, true, nj_mk_query_area),
    QUERY("help", "", NJ_CHANNEL_BOTH, false, nj_mk_query_help),
    QUERY("plan", "ttw", NJ_CHANNEL_PRIVATE, false, nj_mk_query_plan),
    {"pad", "tw", NJ_CHANNEL_BOTH, false, false, NULL, nj_mk_query_menu, NULL},
    QUERY("hand", "", NJ_CHANNEL_PRIVATE, false, nj_mk_query_hand),
    QUERY("log", "", NJ_CHANNEL_PRIVATE, false, nj_mk_query_log),
    {0}};

/* MK-9.4. All wait for the public ones. */
#define ASKS(name, late, ...)                                                 \
 {                                                                            \
  name, false, late, NJ_WORDS(__VA_ARGS__), {"mk.err.prompt_open", "MK-9.4"}, \
      true                                                                    \
 }
static const struct nj_question questions[] = {
    ASKS("defend", nj_mk_defend_late, "defend", "letter"),
    ASKS("reroll", nj_mk_reroll_late, "reroll"),
    ASKS("return", nj_mk_return_late, "return"),
    ASKS("death", nj_mk_death_late, "death", "return"),
    ASKS("replace", nj_mk_replace_late, "replace"),
    {"trade",
     false,
     nj_mk_offer_falls,
     NJ_WORDS("accept", "refuse", "amend", "letter"),
     {NULL, NULL},
     false},
    {0}};
static const char *const meanwhile[] = {"order", "claim", "takeback",
                                        "here",  "away",  NULL};
/* Orders that may stand in one message (MK-9.7). */
static const char *const batch[] = {
    "move",  "cross", "search", "attack", "use",  "rest",   "unlock", "end",
    "stalk", "sneak", "hunt",   "strike", "play", "letter", NULL};

/* MK-19.16. */
static const char *const spaced[] = {
    "status", "sight", "way", "tokens", "cards", "left", "trace", "area", NULL};

/* The board after each act (MK-9.2), the killer's own and the host's. */
static const char *const shown[] = {"mk.board", "mk.k.map", "mk.host.board",
                                    NULL};

/* What the group has to hear, even if it hears it twice; reminders. */
static const char *const misplaced[] = {"mk.err.channel", NULL};

static const struct nj_heard heard[] = {
    {"mk.setup.roles", NJ_HEAR_NEWS}, {"mk.setup.killer_ready", NJ_HEAR_NEWS},
    {"mk.turn.begin", NJ_HEAR_TURN},  {"mk.wait", NJ_HEAR_ASK},
    {"mk.remind", NJ_HEAR_REMIND},    {"mk.warn", NJ_HEAR_REMIND},
    {"mk.left", NJ_HEAR_NEWS},        {"mk.sub", NJ_HEAR_NEWS},
    {"mk.host", NJ_HEAR_NEWS},        {"mk.host.ruled", NJ_HEAR_NEWS},
    {"mk.end", NJ_HEAR_NEWS},         {NULL, NJ_HEAR_ONCE}};

/* An offer is nobody's business (MK-19.1), nor is a standing order. */
static const char *const unspoken[] = {
    "mk.trade.open", "mk.trade.offer", "mk.trade.amend", "mk.trade.refused",
    "mk.wait",       "mk.default",     "mk.order",       NULL};

/* What a newcomer is told besides: his aim and first steps, what a find is for,
 * what his dice mean. */
static const char *const hints[] = {"mk.sheet",       "mk.k.sheet", "mk.k.menu",
                                    "mk.search.card", "mk.prompt",  NULL};

static bool early(const struct nj_match *m)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(s->n >= 2);
    return s->round <= 2;
}

/* What labels of buttons speak of. */
static const char *const labels[] = {"card", "victim", "dir",
                                     "car",  "quad",   NULL};

static const char *const sheet[] = {"status", "hand", NULL};
static const char *const editions[] = {"standard", NULL};

static int check_options(struct nj_match *m, struct nj_options *o,
                         uint8_t seats)
{
    NJ_ASSERT(seats >= 2 && seats <= MK_VICTIMS_MAX + 1);
    if (nj_data_named(nj_data(m), o->text[TEXT_PACK]) == NULL)
        return refuse_pack(m);
    return 0;
}

#define NJ_MESSAGES       "games/masked_killer/messages.def"
#define NJ_MESSAGES_TABLE messages
#include "match/messages.h"

extern const struct nj_game nj_masked_killer;
const struct nj_game nj_masked_killer = {
    .id = "masked-killer",
    .prefix = "mk",
    .rules_version = 13,
    .seats_min = 2,
    .seats_max = MK_VICTIMS_MAX + 1,
    .seats_more = 1, /* with two players the victims have one owner (MK-2.1) */
    .editions = editions,
    .messages = messages,
    .verbs = verbs,
    .frame = {.plan_size = sizeof(struct mk_plan),
              .check = nj_mk_check,
              .refuse = nj_mk_refuse_order,
              .end = nj_mk_end_order},
    .batch = batch,
    .questions = questions,
    .meanwhile = meanwhile,
    .options = options,
    .presets = presets,
    .data_name = "config/masked_killer/maple-street.txt",
    .data_load = nj_mk_table_load,
    .data_more = "config/masked_killer/packs/",
    .data_option = "pack",
    .state_size = sizeof(struct mk_state),
    .check_options = check_options,
    .powers = nj_mk_powers,
    .power_faults = nj_mk_power_faults,
    .own_secrets = true,
    .host_option = "host",
    /* MK-19.5: how long ago the killer acted unseen is a secret. */
    .undo_clocks = NJ_WORDS("turn", "setup"),
    .refuse = nj_mk_refuse,
    .phases = nj_mk_clocks,
    .ripe = nj_mk_ripe,
    .undone = nj_mk_undone,
    .start = nj_mk_start,
    .timer = nj_mk_timer,
    .leave = nj_mk_leave,
    .main_timer = "turn",
    .brain = {.scratch_size = sizeof(struct mk_mind),
              .paced = true,
              .chosen = true,
              .listens = nj_mk_listens,
              .ears = nj_mk_ears,
              .act = nj_mk_act},
    .shown = shown,
    .captions = true,
    .passing = NJ_WORDS("mk.turn.left"),
    .hints = hints,
    .early = early,
    .heard = heard,
    .misplaced = misplaced,
    .unspoken = unspoken,
    .called = nj_mk_called,
    .tells_takeover = true,
    .shares = nj_mk_shares,
    .awaited = nj_mk_awaited,
    .presence = nj_mk_presence,
    .presence_wide = true, /* MK-19.22 */
    .away = "away",
    .picture = nj_mk_picture,
    .spaced = spaced,
    .course = nj_mk_course,
    .offers = nj_mk_offers,
    .labels = labels,
    .numbers = true,
    .whole = nj_mk_whole,
    .open = NJ_OPEN_WATCH,
    .sheet = sheet,
    .reveal = nj_mk_reveal,
    .result = nj_mk_result,
    .achievements = nj_mk_achievements,
    .stayed = nj_mk_stayed,
    .given = nj_mk_given,
    .given_done = nj_mk_given_done,
    .state = nj_mk_state_words,
};
