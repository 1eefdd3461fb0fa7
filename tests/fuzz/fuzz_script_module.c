/* Fuzz target: script modules. Size and checksum are set right; what the verifier takes then runs for some ticks, is saved
 * and brought back, and must stay inside its own cells. */
#include <string.h>

#include "tests/unit/script_world.h"
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
            if (ox_script_restore(s, &from) != OX_OK || ox_script_hash(s) != hash) __builtin_trap(); /* what it wrote itself */
        }
        if (tick == 3) ox_script_end(s, one);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const ox_script_plan plan = {.stack = 100, .tasks = 5, .generators = 3, .task_cells = 150, .instances = 3, .instance_cells = 60, .tick = 300, .activation = 200};
    if (size < ROM_SCRIPT_MODULE_SIZE || size > sizeof module.bytes) return 0;
    memcpy(module.bytes, data, size);
    memcpy(module.bytes, "GOAD\1\0\0", 8);
    size &= ~(size_t)3;
    sb_put32(module.bytes + ROM_SCRIPT_MODULE_BYTES, (uint32_t)size);
    sb_put32(module.bytes + ROM_SCRIPT_MODULE_CHECKSUM, rom_crc32(0, module.bytes + ROM_SCRIPT_MODULE_INTERFACE, size - ROM_SCRIPT_MODULE_INTERFACE));
    memset(&w, 0, sizeof w);
    ox_arena_init(&w.arena, w.memory.bytes, sizeof w.memory.bytes);
    ox_script_config config = {.module = module.bytes, .size = size, .trust = OX_SCRIPT_TRUST_CART, .plan = &plan, .natives = sw_natives(), .host = &sw_host, .context = &w};
    if (ox_script_open(&w.script, &config, &w.arena, &w.error) != OX_OK) return 0;
    for (uint32_t b = 0; b < w.script.module.count[OX_SCRIPT_SECTION_BEHAVIOURS] && b < 3; b++) {
        if (ox_script_rule(&w.script, b, b == 0 ? OX_SCRIPT_RULE_RESTART : b) != OX_OK) continue;
    }
    play();
    return 0;
}
