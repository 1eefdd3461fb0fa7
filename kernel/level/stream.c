/* The streaming manager: which areas are wanted, which comes next, and whose slot it gets. */
#include "kernel/level/stream.h"

#include "kernel/memory/life.h"

enum { WANTED = 1, NEEDED = 2 };
enum { LARGE = 1, SMALL = 2 }; /* kinds of areas and slots */
enum { RETRY = 60 };
FX_STATIC_ASSERT(OX_AREA_LEAVING <= UINT8_MAX, "a state is a byte");

/* ---- start ---- */

static bool is_sound(const ox_stream_config *c) {
    if (c->area_count == 0 || c->slots == 0 || c->quota == 0 || c->source == NULL || c->host == NULL)
        return false;
    return c->need >= 0 && c->load >= c->need && c->unload >= c->load;
}

static bool config_fits(const ox_stream_config *c) {
    for (uint32_t i = 0; i < c->area_count; i++) {
        bool small = (c->areas[i].flags & OX_STREAM_SMALL) != 0;
        if (c->areas[i].bytes > (small ? c->small_bytes : c->slot_bytes) || (small && c->small_slots == 0))
            return false;
    }
    for (uint32_t v = 0; v < c->volume_count; v++) {
        for (uint32_t i = 0; i < c->volumes[v].count; i++) {
            if (c->volumes[v].areas[i] >= c->area_count) return false;
        }
    }
    return true;
}

ox_status ox_stream_init(ox_stream *stream, ox_arena *arena, const ox_stream_config *config) {
    ox_mark mark = ox_arena_mark(arena, OX_ARENA_LOW);
    uint32_t slots = (uint32_t)config->slots + config->small_slots;
    *stream = (ox_stream){.config = *config, .slot_count = slots};
    if (!is_sound(config)) return OX_BAD_ARGUMENT;
    if (!config_fits(config)) return OX_BAD_DATA;
    stream->entries = (ox_stream_entry *)ox_arena_push_zero(arena, OX_ARENA_LOW,
                                                            sizeof(ox_stream_entry) * config->area_count, 4);
    stream->slots = (ox_stream_slot *)ox_arena_push_zero(arena, OX_ARENA_LOW, sizeof(ox_stream_slot) * slots,
                                                         _Alignof(ox_stream_slot));
    for (uint32_t i = 0; stream->entries != NULL && stream->slots != NULL && i < slots; i++) {
        ox_stream_slot *slot = &stream->slots[i];
        slot->small = i >= config->slots;
        slot->bytes = slot->small ? config->small_bytes : config->slot_bytes;
        slot->memory = (uint8_t *)ox_arena_push_low(arena, slot->bytes, 8);
        if (slot->memory == NULL) stream->slots = NULL;
    }
    if (stream->entries != NULL && stream->slots != NULL) return OX_OK;
    ox_arena_rollback(arena, mark);
    return OX_OUT_OF_MEMORY;
}

/* ---- wanted areas ---- */

static fx gap_along(fx low, fx high, fx at) {
    int64_t gap = at < low ? (int64_t)low - at : at > high ? (int64_t)at - high : 0;
    return gap > FX_MAX ? FX_MAX : (fx)gap;
}

/* The distance to an area's bounds, along the longest of the three axes. */
static fx gap_to(const box3 *box, vec3 at) {
    fx x = gap_along(box->lo.x, box->hi.x, at.x), y = gap_along(box->lo.y, box->hi.y, at.y),
       z = gap_along(box->lo.z, box->hi.z, at.z);
    return x > y ? (x > z ? x : z) : y > z ? y : z;
}

static void want(ox_stream *stream, uint32_t area, bool needed) {
    ox_stream_entry *e = &stream->entries[area];
    e->flags |= (uint8_t)(needed ? WANTED | NEEDED : WANTED);
    e->wanted = stream->tick;
}

static void judge_areas(ox_stream *stream, vec3 place) {
    const ox_stream_config *c = &stream->config;
    for (uint32_t i = 0; i < c->area_count; i++) {
        ox_stream_entry *e = &stream->entries[i];
        fx gap = gap_to(&c->areas[i].bounds, place);
        bool there = e->state >= OX_AREA_LOADING, kept = (e->flags & WANTED) != 0 && there;
        e->flags = 0;
        if (e->pins != 0 || e->needs != 0) want(stream, i, e->needs != 0);
        if (gap <= c->need)
            want(stream, i, true);
        else if (c->volume_count == 0 && gap <= (kept ? c->unload : c->load))
            want(stream, i, false);
        if (e->wait > 0) e->wait--;
    }
    for (uint32_t v = 0; v < c->volume_count; v++) {
        if (!box_contains(&c->volumes[v].where, place)) continue;
        for (uint32_t i = 0; i < c->volumes[v].count; i++) want(stream, c->volumes[v].areas[i], false);
    }
}

/* ---- states ---- */

static void free_slot(ox_stream *stream, uint32_t area) {
    ox_stream_entry *e = &stream->entries[area];
    if (e->slot != 0) stream->slots[e->slot - 1u].area = 0;
    e->slot = 0;
    e->state = OX_AREA_ABSENT;
}

static void leave_area(ox_stream *stream, uint32_t area) {
    stream->config.host->leave(stream->config.host->context, area);
    stream->entries[area].state = OX_AREA_LEAVING;
}

static void failed(ox_stream *stream, uint32_t area) {
    stream->failures++;
    stream->entries[area].wait = RETRY;
    free_slot(stream, area);
}

/* Areas that left in the tick before are only bytes in memory now; active areas that are no longer wanted leave. */
static void let_go(ox_stream *stream) {
    for (uint32_t i = 0; i < stream->config.area_count; i++) {
        ox_stream_entry *e = &stream->entries[i];
        if (e->state == OX_AREA_LEAVING) e->state = OX_AREA_RESIDENT;
        if (e->state == OX_AREA_ACTIVE && (e->flags & WANTED) == 0) leave_area(stream, i);
        if (e->state == OX_AREA_QUEUED && (e->flags & WANTED) == 0) e->state = OX_AREA_ABSENT;
        if (e->state == OX_AREA_ABSENT && (e->flags & WANTED) != 0) e->state = OX_AREA_QUEUED;
    }
}

/* ---- loading ---- */

static void go_on_loading(ox_stream *stream) {
    const ox_stream_source *source = stream->config.source;
    uint32_t area = stream->loading - 1u, moved = 0;
    ox_status status;
    if (stream->loading == 0) return;
    if ((stream->entries[area].flags & WANTED) == 0) {
        source->cancel(source->context);
        stream->cancels++;
        stream->loading = 0;
        free_slot(stream, area);
        return;
    }
    status = source->step(source->context, stream->config.quota, &moved);
    stream->bytes += moved;
    if (moved > stream->most_moved) stream->most_moved = moved;
    if (status == OX_EMPTY) return;
    stream->loading = 0;
    if (status == OX_OK) {
        stream->entries[area].state = OX_AREA_RESIDENT;
        stream->loads++;
    } else {
        failed(stream, area);
    }
}

static uint32_t kind_of(const ox_stream *stream, uint32_t area) {
    return (stream->config.areas[area].flags & OX_STREAM_SMALL) != 0 ? SMALL : LARGE;
}

/* The first wanted area of some kinds in a state: needed areas come before others, and nearer ones, measured from where
 * the player will be. */
static uint32_t first_in(const ox_stream *stream, uint32_t kinds, ox_stream_state state, vec3 soon) {
    uint32_t best = UINT32_MAX;
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < stream->config.area_count; i++) {
        const ox_stream_entry *e = &stream->entries[i];
        int64_t rank = gap_to(&stream->config.areas[i].bounds, soon);
        if (e->state != state || (e->flags & WANTED) == 0 || e->wait != 0 ||
            (kind_of(stream, i) & kinds) == 0)
            continue;
        if ((e->flags & NEEDED) != 0) rank -= (int64_t)1 << 32;
        if (rank >= least) continue;
        least = rank;
        best = i;
    }
    return best;
}

/* A slot of the area's kind that is free or may be taken; UINT32_MAX: none, yet. */
static uint32_t slot_for(ox_stream *stream, uint32_t area, vec3 soon) {
    bool small = kind_of(stream, area) == SMALL, needed = (stream->entries[area].flags & NEEDED) != 0;
    uint32_t oldest = UINT32_MAX, age = 0, farthest = UINT32_MAX;
    fx distance = -1;
    for (uint32_t i = 0; i < stream->slot_count; i++) {
        const ox_stream_slot *slot = &stream->slots[i];
        const ox_stream_entry *e = slot->area == 0 ? NULL : &stream->entries[slot->area - 1u];
        if (slot->small != small) continue;
        if (e == NULL) return i;
        if (e->state == OX_AREA_RESIDENT && (e->flags & WANTED) == 0 && stream->tick - e->wanted >= age) {
            oldest = i;
            age = stream->tick - e->wanted;
        }
        if ((e->flags & NEEDED) == 0 && (e->state == OX_AREA_RESIDENT || e->state == OX_AREA_ACTIVE)) {
            fx gap = gap_to(&stream->config.areas[slot->area - 1u].bounds, soon);
            if (gap > distance) distance = gap, farthest = i;
        }
    }
    if (oldest == UINT32_MAX && needed && farthest != UINT32_MAX) {
        uint32_t victim = stream->slots[farthest].area - 1u;
        if (stream->entries[victim].state == OX_AREA_ACTIVE) {
            leave_area(stream, victim); /* the victim's slot is free after the sweep */
            return UINT32_MAX;
        }
        oldest = farthest;
    }
    if (oldest == UINT32_MAX) return UINT32_MAX;
    stream->evictions++;
    free_slot(stream, stream->slots[oldest].area - 1u);
    return oldest;
}

/* An area that finds no slot holds up those of its own kind alone. */
static void begin_loading(ox_stream *stream, vec3 soon) {
    const ox_stream_source *source = stream->config.source;
    uint32_t area = UINT32_MAX, slot = UINT32_MAX;
    if (stream->loading != 0) return;
    for (uint32_t kinds = LARGE | SMALL; slot == UINT32_MAX; kinds &= ~kind_of(stream, area)) {
        area = first_in(stream, kinds, OX_AREA_QUEUED, soon);
        if (area == UINT32_MAX) return;
        slot = slot_for(stream, area, soon);
        stream->full += slot == UINT32_MAX && kinds == (LARGE | SMALL);
    }
    stream->slots[slot].area = (uint16_t)(area + 1u);
    stream->entries[area].slot = (uint16_t)(slot + 1u);
    stream->entries[area].state = OX_AREA_LOADING;
    if (source->begin(source->context, &stream->config.areas[area], stream->slots[slot].memory) == OX_OK)
        stream->loading = (uint16_t)(area + 1u);
    else
        failed(stream, area);
}

static void bring_to_life(ox_stream *stream, vec3 soon) {
    const ox_stream_host *host = stream->config.host;
    uint32_t area = first_in(stream, LARGE | SMALL, OX_AREA_RESIDENT, soon), bytes, used;
    ox_stream_slot *slot;
    if (area == UINT32_MAX) return;
    bytes = stream->config.areas[area].bytes;
    used = (bytes + 7u) & ~7u;
    slot = &stream->slots[stream->entries[area].slot - 1u];
    if (used > slot->bytes) used = slot->bytes;
    ox_arena_init(&slot->rest, slot->memory + used, slot->bytes - used);
    if (host->enter(host->context, area, slot->memory, bytes, &slot->rest) == OX_OK)
        stream->entries[area].state = OX_AREA_ACTIVE;
    else
        failed(stream, area);
}

/* ---- the tick ---- */

static vec3 ahead_of(vec3 place, vec3 velocity, uint32_t ticks) {
    const fx at[3] = {place.x, place.y, place.z}, by[3] = {velocity.x, velocity.y, velocity.z};
    fx to[3];
    for (int i = 0; i < 3; i++) {
        int64_t sum = at[i] + (int64_t)by[i] * (int64_t)(ticks > 65535u ? 65535u : ticks);
        to[i] = sum > FX_MAX ? FX_MAX : sum < FX_MIN ? FX_MIN : (fx)sum;
    }
    return (vec3){to[0], to[1], to[2]};
}

void ox_stream_tick(ox_stream *stream, vec3 place, vec3 velocity) {
    OX_CREATED(stream->entries);
    vec3 soon = ahead_of(place, velocity, stream->config.lookahead);
    stream->tick++;
    judge_areas(stream, place);
    let_go(stream);
    go_on_loading(stream);
    /* before bring_to_life, which might bring back the area that left for this one */
    begin_loading(stream, soon);
    bring_to_life(stream, soon);
    stream->stalled = false;
    for (uint32_t i = 0; i < stream->config.area_count; i++) {
        if ((stream->entries[i].flags & NEEDED) != 0 && stream->entries[i].state != OX_AREA_ACTIVE)
            stream->stalled = true;
    }
    stream->stalls += stream->stalled;
}

/* ---- pins, ends, questions ---- */

static ox_stream_entry *entry_of(const ox_stream *stream, uint32_t area) {
    FX_CHECK_OR(area < stream->config.area_count, "stream: no such area", return NULL);
    return &stream->entries[area];
}

void ox_stream_pin(ox_stream *stream, uint32_t area, bool needed) {
    ox_stream_entry *e = entry_of(stream, area);
    uint8_t *pins = e == NULL ? NULL : needed ? &e->needs : &e->pins;
    if (pins != NULL && *pins < UINT8_MAX) ++*pins;
}

void ox_stream_unpin(ox_stream *stream, uint32_t area, bool needed) {
    ox_stream_entry *e = entry_of(stream, area);
    uint8_t *pins = e == NULL ? NULL : needed ? &e->needs : &e->pins;
    FX_CHECK_OR(pins != NULL && *pins > 0, "stream: an area is unpinned that was not pinned", return );
    --*pins;
}

void ox_stream_clear(ox_stream *stream) {
    if (stream->loading != 0) stream->config.source->cancel(stream->config.source->context);
    stream->loading = 0;
    for (uint32_t i = 0; i < stream->config.area_count; i++) {
        if (stream->entries[i].state == OX_AREA_ACTIVE) leave_area(stream, i);
        free_slot(stream, i);
        stream->entries[i] = (ox_stream_entry){0};
    }
    stream->stalled = false;
}

void ox_stream_end(ox_stream *stream) {
    if (stream->entries != NULL) ox_stream_clear(stream);
    OX_CLEAR(stream);
}

ox_stream_state ox_stream_state_of(const ox_stream *stream, uint32_t area) {
    const ox_stream_entry *e = entry_of(stream, area);
    return e == NULL ? OX_AREA_ABSENT : (ox_stream_state)e->state;
}

uint32_t ox_stream_resident(const ox_stream *stream) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < stream->slot_count; i++) used += stream->slots[i].area != 0;
    return used;
}
