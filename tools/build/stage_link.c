/* The stages that link compiled chunks into units, and lay those out as an image. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/chunks.h"
#include "rom/rom.h"
#include "tools/build/stage.h"
#include "tools/encode/compress.h"
#include "tools/image/chunk.h"
#include "tools/import/base/file.h"
#include "tools/import/base/folder.h"
#include "tools/import/base/intern.h"
#include "tools/inspect/image_model.h"
#include "tools/pack/pack_graph.h"
#include "tools/pack/pack_prune.h"

/* ---- units ---- */

typedef struct linker {
    stage_list list; /* sorted as the graph has it */
    pack_graph graph;
    uint32_t *members; /* of one closure */
    bool *taken;       /* of each chunk: some unit has it */
    bool *inside;      /* of each chunk: the unit under way has it */
    size_t unit_room;
    tool_error *error;
    const char *folder;
} linker;

static bool no_memory(const linker *l) { return import_error_memory(l->error, l->folder); }

/* Whether every unit has the chunk, so that the unit opens by itself. */
static bool is_common(const assemble_chunk *c) {
    return c->type == ROM_TAG_BUDGET || c->type == ROM_TAG_PALETTE;
}

/* Marks the chunks of a node, whatever their variant. */
static void mark_node(linker *l, uint32_t node) {
    const assembly *a = &l->list.chunks;
    const assemble_chunk *first = &a->chunks[l->graph.chunks[node]];
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->chunks[i].id == first->id && a->chunks[i].type == first->type) l->inside[i] = true;
    }
}

static bool mark_closure(linker *l, uint32_t chunk) {
    const assemble_chunk *c = &l->list.chunks.chunks[chunk];
    uint32_t node = pack_graph_find(&l->graph, &l->list.chunks, c->id, c->type);
    l->inside[chunk] = true;
    if (node == UINT32_MAX) return true;
    uint32_t count = pack_graph_closure(&l->graph, node, l->members);
    if (count == 0) return no_memory(l);
    for (uint32_t i = 0; i < count; i++) mark_node(l, l->members[i]);
    return true;
}

static const uint32_t info_fields[] = {ROM_INFO_START_SCENE, ROM_INFO_ICON, ROM_INFO_START_SCRIPT,
                                       ROM_INFO_FIRST_LEVEL};
enum { INFO_FIELDS = sizeof info_fields / sizeof info_fields[0] };

/* The id that a field of the info names; 0: none. */
static uint32_t info_names(const assemble_chunk *info, int field) {
    const uint8_t *data = info->bytes.data;
    uint32_t at = info_fields[field];
    return at + 4 <= info->bytes.size && at + 4 <= rom_u16(data + ROM_CHUNK_HEADER) ? rom_u32(data + at) : 0;
}

/* Marks the info with all chunks that it names, if it names `root`, or whatever it names (0). */
static bool mark_info(linker *l, uint32_t root) {
    const assembly *a = &l->list.chunks;
    for (uint32_t i = 0; i < a->count; i++) {
        bool meant = root == 0;
        if (a->chunks[i].type != ROM_TAG_INFO) continue;
        for (int f = 0; f < INFO_FIELDS; f++) meant = meant || info_names(&a->chunks[i], f) == root;
        if (!meant) continue;
        l->inside[i] = true;
        for (int f = 0; f < INFO_FIELDS; f++) {
            uint32_t id = info_names(&a->chunks[i], f);
            for (uint32_t k = 0; id != 0 && k < a->count; k++) {
                if (a->chunks[k].id == id && !mark_closure(l, k)) return false;
            }
        }
    }
    return true;
}

/* Marks the skeleton of a model and its clips: those of the model's name, and the clips that name that
 * skeleton. */
static bool mark_motion(linker *l, const char *model) {
    const assembly *a = &l->list.chunks;
    char name[300];
    snprintf(name, sizeof name, "skeleton/%.280s", model);
    uint32_t skeleton = rom_id(name);
    bool ok = true, any = false;
    for (uint32_t i = 0; ok && i < a->count; i++) {
        if (a->chunks[i].type != ROM_TAG_SKELETON || a->chunks[i].id != skeleton) continue;
        any = true;
        ok = mark_closure(l, i);
    }
    for (uint32_t i = 0; ok && any && i < a->count; i++) {
        const writer *bytes = &a->chunks[i].bytes;
        if (a->chunks[i].type == ROM_TAG_CLIP && bytes->size >= ROM_CLIP_SKELETON + 4u &&
            rom_u32(bytes->data + ROM_CLIP_SKELETON) == skeleton)
            ok = mark_closure(l, i);
    }
    return ok;
}

/* Copies a chunk to another assembly. */
static bool copy_chunk(const linker *l, uint32_t i, assembly *to) {
    const assemble_chunk *c = &l->list.chunks.chunks[i];
    writer *out = assemble_add(to, c->name, c->type, 0);
    if (out == NULL) return no_memory(l);
    writer_free(out);
    writer_bytes(out, c->bytes.data, c->bytes.size);
    to->chunks[to->count - 1].id = c->id;
    assemble_class(to, c->memory);
    assemble_life(to, c->life);
    assemble_variant(to, c->variant);
    if (c->sectioned) assemble_sectioned(to);
    return !out->failed || no_memory(l);
}

static bool add_unit(linker *l, const char *file) {
    stage_list *list = &l->list;
    void *units = list->units;
    if (!import_grow(&units, &l->unit_room, (size_t)list->unit_count + 1, sizeof *list->units))
        return no_memory(l);
    list->units = units;
    stage_unit *unit = &list->units[list->unit_count++];
    *unit = (stage_unit){.file = import_copy_name(file, strlen(file)),
                         .chunks = malloc(((size_t)list->chunks.count + 1) * sizeof *unit->chunks)};
    if (unit->file == NULL || unit->chunks == NULL) return no_memory(l);
    for (uint32_t i = 0; i < list->chunks.count; i++) {
        if (!l->inside[i] && !is_common(&list->chunks.chunks[i])) continue;
        unit->chunks[unit->count++] = i;
        l->taken[i] = true;
    }
    return true;
}

/* Makes the unit's image and writes it. */
static bool write_unit(const linker *l, const stage_unit *unit, const char *output, stage_sums *sums,
                       tool_error *error) {
    assembly a = {.cart = l->list.chunks.cart,
                  .cart_version = l->list.chunks.cart_version,
                  .names = l->list.chunks.names,
                  .release = !l->list.chunks.names};
    writer image = {0};
    char *path = stage_path(output, unit->file);
    bool ok = path != NULL || no_memory(l);
    for (uint32_t i = 0; ok && i < unit->count; i++) ok = copy_chunk(l, unit->chunks[i], &a);
    ok = ok && assemble_finish(&a, path, &image, error) &&
         import_file_write(path, image.data, image.size, error);
    sums->units++;
    sums->bytes += image.size;
    assemble_free(&a);
    writer_free(&image);
    free(path);
    return ok;
}

static bool is_unit(const linker *l, const char *file) {
    for (uint32_t i = 0; i < l->list.unit_count; i++) {
        if (strcmp(l->list.units[i].file, file) == 0) return true;
    }
    return false;
}

/* Names a unit's file KIND.NAME.rom; of names that become one file (a/b and a.b) the later ones get a number. */
static void name_unit(const linker *l, const char *kind, const char *name, char file[300]) {
    char own[240];
    snprintf(own, sizeof own, "%s.%.200s", kind, name);
    for (char *at = own; *at != 0; at++) {
        if (*at == '/' || *at == '\\') *at = '.';
    }
    snprintf(file, 300, "%s.rom", own);
    for (unsigned n = 2; is_unit(l, file); n++) snprintf(file, 300, "%s.%u.rom", own, n);
}

/* Makes one unit for each root of a kind. */
static bool make_units(linker *l, const char *kind, uint32_t type) {
    const assembly *a = &l->list.chunks;
    char file[300];
    for (uint32_t i = 0; i < a->count; i++) {
        const assemble_chunk *c = &a->chunks[i];
        if (c->type != type || (i > 0 && a->chunks[i - 1].id == c->id && a->chunks[i - 1].type == type))
            continue;
        const char *own = strchr(c->name, '/') == NULL ? c->name : strchr(c->name, '/') + 1;
        memset(l->inside, 0, a->count);
        if (!mark_closure(l, i) || (type != ROM_TAG_MESH && !mark_info(l, c->id)) ||
            (type == ROM_TAG_MESH && !mark_motion(l, own)))
            return false;
        name_unit(l, kind, own, file);
        if (!add_unit(l, file)) return false;
    }
    return true;
}

static bool make_rest(linker *l) {
    bool any = false;
    for (uint32_t i = 0; i < l->list.chunks.count; i++) {
        l->inside[i] = !l->taken[i];
        any = any || (l->inside[i] && !is_common(&l->list.chunks.chunks[i]));
        if (l->inside[i] && l->list.chunks.chunks[i].type == ROM_TAG_INFO && !mark_info(l, 0)) return false;
    }
    return !any && l->list.unit_count > 0 ? true : add_unit(l, "rest.rom");
}

/* ---- references ---- */

/* Opens a unit with the console's reader and looks at every reference that has a target kind of its own. */
static bool check_unit(const char *folder, const stage_unit *unit, tool_error *error) {
    uint8_t *data;
    size_t size;
    rom_image image;
    rom_error fault;
    image_model model;
    char *path = stage_path(folder, unit->file);
    if (path == NULL) return import_error_memory(error, folder);
    bool ok = import_file_read(path, &data, &size, error);
    if (ok) {
        ok = rom_open(data, size, &image, &fault) == ROM_OK ||
             import_error_file(error, path, "%s", fault.text);
        bool made = ok && image_model_make(&image, path, &model, error);
        ok = made;
        for (uint32_t i = 0; ok && i < model.count; i++) {
            if (model.entries[i].status != ROM_OK && model.entries[i].status != ROM_UNKNOWN_TYPE)
                ok = import_error_file(error, path, "%.100s: %s", model.entries[i].name,
                                       model.entries[i].fault.text);
        }
        if (made) image_model_free(&model);
        free(data);
    }
    free(path);
    return ok;
}

/* Checks references that have to lead somewhere: from parts of meshes to materials, from objects of scenes to
 * meshes. */
static bool check_references(const linker *l) {
    const assembly *a = &l->list.chunks;
    for (uint32_t i = 0; i < a->count; i++) {
        const assemble_chunk *c = &a->chunks[i];
        bool mesh = c->type == ROM_TAG_MESH, scene = c->type == ROM_TAG_SCENE;
        if ((!mesh && !scene) || c->bytes.size < (mesh ? (size_t)ROM_MESH_COLOUR_AT : (size_t)ROM_SCENE_SIZE))
            continue;
        const uint8_t *data = c->bytes.data;
        uint32_t at = rom_u32(data + (mesh ? ROM_MESH_PART_AT : ROM_SCENE_OBJECT_AT)),
                 count = mesh ? rom_u32(data + ROM_MESH_PARTS) : rom_u16(data + ROM_SCENE_OBJECTS);
        uint32_t size = mesh ? (uint32_t)ROM_PART_SIZE : (uint32_t)ROM_OBJECT_SIZE,
                 field = mesh ? (uint32_t)ROM_PART_MATERIAL : (uint32_t)ROM_OBJECT_MESH;
        if ((uint64_t)at + (uint64_t)count * size > c->bytes.size)
            return import_error_file(l->error, l->folder, "%.100s is damaged; compile again", c->name);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t id = rom_u32(data + at + k * size + field);
            if (pack_graph_find(&l->graph, a, id, mesh ? ROM_TAG_MATERIAL : ROM_TAG_MESH) != UINT32_MAX)
                continue;
            return import_error_file(
                l->error, l->folder,
                "%.100s: %s %u names the %s %08x, which is not compiled; compile the whole cart", c->name,
                mesh ? "part" : "object", (unsigned)k, mesh ? "material" : "mesh", (unsigned)id);
        }
    }
    return true;
}

/* ---- link ---- */

static bool read_bytes(const char *folder, stage_list *list, tool_error *error) {
    for (uint32_t i = 0; i < list->chunks.count; i++) {
        uint8_t *data;
        size_t size;
        char *path = list->files[i] == NULL ? NULL : stage_path(folder, list->files[i]);
        if (path == NULL)
            return list->files[i] == NULL
                       ? import_error_file(error, folder,
                                           "chunks.json names no file for chunk `%.100s`; compile again",
                                           list->chunks.chunks[i].name)
                       : import_error_memory(error, folder);
        bool ok = import_file_read(path, &data, &size, error);
        if (ok) {
            writer_bytes(&list->chunks.chunks[i].bytes, data, size);
            free(data);
            ok = (!list->chunks.chunks[i].bytes.failed || import_error_memory(error, path)) &&
                 (size >= 4 || import_error_file(error, path, "is no chunk; compile again"));
        }
        free(path);
        if (!ok) return false;
    }
    return true;
}

static bool prune(linker *l) {
    stage_list *list = &l->list;
    if (!list->prune) return true;
    return pack_prune(&list->chunks, (const char *const *)(void *)list->keep, list->keep_count, NULL, NULL,
                      NULL) != UINT32_MAX ||
           no_memory(l);
}

static bool link_all(linker *l, const char *output, stage_sums *sums) {
    stage_list *list = &l->list;
    size_t room = (size_t)list->chunks.count + 1;
    l->members = malloc(room * sizeof *l->members);
    l->taken = calloc(room, sizeof *l->taken);
    l->inside = calloc(room, sizeof *l->inside);
    if (l->members == NULL || l->taken == NULL || l->inside == NULL ||
        !pack_graph_make(&list->chunks, false, &l->graph))
        return no_memory(l);
    if (!check_references(l) || !make_units(l, "scene", ROM_TAG_SCENE) ||
        !make_units(l, "level", ROM_TAG_LEVEL) || !make_units(l, "model", ROM_TAG_MESH) || !make_rest(l))
        return false;
    char *index = stage_path(output, "units.json");
    bool ok = index != NULL ? folder_make_above(index, l->error) : no_memory(l);
    free(index);
    if (!ok) return false;
    stage_list_tidy(output, "units.json");
    for (uint32_t i = 0; ok && i < list->unit_count; i++)
        ok = write_unit(l, &list->units[i], output, sums, l->error) &&
             check_unit(output, &list->units[i], l->error);
    sums->chunks = list->chunks.count;
    return ok && stage_list_write(list, output, "units.json", l->error);
}

bool stage_link(const char *folder, const char *output, stage_sums *sums, tool_error *error) {
    linker l = {.error = error, .folder = folder};
    if (!stage_list_read(folder, "chunks.json", &l.list, error)) return false;
    bool ok = read_bytes(folder, &l.list, error);
    for (uint32_t i = 0; i < l.list.file_count; i++) { /* the bytes will lie in the units */
        free(l.list.files[i]);
        l.list.files[i] = NULL;
    }
    ok = ok && prune(&l) && link_all(&l, output, sums);
    pack_graph_free(&l.graph);
    stage_list_free(&l.list);
    free(l.members);
    free(l.taken);
    free(l.inside);
    return ok;
}

/* ---- pack ---- */

/* Fills in the bytes of the chunks that a unit has. */
static bool take_unit(const char *folder, const stage_unit *unit, stage_list *list, tool_error *error) {
    uint8_t *data;
    size_t size;
    rom_image image;
    rom_error fault;
    rom_chunk chunk;
    char *path = stage_path(folder, unit->file);
    if (path == NULL) return import_error_memory(error, folder);
    bool ok = import_file_read(path, &data, &size, error);
    if (ok) {
        ok =
            (rom_open(data, size, &image, &fault) == ROM_OK && rom_check_content(&image, &fault) == ROM_OK) ||
            import_error_file(error, path, "%s", fault.text);
        for (uint32_t k = 0; ok && k < unit->count; k++) {
            assemble_chunk *c = &list->chunks.chunks[unit->chunks[k]];
            bool found = false;
            for (uint32_t i = 0; c->bytes.size == 0 && !found && rom_entry(&image, i, &chunk); i++) {
                found = chunk.id == c->id && chunk.type == c->type && chunk.variant == c->variant;
                if (found) writer_bytes(&c->bytes, chunk.data, chunk.stored);
            }
            if (c->bytes.failed) ok = import_error_memory(error, path);
            if (c->bytes.size == 0 && ok)
                ok = import_error_file(error, path, "has no chunk `%.100s`; link again", c->name);
        }
        free(data);
    }
    free(path);
    return ok;
}

/* Packs the chunks that are marked for packing; packages, which come later, as the cart says. */
static bool settle_packages(assembly *a, tool_error *error) {
    for (uint32_t i = 0; i < a->count; i++) {
        assemble_chunk *c = &a->chunks[i];
        c->settled = true;
        if (c->pack_it)
            c->codec = compress_best(a->compress == COMPRESS_BIOS ? COMPRESS_BIOS : COMPRESS_ON,
                                     c->bytes.data, c->bytes.size, &c->packed);
        if (c->packed.failed) return import_error_memory(error, c->name);
    }
    return true;
}

bool stage_pack(const char *folder, writer *image, stage_sums *sums, tool_error *error) {
    stage_list list;
    memset(image, 0, sizeof *image);
    if (!stage_list_read(folder, "units.json", &list, error)) return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < list.unit_count; i++) ok = take_unit(folder, &list.units[i], &list, error);
    for (uint32_t i = 0; ok && i < list.chunks.count; i++) {
        if (list.chunks.chunks[i].bytes.size == 0)
            ok = import_error_file(error, folder, "no unit has the chunk `%.100s`; link again",
                                   list.chunks.chunks[i].name);
    }
    sums->units = list.unit_count;
    ok = ok && settle_packages(&list.chunks, error) &&
         pack_graph_write(&list.chunks, list.groups.list, list.groups.count, folder, error);
    sums->chunks = list.chunks.count;
    ok = ok && assemble_finish(&list.chunks, folder, image, error);
    sums->bytes = image->size;
    stage_list_free(&list);
    return ok;
}
