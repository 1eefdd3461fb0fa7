/* Gamma ramps and their use. */
#include "raster/gamma.h"

#include "fixedmath/exponential.h"
#include "fixedmath/scalar.h"

enum { DISPLAY_TENTHS = 22 };

/* (i / (entries - 1))^power * (entries - 1), to the nearest; `power` is positive. */
static uint8_t raised(int i, int entries, fx power) {
    fx share = i * FX_ONE / (entries - 1), value = power == FX_ONE ? share : fx_pow(share, power);
    int code = (int)(((int64_t)value * (entries - 1) + 32768) >> 16);
    return (uint8_t)(power == FX_ONE ? i : code > entries - 1 ? entries - 1 : code);
}

bool rs_gamma_output_ramp(uint8_t *ramp, int entries, bool linear, int gamma_tenths) {
    if ((entries != 32 && entries != 64 && entries != 256) || gamma_tenths < 10 || gamma_tenths > 30)
        return false;
    fx power = linear ? 100 * FX_ONE / (DISPLAY_TENTHS * gamma_tenths) : 10 * FX_ONE / gamma_tenths;
    for (int i = 0; i < entries; i++) ramp[i] = raised(i, entries, power);
    return true;
}

bool rs_gamma_ramp(uint8_t *ramp, int entries, int gamma_tenths) {
    return rs_gamma_output_ramp(ramp, entries, false, gamma_tenths);
}

void rs_gamma_light(uint8_t light[256]) {
    for (int i = 0; i < 256; i++) light[i] = raised(i, 256, DISPLAY_TENTHS * FX_ONE / 10);
}

void rs_gamma_palette(const uint32_t *from, uint32_t *to, int count, const uint8_t ramp[256]) {
    for (int i = 0; i < count; i++) {
        to[i] = (uint32_t)ramp[from[i] >> 16 & 255u] << 16 | (uint32_t)ramp[from[i] >> 8 & 255u] << 8 |
                ramp[from[i] & 255u];
    }
}

void rs_gamma_surface(const rs_surface *surface, const uint8_t *ramp, const uint8_t *green) {
    for (int y = surface->top; y < surface->top + surface->lines; y++) {
        for (int x = 0; x < surface->width; x++) {
            uint32_t p = rs_pixel(surface, x, y);
            switch (surface->format) {
            case RS_XRGB8888:
                p = (uint32_t)ramp[p >> 16 & 255u] << 16 | (uint32_t)ramp[p >> 8 & 255u] << 8 |
                    ramp[p & 255u];
                break;
            case RS_RGB565:
                p = (uint32_t)ramp[p >> 11] << 11 |
                    (uint32_t)(green == NULL ? p >> 5 & 63u : green[p >> 5 & 63u]) << 5 | ramp[p & 31u];
                break;
            case RS_BGR555:
                p = (uint32_t)ramp[p >> 10 & 31u] << 10 | (uint32_t)ramp[p >> 5 & 31u] << 5 | ramp[p & 31u];
                break;
            default:
                return;
            }
            rs_plot(surface, x, y, p);
        }
    }
}
