/*
 * What stands on this machine: texts and data, fonts, time zones, room on
 * the disk.
 */
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <libgen.h>

#include "base/database.h"
#include "base/zone.h"
#include "cli/doctor.h"
#include "cli/env.h"
#include "render/painter.h"

#define ROOM_LEAST 50  /* MB; with less a busy evening may not be written */
#define ROOM_FEW   500 /* MB */
#define MEGABYTE   1000000

static void look_at_files(struct nj_doctor *d)
{
    struct nj_err err = {{0}};
    struct nj_env env;

    if (nj_env_load(&env, d->config->data, &err) != NJ_OK) {
        nj_doctor_tell(d, NJ_FOUND_WRONG, "data.bad", d->config->data,
                       err.text);
        return;
    }
    nj_doctor_tell(d, NJ_FOUND_WELL, "data.well", d->config->data, "");
    nj_env_fini(&env);
}

static void look_at_fonts(struct nj_doctor *d)
{
    static const char shown[] = "夜席墙玩家";
    struct nj_painter *p = nj_painter_create();

    if (p == NULL)
        nj_doctor_tell(d, NJ_FOUND_ODD, "fonts.none", "", "");
    else if (!nj_painter_covers(p, shown))
        nj_doctor_tell(d, NJ_FOUND_ODD, "fonts.chinese", "", "");
    else
        nj_doctor_tell(d, NJ_FOUND_WELL, "fonts.well", "", "");
    nj_painter_destroy(p);
}

static void look_at_zones(struct nj_doctor *d)
{
    if (nj_zone_data())
        nj_doctor_tell(d, NJ_FOUND_WELL, "zones.well", "", "");
    else
        nj_doctor_tell(d, NJ_FOUND_ODD, "zones.none", "", "");
}

static void look_at_disk(struct nj_doctor *d)
{
    char path[NJ_PATH_MAX];
    const char *folder;
    struct statvfs disk;
    char what[32];
    uint64_t room;

    if (nj_database_is_url(d->config->database))
        return;
    memcpy(path, d->config->database, sizeof(path));
    folder = dirname(path);
    if (access(folder, W_OK | X_OK) != 0 || statvfs(folder, &disk) != 0) {
        nj_doctor_tell(d, NJ_FOUND_WRONG, "disk.folder", folder, "");
        return;
    }
    room = (uint64_t)disk.f_bavail * disk.f_frsize / MEGABYTE;
    (void)snprintf(what, sizeof(what), "%llu", (unsigned long long)room);
    nj_doctor_tell(d,
                   room < ROOM_LEAST ? NJ_FOUND_WRONG
                   : room < ROOM_FEW ? NJ_FOUND_ODD
                                     : NJ_FOUND_WELL,
                   room < ROOM_FEW ? "disk.full" : "disk.well", folder, what);
}

void nj_doctor_house(struct nj_doctor *d)
{
    look_at_files(d);
    look_at_fonts(d);
    look_at_zones(d);
    look_at_disk(d);
}
