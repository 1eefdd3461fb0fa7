/* Two dimensions on 32-bit pixels. */
#include "raster/flat/rows.h"

#if RS_FORMATS_LINKED & 8
#define OWN RS_XRGB8888
#define LOAD(line, x) (((const uint32_t *)(const void *)(line))[x])
#define STORE(line, x, native) (((uint32_t *)(void *)(line))[x] = (native))
#define EXPAND(put, native) ((native)&0xFFFFFFu)
#define REDUCE(put, rgb) ((rgb)&0xFFFFFFu)
#define INDEXED(put, index) (((const uint32_t *)(put)->colours)[index])
#define MIXED(put, source, stored, alpha, out) ((void)(out), false)
#define CANNOT_BLEND(put) false
#define ROWS rs_rows_xrgb8888
#include "raster/flat/rows.inc"
#endif
