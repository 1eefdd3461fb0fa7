/* What lasts as long as a clip plays: actions that rest, a camera that is seen. */
#include "kernel/camera/module.h"
#include "kernel/input_map/module.h"
#include "kernel/sequence/internal.h"
#include "kernel/world/query.h"

static ox_cameras *cameras_of(const ox_sequences *m) { return ox_module_state(m->host, OX_NAME("camera")); }

static void mask_actions(const ox_sequences *m, const ox_object *object, ox_sequence *t) {
    ox_input_map *map = ox_console_input_map(m->host->console);
    const ox_input_mask mask = {.owner = object->handle.bits, .group = t->masks};
    if (map == NULL || (t->flags & (OX_SEQUENCE_MASKING | OX_SEQUENCE_MASKS)) != OX_SEQUENCE_MASKING) return;
    for (uint32_t i = 0; i < map->player_count; i++) (void)ox_input_map_mask(map, i, &mask);
    t->flags |= OX_SEQUENCE_MASKS;
}

void ox_sequence_film(ox_sequences *m, const ox_object *object, ox_sequence *t) {
    ox_cameras *cameras = t->camera == 0 ? NULL : cameras_of(m);
    mask_actions(m, object, t);
    if (cameras == NULL || (m->led.who.bits == object->handle.bits && m->led.camera == t->camera) ||
        (t->flags & OX_SEQUENCE_BEGUN) != 0)
        return;
    if (m->led.who.bits == 0) m->led.former = cameras->seats[0].director.base;
    m->led.who = object->handle;
    m->led.camera = t->camera;
    if (!ox_camera_use(cameras, 0, t->camera, 0))
        ox_log_write(m->host->log, PLAT_LOG_WARNING,
                     "a sequence is to be seen by the camera #%08x: there is none", (unsigned)t->camera);
}

void ox_sequence_film_over(ox_sequences *m, const ox_object *object, ox_sequence *t) {
    ox_input_map *map = ox_console_input_map(m->host->console);
    const ox_input_mask mask = {.owner = object->handle.bits, .group = t->masks};
    for (uint32_t i = 0; map != NULL && (t->flags & OX_SEQUENCE_MASKS) != 0 && i < map->player_count; i++)
        (void)ox_input_map_unmask(map, i, &mask);
    t->flags = (uint8_t)(t->flags & OX_SEQUENCE_MASKING);
    ox_sequence_look_back(m);
}

void ox_sequence_look_back(ox_sequences *m) {
    const ox_object *object = m->led.who.bits == 0 ? NULL : ox_world_get(m->world, m->led.who);
    const ox_sequence *t = object == NULL ? NULL : ox_sequence_of(m, object);
    ox_cameras *cameras = cameras_of(m);
    if (m->led.who.bits == 0 ||
        (t != NULL && (t->flags & OX_SEQUENCE_RUNS) != 0 && t->camera == m->led.camera))
        return;
    m->led.who.bits = 0;
    /* Somebody may have chosen another camera meanwhile. */
    if (cameras != NULL && cameras->seats[0].director.base == m->led.camera)
        (void)ox_camera_use(cameras, 0, m->led.former, 0);
}
