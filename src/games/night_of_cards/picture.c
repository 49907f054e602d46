/*
 * What is drawn (NC-17.18): to a seat its hand in loss order, to the group the
 * table with the cards that each has left, at the end the whole course. All of
 * it stands in the message.
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"

/* --- hands --- */

/* The cards of a list of words, front first, and as many face down as make a
 * whole hand: so all pictures of a phase have one size. */
static void draw_hand(const struct nj_message *msg, struct nj_canvas *c)
{
    static const char *const forms[NC_TYPES] = {
        [NC_K] = "AM-K",   [NC_W] = "AM-W",   [NC_SN] = "AM-SN",
        [NC_SB] = "AM-SB", [NC_SH] = "AM-SH", [NC_VW] = "AM-VW",
        [NC_CF] = "AM-CF", [NC_DP] = "AM-DP", [NC_CB] = "AM-CB",
        [NC_CA] = "AM-CA", [NC_BG] = "AM-BG"};
    bool first = nj_message_says(msg, "nc.setup.hand");
    const char *words = nj_message_str(msg, first ? "cards" : "hand");
    int n = 0;

    c->ops->hand(c, "nc.board.hand", nj_message_int(msg, "points", 0));
    while (*words != '\0' && *words != '-' && n < NC_HAND) {
        size_t len = strcspn(words, ","), type = strcspn(words, ",-");
        const char *name =
            type < len ? forms[nj_nc_type_at(words + type + 1, len - type - 1)]
                       : nj_nc_types[nj_nc_type_at(words, type)];

        c->ops->card(c, ++n, name, NJ_NO_ARGS);
        words += len + (words[len] == ',');
        if (*words == '\0')
            c->ops->mark(c, "bottom");
    }
    NJ_ASSERT(*words == '\0' || *words == '-'); /* no hand is longer */
    for (; n < NC_HAND; n++)
        c->ops->card(c, 0, NULL, NJ_NO_ARGS);
}

/* --- the table --- */

/* The side of a square with room for n on its rim. */
static int side_of(int n)
{
    NJ_ASSERT(n >= 1 && n <= NC_SEATS_MAX);
    return (n + 3) / 4 + 1;
}

static bool is_named(const struct nj_message *msg, const char *list,
                     nj_seat seat)
{
    const struct nj_arg *seats = nj_message_arg(msg, list);

    NJ_ASSERT(seat < NC_SEATS_MAX);
    for (uint32_t i = 0; seats != NULL && i < seats->count; i++)
        if (seats->seats[i] == seat)
            return true;
    return false;
}

/* The i-th of n places round the rim of a square, clockwise from the top. */
static void place_of(int i, int n, int side, int *row, int *col)
{
    int rim = 4 * (side - 1), at = i * rim / n, last = side - 1;

    NJ_ASSERT(n <= rim);
    *row = at < last       ? 0
           : at < 2 * last ? at - last
           : at < 3 * last ? last
                           : rim - at;
    *col = at < last       ? at
           : at < 2 * last ? last
           : at < 3 * last ? 3 * last - at
                           : 0;
}

/* "N1", "d3": lost in the first night, on the third day. */
static void add_moment(struct nc_words *words, char letter, int64_t round)
{
    char token[8];

    NJ_ASSERT(round >= 0);
    (void)snprintf(token, sizeof(token), "%c%d", letter, (int)(round % 1000));
    if (strlen(words->s) + sizeof(token) < sizeof(words->s))
        nj_nc_add_word(words, token); /* no more than anybody reads */
}

/* "N1,d3": a word for each card that the seat has lost, in which night or day,
 * a power card or (in small letters) a commoner. */
static struct nc_words losses_of(const struct nj_message *msg, nj_seat seat)
{
    struct nc_words words = NC_NO_WORDS;
    const int64_t *row;

    NJ_ASSERT(seat < NC_SEATS_MAX);
    for (uint32_t i = 0; (row = nj_message_row(msg, "lost", i)) != NULL; i++)
        for (int64_t n = 0; row[0] == seat && n < row[2] + row[3]; n++)
            add_moment(&words, (n < row[2] ? "ND" : "nd")[row[1] & 1],
                       row[1] / 2);
    return words;
}

/* A seat in the ring and in the list below it: the `key` of its line says what
 * it is, "pending", "soulless". */
static void draw_seat(struct nj_canvas *c, nj_seat seat, int n, int64_t left,
                      const char *mark, const char *key)
{
    int row, col;

    NJ_ASSERT(seat < n && left >= 0);
    place_of(seat, n, side_of(n), &row, &col);
    c->ops->seat(c, row, col, seat);
    if (left > 0)
        c->ops->number(c, row, col, (int)left);
    if (mark != NULL)
        c->ops->glyph(c, row, col, mark);
    c->ops->player(c, seat, key, NJ_ARGS(nj_arg_int("left", left)));
}

/* A line for each seat that has lost any. */
static void draw_losses(const struct nj_message *msg, struct nj_canvas *c,
                        uint8_t n)
{
    for (nj_seat k = 0; k < n; k++) {
        struct nc_words words = losses_of(msg, k);

        if (words.s[0] != '-')
            c->ops->note(c, "nc.picture_lost",
                         NJ_ARGS(nj_arg_int("seat", k + 1),
                                 nj_arg_words("gone", words.s)));
    }
}

/* All seats in a ring with their cards; who has one that may come back, has lost
 * his soul, or is dead, with the camp where all know it. */
static void draw_table(const struct nj_message *msg, struct nj_canvas *c)
{
    static const char *const dead[] = {
        "nc.picture_dead", "nc.picture_dead_killer", "nc.picture_dead_wolf",
        "nc.picture_dead_town", "nc.picture_dead_lone"};
    const struct nj_arg *living = nj_message_arg(msg, "counts");
    const struct nj_arg *gone = nj_message_arg(msg, "dead");
    int n = (int)((living == NULL ? 0 : living->count) +
                  (gone == NULL ? 0 : gone->count));
    const int64_t *row;

    if (n == 0)
        return;
    c->ops->board(c, "nc.board.table",
                  nj_message_int(msg, "night", nj_message_int(msg, "day", 0)),
                  side_of(n), side_of(n));
    for (nj_seat k = 0; (int)k < n; k++) {
        for (uint32_t i = 0; (row = nj_message_row(msg, "counts", i)); i++)
            if (row[0] == k && is_named(msg, "soulless", k))
                draw_seat(c, k, n, row[1], "soulless", "nc.picture_soulless");
            else if (row[0] == k && row[2] > 0)
                draw_seat(c, k, n, row[1], "pending", "nc.picture_pending");
            else if (row[0] == k)
                draw_seat(c, k, n, row[1], NULL, "nc.picture_seat");
        for (uint32_t i = 0; (row = nj_message_row(msg, "dead", i)); i++)
            if (row[0] == k && row[1] >= 0 && row[1] < (int)NJ_COUNT(dead))
                draw_seat(c, k, n, 0, "dead", dead[row[1]]);
    }
    draw_losses(msg, c, (uint8_t)n);
}

/* The cards of a seat, front first. */
static struct nc_words cards_of(const struct nj_message *msg, nj_seat seat)
{
    struct nc_words words = NC_NO_WORDS;
    const int64_t *row;

    for (uint32_t i = 0; (row = nj_message_row(msg, "hands", i)) != NULL; i++) {
        const struct nc_card card = {.type = (uint8_t)row[1],
                                     .form = (uint8_t)row[2]};

        NJ_ASSERT(row[1] < NC_TYPES && row[2] < NC_TYPES);
        if (row[0] == seat)
            nj_nc_add_word(&words, nj_nc_card(&card).s);
    }
    return words;
}

/* The table, and of the living camp and hand. */
static void draw_all(const struct nj_message *msg, struct nj_canvas *c)
{
    const int64_t *row;

    draw_table(msg, c);
    for (uint32_t i = 0; (row = nj_message_row(msg, "sides", i)) != NULL; i++) {
        NJ_ASSERT(row[0] < NC_SEATS_MAX && row[1] >= 1);
        c->ops->note(
            c, "nc.picture_hand",
            NJ_ARGS(nj_arg_int("seat", row[0] + 1),
                    nj_arg_word("side", nj_nc_sides[row[1] - 1]),
                    nj_arg_words("hand", cards_of(msg, (nj_seat)row[0]).s)));
    }
}

/* The row of that seat among those of a list, -1 if it has none. */
static int row_of(const struct nj_message *msg, const char *list, nj_seat seat)
{
    const int64_t *row;
    int at = -1;

    NJ_ASSERT(seat < NC_SEATS_MAX);
    for (uint32_t i = 0; (row = nj_message_row(msg, list, i)) != NULL; i++)
        if (row[0] == seat)
            at = (int)i;
    return at;
}

/* Who voted for whom, with what weight, and what came together on him; who
 * cast no ballot has his row too, for others may have voted for him. */
static void draw_votes(const struct nj_message *msg, struct nj_canvas *c)
{
    const char *total = nj_message_says(msg, "nc.tally") ? "final" : "total";

    c->ops->hand(c, "nc.board.votes", 0);
    for (int i = 0; i < NC_SEATS_MAX; i++) {
        nj_seat k = (nj_seat)i;
        int cast = row_of(msg, "ballots", k), got = row_of(msg, "rows", k);
        struct nj_arg sum = nj_arg_int(
            "total",
            got < 0 ? 0
                    : nj_message_cell(msg, "rows", (uint32_t)got, total, 0));
        const int64_t *ballot;

        if (cast >= 0) {
            ballot = nj_message_row(msg, "ballots", (uint32_t)cast);
            NJ_ASSERT(ballot[1] < NC_SEATS_MAX);
            c->ops->player(c, k, "nc.picture_vote",
                           NJ_ARGS(nj_arg_int("weight", ballot[2]),
                                   nj_arg_seat("target", (nj_seat)ballot[1]),
                                   sum));
        } else if (got >= 0 || is_named(msg, "nothing", k) ||
                   is_named(msg, "silent", k)) {
            c->ops->player(c, k, "nc.picture_no_vote", NJ_ARGS(sum));
        }
    }
}

/* The whole deck: it teaches the game. */
static void draw_deck(const struct nj_message *msg, struct nj_canvas *c)
{
    const int64_t *row;

    c->ops->hand(c, "nc.board.deck", nj_message_int(msg, "n", 0));
    for (uint32_t i = 0; (row = nj_message_row(msg, "deck", i)) != NULL; i++)
        if (row[0] > NC_NONE && row[0] < NC_TYPES)
            c->ops->card(c, (int)row[1], nj_nc_types[row[0]], NJ_NO_ARGS);
}

static const struct {
    const char *key;
    void (*draw)(const struct nj_message *msg, struct nj_canvas *c);
} pictures[] = {{"nc.setup.open", draw_deck}, {"nc.setup.hand", draw_hand},
                {"nc.sheet", draw_hand},      {"nc.night.open", draw_table},
                {"nc.day.open", draw_table},  {"nc.tally", draw_votes},
                {"nc.whole", draw_all},       {"nc.ld.result", draw_votes}};

void nj_nc_picture(const struct nj_message *msg, struct nj_canvas *c)
{
    for (size_t i = 0; i < NJ_COUNT(pictures); i++)
        if (nj_message_says(msg, pictures[i].key))
            pictures[i].draw(msg, c);
}

/* --- the course --- */

/* What the record has told so far: the round, whether its day has come, and in
 * which nights and days, a bit a round, each seat lost cards. */
struct course {
    int64_t round;
    bool day;
    const struct nj_message *end;
    uint64_t lost[NC_SEATS_MAX][2];
};

static void add_loss(struct course *k, int64_t seat, bool day, int64_t round)
{
    NJ_ASSERT(seat >= 0 && seat < NC_SEATS_MAX && round >= 0);
    k->lost[seat][day] |= UINT64_C(1) << (round & 63); /* NC-12.1: 60 at most */
}

/* "N1,D3": night by night and day by day, for what the day has taken is told
 * behind what the next night has (NC-10.3). */
static struct nc_words moments_of(const struct course *k, nj_seat seat)
{
    struct nc_words words = NC_NO_WORDS;

    NJ_ASSERT(seat < NC_SEATS_MAX);
    for (unsigned i = 0; i < 2 * 64; i++)
        if ((k->lost[seat][i % 2] >> i / 2 & 1) != 0)
            add_moment(&words, "ND"[i % 2], i / 2);
    return words;
}

/* Notes the cards of which the message tells that they are lost for good. */
static void note_losses(struct course *k, const struct nj_message *msg)
{
    int64_t seat = nj_message_int(msg, "seat", NJ_SEAT_NONE);
    const int64_t *row;

    if (nj_message_says(msg, "nc.night.open") ||
        nj_message_says(msg, "nc.day.open")) {
        k->day = nj_message_says(msg, "nc.day.open");
        k->round = nj_message_int(msg, k->day ? "day" : "night", 0);
    } else if (nj_message_says(msg, "nc.dawn.loss") ||
               nj_message_says(msg, "nc.dusk.doom")) {
        add_loss(k, seat, k->day, k->round);
    } else if (nj_message_says(msg, "nc.dawn.exec")) {
        add_loss(k, seat, true, k->round - 1);
    } else if (nj_message_says(msg, "nc.saint")) {
        add_loss(k, seat, true, k->round);
        for (uint32_t i = 0; (row = nj_message_row(msg, "losers", i)); i++)
            add_loss(k, row[0], true, k->round);
    }
}

/* At the end: of everybody camp, whether it has won, when he lost cards, and
 * below his first order and what is left. */
void nj_nc_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c)
{
    struct course k = {.round = 0};

    for (uint32_t i = 0; i < n; i++) {
        const struct nj_message *msg = record[i];
        nj_seat seat = (nj_seat)nj_message_int(msg, "seat", 0);

        note_losses(&k, msg);
        if (nj_message_says(msg, "nc.end")) {
            c->ops->hand(c, "nc.board.end", k.round);
            k.end = msg;
        }
        if (!nj_message_says(msg, "nc.end.seat") || k.end == NULL)
            continue;
        NJ_ASSERT(seat < NC_SEATS_MAX);
        c->ops->player(c, seat,
                       is_named(k.end, "seats", seat) ? "nc.course.winner"
                                                      : "nc.course.player",
                       NJ_ARGS(nj_arg_word("side", nj_message_str(msg, "side")),
                               nj_arg_words("lost", moments_of(&k, seat).s)));
        c->ops->note(c, "nc.course.order", msg->args);
        if (!nj_message_is(msg, "cards", "-"))
            c->ops->note(c, "nc.course.left", msg->args);
    }
}
