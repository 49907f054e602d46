/*
 * Text that is nothing but text. The platform refuses what looks like a link
 * and makes mentions of tags; both are broken by a character that looks alike.
 */
#include <string.h>

#include "gateway/qqbot/out.h"

#define WIDE_LESS  "\uff1c"
#define WIDE_COLON "\uff1a"
#define WIDE_DOT   "\u00b7"

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_inner(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* "a.com", and "中文.com", which is one as well; not "3.5" and "end." */
static bool is_link_dot(const char *text, size_t n, size_t at)
{
    return at > 0 && at + 1 < n && text[at] == '.' &&
           (is_inner(text[at - 1]) || (unsigned char)text[at - 1] >= 0x80) &&
           is_letter(text[at + 1]);
}

static bool is_link_colon(const char *text, size_t n, size_t at)
{
    return at + 2 < n && memcmp(text + at, "://", 3) == 0;
}

/* "<@ID>", "<qqbot-at-user id=... />", and whatever is added one day. */
static bool is_tag(const char *text, size_t n, size_t at)
{
    return text[at] == '<' && at + 1 < n && text[at + 1] != ' ' &&
           text[at + 1] != '\n';
}

/* What stands for the byte; NULL: itself. */
static const char *instead(const char *text, size_t n, size_t at)
{
    if (is_tag(text, n, at))
        return WIDE_LESS;
    if (is_link_colon(text, n, at))
        return WIDE_COLON;
    return is_link_dot(text, n, at) ? WIDE_DOT : NULL;
}

void nj_qb_put_plain(struct nj_str *out, const char *text, size_t n)
{
    for (size_t at = 0; at < n; at++) {
        const char *other = instead(text, n, at);

        if (other != NULL)
            nj_str_puts(out, other);
        else
            nj_str_putc(out, text[at]);
    }
}

/* At the beginning of a line these make a list. */
static bool makes_list(const char *text, size_t at)
{
    return (at == 0 || text[at - 1] == '\n') &&
           (text[at] == '-' || text[at] == '+');
}

void nj_qb_put_markdown(struct nj_str *out, const char *text, size_t n)
{
    static const char marks[] = "\\[]*_~>#|`";

    for (size_t at = 0; at < n; at++) {
        const char *other = instead(text, n, at);

        if (other != NULL) {
            nj_str_puts(out, other);
            continue;
        }
        if (memchr(marks, text[at], sizeof(marks) - 1) != NULL ||
            makes_list(text, at))
            nj_str_putc(out, '\\');
        nj_str_putc(out, text[at]);
    }
}
