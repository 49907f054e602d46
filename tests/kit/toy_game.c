/*
 * The toy game: see toy_game.h. It shows the shape of a game in one file.
 */
#include "kit/toy_game.h"

#include <inttypes.h>
#include <string.h>

#include "match/emit.h"

#define TURN_MS   60000
#define ANSWER_MS 30000
#define LONG_MS   600000

static const char *const toy_editions[] = {"plain", "wild", NULL};
static const char *const toy_switch[] = {"off", "on", NULL};
static const char *const yes_no[] = {"yes", "no"};

static const struct nj_option toy_options[] = {
    {.key = "goal", .type = NJ_OPTION_INT, .lo = 1, .hi = 100, .dflt = 20},
    {.key = "questions",
     .type = NJ_OPTION_WORD,
     .words = toy_switch,
     .dflt = 1},
    {.key = "think",
     .type = NJ_OPTION_MS,
     .lo = 10000,
     .hi = 86400000,
     .dflt = TURN_MS},
    {.key = NULL}};

static const struct nj_row_form toy_table = {
    .canon = "%:%",
    .sep = ',',
    .fields = 3,
    .field = {{.name = "seat", .type = NJ_ARG_SEAT},
              {.name = "points", .type = NJ_ARG_INT},
              {.name = "rank", .type = NJ_ARG_INT, .apart = true}}};

static void tell_scores(struct nj_match *m)
{
    const struct nj_toy *s = nj_state_const(m);
    int64_t cells[NJ_SEATS_MAX * 3];
    int64_t *cell = cells;
    uint8_t n = nj_seats(m);

    for (nj_seat i = 0; i < n; i++) {
        int64_t rank = 1;

        for (nj_seat k = 0; k < n; k++)
            rank += s->points[k] > s->points[i];
        *cell++ = i;
        *cell++ = s->points[i];
        *cell++ = rank;
    }
    nj_emit(m, nj_to_all(), "toy.score", "TOY-4",
            NJ_ARGS(nj_arg_rows("rows", &toy_table, cells, n)));
}

static void begin_clock(struct nj_match *m)
{
    int64_t think = nj_option(m, "think");

    nj_phase_begin(m, think > LONG_MS ? "long" : "turn", think);
}

static void begin_turn(struct nj_match *m)
{
    const struct nj_toy *s = nj_state_const(m);

    begin_clock(m);
    nj_emit(m, nj_to_all(), "toy.turn", "TOY-2",
            NJ_ARGS(nj_arg_seat("seat", s->turn),
                    nj_arg_ms("think", nj_option(m, "think"))));
}

static void end_match(struct nj_match *m, const char *reason)
{
    struct nj_toy *s = nj_state(m);

    s->over = 1;
    nj_emit(m, nj_to_all(), "toy.over", "TOY-4",
            NJ_ARGS(nj_arg_word("reason", reason)));
    nj_over(m);
}

static void next_turn(struct nj_match *m)
{
    struct nj_toy *s = nj_state(m);
    uint8_t n = nj_seats(m);
    uint8_t tried = 0;

    NJ_ASSERT(n > 0); /* whoever has left keeps the seat */
    for (nj_seat seat = 0; seat < n; seat++)
        nj_toy_duel_end(m, seat);
    do {
        s->turn = (uint8_t)((s->turn + 1) % n);
        tried++;
    } while (s->points[s->turn] < 0 && tried <= n);
    if (tried > n)
        end_match(m, "nobody");
    else
        begin_turn(m);
}

static int toy_start(struct nj_match *m, const struct nj_input *in)
{
    uint8_t order[NJ_SEATS_MAX];
    nj_seat list[NJ_SEATS_MAX];
    uint8_t n = nj_seats(m);

    (void)in;
    for (uint8_t i = 0; i < n; i++) {
        order[i] = i;
        list[i] = i;
    }
    nj_shuffle_u8(m, order, n);
    if (n <= 3 && strcmp(nj_edition(m), "wild") == 0) {
        memmove(order + 3, order + 2, n - 2u);
        order[2] = order[0];
        list[n] = n;
        n++;
    }
    nj_seat_order(m, order, n);
    nj_emit(m, nj_to_all(), "toy.start", "TOY-1",
            NJ_ARGS(nj_arg_seats("seats", list, n)));
    begin_turn(m);
    return 0;
}

int nj_toy_refuse_if_done(struct nj_match *m, const struct nj_input *in)
{
    const struct nj_toy *s = nj_state_const(m);

    if (s->over)
        return nj_refuse(m, in, "toy.err.over", "TOY-4", NJ_NO_ARGS);
    if (s->points[in->seat] < 0)
        return nj_refuse(m, in, "toy.err.out", "TOY-5", NJ_NO_ARGS);
    if (nj_timer_paused(m))
        return nj_refuse(m, in, "toy.err.paused", "TOY-6", NJ_NO_ARGS);
    return 0;
}

static void add_points(struct nj_match *m, nj_seat seat, int64_t points)
{
    struct nj_toy *s = nj_state(m);

    s->points[seat] += points;
    if (s->points[seat] >= nj_option(m, "goal"))
        end_match(m, "goal");
    else
        next_turn(m);
}

static int apply_step(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    int refused = nj_toy_refuse_if_done(m, in);
    uint32_t die;

    if (refused)
        return refused;
    if (in->seat != s->turn || s->asked)
        return nj_refuse(m, in, "toy.err.turn", "TOY-2",
                         NJ_ARGS(nj_arg_seat("turn", s->turn)));
    if (in->by == NJ_BY_PERSON)
        nj_substitute(m, in->seat, false);
    s->last_seq = nj_seq(m);
    die = nj_random(m, 6) + 1;
    nj_emit(m, nj_to_all(), "toy.step", "TOY-2",
            NJ_ARGS(nj_arg_seat("seat", in->seat), nj_arg_int("die", die)));
    if (++s->steps % 3 == 0 && nj_option(m, "questions")) {
        const struct nj_ask ask = {.seat = in->seat,
                                   .name = "double",
                                   .verb = "answer",
                                   .choices = yes_no,
                                   .n = NJ_COUNT(yes_no),
                                   .dflt = 1,
                                   .ms = ANSWER_MS};

        s->asked = (uint8_t)die;
        nj_phase_stop(m);
        nj_prompt(m, &ask, "toy.double", "TOY-3",
                  NJ_ARGS(nj_arg_int("die", die)));
        return 0;
    }
    add_points(m, in->seat, die);
    return 0;
}

static int apply_answer(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    int refused = nj_toy_refuse_if_done(m, in);
    bool yes = strcmp(in->args.v[0].s, "yes") == 0;
    int64_t points = s->asked;

    if (refused)
        return refused;
    if (!s->asked || in->seat != s->turn)
        return nj_refuse(m, in, "toy.err.not_asked", "TOY-3", NJ_NO_ARGS);
    s->asked = 0;
    s->last_seq = nj_seq(m);
    if (yes)
        points = nj_random(m, 2) ? 2 * points : 0;
    nj_emit(m, nj_to_all(), "toy.doubled", "TOY-3",
            NJ_ARGS(nj_arg_seat("seat", in->seat),
                    nj_arg_word("answer", in->args.v[0].s),
                    nj_arg_int("points", points)));
    add_points(m, in->seat, points);
    return 0;
}

static int apply_guess(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    s->heard_order++;
    s->last_seq = nj_seq(m);
    nj_emit(m, nj_to_seat(in->seat), "toy.guessed", "TOY-7",
            NJ_ARGS(nj_arg_text("text", in->args.v[0].s)));
    nj_emit(m, nj_to_record(), "toy.guess", "TOY-7",
            NJ_ARGS(nj_arg_seat("seat", in->seat),
                    nj_arg_text("text", in->args.v[0].s)));
    return 0;
}

static void remind(struct nj_match *m, uint8_t percent, int64_t left_ms)
{
    const struct nj_toy *s = nj_state_const(m);

    nj_emit(
        m, nj_to_seat(s->turn), "toy.remind", "TOY-2",
        NJ_ARGS(nj_arg_int("percent", percent), nj_arg_ms("left", left_ms)));
}

static void turn_over(struct nj_match *m)
{
    const struct nj_toy *s = nj_state_const(m);

    nj_emit(m, nj_to_all(), "toy.timeout", "TOY-2",
            NJ_ARGS(nj_arg_seat("seat", s->turn)));
    nj_substitute(m, s->turn, true);
    next_turn(m);
}

static const struct nj_phase toy_phases[] = {
    {.timer = "turn", .over = turn_over},
    {"long", {50, 90}, remind, turn_over, 0},
    {.timer = NULL}};

static void take_out(struct nj_match *m, nj_seat seat)
{
    struct nj_toy *s = nj_state(m);

    s->points[seat] = -1;
    nj_seat_out(m, seat);
    nj_prompt_close(m, seat, "double");
    nj_toy_duel_end(m, seat);
}

static int toy_leave(struct nj_match *m, const struct nj_input *in)
{
    struct nj_toy *s = nj_state(m);
    nj_seat_set hand;
    int refused = nj_toy_refuse_if_done(m, in);

    if (refused)
        return refused;
    hand = nj_seat_hand(m, in->seat);
    for (nj_seat seat = 0; seat < nj_seats(m); seat++)
        if ((hand & nj_bit(seat)) != 0)
            take_out(m, seat);
    nj_emit(m, nj_to_all(), "toy.left", "TOY-5",
            NJ_ARGS(nj_arg_seat("seat", in->seat)));
    if ((hand & nj_bit(s->turn)) != 0) {
        s->asked = 0;
        next_turn(m);
    }
    return 0;
}

/* --- powers --- */

static int toy_refuse(struct nj_match *m, const struct nj_input *in,
                      const char *key, const char *clause)
{
    return nj_refuse(m, in, key, clause, NJ_NO_ARGS);
}

static const struct nj_refusal toy_power_faults[NJ_POWER_FAULTS] = {
    [NJ_POWER_OVER] = {"toy.err.over", "TOY-4"},
    [NJ_POWER_UNKNOWN] = {"toy.err.power", "TOY-6"},
    [NJ_POWER_NO_SEAT] = {"toy.err.power", "TOY-6"},
    [NJ_POWER_NO_TIME] = {"toy.err.power", "TOY-6"},
    [NJ_POWER_PAUSED] = {"toy.err.paused", "TOY-6"},
    [NJ_POWER_NOT_PAUSED] = {"toy.err.power", "TOY-6"}};

static void power_pause(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    nj_emit(m, nj_to_all(), "toy.pause", "TOY-6", NJ_NO_ARGS);
}

static void power_resume(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    nj_emit(m, nj_to_all(), "toy.resume", "TOY-6", NJ_NO_ARGS);
}

static int check_skip(struct nj_match *m, const struct nj_deed *d)
{
    const struct nj_toy *s = nj_state_const(m);

    return s->asked ? toy_refuse(m, d->in, "toy.err.power", "TOY-6") : 0;
}

static void power_skip(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    next_turn(m);
}

static void power_abort(struct nj_match *m, const struct nj_deed *d)
{
    (void)d;
    end_match(m, "aborted");
}

/* The input that an undo names, else the last order. */
static int64_t undo_to(const struct nj_match *m, const struct nj_deed *d)
{
    const struct nj_toy *s = nj_state_const(m);

    if (d->in->args.n == 1 && nj_arg_is_number(&d->in->args.v[0]))
        return d->in->args.v[0].i;
    return s->last_seq;
}

static int check_undo(struct nj_match *m, const struct nj_deed *d)
{
    int64_t seq = undo_to(m, d);

    if (seq <= 1 || seq >= nj_seq(m))
        return toy_refuse(m, d->in, "toy.err.no_undo", "TOY-6");
    return 0;
}

static void power_undo(struct nj_match *m, const struct nj_deed *d)
{
    int64_t seq = undo_to(m, d);

    nj_emit(m, nj_to_all(), "toy.undo", "TOY-6",
            NJ_ARGS(nj_arg_int("seq", seq)));
    nj_undo_before(m, (uint32_t)seq, true);
}

/* TOY-12: the answer to a question, whoever hears of it. */
static int check_answer(struct nj_match *m, const struct nj_deed *d)
{
    const struct nj_toy *s = nj_state_const(m);

    return d->n < 1 || d->n > NJ_TOY_ASKED || s->asker[d->n - 1] == 0
               ? toy_refuse(m, d->in, "toy.err.power", "TOY-12")
               : 0;
}

static void power_answer(struct nj_match *m, const struct nj_deed *d)
{
    struct nj_toy *s = nj_state(m);
    uint8_t *asker = &s->asker[d->n - 1];

    nj_emit(m, nj_to_seat((nj_seat)(*asker - 1)), "toy.answer", "TOY-12",
            NJ_ARGS(nj_arg_int("n", d->n), nj_arg_text("text", d->text)));
    *asker = 0;
}

static const struct nj_power toy_powers[] = {
    {.verb = "answer", .check = check_answer, .apply = power_answer},
    {.verb = "pause", .apply = power_pause},
    {.verb = "resume", .apply = power_resume},
    {.verb = "extend"},
    {.verb = "sub"},
    {.verb = "abort", .apply = power_abort},
    {.verb = "skip", .check = check_skip, .apply = power_skip},
    {.verb = "undo", .check = check_undo, .apply = power_undo},
    {.verb = NULL}};

/* --- query, computer player, end --- */

static void query_score(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_toy *s = nj_state_const(m);

    for (nj_seat i = 0; i < nj_seats(m); i++)
        nj_answer(q, "toy.points", "TOY-4",
                  NJ_ARGS(nj_arg_seat("seat", i),
                          nj_arg_int("points", s->points[i])));
}

struct toy_brain {
    uint64_t luck; /* shows that the streams are the same after a fold */
    uint32_t heard;
    uint8_t my_turn;
    uint8_t asked;
};

static bool toy_listens(const struct nj_hearing *h)
{
    struct toy_brain *b = h->scratch;

    b->heard++;
    b->luck = b->luck * 7 + nj_rng_below(h->rng, 1000);
    return true;
}

static void toy_hear_turn(const struct nj_hearing *h)
{
    struct toy_brain *b = h->scratch;

    b->my_turn = nj_message_int(h->msg, "seat", -1) == h->me;
    b->asked = 0;
}

static void toy_hear_double(const struct nj_hearing *h)
{
    struct toy_brain *b = h->scratch;

    b->my_turn = 0;
    b->asked = 1;
}

static const struct nj_ear toy_ears[] = {
    {"toy.turn", .hear = toy_hear_turn},
    {"toy.double", .hear = toy_hear_double},
    {.key = NULL}};

static bool toy_act(const void *scratch, const void *data, nj_seat me,
                    struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct toy_brain *b = scratch;

    (void)data;
    (void)me;
    if (b->asked) {
        out->verb = "answer";
        out->place = NJ_PLACE_PRIVATE;
        memcpy(out->text, nj_rng_below(rng, 2) ? "yes" : "no\0", 4);
        return true;
    }
    out->verb = "step";
    return b->my_turn;
}

static nj_seat_set toy_awaited(const struct nj_match *m)
{
    const struct nj_toy *s = nj_state_const(m);

    return nj_bit(s->turn);
}

static void toy_reveal(struct nj_match *m)
{
    const struct nj_toy *s = nj_state_const(m);

    tell_scores(m);
    nj_emit(m, nj_to_all(), "toy.reveal", "TOY-4",
            NJ_ARGS(nj_arg_int("guesses", s->heard_order)));
}

static void toy_result(const struct nj_match *m, nj_seat seat,
                       struct nj_result *out)
{
    const struct nj_toy *s = nj_state_const(m);

    out->score = (int32_t)s->points[seat];
    out->rank = 1;
    for (nj_seat k = 0; k < nj_seats(m); k++)
        if (s->points[k] > s->points[seat])
            out->rank++;
    out->outcome = out->rank == 1 ? "won" : "lost";
}

/* --- given boards --- */

static bool two_numbers(const char *text, const char *word, unsigned *a, int *b)
{
    size_t n = strlen(word);
    char *end = NULL;

    if (strncmp(text, word, n) != 0 || text[n] != ' ')
        return false;
    *a = (unsigned)strtoul(text + n + 1, &end, 10);
    *b = *end == '=' ? (int)strtol(end + 1, NULL, 10) : 0;
    return true;
}

static enum nj_status toy_given(struct nj_match *m, const char *clause,
                                struct nj_err *err)
{
    struct nj_toy *s = nj_state(m);
    unsigned a = 0;
    int b = 0;

    if (clause[0] == '\0')
        return s->turn < nj_seats(m)
                   ? NJ_OK
                   : nj_fail(err, NJ_ERR_BAD_INPUT, "whose turn is it?");
    if (two_numbers(clause, "seats", &a, &b) && a >= 1 && a <= 4 &&
        nj_given_seats(m, (uint8_t)a))
        return NJ_OK;
    if (two_numbers(clause, "points", &a, &b) && a >= 1 && a <= 4)
        s->points[a - 1] = b;
    else if (two_numbers(clause, "turn", &a, &b) && a >= 1 && a <= 4)
        s->turn = (uint8_t)(a - 1);
    else
        return nj_fail(err, NJ_ERR_BAD_INPUT, "unknown clause '%s'", clause);
    return NJ_OK;
}

static void toy_given_done(struct nj_match *m, int64_t at_ms)
{
    (void)at_ms;
    begin_clock(m);
}

static void toy_state(const struct nj_match *m, struct nj_str *out)
{
    const struct nj_toy *s = nj_state_const(m);

    nj_str_addf(out, "turn=%d", s->turn + 1);
    for (nj_seat i = 0; i < nj_seats(m); i++)
        nj_str_addf(out, " p%d=%" PRId64, i + 1, s->points[i]);
}

static int toy_check_options(struct nj_match *m, struct nj_options *o,
                             uint8_t seats)
{
    if (o->v[0] == 13)
        return nj_refuse_option(m, "toy.err.goal", "TOY-1",
                                NJ_ARGS(nj_arg_int("goal", o->v[0])));
    if (seats == 4 && o->v[0] > 50)
        o->v[0] = 50;
    return 0;
}

static const struct nj_verb toy_verbs[] = {{.name = "step",
                                            .args = "",
                                            .channel = NJ_CHANNEL_GROUP,
                                            .bare = true,
                                            .apply = apply_step},
                                           {.name = "answer",
                                            .args = "t",
                                            .channel = NJ_CHANNEL_BOTH,
                                            .apply = apply_answer},
                                           {.name = "guess",
                                            .args = "t",
                                            .channel = NJ_CHANNEL_PRIVATE,
                                            .apply = apply_guess},
                                           {.name = "mark",
                                            .args = "n",
                                            .channel = NJ_CHANNEL_BOTH,
                                            .bare = true,
                                            .apply = nj_toy_mark},
                                           {.name = "wish",
                                            .args = "n",
                                            .channel = NJ_CHANNEL_PRIVATE,
                                            .apply = nj_toy_mark},
                                           {.name = "duel",
                                            .args = "s",
                                            .channel = NJ_CHANNEL_GROUP,
                                            .apply = nj_toy_duel},
                                           {.name = "parry",
                                            .args = "nt",
                                            .channel = NJ_CHANNEL_BOTH,
                                            .apply = nj_toy_parry},
                                           {.name = "tale_begin",
                                            .args = "",
                                            .channel = NJ_CHANNEL_PRIVATE,
                                            .apply = nj_toy_tale},
                                           {.name = "tale_end",
                                            .args = "",
                                            .channel = NJ_CHANNEL_PRIVATE,
                                            .apply = nj_toy_tale},
                                           {.name = "line",
                                            .args = "T",
                                            .channel = NJ_CHANNEL_PRIVATE,
                                            .apply = nj_toy_line},
                                           {.name = "here",
                                            .args = "",
                                            .channel = NJ_CHANNEL_PRIVATE,
                                            .apply = nj_toy_here},
                                           {.name = "ask",
                                            .args = "t",
                                            .channel = NJ_CHANNEL_PRIVATE,
                                            .apply = nj_toy_ask},
                                           {.name = "publish",
                                            .args = "",
                                            .channel = NJ_CHANNEL_GROUP,
                                            .apply = nj_toy_publish},
                                           {.name = "score",
                                            .args = "",
                                            .channel = NJ_CHANNEL_BOTH,
                                            .bystander = true,
                                            .query = query_score},
                                           {.name = NULL}};

static const char *const toy_batch[] = {"step", "mark",  "wish",
                                        "duel", "parry", NULL};

/* Somebody whose computer player has the turn asks how it stands. */
static const char *toy_presence(const struct nj_match *m, nj_seat seat)
{
    return nj_substituted(m, seat) ? "here" : NULL;
}

static const char *const toy_folds[] = {"toy.tale", NULL};
static const char *const toy_meanwhile[] = {"wish", NULL};

static const char *const quick_pairs[] = {"think", "10s", NULL};
static const struct nj_preset toy_presets[] = {
    {.name = "quick", .pairs = quick_pairs}, {.name = NULL}};

const struct nj_game nj_toy_game = {
    .id = "toy",
    .prefix = "toy",
    .rules_version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .seats_more = 1,
    .editions = toy_editions,
    .verbs = toy_verbs,
    .batch = toy_batch,
    .folds = toy_folds,
    .questions = nj_toy_questions,
    .meanwhile = toy_meanwhile,
    .options = toy_options,
    .presets = toy_presets,
    .state_size = sizeof(struct nj_toy),
    .check_options = toy_check_options,
    .start = toy_start,
    .phases = toy_phases,
    .timer = nj_toy_timer,
    .leave = toy_leave,
    .powers = toy_powers,
    .power_faults = toy_power_faults,
    .refuse = toy_refuse,
    .main_timer = "turn",
    .brain = {.scratch_size = sizeof(struct toy_brain),
              .listens = toy_listens,
              .ears = toy_ears,
              .act = toy_act},
    .awaited = toy_awaited,
    .collects = nj_toy_collects,
    .presence = toy_presence,
    .plays = nj_toy_plays,
    .reveal = toy_reveal,
    .result = toy_result,
    .given = toy_given,
    .given_done = toy_given_done,
    .state = toy_state};

const struct nj_game *nj_toy_find(const char *id)
{
    return strcmp(id, nj_toy_game.id) == 0 ? &nj_toy_game : NULL;
}
