/* The image behind the program: how it is found, played, and logged. */
#include "platform/cartridge.h"
#include "kernel/recording/module.h"

#include <string.h>

#include "kernel/console/console.h"
#include "kernel/debug/format.h"
#include "rom/rom.h"

static uint32_t get16(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t get_word(const uint8_t *at) { return get16(at) | get16(at + 2) << 16; }

const char *cartridge_find(const uint8_t *file, uint32_t most, const char *magic, cartridge *found) {
    /* The exporter changes the bytes of the locator after the compiler saw them. */
    const uint8_t *locator = file;
    __asm__("" : "+r"(locator));
    locator += CARTRIDGE_LOCATOR_OFFSET;
    memset(found, 0, sizeof *found);
    if (memcmp(locator, magic, 8) != 0 ||
        get_word(locator + CARTRIDGE_AT_VERSION) != CARTRIDGE_LOCATOR_VERSION) {
        return "This cartridge was exported for another player: export it again.";
    }
    uint32_t offset = get_word(locator + CARTRIDGE_AT_IMAGE_OFFSET);
    found->image = file + offset;
    found->size = get_word(locator + CARTRIDGE_AT_IMAGE_SIZE);
    found->flags = get_word(locator + CARTRIDGE_AT_FLAGS);
    found->frames = get_word(locator + CARTRIDGE_AT_FRAMES);
    found->width = (int)get16(locator + CARTRIDGE_AT_WIDTH);
    found->height = (int)get16(locator + CARTRIDGE_AT_HEIGHT);
    found->format = (int)get16(locator + CARTRIDGE_AT_FORMAT) - 1;
    found->band_lines = (int)get16(locator + CARTRIDGE_AT_BAND_LINES);
    uint32_t replay = get_word(locator + CARTRIDGE_AT_REPLAY_OFFSET);
    found->replay_size = get_word(locator + CARTRIDGE_AT_REPLAY_SIZE);
    if (replay != 0 && replay < most && found->replay_size <= most - replay) found->replay = file + replay;
    if (offset == 0) return "No game in this cartridge: make one with `oxcart export`.";
    if (offset % CARTRIDGE_IMAGE_ALIGNMENT != 0 || offset >= most || found->size > most - offset) {
        return "The game does not lie within this cartridge: export it again.";
    }
    return NULL;
}

typedef bool entry_answer(const cartridge *c, const uint8_t *entry);
static bool any_inside(const cartridge *c, const uint8_t *entry, entry_answer *answer);

/* Whether `answer` is true for any directory entry, also of the carts of a list; true when there is no directory, and for a list in a list. */
static bool any_entry(const cartridge *c, entry_answer *answer, bool is_inside) {
    if (c->size < ROM_HEADER_SIZE) return true;
    uint32_t directory = get_word(c->image + ROM_AT_DIRECTORY), count = get_word(c->image + ROM_AT_COUNT);
    if (directory > c->size || count > (c->size - directory) / ROM_ENTRY_SIZE) return true;
    const uint8_t *entry = c->image + directory;
    for (uint32_t i = 0; i < count; i++, entry += ROM_ENTRY_SIZE) {
        if (answer(c, entry)) return true;
        if (ROM_SMALL_PLAYER || get_word(entry + ROM_ENTRY_TYPE) != ROM_TAG_CART) continue;
        if (is_inside || any_inside(c, entry, answer)) return true;
    }
    return false;
}

/* Whether `answer` is true for a cart of a list. */
static bool any_inside(const cartridge *c, const uint8_t *entry, entry_answer *answer) {
    const uint32_t at = get_word(entry + ROM_ENTRY_OFFSET);
    if (at > c->size || c->size - at < ROM_CART_SIZE) return true;
    cartridge inner = *c;
    const uint32_t from = get_word(c->image + at + ROM_CART_IMAGE_AT), room = c->size - at;
    inner.size = get_word(c->image + at + ROM_CART_IMAGE_BYTES);
    inner.image = c->image + at + from;
    return from < ROM_CART_SIZE || from > room || inner.size > room - from || any_entry(&inner, answer, true);
}

static bool is_picture(const cartridge *c, const uint8_t *entry) {
    (void)c;
    return get_word(entry + ROM_ENTRY_TYPE) == ROM_TAG_IMAGE;
}

/* A material that is shaded per pixel, or a scene with an object that is shaded per pixel. */
static bool is_lit_per_pixel(const cartridge *c, const uint8_t *entry) {
    enum { PHONG = 3 };
    uint32_t type = get_word(entry + ROM_ENTRY_TYPE), at = get_word(entry + ROM_ENTRY_OFFSET);
    const uint32_t head = type == ROM_TAG_MATERIAL ? ROM_MATERIAL_SHADING + 1 : ROM_SCENE_BASE;
    if (type != ROM_TAG_MATERIAL && type != ROM_TAG_SCENE) return false;
    if (entry[ROM_ENTRY_CODEC] != 0 || at > c->size || c->size - at < head) return true;
    const uint8_t *chunk = c->image + at;
    if (type == ROM_TAG_MATERIAL) return chunk[ROM_MATERIAL_SHADING] == PHONG;
    const uint32_t room = c->size - at, objects = get_word(chunk + ROM_SCENE_OBJECT_AT),
                   count = get16(chunk + ROM_SCENE_OBJECTS);
    if (objects > room || count > (room - objects) / ROM_OBJECT_SIZE) return true;
    for (uint32_t i = 0; i < count; i++) {
        if (chunk[objects + i * ROM_OBJECT_SIZE + ROM_OBJECT_SHADING] == PHONG) return true;
    }
    return false;
}

/* A scene whose lights are more than a single directional one. */
static bool is_lit_by_more(const cartridge *c, const uint8_t *entry) {
    const uint32_t at = get_word(entry + ROM_ENTRY_OFFSET);
    if (get_word(entry + ROM_ENTRY_TYPE) != ROM_TAG_SCENE) return false;
    if (entry[ROM_ENTRY_CODEC] != 0 || at > c->size || c->size - at < ROM_SCENE_BASE) return true;
    const uint8_t *chunk = c->image + at;
    const uint32_t room = c->size - at, lights = get_word(chunk + ROM_SCENE_LIGHT_AT),
                   count = get16(chunk + ROM_SCENE_LIGHTS);
    if (count == 0) return false;
    if (count > 1 || lights > room || room - lights < ROM_LIGHT_SIZE) return true;
    return chunk[lights + ROM_LIGHT_KIND] != RS_LIGHT_DIRECTIONAL;
}

static bool is_mesh(const cartridge *c, const uint8_t *entry) {
    (void)c;
    return get_word(entry + ROM_ENTRY_TYPE) == ROM_TAG_MESH;
}

bool cartridge_has_meshes(const cartridge *c) { return any_entry(c, is_mesh, false); }

bool cartridge_has_pictures(const cartridge *c) { return any_entry(c, is_picture, false); }

bool cartridge_has_pixel_light(const cartridge *c) { return any_entry(c, is_lit_per_pixel, false); }

/* Packed entries, and sections and regions, which have codecs of their own. */
static bool is_packed(const cartridge *c, const uint8_t *entry) {
    (void)c;
    return entry[ROM_ENTRY_CODEC] != 0 || (entry[ROM_ENTRY_FLAGS] & ROM_ENTRY_SECTIONED) != 0 ||
           get_word(entry + ROM_ENTRY_TYPE) == ROM_TAG_SECTIONS ||
           get_word(entry + ROM_ENTRY_TYPE) == ROM_TAG_REGION_MAP;
}

bool cartridge_has_packed(const cartridge *c) { return any_entry(c, is_packed, false); }

static bool is_script(const cartridge *c, const uint8_t *entry) {
    (void)c;
    return get_word(entry + ROM_ENTRY_TYPE) == ROM_TAG_SCRIPTS;
}

bool cartridge_has_scripts(const cartridge *c) { return any_entry(c, is_script, false); }

static bool is_audio(const cartridge *c, const uint8_t *entry) {
    (void)c;
    return get_word(entry + ROM_ENTRY_TYPE) == ROM_TAG_AUDIO;
}

bool cartridge_has_sound(const cartridge *c) { return any_entry(c, is_audio, false); }

bool cartridge_has_lights(const cartridge *c) { return any_entry(c, is_lit_by_more, false); }

void cartridge_apply(const cartridge *c, ox_boot_options *options) {
    if (c->width != 0) options->width = c->width;
    if (c->height != 0) options->height = c->height;
    if (c->format >= 0) options->format = c->format;
    if (c->band_lines != 0) options->band_lines = c->band_lines;
    options->deterministic = (c->flags & CARTRIDGE_DETERMINISTIC) != 0;
    options->log_hashes = (c->flags & CARTRIDGE_LOG_HASHES) != 0;
    options->log_cycles = (c->flags & CARTRIDGE_LOG_CYCLES) != 0;
    /* A cartridge that logs or replays is measured, and one that ends by itself is no game for people. */
    if (c->flags == 0 && c->frames == 0 && c->replay == NULL) options->start_screen = CARTRIDGE_START_SCREEN;
    options->replay = c->replay;
    options->replay_size = c->replay_size;
}

/* Logs "replay=TICKS/END checks=N" and "equal", or what differs. Not inline: its texts would lie on the stack of every
 * frame. */
static __attribute__((noinline)) void log_replay(plat *p, const ox_console *console) {
    ox_replay_report report;
    char line[280];
    if (!ox_console_replay(console, &report)) return;
    ox_format(line, sizeof line, "replay=%u/%u checks=%u %s", (unsigned)report.ticks, (unsigned)report.end,
              (unsigned)report.checks, report.differs ? report.text : "equal");
    plat_log(p, PLAT_LOG_INFO, line);
}

static __attribute__((noinline)) void log_stack(plat *p, const ox_console *console) {
    char line[48];
    size_t peak, size;
    if (!ox_console_stack(console, &peak, &size)) return;
    ox_format(line, sizeof line, "stack=%u/%u", (unsigned)peak, (unsigned)size);
    plat_log(p, PLAT_LOG_INFO, line);
}

void cartridge_end(const cartridge *c, plat *p, const ox_console *console) {
    log_replay(p, console);
    if (c->flags != 0) log_stack(p, console);
    plat_log(p, PLAT_LOG_INFO, "quit");
}

bool cartridge_play(const cartridge *c, plat *p, ox_console *console, bool (*intact)(void)) {
    for (uint32_t played = 0; c->frames == 0 || played < c->frames; played++) {
        if (!ox_console_frame(console)) break;
        if (!intact()) return false;
    }
    cartridge_end(c, p, console);
    return true;
}
