/*
 * Takes a call apart and finds fault with it. Strict where real gateways
 * differ: what passes here passes everywhere.
 */
#include "kit/onebot_check.h"

#include <string.h>

#include "base/json.h"
#include "base/utf8.h"

#define ACTION_LOGIN   "get_login_info"
#define ACTION_GROUP   "send_group_msg"
#define ACTION_PRIVATE "send_private_msg"

struct check {
    struct nj_ob_checked *c;
    struct nj_str *faults;
};

static void fault(struct check *k, const char *what, const char *which)
{
    nj_str_addf(k->faults, "%s: %s %s\n", k->c->action, what, which);
}

/* Members that nobody asked for change what some gateways do. */
static void only(struct check *k, struct nj_json object, const char *a,
                 const char *b, const char *c)
{
    struct nj_json j = nj_json_first(object);

    for (; nj_json_present(j); j = nj_json_next(j)) {
        const char *name = nj_json_name(j);

        if (strcmp(name, a) != 0 && strcmp(name, b) != 0 &&
            strcmp(name, c) != 0)
            fault(k, "has a member too many:", name);
    }
}

static const char *string_in(struct check *k, struct nj_json object,
                             const char *name)
{
    struct nj_json j = nj_json_opt(object, name);

    if (!nj_json_is_string(j)) {
        fault(k, "expected a string:", name);
        return "";
    }
    return nj_json_text(j, 1u << 20);
}

static void check_segment(struct check *k, struct nj_json segment)
{
    const char *type = string_in(k, segment, "type");
    struct nj_json data = nj_json_opt(segment, "data");

    only(k, segment, "type", "data", "");
    if (strcmp(type, "text") == 0) {
        only(k, data, "text", "", "");
        nj_str_puts(&k->c->text, string_in(k, data, "text"));
    } else if (strcmp(type, "at") == 0) {
        const char *qq = string_in(k, data, "qq");

        only(k, data, "qq", "", "");
        if (strspn(qq, "0123456789") != strlen(qq) || qq[0] == '\0')
            fault(k, "mentions no number:", qq);
        if (k->c->text.len > 0)
            fault(k, "mentions somebody behind the text", "");
        if (!k->c->group)
            fault(k, "mentions somebody in private", "");
        nj_str_addf(&k->c->mentions, "%s%s", k->c->mentions.len > 0 ? "," : "",
                    qq);
    } else {
        fault(k, "has a segment of type", type);
    }
}

static size_t lines_of(const char *text)
{
    size_t n = 1;

    for (; *text != '\0'; text++)
        n += *text == '\n' ? 1 : 0;
    return n;
}

static void check_text(struct check *k)
{
    const char *text = k->c->text.p;

    if (text[strspn(text, " \n")] == '\0')
        fault(k, "says nothing", "");
    if (nj_utf8_count(text, strlen(text)) > NJ_OB_CHECK_CHARS)
        fault(k, "is longer than 1500 characters", "");
    if (lines_of(text) > NJ_OB_CHECK_LINES)
        fault(k, "has more than 40 lines", "");
    if (strstr(text, "[CQ:") != NULL)
        fault(k, "has a CQ code in its text", "");
    if (strstr(text, "://") != NULL)
        fault(k, "has a link, which QQ swallows", "");
}

static void check_send(struct check *k, struct nj_json params, const char *id)
{
    struct nj_json to = nj_json_opt(params, id);
    struct nj_json message = nj_json_opt(params, "message");
    struct nj_json j;

    only(k, params, id, "message", "");
    if (!k->c->group && nj_json_present(nj_json_opt(params, "group_id")))
        fault(k, "names a group: the text could be posted there", "");
    if (nj_json_is_number(to))
        k->c->to = nj_json_i64(to, 1, NJ_JSON_INT_MAX);
    else
        fault(k, "expected a number:", id);
    if (!nj_json_is_array(message)) {
        fault(k, "the message is no array", "");
        return;
    }
    for (j = nj_json_first(message); nj_json_present(j); j = nj_json_next(j))
        check_segment(k, j);
    check_text(k);
}

static void check_action(struct check *k, struct nj_json params)
{
    if (strcmp(k->c->action, ACTION_GROUP) == 0) {
        k->c->group = true;
        check_send(k, params, "group_id");
    } else if (strcmp(k->c->action, ACTION_PRIVATE) == 0) {
        check_send(k, params, "user_id");
    } else if (strcmp(k->c->action, ACTION_LOGIN) == 0) {
        only(k, params, "", "", "");
    } else {
        fault(k, "unknown action", "");
    }
}

static void keep(char *out, size_t cap, const char *text)
{
    if (strlen(text) < cap)
        memcpy(out, text, strlen(text) + 1);
}

void nj_ob_check(const char *frame, size_t n, struct nj_ob_checked *c,
                 struct nj_str *faults)
{
    struct check k = {.c = c, .faults = faults};
    struct nj_json_doc *doc = NULL;
    struct nj_json root;
    struct nj_err err;

    memset(c, 0, sizeof(*c));
    c->text = (struct nj_str)NJ_STR_INIT(1u << 20);
    c->mentions = (struct nj_str)NJ_STR_INIT(1000);
    if (nj_json_open(&doc, frame, n, &NJ_JSON_WIRE, &err) != NJ_OK) {
        fault(&k, "not JSON:", err.text);
        return;
    }
    root = nj_json_root(doc);
    keep(c->action, sizeof(c->action), string_in(&k, root, "action"));
    keep(c->echo, sizeof(c->echo), string_in(&k, root, "echo"));
    only(&k, root, "action", "params", "echo");
    if (!nj_json_is_object(nj_json_opt(root, "params")))
        fault(&k, "params are no object", "");
    check_action(&k, nj_json_opt(root, "params"));
    if (nj_json_status(doc, &err) != NJ_OK)
        fault(&k, "malformed:", err.text);
    nj_json_close(doc);
}

void nj_ob_checked_fini(struct nj_ob_checked *c)
{
    nj_str_fini(&c->text);
    nj_str_fini(&c->mentions);
}
