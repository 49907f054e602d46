/*
 * What the words of a host's decision are in this game (SH-17): rooms, items,
 * switches, and whom they may be about.
 */
#include "games/shadow_hotel/rule.h"

#include "base/bug.h"

static bool read_word(struct nj_ruling *r, char letter,
                      const struct nj_word *word)
{
    NJ_ASSERT(letter == 'i' || letter == 'r' || letter == 'o');
    if (letter == 'i') {
        enum sh_kind kind = nj_sh_find_item(word->token);

        r->kind = (uint8_t)kind;
        return kind != SH_KINDS;
    }
    if (letter == 'r') /* a bare number is a position, as players type it */
        return nj_sh_find_place(r->from, NJ_SEAT_NONE, word->typed,
                                &r->place) == SH_PLACE_OK;
    /* Gas is on where there is gas. */
    r->n = nj_word_is(word, "on") || nj_word_is(word, "gas");
    return r->n != 0 || nj_word_is(word, "off");
}

/* People's own words, cleaned as all that is read. */
static const char *clean(const char *text, char *out, size_t size)
{
    enum {
        LENGTH_MAX = 200
    };

    return nj_sh_filter(text, LENGTH_MAX, SH_TEXT_URLS, out, size);
}

static const char *allow(const struct nj_ruling *r)
{
    const struct sh_state *s = nj_state_const(r->from);
    unsigned marks = r->row->marks;
    bool of_seat = r->seat != NJ_SEAT_NONE;

    NJ_ASSERT((marks & SH_RULE_PRESENT) == 0 || of_seat);
    if ((marks & SH_RULE_EXPLORES) != 0 && !s->opt.explore)
        return "sh.err.edition";
    if ((marks & (SH_RULE_PRESENT | SH_RULE_EXPLORES)) != 0 && of_seat &&
        !nj_sh_is_living(s, r->seat))
        return "sh.err.target_dead";
    if ((marks & SH_RULE_PRESENT) != 0 && !nj_sh_is_present(s, r->seat))
        return "sh.err.target_absent_here";
    return NULL;
}

/* The room, or where the item is. */
static void note(const struct nj_ruling *r, char sign, char out[NJ_RULING_NOTE])
{
    static const char *const forms[] = {[SH_NOWHERE] = "nowhere",
                                        [SH_IN_ROOM] = "#",
                                        [SH_HELD] = "seat ",
                                        [SH_BLOCKING] = "passage ",
                                        [SH_SUPPLY] = "supply"};
    const struct sh_item *item = &nj_sh_now(r->from)->item[r->item];

    NJ_ASSERT(sign == 'r' || sign == 'i');
    NJ_ASSERT(r->item < SH_ITEMS && item->where < NJ_COUNT(forms));
    if (sign == 'r')
        nj_ruling_note(out, "%u", (unsigned)r->place);
    else if (item->where == SH_NOWHERE || item->where == SH_SUPPLY)
        nj_ruling_note(out, "%s", forms[item->where]);
    else /* seats and passages are counted from 1 */
        nj_ruling_note(out, "%s%u", forms[item->where],
                       item->at + (item->where == SH_IN_ROOM ? 0u : 1u));
}

static const struct nj_ruling_row *const tables[] = {nj_sh_seat_rules,
                                                     nj_sh_house_rules, NULL};
const struct nj_rulings nj_sh_rulings = {tables,
                                         SH_NO_RULING,
                                         NJ_RULING_SEATS(struct sh_state, seat),
                                         .several = "sh.err.ruling_seat",
                                         .read = read_word,
                                         .clean = clean,
                                         .allow = allow,
                                         .note = note};
