/*
 * A board of 黑影杀 set by hand: seat 1 is the shadow in #33, the others are
 * players in quiet rooms of the sixth floor, all rooms lie where they are
 * numbered and everybody knows them, keys lie in #38, #39 and #46. No SPAWN,
 * nobody dies of silence.
 */
#ifndef SH_BOARD_H
#define SH_BOARD_H

#include "games/shadow_hotel/sh_kit.h"

/* The state, to be changed under the match's feet. */
static inline struct sh_state *board_edit(struct kit *k)
{
    const void *s = nj_state_const(k->m);
    void *mine;

    memcpy(&mine, &s, sizeof(mine));
    return mine;
}

static inline void board_seat(struct sh_state *s, nj_seat seat, uint8_t role,
                              uint8_t room, uint8_t rank)
{
    struct sh_seat *who = &s->seat[seat];

    memset(who, 0, sizeof(*who));
    who->role = role;
    who->room = room;
    who->rank = rank;
    who->offer_to = SH_OFFER_NONE;
    who->known = s->opt.explore ? ~UINT64_C(0) : 0;
    s->order[rank] = seat;
}

/* Turns of round `round` have just begun. */
static inline void board_round(struct kit *k, uint8_t round)
{
    struct sh_state *s = board_edit(k);

    s->round = round;
    nj_sh_round_fresh(s);
    kit_forget(k);
}

static inline struct kit *board(const char *edition, uint8_t n,
                                const char *options)
{
    static const uint8_t rooms[] = {33, 40, 42, 43, 45, 48, 41, 47,
                                    10, 12, 26, 28, 29, 17, 16, 19};
    char all[400];
    struct kit *k;
    struct sh_state *s;

    (void)snprintf(all, sizeof(all),
                   "spawn_protection=off afk_action=none brillo=off "
                   "bcast_shuffle=off %s",
                   options);
    k = kit_start(edition, n, 0, all, 77);
    s = board_edit(k);
    s->shadow = 0;
    s->brillo = NJ_SEAT_NONE;
    s->reboot_due = 0;
    memset(s->death, 0, sizeof(s->death));
    s->n_deaths = 0;
    nj_sh_queue_clear(s);
    board_seat(s, 0, SH_SHADOW, rooms[0], (uint8_t)(n - 1));
    for (nj_seat i = 1; i < n; i++)
        board_seat(s, i, SH_PLAYER, rooms[i], (uint8_t)(i - 1));
    nj_sh_fresh(k->m, s);
    for (uint8_t i = 0; i < s->opt.key_count; i++)
        s->item[SH_ITEM_KEY + i] = (struct sh_item){
            .where = SH_IN_ROOM, .at = (uint8_t)(i < 2 ? 38 + i : 46)};
    board_round(k, 1);
    return k;
}

/* Seat 2 is Brillo; the album lies in #10. */
static inline void board_brillo(struct kit *k)
{
    struct sh_state *s = board_edit(k);

    s->brillo = 1;
    s->seat[1].role = SH_BRILLO;
    s->item[SH_ITEM_SINGLE + SH_ALBUM] =
        (struct sh_item){.where = SH_IN_ROOM, .at = 10};
}

static inline void board_put(struct kit *k, enum sh_kind kind,
                             enum sh_where where, uint8_t at)
{
    struct sh_item *item = &board_edit(k)->item[SH_ITEM_SINGLE + kind];

    item->where = (uint8_t)where;
    item->at = at;
    if (kind == SH_ENERGY)
        board_edit(k)->fireplace = 1;
}

/* Dead, and all know it. */
static inline void board_out(struct kit *k, nj_seat seat)
{
    struct sh_seat *who = &board_edit(k)->seat[seat];

    who->life = SH_OUT;
    who->body = who->room;
    who->room = 0;
    who->turn_over = 1;
}

#endif
