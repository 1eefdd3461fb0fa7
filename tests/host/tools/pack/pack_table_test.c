/* Tables that the packer makes from a formula: specular powers. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rom/check.h"
#include "rom/table.h"
#include "tests/test.h"
#include "tools/convert/pack_kinds.h"

/* The chunk of a table whose file has these words. */
static bool make_table(const char *text, writer *out, tool_error *error) {
    cart_asset asset;
    cart c;
    memset(&asset, 0, sizeof asset);
    memset(&c, 0, sizeof c);
    memset(out, 0, sizeof *out);
    writer_zeros(out, ROM_TABLE_SIZE); /* the head that the packer writes in front of every chunk */
    writer_put_u16(out, ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, ROM_CHUNK_HEADER, ROM_TABLE_SIZE);
    const pack_source source = {&c, &asset, "power.csv", (const uint8_t *)text, strlen(text), error, NULL};
    return convert_table(&source, out);
}

TEST(pack_table_powers_meet_their_bounds) {
    for (int exponent = 2; exponent <= 128; exponent *= 2) {
        char text[20];
        tool_error error = {.text = ""};
        rom_error fault;
        rom_table table;
        writer out, again;
        double worst = 0;
        snprintf(text, sizeof text, "power,%d\n", exponent);
        CHECK(make_table(text, &out, &error) && make_table(text, &again, &error));
        /* a second run makes the same bytes */
        CHECK(out.size == again.size && memcmp(out.data, again.data, out.size) == 0);
        if (rom_check_chunk(ROM_TAG_TABLE, out.data, out.size, &fault) != ROM_OK)
            test_fail(__FILE__, __LINE__, fault.text, 0, 1);
        CHECK_EQ(rom_table_bind(
                     out.data,
                     &(rom_table_shape){.kind = ROM_TABLE_U16, .dimensions = 1, .width = 256, .height = 1},
                     &table, &fault),
                 ROM_OK);
        for (int32_t x = 0; x <= 65536; x++) {
            double error_here = fabs(rom_table_linear(&table, x, 0) / 65535.0 - pow(x / 65536.0, exponent));
            if (error_here > worst) worst = error_here;
        }
        CHECK(worst <= (exponent <= 32 ? 0.0025 : 0.0063));
        TEST_INFO("power %d: %.5f", exponent, worst);
        writer_free(&out);
        writer_free(&again);
    }
}

TEST(pack_table_of_another_power_is_refused) {
    static const char *const texts[] = {"power,3\n", "power,256\n", "power,x\n", "power,16.5\n", "power,0\n"};
    for (int i = 0; i < 5; i++) {
        writer out;
        tool_error error = {.text = ""};
        CHECK(!make_table(texts[i], &out, &error));
        CHECK(strstr(error.text, "power.csv:1") && strstr(error.text, "write 2, 4, 8"));
        writer_free(&out);
    }
}
