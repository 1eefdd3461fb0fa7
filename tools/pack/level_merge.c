/* Chooses between instances and merged meshes, and writes a level's chunk anew where merged meshes take fewer bytes. */
#include "tools/pack/level_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/level/geometry.h"
#include "rom/level.h"
#include "rom/material.h"
#include "tools/encode/mesh_merge.h"
#include "tools/pack/pack_graph.h"
#include "tools/record_writer.h"

enum { NAME_ROOM = 200 };

/* The parts of a merged level while its size is not yet compared. */
typedef struct merging {
    const assembly *a;
    const uint8_t *geometry;
    uint32_t cell_count;
    writer *meshes; /* mesh of each cell */
    writer section; /* GEOM */
    const char *why_not;
    bool failed;
} merging;

static uint32_t count_of(const uint8_t *geometry, uint32_t field) { return rom_u32(geometry + field); }

static const uint8_t *geometry_row(const uint8_t *geometry, uint32_t list, uint32_t index, uint32_t size) {
    return geometry + rom_u32(geometry + list) + (size_t)index * size;
}

/* The chunk of an id and type; NULL when there is none, or when it has variants or sections. */
static const assemble_chunk *chunk_of(const assembly *a, uint32_t id, uint32_t type) {
    const assemble_chunk *found = NULL;
    for (uint32_t i = 0; i < a->count; i++) {
        const assemble_chunk *c = &a->chunks[i];
        if (c->id != id || c->type != type) continue;
        if (found != NULL || c->variant != 0 || c->sectioned || c->deleted) return NULL;
        found = c;
    }
    return found;
}

/* ---- what cannot be merged ---- */

static bool has_order(const assembly *a, uint32_t id) {
    const assemble_chunk *c = chunk_of(a, id, ROM_TAG_MATERIAL);
    if (c == NULL || rom_u16(c->bytes.data + ROM_CHUNK_HEADER) < ROM_MATERIAL_SIZE) return false;
    const uint8_t *m = c->bytes.data;
    return m[ROM_MATERIAL_PASS] != 0 || m[ROM_MATERIAL_SORT] != 0 || m[ROM_MATERIAL_ORDER] != 0 ||
           m[ROM_MATERIAL_TRANSPARENCY] != 0 || rom_u32(m + ROM_MATERIAL_STATE_COUNT) != 0;
}

static const char *refuse_mesh(const assembly *a, uint32_t id) {
    const assemble_chunk *mesh = chunk_of(a, id, ROM_TAG_MESH);
    if (mesh == NULL) return "a mesh is not there, or has variants";
    if (rom_mesh_colours(mesh->bytes.data) != NULL) return "a mesh has colours";
    const uint8_t *part = mesh->bytes.data + rom_u32(mesh->bytes.data + ROM_MESH_PART_AT);
    for (uint32_t i = 0; i < rom_u32(mesh->bytes.data + ROM_MESH_PARTS); i++, part += ROM_PART_SIZE) {
        if (has_order(a, rom_u32(part + ROM_PART_MATERIAL))) return "a material is drawn in an order";
    }
    return NULL;
}

static const char *refuse_area(const assembly *a, const uint8_t *level, const uint8_t *g) {
    const char *why = NULL;
    rom_view elements;
    for (uint32_t n = 0; rom_level_section(level, ROM_TAG_ELEMENTS, n, &elements); n++) {
        for (uint32_t i = 0; i < rom_u32(elements.data + ROM_ELEMENTS_ELEMENT_COUNT); i++) {
            const uint8_t *element =
                geometry_row(elements.data, ROM_ELEMENTS_ELEMENTS_AT, i, ROM_ELEMENT_SIZE);
            if (rom_u32(element + ROM_ELEMENT_INSTANCE) != UINT32_MAX) return "an element names an instance";
        }
    }
    for (uint32_t i = 0; why == NULL && i < count_of(g, ROM_GEOMETRY_MESH_COUNT); i++)
        why = refuse_mesh(a, rom_u32(geometry_row(g, ROM_GEOMETRY_MESHES_AT, i, 4)));
    for (uint32_t i = 0; why == NULL && i < count_of(g, ROM_GEOMETRY_MATERIAL_COUNT); i++) {
        if (has_order(a, rom_u32(geometry_row(g, ROM_GEOMETRY_MATERIALS_AT, i, 4))))
            why = "a material is drawn in an order";
    }
    for (uint32_t i = 0; why == NULL && i < count_of(g, ROM_GEOMETRY_INSTANCE_COUNT); i++) {
        const uint8_t *instance = geometry_row(g, ROM_GEOMETRY_INSTANCES_AT, i, ROM_INSTANCE_SIZE);
        for (int k = 0; k < 3; k++) {
            if (instance[ROM_INSTANCE_TINT + k] != 255) why = "an instance has a tint";
        }
        if (instance[ROM_INSTANCE_FLAGS] != 0) why = "an instance has flags";
    }
    return why;
}

/* ---- the merged form ---- */

static void add_instance(const merging *m, mesh_merge *out, uint32_t index) {
    const uint8_t *instance = geometry_row(m->geometry, ROM_GEOMETRY_INSTANCES_AT, index, ROM_INSTANCE_SIZE);
    uint32_t id = rom_u32(
                 geometry_row(m->geometry, ROM_GEOMETRY_MESHES_AT, rom_u16(instance + ROM_INSTANCE_MESH), 4)),
             own = rom_u16(instance + ROM_INSTANCE_MATERIAL),
             material = own == ROM_INSTANCE_OWN_MATERIAL
                            ? 0
                            : rom_u32(geometry_row(m->geometry, ROM_GEOMETRY_MATERIALS_AT, own, 4));
    mat34 place = ox_instance_place(instance);
    rot33 turn = ox_instance_turn(instance);
    mesh_merge_add(out, chunk_of(m->a, id, ROM_TAG_MESH)->bytes.data, &place, &turn, material);
}

/* level/wall gives mesh/wall.cell-0 and so on. */
static void cell_name(const char *level, uint32_t cell, char name[NAME_ROOM]) {
    const char *own = strchr(level, '/');
    snprintf(name, NAME_ROOM, "mesh/%.160s.cell-%u", own == NULL ? level : own + 1, (unsigned)cell);
}

static bool merge_cells(merging *m, const char *name) {
    writer cells = {0};
    rom_geometry_record r = {.cell_count = m->cell_count};
    for (uint32_t c = 0; m->why_not == NULL && c < m->cell_count; c++) {
        const uint8_t *cell = geometry_row(m->geometry, ROM_GEOMETRY_CELLS_AT, c, ROM_INSTANCE_CELL_SIZE);
        uint32_t first = rom_u32(cell + ROM_INSTANCE_CELL_FIRST),
                 count = rom_u32(cell + ROM_INSTANCE_CELL_COUNT);
        mesh_merge merge = {0};
        rom_instance_cell_record own = {.first = 0};
        char text[NAME_ROOM];
        for (uint32_t i = first; i < first + count; i++) add_instance(m, &merge, i);
        cell_name(name, c, text);
        own.merged = rom_id(text);
        if (!mesh_merge_write(&merge, &m->meshes[c], own.low, own.high))
            m->why_not = "something would lie elsewhere: the instances stand off the grid of their meshes, "
                         "or cells are too large for it";
        mesh_merge_free(&merge);
        record_add_instance_cell(&cells, &own);
    }
    writer_zeros(&m->section, ROM_GEOMETRY_SIZE);
    writer_put_u16(&m->section, ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(&m->section, ROM_CHUNK_HEADER, ROM_GEOMETRY_SIZE);
    r.cells_at = (uint32_t)m->section.size;
    writer_bytes(&m->section, cells.data, cells.size);
    record_put_geometry(&m->section, 0, &r);
    bool ok = !cells.failed && !m->section.failed;
    writer_free(&cells);
    return ok;
}

/* The level's chunk with other bytes for its geometry: sections lie behind each other, in the order of their table. */
static bool write_level(const merging *m, const writer *from, writer *out) {
    uint32_t count = rom_u32(from->data + ROM_LEVEL_SECTION_COUNT),
             rows = rom_u32(from->data + ROM_LEVEL_SECTIONS_AT);
    writer_bytes(out, from->data, rows + (size_t)count * ROM_LEVEL_SECTION_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        rom_view section;
        uint32_t type;
        size_t at = rows + (size_t)i * ROM_LEVEL_SECTION_SIZE;
        if (!rom_level_section_at(from->data, i, &type, &section)) return false;
        bool own = section.data == m->geometry;
        writer_put_u32(out, at + ROM_LEVEL_SECTION_OFFSET, (uint32_t)writer_align(out, 4));
        writer_put_u32(out, at + ROM_LEVEL_SECTION_BYTES,
                       own ? (uint32_t)m->section.size : (uint32_t)section.size);
        writer_bytes(out, own ? m->section.data : section.data, own ? m->section.size : section.size);
    }
    writer_align(out, 4);
    return !out->failed;
}

/* ---- the choice ---- */

/* Bytes of a chunk in an image: aligned, with its directory entry and its place in the list by offset. */
static uint32_t image_bytes(size_t size) {
    return (uint32_t)((size + ASSEMBLE_ALIGNMENT - 1) / ASSEMBLE_ALIGNMENT * ASSEMBLE_ALIGNMENT) +
           ROM_ENTRY_SIZE + 4;
}

static void count_bytes(const merging *m, size_t section, const bool *alone, level_merge_report *report) {
    report->apart = (uint32_t)section;
    report->together = (uint32_t)m->section.size;
    for (uint32_t i = 0; i < m->cell_count; i++) report->together += image_bytes(m->meshes[i].size);
    for (uint32_t i = 0; alone != NULL && i < m->a->count; i++) {
        if (alone[i]) report->apart += image_bytes(m->a->chunks[i].bytes.size);
    }
}

static bool take_merged(assembly *a, uint32_t index, merging *m) {
    writer bytes = {0};
    char *name = a->chunks[index].name;
    uint32_t memory = a->chunks[index].memory, life = a->chunks[index].life, line = a->chunks[index].line;
    bool ok = write_level(m, &a->chunks[index].bytes, &bytes);
    for (uint32_t i = 0; ok && i < m->cell_count; i++) {
        char text[NAME_ROOM];
        cell_name(name, i, text);
        writer *out = assemble_add(a, text, ROM_TAG_MESH, ROM_MESH_SIZE);
        ok = out != NULL;
        if (!ok) break;
        writer_free(out);
        *out = m->meshes[i];
        memset(&m->meshes[i], 0, sizeof m->meshes[i]);
        assemble_class(a, memory);
        assemble_life(a, life);
        a->chunks[a->count - 1].line = line;
    }
    if (!ok) {
        writer_free(&bytes);
        return false;
    }
    writer_free(&a->chunks[index].bytes);
    a->chunks[index].bytes = bytes;
    return true;
}

bool level_merge(assembly *a, uint32_t index, const bool *alone, bool always, level_merge_report *report) {
    const assemble_chunk *level = &a->chunks[index];
    rom_view geometry;
    *report = (level_merge_report){.name = level->name};
    if (!rom_level_section(level->bytes.data, ROM_TAG_GEOMETRY, 0, &geometry)) return true;
    merging m = {
        .a = a, .geometry = geometry.data, .cell_count = count_of(geometry.data, ROM_GEOMETRY_CELL_COUNT)};
    report->instances = count_of(m.geometry, ROM_GEOMETRY_INSTANCE_COUNT);
    report->meshes = count_of(m.geometry, ROM_GEOMETRY_MESH_COUNT);
    report->cells = m.cell_count;
    if (report->instances == 0) return true;
    m.meshes = calloc(m.cell_count, sizeof *m.meshes);
    m.why_not = m.meshes == NULL ? NULL : refuse_area(a, level->bytes.data, m.geometry);
    bool ok = m.meshes != NULL && (m.why_not != NULL || merge_cells(&m, level->name));
    report->why_not = m.why_not;
    if (ok && m.why_not == NULL) {
        count_bytes(&m, geometry.size, alone, report);
        report->merged = always || report->together < report->apart;
        ok = !report->merged || take_merged(a, index, &m);
    }
    for (uint32_t i = 0; m.meshes != NULL && i < m.cell_count; i++) writer_free(&m.meshes[i]);
    free(m.meshes);
    writer_free(&m.section);
    return ok;
}

/* Finds the meshes that only this level names. */
static void find_alone(const assembly *a, const pack_graph *graph, uint32_t level, const bool *stays,
                       uint32_t count, bool *alone) {
    uint32_t self = pack_graph_find(graph, a, a->chunks[level].id, ROM_TAG_LEVEL);
    for (uint32_t i = graph->first[self]; i < graph->first[self + 1]; i++) {
        uint32_t mesh = graph->chunks[graph->edges[i]];
        bool only = a->chunks[mesh].type == ROM_TAG_MESH && mesh < count && !stays[mesh];
        for (uint32_t n = 0; only && n < graph->count; n++) {
            for (uint32_t e = graph->first[n]; n != self && e < graph->first[n + 1]; e++)
                only = only && graph->edges[e] != graph->edges[i];
        }
        alone[mesh] = only;
    }
}

static bool merge_one(assembly *a, uint32_t index, const bool *stays, uint32_t count,
                      level_merge_report *report) {
    bool *alone = calloc((size_t)a->count + 1, sizeof *alone);
    pack_graph graph;
    bool ok = alone != NULL && pack_graph_make(a, true, &graph);
    if (ok) {
        find_alone(a, &graph, index, stays, count, alone);
        pack_graph_free(&graph);
        ok = level_merge(a, index, alone, false, report);
    }
    free(alone);
    return ok;
}

bool level_merge_all(assembly *a, const bool *stays, level_merge_note *note, void *context) {
    uint32_t count = a->count; /* merged meshes come behind these chunks */
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        const assemble_chunk *c = &a->chunks[i];
        level_merge_report report;
        rom_view geometry;
        if (c->type != ROM_TAG_LEVEL || c->sectioned || c->variant != 0 || c->deleted ||
            !rom_level_section(c->bytes.data, ROM_TAG_GEOMETRY, 0, &geometry))
            continue;
        ok = merge_one(a, i, stays, count, &report);
        if (ok && note != NULL && report.instances > 0) note(context, &report);
    }
    return ok;
}
