/*
 * The buttons of LN-10.5, as words that can be typed: under the line that
 * begins a turn, and in the private chat while the seat hides. Charges are
 * told to all (LN-8.4), so a missing button tells nothing.
 */
#include <string.h>

#include "base/bug.h"
#include "games/long_night/long_night.h"

static uint32_t put_ways(const char *out[])
{
    static const char *const ways[] = {"↑", "←", "→", "↓", "stop"};

    for (uint32_t i = 0; i < NJ_COUNT(ways); i++)
        out[i] = ways[i];
    return NJ_COUNT(ways);
}

int nj_ln_buttons(const struct nj_match *m, const struct nj_message *msg,
                  const char *out[])
{
    const struct ln_state *s = nj_state_const(m);
    uint32_t n;

    NJ_ASSERT(msg->key != NULL);
    if (s->over)
        return 0;
    if (strcmp(msg->key, "ln.hide_on") == 0)
        return -1; /* the next steps are typed, or pressed, in private */
    if (msg->to.to == NJ_TO_SEATS)
        return s->hiding != LN_OPENLY && msg->to.seats == nj_bit(s->turn)
                   ? (int)put_ways(out)
                   : 0;
    if (strcmp(msg->key, "ln.turn") != 0)
        return 0;
    n = put_ways(out);
    if (s->seat[s->turn].hides > 0)
        out[n++] = "hide";
    out[n++] = "status";
    return (int)n;
}
