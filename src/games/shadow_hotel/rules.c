/*
 * The decisions a host may make (SH-17.2 to 17.15). None runs a rule but those
 * named here: moving runs the entry, items their consequences, states of the
 * building what they do to who stands there.
 */
#include "base/bug.h"
#include "games/shadow_hotel/rule.h"

#define ARGS "sh.err.ruling"

static const struct sh_state *state(const struct sh_ruling *r)
{
    return nj_state_const(r->from);
}

/* --- words --- */

/* The oldest question that waits (SH-15.9); -1: none does. */
static int open_question(const struct sh_state *s)
{
    const struct sh_seat *who;
    int oldest = -1;

    if (s->brillo == NJ_SEAT_NONE)
        return -1;
    who = &s->seat[s->brillo];
    for (int i = 0; i < (int)NJ_COUNT(who->radio_due); i++)
        if (who->radio_due[i] != 0 &&
            (oldest < 0 || who->radio_due[i] < who->radio_due[oldest]))
            oldest = i;
    return oldest;
}

static const char *check_radio(struct sh_ruling *r)
{
    if (r->n < 0 || r->n > 5 || open_question(state(r)) < 0)
        return ARGS;
    nj_sh_rule_note(r->before, "-");
    nj_sh_rule_note(r->after, "%d", r->n);
    return NULL;
}

static void do_radio(struct nj_match *m, struct sh_ruling *r)
{
    static const char *const answers[] = {"0", "1", "2", "3", "4", "5"};
    struct sh_state *s = nj_state(m);
    int question = open_question(s);

    NJ_ASSERT(question >= 0);
    s->seat[s->brillo].radio_due[question] = 0;
    nj_sh_tell(m, s->brillo, "sh.radio.answer", "SH-15.9",
               NJ_ARGS(nj_arg_word("answer", answers[r->n])));
}

static const char *check_words(struct sh_ruling *r)
{
    nj_sh_rule_note(r->before, "-");
    nj_sh_rule_note(r->after, "-");
    return NULL;
}

static void do_say(struct nj_match *m, struct sh_ruling *r)
{
    nj_sh_public(m, "sh.channel", NJ_ARGS(nj_arg_text("text", r->text)));
}

static void do_queue(struct nj_match *m, struct sh_ruling *r)
{
    nj_sh_queue(nj_state(m), SH_SAY_CHANNEL, 0, r->text);
}

static void do_reply(struct nj_match *m, struct sh_ruling *r)
{
    nj_sh_tell(m, r->seat, "sh.free.reply", "SH-15.10",
               NJ_ARGS(nj_arg_text("text", r->text)));
}

/* "add not_over", "remove phase". */
static const char *check_fix(struct sh_ruling *r)
{
    static const struct {
        const char *word;
        int bit;
    } keys[] = {{"not_over", SH_FIX_NOT_OVER},
                {"phase", SH_FIX_PHASE},
                {"no_tunnel", SH_FIX_NO_TUNNEL},
                {"tunnel", SH_FIX_NO_TUNNEL}};

    struct sh_rule_word word;

    if (!nj_sh_rule_word(r, &word))
        return ARGS;
    r->on = nj_sh_rule_is(&word, "add");
    if (!r->on && !nj_sh_rule_is(&word, "remove"))
        return ARGS;
    if (!nj_sh_rule_word(r, &word))
        return ARGS;
    for (size_t i = 0; i < NJ_COUNT(keys); i++)
        if (nj_sh_rule_is(&word, keys[i].word))
            r->n = keys[i].bit;
    nj_sh_rule_note(r->before, "-");
    nj_sh_rule_note(r->after, "%s", word.typed);
    return r->n == 0 ? ARGS : NULL;
}

static void do_fix(struct nj_match *m, struct sh_ruling *r)
{
    struct sh_state *s = nj_state(m);
    uint8_t bit = (uint8_t)r->n;

    NJ_ASSERT(bit != 0);
    s->fix_add = (uint8_t)(r->on ? s->fix_add | bit : s->fix_add & ~bit);
    s->fix_remove =
        (uint8_t)(r->on ? s->fix_remove & ~bit : s->fix_remove | bit);
}

/* --- the round and the match --- */

static const char *check_endround(struct sh_ruling *r)
{
    nj_sh_rule_note(r->before, "%u", (unsigned)state(r)->round);
    nj_sh_rule_note(r->after, "%u", state(r)->round + 1u);
    return NULL;
}

static void do_endround(struct nj_match *m, struct sh_ruling *r)
{
    (void)m;
    r->end_round = true;
}

static const char *check_end(struct sh_ruling *r)
{
    static const struct {
        const char *word;
        uint8_t ending;
    } endings[] = {{"escape", SH_ESCAPE},
                   {"awakening", SH_AWAKEN},
                   {"loop", SH_LOOP},
                   {"lost", SH_LOST}};

    struct sh_rule_word word;

    if (!nj_sh_rule_word(r, &word))
        return ARGS;
    for (size_t i = 0; i < NJ_COUNT(endings); i++)
        if (nj_sh_rule_is(&word, endings[i].word))
            r->ending = endings[i].ending;
    nj_sh_rule_note(r->before, "-");
    nj_sh_rule_note(r->after, "%s", word.typed);
    return r->ending == SH_NO_ENDING ? ARGS : NULL;
}

static void do_end(struct nj_match *m, struct sh_ruling *r)
{
    nj_sh_end(m, (enum sh_ending)r->ending);
}

/* clang-format off */
const struct sh_rule nj_sh_rules[] = {
    {"move",      "sr", "quiet",      nj_sh_rule_check_move,     nj_sh_rule_do_move,     true},
    {"give",      "si", NULL,         nj_sh_rule_check_give,     nj_sh_rule_do_give,     true},
    {"take",      "si", NULL,         nj_sh_rule_check_take,     nj_sh_rule_do_put,      false},
    {"put",       "ir", NULL,         nj_sh_rule_check_put,      nj_sh_rule_do_put,      false},
    {"kill",      "s",  NULL,         nj_sh_rule_check_kill,     nj_sh_rule_do_kill,     true},
    {"revive",    "sr", NULL,         nj_sh_rule_check_revive,   nj_sh_rule_do_revive,   true},
    {"phase",     "n",  "tell",       nj_sh_rule_check_phase,    nj_sh_rule_do_phase,    false},
    {"set",       "w",  NULL,         nj_sh_rule_check_set,      nj_sh_rule_do_set,      false},
    {"steps",     "sn", NULL,         nj_sh_rule_check_steps,    nj_sh_rule_do_steps,    true},
    {"unlock",    "s",  NULL,         nj_sh_rule_check_unlock,   nj_sh_rule_do_unlock,   true},
    {"radio",     "n",  NULL,         check_radio,    do_radio,    false},
    {"say",       "t",  NULL,         check_words,    do_say,      false},
    {"queue",     "t",  NULL,         check_words,    do_queue,    false},
    {"reply",     "st", NULL,         check_words,    do_reply,    false},
    {"fix",       "w",  NULL,         check_fix,      do_fix,      false},
    {"swaprooms", "nn", NULL,         nj_sh_rule_check_swaprooms, nj_sh_rule_do_swaprooms, false},
    {"know",      "sr", NULL,         nj_sh_rule_check_know,     nj_sh_rule_do_know,     true},
    {"skip",      "s",  NULL,         nj_sh_rule_check_skip,     nj_sh_rule_do_skip,     true},
    {"endround",  "",   NULL,         check_endround, do_endround, false},
    {"bullets",   "n",  NULL,         nj_sh_rule_check_bullets,  nj_sh_rule_do_bullets,  false},
    {"stamp",     "n",  NULL,         nj_sh_rule_check_stamp,    nj_sh_rule_do_stamp,    false},
    {"crossused", "w",  NULL,         nj_sh_rule_check_crossused, nj_sh_rule_do_crossused, false},
    {"end",       "w",  NULL,         check_end,      do_end,      false},
    {NULL, NULL, NULL, NULL, NULL, false},
};
/* clang-format on */
