#include "gateway/room/visit.h"

#include <stdio.h>
#include <stdlib.h>

#include "gateway/room/room.h"
#include "gateway/room/room_priv.h"
#include "kit/http.h"
#include "kit/private.h"

void room_begin(struct room *f)
{
    struct nj_room_options o = {.name = "room",
                                .listen = "127.0.0.1:0",
                                .words = "{\"en\":{}}",
                                .kept = f->kept,
                                .n_kept = f->n_kept};
    char address[NJ_ROOM_ADDRESS_MAX];
    struct nj_err err = {{0}};

    if (f->n_kept == 0)
        f->arena = (struct nj_arena)NJ_ARENA_INIT(4096);
    f->inbox = nj_inbox_create();
    assert_int_equal(nj_room_create(&o, 3, f->inbox, &f->g, &err), NJ_OK);
    assert_int_equal(f->g->ops->start(f->g, &err), NJ_OK);
    nj_room_invite(f->g, address);
    f->port = (uint16_t)strtoul(strrchr(address, ':') + 1, NULL, 10);
    memcpy(f->token, strrchr(address, '/') + 1, sizeof(f->token));
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct nj_gateway_kept *)a)->name,
                  ((const struct nj_gateway_kept *)b)->name);
}

void room_forget(struct room *f)
{
    f->n_kept = 0;
    nj_arena_fini(&f->arena);
}

/* As the store keeps it: by its name, in their order. */
static void note(struct room *f, const struct nj_event *e)
{
    size_t i = 0;

    if (e->kind != NJ_EVENT_KEEP)
        return;
    while (i < f->n_kept && strcmp(f->kept[i].name, e->chat) != 0)
        i++;
    if (i < f->n_kept)
        f->kept[i] = f->kept[--f->n_kept];
    if (e->text == NULL)
        return;
    assert_in_range(f->n_kept, 0, KEPT_MAX - 1);
    f->kept[f->n_kept++] = (struct nj_gateway_kept){
        nj_arena_copy(&f->arena, e->chat, strlen(e->chat)),
        nj_arena_copy(&f->arena, e->text, strlen(e->text))};
    qsort(f->kept, f->n_kept, sizeof(f->kept[0]), by_name);
}

/* The first of these of that kind, or NULL; the others are gone. */
static struct nj_event *pick(struct room *f, struct nj_event *all,
                             enum nj_event_kind kind)
{
    struct nj_event *found = NULL;

    while (all != NULL) {
        struct nj_event *e = all;

        all = e->next;
        note(f, e);
        if (e->kind == kind && found == NULL)
            found = e;
        else
            nj_event_destroy(e);
    }
    return found;
}

void room_end(struct room *f)
{
    f->g->ops->stop(f->g, 0);
    nj_event_destroy(pick(f, nj_inbox_take(f->inbox, 0), NJ_EVENT_STOP));
    f->g->ops->destroy(f->g);
    nj_inbox_destroy(f->inbox);
}

/* The next event of that kind; what is to be kept is noted on the way. */
struct nj_event *room_await(struct room *f, enum nj_event_kind kind)
{
    for (int i = 0; i < 100; i++) {
        struct nj_event *e = pick(f, nj_inbox_take(f->inbox, 100), kind);

        if (e != NULL)
            return e;
    }
    fail_msg("no such event came");
    return NULL;
}

void room_open(struct room *f, struct nj_page_line *l)
{
    assert_int_equal(nj_page_line_open(l, f->port, NULL, "", "/talk"), 101);
}

/* What stands behind "secret":" in the last frame. */
void room_secret(const struct room *f, char out[NJ_HEX_BYTES])
{
    const char *at = strstr(f->in, "\"secret\":\"");

    assert_non_null(at);
    memcpy(out, at + 10, NJ_HEX_BYTES - 1);
    out[NJ_HEX_BYTES - 1] = '\0';
}

void room_wish(const struct nj_page_line *l, const char *what,
               const char *secret, const char *text)
{
    char frame[512];

    (void)snprintf(frame, sizeof(frame),
                   "{\"do\":\"%s\",\"secret\":\"%s\"%s%s%s}", what, secret,
                   text != NULL ? ",\"text\":\"" : "", text != NULL ? text : "",
                   text != NULL ? "\"" : "");
    nj_page_line_say(l, frame);
}

/* A new person on a line of his own. */
void room_come(struct room *f, struct nj_page_line *l, const char *key,
               const char *name, char secret[NJ_HEX_BYTES])
{
    room_open(f, l);
    room_wish(l, "new", key, name);
    nj_page_line_await(l, "\"is\":\"you\"", f->in, sizeof(f->in));
    room_secret(f, secret);
}

void room_enter(struct room *f, char key[NJ_HEX_BYTES])
{
    struct nj_page_line l;

    room_open(f, &l);
    room_wish(&l, "enter", f->token, NULL);
    nj_page_line_await(&l, "\"is\":\"key\"", f->in, sizeof(f->in));
    room_secret(f, key);
    nj_page_line_close(&l);
}

void room_back(struct room *f, struct nj_page_line *l, const char *secret,
               const char *life, unsigned since)
{
    char frame[256];

    room_open(f, l);
    (void)snprintf(
        frame, sizeof(frame),
        "{\"do\":\"back\",\"secret\":\"%s\",\"life\":\"%s\",\"since\":%u}",
        secret, life, since);
    nj_page_line_say(l, frame);
}

/* The line says no for that reason, and ends. */
void room_refuses(struct room *f, struct nj_page_line *l, const char *why)
{
    nj_page_line_await(l, "\"is\":\"no\"", f->in, sizeof(f->in));
    assert_non_null(strstr(f->in, why));
    assert_int_equal(nj_page_line_take(l, f->in, sizeof(f->in)), -1);
    nj_page_line_close(l);
}

/* GET as a browser asks; the status. */
int room_get(struct room *f, const char *path)
{
    char head[512];
    int n = snprintf(head, sizeof(head),
                     "GET %s HTTP/1.1\r\nHost: localhost:%u\r\n\r\n", path,
                     (unsigned)f->port);

    assert_in_range(n, 1, sizeof(head) - 1);
    assert_true(nj_http_ask(f->port, head, (size_t)n, f->in, sizeof(f->in)) >
                12);
    return (int)strtol(f->in + 9, NULL, 10);
}

void room_send_file(struct room *f, bool group, const char *bytes, size_t n)
{
    const struct nj_say say = {.text = "the page",
                               .file = {.name = "漫漫 \"长夜.html",
                                        .bytes = (const void *)bytes,
                                        .n = n}};

    if (group)
        f->g->ops->send_group(f->g, 1, (struct nj_group){"room:g:1"}, &say);
    else
        f->g->ops->send_private(f->g, 1, PRIVATE_CHAT("room:u:1"), &say);
}

/* "/file/" and the key in the last frame. */
void room_path(const struct room *f, char out[128])
{
    const char *at = strstr(f->in, "\"key\":\"");

    assert_non_null(at);
    (void)snprintf(out, 128, "/file/%.64s", at + 7);
}
