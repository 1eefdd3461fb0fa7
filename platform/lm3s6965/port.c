/* The Stellaris port: picture, buttons, time, log. */
#include "platform/lm3s6965/port.h"

#include <string.h>

#include "kernel/debug/stack.h"
#include "platform/lm3s6965/board.h"
#include "platform/lm3s6965/oled.h"
#include "platform/one_processor.h"

enum {
    UART_FULL = 1 << 5,
    BAUD_RATE = 115200,
    PIN_UP = 1 << 0, /* of port E: the four directions */
    PIN_DOWN = 1 << 1,
    PIN_LEFT = 1 << 2,
    PIN_RIGHT = 1 << 3,
    PIN_SELECT = 1 << 1, /* of port F */
    DIRECTIONS = 15,
    SELECT = 16
};

/* Symbols of the linker; __stack is the top of the stack. */
extern uint8_t __block_start[], __block_end[], __stack[], __text_end[];

/* ---- the board ---- */

static void open_clock(void) {
    const uint32_t crystal = 0xEu << 6;                     /* 8 MHz */
    SYSTEM_CLOCK = (SYSTEM_CLOCK & ~(1u << 22)) | 1u << 11; /* around the PLL while the PLL changes */
    SYSTEM_CLOCK =
        (SYSTEM_CLOCK & ~(0x1Fu << 6 | 3u << 4 | 1u << 13)) | crystal;  /* main oscillator, PLL on */
    SYSTEM_CLOCK = (SYSTEM_CLOCK & ~(15u << 23)) | 3u << 23 | 1u << 22; /* 200 MHz / 4 */
    while ((SYSTEM_INTERRUPTS & 1u << 6) == 0) {
    }
    SYSTEM_CLOCK &= ~(1u << 11);
}

static void open_serial(void) {
    const uint32_t divisor = (BOARD_CLOCK * 4u + BAUD_RATE / 2u) / BAUD_RATE; /* in 1/64 */
    SYSTEM_GATES_1 |= 1u;
    SYSTEM_GATES_2 |= 1u;
    (void)SYSTEM_GATES_2;
    PORT_FUNCTION(PORT_A) |= 3u;
    PORT_DIGITAL(PORT_A) |= 3u;
    UART_CONTROL = 0;
    UART_WHOLE = divisor >> 6;
    UART_PART = divisor & 63u;
    UART_LINE = 0x70; /* eight bits, queues on */
    UART_CONTROL = 0x301;
}

static void open_buttons(void) {
    SYSTEM_GATES_2 |= 1u << 4 | 1u << 5;
    (void)SYSTEM_GATES_2;
    PORT_PULL_UP(PORT_E) |= DIRECTIONS;
    PORT_DIGITAL(PORT_E) |= DIRECTIONS;
    PORT_PULL_UP(PORT_F) |= PIN_SELECT;
    PORT_DIGITAL(PORT_F) |= PIN_SELECT;
}

void lm3s6965_open(plat *p) {
    (void)p;
    open_clock();
    open_serial();
    open_buttons();
    oled_open();
    SYSTICK_RELOAD = BOARD_FRAME - 1;
    SYSTICK_COUNT = 0;
    SYSTICK_CONTROL = 7; /* the processor's clock, with interrupts */
}

void plat_describe(plat *p, plat_machine *machine) {
    *machine = (plat_machine){.abilities = PLAT_CAN_BLANK | PLAT_CAN_HALT | PLAT_CAN_WATCH,
                              .tick_rate = 1000000,
                              .cycle_rate = BOARD_CLOCK,
                              .refresh = BOARD_REFRESH * 1000,
                              .lines = OLED_HEIGHT,
                              .visible = OLED_HEIGHT,
                              .width = OLED_WIDTH,
                              .height = OLED_HEIGHT,
                              .rom = p->rom,
                              .rom_bytes = p->rom_bytes};
}

bool plat_claim(plat *p, plat_single what, bool claim) { return plat_claim_bit(&p->claimed, what, claim); }

void plat_memory(plat *p, plat_memory_map *map) {
    (void)p;
    memset(map, 0, sizeof *map);
    map->main = (plat_block){__block_start, (size_t)(__block_end - __block_start)};
}

/* ---- the picture ---- */

bool plat_mode_at(plat *p, int index, plat_mode *mode) {
    (void)p;
    if (index != 0) return false;
    *mode = (plat_mode){OLED_WIDTH, OLED_HEIGHT, 1u << PLAT_PAL8, BOARD_REFRESH * 1000, 1};
    return true;
}

/* Pictures smaller than the display stand in its middle. */
bool plat_video_open(plat *p, int width, int height, plat_format format) {
    if (width <= 0 || height <= 0 || width > OLED_WIDTH || height > OLED_HEIGHT || format != PLAT_PAL8)
        return false;
    p->width = width;
    p->height = height;
    p->left = (OLED_WIDTH - width) / 2 & ~1;
    p->top = (OLED_HEIGHT - height) / 2;
    return true;
}

void plat_video_close(plat *p) { p->width = p->height = 0; }

/* Colours become brightness as in ITU-R BT.601, to the nearest of 16 greys. */
void plat_palette(plat *p, const uint32_t *colours, int first, int count) {
    for (int i = 0; i < count; i++) {
        uint32_t red = colours[i] >> 16 & 255u, green = colours[i] >> 8 & 255u, blue = colours[i] & 255u;
        uint32_t luma = 77u * red + 150u * green + 29u * blue; /* 0..65280 */
        p->greys[first + i] = (uint8_t)((luma + 2176u) / 4352u);
    }
}

/* The display's own memory keeps the lines of other bands, so the port keeps no picture. */
void plat_band(plat *p, int y, int lines, const void *pixels, int stride) {
    const uint8_t *line = pixels;
    oled_lines(p->top + y, lines);
    for (int i = 0; i < lines; i++, line += stride) {
        for (int x = -p->left; x < OLED_WIDTH - p->left; x += 2) {
            uint32_t left = x >= 0 && x < p->width ? p->greys[line[x]] : 0;
            uint32_t right = x + 1 >= 0 && x + 1 < p->width ? p->greys[line[x + 1]] : 0;
            oled_byte((uint8_t)(left << 4 | right));
        }
    }
}

void plat_present(plat *p) {
    if (p->paced) {
        while (lm3s6965_blanks() == p->blank_seen) plat_halt(p);
    }
    p->blank_seen = lm3s6965_blanks();
}

bool plat_show(plat *p, const void *pixels, int stride, bool at_once) {
    (void)p, (void)pixels, (void)stride, (void)at_once;
    return false;
}

bool plat_screenshot(plat *p) {
    (void)p;
    return false;
}

/* ---- time ---- */

int plat_line(plat *p) {
    (void)p;
    return (int)((BOARD_FRAME - 1 - SYSTICK_COUNT) * OLED_HEIGHT / BOARD_FRAME);
}

uint32_t plat_blanks(plat *p) {
    (void)p;
    return lm3s6965_blanks();
}

uint32_t plat_wait_blank(plat *p) {
    uint32_t before = lm3s6965_blanks();
    while (lm3s6965_blanks() == before) plat_halt(p);
    return lm3s6965_blanks();
}

void plat_halt(plat *p) {
    (void)p;
    __asm__ volatile("wfi" ::: "memory");
}

uint64_t plat_ticks(plat *p) {
    (void)p;
    return lm3s6965_cycles() / (BOARD_CLOCK / 1000000);
}

uint32_t plat_cycles(plat *p) {
    (void)p;
    return (uint32_t)lm3s6965_cycles();
}

void plat_wait(plat *p, uint32_t microseconds) {
    uint64_t until = plat_ticks(p) + microseconds;
    while (plat_ticks(p) < until) {
    }
}

bool plat_watchdog(plat *p, uint32_t microseconds, void (*expired)(void *context, uintptr_t where),
                   void *context) {
    p->expired = expired;
    p->expired_context = context;
    lm3s6965_watch(p, microseconds == 0 ? 0 : microseconds / (1000000 / BOARD_REFRESH) + 2);
    return true;
}

/* ---- input ---- */

/* The select button is A. Together with a direction it is Start (up), Select (down), B (left) or Y (right). */
void plat_poll(plat *p, plat_input *in) {
    static const uint32_t alone[4] = {PLAT_UP, PLAT_DOWN, PLAT_LEFT, PLAT_RIGHT};
    static const uint32_t chords[4] = {PLAT_START, PLAT_SELECT, PLAT_B, PLAT_Y};
    uint32_t up = PORT_DATA(PORT_E, DIRECTIONS), held, all;
    bool select;
    if ((PORT_DATA(PORT_F, PIN_SELECT) & PIN_SELECT) != 0) up |= SELECT;
    p->seen |= up;
    all = p->seen & ~up;
    held = all & DIRECTIONS;
    select = (all & SELECT) != 0;
    memset(in, 0, sizeof *in);
    for (int i = 0; i < 4; i++) {
        if ((held & 1u << i) != 0) in->buttons |= select ? chords[i] : alone[i];
    }
    if (select && held == 0) in->buttons = PLAT_A;
}

/* ---- log, debugging ---- */

static void put_letter(char c) {
    while ((UART_FLAGS & UART_FULL) != 0) {
    }
    UART_DATA = (uint8_t)c;
}

void plat_log(plat *p, plat_log_level level, const char *text) {
    (void)p, (void)level;
    while (*text != '\0') put_letter(*text++);
    put_letter('\r');
    put_letter('\n');
}

bool plat_keep_text(plat *p, const char *name, const char *text) {
    plat_log(p, PLAT_LOG_INFO, name);
    plat_log(p, PLAT_LOG_INFO, text);
    return true;
}

void plat_stack(plat *p, plat_block *stack) {
    (void)p;
    *stack = (plat_block){__block_end, (size_t)(__stack - __block_end)};
}

static bool is_return(uintptr_t address) { return ox_stack_thumb_return(address, 0, (uintptr_t)__text_end); }

int plat_callers(plat *p, uintptr_t *callers, int most) {
    (void)p;
    return ox_stack_scan(__builtin_frame_address(0), __stack, is_return, callers, most);
}

bool plat_caller_name(plat *p, uintptr_t address, char *name, size_t size) {
    (void)p, (void)address, (void)name, (void)size;
    return false;
}

_Noreturn void plat_abort(plat *p) {
    plat_log(p, PLAT_LOG_ERROR, "quit failed");
    for (;;) __asm__ volatile("wfi");
}

/* ---- absent from this board: storage, sound, rumble, notices ---- */

#include "platform/absent.h"

void plat_storage(plat *p, plat_storage_info *info) {
    (void)p;
    *info = (plat_storage_info){0, 1, false};
}

bool plat_storage_read(plat *p, uint32_t at, void *bytes, uint32_t size) {
    (void)p, (void)at, (void)bytes, (void)size;
    return false;
}

bool plat_storage_write(plat *p, uint32_t at, const void *bytes, uint32_t size) {
    (void)p, (void)at, (void)bytes, (void)size;
    return false;
}

bool plat_storage_erase(plat *p, uint32_t at, uint32_t size) {
    (void)p, (void)at, (void)size;
    return false;
}

bool plat_storage_sync(plat *p) {
    (void)p;
    return false;
}
