/* Tests of the log's ring. */
#include <string.h>

#include "kernel/debug/log.h"
#include "tests/test.h"

TEST(console_log_keeps_the_last_lines) {
    static _Alignas(8) uint8_t block[512];
    ox_arena arena;
    ox_log log;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(!ox_log_init(&log, NULL, &arena, 64, 64)); /* without memory for lines the log still works */
    ox_log_write(&log, PLAT_LOG_INFO, "unheard");
    CHECK(ox_log_recent(&log, 0) == NULL);
    CHECK(!ox_log_init(&log, NULL, &arena, 3, 64));
    CHECK(ox_log_init(&log, NULL, &arena, 4, 16));
    CHECK(ox_log_recent(&log, 0) == NULL);
    for (unsigned i = 0; i < 10; i++) ox_log_write(&log, PLAT_LOG_WARNING, "line %u", i);
    CHECK(strcmp(ox_log_recent(&log, 0), "line 9") == 0);
    CHECK(strcmp(ox_log_recent(&log, 3), "line 6") == 0);
    CHECK(ox_log_recent(&log, 4) == NULL);
    CHECK(log.counts[PLAT_LOG_WARNING] == 10 && log.counts[PLAT_LOG_ERROR] == 0);
    ox_log_write(&log, PLAT_LOG_ERROR, "a line of more than sixteen characters");
    CHECK(strcmp(ox_log_recent(&log, 0), "a line of mo...") == 0);
    log.level = PLAT_LOG_ERROR;
    ox_log_write(&log, PLAT_LOG_INFO, "left out");
    CHECK(strcmp(ox_log_recent(&log, 1), "line 9") == 0);
    ox_log_write(NULL, PLAT_LOG_ERROR, "nowhere");
}

static const char *name_of(const void *context, uint32_t id, uint32_t *length) {
    const char *name = id == 0xA1B2C3D4u ? "mesh/crate" : id == 1 ? "box" : id == 2 ? context : NULL;
    *length = name == NULL ? 0 : (uint32_t)strlen(name);
    return name;
}

TEST(console_log_writes_names_in_the_place_of_ids) {
    static _Alignas(8) uint8_t block[2048];
    char text[24] = "mesh #a1b2c3d4 is gone", exact[] = "#00000001";
    ox_arena arena;
    ox_log log;
    ox_arena_init(&arena, block, sizeof block);
    CHECK(ox_log_init(&log, NULL, &arena, 8, OX_LOG_LINE));
    ox_log_write(&log, PLAT_LOG_INFO, "mesh #%08x", 0xA1B2C3D4u);
    CHECK(strcmp(ox_log_recent(&log, 0), "mesh #a1b2c3d4") == 0); /* no names are known */
    log.name_of = name_of;
    log.names =
        "a name of ninety letters, as nobody gives one but by mistake or to see what becomes of it then";
    ox_log_write(&log, PLAT_LOG_INFO, "mesh #%08x: a box", 0xA1B2C3D4u);
    CHECK(strcmp(ox_log_recent(&log, 0), "mesh crate: a box") == 0); /* the kind is told once */
    ox_log_write(&log, PLAT_LOG_INFO, "amesh #%08x, #%08x.", 0xA1B2C3D4u, 1u);
    CHECK(strcmp(ox_log_recent(&log, 0), "amesh mesh/crate, box.") == 0);
    ox_log_write(&log, PLAT_LOG_INFO, "#%08x #%08x", 0xA1B2C3D4u, 3u);
    /* an unknown name is shown as its number */
    CHECK(strcmp(ox_log_recent(&log, 0), "mesh/crate #00000003") == 0);
    ox_log_write(&log, PLAT_LOG_INFO, "#000001 #0000000 # #000000012 #0000000A 00000001 #");
    CHECK(strcmp(ox_log_recent(&log, 0), "#000001 #0000000 # #000000012 #0000000A 00000001 #") == 0);
    ox_log_write(&log, PLAT_LOG_INFO, "#%08x#%08x", 2u, 2u); /* a line that does not fit ends in dots */
    CHECK(strlen(ox_log_recent(&log, 0)) == OX_LOG_LINE - 1);
    CHECK(strcmp(ox_log_recent(&log, 0) + OX_LOG_LINE - 4, "...") == 0);
    ox_log_name_ids(&log, text, sizeof text);
    CHECK(strcmp(text, "mesh crate is gone") == 0);
    ox_log_name_ids(&log, exact, sizeof exact);
    CHECK(strcmp(exact, "box") == 0);
    ox_log_name_ids(NULL, text, sizeof text);
}
