/*
 * What the rules of 杀手牌 let seats know of an input (NC-8.2, 10.1): from the
 * words of scenarios before and behind it, from what is told in private to those
 * whom it hits, and from the host's table of orders.
 */
#include <stdlib.h>
#include <string.h>

#include "games/night_of_cards/worlds_play.h"
#include "kit/nj_test.h"

#define STATE_MAX 4000

/* --- the words of scenarios --- */

static void copy(char *to, size_t cap, const char *from, size_t n)
{
    assert_true(n < cap);
    memcpy(to, from, n);
    to[n] = '\0';
}

/* Reads "C,AM[SN:1]:12+K" or "dead". */
static void see_seat(const char *word, size_t n, struct seen_seat *out)
{
    const char *plus = memchr(word, '+', n);
    const char *points = plus != NULL ? plus : word + n;

    *out = (struct seen_seat){.dead = n == 4 && memcmp(word, "dead", 4) == 0};
    copy(out->hand, sizeof(out->hand), "-", 1);
    if (plus != NULL)
        copy(out->pending, sizeof(out->pending), plus + 1,
             (size_t)(word + n - plus - 1));
    if (out->dead)
        return;
    while (points > word && *points != ':')
        points--;
    copy(out->hand, sizeof(out->hand), word, (size_t)(points - word));
    out->points = (unsigned)strtoul(points + 1, NULL, 10);
}

static void see_mark(const char *word, struct seen *s, struct seen_seat *who)
{
    static const char *const marks[] = {
        "vicious=", "devout=", "curses=", "blessings="};
    unsigned n = 0;

    if (strchr(word, '=') != NULL)
        n = (unsigned)strtoul(strchr(word, '=') + 1, NULL, 10);
    if (strncmp(word, "lost=", 5) == 0)
        s->lost = n;
    if (strncmp(word, "window=", 7) == 0)
        s->window = n;
    if (strncmp(word, "soulless=", 9) == 0)
        who->soulless = true;
    if (strncmp(word, "saint=", 6) == 0)
        who->saint = true;
    for (size_t i = 0; i < NJ_COUNT(marks); i++)
        if (strncmp(word, marks[i], strlen(marks[i])) == 0)
            who->marks[i] = n;
}

void nj_nc_see(const struct nj_match *m, struct seen *out)
{
    struct nj_str words = NJ_STR_INIT(STATE_MAX);
    const char *at;

    nj_match_state(m, &words);
    *out = (struct seen){.n = 0};
    at = words.p;
    copy(out->phase, sizeof(out->phase), at, strcspn(at, "="));
    out->round = (unsigned)strtoul(at + strcspn(at, "=") + 1, NULL, 10);
    at += strcspn(at, " ");
    while (*at == ' ') {
        size_t n = strcspn(++at, " ");

        if (*at >= 'A' && *at <= 'Z' && at[1] == '=') {
            assert_true(out->n < WORLD_SEATS);
            see_seat(at + 2, n - 2, &out->seat[out->n++]);
        } else {
            see_mark(at, out, &out->seat[out->n - 1]);
        }
        at += n;
    }
    nj_str_fini(&words);
}

bool nj_nc_seen_card(const char *hand, unsigned i, char word[3])
{
    size_t n;

    for (; i > 0 && *hand != '\0'; i--) {
        hand += strcspn(hand, ",");
        hand += *hand == ',';
    }
    if (*hand == '\0' || *hand == '-')
        return false;
    if (strncmp(hand, "AM[", 3) == 0)
        hand += 3;
    n = strspn(hand, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    copy(word, 3, hand, n);
    return true;
}

static unsigned count_cards(const char *hand, bool commoners)
{
    char word[3];
    unsigned found = 0;

    for (unsigned i = 0; nj_nc_seen_card(hand, i, word); i++)
        found += (strcmp(word, "C") == 0) == commoners;
    return found;
}

/* Cards of either category that the seat has, pending ones too. */
static unsigned owned(const struct seen_seat *who, bool commoners)
{
    return count_cards(who->hand, commoners) +
           count_cards(who->pending, commoners);
}

/* --- what is told to those it hits --- */

static const char *string_of(const struct nj_message *x, const char *name)
{
    const struct nj_arg *arg = nj_message_arg(x, name);

    return arg != NULL ? arg->s : "";
}

static int by_text(const void *a, const void *b)
{
    return memcmp(a, b, 12);
}

/* NC-10.1: of what each seat lost to what, the category and the class; at dusk
 * one after the other. */
static void note_losses(const struct nj_message *x, bool dusk,
                        struct nj_str *out)
{
    char causes[WORLD_HAND + 1][12] = {{0}};
    const char *cause = string_of(x, "causes");
    char word[3];
    unsigned n = 0;

    for (; nj_nc_seen_card(string_of(x, "cards"), n, word); n++) {
        size_t len = strcspn(cause, ",");

        assert_true(n <= WORLD_HAND);
        (void)snprintf(causes[n], sizeof(causes[n]), "%.*s%s", (int)len, cause,
                       strcmp(word, "C") == 0 ? "-" : "+");
        if (cause[len] == ',') /* one cause of all stands alone */
            cause += len + 1;
    }
    if (!dusk)
        qsort(causes, n, sizeof(causes[0]), by_text);
    nj_str_addf(out, "lost %x:", (unsigned)x->to.seats);
    for (unsigned i = 0; i < n; i++)
        nj_str_addf(out, " %s", causes[i]);
    nj_str_putc(out, '\n');
}

static int64_t cell(const struct nj_arg *rows, uint32_t row, const char *name)
{
    const struct nj_row_form *form = rows->rows.form;

    for (uint8_t i = 0; i < form->fields; i++)
        if (strcmp(form->field[i].name, name) == 0)
            return rows->rows.cells[row * form->fields + i];
    fail_msg("no column %s", name);
    return 0;
}

/* What orders of one step show: an observer knows that it was confined, all know
 * who was pardoned, that a seat has written, and what the tally counts. */
struct shown {
    nj_seat_set confined, pardoned, wrote;
    unsigned marks[WORLD_SEATS][4];
};

static void note_orders(const struct nj_arg *rows, struct shown *out)
{
    static const enum nc_power cursing[4] = {NC_VCURSE, NC_DBLESS, NC_CURSE,
                                             NC_BLESS};

    for (uint32_t i = 0; i < rows->count; i++) {
        int64_t power = cell(rows, i, "power"), fate = cell(rows, i, "fate");
        int64_t target = cell(rows, i, "target");

        if (power == NC_CONFINE)
            out->confined |= nj_bit((nj_seat)target);
        if (power == NC_PARDON && fate == NC_OK)
            out->pardoned |= nj_bit((nj_seat)target);
        if (power < NC_SAINT && fate != NC_UNCOVERED)
            out->wrote |= nj_bit((nj_seat)cell(rows, i, "seat"));
        for (int k = 0; k < 4; k++)
            if (power == cursing[k])
                out->marks[target][k]++;
    }
}

static void note_told(const struct known_game *g, struct nj_str *out)
{
    struct shown shown = {.wrote = 0};

    for (const struct nj_message *x = g->said; x != NULL; x = x->next) {
        if (strcmp(x->key, "nc.loss.card") == 0)
            note_losses(x, strcmp(g->before->phase, "night") != 0, out);
        if (strcmp(x->key, "nc.exec.card") == 0)
            nj_str_addf(out, "executed %x %s\n", (unsigned)x->to.seats,
                        string_of(x, "pardonable"));
        /* NC-10.1: whose own points are halved is told so, if by nothing. */
        if (strcmp(x->key, "nc.night.income") == 0 &&
            (x->to.seats & g->observers) != 0)
            nj_str_addf(out, "burnt %x %s\n", (unsigned)x->to.seats,
                        string_of(x, "burnt"));
        if (strcmp(x->key, "nc.log") == 0)
            note_orders(nj_message_arg(x, "orders"), &shown);
    }
    shown.wrote &= g->hidden;
    if ((shown.wrote & g->swapped) != 0 &&
        (shown.wrote & g->swapped) != g->swapped)
        shown.wrote = (shown.wrote & ~g->swapped) | nj_bit(WORLD_SEATS);
    nj_str_addf(out, "confined %x pardoned %x wrote %x\n",
                (unsigned)(shown.confined & g->observers),
                (unsigned)shown.pardoned, (unsigned)shown.wrote);
    /* The tally counts them, at the close of the vote. */
    if (strcmp(g->before->phase, "day") == 0)
        for (unsigned k = 0; k < g->before->n; k++)
            for (int i = 0; i < 4; i++)
                nj_str_addf(out, "%u%c", shown.marks[k][i], i < 3 ? ' ' : '\n');
}

/* --- all of it --- */

/* NC-8.2. */
static bool camp_is_public(const struct known_game *g, unsigned k)
{
    const char *reveal = nj_option_word(g->m, "reveal");

    if (strcmp(reveal, "day") != 0)
        return strcmp(reveal, "all") == 0;
    return strcmp(g->before->phase, "night") != 0 ||
           count_cards(g->before->seat[k].hand, true) +
                   count_cards(g->before->seat[k].hand, false) ==
               0;
}

static void note_seat(const struct known_game *g, const struct seen *now,
                      unsigned k, struct nj_str *out)
{
    const struct seen_seat *is = &now->seat[k];
    const struct seen_seat *was = &g->before->seat[k];
    bool closed = strcmp(now->phase, g->before->phase) != 0;

    nj_str_addf(out, "%u: %u+%u", k + 1,
                count_cards(is->hand, true) + count_cards(is->hand, false),
                count_cards(is->pending, true) +
                    count_cards(is->pending, false));
    for (int i = 0; i < 2; i++)
        nj_str_addf(out, " %d",
                    (int)owned(was, i != 0) - (int)owned(is, i != 0));
    if (is->soulless)
        nj_str_puts(out, " soulless");
    if (is->dead && !was->dead && camp_is_public(g, k))
        nj_str_addf(out, " %s", g->board->seat[k].side);
    if ((g->observers & nj_bit((nj_seat)k)) != 0 && !is->dead)
        nj_str_addf(out, " %s+%s:%u", is->hand, is->pending, is->points);
    if (closed && strcmp(g->before->phase, "day") == 0)
        for (int i = 0; i < 4; i++)
            nj_str_addf(out, " %u:%u", was->marks[i], is->marks[i]);
    nj_str_putc(out, '\n');
}

void nj_nc_known(const struct known_game *g, struct nj_str *out)
{
    nj_seat_set stood_in = 0;
    struct seen now;

    nj_nc_see(g->m, &now);
    for (unsigned k = 0; k < now.n; k++)
        if (nj_substituted(g->m, (nj_seat)k))
            stood_in |= nj_bit((nj_seat)k);
    nj_str_addf(out, "%s %u, lost %u, %u, computers %x %x, ready %u\n",
                now.phase, now.round, now.lost, now.window,
                (unsigned)nj_computers(g->m), (unsigned)stood_in,
                (unsigned)nj_seat_count(g->ready));
    for (unsigned k = 0; k < now.n; k++)
        note_seat(g, &now, k, out);
    note_told(g, out);
}
