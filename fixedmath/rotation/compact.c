/* Compact transforms: to and from the working forms. */
#include "fixedmath/compact.h"

sqt24 sqt24_pack(const sqt *a) { return (sqt24){a->t, a->s, q4_pack16(a->q)}; }

sqt sqt24_unpack(const sqt24 *a) { return (sqt){a->t, q4_unpack16(a->q), a->s}; }

mat34 sqt24_to_m34(const sqt24 *a) {
    sqt working = sqt24_unpack(a);
    return sqt_to_m34(&working);
}

bool sqt24_from_m34(const mat34 *m, sqt24 *out) {
    sqt working = sqt_identity();
    bool sound = sqt_from_m34(m, &working);
    if (!sound) working = sqt_identity();
    *out = sqt24_pack(&working);
    return sound;
}
