/* Strips, fans and lists: one set of triangles in five encodings, and what each of them costs. */
#include <stdlib.h>
#include <string.h>

#include "tools/import/base/intern.h"
#include "tools/import/mesh/condition.h"

#define NONE UINT32_MAX

/* Triangles by their directed edges. */
typedef struct walker {
    const uint32_t *indices;
    uint32_t triangles, vertices;
    import_record_set edges; /* of {from, to} */
    uint32_t *first;         /* for each edge the first corner that begins it; corner = 3 * triangle + k */
    uint32_t *next;          /* for each corner the next corner of the same edge */
    uint32_t
        *used; /* for each triangle: NONE when drawn, else the number of the last trial that touched it */
    uint8_t *free_sides; /* for each triangle: neighbours that are not drawn */
    uint32_t *bucket[4]; /* triangles by free sides, with outdated entries among them */
    size_t filled[4], room[4];
    uint32_t trial;
    uint32_t *out;
    size_t count, out_room;
} walker;

static void free_walker(walker *w) {
    import_record_set_free(&w->edges);
    free(w->first);
    free(w->next);
    free(w->used);
    free(w->free_sides);
    for (int i = 0; i < 4; i++) free(w->bucket[i]);
}

static bool put(walker *w, uint32_t value) {
    void *out = w->out;
    bool room = import_grow(&out, &w->out_room, w->count + 1, sizeof *w->out);
    w->out = out;
    if (room) w->out[w->count++] = value;
    return room;
}

static bool put_bucket(walker *w, uint32_t triangle) {
    int i = w->free_sides[triangle];
    void *list = w->bucket[i];
    bool room = import_grow(&list, &w->room[i], w->filled[i] + 1, sizeof **w->bucket);
    w->bucket[i] = list;
    if (room) w->bucket[i][w->filled[i]++] = triangle;
    return room;
}

/* The first corner that begins the edge from -> to; NONE when no triangle runs along the edge that way. Both
 * directions of every edge are in the set, so that looking up adds none. */
static uint32_t find_edge(walker *w, uint32_t from, uint32_t to) {
    const uint32_t pair[2] = {from, to};
    uint32_t number = import_record_set_add(&w->edges, pair);
    return number == IMPORT_INTERN_FAILED ? NONE : w->first[number];
}

/* A triangle along from -> to that is neither drawn nor part of the present trial; its third vertex in *third. */
static uint32_t find_triangle(walker *w, uint32_t from, uint32_t to, uint32_t *third) {
    for (uint32_t corner = find_edge(w, from, to); corner != NONE; corner = w->next[corner]) {
        uint32_t triangle = corner / 3;
        if (w->used[triangle] == NONE || w->used[triangle] == w->trial) continue;
        *third = w->indices[triangle * 3 + (corner + 2) % 3];
        return triangle;
    }
    return NONE;
}

static bool make_walker(walker *w, const uint32_t *indices, uint32_t triangles, uint32_t vertices) {
    size_t corners = (size_t)triangles * 3;
    memset(w, 0, sizeof *w);
    w->indices = indices;
    w->triangles = triangles;
    w->vertices = vertices;
    w->trial = 1;
    w->edges.record_size = 2 * sizeof(uint32_t);
    w->first = malloc((2 * corners + 1) * sizeof *w->first);
    w->next = malloc((corners + 1) * sizeof *w->next);
    w->used = calloc((size_t)triangles + 1, sizeof *w->used);
    w->free_sides = calloc((size_t)triangles + 1, 1);
    if (w->first == NULL || w->next == NULL || w->used == NULL || w->free_sides == NULL) return false;
    memset(w->first, 0xFF, (2 * corners + 1) * sizeof *w->first);
    for (uint32_t corner = 0; corner < corners; corner++) {
        uint32_t base = corner - corner % 3, from = indices[corner], to = indices[base + (corner + 1) % 3];
        const uint32_t pair[2] = {from, to}, reverse[2] = {to, from};
        uint32_t number = import_record_set_add(&w->edges, pair);
        if (number == IMPORT_INTERN_FAILED ||
            import_record_set_add(&w->edges, reverse) == IMPORT_INTERN_FAILED)
            return false;
        w->next[corner] = w->first[number];
        w->first[number] = corner;
    }
    return true;
}

/* ---- strips ---- */

static bool count_sides(walker *w) {
    for (uint32_t t = 0; t < w->triangles; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t third, from = w->indices[t * 3 + k], to = w->indices[t * 3 + (k + 1) % 3];
            w->free_sides[t] = (uint8_t)(w->free_sides[t] + (find_triangle(w, to, from, &third) != NONE));
        }
    }
    for (uint32_t t = w->triangles; t-- > 0;) {
        if (!put_bucket(w, t)) return false;
    }
    return true;
}

/* Marks a triangle as drawn: its neighbours get one free side less. */
static bool draw(walker *w, uint32_t triangle) {
    w->used[triangle] = NONE;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t from = w->indices[triangle * 3 + k], to = w->indices[triangle * 3 + (k + 1) % 3];
        for (uint32_t corner = find_edge(w, to, from); corner != NONE; corner = w->next[corner]) {
            uint32_t other = corner / 3;
            if (w->used[other] == NONE || w->free_sides[other] == 0) continue;
            w->free_sides[other]--;
            if (!put_bucket(w, other)) return false;
        }
    }
    return true;
}

/* The triangle with the fewest free neighbours; NONE when all are drawn. */
static uint32_t next_start(walker *w) {
    for (int i = 0; i < 4; i++) {
        while (w->filled[i] > 0) {
            uint32_t triangle = w->bucket[i][--w->filled[i]];
            if (w->used[triangle] != NONE && w->free_sides[triangle] == i) return triangle;
        }
    }
    return NONE;
}

/* Walks a strip from corner k of a triangle; with `keep` its vertices are written and its triangles drawn. */
static uint32_t walk_strip(walker *w, uint32_t start, uint32_t k, bool keep, bool *ok) {
    const uint32_t *corner = w->indices + (size_t)start * 3;
    uint32_t a = corner[(k + 1) % 3], b = corner[(k + 2) % 3], length = 1, third, triangle;
    if (++w->trial == NONE) w->trial = 1;
    w->used[start] = w->trial;
    if (keep) *ok = *ok && put(w, corner[k]) && put(w, a) && put(w, b) && draw(w, start);
    for (;; length++) {
        /* every other triangle runs backward along the edge of the last two vertices */
        triangle = length % 2 == 1 ? find_triangle(w, b, a, &third) : find_triangle(w, a, b, &third);
        if (triangle == NONE || !*ok) return length;
        w->used[triangle] = w->trial;
        if (keep) *ok = *ok && put(w, third) && draw(w, triangle);
        a = b;
        b = third;
    }
}

static bool make_strips(walker *w, bool restart, uint32_t *pieces) {
    bool ok = count_sides(w);
    uint32_t start;
    while (ok && (start = next_start(w)) != NONE) {
        uint32_t best = 0, best_length = 0;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t length = walk_strip(w, start, k, false, &ok);
            if (length <= best_length) continue;
            best = k;
            best_length = length;
        }
        if (w->count > 0 && restart) ok = put(w, IMPORT_RESTART);
        if (w->count > 0 && !restart) {
            /* doubled ends join strips; a third vertex mends the winding */
            uint32_t last = w->out[w->count - 1], first = w->indices[(size_t)start * 3 + best];
            ok = put(w, last) && put(w, first) && (w->count % 2 == 0 || put(w, first));
        }
        walk_strip(w, start, best, true, &ok);
        ++*pieces;
    }
    return ok;
}

/* ---- fans ---- */

/* Writes a fan about `hub`: back from `triangle` as far as triangles go, then forward from there. */
static bool walk_fan(walker *w, uint32_t hub, uint32_t triangle) {
    uint32_t k = 0, third, found;
    while (w->indices[triangle * 3 + k] != hub) k++;
    uint32_t edge = w->indices[triangle * 3 + (k + 1) % 3], start = edge;
    if (++w->trial == NONE) w->trial = 1;
    w->used[triangle] = w->trial;
    while ((found = find_triangle(w, edge, hub, &third)) != NONE) { /* a step back: hub, third, edge */
        w->used[found] = w->trial;
        edge = third;
        if (edge == start) break; /* the fan is closed */
    }
    if (++w->trial == NONE) w->trial = 1;
    size_t length_at = w->count;
    uint32_t length = 2;
    if (!put(w, 0) || !put(w, hub) || !put(w, edge)) return false;
    while ((found = find_triangle(w, hub, edge, &third)) != NONE) {
        w->used[found] = NONE;
        edge = third;
        length++;
        if (!put(w, third)) return false;
    }
    w->out[length_at] = length;
    return true;
}

/* Writes fans about the vertices with the most triangles first. */
static bool make_fans(walker *w, uint32_t *pieces) {
    size_t corners = (size_t)w->triangles * 3, most = 0;
    uint32_t *valence = calloc((size_t)w->vertices + 1, sizeof *valence),
             *order = malloc((corners + 1) * sizeof *order);
    bool ok = valence != NULL && order != NULL;
    for (size_t i = 0; ok && i < corners; i++) {
        uint32_t v = w->indices[i];
        if (++valence[v] > most) most = valence[v];
    }
    uint32_t *first = ok ? calloc(most + 2, sizeof *first) : NULL;
    ok = first != NULL;
    for (size_t i = 0; ok && i < corners; i++) first[most - valence[w->indices[i]] + 1]++;
    for (size_t i = 1; ok && i <= most + 1; i++) first[i] += first[i - 1];
    for (size_t i = 0; ok && i < corners; i++) order[first[most - valence[w->indices[i]]]++] = (uint32_t)i;
    for (size_t i = 0; ok && i < corners; i++) {
        uint32_t triangle = order[i] / 3;
        if (w->used[triangle] == NONE) continue;
        ok = walk_fan(w, w->indices[order[i]], triangle);
        ++*pieces;
    }
    free(valence);
    free(order);
    free(first);
    return ok;
}

/* ---- encodings ---- */

static size_t size_of(const import_encoded *e, uint32_t vertices, unsigned vertex_bytes) {
    size_t index = import_index_bytes(vertices), all = (size_t)vertices * vertex_bytes;
    switch (e->encoding) {
    case IMPORT_LIST:
    case IMPORT_STRIP:
        return (size_t)e->count * vertex_bytes;
    case IMPORT_FAN:
        return (size_t)(e->count - e->pieces) * vertex_bytes + (size_t)e->pieces * 2;
    case IMPORT_INDEXED_LIST:
    case IMPORT_INDEXED_STRIP:
    case IMPORT_ENCODINGS:
        break;
    }
    return all + (size_t)e->count * index;
}

bool import_encode(const uint32_t *indices, uint32_t triangles, uint32_t vertices, import_encoding encoding,
                   unsigned vertex_bytes, import_encoded *encoded, tool_error *error) {
    walker w;
    memset(encoded, 0, sizeof *encoded);
    encoded->encoding = encoding;
    if (triangles > UINT32_MAX / 16)
        return import_error_file(error, NULL, "too many triangles for strips; split the mesh");
    bool ok = make_walker(&w, indices, triangles, vertices);
    if (ok && (encoding == IMPORT_LIST || encoding == IMPORT_INDEXED_LIST)) {
        encoded->pieces = triangles;
        for (size_t i = 0; ok && i < (size_t)triangles * 3; i++) ok = put(&w, indices[i]);
    } else if (ok && encoding == IMPORT_FAN) {
        ok = make_fans(&w, &encoded->pieces);
    } else if (ok) {
        ok = make_strips(&w, encoding == IMPORT_INDEXED_STRIP, &encoded->pieces);
    }
    free_walker(&w);
    if (!ok) {
        free(w.out);
        return import_error_memory(error, NULL);
    }
    encoded->indices = w.out;
    encoded->count = (uint32_t)w.count;
    encoded->bytes = size_of(encoded, vertices, vertex_bytes);
    encoded->average = encoded->pieces > 0 ? (double)triangles / encoded->pieces : 0;
    return true;
}

/* The triangles of the strip that begins at `from`, up to a restart. */
static uint32_t decode_strip(const import_encoded *e, uint32_t from, uint32_t *to, uint32_t *count) {
    uint32_t end = from;
    while (end < e->count && e->indices[end] != IMPORT_RESTART) end++;
    for (uint32_t i = from; i + 2 < end; i++) {
        bool odd = (i - from) % 2 == 1;
        uint32_t a = e->indices[odd ? i + 1 : i], b = e->indices[odd ? i : i + 1], c = e->indices[i + 2];
        if (a == b || b == c || a == c) continue;
        memcpy(to + (size_t)*count * 3, (uint32_t[3]){a, b, c}, 3 * sizeof *to);
        ++*count;
    }
    return end + 1;
}

bool import_decode(const import_encoded *e, uint32_t **indices, uint32_t *triangles, tool_error *error) {
    uint32_t *to = malloc(((size_t)e->count * 3 + 3) * sizeof *to);
    *indices = to;
    *triangles = 0;
    if (to == NULL) return import_error_memory(error, NULL);
    for (uint32_t at = 0; at < e->count;) {
        if (e->encoding == IMPORT_STRIP || e->encoding == IMPORT_INDEXED_STRIP) {
            at = decode_strip(e, at, to, triangles);
        } else if (e->encoding == IMPORT_FAN) {
            const uint32_t *fan = e->indices + at + 1;
            for (uint32_t i = 1; i + 1 < e->indices[at]; i++)
                memcpy(to + (size_t)(*triangles)++ * 3, (uint32_t[3]){fan[0], fan[i], fan[i + 1]},
                       3 * sizeof *to);
            at += e->indices[at] + 1;
        } else {
            memcpy(to + (size_t)(*triangles)++ * 3, e->indices + at, 3 * sizeof *to);
            at += 3;
        }
    }
    return true;
}

bool import_choose_encoding(const uint32_t *indices, uint32_t triangles, uint32_t vertices,
                            unsigned vertex_bytes, unsigned allowed, import_encoding *best,
                            size_t sizes[IMPORT_ENCODINGS], tool_error *error) {
    size_t least = SIZE_MAX;
    *best = IMPORT_INDEXED_LIST;
    for (int i = 0; i < IMPORT_ENCODINGS; i++) {
        import_encoded e;
        if (!import_encode(indices, triangles, vertices, (import_encoding)i, vertex_bytes, &e, error))
            return false;
        if (sizes != NULL) sizes[i] = e.bytes;
        if ((allowed >> i & 1) != 0 && e.bytes < least) {
            least = e.bytes;
            *best = (import_encoding)i;
        }
        free(e.indices);
    }
    return true;
}
