/* A debug build warns of a camera whose depth codes cannot keep apart the distances that the scene names. */
#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/scene/scene.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/resource/resource_views.h"

static _Alignas(16) uint8_t image_memory[32768];
static _Alignas(16) uint8_t resident_memory[65536];

static const char *first_line(fx separation) {
    static ox_log log;
    static ox_stock stock;
    static ox_resources resources;
    static ox_scene scene;
    static rom_image image;
    static ox_arena resident;
    build_rom rom;
    uint8_t *data;
    const char *line;
    build_begin(&rom, image_memory, sizeof image_memory);
    build_budget(&rom, 65536, 8192, 64, 48, 0, 0);
    build_palette(&rom, true);
    build_material(&rom, "material/red", 0xE02020u, RS_GOURAUD, NULL);
    build_pyramid(&rom, "mesh/pyramid", "material/red", "material/red");
    {
        build_scene built = build_scene_begin(&rom, "scene/main", 0, 1, 1, 1);
        data = rom.base + rom.chunks[rom.count - 1].offset;
        build_camera(&built, 0, 65536, 5 * 65536); /* near 0.1, far 100: 1.55 m at the far plane */
        build_light(&built, 0, 0, -65536, 0);
        build_object(&built, "mesh/pyramid", 0, 0, 0);
    }
    build_put32(data + ROM_SCENE_SEPARATION, (uint32_t)separation);
    CHECK_EQ(rom_open(image_memory, build_finish(&rom), &image, NULL), ROM_OK);
    ox_arena_init(&resident, resident_memory, sizeof resident_memory);
    CHECK(ox_log_init(&log, NULL, &resident, 8, 140));
    CHECK_EQ(open_views(&stock, &resources, &image, &resident, NULL, RS_PAL8, &log), OX_OK);
    CHECK_EQ(ox_scene_open(&scene, &resources, &resident, rom_id("scene/main"), &log), OX_OK);
    line = ox_log_recent(&log, 0);
    return line == NULL ? "" : line;
}

TEST(scene_debug_builds_warn_of_coarse_depth) {
    const char *line = first_line(FX_ONE);
    if (OX_DEBUG) TEST_INFO("%s", line);
    CHECK_EQ(strncmp(line, "camera 0: surfaces 1000 mm apart flicker, depth needs 15", 56) == 0,
             OX_DEBUG ? 1 : 0);
    CHECK(strstr(first_line(2 * FX_ONE), "flicker") == NULL); /* the codes suffice */
    CHECK(strstr(first_line(0), "flicker") == NULL);          /* the scene names no distance */
}
