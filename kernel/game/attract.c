/* Attract mode: who feeds the player's record, and when that changes. */
#include "kernel/game/attract.h"

#include "kernel/memory/life.h"

FX_STATIC_ASSERT(OX_ATTRACT_IDLE == 15 * 60, "fifteen seconds of sixty steps");

static void fill(void *context, uint32_t tick, ox_input_record *record) {
    const ox_attract *attract = context;
    (void)tick;
    attract->config.demo.fill(attract->config.demo.context, attract->tick, record);
}

static void begin(ox_attract *attract, ox_attract_mode mode) {
    bool demo = mode == OX_ATTRACT_DEMO;
    attract->mode = mode;
    attract->idle = attract->tick = 0;
    if (demo) attract->round++;
    ox_input_source source = {demo ? "demo" : "devices", demo ? fill : NULL, demo ? attract : NULL};
    FX_VERIFY(ox_input_source_set(attract->sources, attract->player, source) == OX_OK);
    if (attract->config.begin != NULL)
        attract->config.begin(attract->config.context, mode, demo ? attract->config.seed : 0);
}

ox_status ox_attract_init(ox_attract *attract, const ox_attract_config *config, ox_input_sources *sources,
                          uint32_t player) {
    *attract = (ox_attract){.config = *config, .sources = sources, .player = player};
    if (player >= sources->count || config->start == 0 ||
        (config->demo.fill != NULL && config->demo_ticks == 0))
        return OX_BAD_ARGUMENT;
    if (config->idle == 0) attract->config.idle = OX_ATTRACT_IDLE;
    begin(attract, OX_ATTRACT_TITLE);
    return OX_OK;
}

void ox_attract_end(ox_attract *attract) {
    const ox_input_source devices = {"devices", NULL, NULL};
    if (attract->mode == OX_ATTRACT_DEMO)
        FX_VERIFY(ox_input_source_set(attract->sources, attract->player, devices) == OX_OK);
    OX_CLEAR(attract);
}

static void insert_coin(ox_attract *attract) {
    if (attract->credits < OX_ATTRACT_CREDITS) attract->credits++;
    if (attract->mode != OX_ATTRACT_PLAY && attract->mode != OX_ATTRACT_CREDIT)
        begin(attract, OX_ATTRACT_CREDIT);
}

static void step_title(ox_attract *attract, uint32_t held, uint32_t pressed) {
    if (attract->config.coin == 0 && (pressed & attract->config.start) != 0) {
        begin(attract, OX_ATTRACT_PLAY);
        return;
    }
    attract->idle = held != 0 ? 0 : attract->idle + 1u;
    if (attract->idle >= attract->config.idle && attract->config.demo.fill != NULL)
        begin(attract, OX_ATTRACT_DEMO);
}

ox_attract_mode ox_attract_step(ox_attract *attract, uint32_t held) {
    OX_CREATED(attract->sources);
    if (attract->deaf && held == 0) attract->deaf = false;
    uint32_t now = attract->deaf ? 0 : held, pressed = now & ~attract->held;
    attract->held = now;
    if ((pressed & attract->config.coin) != 0) {
        insert_coin(attract);
        return attract->mode;
    }
    switch (attract->mode) {
    case OX_ATTRACT_TITLE:
        step_title(attract, now, pressed);
        break;
    case OX_ATTRACT_DEMO:
        if (pressed != 0) {
            attract->deaf = true;
            attract->held = 0;
            begin(attract, OX_ATTRACT_TITLE);
        } else if (++attract->tick >= attract->config.demo_ticks) {
            begin(attract, OX_ATTRACT_DEMO);
        }
        break;
    case OX_ATTRACT_CREDIT:
        if ((pressed & attract->config.start) != 0) {
            attract->credits--;
            begin(attract, OX_ATTRACT_PLAY);
        }
        break;
    default:
        break;
    }
    return attract->mode;
}

void ox_attract_over(ox_attract *attract) {
    if (attract->mode != OX_ATTRACT_PLAY) return;
    begin(attract, attract->credits > 0 ? OX_ATTRACT_CREDIT : OX_ATTRACT_TITLE);
}

void ox_demo_fill(void *demo, uint32_t tick, ox_input_record *record) {
    const ox_demo *of = demo;
    for (uint32_t i = 0; i < of->count; i++) {
        if (tick < of->runs[i].ticks) {
            record->held = of->runs[i].buttons;
            return;
        }
        tick -= of->runs[i].ticks;
    }
}
