/* Clips that stand still until something happens. */
#include "kernel/sequence/internal.h"
#include "rom/chunks.h"

static const uint8_t *wait_row(const uint8_t *clip, uint32_t number) {
    return clip + rom_u32(clip + ROM_CLIP_WAITS_AT) + (size_t)number * ROM_CLIP_WAIT_SIZE;
}

static uint32_t count_of(const uint8_t *clip) {
    return rom_has(clip, ROM_CLIP_WAITS_AT) ? rom_u32(clip + ROM_CLIP_WAIT_COUNT) : 0;
}

static fx time_of(const uint8_t *row) { return rom_i32(row + ROM_CLIP_WAIT_TIME); }

uint32_t ox_sequence_next_wait(const uint8_t *clip, fx from, fx to, fx *time) {
    const uint32_t count = count_of(clip);
    for (uint32_t i = 0; i < count; i++) {
        *time = time_of(wait_row(clip, i));
        if (*time > to) return 0;
        if (*time > from) return i + 1;
    }
    return 0;
}

void ox_sequence_stand(ox_sequence *t, const uint8_t *clip, fx time) {
    ox_clip_clock_seek(&t->clock, clip, t->steps, time);
    t->flags |= OX_SEQUENCE_STANDS;
    t->stood = 0;
    t->heard = 0;
}

/* A row of the time at which the clip stands that is fulfilled; NULL: none. */
static const uint8_t *fulfilled(const ox_sequence *t, const uint8_t *clip) {
    const uint32_t count = count_of(clip);
    if (t->heard != 0 && t->heard <= count) return wait_row(clip, t->heard - 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *row = wait_row(clip, i);
        if (time_of(row) == t->was && (rom_u16(row + ROM_CLIP_WAIT_FLAGS) & ROM_CLIP_WAIT_LONG) == 0 &&
            t->stood >= rom_u16(row + ROM_CLIP_WAIT_STEPS))
            return row;
    }
    return NULL;
}

bool ox_sequence_waited(ox_sequence *t, const uint8_t *clip, fx *time, bool *jumps) {
    const uint8_t *row = fulfilled(t, clip);
    if (row == NULL) {
        if (t->stood < UINT16_MAX) t->stood++;
        return false;
    }
    const fx to = rom_i32(row + ROM_CLIP_WAIT_TO);
    t->flags = (uint8_t)(t->flags & ~OX_SEQUENCE_STANDS);
    t->heard = 0;
    *jumps = to >= 0;
    *time = to >= 0 ? to : t->was;
    return true;
}

bool ox_sequence_way(const uint8_t *clip, uint32_t wait, fx *time) {
    const fx to = rom_i32(wait_row(clip, wait - 1) + ROM_CLIP_WAIT_TO);
    if (to >= 0) *time = to;
    return to >= 0;
}

bool ox_sequence_go(ox_sequences *m, const ox_object *object) {
    ox_sequence *t = ox_sequence_of(m, object);
    const uint8_t *clip = t == NULL ? NULL : ox_sequence_clip(m, t->of);
    if (clip == NULL || (t->flags & OX_SEQUENCE_STANDS) == 0) return false;
    const uint32_t count = count_of(clip);
    for (uint32_t i = 0; i < count; i++) {
        if (time_of(wait_row(clip, i)) != t->was) continue;
        if (t->heard == 0 || rom_u32(wait_row(clip, i) + ROM_CLIP_WAIT_EVENT) == 0) t->heard = i + 1;
        if (rom_u32(wait_row(clip, i) + ROM_CLIP_WAIT_EVENT) == 0) break;
    }
    return t->heard != 0;
}

/* ---- events ---- */

static bool is_meant(const uint8_t *row, ox_id name, const ox_event *event) {
    if (rom_u32(row + ROM_CLIP_WAIT_EVENT) != name) return false;
    if ((rom_u16(row + ROM_CLIP_WAIT_FLAGS) & ROM_CLIP_WAIT_ABOUT) == 0) return true;
    for (uint32_t i = 0; i < event->count; i++)
        if ((int32_t)event->arguments[i].value == rom_i32(row + ROM_CLIP_WAIT_ARGUMENT)) return true;
    return false;
}

static ox_answer hear_event(void *context, const ox_event *event) {
    ox_sequences *m = context;
    const ox_id name = m->bus->types[event->type].name;
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(m->world, m->type, at, &object, &data)) != 0;) {
        ox_sequence *t = data;
        const uint8_t *clip =
            (t->flags & OX_SEQUENCE_STANDS) == 0 || t->heard != 0 ? NULL : ox_sequence_clip(m, t->of);
        for (uint32_t i = 0; clip != NULL && i < count_of(clip) && t->heard == 0; i++) {
            const uint8_t *row = wait_row(clip, i);
            if (time_of(row) == t->was && is_meant(row, name, event)) t->heard = i + 1;
        }
    }
    return OX_PASSED;
}

/* Events that nobody else names are dropped, so the bus has to know those that waits are about. */
static void declare_events(const ox_sequences *m, const uint8_t *clip) {
    for (uint32_t i = 0; i < count_of(clip); i++) {
        const ox_id event = rom_u32(wait_row(clip, i) + ROM_CLIP_WAIT_EVENT);
        uint16_t type;
        if (event == 0 || ox_events_type(m->bus, event) != OX_EVENT_ANY) continue;
        if (ox_events_add_type(m->bus, event, NULL, &type) != OX_OK)
            ox_log_write(m->host->log, PLAT_LOG_WARNING,
                         "a clip does not hear the event #%08x: raise `capacity script-events`",
                         (unsigned)event);
    }
}

void ox_sequence_listen(ox_sequences *m) {
    bool waits = false;
    for (uint32_t i = 0; i < m->count; i++) waits = waits || count_of(m->clips[i].clip) > 0;
    if (m->bus != NULL || !waits) return;
    m->bus = ox_module_bus(m->host);
    if (m->bus == NULL) return;
    for (uint32_t i = 0; i < m->count; i++) declare_events(m, m->clips[i].clip);
    m->listening = ox_events_listen(m->bus, (ox_interest){.type = OX_EVENT_ANY}, hear_event, m);
    if (m->listening.bits == 0)
        ox_log_write(m->host->log, PLAT_LOG_WARNING, "clips hear no events: the bus has no listener left");
}
