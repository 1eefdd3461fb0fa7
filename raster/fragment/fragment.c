/* The fragment pipeline's way in: makes states ready and turns draws over to it. */
#include "raster/fragment/fragment.h"

#include <string.h>

#include "raster/blend.h"
#include "raster/fragment/fragment_merge.h"

const rs_fragment_set *rs_fragment_functions(rs_format format) {
#if RS_FORMATS_LINKED & 1
    if (format == RS_PAL8) return &rs_fragment_pal8;
#endif
#if RS_FORMATS_LINKED & 2
    if (format == RS_RGB565) return &rs_fragment_rgb565;
#endif
#if RS_FORMATS_LINKED & 4
    if (format == RS_BGR555) return &rs_fragment_bgr555;
#endif
#if RS_FORMATS_LINKED & 8
    if (format == RS_XRGB8888) return &rs_fragment_xrgb8888;
#endif
#if RS_FORMATS_LINKED & 16
    if (format == RS_GREY4) return &rs_fragment_grey4;
#endif
    return NULL;
}

/* Which of less 1, equal 2, greater 4 satisfies a comparison. */
static uint8_t passing(int compare) {
    static const uint8_t masks[RS_COMPARES] = {
        [RS_LESS] = 1,   [RS_LEQUAL] = 3,  [RS_EQUAL] = 2,  [RS_NOTEQUAL] = 5,
        [RS_GEQUAL] = 6, [RS_GREATER] = 4, [RS_ALWAYS] = 7, [RS_NEVER] = 0};
    return masks[compare];
}

static bool in_range(const rs_pixel_state *s) {
    const rs_stencil_face *faces[2] = {&s->stencil.front, &s->stencil.back};
    for (int i = 0; i < 2; i++) {
        if (faces[i]->function >= RS_COMPARES || faces[i]->fail >= RS_STENCIL_OPERATIONS) return false;
        if (faces[i]->depth_fail >= RS_STENCIL_OPERATIONS || faces[i]->pass >= RS_STENCIL_OPERATIONS)
            return false;
        if (s->unit[i].colour >= RS_COMBINES || s->unit[i].alpha >= RS_COMBINES ||
            s->unit[i].blend_by >= RS_BLEND_BYS)
            return false;
    }
    return s->depth.function < RS_COMPARES && s->alpha_test.function < RS_COMPARES &&
           s->output.dither < RS_DITHERS && s->output.hidden <= 16;
}

/* Makes ready what is constant about the depth of a view. */
static void prepare_depth(rs_prepared *p, const rs_camera *camera) {
    uint64_t range = (uint64_t)((int64_t)camera->far_plane - camera->near_plane), top;
    int shift;
    p->near_plane = camera->near_plane;
    p->far_plane = camera->far_plane;
    p->flat = camera->flat_height > 0;
    p->depth_low = camera->depth_low;
    p->depth_span = camera->depth_high == 0 ? RS_DEPTH_FAR : camera->depth_high - camera->depth_low;
    /* Planes that are near each other make codes even by themselves, and would take numbers here out of their range. */
    p->w_buffer = p->state.depth.w_buffer && !p->flat && camera->near_plane > 0 &&
                  (uint64_t)camera->near_plane / 2 < range;
    if (!p->w_buffer) return;
    /* code = low + span (d - near) / (far - near): span near / (far - near) times d / near, less the same */
    top = ((uint64_t)p->depth_span << RS_DEPTH_SHIFT) * (uint64_t)camera->near_plane;
    shift = fx_clz64(top | 1u);
    p->w_scale = (top << shift) / range;
    p->w_bits = shift;
    p->w_base = (int32_t)(top / range) - p->depth_low * (1 << RS_DEPTH_SHIFT);
    p->w_most = ((int64_t)1 << 30) + p->w_base;
}

static bool unit_direct(const rs_prepared *p, rs_format format, const rs_palette *palette) {
    const rs_sampling *how = &p->sampler[0].sampling;
    const rs_unit_state *unit = &p->state.unit[0];
    if (!p->unit_on[0]) return true;
    if (p->sampler[0].format != format && (p->sampler[0].format != RS_PAL8 || format == RS_GREY4))
        return false;
    if (p->sampler[0].format == RS_PAL8 &&
        format != RS_PAL8) { /* through the frame's palette in native pixels */
        if (palette == NULL || p->sampler[0].palette != palette->rgb) return false;
        if (format != RS_XRGB8888 && palette->native == NULL) return false;
    }
    return how->magnify == RS_NEAREST && how->minify == RS_NEAREST && how->mip == RS_MIP_NONE &&
           how->probes < 2 && how->address_u != RS_BORDER && how->address_v != RS_BORDER &&
           unit->colour == RS_COMBINE_MODULATE && unit->alpha == RS_COMBINE_MODULATE && !unit->projective;
}

/* Makes the state ready, except for its units' textures, which are ready already. */
static bool prepare_state(rs_prepared *p, const rs_frame *frame) {
    const rs_pixel_state *s = &p->state;
    const rs_format format = frame->target.format;
    const rs_palette *palette = frame->target.palette;
    bool texture_alpha, table;
    if (!in_range(s) || !rs_blend_factors(&s->blend, &p->source_factor, &p->stored_factor, &p->operation))
        return false;
    p->depth_mask = passing(s->depth.function);
    p->alpha_mask = passing(s->alpha_test.function);
    p->stencil_mask[0] = passing(s->stencil.front.function);
    p->stencil_mask[1] = passing(s->stencil.back.function);
    p->blends = s->blend.mode == RS_BLEND_AVERAGE || p->source_factor != RS_FACTOR_ONE ||
                p->stored_factor != RS_FACTOR_ZERO || p->operation != RS_BLEND_SUM;
    p->early = !s->alpha_test.on && !s->alpha_test.colour_key;
    p->additive = p->stored_factor == RS_FACTOR_ONE || p->stored_factor == RS_FACTOR_ONE_MINUS_SOURCE_COLOUR;
    prepare_depth(p, &frame->camera);
    texture_alpha = p->unit_on[0] && p->sampler[0].format > RS_FORMATS; /* formats that may have alpha */
    p->direct = !p->unit_on[1] && s->fog.fog == NULL && s->output.emissive == 0 &&
                unit_direct(p, format, palette) && !texture_alpha &&
                (s->output.dither == RS_DITHER_NONE || format == RS_PAL8) &&
                !(s->alpha_test.colour_key && p->sampler[0].format != RS_PAL8);
    p->colours = palette == NULL ? NULL : palette->rgb;
    if (format != RS_PAL8) return true;
    p->inverse = palette->inverse;
    p->average = palette->average;
    p->add = palette->add;
    if (p->inverse != NULL) return p->colours != NULL;
    /* Without an inverse table colours cannot be brought back: pixels come by light through the shade table alone. */
    table = !p->blends || (s->blend.mode == RS_BLEND_AVERAGE && p->average != NULL) ||
            (s->blend.mode == RS_BLEND_ADD && p->add != NULL);
    p->only_direct = p->direct =
        !p->unit_on[1] && s->output.emissive == 0 && unit_direct(p, format, palette) && !texture_alpha &&
        table &&
        ((s->blend.keep & RS_KEEP_COLOUR) == 0 || (s->blend.keep & RS_KEEP_COLOUR) == RS_KEEP_COLOUR);
    return p->direct;
}

/* Which of the eight groups of fields differ between two states, a bit each. */
static uint32_t groups_changed(const rs_pixel_state *a, const rs_pixel_state *b) {
    uint32_t changed = 0;
    changed |= memcmp(&a->depth, &b->depth, sizeof a->depth) != 0 ? 1u : 0;
    changed |= memcmp(&a->alpha_test, &b->alpha_test, sizeof a->alpha_test) != 0 ? 2u : 0;
    changed |= memcmp(&a->stencil, &b->stencil, sizeof a->stencil) != 0 ? 4u : 0;
    changed |= memcmp(&a->blend, &b->blend, sizeof a->blend) != 0 ? 8u : 0;
    changed |= memcmp(&a->fog, &b->fog, sizeof a->fog) != 0 ? 16u : 0;
    changed |= memcmp(&a->unit[0], &b->unit[0], sizeof a->unit[0]) != 0 ? 32u : 0;
    changed |= memcmp(&a->unit[1], &b->unit[1], sizeof a->unit[1]) != 0 ? 64u : 0;
    changed |= memcmp(&a->output, &b->output, sizeof a->output) != 0 ? 128u : 0;
    return changed;
}

static bool same_camera(const rs_prepared *p, const rs_camera *camera) {
    int32_t span = camera->depth_high == 0 ? RS_DEPTH_FAR : camera->depth_high - camera->depth_low;
    return p->near_plane == camera->near_plane && p->far_plane == camera->far_plane &&
           p->flat == (camera->flat_height > 0) && p->depth_low == camera->depth_low && p->depth_span == span;
}

static bool same_texture(const rs_sampler *s, bool on, const rs_texture *texture,
                         const uint32_t *frame_palette) {
    if (!on || texture == NULL) return on == (texture != NULL);
    return s->pixels == texture->pixels && s->format == texture->format &&
           s->log2_width == texture->log2_width && s->log2_height == texture->log2_height &&
           s->levels == (texture->levels < 1 ? 1 : texture->levels) &&
           s->palette == (texture->palette != NULL ? texture->palette : frame_palette);
}

/* The state made ready: that of the last draw if nothing differs. NULL, with *result set, when it cannot be made. */
static const rs_prepared *use_state(rs_frame *frame, const rs_pixel_state *state,
                                    const rs_texture *material_texture, rs_result *result) {
    rs_state_log *log = frame->states;
    const rs_prepared *last;
    const uint32_t *palette = frame->target.palette == NULL ? NULL : frame->target.palette->rgb;
    const rs_texture *texture[2] = {
        state->unit[0].texture != NULL ? state->unit[0].texture : material_texture, state->unit[1].texture};
    uint32_t changed;
    rs_prepared *p;
    *result = RS_LIST_FULL;
    if (log == NULL) {
        log = frame->states = rs_list_take(frame, sizeof *log, 8);
        if (log == NULL) return NULL;
        memset(log, 0, sizeof *log);
    }
    last = log->last;
    changed = last == NULL ? 255u : groups_changed(&last->state, state);
    log->stats.requested++;
    if (last != NULL) {
        for (int i = 0; i < 2; i++) {
            if (!same_texture(&last->sampler[i], last->unit_on[i], texture[i], palette))
                changed |= i == 0 ? 32u : 64u;
        }
        if (changed == 0 && same_camera(last, &frame->camera)) return last;
    }
    p = rs_list_take(frame, sizeof *p, 8);
    if (p == NULL) return NULL;
    memset(p, 0, sizeof *p);
    memcpy(&p->state, state, sizeof *state);
    *result = RS_BAD_ARGUMENT;
    for (int i = 0; i < 2; i++) {
        if (texture[i] == NULL) continue;
        if (!rs_sampler_make(&p->sampler[i], texture[i], &state->unit[i].sampling, palette)) return NULL;
        p->unit_on[i] = true;
    }
    p->sampler[0].keyed = state->alpha_test.colour_key;
    if (p->unit_on[0]) p->texels = p->sampler[0].pixels;
    if (!prepare_state(p, frame)) return NULL;
    log->stats.applied++;
    for (int i = 0; i < RS_STATE_GROUPS; i++) log->stats.groups[i] += changed >> i & 1u;
    log->last = p;
    return p;
}

void rs_frame_state_stats(const rs_frame *frame, rs_state_stats *stats) {
    memset(stats, 0, sizeof *stats);
    if (frame->states != NULL) *stats = frame->states->stats;
}

bool rs_fragment_open(rs_frame *frame, rs_draw *draw, const rs_material *material, rs_span_light light,
                      bool textured, rs_result *result) {
    static const rs_pixel_state usual = {0};
    const rs_pixel_state *state = material->state == NULL ? &usual : material->state;
    const rs_fragment_set *set = rs_fragment_functions(frame->target.format);
    const rs_palette *palette = frame->target.palette;
    rs_fragment *g;
    *result = RS_BAD_ARGUMENT;
    if (set == NULL) return false;
    g = rs_list_take(frame, sizeof *g, 8);
    if (g == NULL) {
        *result = RS_LIST_FULL;
        return false;
    }
    memset(g, 0, sizeof *g);
    g->prepared = use_state(frame, state, textured ? material->texture : NULL, result);
    if (g->prepared == NULL) return false;
    g->rgba = 0xFF000000u | (material->rgb & 0xFFFFFFu);
    g->size = 16;
    g->light = (uint8_t)(state->output.no_light ? RS_SPAN_CONSTANT : light);
    g->affine = material->mapping == RS_AFFINE;
    draw->span = material->mapping == RS_PIXEL ? 1 : 8;
    draw->index = material->index;
    draw->format = (uint8_t)frame->target.format;
    if (g->prepared->unit_on[0]) {
        draw->texels = g->prepared->texels;
        draw->log2_width = g->prepared->sampler[0].log2_width;
        draw->log2_height = g->prepared->sampler[0].log2_height;
        if (palette != NULL)
            draw->palette = frame->target.format == RS_XRGB8888 ? (const void *)palette->rgb
                                                                : (const void *)palette->native;
    }
    draw->flat.part.fragment = g;
    draw->function = draw->affine = set->triangle;
    rs_draw_into_view(frame, draw);
    *result = RS_OK;
    return true;
}
