/*
 * Zones by name: finds the file that is meant, and asks GLib about it.
 */
#include "base/zone.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>
#include <strings.h>

#include "base/arena.h"
#include "base/bug.h"

#define PATH_BYTES 256
#define PARTS_MOST 3 /* America/Argentina/Ushuaia */

struct nj_zone {
    struct nj_zone *next;
    GTimeZone *tz;
    char name[NJ_ZONE_BYTES];
};

static struct nj_zone *known;

static const char *root(void)
{
    const char *set = getenv("TZDIR");

    return set != NULL && set[0] != '\0' ? set : "/usr/share/zoneinfo";
}

/* Signs that no name has lead nowhere: no dots, no path from the root. */
static bool is_plain(const char *text)
{
    static const char signs[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-/";
    size_t n = strlen(text);

    return n > 0 && n < NJ_ZONE_BYTES && strspn(text, signs) == n &&
           text[0] != '/';
}

/* Appends the entry of that folder whose name is `part`, in any case. */
static bool follow(const char *part, size_t n, char name[NJ_ZONE_BYTES])
{
    char path[PATH_BYTES];
    size_t used = strlen(name);
    const struct dirent *d = NULL;
    bool found = false;
    DIR *dir;

    NJ_ASSERT(used + n + 1 < NJ_ZONE_BYTES);
    (void)snprintf(path, sizeof(path), "%s/%s", root(), name);
    dir = opendir(path);
    if (dir == NULL)
        return false;
    while (!found && (d = readdir(dir)) != NULL)
        found = strlen(d->d_name) == n && strncasecmp(d->d_name, part, n) == 0;
    if (found)
        (void)snprintf(name + used, NJ_ZONE_BYTES - used, "%s%s",
                       used > 0 ? "/" : "", d->d_name);
    (void)closedir(dir);
    return found;
}

/* Beside the zones there are other files, and the same zones once more. */
static bool is_zone(const char *name)
{
    char path[PATH_BYTES];
    char magic[4] = "";
    FILE *f;
    bool is;

    if (strncmp(name, "posix", 5) == 0 || strncmp(name, "right/", 6) == 0 ||
        strcmp(name, "localtime") == 0 || strcmp(name, "Factory") == 0)
        return false;
    (void)snprintf(path, sizeof(path), "%s/%s", root(), name);
    f = fopen(path, "rb");
    if (f == NULL)
        return false;
    is = fread(magic, 1, sizeof(magic), f) == sizeof(magic) &&
         memcmp(magic, "TZif", sizeof(magic)) == 0;
    (void)fclose(f);
    return is;
}

/* Writes the name as the data spells it. */
static bool spell(const char *text, char name[NJ_ZONE_BYTES])
{
    name[0] = '\0';
    for (int parts = 0; parts < PARTS_MOST; parts++) {
        size_t n = strcspn(text, "/");

        if (n == 0 || strlen(name) + n + 1 >= NJ_ZONE_BYTES ||
            !follow(text, n, name))
            return false;
        if (text[n] == '\0')
            return is_zone(name);
        text += n + 1;
    }
    return false;
}

/* A city stands under its continent. */
static bool spell_city(const char *text, char name[NJ_ZONE_BYTES])
{
    static const char *const under[] = {"Africa", "America",  "Antarctica",
                                        "Asia",   "Atlantic", "Australia",
                                        "Europe", "Indian",   "Pacific"};
    char whole[2 * NJ_ZONE_BYTES];

    for (size_t i = 0; i < sizeof(under) / sizeof(under[0]); i++) {
        (void)snprintf(whole, sizeof(whole), "%s/%s", under[i], text);
        if (spell(whole, name))
            return true;
    }
    return false;
}

static const struct nj_zone *make(const char *name)
{
    struct nj_zone *z = known;

    while (z != NULL && strcmp(z->name, name) != 0)
        z = z->next;
    if (z != NULL)
        return z;
    z = nj_alloc(sizeof(*z));
    (void)snprintf(z->name, sizeof(z->name), "%s", name);
    z->tz = g_time_zone_new_identifier(name);
    if (z->tz == NULL) {
        free(z);
        return NULL;
    }
    z->next = known;
    known = z;
    return z;
}

const struct nj_zone *nj_zone_find(const char *text)
{
    char plain[NJ_ZONE_BYTES];
    char name[NJ_ZONE_BYTES];

    if (strlen(text) >= sizeof(plain))
        return NULL;
    for (size_t i = 0; i <= strlen(text); i++)
        plain[i] = (char)(text[i] == ' ' ? '_' : text[i]);
    if (!is_plain(plain) || (!spell(plain, name) && !spell_city(plain, name)))
        return NULL;
    return make(name);
}

const char *nj_zone_name(const struct nj_zone *z)
{
    return z->name;
}

int nj_zone_offset_min(const struct nj_zone *z, int64_t at_ms)
{
    int interval =
        g_time_zone_find_interval(z->tz, G_TIME_TYPE_UNIVERSAL, at_ms / 1000);

    return interval < 0 ? 0 : g_time_zone_get_offset(z->tz, interval) / 60;
}

bool nj_zone_data(void)
{
    return nj_zone_find("Europe/Berlin") != NULL &&
           nj_zone_find("Asia/Shanghai") != NULL;
}
