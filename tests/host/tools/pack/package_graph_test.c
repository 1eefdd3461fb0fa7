/* Dependencies: closures against plain reachability, contents of packages, and chunks left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixedmath/random.h"
#include "rom/check.h"
#include "rom/package.h"
#include "tests/test.h"
#include "tools/convert/pack_kinds.h"
#include "tools/data/graph_writer.h"
#include "tools/pack/pack_graph.h"
#include "tools/pack/pack_prune.h"
#include "tools/record_writer.h"

enum { NODES = 60, EDGES = 4 };

static tool_error error;
static cart owner;
static char names[NODES][16];

typedef struct linked {
    const char *other[EDGES];
} linked;
static const graph_field linked_fields[] = {{"other", GRAPH_ID, 0, EDGES, 0, NULL, ROM_TAG_RAW}};
static const graph_type linked_type = {"linked", 4 * EDGES, 4, linked_fields, 1, ROM_SECTION_MAIN, NULL};

static void add_budget(assembly *a) {
    const rom_budget_record r = {.memory = 65536, .frame = 8192, .width = 64, .height = 48, .rate = 60};
    record_put_budget(assemble_add(a, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE), 0, &r);
}

static bool add_linked(assembly *a, const char *name, const linked *object) {
    graph_writer g = {.count = 0};
    bool ok = graph_add(&g, object, &linked_type, &error) && graph_finish(&g, a, name, false, &error);
    graph_free(&g);
    return ok;
}

static bool add_level(assembly *a, const char *name, const char *text) {
    cart_asset asset = {.kind = "level"};
    char full[40];
    snprintf(asset.name, sizeof asset.name, "%s", name);
    snprintf(full, sizeof full, "level/%s", name);
    const pack_source source = {.c = &owner,
                                .asset = &asset,
                                .path = "a.level",
                                .data = (const uint8_t *)text,
                                .size = strlen(text),
                                .error = &error};
    writer *out = assemble_add(a, full, ROM_TAG_LEVEL, ROM_LEVEL_SIZE);
    bool ok = convert_level(&source, out);
    writer_align(out, 4);
    return ok;
}

TEST(package_closures_equal_plain_reachability) {
    static bool reach[NODES][NODES], direct[NODES][NODES];
    rng32 random = rng32_seed(15, 1);
    for (uint32_t i = 0; i < NODES; i++) snprintf(names[i], sizeof names[i], "raw/n%u", (unsigned)i);
    for (uint32_t round = 0; round < 20; round++) {
        assembly a = {.cart = 7};
        pack_graph graph;
        uint32_t members[NODES + 8], wrong = 0;
        memset(reach, 0, sizeof reach);
        add_budget(&a);
        for (uint32_t i = 0; i < NODES; i++) { /* every second graph has no rings */
            linked object = {{NULL, NULL, NULL, NULL}};
            for (uint32_t k = 0; k < rng_below(&random, EDGES); k++) {
                uint32_t other =
                    round % 2 == 0 ? rng_below(&random, NODES) : i + 1 + rng_below(&random, NODES);
                if (other >= NODES) continue;
                object.other[k] = names[other];
                reach[i][other] = true;
            }
            reach[i][i] = true;
            CHECK(add_linked(&a, names[i], &object));
        }
        memcpy(direct, reach, sizeof direct);
        for (uint32_t k = 0; k < NODES; k++) {
            for (uint32_t i = 0; i < NODES; i++) {
                for (uint32_t j = 0; j < NODES; j++)
                    reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
            }
        }
        CHECK(pack_graph_make(&a, false, &graph));
        for (uint32_t i = 0; i < NODES; i++) {
            uint32_t place[NODES], expected = 0,
                                   node = pack_graph_find(&graph, &a, rom_id(names[i]), ROM_TAG_RAW);
            uint32_t count = pack_graph_closure(&graph, node, members);
            for (uint32_t j = 0; j < NODES; j++) {
                uint32_t other = pack_graph_find(&graph, &a, rom_id(names[j]), ROM_TAG_RAW), at = 0;
                while (at < count && members[at] != other) at++;
                place[j] = at;
                expected += reach[i][j];
                wrong += (at < count) != reach[i][j];
            }
            wrong += count != expected || members[count - 1] != node;
            for (uint32_t j = 0; j < NODES; j++) { /* children come first, unless they lead back */
                for (uint32_t k = 0; k < NODES; k++)
                    wrong += reach[i][j] && direct[j][k] && !reach[k][j] && place[k] > place[j];
            }
        }
        CHECK_EQ(wrong, 0);
        pack_graph_free(&graph);
        assemble_free(&a);
    }
}

static void add_raw(assembly *a, const char *name) {
    writer *out = assemble_add(a, name, ROM_TAG_RAW, ROM_RAW_SIZE);
    writer_u32(out, rom_id(name)); /* content of its own, so that no two chunks are alike */
    const rom_raw_record r = {.data_bytes = 4, .data_at = ROM_RAW_SIZE};
    record_put_raw(out, 0, &r);
}

static bool holds(const rom_image *image, const char *package, const char *item) {
    rom_chunk pack;
    if (!rom_find(image, rom_id(package), ROM_TAG_PACKAGE, &pack)) return false;
    for (uint32_t i = 0; i < rom_package_count(pack.data); i++) {
        if (rom_package_at(pack.data, i).id == rom_id(item)) return true;
    }
    return false;
}

/* All versions of an element are in the level's package, so that none is loaded in play. Names that are only
 * mentioned are not. */
TEST(package_holds_every_version_of_an_element) {
    static const char *const wanted[] = {"mesh/tower",     "mesh/ruin",   "mesh/dust",   "collision/tower",
                                         "collision/ruin", "sound/crack", "effect/dust", "raw/named"};
    assembly a = {.cart = 7, .names = true};
    writer packed;
    rom_image image;
    add_budget(&a);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) add_raw(&a, wanted[i]);
    add_raw(&a, "raw/far");
    CHECK(add_level(&a, "town",
                    "level 1\nneighbour cave\nrefer raw far\nspawn thing at=0,0,0\nset what @raw/named\n"
                    "element gate at=0,0,0 health=100\n"
                    "version mesh=tower collision=tower mass=0 threshold=100\n"
                    "version mesh=ruin collision=ruin mass=300 sound=crack threshold=40\n"
                    "version mesh=dust effect=dust threshold=0\n"));
    CHECK(add_level(&a, "cave", "level 1\nneighbour town\n"));
    CHECK(pack_graph_write(&a, NULL, 0, "cart.txt", &error));
    CHECK(assemble_finish(&a, "cart.txt", &packed, &error));
    CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        CHECK(holds(&image, "package/level/town", wanted[i]));
    CHECK(!holds(&image, "package/level/town", "raw/far") &&
          !holds(&image, "package/level/town", "level/cave"));
    CHECK(holds(&image, "package/level/cave", "level/cave") &&
          !holds(&image, "package/level/cave", "level/town"));
    CHECK_EQ(rom_check_image(&image, NULL), ROM_OK);
    assemble_free(&a);
    writer_free(&packed);
}

/* A bundle that names a chunk as its clip, which stays as `residency` says. */
static void add_bundle(assembly *a, const char *const clips[3]) {
    writer *out = assemble_add(a, "bundle/orc", ROM_TAG_BUNDLE, ROM_BUNDLE_SIZE);
    const rom_bundle_record r = {.skeleton = rom_id("raw/bones"), .count = 3, .at = ROM_BUNDLE_SIZE};
    for (uint8_t i = 0; i < 3; i++) {
        const rom_bundle_entry_record entry = {
            .name = i + 1u, .clip = rom_id(clips[i]), .speed = 65536, .residency = i};
        record_add_bundle_entry(out, &entry);
    }
    record_put_bundle(out, 0, &r);
}

/* Clips that are fetched when they are wanted are no part of the package, but they stay in the image. */
TEST(package_leaves_clips_that_are_fetched_to_their_character) {
    static const char *const clips[3] = {"raw/idle", "raw/climb", "raw/die"};
    assembly a = {.cart = 7, .names = true};
    writer packed;
    rom_image image;
    rom_chunk chunk;
    add_budget(&a);
    add_raw(&a, "raw/bones");
    for (int i = 0; i < 3; i++) add_raw(&a, clips[i]);
    add_bundle(&a, clips);
    CHECK(add_level(&a, "town", "level 1\nspawn orc at=0,0,0\nset moves @bundle/orc\n"));
    CHECK_EQ(pack_prune(&a, NULL, 0, NULL, NULL, NULL), 0);
    CHECK(pack_graph_write(&a, NULL, 0, "cart.txt", &error) &&
          assemble_finish(&a, "cart.txt", &packed, &error));
    CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
    CHECK(holds(&image, "package/level/town", "bundle/orc") &&
          holds(&image, "package/level/town", "raw/bones"));
    CHECK(holds(&image, "package/level/town", clips[0]) && holds(&image, "package/level/town", clips[1]));
    CHECK(!holds(&image, "package/level/town", clips[2]) &&
          rom_find(&image, rom_id(clips[2]), ROM_TAG_RAW, &chunk));
    CHECK_EQ(rom_check_image(&image, NULL), ROM_OK);
    assemble_free(&a);
    writer_free(&packed);
}

static char gone[200];
static void note(void *context, const assemble_chunk *chunk) {
    (void)context;
    snprintf(gone + strlen(gone), sizeof gone - strlen(gone), "%s ", chunk->name);
}

TEST(package_leaves_out_what_nothing_refers_to) {
    static const char *const keep[] = {"RAW/kept-*", "texture/menu"};
    const linked chain = {{"raw/end", NULL, NULL, NULL}}, loose = {{"raw/loose2", NULL, NULL, NULL}};
    assembly a = {.cart = 7, .names = true};
    writer packed;
    rom_image image;
    rom_chunk chunk;
    add_budget(&a);
    add_raw(&a, "raw/end");
    add_raw(&a, "raw/kept-one");
    add_raw(&a, "raw/unused");
    add_raw(&a, "raw/loose2");
    CHECK(add_linked(&a, "raw/chain", &chain) && add_linked(&a, "raw/loose", &loose));
    CHECK(add_level(&a, "town", "level 1\nspawn thing at=0,0,0\nset what @raw/chain\n"));
    gone[0] = 0;
    CHECK_EQ(pack_prune(&a, keep, 2, note, NULL, NULL), 4); /* unused, loose with its references, loose2 */
    CHECK(strstr(gone, "raw/unused ") != NULL && strstr(gone, "raw/loose ") != NULL &&
          strstr(gone, "raw/loose2 ") != NULL);
    CHECK_EQ(strlen(gone), strlen("raw/unused raw/loose raw/loose2 "));
    CHECK(pack_graph_write(&a, NULL, 0, "cart.txt", &error) &&
          assemble_finish(&a, "cart.txt", &packed, &error));
    CHECK_EQ(rom_open(packed.data, packed.size, &image, NULL), ROM_OK);
    CHECK(rom_find(&image, rom_id("raw/end"), ROM_TAG_RAW, &chunk) &&
          rom_find(&image, rom_id("raw/kept-one"), ROM_TAG_RAW, &chunk));
    CHECK(rom_find(&image, rom_id("raw/chain"), ROM_TAG_REFERENCES, &chunk));
    CHECK(!rom_find(&image, rom_id("raw/unused"), ROM_TAG_RAW, &chunk) &&
          !rom_find(&image, rom_id("raw/loose2"), ROM_TAG_RAW, &chunk));
    CHECK(!rom_find(&image, rom_id("raw/loose"), ROM_TAG_REFERENCES, &chunk));
    assemble_free(&a);
    writer_free(&packed);
}
