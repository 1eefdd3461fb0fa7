/* Opens the collision data of a cart. */
#include "kernel/collision/data.h"

/* A hull about the middle of its box. Its arrays lie in memory that was given for it. */
static void centre_hull(ox_collision_data *d, uint8_t *memory) {
    vec3 *points = (vec3 *)(void *)(memory + ((const uint8_t *)d->hull.points - memory));
    plane30 *planes = (plane30 *)(void *)(memory + ((const uint8_t *)d->hull.planes - memory));
    const box3 box = box_from_points(points, d->hull.point_count);
    d->middle = box_centre(&box);
    for (uint32_t i = 0; i < d->hull.face_count; i++) planes[i].d = plane_distance(&planes[i], d->middle);
    for (uint32_t i = 0; i < d->hull.point_count; i++) points[i] = v3_sub(points[i], d->middle);
}

/* False: there is no memory. */
static bool open_chunk(const ox_module_host *host, ox_collision_data *d, const uint8_t *chunk) {
    const char *wrong;
    d->is_hull = chunk[ROM_SHAPE_KIND] == ROM_SHAPE_HULL;
    if (d->is_hull) {
        uint8_t *memory = ox_arena_push(host->resident, OX_ARENA_LOW, OX_HULL_BYTES, 4);
        if (memory == NULL) return false;
        wrong = ox_hull_read(&d->hull, chunk, memory);
        if (wrong == NULL) centre_hull(d, memory);
    } else {
        wrong = ox_soup_open(&d->soup, chunk);
    }
    if (wrong == NULL) return true;
    ox_log_write(host->log, PLAT_LOG_ERROR, "collision #%08x is left out: %s", (unsigned)d->id, wrong);
    d->id = 0;
    return true;
}

ox_status ox_collision_load(const ox_module_host *host, ox_collision_data **data, uint32_t *count) {
    uint32_t entries = 0;
    for (uint32_t i = rom_next(host->image, ROM_TAG_SHAPE, 0); i < host->image->count;
         i = rom_next(host->image, ROM_TAG_SHAPE, i + 1))
        entries++;
    *count = 0;
    *data = entries == 0 ? NULL : OX_PUSH(host->resident, ox_collision_data, entries);
    if (entries != 0 && *data == NULL) return OX_OUT_OF_MEMORY;
    for (uint32_t i = rom_next(host->image, ROM_TAG_SHAPE, 0); i < host->image->count;
         i = rom_next(host->image, ROM_TAG_SHAPE, i + 1)) {
        ox_collision_data *d = &(*data)[*count];
        rom_chunk chunk;
        *d = (ox_collision_data){.id = 0};
        if (!rom_entry(host->image, i, &chunk)) continue;
        d->id = chunk.id;
        const ox_status status = ox_manager_hold(host->manager, chunk.id, ROM_TAG_SHAPE, &d->held);
        if (status == OX_OUT_OF_MEMORY) return status;
        if (status != OX_OK) continue;
        (*count)++;
        if (!open_chunk(host, d, d->held.data)) return OX_OUT_OF_MEMORY;
    }
    return OX_OK;
}

void ox_collision_unload(const ox_module_host *host, ox_collision_data *data, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) ox_manager_let_go(host->manager, data[i].held.handle);
}
