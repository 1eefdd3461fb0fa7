/* Limits of sizes, and linear light, for everything that a thread reads. */
#include "tools/import/base/limit.h"

#include "raster/gamma.h"

static _Thread_local import_limits limits;

import_limits import_limit(import_limits next) {
    import_limits before = limits;
    limits = next;
    return before;
}

static bool hold(const char *name, const char *what, uint64_t most, uint64_t value, tool_error *error) {
    if (limits.machine == NULL || value <= most) return true;
    return import_error_file(error, name, "%s is %llu on %s, this has %llu; make it smaller", what,
                             (unsigned long long)most, limits.machine, (unsigned long long)value);
}

bool import_limit_picture(const char *name, uint64_t width, uint64_t height, tool_error *error) {
    return hold(name, "the largest side of a picture that is read", limits.side,
                width > height ? width : height, error);
}

bool import_limit_frames(const char *name, uint64_t frames, tool_error *error) {
    return hold(name, "the longest sound in frames", limits.frames, frames, error);
}

bool import_limit_cells(const char *name, uint64_t cells, tool_error *error) {
    return hold(name, "the largest map in cells", limits.cells, cells, error);
}

uint32_t import_light_colour(uint32_t rgb) {
    uint8_t light[256];
    uint32_t to = rgb;
    if (!limits.linear) return rgb;
    rs_gamma_light(light);
    rs_gamma_palette(&rgb, &to, 1, light);
    return to;
}

void import_light_pixels(uint8_t *rgba, size_t count) {
    uint8_t light[256];
    if (!limits.linear) return;
    rs_gamma_light(light);
    for (size_t i = 0; i < count * 4; i++) {
        if (i % 4 != 3) rgba[i] = light[rgba[i]];
    }
}
