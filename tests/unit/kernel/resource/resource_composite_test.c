/* Tests of composite resources: exactly the closure, shared members, rings, failures, closures worked out and
 * listed. */
#include "kernel/resource/composite.h"
#include "tests/test.h"
#include "tests/unit/kernel/file/file_image_builder.h"

#define PART ROM_TAG('M', 'I', 'N', 'E')

enum { LEVEL = 1 << 3, NODES = 8 };

static _Alignas(16) uint8_t rom_memory[4096], memory[12288];
static ox_arena arena;
static ox_images images;
static ox_manager m;
static image_build b;
static uint32_t fail_id;

static ox_status fail_one(void *context, ox_payload *payload) {
    (void)context;
    return payload->id == fail_id ? OX_BAD_DATA : OX_OK;
}

static const ox_resource_type part_type = {.tag = PART, .name = "part", .post_init = fail_one};

/* Resources "a".."h" as nodes, with edges "ab": a needs b. `lists`: closures for the roots, as texts of
 * members. */
static void begin(const char *const *edges, uint32_t edge_count, const char *const *lists,
                  uint32_t list_count) {
    uint32_t order[NODES], place[NODES], members = 0, at = ROM_DEPENDENCIES_SIZE, edge = 0, member = 0;
    image_begin(&b, rom_memory, sizeof rom_memory, 1, 0x10000);
    for (uint32_t i = 0; i < NODES; i++) {
        char name[2] = {(char)('a' + i), 0};
        image_add_packed(&b, name, PART, LEVEL, 64, i);
        order[i] = rom_id(name);
    }
    for (uint32_t i = 0; i < NODES; i++) { /* nodes rise by id */
        place[i] = 0;
        for (uint32_t k = 0; k < NODES; k++) place[i] += order[k] < order[i];
    }
    for (uint32_t i = 0; i < list_count; i++) members += (uint32_t)strlen(lists[i]);
    uint32_t size =
        at + NODES * ROM_DEPENDENCY_SIZE + edge_count * 4 + list_count * ROM_CLOSURE_SIZE + members * 4;
    uint8_t *graph = image_chunk(&b, "dependencies", ROM_TAG_DEPENDENCIES, 0, ROM_DEPENDENCIES_SIZE, size);
    uint32_t edges_at = at + NODES * ROM_DEPENDENCY_SIZE, closures_at = edges_at + edge_count * 4;
    uint32_t members_at = closures_at + list_count * ROM_CLOSURE_SIZE;
    const uint32_t header[8] = {NODES,      at,
                                edge_count, edge_count == 0 ? 0 : edges_at,
                                list_count, list_count == 0 ? 0 : closures_at,
                                members,    members == 0 ? 0 : members_at};
    for (uint32_t i = 0; i < 8; i++) image_put(graph + 4 + i * 4, header[i], 4);
    for (uint32_t p = 0; p < NODES; p++) {
        uint32_t node = 0, first = edge;
        while (place[node] != p) node++;
        uint8_t *row = graph + at + p * ROM_DEPENDENCY_SIZE;
        for (uint32_t target = 0; target < NODES; target++) { /* edges rise by node */
            for (uint32_t i = 0; i < edge_count; i++) {
                if (edges[i][0] != (char)('a' + node) || place[edges[i][1] - 'a'] != target) continue;
                image_put(graph + edges_at + edge++ * 4, target, 4);
            }
        }
        const uint32_t words[4] = {order[node], PART, first, edge - first};
        for (uint32_t i = 0; i < 4; i++) image_put(row + i * 4, words[i], 4);
    }
    for (uint32_t p = 0, row = 0; p < NODES; p++) {
        for (uint32_t i = 0; i < list_count; i++) {
            uint32_t length = (uint32_t)strlen(lists[i]), root = (uint32_t)(lists[i][length - 1] - 'a');
            if (place[root] != p) continue;
            const uint32_t words[3] = {p, member, length};
            for (uint32_t k = 0; k < 3; k++)
                image_put(graph + closures_at + row * ROM_CLOSURE_SIZE + k * 4, words[k], 4);
            for (uint32_t k = 0; k < length; k++)
                image_put(graph + members_at + member++ * 4, place[lists[i][k] - 'a'], 4);
            row++;
        }
    }
    rom_error error = {ROM_OK, 0, ""};
    rom_image image;
    CHECK_EQ(rom_check_chunk(ROM_TAG_DEPENDENCIES, graph, size, &error), ROM_OK);
    if (error.text[0] != 0) TEST_INFO("%s", error.text);
    CHECK_EQ(rom_open(rom_memory, image_finish(&b), &image, &error), ROM_OK);
    ox_manager_config config = {.records = 16, .types = 2, .stack_bytes = 1200, .miss = OX_MISS_REFUSE};
    ox_arena_init(&arena, memory, sizeof memory);
    ox_images_init(&images, NULL);
    CHECK_EQ(ox_images_add(&images, &image, "cart", 0), OX_OK);
    CHECK_EQ(ox_manager_init(&m, &config, &images, NULL, &arena, NULL), OX_OK);
    CHECK_EQ(ox_manager_register(&m, &part_type), OX_OK);
    fail_id = 0;
}

/* Whether exactly these are in memory, each with the count that its place in `counts` says. */
static bool holds(const char *names, const char *counts) {
    uint32_t there = 0;
    ox_resource_handle h = {0};
    while ((h = ox_manager_next(&m, h)).bits != 0) there++;
    bool good = there == strlen(names);
    for (size_t i = 0; names[i] != 0; i++) {
        const ox_manager_record *r = ox_manager_find(&m, rom_id_of(&names[i], 1), PART);
        good = good && r != NULL && r->count == counts[i] - '0';
    }
    return good;
}

static const char *const model[] = {"ab", "ac", "bd",
                                    "cd", "de", "fd"}; /* a: two meshes b, c on d; f: another with d */

TEST(resource_composite_loads_exactly_its_closure) {
    static const char *const lists[] = {"edbca"};
    for (uint32_t listed = 0; listed < 2;
         listed++) { /* the closure worked out, and as the packer listed it */
        uint32_t members = 0;
        begin(model, 6, lists, listed);
        CHECK_EQ(ox_composite_load(&m, rom_id("a"), PART, &members), OX_OK);
        CHECK(members == 5 && holds("abcde", "11111"));
        const ox_manager_record *e = ox_manager_find(&m, rom_id("e"), PART),
                                *a = ox_manager_find(&m, rom_id("a"), PART);
        CHECK(e->data < a->data); /* children first */
        CHECK_EQ(ox_composite_load(&m, rom_id("f"), PART, &members), OX_OK);
        CHECK(members == 3 && holds("abcdef", "111221") && m.counts.loads == 6); /* still one skeleton */
        CHECK_EQ(ox_composite_unload(&m, rom_id("a"), PART), OX_OK);
        CHECK(holds("def", "111")); /* what is not shared is gone */
        CHECK_EQ(ox_composite_unload(&m, rom_id("f"), PART), OX_OK);
        CHECK(holds("", "") && ox_arena_used(&m.stack) == 0);
    }
}

TEST(resource_composite_ring) {
    static const char *const ring[] = {"ab", "bc", "ca", "cd", "dd"};
    uint32_t members = 0;
    begin(ring, 5, NULL, 0);
    CHECK_EQ(ox_composite_load(&m, rom_id("b"), PART, &members), OX_OK);
    CHECK(members == 4 && holds("abcd", "1111"));
    CHECK_EQ(ox_composite_load(&m, rom_id("a"), PART, &members), OX_OK);
    CHECK(holds("abcd", "2222"));
    CHECK(ox_composite_unload(&m, rom_id("a"), PART) == OX_OK &&
          ox_composite_unload(&m, rom_id("b"), PART) == OX_OK);
    CHECK(holds("", ""));
}

TEST(resource_composite_failure_leaves_nothing) {
    uint32_t members = 9;
    begin(model, 6, NULL, 0);
    CHECK_EQ(ox_composite_load(&m, rom_id("f"), PART, NULL), OX_OK);
    size_t used = ox_arena_used(&m.stack);
    for (char c = 'a'; c <= 'c'; c++) {
        fail_id = rom_id_of(&c, 1);
        CHECK_EQ(ox_composite_load(&m, rom_id("a"), PART, &members), OX_BAD_DATA);
        CHECK(members == 0 && holds("def", "111") && ox_arena_used(&m.stack) == used);
    }
    CHECK_EQ(ox_composite_load(&m, rom_id("none"), PART, NULL), OX_NOT_FOUND);
    CHECK_EQ(ox_composite_unload(&m, rom_id("none"), PART), OX_NOT_FOUND);
}
