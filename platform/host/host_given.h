/* Options of a game (kernel/game/option.h) as words and variables of the environment say: for players of one game, and for oxcart run.
 *
 *     OXCART_HERO_SPEED=6 ./mygame --option hero.lives=2 */
#ifndef OXCART_PLATFORM_HOST_GIVEN_H
#define OXCART_PLATFORM_HOST_GIVEN_H

#include "kernel/game/option.h"
#include "rom/rom.h"

enum { HOST_GIVEN_MOST = 64, HOST_GIVEN_VARIABLE = 80 };

typedef struct host_given {
    ox_option_given list[HOST_GIVEN_MOST];
    uint32_t count;
} host_given;

/* The variable of an option: OXCART_ and the path in capitals, where every character that is no letter and no digit is _. False: the option has no path that fits. */
bool host_given_variable(const ox_option *option, char name[HOST_GIVEN_VARIABLE]);

/* Reads the variables of the environment, then the words NAME=VALUE, of which the last one counts. False and a sentence in `error`: the game has no such option, or its value is none. */
bool host_given_read(const rom_image *image, const char *const *words, uint32_t word_count, host_given *given,
                     char *error, size_t size);

#endif
