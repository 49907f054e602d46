/*
 * What Telegram's programs show of the bot: the list of commands that they
 * offer, one per language and kind of chat, and what it is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"
#include "gateway/telegram/client_priv.h"

#define NAME_CHARS        32
#define DESCRIPTION_CHARS 256
#define COMMANDS_MAX      100 /* of one list */
#define TEXT_CHARS        512
#define BRIEF_CHARS       120
#define BODY_MAX          (256u << 10)

bool nj_tg_menu_fits(const struct nj_telegram_command *c)
{
    size_t n = strlen(c->name);
    size_t units = nj_tg_units(c->description, strlen(c->description));

    return n >= 1 && n <= NAME_CHARS &&
           strspn(c->name, "abcdefghijklmnopqrstuvwxyz0123456789_") == n &&
           units >= 1 && units <= DESCRIPTION_CHARS;
}

static bool same_list(const struct nj_telegram_command *a,
                      const struct nj_telegram_command *b)
{
    return a->group == b->group && strcmp(a->language, b->language) == 0;
}

static struct nj_tg_job *make_list(const struct nj_telegram_command *all,
                                   size_t n,
                                   const struct nj_telegram_command *first)
{
    struct nj_str body = NJ_STR_INIT(BODY_MAX);
    struct nj_json_out o = nj_json_onto(&body);
    struct nj_tg_job *j = nj_alloc(sizeof(*j));
    size_t shown = 0;

    nj_json_obj(&o, NULL);
    nj_json_arr(&o, "commands");
    for (size_t i = 0; i < n && shown < COMMANDS_MAX; i++) {
        if (!same_list(&all[i], first))
            continue;
        nj_json_obj(&o, NULL);
        nj_json_put_text(&o, "command", all[i].name);
        nj_json_put_text(&o, "description", all[i].description);
        nj_json_end(&o);
        shown++;
    }
    nj_json_end(&o);
    nj_json_obj(&o, "scope");
    nj_json_put_text(&o, "type",
                     first->group ? "all_group_chats" : "all_private_chats");
    nj_json_end(&o);
    if (first->language[0] != '\0')
        nj_json_put_text(&o, "language_code", first->language);
    nj_json_end(&o);
    j->kind = NJ_TG_JOB_MENU;
    j->method = "setMyCommands";
    j->text = nj_str_take(&body);
    return j;
}

void nj_tg_menu_jobs(const struct nj_telegram_command *commands, size_t n,
                     struct nj_tg_jobs *out)
{
    for (size_t i = 0; i < n; i++) {
        bool begun = false;

        for (size_t k = 0; k < i; k++)
            begun = begun || same_list(&commands[k], &commands[i]);
        if (!begun)
            nj_tg_jobs_add(out, make_list(commands, n, &commands[i]));
    }
}

/* --- what the bot is --- */

static bool has_units(const char *text, size_t most)
{
    size_t units = nj_tg_units(text, strlen(text));

    return units >= 1 && units <= most;
}

bool nj_tg_about_fits(const struct nj_telegram_about *a)
{
    return has_units(a->text, TEXT_CHARS) && has_units(a->brief, BRIEF_CHARS);
}

static struct nj_tg_job *make_about(const char *method, const char *member,
                                    const char *text, const char *language)
{
    struct nj_str body = NJ_STR_INIT(BODY_MAX);
    struct nj_json_out o = nj_json_onto(&body);
    struct nj_tg_job *j = nj_alloc(sizeof(*j));

    nj_json_obj(&o, NULL);
    nj_json_put_text(&o, member, text);
    if (language[0] != '\0')
        nj_json_put_text(&o, "language_code", language);
    nj_json_end(&o);
    j->kind = NJ_TG_JOB_MENU;
    j->method = method;
    j->text = nj_str_take(&body);
    return j;
}

void nj_tg_about_jobs(const struct nj_telegram_about *abouts, size_t n,
                      struct nj_tg_jobs *out)
{
    for (size_t i = 0; i < n; i++) {
        const struct nj_telegram_about *a = &abouts[i];

        nj_tg_jobs_add(out, make_about("setMyDescription", "description",
                                       a->text, a->language));
        nj_tg_jobs_add(out,
                       make_about("setMyShortDescription", "short_description",
                                  a->brief, a->language));
    }
}
