/*
 * What is left of a message after an answer, and the call for it.
 */
#include "gateway/qqbot/job.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/utf8.h"

#define GROUP_BYTES   1500 /* of a message; the platform names no number */
#define PRIVATE_BYTES 3500
#define PASSING_MS    3000 /* a passing fault lasts so long */
#define LINE_MS       2000 /* until the line may be up again */
#define REFUSED_MAX   8    /* credits tried for one text */

/* --- copies --- */

static char *copy_of(const char *text)
{
    return nj_strndup(text, strlen(text));
}

static void copy_buttons(struct nj_qb_job *j, const struct nj_say *say)
{
    NJ_ASSERT(say->n_buttons <= NJ_BUTTONS_MAX);
    for (uint32_t i = 0; i < say->n_buttons; i++) {
        if (say->buttons[i].token == NULL)
            continue;
        j->buttons[j->n_buttons].label = copy_of(say->buttons[i].label);
        j->buttons[j->n_buttons].token = copy_of(say->buttons[i].token);
        j->n_buttons++;
    }
    j->columns = say->columns;
}

static void copy_mentions(struct nj_qb_job *j, const struct nj_say *say)
{
    for (uint32_t i = 0;
         i < say->n_mentions && j->n_mentions < NJ_QB_MENTIONS_MAX; i++) {
        const char *id = nj_address_user_id(say->mentions[i]);

        if (id == NULL || !nj_qb_openid_fits(id, strlen(id)))
            continue;
        nj_str_copy(j->mentions[j->n_mentions], NJ_QB_ID_MAX, id);
        j->places[j->n_mentions] = say->places != NULL ? say->places[i] : 0;
        j->n_mentions++;
    }
}

static struct nj_qb_job *create(uint64_t call, const char *address, bool group,
                                const struct nj_say *say)
{
    const char *id =
        group ? nj_address_group_id(address) : nj_address_user_id(address);
    const char *words = say->text;
    struct nj_qb_job *j;

    if (id == NULL || !nj_qb_openid_fits(id, strlen(id)) ||
        (nj_utf8_trim(&words, strlen(words)) == 0 && say->picture.n == 0))
        return NULL;
    j = nj_alloc(sizeof(*j));
    j->call = call;
    j->group = group;
    nj_str_copy(j->chat, sizeof(j->chat), address);
    j->key = copy_of(group && say->key != NULL ? say->key : "");
    if (!group && say->fetch != NULL)
        j->fetch = copy_of(say->fetch);
    j->text = copy_of(say->text);
    j->n = strlen(say->text);
    j->part_max = group ? GROUP_BYTES : PRIVATE_BYTES;
    copy_buttons(j, say);
    if (group)
        copy_mentions(j, say);
    j->pictured = say->picture.n == 0;
    if (!j->pictured) {
        j->photo = nj_alloc(say->picture.n);
        memcpy(j->photo, say->picture.bytes, say->picture.n);
        j->photo_n = say->picture.n;
    }
    return j;
}

struct nj_qb_job *nj_qb_job_group(uint64_t call, struct nj_group to,
                                  const struct nj_say *say)
{
    return create(call, to.address, true, say);
}

struct nj_qb_job *nj_qb_job_private(uint64_t call, const struct nj_private *to,
                                    const struct nj_say *say)
{
    return create(call, nj_private_address(to), false, say);
}

void nj_qb_job_destroy(struct nj_qb_job *j)
{
    if (j == NULL)
        return;
    for (uint32_t i = 0; i < j->n_buttons; i++) {
        free(j->buttons[i].label);
        free(j->buttons[i].token);
    }
    free(j->photo);
    free(j->text);
    free(j->fetch);
    free(j->key);
    free(j);
}

/* --- the next call --- */

/* The longest beginning of at most `max` bytes; it ends behind a line if there
 * is one in its second half. */
static size_t part_of(const char *text, size_t n, size_t max)
{
    size_t cut = n <= max ? n : nj_utf8_cut(text, n, max);

    if (cut == n)
        return n;
    for (size_t at = cut; at > cut / 2; at--)
        if (text[at - 1] == '\n')
            return at;
    return cut;
}

static bool has_words(const struct nj_qb_job *j)
{
    const char *words = j->text + j->at;

    return nj_utf8_trim(&words, j->n - j->at) > 0;
}

static uint32_t lend_buttons(const struct nj_qb_job *j,
                             struct nj_button out[NJ_BUTTONS_MAX])
{
    for (uint32_t i = 0; i < j->n_buttons; i++)
        out[i] = (struct nj_button){.label = j->buttons[i].label,
                                    .token = j->buttons[i].token};
    return j->n_buttons;
}

/* The mentions of the part under way. */
static uint32_t lend_mentions(const struct nj_qb_job *j,
                              const struct nj_qb_names *names,
                              struct nj_qb_mention out[NJ_QB_MENTIONS_MAX])
{
    bool last = j->at + j->part == j->n; /* one may stand at its end */
    uint32_t n = 0;

    for (uint32_t i = 0; i < j->n_mentions; i++)
        if (j->places[i] >= j->at && (last || j->places[i] < j->at + j->part))
            out[n++] = (struct nj_qb_mention){
                .place = j->places[i] - j->at,
                .id = j->mentions[i],
                .name = nj_qb_names_get(names, j->mentions[i])};
    return n;
}

static void make_words(const struct nj_qb_job *j,
                       const struct nj_qb_names *names, struct nj_str *body)
{
    struct nj_button buttons[NJ_BUTTONS_MAX];
    struct nj_qb_mention mentions[NJ_QB_MENTIONS_MAX];
    struct nj_qb_message m = {.by = &j->ticket,
                              .text = j->text + j->at,
                              .n = j->part,
                              .mentions = mentions,
                              .buttons = buttons,
                              .columns = j->columns};

    m.n_mentions = lend_mentions(j, names, mentions);
    if (!j->plain && j->at + j->part == j->n) { /* under the last part */
        m.n_buttons = lend_buttons(j, buttons);
        m.fetch = j->fetch;
    }
    m.markdown =
        !j->plain && (m.n_mentions > 0 || m.n_buttons > 0 || m.fetch != NULL);
    nj_qb_body_message(&m, body);
}

static void make_path(const struct nj_qb_job *j, const char *what,
                      char path[NJ_QB_PATH_MAX])
{
    const char *id =
        j->group ? nj_address_group_id(j->chat) : nj_address_user_id(j->chat);

    (void)snprintf(path, NJ_QB_PATH_MAX, "/v2/%s/%s/%s",
                   j->group ? "groups" : "users", id, what);
}

/* What it means that nothing carries it now. */
static void stop(const struct nj_qb_job *j, struct nj_qb_now now,
                 struct nj_qb_step *out)
{
    int64_t due = j->ticket.due_ms;

    if (due == NJ_QB_NEVER) {
        out->fate = NJ_FATE_REFUSED;
    } else if (j->any) {
        out->again = true;
        out->at_ms = due;
    } else {
        out->fate = NJ_FATE_LATER;
        out->ms = due - now.ms;
    }
}

/* Carried by the ticket: the words, or the picture behind them. */
static void make_message(const struct nj_qb_job *j,
                         const struct nj_qb_names *names,
                         struct nj_qb_call *call)
{
    struct nj_qb_message picture = {.by = &j->ticket, .media = j->media};

    make_path(j, "messages", call->path);
    if (j->part > 0)
        make_words(j, names, &call->body);
    else
        nj_qb_body_message(&picture, &call->body);
}

/* An upload: nobody is told anything by it. */
static bool is_upload(const struct nj_qb_job *j)
{
    return j->part == 0 && j->media[0] == '\0';
}

bool nj_qb_job_route(struct nj_qb_job *j, struct nj_qb_ledger *l,
                     struct nj_qb_now now, struct nj_qb_step *out)
{
    memset(out, 0, sizeof(*out));
    j->part =
        has_words(j) ? part_of(j->text + j->at, j->n - j->at, j->part_max) : 0;
    NJ_ASSERT(j->part > 0 || !j->pictured);
    if (!is_upload(j) && !j->repeats)
        nj_qb_ledger_take(l, j->chat, j->spare, now, &j->ticket);
    j->routed = is_upload(j) || j->ticket.route != NJ_QB_WAIT;
    if (!j->routed)
        stop(j, now, out);
    return j->routed;
}

void nj_qb_job_call(struct nj_qb_job *j, const struct nj_qb_names *names,
                    struct nj_qb_call *call)
{
    struct nj_picture p = {j->photo, j->photo_n};

    NJ_ASSERT(j->routed);
    j->routed = false;
    if (is_upload(j)) {
        make_path(j, "files", call->path);
        nj_qb_body_upload(&p, &call->body);
    } else {
        make_message(j, names, call);
    }
}

/* --- what was said to it --- */

static void go_on(struct nj_qb_job *j, struct nj_qb_step *out)
{
    out->again = has_words(j) || !j->pictured;
    out->fate = NJ_FATE_SENT;
}

/* The part, or the picture, is out. */
static void took(struct nj_qb_job *j, struct nj_qb_step *out)
{
    j->any = true;
    j->repeats = j->unsure = j->spare = j->renewed = false;
    j->refused = 0;
    if (j->part > 0)
        j->at += j->part;
    else
        j->pictured = true;
    go_on(j, out);
}

/* The text says everything: it does without its picture. */
static void give_up_picture(struct nj_qb_job *j, struct nj_qb_step *out)
{
    j->pictured = true;
    go_on(j, out);
    if (!j->any) {
        out->again = false;
        out->fate = NJ_FATE_REFUSED;
    }
}

static void on_upload(struct nj_qb_job *j, const struct nj_qb_answer *a,
                      struct nj_qb_now now, struct nj_qb_step *out)
{
    if (a->verdict == NJ_QB_OK && a->media[0] != '\0') {
        memcpy(j->media, a->media, sizeof(j->media));
        out->again = true;
    } else if ((a->verdict == NJ_QB_TOKEN || a->verdict == NJ_QB_UNSENT) &&
               !j->renewed) {
        j->renewed = true;
        out->again = true;
        out->at_ms = now.ms;
    } else {
        give_up_picture(j, out);
    }
}

/* A repeat, by what the platform tells it from the first. */
static void repeat(struct nj_qb_job *j, struct nj_qb_now now,
                   struct nj_qb_step *out)
{
    if (!j->ticket.safe || j->repeats) {
        out->fate = NJ_FATE_UNKNOWN;
        return;
    }
    j->repeats = j->unsure = true;
    out->again = true;
    out->at_ms = now.ms + PASSING_MS;
}

/* The same words by another right, or in another form. */
static void say_again(struct nj_qb_job *j, bool may, struct nj_qb_step *out)
{
    j->repeats = false;
    j->spare = true;
    out->again = may;
    out->fate = NJ_FATE_REFUSED;
}

/* Nothing has arrived, and the same call can be made once things are well. */
static void same_again(struct nj_qb_job *j, bool may, int64_t at_ms,
                       struct nj_qb_step *out)
{
    j->repeats = may;
    out->again = may;
    out->at_ms = at_ms;
    out->fate = NJ_FATE_REFUSED;
}

/* Whatever may be a link is taken out of what is left of the words. */
static void strip(struct nj_qb_job *j)
{
    j->bare = true;
    for (size_t i = j->at; i < j->n; i++)
        if (j->text[i] == '.' || j->text[i] == '/' || j->text[i] == ':')
            j->text[i] = ' ';
}

static void on_refusal(struct nj_qb_job *j, const struct nj_qb_answer *a,
                       struct nj_qb_now now, struct nj_qb_step *out)
{
    bool renewed = j->renewed;
    bool plain = j->plain, bare = j->bare;

    switch ((int)a->verdict) {
    case NJ_QB_OVER:
    case NJ_QB_FAST:
    case NJ_QB_FAST_ALL:
    case NJ_QB_FORBIDDEN:
        say_again(j, ++j->refused < REFUSED_MAX, out);
        break;
    case NJ_QB_NO_BUTTONS:
        j->plain = true;
        say_again(j, !plain, out);
        break;
    case NJ_QB_LINK:
        strip(j);
        say_again(j, !bare, out);
        break;
    case NJ_QB_CONTENT:
        out->fate = NJ_FATE_UNWANTED;
        break;
    case NJ_QB_TOO_LONG:
        j->part_max /= 2;
        say_again(j,
                  j->part_max >= (j->group ? GROUP_BYTES : PRIVATE_BYTES) / 2,
                  out);
        break;
    case NJ_QB_TOKEN:
        j->renewed = true;
        same_again(j, !renewed, now.ms, out);
        break;
    case NJ_QB_NO_LINE:
        same_again(j, !renewed, now.ms + LINE_MS, out);
        j->renewed = true;
        break;
    case NJ_QB_UNSENT:
        same_again(j, !renewed, now.ms + LINE_MS, out);
        j->renewed = true;
        out->fate = NJ_FATE_NOT_SENT;
        break;
    default:
        out->fate = NJ_FATE_REFUSED;
        break;
    }
}

/* A refused repeat does not tell what became of the first: the same call may
 * be made once more, and the same words by no other right. */
static void stay_unsure(const struct nj_qb_job *j, struct nj_qb_step *out)
{
    if (out->again && j->repeats)
        return;
    out->again = false;
    out->fate = NJ_FATE_UNKNOWN;
}

void nj_qb_job_answered(struct nj_qb_job *j, const struct nj_qb_answer *a,
                        struct nj_qb_ledger *l, int64_t retry_ms,
                        struct nj_qb_now now, struct nj_qb_step *out)
{
    enum nj_qb_became became;

    memset(out, 0, sizeof(*out));
    out->at_ms = now.ms;
    if (is_upload(j)) {
        on_upload(j, a, now, out);
        return;
    }
    if (nj_qb_answer_became(a->verdict, &became))
        nj_qb_ledger_settle(l, j->chat, &j->ticket, became, retry_ms, now);
    switch ((int)a->verdict) {
    case NJ_QB_OK:
        took(j, out);
        break;
    case NJ_QB_REPEATED: /* there already, or a pair that another had */
        if (j->unsure)
            took(j, out);
        else
            say_again(j, ++j->refused < REFUSED_MAX, out);
        break;
    case NJ_QB_PASSING:
    case NJ_QB_UNKNOWN:
        repeat(j, now, out);
        break;
    case NJ_QB_NO_PICTURE:
    case NJ_QB_NO_UPLOADS:
        give_up_picture(j, out);
        break;
    case NJ_QB_CONTENT:
        if (j->part == 0 && j->any)
            give_up_picture(j, out);
        else
            on_refusal(j, a, now, out);
        break;
    default:
        on_refusal(j, a, now, out);
        break;
    }
    if (j->unsure && out->fate != NJ_FATE_SENT)
        stay_unsure(j, out);
}
