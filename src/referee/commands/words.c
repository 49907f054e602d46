/*
 * Words as they were typed: what stands in front of a command says how it is
 * meant.
 */
#include <string.h>

#include <strings.h>

#include "base/bug.h"
#include "base/str.h"
#include "base/utf8.h"
#include "command/spoken.h"
#include "match/emit.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/play/play.h"
#include "referee/referee_priv.h"

static void trim(struct nj_words *w)
{
    int32_t cp;
    size_t k, last = 0, at = 0;

    while ((k = nj_utf8_next(w->p, w->n, &cp)) > 0 && nj_utf8_space(cp)) {
        w->p += k;
        w->n -= k;
    }
    while (at < w->n) {
        k = nj_utf8_next(w->p + at, w->n - at, &cp);
        NJ_ASSERT(k > 0);
        at += k;
        if (!nj_utf8_space(cp))
            last = at;
    }
    w->n = last;
}

/* Takes `prefix` off if the folded text begins with it: full-width forms
 * count. Returns whether it did. */
static bool strip(struct nj_words *w, const char *prefix)
{
    size_t at = 0;

    for (const char *q = prefix; *q != '\0'; q++) {
        int32_t cp, folded[4];
        size_t k = nj_utf8_next(w->p + at, w->n - at, &cp);

        if (k == 0 || nj_utf8_fold(cp, folded, 4) != 1 || folded[0] != *q)
            return false;
        at += k;
    }
    NJ_ASSERT(at <= w->n);
    w->p += at;
    w->n -= at;
    trim(w);
    return true;
}

/* "K7Q 上": takes the code off if an open match has it. */
static void strip_code(struct nj_referee *r, struct nj_words *w)
{
    char code[NJ_CODE_MAX] = {0};
    size_t at = 0;
    int32_t cp, folded[4];

    NJ_ASSERT(w->code[0] == '\0');
    for (int i = 0; at < w->n; i++) {
        size_t k = nj_utf8_next(w->p + at, w->n - at, &cp);

        NJ_ASSERT(k > 0);
        if (nj_utf8_space(cp))
            break;
        if (i == NJ_CODE_MAX - 1 || nj_utf8_fold(cp, folded, 4) != 1 ||
            folded[0] > 'z' || folded[0] < '0')
            return;
        code[i] = (char)(folded[0] >= 'a' ? folded[0] - 'a' + 'A' : folded[0]);
        at += k;
    }
    if (nj_books_code(r, code) == NULL)
        return;
    (void)snprintf(w->code, sizeof(w->code), "%s", code);
    NJ_ASSERT(at <= w->n);
    w->p += at;
    w->n -= at;
    trim(w);
}

/* Ordinary talk does not: no group's settings are read for it. */
static bool begins_with_sign(const struct nj_words *w)
{
    int32_t cp, folded[4];

    return nj_utf8_next(w->p, w->n, &cp) > 0 &&
           nj_utf8_fold(cp, folded, 4) == 1 && folded[0] > ' ' &&
           folded[0] < 0x7f && !(folded[0] >= '0' && folded[0] <= '9') &&
           !(folded[0] >= 'a' && folded[0] <= 'z');
}

void nj_words_split(struct nj_referee *r, const struct nj_event *ev,
                    struct nj_words *w)
{
    const char *own = r->setup.gateways[ev->gateway]->prefix;
    const char *prefix = r->setup.prefix;

    *w = (struct nj_words){.p = ev->text, .n = strlen(ev->text)};
    if (w->n > NJ_TEXT_IN_MAX) /* the rest is text for a game, or nothing */
        w->n = nj_utf8_cut(w->p, w->n, NJ_TEXT_IN_MAX);
    trim(w);
    if (strip(w, r->setup.host_prefix)) {
        w->place = NJ_COMMAND_HOST;
        strip_code(r, w);
        return;
    }
    if (ev->group && begins_with_sign(w))
        prefix = nj_place_prefix(r, nj_books_chat(r, ev->chat));
    w->prefixes[0] = prefix;
    w->prefixes[1] = own[0] != '\0' ? own : NULL;
    w->prefixed =
        strip(w, prefix) || (own[0] != '\0' && strip(w, own)) || ev->at_me;
    w->place = !ev->group    ? NJ_COMMAND_PRIVATE
               : w->prefixed ? NJ_COMMAND_PREFIXED
                             : NJ_COMMAND_BARE;
    if (w->prefixed)
        strip_code(r, w);
    NJ_ASSERT(w->code[0] == '\0' || w->prefixed);
}

/* Appends the number of his seat, or of all that he has. */
static void put_seats(struct nj_referee *r, struct nj_entry *e, nj_seat seat,
                      struct nj_str *out)
{
    nj_seat_set all = nj_bit(seat);

    NJ_ASSERT(e->state == NJ_MATCH_RUNNING);
    if (e->game->game->seats_more > 0 && nj_live_wake(r, e))
        all = nj_seat_hand(e->match, seat);
    NJ_ASSERT((all & nj_bit(seat)) != 0);
    NJ_FOREACH_SEAT(k, all)
        nj_str_addf(out, k == nj_seat_nth(all, 0) ? "%d" : "+%d", k + 1);
}

bool nj_words_mention(struct nj_referee *r, struct nj_entry *e,
                      const struct nj_event *ev, const struct nj_words *w,
                      char room[NJ_WORDS_MENTION])
{
    const struct nj_sitter *s =
        e != NULL && e->state == NJ_MATCH_RUNNING && ev->about[0] != '\0'
            ? nj_sitters_of(e, ev->about)
            : NULL;
    struct nj_str text = NJ_STR_INIT(NJ_WORDS_MENTION - 1);
    size_t name = strlen(ev->handle);
    size_t at = 0;
    bool named;

    if (s == NULL)
        return false;
    while (at < w->n && (name == 0 || w->p[at] != '@' || w->n - at <= name ||
                         strncasecmp(w->p + at + 1, ev->handle, name) != 0))
        at++;
    named = at < w->n;
    nj_str_add(&text, w->p, at);
    nj_str_puts(&text, named ? "" : " ");
    put_seats(r, e, s->seat, &text);
    if (named)
        nj_str_add(&text, w->p + at + 1 + name, w->n - at - 1 - name);
    named = !text.over && (named || name == 0);
    memcpy(room, text.p, text.len + 1);
    nj_str_fini(&text);
    return named;
}

bool nj_words_spoken(struct nj_referee *r, const struct nj_entry *e,
                     const struct nj_words *w, struct nj_spoken *out)
{
    const struct nj_batch_form form = {.game = e != NULL ? e->game->game : NULL,
                                       .words = e != NULL ? e->words : NULL,
                                       .place = w->place,
                                       .prefixes = w->prefixes};

    return nj_spoken_read(r->setup.commands, &form, w->p, w->n, out);
}
