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
/*
 * The language in which games and rules are told there. Where the environment
 * names none (unset, "C", "POSIX"), it is NJ_ENV_LANG, as in a chat.
 */
const char *nj_tongue_of_games(void);

#endif
