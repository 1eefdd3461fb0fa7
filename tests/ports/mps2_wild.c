/* The wild cart on the Cortex-M3: wild.elf 0|1|2. */
#include <stdio.h>
#include <stdlib.h>

#include "platform/mps2/mps2.h"
#include "tests/ports/wild.h"

int main(int argc, char **argv) {
    static plat port;
    static _Alignas(16) uint8_t image[65536];
    mps2_paint_stack();
    puts(wild_play(&port, image, sizeof image, argc > 1 ? atoi(argv[1]) : 0, 300000));
    return 0;
}
