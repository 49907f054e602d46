/*
 * Frames of a WebSocket, from the pieces in which they come.
 */
#ifndef NJ_GATEWAY_WEB_ASSEMBLER_H
#define NJ_GATEWAY_WEB_ASSEMBLER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum nj_piece {
    NJ_PIECE_MORE,   /* the frame is not complete */
    NJ_PIECE_WHOLE,  /* `text` holds it */
    NJ_PIECE_BINARY, /* complete, and nothing for us */
    NJ_PIECE_TOO_BIG /* over the most: close the connection */
};

struct nj_assembler {
    struct nj_str text;
    bool binary;
};

/* `most`: bytes of a frame. */
void nj_assembler_init(struct nj_assembler *a, size_t most);
void nj_assembler_fini(struct nj_assembler *a);
/* Forgets what has arrived: for a new connection. */
void nj_assembler_reset(struct nj_assembler *a);
void nj_assembler_begin(struct nj_assembler *a, bool binary);
enum nj_piece nj_assembler_add(struct nj_assembler *a, const char *bytes,
                               size_t n, bool final);

#endif
