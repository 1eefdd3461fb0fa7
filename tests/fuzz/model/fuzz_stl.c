/* Fuzz target: any bytes as an STL file, and everything that is done with scenes. */
#include "tests/fuzz/model/scene.h"
#include "tools/import/model/stl.h"

FUZZ_SCENE("fuzz.stl", 1, import_stl_from_memory("fuzz.stl", text, size, &scene, &error))
