/* What instruments on the glass know of the world: radars, crosshairs, arrows that show the way, views of meshes. All of it is worked out
 * for the picture and is no state. */
#include "fixedmath/line.h"
#include "fixedmath/quaternion.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "fixedmath/volume.h"
#include "kernel/ui/internal.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"

int ui_kind_of(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e, const ox_object *object) {
    for (uint32_t i = 0; i < ui_options(e); i++)
        if (ox_object_is(ui->host->world, object, rom_word(ui_option(chunk, e, i) + ROM_SCREEN_OPTION_VALUE)))
            return (int)i;
    return -1;
}

/* The object that has the instrument; NULL: there is none. */
static const ox_object *owner_of(const ox_ui *ui, const uint8_t *e) {
    const ox_id name = rom_word(e + ROM_SCREEN_ELEMENT_FRAME);
    return name == 0 ? NULL : ox_world_called(ui->host->world, name);
}

/* Where an object is drawn: motions of the scene move it beside its place. False: it has no place. */
bool ui_find_place(const ox_ui *ui, const ox_object *object, vec3 *place) {
    if (object == NULL || ox_object_place_of(ui->host->world, object) == NULL) return false;
    const mat34 stand = ox_scene_stand(ui->host->scene, object);
    *place = (vec3){stand.m[0][3], stand.m[1][3], stand.m[2][3]};
    return true;
}

/* ---- radar ---- */

static int to_pixels(int64_t product, fx range, int radius) {
    const int64_t scaled = product * radius, unit = (int64_t)range * FX_ONE;
    return (int)((scaled + (scaled < 0 ? -unit : unit) / 2) / unit);
}

bool ui_blip_at(vec2 away, vec2 ahead, fx range, int radius, ui_blip *blip) {
    const int64_t x = away.x, y = away.y, most = range;
    if (range <= 0 || x > most || x < -most || y > most || y < -most || x * x + y * y > most * most)
        return false;
    blip->right = (int16_t)to_pixels(x * ahead.y - y * ahead.x, range, radius);
    blip->up = (int16_t)to_pixels(x * ahead.x + y * ahead.y, range, radius);
    return true;
}

static bool is_told(const ox_ui *ui, ox_handle object) {
    for (uint32_t i = 0; i < OX_SCREEN_ECHOES; i++)
        if (ui->now.echoes[i].steps > 0 && ox_handle_same(ui->now.echoes[i].object, object)) return true;
    return false;
}

/* A radar that is read off. */
typedef struct radar_reading {
    const ox_ui *ui;
    const uint8_t *chunk, *element;
    const ox_object *owner;
    vec3 centre;
    vec2 ahead;
    int radius;
    ui_blip *blips;
    uint32_t count;
} radar_reading;

/* East and north of a place as seen from the owner; north is -z, of a plane y. */
static vec2 plan_of(const radar_reading *r, vec3 place) {
    const bool plane = (ui_flags(r->element) & ROM_SCREEN_ELEMENT_PLANE) != 0;
    return (vec2){fx_subs(place.x, r->centre.x),
                  plane ? fx_subs(place.y, r->centre.y) : fx_subs(r->centre.z, place.z)};
}

/* Adds the blip of an object that the radar shows. It is called for each object of the world, and finds none. */
static bool read_object(void *context, const ox_world *world, const ox_object *object) {
    radar_reading *r = context;
    const fx level = (fx)rom_word(r->element + ROM_SCREEN_ELEMENT_LEAST);
    vec3 place;
    (void)world;
    if (object == r->owner || r->count == UI_BLIPS || (object->flags & OX_OBJECT_VISIBLE) == 0) return false;
    if ((ui_flags(r->element) & ROM_SCREEN_ELEMENT_TOLD) != 0 && !is_told(r->ui, object->handle))
        return false;
    const int kind = ui_kind_of(r->ui, r->chunk, r->element, object);
    ui_blip *blip = &r->blips[r->count];
    if (kind < 0 || !ui_find_place(r->ui, object, &place) ||
        !ui_blip_at(plan_of(r, place), r->ahead, (fx)rom_word(r->element + ROM_SCREEN_ELEMENT_GREATEST),
                    r->radius, blip))
        return false;
    const fx higher = fx_subs(place.y, r->centre.y);
    blip->kind = (uint8_t)kind;
    blip->above = (int8_t)(level == 0 ? 0 : higher > level ? 1 : higher < -level ? -1 : 0);
    r->count++;
    return false;
}

uint32_t ui_read_radar(const ox_ui *ui, const uint8_t *chunk, const uint8_t *e, int radius, ui_blip *blips) {
    radar_reading r = {
        .ui = ui, .chunk = chunk, .element = e, .ahead = {0, FX_ONE}, .radius = radius, .blips = blips};
    r.owner = owner_of(ui, e);
    const ox_object_place *at = r.owner == NULL ? NULL : ox_object_place_of(ui->host->world, r.owner);
    if (at == NULL || !ui_find_place(ui, r.owner, &r.centre)) return 0;
    if ((ui_flags(e) & (ROM_SCREEN_ELEMENT_NORTH | ROM_SCREEN_ELEMENT_PLANE)) == 0)
        r.ahead = (vec2){-fx_sin(at->angle), fx_cos(at->angle)};
    ox_query every = {.test = read_object, .context = &r};
    (void)ox_query_all(ui->host->world, &every);
    return r.count;
}

void ox_screen_radar(const ox_module_host *host, ox_handle object, uint32_t steps) {
    ox_ui *ui = ui_of(host);
    if (ui == NULL) return;
    ui_echo *oldest = &ui->now.echoes[0];
    for (uint32_t i = 0; i < OX_SCREEN_ECHOES; i++) {
        ui_echo *echo = &ui->now.echoes[i];
        if (ox_handle_same(echo->object, object)) {
            oldest = echo;
            break;
        }
        if (echo->steps < oldest->steps) oldest = echo;
    }
    *oldest = (ui_echo){object, (uint16_t)(steps < UINT16_MAX ? steps : UINT16_MAX)};
}

void ui_pass_echoes(ox_ui *ui) {
    for (uint32_t i = 0; i < OX_SCREEN_ECHOES; i++) {
        ui_echo *echo = &ui->now.echoes[i];
        if (echo->steps > 0 && --echo->steps == 0) echo->object = OX_HANDLE_NONE;
    }
}

/* ---- what lies under a pixel ---- */

/* A direction of the camera in the world. */
static vec3 to_world(const mat34 *view, vec3 v) {
    vec3 out;
    out.x = fx_sat64(
        ((int64_t)view->m[0][0] * v.x + (int64_t)view->m[1][0] * v.y + (int64_t)view->m[2][0] * v.z) /
        FX_ONE);
    out.y = fx_sat64(
        ((int64_t)view->m[0][1] * v.x + (int64_t)view->m[1][1] * v.y + (int64_t)view->m[2][1] * v.z) /
        FX_ONE);
    out.z = fx_sat64(
        ((int64_t)view->m[0][2] * v.x + (int64_t)view->m[1][2] * v.y + (int64_t)view->m[2][2] * v.z) /
        FX_ONE);
    return out;
}

static vec3 eye_of(const rs_camera *camera) {
    const mat34 *view = &camera->world_to_view;
    return v3_neg(to_world(view, (vec3){view->m[0][3], view->m[1][3], view->m[2][3]}));
}

/* So many halves of a pixel at a distance from the eye, in metres. */
static fx metres_of(const ox_ui *ui, const rs_camera *camera, int halves, fx distance) {
    return fx_sat64((int64_t)halves * distance * FX_ONE /
                    ((int64_t)camera->focal * ui->host->options->height));
}

/* The place in the camera's frame that is seen in the middle of a box, so far ahead. */
static vec3 behind_box(const ox_ui *ui, const rs_camera *camera, const ui_box *box, fx distance) {
    const int across = 2 * box->x + box->width - ui->host->options->width,
              down = 2 * box->y + box->height - ui->host->options->height;
    return (vec3){metres_of(ui, camera, across, distance), -metres_of(ui, camera, down, distance), -distance};
}

/* The camera of a scene that is seen in depth; false where there is none. */
bool ui_find_camera(const ox_ui *ui, rs_camera *camera) {
    return ox_scene_camera_of(ui->host->scene, camera) && camera->flat_height <= 0 && camera->focal > 0;
}

/* How far along a ray a sphere begins, from 0; INT32_MAX: the ray does not meet it. */
static fx meet_sphere(const ray3 *ray, const sphere3 *sphere) {
    const fx at = ray_closest(ray, sphere->centre);
    const fx aside = v3_length(v3_subs(line_at(ray, at), sphere->centre));
    if (aside > sphere->radius) return INT32_MAX;
    const fx half = fx_sqrt(fx_muls(sphere->radius - aside, fx_adds(sphere->radius, aside)));
    return at > half ? at - half : 0;
}

uint32_t ui_aim(ox_ui *ui, const uint8_t *chunk, const uint8_t *e, const ui_box *box) {
    enum { FAR = 16 * FX_ONE };
    const ox_scene *scene = ui->host->scene;
    const ox_object *owner = owner_of(ui, e), *met = NULL;
    fx nearest = (fx)rom_word(e + ROM_SCREEN_ELEMENT_GREATEST);
    rs_camera camera;
    ray3 ray;
    if (ui->aim.element == ui_name_of(e) && ui->aim.step == ui->steps) return ui->aim.kind;
    ui->aim = (ui_aiming){ui_name_of(e), ui->steps, 0};
    if (!ui_find_camera(ui, &camera)) return 0;
    const vec3 eye = eye_of(&camera),
               way = to_world(&camera.world_to_view, behind_box(ui, &camera, box, FAR));
    if (!ray_through(eye, v3_adds(eye, way), &ray)) return 0;
    ox_object *object;
    ox_model *model;
    for (uint32_t at = 0; (at = ox_scene_each(scene, at, &object, &model)) != 0;) {
        sphere3 sphere;
        vec3 drawn;
        if (object == owner || !ox_scene_sphere(scene, object, &sphere) || !ui_find_place(ui, object, &drawn))
            continue;
        sphere.centre =
            v3_adds(sphere.centre, v3_subs(drawn, ox_object_place_of(ui->host->world, object)->pos));
        const fx distance = meet_sphere(&ray, &sphere);
        if (distance >= nearest) continue;
        nearest = distance;
        met = object;
    }
    ui->aim.kind = met == NULL ? 0 : (uint32_t)(ui_kind_of(ui, chunk, e, met) + 1);
    return ui->aim.kind;
}

/* ---- the arrow that shows the way ---- */

/* The rotation that leads from -Z, the way an arrow's mesh points, to a direction; right behind it by way of up. */
static quat turn_towards(vec3 way) {
    quat turn;
    if (way.x == 0 && way.y == 0 && way.z > 0) return (quat){0, Q30_ONE, 0, 0};
    (void)q4_shortest_arc((vec3){0, 0, -FX_ONE}, way, &turn);
    return turn;
}

/* The rotation in which the arrow is seen: another object's direction is come to in the element's time. */
static quat turn_needle(ox_ui *ui, const uint8_t *e, ox_handle to, quat goal) {
    const uint32_t steps = rom_word(e + ROM_SCREEN_ELEMENT_STEP);
    ui_needle *needle = &ui->needle;
    if (needle->element != ui_name_of(e)) {
        *needle = (ui_needle){.element = ui_name_of(e), .to = to, .begun = ui->steps - steps};
    } else if (!ox_handle_same(needle->to, to)) {
        needle->to = to;
        needle->from = needle->shown;
        needle->begun = ui->steps;
    }
    const uint32_t passed = ui->steps - needle->begun;
    needle->shown = passed >= steps ? goal : q4_slerp(needle->from, goal, (uf16)(passed * 65536u / steps));
    return needle->shown;
}

/* The mesh is drawn with a camera that has the scene's directions and stands in the world's middle, and with the
 * nearest codes of depth, so that nothing of the scene covers it. */
void ui_draw_arrow(ox_ui *ui, rs_frame *frame, const uint8_t *e, const ui_box *box) {
    enum { NEAREST = 1, FARTHEST = 1024, FAR = 1000 * FX_ONE };
    const ox_world *world = ui->host->world;
    const ox_mesh *mesh = ox_resource_mesh(ui->host->resources, rom_word(e + ROM_SCREEN_ELEMENT_TARGET));
    const ox_object *to = ox_world_called(world, rom_word(e + ROM_SCREEN_ELEMENT_BIND)),
                    *owner = owner_of(ui, e);
    vec3 there, here;
    rs_camera camera;
    if (!ui_find_place(ui, to, &there) || mesh == NULL || mesh->mesh.radius <= 0 ||
        !ui_find_camera(ui, &camera))
        return;
    if (!ui_find_place(ui, owner, &here)) here = eye_of(&camera);
    vec3 way = v3_subs(there, here);
    if ((ui_flags(e) & ROM_SCREEN_ELEMENT_LEVEL) != 0) way.y = 0;
    if (v3_length(way) <= (fx)rom_word(e + ROM_SCREEN_ELEMENT_LEAST)) return;
    const rot33 turn = q4_to_rot33(turn_needle(ui, e, to->handle, turn_towards(way)));
    const fx distance = fx_min(camera.near_plane + (camera.far_plane - camera.near_plane) / 10, FAR),
             radius = metres_of(ui, &camera, int_min(box->width, box->height), distance),
             scale = fx_sat64((int64_t)radius * FX_ONE / mesh->mesh.radius),
             reach = fx_adds(radius, fx_muls(v3_length(mesh->mesh.centre), scale));
    const mat34 place = m34_from_trs(to_world(&camera.world_to_view, behind_box(ui, &camera, box, distance)),
                                     &turn, v3(scale, scale, scale));
    for (int i = 0; i < 3; i++) camera.world_to_view.m[i][3] = 0;
    camera.near_plane = fx_max(fx_subs(distance, reach), distance / 16);
    camera.far_plane =
        fx_max(fx_adds(distance, reach), 2 * camera.near_plane + 2); /* as cameras have to be */
    camera.depth_low = NEAREST;
    camera.depth_high = FARTHEST;
    if (rs_frame_camera(frame, &camera) == RS_OK)
        (void)rs_frame_mesh(frame, &mesh->mesh, &place, mesh->materials);
}

/* ---- a mesh that is looked at ---- */

/* The mesh turns about its upright axis in front of a camera of its own, whose axis goes through the middle of the box. */
void ui_draw_view(ox_ui *ui, rs_frame *frame, const uint8_t *e, const ui_box *box) {
    enum { NEAREST = 1, FARTHEST = 1024, AWAY = 8 * FX_ONE, FOCAL = 2 * FX_ONE };
    const ox_mesh *mesh = ox_resource_mesh(ui->host->resources, rom_word(e + ROM_SCREEN_ELEMENT_TARGET));
    const uint32_t steps = rom_word(e + ROM_SCREEN_ELEMENT_STEP);
    if (mesh == NULL || mesh->mesh.radius <= 0) return;
    rs_camera camera = {
        .world_to_view = m34_identity(), .focal = FOCAL, .depth_low = NEAREST, .depth_high = FARTHEST};
    const ang16 turned = steps == 0 ? 0 : (ang16)((uint64_t)(ui->steps % steps) * 65536u / steps);
    const fx radius = metres_of(ui, &camera, int_min(box->width, box->height), AWAY),
             scale = fx_sat64((int64_t)radius * FX_ONE / mesh->mesh.radius);
    const quat tilt =
                   q4_from_axis_angle((dir30){Q30_ONE, 0, 0}, rom_word(e + ROM_SCREEN_ELEMENT_FRAME) << 16),
               turn = q4_mul(tilt, q4_from_axis_angle((dir30){0, Q30_ONE, 0}, (ang32)turned << 16));
    const rot33 rotation = q4_to_rot33(turn);
    mat34 place = m34_from_trs(behind_box(ui, &camera, box, AWAY), &rotation, v3(scale, scale, scale));
    const vec3 middle = m34_point(&place, mesh->mesh.centre), wanted = behind_box(ui, &camera, box, AWAY);
    place.m[0][3] = fx_adds(place.m[0][3], fx_subs(wanted.x, middle.x));
    place.m[1][3] = fx_adds(place.m[1][3], fx_subs(wanted.y, middle.y));
    place.m[2][3] = fx_adds(place.m[2][3], fx_subs(wanted.z, middle.z));
    camera.far_plane = fx_adds(AWAY, radius + radius / 4);
    camera.near_plane = fx_min(fx_max(fx_subs(AWAY, radius + radius / 4), FX_ONE / 4),
                               camera.far_plane / 2); /* as cameras have to be */
    if (rs_frame_camera(frame, &camera) == RS_OK)
        (void)rs_frame_mesh(frame, &mesh->mesh, &place, mesh->materials);
}
