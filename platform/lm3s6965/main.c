/* The Stellaris player: finds the ROM image behind the program, boots the console on it and plays it. */
#include "kernel/console/console.h"
#include "kernel/preset/presets.h"
#include "platform/cartridge.h"
#include "platform/lm3s6965/export.h"
#include "platform/lm3s6965/oled.h"
#include "platform/lm3s6965/port.h"
#include "raster/font.h"

/* Shows and logs a text: white on black, 16 characters to the line, broken between words. */
static void show_trouble(plat *p, const char *text) {
    enum { COLUMNS = OLED_WIDTH / 8, ROWS = OLED_HEIGHT / 8 };
    uint8_t cells[ROWS][COLUMNS] = {"OXCART"};
    plat_log(p, PLAT_LOG_ERROR, text);
    for (int row = 1, column = 0; *text != '\0' && row < ROWS;) {
        int word = 0;
        while (text[word] != '\0' && text[word] != ' ' && word < COLUMNS) word++;
        if (column + word > COLUMNS) {
            column = 0;
            row++;
            continue;
        }
        for (int i = 0; i < word; i++) cells[row][column++] = (uint8_t)*text++;
        if (*text == ' ') text++, column++;
    }
    oled_lines(0, OLED_HEIGHT);
    for (int y = 0; y < OLED_HEIGHT; y++) {
        for (int x = 0; x < OLED_WIDTH; x += 2) {
            uint8_t cell = cells[y / 8][x / 8], bits = cell == 0 ? 0 : rs_font_glyph(cell)[y % 8];
            oled_byte((uint8_t)(((bits & 0x80u >> x % 8) != 0 ? 0xF0 : 0) |
                                ((bits & 0x40u >> x % 8) != 0 ? 0x0F : 0)));
        }
    }
    plat_abort(p);
}

/* Not inline: the stack that booting takes is free again when frames run. */
static __attribute__((noinline)) ox_console *boot(plat *p, const cartridge *image) {
    ox_boot_options options = ox_boot_defaults(p, image->image, image->size);
    options.modules = ox_preset_plain;
    options.cart = ox_preset_cart;
    cartridge_apply(image, &options);
    static ox_error error;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) show_trouble(p, error.text);
    return console;
}

int main(void) {
    static plat port;
    cartridge image;
    const uint8_t *flash = (const uint8_t *)0;
    __asm__("" : "+r"(flash)); /* flash begins at address 0, which is no NULL here */
    const char *trouble = cartridge_find(flash, LM3S6965_FLASH, LM3S6965_LOCATOR_MAGIC, &image);
    lm3s6965_open(&port);
    if (trouble != NULL) show_trouble(&port, trouble);
    port.paced = (image.flags & (CARTRIDGE_LOG_CYCLES | CARTRIDGE_DETERMINISTIC)) == 0;
    port.rom = image.image;
    port.rom_bytes = image.size;
    ox_console *console = boot(&port, &image);
    if (!cartridge_play(&image, &port, console, lm3s6965_stack_intact))
        show_trouble(&port, "The stack is too small: see __stack_size in lm3s6965.ld.");
    for (;;) plat_halt(&port);
}
