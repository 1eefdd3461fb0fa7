/* Walks the graph of dependencies. */
#include "kernel/resource/composite.h"

#include <string.h>

#include "rom/check.h"
#include "rom/package.h"

FX_STATIC_ASSERT(OX_MANAGER_USES_MAX <= UINT8_MAX, "counts of members are bytes");

/* The graph of the image that counts; it is read in place. */
static ox_status find_graph(const ox_manager *m, const uint8_t **graph) {
    ox_found found;
    if (!ox_images_find(m->images, rom_id("dependencies"), ROM_TAG_DEPENDENCIES, &found)) return OX_NOT_FOUND;
    if (!found.mapped || found.chunk.codec != ROM_CODEC_STORED) return OX_UNSUPPORTED;
    if (rom_check_chunk(ROM_TAG_DEPENDENCIES, found.chunk.data, found.chunk.size, NULL) != ROM_OK)
        return OX_BAD_DATA;
    *graph = found.chunk.data;
    return OX_OK;
}

/* ---- the closure ---- */

/* What is called for each member, in order. */
typedef ox_status member_call(ox_manager *m, uint32_t id, uint32_t type, void *context);

static ox_status call_node(ox_manager *m, const uint8_t *graph, uint32_t node, member_call *call,
                           void *context) {
    uint32_t id, type;
    rom_dependency_node(graph, node, &id, &type);
    return call(m, id, type, context);
}

/* Depth first, children before parents, each node once. */
static ox_status walk(ox_manager *m, const uint8_t *graph, uint32_t root, member_call *call, void *context) {
    uint32_t nodes = rom_word(graph + ROM_DEPENDENCIES_NODE_COUNT), depth = 0;
    ox_mark mark = ox_arena_mark(&m->stack, OX_ARENA_HIGH);
    uint32_t *path = ox_arena_push_high(&m->stack, (size_t)nodes * 4, 8), *edge = NULL;
    uint8_t *seen = NULL;
    if (path != NULL) edge = ox_arena_push_high(&m->stack, (size_t)nodes * 4, 8);
    if (edge != NULL) seen = ox_arena_push_high(&m->stack, nodes, 1);
    ox_status status = seen == NULL ? OX_OUT_OF_MEMORY : OX_OK;
    if (seen != NULL) {
        memset(seen, 0, nodes);
        path[0] = root;
        edge[0] = 0;
        seen[root] = 1;
        depth = 1;
    }
    while (depth > 0 && !ox_failed(status)) {
        uint32_t node = path[depth - 1],
                 child = rom_nodes_at(rom_dependency_direct(graph, node), edge[depth - 1]++);
        if (child == UINT32_MAX) {
            status = call_node(m, graph, node, call, context);
            depth--;
        } else if (seen[child] == 0) {
            seen[child] = 1;
            path[depth] = child;
            edge[depth++] = 0;
        }
    }
    ox_arena_rollback(&m->stack, mark);
    return status;
}

static ox_status each_member(ox_manager *m, uint32_t id, uint32_t type, member_call *call, void *context) {
    const uint8_t *graph;
    ox_status status = find_graph(m, &graph);
    if (ox_failed(status)) return status;
    uint32_t root = rom_dependency_find(graph, id, type);
    if (root == UINT32_MAX) return OX_NOT_FOUND;
    rom_nodes closure = rom_dependency_closure(graph, root);
    if (closure.count == 0) return walk(m, graph, root, call, context);
    for (uint32_t i = 0; i < closure.count && !ox_failed(status); i++) {
        status = call_node(m, graph, rom_nodes_at(closure, i), call, context);
    }
    return status;
}

/* ---- loading ---- */

static ox_status count_member(ox_manager *m, uint32_t id, uint32_t type, void *context) {
    (void)m, (void)id, (void)type;
    ++*(uint32_t *)context;
    return OX_OK;
}

static ox_status load_member(ox_manager *m, uint32_t id, uint32_t type, void *context) {
    ox_resource_handle handle = ox_manager_handle(m, id, type);
    ox_status status = m->status;
    if (!ox_failed(status) && handle.bits != 0) status = ox_manager_retain(m, handle);
    if (!ox_failed(status)) ++*(uint32_t *)context;
    return status;
}

/* Counts a member down; `context`: how many there are to do. */
static ox_status release_member(ox_manager *m, uint32_t id, uint32_t type, void *context) {
    uint32_t *left = context;
    const ox_manager_record *r = ox_manager_find(m, id, type);
    if (*left == 0) return OX_OK;
    --*left;
    return r == NULL || r->count == 0 ? OX_OK : ox_manager_release(m, (ox_resource_handle){r->bits});
}

ox_status ox_composite_load(ox_manager *m, uint32_t id, uint32_t type, uint32_t *members) {
    uint32_t loaded = 0, count = 0;
    if (members != NULL) *members = 0;
    ox_status status = each_member(m, id, type, count_member, &count);
    if (!ox_failed(status)) status = each_member(m, id, type, load_member, &loaded);
    if (ox_failed(status)) {
        ox_status back = loaded == 0 ? OX_OK : each_member(m, id, type, release_member, &loaded);
        FX_ASSERT_MSG(!ox_failed(back), "the members of %x are there", (unsigned)id);
        (void)back;
        return status;
    }
    if (members != NULL) *members = count;
    return OX_OK;
}

ox_status ox_composite_unload(ox_manager *m, uint32_t id, uint32_t type) {
    uint32_t all = UINT32_MAX;
    return each_member(m, id, type, release_member, &all);
}
