/* Fuzz target: any bytes as a VOX file, and everything that is done with scenes. */
#include "tests/fuzz/model/scene.h"
#include "tools/import/model/vox.h"

FUZZ_SCENE("fuzz.vox", 1, import_vox_from_memory("fuzz.vox", text, size, &scene, &error))
