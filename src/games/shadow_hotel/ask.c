/*
 * What seats may ask of the referee (SH-5.22 to 5.25, 13.4), and look and
 * state: orders, because they count as presence.
 */
#include "base/bug.h"
#include "base/script.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- answers --- */

static void answer_word(const struct sh_out *o, const char *key,
                        const char *word)
{
    NJ_ASSERT(word[0] != '\0');
    nj_sh_say_to(o, key, "SH-5.22", NJ_ARGS(nj_arg_word("state", word)));
}

static const struct sh_state *state_of(const struct sh_out *o)
{
    return nj_state_const(o->from);
}

static const char *side_word(const struct sh_state *s)
{
    return nj_sh_shadow_round(s) ? "shadow" : "players";
}

static const char *alive_word(const struct sh_state *s, nj_seat seat)
{
    static const char *const words[] = {"active", "rebirth", "absent", "out"};

    NJ_ASSERT(s->seat[seat].life < NJ_COUNT(words));
    return words[s->seat[seat].life];
}

/* In one's own round what is left, else what the next one will give. */
static int64_t steps_of(const struct sh_state *s, nj_seat seat)
{
    NJ_ASSERT(seat < s->n);
    if (nj_sh_own_round(s, seat) && s->seat[seat].life == SH_ACTIVE)
        return s->seat[seat].steps;
    return nj_sh_steps_of(s, seat);
}

static const char *act_word(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    uint8_t life = s->seat[seat].life;
    nj_seat slot = nj_sh_slot(s);

    NJ_ASSERT(seat < s->n);
    if (life != SH_ACTIVE)
        return alive_word(s, seat);
    if (nj_frozen(m, seat))
        return "prompt";
    if (!nj_sh_own_round(s, seat))
        return "round";
    if (s->seat[seat].turn_over)
        return "over";
    return slot != NJ_SEAT_NONE && slot != seat ? "slot" : "yes";
}

void nj_sh_over_to(const struct sh_out *o)
{
    answer_word(o, "sh.answer.over",
                state_of(o)->stage == SH_ENDED ? "yes" : "no");
}

static void ask_tunnel(const struct sh_out *o)
{
    answer_word(o, "sh.answer.tunnel", state_of(o)->tunnel ? "open" : "closed");
}

static void ask_phase(const struct sh_out *o)
{
    const struct sh_state *s = state_of(o);

    NJ_ASSERT(s->phase >= 1);
    nj_sh_say_to(o, "sh.answer.phase", "SH-5.22",
                 NJ_ARGS(nj_arg_int("n", s->phase),
                         nj_arg_int("steps", steps_of(s, o->seat))));
}

static void ask_alive(const struct sh_out *o)
{
    answer_word(o, "sh.answer.alive", alive_word(state_of(o), o->seat));
}

/* The room as an argument; who stands nowhere gets the word of its state. */
static struct nj_arg own_room(const struct sh_out *o)
{
    const struct sh_state *s = state_of(o);

    NJ_ASSERT(o->seat < s->n);
    if (!nj_sh_is_present(s, o->seat))
        return nj_arg_word("room", alive_word(s, o->seat));
    return nj_sh_arg_room(o->from, "room", s->seat[o->seat].room);
}

static int64_t own_pos(const struct sh_out *o)
{
    const struct sh_state *s = state_of(o);

    NJ_ASSERT(o->seat < s->n);
    return nj_sh_is_present(s, o->seat) ? s->pos_of[s->seat[o->seat].room] : 0;
}

static void ask_where(const struct sh_out *o)
{
    nj_sh_say_to(o, "sh.answer.where", "SH-5.22",
                 NJ_ARGS(own_room(o), nj_arg_int("pos", own_pos(o))));
}

static void ask_others(const struct sh_out *o)
{
    answer_word(o, "sh.answer.others", nj_sh_others_word(state_of(o), o->seat));
}

void nj_sh_round_to(const struct sh_out *o)
{
    const struct sh_state *s = state_of(o);

    NJ_ASSERT(s->round <= SH_ROUNDS_MAX);
    nj_sh_say_to(
        o, "sh.answer.round", "SH-5.22",
        NJ_ARGS(nj_arg_int("n", s->round), nj_arg_word("side", side_word(s))));
}

static void ask_items(const struct sh_out *o)
{
    const struct sh_state *s = state_of(o);
    char items[256];

    NJ_ASSERT(o->seat < s->n);
    if (s->seat[o->seat].life == SH_OUT) {
        answer_word(o, "sh.answer.items", "out");
        return;
    }
    nj_sh_items_held(o->from, o->seat, items);
    nj_sh_say_to(o, "sh.answer.items", "SH-5.22",
                 NJ_ARGS(nj_arg_words("items", items)));
}

static const char *cube_word(const struct sh_state *s)
{
    return s->rotated ? "rotated" : "restored";
}

static void ask_cube(const struct sh_out *o)
{
    answer_word(o, "sh.answer.cube", cube_word(state_of(o)));
}

static void ask_act(const struct sh_out *o)
{
    answer_word(o, "sh.answer.act", act_word(o->from, o->seat));
}

static void ask_report(const struct sh_out *o)
{
    answer_word(o, "sh.answer.report",
                state_of(o)->seat[o->seat].reported ? "yes" : "no");
}

static void ask_log(const struct sh_out *o)
{
    nj_sh_say_to(o, "sh.answer.log", "SH-5.22", NJ_NO_ARGS);
}

static void ask_priority(const struct sh_out *o)
{
    nj_sh_say_to(o, "sh.answer.priority", "SH-5.24",
                 NJ_ARGS(nj_arg_int("n", state_of(o)->seat[o->seat].rank + 1)));
}

/* --- topics --- */

typedef void topic_fn(const struct sh_out *o);

struct topic {
    const char *word;
    topic_fn *answer; /* NULL: the referee must not tell */
};

static const struct topic topics[] = {
    {"over", nj_sh_over_to},
    {"tunnel", ask_tunnel},
    {"phase", ask_phase},
    {"alive", ask_alive},
    {"where", ask_where},
    {"others", ask_others},
    {"round", nj_sh_round_to},
    {"items", ask_items},
    {"cube", ask_cube},
    {"log", ask_log},
    {"act", ask_act},
    {"report", ask_report},
    {"album", nj_sh_album_to},
    {"priority", ask_priority},
    {"others-alive", NULL},
    {"bullet", NULL},
    {"keys", NULL},
    {"cross", NULL},
    {"truth", NULL},
    {"power", NULL},
    {"wall", NULL},
    {"album-use", NULL},
    {"brillo", NULL},
    {"other", NULL},
};

static const struct topic *find_topic(const char *text)
{
    NJ_ASSERT(text != NULL);
    for (size_t i = 0; i < NJ_COUNT(topics); i++)
        if (nj_same_word(topics[i].word, text))
            return &topics[i];
    return NULL;
}

/* The key of the refusal, or NULL. The same words whatever is true. */
static const char *refusal(const struct sh_state *s, nj_seat seat,
                           const struct topic *topic)
{
    bool hers = topic != NULL && topic->answer == nj_sh_album_to;

    NJ_ASSERT(seat < s->n);
    if (topic == NULL)
        return "sh.err.unknown";
    if (topic->answer == ask_priority && !s->opt.tell_priority)
        return "sh.refuse.need_not";
    if (topic->answer == NULL ||
        (hers && (seat != s->brillo || !nj_sh_is_living(s, seat))))
        return "sh.refuse.must_not";
    return NULL;
}

int nj_sh_ask(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    const struct sh_out o = {.m = m, .q = NULL, .from = m, .seat = in->seat};
    const struct topic *topic;
    const char *no;
    int refused = nj_sh_check(m, in, SH_ACT_ASK);

    if (refused != 0)
        return refused;
    topic = find_topic(nj_sh_text(in, 0));
    no = refusal(s, in->seat, topic);
    if (no != NULL)
        return nj_sh_refuse(m, in, no, "SH-5.23");
    NJ_ASSERT(topic != NULL);
    nj_sh_acted(s, in->seat);
    topic->answer(&o);
    return 0;
}

/* --- look, state --- */

int nj_sh_look(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    int refused = nj_sh_check(m, in, SH_ACT_ASK);

    if (refused != 0)
        return refused;
    if (!nj_sh_is_present(s, in->seat))
        return nj_sh_refuse(m, in,
                            s->seat[in->seat].life == SH_OUT ? "sh.err.dead"
                                                             : "sh.err.absent",
                            "SH-12.10");
    nj_sh_acted(s, in->seat);
    nj_sh_view(m, in->seat);
    return 0;
}

void nj_sh_status_to(const struct sh_out *o)
{
    const struct sh_state *s = state_of(o);
    char items[256] = "";

    NJ_ASSERT(o->seat < s->n);
    nj_sh_say_to(
        o, "sh.status", "SH-5.25",
        NJ_ARGS(nj_arg_int("round", s->round),
                nj_arg_word("side", side_word(s)),
                nj_arg_int("phase", s->phase),
                nj_arg_int("steps", steps_of(s, o->seat)),
                nj_arg_word("over", s->stage == SH_ENDED ? "yes" : "no"),
                nj_arg_word("tunnel", s->tunnel ? "open" : "closed"),
                nj_arg_word("cube", cube_word(s))));
    if (s->seat[o->seat].life != SH_OUT)
        nj_sh_items_held(o->from, o->seat, items);
    nj_sh_say_to(o, "sh.status_me", "SH-5.25",
                 NJ_ARGS(nj_arg_word("alive", alive_word(s, o->seat)),
                         own_room(o), nj_arg_int("pos", own_pos(o)),
                         nj_arg_word("others", nj_sh_others_word(s, o->seat)),
                         nj_arg_words("items", items),
                         nj_arg_word("act", act_word(o->from, o->seat))));
}

int nj_sh_status(struct nj_match *m, const struct nj_input *in)
{
    const struct sh_out o = {.m = m, .q = NULL, .from = m, .seat = in->seat};
    int refused = nj_sh_check(m, in, SH_ACT_ASK);

    if (refused != 0)
        return refused;
    nj_sh_acted(nj_state(m), in->seat);
    nj_sh_status_to(&o);
    return 0;
}
