/* Fuzz target: any bytes as a COLLADA document, and everything that is done with scenes. */
#include "tests/fuzz/model/scene.h"
#include "tools/import/collada/collada.h"

FUZZ_SCENE("fuzz.dae", 0, import_collada_from_memory("fuzz.dae", text, size, &scene, &error))
