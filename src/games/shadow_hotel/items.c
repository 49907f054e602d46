/*
 * Items: what they are, where they are, and the orders take, drop and kick
 * (SH-7, SH-5.7 to 5.9).
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

#define GUN       (SH_ITEM_SINGLE + SH_GUN)
#define TELESCOPE (SH_ITEM_SINGLE + SH_TELESCOPE)
#define ALL       ((uint8_t)SH_ITEMS)

/* --- kinds --- */

enum sh_kind nj_sh_kind(uint8_t item)
{
    NJ_ASSERT(item < SH_ITEMS);
    if (item < SH_KEYS_MAX)
        return SH_KEY;
    if (item >= SH_ITEM_DISGUISE)
        return SH_DISGUISE;
    return (enum sh_kind)(item - SH_ITEM_SINGLE);
}

bool nj_sh_is_goods(enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    return kind == SH_KEY || kind == SH_TORCH || kind == SH_GUN ||
           kind == SH_ENERGY || kind == SH_BEAR || kind == SH_TELESCOPE;
}

bool nj_sh_is_droppable(enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    return kind != SH_PISTOL && kind != SH_CROSS;
}

bool nj_sh_may_carry(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    uint8_t role = s->seat[seat].role;

    NJ_ASSERT(seat < s->n);
    switch (kind) {
    case SH_KEY:
        return role == SH_PLAYER ||
               (role == SH_BRILLO && s->opt.brillo_carries);
    case SH_PISTOL:
    case SH_CROSS:
        return role == SH_SHADOW;
    case SH_ALBUM:
        return role == SH_BRILLO;
    case SH_TORCH:
    case SH_BOOTS:
    case SH_MASK:
    case SH_GUN:
    case SH_ENERGY:
    case SH_BEAR:
    case SH_COIN:
    case SH_TELESCOPE:
    case SH_DISGUISE:
    case SH_KINDS:
        break;
    }
    return true;
}

uint8_t nj_sh_item_start(const struct nj_match *m, enum sh_kind kind)
{
    static const uint8_t rooms[SH_KINDS] = {
        [SH_TORCH] = 4,      [SH_BOOTS] = 24,   [SH_MASK] = 42,
        [SH_GUN] = 27,       [SH_BEAR] = 26,    [SH_COIN] = 16,
        [SH_TELESCOPE] = 17, [SH_DISGUISE] = 23};

    NJ_ASSERT(kind < SH_KINDS);
    return kind == SH_CROSS ? nj_sh_special(m, SH_SONG) : rooms[kind];
}

/* --- where they are --- */

static int find_at(const struct sh_state *s, enum sh_where where, uint8_t at,
                   enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    for (uint8_t i = 0; i < ALL; i++)
        if (s->item[i].where == where && s->item[i].at == at &&
            nj_sh_kind(i) == kind)
            return i;
    return -1;
}

int nj_sh_held(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    NJ_ASSERT(seat < s->n);
    return find_at(s, SH_HELD, seat, kind);
}

int nj_sh_lying(const struct sh_state *s, uint8_t room, enum sh_kind kind)
{
    NJ_ASSERT(room < SH_PLACES);
    return find_at(s, SH_IN_ROOM, room, kind);
}

int nj_sh_hand(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    for (uint8_t i = 0; i < ALL; i++)
        if (s->item[i].where == SH_HELD && s->item[i].at == seat &&
            nj_sh_is_goods(nj_sh_kind(i)))
            return i;
    return -1;
}

/* Where the item shows; 0: nowhere. The reserve of disguises counts. */
static uint8_t room_of(const struct nj_match *m, uint8_t item)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(item < SH_ITEMS);
    if (s->item[item].where == SH_SUPPLY)
        return nj_sh_item_start(m, SH_DISGUISE);
    return s->item[item].where == SH_IN_ROOM ? s->item[item].at : 0;
}

bool nj_sh_findable(const struct nj_match *m, uint8_t item)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = room_of(m, item);

    if (room == 0)
        return false;
    return nj_sh_kind(item) == SH_ALBUM || !s->opt.wander ||
           room != nj_sh_special(m, SH_DARK) || nj_sh_dark_is_lit(m);
}

/* What goes with an item that leaves somebody's hands. */
static void let_go(struct sh_state *s, uint8_t item)
{
    NJ_ASSERT(s->item[item].where == SH_HELD);
    if (item == TELESCOPE)
        nj_sh_watch_clear(s);
    if (nj_sh_kind(item) == SH_DISGUISE && s->opt.supply)
        memset(s->seat[s->item[item].at].alias, 0, SH_ALIAS_BYTES);
}

void nj_sh_put(struct nj_match *m, uint8_t item, enum sh_where where,
               uint8_t at)
{
    struct sh_state *s = nj_state(m);
    struct sh_item *it = &s->item[item];

    NJ_ASSERT(item < SH_ITEMS);
    NJ_ASSERT(where != SH_BLOCKING || nj_sh_kind(item) == SH_BEAR);
    if (it->where == where && it->at == at)
        return;
    if (it->where == SH_HELD)
        let_go(s, item);
    if (item == GUN && it->where == SH_IN_ROOM &&
        it->at == nj_sh_item_start(m, SH_GUN) && !s->gas)
        s->gas_due = 1; /* SH-6.16 */
    if (where == SH_IN_ROOM && nj_sh_kind(item) == SH_DISGUISE && s->opt.supply)
        where = SH_SUPPLY;
    it->where = (uint8_t)where;
    it->at = where == SH_SUPPLY ? nj_sh_item_start(m, SH_DISGUISE) : at;
    if (where == SH_NOWHERE)
        it->at = 0;
}

/* What only the shadow may carry somebody else has from a host: it falls. */
void nj_sh_drop_all(struct nj_match *m, nj_seat seat, uint8_t room)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(room > 0);
    for (uint8_t i = 0; i < ALL; i++)
        if (s->item[i].where == SH_HELD && s->item[i].at == seat &&
            (seat != s->shadow || nj_sh_is_droppable(nj_sh_kind(i))))
            nj_sh_put(m, i, SH_IN_ROOM, room);
}

/* --- lists of words --- */

static void add_word(char out[256], const char *word)
{
    size_t len = strlen(out);

    (void)snprintf(out + len, 256 - len, "%s%s", len > 0 ? "," : "", word);
    NJ_ASSERT(strlen(out) + 1 < 256); /* all items of a match fit */
}

void nj_sh_items_held(const struct nj_match *m, nj_seat seat, char out[256])
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    out[0] = '\0';
    for (uint8_t i = 0; i < ALL; i++)
        if (s->item[i].where == SH_HELD && s->item[i].at == seat)
            add_word(out, nj_sh_item_word(nj_sh_kind(i)));
}

void nj_sh_items_lying(const struct nj_match *m, uint8_t room, char out[256])
{
    const struct sh_state *s = nj_state_const(m);
    bool reserve = false;

    NJ_ASSERT(room > 0);
    out[0] = '\0';
    for (uint8_t i = 0; i < ALL; i++) {
        bool copy = s->item[i].where == SH_SUPPLY;

        if (room_of(m, i) != room || !nj_sh_findable(m, i) || (copy && reserve))
            continue;
        add_word(out, nj_sh_item_word(nj_sh_kind(i)));
        reserve = reserve || copy;
    }
}

/* --- what orders share --- */

void nj_sh_spend(struct sh_state *s, nj_seat seat, uint8_t steps)
{
    NJ_ASSERT(seat < s->n);
    NJ_ASSERT(steps <= s->seat[seat].steps);
    s->seat[seat].steps = (uint8_t)(s->seat[seat].steps - steps);
    s->seat[seat].touched = 1;
}

const char *nj_sh_text(const struct nj_input *in, uint32_t i)
{
    NJ_ASSERT(i < in->args.n);
    NJ_ASSERT(in->args.v[i].type == NJ_ARG_TEXT);
    return in->args.v[i].s;
}

const char *nj_sh_words(const struct nj_input *in)
{
    const struct nj_arg *last =
        in->args.n > 0 ? &in->args.v[in->args.n - 1] : NULL;

    return last != NULL && last->type == NJ_ARG_WORDS ? last->s : "";
}

struct sh_person nj_sh_person(const struct nj_input *in, uint32_t i)
{
    const char *name = nj_sh_text(in, i);
    const char *word = nj_sh_words(in);

    return (struct sh_person){name, word[0] != '\0' ? word : name};
}

int nj_sh_done(struct nj_match *m)
{
    if (!nj_sh_step_end(m))
        nj_sh_round_check(m);
    return 0;
}

static void tell_item(struct nj_match *m, nj_seat seat, const char *key,
                      const char *clause, uint8_t item)
{
    nj_sh_tell(m, seat, key, clause,
               NJ_ARGS(nj_arg_word("item", nj_sh_item_word(nj_sh_kind(item)))));
}

/* A key line: one a round, or one for each (SH-0.56). */
static void key_line(struct sh_state *s, enum sh_say line, uint8_t *said)
{
    NJ_ASSERT(line == SH_SAY_KEY_FOUND || line == SH_SAY_KEY_KICKED);
    if (s->opt.key_each || !*said)
        nj_sh_queue(s, line, 0, NULL);
    *said = 1;
}

/* The energy source has been moved for the first time (SH-7.20). */
static void energy_moved(struct sh_state *s)
{
    NJ_ASSERT(s->stage == SH_RUNNING);
    if (s->energy_out)
        return;
    s->energy_out = 1;
    s->restore_due = 1;
}

void nj_sh_key_found(struct sh_state *s)
{
    key_line(s, SH_SAY_KEY_FOUND, &s->key_found);
}

void nj_sh_gained(struct nj_match *m, nj_seat seat, uint8_t item, bool line)
{
    struct sh_state *s = nj_state(m);
    enum sh_kind kind = nj_sh_kind(item);

    NJ_ASSERT(seat < s->n);
    NJ_ASSERT(s->busy > 0);
    s->seat[seat].excused = 1;
    if (kind == SH_KEY && line)
        nj_sh_key_found(s);
    if (kind == SH_ENERGY)
        energy_moved(s);
    if ((kind == SH_CROSS || kind == SH_ALBUM) && s->seat[seat].room != 0)
        nj_sh_encounter(m, s->seat[seat].room, true);
}

/* --- take --- */

/* May anybody, or this seat, not take it again this round (SH-7.4)? */
static bool barred(const struct sh_state *s, nj_seat seat, uint8_t item)
{
    nj_seat_set droppers = s->item[item].dropped;

    NJ_ASSERT(seat < s->n);
    return s->opt.retake_nobody ? droppers != 0
                                : (droppers & nj_bit(seat)) != 0;
}

static bool hands_full(const struct sh_state *s, nj_seat seat,
                       enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    if (kind == SH_DISGUISE)
        return nj_sh_held(s, seat, kind) >= 0; /* SH-7.30 */
    return nj_sh_is_goods(kind) && nj_sh_hand(s, seat) >= 0;
}

/* The item meant (SH-7.33): the first that may be taken; else *fault says why
 * none may. */
static int find_take(const struct nj_match *m, nj_seat seat, enum sh_kind kind,
                     const char **fault)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(kind < SH_KINDS);
    *fault = "sh.err.no_item";
    for (uint8_t i = 0; i < ALL; i++) {
        if (nj_sh_kind(i) != kind || room_of(m, i) != s->seat[seat].room ||
            !nj_sh_findable(m, i))
            continue;
        if (barred(s, seat, i)) {
            *fault = "sh.err.just_dropped";
            continue;
        }
        *fault = hands_full(s, seat, kind) ? "sh.err.hands_full" : NULL;
        return i;
    }
    return -1;
}

int nj_sh_take(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    enum sh_kind kind = nj_sh_find_item(nj_sh_text(in, 0));
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    const char *fault = NULL;
    int item;

    if (refused != 0)
        return refused;
    if (kind == SH_KINDS)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-7.32");
    if (!nj_sh_may_carry(s, in->seat, kind))
        return nj_sh_refuse(m, in, "sh.err.role", "SH-5.7");
    item = find_take(m, in->seat, kind, &fault);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.7");
    NJ_ASSERT(item >= 0);
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_put(m, (uint8_t)item, SH_HELD, in->seat);
    tell_item(m, in->seat, "sh.took", "SH-5.7", (uint8_t)item);
    nj_sh_gained(m, in->seat, (uint8_t)item, true);
    return nj_sh_done(m);
}

/* --- drop --- */

int nj_sh_drop(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    enum sh_kind kind = nj_sh_find_item(nj_sh_text(in, 0));
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    int item;

    if (refused != 0)
        return refused;
    if (kind == SH_KINDS)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-7.32");
    item = nj_sh_held(s, in->seat, kind);
    if (item < 0)
        return nj_sh_refuse(m, in, "sh.err.not_held", "SH-5.8");
    if (!nj_sh_is_droppable(kind))
        return nj_sh_refuse(m, in, "sh.err.undroppable", "SH-5.8");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    nj_sh_put(m, (uint8_t)item, SH_IN_ROOM, s->seat[in->seat].room);
    s->item[item].dropped |= nj_bit(in->seat);
    tell_item(m, in->seat, "sh.dropped", "SH-5.8", (uint8_t)item);
    nj_sh_standing(m, in->seat);
    return nj_sh_done(m);
}

/* --- kick --- */

/* The item meant: findable here, not of the reserve (SH-7.9), not kicked yet
 * if there is such a one. */
static int find_kick(const struct nj_match *m, nj_seat seat, enum sh_kind kind)
{
    const struct sh_state *s = nj_state_const(m);
    int kicked = -1;

    NJ_ASSERT(kind < SH_KINDS);
    for (uint8_t i = 0; i < ALL; i++) {
        if (nj_sh_kind(i) != kind || s->item[i].where != SH_IN_ROOM ||
            s->item[i].at != s->seat[seat].room || !nj_sh_findable(m, i))
            continue;
        if (!s->item[i].kicked)
            return i;
        if (kicked < 0)
            kicked = i;
    }
    return kicked;
}

/* Why the item cannot be kicked there, or NULL; *passage is the way it takes,
 * which the bear may block. */
static const char *kick_fault(const struct nj_match *m, nj_seat seat, int item,
                              uint8_t room, int *passage)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n);
    if (item < 0)
        return "sh.err.no_item";
    if (s->item[item].kicked)
        return "sh.err.kicked_already";
    if (room == 0)
        return "sh.err.room_unknown";
    *passage = nj_sh_passage_between(s, nj_sh_map(m), s->seat[seat].room, room);
    return *passage < 0 ? "sh.err.not_adjacent" : NULL;
}

static void kick(struct nj_match *m, nj_seat seat, uint8_t item, uint8_t room)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(s->item[item].where == SH_IN_ROOM);
    nj_sh_put(m, item, SH_IN_ROOM, room);
    s->item[item].kicked = 1;
    if (nj_sh_kind(item) == SH_KEY)
        key_line(s, SH_SAY_KEY_KICKED, &s->key_kicked);
    if (nj_sh_kind(item) == SH_ENERGY)
        energy_moved(s);
    nj_sh_tell(m, seat, "sh.kicked", "SH-5.9",
               NJ_ARGS(nj_arg_word("item", nj_sh_item_word(nj_sh_kind(item))),
                       nj_sh_arg_room_for(m, seat, "room", room),
                       nj_arg_int("pos", s->pos_of[room])));
}

int nj_sh_kick(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    enum sh_kind kind = nj_sh_find_item(nj_sh_text(in, 0));
    int refused = nj_sh_check(m, in, SH_ACT_FREE);
    uint8_t room = 0;
    enum sh_place_found found =
        nj_sh_find_place(m, in->seat, nj_sh_text(in, 1), &room);
    const char *fault;
    int item, passage = -1;

    if (refused != 0)
        return refused;
    if (kind == SH_KINDS || found == SH_PLACE_BAD)
        return nj_sh_refuse(m, in, "sh.err.args", "SH-5.9");
    if (!s->opt.kick_all &&
        (in->seat != s->shadow || (kind != SH_KEY && kind != SH_ALBUM)))
        return nj_sh_refuse(m, in, "sh.err.role", "SH-5.9");
    item = find_kick(m, in->seat, kind);
    fault = kick_fault(m, in->seat, item, room, &passage);
    if (fault != NULL)
        return nj_sh_refuse(m, in, fault, "SH-5.9");
    nj_sh_acted(s, in->seat);
    nj_sh_step_begin(s);
    if (nj_sh_is_blocked(s, (uint8_t)passage))
        nj_sh_bump(m, in->seat, (uint8_t)passage, s->pos_of[room]);
    else
        kick(m, in->seat, (uint8_t)item, room);
    return nj_sh_done(m);
}
