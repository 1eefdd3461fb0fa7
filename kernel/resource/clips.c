/* Holds and drops the clips of a character, and makes poses of them. */
#include "kernel/resource/clips.h"

#include <string.h>

#include "kernel/memory/life.h"
#include "kernel/resource/manager_internal.h"
#include "rom/records.h"

/* ---- the bundle ---- */

static const uint8_t *entry_at(const ox_clips *c, uint32_t number) {
    const uint8_t *bundle = c->bundle.data;
    return bundle + rom_u32(bundle + ROM_BUNDLE_AT) + (size_t)number * ROM_BUNDLE_ENTRY_SIZE;
}

static uint32_t residency_of(const ox_clips *c, uint32_t number) {
    return entry_at(c, number)[ROM_BUNDLE_ENTRY_RESIDENCY];
}

uint32_t ox_clips_find(const ox_clips *c, uint32_t name) {
    uint32_t low = 0, high = c->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, there = rom_u32(entry_at(c, middle));
        if (there == name) return middle;
        if (there < name)
            low = middle + 1;
        else
            high = middle;
    }
    return OX_CLIPS_NONE;
}

static ox_clip_slot *slot_of(const ox_clips *c, uint32_t number) { return &c->slots[c->slots[number].owner]; }

/* ---- one clip ---- */

static bool will_be_refused(ox_status status) {
    return status == OX_NOT_FOUND || status == OX_BAD_DATA || status == OX_BAD_VERSION ||
           status == OX_BAD_CHECKSUM || status == OX_IO_ERROR;
}

static void tell(ox_clips *c, ox_clip_slot *s, const char *why) {
    if (s->told) return;
    s->told = true;
    ox_log_write(c->log, PLAT_LOG_WARNING, "clip #%08x: %s", (unsigned)s->id, why);
}

static ox_status refuse(ox_clips *c, ox_clip_slot *s, ox_status status, const char *why) {
    s->state = OX_CLIP_REFUSED;
    c->counts.refused++;
    tell(c, s, why);
    return status;
}

/* Gives a clip's part of the budget back. */
static void give_budget(ox_clips *c, ox_clip_slot *s) {
    c->used -= s->bytes;
    s->bytes = 0;
}

/* Lets a clip go. The cache would keep it until it needs the room: it is dropped at once. */
static void drop(ox_clips *c, ox_clip_slot *s) {
    ox_resource_handle handle = s->held.handle;
    if (s->state == OX_CLIP_THERE)
        ox_manager_let_go(c->manager, handle);
    else if (s->state == OX_CLIP_COMING)
        (void)ox_manager_release(c->manager, handle);
    else
        return;
    c->counts.drops += s->bytes > 0;
    give_budget(c, s);
    s->state = OX_CLIP_ABSENT;
    s->held = (ox_held){NULL, 0, {0}};
    const ox_manager_record *r = ox_manager_record_of(c->manager, handle);
    if (r == NULL || r->count > 0 || r->locks > 0 || r->life == OX_LIFE_RESIDENT) return;
    ox_status removed = ox_manager_remove(c->manager, handle);
    FX_ASSERT_MSG(removed == OX_OK, "clip %x is unlocked", (unsigned)s->id);
    (void)removed;
}

/* Bytes of memory that the clip will take: none where it is used in place. */
static ox_status bytes_of(const ox_clips *c, uint32_t id, uint32_t *bytes) {
    const ox_resource_type *type = ox_manager_type(c->manager, ROM_TAG_CLIP);
    ox_found found;
    *bytes = 0;
    if (type == NULL) return OX_UNSUPPORTED;
    if (!ox_images_find(c->manager->images, id, ROM_TAG_CLIP, &found)) return OX_NOT_FOUND;
    if (!ox_is_in_place(c->manager, type, &found)) *bytes = ox_payload_bytes(type, &found.chunk);
    return OX_OK;
}

/* The clip is in memory: locks it, and looks whose it is. */
static ox_status settle(ox_clips *c, ox_clip_slot *s) {
    ox_resource_handle awaited = s->held.handle;
    ox_held held;
    ox_status status = ox_manager_hold(c->manager, s->id, ROM_TAG_CLIP, &held);
    if (ox_failed(status)) return status;
    if (s->state == OX_CLIP_COMING) (void)ox_manager_release(c->manager, awaited);
    s->held = held;
    s->state = OX_CLIP_THERE;
    if (rom_clip_fits(s->held.data, c->skeleton.data)) return OX_OK;
    drop(c, s);
    return refuse(c, s, OX_BAD_DATA, "it was made for another skeleton");
}

/* Counts the record of a clip that is on its way, so that nobody else takes it away. */
static ox_status await(ox_clips *c, ox_clip_slot *s) {
    const ox_manager_record *r = ox_manager_find(c->manager, s->id, ROM_TAG_CLIP);
    ox_status status =
        r == NULL ? OX_NOT_FOUND : ox_manager_retain(c->manager, (ox_resource_handle){r->bits});
    if (ox_failed(status)) return status;
    s->held = (ox_held){NULL, 0, {r->bits}};
    s->state = OX_CLIP_COMING;
    c->counts.fetches++;
    return OX_EMPTY;
}

/* Sees that a clip comes: at once in the loading phase, else by a request. */
static ox_status fetch(ox_clips *c, ox_clip_slot *s) {
    uint32_t bytes;
    ox_status status = bytes_of(c, s->id, &bytes);
    if (!ox_failed(status) && bytes > c->budget - c->used) {
        c->counts.over_budget++;
        tell(c, s, "no room in the budget of motions");
        return OX_OVER_BUDGET;
    }
    if (!ox_failed(status)) status = ox_manager_touch(c->manager, s->id, ROM_TAG_CLIP, OX_PRIORITY_HIGH);
    if (status == OX_OK)
        status = settle(c, s);
    else if (status == OX_EMPTY)
        status = await(c, s);
    if (s->state == OX_CLIP_THERE || s->state == OX_CLIP_COMING) {
        s->bytes = bytes;
        c->used += bytes;
        if (c->used > c->peak) c->peak = c->used;
        return status;
    }
    if (s->state == OX_CLIP_REFUSED) return status;
    if (will_be_refused(status)) return refuse(c, s, status, ox_status_name(status));
    tell(c, s, ox_status_name(status));
    return status;
}

/* What has become of a clip that was on its way. One that was evicted before anybody saw it is asked for
 * again. */
static void look_after(ox_clips *c, ox_clip_slot *s) {
    ox_resource_handle handle = s->held.handle;
    const ox_manager_record *r = ox_manager_record_of(c->manager, handle);
    if (r != NULL && (r->state == OX_RESOURCE_QUEUED || r->state == OX_RESOURCE_LOADING)) return;
    if (r != NULL && r->state == OX_RESOURCE_RESIDENT) {
        ox_status status = settle(c, s);
        if (status == OX_OK || s->state == OX_CLIP_REFUSED) return;
    }
    if (r == NULL) {
        give_budget(c, s);
        (void)refuse(c, s, OX_BAD_DATA, "it could not be loaded");
    } else {
        drop(c, s);
    }
}

/* ---- users ---- */

static ox_status add_user(ox_clips *c, ox_clip_slot *s) {
    FX_ASSERT_MSG(s->users < UINT16_MAX, "65,535 users of clip %x", (unsigned)s->id);
    if (s->users == UINT16_MAX) return OX_FULL;
    s->users++;
    if (s->state == OX_CLIP_THERE) return OX_OK;
    if (s->state == OX_CLIP_COMING) return OX_EMPTY;
    return s->state == OX_CLIP_REFUSED ? OX_BAD_DATA : fetch(c, s);
}

static void remove_user(ox_clips *c, ox_clip_slot *s) {
    FX_ASSERT_MSG(s->users > 0, "clip %x is given back more often than it was taken", (unsigned)s->id);
    if (s->users == 0) return;
    if (--s->users == 0) drop(c, s);
}

/* Counts the clips of a residency as used; the first that finds no room takes the others with it. */
static ox_status take_all(ox_clips *c, uint32_t residency) {
    for (uint32_t i = 0; i < c->count; i++) {
        if (residency_of(c, i) != residency) continue;
        ox_status status = add_user(c, slot_of(c, i));
        if (status == OX_OK || slot_of(c, i)->state == OX_CLIP_REFUSED) continue;
        for (uint32_t k = 0; k <= i; k++) {
            if (residency_of(c, k) == residency) remove_user(c, slot_of(c, k));
        }
        return status == OX_EMPTY ? OX_BAD_STATE : status; /* play is no time for it */
    }
    return OX_OK;
}

ox_status ox_clips_enter_level(ox_clips *c) {
    if (c->in_level) return OX_ALREADY_THERE;
    ox_status status = take_all(c, ROM_BUNDLE_ENTRY_LEVEL);
    c->in_level = !ox_failed(status);
    return status;
}

void ox_clips_leave_level(ox_clips *c) {
    if (!c->in_level) return;
    c->in_level = false;
    for (uint32_t i = 0; i < c->count; i++) {
        if (residency_of(c, i) == ROM_BUNDLE_ENTRY_LEVEL) remove_user(c, slot_of(c, i));
    }
}

ox_status ox_clips_take(ox_clips *c, uint32_t number) {
    OX_CREATED(c->manager);
    FX_ASSERT_MSG(number < c->count, "clip %u of %u", (unsigned)number, (unsigned)c->count);
    return number < c->count ? add_user(c, slot_of(c, number)) : OX_BAD_ARGUMENT;
}

void ox_clips_give(ox_clips *c, uint32_t number) {
    FX_ASSERT_MSG(number < c->count, "clip %u of %u", (unsigned)number, (unsigned)c->count);
    if (number < c->count) remove_user(c, slot_of(c, number));
}

void ox_clips_tick(ox_clips *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        ox_clip_slot *s = &c->slots[i];
        if (s->state == OX_CLIP_COMING) look_after(c, s);
        if (s->state == OX_CLIP_ABSENT && s->users > 0) {
            ox_status status = fetch(c, s);
            (void)status; /* the next tick tries again */
        }
    }
}

bool ox_clips_is_there(const ox_clips *c, uint32_t number) {
    return number < c->count && slot_of(c, number)->state == OX_CLIP_THERE;
}

/* ---- opening ---- */

static ox_status hold_parts(ox_clips *c, uint32_t bundle) {
    ox_status status = ox_manager_hold(c->manager, bundle, ROM_TAG_BUNDLE, &c->bundle);
    if (ox_failed(status)) return status;
    uint32_t skeleton = rom_u32((const uint8_t *)c->bundle.data + ROM_BUNDLE_SKELETON);
    status = ox_manager_hold(c->manager, skeleton, ROM_TAG_SKELETON, &c->skeleton);
    if (ox_failed(status))
        ox_log_write(c->log, PLAT_LOG_WARNING, "clip bundle #%08x: skeleton #%08x: %s", (unsigned)bundle,
                     (unsigned)skeleton, ox_status_name(status));
    return status;
}

static ox_status make_slots(ox_clips *c, ox_arena *arena) {
    const uint8_t *bundle = c->bundle.data;
    uint32_t count = rom_u32(bundle + ROM_BUNDLE_COUNT), idle = rom_u32(bundle + ROM_BUNDLE_IDLE);
    if (count > UINT16_MAX) return OX_UNSUPPORTED;
    if (count > 0) c->slots = ox_arena_push_low(arena, count * sizeof *c->slots, OX_ALIGNMENT);
    if (count > 0 && c->slots == NULL) return OX_OUT_OF_MEMORY;
    c->count = count;
    for (uint32_t i = 0; i < count; i++) {
        c->slots[i] = (ox_clip_slot){.id = rom_u32(entry_at(c, i) + ROM_BUNDLE_ENTRY_CLIP)};
        uint32_t owner = 0;
        while (c->slots[owner].id != c->slots[i].id) owner++;
        c->slots[i].owner = (uint16_t)owner;
    }
    c->idle = idle == 0 ? OX_CLIPS_NONE : ox_clips_find(c, idle);
    return OX_OK;
}

ox_status ox_clips_open(ox_clips *c, const ox_clips_setup *setup) {
    ox_mark mark = ox_arena_mark(setup->arena, OX_ARENA_LOW);
    memset(c, 0, sizeof *c);
    c->manager = setup->manager;
    c->log = setup->log;
    c->budget = setup->budget;
    c->idle = OX_CLIPS_NONE;
    ox_status status = hold_parts(c, setup->bundle);
    if (!ox_failed(status)) status = make_slots(c, setup->arena);
    if (!ox_failed(status)) status = take_all(c, ROM_BUNDLE_ENTRY_CORE);
    if (!ox_failed(status)) return OX_OK;
    ox_clips_close(c);
    ox_arena_rollback(setup->arena, mark);
    return status;
}

void ox_clips_close(ox_clips *c) {
    if (c->manager == NULL) {
        OX_CLEAR(c);
        return;
    }
    for (uint32_t i = 0; i < c->count; i++) drop(c, &c->slots[i]);
    ox_manager_let_go(c->manager, c->skeleton.handle);
    ox_manager_let_go(c->manager, c->bundle.handle);
    OX_CLEAR(c);
}

/* ---- poses ---- */

uint32_t ox_clips_joints(const ox_clips *c) {
    return rom_u32((const uint8_t *)c->skeleton.data + ROM_SKELETON_JOINT_COUNT);
}

/* A joint as the skeleton has it at rest. */
static void rest(const ox_clips *c, uint32_t number, rom_clip_joint *joint) {
    const uint8_t *skeleton = c->skeleton.data;
    const uint8_t *row =
        skeleton + rom_u32(skeleton + ROM_SKELETON_JOINTS_AT) + (size_t)number * ROM_JOINT_SIZE;
    q30 part[4];
    for (uint32_t k = 0; k < 4; k++)
        part[k] = (q30)(int16_t)rom_u16(row + ROM_JOINT_ROTATION + 2 * (size_t)k) * 65536;
    (void)q4_normalize((quat){part[0], part[1], part[2], part[3]}, &joint->rotation);
    for (uint32_t k = 0; k < 3; k++) {
        joint->scale[k] = (fx)rom_u32(row + ROM_JOINT_SCALE);
        joint->translation[k] = (fx)rom_u32(row + ROM_JOINT_TRANSLATION + 4 * (size_t)k);
    }
}

ox_clip_shown ox_clips_pose(ox_clips *c, uint32_t number, fx time, rom_clip_joint *joints) {
    ox_clip_shown shown = OX_CLIP_SHOWN;
    OX_CREATED(c->manager);
    if (!ox_clips_is_there(c, number)) {
        number = c->idle;
        shown = ox_clips_is_there(c, number) ? OX_CLIP_IDLE : OX_CLIP_BIND;
        c->counts.idle += shown == OX_CLIP_IDLE;
        c->counts.bind += shown == OX_CLIP_BIND;
    }
    const uint8_t *clip = shown == OX_CLIP_BIND ? NULL : slot_of(c, number)->held.data;
    uint32_t count = ox_clips_joints(c), moved = clip == NULL ? 0 : rom_clip_joints(clip);
    for (uint32_t i = 0, next = 0; i < count; i++) { /* the numbers of both rise */
        if (next < moved && rom_clip_joint_number(clip, next) == i)
            rom_clip_at(clip, next++, time, &joints[i]);
        else
            rest(c, i, &joints[i]);
    }
    return shown;
}
