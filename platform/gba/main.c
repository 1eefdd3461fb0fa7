/* The Game Boy Advance player: finds the ROM image behind the program, boots the console on it and plays it.
 */
#include <string.h>

#include "kernel/console/console.h"
#include "kernel/debug/format.h"
#include "platform/gba/export.h"
#include "platform/gba/gba.h"
#include "raster/font.h"
#include "rom/rom.h"

extern const uint8_t gba_header[], gba_locator[]; /* the start of the cartridge, and 256 bytes on */

typedef struct gba_image {
    const uint8_t *start;
    uint32_t size;
    uint32_t flags;
    uint32_t frames;
    int width, height, format, band_lines;
    const uint8_t *replay; /* NULL: none */
    uint32_t replay_size;
} gba_image;

static uint32_t get16(const uint8_t *at) { return (uint32_t)at[0] | (uint32_t)at[1] << 8; }
static uint32_t get32(const uint8_t *at) { return get16(at) | get16(at + 2) << 16; }

/* Returns what is wrong with the locator, or NULL. */
static const char *find_image(gba_image *image) {
    /* The exporter changes these bytes after the compiler saw them. */
    const uint8_t *locator = gba_locator;
    __asm__("" : "+r"(locator));
    if (memcmp(locator, GBA_LOCATOR_MAGIC, 8) != 0 ||
        get32(locator + GBA_AT_VERSION) != GBA_LOCATOR_VERSION) {
        return "This cartridge was exported for another player: export it again.";
    }
    uint32_t offset = get32(locator + GBA_AT_IMAGE_OFFSET);
    image->start = gba_header + offset;
    image->size = get32(locator + GBA_AT_IMAGE_SIZE);
    image->flags = get32(locator + GBA_AT_FLAGS);
    image->frames = get32(locator + GBA_AT_FRAMES);
    image->width = (int)get16(locator + GBA_AT_WIDTH);
    image->height = (int)get16(locator + GBA_AT_HEIGHT);
    image->format = (int)get16(locator + GBA_AT_FORMAT) - 1;
    image->band_lines = (int)get16(locator + GBA_AT_BAND_LINES);
    uint32_t replay = get32(locator + GBA_AT_REPLAY_OFFSET);
    image->replay_size = get32(locator + GBA_AT_REPLAY_SIZE);
    if (replay != 0 && replay < GBA_CARTRIDGE_MAX && image->replay_size <= GBA_CARTRIDGE_MAX - replay)
        image->replay = gba_header + replay;
    if (offset == 0) return "No game in this cartridge: make one with `oxcart export --gba`.";
    if (offset % GBA_IMAGE_ALIGNMENT != 0 || offset >= GBA_CARTRIDGE_MAX ||
        image->size > GBA_CARTRIDGE_MAX - offset) {
        return "The game does not lie within this cartridge: export it again.";
    }
    return NULL;
}

/* Whether any chunk of the image is a picture. It only decides what lies in fast memory; the console checks
 * the image. */
static bool has_pictures(const gba_image *image) {
    if (image->size < ROM_HEADER_SIZE) return true;
    uint32_t directory = get32(image->start + ROM_AT_DIRECTORY), count = get32(image->start + ROM_AT_COUNT);
    if (directory > image->size || count > (image->size - directory) / ROM_ENTRY_SIZE) return true;
    const uint8_t *entry = image->start + directory;
    for (uint32_t i = 0; i < count; i++, entry += ROM_ENTRY_SIZE) {
        if (get32(entry + ROM_ENTRY_TYPE) == ROM_TAG_IMAGE) return true;
    }
    return false;
}

/* ---- trouble on the screen ---- */

static void draw_character(volatile uint16_t *at, uint8_t character) {
    const uint8_t *rows = rs_font_glyph(character);
    for (int y = 0; y < 8; y++) {
        for (int x = 0; x < 8; x++)
            at[y * GBA_SCREEN_WIDTH + x] = (rows[y] & (0x80u >> x)) != 0 ? 0x7FFF : 0x2400;
    }
}

/* White on blue, 28 characters to the line, for as long as the machine is on. */
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

/* "replay=TICKS/END checks=N" and "equal", or what differs. */
static __attribute__((noinline)) void log_replay(plat *p, const ox_console *console) {
    ox_replay_report report;
    char line[280];
    if (!ox_console_replay(console, &report)) return;
    ox_format(line, sizeof line, "replay=%u/%u checks=%u %s", (unsigned)report.ticks, (unsigned)report.end,
              (unsigned)report.checks, report.differs ? report.text : "equal");
    plat_log(p, PLAT_LOG_INFO, line);
}

/* "stack=N/M": the deepest stack and its size in bytes, for whoever measures. */
static void log_stack(plat *p) {
    char line[48] = "stack=";
    size_t n = 6;
    uint32_t values[2] = {(uint32_t)gba_stack_peak(), (uint32_t)gba_stack_size()};
    for (int i = 0; i < 2; i++) {
        char digits[10];
        int count = 0;
        for (uint32_t v = values[i]; v != 0 || count == 0; v /= 10) digits[count++] = (char)('0' + v % 10);
        while (count > 0) line[n++] = digits[--count];
        line[n++] = i == 0 ? '/' : '\0';
    }
    plat_log(p, PLAT_LOG_INFO, line);
}

/* Not inline: what it needs of the stack is free again when frames run. */
static __attribute__((noinline)) ox_console *boot(plat *p, const gba_image *image) {
    ox_boot_options options = ox_boot_defaults(p, image->start, image->size);
    if (image->width != 0) options.width = image->width;
    if (image->height != 0) options.height = image->height;
    if (image->format >= 0) options.format = image->format;
    if (image->band_lines != 0) options.band_lines = image->band_lines;
    options.deterministic = (image->flags & GBA_DETERMINISTIC) != 0;
    options.log_hashes = (image->flags & GBA_LOG_HASHES) != 0;
    options.log_cycles = (image->flags & GBA_LOG_CYCLES) != 0;

    options.replay = image->replay;
    options.replay_size = image->replay_size;

    static ox_error error;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) show_trouble(p, error.text);
    return console;
}

int main(void) {
    static plat port;
    gba_image image = {0};
    const char *trouble = find_image(&image);
    gba_open(&port, (image.flags & (GBA_LOG_CYCLES | GBA_DETERMINISTIC)) == 0);
    if (trouble != NULL) show_trouble(&port, trouble);
    port.plain = !has_pictures(&image);
    port.rom = image.start;
    port.rom_bytes = image.size;

    ox_console *console = boot(&port, &image);
    for (uint32_t played = 0; image.frames == 0 || played < image.frames; played++) {
        if (!ox_console_frame(console)) break;
        if (!gba_stack_intact())
            show_trouble(&port, "The stack is too small for this game: see __stack_size in gba.ld.");
    }
    log_replay(&port, console);
    if (image.flags != 0) log_stack(&port);
    plat_log(&port, PLAT_LOG_INFO, "quit");
    for (;;) gba_wait_blank();
}
