/* The three ways, with the same vertices. */
#include "tools/measure/submission.h"

#include <string.h>

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/frame.h"
#include "raster/submit.h"

bool submission_open(submission *s) {
    static const uint32_t texels[4] = {0xFFFFFF, 0x808080, 0x404040, 0xC0C0C0};
    memset(s, 0, sizeof *s);
    for (int i = 0; i < SUBMISSION_VERTICES; i++) {
        const int t = i / 3, corner = i % 3;
        const fx x = (t % 10 - 5) * FX(0.1) + (corner == 1 ? FX(0.03) : 0),
                 y = (t / 10 - 5) * FX(0.1) + (corner == 2 ? FX(0.03) : 0);
        s->records[i].position[0] = s->positions[3 * i] = x;
        s->records[i].position[1] = s->positions[3 * i + 1] = y;
        memset(s->records[i].colour, 200, 4);
        memset(s->colours + 4 * (size_t)i, 200, 4);
        s->records[i].uv[0] = s->uvs[2 * i] = (int16_t)(i * 7);
        s->records[i].uv[1] = s->uvs[2 * i + 1] = (int16_t)(i * 3);
    }
    s->texture = (rs_texture){
        .pixels = (const uint8_t *)texels, .format = RS_XRGB8888, .log2_width = 1, .log2_height = 1};
    s->material = (rs_material){.texture = &s->texture, .shading = RS_UNLIT, .look = &s->look};
    s->frame = (rs_frame *)(void *)s->memory;
    return rs_frame_size() <= sizeof s->memory;
}

bool submission_begin(submission *s) {
    const rs_target target = {.width = 240, .height = 160, .format = RS_XRGB8888, .band_lines = 160};
    const rs_block block = {s->list, sizeof s->list}, fast = {NULL, 0};
    rs_camera camera = {.focal = FX_ONE, .near_plane = FX(0.5), .far_plane = FX(50)};
    for (int k = 0; k < 3; k++) camera.world_to_view.m[k][k] = FX_ONE;
    camera.world_to_view.m[2][3] = -FX(1.5);
    return rs_frame_begin(s->frame, &target, block, fast) && rs_frame_camera(s->frame, &camera) == RS_OK;
}

void submission_begin_calls(submission *s) {
    rs_immediate_init(&s->immediate, s->frame, &s->material, NULL);
    rs_immediate_begin(&s->immediate, RS_TRIANGLES);
    s->vertex = 0;
}

void submission_call(submission *s) {
    const uint32_t i = s->vertex++;
    const uint8_t *c = s->colours + 4 * i;
    rs_immediate_colour(&s->immediate,
                        (uint32_t)c[3] << 24 | (uint32_t)c[0] << 16 | (uint32_t)c[1] << 8 | c[2]);
    rs_immediate_texcoord(&s->immediate, s->uvs[2 * i] * 16, s->uvs[2 * i + 1] * 16);
    rs_immediate_vertex(&s->immediate,
                        v3(s->positions[3 * i], s->positions[3 * i + 1], s->positions[3 * i + 2]));
}

bool submission_do(submission *s, submission_way way) {
    static const rs_vertex_format format = {
        .stride = sizeof(submission_record),
        .at = {[RS_POSITION] = {RS_FX_3, 8}, [RS_COLOUR] = {RS_UINT8_4, 4}, [RS_TEXCOORD] = {RS_Q12_2, 0}}};
    rs_batch batch;
    if (way == SUBMISSION_IMMEDIATE) {
        submission_begin_calls(s);
        while (s->vertex < SUBMISSION_VERTICES) submission_call(s);
        return rs_immediate_end(&s->immediate) == RS_OK;
    }
    memset(&batch, 0, sizeof batch);
    batch.vertex_count = batch.count = SUBMISSION_VERTICES;
    batch.material = &s->material;
    if (way == SUBMISSION_RECORDS) {
        rs_streams_from(&format, s->records, batch.streams);
    } else {
        batch.streams[RS_POSITION] = (rs_stream){s->positions, 12, RS_FX_3};
        batch.streams[RS_COLOUR] = (rs_stream){s->colours, 4, RS_UINT8_4};
        batch.streams[RS_TEXCOORD] = (rs_stream){s->uvs, 4, RS_Q12_2};
    }
    return rs_frame_batch(s->frame, &batch) == RS_OK;
}
