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

/* What classic and level-4016 say. */
static const struct nj_by_edition level_on = {{0, 1}};
static const struct nj_by_edition classic_on = {{1, 0}};
static const struct nj_by_edition three_in_level = {{0, 3}};

#define NJ_OPTIONS         "games/shadow_hotel/options.def"
#define NJ_OPTIONS_TABLE   options
#define NJ_OPTIONS_INTO(x) NJ_INTO(struct sh_state, opt.x)
#include "match/option.h"

/* Alone with computers there is nobody to wait for. */
static const struct nj_preset presets[] = {
    {"slow", NJ_WORDS("round_secs", "86400s")},
    {"live", NJ_WORDS("round_secs", "600s", "prompt_secs", "90s", "turn_secs",
                      "180s", "min_round_secs", "60s", "spawn_secs", "60s")},
    {"solo", NJ_WORDS("round_secs", "86400s", "spawn_secs", "0s")},
    {0}};

/* clang-format off */
/* SH-13.1; where a channel is wrong, the rules have their own error. What was
 * typed is kept for the archive (SH-19.14), but for talk, which it leaves out. */
static const struct nj_verb verbs[] = {
    {"go",        "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_go},
    {"jump",      "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_jump},
    {"stay",      "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_stay},
    {"end",       "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_end_turn},
    {"end_auto",  "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_end_auto},
    {"take",      "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_take},
    {"drop",      "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_drop},
    {"kick",      "ttr", NJ_CHANNEL_BOTH, .order = &nj_sh_kick},
    {"use",       "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_use},
    {"mic",       "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_mic},
    {"mic_like",  "twr", NJ_CHANNEL_BOTH, .order = &nj_sh_mic_like},
    {"break",     "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_break},
    {"stamp",     "twr", NJ_CHANNEL_BOTH, .order = &nj_sh_stamp},
    {"cross",     "twr", NJ_CHANNEL_BOTH, .order = &nj_sh_cross},
    {"shoot",     "twr", NJ_CHANNEL_BOTH, .order = &nj_sh_shoot},
    {"fire",      "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_fire},
    {"hold",      "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_hold},
    {"eat",       "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_eat},
    {"guard",     "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_guard},
    {"block",     "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_block},
    {"unblock",   "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_unblock},
    {"give",      "ttwr", NJ_CHANNEL_BOTH, .order = &nj_sh_give},
    {"swap",      "tttwr", NJ_CHANNEL_BOTH, .order = &nj_sh_swap},
    {"say",       "tt",  NJ_CHANNEL_BOTH, .order = &nj_sh_say},
    {"watch",     "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_watch},
    {"alias",     "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_alias},
    {"peek",      "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_peek},
    {"locate",    "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_locate},
    {"memory",    "twr", NJ_CHANNEL_BOTH, .order = &nj_sh_memory},
    {"radio",     "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_radio},
    {"free",      "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_free},
    {"hammer",    "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_hammer},
    {"lastwords", "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_lastwords},
    {"suicide",   "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_suicide},
    {"rebirth",   "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_place_answer},
    {"place",     "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_place_answer},
    {"yes",       "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_yes},
    {"no",        "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_no},
    {"here",      "",    NJ_CHANNEL_PRIVATE, .order = &nj_sh_present},
    {"look",      "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_look},
    {"state",     "r",   NJ_CHANNEL_BOTH, .order = &nj_sh_status},
    {"ask",       "tr",  NJ_CHANNEL_BOTH, .order = &nj_sh_ask},
    {"me",        "",    NJ_CHANNEL_PRIVATE, .query = nj_sh_query_me},
    {"map",       "",    NJ_CHANNEL_BOTH, .bystander = true, .query = nj_sh_query_map},
    {"log",       "",    NJ_CHANNEL_BOTH, .bystander = true, .query = nj_sh_query_log},
    {"status",    "",    NJ_CHANNEL_BOTH, .bystander = true, .query = nj_sh_query_round},
    {"help",      "",    NJ_CHANNEL_PRIVATE, .query = nj_sh_query_help},
    {0},
};

/* clang-format on */

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

    NJ_ASSERT(s->heap_used <= SH_HEAP_MAX && s->n_lines <= SH_LINES_MAX);
    return offsetof(struct sh_state, heap) + s->heap_used;
}

/* SH-12.1: nobody may know who has finished, so all are waited for alike. */
static nj_seat_set awaited(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    return s->stage == SH_ENDED ? 0 : nj_bit(s->n) - 1;
}

/* Broadcasts are not among them, not even that of a phase: a line from the
 * microphone may look like any of them (SH-12.5), and one that is said once
 * more beside one that is not would tell which is true. */
static const char *const misplaced[] = {"sh.err.private", NULL};

static const struct nj_heard heard[] = {
    {"sh.round_first", NJ_HEAR_TURN}, {"sh.round", NJ_HEAR_TURN},
    {"sh.timer_all", NJ_HEAR_ASK},    {"sh.timer", NJ_HEAR_REMIND},
    {"sh.clock_on", NJ_HEAR_NEWS},    {"sh.clock_moved", NJ_HEAR_NEWS},
    {"sh.left", NJ_HEAR_NEWS},        {"sh.reveal", NJ_HEAR_NEWS},
    {"sh.winners", NJ_HEAR_NEWS},     {NULL, NJ_HEAR_ONCE}};

/* What a newcomer is told besides. */
static const char *const hints[] = {"sh.role", "sh.waits", "sh.step",
                                    "sh.meet.list", NULL};

static bool early(const struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->n > 0); /* before a start nobody is told anything */
    return s->round <= 2;
}

#define NJ_MESSAGES       "games/shadow_hotel/messages.def"
#define NJ_MESSAGES_TABLE messages
#include "match/messages.h"

/* The host's board (SH-19.9), the telescope (SH-19.14). */
static const char *const shown[] = {"sh.round_first", "sh.host.all",
                                    "sh.watch.seen", NULL};

/* SH-19.2; whichever phase it is. */
static const struct nj_tempo tempo[] = {{20, 90, 600 * SECOND, 5},
                                        {20, 90, 600 * SECOND, 5},
                                        {20, 90, 600 * SECOND, 5}};

const struct nj_game nj_shadow_hotel = {
    .id = "shadow-hotel",
    .prefix = "sh",
    .rules_version = 9,
    .seats_min = 3,
    .seats_max = SH_SEATS_MAX,
    .editions = NJ_WORDS("classic", "level-4016"),
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
    /* Orders are given unseen: the moment of the one that a host takes back
     * would show in the round's new deadline (SH-12.1). */
    .undo_clocks = NJ_WORDS("turn", "round", "spawn", "min", NJ_PROMPT_TIMER),
    .main_timer = "round",
    .hints = hints,
    .early = early,
    .heard = heard,
    .misplaced = misplaced,
    .shown = shown,
    .own_secrets = true,    /* SH-12.3 */
    .absence_secret = true, /* SH-15.8 */
    .brain = {.scratch_size = sizeof(struct sh_mind),
              .late = true,
              .tempo = tempo,
              .listens = nj_sh_listens,
              .ears = nj_sh_ears,
              .act = nj_sh_brain_act},
    .awaited = awaited,
    .unfinished = nj_sh_unfinished,
    .presence = nj_sh_presence,
    .sheet = NJ_WORDS("me"),
    .offers = nj_sh_offers,
    .picture = nj_sh_picture,
    .course = nj_sh_course,
    .whole = nj_sh_whole,
    .reveal = nj_sh_reveal,
    .result = nj_sh_result,
    .achievements = nj_sh_achievements,
    .stayed = nj_sh_stayed,
    .given = nj_sh_given,
    .given_done = nj_sh_given_done,
    .state = nj_sh_state_words,
};
