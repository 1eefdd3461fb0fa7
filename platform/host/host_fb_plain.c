/* Old framebuffers of the kernel: /dev/fb0 is the screen's memory. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host/host_fb.h"

#if defined(HOST_HAS_FB)

#include <linux/fb.h>

enum { RAMP = 256, PAGE = 4096 /* the kernel maps whole pages */ };

typedef struct plain {
    struct fb_var_screeninfo before, now;
    uint32_t line_length;
    void *memory; /* as it was mapped; pictures may begin behind */
    bool is_ours;
} plain;

static bool plain_ask(host_fb *f, unsigned long request, void *argument) {
    return f->calls->control(f->file, request, argument) >= 0;
}

/* A straight ramp, where colours go through tables of the hardware. */
static void set_ramps(host_fb *f, const struct fb_var_screeninfo *now) {
    uint16_t ramps[3][RAMP];
    const struct fb_bitfield *fields[3] = {&now->red, &now->green, &now->blue};
    struct fb_cmap map = {.red = ramps[0], .green = ramps[1], .blue = ramps[2]};
    for (int c = 0; c < 3; c++) {
        const uint32_t steps = fields[c]->length < 8 ? 1U << fields[c]->length : RAMP;
        for (uint32_t i = 0; i < steps; i++) ramps[c][i] = (uint16_t)(i * 65535U / (steps - 1));
        if (steps > map.len) map.len = steps;
    }
    (void)plain_ask(f, FBIOPUTCMAP, &map);
}

static host_channel channel_of(const struct fb_bitfield *field) {
    return (host_channel){(uint8_t)(field->offset < 32 ? field->offset : 32),
                          (uint8_t)(field->length < 32 ? field->length : 32)};
}

/* All bits of the opacity that a pixel has. */
static uint32_t opacity(const struct fb_bitfield *field) {
    if (field->length == 0 || field->length > 8 || field->offset > 24) return 0;
    return ((1U << field->length) - 1) << field->offset;
}

/* Reads how the memory is laid out. False with a sentence: pictures cannot be shown in it. */
static bool read_layout(host_fb *f, plain *s, const struct fb_fix_screeninfo *fixed, char *error,
                        size_t error_size) {
    const struct fb_var_screeninfo *now = &s->now;
    f->form = (host_form){.bytes = (uint8_t)(now->bits_per_pixel / 8 < 5 ? now->bits_per_pixel / 8 : 5),
                          .red = channel_of(&now->red),
                          .green = channel_of(&now->green),
                          .blue = channel_of(&now->blue),
                          .always = opacity(&now->transp)};
    const bool colours = fixed->type == FB_TYPE_PACKED_PIXELS &&
                         (fixed->visual == FB_VISUAL_TRUECOLOR || fixed->visual == FB_VISUAL_DIRECTCOLOR);
    if (!colours || now->bits_per_pixel % 8 != 0 || !host_form_is_sound(&f->form)) {
        snprintf(error, error_size,
                 "%s: its pixels of %lu bits cannot be shown; 16, 24 and 32 bits of colour can", f->path,
                 (unsigned long)now->bits_per_pixel);
        return false;
    }
    f->width = (int)now->xres;
    f->height = (int)now->yres;
    f->stride = (int)fixed->line_length;
    s->line_length = fixed->line_length;
    const bool whole = now->xres >= 1 && now->yres >= 1 && now->xres <= HOST_MAX_SIDE * 4U &&
                       now->yres <= HOST_MAX_SIDE * 4U && fixed->line_length <= INT32_MAX &&
                       fixed->line_length >= (uint64_t)now->xres * f->form.bytes &&
                       fixed->smem_len >= (uint64_t)fixed->line_length * now->yres;
    if (!whole) snprintf(error, error_size, "%s: what it says of its memory does not fit together", f->path);
    return whole;
}

/* Two pictures below each other in memory, where the driver can look at either. */
static bool pans(host_fb *f, plain *s, const struct fb_fix_screeninfo *fixed) {
    if (fixed->ypanstep == 0 || s->now.yres % fixed->ypanstep != 0) return false;
    if (fixed->smem_len / 2 < (uint64_t)s->line_length * s->now.yres) return false;
    if (s->now.yres_virtual < 2 * s->now.yres) {
        struct fb_var_screeninfo wish = s->now;
        wish.yres_virtual = 2 * wish.yres;
        if (!plain_ask(f, FBIOPUT_VSCREENINFO, &wish) || wish.yres_virtual < 2 * wish.yres) return false;
        s->now = wish;
    }
    s->now.yoffset = 0;
    return plain_ask(f, FBIOPAN_DISPLAY, &s->now);
}

/* ---- the way ---- */

static bool plain_take(host_fb *f) {
    plain *s = f->state;
    (void)plain_ask(f, FBIOPUT_VSCREENINFO, &s->now);
    s->is_ours = true;
    return true;
}

static void plain_release(host_fb *f) {
    plain *s = f->state;
    if (s == NULL || !s->is_ours) return;
    (void)plain_ask(f, FBIOPUT_VSCREENINFO, &s->before);
    s->is_ours = false;
}

static bool plain_ready(host_fb *f) {
    (void)f;
    return true;
}

static void plain_show(host_fb *f) {
    plain *s = f->state;
    if (!f->flips) return;
    s->now.yoffset = f->back == 0 ? 0 : s->now.yres;
    s->now.activate = FB_ACTIVATE_VBL;
    if (plain_ask(f, FBIOPAN_DISPLAY, &s->now)) {
        f->back = 1 - f->back;
        return;
    }
    f->flips = false; /* what is drawn from now on is seen at once */
    f->back = 1 - f->back;
}

static void plain_close(host_fb *f) {
    plain_release(f);
    plain *s = f->state;
    if (s->memory != NULL) f->calls->unmap(s->memory, f->buffers[0].size);
    f->buffers[0].pixels = f->buffers[1].pixels = NULL;
    free(s);
    f->state = NULL;
}

static const host_fb_way plain_way = {.take = plain_take,
                                      .release = plain_release,
                                      .show = plain_show,
                                      .ready = plain_ready,
                                      .close = plain_close};

static bool plain_begin(host_fb *f, char *error, size_t error_size) {
    plain *s = f->state;
    struct fb_fix_screeninfo fixed;
    memset(&fixed, 0, sizeof fixed);
    if (!plain_ask(f, FBIOGET_VSCREENINFO, &s->before) || !plain_ask(f, FBIOGET_FSCREENINFO, &fixed)) {
        snprintf(error, error_size, "%s: it is no framebuffer: %s", f->path, strerror(errno));
        return false;
    }
    s->now = s->before;
    if (s->now.bits_per_pixel <= 8) { /* tables of colours: true colours are asked for */
        s->now.bits_per_pixel = 16;
        (void)(plain_ask(f, FBIOPUT_VSCREENINFO, &s->now) && plain_ask(f, FBIOGET_FSCREENINFO, &fixed));
    }
    s->is_ours = true;
    if (!read_layout(f, s, &fixed, error, error_size)) return false;
    if (fixed.visual == FB_VISUAL_DIRECTCOLOR) set_ramps(f, &s->now);
    const size_t behind = (size_t)(fixed.smem_start % PAGE);
    f->buffers[0].size = fixed.smem_len + behind;
    s->memory = f->calls->map(f->file, f->buffers[0].size, 0);
    if (s->memory == NULL) {
        host_fb_explain(f->path, "its memory cannot be reached", error, error_size);
        return false;
    }
    f->buffers[0].pixels = (uint8_t *)s->memory + behind;
    const size_t picture = (size_t)s->line_length * s->now.yres;
    f->flips = pans(f, s, &fixed);
    f->buffers[1].pixels = f->flips ? f->buffers[0].pixels + picture : NULL;
    f->back = f->flips ? 1 : 0;
    memset(f->buffers[0].pixels, 0, f->flips ? 2 * picture : picture);
    return true;
}

bool host_fb_plain_open(host_fb *f, char *error, size_t error_size) {
    f->state = calloc(1, sizeof(plain));
    if (f->state == NULL) {
        snprintf(error, error_size, "%s: no memory", f->path);
        return false;
    }
    f->way = &plain_way;
    if (plain_begin(f, error, error_size)) return true;
    plain_close(f);
    f->way = NULL;
    return false;
}

#else

typedef int host_fb_plain_left_out; /* a C file must hold a declaration */

#endif
