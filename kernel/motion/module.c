/* Characters in the scenes of a console. */
#include "kernel/motion/module.h"

#include <string.h>

#include "fixedmath/angle.h"
#include "kernel/collision/module.h"
#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/event/events.h"
#include "kernel/motion/after.h"
#include "kernel/motion/flip.h"
#include "kernel/motion/plant.h"
#include "kernel/motion/turn.h"
#include "kernel/physics/module.h"
#include "kernel/sound/event.h"
#include "kernel/sprites/sprite.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"
#include "rom/chunks.h"

#define NAME OX_NAME("motion")
#define ROOTED OX_NAME("rooted")
#define HELD OX_NAME("held")

enum { MOST = 256, JOINTS_MOST = 4096, RUN_BYTES = 216, JOINT_BYTES = 18, HELD_BYTES = 56 };
OX_CAPACITY_HOLDS(HELD_BYTES - sizeof(ox_component_head), ox_motion_held);
OX_CAPACITY_HOLDS(RUN_BYTES - sizeof(ox_component_head), ox_motion_run);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of components are 16 bits");

const ox_capacity ox_motion_capacities[OX_MOTION_CAPACITIES] = {
    [OX_CAPACITY_MOTIONS] = {"motions", 8, MOST, RUN_BYTES},
    [OX_CAPACITY_MOTION_JOINTS] = {"motion-joints", 64, JOINTS_MOST, JOINT_BYTES},
    [OX_CAPACITY_HELD] = {"held", 4, MOST, HELD_BYTES}};

#define LAYER_FIELDS(i)                                                                                      \
    OX_FIELD_IN(ox_motion_run, layer[i].phase, "phase" #i, OX_U32, OX_SIM),                                  \
        OX_FIELD_IN(ox_motion_run, layer[i].old_phase, "old_phase" #i, OX_U32, OX_SIM),                      \
        OX_FIELD_IN(ox_motion_run, layer[i].age, "age" #i, OX_U16, OX_SIM),                                  \
        OX_FIELD_IN(ox_motion_run, layer[i].gone, "gone" #i, OX_U16, OX_SIM),                                \
        OX_FIELD_IN(ox_motion_run, layer[i].fade, "fade" #i, OX_U16, OX_SIM),                                \
        OX_FIELD_IN(ox_motion_run, layer[i].waits, "waits" #i, OX_U16, OX_SIM),                              \
        OX_FIELD_IN(ox_motion_run, layer[i].state, "state" #i, OX_U8, OX_SIM | OX_ENGINE),                   \
        OX_FIELD_IN(ox_motion_run, layer[i].old, "old" #i, OX_U8, OX_SIM | OX_ENGINE),                       \
        OX_FIELD_IN(ox_motion_run, layer[i].wish, "wish" #i, OX_U8, OX_SIM | OX_ENGINE),                     \
        OX_FIELD_IN(ox_motion_run, layer[i].flags, "layer_flags" #i, OX_U8, OX_SIM | OX_ENGINE)

static const ox_field fields[] = {OX_FIELD(ox_motion_run, of, OX_NAME_ID, OX_SIM),
                                  OX_FIELD(ox_motion_run, value, OX_FX, OX_SIM),
                                  OX_FIELD(ox_motion_run, goal, OX_FX, OX_SIM),
                                  OX_FIELD(ox_motion_run, place, OX_FX, OX_SIM),
                                  OX_FIELD(ox_motion_run, target, OX_FX, OX_SIM),
                                  LAYER_FIELDS(0),
                                  LAYER_FIELDS(1),
                                  LAYER_FIELDS(2),
                                  OX_FIELD(ox_motion_run, yaw, OX_I16, OX_SIM),
                                  OX_FIELD(ox_motion_run, pitch, OX_I16, OX_SIM),
                                  OX_FIELD(ox_motion_run, look, OX_U16, OX_SIM),
                                  OX_FIELD(ox_motion_run, weight, OX_U8, OX_SIM),
                                  OX_FIELD(ox_motion_run, slope, OX_I8, OX_SIM),
                                  OX_FIELD(ox_motion_run, flags, OX_U8, OX_SIM | OX_ENGINE),
                                  OX_FIELD(ox_motion_run, worn, OX_U8, OX_SIM | OX_ENGINE)};
const ox_type ox_motion_run_type = OX_TYPE(ox_motion_run, fields, 1);

/* ---- words of cart.txt ---- */

enum { CELL_OF = OX_GIVEN_FIRST };
static const char *const kinds[] = {"free", "rooted", NULL};
static const char *const motions[] = {"motion", NULL};
static const ox_module_option options[] = {{"of", motions, OX_OPTION_NAME, CELL_OF, true},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"motion", kinds, options, "with motion=free|rooted of=MOTION",
     "the object above moves as a motion says: states, blends, ways "
     "between them; rooted: and goes where its clips lead it"},
    {"held", ox_motion_held_kinds, ox_motion_held_options,
     "with held=firm|level by=JOINT of=WHO [at=X,Y,Z] [angles=YAW,PITCH,ROLL]",
     "a joint of the character WHO holds the object above: at X,Y,Z of the joint's own "
     "axes, turned by so many degrees; level: it stays upright"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_motion(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, NAME);
    ox_motion_run *run = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (run == NULL && type >= 0) run = ox_component_add(world, object, (uint32_t)type);
    if (run == NULL) return;
    if (ox_given_says(given, CELL_OF)) run->of = (ox_id)given->cells[CELL_OF];
    run->flags = (uint8_t)(run->flags & ~OX_MOTION_ROOTED);
    if ((ox_id)given->cells[OX_GIVEN_FIELD] == ROOTED) run->flags |= OX_MOTION_ROOTED;
}

/* ---- what games call ---- */

ox_motion_run *ox_motion_of(const ox_motions *m, const ox_object *object) {
    return ox_component_get(m->world, object, m->type);
}

const ox_motion_set *ox_motion_set_of(const ox_motions *m, const ox_motion_run *run) {
    for (uint32_t i = 0; i < m->count; i++)
        if (m->sets[i].name == run->of) return &m->sets[i];
    return NULL;
}

static void find_kept(const ox_motions *m, const ox_object *object,
                      const ox_pose_packed *kept[OX_MOTION_LAYERS]) {
    for (uint32_t i = 0; i < OX_MOTION_LAYERS; i++) kept[i] = NULL;
    for (uint32_t i = 0; i < m->kept_count; i++)
        if (m->kept[i].owner.bits == object->handle.bits && m->kept[i].layer < OX_MOTION_LAYERS)
            kept[m->kept[i].layer] = m->kept[i].joints;
}

/* Who is nearest of those that a turn of the motion is shy of. */
static ox_motion_near nearest_to(const ox_motions *m, const ox_object *object, ox_id from) {
    const ox_object_place *own = ox_object_place_of(m->world, object);
    ox_motion_near near = {.is_there = false};
    fx least = FX_MAX;
    for (uint32_t slot = 0; own != NULL && slot < ox_pool_peak(&m->world->objects); slot++) {
        const ox_object *other = ox_world_slot(m->world, slot);
        if (m->world->objects.generations[slot] == 0 || (other->flags & OX_OBJECT_DEAD) != 0 ||
            other == object || !ox_object_is(m->world, other, from))
            continue;
        const ox_object_place *at = ox_object_place_of(m->world, other);
        const fx distance = at == NULL ? FX_MAX : v3_distance(at->pos, own->pos);
        if (distance >= least) continue;
        least = distance;
        near = (ox_motion_near){at->pos, true};
    }
    return near;
}

/* Whoever is near is looked for where the motion has joints that are shy alone. */
static void find_near(const ox_motions *m, const ox_object *object, const ox_motion_set *set,
                      ox_motion_when *moment, ox_motion_near near[OX_MOTION_TURNS]) {
    const uint32_t count = ox_motion_turn_count(set);
    for (uint32_t i = 0; i < count && i < OX_MOTION_TURNS; i++) {
        const uint8_t *row = OX_MOTION_ROW(set, TURNS, TURN, i);
        if (row[ROM_MOTION_TURN_KIND] != ROM_MOTION_TURN_SHY) continue;
        near[i] = nearest_to(m, object, rom_u32(row + ROM_MOTION_TURN_FROM));
        moment->near = near;
    }
}

const sqt *ox_motion_global(ox_motions *m, const ox_object *object, const sqt **local) {
    const ox_motion_run *run = ox_motion_of(m, object);
    const ox_motion_set *set = run == NULL ? NULL : ox_motion_set_of(m, run);
    const ox_pose_packed *kept[OX_MOTION_LAYERS];
    if (set == NULL || set->skeleton == NULL || (run->flags & OX_MOTION_BEGUN) == 0) return NULL;
    sqt *global = m->room + (size_t)OX_MOTION_ROOM * m->joints;
    find_kept(m, object, kept);
    ox_motion_near near[OX_MOTION_TURNS];
    ox_motion_when moment = {.steps = m->host->scene->steps, .seed = object->handle.bits};
    find_near(m, object, set, &moment, near);
    ox_motion_pose(set, run, &moment, kept, m->room);
    ox_motion_turns(set, run, &moment, m->room);
    ox_pose_global(set->skeleton, m->room, global);
    if (ox_motion_acts(set, run)) {
        const mat34 place = ox_motion_place(m, object);
        ox_motion_after(set, run, &moment, &place, &(ox_motion_posture){m->room, global, m->gap});
    }
    if (local != NULL) *local = m->room;
    m->poses++;
    return global;
}

mat34 ox_motion_place(const ox_motions *m, const ox_object *object) {
    return ox_scene_stand(m->host->scene, object);
}

/* ---- steps ---- */

typedef struct stepping {
    ox_motions *m;
    ox_object *object;
    const ox_motion_set *set;
    const ox_motion_run *run;
} stepping;

static void tell_character(const stepping *s, ox_id event, const int32_t *arguments, uint32_t count) {
    ox_events *bus = ox_module_bus(s->m->host);
    if (bus != NULL) ox_events_post_to(bus, event, s->object->handle, arguments, count);
}

/* A mark is heard, too, by the sounds that wait for it (kernel/sound). */
static void tell_mark(void *context, ox_id event, int32_t argument) {
    const stepping *s = context;
    const ox_object_place *place = ox_object_place_of(s->m->host->world, s->object);
    tell_character(context, event, &argument, 1);
    const ox_sound_cause cause = {
        .event = event, .at = place == NULL ? V3_ZERO : place->pos, .is_below = true};
    if (place != NULL) ox_sound_cause_at(s->m->host, s->object, &cause);
}

static void tell_done(void *context, ox_id state) {
    const int32_t argument = (int32_t)state;
    tell_character(context, OX_NAME("motionends"), &argument, 1);
}

static void tell_change(void *context, ox_id from, ox_id to) {
    const int32_t arguments[2] = {(int32_t)from, (int32_t)to};
    tell_character(context, OX_NAME("motionchanges"), arguments, 2);
}

static void tell_drop(void *context, ox_id state) {
    const int32_t argument = (int32_t)state;
    tell_character(context, OX_NAME("motiondrops"), &argument, 1);
}

/* Keeps the pose of a layer, in the place of the former one of that layer. */
static bool keep_pose(void *context, uint32_t layer) {
    const stepping *s = context;
    ox_motions *m = s->m;
    ox_motion_snapshot *to = NULL;
    for (uint32_t i = 0; i < m->kept_count; i++) {
        ox_motion_snapshot *kept = &m->kept[i];
        const bool is_own = kept->owner.bits == s->object->handle.bits && kept->layer == layer;
        if (is_own || (to == NULL && ox_world_get(m->world, kept->owner) == NULL)) to = kept;
        if (is_own) break;
    }
    if (to == NULL) {
        if (!m->is_short)
            ox_log_write(
                m->host->log, PLAT_LOG_WARNING,
                "no room to keep a pose: fades wait for others to end; raise `capacity motion-joints`");
        m->is_short = true;
        return false;
    }
    const bool is_own = to->owner.bits == s->object->handle.bits && to->layer == layer;
    ox_motion_pose_layer(s->set, s->run, layer, is_own ? to->joints : NULL, m->room);
    ox_pose_pack(m->room, ox_pose_joints(s->set->skeleton), to->joints);
    to->owner = s->object->handle;
    to->layer = layer;
    return true;
}

/* Poses that no fade needs any more are given back. */
static void drop_kept(ox_motions *m, const ox_object *object, const ox_motion_run *run) {
    for (uint32_t i = 0; i < m->kept_count; i++) {
        const uint32_t layer = m->kept[i].layer;
        if (m->kept[i].owner.bits != object->handle.bits) continue;
        if (layer >= OX_MOTION_LAYERS || run->layer[layer].fade == 0 ||
            (run->layer[layer].flags & OX_MOTION_SNAPSHOT) == 0)
            m->kept[i].owner.bits = 0;
    }
}

/* What the root went, in the world: at the object's angle, in its size. */
static vec3 in_world(const ox_object_place *at, vec3 moved) {
    const fx sine = fx_sin(at->angle), cosine = fx_cos(at->angle);
    if (at->size != FX_ONE) moved = v3_scales(moved, at->size);
    return (vec3){fx_adds(fx_muls(moved.x, cosine), fx_muls(moved.z, sine)), moved.y,
                  fx_subs(fx_muls(moved.z, cosine), fx_muls(moved.x, sine))};
}

/* Movers and bodies get the way as their velocity; another object goes it. */
static void move_root(const ox_motions *m, ox_object *object, const ox_motion_told *told) {
    ox_object_place *at = ox_object_place_of(m->world, object);
    ox_physics *physics = ox_module_state(m->host, OX_NAME("physics"));
    if (at == NULL) return;
    const vec3 by = in_world(at, told->moved), speed = v3_scales(by, OX_MOTION_STEPS * FX_ONE);
    ox_mover *mover = physics == NULL ? NULL : ox_mover_of(physics, object);
    ox_body *body = physics == NULL || mover != NULL ? NULL : ox_body_of(physics, object);
    at->angle = (ang16)(at->angle + told->turned);
    if (mover != NULL) {
        ox_mover_walk(mover, speed);
    } else if (body != NULL) {
        body->velocity[0] = speed.x;
        body->velocity[2] = speed.z;
    } else {
        (void)ox_place_set(m->world, object, v3_adds(at->pos, by));
    }
}

/* Of sprites the state chooses the frame, nothing else. */
static void show_page(const ox_motions *m, const ox_object *object, const ox_motion_set *set,
                      const ox_motion_run *run) {
    const int type = ox_world_component(m->world, OX_NAME("sprite"));
    ox_sprite *sprite = type < 0 ? NULL : ox_component_get(m->world, object, (uint32_t)type);
    const int32_t frame = ox_motion_flip_frame(set, run);
    if (sprite == NULL || frame < 0) return;
    sprite->animation = 0;
    sprite->frame = (uint16_t)frame;
}

/* Where a foot that comes down stands; false: there is no ground as near as the body may go down. */
static bool find_ground(ox_motions *m, ox_object *object, const ox_motion_set *set, ox_motion_run *run,
                        uint32_t limb) {
    ox_collisions *collisions = ox_module_state(m->host, OX_NAME("collision"));
    const ox_object_place *at = ox_object_place_of(m->world, object);
    const sqt *global = collisions == NULL || at == NULL ? NULL : ox_motion_global(m, object, NULL);
    if (global == NULL) return false;
    const mat34 place = ox_motion_place(m, object);
    const vec3 own = global[set->limb[limb][2]].t, foot = m34_point(&place, own);
    const fx drop = ox_motion_plant_drop(set), above = fx_adds(fx_muls(own.y, at->size), drop),
             down = fx_adds(above, drop);
    const vec3 from = {foot.x, fx_adds(foot.y, drop), foot.z}, way = {0, fx_negs(fx_adds(down, drop)), 0};
    ox_collision_hit hit;
    if (!ox_collision_ray(collisions, from, way, &(ox_collision_filter){.but = object->handle}, &hit))
        return false;
    run->place[limb][0] = foot.x;
    run->place[limb][1] = fx_adds(hit.at.y, fx_muls(own.y, at->size));
    run->place[limb][2] = foot.z;
    const int32_t sine = fx_sin((ang16)(OX_MOTION_SLOPE * 65536 / 360)) * 127 / FX_ONE;
    run->slope[limb][0] = (int8_t)int_clamp(hit.normal.x / (Q30_ONE / 127), -sine, sine);
    run->slope[limb][1] = (int8_t)int_clamp(hit.normal.z / (Q30_ONE / 127), -sine, sine);
    return true;
}

/* Feet that come down stand, those whose part is over go on. */
static void plant_feet(ox_motions *m, ox_object *object, const ox_motion_set *set, ox_motion_run *run) {
    for (uint32_t i = 0; i < OX_MOTION_COUNT(set, LIMB) && i < OX_MOTION_LIMBS; i++) {
        const uint8_t bit = (uint8_t)(1u << i);
        if (!ox_motion_is_planted(set, i)) continue;
        const bool stands = ox_motion_plants(set, run, i);
        if (!stands)
            run->flags = (uint8_t)(run->flags & ~bit);
        else if ((run->flags & bit) == 0 && find_ground(m, object, set, run, i))
            run->flags |= bit;
    }
}

static void step_character(ox_motions *m, ox_object *object, ox_motion_run *run) {
    const ox_motion_set *set = ox_motion_set_of(m, run);
    if (set == NULL) return;
    if ((run->flags & OX_MOTION_BEGUN) == 0) ox_motion_begin(set, run);
    stepping s = {m, object, set, run};
    ox_motion_told told = {.mark = tell_mark,
                           .done = tell_done,
                           .change = tell_change,
                           .keep = keep_pose,
                           .drop = tell_drop,
                           .context = &s};
    ox_motion_step(set, run, &told);
    if (set->sheet != NULL) {
        show_page(m, object, set, run);
        return;
    }
    drop_kept(m, object, run);
    const mat34 place = ox_motion_place(m, object);
    plant_feet(m, object, set, run);
    ox_motion_aim(set, run, &place);
    if ((run->flags & OX_MOTION_ROOTED) != 0) move_root(m, object, &told);
}

/* In the order of slots: components come in that of their records, which is another one in a game that was loaded. */
static void run_phase(void *context, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_motions *m = context;
    if (bucket != 0 || m->host->scene->paused || ox_component_count(&world->components[m->type]) == 0) return;
    if (phase == OX_PHASE_FINAL_POSES) {
        ox_motion_held_step(m);
        return;
    }
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        ox_object *object = ox_world_slot(world, slot);
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        ox_motion_run *run = ox_motion_of(m, object);
        if (run != NULL) step_character(m, object, run);
    }
}

static const ox_system motion_system = {
    .name = NAME, .phases = 1u << OX_PHASE_POSES | 1u << OX_PHASE_FINAL_POSES, .run = run_phase};

/* ---- pictures ---- */

void ox_motion_pose_all(void *context, ox_frame_memory *memory) {
    ox_motions *m = context;
    const uint32_t records = m->world->components[m->type].nodes.fresh;
    uint32_t refused = 0;
    ox_object *object;
    void *run;
    m->posed = records == 0
                   ? NULL
                   : ox_frame_memory_push(memory, records * sizeof *m->posed, _Alignof(ox_motion_posed));
    for (uint32_t i = 0; m->posed != NULL && i < records; i++) m->posed[i].form = NULL;
    for (uint32_t at = 0; (at = ox_component_each(m->world, m->type, at, &object, &run)) != 0;) {
        const ox_form *form = ox_scene_form_drawn(m->host->scene, object);
        const ox_motion_set *set = ox_motion_set_of(m, run);
        if (form == NULL || set == NULL) m->left_out++;
        if (form == NULL || set == NULL || set->skeleton == NULL || form->skin == NULL) continue;
        const sqt *global = m->posed == NULL ? NULL : ox_motion_global(m, object, NULL);
        if (m->posed != NULL && global == NULL) continue; /* it has not begun: the bind pose */
        if (global != NULL &&
            ox_scene_pose_form(m->host->scene, &(ox_scene_pose_of){object, form, set->skeleton, global},
                               memory, &m->posed[at - 1u].mesh))
            m->posed[at - 1u].form = &form->mesh->mesh;
        else
            refused++;
    }
    if (refused > 0) ox_scene_tell_unposed(m->host->scene, refused);
}

/* The number of a component's record, from 1, by where it lies among them. */
static uint32_t record_of(const ox_motions *m, const ox_motion_run *run) {
    const ox_nodes *nodes = &m->world->components[m->type].nodes;
    return (
        uint32_t)((size_t)((const uint8_t *)run - sizeof(ox_component_head) - (const uint8_t *)nodes->base) /
                  nodes->stride);
}

const rs_mesh *ox_motion_posed_mesh(void *context, const ox_object *object, const ox_form *form) {
    const ox_motions *m = context;
    const ox_motion_run *run = m->posed == NULL ? NULL : ox_motion_of(m, object);
    if (run == NULL) return NULL;
    const ox_motion_posed *posed = &m->posed[record_of(m, run) - 1u];
    return posed->form == &form->mesh->mesh ? &posed->mesh : NULL;
}

/* ---- lives ---- */

static const ox_component_ops motion_ops = {.give = give_motion};
static const ox_component_ops held_ops = {.give = ox_motion_held_give};
static const ox_module_wanted wanted[] = {
    {{.name = NAME, .record = &ox_motion_run_type, .ops = &motion_ops}, OX_CAPACITY_MOTIONS},
    {{.name = HELD, .record = &ox_motion_held_type, .ops = &held_ops}, OX_CAPACITY_HELD}};

static ox_status open_named(const ox_module_host *host, void *context, ox_id name) {
    ox_motions *m = context;
    const ox_motion_run of = {.of = name};
    if (name == 0 || ox_motion_set_of(m, &of) != NULL) return OX_OK;
    if (m->count == OX_MOTIONS_MOST)
        return ox_module_refuse(host, OX_FULL, 0, "more than %d motions in a scene", OX_MOTIONS_MOST);
    const ox_status status = ox_motion_open_set(m, name, &m->sets[m->count]);
    if (status == OX_OK) m->count++;
    return status;
}

static ox_status make_room(ox_motions *m) {
    const uint32_t joints = m->joints == 0 ? 1 : m->joints;
    const uint32_t all = ox_module_capacity(m->host, &ox_motion_capacities[OX_CAPACITY_MOTION_JOINTS]);
    m->room = OX_PUSH(m->host->resident, sqt, (size_t)(OX_MOTION_ROOM + 1) * joints);
    m->kept_joints = joints;
    m->kept_count = all / joints > OX_MOTION_KEPT ? OX_MOTION_KEPT : all / joints;
    for (uint32_t i = 0; i < m->kept_count; i++) {
        m->kept[i].joints = OX_PUSH(m->host->resident, ox_pose_packed, joints);
        if (m->kept[i].joints == NULL) return OX_OUT_OF_MEMORY;
        memset(m->kept[i].joints, 0, joints * sizeof *m->kept[i].joints);
    }
    return m->room == NULL ? OX_OUT_OF_MEMORY : OX_OK;
}

/* Characters that come back from before a change of the chunks keep to what the text has now. */
static void mend_all(ox_motions *m) {
    ox_object *object;
    void *run;
    for (uint32_t at = 0; (at = ox_component_each(m->world, m->type, at, &object, &run)) != 0;) {
        const ox_motion_set *set = ox_motion_set_of(m, run);
        if (set != NULL && (((ox_motion_run *)run)->flags & OX_MOTION_BEGUN) != 0) ox_motion_mend(set, run);
    }
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, NAME);
    *state = NULL;
    if (type < 0) return OX_OK;
    ox_motions *m = OX_PUSH(host->resident, ox_motions, 1);
    if (m == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for motions; raise `budget`");
    memset(m, 0, sizeof *m);
    m->host = host;
    m->world = host->world;
    m->type = (uint32_t)type;
    m->held_type = (uint32_t)ox_world_component(host->world, HELD);
    const ox_module_named named = {m->type, CELL_OF, offsetof(ox_motion_run, of)};
    ox_status status = ox_module_each_named(host, &named, open_named, m);
    if (status != OX_OK) return status;
    status = make_room(m);
    if (status != OX_OK) return ox_module_refuse(host, status, 0, "no room for poses; raise `budget`");
    mend_all(m);
    const int system = ox_world_add_system(host->world, &motion_system, m);
    if (system < 0) return (ox_status)system;
    ox_scene_take_skins(host->scene);
    host->scene->pose_others = ox_motion_pose_all;
    host->scene->posed_other = ox_motion_posed_mesh;
    host->scene->pose_context = m;
    *state = m;
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    (void)state, (void)how;
    host->scene->pose_others = NULL;
    host->scene->posed_other = NULL;
}

static bool tell_full(const ox_module_host *host, void *state) {
    ox_motions *m = state;
    const ox_component_store *store = &m->world->components[m->type];
    if (m->is_told || store->refused == 0) return true;
    m->is_told = true;
    ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u characters at once: raise `capacity motions`",
                 (unsigned)store->type->capacity);
    return true;
}

/* ---- state ---- */

static void save_kept(const void *context, ox_writer *to) {
    const ox_motions *m = context;
    ox_write_u32(to, m->kept_count);
    for (uint32_t i = 0; i < m->kept_count; i++) {
        const ox_motion_snapshot *kept = &m->kept[i];
        ox_write_u32(to, kept->owner.bits);
        if (kept->owner.bits == 0) continue;
        ox_write_u32(to, kept->layer);
        for (uint32_t k = 0; k < m->kept_joints; k++) {
            const ox_pose_packed *p = &kept->joints[k];
            for (uint32_t n = 0; n < 4; n++) ox_write_u16(to, (uint16_t)p->rotation[n]);
            for (uint32_t n = 0; n < 3; n++) ox_write_u16(to, (uint16_t)p->translation[n]);
            ox_write_u16(to, (uint16_t)p->scale);
        }
    }
}

static ox_status restore_kept(void *context, ox_reader *from) {
    ox_motions *m = context;
    if (ox_read_u32(from) != m->kept_count) return OX_BAD_DATA;
    for (uint32_t i = 0; i < m->kept_count; i++) {
        ox_motion_snapshot *kept = &m->kept[i];
        kept->owner.bits = ox_read_u32(from);
        if (kept->owner.bits == 0) continue;
        kept->layer = ox_read_below(from, OX_MOTION_LAYERS);
        for (uint32_t k = 0; k < m->kept_joints; k++) {
            ox_pose_packed *p = &kept->joints[k];
            for (uint32_t n = 0; n < 4; n++) p->rotation[n] = (int16_t)ox_read_u16(from);
            for (uint32_t n = 0; n < 3; n++) p->translation[n] = (int16_t)ox_read_u16(from);
            p->scale = (int16_t)ox_read_u16(from);
        }
    }
    mend_all(m);
    return ox_reader_status(from);
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){.name = "motion", .context = state, .save = save_kept, .restore = restore_kept};
    return 1;
}

ox_motions *ox_console_motions(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const ox_module_event events[OX_MOTION_EVENTS] = {
    {"MotionEnds(what: name)", "told to a character: a state that plays once is at its end"},
    {"MotionChanges(was: name, now: name)", "told to a character: it goes from one state to another"},
    {"MotionDrops(what: name)", "told to a character: a state that was asked for has waited in vain"}};

static const uint32_t needs[] = {OX_NAME("collision"), OX_NAME("physics"), 0};
static const uint32_t tags[] = {ROM_TAG_MOTION_MACHINE, 0};

const ox_module ox_motion_module = {.id = NAME,
                                    .name = "motion",
                                    .needs = needs,
                                    .tags = tags,
                                    .capacities = ox_motion_capacities,
                                    .capacity_count = OX_MOTION_CAPACITIES,
                                    .natives = ox_motion_native_rows,
                                    .native_count = OX_MOTION_NATIVES,
                                    .events = events,
                                    .event_count = OX_MOTION_EVENTS,
                                    .words = words,
                                    .begin = begin_scene,
                                    .end = end_scene,
                                    .stepped = tell_full,
                                    .wanted = wanted,
                                    .wanted_count = 2,
                                    .wanted_systems = 1,
                                    .list = list_state};
