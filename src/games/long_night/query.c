/*
 * What may be asked (LN-10.3). Traces and private lines come from the asker's
 * own record; of the state only what the group has been told: round, acting
 * seat, who is out. Works for seats that are out, and after the end.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

static bool is(const struct nj_message *msg, const char *key)
{
    NJ_ASSERT(msg->key != NULL);
    return strcmp(msg->key, key) == 0;
}

/* A line told to the asker in private, errors apart. */
static bool is_private(const struct nj_message *msg)
{
    NJ_ASSERT(msg->to.to <= NJ_TO_RECORD);
    return msg->to.to == NJ_TO_SEATS && !is(msg, "ln.err");
}

static void repeat(struct nj_query *q, const struct nj_message *msg)
{
    NJ_ASSERT(msg->clause != NULL);
    nj_answer(q, msg->key, msg->clause, msg->args);
}

static void refuse(struct nj_query *q, const char *code)
{
    NJ_ASSERT(code[0] != '\0');
    nj_answer(
        q, "ln.err", "LN-10.4",
        NJ_ARGS(nj_arg_seat("seat", q->asker), nj_arg_word("code", code)));
}

/* --- status --- */

static void answer_seat(struct nj_query *q, const struct ln_state *s,
                        nj_seat seat)
{
    uint8_t fate = s->seat[seat].fate;
    nj_seat prey = nj_ln_prey(s, seat);

    NJ_ASSERT(seat < s->n);
    NJ_ASSERT(fate <= LN_STOMPED);
    if (fate == LN_IN_PLAY && prey != NJ_SEAT_NONE && !s->over)
        nj_answer(
            q, "ln.status_seat", "LN-10.3",
            NJ_ARGS(nj_arg_seat("seat", seat), nj_arg_seat("prey", prey)));
    else
        nj_answer(q, "ln.status_out", "LN-10.3",
                  NJ_ARGS(nj_arg_seat("seat", seat),
                          nj_arg_word("state", fate == LN_IN_PLAY
                                                   ? "survived"
                                                   : nj_ln_fate_word(fate))));
}

static void answer_trace(struct nj_query *q, const char *key, nj_seat seat,
                         const char *trace)
{
    NJ_ASSERT(trace[0] != '\0');
    NJ_ASSERT(seat < LN_SEATS_MAX);
    nj_answer(q, key, "LN-10.3",
              NJ_ARGS(nj_arg_seat("seat", seat), nj_arg_words("trace", trace)));
}

/* Index behind the last message with that key (and seat, unless NONE). */
static uint32_t after_last(const struct nj_query *q, const char *key,
                           nj_seat seat)
{
    NJ_ASSERT(q->n_record == 0 || q->record != NULL);
    NJ_ASSERT(key[0] != '\0');
    for (uint32_t i = q->n_record; i > 0; i--)
        if (is(q->record[i - 1], key) &&
            (seat == NJ_SEAT_NONE ||
             nj_message_int(q->record[i - 1], "seat", -1) == seat))
            return i;
    return 0;
}

/* The trace item that a public message stands for; returns its length. */
static size_t put_item(const struct nj_message *msg, char out[2])
{
    static const struct {
        const char *key;
        char item;
    } marks[] = {
        {"ln.hidden_step", '?'}, {"ln.bomb_set", 'B'}, {"ln.hide_on", 'H'}};

    const char *snd;

    if (msg->to.to != NJ_TO_ALL)
        return 0;
    for (size_t i = 0; i < NJ_COUNT(marks); i++) {
        if (!is(msg, marks[i].key))
            continue;
        out[0] = marks[i].item;
        /* To hide one step is shown with the step. */
        return strcmp(nj_message_str(msg, "kind"), "step") == 0 ? 0 : 1;
    }
    if (!is(msg, "ln.step"))
        return 0;
    snd = nj_message_str(msg, "snd");
    out[0] = nj_message_str(msg, "dir")[0];
    out[1] = strcmp(snd, "rustle") == 0 ? '%' : '~';
    return strcmp(snd, "none") == 0 ? 1 : 2;
}

/* The steps of the turn that is going on, as the group was told of them. */
static void answer_running(struct nj_query *q, const struct ln_state *s)
{
    char trace[LN_TRACE_TEXT_MAX];
    size_t len = 0;

    NJ_ASSERT(!s->over);
    for (uint32_t i = after_last(q, "ln.turn", NJ_SEAT_NONE); i < q->n_record;
         i++) {
        char item[2];
        size_t n = put_item(q->record[i], item);

        if (n == 0 || len + 4 > sizeof(trace))
            continue;
        if (len > 0)
            trace[len++] = ',';
        memcpy(trace + len, item, n);
        len += n;
    }
    trace[len] = '\0';
    if (len > 0)
        answer_trace(q, "ln.status_turn", s->turn, trace);
    NJ_ASSERT(len < sizeof(trace));
}

void nj_ln_query_status(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);

    NJ_ASSERT(s->n <= LN_SEATS_MAX);
    NJ_ASSERT(s->turn < s->n);
    if (s->over)
        nj_answer(q, "ln.status_over", "LN-10.3",
                  NJ_ARGS(nj_arg_int("round", s->round)));
    else
        nj_answer(q, "ln.status", "LN-10.3",
                  NJ_ARGS(nj_arg_int("round", s->round),
                          nj_arg_seat("turn", s->turn)));
    for (nj_seat k = 0; k < s->n; k++)
        answer_seat(q, s, k);
    if (s->opt.boss && !s->over)
        nj_answer(q, "ln.status_boss", "LN-10.3",
                  NJ_ARGS(nj_arg_seat("target", s->boss_target)));
    for (uint32_t i = after_last(q, "ln.round", NJ_SEAT_NONE); i < q->n_record;
         i++)
        if (is(q->record[i], "ln.turn_end"))
            answer_trace(q, "ln.status_turn",
                         (nj_seat)nj_message_int(q->record[i], "seat", 0),
                         nj_message_str(q->record[i], "trace"));
    if (!s->over)
        answer_running(q, s);
    if (q->place != NJ_PLACE_PRIVATE || q->asker == NJ_SEAT_NONE)
        return;
    for (uint32_t i = after_last(q, "ln.turn", q->asker); i < q->n_record; i++)
        if (is_private(q->record[i]))
            repeat(q, q->record[i]);
}

/* --- log and walls --- */

void nj_ln_query_log(const struct nj_match *m, struct nj_query *q)
{
    NJ_ASSERT(q->n_record == 0 || q->record != NULL);
    (void)m;
    for (uint32_t i = 0; i < q->n_record; i++) {
        const struct nj_message *msg = q->record[i];

        if (is(msg, "ln.round"))
            nj_answer(
                q, "ln.log_round", "LN-10.3",
                NJ_ARGS(nj_arg_int("round", nj_message_int(msg, "round", 0))));
        else if (is(msg, "ln.turn_end"))
            answer_trace(q, "ln.log_turn",
                         (nj_seat)nj_message_int(msg, "seat", 0),
                         nj_message_str(msg, "trace"));
        else if (q->place == NJ_PLACE_PRIVATE && is_private(msg))
            repeat(q, msg);
    }
    if (q->answers == NULL)
        nj_answer(q, "ln.log_empty", "LN-10.3", NJ_NO_ARGS);
}

/* The round in which the asker's record begins; what is told before the first
 * round counts for it. */
static int64_t first_round(const struct ln_state *s, const struct nj_query *q)
{
    int64_t round = s->round;

    NJ_ASSERT(q->n_record == 0 || q->record != NULL);
    for (uint32_t i = 0; i < q->n_record; i++) {
        if (!is(q->record[i], "ln.round"))
            continue;
        round = nj_message_int(q->record[i], "round", 1) - 1;
        break;
    }
    return round > 0 ? round : 1;
}

void nj_ln_query_walls(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_message *last = NULL;
    int64_t round = first_round(nj_state_const(m), q);
    int64_t told_in = round;

    NJ_ASSERT(round >= 1);
    NJ_ASSERT(q->asker != NJ_SEAT_NONE);
    if (q->place != NJ_PLACE_PRIVATE) {
        refuse(q, "use_private");
        return;
    }
    for (uint32_t i = 0; i < q->n_record; i++) {
        if (is(q->record[i], "ln.round"))
            round = nj_message_int(q->record[i], "round", 0);
        if (!is(q->record[i], "ln.walls"))
            continue;
        last = q->record[i];
        told_in = round;
    }
    if (last == NULL)
        refuse(q, "no_walls_yet");
    else
        nj_answer(q, "ln.walls", "LN-10.3",
                  NJ_ARGS(nj_arg_glyphs("udlr", nj_message_str(last, "udlr")),
                          nj_arg_int("round", told_in)));
}

/* --- boards --- */

void nj_ln_query_map(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_state *s = nj_state_const(m);
    const struct ln_pack *pack = nj_ln_pack(m);
    struct ln_notation board;
    struct ln_pool_ids ids;
    char specials[LN_IDS_MAX];
    uint8_t shown[LN_POOL_SHOWN];
    uint8_t n = nj_ln_pool_shown(m, s, shown);
    uint8_t known = (uint8_t)(LN_POOL_BLOCKS - s->specials);
    struct nj_arg args[5];
    uint32_t n_args = 0;

    NJ_ASSERT(pack != NULL);
    NJ_ASSERT(s->event <= LN_EVENT_RAIN);
    NJ_ASSERT(n >= known);
    nj_ln_map_pool(pack, shown, n, &board);
    nj_ln_pool_ids(pack, s, &ids);
    args[n_args++] = nj_arg_id("ordinary", ids.ordinary);
    args[n_args++] = nj_arg_id("exit", ids.exit);
    args[n_args++] = nj_arg_word("event", nj_ln_event_word(s->event));
    args[n_args++] = nj_arg_board("pool", board.text);
    if (s->specials > 0) {
        nj_ln_map_ids(pack, shown + known, (uint8_t)(n - known), specials);
        args[n_args++] = nj_arg_id("specials", specials);
    }
    nj_answer(q, "ln.map", "LN-10.3", (struct nj_args){.v = args, .n = n_args});
}

static void refuse_block(struct nj_query *q, const char *id)
{
    NJ_ASSERT(id[0] != '\0');
    if (q->asker == NJ_SEAT_NONE)
        nj_answer(
            q, "ln.err", "LN-10.3",
            NJ_ARGS(nj_arg_word("code", "bad_block"), nj_arg_text("id", id)));
    else
        nj_answer(q, "ln.err", "LN-10.3",
                  NJ_ARGS(nj_arg_seat("seat", q->asker),
                          nj_arg_word("code", "bad_block"),
                          nj_arg_text("id", id)));
}

/* Cuts the next word off `*text` into `word`; 0: there is none. */
static size_t cut_word(const char **text, char word[NJ_ORDER_TEXT_MAX])
{
    size_t n;

    *text += strspn(*text, " ,");
    n = strcspn(*text, " ,");
    if (n >= NJ_ORDER_TEXT_MAX)
        n = NJ_ORDER_TEXT_MAX - 1;
    memcpy(word, *text, n);
    word[n] = '\0';
    *text += n;
    NJ_ASSERT(n < NJ_ORDER_TEXT_MAX);
    return n;
}

void nj_ln_query_preview(const struct nj_match *m, struct nj_query *q)
{
    const struct ln_pack *pack = nj_ln_pack(m);
    const struct ln_block *block[LN_SLOTS] = {NULL};
    const char *text = q->args.n > 0 ? q->args.v[0].s : "";
    struct ln_notation board;
    char word[NJ_ORDER_TEXT_MAX];
    size_t n;

    NJ_ASSERT(pack != NULL);
    NJ_ASSERT(text != NULL);
    for (int slot = 0; (n = cut_word(&text, word)) > 0; slot++) {
        int i = nj_ln_pack_find(pack, word, n);

        if (slot >= LN_SLOTS || (i < 0 && strcmp(word, "0") != 0)) {
            refuse_block(q, word);
            return;
        }
        block[slot] = i >= 0 ? &pack->block[i] : NULL;
    }
    nj_ln_map_preview(block, &board);
    nj_answer(q, "ln.preview", "LN-10.3",
              NJ_ARGS(nj_arg_board("preview", board.text)));
}
