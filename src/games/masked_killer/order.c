/*
 * What the orders have in common: how their words are read, what forbids them,
 * and how a no is said (MK-10.4, 11.1).
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"
#include "match/called.h"

/* --- words --- */

struct nj_reader nj_mk_reader(const struct nj_input *in)
{
    const char *words = nj_input_words(in);

    return (struct nj_reader){nj_input_text(in, 0),
                              words[0] == '\0' ? NULL : words};
}

uint8_t nj_mk_read(struct nj_reader *r, const char *const *list)
{
    struct nj_word word;

    return nj_reader_word(r, &word) ? nj_word_among(&word, list) : 0xff;
}

const char *nj_mk_words(const struct nj_match *m, uint8_t pile,
                        char text[NJ_CARDS_TEXT_MAX])
{
    const struct mk_state *s = nj_state_const(m);
    struct nj_arg arg = nj_cards_arg("", &s->cards, pile, nj_mk_cards, text);

    NJ_ASSERT(pile < MK_PILES);
    return arg.s;
}

bool nj_mk_quad_called(const struct nj_word *word, uint8_t *quad)
{
    uint8_t named = nj_word_among(word, nj_mk_quads);

    if (named < MK_QUADS)
        *quad = named;
    return named < MK_QUADS;
}

/* The victim in play that is called so, or begins so alone. */
static nj_seat victim_called(const struct mk_state *s,
                             const struct nj_word *word)
{
    const char *names[MK_VICTIMS_MAX];

    NJ_ASSERT(s->n >= 2 && s->n <= MK_VICTIMS_MAX);
    for (nj_seat k = 0; k < s->n; k++)
        names[k] = s->v[k].who < MK_WHO ? nj_mk_who[s->v[k].who] : "";
    return nj_word_begins(word, names, s->n); /* 0xff is NJ_SEAT_NONE */
}

bool nj_mk_read_seat(const struct nj_match *m, struct nj_reader *r,
                     uint8_t *seat)
{
    const struct mk_state *s = nj_state_const(m);
    struct nj_word word;
    nj_seat_set several = 0;

    if (!nj_reader_word(r, &word))
        return false;
    *seat = victim_called(s, &word);
    if (*seat == NJ_SEAT_NONE)
        *seat = nj_seat_called(m, word.token, &several);
    return *seat < s->n;
}

uint8_t nj_mk_read_card(const struct nj_match *m, nj_seat seat,
                        struct nj_reader *r)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t pile = nj_mk_hand(seat);
    struct nj_word word;
    int number;

    NJ_ASSERT(seat <= s->n);
    if (seat == nj_mk_killer(s) || !nj_reader_word(r, &word))
        return MK_NO_CARD;
    number = nj_called_number(word.typed); /* of the list of the own hand */
    if (number > 0 && number <= nj_cards_count(&s->cards, pile))
        return nj_cards_at(&s->cards, pile, (uint8_t)(number - 1));
    return number >= 0 ? MK_NO_CARD
                       : nj_word_begins(&word, nj_mk_cards, MK_VICTIMS_CARDS);
}

const char *nj_mk_list(const uint8_t *cards, uint8_t n,
                       char text[NJ_CARDS_TEXT_MAX])
{
    text[0] = '\0';
    for (uint8_t i = 0; i < n; i++)
        nj_words_add(text, NJ_CARDS_TEXT_MAX, nj_mk_cards[cards[i]]);
    return n == 0 ? "-" : text;
}

bool nj_mk_holds(const struct nj_match *m, nj_seat seat, const uint8_t *cards,
                 uint8_t n)
{
    const struct mk_state *s = nj_state_const(m);
    uint8_t pile = nj_mk_hand(seat);

    NJ_ASSERT(seat < s->n && n <= 2 * MK_HAND_MAX);
    for (uint8_t i = 0; i < n; i++) {
        int held = 0, wanted = 0;

        for (uint8_t k = 0; k < nj_cards_count(&s->cards, pile); k++)
            held += nj_cards_at(&s->cards, pile, k) == cards[i];
        for (uint8_t k = 0; k < n; k++)
            wanted += cards[k] == cards[i];
        if (wanted > held)
            return false;
    }
    return true;
}

/* --- what forbids them (MK-10.4) --- */

int nj_mk_refuse(struct nj_match *m, const struct nj_input *in,
                 const char *code, const char *clause)
{
    NJ_ASSERT(strncmp(code, "mk.err.", 7) == 0);
    /* MK-10.4: an error may tell what a hand holds. */
    if (in->kind == NJ_IN_ORDER)
        return nj_refuse_aside(m, in, code, clause, NJ_NO_ARGS);
    return nj_refuse(m, in, code, clause, NJ_NO_ARGS);
}

int nj_mk_check(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    unsigned when = a->order->when;
    bool aloud = a->in->place == NJ_PLACE_GROUP;

    if (s->phase == MK_OVER)
        return nj_mk_refuse(m, a->in, "mk.err.over", "MK-10.4");
    if (nj_timer_paused(m))
        return nj_mk_refuse(m, a->in, "mk.err.paused", "MK-13.4");
    if ((aloud && (when & MK_PRIVATE) != 0) ||
        (!aloud && (when & MK_PUBLIC) != 0))
        return refuse_channel(m, a->in, aloud ? "private" : "group");
    return 0;
}

const char *nj_mk_fault_of(const struct nj_match *m, struct nj_attempt *a,
                           bool action)
{
    const struct mk_state *s = nj_state_const(m);
    bool hunts = a->seat == nj_mk_killer(s);
    struct mk_plan *plan = a->plan;

    NJ_ASSERT(a->seat <= s->n && s->phase != MK_OVER);
    if (s->offer.open && a->in->kind == NJ_IN_ORDER &&
        (a->seat == s->offer.from || a->seat == s->offer.to)) {
        plan->seat = s->offer.asked;
        return nj_fault_of(a, "MK-9.4", "mk.err.prompt_open");
    }
    if (s->phase != MK_PLAY || s->active != a->seat ||
        (a->order->when & (hunts ? MK_OF_KILLER : MK_OF_VICTIM)) == 0)
        return "mk.err.not_your_turn";
    /* Behind the last action only free cards and `end` are left, and those
     * while the turn lasts (MK-3.1, 3.12). */
    if (s->left == 0 && (action || s->opt.auto_end))
        return "mk.err.no_actions";
    if (action && !hunts && s->v[a->seat].exert >= MK_REST_AT &&
        a->order != &nj_mk_rest)
        return nj_fault_of(a, "MK-3.2", "mk.err.must_rest");
    return NULL;
}

const char *nj_mk_fault(const struct nj_match *m, struct nj_attempt *a)
{
    return nj_mk_fault_of(m, a, (a->order->when & MK_IS_ACTION) != 0);
}

void nj_mk_end_order(struct nj_match *m, const struct nj_attempt *a)
{
    NJ_ASSERT(a->in->kind == NJ_IN_ORDER);
    nj_mk_present(m, a->in);
    nj_mk_go_on(m);
    nj_mk_ordered(m, a->in);
}

/* MK-19.20: the readings of "e4", each with what stood behind it. */
static int ask_back(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_plan *p = a->plan;
    const char *dir = nj_mk_dirs[p->edge];
    char at[MK_CELL_TEXT], behind[12], steps[40], cell[40];
    const char *const readings[] = {steps, cell};

    NJ_ASSERT(p->edge < MK_DIRS && p->have > 0 && p->at != MK_NOWHERE);
    (void)nj_mk_cell(p->at, at);
    (void)snprintf(behind, sizeof(behind), "%s%s%s%s", p->plus ? " +" : "",
                   p->bang ? " !" : "", p->dir < MK_DIRS ? " /" : "",
                   p->dir < MK_DIRS ? nj_mk_dirs[p->dir] : "");
    (void)snprintf(steps, sizeof(steps), "%s %s %u%s", a->in->verb, dir,
                   p->have, behind);
    (void)snprintf(cell, sizeof(cell), "%s to %s%s", a->in->verb, at, behind);
    (void)refuse_ask(m, a->in, p->edge, p->have, p->at);
    return nj_refused_unsure(m, readings, NJ_COUNT(readings));
}

/* --- letters that are a short verb and a direction (MK-19.20, b) --- */

static const struct short_form {
    char letter;
    uint8_t dir;
    const char *verb;     /* NULL: none that stands alone has that letter */
    const char *question; /* that it answers; NULL: a verb of a turn */
    const struct nj_order *order;
} shorts[] = {{'n', MK_N, "refuse", "trade", &nj_mk_decline},
              {'u', MK_N, .verb = NULL},
              {'e', MK_E, "end", NULL, &nj_mk_end},
              {'r', MK_E, "rest", NULL, &nj_mk_rest},
              {'s', MK_S, "search", NULL, &nj_mk_search},
              {'d', MK_S, "defend", "defend", &nj_mk_defend},
              {'w', MK_W, .verb = NULL},
              {'l', MK_W, .verb = NULL}};

static const struct short_form *short_of(const struct nj_input *in)
{
    const char *typed = nj_input_text(in, 0);

    for (size_t i = 0; i < NJ_COUNT(shorts); i++)
        if ((typed[0] | 0x20) == shorts[i].letter && typed[1] == '\0')
            return &shorts[i];
    return NULL;
}

/* Is its verb on offer to the seat, whose turn it is or is not? Of questions
 * that the group knows nothing of it depends on nothing there. */
static bool is_offered(const struct nj_match *m, const struct nj_input *in,
                       bool acts, const struct short_form *f)
{
    bool hunts = in->seat == nj_mk_killer(nj_state_const(m));

    if (f->verb == NULL ||
        ((f->order->when & MK_PRIVATE) != 0 && in->place == NJ_PLACE_GROUP))
        return false;
    if (f->question != NULL)
        return nj_prompt_open(m, in->seat, f->question);
    NJ_ASSERT(f->order->when != 0);
    return acts &&
           (f->order->when & (hunts ? MK_OF_KILLER : MK_OF_VICTIM)) != 0;
}

/* What it can mean alone is done as if it had been said so. */
static const char *letter_fault(const struct nj_match *m, struct nj_attempt *a)
{
    const struct mk_state *s = nj_state_const(m);
    const struct short_form *f = short_of(a->in);
    const struct nj_input *in = a->in;
    struct nj_input alone = *in;
    struct mk_plan *plan = a->plan;
    const char *code;
    bool acts, verb;

    if (f == NULL)
        return "mk.err.syntax";
    if (a->seat == nj_mk_killer(s) && in->place == NJ_PLACE_GROUP)
        return nj_fault_of(a, "MK-11.5", "mk.err.channel");
    acts = s->phase == MK_PLAY && s->active == a->seat && !s->offer.open &&
           !nj_mk_is_asking(m);
    verb = is_offered(m, in, acts, f);
    if (verb && acts) {
        plan->bits = (uint8_t)(f - shorts);
        return "mk.ask_letter";
    }
    if (verb)
        alone.args = NJ_NO_ARGS;
    a->in = &alone;
    a->order = verb                         ? f->order
               : a->seat == nj_mk_killer(s) ? &nj_mk_stalk
                                            : &nj_mk_move;
    code = a->order->fault(m, a);
    a->in = in;
    return code;
}

static void do_letter(struct nj_match *m, const struct nj_attempt *a)
{
    NJ_ASSERT(a->order != &nj_mk_letter);
    a->order->act(m, a);
}

const struct nj_order nj_mk_letter = {MK_ANYTIME, "MK-19.20", letter_fault,
                                      do_letter};

static int ask_letter(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_plan *plan = a->plan;
    const struct short_form *f = &shorts[plan->bits];
    bool hunts = a->seat == nj_mk_killer(nj_state_const(m));
    char way[12];
    const char *const readings[] = {f->verb, way};

    NJ_ASSERT(f->verb != NULL && f->order != NULL);
    (void)snprintf(way, sizeof(way), "%s %s", hunts ? "stalk" : "move",
                   nj_mk_dirs[f->dir]);
    (void)refuse_ask_letter(m, a->in, f->verb, f->dir);
    return nj_refused_unsure(m, readings, NJ_COUNT(readings));
}

/* --- somebody who has several seats (MK-19.20, c) --- */

/* The first word by which several seats are called, and where it stands. */
static nj_seat_set several_called(const struct nj_match *m,
                                  const struct nj_input *in,
                                  struct nj_word *word, const char **at)
{
    struct nj_reader r = nj_mk_reader(in);
    nj_seat_set several = 0;

    while (several == 0 && nj_reader_word(&r, word))
        (void)nj_seat_called(m, word->typed, &several);
    *at = several == 0 ? NULL : strstr(nj_input_text(in, 0), word->typed);
    NJ_ASSERT(several == 0 || nj_seat_count(several) > 1);
    return *at == NULL ? 0 : several;
}

/* Asks which of them is meant; 0: no word of it means several. */
static int ask_seat(struct nj_match *m, const struct nj_attempt *a)
{
    const char *typed = nj_input_text(a->in, 0), *at;
    char text[MK_VICTIMS_MAX][2 * NJ_WORD_BYTES];
    const char *readings[MK_VICTIMS_MAX];
    struct nj_word word;
    nj_seat_set several = several_called(m, a->in, &word, &at);
    uint32_t n = 0;

    if (several == 0 || nj_seat_count(several) > MK_VICTIMS_MAX ||
        strlen(typed) >= NJ_WORD_BYTES)
        return 0;
    NJ_FOREACH_SEAT(k, several) {
        (void)snprintf(text[n], sizeof(text[n]), "%.12s %.*s%d%.99s",
                       a->in->verb, (int)(at - typed) % NJ_WORD_BYTES, typed,
                       k + 1, at + strlen(word.typed));
        readings[n] = text[n];
        n++;
    }
    (void)refuse_ask_seat(m, a->in, several);
    return nj_refused_unsure(m, readings, n);
}

/* What was not understood is answered with what would be, of that kind; NULL:
 * what a victim says in its turn. */
static const char *kind_of(const struct nj_match *m, const struct nj_attempt *a)
{
    static const struct {
        const struct nj_order *order;
        const char *kind;
    } rows[] = {{&nj_mk_attack, "attack"}, {&nj_mk_return, "cards"},
                {&nj_mk_death, "cards"},   {&nj_mk_trade, "trade"},
                {&nj_mk_amend, "trade"},   {&nj_mk_replace, "replace"},
                {&nj_mk_defend, "defend"}, {&nj_mk_claim, "claim"},
                {&nj_mk_use, "use"},       {&nj_mk_play, "play"}};

    NJ_ASSERT(a->order != NULL);
    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        if (a->order == rows[i].order)
            return rows[i].kind;
    return a->seat == nj_mk_killer(nj_state_const(m)) ? "killer" : NULL;
}

/* MK-19.19: a card is given to somebody who could also be treated with it. In
 * private, for one reading is a trade. */
static int ask_give(struct nj_match *m, const struct nj_attempt *a)
{
    const struct mk_plan *plan = a->plan;
    const char *card = nj_mk_cards[plan->card];
    char used[2 * NJ_WORD_BYTES], given[2 * NJ_WORD_BYTES];
    const char *const readings[] = {used, given};

    NJ_ASSERT(plan->seat != a->seat && plan->card < MK_VICTIMS_CARDS);
    (void)snprintf(used, sizeof(used), "use %s %d", card, plan->seat + 1);
    (void)snprintf(given, sizeof(given), "trade %d give %s", plan->seat + 1,
                   card);
    (void)refuse_ask_give(m, a->in, plan->seat, plan->card);
    return nj_refused_unsure(m, readings, NJ_COUNT(readings));
}

/* What is asked back, and what is answered with what would be right; 0: it is
 * neither. */
static int refuse_doubtful(struct nj_match *m, const struct nj_attempt *a,
                           const char *code)
{
    int asked = strcmp(code, "mk.err.syntax") == 0 ? ask_seat(m, a) : 0;

    NJ_ASSERT(code[0] == 'm');
    if (asked != 0)
        return asked;
    if (strcmp(code, "mk.ask_letter") == 0)
        return ask_letter(m, a);
    if (strcmp(code, "mk.ask_give") == 0)
        return ask_give(m, a);
    if (strcmp(code, "mk.ask") == 0)
        return ask_back(m, a);
    if (strcmp(code, "mk.err.syntax") == 0 && kind_of(m, a) != NULL)
        return refuse_syntax(m, a->in, kind_of(m, a));
    return 0;
}

/* Of a Hunt that does not go, the cells at which it could end. */
static const char *stops_of(const struct nj_match *m,
                            const struct nj_attempt *a, char text[MK_PATH_TEXT])
{
    return a->order == &nj_mk_hunt ? nj_mk_hunt_stops(m, a->plan, text) : NULL;
}

/* What is against a way, and of a Hunt how far would do; 0: it is something
 * else. */
static int refuse_way(struct nj_match *m, const struct nj_attempt *a,
                      const char *code)
{
    const struct mk_table *t = nj_mk_table(m);
    const struct mk_plan *p = a->plan;
    char text[MK_PATH_TEXT];
    /* What stands where nobody can; NULL: nothing. */
    const char *solid = p->at == MK_NOWHERE || !nj_mk_solid(t, p->at) ? NULL
                        : t->terrain[p->at] == MK_TREE                ? "tree"
                                                                      : "car";

    NJ_ASSERT(p->edge < MK_EDGES);
    if (strcmp(code, "mk.err.blocked") == 0)
        return refuse_blocked(m, a->in, p->step, nj_mk_edges[p->edge], solid,
                              stops_of(m, a, text));
    if (strcmp(code, "mk.err.too_far") == 0)
        return refuse_too_far(m, a->in, p->have, p->need,
                              p->have > 0     ? NULL
                              : solid != NULL ? solid
                                              : "none");
    if (strcmp(code, "mk.err.occupied") == 0)
        return refuse_occupied(m, a->in, p->at, stops_of(m, a, text));
    return strcmp(code, "mk.err.ends_seen") == 0
               ? refuse_ends_seen(m, a->in, stops_of(m, a, text))
               : 0;
}

int nj_mk_refuse_order(struct nj_match *m, const struct nj_attempt *a,
                       const char *code)
{
    const struct mk_state *s = nj_state_const(m);
    const struct mk_plan *p = a->plan;
    int asked = refuse_doubtful(m, a, code);

    if (asked == 0)
        asked = refuse_way(m, a, code);
    if (asked != 0)
        return asked;
    if (strcmp(code, "mk.err.channel") == 0)
        return refuse_channel(m, a->in, "private");
    if (strcmp(code, "mk.err.not_your_turn") == 0 && s->phase == MK_PLAY &&
        s->active != a->seat)
        return refuse_not_your_turn(m, a->in, s->active);

    NJ_ASSERT(p->edge < MK_EDGES);
    if (strcmp(code, "mk.err.no_search") == 0)
        return refuse_no_search(m, a->in, p->at,
                                p->at == MK_NOWHERE ? NJ_NO_INT : p->need);
    if (strcmp(code, "mk.err.prompt_open") == 0)
        return refuse_prompt_open(
            m, a->in, p->seat,
            (nj_seat_hand(m, p->seat) & nj_bit(a->seat)) != 0 ? "trade" : NULL);
    if (strcmp(code, "mk.err.needs_window") == 0)
        return refuse_needs_window(m, a->in, p->step);
    if (strcmp(code, "mk.err.pass_visible") == 0)
        return refuse_pass_visible(m, a->in, p->step);
    if (strcmp(code, "mk.err.range") == 0)
        return refuse_range(m, a->in, p->have, p->need);
    if (strcmp(code, "mk.err.killer_ahead") == 0)
        return refuse_killer_ahead(m, a->in, p->at);
    return nj_mk_refuse(m, a->in, code, a->clause);
}
