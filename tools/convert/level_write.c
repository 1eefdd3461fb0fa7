/* Writes a level as a chunk: a section for each kind of content, by rising type. */
#include <stdlib.h>
#include <string.h>

#include "fixedmath/scalar.h"
#include "rom/rom.h"
#include "tools/convert/level.h"

/* A section under construction: a chunk in a writer of its own. */
typedef struct section {
    uint32_t tag;
    writer bytes;
} section;

typedef struct sections {
    section list[16];
    uint32_t count;
} sections;

static writer *begin_section(sections *s, uint32_t tag, uint32_t header) {
    section *own = &s->list[s->count++];
    own->tag = tag;
    writer_zeros(&own->bytes, header);
    writer_put_u16(&own->bytes, ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(&own->bytes, ROM_CHUNK_HEADER, header);
    return &own->bytes;
}

/* Appends rows; returns their offset, 0 when there are no rows. */
static uint32_t append_rows(writer *out, const writer *rows) {
    uint32_t at = (uint32_t)out->size;
    writer_bytes(out, rows->data, rows->size);
    return rows->size == 0 ? 0 : at;
}

static uint32_t rows_of(const writer *rows, uint32_t size) { return (uint32_t)(rows->size / size); }

/* ---- geometry: instances sorted into cells ---- */

typedef struct sorted {
    int64_t cell[3];
    uint32_t index;
} sorted;

static int by_cell(const void *a, const void *b) {
    const sorted *x = a, *y = b;
    for (int i = 2; i >= 0; i--) {
        if (x->cell[i] != y->cell[i]) return x->cell[i] < y->cell[i] ? -1 : 1;
    }
    return (x->index > y->index) - (x->index < y->index);
}

static void put_cell(const level_text *l, const sorted *order, uint32_t first, uint32_t end, writer *out) {
    rom_instance_cell_record cell = {.first = first, .count = end - first};
    for (int i = 0; i < 3; i++) {
        cell.low[i] = INT32_MAX;
        cell.high[i] = INT32_MIN;
    }
    for (uint32_t k = first; k < end; k++) {
        const rom_instance_record *row = &l->instances[order[k].index];
        for (int i = 0; i < 3; i++) {
            if (row->position[i] < cell.low[i]) cell.low[i] = row->position[i];
            if (row->position[i] > cell.high[i]) cell.high[i] = row->position[i];
        }
    }
    record_add_instance_cell(out, &cell);
}

static bool write_geometry(const level_text *l, sections *s) {
    sorted *order = malloc(((size_t)l->instance_count + 1) * sizeof *order);
    if (order == NULL) return false;
    writer *out = begin_section(s, ROM_TAG_GEOMETRY, ROM_GEOMETRY_SIZE), cells = {0};
    rom_geometry_record r = {.mesh_count = rows_of(&l->meshes, 4),
                             .material_count = rows_of(&l->materials, 4),
                             .instance_count = l->instance_count};
    for (uint32_t i = 0; i < l->instance_count; i++) {
        order[i].index = i;
        for (int k = 0; k < 3; k++) order[i].cell[k] = int_floordiv64(l->instances[i].position[k], l->cell);
    }
    qsort(order, l->instance_count, sizeof *order, by_cell);
    r.meshes_at = append_rows(out, &l->meshes);
    r.materials_at = append_rows(out, &l->materials);
    r.instances_at = (uint32_t)out->size;
    for (uint32_t i = 0, first = 0; i < l->instance_count; i++) {
        bool last =
            i + 1 == l->instance_count || memcmp(order[i].cell, order[i + 1].cell, sizeof order[i].cell) != 0;
        record_add_instance(out, &l->instances[order[i].index]);
        if (last) put_cell(l, order, first, i + 1, &cells);
        if (last) r.cell_count++;
        if (last) first = i + 1;
    }
    r.cells_at = append_rows(out, &cells);
    record_put_geometry(out, 0, &r);
    /* Elements name instances by their number in the text. */
    for (uint32_t i = 0; i < l->element_count; i++) {
        for (uint32_t k = 0; k < l->instance_count && l->elements[i].instance != UINT32_MAX; k++) {
            if (order[k].index != l->elements[i].instance) continue;
            l->elements[i].instance = k;
            break;
        }
    }
    free(order);
    writer_free(&cells);
    return true;
}

/* ---- sections other than geometry ---- */

static int by_name(const void *a, const void *b) {
    const rom_element_record *x = a, *y = b;
    return (x->name > y->name) - (x->name < y->name);
}

static void write_elements(const level_text *l, sections *s) {
    writer *out = begin_section(s, ROM_TAG_ELEMENTS, ROM_ELEMENTS_SIZE);
    rom_elements_record r = {.element_count = l->element_count,
                             .elements_at = ROM_ELEMENTS_SIZE,
                             .version_count = l->version_count};
    qsort(l->elements, l->element_count, sizeof *l->elements, by_name);
    for (uint32_t i = 0; i < l->element_count; i++) record_add_element(out, &l->elements[i]);
    r.versions_at = l->version_count == 0 ? 0u : (uint32_t)out->size;
    for (uint32_t i = 0; i < l->version_count; i++) record_add_element_version(out, &l->versions[i]);
    record_put_elements(out, 0, &r);
}

static void write_spawners(level_text *l, sections *s) {
    writer *out = begin_section(s, ROM_TAG_SPAWNERS, ROM_SPAWNERS_SIZE);
    rom_spawners_record r = {.spawner_count = l->spawner_count,
                             .property_count = rows_of(&l->properties, ROM_PROPERTY_SIZE),
                             .text_count = rows_of(&l->spawn_texts, ROM_SPAWN_TEXT_SIZE),
                             .vector_count = rows_of(&l->vectors, ROM_VECTOR_SIZE)};
    r.spawners_at = append_rows(out, &l->spawners);
    r.properties_at = append_rows(out, &l->properties);
    r.vectors_at = append_rows(out, &l->vectors);
    uint32_t bytes_at = (uint32_t)(out->size + l->spawn_texts.size);
    for (size_t at = 0; at < l->spawn_texts.size; at += ROM_SPAWN_TEXT_SIZE) {
        writer_put_u32(&l->spawn_texts, at, rom_u32(l->spawn_texts.data + at) + bytes_at);
    }
    r.texts_at = append_rows(out, &l->spawn_texts);
    writer_bytes(out, l->spawn_text_bytes.data, l->spawn_text_bytes.size);
    record_put_spawners(out, 0, &r);
}

/* The form of a section that is a header and rows of one size. */
typedef struct list_form {
    uint32_t tag, header, count_at, rows_at, row_bytes;
} list_form;

static void write_list(sections *s, list_form form, const writer *rows) {
    if (rows->size == 0) return;
    writer *out = begin_section(s, form.tag, form.header);
    writer_put_u32(out, form.count_at, rows_of(rows, form.row_bytes));
    writer_put_u32(out, form.rows_at, append_rows(out, rows));
}

static void write_collision(const pack_source *source, const level_text *l, sections *s) {
    (void)source;
    if (l->boxes.size + l->spheres.size + l->capsules.size + l->walls.size == 0) return;
    writer *out = begin_section(s, ROM_TAG_COLLISION, ROM_COLLISION_SIZE);
    rom_collision_record r = {.material_count = rows_of(&l->solid_materials, 4),
                              .wall_count = rows_of(&l->walls, ROM_COLLISION_PLANE_SIZE),
                              .box_count = rows_of(&l->boxes, ROM_COLLISION_BOX_SIZE),
                              .capsule_count = rows_of(&l->capsules, ROM_CAPSULE_SIZE),
                              .sphere_count = rows_of(&l->spheres, ROM_SPHERE_SIZE)};
    memcpy(r.low, l->r.low, sizeof r.low);
    memcpy(r.high, l->r.high, sizeof r.high);
    r.materials_at = append_rows(out, &l->solid_materials);
    r.walls_at = append_rows(out, &l->walls);
    r.boxes_at = append_rows(out, &l->boxes);
    r.capsules_at = append_rows(out, &l->capsules);
    r.spheres_at = append_rows(out, &l->spheres);
    record_put_collision(out, 0, &r);
}

static void write_paths(const level_text *l, sections *s) {
    if (l->splines.size == 0) return;
    writer *out = begin_section(s, ROM_TAG_PATH, ROM_PATH_SIZE);
    rom_path_record r = {.spline_count = rows_of(&l->splines, ROM_SPLINE_SIZE),
                         .point_count = rows_of(&l->points, ROM_SPLINE_POINT_SIZE)};
    r.splines_at = append_rows(out, &l->splines);
    r.points_at = append_rows(out, &l->points);
    record_put_path(out, 0, &r);
}

static void write_waves(const level_text *l, sections *s) {
    if (l->waves.size == 0) return;
    writer *out = begin_section(s, ROM_TAG_WAVES, ROM_WAVES_SIZE);
    rom_waves_record r = {.count = rows_of(&l->waves, ROM_WAVE_PLAN_SIZE),
                          .entry_count = rows_of(&l->wave_entries, ROM_WAVE_ENTRY_SIZE)};
    r.at = append_rows(out, &l->waves);
    r.entries_at = append_rows(out, &l->wave_entries);
    record_put_waves(out, 0, &r);
}

static int by_type(const void *a, const void *b) {
    const section *x = a, *y = b;
    return (x->tag > y->tag) - (x->tag < y->tag);
}

static bool put_level(level_text *l, sections *s, writer *out) {
    bool ok = true;
    qsort(s->list, s->count, sizeof *s->list, by_type);
    l->r.tag_count = rows_of(&l->tags, 4);
    l->r.neighbour_count = rows_of(&l->neighbours, 4);
    l->r.section_count = s->count;
    l->r.tags_at = append_rows(out, &l->tags);
    l->r.neighbours_at = append_rows(out, &l->neighbours);
    l->r.sections_at = s->count == 0 ? 0u : (uint32_t)out->size;
    writer_zeros(out, (size_t)s->count * ROM_LEVEL_SECTION_SIZE);
    for (uint32_t i = 0; i < s->count; i++) {
        const rom_level_section_record row = {.type = s->list[i].tag,
                                              .offset = (uint32_t)writer_align(out, 4),
                                              .bytes = (uint32_t)s->list[i].bytes.size};
        record_put_level_section(out, l->r.sections_at + (size_t)i * ROM_LEVEL_SECTION_SIZE, &row);
        ok = ok && !s->list[i].bytes.failed;
        writer_bytes(out, s->list[i].bytes.data, s->list[i].bytes.size);
    }
    record_put_level(out, 0, &l->r);
    return ok && !out->failed;
}

static int by_id(const void *a, const void *b) {
    uint32_t x = rom_u32(a), y = rom_u32(b);
    return (x > y) - (x < y);
}

bool level_write(const pack_source *source, level_text *l, writer *out) {
    sections s = {.count = 0};
    bool ok = true;
    for (uint32_t i = 0; i < l->element_count; i++) {
        if (l->elements[i].version_count == 0)
            return import_error_line(source->error, source->path, l->element_lines[i],
                                     "element %u has no version; write `version ... threshold=H` below it",
                                     (unsigned)i + 1);
    }
    l->r.package = pack_chunk_id("package/level", source->asset->name);
    if (l->tags.size > 0) qsort(l->tags.data, l->tags.size / 4, 4, by_id);
    if (l->instance_count > 0) ok = write_geometry(l, &s);
    if (l->element_count > 0) write_elements(l, &s);
    if (l->spawner_count > 0) write_spawners(l, &s);
    write_collision(source, l, &s);
    write_paths(l, &s);
    write_waves(l, &s);
    if (l->locators.size > 0) /* locators are found by name, the first field */
        qsort(l->locators.data, l->locators.size / ROM_LOCATOR_SIZE, ROM_LOCATOR_SIZE, by_id);
    write_list(&s,
               (list_form){ROM_TAG_LOCATORS, ROM_LOCATORS_SIZE, ROM_LOCATORS_COUNT, ROM_LOCATORS_AT,
                           ROM_LOCATOR_SIZE},
               &l->locators);
    write_list(
        &s,
        (list_form){ROM_TAG_VOLUMES, ROM_VOLUMES_SIZE, ROM_VOLUMES_COUNT, ROM_VOLUMES_AT, ROM_VOLUME_SIZE},
        &l->volumes);
    write_list(
        &s,
        (list_form){ROM_TAG_LIGHTS, ROM_LIGHTS_SIZE, ROM_LIGHTS_COUNT, ROM_LIGHTS_AT, ROM_WORLD_LIGHT_SIZE},
        &l->lights);
    write_list(&s,
               (list_form){ROM_TAG_LEDGES, ROM_LEDGES_SIZE, ROM_LEDGES_COUNT, ROM_LEDGES_AT, ROM_LEDGE_SIZE},
               &l->ledges);
    write_list(&s,
               (list_form){ROM_TAG_LAYERS, ROM_LAYERS_SIZE, ROM_LAYERS_COUNT, ROM_LAYERS_AT, ROM_LAYER_SIZE},
               &l->layers);
    write_list(&s,
               (list_form){ROM_TAG_NAVIGATION, ROM_NAVIGATION_SIZE, ROM_NAVIGATION_LINE_COUNT,
                           ROM_NAVIGATION_LINES_AT, ROM_WALK_LINE_SIZE},
               &l->walks);
    write_list(&s,
               (list_form){ROM_TAG_EXTERNAL_LIST, ROM_EXTERNAL_LIST_SIZE, ROM_EXTERNAL_LIST_REFERENCE_COUNT,
                           ROM_EXTERNAL_LIST_REFERENCES_AT, ROM_PACKAGE_ITEM_SIZE},
               &l->references);
    ok = ok && put_level(l, &s, out);
    for (uint32_t i = 0; i < s.count; i++) writer_free(&s.list[i].bytes);
    return ok || import_error_memory(source->error, source->path);
}
