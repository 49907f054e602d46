/*
 * Any bytes as a message at every place: no command, or one whose arguments
 * keep their promises. The first byte chooses place and game.
 */
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "command/batch.h"
#include "command/fold.h"
#include "command/parse.h"
#include "config/embed.h"
#include "fuzz/fuzz.h"

static const char *const games[] = {"long-night", NULL};
static struct nj_commands *tables;

static void load(void)
{
    static const char *const names[] = {"locales/commands/zh-CN.json",
                                        "locales/commands/zh-TW.json",
                                        "locales/commands/en.json",
                                        "locales/games/long-night/zh-CN.json",
                                        "locales/games/long-night/zh-TW.json",
                                        "locales/games/long-night/en.json"};
    struct nj_command_file file[NJ_COUNT(names)];
    struct nj_blob blob[NJ_COUNT(names)];

    for (size_t i = 0; i < NJ_COUNT(names); i++) {
        NJ_ASSERT(nj_embed_read(NULL, names[i], &blob[i], NULL) == NJ_OK);
        file[i] = (struct nj_command_file){names[i], blob[i].text, blob[i].len};
    }
    NJ_ASSERT(nj_commands_create(file, NJ_COUNT(names), games, &tables, NULL) ==
              NJ_OK);
    for (size_t i = 0; i < NJ_COUNT(names); i++)
        nj_blob_fini(&blob[i]);
}

static bool is_part(const char *part, const char *text, size_t n)
{
    size_t len = strlen(part);

    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(text + i, part, len) == 0)
            return true;
    return false;
}

static void check(const struct nj_command *cmd, const char *text, size_t n)
{
    NJ_ASSERT(cmd->verb[0] != '\0');
    NJ_ASSERT(cmd->n_args <= NJ_COMMAND_ARGS_MAX);
    for (uint32_t i = 0; i < cmd->n_args; i++) {
        const struct nj_command_arg *a = &cmd->args[i];

        NJ_ASSERT(memchr(a->text, '\0', sizeof(a->text)) != NULL);
        NJ_ASSERT(nj_utf8_valid(a->text, strlen(a->text)));
        NJ_ASSERT(a->n >= 0);
        if (strcmp(a->name, "text") == 0)
            NJ_ASSERT(is_part(a->text, text, n));
    }
}

static void check_fold(const char *text, size_t n)
{
    static struct nj_folded f, again; /* some kilobytes */

    if (!nj_fold(text, n, &f)) {
        NJ_ASSERT(f.len == 0);
        return;
    }
    NJ_ASSERT(nj_utf8_valid(f.text, f.len));
    for (size_t i = 0; i < f.len; i++)
        NJ_ASSERT(f.from[i] <= f.from[i + 1]);
    NJ_ASSERT(f.from[f.len] <= n);
    /* Expansion may fill the buffer; else folding again changes nothing. */
    NJ_ASSERT(nj_fold(f.text, f.len, &again));
}

static int nothing(struct nj_match *m, const struct nj_input *in)
{
    (void)m;
    (void)in;
    return 0;
}

static const struct nj_verb verbs[] = {
    {.name = "move", .args = "t", .channel = NJ_CHANNEL_BOTH, .apply = nothing},
    {.name = "stop", .args = "", .channel = NJ_CHANNEL_BOTH, .apply = nothing},
    {.name = NULL}};
static const char *const joined[] = {"move", "stop", NULL};
static const char *const prefixes[] = {"#", NULL};

/* Parts stand in the text, one behind the other, and what is fine parses. */
static void check_batch(const char *text, size_t n, enum nj_command_place place)
{
    const struct nj_game game = {
        .id = games[0], .verbs = verbs, .batch = joined};
    const struct nj_batch_form form = {
        .game = &game, .words = games[0], .place = place, .prefixes = prefixes};
    struct nj_batch b;
    struct nj_command cmd;
    const char *at = text;

    if (!nj_utf8_valid(text, n) || !nj_batch_read(tables, &form, text, n, &b))
        return;
    NJ_ASSERT(b.n >= 1 && b.n <= NJ_BATCH_MAX);
    for (uint32_t i = 0; i < b.n; i++) {
        NJ_ASSERT(b.part[i].p >= at && b.part[i].n > 0);
        NJ_ASSERT(b.part[i].p + b.part[i].n <= text + n);
        at = b.part[i].p;
        NJ_ASSERT(b.fault != NJ_BATCH_FINE ||
                  nj_commands_parse(tables, b.part[i].p, b.part[i].n, place,
                                    games[0], &cmd));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data + 1;
    struct nj_command cmd;
    const char *game = NULL;

    if (size == 0)
        return 0;
    if (tables == NULL)
        load();
    size--;
    if ((data[0] & 4) != 0)
        game = (data[0] & 8) != 0 ? nj_commands_set(tables, games[0], "letters")
                                  : games[0];
    check_fold(text, size);
    if (nj_commands_parse(tables, text, size,
                          (enum nj_command_place)(data[0] & 3), game, &cmd))
        check(&cmd, text, size);
    check_batch(text, size, (enum nj_command_place)(data[0] & 3));
    (void)nj_commands_nearest(tables, text, size, "zh-CN", game);
    return 0;
}
