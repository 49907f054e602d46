/* What every test file includes first: cmocka with the headers it needs. */
#ifndef NJ_KIT_NJ_TEST_H
#define NJ_KIT_NJ_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/status.h"

/* For parameters that a callback must take and does not need. */
#define NJ_UNUSED(x) ((void)(x))

#endif
