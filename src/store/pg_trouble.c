/*
 * What PostgreSQL's states mean for us. After any failure its transaction can
 * only be taken back, and without a connection there is nothing to do but to
 * get another one: whether the last commit was carried out is then read from
 * it.
 */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "store/pg_priv.h"

#define STATE_BYTES 5

enum lasting {
    STAYS, /* it would fail again */
    PASSES,
    LOST /* and so is the connection */
};

struct trouble {
    const char *state; /* how it begins */
    enum nj_status st;
    enum lasting lasting;
    const char *line; /* reads behind "database 'x'" */
};

/* A state stands before its class. */
static const struct trouble troubles[] = {
    {"23505", NJ_ERR_EXISTS, STAYS, "has such a row already"},
    {"23503", NJ_ERR_NOT_FOUND, STAYS, "has no such match"},
    {"23", NJ_ERR_BAD_INPUT, STAYS, "does not take such a row"},
    {"22", NJ_ERR_BAD_INPUT, STAYS, "does not take such a row"},
    {"54", NJ_ERR_LIMIT, STAYS, "does not take so long a row"},
    {"53100", NJ_ERR_FULL, STAYS,
     "has no space left on its disk: free some; nothing stored is lost"},
    {"53300", NJ_ERR_BUSY, STAYS,
     "has no connection left: raise max_connections, or close a program"},
    {"53", NJ_ERR_FULL, STAYS,
     "has no room left: give it more memory; nothing stored is lost"},
    {"40", NJ_ERR_BUSY, PASSES,
     "is held by another program: close that program"},
    {"55P03", NJ_ERR_BUSY, STAYS,
     "is in use by another process: stop that process, or name another "
     "database"},
    {"25006", NJ_ERR_IO, LOST,
     "cannot be written: it is a standby; name the server that leads"},
    {"42501", NJ_ERR_IO, STAYS,
     "cannot be written: give this user the right to do so"},
    {"42", NJ_ERR_CORRUPT, STAYS,
     "does not have the tables it should have: restore a backup"},
    {"3D", NJ_ERR_NOT_FOUND, STAYS, "is not there: make it with createdb"},
    {"28", NJ_ERR_IO, STAYS,
     "does not let this user in: check the user and the password"},
    {"XX", NJ_ERR_CORRUPT, STAYS, "is damaged: restore a backup"},
    {"58", NJ_ERR_IO, LOST,
     "could not be read or written: check its disk, then start again"},
    {"57P", NJ_ERR_IO, LOST, "was stopped: start it"},
    {"08", NJ_ERR_IO, LOST,
     "cannot be reached: check the server and the network"},
};

static const struct trouble unforeseen = {
    "", NJ_ERR_IO, LOST, "failed in a way that should not happen: start again"};

/* Letters and digits, in base 36. */
int nj_pg_code(const char *state)
{
    int code = 0;

    for (int i = 0; i < STATE_BYTES && state[i] != '\0'; i++) {
        bool digit = state[i] >= '0' && state[i] <= '9';

        code = code * 36 + (digit ? state[i] - '0' : state[i] - 'A' + 10);
    }
    return code;
}

static void spell(int code, char out[STATE_BYTES + 1])
{
    out[STATE_BYTES] = '\0';
    for (int i = STATE_BYTES - 1; i >= 0; i--) {
        int v = code % 36;

        out[i] = (char)(v < 10 ? '0' + v : 'A' + v - 10);
        code /= 36;
    }
}

static const struct trouble *lookup(const char *state)
{
    for (size_t i = 0; i < NJ_COUNT(troubles); i++)
        if (strncmp(state, troubles[i].state, strlen(troubles[i].state)) == 0)
            return &troubles[i];
    return &unforeseen;
}

void nj_pg_report(struct nj_store *s, int code)
{
    char state[STATE_BYTES + 1];
    const struct trouble *t;

    NJ_ASSERT(code > 0);
    spell(code, state);
    t = lookup(state);
    if (t->lasting == LOST)
        s->pg->lost = s->broken = true;
    s->away = s->broken || t->lasting == PASSES;
    nj_trouble_note(s, t->st, "database '%s' %s (%s, code %s)", s->path,
                    t->line, s->pg->message, state);
}

int nj_pg_judge(struct nj_pg *pg, const PGresult *r)
{
    ExecStatusType st = nj_pq.resultStatus(r);
    const char *state, *message;

    if (st != PGRES_FATAL_ERROR)
        return 0; /* what was left out behind a failure is none of its own */
    state = nj_pq.resultErrorField(r, PG_DIAG_SQLSTATE);
    message = nj_pq.resultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
    if (message == NULL)
        message = nj_pq.resultErrorMessage(r);
    (void)snprintf(pg->message, sizeof(pg->message), "%.199s", message);
    pg->message[strcspn(pg->message, "\n")] = '\0';
    return nj_pg_code(state != NULL ? state : NJ_PG_LOST);
}
