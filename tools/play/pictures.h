/* Every frame of a game as a picture of its own, for films: 000000.png, 000001.png ... in a folder. The frames of a run without a screen are of equal length
 * however long it takes to write them, and `--wav` has the sound of the same frames.
 *
 *     oxcart run mygame --headless --frames 300 --pictures film --wav film.wav */
#ifndef OXCART_TOOLS_PLAY_PICTURES_H
#define OXCART_TOOLS_PLAY_PICTURES_H

#include <stdbool.h>

#include "platform/host/host.h"

enum { PICTURES_MOST = 3600 };

typedef struct pictures {
    host_shot *shots;
    char *names;
    int count;
} pictures;

/* Makes the folder, if it is not there, and the list of `frames` pictures. False: neither is left. */
bool pictures_open(pictures *p, const char *folder, uint32_t frames);
void pictures_close(pictures *p);

#endif
