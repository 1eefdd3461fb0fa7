/* Two characters that begin what was made for both. */
#include "fixedmath/angle.h"
#include "fixedmath/matrix.h"
#include "kernel/collision/module.h"
#include "kernel/motion/module.h"
#include "kernel/motion/turn.h"

enum { OVER_GROUND = FX_ONE / 16, HITS = 4 };

/* A character as it will be at the begin of a state, and where its joint is then, in the model. */
typedef struct beginner {
    ox_object *object;
    ox_object_place *at;
    const ox_motion_set *set;
    ox_motion_run *run, will;
    sqt joint;
} beginner;

/* False: it is no character, lacks the joint, or no way leads to the state. */
static bool begins(ox_motions *m, ox_object *object, ox_id state, ox_id joint, beginner *b) {
    static const ox_pose_packed *const kept[OX_MOTION_LAYERS] = {NULL};
    *b = (beginner){
        .object = object, .at = ox_object_place_of(m->world, object), .run = ox_motion_of(m, object)};
    b->set = b->run == NULL ? NULL : ox_motion_set_of(m, b->run);
    const uint32_t number = b->set == NULL ? (uint32_t)OX_JOINT_NONE : ox_motion_joint(b->set, joint);
    if (number == OX_JOINT_NONE || b->at == NULL) return false;
    if ((b->run->flags & OX_MOTION_BEGUN) == 0) ox_motion_begin(b->set, b->run);
    b->will = *b->run;
    const ox_motion_answer said = ox_motion_ask(b->set, &b->will, state);
    if (said != OX_MOTION_ASKED && said != OX_MOTION_THERE) return false;
    ox_motion_run first = b->will;
    for (uint32_t i = 0; i < OX_MOTION_LAYERS; i++) {
        ox_motion_layer *layer = &first.layer[i];
        if (layer->wish != OX_MOTION_NONE)
            *layer = (ox_motion_layer){.state = layer->wish, .wish = OX_MOTION_NONE};
    }
    sqt *global = m->room + (size_t)OX_MOTION_ROOM * m->joints;
    const ox_motion_when moment = {.steps = m->host->scene->steps, .seed = object->handle.bits};
    ox_motion_pose(b->set, &first, &moment, kept, m->room);
    ox_motion_turns(b->set, &first, &moment, m->room);
    ox_pose_global(b->set->skeleton, m->room, global);
    b->joint = global[number];
    return true;
}

static quat turn_of(const ox_object_place *at) {
    return q4_from_euler((euler16){at->angle, at->pitch, at->roll});
}

/* Whether something but both stands where the second one is to be, a little above the ground. */
static bool is_blocked(const ox_motions *m, const beginner *a, const beginner *b, vec3 to, ang16 angle) {
    ox_collisions *c = ox_module_state(m->host, OX_NAME("collision"));
    const ox_collider *own = c == NULL ? NULL : ox_collider_of(c, b->object);
    ox_collision_hit hits[HITS];
    ox_collision_answers answers = {.hits = hits, .room = HITS};
    if (own == NULL) return false;
    const rot33 turn = rot33_about_y(ang32_from_ang16((ang16)(angle - b->at->angle)));
    const vec3 off = rot33_apply(&turn, v3_subs(own->pose.t, b->at->pos));
    const rig34 pose = {
        rot33_mul(&turn, &own->pose.r),
        {fx_adds(to.x, off.x), fx_adds(to.y, fx_adds(off.y, OVER_GROUND)), fx_adds(to.z, off.z)}};
    (void)ox_collision_region(c, &(ox_collision_asker){&own->shape, &pose},
                              &(ox_collision_filter){.but = b->object->handle}, &answers);
    for (uint32_t i = 0; i < answers.count; i++)
        if (hits[i].object.bits != a->object->handle.bits) return true;
    return false;
}

ox_status ox_motion_meet(ox_motions *m, const ox_motion_meeting *meeting) {
    beginner a, b;
    if (meeting->who == meeting->other || !begins(m, meeting->who, meeting->state, meeting->joint, &a) ||
        !begins(m, meeting->other, meeting->answer, meeting->joint, &b))
        return OX_NOT_FOUND;
    const mat34 place = ox_motion_place(m, a.object);
    const vec3 point = m34_point(&place, a.joint.t);
    const quat turn = q4_mul(q4_mul(turn_of(a.at), a.joint.q), q4_conjugate(b.joint.q));
    const vec3 ahead = q4_rotate(turn, (vec3){0, 0, -FX_ONE});
    const ang16 angle = (ang16)((uint32_t)atan2_16(fx_negs(ahead.x), fx_negs(ahead.z)) + meeting->turn);
    const rot33 upright = rot33_about_y(ang32_from_ang16(angle));
    const vec3 to = v3_subs(point, rot33_apply(&upright, v3_scales(b.joint.t, b.at->size)));
    if (is_blocked(m, &a, &b, to, angle)) return OX_BAD_STATE;
    b.at->angle = angle;
    b.at->pitch = b.at->roll = 0;
    (void)ox_place_set(m->world, b.object, to);
    *a.run = a.will;
    *b.run = b.will;
    return OX_OK;
}
