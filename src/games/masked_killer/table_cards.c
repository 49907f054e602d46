/*
 * The cards, victims and numbers of the file (MK-5.9, 6.1, 7.3-7.6), read by
 * tables, with the figures that are not ours to change and the bounds of those
 * that are (MK-19.24, 19.25). A complaint names the place in the file.
 */
#include <string.h>

#include "base/json.h"
#include "games/masked_killer/table.h"
#include "match/datum.h"

/* clang-format off */
const char *const nj_mk_cards[MK_CARDS + 1] = {
    "loaded_pistol", "kitchen_knife", "fire_poker", "garden_shears",
    "knitting_needle", "flower_pot", "slingshot", "hair_spray", "lamp_oil",
    "matches", "first_aid_kit", "bandage", "soda", "flashlight",
    "running_shoes", "police_radio", "pot_lid", "second_wind",
    "tommy", "lindsey", "blue_key", "yellow_key",
    "quick_step", "heavy_blow", "silent_entry", "blackout", "lure",
    "unkillable", "relentless", "dread", NULL};
/* clang-format on */
const char *const nj_mk_who[MK_WHO + 1] = {"laurie", "annie",    "lynda", "bob",
                                           "loomis", "brackett", NULL};

static const char *const ends[] = {"discard", "keep", NULL};
static const char *const targets[] = {"self", "self_or_adjacent", NULL};
static const char *const timings[MK_TIMINGS + 1] = {
    "passive", "action", "free", "attack", "with_attack", "defend", NULL};

uint8_t nj_mk_card_named(const char *word, size_t n)
{
    for (uint8_t card = 0; card < MK_CARDS; card++)
        if (strlen(nj_mk_cards[card]) == n &&
            strncmp(nj_mk_cards[card], word, n) == 0)
            return card;
    return MK_NO_CARD;
}

bool nj_mk_next_card(const char **words, uint8_t *card)
{
    size_t n = strcspn(*words, ",");

    *card = nj_mk_card_named(*words, n);
    *words += n + ((*words)[n] == ',');
    return *card != MK_NO_CARD;
}

/* --- rows: a key, where it stands, its bounds --- */

#define CARD(key, member, hi)                                            \
 {                                                                       \
  key, NJ_DATUM_INT(struct mk_card_row, member, 1, hi), .optional = true \
 }
#define DOES(key, member)                                          \
 {                                                                 \
  key, NJ_DATUM_BOOL(struct mk_card_row, member), .optional = true \
 }
#define WORD(key, member, list)                                          \
 {                                                                       \
  key, NJ_DATUM_WORD(struct mk_card_row, member, list), .optional = true \
 }
#define WHO(key, member, lo, hi)                       \
 {                                                     \
  key, NJ_DATUM_INT(struct mk_who_row, member, lo, hi) \
 }
#define MAY(key, member)                                          \
 {                                                                \
  key, NJ_DATUM_BOOL(struct mk_who_row, member), .optional = true \
 }
#define BONUS(key, member)                                             \
 {                                                                     \
  key, NJ_DATUM_INT(struct mk_who_row, member, 1, 2), .optional = true \
 }
#define NUMBER(key, member, hi)                     \
 {                                                  \
  key, NJ_DATUM_INT(struct mk_table, member, 1, hi) \
 }

/* clang-format off */
static const struct nj_datum card_rows[] = {
    {"copies", NJ_DATUM_INT(struct mk_card_row, copies, 1, 4)},
    {"timing", NJ_DATUM_WORD(struct mk_card_row, timing, timings)},
    WORD("after", keep, ends), CARD("per_turn", per_turn, 9),
    CARD("dice", dice, MK_DICE_MAX), CARD("range", range, 10),
    WORD("fuel", fuel, nj_mk_cards), DOES("fuel_only", fuel_only),
    CARD("fuel_dice", fuel_dice, MK_DICE_MAX), CARD("fuel_range", fuel_range, 10),
    WORD("after_fueled", keep_fueled, ends), WORD("fuel_after", keep_fuel, ends),
    CARD("counter", counter, 3), CARD("cancels", cancels, 3),
    CARD("heal", heal, 5), WORD("target", heal_others, targets),
    CARD("unexert", unexert, 9), CARD("steps", steps, 9),
    DOES("turn", turns), DOES("radio", radio),
    CARD("actions", actions, 2), CARD("exert", exert, 3),
    WORD("car", car, nj_mk_cars), DOES("child", child),
    {.key = NULL}};
static const struct nj_datum killer_rows[] = {
    {"copies", NJ_DATUM_INT(struct mk_card_row, copies, 0, 4)},
    {"timing", NJ_DATUM_WORD(struct mk_card_row, timing, timings)},
    CARD("k_stalk", k_stalk, 9), CARD("k_dice", k_dice, 2),
    DOES("k_sneak", k_sneak), CARD("k_dim", k_dim, 1), DOES("k_turn", k_turn),
    CARD("k_heal", k_heal, 9), CARD("k_actions", k_actions, 2),
    CARD("k_exert", k_exert, 3),
    {.key = NULL}};
static const struct nj_datum who_rows[] = {
    WHO("health", health, 3, 5), WHO("hand", limit, 3, 5),
    WHO("order", order, 1, MK_WHO),
    MAY("gun", gun), MAY("turn_after_search", turn_after_search),
    MAY("free_window_step", free_window_step), BONUS("reroll", reroll),
    BONUS("more_steps", more_steps), BONUS("ranged_die", ranged_die),
    {"bare_dice", NJ_DATUM_INT(struct mk_who_row, bare_dice, 1, 3), .optional = true},
    {.key = NULL}};
static const struct nj_datum number_rows[] = {
    NUMBER("hit_from", hit_from, 6), NUMBER("exert", exert_supply, 99),
    NUMBER("health", k_health, 99), NUMBER("attack_dice", k_dice, MK_DICE_MAX),
    NUMBER("stalk", k_stalk, MK_PATH_MAX), NUMBER("staggered_stalk", k_staggered, 4),
    NUMBER("last_row", last_row[0], MK_ROUNDS_MAX),
    NUMBER("last_row_of_four", last_row[1], MK_ROUNDS_MAX),
    NUMBER("deaths", deaths[0], 4), NUMBER("deaths_of_four", deaths[1], 4),
    {.key = NULL}};

/* --- figures that are not ours, and how far those of ours go --- */

#define NUMBERS "numbers"

/* Of the seed and of its lost icons there is one (MK-19.24); of ours those
 * between two bounds (MK-19.25), the others in the rows above. */
static const struct figure {
    const char *entry, *key;
    uint8_t lo, hi; /* of a word: its place in the list */
} figures[] = {
    {NUMBERS, "hit_from", 4, 4}, {NUMBERS, "exert", 12, 12},
    {NUMBERS, "health", 12, 12}, {NUMBERS, "attack_dice", 3, 3},
    {NUMBERS, "stalk", 5, 5}, {NUMBERS, "staggered_stalk", 2, 4},
    {NUMBERS, "last_row", 24, 24}, {NUMBERS, "last_row_of_four", 18, 18},
    {NUMBERS, "deaths", 4, 4}, {NUMBERS, "deaths_of_four", 3, 3},
    {"laurie", "health", 3, 3}, {"laurie", "hand", 4, 4}, {"laurie", "reroll", 1, 1},
    {"loomis", "gun", true, true}, {"brackett", "gun", true, true},
    {"brackett", "bare_dice", 1, 3},
    {"loaded_pistol", "copies", 2, 2}, {"loaded_pistol", "dice", 3, 3},
    {"loaded_pistol", "range", 10, 10}, {"loaded_pistol", "after", true, true},
    {"kitchen_knife", "dice", 2, 2}, {"kitchen_knife", "range", 1, 1},
    {"kitchen_knife", "after", true, true}, {"kitchen_knife", "counter", 1, 1},
    {"first_aid_kit", "timing", MK_ACTION, MK_ACTION}, {"first_aid_kit", "heal", 2, 3},
    {"bandage", "timing", MK_FREE, MK_FREE}, {"bandage", "heal", 1, 2},
    {"police_radio", "copies", 1, 2}, {"second_wind", "copies", 1, 2},
    {"tommy", "child", true, true}, {"lindsey", "child", true, true},
    {"blue_key", "car", MK_BLUE, MK_BLUE}, {"yellow_key", "car", MK_YELLOW, MK_YELLOW},
    {"quick_step", "k_stalk", 2, 3}, {"unkillable", "k_heal", 1, 2},
};

/* clang-format on */

static void check_figure(struct nj_json j, const struct figure *f,
                         const struct nj_datum *row, const void *out)
{
    struct nj_json at = nj_json_opt(j, row->key);
    int64_t is = nj_into_get(out, row->into);
    char what[96], figure[8];

    NJ_ASSERT(row->into.width != 0 && f->lo <= f->hi);
    if (nj_json_present(at) && is >= f->lo && is <= f->hi)
        return;
    (void)snprintf(figure, sizeof(figure), "%u", f->lo);
    if (f->lo == f->hi)
        (void)snprintf(what, sizeof(what), "%s: the rulebook has %s %s",
                       f->entry, row->key,
                       row->words != NULL ? row->words[f->lo] : figure);
    else
        (void)snprintf(what, sizeof(what), "%s: MK-19.25 has %s %u to %u",
                       f->entry, row->key, f->lo, f->hi);
    nj_json_reject(nj_json_present(at) ? at : j, what);
}

/* Reads an entry of that name, of which nothing else may be said. */
static void read_entry(struct nj_json j, const char *entry,
                       const struct nj_datum *rows, void *out)
{
    static const char *const also[] = {"id", "source", NULL};

    nj_datum_only(j, rows, also);
    nj_datum_read(j, rows, out);
    for (size_t i = 0; i < NJ_COUNT(figures); i++) {
        const struct nj_datum *row = rows;

        if (strcmp(figures[i].entry, entry) != 0)
            continue;
        while (row->key != NULL && strcmp(row->key, figures[i].key) != 0)
            row++;
        NJ_ASSERT(row->key != NULL); /* each figure is one that is read */
        check_figure(j, &figures[i], row, out);
    }
}

/* --- lists --- */

static uint8_t read_card(struct nj_json j, struct mk_table *t, uint8_t kind)
{
    struct mk_card_row *row = &t->card[kind];

    NJ_ASSERT(row->copies == 0); /* each is read once */
    read_entry(j, nj_mk_cards[kind], kind < MK_QUICK ? card_rows : killer_rows,
               row);
    /* Where none is named 0 stays. */
    row->fuel = (uint8_t)(row->fuel + nj_json_present(nj_json_opt(j, "fuel")));
    row->car = (uint8_t)(row->car + nj_json_present(nj_json_opt(j, "car")));
    return row->copies;
}

static uint8_t read_victim(struct nj_json j, struct mk_table *t, uint8_t who)
{
    NJ_ASSERT(t->who[who].health == 0); /* each is read once */
    t->who[who].bare_dice = 1;
    read_entry(j, nj_mk_who[who], who_rows, &t->who[who]);
    return 1;
}

/* Lists whose entries have these names, in their order, and how many cards or
 * victims they are together (MK-7.6). */
static const struct list {
    const char *key;
    uint8_t (*read)(struct nj_json j, struct mk_table *t, uint8_t i);
    const char *const *names;
    uint8_t from, to, together;
} lists[] = {{"victims", read_victim, nj_mk_who, 0, MK_WHO, 6},
             {"items", read_card, nj_mk_cards, 0, MK_ITEMS, 32},
             {"keys", read_card, nj_mk_cards, MK_TOMMY, MK_QUICK, 4},
             {"killer_cards", read_card, nj_mk_cards, MK_QUICK, MK_CARDS, 10}};

static void read_list(struct nj_json root, const struct list *list,
                      struct mk_table *t)
{
    unsigned together = 0;
    uint8_t i = list->from;
    char what[64];

    NJ_ASSERT(list->names[i] != NULL && list->from < list->to);
    for (struct nj_json j = nj_datum_items(root, list->key); nj_json_present(j);
         j = nj_json_next(j)) {
        struct nj_json id = nj_json_get(j, "id");

        if (i == list->to ||
            strcmp(nj_json_text(id, 32), list->names[i]) != 0) {
            nj_json_reject(id, "not the entry that stands here");
            return;
        }
        together += list->read(j, t, i++);
    }
    (void)snprintf(what, sizeof(what), "%u together, MK-7.6 has %u", together,
                   list->together);
    if (i < list->to || together != list->together)
        nj_json_reject(nj_json_get(root, list->key), what);
}

static void read_cards(struct nj_json root, struct mk_table *t)
{
    static const char *const format[] = {"masked-killer-cards/1", NULL};
    static const char *const also[] = {"numbers", "icon_rows", "victims",
                                       "items",   "keys",      "killer_cards",
                                       NULL};
    static const struct nj_datum head[] = {
        {"format", .kind = NJ_DATUM_IS_WORD, .words = format}, {.key = NULL}};

    nj_datum_only(root, head, also);
    nj_datum_read(root, head, t);
    read_entry(nj_json_get(root, NUMBERS), NUMBERS, number_rows, t);
    for (struct nj_json r = nj_datum_items(root, "icon_rows");
         nj_json_present(r); r = nj_json_next(r))
        t->icon[nj_json_i64(r, 1, MK_ROUNDS_MAX)] = 1;
    for (size_t i = 0; i < NJ_COUNT(lists); i++)
        read_list(root, &lists[i], t);
}

enum nj_status nj_mk_cards_read(struct mk_table *t, const char *text, size_t n,
                                struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    enum nj_status st = nj_json_open(&doc, text, n, &NJ_JSON_FILE, err);

    NJ_ASSERT((st == NJ_OK) == (doc != NULL));
    if (st != NJ_OK)
        return nj_fail_in(err, st, "behind CARDS");
    read_cards(nj_json_root(doc), t);
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    return st;
}
