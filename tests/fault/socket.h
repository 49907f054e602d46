/*
 * Calls to sockets that fail when told to (goals R4).
 *
 * A program that links this has its own connect, recv, send and poll in front
 * of the C library's, for itself and for the libraries that it uses. Only the
 * thread that connects, the client's, and the sockets that it has connected
 * are ever meant.
 */
#ifndef NJ_FAULT_SOCKET_H
#define NJ_FAULT_SOCKET_H

#include <stdbool.h>
#include <stdint.h>

enum nj_socket_call {
    NJ_SOCKET_CONNECT,
    NJ_SOCKET_RECV,
    NJ_SOCKET_SEND,
    NJ_SOCKET_POLL
};

struct nj_socket_fault {
    enum nj_socket_call call;
    uint32_t nth; /* 1: the next one; 0: none fails */
    int error;    /* errno; 0: one byte is moved (recv, send) */
    bool end; /* recv: the peer has closed; send: fails, but the bytes leave */
};

/* Counts from now on. */
void nj_socket_fail(const struct nj_socket_fault *fault);
/* Nothing fails any more; true if something has. */
bool nj_socket_failed(void);

#endif
