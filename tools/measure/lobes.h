/* How much light a surface sends which way: the reflectance functions of raster/reflect.h for a light that stays and an eye that goes round, as radii of a curve. (GEA 10.1.3.2.) */
#ifndef OXCART_TOOLS_MEASURE_LOBES_H
#define OXCART_TOOLS_MEASURE_LOBES_H

#include "raster/reflect.h"

enum { LOBE_KINDS = 3, LOBE_ANGLES = 181, LOBE_COLUMNS = 61, LOBE_ROWS = 16 };

/* Weights for the eye at -90 to 90 degrees from the normal, in the plane of light and normal; the mirror's way is at minus the light's angle. */
typedef struct lobe {
    const char *name;
    rs_weights weights[LOBE_ANGLES];
} lobe;

/* Kind 0 to LOBE_KINDS - 1, a light at -89 to 89 degrees from the normal, the exponent's logarithm 0..7. */
void lobe_measure(int kind, int light_degrees, int log2_exponent, lobe *made);

/* The curve as text, the normal upwards: `*` where diffuse and specular light end, `L` the light's side. */
void lobe_plot(const lobe *of, int light_degrees, char rows[LOBE_ROWS][LOBE_COLUMNS + 1]);

#endif
