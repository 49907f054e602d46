/*
 * Who may come in. Secrets are 256 bits from the operating system; their
 * hashes are compared, so no time that a comparison takes says anything.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/utf8.h"
#include "gateway/room/room_priv.h"

#define OURS "Nightjar" /* what the referee is called in the room */

static void hash_of(const char *text, struct nj_hash *out)
{
    nj_hash_bytes(text, strlen(text), out);
}

void nj_room_draw(char text[NJ_HEX_BYTES], struct nj_hash *hash)
{
    struct nj_hash secret;

    nj_secret_draw(&secret);
    nj_hash_hex(&secret, text);
    nj_wipe(&secret, sizeof(secret));
    hash_of(text, hash);
}

/* --- tokens and keys --- */

void nj_room_token_make(struct nj_room_people *p, char text[NJ_HEX_BYTES])
{
    nj_room_draw(text, &p->tokens[p->next_token]);
    p->next_token = (p->next_token + 1) % NJ_ROOM_TOKENS_MAX;
}

/* Where it stands, NJ_ROOM_TOKENS_MAX: nowhere. All are looked at. */
static uint32_t find_token(const struct nj_room_people *p, const char *text)
{
    uint32_t found = NJ_ROOM_TOKENS_MAX;
    struct nj_hash hash;

    hash_of(text, &hash);
    for (uint32_t i = 0; i < NJ_ROOM_TOKENS_MAX; i++)
        if (!nj_hash_is_zero(&p->tokens[i]) &&
            nj_hash_equal(&p->tokens[i], &hash))
            found = i;
    return found;
}

bool nj_room_token_known(const struct nj_room_people *p, const char *text)
{
    return find_token(p, text) < NJ_ROOM_TOKENS_MAX;
}

bool nj_room_token_use(struct nj_room_people *p, const char *text)
{
    uint32_t at = find_token(p, text);

    if (at == NJ_ROOM_TOKENS_MAX)
        return false;
    memset(&p->tokens[at], 0, sizeof(p->tokens[at]));
    return true;
}

const struct nj_hash *nj_room_key_make(struct nj_room_people *p,
                                       char text[NJ_HEX_BYTES])
{
    if (p->n_keys == NJ_ROOM_KEYS_MAX)
        return NULL;
    nj_room_draw(text, &p->keys[p->n_keys]);
    return &p->keys[p->n_keys++];
}

bool nj_room_key_known(const struct nj_room_people *p, const char *text)
{
    struct nj_hash hash;
    bool known = false;

    hash_of(text, &hash);
    for (uint32_t i = 0; i < p->n_keys; i++)
        known = nj_hash_equal(&p->keys[i], &hash) || known;
    return known;
}

/* --- persons --- */

static bool taken(const struct nj_room_people *p, const char *name)
{
    if (strcmp(name, OURS) == 0)
        return true;
    for (uint32_t i = 0; i < p->n; i++)
        if (strcmp(p->all[i].name, name) == 0)
            return true;
    return false;
}

enum nj_room_named nj_room_person_make(struct nj_room_people *p,
                                       const char *name,
                                       char text[NJ_HEX_BYTES],
                                       const struct nj_room_person **out)
{
    struct nj_room_person *fresh = &p->all[p->n];
    char clean[NJ_NAME_MAX];

    if (p->n == NJ_ROOM_PEOPLE_MAX)
        return NJ_ROOM_FULL;
    if (nj_utf8_clean(name, strlen(name), NJ_NAME_CHARS_MAX, clean,
                      sizeof(clean)) == 0)
        return NJ_ROOM_NAME_BAD;
    if (taken(p, clean))
        return NJ_ROOM_NAME_TAKEN;
    memcpy(fresh->name, clean, sizeof(clean));
    nj_room_draw(text, &fresh->secret);
    fresh->id = p->n == 0 ? 1 : p->all[p->n - 1].id + 1;
    p->n++;
    *out = fresh;
    return NJ_ROOM_NAMED;
}

const struct nj_room_person *nj_room_person_by_secret(
    const struct nj_room_people *p, const char *text)
{
    const struct nj_room_person *found = NULL;
    struct nj_hash hash;

    hash_of(text, &hash);
    for (uint32_t i = 0; i < p->n; i++)
        if (nj_hash_equal(&p->all[i].secret, &hash))
            found = &p->all[i];
    return found;
}

const struct nj_room_person *nj_room_person_get(const struct nj_room_people *p,
                                                uint32_t id)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->all[i].id == id)
            return &p->all[i];
    return NULL;
}

const struct nj_room_person *nj_room_person_called(
    const struct nj_room_people *p, const char *text, size_t *n)
{
    const struct nj_room_person *found = NULL;

    *n = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        size_t len = strlen(p->all[i].name);

        if (len > *n && strncmp(text, p->all[i].name, len) == 0) {
            found = &p->all[i];
            *n = len;
        }
    }
    return found;
}

bool nj_room_calls_us(const char *text, size_t *n)
{
    *n = sizeof(OURS) - 1;
    return strncmp(text, OURS, *n) == 0;
}

/* --- what is kept --- */

#define KEY    "key."
#define PERSON "person."

void nj_room_keep_key(const struct nj_hash *key, uint32_t i, struct nj_event *e)
{
    char hex[NJ_HEX_BYTES];

    nj_hash_hex(key, hex);
    (void)snprintf(e->chat, sizeof(e->chat), KEY "%u", (unsigned)i);
    nj_event_set_text(e, hex, strlen(hex));
}

void nj_room_keep_person(const struct nj_room_person *p, struct nj_event *e)
{
    struct nj_str text = NJ_STR_INIT(NJ_HEX_BYTES + NJ_NAME_MAX);
    char hex[NJ_HEX_BYTES];

    nj_hash_hex(&p->secret, hex);
    nj_str_addf(&text, "%s %s", hex, p->name);
    NJ_ASSERT(!text.over);
    (void)snprintf(e->chat, sizeof(e->chat), PERSON "%u", (unsigned)p->id);
    nj_event_set_text(e, text.p, text.len);
    nj_str_fini(&text);
}

/* By their ids, which decide who is the next. */
static void insert(struct nj_room_people *p, const struct nj_room_person *one)
{
    uint32_t at = p->n;

    while (at > 0 && p->all[at - 1].id > one->id) {
        p->all[at] = p->all[at - 1];
        at--;
    }
    p->all[at] = *one;
    p->n++;
}

static void read_person(struct nj_room_people *p, const char *id,
                        const char *text)
{
    struct nj_room_person one = {.id = (uint32_t)strtoul(id, NULL, 10)};
    char hex[NJ_HEX_BYTES] = "";

    if (p->n == NJ_ROOM_PEOPLE_MAX || one.id == 0 || one.id >= UINT32_MAX / 2 ||
        nj_room_person_get(p, one.id) != NULL || strlen(text) <= NJ_HEX_BYTES)
        return;
    memcpy(hex, text, NJ_HEX_BYTES - 1);
    text += NJ_HEX_BYTES;
    if (nj_hash_parse(hex, &one.secret, NULL) != NJ_OK ||
        nj_utf8_clean(text, strlen(text), NJ_NAME_CHARS_MAX, one.name,
                      sizeof(one.name)) == 0 ||
        taken(p, one.name))
        return;
    insert(p, &one);
}

void nj_room_people_read(struct nj_room_people *p, const char *name,
                         const char *text)
{
    if (strncmp(name, PERSON, sizeof(PERSON) - 1) == 0)
        read_person(p, name + sizeof(PERSON) - 1, text);
    else if (strncmp(name, KEY, sizeof(KEY) - 1) == 0 &&
             p->n_keys < NJ_ROOM_KEYS_MAX &&
             nj_hash_parse(text, &p->keys[p->n_keys], NULL) == NJ_OK)
        p->n_keys++;
}
