/*
 * 杀手牌: the contents page. Options, verbs and the table that the match calls;
 * each function is in the file of its chapter (night_of_cards.h).
 */
#include "games/night_of_cards/mind.h"

#define SECOND   INT64_C(1000)
#define HOUR     (3600 * SECOND)
#define DAY      (24 * HOUR)
#define TIME_MIN (10 * SECOND)
#define TIME_MAX (14 * DAY)

#define NJ_OPTIONS         "games/night_of_cards/options.def"
#define NJ_OPTIONS_TABLE   options
#define NJ_OPTIONS_INTO(x) NJ_INTO(struct nc_state, opt.x)
#include "match/option.h"

static const struct nj_preset presets[] = {
    {"standard", NJ_WORDS("setup", "24h", "night", "24h", "day", "24h", "ld",
                          "12h", "vote_freeze", "1h")},
    {"live", NJ_WORDS("setup", "300s", "night", "360s", "day", "600s", "ld",
                      "120s", "vote_freeze", "60s")},
    {"classic7",
     NJ_WORDS("players", "7", "setup", "24h", "night", "24h", "day", "24h",
              "lifedeath", "off", "order_freeze", "600s", "vote_freeze", "1h")},
    {"fourcard", NJ_WORDS("players", "9-12", "hand", "4", "grace", "on")},
    {"blitz",
     NJ_WORDS("players", "6-8", "hand", "4", "ap_cap", "8", "executions", "3",
              "lifedeath", "off", "novote", "none", "reveal", "all", "reorder",
              "off", "onehit_scope", "strike", "grace", "on", "manifesto_chars",
              "30", "vote_freeze", "20s", "setup", "180s", "night", "180s",
              "day", "240s", "max_days", "20", "afk_limit", "2")},
    {.name = NULL}};

/* NC-11.1. Where a channel is wrong, the rules have their own error; the words
 * of a power are who or what it is for ("3", "self"; "4" and "2") and their
 * tokens; the number is that of the order which it is instead of. */
#define ORDER(name, args, order)                                 \
 {                                                               \
  name, args, NJ_CHANNEL_BOTH, true, false, NULL, NULL, &(order) \
 }
#define QUERY(name, args, channel, all, query)       \
 {                                                   \
  name, args, channel, false, all, NULL, query, NULL \
 }
static const struct nj_verb verbs[] = {
#define NC_POWER(name, word, ...) \
 ORDER(word, NC_##name == NC_AIM ? "ttow" : "tow", nj_nc_power_order),
#include "games/night_of_cards/powers.def"
    /* clang-format off */
    ORDER("attack", "tow", nj_nc_power_order),
    ORDER("save",   "tow", nj_nc_power_order),
    ORDER("order",     "tw", nj_nc_order),
    ORDER("camp",      "t",  nj_nc_camp),
    ORDER("manifesto", "T", nj_nc_write),
    ORDER("pieces",    "t",  nj_nc_pieces),
    ORDER("cancel",    "t",  nj_nc_cancel),
    ORDER("done",      "",   nj_nc_done),
    ORDER("undone",    "",   nj_nc_undone),
    ORDER("auto",      "t",  nj_nc_auto),
    ORDER("vote",      "tw", nj_nc_vote),
    ORDER("verdict",   "tw", nj_nc_vote),
    ORDER("ask",       "t",  nj_nc_ask),
    {"chat", "ns", NJ_CHANNEL_GROUP, false, false, NULL, NULL, &nj_nc_chat},
    {"here", "", NJ_CHANNEL_PRIVATE, false, false, NULL, NULL, &nj_nc_here},
    QUERY("status", "",  NJ_CHANNEL_BOTH,    true,  nj_nc_query_status),
    QUERY("hand",   "",  NJ_CHANNEL_PRIVATE, false, nj_nc_query_hand),
    QUERY("orders", "",  NJ_CHANNEL_PRIVATE, false, nj_nc_query_orders),
    QUERY("card",   "t", NJ_CHANNEL_BOTH,    true,  nj_nc_query_card),
    QUERY("help",   "",  NJ_CHANNEL_PRIVATE, false, nj_nc_query_help),
    {0},
    /* clang-format on */
};

/* Orders that may stand in one message (NC-17.22). */
static const char *const batch[] = {
#define NC_POWER(name, word, ...) word,
#include "games/night_of_cards/powers.def"
    "attack", "save", "cancel", "done", NULL};

static const char *const sheet[] = {"hand", "orders", NULL};
static const char *const editions[] = {"standard", NULL};

/* NC-12.1: a preset may be made for some numbers of players. */
static int check_options(struct nj_match *m, struct nj_options *o,
                         uint8_t seats)
{
    static const struct {
        const char *word;
        uint8_t lo, hi;
    } players[] = {{"6-16", NC_SEATS_MIN, NC_SEATS_MAX},
                   {"7", 7, 7},
                   {"9-12", 9, 12},
                   {"6-8", NC_SEATS_MIN, 8}};

    int64_t which = *nj_options_at(m, o, "players");
    int64_t cap = *nj_options_at(m, o, "ap_cap");

    NJ_ASSERT(which >= 0 && which < (int64_t)NJ_COUNT(players));
    if (seats < players[which].lo || seats > players[which].hi)
        return refuse_players(m, players[which].word, seats);
    return cap > 0 && cap < 6 ? refuse_cap(m) : 0;
}

/* What the group has to hear, even if it hears it twice. */
static const char *const misplaced[] = {"nc.err.private_only", NULL};

static const struct nj_heard heard[] = {
    {"nc.setup.open", NJ_HEAR_NEWS},  {"nc.night.open", NJ_HEAR_NEWS},
    {"nc.day.open", NJ_HEAR_ASK},     {"nc.ld.open", NJ_HEAR_ASK},
    {"nc.remind_all", NJ_HEAR_ASK},   {"nc.remind", NJ_HEAR_REMIND},
    {"nc.host.action", NJ_HEAR_NEWS}, {"nc.setup.progress", NJ_HEAR_ALONG},
    {"nc.vote.cast", NJ_HEAR_ALONG},  {"nc.ld.cast", NJ_HEAR_ALONG},
    {"nc.end", NJ_HEAR_NEWS},         {NULL, NJ_HEAR_ONCE}};

/* NC-17.15: what was written in a night is one post. */
static const char *const folds[] = {"nc.dawn.manifesto", NULL};

/* What a newcomer is told besides. */
static const char *const hints[] = {"nc.setup.hand", "nc.night.income",
                                    "nc.order.ok",   "nc.loss.card",
                                    "nc.exec.card",  NULL};

static bool early(const struct nj_match *m)
{
    const struct nc_state *s = nj_state_const(m);

    NJ_ASSERT(s->n > 0); /* before a start nobody is told anything */
    return s->round <= 2;
}

#define NJ_MESSAGES       "games/night_of_cards/messages.def"
#define NJ_MESSAGES_TABLE messages
#include "match/messages.h"

extern const struct nj_game nj_night_of_cards;
const struct nj_game nj_night_of_cards = {
    .id = "night-of-cards",
    .prefix = "nc",
    .rules_version = 6,
    .seats_min = NC_SEATS_MIN,
    .seats_max = NC_SEATS_MAX,
    .name_columns = 16, /* NC-17.20 */
    .editions = editions,
    .messages = messages,
    .verbs = verbs,
    .frame = {.plan_size = sizeof(struct nc_plan),
              .check = nj_nc_check_order,
              .refuse = nj_nc_refuse_order,
              .begin = nj_nc_present,
              .end = nj_nc_after_input},
    .batch = batch,
    .options = options,
    .presets = presets,
    .state_size = sizeof(struct nc_state),
    .check_options = check_options,
    .powers = nj_nc_host_powers,
    .power_faults = nj_nc_power_faults,
    .refuse = nj_nc_refuse,
    .phases = nj_nc_clocks,
    .start = nj_nc_start,
    .bell = nj_nc_bell,
    .presence = nj_nc_presence,
    .leave = nj_nc_leave,
    .main_timer = "night",
    .open = NJ_OPEN_OUT | NJ_OPEN_WATCH,
    .own_secrets = true,
    .host_option = "host",
    .ask_host = "ask",
    .absence_secret = true,
    .brain = {.scratch_size = sizeof(struct nc_mind),
              .tempo = nj_nc_tempo,
              .late = true,
              .ears = nj_nc_ears,
              .act = nj_nc_act},
    .awaited = nj_nc_awaited_publicly,
    .collects = nj_nc_collects,
    .talk = nj_nc_talk,
    .accord = nj_nc_accord,
    .away_public = true,
    .sheet = sheet,
    .picture = nj_nc_picture,
    .course = nj_nc_course,
    .whole = nj_nc_whole,
    .offers = nj_nc_offers,
    .slate = &nj_nc_slate,
    .folds = folds,
    .count = "nc.setup.progress", /* NC-17.2 */
    .tells_takeover = true,
    .hints = hints,
    .early = early,
    .heard = heard,
    .misplaced = misplaced,
    .reveal = nj_nc_reveal,
    .result = nj_nc_result,
    .achievements = nj_nc_achievements,
    .stayed = nj_nc_stayed,
    .given = nj_nc_given,
    .given_done = nj_nc_given_done,
    .state = nj_nc_state_words};
