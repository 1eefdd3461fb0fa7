/* The port to browsers: a WebAssembly program without a C library. Pictures, input and the log go through the page that
 * holds the program; a frame is played each time the browser is about to show one, so plat_present never waits. */
#include "platform/web/web.h"

#include <string.h>

#include "kernel/debug/stack.h"
#include "kernel/input/device.h"
#include "platform/no_endpoints.h"
#include "platform/no_layers.h"
#include "platform/one_processor.h"
#include "platform/pixel.h"
#include "platform/web/export.h"

enum { REFRESH = 60000, FRAME_RATE = 60, SECOND = 1000000, STACK_BASE = 16, BELOW = 256 };

static size_t length_of(const char *text) {
    size_t length = 0;
    while (text[length] != '\0') length++;
    return length;
}

bool plat_claim(plat *p, plat_single what, bool claim) { return plat_claim_bit(&p->claimed, what, claim); }

/* Gives the console as much memory as the game's budget asks for: phones give pages little. */
void plat_memory(plat *p, plat_memory_map *map) {
    if (p->main.size == 0 || p->main.size > WEB_MEMORY) p->main.size = WEB_MEMORY;
    if (p->main.base == NULL) p->main.base = web_reserve(p->main.size);
    if (p->main.base == NULL) p->main.size = 0;
    *map = (plat_memory_map){.main = p->main};
}

void plat_describe(plat *p, plat_machine *machine) {
    plat_storage_info storage = {0};
    plat_storage(p, &storage);
    *machine = (plat_machine){.abilities = PLAT_CAN_SOUND | PLAT_CAN_POINT | PLAT_CAN_TYPE | PLAT_CAN_RUMBLE |
                                           PLAT_CAN_NOTICE,
                              .tick_rate = plat_ticks(p) == 0 ? 0 : SECOND,
                              .refresh = REFRESH,
                              .lines = p->height,
                              .visible = p->height,
                              .save_bytes = storage.size,
                              .save_sector = storage.sector,
                              .rom = p->rom,
                              .rom_bytes = p->rom_bytes};
    if (storage.size != 0) machine->abilities |= PLAT_CAN_SAVE;
}

/* ---- video ---- */

bool plat_mode_at(plat *p, int index, plat_mode *mode) {
    (void)p;
    if (index != 0) return false;
    *mode = (plat_mode){.formats = (1u << PLAT_FORMATS) - 1u, .refresh = REFRESH, .buffers = 2};
    return true;
}

/* Reserved memory is never released, so a picture that fits takes the place of the picture before. */
static bool make_room(void **memory, size_t *room, size_t size) {
    void *more = size <= *room ? *memory : web_reserve(size);
    if (more == NULL) return false;
    if (size > *room) *room = size;
    *memory = more;
    memset(more, 0, size);
    return true;
}

bool plat_video_open(plat *p, int width, int height, plat_format format) {
    int pixel = plat_pixel_bytes(format);
    void *making = p->making, *picture = p->picture;
    if (width < 1 || height < 1 || width > WEB_SIDE || height > WEB_SIDE || pixel == 0) return false;
    size_t count = (size_t)width * (size_t)height;
    bool made = make_room(&making, &p->making_room, count * (size_t)pixel);
    p->making = making;
    made = made && make_room(&picture, &p->picture_room, count * sizeof *p->picture);
    p->picture = picture;
    if (!made) return false;
    p->width = width;
    p->height = height;
    p->stride = width * pixel;
    p->format = format;
    p->ramp.on = false;
    return true;
}

void plat_video_close(plat *p) { p->width = p->height = p->stride = 0; }

bool plat_show(plat *p, const void *pixels, int stride, bool at_once) {
    (void)p, (void)pixels, (void)stride, (void)at_once;
    return false;
}

/* A colour 0xRRGGBB in the page's order of bytes. */
static uint32_t page_colour(uint32_t c) {
    return 0xFF000000u | (c & 0xFFu) << 16 | (c & 0xFF00u) | (c >> 16 & 0xFFu);
}

void plat_palette(plat *p, const uint32_t *colours, int first, int count) {
    for (int i = 0; i < count; i++) {
        if (first + i >= 0 && first + i < 256) p->palette[first + i] = page_colour(colours[i]);
    }
}

void plat_ramp(plat *p, const uint8_t *ramp, const uint8_t *green) {
    plat_keep_ramp(&p->ramp, p->format, ramp, green);
}

void plat_band(plat *p, int y, int lines, const void *pixels, int stride) {
    const uint8_t *from = pixels;
    if (y < 0 || lines < 0 || lines > p->height - y) return;
    for (int i = 0; i < lines; i++, from += stride)
        memcpy(p->making + (y + i) * p->stride, from, (size_t)p->stride);
}

void plat_present(plat *p) {
    if (p->width == 0) return;
    for (int y = 0; y < p->height; y++) {
        uint32_t *row = p->picture + y * p->width;
        plat_pixel_row(p->format, p->making + y * p->stride, p->palette, &p->ramp, p->width, row);
        if (p->format == PLAT_PAL8) continue;
        for (int x = 0; x < p->width; x++) row[x] = page_colour(row[x]);
    }
    web_page_present(p->picture, p->width, p->height);
}

bool plat_screenshot(plat *p) { return p->width != 0 && web_page_screenshot(); }

/* ---- input, notices ---- */

void plat_poll(plat *p, plat_input *in) {
    *in = p->polled = p->input;
    for (int i = 0; i < PLAT_DEVICES - 1; i++)
        if (p->pads[i].is_there) ox_input_join(in, &p->pads[i].in);
    p->input.pointer_dx = p->input.pointer_dy = p->input.wheel = 0;
    p->input.senses.typed = p->input.senses.state = 0;
}

bool plat_device_at(plat *p, int place, plat_device *device, plat_input *in) {
    const bool is_pad = place > 0 && place < PLAT_DEVICES && p->pads[place - 1].is_there;
    if (place != 0 && !is_pad) return false;
    *in = is_pad ? p->pads[place - 1].in : p->polled;
    *device = (plat_device){.kind = is_pad ? PLAT_DEVICE_PAD : PLAT_DEVICE_OWN,
                            .battery = PLAT_BATTERY_UNKNOWN,
                            .abilities = is_pad ? p->pads[place - 1].abilities
                                                : PLAT_HAS_POINTER | PLAT_HAS_TOUCHES | PLAT_HAS_KEYS |
                                                      PLAT_HAS_TILT | PLAT_HAS_SPIN};
    memcpy(device->name, is_pad ? "gamepad" : "the page", 9);
    return true;
}

void web_notify(plat *p, plat_notice_kind kind) {
    if (p->notice_count == WEB_NOTICES) return;
    p->notices[(p->notice_first + p->notice_count++) % WEB_NOTICES] = (uint8_t)kind;
}

plat_notice_kind plat_notice(plat *p) {
    if (p->notice_count == 0) return PLAT_NOTHING;
    plat_notice_kind kind = (plat_notice_kind)p->notices[p->notice_first];
    p->notice_first = (p->notice_first + 1) % WEB_NOTICES;
    p->notice_count--;
    return kind;
}

/* ---- time ---- */

uint64_t plat_ticks(plat *p) {
    (void)p;
    return web_page_ticks();
}

uint32_t plat_cycles(plat *p) {
    (void)p;
    return 0;
}

/* The page cannot sleep, so waiting keeps it busy. The console's own loop never waits. */
void plat_wait(plat *p, uint32_t microseconds) {
    uint64_t until = plat_ticks(p) + microseconds;
    if (until == microseconds) return;
    while (plat_ticks(p) < until) continue;
}

void plat_halt(plat *p) { (void)p; }

/* No page can follow the display's beam: blanks are counted by the clock. */
int plat_line(plat *p) {
    (void)p;
    return 0;
}

uint32_t plat_blanks(plat *p) { return (uint32_t)(plat_ticks(p) * FRAME_RATE / SECOND); }

uint32_t plat_wait_blank(plat *p) {
    uint64_t now = plat_ticks(p), next = now * FRAME_RATE / SECOND + 1;
    plat_wait(p, (uint32_t)((next * SECOND + FRAME_RATE - 1) / FRAME_RATE - now));
    return plat_blanks(p);
}

bool plat_watchdog(plat *p, uint32_t microseconds, void (*expired)(void *context, uintptr_t where),
                   void *context) {
    (void)p, (void)microseconds, (void)expired, (void)context;
    return false; /* browsers watch over pages themselves */
}

/* ---- rumble ---- */

bool plat_rumble(plat *p, int player, int motor, uint32_t strength, uint32_t milliseconds) {
    (void)p;
    return web_page_rumble(player, motor, strength, milliseconds);
}

/* ---- log, debugging ---- */

void plat_log(plat *p, plat_log_level level, const char *text) {
    (void)p;
    web_page_log((int)level, text, length_of(text));
}

bool plat_keep_text(plat *p, const char *name, const char *text) {
    (void)p;
    return web_page_keep(name, length_of(name), text, length_of(text));
}

/* The linker puts the stack at the low end of memory, so that an overflow faults and overwrites nothing. The region
 * of the stack leaves out the first bytes because no region begins at NULL. */
extern uint8_t __global_base[];

void web_paint_stack(void) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0) & ~(uintptr_t)3;
    ox_stack_paint((void *)STACK_BASE, here - BELOW - STACK_BASE);
}

void plat_stack(plat *p, plat_block *stack) {
    (void)p;
    *stack = (plat_block){(void *)STACK_BASE, (uintptr_t)__global_base - STACK_BASE};
}

/* WebAssembly keeps return addresses where no program can read them. */
int plat_callers(plat *p, uintptr_t *callers, int most) {
    (void)p, (void)callers, (void)most;
    return 0;
}

bool plat_caller_name(plat *p, uintptr_t address, char *name, size_t size) {
    (void)p, (void)address, (void)name, (void)size;
    return false;
}

_Noreturn void plat_abort(plat *p) {
    plat_log(p, PLAT_LOG_ERROR, "The game ended itself after a failure.");
    __builtin_trap();
}

void plat_band_columns(plat *p, int y, int lines, const void *pixels, int stride, int left, int right,
                       uint32_t background) {
    (void)left, (void)right, (void)background;
    plat_band(p, y, lines, pixels, stride);
}
