/*
 * Answers to calls: what became of a text.
 *
 * Gateways agree on little here. Only what is known to mean "not delivered"
 * counts as a refusal; a failure without a known reason may hide a delivered
 * text, so it is unknown.
 */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "gateway/onebot/onebot_priv.h"

#define RESULT_NO_FRIEND 16 /* QQ's number */

/* Words of NapCat, LLOneBot, Lagrange and go-cqhttp, or of QQ through them. */
static const char *const refusals[] = {
    "请先添加对方为好友", "不在共同的群",
    "已被移出该群",       "禁言",
    "GROUP_NOT_FOUND",    "FRIEND_NOT_FOUND",
    "EMPTY_MSG_ERROR",    "消息体无法解析",
};

/* QQ says that we talk too fast: that much is certain, nothing was sent. */
static const char *const too_fast[] = {"频率", "频繁", "too frequent"};

/* Numbers by which QQ says no: not a friend, no common group, put out of the
 * group, muted. */
static bool is_refusal(int64_t result)
{
    return result == RESULT_NO_FRIEND || result == 102 || result == 110 ||
           result == 120;
}

/* NapCat writes QQ's number into its text: ... "result": 16 ... */
static bool names_refusal(const char *text)
{
    const char *at = strstr(text, "\"result\"");

    if (at == NULL)
        return false;
    at += strlen("\"result\"");
    at += strspn(at, " :");
    return is_refusal(strtoll(at, NULL, 10));
}

static bool has_any(const char *text, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strstr(text, words[i]) != NULL)
            return true;
    return false;
}

/* SENT: the words say nothing. */
static enum nj_fate fate_by_words(const char *text)
{
    if (has_any(text, refusals, NJ_COUNT(refusals)) || names_refusal(text))
        return NJ_FATE_REFUSED;
    return has_any(text, too_fast, NJ_COUNT(too_fast)) ? NJ_FATE_LATER
                                                       : NJ_FATE_SENT;
}

static const char *text_of(struct nj_json root, const char *name)
{
    struct nj_json j = nj_json_opt(root, name);

    return nj_json_is_string(j) ? nj_json_text(j, NJ_FRAME_MAX) : "";
}

/* The frame was wrong or the action is not known there: nothing happened. */
static bool never_tried(int64_t retcode)
{
    return retcode == 1400 || retcode == 1401 || retcode == 1403 ||
           retcode == 1404 || retcode == 404;
}

static enum nj_fate fate_of(struct nj_json root, int64_t retcode)
{
    static const char *const places[] = {"wording", "message", "msg"};
    const char *status = text_of(root, "status");

    if (strcmp(status, "failed") != 0 && (retcode == 0 || retcode == 1))
        return NJ_FATE_SENT;
    if (never_tried(retcode) || is_refusal(retcode))
        return NJ_FATE_REFUSED;
    for (size_t i = 0; i < NJ_COUNT(places); i++) {
        enum nj_fate fate = fate_by_words(text_of(root, places[i]));

        if (fate != NJ_FATE_SENT)
            return fate;
    }
    return NJ_FATE_UNKNOWN;
}

/* Among all refusals the one that he can mend himself. */
static bool is_no_friend(struct nj_json root, int64_t retcode)
{
    static const char *const words[] = {"请先添加对方为好友",
                                        "FRIEND_NOT_FOUND"};
    static const char *const places[] = {"wording", "message", "msg"};

    for (size_t i = 0; i < NJ_COUNT(places); i++)
        if (has_any(text_of(root, places[i]), words, NJ_COUNT(words)))
            return true;
    return retcode == RESULT_NO_FRIEND;
}

/* What the owner may read about a failure, in one line. */
static void keep_wording(struct nj_json root, struct nj_ob_frame *out)
{
    static const char *const places[] = {"wording", "message", "msg"};

    for (size_t i = 0; i < NJ_COUNT(places); i++) {
        const char *text = text_of(root, places[i]);

        if (nj_utf8_clean(text, strlen(text), NJ_OB_WORDING_MAX, out->wording,
                          sizeof(out->wording)) > 0)
            return;
    }
}

/* Without a number the word decides. */
static int64_t retcode_of(struct nj_json root)
{
    int64_t v;

    if (nj_ob_whole_read(nj_json_opt(root, "retcode"), &v))
        return v;
    return strcmp(text_of(root, "status"), "ok") == 0 ? 0 : -1;
}

/* Of a login or a member: who; of a send: what the message is called. */
static void read_data(struct nj_json data, struct nj_ob_frame *out)
{
    struct nj_json name = nj_json_opt(data, "nickname");
    const char *text =
        nj_json_is_string(name) ? nj_json_text(name, NJ_FRAME_MAX) : "";

    (void)nj_ob_id_read(nj_json_opt(data, "user_id"), out->login);
    (void)nj_utf8_clean(text, strlen(text), NJ_NAME_CHARS_MAX, out->name,
                        sizeof(out->name));
    (void)nj_ob_opaque_read(nj_json_opt(data, "message_id"), out->id,
                            sizeof(out->id));
    out->role_said = nj_ob_role_read(data, &out->role);
}

void nj_ob_answer_read(struct nj_json root, struct nj_ob_frame *out)
{
    struct nj_json echo = nj_json_opt(root, "echo");

    out->kind = NJ_OB_ANSWER;
    out->retcode = retcode_of(root);
    out->fate = fate_of(root, out->retcode);
    if (out->fate != NJ_FATE_SENT) {
        keep_wording(root, out);
        out->no_friend = is_no_friend(root, out->retcode);
    }
    if (nj_json_is_string(echo)) {
        const char *text = nj_json_text(echo, NJ_FRAME_MAX);

        if (strlen(text) < sizeof(out->echo))
            memcpy(out->echo, text, strlen(text) + 1);
    }
    read_data(nj_json_opt(root, "data"), out);
}
