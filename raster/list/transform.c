/* Records a mesh: transforms, lights, culls and clips its parts into the display list.
 *
 * A part whose bounding sphere lies inside the view volume and the guard band takes the short way: three rows of the combined
 * matrix, scaled once so that every sum fits 44 bits, one reciprocal a vertex. Everything else goes through view space,
 * outcodes and clipping. */
#include <string.h>

#include "fixedmath/matrix.h"
#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/arm/arm.h"
#include "raster/draw_call.h"
#include "raster/fragment/fragment.h"
#include "raster/list/list.h"
#include "raster/list/volume.h"
#include "raster/wide/wide.h"

typedef struct part_arrays {
    rs_vertex *vertices;
    uint16_t *lights;
    uint32_t *inverse_w;
    uint8_t *outcodes;
    uint8_t *column;
} part_arrays;

/* raster/arm/transform.S and rs_wide_transform of wide_record.c do the same to the bit. */
RS_TWIN static void transform_inside(const rs_recording *r, const int16_t *position, uint32_t count,
                                     rs_vertex *out, uint32_t *inverse_w) {
    const int32_t centre_x = r->frame->centre_x, centre_y = r->frame->centre_y;
    for (; count > 0; count--, position += 3, out++) {
        int32_t px = position[0], py = position[1], pz = position[2], x, y;
        int shift;
        uint32_t mantissa, w;
        w = (uint32_t)fx_sra64(r->w0 + (int64_t)r->w[0] * px + (int64_t)r->w[1] * py + (int64_t)r->w[2] * pz,
                               14);
        mantissa = fx_recip_fast_inline(w, &shift); /* moves a vertex at the guard band by 1/160 pixel */
        shift -= 31;
        x = (int32_t)fx_sra64(r->x0 + (int64_t)r->x[0] * px + (int64_t)r->x[1] * py + (int64_t)r->x[2] * pz,
                              14);
        y = (int32_t)fx_sra64(r->y0 + (int64_t)r->y[0] * px + (int64_t)r->y[1] * py + (int64_t)r->y[2] * pz,
                              14);
        out->z = rs_depth_apply(&r->depth, mantissa, shift);
        if (inverse_w != NULL) *inverse_w++ = rs_over_w_apply(&r->depth.inverse_w, mantissa, shift);
        shift += r->slope_shift - 1;
        x = (int32_t)fx_sra64((int64_t)x * (int32_t)mantissa, 32);
        y = (int32_t)fx_sra64((int64_t)y * (int32_t)mantissa, 32);
        out->x = (int16_t)(centre_x + fx_sra32(fx_sra32(x, shift) + 1, 1));
        out->y = (int16_t)(centre_y + fx_sra32(fx_sra32(y, shift) + 1, 1));
    }
}

#ifdef RS_ARM_SPANS
static uint32_t *put_row(uint32_t *to, int64_t constant, const int32_t *factors) {
    *to++ = (uint32_t)constant;
    *to++ = (uint32_t)(constant >> 32);
    for (int i = 0; i < 3; i++) *to++ = (uint32_t)factors[i];
    return to;
}

static void transform_inside_in_arm(const rs_recording *r, const int16_t *position, uint32_t count,
                                    rs_vertex *out, uint32_t *inverse_w) {
    uint32_t rows[26], *to = put_row(rows, r->w0, r->w);
    *to++ = r->depth.code.mantissa;
    *to++ = (uint32_t)r->depth.code.shift;
    *to++ = r->depth.base - RS_DEPTH_LEAST;
    *to++ = RS_DEPTH_MOST - RS_DEPTH_LEAST;
    to = put_row(to, r->x0, r->x);
    *to++ = (uint32_t)(r->slope_shift - 1);
    *to++ = 2u * (uint32_t)r->frame->centre_x + 1u; /* with the rounding, before the last shift */
    to = put_row(to, r->y0, r->y);
    *to++ = 2u * (uint32_t)r->frame->centre_y + 1u;
    *to++ = 0;
    *to++ = r->depth.inverse_w.mantissa;
    *to++ = (uint32_t)r->depth.inverse_w.shift;
    *to = 0;
    rs_arm_transform(rows, position, count, out, inverse_w);
}
#define transform_inside transform_inside_in_arm
#endif

static rs_clip_vertex view_vertex(const rs_recording *r, const int16_t *position) {
    rs_clip_vertex v;
    int64_t view[3];
    memset(&v, 0, sizeof v);
    for (int i = 0; i < 3; i++) {
        const fx *m = r->to_view.m[i];
        int64_t sum = (int64_t)m[0] * position[0] + (int64_t)m[1] * position[1] + (int64_t)m[2] * position[2];
        view[i] = r->origin[i] + fx_rshr64(sum, 16 - r->mesh->exponent);
    }
    v.x = (int32_t)view[0];
    v.y = (int32_t)-view[1];
    v.w = (int32_t)-view[2];
    return v;
}

/* Depth under an orthographic camera, which the short way does not know. */
static void flatten(const rs_recording *r, const int16_t *position, uint32_t count, rs_vertex *out,
                    uint32_t *inverse_w) {
    for (uint32_t i = 0; i < count; i++, position += 3) {
        rs_clip_vertex v = view_vertex(r, position);
        out[i].z = rs_flat_depth(&r->frame->camera, v.w);
        if (inverse_w != NULL) inverse_w[i] = 1u << 29;
    }
}

RS_HOT_RARE static void transform_crossing(const rs_recording *r, const int16_t *position, uint32_t count,
                                           const part_arrays *out) {
    for (uint32_t i = 0; i < count; i++, position += 3) {
        rs_clip_vertex v = view_vertex(r, position);
        uint32_t inverse_w = 0;
        out->outcodes[i] = (uint8_t)rs_outcode(r->frame, &v);
        if (out->outcodes[i] == 0) out->vertices[i] = rs_project(r->frame, &r->view_depth, &v, &inverse_w);
        if (out->inverse_w != NULL) out->inverse_w[i] = inverse_w;
    }
}

/* ---- triangles ---- */

/* The vertices of clipped triangles go into a draw of their own with arrays that fill up. */
enum { CLIP_CHUNK = 36 };
typedef struct clip_sink {
    rs_draw *draw;
    uint16_t offset;
    int used;
    rs_vertex *vertices;
    uint16_t *lights;
    uint32_t *inverse_w;
    int16_t *uvs;
    int8_t *normals;
} clip_sink;

static bool clip_sink_open(rs_frame *frame, clip_sink *sink, const rs_draw *like) {
    sink->used = 0;
    sink->draw = rs_draw_take(frame, &sink->offset);
    sink->vertices = rs_list_take(frame, CLIP_CHUNK * sizeof *sink->vertices, 8);
    sink->lights = rs_list_take(frame, CLIP_CHUNK * sizeof *sink->lights, 4);
    sink->inverse_w = rs_list_take(frame, CLIP_CHUNK * sizeof *sink->inverse_w, 4);
    sink->uvs = rs_list_take(frame, CLIP_CHUNK * 2 * sizeof *sink->uvs, 4);
    sink->normals = rs_list_take(frame, CLIP_CHUNK * 4, 4);
    if (sink->draw == NULL || sink->vertices == NULL || sink->lights == NULL || sink->inverse_w == NULL ||
        sink->uvs == NULL || sink->normals == NULL) {
        sink->draw = NULL;
        return false;
    }
    *sink->draw = *like;
    sink->draw->vertices = sink->vertices;
    sink->draw->lights = sink->lights;
    sink->draw->inverse_w = sink->inverse_w;
    sink->draw->uvs = sink->uvs;
    sink->draw->normals = sink->normals;
    return true;
}

static void clip_sink_put(const rs_recording *r, clip_sink *sink, const rs_clip_vertex *v,
                          const part_arrays *arrays) {
    int i = sink->used++;
    if (v->index < 0) {
        sink->vertices[i] = rs_project(r->frame, &r->view_depth, v, &sink->inverse_w[i]);
    } else { /* the very vertex that unclipped neighbours use */
        sink->vertices[i] = arrays->vertices[v->index];
        sink->inverse_w[i] = arrays->inverse_w == NULL ? 0 : arrays->inverse_w[v->index];
    }
    sink->lights[i] = (uint16_t)v->light;
    sink->uvs[2 * i] = (int16_t)v->u;
    sink->uvs[2 * i + 1] = (int16_t)v->v;
    for (int k = 0; k < 3; k++) sink->normals[4 * i + k] = (int8_t)v->normal[k];
}

typedef struct part_recording {
    const rs_recording *r;
    const rs_submesh *part;
    const rs_material *material;
    rs_model_light light;
    part_arrays arrays;
    rs_draw *draw;
    clip_sink sink;
    const uint8_t
        *colours; /* PAL8 without texture: the material's column of the shade table, 256 bytes a level */
    uint8_t shading;
    bool textured;
    bool fragments; /* the material has a pixel state */
} part_recording;

/* Whether a part's material needs the fragment pipeline; folded to false where the fragment pipeline is not linked. */
static inline bool wants_fragments(const part_recording *p) { return RS_FRAGMENT_LINKED && p->fragments; }

static rs_clip_vertex clip_corner(const part_recording *p, uint32_t index) {
    const rs_mesh *mesh = p->r->mesh;
    size_t vertex = p->part->first_vertex + index;
    rs_clip_vertex v = view_vertex(p->r, mesh->positions + 3 * vertex);
    v.index = (int32_t)index;
    if (p->arrays.lights != NULL) v.light = p->arrays.lights[index];
    if (p->textured) {
        v.u = mesh->uvs[2 * vertex];
        v.v = mesh->uvs[2 * vertex + 1];
    }
    if (mesh->normals != NULL) {
        for (int k = 0; k < 3; k++) v.normal[k] = mesh->normals[4 * vertex + (size_t)k];
    }
    return v;
}

/* The colour of a flat or unlit triangle: a native pixel, or a light value when the triangle is textured. */
static uint32_t face_colour(const part_recording *p, uint32_t triangle, const uint16_t *index) {
    const rs_mesh *mesh = p->r->mesh;
    uint32_t light = RS_LIGHT_FULL;
    if (p->shading == RS_FLAT) {
        const int16_t *v0 = mesh->positions + 3 * (size_t)(p->part->first_vertex + index[0]);
        const int16_t *v1 = mesh->positions + 3 * (size_t)(p->part->first_vertex + index[1]);
        const int16_t *v2 = mesh->positions + 3 * (size_t)(p->part->first_vertex + index[2]);
        int16_t centre[3] = {0, 0, 0};
        if (p->light.points > 0) {
            for (int i = 0; i < 3; i++) centre[i] = (int16_t)((v0[i] + v1[i] + v2[i]) / 3);
        }
        light = (uint32_t)rs_light_at(&p->light, centre, mesh->faces + 4 * (size_t)triangle, false) >>
                RS_VERTEX_LIGHT;
    }
    if (p->textured || wants_fragments(p)) return light;
    if (p->r->frame->target.format == RS_PAL8) {
        return p->r->frame->target.palette->shades[(light << 5 & 0x3F00u) | p->material->index];
    }
    if (p->r->frame->target.format == RS_XRGB8888) return ((const uint32_t *)p->material->ramp)[light];
    return ((const uint16_t *)p->material->ramp)[light];
}

typedef struct row_range {
    int first, last;
} row_range;

/* Which rows a triangle's y coordinates touch, of the rows from `top` to before `end`. */
static inline row_range touched_rows(int y0, int y1, int y2, int top, int end) {
    int low = y0 < y1 ? y0 : y1, high = y0 < y1 ? y1 : y0;
    if (y2 < low) low = y2;
    if (y2 > high) high = y2;
    low = fx_sra32(low + 7, 4);
    high = fx_sra32(high + 7, 4) - 1;
    return (row_range){low < top ? top : low, high >= end ? end - 1 : high};
}

/* Culls and appends one triangle that needs no clipping; false when the list is full. */
static bool record_one(rs_frame *frame, const rs_vertex *vertices, rs_item *item, bool two_sided,
                       uint32_t back) {
    const rs_vertex *a = &vertices[item->a], *b = &vertices[item->b], *c = &vertices[item->c];
    int area = (c->x - a->x) * (b->y - a->y) - (b->x - a->x) * (c->y - a->y);
    if (area < 0 && two_sided) {
        uint16_t swap = item->b;
        item->b = item->c;
        item->c = swap;
        item->colour |= back;
        area = -area;
    }
    if (area <= 0) {
        frame->stats.culled++;
        return true;
    }
    const row_range rows = touched_rows(a->y, b->y, c->y, frame->view.y, frame->view.y + frame->view.height);
    if (rows.first > rows.last) {
        frame->stats.rejected++;
        return true;
    }
    frame->stats.drawn++;
    if (back != 0 && frame->painter != NULL)
        return rs_painter_keep(frame->painter, item, rows.first, rows.last);
    return rs_item_add(frame, item, rows.first, rows.last);
}

/* The flag of a triangle seen from behind, where the pixel half asks for it. */
static uint32_t back_flag(const part_recording *p) { return wants_fragments(p) ? RS_ITEM_BACK : 0; }

static bool clip_triangle(part_recording *p, const uint16_t *index, uint32_t colour, int planes) {
    rs_frame *frame = p->r->frame;
    rs_clip_vertex polygon[9];
    rs_item item;
    int count, first;
    for (int i = 0; i < 3; i++) polygon[i] = clip_corner(p, index[i]);
    count = rs_clip(frame, polygon, planes);
    frame->stats.clipped++;
    if (count == 0) return true;
    if (p->sink.draw == NULL || p->sink.used + count > CLIP_CHUNK) {
        if (!clip_sink_open(frame, &p->sink, p->draw)) return false;
    }
    first = p->sink.used;
    for (int i = 0; i < count; i++) clip_sink_put(p->r, &p->sink, &polygon[i], &p->arrays);
    item.draw = p->sink.offset;
    item.colour = colour;
    for (int i = 1; i + 1 < count; i++) {
        item.a = (uint16_t)first;
        item.b = (uint16_t)(first + i);
        item.c = (uint16_t)(first + i + 1);
        item.colour = colour;
        if (!record_one(frame, p->sink.vertices, &item, p->material->two_sided, back_flag(p))) return false;
    }
    return true;
}

static bool record_crossing(part_recording *p, uint16_t draw_offset) {
    rs_frame *frame = p->r->frame;
    const uint8_t *outcodes = p->arrays.outcodes;
    const uint16_t *index = p->r->mesh->indices + 3 * (size_t)p->part->first_triangle;
    const bool per_face = p->shading == RS_FLAT;
    uint32_t triangle = p->part->first_triangle, end = triangle + p->part->triangle_count;
    uint32_t colour = face_colour(p, triangle, index);
    for (; triangle < end; triangle++, index += 3) {
        rs_item item = {index[0], index[1], index[2], draw_offset, colour, 0};
        int o0 = outcodes[item.a], o1 = outcodes[item.b], o2 = outcodes[item.c];
        bool room;
        if ((o0 & o1 & o2) != 0) {
            frame->stats.rejected++;
            continue;
        }
        if (per_face) item.colour = face_colour(p, triangle, index);
        if ((o0 | o1 | o2) != 0) {
            room = clip_triangle(p, index, item.colour, o0 | o1 | o2);
        } else {
            room = record_one(frame, p->arrays.vertices, &item, p->material->two_sided, back_flag(p));
        }
        if (!room) {
            frame->stats.lost += end - triangle;
            return false;
        }
    }
    return true;
}

/* Records the triangles of a part that needs no clipping and is drawn on the fragment pipeline. */
static bool record_fragments(part_recording *p, uint16_t draw_offset) {
    const uint16_t *index = p->r->mesh->indices + 3 * (size_t)p->part->first_triangle;
    uint32_t triangle = p->part->first_triangle, end = triangle + p->part->triangle_count;
    uint32_t colour = face_colour(p, triangle, index);
    for (; triangle < end; triangle++, index += 3) {
        rs_item item = {index[0], index[1], index[2], draw_offset, colour, 0};
        if (p->shading == RS_FLAT) item.colour = face_colour(p, triangle, index);
        if (!record_one(p->r->frame, p->arrays.vertices, &item, p->material->two_sided, back_flag(p))) {
            p->r->frame->stats.lost += end - triangle;
            return false;
        }
    }
    return true;
}

/* The loop over the triangles of a part that needs no clipping: cull, colour, append. Each turn does what record_one
 * does, with the frame's state kept in registers. */
RS_TWIN static bool record_inside(part_recording *p, uint16_t draw_offset) {
    rs_frame *frame = p->r->frame;
    const rs_vertex *vertices = p->arrays.vertices;
    const uint16_t *index = p->r->mesh->indices + 3 * (size_t)p->part->first_triangle;
    const int8_t *face = p->r->mesh->faces + 4 * (size_t)p->part->first_triangle;
    const bool two_sided = p->material->two_sided, per_face = p->shading == RS_FLAT;
    const bool quick = per_face && p->light.quick && p->colours != NULL;
    const int top = frame->view.y, end = top + frame->view.height;
    const uint32_t per_band = frame->bins != NULL ? frame->per_band : 0;
    const uint8_t *const colours = p->colours;
    rs_bin *const bins = frame->bins;
    rs_item *item = rs_item_at(frame, frame->item_count);
    const uint8_t *limit = frame->list + frame->list_used;
    uint32_t left = p->part->triangle_count, culled = 0, drawn = 0, rejected = 0;
    uint32_t colour = face_colour(p, p->part->first_triangle, index);
    bool room = true;
    for (; left > 0; left--, index += 3, face += 4) {
        uint32_t i0 = index[0], i1 = index[1], i2 = index[2];
        const rs_vertex *a = &vertices[i0], *b = &vertices[i1], *c = &vertices[i2];
        int y0 = a->y, y1 = b->y, y2 = c->y, x0 = a->x, band;
        int area = (c->x - x0) * (y1 - y0) - (b->x - x0) * (y2 - y0);
        if (area <= 0) {
            uint32_t swap = i1;
            if (!two_sided || area == 0) {
                culled++;
                continue;
            }
            i1 = i2;
            i2 = swap;
        }
        const row_range rows = touched_rows(y0, y1, y2, top, end);
        if (rows.first > rows.last) {
            rejected++;
            continue;
        }
        if (quick) {
            colour = colours[(uint32_t)rs_light_quick(&p->light, face) >> 10 << 8];
        } else if (per_face) {
            colour = face_colour(p, p->part->first_triangle + p->part->triangle_count - left, index);
        }
        drawn++;
        band = (int)(per_band * (uint32_t)rows.first >> 20);
        if (per_band != 0 && band == (int)(per_band * (uint32_t)rows.last >> 20) &&
            (const uint8_t *)item >= limit) {
            rs_bin *bin = &bins[band];
            uint32_t tail = bin->tail, link = frame->item_count << 1 | 1u;
            item->a = (uint16_t)i0;
            item->b = (uint16_t)i1;
            item->c = (uint16_t)i2;
            item->draw = draw_offset;
            item->colour = colour;
            item->next = 0;
            if (tail & 1u) {
                bin->tail = link;
                rs_item_at(frame, tail >> 1)->next = link;
            } else {
                rs_link(frame, bin, link);
            }
            frame->item_count++;
        } else {
            rs_item whole = {(uint16_t)i0, (uint16_t)i1, (uint16_t)i2, draw_offset, colour, 0};
            room = rs_item_add(frame, &whole, rows.first, rows.last);
            if (!room) break;
            limit = frame->list + frame->list_used;
        }
        item--;
    }
    frame->stats.culled += culled;
    frame->stats.rejected += rejected;
    frame->stats.drawn += drawn;
    if (!room) frame->stats.lost += left;
    return room;
}

#ifdef RS_ARM_SPANS
#include "raster/list/transform_arm.inc"
#endif

#if RS_WIDE
#include "raster/list/transform_lanes.inc"
#endif

/* ---- parts ---- */

static rs_span_light light_of(const part_recording *p) {
    return p->shading == RS_PHONG     ? RS_SPAN_PHONG
           : p->shading == RS_GOURAUD ? RS_SPAN_GOURAUD
                                      : RS_SPAN_CONSTANT;
}

static rs_item_function span_function(const rs_frame *frame, const part_recording *p, int texture) {
    const rs_span_set *set = rs_spans_for(frame);
    int light = (int)light_of(p);
#ifdef RS_ARM_SPANS
    /* The hand-written spans know parts of eight pixels only. */
    if (p->textured && p->material->mapping == RS_PIXEL && frame->target.format == RS_PAL8)
        set = &rs_spans_pal8_twins;
    if (light == RS_SPAN_PHONG && !p->textured && !rs_arm_phong_in_place && frame->target.format == RS_PAL8)
        return rs_twin_plain_phong;
#endif
    bool own = !p->textured || p->material->texture->format == frame->target.format;
    return own ? set->own[texture][light] : set->indexed[texture][light];
}

static rs_result fill_draw(rs_frame *frame, part_recording *p) {
    rs_draw *draw = p->draw;
    const rs_material *material = p->material;
    const rs_texture *texture = material->texture;
    size_t first = p->part->first_vertex;
    draw->format = (uint8_t)frame->target.format;
    draw->index = material->index;
    draw->colours =
        frame->target.format == RS_PAL8 ? (const void *)frame->target.palette->shades : material->ramp;
    if (frame->target.format != RS_PAL8 && !p->textured && material->ramp == NULL && !wants_fragments(p))
        return RS_BAD_ARGUMENT;
    if (p->shading == RS_PHONG) {
        draw->normals = p->r->mesh->normals + 4 * first;
        draw->highlight = material->highlight;
        draw->intensity = (uint16_t)p->light.first_intensity;
        for (int i = 0; i < 3; i++) {
            draw->light[i] = (int16_t)p->light.towards[i];
            draw->half[i] = (int16_t)p->light.half[i];
        }
    }
    if (wants_fragments(p)) {
        rs_result result;
        if (p->r->mesh->uvs != NULL) draw->uvs = p->r->mesh->uvs + 2 * first;
        (void)rs_fragment_open(frame, draw, material, light_of(p), p->textured, &result);
        return result;
    }
    draw->function = span_function(frame, p, RS_SPAN_PLAIN);
    if (!p->textured) {
        rs_draw_into_view(frame, draw);
        return RS_OK;
    }
    if (texture->format == RS_PAL8 && frame->target.format != RS_PAL8) {
        draw->palette = frame->target.format == RS_XRGB8888 ? (const void *)frame->target.palette->rgb
                                                            : (const void *)frame->target.palette->native;
        if (draw->palette == NULL) return RS_BAD_ARGUMENT;
    }
    draw->texels = texture->pixels;
    draw->log2_width = texture->log2_width;
    draw->log2_height = texture->log2_height;
    draw->uvs = p->r->mesh->uvs + 2 * first;
    draw->span = material->mapping == RS_PIXEL ? 1 : 8;
    draw->affine = span_function(frame, p, RS_SPAN_AFFINE);
    draw->function =
        material->mapping == RS_AFFINE ? draw->affine : span_function(frame, p, RS_SPAN_PERSPECTIVE);
    rs_draw_into_view(frame, draw);
    return RS_OK;
}

static bool texture_usable(const rs_frame *frame, const rs_mesh *mesh, const rs_material *material) {
    const rs_texture *texture = material->texture;
    if (texture == NULL || mesh->uvs == NULL) return false;
    if (rs_fragment_wanted(frame, material)) return rs_texture_valid(texture);
    if (texture->log2_width > 10 || texture->log2_height > 10) return false;
    if (texture->format == RS_PAL8) return frame->target.format == RS_PAL8 || frame->target.palette != NULL;
    return texture->format == frame->target.format;
}

RS_HOT_RARE static void light_vertices(const part_recording *p, uint32_t first, uint32_t left) {
    const rs_mesh *mesh = p->r->mesh;
    const int16_t *position = mesh->positions + 3 * (size_t)(p->part->first_vertex + first);
    const int8_t *normal = mesh->normals + 4 * (size_t)(p->part->first_vertex + first);
    uint16_t *out = p->arrays.lights + first;
#ifdef RS_ARM_SPANS
    if (p->light.quick && p->shading == RS_GOURAUD && ((uintptr_t)normal & 3u) == 0 && left > 0) {
        rs_arm_recording r;
        put_light(&r, &p->light);
        rs_arm_light(&r, normal, out, left);
        return;
    }
#endif
#if RS_WIDE
    if (p->light.quick && p->shading == RS_GOURAUD && rs_wide_usable()) {
        uint32_t done = rs_wide_light(&p->light, normal, left, out);
        normal += 4 * (size_t)done;
        out += done;
        left -= done;
    }
#endif
    if (p->light.quick && p->shading == RS_GOURAUD) {
        for (; left > 0; left--, normal += 4) *out++ = (uint16_t)rs_light_quick(&p->light, normal);
    }
    if (p->light.quick && p->shading == RS_PHONG) { /* pixels evaluate the one direction */
        for (; left > 0; left--) *out++ = (uint16_t)rs_light_clamp(p->light.base);
    }
    for (; left > 0; left--, position += 3, normal += 4) {
        *out++ = (uint16_t)rs_light_at(&p->light, position, normal, p->shading == RS_PHONG);
    }
}

/* Transforms and lights vertices first .. first + count - 1 of a part inside the view. */
static void vertices_inside(const part_recording *p, uint32_t first, uint32_t count) {
    const int16_t *position = p->r->mesh->positions + 3 * (size_t)(p->part->first_vertex + first);
    rs_vertex *out = p->arrays.vertices + first;
    uint32_t *inverse_w = p->arrays.inverse_w == NULL ? NULL : p->arrays.inverse_w + first;
    transform_inside(p->r, position, count, out, inverse_w);
    if (p->r->frame->flat_w != 0) flatten(p->r, position, count, out, inverse_w);
    if (p->arrays.lights != NULL) light_vertices(p, first, count);
}

#if RS_WIDE
static void vertices_job(void *argument, int index) {
    const lane_jobs *jobs = argument;
    const uint32_t first = (uint32_t)index * jobs->each, count = jobs->part->part->vertex_count;
    if (first < count)
        vertices_inside(jobs->part, first, count - first < jobs->each ? count - first : jobs->each);
}

static void vertices_inside_by_jobs(part_recording *p, uint32_t first, uint32_t count) {
    const rs_frame *frame = p->r->frame;
    lane_jobs jobs = {.part = p};
    const int most = lane_jobs_of(frame, count, &jobs.each);
    if (most <= 1) {
        vertices_inside(p, first, count);
    } else {
        frame->parallel(frame->machine, vertices_job, &jobs, most);
    }
}
#define vertices_inside vertices_inside_by_jobs
#endif

/* Takes the arrays of a part, which are the last that the part takes of the list before its triangles. */
static bool take_arrays(rs_frame *frame, part_recording *p) {
    uint32_t count = p->part->vertex_count;
    const bool lit = p->shading == RS_GOURAUD || p->shading == RS_PHONG;
    if (lit && p->colours != NULL) {
        p->arrays.column = rs_fast_take(frame, 64);
        if (p->arrays.column == NULL) return false;
        for (int level = 0; level < 64; level++) p->arrays.column[level] = p->colours[level * 256];
    }
    p->arrays.vertices = rs_vertices_take(frame, count * sizeof(rs_vertex));
    if (p->arrays.vertices == NULL) return false;
    if (lit) {
        p->arrays.lights = rs_vertices_take(frame, count * sizeof(uint16_t));
        if (p->arrays.lights == NULL) return false;
    }
    if (p->textured || wants_fragments(p)) {
        p->arrays.inverse_w = rs_vertices_take(frame, count * sizeof(uint32_t));
        if (p->arrays.inverse_w == NULL) return false;
    }
    if (!p->r->inside) {
        p->arrays.outcodes = rs_list_take(frame, count, 4);
        if (p->arrays.outcodes == NULL) return false;
    }
    p->draw->vertices = p->arrays.vertices;
    p->draw->lights = p->arrays.lights;
    p->draw->inverse_w = p->arrays.inverse_w;
    p->draw->column = p->arrays.column;
    return true;
}

#ifndef RS_ARM_SPANS
#include "raster/list/transform_compact.inc"
#endif

static rs_result record_part(const rs_recording *r, const rs_submesh *part, const rs_material *material,
                             const mat34 *model_to_world) {
    rs_frame *frame = r->frame;
    part_recording p;
    rs_result filled;
    uint16_t offset = 0;
    const int16_t *positions = r->mesh->positions + 3 * (size_t)part->first_vertex;
#if !RS_FRAGMENT_LINKED
    if (material->look != NULL || material->state != NULL || part->primitive != RS_TRIANGLES)
        return RS_BAD_ARGUMENT;
#endif
    if (material->look != NULL || part->primitive != RS_TRIANGLES)
        return rs_frame_part(frame, r->mesh, part, model_to_world, material);
    frame->stats.submitted += part->triangle_count;
    if (part->triangle_count == 0) return RS_OK;
    memset(&p, 0, sizeof p);
    p.r = r;
    p.part = part;
    p.material = material;
    p.shading = material->shading;
    p.textured = texture_usable(frame, r->mesh, material);
    p.fragments = rs_fragment_wanted(frame, material);
    if ((p.shading == RS_GOURAUD || p.shading == RS_PHONG) && r->mesh->normals == NULL) p.shading = RS_FLAT;
    if (p.shading != RS_UNLIT)
        rs_light_prepare(&p.light, frame, r->mesh, &r->to_view, model_to_world, material);
    if (p.shading == RS_PHONG && p.light.directions == 0)
        p.shading = RS_GOURAUD; /* nothing to do per pixel */
    if (frame->target.format == RS_PAL8 && !p.textured)
        p.colours = frame->target.palette->shades + material->index;
    p.draw = rs_draw_take(frame, &offset);
    filled = p.draw == NULL ? RS_LIST_FULL : fill_draw(frame, &p);
    if (filled == RS_BAD_ARGUMENT) return filled;
    if (filled != RS_OK || !take_arrays(frame, &p)) {
        frame->stats.lost += part->triangle_count;
        return RS_LIST_FULL;
    }
    frame->stats.vertices += part->vertex_count;
    if (r->inside) {
        vertices_inside(&p, 0, part->vertex_count);
    } else {
        transform_crossing(r, positions, part->vertex_count, &p.arrays);
        if (p.arrays.lights != NULL) light_vertices(&p, 0, part->vertex_count);
    }
#ifdef RS_ARM_SPANS
    if (r->inside && wants_fragments(&p)) rs_items_to_list(frame);
#endif
#ifndef RS_ARM_SPANS
    if (r->inside && compactable(&p)) return record_compact(&p, offset) ? RS_OK : RS_LIST_FULL;
#endif
    if (r->inside && wants_fragments(&p)) return record_fragments(&p, offset) ? RS_OK : RS_LIST_FULL;
    return (r->inside ? record_inside(&p, offset) : record_crossing(&p, offset)) ? RS_OK : RS_LIST_FULL;
}

/* Whether rs_frame_mesh_pass wants the parts with this material now. */
static inline bool in_pass(const rs_frame *frame, const rs_material *material) {
    return frame->only_pass == 0 || frame->only_pass == (uint8_t)(rs_material_pass(material) + 1);
}

RS_HOT_RARE rs_result rs_frame_mesh(rs_frame *frame, const rs_mesh *mesh, const mat34 *model_to_world,
                                    const rs_material *materials) {
    static const mat34 world = {{{FX_ONE, 0, 0, 0}, {0, FX_ONE, 0, 0}, {0, 0, FX_ONE, 0}}};
    rs_recording r;
    rs_result result = RS_OK;
    rs_visibility seen;
    if (!frame->camera_set) return RS_BAD_ARGUMENT;
    r.frame = frame;
    r.mesh = mesh;
    if (mesh->world) {
        r.to_view = frame->camera.world_to_view;
        model_to_world = &world;
    } else {
        r.to_view = m34_mul(&frame->camera.world_to_view, model_to_world);
        frame->stats.products++;
    }
    for (int i = 0; i < 3; i++) {
        const fx *m = r.to_view.m[i];
        r.origin[i] = m[3] + fx_sra64((int64_t)m[0] * mesh->offset.x + (int64_t)m[1] * mesh->offset.y +
                                          (int64_t)m[2] * mesh->offset.z,
                                      16);
    }
    seen = rs_recording_begin(&r, model_to_world);
    if (seen == RS_TOO_FAR) return RS_OUT_OF_RANGE;
    if (seen == RS_OUTSIDE) {
        for (uint32_t i = 0; i < mesh->part_count; i++) {
            if (!in_pass(frame, &materials[mesh->parts[i].material])) continue;
            frame->stats.submitted += mesh->parts[i].triangle_count;
            frame->stats.rejected += mesh->parts[i].triangle_count;
        }
        return RS_OK;
    }
    for (uint32_t i = 0; i < mesh->part_count; i++) {
        const rs_material *material = &materials[mesh->parts[i].material];
        if (!in_pass(frame, material)) continue;
        rs_result one = record_part(&r, &mesh->parts[i], material, model_to_world);
        if (one != RS_OK) result = one;
    }
    return result;
}
