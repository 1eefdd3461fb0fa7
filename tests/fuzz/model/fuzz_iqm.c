/* Fuzz target: any bytes as an IQM file, and everything that is done with scenes. */
#include "tests/fuzz/model/scene.h"
#include "tools/import/model/iqm.h"

FUZZ_SCENE("fuzz.iqm", 0, import_iqm_from_memory("fuzz.iqm", text, size, &scene, &error))
