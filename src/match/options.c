/*
 * Options of a game: values, the text that people type, and what of them
 * stands in the state.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/lines.h"
#include "base/when.h"
#include "match/match_priv.h"

int nj_option_find(const struct nj_game *g, const char *key)
{
    if (g->options == NULL)
        return -1;
    for (int i = 0; g->options[i].key != NULL; i++) {
        const char *mine = g->options[i].key;

        /* Most differ in the first letter, and moves ask for options. */
        if (mine[0] == key[0] && strcmp(mine, key) == 0)
            return i;
    }
    return -1;
}

void nj_options_default(const struct nj_game *g, struct nj_options *o)
{
    memset(o, 0, sizeof(*o));
    if (g->options == NULL)
        return;
    for (int i = 0; g->options[i].key != NULL; i++) {
        NJ_ASSERT(i < NJ_OPTIONS_MAX);
        NJ_ASSERT(g->options[i].dflt >= g->options[i].lo ||
                  g->options[i].type == NJ_OPTION_TEXT);
        o->v[i] = g->options[i].dflt;
    }
}

static bool parse_word(const struct nj_option *opt, const char *text,
                       int64_t *value)
{
    NJ_ASSERT(opt->type == NJ_OPTION_WORD && opt->words != NULL);
    for (int i = 0; opt->words[i] != NULL; i++) {
        if (strcmp(opt->words[i], text) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

/* Digits with a sign perhaps, and nothing else. */
static bool parse_int(const char *text, int64_t *value)
{
    const char *digits = text[0] == '-' ? text + 1 : text;
    size_t n = strspn(digits, "0123456789");

    if (n == 0 || n > 15 || digits[n] != '\0')
        return false;
    *value = strtoll(text, NULL, 10);
    return true;
}

/* No time of day comes to more than this: 21:00 on a Friday at 20:30. */
#define DAILY_MOST (4 * INT64_C(86400000))

/* Seconds where no unit is given, as the tables of the rules do. A time of day
 * needs room for its longest wait. */
static bool parse_ms(const struct nj_option *opt, const char *text,
                     int64_t *value)
{
    struct nj_when w;
    int64_t seconds;

    NJ_ASSERT(opt->lo >= 0 && opt->hi <= NJ_WHEN_LENGTH_MOST);
    if (parse_int(text, &seconds)) {
        *value = seconds * 1000;
        return seconds >= 0 && seconds <= opt->hi / 1000;
    }
    if (!nj_when_parse(text, strlen(text), 0, opt->hi, &w) ||
        (w.daily && opt->hi < DAILY_MOST))
        return false;
    *value = nj_when_pack(&w);
    return w.daily || w.length_ms >= opt->lo;
}

bool nj_option_free(const struct nj_game *g, int i)
{
    NJ_ASSERT(i >= 0);
    return g->host_option == NULL ||
           strcmp(g->options[i].key, g->host_option) != 0;
}

bool nj_option_parse(const struct nj_option *opt, const char *text,
                     int64_t *value)
{
    int64_t v = 0;
    bool ok = false;

    NJ_ASSERT(opt->lo <= opt->hi || opt->type == NJ_OPTION_TEXT);
    switch (opt->type) {
    case NJ_OPTION_WORD:
        return parse_word(opt, text, value);
    case NJ_OPTION_INT: /* a number that large may look like a time of day */
        ok = parse_int(text, &v) && v <= opt->hi;
        break;
    case NJ_OPTION_MS:
        ok = parse_ms(opt, text, &v);
        break;
    case NJ_OPTION_TEXT: /* has no number */
        return false;
    }
    if (!ok || v < opt->lo || (v > opt->hi && nj_when_is_length(v)))
        return false;
    *value = v;
    return true;
}

void nj_option_print(const struct nj_option *opt, int64_t value,
                     struct nj_str *out)
{
    NJ_ASSERT(opt->type == NJ_OPTION_WORD || value >= opt->lo);
    switch (opt->type) {
    case NJ_OPTION_WORD:
        nj_str_puts(out, opt->words[value]);
        break;
    case NJ_OPTION_INT:
        nj_str_addf(out, "%" PRId64, value);
        break;
    case NJ_OPTION_MS:
        nj_when_print(value, out);
        break;
    case NJ_OPTION_TEXT:
        break;
    }
}

/* Printable ASCII: ids and names of files. */
static bool put_text(struct nj_options *o, int64_t place, const char *text)
{
    size_t n = strlen(text);

    NJ_ASSERT(place >= 0 && place < NJ_OPTION_TEXTS);
    if (n >= NJ_OPTION_TEXT_MAX)
        return false;
    for (size_t i = 0; i < n; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    memset(o->text[place], 0, NJ_OPTION_TEXT_MAX);
    memcpy(o->text[place], text, n);
    return true;
}

bool nj_options_put(const struct nj_game *g, struct nj_options *o, int i,
                    const char *text)
{
    const struct nj_option *opt = &g->options[i];

    NJ_ASSERT(i >= 0 && i < NJ_OPTIONS_MAX);
    if (opt->type == NJ_OPTION_TEXT)
        return put_text(o, opt->hi, text);
    return nj_option_parse(opt, text, &o->v[i]);
}

void nj_options_print(const struct nj_game *g, const struct nj_options *o,
                      int i, struct nj_str *out)
{
    const struct nj_option *opt = &g->options[i];

    NJ_ASSERT(i >= 0);
    if (opt->type == NJ_OPTION_TEXT)
        nj_str_puts(out, o->text[opt->hi]);
    else
        nj_option_print(opt, o->v[i], out);
}

bool nj_options_off_default(const struct nj_game *g, const struct nj_options *o,
                            int i)
{
    const struct nj_option *opt = &g->options[i];

    NJ_ASSERT(i >= 0 && i < NJ_OPTIONS_MAX);
    if (opt->type == NJ_OPTION_TEXT)
        return o->text[opt->hi][0] != '\0';
    return o->v[i] != opt->dflt;
}

/* The words of a text with one '+' between them: a comma ends the option. */
static void join_words(const char *text, char out[NJ_OPTION_TEXT_MAX])
{
    struct nj_piece rest = nj_piece_of(text);
    struct nj_piece w;
    size_t len = 0;

    NJ_ASSERT(strlen(text) < NJ_OPTION_TEXT_MAX);
    while ((w = nj_piece_word(&rest, " ,")).n > 0) {
        if (len > 0)
            out[len++] = '+';
        memcpy(out + len, w.p, w.n);
        len += w.n;
    }
    out[len] = '\0';
}

static void tell_value(const struct nj_match *m, const struct nj_option *opt,
                       char out[NJ_OPTION_TEXT_MAX])
{
    int64_t v = nj_option(m, opt->key);

    NJ_ASSERT(opt->type != NJ_OPTION_WORD || v >= 0);
    if (opt->type == NJ_OPTION_TEXT)
        join_words(nj_option_text(m, opt->key), out);
    else if (opt->type == NJ_OPTION_WORD)
        (void)snprintf(out, NJ_OPTION_TEXT_MAX, "%s", opt->words[v]);
    else if (opt->type == NJ_OPTION_MS)
        (void)snprintf(out, NJ_OPTION_TEXT_MAX, "%" PRId64 "s", v / 1000);
    else
        (void)snprintf(out, NJ_OPTION_TEXT_MAX, "%" PRId64, v);
}

/* A length that depends on the time of day. */
static void tell_hour(int64_t v, char out[NJ_OPTION_TEXT_MAX])
{
    struct nj_str text = NJ_STR_INIT(NJ_WHEN_BYTES);

    nj_when_print(v, &text);
    NJ_ASSERT(text.len > 0 && text.len < NJ_OPTION_TEXT_MAX);
    memcpy(out, text.p, text.len + 1);
    for (char *p = out; (p = strchr(p, ' ')) != NULL;)
        *p = '_';
    nj_str_fini(&text);
}

void nj_options_told(const struct nj_match *m, char *out, size_t cap)
{
    const struct nj_option *opt = m->game->options;
    size_t len = 0;

    NJ_ASSERT(cap >= 2);
    for (int i = 0; opt != NULL && opt[i].key != NULL; i++) {
        char value[NJ_OPTION_TEXT_MAX];
        int n;

        if (!nj_agreed_off_default(m, i))
            continue;
        if (nj_option_steady(m, opt[i].key))
            tell_value(m, &opt[i], value);
        else
            tell_hour(m->agreed.v[i], value);
        n = snprintf(out + len, cap - len, "%s%s=%s", len > 0 ? "," : "",
                     opt[i].key, value);
        if (n > 0 && (size_t)n < cap - len)
            len += (size_t)n;
    }
    (void)snprintf(out + len, cap - len, "%s", len > 0 ? "" : "-");
}

/* --- of a match --- */

static void agree_text(struct nj_match *m, int64_t place, const char *text)
{
    char **mine = &m->agreed.text[place];

    NJ_ASSERT(place >= 0 && place < NJ_OPTION_TEXTS);
    if (*mine != NULL) {
        m->bytes -= strlen(*mine) + 1;
        free(*mine);
        *mine = NULL;
    }
    if (text[0] != '\0') {
        *mine = nj_strndup(text, strlen(text));
        m->bytes += strlen(text) + 1;
    }
}

void nj_agreed_set_one(struct nj_match *m, int i, const struct nj_options *o)
{
    const struct nj_option *opt = &m->game->options[i];

    NJ_ASSERT(i >= 0 && i < NJ_OPTIONS_MAX);
    if (opt->type == NJ_OPTION_TEXT)
        agree_text(m, opt->hi, o->text[opt->hi]);
    else
        m->agreed.v[i] = o->v[i];
}

void nj_agreed_set(struct nj_match *m, const struct nj_options *o)
{
    const struct nj_option *opt = m->game->options;

    for (int i = 0; opt != NULL && opt[i].key != NULL; i++)
        nj_agreed_set_one(m, i, o);
}

void nj_agreed_fini(struct nj_agreed *agreed)
{
    for (size_t i = 0; i < NJ_OPTION_TEXTS; i++)
        free(agreed->text[i]);
}

const char *nj_agreed_text(const struct nj_match *m, int64_t place)
{
    NJ_ASSERT(place >= 0 && place < NJ_OPTION_TEXTS);
    return m->agreed.text[place] != NULL ? m->agreed.text[place] : "";
}

bool nj_agreed_off_default(const struct nj_match *m, int i)
{
    const struct nj_option *opt = &m->game->options[i];

    NJ_ASSERT(i >= 0 && i < NJ_OPTIONS_MAX);
    if (opt->type == NJ_OPTION_TEXT)
        return m->agreed.text[opt->hi] != NULL;
    return m->agreed.v[i] != opt->dflt;
}

/* --- in the state --- */

static size_t edition_of(const struct nj_match *m)
{
    size_t i = 0;

    while (strcmp(m->game->editions[i], m->edition) != 0)
        i++;
    NJ_ASSERT(i < NJ_EDITIONS_MAX);
    return i;
}

static int64_t meant(const struct nj_match *m, int64_t v, int i)
{
    const struct nj_option *opt = &m->game->options[i];

    NJ_ASSERT(v >= opt->lo && opt->type != NJ_OPTION_TEXT);
    if (opt->by_edition == NULL)
        return v;
    if (v == opt->lo)
        return opt->by_edition->v[edition_of(m)];
    return v - opt->lo - 1;
}

void nj_option_settle(struct nj_match *m, int i)
{
    struct nj_into into = m->game->options[i].into;

    if (into.width == 0)
        return;
    NJ_ASSERT(into.offset + into.width <= m->game->state_size);
    nj_into_put(m->state, into, meant(m, m->agreed.v[i], i));
}

void nj_options_settle(struct nj_match *m)
{
    const struct nj_option *opt = m->game->options;

    for (int i = 0; opt != NULL && opt[i].key != NULL; i++)
        nj_option_settle(m, i);
}

/* The largest value that can be chosen. */
static int64_t last_of(const struct nj_option *opt)
{
    int64_t n = 0;

    if (opt->type != NJ_OPTION_WORD)
        return opt->hi;
    while (opt->words[n] != NULL)
        n++;
    NJ_ASSERT(n >= 2); /* else there is nothing to choose */
    return n - 1;
}

/* The range of what may stand in the state; false: an edition is outside. */
static bool range_of(const struct nj_game *g, const struct nj_option *opt,
                     int64_t *lo, int64_t *hi)
{
    *lo = opt->lo;
    *hi = last_of(opt);
    if (opt->by_edition == NULL)
        return true;
    *hi -= *lo + 1;
    *lo = 0;
    for (size_t e = 0; g->editions[e] != NULL; e++)
        if (e == NJ_EDITIONS_MAX || opt->by_edition->v[e] < 0 ||
            opt->by_edition->v[e] > *hi)
            return false;
    return true;
}

bool nj_option_fits(const struct nj_game *g, int i)
{
    const struct nj_option *opt = &g->options[i];
    uint32_t at = opt->into.offset;
    uint32_t width = opt->into.width;
    int64_t lo, hi;

    NJ_ASSERT(i >= 0 && i < NJ_OPTIONS_MAX && opt->key != NULL);
    if (!range_of(g, opt, &lo, &hi))
        return false;
    if (width == 0)
        return true;
    if (opt->type == NJ_OPTION_MS || opt->type == NJ_OPTION_TEXT)
        return false;
    if (at % width != 0 || at + width > g->state_size ||
        hi > nj_into_most(opt->into) || (lo < 0 && width < sizeof(int64_t)))
        return false;
    for (int k = 0; g->options[k].key != NULL; k++) {
        const struct nj_into *other = &g->options[k].into;

        if (k != i && at < other->offset + other->width &&
            other->offset < at + width)
            return false;
    }
    return true;
}

/* --- before a match --- */

static int found(const struct nj_match *m, const char *key)
{
    int i = nj_option_find(m->game, key);

    NJ_ASSERT(i >= 0);
    return i;
}

int64_t *nj_options_at(const struct nj_match *m, struct nj_options *o,
                       const char *key)
{
    return &o->v[found(m, key)];
}

int64_t nj_options_meant(const struct nj_match *m, const struct nj_options *o,
                         const char *key)
{
    int i = found(m, key);

    return meant(m, o->v[i], i);
}

struct nj_seats_range nj_options_seats(const struct nj_game *g,
                                       const void *data, const char *edition,
                                       const struct nj_options *o)
{
    struct nj_match table = {.game = g, .data = data, .edition = edition};
    struct nj_seats_range range = {g->seats_min, g->seats_max};

    nj_agreed_set(&table, o);
    if (g->seats != NULL)
        g->seats(&table, o, &range.least, &range.most);
    nj_agreed_fini(&table.agreed);
    NJ_ASSERT(range.least >= g->seats_min && range.most <= g->seats_max);
    NJ_ASSERT(range.least <= range.most);
    return range;
}

const struct nj_message *nj_options_check(const struct nj_game *g,
                                          const void *data, const char *edition,
                                          struct nj_options *o, uint8_t seats)
{
    struct nj_match table = {.game = g, .data = data, .edition = edition};
    struct nj_options adjusted = *o;
    int refused;

    NJ_ASSERT(seats >= 1 && seats <= NJ_SEATS_MAX);
    if (g->check_options == NULL)
        return NULL;
    nj_agreed_set(&table, o);
    table.c.n_seats = seats;
    table.work = nj_work_begin(0);
    refused = g->check_options(&table, &adjusted, seats);
    nj_agreed_fini(&table.agreed);
    if (refused != 0) {
        NJ_ASSERT(table.work->n_messages == 1);
        return table.work->first;
    }
    *o = adjusted;
    return NULL;
}
