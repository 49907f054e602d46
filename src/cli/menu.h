/*
 * The commands that platforms list for their people, in all languages.
 */
#ifndef NJ_CLI_MENU_H
#define NJ_CLI_MENU_H

#include <stddef.h>

#include "gateway/telegram/telegram.h"
#include "locale/catalog.h"

#define NJ_MENU_MAX 96

/* Fills `out`, which has room for NJ_MENU_MAX, and returns how many there
 * are. `lang` is what people get whose language we do not speak. The texts
 * live as long as the catalog. */
size_t nj_menu_fill(const struct nj_catalog *catalog, const char *lang,
                    struct nj_telegram_command *out);

#define NJ_ABOUTS 3

/* What the bot is, in the same languages; the texts live as long. */
void nj_menu_about(const struct nj_catalog *catalog, const char *lang,
                   struct nj_telegram_about out[NJ_ABOUTS]);

#endif
