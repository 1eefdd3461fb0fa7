/* How the frame's colours get to the display: through one ramp at most, in the palette or in the port. */
#include "kernel/console/internal.h"
#include "raster/gamma.h"
#include "raster/palette_change.h"

/* The palette as it is shown, some entries at a time: the call stack is small on small machines. */
static void show_palette(const ox_console *c, const uint8_t *ramp) {
    enum { SOME = 16 };
    const uint32_t *from = c->resources.palette->rgb;
    uint32_t some[SOME];
    if (ramp == NULL) {
        plat_palette(c->platform, from, 0, 256);
        return;
    }
    for (int first = 0; first < 256; first += SOME) {
        rs_gamma_palette(from + first, some, SOME, ramp);
        plat_palette(c->platform, some, first, SOME);
    }
}

void ox_console_show_colours(ox_console *c) {
    const plat_format format = (plat_format)c->options.format;
    const bool linear = (c->image.flags & ROM_FLAG_LINEAR) != 0;
    const int entries = format == PLAT_RGB565 || format == PLAT_BGR555 ? 32 : 256;
    uint8_t ramp[256], green[64];
    bool ramped = linear || c->options.gamma != OX_GAMMA_NONE;
    ramped = ramped && rs_gamma_output_ramp(ramp, entries, linear, c->options.gamma);
    if (format == PLAT_PAL8) {
        show_palette(c, ramped ? ramp : NULL);
        return;
    }
    if (ramped && format == PLAT_RGB565) ramped = rs_gamma_output_ramp(green, 64, linear, c->options.gamma);
    plat_ramp(c->platform, ramped ? ramp : NULL, ramped && format == PLAT_RGB565 ? green : NULL);
}

void ox_console_change_colours(ox_console *c, const struct rs_palette_change *changes, int count) {
    enum { SOME = 16, ALL = 256 };
    const bool linear = (c->image.flags & ROM_FLAG_LINEAR) != 0;
    const uint32_t *from = c->resources.palette->rgb;
    uint8_t ramp[ALL];
    uint32_t some[SOME];
    bool ramped = linear || c->options.gamma != OX_GAMMA_NONE;
    if (c->options.format != PLAT_PAL8) return;
    ramped = ramped && rs_gamma_output_ramp(ramp, ALL, linear, c->options.gamma);
    for (int first = 0; first < ALL; first += SOME) {
        for (int i = 0; i < SOME; i++) some[i] = rs_palette_changed(from, changes, count, first + i);
        if (ramped) rs_gamma_palette(some, some, SOME, ramp);
        plat_palette(c->platform, some, first, SOME);
    }
}
