/* Triangle and vertex order for small vertex caches: fans grown greedily, all in integers. */
#include "tools/import/model/model.h"

#include <stdlib.h>
#include <string.h>

#define NO_VERTEX UINT32_MAX

/* Work space for one part. Its vertices get local numbers, so that many small parts cost no more than one
 * large one. */
typedef struct order_work {
    uint32_t *local;   /* of a model vertex, NO_VERTEX outside the part */
    uint32_t *corners; /* the part's triangles in local numbers */
    uint32_t *global;  /* of a local vertex */
    uint32_t *first;   /* for each local vertex, where its triangles begin in `around` */
    uint32_t *around;  /* triangles around each vertex */
    uint32_t *live;    /* triangles around the vertex that are not drawn yet */
    uint64_t *stamp;   /* when the vertex entered the cache, 0 never */
    uint8_t *drawn;    /* per triangle */
    uint32_t *recent;  /* stack of vertices drawn, to go on from at a dead end */
    uint32_t *out;     /* the new order, in model vertices */
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t recent_count;
    uint32_t next_unseen; /* all local vertices below it are finished */
    uint64_t time;
} order_work;

static unsigned clamp_cache(unsigned cache_size) {
    return cache_size < 3 ? 3 : cache_size > 64 ? 64 : cache_size;
}

/* Misses of a first-in-first-out cache: a vertex is inside as long as fewer than cache_size others came after
 * it. */
static uint64_t count_misses(const uint32_t *indices, size_t count, unsigned cache_size, uint64_t *stamp) {
    uint64_t misses = 0;

    for (size_t i = 0; i < count; i++) {
        uint64_t entered = stamp[indices[i]];
        if (entered == 0 || misses - entered >= cache_size) {
            stamp[indices[i]] = ++misses;
        }
    }
    return misses;
}

uint64_t import_model_cache_misses(const import_model *model, unsigned cache_size) {
    uint64_t *stamp = calloc((size_t)model->vertex_count + 1, sizeof *stamp);

    if (stamp == NULL) {
        return 3 * (uint64_t)model->triangle_count;
    }
    uint64_t misses =
        count_misses(model->indices, 3 * (size_t)model->triangle_count, clamp_cache(cache_size), stamp);
    free(stamp);
    return misses;
}

uint64_t import_model_cache_misses_lru(const import_model *model, unsigned cache_size) {
    uint32_t cache[64];
    unsigned size = clamp_cache(cache_size), held = 0;
    uint64_t misses = 0;

    for (size_t i = 0; i < 3 * (size_t)model->triangle_count; i++) {
        unsigned at = 0;
        while (at < held && cache[at] != model->indices[i]) {
            at++;
        }
        if (at == held) {
            misses++;
            held += held < size;
            at = held - 1;
        }
        memmove(cache + 1, cache, at * sizeof *cache);
        cache[0] = model->indices[i];
    }
    return misses;
}

static void free_work(order_work *w) {
    free(w->local);
    free(w->corners);
    free(w->global);
    free(w->first);
    free(w->around);
    free(w->live);
    free(w->stamp);
    free(w->drawn);
    free(w->recent);
    free(w->out);
}

static bool allocate_work(order_work *w, size_t vertices, size_t triangles) {
    memset(w, 0, sizeof *w);
    w->local = malloc((vertices + 1) * sizeof *w->local);
    w->corners = malloc((3 * triangles + 1) * sizeof *w->corners);
    w->global = malloc((vertices + 1) * sizeof *w->global);
    w->first = malloc((vertices + 2) * sizeof *w->first);
    w->around = malloc((3 * triangles + 1) * sizeof *w->around);
    w->live = malloc((vertices + 1) * sizeof *w->live);
    w->stamp = malloc((vertices + 1) * sizeof *w->stamp);
    w->drawn = malloc(triangles + 1);
    w->recent = malloc((3 * triangles + 1) * sizeof *w->recent);
    w->out = malloc((3 * triangles + 1) * sizeof *w->out);
    if (w->local == NULL || w->corners == NULL || w->global == NULL || w->first == NULL ||
        w->around == NULL || w->live == NULL || w->stamp == NULL || w->drawn == NULL || w->recent == NULL ||
        w->out == NULL) {
        free_work(w);
        return false;
    }
    memset(w->local, 0xFF, vertices * sizeof *w->local);
    return true;
}

/* Numbers the part's vertices by first use and lists the triangles around each. */
static void start_part(order_work *w, const uint32_t *indices, uint32_t triangle_count) {
    uint32_t count = 3 * triangle_count;

    w->vertex_count = 0;
    w->triangle_count = triangle_count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = indices[i];
        if (w->local[vertex] == NO_VERTEX) {
            w->live[w->vertex_count] = 0;
            w->global[w->vertex_count] = vertex;
            w->local[vertex] = w->vertex_count++;
        }
        w->corners[i] = w->local[vertex];
        w->live[w->corners[i]]++;
    }
    w->first[0] = 0;
    for (uint32_t i = 0; i < w->vertex_count; i++) {
        w->first[i + 1] = w->first[i] + w->live[i];
        w->stamp[i] = w->first[i]; /* for now the place of the next triangle */
    }
    for (uint32_t i = 0; i < count; i++) {
        w->around[w->stamp[w->corners[i]]++] = i / 3;
    }
    memset(w->stamp, 0, w->vertex_count * sizeof *w->stamp);
    memset(w->drawn, 0, triangle_count);
    w->recent_count = 0;
    w->next_unseen = 0;
}

static void end_part(order_work *w) {
    for (uint32_t i = 0; i < w->vertex_count; i++) {
        w->local[w->global[i]] = NO_VERTEX;
    }
}

/* The vertex to go on with at a dead end: the last drawn vertex with work left, else the first
 * untouched vertex. */
static uint32_t skip_dead_end(order_work *w) {
    while (w->recent_count > 0) {
        uint32_t vertex = w->recent[--w->recent_count];
        if (w->live[vertex] > 0) {
            return vertex;
        }
    }
    for (; w->next_unseen < w->vertex_count; w->next_unseen++) {
        if (w->live[w->next_unseen] > 0) {
            return w->next_unseen;
        }
    }
    return NO_VERTEX;
}

/* The centre of the next fan: of the vertices drawn last, the one longest in the cache that would still be there
 * after its own fan. */
static uint32_t next_fan(order_work *w, uint32_t recent_before, unsigned cache_size) {
    uint32_t best = NO_VERTEX;
    uint64_t best_age = 0;

    for (uint32_t i = recent_before; i < w->recent_count; i++) {
        uint32_t vertex = w->recent[i];
        if (w->live[vertex] == 0) {
            continue;
        }
        uint64_t age = w->time - w->stamp[vertex];
        uint64_t priority = age + 2 * (uint64_t)w->live[vertex] <= cache_size ? age : 0;
        if (best == NO_VERTEX || priority > best_age) {
            best = vertex;
            best_age = priority;
        }
    }
    return best != NO_VERTEX ? best : skip_dead_end(w);
}

static void order_part(order_work *w, unsigned cache_size) {
    uint32_t fan = 0;
    uint32_t written = 0;

    w->time = (uint64_t)cache_size + 1;
    while (fan != NO_VERTEX) {
        uint32_t recent_before = w->recent_count;
        for (uint32_t i = w->first[fan]; i < w->first[fan + 1]; i++) {
            uint32_t triangle = w->around[i];
            if (w->drawn[triangle]) {
                continue;
            }
            w->drawn[triangle] = 1;
            for (uint32_t k = 0; k < 3; k++) {
                uint32_t vertex = w->corners[3 * triangle + k];
                w->out[written++] = w->global[vertex];
                w->recent[w->recent_count++] = vertex;
                w->live[vertex]--;
                if (w->time - w->stamp[vertex] > cache_size) {
                    w->stamp[vertex] = w->time++;
                }
            }
        }
        fan = next_fan(w, recent_before, cache_size);
    }
}

/* Misses of an order of this part that starts with an empty cache. */
static uint64_t part_misses(order_work *w, const uint32_t *indices, unsigned cache_size) {
    for (uint32_t i = 0; i < 3 * w->triangle_count; i++) {
        w->corners[i] = w->local[indices[i]];
    }
    memset(w->stamp, 0, w->vertex_count * sizeof *w->stamp);
    return count_misses(w->corners, 3 * (size_t)w->triangle_count, cache_size, w->stamp);
}

/* Brings the vertices into the order of their first use and drops unused vertices. */
static void reorder_vertices(import_model *model, uint32_t *place, import_vertex *vertices) {
    uint32_t used = 0;

    memset(place, 0xFF, model->vertex_count * sizeof *place);
    for (size_t i = 0; i < 3 * (size_t)model->triangle_count; i++) {
        uint32_t vertex = model->indices[i];
        if (place[vertex] == NO_VERTEX) {
            vertices[used] = model->vertices[vertex];
            place[vertex] = used++;
        }
        model->indices[i] = place[vertex];
    }
    free(model->vertices);
    model->vertices = vertices;
    model->vertex_count = used;
}

bool import_model_optimise_order(import_model *model, unsigned cache_size, tool_error *error) {
    order_work w;
    import_vertex *vertices = malloc(((size_t)model->vertex_count + 1) * sizeof *vertices);

    cache_size = clamp_cache(cache_size);
    if (vertices == NULL || !allocate_work(&w, model->vertex_count, model->triangle_count)) {
        free(vertices);
        return import_error_memory(error, NULL);
    }
    for (uint32_t i = 0; i < model->part_count; i++) {
        uint32_t *indices = model->indices + 3 * (size_t)model->parts[i].first_triangle;
        uint32_t triangles = model->parts[i].triangle_count;
        if (triangles == 0) {
            continue;
        }
        start_part(&w, indices, triangles);
        order_part(&w, cache_size);
        if (part_misses(&w, w.out, cache_size) < part_misses(&w, indices, cache_size)) {
            memcpy(indices, w.out, 3 * (size_t)triangles * sizeof *indices);
        }
        end_part(&w);
    }
    reorder_vertices(model, w.local, vertices);
    free_work(&w);
    return true;
}
