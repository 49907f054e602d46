/*
 * The page itself: policy, styles, scripts, and the parts that are packed.
 */
#include "page/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/asset.h"
#include "base/bug.h"
#include "page/page_priv.h"

/* NJ_PAGE_DIR is given by the build. */
#define ASSET(label, file) NJ_ASSET(label, NJ_PAGE_DIR "/" file)

ASSET("nj_page_noble", "vendor/noble.js");
ASSET("nj_page_proof", "assets/proof.js");
ASSET("nj_page_board", "assets/board.js");
ASSET("nj_page_show", "assets/show.js");
ASSET("nj_page_styles", "assets/page.css");
ASSET("nj_page_body", "assets/body.html");
extern const char nj_page_noble[], nj_page_proof[], nj_page_board[],
    nj_page_show[], nj_page_styles[], nj_page_body[];

static const char *const scripts[] = {nj_page_noble, nj_page_proof,
                                      nj_page_board, nj_page_show};

/* --- the parts of a page --- */

static void put_sum(const char *text, struct nj_str *out)
{
    uint8_t sum[NJ_HASH_BYTES];

    nj_sha256(text, strlen(text), sum);
    nj_str_puts(out, " 'sha256-");
    nj_str_add_base64(out, sum, sizeof(sum));
    nj_str_putc(out, '\'');
}

/* What the page may do: run its own scripts, by their sums, and nothing. */
static void put_policy(const char *styles, struct nj_str *out)
{
    nj_str_puts(out, "<meta http-equiv=\"Content-Security-Policy\" "
                     "content=\"default-src 'none'; base-uri 'none'; "
                     "form-action 'none'; script-src");
    for (size_t i = 0; i < NJ_COUNT(scripts); i++)
        put_sum(scripts[i], out);
    nj_str_puts(out, "; style-src");
    put_sum(styles, out);
    nj_str_puts(out, "\">\n");
}

/* The inks of a theme as values that the styles use. */
static void put_inks(bool dark, struct nj_str *out)
{
    nj_str_puts(out,
                dark ? "@media (prefers-color-scheme:dark){:root{" : ":root{");
    for (int i = 0; i < NJ_INKS; i++)
        nj_str_addf(
            out, "--i%d:#%06x;", i,
            nj_theme_colour((struct nj_theme){dark, 0}, (enum nj_ink)i));
    nj_str_puts(out, dark ? "}}\n" : "}\n");
}

static void put_styles(struct nj_str *out)
{
    put_inks(false, out);
    put_inks(true, out);
    for (int i = 0; i < NJ_INKS; i++)
        nj_str_addf(out, ".f%d{fill:var(--i%d)}.s%d{stroke:var(--i%d)}\n", i, i,
                    i, i);
    nj_str_puts(out, nj_page_styles);
}

static void put_escaped(const char *text, struct nj_str *out)
{
    nj_str_add_escaped(out, text, strlen(text));
}

/* Packed bytes that no browser runs. */
static void put_part(const char *id, const struct nj_str *part,
                     struct nj_str *out)
{
    nj_str_addf(out, "<script type=\"text/plain\" id=\"%s\">", id);
    (void)nj_page_pack(part->p, part->len, out);
    nj_str_puts(out, "</script>\n");
}

static void put_page(const struct nj_format *f, const char *title,
                     const struct nj_str *data, const struct nj_str *chain,
                     struct nj_str *out)
{
    struct nj_str styles = NJ_STR_INIT(NJ_HTML_MAX);

    put_styles(&styles);
    nj_str_puts(out, "<!doctype html>\n<html lang=\"");
    put_escaped(f->lang, out);
    nj_str_puts(out, "\">\n<head>\n<meta charset=\"utf-8\">\n");
    put_policy(styles.p, out);
    nj_str_puts(out, "<meta name=\"viewport\" content=\"width=device-width, "
                     "initial-scale=1\">\n<meta name=\"color-scheme\" "
                     "content=\"light dark\">\n<title>");
    put_escaped(title, out);
    nj_str_puts(out, "</title>\n<style>");
    nj_str_puts(out, styles.p);
    nj_str_puts(out, "</style>\n</head>\n");
    nj_str_puts(out, nj_page_body);
    put_part("data", data, out);
    put_part("chain", chain, out);
    for (size_t i = 0; i < NJ_COUNT(scripts); i++) {
        nj_str_puts(out, i == 0 ? "<!-- @noble/hashes, @noble/ciphers: "
                                  "(c) Paul Miller, MIT license -->\n<script>"
                                : "<script>");
        nj_str_puts(out, scripts[i]);
        nj_str_puts(out, "</script>\n");
    }
    nj_str_puts(out, "</body>\n</html>\n");
    nj_str_fini(&styles);
}

/* --- what is packed --- */

static const char *verdict_word(enum nj_verdict v)
{
    return v == NJ_VERDICT_TRUE ? "true" : "untrue";
}

static void begin_data(const struct nj_format *f, enum nj_verdict v,
                       const char *why, struct nj_json_out *o)
{
    nj_json_obj(o, NULL);
    nj_json_put_text(o, "lang", f->lang);
    nj_json_put_text(o, "verdict", verdict_word(v));
    nj_json_put_text(o, "why", why);
    nj_page_put_texts(f, o);
}

void nj_page_untrue(const struct nj_page_how *how, const char *why,
                    struct nj_str *out)
{
    const struct nj_format f = {.catalog = how->catalog, .lang = how->lang};
    const char *title = nj_catalog_get(how->catalog, how->lang, "page.untrue");
    struct nj_str data = NJ_STR_INIT(NJ_PAGE_PART_MAX);
    struct nj_str chain = NJ_STR_INIT(1);
    struct nj_json_out o = nj_json_onto(&data);

    begin_data(&f, NJ_VERDICT_UNTRUE, why, &o);
    nj_json_end(&o);
    put_page(&f, title != NULL ? title : "", &data, &chain, out);
    nj_str_fini(&data);
    nj_str_fini(&chain);
}

static void write_page(struct nj_page_course *c, enum nj_verdict v,
                       const char *why, struct nj_str *out)
{
    const struct nj_record_head *h = &c->record->head;
    struct nj_str data = NJ_STR_INIT(NJ_PAGE_PART_MAX);
    struct nj_str title = NJ_STR_INIT(1024);
    struct nj_json_out o = nj_json_onto(&data);

    nj_format_key(&c->format, "page.title",
                  NJ_ARGS(nj_arg_word("game", h->game),
                          nj_arg_id("code", h->code),
                          nj_arg_int("n", h->match)),
                  &title);
    begin_data(&c->format, v, why, &o);
    nj_json_put_text(&o, "title", title.p);
    nj_json_put_i64(&o, "zone", c->how->offset_min);
    nj_page_put_head(c->record, c->game, &o);
    nj_page_course_put(c, v == NJ_VERDICT_TRUE, &o);
    nj_json_end(&o);
    put_page(&c->format, title.p, &data, &c->chain, out);
    nj_str_fini(&data);
    nj_str_fini(&title);
}

enum nj_verdict nj_page_make(const struct nj_record *r,
                             const struct nj_record_rules *rules,
                             const struct nj_page_how *how, struct nj_str *out,
                             struct nj_err *err)
{
    struct nj_page_course *c = nj_alloc(sizeof(*c));
    struct nj_err why = {{0}};
    enum nj_verdict v;

    c->record = r;
    c->how = how;
    c->game = rules->game;
    nj_page_course_open(c);
    v = nj_record_verify(r, rules, nj_page_course_step, c, &why);
    if (v == NJ_VERDICT_TRUE || v == NJ_VERDICT_UNTRUE)
        write_page(c, v, why.text, out);
    if (v != NJ_VERDICT_TRUE)
        (void)nj_fail(err, NJ_ERR_MISMATCH, "%s", why.text);
    nj_page_course_close(c);
    free(c);
    return v;
}
