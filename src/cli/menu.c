/*
 * Which commands are listed where. Their names are English words of the
 * command tables, which every group understands; what stands beside them is a
 * text of each language. Telegram knows one Chinese only.
 */
#include "cli/menu.h"

#include "base/bug.h"

static const struct {
    const char *name; /* as it is typed; names the text, too */
    const char *key;
    bool group, alone; /* in groups; in private chats */
} rows[] = {
    {"newgame", "shell.menu.newgame", true, false},
    {"join", "shell.menu.join", true, false},
    {"bots", "shell.menu.bots", true, false},
    {"begin", "shell.menu.begin", true, false},
    {"status", "shell.menu.status", true, true},
    {"leave", "shell.menu.leave", true, false},
    {"me", "shell.menu.me", false, true},
    {"matches", "shell.menu.matches", false, true},
    {"games", "shell.menu.games", true, true},
    {"rules", "shell.menu.rules", true, true},
    {"lang", "shell.menu.lang", true, true},
    {"help", "shell.menu.help", true, true},
};

static const struct {
    const char *theirs, *ours;
} languages[] = {{"zh", "zh-CN"}, {"en", "en"}};

static size_t add(const struct nj_catalog *catalog, const char *theirs,
                  const char *ours, struct nj_telegram_command *out)
{
    size_t n = 0;

    for (int place = 0; place < 2; place++)
        for (size_t i = 0; i < NJ_COUNT(rows); i++) {
            bool group = place == 0;

            if (group ? rows[i].group : rows[i].alone)
                out[n++] = (struct nj_telegram_command){
                    theirs, group, rows[i].name,
                    nj_catalog_get(catalog, ours, rows[i].key)};
        }
    return n;
}

size_t nj_menu_fill(const struct nj_catalog *catalog, const char *lang,
                    struct nj_telegram_command *out)
{
    size_t n = add(catalog, "", lang, out);

    for (size_t i = 0; i < NJ_COUNT(languages); i++)
        n += add(catalog, languages[i].theirs, languages[i].ours, out + n);
    NJ_ASSERT(n <= NJ_MENU_MAX);
    return n;
}

static struct nj_telegram_about about(const struct nj_catalog *catalog,
                                      const char *theirs, const char *ours)
{
    return (struct nj_telegram_about){
        theirs, nj_catalog_get(catalog, ours, "shell.about.text"),
        nj_catalog_get(catalog, ours, "shell.about.brief")};
}

void nj_menu_about(const struct nj_catalog *catalog, const char *lang,
                   struct nj_telegram_about out[NJ_ABOUTS])
{
    out[0] = about(catalog, "", lang);
    for (size_t i = 0; i < NJ_COUNT(languages); i++)
        out[i + 1] = about(catalog, languages[i].theirs, languages[i].ours);
}
