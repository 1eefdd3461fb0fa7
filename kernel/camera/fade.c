/* Fading of what stands in the way. */
#include "kernel/camera/fade.h"

#include "fixedmath/scalar.h"

void ox_fades_begin(ox_fades *f) {
    for (uint32_t i = 0; i < f->count; i++) f->fades[i].blocks = false;
}

void ox_fades_block(ox_fades *f, ox_handle object, fx distance) {
    ox_fade *farthest = NULL;
    for (uint32_t i = 0; i < f->count; i++) {
        ox_fade *fade = &f->fades[i];
        if (fade->object.bits == object.bits) {
            fade->blocks = true;
            fade->distance = distance;
            return;
        }
        if (farthest == NULL || fade->distance > farthest->distance) farthest = fade;
    }
    if (f->count < OX_FADES)
        farthest = &f->fades[f->count++];
    else if (farthest->distance <= distance)
        return;
    *farthest = (ox_fade){object, distance, OX_OPAQUE, true};
}

void ox_fades_step(ox_fades *f, uint32_t by) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        ox_fade fade = f->fades[i];
        if (fade.blocks)
            fade.opacity = (uint8_t)(fade.opacity > by ? fade.opacity - by : 0);
        else
            fade.opacity = (uint8_t)(fade.opacity + by < OX_OPAQUE ? fade.opacity + by : OX_OPAQUE);
        if (fade.blocks || fade.opacity < OX_OPAQUE) f->fades[kept++] = fade;
    }
    f->count = kept;
}

uint8_t ox_fades_of(const ox_fades *f, ox_handle object) {
    for (uint32_t i = 0; i < f->count; i++)
        if (f->fades[i].object.bits == object.bits) return f->fades[i].opacity;
    return OX_OPAQUE;
}

uint8_t ox_fade_near(fx distance, fx near, fx far) {
    if (distance >= far || far <= near) return OX_OPAQUE;
    if (distance <= near) return 0;
    return (uint8_t)(((int64_t)distance - near) * OX_OPAQUE / ((int64_t)far - near));
}
