/* Small models for tests of mesh conditioning, by way of OBJ texts. */
#ifndef OXCART_TESTS_IMPORT_SHAPES_H
#define OXCART_TESTS_IMPORT_SHAPES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"
#include "tools/import/model/obj.h"

static inline import_model shape_load(const char *text) {
    import_model model;
    tool_error error = {.text = ""};
    memset(&model, 0, sizeof model);
    CHECK(import_obj_from_memory("s.obj", text, strlen(text), NULL, 0, &model, &error));
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    return model;
}

/* A box from the origin, faces counter-clockwise outside. `faces` replaces the list of faces when it is not
 * NULL. */
static inline import_model shape_box(double w, double h, double d, const char *faces) {
    char text[900];
    const char *all = "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";
    snprintf(text, sizeof text,
             "v 0 0 0\nv %g 0 0\nv %g %g 0\nv 0 %g 0\nv 0 0 %g\nv %g 0 %g\nv %g %g %g\nv 0 %g %g\n%s", w, w,
             h, h, d, w, d, w, h, d, h, d, faces == NULL ? all : faces);
    return shape_load(text);
}

/* n x n quads in the plane y = 0, each cut along one diagonal, row by row, with texture coordinates 0..1. */
static inline import_model shape_grid(int n) {
    size_t room = (size_t)(n + 1) * (size_t)(n + 1) * 60 + (size_t)n * (size_t)n * 90 + 100, used = 0;
    char *text = malloc(room);
    for (int z = 0; z <= n; z++) {
        for (int x = 0; x <= n; x++)
            used += (size_t)snprintf(text + used, room - used, "v %d 0 %d\nvt %.6f %.6f\n", x, z,
                                     (double)x / n, (double)z / n);
    }
    for (int z = 0; z < n; z++) {
        for (int x = 0; x < n; x++) {
            int a = z * (n + 1) + x + 1, b = a + 1, c = a + n + 1, d = c + 1;
            used += (size_t)snprintf(text + used, room - used, "f %d/%d %d/%d %d/%d\nf %d/%d %d/%d %d/%d\n",
                                     a, a, c, c, b, b, b, b, c, c, d, d);
        }
    }
    import_model model = shape_load(text);
    free(text);
    return model;
}

#endif
