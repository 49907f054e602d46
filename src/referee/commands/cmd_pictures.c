/*
 * What a group gets beside texts. #图片: whether it reads with pictures, and how
 * they look (UX-11). #文件: whether the files of its matches come into the chat.
 */
#include <string.h>

#include "command/parse.h"
#include "referee/books/books.h"
#include "referee/commands/commands.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

void nj_do_pictures(struct nj_request *a)
{
    const struct nj_command_arg *look = nj_command_arg(a->cmd, "look");
    const char *word;

    if (!nj_standing_admin(a, "shell.pictures_admins"))
        return;
    if (look == NULL) {
        nj_reply(a, "shell.pictures_which", NJ_NO_ARGS);
        return;
    }
    word = strcmp(look->text, "on") == 0 ? "light" : look->text;
    nj_setting_put(a->r->store, a->where->address, "picture", word);
    if (nj_store_good(a->r->store))
        nj_reply(a,
                 word == look->text ? nj_pictures_said(word)
                                    : "shell.pictures_on",
                 NJ_NO_ARGS);
}

void nj_do_files(struct nj_request *a)
{
    const struct nj_command_arg *how = nj_command_arg(a->cmd, "how");
    bool on = how != NULL && strcmp(how->text, "on") == 0;

    if (!nj_standing_admin(a, "shell.files_admins"))
        return;
    if (how == NULL) {
        nj_reply(a, "shell.files_which", NJ_NO_ARGS);
        return;
    }
    if (on && !nj_books_can(a->r, a->where, NJ_CAN_FILE)) {
        nj_reply(a, "shell.files_never", NJ_NO_ARGS);
        return;
    }
    nj_setting_put(a->r->store, a->where->address, "files", how->text);
    if (nj_store_good(a->r->store))
        nj_reply(a, on ? "shell.files_on" : "shell.files_off", NJ_NO_ARGS);
}
