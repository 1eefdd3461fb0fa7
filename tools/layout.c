/* The fields of the chunk types, and the walk over them. */
#include "tools/layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"

typedef struct field {
    const char *name; /* NULL ends a list */
    layout_kind kind;
    uint16_t at, count;
} field;

typedef enum rows_from {
    ROWS_U16,   /* the u16 at `rows` tells how many */
    ROWS_U32,
    ROWS_FIXED, /* there are `rows` */
    ROWS_IMAGE  /* height rows of width pixels */
} rows_from;

typedef struct array {
    const char *name; /* NULL ends a list */
    uint16_t offset_at;
    rows_from from;
    uint16_t rows, stride;
    const field *fields; /* of a row */
} array;

typedef struct layout {
    uint32_t type;
    const field *fields;
    const array *arrays;
} layout;

#define END_FIELD {NULL, LAYOUT_U8, 0, 0}
#define END_ARRAY {NULL, 0, ROWS_FIXED, 0, 0, NULL}

static const field head_fields[] = {{"version", LAYOUT_U16, ROM_CHUNK_VERSION, 1},
                                    {"header", LAYOUT_U16, ROM_CHUNK_HEADER, 1},
                                    END_FIELD};
static const array no_arrays[] = {END_ARRAY};

static const field info_fields[] = {{"title", LAYOUT_TEXT, ROM_INFO_TITLE, 1},
                                    {"author", LAYOUT_TEXT, ROM_INFO_AUTHOR, 1},
                                    {"version_text", LAYOUT_TEXT, ROM_INFO_VERSION, 1},
                                    {"start_scene", LAYOUT_ID, ROM_INFO_START_SCENE, 1},
                                    END_FIELD};

static const field budget_fields[] = {
    {"memory", LAYOUT_U32, ROM_BUDGET_MEMORY, 1}, {"frame", LAYOUT_U32, ROM_BUDGET_FRAME, 1},
    {"width", LAYOUT_U16, ROM_BUDGET_WIDTH, 1},   {"height", LAYOUT_U16, ROM_BUDGET_HEIGHT, 1},
    {"format", LAYOUT_U8, ROM_BUDGET_FORMAT, 1},  {"band", LAYOUT_U8, ROM_BUDGET_BAND, 1},
    {"rate", LAYOUT_U16, ROM_BUDGET_RATE, 1},     END_FIELD};

static const field palette_fields[] = {{"colours_at", LAYOUT_U32, ROM_PALETTE_COLOURS, 1},
                                       {"shades_at", LAYOUT_U32, ROM_PALETTE_SHADES, 1},
                                       END_FIELD};
static const field colour_row[] = {{"", LAYOUT_COLOUR, 0, 1}, END_FIELD};
static const field shade_row[] = {{"", LAYOUT_BYTES, 0, 256}, END_FIELD};
static const array palette_arrays[] = {
    {"colour", ROM_PALETTE_COLOURS, ROWS_FIXED, 256, 4, colour_row},
    {"shade", ROM_PALETTE_SHADES, ROWS_FIXED, ROM_PALETTE_LEVELS, 256, shade_row},
    END_ARRAY};

static const field image_fields[] = {
    {"width", LAYOUT_U16, ROM_IMAGE_WIDTH, 1},  {"height", LAYOUT_U16, ROM_IMAGE_HEIGHT, 1},
    {"format", LAYOUT_U8, ROM_IMAGE_FORMAT, 1}, {"flags", LAYOUT_U8, ROM_IMAGE_FLAGS, 1},
    {"pixels_at", LAYOUT_U32, ROM_IMAGE_PIXELS, 1}, END_FIELD};
static const array image_arrays[] = {{"row", ROM_IMAGE_PIXELS, ROWS_IMAGE, 0, 0, NULL}, END_ARRAY};

static const field material_fields[] = {{"colour", LAYOUT_COLOUR, ROM_MATERIAL_COLOUR, 1},
                                        {"index", LAYOUT_U8, ROM_MATERIAL_INDEX, 1},
                                        {"shading", LAYOUT_U8, ROM_MATERIAL_SHADING, 1},
                                        {"mapping", LAYOUT_U8, ROM_MATERIAL_MAPPING, 1},
                                        {"specular", LAYOUT_U8, ROM_MATERIAL_SPECULAR, 1},
                                        {"shininess", LAYOUT_U8, ROM_MATERIAL_SHININESS, 1},
                                        {"flags", LAYOUT_U8, ROM_MATERIAL_FLAGS, 1},
                                        {"texture", LAYOUT_ID, ROM_MATERIAL_TEXTURE, 1},
                                        END_FIELD};

static const field mesh_fields[] = {{"flags", LAYOUT_U32, ROM_MESH_FLAGS, 1},
                                    {"vertices", LAYOUT_U32, ROM_MESH_VERTICES, 1},
                                    {"triangles", LAYOUT_U32, ROM_MESH_TRIANGLES, 1},
                                    {"parts", LAYOUT_U32, ROM_MESH_PARTS, 1},
                                    {"exponent", LAYOUT_U32, ROM_MESH_EXPONENT, 1},
                                    {"offset", LAYOUT_FX, ROM_MESH_OFFSET, 3},
                                    {"centre", LAYOUT_FX, ROM_MESH_CENTRE, 3},
                                    {"radius", LAYOUT_FX, ROM_MESH_RADIUS, 1},
                                    {"box_low", LAYOUT_FX, ROM_MESH_BOX_LOW, 3},
                                    {"box_high", LAYOUT_FX, ROM_MESH_BOX_HIGH, 3},
                                    {"positions_at", LAYOUT_U32, ROM_MESH_POSITION_AT, 1},
                                    {"normals_at", LAYOUT_U32, ROM_MESH_NORMAL_AT, 1},
                                    {"uvs_at", LAYOUT_U32, ROM_MESH_UV_AT, 1},
                                    {"indices_at", LAYOUT_U32, ROM_MESH_INDEX_AT, 1},
                                    {"faces_at", LAYOUT_U32, ROM_MESH_FACE_AT, 1},
                                    {"parts_at", LAYOUT_U32, ROM_MESH_PART_AT, 1},
                                    END_FIELD};
static const field position_row[] = {{"", LAYOUT_I16, 0, 3}, END_FIELD};
static const field normal_row[] = {{"", LAYOUT_I8, 0, 4}, END_FIELD};
static const field uv_row[] = {{"", LAYOUT_I16, 0, 2}, END_FIELD};
static const field index_row[] = {{"", LAYOUT_U16, 0, 3}, END_FIELD};
static const field part_row[] = {{"first_triangle", LAYOUT_U32, ROM_PART_FIRST_TRIANGLE, 1},
                                 {"triangles", LAYOUT_U32, ROM_PART_TRIANGLES, 1},
                                 {"first_vertex", LAYOUT_U32, ROM_PART_FIRST_VERTEX, 1},
                                 {"vertices", LAYOUT_U32, ROM_PART_VERTICES, 1},
                                 {"material", LAYOUT_ID, ROM_PART_MATERIAL, 1},
                                 END_FIELD};
static const array mesh_arrays[] = {
    {"position", ROM_MESH_POSITION_AT, ROWS_U32, ROM_MESH_VERTICES, 6, position_row},
    {"normal", ROM_MESH_NORMAL_AT, ROWS_U32, ROM_MESH_VERTICES, 4, normal_row},
    {"uv", ROM_MESH_UV_AT, ROWS_U32, ROM_MESH_VERTICES, 4, uv_row},
    {"index", ROM_MESH_INDEX_AT, ROWS_U32, ROM_MESH_TRIANGLES, 6, index_row},
    {"face", ROM_MESH_FACE_AT, ROWS_U32, ROM_MESH_TRIANGLES, 4, normal_row},
    {"part", ROM_MESH_PART_AT, ROWS_U32, ROM_MESH_PARTS, ROM_PART_SIZE, part_row},
    END_ARRAY};

static const field scene_fields[] = {{"flags", LAYOUT_U32, ROM_SCENE_FLAGS, 1},
                                     {"background", LAYOUT_COLOUR, ROM_SCENE_BACKGROUND, 1},
                                     {"background_index", LAYOUT_U8, ROM_SCENE_BACKGROUND_INDEX, 1},
                                     {"ambient", LAYOUT_U8, ROM_SCENE_AMBIENT, 1},
                                     {"cameras", LAYOUT_U16, ROM_SCENE_CAMERAS, 1},
                                     {"lights", LAYOUT_U16, ROM_SCENE_LIGHTS, 1},
                                     {"objects", LAYOUT_U16, ROM_SCENE_OBJECTS, 1},
                                     {"cameras_at", LAYOUT_U32, ROM_SCENE_CAMERA_AT, 1},
                                     {"lights_at", LAYOUT_U32, ROM_SCENE_LIGHT_AT, 1},
                                     {"objects_at", LAYOUT_U32, ROM_SCENE_OBJECT_AT, 1},
                                     {"turn_frames", LAYOUT_U32, ROM_SCENE_TURN_FRAMES, 1},
                                     END_FIELD};
#define MOTION(at)                                                                                           \
    {"orbit_radius", LAYOUT_FX, (at) + ROM_MOTION_ORBIT_RADIUS, 1},                                          \
        {"orbit_speed", LAYOUT_I16, (at) + ROM_MOTION_ORBIT_SPEED, 1},                                       \
        {"orbit_phase", LAYOUT_U16, (at) + ROM_MOTION_ORBIT_PHASE, 1},                                       \
        {"bob_height", LAYOUT_FX, (at) + ROM_MOTION_BOB_HEIGHT, 1},                                          \
        {"bob_speed", LAYOUT_I16, (at) + ROM_MOTION_BOB_SPEED, 1},                                           \
        {"bob_phase", LAYOUT_U16, (at) + ROM_MOTION_BOB_PHASE, 1}
static const field camera_row[] = {{"position", LAYOUT_FX, ROM_CAMERA_POSITION, 3},
                                   {"target", LAYOUT_FX, ROM_CAMERA_TARGET, 3},
                                   {"field", LAYOUT_U16, ROM_CAMERA_FIELD, 1},
                                   {"near", LAYOUT_FX, ROM_CAMERA_NEAR, 1},
                                   {"far", LAYOUT_FX, ROM_CAMERA_FAR, 1},
                                   MOTION(ROM_CAMERA_MOTION),
                                   END_FIELD};
static const field light_row[] = {{"kind", LAYOUT_U8, ROM_LIGHT_KIND, 1},
                                  {"intensity", LAYOUT_U8, ROM_LIGHT_INTENSITY, 1},
                                  {"vector", LAYOUT_FX, ROM_LIGHT_VECTOR, 3},
                                  {"range", LAYOUT_FX, ROM_LIGHT_RANGE, 1},
                                  MOTION(ROM_LIGHT_MOTION),
                                  END_FIELD};
static const field object_row[] = {{"mesh", LAYOUT_ID, ROM_OBJECT_MESH, 1},
                                   {"position", LAYOUT_FX, ROM_OBJECT_POSITION, 3},
                                   {"scale", LAYOUT_FX, ROM_OBJECT_SCALE, 1},
                                   {"rotation", LAYOUT_U16, ROM_OBJECT_ROTATION, 3},
                                   {"spin", LAYOUT_I16, ROM_OBJECT_SPIN, 3},
                                   {"shading", LAYOUT_U8, ROM_OBJECT_SHADING, 1},
                                   {"flags", LAYOUT_U8, ROM_OBJECT_FLAGS, 1},
                                   MOTION(ROM_OBJECT_MOTION),
                                   END_FIELD};
static const array scene_arrays[] = {
    {"camera", ROM_SCENE_CAMERA_AT, ROWS_U16, ROM_SCENE_CAMERAS, ROM_CAMERA_SIZE, camera_row},
    {"light", ROM_SCENE_LIGHT_AT, ROWS_U16, ROM_SCENE_LIGHTS, ROM_LIGHT_SIZE, light_row},
    {"object", ROM_SCENE_OBJECT_AT, ROWS_U16, ROM_SCENE_OBJECTS, ROM_OBJECT_SIZE, object_row},
    END_ARRAY};

static const field names_fields[] = {{"count", LAYOUT_U32, ROM_NAMES_COUNT, 1},
                                     {"records_at", LAYOUT_U32, ROM_NAMES_AT, 1},
                                     END_FIELD};
static const field name_row[] = {{"id", LAYOUT_U32, ROM_NAME_ID, 1}, {"text", LAYOUT_TEXT, ROM_NAME_TEXT, 1}, END_FIELD};
static const array names_arrays[] = {{"name", ROM_NAMES_AT, ROWS_U32, ROM_NAMES_COUNT, ROM_NAME_SIZE, name_row}, END_ARRAY};

static const layout layouts[] = {
    {ROM_TAG_INFO, info_fields, no_arrays},       {ROM_TAG_BUDGET, budget_fields, no_arrays},
    {ROM_TAG_PALETTE, palette_fields, palette_arrays}, {ROM_TAG_IMAGE, image_fields, image_arrays},
    {ROM_TAG_MATERIAL, material_fields, no_arrays},    {ROM_TAG_MESH, mesh_fields, mesh_arrays},
    {ROM_TAG_SCENE, scene_fields, scene_arrays},       {ROM_TAG_NAMES, names_fields, names_arrays},
};

static const layout *find_layout(uint32_t type) {
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++) {
        if (layouts[i].type == type) return &layouts[i];
    }
    return NULL;
}

bool layout_known(uint32_t type) { return find_layout(type) != NULL; }

uint32_t layout_bytes(layout_kind kind) {
    switch (kind) {
    case LAYOUT_U8:
    case LAYOUT_I8:
    case LAYOUT_BYTES: return 1;
    case LAYOUT_U16:
    case LAYOUT_I16: return 2;
    case LAYOUT_TEXT: return 8;
    default: return 4;
    }
}

/* ---- the walk ---- */

typedef struct walk {
    const uint8_t *data;
    size_t size;
    layout_visitor *visit;
    void *context;
} walk;

static bool visit_fields(const walk *w, const field *fields, const char *prefix, uint64_t base) {
    char path[96];
    for (const field *f = fields; f->name != NULL; f++) {
        uint64_t offset = base + f->at;
        if (offset + (uint64_t)layout_bytes(f->kind) * f->count > w->size) continue;
        snprintf(path, sizeof path, "%s%s%s", prefix, prefix[0] != 0 && f->name[0] != 0 ? "." : "", f->name);
        layout_line line = {path, f->kind, (uint32_t)offset, f->count};
        if (!w->visit(w->context, &line)) return false;
    }
    return true;
}

static bool visit_picture(const walk *w, uint32_t at) {
    static const uint8_t pixel_bytes[] = {1, 2, 2, 4};
    uint32_t format = w->data[ROM_IMAGE_FORMAT];
    uint32_t row = (uint32_t)rom_u16(w->data + ROM_IMAGE_WIDTH) * (format < 4 ? pixel_bytes[format] : 0u);
    char path[32];
    for (uint32_t y = 0; y < rom_u16(w->data + ROM_IMAGE_HEIGHT); y++) {
        uint64_t offset = at + (uint64_t)y * row;
        if (row == 0 || offset + row > w->size) return true;
        snprintf(path, sizeof path, "row[%u]", y);
        layout_line line = {path, LAYOUT_BYTES, (uint32_t)offset, row};
        if (!w->visit(w->context, &line)) return false;
    }
    return true;
}

static bool visit_array(const walk *w, const array *a) {
    uint32_t at = rom_u32(w->data + a->offset_at), rows = a->rows;
    char path[48];
    if (at == 0) return true;
    if (a->from == ROWS_IMAGE) return visit_picture(w, at);
    if (a->from == ROWS_U16) rows = rom_u16(w->data + a->rows);
    if (a->from == ROWS_U32) rows = rom_u32(w->data + a->rows);
    for (uint32_t i = 0; i < rows; i++) {
        uint64_t base = at + (uint64_t)i * a->stride;
        if (base + a->stride > w->size) return true;
        snprintf(path, sizeof path, "%s[%u]", a->name, i);
        if (!visit_fields(w, a->fields, path, base)) return false;
    }
    return true;
}

bool layout_walk(uint32_t type, const uint8_t *data, size_t size, layout_visitor *visit, void *context) {
    const layout *l = find_layout(type);
    const walk w = {data, size, visit, context};
    size_t header = 0;
    if (l == NULL) return false;
    for (const field *f = l->fields; f->name != NULL; f++) {
        size_t end = f->at + (size_t)layout_bytes(f->kind) * f->count;
        if (end > header) header = end;
    }
    if (!visit_fields(&w, head_fields, "", 0) || !visit_fields(&w, l->fields, "", 0)) return false;
    if (size < header) return true; /* cut: the arrays cannot be found */
    for (const array *a = l->arrays; a->name != NULL; a++) {
        if (!visit_array(&w, a)) return false;
    }
    return true;
}

/* ---- text ---- */

static bool text_inside(const uint8_t *at, size_t size) {
    uint32_t offset = rom_u32(at), bytes = rom_u32(at + 4);
    return offset <= size && bytes <= size - offset;
}

size_t layout_room(const layout_line *line, const uint8_t *data, size_t size) {
    if (line->kind == LAYOUT_BYTES) return (size_t)line->count * 2 + 1;
    if (line->kind != LAYOUT_TEXT) return (size_t)line->count * 24 + 1;
    return text_inside(data + line->offset, size) ? 64 + (size_t)rom_u32(data + line->offset + 4) * 4 : 64;
}

/* Exact: 65536 divides 10^16. */
static int print_fx(char *text, size_t room, int32_t value) {
    uint32_t magnitude = value < 0 ? 0u - (uint32_t)value : (uint32_t)value;
    uint64_t fraction = (uint64_t)(magnitude & 0xFFFFu) * 152587890625u; /* units of 10^-16 */
    char digits[20];
    int length = snprintf(digits, sizeof digits, "%016" PRIu64, fraction);
    while (length > 1 && digits[length - 1] == '0') length--;
    return snprintf(text, room, "%s%u.%.*s", value < 0 ? "-" : "", magnitude >> 16, length, digits);
}

static void print_text(const uint8_t *field_at, const uint8_t *data, size_t size, char *text, size_t room) {
    uint32_t offset = rom_u32(field_at), bytes = rom_u32(field_at + 4);
    size_t used = (size_t)snprintf(text, room, "@%u+%u", offset, bytes);
    if (!text_inside(field_at, size) || bytes == 0 || used + 4 > room) return;
    text[used++] = ' ';
    text[used++] = '"';
    for (uint32_t i = 0; i < bytes && used + 6 < room; i++) {
        uint8_t c = data[offset + i];
        if (c < 32 || c == '"' || c == '\\' || c == 127) {
            used += (size_t)snprintf(text + used, room - used, "\\x%02x", c);
        } else {
            text[used++] = (char)c;
        }
    }
    text[used++] = '"';
    text[used] = 0;
}

static int print_number(layout_kind kind, const uint8_t *at, char *text, size_t room) {
    switch (kind) {
    case LAYOUT_U8: return snprintf(text, room, "%u", at[0]);
    case LAYOUT_U16: return snprintf(text, room, "%u", rom_u16(at));
    case LAYOUT_U32: return snprintf(text, room, "%u", rom_u32(at));
    case LAYOUT_I8: return snprintf(text, room, "%d", rom_i8(at));
    case LAYOUT_I16: return snprintf(text, room, "%d", rom_i16(at));
    case LAYOUT_FX: return print_fx(text, room, rom_i32(at));
    case LAYOUT_COLOUR: return snprintf(text, room, "#%08x", rom_u32(at));
    case LAYOUT_ID: return snprintf(text, room, "%08x", rom_u32(at));
    default: return 0;
    }
}

void layout_print(const layout_line *line, const uint8_t *data, size_t size, char *text, size_t room) {
    const uint8_t *at = data + line->offset;
    size_t used = 0;
    text[0] = 0;
    if (line->kind == LAYOUT_TEXT) {
        print_text(at, data, size, text, room);
        return;
    }
    for (uint32_t i = 0; i < line->count; i++, at += layout_bytes(line->kind)) {
        if (line->kind == LAYOUT_BYTES) {
            if (used + 3 > room) return;
            used += (size_t)snprintf(text + used, room - used, "%02x", *at);
            continue;
        }
        if (i > 0 && used + 1 < room) text[used++] = ' ';
        int more = print_number(line->kind, at, text + used, room - used);
        if (more < 0 || (size_t)more >= room - used) return;
        used += (size_t)more;
    }
}

/* ---- and back ---- */

static void put(uint8_t *at, uint32_t bytes, uint32_t value) {
    for (uint32_t i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

static bool parse_bytes(const layout_line *line, const char *text, uint8_t *at) {
    for (uint32_t i = 0; i < line->count; i++) {
        int high = hex_digit(text[0]), low = high < 0 ? -1 : hex_digit(text[1]);
        if (low < 0) return false;
        at[i] = (uint8_t)(high * 16 + low);
        text += 2;
    }
    return *text == 0;
}

static bool parse_text(const char *text, uint8_t *field_at, uint8_t *data, size_t size) {
    unsigned offset, bytes;
    int used = 0;
    if (sscanf(text, "@%u+%u%n", &offset, &bytes, &used) != 2) return false;
    put(field_at, 4, offset);
    put(field_at + 4, 4, bytes);
    text += used;
    if (*text == 0) return true;
    if (text[0] != ' ' || text[1] != '"' || !text_inside(field_at, size)) return false;
    text += 2;
    for (unsigned i = 0; i < bytes; i++) {
        if (*text == 0 || *text == '"') return false;
        if (*text == '\\') {
            int high = text[1] == 'x' ? hex_digit(text[2]) : -1, low = high < 0 ? -1 : hex_digit(text[3]);
            if (low < 0) return false;
            data[offset + i] = (uint8_t)(high * 16 + low);
            text += 4;
        } else {
            data[offset + i] = (uint8_t)*text++;
        }
    }
    return strcmp(text, "\"") == 0;
}

/* An exact decimal, as print_fx writes it. */
static bool parse_fx(const char **text, uint32_t *value) {
    bool negative = **text == '-';
    uint64_t whole = 0, fraction = 0;
    int digits = 0;
    if (negative) ++*text;
    if (**text < '0' || **text > '9') return false;
    while (**text >= '0' && **text <= '9' && whole < 100000) whole = whole * 10 + (uint64_t)(*(*text)++ - '0');
    if (*(*text)++ != '.') return false;
    while (**text >= '0' && **text <= '9' && digits < 16) {
        fraction = fraction * 10 + (uint64_t)(*(*text)++ - '0');
        digits++;
    }
    for (; digits < 16; digits++) fraction *= 10;
    if (fraction % 152587890625u != 0 || whole > 32768) return false;
    uint64_t magnitude = whole << 16 | fraction / 152587890625u;
    if (magnitude > 0x80000000u || (!negative && magnitude > 0x7FFFFFFFu)) return false;
    *value = negative ? 0u - (uint32_t)magnitude : (uint32_t)magnitude;
    return true;
}

static bool parse_number(layout_kind kind, const char **text, uint32_t *value) {
    char *end = NULL;
    long long number;
    if (kind == LAYOUT_FX) return parse_fx(text, value);
    if (kind == LAYOUT_COLOUR && *(*text)++ != '#') return false;
    number = strtoll(*text, &end, kind == LAYOUT_COLOUR || kind == LAYOUT_ID ? 16 : 10);
    if (end == *text) return false;
    *text = end;
    *value = (uint32_t)number;
    switch (kind) {
    case LAYOUT_U8: return number >= 0 && number <= 255;
    case LAYOUT_I8: return number >= -128 && number <= 127;
    case LAYOUT_U16: return number >= 0 && number <= 65535;
    case LAYOUT_I16: return number >= -32768 && number <= 32767;
    default: return number >= 0 && number <= 0xFFFFFFFFll;
    }
}

bool layout_parse(const layout_line *line, const char *text, uint8_t *data, size_t size) {
    uint8_t *at = data + line->offset;
    if (line->kind == LAYOUT_BYTES) return parse_bytes(line, text, at);
    if (line->kind == LAYOUT_TEXT) return parse_text(text, at, data, size);
    for (uint32_t i = 0; i < line->count; i++) {
        uint32_t value;
        if (i > 0 && *text++ != ' ') return false;
        if (!parse_number(line->kind, &text, &value)) return false;
        put(at + i * layout_bytes(line->kind), layout_bytes(line->kind), value);
    }
    return *text == 0;
}
