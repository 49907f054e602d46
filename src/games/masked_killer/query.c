/*
 * What anybody may ask at any time (MK-19.16), answered alike to all: from what
 * stands on the board, and from what the group was told. What the killer's next
 * movement would show, he asks himself (MK-11.4).
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"
#include "games/masked_killer/mind.h"

/* The words that were typed behind the question. */
static struct nj_reader words_of(const struct nj_query *q)
{
    const struct nj_input in = {.args = q->args};

    return nj_mk_reader(&in);
}

/* Is there a board to ask about? If not, that is said. */
static bool has_board(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);

    if (s->phase >= MK_PLAY && s->round > 0)
        return true;
    say_not_yet(q);
    return false;
}

/* --- sight, ways --- */

static void answer_sight(const struct nj_match *m, struct nj_query *q,
                         nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_victim *v = &s->v[seat];
    struct mk_view view = nj_mk_view(m);
    uint16_t line[MK_ROWS];
    uint8_t n = nj_mk_line(&view, v->cell, v->dir, line);

    NJ_ASSERT(v->cell < MK_CELLS && n < MK_ROWS);
    say_sees(q, seat, nj_mk_who_is(s, seat), v->cell, v->dir,
             n > 0 ? "yes" : "no", MK_PATH(line, n));
}

void nj_mk_query_sight(const struct nj_match *m, struct nj_query *q)
{
    nj_seat_set asked = nj_mk_living(nj_state_const(m));
    struct nj_reader r = words_of(q);
    nj_seat seat;

    if (!has_board(m, q))
        return;
    if (!nj_reader_end(&r)) {
        if (!nj_mk_read_seat(m, &r, &seat) || !nj_reader_end(&r)) {
            nj_answer(q, "mk.err.syntax", "MK-19.16", NJ_NO_ARGS);
            return;
        }
        asked &= nj_bit(seat);
    }
    NJ_FOREACH_SEAT(k, asked)
        answer_sight(m, q, k);
    if (asked == 0)
        say_not_yet(q);
}

#define FAR UINT8_MAX

/* How many steps the shortest way has on which a window counts as an action,
 * and how many windows; FAR: there is none. */
static uint8_t way_over_windows(const struct nj_match *m, uint16_t from,
                                uint16_t to, uint8_t *windows)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_view view = nj_mk_view(m);
    uint8_t cost[MK_CELLS], over[MK_CELLS] = {0};
    bool more = true;

    NJ_ASSERT(from < MK_CELLS && to < MK_CELLS);
    memset(cost, FAR, sizeof(cost));
    cost[from] = 0;
    while (more) {
        more = false;
        for (unsigned i = 0; i < MK_CELLS * MK_DIRS; i++) {
            uint16_t at = (uint16_t)(i / MK_DIRS);
            enum mk_dir dir = (enum mk_dir)(i % MK_DIRS);
            enum mk_edge edge = nj_mk_edge(&view, at, dir);
            uint16_t next = nj_mk_beside(at, dir);
            unsigned there = cost[at] + (edge == MK_WINDOW ? MK_CLIMBED : 1u);

            if ((edge != MK_OPEN && edge != MK_DOOR && edge != MK_WINDOW) ||
                cost[at] == FAR || there >= cost[next] ||
                (s->k.figure && next == s->k.cell))
                continue;
            cost[next] = (uint8_t)there;
            over[next] = (uint8_t)(over[at] + (edge == MK_WINDOW));
            more = true;
        }
    }
    *windows = over[to];
    return cost[to] == FAR ? FAR : (uint8_t)(cost[to] - MK_CLIMBED * over[to]);
}

static void answer_way(const struct nj_match *m, struct nj_query *q,
                       nj_seat seat, uint16_t to)
{
    const struct mk_state *s = nj_state_const(m);
    uint16_t from = s->v[seat].cell;
    uint16_t steps = nj_mk_way_length(m, from, to);
    struct mk_plan plan = {.n = 0};
    uint8_t windows, walk = way_over_windows(m, from, to, &windows);
    uint8_t most = nj_mk_steps_most(m, seat); /* the first time */
    int base = most - s->v[seat].steps;
    const char *how = steps == 0 && from != to ? "none"
                      : steps <= most          ? "near"
                      : steps == most + 1      ? "exert"
                                               : "far";

    NJ_ASSERT(steps != 0 || from == to || walk == FAR || windows > 0);
    (void)nj_mk_way(m, from, to, &plan);
    say_way(q, seat, nj_mk_who_is(s, seat), MK_CELL(from), to, how, steps,
            steps <= most ? 1 : 1 + (steps - most + base - 1) / base,
            MK_PATH(plan.path, plan.n),
            walk == FAR || windows == 0 ? NJ_NO_INT : windows,
            walk == FAR || windows == 0 ? NJ_NO_INT : walk);
}

/* Of the asker's victim, if he has one, or else of whose turn it is. */
static nj_seat walker(const struct mk_state *s, const struct nj_query *q)
{
    nj_seat_set living = nj_mk_living(s);
    nj_seat seat = q->asker < s->n ? q->asker : s->active;

    NJ_ASSERT(living != 0 || s->kills > 0);
    return (living & nj_bit(seat)) != 0 ? seat : nj_seat_from(living, 0);
}

void nj_mk_query_way(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    struct nj_reader r = words_of(q), ahead = r;
    nj_seat seat;
    struct nj_word word;
    uint16_t to = MK_NOWHERE;

    if (!has_board(m, q))
        return;
    if (nj_mk_read_seat(m, &ahead, &seat))
        r = ahead;
    else
        seat = walker(s, q);
    if (nj_reader_word(&r, &word) && nj_reader_end(&r))
        to = nj_mk_cell_at(word.typed, strlen(word.typed));
    if (to == MK_NOWHERE || seat >= s->n || s->v[seat].cell == MK_NOWHERE)
        nj_answer(q, "mk.err.syntax", "MK-19.16", NJ_NO_ARGS);
    else
        answer_way(m, q, seat, to);
}

/* --- tokens, cards, what is left --- */

const char *nj_mk_spots(const struct nj_match *m, uint8_t from, uint8_t n,
                        uint8_t token, char text[MK_SPOTS_TEXT])
{
    const struct mk_state *s = nj_state_const(m);

    text[0] = '\0';
    NJ_ASSERT(from + n <= MK_TOKENS && token <= 2);
    for (uint8_t i = from; i < from + n; i++)
        if (s->token[i] == token)
            nj_words_add(text, MK_SPOTS_TEXT, MK_CELL(nj_mk_table(m)->spot[i]));
    return text[0] == '\0' ? "-" : text;
}

static void answer_quad(const struct nj_match *m, struct nj_query *q,
                        uint8_t quad)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t from = (uint8_t)(quad * MK_SPOTS);
    char text[3][MK_SPOTS_TEXT];

    NJ_ASSERT(quad < MK_QUADS);
    say_spots(q, quad, nj_cards_count(&s->cards, MK_DECK + quad),
              nj_mk_spots(m, from, MK_SPOTS, 2, text[2]),
              nj_mk_spots(m, from, MK_SPOTS, 1, text[1]),
              nj_mk_spots(m, from, MK_SPOTS, 0, text[0]));
}

void nj_mk_query_tokens(const struct nj_match *m, struct nj_query *q)
{
    struct nj_reader r = words_of(q);
    uint8_t only = nj_reader_among(&r, nj_mk_quads);

    if (!nj_reader_end(&r)) {
        nj_answer(q, "mk.err.syntax", "MK-19.16", NJ_NO_ARGS);
        return;
    }
    for (uint8_t quad = 0; quad < MK_QUADS; quad++)
        if (only > MK_QUADS || only == quad)
            answer_quad(m, q, quad);
}

/* All kinds, with their figures and how many lie open. */
void nj_mk_query_cards(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);

    for (uint8_t card = 0; card < MK_CARDS; card++) {
        const struct mk_card_row *row = &nj_mk_table(m)->card[card];
        uint8_t pile = card < MK_VICTIMS_CARDS ? MK_DISCARD : MK_K_DISCARD;
        int gone = 0;

        NJ_ASSERT(row->dice == 0 || row->range > 0); /* a weapon reaches */
        if (row->copies == 0)
            continue; /* the deck has none */
        for (uint8_t i = 0; i < nj_cards_count(&s->cards, pile); i++)
            gone += nj_cards_at(&s->cards, pile, i) == card;
        say_card_is(q, card, row->copies,
                    row->dice + row->heal + row->unexert + row->steps +
                        row->cancels + row->k_stalk + row->k_dice + row->k_heal,
                    row->range, row->fuel_dice, row->fuel_range, gone);
    }
}

void nj_mk_query_left(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);

    if (!has_board(m, q))
        return;
    NJ_ASSERT(s->round <= s->last && s->kills <= s->limit);
    say_remains(q, s->last - s->round + 1, s->limit - s->kills,
                nj_mk_table(m)->k_health - s->k.damage, s->active,
                s->active == nj_mk_killer(s) ? NJ_NO_INT : s->left,
                nj_phase_ends(m));
}

/* --- what the group was told --- */

/* Where he was seen, what he played, what victims said, by rounds. */
void nj_mk_query_trace(const struct nj_match *m, struct nj_query *q)
{
    static const char *const keys[] = {
        "mk.sight.seen", "mk.sight.trail", "mk.sight.lost", "mk.stop",
        "mk.bump",       "mk.radio",       "mk.k.played",   "mk.claim"};
    int64_t round = 0, said = -1;

    NJ_ASSERT(nj_state_const(m) != NULL);
    for (uint32_t i = 0; i < q->n_record; i++) {
        const struct nj_message *msg = q->record[i];

        if (nj_message_says(msg, "mk.turn.begin"))
            round = nj_message_int(msg, "round", round);
        for (size_t k = 0; msg->to.to == NJ_TO_ALL && k < NJ_COUNT(keys); k++) {
            if (!nj_message_says(msg, keys[k]))
                continue;
            if (said != round)
                say_trace(q, round);
            said = round;
            nj_answer_again(q, msg);
        }
    }
    if (said < 0)
        say_no_trace(q);
}

/* The set of MK-14.2, as a listener has it who hears what the group does. */
static void believe(const struct nj_match *m, const struct nj_query *q,
                    struct mk_mind *mind)
{
    struct nj_rng rng;

    NJ_ASSERT(mind->n <= MK_VICTIMS_MAX);
    nj_rng_splitmix64(&rng, 1); /* it decides nothing */
    for (uint32_t i = 0; i < q->n_record; i++) {
        struct nj_hearing h = {.scratch = mind,
                               .data = nj_mk_table(m),
                               .me = NJ_SEAT_NONE,
                               .msg = q->record[i],
                               .rng = &rng};
        const struct nj_ear *ear = nj_ear_for(nj_mk_ears, h.msg->key);

        if (h.msg->to.to == NJ_TO_ALL && nj_mk_listens(&h) && ear != NULL &&
            !ear->own)
            nj_ear_hears(ear, &h);
    }
}

void nj_mk_query_area(const struct nj_match *m, struct nj_query *q)
{
    const struct mk_state *s = nj_state_const(m);
    struct mk_mind mind = {.n = 0};
    char board[MK_BOARD_TEXT];

    if (!s->opt.area) {
        nj_answer(q, "mk.err.no_area", "MK-19.16", NJ_NO_ARGS);
        return;
    }
    if (!has_board(m, q))
        return;
    believe(m, q, &mind);
    nj_mk_board_of_area(m, &mind.maybe, board);
    say_area(q, s->round, s->last, nj_mk_count(&mind.maybe), board);
}

/* --- the killer's trial --- */

void nj_mk_query_plan(const struct nj_match *m, struct nj_query *q)
{
    static const char *const kinds[] = {"stalk", "sneak", "hunt", NULL};
    const struct mk_state *s = nj_state_const(m);
    const struct nj_input in = {.args = q->args};
    const struct nj_asker to = nj_asker_query(m, q);
    struct nj_reader r = nj_mk_reader(&in);
    struct mk_plan plan = {.n = 0};
    uint16_t seen[MK_PATH_MAX], end;
    uint8_t kind = nj_mk_read(&r, kinds), n = 0;
    const char *fault;

    if (q->asker != nj_mk_killer(s) || s->phase != MK_PLAY || kind == 0xff) {
        nj_answer(q, kind == 0xff ? "mk.err.syntax" : "mk.err.not_your_turn",
                  "MK-11.4", NJ_NO_ARGS);
        return;
    }
    fault = nj_mk_prowl_fault(m, (enum mk_prowl)kind, nj_input_text(&in, 1),
                              nj_mk_stalk_most(m), &plan);
    if (fault != NULL) {
        NJ_ASSERT(strrchr(fault, '.') != NULL); /* "mk.err.blocked", "mk.ask" */
        say_k_plan(&to, "no", strrchr(fault, '.') + 1,
                   plan.step > 0 ? plan.step : NJ_NO_INT, "-", "-", "no");
        return;
    }
    end = plan.n == 0 ? s->k.cell : plan.path[plan.n - 1];
    NJ_ASSERT(end < MK_CELLS && plan.n <= MK_PATH_MAX);
    for (uint8_t i = 0; i < plan.n; i++)
        if (nj_mk_seen_by(m, plan.path[i]) != 0)
            seen[n++] = plan.path[i];
    say_k_plan(&to, "yes", NULL, NJ_NO_INT, MK_PATH(plan.path, plan.n),
               MK_PATH(seen, n), nj_mk_seen_by(m, end) != 0 ? "yes" : "no");
}
