/*
 * 杀手牌: the contents page. Options, verbs and the table that the match calls;
 * each function is in the file of its chapter (night_of_cards.h).
 */
#include "games/night_of_cards/mind.h"

#define SECOND   INT64_C(1000)
#define HOUR     (3600 * SECOND)
#define TIME_MIN (10 * SECOND)
#define TIME_MAX (14 * 24 * HOUR)

static const char *const off_on[] = {"off", "on", NULL};
static const char *const lifedeaths[] = {"tie", "always", "off", NULL};
static const char *const novotes[] = {"self", "none", NULL};
static const char *const reveals[] = {"day", "all", "none", NULL};
static const char *const reorders[] = {"thirds", "off", NULL};
static const char *const scopes[] = {"night", "strike", NULL};
/* Of the sentences in the order of their files (NC-17.6). */
static const char *const tongues[] = {"en", "zh-CN", "zh-TW", NULL};
static const char *const kinds[] = {"8", "6", NULL};

#define INTO(member) NJ_INTO(struct nc_state, opt.member)

/* NC-12.1. */
/* clang-format off */
static const struct nj_option options[] = {
    {"hand",            NJ_OPTION_INT,  NULL,       4, 5,   5,   INTO(hand), NULL},
    {"income",          NJ_OPTION_INT,  NULL,       1, 3,   2,   INTO(income), NULL},
    {"ap_cap",          NJ_OPTION_INT,  NULL,       0, 20,  0,   INTO(cap), NULL},
    {"executions",      NJ_OPTION_INT,  NULL,       0, 4,   0,   INTO(executions), NULL},
    {"lifedeath",       NJ_OPTION_WORD, lifedeaths, 0, NC_LD_OFF, 0, INTO(lifedeath), NULL},
    {"novote",          NJ_OPTION_WORD, novotes,    0, 1,   0,   INTO(novote), NULL},
    {"reveal",          NJ_OPTION_WORD, reveals,    0, NC_REVEAL_NONE, 0, INTO(reveal), NULL},
    {"reorder",         NJ_OPTION_WORD, reorders,   0, 1,   0,   INTO(reorder), NULL},
    {"onehit_scope",    NJ_OPTION_WORD, scopes,     0, 1,   0,   INTO(strike), NULL},
    {"bodyguard_kinds", NJ_OPTION_WORD, kinds,      0, 1,   0,   INTO(six), NULL},
    {"grace",           NJ_OPTION_WORD, off_on,     0, 1,   0,   INTO(grace), NULL},
    {"know_allies",     NJ_OPTION_WORD, off_on,     0, 1,   0,   INTO(allies), NULL},
    {"manifesto_chars", NJ_OPTION_INT,  NULL,       0, 200, 100, INTO(manifesto), NULL},
    {"stock",           NJ_OPTION_WORD, tongues,    0, 2,   1,   NJ_NOWHERE, NULL},
    {"bells",           NJ_OPTION_WORD, off_on,     0, 1,   1,   INTO(bells), NULL},
    {"max_days",        NJ_OPTION_INT,  NULL,       5, 60,  30,  INTO(max_days), NULL},
    {"afk_limit",       NJ_OPTION_INT,  NULL,       1, 20,  3,   INTO(afk_limit), NULL},
    {"setup",           NJ_OPTION_MS,   NULL,       TIME_MIN, TIME_MAX, 24 * HOUR, NJ_NOWHERE, NULL},
    {"night",           NJ_OPTION_MS,   NULL,       TIME_MIN, TIME_MAX, 24 * HOUR, NJ_NOWHERE, NULL},
    {"day",             NJ_OPTION_MS,   NULL,       TIME_MIN, TIME_MAX, 24 * HOUR, NJ_NOWHERE, NULL},
    {"ld",              NJ_OPTION_MS,   NULL,       TIME_MIN, TIME_MAX, 12 * HOUR, NJ_NOWHERE, NULL},
    {"order_freeze",    NJ_OPTION_MS,   NULL,       0, 24 * HOUR, 0, NJ_NOWHERE, NULL},
    {"vote_freeze",     NJ_OPTION_MS,   NULL,       0, 24 * HOUR, HOUR, NJ_NOWHERE, NULL},
    {0},
};
/* clang-format on */

static const char *const standard[] = {"setup",       "24h", "night", "24h",
                                       "day",         "24h", "ld",    "12h",
                                       "vote_freeze", "1h",  NULL};
static const char *const live[] = {"setup",       "300s", "night", "360s",
                                   "day",         "600s", "ld",    "120s",
                                   "vote_freeze", "60s",  NULL};
static const char *const classic7[] = {
    "setup", "24h",          "night", "24h",         "day", "24h", "lifedeath",
    "off",   "order_freeze", "600s",  "vote_freeze", "1h",  NULL};
static const char *const fourcard[] = {"hand", "4", "grace", "on", NULL};
static const char *const blitz[] = {"hand",
                                    "4",
                                    "ap_cap",
                                    "8",
                                    "executions",
                                    "3",
                                    "lifedeath",
                                    "off",
                                    "novote",
                                    "none",
                                    "reveal",
                                    "all",
                                    "reorder",
                                    "off",
                                    "onehit_scope",
                                    "strike",
                                    "grace",
                                    "on",
                                    "manifesto_chars",
                                    "30",
                                    "vote_freeze",
                                    "20s",
                                    "setup",
                                    "180s",
                                    "night",
                                    "180s",
                                    "day",
                                    "240s",
                                    "max_days",
                                    "20",
                                    "afk_limit",
                                    "2",
                                    NULL};
static const struct nj_preset presets[] = {
    {"standard", standard}, {"live", live},   {"classic7", classic7},
    {"fourcard", fourcard}, {"blitz", blitz}, {.name = NULL}};

/* NC-11.1. Where a channel is wrong, the rules have their own error; the words
 * of a power are who or what it is for ("3", "self"; "4" and "2") and their
 * tokens; the number is that of the order which it is instead of. */
#define ORDER(name, args, order)                                 \
 {                                                               \
  name, args, NJ_CHANNEL_BOTH, true, false, NULL, NULL, &(order) \
 }
#define POWER(name) ORDER(name, "tow", nj_nc_power_order)
#define QUERY(name, args, channel, all, query)       \
 {                                                   \
  name, args, channel, false, all, NULL, query, NULL \
 }
/* clang-format off */
static const struct nj_verb verbs[] = {
    POWER("kill"), POWER("killx"), POWER("bite"), POWER("bitex"),
    POWER("snipe"), ORDER("aim", "ttow", nj_nc_power_order), POWER("saint"), POWER("bind"),
    POWER("heal"), POWER("vest"), POWER("bane"), POWER("confine"),
    POWER("antisnipe"), POWER("doom"), POWER("pardon"), POWER("curse"),
    POWER("vcurse"), POWER("bless"), POWER("dbless"), POWER("coroner"),
    POWER("arson"), POWER("morph"), POWER("attack"), POWER("save"),
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
    {"here", "", NJ_CHANNEL_PRIVATE, false, false, NULL, NULL, &nj_nc_here},
    QUERY("status", "",  NJ_CHANNEL_BOTH,    true,  nj_nc_query_status),
    QUERY("hand",   "",  NJ_CHANNEL_PRIVATE, false, nj_nc_query_hand),
    QUERY("orders", "",  NJ_CHANNEL_PRIVATE, false, nj_nc_query_orders),
    QUERY("card",   "t", NJ_CHANNEL_BOTH,    true,  nj_nc_query_card),
    QUERY("help",   "",  NJ_CHANNEL_PRIVATE, false, nj_nc_query_help),
    {0},
};
/* clang-format on */

/* Orders that may stand in one message (NC-17.22). */
static const char *const batch[] = {
    "kill",      "killx", "bite",   "bitex",  "snipe",   "aim",     "saint",
    "bind",      "heal",  "vest",   "bane",   "confine", "doom",    "pardon",
    "antisnipe", "curse", "vcurse", "bless",  "arson",   "coroner", "dbless",
    "cancel",    "morph", "done",   "attack", "save",    NULL};

static const char *const sheet[] = {"hand", "orders", NULL};
static const char *const editions[] = {"standard", NULL};

/* NC-12.1: what an edition of four cards is not made for. */
static int check_options(struct nj_match *m, struct nj_options *o,
                         uint8_t seats)
{
    int64_t *hand = nj_options_at(m, o, "hand");

    NJ_ASSERT(seats >= NC_SEATS_MIN && seats <= NC_SEATS_MAX);
    NJ_ASSERT(*hand == NC_HAND || *hand == NC_HAND - 1);
    if (*nj_options_at(m, o, "ap_cap") > 0 &&
        *nj_options_at(m, o, "ap_cap") < 6)
        return refuse_cap(m);
    return 0;
}

/* What the group has to hear, even if it hears it twice. */
static const struct nj_heard heard[] = {{"nc.setup.open", NJ_HEAR_NEWS},
                                        {"nc.night.open", NJ_HEAR_NEWS},
                                        {"nc.day.open", NJ_HEAR_ASK},
                                        {"nc.ld.open", NJ_HEAR_ASK},
                                        {"nc.remind_all", NJ_HEAR_ASK},
                                        {"nc.remind", NJ_HEAR_REMIND},
                                        {"nc.host.action", NJ_HEAR_NEWS},
                                        {"nc.end", NJ_HEAR_NEWS},
                                        {NULL, NJ_HEAR_ONCE}};

#define NJ_MESSAGES       "games/night_of_cards/messages.def"
#define NJ_MESSAGES_TABLE messages
#include "match/messages.h"

extern const struct nj_game nj_night_of_cards;
const struct nj_game nj_night_of_cards = {
    .id = "night-of-cards",
    .prefix = "nc",
    .rules_version = 1,
    .seats_min = NC_SEATS_MIN,
    .seats_max = NC_SEATS_MAX,
    .editions = editions,
    .messages = messages,
    .verbs = verbs,
    .frame = {.plan_size = sizeof(struct nc_plan),
              .check = nj_nc_check_order,
              .refuse = nj_nc_refuse_order,
              .begin = nj_nc_present,
              .end = nj_nc_end_order},
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
    .absence_secret = true,
    .brain = {.scratch_size = sizeof(struct nc_mind),
              .tempo = nj_nc_tempo,
              .late = true,
              .ears = nj_nc_ears,
              .act = nj_nc_act},
    .awaited = nj_nc_awaited_publicly,
    .collects = nj_nc_collects,
    .talk = nj_nc_talk,
    .away_public = true,
    .sheet = sheet,
    .picture = nj_nc_picture,
    .course = nj_nc_course,
    .heard = heard,
    .reveal = nj_nc_reveal,
    .result = nj_nc_result,
    .achievements = nj_nc_achievements,
    .stayed = nj_nc_stayed,
    .given = nj_nc_given,
    .given_done = nj_nc_given_done,
    .state = nj_nc_state_words};
