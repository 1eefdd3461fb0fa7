/* The scene graph of VOX files: transforms, groups and shapes, each known by a number. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/model/shape.h"
#include "tools/import/model/vox_source.h"

/* A place inside of a node's chunk. */
typedef struct vox_cursor {
    const vox_source *v;
    size_t at, end;
    bool short_chunk; /* a read went beyond the chunk's end */
} vox_cursor;

static uint32_t take_number(vox_cursor *c) {
    if (c->end - c->at < 4) {
        c->short_chunk = true;
        c->at = c->end;
        return 0;
    }
    c->at += 4;
    return vox_u32(c->v, c->at - 4);
}

static const char *take_text(vox_cursor *c, uint32_t *length) {
    *length = take_number(c);
    if (*length > c->end - c->at) {
        c->short_chunk = true;
        *length = 0;
    }
    c->at += *length;
    return (const char *)c->v->data + c->at - *length;
}

/* The attributes that a dictionary gives, of the keys that are known. */
typedef struct vox_attributes {
    char name[64];
    bool hidden;
    int32_t move[3];
    uint32_t turn; /* as the key _r has it */
} vox_attributes;

/* Reads whole numbers with blanks between; a word that is no number is 0. */
static void read_whole(const char *text, uint32_t length, int32_t *values, int count) {
    uint32_t at = 0;
    for (int n = 0; n < count; n++) {
        int32_t value = 0;
        while (at < length && text[at] == ' ') at++;
        bool negative = at < length && text[at] == '-';
        at += negative;
        for (; at < length && text[at] >= '0' && text[at] <= '9'; at++)
            value = value > 9999999 ? value : value * 10 + (text[at] - '0');
        values[n] = negative ? -value : value;
    }
}

static bool is_key(const char *text, uint32_t length, const char *key) {
    return strlen(key) == length && memcmp(text, key, length) == 0;
}

static void take_attributes(vox_cursor *c, vox_attributes *a) {
    uint32_t pairs = take_number(c), lengths[2];
    for (uint32_t i = 0; i < pairs && !c->short_chunk; i++) {
        const char *key = take_text(c, &lengths[0]), *value = take_text(c, &lengths[1]);
        int32_t turn;
        if (is_key(key, lengths[0], "_hidden")) a->hidden = is_key(value, lengths[1], "1");
        if (is_key(key, lengths[0], "_t")) read_whole(value, lengths[1], a->move, 3);
        if (is_key(key, lengths[0], "_r")) {
            read_whole(value, lengths[1], &turn, 1);
            a->turn = (uint32_t)turn & 127u;
        }
        if (!is_key(key, lengths[0], "_name") || lengths[1] >= sizeof a->name) continue;
        for (uint32_t k = 0; k < lengths[1]; k++)
            a->name[k] = (char)(value[k] >= ' ' && value[k] <= '~' ? value[k] : '?');
        a->name[lengths[1]] = 0;
    }
}

/* The matrix of a transform. Bits 0 and 1, 2 and 3: the columns in which the first and the second row have their
 * 1; bits 4 to 6: the rows that are negative. */
static bool turn_matrix(const vox_attributes *a, double m[12]) {
    uint32_t columns[3] = {a->turn & 3, a->turn >> 2 & 3, 0};
    if (columns[0] > 2 || columns[1] > 2 || columns[0] == columns[1]) return false;
    columns[2] = 3 - columns[0] - columns[1];
    memset(m, 0, 12 * sizeof *m);
    for (uint32_t row = 0; row < 3; row++) {
        m[4 * row + columns[row]] = (a->turn >> (4 + row) & 1) != 0 ? -1 : 1;
        m[4 * row + 3] = a->move[row];
    }
    return true;
}

static bool add_node(vox_source *v, const char *name, int32_t parent, bool shown, import_node **node) {
    void *nodes = v->scene->nodes;
    if (v->scene->node_count == IMPORT_SCENE_NODES)
        return import_error_file(v->error, v->name, "more than %d nodes; join some", IMPORT_SCENE_NODES);
    if (!import_grow(&nodes, &v->scene_room, v->scene->node_count + 1, sizeof **node)) return vox_memory(v);
    v->scene->nodes = nodes;
    *node = &v->scene->nodes[v->scene->node_count++];
    if (!import_scene_plain_node(*node, name, parent)) return vox_memory(v);
    (*node)->shown = shown;
    return true;
}

/* State that is handed down the graph. */
typedef struct vox_branch {
    int32_t parent; /* node of the scene, -1: none */
    bool shown;
    uint32_t depth;
} vox_branch;

static bool visit(vox_source *v, uint32_t id, size_t named_at, vox_branch branch);

static bool visit_transform(vox_source *v, vox_cursor *c, vox_branch branch) {
    vox_attributes a = {.turn = 4};
    import_node *node;
    take_attributes(c, &a);
    size_t child_at = c->at;
    uint32_t child = take_number(c);
    take_number(c); /* reserved by the format */
    uint32_t layer = take_number(c), frames = take_number(c);
    if (frames > 0) take_attributes(c, &a);
    if (frames > 1)
        import_scene_warn(v->scene, "%s: of %u frames only the first is taken", v->name, (unsigned)frames);
    for (size_t i = 0; i < v->hidden_count; i++) a.hidden |= v->hidden_layers[i] == layer;
    branch.shown = branch.shown && !a.hidden;
    if (!add_node(v, a.name, branch.parent, branch.shown, &node)) return false;
    node->has_matrix = true;
    if (!turn_matrix(&a, node->matrix))
        return import_error_offset(v->error, v->name, child_at,
                                   "a rotation of %u is none; export the file again", (unsigned)a.turn);
    branch.parent = (int32_t)v->scene->node_count - 1;
    return c->short_chunk || visit(v, child, child_at, branch);
}

static bool visit_group(vox_source *v, vox_cursor *c, vox_branch branch) {
    vox_attributes a = {.turn = 4};
    take_attributes(c, &a);
    uint32_t children = take_number(c);
    branch.shown = branch.shown && !a.hidden;
    for (uint32_t i = 0; i < children && !c->short_chunk; i++) {
        size_t at = c->at;
        uint32_t child = take_number(c);
        if (!c->short_chunk && !visit(v, child, at, branch)) return false;
    }
    return true;
}

static bool visit_shape(vox_source *v, vox_cursor *c, vox_branch branch) {
    vox_attributes a = {.turn = 4};
    import_node *node;
    take_attributes(c, &a);
    uint32_t models = take_number(c);
    size_t at = c->at;
    uint32_t model = take_number(c);
    if (c->short_chunk || models == 0) return true;
    if (models > 1)
        import_scene_warn(v->scene, "%s: of %u models of a shape only the first is taken", v->name,
                          (unsigned)models);
    if (model >= v->model_count)
        return import_error_offset(v->error, v->name, at,
                                   "a shape names model %u, but there are %zu; export the file again",
                                   (unsigned)model, v->model_count);
    if (!add_node(v, "", branch.parent, branch.shown && !a.hidden, &node)) return false;
    node->mesh = (int32_t)model;
    return true;
}

static bool visit(vox_source *v, uint32_t id, size_t named_at, vox_branch branch) {
    size_t low = 0, high = v->node_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (v->nodes[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == v->node_count || v->nodes[low].id != id)
        return import_error_offset(v->error, v->name, named_at, "node %u is not there; export the file again",
                                   (unsigned)id);
    vox_node *node = &v->nodes[low];
    if (node->visited || ++branch.depth > VOX_DEPTH)
        return import_error_offset(v->error, v->name, named_at,
                                   "node %u hangs in two places, or more than %d deep; export the file again",
                                   (unsigned)id, VOX_DEPTH);
    node->visited = true;
    vox_cursor c = {v, node->at, node->end, false};
    bool ok = node->kind == 'T'   ? visit_transform(v, &c, branch)
              : node->kind == 'G' ? visit_group(v, &c, branch)
                                  : visit_shape(v, &c, branch);
    if (ok && c.short_chunk)
        return import_error_offset(v->error, v->name, node->at,
                                   "a node's chunk is too short; the file is damaged");
    return ok;
}

bool vox_make_nodes(vox_source *v) {
    import_node *node;
    if (v->node_count > 0) return visit(v, v->nodes[0].id, v->nodes[0].at - 4, (vox_branch){-1, true, 0});
    for (size_t i = 0; i < v->model_count; i++) {
        if (!add_node(v, "", -1, true, &node)) return false;
        node->mesh = (int32_t)i;
        node->translation[2] = (double)(v->models[i].size[2] / 2);
    }
    return true;
}
