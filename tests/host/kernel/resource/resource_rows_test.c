/* Tests of resources from the maker's files to the picture: one copy for all users, languages, mods, missing
 * resources, late resources. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "fixedmath/vector.h"
#include "kernel/console/internal.h"
#include "rom/check.h"
#include "rom/level.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/port.h"
#include "tools/pack/overlay.h"

#define HEAD "title \"Rows\"\nsize 64x48\nformat rgb565\nbudget 128K\nframe 24K\nstart one\n"

static plat *headless(void) {
    char error[200] = "";
    host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 100000};
    return test_port_open(&options, error, sizeof error);
}

typedef struct game {
    plat *port;
    ox_console *console;
    ox_boot_options options;
    ox_error error;
} game;

static bool start(game *g, const writer *image, const ox_boot_options *wishes) {
    memset(g, 0, sizeof *g);
    g->port = headless();
    g->options = ox_boot_defaults(g->port, image->data, image->size);
    if (wishes != NULL) {
        g->options.overlays = wishes->overlays;
        g->options.overlay_count = wishes->overlay_count;
        g->options.language = wishes->language;
        g->options.region = wishes->region;
        g->options.strict = wishes->strict;
    }
    g->options.deterministic = true;
    g->options.log_hashes = true;
    g->options.log_subsystems = false;
    g->console = ox_console_boot(&g->options, &g->error);
    return g->console != NULL;
}

static void stop(game *g) {
    if (g->console != NULL) CHECK_EQ(ox_console_close(g->console), 0);
    host_close(g->port);
}

static uint32_t play(game *g, int frames) {
    uint32_t hash = 0;
    for (int i = 0; i < frames; i++) {
        ox_frame_stats stats;
        CHECK(ox_console_frame(g->console));
        ox_console_stats(g->console, &stats);
        hash = hash * 31 + stats.hash;
    }
    return hash;
}

static uint32_t hash_of(const writer *image, const ox_boot_options *wishes, int frames) {
    game g;
    uint32_t hash = 0;
    CHECK(start(&g, image, wishes));
    if (g.console != NULL) hash = play(&g, frames);
    stop(&g);
    return hash;
}

/* Counts lines of the log that have these words, however old they are. */
static uint32_t lines_with(const game *g, const char *words) {
    uint32_t count = 0;
    for (uint32_t age = 0; ox_console_log_line(g->console, age) != NULL; age++)
        count += strstr(ox_console_log_line(g->console, age), words) != NULL;
    return count;
}

/* ---- the whole way, and one copy ---- */

static bool pack_five(packed_folder *f, bool compressed, writer *image) {
    char text[1600];
    int length = snprintf(text, sizeof text,
                          HEAD "compress %s\ntexture all all.png\n"
                               "material all colour=#808080 texture=all shading=unlit\n",
                          compressed ? "on" : "off");
    for (int i = 0; i < 5; i++)
        length += snprintf(text + length, sizeof text - (size_t)length,
                           "mesh m%d square.obj material=all scale=0.%d\n", i, 2 + i);
    length +=
        snprintf(text + length, sizeof text - (size_t)length, "scene one\n camera at=0,0,5 target=0,0,0\n");
    for (int i = 0; i < 5; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, " object m%d at=%d,0,0\n", i, i - 2);
    snprintf(text + length, sizeof text - (size_t)length,
             "end\nscene two\n camera at=0,0,5 target=0,0,0\nend\n");
    folder_write(f, "cart.txt", text);
    return folder_pack(f, image);
}

/* Five meshes on one texture: source, tool, image, run time, picture. */
TEST(resource_five_meshes_share_one_texture) {
    packed_folder f;
    writer image, packed;
    CHECK(folder_make(&f));
    folder_write(&f, "square.obj", folder_square);
    folder_picture(&f, "all.png", 32, 0x40A060u);
    if (!pack_five(&f, false, &image) || !pack_five(&f, true, &packed)) return;
    folder_remove(&f);
    game g;
    uint32_t plain = hash_of(&image, NULL, 1);
    CHECK(start(&g, &packed, NULL));
    if (g.console == NULL) return;
    ox_stock *stock = ox_console_stock(g.console);
    ox_manager *m = &stock->manager;
    /* the picture is the same from packed textures and from textures in place */
    CHECK_EQ(play(&g, 1), plain);
    uint32_t textures = 0, meshes = 0;
    for (ox_resource_handle h = {0}; (h = ox_manager_next(m, h)).bits != 0;) {
        const ox_manager_record *r = ox_manager_record_of(m, h);
        textures += r->type == ROM_TAG_IMAGE;
        meshes += r->type == ROM_TAG_MESH;
    }
    CHECK(textures == 1 && meshes <= 5);
    const rs_texture *one = NULL;
    for (int i = 0; i < 5; i++) {
        char name[] = {'m', 'e', 's', 'h', '/', 'm', (char)('0' + i), 0};
        const ox_mesh *mesh = ox_resource_mesh(&g.console->resources, rom_id(name));
        CHECK(!mesh->placeholder && mesh->material_count == 1);
        if (one == NULL) one = mesh->materials[0].texture;
        CHECK(mesh->materials[0].texture == one && one != NULL);
    }
    uint32_t unloads = m->counts.unloads, used = (uint32_t)ox_arena_used(&m->stack);
    CHECK(used > 0);
    /* the last user of the texture is gone */
    CHECK_EQ(ox_console_level(g.console, rom_id("scene/two"), &g.error), OX_OK);
    CHECK(ox_manager_find(m, rom_id("texture/all"), ROM_TAG_IMAGE) == NULL && m->counts.unloads > unloads);
    CHECK(ox_arena_used(&m->stack) < used);
    stop(&g);
    writer_free(&image);
    writer_free(&packed);
}

/* ---- missing resources ---- */

static const char five_kinds[] =
    HEAD "texture skin skin.png\nmaterial skin colour=#808080 texture=skin shading=unlit\n"
         "mesh thing square.obj material=skin\n"
         "scene one\n camera at=0,0,5 target=0,0,0\n object thing\nend\n";

/* Takes a chunk out of a directory by giving it a type that nobody asks for. The entries keep their order,
 * since the chunk is the last of its id. */
static void hide(writer *image, const char *name, uint32_t type) {
    uint32_t directory = rom_u32(image->data + ROM_AT_DIRECTORY), count = rom_u32(image->data + ROM_AT_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *entry = image->data + directory + i * ROM_ENTRY_SIZE;
        if (rom_u32(entry + ROM_ENTRY_ID) == rom_id(name) && rom_u32(entry + ROM_ENTRY_TYPE) == type)
            memcpy(entry + ROM_ENTRY_TYPE, "zzzz", 4);
    }
    uint32_t crc = rom_crc32(0, image->data + ROM_HEADER_SIZE, image->size - ROM_HEADER_SIZE);
    for (int k = 0; k < 4; k++) image->data[ROM_AT_CONTENT_CRC + k] = (uint8_t)(crc >> (8 * k));
    crc = rom_crc32(0, image->data, ROM_AT_HEADER_CRC);
    for (int k = 0; k < 4; k++) image->data[ROM_AT_HEADER_CRC + k] = (uint8_t)(crc >> (8 * k));
}

TEST(resource_missing_ones_are_stood_in_for_and_told_once) {
    static const struct {
        const char *name;
        uint32_t type;
    } gone[5] = {{"texture/skin", ROM_TAG_IMAGE},
                 {"mesh/thing", ROM_TAG_MESH},
                 {"sound/none", ROM_TAG_SOUND},
                 {"text/none", ROM_TAG_TEXT},
                 {"clip/none", ROM_TAG_CLIP}};
    packed_folder f;
    writer image;
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", five_kinds);
    folder_write(&f, "square.obj", folder_square);
    folder_picture(&f, "skin.png", 32, 0x40A060u);
    if (!folder_pack(&f, &image)) return;
    uint32_t whole = hash_of(&image, NULL, 3);
    writer_free(&image);
    for (int i = 0; i < 5; i++) {
        game g;
        rom_error error;
        uint32_t size;
        char told[16];
        if (!folder_pack(&f, &image)) return;
        hide(&image, gone[i].name, gone[i].type);
        CHECK(start(&g, &image, NULL));
        if (g.console == NULL) {
            TEST_INFO("%s", g.error.text);
            return;
        }
        if (i < 2)
            snprintf(told, sizeof told, "%s", strchr(gone[i].name, '/') + 1);
        else /* the image keeps names of its own resources alone */
            snprintf(told, sizeof told, "#%08x", (unsigned)rom_id(gone[i].name));
        uint32_t hash = play(&g, 3);
        CHECK(i < 2 ? hash != whole : hash == whole); /* a missing mesh or texture shows in the picture */
        ox_manager *m = &ox_console_stock(g.console)->manager;
        for (int turn = 0; turn < 10; turn++) { /* a resource counts once, however often it is used */
            const uint8_t *at = ox_manager_get(m, rom_id(gone[i].name), gone[i].type, &size);
            if (gone[i].type == ROM_TAG_MESH) {
                CHECK(at == NULL &&
                      ox_resource_mesh(&g.console->resources, rom_id(gone[i].name))->placeholder);
                continue;
            }
            CHECK(at != NULL && size > 4 && m->status == OX_NOT_FOUND);
            if (at != NULL && rom_check_chunk(gone[i].type, at, size, &error) != ROM_OK)
                test_fail(__FILE__, __LINE__, error.text, 0, 1);
        }
        /* the view logs a line of its own */
        CHECK(lines_with(&g, told) >= 1 && lines_with(&g, told) <= 2);
        CHECK_EQ(m->counts.placeholders, 1);
        play(&g, 3);
        stop(&g);
        if (i < 2) { /* a strict boot is refused */
            ox_boot_options strict = {.strict = true};
            CHECK(!start(&g, &image, &strict));
            CHECK(strstr(g.error.text, "1 resources are missing or damaged") != NULL);
            stop(&g);
        }
        writer_free(&image);
    }
    folder_remove(&f);
}

/* ---- language ---- */

static const char two_languages[] =
    HEAD "language de \"Deutsch\"\nlanguage en \"English\"\n"
         "texture sign sign.png\nmaterial sign colour=#808080 texture=sign shading=unlit\nmesh board "
         "square.obj material=sign\n"
         "text menu menu.de.txt language=de\ntext menu menu.en.txt language=en\ntext menu menu.txt\n"
         "raw voice voice.de language=de\nraw voice voice.en language=en\nraw voice voice.any\n"
         "scene one\n camera at=0,0,5 target=0,0,0\n object board\nend\n";

/* The packer's textures have no variants of their own: an entry of the overlay gets one. */
static void make_variant(writer *overlay, const char *name, uint32_t type, uint16_t variant) {
    uint32_t directory = rom_u32(overlay->data + ROM_AT_DIRECTORY),
             count = rom_u32(overlay->data + ROM_AT_COUNT);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *entry = overlay->data + directory + i * ROM_ENTRY_SIZE;
        if (rom_u32(entry + ROM_ENTRY_ID) != rom_id(name) || rom_u32(entry + ROM_ENTRY_TYPE) != type)
            continue;
        entry[ROM_ENTRY_VARIANT] = (uint8_t)variant;
        entry[ROM_ENTRY_VARIANT + 1] = (uint8_t)(variant >> 8);
    }
    uint32_t crc = rom_crc32(0, overlay->data + ROM_HEADER_SIZE, overlay->size - ROM_HEADER_SIZE);
    for (int k = 0; k < 4; k++) overlay->data[ROM_AT_CONTENT_CRC + k] = (uint8_t)(crc >> (8 * k));
    crc = rom_crc32(0, overlay->data, ROM_AT_HEADER_CRC);
    for (int k = 0; k < 4; k++) overlay->data[ROM_AT_HEADER_CRC + k] = (uint8_t)(crc >> (8 * k));
}

static bool has_bytes(game *g, const char *name, uint32_t type, const char *words) {
    uint32_t size = 0;
    const uint8_t *at = ox_manager_get(&ox_console_stock(g->console)->manager, rom_id(name), type, &size);
    size_t length = strlen(words);
    for (size_t i = 0; at != NULL && i + length <= size; i++) {
        if (memcmp(at + i, words, length) == 0) return true;
    }
    return false;
}

TEST(resource_language_changes_picture_voice_and_text_together) {
    packed_folder f;
    writer base, whole, overlay = {0};
    rom_image was, is;
    tool_error error = {.text = ""};
    uint32_t count;
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", two_languages);
    folder_write(&f, "square.obj", folder_square);
    folder_write(&f, "menu.de.txt", "start = Anfangen\n");
    folder_write(&f, "menu.en.txt", "start = Begin-here\n");
    folder_write(&f, "menu.txt", "start = Basis\n");
    folder_write(&f, "voice.de", "Guten Tag");
    folder_write(&f, "voice.en", "Good day");
    folder_write(&f, "voice.any", "Beep");
    folder_picture(&f, "sign.png", 32, 0x40A060u);
    if (!folder_pack(&f, &base)) return;
    folder_picture(&f, "sign.png", 32, 0xC04020u); /* the German sign */
    if (!folder_pack(&f, &whole)) return;
    folder_remove(&f);
    CHECK(rom_open(base.data, base.size, &was, NULL) == ROM_OK &&
          rom_open(whole.data, whole.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "german", NULL, &overlay, &count, &error));
    CHECK(count > 0);
    uint32_t german_sign = hash_of(&whole, NULL, 2), plain_sign = hash_of(&base, NULL, 2);
    make_variant(&overlay, "texture/sign", ROM_TAG_IMAGE, 1); /* de is the first language */
    const ox_overlay german = {overlay.data, overlay.size, "german"};
    const ox_boot_options wishes = {.overlays = &german, .overlay_count = 1, .language = 2};
    game g;
    CHECK(start(&g, &base, &wishes));
    if (g.console == NULL) return;
    CHECK_EQ(ox_console_stock(g.console)->refused, 0);
    CHECK_EQ(play(&g, 2), plain_sign);
    CHECK(has_bytes(&g, "text/menu", ROM_TAG_TEXT, "Begin-here") &&
          has_bytes(&g, "raw/voice", ROM_TAG_RAW, "Good day"));
    for (int turn = 0; turn < 3; turn++) {
        CHECK_EQ(ox_console_language(g.console, 1, 0, &g.error), OX_OK);
        CHECK(has_bytes(&g, "text/menu", ROM_TAG_TEXT, "Anfangen") &&
              has_bytes(&g, "raw/voice", ROM_TAG_RAW, "Guten Tag"));
        CHECK_EQ(play(&g, 2), german_sign);
        CHECK_EQ(ox_console_language(g.console, 2, 0, &g.error), OX_OK);
        CHECK(has_bytes(&g, "text/menu", ROM_TAG_TEXT, "Begin-here"));
        CHECK_EQ(play(&g, 2), plain_sign);
    }
    /* no resource has this language: the base forms show */
    CHECK_EQ(ox_console_language(g.console, 7, 3, &g.error), OX_OK);
    CHECK(has_bytes(&g, "text/menu", ROM_TAG_TEXT, "Basis") &&
          has_bytes(&g, "raw/voice", ROM_TAG_RAW, "Beep"));
    CHECK_EQ(play(&g, 2), plain_sign);
    CHECK_EQ(g.console->resources.placeholders, 0);
    stop(&g);
    writer_free(&base);
    writer_free(&whole);
    writer_free(&overlay);
}

/* ---- mods ---- */

static const char moddable[] =
    HEAD "texture skin skin.png\nmaterial skin colour=#808080 texture=skin shading=unlit\n"
         "mesh thing square.obj material=skin\nraw script hero.script\nraw music song.txt\n"
         "scene one\n camera at=0,0,5 target=0,0,0\n object thing\nend\n";

static bool pack_mod(uint32_t rgb, const char *script, writer *image) {
    packed_folder f;
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", moddable);
    folder_write(&f, "square.obj", folder_square);
    folder_write(&f, "hero.script", script);
    folder_write(&f, "song.txt", "la la la");
    folder_picture(&f, "skin.png", 32, rgb);
    bool ok = folder_pack(&f, image);
    folder_remove(&f);
    return ok;
}

static bool lay_over(const writer *base, const writer *now, writer *overlay) {
    rom_image was, is;
    tool_error error = {.text = ""};
    uint32_t count = 0;
    memset(overlay, 0, sizeof *overlay);
    bool ok = rom_open(base->data, base->size, &was, NULL) == ROM_OK &&
              rom_open(now->data, now->size, &is, NULL) == ROM_OK &&
              overlay_make(&was, &is, "mod", NULL, overlay, &count, &error);
    CHECK(ok && count == 2);
    return ok;
}

/* Writes right checksums over a changed image: of a chunk (NULL: none), of the content, of the header. */
static void reseal(writer *image, const rom_chunk *chunk) {
    uint32_t directory = rom_u32(image->data + ROM_AT_DIRECTORY), count = rom_u32(image->data + ROM_AT_COUNT),
             crc;
    for (uint32_t i = 0; chunk != NULL && i < count; i++) {
        uint8_t *entry = image->data + directory + i * ROM_ENTRY_SIZE;
        if (rom_u32(entry + ROM_ENTRY_OFFSET) != chunk->offset) continue;
        crc = rom_crc32(0, image->data + chunk->offset, chunk->stored);
        for (int k = 0; k < 4; k++) entry[ROM_ENTRY_CRC + k] = (uint8_t)(crc >> (8 * k));
    }
    crc = rom_crc32(0, image->data + ROM_HEADER_SIZE, image->size - ROM_HEADER_SIZE);
    for (int k = 0; k < 4; k++) image->data[ROM_AT_CONTENT_CRC + k] = (uint8_t)(crc >> (8 * k));
    crc = rom_crc32(0, image->data, ROM_AT_HEADER_CRC);
    for (int k = 0; k < 4; k++) image->data[ROM_AT_HEADER_CRC + k] = (uint8_t)(crc >> (8 * k));
}

TEST(resource_mods_replace_lie_over_each_other_and_go) {
    writer base, red, blue, over_red, over_blue;
    game g;
    if (!pack_mod(0x40A060u, "base script", &base) || !pack_mod(0xC02020u, "red script", &red) ||
        !pack_mod(0x2020C0u, "blue script", &blue))
        return;
    if (!lay_over(&base, &red, &over_red) || !lay_over(&base, &blue, &over_blue)) return;
    uint32_t plain = hash_of(&base, NULL, 2), of_red = hash_of(&red, NULL, 2),
             of_blue = hash_of(&blue, NULL, 2);
    CHECK(plain != of_red && of_red != of_blue);
    uint32_t crc = rom_crc32(0, base.data, base.size);
    ox_overlay mods[2] = {{over_red.data, over_red.size, "red"}, {over_blue.data, over_blue.size, "blue"}};
    ox_boot_options wishes = {.overlays = mods, .overlay_count = 1};
    CHECK(start(&g, &base, &wishes));
    if (g.console == NULL) return;
    CHECK_EQ(play(&g, 2), of_red); /* the mod replaces the texture and the script alone */
    CHECK(has_bytes(&g, "raw/script", ROM_TAG_RAW, "red script") &&
          has_bytes(&g, "raw/music", ROM_TAG_RAW, "la la la"));
    ox_found found;
    CHECK(ox_images_find(&ox_console_stock(g.console)->images, rom_id("raw/music"), ROM_TAG_RAW, &found));
    CHECK(found.chunk.data > base.data && found.chunk.data < base.data + base.size);
    CHECK_EQ(lines_with(&g, "red replaces"), 2);
    uint32_t one_mod = ox_images_identity(&ox_console_stock(g.console)->images);
    stop(&g);

    wishes.overlay_count = 2; /* the later mod wins, and the log says so */
    CHECK(start(&g, &base, &wishes));
    if (g.console == NULL) return;
    CHECK_EQ(play(&g, 2), of_blue);
    CHECK(has_bytes(&g, "raw/script", ROM_TAG_RAW, "blue script"));
    CHECK_EQ(lines_with(&g, "blue replaces texture/skin of red"), 1);
    /* saves, replays and network games know the mod by this identity */
    CHECK(ox_images_identity(&ox_console_stock(g.console)->images) != one_mod);
    stop(&g);
    /* without mods the game is as before, and its bytes are unchanged */
    CHECK_EQ(hash_of(&base, NULL, 2), plain);
    CHECK_EQ(rom_crc32(0, base.data, base.size), crc);

    /* A mod with a fault: the base's chunk stands in for a damaged one, with a line in the log. A mod that is
     * no image is refused alone. */
    rom_image image;
    rom_chunk chunk;
    CHECK(rom_open(over_red.data, over_red.size, &image, NULL) == ROM_OK);
    CHECK(rom_find(&image, rom_id("texture/skin"), ROM_TAG_IMAGE, &chunk));
    over_red.data[chunk.offset + ROM_IMAGE_FORMAT] = 200;
    reseal(&over_red, &chunk);
    wishes.overlay_count = 1;
    CHECK(start(&g, &base, &wishes));
    if (g.console == NULL) return;
    CHECK_EQ(play(&g, 2), plain);
    CHECK(has_bytes(&g, "raw/script", ROM_TAG_RAW, "red script"));
    CHECK_EQ(lines_with(&g, "of red is damaged: what lies below counts"), 1);
    stop(&g);
    over_red.data[over_red.size - 1] ^= 1;
    CHECK(start(&g, &base, &wishes));
    if (g.console == NULL) return;
    CHECK(play(&g, 2) == plain && ox_console_stock(g.console)->refused == 1 &&
          lines_with(&g, "image red: ") == 1);
    stop(&g);
    wishes.strict = true; /* a strict game refuses to start with such a mod */
    CHECK(!start(&g, &base, &wishes));
    stop(&g);
    writer_free(&base);
    writer_free(&red);
    writer_free(&blue);
    writer_free(&over_red);
    writer_free(&over_blue);
}

/* ---- late resources ---- */

/* A picture is requested in play: a placeholder stands in, and the picture comes at its tick. In the loading
 * phase the picture comes at once. */
TEST(resource_requested_picture_takes_its_place) {
    static _Alignas(16) uint8_t memory[65536];
    packed_folder f;
    writer packed;
    rom_image image;
    ox_arena arena;
    ox_files files;
    ox_stock stock;
    ox_resources views;
    ox_files_config config = {.handles = 2, .requests = 8};
    CHECK(folder_make(&f));
    folder_write(&f, "square.obj", folder_square);
    folder_picture(&f, "all.png", 32, 0x40A060u);
    if (!pack_five(&f, true, &packed)) return;
    folder_remove(&f);
    CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
    for (int late = 0; late < 2; late++) {
        ox_arena_init(&arena, memory, sizeof memory);
        CHECK_EQ(ox_files_init(&files, &config, &arena), OX_OK);
        ox_stock_setup setup = {.image = &image,
                                .arena = &arena,
                                .files = &files,
                                .scratch_bytes = 8192,
                                .miss = OX_MISS_REQUEST};
        CHECK_EQ(ox_stock_open(&stock, &setup), OX_OK);
        stock.manager.config.latency = 10;
        CHECK_EQ(ox_resources_init(&views, &stock.manager, &arena, NULL, RS_RGB565, NULL), OX_OK);
        if (late) ox_manager_phase(&stock.manager, OX_PHASE_PLAY);
        const ox_mesh *mesh = ox_resource_mesh(&views, rom_id("mesh/m0"));
        CHECK_EQ(mesh->placeholder, late == 1);
        uint32_t tick = 0, arrived = 0;
        size_t used = ox_arena_used(&arena);
        for (; late && tick < 100; tick++) {
            ox_manager_tick(&stock.manager, tick);
            ox_files_pump(&files, 1024);
            ox_files_tick(&files, tick);
            mesh = ox_resource_mesh(&views, rom_id("mesh/m0"));
            if (!mesh->placeholder) break;
            CHECK_EQ(ox_arena_used(&arena) >= used, true);
        }
        arrived = tick;
        CHECK(!mesh->placeholder && mesh->materials[0].texture != NULL && (late == 0 || arrived >= 10));
        CHECK(mesh->materials[0].texture != &views.checker && views.placeholders == 0);
        CHECK_EQ(files.costs.stalls, 0);
        if (late) TEST_INFO("asked for at tick 0, whole at tick %u", (unsigned)arrived);
        ox_resources_forget(&views);
        CHECK_EQ(ox_stock_close(&stock), 0);
    }
    writer_free(&packed);
}

/* No load and no stall in a thousand frames of the carts that come with the console. */
TEST(resource_play_of_the_showcase_loads_nothing) {
    pack_report report;
    tool_error error = {.text = ""};
    cart c;
    writer image;
    game g;
    const pack_options options = {.names = false};
    if (!cart_load("rom/carts/showcase", &c, &error)) {
        CHECK(false);
        return;
    }
    bool ok = pack_cart(&c, &options, &image, &report, &error);
    cart_free(&c);
    CHECK(ok);
    if (!ok) return;
    CHECK(start(&g, &image, NULL));
    if (g.console == NULL) return;
    ox_manager *m = &ox_console_stock(g.console)->manager;
    ox_manager_counts before = m->counts;
    play(&g, 1000);
    CHECK(memcmp(&before, &m->counts, sizeof before) == 0 && m->files == NULL);
    TEST_INFO("stock of the showcase: %u records, stack of %u bytes, %u loads", (unsigned)m->config.records,
              (unsigned)m->stack.size, (unsigned)m->counts.loads);
    stop(&g);
    writer_free(&image);
}

/* ---- data worked out at load ---- */

typedef struct arc_calls {
    uint32_t inits, downs;
    fx length;
} arc_calls;

/* The length of the first path, from its points. */
static ox_status measure_path(void *context, ox_payload *payload) {
    arc_calls *calls = context;
    rom_view paths;
    calls->inits++;
    calls->length = 0;
    if (!rom_level_section(payload->data, ROM_TAG_PATH, 0, &paths)) return OX_BAD_DATA;
    const uint8_t *points = paths.data + rom_u32(paths.data + ROM_PATH_POINTS_AT);
    vec3 before = {0, 0, 0};
    for (uint32_t i = 0; i < rom_u32(paths.data + ROM_PATH_POINT_COUNT);
         i++, points += ROM_SPLINE_POINT_SIZE) {
        vec3 point = {(fx)rom_u32(points), (fx)rom_u32(points + 4), (fx)rom_u32(points + 8)};
        if (i > 0) calls->length += v3_distance(before, point);
        before = point;
    }
    return OX_OK;
}

static void forget_path(void *context, ox_payload *payload) {
    ((arc_calls *)context)->downs++;
    (void)payload;
}

TEST(resource_arc_length_at_load_is_that_of_the_tool) {
    static _Alignas(16) uint8_t memory[32768];
    packed_folder f;
    writer packed;
    rom_image image;
    ox_arena arena;
    ox_images images;
    ox_manager m;
    arc_calls calls = {0, 0, 0};
    static const ox_resource_functions functions = {.post_init = measure_path, .tear_down = forget_path};
    const ox_resource_type levels = {
        .tag = ROM_TAG_LEVEL, .name = "level", .copied = true, .context = &calls, .functions = &functions};
    const ox_manager_config config = {.records = 4,
                                      .types = 2,
                                      .stack_bytes = 16384,
                                      .miss = OX_MISS_REFUSE,
                                      .without_cache = OX_LIFE_LEVEL};
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", HEAD "level way way.txt\nscene one\n camera at=0,0,5 target=0,0,0\nend\n");
    folder_write(&f, "way.txt",
                 "level 1\nbounds 0,0,0 20,5,20\npath way straight 0,0,0 3,0,4 3,0,10 11,0,16 11,2.5,16\n");
    bool ok = folder_pack(&f, &packed);
    folder_remove(&f);
    if (!ok) return;
    CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
    ox_arena_init(&arena, memory, sizeof memory);
    ox_images_init(&images, NULL);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    CHECK_EQ(ox_manager_init(&m, &config, &images, NULL, &arena, NULL), OX_OK);
    CHECK_EQ(ox_manager_register(&m, &levels), OX_OK);
    for (uint32_t cycle = 0; cycle < 100; cycle++) {
        const uint8_t *level = ox_manager_get(&m, rom_id("level/way"), ROM_TAG_LEVEL, NULL);
        rom_view paths;
        CHECK(level != NULL && calls.inits == cycle + 1 && calls.downs == cycle);
        if (level == NULL || !rom_level_section(level, ROM_TAG_PATH, 0, &paths)) return;
        const uint8_t *spline = paths.data + rom_u32(paths.data + ROM_PATH_SPLINES_AT);
        CHECK_EQ(calls.length, (fx)rom_u32(spline + ROM_SPLINE_LENGTH));
        CHECK_EQ(calls.length, FX(23.5));
        CHECK_EQ(ox_manager_remove(&m, ox_manager_at(&m, level)), OX_OK);
        CHECK_EQ(calls.downs, cycle + 1);
    }
    CHECK_EQ(ox_arena_used(&m.stack), 0);
    writer_free(&packed);
}
