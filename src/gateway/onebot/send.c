/*
 * Calls as JSON. Messages are arrays of segments, so that no text can be taken
 * for a code. send_msg is not used: gateways do not agree where it goes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "gateway/onebot/send_priv.h"

#define CALL_BYTES 500 /* most calls need no more, and get it in one piece */

bool nj_ob_number_read(const char *id, int64_t *v)
{
    char *end = NULL;

    if (id == NULL || strspn(id, "-0123456789") != strlen(id))
        return false;
    errno = 0;
    *v = strtoll(id, &end, 10);
    return errno == 0 && *end == '\0' && *v != 0;
}

struct nj_json_out nj_ob_call_begin(struct nj_str *out, const char *action,
                                    const char *echo)
{
    struct nj_json_out o;

    nj_str_room(out, CALL_BYTES);
    o = nj_json_onto(out);
    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "action", action);
    nj_json_put_text(&o, "echo", echo);
    nj_json_obj(&o, "params");
    return o;
}

enum nj_status nj_ob_call_end(struct nj_json_out *o)
{
    const struct nj_str *out = o->to;

    nj_json_end(o);
    nj_json_end(o);
    return out->over ? NJ_ERR_LIMIT : NJ_OK;
}

void nj_ob_put_segment(struct nj_json_out *o, const char *type,
                       const char *name, const char *value)
{
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "type", type);
    nj_json_obj(o, "data");
    nj_json_put_text(o, name, value);
    nj_json_end(o);
    nj_json_end(o);
}

/* --- messages --- */

/* Bytes as these programs take them; the caller frees what they stand in. */
static struct nj_str in_base64(const unsigned char *bytes, size_t n)
{
    struct nj_str s = NJ_STR_INIT(2 * NJ_OB_PICTURE_MAX);

    NJ_ASSERT(n <= NJ_OB_PICTURE_MAX);
    nj_str_puts(&s, "base64://");
    nj_str_add_base64(&s, bytes, n);
    return s;
}

static void put_picture(struct nj_json_out *o, const struct nj_picture *p)
{
    struct nj_str file;

    if (p->n == 0 || p->n > NJ_OB_PICTURE_MAX)
        return;
    file = in_base64(p->bytes, p->n);
    nj_ob_put_segment(o, "image", "file", file.p);
    nj_str_fini(&file);
}

/* Words; behind a mention they begin with a space. */
static void put_words(struct nj_json_out *o, const char *text, size_t n,
                      bool behind)
{
    struct nj_str words = NJ_STR_INIT(n + 1);

    nj_str_puts(&words, behind ? " " : "");
    nj_str_add(&words, text, n);
    nj_ob_put_segment(o, "text", "text", words.p);
    nj_str_fini(&words);
}

/* Each mention stands in its place between the words. */
static void put_message(struct nj_json_out *o, const struct nj_say *say)
{
    size_t n = strlen(say->text), said = 0;
    bool behind = false;

    nj_json_arr(o, "message");
    for (uint32_t i = 0; i < say->n_mentions; i++) {
        const char *id = nj_address_user_id(say->mentions[i]);
        size_t at = say->places != NULL ? say->places[i] : 0;
        int64_t v;

        NJ_ASSERT(said <= at && at <= n);
        if (!nj_ob_number_read(id, &v))
            continue;
        if (at > said)
            put_words(o, say->text + said, at - said, behind);
        nj_ob_put_segment(o, "at", "qq", id);
        said = at;
        behind = true;
    }
    put_words(o, say->text + said, n - said, behind);
    put_picture(o, &say->picture);
    nj_json_end(o);
}

enum nj_status nj_ob_send_group(struct nj_str *out, const char *echo,
                                struct nj_group to, const struct nj_say *say)
{
    struct nj_json_out o;
    int64_t id;

    if (!nj_ob_number_read(nj_address_group_id(to.address), &id) ||
        say->text[0] == '\0')
        return NJ_ERR_BAD_INPUT;
    o = nj_ob_call_begin(out, "send_group_msg", echo);
    nj_json_put_i64(&o, "group_id", id);
    put_message(&o, say);
    return nj_ob_call_end(&o);
}

enum nj_status nj_ob_send_private(struct nj_str *out, const char *echo,
                                  const struct nj_private *to,
                                  const struct nj_say *say)
{
    struct nj_json_out o;
    int64_t id;

    if (!nj_ob_number_read(nj_address_user_id(nj_private_address(to)), &id) ||
        say->text[0] == '\0')
        return NJ_ERR_BAD_INPUT;
    o = nj_ob_call_begin(out, "send_private_msg", echo);
    nj_json_put_i64(&o, "user_id", id);
    NJ_ASSERT(say->n_mentions == 0);
    put_message(&o, say);
    return nj_ob_call_end(&o);
}

/* --- files --- */

static enum nj_status send_file(struct nj_str *out, const char *echo,
                                bool group, const char *to,
                                const struct nj_file *file)
{
    struct nj_json_out o;
    struct nj_str bytes;
    int64_t id;

    if (!nj_ob_number_read(to, &id) || file->name[0] == '\0')
        return NJ_ERR_BAD_INPUT;
    if (file->n > NJ_OB_FILE_MAX)
        return NJ_ERR_LIMIT;
    o = nj_ob_call_begin(
        out, group ? "upload_group_file" : "upload_private_file", echo);
    nj_json_put_i64(&o, group ? "group_id" : "user_id", id);
    bytes = in_base64(file->bytes, file->n);
    nj_json_put_text(&o, "file", bytes.p);
    nj_str_fini(&bytes);
    nj_json_put_text(&o, "name", file->name);
    return nj_ob_call_end(&o);
}

enum nj_status nj_ob_send_group_file(struct nj_str *out, const char *echo,
                                     struct nj_group to,
                                     const struct nj_file *file)
{
    return send_file(out, echo, true, nj_address_group_id(to.address), file);
}

enum nj_status nj_ob_send_private_file(struct nj_str *out, const char *echo,
                                       const struct nj_private *to,
                                       const struct nj_file *file)
{
    return send_file(out, echo, false,
                     nj_address_user_id(nj_private_address(to)), file);
}

enum nj_status nj_ob_send_courtesy(struct nj_str *out, const char *echo,
                                   struct nj_person to, const char *session,
                                   const struct nj_courtesy *what)
{
    const struct nj_say say = {.text = what->text};
    struct nj_json_out o;
    int64_t id;
    int64_t group;

    if (!nj_ob_number_read(nj_address_user_id(to.address), &id) ||
        what->text[0] == '\0')
        return NJ_ERR_BAD_INPUT;
    o = nj_ob_call_begin(out, "send_private_msg", echo);
    nj_json_put_i64(&o, "user_id", id);
    if (nj_ob_number_read(session, &group))
        nj_json_put_i64(&o, "group_id", group);
    put_message(&o, &say);
    return nj_ob_call_end(&o);
}

/* --- questions and answers of our own; they always fit --- */

void nj_ob_send_login(struct nj_str *out, const char *echo)
{
    struct nj_json_out o = nj_ob_call_begin(out, "get_login_info", echo);

    (void)nj_ob_call_end(&o);
}

bool nj_ob_send_member(struct nj_str *out, const char *echo, struct nj_group in,
                       struct nj_person who)
{
    struct nj_json_out o;
    int64_t group;
    int64_t user;

    if (!nj_ob_number_read(nj_address_group_id(in.address), &group) ||
        !nj_ob_number_read(nj_address_user_id(who.address), &user))
        return false;
    o = nj_ob_call_begin(out, "get_group_member_info", echo);
    nj_json_put_i64(&o, "group_id", group);
    nj_json_put_i64(&o, "user_id", user);
    nj_json_put_bool(&o, "no_cache", true);
    (void)nj_ob_call_end(&o);
    return true;
}

void nj_ob_send_wish(struct nj_str *out, const char *echo,
                     const struct nj_ob_wish *wish)
{
    struct nj_json_out o = nj_ob_call_begin(
        out, wish->group ? "set_group_add_request" : "set_friend_add_request",
        echo);

    nj_json_put_text(&o, "flag", wish->flag);
    if (wish->group)
        nj_json_put_text(&o, "sub_type", "invite");
    nj_json_put_bool(&o, "approve", wish->accept);
    (void)nj_ob_call_end(&o);
}
