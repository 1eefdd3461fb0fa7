/* Lens flares in the scenes of a console: the component, and what is drawn of it. */
#include "kernel/flares/module.h"

#include "fixedmath/scalar.h"
#include "kernel/console/console.h"
#include "kernel/engine/limit.h"
#include "kernel/type/name.h"
#include "kernel/world/query.h"
#include "raster/flat.h"

#define NAME OX_NAME("flares")
#define FLARE OX_NAME("flare")

enum { MOST = 256, BYTES = 56, RAYS = 5, WHITE = 0xFFFFFF };

OX_CAPACITY_HOLDS(BYTES - sizeof(ox_component_head), ox_flare);
OX_LIMIT(MOST, ox_component_type, capacity, "numbers of flares are 16 bits");

const ox_capacity ox_flares_capacities[OX_FLARES_CAPACITIES] = {
    [OX_CAPACITY_FLARES] = {"flares", 16, MOST, BYTES}};

#define FLARE_FIELD(name, field, type, about)                                                                \
    OX_SCRIPT_FIELD(name, flare, field, &ox_flare_type, true, type, about)
const ox_script_field ox_flares_field_rows[OX_FLARES_FIELDS] = {
    FLARE_FIELD(flare_alpha, alpha, "fx", "how bright its flare is, 0.0 to 1.0"),
    FLARE_FIELD(flare_size, size, "fx", "how wide its flare is in the middle of the picture, in pixels"),
    FLARE_FIELD(flare_colour, colour, "int", "what the picture of its flare is multiplied with: #FFF0C0"),
    FLARE_FIELD(flare_number, seed, "int", "of a flare with `random`: another number draws other elements"),
};

typedef struct flares_state {
    uint32_t type; /* of the component */
    bool is_full;  /* the log said so */
} flares_state;

/* ---- words of cart.txt ---- */

enum {
    CELL_IMAGE = OX_GIVEN_FIRST,
    CELL_DISTANCE,
    CELL_SIZE,
    CELL_MOST,
    CELL_ALPHA,
    CELL_COLOUR,
    CELL_MODE,
    CELL_RANDOM /* two: how many, and the seed */
};

/* Elements of one object have different numbers, as an object has each member of a word once. */
static const char *const numbers[] = {"1",  "2",  "3",  "4",  "5",  "6",  "7",  "8", "9",
                                      "10", "11", "12", "13", "14", "15", "16", NULL};
static const char *const modes[] = {[OX_FLARE_ADDS] = "add", [OX_FLARE_MIXES] = "mix", NULL};
static const char *const textures[] = {"texture", NULL};
static const ox_module_option options[] = {{"image", textures, OX_OPTION_NAME, CELL_IMAGE, true},
                                           {"distance", NULL, OX_OPTION_NUMBER, CELL_DISTANCE, false},
                                           {"size", NULL, OX_OPTION_NUMBER, CELL_SIZE, false},
                                           {"most", NULL, OX_OPTION_NUMBER, CELL_MOST, false},
                                           {"alpha", NULL, OX_OPTION_NUMBER, CELL_ALPHA, false},
                                           {"colour", NULL, OX_OPTION_COLOUR, CELL_COLOUR, false},
                                           {"mode", modes, OX_OPTION_CHOICE, CELL_MODE, false},
                                           {"random", NULL, OX_OPTION_POINT, CELL_RANDOM, false},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"flare", numbers, options,
     "with flare=1..16 image=TEXTURE [distance=D] [size=PIXELS] [most=PIXELS]\n"
     "        [alpha=0..1] [colour=#RRGGBB] [mode=add|mix] [random=COUNT,NUMBER]",
     "the object above is a light that the lens reflects: at it (distance=0) .. mirrored (1)"},
    {NULL, NULL, NULL, NULL, NULL}};

static void give_flare(ox_world *world, ox_object *object, const ox_given *given) {
    static const struct {
        uint8_t cell;
        int16_t low, high;
    } ranges[] = {{CELL_DISTANCE, -4, 4}, {CELL_SIZE, 0, 4096}, {CELL_MOST, 0, 4096}, {CELL_ALPHA, 0, 1}};
    const int type = ox_world_component(world, FLARE);
    const int32_t *cells = given->cells;
    ox_flare *f = type < 0 ? NULL : ox_component_add(world, object, (uint32_t)type);
    if (f == NULL) return;
    fx *const values[] = {&f->distance, &f->size, &f->most, &f->alpha};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (ox_given_says(given, ranges[i].cell))
            *values[i] =
                (fx)int_clamp(cells[ranges[i].cell], ranges[i].low * FX_ONE, ranges[i].high * FX_ONE);
    f->image = (ox_id)cells[CELL_IMAGE];
    f->mode = cells[CELL_MODE] == OX_FLARE_MIXES ? OX_FLARE_MIXES : OX_FLARE_ADDS;
    if (ox_given_says(given, CELL_COLOUR)) f->colour = (uint32_t)cells[CELL_COLOUR] & WHITE;
    f->count = (uint8_t)int_clamp(fx_to_int_floor(cells[CELL_RANDOM]), 0, OX_FLARE_COUNT);
    f->seed = (uint32_t)fx_to_int_floor(cells[CELL_RANDOM + 1]);
}

/* ---- pictures ---- */

/* A light that is seen: what its elements have in common. */
typedef struct flare_light {
    const ox_object *object;
    ox_flare_lens lens;
    uint32_t rays; /* that reach it, of RAYS */
} flare_light;

/* Whether anything that is drawn stands before a point. */
static bool is_hidden(const ox_scene *scene, const ox_object *light, vec3 point) {
    const ox_world *world = scene->world;
    for (uint32_t slot = 0; slot < ox_pool_peak(&world->objects); slot++) {
        const ox_object *object = ox_world_slot(world, slot);
        sphere3 ball;
        if (world->objects.generations[slot] == 0 || (object->flags & OX_OBJECT_DEAD) != 0 || object == light)
            continue;
        if (ox_scene_sphere(scene, object, &ball) && ox_flare_hides(&ball, scene->eye, point)) return true;
    }
    return false;
}

/* How many of the rays to the light and to points around it pass. */
static uint32_t rays_to(const ox_scene *scene, const rs_camera *camera, const ox_object *light, vec3 place) {
    static const int8_t around[RAYS][2] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const mat34 *view = &camera->world_to_view;
    const vec3 right = {view->m[0][0], view->m[0][1], view->m[0][2]},
               up = {view->m[1][0], view->m[1][1], view->m[1][2]};
    const fx depth = -m34_point(view, place).z,
             away = camera->focal <= 0 ? 0 : fx_div(depth, camera->focal) / 32;
    uint32_t count = 0;
    for (uint32_t i = 0; i < RAYS; i++) {
        const vec3 aside = v3_adds(v3_scales(right, around[i][0] * away), v3_scales(up, around[i][1] * away));
        if (!is_hidden(scene, light, v3_adds(place, aside))) count++;
    }
    return count;
}

static flare_light look_at(const ox_module_host *host, const rs_camera *camera, const ox_object *object) {
    flare_light light = {.object = object,
                         .lens = {.width = host->options->width, .height = host->options->height}};
    const ox_object_place *at = ox_object_place_of(host->world, object);
    if (at == NULL || (object->flags & OX_OBJECT_VISIBLE) == 0) return light;
    const mat34 drawn = ox_scene_drawn(host->scene, object);
    const vec3 place = m34_column(&drawn, 3);
    light.lens.scale = at->size;
    if (!ox_flare_point(camera, light.lens.width, light.lens.height, place, light.lens.light) ||
        ox_flare_near(&light.lens) == 0)
        return light;
    light.rays = camera->flat_height > 0 ? RAYS : rays_to(host->scene, camera, object, place);
    return light;
}

static void draw_element(const ox_module_host *host, const flare_light *light, const ox_flare *flare,
                         rs_frame *frame) {
    const rs_image *image = ox_resource_image(host->resources, flare->image);
    const ox_flare_spot spot = ox_flare_spot_of(&light->lens, flare);
    const int32_t alpha = (int32_t)(((int64_t)spot.alpha * 255 * light->rays / RAYS + FX_HALF) >> 16);
    if (image == NULL || alpha == 0 || spot.width <= 0) return;
    const fx scale = spot.width / image->width;
    const rs_turn turn = {.scale_x = scale, .scale_y = scale};
    const rs_blit blit = {.image = image,
                          .x = spot.x,
                          .y = spot.y,
                          .pivot_x = (int16_t)(image->width / 2),
                          .pivot_y = (int16_t)(image->height / 2),
                          .turn = &turn,
                          .ink = {.mode = flare->mode == OX_FLARE_MIXES ? RS_FLAT_ALPHA : RS_FLAT_ADD,
                                  .alpha = (uint8_t)(alpha > 255 ? 255 : alpha),
                                  .tint = flare->colour == WHITE ? 0 : flare->colour}};
    (void)rs_frame_blit(frame, &blit);
}

static void draw_flares(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction) {
    const flares_state *s = state;
    flare_light light = {.object = NULL};
    rs_camera camera;
    ox_object *object;
    void *data;
    (void)fraction;
    if (pass != OX_PASS_OVER || !ox_scene_camera_of(host->scene, &camera)) return;
    for (uint32_t at = 0; (at = ox_component_each(host->world, s->type, at, &object, &data)) != 0;) {
        const ox_flare *flare = data;
        if (flare->alpha == 0 || flare->size == 0) continue;
        if (light.object != object) light = look_at(host, &camera, object);
        if (light.rays == 0) continue;
        if (flare->count == 0) draw_element(host, &light, flare, frame);
        for (uint32_t i = 0; i < flare->count; i++) {
            const ox_flare element = ox_flare_random(flare, i);
            draw_element(host, &light, &element, frame);
        }
    }
}

static bool tell_full(const ox_module_host *host, void *state) {
    flares_state *s = state;
    const ox_component_store *store = &host->world->components[s->type];
    if (s->is_full || store->refused == 0) return true;
    s->is_full = true;
    ox_log_write(host->log, PLAT_LOG_WARNING, "more than %u flares at once: raise `capacity flares`",
                 (unsigned)store->type->capacity);
    return true;
}

/* ---- lives ---- */

static const ox_component_ops flare_ops = {.give = give_flare};
static const ox_module_wanted wanted[] = {
    {{.name = FLARE, .record = &ox_flare_type, .ops = &flare_ops}, OX_CAPACITY_FLARES}};

/* Holds the picture of an element. */
static ox_status hold_image(const ox_module_host *host, void *context, ox_id image) {
    (void)context;
    (void)ox_resource_image(host->resources, image);
    return OX_OK;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, FLARE);
    *state = NULL;
    if (type < 0) return OX_OK;
    flares_state *s = OX_PUSH(host->resident, flares_state, 1);
    if (s == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for flares; raise `budget`");
    *s = (flares_state){.type = (uint32_t)type};
    const ox_module_named images = {s->type, CELL_IMAGE, offsetof(ox_flare, image)};
    (void)ox_module_each_named(host, &images, hold_image, NULL);
    *state = s;
    return OX_OK;
}

const ox_module ox_flares_module = {.id = NAME,
                                    .name = "flares",
                                    .flags = OX_MODULE_MIXES,
                                    .capacities = ox_flares_capacities,
                                    .capacity_count = OX_FLARES_CAPACITIES,
                                    .fields = ox_flares_field_rows,
                                    .field_count = OX_FLARES_FIELDS,
                                    .words = words,
                                    .begin = begin_scene,
                                    .stepped = tell_full,
                                    .wanted = wanted,
                                    .wanted_count = 1,
                                    .draw = draw_flares};
