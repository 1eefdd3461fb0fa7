/* The options of a material: colour and texture, coloured light, what happens to its pixels, slots and stages. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "raster/passes.h"
#include "rom/chunks.h"
#include "tools/cart/cart_parser.h"

static const char *const reflects[] = {"blinn", "phong", "lambert", "wrap", NULL};
static const char *const culls[] = {"back", "front", "none", NULL};
static const char *const lights[] = {"vertex", "pixel", "pixel4", "pixel8", NULL};
static const char *const blends[] = {"replace", "alpha",      "add",           "multiply", "subtract",
                                     "screen",  "attenuated", "premultiplied", "average",  NULL};
static const char *const compares[] = {"less",    "lequal", "equal", "notequal", "gequal",
                                       "greater", "always", "never", NULL};
static const char *const dithers[] = {"none", "4x4", "2x2", NULL};
static const char *const fogs[] = {"none", "linear", "exp", "exp2", "range", NULL};
static const char *const addresses[] = {"wrap", "mirror", "clamp", NULL};
static const char *const filters[] = {"nearest", "bilinear", "dithered", NULL};
static const char *const mips[] = {"none", "triangle", "pixel", NULL};
static const char *const combines[] = {"modulate", "replace", "modulate2x", "add",   "subtract", "blend",
                                       "decal",    "dot3",    "keep",       "gloss", "emissive", NULL};
static const char *const bys[] = {"texel", "primary", "constant", "previous", NULL};
static const char *const coordinates[] = {"first", "second", "projective", "sphere", NULL};
static const char *const passes[] = {"background", "prepass", "opaque",  "decal", "translucent",
                                     "foreground", "post",    "overlay", NULL};
static const char *const sorts[] = {"none", "near", "far", NULL};

/* The records of a material in which an option sets a byte; the option also marks the record as present. */
typedef enum part { LOOK, STATE, SLOT, SECOND } part;

typedef struct byte_option {
    const char *key;
    const char *const *words; /* NULL: a number from 0 to `most` */
    part part;
    size_t at;
    double most, unit; /* the largest number, and what 1 is stored as */
} byte_option;

#define IN_LOOK(field) LOOK, offsetof(rom_material_look_record, field)
#define IN_STATE(field) STATE, offsetof(rom_material_state_record, field)
#define IN_SLOT(which, field) which, offsetof(rom_material_slot_record, field)

static const byte_option bytes[] = {
    {"reflect", reflects, IN_LOOK(function), 0, 0},
    {"cull", culls, IN_LOOK(cull), 0, 0},
    {"wrap", NULL, IN_LOOK(wrap), 1, 255},
    {"reflectivity", NULL, IN_LOOK(reflectivity), 1, 255},
    {"blend", blends, IN_STATE(blend), 0, 0},
    {"depth", compares, IN_STATE(depth), 0, 0},
    {"alpha", compares, IN_STATE(alpha), 0, 0},
    {"dither", dithers, IN_STATE(dither), 0, 0},
    {"hidden", NULL, IN_STATE(hidden), 16, 1},
    {"fog", fogs, IN_STATE(fog), 0, 0},
    {"combine", combines, IN_SLOT(SLOT, combine), 0, 0},
    {"combine2", combines, IN_SLOT(SECOND, combine), 0, 0},
    {"by2", bys, IN_SLOT(SECOND, blend_by), 0, 0},
    {"constant2", NULL, IN_SLOT(SECOND, constant), 1, 255},
    {"mip", mips, IN_SLOT(SLOT, mip), 0, 0},
    {"mip2", mips, IN_SLOT(SECOND, mip), 0, 0},
};

static uint8_t *part_of(cart_material *m, part which) {
    switch (which) {
    case LOOK:
        m->has_look = true;
        return (uint8_t *)&m->look;
    case STATE:
        m->has_state = true;
        return (uint8_t *)&m->state;
    case SLOT:
        m->slot_count = m->slot_count < 1 ? 1 : m->slot_count;
        return (uint8_t *)&m->slots[0];
    default:
        m->slot_count = 2;
        return (uint8_t *)&m->slots[1];
    }
}

/* Stores an option's value where the table says. An absent option changes nothing. */
static bool take_byte(cart_parser *p, cart_material *m, const byte_option *o) {
    int choice = -1;
    double number = -1;
    if (o->words != NULL ? !cart_choice_option(p, o->key, o->words, &choice)
                         : !cart_number_option(p, o->key, 0, o->most, &number))
        return false;
    if (choice < 0 && number < 0) return true;
    part_of(m, o->part)[o->at] = (uint8_t)(choice >= 0 ? choice : (int)(number * o->unit + 0.5));
    return true;
}

static bool take_colour(cart_parser *p, const char *key, uint32_t *colour, bool *there) {
    const char *word = cart_option(p, key);
    if (word == NULL) return true;
    *there = true;
    return cart_parse_colour(word, colour) ||
           cart_wrong(p, "%s `%s`; write #RRGGBB with hexadecimal digits", key, word);
}

/* The range of a 16.16 number in a record. Setting the number marks the record as present. */
typedef struct fx_range {
    double least, most, unit;
} fx_range;

static bool take_fx(cart_parser *p, const char *key, fx_range range, int32_t *out, bool *there) {
    double value = 1e9;
    if (!cart_number_option(p, key, range.least, range.most, &value)) return false;
    if (value > 1e8) return true;
    *out = (int32_t)(value * range.unit + (value < 0 ? -0.5 : 0.5));
    *there = true;
    return true;
}

/* address=clamp or address=clamp,wrap; filter=nearest,linear in the same way, for magnification and minification. */
static bool take_pair(cart_parser *p, cart_material *m, const char *key, const char *const *words, part which,
                      size_t at) {
    char copy[32];
    const char *word = cart_option(p, key);
    if (word == NULL) return true;
    snprintf(copy, sizeof copy, "%s", word);
    char *comma = strchr(copy, ',');
    if (comma != NULL) *comma = 0;
    int first = cart_choice(copy, words), second = comma == NULL ? first : cart_choice(comma + 1, words);
    if (first < 0 || second < 0)
        return cart_wrong(p, "%s `%s`; write %s, %s or %s, or two of them with a comma", key, word, words[0],
                          words[1], words[2]);
    uint8_t *out = part_of(m, which) + at;
    out[0] = (uint8_t)first;
    out[1] = (uint8_t)second;
    return true;
}

static bool take_constants(cart_parser *p, cart_material *m) {
    char copy[1024];
    const char *word = cart_option(p, "constants");
    if (word == NULL) return true;
    if (strlen(word) >= sizeof copy)
        return cart_wrong(p, "constants with more than %u characters", (unsigned)sizeof copy - 1);
    snprintf(copy, sizeof copy, "%s", word);
    for (char *at = copy, *comma; at != NULL; at = comma) {
        comma = strchr(at, ',');
        if (comma != NULL) *comma++ = 0;
        if (m->constant_count == CART_CONSTANTS)
            return cart_wrong(p, "more than %d constants", CART_CONSTANTS);
        double *value = &m->constants[m->constant_count++];
        if (!cart_parse_number(at, value) || *value < -32767 || *value > 32767)
            return cart_wrong(p, "constant `%s` is no number from -32767 to 32767; write constants=A,B,C",
                              at);
    }
    return true;
}

static void set_flag(cart_parser *p, cart_material *m, const char *word, uint32_t flag) {
    if (!cart_flag(p, word)) return;
    m->state.flags = (uint16_t)(m->state.flags | flag);
    m->has_state = true;
}

/* ---- groups ---- */

static bool take_look(cart_parser *p, cart_material *m) {
    int light = -1;
    if (!take_colour(p, "ambient", &m->look.ambient, &m->has_look) ||
        !take_colour(p, "diffuse", &m->look.diffuse, &m->has_look) ||
        !take_colour(p, "highlight", &m->look.specular, &m->has_look) ||
        !take_colour(p, "emissive", &m->look.emissive, &m->has_look) ||
        !take_fx(p, "bump", (fx_range){0, 64, 65536}, &m->look.bump_scale, &m->has_look) ||
        !cart_choice_option(p, "light", lights, &light))
        return false;
    if (cart_flag(p, "far-eye")) {
        m->look.flags |= ROM_MATERIAL_LOOK_FAR_EYE;
        m->has_look = true;
    }
    if (light < 0) return true;
    m->has_look = true;
    m->look.pixel_light = light > 0;
    m->look.light_every = (uint8_t)(light > 1 ? light - 1 : 0);
    return true;
}

static bool take_fog(cart_parser *p, cart_material *m) {
    rom_material_state_record *s = &m->state;
    bool there = false;
    int32_t start = 0, end = 0, density = 0;
    if (!take_colour(p, "fog-colour", &s->fog_colour, &there) ||
        !take_fx(p, "fog-start", (fx_range){0, 32000, 65536}, &start, &there) ||
        !take_fx(p, "fog-end", (fx_range){0.01, 32000, 65536}, &end, &there) ||
        !take_fx(p, "fog-density", (fx_range){0, 1000, 65536}, &density, &there))
        return false;
    s->fog_start = start, s->fog_end = end, s->fog_density = density;
    if (there && s->fog == 0)
        return cart_wrong(p, "settings of fog without fog=linear, exp, exp2 or range; add it");
    if (s->fog != 0 && end <= start)
        return cart_wrong(p, "fog without fog-end=METRES beyond its start; add it");
    if (s->fog == 2 || s->fog == 3) {
        if (density == 0)
            return cart_wrong(p, "fog=%s without fog-density=D (1/metre); add it", fogs[s->fog]);
    }
    return true;
}

static bool take_state(cart_parser *p, cart_material *m) {
    rom_material_state_record *s = &m->state;
    double reference = -1;
    if (!take_fx(p, "bias", (fx_range){-65534, 65534, 1}, &s->bias, &m->has_state) ||
        !take_fx(p, "slope", (fx_range){-4096, 4096, 256}, &s->slope, &m->has_state) ||
        !take_colour(p, "glow", &s->emissive, &m->has_state) ||
        !cart_number_option(p, "alpha-test", 0, 255, &reference) || !take_fog(p, m))
        return false;
    if (reference >= 0) {
        s->alpha_reference = (uint8_t)reference;
        s->flags |= ROM_MATERIAL_STATE_ALPHA_TEST;
        if (s->alpha == 0) s->alpha = RS_GEQUAL;
        m->has_state = true;
    } else if (s->alpha != 0) {
        return cart_wrong(p, "alpha=%s without alpha-test=0..255, what it is compared with; add it",
                          compares[s->alpha]);
    }
    set_flag(p, m, "no-depth-write", ROM_MATERIAL_STATE_NO_WRITE);
    set_flag(p, m, "even-depth", ROM_MATERIAL_STATE_EVEN_DEPTH);
    set_flag(p, m, "keyed", ROM_MATERIAL_STATE_COLOUR_KEY);
    set_flag(p, m, "fog-per-pixel", ROM_MATERIAL_STATE_FOG_PER_PIXEL);
    set_flag(p, m, "no-light", ROM_MATERIAL_STATE_NO_LIGHT);
    return true;
}

static bool take_slots(cart_parser *p, cart_material *m) {
    const size_t address = offsetof(rom_material_slot_record, address_u),
                 filter = offsetof(rom_material_slot_record, magnify);
    int from = 0;
    if (!take_pair(p, m, "address", addresses, SLOT, address) ||
        !take_pair(p, m, "filter", filters, SLOT, filter) ||
        !take_pair(p, m, "address2", addresses, SECOND, address) ||
        !take_pair(p, m, "filter2", filters, SECOND, filter) || !cart_name_option(p, "texture2", m->second) ||
        !cart_choice_option(p, "coordinates2", coordinates, &from))
        return false;
    if (m->second[0] == 0 && (m->slot_count == 2 || from != 0))
        return cart_wrong(p, "settings of a second texture without texture2=NAME; add it");
    if (m->second[0] == 0) return true;
    m->slot_count = 2;
    m->slots[1].flags = (uint8_t)(from == 1   ? ROM_MATERIAL_SLOT_SECOND_SET
                                  : from == 2 ? ROM_MATERIAL_SLOT_PROJECTIVE
                                  : from == 3 ? ROM_MATERIAL_SLOT_SPHERE
                                              : 0);
    return true;
}

static bool take_stages(cart_parser *p, cart_material *m) {
    const char *file = cart_option(p, "program");
    if (!cart_name_option(p, "vertex", m->vertex) || !cart_name_option(p, "pixel", m->pixel) ||
        !take_constants(p, m))
        return false;
    if (m->look.bump_scale != 0 && m->vertex[0] == 0 && m->pixel[0] == 0)
        return cart_wrong(
            p, "bump= is read by stages of the game alone; name one with pixel= or vertex=, or leave it out");
    if (file == NULL) return true;
    if (m->constant_count > 0 && m->vertex[0] == 0 && m->pixel[0] == 0)
        return cart_wrong(p, "constants of a program stand in its text; leave constants= out");
    if (m->constant_count > 0)
        return cart_wrong(p, "a program has constants of its own; name the stages without program=");
    return cart_take_path(p, file, m->program);
}

static void set_opacity(cart_material *m, double opacity) {
    m->opacity = opacity;
    if (opacity >= 1) return;
    m->has_state = true;
    if (m->state.blend == RS_BLEND_REPLACE) m->state.blend = RS_BLEND_ALPHA;
}

/* Fills in a pass's defaults for depth and sort where the line sets neither: raster/passes.h. */
static void fill_pass(cart_material *m, bool depth_said, bool sort_said) {
    rom_material_state_record *s = &m->state;
    if (m->pass == 0 && m->has_state && s->blend != RS_BLEND_REPLACE) m->pass = RS_PASS_TRANSLUCENT + 1;
    bool off = m->pass == RS_PASS_BACKGROUND + 1 || m->pass == RS_PASS_OVERLAY + 1,
         decal = m->pass == RS_PASS_DECAL + 1;
    if (m->pass == RS_PASS_TRANSLUCENT + 1 && !sort_said) m->sort = RS_FARTHEST_FIRST;
    if (!off && !decal && m->pass != RS_PASS_TRANSLUCENT + 1) return;
    m->has_state = true;
    s->flags |= ROM_MATERIAL_STATE_NO_WRITE;
    if (!depth_said) s->depth = (uint8_t)(off ? RS_ALWAYS : decal ? RS_LEQUAL : RS_LESS);
    if (decal && s->bias == 0) s->bias = -RS_DECAL_BIAS;
}

void cart_material_opacity(cart_material *m, double opacity) {
    set_opacity(m, opacity);
    fill_pass(m, false, false);
}

void cart_material_key(cart_material *m) {
    m->state.flags |= ROM_MATERIAL_STATE_COLOUR_KEY;
    m->has_state = true;
}

bool cart_material_is_keyed(const cart_material *m) {
    return (m->state.flags & ROM_MATERIAL_STATE_COLOUR_KEY) != 0;
}

static bool take_options(cart_parser *p, cart_material *m) {
    double opacity = 1;
    int pass = -1, sort = -1;
    bool colour = false, depth_said = false;
    for (int i = 1; i < p->count; i++) depth_said = depth_said || strncmp(p->words[i], "depth=", 6) == 0;
    m->two_sided = cart_flag(p, "two-sided");
    if (!take_colour(p, "colour", &m->colour, &colour) ||
        !cart_choice_option(p, "shading", cart_shadings, &m->shading) ||
        !cart_choice_option(p, "mapping", cart_mappings, &m->mapping) ||
        !cart_number_option(p, "specular", 0, 1, &m->specular) ||
        !cart_number_option(p, "shininess", 1, 128, &m->shininess) ||
        !cart_name_option(p, "texture", m->texture) || !cart_number_option(p, "opacity", 0, 1, &opacity) ||
        !cart_choice_option(p, "pass", passes, &pass) || !cart_choice_option(p, "sort", sorts, &sort) ||
        !cart_number_option(p, "order", 0, 255, &m->order))
        return false;
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        if (!take_byte(p, m, &bytes[i])) return false;
    }
    if (!take_look(p, m) || !take_state(p, m) || !take_slots(p, m) || !take_stages(p, m)) return false;
    set_opacity(m, opacity);
    m->pass = pass + 1;
    if (sort >= 0) m->sort = sort;
    fill_pass(m, depth_said, sort >= 0);
    return true;
}

static bool read_material(cart_parser *p) {
    const char *name = cart_word(p, "a name");
    if (name == NULL) return false;
    const cart_material *earlier = cart_find_material(p->c, name);
    unsigned long earlier_line = earlier == NULL ? 0 : earlier->line;
    cart_material *material = cart_add_material(p->c);
    if (material == NULL) return cart_wrong(p, "out of memory");
    if (!cart_take_new_name(p, earlier_line, name, material->name)) return false;
    material->line = p->line;
    return take_options(p, material) && cart_end_of_line(p);
}

static const cart_option_row material_options[] = {
    {"colour", "#RRGGBB", "what is multiplied with its texture and light (#FFFFFF)"},
    {"shading", "flat|gouraud|phong|unlit", "light for each triangle, corner or pixel, or none (gouraud)"},
    {"specular", "0..1", "how strong its highlight is (0)"},
    {"shininess", "1..128", "how small its highlight is (32)"},
    {"texture", "NAME", "a picture over it"},
    {"mapping", "span|pixel|affine",
     "how exact the texture lies in perspective: every few pixels, each one, not at all (span)"},
    {"two-sided", NULL, "its back is seen too"},
    {"", NULL, "Coloured light"},
    {"ambient", "#RRGGBB", "how much of the light from everywhere is sent back"},
    {"diffuse", "#RRGGBB", "how much of the light of suns and points is sent back"},
    {"highlight", "#RRGGBB", "the colour of its highlight"},
    {"emissive", "#RRGGBB", "light of its own"},
    {"reflect", "blinn|phong|lambert|wrap", "the function of light"},
    {"wrap", "0..1", "how far light goes round it, with reflect=wrap"},
    {"light", "vertex|pixel|pixel4|pixel8",
     "reckoned at corners, at each pixel, or at every fourth or eighth one"},
    {"far-eye", NULL, "highlights as if the eye were far away: quicker"},
    {"cull", "back|front|none", "which side is not drawn"},
    {"", NULL, "Blending"},
    {"opacity", "0..1", "below 1 one sees through (1)"},
    {"blend", "replace|alpha|add|multiply|subtract|screen|attenuated|premultiplied|average",
     "what becomes of it and what lies behind"},
    {"", NULL, "Depth"},
    {"depth", "less|lequal|equal|notequal|gequal|greater|always|never", "when a pixel is in front"},
    {"no-depth-write", NULL, "what is drawn later may lie over it, wherever it is"},
    {"even-depth", NULL, "depths grow evenly with distance, for every material of a picture alike"},
    {"bias", "CODES", "moves its depth, so that what lies on something is in front"},
    {"slope", "S", "the same, times how steep it is"},
    {"", NULL, "Pixels"},
    {"alpha-test", "0..255", "pixels of less alpha are left out"},
    {"alpha", "less|lequal|equal|notequal|gequal|greater|always|never",
     "how alpha is compared with that (gequal)"},
    {"keyed", NULL, "pixels of the texture's transparent colour are left out"},
    {"dither", "none|4x4|2x2", "a pattern in the place of colours between those that there are"},
    {"hidden", "0..16",
     "of 16 pixels, how many are left out in a pattern: one sees through without blending"},
    {"no-light", NULL, "drawn as its colours are"},
    {"glow", "#RRGGBB", "added to each pixel"},
    {"", NULL, "Fog"},
    {"fog", "none|linear|exp|exp2|range", "how it begins"},
    {"fog-colour", "#RRGGBB", "what far surfaces become"},
    {"fog-start", "METRES", "where it begins"},
    {"fog-end", "METRES", "where nothing else is seen"},
    {"fog-density", "K", "of exp and exp2, for a metre"},
    {"fog-per-pixel", NULL, "reckoned at each pixel, not at corners"},
    {"", NULL, "Texture"},
    {"address", "wrap|mirror|clamp[,...]", "beyond its edges; after a comma for v"},
    {"filter", "nearest|bilinear|dithered[,...]",
     "between its pixels; after a comma where it is seen smaller"},
    {"mip", "none|triangle|pixel", "smaller sizes for far surfaces: they are packed too, a third more"},
    {"combine", "modulate|replace|modulate2x|add|subtract|blend|decal|dot3|keep|gloss|emissive",
     "what texture and light make together"},
    {"", NULL, "Second texture"},
    {"texture2", "NAME", "a second picture over the first"},
    {"address2", "wrap|mirror|clamp[,...]", "as address"},
    {"filter2", "nearest|bilinear|dithered[,...]", "as filter"},
    {"mip2", "none|triangle|pixel", "as mip"},
    {"combine2", "modulate|replace|modulate2x|add|subtract|blend|decal|dot3|keep|gloss|emissive",
     "as combine, with what the first one made"},
    {"by2", "texel|primary|constant|previous", "what blend mixes by"},
    {"constant2", "0..1", "of by2=constant"},
    {"coordinates2", "first|second|projective|sphere",
     "where on it a pixel is: the model's first or second, thrown, or as a mirror of the world"},
    {"reflectivity", "0..1", "of a sphere map"},
    {"", NULL, "Order"},
    {"pass", "background|prepass|opaque|decal|translucent|foreground|post|overlay",
     "when in the picture it is drawn"},
    {"sort", "none|near|far", "within the pass: nearest or farthest object first"},
    {"order", "0..255", "within the pass, lower ones first"},
    {"", NULL, "Stages"},
    {"program", "FILE", "a shading text, which is compiled"},
    {"vertex", "NAME",
     "a stage of the game for corners. `wave` needs no game: constants are amplitude, turns a metre along x "
     "and z, "
     "turns a step, up to four times"},
    {"pixel", "NAME", "a stage of the game for pixels"},
    {"constants", "A,B,C", "for these stages"},
    {"bump", "S", "for these stages: how steep a map of heights is"},
    {.key = NULL}};

const cart_row cart_material_rows[] = {{.word = "material",
                                        .often = CART_ONCE_A_NAME,
                                        .merge = CART_BY_NAME,
                                        .read = read_material,
                                        .form = "NAME",
                                        .about = "how surfaces look that meshes give this name",
                                        .options = material_options,
                                        .brief = 7,
                                        .notes = "What blends is drawn in the pass translucent, farthest "
                                                 "object first, unless the line says otherwise. MTL files\n"
                                                 "bring d, Tr, Ke, Ka and coloured Ks along. Options below "
                                                 "two-sided take a material off the quick span\n"
                                                 "functions: see DESIGN.md for what that costs. In a scene "
                                                 "`with material=NAME` gives the object above another\n"
                                                 "material than its mesh has.\n"
                                                 "example: oxcart new mygame && echo 'material glass "
                                                 "colour=#80C0FF opacity=0.4' >>mygame/cart.txt\n"},
                                       {.word = NULL}};
