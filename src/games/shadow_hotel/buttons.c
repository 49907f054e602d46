/*
 * What may be pressed instead of typed (SH-13.3). The rows under a view are
 * made of the view itself, so they tell nothing that it does not tell.
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

struct row {
    const char **out;
    int n;
};

static void put(struct row *r, const char *word)
{
    NJ_ASSERT(word != NULL);
    if (r->n < NJ_BUTTONS_MAX)
        r->out[r->n++] = word;
}

static bool is(const struct nj_message *msg, const char *key)
{
    return strcmp(msg->key, key) == 0;
}

/* --- words with an object --- */

/* By position. */
static const char *const steps[SH_PLACES] = {
    NULL,   "→ 1",  "→ 2",  "→ 3",  "→ 4",  "→ 5",  "→ 6",  "→ 7",  "→ 8",
    "→ 9",  "→ 10", "→ 11", "→ 12", "→ 13", "→ 14", "→ 15", "→ 16", "→ 17",
    "→ 18", "→ 19", "→ 20", "→ 21", "→ 22", "→ 23", "→ 24", "→ 25", "→ 26",
    "→ 27", "→ 28", "→ 29", "→ 30", "→ 31", "→ 32", "→ 33", "→ 34", "→ 35",
    "→ 36", "→ 37", "→ 38", "→ 39", "→ 40", "→ 41", "→ 42", "→ 43", "→ 44",
    "→ 45", "→ 46", "→ 47", "→ 48", "→ 49"};

/* The number behind the arrow is an answer to where one wants to be. */
#define ARROW_BYTES 4

static const char *const takes[SH_KINDS] = {
    "take key",   "take pistol",    "take torch",   "take boots", "take mask",
    "take cross", "take gun",       "take energy",  "take album", "take bear",
    "take coin",  "take telescope", "take disguise"};

static const char *const drops[SH_KINDS] = {
    "drop key",   "drop pistol",    "drop torch",   "drop boots", "drop mask",
    "drop cross", "drop gun",       "drop energy",  "drop album", "drop bear",
    "drop coin",  "drop telescope", "drop disguise"};

static const char *const uses[SH_MECHS] = {
    "use power",    "use cube", "use fireplace",
    "use poker",    NULL, /* the microphone wants words */
    "use awakening"};

/* Is the token one of those of the list, "torch,coin"? */
static bool lists(const char *list, const char *token)
{
    size_t n = strlen(token);

    NJ_ASSERT(n > 0);
    for (const char *at = list; at[0] != '\0';) {
        size_t len = strcspn(at, ",");

        if (len == n && strncmp(at, token, n) == 0)
            return true;
        at += len + (at[len] == ',');
    }
    return false;
}

static void put_ways(struct row *r, const struct nj_message *msg, bool arrow)
{
    const struct nj_arg *ways = nj_message_arg(msg, "ways");

    if (ways == NULL || ways->type != NJ_ARG_ROWS)
        return;
    for (size_t i = 0; i < ways->count; i++) {
        int64_t pos = ways->rows.cells[i * ways->rows.form->fields];

        NJ_ASSERT(pos >= 1 && pos < SH_PLACES);
        put(r, steps[pos] + (arrow ? 0 : ARROW_BYTES));
    }
}

static void put_listed(struct row *r, const char *list,
                       const char *const words[SH_KINDS])
{
    for (int k = 0; k < SH_KINDS; k++)
        if (lists(list, nj_sh_item_word((enum sh_kind)k)))
            put(r, words[k]);
}

/* --- rows --- */

static void put_step(struct row *r, const struct nj_match *m,
                     const struct nj_message *msg, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    bool acts = nj_sh_own_round(s, seat) && !s->seat[seat].turn_over &&
                s->seat[seat].life == SH_ACTIVE;
    const char *mechs = nj_message_str(msg, "mechanisms");
    char held[SH_WORDS_BYTES];

    if (acts)
        put_ways(r, msg, true);
    put_listed(r, nj_message_str(msg, "items"), takes);
    for (int k = 0; acts && k < SH_MECHS; k++)
        if (uses[k] != NULL && lists(mechs, nj_sh_mech_word((enum sh_mech)k)))
            put(r, uses[k]);
    if (acts && s->seat[seat].room == nj_sh_special(m, SH_BRIDGE))
        put(r, "jump");
    nj_sh_items_held(m, seat, held);
    put_listed(r, held, drops);
    if (acts)
        put(r, "end");
    put(r, "state");
}

/* The answers to a question. */
static void put_answers(struct row *r, const struct nj_message *msg)
{
    if (is(msg, "sh.prompt.spawn")) {
        put_ways(r, msg, false);
        put(r, "stay");
    } else if (is(msg, "sh.prompt.gun")) {
        put(r, "fire");
        put(r, "hold");
    } else if (is(msg, "sh.prompt.coin") || is(msg, "sh.offer.give") ||
               is(msg, "sh.offer.swap")) {
        put(r, "yes");
        put(r, "no");
    }
}

/* What the archive reads out (SH-12.8) looks like what was said to the reader,
 * but is about somebody else, and long past. */
static bool is_of_now(const struct nj_match *m, nj_seat seat,
                      const struct nj_message *msg)
{
    static const struct {
        const char *key, *name;
    } questions[] = {
        {"sh.prompt.spawn", SH_ASK_SPAWN}, {"sh.prompt.coin", SH_ASK_COIN},
        {"sh.prompt.gun", SH_ASK_GUN},     {"sh.offer.give", SH_ASK_OFFER},
        {"sh.offer.swap", SH_ASK_OFFER},   {"sh.prompt.wake", SH_ASK_WAKE}};
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(seat < s->n);
    for (size_t i = 0; i < NJ_COUNT(questions); i++)
        if (is(msg, questions[i].key))
            return nj_prompt_open(m, seat, questions[i].name);
    if (is(msg, "sh.step"))
        return nj_message_int(msg, "pos", 0) == s->pos_of[who->room];
    if (is(msg, "sh.you.dead") || is(msg, "sh.you.fake"))
        return who->life != SH_ACTIVE;
    return true;
}

static nj_seat only_seat(const struct nj_message *msg, uint8_t n)
{
    for (nj_seat i = 0; i < n; i++)
        if (msg->to.to == NJ_TO_SEATS && msg->to.seats == nj_bit(i))
            return i;
    return NJ_SEAT_NONE;
}

int nj_sh_buttons(const struct nj_match *m, const struct nj_message *msg,
                  const char *out[])
{
    const struct sh_state *s = nj_state_const(m);
    struct row r = {.out = out, .n = 0};
    nj_seat seat = only_seat(msg, s->n);

    NJ_ASSERT(msg->key != NULL);
    if (s->stage != SH_ENDED && seat != NJ_SEAT_NONE &&
        !is_of_now(m, seat, msg))
        return 0;
    if (s->stage == SH_ENDED || is(msg, "sh.you.dead") ||
        is(msg, "sh.you.fake"))
        return is(msg, "sh.end") || seat != NJ_SEAT_NONE ? -1 : 0;
    if (seat == NJ_SEAT_NONE) {
        if (is(msg, "sh.round") || is(msg, "sh.round_first")) {
            put(&r, "map");
            put(&r, "log");
        }
        return r.n;
    }
    if (is(msg, "sh.step"))
        put_step(&r, m, msg, seat);
    else
        put_answers(&r, msg);
    NJ_ASSERT(r.n <= NJ_BUTTONS_MAX);
    return r.n;
}
