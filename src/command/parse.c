/*
 * Text to command: builds a pattern per place and game, turns a match
 * into a verb with typed arguments.
 */
#include "command/parse.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "command/command_priv.h"
#include "command/fold.h"
#include "command/joints.h"
#include "command/words.h"

#define GROUP_MAX  33 /* bytes of a group's name: PCRE2 has no longer ones */
#define DIGITS_MAX 18 /* always fit into 64 bits */

/* --- building --- */

/* Rows of the table and the host count always; those of a game, and
 * "host+<game>", in its sets; "<game>+<option>" only in the set of that name. */
static bool in_set(const struct nj_books_row *r, const char *set)
{
    const char *own = nj_table_own(r);
    size_t n = strlen(own);

    return own[0] == '\0' ||
           (strncmp(set, own, n) == 0 && (set[n] == '\0' || set[n] == '+'));
}

/* Bare words are understood with a prefix too, prefixed ones in private. */
static bool at_place(const struct nj_books_row *r, enum nj_command_place place)
{
    if (place == NJ_COMMAND_HOST || r->place == NJ_COMMAND_HOST)
        return place == r->place;
    return r->place <= place;
}

static void collect(const struct nj_table *t, struct nj_command_set *s,
                    enum nj_command_place place, bool otherwise)
{
    for (uint32_t i = 0; i < t->n; i++) {
        const struct nj_books_row *r = &t->rows[i];

        if (r->repeated || r->otherwise != otherwise || !in_set(r, s->name) ||
            !at_place(r, place))
            continue;
        NJ_ASSERT(s->n[place] < t->n);
        s->rows[place][s->n[place]++] = r;
    }
}

static void build_place(const struct nj_table *t, struct nj_command_set *s,
                        enum nj_command_place place)
{
    struct nj_pattern_row *rows;

    s->rows[place] = nj_alloc(t->n * sizeof(struct nj_books_row *));
    collect(t, s, place, false);
    collect(t, s, place, true);
    if (s->n[place] == 0)
        return;
    rows = nj_alloc(s->n[place] * sizeof(*rows));
    for (uint32_t i = 0; i < s->n[place]; i++)
        rows[i] = (struct nj_pattern_row){s->rows[place][i]->pattern,
                                          &s->rows[place][i]->shape};
    s->pattern[place] = nj_pattern_create(rows, s->n[place]);
    free(rows);
}

static void add_set(struct nj_commands *c, const char *name)
{
    struct nj_command_set *s;

    for (uint32_t i = 0; i < c->n_sets; i++)
        if (strcmp(c->sets[i].name, name) == 0)
            return;
    c->sets = nj_realloc(c->sets, (c->n_sets + 1) * sizeof(*c->sets));
    s = &c->sets[c->n_sets++];
    *s = (struct nj_command_set){
        .table = &c->table,
        .name = nj_arena_copy(&c->table.arena, name, strlen(name)),
        .game = nj_arena_copy(&c->table.arena, name, strcspn(name, "+"))};
    s->has_words = nj_words_any(&c->table, s->game);
    s->ends = nj_joints_name(&c->table, s->game, "ends");
    s->wish = nj_joints_name(&c->table, "all", "wish");
    for (int place = 0; place < NJ_COMMAND_PLACES; place++)
        build_place(&c->table, s, (enum nj_command_place)place);
}

static bool is_wanted(const struct nj_books_row *r, const char *const *games)
{
    for (; *games != NULL; games++)
        if (strcmp(r->of, *games) == 0)
            return true;
    return false;
}

static void add_sets(struct nj_commands *c, const char *const *games)
{
    add_set(c, "");
    for (uint32_t i = 0; i < c->table.n; i++)
        if (is_wanted(&c->table.rows[i], games))
            add_set(c, c->table.rows[i].set);
}

enum nj_status nj_commands_create(const struct nj_command_file *files,
                                  size_t n_files, const char *const *games,
                                  struct nj_commands **out, struct nj_err *err)
{
    struct nj_commands *c = nj_alloc(sizeof(*c));
    enum nj_status st = NJ_OK;

    c->table.arena = (struct nj_arena)NJ_ARENA_INIT(16384);
    c->folded = nj_alloc(sizeof(*c->folded));
    for (size_t i = 0; st == NJ_OK && i < n_files; i++)
        st = nj_table_read(&c->table, &files[i], err);
    if (st == NJ_OK)
        st = nj_words_sort(&c->table, err);
    if (st != NJ_OK) {
        nj_commands_destroy(c);
        return st;
    }
    add_sets(c, games);
    nj_nearest_init(c);
    *out = c;
    return NJ_OK;
}

void nj_commands_destroy(struct nj_commands *c)
{
    if (c == NULL)
        return;
    for (uint32_t i = 0; i < c->n_sets; i++) {
        for (int place = 0; place < NJ_COMMAND_PLACES; place++) {
            nj_pattern_destroy(c->sets[i].pattern[place]);
            free(c->sets[i].rows[place]);
        }
    }
    free(c->sets);
    free(c->folded);
    nj_nearest_fini(c);
    nj_table_fini(&c->table);
    free(c);
}

/* --- parsing --- */

static const struct nj_command_set *find_set(const struct nj_commands *c,
                                             const char *name)
{
    NJ_ASSERT(c->n_sets > 0 && c->sets[0].name[0] == '\0');
    for (uint32_t i = 1; name != NULL && i < c->n_sets; i++)
        if (strcmp(c->sets[i].name, name) == 0)
            return &c->sets[i];
    return &c->sets[0];
}

const char *nj_commands_set(const struct nj_commands *c, const char *game,
                            const char *option)
{
    size_t n = strlen(game);

    for (uint32_t i = 1; i < c->n_sets; i++) {
        const char *name = c->sets[i].name;

        if (strncmp(name, game, n) == 0 && name[n] == '+' &&
            strcmp(name + n + 1, option) == 0)
            return name;
    }
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text);
    size_t m = strlen(end);

    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_number(const char *group)
{
    return strcmp(group, "n") == 0 || strcmp(group, "seat") == 0 ||
           ends_with(group, "_n");
}

static bool is_upper(const char *group)
{
    return strcmp(group, "code") == 0 || strcmp(group, "ids") == 0;
}

static bool take_number(const char *digits, size_t n,
                        struct nj_command_arg *out)
{
    if (n == 0 || n > DIGITS_MAX)
        return false;
    out->number = true;
    out->n = 0;
    for (size_t i = 0; i < n; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return false;
        out->n = out->n * 10 + (digits[i] - '0');
    }
    return true;
}

static void put_text(const char *text, size_t n, struct nj_command_arg *out)
{
    NJ_ASSERT(n < sizeof(out->text));
    memcpy(out->text, text, n);
    out->text[n] = '\0';
}

/* A person's own words, as typed; too many are cut, since the one who reads
 * them has a lower limit and says so. */
static void take_raw(const char *raw, const struct nj_folded *folded,
                     const struct nj_pattern_span *span,
                     struct nj_command_arg *out)
{
    const char *text = raw + folded->from[span->begin];
    size_t n = (size_t)folded->from[span->end] - folded->from[span->begin];

    NJ_ASSERT(span->begin <= span->end && span->end <= folded->len);
    out->at = folded->from[span->begin];
    put_text(text, nj_utf8_cut(text, n, sizeof(out->text) - 1), out);
}

/* Words of a person, kept as they are. */
static bool is_raw(const char *name)
{
    return strcmp(name, "text") == 0 || strcmp(name, "what") == 0 ||
           strcmp(name, "line") == 0 || strcmp(name, "person") == 0 ||
           strcmp(name, "each") == 0;
}

/* "cards" is a list of words of the kind "card", if there is one. */
static bool is_list(const struct nj_table *t, const char *of, const char *name,
                    char kind[GROUP_MAX])
{
    size_t n = strlen(name);

    if (n < 2 || n > GROUP_MAX || name[n - 1] != 's')
        return false;
    memcpy(kind, name, n - 1);
    kind[n - 1] = '\0';
    return nj_words_kind(t, of, kind) && !nj_words_kind(t, of, name);
}

/* A word of the game becomes its token, a list of words theirs. */
static void take_token(const struct nj_table *t, const char *of,
                       struct nj_command_arg *out)
{
    const char *token =
        nj_words_find(t, of, out->name, out->text, strlen(out->text));
    char kind[GROUP_MAX];
    char tokens[sizeof(out->text)];

    if (token != NULL) {
        put_text(token, strlen(token), out);
    } else if (is_list(t, of, out->name, kind)) {
        nj_words_list(t, of, kind, out->text, tokens, sizeof(tokens));
        put_text(tokens, strlen(tokens), out);
    }
}

static bool take_arg(const char *raw, const struct nj_folded *folded,
                     const struct nj_pattern_span *span,
                     struct nj_command_arg *out)
{
    const char *text = folded->text + span->begin;
    size_t n = span->end - span->begin;

    NJ_ASSERT(span->begin <= span->end && span->end <= folded->len);
    out->name = span->name;
    out->number = false;
    out->at = 0;
    out->n = 0;
    out->text[0] = '\0';
    if (is_raw(span->name)) {
        take_raw(raw, folded, span, out);
        return true;
    }
    /* Half a path is another path: what does not fit is no command. */
    if (n >= sizeof(out->text))
        return false;
    put_text(text, n, out);
    if (is_number(span->name))
        return take_number(text, n, out);
    for (size_t i = 0; is_upper(span->name) && i < n; i++)
        if (out->text[i] >= 'a' && out->text[i] <= 'z')
            out->text[i] = (char)(out->text[i] - 'a' + 'A');
    return true;
}

static void take_with(const struct nj_books_row *r, struct nj_command *out)
{
    for (uint32_t i = 0; i < r->n_with; i++) {
        NJ_ASSERT(out->n_args < NJ_COUNT(out->args));
        struct nj_command_arg *a = &out->args[out->n_args++];

        *a = (struct nj_command_arg){.name = r->with[i].name};
        put_text(r->with[i].value, strlen(r->with[i].value), a);
    }
}

/* The tokens of what was taken as it was typed go beside it: that of a person,
 * or one for each word. */
static void take_beside(const struct nj_command_set *s,
                        const struct nj_books_row *r, struct nj_command *out)
{
    const struct nj_command_arg *typed = &out->args[out->n_args - 1];
    struct nj_command_arg *beside = &out->args[out->n_args];
    bool one =
        strcmp(typed->name, "person") == 0 || strcmp(typed->name, "each") == 0;
    const char *kind = strcmp(typed->name, "what") == 0 ? r->verb
                       : one                            ? "person"
                                                        : typed->name;
    const char *token;

    if (!nj_table_beside(typed->name))
        return;
    NJ_ASSERT(out->n_args < NJ_COUNT(out->args));
    *beside = (struct nj_command_arg){.name = "words"};
    token = nj_words_find(s->table, s->game, kind, typed->text,
                          strlen(typed->text));
    if (!one)
        nj_words_each(s->table, s->game, kind, typed->text, beside->text,
                      sizeof(beside->text));
    else if (token != NULL)
        put_text(token, strlen(token), beside);
    out->n_args += beside->text[0] != '\0';
}

/* With the arguments that there are: each has room for a long text. */
static void copy_command(struct nj_command *to, const struct nj_command *from)
{
    memcpy(to, from, offsetof(struct nj_command, args));
    for (uint32_t i = 0; i < from->n_args; i++)
        to->args[i] = from->args[i];
}

static bool take_row(const struct nj_command_set *s,
                     const struct nj_books_row *r, const char *raw,
                     const struct nj_folded *folded,
                     const struct nj_pattern_hit *hit, struct nj_command *out)
{
    NJ_UNCLEARED struct nj_command cmd; /* as its arguments are */

    cmd.verb = r->verb;
    cmd.of = r->of;
    cmd.typed = NULL;
    cmd.n_typed = 0;
    cmd.n_args = 0;
    take_with(r, &cmd);
    for (uint32_t i = 0; i < hit->n; i++) {
        NJ_ASSERT(cmd.n_args < NJ_COUNT(cmd.args));
        struct nj_command_arg *arg = &cmd.args[cmd.n_args++];

        if (!take_arg(raw, folded, &hit->span[i], arg))
            return false;
        if (!s->has_words)
            continue;
        if (strcmp(arg->name, "what") == 0 && strcmp(r->of, s->game) == 0)
            nj_words_part(s->table, s->game, r->verb, arg->text,
                          sizeof(arg->text));
        if (!arg->number && !is_raw(arg->name))
            take_token(s->table, r->of, arg);
        take_beside(s, r, &cmd);
    }
    copy_command(out, &cmd);
    return true;
}

static bool has_text(const struct nj_pattern_hit *hit)
{
    for (uint32_t i = 0; i < hit->n; i++)
        if (strcmp(hit->span[i].name, "what") != 0 && is_raw(hit->span[i].name))
            return true;
    return false;
}

static bool parse(const struct nj_commands *c, const struct nj_command_set *s,
                  const char *text, size_t n, enum nj_command_place place,
                  struct nj_command *out)
{
    struct nj_folded *folded = c->folded;
    struct nj_pattern_hit hit;

    if (!nj_fold(text, n, folded) ||
        !nj_pattern_match(s->pattern[place], folded->plain, folded->len, &hit))
        return false;
    if (n > NJ_COMMAND_TEXT_MAX && !has_text(&hit))
        return false;
    NJ_ASSERT(hit.row < s->n[place]);
    return take_row(s, s->rows[place][hit.row], text, folded, &hit, out);
}

/* A face or a thumb, and what joins or colours them; no arrow, which says where
 * to. */
static bool is_ornament(int32_t cp)
{
    return cp == 0xfe0f || cp == 0x200d || (cp >= 0x1f000 && cp <= 0x1faff) ||
           (cp >= 0x2600 && cp <= 0x27bf && cp != 0x27a1) ||
           (cp >= 0x2b1b && cp <= 0x2b55);
}

/* The bytes of an ornament at the end of the text, and of the blanks in front of
 * it; 0: there is none. */
static size_t end_ornament(const char *text, size_t n)
{
    size_t at = n;
    int32_t cp;

    while (at > 0 && ((uint8_t)text[at - 1] & 0xc0) == 0x80)
        at--;
    if (at == 0 || at == n ||
        nj_utf8_next(text + at - 1, n - at + 1, &cp) != n - at + 1 ||
        !is_ornament(cp))
        return 0;
    at--;
    while (at > 0 && text[at - 1] == ' ')
        at--;
    return n - at;
}

/* The bytes of the sign that ends a sentence there; 0: none does. */
static size_t end_sign(const char *text, size_t n)
{
    static const char *const signs[] = {"。", "！", "？", "～", "…", "，", "、",
                                        "；", "!",  "?",  "~",  ".", ",",  ";"};

    for (size_t i = 0; i < NJ_COUNT(signs); i++) {
        size_t k = strlen(signs[i]);

        if (k <= n && memcmp(text + n - k, signs[i], k) == 0)
            return k;
    }
    return end_ornament(text, n);
}

/* The length of a text without the signs that end it, if a word stands right
 * in front of them; *asks: a question mark is among them. */
static size_t without_end(const char *text, size_t n, bool *asks)
{
    size_t left = n;

    *asks = false;
    for (size_t k; (k = end_sign(text, left)) > 0; left -= k)
        *asks = *asks || text[left - k] == '?' ||
                (k == strlen("？") && memcmp(text + left - k, "？", k) == 0);
    NJ_ASSERT(left <= n);
    return left > 0 && text[left - 1] != ' ' ? left : n;
}

static bool ends_in(const struct nj_command *cmd, const char *arg)
{
    return cmd->n_args > 0 && strcmp(cmd->args[cmd->n_args - 1].name, arg) == 0;
}

/* Is the end of the text what the command is about ("#前缀！", a text of faces)? */
static bool takes_end(const struct nj_command *cmd)
{
    return ends_in(cmd, "sign") || ends_in(cmd, "text");
}

/* "#加入。", "走 22！": people end sentences (LN-15.1, SH-19.10). What is a text
 * of theirs keeps its end, and a question is no order. */
static bool parse_sentence(const struct nj_commands *c,
                           const struct nj_command_set *s, const char *text,
                           size_t n, enum nj_command_place place,
                           struct nj_command *out)
{
    bool asks;
    size_t left = without_end(text, n, &asks);

    if (left < n && place != NJ_COMMAND_BARE &&
        parse(c, s, text, n, place, out) && takes_end(out))
        return true;
    return left > 0 && left < n && parse(c, s, text, left, place, out) &&
           (!asks || strcmp(out->of, "table") == 0) && !ends_in(out, "text");
}

/* "我要杀 3", "please take the torch": where a message is for us, what somebody
 * says in front of an order is no part of it. */
static bool parse_wish(const struct nj_commands *c,
                       const struct nj_command_set *s, const char *text,
                       size_t n, enum nj_command_place place,
                       struct nj_command *out)
{
    const char *order = text;
    size_t left = n;

    NJ_ASSERT(place == NJ_COMMAND_PREFIXED || place == NJ_COMMAND_PRIVATE);
    return s->wish[0] != '\0' && n <= NJ_COMMAND_TEXT_MAX &&
           nj_joints_strip(c, s->wish, &order, &left) &&
           order + left == text + n && /* its end may be a text of theirs */
           (parse_sentence(c, s, order, left, place, out) ||
            parse(c, s, order, left, place, out));
}

static bool read_text(const struct nj_commands *c, const char *text, size_t n,
                      enum nj_command_place place, const char *game,
                      struct nj_command *out)
{
    const struct nj_command_set *s = find_set(c, game);
    const char *bare = text;
    size_t left = n;
    bool for_us = place == NJ_COMMAND_PREFIXED || place == NJ_COMMAND_PRIVATE;

    if (s->pattern[place] == NULL || n > NJ_TEXT_IN_MAX ||
        (place == NJ_COMMAND_BARE && n > NJ_COMMAND_TEXT_MAX))
        return false;
    if (s->ends[0] != '\0' && n <= NJ_COMMAND_TEXT_MAX &&
        nj_joints_strip(c, s->ends, &bare, &left) &&
        parse(c, s, bare, left, place, out) && strcmp(out->of, s->game) == 0)
        return true;
    if (for_us && parse_wish(c, s, text, n, place, out) &&
        strcmp(out->of, s->game) == 0)
        return true; /* no idea of his own that a host has to judge */
    return parse_sentence(c, s, text, n, place, out) ||
           parse(c, s, text, n, place, out) ||
           (for_us && parse_wish(c, s, text, n, place, out));
}

bool nj_commands_parse(const struct nj_commands *c, const char *text, size_t n,
                       enum nj_command_place place, const char *game,
                       struct nj_command *out)
{
    if (!read_text(c, text, n, place, game, out))
        return false;
    out->typed = text;
    out->n_typed = n;
    return true;
}

const struct nj_command_arg *nj_command_arg(const struct nj_command *c,
                                            const char *name)
{
    for (uint32_t i = 0; i < c->n_args; i++)
        if (strcmp(c->args[i].name, name) == 0)
            return &c->args[i];
    return NULL;
}

const char *nj_command_text(const struct nj_command *c, const char *name)
{
    const struct nj_command_arg *a = nj_command_arg(c, name);

    return a != NULL ? a->text : "";
}

const char *nj_commands_word(const struct nj_commands *c, const char *game,
                             const char *kind, const char *text, size_t n)
{
    NJ_ASSERT(game[0] != '\0');
    return nj_words_find(&c->table, game, kind, text, n);
}

uint32_t nj_commands_words(const struct nj_commands *c, const char *game,
                           const char *kind, const char *lang,
                           const char *out[], uint32_t max)
{
    NJ_ASSERT(game[0] != '\0');
    return nj_words_shown(&c->table, game, kind, lang, out, max);
}
