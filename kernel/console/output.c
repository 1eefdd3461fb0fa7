/* How the frame's colours get to the display: through one ramp at most, in the palette or in the port. */
#include "kernel/console/internal.h"
#include "raster/gamma.h"
#include "raster/palette_change.h"

/* A palette as it is shown: its colours and the changes on them. */
typedef struct shown_palette {
    const uint32_t *colours;
    const rs_palette_change *changes;
    int count;
} shown_palette;

/* Shows a palette, some entries at a time: the call stack is small on small machines. */
static void show_palette(const ox_console *c, const shown_palette *palette, const uint8_t *ramp) {
    enum { SOME = 16 };
    uint32_t some[SOME];
    if (ramp == NULL && palette->count == 0) {
        plat_palette(c->platform, palette->colours, 0, 256);
        return;
    }
    for (int first = 0; first < 256; first += SOME) {
        for (int i = 0; i < SOME; i++)
            some[i] = rs_palette_changed(palette->colours, palette->changes, palette->count, first + i);
        if (ramp != NULL) rs_gamma_palette(some, some, SOME, ramp);
        plat_palette(c->platform, some, first, SOME);
    }
}

static void show_colours(const ox_console *c, const shown_palette *palette) {
    const plat_format format = (plat_format)c->options.format;
    const bool linear = (c->image.flags & ROM_FLAG_LINEAR) != 0;
    const int entries = format == PLAT_RGB565 || format == PLAT_BGR555 ? 32 : 256;
    uint8_t ramp[256], green[64];
    bool ramped = linear || c->options.gamma != OX_GAMMA_NONE;
    ramped = ramped && rs_gamma_output_ramp(ramp, entries, linear, c->options.gamma);
    if (format == PLAT_PAL8) {
        show_palette(c, palette, ramped ? ramp : NULL);
        return;
    }
    if (ramped && format == PLAT_RGB565) ramped = rs_gamma_output_ramp(green, 64, linear, c->options.gamma);
    plat_ramp(c->platform, ramped ? ramp : NULL, ramped && format == PLAT_RGB565 ? green : NULL);
}

void ox_console_show_colours(ox_console *c) {
    show_colours(c,
                 &(shown_palette){c->resources.palette == NULL ? NULL : c->resources.palette->rgb, NULL, 0});
}

void ox_console_change_colours(ox_console *c, const struct rs_palette_change *changes, int count) {
    if (c->options.format != PLAT_PAL8) return;
    show_colours(c, &(shown_palette){c->resources.palette->rgb, changes, count});
}
