/* Fuzz target: any bytes as an OBJ text, those behind the first zero byte as its MTL text, then everything that is
 * done with a model. */
#include "tools/import/model/obj.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_model(const import_model *model) {
    uint32_t triangles = 0;

    for (size_t i = 0; i < 3 * (size_t)model->triangle_count; i++) {
        if (model->indices[i] >= model->vertex_count) {
            abort();
        }
    }
    for (uint32_t i = 0; i < model->part_count; i++) {
        if (model->parts[i].first_triangle != triangles ||
            model->parts[i].material >= model->material_count) {
            abort();
        }
        triangles += model->parts[i].triangle_count;
    }
    if (triangles != model->triangle_count || model->triangle_count == 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_model model;
    tool_error error = {.text = ""};
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    size_t obj_size = zero != NULL ? (size_t)(zero - data) : size;
    const uint8_t *mtl = zero != NULL ? zero + 1 : NULL;

    if (!import_obj_from_memory("fuzz.obj", data, obj_size, mtl, zero != NULL ? size - obj_size - 1 : 0,
                                &model, &error)) {
        if (error.text[0] == '\0' || strchr(error.text, '\n') != NULL || model.vertices != NULL) {
            abort();
        }
        return 0;
    }
    check_model(&model);
    if (!import_model_optimise_order(&model, 16, &error) || !import_model_spherical_uvs(&model, &error)) {
        abort();
    }
    import_model_normalise_to_unit_sphere(&model, NULL, NULL);
    check_model(&model);
    import_model_free(&model);
    return 0;
}
