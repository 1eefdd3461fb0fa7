/* A camera that a person leads through a game that goes on, or rests, with its own. */
#include "fixedmath/angle.h"
#include "fixedmath/scalar.h"
#include "fixedmath/view.h"
#include "kernel/debug/format.h"
#include "kernel/inspect/internal.h"
#include "kernel/scene/scene.h"

enum { TILT_MOST = 16000 }; /* below the quarter turn at which left and right are lost */

static vec3 look_of(const ox_inspect_camera *c) {
    const ang16 tilt = (ang16)c->tilt;
    return (vec3){-fx_mul(fx_sin(c->turn), fx_cos(tilt)), fx_sin(tilt),
                  -fx_mul(fx_cos(c->turn), fx_cos(tilt))};
}

static vec3 right_of(const ox_inspect_camera *c) { return (vec3){fx_cos(c->turn), 0, -fx_sin(c->turn)}; }

static void aim_lens(ox_inspect_camera *c) {
    rig34 look;
    if (view_look_at(c->eye, v3_adds(c->eye, look_of(c)), V3_Y, &look))
        c->lens.world_to_view = m34_from_rig34(&look);
}

/* Takes over direction and lens of the game's camera, and its place unless another one was asked for. False before the first picture, when nobody knows them. */
static bool take_over(ox_inspect_camera *c, const ox_scene *scene) {
    rs_camera game;
    if (!ox_scene_camera_of(scene, &game)) return false;
    const mat34 *m = &game.world_to_view;
    const vec3 t = {m->m[0][3], m->m[1][3], m->m[2][3]};
    const vec3 eye = {fx_negs(v3_dot((vec3){m->m[0][0], m->m[1][0], m->m[2][0]}, t)),
                      fx_negs(v3_dot((vec3){m->m[0][1], m->m[1][1], m->m[2][1]}, t)),
                      fx_negs(v3_dot((vec3){m->m[0][2], m->m[1][2], m->m[2][2]}, t))};
    c->lens = game;
    if (!c->has_place) c->eye = eye;
    c->has_place = false;
    c->turn = atan2_16(m->m[2][0], m->m[2][2]);
    const fx level = v3_length((vec3){m->m[2][0], 0, m->m[2][2]});
    c->tilt = int_clamp((int16_t)atan2_16(fx_negs(m->m[2][1]), level), -TILT_MOST, TILT_MOST);
    return true;
}

void inspect_fly_on(ox_inspect *s) {
#if OX_PROFILED
    ox_inspect_camera *c = &s->camera;
    const rs_camera **flown = &s->host->scene->flown;
    if (!c->is_on || *flown != NULL) {
        if (!c->is_on) *flown = NULL;
        return;
    }
    if (!c->has_lens) {
        c->has_lens = take_over(c, s->host->scene);
        aim_lens(c);
    }
    if (c->has_lens) *flown = &c->lens;
#else
    (void)s;
#endif
}

void ox_inspect_fly(ox_inspect *s, bool on) {
    ox_inspect_camera *c = &s->camera;
    if (s->host == NULL) return;
    if (on && !c->is_on) c->has_lens = false;
    if (c->speed <= 0) c->speed = FX_ONE / 4;
    c->is_on = on;
    inspect_fly_on(s);
}

void inspect_fly_to(ox_inspect *s, vec3 eye) {
    s->camera.eye = eye;
    s->camera.has_place = true;
    ox_inspect_fly(s, true);
    aim_lens(&s->camera);
}

void inspect_set_lens(ox_inspect *s, ang16 field) {
    ox_inspect_camera *c = &s->camera;
    ox_inspect_fly(s, true);
    const fx sine = fx_sin((ang16)(field / 2));
    if (sine > 0) c->lens.focal = fx_div(fx_cos((ang16)(field / 2)), sine);
}

static void say_place(ox_inspect *s, ox_text *out) {
    const vec3 at = s->camera.eye, to = v3_adds(at, look_of(&s->camera));
    ox_text_add(out, "at=%.3q,%.3q,%.3q target=%.3q,%.3q,%.3q", (int)at.x, (int)at.y, (int)at.z, (int)to.x,
                (int)to.y, (int)to.z);
}

/* A row whose Left and Right move the camera along a direction. */
static void write_way(ox_inspect *s, const char *name, vec3 way) {
    if (!ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "%s", name) || ox_sheet_step(&s->sheet) == 0) return;
    const fx by = fx_muls(s->camera.speed, ox_sheet_step(&s->sheet) * FX_ONE);
    s->camera.eye = v3_adds(s->camera.eye, v3_scales(way, by));
}

static void write_angles(ox_inspect *s) {
    ox_inspect_camera *c = &s->camera;
    enum { TURN = 910 }; /* 5 degrees */
    if (ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "turn %.1q'", (int)c->turn * 360))
        c->turn = (ang16)(c->turn - ox_sheet_step(&s->sheet) * TURN);
    if (ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "tilt %.1q'", (int)c->tilt * 360))
        c->tilt = int_clamp(c->tilt + ox_sheet_step(&s->sheet) * TURN, -TILT_MOST, TILT_MOST);
    if (ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "%.3q m a press", (int)c->speed)) {
        if (ox_sheet_step(&s->sheet) > 0) c->speed = fx_min(c->speed * 2, 64 * FX_ONE);
        if (ox_sheet_step(&s->sheet) < 0) c->speed = fx_max(c->speed / 2, FX_ONE / 64);
    }
}

static bool is_done(ox_inspect *s, const char *name) {
    return ox_sheet_row(&s->sheet, OX_SHEET_LIVE, "%s", name) && ox_sheet_is_pressed(&s->sheet, PLAT_A);
}

/* Places that come back: the game's camera, the object that is open on the page of objects, one that was kept. */
static void write_places(ox_inspect *s) {
    ox_inspect_camera *c = &s->camera;
    const ox_object *opened = ox_world_get(s->host->world, s->opened);
    const vec3 *at = opened == NULL ? NULL : ox_place_of(s->host->world, opened);
    if (is_done(s, "to the game's camera")) (void)take_over(c, s->host->scene);
    if (at != NULL && is_done(s, "to the opened object"))
        c->eye = v3_adds(*at, v3_scales(look_of(c), -4 * FX_ONE));
    if (is_done(s, "level")) c->tilt = 0;
    if (is_done(s, "keep this place")) {
        c->kept = c->eye;
        c->kept_turn = c->turn;
        c->kept_tilt = c->tilt;
    }
    if (is_done(s, "to the kept place")) {
        c->eye = c->kept;
        c->turn = c->kept_turn;
        c->tilt = c->kept_tilt;
    }
}

void inspect_page_camera(ox_inspect *s) {
    char place[80];
    ox_text out = ox_text_begin(place, sizeof place);
    if (is_done(s, s->camera.is_on ? "back to the game's camera" : "look around"))
        ox_inspect_fly(s, !s->camera.is_on);
    if (!s->camera.is_on) return;
    write_way(s, "back and ahead", look_of(&s->camera));
    write_way(s, "left and right", right_of(&s->camera));
    write_way(s, "down and up", V3_Y);
    write_angles(s);
    write_places(s);
    say_place(s, &out);
    if (ox_sheet_row(&s->sheet, OX_SHEET_DIM, "%s", place) && ox_sheet_is_pressed(&s->sheet, PLAT_A))
        inspect_say(s, "%s", place);
    aim_lens(&s->camera);
}
