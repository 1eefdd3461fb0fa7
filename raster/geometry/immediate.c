/* Immediate mode: gathers vertices and draws them as batches. */
#include "raster/immediate.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "raster/list/list.h"

void rs_immediate_init(rs_immediate *im, rs_frame *frame, const rs_material *material, const mat34 *place) {
    im->frame = frame;
    im->material = material;
    im->place = place;
    im->current = rs_attributes_plain;
    im->count = im->sent = 0;
    im->primitive = RS_TRIANGLES;
    im->open = im->coloured = false;
    im->result = RS_OK;
}

static void draw_vertices(rs_immediate *im, uint32_t count) {
    rs_batch batch;
    rs_result result;
    if (count == 0) return;
    memset(&batch, 0, sizeof batch);
    rs_streams_of_attributes(im->vertices, batch.streams);
    if (!im->coloured) batch.streams[RS_COLOUR].form = RS_NOTHING;
    batch.vertex_count = batch.count = count;
    batch.primitive = im->primitive;
    batch.material = im->material;
    batch.place = im->place;
    result = rs_frame_batch(im->frame, &batch);
    im->frame->stats.copied += count * (uint32_t)sizeof im->vertices[0];
    if (result != RS_OK && im->result == RS_OK) im->result = result;
}

/* How many of n vertices make whole primitives, and how many of the last vertices go on in the next batch. */
static uint32_t whole_primitives(const rs_immediate *im, uint32_t n, uint32_t *shared) {
    *shared = 0;
    switch (im->primitive) {
    case RS_TRIANGLES:
        return n - n % 3;
    case RS_LINES:
        return n - n % 2;
    case RS_LINE_STRIP:
        *shared = 1;
        return n;
    case RS_TRIANGLE_FAN:
        *shared = 1;
        return n;
    case RS_TRIANGLE_STRIP: /* an even number, so that the next batch begins with the same turn */
        *shared = 2;
        return n - n % 2;
    default:
        return n;
    }
}

static void flush(rs_immediate *im) {
    uint32_t shared, count = whole_primitives(im, im->count, &shared), first = count - shared,
                     left = im->count - first;
    draw_vertices(im, count);
    if (im->primitive == RS_TRIANGLE_FAN) { /* vertex 0 and the last vertex stay */
        im->vertices[1] = im->vertices[im->count - 1];
        im->count = 2;
        return;
    }
    memmove(im->vertices, im->vertices + first, left * sizeof im->vertices[0]);
    im->count = left;
}

void rs_immediate_begin(rs_immediate *im, rs_primitive primitive) {
    FX_CHECK_OR(!im->open, "a begin within a begin and its end", return );
    FX_CHECK_OR((unsigned)primitive < RS_PRIMITIVES, "no such primitive", return );
    im->primitive = (uint8_t)primitive;
    im->open = true;
    im->count = im->sent = 0;
    im->result = RS_OK;
}

void rs_immediate_vertex(rs_immediate *im, vec3 position) {
    FX_CHECK_OR(im->open, "a vertex outside begin and end", return );
    if (im->count == RS_IMMEDIATE_VERTICES) flush(im);
    im->current.position = position;
    im->vertices[im->count++] = im->current;
    im->sent++;
}

rs_result rs_immediate_end(rs_immediate *im) {
    FX_CHECK_OR(im->open, "an end without a begin", return RS_BAD_ARGUMENT);
    draw_vertices(im, im->count);
    im->open = false;
    im->count = 0;
    return im->result;
}

void rs_immediate_colour(rs_immediate *im, uint32_t argb) {
    for (int i = 0; i < 3; i++) im->current.colour[i] = (uint8_t)(argb >> (16 - 8 * i));
    im->current.colour[3] = (uint8_t)(argb >> 24);
    im->coloured = true;
}

void rs_immediate_normal(rs_immediate *im, vec3 unit) { im->current.normal = unit; }

void rs_immediate_texcoord(rs_immediate *im, fx s, fx t) {
    im->current.texcoord[0][0] = s;
    im->current.texcoord[0][1] = t;
    im->current.texcoord[0][2] = FX_ONE;
}
