/* Fuzz target: any bytes as a COLLADA document, then a pose of the scene, and the scene in the intermediate format
 * and back. */
#include "tests/fuzz/scene.h"
#include "tools/import/collada/collada.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_scene scene;
    tool_error error = {.text = ""};
    if (import_collada_from_memory("fuzz.dae", data, size, &scene, &error)) {
        fuzz_scene("fuzz.dae", &scene);
        import_scene_free(&scene);
    } else {
        fuzz_refused(&scene, &error);
    }
    return 0;
}
