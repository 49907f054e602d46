/*
 * Long records as merged forward messages: leaves of a screen each, all of
 * them our own words. Gateways are at odds about the names of their members,
 * so each leaf has both sets.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "gateway/onebot/send_priv.h"

#define LEAVES_MAX 100
#define LEAF_CHARS 600
#define LEAF_LINES 20

size_t nj_ob_part(const char *text, size_t chars, size_t lines)
{
    size_t n = strlen(text);
    size_t most = nj_utf8_cut_count(text, n, chars);
    size_t end = 0; /* behind the last whole line */

    for (size_t i = 0; i < most && lines > 0; i++)
        if (text[i] == '\n') {
            end = i + 1;
            lines--;
        }
    if (lines > 0 && (most == n || end == 0))
        return most;
    return end;
}

static void put_leaf(struct nj_json_out *o, const struct nj_ob_author *author,
                     const char *text)
{
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "type", "node");
    nj_json_obj(o, "data");
    nj_json_put_text(o, "user_id", author->id);
    nj_json_put_text(o, "nickname", author->name);
    nj_json_put_text(o, "uin", author->id);
    nj_json_put_text(o, "name", author->name);
    nj_json_arr(o, "content");
    nj_ob_put_segment(o, "text", "text", text);
    nj_json_end(o);
    nj_json_end(o);
    nj_json_end(o);
}

/* A leaf must not be empty, nor end in an empty line. */
static bool blank(const char *text, size_t n)
{
    return strspn(text, " \n") >= n;
}

/* False if there are too many. */
static bool put_leaves(struct nj_json_out *o, const struct nj_ob_author *author,
                       const char *text)
{
    int leaves = 0;

    nj_json_arr(o, "messages");
    while (*text != '\0' && leaves <= LEAVES_MAX) {
        size_t n = nj_ob_part(text, LEAF_CHARS, LEAF_LINES);
        char *leaf = nj_strndup(text, n);

        if (leaf[n - 1] == '\n')
            leaf[n - 1] = '\0';
        if (!blank(text, n)) {
            put_leaf(o, author, leaf);
            leaves++;
        }
        free(leaf);
        text += n;
    }
    nj_json_end(o);
    return leaves > 0 && leaves <= LEAVES_MAX;
}

static enum nj_status finish(struct nj_json_out *o,
                             const struct nj_ob_author *author,
                             const char *text)
{
    return put_leaves(o, author, text) ? nj_ob_call_end(o) : NJ_ERR_LIMIT;
}

enum nj_status nj_ob_send_group_folded(struct nj_str *out, const char *echo,
                                       struct nj_group to,
                                       const struct nj_ob_author *author,
                                       const char *text)
{
    struct nj_json_out o;
    int64_t id;

    if (!nj_ob_number_read(nj_address_group_id(to.address), &id))
        return NJ_ERR_BAD_INPUT;
    o = nj_ob_call_begin(out, "send_group_forward_msg", echo);
    nj_json_put_i64(&o, "group_id", id);
    return finish(&o, author, text);
}

enum nj_status nj_ob_send_private_folded(struct nj_str *out, const char *echo,
                                         const struct nj_private *to,
                                         const struct nj_ob_author *author,
                                         const char *text)
{
    struct nj_json_out o;
    int64_t id;

    if (!nj_ob_number_read(nj_address_user_id(nj_private_address(to)), &id))
        return NJ_ERR_BAD_INPUT;
    o = nj_ob_call_begin(out, "send_private_forward_msg", echo);
    nj_json_put_i64(&o, "user_id", id);
    return finish(&o, author, text);
}
