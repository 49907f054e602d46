/*
 * nightjar verify: is the course in a match file true?
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "cli/cli.h"
#include "cli/record.h"

static void print_verdict(const struct nj_record *r)
{
    const struct nj_record_head *h = &r->head;

    (void)printf("match %" PRId64 " (%s), %s, %u seats, %u inputs: true\n",
                 h->match, h->code, h->game, h->n_seats, r->n_inputs);
    if (h->rng == NJ_RNG_CHACHA20)
        (void)puts("the secret is what was committed to, the seed is that of "
                   "the secret and the contributions, and all digests agree");
    else
        (void)puts("all digests agree; the dice were a test stream, which "
                   "proves nothing about the draw");
}

int nj_cmd_verify(int argc, char **argv)
{
    struct nj_record_file *f;
    int status;

    if (argc != 2)
        return nj_cli_complain("usage: nightjar verify FILE");
    f = nj_alloc(sizeof(*f));
    if (nj_record_file_open(f, argv[1], &status)) {
        status = nj_record_file_verify(f, NULL, NULL);
        if (status == NJ_EXIT_WELL)
            print_verdict(&f->record);
        nj_record_file_close(f);
    }
    free(f);
    return status;
}
