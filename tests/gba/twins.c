/* The hand-written transform, recording and clearing against the C functions that define them. Those functions are
 * static, so transform.c becomes part of this file, its public function under another name. */
#define rs_frame_mesh twins_frame_mesh
#include "raster/list/transform.c"
#undef transform_inside
#undef record_inside

#include "tests/gba/twins.h"

void rs_arm_clear_columns(uint8_t *pixels, uint16_t *depth, uint32_t lines, uint32_t blocks, uint32_t width,
                          uint32_t colour);

enum { VERTICES = 200, TRIANGLES = 301, LIST = 16384, NEAR = 12288 };

typedef struct side {
    rs_frame frame;
    rs_vertex vertices[VERTICES];
    uint32_t inverse_w[VERTICES];
    uint16_t lights[VERTICES];
    uint32_t list[LIST / 4], near[NEAR / 4];
} side;

typedef struct field {
    side c, arm;
    int16_t positions[3 * VERTICES];
    int8_t normals[4 * TRIANGLES] __attribute__((aligned(4)));
    uint16_t indices[3 * TRIANGLES + 1] __attribute__((aligned(4)));
    uint8_t shades[64 * 256], highlight[256];
    rs_mesh mesh;
    rs_submesh part;
    rs_material material;
    rs_palette palette;
    rs_recording r;
    part_recording p;
} field;

static uint32_t random_below(uint32_t *seed, uint32_t bound) {
    *seed = *seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)*seed * bound) >> 32);
}

static int random_between(uint32_t *seed, int low, int high) {
    return low + (int)random_below(seed, (uint32_t)(high - low + 1));
}

static void make_mesh(field *f, uint32_t *seed) {
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 3 * VERTICES; i++) f->positions[i] = (int16_t)random_between(seed, -32768, 32767);
    for (int i = 0; i < 4 * TRIANGLES; i++)
        f->normals[i] = (int8_t)((i & 3) == 3 ? 0 : random_between(seed, -127, 127));
    for (int i = 0; i < 3 * TRIANGLES + 1; i++) f->indices[i] = (uint16_t)random_below(seed, VERTICES);
    for (int i = 0; i < 64 * 256; i++) f->shades[i] = (uint8_t)random_below(seed, 256);
    for (int i = 0; i < 256; i++) f->highlight[i] = (uint8_t)random_below(seed, 256);
    f->mesh = (rs_mesh){.positions = f->positions,
                        .normals = f->normals,
                        .indices = f->indices,
                        .faces = f->normals,
                        .parts = &f->part,
                        .vertex_count = VERTICES,
                        .triangle_count = TRIANGLES,
                        .part_count = 1,
                        .exponent = random_between(seed, 0, 3)};
    f->mesh.radius = 56756 << f->mesh.exponent;
    f->palette.shades = f->shades;
    f->r.mesh = &f->mesh;
    f->p = (part_recording){.r = &f->r, .part = &f->part, .material = &f->material, .colours = f->shades + 7};
    f->material.highlight = f->highlight;
    f->material.dark = (uint8_t)random_below(seed, 256);
    memset(f->highlight, 0, f->material.dark);
}

/* ---- transform ---- */

static bool same_transform(field *f, uint32_t *seed) {
    mat34 model;
    rs_camera camera;
    rs_target target = {
        .width = 240, .height = 160, .format = RS_PAL8, .band_lines = 20, .palette = &f->palette};
    rs_block list = {f->c.list, LIST}, none = {NULL, 0};
    make_mesh(f, seed);
    memset(&model, 0, sizeof model);
    memset(&camera, 0, sizeof camera);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            model.m[i][k] = random_between(seed, -37000, 37000); /* rows about as long as a rotation's */
        camera.world_to_view.m[i][i] = FX_ONE;
    }
    model.m[2][3] = -(f->mesh.radius * random_between(seed, 3, 9));
    model.m[0][3] = random_between(seed, -f->mesh.radius, f->mesh.radius);
    camera.near_plane = FX_ONE / 8;
    camera.far_plane = FX_ONE * 200;
    camera.focal = FX_ONE * 3 / 2;
    if (!rs_frame_begin(&f->c.frame, &target, list, none) || rs_frame_camera(&f->c.frame, &camera) != RS_OK)
        return false;
    f->r.frame = &f->c.frame;
    f->r.to_view = m34_mul(&camera.world_to_view, &model);
    for (int i = 0; i < 3; i++) f->r.origin[i] = f->r.to_view.m[i][3];
    rs_recording_rows(&f->r);
    for (int with = 0; with < 2; with++) {
        transform_inside(&f->r, f->positions, VERTICES, f->c.vertices, with ? f->c.inverse_w : NULL);
        transform_inside_in_arm(&f->r, f->positions, VERTICES, f->arm.vertices,
                                with ? f->arm.inverse_w : NULL);
        if (memcmp(f->c.vertices, f->arm.vertices, sizeof f->c.vertices) != 0) return false;
    }
    return memcmp(f->c.inverse_w, f->arm.inverse_w, sizeof f->c.inverse_w) == 0;
}

bool twins_transform(void *memory, uint32_t *count) {
    uint32_t seed = 99;
    for (int i = 0; i < 60; i++, *count += 2 * VERTICES) {
        if (!same_transform(memory, &seed)) return false;
    }
    return true;
}

/* ---- light ---- */

static void make_light(rs_model_light *light, const field *f, uint32_t *seed) {
    memset(light, 0, sizeof *light);
    light->quick = true;
    light->base = random_between(seed, 0, 20000);
    light->highlight = random_below(seed, 2) != 0 ? f->highlight : NULL;
    light->dim = rs_highlight_dim(f->material.dark);
    for (int i = 0; i < 3; i++) {
        light->direction[0][i] = random_between(seed, -66000, 66000);
        light->half[i] = random_between(seed, -16384, 16384);
    }
    light->directions = 1;
}

bool twins_light(void *memory, uint32_t *count) {
    field *f = memory;
    uint32_t seed = 7;
    for (int i = 0; i < 60; i++, *count += VERTICES) {
        rs_model_light light;
        rs_arm_recording arm;
        make_mesh(f, &seed);
        make_light(&light, f, &seed);
        put_light(&arm, &light);
        rs_arm_light(&arm, f->normals, f->arm.lights, VERTICES);
        for (int k = 0; k < VERTICES; k++) {
            if (f->arm.lights[k] != rs_light_quick(&light, f->normals + 4 * k)) return false;
        }
    }
    return true;
}

/* ---- record ---- */

static bool begin(side *s, const rs_target *target, size_t list_size, bool near) {
    rs_block list = {s->list, list_size}, none = {NULL, 0}, block = {s->near, NEAR};
    if (!rs_frame_begin(&s->frame, target, list, none)) return false;
    if (near) rs_frame_vertices(&s->frame, block, false);
    return true;
}

static uint32_t item_of(const rs_frame *frame, uint32_t *link) {
    const rs_again *again = (const rs_again *)(const void *)(frame->list + *link);
    uint32_t item = (*link & 1u) != 0 ? *link >> 1 : again->item;
    *link = (*link & 1u) != 0 ? rs_item_at(frame, item)->next : again->next;
    return item;
}

static bool same_lists(const rs_frame *a, const rs_frame *b) {
    if (a->item_count != b->item_count || a->list_used != b->list_used) return false;
    if (memcmp(&a->stats, &b->stats, sizeof a->stats) != 0) return false;
    for (uint32_t i = 0; i < a->item_count; i++) {
        if (memcmp(rs_item_at(a, i), rs_item_at(b, i), offsetof(rs_item, next)) != 0) return false;
    }
    for (int band = 0; band < a->bands; band++) {
        uint32_t here = a->bins[band].head, there = b->bins[band].head;
        while (here != 0 && there != 0) {
            if (item_of(a, &here) != item_of(b, &there)) return false;
        }
        if (here != there) return false;
    }
    return true;
}

/* Records two parts in a row, so that the second finds chains to append to. */
static bool same_record(field *f, uint32_t *seed, uint32_t *count) {
    rs_target target = {.width = 240, .height = 160, .format = RS_PAL8, .palette = &f->palette};
    size_t list_size = random_below(seed, 4) == 0 ? 2048 + random_below(seed, 4096) : LIST;
    int reach = random_between(seed, 100, 5000);
    make_mesh(f, seed);
    target.band_lines = random_between(seed, 8, 50);
    if (!begin(&f->c, &target, list_size, false) ||
        !begin(&f->arm, &target, list_size, random_below(seed, 2) != 0))
        return false;
    for (int part = 0; part < 2; part++) {
        bool here, there;
        for (int i = 0; i < VERTICES; i++) {
            f->c.vertices[i].x = (int16_t)random_between(seed, -reach, reach);
            f->c.vertices[i].y = (int16_t)random_between(seed, -reach, reach);
        }
        f->part.first_triangle = random_below(seed, 3);
        f->part.triangle_count = TRIANGLES - f->part.first_triangle - random_below(seed, 5);
        f->p.arrays.vertices = f->c.vertices;
        f->p.shading = random_below(seed, 2) != 0 ? RS_FLAT : RS_UNLIT;
        f->p.textured = random_below(seed, 3) == 0;
        f->p.colours = f->p.textured ? NULL : f->shades + 7;
        f->material.two_sided = random_below(seed, 3) == 0;
        make_light(&f->p.light, f, seed);
        f->r.frame = &f->c.frame;
        here = record_inside(&f->p, (uint16_t)(part + 3));
        f->r.frame = &f->arm.frame;
        there = record_inside_in_arm(&f->p, (uint16_t)(part + 3));
        if (here != there || !same_lists(&f->c.frame, &f->arm.frame)) return false;
        *count += f->c.frame.item_count;
        if (!here) return true;
    }
    return true;
}

bool twins_record(void *memory, uint32_t *count) {
    uint32_t seed = 3;
    for (int i = 0; i < 120; i++) {
        if (!same_record(memory, &seed, count)) return false;
    }
    return true;
}

/* ---- clear ---- */

static bool same_clear(uint8_t *pixels, uint16_t *depth, uint32_t *seed, uint32_t lines) {
    uint32_t width = 8 * (1 + random_below(seed, 30)), left = 8 * random_below(seed, width / 8);
    uint32_t right = left + 8 * (1 + random_below(seed, (width - left) / 8));
    memset(pixels, 1, width * (lines + 1));
    memset(depth, 2, width * (lines + 1) * 2);
    rs_arm_clear_columns(pixels + left, depth + left, lines, (right - left) / 8, width, 0x77777777u);
    for (uint32_t y = 0; y <= lines; y++) {
        for (uint32_t x = 0; x < width; x++) {
            bool cleared = y < lines && x >= left && x < right;
            if (pixels[y * width + x] != (cleared ? 0x77 : 1) ||
                depth[y * width + x] != (cleared ? 0xFFFF : 0x0202))
                return false;
        }
    }
    return true;
}

bool twins_clear(void *memory, uint32_t *count) {
    uint32_t seed = 5;
    for (int i = 0; i < 40; i++) {
        uint32_t lines = 1 + random_below(&seed, 20);
        if (!same_clear(memory, (uint16_t *)memory + 8192, &seed, lines)) return false;
        *count += lines;
    }
    return true;
}
