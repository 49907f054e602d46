/*
 * Files that chats get: ordered from the studio like pictures, queued when they
 * come back. A platform that takes none is no reason to leave its group alone.
 *
 * The setting "files" of a chat: "off", or there is none.
 */
#include <string.h>

#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "referee/speech/tell.h"
#include "render/studio.h"

bool nj_files_wanted(struct nj_referee *r, const struct nj_chat *to)
{
    char word[8] = "";

    return r->setup.studio != NULL && nj_books_can(r, to, NJ_CAN_FILE) &&
           (!nj_setting_get(r->store, to->address, "files", word,
                            sizeof(word)) ||
            strcmp(word, "off") != 0);
}

static void render(struct nj_referee *r, const struct nj_chat *to,
                   const char *key, struct nj_args args, char *out, size_t size)
{
    const struct nj_message m = {.key = key, .clause = "", .args = args};
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);

    nj_tell_render(r, NULL, to, &m, &text);
    nj_str_copy(out, size, text.p);
    nj_str_fini(&text);
}

struct nj_commission *nj_files_begin(struct nj_referee *r,
                                     const struct nj_file_of *of,
                                     struct nj_chat *to)
{
    struct nj_format f;
    struct nj_commission *c;
    size_t n = strlen(of->ending);

    NJ_ASSERT(nj_books_can(r, to, NJ_CAN_FILE));
    NJ_ASSERT(of->match != 0 && of->code[0] != '\0');
    nj_tell_format(r, NULL, to, &f);
    c = nj_commission_create(NULL, &f);
    c->match = of->match;
    c->aloud = to->group;
    nj_str_copy(c->chat, sizeof(c->chat), to->address);
    render(r, to, of->caption, NJ_ARGS(nj_arg_id("code", of->code)), c->title,
           sizeof(c->title));
    render(r, to, "shell.file_name",
           NJ_ARGS(nj_arg_word("game", of->game), nj_arg_id("code", of->code),
                   nj_arg_int("match", of->match)),
           c->file, sizeof(c->file) - n);
    for (char *p = c->file; (p = strpbrk(p, "/\\:*?\"<>|")) != NULL;)
        *p = '-'; /* no folder, and nothing that some system forbids */
    NJ_ASSERT(of->ending[0] == '.' && strlen(c->file) + n < sizeof(c->file));
    memcpy(c->file + strlen(c->file), of->ending, n + 1);
    to->fileless = 0;
    nj_pictures_keep(r, c);
    return c;
}

/* --- refusals --- */

static bool is_file_of(struct nj_referee *r, struct nj_chat *c,
                       struct nj_out *o, const void *match)
{
    (void)r;
    (void)c;
    return o->file != NULL && o->match == *(const int64_t *)match;
}

void nj_files_refused(struct nj_referee *r, struct nj_chat *c,
                      const struct nj_out *o)
{
    NJ_ASSERT(o->file != NULL && o->match != 0);
    nj_queue_sift(r, c, is_file_of, &o->match);
    if (c->fileless == o->match)
        return;
    c->fileless = o->match;
    nj_tell_unstored(
        r, c, NULL, "shell.files_refused",
        NJ_ARGS(nj_arg_id("code", o->code), nj_arg_int("match", o->match)));
}
