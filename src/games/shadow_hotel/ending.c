/*
 * How a match ends and what is told then (SH-4.14 to 4.19).
 */
#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* SH-4.14 (1), (2), (4) for one seat. */
static bool escapes(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(who->life != SH_ACTIVE || who->room != 0);
    if (who->role != SH_PLAYER || who->life != SH_ACTIVE)
        return false;
    if (who->room == nj_sh_special(m, SH_LOBBY))
        return s->door || nj_sh_holds(s, seat, SH_KEY);
    return s->tunnel && who->room == nj_sh_special(m, SH_LAB);
}

bool nj_sh_check_endings(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->stage != SH_ENDED);
    if (nj_sh_living(s) == 0) {
        nj_sh_end(m, SH_AWAKEN);
        return true;
    }
    for (nj_seat i = 0; i < s->n; i++)
        if (escapes(m, i)) {
            nj_sh_end(m, SH_ESCAPE);
            return true;
        }
    return false;
}

const char *const nj_sh_endings[] = {
    [SH_NO_ENDING] = "", [SH_ESCAPE] = "escape", [SH_AWAKEN] = "awakening",
    [SH_LOOP] = "loop",  [SH_LOST] = "lost",     NULL};

/* SH-4.19. */
void nj_sh_end(struct nj_match *m, enum sh_ending ending)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->stage != SH_ENDED && ending != SH_NO_ENDING);
    nj_sh_publish(m, false);
    s->stage = SH_ENDED;
    s->ending = (uint8_t)ending;
    say_end(m, nj_sh_endings[ending]);
    nj_over(m);
}

/* --- who has won --- */

static bool won(const struct sh_state *s, nj_seat seat)
{
    static const uint8_t winner[] = {[SH_ESCAPE] = SH_PLAYER,
                                     [SH_AWAKEN] = SH_SHADOW,
                                     [SH_LOOP] = SH_BRILLO};

    NJ_ASSERT(s->stage == SH_ENDED && s->ending != SH_NO_ENDING);
    return s->ending != SH_LOST && s->seat[seat].role == winner[s->ending];
}

void nj_sh_result(const struct nj_match *m, nj_seat seat, struct nj_result *out)
{
    const struct sh_state *s = nj_state_const(m);
    bool wins = won(s, seat);

    NJ_ASSERT(s->stage == SH_ENDED);
    out->score = wins ? 1 : 0;
    out->rank = wins ? 1 : 2; /* in a lost hotel nobody is first */
    out->outcome = wins ? "won" : s->ending == SH_LOST ? "nobody" : "lost";
}

/* --- what is told --- */

static const struct nj_row_form roles_form =
    NJ_ROW_FORM("%:%:%", ',', {"seat", NJ_ARG_SEAT, false},
                {"role", NJ_ARG_WORD, false}, {"rank", NJ_ARG_INT, false});

/* The last alias of a seat that is known of: in force, or borne at a death. */
static const char *alias_of(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(s->n_deaths <= SH_DEATHS_MAX && seat < s->n);
    if (s->seat[seat].alias[0] != '\0')
        return s->seat[seat].alias;
    for (uint8_t i = s->n_deaths; i-- > 0;)
        if (s->death[i].seat == seat && s->death[i].name[0] != '\0')
            return s->death[i].name;
    return "";
}

void nj_sh_reveal(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);
    int64_t cells[3 * SH_SEATS_MAX];
    nj_seat_set winners = 0;

    NJ_ASSERT(s->stage == SH_ENDED);
    for (nj_seat i = 0; i < s->n; i++) {
        NJ_ROW_PUT(cells, i, i, s->seat[i].role, s->seat[i].rank + 1);
        if (won(s, i))
            winners |= nj_bit(i);
    }
    say_reveal(m, nj_rows(&roles_form, cells, s->n));
    for (nj_seat i = 0; i < s->n; i++)
        if (alias_of(s, i)[0] != '\0')
            say_reveal_alias(m, i, alias_of(s, i));
    say_winners(m, winners);
}
