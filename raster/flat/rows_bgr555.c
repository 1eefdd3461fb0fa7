/* Two dimensions on pixels of 5 bits a channel. */
#include "raster/flat/rows.h"

#if RS_FORMATS_LINKED & 4
#define OWN RS_BGR555
#define SPREAD 0x03E07C1Fu
#define MEAN 0x7BDEu
#define ROWS rs_rows_bgr555
#define SOLID rs_solid_bgr555
#include "raster/flat/rows_16.inc"
#endif
