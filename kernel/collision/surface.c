/* Surfaces out of the cart's data. */
#include "kernel/collision/surface.h"

#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "kernel/console/console.h"
#include "kernel/content/module.h"
#include "kernel/sound/event.h"
#include "rom/data.h"

/* A number of a row; `usual` where there is no such column. */
static int32_t number_in(const uint8_t *chunk, const uint8_t *row, ox_id column, uint32_t kind,
                         int32_t usual) {
    const int at = rom_data_column(chunk, column);
    return at < 0 || rom_data_kind(chunk, (uint32_t)at) != kind ? usual
                                                                : rom_data_value(chunk, row, (uint32_t)at);
}

ox_id ox_surface_name(const ox_collider *collider, uint32_t part) {
    const ox_id own =
        collider->shape.kind == OX_SHAPE_SOUP ? ox_soup_surface(collider->shape.data.soup, part) : 0;
    return own == 0 ? collider->surface : own;
}

ox_surface ox_surface_of(const ox_module_host *host, const ox_collider *collider, uint32_t part) {
    ox_surface s = {ox_surface_name(collider, part), collider->friction, collider->bounce, 0};
    const uint8_t *chunk =
                      s.name == 0 ? NULL : ox_content_chunk(host, OX_NAME("data/surfaces"), ROM_TAG_DATA),
                  *row = chunk == NULL ? NULL : rom_data_find(chunk, s.name);
    if (row == NULL) return s;
    if (s.friction == OX_SURFACE_FRICTION)
        s.friction = number_in(chunk, row, OX_NAME("friction"), ROM_FIELD_FX, s.friction);
    if (s.bounce == 0) s.bounce = number_in(chunk, row, OX_NAME("bounce"), ROM_FIELD_FX, 0);
    s.friction = fx_clamp(s.friction, 0, 4 * FX_ONE);
    s.bounce = fx_clamp(s.bounce, 0, FX_ONE);
    s.sound = (ox_id)number_in(chunk, row, OX_NAME("sound"), ROM_FIELD_ID, 0);
    return s;
}

/* The row for two surfaces, in either order; NULL: none. */
static const uint8_t *pair_row(const uint8_t *chunk, ox_id a, ox_id b) {
    for (uint32_t i = 0; i < rom_data_rows(chunk); i++) {
        const uint8_t *row = rom_data_row(chunk, i);
        const ox_id first = (ox_id)number_in(chunk, row, OX_NAME("a"), ROM_FIELD_ID, 0),
                    second = (ox_id)number_in(chunk, row, OX_NAME("b"), ROM_FIELD_ID, 0);
        if ((first == a && second == b) || (first == b && second == a)) return row;
    }
    return NULL;
}

void ox_surface_pair(const ox_module_host *host, const ox_surface *a, const ox_surface *b, fx *friction,
                     fx *bounce) {
    const uint8_t *chunk = a->name == 0 || b->name == 0
                               ? NULL
                               : ox_content_chunk(host, OX_NAME("data/surface_pairs"), ROM_TAG_DATA),
                  *row = chunk == NULL ? NULL : pair_row(chunk, a->name, b->name);
    *friction = fx_sqrt(fx_muls(a->friction, b->friction));
    *bounce = fx_max(a->bounce, b->bounce);
    if (row == NULL) return;
    *friction = fx_clamp(number_in(chunk, row, OX_NAME("friction"), ROM_FIELD_FX, *friction), 0, 4 * FX_ONE);
    *bounce = fx_clamp(number_in(chunk, row, OX_NAME("bounce"), ROM_FIELD_FX, *bounce), 0, FX_ONE);
}

/* ---- for sounds ---- */

enum { ABOVE = FX_HALF, BELOW = 2 * FX_ONE };

static ox_id surface_below(const ox_module_host *host, const ox_object *object, vec3 at) {
    ox_collisions *c = ox_console_collisions(host->console);
    const ox_collision_filter but = {.but = object->handle};
    ox_collision_hit hit;
    at.y = fx_adds(at.y, ABOVE);
    return c != NULL && ox_collision_ray(c, at, (vec3){0, -(ABOVE + BELOW), 0}, &but, &hit) ? hit.surface : 0;
}

static ox_id surface_column(const ox_module_host *host, ox_id surface, ox_id column) {
    const uint8_t *chunk = ox_content_chunk(host, OX_NAME("data/surfaces"), ROM_TAG_DATA),
                  *row = chunk == NULL ? NULL : rom_data_find(chunk, surface);
    return row == NULL ? 0 : (ox_id)number_in(chunk, row, column, ROM_FIELD_ID, 0);
}

static bool is_blocked(const ox_module_host *host, vec3 from, vec3 to, const ox_object *but) {
    ox_collisions *c = ox_console_collisions(host->console);
    const ox_collision_filter filter = {.but = but == NULL ? OX_HANDLE_NONE : but->handle};
    ox_collision_hit hit;
    return c != NULL && ox_collision_ray(c, from, v3_subs(to, from), &filter, &hit);
}

const ox_sound_surfaces ox_surface_sounds = {surface_below, surface_column, is_blocked};
