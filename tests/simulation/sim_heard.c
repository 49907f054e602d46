/*
 * What groups must hear (design 5): a text of unknown fate that asks or
 * announces is said once more, narration is carried by the next text, and what
 * was overtaken is left out.
 */
#include "referee/speech/outbox.h"
#include "simulation/sim_priv.h"

static struct sim_chat *chat_of(struct sim *s, const char *address)
{
    for (int i = 0; i < SIM_CHATS; i++)
        if (strcmp(s->chats[i].address, address) == 0)
            return &s->chats[i];
    nj_sim_fail(s, "a text to a stranger, '%s'", address);
}

static bool is_doubtful(struct sim *s, const struct nj_out *o)
{
    return o->row != 0 && nj_sim_row(s, o->row)->unknown;
}

/* Is there anything else to be said there than narration of unknown fate? */
static bool speaks(struct sim *s, const struct nj_out *list)
{
    for (const struct nj_out *o = list; o != NULL; o = o->next)
        if (o->hear != NJ_HEAR_ONCE || !is_doubtful(s, o))
            return true;
    return false;
}

static void note(struct sim *s, const struct nj_out *o, uint8_t chat)
{
    struct sim_row *row = nj_sim_row(s, o->row);

    row->lasts = o->urgency != NJ_URGENT_LAST;
    row->once = o->hear == NJ_HEAR_ONCE;
    row->questions = o->hear == NJ_HEAR_ASK || o->hear == NJ_HEAR_TURN;
    row->turns = o->hear == NJ_HEAR_TURN;
    row->chat = chat;
    row->match = o->match;
    row->sends++;
}

void nj_sim_heard_sent(struct sim *s, const struct nj_chat *chat)
{
    struct sim_chat *to = chat_of(s, chat->address);

    if (chat->group && !speaks(s, chat->under_way) && !speaks(s, chat->head))
        for (const struct nj_out *o = chat->under_way; o != NULL; o = o->next)
            if (o->doubtful) /* else it was read again from the store */
                nj_sim_fail(s,
                            "row %lld, narration of unknown fate, is sent"
                            " again for itself",
                            (long long)o->row);
    for (const struct nj_out *o = chat->under_way; o != NULL; o = o->next)
        if (o->row != 0)
            note(s, o, (uint8_t)(to - s->chats));
    to->sent = ++s->texts;
}

bool nj_sim_heard_waits(const struct sim *s, const char *address, int64_t row)
{
    const struct nj_chat *chat = nj_books_find(s->referee, address);

    for (const struct nj_out *o = chat != NULL ? chat->missed : NULL; o != NULL;
         o = o->next)
        if (o->row == row)
            return true;
    return false;
}

void nj_sim_heard_turn(const struct sim *s)
{
    for (int i = 0; i < SIM_GROUPS; i++) {
        const struct nj_chat *chat =
            nj_books_find(s->referee, s->chats[i].address);

        for (const struct nj_out *o = chat != NULL ? chat->missed : NULL;
             o != NULL; o = o->next)
            if (o->hear != NJ_HEAR_ONCE)
                nj_sim_fail(s,
                            "row %lld waits for a next text, and people for"
                            " it",
                            (long long)o->row);
    }
}

/* A later turn of the match was told there, or there is no match any more. */
static bool overtaken(struct sim *s, int64_t id)
{
    const struct sim_row *row = nj_sim_row(s, id);
    const struct nj_entry *e = nj_books_entry(s->referee, row->match);

    if (e == NULL)
        return true;
    for (int64_t later = id + 1; later < s->n_rows; later++) {
        const struct sim_row *other = nj_sim_row(s, later);

        if (other->turns && other->match == row->match &&
            other->chat == row->chat && other->sends > 0)
            return true;
    }
    return false;
}

void nj_sim_heard_end(struct sim *s)
{
    for (int64_t id = 1; id < s->n_rows; id++) {
        const struct sim_row *row = nj_sim_row(s, id);
        const struct sim_chat *to = &s->chats[row->chat];

        if (!row->unknown || !row->lasts || row->sends != 1 ||
            nj_address_group_id(to->address) == NULL)
            continue;
        if (row->questions ? !overtaken(s, id)
                           : !row->once || to->sent > row->fated)
            nj_sim_fail(s, "row %lld, of unknown fate, was not said again",
                        (long long)id);
    }
}
