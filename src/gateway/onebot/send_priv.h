/*
 * What the files that write calls share.
 */
#ifndef NJ_GATEWAY_ONEBOT_SEND_PRIV_H
#define NJ_GATEWAY_ONEBOT_SEND_PRIV_H

#include "gateway/onebot/onebot_priv.h"

/* Ids travel as numbers; false if it is none. NULL is none. */
bool nj_ob_number_read(const char *id, int64_t *v);
/* A call up to its parameters, and what ends it: NJ_ERR_LIMIT if it does not
 * fit. */
struct nj_json_out nj_ob_call_begin(struct nj_str *out, const char *action,
                                    const char *echo);
enum nj_status nj_ob_call_end(struct nj_json_out *o);
void nj_ob_put_segment(struct nj_json_out *o, const char *type,
                       const char *name, const char *value);

#endif
