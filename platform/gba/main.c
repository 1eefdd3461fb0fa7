/* The Game Boy Advance player: finds the ROM image behind the program, boots the console on it and plays it.
 */
#include "kernel/console/console.h"
#include "kernel/preset/presets.h"
#include "platform/cartridge.h"
#include "platform/gba/export.h"
#include "platform/gba/gba.h"
#include "raster/font.h"
#include "raster/hot.h"

extern const uint8_t gba_header[]; /* the start of the cartridge */

/* ---- trouble on the screen ---- */

static void draw_character(volatile uint16_t *at, uint8_t character) {
    const uint8_t *rows = rs_font_glyph(character);
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 8; x++)
            at[y * GBA_SCREEN_WIDTH + x] = (rows[y] & (0x80u >> x)) != 0 ? 0x7FFF : 0x2400;
    }
}

/* Shows the text white on blue, 28 characters to the line, for as long as the machine is on. */
static void show_trouble(plat *p, const char *text) {
    enum { COLUMNS = 28, ROWS = 15, LINE_HEIGHT = 10 };
    volatile uint16_t *screen = (volatile uint16_t *)GBA_SCREEN_MEMORY;
    plat_log(p, PLAT_LOG_ERROR, text);
    plat_video_open(p, GBA_SCREEN_WIDTH, GBA_SCREEN_HEIGHT, PLAT_BGR555);
    for (int i = 0; i < GBA_SCREEN_WIDTH * GBA_SCREEN_HEIGHT; i++) screen[i] = 0x2400;
    const char *title = "OXCART";
    for (int i = 0; title[i] != '\0'; i++)
        draw_character(screen + 8 * GBA_SCREEN_WIDTH + 8 + 8 * i, (uint8_t)title[i]);
    int column = 0, row = 2;
    while (*text != '\0' && row < ROWS) {
        int word = 0;
        while (text[word] != '\0' && text[word] != ' ' && word < COLUMNS) word++;
        if (column + word > COLUMNS) {
            column = 0;
            row++;
            continue;
        }
        int y = 8 + row * LINE_HEIGHT;
        for (int i = 0; i < word; i++, column++) {
            draw_character(screen + y * GBA_SCREEN_WIDTH + 8 + 8 * column, (uint8_t)text[i]);
        }
        text += word;
        if (*text == ' ') {
            text++;
            column++;
        }
    }
    plat_log(p, PLAT_LOG_INFO, "quit failed");
    for (;;) gba_wait_blank();
}

/* ---- play ---- */

/* Not inline: the stack that booting takes is free again when frames run. */
static __attribute__((noinline)) ox_console *boot(plat *p, const cartridge *image) {
    ox_boot_options options = ox_boot_defaults(p, image->image, image->size);
    cartridge_apply(image, &options);
    options.cart = ox_preset_cart;
#if RS_FRAGMENT_LINKED /* the player with all modules */
    options.modules = ox_preset_full;
#else
    options.modules = ox_preset_plain;
#endif
    ox_error error;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) show_trouble(p, error.text);
    return console;
}

extern const uint8_t rs_light_at_far[]
    __attribute__((weak)); /* of raster/list/light.c: not in the small player, which has that code once */

int main(void) {
    static plat port;
    cartridge image;
    const char *trouble = cartridge_find(gba_header, GBA_CARTRIDGE_MAX, GBA_LOCATOR_MAGIC, &image);
    gba_open(&port, (image.flags & (CARTRIDGE_LOG_CYCLES | CARTRIDGE_DETERMINISTIC)) == 0);
    if (trouble != NULL) show_trouble(&port, trouble);
    port.smooth = !cartridge_has_pixel_light(&image); /* these members decide what lies in fast memory */
    port.plain = port.smooth && !cartridge_has_pictures(&image);
    port.lone = !port.smooth && !cartridge_has_pictures(&image);
    port.flat = RS_FRAGMENT_LINKED && !cartridge_has_meshes(&image);
    port.one_light = rs_light_at_far != NULL && !cartridge_has_lights(&image);
    port.scriptless = !cartridge_has_scripts(&image);
    if (RS_FRAGMENT_LINKED && cartridge_has_sound(&image)) gba_sound.form = GBA_SOUND_CLOSED;
    port.unpacked = !cartridge_has_packed(&image);
    port.rom = image.image;
    port.rom_bytes = image.size;

    ox_console *console = boot(&port, &image);
    if (!cartridge_play(&image, &port, console, gba_stack_intact))
        show_trouble(&port, "The stack is too small for this game: see __stack_size in gba.ld.");
    for (;;) gba_wait_blank();
}
