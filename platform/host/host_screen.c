/* A picture on a screen of more pixels. */
#include "platform/host/host_screen.h"

#include <stdlib.h>
#include <string.h>

#include "fixedmath/scalar.h"
#include "kernel/display/fit.h"

static bool channel_is_sound(host_channel channel, int bits) {
    return channel.bits >= 1 && channel.bits <= 16 && channel.shift + channel.bits <= bits;
}

bool host_form_is_sound(const host_form *form) {
    const int bits = form->bytes * 8;
    return form->bytes >= 2 && form->bytes <= 4 && channel_is_sound(form->red, bits) &&
           channel_is_sound(form->green, bits) && channel_is_sound(form->blue, bits);
}

/* A part of a colour, 0 to 255, in a channel: its upper bits, or all of them and their upper ones behind. */
static uint32_t channel_bits(host_channel channel, uint32_t part) {
    const int more = channel.bits - 8;
    const uint32_t value = more <= 0 ? part >> -more : part << more | part >> (8 - more);
    return value << channel.shift;
}

uint32_t host_form_pixel(const host_form *form, uint32_t colour) {
    return channel_bits(form->red, colour >> 16 & 255U) | channel_bits(form->green, colour >> 8 & 255U) |
           channel_bits(form->blue, colour & 255U) | form->always;
}

host_area host_area_place(int screen_width, int screen_height, int width, int height) {
    const ox_fit fit = ox_fit_screen(screen_width, screen_height, width, height);
    host_area area = {.scale = fit.factor, .across = fit.width, .down = fit.height};
    if (fit.factor == 0) {
        const bool by_width = (int64_t)screen_width * height <= (int64_t)screen_height * width;
        area.across = by_width ? screen_width : (int)((int64_t)screen_height * width / height);
        area.down = by_width ? (int)((int64_t)screen_width * height / width) : screen_height;
    }
    area.left = (screen_width - area.across) / 2;
    area.top = (screen_height - area.down) / 2;
    return area;
}

bool host_screen_make(host_screen *s, int width, size_t row_size) {
    uint32_t *line = malloc((size_t)width * sizeof *line);
    uint8_t *scaled = malloc(row_size);
    if (line == NULL || scaled == NULL) {
        free(line);
        free(scaled);
        return false;
    }
    host_screen_free(s);
    s->line = line;
    s->scaled = scaled;
    s->scaled_size = row_size;
    return true;
}

void host_screen_free(host_screen *s) {
    free(s->line);
    free(s->scaled);
    s->line = NULL;
    s->scaled = NULL;
}

/* Three bytes of a number, in the order of the processor. */
static void put_three(uint8_t *out, uint32_t pixel) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    pixel <<= 8;
#endif
    memcpy(out, &pixel, 3);
}

void host_screen_row(const host_form *form, const uint32_t *colours, int count, int across, uint8_t *out) {
    int from = 0,
        passed =
            0; /* walks the colours as pixels are filled: by whole steps, or by skipping when there are fewer */
    for (int x = 0; x < across; x++) {
        const uint32_t pixel = host_form_pixel(form, colours[from]);
        if (form->bytes == 4) {
            memcpy(out, &pixel, 4);
        } else if (form->bytes == 2) {
            const uint16_t half = (uint16_t)pixel;
            memcpy(out, &half, 2);
        } else {
            put_three(out, pixel);
        }
        out += form->bytes;
        for (passed += count; passed >= across; passed -= across) from++;
    }
}

void host_screen_draw(host_screen *s, const plat *p, uint8_t *pixels, ptrdiff_t stride) {
    const size_t size = (size_t)s->area.across * s->form.bytes;
    if (size > s->scaled_size) return; /* a screen larger than any known when the room was made */
    int last = -1;
    for (int y = 0; y < s->area.down; y++) {
        const int from = (int)((int64_t)y * p->height / s->area.down);
        if (from != last) {
            host_shown_row(p, from, s->line);
            host_screen_row(&s->form, s->line, p->width, s->area.across, s->scaled);
            last = from;
        }
        uint8_t *row = pixels + stride * (s->area.top + y);
        memcpy(row + (size_t)s->area.left * s->form.bytes, s->scaled, size);
    }
}

/* Movement in whole pixels of the picture; a fraction of a pixel waits for the next poll. */
static int16_t take_movement(int *moved, int across, int width) {
    const int pixels = across > 0 ? (int)((int64_t)*moved * width / across) : 0;
    if (width > 0) *moved -= (int)((int64_t)pixels * across / width);
    return (int16_t)int_clamp(pixels, -32767, 32767);
}

/* A place on the screen as one of the picture, which may lie beside it. */
static int in_picture(int at, int begin, int across, int width) {
    return (int)((int64_t)(at - begin) * width / across);
}

void host_screen_point(const host_area *area, host_pointer *pointer, const plat *p, plat_input *in) {
    if (area->across == 0 || area->down == 0) return;
    if (pointer->x < area->left || pointer->x >= area->left + area->across || pointer->y < area->top ||
        pointer->y >= area->top + area->down)
        in->senses.state |= PLAT_POINTER_OUTSIDE;
    in->pointer_x =
        (int16_t)int_clamp(in_picture(pointer->x, area->left, area->across, p->width), 0, p->width - 1);
    in->pointer_y =
        (int16_t)int_clamp(in_picture(pointer->y, area->top, area->down, p->height), 0, p->height - 1);
    in->pointer_dx = take_movement(&pointer->moved_x, area->across, p->width);
    in->pointer_dy = take_movement(&pointer->moved_y, area->down, p->height);
    in->pointer_held = pointer->held;
    in->wheel = (int16_t)int_clamp(pointer->wheel, -32767, 32767);
    pointer->wheel = 0;
}

void host_screen_touch(const host_area *area, const plat *p, int x, int y, plat_touch *touch) {
    if (area->across == 0 || area->down == 0) return;
    touch->x = (int16_t)int_clamp(in_picture(x, area->left, area->across, p->width), -32767, 32767);
    touch->y = (int16_t)int_clamp(in_picture(y, area->top, area->down, p->height), -32767, 32767);
}
