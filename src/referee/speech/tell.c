/*
 * Messages on their way out: a row in the store, a text in the chat's
 * language, a place in the chat's queue.
 */
#include "referee/speech/tell.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/str.h"
#include "locale/format.h"
#include "match/match.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/outbox.h"
#include "render/board.h"
#include "render/studio.h"

#define TEXT_BYTES   240 /* most texts need no more, and get it in one piece */
#define ARGS_BYTES   ((size_t)1 << 20)
#define PACKED_BYTES 4096 /* room for longer ones is not kept */

static const char no_text[] = "";

/* --- names and words --- */

static const char *seat_name(void *ctx, nj_seat seat)
{
    const struct nj_sitter *s = nj_sitters_at(ctx, seat);

    /* One reads the number of his further seats, awake or asleep. */
    return s != NULL && s->seat == seat ? s->name : "";
}

static const char *no_name(void *ctx, nj_seat seat)
{
    (void)ctx;
    (void)seat;
    return "";
}

void nj_tell_format(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_chat *to, struct nj_format *f)
{
    bool named = e != NULL && nj_sitters_load(r, e);
    const char *prefix = nj_place_shown_prefix(r, to);

    *f = (struct nj_format){.catalog = r->setup.catalog,
                            .lang = nj_books_lang(r, to),
                            .markup = NJ_MARKUP_NONE,
                            .wide = nj_books_can(r, to, NJ_CAN_WIDE),
                            .seat_name = named ? seat_name : no_name,
                            .ctx = e,
                            .now_ms = r->now_ms,
                            .prefix = strcmp(prefix, "#") != 0 ? prefix : NULL};
    nj_place_times(r, to, e, f);
    NJ_ASSERT(f->lang != NULL);
}

void nj_tell_tag(struct nj_referee *r, const struct nj_out *o,
                 const struct nj_chat *to, struct nj_str *out)
{
    struct nj_format f = {.catalog = r->setup.catalog,
                          .lang = nj_books_lang(r, to)};
    struct nj_str text = NJ_STR_INIT(NJ_TAG_BYTES - 2);
    const char *title;
    char key[64];

    NJ_ASSERT(o->match != 0);
    (void)snprintf(key, sizeof(key), "word.game.%s", o->game->id);
    title = nj_catalog_get(r->setup.catalog, f.lang, key);
    nj_format_key(
        &f, o->mild ? "shell.tag_mild" : "shell.tag",
        NJ_ARGS(nj_arg_id("code", o->code),
                nj_arg_id("game", title != NULL ? title : o->game->id)),
        &text);
    if (!text.over) { /* in private all that a lock screen shows (UX-3.7) */
        nj_str_puts(out, text.p);
        nj_str_putc(out, to->group ? ' ' : '\n');
    }
    nj_str_fini(&text);
}

static const struct nj_arg *any_board(const struct nj_message *m)
{
    NJ_ASSERT(m->args.n == 0 || m->args.v != NULL);
    for (uint32_t i = 0; i < m->args.n; i++)
        if (m->args.v[i].type == NJ_ARG_BOARD)
            return &m->args.v[i];
    return NULL;
}

/* Boards as text are for who asks and sees no pictures; in a terminal also what
 * would be drawn for somebody alone behind each of his acts. */
static bool text_board(struct nj_referee *r, const struct nj_entry *e,
                       const struct nj_chat *to, const struct nj_message *m)
{
    bool wide = nj_books_can(r, to, NJ_CAN_WIDE);

    return (!nj_game_lists(e->game->game->shown, m->key) ||
            (wide && !to->group && e->game->game->captions)) &&
           !nj_pictures_wanted(r, to);
}

/* In front of what is for one of several seats of a person: for which, by the
 * names that the message uses, if the game has others than the shell. */
static void put_seats(const struct nj_format *f, const struct nj_game *g,
                      const struct nj_message *m, const struct nj_arg *seats,
                      struct nj_str *out)
{
    char key[64];

    NJ_ASSERT(seats->type == NJ_ARG_SEATS);
    (void)snprintf(key, sizeof(key), "%s.for_seats", g->prefix);
    if (nj_catalog_get(f->catalog, f->lang, key) == NULL)
        (void)snprintf(key, sizeof(key), "shell.for_seats");
    nj_format_key(
        f, key, (struct nj_args){.v = seats, .n = 1, .called = m->args.called},
        out);
}

enum telling {
    SAID,
    MILDLY,
    IN_TEXT,
    RECORDED
};

static void render(struct nj_referee *r, struct nj_entry *e,
                   const struct nj_chat *to, const struct nj_message *m,
                   enum telling how, struct nj_str *out)
{
    const struct nj_arg *seats = nj_message_arg(m, NJ_FOR_SEATS);
    struct nj_format f;

    nj_tell_format(r, e, to, &f);
    f.past = how == RECORDED;
    f.mild = how == MILDLY;
    if (seats != NULL && e != NULL)
        put_seats(&f, e->game->game, m, seats, out);
    nj_format_message(&f, m, out);
    if (e != NULL && any_board(m) != NULL && e->game->game->picture != NULL &&
        (how == IN_TEXT || text_board(r, e, to, m))) {
        nj_str_putc(out, '\n');
        nj_board_text(e->game->game, m, &f, out);
    }
}

void nj_tell_render(struct nj_referee *r, struct nj_entry *e,
                    const struct nj_chat *to, const struct nj_message *m,
                    struct nj_str *out)
{
    render(r, e, to, m, SAID, out);
}

void nj_tell_plain(struct nj_referee *r, struct nj_entry *e,
                   const struct nj_chat *to, const struct nj_message *m,
                   struct nj_str *out)
{
    render(r, e, to, m, IN_TEXT, out);
}

void nj_tell_past(struct nj_referee *r, struct nj_entry *e,
                  const struct nj_chat *to, const struct nj_message *m,
                  struct nj_str *out)
{
    render(r, e, to, m, RECORDED, out);
}

static void observe(struct nj_referee *r, const struct nj_chat *to,
                    const struct nj_message *m)
{
    if (to != NULL && to == r->listener)
        r->listener_told = true;
    if (r->setup.observe != NULL)
        r->setup.observe(r->setup.observe_ctx, to != NULL ? to->address : "",
                         m);
}

/* gateways.md 4: messages with links are swallowed by the platform, and a
 * player could put one into his words. A space makes it plain text. Takes
 * the text over. */
static char *without_links(char *text)
{
    size_t n, at = 0;
    char *out;

    if (strstr(text, "://") == NULL)
        return text;
    n = strlen(text);
    out = nj_alloc(2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        out[at++] = text[i];
        if (text[i] == ':' && strncmp(text + i, "://", 3) == 0)
            out[at++] = ' ';
    }
    free(text);
    NJ_ASSERT(at >= n);
    return out;
}

/* Takes the text over. */
static struct nj_out *make_out(const struct nj_entry *e,
                               const struct nj_chat *to, const char *key,
                               char *text)
{
    struct nj_out *o = nj_alloc(sizeof(*o));

    NJ_ASSERT(text != NULL);
    NJ_ASSERT(e == NULL || e->code[0] != '\0');
    o->personal = !to->group;
    o->text = text;
    nj_str_copy(o->key, sizeof(o->key), key);
    if (e == NULL)
        return o;
    o->match = e->id;
    o->game = e->game->game;
    memcpy(o->code, e->code, sizeof(o->code));
    return o;
}

void nj_tell_pass_over(struct nj_referee *r)
{
    r->said++;
    r->count.passed_over++;
}

static void push_text(struct nj_referee *r, struct nj_chat *to,
                      struct nj_entry *e, const char *key, const char *text,
                      bool folded)
{
    struct nj_out *o;

    NJ_ASSERT(text != NULL);
    NJ_ASSERT(!folded || nj_books_can(r, to, NJ_CAN_FOLD));
    if (r->sated) {
        nj_tell_pass_over(r);
        return;
    }
    o = make_out(e, to, key, without_links(nj_strndup(text, strlen(text))));
    o->urgency = NJ_URGENT_SHELL;
    o->folded = folded;
    nj_queue_push(r, to, o);
}

#define FOLD_BYTES 600 /* UX-6.3: a record longer than a screen */
#define FOLD_LINES 12

void nj_tell_record(struct nj_referee *r, struct nj_chat *to,
                    struct nj_entry *e, const char *text)
{
    NJ_ASSERT(text[0] != '\0'); /* no platform says nothing */
    push_text(
        r, to, e, "", text,
        (strlen(text) > FOLD_BYTES || nj_queue_lines(text) > FOLD_LINES) &&
            nj_books_can(r, to, NJ_CAN_FOLD));
}

bool nj_tell_menu(struct nj_referee *r, const struct nj_delivery *d,
                  const char *text, const char *under)
{
    const struct nj_posted *p = nj_posted_of(d->to, d->e->id);
    struct nj_str whole = NJ_STR_INIT(NJ_TELL_MAX);
    struct nj_out *o;

    NJ_ASSERT(!d->to->group && d->seat != NJ_SEAT_NONE);
    if (!nj_buttons_any(r, d))
        return false;
    nj_str_puts(&whole, text);
    (void)nj_buttons_number(r, d, &whole);
    o = make_out(d->e, d->to, d->m->key, without_links(nj_str_take(&whole)));
    o->urgency = NJ_URGENT_SHELL;
    o->buttons = nj_buttons_make(r, d);
    NJ_ASSERT(o->buttons == NULL || o->buttons->n > 0);
    if (o->buttons != NULL)
        o->buttons->menu = true;
    if (p != NULL && p->menu && strcmp(p->buttons, under) == 0)
        nj_str_copy(o->replaces, sizeof(o->replaces), under);
    nj_queue_push(r, d->to, o);
    return true;
}

void nj_tell_unstored(struct nj_referee *r, struct nj_chat *to,
                      struct nj_entry *e, const char *key, struct nj_args args)
{
    struct nj_message m = {.key = key, .clause = no_text, .args = args};
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);

    NJ_ASSERT(key[0] != '\0');
    observe(r, to, &m);
    nj_tell_render(r, e, to, &m, &text);
    push_text(r, to, e, key, text.p, false);
    nj_str_fini(&text);
}

void nj_tell_need_private(struct nj_referee *r, struct nj_chat *to,
                          struct nj_entry *e)
{
    bool terminal = nj_books_can(r, to, NJ_CAN_WIDE);

    NJ_ASSERT(to != NULL);
    nj_tell_unstored(r, to, e,
                     terminal ? "shell.need_private_terminal"
                              : "shell.need_private",
                     NJ_NO_ARGS);
}

void nj_tell_now(struct nj_referee *r, struct nj_chat *to, const char *key)
{
    struct nj_message m = {.key = key, .clause = no_text, .args = NJ_NO_ARGS};
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);

    NJ_ASSERT(r->full); /* else it has its place in the queue */
    observe(r, to, &m);
    nj_tell_render(r, NULL, to, &m, &text);
    nj_send_now(r, to, text.p);
    nj_str_fini(&text);
}

void nj_tell_courtesy(struct nj_referee *r, struct nj_chat *to, const char *key)
{
    struct nj_message m = {.key = key, .clause = no_text, .args = NJ_NO_ARGS};
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);

    NJ_ASSERT(!to->group);
    observe(r, to, &m);
    nj_tell_render(r, NULL, to, &m, &text);
    nj_after_courtesy(r, to, text.p);
    nj_str_fini(&text);
}

/* --- with a row --- */

void nj_tell_begin(struct nj_referee *r)
{
    NJ_ASSERT(r->packed.cap == 0);
    r->packed = (struct nj_str)NJ_STR_INIT(ARGS_BYTES);
}

static int64_t insert_row(struct nj_referee *r, const struct nj_delivery *d,
                          bool sending)
{
    struct nj_str *args = &r->packed;
    struct nj_str choices = NJ_STR_INIT(1u << 16);
    struct nj_out_row row = {
        .match = d->e != NULL ? d->e->id : 0,
        .seq = d->seq,
        .to = (int)d->m->to.to,
        .seats = d->seat != NJ_SEAT_NONE ? nj_bit(d->seat) : 0,
        .refusal = d->refusal,
        .copy = d->copy,
        .receipt = d->receipt,
        .state = d->to == NULL ? NJ_OUT_KEPT
                 : sending     ? NJ_OUT_SENDING
                               : NJ_OUT_PENDING,
        .at_ms = r->now_ms,
        .chat = d->to != NULL ? d->to->address : "",
        .key = d->m->key,
        .clause = d->m->clause,
        .reason = "",
    };

    NJ_ASSERT(d->seat == NJ_SEAT_NONE || d->seat < NJ_SEATS_MAX);
    NJ_ASSERT(d->to != NULL || !sending);
    NJ_ASSERT(!d->refusal || d->seq == 0); /* it is in no log */
    if (d->to != NULL && !d->to->group && d->seat == NJ_SEAT_NONE &&
        d->m->to.to != NJ_TO_HOST &&
        (d->e == NULL || !nj_homes_has(d->e, d->to)))
        row.to = NJ_OUT_TO_USER;
    nj_str_clear(args);
    nj_args_pack(d->m->args, args);
    NJ_ASSERT(!args->over);
    row.args = args->p;
    if (d->m->n_choices > 0)
        nj_stored_pack_choices(d->m, &choices);
    NJ_ASSERT(!choices.over);
    row.choices = choices.p;
    nj_out_insert(r->store, &row);
    nj_str_fini(&choices);
    if (args->len > PACKED_BYTES)
        nj_str_fini(args);
    return row.id;
}

/* Not where others read it: the number counts what the seat does in private,
 * too, such as steps that nobody may see (UX-3). */
static void add_receipt(struct nj_referee *r, const struct nj_chat *to,
                        uint32_t receipt, struct nj_str *text)
{
    struct nj_format f;

    if (receipt == 0 || to->group)
        return;
    nj_tell_format(r, NULL, to, &f);
    nj_format_key(&f, "shell.receipt_tail", NJ_ARGS(nj_arg_int("n", receipt)),
                  text);
}

static uint8_t urgency_of(const struct nj_delivery *d)
{
    NJ_ASSERT(!d->gathers || (!d->refusal && d->seq == 0));
    return d->gathers    ? NJ_URGENT_GATHER
           : d->refusal  ? NJ_URGENT_LAST
           : d->seq != 0 ? NJ_URGENT_MATCH
                         : NJ_URGENT_SHELL;
}

bool nj_tell_is_card(const char *key)
{
    static const char card[] = "shell.card";
    const char *rest = key + sizeof(card) - 1;

    return strncmp(key, card, sizeof(card) - 1) == 0 &&
           (rest[0] == '\0' || strcmp(rest, "_test") == 0 ||
            strcmp(rest, "_alone") == 0 || strcmp(rest, "_test_alone") == 0);
}

/* Is it the message of the game's slate? */
static bool is_slate(const struct nj_game *g, const char *key)
{
    return g->slate != NULL && strcmp(g->slate->key, key) == 0;
}

const char *nj_tell_mention(const struct nj_entry *e,
                            const struct nj_message *m, nj_seat_set due)
{
    const struct nj_arg *a = nj_message_arg(m, "seat");
    const struct nj_sitter *s;

    if (a == NULL || a->type != NJ_ARG_SEAT || a->i < 0 ||
        (s = nj_sitters_at(e, (nj_seat)a->i)) == NULL ||
        (due & nj_bit(s->seat)) == 0)
        return NULL;
    return s->user[0] != '\0' ? s->user : NULL;
}

bool nj_tell_replaces(const struct nj_delivery *d)
{
    return nj_tell_is_card(d->m->key) ||
           (d->e != NULL && d->seq == 0 &&
            is_slate(d->e->game->game, d->m->key));
}

static bool folds(struct nj_referee *r, const struct nj_delivery *d)
{
    return d->e != NULL && d->seq != 0 &&
           nj_game_lists(d->e->game->game->folds, d->m->key) &&
           nj_books_can(r, d->to, NJ_CAN_FOLD);
}

static enum nj_hear hear_of(const struct nj_delivery *d)
{
    enum nj_hear how =
        nj_heard_how(d->e != NULL ? d->e->game->game : NULL, d->m->key);

    if (!d->to->group && how != NJ_HEAR_REMIND)
        return NJ_HEAR_ONCE; /* it is said in any case */
    if (d->to->group && how == NJ_HEAR_REMIND)
        return NJ_HEAR_ASK; /* all are reminded of it */
    return how;
}

/* Takes the text over. */
static void queue_message(struct nj_referee *r, const struct nj_delivery *d,
                          int64_t row, bool sending, char *text)
{
    struct nj_out *o = make_out(d->e, d->to, d->m->key, text);

    NJ_ASSERT(row >= 0);
    NJ_ASSERT(d->seq == 0 || d->e != NULL);
    o->row = row;
    o->repeat = d->repeat;
    o->tries = d->tries;
    o->sending = sending;
    d->to->presumed = d->to->presumed || sending;
    o->urgency = urgency_of(d);
    o->card = d->to->group && nj_tell_replaces(d);
    o->at_ms = d->at_ms;
    o->folded = folds(r, d);
    o->receipt = strcmp(d->m->key, "shell.receipt") == 0;
    o->passing =
        d->e != NULL && nj_game_lists(d->e->game->game->passing, d->m->key);
    o->unspoken =
        d->e != NULL && nj_game_lists(d->e->game->game->unspoken, d->m->key);
    o->count = d->e != NULL && d->e->game->game->count != NULL &&
               strcmp(d->m->key, d->e->game->game->count) == 0;
    o->hear = hear_of(d);
    if (o->hear == NJ_HEAR_REMIND)
        nj_late_note(o, d->m);
    NJ_ASSERT(!o->card || d->e != NULL);
    o->bare = d->bare;
    if (!d->bare)
        o->buttons = nj_buttons_make(r, d);
    if (d->mention != NULL && d->to->group)
        o->mention = nj_strndup(d->mention, strlen(d->mention));
    nj_queue_push(r, d->to, o);
}

char *nj_tell_text(struct nj_referee *r, const struct nj_delivery *d)
{
    struct nj_str text = NJ_STR_INIT(NJ_TELL_MAX);

    NJ_ASSERT(!d->old || !d->mild);
    nj_str_room(&text, TEXT_BYTES);
    render(r, d->e, d->to, d->m,
           d->old    ? RECORDED
           : d->mild ? MILDLY
                     : SAID,
           &text);
    if (text.len > 0)
        (void)nj_buttons_number(r, d, &text);
    add_receipt(r, d->to, d->receipt, &text);
    return without_links(nj_str_take(&text));
}

/* It has its place in the record; nobody hears it. */
static void keep(struct nj_referee *r, const struct nj_delivery *d)
{
    struct nj_delivery kept = *d;

    NJ_ASSERT(d->refusal);
    kept.to = NULL;
    nj_tell_pass_over(r);
    (void)insert_row(r, &kept, false);
    observe(r, NULL, d->m);
}

/* It has no words: what it shows goes out with those of its turn. */
static void only_picture(struct nj_referee *r, const struct nj_delivery *d)
{
    struct nj_delivery kept = *d;

    NJ_ASSERT(d->e != NULL && !d->refusal);
    kept.to = NULL;
    (void)insert_row(r, &kept, false);
    observe(r, d->to, d->m);
    nj_pictures_bring(r, d);
}

void nj_tell_message(struct nj_referee *r, const struct nj_delivery *d)
{
    char *text;
    bool sending;
    int64_t row;

    NJ_ASSERT(!d->bare && !d->mild); /* those are in the record already */
    NJ_ASSERT(d->seat == NJ_SEAT_NONE || d->to == NULL || !d->to->group);
    r->said++; /* in the record, even where nobody reads it in a chat */
    if (d->refusal && (r->sated || r->withheld)) {
        keep(r, d);
        return;
    }
    text = d->to != NULL ? nj_tell_text(r, d) : NULL;
    if (text != NULL && text[0] == '\0') {
        free(text);
        only_picture(r, d);
        return;
    }
    sending = text != NULL && nj_outbox_goes(r, d->to, text, urgency_of(d));
    row = insert_row(r, d, sending);
    NJ_ASSERT(d->m != NULL);
    observe(r, d->to, d->m);
    if (text == NULL || !nj_store_good(r->store)) {
        free(text);
        return;
    }
    queue_message(r, d, row, sending, text);
    nj_pictures_bring(r, d);
}

void nj_tell(struct nj_referee *r, struct nj_chat *to, struct nj_entry *e,
             const char *key, struct nj_args args)
{
    struct nj_message m = {.key = key, .clause = no_text, .args = args};
    struct nj_delivery d = {.e = e, .m = &m, .to = to, .seat = NJ_SEAT_NONE};

    NJ_ASSERT(key[0] != '\0');
    nj_tell_message(r, &d);
}

void nj_tell_again(struct nj_referee *r, const struct nj_delivery *d,
                   int64_t row)
{
    NJ_ASSERT(row > 0);
    NJ_ASSERT(!d->old && !d->mild && !d->copy);
    queue_message(r, d, row, false, nj_tell_text(r, d));
}

/* --- pictures and files --- */

/* What has been made is the message's. */
static void put_made(struct nj_commission *c, struct nj_out *o)
{
    NJ_ASSERT(o->file == NULL && o->picture.p == NULL);
    if (c->made.len == 0) {
        o->picture = c->png;
        c->png = (struct nj_png){NULL, 0};
        return;
    }
    o->file = nj_alloc(sizeof(*o->file));
    nj_str_copy(o->file->name, sizeof(o->file->name), c->file);
    o->file->n = c->made.len;
    o->file->bytes = nj_str_take(&c->made);
}

void nj_tell_picture(struct nj_referee *r, struct nj_commission *c)
{
    struct nj_chat *to = nj_books_chat(r, c->chat);
    struct nj_entry *e = nj_books_entry(r, c->match);
    struct nj_entry *past =
        e == NULL && c->match != 0 ? nj_books_past(r, c->match) : NULL;
    struct nj_out *o = make_out(e != NULL ? e : past, to, "",
                                nj_strndup(c->title, strlen(c->title)));

    NJ_ASSERT((c->png.n > 0) != (c->made.len > 0));
    NJ_ASSERT(!c->unasked || c->match != 0);
    o->urgency = NJ_URGENT_LAST;
    o->unasked = c->unasked;
    put_made(c, o);
    nj_queue_push(r, to, o);
    nj_books_past_free(past);
}

/* --- answers --- */

void nj_reply_link(struct nj_request *a, const char *key, struct nj_args args,
                   const char *label, const char *url)
{
    struct nj_message m = {.key = key, .clause = no_text, .args = args};
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);
    struct nj_out *o;
    const char *word;

    NJ_ASSERT(url[0] != '\0' && a->r->pressed == NULL);
    observe(a->r, a->where, &m);
    nj_tell_render(a->r, a->e, a->where, &m, &text);
    o = make_out(a->e, a->where, key, without_links(nj_str_take(&text)));
    o->urgency = NJ_URGENT_SHELL;
    o->buttons = nj_alloc(sizeof(*o->buttons));
    o->buttons->n = 1;
    o->buttons->columns = 1;
    word = nj_catalog_get(a->r->setup.catalog, nj_books_lang(a->r, a->where),
                          label);
    (void)snprintf(o->buttons->item[0].label, sizeof(o->buttons->item[0].label),
                   "%s", word != NULL ? word : label);
    (void)snprintf(o->buttons->url, sizeof(o->buttons->url), "%s", url);
    nj_queue_push(a->r, a->where, o);
}

/* Shows that to who has pressed, alone; of several answers the first. */
static void tell_toast(struct nj_referee *r, const char *key,
                       struct nj_args args)
{
    struct nj_message m = {.key = key, .clause = "", .args = args};
    struct nj_str text = NJ_STR_INIT(NJ_TEXT_OUT_MAX);
    const struct nj_event *ev = r->pressed;

    NJ_ASSERT(ev != NULL);
    if (r->press_told)
        return;
    nj_tell_render(r, NULL, nj_books_chat(r, ev->chat), &m, &text);
    nj_after_press(r, ev, text.p, NULL);
    nj_str_fini(&text);
    r->press_told = true;
}

void nj_tell_press(struct nj_referee *r, const struct nj_event *ev)
{
    NJ_ASSERT(r->pressed == NULL && ev->kind == NJ_EVENT_PRESS);
    r->pressed = ev;
    r->press_told = false;
}

bool nj_tell_press_over(struct nj_referee *r)
{
    NJ_ASSERT(r->pressed != NULL);
    r->pressed = NULL;
    return r->press_told;
}

void nj_reply(struct nj_request *a, const char *key, struct nj_args args)
{
    NJ_ASSERT(key[0] != '\0');
    if (a->r->pressed != NULL)
        tell_toast(a->r, key, args);
    else
        nj_tell_unstored(a->r, a->where, a->e, key, args);
}

void nj_tell_listen(struct nj_referee *r, struct nj_chat *who)
{
    NJ_ASSERT(r->listener == NULL && (who == NULL || !who->group));
    r->listener = who;
    r->listener_told = false;
}

void nj_tell_done(struct nj_referee *r, struct nj_entry *e, const char *key)
{
    struct nj_chat *who = r->listener;

    r->listener = NULL;
    if (who == NULL || key == NULL || r->listener_told ||
        nj_watch_live(r, e, who->address))
        return;
    NJ_ASSERT(key[0] != '\0');
    nj_tell_unstored(r, who, e, key, NJ_NO_ARGS);
}

bool nj_deny(struct nj_request *a, const char *key, struct nj_args args)
{
    nj_reply(a, key, args);
    return false;
}
