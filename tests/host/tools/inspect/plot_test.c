/* Radial plots of reflectance functions: the numbers over the hemisphere, and the picture. */
#include <string.h>

#include "tests/test.h"
#include "tools/inspect/plot.h"

enum { SIDE = 256 };

/* How many pixels the curve reaches from the middle of the bottom edge towards (x, y); -1: nowhere. */
static int reach(const import_image *picture, double x, double y) {
    for (int r = SIDE / 2; r > 0; r--) {
        int column = SIDE / 2 + (int)(x * r), row = SIDE / 2 - 1 - (int)(y * r);
        if (column < 0 || row < 0 || column >= SIDE || row >= SIDE / 2) continue;
        if (picture->rgba[(row * SIDE + column) * 4] == 255) return r;
    }
    return -1;
}

TEST(plot_reflectance_is_what_the_function_answers) {
    const vec3 light = {39322, 52429, 0}; /* (0.6, 0.8, 0): the mirror direction is (-0.6, 0.8, 0) */
    rs_reflecting lambert = {.function = rs_reflect_lambert},
                  phong = {.function = rs_reflect_phong, .log2_exponent = 5};
    uint32_t weight, first, mirror, most = 0;
    int inside = 0;
    CHECK(plot_reflectance_at(&lambert, light, 0, 0, &first));
    CHECK_NEAR(first, 52429, 4);
    CHECK(plot_reflectance_at(&phong, light, -0.6, 0, &mirror));
    for (int z = -20; z <= 20; z++) {
        for (int x = -20; x <= 20; x++) {
            if (!plot_reflectance_at(&lambert, light, x / 20.0, z / 20.0, &weight)) continue;
            inside++;
            CHECK_EQ(weight, first); /* Lambert's weight is the same for every eye */
            CHECK(plot_reflectance_at(&phong, light, x / 20.0, z / 20.0, &weight));
            if (weight > most) most = weight;
        }
    }
    CHECK(inside > 1200 && inside < 41 * 41); /* directions inside of the disc */
    /* the highlight is in the mirror direction, and nowhere greater */
    CHECK_EQ(most, mirror);
    CHECK(mirror > 52429 + 65000);
}

TEST(plot_reflectance_draws_the_lobe) {
    const vec3 light = {39322, 52429, 0};
    rs_reflecting lambert = {.function = rs_reflect_lambert},
                  phong = {.function = rs_reflect_phong, .log2_exponent = 5};
    import_image picture;
    tool_error error = {.text = ""};
    CHECK(plot_reflectance("plot", &lambert, light, SIDE, &picture, &error));
    CHECK(picture.width == SIDE && picture.height == SIDE / 2);
    CHECK_NEAR(reach(&picture, 0, 1), SIDE / 4 * 0.8, 2); /* a half circle of 0.8 */
    CHECK_NEAR(reach(&picture, -0.6, 0.8), SIDE / 4 * 0.8, 2);
    import_image_free(&picture);
    CHECK(plot_reflectance("plot", &phong, light, SIDE, &picture, &error));
    CHECK_NEAR(reach(&picture, -0.6, 0.8), SIDE / 4 * 1.8, 3); /* the lobe: 0.8 + 1 */
    CHECK_NEAR(reach(&picture, 0.28, 0.96), SIDE / 4 * 0.8, 2);
    import_image_free(&picture);
}
