/*
 * Menus (MK-11.6): what the seat may do now, and orders of several words put
 * together press by press: a way, dice, cards, an offer, who comes after. What has
 * been collected stands in the words themselves ("pad move WW N"), so nothing is
 * kept, and each is a question: nothing is done until the order is given. What it
 * says of a way is what forbids the order.
 */
#include <string.h>

#include "games/masked_killer/masked_killer.h"

enum {
    MENU_TEXT = 1800, /* all that is offered */
    DIGITS = 10
};

struct menu {
    const struct nj_match *m;
    const struct mk_state *s;
    struct nj_query *q;
    nj_seat seat;
    struct nj_reader r; /* what is left of the words */
    char offers[MENU_TEXT];
};

/* --- what is offered --- */

/* Offers these words; what a button has no room for can be typed. */
__attribute__((format(printf, 2, 3))) static void offer(struct menu *u,
                                                        const char *format, ...)
{
    char word[NJ_OFFER_BYTES];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(word, sizeof(word), format, args);
    va_end(args);
    NJ_ASSERT(n > 0);
    if ((size_t)n < sizeof(word) &&
        strlen(u->offers) + (size_t)n + 2 < sizeof(u->offers))
        nj_words_add(u->offers, sizeof(u->offers), word);
}

/* What forbids the order to the seat now: NULL, or a code. */
static const char *fault_of(const struct menu *u, const struct nj_order *order,
                            const char *words, struct mk_plan *plan)
{
    const struct nj_arg text = nj_arg_text("", words);
    const struct nj_input in = {.kind = NJ_IN_ORDER,
                                .place = NJ_PLACE_PRIVATE,
                                .seat = u->seat,
                                .args = {.v = &text, .n = 1}};
    struct nj_attempt a = {.in = &in,
                           .seat = u->seat,
                           .order = order,
                           .clause = order->clause,
                           .plan = plan};

    *plan = (struct mk_plan){0};
    NJ_ASSERT(order->fault != NULL);
    return order->fault(u->m, &a);
}

/* Offers "verb words", if nothing forbids it. */
static bool offer_legal(struct menu *u, const struct nj_order *order,
                        const char *verb, const char *words)
{
    struct mk_plan plan;
    bool legal = fault_of(u, order, words, &plan) == NULL;

    NJ_ASSERT(verb[0] != '\0');
    if (legal)
        offer(u, "%s %s", verb, words);
    return legal;
}

static void say(struct menu *u, const char *kind)
{
    say_choose(u->q, kind, NULL, NULL, NULL, NULL, NJ_NO_INT, NULL, NJ_NO_INT,
               NJ_GIVEN(u->offers));
}

/* --- a way --- */

/* An order whose words are a way. */
struct walk {
    const char *typed; /* in front of it: "move", "play quick_step" */
    const char *kind;
    const struct nj_order *order;
    const char *words; /* ... without the verb: "quick_step " */
};

/* Reads the letters so far; what an arrow is called as ("as N") ends them. */
static bool read_letters(struct menu *u, char way[MK_STEPS_TEXT])
{
    size_t n = 0;
    struct nj_word word;

    while (!nj_reader_end(&u->r) && !nj_reader_follows(&u->r, "as")) {
        if (!nj_reader_word(&u->r, &word))
            return false;
        for (const char *c = word.typed; *c != '\0'; c++) {
            if (strchr("NESWnesw", *c) == NULL || n == MK_PATH_MAX)
                return false;
            way[n++] = (char)(*c & ~0x20);
        }
    }
    way[n] = '\0';
    return true;
}

static const char *walk_fault(const struct menu *u, const struct walk *w,
                              const char *way, const char *end,
                              struct mk_plan *plan)
{
    char words[NJ_OFFER_BYTES];

    (void)snprintf(words, sizeof(words), "%s%s%s", w->words,
                   way[0] == '\0' ? "." : way, end);
    NJ_ASSERT(strlen(words) < sizeof(words) - 1);
    return fault_of(u, w->order, words, plan);
}

/* Is it the last step that cannot be? */
static bool is_of_step(const char *code)
{
    return strcmp(code, "mk.err.blocked") == 0 ||
           strcmp(code, "mk.err.needs_window") == 0 ||
           strcmp(code, "mk.err.too_far") == 0 ||
           strcmp(code, "mk.err.pass_visible") == 0;
}

/* The steps so far, the four next ones and one back. */
static void offer_steps(struct menu *u, const struct walk *w, const char *way)
{
    size_t n = strlen(way);
    const char *blank = n > 0 ? " " : "";

    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++)
        offer(u, "pad %s %s%s%s", w->typed, way, blank, nj_mk_dirs[dir]);
    if (n > 0)
        offer(u, "pad %s %.*s%sas back", w->typed, (int)(n - 1), way,
              n > 1 ? " " : "");
}

/* Go, and for a victim go and look there. */
static void offer_walk(struct menu *u, const struct walk *w, const char *way,
                       const char *end)
{
    const char *path = way[0] == '\0' ? "." : way;

    NJ_ASSERT(end[0] == '\0' || end[0] == ' ');
    if (way[0] != '\0' || w->order != &nj_mk_move)
        offer(u, "%s %s%s", w->typed, path, end);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS && w->order == &nj_mk_move;
         dir++)
        offer(u, "%s %s%s /%s", w->typed, path, end, nj_mk_dirs[dir]);
}

/* MK-11.6: the pad that collects a way, and shows what becomes of it. */
static void walk_menu(struct menu *u, const struct walk *w)
{
    char way[MK_STEPS_TEXT];
    struct mk_plan plan;
    uint16_t seen[MK_PATH_MAX], cell;
    uint8_t n_seen = 0;
    uint16_t from = u->seat < u->s->n ? u->s->v[u->seat].cell : u->s->k.cell;
    const char *code, *end = "", *said;
    int64_t step = NJ_NO_INT;

    if (!read_letters(u, way)) {
        nj_answer(u->q, "mk.err.syntax", "MK-11.6", NJ_NO_ARGS);
        return;
    }
    code = walk_fault(u, w, way, end, &plan);
    if (code != NULL && w->order == &nj_mk_move &&
        strcmp(code, "mk.err.too_far") == 0)
        code = walk_fault(u, w, way, end = " +", &plan);
    said = code;
    if (code != NULL && is_of_step(code) && way[0] != '\0') {
        step = (int64_t)strlen(way);
        way[step - 1] = '\0'; /* the step is not taken */
        code = walk_fault(u, w, way, end = "", &plan);
        if (code != NULL && strcmp(code, "mk.err.too_far") == 0)
            code = walk_fault(u, w, way, end = " +", &plan);
    }
    for (uint8_t i = 0; u->seat == u->s->n && i < plan.n; i++)
        if (nj_mk_seen_by(u->m, plan.path[i]) != 0)
            seen[n_seen++] = plan.path[i];
    cell = plan.n > 0 ? plan.path[plan.n - 1] : from;
    offer_steps(u, w, way);
    if (code == NULL)
        offer_walk(u, w, way, end);
    offer(u, "pad as start");
    NJ_ASSERT(from < MK_CELLS && cell < MK_CELLS);
    say_choose(u->q, w->kind,
               plan.n > 0 ? MK_STEPS(from, plan.path, plan.n) : NULL,
               MK_CELL(cell), n_seen > 0 ? MK_PATH(seen, n_seen) : NULL,
               said == NULL ? NULL : strrchr(said, '.') + 1, step, NULL,
               NJ_NO_INT, u->offers);
}

static const struct walk walks[] = {
    {"move", "move", &nj_mk_move, ""},
    {"stalk", "stalk", &nj_mk_stalk, ""},
    {"play quick_step", "stalk", &nj_mk_play, "quick_step "}};

static void move_menu(struct menu *u)
{
    walk_menu(u, &walks[0]);
}

static void stalk_menu(struct menu *u)
{
    walk_menu(u, &walks[1]);
}

/* Which way, then how far. */
static void hunt_menu(struct menu *u)
{
    uint8_t only = nj_mk_read(&u->r, nj_mk_dirs);
    char words[16];

    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        bool any = false;

        for (int n = 1; n < MK_PATH_MAX && !(any && only >= MK_DIRS); n++) {
            struct mk_plan plan;

            (void)snprintf(words, sizeof(words), "%s %d", nj_mk_dirs[dir], n);
            if (only < MK_DIRS && only != dir)
                continue;
            if (only < MK_DIRS)
                (void)offer_legal(u, &nj_mk_hunt, "hunt", words);
            else
                any = fault_of(u, &nj_mk_hunt, words, &plan) == NULL;
        }
        if (any)
            offer(u, "pad hunt %s", nj_mk_dirs[dir]);
    }
    NJ_ASSERT(only == 0xff || only < MK_DIRS);
    offer(u, "pad as start");
    say(u, "hunt");
}

/* --- cards of a hand, and dice: those that are chosen, as digits --- */

struct chosen {
    char digits[DIGITS + 1];
    uint8_t list[DIGITS], n;
};

/* Reads "13", or nothing ("-"), and what was pressed last ("as soda"). */
static bool read_chosen(struct menu *u, uint8_t most, struct chosen *c)
{
    struct nj_word word;

    *c = (struct chosen){.n = 0};
    if (nj_reader_end(&u->r) || nj_reader_follows(&u->r, "as"))
        return true;
    if (!nj_reader_word(&u->r, &word))
        return false;
    for (const char *d = word.typed; *d != '\0' && *d != '-'; d++) {
        if (*d < '1' || *d > '0' + most || c->n == DIGITS ||
            strchr(c->digits, *d) != NULL)
            return false;
        c->digits[c->n] = *d;
        c->list[c->n++] = (uint8_t)(*d - '1');
    }
    return true;
}

/* The same with that one more, or less if it was there; "-": none is left. */
static const char *toggled(const struct chosen *c, uint8_t at,
                           char out[DIGITS + 2])
{
    size_t n = 0;

    NJ_ASSERT(at < DIGITS - 1);
    for (uint8_t i = 0; i < c->n; i++)
        if (c->list[i] != at)
            out[n++] = c->digits[i];
    if (n == c->n)
        out[n++] = (char)('1' + at);
    if (n == 0)
        out[n++] = '-';
    out[n] = '\0';
    return out;
}

/* "1 3", as orders have them. */
static const char *apart(const struct chosen *c, char out[2 * DIGITS])
{
    size_t n = 0;

    NJ_ASSERT(c->n <= DIGITS);
    for (uint8_t i = 0; i < c->n; i++) {
        if (i > 0)
            out[n++] = ' ';
        out[n++] = c->digits[i];
    }
    out[n] = '\0';
    return out;
}

/* Offers to choose each card of a list, or to let it go. */
static void offer_cards(struct menu *u, const char *head,
                        const struct chosen *c, const char *tail,
                        const uint8_t *cards, uint8_t n)
{
    char digits[DIGITS + 2];

    for (uint8_t i = 0; i < n && i < DIGITS - 1; i++)
        offer(u, "pad %s%s%s as %s", head, toggled(c, i, digits), tail,
              nj_mk_cards[cards[i]]);
    NJ_ASSERT(n <= MK_HAND_MAX);
}

static uint8_t hand_of(const struct menu *u, uint8_t cards[MK_HAND_MAX])
{
    uint8_t n = nj_cards_count(&u->s->cards, nj_mk_hand(u->seat));

    NJ_ASSERT(n <= MK_HAND_MAX && u->seat < u->s->n);
    for (uint8_t i = 0; i < n; i++)
        cards[i] = nj_cards_at(&u->s->cards, nj_mk_hand(u->seat), i);
    return n;
}

static void say_cards(struct menu *u, const char *kind, const struct chosen *c,
                      const uint8_t *hand, int64_t left)
{
    uint8_t cards[DIGITS];

    for (uint8_t i = 0; i < c->n; i++)
        cards[i] = hand[c->list[i]];
    say_choose(u->q, kind, NULL, NULL, NULL, NULL, NJ_NO_INT,
               c->n > 0 ? MK_LIST(cards, c->n) : NULL,
               left > 0 ? left : NJ_NO_INT, NJ_GIVEN(u->offers));
}

static bool is_open(struct menu *u, const char *question)
{
    if (nj_prompt_open(u->m, u->seat, question))
        return true;
    say(u, "wait");
    return false;
}

static bool reads(struct menu *u, uint8_t most, struct chosen *c)
{
    if (read_chosen(u, most, c))
        return true;
    nj_answer(u->q, "mk.err.syntax", "MK-11.6", NJ_NO_ARGS);
    return false;
}

/* As many as are too many, to one end of the deck. */
static void return_menu(struct menu *u)
{
    uint8_t hand[MK_HAND_MAX], n = u->seat < u->s->n ? hand_of(u, hand) : 0;
    struct chosen c;
    char words[2 * DIGITS];
    uint8_t most;

    if (!is_open(u, "return") || !reads(u, n, &c))
        return;
    most = nj_mk_excess(u->m, u->seat);
    if (c.n == most) {
        offer(u, "return bottom %s", apart(&c, words));
        offer(u, "return top %s", words);
    }
    offer_cards(u, "return ", &c, "", hand, n);
    say_cards(u, "return", &c, hand, most - c.n);
}

/* Those that go to the bottom; the others lie on top (MK-6.10). On the street
 * each quadrant is offered. */
static void death_menu(struct menu *u)
{
    uint8_t hand[MK_HAND_MAX], n = u->seat < u->s->n ? hand_of(u, hand) : 0;
    struct chosen c;
    char words[2 * DIGITS];
    uint8_t quads;

    if (!is_open(u, "death") || !reads(u, n, &c))
        return;
    quads = nj_mk_quads_of(u->s->v[u->seat].cell);
    for (uint8_t quad = 0; quad < MK_QUADS; quad++)
        if ((quads >> quad & 1) != 0)
            offer(u, "death%s%s %s", c.n > 0 ? " bottom " : "",
                  apart(&c, words), nj_mk_quads[quad]);
    offer_cards(u, "death ", &c, "", hand, n);
    say_cards(u, "death", &c, hand, NJ_NO_INT);
}

/* --- dice --- */

/* Each die is chosen or let go, if the victim has dice rolled again; then "verb
 * 13". What else answers the question stands behind that. */
static void dice_menu(struct menu *u, const char *question, const char *verb,
                      const char *const *others)
{
    const struct mk_fight *f = &u->s->fight;
    struct chosen c;
    char digits[DIGITS + 2];
    bool again;

    if (!is_open(u, question) || !reads(u, f->n, &c))
        return;
    NJ_ASSERT(f->seat == u->seat && f->n <= MK_DICE_MAX);
    again = nj_mk_of(u->m, u->seat)->reroll > 0;
    if (c.n > 0 && again)
        offer(u, "%s %s", verb, c.digits);
    for (uint8_t i = 0; i < f->n && again; i++)
        offer(u, "pad %s %s as die%d", question, toggled(&c, i, digits), i + 1);
    for (; *others != NULL; others++)
        offer(u, "%s", *others);
    say_dice(u->q, again ? question : "plain", MK_DICE(f, 0xff),
             c.n > 0 ? c.digits : NULL, u->offers);
}

static void reroll_menu(struct menu *u)
{
    dice_menu(u, "reroll", "reroll", NJ_WORDS("reroll none"));
}

static void defend_menu(struct menu *u)
{
    dice_menu(u, "defend", "defend reroll",
              NJ_WORDS("defend", "defend lid", "defend counter"));
}

/* --- offers --- */

/* Whom, then what is given. */
static void trade_menu(struct menu *u)
{
    uint8_t hand[MK_HAND_MAX], n = u->seat < u->s->n ? hand_of(u, hand) : 0;
    struct chosen c;
    char words[2 * DIGITS], head[32];
    nj_seat_set living = nj_mk_living(u->s);
    struct mk_plan plan;
    const char *name;
    nj_seat with;

    if (nj_mk_read_seat(u->m, &u->r, &with)) {
        name = nj_mk_who_is(u->s, with);
        if (!reads(u, n, &c))
            return;
        (void)snprintf(head, sizeof(head), "trade %s ", name);
        if (c.n > 0)
            offer(u, "%sgive %s", head, apart(&c, words));
        offer_cards(u, head, &c, "", hand, n);
        offer(u, "%slook", head);
        offer(u, "pad as start");
        say_cards(u, "trade", &c, hand, NJ_NO_INT);
        return;
    }
    NJ_FOREACH_SEAT(k, living) {
        (void)snprintf(head, sizeof(head), "%s look", nj_mk_who_is(u->s, k));
        if (fault_of(u, &nj_mk_trade, head, &plan) == NULL)
            offer(u, "pad trade %s", nj_mk_who_is(u->s, k));
    }
    offer(u, "pad as start");
    say(u, "partner");
}

static void say_terms(struct menu *u, const struct chosen *mine,
                      const uint8_t *hand, const struct chosen *taken,
                      const uint8_t *his)
{
    uint8_t give[DIGITS], take[DIGITS];

    for (uint8_t i = 0; i < mine->n; i++)
        give[i] = hand[mine->list[i]];
    for (uint8_t i = 0; i < taken->n; i++)
        take[i] = his[taken->list[i]];
    NJ_ASSERT(mine->n <= MK_HAND_MAX && taken->n <= MK_HAND_MAX);
    say_amends(u->q, mine->n > 0 ? MK_LIST(give, mine->n) : NULL,
               taken->n > 0 ? MK_LIST(take, taken->n) : NULL,
               NJ_GIVEN(u->offers));
}

static void offer_amend(struct menu *u, const char *give, bool gives,
                        const uint8_t *cards, uint8_t n)
{
    char take[NJ_OFFER_BYTES] = "";
    size_t len = 0;

    for (uint8_t i = 0; i < n && len < sizeof(take) - 20; i++)
        len += (size_t)snprintf(take + len, sizeof(take) - len, " %s",
                                nj_mk_cards[cards[i]]);
    NJ_ASSERT(len < sizeof(take));
    offer(u, "amend%s%s%s%s", gives ? " give " : "", give, n > 0 ? " take" : "",
          take);
}

/* What of one's own, and what of what is offered. */
static void amend_menu(struct menu *u)
{
    const struct mk_offer *o = &u->s->offer;
    uint8_t hand[MK_HAND_MAX], n = u->seat < u->s->n ? hand_of(u, hand) : 0;
    uint8_t his = u->seat == o->from;
    struct chosen mine, taken;
    char give[2 * DIGITS], head[32];

    if (!is_open(u, "trade") || !reads(u, n, &mine) ||
        !reads(u, o->n_gives[his], &taken))
        return;
    NJ_ASSERT(o->open && o->asked == u->seat);
    if (mine.n + taken.n > 0) {
        uint8_t cards[MK_HAND_MAX];

        for (uint8_t i = 0; i < taken.n; i++)
            cards[i] = o->gives[his][taken.list[i]];
        offer_amend(u, apart(&mine, give), mine.n > 0, cards, taken.n);
    }
    (void)snprintf(head, sizeof(head), " %s", taken.n > 0 ? taken.digits : "-");
    offer_cards(u, "amend ", &mine, head, hand, n);
    (void)snprintf(head, sizeof(head), "amend %s ",
                   mine.n > 0 ? mine.digits : "-");
    offer_cards(u, head, &taken, "", o->gives[his], o->n_gives[his]);
    offer(u, "accept");
    offer(u, "refuse");
    say_terms(u, &mine, hand, &taken, o->gives[his]);
}

/* --- who comes after --- */

/* Who, from which end of the street, looking where. */
static void replace_menu(struct menu *u)
{
    const struct mk_table *t = nj_mk_table(u->m);
    uint8_t who = nj_mk_read(&u->r, nj_mk_who);
    struct nj_word at;
    bool placed = who < MK_WHO && nj_reader_word(&u->r, &at);
    char words[32];

    if (!is_open(u, "replace"))
        return;
    for (uint8_t k = 0; k < MK_WHO; k++)
        if (who >= MK_WHO && nj_mk_in_pool(u->s, k))
            offer(u, "pad replace %s", nj_mk_who[k]);
    for (uint8_t side = 0; side < 2 && who < MK_WHO && !placed; side++)
        offer(u, "pad replace %s %s", nj_mk_who[who], MK_CELL(t->street[side]));
    for (enum mk_dir dir = MK_N; dir < MK_DIRS && placed; dir++) {
        (void)snprintf(words, sizeof(words), "%s %.8s %s", nj_mk_who[who],
                       at.typed, nj_mk_dirs[dir]);
        (void)offer_legal(u, &nj_mk_replace, "replace", words);
    }
    if (who < MK_WHO)
        offer(u, "pad as start");
    say(u, placed ? "facing" : who < MK_WHO ? "place" : "replace");
}

/* --- cards that are used --- */

/* Of a hand, each kind once. */
static bool is_first(const struct nj_cards *cards, uint8_t pile, uint8_t i)
{
    for (uint8_t k = 0; k < i; k++)
        if (nj_cards_at(cards, pile, k) == nj_cards_at(cards, pile, i))
            return false;
    return true;
}

static void offer_use(struct menu *u, uint8_t card)
{
    const char *name = nj_mk_cards[card];
    nj_seat_set living = nj_mk_living(u->s);
    char words[40];

    NJ_ASSERT(card < MK_VICTIMS_CARDS);
    if (nj_mk_table(u->m)->card[card].car == 0)
        (void)offer_legal(u, &nj_mk_use, "use", name);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        (void)snprintf(words, sizeof(words), "%s %s", name, nj_mk_dirs[dir]);
        (void)offer_legal(u, &nj_mk_use, "use", words);
    }
    NJ_FOREACH_SEAT(k, living) {
        (void)snprintf(words, sizeof(words), "%s %s", name,
                       nj_mk_who_is(u->s, k));
        if (k != u->seat && nj_mk_table(u->m)->card[card].heal_others)
            (void)offer_legal(u, &nj_mk_use, "use", words);
    }
}

static void use_menu(struct menu *u)
{
    uint8_t pile = nj_mk_hand(u->seat);

    for (uint8_t i = 0;
         u->seat < u->s->n && i < nj_cards_count(&u->s->cards, pile); i++)
        if (is_first(&u->s->cards, pile, i))
            offer_use(u, nj_cards_at(&u->s->cards, pile, i));
    offer(u, "pad as start");
    NJ_ASSERT(u->offers[0] != '\0');
    say(u, "use");
}

/* A card of his: what it wants is chosen first. */
static void offer_play(struct menu *u, uint8_t card)
{
    const struct mk_card_row *row = &nj_mk_table(u->m)->card[card];
    const char *name = nj_mk_cards[card];

    NJ_ASSERT(card >= MK_QUICK);
    if (row->timing != MK_FREE)
        return; /* it is laid with an attack */
    if (row->k_stalk || row->k_sneak || row->k_turn || row->k_exert)
        offer(u, "pad play %s", name);
    else
        (void)offer_legal(u, &nj_mk_play, "play", name);
}

/* Whom and which way, or where to. */
static void target_menu(struct menu *u, uint8_t card)
{
    const struct mk_card_row *row = &nj_mk_table(u->m)->card[card];
    nj_seat_set living = nj_mk_living(u->s);
    char words[40];
    uint8_t seat = NJ_SEAT_NONE;

    NJ_ASSERT(row->timing == MK_FREE);
    if (row->k_turn && nj_mk_read_seat(u->m, &u->r, &seat))
        living = nj_bit(seat);
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++) {
        (void)snprintf(words, sizeof(words), "%s%s%s %s", nj_mk_cards[card],
                       seat < u->s->n ? " " : "",
                       seat < u->s->n ? nj_mk_who_is(u->s, seat) : "",
                       nj_mk_dirs[dir]);
        if (row->k_sneak || seat < u->s->n)
            (void)offer_legal(u, &nj_mk_play, "play", words);
    }
    NJ_FOREACH_SEAT(k, living) {
        (void)snprintf(words, sizeof(words), "%s %s", nj_mk_cards[card],
                       nj_mk_who_is(u->s, k));
        if (row->k_exert)
            (void)offer_legal(u, &nj_mk_play, "play", words);
        else if (row->k_turn && seat >= u->s->n)
            offer(u, "pad play %s", words);
    }
    offer(u, "pad as start");
    say(u, "play");
}

static void play_menu(struct menu *u)
{
    uint8_t card = nj_mk_read(&u->r, nj_mk_cards);
    uint8_t pile = MK_K_HAND;

    if (u->seat != u->s->n) {
        say(u, "wait");
        return;
    }
    if (card < MK_CARDS && nj_mk_table(u->m)->card[card].k_stalk) {
        walk_menu(u, &walks[2]);
        return;
    }
    if (card < MK_CARDS && card >= MK_QUICK &&
        nj_mk_table(u->m)->card[card].timing == MK_FREE) {
        target_menu(u, card);
        return;
    }
    for (uint8_t i = 0; i < nj_cards_count(&u->s->cards, pile); i++)
        if (is_first(&u->s->cards, pile, i))
            offer_play(u, nj_cards_at(&u->s->cards, pile, i));
    offer(u, "pad as start");
    NJ_ASSERT(u->offers[0] != '\0');
    say(u, "play");
}

/* --- what there is to do --- */

static void offer_attacks(struct menu *u)
{
    uint8_t hand[MK_HAND_MAX], n = hand_of(u, hand);
    struct mk_plan plan;

    NJ_ASSERT(n <= MK_HAND_MAX);
    if (fault_of(u, &nj_mk_attack, "", &plan) == NULL)
        offer(u, "attack");
    for (uint8_t i = 0; i < n; i++)
        if (is_first(&u->s->cards, nj_mk_hand(u->seat), i))
            (void)offer_legal(u, &nj_mk_attack, "attack", nj_mk_cards[hand[i]]);
}

static void offer_turn(struct menu *u)
{
    struct mk_plan plan;

    NJ_ASSERT(u->seat < u->s->n);
    offer(u, "pad move");
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++)
        (void)offer_legal(u, &nj_mk_cross, "cross", nj_mk_dirs[dir]);
    if (fault_of(u, &nj_mk_search, "", &plan) == NULL)
        offer(u, "search");
    offer_attacks(u);
    offer(u, "pad use");
    for (uint8_t car = 0; car < MK_CARS; car++)
        (void)offer_legal(u, &nj_mk_unlock, "unlock", nj_mk_cars[car]);
    offer(u, "pad trade");
    offer(u, "rest");
    offer(u, "end");
}

static void offer_hunt(struct menu *u)
{
    nj_seat_set living = nj_mk_living(u->s);
    char heavy[24];

    NJ_ASSERT(u->seat == nj_mk_killer(u->s));
    offer(u, "pad stalk");
    if (!u->s->k.staggered)
        offer(u, "pad hunt");
    for (enum mk_dir dir = MK_N; dir < MK_DIRS; dir++)
        (void)offer_legal(u, &nj_mk_sneak, "sneak", nj_mk_dirs[dir]);
    NJ_FOREACH_SEAT(k, living) {
        const char *name = nj_mk_who_is(u->s, k);

        (void)snprintf(heavy, sizeof(heavy), "heavy %s", name);
        if (offer_legal(u, &nj_mk_strikes, "strike", name))
            (void)offer_legal(u, &nj_mk_strikes, "strike", heavy);
    }
    if (nj_cards_count(&u->s->cards, MK_K_HAND) > 0)
        offer(u, "pad play");
    offer(u, "end");
}

/* Does the turn wait for the seat? */
static bool has_turn(const struct nj_match *m, nj_seat seat)
{
    const struct mk_state *s = nj_state_const(m);

    NJ_ASSERT(seat <= s->n);
    return s->phase == MK_PLAY && s->active == seat && !s->offer.open &&
           !nj_mk_is_asking(m) && (s->left > 0 || !s->opt.auto_end);
}

static void main_menu(struct menu *u)
{
    bool acts = has_turn(u->m, u->seat);

    NJ_ASSERT(u->offers[0] == '\0');
    if (acts && u->seat < u->s->n)
        offer_turn(u);
    else if (acts)
        offer_hunt(u);
    say(u, acts ? "turn" : "wait");
}

/* By the question that is open to the seat, or by word. */
static const struct kind {
    const char *word;
    void (*show)(struct menu *u);
} kinds[] = {
    {"return", return_menu}, {"death", death_menu},     {"reroll", reroll_menu},
    {"defend", defend_menu}, {"replace", replace_menu}, {"amend", amend_menu},
    {"move", move_menu},     {"stalk", stalk_menu},     {"hunt", hunt_menu},
    {"trade", trade_menu},   {"use", use_menu},         {"play", play_menu}};

void nj_mk_query_menu(const struct nj_match *m, struct nj_query *q)
{
    const struct nj_input in = {.args = q->args};
    struct menu u = {.m = m,
                     .s = nj_state_const(m),
                     .q = q,
                     .seat = q->asker,
                     .r = nj_mk_reader(&in)};
    bool bare = nj_reader_end(&u.r) || nj_reader_follows(&u.r, "as");

    if (q->place == NJ_PLACE_GROUP && !bare) {
        nj_answer(q, "mk.err.channel", "MK-11.5",
                  NJ_ARGS(nj_arg_word("place", "private")));
        return;
    }
    q->aside = true;
    if (bare && nj_prompt_open(m, u.seat, "trade")) {
        amend_menu(&u);
        return;
    }
    if (bare && !nj_seat_in(nj_mk_asked(m), u.seat)) {
        main_menu(&u);
        return;
    }
    for (size_t i = 0; i < NJ_COUNT(kinds); i++)
        if (bare ? nj_prompt_open(m, u.seat, kinds[i].word)
                 : nj_reader_follows(&u.r, kinds[i].word)) {
            kinds[i].show(&u);
            return;
        }
    nj_answer(q, "mk.err.syntax", "MK-11.6", NJ_NO_ARGS);
}

void nj_mk_list_hunt(const struct nj_match *m, nj_seat seat,
                     char out[NJ_OFFER_LIST])
{
    struct menu u = {.m = m, .s = nj_state_const(m), .seat = seat};

    if (has_turn(m, seat) && seat == u.s->n)
        offer_hunt(&u);
    NJ_ASSERT(strlen(u.offers) < NJ_OFFER_LIST);
    nj_str_copy(out, NJ_OFFER_LIST, u.offers);
}

void nj_mk_list_cards(const struct nj_match *m, nj_seat seat,
                      char out[NJ_OFFER_LIST])
{
    const struct mk_state *s = nj_state_const(m);
    struct menu u = {.m = m, .s = s, .seat = seat};
    const struct chosen none = {.n = 0};
    uint8_t hand[MK_HAND_MAX], n = hand_of(&u, hand);

    NJ_ASSERT(seat < s->n);
    offer_cards(&u, nj_prompt_open(m, seat, "death") ? "death " : "return ",
                &none, "", hand, n);
    NJ_ASSERT(strlen(u.offers) < NJ_OFFER_LIST);
    nj_str_copy(out, NJ_OFFER_LIST, u.offers);
}

void nj_mk_list_pool(const struct nj_match *m, nj_seat seat,
                     char out[NJ_OFFER_LIST])
{
    struct menu u = {.m = m, .s = nj_state_const(m), .seat = seat};

    for (uint8_t k = 0; k < MK_WHO; k++)
        if (nj_mk_in_pool(u.s, k))
            offer(&u, "pad replace %s", nj_mk_who[k]);
    NJ_ASSERT(strlen(u.offers) < NJ_OFFER_LIST);
    nj_str_copy(out, NJ_OFFER_LIST, u.offers);
}
