/* Materials: colour and texture, the ramps and highlight tables of the quick path, and parts that need the fragment
 * pipeline: looks, states, slots and stages. */
#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/resource/internal.h"
#include "raster/material.h"
#include "rom/material.h"

/* ---- tables that materials share ---- */

/* The first material with this colour and a ramp, or NULL. */
static const rs_material *find_material(const ox_resources *r, uint32_t rgb) {
    for (int list = 0; list < OX_RESOURCE_LISTS; list++) {
        const ox_resource_record *record = r->lists[list];
        for (; record != NULL; record = record->next) {
            if (record->type != ROM_TAG_MATERIAL) continue;
            const rs_material *material = record->resource;
            if (material->rgb == rgb && material->ramp != NULL) return material;
        }
    }
    return NULL;
}

const void *ox_resource_ramp(ox_resources *r, uint32_t rgb, bool *ok, ox_resource_fault *fault) {
    if (r->format == RS_PAL8) return NULL;
    const rs_material *same = find_material(r, rgb);
    if (same != NULL) return same->ramp;
    void *ramp = ox_resource_room(r, (size_t)(RS_RAMP_ENTRIES * rs_format_bytes(r->format)), fault);
    if (ramp == NULL)
        *ok = false;
    else
        rs_ramp_build(r->format, rgb, ramp);
    return ramp;
}

/* A highlight table, shared between equal ones. */
static const uint8_t *highlight_table(ox_resources *r, int strength, int exponent, uint8_t *dark, bool *ok,
                                      ox_resource_fault *fault) {
    uint8_t table[256];
    if (strength == 0) return NULL;
    *dark = rs_highlight_build(strength, exponent, table);
    for (int list = 0; list < OX_RESOURCE_LISTS; list++) {
        const ox_resource_record *record = r->lists[list];
        for (; record != NULL; record = record->next) {
            if (record->type != ROM_TAG_MATERIAL) continue;
            const uint8_t *other = ((const rs_material *)record->resource)->highlight;
            if (other != NULL && memcmp(other, table, sizeof table) == 0) return other;
        }
    }
    uint8_t *kept = ox_resource_room(r, sizeof table, fault);
    if (kept == NULL)
        *ok = false;
    else
        memcpy(kept, table, sizeof table);
    return kept;
}

/* ---- parts that need the fragment pipeline ---- */

enum { SLOTS = 2 };

/* A material under construction: all of it lies in resident memory. */
typedef struct maker {
    ox_resources *r;
    uint32_t id;
    const uint8_t *data;
    const rs_texture *textures[SLOTS];
    rs_sampling sampling[SLOTS];
    uint32_t slots;
    const uint8_t *slot, *look_at, *state_at; /* NULL: none */
    rs_look *look;
    rs_pixel_state *state;
    ox_resource_fault *fault;
} maker;

static const uint8_t *array_at(const uint8_t *data, uint32_t count, uint32_t at) {
    return rom_word(data + count) == 0 || rom_word(data + at) == 0 ? NULL : data + rom_word(data + at);
}

static void plainly(const maker *m, const char *why) {
    ox_log_write(m->r->log, PLAT_LOG_WARNING, "material #%08x: %s", (unsigned)m->id, why);
}

static void read_slots(maker *m) {
    ox_resources *r = m->r;
    m->slot = array_at(m->data, ROM_MATERIAL_SLOT_COUNT, ROM_MATERIAL_SLOTS_AT);
    m->slots = m->slot == NULL ? 0 : rom_word(m->data + ROM_MATERIAL_SLOT_COUNT);
    for (uint32_t i = 0; i < m->slots; i++) {
        const uint8_t *at = m->slot + (size_t)i * ROM_MATERIAL_SLOT_SIZE;
        uint32_t id = rom_word(at + ROM_MATERIAL_SLOT_TEXTURE);
        if (i == 0 && id == 0) id = rom_word(m->data + ROM_MATERIAL_TEXTURE);
        m->textures[i] = id == 0 ? NULL : ox_resource_texture(r, id);
        m->sampling[i] = (rs_sampling){.address_u = at[ROM_MATERIAL_SLOT_ADDRESS_U],
                                       .address_v = at[ROM_MATERIAL_SLOT_ADDRESS_V],
                                       .magnify = at[ROM_MATERIAL_SLOT_MAGNIFY],
                                       .minify = at[ROM_MATERIAL_SLOT_MINIFY],
                                       .mip = at[ROM_MATERIAL_SLOT_MIP],
                                       .between = at[ROM_MATERIAL_SLOT_BETWEEN],
                                       .probes = at[ROM_MATERIAL_SLOT_PROBES],
                                       .bias = (int8_t)at[ROM_MATERIAL_SLOT_BIAS],
                                       .border = rom_word(at + ROM_MATERIAL_SLOT_BORDER)};
    }
}

static bool needs_look(const maker *m) {
    const uint8_t *second = m->slots < 2 ? NULL : m->slot + ROM_MATERIAL_SLOT_SIZE;
    return m->look_at != NULL || rom_word(m->data + ROM_MATERIAL_VERTEX_STAGE) != 0 ||
           rom_word(m->data + ROM_MATERIAL_PIXEL_STAGE) != 0 ||
           rom_word(m->data + ROM_MATERIAL_PROGRAM_WORDS) != 0 ||
           (m->slots > 0 && (m->slot[ROM_MATERIAL_SLOT_FLAGS] & ROM_MATERIAL_SLOT_SPHERE) != 0) ||
           (second != NULL && (second[ROM_MATERIAL_SLOT_FLAGS] & ROM_MATERIAL_SLOT_SPHERE) != 0);
}

static bool needs_state(const maker *m) {
    return m->state_at != NULL || m->slots > 0 || m->data[ROM_MATERIAL_TRANSPARENCY] != 0;
}

static void read_look(const maker *m, rs_look *look) {
    static const uint8_t every[] = {0, 4, 8};
    const uint8_t *at = m->look_at;
    if (at == NULL) return;
    uint8_t function = at[ROM_MATERIAL_LOOK_FUNCTION], flags = at[ROM_MATERIAL_LOOK_FLAGS];
    look->reflecting.function = function == 0 ? NULL : rs_reflectance_at(function);
    look->reflecting.ambient = rom_word(at + ROM_MATERIAL_LOOK_AMBIENT) & 0xFFFFFFu;
    look->reflecting.diffuse = rom_word(at + ROM_MATERIAL_LOOK_DIFFUSE) & 0xFFFFFFu;
    look->reflecting.specular = rom_word(at + ROM_MATERIAL_LOOK_SPECULAR) & 0xFFFFFFu;
    look->reflecting.emissive = rom_word(at + ROM_MATERIAL_LOOK_EMISSIVE) & 0xFFFFFFu;
    look->reflecting.log2_exponent = m->data[ROM_MATERIAL_SHININESS];
    look->reflecting.wrap = at[ROM_MATERIAL_LOOK_WRAP];
    look->pixel_light = at[ROM_MATERIAL_LOOK_PIXEL_LIGHT] == 0 ? RS_PER_VERTEX : RS_PER_PIXEL;
    look->light_every = every[at[ROM_MATERIAL_LOOK_LIGHT_EVERY]];
    look->cull = at[ROM_MATERIAL_LOOK_CULL];
    look->vector = at[ROM_MATERIAL_LOOK_VECTOR] == 0 ? RS_VECTOR_NORMAL : RS_VECTOR_COORDINATE;
    look->far_eye = (flags & ROM_MATERIAL_LOOK_FAR_EYE) != 0;
    look->add_ambient = (flags & ROM_MATERIAL_LOOK_ADD_AMBIENT) != 0;
    look->add_lights = (flags & ROM_MATERIAL_LOOK_ADD_LIGHTS) != 0;
}

static void read_unit(const maker *m, uint32_t i, rs_unit_state *unit) {
    const uint8_t *at = m->slot + (size_t)i * ROM_MATERIAL_SLOT_SIZE;
    uint8_t flags = at[ROM_MATERIAL_SLOT_FLAGS];
    unit->texture = i == 0 ? NULL : m->textures[i];
    unit->sampling = m->sampling[i];
    unit->colour = at[ROM_MATERIAL_SLOT_COMBINE];
    unit->alpha = at[ROM_MATERIAL_SLOT_COMBINE_ALPHA];
    unit->blend_by = at[ROM_MATERIAL_SLOT_BLEND_BY];
    unit->constant = at[ROM_MATERIAL_SLOT_CONSTANT];
    unit->second_set = (flags & ROM_MATERIAL_SLOT_SECOND_SET) != 0;
    unit->projective = (flags & ROM_MATERIAL_SLOT_PROJECTIVE) != 0;
    unit->sphere = (flags & ROM_MATERIAL_SLOT_SPHERE) != 0;
    if (unit->sphere && m->look_at != NULL && m->look_at[ROM_MATERIAL_LOOK_REFLECTIVITY] != 0) {
        unit->colour = RS_COMBINE_BLEND;
        unit->blend_by = RS_BY_CONSTANT;
        unit->constant = m->look_at[ROM_MATERIAL_LOOK_REFLECTIVITY];
    }
}

static bool read_fog(const maker *m, rs_pixel_state *state) {
    const uint8_t *at = m->state_at;
    if (at[ROM_MATERIAL_STATE_FOG] == 0) return true;
    rs_fog *fog = ox_resource_room(m->r, sizeof *fog, m->fault);
    if (fog == NULL) return false;
    if (rs_fog_make(fog, at[ROM_MATERIAL_STATE_FOG], rom_word(at + ROM_MATERIAL_STATE_FOG_COLOUR) & 0xFFFFFFu,
                    (fx)rom_word(at + ROM_MATERIAL_STATE_FOG_START),
                    (fx)rom_word(at + ROM_MATERIAL_STATE_FOG_END),
                    (fx)rom_word(at + ROM_MATERIAL_STATE_FOG_DENSITY)))
        state->fog.fog = fog;
    return true;
}

static bool read_state(const maker *m, rs_pixel_state *state) {
    const uint8_t *at = m->state_at;
    for (uint32_t i = 0; i < m->slots; i++) read_unit(m, i, &state->unit[i]);
    state->blend.transparency = m->data[ROM_MATERIAL_TRANSPARENCY];
    if (at == NULL) {
        if (state->blend.transparency != 0) state->blend.mode = RS_BLEND_ALPHA;
        return true;
    }
    uint32_t flags = rom_half(at + ROM_MATERIAL_STATE_FLAGS);
    state->depth = (rs_depth_state){.function = at[ROM_MATERIAL_STATE_DEPTH],
                                    .no_write = (flags & ROM_MATERIAL_STATE_NO_WRITE) != 0,
                                    .w_buffer = (flags & ROM_MATERIAL_STATE_EVEN_DEPTH) != 0,
                                    .bias = (int32_t)rom_word(at + ROM_MATERIAL_STATE_BIAS),
                                    .slope = (int32_t)rom_word(at + ROM_MATERIAL_STATE_SLOPE)};
    state->alpha_test = (rs_alpha_test){.on = (flags & ROM_MATERIAL_STATE_ALPHA_TEST) != 0,
                                        .function = at[ROM_MATERIAL_STATE_ALPHA],
                                        .reference = at[ROM_MATERIAL_STATE_ALPHA_REFERENCE],
                                        .colour_key = (flags & ROM_MATERIAL_STATE_COLOUR_KEY) != 0};
    state->blend.mode = at[ROM_MATERIAL_STATE_BLEND];
    state->blend.source = at[ROM_MATERIAL_STATE_SOURCE];
    state->blend.stored = at[ROM_MATERIAL_STATE_STORED];
    state->blend.operation = at[ROM_MATERIAL_STATE_OPERATION];
    state->blend.constant = at[ROM_MATERIAL_STATE_CONSTANT];
    state->blend.keep = at[ROM_MATERIAL_STATE_KEEP];
    state->fog.per_pixel = (flags & ROM_MATERIAL_STATE_FOG_PER_PIXEL) != 0;
    state->output = (rs_output_state){.dither = at[ROM_MATERIAL_STATE_DITHER],
                                      .hidden = at[ROM_MATERIAL_STATE_HIDDEN],
                                      .emissive_from = at[ROM_MATERIAL_STATE_EMISSIVE_FROM],
                                      .no_light = (flags & ROM_MATERIAL_STATE_NO_LIGHT) != 0,
                                      .emissive = rom_word(at + ROM_MATERIAL_STATE_EMISSIVE) & 0xFFFFFFu};
    return read_fog(m, state);
}

/* The constants of a material in the form that stages get. */
static rs_stage_constants *read_constants(const maker *m, const void *entry) {
    const uint8_t *at = array_at(m->data, ROM_MATERIAL_CONSTANT_COUNT, ROM_MATERIAL_CONSTANTS_AT);
    uint32_t count = at == NULL ? 0 : rom_word(m->data + ROM_MATERIAL_CONSTANT_COUNT);
    rs_stage_constants *c = ox_resource_room(m->r, sizeof *c, m->fault);
    if (c == NULL) return NULL;
    memset(c, 0, sizeof *c);
    c->values = count == 0 ? NULL : ox_resource_words(m->r, at, count, m->fault);
    if (count != 0 && c->values == NULL) return NULL;
    c->count = count;
    c->entry = entry;
    c->opacity = (uint8_t)(255 - m->data[ROM_MATERIAL_TRANSPARENCY]);
    if (m->look_at != NULL) {
        c->bump_scale = (fx)rom_word(m->look_at + ROM_MATERIAL_LOOK_BUMP_SCALE);
        c->reflectivity = m->look_at[ROM_MATERIAL_LOOK_REFLECTIVITY];
    }
    return c;
}

static bool give_vertex_stage(const maker *m, rs_look *look) {
    ox_resources *r = m->r;
    uint32_t id = rom_word(m->data + ROM_MATERIAL_VERTEX_STAGE);
    if (id == 0) return true;
    rs_vertex_stage *function = rs_vertex_stage_find(r->vertex_stages, r->vertex_stage_count, id);
    const rs_stage_constants *constants = read_constants(m, NULL);
    if (constants == NULL) return false;
    if (function != NULL) {
        look->stage = function;
        look->constants = constants;
    } else if (id == rom_id("stage/wave")) {
        ox_resource_wave *wave = ox_resource_room(r, sizeof *wave, m->fault);
        if (wave == NULL) return false;
        if (rs_wave_make(&wave->wave, constants->values, constants->count) &&
            rs_look_wave(look, &wave->wave)) {
            wave->next = r->waves;
            r->waves = wave;
        }
    } else {
        plainly(m, "there is no vertex stage with its number: its vertices stay as they are");
    }
    return true;
}

/* Gives a look the program in the material itself: words, constants, a sampler a slot. */
static bool give_program(const maker *m, rs_look *look) {
    ox_resources *r = m->r;
    const uint8_t *at = array_at(m->data, ROM_MATERIAL_PROGRAM_WORDS, ROM_MATERIAL_PROGRAM_AT);
    const rs_stage_constants *constants;
    if (at == NULL) {
        if (rom_word(m->data + ROM_MATERIAL_PIXEL_STAGE) != 0)
            plainly(m, "there is no pixel stage with its number, and no program: it is drawn without");
        return true;
    }
    rs_program *program = ox_resource_room(r, sizeof *program, m->fault);
    rs_sampler *samplers = m->slots == 0 ? NULL : ox_resource_room(r, m->slots * sizeof *samplers, m->fault);
    constants = read_constants(m, NULL);
    if (program == NULL || constants == NULL || (m->slots > 0 && samplers == NULL)) return false;
    program->count = rom_word(m->data + ROM_MATERIAL_PROGRAM_WORDS);
    program->words = ox_resource_words(r, at, program->count, m->fault);
    program->constants = (const vec4 *)constants->values;
    program->constant_count = constants->count / 4;
    if (program->words == NULL) return false;
    const rs_program_textures textures = {m->textures, m->sampling, m->slots,
                                          r->palette == NULL ? NULL : r->palette->rgb};
    if (!rs_look_program(look, program, samplers, &textures))
        plainly(m, "its program is damaged or a slot has no texture: it is drawn without");
    return true;
}

static bool give_pixel_stage(const maker *m, rs_look *look) {
    ox_resources *r = m->r;
    uint32_t id = rom_word(m->data + ROM_MATERIAL_PIXEL_STAGE);
    const rs_stage_entry *entry = id == 0 ? NULL : rs_stage_find(r->pixel_stages, r->pixel_stage_count, id);
    if (entry == NULL) return give_program(m, look);
    look->shade_constants = read_constants(m, entry->constants);
    look->shade = entry->function;
    look->pixel_light = RS_STAGE;
    return look->shade_constants != NULL;
}

FX_STATIC_ASSERT(sizeof(vec4) == 16, "constants of the image are vectors in place");

/* Leaves out blending on a palette surface without a table of nearest colours, and logs that. */
static void fit_palette(const maker *m, rs_pixel_state *state) {
    const ox_resources *r = m->r;
    if (r->format != RS_PAL8 || (r->palette != NULL && r->palette->inverse != NULL) ||
        state->blend.mode == RS_BLEND_REPLACE)
        return;
    state->blend = (rs_blend_state){.mode = RS_BLEND_REPLACE};
    plainly(m, "the palette has no table of nearest colours: it is drawn opaque");
}

static bool give_fragment_state(maker *m, rs_material *material) {
    ox_resources *r = m->r;
    if (needs_look(m)) {
        rs_look *look = ox_resource_room(r, sizeof *look, m->fault);
        if (look == NULL) return false;
        memset(look, 0, sizeof *look);
        read_look(m, look);
        if (!give_vertex_stage(m, look) || !give_pixel_stage(m, look)) return false;
        material->look = look;
    }
    if (needs_state(m)) {
        rs_pixel_state *state = ox_resource_room(r, sizeof *state, m->fault);
        if (state == NULL) return false;
        memset(state, 0, sizeof *state);
        if (!read_state(m, state)) return false;
        fit_palette(m, state);
        material->state = state;
    }
    return true;
}

void ox_resources_tick(ox_resources *r, uint32_t tick) {
    for (ox_resource_wave *wave = r->waves; wave != NULL; wave = wave->next) wave->wave.tick = tick;
}

/* ---- building ---- */

static void read_plain(const uint8_t *data, rs_material *material) {
    material->rgb = rom_word(data + ROM_MATERIAL_COLOUR) & 0xFFFFFFu;
    material->index = data[ROM_MATERIAL_INDEX];
    material->shading = data[ROM_MATERIAL_SHADING];
    material->mapping = data[ROM_MATERIAL_MAPPING];
    material->two_sided = (data[ROM_MATERIAL_FLAGS] & ROM_MATERIAL_TWO_SIDED) != 0;
    if (!rom_has(data, ROM_MATERIAL_TRANSPARENCY)) return;
    material->pass = data[ROM_MATERIAL_PASS];
    material->sort = data[ROM_MATERIAL_SORT];
    material->order = data[ROM_MATERIAL_ORDER];
}

/* Fills in a material from a checked chunk; false: no room. */
static bool fill_material(maker *m, bool fragments, rs_material *material) {
    ox_resources *r = m->r;
    bool ok = true;
    material->ramp = ox_resource_ramp(r, material->rgb, &ok, m->fault);
    if (ok) {
        material->highlight =
            highlight_table(r, m->data[ROM_MATERIAL_SPECULAR], m->data[ROM_MATERIAL_SHININESS],
                            &material->dark, &ok, m->fault);
    }
    return ok && (!fragments || give_fragment_state(m, material));
}

/* Makes a material. Not in line, to keep the stack low where textures are looked up. */
__attribute__((noinline)) static const void *make_material(ox_resources *r, uint32_t id, const uint8_t *data,
                                                           const rs_texture *image,
                                                           ox_resource_fault *fault) {
    maker m = {.r = r, .id = id, .data = data, .fault = fault};
    bool fragments = rom_material_wants_fragments(data);
    if (fragments && !rs_fragment_linked()) {
        plainly(&m, "this machine's player has no fragment pipeline: it is drawn plainly");
        fragments = false;
    }
    if (fragments) {
        m.look_at = array_at(data, ROM_MATERIAL_LOOK_COUNT, ROM_MATERIAL_LOOK_AT);
        m.state_at = array_at(data, ROM_MATERIAL_STATE_COUNT, ROM_MATERIAL_STATE_AT);
        read_slots(&m);
    }
    ox_resource_wave *waves = r->waves;
    ox_resource_marks marks = ox_resource_begin(r, OX_CLASSES);
    rs_material *material = ox_resource_room(r, sizeof *material, fault);
    if (material != NULL) {
        memset(material, 0, sizeof *material);
        read_plain(data, material);
        material->texture = image;
        if (fill_material(&m, fragments, material)) return material;
    }
    r->waves = waves;
    ox_resource_give_back(r, &marks);
    return NULL;
}

/* The textures of the slots become resources of their own before the material takes room. */
static void find_slots(ox_resources *r, const uint8_t *data) {
    const uint8_t *slot = rom_material_wants_fragments(data)
                              ? array_at(data, ROM_MATERIAL_SLOT_COUNT, ROM_MATERIAL_SLOTS_AT)
                              : NULL;
    uint32_t slots = slot == NULL || !rs_fragment_linked() ? 0 : rom_word(data + ROM_MATERIAL_SLOT_COUNT);
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t id = rom_word(slot + (size_t)i * ROM_MATERIAL_SLOT_SIZE + ROM_MATERIAL_SLOT_TEXTURE);
        if (id != 0) (void)ox_resource_texture(r, id);
    }
}

const void *ox_resource_build_material(ox_resources *r, uint32_t id, ox_held *held,
                                       ox_resource_fault *fault) {
    const uint8_t *data = ox_resource_chunk(r, id, ROM_TAG_MATERIAL, held, fault);
    if (data == NULL) return NULL;
    uint32_t texture = rom_word(data + ROM_MATERIAL_TEXTURE);
    r->coming = false;
    const rs_texture *image = texture == 0 ? NULL : ox_resource_texture(r, texture);
    find_slots(r, data);
    fault->coming = r->coming;
    return r->coming ? NULL : make_material(r, id, data, image, fault);
}
