/* Writes levels as text. */
#include "tools/data/level_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/angle.h"
#include "rom/level.h"
#include "rom/rom.h"
#include "tools/cart/pack_kind.h"
#include "tools/import/base/angle.h"

typedef struct printer {
    writer *out;
    level_text_name *name;
    void *context;
    const uint8_t *level;
    rom_view layers, geometry, collision;
} printer;

static void say_line(const printer *p, const char *format, ...) IMPORT_PRINTF(2, 3);
static void say_line(const printer *p, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    writer_bytes(p->out, line, strlen(line));
}

/* Writes an fx exactly: 65536 divides 10^16. */
static void put_fx(const printer *p, int32_t value) {
    char digits[20];
    uint32_t magnitude = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    int length = snprintf(digits, sizeof digits, "%016llu",
                          (unsigned long long)(magnitude & 0xFFFFu) * 152587890625ull);
    while (length > 0 && digits[length - 1] == '0') length--;
    say_line(p, "%s%u%s%.*s", value < 0 ? "-" : "", (unsigned)(magnitude >> 16), length > 0 ? "." : "",
             length, digits);
}

static void put_vector(const printer *p, const char *key, const uint8_t *at) {
    if (key[0] != 0) say_line(p, " %s=", key);
    for (int i = 0; i < 3; i++) {
        if (i > 0) say_line(p, ",");
        put_fx(p, rom_i32(at + 4 * i));
    }
}

static void put_number(const printer *p, const char *key, int32_t value, int32_t usual) {
    if (value == usual) return;
    say_line(p, " %s=", key);
    put_fx(p, value);
}

/* Writes a name without the folder that the statement implies. */
static void put_name(const printer *p, const char *key, const char *folder, uint32_t id) {
    if (id == 0 && key[0] != 0) return;
    const char *name = p->name(p->context, id);
    size_t length = strlen(folder);
    if (key[0] != 0) say_line(p, " %s=", key);
    if (name == NULL || name[0] == 0) {
        say_line(p, "#%08x", (unsigned)id);
        return;
    }
    if (length > 0 && strncmp(name, folder, length) == 0 && name[length] == '/') name += length + 1;
    say_line(p, strchr(name, ' ') != NULL ? "\"%s\"" : "%s", name);
}

/* Writes the turn about y whose rounded sine and cosine stand at `at`. */
static void put_yaw(const printer *p, const uint8_t *at) {
    int16_t y = rom_i16(at + 2), w = rom_i16(at + 6);
    double radians = import_atan2((double)y, (double)w);
    ang16 guess = (ang16)((uint32_t)(int64_t)writer_round(radians * 65536 / 6.283185307179586) & 0xFFFFu),
          best = guess;
    for (uint32_t i = 0; i < 33; i++) { /* the nearest angles, nearest first */
        uint32_t step = (i + 1) / 2;
        ang16 tried = (ang16)((i % 2 == 0 ? guess + step : guess - step) & 0xFFFFu);
        fx sine, cosine;
        fx_sincos(tried, &sine, &cosine);
        if ((int16_t)(sine / 4) != y || (int16_t)(cosine / 4) != w) continue;
        best = tried;
        break;
    }
    double degrees = best * (720.0 / 65536);
    char text[32] = "";
    if (degrees > 360) degrees -= 720;
    for (int digits = 1; digits <= 12; digits++) { /* the shortest that is read back as this angle */
        double number = 0;
        snprintf(text, sizeof text, "%.*g", digits, degrees);
        (void)cart_parse_number(text, &number);
        if ((ang16)((uint32_t)(int64_t)writer_round(number * 65536 / 720) & 0xFFFFu) == best &&
            strchr(text, 'e') == NULL)
            break;
    }
    if (best != 0) say_line(p, " yaw=%s", text);
}

static void put_layer(const printer *p, uint32_t layer) {
    if (layer == 0 || p->layers.data == NULL || layer >= rom_u32(p->layers.data + ROM_LAYERS_COUNT)) return;
    put_name(
        p, "layer", "",
        rom_u32(p->layers.data + rom_u32(p->layers.data + ROM_LAYERS_AT) + (size_t)layer * ROM_LAYER_SIZE));
}

/* Row `i` of an array whose offset stands at `at`. */
static const uint8_t *array_row(const uint8_t *data, uint32_t at, uint32_t i, uint32_t size) {
    return data + rom_u32(data + at) + (size_t)i * size;
}

/* ---- the level itself ---- */

static void write_head(const printer *p) {
    const uint8_t *d = p->level;
    uint32_t flags = rom_u32(d + ROM_LEVEL_FLAGS);
    say_line(p, "level 1\n%s%s", (flags & ROM_LEVEL_PREPARED) != 0 ? "prepared\n" : "",
             (flags & ROM_LEVEL_STREAMED) != 0 ? "streamed\n" : "");
    say_line(p, "bounds ");
    put_vector(p, "", d + ROM_LEVEL_LOW);
    say_line(p, " ");
    put_vector(p, "", d + ROM_LEVEL_HIGH);
    say_line(p, "\n");
    for (uint32_t i = 0; i < rom_u32(d + ROM_LEVEL_TAG_COUNT); i++) {
        say_line(p, "tag ");
        put_name(p, "", "", rom_u32(array_row(d, ROM_LEVEL_TAGS_AT, i, 4)));
        say_line(p, "\n");
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_LEVEL_NEIGHBOUR_COUNT); i++) {
        say_line(p, "neighbour ");
        put_name(p, "", "level", rom_u32(array_row(d, ROM_LEVEL_NEIGHBOURS_AT, i, 4)));
        say_line(p, "\n");
    }
    for (uint32_t i = 0; p->layers.data != NULL && i < rom_u32(p->layers.data + ROM_LAYERS_COUNT); i++) {
        const uint8_t *r = array_row(p->layers.data, ROM_LAYERS_AT, i, ROM_LAYER_SIZE);
        if (rom_u32(r) == 0) continue; /* the row of things in no layer */
        say_line(p, "layer ");
        put_name(p, "", "", rom_u32(r));
        say_line(p, "%s%s\n", (r[ROM_LAYER_FLAGS] & 1) == 0 ? " hidden" : "",
                 (r[ROM_LAYER_FLAGS] & 2) == 0 ? " inactive" : "");
    }
}

/* ---- geometry ---- */

static void write_geometry(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_GEOMETRY_INSTANCE_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_GEOMETRY_INSTANCES_AT, i, ROM_INSTANCE_SIZE),
                      *tint = r + ROM_INSTANCE_TINT;
        say_line(p, "instance ");
        put_name(p, "", "mesh", rom_u32(array_row(d, ROM_GEOMETRY_MESHES_AT, rom_u16(r), 4)));
        put_vector(p, "at", r + ROM_INSTANCE_POSITION);
        put_yaw(p, r + ROM_INSTANCE_ROTATION);
        put_number(p, "scale", rom_i32(r + ROM_INSTANCE_SCALE), 65536);
        if ((tint[0] & tint[1] & tint[2]) != 255)
            say_line(p, " tint=#%02x%02x%02x", tint[0], tint[1], tint[2]);
        uint32_t material = rom_u16(r + ROM_INSTANCE_MATERIAL);
        if (material != ROM_INSTANCE_OWN_MATERIAL)
            put_name(p, "material", "material",
                     rom_u32(array_row(d, ROM_GEOMETRY_MATERIALS_AT, material, 4)));
        say_line(p, "%s%s\n", (r[ROM_INSTANCE_FLAGS] & 1) != 0 ? " no-shadow" : "",
                 (r[ROM_INSTANCE_FLAGS] & 2) != 0 ? " near-only" : "");
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_GEOMETRY_CELL_COUNT); i++) {
        uint32_t merged = rom_u32(array_row(d, ROM_GEOMETRY_CELLS_AT, i, ROM_INSTANCE_CELL_SIZE) +
                                  ROM_INSTANCE_CELL_MERGED);
        if (merged == 0) continue;
        say_line(p, "instance "); /* a mesh that lies in the world as it is */
        put_name(p, "", "mesh", merged);
        say_line(p, " at=0,0,0\n");
    }
}

/* ---- spawners ---- */

static void write_property(const printer *p, const uint8_t *d, const uint8_t *r) {
    uint32_t value = rom_u32(r + ROM_PROPERTY_VALUE), length;
    const char *text;
    say_line(p, "set ");
    put_name(p, "", "", rom_u32(r));
    say_line(p, " ");
    switch (r[ROM_PROPERTY_KIND]) {
    case ROM_PROPERTY_INTEGER:
        say_line(p, "%ld", (long)(int32_t)value);
        break;
    case ROM_PROPERTY_FX:
        put_fx(p, (int32_t)value);
        if ((value & 0xFFFFu) == 0) say_line(p, ".0");
        break;
    case ROM_PROPERTY_ID:
        say_line(p, "@");
        put_name(p, "", "", value);
        break;
    case ROM_PROPERTY_BOOL:
        say_line(p, "%s", value != 0 ? "yes" : "no");
        break;
    case ROM_PROPERTY_COLOUR:
        say_line(p, "#%06x", (unsigned)value);
        break;
    case ROM_PROPERTY_TEXT:
        text = rom_property_text(d, r, &length);
        say_line(p, "\"%.*s\"", (int)length, text);
        break;
    default:
        put_vector(p, "", rom_property_vector(d, r));
        break;
    }
    say_line(p, "\n");
}

static void write_spawners(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_SPAWNERS_SPAWNER_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_SPAWNERS_SPAWNERS_AT, i, ROM_SPAWNER_SIZE);
        uint32_t parent = rom_u32(r + ROM_SPAWNER_PARENT), first = rom_u32(r + ROM_SPAWNER_FIRST_PROPERTY);
        say_line(p, "spawn ");
        put_name(p, "", "", rom_u32(r));
        put_vector(p, "at", r + ROM_SPAWNER_POSITION);
        put_name(p, "name", "", rom_u32(r + ROM_SPAWNER_NAME));
        put_yaw(p, r + ROM_SPAWNER_ROTATION);
        put_number(p, "scale", rom_i32(r + ROM_SPAWNER_SCALE), 65536);
        put_layer(p, rom_u16(r + ROM_SPAWNER_LAYER));
        if (parent != UINT32_MAX)
            put_name(
                p, "parent", "",
                rom_u32(array_row(d, ROM_SPAWNERS_SPAWNERS_AT, parent, ROM_SPAWNER_SIZE) + ROM_SPAWNER_NAME));
        say_line(p, "%s\n", (rom_u32(r + ROM_SPAWNER_FLAGS) & 1) != 0 ? " later" : "");
        for (uint32_t k = 0; k < rom_u16(r + ROM_SPAWNER_PROPERTY_COUNT); k++)
            write_property(p, d, array_row(d, ROM_SPAWNERS_PROPERTIES_AT, first + k, ROM_PROPERTY_SIZE));
    }
}

/* ---- places ---- */

static void write_locators(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_LOCATORS_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_LOCATORS_AT, i, ROM_LOCATOR_SIZE);
        say_line(p, "locator ");
        put_name(p, "", "", rom_u32(r));
        say_line(p, " ");
        put_name(p, "", "", rom_u32(r + ROM_LOCATOR_KIND));
        put_vector(p, "at", r + ROM_LOCATOR_POSITION);
        put_yaw(p, r + ROM_LOCATOR_ROTATION);
        put_number(p, "radius", rom_i32(r + ROM_LOCATOR_RADIUS), 0);
        say_line(p, "\n");
    }
}

static void write_volumes(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_VOLUMES_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_VOLUMES_AT, i, ROM_VOLUME_SIZE);
        bool sphere = r[ROM_VOLUME_SHAPE] == ROM_VOLUME_SPHERE;
        say_line(p, "volume ");
        put_name(p, "", "", rom_u32(r));
        say_line(p, " ");
        put_name(p, "", "", rom_u32(r + ROM_VOLUME_KIND));
        say_line(p, sphere ? " sphere" : " box");
        put_vector(p, "at", r + ROM_VOLUME_CENTRE);
        if (sphere) put_number(p, "radius", rom_i32(r + ROM_VOLUME_HALF), 0);
        if (!sphere) put_vector(p, "half", r + ROM_VOLUME_HALF);
        put_yaw(p, r + ROM_VOLUME_ROTATION);
        say_line(p, "\n");
    }
}

static void write_lights(const printer *p, const uint8_t *d) {
    static const char *const kinds[] = {"sun", "point", "motif"};
    for (uint32_t i = 0; i < rom_u32(d + ROM_LIGHTS_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_LIGHTS_AT, i, ROM_WORLD_LIGHT_SIZE);
        uint32_t rgb = rom_u32(r + ROM_WORLD_LIGHT_COLOUR);
        say_line(p, "light ");
        put_name(p, "", "", rom_u32(r));
        say_line(p, " %s", kinds[r[ROM_WORLD_LIGHT_KIND]]);
        put_vector(p, "vector", r + ROM_WORLD_LIGHT_VECTOR);
        put_number(p, "range", rom_i32(r + ROM_WORLD_LIGHT_RANGE), 0);
        if (r[ROM_WORLD_LIGHT_INTENSITY] != 255)
            say_line(p, " intensity=%.5g", r[ROM_WORLD_LIGHT_INTENSITY] / 255.0);
        if (rgb != 0xFFFFFF) say_line(p, " colour=#%06x", (unsigned)rgb);
        put_layer(p, rom_u16(r + ROM_WORLD_LIGHT_LAYER));
        say_line(p, "\n");
    }
}

static void write_paths(const printer *p, const uint8_t *d) {
    static const char *const forms[] = {"straight", "cardinal", "bezier", "b-spline"};
    for (uint32_t i = 0; i < rom_u32(d + ROM_PATH_SPLINE_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_PATH_SPLINES_AT, i, ROM_SPLINE_SIZE);
        say_line(p, "path ");
        put_name(p, "", "", rom_u32(r));
        say_line(p, " %s%s", forms[r[ROM_SPLINE_FORM]], (r[ROM_SPLINE_FLAGS] & 1) != 0 ? " closed" : "");
        for (uint32_t k = 0; k < rom_u16(r + ROM_SPLINE_POINT_COUNT); k++) {
            say_line(p, " ");
            put_vector(p, "",
                       array_row(d, ROM_PATH_POINTS_AT, rom_u32(r + ROM_SPLINE_FIRST_POINT) + k,
                                 ROM_SPLINE_POINT_SIZE));
        }
        say_line(p, "\n");
    }
}

static void write_ledges(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_LEDGES_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_LEDGES_AT, i, ROM_LEDGE_SIZE);
        uint8_t flags = r[ROM_LEDGE_FLAGS];
        say_line(p, r[ROM_LEDGE_KIND] == 0 ? "ledge" : "cover");
        put_vector(p, "from", r + ROM_LEDGE_FROM);
        put_vector(p, "to", r + ROM_LEDGE_TO);
        for (int k = 0; k < 3; k++) {
            say_line(p, k == 0 ? " facing=" : ",");
            put_fx(p, (int32_t)rom_i16(r + ROM_LEDGE_FACING + 2 * k) * 4);
        }
        say_line(p, "%s%s%s\n", (flags & 1) != 0 ? " low" : "", (flags & 2) != 0 ? " left" : "",
                 (flags & 4) != 0 ? " right" : "");
    }
}

/* ---- collision, navigation ---- */

static void end_solid(const printer *p, const uint8_t *d, uint32_t material) {
    uint32_t id = rom_u32(array_row(d, ROM_COLLISION_MATERIALS_AT, material, 4));
    if (id != rom_id("default")) put_name(p, "material", "", id);
    say_line(p, "\n");
}

static void write_collision(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_BOX_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_COLLISION_BOXES_AT, i, ROM_COLLISION_BOX_SIZE);
        say_line(p, "solid box");
        put_vector(p, "at", r + ROM_COLLISION_BOX_CENTRE);
        put_vector(p, "half", r + ROM_COLLISION_BOX_HALF);
        put_yaw(p, r + ROM_COLLISION_BOX_ROTATION);
        end_solid(p, d, rom_u32(r + ROM_COLLISION_BOX_MATERIAL));
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_SPHERE_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_COLLISION_SPHERES_AT, i, ROM_SPHERE_SIZE);
        say_line(p, "solid sphere");
        put_vector(p, "at", r + ROM_SPHERE_CENTRE);
        put_number(p, "radius", rom_i32(r + ROM_SPHERE_RADIUS), 0);
        end_solid(p, d, rom_u32(r + ROM_SPHERE_MATERIAL));
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_CAPSULE_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_COLLISION_CAPSULES_AT, i, ROM_CAPSULE_SIZE);
        say_line(p, "solid capsule");
        put_vector(p, "from", r + ROM_CAPSULE_FROM);
        put_vector(p, "to", r + ROM_CAPSULE_TO);
        put_number(p, "radius", rom_i32(r + ROM_CAPSULE_RADIUS), 0);
        end_solid(p, d, rom_u32(r + ROM_CAPSULE_MATERIAL));
    }
    for (uint32_t i = 0; i < rom_u32(d + ROM_COLLISION_WALL_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_COLLISION_WALLS_AT, i, ROM_COLLISION_PLANE_SIZE);
        say_line(p, "solid wall");
        put_vector(p, "normal", r + ROM_PLANE_NORMAL);
        put_number(p, "distance", rom_i32(r + ROM_PLANE_DISTANCE), 0);
        end_solid(p, d, rom_u32(r + ROM_COLLISION_PLANE_MATERIAL));
    }
}

static void write_navigation(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_NAVIGATION_LINE_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_NAVIGATION_LINES_AT, i, ROM_WALK_LINE_SIZE);
        say_line(p, "walk");
        put_vector(p, "from", r + ROM_WALK_LINE_FROM);
        put_vector(p, "to", r + ROM_WALK_LINE_TO);
        put_number(p, "width", rom_i32(r + ROM_WALK_LINE_WIDTH), 0);
        say_line(p, "\n");
    }
}

/* ---- elements, references ---- */

static void write_elements(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_ELEMENTS_ELEMENT_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_ELEMENTS_ELEMENTS_AT, i, ROM_ELEMENT_SIZE);
        uint32_t instance = rom_u32(r + ROM_ELEMENT_INSTANCE);
        say_line(p, "element ");
        put_name(p, "", "", rom_u32(r));
        put_vector(p, "at", r + ROM_ELEMENT_POSITION);
        put_number(p, "health", rom_i32(r + ROM_ELEMENT_HEALTH), 0);
        if (instance != UINT32_MAX) say_line(p, " instance=%u", (unsigned)instance);
        say_line(p, "\n");
        for (uint32_t k = 0; k < rom_u16(r + ROM_ELEMENT_VERSION_COUNT); k++) {
            const uint8_t *v =
                array_row(d, ROM_ELEMENTS_VERSIONS_AT, rom_u32(r + ROM_ELEMENT_FIRST_VERSION) + k,
                          ROM_ELEMENT_VERSION_SIZE);
            say_line(p, "version");
            put_name(p, "mesh", "mesh", rom_u32(v + ROM_ELEMENT_VERSION_MESH));
            put_name(p, "collision", "collision", rom_u32(v + ROM_ELEMENT_VERSION_COLLISION));
            put_name(p, "material", "", rom_u32(v + ROM_ELEMENT_VERSION_MATERIAL));
            put_number(p, "mass", rom_i32(v + ROM_ELEMENT_VERSION_MASS), 0);
            put_name(p, "sound", "sound", rom_u32(v + ROM_ELEMENT_VERSION_SOUND));
            put_name(p, "effect", "effect", rom_u32(v + ROM_ELEMENT_VERSION_EFFECT));
            say_line(p, " threshold=");
            put_fx(p, rom_i32(v + ROM_ELEMENT_VERSION_THRESHOLD));
            say_line(p, "\n");
        }
    }
}

/* ---- waves ---- */

static void put_spawner(const printer *p, const char *key, uint32_t number) {
    rom_view d;
    if (!rom_level_section(p->level, ROM_TAG_SPAWNERS, 0, &d) ||
        number >= rom_u32(d.data + ROM_SPAWNERS_SPAWNER_COUNT))
        return;
    put_name(
        p, key, "",
        rom_u32(array_row(d.data, ROM_SPAWNERS_SPAWNERS_AT, number, ROM_SPAWNER_SIZE) + ROM_SPAWNER_NAME));
}

static void write_timer(const printer *p, const uint8_t *r) {
    const uint32_t flags = rom_u32(r + ROM_WAVE_PLAN_FLAGS),
                   boss_after = rom_u32(r + ROM_WAVE_PLAN_BOSS_AFTER);
    say_line(p, " timer ");
    put_spawner(p, "", rom_u32(r + ROM_WAVE_PLAN_SPAWNER));
    say_line(p, " every=%u sooner=%u least=%u", (unsigned)rom_u32(r + ROM_WAVE_PLAN_INTERVAL),
             (unsigned)rom_u32(r + ROM_WAVE_PLAN_SHRINK), (unsigned)rom_u32(r + ROM_WAVE_PLAN_LEAST));
    if (boss_after != 0) put_spawner(p, "boss", rom_u32(r + ROM_WAVE_PLAN_BOSS));
    if (boss_after != 0) say_line(p, " boss-after=%u", (unsigned)boss_after);
    if ((flags & ROM_WAVE_PLAN_ENDS) != 0) say_line(p, " ends");
    if ((flags & ROM_WAVE_PLAN_PLACED) == 0) return;
    put_vector(p, "low", r + ROM_WAVE_PLAN_LOW);
    put_vector(p, "high", r + ROM_WAVE_PLAN_HIGH);
}

static void write_entry(const printer *p, const uint8_t *r) {
    const uint32_t flags = rom_u32(r + ROM_WAVE_ENTRY_FLAGS);
    say_line(p, (flags & ROM_WAVE_ENTRY_MARK) != 0 ? "wave %u" : "come %u ", (unsigned)rom_u32(r));
    if ((flags & ROM_WAVE_ENTRY_MARK) == 0) put_spawner(p, "", rom_u32(r + ROM_WAVE_ENTRY_SPAWNER));
    if ((flags & ROM_WAVE_ENTRY_PLACED) != 0) put_vector(p, "at", r + ROM_WAVE_ENTRY_PLACE);
    say_line(p, "\n");
}

static void write_waves(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_WAVES_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_WAVES_AT, i, ROM_WAVE_PLAN_SIZE);
        const uint32_t flags = rom_u32(r + ROM_WAVE_PLAN_FLAGS);
        say_line(p, "waves ");
        put_name(p, "", "", rom_u32(r));
        if ((flags & ROM_WAVE_PLAN_TIMER) != 0) write_timer(p, r);
        say_line(p, "%s\n", (flags & ROM_WAVE_PLAN_NOW) != 0 ? " now" : "");
        for (uint32_t k = 0; k < rom_u32(r + ROM_WAVE_PLAN_COUNT); k++)
            write_entry(p, array_row(d, ROM_WAVES_ENTRIES_AT, rom_u32(r + ROM_WAVE_PLAN_FIRST) + k,
                                     ROM_WAVE_ENTRY_SIZE));
    }
}

static void write_references(const printer *p, const uint8_t *d) {
    for (uint32_t i = 0; i < rom_u32(d + ROM_EXTERNAL_LIST_REFERENCE_COUNT); i++) {
        const uint8_t *r = array_row(d, ROM_EXTERNAL_LIST_REFERENCES_AT, i, ROM_PACKAGE_ITEM_SIZE);
        uint32_t type = rom_u32(r + ROM_PACKAGE_ITEM_TYPE);
        const char *folder = type == ROM_TAG_MESH ? "mesh" : type == ROM_TAG_IMAGE ? "texture" : "raw";
        for (uint32_t k = 0; pack_kind_at(k) != NULL; k++) {
            const char *name = p->name(p->context, rom_u32(r));
            size_t length = strlen(pack_kind_at(k)->word);
            if (pack_kind_at(k)->tag == type &&
                (name == NULL || (strncmp(name, pack_kind_at(k)->word, length) == 0 && name[length] == '/')))
                folder = pack_kind_at(k)->word;
        }
        say_line(p, "refer %s ", folder);
        put_name(p, "", folder, rom_u32(r));
        say_line(p, "\n");
    }
}

bool level_text_write(const uint8_t *level, size_t size, const char *file, level_text_name *name,
                      void *context, writer *text, tool_error *error) {
    static const struct {
        uint32_t tag;
        void (*write)(const printer *p, const uint8_t *section);
    } sections[] = {{ROM_TAG_GEOMETRY, write_geometry},     {ROM_TAG_SPAWNERS, write_spawners},
                    {ROM_TAG_LOCATORS, write_locators},     {ROM_TAG_VOLUMES, write_volumes},
                    {ROM_TAG_LIGHTS, write_lights},         {ROM_TAG_PATH, write_paths},
                    {ROM_TAG_LEDGES, write_ledges},         {ROM_TAG_COLLISION, write_collision},
                    {ROM_TAG_NAVIGATION, write_navigation}, {ROM_TAG_ELEMENTS, write_elements},
                    {ROM_TAG_WAVES, write_waves},           {ROM_TAG_EXTERNAL_LIST, write_references}};
    printer p = {.out = text, .name = name, .context = context, .level = level};
    (void)size;
    if (!rom_level_section(level, ROM_TAG_LAYERS, 0, &p.layers)) p.layers.data = NULL;
    write_head(&p);
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        rom_view view;
        for (uint32_t k = 0; rom_level_section(level, sections[i].tag, k, &view); k++)
            sections[i].write(&p, view.data);
    }
    return !text->failed || import_error_memory(error, file);
}
