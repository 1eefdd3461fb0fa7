/* Chunks of texts, tables, data and topologies: they are held, and taken up again when they change; the state that
 * belongs to them. */
#include "kernel/content/module.h"

#include <string.h>

#include "kernel/console/console.h"
#include "kernel/content/internal.h"
#include "rom/check.h"

enum { LIVE_CHUNKS = 8, LIVE_LOCKS = 8, LIVE_LEVELS = 32 }; /* room for what is added while the game runs */

/* ---- which there are ---- */

static bool is_content(uint32_t tag) {
    return tag == ROM_TAG_TEXT || tag == ROM_TAG_TABLE || tag == ROM_TAG_DATA || tag == ROM_TAG_TOPOLOGY;
}

static content_entry *find_entry(const ox_content *s, ox_id id, uint32_t tag) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->entries[i].id == id && s->entries[i].tag == tag) return &s->entries[i];
    return NULL;
}

/* Lists the content chunks of all images, at most `room`, and returns their number. Variants of a chunk and its
 * replacements in overlays become one entry. With `room` 0 every chunk is counted and none is listed. */
static uint32_t list_chunks(ox_content *s, uint32_t room) {
    const ox_images *images = &s->host->stock->images;
    uint32_t found = 0;
    s->count = 0;
    s->scenery = false;
    for (uint32_t i = images->count; i-- > 0;) {
        rom_chunk chunk;
        for (uint32_t entry = 0; rom_entry(&images->list[i].rom, entry, &chunk); entry++) {
            s->scenery = s->scenery || (chunk.variant != 0 && chunk.type != ROM_TAG_TEXT);
            if (!is_content(chunk.type)) continue;
            if (room == 0) {
                found++;
            } else if (find_entry(s, chunk.id, chunk.type) == NULL) {
                if (found++ < room) s->entries[s->count++] = (content_entry){chunk.id, chunk.type, {0}, NULL};
            }
        }
    }
    return found;
}

static void let_go(ox_content *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        ox_manager_let_go(s->host->manager, s->entries[i].held.handle);
        s->entries[i].held = (ox_held){0};
    }
    s->topology_count = s->lock_words = 0;
}

/* Holds a chunk. A chunk that cannot be had has a line in the log; callers that ask for it get NULL. */
static ox_status hold_entry(ox_content *s, content_entry *e) {
    const ox_status status = ox_manager_hold(s->host->manager, e->id, e->tag, &e->held);
    if (status == OX_OUT_OF_MEMORY || status == OX_FULL) return status;
    if (status != OX_OK && status != OX_NOT_FOUND)
        ox_log_write(s->host->log, PLAT_LOG_ERROR, "content #%08x: %s", (unsigned)e->id,
                     ox_status_name(status));
    return OX_OK;
}

static ox_status hold_chunks(ox_content *s) {
    ox_status status = OX_OK;
    for (uint32_t i = 0; i < s->count && status == OX_OK; i++) status = hold_entry(s, &s->entries[i]);
    return status;
}

/* ---- topologies ---- */

/* A hash of all topologies, which tells whether the doors are those from before a change. */
static uint32_t identity_of(const ox_content *s) {
    ox_writer to = ox_writer_hash();
    for (uint32_t i = 0; i < s->count; i++) {
        const content_entry *e = &s->entries[i];
        if (e->tag != ROM_TAG_TOPOLOGY || e->held.data == NULL) continue;
        ox_write_u32(&to, e->id);
        ox_write_bytes(&to, e->held.data, e->held.size);
    }
    return to.hash;
}

typedef struct content_needs {
    uint32_t topologies, lock_words, levels;
} content_needs;

static content_needs measure_topologies(const ox_content *s) {
    content_needs n = {0, 0, 0};
    for (uint32_t i = 0; i < s->count; i++) {
        const content_entry *e = &s->entries[i];
        if (e->tag != ROM_TAG_TOPOLOGY || e->held.data == NULL) continue;
        const uint32_t levels = rom_word((const uint8_t *)e->held.data + ROM_TOPOLOGY_NODE_COUNT);
        n.topologies++;
        n.lock_words += OX_BITS_WORDS(rom_word((const uint8_t *)e->held.data + ROM_TOPOLOGY_LINK_COUNT));
        if (levels > n.levels) n.levels = levels;
    }
    return n;
}

/* Binds the topologies. Doors are locked at first; the doors of topologies that have not changed stay as they are. */
static void bind_topologies(ox_content *s) {
    const uint32_t identity = identity_of(s);
    s->topology_count = s->lock_words = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        content_entry *e = &s->entries[i];
        if (e->tag != ROM_TAG_TOPOLOGY || e->held.data == NULL) continue;
        e->topology = &s->topologies[s->topology_count++];
        ox_topology_bind(e->topology, e->held.data, &s->locks[s->lock_words].word, identity != s->identity);
        s->lock_words += OX_BITS_WORDS(e->topology->links);
    }
    s->identity = identity;
}

static ox_status make_topologies(ox_content *s) {
    const content_needs n = measure_topologies(s);
    s->topology_room = n.topologies + LIVE_CHUNKS;
    s->lock_room = n.lock_words + LIVE_LOCKS;
    s->distance_room = n.levels + LIVE_LEVELS;
    if (n.topologies == 0) { /* without topologies there is no room for later ones, either */
        s->topology_room = s->lock_room = s->distance_room = 0;
        return OX_OK;
    }
    s->topologies = OX_PUSH(s->host->resident, ox_topology, s->topology_room);
    s->locks = OX_PUSH(s->host->resident, content_word, s->lock_room);
    s->distances = OX_PUSH(s->host->resident, uint16_t, s->distance_room);
    if (s->topologies == NULL || s->locks == NULL || s->distances == NULL) return OX_OUT_OF_MEMORY;
    bind_topologies(s);
    return OX_OK;
}

/* ---- lives ---- */

static void stop_content(const ox_module_host *host, void **state) {
    (void)host;
    let_go(*state);
    *state = NULL;
}

/* Whether the cart has scripts, is in C, or has a table of surfaces: nobody else asks for content. */
static bool is_wanted(const ox_module_host *host) {
    rom_chunk chunk;
    return host->options->cart != NULL || rom_find(host->image, rom_id("scripts"), ROM_TAG_SCRIPTS, &chunk) ||
           rom_find(host->image, rom_id("data/surfaces"), ROM_TAG_DATA, &chunk);
}

static ox_status start_content(const ox_module_host *host, void **state) {
    ox_content counted = {.host = host};
    const uint32_t count = is_wanted(host) ? list_chunks(&counted, 0) : 0;
    if (count == 0) return OX_OK;
    ox_content *s = OX_PUSH(host->resident, ox_content, 1);
    if (s != NULL) *s = (ox_content){.host = host, .room = count + LIVE_CHUNKS};
    if (s != NULL) s->entries = OX_PUSH(host->resident, content_entry, s->room);
    if (s == NULL || s->entries == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for the list of %u texts and tables",
                                (unsigned)count);
    *state = s;
    s->first = s->asked = host->stock->images.language;
    (void)list_chunks(s, s->room);
    ox_status status = hold_chunks(s);
    if (status == OX_OK) status = make_topologies(s);
    if (status == OX_OK) return OX_OK;
    stop_content(host, state);
    return ox_module_refuse(host, status, 0,
                            "no room for texts, tables and data; raise `budget`, or pack them with "
                            "compress=off, so that they are read where they lie");
}

static void leave_content(const ox_module_host *host, void *state) {
    (void)host;
    let_go(state);
}

static ox_status enter_content(const ox_module_host *host, void *state, ox_error *error) {
    ox_content *s = state;
    if (list_chunks(s, s->room) > s->room)
        return ox_module_refuse_to(error, OX_FULL,
                                   "too many new texts and tables for the running game; start it again");
    const ox_status status = hold_chunks(s);
    if (status != OX_OK) return ox_module_refuse_to(error, status, "there is no room for texts and tables");
    (void)host;
    const content_needs n = measure_topologies(s);
    if (n.topologies > s->topology_room || n.lock_words > s->lock_room || n.levels > s->distance_room)
        return ox_module_refuse_to(error, OX_FULL,
                                   "a topology has grown too much for the running game; start it again");
    bind_topologies(s);
    return OX_OK;
}

/* Takes up texts in another language. Where only texts have languages no other chunk need be taken up anew, so the
 * language can change also while a recording is made. */
static bool change_texts(ox_content *s, uint32_t language) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->entries[i].tag != ROM_TAG_TEXT) continue;
        ox_manager_let_go(s->host->manager, s->entries[i].held.handle);
        s->entries[i].held = (ox_held){0};
    }
    ox_status status = ox_manager_choose(s->host->manager, (uint8_t)language, s->host->stock->images.region);
    for (uint32_t i = 0; i < s->count; i++)
        if (s->entries[i].tag == ROM_TAG_TEXT && hold_entry(s, &s->entries[i]) != OX_OK)
            status = OX_OUT_OF_MEMORY;
    return status == OX_OK;
}

/* Makes the console's language follow the state, also after a saved game and on the way back in time. */
static void follow_language(const ox_module_host *host, void *state) {
    ox_content *s = state;
    const uint32_t wanted = s->chosen.word != 0 ? s->chosen.word : s->first;
    if (wanted == s->asked) return;
    s->asked = wanted;
    if (s->scenery || !change_texts(s, wanted))
        ox_console_ask_language(host->console, (uint8_t)wanted, host->stock->images.region);
}

/* Steps that are run again have the texts of their language, since where a pointer hits follows from words. */
static void follow_texts(const ox_module_host *host, void *state) {
    ox_content *s = state;
    const uint32_t wanted = s->chosen.word != 0 ? s->chosen.word : s->first;
    (void)host;
    if (wanted != s->asked && !s->scenery && change_texts(s, wanted)) s->asked = wanted;
}

/* ---- state ---- */

/* Items of the state: the language, then words of the bits of locked links in each topology. */
static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    static const ox_field fields[] = {OX_FIELD(content_word, word, OX_U32, OX_SIM)};
    static const ox_type type = OX_TYPE(content_word, fields, 1);
    static const char *const language[] = {"language"}, *const locked[] = {"locked"};
    const ox_content *s = of;
    const uint32_t at = (*cursor)++;
    if (at > s->lock_words) return false;
    *item = at == 0 ? (ox_sim_item){0, &type, &s->chosen, "content", language}
                    : (ox_sim_item){at, &type, &s->locks[at - 1], "topology", locked};
    return true;
}

static void save_state(const void *of, ox_writer *to) {
    const ox_content *s = of;
    ox_write_u32(to, s->chosen.word);
    ox_write_u32(to, s->lock_words);
    for (uint32_t i = 0; i < s->lock_words; i++) ox_write_u32(to, s->locks[i].word);
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_content *s = of;
    const uint32_t chosen = ox_read_u32(from);
    const bool known = chosen == 0 || ox_content_language(s->host, chosen) != 0;
    if (ox_read_u32(from) != s->lock_words || from->bad || !known ||
        s->lock_words > (from->size - from->used) / 4u)
        return OX_BAD_DATA;
    for (uint32_t i = 0; i < s->lock_words; i++) s->locks[i].word = ox_read_u32(from);
    s->chosen.word = chosen;
    return OX_OK;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){
        .name = "content", .context = state, .next = next_item, .save = save_state, .restore = restore_state};
    return 1;
}

const ox_module ox_content_module = {.id = OX_NAME("content"),
                                     .name = "content",
                                     .natives = ox_content_native_rows,
                                     .native_count = OX_CONTENT_NATIVES,
                                     .start = start_content,
                                     .stop = stop_content,
                                     .frame = follow_language,
                                     .prepare = follow_texts,
                                     .leave = leave_content,
                                     .enter = enter_content,
                                     .list = list_state};

/* ---- answers ---- */

const uint8_t *ox_content_chunk(const ox_module_host *host, ox_id id, uint32_t tag) {
    const ox_content *s = ox_content_of(host);
    const content_entry *e = s == NULL ? NULL : find_entry(s, id, tag);
    return e == NULL ? NULL : e->held.data;
}

bool ox_content_table(const ox_module_host *host, ox_id id, rom_table *table) {
    static const rom_table_shape any = {.kind = ROM_TABLE_ANY};
    const uint8_t *chunk = ox_content_chunk(host, id, ROM_TAG_TABLE);
    return chunk != NULL && rom_table_bind(chunk, &any, table, NULL) == ROM_OK;
}

ox_topology *ox_content_topology(const ox_module_host *host, ox_id id) {
    const ox_content *s = ox_content_of(host);
    const content_entry *e = s == NULL ? NULL : find_entry(s, id, ROM_TAG_TOPOLOGY);
    return e == NULL || e->held.data == NULL ? NULL : e->topology;
}

const uint16_t *ox_content_distances(const ox_module_host *host, const ox_topology *topology, int from) {
    const ox_content *s = ox_content_of(host);
    if (s == NULL || from < 0 || topology->count > s->distance_room) return NULL;
    ox_topology_distances(topology, (uint32_t)from, s->distances);
    return s->distances;
}

/* ---- languages ---- */

/* Row `index` of the cart's languages; NULL behind the last. */
static const uint8_t *language_row(const ox_module_host *host, uint32_t index) {
    const uint8_t *info = host->image->base + host->image->info;
    if (host->image->info == 0 || !rom_has(info, ROM_INFO_LANGUAGES_AT) ||
        index >= rom_half(info + ROM_INFO_LANGUAGE_COUNT))
        return NULL;
    return info + rom_word(info + ROM_INFO_LANGUAGES_AT) + (size_t)index * ROM_LANGUAGE_SIZE;
}

static ox_id tag_of(const ox_module_host *host, const uint8_t *row) {
    const uint8_t *info = host->image->base + host->image->info;
    return rom_id_of((const char *)info + rom_word(row + ROM_LANGUAGE_TAG),
                     rom_word(row + ROM_LANGUAGE_TAG + 4));
}

static const uint8_t *row_of(const ox_module_host *host, uint32_t number) {
    const uint8_t *row;
    for (uint32_t i = 0; (row = language_row(host, i)) != NULL; i++)
        if (row[ROM_LANGUAGE_NUMBER] == number) return row;
    return NULL;
}

ox_id ox_content_language(const ox_module_host *host, uint32_t number) {
    const uint8_t *row = row_of(host, number);
    return row == NULL ? 0 : tag_of(host, row);
}

bool ox_content_from_right(const ox_module_host *host) {
    const uint8_t *row = row_of(host, host->stock->images.language);
    return row != NULL && (rom_half(row + ROM_LANGUAGE_NUMBER) & ROM_LANGUAGE_FROM_RIGHT) != 0;
}

bool ox_content_wants_right(const ox_module_host *host) {
    const ox_content *s = ox_content_of(host);
    const uint8_t *row = s == NULL ? NULL : row_of(host, s->chosen.word != 0 ? s->chosen.word : s->first);
    return row != NULL && (rom_half(row + ROM_LANGUAGE_NUMBER) & ROM_LANGUAGE_FROM_RIGHT) != 0;
}

const char *ox_content_language_name(const ox_module_host *host, uint32_t number, uint32_t *length) {
    const uint8_t *row = row_of(host, number);
    if (row == NULL) return NULL;
    *length = rom_word(row + ROM_LANGUAGE_NAME + 4);
    return (const char *)host->image->base + host->image->info + rom_word(row + ROM_LANGUAGE_NAME);
}

uint32_t ox_content_chosen(const ox_module_host *host) {
    const ox_content *s = ox_content_of(host);
    return s == NULL ? 0 : s->chosen.word;
}

ox_status ox_content_choose(const ox_module_host *host, ox_id tag) {
    ox_content *s = ox_content_of(host);
    const uint8_t *row;
    for (uint32_t i = 0; s != NULL && (row = language_row(host, i)) != NULL; i++) {
        if (tag_of(host, row) != tag) continue;
        s->chosen.word = row[ROM_LANGUAGE_NUMBER];
        return OX_OK;
    }
    return OX_NOT_FOUND;
}
