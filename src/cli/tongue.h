/*
 * The language of who types at the terminal, as the environment says it.
 */
#ifndef NJ_CLI_TONGUE_H
#define NJ_CLI_TONGUE_H

/*
 * "zh-CN", "zh-TW" or "en": of the first of LC_ALL, LC_MESSAGES and LANG that
 * is set. Chinese of Taiwan, Hong Kong and Macau is Traditional; every other
 * language, and none at all, is English.
 */
const char *nj_tongue(void);

#endif
