/*
 * Ways as people write them (MK-11.2, 19.19): letters, words and characters
 * one after another, with numbers, a target or a facing. What cannot be read
 * for sure is not read (MK-19.20).
 */
#include <string.h>

#include "base/script.h"
#include "base/utf8.h"
#include "games/masked_killer/masked_killer.h"

enum {
    TEXT_MAX = 96, /* characters of a path */
    NUMBER_MAX = 99,
    TWO = 2,      /* what the last numeral means as well */
    CELL_FROM = 9 /* "E9" is a cell, "E8" may be a way (MK-19.20) */
};

/* What a character or word does in a path; a direction is enum mk_dir. */
enum sign {
    GLUE = MK_DIRS,
    TOWARD, /* glue, or behind STAY a facing */
    AGAIN,  /* glue, or in a Cross one step more */
    STAY,
    PLUS,
    BANG,
    FACE,
    TARGET,
    BACK, /* about turn */
    SIGNS,
    NUMBER = SIGNS,
    END,
    OTHER
};

/* Simplified, in small letters and half width, as load() leaves a text. */
static const int32_t signs[SIGNS][24] = {
    [MK_N] = {'n', 'u', 0x5317, 0x4e0a, 0x2191},
    [MK_E] = {'e', 'r', 0x4e1c, 0x53f3, 0x2192},
    [MK_S] = {'s', 'd', 0x5357, 0x4e0b, 0x2193},
    [MK_W] = {'w', 'l', 0x897f, 0x5de6, 0x2190},
    [GLUE] = {' ',    ',',    0x3001, 0x5f80, 0x8d70, 0x53bb, 0x683c, 0x6b65,
              0x8fb9, 0x53d1, 0x52a0, 0x786c, 0x8fc7, 0x8f6c, 0x5730, 0x7a97,
              0x7684, 0x51fa, 0x4ece, 0x5934, 0x7bf1, 0x7b06},
    [TOWARD] = {0x671d, 0x5411},
    [AGAIN] = {0x518d},
    [STAY] = {'.', 0x539f, 0x8eab},
    [PLUS] = {'+', 0x529b},
    [BANG] = {'!', 0x95ef, 0x649e},
    [FACE] = {'/', 0x9762, 0x8138},
    [TARGET] = {'#', 0x5230},
    [BACK] = {0x6389},
};

static const struct {
    const char *word;
    uint8_t sign;
} words[] = {{"north", MK_N}, {"east", MK_E},   {"south", MK_S},
             {"west", MK_W},  {"up", MK_N},     {"right", MK_E},
             {"down", MK_S},  {"left", MK_W},   {"to", TARGET},
             {"go", GLUE},    {"facing", FACE}, {"face", FACE},
             {"turn", FACE},  {"around", BACK}, {"look", FACE}};

static const int32_t numerals[] = {0,      0x4e00, 0x4e8c, 0x4e09, 0x56db,
                                   0x4e94, 0x516d, 0x4e03, 0x516b, 0x4e24};
/* What people end a sentence with. */
static const int32_t tails[] = {'!', '~', '.', 0x3002, 0x4e86, 0x5427};

struct path {
    int32_t c[TEXT_MAX + 2]; /* the text, zero behind its end */
    uint8_t len, at;
    uint8_t number; /* of the last NUMBER */
    struct mk_plan *plan;
    uint8_t dirs[MK_PATH_MAX], n, most;
    bool cross;
    bool number_first, counted; /* "2W"; the last step has its number */
    bool stays, faces, aims;    /* behind STAY; FACE and TARGET, still open */
    uint8_t times;              /* of the next step; 0: none said */
    uint8_t more;               /* of a Cross: 1 behind PLUS, 2 + step: it is */
};

/* --- the text, sign by sign --- */

static bool is_among(int32_t c, const int32_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c != 0 && list[i] == c)
            return true;
    return false;
}

static bool is_letter(int32_t c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(int32_t c)
{
    return c >= '0' && c <= '9';
}

/* One of these at the end, touching what is in front of it, says nothing: "!"
 * counts alone or behind a blank. */
static bool is_tail(const struct path *p)
{
    return p->len > 1 && p->c[p->len - 2] != ' ' && p->c[p->len - 2] != '+' &&
           is_among(p->c[p->len - 1], tails, NJ_COUNT(tails));
}

static bool load(struct path *p, const char *text)
{
    for (size_t left = strlen(text); left > 0;) {
        int32_t c = 0;
        size_t n = nj_utf8_next(text, left, &c);

        text += n;
        left -= n;
        if (c > 0xff00 && c < 0xff5f)
            c -= 0xfee0; /* full width */
        if (c >= 'A' && c <= 'Z')
            c += 'a' - 'A';
        if (p->len == TEXT_MAX)
            return false;
        p->c[p->len++] = nj_utf8_space(c) ? ' ' : nj_simplified(c);
    }
    while (is_tail(p))
        p->c[--p->len] = 0;
    NJ_ASSERT(p->c[p->len] == 0);
    return true;
}

/* Takes the digits that follow. */
static void take_number(struct path *p)
{
    int v = 0;

    NJ_ASSERT(is_digit(p->c[p->at]));
    for (; is_digit(p->c[p->at]); p->at++)
        v = v > NUMBER_MAX ? v : 10 * v + p->c[p->at] - '0';
    p->number = (uint8_t)(v > NUMBER_MAX ? NUMBER_MAX : v);
}

/* Takes all letters that follow, if they are a word. */
static bool take_word(struct path *p, uint8_t *sign)
{
    char run[8] = ""; /* longer than any word */
    uint8_t n = 0;

    for (; is_letter(p->c[p->at + n]); n++)
        if (n + 1u < sizeof(run))
            run[n] = (char)p->c[p->at + n];
    NJ_ASSERT(p->at + n <= p->len);
    for (size_t i = 0; i < NJ_COUNT(words); i++)
        if (strcmp(words[i].word, run) == 0) {
            *sign = words[i].sign;
            p->at = (uint8_t)(p->at + n);
            return true;
        }
    return false;
}

static uint8_t take(struct path *p)
{
    int32_t c = p->c[p->at];
    uint8_t sign;

    NJ_ASSERT(p->at <= p->len);
    if (c == 0)
        return END;
    if (is_digit(c)) {
        take_number(p);
        return NUMBER;
    }
    if (take_word(p, &sign))
        return sign;
    p->at++;
    for (size_t i = 0; i < NJ_COUNT(numerals); i++)
        if (numerals[i] == c) {
            p->number = i < CELL_FROM ? (uint8_t)i : TWO;
            return NUMBER;
        }
    for (size_t i = 0; i < NJ_COUNT(signs); i++)
        if (is_among(c, signs[i], NJ_COUNT(signs[i])))
            return (uint8_t)i;
    return OTHER;
}

/* Takes a cell, if a letter and digits, and none in front of or behind them,
 * name one; `number`: its row. */
static uint16_t take_cell(struct path *p)
{
    int32_t before = p->at > 0 ? p->c[p->at - 1] : 0;
    int32_t letter = p->c[p->at];
    uint8_t from = p->at;
    uint16_t cell = MK_NOWHERE;
    char name[8];

    if (!is_letter(letter) || is_letter(before) || is_digit(before) ||
        !is_digit(p->c[p->at + 1]))
        return MK_NOWHERE;
    p->at++;
    take_number(p);
    (void)snprintf(name, sizeof(name), "%c%u", (char)letter, p->number);
    if (!is_letter(p->c[p->at]))
        cell = nj_mk_cell_at(name, strlen(name));
    if (cell == MK_NOWHERE)
        p->at = from;
    NJ_ASSERT(p->at <= p->len);
    return cell;
}

/* --- what they come to --- */

/* Adds steps; of more than a plan can hold the rest is left out: no action has
 * as many. */
static bool add_steps(struct path *p, uint8_t dir, uint8_t times)
{
    if (p->stays || p->plan->dir < MK_DIRS || (p->cross && p->n == p->most))
        return false;
    if (p->plan->at != MK_NOWHERE && p->n == 0)
        return false; /* behind a target */
    p->plan->at = MK_NOWHERE;
    if (p->cross && p->more == 1)
        p->more = (uint8_t)(2 + p->n);
    NJ_ASSERT(dir < MK_DIRS && p->n <= p->most);
    for (; times > 0 && p->n < p->most; times--)
        p->dirs[p->n++] = dir;
    p->counted = false;
    p->times = 0;
    return true;
}

static bool add_dir(struct path *p, uint8_t dir)
{
    NJ_ASSERT(dir < MK_DIRS);
    if (!p->faces)
        return add_steps(p, dir, p->times > 0 ? p->times : 1);
    if (p->plan->dir < MK_DIRS)
        return false;
    p->plan->dir = dir;
    p->faces = false;
    return true;
}

/* A path that begins with a number has it in front of each step, else behind
 * it (MK-19.19). */
static bool add_number(struct path *p, uint8_t times)
{
    if (p->cross || times == 0)
        return times == 1;
    p->number_first |= p->n == 0;
    if (p->number_first) {
        bool first = p->times == 0;

        p->times = times;
        return first;
    }
    NJ_ASSERT(p->n > 0);
    if (p->counted || !add_steps(p, p->dirs[p->n - 1], (uint8_t)(times - 1)))
        return false;
    p->counted = true;
    return true;
}

/* Reads a cell where one may stand; false: what follows is none. A letter that
 * is a way and a small number mean both (MK-19.20). */
static bool add_cell(struct path *p)
{
    int32_t letter = p->c[p->at];
    uint16_t cell;

    if (p->cross || p->n > 0 || p->stays || p->times > 0 ||
        p->plan->at != MK_NOWHERE)
        return false;
    cell = take_cell(p);
    if (cell == MK_NOWHERE)
        return false;
    NJ_ASSERT(p->n == 0 && cell < MK_CELLS);
    for (enum mk_dir d = MK_N; d < MK_DIRS; d++)
        if (!p->aims && p->number < CELL_FROM && is_among(letter, signs[d], 2))
            (void)add_steps(p, (uint8_t)d, p->number);
    p->counted = true;
    p->aims = false;
    p->plan->at = cell;
    return true;
}

static bool add_sign(struct path *p, uint8_t sign)
{
    bool none_yet = p->n == 0 && !p->cross && p->plan->at == MK_NOWHERE;

    NJ_ASSERT(sign >= MK_DIRS && sign != NUMBER && sign != END);
    if (sign == BANG)
        p->plan->bang = 1;
    else if (sign == FACE || (sign == TOWARD && p->stays))
        p->faces = true;
    else if (sign == STAY || sign == BACK)
        p->stays = true;
    else if (sign == TARGET)
        p->aims = true;
    else if (sign == PLUS && !p->cross)
        p->plan->plus = 1;
    p->plan->back |= sign == BACK;
    p->faces &= sign != BACK; /* "turn around" */
    if (sign == STAY || sign == TARGET || sign == BACK)
        return none_yet;
    if (!p->cross || (sign != PLUS && sign != AGAIN))
        return sign < SIGNS;
    p->more++; /* one step more, and only one */
    return p->more == 1;
}

static bool read_path(struct path *p, const char *text)
{
    uint8_t sign = GLUE;
    bool fine = load(p, text);

    p->plan->dir = MK_DIRS;
    p->plan->at = MK_NOWHERE;
    p->plan->plus = p->plan->bang = p->plan->back = p->plan->have = 0;
    while (fine && sign != END) {
        if (add_cell(p))
            continue;
        sign = take(p);
        if (sign < MK_DIRS)
            fine = add_dir(p, sign);
        else if (sign == NUMBER)
            fine = add_number(p, p->number);
        else if (sign != END)
            fine = add_sign(p, sign);
    }
    NJ_ASSERT(!fine || p->at == p->len);
    return fine && !p->faces && !p->aims && p->times == 0;
}

bool nj_mk_read_path(const char *text, struct mk_plan *plan,
                     uint8_t dirs[MK_PATH_MAX], uint8_t *n)
{
    struct path p = {.plan = plan, .most = MK_PATH_MAX};

    if (!read_path(&p, text))
        return false;
    NJ_ASSERT(p.n <= MK_PATH_MAX && plan->dir <= MK_DIRS);
    memcpy(dirs, p.dirs, sizeof(p.dirs));
    *n = p.n;
    if (p.n > 0 && plan->at != MK_NOWHERE) {
        plan->edge = dirs[0];
        plan->have = p.n;
    }
    return true;
}

bool nj_mk_read_cross(const char *text, struct mk_plan *plan, uint8_t dirs[2],
                      uint8_t *n, uint8_t *window)
{
    struct path p = {.plan = plan, .most = 2, .cross = true};

    if (!read_path(&p, text) || p.n == 0 || p.more == 1 ||
        (p.n == 2) != (p.more > 1))
        return false;
    memcpy(dirs, p.dirs, 2);
    *n = p.n;
    *window = p.more == 2;
    NJ_ASSERT(*window < *n);
    return true;
}

const char *nj_mk_steps(uint16_t from, const uint16_t *cells, uint8_t n,
                        char text[MK_STEPS_TEXT])
{
    text[0] = '\0';
    NJ_ASSERT(n <= MK_PATH_MAX && from < MK_CELLS);
    for (uint8_t i = 0; i < n; from = cells[i++])
        nj_words_add(text, MK_STEPS_TEXT,
                     nj_mk_dirs[nj_mk_towards(from, cells[i])]);
    return n == 0 ? "-" : text;
}

const char *nj_mk_path(const uint16_t *cells, uint8_t n,
                       char text[MK_PATH_TEXT])
{
    text[0] = '\0';
    NJ_ASSERT(n <= MK_PATH_MAX + 1);
    for (uint8_t i = 0; i < n; i++)
        nj_words_add(text, MK_PATH_TEXT, MK_CELL(cells[i]));
    if (n == 0)
        nj_words_add(text, MK_PATH_TEXT, "-");
    return text;
}
