/*
 * A message to its parts, and each part to an order: read before anything is
 * done.
 */
#include "command/batch.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "command/command_priv.h"
#include "command/joints.h"
#include "command/order.h"
#include "match/match.h"

#define CUTS_MAX 64 /* joints in one line that are looked at */
#define GAME_MAX 64 /* bytes of a game's id and "+each" */

#define ITEMS_MAX (NJ_BATCH_MAX + 1) /* more are too many anyway */

/* A piece of the text: bytes [from, to). */
struct span {
    size_t from, to;
};

/* What a command lists: `n` 0, nothing. */
struct list {
    struct span item[ITEMS_MAX];
    uint32_t n;
    uint32_t times; /* each of them */
    size_t head;    /* bytes of the words in front of it */
};

/* A reading in hand. */
struct reading {
    const struct nj_commands *c;
    const struct nj_batch_form *form;
    struct nj_batch *out;
    bool some;        /* one part is an order of a batch */
    struct list list; /* of the part that was understood last */
};

/* --- one part --- */

static void trim(const char **p, size_t *n)
{
    size_t at = 0, last = 0, k;
    int32_t cp;

    while ((k = nj_utf8_next(*p, *n, &cp)) > 0 && nj_utf8_space(cp)) {
        *p += k;
        *n -= k;
    }
    for (; (k = nj_utf8_next(*p + at, *n - at, &cp)) > 0; at += k)
        if (!nj_utf8_space(cp))
            last = at + k;
    *n = last;
}

/* The bytes of that prefix at the beginning, whatever its width; 0: none. */
static size_t begins_with(const char *p, size_t n, const char *prefix)
{
    size_t at = 0;

    for (const char *q = prefix; *q != '\0'; q++) {
        int32_t cp, folded[4];
        size_t k = nj_utf8_next(p + at, n - at, &cp);

        if (k == 0 || nj_utf8_fold(cp, folded, 4) != 1 || folded[0] != *q)
            return 0;
        at += k;
    }
    return at;
}

static size_t prefix_of(const struct reading *b, const char *p, size_t n)
{
    size_t k = 0;

    for (const char *const *prefix = b->form->prefixes;
         *prefix != NULL && k == 0; prefix++)
        k = begins_with(p, n, *prefix);
    return k;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Where "x3" or "×3" begins in a folded text that ends with digits at `at`. */
static size_t sign_before(const struct nj_folded *f, size_t at)
{
    static const char times[] = "\xc3\x97"; /* × */
    const char *text = f->text;

    NJ_ASSERT(at <= f->len);
    if (at > 0 && text[at - 1] == ' ')
        at--;
    if (at > 2 && memcmp(text + at - 2, times, 2) == 0)
        return at - 2;
    if (at > 1 && text[at - 1] == 'x' &&
        !(text[at - 2] >= 'a' && text[at - 2] <= 'z'))
        return at - 1;
    return 0;
}

/* How often the part is meant, and its bytes in front of that; all of them and
 * 1 if it does not say. */
static size_t repeated(const struct nj_commands *c, const char *p, size_t n,
                       uint32_t *times)
{
    const struct nj_folded *f = c->folded;
    size_t digits, at;
    uint32_t number = 0;

    *times = 1;
    if (!nj_fold(p, n, c->folded))
        return n;
    digits = f->len;
    while (digits > 0 && is_digit(f->text[digits - 1]))
        digits--;
    at = sign_before(f, digits);
    for (size_t i = digits; i < f->len && number <= NJ_BATCH_MAX; i++)
        number = number * 10 + (uint32_t)(f->text[i] - '0');
    if (at == 0 || number == 0)
        return n;
    NJ_ASSERT(at < f->len && f->from[at] <= n);
    *times = number;
    return f->from[at];
}

/* --- lists --- */

/* Is that a blank in front of a number that is not one with the word before it,
 * as in "seat 3"? */
static bool parts_numbers(const char *text, size_t at)
{
    return at > 0 && text[at] == ' ' && is_digit(text[at + 1]) &&
           !((text[at - 1] >= 'a' && text[at - 1] <= 'z') ||
             text[at - 1] == '.');
}

/* The joints of that name in a text, in raw bytes; `digits`: a blank in front of
 * a digit is one, too. */
static uint32_t find_cuts(const struct nj_commands *c, const char *of,
                          const char *p, size_t n, bool digits,
                          struct span cut[CUTS_MAX])
{
    const struct nj_folded *f = c->folded;
    uint32_t cuts = 0;

    if (!nj_fold(p, n, c->folded))
        return 0;
    for (size_t at = 0; at < f->len && cuts < CUTS_MAX;) {
        size_t len = nj_joint_at(&c->table, of, f, at);

        if (len == 0 && digits && parts_numbers(f->text, at))
            len = 1;
        if (len > 0) {
            NJ_ASSERT(f->from[at] < f->from[at + len] &&
                      f->from[at + len] <= n);
            cut[cuts++] = (struct span){f->from[at], f->from[at + len]};
        }
        at += len > 0 ? len : 1;
    }
    return cuts;
}

/* How often each item is meant; 0: the command does not say. */
static uint32_t times_of(const struct nj_command *cmd)
{
    const struct nj_command_arg *number = nj_command_arg(cmd, "times_n");
    const struct nj_command_arg *word = nj_command_arg(cmd, "times");

    if (number != NULL)
        return number->n > NJ_BATCH_MAX ? ITEMS_MAX : (uint32_t)number->n;
    return word != NULL && is_digit(word->text[0]) && word->text[1] == '\0'
               ? (uint32_t)(word->text[0] - '0')
               : 0;
}

static void add_item(struct list *l, const char *text, size_t from, size_t to)
{
    const char *p = text + from;
    size_t n = to - from;

    trim(&p, &n);
    if (n > 0 && l->n < ITEMS_MAX)
        l->item[l->n++] =
            (struct span){(size_t)(p - text), (size_t)(p - text) + n};
}

/* Reads what the command that `text` is lists; nothing if it is one order. */
static void read_list(const struct nj_commands *c, const char *game,
                      const char *text, const struct nj_command *cmd,
                      struct list *l)
{
    const struct nj_command_arg *each = nj_command_arg(cmd, "each");
    uint32_t times = times_of(cmd);
    struct span cut[CUTS_MAX];
    char of[GAME_MAX];
    uint32_t cuts;
    size_t from, end;

    l->n = 0;
    if (each == NULL)
        return;
    (void)snprintf(of, sizeof(of), "%s+each", game);
    cuts = find_cuts(c, of, each->text, strlen(each->text), true, cut);
    l->head = each->at;
    from = l->head;
    end = from + strlen(each->text);
    for (uint32_t i = 0; i < cuts; i++) {
        add_item(l, text, from, l->head + cut[i].from);
        from = l->head + cut[i].to;
    }
    add_item(l, text, from, end);
    l->times = times > 0 ? times : 1;
    if (l->n == 1 && times == 0)
        l->n = 0;
}

/* --- one part, understood --- */

static bool may_join(const struct nj_game *g, const struct nj_verb *verb)
{
    const char *const *name = g->batch;

    while (*name != NULL && strcmp(*name, verb->name) != 0)
        name++;
    return *name != NULL;
}

/* Is it an order that may stand with others? */
static bool joins(const struct nj_batch_form *form,
                  const struct nj_command *cmd)
{
    const struct nj_verb *verb = nj_game_verb(form->game, cmd->verb);

    return form->game->batch != NULL && verb != NULL &&
           strcmp(cmd->of, form->game->id) == 0 && may_join(form->game, verb) &&
           !nj_verb_pieces(verb);
}

/* Does such an order stand behind a joint? */
static bool goes_on(const struct nj_commands *c,
                    const struct nj_batch_form *form, const char *p, size_t n)
{
    struct span cut[CUTS_MAX];
    uint32_t cuts = find_cuts(c, form->game->id, p, n, false, cut);

    for (uint32_t i = 0; i < cuts; i++) {
        struct nj_command cmd;

        NJ_ASSERT(cut[i].to <= n);
        if (nj_commands_parse(c, p + cut[i].to, n - cut[i].to, form->place,
                              form->words, &cmd) &&
            joins(form, &cmd))
            return true;
    }
    return false;
}

bool nj_batch_lists(const struct nj_commands *c,
                    const struct nj_batch_form *form, const char *text,
                    size_t n, const struct nj_command *cmd)
{
    struct list l;

    if (strcmp(cmd->of, form->game->id) != 0)
        return false;
    read_list(c, form->game->id, text, cmd, &l);
    return l.n > 0 || (joins(form, cmd) && goes_on(c, form, text, n));
}

/* Reads what may be an order; what it was without "x3" is in *n. */
static enum nj_batch_fault understand(struct reading *b, const char *p,
                                      size_t *n, uint32_t *times)
{
    const struct nj_batch_form *form = b->form;
    struct nj_command cmd;
    struct nj_command_args room;
    struct nj_args args;
    const struct nj_verb *verb;

    *times = 1;
    b->list.n = 0;
    if (!nj_commands_parse(b->c, p, *n, form->place, form->words, &cmd)) {
        size_t whole = *n;

        *n = repeated(b->c, p, whole, times);
        if (*n == whole ||
            !nj_commands_parse(b->c, p, *n, form->place, form->words, &cmd))
            return NJ_BATCH_UNKNOWN;
    }
    verb = nj_game_verb(form->game, cmd.verb);
    if (strcmp(cmd.of, form->game->id) != 0 || verb == NULL)
        return NJ_BATCH_ALONE;
    if (verb->query == NULL)
        b->out->channels &= (unsigned)verb->channel;
    if (!joins(form, &cmd))
        return NJ_BATCH_ALONE;
    if (!b->some)
        b->out->verb = verb->name;
    b->some = true;
    read_list(b->c, form->game->id, p, &cmd, &b->list);
    return nj_command_order(&cmd, verb, &room, &args) ? NJ_BATCH_FINE
                                                      : NJ_BATCH_NUMBER;
}

/* --- all --- */

static void fail(struct nj_batch *out, enum nj_batch_fault fault)
{
    if (out->fault == NJ_BATCH_FINE) {
        out->fault = fault;
        out->at = out->n;
    }
}

static void add(struct nj_batch *out, const char *p, size_t n)
{
    if (out->n == NJ_BATCH_MAX)
        fail(out, NJ_BATCH_MANY);
    else
        out->part[out->n++] = (struct nj_batch_part){p, n};
}

/* The words in front of the list that `p` holds, and one of its items. */
static void add_made(struct reading *b, const char *p, struct span item)
{
    struct nj_batch *out = b->out;
    size_t head = b->list.head;
    size_t n = head + item.to - item.from;
    char *made = out->made + out->n_made;

    if (n > sizeof(out->made) - out->n_made) {
        fail(out, NJ_BATCH_MANY);
        return;
    }
    NJ_ASSERT(item.from >= head && item.from < item.to);
    memcpy(made, p, head);
    memcpy(made + head, p + item.from, n - head);
    out->n_made += n;
    add(out, made, n);
}

static void add_list(struct reading *b, const char *p)
{
    for (uint32_t i = 0; i < b->list.n; i++)
        for (uint32_t k = 0;
             k < b->list.times && b->out->fault != NJ_BATCH_MANY; k++)
            add_made(b, p, b->list.item[i]);
}

static void add_part(struct reading *b, const char *p, size_t n)
{
    enum nj_batch_fault fault;
    uint32_t times = 1;
    size_t k;

    trim(&p, &n);
    k = b->out->n > 0 ? prefix_of(b, p, n) : 0;
    NJ_ASSERT(k <= n);
    p += k;
    n -= k;
    trim(&p, &n);
    if (n == 0)
        return;
    fault = understand(b, p, &n, &times);
    trim(&p, &n);
    if (fault != NJ_BATCH_FINE)
        fail(b->out, fault);
    if (b->list.n > 0) {
        add_list(b, p);
        return;
    }
    for (uint32_t i = 0; i < times && b->out->fault != NJ_BATCH_MANY; i++)
        add(b->out, p, n);
}

/* A joint parts only in front of an order. */
static void add_line(struct reading *b, const char *p, size_t n)
{
    struct span cut[CUTS_MAX];
    uint32_t cuts = find_cuts(b->c, b->form->game->id, p, n, false, cut);
    size_t from = 0;

    for (uint32_t i = 0; i < cuts; i++) {
        size_t len = (i + 1 < cuts ? cut[i + 1].from : n) - cut[i].to;
        uint32_t times;
        enum nj_batch_fault fault = understand(b, p + cut[i].to, &len, &times);

        if (fault == NJ_BATCH_UNKNOWN)
            continue;
        add_part(b, p + from, cut[i].from - from);
        from = cut[i].to;
    }
    add_part(b, p + from, n - from);
}

static bool ends_line(int32_t cp)
{
    int32_t folded[4];

    return cp == '\n' || cp == '\r' || cp == 0x2028 || cp == 0x2029 ||
           (nj_utf8_fold(cp, folded, 4) == 1 && folded[0] == ';');
}

bool nj_batch_read(const struct nj_commands *c,
                   const struct nj_batch_form *form, const char *text, size_t n,
                   struct nj_batch *out)
{
    struct reading b = {.c = c, .form = form, .out = out};
    size_t from = 0, at = 0, k;
    int32_t cp;

    if (form->game->batch == NULL || n > NJ_COMMAND_TEXT_MAX)
        return false;
    out->n = 0;
    out->verb = NULL;
    out->place = form->place;
    out->channels = NJ_CHANNEL_BOTH;
    out->fault = NJ_BATCH_FINE;
    out->at = 0;
    out->n_made = 0;
    for (; (k = nj_utf8_next(text + at, n - at, &cp)) > 0; at += k) {
        if (!ends_line(cp))
            continue;
        add_line(&b, text + from, at - from);
        from = at + k;
    }
    add_line(&b, text + from, n - from);
    return b.some;
}
