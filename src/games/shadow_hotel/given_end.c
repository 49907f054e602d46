/*
 * The state in the words of `end:`; their list is at the top of given.c.
 */
#include "base/bug.h"
#include "base/str.h"
#include "games/shadow_hotel/given.h"

#define MOVED_SHOWN 4 /* rooms that lie elsewhere; of more, only that */

static void put_seat(const struct nj_match *m, nj_seat seat, struct nj_str *out)
{
    static const char *const stops[] = {"", "~", "~~"};
    const struct sh_state *s = nj_state_const(m);
    const struct sh_seat *who = &s->seat[seat];

    NJ_ASSERT(who->stop < NJ_COUNT(stops) && who->life <= SH_OUT);
    nj_str_addf(out, " %s", nj_seat_name(m, seat));
    if (who->life == SH_OUT || who->life == SH_ABSENT) {
        nj_str_puts(out, who->life == SH_OUT ? ":out" : ":absent");
        return;
    }
    nj_str_addf(out, "@%u", (unsigned)who->room);
    if (who->life == SH_REBIRTH)
        nj_str_puts(out, ":rebirth");
    else if (nj_sh_own_round(s, seat))
        nj_str_addf(out, "(%u)%s", (unsigned)who->steps,
                    who->turn_over ? "!" : "");
    nj_str_puts(out, stops[who->stop]);
}

static void put_held(const struct nj_match *m, nj_seat seat, struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);
    char sep = ':';

    for (int i = 0; i < SH_ITEMS; i++) {
        enum sh_kind kind = nj_sh_kind((uint8_t)i);

        if (s->item[i].where != SH_HELD || s->item[i].at != seat ||
            kind == SH_PISTOL)
            continue;
        if (sep == ':')
            nj_str_addf(out, " %s", nj_seat_name(m, seat));
        nj_str_addf(out, "%c%s", sep, nj_sh_item_word(kind));
        sep = ',';
    }
}

static void put_lying(const struct nj_match *m, struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);
    const struct sh_map *map = nj_sh_map(m);

    for (int i = 0; i < SH_ITEMS; i++) {
        const struct sh_item *item = &s->item[i];
        enum sh_kind kind = nj_sh_kind((uint8_t)i);

        NJ_ASSERT(item->where != SH_BLOCKING || kind == SH_BEAR);
        if (item->where == SH_IN_ROOM && item->at != nj_sh_item_start(m, kind))
            nj_str_addf(out, " %s@%u", nj_sh_item_word(kind),
                        (unsigned)item->at);
        if (item->where == SH_BLOCKING && item->at == map->jump)
            nj_str_puts(out, " bear=jump");
        else if (item->where == SH_BLOCKING)
            nj_str_addf(out, " bear=%u-%u", (unsigned)map->passage[item->at].a,
                        (unsigned)map->passage[item->at].b);
    }
}

static void put_rooms(const struct nj_match *m, struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t n = nj_sh_map(m)->n;
    unsigned moved = 0;

    for (uint8_t i = 1; i <= n; i++) {
        NJ_ASSERT(s->room_at[s->pos_of[i]] == i);
        moved += s->pos_of[i] != i;
    }
    if (moved > MOVED_SHOWN)
        nj_str_puts(out, " shuffled");
    for (uint8_t i = 1; i <= n && moved <= MOVED_SHOWN; i++)
        if (s->pos_of[i] != i)
            nj_str_addf(out, " #%u=p%u", (unsigned)i, (unsigned)s->pos_of[i]);
}

void nj_sh_state_words(const struct nj_match *m, struct nj_str *out)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT((s->stage == SH_ENDED) == (s->ending != SH_NO_ENDING));
    if (s->stage == SH_SPAWN)
        nj_str_puts(out, "spawn");
    else
        nj_str_addf(out, "r%u ph%u", (unsigned)s->round, (unsigned)s->phase);
    for (nj_seat k = 0; k < s->n; k++)
        put_seat(m, k, out);
    for (nj_seat k = 0; k < s->n; k++)
        put_held(m, k, out);
    put_lying(m, out);
    put_rooms(m, out);
    nj_given_show(nj_sh_given_rows, s, out);
    if (s->stage == SH_ENDED)
        nj_str_addf(out, " ended=%s", nj_sh_endings[s->ending]);
    else if (s->n_lines > 0)
        nj_str_addf(out, " queue=%u", (unsigned)s->n_lines);
}
