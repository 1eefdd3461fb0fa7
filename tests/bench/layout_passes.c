/* One pass after the other over the positions of many objects, in four layouts, for tests/bench/layout.sh.
 *
 *     layout_passes fields|halves|structures|list OBJECTS PASSES   prints a hash of the state and a time
 *
 * fields: an array of positions and one of velocities. halves: one structure for what moves, one for the
 * rest. structures: one structure of 96 bytes per object. list: such structures, linked in random order. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct vector {
    int32_t x, y, z;
} vector;

typedef struct moving {
    vector position, velocity;
} moving;

typedef struct object {
    moving moving;
    uint32_t rest[16];
    struct object *next;
} object;

static void move(vector *position, const vector *velocity) {
    position->x += velocity->x;
    position->y += velocity->y;
    position->z += velocity->z;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint32_t next_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

static void *room(size_t count, size_t size) {
    void *at = calloc(count, size);
    if (at == NULL) exit(1);
    return at;
}

/* Links the objects in random order; returns the first object. */
static object *shuffle(object *objects, uint32_t count) {
    uint32_t *order = room(count, sizeof *order), state = 1;
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t k = next_random(&state) % i, kept = order[k];
        order[k] = order[i - 1];
        order[i - 1] = kept;
    }
    for (uint32_t i = 0; i < count; i++)
        objects[order[i]].next = i + 1 < count ? &objects[order[i + 1]] : NULL;
    object *first = &objects[order[0]];
    free(order);
    return first;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    uint32_t count = (uint32_t)atoi(argv[2]), hash = 2166136261u;
    int passes = atoi(argv[3]), layout = argv[1][0];
    vector *positions = room(count, sizeof *positions), *velocities = room(count, sizeof *velocities);
    moving *halves = room(count, sizeof *halves);
    object *objects = room(count, sizeof *objects), *first;
    double best = 1e9;
    for (uint32_t i = 0; i < count; i++) {
        positions[i] = halves[i].position = objects[i].moving.position =
            (vector){(int32_t)i, 5, (int32_t)(i * 7)};
        velocities[i] = halves[i].velocity = objects[i].moving.velocity = (vector){1, (int32_t)(i % 11), -2};
    }
    first = shuffle(objects, count);
    for (int pass = 0; pass < passes; pass++) {
        double start = seconds();
        switch (layout) {
        case 'f':
            for (uint32_t i = 0; i < count; i++) move(&positions[i], &velocities[i]);
            break;
        case 'h':
            for (uint32_t i = 0; i < count; i++) move(&halves[i].position, &halves[i].velocity);
            break;
        case 's':
            for (uint32_t i = 0; i < count; i++)
                move(&objects[i].moving.position, &objects[i].moving.velocity);
            break;
        default:
            for (object *o = first; o != NULL; o = o->next) move(&o->moving.position, &o->moving.velocity);
        }
        double spent = seconds() - start;
        if (spent < best) best = spent;
    }
    for (uint32_t i = 0; i < count; i++) {
        vector p = layout == 'f'   ? positions[i]
                   : layout == 'h' ? halves[i].position
                                   : objects[i].moving.position;
        hash = (hash ^ (uint32_t)p.x) * 16777619u;
        hash = (hash ^ (uint32_t)p.y) * 16777619u;
        hash = (hash ^ (uint32_t)p.z) * 16777619u;
    }
    printf("%08lx %.0f\n", (unsigned long)hash, best * 1e9);
    return 0;
}
