/*
 * What people type to the toy game besides playing it: orders that stand with
 * others in one message, a question that is answered with more than a word, text
 * over several messages.
 */
#include <string.h>

#include "kit/toy_game.h"
#include "match/emit.h"
#include "match/pages.h"

#define BELL     7 /* the number that stops what is behind it */
#define MARK_MAX 15
#define DICE_MAX 3
#define PARRY_MS 20000
#define TALE_MAX 3000

/* TOY-8: once each. What was typed in private stays there. */
int nj_toy_mark(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    int64_t n = in->args.v[0].i;
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    if (n < 1 || n > MARK_MAX)
        return nj_refuse_aside(m, in, "toy.err.number", "TOY-8",
                               NJ_ARGS(nj_arg_int("most", MARK_MAX)));
    if ((s->marks[in->seat] & 1u << n) != 0)
        return nj_refuse(m, in, "toy.err.marked", "TOY-8",
                         NJ_ARGS(nj_arg_int("number", n)));
    s->marks[in->seat] |= (uint16_t)(1u << n);
    nj_emit(m, in->place == NJ_PLACE_GROUP ? nj_to_all() : nj_to_seat(in->seat),
            strcmp(in->verb, "wish") == 0 ? "toy.wished" : "toy.marked",
            "TOY-8",
            NJ_ARGS(nj_arg_seat("seat", in->seat), nj_arg_int("number", n)));
    if (n == BELL)
        nj_stop(m);
    return 0;
}

/* --- a question whose answer has a number and a word --- */

/* TOY-9: everybody waits, and the turn loses nothing by it. */
int nj_toy_duel(struct nj_match *m, const struct nj_input *in)
{
    static const char *const some[] = {"parry 0 low", "parry 3 high"};
    const struct nj_toy *s = nj_state_const(m);
    const struct nj_ask ask = {.seat = (nj_seat)in->args.v[0].i,
                               .name = "parry",
                               .ms = PARRY_MS,
                               .holds = true,
                               .choices = some,
                               .n = NJ_COUNT(some)};
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    if (in->seat != s->turn || s->asked)
        return nj_refuse(m, in, "toy.err.turn", "TOY-2",
                         NJ_ARGS(nj_arg_seat("turn", s->turn)));
    if (ask.seat == in->seat || s->points[ask.seat] < 0)
        return nj_refuse(m, in, "toy.err.duel", "TOY-9", NJ_NO_ARGS);
    nj_emit(
        m, nj_to_all(), "toy.dueled", "TOY-9",
        NJ_ARGS(nj_arg_seat("seat", in->seat), nj_arg_seat("other", ask.seat)));
    nj_prompt(m, &ask, "toy.duel", "TOY-9",
              NJ_ARGS(nj_arg_seat("other", in->seat),
                      nj_arg_int("most", DICE_MAX),
                      nj_arg_at("until", nj_ask_deadline(m, &ask))));
    return 0;
}

static void parried(struct nj_match *m, nj_seat seat, int64_t dice,
                    const char *word)
{
    nj_prompt_close(m, seat, "parry");
    nj_emit(m, nj_to_all(), "toy.parried", "TOY-9",
            NJ_ARGS(nj_arg_seat("seat", seat), nj_arg_int("dice", dice),
                    nj_arg_word("word", word)));
}

int nj_toy_parry(struct nj_match *m, const struct nj_input *in)
{
    int64_t dice = in->args.v[0].i;
    bool high = strcmp(in->args.v[1].s, "high") == 0;
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    if (!nj_prompt_open(m, in->seat, "parry"))
        return nj_refuse(m, in, "toy.err.not_asked", "TOY-9", NJ_NO_ARGS);
    if (dice < 0 || dice > DICE_MAX)
        return nj_refuse(m, in, "toy.err.dice", "TOY-9",
                         NJ_ARGS(nj_arg_int("most", DICE_MAX)));
    parried(m, in->seat, dice, high ? "high" : "low");
    return 0;
}

static void no_parry(struct nj_match *m, nj_seat seat)
{
    parried(m, seat, 0, "low");
}

static const char *const parry_answers[] = {"parry", NULL};

const struct nj_question nj_toy_questions[] = {
    {.name = "parry",
     .otherwise = no_parry,
     .answers = parry_answers,
     .halts = {"toy.err.prompt_open", "TOY-9"}},
    {.name = NULL}};

int nj_toy_timer(struct nj_match *m, const struct nj_input *in)
{
    (void)in;
    nj_prompts_due(m, NULL);
    return 0;
}

void nj_toy_duel_end(struct nj_match *m, nj_seat seat)
{
    nj_prompt_close(m, seat, "parry");
}

/* --- text over several messages --- */

/* TOY-10 */
int nj_toy_tale(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    bool begin = strcmp(in->verb, "tale_begin") == 0;
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    s->telling[in->seat] = begin;
    nj_emit(m, nj_to_seat(in->seat), begin ? "toy.tell_on" : "toy.told",
            "TOY-10", NJ_ARGS(nj_arg_int("bytes", s->tale[in->seat])));
    return 0;
}

const char *nj_toy_collects(const struct nj_match *m, nj_seat seat,
                            bool *unsure)
{
    const struct nj_toy *s = nj_state_const(m);

    *unsure = false;
    return s->telling[seat] ? "line" : NULL;
}

/* On the page of the seat, each message from a new line on. */
static void write_down(struct nj_match *m, nj_seat seat, const char *text)
{
    struct nj_toy *s = nj_state(m);
    bool room = true;

    if (s->page[seat] == 0)
        s->page[seat] = nj_page_new(m, text);
    else
        room = (s->half[seat] || nj_page_add(m, s->page[seat], "\n")) &&
               nj_page_add(m, s->page[seat], text);
    NJ_ASSERT(room && s->page[seat] != 0);
}

/* Judged with its first piece: a message is taken whole or not at all. */
int nj_toy_line(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    size_t n = strlen(in->args.v[0].s);
    size_t left = in->args.n > 1 ? (size_t)in->args.v[1].i : 0;
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    if (s->tale[in->seat] + n + left > TALE_MAX)
        return nj_refuse(
            m, in, "toy.err.tale", "TOY-10",
            NJ_ARGS(nj_arg_int("left", TALE_MAX - s->tale[in->seat])));
    s->tale[in->seat] = (uint16_t)(s->tale[in->seat] + n);
    write_down(m, in->seat, in->args.v[0].s);
    s->half[in->seat] = left > 0;
    nj_emit(m, nj_to_record(), left > 0 ? "toy.line_part" : "toy.line",
            "TOY-10",
            NJ_ARGS(nj_arg_seat("seat", in->seat),
                    nj_arg_text("text", in->args.v[0].s)));
    return 0;
}

/* TOY-12: numbered from 1, the lowest that is free. */
int nj_toy_ask(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    uint8_t at = 0;

    while (at < NJ_TOY_ASKED && s->asker[at] != 0)
        at++;
    if (at == NJ_TOY_ASKED)
        return nj_refuse(m, in, "toy.err.power", "TOY-12", NJ_NO_ARGS);
    s->asker[at] = (uint8_t)(in->seat + 1);
    nj_emit(m, nj_to_host(), "toy.ask", "TOY-12",
            NJ_ARGS(nj_arg_int("n", at + 1), nj_arg_seat("seat", in->seat),
                    nj_arg_text("text", in->args.v[0].s)));
    return 0;
}

/* TOY-11 */
int nj_toy_here(struct nj_match *m, const struct nj_input *in)
{
    nj_substitute(m, in->seat, false);
    nj_emit(m, nj_to_seat(in->seat), "toy.back", "TOY-11", NJ_NO_ARGS);
    return 0;
}

int nj_toy_publish(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    nj_emit(m, nj_to_all(), "toy.tale", "TOY-10",
            NJ_ARGS(nj_arg_seat("seat", in->seat),
                    nj_arg_prose("text", nj_page(m, s->page[in->seat]))));
    nj_page_drop(m, s->page[in->seat]);
    s->page[in->seat] = 0;
    s->tale[in->seat] = 0;
    return 0;
}

/* --- a person with two seats --- */

nj_seat nj_toy_plays(const struct nj_match *m, nj_seat_set hand,
                     const char *verb)
{
    bool last = strcmp(verb, "wish") == 0;
    nj_seat found = NJ_SEAT_NONE;

    for (nj_seat seat = 0; seat < nj_seats(m); seat++)
        if ((hand & nj_bit(seat)) != 0 && (last || found == NJ_SEAT_NONE))
            found = seat;
    return found;
}
