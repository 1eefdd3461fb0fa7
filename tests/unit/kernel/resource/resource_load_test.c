/* Tests of resources: views over the image, one copy each, placeholders for missing or damaged resources, faults. */
#include <string.h>

#include "kernel/memory/class.h"
#include "kernel/resource/resource.h"
#include "tests/test.h"
#include "tests/unit/kernel/console/console_rom.h"
#include "tests/unit/kernel/resource/resource_views.h"

static _Alignas(16) uint8_t image_memory[49152];
static _Alignas(16) uint8_t resident_memory[65536], convert_memory[65536];

/* An image, memory and a log that keeps its lines. */
typedef struct bench {
    void (*ask)(struct bench *b); /* gives entries their memory classes, or NULL */
    build_rom rom;
    rom_image image;
    ox_arena resident, convert;
    ox_log log;
    ox_stock stock;
    ox_resources resources;
} bench;

/* Gives the directory entry of a chunk a memory class. */
static void ask_for(bench *b, const char *name, uint32_t type, uint8_t memory) {
    for (uint32_t i = 0; i < (uint32_t)b->rom.count; i++) {
        uint8_t *entry = b->rom.base + b->image.directory + i * ROM_ENTRY_SIZE,
                *flags = entry + ROM_ENTRY_FLAGS;
        if (rom_u32(entry + ROM_ENTRY_ID) == rom_id(name) && rom_u32(entry + ROM_ENTRY_TYPE) == type) {
            *flags = (uint8_t)((*flags & ~(unsigned)(ROM_ENTRY_CLASS | ROM_ENTRY_IN_PLACE)) | memory);
        }
    }
}

static bool open_bench(bench *b, rs_format format) {
    rom_error error = {ROM_OK, 0, ""};
    CHECK(build_finish(&b->rom) > 0);

    CHECK_EQ(rom_open(b->rom.base, b->rom.size, &b->image, &error), ROM_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    if (b->ask != NULL) b->ask(b);
    ox_arena_init(&b->resident, resident_memory, sizeof resident_memory);
    ox_arena_init(&b->convert, convert_memory, sizeof convert_memory);
    CHECK(ox_log_init(&b->log, NULL, &b->resident, 16, 100));
    ox_status status =
        open_views(&b->stock, &b->resources, &b->image, &b->resident, &b->convert, format, &b->log);
    CHECK_EQ(status, OX_OK);
    return status == OX_OK;
}

static void begin_bench(bench *b) {
    b->ask = NULL;
    build_begin(&b->rom, image_memory, sizeof image_memory);
    build_budget(&b->rom, 65536, 8192, 64, 48, 0, 0);
}

static bool starts_with(const char *string, const char *start) {
    return string != NULL && strncmp(string, start, strlen(start)) == 0;
}

TEST(resource_meshes_are_views_of_the_image) {
    bench b;
    begin_bench(&b);
    build_palette(&b.rom, true);
    build_material(&b.rom, "material/red", 0xE02020u, RS_PHONG, NULL);
    build_material(&b.rom, "material/blue", 0x2020E0u, RS_FLAT, NULL);
    build_pyramid(&b.rom, "mesh/pyramid", "material/red", "material/blue");
    if (!open_bench(&b, RS_PAL8)) return;
    const ox_mesh *mesh = ox_resource_mesh(&b.resources, rom_id("mesh/pyramid"));
    CHECK(!mesh->placeholder);
    CHECK(rs_mesh_valid(&mesh->mesh));
    CHECK(mesh->mesh.vertex_count == 16 && mesh->mesh.triangle_count == 6 && mesh->mesh.part_count == 2);
    CHECK_EQ(mesh->material_count, 2);
    CHECK(mesh->materials[mesh->mesh.parts[0].material].rgb == 0xE02020u);
    CHECK(mesh->materials[mesh->mesh.parts[1].material].shading == RS_FLAT);
    CHECK(mesh->mesh.positions[0] == -16384 && mesh->mesh.positions[2] == 16384 &&
          mesh->mesh.positions[7] == 32767);
    CHECK(mesh->mesh.indices[17] == 3 && mesh->mesh.uvs[11] == 1024 && mesh->mesh.normals[2] == 114);
    CHECK(mesh->mesh.exponent == 1 && mesh->mesh.radius == 56756 && mesh->mesh.centre.y == 32768);
    CHECK_EQ(ox_resource_mesh(&b.resources, rom_id("mesh/pyramid")) == mesh, true);
    CHECK_EQ(b.resources.placeholders, 0);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    CHECK_EQ(ox_arena_used(&b.convert), 0);
    CHECK((const uint8_t *)mesh->mesh.positions >= image_memory &&
          (const uint8_t *)mesh->mesh.positions < image_memory + sizeof image_memory);
#else
    CHECK_EQ(ox_arena_used(&b.convert),
             1024 + 96 + 36 + 64); /* palette, positions, indices, uvs: one copy each */
#endif
}

/* A hundred figures of one mesh: memory grows by each figure's own data, and the mesh is there once. */
TEST(resource_mesh_of_a_hundred_instances_is_there_once) {
    enum { INSTANCES = 100 };
    typedef struct instance {
        const ox_mesh *look;
        int32_t place[3];
    } instance;
    bench b;
    begin_bench(&b);
    build_palette(&b.rom, true);
    build_material(&b.rom, "material/red", 0xE02020u, RS_PHONG, NULL);
    build_pyramid(&b.rom, "mesh/pyramid", "material/red", "material/red");
    if (!open_bench(&b, RS_PAL8)) return;
    uint32_t crc = rom_crc32(0, image_memory, sizeof image_memory);
    const ox_mesh *mesh = ox_resource_mesh(&b.resources, rom_id("mesh/pyramid"));
    size_t resident = ox_arena_used(&b.resident), turned = ox_arena_used(&b.convert);
    static instance instances[INSTANCES];
    for (int32_t i = 0; i < INSTANCES; i++) {
        instances[i] = (instance){ox_resource_mesh(&b.resources, rom_id("mesh/pyramid")), {i, 0, -i}};
        CHECK(instances[i].look == mesh && instances[i].look->mesh.positions == mesh->mesh.positions);
    }
    CHECK(ox_arena_used(&b.resident) == resident && ox_arena_used(&b.convert) == turned);
    CHECK(b.stock.manager.counts.loads == 0 && b.stock.manager.counts.placed == 0);
    CHECK_EQ(rom_crc32(0, image_memory, sizeof image_memory), crc);
    TEST_INFO("%u bytes an instance, 0 of them of the mesh", (unsigned)sizeof(instance));
}

TEST(resource_textures_in_every_format) {
    for (int surface = 0; surface < RS_FORMATS; surface++) {
        bench b;
        begin_bench(&b);
        build_palette(&b.rom, true);
        build_image(&b.rom, "texture/0", 8, 16, 0);
        build_image(&b.rom, "texture/1", 8, 16, 1);
        build_image(&b.rom, "texture/2", 8, 16, 2);
        build_image(&b.rom, "texture/3", 8, 16, 3);
        if (!open_bench(&b, (rs_format)surface)) return;
        for (uint32_t stored = 0; stored < 4; stored++) {
            const char name[] = {'t', 'e', 'x', 't', 'u', 'r', 'e', '/', (char)('0' + stored), 0};
            const rs_texture *texture = ox_resource_texture(&b.resources, rom_id(name));
            CHECK(!ox_resource_is_placeholder(&b.resources, texture));
            CHECK(texture->log2_width == 3 && texture->log2_height == 4);
            bool direct = stored != 0, other = direct && (int)stored != surface;
            CHECK_EQ(texture->format, other ? (uint32_t)surface : stored);
            for (uint32_t i = 0; i < 128; i++) {
                uint32_t expected = build_pixel(i % 8, i / 8, stored), seen = 0;
                int bytes = rs_format_bytes((rs_format)texture->format);
                if (other) {
                    expected =
                        ox_resource_native(&b.resources, rs_rgb_from_native((rs_format)stored, expected));
                }
                uint16_t half;
                if (bytes == 1) seen = texture->pixels[i];
                if (bytes == 2) memcpy(&half, texture->pixels + i * 2, 2), seen = half;
                if (bytes == 4) memcpy(&seen, texture->pixels + i * 4, 4);
                if (seen != expected) CHECK_EQ(seen, expected);
            }
        }
        CHECK_EQ(b.resources.placeholders, 0);
    }
}

TEST(resource_palettes_have_what_the_format_needs) {
    for (int surface = 0; surface < RS_FORMATS; surface++) {
        bench b;
        begin_bench(&b);
        build_palette(&b.rom, surface % 2 == 0);
        if (!open_bench(&b, (rs_format)surface)) return;
        const rs_palette *palette = b.resources.palette;
        for (uint32_t i = 0; i < 256; i++) CHECK(palette->rgb[i] == build_colour(i));
        CHECK_EQ(palette->native != NULL, rs_format_bytes((rs_format)surface) == 2);
        if (palette->native != NULL)
            CHECK_EQ(palette->native[9], rs_native_from_rgb((rs_format)surface, build_colour(9)));
        if (surface == RS_PAL8) CHECK(palette->shades != NULL);
    }
}

TEST(resource_shades_are_built_where_they_lack) {
    bench b;
    begin_bench(&b);
    build_palette(&b.rom, false);
    if (!open_bench(&b, RS_PAL8)) return;
    const uint8_t *shades = b.resources.palette->shades;
    for (int i = 0; i < 256; i++) {
        CHECK_EQ(shades[i], 0);              /* the darkest level is black */
        CHECK_EQ(shades[32 * 256 + i], i);   /* the middle level is the colour itself */
        CHECK_EQ(shades[63 * 256 + i], 255); /* the last level is nearly white */
    }
    CHECK_EQ(shades[16 * 256 + 255], rs_nearest(b.resources.palette->rgb, 0x808080u));
}

TEST(resource_placeholders_are_loud_and_logged_once) {
    bench b;
    begin_bench(&b);
    build_palette(&b.rom, true);
    build_material(&b.rom, "material/odd", 0xFFFFFFu, RS_FLAT, "texture/odd");
    build_image(&b.rom, "texture/odd", 12, 16, 0);
    build_pyramid(&b.rom, "mesh/half", "material/none", "material/odd");
    uint8_t *bad = build_pyramid(&b.rom, "mesh/bad", "material/odd", "material/odd");
    build_put16(bad + rom_u32(bad + ROM_MESH_INDEX_AT), 999);
    if (!open_bench(&b, RS_PAL8)) return;
    const ox_mesh *none = ox_resource_mesh(&b.resources, 0x1234u);
    CHECK(none->placeholder && none->mesh.triangle_count == 12 && rs_mesh_valid(&none->mesh));
    CHECK(starts_with(ox_log_recent(&b.log, 0), "mesh #00001234 is not in the image: a box stands in"));
    CHECK(none->materials[0].texture == &b.resources.checker && none->materials[0].rgb == 0xFF00FFu);
    uint32_t lines = b.log.written;
    CHECK(ox_resource_mesh(&b.resources, 0x1234u) == none);
    CHECK_EQ(b.log.written, lines);
    CHECK(ox_resource_mesh(&b.resources, rom_id("mesh/bad"))->placeholder);
    CHECK(starts_with(ox_log_recent(&b.log, 0), "mesh"));
    CHECK(strstr(ox_log_recent(&b.log, 0), "is damaged (") != NULL);
    const ox_mesh *half = ox_resource_mesh(&b.resources, rom_id("mesh/half"));
    CHECK(!half->placeholder && half->materials[0].rgb == 0xFF00FFu);
    CHECK(half->materials[1].texture == &b.resources.checker);
    CHECK_EQ(b.resources.placeholders, 4); /* two meshes, a material, a texture */
    CHECK_EQ(b.log.counts[PLAT_LOG_ERROR], 4);
    ox_held held;
    CHECK(ox_resource_scene(&b.resources, 99, &held) == NULL && held.handle.bits == 0);
    /* The checker: 16 x 16 pixels of two colours, which change every 4. */
    const uint8_t *pixels = b.resources.checker.pixels;
    CHECK(pixels[0] == rs_nearest(b.resources.palette->rgb, 0xFF00FFu) && pixels[4] == 0 && pixels[64] == 0);
    CHECK(pixels[68] == pixels[0]);
}

/* The box: every face normal is that of its triangles, and all normals look outward. */
TEST(resource_box_is_closed_and_looks_outward) {
    bench b;
    begin_bench(&b);
    if (!open_bench(&b, RS_RGB565)) return;
    const rs_mesh *box = &b.resources.box.mesh;
    for (uint32_t t = 0; t < box->triangle_count; t++) {
        const int16_t *p[3];
        int64_t cross[3], e1[3], e2[3];
        for (int i = 0; i < 3; i++) p[i] = box->positions + box->indices[t * 3 + (uint32_t)i] * 3;
        for (int a = 0; a < 3; a++) {
            e1[a] = p[1][a] - p[0][a];
            e2[a] = p[2][a] - p[0][a];
        }
        for (int a = 0; a < 3; a++)
            cross[a] = e1[(a + 1) % 3] * e2[(a + 2) % 3] - e1[(a + 2) % 3] * e2[(a + 1) % 3];
        for (int a = 0; a < 3; a++) {
            int face = box->faces[t * 4 + (uint32_t)a];
            CHECK_EQ(cross[a], (int64_t)face * 32768 * 32768 / 127);
            if (face != 0) CHECK_EQ(p[0][a], face > 0 ? 16384 : -16384);
            CHECK_EQ(box->normals[box->indices[t * 3] * 4 + a], face);
        }
    }
}

TEST(resource_equal_materials_share_their_tables) {
    bench b;
    begin_bench(&b);
    build_material(&b.rom, "material/a", 0x102030u, RS_PHONG, NULL)[ROM_MATERIAL_SPECULAR] = 90;
    build_material(&b.rom, "material/b", 0x102030u, RS_FLAT, NULL)[ROM_MATERIAL_SPECULAR] = 90;
    build_material(&b.rom, "material/c", 0x102031u, RS_FLAT, NULL);
    if (!open_bench(&b, RS_RGB565)) return;
    const rs_material *one = ox_resource_material(&b.resources, rom_id("material/a"));
    const rs_material *two = ox_resource_material(&b.resources, rom_id("material/b"));
    const rs_material *three = ox_resource_material(&b.resources, rom_id("material/c"));
    CHECK(one != two && one->ramp == two->ramp && one->highlight == two->highlight);
    CHECK(three->ramp != one->ramp && three->highlight == NULL && one->highlight != NULL);
    uint16_t full;
    memcpy(&full, (const uint8_t *)one->ramp + RS_LIGHT_FULL * 2, 2);
    CHECK_EQ(full, rs_native_from_rgb(RS_RGB565, 0x102030u));
}

/* Refuses each request for memory in turn: any result can be used, and memory taken in vain is given back. */
TEST(resource_survives_every_refused_request) {
    for (uint32_t k = 1; k < 40; k++) {
        bench b;
        begin_bench(&b);
        build_palette(&b.rom, true);
        build_image(&b.rom, "texture/t", 16, 16, 1);
        build_material(&b.rom, "material/t", 0x808080u, RS_PHONG, "texture/t")[ROM_MATERIAL_SPECULAR] = 50;
        build_material(&b.rom, "material/u", 0x80FF80u, RS_PHONG, NULL);
        build_pyramid(&b.rom, "mesh/p", "material/t", "material/u");
        if (!open_bench(&b, RS_BGR555)) return;
        ox_arena_fail_after(&b.resident, k);
        const ox_mesh *mesh = ox_resource_mesh(&b.resources, rom_id("mesh/p"));
        CHECK(rs_mesh_valid(&mesh->mesh));
        for (uint32_t i = 0; i < mesh->material_count; i++) CHECK(mesh->materials[i].ramp != NULL);
        bool fault = b.resident.refused != 0;
        uint32_t lines = b.log.counts[PLAT_LOG_ERROR];
        CHECK(lines <= (fault ? 1u : 0u));
        const ox_mesh *again = ox_resource_mesh(&b.resources, rom_id("mesh/p"));
        CHECK(rs_mesh_valid(&again->mesh));
        if (!fault) {
            TEST_INFO("%u requests for a mesh of two materials and a texture", (unsigned)(k - 1));
            CHECK(k > 8);
            return;
        }
    }
    CHECK(false); /* the faults never ended */
}

TEST(resource_refuses_a_mesh_of_countless_parts) {
    bench b;
    begin_bench(&b);
    uint32_t bytes = ROM_MESH_SIZE + 1025 * ROM_PART_SIZE;
    uint8_t *at = build_chunk(&b.rom, "mesh/p", ROM_TAG_MESH, ROM_MESH_SIZE, bytes);
    static const uint8_t arrays[] = {ROM_MESH_POSITION_AT, ROM_MESH_INDEX_AT, ROM_MESH_FACE_AT,
                                     ROM_MESH_PART_AT};
    for (int i = 0; i < 4; i++) build_put32(at + arrays[i], ROM_MESH_SIZE);
    build_put32(at + ROM_MESH_PARTS, 1025);
    if (!open_bench(&b, RS_PAL8)) return;
    CHECK(ox_resource_mesh(&b.resources, rom_id("mesh/p"))->placeholder);
    CHECK(strstr(ox_log_recent(&b.log, 0), "has 1025 parts, at most 1024 are possible") != NULL);
}

TEST(resource_memory_of_a_machine_that_is_full) {
    bench b;
    begin_bench(&b);
    build_palette(&b.rom, true);
    build_material(&b.rom, "material/red", 0xE02020u, RS_PHONG, NULL);
    build_pyramid(&b.rom, "mesh/p", "material/red", "material/red");
    if (!open_bench(&b, RS_PAL8)) return;
    ox_arena_push_low(&b.resident, ox_arena_largest(&b.resident, OX_ARENA_LOW, 8), 8);
    for (int i = 0; i < 2; i++) {
        const ox_mesh *mesh = ox_resource_mesh(&b.resources, rom_id("mesh/p"));
        CHECK(mesh->placeholder);
        CHECK(ox_resource_material(&b.resources, rom_id("material/red")) == &b.resources.magenta);
    }
    CHECK(strstr(ox_log_recent(&b.log, 0), "resident memory has 0 left") != NULL);
}

static bool inside(const void *address, const void *block, size_t size) {
    return (uintptr_t)address - (uintptr_t)block < size;
}

static _Alignas(16) uint8_t fast_memory[2048], video_memory[8192];

typedef struct level {
    bench b;
    ox_arena fast, video;
} level;

static const char *const level_textures[] = {"texture/any", "texture/main", "texture/video", "texture/fast"};

static void ask_for_level(bench *b) {
    for (uint8_t i = 0; i < 4; i++) ask_for(b, level_textures[i], ROM_TAG_IMAGE, i);
    ask_for(b, "mesh/video", ROM_TAG_MESH, ROM_CLASS_VIDEO);
    ask_for(b, "mesh/fast", ROM_TAG_MESH, ROM_CLASS_FAST);
}

static void ask_for_video(bench *b) { ask_for(b, "texture/video", ROM_TAG_IMAGE, ROM_CLASS_VIDEO); }

/* Opens a level of four textures and two meshes that name their memory classes. */
static bool open_level(level *l) {
    begin_bench(&l->b);
    build_palette(&l->b.rom, true);
    for (int i = 0; i < 4; i++) build_image(&l->b.rom, level_textures[i], 16, 16, 0);
    build_material(&l->b.rom, "material/red", 0xE02020u, RS_FLAT, NULL);
    build_pyramid(&l->b.rom, "mesh/video", "material/red", "material/red");
    build_pyramid(&l->b.rom, "mesh/fast", "material/red", "material/red");
    l->b.ask = ask_for_level;
    if (!open_bench(&l->b, RS_PAL8)) return false;
    ox_arena_init(&l->fast, fast_memory, sizeof fast_memory);
    ox_arena_init(&l->video, video_memory, sizeof video_memory);
    return true;
}

TEST(resource_every_address_lies_in_its_class) {
    level l;
    if (!open_level(&l)) return;
    CHECK_EQ(ox_manager_offer(&l.b.stock.manager, OX_CLASS_FAST, &l.fast), OX_OK);
    CHECK_EQ(ox_manager_offer(&l.b.stock.manager, OX_CLASS_VIDEO, &l.video), OX_OK);
    const ox_memory_block blocks[OX_CLASSES] = {[OX_CLASS_FAST] = {fast_memory, sizeof fast_memory},
                                                [OX_CLASS_MAIN] = {resident_memory, sizeof resident_memory},
                                                [OX_CLASS_VIDEO] = {video_memory, sizeof video_memory},
                                                [OX_CLASS_ROM] = {image_memory, sizeof image_memory}};
    static const ox_class wanted[4] = {OX_CLASS_ROM, OX_CLASS_MAIN, OX_CLASS_VIDEO, OX_CLASS_FAST};
    static const ox_plan nothing = {.client_count = 0};
    ox_memory memory;
    CHECK_EQ(ox_memory_open(&memory, &nothing, blocks, NULL), OX_OK);
    for (int i = 0; i < 4; i++) {
        const rs_texture *texture = ox_resource_texture(&l.b.resources, rom_id(level_textures[i]));
        CHECK_EQ(ox_memory_class_of(&memory, texture->pixels), wanted[i]);
        CHECK_EQ(ox_memory_class_of(&memory, texture->pixels + 255), wanted[i]);
        for (uint32_t k = 0; k < 256; k++) {
            if (texture->pixels[k] != build_pixel(k % 16, k / 16, 0)) CHECK_EQ(k, -1);
        }
    }
    const rs_mesh *video = &ox_resource_mesh(&l.b.resources, rom_id("mesh/video"))->mesh;
    const rs_mesh *fast = &ox_resource_mesh(&l.b.resources, rom_id("mesh/fast"))->mesh;
    CHECK(rs_mesh_valid(video) && rs_mesh_valid(fast));
    CHECK_EQ(ox_memory_class_of(&memory, video->faces), OX_CLASS_VIDEO);
    CHECK_EQ(ox_memory_class_of(&memory, fast->normals), OX_CLASS_FAST);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    CHECK_EQ(ox_memory_class_of(&memory, video->positions), OX_CLASS_VIDEO);
    CHECK_EQ(ox_memory_class_of(&memory, fast->indices), OX_CLASS_FAST);
#endif
    /* A resource that asks for a class has exactly one copy there: the chunks' bytes. Asking again copies nothing. */
    rom_chunk chunk;
    size_t of_video = 0;
    CHECK(rom_find(&l.b.image, rom_id("texture/video"), ROM_TAG_IMAGE, &chunk));
    of_video += OX_ALIGN_UP((size_t)chunk.size, (size_t)OX_ALIGNMENT);
    CHECK(rom_find(&l.b.image, rom_id("mesh/video"), ROM_TAG_MESH, &chunk));
    of_video += chunk.size;
    CHECK_EQ(ox_arena_used(&l.video), of_video);
    CHECK_EQ(l.b.stock.manager.counts.loads, 5);
    CHECK_EQ(l.b.stock.manager.counts.placed, 4);
    for (int i = 0; i < 4; i++) (void)ox_resource_texture(&l.b.resources, rom_id(level_textures[i]));
    CHECK(l.b.stock.manager.counts.loads == 5 && l.b.stock.manager.counts.misplaced == 0);
    CHECK_EQ(l.b.resources.placeholders, 0);
}

TEST(resource_without_its_class_stays_in_place) {
    level l;
    if (!open_level(&l)) return;
    ox_arena_init(&l.fast, fast_memory, 300); /* room for one texture, but for no mesh */
    CHECK_EQ(ox_manager_offer(&l.b.stock.manager, OX_CLASS_FAST, &l.fast), OX_OK);
    const rs_texture *video = ox_resource_texture(&l.b.resources, rom_id("texture/video"));
    CHECK(inside(video->pixels, image_memory, sizeof image_memory)); /* the machine has no video memory */
    const rs_mesh *mesh = &ox_resource_mesh(&l.b.resources, rom_id("mesh/fast"))->mesh;
    CHECK(rs_mesh_valid(mesh) && inside(mesh->faces, image_memory, sizeof image_memory));
    CHECK(l.b.stock.manager.counts.misplaced == 1 && l.b.stock.manager.counts.placed == 0);
    CHECK_EQ(l.b.resources.placeholders, 0);
    CHECK(strstr(ox_log_recent(&l.b.log, 0), "of its memory class, 300 are left") != NULL);
    const rs_texture *fast = ox_resource_texture(&l.b.resources, rom_id("texture/fast"));
    CHECK(inside(fast->pixels, fast_memory, 300));
    CHECK_EQ(l.b.stock.manager.counts.placed, 1);
}

/* A picture in another format is translated straight into its class, which is its one copy. A failed translation
 * gives the memory back. */
TEST(resource_translated_pictures_are_copied_once) {
    level l;
    begin_bench(&l.b);
    build_palette(&l.b.rom, true);
    build_image(&l.b.rom, "texture/video", 8, 8, 1);
    l.b.ask = ask_for_video;
    if (!open_bench(&l.b, RS_XRGB8888)) return;
    ox_arena_init(&l.video, video_memory, sizeof video_memory);
    ox_resources_offer(&l.b.resources, OX_CLASS_VIDEO, &l.video);
    const rs_texture *texture = ox_resource_texture(&l.b.resources, rom_id("texture/video"));
    CHECK(inside(texture->pixels, video_memory, sizeof video_memory) && ox_arena_used(&l.video) == 256);

    if (!open_level(&l)) return;
    CHECK_EQ(ox_manager_offer(&l.b.stock.manager, OX_CLASS_VIDEO, &l.video), OX_OK);
    for (uint32_t k = 1; k < 20; k++) {
        ox_arena_fail_after(&l.b.resident, k);
        const ox_mesh *mesh = ox_resource_mesh(&l.b.resources, rom_id("mesh/video"));
        if (!mesh->placeholder) break;
        CHECK_EQ(ox_arena_used(&l.video), 0);
        ox_resources_forget(&l.b.resources);
        ox_arena_fail_after(&l.b.resident, 0);
    }
    CHECK(ox_arena_used(&l.video) > 0);
}
