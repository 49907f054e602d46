/*
 * nightjar serve: the referee with all configured gateways.
 */
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "cli/cli.h"
#include "cli/houses.h"
#include "cli/program.h"
#include "cli/tongue.h"
#include "gateway/console/console.h"

enum {
    FLAG_CONFIG,
    FLAG_SCRIPT,
    FLAG_TEST_SEED,
    FLAG_TEST_CLOCK,
    FLAG_ACCEPT_OLDER,
    FLAG_CONSOLE,
    FLAG_LISTEN,
    FLAG_HOUSE
};

static const struct nj_flag flags[] = {
    {"--config", "-c", true},
    {"--script", "-s", true},
    {"--test-seed", NULL, true},
    {"--test-clock", NULL, false},
    {"--accept-older", NULL, false},
    {"--console", NULL, false},
    {"--listen", NULL, true},
    {"--house", NULL, true},
    {0},
};

struct serve {
    const char *config, *script, *house;
    const char *test_seed, *listen;
    bool test_clock, accept_older, console;
};

/* Where a file says which chats there are, nothing else does. */
static bool agree(const struct serve *s)
{
    if (s->console && (s->config != NULL || s->listen != NULL))
        return nj_cli_complain("--console goes without -c and --listen") ==
               NJ_EXIT_WELL;
    if (s->listen != NULL && (s->config != NULL || s->script != NULL))
        return nj_cli_complain("--listen goes without -c and -s: in a "
                               "configuration a gateway of the kind 'web' "
                               "has 'listen'") == NJ_EXIT_WELL;
    if (s->house != NULL && s->config == NULL)
        return nj_cli_complain("--house goes with -c: a configuration has "
                               "houses") == NJ_EXIT_WELL;
    return true;
}

static bool read_flags(struct serve *s, int argc, char **argv)
{
    struct nj_flags f = {.argc = argc, .argv = argv, .table = flags};
    int i;

    while ((i = nj_flags_next(&f)) != NJ_FLAG_END) {
        if (i == FLAG_CONFIG)
            s->config = f.value;
        else if (i == FLAG_SCRIPT)
            s->script = f.value;
        else if (i == FLAG_TEST_SEED)
            s->test_seed = f.value;
        else if (i == FLAG_TEST_CLOCK)
            s->test_clock = true;
        else if (i == FLAG_ACCEPT_OLDER)
            s->accept_older = true;
        else if (i == FLAG_CONSOLE)
            s->console = true;
        else if (i == FLAG_LISTEN)
            s->listen = f.value;
        else if (i == FLAG_HOUSE)
            s->house = f.value;
        else {
            if (i == NJ_FLAG_OPERAND)
                (void)nj_cli_complain("serve takes no '%s'", f.value);
            return false;
        }
    }
    return agree(s);
}

/*
 * A terminal on a file of lines, or a clock that listens on stdin beside
 * other gateways.
 */
static enum nj_status add_console(struct nj_program *p, const struct serve *s,
                                  struct nj_err *err)
{
    struct nj_console_options o = {.name = "tty",
                                   .user = "you",
                                   .others = true,
                                   .clock = p->test_clock,
                                   .echo = s->script != NULL,
                                   .in = 0,
                                   .out = stdout};
    struct nj_gateway *g = NULL;
    enum nj_status st;

    if (s->script != NULL) {
        FILE *file = fopen(s->script, "re");

        if (file == NULL)
            return nj_fail(err, NJ_ERR_NOT_FOUND, "cannot read \"%s\"",
                           s->script);
        o.in = fileno(file); /* open until the process ends */
    }
    st = nj_console_create(&o, (uint8_t)p->n_gateways, p->inbox, &g, err);
    if (st == NJ_OK)
        nj_program_add(p, g);
    return st;
}

/* Nobody has said which chats there are: a page of our own. */
static enum nj_status set_room(struct nj_program *p, const struct serve *s,
                               struct nj_err *err)
{
    struct nj_config_gateway *g = &p->config->gateways[0];
    const char *at = s->listen != NULL ? s->listen : NJ_WEB_LISTEN;

    if (strlen(at) >= sizeof(g->listen))
        return nj_fail(err, NJ_ERR_BAD_INPUT,
                       "not an address to listen at: '%.80s'", at);
    g->kind = NJ_GATEWAY_WEB;
    nj_str_copy(g->name, sizeof(g->name), "room");
    nj_str_copy(g->listen, sizeof(g->listen), at);
    p->setup.lang = nj_tongue_of_games();
    return NJ_OK;
}

static enum nj_status connect_all(struct nj_program *p, const struct serve *s,
                                  struct nj_err *err)
{
    bool room = s->config == NULL && !s->console;
    enum nj_status st = NJ_OK;

    if (s->script != NULL) {
        p->setup.private_proved = true;
        p->setup.pace = (struct nj_pace){0};
        return add_console(p, s, err);
    }
    if (room)
        st = set_room(p, s, err);
    if (st == NJ_OK)
        st = nj_program_connect(p, err);
    if (st == NJ_OK && s->test_clock && !s->console)
        st = add_console(p, s, err);
    return st;
}

/* The test seed may be shorter than 256 bits: leading zeros are left out. */
static bool test_seed(struct nj_program *p, const char *hex)
{
    char full[NJ_HEX_BYTES];
    size_t n = strlen(hex);
    struct nj_err err = {{0}};

    if (n >= sizeof(full))
        return false;
    memset(full, '0', sizeof(full) - 1);
    memcpy(full + sizeof(full) - 1 - n, hex, n + 1);
    p->setup.test = true;
    return nj_hash_parse(full, &p->setup.test_seed, &err) == NJ_OK;
}

/* It does not start as things are, and another try would not mend it: the unit
 * does not try again (RestartPreventExitStatus). */
static int cannot(enum nj_status st, const struct nj_err *err)
{
    (void)nj_cli_failed(st, err);
    return NJ_EXIT_USAGE;
}

/* It ran, and what it has read cannot be trusted any more: it is started
 * again, and reads again. */
static int broke_off(enum nj_status st, const struct nj_err *err)
{
    (void)nj_cli_failed(st, err);
    return NJ_EXIT_NOT_SO;
}

/* One house, or what has none. */
static int serve(const struct serve *s)
{
    struct nj_program p;
    struct nj_err err = {{0}};
    enum nj_status st =
        nj_program_open(&p, s->config, s->house, NULL, s->accept_older, &err);
    bool yielded;

    if (st != NJ_OK)
        return p.stopped  ? NJ_EXIT_WELL
               : p.waited ? broke_off(st, &err)
                          : cannot(st, &err);
    p.test_clock = s->test_clock;
    if (s->test_seed != NULL && !test_seed(&p, s->test_seed)) {
        nj_program_close(&p);
        return nj_cli_complain("--test-seed takes up to 64 hex digits");
    }
    st = connect_all(&p, s, &err);
    if (st == NJ_OK)
        st = nj_program_start(&p, &err);
    if (st != NJ_OK) {
        nj_program_close(&p);
        return cannot(st, &err);
    }
    nj_program_invite(&p);
    st = nj_program_run(&p, NULL, NULL, &err);
    yielded = p.yielded;
    nj_program_close(&p);
    if (st != NJ_OK)
        return broke_off(st, &err);
    return yielded ? NJ_EXIT_NOT_SO : NJ_EXIT_WELL; /* it waits from now on */
}

int nj_cmd_serve(int argc, char **argv)
{
    struct serve s = {0};
    int status = -1;

    nj_service_journal();
    if (!read_flags(&s, argc, argv))
        return NJ_EXIT_USAGE;
    nj_log_set_house(s.house);
    if (s.config != NULL && s.house == NULL)
        status = nj_houses_serve(s.config, argc, argv);
    return status >= 0 ? status : serve(&s);
}
