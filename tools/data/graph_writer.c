/* Walks a graph of objects and writes it as sections with a table of references. */
#include "tools/data/graph_writer.h"

#include <stdlib.h>
#include <string.h>

#include "rom/rom.h"
#include "tools/encode/compress.h"
#include "tools/record_writer.h"

static const uint8_t kind_bytes[GRAPH_KINDS] = {1, 2, 4, 1, 2, 4, 1, 4, 4, 4, 4, 4};

static bool refers(graph_kind kind) { return kind >= GRAPH_OFFSET && kind <= GRAPH_FAR_ID; }

/* ---- descriptions ---- */

static bool wrong_type(const graph_type *type, const graph_field *field, const char *why, tool_error *error) {
    return import_error_file(error, NULL, "record `%s`%s%s: %s", type->name, field == NULL ? "" : ", field ",
                             field == NULL ? "" : field->name, why);
}

static bool check_field(const graph_type *type, const graph_field *f, uint32_t end, tool_error *error) {
    if ((unsigned)f->kind >= GRAPH_KINDS || f->kind == GRAPH_POINTER)
        return wrong_type(
            type, f, "an address of the tool has no meaning in an image; use an offset, a fix-up or an id",
            error);
    uint32_t size = kind_bytes[f->kind];
    if (f->count == 0 || f->count > (type->bytes - f->at) / size || f->at > type->bytes)
        return wrong_type(type, f, "it reaches beyond the record", error);
    if (f->at < end) return wrong_type(type, f, "it overlaps the field before", error);
    if (f->at > end) return wrong_type(type, f, "there is a hole before it; name it as padding", error);
    if (f->at % size != 0) return wrong_type(type, f, "it is not aligned to its size", error);
    if (refers(f->kind) && type->section != ROM_SECTION_MAIN)
        return wrong_type(type, f, "references stand in main sections only", error);
    if ((f->kind == GRAPH_OFFSET || f->kind == GRAPH_FIXUP) &&
        (f->to == NULL || f->to->section == ROM_SECTION_TEMPORARY))
        return wrong_type(type, f, "it refers to temporary memory, which does not stay, or to nothing known",
                          error);
    return true;
}

static bool check_type(const graph_type *type, tool_error *error) {
    uint32_t end = 0;
    if (type->alignment < 4 || type->alignment > 4096 || (type->alignment & (type->alignment - 1)) != 0 ||
        type->bytes == 0 || type->bytes % type->alignment != 0 || type->section > ROM_SECTION_DEBUG)
        return wrong_type(type, NULL, "size, alignment or section are impossible", error);
    for (uint32_t i = 0; i < type->field_count; i++) {
        const graph_field *f = &type->fields[i];
        if (!check_field(type, f, end, error)) return false;
        end = f->at + f->count * kind_bytes[f->kind];
    }
    return end == type->bytes || wrong_type(type, NULL, "its end is in no field; name it as padding", error);
}

/* ---- objects by address ---- */

static uint32_t slot_of(const graph_writer *g, const void *host) {
    uint32_t slot = (uint32_t)(((uintptr_t)host >> 3) * 2654435761u) & (g->slot_count - 1);
    while (g->slots[slot] != 0 && g->objects[g->slots[slot] - 1].host != host)
        slot = (slot + 1) & (g->slot_count - 1);
    return slot;
}

static bool grow_slots(graph_writer *g) {
    if (g->slot_count > 2 * g->count + 2) return true;
    uint32_t *old = g->slots;
    uint32_t count = g->slot_count == 0 ? 64 : g->slot_count * 2;
    g->slots = calloc(count, sizeof *g->slots);
    if (g->slots == NULL) {
        g->slots = old;
        return false;
    }
    g->slot_count = count;
    for (uint32_t i = 0; i < g->count; i++) g->slots[slot_of(g, g->objects[i].host)] = i + 1;
    free(old);
    return true;
}

static const graph_object *find_object(const graph_writer *g, const void *host) {
    uint32_t number = g->slot_count == 0 ? 0 : g->slots[slot_of(g, host)];
    return number == 0 ? NULL : &g->objects[number - 1];
}

uint32_t graph_offset(const graph_writer *g, const void *object) {
    const graph_object *o = find_object(g, object);
    return o == NULL ? 0 : o->offset;
}

/* Reserves the object's room in its section; the object is written later. The main section begins with the head
 * of a RAW_ chunk, other sections with zeros, so that no object lies at 0. */
static bool enter_object(graph_writer *g, const void *host, const graph_type *type, tool_error *error) {
    const graph_object *known = find_object(g, host);
    writer *out = &g->sections[type->section];
    if (known != NULL && known->type != type)
        return import_error_file(error, NULL, "an object is a `%s` here and a `%s` there", known->type->name,
                                 type->name);
    if (known != NULL) return true;
    if (!check_type(type, error)) return false;
    if (g->count == g->room) {
        uint32_t room = g->room * 2 + 64;
        graph_object *grown = realloc(g->objects, room * sizeof *grown);
        if (grown == NULL) return import_error_memory(error, type->name);
        g->objects = grown;
        g->room = room;
    }
    if (!grow_slots(g)) return import_error_memory(error, type->name);
    if (out->size == 0) writer_zeros(out, type->section == ROM_SECTION_MAIN ? (size_t)ROM_RAW_SIZE : 4);
    if (g->alignments[type->section] < type->alignment) g->alignments[type->section] = type->alignment;
    g->slots[slot_of(g, host)] = g->count + 1;
    g->objects[g->count++] = (graph_object){host, type, (uint32_t)writer_align(out, type->alignment)};
    writer_zeros(out, type->bytes);
    return !out->failed || import_error_memory(error, type->name);
}

/* ---- fields ---- */

static bool note_place(graph_writer *g, graph_place place) {
    if (g->place_count == g->place_room) {
        uint32_t room = g->place_room * 2 + 64;
        graph_place *grown = realloc(g->places, room * sizeof *grown);
        if (grown == NULL) return false;
        g->places = grown;
        g->place_room = room;
    }
    g->places[g->place_count++] = place;
    return true;
}

static void put_number(writer *out, size_t at, const graph_field *f, const uint8_t *host) {
    uint8_t byte;
    uint16_t half;
    uint32_t word;
    switch (kind_bytes[f->kind]) {
    case 1:
        memcpy(&byte, host, sizeof byte);
        writer_put_u8(out, at, byte);
        break;
    case 2:
        memcpy(&half, host, sizeof half);
        writer_put_u16(out, at, half);
        break;
    default:
        memcpy(&word, host, sizeof word);
        writer_put_u32(out, at, word);
        break;
    }
}

static bool put_reference(graph_writer *g, const graph_object o, const graph_field *f, uint32_t at,
                          const uint8_t *host, tool_error *error) {
    graph_place place = {.location = at, .type = o.type, .field = f->name};
    const void *pointer;
    memcpy(&pointer, host, sizeof pointer);
    if (f->kind == GRAPH_ID || f->kind == GRAPH_FAR_ID) {
        place.name = pointer;
        place.id = pointer == NULL ? 0 : rom_id(pointer);
        place.kind = f->kind == GRAPH_ID ? ROM_REFERENCE_ID : (uint8_t)(ROM_REFERENCE_ID | 128u);
        place.tag = f->tag;
        writer_put_u32(&g->sections[ROM_SECTION_MAIN], at, place.id);
    } else {
        if (pointer != NULL && !enter_object(g, pointer, f->to, error)) return false;
        place.kind = f->kind == GRAPH_OFFSET ? ROM_REFERENCE_OFFSET : ROM_REFERENCE_FIXUP;
        place.section = (uint8_t)f->to->section;
        writer_put_u32(&g->sections[ROM_SECTION_MAIN], at, pointer == NULL ? 0 : graph_offset(g, pointer));
    }
    return note_place(g, place) || import_error_memory(error, o.type->name);
}

static bool write_object(graph_writer *g, const graph_object o, tool_error *error) {
    for (uint32_t i = 0; i < o.type->field_count; i++) {
        const graph_field *f = &o.type->fields[i];
        uint32_t size = kind_bytes[f->kind];
        size_t step = refers(f->kind) ? sizeof(void *) : size;
        for (uint32_t k = 0; k < f->count && f->kind != GRAPH_PAD; k++) {
            const uint8_t *host = (const uint8_t *)o.host + f->host + k * step;
            uint32_t at = o.offset + f->at + k * size;
            if (!refers(f->kind)) put_number(&g->sections[o.type->section], at, f, host);
            if (refers(f->kind) && !put_reference(g, o, f, at, host, error)) return false;
        }
    }
    return true;
}

bool graph_add(graph_writer *g, const void *object, const graph_type *type, tool_error *error) {
    uint32_t next = g->count;
    if (!enter_object(g, object, type, error)) return false;
    for (; next < g->count; next++) { /* objects that are met are entered at the end of the list */
        if (!write_object(g, g->objects[next], error)) return false;
    }
    return true;
}

bool graph_external(graph_writer *g, uint32_t cart, const char *name, tool_error *error) {
    if (g->external_count == 16 || strlen(name) >= sizeof g->externals[0].name)
        return import_error_file(error, NULL, "image `%s`: more than 16, or a name of more than 63 bytes",
                                 name);
    g->externals[g->external_count].cart = cart;
    strcpy(g->externals[g->external_count++].name, name);
    return true;
}

/* ---- chunks ---- */

static int by_location(const void *x, const void *y) {
    const graph_place *a = x, *b = y;
    return (a->location > b->location) - (a->location < b->location);
}

static bool write_references(graph_writer *g, assembly *a, const char *name) {
    rom_references_record r = {
        .type = ROM_TAG_RAW, .reference_count = g->place_count, .external_count = g->external_count};
    for (uint32_t i = 0; i < g->count; i++) r.initialised_count += g->objects[i].type->init != NULL;
    if (r.reference_count + r.initialised_count + r.external_count == 0) return true;
    writer *out = assemble_add(a, name, ROM_TAG_REFERENCES, ROM_REFERENCES_SIZE);
    if (out == NULL) return false;
    if (g->place_count > 0) qsort(g->places, g->place_count, sizeof *g->places, by_location);
    r.references_at = r.reference_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < g->place_count; i++) {
        const graph_place *p = &g->places[i];
        const rom_reference_record row = {
            .location = p->location, .kind = p->kind & 127u, .section = p->section, .type = p->tag};
        record_add_reference(out, &row);
    }
    r.initialised_at = r.initialised_count == 0 ? 0 : (uint32_t)out->size;
    for (uint32_t i = 0; i < g->count; i++) {
        const rom_initialised_record row = {
            g->objects[i].offset, g->objects[i].type->init == NULL ? 0 : rom_id(g->objects[i].type->init)};
        if (row.type != 0) record_add_initialised(out, &row);
    }
    r.externals_at = r.external_count == 0 ? 0 : (uint32_t)out->size;
    size_t rows = out->size;
    writer_zeros(out, (size_t)g->external_count * ROM_EXTERNAL_SIZE);
    for (uint32_t i = 0; i < g->external_count; i++) {
        const rom_external_record row = {g->externals[i].cart,
                                         {(uint32_t)out->size, (uint32_t)strlen(g->externals[i].name)}};
        record_put_external(out, rows + (size_t)i * ROM_EXTERNAL_SIZE, &row);
        writer_bytes(out, g->externals[i].name, row.name.bytes);
    }
    writer_align(out, 4);
    record_put_references(out, 0, &r);
    return !out->failed;
}

bool graph_finish(graph_writer *g, assembly *a, const char *name, bool release, tool_error *error) {
    assemble_section parts[4];
    uint32_t count = 0;
    writer *first = &g->sections[ROM_SECTION_MAIN];
    if (first->size == 0)
        return import_error_file(error, NULL, "`%s` has no object in its main section", name);
    rom_raw_record head = {.data_bytes = (uint32_t)first->size - ROM_RAW_SIZE, .data_at = ROM_RAW_SIZE};
    writer_put_u16(first, ROM_CHUNK_VERSION, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(first, ROM_CHUNK_HEADER, ROM_RAW_SIZE);
    record_put_raw(first, 0, &head);
    for (uint32_t i = 0; i < 4; i++) {
        if (g->sections[i].size == 0 || (release && i == ROM_SECTION_DEBUG)) continue;
        if (g->sections[i].failed) return import_error_memory(error, name);
        parts[count++] =
            (assemble_section){i, g->alignments[i], g->compress[i], g->sections[i].data, g->sections[i].size};
    }
    for (uint32_t i = 0; i < g->count; i++) {
        if (g->objects[i].type->init != NULL && g->objects[i].type->section != ROM_SECTION_MAIN)
            return wrong_type(g->objects[i].type, NULL, "objects with an init function lie in main sections",
                              error);
    }
    g->chunk = name;
    if (assemble_sections(a, name, ROM_TAG_RAW, parts, count, error) && write_references(g, a, name))
        return true;
    return error->text[0] != 0 ? false : import_error_memory(error, name);
}

bool graph_check(const graph_writer *g, const assembly *a, tool_error *error) {
    for (uint32_t i = 0; i < g->place_count; i++) {
        const graph_place *p = &g->places[i];
        bool there = p->id == 0 || p->kind != ROM_REFERENCE_ID, other = false;
        for (uint32_t k = 0; !there && k < a->count; k++) {
            if (a->chunks[k].id != p->id) continue;
            there = a->chunks[k].type == p->tag || p->tag == 0;
            other = true;
        }
        if (!there)
            return import_error_file(error, g->chunk, "field `%s` of a `%s` refers to `%s`, which is %s",
                                     p->field, p->type->name, p->name,
                                     other ? "of another type" : "not there");
    }
    return true;
}

void graph_free(graph_writer *g) {
    for (int i = 0; i < 4; i++) writer_free(&g->sections[i]);
    free(g->objects);
    free(g->slots);
    free(g->places);
    memset(g, 0, sizeof *g);
}
