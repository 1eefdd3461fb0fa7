/* Graphs of objects are written by the tool and loaded by the console at any address, in any order, in
 * sections. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/random.h"
#include "kernel/resource/sectioned.h"
#include "rom/check.h"
#include "rom/section.h"
#include "tests/test.h"
#include "tools/data/graph_writer.h"
#include "tools/record_writer.h"

static tool_error error;

typedef struct pixels {
    uint32_t word[6];
} pixels;

typedef struct node {
    struct node *next[2];
    const struct node *twin;
    const pixels *picture;
    const char *mesh;
    uint16_t weight;
    int32_t value;
    uint8_t letters[2];
} node;

static const graph_field pixels_fields[] = {{"word", GRAPH_U32, 0, 6, 0, NULL, 0}};
static const graph_type pixels_type = {"pixels", 32, 32, pixels_fields, 1, ROM_SECTION_VIDEO, NULL};
static const graph_field good_pixels_fields[] = {{"word", GRAPH_U32, 0, 6, 0, NULL, 0},
                                                 {"end", GRAPH_PAD, 24, 8, 0, NULL, 0}};
static const graph_type picture_type = {"pixels", 32, 32, good_pixels_fields, 2, ROM_SECTION_VIDEO, NULL};

static const graph_type node_type;
static const graph_field node_fields[] = {
    {"value", GRAPH_I32, 0, 1, offsetof(node, value), NULL, 0},
    {"next", GRAPH_FIXUP, 4, 2, offsetof(node, next), &node_type, 0},
    {"twin", GRAPH_OFFSET, 12, 1, offsetof(node, twin), &node_type, 0},
    {"picture", GRAPH_FIXUP, 16, 1, offsetof(node, picture), &picture_type, 0},
    {"mesh", GRAPH_ID, 20, 1, offsetof(node, mesh), NULL, ROM_TAG_RAW},
    {"weight", GRAPH_U16, 24, 1, offsetof(node, weight), NULL, 0},
    {"letters", GRAPH_U8, 26, 2, offsetof(node, letters), NULL, 0}};
static const graph_type node_type = {"node", 28, 4, node_fields, 7, ROM_SECTION_MAIN, "node"};

enum { NODES = 40 };
static node nodes[NODES];
static pixels pictures[3];

/* Makes a graph with rings, shared nodes and NULLs, whose nodes are all reached from node 0. */
static void make_nodes(uint32_t seed) {
    rng32 random = rng32_seed(seed, 1);
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t k = 0; k < 6; k++) pictures[i].word[k] = rng_below(&random, 1u << 30);
    }
    for (uint32_t i = 0; i < NODES; i++) {
        node *n = &nodes[i];
        *n = (node){.weight = (uint16_t)rng_below(&random, 65536),
                    .value = (int32_t)rng_below(&random, 1u << 31) - (1 << 30)};
        n->next[0] = i + 1 < NODES ? &nodes[i + 1] : NULL;
        n->next[1] = rng_below(&random, 4) == 0 ? NULL : &nodes[rng_below(&random, NODES)];
        n->twin = rng_below(&random, 3) == 0 ? NULL : &nodes[rng_below(&random, NODES)];
        n->picture = rng_below(&random, 3) == 0 ? NULL : &pictures[rng_below(&random, 3)];
        n->mesh = rng_below(&random, 3) == 0 ? NULL : rng_below(&random, 2) == 0 ? "raw/a" : "raw/b";
        n->letters[0] = (uint8_t)i;
        n->letters[1] = (uint8_t)rng_below(&random, 256);
    }
}

/* ---- the console's side ---- */

static ox_images images;
static _Alignas(64) uint8_t main_memory[2][20000], video_memory[4000], temporary_memory[8000],
    debug_memory[2000];
static ox_arena main_arena, video, temporary, debug;
static uint32_t inits, posts;
static const uint8_t *seen_temporary;

static void init_node(void *context, void *object) {
    (void)context, (void)object;
    inits++;
}
static ox_status post_init(void *context, ox_sectioned *resource) {
    (void)context;
    posts++;
    seen_temporary = resource->section[ROM_SECTION_TEMPORARY].data;
    return OX_OK;
}

static const ox_object_init node_inits[] = {{0, 28, init_node}, {0, 0, NULL}};
static ox_object_init own_inits[2];
static ox_sectioned_host host;

static void begin(uint32_t which, writer *image) {
    static rom_image opened;
    ox_arena_init(&main_arena, main_memory[which], sizeof main_memory[0]);
    ox_arena_init(&video, video_memory, sizeof video_memory);
    ox_arena_init(&temporary, temporary_memory, sizeof temporary_memory);
    ox_arena_init(&debug, debug_memory, sizeof debug_memory);
    memcpy(own_inits, node_inits, sizeof own_inits);
    own_inits[0].type = rom_id("node");
    host = (ox_sectioned_host){.main = &main_arena,
                               .video = &video,
                               .temporary = &temporary,
                               .inits = own_inits,
                               .post_init = post_init};
    /* one origin lies below all arenas, whatever their order */
    uintptr_t lowest = (uintptr_t)main_memory;
    if ((uintptr_t)video_memory < lowest) lowest = (uintptr_t)video_memory;
    if ((uintptr_t)temporary_memory < lowest) lowest = (uintptr_t)temporary_memory;
    host.origin = (const void *)(lowest - 64);
    ox_images_init(&images, NULL);
    CHECK_EQ(rom_open(image->data, image->size, &opened, NULL), ROM_OK);
    CHECK_EQ(ox_images_add(&images, &opened, "cart", 0), OX_OK);
    inits = posts = 0;
}

/* Assembles with a budget, which every cart has. */
static bool finish(assembly *a, writer *image) {
    const rom_budget_record r = {.memory = 65536, .frame = 8192, .width = 64, .height = 48, .rate = 60};
    record_put_budget(assemble_add(a, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE), 0, &r);
    bool ok = assemble_finish(a, "cart", image, &error);
    if (!ok) TEST_INFO("%s", error.text);
    return ok;
}

static void add_raw(assembly *a, const char *name) {
    writer *out = assemble_add(a, name, ROM_TAG_RAW, ROM_RAW_SIZE);
    writer_put_u32(out, ROM_RAW_DATA_AT, ROM_RAW_SIZE);
}

/* Packs the graph of node 0 as raw/graph. */
static bool pack(graph_writer *g, bool with_meshes, writer *image) {
    assembly a = {.cart = 5, .names = true};
    memset(g, 0, sizeof *g);
    memset(image, 0, sizeof *image);
    error.text[0] = 0;
    bool ok = graph_add(g, &nodes[0], &node_type, &error) && graph_external(g, 77, "package/far", &error) &&
              graph_finish(g, &a, "raw/graph", false, &error);
    add_raw(&a, "raw/a");
    if (with_meshes) add_raw(&a, "raw/b");
    ok = ok && graph_check(g, &a, &error) && finish(&a, image);
    assemble_free(&a);
    return ok;
}

/* Counts differences in shape and numbers between the loaded graph and nodes[]. */
static uint32_t differences(const graph_writer *g, const ox_sectioned *loaded) {
    const uint8_t *data = loaded->section[ROM_SECTION_MAIN].data,
                  *shown = loaded->section[ROM_SECTION_VIDEO].data;
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < NODES; i++) {
        const uint8_t *at = data + graph_offset(g, &nodes[i]);
        wrong += rom_i32(at) != nodes[i].value || rom_u16(at + 24) != nodes[i].weight;
        wrong += at[26] != nodes[i].letters[0] || at[27] != nodes[i].letters[1];
        for (uint32_t k = 0; k < 2; k++) {
            const uint8_t *next = rom_fixed(host.origin, at + 4 + 4 * k);
            wrong += next != (nodes[i].next[k] == NULL ? NULL : data + graph_offset(g, nodes[i].next[k]));
        }
        wrong += rom_u32(at + 12) != (nodes[i].twin == NULL ? 0 : graph_offset(g, nodes[i].twin));
        const uint8_t *picture = rom_fixed(host.origin, at + 16);
        wrong += (picture == NULL) != (nodes[i].picture == NULL);
        for (uint32_t k = 0; picture != NULL && nodes[i].picture != NULL && k < 6; k++)
            wrong += rom_u32(picture + 4 * k) != nodes[i].picture->word[k] || picture < shown;
        wrong += rom_u32(at + 20) != (nodes[i].mesh == NULL ? 0 : rom_id(nodes[i].mesh));
    }
    return wrong;
}

TEST(graph_with_rings_is_the_same_at_two_addresses) {
    graph_writer g;
    writer image;
    rom_error fault;
    ox_sectioned loaded;
    for (uint32_t seed = 1; seed <= 200; seed++) { /* random graphs against the tool's own */
        make_nodes(seed);
        bool made = pack(&g, true, &image);
        if (!made) test_fail(__FILE__, __LINE__, error.text, 0, 1);
        if (!made) return;
        CHECK(g.count >= NODES && g.count <= NODES + 3); /* each object is written once */
        for (uint32_t which = 0; which < 2; which++) {
            begin(which, &image);
            fault.text[0] = 0;
            ox_status status =
                ox_sectioned_load(&loaded, &host, &images, rom_id("raw/graph"), ROM_TAG_RAW, &fault);
            if (status != OX_OK) test_fail(__FILE__, __LINE__, fault.text, status, OX_OK);
            if (status != OX_OK) return;
            CHECK_EQ(differences(&g, &loaded), 0);
            CHECK_EQ(inits, NODES);
            CHECK_EQ(posts, 1);
        }
        graph_free(&g);
        writer_free(&image);
    }
}

TEST(graph_sections_lie_in_their_memory) {
    graph_writer g;
    writer image;
    rom_error fault;
    ox_sectioned loaded;
    static uint8_t parts[4][64];
    for (int i = 0; i < 4; i++) memset(parts[i], 0x11 * (i + 1), sizeof parts[i]);
    const uint8_t head[] = {0, 1, ROM_RAW_SIZE, 0, 52, 0, 0, 0, ROM_RAW_SIZE, 0, 0, 0};
    memcpy(parts[0], head, sizeof head);
    const assemble_section all[] = {{0, 8, false, parts[0], 64},
                                    {1, 32, true, parts[1], 64},
                                    {2, 8, false, parts[2], 64},
                                    {3, 4, false, parts[3], 64},
                                    {3, 4, false, parts[3], 64}};
    for (uint32_t count = 1; count <= 5; count++) {
        assembly a = {.cart = 5};
        bool ok = assemble_sections(&a, "raw/robot", ROM_TAG_RAW, all, count, &error);
        CHECK_EQ(ok, count <= 4);
        if (!ok) CHECK(strstr(error.text, "`raw/robot` has 5 sections") != NULL);
        if (ok) CHECK(finish(&a, &image));
        assemble_free(&a);
        if (!ok) continue;
        for (uint32_t development = 0; development < 2; development++) {
            begin(0, &image);
            host.debug = development ? &debug : NULL;
            size_t before = ox_arena_free(&temporary);
            seen_temporary = NULL;
            CHECK_EQ(ox_sectioned_load(&loaded, &host, &images, rom_id("raw/robot"), ROM_TAG_RAW, &fault),
                     OX_OK);
            CHECK(ox_arena_holds(&main_arena, loaded.section[0].data));
            CHECK_EQ(ox_arena_free(&temporary), before); /* temporary memory is back at its mark */
            CHECK(loaded.section[2].data == NULL && (seen_temporary != NULL) == (count > 2));
            if (count > 1) {
                CHECK(ox_arena_holds(&video, loaded.section[1].data) &&
                      ((uintptr_t)loaded.section[1].data & 31u) == 0);
                CHECK_EQ(memcmp(loaded.section[1].data, parts[1], 64), 0);
            }
            CHECK((loaded.section[3].data != NULL) == (count > 3 && development));
        }
        writer_free(&image);
    }
    /* a release has no debug section */
    static const graph_field fields[] = {{"word", GRAPH_U32, 0, 6, 0, NULL, 0}};
    static const graph_type main_type = {"plain", 24, 4, fields, 1, ROM_SECTION_MAIN, NULL},
                            debug_type = {"debugged", 24, 4, fields, 1, ROM_SECTION_DEBUG, NULL};
    for (uint32_t release = 0; release < 2; release++) {
        assembly a = {.cart = 5};
        memset(&g, 0, sizeof g);
        CHECK(graph_add(&g, &pictures[0], &main_type, &error) &&
              graph_add(&g, &pictures[1], &debug_type, &error));
        CHECK(graph_finish(&g, &a, "raw/g", release != 0, &error) && finish(&a, &image));
        begin(0, &image);
        host.debug = &debug;
        CHECK_EQ(ox_sectioned_load(&loaded, &host, &images, rom_id("raw/g"), ROM_TAG_RAW, &fault), OX_OK);
        CHECK_EQ(loaded.section[3].data == NULL, release != 0);
        graph_free(&g);
        assemble_free(&a);
        writer_free(&image);
    }
}

/* Whatever section fails, every arena is as it was, and the reason is told. */
TEST(graph_sections_that_fail_leave_nothing) {
    graph_writer g;
    writer image;
    rom_error fault;
    rom_chunk chunk;
    ox_sectioned loaded;
    make_nodes(3);
    CHECK(pack(&g, true, &image));
    begin(0, &image);
    size_t room = ox_arena_free(&main_arena), shown = ox_arena_free(&video);
    CHECK_EQ(ox_sectioned_load(&loaded, &host, &images, rom_id("raw/none"), ROM_TAG_RAW, &fault),
             OX_NOT_FOUND);
    void *rest = ox_arena_push_low(&video, shown - 40, 4);
    CHECK(rest != NULL);
    CHECK_EQ(ox_sectioned_load(&loaded, &host, &images, rom_id("raw/graph"), ROM_TAG_RAW, &fault),
             OX_OUT_OF_MEMORY);
    CHECK(ox_arena_free(&main_arena) == room && loaded.section[0].data == NULL);
    begin(0, &image);
    own_inits[0].type = 1; /* there is no such type */
    CHECK_EQ(ox_sectioned_load(&loaded, &host, &images, rom_id("raw/graph"), ROM_TAG_RAW, &fault),
             OX_BAD_DATA);
    CHECK(strstr(fault.text, "object 0") != NULL);
    CHECK(ox_arena_free(&main_arena) == room && ox_arena_free(&video) == shown);
    begin(0, &image);
    CHECK(rom_find(&images.list[0].rom, rom_id("raw/graph"), ROM_TAG_RAW, &chunk));
    image.data[chunk.offset + 200] ^= 4;
    CHECK_EQ(ox_sectioned_load(&loaded, &host, &images, rom_id("raw/graph"), ROM_TAG_RAW, &fault),
             OX_BAD_CHECKSUM);
    CHECK(ox_arena_free(&main_arena) == room && ox_arena_free(&video) == shown);
    graph_free(&g);
    writer_free(&image);
}

/* ---- ids ---- */

typedef struct registry {
    uint32_t ids[24], count;
} registry;

static uint32_t resolve(void *context, uint32_t id, uint32_t type) {
    registry *r = context;
    for (uint32_t i = 0; i < r->count && type == ROM_TAG_RAW; i++) {
        if (r->ids[i] == id) return 1000 + id % 1000;
    }
    return 0;
}

/* Twenty-four resources that name each other are loaded in twenty-four orders and always give one graph. */
TEST(graph_ids_are_resolved_in_any_order) {
    enum { COUNT = 24 };
    typedef struct one {
        const char *other[3];
    } one;
    static const graph_field fields[] = {{"other", GRAPH_ID, 0, 3, 0, NULL, ROM_TAG_RAW}};
    static const graph_type type = {"one", 12, 4, fields, 1, ROM_SECTION_MAIN, NULL};
    static char names[COUNT][16];
    assembly a = {.cart = 5};
    one objects[COUNT];
    graph_writer graphs[COUNT];
    writer image;
    rng32 random = rng32_seed(9, 1);
    uint32_t first_sum = 0, missing_before = 0;
    for (uint32_t i = 0; i < COUNT; i++) snprintf(names[i], sizeof names[i], "raw/n%u", (unsigned)i);
    memset(graphs, 0, sizeof graphs);
    for (uint32_t i = 0; i < COUNT; i++) {
        objects[i] = (one){{names[(i * 5 + 1) % COUNT], i % 4 == 0 ? NULL : names[i], names[COUNT - 1 - i]}};
        CHECK(graph_add(&graphs[i], &objects[i], &type, &error));
        CHECK(graph_finish(&graphs[i], &a, names[i], false, &error));
    }
    for (uint32_t i = 0; i < COUNT; i++) CHECK(graph_check(&graphs[i], &a, &error));
    CHECK(finish(&a, &image));
    for (uint32_t order = 0; order < COUNT; order++) {
        registry there = {.count = 0};
        ox_sectioned loaded[COUNT];
        uint32_t turn[COUNT], sum = 0, missing = 0;
        begin(order % 2, &image);
        for (uint32_t i = 0; i < COUNT; i++) turn[i] = i;
        for (uint32_t i = COUNT; i > 1; i--) {
            uint32_t k = rng_below(&random, i), kept = turn[k];
            turn[k] = turn[i - 1];
            turn[i - 1] = kept;
        }
        for (uint32_t i = 0; i < COUNT; i++) {
            rom_error fault;
            CHECK_EQ(ox_sectioned_load(&loaded[turn[i]], &host, &images, rom_id(names[turn[i]]), ROM_TAG_RAW,
                                       &fault),
                     OX_OK);
            /* one resource is never there */
            if (turn[i] != 7) there.ids[there.count++] = rom_id(names[turn[i]]);
        }
        for (uint32_t i = 0; i < COUNT; i++) { /* all other resources are there: one pass resolves them */
            rom_references refs;
            struct ox_sectioned_part *part = &loaded[turn[i]].section[0];
            CHECK_EQ(rom_references_open(&images.list[0].rom, rom_id(names[turn[i]]), ROM_TAG_RAW, part->size,
                                         &refs, NULL),
                     ROM_OK);
            missing += ox_references_resolve(
                &refs, part->data, part->size,
                &(ox_references_config){
                    .resolve = resolve, .context = &there, .missing = 5, .referrer = rom_id(names[turn[i]])});
        }
        for (uint32_t i = 0; i < COUNT; i++) {
            for (uint32_t k = 0; k < 3; k++)
                sum = sum * 31 + rom_u32(loaded[i].section[0].data + ROM_RAW_SIZE + 4 * k);
            CHECK_EQ(rom_u32(loaded[i].section[0].data + ROM_RAW_SIZE),
                     (i * 5 + 1) % COUNT == 7 ? 5 : 1000 + rom_id(names[(i * 5 + 1) % COUNT]) % 1000);
        }
        if (order == 0) first_sum = sum, missing_before = missing;
        CHECK_EQ(sum, first_sum);
        CHECK_EQ(missing, missing_before);
    }
    /* the missing resource is named once from afar, by itself and by its mirror */
    CHECK_EQ(missing_before, 3);
    for (uint32_t i = 0; i < COUNT; i++) graph_free(&graphs[i]);
    assemble_free(&a);
    writer_free(&image);
}

TEST(graph_missing_targets_are_told_with_referrer_and_field) {
    graph_writer g;
    writer image;
    make_nodes(4);
    nodes[2].mesh = "raw/b";
    CHECK(!pack(&g, false, &image));
    CHECK(strstr(error.text, "raw/graph: field `mesh` of a `node` refers to `raw/b`, which is not there") !=
          NULL);
    graph_free(&g);
    static const graph_field fields[] = {{"mesh", GRAPH_ID, 0, 1, 0, NULL, ROM_TAG_MESH}},
                             far_fields[] = {{"mesh", GRAPH_FAR_ID, 0, 1, 0, NULL, ROM_TAG_MESH}};
    static const graph_type near_type = {"holder", 4, 4, fields, 1, ROM_SECTION_MAIN, NULL},
                            far_type = {"holder", 4, 4, far_fields, 1, ROM_SECTION_MAIN, NULL};
    const char *name = "raw/a";
    assembly a = {.cart = 5};
    memset(&g, 0, sizeof g);
    add_raw(&a, "raw/a");
    CHECK(graph_add(&g, &name, &near_type, &error) && graph_finish(&g, &a, "raw/h", false, &error));
    CHECK(!graph_check(&g, &a, &error) && strstr(error.text, "of another type") != NULL);
    graph_free(&g);
    CHECK(graph_add(&g, &name, &far_type, &error) && graph_external(&g, 9, "package/other", &error));
    CHECK(graph_finish(&g, &a, "raw/f", false, &error) && graph_check(&g, &a, &error));
    graph_free(&g);
    CHECK(finish(&a, &image));
    rom_image opened;
    rom_references refs;
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    CHECK_EQ(rom_references_open(&opened, rom_id("raw/f"), ROM_TAG_RAW, 16, &refs, NULL), ROM_OK);
    CHECK(refs.externals == 1 && rom_references_external(&refs, 0).cart == 9 &&
          rom_references_external(&refs, 0).length == 13);
    assemble_free(&a);
    writer_free(&image);
}

TEST(graph_descriptions_that_make_no_sense_are_refused) {
    static const graph_type scratch = {"scratch", 8, 4, NULL, 0, ROM_SECTION_TEMPORARY, NULL};
    static const graph_field pointer[] = {{"at", GRAPH_POINTER, 0, 1, 0, NULL, 0}},
                             hole[] = {{"a", GRAPH_U8, 0, 1, 0, NULL, 0}, {"b", GRAPH_U16, 2, 1, 0, NULL, 0}},
                             over[] = {{"a", GRAPH_U32, 0, 1, 0, NULL, 0},
                                       {"b", GRAPH_U32, 2, 1, 0, NULL, 0}},
                             odd[] = {{"a", GRAPH_U8, 0, 1, 0, NULL, 0},
                                      {"b", GRAPH_U16, 1, 1, 0, NULL, 0},
                                      {"c", GRAPH_U8, 3, 1, 0, NULL, 0}},
                             far[] = {{"a", GRAPH_U32, 0, 2, 0, NULL, 0}},
                             open[] = {{"a", GRAPH_U16, 0, 1, 0, NULL, 0}},
                             to_scratch[] = {{"a", GRAPH_FIXUP, 0, 1, 0, &scratch, 0}};
    static const struct {
        graph_type type;
        const char *wanted;
    } cases[] = {{{"t", 4, 4, pointer, 1, 0, NULL}, "field at: an address of the tool"},
                 {{"t", 4, 4, hole, 2, 0, NULL}, "field b: there is a hole before it"},
                 {{"t", 8, 4, over, 2, 0, NULL}, "field b: it overlaps"},
                 {{"t", 4, 4, odd, 3, 0, NULL}, "field b: it is not aligned"},
                 {{"t", 4, 4, far, 1, 0, NULL}, "field a: it reaches beyond"},
                 {{"t", 4, 4, open, 1, 0, NULL}, "its end is in no field"},
                 {{"t", 4, 4, to_scratch, 1, 0, NULL}, "temporary memory"},
                 {{"t", 4, 4, to_scratch, 1, 1, NULL}, "references stand in main sections"},
                 {{"t", 6, 4, open, 1, 0, NULL}, "impossible"},
                 {{"t", 4, 3, open, 1, 0, NULL}, "impossible"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        graph_writer g = {.count = 0};
        uint64_t object[4] = {0, 0, 0, 0};
        bool ok = graph_add(&g, object, &cases[i].type, &error);
        if (ok || strstr(error.text, cases[i].wanted) == NULL) test_fail(__FILE__, (int)i, error.text, ok, 0);
        graph_free(&g);
    }
    graph_writer g = {.count = 0};
    /* the last 8 bytes of the record are in no field */
    CHECK(!graph_add(&g, &pictures[0], &pixels_type, &error));
    CHECK(strstr(error.text, "record `pixels`: its end is in no field") != NULL);
    graph_free(&g);
}
