/*
 * What seats may ask of the referee (SH-5.22 to 5.25, 13.4), and look and
 * state: orders, because they count as presence.
 */
#include "base/bug.h"
#include "base/script.h"
#include "games/shadow_hotel/shadow_hotel.h"

/* --- answers of one word --- */

typedef const char *word_fn(const struct nj_match *m, nj_seat seat);

static const char *over_word(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    (void)seat;
    return s->stage == SH_ENDED ? "yes" : "no";
}

static const char *tunnel_word(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    (void)seat;
    return s->tunnel ? "open" : "closed";
}

static const char *cube_word(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    (void)seat;
    return s->rotated ? "rotated" : "restored";
}

static const char *alive_word(const struct nj_match *m, nj_seat seat)
{
    static const char *const words[] = {"active", "rebirth", "absent", "out"};
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(seat < s->n && s->seat[seat].life < NJ_COUNT(words));
    return words[s->seat[seat].life];
}

static const char *act_word(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);
    nj_seat slot = nj_sh_slot(s);

    if (s->seat[seat].life != SH_ACTIVE)
        return alive_word(m, seat);
    if (nj_frozen(m, seat))
        return "prompt";
    if (!nj_sh_own_round(s, seat))
        return "round";
    if (s->seat[seat].turn_over)
        return "over";
    return slot != NJ_SEAT_NONE && slot != seat ? "slot" : "yes";
}

static const char *report_word(const struct nj_match *m, nj_seat seat)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(!s->seat[seat].reported || seat != s->shadow);
    return s->seat[seat].reported ? "yes" : "no";
}

/* --- other answers --- */

typedef void topic_fn(const struct nj_asker *to);

static const struct sh_state *state_of(const struct nj_asker *to)
{
    return nj_state_const(to->from);
}

/* In one's own round what is left, else what the next one will give. */
static int64_t steps_of(const struct nj_asker *to)
{
    const struct sh_state *s = state_of(to);

    if (nj_sh_own_round(s, to->seat) && s->seat[to->seat].life == SH_ACTIVE)
        return s->seat[to->seat].steps;
    return nj_sh_steps_of(s, to->seat);
}

static void ask_phase(const struct nj_asker *to)
{
    say_answer_phase(to, state_of(to)->phase, steps_of(to));
}

/* The room as an argument; who stands nowhere gets the word of its state. */
static struct nj_arg own_room(const struct nj_asker *to)
{
    const struct sh_state *s = state_of(to);

    if (!nj_sh_is_present(s, to->seat))
        return nj_arg_word("room", alive_word(to->from, to->seat));
    return nj_sh_arg_room(to->from, "room", s->seat[to->seat].room);
}

static int64_t own_pos(const struct nj_asker *to)
{
    const struct sh_state *s = state_of(to);

    if (!nj_sh_is_present(s, to->seat))
        return 0;
    NJ_ASSERT(s->pos_of[s->seat[to->seat].room] > 0);
    return s->pos_of[s->seat[to->seat].room];
}

static void ask_where(const struct nj_asker *to)
{
    say_answer_where(to, own_room(to), own_pos(to));
}

void nj_sh_round_to(const struct nj_asker *to)
{
    const struct sh_state *s = state_of(to);

    say_answer_round(to, s->round, nj_sh_side_word(s));
}

static void ask_items(const struct nj_asker *to)
{
    char items[SH_WORDS_BYTES];

    if (state_of(to)->seat[to->seat].life == SH_OUT) {
        say_answer_items(to, "out", NULL);
        return;
    }
    nj_sh_items_held(to->from, to->seat, items);
    say_answer_items(to, NULL, items);
}

static void ask_priority(const struct nj_asker *to)
{
    say_answer_priority(to, state_of(to)->seat[to->seat].rank + 1);
}

/* --- topics --- */

/* A word of the state, or an answer of its own; neither: the referee must not
 * tell. */
struct topic {
    const char *name;
    topic_fn *answer;
    void (*say)(const struct nj_asker *to, const char *state);
    word_fn *word;
};

static const struct topic topics[] = {
    {"over", NULL, say_answer_over, over_word},
    {"tunnel", NULL, say_answer_tunnel, tunnel_word},
    {"phase", .answer = ask_phase},
    {"alive", NULL, say_answer_alive, alive_word},
    {"where", .answer = ask_where},
    {"others", NULL, say_answer_others, nj_sh_others_word},
    {"round", .answer = nj_sh_round_to},
    {"items", .answer = ask_items},
    {"cube", NULL, say_answer_cube, cube_word},
    {"log", .answer = say_answer_log},
    {"act", NULL, say_answer_act, act_word},
    {"report", NULL, say_answer_report, report_word},
    {"album", .answer = nj_sh_album_to},
    {"priority", .answer = ask_priority},
    {.name = "others-alive"},
    {.name = "bullet"},
    {.name = "keys"},
    {.name = "cross"},
    {.name = "truth"},
    {.name = "power"},
    {.name = "wall"},
    {.name = "album-use"},
    {.name = "brillo"},
    {.name = "other"},
};

static const struct topic *find_topic(const char *text)
{
    for (size_t i = 0; i < NJ_COUNT(topics); i++)
        if (nj_same_word(topics[i].name, text))
            return &topics[i];
    return NULL;
}

/* The key of the refusal, or NULL. The same words whatever is true. */
static const char *refusal(const struct sh_state *s, nj_seat seat,
                           const struct topic *topic)
{
    if (topic == NULL)
        return "sh.err.unknown";
    if (topic->answer == ask_priority && !s->opt.tell_priority)
        return "sh.refuse.need_not";
    if (topic->answer == nj_sh_album_to &&
        (seat != s->brillo || !nj_sh_is_living(s, seat)))
        return "sh.refuse.must_not";
    return topic->answer == NULL && topic->word == NULL ? "sh.refuse.must_not"
                                                        : NULL;
}

int nj_sh_ask(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    const struct nj_asker to = nj_asker_seat(m, in->seat);
    const struct topic *topic;
    const char *no;
    int refused = nj_sh_check(m, in, SH_ACT_ASK);

    if (refused != 0)
        return refused;
    topic = find_topic(nj_sh_text(in, 0));
    no = refusal(s, in->seat, topic);
    if (no != NULL)
        return nj_sh_refuse(m, in, no, "SH-5.23");
    NJ_ASSERT(topic != NULL && (topic->answer == NULL) != (topic->say == NULL));
    nj_sh_acted(s, in->seat);
    if (topic->answer != NULL)
        topic->answer(&to);
    else
        topic->say(&to, topic->word(m, in->seat));
    return 0;
}

/* --- look, state --- */

int nj_sh_look(struct nj_match *m, const struct nj_input *in)
{
    struct sh_state *s = nj_state(m);
    bool out = s->seat[in->seat].life == SH_OUT;
    int refused = nj_sh_check(m, in, SH_ACT_ASK);

    if (refused != 0)
        return refused;
    if (!nj_sh_is_present(s, in->seat))
        return nj_sh_refuse(m, in, out ? "sh.err.dead" : "sh.err.absent",
                            "SH-12.10");
    nj_sh_acted(s, in->seat);
    nj_sh_view(m, in->seat);
    return 0;
}

void nj_sh_status_to(const struct nj_asker *to)
{
    const struct nj_match *m = to->from;
    const struct sh_state *s = state_of(to);
    nj_seat seat = to->seat;
    char items[SH_WORDS_BYTES] = "";

    NJ_ASSERT(seat < s->n && s->phase >= 1);
    say_status(to, s->round, nj_sh_side_word(s), s->phase, steps_of(to),
               over_word(m, seat), tunnel_word(m, seat), cube_word(m, seat));
    if (s->seat[seat].life != SH_OUT)
        nj_sh_items_held(m, seat, items);
    say_status_me(to, alive_word(m, seat), own_room(to), own_pos(to),
                  nj_sh_others_word(m, seat), items, act_word(m, seat));
}

int nj_sh_status(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_asker to = nj_asker_seat(m, in->seat);
    int refused = nj_sh_check(m, in, SH_ACT_ASK);

    if (refused != 0)
        return refused;
    nj_sh_acted(nj_state(m), in->seat);
    nj_sh_status_to(&to);
    return 0;
}
