/* Fuzz target: any bytes as a PLY file, and everything that is done with scenes. */
#include "tests/fuzz/scene.h"
#include "tools/import/model/ply.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_scene scene;
    tool_error error = {.text = ""};
    char *text = malloc(size + 1); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    if (import_ply_from_memory("fuzz.ply", text, size, NULL, &scene, &error))
        fuzz_scene("fuzz.ply", &scene);
    else
        fuzz_refused(&scene, &error);
    free(text);
    return 0;
}
