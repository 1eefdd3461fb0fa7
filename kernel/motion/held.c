/* Things that are held by a joint of a character: they are where it is, in the same step. */
#include "fixedmath/matrix.h"
#include "kernel/motion/module.h"
#include "kernel/physics/module.h"
#include "kernel/type/name.h"
#include "kernel/world/attachment.h"
#include "kernel/world/query.h"

#define NAME OX_NAME("held")

static const ox_field fields[] = {OX_FIELD(ox_motion_held, who, OX_LINK, OX_SIM | OX_CLONE_NONE | OX_ENGINE),
                                  OX_FIELD(ox_motion_held, of, OX_NAME_ID, OX_SIM),
                                  OX_FIELD(ox_motion_held, joint, OX_NAME_ID, OX_SIM),
                                  OX_FIELD(ox_motion_held, offset, OX_FX, OX_SIM),
                                  OX_FIELD(ox_motion_held, way, OX_FX, OX_SIM),
                                  OX_FIELD(ox_motion_held, yaw, OX_ANGLE, OX_SIM),
                                  OX_FIELD(ox_motion_held, pitch, OX_ANGLE, OX_SIM),
                                  OX_FIELD(ox_motion_held, roll, OX_ANGLE, OX_SIM),
                                  OX_FIELD(ox_motion_held, flags, OX_U16, OX_SIM | OX_ENGINE)};
const ox_type ox_motion_held_type = OX_TYPE(ox_motion_held, fields, 1);

/* ---- words of cart.txt ---- */

enum { CELL_OF = OX_GIVEN_FIRST, CELL_JOINT, CELL_AT, CELL_TURN = CELL_AT + 3 };
const char *const ox_motion_held_kinds[] = {"firm", "level", NULL};
const ox_module_option ox_motion_held_options[] = {{"of", NULL, OX_OPTION_NAME, CELL_OF, true},
                                                   {"by", NULL, OX_OPTION_NAME, CELL_JOINT, true},
                                                   {"at", NULL, OX_OPTION_VECTOR, CELL_AT, false},
                                                   {"angles", NULL, OX_OPTION_VECTOR, CELL_TURN, false},
                                                   {NULL, NULL, 0, 0, false}};
static ang16 angle_of(int32_t degrees) { return ang16_from_degrees_fx(degrees); }

void ox_motion_held_give(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_motion_held *held = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (held == NULL && type >= 0) held = ox_component_add(world, object, (uint32_t)type);
    if (held == NULL) return;
    held->who = 0;
    held->of = (ox_id)given->cells[CELL_OF];
    held->joint = (ox_id)given->cells[CELL_JOINT];
    held->flags = (ox_id)given->cells[OX_GIVEN_FIELD] == OX_NAME("level") ? OX_MOTION_HELD_LEVEL : 0;
    for (uint32_t i = 0; i < 3; i++)
        if (ox_given_says(given, CELL_AT + i)) held->offset[i] = given->cells[CELL_AT + i];
    if (ox_given_says(given, CELL_TURN)) {
        held->yaw = angle_of(given->cells[CELL_TURN]);
        held->pitch = angle_of(given->cells[CELL_TURN + 1]);
        held->roll = angle_of(given->cells[CELL_TURN + 2]);
    }
}

/* ---- where a joint is ---- */

typedef struct grip {
    vec3 at;
    rot33 turn; /* of the joint in the world, without a size */
    fx size;
} grip;

/* False: the character is none, has not begun, or has no such joint. */
static bool find_grip(ox_motions *m, const ox_object *who, ox_id joint, grip *g) {
    const ox_motion_run *run = ox_motion_of(m, who);
    const ox_motion_set *set = run == NULL ? NULL : ox_motion_set_of(m, run);
    const ox_object_place *at = ox_object_place_of(m->world, who);
    const uint32_t number = ox_motion_joint(set, joint);
    const sqt *global = number == OX_JOINT_NONE || at == NULL ? NULL : ox_motion_global(m, who, NULL);
    if (global == NULL) return false;
    const mat34 place = ox_motion_place(m, who);
    const rot33 body = rot33_from_euler((euler16){at->angle, at->pitch, at->roll}),
                own = q4_to_rot33(global[number].q);
    g->at = m34_point(&place, global[number].t);
    g->turn = rot33_mul(&body, &own);
    g->size = fx_muls(at->size, global[number].s);
    return true;
}

static void put_held(const ox_motions *m, ox_object *object, ox_motion_held *held, const grip *g) {
    ox_object_place *at = ox_object_place_of(m->world, object);
    ox_physics *physics = ox_module_state(m->host, OX_NAME("physics"));
    ox_body *body = physics == NULL ? NULL : ox_body_of(physics, object);
    const vec3 offset = v3_scales((vec3){held->offset[0], held->offset[1], held->offset[2]}, g->size),
               goal = v3_adds(g->at, rot33_apply(&g->turn, offset)), way = v3_subs(goal, at->pos);
    const rot33 turn = rot33_from_euler((euler16){held->yaw, held->pitch, held->roll}),
                all = rot33_mul(&g->turn, &turn);
    const euler16 angles = euler_from_rot33(&all);
    const bool is_level = (held->flags & OX_MOTION_HELD_LEVEL) != 0;
    if ((held->flags & OX_MOTION_HELD_STOOD) != 0) {
        held->way[0] = way.x;
        held->way[1] = way.y;
        held->way[2] = way.z;
    }
    held->flags |= OX_MOTION_HELD_STOOD;
    at->angle = is_level ? held->yaw : angles.yaw;
    at->pitch = is_level ? 0 : angles.pitch;
    at->roll = is_level ? 0 : angles.roll;
    (void)ox_place_set(m->world, object, goal);
    for (uint32_t i = 0; body != NULL && i < 3; i++) body->velocity[i] = body->angular[i] = 0;
}

/* A thing whose character is gone is free. What hangs on held things goes with them in the same step. */
void ox_motion_held_step(ox_motions *m) {
    ox_object *object;
    void *data;
    bool has_moved = false;
    for (uint32_t at = 0; (at = ox_component_each(m->world, m->held_type, at, &object, &data)) != 0;) {
        ox_motion_held *held = data;
        grip g;
        if (held->joint == 0 || ox_object_place_of(m->world, object) == NULL) continue;
        const ox_object *who = held->who != 0 ? ox_world_get(m->world, (ox_handle){held->who})
                                              : ox_world_called(m->world, held->of);
        if (who == NULL && held->who != 0) held->joint = 0;
        if (who == NULL || !find_grip(m, who, held->joint, &g)) continue;
        held->who = who->handle.bits;
        put_held(m, object, held, &g);
        has_moved = true;
    }
    for (uint32_t bucket = 0; has_moved && bucket < OX_BUCKETS; bucket++)
        ox_attachments_system.run(NULL, m->world, OX_PHASE_ATTACHMENTS, bucket);
}

ox_status ox_motion_held_take(ox_motions *m, ox_object *object, const ox_object *who, ox_id joint) {
    const ox_object_place *at = ox_object_place_of(m->world, object);
    ox_motion_held *held = ox_component_get(m->world, object, m->held_type);
    grip g;
    if (at == NULL || object == who || !find_grip(m, who, joint, &g)) return OX_NOT_FOUND;
    if (held == NULL) held = ox_component_add(m->world, object, m->held_type);
    if (held == NULL) return OX_FULL;
    const rot33 back = rot33_transpose(&g.turn),
                own = rot33_from_euler((euler16){at->angle, at->pitch, at->roll}),
                turn = rot33_mul(&back, &own);
    const euler16 angles = euler_from_rot33(&turn);
    const vec3 off = rot33_apply(&back, v3_subs(at->pos, g.at));
    *held = (ox_motion_held){.who = who->handle.bits,
                             .joint = joint,
                             .offset = {fx_div(off.x, g.size), fx_div(off.y, g.size), fx_div(off.z, g.size)},
                             .yaw = angles.yaw,
                             .pitch = angles.pitch,
                             .roll = angles.roll};
    return OX_OK;
}

bool ox_motion_held_drop(ox_motions *m, ox_object *object, vec3 *velocity) {
    ox_motion_held *held = ox_component_get(m->world, object, m->held_type);
    ox_physics *physics = ox_module_state(m->host, OX_NAME("physics"));
    ox_body *body = physics == NULL ? NULL : ox_body_of(physics, object);
    *velocity = V3_ZERO;
    if (held == NULL || held->joint == 0) return false;
    *velocity = v3_scales((vec3){held->way[0], held->way[1], held->way[2]}, OX_MOTION_STEPS * FX_ONE);
    held->joint = 0;
    if (body != NULL) {
        body->velocity[0] = velocity->x;
        body->velocity[1] = velocity->y;
        body->velocity[2] = velocity->z;
    }
    return true;
}
