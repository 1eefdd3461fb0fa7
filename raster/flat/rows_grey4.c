/* Two dimensions on 4-bit grey pixels, two in a byte. */
#include "raster/flat/rows.h"

#if RS_FORMATS_LINKED & 16

static inline uint32_t load(const uint8_t *line, int32_t x) {
    return (uint32_t)line[x >> 1] >> 4 * (x & 1) & 15u;
}

static inline void store(uint8_t *line, int32_t x, uint32_t grey) {
    uint8_t *byte = line + (x >> 1);
    *byte = (uint8_t)((x & 1) != 0 ? (*byte & 15u) | (grey & 15u) << 4 : (*byte & 0xF0u) | (grey & 15u));
}

#define OWN RS_GREY4
#define LOAD(line, x) load(line, x)
#define STORE(line, x, native) store(line, x, native)
#define EXPAND(put, native) ((native)*0x111111u)
#define REDUCE(put, rgb) (rs_luma(rgb) >> 4)
#define INDEXED(put, index) REDUCE(put, ((const uint32_t *)(put)->colours)[index])
#define MIXED(put, source, stored, alpha, out) ((void)(out), false)
#define CANNOT_BLEND(put) false
#define ROWS rs_rows_grey4
#define SOLID rs_solid_grey4
#include "raster/flat/rows.inc"
#endif
