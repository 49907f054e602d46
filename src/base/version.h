/*
 * Which program this is.
 */
#ifndef NJ_BASE_VERSION_H
#define NJ_BASE_VERSION_H

/* Version and, where it was built in a checkout, the commit: "1.0 1a2b3c4".
 * For people; nothing depends on it. */
const char *nj_program(void);

#endif
