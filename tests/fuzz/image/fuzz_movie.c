/* Fuzz target: MOVI chunks of any bytes. A chunk that the reader passes is decoded or refused; nothing outside of
 * the picture is touched. */
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/movie.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    rom_movie m;
    rom_error fault = {0};
    size_t rounded = size & ~(size_t)3;
    uint32_t *chunk = malloc(rounded + 4);
    if (chunk == NULL) abort();
    memcpy(chunk, data, rounded);
    if (rounded >= ROM_MOVIE_SIZE &&
        rom_check_chunk(ROM_TAG_MOVIE, (uint8_t *)chunk, (uint32_t)rounded, NULL) == ROM_OK &&
        rom_movie_open((uint8_t *)chunk, &m, &fault) == ROM_OK && m.width * m.height <= 65536) {
        uint16_t *before = calloc((size_t)m.width * m.height, 2),
                 *now = calloc((size_t)m.width * m.height, 2);
        if (before == NULL || now == NULL) abort();
        for (uint32_t k = 0; k < m.frames && k < 64; k++) {
            uint32_t bytes, frames;
            volatile uint8_t sum = 0;
            if (rom_movie_frame(&m, k, before, now, &fault) != ROM_OK && fault.text[0] == 0) abort();
            const uint8_t *sound = rom_movie_sound(&m, k, &bytes, &frames);
            for (uint32_t i = 0; i < bytes; i++) sum = (uint8_t)(sum + sound[i]);
            uint16_t *swap = before;
            before = now;
            now = swap;
        }
        free(before);
        free(now);
    }
    free(chunk);
    return 0;
}
