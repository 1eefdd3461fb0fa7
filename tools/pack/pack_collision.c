/* What things collide with: a SHAP chunk for each statement `collision`, out of the chunks of the mesh that it names. */
#include <stdio.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/encode/collision.h"
#include "tools/pack/pack_job.h"

#define PACK_THICKNESS 0.25 /* metres */

static const writer *chunk_of(const pack_job *job, uint32_t id, uint32_t type) {
    for (uint32_t i = 0; i < job->chunks.count; i++)
        if (job->chunks.chunks[i].id == id && job->chunks.chunks[i].type == type)
            return &job->chunks.chunks[i].bytes;
    return NULL;
}

/* Materials of models are called MESH.NAME (pack_mesh.c), those of the cart by a name alone. */
static uint32_t surface_id(const pack_job *job, uint32_t material) {
    for (uint32_t i = 0; i < job->chunks.count; i++) {
        const assemble_chunk *chunk = &job->chunks.chunks[i];
        if (chunk->id != material || chunk->type != ROM_TAG_MATERIAL || chunk->name == NULL) continue;
        const char *folder = strrchr(chunk->name, '/'), *name = folder == NULL ? chunk->name : folder + 1,
                   *own = strrchr(name, '.');
        return rom_id(own == NULL ? name : own + 1);
    }
    return 0;
}

static void name_surfaces(const pack_job *job, const uint8_t *mesh, collision_source *s) {
    const uint8_t *part = mesh + rom_u32(mesh + ROM_MESH_PART_AT);
    const uint32_t parts = rom_u32(mesh + ROM_MESH_PARTS);
    for (uint32_t i = 0; i < parts && i < COLLISION_SURFACES; i++, part += ROM_PART_SIZE)
        s->surfaces[s->surface_count++] = surface_id(job, rom_u32(part + ROM_PART_MATERIAL));
}

/* Takes the triangles of the mesh, or of its col_ nodes. */
static bool take_triangles(pack_job *job, const cart_collision *collision, collision_source *s) {
    const cart_mesh *named = cart_find_mesh(job->c, collision->mesh);
    const char *mesh = named == NULL ? collision->mesh : named->name;
    const writer *nodes = chunk_of(job, pack_chunk_id("collision", mesh), ROM_TAG_COLLISION),
                 *drawn = chunk_of(job, pack_chunk_id("mesh", mesh), ROM_TAG_MESH);
    if (drawn == NULL)
        return pack_wrong(job, collision->line, "there is no mesh `%s`; add a line `mesh %s FILE`",
                          collision->mesh, collision->mesh);
    if (!(nodes != NULL ? collision_from_nodes(s, collision->mesh, nodes->data)
                        : collision_from_mesh(s, collision->mesh, drawn->data)))
        return pack_no_memory(job);
    if (nodes == NULL) name_surfaces(job, drawn->data, s);
    return true;
}

static void tell(pack_job *job, const cart_collision *collision, const collision_report *r) {
    const bool hull = collision->kind == ROM_SHAPE_HULL;
    tool_report *said = job->options->said;
    if (r->flat > 0)
        pack_warn(job, collision->line,
                  "collision `%s`: %u triangles of mesh `%s` have no area and stop nothing", collision->name,
                  (unsigned)r->flat, collision->mesh);
    if (hull && !r->convex)
        pack_warn(
            job, collision->line,
            "collision `%s`: mesh `%s` is not convex, so its hull fills its hollows; kind=soup keeps them",
            collision->name, collision->mesh);
    if (hull && r->left_out > 0)
        pack_warn(job, collision->line,
                  "collision `%s`: a hull has at most %u points; those left out reach %.4f m out of it",
                  collision->name, (unsigned)r->vertices, r->left_out);
    if (hull)
        report_note(said, NULL, 0, "collision `%s`: a hull of %u points and %u faces", collision->name,
                    (unsigned)r->vertices, (unsigned)r->faces);
    else
        report_note(said, NULL, 0, "collision `%s`: a soup of %u triangles in %u boxes, %s%s",
                    collision->name, (unsigned)r->triangles, (unsigned)r->nodes,
                    r->closed ? "closed" : "open", r->convex ? " and convex: kind=hull costs less" : "");
}

static bool write_collision(pack_job *job, const cart_collision *collision) {
    char name[CART_NAME_MAX + 16], mesh[CART_NAME_MAX + 16];
    collision_source s;
    collision_report report;
    tool_error error, placed;
    if (!take_triangles(job, collision, &s)) return false;
    snprintf(name, sizeof name, "collision/%s", collision->name);
    snprintf(mesh, sizeof mesh, "mesh `%s`", collision->mesh);
    s.name = mesh;
    writer *out = assemble_add(&job->chunks, name, ROM_TAG_SHAPE, ROM_SHAPE_SIZE);
    bool ok = out != NULL || import_error_memory(&error, mesh);
    ok = ok && (collision->kind == ROM_SHAPE_HULL
                    ? collision_hull(&s, out, &report, &error)
                    : collision_soup(&s, collision->thickness < 0 ? PACK_THICKNESS : collision->thickness,
                                     out, &report, &error));
    collision_free(&s);
    assemble_source(&job->chunks, "cart.txt", collision->line);
    if (ok) tell(job, collision, &report);
    if (!ok) pack_wrong_in(job, &placed, collision->line, "collision `%s`: %s", collision->name, error.text);
    return ok || pack_failed(job, &placed);
}

bool pack_collisions(pack_job *job) {
    bool ok = true;
    for (uint32_t i = 0; ok && i < job->c->collision_count; i++) {
        const cart_collision *collision = &job->c->collisions[i];
        ok = !pack_is_wanted(job, "collision", collision->name) || write_collision(job, collision);
    }
    return ok;
}
