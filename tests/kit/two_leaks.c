/*
 * A game whose orders, answers, pictures, buttons, timers and computer players
 * tell what they may not.
 */
#include "kit/two_leaks.h"

#include <string.h>

#include "kit/nj_test.h"
#include "match/emit.h"
#include "match/match_priv.h"

#define VERBS_MAX  80
#define OFFERS_MAX 40
#define LATER_MS   100000

int nj_leak;

static const struct nj_leaky *leaky;
static struct nj_verb verbs[VERBS_MAX];
static struct nj_game game;
static unsigned last_bit; /* of the match that spoke last */

const char *nj_leak_shows(int leak)
{
    static const char *const what[NJ_LEAKS] = {
        [NJ_LEAK_ARGUMENT] = "message", [NJ_LEAK_TEXT] = "text",
        [NJ_LEAK_CLAUSE] = "clause",    [NJ_LEAK_PRIVATE] = "message",
        [NJ_LEAK_ORDER] = "order",      [NJ_LEAK_COUNT] = "count",
        [NJ_LEAK_HOST] = "message",     [NJ_LEAK_CHOICES] = "choices",
        [NJ_LEAK_BUTTONS] = "buttons",  [NJ_LEAK_PICTURE] = "picture",
        [NJ_LEAK_REFUSAL] = "message",  [NJ_LEAK_REFUSED] = "refused",
        [NJ_LEAK_QUERY] = "count",      [NJ_LEAK_AWAITED] = "awaited",
        [NJ_LEAK_TIMER] = "timers",     [NJ_LEAK_NEW_TIMER] = "timers",
        [NJ_LEAK_COMPUTER] = "computer"};

    return what[leak];
}

static nj_seat whose(const struct nj_match *m)
{
    return leaky->whose != NULL ? leaky->whose(m) : 0;
}

static unsigned secret_of(const struct nj_match *m, nj_seat seat)
{
    unsigned secret = leaky->secret(m, seat);

    last_bit = secret % 2;
    return secret;
}

/* --- orders --- */

static void ask(struct nj_match *m, unsigned bit)
{
    for (nj_seat k = 0; k < nj_seats(m); k++) {
        const struct nj_ask q = {.seat = k,
                                 .name = "leak",
                                 .verb = leaky->ask.verb,
                                 .choices = leaky->ask.choices[bit],
                                 .n = 2};

        if (nj_prompt_open(m, k, "leak"))
            nj_prompt_close(m, k, "leak");
        nj_prompt(m, &q, leaky->plain, "", NJ_NO_ARGS);
    }
}

/* What is said or left unsaid. */
static void tell(struct nj_match *m, unsigned secret)
{
    unsigned bit = secret % 2;
    struct nj_audience all = nj_to_all();

    if (nj_leak == NJ_LEAK_ARGUMENT)
        leaky->say(m, all, secret, "");
    if (nj_leak == NJ_LEAK_TEXT)
        leaky->say_typed(m, bit);
    if (nj_leak == NJ_LEAK_CLAUSE)
        leaky->say(m, all, 0, bit != 0 ? "A-1" : "A-2");
    if (nj_leak == NJ_LEAK_PRIVATE)
        leaky->say(m, nj_to_seats(nj_bit(nj_seats(m)) - 1), secret, "");
    if (nj_leak == NJ_LEAK_HOST)
        leaky->say(m, nj_to_host(), secret, "");
    if (nj_leak == NJ_LEAK_ORDER) {
        leaky->say(m, all, bit, "");
        leaky->say(m, all, 1 - bit, "");
    }
    if (nj_leak == NJ_LEAK_COUNT && bit != 0)
        leaky->say(m, all, 0, "");
}

/* What waits for somebody, or for a moment. */
static void wait_for(struct nj_match *m, unsigned bit)
{
    if (nj_leak == NJ_LEAK_CHOICES)
        ask(m, bit);
    if (nj_leak == NJ_LEAK_TIMER)
        nj_timer_arm(m, "leak", LATER_MS + bit);
    if (nj_leak == NJ_LEAK_NEW_TIMER && bit != 0)
        nj_timer_arm(m, "leak", LATER_MS);
}

/* 0: it is not refused on account of a leak. */
static int refuse(struct nj_match *m, const struct nj_input *in, unsigned bit)
{
    if (strcmp(in->verb, leaky->refusing) != 0)
        return 0;
    if (nj_leak == NJ_LEAK_REFUSAL)
        return leaky->refuse(m, in, bit);
    if (nj_leak == NJ_LEAK_REFUSED && bit != 0 &&
        (leaky->takes == NULL || leaky->takes(m, in)))
        return leaky->refuse(m, in, 0);
    return 0;
}

static bool tells(const char *verb)
{
    for (const char *const *v = leaky->verbs; *v != NULL; v++)
        if (strcmp(*v, verb) == 0)
            return true;
    return false;
}

int nj_leaky_step(struct nj_match *m, const struct nj_input *in)
{
    nj_seat seat = whose(m);
    int refused = refuse(m, in, secret_of(m, seat) % 2);

    if (refused == 0)
        refused = nj_verb_run(m, nj_game_verb(leaky->game, in->verb), in);
    if (refused == 0 && tells(in->verb)) {
        unsigned secret = secret_of(m, seat);

        tell(m, secret);
        wait_for(m, secret % 2);
    }
    return refused;
}

void nj_leaky_query(const struct nj_match *m, struct nj_query *q)
{
    unsigned secret = secret_of(m, whose(m));

    nj_game_verb(leaky->game, q->verb)->query(m, q);
    if (nj_leak == NJ_LEAK_QUERY && secret % 2 != 0)
        nj_answer(q, leaky->plain, "", NJ_NO_ARGS);
}

/* --- everything else --- */

/* Asked for each message to everybody or one seat; a picture is drawn next. */
static bool leaks_button(const struct nj_match *m, const struct nj_message *msg,
                         nj_seat seat)
{
    unsigned secret = secret_of(m, whose(m));

    NJ_UNUSED(msg);
    NJ_UNUSED(seat);
    return nj_leak == NJ_LEAK_BUTTONS && secret % 2 != 0;
}

/* The game's own, if it has some, and one more in front. */
static const struct nj_offer *offers(void)
{
    static struct nj_offer all[OFFERS_MAX];
    size_t n = 2;

    for (int k = 0; k < 2; k++)
        all[k] = (struct nj_offer){NJ_OFFER_ANY, "leak",
                                   k == 0 ? NJ_OFFER_ALL : NJ_OFFER_SEAT,
                                   .when = leaks_button};
    for (const struct nj_offer *o = leaky->game->offers;
         o != NULL && o->key != NULL; o++) {
        assert_true(n + 1 < NJ_COUNT(all));
        all[n++] = *o;
    }
    all[n] = (struct nj_offer){.key = NULL};
    return all;
}

static void picture(const struct nj_message *msg, struct nj_canvas *c)
{
    leaky->game->picture(msg, c);
    if (nj_leak == NJ_LEAK_PICTURE)
        c->ops->glyph(c, 0, 0, leaky->glyphs[last_bit]);
}

/* Its own timer may fire before it has been seen to be there. */
static int timer(struct nj_match *m, const struct nj_input *in)
{
    return strcmp(in->verb, "leak") == 0 ? 0 : leaky->game->timer(m, in);
}

static nj_seat_set awaited(const struct nj_match *m)
{
    nj_seat_set set = leaky->game->awaited(m);

    return nj_leak == NJ_LEAK_AWAITED && secret_of(m, whose(m)) % 2 != 0
               ? set ^ 3u
               : set;
}

/* A computer player's mind has room for what it should not know. */
static bool listens(const struct nj_hearing *h)
{
    const struct nj_brain *brain = &leaky->game->brain;

    ((unsigned char *)h->scratch)[brain->scratch_size] =
        (unsigned char)last_bit;
    return brain->listens == NULL || brain->listens(h);
}

static bool act(const void *scratch, const void *data, nj_seat me,
                struct nj_rng *rng, struct nj_brain_order *out)
{
    const struct nj_brain *brain = &leaky->game->brain;
    bool acts = brain->act(scratch, data, me, rng, out);

    if (nj_leak == NJ_LEAK_COMPUTER && acts &&
        ((const unsigned char *)scratch)[brain->scratch_size] != 0)
        out->verb = leaky->odd;
    return acts;
}

/* --- the game --- */

static void put_step(struct nj_verb *v)
{
    v->apply = nj_leaky_step;
    v->order = NULL;
}

struct nj_verb *nj_leaky_verb(const char *name)
{
    for (struct nj_verb *v = verbs; v->name != NULL; v++)
        if (strcmp(v->name, name) == 0)
            return v;
    fail_msg("there is no verb '%s'", name);
    return NULL;
}

struct nj_game *nj_leaky_game(const struct nj_leaky *l)
{
    size_t n = 0;

    leaky = l;
    game = *l->game;
    memset(verbs, 0, sizeof(verbs));
    for (; l->game->verbs[n].name != NULL; n++) {
        assert_true(n + 1 < VERBS_MAX);
        verbs[n] = l->game->verbs[n];
    }
    for (const char *const *v = l->verbs; *v != NULL; v++)
        put_step(nj_leaky_verb(*v));
    put_step(nj_leaky_verb(l->refusing));
    nj_leaky_verb(l->query)->query = nj_leaky_query;
    game.verbs = verbs;
    game.offers = offers();
    game.picture = picture;
    game.timer = timer;
    game.awaited = awaited;
    game.brain.scratch_size += 16;
    game.brain.listens = listens;
    game.brain.act = act;
    return &game;
}
