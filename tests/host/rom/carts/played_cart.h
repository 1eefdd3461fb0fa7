/* A cart with a script that a test spells out, packed, and played on a console of its own. */
#ifndef OXCART_TESTS_HOST_PLAYED_CART_H
#define OXCART_TESTS_HOST_PLAYED_CART_H

#include "kernel/console/internal.h"
#include "kernel/preset/presets.h"
#include "kernel/world/query.h"
#include "tests/host/kernel/console/quiet_console.h"
#include "tests/host/tools/pack/packed_cart.h"
#include "tools/pack/overlay.h"

typedef struct played {
    packed_folder folder;
    writer image;
    plat *port;
    ox_console *console;
    ox_error error;
} played;

/* The texts of a cart: cart.txt, game.goad, and where it is not NULL a level yard.txt. */
typedef struct played_texts {
    const char *cart, *script, *level;
} played_texts;

/* Writes the texts and a mesh square.obj into a folder. */
static inline void write_texts(packed_folder *f, const played_texts *texts) {
    CHECK(folder_make(f));
    folder_write(f, "cart.txt", texts->cart);
    folder_write(f, "square.obj", folder_square);
    folder_write(f, "game.goad", texts->script);
    if (texts->level != NULL) folder_write(f, "yard.txt", texts->level);
}

static inline void pack_texts(played *p, const played_texts *texts) {
    write_texts(&p->folder, texts);
    CHECK(folder_pack(&p->folder, &p->image));
}

static inline void pack_played(played *p, const char *text, const char *script) {
    pack_texts(p, &(played_texts){text, script, NULL});
}

/* Makes the overlay that leads from the packed cart to these texts; gives its number of chunks. */
static inline uint32_t overlay_of(const played *base, const played_texts *texts, writer *mod) {
    played other;
    rom_image was, is;
    tool_error error = {.text = ""};
    uint32_t count = 0;
    memset(&other, 0, sizeof other);
    memset(mod, 0, sizeof *mod);
    pack_texts(&other, texts);
    CHECK(rom_open(base->image.data, base->image.size, &was, NULL) == ROM_OK &&
          rom_open(other.image.data, other.image.size, &is, NULL) == ROM_OK);
    CHECK(overlay_make(&was, &is, "mod", NULL, mod, &count, &error));
    writer_free(&other.image);
    folder_remove(&other.folder);
    return count;
}

static inline uint32_t make_overlay(const played *base, const char *text, const char *script, writer *mod) {
    return overlay_of(base, &(played_texts){text, script, NULL}, mod);
}

static inline void boot_with(played *p, const ox_overlay *overlays, uint32_t count) {
    p->port = quiet_port(NULL);
    ox_boot_options boot = quiet_options(p->port, &p->image);
    boot.modules = ox_preset_silent;
    boot.overlays = overlays;
    boot.overlay_count = count;
    p->console = ox_console_boot(&boot, &p->error);
}

/* Packs texts and plays the cart. */
static inline void play_texts(played *p, const played_texts *texts) {
    memset(p, 0, sizeof *p);
    pack_texts(p, texts);
    boot_with(p, NULL, 0);
    if (p->console == NULL) TEST_INFO("%s", p->error.text);
    CHECK(p->console != NULL);
}

/* Packs texts that are refused with a message in which `says` stands. */
static inline void refuse_texts(const played_texts *texts, const char *says) {
    packed_folder f;
    writer image;
    tool_error error = {.text = ""};
    write_texts(&f, texts);
    CHECK(!folder_pack_told(&f, &image, &error));
    CHECK(strstr(error.text, says) != NULL);
    TEST_INFO("%s", error.text);
    folder_remove(&f);
}

static inline void end(played *p) {
    CHECK_EQ(ox_console_close(p->console), 0);
    host_close(p->port);
    writer_free(&p->image);
    folder_remove(&p->folder);
}

/* One frame, one step, with these buttons held. */
static inline void frame(ox_console *c, uint32_t buttons) {
    plat_input polled = {.buttons = buttons};
    ox_input_feed(c->host.input, &polled);
    CHECK(ox_console_update(c));
    ox_console_output(c);
}

static inline void frames(ox_console *c, int count) {
    for (int i = 0; i < count; i++) frame(c, 0);
}

/* Whether a line of the log has that text. Of long texts the log keeps only the beginning, which then has to
 * match. */
static inline bool logged(const ox_console *c, const char *what) {
    for (uint32_t age = 0; age < 16; age++) {
        const char *line = ox_console_log_line(c, age);
        if (line != NULL &&
            (strstr(line, what) != NULL || (strlen(line) > 60 && strncmp(line, what, 60) == 0)))
            return true;
    }
    return false;
}

/* Objects of the world in the order of their slots: those of the scene, then copies. */
static inline const ox_object *object_at(const ox_console *c, uint32_t slot) {
    const ox_world *world = &c->world;
    const ox_object *object = slot < ox_pool_peak(&world->objects) ? ox_world_slot(world, slot) : NULL;
    return object == NULL || world->objects.generations[slot] == 0 ? NULL : object;
}
static inline uint32_t handle_at(const ox_console *c, uint32_t slot) {
    return object_at(c, slot) == NULL ? 0 : object_at(c, slot)->handle.bits;
}
static inline vec3 place(const ox_console *c, uint32_t slot) {
    return *ox_place_of(&c->world, object_at(c, slot));
}

#endif
