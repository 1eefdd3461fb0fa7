/* The list of a picture for every frame. */
#define _XOPEN_SOURCE 700
#include "tools/play/pictures.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool pictures_open(pictures *p, const char *folder, uint32_t frames) {
    const size_t size = strlen(folder) + sizeof "/000000.png";
    *p = (pictures){.count = (int)frames};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return false;
    p->shots = calloc(frames, sizeof *p->shots);
    p->names = malloc(frames * size);
    if (p->shots == NULL || p->names == NULL) {
        pictures_close(p);
        return false;
    }
    for (uint32_t i = 0; i < frames; i++) {
        char *name = p->names + i * size;
        snprintf(name, size, "%s/%06u.png", folder, (unsigned)(i % 1000000u));
        p->shots[i] = (host_shot){name, i};
    }
    return true;
}

void pictures_close(pictures *p) {
    free(p->shots);
    free(p->names);
    *p = (pictures){0};
}
