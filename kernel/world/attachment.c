/* Carried objects: their places follow from the places of their parents. */
#include "kernel/world/attachment.h"

#include "fixedmath/matrix.h"
#include "fixedmath/quaternion.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"

static const ox_field fields[] = {
    OX_FIELD(ox_attachment, parent, OX_LINK, OX_SIM | OX_CLONE_NONE | OX_ENGINE),
    OX_FIELD(ox_attachment, offset, OX_FX, OX_SIM),
    OX_FIELD(ox_attachment, stood, OX_FX, OX_SIM),
    OX_FIELD(ox_attachment, angle, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_attachment, pitch, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_attachment, roll, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_attachment, stood_angle, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_attachment, stood_pitch, OX_ANGLE, OX_SIM),
    OX_FIELD(ox_attachment, stood_roll, OX_ANGLE, OX_SIM)};

const ox_type ox_attachment_type = OX_TYPE(ox_attachment, fields, 1);

ox_component_type ox_attachment_component(uint16_t capacity) {
    return (ox_component_type){
        .name = OX_NAME("attachment"), .capacity = capacity, .record = &ox_attachment_type};
}

static int number_of(const ox_world *world) { return ox_world_component(world, OX_NAME("attachment")); }

ox_attachment *ox_attachment_of(const ox_world *world, const ox_object *object) {
    const int type = number_of(world);
    return type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
}

ox_object *ox_attached_to(const ox_world *world, const ox_object *object) {
    const ox_attachment *attachment = ox_attachment_of(world, object);
    return attachment == NULL ? NULL : ox_world_get(world, (ox_handle){attachment->parent});
}

/* ---- places ---- */

static rot33 turn_of(const ox_object_place *at) {
    return rot33_from_euler((euler16){at->angle, at->pitch, at->roll});
}

static void note_place(ox_attachment *attachment, const ox_object_place *at) {
    attachment->stood = at->pos;
    attachment->stood_angle = at->angle;
    attachment->stood_pitch = at->pitch;
    attachment->stood_roll = at->roll;
}

static bool stands_as_noted(const ox_attachment *attachment, const ox_object_place *at) {
    return at->pos.x == attachment->stood.x && at->pos.y == attachment->stood.y &&
           at->pos.z == attachment->stood.z && at->angle == attachment->stood_angle &&
           at->pitch == attachment->stood_pitch && at->roll == attachment->stood_roll;
}

static vec3 shrunk(vec3 way, fx size) {
    return (vec3){fx_div(way.x, size), fx_div(way.y, size), fx_div(way.z, size)};
}

/* Notes where an attached object stands, and how it is turned, as seen from its parent. */
static void note_offset(ox_attachment *attachment, const ox_object_place *at, const ox_object_place *parent) {
    const rot33 frame = turn_of(parent), back = rot33_transpose(&frame), own = turn_of(at),
                turn = rot33_mul(&back, &own);
    const euler16 angles = euler_from_rot33(&turn);
    attachment->offset = shrunk(rot33_apply(&back, v3_subs(at->pos, parent->pos)), parent->size);
    attachment->angle = angles.yaw;
    attachment->pitch = angles.pitch;
    attachment->roll = angles.roll;
    note_place(attachment, at);
}

/* Changes the offset of an object that was moved or turned by itself since it was put down, by the same move as seen
 * from the parent's former turn. */
static void note_move(ox_attachment *attachment, const ox_object_place *at, fx size) {
    const rot33 stood = rot33_from_euler(
                    (euler16){attachment->stood_angle, attachment->stood_pitch, attachment->stood_roll}),
                offset = rot33_from_euler((euler16){attachment->angle, attachment->pitch, attachment->roll}),
                back = rot33_transpose(&stood);
    const rot33 frame = rot33_mul(&offset, &back); /* inverse of the parent's former turn */
    const vec3 way = rot33_apply(&frame, v3_subs(at->pos, attachment->stood));
    attachment->offset = v3_adds(attachment->offset, shrunk(way, size));
    if (at->angle == attachment->stood_angle && at->pitch == attachment->stood_pitch &&
        at->roll == attachment->stood_roll)
        return;
    const rot33 own = turn_of(at), turn = rot33_mul(&frame, &own);
    const euler16 angles = euler_from_rot33(&turn);
    attachment->angle = angles.yaw;
    attachment->pitch = angles.pitch;
    attachment->roll = angles.roll;
}

static void place_carried(ox_world *world, ox_object *object, ox_attachment *attachment,
                          const ox_object_place *parent) {
    ox_object_place *at = ox_object_place_of(world, object);
    const rot33 frame = turn_of(parent),
                own = rot33_from_euler((euler16){attachment->angle, attachment->pitch, attachment->roll}),
                turn = rot33_mul(&frame, &own);
    const euler16 angles = euler_from_rot33(&turn);
    at->angle = angles.yaw;
    at->pitch = angles.pitch;
    at->roll = angles.roll;
    (void)ox_place_set(
        world, object,
        v3_adds(parent->pos, rot33_apply(&frame, v3_scales(attachment->offset, parent->size))));
    note_place(attachment, at);
}

/* ---- making and ending ---- */

/* How many objects carry an object, one above the other; more than OX_ATTACHED_DEEP when `other` is among them. */
static uint32_t depth_of(const ox_world *world, const ox_object *object, const ox_object *other) {
    uint32_t depth = 0;
    for (; depth <= OX_ATTACHED_DEEP && (object = ox_attached_to(world, object)) != NULL; depth++)
        if (object == other) return OX_ATTACHED_DEEP + 1u;
    return depth;
}

/* How many levels of objects an object carries. */
static uint32_t height_of(const ox_world *world, const ox_object *object) {
    const int type = number_of(world);
    uint32_t highest = 0;
    ox_object *carried;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(world, (uint32_t)type, at, &carried, &data)) != 0;) {
        uint32_t height = 0;
        for (const ox_object *one = carried; one != NULL && one != object && height <= OX_ATTACHED_DEEP;
             height++) {
            one = ox_attached_to(world, one);
            if (one == object && height + 1u > highest) highest = height + 1u;
        }
    }
    return highest;
}

static ox_status give_parent(ox_world *world, ox_object *object, ox_handle handle,
                             ox_attachment **attachment) {
    ox_object *parent = ox_world_get(world, handle);
    const int type = number_of(world);
    if (parent == NULL) return OX_STALE_HANDLE;
    if (type < 0 || ox_object_place_of(world, object) == NULL || ox_object_place_of(world, parent) == NULL)
        return OX_NOT_FOUND;
    if (parent == object || depth_of(world, parent, object) > OX_ATTACHED_DEEP) return OX_CYCLE;
    if (depth_of(world, parent, NULL) + 1u + height_of(world, object) > OX_ATTACHED_DEEP) return OX_FULL;
    *attachment = ox_component_get(world, object, (uint32_t)type);
    if (*attachment == NULL) *attachment = ox_component_add(world, object, (uint32_t)type);
    if (*attachment == NULL) return OX_FULL;
    (*attachment)->parent = handle.bits;
    return OX_OK;
}

ox_status ox_attach(ox_world *world, ox_object *object, ox_handle parent) {
    ox_attachment *attachment;
    const ox_status status = give_parent(world, object, parent, &attachment);
    if (status == OX_OK)
        note_offset(attachment, ox_object_place_of(world, object),
                    ox_object_place_of(world, ox_world_get(world, parent)));
    return status;
}

ox_status ox_attach_at(ox_world *world, ox_object *object, ox_handle parent) {
    ox_attachment *attachment;
    const ox_status status = give_parent(world, object, parent, &attachment);
    if (status != OX_OK) return status;
    const ox_object_place *at = ox_object_place_of(world, object);
    attachment->offset = at->pos;
    attachment->angle = at->angle;
    attachment->pitch = at->pitch;
    attachment->roll = at->roll;
    place_carried(world, object, attachment, ox_object_place_of(world, ox_world_get(world, parent)));
    return OX_OK;
}

void ox_detach(ox_world *world, ox_object *object) {
    const int type = number_of(world);
    if (type >= 0 && ox_component_has(world, object, (uint32_t)type))
        (void)ox_component_remove(world, object, (uint32_t)type, NULL);
}

/* ---- each step ---- */

static void follow_parent(ox_world *world, ox_object *object, ox_attachment *attachment) {
    const ox_object *parent = ox_world_get(world, (ox_handle){attachment->parent});
    const ox_object_place *at = ox_object_place_of(world, object),
                          *frame = parent == NULL ? NULL : ox_object_place_of(world, parent);
    if (at == NULL || frame == NULL) {
        ox_detach(world, object);
        return;
    }
    if (!stands_as_noted(attachment, at)) note_move(attachment, at, frame->size);
    place_carried(world, object, attachment, frame);
}

/* Puts carried objects into their places, parents before their children: all objects of depth 1, then of depth 2. */
static void run_attachments(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    const int type = number_of(world);
    uint32_t deepest = 1;
    (void)context, (void)phase;
    if (bucket != 0 || type < 0) return;
    for (uint32_t depth = 1; depth <= deepest; depth++) {
        ox_object *object;
        void *data;
        for (uint32_t at = 0; (at = ox_component_each(world, (uint32_t)type, at, &object, &data)) != 0;) {
            const uint32_t own = depth_of(world, object, NULL);
            if (own > deepest && own <= OX_ATTACHED_DEEP) deepest = own;
            if (own == depth || (own == 0 && depth == 1)) follow_parent(world, object, data);
        }
    }
}

const ox_system ox_attachments_system = {
    .name = OX_NAME("attachments"), .phases = 1u << OX_PHASE_ATTACHMENTS, .run = run_attachments};
