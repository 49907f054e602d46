/*
 * Forms of configured texts.
 */
#include "config/check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/database.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "base/zone.h"

#define LOWER      "abcdefghijklmnopqrstuvwxyz"
#define UPPER      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS     "0123456789"
#define PORT_MAX   65535
#define PORT_CHARS 5

static bool has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* True if no character is white space or unseen. */
static bool all_visible(const char *text)
{
    size_t n = strlen(text);
    size_t at = 0;

    while (at < n) {
        int32_t cp = 0;

        at += nj_utf8_next(text + at, n - at, &cp);
        if (nj_utf8_space(cp) || nj_utf8_control(cp))
            return false;
    }
    return true;
}

bool nj_check_path(const char *text)
{
    for (const char *c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            return false;
    return true;
}

bool nj_check_database(const char *text)
{
    return nj_check_path(text) &&
           (!nj_database_is_url(text) || !nj_database_has_password(text));
}

bool nj_check_language(const char *text)
{
    size_t first = strspn(text, LOWER);

    if (first < 2 || first > 3)
        return false;
    if (text[strspn(text, LOWER UPPER DIGITS "-")] != '\0')
        return false;
    return strstr(text, "--") == NULL && text[strlen(text) - 1] != '-';
}

bool nj_check_zone(const char *text)
{
    return text[0] == '\0' || nj_zone_find(text) != NULL;
}

/* A letter would take ordinary talk for commands. */
bool nj_check_prefix(const char *text)
{
    return text[0] != '\0' && all_visible(text) &&
           strpbrk(text, LOWER UPPER DIGITS) == NULL;
}

bool nj_check_name(const char *text)
{
    return strspn(text, LOWER) > 0 && text[strspn(text, LOWER DIGITS)] == '\0';
}

bool nj_check_house(const char *text)
{
    return text[0] == '\0' || (strspn(text, LOWER) > 0 &&
                               text[strspn(text, LOWER DIGITS "_")] == '\0');
}

bool nj_check_variable(const char *text)
{
    return strspn(text, DIGITS) == 0 &&
           text[strspn(text, LOWER UPPER DIGITS "_")] == '\0';
}

bool nj_check_owner(const char *text)
{
    size_t name = strcspn(text, ":");
    const char *id = text + name;

    if (name == 0 || name >= NJ_GATEWAY_NAME_MAX || !has_prefix(id, ":u:"))
        return false;
    id += strlen(":u:");
    return *id != '\0' && all_visible(id) && strchr(id, ':') == NULL;
}

static const char *host_of(const char *url)
{
    if (has_prefix(url, "ws://"))
        return url + strlen("ws://");
    return has_prefix(url, "wss://") ? url + strlen("wss://") : NULL;
}

static const char *web_host_of(const char *url)
{
    if (has_prefix(url, "http://"))
        return url + strlen("http://");
    return has_prefix(url, "https://") ? url + strlen("https://") : NULL;
}

/* Length of a host name or of an address in brackets; 0 if it is neither. */
static size_t host_length(const char *host)
{
    size_t n;

    if (*host != '[')
        return strspn(host, LOWER UPPER DIGITS ".-");
    n = strspn(host + 1, DIGITS "abcdefABCDEF:.");
    return n > 0 && host[n + 1] == ']' ? n + 2 : 0;
}

/* Length of ":3001", 0 if there is none, SIZE_MAX if it is malformed. */
static size_t port_length(const char *at)
{
    size_t digits;
    unsigned port = 0;

    if (*at != ':')
        return 0;
    digits = strspn(at + 1, DIGITS);
    if (digits == 0 || digits > PORT_CHARS)
        return SIZE_MAX;
    for (size_t i = 1; i <= digits; i++)
        port = port * 10 + (unsigned)(at[i] - '0');
    return port == 0 || port > PORT_MAX ? SIZE_MAX : digits + 1;
}

/* A host, a port and a path; NULL is none. */
static bool is_place(const char *at)
{
    size_t host;
    size_t port;

    if (at == NULL)
        return false;
    host = host_length(at);
    if (host == 0)
        return false;
    port = port_length(at + host);
    if (port == SIZE_MAX)
        return false;
    at += host + port;
    if (*at != '\0' && *at != '/')
        return false;
    /* A token in an address lands in logs. */
    return all_visible(at) && strstr(at, "access_token") == NULL;
}

bool nj_check_url(const char *text)
{
    return is_place(host_of(text));
}

bool nj_check_web(const char *text)
{
    const char *at = web_host_of(text);

    /* The token is put behind it, and has no business in it. */
    return is_place(at) && strpbrk(at, "?#@\\\"<>") == NULL &&
           strstr(at, "/bot") == NULL;
}

bool nj_check_loopback(const char *url)
{
    const char *host = host_of(url);
    size_t n = host == NULL ? 0 : host_length(host);

    if (n == 0)
        return false;
    if (has_prefix(host, "127."))
        return strspn(host, DIGITS ".") == n;
    return (n == strlen("localhost") && has_prefix(host, "localhost")) ||
           (n == strlen("[::1]") && has_prefix(host, "[::1]"));
}

/* The host of "127.0.0.1:8081" or "[::1]:8081", in its binary form: the number
 * of its bytes, or 0 if it has another form. */
static size_t listen_host(const char *text, struct in6_addr *out)
{
    const char *end = strrchr(text, ':');
    char host[INET6_ADDRSTRLEN];
    size_t n = end == NULL ? 0 : (size_t)(end - text);
    size_t port = n == 0 ? 0 : port_length(end);
    bool brackets = text[0] == '[';

    if (port == 0 || port == SIZE_MAX || end[port] != '\0')
        return 0;
    if (brackets && (n < 3 || text[n - 1] != ']'))
        return 0;
    n -= brackets ? 2 : 0;
    if (n >= sizeof(host))
        return 0;
    memcpy(host, text + brackets, n);
    host[n] = '\0';
    if (inet_pton(brackets ? AF_INET6 : AF_INET, host, out) != 1)
        return 0;
    return brackets ? sizeof(*out) : sizeof(struct in_addr);
}

bool nj_check_listen(const char *text)
{
    struct in6_addr host;

    return text[0] == '\0' || listen_host(text, &host) > 0;
}

bool nj_check_listen_loopback(const char *text)
{
    struct in6_addr host = {0};
    size_t n = listen_host(text, &host);

    return n == sizeof(host) ? IN6_IS_ADDR_LOOPBACK(&host) != 0
                             : n > 0 && host.s6_addr[0] == IN_LOOPBACKNET;
}

bool nj_check_app(const char *text)
{
    size_t n = strspn(text, DIGITS);

    return text[n] == '\0' && n <= 20;
}

bool nj_check_account(const char *text)
{
    size_t n = strspn(text, DIGITS);

    return text[n] == '\0' && n < 16 && (n == 0 || text[0] != '0');
}
