/*
 * What people get to see of messages, as lines of text, and where two such
 * transcripts differ.
 */
#include <string.h>

#include "base/bug.h"
#include "kit/drawn.h"
#include "kit/nj_test.h"
#include "kit/texts.h"
#include "kit/two_worlds.h"
#include "locale/format.h"

static const char *const langs[] = {"zh-CN", "zh-TW", "en"};
static struct nj_catalog *catalog;

static void load_texts(void)
{
    catalog = nj_catalog_create();
    nj_texts_add(catalog);
}

void nj_two_done(void)
{
    nj_catalog_destroy(catalog);
    catalog = NULL;
}

/* --- texts --- */

static const char *seat_name(void *ctx, nj_seat seat)
{
    static const char *const names[] = {"Ann", "Bo",  "Cy",  "Di",
                                        "Ed",  "Flo", "Gus", "Hal"};

    NJ_UNUSED(ctx);
    return seat < NJ_COUNT(names) ? names[seat] : "";
}

static void put_texts(const struct nj_message *msg, struct nj_str *out)
{
    struct nj_format f = {.catalog = catalog, .seat_name = seat_name};

    for (size_t i = 0; i < NJ_COUNT(langs); i++) {
        f.lang = langs[i];
        nj_str_addf(out, "text: %s ", langs[i]);
        nj_format_message(&f, msg, out);
        nj_str_putc(out, '\n');
    }
}

static bool reaches(const struct nj_two_worlds *w, const struct nj_message *msg)
{
    return msg->to.to == NJ_TO_ALL ||
           (msg->to.to == NJ_TO_HOST && !w->game->open_host) ||
           (msg->to.to == NJ_TO_SEATS && (msg->to.seats & w->observers) != 0);
}

static void put_buttons(const struct nj_two_worlds *w, int side,
                        const struct nj_message *msg, struct nj_str *out)
{
    struct nj_offered offered;

    nj_match_offers(w->side[side].m, msg, &offered);
    nj_str_addf(out, "buttons: %d", offered.n);
    for (int i = 0; i < offered.n; i++)
        nj_str_addf(out, " [%s]", offered.word[i]);
    nj_str_putc(out, '\n');
}

static void put_message(const struct nj_two_worlds *w, int side,
                        const struct nj_message *msg, struct nj_str *out)
{
    struct nj_message mine = *msg;

    mine.to.seats &= w->observers;
    nj_str_puts(out, "message: ");
    nj_message_canon(&mine, out);
    nj_str_addf(out, "\nclause: %s\n", msg->clause);
    for (uint32_t i = 0; i < msg->n_choices; i++)
        nj_str_addf(out, "choices: %s\n", msg->choices[i]);
    put_buttons(w, side, msg, out);
    put_texts(&mine, out);
    kit_draw(w->game->game, msg, out);
}

void nj_two_transcribe(const struct nj_two_worlds *w, int side,
                       const struct nj_message *first, const char *masked,
                       struct nj_str *out)
{
    if (catalog == NULL)
        load_texts();
    for (const struct nj_message *x = first; x != NULL; x = x->next) {
        if (!reaches(w, x))
            continue;
        if (masked != NULL && strcmp(x->key, masked) == 0)
            nj_str_addf(out, "message: %s\n", masked);
        else
            put_message(w, side, x, out);
        if (strcmp(x->key, w->game->last_key) == 0)
            break;
    }
    assert_false(out->over);
}

/* --- comparing --- */

void nj_two_report(struct nj_two_worlds *w, const char *what, const char *a,
                   const char *b)
{
    if (w->what != NULL)
        return;
    w->what = what;
    w->ended = true;
    nj_str_addf(&w->diff, "%s\n--- world A\n%s\n--- world B\n%s\n", what, a, b);
}

static unsigned count_lines(const char *text, const char *line, size_t n)
{
    unsigned found = 0;

    while (*text != '\0') {
        size_t len = strcspn(text, "\n");

        if (len >= n && memcmp(text, line, n) == 0)
            found++;
        text += len + (text[len] == '\n');
    }
    return found;
}

/* The same messages, only not in the same order? */
static bool permuted(const char *a, const char *b)
{
    for (const char *at = a; *at != '\0';) {
        size_t len = strcspn(at, "\n");

        if (count_lines(a, at, len) != count_lines(b, at, len))
            return false;
        at += len + (at[len] == '\n');
    }
    return strlen(a) == strlen(b);
}

/* The kind of the first line that differs. */
static const char *kind_of(const char *a, const char *b)
{
    static const char *const kinds[] = {"clause", "choices", "buttons", "text",
                                        "picture"};
    const char *line = a;

    if (count_lines(a, "message:", 8) != count_lines(b, "message:", 8))
        return "count";
    if (permuted(a, b))
        return "order";
    while (*a != '\0' && *a == *b) {
        if (*a == '\n')
            line = a + 1;
        a++;
        b++;
    }
    for (size_t i = 0; i < NJ_COUNT(kinds); i++)
        if (strncmp(line, kinds[i], strlen(kinds[i])) == 0)
            return kinds[i];
    return "message";
}

void nj_two_compare(struct nj_two_worlds *w, const char *about)
{
    const char *a = w->side[0].heard.p;
    const char *b = w->side[1].heard.p;

    if (w->what != NULL || strcmp(a, b) == 0)
        return;
    nj_str_addf(&w->diff, "%s\n", about);
    nj_two_report(w, kind_of(a, b), a, b);
}
