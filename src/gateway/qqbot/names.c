/*
 * How people are called: an openid says nothing to a reader.
 */
#include <string.h>

#include "base/text_hash.h"
#include "gateway/qqbot/job.h"

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

    return strcmp(names->rows[at].id, id) == 0 ? names->rows[at].name : "";
}
