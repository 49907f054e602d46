/*
 * How people are called: a platform without numbers has no other handle for
 * them that a reader could use.
 */
#include <string.h>

#include "base/text_hash.h"
#include "gateway/qqbot/job.h"

#define END_CHARS 6 /* of an id whose name is not known */

void nj_qb_names_put(struct nj_qb_names *names, const char *id,
                     const char *name)
{
    size_t at = nj_text_hash(id) % NJ_QB_NAMES_MAX;

    if (id[0] == '\0' || name[0] == '\0')
        return;
    nj_str_copy(names->rows[at].id, NJ_QB_ID_MAX, id);
    nj_str_copy(names->rows[at].name, NJ_NAME_MAX, name);
}

const char *nj_qb_names_get(const struct nj_qb_names *names, const char *id)
{
    size_t at = nj_text_hash(id) % NJ_QB_NAMES_MAX;
    size_t n = strlen(id);

    if (strcmp(names->rows[at].id, id) == 0)
        return names->rows[at].name;
    return n > END_CHARS ? id + n - END_CHARS : id;
}
