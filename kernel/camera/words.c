/* Words of cart.txt about cameras, and what they give to the components. */
#include "fixedmath/angle.h"
#include "kernel/camera/internal.h"
#include "kernel/type/name.h"

/* ---- camera ---- */

enum {
    CELL_CALLED = OX_GIVEN_FIRST,
    CELL_OF,
    CELL_PATH,
    CELL_DISTANCE,
    CELL_HEIGHT,
    CELL_SIDE,
    CELL_LIFT,
    CELL_YAW,
    CELL_PITCH,
    CELL_SMOOTH,
    CELL_STIFF,
    CELL_FOV,
    CELL_SPEED,
    CELL_FIXED,
    CELL_LOOK,
    CELL_ZONE
};

static const ox_module_option camera_options[] = {{"called", NULL, OX_OPTION_NAME, CELL_CALLED, false},
                                                  {"of", NULL, OX_OPTION_NAME, CELL_OF, false},
                                                  {"path", NULL, OX_OPTION_NAME, CELL_PATH, false},
                                                  {"distance", NULL, OX_OPTION_NUMBER, CELL_DISTANCE, false},
                                                  {"height", NULL, OX_OPTION_NUMBER, CELL_HEIGHT, false},
                                                  {"side", NULL, OX_OPTION_NUMBER, CELL_SIDE, false},
                                                  {"lift", NULL, OX_OPTION_NUMBER, CELL_LIFT, false},
                                                  {"yaw", NULL, OX_OPTION_NUMBER, CELL_YAW, false},
                                                  {"pitch", NULL, OX_OPTION_NUMBER, CELL_PITCH, false},
                                                  {"smooth", NULL, OX_OPTION_SECONDS, CELL_SMOOTH, false},
                                                  {"stiff", NULL, OX_OPTION_NUMBER, CELL_STIFF, false},
                                                  {"fov", NULL, OX_OPTION_NUMBER, CELL_FOV, false},
                                                  {"speed", NULL, OX_OPTION_NUMBER, CELL_SPEED, false},
                                                  {"fixed", NULL, OX_OPTION_COUNT, CELL_FIXED, false},
                                                  {"look", NULL, OX_OPTION_NAME, CELL_LOOK, false},
                                                  {"zone", NULL, OX_OPTION_NAME, CELL_ZONE, false},
                                                  {NULL, NULL, 0, 0, false}};

/* ---- rig: the finer numbers of the same component ---- */

enum {
    CELL_LOW = OX_GIVEN_FIRST,
    CELL_HIGH,
    CELL_LEAST,
    CELL_MOST,
    CELL_HOLD,
    CELL_KEEP,
    CELL_SHARE,
    CELL_GROW,
    CELL_TOP,
    CELL_IDLE,
    CELL_PAN,
    CELL_WINDOW,
    CELL_MARGIN,
    CELL_PRIORITY,
    CELL_CORNER,
    CELL_ROOF
};

static const ox_module_option rig_options[] = {{"low", NULL, OX_OPTION_NUMBER, CELL_LOW, false},
                                               {"high", NULL, OX_OPTION_NUMBER, CELL_HIGH, false},
                                               {"least", NULL, OX_OPTION_NUMBER, CELL_LEAST, false},
                                               {"most", NULL, OX_OPTION_NUMBER, CELL_MOST, false},
                                               {"hold", NULL, OX_OPTION_NUMBER, CELL_HOLD, false},
                                               {"keep", NULL, OX_OPTION_NUMBER, CELL_KEEP, false},
                                               {"share", NULL, OX_OPTION_NUMBER, CELL_SHARE, false},
                                               {"grow", NULL, OX_OPTION_NUMBER, CELL_GROW, false},
                                               {"fast", NULL, OX_OPTION_NUMBER, CELL_TOP, false},
                                               {"idle", NULL, OX_OPTION_SECONDS, CELL_IDLE, false},
                                               {"pan", NULL, OX_OPTION_NUMBER, CELL_PAN, false},
                                               {"window", NULL, OX_OPTION_NUMBER, CELL_WINDOW, false},
                                               {"margin", NULL, OX_OPTION_NUMBER, CELL_MARGIN, false},
                                               {"priority", NULL, OX_OPTION_COUNT, CELL_PRIORITY, false},
                                               {"corner", NULL, OX_OPTION_NUMBER, CELL_CORNER, false},
                                               {"roof", NULL, OX_OPTION_NUMBER, CELL_ROOF, false},
                                               {NULL, NULL, 0, 0, false}};

/* ---- lens ---- */

enum {
    CELL_NEAR = OX_GIVEN_FIRST,
    CELL_FAR,
    CELL_VIEW,
    CELL_AIM,
    CELL_BANK,
    CELL_RISE,
    CELL_LEAD,
    CELL_PRINTED,
    CELL_FORWARD,
    CELL_WIDEN,
    CELL_HIDES,
    CELL_ARMS
};

static const char *const keeps[] = {"height", "width", "both", NULL};
static const ox_module_option lens_options[] = {{"near", NULL, OX_OPTION_NUMBER, CELL_NEAR, false},
                                                {"far", NULL, OX_OPTION_NUMBER, CELL_FAR, false},
                                                {"view", NULL, OX_OPTION_NUMBER, CELL_VIEW, false},
                                                {"aim", NULL, OX_OPTION_NUMBER, CELL_AIM, false},
                                                {"bank", NULL, OX_OPTION_NUMBER, CELL_BANK, false},
                                                {"rise", NULL, OX_OPTION_NUMBER, CELL_RISE, false},
                                                {"lead", NULL, OX_OPTION_COUNT, CELL_LEAD, false},
                                                {"printed", NULL, OX_OPTION_COUNT, CELL_PRINTED, false},
                                                {"forward", NULL, OX_OPTION_COUNT, CELL_FORWARD, false},
                                                {"widen", NULL, OX_OPTION_NUMBER, CELL_WIDEN, false},
                                                {"hides", NULL, OX_OPTION_COUNT, CELL_HIDES, false},
                                                {"arms", NULL, OX_OPTION_NAME, CELL_ARMS, false},
                                                {NULL, NULL, 0, 0, false}};

/* ---- boom, view ---- */

enum { CELL_RADIUS = OX_GIVEN_FIRST, CELL_GAP, CELL_SHORT, CELL_FEEL, CELL_WAIT, CELL_SOFT, CELL_FADE };

static const char *const booms[] = {"sphere", "ray", NULL};
static const ox_module_option boom_options[] = {{"radius", NULL, OX_OPTION_NUMBER, CELL_RADIUS, false},
                                                {"gap", NULL, OX_OPTION_NUMBER, CELL_GAP, false},
                                                {"short", NULL, OX_OPTION_NUMBER, CELL_SHORT, false},
                                                {"feel", NULL, OX_OPTION_NUMBER, CELL_FEEL, false},
                                                {"wait", NULL, OX_OPTION_SECONDS, CELL_WAIT, false},
                                                {"soft", NULL, OX_OPTION_SECONDS, CELL_SOFT, false},
                                                {"fade", NULL, OX_OPTION_COUNT, CELL_FADE, false},
                                                {NULL, NULL, 0, 0, false}};

enum { CELL_LEFT = OX_GIVEN_FIRST, CELL_UPPER, CELL_WIDTH, CELL_TALL, CELL_SAMPLES };

static const char *const numbers[] = {"0", "1", "2", "3", NULL};
static const char *const grids[] = {"1x1", "2x1", "1x2", "2x2", NULL}; /* bits: 1 across, 2 down */
static const ox_module_option view_options[] = {{"left", NULL, OX_OPTION_NUMBER, CELL_LEFT, false},
                                                {"top", NULL, OX_OPTION_NUMBER, CELL_UPPER, false},
                                                {"wide", NULL, OX_OPTION_NUMBER, CELL_WIDTH, false},
                                                {"tall", NULL, OX_OPTION_NUMBER, CELL_TALL, false},
                                                {"samples", grids, OX_OPTION_CHOICE, CELL_SAMPLES, false},
                                                {NULL, NULL, 0, 0, false}};

const ox_module_word ox_camera_words[] = {
    {"camera", ox_rig_kinds, camera_options,
     "with camera=follow|chase|seat|orbit|first|fly|fixed|rail|ride|strategy|top|group [called=NAME] "
     "[of=NAME] "
     "[path=NAME] [distance=M] [height=M] [side=M] [lift=M] [yaw=DEGREES] [pitch=DEGREES] [smooth=SECONDS] "
     "[stiff=K] [fov=DEGREES] [speed=M] [fixed=1] [look=PATH] [zone=PATH]",
     "the object above is a camera that does so about `of`, an object, a type or a tag; `camera NAME KIND` "
     "in a "
     "scene says the same; look: a path of places to look at; zone: a closed path in which it is seen"},
    {"rig", ox_rig_kinds, rig_options,
     "with rig=KIND [low=DEGREES] [high=DEGREES] [least=M] [most=M] [hold=K] [keep=0..1] [share=0..1] "
     "[grow=F] "
     "[fast=M] [idle=SECONDS] [pan=DEGREES] [window=M] [margin=M] [priority=N] [corner=SECONDS] [roof=M]",
     "finer numbers of the camera above: limits, the tether of a chase, how it goes with speed, into corners "
     "and below roofs"},
    {"lens", keeps, lens_options,
     "with lens=height|width|both [near=M] [far=M] [view=M] [aim=0..1] [bank=DEGREES] [rise=K] [lead=1] "
     "[printed=1] [forward=1] [widen=F] [hides=1] [arms=NAME]",
     "what the camera above sees, and what of it stays in parts of the picture of another shape; hides: not "
     "who it is about; arms: what it alone sees"},
    {"boom", booms, boom_options,
     "with boom=sphere|ray [radius=M] [gap=M] [short=M] [feel=M] [wait=SECONDS] [soft=SECONDS] [fade=1]",
     "the camera above stays before walls, with a sphere or a line; fade: what is in the way is not drawn "
     "instead"},
    {"view", numbers, view_options,
     "with view=0|1|2|3 [left=0..1] [top=0..1] [wide=0..1] [tall=0..1] [samples=1x1|2x1|1x2|2x2]",
     "the camera above is seen in that part of the picture; samples: meshes drawn so much finer, and "
     "filtered "
     "down (capacity samples 1)"},
    {NULL, NULL, NULL, NULL, NULL}};

/* ---- giving ---- */

static void *component_for(ox_world *world, ox_object *object, ox_id name) {
    const int type = ox_world_component(world, name);
    void *data = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (data == NULL && type >= 0) data = ox_component_add(world, object, (uint32_t)type);
    return data;
}

static void give_steps(const ox_given *given, uint32_t cell, uint16_t *field) {
    if (ox_given_says(given, cell)) *field = (uint16_t)int_clamp(given->cells[cell], 0, UINT16_MAX);
}

static void give_flag(const ox_given *given, uint32_t cell, bool *field) {
    if (ox_given_says(given, cell)) *field = given->cells[cell] != 0;
}

static void give_name(const ox_given *given, uint32_t cell, ox_id *field) {
    if (ox_given_says(given, cell)) *field = (ox_id)given->cells[cell];
}

static void give_fx(const ox_given *given, uint32_t cell, fx *field) {
    ox_given_number(given, cell, INT32_MIN, INT32_MAX, field);
}

static void give_rig(ox_rig *r, const ox_given *g) {
    give_fx(g, CELL_LOW, &r->low);
    give_fx(g, CELL_HIGH, &r->high);
    give_fx(g, CELL_LEAST, &r->least);
    give_fx(g, CELL_MOST, &r->most);
    give_fx(g, CELL_HOLD, &r->hold);
    give_fx(g, CELL_KEEP, &r->keep);
    give_fx(g, CELL_SHARE, &r->share);
    give_fx(g, CELL_GROW, &r->grow);
    give_fx(g, CELL_TOP, &r->top);
    give_steps(g, CELL_IDLE, &r->idle);
    give_fx(g, CELL_PAN, &r->pan);
    give_fx(g, CELL_WINDOW, &r->window);
    give_fx(g, CELL_MARGIN, &r->margin);
    give_fx(g, CELL_CORNER, &r->corner);
    give_fx(g, CELL_ROOF, &r->roof);
    if (ox_given_says(g, CELL_PRIORITY)) r->priority = (uint8_t)int_clamp(g->cells[CELL_PRIORITY], 0, 255);
}

static void give_lens(ox_rig *r, const ox_given *g) {
    const ox_id keep = (ox_id)g->cells[OX_GIVEN_FIELD];
    r->keep_shape = keep == OX_NAME("width")  ? OX_KEEP_WIDTH
                    : keep == OX_NAME("both") ? OX_KEEP_BOTH
                                              : OX_KEEP_HEIGHT;
    give_fx(g, CELL_NEAR, &r->near_plane);
    give_fx(g, CELL_FAR, &r->far_plane);
    give_fx(g, CELL_VIEW, &r->view);
    give_fx(g, CELL_AIM, &r->near);
    give_fx(g, CELL_BANK, &r->bank);
    give_fx(g, CELL_RISE, &r->rise);
    give_flag(g, CELL_LEAD, &r->lead);
    give_flag(g, CELL_PRINTED, &r->printed);
    give_flag(g, CELL_FORWARD, &r->forward);
    give_fx(g, CELL_WIDEN, &r->widen);
    give_flag(g, CELL_HIDES, &r->hides);
    give_name(g, CELL_ARMS, &r->arms);
}

static void give_camera(ox_rig *r, const ox_given *g) {
    r->kind = (ox_id)g->cells[OX_GIVEN_FIELD];
    if (r->kind == OX_NAME("strategy")) r->pitch = FX(55);
    if (r->kind == OX_NAME("top")) r->pitch = FX(89);
    if (ox_given_says(g, CELL_ZONE)) r->margin = FX(0.25), r->smooth = 0;
    if (r->kind == OX_NAME("first")) r->low = FX(-45), r->high = FX(45);
    give_name(g, CELL_CALLED, &r->called);
    give_name(g, CELL_OF, &r->of);
    give_name(g, CELL_PATH, &r->path);
    give_fx(g, CELL_DISTANCE, &r->distance);
    give_fx(g, CELL_HEIGHT, &r->height);
    give_fx(g, CELL_SIDE, &r->side);
    give_fx(g, CELL_LIFT, &r->lift);
    give_fx(g, CELL_YAW, &r->yaw);
    give_fx(g, CELL_PITCH, &r->pitch);
    give_steps(g, CELL_SMOOTH, &r->smooth);
    give_fx(g, CELL_STIFF, &r->stiff);
    give_fx(g, CELL_FOV, &r->fov);
    give_fx(g, CELL_SPEED, &r->speed);
    give_flag(g, CELL_FIXED, &r->fixed);
    give_name(g, CELL_LOOK, &r->look);
    give_name(g, CELL_ZONE, &r->zone);
    if (r->of == 0) r->of = r->called;
}

/* Lines of `rig` and `lens` are kept as they are: where a changed line makes the camera anew, they are said again. */
static const ox_field said_fields[] = {OX_FIELD(ox_given, said, OX_U32, OX_SIM | OX_ENGINE),
                                       OX_FIELD(ox_given, cells, OX_I32, OX_SIM | OX_ENGINE)};
const ox_type ox_camera_said_type = OX_TYPE(ox_given, said_fields, 1);

typedef void give_function(ox_rig *rig, const ox_given *given);

static void say_again(ox_world *world, const ox_object *object, ox_rig *r, ox_id name, give_function *give) {
    const int type = ox_world_component(world, name);
    const ox_given *said = type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
    if (said != NULL) give(r, said);
}

static void keep_line(ox_world *world, ox_object *object, ox_id name, const ox_given *given,
                      give_function *give) {
    ox_given *said = component_for(world, object, name);
    ox_rig *r = component_for(world, object, OX_CAMERA_NAME);
    if (said != NULL) *said = *given;
    if (r == NULL) return;
    give(r, given);
    (void)ox_type_clamp(&ox_rig_type, r);
}

void ox_camera_give(ox_world *world, ox_object *object, const ox_given *given) {
    ox_rig *r = component_for(world, object, OX_CAMERA_NAME);
    if (r == NULL) return;
    give_camera(r, given);
    if (r->called == 0) r->called = object->name;
    say_again(world, object, r, OX_NAME("rig"), give_rig);
    say_again(world, object, r, OX_NAME("lens"), give_lens);
    (void)ox_type_clamp(&ox_rig_type, r);
}

void ox_rig_give(ox_world *world, ox_object *object, const ox_given *given) {
    keep_line(world, object, OX_NAME("rig"), given, give_rig);
}

void ox_lens_give(ox_world *world, ox_object *object, const ox_given *given) {
    keep_line(world, object, OX_NAME("lens"), given, give_lens);
}

void ox_boom_give(ox_world *world, ox_object *object, const ox_given *g) {
    ox_boom_component *b = component_for(world, object, OX_NAME("boom"));
    if (b == NULL) return;
    b->kind = (ox_id)g->cells[OX_GIVEN_FIELD];
    b->boom.ray = b->kind == OX_NAME("ray");
    give_fx(g, CELL_RADIUS, &b->radius);
    give_fx(g, CELL_GAP, &b->boom.margin);
    give_fx(g, CELL_SHORT, &b->boom.least);
    give_fx(g, CELL_FEEL, &b->boom.feel);
    give_steps(g, CELL_WAIT, &b->boom.wait);
    give_steps(g, CELL_SOFT, &b->boom.smooth);
    if (ox_given_says(g, CELL_FADE)) b->fade = g->cells[CELL_FADE] != 0;
    (void)ox_type_clamp(&ox_boom_type, b);
}

void ox_view_give(ox_world *world, ox_object *object, const ox_given *g) {
    ox_view_part *v = component_for(world, object, OX_NAME("view"));
    if (v == NULL) return;
    v->number = (ox_id)g->cells[OX_GIVEN_FIELD];
    give_fx(g, CELL_LEFT, &v->left);
    give_fx(g, CELL_UPPER, &v->top);
    give_fx(g, CELL_WIDTH, &v->width);
    give_fx(g, CELL_TALL, &v->height);
    if (ox_given_says(g, CELL_SAMPLES)) v->samples = (uint8_t)(g->cells[CELL_SAMPLES] & 3);
    (void)ox_type_clamp(&ox_view_part_type, v);
}
