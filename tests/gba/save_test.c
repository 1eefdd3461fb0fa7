/* A cartridge that saves games on the machine itself: into its battery-backed memory, with the power gone at every
 * byte, and over a restart. It logs `ok NAME` or `FAIL NAME`; tests/scripts/ports/save_ports.sh runs it twice. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/save/container.h"
#include "platform/gba/gba.h"

static plat port;
static int failures;
static uint32_t power = UINT32_MAX; /* bytes to write until the power goes */

static void judge(const char *name, bool good, uint32_t value) {
    char line[100];
    if (!good) failures++;
    (void)ox_format(line, sizeof line, good ? "ok gba_save_%s" : "FAIL gba_save_%s got %u", name,
                    (unsigned)value);
    plat_log(&port, PLAT_LOG_INFO, line);
}

/* The port's device, which stops writing when its power is gone. */
static bool write_until_dark(void *context, uint32_t at, const void *bytes, uint32_t size) {
    uint32_t lasts = power < size ? power : size;
    if (power != UINT32_MAX) power -= lasts;
    return plat_storage_write(context, at, bytes, lasts) && lasts == size;
}

typedef struct game {
    uint32_t level, score;
    uint16_t items[12];
} game;
static const ox_field game_fields[] = {OX_FIELD(game, level, OX_U32, OX_SIM),
                                       OX_FIELD(game, score, OX_U32, OX_SIM),
                                       OX_FIELD(game, items, OX_U16, OX_SIM)};
static const ox_type game_type = OX_TYPE(game, game_fields, 1);

static ox_saves saves;

static void open_saves(uint32_t slots) {
    static _Alignas(8) uint8_t memory[1200];
    ox_arena arena;
    ox_saves_config config = {
        .device = ox_save_device_of(&port), .cart = 0x0C0FFEE, .major = 1, .slots = slots, .room = 512};
    config.device.write = write_until_dark;
    ox_arena_init(&arena, memory, sizeof memory);
    ox_saves_end(&saves);
    ox_status status = ox_saves_init(&saves, &config, &arena);
    if (status != OX_OK) judge("opens", false, (uint32_t)-status);
}

static ox_status save(uint32_t n) {
    game g = {.level = n, .score = n * 12345u};
    for (uint32_t i = 0; i < 12; i++) g.items[i] = (uint16_t)(n * 77u + i * i * 501u);
    ox_saves_clear(&saves);
    ox_saves_add(&saves, &game_type, &g);
    ox_status status = ox_saves_write(&saves, 0);
    return status == OX_OK ? ox_saves_finish(&saves) : status;
}

static uint32_t load(void) {
    game g;
    if (ox_saves_read(&saves, 0) != OX_OK || ox_saves_get(&saves, &game_type, &g) != OX_OK) return 0;
    bool same = g.score == g.level * 12345u;
    for (uint32_t i = 0; i < 12; i++) same = same && g.items[i] == (uint16_t)(g.level * 77u + i * i * 501u);
    return same ? g.level : 0;
}

static void cut_everywhere(void) {
    uint32_t cuts = 0, wrong = 0;
    for (bool done = false; !done; cuts++) {
        power = UINT32_MAX;
        if (save(10) != OX_OK || save(11) != OX_OK) wrong++;
        power = cuts;
        (void)save(12);
        done = power > 0;
        power = UINT32_MAX;
        open_saves(3);
        uint32_t is = load();
        if (done ? is != 12 : is != 11 && is != 12) wrong++;
    }
    judge("power_cut_at_every_byte", wrong == 0 && cuts > 60, wrong);
    char line[60];
    (void)ox_format(line, sizeof line, "# the power went %u times", (unsigned)cuts);
    plat_log(&port, PLAT_LOG_INFO, line);
}

int main(void) {
    plat_storage_info info;
    uint8_t odd[3] = {1, 2, 3}, back[3];
    gba_open(&port, false);
    plat_storage(&port, &info);
    judge("has_32_kb", info.size == 32768 && info.sector == 1 && !info.atomic, info.size);
    judge("refuses_beyond",
          !plat_storage_write(&port, 32766, odd, 3) && !plat_storage_read(&port, 40000, back, 1) &&
              !plat_storage_erase(&port, 32768, 1),
          0);
    open_saves(3);
    uint32_t before = load();
    if (before == 0) {
        judge("bytes",
              plat_storage_write(&port, 32765, odd, 3) && plat_storage_read(&port, 32765, back, 3) &&
                  memcmp(odd, back, 3) == 0 && plat_storage_erase(&port, 32765, 3) &&
                  plat_storage_read(&port, 32766, back, 1) && back[0] == 0xFF && plat_storage_sync(&port),
              0);
        cut_everywhere();
        judge("saves", save(77) == OX_OK && load() == 77, load());
    } else {
        judge("survives_a_restart", before == 77, before);
    }
    plat_log(&port, PLAT_LOG_INFO, failures == 0 ? "quit" : "quit failed");
    return 0;
}
