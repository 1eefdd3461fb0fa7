/* The fragment pipeline on 16-bit pixels with red in the high bits. */
#include "raster/fragment/fragment_merge.h"

#if RS_FORMATS_LINKED & 2
#include "raster/spans/light16.h"

#define FORMAT RS_RGB565
#define SPREAD 0x07E0F81Fu
#define MEAN 0xF7DEu
#define PACK(r, g, b) ((r) << 11 | (g) << 5 | (b))
#define GREEN_DITHERED rs_dither6
#define RED 0xF800u
#define GREEN 0x07E0u
#define BLUE 0x001Fu
#define FRAGMENT_SET rs_fragment_rgb565
#include "raster/fragment/fragment_16.inc"
#endif
