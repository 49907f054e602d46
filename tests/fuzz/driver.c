/*
 * Feeds a fuzz target the files of its corpus, without a fuzzer: what was
 * found once stays found in every build.
 *
 *     fuzz_json CORPUS-FOLDER...
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"

#define INPUT_MAX (1u << 20)

/* In a block of its own size, so that the sanitizer sees a byte too far. */
static int feed(const char *path)
{
    uint8_t *all = malloc(INPUT_MAX);
    uint8_t *exact = NULL;
    FILE *f = fopen(path, "rb");
    size_t n;

    if (f == NULL || all == NULL) {
        (void)fprintf(stderr, "cannot read '%s'\n", path);
        exit(1);
    }
    n = fread(all, 1, INPUT_MAX, f);
    (void)fclose(f);
    exact = malloc(n == 0 ? 1 : n);
    if (exact == NULL)
        exit(1);
    memcpy(exact, all, n);
    free(all);
    (void)LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    return 1;
}

static int feed_folder(const char *folder)
{
    DIR *d = opendir(folder);
    const struct dirent *entry;
    int fed = 0;

    if (d == NULL) {
        (void)fprintf(stderr, "cannot open '%s'\n", folder);
        exit(1);
    }
    while ((entry = readdir(d)) != NULL) {
        char path[4096];

        if (entry->d_name[0] == '.')
            continue;
        (void)snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        fed += feed(path);
    }
    (void)closedir(d);
    return fed;
}

int main(int argc, char **argv)
{
    int fed = 0;

    for (int i = 1; i < argc; i++)
        fed += feed_folder(argv[i]);
    (void)printf("%d inputs\n", fed);
    return fed > 0 ? 0 : 1;
}
