/* The life of script machines and modules. */
#include "kernel/script/map.h"
#include "tests/unit/kernel/memory/life.h"
#include "tests/unit/kernel/script/script_world.h"

static script_builder b;
static script_world w;
static rom_error error;

static ox_status open_machine(ox_script *it) {
    ox_script_config config = {.module = b.image.bytes,
                               .size = b.size,
                               .trust = OX_SCRIPT_TRUST_CART,
                               .plan = &ox_script_plan_small,
                               .natives = sw_natives(),
                               .host = &sw_host,
                               .context = &w};
    return ox_script_open(it, &config, &w.arena, &error);
}
static ox_status open_module(ox_script_module *it) {
    return ox_script_module_open(it, b.image.bytes, b.size, OX_SCRIPT_TRUST_CART, &error) == ROM_OK
               ? OX_OK
               : OX_BAD_IMAGE;
}
LIFE_ROW(ox_script, open, open_machine(it), ox_script_close(it), ox_script_run(it))
PLAIN_ROW(ox_script_module, open, open_module(it), OX_CLEAR(it))

static ox_status open_map(ox_script_map *it) {
    static const uint8_t least[] = {1, 0, 0, 0, 0, 0, 0, 0}; /* of nothing */
    return ox_script_map_open(it, least, sizeof least, 1, &error) == ROM_OK ? OX_OK : OX_BAD_IMAGE;
}
PLAIN_ROW(ox_script_map, open, open_map(it), OX_CLEAR(it))

TEST(script_machine_and_module_lead_their_lives) {
    memset(&b, 0, sizeof b);
    sb_native(&b, "log:v(i)");
    sb_behaviour(&b, 900, 2);
    sb_function(&b, (sb_shape){0}, SB_CODE(OX_SCRIPT_RET));
    sb_finish(&b);
    ox_arena_init(&w.arena, w.memory.bytes, sizeof w.memory.bytes);
    life_bench bench = {.arena = &w.arena};
    CHECK(life_is_led(&LIFE_OF(ox_script), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_script_module), &bench));
    CHECK(life_is_led(&LIFE_OF(ox_script_map), &bench));
}

TEST(script_machine_that_was_not_opened_does_nothing) {
    static ox_script clear;
    OX_CLEAR(&clear);
#if !OX_DEBUG
    ox_script_tick(&clear, 3);
    ox_script_run(&clear);
    CHECK_EQ(ox_script_begin(&clear, HERO, 0).bits, 0);
    ox_script_end(&clear, (ox_handle){1});
    CHECK(!ox_script_event(&clear, (ox_handle){1}, 0, NULL) &&
          !ox_script_handle_tick(&clear, (ox_handle){1}));
    CHECK_EQ(ox_script_call_function(&clear, 0, 0, NULL, NULL), OX_BAD_ARGUMENT);
#endif
    CHECK_EQ(ox_script_find(&clear, HERO, 0).bits, 0);
    CHECK(ox_script_instance_of(&clear, (ox_handle){1}) == NULL);
}
