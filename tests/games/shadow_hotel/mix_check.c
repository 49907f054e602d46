/*
 * What holds after every input of a random match (SH-18.3), and which messages
 * may go to whom.
 */
#include "games/shadow_hotel/mix.h"

/* --- what always holds (SH-18.3) --- */

static bool holds(const struct sh_state *s, nj_seat seat, enum sh_kind kind)
{
    return nj_sh_held(s, seat, kind) >= 0;
}

static void check_item(const struct mix *x, uint8_t i)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    const struct sh_item *item = &s->item[i];

    switch ((enum sh_where)item->where) {
    case SH_IN_ROOM:
        assert_in_range(item->at, 1, SH_ROOMS_MAX);
        break;
    case SH_HELD:
        assert_true(item->at < s->n);
        assert_int_not_equal(s->seat[item->at].life, SH_OUT);
        if (s->seat[item->at].life == SH_ABSENT)
            assert_int_equal(item->at, s->shadow);
        break;
    case SH_BLOCKING:
        assert_int_equal(nj_sh_kind(i), SH_BEAR);
        assert_true(item->at < kit_map()->n_passages);
        break;
    case SH_SUPPLY:
        assert_int_equal(nj_sh_kind(i), SH_DISGUISE);
        assert_true(s->opt.supply);
        break;
    case SH_NOWHERE:
        break;
    }
}

static void check_items(const struct mix *x)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    uint8_t goods[SH_SEATS_MAX] = {0};

    for (int i = 0; i < SH_ITEMS; i++) {
        enum sh_kind kind = nj_sh_kind((uint8_t)i);

        check_item(x, (uint8_t)i);
        if (s->item[i].where == SH_HELD && nj_sh_is_goods(kind))
            assert_int_equal(++goods[s->item[i].at], 1);
        if (kind >= SH_PISTOL && kind < SH_DISGUISE && kind != SH_ENERGY &&
            kind != SH_ALBUM)
            assert_int_not_equal(s->item[i].where, SH_NOWHERE);
        if (kind == SH_KEY && i >= s->opt.key_count)
            assert_int_equal(s->item[i].where, SH_NOWHERE);
    }
    assert_true(x->hosted || holds(s, s->shadow, SH_PISTOL));
    assert_int_equal(s->item[SH_ITEM_SINGLE + SH_ALBUM].where != SH_NOWHERE,
                     s->brillo != NJ_SEAT_NONE);
    assert_int_equal(s->item[SH_ITEM_SINGLE + SH_ENERGY].where != SH_NOWHERE,
                     s->fireplace);
}

static void check_rooms(const struct mix *x)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    uint64_t seen = 0;

    for (uint8_t pos = 1; pos <= SH_ROOMS_MAX; pos++) {
        assert_in_range(s->room_at[pos], 1, SH_ROOMS_MAX);
        assert_int_equal(s->pos_of[s->room_at[pos]], pos);
        seen |= UINT64_C(1) << s->room_at[pos];
        if (!s->opt.shuffle_rooms && !s->opt.lab_reboot && !s->opt.wander &&
            !x->hosted)
            assert_int_equal(s->room_at[pos], pos);
    }
    assert_true(seen == ((UINT64_C(1) << SH_ROOMS_MAX) - 1) << 1);
}

static void check_seat(const struct mix *x, nj_seat seat)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    const struct sh_seat *who = &s->seat[seat];

    assert_int_equal(nj_sh_is_present(s, seat), who->room != 0);
    assert_true(who->room <= SH_ROOMS_MAX);
    assert_true(who->life != SH_REBIRTH || seat == s->shadow);
    assert_true(who->life != SH_OUT || seat != s->shadow);
    assert_true(who->life != SH_ABSENT || s->opt.fake_death);
    assert_true(who->life != SH_REBIRTH ||
                who->room == kit_map()->special[SH_RESPAWN] || x->hosted);
    assert_true(who->steps <= SH_STEPS_MAX || x->hosted);
    if (who->life == SH_OUT) /* nothing is asked of the dead */
        for (const struct nj_question *q = nj_sh_questions; q->name != NULL;
             q++)
            assert_true(strcmp(q->name, SH_ASK_OFFER) == 0 ||
                        !nj_prompt_open(x->m, seat, q->name));
    if (who->room != 0 && !x->over)
        assert_true(nj_sh_knows(s, seat, who->room));
}

/* Nobody lives where he could not. */
static void check_dangers(const struct mix *x)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    const struct sh_seat *shadow = &s->seat[s->shadow];

    if (s->stage != SH_RUNNING || x->quiet)
        return;
    for (nj_seat i = 0; i < s->n; i++) {
        const struct sh_seat *who = &s->seat[i];

        if (who->room == 0)
            continue;
        if (who->room == kit_map()->special[SH_DRESSING] && s->power)
            assert_true(holds(s, i, SH_BOOTS));
        if (who->room == kit_map()->special[SH_GAS_ROOM] && s->gas)
            assert_true(holds(s, i, SH_MASK));
        if (who->role == SH_PLAYER && shadow->life == SH_ACTIVE &&
            shadow->room == who->room)
            assert_true(nj_prompt_open(x->m, i, SH_ASK_GUN));
    }
}

static void check_course(const struct mix *x, enum nj_input_kind kind)
{
    const struct sh_state *s = nj_sh_mix_state(x);
    bool host = kind == NJ_IN_OVERRIDE || kind == NJ_IN_UNDO;

    assert_true(s->stage == SH_ENDED || nj_sh_living(s) > 0);
    assert_true(s->phase >= x->phase || host);
    assert_in_range(s->phase, 1, 3);
    assert_true(s->round <= s->opt.last_round);
    assert_int_equal(s->busy, 0);
    assert_int_equal(x->over, s->stage == SH_ENDED);
    assert_true(x->over || s->ending_step == 0);
    assert_int_equal(s->ending != SH_NO_ENDING, x->over);
    if (s->stage == SH_RUNNING && nj_sh_slot(s) == NJ_SEAT_NONE && !host &&
        !(s->opt.by_priority && s->round % 2 == 1))
        assert_true(nj_timer_at(x->m, "round") != 0);
}

void nj_sh_mix_before(struct mix *x)
{
    const struct sh_state *s = nj_sh_mix_state(x);

    x->phase = s->phase;
    x->out = 0;
    for (nj_seat i = 0; i < s->n; i++)
        if (s->seat[i].life == SH_OUT)
            x->out |= nj_bit(i);
}

void nj_sh_mix_check(const struct mix *x, enum nj_input_kind kind)
{
    check_items(x);
    check_rooms(x);
    for (nj_seat i = 0; i < x->n; i++)
        check_seat(x, i);
    check_dangers(x);
    check_course(x, kind);
}

/* --- who may be told what --- */

static bool is(const struct nj_message *msg, const char *key)
{
    return strcmp(msg->key, key) == 0;
}

static bool among(const char *keys, const struct nj_message *msg)
{
    char key[60];

    (void)snprintf(key, sizeof(key), " %s ", msg->key);
    return strstr(keys, key) != NULL;
}

static const char group_keys[] =
    " sh.start_shadow sh.start sh.phase sh.round sh.round_first sh.dead"
    " sh.dead_shadow sh.cube sh.power sh.gas sh.poker sh.awaken sh.key.found"
    " sh.key.kicked sh.gunshot sh.energy sh.tunnel sh.reboot sh.exit sh.mic"
    " sh.heaven sh.channel sh.hammer sh.fix.not_over sh.fix.phase"
    " sh.fix.no_tunnel sh.end sh.host.used sh.left sh.timer_all"
    " sh.clock_on sh.clock_off sh.clock_moved sh.undone sh.computer ";
static const char end_keys[] = " sh.reveal sh.reveal_alias sh.winners ";
/* What a seat hears that is out (SH-12.10). */
static const char out_keys[] =
    " sh.you.dead sh.words.due sh.words.ok sh.status sh.status_me"
    " sh.host.changed sh.answer.over sh.answer.tunnel sh.answer.phase"
    " sh.answer.alive sh.answer.where sh.answer.others sh.answer.round"
    " sh.answer.items sh.answer.cube sh.answer.act sh.answer.report"
    " sh.answer.log sh.answer.priority sh.radio.answer sh.turn.over sh.back ";

static void hear_group(const struct mix *x, const struct nj_message *msg)
{
    if (among(end_keys, msg)) {
        assert_true(x->over);
        return;
    }
    if (strncmp(msg->key, "sh.err.", 7) == 0)
        return;
    if (!among(group_keys, msg))
        fail_msg("to the group: %s", msg->key);
    assert_string_equal(msg->clause, "SH-12.5");
}

static void hear_out(const struct mix *x, const struct nj_message *msg)
{
    nj_seat_set still = 0;

    for (nj_seat i = 0; i < x->n; i++)
        if ((x->out & nj_bit(i)) != 0 &&
            nj_sh_mix_state(x)->seat[i].life == SH_OUT)
            still |= nj_bit(i);
    if ((msg->to.seats & still) == 0 || among(out_keys, msg) ||
        strncmp(msg->key, "sh.err.", 7) == 0 ||
        strncmp(msg->key, "sh.refuse.", 10) == 0)
        return;
    fail_msg("to a seat that is out: %s", msg->key);
}

static void hear(const struct mix *x, const struct nj_message *msg)
{
    if (msg->to.to == NJ_TO_ALL) {
        hear_group(x, msg);
    } else if (msg->to.to == NJ_TO_SEATS) {
        assert_int_equal(msg->to.seats >> x->n, 0);
        hear_out(x, msg);
    } else if (msg->to.to == NJ_TO_HOST) {
        assert_true(x->hosted || strncmp(msg->key, "sh.err.", 7) == 0);
    } else {
        assert_true(is(msg, "sh.setup") || is(msg, "sh.plan") ||
                    is(msg, "sh.moved") || is(msg, "sh.died"));
    }
}

/* Who dies of this input was alive in it: a host may revive somebody where he
 * is killed at once (SH-17.4). */
static nj_seat_set dying(const struct nj_message *first)
{
    nj_seat_set dead = 0;

    for (const struct nj_message *msg = first; msg != NULL; msg = msg->next)
        if (is(msg, "sh.you.dead"))
            dead |= msg->to.seats;
    return dead;
}

void nj_sh_mix_hear(struct mix *x, const struct nj_message *first)
{
    x->out &= ~dying(first);
    for (const struct nj_message *msg = first; msg != NULL; msg = msg->next)
        hear(x, msg);
}
