/* A cartridge that counts what unpacking costs: behind the program, at a fixed place, lie {codec, unpacked bytes, packed bytes,
 * CRC-32 of the unpacked} and the packed bytes. It logs `cycles N` for an output in external memory and `fast N` for one in fast
 * memory, each in tenths of a cycle per byte, the latter of what fits there, and whether the bytes are right and the loop by
 * hand does what its definition in C does. tests/bench/rom.sh and tests/scripts/gba_codec.sh make the file. */
#include "platform/gba/gba.h"
#include "rom/codec_loops.h"

enum { PLACE = 0x08080000, EXTERNAL = 0x02000000, HALF = 131072, FAST_ROOM = 8192 };

static plat port;
static uint8_t fast[FAST_ROOM];

static void say(const char *word, uint32_t value) {
    char line[32], digits[12], *at = digits + sizeof digits - 1;
    size_t length = 0;
    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    while (*word != '\0') line[length++] = *word++;
    do {
        line[length++] = *at;
    } while (*at++ != '\0');
    plat_log(&port, PLAT_LOG_INFO, line);
}

/* Unpacks the first `most` bytes; tenths of a cycle for each. */
static uint32_t measure(const uint32_t *head, uint8_t *out, uint32_t most) {
    rom_decoder decoder;
    uint32_t before = plat_cycles(&port);
    rom_decoder_begin(&decoder, head[0], head + 4, head[2], out, head[1]);
    bool good = rom_decoder_step(&decoder, most, NULL) == ROM_OK;
    if (good && head[0] == ROM_CODEC_DELTA_LZ && decoder.done == decoder.size) good = rom_decoder_step(&decoder, most, NULL) == ROM_OK; /* the sums */
    if (!good) return 0;
    uint32_t spent = plat_cycles(&port) - before;
    return (uint32_t)((uint64_t)spent * 10 / most);
}

/* Both loops over the same input, each into a half of external memory, which holds the same before. */
static bool twins_agree(const uint32_t *head) {
    uint8_t *half[2] = {(uint8_t *)EXTERNAL, (uint8_t *)EXTERNAL + HALF};
    rom_decoder decoder[2];
    if (head[1] > HALF || head[0] != ROM_CODEC_LZ) return true;
    for (int i = 0; i < 2; i++) {
        for (uint32_t k = 0; k < head[1]; k++) half[i][k] = 0;
        rom_decoder_begin(&decoder[i], head[0], head + 4, head[2], half[i], head[1]);
    }
    rom_codec_lz_groups(&decoder[0], head[1]);
    rom_codec_lz_groups_twin(&decoder[1], head[1]);
    say("looped ", decoder[0].done);
    return decoder[0].in == decoder[1].in && decoder[0].done == decoder[1].done &&
           rom_crc32(0, half[0], head[1]) == rom_crc32(0, half[1], head[1]);
}

int main(void) {
    const uint32_t *head = (const uint32_t *)PLACE;
    gba_open(&port, false);
    uint32_t size = head[1], part = size < FAST_ROOM ? size : FAST_ROOM;
    say("cycles ", measure(head, (uint8_t *)EXTERNAL, size));
    say("fast ", measure(head, fast, part));
    bool right = rom_decode(head[0], head + 4, head[2], (uint8_t *)EXTERNAL, size, NULL) == ROM_OK &&
                 rom_crc32(0, (const uint8_t *)EXTERNAL, size) == head[3];
    plat_log(&port, PLAT_LOG_INFO, right ? "bytes right" : "bytes wrong");
    plat_log(&port, PLAT_LOG_INFO, twins_agree(head) ? "twins agree" : "twins differ");
    plat_log(&port, PLAT_LOG_INFO, "quit");
    for (;;) gba_wait_blank();
}
