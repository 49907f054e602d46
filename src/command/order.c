/*
 * Typed arguments out of named groups.
 */
#include "command/order.h"

#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "match/match.h"

/* The tokens beside a text, or NULL. */
static const struct nj_command_arg *words_of(const struct nj_command *c)
{
    return nj_command_arg(c, "words");
}

/* The command's next argument of that sort from *at on, or NULL. */
static const struct nj_command_arg *take(const struct nj_command *c,
                                         bool number, uint32_t *at)
{
    NJ_ASSERT(c->n_args <= NJ_COMMAND_ARGS_MAX);
    while (*at < c->n_args) {
        const struct nj_command_arg *a = &c->args[(*at)++];

        if (a->number == number && a != words_of(c))
            return a;
    }
    return NULL;
}

/* A number, or a seat, which is typed from 1; false: it is none. */
static bool put_number(const struct nj_command_arg *a, char letter,
                       struct nj_arg *out)
{
    if (letter != 's') {
        *out = nj_arg_int(a->name, a->n);
        return true;
    }
    if (a->n < 1 || a->n > NJ_SEATS_MAX)
        return false;
    *out = nj_arg_seat(a->name, (nj_seat)(a->n - 1));
    return true;
}

/* All that somebody typed, as it stood there. */
static struct nj_arg typed_of(const struct nj_command *c,
                              char room[NJ_ORDER_TEXT_MAX])
{
    size_t n = nj_utf8_cut(c->typed, c->n_typed, NJ_ORDER_TEXT_MAX - 1);

    NJ_ASSERT(c->typed != NULL);
    memcpy(room, c->typed, n);
    room[n] = '\0';
    return nj_arg_prose(NJ_INPUT_TYPED, room);
}

bool nj_command_order(const struct nj_command *c, const struct nj_verb *verb,
                      struct nj_command_args *room, struct nj_args *out)
{
    uint32_t texts = 0, numbers = 0, named = 0, n = 0;

    NJ_ASSERT(strlen(verb->args) <= NJ_COMMAND_ARGS_MAX);
    NJ_ASSERT(!nj_verb_pieces(verb));
    for (const char *letter = verb->args;
         *letter != '\0' && *letter != 'w' && *letter != 'r'; letter++) {
        const struct nj_command_arg *a =
            take(c, *letter != 't', *letter == 't' ? &texts : &numbers);

        if (*letter == 't')
            room->v[n] = nj_arg_text(nj_input_text_name(named++),
                                     a == NULL ? "" : a->text);
        else if (a == NULL && *letter == 'o')
            continue;
        else if (a == NULL || !put_number(a, *letter, &room->v[n]))
            return false;
        n++;
    }
    if (strchr(verb->args, 'w') != NULL && words_of(c) != NULL)
        room->v[n++] = nj_arg_words("words", words_of(c)->text);
    if (strchr(verb->args, 'r') != NULL)
        room->v[n++] = typed_of(c, room->typed);
    *out = (struct nj_args){.v = room->v, .n = n};
    return true;
}

enum nj_order_bar nj_order_channel(unsigned channels, enum nj_place place)
{
    if (place == NJ_PLACE_GROUP)
        return (channels & NJ_CHANNEL_GROUP) == 0 ? NJ_ORDER_PRIVATE
                                                  : NJ_ORDER_FREE;
    return (channels & NJ_CHANNEL_PRIVATE) == 0 ? NJ_ORDER_GROUP
                                                : NJ_ORDER_FREE;
}

enum nj_order_bar nj_order_give(const struct nj_match *m, nj_seat main,
                                uint8_t as, const struct nj_verb *verb,
                                struct nj_input *in)
{
    const struct nj_game *g = nj_match_game(m);
    enum nj_order_bar bar =
        nj_order_channel((unsigned)verb->channel, in->place);

    NJ_ASSERT(verb->query == NULL);
    in->kind = NJ_IN_ORDER;
    if (bar != NJ_ORDER_FREE)
        return bar;
    if (!nj_match_meant(m, main, as, verb->name, &in->seat))
        return NJ_ORDER_NOT_HIS;
    if (g->stands != NULL && g->stands(m, in))
        return NJ_ORDER_STANDS;
    if (g->take_back != NULL && strcmp(g->take_back, verb->name) == 0)
        in->kind = NJ_IN_UNDO;
    return NJ_ORDER_FREE;
}

bool nj_order_presence(const struct nj_match *m, nj_seat seat,
                       enum nj_place place, bool refused, int64_t at_ms,
                       struct nj_input *in)
{
    const struct nj_game *g = nj_match_game(m);
    bool shows = g->presence_wide || (place == NJ_PLACE_PRIVATE && !refused);
    const char *verb = g->presence != NULL && shows && !nj_match_over(m)
                           ? g->presence(m, seat)
                           : NULL;

    if (verb == NULL)
        return false;
    *in = (struct nj_input){.at_ms = at_ms,
                            .kind = NJ_IN_ORDER,
                            .seat = seat,
                            .place = NJ_PLACE_PRIVATE,
                            .by = NJ_BY_PERSON,
                            .verb = verb,
                            .args = NJ_NO_ARGS,
                            .reason = ""};
    return true;
}

const char *nj_text_typed(const struct nj_command *c, const char *typed)
{
    const struct nj_command_arg *text = nj_command_arg(c, "text");

    return text != NULL ? typed + text->at : "";
}

/* As much as an order can hold. Characters of one sign with hundreds of marks
 * on it are parted where need be. */
static size_t piece_of(const char *text, size_t n)
{
    size_t len = nj_utf8_cut(text, n, NJ_ORDER_TEXT_MAX - 1);
    int32_t cp;

    while (n > 0 && len < NJ_ORDER_TEXT_MAX / 2 && len < n)
        len += nj_utf8_next(text + len, n - len, &cp);
    return len;
}

size_t nj_text_piece_take(const char *text, size_t n,
                          struct nj_text_piece *room, struct nj_args *out)
{
    size_t len = piece_of(text, n);

    NJ_ASSERT(len > 0 && len < sizeof(room->text));
    memcpy(room->text, text, len);
    room->text[len] = '\0';
    room->v[0] = nj_arg_text("text", room->text);
    room->v[1] = nj_arg_int("left", (int64_t)(n - len));
    *out = (struct nj_args){.v = room->v, .n = NJ_COUNT(room->v)};
    return len;
}
