/* The view and the layers in the scenes of a console. */
#include "kernel/sprites/module.h"

#include "kernel/type/name.h"
#include "rom/check.h"

#define NAME OX_NAME("sprites")

enum { PIXELS = 16, SPRITE = 96 };

const ox_capacity ox_sprites_capacities[OX_SPRITES_CAPACITIES] = {
    [OX_CAPACITY_SPRITES] = {"sprites", 64, OX_LAYER_THINGS, SPRITE}};

typedef struct sprites_state {
    const ox_module_host *host;
    ox_layers layers;
    ox_view view;
    fx pixels;
} sprites_state;

static sprites_state *state_of(const ox_module_host *host) { return ox_module_state(host, NAME); }

ox_layers *ox_layers_of(const ox_module_host *host) {
    sprites_state *s = state_of(host);
    return s == NULL || s->layers.count == 0 ? NULL : &s->layers;
}

ox_view *ox_view_of(const ox_module_host *host) {
    sprites_state *s = state_of(host);
    return s == NULL ? NULL : &s->view;
}

ox_glass ox_glass_of(const ox_module_host *host) {
    const sprites_state *s = state_of(host);
    return (ox_glass){(int16_t)host->options->width, (int16_t)host->options->height,
                      s == NULL ? PIXELS * FX_ONE : s->pixels};
}

ox_status ox_layers_add(const ox_module_host *host, ox_id layer, int16_t order, ox_layer_draw *draw,
                        void *context) {
    ox_layers *layers = ox_layers_of(host);
    return layers == NULL ? OX_UNSUPPORTED : ox_layers_add_drawer(layers, layer, order, draw, context);
}

/* ---- lives ---- */

static ox_status begin_scene(const ox_module_host *host, void **state) {
    *state = NULL;
    if (!ox_module_is_used(host->image, NAME)) return OX_OK;
    sprites_state *s = ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *s, _Alignof(sprites_state));
    if (s == NULL) return OX_OUT_OF_MEMORY;
    s->host = host;
    s->pixels = PIXELS * FX_ONE;
    s->view = (ox_view){.zoom = FX_ONE, .ease = UF16_ONE};
    const ox_status status =
        ox_layers_init(&s->layers, host->resident, NULL, 0,
                       ox_module_capacity(host, &ox_sprites_capacities[OX_CAPACITY_SPRITES]));
    if (status == OX_OK) *state = s;
    return status;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    (void)host, (void)how;
    *state = NULL;
}

static void draw_layers(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                        uf16 fraction) {
    sprites_state *s = state;
    const ox_glass glass = ox_glass_of(host);
    if (pass == OX_PASS_OVER) ox_layers_draw(&s->layers, &s->view, &glass, frame, fraction);
}

static const uint32_t tags[] = {ROM_TAG_SHEET, ROM_TAG_SCENE_MAPS, 0};

const ox_module ox_sprites_module = {.id = NAME,
                                     .name = "sprites",
                                     .tags = tags,
                                     .capacities = ox_sprites_capacities,
                                     .capacity_count = OX_SPRITES_CAPACITIES,
                                     .begin = begin_scene,
                                     .end = end_scene,
                                     .draw = draw_layers};
