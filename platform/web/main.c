/* The functions that the page calls: they take the cartridge, boot the console and play it frame by frame. */
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/console/plan.h"
#include "kernel/input/record.h"
#include "kernel/preset/presets.h"
#include "platform/cartridge.h"
#include "platform/web/export.h"
#include "platform/web/web.h"

/* A function that the page finds by its name. */
#define WEB_EXPORT(name) __attribute__((export_name(name)))

static struct {
    plat port;
    cartridge image;
    ox_console *console; /* NULL: nothing plays */
    uint8_t *file;
    uint32_t size, played;
} player;

WEB_EXPORT("reserve") uint8_t *web_cartridge(uint32_t size);
WEB_EXPORT("boot") bool web_boot(void);
WEB_EXPORT("frame") bool web_frame(void);
WEB_EXPORT("input")
void web_input(uint32_t buttons, int stick_x, int stick_y, int pointer_x, int pointer_y, int dx, int dy,
               bool held, int wheel);
WEB_EXPORT("senses") uint16_t *web_senses(void);
WEB_EXPORT("pad")
void web_pad_input(int pad, int abilities, uint32_t buttons, int stick_x, int stick_y);
WEB_EXPORT("notice") void web_notice(plat_notice_kind kind);

/* Reserves the place where the page puts a cartridge of `size` bytes; 0: there is no room for it. */
uint8_t *web_cartridge(uint32_t size) {
    web_paint_stack();
    player.file = web_reserve(size);
    player.size = size;
    return player.file;
}

/* The budget of the image in bytes; 0 when the console will refuse it. */
static size_t wanted_memory(const cartridge *c) {
    rom_image image;
    rom_error fault;
    ox_rom_budget budget;
    if (rom_open(c->image, c->size, &image, &fault) != ROM_OK || image.budget == 0) return 0;
    return ox_failed(ox_rom_budget_read(&image, &budget)) ? 0 : budget.main;
}

/* Boots the console on the cartridge. False on failure; the log tells why. */
bool web_boot(void) {
    plat *p = &player.port;
    ox_error error;
    const char *trouble = "No game in this page: make one with `oxcart export`.";
    if (player.file != NULL && player.size >= CARTRIDGE_LOCATOR_OFFSET + CARTRIDGE_LOCATOR_SIZE)
        trouble = cartridge_find(player.file, player.size, WEB_LOCATOR_MAGIC, &player.image);
    if (trouble != NULL) {
        plat_log(p, PLAT_LOG_ERROR, trouble);
        return false;
    }
    p->rom = player.image.image;
    p->rom_bytes = player.image.size;
    p->main.size = wanted_memory(&player.image);
    ox_boot_options options = ox_boot_defaults(p, player.image.image, player.image.size);
    options.modules = ox_preset_full;
    options.cart = ox_preset_cart;
    cartridge_apply(&player.image, &options);
    player.console = ox_console_boot(&options, &error);
    if (player.console == NULL) plat_log(p, PLAT_LOG_ERROR, error.text);
    return player.console != NULL;
}

/* Plays one frame. False when the game is over. */
bool web_frame(void) {
    if (player.console == NULL) return false;
    bool more = ox_console_frame(player.console);
    if (more) player.played++;
    if (more && (player.image.frames == 0 || player.played < player.image.frames)) return true;
    cartridge_end(&player.image, &player.port, player.console);
    ox_console_close(player.console);
    player.console = NULL;
    return false;
}

static int16_t clamped_half(int value) {
    return (int16_t)(value < -32767 ? -32767 : value > 32767 ? 32767 : value);
}

/* Where the page writes the half words of plat_senses before it calls web_input or web_pad_input. */
uint16_t *web_senses(void) { return player.port.senses; }

/* Takes the senses that the page wrote. */
static plat_senses take_senses(void) {
    plat_senses senses;
    ox_input_senses_of(&senses, player.port.senses);
    return senses;
}

/* Sets what a pad gives, from 0; abilities -1: it is gone. */
void web_pad_input(int pad, int abilities, uint32_t buttons, int stick_x, int stick_y) {
    if (pad < 0 || pad >= PLAT_DEVICES - 1) return;
    player.port.pads[pad] = (web_pad){.is_there = abilities >= 0};
    if (abilities < 0) return;
    player.port.pads[pad].abilities = (uint16_t)abilities;
    player.port.pads[pad].in = (plat_input){.buttons = buttons,
                                            .stick_x = clamped_half(stick_x),
                                            .stick_y = clamped_half(stick_y),
                                            .senses = take_senses()};
}

/* Sets the input: what is held now, and how far pointer and wheel moved since the last call. */
void web_input(uint32_t buttons, int stick_x, int stick_y, int pointer_x, int pointer_y, int dx, int dy,
               bool held, int wheel) {
    player.port.input = (plat_input){.buttons = buttons,
                                     .stick_x = clamped_half(stick_x),
                                     .stick_y = clamped_half(stick_y),
                                     .pointer_x = clamped_half(pointer_x),
                                     .pointer_y = clamped_half(pointer_y),
                                     .pointer_dx = clamped_half(dx),
                                     .pointer_dy = clamped_half(dy),
                                     .pointer_held = held,
                                     .wheel = clamped_half(wheel),
                                     .senses = take_senses()};
}

/* Queues a notice for the console. */
void web_notice(plat_notice_kind kind) { web_notify(&player.port, kind); }
