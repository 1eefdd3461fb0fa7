/* Records that the packer writes match their description and the structs in memory. */
#include <string.h>

#include "rom/records.h"
#include "rom/rom.h"
#include "tests/record_samples.inc"
#include "tests/test.h"
#include "tools/record_writer.h"

#define RECORD_SAMPLE(name, chunk)                                                                           \
    {                                                                                                        \
        rom_##name##_record r;                                                                               \
        writer out = {0};                                                                                    \
        memset(&r, 0xA5, sizeof r); /* bytes in gaps must not get into images */                             \
        sample_##name(&r);                                                                                   \
        writer_u32(&out, 0xEEEEEEEEu);                                                                       \
        writer_zeros(&out, sizeof image_of_##name);                                                          \
        if (chunk) writer_put_u16(&out, 4, rom_u16(image_of_##name));                                        \
        if (chunk) writer_put_u16(&out, 6, rom_u16(image_of_##name + 2));                                    \
        record_put_##name(&out, 4, &r);                                                                      \
        bool same = !out.failed && memcmp(out.data + 4, image_of_##name, sizeof r) == 0;                     \
        if (!same) TEST_INFO("%s is written otherwise", #name);                                              \
        CHECK(same &&rom_u32(out.data) == 0xEEEEEEEEu);                                                      \
        writer_free(&out);                                                                                   \
        count++;                                                                                             \
    }

TEST(record_writer_gives_the_bytes_of_every_struct) {
    uint32_t count = 0;
    RECORD_SAMPLES
    CHECK(count > 80);
}
