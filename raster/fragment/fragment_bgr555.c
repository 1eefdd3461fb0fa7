/* The fragment pipeline on 15-bit pixels with blue in the high bits. */
#include "raster/fragment/fragment_merge.h"

#if RS_FORMATS_LINKED & 4
#include "raster/spans/light16.h"

#define FORMAT RS_BGR555
#define SPREAD 0x03E07C1Fu
#define MEAN 0x7BDEu
#define PACK(r, g, b) ((b) << 10 | (g) << 5 | (r))
#define GREEN_DITHERED rs_dither5
#define RED 0x001Fu
#define GREEN 0x03E0u
#define BLUE 0x7C00u
#define FRAGMENT_SET rs_fragment_bgr555
#include "raster/fragment/fragment_16.inc"
#endif
