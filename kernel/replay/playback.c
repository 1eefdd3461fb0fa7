/* Reads recordings, plays them, and finds the first thing that differs. */
#include "kernel/replay/playback.h"

#include <string.h>

#include "kernel/debug/format.h"
#include "kernel/memory/life.h"
#include "kernel/replay/internal.h"

FX_STATIC_ASSERT(OX_RECORDING_HEAD == 4 + 4 + 8 * 4 + 4 + 4 + 2 * 4, "the head is as long as its fields");

static ox_status fail_playback(ox_playback_fault *fault, ox_status status, uint32_t tick, size_t offset,
                               const char *what) {
    if (fault == NULL) return status;
    memset(fault, 0, sizeof *fault);
    fault->status = status;
    fault->tick = tick;
    fault->offset = offset;
    fault->field = -1;
    ox_format(fault->text, sizeof fault->text, "the recording %s: tick %u, offset %u", what, (unsigned)tick,
              (unsigned)offset);
    return status;
}

/* ---- head ---- */

/* Reads a byte that must be below a limit. */
static uint32_t read_small(ox_reader *from, uint32_t limit) {
    uint32_t value = ox_read_u8(from);
    if (value < limit) return value;
    from->bad = true;
    return 0;
}

static bool read_head(ox_reader *from, ox_recording_head *h, uint32_t *version) {
    uint32_t magic = ox_read_u32(from);
    *version = ox_read_u16(from);
    uint32_t bytes = ox_read_u16(from);
    h->cart = ox_read_u32(from);
    h->rom = ox_read_u32(from);
    h->format = ox_read_u32(from);
    h->seed = ox_read_u32(from);
    h->start = ox_read_u32(from);
    h->first_tick = ox_read_u32(from);
    h->length = ox_read_u32(from);
    h->rate = ox_read_u32(from);
    h->start_kind = (ox_recording_start)read_small(from, OX_START_KINDS);
    h->players = read_small(from, OX_PLAYERS_MAX + 1);
    h->detail = (ox_check_detail)read_small(from, OX_CHECK_DETAILS);
    (void)ox_read_u8(from);
    h->interval = ox_read_u16(from);
    (void)ox_read_u16(from);
    h->snapshot_bytes = ox_read_u32(from);
    (void)ox_read_u32(from);
    if (magic != OX_RECORDING_MAGIC) return false;
    if (bytes != OX_RECORDING_HEAD || h->players == 0 || h->interval == 0 || h->length == 0 || h->rate == 0)
        from->bad = true;
    return true;
}

/* Whether the bytes from *since on have the checksum that follows them; *since moves behind it. */
static bool sum_is_right(ox_reader *from, size_t *since) {
    uint32_t sum = ox_fnv_bytes(OX_FNV_START, from->bytes + *since, from->used - *since);
    bool right = ox_read_u32(from) == sum && !from->bad;
    *since = from->used;
    return right;
}

static void skip_bytes(ox_reader *from, size_t bytes) {
    if (from->size - from->used < bytes) {
        from->bad = true;
        from->used = from->size;
    } else {
        from->used += bytes;
    }
}

static void skip_items(ox_reader *from, ox_check_detail detail) {
    uint32_t items = ox_read_u16(from);
    for (; items > 0 && !from->bad; items--) {
        if (detail == OX_CHECK_OBJECTS) {
            skip_bytes(from, 6);
            continue;
        }
        skip_bytes(from, 8);
        skip_bytes(from, ox_read_u16(from));
    }
}

/* ---- looking through ---- */

/* Checks one record of the given kind. False when it is the end record. *sum: whether its checksum is right. */
static bool look_at(ox_playback *p, ox_reader *from, uint32_t kind, size_t *since, bool *sum) {
    uint32_t player;
    *sum = true;
    if (ox_replay_is_input(kind, &player)) {
        if (player >= p->head.players) from->bad = true;
        ox_replay_get_change(from, kind, p->records);
    } else if (kind == OX_REPLAY_COMMANDS) {
        skip_bytes(from, ox_read_u16(from));
    } else if (kind == OX_REPLAY_CHECK) {
        skip_bytes(from, 4);
        if (p->head.detail != OX_CHECK_HASH) skip_items(from, p->head.detail);
        if (!from->bad) *sum = sum_is_right(from, since);
    } else if (kind == OX_REPLAY_END) {
        *sum = sum_is_right(from, since);
        p->whole = *sum && !from->bad;
        return false;
    } else if (kind != OX_REPLAY_WAIT) {
        from->bad = true;
    }
    return true;
}

static ox_status forget_input(ox_playback *p) {
    memset(p->records, 0, sizeof p->records);
    return OX_OK;
}

/* Walks over all records, to find the last tick and to check every byte against the checksums. */
static ox_status look_through(ox_playback *p, ox_playback_fault *fault) {
    ox_reader from = p->from;
    size_t since = from.used, last = from.used;
    uint32_t tick = 0;
    bool more = true, sum = true;
    while (more) {
        if (from.size == from.used) break; /* cut off between two records */
        last = from.used;
        uint32_t head = ox_read_u16(&from);
        uint32_t kind = head >> 12, at = tick + (head & 0xFFFu);
        if (!from.bad) more = look_at(p, &from, kind, &since, &sum);
        if (from.bad && from.used + 8 <= from.size)
            return fail_playback(fault, OX_BAD_DATA, at, last, "is damaged");
        if (from.bad) break; /* cut off inside a record */
        if (!sum) return fail_playback(fault, OX_BAD_CHECKSUM, at, last, "is damaged at or before");
        tick = at;
        if (kind == OX_REPLAY_CHECK || kind == OX_REPLAY_END) p->end = tick;
    }
#if !ROM_SMALL_PLAYER
    p->bytes = from.used;
    ox_reader behind = from;
    if (from.used != from.size && ox_read_u32(&behind) == OX_RECORDING_MAGIC) return forget_input(p);
#endif
    if (p->whole && from.used != from.size)
        return fail_playback(fault, OX_BAD_DATA, tick, from.used, "goes on behind its end");
    (void)forget_input(p);
    if (!p->whole) (void)fail_playback(fault, OX_OK, p->end, last, "was cut off, or is damaged, behind");
    return OX_OK;
}

static void read_next(ox_playback *p) {
    uint32_t head = p->from.used == p->from.size ? (uint32_t)OX_REPLAY_END << 12 : ox_read_u16(&p->from);
    p->next_kind = head >> 12;
    p->next_tick += head & 0xFFFu;
}

ox_status ox_playback_open(ox_playback *playback, const void *bytes, size_t size, ox_playback_fault *fault) {
    ox_playback *p = playback;
    uint32_t version;
    size_t start = 0;
    if (fault != NULL) memset(fault, 0, sizeof *fault);
    memset(p, 0, sizeof *p);
    p->from = ox_reader_bytes(bytes, size);
    for (uint32_t i = 0; i < OX_PLAYERS_MAX; i++) p->players[i] = (ox_playback_player){p, i};
    if (size < 8 || !read_head(&p->from, &p->head, &version))
        return fail_playback(fault, OX_BAD_IMAGE, 0, 0, "is none");
    if (version != OX_RECORDING_VERSION)
        return fail_playback(fault, OX_BAD_VERSION, 0, 4, "is of another version");
    if (p->from.bad) return fail_playback(fault, OX_BAD_DATA, 0, p->from.used, "has a damaged head");
    p->head.snapshot = p->from.bytes + p->from.used;
    skip_bytes(&p->from, p->head.snapshot_bytes);
    if (p->from.bad || !sum_is_right(&p->from, &start))
        return fail_playback(fault, OX_BAD_CHECKSUM, 0, p->from.used, "has a damaged head");
    return look_through(p, fault);
}

ox_status ox_playback_start(ox_playback *playback, const ox_sim *state, uint32_t cart, uint32_t rom,
                            ox_playback_fault *fault) {
    const ox_recording_head *h = &playback->head;
    playback->state = state;
    if (h->cart != cart) return fail_playback(fault, OX_BAD_VERSION, 0, 8, "is of another cart");
    if (h->rom != rom) return fail_playback(fault, OX_BAD_VERSION, 0, 12, "is of another image of this cart");
    if (h->start_kind == OX_START_SNAPSHOT) {
        ox_reader image = ox_reader_bytes(h->snapshot, h->snapshot_bytes);
        if (ox_failed(ox_sim_restore(state, &image)))
            return fail_playback(fault, OX_BAD_DATA, 0, OX_RECORDING_HEAD,
                                 "has a snapshot that does not fit");
    }
    if (h->format != ox_sim_format(state))
        return fail_playback(fault, OX_BAD_VERSION, 0, 16, "is of a build whose state has other fields");
    read_next(playback);
    return OX_OK;
}

/* ---- playing ---- */

bool ox_playback_step(ox_playback *playback) {
    OX_CREATED(playback->state);
    ox_playback *p = playback;
    if (p->differs || p->state == NULL || p->tick >= p->end) return false;
    while (p->next_tick == p->tick && p->next_kind != OX_REPLAY_END && p->next_kind != OX_REPLAY_CHECK) {
        uint32_t player;
        if (ox_replay_is_input(p->next_kind, &player)) {
            ox_replay_get_change(&p->from, p->next_kind, p->records);
        } else if (p->next_kind == OX_REPLAY_COMMANDS) {
            size_t size = ox_read_u16(&p->from);
            if (p->commands != NULL) p->commands(p->commands_context, p->from.bytes + p->from.used, size);
            p->from.used += size;
        }
        read_next(p);
    }
    return true;
}

void ox_playback_fill(void *player, uint32_t tick, ox_input_record *record) {
    const ox_playback_player *who = player;
    (void)tick;
    *record = who->playback->records[who->player];
}

/* ---- comparing ---- */

/* Puts a difference into words. `item` is NULL when no item has that id now. */
static void tell_difference(const ox_playback *p, ox_playback_fault *fault, const ox_sim_item *item,
                            const char *how) {
    ox_text text = ox_text_begin(fault->text, sizeof fault->text);
    if (p->right + 1 < p->tick)
        ox_text_add(&text, "ticks %u to %u: ", (unsigned)(p->right + 1), (unsigned)p->tick);
    else
        ox_text_add(&text, "tick %u: ", (unsigned)p->tick);
    if (fault->part == NULL) {
        ox_text_add(&text, "%s", how);
        return;
    }
    if (item != NULL && item->name != NULL)
        ox_text_add(&text, "%s: %s %08x", fault->part, item->name, (unsigned)fault->id);
    else
        ox_text_add(&text, "%s: object %08x of type #%08x", fault->part, (unsigned)fault->id,
                    (unsigned)fault->type);
    if (fault->field < 0 || item == NULL) {
        ox_text_add(&text, " %s", how);
        return;
    }
    const ox_field *field = &item->type->fields[fault->field];
    if (item->fields != NULL)
        ox_text_add(&text, ", field %s", item->fields[fault->field]);
    else
#if OX_DEBUG
        ox_text_add(&text, ", field %s", field->text);
#else
        ox_text_add(&text, ", field #%08x", (unsigned)field->name);
#endif
    if (ox_field_count(field) > 1) ox_text_add(&text, " [%u]", (unsigned)fault->index);
    bool small = fault->is >= INT32_MIN && fault->is <= INT32_MAX && fault->was >= INT32_MIN &&
                 fault->was <= INT32_MAX;
    if (small)
        ox_text_add(&text, " is %d and was %d", (int)fault->is, (int)fault->was);
    else
        ox_text_add(&text, " is %08x and was %08x (low 32 bits)", (unsigned)(fault->is & 0xFFFFFFFF),
                    (unsigned)(fault->was & 0xFFFFFFFF));
}

/* The values or the hash that a check recorded of one item. */
typedef struct recorded_item {
    uint32_t id, type, hash;
    const uint8_t *values;
    size_t bytes;
} recorded_item;

static recorded_item read_item(ox_reader *from, ox_check_detail detail) {
    recorded_item r = {.id = ox_read_u32(from)};
    if (detail == OX_CHECK_OBJECTS) {
        r.hash = ox_read_u16(from);
        return r;
    }
    r.type = ox_read_u32(from);
    r.bytes = ox_read_u16(from);
    r.values = from->bytes + from->used;
    skip_bytes(from, r.bytes);
    return r;
}

/* Whether the item is not what was recorded; fills *fault and its text then. */
static bool item_differs(const ox_playback *p, const ox_sim_item *item, const recorded_item *r,
                         const char *part, ox_playback_fault *fault) {
    bool fields = p->head.detail == OX_CHECK_FIELDS;
    uint32_t hash = ox_sim_item_hash(item, OX_FNV_START);
    fault->part = part;
    fault->id = item->id;
    fault->type = item->type->name;
    if (item->id != r->id ||
        (fields && (r->type != item->type->name || r->bytes != ox_sim_item_bytes(item)))) {
        tell_difference(p, fault, item, "is there and was not, or another one stood in its place");
        return true;
    }
    if (!fields) {
        if (((hash ^ hash >> 16) & 0xFFFFu) == r->hash) return false;
        tell_difference(p, fault, item, "is not what it was");
        return true;
    }
    fault->field = ox_sim_item_compare(item, r->values, &fault->index, &fault->was, &fault->is);
    if (fault->field < 0) return false;
    tell_difference(p, fault, item, "");
    return true;
}

/* Finds the first item that differs and describes it in *fault. `from` stands behind the hash of the check. */
static void find_difference(const ox_playback *p, ox_reader from, ox_playback_fault *fault) {
    uint32_t left = p->head.detail == OX_CHECK_HASH ? 0 : ox_read_u16(&from);
    for (uint32_t i = 0; i < p->state->count && p->head.detail != OX_CHECK_HASH; i++) {
        const ox_sim_part *part = &p->state->parts[i];
        ox_sim_item item;
        uint32_t cursor = 0;
        while (part->next != NULL && part->next(part->context, &cursor, &item)) {
            if (left == 0) {
                fault->part = part->name;
                fault->id = item.id;
                fault->type = item.type->name;
                tell_difference(p, fault, &item, "is there and was not");
                return;
            }
            recorded_item r = read_item(&from, p->head.detail);
            left--;
            if (item_differs(p, &item, &r, part->name, fault)) return;
            fault->part = NULL;
        }
    }
    if (left > 0) {
        recorded_item r = read_item(&from, p->head.detail);
        fault->part = "state";
        fault->id = r.id;
        fault->type = r.type;
        tell_difference(p, fault, NULL, "was there and is not");
        return;
    }
    fault->part = NULL;
    tell_difference(p, fault, NULL,
                    p->head.detail == OX_CHECK_HASH
                        ? "the state is not what it was"
                        : "a part of the state without objects is not what it was");
}

bool ox_playback_stepped(ox_playback *playback, ox_playback_fault *fault) {
    ox_playback *p = playback;
    p->tick++;
    while (p->next_tick == p->tick && p->next_kind == OX_REPLAY_WAIT) read_next(p);
    if (p->next_tick != p->tick || p->next_kind != OX_REPLAY_CHECK) return true;
    size_t offset = p->from.used;
    uint32_t hash = ox_read_u32(&p->from);
    if (hash == ox_sim_hash(p->state, OX_FNV_START)) {
        if (p->head.detail != OX_CHECK_HASH) skip_items(&p->from, p->head.detail);
        skip_bytes(&p->from, 4);
        read_next(p);
        p->right = p->tick;
        p->checks++;
        return true;
    }
    ox_playback_fault unused;
    if (fault == NULL) fault = &unused;
    memset(fault, 0, sizeof *fault);
    fault->status = OX_BAD_DATA;
    fault->tick = p->tick;
    fault->right = p->right;
    fault->offset = offset;
    fault->field = -1;
    find_difference(p, p->from, fault);
    p->differs = true;
    return false;
}
