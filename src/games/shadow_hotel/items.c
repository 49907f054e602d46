/*
 * Items: what they are, where they are, and the orders take, drop and kick
 * (SH-7, SH-5.7 to 5.9).
 */
#include <string.h>

#include "base/bug.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- kinds --- */

#define ALL       ((uint8_t)SH_ITEMS)
#define EVERYBODY (1u << SH_PLAYER | 1u << SH_SHADOW | 1u << SH_BRILLO)

/* SH-7.11 to 7.23. The rules say by its number where each begins (SH-3.3),
 * whatever hotel it is; 0: drawn, held, or nowhere yet. */
static const struct {
    uint8_t start;    /* room */
    unsigned carried; /* by whom: bits by role */
    bool goods;       /* one in each hand */
    bool fixed;       /* cannot be dropped */
} kinds[SH_KINDS] = {
    [SH_KEY] = {.carried = 1u << SH_PLAYER, .goods = true},
    [SH_PISTOL] = {.carried = 1u << SH_SHADOW, .fixed = true},
    [SH_TORCH] = {.start = 4, .carried = EVERYBODY, .goods = true},
    [SH_BOOTS] = {.start = 24, .carried = EVERYBODY},
    [SH_MASK] = {.start = 42, .carried = EVERYBODY},
    [SH_CROSS] = {.start = 36, .carried = 1u << SH_SHADOW, .fixed = true},
    [SH_GUN] = {.start = 27, .carried = EVERYBODY, .goods = true},
    [SH_ENERGY] = {.carried = EVERYBODY, .goods = true},
    [SH_ALBUM] = {.carried = 1u << SH_BRILLO},
    [SH_BEAR] = {.start = 26, .carried = EVERYBODY, .goods = true},
    [SH_COIN] = {.start = 16, .carried = EVERYBODY},
    [SH_TELESCOPE] = {.start = 17, .carried = EVERYBODY, .goods = true},
    [SH_DISGUISE] = {.start = 23, .carried = EVERYBODY}};

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
    return kinds[kind].goods;
}

bool nj_sh_is_droppable(enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    return !kinds[kind].fixed;
}

bool nj_sh_may_carry(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    uint8_t role = s->seat[seat].role;

    NJ_ASSERT(kind < SH_KINDS && role <= SH_BRILLO);
    if (kind == SH_KEY && role == SH_BRILLO)
        return s->opt.brillo_carries;
    return (kinds[kind].carried >> role & 1) != 0;
}

uint8_t nj_sh_item_start(const struct nj_match *m, enum sh_kind kind)
{
    NJ_ASSERT(kind < SH_KINDS);
    return kind == SH_CROSS ? nj_sh_special(m, SH_SONG) : kinds[kind].start;
}

/* --- where they are --- */

static bool is_at(const struct sh_state *s, uint8_t item, enum sh_where where,
                  uint8_t at)
{
    return s->item[item].where == where && s->item[item].at == at;
}

static int find_at(const struct sh_state *s, enum sh_where where, uint8_t at,
                   enum sh_kind kind)
{
    NJ_ASSERT(where == SH_HELD || where == SH_IN_ROOM);
    for (uint8_t i = 0; i < ALL; i++)
        if (is_at(s, i, where, at) && nj_sh_kind(i) == kind)
            return i;
    return -1;
}

int nj_sh_held(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    NJ_ASSERT(seat < SH_SEATS_MAX && kind < SH_KINDS);
    return find_at(s, SH_HELD, seat, kind);
}

int nj_sh_lying(const struct sh_state *s, uint8_t room, enum sh_kind kind)
{
    NJ_ASSERT(room < SH_PLACES && kind < SH_KINDS);
    return find_at(s, SH_IN_ROOM, room, kind);
}

bool nj_sh_holds(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    return nj_sh_held(s, seat, kind) >= 0;
}

bool nj_sh_lies(const struct sh_state *s, uint8_t room, enum sh_kind kind)
{
    return nj_sh_lying(s, room, kind) >= 0;
}

int nj_sh_hand(const struct sh_state *s, nj_seat seat)
{
    for (uint8_t i = 0; i < ALL; i++)
        if (is_at(s, i, SH_HELD, seat) && nj_sh_is_goods(nj_sh_kind(i)))
            return i;
    return -1;
}

/* Where the item shows; 0: nowhere. The reserve of disguises counts. */
static uint8_t room_of(const struct sh_state *s, uint8_t item)
{
    const struct sh_item *it = &s->item[item];

    NJ_ASSERT(item < SH_ITEMS);
    return it->where == SH_IN_ROOM || it->where == SH_SUPPLY ? it->at : 0;
}

bool nj_sh_findable(const struct nj_match *m, uint8_t item)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t room = room_of(s, item);

    if (room == 0)
        return false;
    NJ_ASSERT(room < SH_PLACES);
    return nj_sh_kind(item) == SH_ALBUM || !s->opt.wander ||
           room != nj_sh_special(m, SH_DARK) || nj_sh_dark_is_lit(m);
}

/* What goes with an item that leaves somebody's hands. */
static void let_go(struct sh_state *s, uint8_t item)
{
    NJ_ASSERT(s->item[item].where == SH_HELD);
    if (nj_sh_kind(item) == SH_TELESCOPE)
        s->watch = 0;
    if (nj_sh_kind(item) == SH_DISGUISE && s->opt.supply)
        memset(s->seat[s->item[item].at].alias, 0, SH_ALIAS_BYTES);
}

void nj_sh_put(struct nj_match *m, uint8_t item, enum sh_where where,
               uint8_t at)
{
    struct sh_state *s = nj_state(m);
    struct sh_item *it = &s->item[item];
    enum sh_kind kind = nj_sh_kind(item);

    NJ_ASSERT(where != SH_BLOCKING || kind == SH_BEAR);
    if (is_at(s, item, where, at))
        return;
    if (it->where == SH_HELD)
        let_go(s, item);
    if (kind == SH_GUN && !s->gas &&
        is_at(s, item, SH_IN_ROOM, nj_sh_item_start(m, SH_GUN)))
        s->gas_due = 1; /* SH-6.16 */
    if (where == SH_IN_ROOM && kind == SH_DISGUISE && s->opt.supply)
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
        if (is_at(s, i, SH_HELD, seat) &&
            (seat != s->shadow || nj_sh_is_droppable(nj_sh_kind(i))))
            nj_sh_put(m, i, SH_IN_ROOM, room);
}

/* --- lists of words --- */

void nj_sh_items_held(const struct nj_match *m, nj_seat seat,
                      char out[SH_WORDS_BYTES])
{
    const struct sh_state *s = nj_state_const(m);

    out[0] = '\0';
    for (uint8_t i = 0; i < ALL; i++)
        if (is_at(s, i, SH_HELD, seat))
            nj_words_add(out, SH_WORDS_BYTES, nj_sh_called(i));
}

/* `dark`: those that nobody finds there, too. */
static void put_lying(const struct nj_match *m, uint8_t room, bool dark,
                      char out[SH_WORDS_BYTES])
{
    const struct sh_state *s = nj_state_const(m);
    bool reserve = false;

    NJ_ASSERT(room > 0);
    out[0] = '\0';
    for (uint8_t i = 0; i < ALL; i++) {
        bool copy = s->item[i].where == SH_SUPPLY;

        if (room_of(s, i) != room || (!dark && !nj_sh_findable(m, i)) ||
            (copy && reserve))
            continue;
        nj_words_add(out, SH_WORDS_BYTES, nj_sh_called(i));
        reserve = reserve || copy;
    }
}

void nj_sh_items_lying(const struct nj_match *m, uint8_t room,
                       char out[SH_WORDS_BYTES])
{
    put_lying(m, room, false, out);
}

void nj_sh_items_all(const struct nj_match *m, uint8_t room,
                     char out[SH_WORDS_BYTES])
{
    put_lying(m, room, true, out);
}

const char *nj_sh_called(uint8_t item)
{
    return nj_sh_item_word(nj_sh_kind(item));
}

/* --- what orders share --- */

void nj_sh_spend(struct sh_state *s, nj_seat seat, uint8_t steps)
{
    NJ_ASSERT(nj_sh_own_round(s, seat) && steps <= s->seat[seat].steps);
    s->seat[seat].steps = (uint8_t)(s->seat[seat].steps - steps);
    s->seat[seat].touched = 1;
}

struct sh_person nj_sh_person(const struct nj_input *in, uint32_t i)
{
    const char *name = nj_input_text(in, i);
    const char *word = nj_input_words(in);

    return (struct sh_person){name, word[0] != '\0' ? word : name};
}

const char *nj_sh_kind_fault(struct nj_attempt *a, uint32_t i,
                             enum sh_kind *kind)
{
    *kind = nj_sh_find_item(nj_input_text(a->in, i));
    return *kind == SH_KINDS ? nj_fault_of(a, "SH-7.32", "sh.err.args") : NULL;
}

/* The energy source has been moved for the first time (SH-7.20). */
static void energy_moved(struct sh_state *s)
{
    NJ_ASSERT(s->stage == SH_RUNNING);
    s->restore_due |= !s->energy_out;
    s->energy_out = 1;
}

void nj_sh_gained(struct nj_match *m, nj_seat seat, uint8_t item, bool line)
{
    struct sh_state *s = nj_state(m);
    enum sh_kind kind = nj_sh_kind(item);

    NJ_ASSERT(s->busy > 0 && s->item[item].where != SH_NOWHERE);
    s->seat[seat].excused = 1;
    if (kind == SH_KEY && line)
        nj_sh_key_line(s, SH_SAY_KEY_FOUND);
    if (kind == SH_ENERGY)
        energy_moved(s);
    if ((kind == SH_CROSS || kind == SH_ALBUM) && s->seat[seat].room != 0)
        nj_sh_encounter(m, s->seat[seat].room, true);
}

/* --- take --- */

/* May nobody, or not this seat, take it again this round (SH-7.4)? */
static bool is_barred(const struct sh_state *s, nj_seat seat, uint8_t item)
{
    nj_seat_set droppers = s->item[item].dropped;

    NJ_ASSERT(droppers >> s->n == 0);
    return s->opt.retake_nobody ? droppers != 0
                                : (droppers & nj_bit(seat)) != 0;
}

/* The item meant by its kind (SH-7.33): of those to be found here the first
 * that may be taken (SH-7.4), or kicked (SH-7.9), else the first; -1: there is
 * none. */
static int find_item(const struct nj_match *m, nj_seat seat, enum sh_kind kind,
                     bool kicks)
{
    const struct sh_state *s = nj_state_const(m);
    int first = -1;

    for (uint8_t i = 0; i < ALL; i++) {
        if (nj_sh_kind(i) != kind || room_of(s, i) != s->seat[seat].room ||
            !nj_sh_findable(m, i))
            continue;
        if (kicks ? !s->item[i].kicked : !is_barred(s, seat, i))
            return i;
        if (first < 0)
            first = i;
    }
    return first;
}

bool nj_sh_is_too_much(const struct sh_state *s, nj_seat seat,
                       enum sh_kind kind, int gives)
{
    int has = -1;

    NJ_ASSERT(kind < SH_KINDS && gives < (int)SH_ITEMS);
    if (kind == SH_DISGUISE)
        has = nj_sh_held(s, seat, kind);
    else if (nj_sh_is_goods(kind))
        has = nj_sh_hand(s, seat);
    return has >= 0 && has != gives;
}

static const char *take_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_meant *p = a->plan;
    const char *fault = nj_sh_kind_fault(a, 0, &p->kind);

    if (fault != NULL)
        return fault;
    if (!nj_sh_may_carry(s, a->seat, p->kind))
        return "sh.err.role";
    p->item = find_item(m, a->seat, p->kind, false);
    if (p->item < 0)
        return "sh.err.no_item";
    NJ_ASSERT(nj_sh_kind((uint8_t)p->item) == p->kind);
    if (is_barred(s, a->seat, (uint8_t)p->item))
        return "sh.err.just_dropped";
    return nj_sh_is_too_much(s, a->seat, p->kind, -1) ? "sh.err.hands_full"
                                                      : NULL;
}

static void take(struct nj_match *m, const struct nj_attempt *a)
{
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(nj_sh_findable(m, (uint8_t)p->item));
    nj_sh_put(m, (uint8_t)p->item, SH_HELD, a->seat);
    say_took(m, a->seat, nj_sh_item_word(p->kind));
    nj_sh_gained(m, a->seat, (uint8_t)p->item, true);
}

const struct nj_order nj_sh_take = {SH_ACT_FREE, "SH-5.7", take_fault, take};

/* --- drop --- */

static const char *drop_fault(const struct nj_match *m, struct nj_attempt *a)
{
    struct sh_meant *p = a->plan;
    const char *fault = nj_sh_kind_fault(a, 0, &p->kind);

    if (fault != NULL)
        return fault;
    p->item = nj_sh_held(nj_state_const(m), a->seat, p->kind);
    if (p->item < 0)
        return "sh.err.not_held";
    return nj_sh_is_droppable(p->kind) ? NULL : "sh.err.undroppable";
}

static void drop(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;

    NJ_ASSERT(is_at(s, (uint8_t)p->item, SH_HELD, a->seat));
    nj_sh_put(m, (uint8_t)p->item, SH_IN_ROOM, s->seat[a->seat].room);
    s->item[p->item].dropped |= nj_bit(a->seat);
    say_dropped(m, a->seat, nj_sh_item_word(p->kind));
    nj_sh_standing(m, a->seat);
}

const struct nj_order nj_sh_drop = {SH_ACT_FREE, "SH-5.8", drop_fault, drop};

/* --- kick --- */

static const char *kick_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_meant *p = a->plan;
    int passage;

    p->kind = nj_sh_find_item(nj_input_text(a->in, 0));
    if (p->kind == SH_KINDS ||
        nj_sh_find_place(m, a->seat, nj_input_text(a->in, 1), &p->room) ==
            SH_PLACE_BAD)
        return "sh.err.args";
    if (!s->opt.kick_all &&
        (a->seat != s->shadow || (p->kind != SH_KEY && p->kind != SH_ALBUM)))
        return "sh.err.role";
    if (!s->opt.kick_all && !nj_sh_own_round(s, a->seat)) /* SH-19.7 */
        return "sh.err.not_your_round";
    p->item = find_item(m, a->seat, p->kind, true);
    if (p->item < 0 || s->item[p->item].where == SH_SUPPLY)
        return "sh.err.no_item"; /* none, or of the reserve (SH-7.9) */
    if (s->item[p->item].kicked)
        return "sh.err.kicked_already";
    if (p->room == 0)
        return "sh.err.room_unknown";
    passage =
        nj_sh_passage_between(s, nj_sh_map(m), s->seat[a->seat].room, p->room);
    p->passage = (uint8_t)passage;
    return passage < 0 ? "sh.err.not_adjacent" : NULL;
}

static void kick(struct nj_match *m, const struct nj_attempt *a)
{
    struct sh_state *s = nj_state(m);
    const struct sh_meant *p = a->plan;
    uint8_t pos = s->pos_of[p->room];

    NJ_ASSERT(p->room > 0 && p->item >= 0);
    if (nj_sh_is_blocked(s, p->passage)) {
        nj_sh_bump(m, a->seat, p->passage, pos);
        return;
    }
    NJ_ASSERT(s->item[p->item].where == SH_IN_ROOM);
    nj_sh_put(m, (uint8_t)p->item, SH_IN_ROOM, p->room);
    s->item[p->item].kicked = 1;
    if (p->kind == SH_KEY)
        nj_sh_key_line(s, SH_SAY_KEY_KICKED);
    if (p->kind == SH_ENERGY)
        energy_moved(s);
    say_kicked(m, a->seat, nj_sh_item_word(p->kind),
               nj_sh_arg_room_for(m, a->seat, "room", p->room), pos);
}

const struct nj_order nj_sh_kick = {SH_ACT_FREE, "SH-5.9", kick_fault, kick};
