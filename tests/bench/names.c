/* Counts what names, handles, bits and formatting cost: executed instructions an operation.
 *
 *     names              on the Cortex-M3: prints all
 *     names list         prints the titles, one a line
 *     names K            runs case K, for callgrind with --toggle-collect='case_*' */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/bytes/packed.h"
#include "kernel/debug/format.h"
#include "kernel/handle/handle.h"
#include "kernel/names/hash.h"
#include "kernel/names/intern.h"
#include "kernel/names/md5.h"
#include "tests/ports/instructions.h"

enum { ROUNDS = 1000 };

typedef struct thing {
    uint32_t data[8];
} thing;
OX_HANDLE_KIND(thing_handle);
OX_HANDLE_TABLE(things, thing_handle, thing, OX_HANDLE_CHECKED);

static _Alignas(8) uint8_t memory[16384];
static volatile uint32_t sink;
static volatile uint32_t start; /* always 0, which the compiler does not know */
static ox_handles table;
static thing_handle handle;
static ox_bits bits;
static ox_packed packed;
static uint32_t words[64];
static ox_intern names;
static volatile uint32_t handle_bits;
static _Alignas(4) const char letters[] = "pac_mans/and/the/other/ghosts/of/the/maze/in/a/name/of/64/letters";
static const char *volatile name = letters;
static const char *const known[16] = {"door_one", "door_two", "door_six", "lamp_one", "lamp_two", "lamp_six",
                                      "tree_one", "tree_two", "tree_six", "hero_one", "hero_two", "hero_six",
                                      "pac_mana", "pac_manb", "pac_manc", "pac_mans"};
static uint32_t known_ids[16];

#define CASE(case_name, expression)                                                                          \
    static __attribute__((noinline)) void case_name(void) {                                                  \
        for (uint32_t i = start; i < ROUNDS; i++) sink = (uint32_t)(expression);                             \
    }

static uint32_t acquire_and_release(void) {
    thing_handle h;
    (void)things_acquire(&table, &h);
    (void)things_release(&table, h);
    return h.bits;
}
static uint32_t set_bit(uint32_t i) {
    ox_bits_set(&bits, i & 1023u);
    return i;
}
static uint32_t set_packed(uint32_t i) {
    ox_packed_set(&packed, i & 255u, i & 7u);
    return i;
}
static uint32_t md5_first(size_t length) {
    uint8_t digest[OX_MD5_BYTES];
    ox_md5_of(name, length, digest);
    return digest[0];
}
static uint32_t format(const char *form, int value) {
    char text[32];
    return (uint32_t)ox_format(text, sizeof text, form, value);
}
/* Finds one of sixteen entries by its text; find_id does so by its id. */
static uint32_t find_text(const char *wanted) {
    uint32_t i = 0;
    while (i < 15 && strcmp(known[i], wanted) != 0) i++;
    return i;
}
static uint32_t find_id(uint32_t wanted) {
    uint32_t i = 0;
    while (i < 15 && known_ids[i] != wanted) i++;
    return i;
}

CASE(case_empty, i)
CASE(case_get, (uintptr_t)things_get(&table, (thing_handle){handle_bits}))
CASE(case_acquire, acquire_and_release())
CASE(case_bit_get, ox_bits_get(&bits, i & 1023u))
CASE(case_bit_set, set_bit(i))
CASE(case_bit_find, ox_bits_find_set(&bits, 0))
CASE(case_packed_get, ox_packed_get(&packed, i & 255u))
CASE(case_packed_set, set_packed(i))
CASE(case_sid, SID("pac_mans"))
CASE(case_id_of, rom_id_of(name, 8))
CASE(case_id, rom_id(known[15]))
CASE(case_crc8, rom_crc32(0, name, 8))
CASE(case_crc64, rom_crc32(0, name, 64))
CASE(case_lookup8, ox_hash_lookup3(name, 8, 0))
CASE(case_lookup64, ox_hash_lookup3(name, 64, 0))
CASE(case_hsieh8, ox_hash_hsieh(name, 8))
CASE(case_hsieh64, ox_hash_hsieh(name, 64))
CASE(case_md58, md5_first(8))
CASE(case_md564, md5_first(64))
CASE(case_intern, ox_intern_text(&names, OX_TEXT("pac_mans")))
CASE(case_find_text, find_text(known[15]))
CASE(case_find_id, find_id(SID("pac_mans")))
CASE(case_format_d, format("%d", 12345))
CASE(case_format_q, format("%.2q", 12345678))

static const struct {
    const char *title;
    void (*run)(void);
} cases[] = {{"loop alone (taken off the others)", case_empty},
             {"handle: get", case_get},
             {"handle: acquire and release", case_acquire},
             {"bit array: find in 1024 clear bits", case_bit_find},
             {"bit array: get", case_bit_get},
             {"bit array: set", case_bit_set},
             {"packed array of 3 bits: get", case_packed_get},
             {"packed array of 3 bits: set", case_packed_set},
             {"id: SID, 8 letters", case_sid},
             {"id: of a text with length, 8 letters", case_id_of},
             {"id: of a text with a zero, 8 letters", case_id},
             {"CRC-32, 8 bytes", case_crc8},
             {"CRC-32, 64 bytes", case_crc64},
             {"lookup3, 8 bytes", case_lookup8},
             {"lookup3, 64 bytes", case_lookup64},
             {"Hsieh, 8 bytes", case_hsieh8},
             {"Hsieh, 64 bytes", case_hsieh64},
             {"MD5, 8 bytes", case_md58},
             {"MD5, 64 bytes", case_md564},
             {"intern a known name, 8 letters", case_intern},
             {"look-up among 16 by text, the last", case_find_text},
             {"look-up among 16 by id, the last", case_find_id},
             {"format %d, five digits", case_format_d},
             {"format %.2q", case_format_q}};
enum { CASES = sizeof cases / sizeof cases[0] };

static void prepare(void) {
    ox_handles_config config = {.capacity = 64, .size = sizeof(thing)};
    if (ox_handles_init(&table, &config, memory, 8192) != OX_OK) exit(1);
    (void)things_acquire(&table, &handle);
    handle_bits = handle.bits;
    ox_bits_init(&bits, words, 1024);
    ox_bits_clear_all(&bits);
    ox_packed_init(&packed, words + 32, 256, 3);
    ox_packed_fill(&packed, 0);
    if (ox_intern_init(&names, memory + 8192, 8192, 64) != OX_OK) exit(1);
    for (int i = 0; i < 16; i++) known_ids[i] = ox_intern_text(&names, ox_text_of(known[i]));
}

int main(int argc, char **argv) {
    uint32_t alone = 0;
    prepare();
    if (test_instructions() != 0) argc = 1; /* this machine counts by itself */
    if (argc > 1 && strcmp(argv[1], "list") == 0) {
        for (int i = 0; i < CASES; i++) printf("%s\n", cases[i].title);
        return 0;
    }
    if (argc > 1) {
        int chosen = atoi(argv[1]);
        if (chosen >= 0 && chosen < CASES) cases[chosen].run();
        return 0;
    }
    for (int i = 0; i < CASES; i++) {
        uint32_t before = test_instructions();
        cases[i].run();
        uint32_t spent = test_instructions() - before;
        if (i == 0) alone = spent;
        spent = i == 0 ? spent : spent - alone;
        printf("%lu %s\n", (unsigned long)((spent + ROUNDS / 2) / ROUNDS), cases[i].title);
    }
    return 0;
}
