/*
 * The words of `given:` that are the same for every game.
 */
#include "cli/scenario_given.h"

#include <string.h>

#include "cli/cli.h"

static const char *const seat_names[NJ_SEATS_MAX] = {
    "a", "b", "c", "d", "e", "f", "g", "h",
    "i", "j", "k", "l", "m", "n", "o", "p"};

struct reader {
    const struct nj_scenario_file *file;
    const struct nj_scenario *s;
    const struct nj_loaded_game *game;
    struct nj_scenario_given *out;
    struct nj_err *err;
};

static enum nj_status wrong(struct reader *r, const char *what,
                            const char *subject)
{
    return nj_fail(r->err, NJ_ERR_BAD_INPUT, "%s:%u: %s: %s '%s'",
                   r->file->name, r->s->given_line, r->s->id, what, subject);
}

/* The next word of *text into buf; false at the end. */
static bool next_word(const char **text, char *buf, size_t cap)
{
    size_t n;

    *text += strspn(*text, " ");
    n = strcspn(*text, " ");
    if (n == 0 || n >= cap)
        return false;
    memcpy(buf, *text, n);
    buf[n] = '\0';
    *text += n;
    return true;
}

static enum nj_status set_options(struct reader *r, const char *text)
{
    const struct nj_game *g = r->game->game;
    char word[200];

    while (next_word(&text, word, sizeof(word))) {
        char *eq = strchr(word, '=');
        int i = -1;
        int64_t n;

        if (eq == NULL)
            return wrong(r, "expected key=value instead of", word);
        *eq = '\0';
        if (strcmp(word, "seats") == 0 &&
            nj_cli_number(eq + 1, 1, NJ_SEATS_MAX, &n)) {
            r->out->setup.n_seats = (uint8_t)n;
            continue;
        }
        i = nj_option_find(g, word);
        if (i < 0)
            return wrong(r, "no option", word);
        if (!nj_options_put(g, &r->out->setup.options, i, eq + 1))
            return wrong(r, "no value of that option:", eq + 1);
    }
    return NJ_OK;
}

static enum nj_status set_rng(struct reader *r, const char *text)
{
    char word[40];
    int64_t n;

    if (strncmp(text, "splitmix64 ", 11) == 0) {
        if (!nj_cli_number(text + 11, 0, INT64_MAX, &n))
            return wrong(r, "no seed:", text);
        nj_rng_splitmix64(&r->out->setup.rng, (uint64_t)n);
        r->out->scripted = false;
        return NJ_OK;
    }
    while (next_word(&text, word, sizeof(word))) {
        if (r->out->n_draws == NJ_SCENARIO_DRAWS_MAX ||
            !nj_cli_number(word, 0, UINT32_MAX, &n))
            return wrong(r, "no result of a draw:", word);
        r->out->draws[r->out->n_draws++] = (uint32_t)n;
    }
    return NJ_OK;
}

/* "seats SABC": one letter per seat, which is its name; what the letters mean
 * and how many seats there are is the game's. */
static bool is_letters(const char *text)
{
    return (text[0] >= 'A' && text[0] <= 'Z') ||
           (text[0] >= 'a' && text[0] <= 'z');
}

static enum nj_status set_names(struct reader *r, const char *text)
{
    if (strlen(text) > r->game->game->seats_max)
        return wrong(r, "too many seats:", text);
    for (size_t i = 0; text[i] != '\0'; i++) {
        r->out->names[i][0] = text[i];
        r->out->names[i][1] = '\0';
        r->out->seats[i].name = r->out->names[i];
    }
    return NJ_OK;
}

static enum nj_status set_seats(struct reader *r, const char *text)
{
    int64_t n;

    if (is_letters(text))
        return set_names(r, text);
    if (!nj_cli_number(text, 1, NJ_SEATS_MAX, &n))
        return wrong(r, "no number of seats:", text);
    r->out->setup.n_seats = (uint8_t)n;
    return NJ_OK;
}

static enum nj_status set_edition(struct reader *r, const char *text)
{
    const char *edition = nj_game_edition(r->game->game, text);

    if (edition == NULL)
        return wrong(r, "no edition", text);
    r->out->setup.edition = edition;
    return NJ_OK;
}

static enum nj_status set_computers(struct reader *r, const char *text)
{
    char word[8];
    int64_t n;

    while (next_word(&text, word, sizeof(word))) {
        if (!nj_cli_number(word, 1, NJ_SEATS_MAX, &n))
            return wrong(r, "no seat:", word);
        r->out->seats[n - 1].computer = true;
    }
    return NJ_OK;
}

/* "plays 1 3": the person of the first plays the others as well. */
static enum nj_status set_plays(struct reader *r, const char *text)
{
    char word[8];
    int64_t of, seat;

    if (!next_word(&text, word, sizeof(word)) ||
        !nj_cli_number(word, 1, NJ_SEATS_MAX, &of))
        return wrong(r, "no seat:", text);
    while (next_word(&text, word, sizeof(word))) {
        if (!nj_cli_number(word, of + 1, NJ_SEATS_MAX, &seat))
            return wrong(r, "no seat behind that one:", word);
        r->out->hand_of[seat - 1] = (uint8_t)of;
    }
    return NJ_OK;
}

static enum nj_status set_start(struct reader *r, const char *text)
{
    r->out->start = true;
    return set_options(r, text);
}

static const struct {
    const char *word;
    enum nj_status (*fn)(struct reader *r, const char *text);
} given_words[] = {
    {"opt", set_options},        {"rng", set_rng},     {"seats", set_seats},
    {"computer", set_computers}, {"start", set_start}, {"edition", set_edition},
    {"plays", set_plays},
};

/* The generic word that a clause begins with, or -1; *rest is what follows. */
static int generic(const char *clause, const char **rest)
{
    for (size_t i = 0; i < NJ_COUNT(given_words); i++) {
        size_t n = strlen(given_words[i].word);

        if (strncmp(clause, given_words[i].word, n) != 0 ||
            (clause[n] != ' ' && clause[n] != '\0'))
            continue;
        *rest = clause + n + strspn(clause + n, " ");
        return (int)i;
    }
    return -1;
}

static enum nj_status read_all(struct reader *r)
{
    const struct nj_game *g = r->game->game;
    enum nj_status st = NJ_OK;

    r->out->setup = (struct nj_match_setup){.game = g,
                                            .data = r->game->data,
                                            .data_hash = &r->game->data_hash,
                                            .edition = g->editions[0],
                                            .seats = r->out->seats,
                                            .n_seats = g->seats_max};
    nj_options_default(g, &r->out->setup.options);
    for (size_t i = 0; i < NJ_SEATS_MAX; i++)
        r->out->seats[i] = (struct nj_match_seat){
            .name = seat_names[i], .join = (uint8_t)i, .contribution = ""};
    r->out->scripted = true;
    for (uint32_t i = 0; st == NJ_OK && i < r->s->n_given; i++) {
        const char *rest = NULL;
        int word = generic(r->s->given[i], &rest);

        if (word >= 0)
            st = given_words[word].fn(r, rest);
    }
    if (st == NJ_OK && (r->out->setup.n_seats < g->seats_min ||
                        r->out->setup.n_seats > g->seats_max))
        return wrong(r, "a number of seats that is not one of", g->id);
    if (r->out->scripted)
        nj_rng_script(&r->out->setup.rng, r->out->draws, r->out->n_draws);
    return st;
}

bool nj_scenario_given_is_generic(const char *clause)
{
    const char *rest = NULL;

    if (strncmp(clause, "seats ", 6) == 0 && is_letters(clause + 6))
        return false; /* the game has to know it, too */
    return generic(clause, &rest) >= 0;
}

enum nj_status nj_scenario_given_read(const struct nj_scenario_file *f,
                                      const struct nj_scenario *s,
                                      const struct nj_loaded_game *game,
                                      struct nj_scenario_given *out,
                                      struct nj_err *err)
{
    struct reader r = {f, s, game, out, err};

    return read_all(&r);
}
