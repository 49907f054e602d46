/*
 * What seats may ask of the referee (SH-5.22 to 5.25, 13.4), and look and
 * state: orders, because they count as presence.
 */
#include "base/bug.h"
#include "base/script.h"
#include "games/shadow_hotel/shadow_hotel.h"

static const struct sh_state *state_of(const struct nj_asker *to)
{
    return nj_state_const(to->from);
}

/* --- answers of one word --- */

/* A word for what stands in the state, or of the seat that asks. */
struct fact {
    struct nj_into into;
    bool own;
    const char *words[4];
};

static const struct fact over = {
    NJ_INTO(struct sh_state, stage), false, {"no", "no", "yes"}};
static const struct fact tunnel = {
    NJ_INTO(struct sh_state, tunnel), false, {"closed", "open"}};
static const struct fact cube = {
    NJ_INTO(struct sh_state, rotated), false, {"restored", "rotated"}};
static const struct fact alive = {NJ_INTO(struct sh_seat, life),
                                  true,
                                  {"active", "rebirth", "absent", "out"}};
static const struct fact report = {
    NJ_INTO(struct sh_seat, reported), true, {"no", "yes"}};

static const char *word_of(const struct nj_asker *to, const struct fact *fact)
{
    const struct sh_state *s = state_of(to);
    const void *whole = s;
    int64_t v;

    if (fact->own)
        whole = &s->seat[to->seat];
    v = nj_into_get(whole, fact->into);
    NJ_ASSERT(v < (int64_t)NJ_COUNT(fact->words) && fact->words[v] != NULL);
    return fact->words[v];
}

static const char *act_word(const struct nj_asker *to)
{
    const struct sh_state *s = state_of(to);
    nj_seat slot = nj_sh_slot(s);

    if (s->seat[to->seat].life != SH_ACTIVE)
        return word_of(to, &alive);
    if (nj_frozen(to->from, to->seat))
        return nj_sh_halts(to->from, to->seat) != NULL ? "prompt" : "wait";
    if (!nj_sh_own_round(s, to->seat))
        return "round";
    if (s->seat[to->seat].turn_over)
        return "over";
    return slot != NJ_SEAT_NONE && slot != to->seat ? "slot" : "yes";
}

/* --- other answers --- */

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
        return nj_arg_word("room", word_of(to, &alive));
    return nj_sh_arg_room(to->from, "room", s->seat[to->seat].room);
}

/* 0: nowhere. */
static int64_t own_pos(const struct nj_asker *to)
{
    const struct sh_state *s = state_of(to);

    NJ_ASSERT(s->pos_of[0] == 0);
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
    bool out = state_of(to)->seat[to->seat].life == SH_OUT;
    char items[SH_WORDS_BYTES];

    nj_sh_items_held(to->from, to->seat, items);
    say_answer_items(to, out ? "out" : NULL, out ? NULL : items);
}

static void ask_priority(const struct nj_asker *to)
{
    const struct sh_state *s = state_of(to);
    uint8_t rank = s->seat[to->seat].rank;

    NJ_ASSERT(s->order[rank] == to->seat);
    say_answer_priority(to, rank + 1);
}

/* --- topics --- */

/* An answer of its own, or a word; neither: the referee must not tell. */
static const struct topic {
    const char *name;
    void (*answer)(const struct nj_asker *to);
    void (*say)(const struct nj_asker *to, const char *state);
    const struct fact *fact;
    const char *(*word)(const struct nj_asker *to);
} topics[] = {
    {"over", .say = say_answer_over, .fact = &over},
    {"tunnel", .say = say_answer_tunnel, .fact = &tunnel},
    {"phase", .answer = ask_phase},
    {"alive", .say = say_answer_alive, .fact = &alive},
    {"where", .answer = ask_where},
    {"others", .say = say_answer_others, .word = nj_sh_others_word},
    {"round", .answer = nj_sh_round_to},
    {"items", .answer = ask_items},
    {"cube", .say = say_answer_cube, .fact = &cube},
    {"log", .answer = say_answer_log},
    {"act", .say = say_answer_act, .word = act_word},
    {"report", .say = say_answer_report, .fact = &report},
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

/* The same words whatever is true. */
static const char *ask_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);
    const char *text = nj_input_text(a->in, 0);
    struct sh_meant *p = a->plan;
    const struct topic *topic;

    while (p->item < (int)NJ_COUNT(topics) &&
           !nj_same_word(topics[p->item].name, text))
        p->item++;
    if (p->item == (int)NJ_COUNT(topics))
        return "sh.err.unknown";
    topic = &topics[p->item];
    NJ_ASSERT((topic->say != NULL) ==
              (topic->fact != NULL || topic->word != NULL));
    if (topic->answer == ask_priority && !s->opt.tell_priority)
        return "sh.refuse.need_not";
    if (topic->answer == nj_sh_album_to &&
        (a->seat != s->brillo || !nj_sh_is_living(s, a->seat)))
        return "sh.refuse.must_not";
    return topic->answer == NULL && topic->say == NULL ? "sh.refuse.must_not"
                                                       : NULL;
}

static void ask(struct nj_match *m, const struct nj_attempt *a)
{
    const struct nj_asker to = nj_asker_seat(m, a->seat);
    const struct sh_meant *p = a->plan;
    const struct topic *topic = &topics[p->item];

    NJ_ASSERT((topic->answer == NULL) != (topic->say == NULL));
    if (topic->answer != NULL)
        topic->answer(&to);
    else
        topic->say(&to, topic->fact != NULL ? word_of(&to, topic->fact)
                                            : topic->word(&to));
}

const struct nj_order nj_sh_ask = {SH_ACT_ASK, "SH-5.23", ask_fault, ask};

/* --- look, state --- */

static const char *look_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct sh_state *s = nj_state_const(m);

    if (nj_sh_is_present(s, a->seat))
        return NULL;
    return s->seat[a->seat].life == SH_OUT ? "sh.err.dead" : "sh.err.absent";
}

static void look(struct nj_match *m, const struct nj_attempt *a)
{
    NJ_ASSERT(nj_sh_is_present(nj_state_const(m), a->seat));
    nj_sh_view(m, a->seat);
}

const struct nj_order nj_sh_look = {SH_ACT_ASK, "SH-12.10", look_fault, look};

void nj_sh_status_to(const struct nj_asker *to)
{
    const struct sh_state *s = state_of(to);
    char items[SH_WORDS_BYTES] = "";

    say_status(to, s->round, nj_sh_side_word(s), s->phase, steps_of(to),
               word_of(to, &over), word_of(to, &tunnel), word_of(to, &cube));
    if (s->seat[to->seat].life != SH_OUT)
        nj_sh_items_held(to->from, to->seat, items);
    say_status_me(to, word_of(to, &alive), own_room(to), own_pos(to),
                  nj_sh_others_word(to), items, act_word(to));
}

static void status(struct nj_match *m, const struct nj_attempt *a)
{
    const struct nj_asker to = nj_asker_seat(m, a->seat);

    nj_sh_status_to(&to);
}

const struct nj_order nj_sh_status = {SH_ACT_ASK, "SH-5.25", NULL, status};
