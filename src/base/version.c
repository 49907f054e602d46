/*
 * Version and commit, as the build knows them.
 */
#include "base/version.h"

const char *nj_program(void)
{
    return NJ_VERSION NJ_COMMIT;
}
