/*
 * The platform's ledgers: tokens, what can be answered and how often, pushes
 * by the second, the minute and the day. Everything is kept and counted anew
 * for each call: slow, and easy to believe.
 */
#include "kit/qqbot_platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/json.h"
#include "base/loose.h"

#define MINUTE_MS       INT64_C(60000)
#define DAY_MS          (1440 * MINUTE_MS)
#define ZONE_MS         (480 * MINUTE_MS)
#define ID_BYTES        64
#define SEQS            64
#define CODES           64
#define TOKEN_OVERLAP_S INT64_C(60)
#define TOKEN_ASKS      10
#define PREFIX          "QQBot "

struct chat {
    enum qqbot_scene scene;
    char id[ID_BYTES];
    bool here, pushes, admin;
};

struct ref {
    size_t chat;
    bool event, answerable, gone;
    char id[QQBOT_REF_BYTES];
    int64_t at_ms;
    uint32_t used;
    uint64_t seqs; /* those that have been used */
};

struct shown {
    size_t chat;
    char *text, *buttons;
    int64_t at_ms;
    bool push;
};

struct qqbot_platform {
    bool verified, early, no_keyboards, repeats_last;
    enum qqbot_fault fault;
    struct chat *chats;
    struct ref *refs;
    struct shown *shown;
    size_t n_chats, n_refs, n_shown;
    int64_t asks[TOKEN_ASKS]; /* for tokens, the oldest overwritten */
    uint32_t n_asks;
    uint32_t n_files;
    int64_t token_s;     /* how long a new one lives */
    uint32_t n_tokens;   /* the number of the newest */
    int64_t token_until; /* of the newest */
    int64_t codes[CODES];
    uint32_t counts[CODES];
};

struct qqbot_platform *qqbot_platform_create(bool verified)
{
    struct qqbot_platform *p = nj_alloc(sizeof(*p));

    p->verified = verified;
    p->token_s = 7200;
    return p;
}

void qqbot_platform_destroy(struct qqbot_platform *p)
{
    if (p == NULL)
        return;
    for (size_t i = 0; i < p->n_shown; i++) {
        free(p->shown[i].text);
        free(p->shown[i].buttons);
    }
    free(p->shown);
    free(p->refs);
    free(p->chats);
    free(p);
}

void qqbot_answers_end_early(struct qqbot_platform *p)
{
    p->early = true;
}

void qqbot_refuse_keyboards(struct qqbot_platform *p)
{
    p->no_keyboards = true;
}

void qqbot_repeats_come_last(struct qqbot_platform *p)
{
    p->repeats_last = true;
}

void qqbot_tokens_live(struct qqbot_platform *p, int64_t s)
{
    p->token_s = s;
}

void qqbot_fault_next(struct qqbot_platform *p, enum qqbot_fault fault)
{
    p->fault = fault;
}

/* --- chats --- */

/* Its index; n_chats: there is none. */
static size_t find(const struct qqbot_platform *p, enum qqbot_scene scene,
                   const char *id)
{
    size_t i = 0;

    while (i < p->n_chats &&
           (p->chats[i].scene != scene || strcmp(p->chats[i].id, id) != 0))
        i++;
    return i;
}

static struct chat *known(struct qqbot_platform *p, enum qqbot_scene scene,
                          const char *id)
{
    size_t i = find(p, scene, id);

    NJ_ASSERT(i < p->n_chats);
    return &p->chats[i];
}

void qqbot_meet(struct qqbot_platform *p, enum qqbot_scene scene,
                const char *id)
{
    size_t i = find(p, scene, id);

    if (i == p->n_chats) {
        p->chats = nj_realloc(p->chats, ++p->n_chats * sizeof(*p->chats));
        p->chats[i].scene = scene;
        p->chats[i].admin = false;
        nj_str_copy(p->chats[i].id, ID_BYTES, id);
    }
    p->chats[i].here = p->chats[i].pushes = true;
}

void qqbot_leave(struct qqbot_platform *p, enum qqbot_scene scene,
                 const char *id)
{
    known(p, scene, id)->here = false;
}

void qqbot_switch(struct qqbot_platform *p, enum qqbot_scene scene,
                  const char *id, bool on)
{
    known(p, scene, id)->pushes = on;
}

bool qqbot_knows(const struct qqbot_platform *p, enum qqbot_scene scene,
                 const char *id)
{
    return find(p, scene, id) < p->n_chats;
}

bool qqbot_may_push(const struct qqbot_platform *p, enum qqbot_scene scene,
                    const char *id)
{
    size_t i = find(p, scene, id);

    return i < p->n_chats && p->chats[i].here && p->chats[i].pushes;
}

static struct ref *add_ref(struct qqbot_platform *p, enum qqbot_scene scene,
                           const char *id, int64_t now_ms)
{
    struct ref *r;

    NJ_ASSERT(known(p, scene, id)->here);
    p->refs = nj_realloc(p->refs, (p->n_refs + 1) * sizeof(*p->refs));
    r = &p->refs[p->n_refs++];
    *r = (struct ref){.chat = find(p, scene, id), .at_ms = now_ms};
    return r;
}

void qqbot_hear(struct qqbot_platform *p, enum qqbot_scene scene,
                const char *id, int64_t now_ms, char ref[QQBOT_REF_BYTES])
{
    struct ref *r = add_ref(p, scene, id, now_ms);

    r->answerable = true;
    (void)snprintf(r->id, sizeof(r->id), "ROBOT1.0_%zu!", p->n_refs);
    memcpy(ref, r->id, QQBOT_REF_BYTES);
}

void qqbot_happen(struct qqbot_platform *p, enum qqbot_scene scene,
                  const char *id, bool answerable, int64_t now_ms,
                  char ref[QQBOT_REF_BYTES])
{
    struct ref *r = add_ref(p, scene, id, now_ms);

    r->event = true;
    r->answerable = answerable;
    (void)snprintf(r->id, sizeof(r->id), "INTERACTION_CREATE:%zu", p->n_refs);
    memcpy(ref, r->id, QQBOT_REF_BYTES);
}

void qqbot_promote(struct qqbot_platform *p, const char *group)
{
    known(p, QQBOT_GROUP, group)->admin = true;
}

int64_t qqbot_withdraw(struct qqbot_platform *p, const char *group,
                       const char *ref, int64_t now_ms)
{
    size_t chat = find(p, QQBOT_GROUP, group);

    if (chat == p->n_chats || !p->chats[chat].here)
        return 40034101;
    if (!p->chats[chat].admin)
        return 11253;
    for (size_t i = 0; i < p->n_refs; i++) {
        struct ref *r = &p->refs[i];

        if (r->chat != chat || r->event || strcmp(r->id, ref) != 0)
            continue;
        if (r->gone || now_ms > r->at_ms + 2 * MINUTE_MS)
            return 40034026;
        r->gone = true;
        return 0;
    }
    return 40034026;
}

/* --- tokens --- */

static bool asks_too_often(struct qqbot_platform *p, int64_t now_ms)
{
    int64_t *oldest = &p->asks[p->n_asks % TOKEN_ASKS];
    bool often =
        p->n_asks >= TOKEN_ASKS && *oldest > now_ms - (int64_t)MINUTE_MS;

    *oldest = now_ms;
    p->n_asks++;
    return often;
}

/* The code of a wrong id or secret, or 0. */
static int64_t who_asks(const char *body, size_t n)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;
    int64_t code = 100016;

    if (nj_json_open(&doc, body, n, &NJ_JSON_WIRE, &err) == NJ_OK &&
        nj_loose_is(nj_json_root(doc), "appId", QQBOT_APP) &&
        nj_loose_is(nj_json_root(doc), "clientSecret", QQBOT_SECRET))
        code = 0;
    nj_json_close(doc);
    return code;
}

void qqbot_token(struct qqbot_platform *p, const char *body, size_t n,
                 int64_t now_ms, struct nj_str *answer)
{
    int64_t code = asks_too_often(p, now_ms) ? 100001 : who_asks(body, n);

    if (code != 0) {
        nj_str_addf(answer, "{\"code\":%lld,\"message\":\"no\"}",
                    (long long)code);
        return;
    }
    if (now_ms >= p->token_until - TOKEN_OVERLAP_S * 1000) {
        p->n_tokens++;
        p->token_until = now_ms + p->token_s * 1000;
    }
    nj_str_addf(answer, "{\"access_token\":\"t%u\",\"expires_in\":\"%lld\"}",
                (unsigned)p->n_tokens,
                (long long)((p->token_until - now_ms) / 1000));
}

/* The newest, or the one before it in the first minute of the newest. */
bool qqbot_authorized(const struct qqbot_platform *p, const char *said,
                      int64_t now_ms)
{
    char name[24];
    int64_t since = p->token_until - p->token_s * 1000;

    if (p->n_tokens == 0 || strncmp(said, PREFIX, strlen(PREFIX)) != 0)
        return false;
    said += strlen(PREFIX);
    (void)snprintf(name, sizeof(name), "t%u", (unsigned)p->n_tokens);
    if (strcmp(said, name) == 0)
        return now_ms < p->token_until;
    (void)snprintf(name, sizeof(name), "t%u", (unsigned)p->n_tokens - 1);
    return strcmp(said, name) == 0 && p->n_tokens > 1 &&
           now_ms < since + TOKEN_OVERLAP_S * 1000;
}

/* --- answers and pushes --- */

static int64_t answer_code(const struct qqbot_platform *p, const struct ref *r,
                           const struct qqbot_body *b, int64_t now_ms)
{
    bool group = p->chats[r->chat].scene == QQBOT_GROUP;
    int64_t minutes = group || p->early ? 5 : 60;

    bool repeats = !r->event && b->seq > 0 && b->seq < SEQS &&
                   (r->seqs >> b->seq & 1) != 0;

    if (!r->answerable)
        return 40034027;
    if (repeats && !p->repeats_last)
        return 40054005;
    if (now_ms > r->at_ms + minutes * MINUTE_MS)
        return 40034005;
    if (r->used >= (group ? 5u : 4u))
        return 40034128;
    return repeats ? 40054005 : 0;
}

static int64_t use_ref(struct qqbot_platform *p, size_t chat,
                       const struct qqbot_body *b, int64_t now_ms)
{
    bool event = b->event_id[0] != '\0';
    const char *id = event ? b->event_id : b->msg_id;

    for (size_t i = 0; i < p->n_refs; i++) {
        struct ref *r = &p->refs[i];
        int64_t code;

        if (strcmp(r->id, id) != 0)
            continue;
        if (r->event != event)
            return 40034025;
        if (r->chat != chat)
            return 40034024;
        code = answer_code(p, r, b, now_ms);
        if (code == 0) {
            r->used++;
            r->seqs |= UINT64_C(1) << (b->seq > 0 ? b->seq % SEQS : 1);
        }
        return code;
    }
    return 40034026;
}

struct pushed {
    uint32_t second, minute;   /* in all chats of that scene */
    uint32_t chat_minute, day; /* in that chat */
};

static struct pushed count_pushes(const struct qqbot_platform *p, size_t chat,
                                  int64_t now_ms)
{
    struct pushed n = {0};

    for (size_t i = p->n_shown; i-- > 0;) {
        const struct shown *s = &p->shown[i];
        bool minute = s->at_ms > now_ms - (int64_t)MINUTE_MS;

        if (!s->push)
            continue;
        if (p->chats[s->chat].scene == p->chats[chat].scene) {
            n.second += s->at_ms > now_ms - 1000;
            n.minute += minute;
        }
        if (s->chat != chat)
            continue;
        n.chat_minute += minute;
        n.day += (s->at_ms + ZONE_MS) / DAY_MS == (now_ms + ZONE_MS) / DAY_MS;
    }
    return n;
}

static int64_t push_code(const struct qqbot_platform *p, size_t chat,
                         int64_t now_ms)
{
    bool group = p->chats[chat].scene == QQBOT_GROUP;
    struct pushed n = count_pushes(p, chat, now_ms);

    if (!p->chats[chat].pushes)
        return group ? 40034105 : 40054013;
    if (n.chat_minute >= 20 || n.day >= 1000)
        return 40034100;
    if (group)
        return n.minute >= (p->verified ? 60u : 30u) ? 40034100 : 0;
    if (!p->verified && n.minute >= 30)
        return 40034100;
    return n.second >= (p->verified ? 10u : 5u) ? 40034100 : 0;
}

static void show(struct qqbot_platform *p, size_t chat,
                 const struct qqbot_body *b, int64_t now_ms)
{
    const char *text = b->drawn.len > 0 ? b->drawn.p : b->text;

    p->shown = nj_realloc(p->shown, (p->n_shown + 1) * sizeof(*p->shown));
    p->shown[p->n_shown++] =
        (struct shown){.chat = chat,
                       .text = nj_strndup(text, strlen(text)),
                       .buttons = nj_strndup(b->buttons.p, b->buttons.len),
                       .at_ms = now_ms,
                       .push = b->msg_id[0] == '\0' && b->event_id[0] == '\0'};
}

static int64_t take(struct qqbot_platform *p, size_t chat,
                    const struct qqbot_body *b, int64_t now_ms)
{
    int64_t code = b->msg_id[0] == '\0' && b->event_id[0] == '\0'
                       ? push_code(p, chat, now_ms)
                       : use_ref(p, chat, b, now_ms);

    if (code == 0)
        show(p, chat, b, now_ms);
    return code;
}

/* --- calls --- */

/* "/v2/groups/ID/messages", or ".../files": the chat, or a code. */
static int64_t read_path(const struct qqbot_platform *p, const char *path,
                         size_t *chat, bool *upload)
{
    bool group = strncmp(path, "/v2/groups/", 11) == 0;
    const char *id = path + (group ? 11 : 10);
    char name[ID_BYTES];
    size_t n;

    if (!group && strncmp(path, "/v2/users/", 10) != 0)
        return 11253;
    n = strcspn(id, "/");
    *upload = strcmp(id + n, "/files") == 0;
    if (n >= sizeof(name) || (!*upload && strcmp(id + n, "/messages") != 0))
        return 11253;
    memcpy(name, id, n);
    name[n] = '\0';
    *chat = find(p, group ? QQBOT_GROUP : QQBOT_USER, name);
    if (*chat < p->n_chats && p->chats[*chat].here)
        return 0;
    if (*chat == p->n_chats &&
        find(p, group ? QQBOT_USER : QQBOT_GROUP, name) < p->n_chats)
        return 40034024;
    return group ? 40034101 : 40054004;
}

/* What was uploaded is for that scene alone: "group-1". */
static const char *scene_word(const struct qqbot_platform *p, size_t chat)
{
    return p->chats[chat].scene == QQBOT_GROUP ? "group-" : "user-";
}

static int64_t post_code(struct qqbot_platform *p,
                         const struct qqbot_post *call, int64_t now_ms,
                         struct nj_str *answer)
{
    struct nj_json_doc *doc = NULL;
    struct qqbot_body b = {.buttons = NJ_STR_INIT(0), .drawn = NJ_STR_INIT(0)};
    bool upload = false;
    size_t chat = 0;
    int64_t code = read_path(p, call->path, &chat, &upload);

    if (code == 0 && upload) {
        nj_str_addf(answer, "{\"file_info\":\"%s%u\",\"ttl\":600}",
                    scene_word(p, chat), (unsigned)++p->n_files);
        return qqbot_upload_code(call->body, call->n);
    }
    if (code == 0)
        code = qqbot_body_read(call->body, call->n, &doc, &b);
    if (code == 0 && b.media[0] != '\0' &&
        strncmp(b.media, scene_word(p, chat), strlen(scene_word(p, chat))) != 0)
        code = 40034024;
    if (code == 0 && b.keyboard && p->no_keyboards)
        code = 40034127;
    if (code == 0)
        code = take(p, chat, &b, now_ms);
    nj_str_fini(&b.buttons);
    nj_str_fini(&b.drawn);
    nj_json_close(doc);
    return code;
}

static void count_code(struct qqbot_platform *p, int64_t code)
{
    size_t i = 0;

    while (p->codes[i] != code && p->codes[i] != 0)
        i++;
    NJ_ASSERT(i + 1 < CODES);
    p->codes[i] = code;
    p->counts[i]++;
}

int64_t qqbot_post(struct qqbot_platform *p, const struct qqbot_post *call,
                   int64_t now_ms, struct nj_str *answer)
{
    enum qqbot_fault fault = p->fault;
    int64_t code;

    p->fault = QQBOT_NO_FAULT;
    if (fault == QQBOT_LOSE_CALL)
        return 0;
    code = qqbot_authorized(p, call->authorization, now_ms)
               ? post_code(p, call, now_ms, answer)
               : 11244;
    if (code != 0)
        count_code(p, code);
    if (fault == QQBOT_LOSE_ANSWER)
        return 0;
    if (code == 0 && answer->len > 0)
        return 200; /* a file */
    nj_str_clear(answer);
    if (code == 0) {
        nj_str_addf(answer, "{\"id\":\"ROBOT1.0_out%zu\",\"timestamp\":0}",
                    p->n_shown);
        return 200;
    }
    nj_str_addf(answer,
                "{\"message\":\"no\",\"code\":%lld,\"err_code\":%lld,"
                "\"trace_id\":\"t-%zu\"}",
                (long long)code, (long long)code, p->n_shown);
    return code == 11244 ? 401 : 400;
}

/* --- what has happened --- */

bool qqbot_said(const struct qqbot_platform *p, size_t i,
                struct qqbot_said *out)
{
    if (i >= p->n_shown)
        return false;
    *out = (struct qqbot_said){.scene = p->chats[p->shown[i].chat].scene,
                               .chat = p->chats[p->shown[i].chat].id,
                               .text = p->shown[i].text,
                               .buttons = p->shown[i].buttons,
                               .push = p->shown[i].push,
                               .at_ms = p->shown[i].at_ms};
    return true;
}

uint32_t qqbot_shown(const struct qqbot_platform *p, enum qqbot_scene scene,
                     const char *id, const char *part)
{
    size_t chat = find(p, scene, id);
    uint32_t n = 0;

    for (size_t i = 0; i < p->n_shown; i++)
        n += p->shown[i].chat == chat && strstr(p->shown[i].text, part) != NULL;
    return n;
}

uint32_t qqbot_refused(const struct qqbot_platform *p, int64_t code)
{
    for (size_t i = 0; i < CODES; i++)
        if (p->codes[i] == code)
            return p->counts[i];
    return 0;
}

uint32_t qqbot_pushes(const struct qqbot_platform *p)
{
    uint32_t n = 0;

    for (size_t i = 0; i < p->n_shown; i++)
        n += p->shown[i].push;
    return n;
}

uint32_t qqbot_answers(const struct qqbot_platform *p)
{
    return (uint32_t)p->n_shown - qqbot_pushes(p);
}
