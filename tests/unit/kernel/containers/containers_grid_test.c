/* Tests of grids, and of the ring between one producer and one consumer with a simulated interrupt. */
#include "kernel/containers/grid.h"
#include "kernel/containers/spsc.h"
#include "tests/unit/kernel/containers/containers_check.h"

OX_DEFINE_GRID(cells, uint16_t)

/* A sum over every access mode of a grid of W x H x D that holds x + 10 y + 100 z. */
enum { W = 5, H = 4, D = 3 };

static int32_t clamp_to(int32_t i, int32_t n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
static int32_t wrap_to(int32_t i, int32_t n) {
    while (i < 0) i += n;
    while (i >= n) i -= n;
    return i;
}

TEST(containers_grid_access_modes) {
    static const uint32_t strides[] = {W, W + 1, 8, 16};
    uint16_t memory[16 * H * D];
    uint32_t hash[OX_COUNT(strides)];
    for (uint32_t s = 0; s < OX_COUNT(strides); s++) {
        uint32_t wrong = 0;
        cells g;
        memset(memory, 0xEE, sizeof memory);
        CHECK_EQ(cells_init(&g, memory, W, H, D, strides[s]), OX_OK);
        cells_fill(&g, 7);
        for (uint32_t z = 0; z < D; z++) {
            for (uint32_t y = 0; y < H; y++) {
                for (uint32_t x = 0; x < W; x++) {
                    wrong += *cells_at3(&g, x, y, z) != 7;
                    *cells_at3(&g, x, y, z) = (uint16_t)(x + 10 * y + 100 * z);
                }
            }
        }
        hash[s] = 2166136261u;
        for (int32_t z = -2 * D; z < 3 * D; z++) {
            for (int32_t y = -2 * H - 1; y < 3 * H; y++) {
                for (int32_t x = -2 * W - 1; x < 3 * W; x++) {
                    bool in = x >= 0 && x < W && y >= 0 && y < H && z >= 0 && z < D;
                    const uint16_t *inside = cells_inside3(&g, x, y, z);
                    wrong += in ? inside == NULL || *inside != x + 10 * y + 100 * z : inside != NULL;
                    wrong += *cells_clamped3(&g, x, y, z) !=
                             clamp_to(x, W) + 10 * clamp_to(y, H) + 100 * clamp_to(z, D);
                    wrong += *cells_wrapped3(&g, x, y, z) !=
                             wrap_to(x, W) + 10 * wrap_to(y, H) + 100 * wrap_to(z, D);
                    hash[s] = mix_into(hash[s], *cells_clamped3(&g, x, y, z));
                }
            }
        }
        CHECK_EQ(wrong, 0);
        CHECK_EQ(hash[s], hash[0]);
        for (uint32_t i = 0; i < strides[s] * H * D; i++) { /* the padding is unchanged */
            if (i % strides[s] >= W) CHECK_EQ(memory[i], 0xEEEE);
        }
        CHECK_EQ(*cells_wrapped(&g, INT32_MIN, INT32_MAX),
                 *cells_at(&g, 2, 3)); /* -2^31 mod 5 is 2, 2^31 - 1 mod 4 is 3 */
        CHECK_EQ(*cells_clamped(&g, INT32_MIN, INT32_MAX), 30);
        CHECK(cells_inside(&g, INT32_MIN, 0) == NULL && cells_inside(&g, 0, INT32_MAX) == NULL);
        CHECK(cells_row(&g, 1) == memory + strides[s]);
    }
    CHECK_EQ(OX_GRID_STRIDE(33, 1, 16), 48);
    CHECK_EQ(OX_GRID_STRIDE(33, 1, 4), 36);
    CHECK_EQ(OX_GRID_STRIDE(33, 2, 16), 40);
    CHECK_EQ(OX_GRID_STRIDE(32, 4, 16), 32);
}

/* Every part of a 7 x 6 grid: writes stay inside, and reading through it is reading at its offset. */
TEST(containers_grid_parts_stay_inside) {
    uint16_t memory[9 * 6];
    uint32_t wrong = 0, parts = 0;
    cells g, part = {{0}};
    CHECK_EQ(cells_init(&g, memory, 7, 6, 1, 9), OX_OK);
    for (uint32_t x = 0; x <= 8; x++) {
        for (uint32_t y = 0; y <= 7; y++) {
            for (uint32_t w = 0; w <= 8; w++) {
                for (uint32_t h = 0; h <= 7; h++) {
                    bool good = w > 0 && h > 0 && x + w <= 7 && y + h <= 6;
                    wrong += cells_part(&g, x, y, w, h, &part) != (good ? OX_OK : OX_BAD_ARGUMENT);
                    if (!good) continue;
                    parts++;
                    memset(memory, 0, sizeof memory);
                    cells_fill(&part, 1);
                    for (uint32_t i = 0; i < 54; i++) {
                        uint32_t cx = i % 9, cy = i / 9;
                        wrong += memory[i] != (cx >= x && cx < x + w && cy >= y && cy < y + h);
                    }
                    wrong += cells_at(&part, w - 1, h - 1) != cells_at(&g, x + w - 1, y + h - 1);
                    wrong += cells_wrapped(&part, -1, -1) != cells_at(&part, w - 1, h - 1);
                }
            }
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(parts, 28 * 21);
    CHECK_EQ(cells_part(&g, UINT32_MAX, 0, 2, 1, &part), OX_BAD_ARGUMENT);
    CHECK_EQ(cells_part(&g, 1, 0, UINT32_MAX, 1, &part), OX_BAD_ARGUMENT);
    CHECK_EQ(cells_init(&part, memory, 7, 6, 1, 6), OX_BAD_ARGUMENT);
    CHECK_EQ(cells_init(&part, memory, 0, 6, 1, 6), OX_BAD_ARGUMENT);
    CHECK_EQ(cells_init(&part, memory, 65536, 65536, 1, 65536), OX_BAD_ARGUMENT);
    CHECK_EQ(cells_init(&part, NULL, 1, 1, 1, 1), OX_BAD_ARGUMENT);
    if (OX_DEBUG) CHECK(cells_at(&g, 7, 0) == memory + 7); /* the cell lies in the padding */
    CHECK_EQ(test_assertions(), OX_DEBUG ? 1 : 0);
}

/* ---- one producer, one consumer ---- */

typedef struct press {
    uint32_t number;
    uint16_t check[3];
} press;
OX_DEFINE_SPSC(presses, press)

static press press_of(uint32_t number) {
    return (press){number, {(uint16_t)(number * 3u), (uint16_t)(number ^ 0x5555u), (uint16_t)(number >> 5)}};
}
static bool press_is(const press *p, uint32_t number) {
    press wanted = press_of(number);
    return p->number == number && memcmp(p->check, wanted.check, sizeof wanted.check) == 0;
}

/* 10,000 interrupts at random points of the main loop; the indices begin shortly before they wrap round. */
TEST(containers_spsc_simulated_interrupts) {
    press storage[8], p;
    presses ring;
    uint32_t put = 0, taken = 0, wrong = 0, refused = 0;
    rng32 r = rng32_seed(61, 1);
    CHECK_EQ(presses_init(&ring, storage, 8), OX_OK);
    ring.core.head = ring.core.tail = 0xFFFFF000u;
    while (put < 10000 || taken < put) {
        uint32_t random = rng32_next(&r);
        bool busy =
            (put >> 8 & 1u) != 0; /* at times the interrupt comes more often than the loop goes round */
        uint32_t interrupts = put < 10000 ? random % (busy ? 4u : 2u) : 0;
        for (uint32_t i = 0; i < interrupts && put < 10000; i++) {
            ox_status status = presses_push(&ring, press_of(put));
            wrong += status != (put - taken == 8 ? OX_FULL : OX_OK);
            refused += status == OX_FULL;
            put += status == OX_OK; /* a refused record is tried again, since none may be lost */
        }
        if (presses_pop(&ring, &p)) wrong += !press_is(&p, taken++);
        wrong += presses_count(&ring) != put - taken;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(taken, 10000);
    CHECK_EQ(ring.core.rejected, refused);
    CHECK(refused > 100);
    CHECK(!presses_pop(&ring, &p));
    CHECK_EQ(presses_init(&ring, storage, 6), OX_BAD_ARGUMENT);
    CHECK_EQ(presses_init(&ring, storage, 0), OX_BAD_ARGUMENT);
}

/* An interrupt inside an operation of the other side: at each point between the loads and stores of a push or pop,
 * the state in memory must be one that the other side can work with. The points are replayed by hand. */
TEST(containers_spsc_interrupted_inside) {
    press storage[2], p;
    presses ring;
    for (uint32_t filled = 0; filled <= 2; filled++) {
        CHECK_EQ(presses_init(&ring, storage, 2), OX_OK);
        for (uint32_t i = 0; i < filled; i++) CHECK_EQ(presses_push(&ring, press_of(i)), OX_OK);
        /* A push has written its record but not its tail: the consumer sees the earlier records whole. */
        if (filled < 2) storage[ring.core.tail & ring.core.mask] = press_of(99);
        for (uint32_t i = 0; i < filled; i++) CHECK(presses_pop(&ring, &p) && press_is(&p, i));
        CHECK(!presses_pop(&ring, &p));
        ring.core.tail += filled < 2; /* the push goes on */
        if (filled < 2) CHECK(presses_pop(&ring, &p) && press_is(&p, 99));
        /* A pop has read the head and the record but not moved the head: the producer may not overwrite the record. */
        CHECK_EQ(presses_push(&ring, press_of(5)), OX_OK);
        CHECK_EQ(presses_push(&ring, press_of(6)), OX_OK);
        CHECK(press_is(&storage[ring.core.head & ring.core.mask], 5));
        CHECK_EQ(presses_push(&ring, press_of(7)), OX_FULL);
        CHECK(presses_pop(&ring, &p) && press_is(&p, 5));
        CHECK_EQ(presses_push(&ring, press_of(7)), OX_OK);
    }
}

TEST(containers_grid_measures_have_a_most) {
    const uint32_t most = INT32_MAX, more = most + 1u;
    uint8_t cell;
    ox_grid grid;
    CHECK_EQ(ox_grid_init(&grid, &cell, most, 1, 1, most), OX_OK);
    CHECK_EQ(ox_grid_init(&grid, &cell, more, 1, 1, more), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, most, 1, 1), OX_OK);
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, more, 1, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, 1, most, 1), OX_OK);
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, 1, more, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, &cell, 0, 1, 1, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, 0, 1, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, 1, 0, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, NULL, 1, 1, 1, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, &cell, 2, 1, 1, 1), OX_BAD_ARGUMENT);         /* rows that overlap */
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, 65536, 1, 65536), OX_BAD_ARGUMENT); /* 2^32 cells */
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, 65536, 65536, 1), OX_BAD_ARGUMENT);
    CHECK_EQ(ox_grid_init(&grid, &cell, 1, 65535, 65537, 1), OX_OK); /* one cell less */
    CHECK(grid.base == &cell && grid.width == 1 && grid.height == 65535 && grid.depth == 65537 &&
          grid.stride == 1);
}
