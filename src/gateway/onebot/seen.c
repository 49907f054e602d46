/*
 * The latest messages' keys, kept over reconnects. A place per hash: a newer
 * key pushes an older one out, never the other way round.
 */
#include "base/text_hash.h"
#include "gateway/onebot/onebot_priv.h"

bool nj_ob_seen_add(struct nj_ob_seen *s, const struct nj_event *e)
{
    uint64_t h = nj_text_hash_pair(nj_text_hash(e->chat), e->id);
    uint64_t *place;

    if (e->id[0] == '\0')
        return false;
    h ^= h >> 32;
    place = &s->keys[h % NJ_OB_SEEN_MAX];
    if (*place == h)
        return true;
    *place = h;
    return false;
}
