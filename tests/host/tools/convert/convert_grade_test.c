/* Grades on their way into chunks: cubes of colours in pictures, and rows of numbers. */
#include "rom/records.h"
#include "tests/host/tools/convert/converted_asset.h"
#include "tests/host/tools/convert/picture_file.h"

static converted_asset made;

/* A cube whose squares lie in rows of `across`, red and blue exchanged where it says so. */
static bool convert_cube(int side, int across, bool exchanged) {
    import_image image;
    writer png = {0};
    const int width = side * across, height = side * side / across;
    CHECK(import_image_allocate("t", width, height, false, &image, NULL));
    for (int i = 0; i < width * height; i++) {
        const int x = i % width, y = i / width, blue = y / side * across + x / side;
        uint8_t *at = image.rgba + 4 * (size_t)i;
        const int rgb[3] = {x % side, y % side, blue};
        for (int k = 0; k < 3; k++)
            at[k] = (uint8_t)((rgb[exchanged ? 2 - k : k] * 255 + (side - 1) / 2) / (side - 1));
        at[3] = 255;
    }
    picture_png(&image, &png);
    const bool ok = convert_asset(&made, "grade", "it.png", png.data, png.size, "");
    import_image_free(&image);
    writer_free(&png);
    return ok;
}

TEST(convert_grades_of_cubes_have_a_colour_for_each) {
    static const struct { int side, across; } cubes[] = {{32, 32}, {64, 8}, {16, 16}, {16, 4}, {33, 33}};
    for (size_t c = 0; c < sizeof cubes / sizeof *cubes; c++)
        for (int exchanged = 0; exchanged < 2; exchanged++) {
            CHECK(convert_cube(cubes[c].side, cubes[c].across, exchanged != 0));
            const size_t at = converted_u32(&made, ROM_GRADE_COLOURS_AT);
            CHECK_EQ(converted_u32(&made, ROM_GRADE_NAME), rom_id("it"));
            uint32_t wrong = 0;
            for (uint32_t i = 0; i < ROM_GRADE_COLOURS; i++) {
                const uint32_t turned = (i & 31u) << 10 | (i & 0x3E0u) | i >> 10;
                wrong += converted_u16(&made, at + 2 * i) != (exchanged ? turned : i);
            }
            CHECK_EQ(wrong, 0);
            converted_free(&made);
        }
}

TEST(convert_grades_of_numbers_are_matrices) {
    static const char text[] = "0.5,0.25,0,0\n0,1,0,0.5\n-1,0,2,-0.25\n";
    static const int32_t wanted[12] = {128, 64, 0, 0, 0, 256, 0, 32640, -256, 0, 512, -16320};
    CHECK(convert_asset(&made, "grade", "it.csv", text, sizeof text - 1, ""));
    CHECK_EQ(converted_u32(&made, ROM_GRADE_COLOURS_AT), 0);
    for (size_t i = 0; i < 12; i++)
        CHECK_EQ((int32_t)converted_u32(&made, ROM_GRADE_MATRIX + 4 * i), wanted[i]);
    converted_free(&made);
}

TEST(convert_grades_that_are_none_are_told) {
    static const struct {
        const char *text, *says;
    } wrong[] = {{"1,0,0,0\n0,1,0,0\n", "three rows"},
                 {"1,0,0\n0,1,0\n0,0,1\n", "four numbers"},
                 {"1,0,0,0\n0,x,0,0\n0,0,1,0\n", "it.csv:2: `x` is no number"},
                 {"1,0,0,0\n0,1,0,0\n0,0,128,0\n", "from -127 to 127"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(!convert_asset(&made, "grade", "it.csv", wrong[i].text, strlen(wrong[i].text), ""));
        CHECK(strstr(made.error.text, wrong[i].says) != NULL);
        converted_free(&made);
    }
    CHECK(!convert_cube(10, 4, false)); /* 40 x 25 */
    CHECK(strstr(made.error.text, "it.png: a picture of 40x25 is no cube of colours") != NULL);
    converted_free(&made);
}
