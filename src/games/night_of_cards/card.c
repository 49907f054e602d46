/*
 * The twelve power cards and their powers (NC-5.1), and hands of cards.
 */
#include <stdio.h>
#include <string.h>

#include "games/night_of_cards/night_of_cards.h"
#include "match/reader.h"

#define WORD(name, word) word,
const char *const nj_nc_types[NC_TYPES] = {"-", NC_TYPE_LIST(WORD)};
const char *const nj_nc_sides[NC_SIDES + 1] = {NC_SIDE_LIST(WORD) NULL};
const char *const nj_nc_phases[NC_OVER + 1] = {NC_PHASE_LIST(WORD)};
const char *const nj_nc_causes[NC_CAUSES] = {NC_CAUSE_LIST(WORD)};
const char *const nj_nc_fates[NC_FATES] = {NC_FATE_LIST(WORD)};

#define N   NC_IN_NIGHT
#define ND  (NC_IN_NIGHT | NC_IN_DAY)
#define NDL (NC_IN_NIGHT | NC_IN_DAY | NC_IN_VERDICT)

const struct nc_power_row nj_nc_powers[NC_POWERS] = {
#define NC_POWER(name, word, card, price, booked, when, aims, confinable, \
                 repeat, dup, clause)                                     \
 {word,         NC_##card,  price,       booked, when,                    \
  NC_AT_##aims, confinable, NC_##repeat, dup,    clause},
#include "games/night_of_cards/powers.def"
};

uint8_t nj_nc_acts_as(const struct nc_card *c)
{
    NJ_ASSERT(c->type != NC_NONE && c->type < NC_TYPES);
    NJ_ASSERT(c->form == NC_NONE || c->type == NC_AM);
    if (c->type == NC_C)
        return NC_NONE;
    return c->type == NC_AM ? c->form : c->type;
}

const char *nj_nc_category(const struct nc_card *c)
{
    NJ_ASSERT(c->type != NC_NONE);
    return c->type == NC_C ? "commoner" : "power";
}

uint8_t nj_nc_type_at(const char *word, size_t n)
{
    for (int t = NC_K; t < NC_TYPES; t++)
        if (strlen(nj_nc_types[t]) == n && memcmp(word, nj_nc_types[t], n) == 0)
            return (uint8_t)t;
    return NC_NONE;
}

uint8_t nj_nc_type_of(const char *word)
{
    return nj_nc_type_at(word, strlen(word));
}

uint8_t nj_nc_power_of(const char *word)
{
    uint8_t power = 0;

    NJ_ASSERT(word[0] != '\0');
    while (power < NC_POWERS && strcmp(nj_nc_powers[power].word, word) != 0)
        power++;
    return power;
}

/* --- hands --- */

int nj_nc_in_hand(const struct nc_seat *who, uint8_t slot)
{
    const uint8_t *at = memchr(who->hand, slot, who->n);

    return at != NULL ? (int)(at - who->hand) : -1;
}

uint8_t nj_nc_card_for(const struct nc_seat *who, enum nc_power power)
{
    NJ_FOREACH(const uint8_t, slot, who->hand, who->n)
        /* The morph is the amoeba's own, whatever its form (NC-5.12e). */
        if (power == NC_MORPH
                ? who->card[*slot].type == NC_AM
                : nj_nc_acts_as(&who->card[*slot]) == nj_nc_powers[power].card)
            return *slot;
    return NC_NO_SLOT;
}

uint8_t nj_nc_bottom(const struct nc_seat *who)
{
    uint8_t slot = who->declared[who->dealt - 1];

    NJ_ASSERT(who->dealt >= 1 && who->dealt <= NC_HAND);
    NJ_ASSERT(who->card[slot].type != NC_C);
    return slot;
}

bool nj_nc_take(struct nc_seat *who, uint8_t slot)
{
    int at = nj_nc_in_hand(who, slot);
    struct nc_card *c = &who->card[slot];
    bool morphing = c->morph != NC_NONE;

    NJ_ASSERT(c->type != NC_NONE);
    if (at >= 0) {
        memmove(&who->hand[at], &who->hand[at + 1], (size_t)(who->n - at - 1));
        who->n--;
        who->hand[who->n] = 0;
    }
    c->morph = NC_NONE;
    c->morph_round = 0;
    c->morph_day = 0;
    return morphing;
}

void nj_nc_put_at(struct nc_seat *who, uint8_t slot, uint8_t place)
{
    NJ_ASSERT(who->n < who->dealt && nj_nc_in_hand(who, slot) < 0);
    if (place > who->n)
        place = who->n;
    memmove(&who->hand[place + 1], &who->hand[place], (size_t)(who->n - place));
    who->hand[place] = slot;
    who->n++;
}

/* --- words --- */

void nj_nc_add_word(struct nc_words *list, const char *word)
{
    if (strcmp(list->s, "-") == 0)
        list->s[0] = '\0';
    nj_words_add(list->s, sizeof(list->s), word);
}

struct nc_words nj_nc_card(const struct nc_card *c)
{
    struct nc_words name;

    NJ_ASSERT(c->type != NC_NONE && c->form < NC_AM);
    if (c->form != NC_NONE)
        (void)snprintf(name.s, sizeof(name.s), "%s-%s", nj_nc_types[c->type],
                       nj_nc_types[c->form]);
    else /* each sheet has most of them */
        memcpy(name.s, nj_nc_types[c->type], strlen(nj_nc_types[c->type]) + 1);
    return name;
}

struct nc_words nj_nc_cards(const struct nc_seat *who, const uint8_t *slots,
                            uint8_t n)
{
    struct nc_words list = NC_NO_WORDS;

    NJ_ASSERT(n <= NC_HAND);
    NJ_FOREACH(const uint8_t, slot, slots, n)
        nj_nc_add_word(&list, nj_nc_card(&who->card[*slot]).s);
    return list;
}

struct nc_words nj_nc_kinds(const struct nc_seat *who, const uint8_t *slots,
                            uint8_t n)
{
    struct nc_words list = NC_NO_WORDS;

    NJ_ASSERT(n <= who->dealt);
    NJ_FOREACH(const uint8_t, slot, slots, n)
        nj_nc_add_word(&list, nj_nc_types[who->card[*slot].type]);
    return list;
}

struct nc_words nj_nc_hand(const struct nc_seat *who)
{
    return nj_nc_cards(who, who->hand, who->n);
}

/* --- seats --- */

bool nj_nc_dying(const struct nc_seat *who)
{
    NJ_ASSERT(!who->dead || (who->n == 0 && who->pending == 0));
    return !who->dead && who->n == 0;
}

nj_seat_set nj_nc_living(const struct nc_state *s)
{
    nj_seat_set set = 0;

    for (nj_seat i = 0; i < s->n; i++)
        if (!s->seat[i].dead)
            set |= nj_bit(i);
    return set;
}

nj_seat_set nj_nc_voters(const struct nc_state *s)
{
    nj_seat_set set = nj_nc_living(s);

    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].soulless)
            set &= ~nj_bit(i);
    return set;
}
