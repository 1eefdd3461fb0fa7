/* A step of the parts of the picture: whose camera is seen, its rig, its boom, blends, shots, and what stands in the way. */
#include "kernel/camera/internal.h"
#include "kernel/camera/zone.h"
#include "kernel/collision/module.h"
#include "kernel/console/console.h"
#include "kernel/event/events.h"
#include "kernel/level/module.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"

#define PIXEL FX_ONE

ox_camera_part ox_seat_part(const ox_cameras *c, const ox_seat *seat) {
    const int32_t w = c->host->options->width, h = c->host->options->height;
    const ox_view_part *p = &seat->part;
    const int32_t left = fx_to_int_nearest(fx_muls(p->left, w * PIXEL)),
                  top = fx_to_int_nearest(fx_muls(p->top, h * PIXEL)),
                  right = fx_to_int_nearest(fx_muls(fx_adds(p->left, p->width), w * PIXEL)),
                  bottom = fx_to_int_nearest(fx_muls(fx_adds(p->top, p->height), h * PIXEL));
    const int32_t x = int_clamp(left, 0, w - 1), y = int_clamp(top, 0, h - 1);
    return (ox_camera_part){(int16_t)x, (int16_t)y, (int16_t)(int_clamp(right, x + 1, w) - x),
                            (int16_t)(int_clamp(bottom, y + 1, h) - y), FX_ONE};
}

/* ---- what rigs ask of the world ---- */

typedef struct asking {
    ox_cameras *cameras;
    ox_collisions *collisions;
    ox_handle target, own;
} asking;

static bool is_in_way(void *context, const ox_object *object, const ox_collider *shape) {
    const asking *a = context;
    return !shape->sensor && object->handle.bits != a->target.bits && object->handle.bits != a->own.bits;
}

static bool sweep(void *context, vec3 from, vec3 way, fx radius, q30 *part) {
    asking *a = context;
    const ox_collision_filter filter = {.but = a->target, .test = is_in_way, .context = a};
    ox_collision_hit hit;
    bool is_met;
    if (radius > 0) {
        const ox_shape ball = {.kind = OX_SHAPE_SPHERE, .radius = radius};
        const rot33 upright = rot33_identity();
        const rig34 pose = rig34_from(&upright, from);
        is_met = ox_collision_sweep(a->collisions, &ball, &pose, way, &filter, &hit);
    } else {
        is_met = ox_collision_ray(a->collisions, from, way, &filter, &hit);
    }
    if (is_met) *part = hit.part;
    return is_met;
}

static bool ground(void *context, vec3 from, fx *height) {
    asking *a = context;
    const ox_collision_filter filter = {.but = a->target, .test = is_in_way, .context = a};
    ox_collision_hit hit;
    if (!ox_collision_ray(a->collisions, from, (vec3){0, -4000 * FX_ONE, 0}, &filter, &hit)) return false;
    *height = hit.at.y;
    return true;
}

static bool place_of(const ox_world *world, const ox_object *object, ox_rig_target *target) {
    const ox_object_place *at = object == NULL ? NULL : ox_object_place_of(world, object);
    if (at == NULL || (object->flags & OX_OBJECT_DEAD) != 0) return false;
    *target = (ox_rig_target){at->pos, at->angle, at->pitch, at->roll, false};
    return true;
}

static uint32_t gather_group(const ox_world *world, ox_id name, vec3 places[OX_CAMERA_GROUP]) {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects) && count < OX_CAMERA_GROUP; slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        ox_rig_target t;
        if (world->objects.generations[slot] == 0 || !ox_object_is(world, object, name)) continue;
        if (place_of(world, object, &t)) places[count++] = t.at;
    }
    return count;
}

static const ox_camera_path *path_called(const ox_cameras *c, ox_id name) {
    if (name == 0) return NULL;
    for (uint32_t i = 0; i < c->path_count; i++)
        if (c->path_names[i] == name) return &c->paths[i];
    return NULL;
}

/* ---- one camera ---- */

/* What one camera shows in this step. */
typedef struct shown {
    ox_rig_out out;
    fx near_plane, far_plane;
    uint8_t keep, opacity;
    ox_handle target;
    bool is_there;
} shown;

static void hang(const ox_cameras *c, asking *a, const ox_object *object, ox_rig *r, fx aspect, shown *s) {
    ox_boom_component *b =
        c->boom_type == UINT32_MAX ? NULL : ox_component_get(c->world, object, c->boom_type);
    const ox_camera_casts casts = {sweep, NULL, a};
    ox_boom_reach reach;
    if (b == NULL || !s->out.hangs || a->collisions == NULL) return;
    if (b->fade != 0) return;
    const fx radius = b->radius > 0 ? b->radius : ox_boom_radius(r->near_plane, s->out.pose.focal, aspect);
    if (s->out.cut) b->boom.begun = false;
    const ox_object *target = ox_world_get(c->world, a->target);
    const ox_collider *shape = target == NULL ? NULL : ox_collider_of(a->collisions, target);
    /* Within its own shape there is room; who has none is asked for none. */
    s->out.centre = shape != NULL && shape->is_placed ? shape->pose.t : s->out.pivot;
    ox_boom_step(&b->boom, &casts, &(ox_boom_way){s->out.centre, s->out.pivot, s->out.pose.eye, radius},
                 &reach);
    s->out.pose.eye = reach.eye;
    s->opacity = reach.opacity;
    if (reach.aside != 0 && r->state.idle >= r->idle)
        r->state.yaw += (ang32)((uint32_t)(int32_t)reach.aside << 24);
}

/* Whoever stands between eye and target goes on the list. */
static void note_blockers(ox_cameras *c, asking *a, const ox_object *object, const shown *s) {
    const ox_boom_component *b =
        c->boom_type == UINT32_MAX ? NULL : ox_component_get(c->world, object, c->boom_type);
    ox_collision_hit hits[OX_FADES];
    ox_collision_answers answers = {.hits = hits, .room = OX_FADES};
    if (b == NULL || b->fade == 0 || a->collisions == NULL) return;
    const ox_collision_filter filter = {.but = a->target, .test = is_in_way, .context = a};
    const vec3 way = v3_subs(s->out.pivot, s->out.pose.eye);
    (void)ox_collision_along(a->collisions, s->out.pose.eye, way, &filter, &answers);
    const fx length = v3_length(way);
    for (uint32_t i = 0; i < answers.count; i++)
        ox_fades_block(&c->fades, hits[i].object, fx_mul_q30(length, hits[i].part));
}

static void step_camera(ox_cameras *c, const ox_seat *seat, ox_id name, bool is_first, shown *s) {
    ox_object *object = ox_camera_called(c, name);
    ox_rig *r = object == NULL ? NULL : ox_rig_of(c, object);
    ox_rig_target target, own;
    vec3 group[OX_CAMERA_GROUP];
    *s = (shown){.opacity = OX_OPAQUE};
    if (r == NULL) return;
    ox_collisions *collisions = ox_module_state(c->host, OX_NAME("collision"));
    if (collisions != NULL && !collisions->is_looked) ox_collisions_look(collisions);
    const ox_id of = seat->of != 0 && is_first ? seat->of : r->of;
    const ox_object *followed = of == 0 ? NULL : ox_world_called(c->world, of);
    asking a = {c, collisions, {0}, object->handle};
    if (followed != NULL) a.target = followed->handle;
    const ox_camera_casts casts = {sweep, ground, &a};
    const ox_camera_part part = ox_seat_part(c, seat);
    const fx aspect = fx_ratio(part.width, part.height);
    const ox_rig_world w = {.target = place_of(c->world, followed, &target) ? &target : NULL,
                            .own = place_of(c->world, object, &own) ? &own : NULL,
                            .group = group,
                            .group_count =
                                r->kind == OX_NAME("group") ? gather_group(c->world, of, group) : 0,
                            .path = path_called(c, r->path),
                            .look = path_called(c, r->look),
                            .casts = collisions == NULL ? NULL : &casts,
                            .wish = is_first ? c->wishes[seat - c->seats] : (ox_rig_wish){0},
                            .rate = ox_loop_rate(c->host->loop),
                            .aspect = aspect};
    ox_rig_step(r, &w, &s->out);
    s->near_plane = r->near_plane;
    s->far_plane =
        (int64_t)r->near_plane * 32000 < r->far_plane ? fx_muls(r->near_plane, 32000 * FX_ONE) : r->far_plane;
    s->keep = r->keep_shape;
    s->target = a.target;
    s->is_there = true;
    hang(c, &a, object, r, aspect, s);
    if (is_first) note_blockers(c, &a, object, s);
}

/* ---- shots ---- */

static void tell_seat(const ox_cameras *c, ox_id event, const int32_t *values, uint32_t count) {
    ox_events *bus = ox_module_bus(c->host);
    if (bus != NULL) ox_events_post_named(bus, event, values, count);
}

static void step_shots(ox_cameras *c, uint32_t number, ox_seat *seat) {
    ox_shot shots[OX_CAMERA_SHOTS];
    if (seat->director.list == 0) return;
    const uint32_t count = ox_camera_shots(c, seat->director.list, shots, OX_CAMERA_SHOTS);
    if (count == 0 || seat->director.shot >= count) ox_director_skip(&seat->director);
    if (!ox_director_step(&seat->director, shots, count)) return;
    if (seat->director.list == 0) {
        seat->of = 0;
        tell_seat(c, OX_NAME("shotsover"), (const int32_t[]){(int32_t)number}, 1);
    } else {
        tell_seat(c, OX_NAME("shot"), (const int32_t[]){(int32_t)number, seat->director.shot}, 2);
    }
}

/* ---- zones ---- */

/* The camera of the zone in which the target is: that of the present zone, grown by its margin, unless another one holds it that counts more. A camera without a zone is left alone. */
static void choose_zone(const ox_cameras *c, ox_seat *seat) {
    const ox_object *seen = ox_camera_called(c, seat->director.base);
    const ox_rig *now = seen == NULL ? NULL : ox_rig_of(c, seen), *best = NULL;
    ox_rig_target target;
    ox_level_path zone;
    if (now == NULL || now->zone == 0 || now->of == 0) return;
    if (!place_of(c->world, ox_world_called(c->world, now->of), &target)) return;
    const bool stays = ox_levels_path(c->host->console, now->zone, &zone) != OX_OK ||
                       ox_zone_holds(&zone, target.at, now->margin);
    for (uint32_t slot = 0; slot < ox_pool_peak(&c->world->objects); slot++) {
        const ox_object *object = ox_world_slot(c->world, slot);
        if (c->world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0) continue;
        const ox_rig *r = ox_rig_of(c, object);
        if (r == NULL || r == now || r->zone == 0 || r->of != now->of) continue;
        if ((stays && r->priority <= now->priority) || (best != NULL && r->priority <= best->priority))
            continue;
        if (ox_levels_path(c->host->console, r->zone, &zone) == OX_OK && ox_zone_holds(&zone, target.at, 0))
            best = r;
    }
    if (best == NULL) return;
    seat->director.base = best->called;
    seat->blend_wish = best->smooth;
}

/* ---- a seat ---- */

/* The field that a zoom or a shot wants in this step; 0: the camera's own. A zoom back to that ends where the camera's is. */
static fx field_wanted(const ox_cameras *c, ox_seat *seat, ox_id camera, fx of_shot) {
    if (seat->zoom.to == 0 && seat->zoom.at < seat->zoom.steps) {
        const ox_object *object = ox_camera_called(c, camera);
        const ox_rig *r = object == NULL ? NULL : ox_rig_of(c, object);
        ox_zoom back = seat->zoom;
        back.to = r == NULL ? back.from : fov_focal(ang16_from_degrees_fx(r->fov));
        seat->zoom.at++;
        return ox_zoom_step(&back);
    }
    if (seat->zoom.to != 0) return ox_zoom_step(&seat->zoom);
    seat->dolly = false;
    return of_shot > 0 ? fov_focal(ang16_from_degrees_fx(of_shot)) : 0;
}

/* What is steered in this step beside what scripts have said: the zoom, and a way to a place that is under way. */
static void wish_more(ox_cameras *c, uint32_t number, ox_id camera, const ox_shot *shot, vec3 *place) {
    ox_seat *seat = &c->seats[number];
    ox_rig_wish *wish = &c->wishes[number];
    vec3 eye;
    wish->behind = seat->behind;
    wish->aim = seat->aim;
    wish->focal = field_wanted(c, seat, camera, shot->fov);
    wish->dolly = seat->dolly;
    if (ox_camera_move_step(&seat->move, !v3_is_zero(wish->way), &eye, place)) wish->go = place;
}

/* The camera that is to be seen, and how a change to it begins. */
static ox_id choose_camera(const ox_cameras *c, ox_seat *seat, ox_shot *shot) {
    *shot = (ox_shot){0};
    if (seat->director.list != 0) {
        ox_shot shots[OX_CAMERA_SHOTS];
        const uint32_t count = ox_camera_shots(c, seat->director.list, shots, OX_CAMERA_SHOTS);
        if (seat->director.shot < count) *shot = shots[seat->director.shot];
        seat->of = shot->of;
        if (shot->camera != 0 && ox_camera_called(c, shot->camera) != NULL) return shot->camera;
    }
    const ox_id wanted = ox_director_seen(&seat->director);
    return ox_camera_called(c, wanted) != NULL ? wanted : seat->director.base;
}

static void take_pose(ox_seat *seat, const shown *s, const ox_camera_pose *pose, bool is_cut) {
    seat->camera.before = seat->camera.now;
    seat->camera.now = *pose;
    seat->camera.near_plane = s->near_plane;
    seat->camera.far_plane = s->far_plane;
    seat->camera.kind = s->out.flat ? OX_CAMERA_FLAT : OX_CAMERA_DEEP;
    seat->camera.keep = s->keep;
    if (is_cut) ox_camera_cut(&seat->camera);
}

static void step_seat(ox_cameras *c, uint32_t number) {
    ox_seat *seat = &c->seats[number];
    shown now, old;
    ox_shot shot;
    vec3 place;
    choose_zone(c, seat);
    const ox_id wanted = choose_camera(c, seat, &shot);
    const bool is_new = wanted != seat->seen, is_first = seat->seen == 0;
    wish_more(c, number, wanted, &shot, &place);
    step_camera(c, seat, wanted, true, &now);
    if (!now.is_there) return;
    bool is_cut = now.out.cut || is_first;
    if (is_new && !is_first) {
        const bool is_mixed = now.out.flat != (seat->camera.kind == OX_CAMERA_FLAT);
        const uint32_t steps = seat->director.list != 0 ? shot.blend : seat->blend_wish;
        const bool was_on = ox_blend_is_on(&seat->blend) && seat->blend.at > 0;
        is_cut =
            ox_blend_begin(&seat->blend, steps, (ease_curve)(shot.curve != 0 ? shot.curve : EASE_SMOOTHSTEP),
                           &seat->camera.now, is_mixed) != OX_OK ||
            steps == 0;
        seat->blend_wish = 0;
        seat->former = was_on ? 0 : seat->seen;
        seat->blend.live = !was_on;
    }
    const bool is_blending = ox_blend_is_on(&seat->blend) && !is_first && seat->former != wanted;
    old.is_there = false;
    if (is_blending && seat->blend.live && seat->former != 0) step_camera(c, seat, seat->former, false, &old);
    ox_camera_pose pose = now.out.pose;
    if (is_blending) pose = ox_blend_step(&seat->blend, old.is_there ? &old.out.pose : NULL, &pose);
    seat->seen = wanted;
    take_pose(seat, &now, &pose, is_cut);
    seat->opacity = now.opacity;
    seat->faded = now.target;
    ox_shake_step(&seat->shake);
}

/* The scene's plain camera stands where the eye of the first part is, so whatever asks for that one (levels that come near, sounds) has it. */
void ox_seats_show(ox_cameras *c) {
    ox_scene *scene = c->host->scene;
    if (!c->seats[0].is_on || c->seats[0].seen == 0 || scene->camera_count == 0) return;
    const ox_camera_pose *pose = &c->seats[0].camera.now;
    ox_scene_camera *plain = &scene->cameras[scene->camera];
    plain->position = pose->eye;
    plain->target = v3_adds(pose->eye, q4_rotate(pose->turn, (vec3){0, 0, -FX_ONE}));
}

void ox_seats_step(ox_cameras *c) {
    ox_fades_begin(&c->fades);
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++) {
        if (c->seats[i].is_on) {
            step_seat(c, i);
            step_shots(c, i,
                       &c->seats[i]); /* behind the picture: each shot is seen in as many steps as it has */
        }
        c->wishes[i] = (ox_rig_wish){0};
    }
    ox_fades_step(&c->fades, 2);
    ox_seats_show(c);
}
