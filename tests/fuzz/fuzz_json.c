/*
 * Any bytes as JSON: whatever is accepted can be read in full, has valid
 * texts, and can be read again after we wrote it ourselves.
 */
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"

/* Longer than any input: nothing is refused for its length. */
#define TEXT_MAX (16u << 20)

/* Calls every getter; all but one fail, and none may crash. */
static void read_all_ways(struct nj_json j)
{
    char id[24];
    struct nj_str path = NJ_STR_INIT(300);

    (void)nj_json_bool(j);
    (void)nj_json_i64(j, -5, INT64_MAX);
    (void)nj_json_text(j, 3);
    nj_json_id(j, id, sizeof(id));
    NJ_ASSERT(strlen(id) < sizeof(id));
    (void)nj_json_get(j, "a");
    (void)nj_json_opt(j, "a");
    nj_json_path(j, &path);
    nj_str_fini(&path);
}

/* Copies a value that holds no others. */
static void write_plain(struct nj_json j, struct nj_json_out *o)
{
    struct nj_err err;
    const char *name = nj_json_name(j);
    bool truth;

    (void)nj_json_take_failure(j.doc, NULL);
    if (nj_json_is_string(j)) {
        nj_json_put_text(o, name, nj_json_text(j, TEXT_MAX));
        NJ_ASSERT(!nj_json_take_failure(j.doc, NULL));
        return;
    }
    if (nj_json_is_number(j)) {
        nj_json_put_i64(o, name, nj_json_i64(j, INT64_MIN, INT64_MAX));
        return;
    }
    truth = nj_json_bool(j);
    if (nj_json_take_failure(j.doc, &err))
        nj_json_put_null(o, name);
    else
        nj_json_put_bool(o, name, truth);
}

static bool open_value(struct nj_json j, struct nj_json_out *o)
{
    if (nj_json_is_object(j))
        nj_json_obj(o, nj_json_name(j));
    else if (nj_json_is_array(j))
        nj_json_arr(o, nj_json_name(j));
    else
        return false;
    return true;
}

/* Reads and writes one value; true if others are inside. */
static bool enter(struct nj_json j, struct nj_json_out *o)
{
    read_all_ways(j);
    if (open_value(j, o))
        return true;
    write_plain(j, o);
    return false;
}

/* Walks the document and writes it anew. */
static void copy(struct nj_json root, struct nj_json_out *o)
{
    struct nj_json path[NJ_JSON_DEPTH_MAX + 1] = {root};
    int depth = 0;

    do {
        if (!nj_json_present(path[depth])) {
            nj_json_end(o);
            depth--;
        } else if (enter(path[depth], o)) {
            NJ_ASSERT(depth < NJ_JSON_DEPTH_MAX);
            path[depth + 1] = nj_json_first(path[depth]);
            depth++;
            continue;
        }
        if (depth > 0)
            path[depth] = nj_json_next(path[depth]);
    } while (depth > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nj_json_doc *doc = NULL;
    struct nj_json_doc *again = NULL;
    struct nj_err err = {{0}};
    struct nj_str text = NJ_STR_INIT(TEXT_MAX);
    struct nj_json_out o;

    if (nj_json_open(&doc, (const char *)data, size, &NJ_JSON_WIRE, &err) !=
        NJ_OK) {
        NJ_ASSERT(err.text[0] != '\0');
        NJ_ASSERT(nj_utf8_valid(err.text, strlen(err.text)));
        return 0;
    }
    o = nj_json_onto(&text);
    copy(nj_json_root(doc), &o);
    if (!text.over) {
        enum nj_status st =
            nj_json_open(&again, text.p, text.len, &NJ_JSON_FILE, &err);

        NJ_ASSERT(st == NJ_OK);
        NJ_ASSERT(nj_json_size(nj_json_root(doc)) ==
                  nj_json_size(nj_json_root(again)));
    }
    nj_json_close(again);
    nj_json_close(doc);
    nj_str_fini(&text);
    return 0;
}
