/* The placeholders: a box of 1 m, a checker and a material in magenta, too loud to be overlooked. */
#include "kernel/resource/internal.h"

/* A side of the box: n points out of it, u to its right and v up, u x v = n; every vector is a unit axis.
 * 16384 << 1 is half a metre as fx. */
#define CORNER(n, u, v) (int16_t)((n)*16384 + (u)*16384 + (v)*16384)
#define VERTEX(nx, ny, nz, ux, uy, uz, vx, vy, vz, a, b)                                                     \
    CORNER(nx, (a) * (ux), (b) * (vx)), CORNER(ny, (a) * (uy), (b) * (vy)), CORNER(nz, (a) * (uz), (b) * (vz))
#define SIDE(...)                                                                                            \
    VERTEX(__VA_ARGS__, -1, -1), VERTEX(__VA_ARGS__, 1, -1), VERTEX(__VA_ARGS__, 1, 1),                      \
        VERTEX(__VA_ARGS__, -1, 1)
#define FOUR(x, y, z) x, y, z, 0, x, y, z, 0, x, y, z, 0, x, y, z, 0
#define TWO(x, y, z) x, y, z, 0, x, y, z, 0
#define SIX(macro)                                                                                           \
    macro(127, 0, 0), macro(-127, 0, 0), macro(0, 127, 0), macro(0, -127, 0), macro(0, 0, 127),              \
        macro(0, 0, -127)
#define QUAD(i) (i), (i) + 1, (i) + 2, (i), (i) + 2, (i) + 3

static const int16_t positions[6 * 4 * 3] = {
    SIDE(1, 0, 0, 0, 0, -1, 0, 1, 0), SIDE(-1, 0, 0, 0, 0, 1, 0, 1, 0), SIDE(0, 1, 0, 1, 0, 0, 0, 0, -1),
    SIDE(0, -1, 0, 1, 0, 0, 0, 0, 1), SIDE(0, 0, 1, 1, 0, 0, 0, 1, 0),  SIDE(0, 0, -1, -1, 0, 0, 0, 1, 0)};
static const int8_t normals[6 * 4 * 4] = {SIX(FOUR)};
static const int8_t faces[6 * 2 * 4] = {SIX(TWO)};
static const uint16_t indices[6 * 6] = {QUAD(0), QUAD(4), QUAD(8), QUAD(12), QUAD(16), QUAD(20)};
static const rs_submesh part = {.triangle_count = 12, .vertex_count = 24};

#define UVS 0, 4096, 4096, 4096, 4096, 0, 0, 0
static const int16_t uvs[6 * 4 * 2] = {UVS, UVS, UVS, UVS, UVS, UVS};

static const rs_mesh box = {
    .positions = positions,
    .normals = normals,
    .uvs = uvs,
    .indices = indices,
    .faces = faces,
    .parts = &part,
    .vertex_count = 24,
    .triangle_count = 12,
    .part_count = 1,
    .exponent = 1,
    .radius = 56756, /* sqrt(3) / 2 */
};

enum { CHECKER = 16 };

void ox_resource_colour_placeholders(ox_resources *r) {
    uint8_t *pixels = (uint8_t *)(uintptr_t)r->checker.pixels; /* resident */
    uint32_t magenta = ox_resource_native(r, 0xFF00FFu), black = ox_resource_native(r, 0);
    for (size_t i = 0; i < CHECKER * CHECKER; i++) {
        bool dark = ((i ^ i / CHECKER) & 4u) != 0;
        ox_resource_put_pixel(pixels, rs_format_bytes(r->format), i, dark ? black : magenta);
    }
    r->magenta.index = (uint8_t)(r->format == RS_PAL8 ? magenta : 0u);
}

bool ox_resource_make_placeholders(ox_resources *r) {
    ox_resource_fault none = {.what = "", .stand_in = ""};
    uint8_t *pixels =
        ox_resource_room(r, (size_t)CHECKER * CHECKER * (size_t)rs_format_bytes(r->format), &none);
    bool ok = pixels != NULL;
    if (!ok) return false;
    r->checker =
        (rs_texture){.pixels = pixels, .format = (uint8_t)r->format, .log2_width = 4, .log2_height = 4};
    ox_resource_colour_placeholders(r);
    r->magenta.rgb = 0xFF00FFu;
    r->magenta.shading = RS_FLAT;
    r->magenta.ramp = ox_resource_ramp(r, r->magenta.rgb, &ok, &none);
    r->magenta.texture = &r->checker;
    r->box.mesh = box;
    r->box.materials = &r->magenta;
    r->box.material_count = 1;
    r->box.placeholder = true;
    return ok;
}
