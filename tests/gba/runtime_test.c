/* A cartridge that plays a game in C with everything the console keeps ready for a game, and checks that every value of
 * its state in 200 steps is that of all other machines, and that the game goes back ten seconds and forward again to
 * the bit. It logs `ok NAME` or `FAIL NAME`; tests/scripts/ports/same_replay.sh runs it. */
#include "kernel/debug/format.h"
#include "kernel/runtime/internal.h"
#include "kernel/saving/internal.h"
#include "platform/gba/gba.h"
#include "tests/unit/kernel/console/console_game.h"

static plat port;
/* Place of the room: the end of the console's memory, behind what a budget of 160 KB takes. */
enum { IMAGE_BYTES = 24576, HASHES = 80 };
typedef struct room {
    _Alignas(16) uint8_t image[IMAGE_BYTES];
    uint32_t hashes[HASHES];
    game g;
} room;
static room *own;

static void judge(const char *name, bool good, uint32_t value) {
    char line[100];
    (void)ox_format(line, sizeof line, good ? "ok gba_runtime_%s" : "FAIL gba_runtime_%s got %08x", name,
                    (unsigned)value);
    plat_log(&port, PLAT_LOG_INFO, line);
}

/* A recording of which only the checksum of the bytes behind its head is kept. */
typedef struct sum {
    uint32_t crc;
    size_t bytes;
} sum;
static bool sum_up(void *context, const void *bytes, size_t size) {
    sum *s = context;
    size_t skipped = s->bytes >= SESSION_HEAD ? 0 : SESSION_HEAD - s->bytes;
    if (skipped > size) skipped = size;
    s->crc = rom_crc32(s->crc, (const uint8_t *)bytes + skipped, size - skipped);
    s->bytes += size;
    return true;
}

static ox_console *boot(const ox_cart *cart, sum *recorded) {
    ox_error error;
    ox_boot_options options = ox_boot_defaults(&port, own->image, 0);
    options.image_size = game_image(own->image, IMAGE_BYTES, 160 * 1024, game_capacities, GAME_CAPACITIES);
    options.modules = ox_preset_full;
    options.deterministic = true;
    options.log_subsystems = false;
    options.cart = cart;
    options.watch = UINT32_MAX;
    options.thorough = recorded != NULL;
    options.record = recorded == NULL ? NULL : sum_up;
    options.record_context = recorded;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) plat_log(&port, PLAT_LOG_ERROR, error.text);
    return console;
}

static void play_a_session(void) {
    uint32_t hash = 0, steps = 0;
    sum recorded = {0, 0};
    ox_cart cart = game_cart(&own->g);
    ox_console *console = boot(&cart, &recorded);
    if (console == NULL) return;
    while (steps < SESSION && ox_console_frame(console)) steps++;
    hash = ox_console_state_hash(console);
    (void)ox_console_close(console);
    judge("state", hash == SESSION_HASH, hash);
    judge("recording", recorded.crc == SESSION_CRC, recorded.crc);
}

static void go_back(void) {
    enum { STEPS = 640, EVERY = 10 };
    ox_cart cart = game_cart(&own->g);
    ox_console *console = boot(&cart, NULL);
    uint32_t wrong = 0;
    if (console == NULL) return;
    for (uint32_t i = 0; i <= STEPS; i++) {
        if (i % EVERY == 0) own->hashes[i / EVERY] = ox_console_state_hash(console);
        if (i < STEPS && !ox_console_frame(console)) wrong++;
    }
    for (uint32_t back = 600; back > 0; back -= 150) {
        if (ox_console_rewind(console, back) != OX_OK) wrong++;
        if (ox_console_state_hash(console) != own->hashes[(STEPS - back) / EVERY]) wrong++;
        if (ox_console_forward(console, back) != OX_OK) wrong++;
        if (ox_console_state_hash(console) != own->hashes[STEPS / EVERY]) wrong++;
    }
    judge("goes_ten_seconds_back", wrong == 0, wrong);
    (void)ox_console_close(console);
}

int main(void) {
    plat_memory_map map;
    gba_open(&port, false);
    plat_memory(&port, &map);
    uintptr_t end = (uintptr_t)map.main.base + map.main.size;
    own = (room *)((end - sizeof *own) & ~(uintptr_t)15);
    play_a_session();
    go_back();
    plat_log(&port, PLAT_LOG_INFO, "quit");
    return 0;
}
