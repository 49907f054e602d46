/*
 * nightjar doctor: what keeps this installation from working, and the next
 * step, in the language of who asks. It changes nothing, here or out there;
 * with --live it speaks to people who write to the bot.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/bug.h"
#include "base/log.h"
#include "cli/cli.h"
#include "cli/doctor.h"
#include "cli/env.h"
#include "cli/said.h"
#include "cli/tongue.h"
#include "locale/template.h"

#define LINE_BYTES 2048
#define KEY_BYTES  80

/* --- one finding --- */

static const char *text_of(const struct nj_doctor *d, const char *key,
                           const char *ending)
{
    char full[KEY_BYTES];

    (void)snprintf(full, sizeof(full), "doctor.%s%s", key, ending);
    return nj_catalog_get(d->texts, d->lang, full);
}

/* Whatever a platform or a file said may be in it: it is cleaned. */
static void put(const char *lead, const char *text, const char *where,
                const char *what)
{
    const struct nj_fill fills[] = {{"where", where}, {"what", what}};
    struct nj_str line = NJ_STR_INIT(LINE_BYTES);

    nj_str_addf(&line, "%s%s", lead, lead[0] == '[' ? " " : "");
    (void)nj_template_fill(text, fills, NJ_COUNT(fills), &line);
    nj_str_putc(&line, '\n');
    nj_cli_put(line.p);
    nj_str_fini(&line);
}

void nj_doctor_tell(void *ctx, enum nj_found found, const char *key,
                    const char *where, const char *what)
{
    static const char *const marks[] = {[NJ_FOUND_WELL] = "found.well",
                                        [NJ_FOUND_ODD] = "found.odd",
                                        [NJ_FOUND_WRONG] = "found.wrong"};
    struct nj_doctor *d = ctx;
    const char *text = text_of(d, key, "");
    const char *step = text_of(d, key, "_do");
    struct nj_str said = NJ_STR_INIT(LINE_BYTES);

    NJ_ASSERT(text != NULL);
    nj_said(what, &said); /* it may be the line of an error */
    d->wrong += found == NJ_FOUND_WRONG;
    put(text_of(d, marks[found], ""), text, where, said.p);
    if (found != NJ_FOUND_WELL && step != NULL)
        put("    → ", step, where, said.p);
    nj_str_fini(&said);
    (void)fflush(stdout); /* the next one may take a while */
}

/* --- all of them --- */

static bool read_config(struct nj_doctor *d, const char *path,
                        const char *house, struct nj_config *config)
{
    struct nj_err err = {{0}};

    if (nj_env_config(path, house, config, &err) != NJ_OK) {
        nj_doctor_tell(d, NJ_FOUND_WRONG, "config.bad", path, err.text);
        return false;
    }
    if (path == NULL)
        nj_doctor_tell(d, NJ_FOUND_ODD, "config.none", "", "");
    else
        nj_doctor_tell(d, NJ_FOUND_WELL, "config.well", path, "");
    return true;
}

static void examine(struct nj_doctor *d, const char *path, const char *house)
{
    struct nj_config *config = nj_alloc(sizeof(*config));
    char count[16];

    d->config = config;
    if (read_config(d, path, house, config)) {
        nj_doctor_house(d);
        nj_doctor_store(d);
        nj_doctor_gateways(d);
    }
    (void)snprintf(count, sizeof(count), "%u", (unsigned)d->wrong);
    put("", text_of(d, d->wrong == 0 ? "sum.well" : "sum.wrong", ""), "",
        count);
    d->config = NULL;
    free(config);
}

/* What parts of the program have to say besides is told by findings. */
static void say_nothing(void *ctx, const char *line)
{
    (void)ctx;
    (void)line;
}

static int run(const char *path, const char *house, bool live)
{
    struct nj_doctor *d = nj_alloc(sizeof(*d));
    struct nj_env env = {0};
    struct nj_err err = {{0}};
    enum nj_status st = nj_env_load_catalog(&env, &err);
    int status;

    nj_log_set_sink(say_nothing, NULL);
    d->texts = env.catalog;
    d->lang = nj_tongue();
    d->live = live;
    if (st == NJ_OK) {
        examine(d, path, house);
        status = d->wrong == 0 ? NJ_EXIT_WELL : NJ_EXIT_NOT_SO;
    } else {
        status = nj_cli_failed(st, &err);
    }
    nj_log_set_sink(NULL, NULL);
    nj_env_fini(&env);
    free(d);
    return status;
}

int nj_cmd_doctor(int argc, char **argv)
{
    static const struct nj_flag table[] = {{"--config", "-c", true},
                                           {"--alive", NULL, false},
                                           {"--live", NULL, false},
                                           {"--house", NULL, true},
                                           {0}};
    struct nj_flags flags = {.argc = argc, .argv = argv, .table = table};
    const char *path = NULL, *house = "";
    bool alive = false, live = false;
    int i;

    while ((i = nj_flags_next(&flags)) != NJ_FLAG_END) {
        if (i == NJ_FLAG_OPERAND)
            return nj_cli_complain("usage: nightjar doctor [-c FILE]"
                                   " [--house NAME] [--alive|--live]");
        if (i == NJ_FLAG_BAD)
            return NJ_EXIT_USAGE;
        if (i == 0)
            path = flags.value;
        else if (i == 1)
            alive = true;
        else if (i == 2)
            live = true;
        else
            house = flags.value;
    }
    if (alive && live)
        return nj_cli_complain("--alive and --live do not go together");
    if (path != NULL && access(path, R_OK) != 0)
        return nj_cli_complain("cannot open '%s'", path);
    return alive ? nj_doctor_alive(path, house) : run(path, house, live);
}
