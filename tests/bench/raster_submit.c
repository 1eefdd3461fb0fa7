/* Instructions of submission paths and reflectance functions, for callgrind: one of them is run many times.
 */
#include <stdlib.h>
#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/immediate.h"
#include "raster/list/list.h"

enum { TRIANGLES = 100, VERTICES = 3 * TRIANGLES, FRAMES = 20 };

typedef struct record {
    int16_t uv[2];
    uint8_t colour[4];
    fx position[3];
} record;

static record records[VERTICES];
static fx positions[VERTICES * 3];
static int16_t uvs[VERTICES * 2];
static uint8_t colours[VERTICES * 4];
static uint64_t list[32 * 1024], memory[256];
static rs_immediate im;

/* Makes 100 right triangles of three pixels, lit already, as the texts have them. */
static void make(void) {
    for (int i = 0; i < VERTICES; i++) {
        int t = i / 3, corner = i % 3;
        fx x = (t % 10 - 5) * FX(0.1) + (corner == 1 ? FX(0.03) : 0),
           y = (t / 10 - 5) * FX(0.1) + (corner == 2 ? FX(0.03) : 0);
        records[i].position[0] = positions[3 * i] = x;
        records[i].position[1] = positions[3 * i + 1] = y;
        memset(records[i].colour, 200, 4);
        memset(colours + 4 * i, 200, 4);
        records[i].uv[0] = uvs[2 * i] = (int16_t)(i * 7);
        records[i].uv[1] = uvs[2 * i + 1] = (int16_t)(i * 3);
    }
}

static void submit(rs_frame *frame, const rs_material *material, char path) {
    rs_batch batch;
    if (path == 'i') {
        rs_immediate_init(&im, frame, material, NULL);
        rs_immediate_begin(&im, RS_TRIANGLES);
        for (int i = 0; i < VERTICES; i++) {
            const uint8_t *c = colours + 4 * i;
            rs_immediate_colour(&im,
                                (uint32_t)c[3] << 24 | (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2]);
            rs_immediate_texcoord(&im, uvs[2 * i] * 16, uvs[2 * i + 1] * 16);
            rs_immediate_vertex(&im, v3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
        }
        if (rs_immediate_end(&im) != RS_OK) abort();
        return;
    }
    memset(&batch, 0, sizeof batch);
    batch.vertex_count = batch.count = VERTICES;
    batch.material = material;
    if (path == 'a') {
        static const rs_vertex_format format = {
            .stride = sizeof(record),
            .at = {
                [RS_POSITION] = {RS_FX_3, 8}, [RS_COLOUR] = {RS_UINT8_4, 4}, [RS_TEXCOORD] = {RS_Q12_2, 0}}};
        rs_streams_from(&format, records, batch.streams);
    } else {
        batch.streams[RS_POSITION] = (rs_stream){positions, 12, RS_FX_3};
        batch.streams[RS_COLOUR] = (rs_stream){colours, 4, RS_UINT8_4};
        batch.streams[RS_TEXCOORD] = (rs_stream){uvs, 4, RS_Q12_2};
    }
    if (rs_frame_batch(frame, &batch) != RS_OK) abort();
}

static void reflect(char model) {
    rs_light light = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {FX(-0.6), FX(-0.8), 0}};
    rs_reflecting r = {.function = model == 'p' ? rs_reflect_phong : rs_reflect_blinn,
                       .ambient = 0x101010,
                       .diffuse = 0x808080,
                       .specular = 0x808080,
                       .log2_exponent = model == 'p' ? 4 : 6};
    rs_lighting lighting;
    volatile uint32_t kept = 0;
    rs_lighting_make(&lighting, &light, 1, 0, V3_Y, true);
    for (int i = 0; i < 1000 * FRAMES; i++) {
        rs_lit lit;
        (void)rs_lighting_at(&lighting, &r, V3_ZERO, v3(i * 2, 60000, 1000), &lit);
        kept = kept + lit.specular[0];
    }
}

int main(int count, char **arguments) {
    static const uint32_t texels[4] = {0xFFFFFF, 0x808080, 0x404040, 0xC0C0C0};
    static const rs_look look;
    rs_texture texture = {
        .pixels = (const uint8_t *)texels, .format = RS_XRGB8888, .log2_width = 1, .log2_height = 1};
    rs_material material = {.texture = &texture, .shading = RS_UNLIT, .look = &look};
    rs_frame *frame = (rs_frame *)(void *)memory;
    char path = count > 1 ? arguments[1][0] : 'i';
    if (path == 'p' || path == 'b') {
        reflect(path);
        return 0;
    }
    if (rs_frame_size() > sizeof memory) return 1;
    make();
    for (int i = 0; i < FRAMES; i++) {
        rs_target target = {.width = 240, .height = 160, .format = RS_XRGB8888, .band_lines = 160};
        rs_block block = {list, sizeof list}, fast = {NULL, 0};
        rs_camera camera = {.focal = FX_ONE, .near_plane = FX(0.5), .far_plane = FX(50)};
        for (int k = 0; k < 3; k++) camera.world_to_view.m[k][k] = FX_ONE;
        camera.world_to_view.m[2][3] = -FX(1.5);
        if (!rs_frame_begin(frame, &target, block, fast) || rs_frame_camera(frame, &camera) != RS_OK)
            return 1;
        if (path != 'n') submit(frame, &material, path);
    }
    return 0;
}
