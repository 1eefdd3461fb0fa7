/* The graph of references between chunks: dependencies, packages and places. */
#include "tools/pack/pack_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"
#include "rom/reference.h"
#include "rom/section.h"
#include "tools/inspect/layout.h"
#include "tools/record_writer.h"

typedef struct edge_list {
    const assembly *a;
    const pack_graph *graph;
    uint32_t *edges;
    size_t count, room;
    const uint8_t *data; /* data of the chunk being read */
    uint32_t type;
    bool mentions; /* mentions count as edges too */
    bool failed;
} edge_list;

static bool is_node(uint32_t type) {
    return type != ROM_TAG_BUDGET && type != ROM_TAG_INFO && type != ROM_TAG_NAMES &&
           type != ROM_TAG_REFERENCES && type != ROM_TAG_DEPENDENCIES && type != ROM_TAG_PACKAGE &&
           type != ROM_TAG_OVERLAY;
}

static const assembly
    *sorted; /* the assembly for sorting, since qsort passes no context; tools run in one thread */

static int by_key(const void *x, const void *y) {
    const assemble_chunk *a = &sorted->chunks[*(const uint32_t *)x],
                         *b = &sorted->chunks[*(const uint32_t *)y];
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    if (a->type != b->type) return a->type < b->type ? -1 : 1;
    return (a->variant > b->variant) - (a->variant < b->variant);
}

uint32_t pack_graph_find(const pack_graph *graph, const assembly *a, uint32_t id, uint32_t type) {
    uint32_t low = 0, high = graph->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const assemble_chunk *c = &a->chunks[graph->chunks[middle]];
        if (c->id == id && (type == 0 || c->type == type)) return middle;
        if (c->id < id || (c->id == id && c->type < type)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return UINT32_MAX;
}

/* Ids that mention something without wanting it loaded: a level's neighbours and its references from afar,
 * the levels of a topology, the clips that a bundle fetches when they are wanted. */
static bool is_mention(const edge_list *list, const layout_line *line) {
    if (list->mentions) return false;
    if (list->type == ROM_TAG_TOPOLOGY) return true;
    if (list->type == ROM_TAG_BUNDLE && line->offset >= ROM_BUNDLE_SIZE) {
        uint32_t place = (line->offset - rom_u32(list->data + ROM_BUNDLE_AT)) % ROM_BUNDLE_ENTRY_SIZE;
        const uint8_t *entry = list->data + line->offset - place;
        return entry[ROM_BUNDLE_ENTRY_RESIDENCY] == ROM_BUNDLE_ENTRY_FETCHED;
    }
    return list->type == ROM_TAG_LEVEL &&
           (strncmp(line->path, "neighbours[", 11) == 0 || strstr(line->path, ".XREF.") != NULL);
}

/* A property of a spawner whose value is an id; its kind stands in the word before. */
static bool is_id_property(const edge_list *list, const layout_line *line) {
    size_t length = strlen(line->path);
    return line->kind == LAYOUT_U32 && strstr(line->path, "properties[") != NULL && length > 6 &&
           strcmp(line->path + length - 6, ".value") == 0 &&
           list->data[line->offset - ROM_PROPERTY_VALUE + ROM_PROPERTY_KIND] == ROM_PROPERTY_ID;
}

static bool put_edge(edge_list *list, uint32_t node) {
    if (list->count == list->room) {
        size_t room = list->room * 2 + 64;
        uint32_t *grown = realloc(list->edges, room * sizeof *grown);
        list->failed = grown == NULL;
        if (list->failed) return false;
        list->edges = grown;
        list->room = room;
    }
    list->edges[list->count++] = node;
    return true;
}

/* Adds an edge to a chunk and, where that is a mesh, to the chunks of its family. */
static bool add_edge(edge_list *list, uint32_t id, uint32_t type) {
    uint32_t node = id == 0 ? UINT32_MAX : pack_graph_find(list->graph, list->a, id, type);
    if (node == UINT32_MAX) return true;
    static const uint32_t family[] = {ROM_TAG_MODEL, ROM_TAG_SKIN, ROM_TAG_MORPH, ROM_TAG_MESH};
    if (type != 0 || pack_graph_find(list->graph, list->a, id, ROM_TAG_MESH) == UINT32_MAX)
        return put_edge(list, node);
    for (size_t i = 0; i < sizeof family / sizeof family[0]; i++) {
        uint32_t one = pack_graph_find(list->graph, list->a, id, family[i]);
        if (one != UINT32_MAX && !put_edge(list, one)) return false;
    }
    return true;
}

static bool collect_ids(void *context, const layout_line *line) {
    edge_list *list = context;
    bool ids = line->kind == LAYOUT_ID || is_id_property(list, line);
    if (!ids || is_mention(list, line)) return true;
    for (uint32_t i = 0; i < line->count; i++) {
        if (!add_edge(list, rom_u32(list->data + line->offset + (size_t)i * 4), 0)) return false;
    }
    return true;
}

/* The ids that a chunk's table of references (REFS) lists: of types whose fields are not known. */
static void collect_references(edge_list *list, const assemble_chunk *c, const uint8_t *data, size_t size) {
    for (uint32_t i = 0; i < list->a->count; i++) {
        const assemble_chunk *r = &list->a->chunks[i];
        rom_references refs;
        if (r->type != ROM_TAG_REFERENCES || r->id != c->id || r->deleted ||
            rom_check_chunk(r->type, r->bytes.data, r->bytes.size, NULL) != ROM_OK ||
            rom_references_view(r->bytes.data, c->type, (uint32_t)size, &refs, NULL) != ROM_OK)
            continue;
        for (uint32_t k = 0; k < refs.count; k++) {
            rom_reference reference = rom_references_at(&refs, k);
            if (reference.kind == ROM_REFERENCE_ID)
                (void)add_edge(list, rom_u32(data + reference.location), reference.type);
        }
    }
}

/* Adds edges to all chunks that a chunk names; of a sectioned chunk only its main section is read, if it is stored
 * plainly. */
static void collect_all(edge_list *list, const assemble_chunk *c) {
    const rom_chunk chunk = {.data = c->bytes.data,
                             .stored = (uint32_t)c->bytes.size,
                             .size = (uint32_t)c->bytes.size,
                             .id = c->id,
                             .type = c->type,
                             .flags = ROM_ENTRY_SECTIONED};
    const uint8_t *data = c->bytes.data;
    size_t size = c->bytes.size;
    rom_sections sections;
    if (c->sectioned) {
        rom_section first = {.data = NULL};
        if (rom_sections_open(&chunk, &sections, NULL) == ROM_OK) first = rom_sections_at(&sections, 0);
        if (first.data == NULL || first.codec != ROM_CODEC_STORED) return;
        data = first.data;
        size = first.size;
    }
    list->data = data;
    list->type = c->type;
    layout_walk(c->type, data, size, collect_ids, list);
    collect_references(list, c, data, size);
}

static int by_number(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

/* Sorts the edges from `from` on and removes doubles and the node itself. */
static void settle_edges(edge_list *list, size_t from, uint32_t self) {
    size_t kept = from;
    if (list->count == from) return; /* the list may be NULL still */
    qsort(list->edges + from, list->count - from, sizeof *list->edges, by_number);
    for (size_t i = from; i < list->count; i++) {
        if (list->edges[i] == self || (kept > from && list->edges[kept - 1] == list->edges[i])) continue;
        list->edges[kept++] = list->edges[i];
    }
    list->count = kept;
}

bool pack_graph_make(const assembly *a, bool mentions, pack_graph *graph) {
    edge_list list = {.a = a, .graph = graph, .mentions = mentions};
    uint32_t nodes = 0;
    *graph = (pack_graph){0, calloc((size_t)a->count + 1, sizeof(uint32_t)),
                          calloc((size_t)a->count + 2, sizeof(uint32_t)), NULL};
    if (graph->chunks == NULL || graph->first == NULL) return false;
    for (uint32_t i = 0; i < a->count; i++) {
        if (is_node(a->chunks[i].type) && !a->chunks[i].deleted) graph->chunks[nodes++] = i;
    }
    sorted = a;
    qsort(graph->chunks, nodes, sizeof *graph->chunks, by_key);
    for (uint32_t i = 0; i < nodes; i++) { /* variants of one chunk are one node */
        const assemble_chunk *c = &a->chunks[graph->chunks[i]];
        const assemble_chunk *last = graph->count == 0 ? NULL : &a->chunks[graph->chunks[graph->count - 1]];
        if (last == NULL || last->id != c->id || last->type != c->type)
            graph->chunks[graph->count++] = graph->chunks[i];
    }
    for (uint32_t i = 0; i < graph->count && !list.failed; i++) {
        const assemble_chunk *c = &a->chunks[graph->chunks[i]];
        graph->first[i] = (uint32_t)list.count;
        collect_all(&list, c);
        settle_edges(&list, graph->first[i], i);
    }
    graph->first[graph->count] = (uint32_t)list.count;
    graph->edges = list.edges;
    return !list.failed;
}

void pack_graph_free(pack_graph *graph) {
    free(graph->chunks);
    free(graph->first);
    free(graph->edges);
    memset(graph, 0, sizeof *graph);
}

/* Depth first without recursion: a node is put out when all that it names is. */
uint32_t pack_graph_closure(const pack_graph *graph, uint32_t node, uint32_t *members) {
    uint32_t *stack = malloc(((size_t)graph->count + 1) * sizeof *stack),
             *next = calloc((size_t)graph->count + 1, sizeof *next);
    uint32_t depth = 0, count = 0;
    if (stack != NULL && next != NULL) stack[depth++] = node;
    if (stack != NULL && next != NULL) next[node] = 1; /* 1 + edges that were followed; 0: a new node */
    while (depth > 0) {
        uint32_t own = stack[depth - 1], edges = graph->first[own + 1] - graph->first[own], i = next[own] - 1;
        if (i == edges) {
            members[count++] = own;
            depth--;
            continue;
        }
        uint32_t other = graph->edges[graph->first[own] + i];
        next[own]++;
        if (next[other] != 0) continue;
        next[other] = 1;
        stack[depth++] = other;
    }
    free(stack);
    free(next);
    return count;
}

/* ---- packages and lists ---- */

static bool is_root(uint32_t type) { return type == ROM_TAG_LEVEL || type == ROM_TAG_SCENE; }

typedef struct package_wish {
    const char *name;
    const uint32_t *members;
    uint32_t count, kind, block_bytes;
} package_wish;

static bool add_package(assembly *a, const pack_graph *graph, const package_wish *wish, uint32_t *place) {
    rom_package_record r = {.kind = wish->kind,
                            .item_count = wish->count,
                            .items_at = ROM_PACKAGE_SIZE,
                            .block_bytes = wish->block_bytes};
    writer *out = assemble_add(a, wish->name, ROM_TAG_PACKAGE, ROM_PACKAGE_SIZE);
    if (out == NULL) return false;
    for (uint32_t i = 0; i < wish->count; i++) {
        assemble_chunk *c = &a->chunks[graph->chunks[wish->members[i]]];
        const rom_package_item_record item = {.id = c->id,
                                              .type = c->type,
                                              .class = (uint8_t)c->memory,
                                              .lifetime = (uint8_t)c->life,
                                              .stored = (uint32_t)c->bytes.size,
                                              .full = (uint32_t)c->bytes.size};
        if (c->place == 0) c->place = ++*place;
        record_add_package_item(out, &item);
        r.stored += item.stored;
        r.full += item.full;
    }
    record_put_package(out, 0, &r);
    return !out->failed;
}

static bool write_dependencies(assembly *a, const pack_graph *graph, const uint32_t *closures,
                               uint32_t closure_count) {
    uint32_t *members = malloc(((size_t)graph->count + 1) * sizeof *members), total = 0;
    writer rows = {0}, list = {0};
    writer *out =
        members == NULL ? NULL : assemble_add(a, "dependencies", ROM_TAG_DEPENDENCIES, ROM_DEPENDENCIES_SIZE);
    if (out == NULL) {
        free(members);
        return false;
    }
    rom_dependencies_record r = {
        .node_count = graph->count, .edge_count = graph->first[graph->count], .closure_count = closure_count};
    r.nodes_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < graph->count; i++) {
        const assemble_chunk *c = &a->chunks[graph->chunks[i]];
        const rom_dependency_record row = {c->id, c->type, graph->first[i],
                                           graph->first[i + 1] - graph->first[i]};
        record_add_dependency(out, &row);
    }
    r.edges_at = (uint32_t)out->size;
    for (uint32_t i = 0; i < r.edge_count; i++) writer_u32(out, graph->edges[i]);
    for (uint32_t i = 0; i < closure_count; i++) {
        uint32_t count = pack_graph_closure(graph, closures[i], members);
        const rom_closure_record row = {closures[i], total, count};
        record_add_closure(&rows, &row);
        for (uint32_t k = 0; k < count; k++) writer_u32(&list, members[k]);
        total += count;
    }
    r.closures_at = (uint32_t)out->size;
    writer_bytes(out, rows.data, rows.size);
    r.member_count = total;
    r.members_at = (uint32_t)out->size;
    writer_bytes(out, list.data, list.size);
    record_put_dependencies(out, 0, &r);
    bool ok = !out->failed && !rows.failed && !list.failed;
    writer_free(&rows);
    writer_free(&list);
    free(members);
    return ok;
}

/* Bytes of a block of the package of this root: 0 unless it is a level that is streamed. */
static bool block_bytes_of(const assembly *a, const assemble_chunk *root, const char *file, uint32_t *bytes,
                           tool_error *error) {
    *bytes = 0;
    if (root->type != ROM_TAG_LEVEL || root->sectioned || root->bytes.size < ROM_LEVEL_SIZE ||
        (rom_u32(root->bytes.data + ROM_LEVEL_FLAGS) & ROM_LEVEL_STREAMED) == 0)
        return true;
    for (uint32_t i = 0; i < a->count; i++) {
        const assemble_chunk *c = &a->chunks[i];
        if (c->type == ROM_TAG_BUDGET && c->bytes.size >= ROM_BUDGET_SIZE)
            *bytes = rom_u32(c->bytes.data + ROM_BUDGET_BLOCK_BYTES);
    }
    return *bytes != 0 ||
           import_error_file(error, file,
                             "`%s` is streamed, and there are no blocks; add a line such as `blocks 2K,60`",
                             root->name);
}

/* Lists all chunks that the group's chunks need, children first, each once. */
static uint32_t group_members(const assembly *a, const pack_graph *graph, const pack_group *group,
                              uint32_t *members, uint32_t *scratch) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        bool listed = false;
        for (uint32_t k = 0; k < group->count && !listed; k++)
            listed = a->chunks[graph->chunks[i]].id == group->ids[k];
        uint32_t all = listed ? pack_graph_closure(graph, i, scratch) : 0, before = count;
        for (uint32_t m = 0; m < all; m++) {
            uint32_t k = 0;
            while (k < before && members[k] != scratch[m]) k++;
            if (k == before) members[count++] = scratch[m];
        }
    }
    return count;
}

static bool add_groups(assembly *a, const pack_graph *graph, const pack_group *groups, uint32_t group_count,
                       uint32_t *members, uint32_t *place) {
    uint32_t *scratch = malloc(((size_t)graph->count + 1) * sizeof *scratch);
    bool ok = scratch != NULL;
    for (uint32_t i = 0; ok && i < group_count; i++) {
        char name[160];
        uint32_t count = group_members(a, graph, &groups[i], members, scratch);
        snprintf(name, sizeof name, "package/%s", groups[i].name);
        ok = count == 0 ||
             add_package(a, graph, &(package_wish){name, members, count, ROM_PACKAGE_IS_ACTOR, 0}, place);
    }
    free(scratch);
    return ok;
}

bool pack_graph_write(assembly *a, const pack_group *groups, uint32_t group_count, const char *file,
                      tool_error *error) {
    pack_graph graph;
    error->text[0] = 0;
    bool ok = pack_graph_make(a, false, &graph);
    uint32_t *members = malloc(((size_t)a->count + 1) * sizeof *members),
             *closures = malloc(((size_t)a->count + 1) * sizeof *closures);
    uint32_t place = 0, roots = 0;
    ok = ok && members != NULL && closures != NULL;
    for (uint32_t i = 0; ok && i < graph.count; i++) {
        const assemble_chunk *c = &a->chunks[graph.chunks[i]];
        char name[160];
        uint32_t block_bytes;
        if (!is_root(c->type)) continue;
        ok = block_bytes_of(a, c, file, &block_bytes, error);
        if (!ok) break;
        snprintf(name, sizeof name, "package/%s", c->name);
        closures[roots++] = i;
        uint32_t count = pack_graph_closure(&graph, i, members);
        ok = count > 0 &&
             add_package(a, &graph, &(package_wish){name, members, count, ROM_PACKAGE_IS_LEVEL, block_bytes},
                         &place);
    }
    ok = ok && add_groups(a, &graph, groups, group_count, members, &place);
    ok = ok && write_dependencies(a, &graph, closures, roots);
    free(members);
    free(closures);
    pack_graph_free(&graph);
    return ok || error->text[0] != 0 ? ok : import_error_memory(error, file);
}
