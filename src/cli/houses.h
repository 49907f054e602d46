/*
 * `serve` of a configuration that names houses (config/house.h): one child for
 * each, which is a `serve --house NAME` like any other, and this process, which
 * looks after them. It knows nothing of what they do.
 *
 * TERM and INT, HUP and USR1 are passed on. A child that ends with status 1 or
 * by a signal is started again, after a pause that grows while it does not come
 * to work; one that does not start as things are (2) ends all; one that ends
 * well is not started again. Children die with this process. To systemd it is
 * ready when all have been, and a child that its watchdog would end is ended.
 */
#ifndef NJ_CLI_HOUSES_H
#define NJ_CLI_HOUSES_H

/* `argv` as it was given to `serve`, for the children. Returns the exit status;
 * -1: the configuration at `path` names no house, and nothing was done. */
int nj_houses_serve(const char *path, int argc, char **argv);

#endif
