/* Two dimensions on pixels of 5, 6 and 5 bits. */
#include "raster/flat/rows.h"

#if RS_FORMATS_LINKED & 2
#define OWN RS_RGB565
#define SPREAD 0x07E0F81Fu
#define MEAN 0xF7DEu
#define ROWS rs_rows_rgb565
#define SOLID rs_solid_rgb565
#include "raster/flat/rows_16.inc"
#endif
