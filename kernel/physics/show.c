/* What physics knows, drawn as lines over the picture (kernel/collision/show.h). */
#include "kernel/collision/show.h"

#include "kernel/debug/format.h"
#include "kernel/physics/internal.h"
#include "kernel/type/name.h"

#ifndef OX_RETAIL

static uint32_t colour_of(const ox_physics *p, uint32_t slot, const ox_body *body) {
    const uint32_t number = p->numbers[slot];
    if (body->moves == OX_BODY_STILL) return 0xB0B0B0u;
    if (body->moves == OX_BODY_LED) return 0x50A0FFu;
    if (body->asleep) return 0x2C7020u;
    return number != 0 && number < p->body_count && p->bodies[number].is_fast ? 0xFF5040u : 0x50F070u;
}

static void draw_bodies(const ox_physics *p, ox_show_pen *pen) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(p->world, p->type, at, &object, &data)) != 0;) {
        const ox_collider *shape = ox_collider_of(p->collisions, object);
        if (shape == NULL || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        ox_show_colour(pen, shape->sensor ? 0xF0E050u : colour_of(p, ox_object_slot(object), data));
        ox_show_shape(pen, shape);
    }
}

static void draw_contacts(const ox_physics *p, ox_show_pen *pen) {
    ox_show_colour(pen, 0xFFFFFFu);
    for (uint32_t i = 0; i < p->touch_count; i++) {
        const ox_manifold *m = &p->manifolds[i];
        const vec3 normal = v3_scale_dir30(m->normal, FX_ONE / 3);
        for (uint32_t k = 0; k < m->count; k++) {
            ox_show_cross(pen, m->points[k].at, FX_ONE / 16);
            ox_show_line(pen, m->points[k].at, v3_adds(m->points[k].at, normal));
        }
    }
}

static void draw_joints(const ox_physics *p, ox_show_pen *pen) {
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(p->world, p->joint_type, at, &object, &data)) != 0;) {
        const ox_joint *j = data;
        const ox_object *other = ox_world_get(p->world, j->other);
        const ox_collider *a = ox_collider_of(p->collisions, object),
                          *b = other == NULL ? NULL : ox_collider_of(p->collisions, other);
        if (!j->begun || a == NULL) continue;
        const vec3 own = rig34_point(&a->pose, (vec3){j->at[0], j->at[1], j->at[2]}),
                   held = {j->other_at[0], j->other_at[1], j->other_at[2]},
                   there = b == NULL ? held : rig34_point(&b->pose, held);
        const vec3 axis = rot33_apply(&a->pose.r, (vec3){j->axis[0], j->axis[1], j->axis[2]});
        ox_show_colour(pen, 0xD070FFu);
        ox_show_line(pen, a->pose.t, own);
        ox_show_line(pen, own, there);
        if (b != NULL) ox_show_line(pen, there, b->pose.t);
        ox_show_cross(pen, own, FX_ONE / 12);
        ox_show_colour(pen, 0xFFFFFFu);
        if (j->kind == OX_NAME("hinge") || j->kind == OX_NAME("slider"))
            ox_show_line(pen, v3_subs(own, v3_scales(axis, FX_HALF)), v3_adds(own, v3_scales(axis, FX_HALF)));
    }
}

static void draw_counts(const ox_physics *p, ox_show_pen *pen) {
    char text[64];
    const ox_physics_costs *n = &p->costs;
    ox_show_colour(pen, 0xFFFFFFu);
    ox_format(text, sizeof text, "bodies %u awake %u fast %u", (unsigned)p->body_count - (p->body_count > 0),
              (unsigned)p->awake, (unsigned)n->fast);
    ox_show_text(pen, 2, text);
    ox_format(text, sizeof text, "broad %u mid %u met %u", (unsigned)n->broad, (unsigned)n->mid,
              (unsigned)n->narrow);
    ox_show_text(pen, 3, text);
    ox_format(text, sizeof text, "contacts %u rows %u x%u", (unsigned)p->solved, (unsigned)p->row_count,
              (unsigned)p->substeps);
    ox_show_text(pen, 4, text);
}

void ox_physics_draw(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                     uf16 fraction) {
    const ox_physics *p = state;
    ox_show_pen pen;
    (void)host, (void)fraction;
    if (pass != OX_PASS_OVER || p->collisions->show == NULL) return;
    if (ox_show_open(&pen, p->collisions, frame, OX_SHOW_SHAPES)) draw_bodies(p, &pen);
    if (ox_show_open(&pen, p->collisions, frame, OX_SHOW_CONTACTS)) draw_contacts(p, &pen);
    if (ox_show_open(&pen, p->collisions, frame, OX_SHOW_JOINTS)) draw_joints(p, &pen);
    if (ox_show_open(&pen, p->collisions, frame, OX_SHOW_COUNTS)) draw_counts(p, &pen);
}

#endif
