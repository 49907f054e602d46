/*
 * Takes a call apart and finds fault with it. Strict where real gateways
 * differ: what passes here passes everywhere.
 */
#include "kit/onebot_check.h"

#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "kit/png_check.h"

#define LEAVES_MAX 100

const char *const nj_ob_courtesies[NJ_OB_COURTESIES] = {
    "我只和好友私聊：请先加我为好友，再发我一个「我」。"
    "加好之前请在群里找我，例如「#帮助」。",
    "我只和好友私聊：請先加我為好友，再傳我一個「我」。"
    "加好之前請在群裡找我，例如「#幫助」。",
    "In private I talk to friends only: please add me as a friend, then send "
    "me \"me\". Until then you will find me in the group: try `#help`."};

struct check {
    struct nj_ob_checked *c;
    struct nj_str *faults;
    bool mentioned; /* by the segment before */
};

static void fault(struct check *k, const char *what, const char *which)
{
    nj_str_addf(k->faults, "%s: %s %s\n", k->c->action, what, which);
}

/* Members that nobody asked for change what some gateways do. `names` are
 * separated by blanks. */
static void only(struct check *k, struct nj_json object, const char *names)
{
    struct nj_json j = nj_json_first(object);

    for (; nj_json_present(j); j = nj_json_next(j)) {
        const char *name = nj_json_name(j);
        const char *at = strstr(names, name);
        size_t n = strlen(name);

        while (at != NULL && ((at != names && at[-1] != ' ') ||
                              (at[n] != ' ' && at[n] != '\0')))
            at = strstr(at + 1, name);
        if (at == NULL)
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
    return nj_json_text(j, 16u << 20);
}

static int64_t number_in(struct check *k, struct nj_json object,
                         const char *name)
{
    struct nj_json j = nj_json_opt(object, name);

    if (nj_json_is_number(j))
        return nj_json_i64(j, 1, NJ_JSON_INT_MAX);
    fault(k, "expected a number:", name);
    return 0;
}

/* Base64 with its padding and without line ends; "" if it is not. */
static const char *base64_in(struct check *k, struct nj_json object)
{
    static const char head[] = "base64://";
    const char *file = string_in(k, object, "file");
    size_t n, all;

    if (strncmp(file, head, sizeof(head) - 1) != 0) {
        fault(k, "has a file that is no base64", "");
        return "";
    }
    file += sizeof(head) - 1;
    all = strlen(file);
    n = strspn(file, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                     "0123456789+/");
    if (n > 0 && strspn(file + n, "=") == all - n && all % 4 == 0)
        return file;
    fault(k, "has a file in bad base64", "");
    return "";
}

static void check_picture(struct check *k, struct nj_json data)
{
    const char *file = base64_in(k, data);

    only(k, data, "file");
    k->c->picture = strlen(file);
    k->c->png = nj_png_whole_base64(file);
}

static void check_segment(struct check *k, struct nj_json segment)
{
    const char *type = string_in(k, segment, "type");
    struct nj_json data = nj_json_opt(segment, "data");

    only(k, segment, "type data");
    if (strcmp(type, "text") == 0) {
        const char *words = string_in(k, data, "text");

        only(k, data, "text");
        if (k->mentioned && words[0] != ' ')
            fault(k, "has a mention that sticks to its words", "");
        k->mentioned = false;
        nj_str_puts(&k->c->text, words);
    } else if (strcmp(type, "image") == 0) {
        if (k->c->text.len == 0)
            fault(k, "shows a picture in front of its text", "");
        check_picture(k, data);
    } else if (strcmp(type, "at") == 0) {
        const char *qq = string_in(k, data, "qq");

        only(k, data, "qq");
        if (strspn(qq, "0123456789") != strlen(qq) || qq[0] == '\0')
            fault(k, "mentions no number:", qq);
        k->mentioned = true;
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
    struct nj_json message = nj_json_opt(params, "message");
    struct nj_json j;

    only(k, params, "user_id group_id message");
    if (!k->c->group && nj_json_present(nj_json_opt(params, "group_id")))
        k->c->session = number_in(k, params, "group_id");
    k->c->to = number_in(k, params, id);
    if (!nj_json_is_array(message)) {
        fault(k, "the message is no array", "");
        return;
    }
    for (j = nj_json_first(message); nj_json_present(j); j = nj_json_next(j))
        check_segment(k, j);
    if (k->mentioned)
        fault(k, "mentions somebody behind the text", "");
    check_text(k);
}

/* --- folded --- */

/* Both dialects' members, and nobody's words but the bot's. */
static void check_leaf(struct check *k, struct nj_json leaf)
{
    struct nj_json data = nj_json_opt(leaf, "data");
    struct nj_json content = nj_json_opt(data, "content");
    struct nj_json j = nj_json_first(content);
    size_t before = k->c->text.len;

    only(k, leaf, "type data");
    only(k, data, "user_id nickname uin name content");
    if (strcmp(string_in(k, leaf, "type"), "node") != 0)
        fault(k, "has a leaf that is no node", "");
    if (strcmp(string_in(k, data, "user_id"), string_in(k, data, "uin")) != 0 ||
        strcmp(string_in(k, data, "nickname"), string_in(k, data, "name")) != 0)
        fault(k, "has a leaf of two people", "");
    if (before > 0)
        nj_str_putc(&k->c->text, '\n');
    before = k->c->text.len;
    for (; nj_json_present(j); j = nj_json_next(j))
        check_segment(k, j);
    if (k->c->text.len == before)
        fault(k, "has an empty leaf", "");
}

static void check_folded(struct check *k, struct nj_json params, const char *id)
{
    struct nj_json leaves = nj_json_opt(params, "messages");
    struct nj_json j = nj_json_first(leaves);

    only(k, params, "user_id group_id messages");
    k->c->folded = true;
    k->c->to = number_in(k, params, id);
    if (nj_json_size(leaves) < 1 || nj_json_size(leaves) > LEAVES_MAX)
        fault(k, "has no leaves or too many", "");
    for (; nj_json_present(j); j = nj_json_next(j))
        check_leaf(k, j);
}

/* --- actions --- */

static void check_group(struct check *k, struct nj_json params)
{
    k->c->group = true;
    check_send(k, params, "group_id");
}

/* What could be posted to the group is for everybody. */
static void check_session(struct check *k)
{
    for (size_t i = 0; i < NJ_OB_COURTESIES; i++)
        if (strcmp(k->c->text.p, nj_ob_courtesies[i]) == 0)
            return;
    fault(k, "names a group beside what is not for everybody:", k->c->text.p);
}

static void check_private(struct check *k, struct nj_json params)
{
    check_send(k, params, "user_id");
    if (nj_json_present(nj_json_opt(params, "group_id")))
        check_session(k);
}

static void check_group_folded(struct check *k, struct nj_json params)
{
    k->c->group = true;
    check_folded(k, params, "group_id");
}

static void check_private_folded(struct check *k, struct nj_json params)
{
    if (nj_json_present(nj_json_opt(params, "group_id")))
        fault(k, "names a group: the text could be posted there", "");
    check_folded(k, params, "user_id");
}

/* No platform shows a path: a name of its own is one that anybody can keep. */
static void check_file(struct check *k, struct nj_json params, const char *id)
{
    const char *name = string_in(k, params, "name");
    const char *text = base64_in(k, params);

    k->c->to = number_in(k, params, id);
    if (name[0] == '\0' || strlen(name) >= sizeof(k->c->file) ||
        strpbrk(name, "/\\:*?\"<>|") != NULL)
        fault(k, "has a file that cannot be called", name);
    else
        memcpy(k->c->file, name, strlen(name) + 1);
    if (!nj_str_add_unbase64(&k->c->bytes, text, strlen(text)))
        fault(k, "has a file that is no base64", "");
}

static void check_group_file(struct check *k, struct nj_json params)
{
    only(k, params, "group_id file name");
    k->c->group = true;
    check_file(k, params, "group_id");
}

static void check_private_file(struct check *k, struct nj_json params)
{
    only(k, params, "user_id file name");
    check_file(k, params, "user_id");
}

static void check_login(struct check *k, struct nj_json params)
{
    only(k, params, "");
}

static void check_friends(struct check *k, struct nj_json params)
{
    only(k, params, "no_cache");
    k->c->asked_friends = true;
    if (!nj_json_is_bool(nj_json_opt(params, "no_cache")))
        fault(k, "could be answered from a cache", "");
}

static void check_member(struct check *k, struct nj_json params)
{
    only(k, params, "group_id user_id no_cache");
    k->c->asked_group = number_in(k, params, "group_id");
    k->c->asked_user = number_in(k, params, "user_id");
    if (!nj_json_is_bool(nj_json_opt(params, "no_cache")))
        fault(k, "could be answered from a cache", "");
}

static void check_wish(struct check *k, struct nj_json params)
{
    const char *flag = string_in(k, params, "flag");

    if (strlen(flag) < sizeof(k->c->flag))
        memcpy(k->c->flag, flag, strlen(flag) + 1);
    k->c->approve = nj_json_is_bool(nj_json_opt(params, "approve")) &&
                    nj_json_bool(nj_json_opt(params, "approve"));
}

static void check_friend(struct check *k, struct nj_json params)
{
    only(k, params, "flag approve");
    check_wish(k, params);
}

static void check_invite(struct check *k, struct nj_json params)
{
    only(k, params, "flag sub_type approve");
    if (strcmp(string_in(k, params, "sub_type"), "invite") != 0)
        fault(k, "answers what is no invitation", "");
    check_wish(k, params);
}

static const struct {
    const char *name;
    void (*check)(struct check *k, struct nj_json params);
} actions[] = {
    {"send_group_msg", check_group},
    {"send_private_msg", check_private},
    {"send_group_forward_msg", check_group_folded},
    {"send_private_forward_msg", check_private_folded},
    {"upload_group_file", check_group_file},
    {"upload_private_file", check_private_file},
    {"get_login_info", check_login},
    {"get_friend_list", check_friends},
    {"get_group_member_info", check_member},
    {"set_friend_add_request", check_friend},
    {"set_group_add_request", check_invite},
};

static void check_action(struct check *k, struct nj_json params)
{
    for (size_t i = 0; i < NJ_COUNT(actions); i++)
        if (strcmp(k->c->action, actions[i].name) == 0) {
            actions[i].check(k, params);
            return;
        }
    fault(k, "unknown action", "");
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
    c->bytes = (struct nj_str)NJ_STR_INIT(16u << 20);
    c->mentions = (struct nj_str)NJ_STR_INIT(1000);
    /* Not a frame's bounds: a picture is a long string. */
    if (nj_json_open(&doc, frame, n, &NJ_JSON_FILE, &err) != NJ_OK) {
        fault(&k, "not JSON:", err.text);
        return;
    }
    root = nj_json_root(doc);
    keep(c->action, sizeof(c->action), string_in(&k, root, "action"));
    keep(c->echo, sizeof(c->echo), string_in(&k, root, "echo"));
    only(&k, root, "action params echo");
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
    nj_str_fini(&c->bytes);
    nj_str_fini(&c->mentions);
}
