/*
 * What the kits of all games do with a match that they hold: leaving, the
 * clock, powers, computer players, questions, and what was said. Included by a
 * game's kit behind its `struct kit` (members m, over, arena, record, n_record,
 * said) and its kit_apply(). Seats count from 1 here.
 */
#ifndef NJ_KIT_GAME_PLAY_H
#define NJ_KIT_GAME_PLAY_H

static inline void kit_leave(struct kit *k, unsigned seat)
{
    kit_apply(k, &(struct nj_input){.kind = NJ_IN_LEAVE,
                                    .seat = (nj_seat)(seat - 1),
                                    .verb = "leave"});
}

/* The named timer fires at its moment. */
static inline void kit_fire(struct kit *k, const char *name)
{
    struct nj_input in;

    assert_true(nj_match_fire(k->m, name, &in));
    kit_apply(k, &in);
}

/* What the clock brings next, whatever it is. */
static inline void kit_wait(struct kit *k)
{
    struct nj_input in;
    int64_t at = 0;

    assert_true(nj_match_deadline(k->m, &at));
    assert_true(nj_match_due(k->m, at, &in));
    kit_apply(k, &in);
}

static inline void kit_host(struct kit *k, const char *verb,
                            struct nj_args args)
{
    kit_apply(k, &(struct nj_input){.kind = strcmp(verb, "undo") == 0
                                                ? NJ_IN_UNDO
                                                : NJ_IN_OVERRIDE,
                                    .seat = NJ_SEAT_NONE,
                                    .by = NJ_BY_HOST,
                                    .verb = verb,
                                    .args = args});
}

/* Computer players act until none has anything to do. */
static inline void kit_computers(struct kit *k)
{
    struct nj_input in;

    while (!k->over && nj_match_computer(k->m, &in)) {
        in.at_ms = 0;
        kit_apply(k, &in);
    }
}

/* The answer to a query, appended to `said`. Seat 0: a bystander. */
static inline void kit_ask(struct kit *k, unsigned seat, enum nj_place place,
                           const char *verb, const char *text)
{
    nj_seat asker = seat == 0 ? NJ_SEAT_NONE : (nj_seat)(seat - 1);
    struct nj_arg arg = nj_arg_text("text", text);
    const struct nj_message **mine =
        nj_alloc((k->n_record + 1) * sizeof(void *));
    struct nj_query q = {
        .asker = asker,
        .place = place,
        .verb = verb,
        .args = {.v = &arg,
                 .n = (uint32_t)strcspn(
                     nj_game_verb(nj_match_game(k->m), verb)->args, "w")},
        .record = mine,
        .arena = &k->arena};

    for (uint32_t i = 0; i < k->n_record; i++) {
        struct nj_audience to = k->record[i]->to;

        if (to.to == NJ_TO_ALL ||
            (place == NJ_PLACE_PRIVATE && asker != NJ_SEAT_NONE &&
             nj_audience_has(to, asker)))
            mine[q.n_record++] = k->record[i];
    }
    nj_match_query(k->m, &q);
    for (const struct nj_message *x = q.answers; x != NULL; x = x->next) {
        nj_message_canon(x, &k->said);
        nj_str_putc(&k->said, '\n');
    }
    free(mine);
}

/* The state's words, valid until the next call. */
static inline const char *kit_words(const struct kit *k)
{
    static char words[400];
    struct nj_str s = NJ_STR_INIT(sizeof(words) - 1);

    nj_match_state(k->m, &s);
    memcpy(words, s.p, s.len + 1);
    nj_str_fini(&s);
    return words;
}

/* How often a piece of text was said. */
static inline unsigned kit_count(const struct kit *k, const char *piece)
{
    unsigned n = 0;

    for (const char *p = k->said.p; (p = strstr(p, piece)) != NULL; p++)
        n++;
    return n;
}

#define KIT_SAID(k, text)     assert_string_equal((k)->said.p, (text))
#define KIT_HAS(k, piece)     assert_non_null(strstr((k)->said.p, (piece)))
#define KIT_HAS_NOT(k, piece) assert_null(strstr((k)->said.p, (piece)))

#endif
