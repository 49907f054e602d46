/*
 * The library that speaks HTTP, loaded by who makes requests: one with OneBot,
 * a terminal or the room alone makes none.
 */
#ifndef NJ_GATEWAY_WEB_CURL_LIB_H
#define NJ_GATEWAY_WEB_CURL_LIB_H

#include <curl/curl.h>

#include "base/status.h"

#define NJ_CURL_CALLS(X) \
 X(easy_cleanup)         \
 X(easy_getinfo)         \
 X(easy_header)          \
 X(easy_init)            \
 X(easy_reset)           \
 X(easy_setopt)          \
 X(easy_strerror)        \
 X(getdate)              \
 X(global_init)          \
 X(mime_addpart)         \
 X(mime_data)            \
 X(mime_filename)        \
 X(mime_free)            \
 X(mime_init)            \
 X(mime_name)            \
 X(mime_type)            \
 X(multi_add_handle)     \
 X(multi_cleanup)        \
 X(multi_info_read)      \
 X(multi_init)           \
 X(multi_perform)        \
 X(multi_poll)           \
 X(multi_remove_handle)  \
 X(multi_setopt)         \
 X(multi_wakeup)         \
 X(slist_append)         \
 X(slist_free_all)

/* curl_easy_init is nj_curl.easy_init, and so on. */
struct nj_curl {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): it declares a member. */
#define NJ_CURL_MEMBER(name) __typeof__(&curl_##name) name;
    NJ_CURL_CALLS(NJ_CURL_MEMBER)
#undef NJ_CURL_MEMBER
};

extern struct nj_curl nj_curl;

/* Before any of them is called; once. NJ_ERR_NOT_FOUND: it is not installed,
 * or too old. */
NJ_MUST_USE enum nj_status nj_curl_load(struct nj_err *err);

#endif
