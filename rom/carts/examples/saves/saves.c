/* Saved games: records by descriptor, a slot that survives a power cut, another version, and a checkpoint. */
#include "kernel/game/counter.h"
#include "kernel/save/checkpoint.h"
#include "rom/carts/examples/example.h"

/* 1. A saved game is a record with a descriptor. Add a line to the table, and old games still load. */
typedef struct hero {
    int32_t gold;
    uint16_t health, level;
} hero;
static const ox_field hero_fields[] = {
    OX_FIELD(hero, gold, OX_I32, OX_SIM, .initial = 10),
    OX_FIELD(hero, health, OX_U16, OX_SIM, .initial = 100, .low = 0, .high = 100),
    OX_FIELD(hero, level, OX_U16, OX_SIM, .initial = 1),
};
static const ox_type hero_type = OX_TYPE(hero, hero_fields, 2);

/* The hero of the version before: narrower gold, no level. */
typedef struct old_hero {
    int16_t gold;
    uint16_t health;
} old_hero;
static const ox_field old_fields[] = {OX_FIELD(old_hero, gold, OX_I16, OX_SIM),
                                      OX_FIELD(old_hero, health, OX_U16, OX_SIM)};
static const ox_type old_type = {
    .name = OX_NAME("hero"), .size = sizeof(old_hero), .version = 1, .fields = old_fields, .count = 2};

/* 2. The port's storage, with a switch in front of it that cuts the power after so many bytes. Games use
 * ox_save_device_of(platform) as it is. */
typedef struct fuse_box {
    plat *platform;
    uint32_t bytes;
} fuse_box;
static bool box_read(void *box, uint32_t at, void *bytes, uint32_t size) {
    return plat_storage_read(((fuse_box *)box)->platform, at, bytes, size);
}
static bool box_write(void *box, uint32_t at, const void *bytes, uint32_t size) {
    fuse_box *b = box;
    uint32_t lasts = size < b->bytes ? size : b->bytes;
    b->bytes -= lasts;
    return plat_storage_write(b->platform, at, bytes, lasts) && lasts == size;
}
static bool box_erase(void *box, uint32_t at, uint32_t size) {
    return plat_storage_erase(((fuse_box *)box)->platform, at, size);
}
static bool box_sync(void *box) { return plat_storage_sync(((fuse_box *)box)->platform); }

static void save_hero(ox_saves *saves, uint32_t slot, const ox_type *type, const void *record) {
    ox_saves_clear(saves);
    ox_saves_add(saves, type, record);
    if (ox_failed(ox_saves_write(saves, slot))) return;
    while (ox_saves_step(saves, 16)) continue; /* a game does this once a tick */
}

static void load_hero(ox_saves *saves, uint32_t slot, ox_log *out) {
    hero h;
    ox_status status = ox_saves_read(saves, slot);
    if (status == OX_OK) status = ox_saves_get(saves, &hero_type, &h);
    if (ox_failed(status))
        SAY("  slot %u: %s", (unsigned)slot, ox_status_name(status));
    else
        SAY("  slot %u: gold %d, health %u, level %u", (unsigned)slot, (int)h.gold, (unsigned)h.health,
            (unsigned)h.level);
}

/* 3. A checkpoint: places where the game is saved, and the things that the hero takes along. */
static hero carried;
static const ox_save_part parts[] = {{.name = OX_NAME("hero"), .type = &hero_type, .context = &carried}};
static const ox_checkpoint_place places[] = {{OX_NAME("chunks/mill"), OX_NAME("door")}};
static const ox_checkpoint_plan plan = {places, 1, parts, 1};

void example(plat *platform, ox_log *out) {
    static _Alignas(8) uint8_t memory[2048];
    static ox_saves saves;
    ox_arena arena;
    fuse_box box = {platform, UINT32_MAX};
    plat_storage_info info;
    plat_storage(platform, &info);
    ox_saves_config config = {.device = {.context = &box,
                                         .size = info.size,
                                         .sector = info.sector,
                                         .read = box_read,
                                         .write = box_write,
                                         .erase = box_erase,
                                         .sync = box_sync},
                              .cart = 77,
                              .major = 1,
                              .slots = 2,
                              .room = 512};
    ox_arena_init(&arena, memory, sizeof memory);
    if (ox_failed(ox_saves_init(&saves, &config, &arena))) return;
    load_hero(&saves, 0, out);

    SAY("saved, and loaded:");
    hero h = {.gold = 250, .health = 60, .level = 3};
    save_hero(&saves, 0, &hero_type, &h);
    load_hero(&saves, 0, out);

    SAY("the power goes after 20 bytes of the next game:");
    h.gold = 9999;
    box.bytes = 20;
    save_hero(&saves, 0, &hero_type, &h);
    SAY("  %s", saves.why);
    box.bytes = UINT32_MAX; /* power is back */
    load_hero(&saves, 0, out);

    SAY("a game of the version before:");
    old_hero old = {.gold = -5, .health = 80};
    save_hero(&saves, 1, &old_type, &old);
    load_hero(&saves, 1, out);

    SAY("a checkpoint:");
    ox_checkpoint cp;
    carried = (hero){.gold = 1, .health = 2, .level = 9};
    if (ox_failed(ox_checkpoint_init(&cp, &plan, &saves, 1))) return;
    SAY("  in the field: %s",
        ox_status_name(ox_checkpoint_reach(&cp, OX_NAME("chunks/field"), OX_NAME("door"))));
    SAY("  at the mill: %s",
        ox_status_name(ox_checkpoint_reach(&cp, OX_NAME("chunks/mill"), OX_NAME("door"))));
    ox_saves_finish(&saves);
    carried.health = 0; /* the hero dies */
    if (ox_failed(ox_checkpoint_return(&cp))) return;
    SAY("  back at the mill: health %u, level %u", (unsigned)carried.health, (unsigned)carried.level);
}
