/* Static geometry of levels: looks of single instances, what is near, cells outside of the view, and what memory it takes. */
#define _POSIX_C_SOURCE 200809L
#include "tests/host/kernel/level/level_wall.h"
#include "tests/unit/kernel/memory/life.h"

/* Four plates in a row: plain, tinted, of another material, and one that is only drawn from near. */
TEST(level_geometry_draws_tints_materials_and_what_is_near) {
    static wall w;
    static const char plates[] =
        "level 1\ninstance s4 at=-2,0,0 material=paint\ninstance s4 at=-1,0,0 tint=#80ff00 material=paint\n"
        "instance s4 at=0,0,0 material=sign\ninstance s4 at=1,0,0 material=sign near-only\n";
    static const int at[4] = {78, 98, 118, 138}; /* of 20 pixels a metre, seen from 8 metres */
    rs_frame *frame = (rs_frame *)(void *)frame_memory;
    if (!packed_with(
            &w, "material paint colour=#ffc080 shading=unlit\nmaterial sign colour=#2040ff shading=unlit\n",
            plates))
        return;
    draw(&w, v3(0, FX(1) / 4, FX(8)), 0, pixels[0]);
    CHECK_EQ(pixels[0][80 * WIDTH + at[0] + 6], 0xFFC080);
    CHECK_EQ(pixels[0][80 * WIDTH + at[1] + 6], 0x80C000);
    CHECK_EQ(pixels[0][80 * WIDTH + at[2] + 6], 0x2040FF);
    CHECK_EQ(pixels[0][80 * WIDTH + at[3] + 6], 0x2040FF);
    /* instances that look the same share a look */
    uint32_t looks = 0;
    for (const ox_geometry_look *look = w.geometry.looks; look != NULL; look = look->next) looks++;
    CHECK_EQ(looks, 3);
    uint32_t items[2];
    for (int i = 0; i < 2; i++) {
        rs_target target = {WIDTH, HEIGHT, RS_XRGB8888, HEIGHT, w.resources.palette, 0};
        rig34 to_view = rig34_translation(v3(0, 0, FX(-8)));
        rs_camera camera = {.world_to_view = m34_from_rig34(&to_view),
                            .focal = FX(2),
                            .near_plane = FX(1),
                            .far_plane = FX(100)};
        CHECK(
            rs_frame_begin(frame, &target, (rs_block){list_memory, sizeof list_memory}, (rs_block){NULL, 0}));
        CHECK_EQ(rs_frame_camera(frame, &camera), RS_OK);
        CHECK_EQ(
            ox_geometry_draw(&w.geometry, frame,
                             &(ox_geometry_view){.eye = v3(0, 0, FX(8)), .near = i == 0 ? FX(9) : FX(4)}),
            RS_OK);
        items[i] = frame->stats.submitted;
    }
    CHECK_EQ(items[0], 4 * 6);
    CHECK_EQ(items[1], 3 * 6);
    finish(&w);
}

/* Cells outside of the view are passed over as a whole; a cell is inside as far as its meshes reach. */
TEST(level_geometry_passes_over_cells_outside_of_the_view) {
    static const struct {
        const char *instances;
        uint32_t seen; /* of stones of six triangles */
    } cases[] = {{"instance s4 at=0,0,0\n", 1},
                 {"instance s4 at=40,0,0\ninstance s4 at=0,0,0\ninstance s4 at=-40,0,0\n", 1},
                 {"instance s4 at=0,30,0\ninstance s4 at=0,-30,0\n", 0},
                 {"instance s4 at=0,0,40\ninstance s4 at=0,0,-200\n", 0},
                 {"instance s4 at=-9,0,0 scale=16\n", 1}, /* the place is outside, the stone reaches in */
                 {"instance s4 at=-40,0,0 scale=2\n", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static wall w;
        char level[200];
        snprintf(level, sizeof level, "level 1\ncell 8\n%s", cases[i].instances);
        if (!packed_with(&w, "", level)) return;
        draw(&w, v3(0, 0, FX(8)), 0, pixels[0]);
        CHECK_EQ(((rs_frame *)(void *)frame_memory)->stats.submitted, 6 * cases[i].seen);
        uint32_t other = 0;
        for (int k = 0; k < WIDTH * HEIGHT; k++) other += pixels[0][k] != 0x203040;
        CHECK((other > 0) == (cases[i].seen > 0));
        finish(&w);
    }
}

/* The picture is full: the first refusal is told, and what has room is drawn. */
TEST(level_geometry_tells_the_first_refusal) {
    static wall w;
    rs_frame *frame = (rs_frame *)(void *)frame_memory;
    if (!packed_with(&w, "",
                     "level 1\ncell 8\ninstance s4 at=0,0,0\ninstance s3 at=1,0,0\ninstance s4 at=20,0,0\n"))
        return;
    rs_target target = {WIDTH, HEIGHT, RS_XRGB8888, HEIGHT, w.resources.palette, 0};
    rig34 to_view = rig34_translation(v3(0, 0, FX(-8)));
    rs_camera camera = {
        .world_to_view = m34_from_rig34(&to_view), .focal = FX(2), .near_plane = FX(1), .far_plane = FX(100)};
    rs_result results[2] = {RS_OK, RS_OK};
    size_t room = 4096;
    for (; room > 512 && results[0] == RS_OK; room -= 64) {
        if (!rs_frame_begin(frame, &target, (rs_block){list_memory, room}, (rs_block){NULL, 0})) break;
        if (rs_frame_camera(frame, &camera) != RS_OK) break;
        results[0] = ox_geometry_draw(&w.geometry, frame, &(ox_geometry_view){.view = NULL});
    }
    CHECK_EQ(results[0], RS_LIST_FULL);
    finish(&w);
}

static wall lived;
static _Alignas(16) uint8_t bench_memory[4096];
static ox_arena bench_arena;
static const life_bench bench = {&bench_arena, NULL};
LIFE_ROW(ox_geometry, open, ox_geometry_open(it, lived.section.data, &lived.resources, bench.arena),
         OX_CLEAR(it), (void)!ox_geometry_draw(it, NULL, &(ox_geometry_view){.near = 0}))

TEST(level_geometry_life) {
    if (!packed_with(&lived, "", "level 1\ninstance s0 at=0,0,0 tint=#808080\ninstance s1 at=1,0,0\n"))
        return;
    ox_arena_init(&bench_arena, bench_memory, sizeof bench_memory);
    CHECK(life_is_led(&LIFE_OF(ox_geometry), &bench));
    finish(&lived);
}

/* With every size of memory below the need, geometry is refused by name, and no memory is in use. */
TEST(level_geometry_without_memory_is_refused) {
    static wall w;
    static _Alignas(16) uint8_t memory[16384];
    ox_geometry geometry;
    ox_arena arena;
    if (!packed_with(&w, "",
                     "level 1\ninstance s0 at=0,0,0 tint=#808080\ninstance s1 at=1,0,0\ninstance s2 at=2,0,0 "
                     "tint=#208040\n"))
        return;
    size_t needed = 0;
    for (; needed < sizeof memory; needed += 8) {
        memset(memory, 0x7F, sizeof memory);
        ox_arena_init(&arena, memory, needed);
        memset(&geometry, 0xEE, sizeof geometry);
        ox_status status = ox_geometry_open(&geometry, w.section.data, &w.resources, &arena);
        if (status == OX_OK) break;
        CHECK_EQ(status, OX_OUT_OF_MEMORY);
        CHECK(geometry.section == NULL && geometry.meshes == NULL && geometry.looks == NULL);
        CHECK_EQ(ox_arena_used(&arena), 0);
    }
    CHECK(needed > 100 && needed < sizeof memory);
    /* no more than the last stone reaches, whatever was in the memory; plain stones have their mesh's own look */
    CHECK(geometry.reach[0] > 0 && geometry.reach[0] < FX(2) && geometry.merged[0] == NULL);
    CHECK(geometry.materials[0] != NULL && geometry.materials[1] == NULL &&
          geometry.materials[2] != geometry.materials[0]);
    ox_arena_init(&arena, memory, 16);
    CHECK_EQ(ox_geometry_open(&geometry, w.section.data, &w.resources, &arena), OX_OUT_OF_MEMORY);
    finish(&w);
}
