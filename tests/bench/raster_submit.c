/* Instructions of submission paths and reflectance functions, for callgrind: one of them is run many times.
 */
#include <stdlib.h>

#include "fixedmath/scalar.h"
#include "fixedmath/vector.h"
#include "raster/reflect.h"
#include "tools/measure/submission.h"

enum { FRAMES = 20 };

static void reflect(char model) {
    rs_light light = {.kind = RS_LIGHT_DIRECTIONAL, .intensity = 255, .vector = {FX(-0.6), FX(-0.8), 0}};
    rs_reflecting r = {.function = model == 'p' ? rs_reflect_phong : rs_reflect_blinn,
                       .ambient = 0x101010,
                       .diffuse = 0x808080,
                       .specular = 0x808080,
                       .log2_exponent = model == 'p' ? 4 : 6};
    rs_lighting lighting;
    volatile uint32_t kept = 0;
    rs_lighting_make(&lighting, &light, 1, 0, V3_Y, true);
    for (int i = 0; i < 1000 * FRAMES; i++) {
        rs_lit lit;
        (void)rs_lighting_at(&lighting, &r, V3_ZERO, v3(i * 2, 60000, 1000), &lit);
        kept = kept + lit.specular[0];
    }
}

int main(int count, char **arguments) {
    static submission s;
    const char path = count > 1 ? arguments[1][0] : 'i';
    if (path == 'p' || path == 'b') {
        reflect(path);
        return 0;
    }
    if (!submission_open(&s)) return 1;
    const submission_way way = path == 'i'   ? SUBMISSION_IMMEDIATE
                               : path == 'a' ? SUBMISSION_RECORDS
                                             : SUBMISSION_STREAMS;
    for (int i = 0; i < FRAMES; i++)
        if (!submission_begin(&s) || (path != 'n' && !submission_do(&s, way))) return 1;
    return 0;
}
