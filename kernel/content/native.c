/* What scripts may ask of tables, rows, topologies and languages. */
#include "kernel/content/internal.h"
#include "kernel/script/machine.h"
#include "rom/data.h"

/* ---- tables ---- */

static bool find_table(const ox_script_call *call, rom_table *table) {
    return ox_content_table(ox_module_of_call(call), (ox_id)call->arguments[0], table);
}

/* A value of a table as fx: whole numbers beyond the range of fx saturate. */
static int32_t as_fx(const rom_table *table, int32_t value) {
    return table->kind == ROM_TABLE_FX ? value
           : value > INT16_MAX         ? FX_MAX
           : value < INT16_MIN         ? FX_MIN
                                       : value * FX_ONE;
}

static ox_script_answer look_up(ox_script_call *call, int32_t y) {
    rom_table table;
    if (!find_table(call, &table)) return ox_script_refuse(call, 0);
    call->results[0] = as_fx(&table, rom_table_linear(&table, call->arguments[1], y));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_table(ox_script_call *call) { return look_up(call, 0); }
static ox_script_answer native_table_between(ox_script_call *call) {
    return look_up(call, call->arguments[2]);
}

static ox_script_answer native_table_entry(ox_script_call *call) {
    rom_table table;
    if (!find_table(call, &table)) return ox_script_refuse(call, 0);
    for (uint32_t i = 1; i < 3; i++)
        if (call->arguments[i] < 0 || (uint32_t)call->arguments[i] >= (i == 1 ? table.width : table.height))
            return ox_script_refuse(call, i);
    call->results[0] =
        as_fx(&table, rom_table_element(&table, (uint32_t)call->arguments[1], (uint32_t)call->arguments[2]));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_table_width(ox_script_call *call) {
    rom_table table;
    if (!find_table(call, &table)) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)table.width;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_table_height(ox_script_call *call) {
    rom_table table;
    if (!find_table(call, &table)) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)table.height;
    return OX_SCRIPT_DONE;
}

/* ---- rows ---- */

static const uint8_t *find_rows(const ox_script_call *call, uint32_t argument) {
    return ox_content_chunk(ox_module_of_call(call), (ox_id)call->arguments[argument], ROM_TAG_DATA);
}

static ox_script_answer native_row_count(ox_script_call *call) {
    const uint8_t *chunk = find_rows(call, 0);
    if (chunk == NULL) return ox_script_refuse(call, 0);
    call->results[0] = (int32_t)rom_data_rows(chunk);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_row_find(ox_script_call *call) {
    const uint8_t *chunk = find_rows(call, 0);
    if (chunk == NULL) return ox_script_refuse(call, 0);
    if (rom_data_find(chunk, (uint32_t)call->arguments[1]) != NULL) call->results[0] = call->arguments[1];
    return OX_SCRIPT_DONE;
}

/* Gives the next row of a loop. The loop's list notes the key of its last row, so that rows may come and go
 * meanwhile. */
static ox_script_answer native_every_row(ox_script_call *call) {
    enum { KEY = 1 }; /* cell of the key, behind the count */
    ox_script_container noted;
    const uint8_t *chunk = find_rows(call, 1);
    if (!ox_script_container_of(call, call->arguments[0], &noted) || noted.map || noted.entry != 1 ||
        noted.capacity != OX_SCRIPT_EACH)
        return ox_script_refuse(call, 0);
    if (chunk == NULL) return ox_script_refuse(call, 1);
    const uint32_t number = noted.count == 0 ? 0 : rom_data_behind(chunk, (uint32_t)noted.cells[KEY]);
    if (number >= rom_data_rows(chunk)) return OX_SCRIPT_DONE;
    call->results[0] = noted.cells[KEY] = (int32_t)rom_data_key(rom_data_row(chunk, number));
    ox_script_container_set_count(&noted, 1);
    return OX_SCRIPT_DONE;
}

/* ---- topologies ---- */

/* Finds a topology, and those of its levels that the arguments from 1 on name. Returns how many of them were found,
 * with the topology counted as one. */
static uint32_t find_levels(const ox_script_call *call, ox_topology **topology, uint32_t *levels,
                            uint32_t count) {
    *topology = ox_content_topology(ox_module_of_call(call), (ox_id)call->arguments[0]);
    if (*topology == NULL) return 0;
    for (uint32_t i = 0; i < count; i++) {
        const int level = ox_topology_find(*topology, (ox_id)call->arguments[i + 1]);
        if (level < 0) return i + 1;
        levels[i] = (uint32_t)level;
    }
    return count + 1;
}

static ox_script_answer native_ways(ox_script_call *call) {
    ox_topology *t;
    uint32_t levels[2], found = find_levels(call, &t, levels, 2);
    if (found < 3) return ox_script_refuse(call, found);
    const uint16_t *distances = ox_content_distances(ox_module_of_call(call), t, (int)levels[0]);
    call->results[0] =
        distances == NULL || distances[levels[1]] == OX_TOPOLOGY_FAR ? -1 : distances[levels[1]];
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_toward(ox_script_call *call) {
    ox_topology *t;
    uint32_t levels[2], found = find_levels(call, &t, levels, 2);
    if (found < 3) return ox_script_refuse(call, found);
    const uint16_t *distances = ox_content_distances(ox_module_of_call(call), t, (int)levels[0]);
    const int next = distances == NULL ? OX_NOT_FOUND : ox_topology_toward(t, levels[1], distances);
    if (next >= 0) call->results[0] = (int32_t)ox_topology_level(t, (uint32_t)next);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_neighbour(ox_script_call *call) {
    ox_topology *t;
    uint32_t from, found = find_levels(call, &t, &from, 1);
    if (found < 2) return ox_script_refuse(call, found);
    int32_t left = call->arguments[2];
    for (uint32_t to = 0; left >= 0 && to < t->count; to++)
        if (to != from && ox_topology_way(t, from, to) == OX_OK && left-- == 0)
            call->results[0] = (int32_t)ox_topology_level(t, to);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_level_at(ox_script_call *call) {
    ox_topology *t;
    if (find_levels(call, &t, NULL, 0) < 1) return ox_script_refuse(call, 0);
    const int level = ox_topology_at(t, (vec3){call->arguments[1], call->arguments[2], call->arguments[3]});
    if (level >= 0) call->results[0] = (int32_t)ox_topology_level(t, (uint32_t)level);
    return OX_SCRIPT_DONE;
}

/* The link between two levels that a call names; negative after a refusal. */
static int find_link(ox_script_call *call, ox_topology **t) {
    uint32_t levels[2], found = find_levels(call, t, levels, 2);
    const int link = found < 3 ? OX_NOT_FOUND : ox_topology_link(*t, levels[0], levels[1]);
    if (link < 0) (void)ox_script_refuse(call, found < 3 ? found : 2);
    return link;
}

static ox_script_answer native_locked(ox_script_call *call) {
    ox_topology *t;
    const int link = find_link(call, &t);
    if (link < 0) return OX_SCRIPT_REFUSED;
    call->results[0] = ox_topology_is_locked(t, (uint32_t)link);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_lock(ox_script_call *call) {
    ox_topology *t;
    const int link = find_link(call, &t);
    if (link < 0) return OX_SCRIPT_REFUSED;
    ox_topology_lock(t, (uint32_t)link, call->arguments[3] != 0);
    return OX_SCRIPT_DONE;
}

/* ---- languages ---- */

static ox_script_answer native_language_choose(ox_script_call *call) {
    call->results[0] = ox_content_choose(ox_module_of_call(call), (ox_id)call->arguments[0]) == OX_OK;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_language_chosen(ox_script_call *call) {
    const ox_module_host *host = ox_module_of_call(call);
    const ox_content *s = ox_content_of(host);
    if (s != NULL && s->chosen.word != 0)
        call->results[0] = (int32_t)ox_content_language(host, s->chosen.word);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_language_at(ox_script_call *call) {
    if (call->arguments[0] >= 0)
        call->results[0] =
            (int32_t)ox_content_language(ox_module_of_call(call), (uint32_t)call->arguments[0] + 1u);
    return OX_SCRIPT_DONE;
}

/* ---- the table ---- */

const ox_script_native ox_content_native_rows[OX_CONTENT_NATIVES] = {
    OX_SCRIPT_NATIVE(table, QUERY, ALL, 16, "f(nf)", "table(of: table, x: fx) -> fx",
                     "what a table of numbers has at x, between two entries what lies between; of a table "
                     "of whole numbers a whole one: table('curve', 2.5)"),
    OX_SCRIPT_NATIVE(table_between, QUERY, ALL, 16, "f(nff)", "table_between(of: table, x: fx, y: fx) -> fx",
                     "the same of a table of two dimensions"),
    OX_SCRIPT_NATIVE(table_entry, QUERY, ALL, 8, "f(nii)",
                     "table_entry(of: table, column: int, row: int) -> fx",
                     "an entry of a table by its place, the first is 0, 0"),
    OX_SCRIPT_NATIVE(table_width, QUERY, ALL, 8, "i(n)", "table_width(of: table) -> int",
                     "how many columns a table of numbers has"),
    OX_SCRIPT_NATIVE(table_height, QUERY, ALL, 8, "i(n)", "table_height(of: table) -> int",
                     "how many rows it has, 1 in one dimension"),
    OX_SCRIPT_NATIVE(row_count, QUERY, ALL, 8, "i(n)", "row_count(of: rows) -> int",
                     "how many rows a table of data has: what `weapons.count` asks"),
    OX_SCRIPT_NATIVE(row_find, QUERY, ALL, 16, "n(nn)", "row_find(of: rows, key: name) -> name",
                     "the key again when a table of data has such a row: what `weapons.find(key)` asks"),
    OX_SCRIPT_NATIVE(every_row, QUERY, ALL, 16, "o(cn)", "every_row(of: rows) -> each obj",
                     "one row after the other: what `for weapon in weapons` asks"),
    OX_SCRIPT_NATIVE(ways, QUERY, ALL, 64, "i(nnn)", "ways(of: topology, here: level, there: level) -> int",
                     "how many ways one has to go from one level to another, -1 when none leads there"),
    OX_SCRIPT_NATIVE(toward, QUERY, ALL, 64, "n(nnn)",
                     "toward(of: topology, here: level, there: level) -> level",
                     "the next level on a shortest way to another, the name '' when none leads there"),
    OX_SCRIPT_NATIVE(neighbour, QUERY, ALL, 32, "n(nni)",
                     "neighbour(of: topology, here: level, number: int) -> level",
                     "one of the levels where one may go from a level now, '' behind the last"),
    OX_SCRIPT_NATIVE(level_at, QUERY, ALL, 32, "n(n3)", "level_at(of: topology, place: vec3) -> level",
                     "the level of a topology in whose bounds a place lies, '' for none"),
    OX_SCRIPT_NATIVE(locked, QUERY, ALL, 16, "b(nnn)",
                     "locked(of: topology, here: level, there: level) -> bool",
                     "whether the door between two levels is locked, as all doors are at first"),
    OX_SCRIPT_NATIVE(lock, SIM, ALL, 16, "v(nnnb)",
                     "lock(of: topology, here: level, there: level, shut: bool)",
                     "locks the way of a link between two levels, or opens it"),
    OX_SCRIPT_NATIVE(language_choose, SIM, CART, 8, "b(n)", "language_choose(which: language) -> bool",
                     "another language of the cart from the next frame on: language_choose('de')"),
    OX_SCRIPT_NATIVE(language_chosen, QUERY, ALL, 8, "n()", "language_chosen() -> name",
                     "the language that was chosen, '' while it is the one that the player came with"),
    OX_SCRIPT_NATIVE(language_at, QUERY, ALL, 8, "n(i)", "language_at(number: int) -> name",
                     "the languages of the cart one by one, '' behind the last"),
};
