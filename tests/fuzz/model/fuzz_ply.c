/* Fuzz target: any bytes as a PLY file, and everything that is done with scenes. */
#include "tests/fuzz/model/scene.h"
#include "tools/import/model/ply.h"

FUZZ_SCENE("fuzz.ply", 1, import_ply_from_memory("fuzz.ply", text, size, NULL, &scene, &error))
