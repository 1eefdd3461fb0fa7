/* Rows, tables and texts in C: ../data.goad. */
#include "rom/carts/examples/pairs/in_c/pairs.h"

#include "kernel/content/module.h"
#include "raster/flat.h"
#include "rom/data.h"

enum { WEAPON, AT }; /* numbers: the key of a row, and metres */

static const uint8_t *weapons_of(const pair_game *g) {
    return ox_content_chunk(ox_console_modules(g->console), rom_id("data/weapons"), ROM_TAG_DATA);
}

/* A column of a row: a number, or the key of another row. */
static int32_t value_of(const pair_game *g, const uint8_t *row, ox_id column) {
    const uint8_t *weapons = weapons_of(g);
    return rom_data_value(weapons, row, (uint32_t)rom_data_column(weapons, column));
}

static const uint8_t *weapon_of(const pair_game *g) {
    return rom_data_find(weapons_of(g), (uint32_t)g->numbers[WEAPON]);
}

static void start_data(pair_game *g) {
    const uint8_t *weapons = weapons_of(g);
    g->numbers[WEAPON] = (int32_t)OX_NAME("sword");
    for (uint32_t i = 0; i < rom_data_rows(weapons); i++)
        pair_count(g, OX_NAME("damage"), value_of(g, rom_data_row(weapons, i), OX_NAME("damage")));
}

static void hear_data(pair_game *g, const pair_event *event) {
    const ox_module_host *host = ox_console_modules(g->console);
    if (pair_pressed(event, PLAT_A)) {
        const int32_t next = value_of(g, weapon_of(g), OX_NAME("next"));
        g->numbers[WEAPON] = next != 0 ? next : (int32_t)OX_NAME("sword");
        pair_set(g, OX_NAME("now"), value_of(g, weapon_of(g), OX_NAME("damage")));
    }
    const bool german = ox_content_language(host, ox_content_chosen(host)) == OX_NAME("de");
    if (pair_pressed(event, PLAT_B)) (void)!ox_content_choose(host, german ? OX_NAME("en") : OX_NAME("de"));
}

static void tick_data(pair_game *g) {
    rom_table curve;
    g->numbers[AT] = fx_adds(g->numbers[AT], value_of(g, weapon_of(g), OX_NAME("speed")));
    if (!ox_content_table(ox_console_modules(g->console), rom_id("table/curve"), &curve)) return;
    const fx x = rom_table_linear(&curve, g->numbers[AT], 0); /* linear between two entries */
    pair_put(g, pair_find(g, OX_NAME("hero")), (vec3){x, 0, 0});
    if (g->numbers[AT] > 4 * FX_ONE) g->numbers[AT] = 0;
}

static void draw_words(const pair_game *g, rs_frame *frame, int y, const char *words, uint32_t length) {
    const ox_module_host *host = ox_console_modules(g->console);
    char line[32];
    ox_text out = ox_text_begin(line, sizeof line);
    if (words != NULL) ox_content_write(words, length, NULL, NULL, &out);
    (void)rs_frame_text(frame, 8, y, line, ox_resource_native(host->resources, 0xFFFFFF));
}

static void draw_data(const pair_game *g, rs_frame *frame) {
    const uint8_t *weapons = weapons_of(g);
    const uint32_t label = (uint32_t)rom_data_column(weapons, OX_NAME("label"));
    uint32_t length;
    const char *words = ox_content_text(ox_console_modules(g->console), OX_NAME("greeting"), &length);
    draw_words(g, frame, 8, words, length);
    words = rom_data_text(weapons, weapon_of(g), label, &length);
    draw_words(g, frame, 20, words, length);
}

const pair pair_data = {
    .scene = "scene/data", .start = start_data, .hear = hear_data, .tick = tick_data, .draw = draw_data};
