/* Fuzz target: any bytes as a text of the intermediate format, those behind the first zero byte as its raw file;
 * then a pose of the scene, and the scene written and read again. */
#include "tests/fuzz/model/scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_scene scene;
    tool_error error = {.text = ""};
    const uint8_t *zero = memchr(data, 0, size);
    size_t length = zero == NULL ? size : (size_t)(zero - data);
    const uint8_t *raw = zero == NULL ? NULL : zero + 1;
    if (import_intermediate_from_memory("fuzz.oxs", data, length, raw, raw == NULL ? 0 : size - length - 1,
                                        &scene, &error)) {
        fuzz_scene("fuzz.oxs", &scene);
        import_scene_free(&scene);
    } else {
        fuzz_refused(&scene, &error);
    }
    return 0;
}
