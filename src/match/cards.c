/*
 * Cards in a game's state. All piles lie in one array, one behind another, so
 * that moving a card can neither lose nor double it.
 */
#include "match/cards.h"

#include <string.h>

#include "base/bug.h"
#include "match/emit.h"

/* Index of a pile's top in the array, which for an empty one is where its
 * first card would come. */
static uint8_t top_of(const struct nj_cards *c, uint8_t pile)
{
    unsigned n = 0;

    NJ_ASSERT(pile < NJ_PILES_MAX);
    for (uint8_t i = 0; i < pile; i++)
        n += c->count[i];
    NJ_ASSERT(n + c->count[pile] <= NJ_CARDS_MAX);
    return (uint8_t)n;
}

static uint8_t total(const struct nj_cards *c)
{
    return (uint8_t)(top_of(c, NJ_PILES_MAX - 1) + c->count[NJ_PILES_MAX - 1]);
}

/* Makes room at an index and puts a card there. */
static void insert(struct nj_cards *c, uint8_t pile, uint8_t at, uint8_t card)
{
    uint8_t n = total(c);

    NJ_ASSERT(n < NJ_CARDS_MAX && at <= n);
    NJ_ASSERT(at >= top_of(c, pile) && at <= top_of(c, pile) + c->count[pile]);
    memmove(c->card + at + 1, c->card + at, (size_t)(n - at));
    c->card[at] = card;
    c->count[pile]++;
}

void nj_cards_add(struct nj_cards *c, uint8_t pile, uint8_t card)
{
    insert(c, pile, (uint8_t)(top_of(c, pile) + c->count[pile]), card);
    NJ_ASSERT(nj_cards_at(c, pile, (uint8_t)(c->count[pile] - 1)) == card);
}

uint8_t nj_cards_count(const struct nj_cards *c, uint8_t pile)
{
    NJ_ASSERT(pile < NJ_PILES_MAX);
    return c->count[pile];
}

uint8_t nj_cards_at(const struct nj_cards *c, uint8_t pile, uint8_t place)
{
    uint8_t top = top_of(c, pile);

    NJ_ASSERT(place < c->count[pile] && top + place < NJ_CARDS_MAX);
    return c->card[top + place];
}

int nj_cards_find(const struct nj_cards *c, uint8_t pile, uint8_t card)
{
    uint8_t top = top_of(c, pile);

    for (uint8_t i = 0; i < c->count[pile]; i++)
        if (c->card[top + i] == card)
            return i;
    return -1;
}

uint8_t nj_cards_move(struct nj_cards *c, uint8_t from, uint8_t place,
                      uint8_t to, enum nj_end end)
{
    uint8_t card = nj_cards_at(c, from, place);
    uint8_t at = (uint8_t)(top_of(c, from) + place);
    uint8_t last = (uint8_t)(total(c) - 1);

    memmove(c->card + at, c->card + at + 1, (size_t)(last - at));
    c->count[from]--;
    at = top_of(c, to);
    if (end == NJ_BOTTOM)
        at = (uint8_t)(at + c->count[to]);
    insert(c, to, at, card);
    NJ_ASSERT(total(c) == last + 1); /* none lost, none doubled */
    return card;
}

bool nj_cards_draw(struct nj_cards *c, uint8_t from, uint8_t to, uint8_t *card)
{
    if (nj_cards_count(c, from) == 0)
        return false;
    *card = nj_cards_move(c, from, 0, to, NJ_BOTTOM);
    NJ_ASSERT(nj_cards_find(c, to, *card) >= 0);
    return true;
}

void nj_cards_shuffle(struct nj_match *m, struct nj_cards *c, uint8_t pile)
{
    nj_shuffle_u8(m, c->card + top_of(c, pile), c->count[pile]);
}

void nj_cards_renew(struct nj_match *m, struct nj_cards *c, uint8_t deck,
                    uint8_t discard)
{
    NJ_ASSERT(deck != discard);
    while (nj_cards_count(c, discard) > 0)
        (void)nj_cards_move(c, discard, 0, deck, NJ_BOTTOM);
    NJ_ASSERT(c->count[discard] == 0);
    nj_cards_shuffle(m, c, deck);
}

struct nj_arg nj_cards_arg(const char *name, const struct nj_cards *c,
                           uint8_t pile, const char *const *words,
                           char text[NJ_CARDS_TEXT_MAX])
{
    size_t n = 0;

    for (uint8_t i = 0; i < nj_cards_count(c, pile); i++) {
        const char *word = words[nj_cards_at(c, pile, i)];
        size_t len = strlen(word);

        NJ_ASSERT(len > 0 && strchr(word, ',') == NULL); /* a token */
        NJ_ASSERT(n + len + 2 <= NJ_CARDS_TEXT_MAX);
        if (i > 0)
            text[n++] = ',';
        memcpy(text + n, word, len);
        n += len;
    }
    if (n == 0)
        text[n++] = '-';
    text[n] = '\0';
    return nj_arg_words(name, text);
}
