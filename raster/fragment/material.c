/* Looks, fog and stages out of the numbers of a ROM image. */
#include "raster/material.h"

#include <string.h>

#include "raster/hot.h"

rs_vertex_stage *rs_vertex_stage_find(const rs_vertex_entry *stages, uint32_t count, uint32_t id) {
    for (uint32_t i = 0; i < count; i++) {
        if (stages[i].id == id) return stages[i].function;
    }
    return NULL;
}

bool rs_fragment_linked(void) { return RS_FRAGMENT_LINKED; }

#if RS_FRAGMENT_LINKED

bool rs_wave_make(rs_wave *wave, const int32_t *constants, uint32_t count) {
    memset(wave, 0, sizeof *wave);
    for (; wave->count < 4 && (wave->count + 1) * 4 <= count; wave->count++, constants += 4) {
        wave->part[wave->count].amplitude = constants[0];
        wave->part[wave->count].along = constants[1];
        wave->part[wave->count].across = constants[2];
        wave->part[wave->count].speed = (uint16_t)(uint32_t)constants[3];
    }
    return wave->count > 0;
}

bool rs_look_wave(rs_look *look, const rs_wave *wave) {
    look->stage = rs_stage_wave;
    look->constants = wave;
    return true;
}

bool rs_look_waves(const rs_look *look) { return look->stage == rs_stage_wave; }

bool rs_look_program(rs_look *look, rs_program *program, rs_sampler *samplers,
                     const rs_program_textures *textures) {
    for (uint32_t i = 0; i < textures->count; i++) {
        const rs_texture *texture = textures->textures[i];
        if (texture == NULL ||
            !rs_sampler_make(&samplers[i], texture, &textures->sampling[i], textures->palette))
            return false;
    }
    program->samplers = samplers;
    program->sampler_count = textures->count;
    if (rs_program_check(program) >= 0) return false;
    look->pixel_light = RS_STAGE;
    look->shade = rs_program_shade;
    look->shade_constants = program;
    return true;
}

rs_reflectance *rs_reflectance_at(uint32_t number) {
    static rs_reflectance *const functions[] = {rs_reflect_blinn, rs_reflect_phong, rs_reflect_lambert,
                                                rs_reflect_wrap};
    return number < sizeof functions / sizeof functions[0] ? functions[number] : NULL;
}

bool rs_fog_make(rs_fog *fog, uint32_t kind, uint32_t rgb, fx start, fx end, fx density) {
    if (kind < 1 || kind > 4 || start < 0 || end <= start) return false;
    if (kind == 1) rs_fog_linear(fog, rgb, start, end);
    if (kind == 2) rs_fog_exp(fog, rgb, density, end);
    if (kind == 3) rs_fog_exp2(fog, rgb, density, end);
    if (kind == 4) rs_fog_range(fog, rgb, end);
    return true;
}

#else

bool rs_wave_make(rs_wave *wave, const int32_t *constants, uint32_t count) {
    (void)wave, (void)constants, (void)count;
    return false;
}

bool rs_look_wave(rs_look *look, const rs_wave *wave) {
    (void)look, (void)wave;
    return false;
}

bool rs_look_waves(const rs_look *look) {
    (void)look;
    return false;
}

bool rs_look_program(rs_look *look, rs_program *program, rs_sampler *samplers,
                     const rs_program_textures *textures) {
    (void)look, (void)program, (void)samplers, (void)textures;
    return false;
}

rs_reflectance *rs_reflectance_at(uint32_t number) {
    (void)number;
    return NULL;
}

bool rs_fog_make(rs_fog *fog, uint32_t kind, uint32_t rgb, fx start, fx end, fx density) {
    (void)fog, (void)kind, (void)rgb, (void)start, (void)end, (void)density;
    return false;
}

#endif
