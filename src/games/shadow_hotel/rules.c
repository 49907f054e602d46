/*
 * Decisions about the house, words and the match (SH-17.5 to 17.15). None runs
 * a rule but those named here: states of the building do what they do to who
 * stands there.
 */
#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

/* --- mechanisms --- */

/* What the building now does to who stands there, as at E4a. */
static void do_power(struct nj_match *m, struct nj_ruling *r)
{
    if (nj_ruling_set(m, r))
        nj_sh_kill_all(m, nj_sh_doomed(m, SH_BY_POWER), SH_BY_POWER);
}

static void do_gas(struct nj_match *m, struct nj_ruling *r)
{
    if (nj_ruling_set(m, r))
        nj_sh_kill_all(m, nj_sh_doomed(m, SH_BY_GAS), SH_BY_GAS);
}

static void do_fireplace(struct nj_match *m, struct nj_ruling *r)
{
    if (nj_ruling_set(m, r) && r->n != 0)
        (void)nj_sh_energy_appears(m);
}

static void do_phase(struct nj_match *m, struct nj_ruling *r)
{
    (void)nj_ruling_set(m, r);
    NJ_ASSERT(r->n >= 1 && r->n <= 3);
    if (r->extra)
        nj_sh_queue(nj_state(m), SH_SAY_PHASE, (uint8_t)r->n, NULL);
}

/* --- rooms --- */

static const char *check_swaprooms(struct nj_ruling *r)
{
    const struct sh_state *s = nj_state_const(r->from);
    const int n = nj_sh_map(r->from)->n;

    if (r->n < 1 || r->n > n || r->n2 < 1 || r->n2 > n || r->n == r->n2)
        return SH_NO_RULING;
    NJ_ASSERT(s->room_at[r->n] != s->room_at[r->n2]);
    nj_ruling_note(r->before, "%d=#%u %d=#%u", r->n2,
                   (unsigned)s->room_at[r->n2], r->n,
                   (unsigned)s->room_at[r->n]);
    nj_ruling_note(r->after, "%d=#%u %d=#%u", r->n2, (unsigned)s->room_at[r->n],
                   r->n, (unsigned)s->room_at[r->n2]);
    return NULL;
}

/* Who stands inside knows where he is; nobody else does any more. */
static void forget(struct nj_match *m, uint8_t room)
{
    struct sh_state *s = nj_state(m);

    NJ_ASSERT(room != 0);
    for (nj_seat i = 0; i < s->n; i++) {
        if (s->seat[i].room != room)
            s->seat[i].known &= ~(UINT64_C(1) << room);
        else
            say_host_changed(m, i);
    }
}

static void do_swaprooms(struct nj_match *m, struct nj_ruling *r)
{
    struct sh_state *s = nj_state(m);
    uint8_t a = s->room_at[r->n];
    uint8_t b = s->room_at[r->n2];

    NJ_ASSERT(a != b && a != 0 && b != 0);
    nj_sh_swap_rooms(s, a, b);
    forget(m, a);
    forget(m, b);
}

/* --- words --- */

/* What is answered, by its number or as the only one (SH-19.9). */
static const struct sh_asked *asked(const struct nj_ruling *r)
{
    bool radio = r->row->hi != 0;

    NJ_ASSERT(r->n >= 0 || !radio);
    return nj_sh_asked(nj_state_const(r->from), radio ? r->n2 : r->n, radio);
}

static const char *check_asked(struct nj_ruling *r)
{
    const struct sh_asked *a = asked(r);

    if (a == NULL)
        return SH_NO_RULING;
    NJ_ASSERT(a->no != 0);
    nj_ruling_note(r->before, "%d", a->no);
    return NULL;
}

static void do_answer(struct nj_match *m, struct nj_ruling *r)
{
    const char *const *radio = r->row->names;

    NJ_ASSERT((radio != NULL) == (r->row->hi != 0));
    nj_sh_answer(m, asked(r)->no, radio != NULL ? radio[r->n] : r->text);
}

static void do_say(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->text[0] != '\0');
    say_channel(m, r->text);
}

static void do_queue(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->text[0] != '\0');
    nj_sh_queue(nj_state(m), SH_SAY_CHANNEL, 0, r->text);
}

static void do_reply(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->seat != NJ_SEAT_NONE && r->text[0] != '\0');
    say_free_reply(m, r->seat, r->text, NULL);
}

static const char *const fixes[] = {"not_over", "phase", "no_tunnel", "tunnel",
                                    NULL};

/* One list of corrections gets it, and the other one loses it. */
static void fix(uint8_t *to, uint8_t *from, int choice)
{
    static const uint8_t bits[] = {SH_FIX_NOT_OVER, SH_FIX_PHASE,
                                   SH_FIX_NO_TUNNEL, SH_FIX_NO_TUNNEL};

    NJ_ASSERT(choice < (int)NJ_COUNT(bits));
    *to = (uint8_t)(*to | bits[choice]);
    *from = (uint8_t)(*from & ~bits[choice]);
}

static void do_fix_add(struct nj_match *m, struct nj_ruling *r)
{
    struct sh_state *s = nj_state(m);

    fix(&s->fix_add, &s->fix_remove, r->n);
}

static void do_fix_remove(struct nj_match *m, struct nj_ruling *r)
{
    struct sh_state *s = nj_state(m);

    fix(&s->fix_remove, &s->fix_add, r->n);
}

/* --- the round and the match --- */

static const char *check_endround(struct nj_ruling *r)
{
    r->n = ((const struct sh_state *)nj_state_const(r->from))->round + 1;
    return NULL;
}

/* The round ends behind the step (SH_RULE_ENDS). */
static void do_endround(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->n == ((const struct sh_state *)nj_state_const(m))->round + 1);
}

static void do_end(struct nj_match *m, struct nj_ruling *r)
{
    NJ_ASSERT(r->n >= 0 && SH_ESCAPE + r->n <= SH_LOST);
    nj_sh_end(m, (enum sh_ending)(SH_ESCAPE + r->n));
}

/* --- the list --- */

static const char *const power[] = {"off", "on"};
static const char *const cube[] = {"restored", "rotated"};
static const char *const gas[] = {"clear", "gas"};
static const char *const open[] = {"closed", "open"};
static const char *const lock[] = {"locked", "unlocked"};
static const char *const fireplace[] = {"unsolved", "done"};
static const char *const uses[] = {"unused", "used"};
static const char *const answers[] = {"0", "1", "2", "3", "4", "5"};

#define HOUSE(name) .into = NJ_INTO(struct sh_state, name)
#define DUE(name)   .due = NJ_INTO(struct sh_state, name)
#define ANSWER      .marks = SH_RULE_QUIET, .check = check_asked, .apply = do_answer

/* clang-format off */
const struct nj_ruling_row nj_sh_house_rules[] = {
    {"set power", "o", "atend", HOUSE(power), .names = power, DUE(power_ops), .switches = true,
     .apply = do_power},
    {"set cube", "o", "atend", HOUSE(rotated), .names = cube, DUE(cube_ops), .switches = true},
    {"set gas", "o", "atend", HOUSE(gas), .names = gas, DUE(gas_due), .apply = do_gas},
    {"set poker", "o", "atend", HOUSE(poker), .names = open, DUE(poker_due)},
    {"set awakening", "o", "atend", HOUSE(portal), .names = open, DUE(portal_due)},
    {"set tunnel", "o", HOUSE(tunnel), .names = open},
    {"set door", "o", HOUSE(door), .names = lock},
    {"set fireplace", "o", HOUSE(fireplace), .names = fireplace, .apply = do_fireplace},
    {"phase", "n", "tell", HOUSE(phase), .lo = 1, .hi = 3, .apply = do_phase},
    {"bullets", "n", HOUSE(bullet), .lo = 0, .hi = 6},
    {"stamp", "n", HOUSE(album_uses), .lo = 0, .hi = 2},
    {"crossused", "o", HOUSE(cross_used), .names = uses},
    {"swaprooms", "nn", .marks = SH_RULE_EXPLORES, .check = check_swaprooms, .apply = do_swaprooms},
    {"radio answer", "n?n", ANSWER, .lo = 0, .hi = 5, .names = answers},
    {"radio", "n?n", ANSWER, .lo = 0, .hi = 5, .names = answers},
    {"free answer", "nt", ANSWER, .after = "-"},
    {"say", "t", .before = "-", .after = "-", .apply = do_say},
    {"queue", "t", .before = "-", .after = "-", .apply = do_queue},
    {"reply", "st", .marks = SH_RULE_QUIET, .before = "-", .after = "-", .apply = do_reply},
    {"fix add", "w", .choices = fixes, .before = "-", .after = "%t", .apply = do_fix_add},
    {"fix remove", "w", .choices = fixes, .before = "-", .after = "%t", .apply = do_fix_remove},
    {"endround", "", .marks = SH_RULE_ENDS, HOUSE(round), .check = check_endround, .apply = do_endround},
    {"end", "w", .choices = &nj_sh_endings[SH_ESCAPE], .before = "-", .after = "%t", .apply = do_end},
    {.words = NULL}};
/* clang-format on */
