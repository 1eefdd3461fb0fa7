/* A cartridge that counts what unpacking costs: behind the program, at a fixed place, lie {codec, unpacked bytes, packed bytes,
 * CRC-32 of the unpacked} and the packed bytes. It logs `cycles N` for an output in external memory and `fast N` for one in fast
 * memory, each in tenths of a cycle per byte, the latter of what fits there, and whether the bytes are right and the loop by
 * hand does what its definition in C does. tests/bench/rom.sh and tests/scripts/ports/gba_codec.sh make the file. */
#include "platform/gba/gba.h"
#include "rom/codec_loops.h"

enum { PLACE = 0x08080000, EXTERNAL = 0x02000000, HALF = 131072, FAST_ROOM = 8192 };

static plat port;
static uint8_t fast[FAST_ROOM];

static uint8_t *half(int i) { return (uint8_t *)EXTERNAL + (i == 0 ? 0 : HALF); }

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

/* Unpacks the first `most` bytes; returns tenths of a cycle for each, 0 when the bytes are refused. */
static uint32_t measure(const uint32_t *head, uint8_t *out, uint32_t most) {
    rom_decoder decoder;
    uint32_t before = plat_cycles(&port);
    rom_decoder_begin(&decoder, head[0], head + 4, head[2], out, head[1]);
    bool good = rom_decoder_step(&decoder, most, NULL) == ROM_OK;
    if (good && head[0] == ROM_CODEC_DELTA_LZ && decoder.done == decoder.size)
        good = rom_decoder_step(&decoder, most, NULL) == ROM_OK; /* this step sums up the deltas */
    if (!good) return 0;
    uint32_t spent = plat_cycles(&port) - before;
    return (uint32_t)((uint64_t)spent * 10 / most);
}

static bool unpacks_right(const uint32_t *head, const uint8_t *packed) {
    return rom_decode(head[0], packed, head[2], half(0), head[1], NULL) == ROM_OK &&
           rom_crc32(0, half(0), head[1]) == head[3];
}

/* Copies the packed bytes to the end of the output's own memory. */
static const uint8_t *in_common_memory(const uint32_t *head) {
    const uint8_t *packed = (const uint8_t *)(head + 4);
    uint8_t *end = half(0) + head[1] + rom_decode_gap(head[2]);
    /* packed bytes that outgrow the output stay where they are, as the packer would have stored them plain */
    if (head[2] > head[1]) return packed;
    for (uint32_t k = 0; k < head[2]; k++) end[k - head[2]] = packed[k];
    return end - head[2];
}

/* Runs both loops, each into its half of external memory. */
static bool groups_agree(rom_decoder d[2], uint32_t left) {
    rom_codec_lz_groups(&d[0], left);
    rom_codec_lz_groups_twin(&d[1], left);
    return d[0].in == d[1].in && d[0].done == d[1].done && d[0].match_follows == d[1].match_follows &&
           (!d[0].match_follows || d[0].token == d[1].token);
}

/* Unpacks the whole input by both loops. Bytes that neither loop takes are stepped one by one, too few for a loop. */
static bool twins_agree(const uint32_t *head) {
    rom_decoder d[2];
    uint32_t looped = 0, left = 0;
    for (int i = 0; i < 2; i++) rom_decoder_begin(&d[i], head[0], head + 4, head[2], half(i), head[1]);
    while (d[0].done < head[1]) {
        uint32_t before = d[0].done;
        left = (left * 5 + 1) % 4096; /* the loops end at many places */
        if (left > head[1] - before) left = head[1] - before;
        if (d[0].copy == 0 && d[0].repeat == 0 && !d[0].match_follows && !groups_agree(d, left)) return false;
        looped += d[0].done - before;
        for (int i = 0; i < 2 && d[i].done < head[1]; i++)
            if (rom_decoder_step(&d[i], 1, NULL) != ROM_OK) return false;
    }
    say("looped ", looped);
    return rom_crc32(0, half(0), head[1]) == rom_crc32(0, half(1), head[1]);
}

/* Starts both loops anywhere in the input, where no group begins, with little output for matches to copy from: both
 * stop at the same place. */
static bool twins_agree_on_damage(const uint32_t *head) {
    enum { ROOM = 3000 };
    uint32_t refused = 0;
    for (uint32_t start = 1; start < head[2] && start < 40000; start += 401) {
        rom_decoder d[2];
        for (int i = 0; i < 2; i++) {
            for (uint32_t k = 0; k < ROOM; k++) half(i)[k] = (uint8_t)k;
            rom_decoder_begin(&d[i], head[0], head + 4, head[2], half(i), ROOM);
            d[i].in += start;
            d[i].done = start % 64;
        }
        if (!groups_agree(d, ROOM - start % 64)) return false;
        if (rom_crc32(0, half(0), ROOM) != rom_crc32(0, half(1), ROOM)) return false;
        refused += d[0].match_follows ? 1 : 0;
    }
    say("refused ", refused);
    return true;
}

int main(void) {
    const uint32_t *head = (const uint32_t *)PLACE;
    gba_open(&port, false);
    uint32_t size = head[1], part = size < FAST_ROOM ? size : FAST_ROOM;
    say("cycles ", measure(head, (uint8_t *)EXTERNAL, size));
    say("fast ", measure(head, fast, part));
    bool right =
        unpacks_right(head, (const uint8_t *)(head + 4)) && unpacks_right(head, in_common_memory(head));
    plat_log(&port, PLAT_LOG_INFO, right ? "bytes right" : "bytes wrong");
    bool lz = head[0] == ROM_CODEC_LZ && size <= HALF;
    plat_log(&port, PLAT_LOG_INFO,
             !lz || (twins_agree(head) && twins_agree_on_damage(head)) ? "twins agree" : "twins differ");
    plat_log(&port, PLAT_LOG_INFO, "quit");
    for (;;) gba_wait_blank();
}
