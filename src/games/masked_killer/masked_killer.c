/*
 * 面具杀人魔: the contents page. Options, verbs and the table that the match
 * calls; each function is in the file of its chapter (masked_killer.h).
 */
#include "games/masked_killer/masked_killer.h"

enum {
    TEXT_PACK /* place of the option that is a text */
};

#define NJ_OPTIONS         "games/masked_killer/options.def"
#define NJ_OPTIONS_TABLE   options
#define NJ_OPTIONS_INTO(x) NJ_INTO(struct mk_state, opt.x)
#include "match/option.h"

/* MK-12 as MK-19.18 and 19.22 have it. */
static const struct nj_preset presets[] = {
    {"day", NJ_WORDS("turn_time", "43200s", "prompt_time", "10800s",
                     "afk_after", "1")},
    {"live",
     NJ_WORDS("turn_time", "180s", "prompt_time", "60s", "afk_after", "2")},
    {0}};

static const struct nj_verb verbs[] = {{0}};

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
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = MK_VICTIMS_MAX + 1,
    .seats_more = 1, /* with two players the victims have one owner (MK-2.1) */
    .editions = editions,
    .messages = messages,
    .verbs = verbs,
    .options = options,
    .presets = presets,
    .data_name = "config/masked_killer/maple-street.txt",
    .data_load = nj_mk_table_load,
    .data_more = "config/masked_killer/packs/",
    .data_option = "pack",
    .state_size = sizeof(struct mk_state),
    .check_options = check_options,
};
