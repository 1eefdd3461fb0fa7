/* Grids of tiles: the cell of a pixel, and the neighbours of a cell. */
#include <string.h>

#include "kernel/tilemap/layout.h"
#include "tests/test.h"

static const ox_tile_layout layouts[] = {
    {OX_TILES_SQUARE, false, false, 16, 16, 0},    {OX_TILES_SQUARE, false, false, 7, 13, 0},
    {OX_TILES_DIAMOND, false, false, 32, 16, 0},   {OX_TILES_DIAMOND, false, false, 64, 20, 0},
    {OX_TILES_STAGGERED, false, false, 32, 16, 0}, {OX_TILES_STAGGERED, true, false, 32, 16, 0},
    {OX_TILES_STAGGERED, false, true, 24, 12, 0},  {OX_TILES_STAGGERED, true, true, 24, 12, 0},
    {OX_TILES_HEXAGONS, false, false, 32, 32, 16}, {OX_TILES_HEXAGONS, true, false, 32, 32, 16},
    {OX_TILES_HEXAGONS, false, true, 18, 20, 10},  {OX_TILES_HEXAGONS, true, true, 20, 18, 8}};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static void check_point(const ox_tile_layout *layout, int32_t x, int32_t y, int32_t column, int32_t row) {
    const ox_cell cell = ox_tile_under(layout, (ox_tile_point){x, y});
    CHECK_EQ(cell.column, column);
    CHECK_EQ(cell.row, row);
}

TEST(tilemap_layout_diamond_vectors) {
    static const int32_t cases[][4] = {{0, 0, 0, 0},  {0, 8, 0, 0},  {32, 40, 3, 1}, {0, -1, -1, -1},
                                       {15, 8, 0, 0}, {16, 8, 1, 0}, {-16, 8, 0, 1}, {-17, 8, -1, 1},
                                       {0, 15, 0, 0}, {0, 16, 1, 1}};
    for (uint32_t i = 0; i < 10; i++)
        check_point(&layouts[2], cases[i][0], cases[i][1], cases[i][2], cases[i][3]);
    CHECK_EQ(ox_tile_corner(&layouts[2], (ox_cell){3, 1}).x, 16);
    CHECK_EQ(ox_tile_corner(&layouts[2], (ox_cell){3, 1}).y, 32);
}

TEST(tilemap_layout_hexagon_vectors) {
    static const int32_t cases[][4] = {{0, 0, -1, -1}, {16, 0, 0, 0},  {31, 0, 0, -1},
                                       {16, 16, 0, 0}, {48, 24, 1, 0}, {47, 23, 1, 0},
                                       {63, 40, 1, 1}, {5, 27, -1, 1}, {26, 27, 0, 1}};
    for (uint32_t i = 0; i < 9; i++)
        check_point(&layouts[8], cases[i][0], cases[i][1], cases[i][2], cases[i][3]);
    CHECK_EQ(ox_tile_distance(&layouts[8], (ox_cell){0, 0}, (ox_cell){3, 4}), 5);
}

TEST(tilemap_layout_middle_of_a_cell_is_in_it) {
    for (uint32_t i = 0; i < LAYOUTS; i++)
        for (int32_t row = -9; row < 9; row++)
            for (int32_t column = -9; column < 9; column++) {
                const ox_tile_point middle = ox_tile_middle(&layouts[i], (ox_cell){column, row});
                check_point(&layouts[i], middle.x, middle.y, column, row);
            }
}

/* A cell's line is as far down as its middle, and the line has that cell in the cell's column. */
TEST(tilemap_layout_lines_go_through_the_middles) {
    for (uint32_t i = 0; i < LAYOUTS; i++)
        for (int32_t row = -9; row < 9; row++)
            for (int32_t column = -9; column < 9; column++) {
                const ox_cell cell = {column, row};
                const int32_t line = ox_tile_line(&layouts[i], cell);
                int32_t there = 99, other = row;
                CHECK_EQ(ox_tile_line_y(&layouts[i], line), ox_tile_middle(&layouts[i], cell).y);
                CHECK(ox_tile_line_y(&layouts[i], line + 1) > ox_tile_line_y(&layouts[i], line));
                CHECK(ox_tile_on_line(&layouts[i], line, column, &there) && there == row);
                CHECK(!ox_tile_on_line(&layouts[i], line + 1, column, &other) || other != row);
            }
}

/* R2D-025: wherever one walks about a tower of one cell, what stands in cells before it is drawn after it, what stands in cells behind it is drawn before
 * it. Cells that are neither lie beside it. */
TEST(tilemap_layout_diamonds_cover_by_their_lines) {
    for (uint32_t i = 2; i < 4; i++) {
        const ox_tile_layout *l = &layouts[i];
        const ox_cell tower = {3, -2};
        const ox_tile_point middle = ox_tile_middle(l, tower);
        uint32_t before = 0, behind = 0;
        for (int32_t y = middle.y - 70; y < middle.y + 70; y++)
            for (int32_t x = middle.x - 90; x < middle.x + 90; x++) {
                const ox_cell at = ox_tile_under(l, (ox_tile_point){x, y});
                const int32_t columns = at.column - tower.column, rows = at.row - tower.row;
                const bool covers = ox_tile_line_y(l, ox_tile_line(l, tower)) <= y;
                if (columns == 0 && rows == 0) continue;
                if (columns >= 0 && rows >= 0) before += covers ? 1u : 1000000u;
                if (columns <= 0 && rows <= 0) behind += covers ? 1000000u : 1u;
            }
        CHECK(before > 3000 && before < 1000000);
        CHECK(behind > 3000 && behind < 1000000);
    }
}

/* Each cell has as many pixels as its shape's area, all within its box. */
TEST(tilemap_layout_cells_share_the_plane) {
    enum { SIDE = 5 };
    for (uint32_t i = 0; i < LAYOUTS; i++) {
        const ox_tile_layout *l = &layouts[i];
        uint32_t counts[2 * SIDE][2 * SIDE];
        uint32_t area = (uint32_t)l->width * l->height, outside = 0;
        memset(counts, 0, sizeof counts);
        if (l->kind == OX_TILES_DIAMOND || l->kind == OX_TILES_STAGGERED) area /= 2;
        if (l->kind == OX_TILES_HEXAGONS)
            area = l->by_columns ? (uint32_t)l->height * ((uint32_t)l->width + l->side) / 2
                                 : (uint32_t)l->width * ((uint32_t)l->height + l->side) / 2;
        for (int32_t y = -400; y < 400; y++)
            for (int32_t x = -400; x < 400; x++) {
                const ox_cell cell = ox_tile_under(l, (ox_tile_point){x, y});
                const ox_tile_point corner = ox_tile_corner(l, cell);
                outside +=
                    x < corner.x || y < corner.y || x >= corner.x + l->width || y >= corner.y + l->height;
                if (cell.column >= -SIDE && cell.column < SIDE && cell.row >= -SIDE && cell.row < SIDE)
                    counts[cell.row + SIDE][cell.column + SIDE]++;
            }
        CHECK_EQ(outside, 0);
        for (uint32_t row = 0; row < 2 * SIDE; row++)
            for (uint32_t column = 0; column < 2 * SIDE; column++) CHECK_EQ(counts[row][column], area);
    }
}

TEST(tilemap_layout_neighbours_are_mutual_and_distances_are_steps) {
    enum { RADIUS = 8, SIDE = 2 * RADIUS + 3 };
    for (uint32_t i = 0; i < LAYOUTS; i++) {
        const ox_tile_layout *l = &layouts[i];
        for (int32_t odd = 0; odd < 4; odd++) {
            const ox_cell start = {odd & 1, odd >> 1};
            uint8_t steps[SIDE][SIDE];
            ox_cell queue[SIDE * SIDE], around[OX_TILE_NEIGHBOURS], back[OX_TILE_NEIGHBOURS];
            uint32_t count = 1, wrong = 0;
            memset(steps, 255, sizeof steps);
            queue[0] = start;
            steps[start.row + RADIUS][start.column + RADIUS] = 0;
            for (uint32_t at = 0; at < count; at++) {
                const uint32_t own = steps[queue[at].row + RADIUS][queue[at].column + RADIUS];
                wrong += ox_tile_distance(l, start, queue[at]) != own ||
                         ox_tile_distance(l, queue[at], start) != own;
                const uint32_t ways = ox_tile_neighbours(l, queue[at], around);
                wrong += ways != (l->kind == OX_TILES_HEXAGONS ? 6u : 4u);
                for (uint32_t k = 0; k < ways; k++) {
                    uint32_t mutual = 0;
                    for (uint32_t m = 0, other = ox_tile_neighbours(l, around[k], back); m < other; m++)
                        mutual += back[m].column == queue[at].column && back[m].row == queue[at].row;
                    wrong += mutual != 1;
                    const int32_t row = around[k].row + RADIUS, column = around[k].column + RADIUS;
                    if (own == RADIUS || row < 0 || column < 0 || row >= SIDE || column >= SIDE ||
                        steps[row][column] != 255)
                        continue;
                    steps[row][column] = (uint8_t)(own + 1);
                    queue[count++] = around[k];
                }
            }
            CHECK_EQ(wrong, 0);
            CHECK(count > 60);
        }
    }
}

TEST(tilemap_layout_extent_is_that_of_all_boxes) {
    for (uint32_t i = 0; i < LAYOUTS; i++)
        for (uint32_t columns = 1; columns < 5; columns++)
            for (uint32_t rows = 1; rows < 5; rows++) {
                ox_tile_point low, high, least = {9999, 9999}, most = {-9999, -9999};
                for (int32_t k = 0; k < (int32_t)(columns * rows); k++) {
                    const ox_tile_point at =
                        ox_tile_corner(&layouts[i], (ox_cell){k % (int32_t)columns, k / (int32_t)columns});
                    if (at.x < least.x) least.x = at.x;
                    if (at.y < least.y) least.y = at.y;
                    if (at.x + layouts[i].width > most.x) most.x = at.x + layouts[i].width;
                    if (at.y + layouts[i].height > most.y) most.y = at.y + layouts[i].height;
                }
                ox_tile_extent(&layouts[i], columns, rows, &low, &high);
                CHECK(low.x <= least.x && low.y <= least.y && least.x - low.x <= layouts[i].width / 2 &&
                      least.y - low.y <= layouts[i].height / 2);
                CHECK_EQ(high.x, most.x);
                CHECK_EQ(high.y, most.y);
            }
}

/* The range holds every visible cell; on squares it holds no other. */
TEST(tilemap_layout_range_covers_the_picture) {
    for (uint32_t i = 0; i < LAYOUTS; i++)
        for (int32_t y = -70; y < 70; y += 13)
            for (int32_t x = -70; x < 70; x += 11) {
                ox_cell first, last;
                uint32_t missed = 0;
                ox_tile_range(&layouts[i], (ox_tile_point){x, y}, (ox_tile_point){60, 40}, &first, &last);
                for (int32_t k = 0; k < 60 * 40; k++) {
                    const ox_cell cell = ox_tile_under(&layouts[i], (ox_tile_point){x + k % 60, y + k / 60});
                    missed += cell.column < first.column || cell.row < first.row ||
                              cell.column >= last.column || cell.row >= last.row;
                }
                CHECK_EQ(missed, 0);
                if (layouts[i].kind != OX_TILES_SQUARE) continue;
                CHECK(last.column - first.column <= (60 + layouts[i].width - 2) / layouts[i].width + 1);
                CHECK(last.row - first.row <= (40 + layouts[i].height - 2) / layouts[i].height + 1);
            }
}

/* A picture of 960 x 640 with tiles of 32, and one of 240 x 160 with tiles of 16. */
TEST(tilemap_layout_visits_only_what_is_seen) {
    const ox_tile_layout large = {.kind = OX_TILES_SQUARE, .width = 32, .height = 32},
                         small = {.kind = OX_TILES_SQUARE, .width = 16, .height = 16};
    for (int32_t shift = 0; shift < 32; shift++) {
        ox_cell first, last;
        ox_tile_range(&large, (ox_tile_point){shift, shift}, (ox_tile_point){960, 640}, &first, &last);
        CHECK_EQ((last.column - first.column) * (last.row - first.row), shift == 0 ? 600 : 651);
        ox_tile_range(&small, (ox_tile_point){shift, shift}, (ox_tile_point){240, 160}, &first, &last);
        CHECK_EQ((last.column - first.column) * (last.row - first.row), shift % 16 == 0 ? 150 : 176);
    }
}

/* Pieces as large as the picture: one is visible, or two of a row, never one beyond the level; four where corners
 * meet. R2D-029, R2D-030. */
TEST(tilemap_layout_pieces_of_the_picture) {
    enum { WIDE = 960, HIGH = 640, PIECES = 5 };
    const ox_tile_layout pieces = {.kind = OX_TILES_SQUARE, .width = WIDE, .height = HIGH};
    for (int32_t camera = WIDE / 2; camera <= PIECES * WIDE - WIDE / 2; camera++) {
        ox_cell first, last;
        const int32_t left = camera - WIDE / 2;
        ox_tile_range(&pieces, (ox_tile_point){left, 0}, (ox_tile_point){WIDE, HIGH}, &first, &last);
        CHECK(first.row == 0 && last.row == 1 && first.column >= 0 && last.column <= PIECES);
        CHECK_EQ(last.column - first.column, left % WIDE == 0 ? 1 : 2);
        /* There is no blank column: drawing begins at the picture's left side or before, and ends behind its right
         * side. */
        CHECK(ox_tile_corner(&pieces, first).x <= left && ox_tile_corner(&pieces, last).x >= left + WIDE);
        if (camera == 480) CHECK(first.column == 0 && ox_tile_corner(&pieces, first).x - left == 0);
        if (camera == 1000) CHECK(first.column == 0 && last.column == 2);
    }
    ox_cell first, last;
    ox_tile_range(&pieces, (ox_tile_point){500, 600}, (ox_tile_point){WIDE, HIGH}, &first, &last);
    CHECK((last.column - first.column) * (last.row - first.row) == 4 && first.column == 0 && first.row == 0);
}
