/* Fuzz target: script modules whose size and checksum are set right. A module that the verifier takes runs for some
 * ticks, is saved and brought back, and must stay inside its own cells. Then its state is damaged, both as a saved
 * state and as that of a module before this one, and a state that is taken runs, too. */
#include <string.h>

#include "tests/unit/kernel/script/script_world.h"
#undef CHECK
#undef CHECK_EQ
#define CHECK(condition) (void)(condition)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static script_world w;
static union {
    uint32_t aligned;
    uint8_t bytes[SB_MODULE];
} module;
static uint8_t image[65536];

static void play(void) {
    static const int32_t arguments[16] = {3, -1, 7, 0, 1, 2, INT32_MIN, INT32_MAX, 65536};
    ox_script *s = &w.script;
    for (uint32_t tick = 0; tick < 4; tick++) {
        ox_handle one = ox_script_begin(s, HERO, tick % 3);
        sw_ticks(&w, 1);
        for (uint32_t event = 0; event < 3; event++) (void)ox_script_event(s, one, event, arguments);
        (void)ox_script_handle_tick(s, one);
        for (uint32_t f = 0; f < s->module.count[OX_SCRIPT_SECTION_FUNCTIONS] && f < 8; f++) {
            if (ox_script_call_function(s, f, 200, arguments, NULL) == OX_OK) continue;
        }
        if (w.waiting != 0) (void)ox_script_complete(s, w.waiting, arguments);
        ox_writer to = ox_writer_bytes(image, sizeof image);
        ox_script_save(s, &to);
        if (!to.full && tick == 2) {
            uint32_t hash = ox_script_hash(s);
            ox_reader from = ox_reader_bytes(image, to.used);
            if (ox_script_restore(s, &from) != OX_OK || ox_script_hash(s) != hash)
                __builtin_trap(); /* the machine refuses a state that it wrote itself */
        }
        if (tick == 3) ox_script_end(s, one);
    }
}

static void run(ox_script *s) {
    sw_ticks(&w, 2);
    for (uint32_t f = 0; f < s->module.count[OX_SCRIPT_SECTION_FUNCTIONS] && f < 4; f++)
        (void)!ox_script_call_function(s, f, 200, (const int32_t[16]){3, -1, 7}, NULL);
}

static bool open_module(size_t size) {
    static const ox_script_plan plan = {.stack = 100,
                                        .tasks = 5,
                                        .generators = 3,
                                        .task_cells = 150,
                                        .instances = 3,
                                        .instance_cells = 60,
                                        .tick = 300,
                                        .activation = 200};
    const ox_script_config config = {.module = module.bytes,
                                     .size = size & ~(size_t)3,
                                     .trust = OX_SCRIPT_TRUST_CART,
                                     .plan = &plan,
                                     .natives = sw_natives(),
                                     .host = &sw_host,
                                     .context = &w};
    memset(&w, 0, sizeof w);
    ox_arena_init(&w.arena, w.memory.bytes, sizeof w.memory.bytes);
    return ox_script_open(&w.script, &config, &w.arena, &w.error) == OX_OK;
}

/* Reads a state whose bytes the last bytes of the input have changed: place and value. */
static ox_reader damaged(const ox_writer *to, const uint8_t *data, size_t size) {
    for (size_t i = 0; i + 2 < size && i < 12 && to->used > 0; i += 3)
        image[((uint32_t)data[size - 1 - i] | (uint32_t)data[size - 2 - i] << 8) % to->used] =
            data[size - 3 - i];
    return ox_reader_bytes(image, to->used);
}

static void bring_back(const uint8_t *data, size_t size) {
    ox_script *s = &w.script;
    ox_script_carried carried;
    ox_writer to = ox_writer_bytes(image, sizeof image);
    (void)ox_script_begin(s, HERO, 0);
    sw_ticks(&w, 1);
    ox_script_save(s, &to);
    if (to.full) return;
    ox_reader from = damaged(&to, data, size);
    if (ox_script_restore(s, &from) != OX_OK && (s->instances.count != 0 || s->tasks.count != 0))
        __builtin_trap();
    run(s);
    (void)ox_script_begin(s, HERO, 0);
    to = ox_writer_bytes(image, sizeof image);
    ox_script_keep(s, &to);
    if (to.full || !open_module(size)) return; /* a machine that was just opened takes over the kept state */
    from = damaged(&to, data, size);
    if (ox_script_take_over(s, &from, &carried) != OX_OK && (s->instances.count != 0 || s->tasks.count != 0))
        __builtin_trap();
    run(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < ROM_SCRIPT_MODULE_SIZE || size > sizeof module.bytes) return 0;
    memcpy(module.bytes, data, size);
    memcpy(module.bytes, "GOAD\1\0\0", 8);
    size &= ~(size_t)3;
    sb_put32(module.bytes + ROM_SCRIPT_MODULE_BYTES, (uint32_t)size);
    sb_put32(module.bytes + ROM_SCRIPT_MODULE_CHECKSUM,
             rom_crc32(0, module.bytes + ROM_SCRIPT_MODULE_INTERFACE, size - ROM_SCRIPT_MODULE_INTERFACE));
    if (!open_module(size)) return 0;
    for (uint32_t b = 0; b < w.script.module.count[OX_SCRIPT_SECTION_BEHAVIOURS] && b < 3; b++) {
        if (ox_script_rule(&w.script, b, b == 0 ? OX_SCRIPT_RULE_RESTART : b) != OX_OK) continue;
    }
    play();
    bring_back(data, size);
    return 0;
}
