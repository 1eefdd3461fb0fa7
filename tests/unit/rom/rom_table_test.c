/* Tables of numbers of every kind: elements, the nearest, and those between, in one and two dimensions. */
#include "rom/check.h"
#include "rom/table.h"
#include "tests/test.h"

enum { WIDE = 3, HIGH = 2, ONE = 65536 };
static uint32_t words[32];
static uint8_t *const chunk = (uint8_t *)words;

static void put(uint8_t *at, uint32_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> 8 * i);
}

/* A table over -2..2 across and 1..4 down. */
static void build(uint32_t kind, const int32_t values[WIDE * HIGH]) {
    static const uint8_t sizes[] = {1, 2, 2, 4, 4};
    const uint32_t bytes = WIDE * HIGH * sizes[kind];
    rom_error error;
    for (uint32_t i = 0; i < 32; i++) words[i] = 0;
    put(chunk, 1 << 8, 2);
    put(chunk + ROM_CHUNK_HEADER, ROM_TABLE_SIZE, 2);
    chunk[ROM_TABLE_KIND] = (uint8_t)kind;
    chunk[ROM_TABLE_DIMENSIONS] = 2;
    put(chunk + ROM_TABLE_WIDTH, WIDE, 4);
    put(chunk + ROM_TABLE_HEIGHT, HIGH, 4);
    put(chunk + ROM_TABLE_LOW, (uint32_t)(-2 * ONE), 4);
    put(chunk + ROM_TABLE_HIGH, 2 * ONE, 4);
    put(chunk + ROM_TABLE_LOW_Y, ONE, 4);
    put(chunk + ROM_TABLE_HIGH_Y, 4 * ONE, 4);
    for (uint32_t i = 0; i < WIDE * HIGH; i++)
        put(chunk + ROM_TABLE_SIZE + i * sizes[kind], (uint32_t)values[i], sizes[kind]);
    put(chunk + ROM_TABLE_CHECKSUM, rom_crc32(0, chunk + ROM_TABLE_SIZE, bytes), 4);
    put(chunk + ROM_TABLE_VALUE_BYTES, bytes, 4);
    put(chunk + ROM_TABLE_VALUES_AT, ROM_TABLE_SIZE, 4);
    CHECK_EQ(rom_check_chunk(ROM_TAG_TABLE, chunk, ROM_TABLE_SIZE + bytes, &error), ROM_OK);
}

TEST(rom_table_elements_of_every_kind) {
    static const int32_t values[5][WIDE * HIGH] = {{0, 1, 127, 128, 254, 255},
                                                   {-32768, -1, 0, 1, 255, 32767},
                                                   {0, 1, 255, 256, 32768, 65535},
                                                   {INT32_MIN, -1, 0, 1, 65536, INT32_MAX},
                                                   {INT32_MIN, -ONE, 0, 1, ONE, INT32_MAX}};
    const rom_table_shape any = {.kind = ROM_TABLE_ANY};
    rom_error error;
    rom_table table;
    for (uint32_t kind = 0; kind < 5; kind++) {
        build(kind, values[kind]);
        CHECK_EQ(rom_table_bind(chunk, &any, &table, &error), ROM_OK);
        CHECK(table.width == WIDE && table.height == HIGH && table.kind == kind);
        for (uint32_t y = 0; y < 4; y++) { /* beyond the table its edge counts */
            for (uint32_t x = 0; x < 5; x++) {
                const uint32_t column = x < WIDE ? x : WIDE - 1, row = y < HIGH ? y : HIGH - 1;
                CHECK_EQ(rom_table_element(&table, x, y), values[kind][row * WIDE + column]);
            }
        }
        CHECK_EQ(rom_table_element(&table, UINT32_MAX, UINT32_MAX), values[kind][5]);
        CHECK_EQ(rom_table_linear(&table, INT32_MIN, INT32_MIN), values[kind][0]);
        CHECK_EQ(rom_table_linear(&table, INT32_MAX, INT32_MAX), values[kind][5]);
        CHECK_EQ(rom_table_nearest(&table, INT32_MAX, INT32_MIN), values[kind][2]);
        CHECK_EQ(rom_table_nearest(&table, INT32_MIN, INT32_MAX), values[kind][3]);
        for (uint32_t i = 0; i < WIDE * HIGH; i++) { /* at an element it is the element */
            const int32_t x = (int32_t)(i % WIDE) * 2 * ONE - 2 * ONE, y = i < WIDE ? ONE : 4 * ONE;
            CHECK_EQ(rom_table_linear(&table, x, y), values[kind][i]);
            CHECK_EQ(rom_table_nearest(&table, x, y), values[kind][i]);
        }
    }
}

TEST(rom_table_values_between) {
    static const int32_t values[WIDE * HIGH] = {0, 100, -100, 40, 60, 1000};
    static const struct {
        int32_t x, y, linear, nearest; /* x and y in quarters */
    } rows[] = {{-6, 4, 25, 0},  {-4, 4, 50, 100},   {-3, 4, 63, 100}, {2, 4, 50, 100},
                {4, 4, 0, -100}, {6, 4, -50, -100},  {-8, 10, 20, 40}, {-8, 9, 17, 0},
                {0, 10, 80, 60}, {8, 10, 450, 1000}, {-4, 10, 50, 60}, {4, 10, 265, 1000},
                {-5, 4, 38, 0},  {4, 16, 530, 1000}};
    const rom_table_shape any = {.kind = ROM_TABLE_ANY};
    rom_error error;
    rom_table table;
    build(ROM_TABLE_I16, values);
    CHECK_EQ(rom_table_bind(chunk, &any, &table, &error), ROM_OK);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK_EQ(rom_table_linear(&table, rows[i].x * ONE / 4, rows[i].y * ONE / 4), rows[i].linear);
        CHECK_EQ(rom_table_nearest(&table, rows[i].x * ONE / 4, rows[i].y * ONE / 4), rows[i].nearest);
    }
}

TEST(rom_table_shapes_are_told_apart) {
    static const int32_t values[WIDE * HIGH] = {0};
    static const struct {
        rom_table_shape shape;
        uint32_t place; /* of what differs, 0: nothing does */
    } rows[] = {{{ROM_TABLE_I32, 2, WIDE, HIGH}, 0},
                {{ROM_TABLE_ANY, 0, 0, 0}, 0},
                {{ROM_TABLE_FX, 2, WIDE, HIGH}, ROM_TABLE_KIND},
                {{ROM_TABLE_U8, 0, 0, 0}, ROM_TABLE_KIND},
                {{ROM_TABLE_ANY, 1, WIDE, HIGH}, ROM_TABLE_DIMENSIONS},
                {{ROM_TABLE_ANY, 2, WIDE + 1, HIGH}, ROM_TABLE_WIDTH},
                {{ROM_TABLE_ANY, 2, WIDE - 1, HIGH}, ROM_TABLE_WIDTH},
                {{ROM_TABLE_ANY, 2, WIDE, HIGH + 1}, ROM_TABLE_HEIGHT},
                {{ROM_TABLE_ANY, 0, 0, 1}, ROM_TABLE_HEIGHT}};
    rom_error error;
    rom_table table;
    build(ROM_TABLE_I32, values);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        table.values = chunk, table.width = 9;
        CHECK_EQ(rom_table_bind(chunk, &rows[i].shape, &table, &error),
                 rows[i].place == 0 ? ROM_OK : ROM_BAD_CHUNK);
        if (rows[i].place == 0) continue;
        CHECK_EQ(error.offset, rows[i].place);
        CHECK(table.values == NULL && table.width == 0 && rom_table_element(&table, 0, 0) == 0);
        CHECK(rom_table_linear(&table, ONE, ONE) == 0 && rom_table_nearest(&table, ONE, ONE) == 0);
    }
}
