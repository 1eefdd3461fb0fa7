/* Coverage and attribute planes against exact arithmetic. */
#include <string.h>

#include "raster/list/list.h"
#include "raster/spans/spans.h"
#include "tests/test.h"

static uint32_t next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static int between(uint32_t *state, int low, int high) {
    return low + (int)(next(state) % (uint32_t)(high - low + 1));
}

static rs_band band_of(int width, int top, int end) {
    rs_band band;
    memset(&band, 0, sizeof band);
    band.width = band.pitch = (int16_t)width;
    band.top = (int16_t)top;
    band.end = (int16_t)end;
    return band;
}

static int64_t edge(const rs_vertex *a, const rs_vertex *b, int64_t x, int64_t y) {
    return ((int64_t)b->x - a->x) * (y - a->y) - ((int64_t)b->y - a->y) * (x - a->x);
}

/* Whether a pixel lies strictly inside, or on a top or left edge, by the signs of three exact products; y points
 * down, area positive. */
static bool covers(const rs_vertex v[3], int px, int py) {
    int64_t x = 16 * px + 8, y = 16 * py + 8;
    for (int i = 0; i < 3; i++) {
        const rs_vertex *a = &v[i], *b = &v[i == 2 ? 0 : i + 1];
        int64_t side = -edge(a, b, x, y);
        /* corners are counter-clockwise as seen: the top edge runs to the left */
        bool top = a->y == b->y && b->x < a->x;
        bool left = b->y > a->y; /* the left edge runs downwards */
        if (side < 0 || (side == 0 && !top && !left)) return false;
    }
    return true;
}

static bool random_triangle(uint32_t *state, rs_vertex v[3], int size, int spread) {
    int cx = between(state, -spread, 2 * spread), cy = between(state, -spread, 2 * spread);
    int64_t area;
    for (int i = 0; i < 3; i++) {
        v[i].x = (int16_t)(cx + between(state, -size, size));
        v[i].y = (int16_t)(cy + between(state, -size, size));
        v[i].z = next(state) >> 4;
    }
    if ((next(state) & 7u) == 0) v[1].y = v[0].y; /* triangles with flat tops and bottoms */
    if ((next(state) & 7u) == 0) v[2].x = (int16_t)(v[1].x + between(state, -2, 2)); /* slivers */
    area = -edge(&v[0], &v[1], v[2].x, v[2].y);
    if (area < 0) {
        rs_vertex swap = v[1];
        v[1] = v[2];
        v[2] = swap;
    }
    return area != 0;
}

/* Counts the pixels in which the scan and the exact rule differ, inside a picture of size x size. */
static int differences(const rs_vertex v[3], int size, int top, int end) {
    rs_item item = {.a = 0, .b = 1, .c = 2};
    rs_band band = band_of(size, top, end);
    rs_scan scan;
    bool more = rs_scan_begin(&scan, v, &item, &band) && rs_scan_rows(&scan, &band);
    int wrong = 0, row = top;
    for (; row < end; row++) {
        int from = 0, count = 0;
        if (more && row >= scan.row + scan.rows) more = rs_scan_rows(&scan, &band);
        if (more && row >= scan.row && row < scan.row + scan.rows) {
            from = scan.spans[row - scan.row].x;
            count = scan.spans[row - scan.row].count;
        }
        for (int x = 0; x < size; x++) {
            if (covers(v, x, row) != (count > 0 && x >= from && x < from + count)) wrong++;
        }
    }
    return wrong;
}

TEST(raster_scan_small_triangles_cover_exactly) {
    uint32_t state = 0x12345678u;
    int wrong = 0, drawn = 0;
    for (int i = 0; i < 2500; i++) {
        rs_vertex v[3];
        int size = (i & 1) ? 240 : 40;
        if (!random_triangle(&state, v, size, 300)) continue;
        wrong += differences(v, 32, 0, 32);
        drawn++;
    }
    CHECK_EQ(wrong, 0);
    CHECK(drawn > 2000);
}

TEST(raster_scan_large_triangles_cover_exactly) {
    uint32_t state = 0x9E3779B9u;
    int wrong = 0;
    for (int i = 0; i < 300; i++) {
        rs_vertex v[3];
        if (!random_triangle(&state, v, 6000, 1400)) continue;
        wrong += differences(v, 128, 0, 100);
    }
    CHECK_EQ(wrong, 0);
}

TEST(raster_scan_bands_cover_what_the_whole_covers) {
    uint32_t state = 77;
    int wrong = 0;
    for (int i = 0; i < 300; i++) {
        rs_vertex v[3];
        if (!random_triangle(&state, v, (i & 1) ? 4000 : 300, 700)) continue;
        for (int top = 0; top < 96; top += 13) wrong += differences(v, 64, top, top + 13);
    }
    CHECK_EQ(wrong, 0);
}

TEST(raster_scan_vectors_of_the_fill_rule) {
    static const struct {
        int16_t corner[6];
        int pixels;
    } cases[] = {{{0, 0, 0, 64, 64, 64}, 6},   {{8, 8, 8, 72, 72, 8}, 10}, {{8, 8, 8, 72, 72, 72}, 6},
                 {{64, 8, 8, 40, 120, 40}, 4}, {{0, 0, 0, 48, 48, 0}, 3},  {{48, 0, 0, 48, 48, 48}, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = band_of(240, 0, 160);
        rs_vertex v[3];
        rs_scan scan;
        int pixels = 0;
        for (int k = 0; k < 3; k++) {
            v[k].x = cases[i].corner[2 * k];
            v[k].y = cases[i].corner[2 * k + 1];
            v[k].z = 0;
        }
        if (rs_scan_begin(&scan, v, &item, &band) && rs_scan_rows(&scan, &band)) {
            for (int row = 0; row < scan.rows; row++)
                pixels += scan.spans[row].count > 0 ? scan.spans[row].count : 0;
        }
        CHECK_EQ(pixels, cases[i].pixels);
        CHECK_EQ(differences(v, 32, 0, 32), 0);
    }
}

/* Whether a triangle is thinner than a third of a pixel across its longer side. */
static bool thin(const rs_vertex v[3]) {
    int64_t longest = 0, area = -edge(&v[0], &v[1], v[2].x, v[2].y);
    for (int k = 0; k < 3; k++) {
        const rs_vertex *a = &v[k], *b = &v[(k + 1) % 3];
        int64_t dx = a->x > b->x ? a->x - b->x : b->x - a->x, dy = a->y > b->y ? a->y - b->y : b->y - a->y;
        if (dx > longest) longest = dx;
        if (dy > longest) longest = dy;
    }
    return area * 3 < 16 * longest;
}

/* The values at the three corners come back from origin and gradients: 10,000 triangles of an area of 16 or more (1/16 pixel squared)
 * that have pixels. */
TEST(raster_planes_go_through_their_corners) {
    uint32_t state = 61;
    int64_t worst = 0;
    int slivers = 0;
    for (int done = 0; done < 10000;) {
        rs_vertex v[3];
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = band_of(1024, 0, 1024);
        rs_scan scan;
        rs_fine_plane plane;
        int32_t value[3];
        if (!random_triangle(&state, v, done % 3 == 0 ? 40 : done % 3 == 1 ? 400 : 2500, 3000)) continue;
        if (-edge(&v[0], &v[1], v[2].x, v[2].y) < 16 || !rs_scan_begin(&scan, v, &item, &band)) continue;
        for (int k = 0; k < 3; k++) value[k] = between(&state, 0, 255) << 20;
        plane = rs_plane_fine(&scan, value[scan.order[0]], value[scan.order[1]], value[scan.order[2]], 0);
        slivers += thin(v);
        for (int k = 0; k < 3; k++) { /* in 1/16 pixels from pixel (0, 0)'s centre */
            int64_t x = v[k].x - 8, y = v[k].y - 8;
            int64_t at = (int32_t)(plane.origin + (uint64_t)fx_sra64(plane.dx * x + plane.dy * y, 4)),
                    error = at - value[k];
            if (error < 0) error = -error;
            if (error > worst) worst = error;
        }
        done++;
    }
    TEST_INFO("corners of 10,000 triangles, %d of them slivers: off by at most %d / 2^20 of a step", slivers,
              (int)worst);
    CHECK(worst <= 1 << 20);
    CHECK(slivers > 200);
}

/* A linear function at every covered centre of triangles, slivers and points of needles included. */
TEST(raster_linear_functions_over_slivers) {
    uint32_t state = 611;
    int64_t worst[2] = {0, 0}, pixels = 0, slivers = 0;
    for (int i = 0; i < 6000; i++) {
        rs_vertex v[3];
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = band_of(1024, 0, 1024);
        rs_scan scan;
        rs_plane plane;
        int32_t value[3];
        const int size = (i & 1) ? 1500 : 256,
                  /* gradients of up to all 255 steps over small triangles */
            steep = (i & 1) ? 60000 : 500000;
        int p = between(&state, -steep, steep), rest = steep - (p < 0 ? -p : p),
            q = between(&state, -rest, rest);
        int64_t area;
        int needle;
        if (!random_triangle(&state, v, size, 2000)) continue;
        if (i % 10 == 2) { /* half a square of up to 32 pixels */
            const int side = between(&state, 300, 512);
            v[1] = v[2] = v[0];
            v[1].y = (int16_t)(v[0].y + side);
            v[2].x = (int16_t)(v[0].x + side);
        } else if (i % 3 == 0) { /* a needle: the third corner close to the line of the others */
            v[2].x = (int16_t)((v[0].x + v[1].x) / 2 + between(&state, -6, 6));
            v[2].y = (int16_t)((v[0].y + v[1].y) / 2 + between(&state, -6, 6));
            area = -edge(&v[0], &v[1], v[2].x, v[2].y);
            if (area == 0) continue;
            if (area < 0) {
                rs_vertex swap = v[1];
                v[1] = v[2], v[2] = swap;
            }
        }
        area = -edge(&v[0], &v[1], v[2].x, v[2].y);
        if (area < 16 || !rs_scan_begin(&scan, v, &item, &band)) continue;
        for (int k = 0; k < 3; k++) value[k] = p * (v[k].x - v[0].x) + q * (v[k].y - v[0].y) + (1 << 28);
        needle = thin(v) ? 1 : 0;
        slivers += needle;
        plane = rs_plane_through(&scan, value[scan.order[0]], value[scan.order[1]], value[scan.order[2]]);
        while (rs_scan_rows(&scan, &band)) {
            for (int row = 0; row < scan.rows; row++) {
                int32_t y = scan.row + row;
                for (int32_t n = 0; n < scan.spans[row].count; n += n < 4 ? 1 : 7) {
                    int32_t x = scan.spans[row].x + n;
                    int64_t exact = (int64_t)p * (16 * x + 8 - v[0].x) + (int64_t)q * (16 * y + 8 - v[0].y) +
                                    (1 << 28),
                            error;
                    error = (int32_t)(plane.origin + (uint32_t)plane.dx * (uint32_t)x +
                                      (uint32_t)plane.dy * (uint32_t)y) -
                            exact;
                    if (error < 0) error = -error;
                    if (error > worst[needle]) worst[needle] = error;
                    pixels++;
                }
            }
        }
    }
    /* A step of 255 is 2^20 here, so 0.004 of one are 4,194 units. */
    TEST_INFO("%d pixels: off by at most %d / 2^20 of a step; of %d slivers %d / 2^20", (int)pixels,
              (int)worst[0], (int)slivers, (int)worst[1]);
    CHECK(worst[0] < 4194);
    CHECK(worst[1] < 4194);
    CHECK(slivers > 500);
}

/* Corners of random triangles have values of two ends of a range; gives the least and the most value at the ends of
 * all rows. */
static int64_t ends_of_rows(uint32_t state, const int32_t ends[2], int64_t *least, int64_t *most) {
    static const int extents[4] = {12, 60, 500, 12000};
    int64_t pixels = 0;
    *least = INT64_MAX, *most = INT64_MIN;
    for (int i = 0; i < 40000; i++) {
        rs_vertex v[3];
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = band_of(1024, 0, 1024);
        rs_scan scan;
        rs_plane plane;
        int32_t value[3];
        if (!random_triangle(&state, v, extents[i & 3], 3000)) continue;
        if (i % 5 == 0) { /* a needle */
            v[2].x = (int16_t)((v[0].x + v[1].x) / 2 + between(&state, -6, 6));
            v[2].y = (int16_t)((v[0].y + v[1].y) / 2 + between(&state, -6, 6));
        }
        if (!rs_scan_begin(&scan, v, &item, &band)) continue;
        for (int k = 0; k < 3; k++) value[k] = ends[next(&state) & 1u];
        plane = rs_plane_through(&scan, value[scan.order[0]], value[scan.order[1]], value[scan.order[2]]);
        while (rs_scan_rows(&scan, &band)) {
            for (int row = 0; row<scan.rows; row += scan.rows> 8 ? 5 : 1) {
                const rs_span *span = &scan.spans[row];
                /* the first and the last pixel of the row */
                for (int32_t n = 0; n < 2 && span->count > 0; n++) {
                    uint32_t x = (uint32_t)(n == 0 ? span->x : span->x + span->count - 1);
                    int64_t at = (int32_t)(plane.origin + (uint32_t)plane.dx * x +
                                           (uint32_t)plane.dy * (uint32_t)(scan.row + row));
                    if (at < *least) *least = at;
                    if (at > *most) *most = at;
                    pixels++;
                }
            }
        }
    }
    return pixels;
}

/* Light is an index into tables, so no pixel may be beyond its range. */
TEST(raster_values_stay_in_their_range) {
    const int32_t ends[2] = {1 << (RS_LIGHT_SHIFT - RS_VERTEX_LIGHT),
                             65534 << (RS_LIGHT_SHIFT - RS_VERTEX_LIGHT)};
    int64_t least, most, pixels = ends_of_rows(77, ends, &least, &most);
    TEST_INFO("%d ends of rows: %d .. 2^29 + %d", (int)pixels, (int)least, (int)(most - (1 << 29)));
    CHECK(least >= 0);
    CHECK(most < 1 << 29);
    CHECK(pixels > 10000);
}

/* Depth stays in its range, too: below the nearest code it would wrap, at the farthest nothing would be in front of
 * an empty picture. */
TEST(raster_depths_stay_in_their_range) {
    const int32_t ends[2] = {RS_DEPTH_LEAST, RS_DEPTH_MOST};
    int64_t least, most, pixels = ends_of_rows(78, ends, &least, &most);
    TEST_INFO("%d ends of rows: %d .. far - %d", (int)pixels, (int)least,
              (int)((65535 << RS_DEPTH_SHIFT) - most));
    CHECK(least >= 0);
    CHECK(most >> RS_DEPTH_SHIFT <= RS_DEPTH_FAR);
    CHECK(pixels > 10000);
}

/* Triangles that a search found in pictures of 640 and 1024 pixels: their depths run farthest beyond their corners. */
TEST(raster_depths_of_thin_triangles_stay_in_their_range) {
    static const struct {
        int16_t corner[6], size;
        int32_t least[3], most[3]; /* a corner: above the nearest depth, or below the farthest */
    } cases[] = {{{3133, 12201, 6998, 16581, 6712, 16264}, 1024, {0, -1, 1}, {-1, 1, -1}},
                 {{-4096, -3208, 18374, 13552, 17797, 13116}, 1024, {0, 0, -1}, {-1, -1, 0}},
                 {{-7168, -2588, 4460, 10162, 2135, 7605}, 640, {3, 0, -1}, {-1, -1, 115}},
                 {{9201, 8210, -1424, 3560, -890, 3788}, 640, {1, 0, -1}, {-1, -1, 573}},
                 {{12102, 7658, 16538, 7130, 12744, 7576}, 1024, {-1, 0, -1}, {894, -1, 0}},
                 {{2429, 11249, 11465, 9194, 5715, 10495}, 1024, {-1, 0, -1}, {43, -1, 3}},
                 {{9076, 19521, -4096, -4096, 20454, 16572}, 1024, {0, 1, 0}, {-1, -1, -1}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = band_of(cases[i].size, 0, cases[i].size);
        rs_vertex v[3];
        rs_scan scan;
        rs_plane plane;
        int64_t least = INT64_MAX, most = INT64_MIN;
        for (int k = 0; k < 3; k++) {
            v[k].x = cases[i].corner[2 * k];
            v[k].y = cases[i].corner[2 * k + 1];
            v[k].z = (uint32_t)(cases[i].least[k] >= 0 ? RS_DEPTH_LEAST + cases[i].least[k]
                                                       : RS_DEPTH_MOST - cases[i].most[k]);
        }
        if (-edge(&v[0], &v[1], v[2].x, v[2].y) < 0) {
            rs_vertex swap = v[1];
            v[1] = v[2];
            v[2] = swap;
        }
        CHECK(rs_scan_begin(&scan, v, &item, &band));
        plane = rs_plane_through(&scan, (int32_t)v[scan.order[0]].z, (int32_t)v[scan.order[1]].z,
                                 (int32_t)v[scan.order[2]].z);
        while (rs_scan_rows(&scan, &band)) {
            for (int row = 0; row < scan.rows; row++) {
                for (int n = 0; n < scan.spans[row].count; n++) {
                    const uint32_t x = (uint32_t)(scan.spans[row].x + n);
                    int64_t at = (int32_t)(plane.origin + (uint32_t)plane.dx * x +
                                           (uint32_t)plane.dy * (uint32_t)(scan.row + row));
                    if (at < least) least = at;
                    if (at > most) most = at;
                }
            }
        }
        CHECK(least >= 0);
        CHECK(most >= 0 && most >> RS_DEPTH_SHIFT <= RS_DEPTH_FAR);
    }
}

/* The value of a plane at a pixel against the exact value, f = p x + q y + r given at the corners. */
TEST(raster_plane_reproduces_linear_functions) {
    uint32_t state = 4242;
    int64_t worst = 0, corners = 0;
    for (int i = 0; i < 4000; i++) {
        rs_vertex v[3];
        rs_item item = {.a = 0, .b = 1, .c = 2};
        rs_band band = band_of(1024, 0, 1024);
        rs_scan scan;
        rs_plane plane;
        int32_t value[3];
        uint32_t order[3];
        int p = between(&state, -3000, 3000), q = between(&state, -3000, 3000);
        int64_t area;
        if (!random_triangle(&state, v, (i & 1) ? 2500 : 300, 3000)) continue;
        if (!rs_scan_begin(&scan, v, &item, &band) || !rs_scan_rows(&scan, &band)) continue;
        area = -edge(&v[0], &v[1], v[2].x, v[2].y);
        for (int k = 0; k < 3; k++) {
            value[k] = p * v[k].x + q * v[k].y + (1 << 27);
            order[k] = scan.order[k];
        }
        if (area < 40000) continue; /* slivers have their own rule */
        plane = rs_plane_through(&scan, value[order[0]], value[order[1]], value[order[2]]);
        for (int row = 0; row < scan.rows; row++) {
            int32_t x = scan.spans[row].x, y = scan.row + row;
            int64_t exact = (int64_t)p * (16 * x + 8) + (int64_t)q * (16 * y + 8) + (1 << 27), error;
            if (scan.spans[row].count <= 0) continue;
            error = (int32_t)(plane.origin + (uint32_t)plane.dx * (uint32_t)x +
                              (uint32_t)plane.dy * (uint32_t)y) -
                    exact;
            if (error < 0) error = -error;
            if (error > worst) worst = error;
            corners++;
        }
    }
    TEST_INFO("plane error %d of 2^29 over %d rows", (int)worst, (int)corners);
    CHECK(worst < 1 << 13); /* 2^13 of depth is one code, 2^20 of light one step */
    CHECK(corners > 1000);
}
