/*
 * Forms of configured texts: true if the text has the form.
 */
#ifndef NJ_CONFIG_CHECK_H
#define NJ_CONFIG_CHECK_H

#include <stdbool.h>

bool nj_check_path(const char *text); /* something, no control character */
/* A path, or a URL of PostgreSQL without a password. */
bool nj_check_database(const char *text);
bool nj_check_language(const char *text); /* "zh-CN"; it becomes a file name */
bool nj_check_zone(const char *text);     /* there is zone data for it, or "" */
bool nj_check_prefix(const char *text);   /* visible, no letter or digit */
bool nj_check_name(const char *text);     /* [a-z][a-z0-9]{0,7} */
bool nj_check_house(const char *text);    /* [a-z][a-z0-9_]{0,30}, or "" */
bool nj_check_variable(const char *text); /* of the environment, or "" */
bool nj_check_owner(const char *text);    /* "qq:u:77" */
/* ws:// or wss://, a host, perhaps a port and a path; no user, no token. */
bool nj_check_url(const char *text);
/* The same with http:// or https://. */
bool nj_check_web(const char *text);

/* For a text that fits nj_check_url(): the host is this machine. */
bool nj_check_loopback(const char *url);

/* "127.0.0.1:8081" or "[::1]:8081": an address and a port, or "". */
bool nj_check_listen(const char *text);
/* For a text that fits it: only this machine reaches it. */
bool nj_check_listen_loopback(const char *text);
bool nj_check_account(const char *text); /* a QQ number, or "" */
bool nj_check_app(const char *text);     /* an AppID, or "" */

#endif
