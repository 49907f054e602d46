/*
 * Words offered under a message, by the table of its game.
 */
#include "match/offer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "match/match_priv.h"

/* Adds the word of the row with so much of `of` in the place of the brace. The
 * same word twice running (two keys lie there) and what is more than there is
 * room for are left out. */
static void put(const struct nj_offer *row, const char *of, size_t n,
                struct nj_offered *out)
{
    const char *open = strchr(row->word, '{');
    size_t head = open == NULL ? strlen(row->word) : (size_t)(open - row->word);
    const char *tail = open == NULL ? "" : strchr(open, '}') + 1;
    char *word;

    NJ_ASSERT(out->n >= 0 && head + n + strlen(tail) < NJ_OFFER_BYTES);
    if (out->n == NJ_BUTTONS_MAX)
        return;
    word = out->word[out->n];
    memcpy(word, row->word, head);
    memcpy(word + head, of, n);
    memcpy(word + head + n, tail, strlen(tail) + 1);
    if (out->n == 0 || strcmp(word, out->word[out->n - 1]) != 0)
        out->n++;
}

static void put_list(const struct nj_offer *row, const char *list,
                     struct nj_offered *out)
{
    while (*list != '\0') {
        size_t n = strcspn(list, ",");

        NJ_ASSERT(n > 0);
        put(row, list, n, out);
        list += n + (list[n] == ',');
    }
}

static void put_number(const struct nj_offer *row, int64_t v,
                       struct nj_offered *out)
{
    char text[24];
    int n = snprintf(text, sizeof(text), "%" PRId64, v);

    NJ_ASSERT(n > 0);
    put(row, text, (size_t)n, out);
}

/* What the argument in the braces is: a number, words, or rows. */
static void put_argument(const struct nj_offer *row,
                         const struct nj_message *msg, struct nj_offered *out)
{
    const char *from = strchr(row->word, '{') + 1;
    size_t n = strcspn(from, "}");
    const int64_t *cells;
    char name[32];

    NJ_ASSERT(n < sizeof(name) && from[n] == '}');
    memcpy(name, from, n);
    name[n] = '\0';
    for (uint32_t i = 0; (cells = nj_message_row(msg, name, i)) != NULL; i++)
        put_number(row, cells[0], out);
    put_list(row, nj_message_str(msg, name), out);
    if (nj_message_int(msg, name, INT64_MIN) != INT64_MIN)
        put_number(row, nj_message_int(msg, name, 0), out);
}

static void put_row(const struct nj_match *m, const struct nj_offer *row,
                    const struct nj_message *msg, nj_seat seat,
                    struct nj_offered *out)
{
    char list[NJ_OFFER_LIST] = "";

    if (row->list != NULL) {
        row->list(m, seat, list);
        put_list(row, list, out);
    } else if (strchr(row->word, '{') != NULL) {
        put_argument(row, msg, out);
    } else {
        put(row, "", 0, out);
    }
}

/* The one seat that all wait for, or NJ_SEAT_NONE. */
static nj_seat next_of(const struct nj_match *m)
{
    nj_seat_set all = nj_match_awaited_seats(m);

    return nj_seat_count(all) == 1 ? nj_seat_nth(all, 0) : NJ_SEAT_NONE;
}

static bool is_meant(const struct nj_match *m, const struct nj_offer *row,
                     const struct nj_message *msg, nj_seat seat)
{
    NJ_ASSERT(row->asks == NULL || row->to == NJ_OFFER_SEAT);
    if (strcmp(row->key, NJ_OFFER_ANY) != 0 && strcmp(row->key, msg->key) != 0)
        return false;
    if ((row->to == NJ_OFFER_SEAT) != (seat != NJ_SEAT_NONE))
        return false;
    if (row->to == NJ_OFFER_NEXT && (seat = next_of(m)) == NJ_SEAT_NONE)
        return false;
    if (row->asks != NULL && !nj_prompt_open(m, seat, row->asks))
        return false;
    return row->when == NULL || row->when(m, msg, seat);
}

/* The one seat that reads it; NJ_SEAT_NONE: it is to everybody. False: it is to
 * several, or to nobody who plays. */
static bool reader_of(const struct nj_match *m, const struct nj_message *msg,
                      nj_seat *seat)
{
    *seat = NJ_SEAT_NONE;
    for (nj_seat k = 0; k < m->c.n_seats; k++)
        if (msg->to.to == NJ_TO_SEATS && msg->to.seats == nj_bit(k))
            *seat = k;
    return msg->to.to == NJ_TO_ALL || *seat != NJ_SEAT_NONE;
}

void nj_match_offers(const struct nj_match *m, const struct nj_message *msg,
                     struct nj_offered *out)
{
    const struct nj_offer *row = m->game->offers;
    nj_seat seat;

    out->n = 0;
    out->only = NJ_SEAT_NONE;
    if (row == NULL || !reader_of(m, msg, &seat))
        return;
    for (; row->key != NULL; row++) {
        if (!is_meant(m, row, msg, seat))
            continue;
        if (row->word == NJ_OFFERS_OVER) {
            out->n = -1;
            return;
        }
        if (row->to == NJ_OFFER_NEXT)
            out->only = next_of(m);
        put_row(m, row, msg, seat, out);
    }
}
