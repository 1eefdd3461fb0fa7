/* Where saved games of a cart lie on a desktop. Programs of `oxcart export --desktop` and `oxcart run` agree on it. */
#ifndef OXCART_PLATFORM_HOST_SAVES_H
#define OXCART_PLATFORM_HOST_SAVES_H

#include <stdbool.h>
#include <stddef.h>

#include "rom/rom.h"

enum { HOST_SAVES_NAME = 80 }; /* bytes of a title, the zero included; longer titles are cut */

/* The image's title; "" when it has none. */
void host_saves_title(const rom_image *image, char title[HOST_SAVES_NAME]);

/* The file of the game's saves in the user's folder for data (XDG base directories): oxcart/AUTHOR_TITLE.saves, where
 * letters and digits stay and other characters become dashes. False: there is no such folder, the game has no title,
 * or the path is too long. */
bool host_saves_path(const rom_image *image, char *path, size_t size);

#endif
