/* Box filtering of an enlarged picture. */
#include "raster/reduce.h"

bool rs_reduce(const rs_surface *large, int across, int down, const rs_surface *out) {
    const rs_format format = (rs_format)out->format;
    const uint32_t count = (uint32_t)(across * down);
    if (across < 1 || across > 4 || down < 1 || down > 4 || large->format != out->format || format == RS_PAL8)
        return false;
    if (large->width != out->width * across || large->top > out->top * down) return false;
    if (large->top + large->lines < (out->top + out->lines) * down) return false;
    for (int y = out->top; y < out->top + out->lines; y++) {
        for (int x = 0; x < out->width; x++) {
            uint32_t sum[3] = {0, 0, 0}, rgb = 0;
            for (int j = 0; j < down; j++) {
                for (int i = 0; i < across; i++) {
                    uint32_t one = rs_rgb_from_native(format, rs_pixel(large, x * across + i, y * down + j));
                    for (int k = 0; k < 3; k++) sum[k] += one >> (8 * k) & 255u;
                }
            }
            for (int k = 0; k < 3; k++) rgb |= (sum[k] + count / 2u) / count << (8 * k);
            rs_plot(out, x, y, rs_native_from_rgb(format, rgb));
        }
    }
    return true;
}
