/*
 * The host's board (SH-19.9): the whole hotel for who holds no seat, whenever
 * he looks at everything at once.
 */
#include "base/bug.h"
#include "games/shadow_hotel/plan.h"
#include "games/shadow_hotel/view.h"

/* What stands otherwise than when it was built. */
static void put_states(const struct sh_state *s, char out[SH_WORDS_BYTES])
{
    const struct {
        bool is;
        const char *word;
    } states[] = {
        {s->rotated != 0, "rotated"}, {s->power != 0, "power"},
        {s->gas != 0, "gas"},         {s->poker != 0, "poker"},
        {s->portal != 0, "portal"},   {s->tunnel != 0, "tunnel"},
        {s->door != 0, "door"},       {s->fireplace != 0, "fireplace"},
        {s->cross_used != 0, "cross"}};

    NJ_ASSERT(s->stage != SH_ENDED || s->ending != SH_NO_ENDING);
    out[0] = '\0';
    for (size_t i = 0; i < NJ_COUNT(states); i++)
        if (states[i].is)
            nj_words_add(out, SH_WORDS_BYTES, states[i].word);
}

/* Rooms and persons on the plan. */
static struct sh_drawn draw_all(const struct nj_match *m,
                                const struct sh_state *s)
{
    struct sh_drawn d = nj_sh_drawn_begin(m, s->rotated != 0);

    NJ_ASSERT(s->phase >= 1 && s->phase <= 3);
    for (unsigned p = 1; p <= nj_sh_map(m)->n; p++)
        nj_str_addf(&d.board, ";k%u=%u", p, (unsigned)s->room_at[p]);
    for (nj_seat k = 0; k < s->n; k++)
        if (nj_sh_is_present(s, k))
            nj_str_addf(&d.board, ";s%u=%u", k + 1u,
                        (unsigned)s->pos_of[s->seat[k].room]);
    for (nj_seat k = 0; k < s->n; k++)
        nj_str_addf(&d.board, ";r%u=%u", k + 1u, s->seat[k].role + 1u);
    return d;
}

void nj_sh_whole(const struct nj_match *m, struct nj_query *q)
{
    const struct sh_state *s = nj_state_const(m);
    struct sh_drawn d;

    if (s->stage == SH_SPAWN)
        return;
    d = draw_all(m, s);
    say_whole(q, s->round, s->phase, d.board.p, d.plan.p);
    nj_sh_drawn_end(&d);
}

/* The plan, and what no eye sees there. */
static void tell_house(struct nj_match *m, const struct sh_state *s)
{
    struct sh_drawn d = draw_all(m, s);
    char states[SH_WORDS_BYTES];

    put_states(s, states);
    say_host_all(m, s->round, s->phase, s->bullet, s->album_uses,
                 states[0] != '\0' ? states : NULL,
                 s->watch != 0 ? s->watch : NJ_NO_INT, d.board.p, d.plan.p);
    nj_sh_drawn_end(&d);
}

/* Which room lies at which position, where that is not the plan's number. */
static void tell_map(struct nj_match *m, const struct sh_state *s)
{
    uint8_t n = nj_sh_map(m)->n;
    int64_t cells[2 * SH_ROOMS_MAX];

    NJ_ASSERT(n <= SH_ROOMS_MAX);
    if (s->opt.shuffle_rooms)
        say_host_map(m, nj_sh_view_rooms(m, s->room_at + 1, n, cells));
}

/* Where things lie, by position. */
static void tell_rooms(struct nj_match *m, const struct sh_state *s)
{
    char items[SH_WORDS_BYTES];

    NJ_ASSERT(nj_sh_map(m)->n < SH_PLACES);
    for (uint8_t p = 1; p <= nj_sh_map(m)->n; p++) {
        nj_sh_items_all(m, s->room_at[p], items);
        if (items[0] != '\0')
            say_host_room(m, nj_sh_arg_room(m, "room", s->room_at[p]), p,
                          items);
    }
}

/* Which way the bear blocks, if it does. */
static void tell_bear(struct nj_match *m, const struct sh_state *s)
{
    const struct sh_item *bear = &s->item[SH_ITEM_BEAR];
    const struct sh_passage *way;

    if (bear->where != SH_BLOCKING)
        return;
    NJ_ASSERT(bear->at < nj_sh_map(m)->n_passages);
    way = &nj_sh_map(m)->passage[bear->at];
    say_host_bear(m, way->rooms ? s->pos_of[way->a] : way->a,
                  way->rooms ? s->pos_of[way->b] : way->b);
}

static const char *shot_at(const struct nj_match *m, const struct sh_seat *who)
{
    NJ_ASSERT(who->shot < SH_SEATS_MAX + 2);
    if (who->shot == 0)
        return NULL;
    return who->shot == 1 ? who->shot_name
                          : nj_sh_name(m, (nj_seat)(who->shot - 2));
}

/* What he is asked; NULL: nothing. */
static const char *question(const struct nj_match *m, nj_seat seat)
{
    NJ_ASSERT(seat < SH_SEATS_MAX);
    for (const struct nj_question *q = nj_sh_questions; q->name != NULL; q++)
        if (nj_prompt_open(m, seat, q->name))
            return q->name;
    return NULL;
}

static void tell_seat(struct nj_match *m, const struct sh_state *s,
                      nj_seat seat)
{
    static const char *const lives[] = {"active", "rebirth", "absent", "out"};
    const struct sh_seat *who = &s->seat[seat];
    uint8_t room = who->life == SH_OUT ? who->body : who->room;
    char items[SH_WORDS_BYTES];

    NJ_ASSERT(who->life < NJ_COUNT(lives) && room < SH_PLACES);
    nj_sh_items_held(m, seat, items);
    say_host_seat(m, seat, nj_sh_role_word((enum sh_role)who->role),
                  lives[who->life], nj_sh_arg_room(m, "room", room),
                  s->pos_of[room], who->life == SH_ACTIVE ? who->steps : 0,
                  items, who->alias[0] != '\0' ? who->alias : NULL,
                  shot_at(m, who), who->memory ? who->memory_name : NULL,
                  question(m, seat),
                  who->missed == 0 ? NJ_NO_INT : who->missed);
}

/* What waits for the end of the round and is not true. */
static void tell_lines(struct nj_match *m, const struct sh_state *s)
{
    NJ_ASSERT(s->n_lines <= SH_LINES_MAX);
    for (const struct sh_line *l = s->line; l < s->line + s->n_lines; l++) {
        const char *text = nj_sh_line_text(s, l);

        if (l->composed || l->what == SH_SAY_MIC)
            say_host_line(m, nj_sh_sayings[l->what].like,
                          text[0] != '\0' ? text : NULL);
    }
}

/* What waits for the host himself. */
static void tell_asked(struct nj_match *m, const struct sh_state *s)
{
    NJ_FOREACH(const struct sh_asked, a, s->asked, SH_ASKED_MAX) {
        NJ_ASSERT(a->no == 0 || a->seat < s->n);
        if (a->no != 0)
            say_host_asked(m, a->no, a->seat, a->due != 0 ? "radio" : "free",
                           nj_sh_asked_text(s, a));
    }
}

void nj_sh_board(struct nj_match *m)
{
    const struct sh_state *s = nj_state_const(m);

    NJ_ASSERT(s->n > 0 && s->busy == 0);
    tell_house(m, s);
    for (nj_seat k = 0; k < s->n; k++)
        tell_seat(m, s, k);
    tell_map(m, s);
    tell_rooms(m, s);
    tell_bear(m, s);
    if (s->stage == SH_RUNNING)
        tell_lines(m, s);
    tell_asked(m, s);
}
