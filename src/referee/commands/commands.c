/*
 * The shell's commands: a row here, a file each, words in locales/commands.
 */
#include "referee/commands/commands.h"

#include "base/bug.h"
#include "referee/books/books.h"
#include "referee/referee_priv.h"
#include "referee/speech/tell.h"

enum need {
    NEED_NOTHING,
    NEED_GROUP, /* typed in a group */
    NEED_ENTRY, /* a table or match is meant */
    NEED_MATCH, /* a match that is being played */
    NEED_TABLE, /* a table that has not started, or else a match */
    NEED_LOBBY  /* a table that has not started */
};

static const struct row {
    const char *verb;
    nj_do *run;
    enum need need;
    bool nobody; /* an admin who hides who he is may, too */
} rows[] = {
    {"again", nj_do_again, NEED_GROUP, false},
    {"away", nj_do_away, NEED_MATCH, false},
    {"back", nj_do_back, NEED_NOTHING, false},
    {"base", nj_do_base, NEED_GROUP, false},
    {"begin", nj_do_begin, NEED_LOBBY, true},
    {"bots", nj_do_bots, NEED_LOBBY, true},
    {"cases", nj_do_cases, NEED_NOTHING, false},
    {"close", nj_do_close, NEED_LOBBY, true},
    {"confirm", nj_do_confirm, NEED_NOTHING, false},
    {"done", nj_do_done, NEED_MATCH, false},
    {"end", nj_do_ending, NEED_NOTHING, false},
    {"export", nj_do_export, NEED_NOTHING, false},
    {"feats", nj_do_feats, NEED_NOTHING, false},
    {"files", nj_do_files, NEED_NOTHING, true},
    {"games", nj_do_games, NEED_NOTHING, false},
    {"help", nj_do_help, NEED_NOTHING, false},
    {"host", nj_do_host, NEED_LOBBY, false},
    {"join", nj_do_join, NEED_GROUP, false},
    {"lang", nj_do_lang, NEED_NOTHING, true},
    {"leave", nj_do_leave, NEED_ENTRY, false},
    {"log", nj_do_record, NEED_NOTHING, false},
    {"link", nj_do_link, NEED_NOTHING, false},
    {"matches", nj_do_matches, NEED_NOTHING, false},
    {"me", nj_do_me, NEED_NOTHING, false},
    {"new", nj_do_new, NEED_NOTHING, false},
    {"notify", nj_do_notify, NEED_NOTHING, false},
    {"pause", nj_do_pause, NEED_MATCH, false},
    {"pictures", nj_do_pictures, NEED_NOTHING, true},
    {"prefix", nj_do_prefix, NEED_GROUP, true},
    {"presets", nj_do_presets, NEED_NOTHING, false},
    {"quiet", nj_do_quiet, NEED_NOTHING, true},
    {"replay", nj_do_replay, NEED_NOTHING, false},
    {"report", nj_do_report, NEED_NOTHING, false},
    {"resume", nj_do_resume, NEED_MATCH, false},
    {"rules", nj_do_rules, NEED_NOTHING, false},
    {"set", nj_do_set, NEED_TABLE, true},
    {"share", nj_do_share, NEED_GROUP, false},
    {"start", nj_do_start, NEED_NOTHING, false},
    {"stats", nj_do_stats, NEED_NOTHING, false},
    {"status", nj_do_status, NEED_ENTRY, false},
    {"sub", nj_do_seek, NEED_MATCH, false},
    {"takeback", nj_do_takeback, NEED_NOTHING, false},
    {"takeover", nj_do_takeover, NEED_GROUP, false},
    {"top", nj_do_top, NEED_NOTHING, false},
    {"unbots", nj_do_unbots, NEED_LOBBY, true},
    {"unlink", nj_do_unlink, NEED_NOTHING, false},
    {"use", nj_do_use, NEED_NOTHING, false},
    {"watch", nj_do_watch, NEED_NOTHING, false},
    {"why", nj_do_why, NEED_ENTRY, false},
    {"zone", nj_do_zone, NEED_NOTHING, true},
    {"verify", nj_do_verify, NEED_NOTHING, false},
};

/* Words for a table mean the newest table that waits, even where a match is
 * being played beside it. */
static void prefer_lobby(struct nj_request *a)
{
    struct nj_entry *e = nj_books_lobby(a->ev->group ? a->where : a->who);

    if (e != NULL && a->code[0] == '\0' &&
        (a->e == NULL || a->e->state != NJ_MATCH_LOBBY))
        a->e = e;
}

static bool has_what_it_needs(struct nj_request *a, enum need need)
{
    NJ_ASSERT(need <= NEED_LOBBY);
    if (need >= NEED_TABLE)
        prefer_lobby(a);
    if (need == NEED_GROUP && !a->ev->group)
        return nj_deny(a, "shell.need_group", NJ_NO_ARGS);
    if (need >= NEED_ENTRY && a->e == NULL)
        return nj_deny(
            a, a->ev->group ? "shell.need_table" : "shell.need_table_private",
            NJ_NO_ARGS);
    if (need == NEED_MATCH && a->e->state != NJ_MATCH_RUNNING)
        return nj_deny(a, "shell.need_match", NJ_NO_ARGS);
    if (need == NEED_LOBBY && a->e->state != NJ_MATCH_LOBBY)
        return nj_deny(a, "shell.need_lobby",
                       NJ_ARGS(nj_arg_id("code", a->e->code)));
    return true;
}

/* The row of a word for the table; all of them have one. */
static const struct row *row_of(const char *verb)
{
    size_t i = 0;

    while (strcmp(rows[i].verb, verb) != 0) {
        i++;
        NJ_ASSERT(i < NJ_COUNT(rows));
    }
    return &rows[i];
}

bool nj_commands_nobody(const struct nj_command *cmd)
{
    if (strcmp(cmd->of, "host") == 0) /* nobody can be asked to confirm */
        return strcmp(cmd->verb, "pause") == 0 ||
               strcmp(cmd->verb, "resume") == 0;
    return strcmp(cmd->of, "table") == 0 && row_of(cmd->verb)->nobody;
}

void nj_commands_run(struct nj_request *a)
{
    const struct row *row = row_of(a->cmd->verb);

    NJ_ASSERT(strcmp(a->cmd->of, "table") == 0);
    NJ_ASSERT(row->nobody || a->ev->user[0] != '\0');
    if (has_what_it_needs(a, row->need))
        row->run(a);
}
