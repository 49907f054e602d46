/*
 * PostgreSQL's client library, loaded when a database is named that needs it:
 * an installation without it has SQLite.
 */
#ifndef NJ_STORE_PG_LIB_H
#define NJ_STORE_PG_LIB_H

#include <libpq-fe.h>

#include "base/status.h"

#define NJ_PQ_CALLS(X) \
 X(clear)              \
 X(cmdTuples)          \
 X(connectdbParams)    \
 X(consumeInput)       \
 X(enterPipelineMode)  \
 X(errorMessage)       \
 X(exitPipelineMode)   \
 X(finish)             \
 X(flush)              \
 X(fname)              \
 X(freemem)            \
 X(ftype)              \
 X(getResult)          \
 X(getisnull)          \
 X(getlength)          \
 X(getvalue)           \
 X(isBusy)             \
 X(notifies)           \
 X(ntuples)            \
 X(pipelineSync)       \
 X(putCopyData)        \
 X(putCopyEnd)         \
 X(resultErrorField)   \
 X(resultErrorMessage) \
 X(resultStatus)       \
 X(sendPrepare)        \
 X(sendQuery)          \
 X(sendQueryParams)    \
 X(sendQueryPrepared)  \
 X(setNoticeReceiver)  \
 X(setSingleRowMode)   \
 X(setnonblocking)     \
 X(socket)             \
 X(status)

/* PQclear is nj_pq.clear, and so on. */
struct nj_pq {
/* NOLINTNEXTLINE(bugprone-macro-parentheses): it declares a member. */
#define NJ_PQ_MEMBER(name) __typeof__(&PQ##name) name;
    NJ_PQ_CALLS(NJ_PQ_MEMBER)
#undef NJ_PQ_MEMBER
};

extern struct nj_pq nj_pq;

/* Once is enough. NJ_ERR_NOT_FOUND: it is not installed, or too old. */
NJ_MUST_USE enum nj_status nj_pq_load(struct nj_err *err);

#endif
