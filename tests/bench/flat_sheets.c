/* Puts the sheets and letters of flat_scene.h behind a cartridge: flat_sheets IN.gba OUT.gba */
#include <stdio.h>

#include "tests/bench/flat_scene.h"

enum { PLACE = 0x40000 };

int main(int argc, char **argv) {
    static uint8_t image[PLACE + 2 * FLAT_SHEET * FLAT_SHEET + 26 * 8];
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL, *out = argc == 3 ? fopen(argv[2], "wb") : NULL;
    if (in == NULL || out == NULL || fread(image, 1, PLACE + 1u, in) > PLACE) {
        fprintf(stderr, "flat_sheets: cannot read IN or write OUT, or IN is longer than 256 KB\n");
        return 1;
    }
    flat_sheets(image + PLACE, image + PLACE + FLAT_SHEET * FLAT_SHEET);
    flat_coverage(image + PLACE + 2 * FLAT_SHEET * FLAT_SHEET);
    return fwrite(image, 1, sizeof image, out) == sizeof image && fclose(out) == 0 ? 0 : 1;
}
