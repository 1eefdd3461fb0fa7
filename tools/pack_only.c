/* Packing a part of a cart: which assets are asked for, and what they need, found out as their chunks come.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/layout.h"
#include "tools/pack_job.h"

static bool is_listed(const pack_job *job, uint32_t id) {
    for (uint32_t i = 0; i < job->wanted_count; i++) {
        if (job->wanted[i] == id) return true;
    }
    return false;
}

static bool want_id(pack_job *job, uint32_t id) {
    if (id == 0 || is_listed(job, id)) return true;
    if ((job->wanted_count & (job->wanted_count - 1)) == 0) {
        uint32_t *grown = realloc(job->wanted, (job->wanted_count == 0 ? 1 : (size_t)job->wanted_count * 2) *
                                                   sizeof *grown);
        if (grown == NULL) return pack_no_memory(job);
        job->wanted = grown;
    }
    job->wanted[job->wanted_count++] = id;
    return true;
}

bool pack_is_wanted(const pack_job *job, const char *folder, const char *name) {
    return job->options->only == NULL || is_listed(job, pack_chunk_id(folder, name));
}

bool pack_want(pack_job *job, const char *folder, const char *name) {
    return job->options->only == NULL || want_id(job, pack_chunk_id(folder, name));
}

/* ---- what is asked for ---- */

static bool exists(const pack_job *job, uint32_t id) {
    const cart *c = job->c;
    for (uint32_t i = 0; i < c->texture_count; i++) {
        if (pack_chunk_id("texture", c->textures[i].name) == id) return true;
    }
    for (uint32_t i = 0; i < c->material_count; i++) {
        if (pack_chunk_id("material", c->materials[i].name) == id) return true;
    }
    for (uint32_t i = 0; i < c->mesh_count; i++) {
        if (pack_chunk_id("mesh", c->meshes[i].name) == id) return true;
    }
    for (uint32_t i = 0; i < c->scene_count; i++) {
        if (pack_chunk_id("scene", c->scenes[i].name) == id) return true;
    }
    for (uint32_t i = 0; i < c->asset_count; i++) {
        if (pack_chunk_id(c->assets[i].kind, c->assets[i].name) == id) return true;
    }
    return false;
}

/* character/NAME: every asset whose settings say that it belongs to this character. */
static bool want_character(pack_job *job, const char *character, bool *found) {
    const cart *c = job->c;
    bool ok = true;
    for (uint32_t i = 0; i < c->part_count; i++) {
        if (rom_id(c->parts[i].character) != rom_id(character)) continue;
        *found = true;
        ok = ok && want_id(job, pack_chunk_id(c->parts[i].kind, c->parts[i].name));
    }
    return ok;
}

bool pack_want_first(pack_job *job) {
    static const char character[] = "character/";
    for (uint32_t i = 0; job->options->only != NULL && job->options->only[i] != NULL; i++) {
        const char *name = job->options->only[i];
        bool found = exists(job, rom_id(name));
        if (found && !want_id(job, rom_id(name))) return false;
        if (strncmp(name, character, sizeof character - 1) == 0 &&
            !want_character(job, name + sizeof character - 1, &found))
            return false;
        if (!found)
            return pack_wrong(
                job, 0,
                "there is no `%s` to pack; names are such as level/town, mesh/crate, character/pirate", name);
    }
    return true;
}

/* ---- and what that needs ---- */

typedef struct reading {
    pack_job *job;
    const uint8_t *data;
    bool ok;
} reading;

static bool read_ids(void *context, const layout_line *line) {
    reading *r = context;
    for (uint32_t i = 0; line->kind == LAYOUT_ID && i < line->count; i++)
        r->ok = r->ok && want_id(r->job, rom_u32(r->data + line->offset + (size_t)i * 4));
    return r->ok;
}

static bool want_of(pack_job *job, uint32_t type, const writer *chunk) {
    reading r = {job, chunk->data, true};
    layout_walk(type, chunk->data, chunk->size, read_ids, &r);
    return r.ok;
}

bool pack_want_needs(pack_job *job) {
    const cart *c = job->c;
    bool ok = true;
    for (uint32_t i = 0; ok && i < job->mesh_count; i++) {
        const step_result *r = &job->meshes[i].result;
        if (r->output_count > 0) ok = want_of(job, ROM_TAG_MESH, &r->outputs[0]);
    }
    for (uint32_t i = 0; ok && i < job->item_count; i++) {
        const pack_item *item = &job->items[i];
        pack_brought from;
        size_t at = 0;
        uint32_t output = 0;
        if (item->result.output_count == 0) continue;
        ok = want_of(job, item->kind->tag, &item->result.outputs[0]);
        while (ok && pack_next_brought(&item->result, &at, &output, &from))
            ok = from.tag == 0 || want_of(job, from.tag, &item->result.outputs[from.output]);
    }
    for (uint32_t i = 0; ok && i < c->scene_count; i++) {
        if (!pack_is_wanted(job, "scene", c->scenes[i].name)) continue;
        for (uint32_t k = 0; ok && k < c->scenes[i].object_count; k++)
            ok = pack_want(job, "mesh", c->scenes[i].objects[k].mesh);
    }
    for (uint32_t i = 0; ok && i < c->material_count; i++) {
        if (c->materials[i].texture[0] != 0 && pack_is_wanted(job, "material", c->materials[i].name))
            ok = pack_want(job, "texture", c->materials[i].texture);
    }
    return ok;
}
