/* Packing a part of a cart: the assets that are asked for, and those they need, found as their chunks come.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/platform.h"
#include "rom/rom.h"
#include "tools/import/base/file.h"
#include "tools/inspect/layout.h"
#include "tools/pack/pack_job.h"

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
    return job->options->only == NULL || job->whole || is_listed(job, pack_chunk_id(folder, name));
}

bool pack_want(pack_job *job, const char *folder, const char *name) {
    return job->options->only == NULL || want_id(job, pack_chunk_id(folder, name));
}

/* ---- assets that are asked for ---- */

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
    const cart_scene *scene;
    for (uint32_t i = 0; (scene = cart_scene_at(c, i)) != NULL; i++) {
        if (pack_chunk_id("scene", scene->name) == id) return true;
    }
    for (uint32_t i = 0; i < c->asset_count; i++) {
        if (pack_chunk_id(c->assets[i].kind, c->assets[i].name) == id) return true;
    }
    for (uint32_t i = 0; i < c->collision_count; i++) {
        if (pack_chunk_id("collision", c->collisions[i].name) == id) return true;
    }
    for (uint32_t i = 0; i < c->redirect_count; i++) {
        if (rom_id(c->redirects[i].from) == id) return true;
    }
    return false;
}

/* Whether a chunk needs the palette and that palette is made of all pictures, which are then needed too. */
static bool wants_whole_palette(const pack_job *job, const char *name) {
    const cart *c = job->c;
    if (job->options->own_palette) return false;
    if (c->format != PLAT_PAL8 || (job->alone && strncmp(name, "texture/", 8) != 0)) return false;
    if (c->palette[0] == 0) return true;
    char *path = import_file_resolve(c->path, c->palette);
    bool there = path != NULL && import_file_exists(path);
    free(path);
    return !there;
}

/* Asks for character/NAME: every asset whose settings name this character. */
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
        job->whole = job->whole || wants_whole_palette(job, name);
    }
    if (job->whole && !job->alone)
        report_note(job->options->said, job->c->path, 0,
                    "the palette is made of all pictures, so all of them are looked at; a line `palette "
                    "FILE` spares that");
    return true;
}

/* ---- assets that are needed ---- */

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

/* Asks for the assets that the chunks of a mesh's family need. */
static bool want_of_mesh(pack_job *job, const step_result *r) {
    pack_brought from;
    size_t at = 0;
    uint32_t output = 0;
    bool ok = want_of(job, ROM_TAG_MESH, &r->outputs[0]);
    while (ok && pack_next_of_mesh(r, &at, &output, &from))
        ok = want_of(job, from.tag, &r->outputs[from.output]);
    return ok;
}

/* Asks for the assets that an asset's further chunks and pictures need. */
static bool want_brought(pack_job *job, const pack_item *item) {
    pack_brought from;
    size_t at = 0;
    uint32_t output = 0;
    bool ok = true;
    while (ok && pack_next_brought(&item->result, &at, &output, &from))
        ok = from.tag == 0 ? pack_want(job, "texture", from.name)
                           : want_of(job, from.tag, &item->result.outputs[from.output]);
    return ok;
}

static bool want_redirected(pack_job *job) {
    const cart *c = job->c;
    bool ok = true;
    for (uint32_t i = 0; ok && i < c->redirect_count; i++) {
        const char *to =
            is_listed(job, rom_id(c->redirects[i].from)) ? pack_redirect_end(c, c->redirects[i].to) : NULL;
        ok = to == NULL || want_id(job, rom_id(to));
    }
    return ok;
}

bool pack_want_needs(pack_job *job) {
    const cart *c = job->c;
    bool ok = job->options->only == NULL || want_redirected(job);
    if (job->options->only == NULL) return true;
    for (uint32_t i = 0; ok && i < job->mesh_count; i++) {
        const step_result *r = &job->meshes[i].result;
        if (r->output_count > 0 && pack_is_wanted(job, "mesh", job->meshes[i].source->name))
            ok = want_of_mesh(job, r);
    }
    for (uint32_t i = 0; ok && i < job->item_count; i++) {
        const pack_item *item = &job->items[i];
        if (item->result.output_count == 0 || !pack_is_wanted(job, item->kind->word, item->asset->name))
            continue;
        ok = want_of(job, item->kind->tag, &item->result.outputs[0]) && want_brought(job, item);
    }
    const cart_scene *scene;
    for (uint32_t i = 0; ok && (scene = cart_scene_at(c, i)) != NULL; i++) {
        if (!pack_is_wanted(job, "scene", scene->name)) continue;
        if (c->types.object_count > 0) ok = pack_want(job, "scene", "types");
        for (uint32_t k = 0; ok && k < scene->object_count; k++)
            ok = scene->objects[k].mesh[0] == 0 || pack_want(job, "mesh", scene->objects[k].mesh);
        for (uint32_t k = 0; ok && k < scene->override_count; k++)
            ok = pack_want(job, "material", scene->overrides[k].to);
        for (uint32_t k = 0; ok && k < scene->emitter_count; k++)
            ok = pack_want(job, "particles", scene->emitters[k].particles);
        for (uint32_t k = 0; ok && k < scene->level_count; k++)
            ok = pack_want(job, "level", scene->levels[k].name);
    }
    for (uint32_t i = 0; ok && i < c->collision_count; i++)
        ok = !pack_is_wanted(job, "collision", c->collisions[i].name) ||
             pack_want(job, "mesh", c->collisions[i].mesh);
    for (uint32_t i = 0; ok && i < c->material_count; i++) {
        if (c->materials[i].texture[0] != 0 && pack_is_wanted(job, "material", c->materials[i].name))
            ok = pack_want(job, "texture", c->materials[i].texture);
        if (ok && c->materials[i].second[0] != 0 && pack_is_wanted(job, "material", c->materials[i].name))
            ok = pack_want(job, "texture", c->materials[i].second);
    }
    return ok;
}

bool pack_narrow(pack_job *job) {
    if (!job->whole) return true;
    job->whole = false;
    for (uint32_t before = UINT32_MAX; !job->alone && before != job->wanted_count;) {
        before = job->wanted_count;
        if (!pack_want_needs(job)) return false;
        for (uint32_t i = 0; i < job->material_count; i++) { /* materials of models, too */
            const cart_material *m = &job->materials[i];
            if (m->texture[0] != 0 && pack_is_wanted(job, "material", m->name) &&
                !pack_want(job, "texture", m->texture))
                return false;
        }
    }
    for (uint32_t i = 0; i < job->texture_count; i++) {
        pack_texture *t = &job->textures[i];
        t->present = t->present && pack_is_wanted(job, "texture", t->source.name);
    }
    return true;
}
