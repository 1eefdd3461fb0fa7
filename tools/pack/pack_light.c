/* Carts with linear light. Their pictures and colours become amounts of light when they are read
 * (import/base/limit.h). This file converts the colours of cart.txt and of models, and refuses settings that exclude
 * linear light. */
#include "platform/platform.h"
#include "tools/pack/pack_job.h"

uint32_t pack_light(const cart *c, uint32_t rgb) {
    const import_limits before = import_limit((import_limits){.linear = c->linear});
    uint32_t light = import_light_colour(rgb);
    (void)import_limit(before);
    return light;
}

void pack_light_material(const cart *c, cart_material *m) {
    uint32_t *const colours[] = {&m->colour,          &m->look.ambient,  &m->look.diffuse,
                                 &m->look.specular,   &m->look.emissive, &m->state.emissive,
                                 &m->state.fog_colour};
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) *colours[i] = pack_light(c, *colours[i]);
}

/* Dithering hides the steps between colours on the display. In front of the output's ramp the steps are those of
 * light, and dark ones are the widest on the display: the noise would be worse than the bands. */
bool pack_check_light(pack_job *job) {
    const cart *c = job->c;
    const char *format = cart_formats[c->format];
    bool ok = true;
    if (!c->linear) return true;
    if (c->dither && (c->format == PLAT_RGB565 || c->format == PLAT_BGR555))
        ok = pack_wrong(job, c->dither_line,
                        "`dither on` with linear-light and format %s: dithering would come before the ramp "
                        "of the output; take one of them "
                        "out, or write format xrgb8888",
                        format);
    for (uint32_t i = 0; c->format != PLAT_XRGB8888 && i < job->material_count; i++) {
        const cart_material *m = &job->materials[i];
        if (!m->has_state || m->state.dither == 0) continue;
        ok = pack_wrong(job, m->line,
                        "material `%s`: `dither=` with linear-light and format %s: dithering would come "
                        "before the ramp of the output; take "
                        "one of them out, or write format xrgb8888",
                        m->name, format);
    }
    return ok;
}
