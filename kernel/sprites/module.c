/* The view, the layers and the sprites in the scenes of a console: begun, in steps, kept while a scene is built anew. */
#include "kernel/sprites/module.h"

#include <string.h>

#include "kernel/sprites/module_internal.h"
#include "kernel/type/name.h"
#include "kernel/world/place.h"
#include "kernel/world/query.h"
#include "rom/check.h"

#define NAME OX_NAME("sprites")

enum { PIXELS = 16, DEPTH = 100, SPRITE = 104, EFFECTS = 28 };

OX_CAPACITY_HOLDS(SPRITE - sizeof(ox_component_head) - sizeof(ox_layer_item) - sizeof(uint16_t), ox_sprite);
OX_CAPACITY_HOLDS(EFFECTS - sizeof(ox_component_head), ox_sprite_effects);

const ox_capacity ox_sprites_capacities[OX_SPRITES_CAPACITIES] = {
    [OX_CAPACITY_SPRITES] = {"sprites", 64, OX_LAYER_THINGS, SPRITE},
    [OX_CAPACITY_SPRITE_EFFECTS] = {"sprite-effects", 16, OX_LAYER_THINGS, EFFECTS}};

/* ---- for others ---- */

ox_layers *ox_layers_of(const ox_module_host *host) {
    ox_sprites *s = ox_sprites_of(host);
    return s == NULL || s->layers.count == 0 ? NULL : &s->layers;
}

ox_view *ox_view_of(const ox_module_host *host) {
    ox_sprites *s = ox_sprites_of(host);
    return s == NULL || s->layers.count == 0 ? NULL : &s->view;
}

ox_glass ox_glass_of(const ox_module_host *host) {
    const ox_sprites *s = ox_sprites_of(host);
    return (ox_glass){(int16_t)host->options->width, (int16_t)host->options->height,
                      s == NULL ? PIXELS * FX_ONE : s->pixels};
}

ox_status ox_layers_add(const ox_module_host *host, ox_id layer, int16_t order, ox_layer_draw *draw,
                        void *context) {
    ox_layers *layers = ox_layers_of(host);
    return layers == NULL ? OX_UNSUPPORTED : ox_layers_add_drawer(layers, layer, order, draw, context);
}

ox_status ox_layers_add_rows(const ox_module_host *host, ox_id layer, ox_layer_draw_rows *draw,
                             void *context) {
    ox_layers *layers = ox_layers_of(host);
    return layers == NULL ? OX_UNSUPPORTED : ox_layers_add_rows_drawer(layers, layer, draw, context);
}

void ox_view_bound_by_map(const ox_module_host *host, const ox_view_bounds *bounds) {
    ox_sprites *s = ox_sprites_of(host);
    if (s == NULL || !s->by_map) return;
    const ox_glass glass = ox_glass_of(host);
    s->view.bounds = *bounds;
    s->view.bounded = true;
    ox_view_put(&s->view, &glass, s->view.at);
}

/* ---- the scene's chunk ---- */

static fx read_fx(const uint8_t *at) { return (fx)rom_word(at); }
static fx read_or(const uint8_t *at, fx usual) { return read_fx(at) > 0 ? read_fx(at) : usual; }

static void read_view(ox_sprites *s, const uint8_t *chunk) {
    const uint32_t flags = rom_word(chunk + ROM_VIEW_FLAGS);
    ox_view *v = &s->authored;
    s->pixels = read_or(chunk + ROM_VIEW_PIXELS, PIXELS * FX_ONE);
    s->depth = read_or(chunk + ROM_VIEW_DEPTH, DEPTH * FX_ONE);
    s->flat = (flags & ROM_VIEW_FLAT) != 0;
    s->by_map = (flags & ROM_VIEW_MAP) != 0;
    v->at = (vec2){read_fx(chunk + ROM_VIEW_AT), read_fx(chunk + ROM_VIEW_AT + 4)};
    v->home = v->at;
    v->zoom = read_or(chunk + ROM_VIEW_ZOOM, FX_ONE);
    v->called = rom_word(chunk + ROM_VIEW_FOLLOW);
    v->dead_zone = (vec2){read_fx(chunk + ROM_VIEW_DEAD_ZONE), read_fx(chunk + ROM_VIEW_DEAD_ZONE + 4)};
    v->ease = rom_word(chunk + ROM_VIEW_EASE);
    v->bounded = (flags & ROM_VIEW_BOUNDED) != 0;
    v->bounds = (ox_view_bounds){read_fx(chunk + ROM_VIEW_BOUNDS), read_fx(chunk + ROM_VIEW_BOUNDS + 4),
                                 read_fx(chunk + ROM_VIEW_BOUNDS + 8), read_fx(chunk + ROM_VIEW_BOUNDS + 12)};
}

static ox_layer read_layer(const uint8_t *row) {
    return (ox_layer){
        .name = rom_word(row + ROM_PICTURE_LAYER_NAME),
        .rate = {{rom_half(row + ROM_PICTURE_LAYER_RATE_X), rom_half(row + ROM_PICTURE_LAYER_BELOW_X)},
                 {rom_half(row + ROM_PICTURE_LAYER_RATE_Y), rom_half(row + ROM_PICTURE_LAYER_BELOW_Y)}},
        .offset = {read_fx(row + ROM_PICTURE_LAYER_OFFSET), read_fx(row + ROM_PICTURE_LAYER_OFFSET + 4)},
        .window = {rom_i16(row + ROM_PICTURE_LAYER_X), rom_i16(row + ROM_PICTURE_LAYER_Y),
                   (int16_t)rom_half(row + ROM_PICTURE_LAYER_WIDTH),
                   (int16_t)rom_half(row + ROM_PICTURE_LAYER_HEIGHT)},
        .flags = row[ROM_PICTURE_LAYER_FLAGS]};
}

static ox_status make_layers(ox_sprites *s, const uint8_t *chunk, uint32_t things) {
    ox_layer rows[OX_LAYERS_MOST];
    const uint32_t at = chunk == NULL ? 0 : rom_word(chunk + ROM_VIEW_LAYERS_AT),
                   count = at == 0 ? 0 : rom_word(chunk + ROM_VIEW_LAYER_COUNT);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = read_layer(chunk + at + (size_t)i * ROM_PICTURE_LAYER_SIZE);
    const ox_status status =
        ox_layers_init(&s->layers, s->host->resident, count == 0 ? NULL : rows, count, things);
    s->layers.draw_thing = ox_sprites_draw_thing;
    s->layers.draw_context = s;
    return status;
}

/* ---- kept while the scene is built anew ---- */

static void keep_layers(ox_sprites *s) {
    s->kept_scene = s->host->options->scene;
    s->kept_authored = s->authored;
    s->kept_count = s->layers.count;
    for (uint32_t i = 0; i < s->layers.count; i++)
        s->kept[i] = (sprites_layer_state){s->layers.layers[i].name, s->layers.layers[i].offset,
                                           (s->layers.layers[i].flags & OX_LAYER_HIDDEN) != 0};
}

/* The kept view goes on where the scene still begins with the same view. Kept layers go on where the scene has layers
 * of their names. */
static void take_layers(ox_sprites *s) {
    if (memcmp(&s->kept_authored, &s->authored, sizeof s->authored) != 0) s->view = s->authored;
    for (uint32_t i = 0; i < s->kept_count; i++) {
        const int number = ox_layers_find(&s->layers, s->kept[i].name);
        if (number < 0) continue;
        ox_layer *layer = &s->layers.layers[number];
        layer->offset = s->kept[i].offset;
        layer->flags =
            (uint8_t)((layer->flags & OX_LAYER_SORTED) | (s->kept[i].hidden ? OX_LAYER_HIDDEN : 0u));
    }
}

/* ---- steps ---- */

static const ox_object *find_followed(ox_sprites *s) {
    const ox_world *world = s->host->world;
    ox_view *v = &s->view;
    const ox_object *object = ox_world_get(world, v->follow);
    if (object != NULL || v->called == OX_ID_NONE) return object;
    object = ox_world_called(world, v->called);
    v->follow = object == NULL ? OX_HANDLE_NONE : object->handle;
    return object;
}

static void step_view(ox_sprites *s) {
    const ox_glass glass = ox_glass_of(s->host);
    const ox_object *object = find_followed(s);
    const ox_object_place *at = object == NULL ? NULL : ox_object_place_of(s->host->world, object);
    if (at == NULL) {
        ox_view_step(&s->view, &glass, NULL);
        return;
    }
    vec2 place = {at->pos.x, at->pos.y};
    if (s->host->scene->drift_type != 0) {
        const mat34 stand = ox_scene_stand(s->host->scene, object);
        place = (vec2){stand.m[0][3], stand.m[1][3]};
    }
    ox_view_step(&s->view, &glass, &place);
}

static void run_phase(void *of, ox_world *world, ox_phase phase, uint32_t bucket) {
    ox_sprites *s = of;
    (void)world;
    if (bucket != 0 || s->host->scene->paused) return;
    if (phase == OX_PHASE_CAMERA)
        step_view(s);
    else
        ox_sprites_step(s);
}

static const ox_system sprites_system = {
    .name = NAME, .phases = 1u << OX_PHASE_FINAL_POSES | 1u << OX_PHASE_CAMERA, .run = run_phase};

/* ---- lives ---- */

static ox_status start_sprites(const ox_module_host *host, void **state) {
    if (!ox_module_is_used(host->image, NAME)) return OX_OK;
    ox_sprites *s = ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(ox_sprites));
    if (s == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for sprites; raise `budget`");
    s->host = host;
    *state = s;
    return OX_OK;
}

static void stop_sprites(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

static uint32_t effects_of(const ox_module_host *host) {
    const ox_capacity *capacity = &ox_sprites_capacities[OX_CAPACITY_SPRITE_EFFECTS];
    return ox_module_is_declared(host, capacity) ? ox_module_capacity(host, capacity) : 0;
}

static void need_world(const ox_module_host *host, void *state, ox_world_needs *needs) {
    if (state == NULL) return;
    needs->components++;
    if (effects_of(host) > 0) needs->components++;
    needs->systems++;
}

/* Adds the component of effects to the world. Few carts have sprites with effects, and those carts declare it. */
static ox_status join_effects(ox_sprites *s, ox_world *world) {
    const uint32_t most = effects_of(s->host);
    s->effects_type = 0;
    if (most == 0) return OX_OK;
    const int number = ox_module_join(s->host, world,
                                      &(ox_component_type){.name = OX_NAME("sprite_effects"),
                                                           .capacity = (uint16_t)most,
                                                           .record = &ox_sprite_effects_type});
    if (number < 0) return (ox_status)number;
    s->effects_type = (uint32_t)number + 1u;
    return OX_OK;
}

static ox_status join_world(const ox_module_host *host, void *state, ox_world *world) {
    ox_sprites *s = state;
    if (s == NULL) return OX_OK;
    const ox_capacity *capacity = &ox_sprites_capacities[OX_CAPACITY_SPRITES];
    const uint32_t objects = world->config.objects, most = ox_module_is_declared(host, capacity)
                                                               ? ox_module_capacity(host, capacity)
                                                           : objects < OX_LAYER_THINGS ? objects
                                                                                       : OX_LAYER_THINGS;
    const int number =
        ox_module_join(host, world,
                       &(ox_component_type){
                           .name = OX_NAME("sprite"), .capacity = (uint16_t)most, .record = &ox_sprite_type});
    if (number < 0) return (ox_status)number;
    s->type = (uint32_t)number;
    return join_effects(s, world);
}

static bool look_flat(void *context, uint32_t part, rs_viewport *view) {
    const ox_sprites *s = context;
    const ox_glass glass = ox_glass_of(s->host);
    if (part > 0) return false;
    *view = (rs_viewport){.camera = ox_view_camera(&s->view, &glass, s->depth)};
    return true;
}

static ox_status open_scene(ox_sprites *s, const uint8_t *chunk) {
    const ox_module_host *host = s->host;
    const bool goes_on = s->kept_scene != OX_ID_NONE && s->kept_scene == host->options->scene;
    const ox_glass glass = ox_glass_of(host);
    ox_status status = make_layers(s, chunk, host->world->components[s->type].type->capacity);
    if (status == OX_OK) status = ox_sprites_hold_sheets(s);
    if (status != OX_OK) return status;
    const int system = ox_world_add_system(host->world, &sprites_system, s);
    if (system < 0) return (ox_status)system;
    if (goes_on)
        take_layers(s);
    else
        s->view = s->authored;
    s->kept_scene = OX_ID_NONE;
    if (!goes_on) ox_view_put(&s->view, &glass, s->view.at);
    if (s->flat) {
        host->scene->look_with = look_flat;
        host->scene->look_with_context = s;
    }
    return OX_OK;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    ox_sprites *s = *state;
    ox_found found;
    if (s == NULL) return OX_OK;
    memset(&s->authored, 0, sizeof s->authored); /* its padding, too: it is compared as bytes */
    s->authored.zoom = FX_ONE;
    s->authored.ease = UF16_ONE;
    s->pixels = PIXELS * FX_ONE;
    s->depth = DEPTH * FX_ONE;
    s->flat = s->by_map = s->crowded = s->full = s->told_missing = s->told_animation = false;
    const uint8_t *chunk = NULL;
    if (ox_images_find(&host->stock->images, host->options->scene, ROM_TAG_VIEW, &found))
        chunk = ox_resource_data(host->resources, host->options->scene, ROM_TAG_VIEW, "view");
    if (chunk != NULL) read_view(s, chunk);
    const ox_status status = open_scene(s, chunk);
    if (status == OX_OK) return OX_OK;
    return ox_module_refuse(host, status, 0,
                            "no room for the layers and sheets of the scene; raise `budget`");
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    ox_sprites *s = *state;
    if (how == OX_END_TO_GO_ON && s->layers.count != 0) keep_layers(s);
    if (how != OX_END_TO_GO_ON) s->kept_scene = OX_ID_NONE;
    if (host->scene->look_with_context == s) host->scene->look_with = NULL;
    s->layers.count = s->sheet_count = 0;
}

static void draw_layers(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction) {
    ox_sprites *s = state;
    (void)host;
    if (pass == OX_PASS_OVER && s->layers.count != 0) ox_sprites_draw(s, frame, fraction);
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    *parts = ox_sprites_state_part(state);
    return 1;
}

static const uint32_t tags[] = {ROM_TAG_SHEET, ROM_TAG_VIEW, ROM_TAG_SCENE_MAPS, 0};

static const ox_module_event events[] = {
    {"Played(who: obj, animation: name)",
     "an animation that does not loop has ended: on Played(who, animation) when who == self"}};

const ox_module ox_sprites_module = {.id = NAME,
                                     .name = "sprites",
                                     .tags = tags,
                                     .capacities = ox_sprites_capacities,
                                     .capacity_count = OX_SPRITES_CAPACITIES,
                                     .natives = ox_sprites_native_rows,
                                     .native_count = OX_SPRITES_NATIVES,
                                     .fields = ox_sprites_field_rows,
                                     .field_count = OX_SPRITES_FIELDS,
                                     .events = events,
                                     .event_count = 1,
                                     .start = start_sprites,
                                     .stop = stop_sprites,
                                     .begin = begin_scene,
                                     .end = end_scene,
                                     .world_needs = need_world,
                                     .join = join_world,
                                     .draw = draw_layers,
                                     .list = list_state};
