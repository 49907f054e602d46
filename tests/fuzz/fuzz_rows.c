/*
 * Any bytes as what a row holds: refused with a line that says so, or values
 * that packed again and read again are the same. The first byte chooses the
 * column: arguments, options, timers.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "fuzz/fuzz.h"
#include "games/registry.h"
#include "match/match.h"
#include "match/message.h"
#include "referee/books/books.h"

#define ROW_MAX (4u << 20)

static void try_args(const char *text, size_t n)
{
    struct nj_arena arena = NJ_ARENA_INIT(4096);
    struct nj_str packed = NJ_STR_INIT(ROW_MAX);
    struct nj_str twice = NJ_STR_INIT(ROW_MAX);
    struct nj_err err = {{0}};
    struct nj_args args, again;

    if (nj_args_unpack(text, n, &arena, &args, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
    } else {
        struct nj_message m = {
            .key = "a", .clause = "", .to = nj_to_all(), .args = args};

        nj_args_pack(args, &packed);
        NJ_ASSERT(nj_args_unpack(packed.p, packed.len, &arena, &again, &err) ==
                  NJ_OK);
        nj_args_pack(again, &twice);
        NJ_ASSERT(packed.len == twice.len);
        NJ_ASSERT(memcmp(packed.p, twice.p, packed.len) == 0);
        nj_str_clear(&twice);
        nj_message_canon(&m, &twice);
    }
    nj_str_fini(&packed);
    nj_str_fini(&twice);
    nj_arena_fini(&arena);
}

static void try_options(const char *json)
{
    const struct nj_game *game = nj_games[0];
    struct nj_str packed = NJ_STR_INIT(ROW_MAX);
    struct nj_err err = {{0}};
    struct nj_options o, again;

    if (nj_columns_options_unpack(game, json, &o, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        return;
    }
    nj_columns_options_pack(game, &o, &packed);
    NJ_ASSERT(nj_columns_options_unpack(game, packed.p, &again, &err) == NJ_OK);
    for (int i = 0; game->options[i].key != NULL; i++)
        NJ_ASSERT(o.v[i] == again.v[i]);
    nj_str_fini(&packed);
}

static void try_timers(const char *text)
{
    struct nj_timer timers[NJ_TIMERS_MAX], again[NJ_TIMERS_MAX];
    struct nj_str packed = NJ_STR_INIT(ROW_MAX);
    struct nj_err err = {{0}};

    if (nj_columns_timers_unpack(text, timers, &err) != NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        return;
    }
    nj_columns_timers_pack(timers, &packed);
    NJ_ASSERT(nj_columns_timers_unpack(packed.p, again, &err) == NJ_OK);
    for (int i = 0; i < NJ_TIMERS_MAX && timers[i].name[0] != '\0'; i++) {
        NJ_ASSERT(strcmp(timers[i].name, again[i].name) == 0);
        NJ_ASSERT(timers[i].asked == again[i].asked);
        NJ_ASSERT(timers[i].at_ms == again[i].at_ms);
        NJ_ASSERT(timers[i].length_ms == again[i].length_ms);
        NJ_ASSERT(timers[i].armed_ms == again[i].armed_ms);
    }
    nj_str_fini(&packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (size == 0)
        return 0;
    text = calloc(1, size); /* of its own size, with the NUL of a column */
    NJ_ASSERT(text != NULL);
    memcpy(text, data + 1, size - 1);
    if (data[0] % 3 == 0)
        try_args(text, size - 1);
    else if (data[0] % 3 == 1)
        try_options(text);
    else
        try_timers(text);
    free(text);
    return 0;
}
