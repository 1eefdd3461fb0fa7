/* Sounds in C: ../sounds.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/sound/module.h"

enum { RINGS, LOW, HELD };

static ox_sound *sound_of(const pair_game *g, ox_id name) {
    const int type = ox_world_component(g->world, OX_NAME("sound"));
    return ox_component_get(g->world, pair_find(g, name), (uint32_t)type);
}

static void ring_bell(pair_game *g, const ox_module_host *host) {
    ox_object *bell = pair_find(g, OX_NAME("bell"));
    g->numbers[RINGS] = !g->numbers[RINGS];
    if (g->numbers[RINGS] != 0)
        (void)ox_sound_start(host, bell, OX_NAME("clang"));
    else
        ox_sound_stop(host, bell, 20);
}

static void hear_sounds(pair_game *g, const pair_event *event) {
    ox_sounds *sounds = ox_console_sounds(g->console);
    const uint32_t world = ox_sound_bus_of(OX_NAME("world"));
    if (pair_pressed(event, PLAT_A)) {
        ox_sound_at(sounds, OX_NAME("strike"), pair_place(g, pair_find(g, OX_NAME("bell"))), FX(0.7));
        ox_sound_shock(sounds, FX(0.6));
    }
    if (pair_pressed(event, PLAT_B)) ring_bell(g, sounds->host);
    if (pair_pressed(event, PLAT_X)) {
        ox_sound *siren = sound_of(g, OX_NAME("car"));
        siren->ratio = FX(3.5) - siren->ratio;
    }
    if (pair_pressed(event, PLAT_Y)) {
        g->numbers[LOW] = !g->numbers[LOW];
        ox_sound_bus_volume(sounds, world, (uint32_t)(g->numbers[LOW] != 0 ? FX(0.2) : FX_ONE) / 2, 30);
        (void)ox_sound_choose(sounds, OX_NAME("weather"),
                              g->numbers[LOW] != 0 ? OX_NAME("rain") : OX_NAME("sun"));
        ox_sound_environment(sounds, OX_NAME("rain"), g->numbers[LOW] != 0 ? OX_SOUND_FULL : 0, 60);
    }
    if (pair_pressed(event, PLAT_START)) {
        g->numbers[HELD] = !g->numbers[HELD];
        ox_sound_bus_pause(sounds, world, g->numbers[HELD] != 0);
        ox_sound_bus_mute(sounds, ox_sound_bus_of(OX_NAME("interface")), g->numbers[HELD] != 0);
    }
}

static void tick_sounds(pair_game *g) {
    const ox_object *car = pair_find(g, OX_NAME("car"));
    vec3 at = pair_place(g, car);
    at.x = at.x > 6 * FX_ONE ? -6 * FX_ONE : at.x + FX(0.1);
    pair_put(g, pair_find(g, OX_NAME("car")), at);
    const ox_sound *bell = sound_of(g, OX_NAME("bell"));
    if (bell != NULL && bell->name == OX_NAME("clang")) pair_count(g, OX_NAME("rings"), 1);
}

const pair pair_sounds = {.scene = "scene/sounds", .hear = hear_sounds, .tick = tick_sounds};
