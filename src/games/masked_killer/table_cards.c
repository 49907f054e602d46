/*
 * The cards, victims and numbers of the file (MK-6.1, 7.3-7.5, 5.9), read by
 * tables. A complaint names the place in the file.
 */
#include <string.h>

#include "base/json.h"
#include "games/masked_killer/masked_killer.h"
#include "match/datum.h"

const char *const nj_mk_cards[MK_CARDS + 1] = {"loaded_pistol",
                                               "kitchen_knife",
                                               "fire_poker",
                                               "garden_shears",
                                               "knitting_needle",
                                               "flower_pot",
                                               "slingshot",
                                               "hair_spray",
                                               "lamp_oil",
                                               "matches",
                                               "first_aid_kit",
                                               "bandage",
                                               "soda",
                                               "flashlight",
                                               "running_shoes",
                                               "police_radio",
                                               "pot_lid",
                                               "second_wind",
                                               "tommy",
                                               "lindsey",
                                               "blue_key",
                                               "yellow_key",
                                               "quick_step",
                                               "heavy_blow",
                                               "silent_entry",
                                               "blackout",
                                               "lure",
                                               "unkillable",
                                               "relentless",
                                               "dread",
                                               NULL};
const char *const nj_mk_who[MK_WHO + 1] = {"laurie", "annie",    "lynda", "bob",
                                           "loomis", "brackett", NULL};

enum {
    WORD_BYTES = 32,
    LEAST = 1,
    MOST = 9 /* of what stands on a card */
};

#define CARD(key, member)                                    \
 {                                                           \
  key, NJ_DATUM_INT(struct mk_card_row, member, LEAST, MOST) \
 }
#define KEPT(key, member)                                \
 {                                                       \
  key, NJ_DATUM_WORD(struct mk_card_row, member, afters) \
 }
#define WHO(key, member)                                    \
 {                                                          \
  key, NJ_DATUM_INT(struct mk_who_row, member, LEAST, MOST) \
 }
#define TABLE(key, member, lo, hi)                   \
 {                                                   \
  key, NJ_DATUM_INT(struct mk_table, member, lo, hi) \
 }
/* A figure that nothing reads, since the rules know it. */
#define FIXED(key, n)                                \
 {                                                   \
  key, .kind = NJ_DATUM_IS_INT, .lo = (n), .hi = (n) \
 }

static const char *const afters[] = {"discard", "keep", NULL};
static const char *const targets[] = {"self", "self_or_adjacent", NULL};
static const char *const timings[MK_TIMINGS + 1] = {
    "passive", "action", "free", "attack", "with_attack", "defend", NULL};
static const struct nj_datum none[] = {{.key = NULL}};

/* --- what cards and victims can do --- */

/* A word of what is done, with its figures. The member `plus` gets one more
 * when they have been read: so a word without figures stands as 1. */
struct doing {
    const char *word;
    const struct nj_datum *rows;
    struct nj_into plus;
};

#define ROWS(...)    ((const struct nj_datum[]){__VA_ARGS__, {.key = NULL}})
#define MARK(member) none, NJ_INTO(struct mk_card_row, member)

static const struct doing victims_do[] = {
    {"weapon",
     ROWS({"dice", NJ_DATUM_INT(struct mk_card_row, dice, 1, MK_DICE_MAX)},
          {"range", NJ_DATUM_INT(struct mk_card_row, range, 1, 10)},
          KEPT("after", keep),
          {"fuel_only", NJ_DATUM_BOOL(struct mk_card_row, fuel_only),
           .optional = true}),
     NJ_NOWHERE},
    {"counter", ROWS(CARD("exert", counter)), NJ_NOWHERE},
    {"heal",
     ROWS(CARD("amount", heal),
          {"target", NJ_DATUM_WORD(struct mk_card_row, heal_others, targets)}),
     NJ_NOWHERE},
    {"unexert", ROWS(CARD("amount", unexert)), NJ_NOWHERE},
    {"steps", ROWS(CARD("amount", steps)), NJ_NOWHERE},
    {"turn_self", MARK(turns)},
    {"ask_quadrant", MARK(radio)},
    {"cancel_hit", ROWS(CARD("amount", cancels)), NJ_NOWHERE},
    {"extra_action", ROWS(CARD("amount", actions), CARD("exert", exert)),
     NJ_NOWHERE},
    {"fuel", none, NJ_NOWHERE},
    {"unlock",
     ROWS({"car", NJ_DATUM_WORD(struct mk_card_row, car, nj_mk_cars)}),
     NJ_INTO(struct mk_card_row, car)},
    {"child", MARK(child)},
    {NULL, NULL, NJ_NOWHERE}};

static const struct doing killer_does[] = {
    {"k_stalk", ROWS(CARD("max", k_stalk)), NJ_NOWHERE},
    {"k_dice", ROWS(CARD("amount", k_dice)), NJ_NOWHERE},
    {"k_sneak", MARK(k_sneak)},
    {"k_dim", ROWS(CARD("range", k_dim)), NJ_NOWHERE},
    {"k_turn", MARK(k_turn)},
    {"k_heal", ROWS(CARD("amount", k_heal)), NJ_NOWHERE},
    {"k_extra_action", ROWS(CARD("amount", k_actions)), NJ_NOWHERE},
    {"k_exert", ROWS(CARD("amount", k_exert)), NJ_NOWHERE},
    {NULL, NULL, NJ_NOWHERE}};

static const struct doing abilities[] = {
    {"reroll", ROWS(WHO("exert_per_die", reroll)), NJ_NOWHERE},
    {"turn_after_search", none, NJ_INTO(struct mk_who_row, turn_after_search)},
    {"free_window_step", none, NJ_INTO(struct mk_who_row, free_window_step)},
    {"move_bonus", ROWS(WHO("amount", more_steps)), NJ_NOWHERE},
    {"ranged_bonus_die", ROWS(WHO("amount", ranged_die)), NJ_NOWHERE},
    {"bare_dice", ROWS(WHO("amount", bare_dice)), NJ_NOWHERE},
    {NULL, NULL, NJ_NOWHERE}};

/* Reads an object whose key also[0] has one of these words. */
static void read_doing(struct nj_json j, const char *const *also,
                       const struct doing *list, void *out)
{
    struct nj_json word = nj_json_get(j, also[0]);
    const char *text = nj_json_text(word, WORD_BYTES);

    while (list->word != NULL && strcmp(list->word, text) != 0)
        list++;
    if (list->word == NULL) {
        nj_json_reject(word, "nobody can do this");
        return;
    }
    nj_datum_only(j, list->rows, also);
    if (list->plus.width != 0)
        nj_into_put(out, list->plus, 0);
    nj_datum_read(j, list->rows, out);
    if (list->plus.width != 0)
        nj_into_put(out, list->plus, nj_into_get(out, list->plus) + 1);
}

/* --- cards --- */

/* Reads what a weapon is with something that burns. */
static void read_fuel(struct nj_json j, struct mk_card_row *row)
{
    static const char *const also[] = {"card", NULL};
    static const struct nj_datum with[] = {
        {"dice", NJ_DATUM_INT(struct mk_card_row, fuel_dice, 1, MK_DICE_MAX)},
        {"range", NJ_DATUM_INT(struct mk_card_row, fuel_range, 1, 10)},
        KEPT("after_weapon", keep_fueled),
        KEPT("after_fuel", keep_fuel),
        {.key = NULL}};
    static const struct nj_datum card[] = {
        {"card", NJ_DATUM_WORD(struct mk_card_row, fuel, nj_mk_cards)},
        {.key = NULL}};

    nj_datum_only(j, with, also);
    nj_datum_read(j, with, row);
    nj_datum_read(j, card, row);
    row->fuel++;
}

static void read_card(struct nj_json j, struct mk_table *t, uint8_t kind)
{
    static const char *const also[] = {"id", "effects", "source", NULL};
    static const char *const of_effect[] = {"verb", "fuel", NULL};
    static const struct nj_datum rows[] = {
        {"copies", NJ_DATUM_INT(struct mk_card_row, copies, 1, 4)},
        {"timing", NJ_DATUM_WORD(struct mk_card_row, timing, timings)},
        {"per_turn", NJ_DATUM_INT(struct mk_card_row, per_turn, LEAST, MOST),
         .optional = true},
        {"after", NJ_DATUM_WORD(struct mk_card_row, keep, afters),
         .optional = true},
        {.key = NULL}};
    struct mk_card_row *row = &t->card[kind];

    NJ_ASSERT(row->copies == 0); /* each is read once */
    nj_datum_only(j, rows, also);
    nj_datum_read(j, rows, row);
    for (struct nj_json e = nj_datum_items(j, "effects"); nj_json_present(e);
         e = nj_json_next(e)) {
        struct nj_json fuel = nj_json_opt(e, "fuel");

        read_doing(e, of_effect, kind < MK_QUICK ? victims_do : killer_does,
                   row);
        if (nj_json_present(fuel))
            read_fuel(fuel, row);
    }
}

/* --- victims --- */

static void read_victim(struct nj_json j, struct mk_table *t, uint8_t who)
{
    static const char *const also[] = {"id", "start", "ability", "source",
                                       NULL};
    static const char *const of_ability[] = {"rule", NULL};
    static const struct nj_datum rows[] = {
        WHO("health", health),
        WHO("hand", limit),
        {"gun", NJ_DATUM_BOOL(struct mk_who_row, gun)},
        {"replacement_order",
         NJ_DATUM_INT(struct mk_who_row, order, 1, MK_WHO)},
        {.key = NULL}};
    struct nj_json start = nj_json_opt(j, "start");
    const char *text =
        nj_json_present(start) ? nj_json_text(start, WORD_BYTES) : "";

    NJ_ASSERT(t->who[who].health == 0); /* each is read once */
    nj_datum_only(j, rows, also);
    nj_datum_read(j, rows, &t->who[who]);
    t->who[who].bare_dice = 1;
    read_doing(nj_json_get(j, "ability"), of_ability, abilities, &t->who[who]);
    if (nj_mk_cell_at(text, strlen(text)) != t->who[who].start)
        nj_json_reject(j, "the board has this start elsewhere");
}

/* --- the whole --- */

/* Lists whose entries have these names, in their order. */
static const struct list {
    const char *key;
    void (*read)(struct nj_json j, struct mk_table *t, uint8_t i);
    const char *const *names;
    uint8_t from, to;
} lists[] = {{"victims", read_victim, nj_mk_who, 0, MK_WHO},
             {"items", read_card, nj_mk_cards, 0, MK_ITEMS},
             {"keys", read_card, nj_mk_cards, MK_TOMMY, MK_QUICK},
             {"killer_cards", read_card, nj_mk_cards, MK_QUICK, MK_CARDS}};

static void read_list(struct nj_json root, const struct list *list,
                      struct mk_table *t)
{
    uint8_t i = list->from;

    for (struct nj_json j = nj_datum_items(root, list->key); nj_json_present(j);
         j = nj_json_next(j)) {
        struct nj_json id = nj_json_get(j, "id");

        if (i == list->to ||
            strcmp(nj_json_text(id, WORD_BYTES), list->names[i]) != 0) {
            nj_json_reject(id, "not the entry that belongs here");
            return;
        }
        list->read(j, t, i++);
    }
    if (i < list->to)
        nj_json_reject(nj_json_get(root, list->key), "an entry is missing");
}

static void read_rows(struct nj_json j, const struct nj_datum *rows,
                      struct mk_table *t)
{
    static const char *const also[] = {"source", NULL};

    nj_datum_only(j, rows, also);
    nj_datum_read(j, rows, t);
}

static void read_log(struct nj_json log, struct mk_table *t)
{
    static const char *const also[] = {"icon_rows", "last_row", "deaths",
                                       "source", NULL};
    static const struct nj_datum last[] = {
        TABLE("two_or_three_players", last_row[0], 1, MK_ROUNDS_MAX),
        TABLE("four_players", last_row[1], 1, MK_ROUNDS_MAX),
        {.key = NULL}};
    static const struct nj_datum deaths[] = {
        TABLE("two_or_three_players", deaths[0], 1, 4),
        TABLE("four_players", deaths[1], 1, 4),
        {.key = NULL}};

    nj_datum_only(log, none, also);
    read_rows(nj_json_get(log, "last_row"), last, t);
    read_rows(nj_json_get(log, "deaths"), deaths, t);
    for (struct nj_json r = nj_datum_items(log, "icon_rows");
         nj_json_present(r); r = nj_json_next(r))
        t->icon[nj_json_i64(r, 1, MK_ROUNDS_MAX)] = 1;
}

static void read_cards(struct nj_json root, struct mk_table *t)
{
    static const char *const format[] = {"masked-killer-cards/1", NULL};
    static const char *const also[] = {"dice", "supply",       "killer",
                                       "log",  "victims",      "items",
                                       "keys", "killer_cards", NULL};
    static const struct nj_datum head[] = {
        {"format", .kind = NJ_DATUM_IS_WORD, .words = format}, {.key = NULL}};
    static const struct nj_datum dice[] = {FIXED("faces", 6),
                                           FIXED("pool", MK_DICE_MAX),
                                           TABLE("hit_from", hit_from, 1, 6),
                                           {.key = NULL}};
    static const struct nj_datum supply[] = {
        TABLE("exert", exert_supply, 0, 99),
        FIXED("damage", 18),
        {.key = NULL}};
    static const struct nj_datum killer[] = {
        TABLE("health", k_health, 1, 99),
        TABLE("attack_dice", k_dice, 1, MK_DICE_MAX),
        TABLE("stalk", k_stalk, 1, MK_PATH_MAX),
        TABLE("staggered_stalk", k_staggered, 2, 4), /* MK-19.25 */
        {.key = NULL}};

    nj_datum_only(root, head, also);
    nj_datum_read(root, head, t);
    read_rows(nj_json_get(root, "dice"), dice, t);
    read_rows(nj_json_get(root, "supply"), supply, t);
    read_rows(nj_json_get(root, "killer"), killer, t);
    read_log(nj_json_get(root, "log"), t);
    for (size_t i = 0; i < NJ_COUNT(lists); i++)
        read_list(root, &lists[i], t);
}

enum nj_status nj_mk_cards_read(struct mk_table *t, const char *text, size_t n,
                                struct nj_err *err)
{
    struct nj_json_doc *doc = NULL;
    enum nj_status st = nj_json_open(&doc, text, n, &NJ_JSON_FILE, err);

    if (st != NJ_OK)
        return nj_fail_in(err, st, "behind CARDS");
    read_cards(nj_json_root(doc), t);
    st = nj_json_status(doc, err);
    nj_json_close(doc);
    return st;
}
