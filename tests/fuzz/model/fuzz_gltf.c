/* Fuzz target: any bytes as a glTF text or binary file, and everything that is done with scenes. */
#include "tests/fuzz/model/scene.h"
#include "tools/import/gltf/gltf.h"

FUZZ_SCENE("fuzz.glb", 0, import_gltf_from_memory("fuzz.glb", text, size, &scene, &error))
