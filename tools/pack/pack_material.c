/* Writes the chunks of materials. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "raster/pixel_state.h"
#include "rom/rom.h"
#include "tools/encode/palette.h"
#include "tools/encode/shade.h"
#include "tools/import/base/file.h"
#include "tools/pack/pack_job.h"
#include "tools/record_writer.h"

/* The exponent of the nearest power of two. */
static uint32_t log2_of(double value) {
    uint32_t power = 0;
    while (power < 7 && value * value >= (double)(2u << 2 * power)) power++;
    return power;
}

static uint32_t named(const char *folder, const char *name) {
    char full[CART_NAME_MAX + 16];
    if (name[0] == 0) return 0;
    snprintf(full, sizeof full, "%s/%s", folder, name);
    return rom_id(full);
}

bool pack_materials_mix(const pack_job *job) {
    for (uint32_t i = 0; i < job->material_count; i++) {
        const cart_material *m = &job->materials[i];
        if (m->has_look || m->vertex[0] != 0 || m->pixel[0] != 0 || m->program[0] != 0 || m->second[0] != 0)
            return true;
        if (m->has_state && (m->state.blend != RS_BLEND_REPLACE || m->state.emissive != 0)) return true;
    }
    return false;
}

/* Compiles a material's program from its text. Its constants follow those of stages, of which it has none. */
static bool put_program(pack_job *job, const cart_material *m, rom_material_record *r, writer *out) {
    shade_program program;
    char fault[256];
    uint8_t *text = NULL;
    size_t size = 0;
    char *path = import_file_resolve(job->c->path, m->program);
    if (path == NULL) return pack_no_memory(job);
    bool ok = import_file_read(path, &text, &size, job->error);
    free(path);
    if (!ok) return false;
    char *whole = calloc(size + 1, 1);
    if (whole != NULL) memcpy(whole, text, size);
    free(text);
    if (whole == NULL) return pack_no_memory(job);
    ok = memchr(whole, 0, size) == NULL;
    if (!ok) snprintf(fault, sizeof fault, "%.100s:1: holds zero bytes, so it is no text", m->program);
    ok = ok && shade_compile(whole, m->program, &program, fault, sizeof fault);
    free(whole);
    if (!ok) return pack_wrong(job, m->line, "material `%s`: %s", m->name, fault);
    if (program.sampler_count > m->slot_count || (program.sampler_count > 0 && m->texture[0] == 0))
        return pack_wrong(
            job, m->line, "material `%s`: its program samples %u textures; give it texture= and filter=%s",
            m->name, (unsigned)program.sampler_count, program.sampler_count > 1 ? ", and texture2=" : "");
    r->constant_count = program.constant_count * 4;
    r->constants_at = r->constant_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < program.constant_count; i++) {
        const vec4 *v = &program.constants[i];
        const fx all[4] = {v->x, v->y, v->z, v->w};
        for (int k = 0; k < 4; k++) writer_u32(out, (uint32_t)all[k]);
    }
    r->program_words = program.count;
    r->program_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < program.count; i++) writer_u32(out, program.words[i]);
    return true;
}

static void put_constants(const cart_material *m, rom_material_record *r, writer *out) {
    if (m->constant_count == 0) return;
    r->constant_count = m->constant_count;
    r->constants_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < m->constant_count; i++) writer_u32(out, writer_fx(m->constants[i]));
}

static void put_more(const cart_material *m, rom_material_record *r, writer *out) {
    r->slot_count = m->slot_count;
    if (m->slot_count > 0) r->slots_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < m->slot_count; i++) {
        rom_material_slot_record slot = m->slots[i];
        slot.texture = named("texture", i == 0 ? m->texture : m->second);
        record_add_material_slot(out, &slot);
    }
    r->look_count = m->has_look;
    if (m->has_look) r->look_at = (uint32_t)record_add_material_look(out, &m->look);
    r->state_count = m->has_state;
    if (m->has_state) r->state_at = (uint32_t)record_add_material_state(out, &m->state);
}

bool pack_material(pack_job *job, const cart_material *m) {
    char name[CART_NAME_MAX + 16];
    snprintf(name, sizeof name, "material/%s", m->name);
    writer *out = assemble_add(&job->chunks, name, ROM_TAG_MATERIAL, ROM_MATERIAL_SIZE);
    if (out == NULL) return pack_no_memory(job);
    assemble_source(&job->chunks, "cart.txt", m->line);
    rom_material_record r = {
        .colour = m->colour,
        .index = (uint8_t)(job->c->format == PLAT_PAL8 ? palette_index(&job->palette, m->colour) : 0),
        .shading = (uint8_t)m->shading,
        .mapping = (uint8_t)m->mapping,
        .specular = (uint8_t)(m->specular * 255 + 0.5),
        .shininess = (uint8_t)log2_of(m->shininess),
        .flags = m->two_sided ? ROM_MATERIAL_TWO_SIDED : 0u,
        .texture = named("texture", m->texture),
        .pass = (uint8_t)m->pass,
        .sort = (uint8_t)m->sort,
        .order = (uint8_t)m->order,
        .transparency = (uint8_t)((1 - m->opacity) * 255 + 0.5),
        .vertex_stage = named("stage", m->vertex),
        .pixel_stage = named("stage", m->pixel)};
    put_more(m, &r, out);
    put_constants(m, &r, out);
    if (m->program[0] != 0 && !put_program(job, m, &r, out)) return false;
    record_put_material(out, 0, &r);
    job->report->materials++;
    return !out->failed || pack_no_memory(job);
}
