/* Reachability over the graph of references, and removing chunks that are not reached. */
#include "tools/pack/pack_prune.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/file/path.h"
#include "rom/rom.h"
#include "tools/pack/pack_graph.h"

/* Whether a chunk stays by its type, though nothing names it. */
static bool stays(const assemble_chunk *c) {
    switch (c->type) {
    case ROM_TAG_INFO:
    case ROM_TAG_BUDGET:
    case ROM_TAG_NAMES:
    case ROM_TAG_PALETTE:
    case ROM_TAG_SCENE:
    case ROM_TAG_SCRIPTS:
    case ROM_TAG_SCENE_LEVELS:
    case ROM_TAG_SCENE_MAPS:
    case ROM_TAG_SCREEN: /* named by buttons and scripts alone */
    case ROM_TAG_SCENE_SCREENS:
    case ROM_TAG_VIEW:
    case ROM_TAG_SHAPE: /* named by bodies and scripts alone */
    case ROM_TAG_SHEET: /* named by sprites and scripts alone */
    case ROM_TAG_AUDIO:
    case ROM_TAG_GAME:
    case ROM_TAG_OPTIONS:
    case ROM_TAG_ACTIONS:
    case ROM_TAG_STROKES:
    case ROM_TAG_BINDINGS: /* named by contexts alone */
    case ROM_TAG_RUMBLE:   /* named by scripts alone */
    case ROM_TAG_LEVEL:
    case ROM_TAG_TOPOLOGY:
    case ROM_TAG_OVERLAY:
    case ROM_TAG_PACKAGE:
    case ROM_TAG_DEPENDENCIES:
        return true;
    default:
        return c->deleted;
    }
}

static bool is_kept(const assemble_chunk *c, const char *const *keep, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (ox_path_match(ox_text_of(c->name), ox_text_of(keep[i]))) return true;
    }
    return false;
}

/* Marks all nodes that can be reached from a node. */
static void mark_from(const pack_graph *graph, uint32_t node, uint32_t *stack, bool *reached) {
    uint32_t depth = 0;
    if (reached[node]) return;
    reached[node] = true;
    stack[depth++] = node;
    while (depth > 0) {
        uint32_t own = stack[--depth];
        for (uint32_t i = graph->first[own]; i < graph->first[own + 1]; i++) {
            uint32_t other = graph->edges[i];
            if (reached[other]) continue;
            reached[other] = true;
            stack[depth++] = other;
        }
    }
}

static void mark_info(const assembly *a, const pack_graph *graph, uint32_t *stack, bool *reached) {
    static const uint32_t fields[] = {ROM_INFO_START_SCENE, ROM_INFO_ICON, ROM_INFO_START_SCRIPT,
                                      ROM_INFO_FIRST_LEVEL};
    for (uint32_t i = 0; i < a->count; i++) {
        const writer *bytes = &a->chunks[i].bytes;
        for (size_t f = 0; a->chunks[i].type == ROM_TAG_INFO && f < sizeof fields / sizeof fields[0]; f++) {
            if (fields[f] + 4 > bytes->size || fields[f] + 4 > rom_u16(bytes->data + ROM_CHUNK_HEADER))
                continue;
            uint32_t id = rom_u32(bytes->data + fields[f]);
            uint32_t node = id == 0 ? UINT32_MAX : pack_graph_find(graph, a, id, 0);
            if (node != UINT32_MAX) mark_from(graph, node, stack, reached);
        }
    }
}

/* Whether a chunk belongs to a reached one: a table of references to its chunk, a variant to its base. */
static bool belongs(const assembly *a, const pack_graph *graph, const bool *reached,
                    const assemble_chunk *c) {
    uint32_t type = c->type == ROM_TAG_REFERENCES && c->bytes.size >= ROM_REFERENCES_SIZE
                        ? rom_u32(c->bytes.data + ROM_REFERENCES_TYPE)
                        : c->type;
    uint32_t node = pack_graph_find(graph, a, c->id, type);
    return node != UINT32_MAX && reached[node];
}

static uint32_t take_out(assembly *a, const bool *out, pack_prune_note *note, void *context) {
    uint32_t kept = 0, gone = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        if (!out[i]) {
            a->chunks[kept++] = a->chunks[i];
            continue;
        }
        if (note != NULL && a->chunks[i].type != ROM_TAG_REFERENCES) note(context, &a->chunks[i]);
        free(a->chunks[i].name);
        free(a->chunks[i].source);
        writer_free(&a->chunks[i].bytes);
        writer_free(&a->chunks[i].packed);
        gone++;
    }
    a->count = kept;
    return gone;
}

static bool merge_levels(assembly *a, const char *const *keep, uint32_t keep_count, level_merge_note *levels,
                         void *context) {
    bool *kept = calloc((size_t)a->count + 1, sizeof *kept), ok = kept != NULL;
    for (uint32_t i = 0; ok && i < a->count; i++) kept[i] = is_kept(&a->chunks[i], keep, keep_count);
    ok = ok && level_merge_all(a, kept, levels, context);
    free(kept);
    return ok;
}

uint32_t pack_prune(assembly *a, const char *const *keep, uint32_t keep_count, pack_prune_note *note,
                    level_merge_note *levels, void *context) {
    pack_graph graph;
    if (!merge_levels(a, keep, keep_count, levels, context)) return UINT32_MAX;
    bool ok = pack_graph_make(a, true, &graph);
    uint32_t *stack = calloc((size_t)a->count + 1, sizeof *stack), gone = UINT32_MAX;
    bool *reached = calloc((size_t)a->count + 1, sizeof *reached),
         *out = calloc((size_t)a->count + 1, sizeof *out);
    ok = ok && stack != NULL && reached != NULL && out != NULL;
    for (uint32_t n = 0; ok && n < graph.count; n++) {
        const assemble_chunk *c = &a->chunks[graph.chunks[n]];
        if (stays(c) || is_kept(c, keep, keep_count)) mark_from(&graph, n, stack, reached);
    }
    if (ok) mark_info(a, &graph, stack, reached);
    for (uint32_t i = 0; ok && i < a->count; i++)
        out[i] = !stays(&a->chunks[i]) && !belongs(a, &graph, reached, &a->chunks[i]);
    if (ok) gone = take_out(a, out, note, context);
    free(stack);
    free(reached);
    free(out);
    pack_graph_free(&graph);
    return gone;
}
