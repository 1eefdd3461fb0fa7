/* A road of sixteen stages in memory for four: areas are loaded ahead of the traveller, live, and are
 * dropped behind him; and a change of level with a fade. */
#include "kernel/level/stream.h"
#include "kernel/level/transition.h"
#include "rom/carts/examples/example.h"

/* 1. The world: areas with bounds and bytes. A cart has them in the topology
 * of its image (kernel/level/topology.h). */
enum { AREAS = 16, BYTES = 1000 };
static ox_stream_area road[AREAS];
static uint64_t block[1024];

/* 2. The source that loads: three functions, to begin, go on by so many bytes, give up. As a rule a source asks a
 * device (kernel/file/request.h); this one only counts, as a slow device would. A source must need the same number
 * of ticks on every machine. */
static uint32_t left;
static ox_status begin_area(void *context, const ox_stream_area *area, void *to) {
    (void)context, (void)to;
    left = area->bytes;
    return OX_OK;
}
static ox_status step_area(void *context, uint32_t quota, uint32_t *moved) {
    (void)context;
    *moved = left < quota ? left : quota;
    left -= *moved;
    return left == 0 ? OX_OK : OX_EMPTY;
}
static void cancel(void *context) { (void)context; }
static const ox_stream_source device = {begin_area, step_area, cancel, NULL};

/* 3. The host that brings areas to life: as a rule with ox_area_open and ox_area_begin, which make a level's
 * objects, regions and so on. The rest of the area's slot is an arena for that. */
static ox_status enter_area(void *context, uint32_t area, void *data, uint32_t bytes, ox_arena *rest) {
    (void)data, (void)bytes;
    if (area < 3)
        ox_log_write(context, PLAT_LOG_INFO, "  stage %u lives, %u bytes to spare", (unsigned)area,
                     (unsigned)ox_arena_free(rest));
    return OX_OK;
}
static void leave_area(void *context, uint32_t area) {
    if (area < 2) ox_log_write(context, PLAT_LOG_INFO, "  stage %u is left behind", (unsigned)area);
}

static void travel(ox_arena *arena, ox_log *out) {
    const ox_stream_host host = {enter_area, leave_area, out};
    ox_stream stream;
    /* 4. Four slots, 100 bytes a tick; an area within 16 m is wanted and stays until it is 28 m away, so
     * that a player who turns on a border loads nothing twice. The player's way in the next second decides which area
     * comes first. */
    const ox_stream_config config = {.areas = road,
                                     .area_count = AREAS,
                                     .slots = 4,
                                     .slot_bytes = 1024,
                                     .quota = 100,
                                     .load = 16 * FX_ONE,
                                     .unload = 28 * FX_ONE,
                                     .lookahead = 60,
                                     .source = &device,
                                     .host = &host};
    vec3 place = {0, 0, 0}, velocity = {FX_ONE / 5, 0, 0};
    uint32_t waited = 0, most = 0;
    if (ox_stream_init(&stream, arena, &config) != OX_OK) return;
    while (place.x < 500 * FX_ONE) {
        ox_stream_tick(&stream, place, velocity);
        /* 5. There is no wait inside a tick: a player who would step into nothing is held, while everything
         * else goes on. */
        if (ox_stream_stalled(&stream))
            waited++;
        else
            place.x += velocity.x;
        if (ox_stream_resident(&stream) > most) most = ox_stream_resident(&stream);
    }
    SAY("%u ticks held at the start, %u stages loaded, %u at once, at most %u bytes a tick", (unsigned)waited,
        (unsigned)stream.loads, (unsigned)most, (unsigned)stream.most_moved);
    ox_stream_clear(&stream);
}

/* 6. The other way to change places: leave one level, fade out, load the next, fade in. The ops do the leaving
 * and the loading. */
static void unload(void *context, uint32_t level) {
    ox_log_write(context, PLAT_LOG_INFO, "  leave level %u", (unsigned)level);
}
static ox_status begin_level(void *context, uint32_t level) {
    (void)context, (void)level;
    left = BYTES;
    return OX_OK;
}
static ox_status load_level(void *context, uint32_t level, uint32_t *done, uint32_t *total) {
    uint32_t moved;
    ox_status status = step_area(context, 250, &moved);
    (void)level;
    *done = BYTES - left;
    *total = BYTES;
    return status;
}
static ox_status start_level(void *context, uint32_t level) {
    ox_log_write(context, PLAT_LOG_INFO, "  play level %u", (unsigned)level);
    return OX_OK;
}
static const ox_transition_ops ops = {unload, begin_level, load_level, start_level};

void example(plat *platform, ox_log *out) {
    ox_arena arena;
    ox_transition change;
    (void)platform;
    ox_arena_init(&arena, block, sizeof block);
    for (uint32_t i = 0; i < AREAS; i++)
        road[i] = (ox_stream_area){
            i + 1, {{(fx)i * 32 * FX_ONE, 0, 0}, {(fx)(i + 1) * 32 * FX_ONE, 0, 0}}, BYTES, 0};
    SAY("on the road");
    travel(&arena, out);
    SAY("through a door");
    ox_transition_init(&change, &(ox_transition_config){.ops = &ops, .context = out, .fade = 4});
    for (uint32_t level = 1; level <= 2; level++) {
        if (ox_transition_go(&change, level) != OX_OK) return;
        while (ox_transition_is_under_way(&change)) {
            ox_transition_tick(&change);
            if (level == 2)
                SAY("  light %u%%, loaded %u%%", (unsigned)(ox_transition_light(&change) * 100u >> 16),
                    (unsigned)(ox_transition_progress(&change) * 100u >> 16));
        }
    }
}
