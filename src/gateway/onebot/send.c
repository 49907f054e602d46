/*
 * Calls as JSON: send_group_msg, send_private_msg and get_login_info, and no
 * others. Messages are arrays of segments, so that no text can be taken for
 * a code. send_msg is not used: gateways do not agree where it goes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "gateway/onebot/onebot_priv.h"

/* Ids travel as numbers. */
static bool number_of(const char *id, int64_t *v)
{
    char *end = NULL;

    if (id == NULL || strspn(id, "-0123456789") != strlen(id))
        return false;
    errno = 0;
    *v = strtoll(id, &end, 10);
    return errno == 0 && *end == '\0' && *v != 0;
}

static struct nj_json_out *begin(const char *action, const char *echo)
{
    struct nj_json_out *o = nj_json_out_create();

    nj_json_obj(o, NULL);
    nj_json_put_text(o, "action", action);
    nj_json_put_text(o, "echo", echo);
    nj_json_obj(o, "params");
    return o;
}

static void finish(struct nj_json_out *o, struct nj_str *out)
{
    nj_json_end(o);
    nj_json_end(o);
    (void)nj_json_print(o, out); /* the caller looks at out->over */
    nj_json_out_destroy(o);
}

static void put_segment(struct nj_json_out *o, const char *type,
                        const char *name, const char *value)
{
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "type", type);
    nj_json_obj(o, "data");
    nj_json_put_text(o, name, value);
    nj_json_end(o);
    nj_json_end(o);
}

/* Mentions first; the text behind them begins with a space. */
static void put_message(struct nj_json_out *o, const struct nj_say *say)
{
    struct nj_str spaced = NJ_STR_INIT(strlen(say->text) + 1);
    uint32_t shown = 0;

    nj_json_arr(o, "message");
    for (uint32_t i = 0; i < say->n_mentions; i++) {
        const char *id = nj_address_user_id(say->mentions[i]);
        int64_t v;

        if (!number_of(id, &v))
            continue;
        put_segment(o, "at", "qq", id);
        shown++;
    }
    nj_str_addf(&spaced, "%s%s", shown > 0 ? " " : "", say->text);
    put_segment(o, "text", "text", spaced.p);
    nj_json_end(o);
    nj_str_fini(&spaced);
}

enum nj_status nj_ob_send_group(struct nj_str *out, const char *echo,
                                struct nj_group to, const struct nj_say *say)
{
    struct nj_json_out *o;
    int64_t id;

    if (!number_of(nj_address_group_id(to.address), &id) ||
        say->text[0] == '\0')
        return NJ_ERR_BAD_INPUT;
    o = begin("send_group_msg", echo);
    nj_json_put_i64(o, "group_id", id);
    put_message(o, say);
    finish(o, out);
    return out->over ? NJ_ERR_LIMIT : NJ_OK;
}

enum nj_status nj_ob_send_private(struct nj_str *out, const char *echo,
                                  struct nj_person to, const struct nj_say *say)
{
    struct nj_json_out *o;
    int64_t id;

    if (!number_of(nj_address_user_id(to.address), &id) || say->text[0] == '\0')
        return NJ_ERR_BAD_INPUT;
    o = begin("send_private_msg", echo);
    nj_json_put_i64(o, "user_id", id);
    NJ_ASSERT(say->n_mentions == 0);
    put_message(o, say);
    finish(o, out);
    return out->over ? NJ_ERR_LIMIT : NJ_OK;
}

void nj_ob_send_login(struct nj_str *out, const char *echo)
{
    finish(begin("get_login_info", echo), out);
}
