/*
 * The words of `end:` in scenarios (given.c): phase and round; of each seat
 * hand, points, `+C` for a pending card, then its marks; then what was counted.
 */
#include "games/night_of_cards/night_of_cards.h"

/* clang-format off */
#define SHOWS(type, name, word) {"", NJ_GIVEN_NUMBER(struct type, name, 0, 1), .shown = (word)}
static const struct nj_given_row rows[] = {
    SHOWS(nc_state, lost, "lost="),
    SHOWS(nc_state, calm, "calm="),
    SHOWS(nc_state, window, "window="),
    {.words = NULL}};

static const struct nj_given_row seat_rows[] = {
    SHOWS(nc_seat, done, "done="),
    SHOWS(nc_seat, saint, "saint="),
    SHOWS(nc_seat, soulless, "soulless="),
    SHOWS(nc_seat, vicious, "vicious="),
    SHOWS(nc_seat, devout, "devout="),
    SHOWS(nc_seat, curses, "curses="),
    SHOWS(nc_seat, blessings, "blessings="),
    {.words = NULL}};

/* clang-format on */

/* Prints "AM[SN:3]", "C". */
static void put_card(const struct nc_card *c, struct nj_str *out)
{
    NJ_ASSERT(c->type != NC_NONE && c->form < NC_AM && c->morph < NC_AM);
    nj_str_puts(out, nj_nc_types[c->type]);
    if (c->form != NC_NONE)
        nj_str_addf(out, "[%s:%u]", nj_nc_types[c->form], (unsigned)c->used);
    if (c->morph != NC_NONE)
        nj_str_addf(out, ">%s", nj_nc_types[c->morph]);
}

static void put_set(const struct nj_match *m, const char *word, nj_seat_set set,
                    struct nj_str *out)
{
    NJ_ASSERT(set >> nj_seats(m) == 0);
    if (set != 0)
        nj_str_puts(out, word);
    for (nj_seat k = 0; k < nj_seats(m); k++)
        if ((set & nj_bit(k)) != 0)
            nj_str_puts(out, nj_seat_name(m, k));
}

static void put_seat(const struct nj_match *m, const struct nc_seat *who,
                     struct nj_str *out)
{
    NJ_ASSERT(!who->dead || (who->n == 0 && who->pending == 0));
    nj_str_puts(out, who->dead ? "dead" : who->n == 0 ? "-" : "");
    for (uint8_t i = 0; i < who->n; i++) {
        nj_str_puts(out, i == 0 ? "" : ",");
        put_card(&who->card[who->hand[i]], out);
    }
    if (who->dead)
        return;
    nj_str_addf(out, ":%u", (unsigned)who->points);
    if (who->pending != 0) {
        nj_str_putc(out, '+');
        put_card(&who->card[who->pending - 1], out);
    }
    put_set(m, " bind=", who->bind_missed, out);
    put_set(m, " heal=", who->heal_missed, out);
    if (who->arson != 0)
        put_set(m, " arson=", nj_bit((nj_seat)(who->arson - 1)), out);
    nj_given_show(seat_rows, who, out);
}

void nj_nc_state_words(const struct nj_match *m, struct nj_str *out)
{
    const struct nc_state *s = nj_state_const(m);

    nj_str_addf(out, "%s=%u", nj_nc_phases[s->phase], (unsigned)s->round);
    for (nj_seat k = 0; k < s->n; k++) {
        nj_str_addf(out, " %s=", nj_seat_name(m, k));
        put_seat(m, &s->seat[k], out);
    }
    nj_given_show(rows, s, out);
}
