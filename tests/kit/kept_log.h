/*
 * Everything that is logged, kept to be searched for what must not be there.
 */
#ifndef NJ_TESTS_KIT_KEPT_LOG_H
#define NJ_TESTS_KIT_KEPT_LOG_H

/* From now on, at every level. What does not fit any more is dropped. */
void kept_log_begin(void);
/* All of it so far. */
const char *kept_log(void);

#endif
