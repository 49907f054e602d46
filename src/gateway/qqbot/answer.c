/*
 * What the platform says. Its numbers decide, never its words; a number that
 * nobody knows yet is a refusal, and what cannot be read at all comes from
 * something in between: anything may have happened.
 */
#include <string.h>

#include "gateway/qqbot/out.h"

static const struct nj_json_bounds bounds = {1u << 20, 16, 4096, 65536};

static const struct {
    int64_t code;
    enum nj_qb_verdict verdict;
} codes[] = {
    {304023, NJ_QB_OK}, /* waits for review */
    {304024, NJ_QB_OK},           {40054005, NJ_QB_REPEATED},
    {40034005, NJ_QB_OVER},       {304103, NJ_QB_OVER},
    {40034024, NJ_QB_OVER},       {40034025, NJ_QB_OVER},
    {40034026, NJ_QB_OVER},       {40034027, NJ_QB_OVER},
    {40034128, NJ_QB_OVER},       {40034100, NJ_QB_FAST},
    {22009, NJ_QB_FAST},          {40023001, NJ_QB_FAST},
    {1100308, NJ_QB_FAST},        {1100100, NJ_QB_FAST_ALL},
    {40034105, NJ_QB_FORBIDDEN},  {40034102, NJ_QB_FORBIDDEN},
    {40054013, NJ_QB_FORBIDDEN},  {40054004, NJ_QB_NO_FRIEND},
    {40054006, NJ_QB_PASSING},    {40034004, NJ_QB_PASSING},
    {50055001, NJ_QB_PASSING},    {50055002, NJ_QB_PASSING},
    {50055006, NJ_QB_PASSING},    {40034101, NJ_QB_NOT_THERE},
    {40054003, NJ_QB_NOT_THERE},  {40054002, NJ_QB_MUTED},
    {850018, NJ_QB_MUTED},        {40034006, NJ_QB_CONTENT},
    {1100101, NJ_QB_CONTENT},     {304025, NJ_QB_CONTENT},
    {304061, NJ_QB_CONTENT},      {40054010, NJ_QB_LINK},
    {304003, NJ_QB_LINK},         {40054007, NJ_QB_TOO_LONG},
    {40054018, NJ_QB_TOO_LONG},   {40034127, NJ_QB_NO_BUTTONS},
    {40034124, NJ_QB_NO_BUTTONS}, {40034029, NJ_QB_NO_BUTTONS},
    {304036, NJ_QB_NO_BUTTONS},   {304037, NJ_QB_NO_BUTTONS},
    {50056, NJ_QB_NO_BUTTONS},    {305007, NJ_QB_NO_BUTTONS},
    {850019, NJ_QB_NO_PICTURE},   {850026, NJ_QB_NO_UPLOADS},
    {850027, NJ_QB_NO_PICTURE},   {850031, NJ_QB_NO_PICTURE},
    {40093002, NJ_QB_NO_PICTURE}, {10000, NJ_QB_NO_UPLOADS},
    {304018, NJ_QB_NO_LINE},      {11241, NJ_QB_TOKEN},
    {11242, NJ_QB_TOKEN},         {11243, NJ_QB_TOKEN},
    {11244, NJ_QB_TOKEN},         {40054016, NJ_QB_BANNED},
    {11254, NJ_QB_BANNED},        {11265, NJ_QB_BANNED},
    {11253, NJ_QB_NO_RIGHT},
};

/* By the status alone. */
static enum nj_qb_verdict of_status(int64_t http)
{
    if (http == 401)
        return NJ_QB_TOKEN;
    if (http == 429)
        return NJ_QB_FAST;
    if (http == 500 || http == 504)
        return NJ_QB_PASSING;
    if (http >= 400 && http < 500)
        return NJ_QB_REFUSED;
    return NJ_QB_UNKNOWN;
}

static enum nj_qb_verdict of_code(int64_t http, int64_t code)
{
    for (size_t i = 0; i < NJ_COUNT(codes); i++)
        if (codes[i].code == code)
            return codes[i].verdict;
    /* Theirs are errors, whatever status they came with. */
    return http >= 200 && http < 300 ? NJ_QB_REFUSED : of_status(http);
}

static int64_t code_of(struct nj_json root)
{
    int64_t code = nj_loose_number(root, "err_code");

    return code != 0 ? code : nj_loose_number(root, "code");
}

static void keep(struct nj_json root, const char *name, char *out, size_t cap)
{
    const char *text = nj_loose_text(root, name);
    size_t n = strlen(text);

    for (size_t i = 0; i < n; i++)
        if (text[i] <= ' ' || text[i] > '~')
            return;
    if (n < cap)
        memcpy(out, text, n + 1);
}

static void read_root(struct nj_json root, struct nj_qb_answer *out)
{
    int64_t s = nj_loose_number(root, "ttl");

    out->code = code_of(root);
    if (out->code != 0)
        out->verdict = of_code(out->http, out->code);
    else
        out->verdict = out->http >= 200 && out->http < 300
                           ? NJ_QB_OK
                           : of_status(out->http);
    keep(root, "trace_id", out->trace, sizeof(out->trace));
    if (out->verdict != NJ_QB_OK)
        return;
    keep(root, "id", out->id, sizeof(out->id));
    keep(root, "file_info", out->media, sizeof(out->media));
    out->media_s = s > 0 ? s : 0;
}

void nj_qb_answer_read(int64_t http, const char *text, size_t n,
                       struct nj_qb_answer *out)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;

    memset(out, 0, sizeof(*out));
    out->http = http;
    if (nj_json_open(&doc, text, n, &bounds, &err) == NJ_OK &&
        nj_json_is_object(nj_json_root(doc)))
        read_root(nj_json_root(doc), out);
    else
        out->verdict = http == 204 ? NJ_QB_OK : of_status(http);
    nj_json_close(doc);
}

bool nj_qb_answer_became(enum nj_qb_verdict verdict, enum nj_qb_became *out)
{
    static const struct {
        enum nj_qb_verdict verdict;
        enum nj_qb_became became;
    } rows[] = {
        {NJ_QB_OK, NJ_QB_WAS_SENT},
        {NJ_QB_REPEATED, NJ_QB_WAS_SENT},
        {NJ_QB_OVER, NJ_QB_WAS_OVER},
        {NJ_QB_FAST, NJ_QB_WAS_FAST},
        {NJ_QB_FAST_ALL, NJ_QB_WAS_FAST_ALL},
        {NJ_QB_FORBIDDEN, NJ_QB_WAS_FORBIDDEN},
        {NJ_QB_NO_FRIEND, NJ_QB_WAS_CLOSED},
        {NJ_QB_NOT_THERE, NJ_QB_WAS_CLOSED},
    };

    for (size_t i = 0; i < NJ_COUNT(rows); i++)
        if (rows[i].verdict == verdict) {
            *out = rows[i].became;
            return true;
        }
    return false;
}

/* --- the token --- */

#define LIFE_MAX_S 7200

static enum nj_qb_token_verdict of_failure(int64_t code)
{
    switch (code) {
    case 100007:
    case 100016:
    case 10004:
        return NJ_QB_TOKEN_WRONG;
    case 100001:
        return NJ_QB_TOKEN_FAST;
    default:
        return NJ_QB_TOKEN_ODD;
    }
}

/* A number of seconds, or the same as a text. */
static void read_token(struct nj_json root, struct nj_qb_token *out)
{
    int64_t s = nj_loose_number(root, "expires_in");

    keep(root, "access_token", out->text, sizeof(out->text));
    out->life_s = s > 0 && s < LIFE_MAX_S ? s : LIFE_MAX_S;
    out->code = code_of(root);
}

enum nj_qb_token_verdict nj_qb_token_read(const char *text, size_t n,
                                          struct nj_qb_token *out)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;

    memset(out, 0, sizeof(*out));
    if (nj_json_open(&doc, text, n, &bounds, &err) == NJ_OK)
        read_token(nj_json_root(doc), out);
    nj_json_close(doc);
    return out->text[0] != '\0' ? NJ_QB_TOKEN_OK : of_failure(out->code);
}

/* --- the door --- */

static bool begins(const char *url, const char *scheme)
{
    return strncmp(url, scheme, strlen(scheme)) == 0;
}

static void read_door(const char *api, struct nj_json root,
                      struct nj_qb_door *out)
{
    struct nj_json limit = nj_json_opt(root, "session_start_limit");
    int64_t ms = nj_loose_number(limit, "reset_after");

    keep(root, "url", out->url, sizeof(out->url));
    if (!begins(out->url, "wss://") &&
        (!begins(out->url, "ws://") || begins(api, "https://")))
        out->url[0] = '\0';
    if (nj_json_present(nj_json_opt(limit, "remaining")))
        out->left = nj_loose_number(limit, "remaining");
    out->reset_ms = ms > 0 ? ms : 0;
}

bool nj_qb_door_read(const char *api, const char *text, size_t n,
                     struct nj_qb_door *out)
{
    struct nj_json_doc *doc = NULL;
    struct nj_err err;

    memset(out, 0, sizeof(*out));
    out->left = -1;
    if (nj_json_open(&doc, text, n, &bounds, &err) == NJ_OK)
        read_door(api, nj_json_root(doc), out);
    nj_json_close(doc);
    return out->url[0] != '\0';
}
