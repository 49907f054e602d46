/* Bytes that came as base64. */
#ifndef NJ_KIT_BASE64_H
#define NJ_KIT_BASE64_H

#include <stdbool.h>

#include "base/str.h"

/* Appends them; false: there is another character than '=' at its end. */
bool nj_base64_read(const char *text, struct nj_str *out);

#endif
