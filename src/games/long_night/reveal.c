/*
 * What the record keeps of hidden things while the match runs, and what is
 * told to all when it is over (LN-1.7, 9.2).
 */
#include "base/bug.h"
#include "games/long_night/long_night.h"

static const struct nj_row_form places = {
    .canon = "%@%,%",
    .sep = ';',
    .fields = 3,
    .field = {{"seat", NJ_ARG_SEAT, false},
              {"row", NJ_ARG_INT, false},
              {"col", NJ_ARG_INT, false}}};

static const struct nj_row_form lair = {
    .canon = "%,%",
    .sep = ';',
    .fields = 2,
    .field = {{"row", NJ_ARG_INT, false}, {"col", NJ_ARG_INT, false}}};

#define PLACE_CELLS (3 * LN_SEATS_MAX)

static void put_place(const struct ln_state *s, nj_seat seat, uint8_t cell,
                      int64_t *out)
{
    NJ_ASSERT(cell < nj_ln_cells(&s->board) && seat < s->n);
    out[0] = seat;
    out[1] = cell / s->board.size + 1; /* as boards are labelled */
    out[2] = cell % s->board.size + 1;
}

/* A pack of the owner's own is named in the record. */
static void record_pack(struct nj_match *m)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    char hex[NJ_HEX_BYTES];

    nj_hash_hex(&pack->hash, hex);
    if (pack->head.name[0] != '\0')
        say_pack_used(m, pack->head.name, hex);
}

void nj_ln_record_layout(struct nj_match *m, const struct ln_state *s)
{
    char ids[LN_IDS_MAX];
    struct ln_notation board;
    int64_t cells[PLACE_CELLS];

    NJ_ASSERT(s->laid == nj_ln_slots(s->board.size));
    record_pack(m);
    nj_ln_map_ids(nj_ln_pack(m), s->block, s->laid, ids);
    nj_ln_map_now(s, &board);
    for (nj_seat k = 0; k < s->n; k++)
        put_place(s, k, s->seat[k].start, cells + (size_t)3 * k);
    say_layout(m, s->attempt, ids, nj_ln_events[s->event],
               nj_rows(&places, cells, s->n), board.text);
}

void nj_ln_record_turn(struct nj_match *m, const struct ln_state *s,
                       char trace[LN_TRACE_TEXT_MAX])
{
    int64_t from[3];
    int64_t to[3];

    NJ_ASSERT(!s->over);
    if (s->opt.hide != LN_HIDE_OFF)
        (void)nj_ln_trace_text(s, true, trace);
    put_place(s, s->turn, s->from, from);
    put_place(s, s->turn, s->seat[s->turn].cell, to);
    say_turn_walked(m, s->turn, nj_rows(&places, from, 1),
                    nj_rows(&places, to, 1), trace);
}

/* LN-9.2 in three parts. Pack, maps and last places are told here. Traces with
 * hidden steps, every place and the sounds as sent are in the messages of the
 * match, which the end opens: the shell shows them as pages and as a picture,
 * a match file has them. The seed is the shell's to tell. To carry all that
 * along in the state would cost more memory than a match may have (goals P6). */
void nj_ln_reveal(struct nj_match *m)
{
    const struct ln_state *s = nj_state_const(m);
    char pack[NJ_HEX_BYTES];
    struct ln_notation start;
    struct ln_notation end;
    int64_t cells[PLACE_CELLS];
    const int64_t boss[] = {s->boss / s->board.size + 1,
                            s->boss % s->board.size + 1};

    NJ_ASSERT(s->over);
    nj_hash_hex(&nj_ln_pack(m)->hash, pack);
    nj_ln_map_start(nj_ln_pack(m), s, &start);
    nj_ln_map_now(s, &end);
    for (nj_seat k = 0; k < s->n; k++)
        put_place(s, k, s->seat[k].cell, cells + (size_t)3 * k);
    say_reveal(m, pack, s->round, nj_rows(&places, cells, s->n),
               nj_rows(&lair, boss, s->opt.boss ? 1 : 0), start.text, end.text,
               s->opt.boss == LN_BANGBANG ? "bangbang" : NULL,
               nj_ln_texture(s));
}

void nj_ln_exhibit(const struct nj_match *m, struct nj_query *q)
{
    struct ln_notation now;

    nj_ln_map_now(nj_state_const(m), &now);
    say_exhibit(q, now.text);
}
