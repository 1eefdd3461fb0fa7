/* What natives of maps of tiles refuse: layers, maps and tile sets that are none, tiles that the set has not got, and sizes that are none. */
#define _XOPEN_SOURCE 700
#include "tests/host/rom/carts/refusals.h"

static const refusal rows[] = {
    {"let t = layer_tile('nowhere', 0, 0)", "layer_tile 1"},
    {"let b = layer_tile_set('nowhere', 0, 0, 1)", "layer_tile_set 1"},
    {"let b = tile_set(0, 0, 99)", "tile_set 3"},
    {"tile_fill(0, 0, 2, 2, 99)", "tile_fill 5"},
    {"map_restore('nowhere')", "map_restore 1"},
    {"let b = map_shuffle('nowhere', 1, 1)", "map_shuffle 1"},
    {"let b = map_tiles('map', 'nowhere')", "map_tiles 2"},
    {"let b = tile_flag(self.pos, 'wet')", "tile_flag 2"},
    {"let n = tile_value(self.pos, 'depth')", "tile_value 2"},
    {"let b = tile_enter(null, 0, 0)", "tile_enter 1"},
    {"let b = tile_enter(self, 0, 0, 0, 1)", "tile_enter 4"},
    {"let b = tile_enter(self, 0, 0, 1, 300)", "tile_enter 5"},
    {"let v = slide(null, vec2(1.0, 0.0), vec2(1.0, 1.0))", "slide 1"},
    {"let v = slide(self, vec2(1.0, 0.0), vec2(0.0, 1.0))", "slide 3"},
    {"let v = slide(self, vec2(1.0, 0.0), vec2(1.0, -1.0))", "slide 3"},
};

static void write_map(packed_folder *folder) {
    folder_picture(folder, "warm.png", 16, 0xC01010);
    folder_write(folder, "map.csv", "A map.\n3,2\n0,1,2\n3,2,1\n");
}

TEST(tilemap_refusals_tell_which_argument) {
    const refused_cart flat = {
        "title \"Refusals\"\nsize 64x64\nformat xrgb8888\nbudget 512K\nframe 64K\ncapacity tile-guests 2\n"
        "script game game.goad\ntileset warm warm.png tile=8x8\ntilemap map map.csv tiles=warm\n"
        "type hero\n",
        " background #102030\n camera at=0,0 flat\n map map\n object hero name=hero\n", NULL, "", write_map};
    check_refusals(&flat, rows, sizeof rows / sizeof *rows);
}
