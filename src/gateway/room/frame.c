/*
 * What a page is sent.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "gateway/room/room_priv.h"

static const char *name_of(const struct nj_room *r, uint32_t id)
{
    const struct nj_room_person *p = nj_room_person_get(&r->people, id);

    return p == NULL ? "" : p->name;
}

static void put_buttons(const struct nj_room_line *l, struct nj_json_out *o)
{
    nj_json_arr(o, "buttons");
    for (uint32_t i = 0; i < l->n_buttons; i++) {
        const struct nj_room_button *b = &l->buttons[i];

        nj_json_obj(o, NULL);
        nj_json_put_text(o, "label", b->label);
        if (b->token != NULL)
            nj_json_put_text(o, "token", b->token);
        else
            nj_json_put_text(o, "url", b->url != NULL ? b->url : "");
        nj_json_end(o);
    }
    nj_json_end(o);
    nj_json_put_i64(o, "columns", l->columns);
}

void nj_room_put_said(const struct nj_room_line *l, struct nj_json_out *o)
{
    nj_json_put_i64(o, "by", l->by);
    nj_json_put_i64(o, "at", l->at_ms);
    if (l->text != NULL)
        nj_json_put_text(o, "text", l->text);
    nj_json_arr(o, "calls");
    for (uint32_t i = 0; i < l->n_calls; i++)
        nj_json_put_i64(o, NULL, l->calls[i]);
    nj_json_end(o);
    if (l->n_buttons > 0)
        put_buttons(l, o);
    if (l->n_png > 0)
        nj_room_put_bytes("picture", l->png, l->n_png, o);
    if (l->file != NULL)
        nj_json_put_text(o, "file", l->file);
    if (l->folded)
        nj_json_put_bool(o, "folded", true);
    if (l->changed)
        nj_json_put_bool(o, "changed", true);
}

void nj_room_put_bytes(const char *name, const unsigned char *bytes, size_t n,
                       struct nj_json_out *o)
{
    struct nj_str packed = NJ_STR_INIT(NJ_ROOM_FRAME_OUT);

    nj_str_add_base64(&packed, bytes, n);
    NJ_ASSERT(!packed.over);
    nj_json_put_text(o, name, packed.p);
    nj_str_fini(&packed);
}

void nj_room_put_line(const struct nj_room *r, const struct nj_room_line *l,
                      struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "is", "line");
    nj_json_put_i64(&o, "n", (int64_t)l->n);
    nj_json_put_i64(&o, "seq", (int64_t)l->seq);
    nj_json_put_text(&o, "to", l->chat == 0 ? "group" : "me");
    nj_json_put_text(&o, "name", name_of(r, l->by));
    nj_room_put_said(l, &o);
    if (l->n_bytes > 0) {
        nj_json_put_text(&o, "key", l->key);
        nj_json_put_i64(&o, "size", (int64_t)l->n_bytes);
    }
    nj_json_end(&o);
}

void nj_room_put_people(const struct nj_room *r, struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "is", "people");
    nj_json_arr(&o, "all");
    for (uint32_t i = 0; i < r->people.n; i++) {
        const struct nj_room_person *p = &r->people.all[i];

        nj_json_obj(&o, NULL);
        nj_json_put_i64(&o, "id", p->id);
        nj_json_put_text(&o, "name", p->name);
        nj_json_put_bool(&o, "here", nj_room_line_of_person(r, p->id) != NULL);
        nj_json_end(&o);
    }
    nj_json_end(&o);
    nj_json_end(&o);
}

void nj_room_put_word(const char *is, const char *name, const char *value,
                      struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "is", is);
    if (name != NULL)
        nj_json_put_text(&o, name, value);
    nj_json_end(&o);
}

void nj_room_put_you(const struct nj_room *r, const struct nj_room_person *p,
                     const char *secret, struct nj_str *out)
{
    struct nj_json_out o = nj_json_onto(out);

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, "is", "you");
    nj_json_put_i64(&o, "id", p->id);
    nj_json_put_text(&o, "name", p->name);
    nj_json_put_text(&o, "life", r->life);
    if (secret != NULL)
        nj_json_put_text(&o, "secret", secret);
    nj_json_end(&o);
}
