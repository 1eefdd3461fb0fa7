/* Pictures of reflectance functions: the light that a surface reflects in every direction above it, as a radial
 * plot. */
#ifndef OXCART_TOOLS_INSPECT_PLOT_H
#define OXCART_TOOLS_INSPECT_PLOT_H

#include "raster/reflect.h"
#include "tools/import/image/image.h"

/* diffuse + specular weight, Q16, of the function for an eye at (x, z) of the hemisphere over the normal +Y,
 * seen from above: (0, 0) is the normal, the unit circle the horizon. False beyond the horizon. */
bool plot_reflectance_at(const rs_reflecting *surface, vec3 light, double x, double z, uint32_t *weight);

/* Draws the plot in the plane z = 0, `side` x `side` / 2 pixels: a curve about the middle of the bottom edge whose
 * distance from that point is the weight in the direction; half the height is 1.0, the dim half circle. The
 * straight line points to the light (a unit vector). Free the picture with import_image_free. */
bool plot_reflectance(const char *name, const rs_reflecting *surface, vec3 light, int side,
                      import_image *picture, tool_error *error);

#endif
