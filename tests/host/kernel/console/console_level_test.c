/* Tests of levels of a packed cart on the console: change, sharing, refusal, costs, every fault. */
#define _POSIX_C_SOURCE 200809L
#include <string.h>

#include "kernel/console/internal.h"
#include "kernel/resource/live.h"
#include "platform/host/host_internal.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tests/port.h"
#include "tools/pack/overlay.h"

/* Two scenes that share the sign; each has a mesh with a picture of its own. The cart is packed in full. */
static const char two_levels[] =
    "title \"Two levels\"\nsize 64x48\nformat rgb565\nbudget 96K\nframe 16K\nstart one\n"
    "compress on\n"
    "texture red red.png\ntexture green green.png\ntexture blue blue.png\n"
    "material red colour=#ff2020 texture=red shading=unlit\n"
    "material green colour=#20ff20 texture=green shading=unlit\n"
    "material blue colour=#2020ff texture=blue shading=unlit\n"
    "mesh sign square.obj material=red\nmesh tree square.obj material=green\n"
    "mesh house square.obj material=blue\n"
    "scene one\n background #101010\n camera at=0,0,4 target=0,0,0\n"
    " object sign at=-1,0,0\n object tree at=1,0,0\nend\n"
    "scene two\n background #303030\n camera at=0,0,4 target=0,0,0\n"
    " object sign at=-1,0,0\n object house at=1,0,0\nend\n";

static bool pack_levels(writer *image, const char *text) {
    packed_folder f;
    CHECK(folder_make(&f));
    folder_write(&f, "cart.txt", text);
    folder_write(&f, "square.obj", folder_square);
    folder_picture(&f, "red.png", 32, 0xC02020u);
    folder_picture(&f, "green.png", 32, 0x20C020u);
    folder_picture(&f, "blue.png", 32, 0x2020C0u);
    bool ok = folder_pack(&f, image);
    folder_remove(&f);
    return ok;
}

static plat *headless(void) {
    char error[200] = "";
    host_options options = {.quiet = true, .memory = 1 << 20, .threads = 1, .frame_limit = 100000};
    return test_port_open(&options, error, sizeof error);
}

static ox_boot_options options_for(plat *p, const writer *image, const char *scene) {
    ox_boot_options options = ox_boot_defaults(p, image->data, image->size);
    options.deterministic = true;
    options.log_hashes = true;
    options.log_subsystems = false;
    options.scene = scene == NULL ? 0 : rom_id(scene);
    return options;
}

static uint32_t play(ox_console *console, int frames) {
    uint32_t hash = 0;
    for (int i = 0; i < frames; i++) {
        ox_frame_stats stats;
        CHECK(ox_console_frame(console));
        ox_console_stats(console, &stats);
        hash = hash * 31 + stats.hash;
    }
    return hash;
}

/* The hash of a console that boots in a scene. */
static uint32_t alone(const writer *image, const char *scene, int frames) {
    plat *p = headless();
    ox_error error;
    ox_boot_options options = options_for(p, image, scene);
    ox_console *console = ox_console_boot(&options, &error);
    uint32_t hash = 0;
    CHECK(console != NULL);
    if (console != NULL) hash = play(console, frames);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    return hash;
}

TEST(console_level_changes_at_run_time) {
    writer image;
    ox_error error;
    if (!pack_levels(&image, two_levels)) return;
    uint32_t one = alone(&image, "scene/one", 5), two = alone(&image, "scene/two", 5);
    CHECK(one != two);
    plat *p = headless();
    ox_boot_options options = options_for(p, &image, NULL);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    const ox_manager *m = &ox_console_stock(console)->manager;
    CHECK(m->counts.loads > 0 && m->stack.size > 0); /* the pictures are packed */
    CHECK_EQ(play(console, 5), one);
    CHECK_EQ(console->resources.placeholders, 0);
    size_t used = ox_arena_used(console->resident), stack = ox_arena_used(&m->stack);
    const ox_manager_record *sign = ox_manager_find(m, rom_id("texture/red"), ROM_TAG_IMAGE);
    uint32_t kept = sign == NULL ? 0 : sign->bits;
    for (int turn = 0; turn < 50; turn++) {
        uint32_t loads = m->counts.loads;
        CHECK_EQ(ox_console_level(console, rom_id("scene/two"), &error), OX_OK);
        CHECK_EQ(ox_console_scene(console), rom_id("scene/two"));
        CHECK_EQ(play(console, 5), two);
        uint32_t fresh = m->counts.loads - loads;
        CHECK(fresh > 0 && fresh < loads); /* resources of both scenes were not loaded again */
        CHECK(ox_manager_find(m, rom_id("texture/green"), ROM_TAG_IMAGE) == NULL);
        ox_console_ask_level(console, rom_id("scene/one")); /* the level changes at the end of the tick */
        CHECK_EQ(play(console, 5), one);
        CHECK_EQ(ox_arena_used(console->resident), used);
        CHECK_EQ(ox_arena_used(&m->stack), stack);
    }
    sign = ox_manager_find(m, rom_id("texture/red"), ROM_TAG_IMAGE);
    CHECK(kept != 0 && sign != NULL && sign->bits == kept && sign->reloads == 0);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    writer_free(&image);
}

TEST(console_level_that_fails_leaves_the_one_before) {
    writer image;
    ox_error error;
    if (!pack_levels(&image, two_levels)) return;
    uint32_t one = alone(&image, "scene/one", 5);
    plat *p = headless();
    ox_boot_options options = options_for(p, &image, NULL);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    play(console, 3);
    size_t used = ox_arena_used(console->resident);
    CHECK_EQ(ox_console_level(console, 12345, &error), OX_NOT_FOUND);
    CHECK(strstr(error.text, "00003039 is missing or damaged") != NULL);
    CHECK(ox_console_scene(console) == rom_id("scene/one") && ox_arena_used(console->resident) == used);
    CHECK_EQ(play(console, 5), one); /* the level begins anew */
    ox_console_ask_level(console, 12345);
    play(console, 1);
    CHECK(strstr(ox_console_log_line(console, 1), "level #00003039: ") != NULL ||
          strstr(ox_console_log_line(console, 0), "level #00003039: ") != NULL);
    /* Memory that somebody holds above the scene. */
    ox_mark mark = ox_arena_mark(console->resident, OX_ARENA_LOW);
    CHECK(ox_arena_push_low(console->resident, 16, 8) != NULL);
    CHECK_EQ(ox_console_level(console, rom_id("scene/two"), &error), OX_BAD_STATE);
    CHECK(strstr(error.text, "resident memory of the game") != NULL);
    CHECK_EQ(ox_console_language(console, 1, 0, &error), OX_BAD_STATE);
    CHECK_EQ(ox_console_replace(console, NULL, 0, &error), OX_BAD_STATE);
    ox_arena_rollback(console->resident, mark);
    play(console, 1);
    /* Every request for memory of the change is refused in turn: the scene before stays, whole. */
    bool through = false;
    int refusals = 0;
    for (uint32_t k = 1; k < 200 && !through; k++) {
        ox_arena *arenas[2] = {console->resident, &console->stock.manager.stack};
        ox_arena_fail_after(arenas[k & 1], (k + 1) / 2);
        ox_status status = ox_console_level(console, rom_id("scene/two"), &error);
        bool struck = arenas[k & 1]->refused != 0;
        ox_arena_fail_after(arenas[k & 1], 0);
        arenas[k & 1]->refused = 0;
        if (status == OX_OK) {
            /* A view that found no memory has a placeholder; the scene before comes back whole. */
            through = !struck && k > 40;
            CHECK_EQ(ox_console_level(console, rom_id("scene/one"), &error), OX_OK);
        } else {
            refusals++;
            CHECK(error.text[0] != 0 && error.status == (int)status);
        }
        CHECK_EQ(play(console, 5), one);
        CHECK_EQ(ox_arena_used(console->resident), used);
    }
    CHECK(refusals > 2 && through);
    TEST_INFO("%d requests of a change refused", refusals);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    writer_free(&image);
}

typedef struct life {
    int refused, changed, kept, lost;
} life;

/* Boot, level change, shutdown under a fault: a named outcome each time, nothing leaked. */
static void live(const writer *image, ox_fault *fault, life *l) {
    plat *p = headless();
    ox_error error;
    ox_boot_options options = options_for(p, image, NULL);
    options.faults = fault;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) {
        CHECK(error.status < 0 && error.text[0] != 0);
        l->refused++;
    } else {
        play(console, 2);
        ox_status status = ox_console_level(console, rom_id("scene/two"), &error);
        bool plays = console->engine.startup.running == (1u << OX_CONSOLE_SUBSYSTEMS) - 1u;
        CHECK(status == OX_OK ? plays : error.text[0] != 0 && error.status == (int)status);
        l->changed += status == OX_OK;
        l->kept += status != OX_OK && plays;
        l->lost += !plays;
        if (plays) play(console, 1);
    }
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
}

/* Each request for memory in all regions is refused alone, then every k-th request. */
TEST(console_level_every_allocation_of_a_life_fails) {
    writer image;
    life once = {0, 0, 0, 0}, again = {0, 0, 0, 0};
    if (!pack_levels(&image, two_levels)) return;
    uint32_t k = 1;
    for (bool struck = true; struck && k < 500; k++) {
        ox_fault fault = ox_fault_at(k, OX_TAGS);
        live(&image, &fault, &once);
        struck = fault.struck > 0;
    }
    CHECK(k < 500 && once.refused > 5 && once.changed > 5 && once.kept > 2 && once.lost == 0);
    for (uint32_t every = 1; every < 60; every++) {
        ox_fault fault = ox_fault_every(every, OX_TAGS);
        live(&image, &fault, &again);
    }
    CHECK(again.refused > 5);
    TEST_INFO("%u requests: %d boots refused, %d levels changed, %d stayed", (unsigned)k - 2, once.refused,
              once.changed, once.kept);
    TEST_INFO("every k-th: %d boots refused, %d levels changed, %d stayed, %d games ended", again.refused,
              again.changed, again.kept, again.lost);
    writer_free(&image);
}

/* In play nothing is loaded: no miss, no stall, in a thousand frames. */
TEST(console_level_play_loads_nothing) {
    writer image;
    ox_error error;
    if (!pack_levels(&image, two_levels)) return;
    plat *p = headless();
    ox_boot_options options = options_for(p, &image, NULL);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    ox_manager *m = &ox_console_stock(console)->manager;
    CHECK_EQ(m->phase, OX_PHASE_PLAY);
    ox_manager_counts before = m->counts;
    play(console, 1000);
    CHECK(memcmp(&before, &m->counts, sizeof before) == 0);
    CHECK(m->files == NULL); /* there are no files from which a load could stall */
    /* A resource that is not in memory is refused in play, and a placeholder stands in. */
    CHECK(ox_resource_mesh(&console->resources, rom_id("mesh/house"))->placeholder ==
          (m->counts.refused > 0));
    CHECK(ox_manager_get(m, rom_id("texture/blue"), ROM_TAG_IMAGE, NULL) != NULL &&
          m->status == OX_BAD_STATE);
    CHECK(test_assertions() >= 0 && m->counts.refused > 0);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    writer_free(&image);
}

/* ---- live replacement ---- */

static const char live_cart[] =
    "title \"Live\"\nsize 64x48\nformat rgb565\nbudget 96K\nframe 16K\nstart one\n"
    "texture red red.png\nmaterial red colour=#ff2020 texture=red shading=unlit\n"
    "mesh sign square.obj material=red\ntable power power.csv kind=u8\n"
    "raw script hero.script\nlevel way way.txt\n"
    "scene one\n background #101010\n camera at=0,0,4 target=0,0,0\n"
    " object sign at=0,0,0 spin=60,0,0\nend\n";

static void live_files(packed_folder *f, const char *cart_text, uint32_t rgb, const char *obj,
                       const char *csv) {
    folder_write(f, "cart.txt", cart_text);
    folder_write(f, "square.obj", obj);
    folder_write(f, "power.csv", csv);
    folder_write(f, "hero.script", "walk");
    folder_write(f, "way.txt", "level 1\nbounds 0,0,0 9,9,9\n");
    folder_picture(f, "red.png", 32, rgb);
}

/* The overlay that leads from `base` to the folder's present content. */
static bool live_overlay(const packed_folder *f, const writer *base, writer *overlay, writer *whole) {
    rom_image was, is;
    tool_error error = {.text = ""};
    uint32_t count = 0;
    memset(overlay, 0, sizeof *overlay);
    if (!folder_pack(f, whole)) return false;
    bool ok = rom_open(base->data, base->size, &was, NULL) == ROM_OK &&
              rom_open(whole->data, whole->size, &is, NULL) == ROM_OK &&
              overlay_make(&was, &is, "live", NULL, overlay, &count, &error);
    if (!ok) TEST_INFO("%s", error.text);
    CHECK(ok);
    return ok;
}

static const char *const live_changes[] = {"texture", "mesh", "table", "scene", "script", "level"};

static const char *live_form = "rgb565";

static void live_change(packed_folder *f, int what) {
    static char cart_text[1024];
    const char *at = strstr(live_cart, "rgb565");
    snprintf(cart_text, sizeof cart_text, "%.*s%s%s", (int)(at - live_cart), live_cart, live_form, at + 6);
    live_files(f, cart_text, 0xC02020u, folder_square, "0,1,4,9\n");
    if (what == 0) folder_picture(f, "red.png", 32, 0x20C0C0u);
    if (what == 1)
        folder_write(f, "square.obj",
                     "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\n");
    if (what == 2) folder_write(f, "power.csv", "0,1,8,27\n");
    if (what == 3) {
        static char text[1024];
        snprintf(text, sizeof text, "%s", cart_text);
        memcpy(strstr(text, "#101010"), "#705010", 7);
        folder_write(f, "cart.txt", text);
    }
    if (what == 4) folder_write(f, "hero.script", "jump");
    if (what == 5) folder_write(f, "way.txt", "level 1\nbounds 0,0,0 9,5,9\n");
}

/* A game that plays the changed cart from the start, and one into which the change comes after seven frames,
 * show the same from then on. Changes are seen at once, and the state is kept. */
TEST(console_live_changes_are_seen_and_the_state_is_kept) {
    packed_folder f;
    writer base, overlay, whole;
    ox_error error;
    CHECK(folder_make(&f));
    live_change(&f, -1);
    if (!folder_pack(&f, &base)) return;
    for (int what = 0; what < 6; what++) {
        live_change(&f, what);
        if (!live_overlay(&f, &base, &overlay, &whole)) continue;
        plat *p = headless(), *q = headless();
        ox_boot_options options = options_for(p, &base, NULL), changed = options_for(q, &whole, NULL);
        ox_console *console = ox_console_boot(&options, &error), *other = ox_console_boot(&changed, &error);
        CHECK(console != NULL && other != NULL);
        if (console == NULL || other == NULL) return;
        uint32_t before = play(console, 7), fresh = play(other, 7);
        CHECK_EQ(before == fresh, what == 2 || what > 3);
        CHECK_EQ(ox_console_replace(console, overlay.data, (uint32_t)overlay.size, &error), OX_OK);
        CHECK_EQ(play(console, 9), play(other, 9));
        uint32_t size = 0;
        const uint8_t *table =
            ox_manager_get(&ox_console_stock(console)->manager, rom_id("table/power"), ROM_TAG_TABLE, &size);
        CHECK(table != NULL && size > 4);
        if (table != NULL) CHECK_EQ(table[rom_u32(table + ROM_TABLE_VALUES_AT) + 3], what == 2 ? 27 : 9);
        const uint8_t *script =
            ox_manager_get(&ox_console_stock(console)->manager, rom_id("raw/script"), ROM_TAG_RAW, &size);
        CHECK(script != NULL && memcmp(script + ROM_RAW_SIZE, what == 4 ? "jump" : "walk", 4) == 0);
        uint32_t whole_size = 0;
        const uint8_t *level =
            ox_manager_get(&ox_console_stock(console)->manager, rom_id("level/way"), ROM_TAG_LEVEL, &size);
        const uint8_t *wanted = ox_manager_get(&ox_console_stock(other)->manager, rom_id("level/way"),
                                               ROM_TAG_LEVEL, &whole_size);
        CHECK(level != NULL && wanted != NULL && size == whole_size && memcmp(level, wanted, size) == 0);
        /* Taking the overlay away brings the old cart back. */
        CHECK_EQ(ox_console_replace(console, NULL, 0, &error), OX_OK);
        plat *r = headless();
        options.platform = r;
        ox_console *plain = ox_console_boot(&options, &error);
        CHECK(plain != NULL);
        if (plain != NULL) {
            play(plain, 16);
            CHECK_EQ(play(console, 4), play(plain, 4));
        }
        TEST_INFO("%s", live_changes[what]);
        CHECK_EQ(ox_console_close(plain), 0);
        CHECK_EQ(ox_console_close(console), 0);
        CHECK_EQ(ox_console_close(other), 0);
        host_close(p);
        host_close(q);
        host_close(r);
        writer_free(&overlay);
        writer_free(&whole);
    }
    folder_remove(&f);
    writer_free(&base);
}

/* The checksum of a chunk that was changed in a copy of the image. */
static void set_checksum(uint8_t *copy, const rom_image *image, const rom_chunk *chunk) {
    uint32_t crc = rom_crc32(0, copy + chunk->offset, chunk->stored);
    for (uint32_t i = 0; i < image->count; i++) {
        uint8_t *entry = copy + image->directory + i * ROM_ENTRY_SIZE;
        if (rom_u32(entry + ROM_ENTRY_ID) != chunk->id || rom_u32(entry + ROM_ENTRY_TYPE) != chunk->type)
            continue;
        for (int k = 0; k < 4; k++) entry[ROM_ENTRY_CRC + k] = (uint8_t)(crc >> (8 * k));
    }
}

/* A palette that leaves its shades to the console has no room for them while a game runs: such a change wants
 * a restart. */
static void live_palette_without_shades(ox_console *console, const writer *overlay, const plat *p) {
    uint32_t before[256];
    ox_live_report report;
    ox_error error;
    rom_image image;
    rom_chunk chunk;
    uint8_t *bare = malloc(overlay->size);
    memcpy(before, p->palette, sizeof before);
    memcpy(bare, overlay->data, overlay->size);
    CHECK(rom_open(overlay->data, overlay->size, &image, NULL) == ROM_OK &&
          rom_find(&image, rom_id("palette"), ROM_TAG_PALETTE, &chunk));
    memset(bare + chunk.offset + ROM_PALETTE_SHADES, 0, 4);
    set_checksum(bare, &image, &chunk);
    ox_resources_leave_palette(&console->resources);
    CHECK_EQ(ox_live_replace(&console->stock.manager, bare, (uint32_t)overlay->size, &report), OX_OK);
    CHECK_EQ(ox_resources_enter_palette(&console->resources), OX_BAD_VERSION);
    ox_resources_leave_palette(&console->resources);
    CHECK_EQ(ox_live_replace(&console->stock.manager, NULL, 0, &report), OX_OK);
    CHECK_EQ(ox_resources_enter_palette(&console->resources), OX_OK);
    CHECK_EQ(ox_console_replace(console, bare, (uint32_t)overlay->size, &error), OX_BAD_VERSION);
    CHECK(strstr(error.text, "palette") != NULL && !console->quits);
    CHECK(memcmp(p->palette, before, sizeof before) == 0 &&
          memcmp(console->resources.palette->rgb, before, sizeof before) == 0);
    play(console, 1);
    free(bare);
}

/* Carts of 256 colours, most of which come with the picture. The display, the shades and the blend tables get
 * the new palette, packed or not, and the old palette comes back. */
TEST(console_live_changes_bring_their_palette) {
    static const char *const forms[] = {"pal8", "pal8\ncompress on"};
    for (int form = 0; form < 2; form++) {
        packed_folder f;
        writer base, overlay, whole;
        ox_error error;
        live_form = forms[form];
        CHECK(folder_make(&f));
        live_change(&f, -1);
        bool ok = folder_pack(&f, &base);
        live_change(&f, 0);
        ok = ok && live_overlay(&f, &base, &overlay, &whole);
        folder_remove(&f);
        live_form = "rgb565";
        if (!ok) return;
        plat *p = headless(), *q = headless();
        ox_boot_options options = options_for(p, &base, NULL), changed = options_for(q, &whole, NULL);
        ox_console *console = ox_console_boot(&options, &error), *other = ox_console_boot(&changed, &error);
        CHECK(console != NULL && other != NULL);
        if (console == NULL || other == NULL) return;
        play(console, 7);
        play(other, 7);
        uint32_t before[256];
        memcpy(before, p->palette, sizeof before);
        CHECK(memcmp(p->palette, q->palette, sizeof before) != 0);
        size_t used = ox_arena_used(console->resident);
        for (int i = 0; i < 3; i++) {
            CHECK_EQ(ox_console_replace(console, overlay.data, (uint32_t)overlay.size, &error), OX_OK);
            CHECK(memcmp(p->palette, q->palette, sizeof before) == 0);
            CHECK(memcmp(console->resources.palette->rgb, other->resources.palette->rgb, sizeof before) == 0);
            CHECK(memcmp(console->resources.palette->shades, other->resources.palette->shades,
                         ROM_PALETTE_LEVELS * 256) == 0);
            CHECK(memcmp(console->resources.checker.pixels, other->resources.checker.pixels, 256) == 0);
            CHECK_EQ(play(console, 9), play(other, 9));
            if (i == 2) break;
            CHECK_EQ(ox_console_replace(console, NULL, 0, &error), OX_OK);
            CHECK(memcmp(p->palette, before, sizeof before) == 0);
            CHECK(memcmp(console->resources.palette->rgb, before, sizeof before) == 0);
            play(console, 1);
            play(other, 1);
        }
        CHECK_EQ(ox_console_replace(console, NULL, 0, &error), OX_OK);
        CHECK_EQ(ox_arena_used(console->resident), used);
        /* A refused overlay leaves all of the old cart. */
        uint8_t *damaged = malloc(overlay.size);
        memcpy(damaged, overlay.data, overlay.size);
        damaged[overlay.size / 2] ^= 0x40;
        CHECK(ox_failed(ox_console_replace(console, damaged, (uint32_t)overlay.size, &error)));
        CHECK(memcmp(p->palette, before, sizeof before) == 0);
        CHECK(!console->quits);
        play(console, 1);
        free(damaged);
        if (form == 0) live_palette_without_shades(console, &overlay, p);
        CHECK_EQ(ox_console_close(console), 0);
        CHECK_EQ(ox_console_close(other), 0);
        host_close(p);
        host_close(q);
        writer_free(&overlay);
        writer_free(&whole);
        writer_free(&base);
    }
}

TEST(console_live_refuses_what_does_not_fit) {
    packed_folder f;
    writer base, overlay, whole;
    ox_error error;
    CHECK(folder_make(&f));
    live_change(&f, -1);
    if (!folder_pack(&f, &base)) return;
    live_change(&f, 0);
    if (!live_overlay(&f, &base, &overlay, &whole)) return;
    folder_remove(&f);
    plat *p = headless();
    ox_boot_options options = options_for(p, &base, NULL);
    uint32_t expected = alone(&base, NULL, 3), used;
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    CHECK_EQ(play(console, 3), expected);
    used = (uint32_t)ox_arena_used(console->resident);
    uint8_t *damaged = malloc(overlay.size);
    rom_image image;
    rom_chunk chunk;
    CHECK(rom_open(overlay.data, overlay.size, &image, NULL) == ROM_OK);
    for (uint32_t i = 0; rom_entry(&image, i, &chunk);
         i++) { /* a byte of each chunk is inverted: the chunk's checksum tells */
        if (chunk.codec == ROM_CODEC_DELETED || chunk.type == ROM_TAG_INFO) continue;
        memcpy(damaged, overlay.data, overlay.size);
        damaged[chunk.offset + chunk.stored / 2] ^= 0x40;
        CHECK_EQ(ox_console_replace(console, damaged, (uint32_t)overlay.size, &error), OX_BAD_DATA);
        CHECK(error.text[0] != 0);
        CHECK_EQ(ox_arena_used(console->resident), used);
    }
    /* An overlay of another layout: a fixed part of another size, with a right checksum. */
    CHECK(rom_find(&image, rom_id("texture/red"), ROM_TAG_IMAGE, &chunk));
    memcpy(damaged, overlay.data, overlay.size);
    damaged[chunk.offset + ROM_CHUNK_HEADER] = 20;
    set_checksum(damaged, &image, &chunk);
    ox_status status = ox_console_replace(console, damaged, (uint32_t)overlay.size, &error);
    CHECK(status == OX_BAD_VERSION || status == OX_BAD_DATA);
    CHECK(strstr(error.text, "layout") != NULL || strstr(error.text, "chunk") != NULL);
    CHECK_EQ(ox_console_replace(console, "OXCT", 4, &error), OX_BAD_IMAGE);
    /* The old cart is in place still. */
    plat *q = headless();
    options.platform = q;
    ox_console *plain = ox_console_boot(&options, &error);
    play(plain, 3);
    CHECK_EQ(play(console, 5), play(plain, 5));
    CHECK_EQ(ox_console_close(plain), 0);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    host_close(q);
    free(damaged);
    writer_free(&overlay);
    writer_free(&whole);
    writer_free(&base);
}

TEST(console_live_thousand_replacements_leak_nothing) {
    packed_folder f;
    writer base, overlay[2], whole;
    ox_error error;
    CHECK(folder_make(&f));
    live_change(&f, -1);
    if (!folder_pack(&f, &base)) return;
    for (int i = 0; i < 2; i++) {
        live_change(&f, i);
        if (!live_overlay(&f, &base, &overlay[i], &whole)) return;
        writer_free(&whole);
    }
    folder_remove(&f);
    plat *p = headless();
    ox_boot_options options = options_for(p, &base, NULL);
    ox_console *console = ox_console_boot(&options, &error);
    CHECK(console != NULL);
    if (console == NULL) return;
    size_t used[2] = {0, 0}, stack[2] = {0, 0};
    uint8_t *copies[2] = {NULL, NULL};
    for (int i = 0; i < 1000; i++) {
        const writer *o = &overlay[i & 1];
        uint8_t *copy = malloc(o->size); /* each push is a block of its own */
        memcpy(copy, o->data, o->size);
        CHECK_EQ(ox_console_replace(console, copy, (uint32_t)o->size, &error), OX_OK);
        free(copies[0]); /* the overlay before */
        copies[0] = copy;
        if (i % 50 < 2) play(console, 1);
        size_t now = ox_arena_used(console->resident),
               of_stack = ox_arena_used(&console->stock.manager.stack);
        if (i >= 2) CHECK(now == used[i & 1] && of_stack == stack[i & 1]);
        used[i & 1] = now;
        stack[i & 1] = of_stack;
    }
    CHECK_EQ(console->resources.placeholders, 0);
    CHECK_EQ(ox_console_close(console), 0);
    host_close(p);
    free(copies[0]);
    for (int i = 0; i < 2; i++) writer_free(&overlay[i]);
    writer_free(&base);
}
