/*
 * 黑影杀: the contents page. Options, verbs and the table that the match
 * calls; each function is in the file of its chapter (shadow_hotel.h).
 */
#include "games/shadow_hotel/shadow_hotel.h"

#include <stddef.h>
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/mind.h"

#define SECOND   INT64_C(1000)
#define HOUR     (3600 * SECOND)
#define DAY      (24 * HOUR)
#define TIME_MAX (14 * DAY)

/* Places of the options that are texts. */
enum {
    TEXT_SHADOW_STEPS,
    TEXT_OTHER_STEPS,
    TEXT_MAP
};

/* Words of options. The first of those that begin with "edition" means: what
 * the edition says. */
static const char *const orders[] = {"arrival", "priority", NULL};
static const char *const off_on[] = {"off", "on", NULL};
static const char *const edition_off_on[] = {"edition", "off", "on", NULL};
static const char *const energies[] = {"edition", "held", "in_room", NULL};
static const char *const brillos[] = {"auto", "on", "off", NULL};
static const char *const immunities[] = {"until_armed", "always", "never",
                                         NULL};
static const char *const key_spawns[] = {"edition", "floors3_6", "far3", NULL};
static const char *const key_lines[] = {"edition", "once", "each", NULL};
static const char *const brillo_keys[] = {"edition", "break_lying", "carry",
                                          NULL};
static const char *const kicks[] = {"edition", "shadow", "all", NULL};
static const char *const retakes[] = {"edition", "dropper", "nobody", NULL};
static const char *const mech_limits[] = {"edition", "player_round",
                                          "each_round", NULL};
static const char *const awakens[] = {"edition", "passage", "fake_death", NULL};
static const char *const norths[] = {"edition", "classic", "wander", NULL};
static const char *const jumps[] = {"edition", "classic", "plain", NULL};
static const char *const windows[] = {"edition", "any", "shadow_round", NULL};
static const char *const disguises[] = {"edition", "single", "supply", NULL};
static const char *const reports[] = {"edition", "two_ends", "two_idle", NULL};
static const char *const pulls[] = {"edition", "no_shadow", "all", NULL};
static const char *const afk_actions[] = {"kill", "bot", "none", NULL};

/* What classic and level-4016 say. */
static const struct nj_by_edition level_on = {{0, 1}};
static const struct nj_by_edition classic_on = {{1, 0}};
static const struct nj_by_edition three_in_level = {{0, 3}};

#define INTO(member) NJ_INTO(struct sh_state, opt.member)

/* SH-14. */
/* clang-format off */
static const struct nj_option options[] = {
    {"order",              NJ_OPTION_WORD, orders, 0, 1, 0, INTO(by_priority), NULL},
    {"shuffle_rooms",      NJ_OPTION_WORD, edition_off_on, 0, 2, 0, INTO(shuffle_rooms), &level_on},
    {"last_round",         NJ_OPTION_INT,  NULL, 5, SH_ROUNDS_MAX, 13, INTO(last_round), NULL},
    {"steps_shadow",       NJ_OPTION_TEXT, NULL, 0, TEXT_SHADOW_STEPS, 0, NJ_NOWHERE, NULL},
    {"steps_other",        NJ_OPTION_TEXT, NULL, 0, TEXT_OTHER_STEPS, 0, NJ_NOWHERE, NULL},
    {"phase2_round",       NJ_OPTION_INT,  NULL, 0, SH_ROUNDS_MAX, 5, INTO(phase2_round), NULL},
    {"phase3_round",       NJ_OPTION_INT,  NULL, 0, SH_ROUNDS_MAX, 9, INTO(phase3_round), NULL},
    {"phase_headcount",    NJ_OPTION_WORD, edition_off_on, 0, 2, 0, INTO(phase_headcount), &classic_on},
    {"tunnel_last_player", NJ_OPTION_WORD, off_on, 0, 1, 1, INTO(tunnel_last_player), NULL},
    {"tunnel_energy",      NJ_OPTION_WORD, energies, 0, 2, 0, INTO(tunnel_in_room), &level_on},
    {"brillo",             NJ_OPTION_WORD, brillos, 0, 2, 0, INTO(brillo), NULL},
    {"brillo_immune",      NJ_OPTION_WORD, immunities, 0, 2, 0, INTO(brillo_immune), NULL},
    {"key_count",          NJ_OPTION_INT,  NULL, 1, SH_KEYS_MAX, 3, INTO(key_count), NULL},
    {"key_spawn",          NJ_OPTION_WORD, key_spawns, 0, 2, 0, INTO(key_far), &level_on},
    {"key_lines",          NJ_OPTION_WORD, key_lines, 0, 2, 0, INTO(key_each), &level_on},
    {"brillo_keys",        NJ_OPTION_WORD, brillo_keys, 0, 2, 0, INTO(brillo_carries), &level_on},
    {"kick",               NJ_OPTION_WORD, kicks, 0, 2, 0, INTO(kick_all), &level_on},
    {"retake",             NJ_OPTION_WORD, retakes, 0, 2, 0, INTO(retake_nobody), &level_on},
    {"mech_limit",         NJ_OPTION_WORD, mech_limits, 0, 2, 0, INTO(mech_each_round), &level_on},
    {"awaken",             NJ_OPTION_WORD, awakens, 0, 2, 0, INTO(fake_death), &level_on},
    {"lab_reboot",         NJ_OPTION_WORD, edition_off_on, 0, 2, 0, INTO(lab_reboot), &level_on},
    {"north",              NJ_OPTION_WORD, norths, 0, 2, 0, INTO(wander), &level_on},
    {"jump",               NJ_OPTION_WORD, jumps, 0, 2, 0, INTO(jump_plain), &level_on},
    {"cross_alone",        NJ_OPTION_WORD, edition_off_on, 0, 2, 0, INTO(cross_alone), &classic_on},
    {"shoot_window",       NJ_OPTION_WORD, windows, 0, 2, 0, INTO(shoot_shadow_round), &level_on},
    {"disguise",           NJ_OPTION_WORD, disguises, 0, 2, 0, INTO(supply), &level_on},
    {"report",             NJ_OPTION_WORD, reports, 0, 2, 0, INTO(report_idle), &level_on},
    {"explore",            NJ_OPTION_WORD, edition_off_on, 0, 2, 0, INTO(explore), &level_on},
    {"memory",             NJ_OPTION_WORD, edition_off_on, 0, 2, 0, INTO(memory), &level_on},
    {"radio_uses",         NJ_OPTION_INT,  NULL, -1, 9, -1, INTO(radio_uses), &three_in_level},
    {"free",               NJ_OPTION_WORD, edition_off_on, 0, 2, 0, INTO(free), &level_on},
    {"heaven_radio",       NJ_OPTION_WORD, edition_off_on, 0, 2, 0, INTO(heaven), &level_on},
    {"bear_pull",          NJ_OPTION_WORD, pulls, 0, 2, 0, INTO(bear_all), &level_on},
    {"spawn_protection",   NJ_OPTION_WORD, off_on, 0, 1, 1, INTO(spawn_protection), NULL},
    {"bcast_shuffle",      NJ_OPTION_WORD, off_on, 0, 1, 1, INTO(shuffle_lines), NULL},
    {"show_progress",      NJ_OPTION_WORD, off_on, 0, 1, 0, INTO(show_progress), NULL},
    {"exit_reveal_round",  NJ_OPTION_INT,  NULL, 0, SH_ROUNDS_MAX, 0, INTO(exit_reveal_round), NULL},
    {"tell_priority",      NJ_OPTION_WORD, off_on, 0, 1, 0, INTO(tell_priority), NULL},
    {"mic_max",            NJ_OPTION_INT,  NULL, 1, 120, 120, INTO(mic_max), NULL},
    {"say_max",            NJ_OPTION_INT,  NULL, 1, 200, 200, INTO(say_max), NULL},
    {"round_secs",         NJ_OPTION_MS,   NULL, 10 * SECOND, TIME_MAX, DAY, NJ_NOWHERE, NULL},
    {"min_round_secs",     NJ_OPTION_MS,   NULL, 0, TIME_MAX, 0, NJ_NOWHERE, NULL},
    {"prompt_secs",        NJ_OPTION_MS,   NULL, 10 * SECOND, TIME_MAX, HOUR, NJ_NOWHERE, NULL},
    {"turn_secs",          NJ_OPTION_MS,   NULL, 10 * SECOND, TIME_MAX, 4 * HOUR, NJ_NOWHERE, NULL},
    {"spawn_secs",         NJ_OPTION_MS,   NULL, 0, TIME_MAX, 600 * SECOND, NJ_NOWHERE, NULL},
    {"afk_rounds",         NJ_OPTION_INT,  NULL, 1, SH_ROUNDS_MAX, 2, INTO(afk_rounds), NULL},
    {"afk_action",         NJ_OPTION_WORD, afk_actions, 0, 2, 0, INTO(afk_action), NULL},
    {"map",                NJ_OPTION_TEXT, NULL, 0, TEXT_MAP, 0, NJ_NOWHERE, NULL},
    {"host",               NJ_OPTION_WORD, off_on, 0, 1, 0, INTO(hosted), NULL},
    {0},
};

static const char *const slow[] = {"round_secs", "86400s", NULL};
static const char *const live[] = {
    "round_secs", "600s", "prompt_secs", "90s", "turn_secs", "180s",
    "min_round_secs", "60s", "spawn_secs", "60s", NULL};
/* Alone with computers there is nobody to wait for. */
static const char *const solo[] = {"round_secs", "86400s", "spawn_secs", "0s",
                                   NULL};
static const struct nj_preset presets[] = {
    {"slow", slow}, {"live", live}, {"solo", solo}, {0}};

/* SH-13.1; where a channel is wrong, the rules have their own error. */
static const struct nj_verb verbs[] = {
    {"go",        "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_go},
    {"jump",      "",    NJ_CHANNEL_BOTH, .order = &nj_sh_jump},
    {"stay",      "",    NJ_CHANNEL_BOTH, .order = &nj_sh_stay},
    {"end",       "",    NJ_CHANNEL_BOTH, .order = &nj_sh_end_turn},
    {"take",      "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_take},
    {"drop",      "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_drop},
    {"kick",      "tt",  NJ_CHANNEL_BOTH, .order = &nj_sh_kick},
    {"use",       "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_use},
    {"mic",       "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_mic},
    {"mic_like",  "tw",  NJ_CHANNEL_BOTH, .order = &nj_sh_mic_like},
    {"break",     "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_break},
    {"stamp",     "tw",  NJ_CHANNEL_BOTH, .order = &nj_sh_stamp},
    {"cross",     "tw",  NJ_CHANNEL_BOTH, .order = &nj_sh_cross},
    {"shoot",     "tw",  NJ_CHANNEL_BOTH, .order = &nj_sh_shoot},
    {"fire",      "",    NJ_CHANNEL_BOTH, .order = &nj_sh_fire},
    {"hold",      "",    NJ_CHANNEL_BOTH, .order = &nj_sh_hold},
    {"eat",       "",    NJ_CHANNEL_BOTH, .order = &nj_sh_eat},
    {"guard",     "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_guard},
    {"block",     "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_block},
    {"unblock",   "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_unblock},
    {"give",      "ttw", NJ_CHANNEL_BOTH, .order = &nj_sh_give},
    {"swap",      "tttw", NJ_CHANNEL_BOTH, .order = &nj_sh_swap},
    {"say",       "tt",  NJ_CHANNEL_BOTH, .order = &nj_sh_say},
    {"watch",     "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_watch},
    {"alias",     "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_alias},
    {"peek",      "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_peek},
    {"locate",    "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_locate},
    {"memory",    "tw",  NJ_CHANNEL_BOTH, .order = &nj_sh_memory},
    {"radio",     "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_radio},
    {"free",      "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_free},
    {"hammer",    "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_hammer},
    {"lastwords", "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_lastwords},
    {"suicide",   "",    NJ_CHANNEL_BOTH, .order = &nj_sh_suicide},
    {"rebirth",   "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_place_answer},
    {"place",     "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_place_answer},
    {"yes",       "",    NJ_CHANNEL_BOTH, .order = &nj_sh_yes},
    {"no",        "",    NJ_CHANNEL_BOTH, .order = &nj_sh_no},
    {"look",      "",    NJ_CHANNEL_BOTH, .order = &nj_sh_look},
    {"state",     "",    NJ_CHANNEL_BOTH, .order = &nj_sh_status},
    {"ask",       "t",   NJ_CHANNEL_BOTH, .order = &nj_sh_ask},
    {"me",        "",    NJ_CHANNEL_PRIVATE, .query = nj_sh_query_me},
    {"map",       "",    NJ_CHANNEL_BOTH, .bystander = true, .query = nj_sh_query_map},
    {"log",       "",    NJ_CHANNEL_BOTH, .bystander = true, .query = nj_sh_query_log},
    {"status",    "",    NJ_CHANNEL_BOTH, .bystander = true, .query = nj_sh_query_round},
    {0},
};
/* clang-format on */

static const char *const sheet[] = {"me", NULL};
static const char *const editions[] = {"classic", "level-4016", NULL};

/* SH-14: what would make no game. */
static int check_options(struct nj_match *m, struct nj_options *o,
                         uint8_t seats)
{
    uint8_t steps[3];

    NJ_ASSERT(seats > 0);
    if (*nj_options_at(m, o, "brillo") == 1 && seats < 4) /* SH-1.11 */
        return refuse_option(m, "brillo");
    if (*nj_options_at(m, o, "last_round") % 2 == 0)
        return refuse_option(m, "last_round");
    if (!nj_sh_steps_read(o->text[TEXT_SHADOW_STEPS], steps))
        return refuse_option(m, "steps_shadow");
    if (!nj_sh_steps_read(o->text[TEXT_OTHER_STEPS], steps))
        return refuse_option(m, "steps_other");
    if (nj_data_named(nj_data(m), o->text[TEXT_MAP]) == NULL)
        return refuse_option(m, "map");
    if (!nj_options_meant(m, o, "explore") &&
        (nj_options_meant(m, o, "shuffle_rooms") ||
         nj_options_meant(m, o, "north") ||
         nj_options_meant(m, o, "lab_reboot")))
        return refuse_option(m, "explore");
    return 0;
}

/* The heap's unused end is zero. */
static size_t state_used(const void *state)
{
    const struct sh_state *s = state;

    NJ_ASSERT(s->heap_used <= SH_HEAP_MAX);
    return offsetof(struct sh_state, heap) + s->heap_used;
}

/* SH-12.1: nobody may know who has finished, so all are waited for alike. */
static nj_seat_set awaited(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->n <= SH_SEATS_MAX);
    return s->stage == SH_ENDED ? 0 : nj_bit(s->n) - 1;
}

/* Broadcasts are not among them, not even that of a phase: a line from the
 * microphone may look like any of them (SH-12.5), and one that is said once
 * more beside one that is not would tell which is true. */
static const struct nj_heard heard[] = {
    {"sh.round_first", NJ_HEAR_TURN}, {"sh.round", NJ_HEAR_TURN},
    {"sh.timer_all", NJ_HEAR_ASK},    {"sh.timer", NJ_HEAR_REMIND},
    {"sh.clock_on", NJ_HEAR_NEWS},    {"sh.clock_moved", NJ_HEAR_NEWS},
    {"sh.left", NJ_HEAR_NEWS},        {"sh.reveal", NJ_HEAR_NEWS},
    {"sh.winners", NJ_HEAR_NEWS},     {NULL, NJ_HEAR_ONCE}};

/* Orders are given unseen: the moment of the one that a host takes back would
 * show in the round's new deadline (SH-12.1). */
static const char *const undo_clocks[] = {"turn", "round",         "spawn",
                                          "min",  NJ_PROMPT_TIMER, NULL};

#define NJ_MESSAGES       "games/shadow_hotel/messages.def"
#define NJ_MESSAGES_TABLE messages
#include "match/messages.h"

const struct nj_game nj_shadow_hotel = {
    .id = "shadow-hotel",
    .prefix = "sh",
    .rules_version = 4,
    .seats_min = 3,
    .seats_max = SH_SEATS_MAX,
    .editions = editions,
    .messages = messages,
    .verbs = verbs,
    .frame = {sizeof(struct sh_meant), nj_sh_order_check, nj_sh_order_refuse,
              nj_sh_order_begin, nj_sh_order_end},
    .questions = nj_sh_questions,
    .options = options,
    .presets = presets,
    .host_option = "host",
    .data_name = "config/shadow_hotel/map.json",
    .data_load = nj_sh_map_load,
    .data_more = "config/shadow_hotel/maps/",
    .data_option = "map",
    .state_size = sizeof(struct sh_state),
    .state_used = state_used,
    .check_options = check_options,
    .powers = nj_sh_powers,
    .power_faults = nj_sh_power_faults,
    .refuse = nj_sh_refuse,
    .start = nj_sh_start,
    .phases = nj_sh_phases,
    .ripe = nj_sh_round_check,
    .timer = nj_sh_timer,
    .leave = nj_sh_leave,
    .undone = nj_sh_undone,
    .undo_clocks = undo_clocks,
    .main_timer = "round",
    .heard = heard,
    .own_secrets = true,    /* SH-12.3 */
    .absence_secret = true, /* SH-15.8 */
    .brain = {sizeof(struct sh_mind), true, nj_sh_listens, nj_sh_ears,
              nj_sh_brain_act},
    .awaited = awaited,
    .sheet = sheet,
    .offers = nj_sh_offers,
    .picture = nj_sh_picture,
    .course = nj_sh_course,
    .reveal = nj_sh_reveal,
    .result = nj_sh_result,
    .achievements = nj_sh_achievements,
    .stayed = nj_sh_stayed,
    .given = nj_sh_given,
    .given_done = nj_sh_given_done,
    .state = nj_sh_state_words,
};
