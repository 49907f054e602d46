/*
 * A WebSocket as a browser's page opens one, over a plain socket on loopback:
 * text frames both ways, each waited for 10 seconds at most.
 */
#ifndef NJ_KIT_PAGE_LINE_H
#define NJ_KIT_PAGE_LINE_H

#include <stddef.h>
#include <stdint.h>

struct nj_page_line {
    int fd;
};

/* The status of the answer; with 101 it is open. `host` NULL: 127.0.0.1 with
 * the port; `origin` NULL: none is said, "" the right one. */
int nj_page_line_open(struct nj_page_line *l, uint16_t port, const char *host,
                      const char *origin, const char *path);
void nj_page_line_close(struct nj_page_line *l);
/* A masked frame; opcode 1 is text, 2 binary. */
void nj_page_line_send(const struct nj_page_line *l, int opcode,
                       const char *bytes, size_t n);
void nj_page_line_say(const struct nj_page_line *l, const char *text);
/* The next text frame, cut to cap - 1 bytes; its length, -1 once the peer has
 * closed. Fails the test if nothing comes. */
int nj_page_line_take(const struct nj_page_line *l, char *out, size_t cap);
/* Takes frames until one has the word in it, which `out` holds then. Fails the
 * test if the peer closes before. */
void nj_page_line_await(const struct nj_page_line *l, const char *word,
                        char *out, size_t cap);

#endif
