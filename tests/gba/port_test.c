/* A cartridge that tests the Game Boy Advance port itself: memory, instruction sets, clocks, keys, and
 * pictures to look at.
 *
 * It logs `ok NAME` or `FAIL NAME`, then shows one picture per video mode, for 120 frames from frame 200 on,
 * logs the buttons whenever they change, and says `quit`. tests/scripts/ports/gba_port.sh runs it. */
#include <string.h>

#include "platform/gba/gba.h"
#include "raster/hot.h"
#include "tests/gba/port_spans.h"

static plat port;
static int failures;

static void say(const char *a, const char *b, const char *c) {
    char line[200];
    size_t n = 0;
    const char *parts[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        for (const char *s = parts[i]; *s != '\0' && n < sizeof line - 1; s++) line[n++] = *s;
    }
    line[n] = '\0';
    plat_log(&port, PLAT_LOG_INFO, line);
}

static const char *decimal(uint32_t value) {
    static char text[12];
    char *at = text + sizeof text - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return at;
}

static void judge(const char *name, bool good, uint32_t value) {
    if (!good) failures++;
    say(good ? "ok gba_port_" : "FAIL gba_port_", name, "");
    if (!good) say("# got ", decimal(value), "");
}

/* ---- marked code ---- */

static uint32_t thumb_place;

static __attribute__((noinline)) uint32_t cold_helper(uint32_t x) {
    uint32_t place;
    __asm__ volatile("mov %0, pc" : "=r"(place));
    thumb_place = place;
    return x * 3 + 1;
}

static uint32_t arm_place;

RS_HOT static uint32_t hot_leaf(uint32_t x) { return x ^ 0x55u; }

RS_HOT static uint32_t hot_function(uint32_t x) {
    uint32_t place, state;
    __asm__ volatile("mov %0, pc\n\tmrs %1, cpsr"
                     : "=r"(place), "=r"(state)); /* mrs exists as 32-bit code only */
    arm_place = place;
    return cold_helper(hot_leaf(x)) + (state & 0x20u);
}

static __attribute__((noinline)) uint32_t cycles_of_loop(uint32_t rounds) {
    uint32_t before = plat_cycles(&port);
    for (uint32_t i = 0; i < rounds; i++) __asm__ volatile("" ::: "memory");
    return plat_cycles(&port) - before;
}

RS_HOT static uint32_t hot_cycles_of_loop(uint32_t rounds) {
    uint32_t before = plat_cycles(&port);
    for (uint32_t i = 0; i < rounds; i++) __asm__ volatile("" ::: "memory");
    return plat_cycles(&port) - before;
}

static void test_marked_code(void) {
    uint32_t (*volatile pointer)(uint32_t) = hot_function;
    judge("hot_called_directly", hot_function(10) == (10u ^ 0x55u) * 3 + 1, hot_function(10));
    judge("hot_called_by_pointer", pointer(11) == (11u ^ 0x55u) * 3 + 1, pointer(11));
    judge("hot_runs_in_fast_memory", arm_place >> 24 == 3, arm_place);
    judge("hot_is_arm_code", ((uintptr_t)pointer & 3u) == 0, (uint32_t)(uintptr_t)pointer);
    judge("cold_runs_in_cartridge", thumb_place >> 24 == 8, thumb_place);
    uint32_t cold = cycles_of_loop(1000), hot = hot_cycles_of_loop(1000);
    say("# 1000 rounds of an empty loop, cartridge, cycles: ", decimal(cold), "");
    say("# 1000 rounds of an empty loop, fast memory, cycles: ", decimal(hot), "");
    /* subs 1 cycle, taken branch 3 cycles; the rest is reading the clock */
    judge("hot_loop_costs_4_cycles", hot >= 4000 && hot < 4200, hot);
}

uint32_t port_span_helper(uint32_t x) { return x + 1; }

static void test_shared_place(void) {
    for (int i = 0; i < 2; i++) {
        plat_video_open(&port, 240, 160, PLAT_BGR555);
        judge(i == 0 ? "spans_bgr555_first" : "spans_bgr555_again", port_span_bgr555(4) == 45,
              port_span_bgr555(4));
        plat_video_open(&port, 240, 160, PLAT_PAL8);
        judge(i == 0 ? "spans_pal8_first" : "spans_pal8_again", port_span_pal8(7) == 44, port_span_pal8(7));
    }
    uintptr_t a = (uintptr_t)port_span_pal8, b = (uintptr_t)port_span_bgr555;
    judge("spans_share_fast_memory", a >> 24 == 3 && b >> 24 == 3 && a - b + 64 < 128, (uint32_t)a);
}

/* ---- memory functions, against plain loops ---- */

static uint8_t field[160], twin[160];

RS_HOT static void prepare(void) {
    for (size_t i = 0; i < sizeof field; i++) field[i] = twin[i] = (uint8_t)(i * 37 + 11);
}

RS_HOT static bool same(void) {
    for (size_t i = 0; i < sizeof field; i++) {
        if (field[i] != twin[i]) return false;
    }
    return true;
}

static void test_memory(void) {
    bool copy = true, set = true, compare = true;
    for (size_t from = 0; from < 4; from++) {
        for (size_t to = 0; to < 5; to++) {
            for (size_t size = 0; size < 75; size++) {
                volatile uint8_t *v = twin;
                prepare();
                memcpy(field + 80 + to, field + from, size);
                for (size_t i = 0; i < size; i++) v[80 + to + i] = v[from + i];
                copy = copy && same();
                prepare();
                memmove(field + 14 + to, field + 12 + from, size);
                if (to + 2 <= from) {
                    for (size_t i = 0; i < size; i++) v[14 + to + i] = v[12 + from + i];
                } else {
                    for (size_t i = size; i-- > 0;) v[14 + to + i] = v[12 + from + i];
                }
                copy = copy && same();
                prepare();
                memset(field + to, (int)(from * 77 + 300), size);
                for (size_t i = 0; i < size; i++) v[to + i] = (uint8_t)(from * 77 + 300);
                set = set && same();
                prepare();
                compare = compare && memcmp(field + to, twin + to, size) == 0;
                if (size == 0) continue;
                field[to + size - 1 - from % size] ^= 0x80u;
                int expected = field[to + size - 1 - from % size] < 0x80u ? -1 : 1;
                int got = memcmp(field + to, twin + to, size);
                compare = compare && (got < 0 ? -1 : got > 0 ? 1 : 0) == expected;
            }
        }
    }
    judge("memcpy_memmove", copy, 0);
    judge("memset", set, 0);
    judge("memcmp", compare, 0);
    plat_memory_map map;
    plat_memory(&port, &map);
    uint32_t before = plat_cycles(&port);
    memcpy(map.main.base, (uint8_t *)map.main.base + 8192, 4096);
    say("# copying 4096 bytes within external memory, cycles: ", decimal(plat_cycles(&port) - before), "");
    say("# fast block, bytes: ", decimal((uint32_t)map.fast.size), "");
    judge("main_block_is_256_kb", map.main.size == 262144 && map.fast.size >= 8192, (uint32_t)map.main.size);
    judge("blocks_are_aligned", (((uintptr_t)map.main.base | (uintptr_t)map.fast.base) & 15u) == 0, 0);
}

static void test_arithmetic(void) {
    volatile int64_t a = -0x123456789ABCDEFll, b = 0x12345;
    volatile uint64_t c = 0xFEDCBA9876543210ull;
    judge("divide_64", a / b == -1099517591584ll && a % b == -25935, (uint32_t)(a % b));
    judge("shift_64", c >> 20 == 0xFEDCBA98765ull && a >> 36 == -1193047, 0);
    volatile int32_t n = -1000000007, d = 1237;
    bool right = n / d == -808407 && n % d == -548;
    d = -1237;
    right = right && n / d == 808407 && n % d == -548;
    n = 1000000007;
    right = right && n / d == -808407 && n % d == 548;
    n = INT32_MIN;
    right = right && n / d == 1736041 && n % d == -931;
    d = INT32_MIN;
    right = right && n / d == 1 && n % d == 0;
    n = 5;
    right = right && n / d == 0 && n % d == 5;
    judge("divide_32", right, (uint32_t)(n % d));
}

static void test_clock(void) {
    gba_wait_blank();
    uint64_t ticks = plat_ticks(&port);
    uint32_t cycles = plat_cycles(&port);
    gba_wait_blank();
    uint32_t took = plat_cycles(&port) - cycles;
    uint32_t micro = (uint32_t)(plat_ticks(&port) - ticks);
    judge("frame_is_280896_cycles", took > 280896 - 400 && took < 280896 + 400, took);
    judge("frame_is_16743_microseconds", micro > 16743 - 30 && micro < 16743 + 30, micro);
    plat_machine machine;
    plat_describe(&port, &machine);
    judge("describes_its_display",
          machine.lines == 228 && machine.visible == 160 && machine.refresh == 59727 &&
              (machine.abilities & PLAT_CAN_BLANK) != 0,
          machine.refresh);
    uint32_t blanks = plat_wait_blank(&port);
    judge("waits_for_the_blank", plat_line(&port) >= 160 && plat_blanks(&port) == blanks,
          (uint32_t)plat_line(&port));
    judge("waits_for_the_next_blank", plat_wait_blank(&port) == blanks + 1, plat_blanks(&port));
    uint32_t seen = 0, last = 0;
    while (plat_blanks(&port) == blanks + 1) {
        uint32_t line = (uint32_t)plat_line(&port);
        if (line != last && line < 160) seen++;
        last = line;
    }
    judge("sees_160_lines", seen == 160, seen);
    ticks = plat_ticks(&port);
    plat_wait(&port, 50000);
    micro = (uint32_t)(plat_ticks(&port) - ticks);
    judge("waits_50_milliseconds", micro >= 50000 && micro < 50100, micro);
    ticks = plat_ticks(&port);
    plat_halt(&port);
    judge("halts_until_the_blank_at_most", plat_ticks(&port) - ticks < 17000,
          (uint32_t)(plat_ticks(&port) - ticks));
}

static void test_log(void) {
    char text[701];
    for (int i = 0; i < 700; i++) text[i] = (char)('a' + i % 26);
    text[700] = '\0';
    plat_log(&port, PLAT_LOG_WARNING, text);
}

/* ---- pictures ---- */

static uint32_t watch_keys(uint32_t old) {
    plat_input in;
    plat_poll(&port, &in);
    if (in.buttons != old) say("buttons=", decimal(in.buttons), "");
    return in.buttons;
}

/* A white frame one pixel wide, a diagonal cross, and gradients between them, handed over in bands of 8
 * lines. */
static void draw_pattern(int width, int height, plat_format format) {
    static uint16_t line[240 * 8];
    for (int top = 0; top < height; top += 8) {
        int lines = height - top < 8 ? height - top : 8;
        for (int y = top; y < top + lines; y++) {
            for (int x = 0; x < width; x++) {
                bool edge = x == 0 || y == 0 || x == width - 1 || y == height - 1;
                bool cross = x * height / width == y || (width - 1 - x) * height / width == y;
                int at = (y - top) * width + x;
                if (format == PLAT_PAL8) {
                    ((uint8_t *)line)[at] = (uint8_t)(edge    ? 255
                                                      : cross ? 0
                                                              : x * 15 / width * 16 + y * 15 / height + 1);
                } else {
                    line[at] = (uint16_t)(edge    ? 0x7FFF
                                          : cross ? 0
                                                  : x * 31 / width | (y * 31 / height) << 10 | 8 << 5);
                }
            }
        }
        plat_band(&port, top, lines, line, width * (format == PLAT_PAL8 ? 1 : 2));
    }
}

/* A ramp changes 15-bit pixels, of any alignment, until the next picture is opened. */
static void test_ramp(void) {
    static uint16_t line[241];
    const volatile uint16_t *screen = (const volatile uint16_t *)GBA_SCREEN_MEMORY;
    uint8_t ramp[32], *odd = (uint8_t *)line + 1;
    bool opened = plat_video_open(&port, 240, 160, PLAT_BGR555), right = opened;
    for (uint32_t i = 0; i < 32; i++) ramp[i] = (uint8_t)(31u - i);
    for (uint32_t i = 0; i < 240; i++) line[i] = (uint16_t)(i * 131u & 0x7FFFu);
    plat_ramp(&port, ramp, NULL);
    plat_band(&port, 3, 1, line, 480);
    for (uint32_t i = 0; i < 240; i++) right = right && screen[720 + i] == (line[i] ^ 0x7FFF);
    memmove(odd, line, 480);
    plat_band(&port, 4, 1, odd, 481);
    for (uint32_t i = 0; i < 240; i++) right = right && screen[960 + i] == ((i * 131u & 0x7FFFu) ^ 0x7FFF);
    judge("ramp_of_15_bits", right, screen[720]);
    for (uint32_t i = 0; i < 240; i++) line[i] = (uint16_t)(i * 131u & 0x7FFFu);
    plat_ramp(&port, NULL, NULL);
    plat_band(&port, 3, 1, line, 480);
    judge("no_ramp", screen[721] == 131, screen[721]);
}

static void show_pictures(void) {
    enum { FIRST_PICTURE = 200, PICTURE_FRAMES = 120 };
    static const struct {
        const char *name;
        int width, height;
        plat_format format;
    } pictures[] = {
        {"picture_pal8_240x160", 240, 160, PLAT_PAL8},     {"picture_pal8_120x80", 120, 80, PLAT_PAL8},
        {"picture_pal8_80x52", 80, 52, PLAT_PAL8},         {"picture_pal8_128x64", 128, 64, PLAT_PAL8},
        {"picture_bgr555_240x160", 240, 160, PLAT_BGR555}, {"picture_bgr555_120x80", 120, 80, PLAT_BGR555},
        {"picture_bgr555_46x30", 46, 30, PLAT_BGR555},
    };
    uint32_t colours[256], buttons = 0;
    for (uint32_t i = 0; i < 256; i++) colours[i] = (i >> 4) * 16 << 16 | (i & 15) * 16 << 8 | 0x60u;
    colours[0] = 0xC00000;
    colours[255] = 0xFFFFFF;
    judge("refuses_odd_and_large",
          !plat_video_open(&port, 241, 160, PLAT_PAL8) && !plat_video_open(&port, 239, 160, PLAT_PAL8) &&
              !plat_video_open(&port, 120, 80, PLAT_RGB565),
          0);
    plat_palette(&port, colours, 0, 256);
    while (gba_counters.blanks < FIRST_PICTURE) gba_wait_blank();
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        if (!plat_video_open(&port, pictures[i].width, pictures[i].height, pictures[i].format)) failures++;
        draw_pattern(pictures[i].width, pictures[i].height, pictures[i].format);
        plat_present(&port);
        bool in_time = gba_counters.blanks < FIRST_PICTURE + PICTURE_FRAMES * (uint32_t)(i + 1) -
                                                 12; /* it is looked at 10 before the end */
        judge(pictures[i].name, in_time, gba_counters.blanks);
        while (gba_counters.blanks < FIRST_PICTURE + PICTURE_FRAMES * (uint32_t)(i + 1)) {
            gba_wait_blank();
            buttons = watch_keys(buttons);
        }
    }
}

int main(void) {
    gba_open(&port, true);
    test_marked_code();
    test_shared_place();
    test_memory();
    test_arithmetic();
    test_clock();
    test_log();
    test_ramp();
    show_pictures();
    say("# deepest stack, bytes: ", decimal((uint32_t)gba_stack_peak()), "");
    judge("stack_peak_is_sane", gba_stack_peak() > 64 && gba_stack_peak() < 2048, (uint32_t)gba_stack_peak());
    say(failures == 0 ? "quit" : "quit failed", "", "");
    return 0;
}
