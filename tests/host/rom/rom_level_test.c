/* Levels, tables, texts, maps and topologies from their text forms, read back with the console's readers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rom/check.h"
#include "rom/codec.h"
#include "rom/level.h"
#include "rom/region.h"
#include "rom/table.h"
#include "rom/text.h"
#include "tests/test.h"
#include "tools/convert/pack_kinds.h"
#include "tools/data/level_text.h"
#include "tools/image/assemble.h"
#include "tools/image/chunk.h"
#include "tools/record_writer.h"

static cart owner;
static tool_error error;

/* Converts a text of a kind; the chunk is checked and lies in *out. */
static bool convert(const char *kind, const char *text, const cart_asset *asset, writer *out) {
    const pack_kind *k = pack_kind_find(kind);
    const pack_source source = {.c = &owner,
                                .asset = asset,
                                .path = "thing.txt",
                                .data = (const uint8_t *)text,
                                .size = strlen(text),
                                .error = &error};
    rom_error fault = {ROM_OK, 0, ""};
    memset(out, 0, sizeof *out);
    error.text[0] = 0;
    writer_zeros(out, k->header);
    writer_put_u16(out, 0, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(out, 2, k->header);
    if (!k->convert(&source, out)) return false;
    writer_align(out, 4);
    if (error.text[0] != 0) test_fail(__FILE__, __LINE__, error.text, 0, 0);
    if (rom_check_chunk(k->tag, out->data, out->size, &fault) != ROM_OK)
        test_fail(__FILE__, __LINE__, fault.text, (long long)fault.offset, 0);
    return true;
}

static const char village[] = "level 1\n"
                              "bounds -20,0,-20 20,8,20\n"
                              "tag water\n"
                              "tag town\n"
                              "neighbour cave\n"
                              "layer ground\n"
                              "layer secret hidden inactive\n"
                              "cell 8\n"
                              "instance wall at=9,0,1 yaw=90\n"
                              "instance wall at=1,0,1 scale=2 tint=#804020\n"
                              "instance tower at=2,0,2 material=stone no-shadow\n"
                              "spawn guard at=1,0,2 name=bob yaw=180 layer=secret\n"
                              "set health 12\n"
                              "set speed 1.5\n"
                              "set target @gate\n"
                              "set awake yes\n"
                              "set says \"Who goes there?\"\n"
                              "set way 1,2,-3.5\n"
                              "set coat #203040\n"
                              "spawn lamp at=0,2,0 parent=bob later\n"
                              "locator start player at=0,0,5 yaw=45\n"
                              "volume pond water box at=3,0,3 half=2,1,2\n"
                              "volume bell sound sphere at=0,5,0 radius=9.5\n"
                              "light sun sun vector=-1,-2,-1 intensity=0.5\n"
                              "path patrol straight closed 0,0,0 3,0,4 3,0,0\n"
                              "ledge from=0,3,0 to=4,3,0 facing=0,0,1\n"
                              "cover from=0,0,0 to=2,0,0 facing=0,0,-1 low left\n"
                              "solid box at=0,-1,0 half=20,1,20 material=grass\n"
                              "solid capsule from=0,0,0 to=0,2,0 radius=0.5\n"
                              "walk from=0,0,0 to=4,0,0 width=1\n"
                              "element gate at=2,0,2 health=100 instance=2\n"
                              "version mesh=tower threshold=100\n"
                              "version mesh=ruin mass=3.25 threshold=40\n"
                              "version threshold=0\n"
                              "refer level cave\n";

static const cart_asset plain = {.name = "village", .kind = "level"};

TEST(rom_level_text_becomes_sections) {
    writer level;
    rom_view s;
    uint32_t length;
    bool made = convert("level", village, &plain, &level);
    if (!made) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    if (!made) return;
    const uint8_t *data = level.data;
    CHECK_EQ(rom_i32(data + ROM_LEVEL_LOW), -20 * 65536);
    CHECK(rom_u32(data + ROM_LEVEL_TAG_COUNT) == 2 && rom_u32(data + ROM_LEVEL_NEIGHBOUR_COUNT) == 1);
    CHECK_EQ(rom_u32(data + ROM_LEVEL_PACKAGE), rom_id("package/level/village"));
    /* geometry: three instances of two meshes in two cells */
    CHECK(rom_level_section(data, ROM_TAG_GEOMETRY, 0, &s));
    CHECK(rom_u32(s.data + ROM_GEOMETRY_MESH_COUNT) == 2 &&
          rom_u32(s.data + ROM_GEOMETRY_INSTANCE_COUNT) == 3 &&
          rom_u32(s.data + ROM_GEOMETRY_CELL_COUNT) == 2);
    const uint8_t *first = s.data + rom_u32(s.data + ROM_GEOMETRY_INSTANCES_AT);
    CHECK(rom_i32(first + ROM_INSTANCE_SCALE) == 2 * 65536 && first[ROM_INSTANCE_TINT] == 0x80 &&
          first[ROM_INSTANCE_TINT + 2] == 0x20);
    CHECK(rom_geometry_cell(s.data, 0) == 0 && rom_geometry_cell(s.data, 1) == 0 &&
          rom_geometry_cell(s.data, 2) == 1 && rom_geometry_cell(s.data, 3) == UINT32_MAX);
    CHECK_NEAR(rom_i16(first + 2 * ROM_INSTANCE_SIZE + ROM_INSTANCE_ROTATION + 2), 11585, 2);
    /* spawners: type, place and every kind of property */
    CHECK(rom_level_section(data, ROM_TAG_SPAWNERS, 0, &s));
    const uint8_t *bob = s.data + rom_u32(s.data + ROM_SPAWNERS_SPAWNERS_AT);
    CHECK(rom_u32(bob) == rom_id("guard") && rom_u32(bob + ROM_SPAWNER_NAME) == rom_id("bob") &&
          rom_u16(bob + ROM_SPAWNER_LAYER) == 2);
    CHECK(rom_u32(bob + ROM_SPAWNER_SIZE + ROM_SPAWNER_PARENT) == 0 &&
          rom_u32(bob + ROM_SPAWNER_SIZE + ROM_SPAWNER_FLAGS) == 1);
    static const struct {
        const char *key;
        uint8_t kind;
        uint32_t value;
    } wanted[] = {{"health", ROM_PROPERTY_INTEGER, 12},
                  {"speed", ROM_PROPERTY_FX, 98304},
                  {"awake", ROM_PROPERTY_BOOL, 1},
                  {"coat", ROM_PROPERTY_COLOUR, 0x203040}};
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *p = rom_spawner_property(s.data, 0, rom_id(wanted[i].key));
        CHECK(p != NULL && p[ROM_PROPERTY_KIND] == wanted[i].kind &&
              rom_u32(p + ROM_PROPERTY_VALUE) == wanted[i].value);
    }
    CHECK_EQ(rom_u32(rom_spawner_property(s.data, 0, rom_id("target")) + ROM_PROPERTY_VALUE), rom_id("gate"));
    const char *says = rom_property_text(s.data, rom_spawner_property(s.data, 0, rom_id("says")), &length);
    CHECK(says != NULL && length == 15 && memcmp(says, "Who goes there?", 15) == 0);
    CHECK_EQ(rom_i32(rom_property_vector(s.data, rom_spawner_property(s.data, 0, rom_id("way"))) + 8),
             -229376);
    CHECK(rom_spawner_property(s.data, 0, rom_id("nothing")) == NULL &&
          rom_spawner_property(s.data, 1, rom_id("health")) == NULL &&
          rom_spawner_property(s.data, 2, 1) == NULL);
    /* the other sections */
    CHECK(rom_level_section(data, ROM_TAG_PATH, 0, &s));
    CHECK_NEAR(rom_i32(s.data + rom_u32(s.data + ROM_PATH_SPLINES_AT) + ROM_SPLINE_LENGTH), 9 * 65536, 8);
    CHECK(rom_level_section(data, ROM_TAG_COLLISION, 0, &s) &&
          rom_u32(s.data + ROM_COLLISION_BOX_COUNT) == 1 &&
          rom_u32(s.data + ROM_COLLISION_MATERIAL_COUNT) == 2);
    static const uint32_t others[] = {ROM_TAG_LOCATORS,     ROM_TAG_VOLUMES, ROM_TAG_LIGHTS,
                                      ROM_TAG_LEDGES,       ROM_TAG_LAYERS,  ROM_TAG_NAVIGATION,
                                      ROM_TAG_EXTERNAL_LIST};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        CHECK(rom_level_section(data, others[i], 0, &s) && !rom_level_section(data, others[i], 1, &s));
    uint32_t type;
    CHECK(!rom_level_section(data, ROM_TAG_MESH, 0, &s));
    CHECK(s.data == NULL);
    CHECK(!rom_level_section_at(data, 99, &type, &s));
    CHECK(s.data == NULL && type == 0);
    writer_free(&level);
}

TEST(rom_level_elements_switch_once) {
    writer level;
    rom_view s;
    bool made = convert("level", village, &plain, &level);
    if (!made) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    if (!made) return;
    CHECK(rom_level_section(level.data, ROM_TAG_ELEMENTS, 0, &s));
    uint32_t now = 0, switches = 0;
    for (int32_t health = 100 * 65536; health >= -65536; health -= 32768) {
        uint32_t next = rom_element_version(s.data, 0, now, health);
        if (next != now) {
            switches++;
            CHECK_EQ(health, now == 0 ? 40 * 65536 : 0);
        }
        now = next;
    }
    CHECK(switches == 2 && now == 2);
    CHECK_EQ(rom_element_version(s.data, 0, 0, -5), 2);
    /* an element never goes back to an earlier version */
    CHECK_EQ(rom_element_version(s.data, 0, 2, 90 * 65536), 2);
    CHECK_EQ(rom_u32(rom_element_version_at(s.data, 0, 1)), rom_id("mesh/ruin"));
    CHECK(rom_element_version_at(s.data, 0, 3) == NULL && rom_element_version_at(s.data, 1, 0) == NULL);
    /* the element's instance was moved by the sorting into cells, and is named all the same */
    CHECK(rom_level_section(level.data, ROM_TAG_GEOMETRY, 0, &s));
    const uint8_t *row = s.data + rom_u32(s.data + ROM_GEOMETRY_INSTANCES_AT) + ROM_INSTANCE_SIZE;
    CHECK_EQ(rom_u16(row), 1);
    writer_free(&level);
}

/* Each section damaged in turn is refused by its name; an unknown section is skipped. */
TEST(rom_level_damaged_sections_are_named) {
    writer level;
    rom_error fault;
    rom_view s;
    uint32_t type;
    bool made = convert("level", village, &plain, &level);
    if (!made) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    if (!made) return;
    for (uint32_t i = 0; rom_level_section_at(level.data, i, &type, &s); i++) {
        char name[16];
        size_t at = (size_t)(s.data - level.data);
        snprintf(name, sizeof name, "in %c%c%c%c:", (int)(type & 255), (int)(type >> 8 & 255),
                 (int)(type >> 16 & 255), (int)(type >> 24));
        writer_put_u16(&level, at, 0x0300);
        CHECK_EQ(rom_check_chunk(ROM_TAG_LEVEL, level.data, level.size, &fault), ROM_BAD_CHUNK);
        CHECK(strstr(fault.text, name) != NULL && fault.offset == at);
        writer_put_u16(&level, at, ROM_CHUNK_VERSION_NOW);
        writer_put_u16(&level, at + 2, 0xFFFC);
        CHECK_EQ(rom_check_chunk(ROM_TAG_LEVEL, level.data, level.size, &fault), ROM_BAD_CHUNK);
        CHECK(strstr(fault.text, name) != NULL);
        writer_put_u16(&level, at + 2, rom_type_of(type)->size);
    }
    CHECK_EQ(rom_check_chunk(ROM_TAG_LEVEL, level.data, level.size, &fault), ROM_OK);
    /* the last section gets an unknown type that sorts behind the others: it is skipped, unless it is marked
     * as needed */
    uint32_t row = rom_u32(level.data + ROM_LEVEL_SECTIONS_AT) +
                   (rom_u32(level.data + ROM_LEVEL_SECTION_COUNT) - 1) * ROM_LEVEL_SECTION_SIZE;
    writer_put_u32(&level, row, ROM_TAG('z', 'z', 'z', 'z'));
    CHECK_EQ(rom_check_chunk(ROM_TAG_LEVEL, level.data, level.size, &fault), ROM_OK);
    writer_put_u32(&level, row + ROM_LEVEL_SECTION_FLAGS, 1);
    CHECK_EQ(rom_check_chunk(ROM_TAG_LEVEL, level.data, level.size, &fault), ROM_BAD_CHUNK);
    CHECK(strstr(fault.text, "zzzz") != NULL);
    writer_free(&level);
}

/* A fault names the line and the column of the wrong word. */
TEST(rom_level_text_faults_have_columns) {
    static const struct {
        const char *text;
        unsigned long line, column;
    } faults[] = {{"level 1\n  what 3\n", 2, 3},
                  {"level 1\ninstance wall  at=1,2,3 tint=blue\n", 2, 25},
                  {"level 1\ninstance wall at=1,2,99999\n", 2, 15},
                  {"level 1\nbounds 0,0,0\t1,x,1\n", 2, 14},
                  {"level 1\ninstance wall scale=2\n", 2, 1}};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const cart_asset asset = {.name = "hall", .kind = "level"};
        writer out = {0};
        const pack_source source = {.asset = &asset,
                                    .path = "hall.level",
                                    .data = (const uint8_t *)faults[i].text,
                                    .size = strlen(faults[i].text),
                                    .error = &error};
        writer_zeros(&out, ROM_LEVEL_SIZE);
        CHECK(!convert_level(&source, &out));
        CHECK_EQ(error.line, faults[i].line);
        CHECK_EQ(error.column, faults[i].column);
        writer_free(&out);
    }
}

TEST(rom_level_text_faults_name_their_line) {
    static const struct {
        const char *text, *wanted;
    } faults[] = {
        {"", "empty level"},
        {"spawn a at=0,0,0\n", "thing.txt:1:"},
        {"level 2\n", "thing.txt:1:"},
        {"level 1\nlevel 1\n", "thing.txt:2:"},
        {"level 1\n\nwhat 3\n", "thing.txt:3: `what` is unknown"},
        {"level 1\nbounds 1,0,0 0,1,1\n", "low one"},
        {"level 1\ninstance wall\n", "without at="},
        {"level 1\ninstance wall at=1,2\n", "not three numbers"},
        {"level 1\ninstance wall at=1,2,99999\n", "out of range"},
        {"level 1\ninstance wall at=1,2,3 scale=0\n", "above 0"},
        {"level 1\ninstance wall at=1,2,3 tint=blue\n", "#RRGGBB"},
        {"level 1\nset a 1\n", "below a spawn"},
        {"level 1\nspawn a at=0,0,0\nset k 1\nset K 2\n", "thing.txt:4: `K` is set twice"},
        {"level 1\ninstance a at=0,0,0 yaww=45\n",
         "thing.txt:2: `instance` has no option `yaww`, did you mean yaw"},
        {"level 1\ninstance a at=0,0,0 wibble=4\n",
         "thing.txt:2: `instance` has no option `wibble`; take it away"},
        {"level 1\nsolid sphere at=0,0,0 half=1,1,1 radius=2\n", "thing.txt:2: `solid` has no option `half`"},
        {"level 1\ninstance crate at=0,0,0 no-shadwo\n",
         "thing.txt:2: `instance` has no word `no-shadwo`, did you mean no-shadow"},
        {"level 1\nspawn guard at=0,0,0 latre\n",
         "thing.txt:2: `spawn` has no word `latre`, did you mean later"},
        {"level 1\nlayer near hiden\n", "thing.txt:2: `layer` has no word `hiden`, did you mean hidden"},
        {"level 1\ncover from=0,0,0 to=1,0,0 facing=1,0,0 rihgt\n",
         "thing.txt:2: `cover` has no word `rihgt`, did you mean right"},
        {"level 1\nvolume a trigger sphere at=0,0,0 radius=1 extra\n",
         "thing.txt:2: `volume` has no word `extra`; take it away"},
        {"level 1\nspawn guard at=0,0,0 yaw\n", "thing.txt:2: `yaw` without a value; write yaw="},
        {"level 1\nlocator a place at=0,0,0 at=1,0,0\n", "thing.txt:2: `at` stands there twice"},
        {"level 1\nspawn a at=0,0,0 name=x\nspawn a at=0,0,0 name=X\n", "there already"},
        {"level 1\nspawn a at=0,0,0 parent=y\n", "no object `y`"},
        {"level 1\nspawn a at=0,0,0 layer=l\n", "no layer `l`"},
        {"level 1\nvolume a b cone at=0,0,0\n", "box|sphere"},
        {"level 1\nvolume a b sphere at=0,0,0\n", "above 0"},
        {"level 1\npath p straight closed\n", "without points"},
        {"level 1\nelement e at=0,0,0 health=1\n", "no version"},
        {"level 1\nelement e at=0,0,0 health=1\nversion threshold=1\nversion threshold=2\n",
         "thresholds fall"},
        {"level 1\nversion threshold=1\n", "below an element"},
        {"level 1\nsay \"hello\n", "not closed"},
        {"level 1\nrefer dog rex\n", "a kind is a word"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        writer out;
        bool ok = convert("level", faults[i].text, &plain, &out);
        if (ok || strstr(error.text, faults[i].wanted) == NULL)
            test_fail(__FILE__, (int)i, error.text, ok, 0);
        writer_free(&out);
    }
}

/* Names of the level below, and names that its statements imply. */
static const char *level_name_of(void *context, uint32_t id) {
    static const char *const names[] = {
        "water",       "town",           "level/cave", "ground",      "secret",        "mesh/wall",
        "mesh/tower",  "material/stone", "guard",      "bob",         "health",        "speed",
        "target",      "gate",           "awake",      "says",        "way",           "coat",
        "lamp",        "start",          "player",     "pond",        "bell",          "sound",
        "sun",         "patrol",         "grass",      "mesh/ruin",   "collision/low", "oak",
        "sound/crack", "effect/dust",    "level/fort", "texture/sky", "deep water",    "dim"};
    (void)context;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (rom_id(names[i]) == id) return names[i];
    }
    return NULL;
}

/* Every statement in the order of the dump. */
static const char canonical[] =
    "level 1\nprepared\nstreamed\nbounds -20,0,-20 20,8.5,20\ntag water\ntag town\n"
    "neighbour cave\nlayer ground\nlayer secret hidden inactive\n"
    "instance wall at=1,0,1 scale=2 tint=#804020\n"
    "instance tower at=2,0,2 yaw=90 material=stone no-shadow near-only\n"
    "instance wall at=25,0,1 yaw=247.5\n"
    "spawn guard at=1,0,2 name=bob yaw=180 scale=0.5 layer=secret\n"
    "%s"
    "spawn lamp at=0,2,0 parent=bob later\n"
    "locator start player at=0,0,5 yaw=45 radius=1.25\n"
    "volume pond \"deep water\" box at=3,0,3 half=2,1,2 yaw=30\n"
    "volume bell sound sphere at=0,5,0 radius=9.5\n"
    "light sun sun vector=-1,-2,-1 colour=#ffeedd\n"
    "light dim point vector=1,2,1 range=9 intensity=0.50196 layer=secret\n"
    "path patrol bezier closed 0,0,0 3,0,4 3,0,0\n"
    "ledge from=0,3,0 to=4,3,0 facing=0,0,1\n"
    "cover from=0,0,0 to=2,0,0 facing=0,0,-1 low left\n"
    "solid box at=0,-1,0 half=20,1,20 material=grass\n"
    "solid sphere at=1,2,3 radius=4\n"
    "solid capsule from=0,0,0 to=0,2,0 radius=0.5\n"
    "solid wall normal=0,1,0 distance=-2 material=oak\n"
    "walk from=0,0,0 to=4,0,0 width=1\n"
    "element gate at=2,0,2 health=100 instance=1\n"
    "version mesh=tower collision=low material=oak threshold=100\n"
    "version mesh=ruin mass=3.25 sound=crack effect=dust threshold=40\n"
    "version threshold=0\n"
    "refer level fort\nrefer texture sky\n";
static const char *const settings[] = {"set health 12\n",
                                       "set speed 1.5\n",
                                       "set target @gate\n",
                                       "set awake yes\n",
                                       "set says \"Who goes there?\"\n",
                                       "set way 1,2,-3.5\n",
                                       "set coat #203040\n"};

/* Sorts settings by their keys' ids, as the chunk does. */
static int by_key_id(const void *a, const void *b) {
    char x[16], y[16];
    uint32_t i, k;
    sscanf(*(const char *const *)a, "set %15s", x);
    sscanf(*(const char *const *)b, "set %15s", y);
    i = rom_id(x);
    k = rom_id(y);
    return (i > k) - (i < k);
}

static bool same_tag_order(void) { return rom_id("water") < rom_id("town"); }

TEST(rom_level_dump_equals_its_text) {
    static char text[8000], middle[1000];
    const char *sorted[7];
    writer level, again, dumped = {0}, image = {0};
    assembly a = {.cart = 7, .compress = COMPRESS_ON};
    rom_image opened;
    rom_chunk chunk;
    rom_error fault;
    uint8_t *owned;
    memcpy(sorted, settings, sizeof sorted);
    qsort(sorted, 7, sizeof *sorted, by_key_id);
    middle[0] = 0;
    for (int i = 0; i < 7; i++) strcat(middle, sorted[i]);
    snprintf(text, sizeof text, canonical, middle);
    if (!same_tag_order()) { /* tags lie by their ids */
        char *tag = strstr(text, "tag water\ntag town\n");
        memcpy(tag, "tag town\ntag water\n", 19);
    }
    bool made = convert("level", text, &plain, &level);
    if (!made) test_fail(__FILE__, __LINE__, error.text, 0, 1);
    if (!made) return;
    /* the level goes into a packed image and comes out as the console reads it */
    const rom_budget_record budget = {.memory = 65536, .frame = 8192, .width = 64, .height = 48, .rate = 60};
    record_put_budget(assemble_add(&a, "budget", ROM_TAG_BUDGET, ROM_BUDGET_SIZE), 0, &budget);
    writer *out = assemble_add(&a, "level/village", ROM_TAG_LEVEL, 4);
    out->size = 0;
    writer_bytes(out, level.data, level.size);
    CHECK(assemble_finish(&a, "cart", &image, &error));
    CHECK_EQ(rom_open(image.data, image.size, &opened, NULL), ROM_OK);
    CHECK(rom_find(&opened, rom_id("level/village"), ROM_TAG_LEVEL, &chunk) &&
          chunk.codec != ROM_CODEC_STORED);
    CHECK_EQ(chunk_unpack(&chunk, &owned, &fault), ROM_OK);
    CHECK(level_text_write(chunk.data, chunk.size, "village", level_name_of, NULL, &dumped, &error));
    writer_u8(&dumped, 0);
    if (strcmp((const char *)dumped.data, text) != 0) {
        for (const char *x = text, *y = (const char *)dumped.data;
             *x != 0 && *y != 0;) { /* the first line that differs */
            size_t n = strcspn(x, "\n"), m = strcspn(y, "\n");
            if (n != m || memcmp(x, y, n) != 0) {
                TEST_INFO("%.*s | %.*s", (int)n, x, (int)m, y);
                break;
            }
            x += n + 1;
            y += m + 1;
        }
    }
    CHECK_EQ(strcmp((const char *)dumped.data, text), 0);
    CHECK(convert("level", (const char *)dumped.data, &plain, &again));
    CHECK(again.size == level.size && memcmp(again.data, level.data, level.size) == 0);
    free(owned);
    assemble_free(&a);
    writer_free(&image);
    writer_free(&dumped);
    writer_free(&level);
    writer_free(&again);
}

/* A wall of a thousand segments out of five meshes. */
TEST(rom_level_wall_of_a_thousand_instances) {
    static char text[80000];
    size_t used = (size_t)snprintf(text, sizeof text, "level 1\ncell 32\n");
    writer level;
    rom_view s;
    for (int i = 0; i < 1000; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "instance part%d at=%d.5,0,%d\n", i % 5,
                                 i % 100, i / 100);
    CHECK(convert("level", text, &plain, &level));
    CHECK(rom_level_section(level.data, ROM_TAG_GEOMETRY, 0, &s));
    CHECK(rom_u32(s.data + ROM_GEOMETRY_MESH_COUNT) == 5 &&
          rom_u32(s.data + ROM_GEOMETRY_INSTANCE_COUNT) == 1000);
    TEST_INFO("1000 instances of 5 meshes: %u bytes, %u a record; as copies of a mesh of 500 bytes: 500000",
              (unsigned)s.size, (unsigned)ROM_INSTANCE_SIZE);
    CHECK(s.size < 1000 * ROM_INSTANCE_SIZE + 400);
    writer_free(&level);
}

/* ---- tables ---- */

TEST(rom_table_power_of_sixteen) {
    static char text[8192];
    size_t used = 0;
    writer chunk;
    rom_table table;
    rom_error fault;
    const cart_asset asset = {
        .name = "power", .kind = "table", .options = {{"kind", "fx"}, {"note", "x^16"}}};
    for (int i = 0; i < 256; i++) {
        double x = i / 255.0, power = x * x;
        power *= power;
        power *= power;
        power *= power;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.9f", i == 0 ? "" : ",", power);
    }
    CHECK(convert("table", text, &asset, &chunk));
    CHECK_EQ(rom_table_bind(chunk.data,
                            &(rom_table_shape){.kind = ROM_TABLE_FX, .dimensions = 1, .height = 1}, &table,
                            &fault),
             ROM_OK);
    CHECK_EQ(table.width, 256);
    int32_t worst = 0;
    for (int32_t x = -65536; x <= 2 * 65536; x += 77) {
        double held = x < 0 ? 0 : x > 65536 ? 1 : x / 65536.0, power = held * held;
        power *= power;
        power *= power;
        power *= power;
        int32_t off = abs(rom_table_linear(&table, x, 0) - (int32_t)(power * 65536));
        if (off > worst) worst = off;
    }
    TEST_INFO("256 steps of x^16: at most %d/65536 off", (int)worst);
    CHECK(worst < 65536 / 128);
    CHECK(rom_table_linear(&table, INT32_MIN, 0) == 0 && rom_table_linear(&table, INT32_MAX, 0) == 65536 &&
          rom_table_nearest(&table, 70000, 5) == 65536);
    CHECK_EQ(rom_table_bind(chunk.data,
                            &(rom_table_shape){.kind = ROM_TABLE_U8, .dimensions = 1, .height = 1}, &table,
                            &fault),
             ROM_BAD_CHUNK);
    CHECK(table.values == NULL && rom_table_element(&table, 0, 0) == 0);
    CHECK_EQ(
        rom_table_bind(chunk.data, &(rom_table_shape){.kind = ROM_TABLE_FX, .dimensions = 2}, &table, &fault),
        ROM_BAD_CHUNK);
    CHECK_EQ(
        rom_table_bind(chunk.data,
                       &(rom_table_shape){.kind = ROM_TABLE_FX, .dimensions = 1, .width = 17, .height = 1},
                       &table, &fault),
        ROM_BAD_CHUNK);
    /* a demanded width of 255 is checked like any other */
    const rom_table_shape narrow = {.kind = ROM_TABLE_ANY, .width = 255};
    CHECK_EQ(rom_table_bind(chunk.data, &narrow, &table, &fault), ROM_BAD_CHUNK);
    chunk.data[rom_u32(chunk.data + ROM_TABLE_VALUES_AT) + 5] ^= 1;
    CHECK_EQ(rom_check_chunk(ROM_TAG_TABLE, chunk.data, chunk.size, &fault), ROM_BAD_CHUNK);
    writer_free(&chunk);
}

TEST(rom_table_of_each_kind_reads_back) {
    static const struct {
        const char *kind, *text;
        int32_t values[6];
    } cases[] = {{"u8", "0,1,2\n253,254,255\n", {0, 1, 2, 253, 254, 255}},
                 {"i16", "-32768,0,1\n2,3,32767\n", {-32768, 0, 1, 2, 3, 32767}},
                 {"u16", "0,1,2\n3,4,65535\n", {0, 1, 2, 3, 4, 65535}},
                 {"i32", "-2147483648,0,1\n2,3,2147483647\n", {INT32_MIN, 0, 1, 2, 3, INT32_MAX}},
                 {"fx", "-1.5,0,0.25\n1,2,3\n", {-98304, 0, 16384, 65536, 131072, 196608}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cart_asset asset = {
            .name = "t", .kind = "table", .options = {{"kind", ""}, {"low", "-1"}, {"high", "1"}}};
        writer chunk;
        rom_table table;
        snprintf(asset.options[0].value, sizeof asset.options[0].value, "%s", cases[i].kind);
        CHECK(convert("table", cases[i].text, &asset, &chunk));
        CHECK_EQ(
            rom_table_bind(chunk.data,
                           &(rom_table_shape){.kind = (uint32_t)i, .dimensions = 2, .width = 3, .height = 2},
                           &table, NULL),
            ROM_OK);
        for (uint32_t k = 0; k < 6; k++)
            CHECK_EQ(rom_table_element(&table, k % 3, k / 3), cases[i].values[k]);
        CHECK_EQ(rom_table_linear(&table, -65536, 0), cases[i].values[0]);
        CHECK_EQ(rom_table_linear(&table, 65536, 65536), cases[i].values[5]);
        CHECK_EQ(rom_table_linear(&table, 0, 0), cases[i].values[1]);
        writer_free(&chunk);
    }
    writer none;
    const cart_asset asset = {.name = "t", .kind = "table", .options = {{"kind", "u8"}}};
    CHECK(!convert("table", "1,2\n3,256\n", &asset, &none) && strstr(error.text, "thing.txt:2:") != NULL);
    writer_free(&none);
    CHECK(!convert("table", "1,2\n3\n", &asset, &none));
    writer_free(&none);
}

TEST(rom_text_of_a_file) {
    writer chunk;
    uint32_t length;
    CHECK(convert("text", "# menu\nstart = Los geht's\nquit=Ende \n\n", &plain, &chunk));
    const char *text = rom_text_find(chunk.data, rom_id("start"), &length);
    CHECK(text != NULL && length == 10 && memcmp(text, "Los geht's", 10) == 0);
    CHECK(rom_text_find(chunk.data, rom_id("quit"), &length) != NULL && length == 4);
    writer_free(&chunk);
    CHECK(!convert("text", "a = 1\nA = 2\n", &plain, &chunk) && strstr(error.text, "same id") != NULL);
    writer_free(&chunk);
    CHECK(!convert("text", "a = 1\nnonsense\n", &plain, &chunk) &&
          strstr(error.text, "thing.txt:2:") != NULL);
    writer_free(&chunk);
}

/* ---- region maps ---- */

static char map_text[400000];

/* 160 x 96 tiles in regions of 32 x 24; only some regions have tiles other than 7. */
static void make_map(uint32_t width, uint32_t height) {
    size_t used = 0;
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            uint32_t region = y / 24 * 5 + x / 32,
                     tile = region == 6 || region == 7 || region == 13 ? (x * 7 + y) % 200 : 7;
            used += (size_t)snprintf(map_text + used, sizeof map_text - used, "%s%u", x == 0 ? "" : ",",
                                     (unsigned)tile);
        }
        used += (size_t)snprintf(map_text + used, sizeof map_text - used, "\n");
    }
}

TEST(rom_region_map_random_access_equals_the_map) {
    cart_asset asset = {
        .name = "m",
        .kind = "regions",
        .options = {{"width", "32"}, {"height", "24"}, {"tile", "8x8"}, {"fill", "7"}, {"bytes", "2"}}};
    writer chunk;
    rom_error fault;
    static uint8_t tiles[32 * 24 * 2];
    owner.width = 240;
    owner.height = 160;
    make_map(160, 96);
    CHECK(convert("regions", map_text, &asset, &chunk));
    uint32_t absent = 0, bytes = rom_region_bytes(chunk.data);
    CHECK_EQ(bytes, sizeof tiles);
    CHECK_EQ(rom_u32(chunk.data + ROM_REGION_MAP_RUN_COUNT), 2); /* two runs: 6 and 7, and 13 */
    for (uint32_t r = 0; r < 20; r++) {
        rom_region region = rom_region_at(chunk.data, r % 5, r / 5);
        absent += region.data == NULL;
        CHECK_EQ(rom_region_unpack(chunk.data, &region, tiles, bytes, &fault), ROM_OK);
        for (uint32_t i = 0; i < 32 * 24; i++) {
            uint32_t x = r % 5 * 32 + i % 32, y = r / 5 * 24 + i / 32,
                     tile = r == 6 || r == 7 || r == 13 ? (x * 7 + y) % 200 : 7;
            if (rom_u16(tiles + i * 2) != tile)
                test_fail(__FILE__, (int)r, "tile", rom_u16(tiles + i * 2), tile);
        }
    }
    CHECK_EQ(absent, 17);
    rom_region beyond = rom_region_at(chunk.data, 5, 0);
    CHECK(beyond.data == NULL && rom_region_unpack(chunk.data, &beyond, tiles, 5, &fault) == ROM_BAD_CHUNK);
    CHECK(!rom_region_holds_screen(chunk.data, 240, 193));
    CHECK(rom_region_holds_screen(chunk.data, 240, 160) && !rom_region_holds_screen(chunk.data, 256, 160));
    TEST_INFO(
        "160 x 96 tiles: %u bytes of %u; 4 regions are %u bytes of memory whatever the size of the world",
        (unsigned)chunk.size, 160u * 96 * 2, (unsigned)(4 * bytes));
    writer_free(&chunk);
}

TEST(rom_region_map_refuses_what_cannot_be_drawn) {
    cart_asset small = {
        .name = "m", .kind = "regions", .options = {{"width", "30"}, {"height", "24"}, {"tile", "8x8"}}};
    cart_asset odd = {
        .name = "m",
        .kind = "regions",
        .options = {{"width", "33"}, {"height", "24"}, {"tile", "8x8"}, {"layout", "staggered"}}};
    writer chunk;
    owner.width = 240;
    owner.height = 160;
    make_map(33, 24);
    CHECK(!convert("regions", map_text, &small, &chunk) &&
          strstr(error.text, "larger than the picture") != NULL);
    writer_free(&chunk);
    CHECK(!convert("regions", map_text, &odd, &chunk) && strstr(error.text, "even number") != NULL);
    writer_free(&chunk);
    snprintf(odd.options[3].value, sizeof odd.options[3].value, "square");
    CHECK(convert("regions", map_text, &odd, &chunk));
    /* The reader refuses the odd width too. */
    rom_error fault;
    chunk.data[ROM_REGION_MAP_LAYOUT] = ROM_REGION_MAP_STAGGERED;
    CHECK_EQ(rom_check_chunk(ROM_TAG_REGION_MAP, chunk.data, chunk.size, &fault), ROM_BAD_CHUNK);
    CHECK_EQ(fault.offset, ROM_REGION_MAP_LAYOUT);
    writer_free(&chunk);
}

/* A map of 2 x 2 cells with two layers; the layers' cells end the chunk, so that a layer of fewer cells than the map would be read beyond it. */
TEST(rom_tile_map_refuses_layers_of_another_size) {
    enum {
        ROWS = ROM_TILE_MAP_SIZE,
        SECOND = ROWS + ROM_MAP_LAYER_SIZE,
        CELLS = SECOND + ROM_MAP_LAYER_SIZE
    };
    const uint32_t words[][2] = {{ROM_TILE_MAP_CELL_BYTES, 4},     {ROM_TILE_MAP_CELLS_AT, CELLS},
                                 {ROM_TILE_MAP_LAYER_COUNT, 2},    {ROM_TILE_MAP_LAYERS_AT, ROWS},
                                 {ROM_TILE_MAP_LAYER_BYTES, 8},    {ROM_TILE_MAP_LAYER_CELLS_AT, CELLS},
                                 {ROWS + ROM_MAP_LAYER_BYTES, 4},  {SECOND + ROM_MAP_LAYER_FIRST, 4},
                                 {SECOND + ROM_MAP_LAYER_BYTES, 4}};
    writer chunk = {0};
    rom_error fault;
    writer_zeros(&chunk, CELLS + 8);
    writer_put_u16(&chunk, 0, ROM_CHUNK_VERSION_NOW);
    writer_put_u16(&chunk, 2, ROM_TILE_MAP_SIZE);
    writer_put_u16(&chunk, ROM_TILE_MAP_WIDTH, 2);
    writer_put_u16(&chunk, ROM_TILE_MAP_HEIGHT, 2);
    chunk.data[ROM_TILE_MAP_ELEMENT] = 1;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        writer_put_u32(&chunk, words[i][0], words[i][1]);
    CHECK_EQ(rom_check_chunk(ROM_TAG_TILE_MAP, chunk.data, chunk.size, &fault), ROM_OK);
    writer_put_u32(&chunk, SECOND + ROM_MAP_LAYER_FIRST, 7);
    writer_put_u32(&chunk, SECOND + ROM_MAP_LAYER_BYTES, 1);
    CHECK_EQ(rom_check_chunk(ROM_TAG_TILE_MAP, chunk.data, chunk.size, &fault), ROM_BAD_CHUNK);
    CHECK_EQ(fault.offset, SECOND + ROM_MAP_LAYER_BYTES);
    writer_put_u32(&chunk, ROM_TILE_MAP_LAYER_COUNT, 0);
    CHECK_EQ(rom_check_chunk(ROM_TAG_TILE_MAP, chunk.data, chunk.size, &fault), ROM_BAD_CHUNK);
    CHECK_EQ(fault.offset, ROM_TILE_MAP_LAYER_COUNT);
    writer_free(&chunk);
}

TEST(rom_topology_of_a_text) {
    writer chunk;
    CHECK(convert("topology",
                  "form graph\nlevel town low=0,0,0 high=9,9,9\nlevel cave\nlink cave town door at=1,2,3 "
                  "radius=2\nlink town cave\nlink town town one-way\n",
                  &plain, &chunk));
    const uint8_t *nodes = chunk.data + rom_u32(chunk.data + ROM_TOPOLOGY_NODES_AT),
                  *links = chunk.data + rom_u32(chunk.data + ROM_TOPOLOGY_LINKS_AT);
    CHECK(rom_u32(nodes) == rom_id("level/town") && rom_u32(nodes + ROM_TOPOLOGY_NODE_LINK_COUNT) == 2);
    CHECK_EQ(rom_u32(nodes + ROM_TOPOLOGY_NODE_SIZE + ROM_TOPOLOGY_NODE_FIRST_LINK), 2);
    CHECK(rom_u32(links + 2 * ROM_TOPOLOGY_LINK_SIZE) == 0 &&
          rom_u32(links + 2 * ROM_TOPOLOGY_LINK_SIZE + ROM_TOPOLOGY_LINK_FLAGS) == 1);
    writer_free(&chunk);
    CHECK(!convert("topology", "form grid 2x2\nlevel a\n", &plain, &chunk));
    writer_free(&chunk);
    CHECK(!convert("topology", "link a b\n", &plain, &chunk) && strstr(error.text, "thing.txt:1:") != NULL);
    writer_free(&chunk);
}
