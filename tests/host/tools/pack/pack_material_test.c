/* Materials of cart.txt and of MTL files through the packer. */
#define _XOPEN_SOURCE 700

#include "kernel/console/console.h"
#include "raster/passes.h"
#include "rom/check.h"
#include "rom/material.h"
#include "rom/types.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/port.h"

#define HEAD "title Materials\nversion 1.0\nformat xrgb8888\ntexture skin skin.png\ntexture sky sky.png\n"
#define SCENE "scene main\n  camera at=0,1,4 target=0,0,0\n  object thing\n"

static const char thing[] =
    "mtllib thing.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nusemtl Glass\nf 1 2 3\nusemtl Gold\nf 2 4 3\n";

static const uint8_t *find(const rom_image *image, const char *name, uint32_t type) {
    rom_chunk chunk;
    bool found = rom_find(image, rom_id(name), type, &chunk);
    if (!found) test_fail(__FILE__, __LINE__, name, 0, 1);
    return found ? chunk.data : NULL;
}

/* Packs these statements over the head; the scene's further lines stand in `scene`. */
static bool pack_text(packed_folder *folder, const char *statements, const char *scene, writer *bytes,
                      rom_image *image, tool_error *error) {
    static const pack_options options = {.names = true};
    char text[4096];
    pack_report report;
    snprintf(text, sizeof text, "%s%smesh thing thing.obj\n%s%send\n", HEAD, statements, SCENE, scene);
    folder_write(folder, "cart.txt", text);
    folder_write(folder, "thing.obj", thing);
    folder_write(folder, "thing.mtl",
                 "newmtl Glass\nKd 0 0 1\nd 0.25\nnewmtl Gold\nKd 1 1 0\nKs 1 0.5 0\nKe 0.1 0 0\nKa 1 1 1\n"
                 "map_Bump -bm 0.5 none.png\n");
    folder_picture(folder, "skin.png", 16, 0x806040);
    folder_picture(folder, "sky.png", 16, 0x4080FF);
    memset(bytes, 0, sizeof *bytes);
    cart c;
    if (!cart_load(folder->path, &c, error)) return false;
    bool packed = pack_cart(&c, &options, bytes, &report, error);
    cart_free(&c);
    return packed && rom_open(bytes->data, bytes->size, image, NULL) == ROM_OK;
}

/* One word `keyed` is enough, of a texture or of a material that has the texture. */
TEST(pack_materials_and_their_textures_share_keys) {
    static const char *const spellings[] = {
        "texture leaf skin.png keyed\nmaterial one texture=leaf\nmaterial two texture=leaf\nmaterial other "
        "texture=sky\n",
        "texture leaf skin.png\nmaterial one texture=leaf\nmaterial two texture=leaf keyed\nmaterial other "
        "texture=sky\n"};
    for (size_t i = 0; i < 2; i++) {
        packed_folder folder;
        writer bytes;
        rom_image image;
        tool_error error = {.text = ""};
        if (!folder_make(&folder)) return;
        bool ok = pack_text(&folder, spellings[i], "", &bytes, &image, &error);
        if (!ok) TEST_INFO("%s", error.text);
        CHECK(ok);
        for (int m = 0; ok && m < 3; m++) {
            static const char *const names[] = {"material/one", "material/two", "material/other"};
            const uint8_t *data = find(&image, names[m], ROM_TAG_MATERIAL);
            uint32_t states = data == NULL ? 0 : rom_u32(data + ROM_MATERIAL_STATE_COUNT),
                     flags = states == 0 ? 0
                                         : rom_u16(data + rom_u32(data + ROM_MATERIAL_STATE_AT) +
                                                   ROM_MATERIAL_STATE_FLAGS);
            CHECK_EQ(flags & ROM_MATERIAL_STATE_COLOUR_KEY, m < 2 ? ROM_MATERIAL_STATE_COLOUR_KEY : 0);
        }
        const uint8_t *leaf = ok ? find(&image, "texture/leaf", ROM_TAG_IMAGE) : NULL;
        CHECK(leaf != NULL && (leaf[ROM_IMAGE_FLAGS] & ROM_IMAGE_KEYED) != 0);
        writer_free(&bytes);
        folder_remove(&folder);
    }
}

TEST(pack_materials_write_what_the_cart_says) {
    packed_folder folder;
    writer bytes;
    rom_image image;
    tool_error error = {.text = ""};
    if (!folder_make(&folder)) return;
    bool ok =
        pack_text(&folder,
                  "material all texture=skin shading=gouraud ambient=#010203 diffuse=#405060 "
                  "highlight=#FFEEDD emissive=#101112 "
                  "reflect=phong light=pixel4 cull=front bump=2.5 pixel=shine reflectivity=0.5 far-eye "
                  "shininess=16 opacity=0.6 blend=add "
                  "depth=lequal bias=-7 slope=0.5 alpha-test=200 dither=2x2 hidden=4 glow=#000010\n"
                  "material more fog=exp2 fog-colour=#808890 fog-end=40 fog-density=0.05 fog-per-pixel keyed "
                  "texture=skin "
                  "address=mirror,clamp filter=nearest,bilinear mip=pixel texture2=sky coordinates2=sphere "
                  "combine2=blend "
                  "by2=constant constant2=0.25 pass=decal sort=near order=3\n"
                  "material staged vertex=wave pixel=glitter constants=0.5,1,-2\n"
                  "material plain colour=#123456\n",
                  "  with material=plain\n  with material=more instead=thing.Gold\n", &bytes, &image, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    if (!ok) return;
    CHECK_EQ(rom_check_image(&image, NULL), ROM_OK);
    const uint8_t *m = find(&image, "material/all", ROM_TAG_MATERIAL);
    CHECK(m[ROM_MATERIAL_PASS] == RS_PASS_TRANSLUCENT + 1 && m[ROM_MATERIAL_SORT] == RS_FARTHEST_FIRST);
    CHECK(m[ROM_MATERIAL_TRANSPARENCY] == 102 && m[ROM_MATERIAL_SHININESS] == 4 &&
          rom_material_wants_fragments(m));
    const uint8_t *look = m + rom_u32(m + ROM_MATERIAL_LOOK_AT),
                  *state = m + rom_u32(m + ROM_MATERIAL_STATE_AT);
    CHECK(rom_u32(look + ROM_MATERIAL_LOOK_AMBIENT) == 0x010203 &&
          rom_u32(look + ROM_MATERIAL_LOOK_DIFFUSE) == 0x405060);
    CHECK(rom_u32(look + ROM_MATERIAL_LOOK_SPECULAR) == 0xFFEEDD &&
          rom_u32(look + ROM_MATERIAL_LOOK_EMISSIVE) == 0x101112);
    CHECK(look[ROM_MATERIAL_LOOK_FUNCTION] == 1 && look[ROM_MATERIAL_LOOK_PIXEL_LIGHT] == 1 &&
          look[ROM_MATERIAL_LOOK_LIGHT_EVERY] == 1);
    CHECK(look[ROM_MATERIAL_LOOK_CULL] == RS_CULL_FRONT && look[ROM_MATERIAL_LOOK_REFLECTIVITY] == 128);
    CHECK(rom_u32(look + ROM_MATERIAL_LOOK_BUMP_SCALE) == 0x28000 &&
          look[ROM_MATERIAL_LOOK_FLAGS] == ROM_MATERIAL_LOOK_FAR_EYE);
    CHECK(state[ROM_MATERIAL_STATE_BLEND] == RS_BLEND_ADD && state[ROM_MATERIAL_STATE_DEPTH] == RS_LEQUAL);
    CHECK(rom_i32(state + ROM_MATERIAL_STATE_BIAS) == -7 && rom_i32(state + ROM_MATERIAL_STATE_SLOPE) == 128);
    CHECK(state[ROM_MATERIAL_STATE_ALPHA] == RS_GEQUAL && state[ROM_MATERIAL_STATE_ALPHA_REFERENCE] == 200);
    CHECK_EQ(rom_u16(state + ROM_MATERIAL_STATE_FLAGS),
             ROM_MATERIAL_STATE_NO_WRITE | ROM_MATERIAL_STATE_ALPHA_TEST |
                 ROM_MATERIAL_STATE_COLOUR_KEY); /* the colour key of its texture */
    CHECK(state[ROM_MATERIAL_STATE_DITHER] == RS_DITHER_2X2 && state[ROM_MATERIAL_STATE_HIDDEN] == 4);
    CHECK_EQ(rom_u32(state + ROM_MATERIAL_STATE_EMISSIVE), 0x10);
    m = find(&image, "material/more", ROM_TAG_MATERIAL);
    state = m + rom_u32(m + ROM_MATERIAL_STATE_AT);
    const uint8_t *slot = m + rom_u32(m + ROM_MATERIAL_SLOTS_AT), *second = slot + ROM_MATERIAL_SLOT_SIZE;
    CHECK(rom_u32(m + ROM_MATERIAL_LOOK_COUNT) == 0 && rom_u32(m + ROM_MATERIAL_SLOT_COUNT) == 2);
    CHECK(m[ROM_MATERIAL_PASS] == RS_PASS_DECAL + 1 && m[ROM_MATERIAL_SORT] == RS_NEAREST_FIRST &&
          m[ROM_MATERIAL_ORDER] == 3);
    CHECK(state[ROM_MATERIAL_STATE_DEPTH] == RS_LEQUAL &&
          rom_i32(state + ROM_MATERIAL_STATE_BIAS) == -RS_DECAL_BIAS);
    CHECK(state[ROM_MATERIAL_STATE_FOG] == 3 && rom_u32(state + ROM_MATERIAL_STATE_FOG_COLOUR) == 0x808890);
    CHECK(rom_u32(state + ROM_MATERIAL_STATE_FOG_END) == 40 * 65536 &&
          rom_u32(state + ROM_MATERIAL_STATE_FOG_DENSITY) == 3277);
    CHECK_EQ(rom_u16(state + ROM_MATERIAL_STATE_FLAGS),
             ROM_MATERIAL_STATE_NO_WRITE | ROM_MATERIAL_STATE_COLOUR_KEY | ROM_MATERIAL_STATE_FOG_PER_PIXEL);
    CHECK(slot[ROM_MATERIAL_SLOT_ADDRESS_U] == RS_MIRROR && slot[ROM_MATERIAL_SLOT_ADDRESS_V] == RS_CLAMP);
    CHECK(slot[ROM_MATERIAL_SLOT_MAGNIFY] == RS_NEAREST && slot[ROM_MATERIAL_SLOT_MINIFY] == RS_BILINEAR);
    CHECK(slot[ROM_MATERIAL_SLOT_MIP] == RS_MIP_PIXEL &&
          rom_u32(slot + ROM_MATERIAL_SLOT_TEXTURE) == rom_id("texture/skin"));
    CHECK(second[ROM_MATERIAL_SLOT_COMBINE] == RS_COMBINE_BLEND &&
          second[ROM_MATERIAL_SLOT_BLEND_BY] == RS_BY_CONSTANT);
    CHECK(second[ROM_MATERIAL_SLOT_CONSTANT] == 64 &&
          second[ROM_MATERIAL_SLOT_FLAGS] == ROM_MATERIAL_SLOT_SPHERE);
    m = find(&image, "material/staged", ROM_TAG_MATERIAL);
    const uint8_t *constants = m + rom_u32(m + ROM_MATERIAL_CONSTANTS_AT);
    CHECK(rom_u32(m + ROM_MATERIAL_VERTEX_STAGE) == rom_id("stage/wave") &&
          rom_u32(m + ROM_MATERIAL_PIXEL_STAGE) == rom_id("stage/glitter"));
    CHECK(rom_u32(m + ROM_MATERIAL_CONSTANT_COUNT) == 3 && rom_i32(constants) == 32768 &&
          rom_i32(constants + 8) == -2 * 65536);
    CHECK(!rom_material_wants_fragments(find(&image, "material/plain", ROM_TAG_MATERIAL)));
    const uint8_t *scene = find(&image, "scene/main", ROM_TAG_SCENE),
                  *row = scene + rom_u32(scene + ROM_SCENE_OVERRIDES_AT);
    CHECK_EQ(rom_u32(scene + ROM_SCENE_OVERRIDE_COUNT), 2);
    CHECK(rom_u32(row + ROM_MATERIAL_OVERRIDE_FROM) == 0 &&
          rom_u32(row + ROM_MATERIAL_OVERRIDE_TO) == rom_id("material/plain"));
    row += ROM_MATERIAL_OVERRIDE_SIZE;
    CHECK_EQ(rom_u32(row + ROM_MATERIAL_OVERRIDE_FROM), rom_id("material/thing.gold"));
    /* the mesh has coordinates for a texture that only comes by `with` */
    const uint8_t *mesh = find(&image, "mesh/thing", ROM_TAG_MESH);
    CHECK(rom_u32(mesh + ROM_MESH_UV_AT) != 0);
    writer_free(&bytes);
    folder_remove(&folder);
}

TEST(pack_materials_of_mtl_files_blend_and_glow) {
    packed_folder folder;
    writer bytes;
    rom_image image;
    tool_error error = {.text = ""};
    if (!folder_make(&folder)) return;
    CHECK(pack_text(&folder, "", "", &bytes, &image, &error));
    const uint8_t *glass = find(&image, "material/thing.glass", ROM_TAG_MATERIAL),
                  *gold = find(&image, "material/thing.gold", ROM_TAG_MATERIAL);
    if (glass == NULL || gold == NULL) return;
    CHECK(glass[ROM_MATERIAL_TRANSPARENCY] == 191 && glass[ROM_MATERIAL_PASS] == RS_PASS_TRANSLUCENT + 1);
    CHECK_EQ((glass + rom_u32(glass + ROM_MATERIAL_STATE_AT))[ROM_MATERIAL_STATE_BLEND], RS_BLEND_ALPHA);
    const uint8_t *look = gold + rom_u32(gold + ROM_MATERIAL_LOOK_AT);
    CHECK(rom_u32(gold + ROM_MATERIAL_LOOK_COUNT) == 1 && rom_u32(gold + ROM_MATERIAL_STATE_COUNT) == 0);
    CHECK(rom_u32(look + ROM_MATERIAL_LOOK_SPECULAR) == 0xFF8000 &&
          rom_u32(look + ROM_MATERIAL_LOOK_EMISSIVE) == 0x1A0000);
    CHECK_EQ(rom_u32(look + ROM_MATERIAL_LOOK_BUMP_SCALE), 32768);
    writer_free(&bytes);
    folder_remove(&folder);
}

/* Constants and words are those of the compiler, and the console takes the program. */
TEST(pack_materials_carry_programs) {
    packed_folder folder;
    writer bytes;
    rom_image image;
    tool_error error = {.text = ""};
    if (!folder_make(&folder)) return;
    folder_write(&folder, "red.shade",
                 "input vec3 n : VECTOR;\nsampler s : 0;\noutput sample(s, n) * 0.5;\n");
    CHECK(pack_text(&folder, "material m texture=skin combine=keep program=red.shade\n", "", &bytes, &image,
                    &error));
    const uint8_t *m = find(&image, "material/m", ROM_TAG_MATERIAL);
    if (m == NULL) return;
    uint32_t words[RS_PROGRAM_MOST], count = rom_u32(m + ROM_MATERIAL_PROGRAM_WORDS);
    const rs_program program = {words,
                                NULL,
                                NULL,
                                count,
                                rom_u32(m + ROM_MATERIAL_CONSTANT_COUNT) / 4,
                                rom_u32(m + ROM_MATERIAL_SLOT_COUNT)};
    CHECK(count >= 3 && count <= RS_PROGRAM_MOST);
    for (uint32_t i = 0; i < count && i < RS_PROGRAM_MOST; i++)
        words[i] = rom_u32(m + rom_u32(m + ROM_MATERIAL_PROGRAM_AT) + 4 * i);
    CHECK(rs_program_check(&program) < 0);
    writer_free(&bytes);
    folder_write(&folder, "red.shade", "input vec3 n : VECTOR;\noutput n +;\n");
    CHECK(!pack_text(&folder, "material m program=red.shade\n", "", &bytes, &image, &error));
    CHECK(strstr(error.text, "cart.txt:6: material `m`: red.shade:2: ") != NULL);
    writer_free(&bytes);
    folder_write(&folder, "red.shade", "input vec3 n : VECTOR;\nsampler s : 1;\noutput sample(s, n);\n");
    CHECK(!pack_text(&folder, "material m texture=skin filter=nearest program=red.shade\n", "", &bytes,
                     &image, &error));
    CHECK(strstr(error.text, "its program samples 2 textures; give it texture=") != NULL);
    writer_free(&bytes);
    folder_remove(&folder);
}

TEST(cart_material_mistakes_are_told) {
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"material a blend=half\n", "cart.txt:1: `blend=half` is unknown; possible are replace, alpha, add"},
        {"material a opacity=2\n", "`opacity=2` is out of range; 0 to 1 are possible"},
        {"material a ambient=red\n", "cart.txt:1: ambient `red`; write #RRGGBB"},
        {"material a fog=linear fog-start=4 fog-end=4\n", "fog without fog-end=METRES beyond its start"},
        {"material a fog=exp fog-end=9\n", "fog=exp without fog-density=D"},
        {"material a fog-end=9\n", "settings of fog without fog=linear"},
        {"material a alpha=greater\n", "alpha=greater without alpha-test=0..255"},
        {"material a filter=soft\n", "filter `soft`; write nearest, bilinear or dithered"},
        {"material a filter2=bilinear\n", "settings of a second texture without texture2=NAME"},
        {"material a constants=1,x\n", "constant `x` is no number from -32767 to 32767"},
        {"material a bump=2\n", "cart.txt:1: bump= is read by stages of the game alone"},
        {"material a program=b.shade bump=2\n", "bump= is read by stages of the game alone"},
        {"material a program=b.shade constants=1\n", "constants of a program stand in its text"},
        {"material a opacitty=1\n", "`opacitty` is unknown here; did you mean `opacity`?"},
        {"scene main\nwith material=a\n", "cart.txt:2: `with` stands below the object that it is about"},
        {"scene main\nobject b\nwith instead=a\n",
         "`with` without material=NAME or particles=NAME; add one"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cart c;
        tool_error error = {.text = ""};
        bool ok = cart_parse("cart.txt", cases[i].text, strlen(cases[i].text), &c, &error);
        if (ok) cart_free(&c);
        CHECK(!ok);
        if (strstr(error.text, cases[i].error) == NULL) TEST_INFO("%s: %s", cases[i].text, error.text);
        CHECK(strstr(error.text, cases[i].error) != NULL);
    }
}

TEST(pack_objects_with_unknown_materials_are_refused) {
    packed_folder folder;
    writer bytes;
    rom_image image;
    tool_error error = {.text = ""};
    if (!folder_make(&folder)) return;
    CHECK(!pack_text(&folder, "material brick\n", "  with material=brock\n", &bytes, &image, &error));
    CHECK(strstr(error.text, "brock") != NULL && strstr(error.text, "cart.txt:11: ") != NULL);
    writer_free(&bytes);
    folder_remove(&folder);
}

/* ---- textures in several sizes ---- */

enum { FLOOR_WIDTH = 96, FLOOR_HEIGHT = 64 };

/* Writes a chessboard whose squares are single texels, red and blue. */
static void write_board(packed_folder *f) {
    static uint32_t pixels[32 * 32];
    char path[96];
    tool_error error;
    for (int i = 0; i < 32 * 32; i++) pixels[i] = (i + i / 32) & 1 ? 0xFF0000u : 0x0000FFu;
    import_png_picture picture = {.width = 32, .height = 32, .format = IMPORT_PNG_XRGB32, .pixels = pixels};
    folder_write(f, "board.png", "");
    snprintf(path, sizeof path, "%s/board.png", f->path);
    CHECK(import_png_write(path, &picture, &error));
}

/* Packs and plays a floor with the chessboard, which runs to the horizon; *bytes is the size of the texture's
 * chunk. */
static bool play_floor(const char *slot, uint8_t pixels[FLOOR_WIDTH * FLOOR_HEIGHT * 4], uint32_t *bytes) {
    static const char plane[] =
        "v -40 0 30\nv 40 0 30\nv 40 0 -40\nv -40 0 -40\nvt 0 0\nvt 7 0\nvt 7 7\nvt 0 7\nf 1/1 2/2 3/3 4/4\n";
    packed_folder folder;
    writer image;
    rom_image opened;
    rom_chunk chunk;
    char text[1024], said[200];
    host_options options = {.quiet = true, .threads = 1};
    bool good = false;
    if (!folder_make(&folder)) return false;
    snprintf(text, sizeof text,
             "title Floor\nversion 1.0\nformat xrgb8888\nsize %dx%d\nbudget 2M\ntexture board board.png\n"
             "material floor texture=board shading=unlit %s\nmesh floor floor.obj material=floor\n"
             "scene main\n  camera at=0,2,20 target=0,1,0 fov=60\n  object floor\nend\n",
             FLOOR_WIDTH, FLOOR_HEIGHT, slot);
    folder_write(&folder, "cart.txt", text);
    folder_write(&folder, "floor.obj", plane);
    write_board(&folder);
    if (folder_pack(&folder, &image) && rom_open(image.data, image.size, &opened, NULL) == ROM_OK &&
        rom_find(&opened, rom_id("texture/board"), ROM_TAG_IMAGE, &chunk)) {
        *bytes = (uint32_t)chunk.size;
        plat *port = test_port_open(&options, said, sizeof said);
        ox_boot_options boot = ox_boot_defaults(port, image.data, image.size);
        ox_error fault = {.status = 0};
        boot.deterministic = true;
        ox_console *console = ox_console_boot(&boot, &fault);
        if (console != NULL) {
            ox_console_frame(console);
            good = host_frame_rgba(port, pixels);
            ox_console_close(console);
        }
        host_close(port);
    }
    writer_free(&image);
    folder_remove(&folder);
    return good;
}

/* Counts pixels of a row that are neither red nor blue. */
static int mixed(const uint8_t *row) {
    int n = 0;
    for (int x = 0; x < FLOOR_WIDTH; x++) n += row[4 * x] > 40 && row[4 * x] < 215;
    return n;
}

TEST(pack_materials_mip_slots_are_drawn_from_smaller_sizes) {
    static uint8_t pixels[3][FLOOR_WIDTH * FLOOR_HEIGHT * 4];
    static const char *const slots[3] = {"mip=none", "mip=pixel", "mip=triangle"};
    uint32_t bytes[3];
    int far_row[3], near_row[3];
    for (int i = 0; i < 3; i++) {
        bool good = play_floor(slots[i], pixels[i], &bytes[i]);
        CHECK(good);
        if (!good) return;
        far_row[i] = mixed(pixels[i] + 4 * FLOOR_WIDTH * (FLOOR_HEIGHT / 2));
        near_row[i] = mixed(pixels[i] + 4 * FLOOR_WIDTH * (FLOOR_HEIGHT - 1));
        TEST_INFO("%s: %u bytes; mixed of %d pixels: %d far, %d near", slots[i], (unsigned)bytes[i],
                  FLOOR_WIDTH, far_row[i], near_row[i]);
    }
    CHECK_EQ(bytes[0], ROM_IMAGE_SIZE + 4 * 32 * 32);
    CHECK_EQ(bytes[1], ROM_IMAGE_SIZE + 4 * (1024 + 256 + 64 + 16 + 4 + 1));
    CHECK_EQ(bytes[2], bytes[1]);
    /* without levels the board itself shows, and flickers */
    CHECK(far_row[0] == 0 && near_row[0] == 0);
    /* with levels the board's mean shows far away, the board itself nearby */
    CHECK(far_row[1] == FLOOR_WIDTH && near_row[1] == 0);
    CHECK(memcmp(pixels[0], pixels[2], sizeof pixels[0]) != 0); /* one level for all of the triangle */
}

TEST(pack_levels_that_do_not_fit_are_refused) {
    static _Alignas(4) uint8_t chunk[ROM_IMAGE_SIZE + 2 * (16 + 4 + 2 + 1)];
    rom_error fault;
    chunk[ROM_CHUNK_VERSION] = (uint8_t)rom_type_of(ROM_TAG_IMAGE)->version;
    chunk[ROM_CHUNK_VERSION + 1] = (uint8_t)(rom_type_of(ROM_TAG_IMAGE)->version >> 8);
    chunk[ROM_CHUNK_HEADER] = ROM_IMAGE_SIZE;
    chunk[ROM_IMAGE_WIDTH] = 8;
    chunk[ROM_IMAGE_HEIGHT] = 2;
    chunk[ROM_IMAGE_FORMAT] = 1;
    chunk[ROM_IMAGE_FLAGS] = ROM_IMAGE_LEVELS;
    chunk[ROM_IMAGE_PIXELS] = ROM_IMAGE_SIZE;
    CHECK_EQ(rom_check_chunk(ROM_TAG_IMAGE, chunk, ROM_IMAGE_SIZE + 2 * (16 + 4 + 2 + 1), &fault), ROM_OK);
    CHECK(rom_check_chunk(ROM_TAG_IMAGE, chunk, ROM_IMAGE_SIZE + 2 * (16 + 4 + 2), &fault) != ROM_OK);
    CHECK(strstr(fault.text, "pixels at 16") != NULL);
    chunk[ROM_IMAGE_WIDTH] = 3;
    CHECK(rom_check_chunk(ROM_TAG_IMAGE, chunk, sizeof chunk, &fault) != ROM_OK);
    CHECK(strstr(fault.text, "powers of two") != NULL);
}

/* Pictures larger than any texture may be are scaled down, on meshes and elsewhere. */
TEST(pack_materials_scale_pictures_down_that_are_too_large) {
    static uint32_t pixels[2048 * 16];
    for (int mapped = 0; mapped < 2; mapped++) {
        packed_folder folder;
        writer image = {0};
        rom_image rom;
        tool_report told = {0};
        tool_error error = {.text = ""};
        pack_report report;
        char path[96], text[400];
        cart c;
        const pack_options options = {.names = true, .said = &told};
        const import_png_picture picture = {
            .width = 2048, .height = 16, .format = IMPORT_PNG_XRGB32, .pixels = pixels};
        if (!folder_make(&folder)) return;
        snprintf(text, sizeof text,
                 "title Big\nversion 1.0\nformat rgb565\ntexture big big.png\nmaterial m %s\n"
                 "mesh square square.obj material=m\nscene main\n camera at=0,0,4 target=0,0,0\n"
                 " object square\nend\n",
                 mapped == 1 ? "texture=big" : "colour=#808080");
        folder_write(&folder, "cart.txt", text);
        folder_write(&folder, "square.obj", folder_square);
        snprintf(path, sizeof path, "%s/big.png", folder.path);
        CHECK(import_png_write(path, &picture, &error));
        snprintf(folder.files[folder.count++], sizeof folder.files[0], "%s", path);
        CHECK(cart_load(folder.path, &c, &error));
        bool ok = pack_cart(&c, &options, &image, &report, &error);
        if (!ok) TEST_INFO("%s", error.text);
        CHECK(ok && rom_open(image.data, image.size, &rom, NULL) == ROM_OK);
        const uint8_t *big = ok ? find(&rom, "texture/big", ROM_TAG_IMAGE) : NULL;
        CHECK(big != NULL && rom_u16(big + ROM_IMAGE_WIDTH) == 1024 &&
              rom_u16(big + ROM_IMAGE_HEIGHT) == (mapped == 1 ? 16 : 8));
        CHECK_EQ(told.count, 1);
        CHECK(told.count == 1 && strstr(told.entries[0].what.text,
                                        mapped == 1 ? "is 2048x16; resampled to 1024x16, since 1024 is"
                                                    : "is 2048x16; resampled to 1024x8, since 1024 is"));
        report_free(&told);
        cart_free(&c);
        writer_free(&image);
        folder_remove(&folder);
    }
}
