/*
 * Words that part orders in one message.
 */
#include "command/joints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "command/command_priv.h"

#define JOINTS_MAX 64 /* of all games and languages */
#define JOINT_MAX  32 /* bytes of one */
#define GAME_MAX   64 /* bytes of a game's id and "+doubt" */

static void read_joint(struct nj_table *t, struct nj_json j, const char *of)
{
    const char *text = nj_json_text(j, JOINT_MAX);
    struct nj_folded folded;

    if (t->n_joints == JOINTS_MAX || !nj_fold(text, strlen(text), &folded) ||
        folded.len == 0) {
        nj_json_reject(j, "no joint: it is empty, or there are more than 64");
        return;
    }
    t->joints = nj_realloc(t->joints, (t->n_joints + 1) * sizeof(*t->joints));
    t->joints[t->n_joints++] = (struct nj_table_joint){
        of, nj_arena_copy(&t->arena, folded.plain, folded.len), folded.len};
}

void nj_joints_read(struct nj_table *t, struct nj_json root)
{
    struct nj_json joints = nj_json_opt(root, "joints");

    if (!nj_json_present(joints))
        return;
    if (!nj_json_is_object(joints))
        nj_json_reject(joints, "not an object of lists");
    for (struct nj_json game = nj_json_first(joints); nj_json_present(game);
         game = nj_json_next(game)) {
        const char *of = nj_json_name(game);

        if (of == NULL || !nj_json_is_array(game)) {
            nj_json_reject(game, "not a list of words");
            return;
        }
        of = nj_arena_copy(&t->arena, of, strlen(of));
        for (struct nj_json c = nj_json_first(game); nj_json_present(c);
             c = nj_json_next(c))
            read_joint(t, c, of);
    }
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Whether a character as it was typed begins there: one with an accent folds to
 * several, of which the first may look like a joint. */
static bool is_edge(const struct nj_folded *text, size_t at)
{
    return at == 0 || text->from[at] != text->from[at - 1];
}

/* Chinese has no blanks between words; English "then" is no part of another. */
static bool stands_alone(const struct nj_folded *text, size_t at, size_t n)
{
    const char *p = text->plain;

    NJ_ASSERT(n > 0 && at + n <= text->len);
    return is_edge(text, at) && is_edge(text, at + n) &&
           !(at > 0 && is_letter(p[at - 1]) && is_letter(p[at])) &&
           !(is_letter(p[at + n - 1]) && is_letter(p[at + n]));
}

size_t nj_joint_at(const struct nj_table *t, const char *game,
                   const struct nj_folded *text, size_t at)
{
    size_t longest = 0;

    NJ_ASSERT(at < text->len);
    for (uint32_t i = 0; i < t->n_joints; i++) {
        const struct nj_table_joint *j = &t->joints[i];

        if (j->text[0] == text->plain[at] && j->len > longest &&
            strncmp(text->plain + at, j->text, j->len) == 0 &&
            strcmp(j->of, game) == 0 && stands_alone(text, at, j->len))
            longest = j->len;
    }
    return longest;
}

const char *nj_joints_name(const struct nj_table *t, const char *game,
                           const char *list)
{
    size_t n = strlen(game);

    NJ_ASSERT(list[0] != '\0');
    for (uint32_t i = 0; i < t->n_joints; i++) {
        const char *of = t->joints[i].of;

        if (strncmp(of, game, n) == 0 && of[n] == '+' &&
            strcmp(of + n + 1, list) == 0)
            return of;
    }
    return "";
}

/* Where the joint of that name begins with which a text ends; its length: it
 * ends with none. A sign behind a blank is a word of its own ("NNN !"). */
static size_t ending(const struct nj_table *t, const char *name,
                     const struct nj_folded *text)
{
    size_t at = 0;

    while (at < text->len && at + nj_joint_at(t, name, text, at) != text->len)
        at++;
    return at > 0 && text->plain[at - 1] == ' ' && text->plain[at] == '!'
               ? text->len
               : at;
}

bool nj_joints_strip(const struct nj_commands *c, const char *name,
                     const char **text, size_t *n)
{
    struct nj_folded *folded = c->folded;
    bool any = false;

    while (*n > 0 && nj_fold(*text, *n, folded) && folded->len > 0) {
        size_t begin = nj_joint_at(&c->table, name, folded, 0);
        size_t end = ending(&c->table, name, folded);

        if (begin == 0 && end == folded->len)
            break;
        any = true;
        NJ_ASSERT(folded->from[begin] <= *n && folded->from[end] <= *n);
        if (end <= begin)
            return false; /* there is nothing else */
        NJ_ASSERT(folded->from[end] - folded->from[begin] < (ptrdiff_t)*n);
        *text += folded->from[begin];
        *n = (size_t)folded->from[end] - folded->from[begin];
    }
    return any && *n > 0;
}

bool nj_commands_undoubt(const struct nj_commands *c, const char *game,
                         const char **text, size_t *n)
{
    char name[GAME_MAX];

    (void)snprintf(name, sizeof(name), "%s+doubt", game);
    return nj_joints_strip(c, name, text, n);
}
