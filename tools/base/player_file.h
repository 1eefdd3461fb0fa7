/* Finds the players of machines that `oxcart export` puts before an image: files that `make players` builds.
 *
 * Players lie beside the oxcart command in folders of their machines, as a build leaves them (build/oxcart,
 * build/gba/base.gba), or under ../lib/oxcart of its folder, as `make install` puts them (bin/oxcart,
 * lib/oxcart/gba/base.gba). */
#ifndef OXCART_TOOLS_BASE_PLAYER_FILE_H
#define OXCART_TOOLS_BASE_PLAYER_FILE_H

#include <stdbool.h>

enum { PLAYER_PATH = 4096 + 64 };

/* The path of the file `name` ("gba/base.gba"). False: there is no such file, and the path is where a build would put
 * it. */
bool player_file_path(const char *name, char path[PLAYER_PATH]);

#endif
