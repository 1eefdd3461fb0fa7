/* Effects in the scenes of a console: the component, and what stands in the list of a picture for each of them. */
#include "kernel/effects/module.h"

#include <string.h>

#include "fixedmath/bits.h"
#include "fixedmath/root.h"
#include "fixedmath/scalar.h"
#include "kernel/bytes/fnv.h"
#include "kernel/console/console.h"
#include "kernel/draw/module.h"
#include "kernel/effects/motion.h"
#include "kernel/engine/limit.h"
#include "kernel/type/name.h"
#include "raster/palette_change.h"
#include "raster/passes.h"

#define NAME OX_NAME("effects")
#define EFFECT OX_NAME("effect")

enum { MOST = 64, BYTES = 160, COLOURS = 256, FAR = 10000, METRES = 16383, TALL = 120 };

OX_CAPACITY_HOLDS(BYTES - sizeof(ox_component_head) - sizeof(rs_grade) - 2 * sizeof(void *), ox_effect);

OX_LIMIT(MOST, ox_component_type, capacity, "numbers of effects are 16 bits");

const ox_capacity ox_effects_capacities[OX_EFFECTS_CAPACITIES] = {
    [OX_CAPACITY_EFFECTS] = {"effects", 8, MOST, BYTES},
    [OX_CAPACITY_TRAILS] = {"trails", 1, 1, 8},
    [OX_CAPACITY_BLOOMS] = {"blooms", 1, 1, 8},
    [OX_CAPACITY_FOCUSES] = {"focuses", 1, 1, 8},
    [OX_CAPACITY_MOTION_BLURS] = {"motion-blurs", 1, 1, 8}};

/* ---- the component ---- */

static const ox_field fields[] = {
    OX_FIELD(ox_effect, kind, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_effect, strength, OX_FX, OX_SIM, .low = -4 * FX_ONE, .high = 4 * FX_ONE),
    OX_FIELD(ox_effect, centre, OX_FX, OX_SIM, .initial = FX_HALF, .low = -16 * FX_ONE, .high = 16 * FX_ONE),
    OX_FIELD(ox_effect, reach, OX_FX, OX_SIM, .initial = FX_ONE * 9 / 20, .high = 16 * FX_ONE),
    OX_FIELD(ox_effect, colour, OX_U32, OX_SIM, .high = 0xFFFFFF),
    OX_FIELD(ox_effect, grade, OX_NAME_ID, OX_SIM),
    OX_FIELD(ox_effect, order, OX_I16, OX_SIM),
    OX_FIELD(ox_effect, cover, OX_U8, OX_SIM, .high = OX_EFFECT_COVERS_SCREENS),
    OX_FIELD(ox_effect, distance, OX_FX, OX_SIM, .initial = 8 * FX_ONE, .high = METRES * FX_ONE)};
const ox_type ox_effect_type = OX_TYPE(ox_effect, fields, 1);

#define EFFECT_FIELD(name, field, type, about)                                                               \
    OX_SCRIPT_FIELD(name, effect, field, &ox_effect_type, true, type, about)
const ox_script_field ox_effects_field_rows[OX_EFFECTS_FIELDS] = {
    EFFECT_FIELD(effect, kind, "name", "what it does to the picture: 'fade', 'vignette' (oxcart help cart)"),
    EFFECT_FIELD(strength, strength, "fx", "how much of its effect; 0.0 leaves the picture as it is"),
    EFFECT_FIELD(centre, centre, "vec2", "where its circle lies in the picture, (0.5, 0.5) in the middle"),
    EFFECT_FIELD(
        reach, reach, "fx",
        "the radius of its circle, of the picture's height; of a focus: metres about it that are sharp"),
    EFFECT_FIELD(focus_distance, distance, "fx", "of the effect 'focus': so many metres ahead all is sharp"),
    EFFECT_FIELD(colour, colour, "int", "what it fades to or covers with: #102040"),
    EFFECT_FIELD(grade, grade, "name", "of the effect 'grade': an asset of that kind"),
};

/* ---- kinds ---- */

/* What one effect puts into the list of a picture; the rasterizer reads it until the picture is drawn. */
typedef union effect_pass {
    rs_grade grade;
    rs_cover cover;
    rs_vignette vignette;
    rs_mosaic mosaic;
    rs_bloom bloom;
    rs_focus focus;
    rs_motion motion;
    rs_trail trail;
} effect_pass;

/* An asset of the image, kept while a scene plays. */
typedef struct effect_grade {
    ox_id name;
    const uint8_t *chunk;
} effect_grade;

/* Warnings that the log has once. */
enum told {
    TOLD_UNKNOWN = 1,
    TOLD_KEPT = 2,
    TOLD_GRADE = 4,
    TOLD_WHOLE = 8 /* of the first effect on the whole picture; those of the others are the bits above */
};

/* Effects that work on the whole picture, out of memory of their own. */
enum whole { WHOLE_BLOOM, WHOLE_FOCUS, WHOLE_MOTION, WHOLES, WHOLE_NONE = WHOLES };

typedef struct effects_state {
    const ox_module_host *host;
    rs_trail
        keeping; /* the pass that keeps pictures where no effect does; memory NULL: the cart declared none */
    bool is_recorded;     /* the list has a pass that keeps the picture */
    bool is_there;        /* a kept picture is there */
    bool is_used;         /* an effect of this picture used the kept picture */
    uint8_t told;         /* bits of enum told: warnings that the log has */
    void *memory[WHOLES]; /* of each effect on the whole picture; NULL: the cart declared none */
    effect_motion motion; /* what stands in the memory of motions */
    rs_camera camera;     /* of the picture that is recorded, where `has_camera` */
    bool has_camera;
    uint32_t type; /* of the component */
    uint32_t most;
    const ox_effect **sorted; /* `most` of each; NULL between scenes */
    effect_pass *passes;
    effect_grade *grades;
    uint32_t grade_count;
    uint32_t *graded; /* colours that are shown, of a palette picture; NULL elsewhere */
    uint32_t key;     /* hash of the grades that made `graded`; 0: the image's palette is shown */
} effects_state;

typedef void make_pass(const effects_state *s, const ox_effect *effect, effect_pass *pass);

typedef struct effect_kind {
    ox_id id;
    make_pass *make;
    rs_post_effect *post;
} effect_kind;

/* 256 times a number, rounded. */
static int weight_of(fx value) { return (int)fx_sra32(value + 128, 8); }

static void make_fade(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    (void)s;
    pass->grade = rs_grade_fade(e->colour, weight_of(e->strength));
}

static void make_tint(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    (void)s;
    pass->grade = rs_grade_tint(e->colour, weight_of(e->strength));
}

static void make_saturation(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    (void)s;
    pass->grade = rs_grade_saturation(RS_POST_FULL + weight_of(e->strength));
}

static void make_brightness(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    (void)s;
    pass->grade = rs_grade_brightness(weight_of(e->strength));
}

static void make_contrast(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    (void)s;
    pass->grade = rs_grade_contrast(RS_POST_FULL + weight_of(e->strength));
}

static void make_bleach(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    (void)s;
    pass->grade = rs_grade_bleach(weight_of(e->strength));
}

static void make_keep(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    (void)s;
    pass->grade = rs_grade_keep(e->colour, weight_of(e->strength));
}

static const uint8_t *find_grade(const effects_state *s, ox_id name) {
    for (uint32_t i = 0; i < s->grade_count; i++)
        if (s->grades[i].name == name) return s->grades[i].chunk;
    return NULL;
}

static void make_grade(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    const uint8_t *chunk = find_grade(s, e->grade);
    int32_t matrix[3][4];
    if (chunk == NULL) {
        pass->grade = rs_grade_lookup(NULL, 0);
        return;
    }
    const uint32_t colours = rom_word(chunk + ROM_GRADE_COLOURS_AT);
    if (colours != 0) {
        pass->grade = rs_grade_lookup(chunk + colours, weight_of(e->strength));
        return;
    }
    for (uint32_t i = 0; i < 12; i++)
        matrix[i / 4][i % 4] = (int32_t)rom_word(chunk + ROM_GRADE_MATRIX + 4 * i);
    pass->grade = rs_grade_matrix((const int32_t(*)[4])matrix, weight_of(e->strength));
}

static void make_vignette(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    const int weight = weight_of(e->strength);
    pass->vignette = (rs_vignette){
        .weight = (int16_t)(weight > RS_POST_FULL ? RS_POST_FULL : weight),
        .shades = s->host->resources->palette == NULL ? NULL : s->host->resources->palette->shades};
}

static uint32_t native_of(const effects_state *s, const ox_effect *e) {
    return ox_resource_native(s->host->resources, e->colour);
}

/* The share of a length that a strength -1..1 says, rounded. */
static int16_t share_of(int length, fx strength) {
    const fx part = strength > FX_ONE ? FX_ONE : strength < -FX_ONE ? -FX_ONE : strength;
    return (int16_t)fx_sra32(length * (part < 0 ? -part : part) + FX_HALF, 16);
}

static void make_wipe(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    const int width = s->host->options->width, height = s->host->options->height;
    const int16_t covered = share_of(width, e->strength);
    pass->cover = (rs_cover){.native = native_of(s, e),
                             .x = (int16_t)(e->strength < 0 ? width - covered : 0),
                             .width = covered,
                             .height = (int16_t)height};
}

static void make_wipe_down(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    const int width = s->host->options->width, height = s->host->options->height;
    const int16_t covered = share_of(height, e->strength);
    pass->cover = (rs_cover){.native = native_of(s, e),
                             .y = (int16_t)(e->strength < 0 ? height - covered : 0),
                             .width = (int16_t)width,
                             .height = covered};
}

/* Half pixels of a part of a length: pictures have 2,048 at most, and two circles side by side stay within 16 bits. */
static int16_t half_pixels(int length, fx part) {
    const int64_t halves = fx_rshr64((int64_t)2 * length * part, 16);
    return (int16_t)(halves > FAR ? FAR : halves < -FAR ? -FAR : halves);
}

static rs_cover circle_of(const effects_state *s, const ox_effect *e) {
    const int16_t x = half_pixels(s->host->options->width, e->centre[0]);
    return (rs_cover){.native = native_of(s, e),
                      .circles = 1,
                      .centre_x = {x, x},
                      .centre_y = half_pixels(s->host->options->height, e->centre[1]),
                      .radius = half_pixels(s->host->options->height, e->reach)};
}

/* The iris' circle begins at the corner that is farthest from its centre. */
static void make_iris(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    const int32_t width = 2 * s->host->options->width, height = 2 * s->host->options->height;
    rs_cover *cover = &pass->cover;
    *cover = circle_of(s, e);
    const int32_t x = cover->centre_x[0], y = cover->centre_y, right = width - x, below = height - y;
    const int64_t across = x > right ? x : right, down = y > below ? y : below;
    const int64_t far = (int64_t)fx_isqrt64((uint64_t)(across * across + down * down)) + 1;
    const fx open = e->strength > FX_ONE ? 0 : FX_ONE - e->strength;
    const int64_t radius = fx_rshr64(far * open, 16);
    cover->radius = (int16_t)(radius > 32000 ? 32000 : radius);
}

static void make_scope(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    pass->cover = circle_of(s, e);
}

static void make_binoculars(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    rs_cover *cover = &pass->cover;
    *cover = circle_of(s, e);
    const int apart = cover->radius * 3 / 4; /* their circles overlap by a quarter */
    cover->circles = 2;
    cover->centre_x[0] = (int16_t)(cover->centre_x[0] - apart);
    cover->centre_x[1] = (int16_t)(cover->centre_x[1] + apart);
}

/* Blocks grow from a pixel to an eighth of the picture's height. */
static void make_mosaic(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    const int height = s->host->options->height;
    const fx part = e->strength < 0 ? 0 : e->strength;
    pass->mosaic = (rs_mosaic){.size = (int16_t)(1 + share_of(height / 8 - (height >= 8), part))};
}

/* Wider where the picture has more pixels. */
static void make_bloom(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    enum { LIMIT = 0xC0C0C0 };
    const int weight = weight_of(e->strength);
    pass->bloom = (rs_bloom){.cells = s->memory[WHOLE_BLOOM],
                             .threshold = e->colour == 0 ? LIMIT : e->colour,
                             .weight = (int16_t)(weight < 0 ? 0 : weight),
                             .rounds = (uint8_t)(1 + s->host->options->height / TALL)};
}

static void make_focus(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    pass->focus = (rs_focus){.cells = s->memory[WHOLE_FOCUS],
                             .camera = &s->camera,
                             .distance = e->distance,
                             .range = e->reach,
                             .strength = e->strength,
                             .rounds = (uint8_t)(s->host->options->height / TALL)};
}

static void make_motion(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    (void)e;
    pass->motion = s->motion.blur;
}

static void make_trail(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    const int weight = weight_of(e->strength);
    pass->trail = s->keeping;
    pass->trail.weight = (int16_t)(!s->is_there || weight < 0 ? 0
                                   : weight > RS_POST_FULL    ? RS_POST_FULL
                                                              : weight);
}

static void make_cross_fade(const effects_state *s, const ox_effect *e, effect_pass *pass) {
    make_trail(s, e, pass);
    pass->trail.is_held = s->is_there;
}

#define KINDS(X)                                                                                             \
    X("fade", make_fade, rs_post_grade), X("tint", make_tint, rs_post_grade),                                \
        X("saturation", make_saturation, rs_post_grade), X("brightness", make_brightness, rs_post_grade),    \
        X("contrast", make_contrast, rs_post_grade), X("bleach", make_bleach, rs_post_grade),                \
        X("keep_hue", make_keep, rs_post_grade), X("grade", make_grade, rs_post_grade),                      \
        X("vignette", make_vignette, rs_post_vignette), X("wipe", make_wipe, rs_post_cover),                 \
        X("wipe_down", make_wipe_down, rs_post_cover), X("iris", make_iris, rs_post_cover),                  \
        X("scope", make_scope, rs_post_cover), X("binoculars", make_binoculars, rs_post_cover),              \
        X("bloom", make_bloom, rs_post_bloom), X("focus", make_focus, rs_post_focus),                        \
        X("motion", make_motion, rs_post_motion), X("mosaic", make_mosaic, rs_post_mosaic),                  \
        X("trail", make_trail, rs_post_trail), X("cross_fade", make_cross_fade, rs_post_trail)
#define KIND_WORD(word, make, post) word
#define KIND_ROW(word, make, post)                                                                           \
    { OX_NAME(word), make, post }

static const char *const kind_words[] = {KINDS(KIND_WORD), NULL};
static const effect_kind kinds[] = {KINDS(KIND_ROW)};

static const effect_kind *find_kind(ox_id id) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].id == id) return &kinds[i];
    return NULL;
}

/* ---- words of cart.txt ---- */

enum {
    CELL_STRENGTH = OX_GIVEN_FIRST,
    CELL_COLOUR,
    CELL_REACH,
    CELL_GRADE,
    CELL_ORDER,
    CELL_COVER,
    CELL_DISTANCE,
    CELL_CENTRE /* two */
};

static const char *const covered[] = {"scene", "screens", NULL};
static const char *const graded[] = {"grade", NULL};
static const ox_module_option options[] = {{"strength", NULL, OX_OPTION_NUMBER, CELL_STRENGTH, false},
                                           {"colour", NULL, OX_OPTION_COLOUR, CELL_COLOUR, false},
                                           {"centre", NULL, OX_OPTION_POINT, CELL_CENTRE, false},
                                           {"reach", NULL, OX_OPTION_NUMBER, CELL_REACH, false},
                                           {"distance", NULL, OX_OPTION_NUMBER, CELL_DISTANCE, false},
                                           {"grade", graded, OX_OPTION_NAME, CELL_GRADE, false},
                                           {"order", NULL, OX_OPTION_COUNT, CELL_ORDER, false},
                                           {"cover", covered, OX_OPTION_CHOICE, CELL_COVER, false},
                                           {NULL, NULL, 0, 0, false}};
static const ox_module_word words[] = {
    {"effect", kind_words, options,
     "with "
     "effect=fade|tint|saturation|brightness|contrast|bleach|keep_hue|grade|vignette|wipe|wipe_down|iris|"
     "scope|binoculars|bloom|focus|motion|mosaic|trail|cross_fade\n"
     "        [strength=-1..1] [colour=#RRGGBB] [centre=X,Y] [reach=R]\n"
     "        [distance=METRES] [grade=NAME] [order=N] [cover=scene|screens]",
     "the object above stands for what is done to the whole picture; strength=1 without it"},
    {NULL, NULL, NULL, NULL, NULL}};

static fx clamp_field(fx value, fx most) { return value > most ? most : value < -most ? -most : value; }

static void give_effect(ox_world *world, ox_object *object, const ox_given *given) {
    const int type = ox_world_component(world, EFFECT);
    const int32_t *cells = given->cells;
    ox_effect *e = type < 0 ? NULL : ox_component_add(world, object, (uint32_t)type);
    if (e == NULL) return;
    e->kind = (ox_id)cells[OX_GIVEN_FIELD];
    e->strength =
        ox_given_says(given, CELL_STRENGTH) ? clamp_field(cells[CELL_STRENGTH], 4 * FX_ONE) : FX_ONE;
    if (ox_given_says(given, CELL_COLOUR)) e->colour = (uint32_t)cells[CELL_COLOUR] & 0xFFFFFFu;
    e->grade = (ox_id)cells[CELL_GRADE];
    if (ox_given_says(given, CELL_REACH))
        e->reach = cells[CELL_REACH] < 0 ? 0 : clamp_field(cells[CELL_REACH], 16 * FX_ONE);
    if (ox_given_says(given, CELL_DISTANCE))
        e->distance = cells[CELL_DISTANCE] < 0 ? 0 : clamp_field(cells[CELL_DISTANCE], METRES * FX_ONE);
    for (uint32_t i = 0; i < 2 && ox_given_says(given, CELL_CENTRE); i++)
        e->centre[i] = clamp_field(cells[CELL_CENTRE + i], 16 * FX_ONE);
    e->order = (int16_t)(cells[CELL_ORDER] > INT16_MAX ? INT16_MAX : cells[CELL_ORDER]);
    e->cover = cells[CELL_COVER] != 0 ? OX_EFFECT_COVERS_SCREENS : OX_EFFECT_COVERS_SCENE;
}

/* ---- pictures ---- */

/* The effects of visible objects in their order; gives their number. */
static uint32_t sort_effects(const effects_state *s) {
    const ox_world *world = s->host->world;
    uint32_t count = 0;
    ox_object *object;
    void *data;
    for (uint32_t at = 0; (at = ox_component_each(world, s->type, at, &object, &data)) != 0;) {
        const ox_effect *e = data;
        uint32_t place = count;
        if (e->strength == 0 || (object->flags & OX_OBJECT_VISIBLE) == 0 || count == s->most) continue;
        for (; place > 0 && s->sorted[place - 1]->order > e->order; place--)
            s->sorted[place] = s->sorted[place - 1];
        s->sorted[place] = e;
        count++;
    }
    return count;
}

static void tell_once(effects_state *s, enum told what, const char *text, ox_id id) {
    if ((s->told & what) != 0) return;
    s->told = (uint8_t)(s->told | what);
    if (id != 0)
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "no %s has the name with the id %08x", text,
                     (unsigned)id);
    else
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "%s", text);
}

static void show_palette(const effects_state *s) {
    const rs_palette_change all = {
        .kind = RS_PALETTE_BLEND, .count = COLOURS, .weight = 16, .other = s->graded};
    ox_console_change_colours(s->host->console, &all, 1);
}

/* Puts the palette, after what scripts change of it, through all grades. It is made and shown again where the grades
 * are others than in the picture before. */
static void show_graded(effects_state *s, uint32_t count) {
    /* The shown palette goes through the display's ramp, too. */
    uint32_t key = OX_FNV_START ^ (uint32_t)s->host->options->gamma, grades = 0;
    effect_pass pass;
    for (uint32_t i = 0; i < count; i++) {
        const effect_kind *kind = find_kind(s->sorted[i]->kind);
        if (kind == NULL || kind->post != rs_post_grade) continue;
        kind->make(s, s->sorted[i], &pass);
        if (rs_grade_is_none(&pass.grade)) continue;
        s->passes[grades++].grade = pass.grade;
        key = ox_fnv_bytes(key, &pass.grade, sizeof pass.grade);
    }
    key = grades == 0 ? 0 : key | 1u;
    int change_count;
    bool is_shown;
    const rs_palette_change *changes = ox_draw_palette_changes(s->host, &change_count, &is_shown);
    if (key == s->key && (grades == 0 || !is_shown)) return;
    const bool ends = grades == 0 && s->key != 0;
    s->key = key;
    for (int i = 0; i < COLOURS; i++)
        s->graded[i] = rs_palette_changed(s->host->resources->palette->rgb, changes, change_count, i);
    for (uint32_t i = 0; i < grades; i++)
        rs_grade_palette(&s->passes[i].grade, s->graded, s->graded, COLOURS);
    if (grades != 0 || ends) show_palette(s);
}

static void tell_missed(effects_state *s) {
    tell_once(s, TOLD_KEPT,
              s->host->options->format == PLAT_PAL8
                  ? "trails and cross-fades want pictures of colours: write `format rgb565` or another"
                  : "trails and cross-fades want a picture that is kept: write `capacity trails 1`",
              0);
}

static bool is_drawn(effects_state *s, const effect_kind *kind, const effect_pass *pass) {
    if (kind->post == rs_post_grade) return s->graded == NULL && !rs_grade_is_none(&pass->grade);
    if (kind->post == rs_post_mosaic) return pass->mosaic.size > 1;
    if (kind->post == rs_post_focus || kind->post == rs_post_motion) return s->has_camera;
    if (kind->post != rs_post_trail) return true;
    if (pass->trail.kept == NULL) tell_missed(s);
    return pass->trail.kept != NULL;
}

/* Records a mosaic. Where the picture is not kept whole, the line of a block's colours goes on from band to band. */
static void draw_mosaic(const effects_state *s, rs_mosaic *mosaic, rs_frame *frame) {
    if (!rs_frame_is_kept(frame)) {
        mosaic->line =
            rs_frame_take(frame, rs_row_bytes((rs_format)s->host->options->format, s->host->options->width));
        if (mosaic->line == NULL) return;
    }
    (void)rs_frame_post_ordered(frame, rs_post_mosaic, mosaic);
}

static size_t bloom_bytes(const ox_module_host *host) {
    return rs_bloom_bytes(host->options->width, host->options->height);
}

static size_t focus_bytes(const ox_module_host *host) {
    return rs_focus_bytes(host->options->width, host->options->height);
}

static const struct effect_whole {
    rs_post_effect *post;
    uint32_t capacity; /* that declares its memory */
    size_t (*bytes)(const ox_module_host *host);
    const char *name;    /* for people */
    const char *picture; /* what of a picture it wants in memory */
} wholes[WHOLES] = {
    [WHOLE_BLOOM] = {rs_post_bloom, OX_CAPACITY_BLOOMS, bloom_bytes, "bloom", ""},
    [WHOLE_FOCUS] = {rs_post_focus, OX_CAPACITY_FOCUSES, focus_bytes, "focus", " and its depth"},
    [WHOLE_MOTION] = {rs_post_motion, OX_CAPACITY_MOTION_BLURS, effect_motion_bytes, "motion", ""}};

static enum whole whole_of(const effect_kind *kind) {
    for (uint32_t i = 0; i < WHOLES; i++)
        if (wholes[i].post == kind->post) return (enum whole)i;
    return WHOLE_NONE;
}

/* Whether an effect on the whole picture lacks something; the log has it once. */
static bool lacks_picture(effects_state *s, enum whole number, const rs_frame *frame) {
    const struct effect_whole *whole = &wholes[number];
    const uint32_t bit = (uint32_t)TOLD_WHOLE << number;
    const bool has_colours = s->host->options->format != PLAT_PAL8, has_memory = s->memory[number] != NULL;
    if (has_colours && has_memory && rs_frame_is_kept(frame)) return false;
    if ((s->told & bit) != 0) return true;
    s->told = (uint8_t)(s->told | bit);
    if (!has_colours)
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "a %s wants pictures of colours: write `format rgb565` or another", whole->name);
    else if (!has_memory)
        ox_log_write(s->host->log, PLAT_LOG_WARNING, "a %s wants memory: write `capacity %s 1`", whole->name,
                     ox_effects_capacities[whole->capacity].name);
    else
        ox_log_write(s->host->log, PLAT_LOG_WARNING,
                     "a %s wants the whole picture%s in memory: raise `budget`", whole->name, whole->picture);
    return true;
}

/* Records an effect that works on the whole picture. */
static void draw_whole(effects_state *s, uint32_t i, enum whole number, rs_frame *frame) {
    const fx strength = s->sorted[i]->strength;
    if (number == WHOLE_MOTION && s->memory[number] != NULL)
        effect_motion_write(s->host, &s->motion, &s->camera, strength < 0 ? 0 : strength);
    if (!lacks_picture(s, number, frame))
        (void)rs_frame_post_ordered(frame, wholes[number].post, &s->passes[i]);
}

/* Applies the effects that cover the scene, or the screens as well. True: one of them used the kept picture. */
static bool draw_covering(effects_state *s, uint32_t count, uint8_t cover, rs_frame *frame) {
    bool has_trail = false;
    for (uint32_t i = 0; i < count; i++) {
        const effect_kind *kind = find_kind(s->sorted[i]->kind);
        if (kind == NULL) tell_once(s, TOLD_UNKNOWN, "effect", s->sorted[i]->kind);
        if (kind != NULL && kind->make == make_grade && find_grade(s, s->sorted[i]->grade) == NULL)
            tell_once(s, TOLD_GRADE, "grade", s->sorted[i]->grade);
        if (kind == NULL || s->sorted[i]->cover != cover) continue;
        kind->make(s, s->sorted[i], &s->passes[i]);
        if (!is_drawn(s, kind, &s->passes[i])) continue;
        if (kind->post == rs_post_mosaic)
            draw_mosaic(s, &s->passes[i].mosaic, frame);
        else if (whole_of(kind) != WHOLE_NONE)
            draw_whole(s, i, whole_of(kind), frame);
        else
            (void)rs_frame_post(frame, kind->post, &s->passes[i]);
        has_trail = has_trail || kind->post == rs_post_trail;
    }
    return has_trail;
}

static void draw_effects(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                         uf16 fraction) {
    effects_state *s = state;
    (void)fraction;
    if (s->sorted == NULL || (pass != OX_PASS_OVER && pass != OX_PASS_GLASS)) return;
    const uint32_t count = sort_effects(s);
    s->has_camera = ox_scene_camera_of(host->scene, &s->camera);
    if (pass == OX_PASS_OVER) {
        if (s->graded != NULL) show_graded(s, count);
        s->is_used = draw_covering(s, count, OX_EFFECT_COVERS_SCENE, frame);
        return;
    }
    s->is_used = draw_covering(s, count, OX_EFFECT_COVERS_SCREENS, frame) || s->is_used;
    if (s->keeping.kept == NULL) return;
    if (!s->is_used) (void)rs_frame_post(frame, rs_post_trail, &s->keeping);
    s->is_recorded = true;
}

/* A picture may be recorded twice; the picture before is there for both records. */
static void begin_picture(const ox_module_host *host, void *state) {
    effects_state *s = state;
    (void)host;
    s->is_there = s->is_recorded;
    effect_motion_advance(&s->motion);
}

/* ---- lives ---- */

static bool is_wanted(const ox_module_host *host) {
    return ox_module_is_used(host->image, NAME) ||
           ox_module_is_declared(host, &ox_effects_capacities[OX_CAPACITY_EFFECTS]);
}

static void need_world(const ox_module_host *host, void *state, ox_world_needs *needs) {
    (void)host;
    if (state != NULL) needs->components++;
}

static const ox_component_ops effect_ops = {.give = give_effect};

static ox_status join_world(const ox_module_host *host, void *state, ox_world *world) {
    if (state == NULL) return OX_OK;
    const ox_component_type type = {
        .name = EFFECT,
        .capacity = (uint16_t)ox_module_capacity(host, &ox_effects_capacities[OX_CAPACITY_EFFECTS]),
        .record = &ox_effect_type,
        .ops = &effect_ops};
    const int number = ox_module_join(host, world, &type);
    return number < 0 ? (ox_status)number : OX_OK;
}

/* Takes memory for the picture before, where the cart declared it. */
static bool take_picture(effects_state *s) {
    const ox_boot_options *wishes = s->host->options;
    const rs_format format = (rs_format)wishes->format;
    if (format == RS_PAL8 || !ox_module_is_declared(s->host, &ox_effects_capacities[OX_CAPACITY_TRAILS]))
        return true;
    s->keeping.stride = (int32_t)((rs_row_bytes(format, wishes->width) + 3u) & ~(size_t)3u);
    s->keeping.kept = ox_arena_push_low(s->host->resident, (size_t)s->keeping.stride * (size_t)wishes->height,
                                        sizeof(uint32_t));
    return s->keeping.kept != NULL;
}

/* Takes memory for effects on the whole picture, where the cart declares their capacity and the format has colours. False: memory is short. */
static bool take_wholes(effects_state *s) {
    if (s->host->options->format == PLAT_PAL8) return true;
    for (uint32_t i = 0; i < WHOLES; i++) {
        if (!ox_module_is_declared(s->host, &ox_effects_capacities[wholes[i].capacity])) continue;
        s->memory[i] = ox_arena_push_low(s->host->resident, wholes[i].bytes(s->host), sizeof(uint32_t));
        if (s->memory[i] == NULL) return false;
    }
    if (s->memory[WHOLE_MOTION] != NULL) effect_motion_take(s->host, &s->motion, s->memory[WHOLE_MOTION]);
    return true;
}

static ox_status start_effects(const ox_module_host *host, void **state) {
    if (!is_wanted(host)) return OX_OK;
    effects_state *s = OX_PUSH(host->resident, effects_state, 1);
    if (s != NULL) *s = (effects_state){.host = host};
    if (s == NULL || !take_picture(s) || !take_wholes(s))
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for effects; raise `budget`");
    *state = s;
    return OX_OK;
}

static void stop_effects(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

/* Takes room to know again what was seen, where there are motions. False: memory is short. */
static bool take_tracks(effects_state *s) {
    const uint32_t count = s->host->world->objects.capacity;
    if (s->motion.blur.vectors == NULL) return true;
    s->motion.tracks = OX_PUSH(s->host->resident, effect_track, count);
    s->motion.count = s->motion.tracks == NULL ? 0 : count;
    if (s->motion.tracks != NULL) memset(s->motion.tracks, 0, count * sizeof *s->motion.tracks);
    return s->motion.tracks != NULL;
}

/* Takes all grades of the image for the scene. False: memory is short. */
static bool hold_grades(effects_state *s) {
    const ox_module_host *host = s->host;
    const uint32_t count = ox_stock_list(host->stock, ROM_TAG_GRADE, NULL, 0);
    s->grade_count = 0;
    if (count == 0) return true;
    s->grades = OX_PUSH(host->resident, effect_grade, count);
    uint32_t *ids = OX_PUSH(host->resident, uint32_t, count);
    if (s->grades == NULL || ids == NULL) return false;
    const uint32_t listed = ox_stock_list(host->stock, ROM_TAG_GRADE, ids, count);
    for (uint32_t i = 0; i < listed; i++) {
        const uint8_t *chunk = ox_resource_data(host->resources, ids[i], ROM_TAG_GRADE, "grade");
        if (chunk != NULL)
            s->grades[s->grade_count++] = (effect_grade){rom_word(chunk + ROM_GRADE_NAME), chunk};
    }
    return true;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    const int type = ox_world_component(host->world, EFFECT);
    effects_state *s = *state;
    if (type < 0) return OX_OK;
    const bool has_palette = host->options->format == PLAT_PAL8;
    s->type = (uint32_t)type;
    s->most = host->world->components[type].type->capacity;
    s->key = 0;
    s->passes = OX_PUSH(host->resident, effect_pass, s->most);
    s->graded = has_palette ? OX_PUSH(host->resident, uint32_t, COLOURS) : NULL;
    s->sorted = OX_PUSH(host->resident, const ox_effect *, s->most);
    if (s->sorted == NULL || s->passes == NULL || (has_palette && s->graded == NULL) || !take_tracks(s) ||
        !hold_grades(s)) {
        s->sorted = NULL;
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for the effects; raise `budget`");
    }
    return OX_OK;
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    effects_state *s = *state;
    (void)how;
    if (s->key != 0) ox_console_change_colours(host->console, NULL, 0);
    s->key = 0;
    s->sorted = NULL;
    s->motion.tracks = NULL;
    s->motion.count = 0;
}

static const uint32_t tags[] = {ROM_TAG_GRADE, 0};

const ox_module ox_effects_module = {.id = NAME,
                                     .name = "effects",
                                     .tags = tags,
                                     .capacities = ox_effects_capacities,
                                     .capacity_count = OX_EFFECTS_CAPACITIES,
                                     .fields = ox_effects_field_rows,
                                     .field_count = OX_EFFECTS_FIELDS,
                                     .words = words,
                                     .start = start_effects,
                                     .stop = stop_effects,
                                     .begin = begin_scene,
                                     .end = end_scene,
                                     .world_needs = need_world,
                                     .join = join_world,
                                     .frame = begin_picture,
                                     .draw = draw_effects};
