/*
 * What is drawn: the street from the notation of view.c (MK-16.1), and, when it
 * is over, the killer's way (MK-19.15).
 */
#include <stdlib.h>
#include <string.h>

#include "games/masked_killer/masked_killer.h"

#define MK_GROUND ((size_t)MK_CELLS * MK_DRAWN)

/* Names of grounds in the legend, by the letter of a cell. */
static const struct {
    char letter;
    enum nj_tint tint;
    const char *name;
} grounds[] = {
    {',', NJ_TINT_DOTS, "yard"},       {'=', NJ_TINT_PLAIN, "kerb"},
    {'1', NJ_TINT_SLANTS, "house1"},   {'2', NJ_TINT_BACKSLANTS, "house2"},
    {'3', NJ_TINT_LEVELS, "house3"},   {'4', NJ_TINT_UPRIGHTS, "house4"},
    {'B', NJ_TINT_CHECKS, "blue_car"}, {'Y', NJ_TINT_BRICKS, "yellow_car"}};

static const struct {
    char letter;
    const char *name;
} edges[] = {{'|', "wall"},
             {'d', "gate"},
             {'w', "window"},
             {'f', "fence"},
             {'k', "lock"}},
  marks[] = {
      {'f', "token"}, {'u', "token_used"}, {'g', "token_gone"}, {'@', "start"}};

static void draw_ground(struct nj_canvas *c, int row, int col, char letter)
{
    if (letter == 'T' || letter == 'P')
        c->ops->glyph(c, row, col, letter == 'T' ? "tree" : "car");
    for (size_t i = 0; i < NJ_COUNT(grounds); i++)
        if (grounds[i].letter == letter)
            c->ops->ground(c, row, col, grounds[i].tint, grounds[i].name);
}

static void draw_edge(struct nj_canvas *c, int row, int col, enum nj_side side,
                      char letter)
{
    for (size_t i = 0; i < NJ_COUNT(edges); i++)
        if (edges[i].letter == letter)
            c->ops->edge(c, row, col, side, edges[i].name);
}

static void draw_cell(struct nj_canvas *c, uint16_t cell, const char *of)
{
    int row = nj_mk_row(cell), col = nj_mk_col(cell);

    NJ_ASSERT(row < MK_ROWS && col < MK_COLS);
    draw_ground(c, row, col, of[0]);
    for (size_t i = 0; i < NJ_COUNT(marks); i++)
        if (marks[i].letter == of[1])
            c->ops->glyph(c, row, col, marks[i].name);
    draw_edge(c, row, col, NJ_SIDE_RIGHT, of[2]);
    draw_edge(c, row, col, NJ_SIDE_DOWN, of[3]);
    if (row == 0)
        draw_edge(c, row, col, NJ_SIDE_UP, '|');
    if (col == 0)
        draw_edge(c, row, col, NJ_SIDE_LEFT, '|');
}

/* Reads "C18" and moves on; MK_NOWHERE: it is none. */
static uint16_t read_cell(const char **at)
{
    size_t n = *at[0] == '\0' ? 0 : 1 + strspn(*at + 1, "0123456789");
    uint16_t cell = nj_mk_cell_at(*at, n);

    NJ_ASSERT(n <= strlen(*at) && (n > 0 || cell == MK_NOWHERE));
    *at += n;
    return cell;
}

/* "E19N:E18,E17". */
static void draw_victim(struct nj_canvas *c, nj_seat seat, const char *at)
{
    static const enum nj_side sides[MK_DIRS] = {NJ_SIDE_UP, NJ_SIDE_RIGHT,
                                                NJ_SIDE_DOWN, NJ_SIDE_LEFT};

    uint16_t cell = read_cell(&at);
    size_t dir = strcspn("NESW", (const char[]){*at, '\0'});

    NJ_ASSERT(seat < MK_VICTIMS_MAX);
    if (cell == MK_NOWHERE || *at == '\0' || dir >= MK_DIRS)
        return;
    c->ops->seat(c, nj_mk_row(cell), nj_mk_col(cell), seat);
    c->ops->facing(c, nj_mk_row(cell), nj_mk_col(cell), sides[dir]);
    for (at++; *at == ':' || *at == ',';) {
        at++;
        cell = read_cell(&at);
        if (cell == MK_NOWHERE)
            return;
        c->ops->sight(c, nj_mk_row(cell), nj_mk_col(cell), seat);
    }
}

/* What stands in a cell, or is said of it, by its tag. */
static const struct {
    char tag;
    bool reach, dashed;
    const char *name;
} tags[] = {{'M', false, false, "mask"},  {'S', false, false, "shadow"},
            {'H', false, false, "hides"}, {'R', true, false, "reach"},
            {'r', true, true, "seen"},    {'?', true, false, "maybe"}};

/* "C16", "C16,C17,", "3:C18,4:C17,": of his log the round comes first. */
static void draw_cells(struct nj_canvas *c, char tag, const char *at)
{
    size_t i = 0;

    while (i < NJ_COUNT(tags) && tags[i].tag != tag)
        i++;
    while (*at != '\0' && *at != ';') {
        char *end;
        long round = strtol(at, &end, 10);
        uint16_t cell;
        int row, col;

        at = *end == ':' ? end + 1 : end;
        cell = read_cell(&at);
        if (cell == MK_NOWHERE)
            return;
        row = nj_mk_row(cell);
        col = nj_mk_col(cell);
        if (i < NJ_COUNT(tags) && tags[i].reach)
            c->ops->reach(c, row, col, tags[i].name, tags[i].dashed);
        else if (i < NJ_COUNT(tags))
            c->ops->glyph(c, row, col, tags[i].name);
        else if (tag == 'L' && round > 0 && round <= MK_ROUNDS_MAX)
            c->ops->number(c, row, col, (int)round);
        at += *at == ',';
    }
}

/* --- the panel --- */

/* The victim by whose name the message calls a seat; NULL: it has none yet. */
static const char *called_in(const struct nj_message *msg, int64_t seat)
{
    uint32_t who = msg->args.called >> NJ_CALLED_BITS * seat &
                   ((1u << NJ_CALLED_BITS) - 1);

    NJ_ASSERT(seat >= 0 && seat < MK_VICTIMS_MAX);
    return who > 0 && who <= MK_WHO ? nj_mk_who[who - 1] : NULL;
}

/* The seat, damage, health, exert, cards; of no victim nothing. */
static void draw_player(struct nj_canvas *c, const struct nj_message *msg,
                        const int64_t row[5])
{
    const char *who =
        row[0] >= 0 && row[0] < MK_VICTIMS_MAX ? called_in(msg, row[0]) : NULL;

    if (who != NULL)
        c->ops->player(
            c, (nj_seat)row[0], "mk.picture_seat",
            NJ_ARGS(nj_arg_word("victim", who), nj_arg_int("damage", row[1]),
                    nj_arg_int("health", row[2]), nj_arg_int("exert", row[3]),
                    nj_arg_int("cards", row[4])));
}

/* Reads up to n numbers, "1,0,3"; what is missing is -1. */
static void read_numbers(const char *at, int64_t *out, size_t n)
{
    NJ_ASSERT(n > 0);
    for (size_t i = 0; i < n; i++) {
        char *end = NULL;

        out[i] = -1;
        if (*at < '0' || *at > '9')
            continue;
        out[i] = strtol(at, &end, 10);
        at = *end == ',' ? end + 1 : end;
    }
}

/* A note in which seats are called as the message calls them. */
static void note(struct nj_canvas *c, const struct nj_message *msg,
                 const char *key, struct nj_args args)
{
    args.called = msg->args.called;
    c->ops->note(c, key, args);
}

/* By bit what of the cards of the escape the seat claims. */
static void note_claim(struct nj_canvas *c, const struct nj_message *msg,
                       int64_t seat, int64_t said)
{
    char words[64] = "";

    for (int i = 0; i < MK_CLAIMS; i++)
        if (said > 0 && (said >> i & 1) != 0)
            nj_words_add(words, sizeof(words),
                         i == MK_NO_CLAIM ? "none" : nj_mk_cards[MK_TOMMY + i]);
    NJ_ASSERT(seat >= 0 && seat < MK_VICTIMS_MAX);
    note(c, msg, "mk.picture_claim",
         NJ_ARGS(nj_arg_seat("seat", (nj_seat)seat),
                 nj_arg_words("said", words)));
}

/* "P0,1,3,0,2" a victim's figures, "K..." the killer's; "T0,2" whose turn it is,
 * and what is left of it; "C0,3" a claim. */
static void draw_figures_of(struct nj_canvas *c, const struct nj_message *msg,
                            char tag, const char *at)
{
    int64_t n[6];

    read_numbers(at, n, NJ_COUNT(n));
    if (tag == 'P')
        draw_player(c, msg, n);
    else if (tag == 'K')
        c->ops->note(
            c, "mk.picture_killer",
            NJ_ARGS(nj_arg_int("damage", n[0]), nj_arg_int("health", n[1]),
                    nj_arg_word("side", n[2] > 0 ? "staggered" : "prepared"),
                    nj_arg_int("count", n[3]), nj_arg_int("kills", n[4]),
                    nj_arg_int("limit", n[5]),
                    nj_arg_int("round", nj_message_int(msg, "round", 0)),
                    nj_arg_int("last", nj_message_int(msg, "last", 0))));
    else if (tag == 'T' && n[0] >= 0 && n[0] <= MK_VICTIMS_MAX)
        note(c, msg, "mk.picture_active",
             NJ_ARGS(nj_arg_seat("active", (nj_seat)n[0]),
                     nj_arg_int("actions", n[1] < 0 ? 0 : n[1])));
    else if (tag == 'C' && n[0] >= 0 && n[0] < MK_VICTIMS_MAX)
        note_claim(c, msg, n[0], n[1]);
}

/* "2,5,8". */
static void note_icons(struct nj_canvas *c, const char *at)
{
    char text[4 * MK_ROUNDS_MAX];
    const char *rows[MK_ROUNDS_MAX];
    size_t len = strcspn(at, ";");
    uint32_t n = 0;

    if (len >= sizeof(text))
        return;
    memcpy(text, at, len);
    text[len] = '\0';
    for (char *row = text; row != NULL && n < MK_ROUNDS_MAX; n++) {
        rows[n] = row;
        row = strchr(row, ',');
        if (row != NULL)
            *row++ = '\0';
    }
    NJ_ASSERT(n >= 1);
    c->ops->note(c, "mk.picture_icons",
                 NJ_ARGS(nj_arg_texts("icons", rows, n)));
}

/* What stands below the board. */
static void draw_panel(struct nj_canvas *c, const struct nj_message *msg)
{
    const char *at = strchr(nj_message_str(msg, "board"), ';');

    NJ_ASSERT(at == NULL || *at == ';');
    for (; at != NULL; at = strchr(at + 1, ';'))
        if (at[1] == 'I')
            note_icons(c, at + 2);
        else
            draw_figures_of(c, msg, at[1], at[1] == '\0' ? at + 1 : at + 2);
}

static void draw_figure(struct nj_canvas *c, const char *at)
{
    char tag = *at++;

    if (tag >= '1' && tag < '1' + MK_VICTIMS_MAX)
        draw_victim(c, (nj_seat)(tag - '1'), at);
    else if (tag != '\0' && strchr("IPKTC", tag) == NULL)
        draw_cells(c, tag, at);
}

/* False: it is no board. */
static bool draw_board(struct nj_canvas *c, const struct nj_message *msg)
{
    const char *board = nj_message_str(msg, "board"), *figure;

    if (strcspn(board, ";") != MK_GROUND)
        return false;
    c->ops->board(c, "mk.board.street", nj_message_int(msg, "round", 0),
                  MK_ROWS, MK_COLS);
    c->ops->letters(c);
    for (uint16_t cell = 0; cell < MK_CELLS; cell++)
        draw_cell(c, cell, board + (size_t)cell * MK_DRAWN);
    figure = board + MK_GROUND;
    NJ_ASSERT(*figure == ';' || *figure == '\0');
    while (*figure == ';') {
        draw_figure(c, figure + 1);
        figure += 1 + strcspn(figure + 1, ";");
    }
    return true;
}

/* A hand, each card with its number (MK-16.3), or below the killer's map. */
static void draw_hand(struct nj_canvas *c, const char *words)
{
    int n = 0;
    uint8_t card;

    c->ops->hand(c, "mk.board.hand", 0);
    while (nj_mk_next_card(&words, &card))
        c->ops->card(c, ++n, nj_mk_cards[card], NJ_NO_ARGS);
}

static bool holds_cards(const struct nj_message *msg)
{
    const char *words = nj_message_str(msg, "cards");

    return words[0] != '\0' && words[0] != '-';
}

/* Is the killer on the board? Before that his side is a phase (nj_mk_side). */
static bool is_there(const struct nj_message *msg)
{
    const char *side = nj_message_str(msg, "side");

    return strcmp(side, "prepared") == 0 || strcmp(side, "staggered") == 0;
}

void nj_mk_picture(const struct nj_message *msg, struct nj_canvas *c)
{
    const int64_t *row;

    if (nj_message_says(msg, "mk.hand")) {
        if (holds_cards(msg)) /* else there is nothing to look at */
            draw_hand(c, nj_message_str(msg, "cards"));
        return;
    }
    if (!draw_board(c, msg))
        return;
    if (nj_message_says(msg, "mk.k.map") && holds_cards(msg))
        draw_hand(c, nj_message_str(msg, "cards"));
    draw_panel(c, msg);
    if (nj_message_arg(msg, "victims") == NULL)
        return;
    /* What the seats have, and the killer (MK-16.1). */
    for (uint32_t i = 0; (row = nj_message_row(msg, "victims", i)); i++)
        draw_player(c, msg, row);
    if (is_there(msg))
        c->ops->note(c, "mk.picture_killer", msg->args);
    if (nj_message_arg(msg, "decks") != NULL)
        c->ops->note(c, "mk.picture_decks", msg->args);
}

/* --- the course: the last board, and his way by rounds --- */

/* The seats of the last board, with the damage that came behind it. */
static void draw_last_seats(const struct nj_message *const *record, uint32_t n,
                            const struct nj_message *board, struct nj_canvas *c)
{
    int64_t seat[5];
    const int64_t *row;

    for (uint32_t i = 0; (row = nj_message_row(board, "victims", i)); i++) {
        memcpy(seat, row, sizeof(seat));
        for (uint32_t k = n; k > 0 && record[k - 1] != board; k--)
            if ((nj_message_says(record[k - 1], "mk.hit.victim") ||
                 nj_message_says(record[k - 1], "mk.heal")) &&
                nj_message_u8(record[k - 1], "seat") == seat[0]) {
                seat[1] = nj_message_int(record[k - 1], "damage", 0);
                break;
            }
        draw_player(c, board, seat);
    }
}

/* What is left of it is told below: who died, and what they held. */
static void draw_losses(const struct nj_message *const *record, uint32_t n,
                        struct nj_canvas *c)
{
    for (uint32_t i = 0; i < n; i++) {
        bool died = nj_message_says(record[i], "mk.dead");
        const char *at = nj_message_str(record[i], "cell");
        uint16_t cell = died ? read_cell(&at) : MK_NOWHERE;

        if (cell != MK_NOWHERE)
            c->ops->glyph(c, nj_mk_row(cell), nj_mk_col(cell), "dead");
        if (died || nj_message_says(record[i], "mk.end.cards"))
            c->ops->note(c, record[i]->key, record[i]->args);
    }
}

static void draw_way(const char *at, nj_seat killer, struct nj_canvas *c)
{
    uint16_t from = MK_NOWHERE, to;

    for (int64_t round = 0; *at != '\0'; round++, at += *at == ',') {
        to = read_cell(&at);
        if (to == MK_NOWHERE)
            return;
        if (round > 0)
            c->ops->number(c, nj_mk_row(to), nj_mk_col(to), (int)round);
        if (from != MK_NOWHERE && from != to) {
            c->ops->turn(c, round, killer);
            c->ops->move(c, killer, from, to, true);
        }
        from = to;
    }
    if (from != MK_NOWHERE)
        c->ops->glyph(c, nj_mk_row(from), nj_mk_col(from), "mask");
}

void nj_mk_course(const struct nj_message *const *record, uint32_t n,
                  struct nj_canvas *c)
{
    const struct nj_message *board = NULL, *log = NULL;
    nj_seat killer = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (nj_message_says(record[i], "mk.board"))
            board = record[i];
        if (nj_message_says(record[i], "mk.end.log"))
            log = record[i];
        if (nj_message_says(record[i], "mk.setup.roles"))
            killer = nj_message_u8(record[i], "killer");
    }
    if (board == NULL || log == NULL || !draw_board(c, board))
        return;
    draw_last_seats(record, n, board, c);
    draw_losses(record, n, c);
    c->ops->note(c, log->key, log->args);
    draw_way(nj_message_str(log, "cells"), killer, c);
}
