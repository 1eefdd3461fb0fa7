/* Lists and maps in cells: a count, then `capacity` entries. */
#include <string.h>

#include "kernel/containers/sort.h"
#include "kernel/script/machine_internal.h"
#include "kernel/type/name.h"

typedef struct entries {
    int32_t *first; /* behind the count */
    uint32_t count, capacity;
    uint32_t entry, values; /* cells; of maps an entry has its key in front */
} entries;

/* Reads a container's head. The count is a cell that scripts may write, so it is trusted up to the capacity only. */
static entries entries_of(const uint8_t *container, int32_t *c) {
    uint32_t capacity = rom_half(container + ROM_SCRIPT_CONTAINER_CAPACITY),
             values = container[ROM_SCRIPT_CONTAINER_VALUES];
    uint32_t count = (uint32_t)c[0] <= capacity ? (uint32_t)c[0] : capacity;
    return (entries){c + 1, count, capacity,
                     values + (container[ROM_SCRIPT_CONTAINER_KIND] == ROM_SCRIPT_CONTAINER_MAP), values};
}

static int32_t *entry_at(const entries *e, uint32_t index) { return e->first + (size_t)index * e->entry; }

static void copy(int32_t *to, const int32_t *from, uint32_t cells) { memmove(to, from, cells * sizeof *to); }

/* Opens or closes a gap of one entry. */
static void insert_gap(entries *e, int32_t *c, uint32_t index) {
    copy(entry_at(e, index + 1), entry_at(e, index), (e->count - index) * e->entry);
    c[0] = (int32_t)++e->count;
}
static void remove_entry(entries *e, int32_t *c, uint32_t index) {
    copy(entry_at(e, index), entry_at(e, index + 1), (e->count - index - 1) * e->entry);
    c[0] = (int32_t)--e->count;
}

/* The first entry whose key is not below; binary search. */
static uint32_t place_of(const entries *e, int32_t key) {
    uint32_t low = 0, high = e->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((uint32_t)entry_at(e, middle)[0] < (uint32_t)key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool has_key(const entries *e, uint32_t place, int32_t key) {
    return place < e->count && entry_at(e, place)[0] == key;
}

static int32_t find_place(const entries *e, const int32_t *values) {
    for (uint32_t i = 0; i < e->count; i++) {
        if (memcmp(entry_at(e, i), values, e->values * sizeof *values) == 0) return (int32_t)i;
    }
    return -1;
}

static ox_script_trap run_list(uint32_t code, entries *e, int32_t *c, int32_t **sp, int32_t *value) {
    int32_t *top = *sp;
    uint32_t index;
    switch (code) {
    case OX_SCRIPT_LADD:
        top -= e->values;
        if (e->count < e->capacity) {
            copy(entry_at(e, e->count), top, e->values);
            c[0] = (int32_t)e->count + 1;
        }
        *top++ = e->count < e->capacity;
        break;
    case OX_SCRIPT_LPOP:
        if (e->count == 0) return OX_SCRIPT_TRAP_INDEX;
        copy(top, entry_at(e, e->count - 1), e->values);
        c[0] = (int32_t)e->count - 1;
        top += e->values;
        break;
    case OX_SCRIPT_LFIND:
        top -= e->values;
        *top = find_place(e, top);
        top++;
        break;
    default: /* an index lies below the values */
        top -= 1 + (code == OX_SCRIPT_LSET || code == OX_SCRIPT_LINS ? e->values : 0);
        index = (uint32_t)*top;
        *value = *top;
        if (index >= e->count + (code == OX_SCRIPT_LINS ? 1u : 0u)) return OX_SCRIPT_TRAP_INDEX;
        if (code == OX_SCRIPT_LGET) {
            copy(top, entry_at(e, index), e->values);
            top += e->values;
        } else if (code == OX_SCRIPT_LSET) {
            copy(entry_at(e, index), top + 1, e->values);
        } else if (code == OX_SCRIPT_LDEL) {
            remove_entry(e, c, index);
        } else {
            bool room = e->count < e->capacity;
            if (room) insert_gap(e, c, index), copy(entry_at(e, index), top + 1, e->values);
            *top++ = room;
        }
        break;
    }
    *sp = top;
    return OX_SCRIPT_TRAP_NONE;
}

static ox_script_trap map(uint32_t code, entries *e, int32_t *c, int32_t **sp, int32_t *value) {
    int32_t *top = *sp - 1 - (code == OX_SCRIPT_MSET ? e->values : 0);
    uint32_t place = code >= OX_SCRIPT_MKEY ? (uint32_t)*top : place_of(e, *top);
    bool there = code >= OX_SCRIPT_MKEY ? place < e->count : has_key(e, place, *top);
    *value = *top;
    switch (code) {
    case OX_SCRIPT_MSET:
        if (!there && e->count < e->capacity) {
            insert_gap(e, c, place);
            there = true;
        }
        if (there) copy(entry_at(e, place), top, 1 + e->values);
        *top++ = there;
        break;
    case OX_SCRIPT_MDEL:
        if (there) remove_entry(e, c, place);
        *top++ = there;
        break;
    case OX_SCRIPT_MHAS:
        *top++ = there;
        break;
    case OX_SCRIPT_MKEY:
        if (!there) return OX_SCRIPT_TRAP_INDEX;
        *top++ = entry_at(e, place)[0];
        break;
    default: /* MGET, MVAL */
        if (!there) return code == OX_SCRIPT_MGET ? OX_SCRIPT_TRAP_KEY : OX_SCRIPT_TRAP_INDEX;
        copy(top, entry_at(e, place) + 1, e->values);
        top += e->values;
        break;
    }
    *sp = top;
    return OX_SCRIPT_TRAP_NONE;
}

ox_script_trap script_container(uint32_t code, const uint8_t *container, int32_t *c, int32_t **sp,
                                int32_t *value) {
    entries e = entries_of(container, c);
    if (code == OX_SCRIPT_CNT) {
        *(*sp)++ = (int32_t)e.count;
        return OX_SCRIPT_TRAP_NONE;
    }
    if (code == OX_SCRIPT_CLR) {
        c[0] = 0;
        return OX_SCRIPT_TRAP_NONE;
    }
    return code >= OX_SCRIPT_MGET ? map(code, &e, c, sp, value) : run_list(code, &e, c, sp, value);
}

/* ---- for natives ---- */

bool ox_script_container_of(const ox_script_call *call, int32_t argument, ox_script_container *out) {
    ox_script *s = call->machine;
    uint32_t index = (uint32_t)argument;
    memset(out, 0, sizeof *out);
    if (index >= s->module.count[OX_SCRIPT_SECTION_CONTAINERS] || call->frame == NULL) return false;
    const uint8_t *container = ox_script_record(&s->module, OX_SCRIPT_SECTION_CONTAINERS, index);
    uint32_t room;
    int32_t *base;
    if (s->picture != NULL && container[ROM_SCRIPT_CONTAINER_SPACE] != OX_SCRIPT_SPACE_LOCALS) return false;
    switch (container[ROM_SCRIPT_CONTAINER_SPACE]) {
    case OX_SCRIPT_SPACE_GLOBALS:
        base = s->globals, room = s->module.count[OX_SCRIPT_SECTION_GLOBALS];
        break;
    case OX_SCRIPT_SPACE_MINE:
        if (s->self == NULL) return false;
        base = s->cells + s->self->cells,
        room = rom_half(script_behaviour(&s->module, s->self->behaviour) + ROM_SCRIPT_BEHAVIOUR_CELLS);
        break;
    default:
        base = call->frame, room = script_function(&s->module, call->function)[ROM_SCRIPT_FUNCTION_LOCALS];
        break;
    }
    if (!script_container_inside(container, room)) return false;
    int32_t *c = base + rom_half(container + ROM_SCRIPT_CONTAINER_ADDRESS);
    entries e = entries_of(container, c);
    *out = (ox_script_container){c, e.count, e.capacity, e.entry,
                                 container[ROM_SCRIPT_CONTAINER_KIND] == ROM_SCRIPT_CONTAINER_MAP};
    return true;
}

void ox_script_container_set_count(ox_script_container *container, uint32_t count) {
    container->count = count < container->capacity ? count : container->capacity;
    container->cells[0] = (int32_t)container->count;
}

/* ---- natives that every machine has ---- */

static ox_script_answer done(ox_script_call *call) {
    call->results[0] = !ox_script_task_lives(call->machine, (uint32_t)call->arguments[0]);
    return OX_SCRIPT_DONE;
}

/* Compares values by the first cell, then by the others. Equal values are identical, so the sorted order is unique. */
static int by_value(const void *a, const void *b, void *context) {
    const int32_t *one = a, *other = b;
    uint32_t cells = *(const uint32_t *)context;
    for (uint32_t i = 0; i < cells; i++) {
        if (one[i] != other[i]) return one[i] < other[i] ? -1 : 1;
    }
    return 0;
}

static ox_script_answer sort(ox_script_call *call) {
    ox_script_container list;
    if (!ox_script_container_of(call, call->arguments[0], &list) || list.map)
        return ox_script_refuse(call, 0);
    ox_sort_heap(list.cells + 1, list.count, list.entry * (uint32_t)sizeof *list.cells, by_value,
                 &list.entry);
    call->machine->left -= (int32_t)list.count;
    return OX_SCRIPT_DONE;
}

/* The natives that every machine has: "done:b(k)" and "sort:v(c)". */
static const ox_script_native own[] = {
    {OX_NAME("sort"), "sort:v(c)", sort, OX_SCRIPT_QUERY,
     OX_SCRIPT_TRUST_CART | OX_SCRIPT_TRUST_ADD_ON | OX_SCRIPT_TRUST_PLAYER, 0, NULL, NULL},
    {OX_NAME("done"), "done:b(k)", done, OX_SCRIPT_QUERY,
     OX_SCRIPT_TRUST_CART | OX_SCRIPT_TRUST_ADD_ON | OX_SCRIPT_TRUST_PLAYER, 0, NULL, NULL},
};

const ox_script_native *script_native(const ox_script_natives *natives, uint32_t name) {
    for (uint32_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (own[i].name == name) return &own[i];
    }
    for (uint32_t i = 0; i < OX_SCRIPT_PARTS; i++)
        if (script_words_rows[i].name == name) return &script_words_rows[i];
    return natives == NULL ? NULL : ox_script_native_find(natives, name);
}
