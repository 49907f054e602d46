/*
 * Which plural form a number takes in a language (the CLDR categories that our
 * languages use).
 */
#ifndef NJ_LOCALE_PLURAL_H
#define NJ_LOCALE_PLURAL_H

#include <stddef.h>
#include <stdint.h>

/* "one" or "other". */
const char *nj_plural_form(const char *lang, int64_t n);

/* The forms a language has, NULL at the end. */
const char *const *nj_plural_forms(const char *lang);

/* Bytes of `key` before "_one" or another plural ending that any language
 * has; 0 if it ends with none. */
size_t nj_plural_base(const char *key);

#endif
