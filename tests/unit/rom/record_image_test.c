/* Structs that the console saves are, byte for byte, what the packer writes: on every little-endian machine,
 * whatever the size of its pointers. */
#include <string.h>

#include "rom/records.h"
#include "rom/rom.h"
#include "tests/record_samples.inc"
#include "tests/test.h"

static bool is_little_endian(void) {
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

/* Compares a filled struct, as plain memory, with the image. */
#define RECORD_SAMPLE(name, chunk)                                                                           \
    {                                                                                                        \
        rom_##name##_record r;                                                                               \
        memset(&r, 0, sizeof r);                                                                             \
        sample_##name(&r);                                                                                   \
        CHECK_EQ(sizeof r, sizeof image_of_##name);                                                          \
        bool same = memcmp(&r, image_of_##name, sizeof r) == 0;                                              \
        if (!same) TEST_INFO("%s is other bytes in memory", #name);                                          \
        CHECK(same);                                                                                         \
        count++;                                                                                             \
    }

TEST(record_structs_in_memory_are_those_of_images) {
    uint32_t count = 0;
    if (!is_little_endian()) return; /* elsewhere an image's numbers are read one by one */
    RECORD_SAMPLES
    CHECK(count > 80);
}
