/* A cart that runs wild, for every machine: it loops for ever in its fifth step, or overflows its queue
 * without end, and the console has to stop it. The image that it plays is made on the spot. */
#include "tests/ports/wild.h"

#include "kernel/console/console.h"

#include "tests/unit/kernel/console/console_rom.h"

static uint32_t steps, refused;
static int way;

static ox_status wild_start(void *state, ox_console *console) {
    (void)state;
    return ox_console_watch(console, "event queue", &refused);
}

static __attribute__((noinline)) void loop_for_ever(volatile uint32_t *count) {
    while (*count != 0) *count |= 1;
}

static void wild_step(void *state, const ox_input *input) {
    (void)state, (void)input;
    if (++steps < 5) return;
    if (way == WILD_LOOPS) loop_for_ever(&steps);
    if (way == WILD_OVERFLOWS) refused += 7;
}

const char *wild_play(plat *platform, void *memory, uint32_t bytes, int how, uint32_t watch) {
    static const ox_cart cart = {.name = "wild", .start = wild_start, .step = wild_step};
    static ox_error error;
    build_rom rom;
    way = how;
    uint32_t size = build_small_cart(&rom, memory, bytes, 128 * 1024, PLAT_PAL8, 8, 0);
    ox_boot_options options = ox_boot_defaults(platform, memory, size);
    options.deterministic = true;
    options.width = 240, options.height = 160;
    options.cart = &cart;
    options.watch = watch;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) return error.text;
    for (int i = 0; i < 200; i++) {
        if (!ox_console_frame(console)) return "the console ended by itself";
    }
    ox_console_close(console);
    return "it played to its end";
}
