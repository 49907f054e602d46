/*
 * Questions of a match in a test.
 */
#include "kit/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/messages.h"

uint32_t kit_texts(const struct nj_verb *v, char *text,
                   struct nj_arg args[KIT_TEXTS_MAX])
{
    uint32_t n = nj_verb_least(v);

    if (nj_verb_pieces(v)) { /* the last of one */
        args[0] = nj_arg_text("text", text);
        args[1] = nj_arg_int("left", 0);
        return 2;
    }
    assert_true(n <= KIT_TEXTS_MAX);
    for (uint32_t i = 0; i < n; i++) {
        char *bar = i + 1 < n ? strchr(text, '|') : NULL;

        if (bar != NULL)
            *bar = '\0';
        args[i] = v->args[i] == 'n' ? nj_arg_int("n", strtoll(text, NULL, 10))
                                    : nj_arg_text(nj_input_text_name(i), text);
        text = bar != NULL ? bar + 1 : text + strlen(text);
    }
    return n;
}

struct asked {
    const struct nj_match *m;
    const char *text;
    struct nj_arena arena; /* of one answer */
};

static void ask(struct asked *a, const struct nj_verb *v, nj_seat asker,
                enum nj_place place)
{
    struct nj_arg args[KIT_TEXTS_MAX];
    char copy[NJ_ORDER_TEXT_MAX];
    struct nj_query q = {
        .asker = asker, .place = place, .verb = v->name, .arena = &a->arena};

    assert_true(strlen(a->text) < sizeof(copy));
    (void)snprintf(copy, sizeof(copy), "%s", a->text);
    q.args = (struct nj_args){.v = args, .n = kit_texts(v, copy, args)};
    nj_match_query(a->m, &q);
    if (q.answers == NULL)
        fail_msg("seat %d asks %s '%s': nothing", asker + 1, v->name, a->text);
    for (const struct nj_message *x = q.answers; x != NULL; x = x->next)
        assert_true(nj_game_may_say(nj_match_game(a->m), x));
    nj_arena_reset(&a->arena);
}

/* Whoever may ask it there. */
static void ask_there(struct asked *a, const struct nj_verb *v,
                      enum nj_place place)
{
    for (nj_seat k = 0; k < nj_seats(a->m); k++)
        ask(a, v, k, place);
    if (v->bystander)
        ask(a, v, NJ_SEAT_NONE, place);
}

void kit_ask_all(const struct nj_match *m, const char *text)
{
    const struct nj_game *game = nj_match_game(m);
    struct nj_hash digest = *nj_match_digest(m);
    uint64_t draws = nj_match_draws(m);
    unsigned char *state = nj_alloc(game->state_size);
    struct asked a = {.m = m, .text = text, .arena = NJ_ARENA_INIT(4096)};

    memcpy(state, nj_state_const(m), game->state_size);
    for (const struct nj_verb *v = game->verbs; v->name != NULL; v++) {
        if (v->query == NULL)
            continue;
        if (v->channel != NJ_CHANNEL_PRIVATE)
            ask_there(&a, v, NJ_PLACE_GROUP);
        if (v->channel != NJ_CHANNEL_GROUP)
            ask_there(&a, v, NJ_PLACE_PRIVATE);
    }
    assert_memory_equal(state, nj_state_const(m), game->state_size);
    assert_memory_equal(&digest, nj_match_digest(m), sizeof(digest));
    assert_int_equal(draws, nj_match_draws(m));
    nj_arena_fini(&a.arena);
    free(state);
}
