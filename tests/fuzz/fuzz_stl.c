/* Fuzz target: any bytes as an STL file, and everything that is done with scenes. */
#include "tests/fuzz/scene.h"
#include "tools/import/model/stl.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    import_scene scene;
    tool_error error = {.text = ""};
    char *text = malloc(size + 1); /* texts of files are read with a zero byte behind them */
    if (text == NULL) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = 0;
    if (import_stl_from_memory("fuzz.stl", text, size, &scene, &error))
        fuzz_scene("fuzz.stl", &scene);
    else
        fuzz_refused(&scene, &error);
    free(text);
    return 0;
}
