/* The motions of a character: which of its clips are in memory, and a whole pose at any time.
 *
 *     ox_clips_setup setup = {.manager = &m, .bundle = SID("bundle/orc"), .budget = 12288, .arena = level};
 *     status = ox_clips_open(&orc, &setup);              loading phase: bundle, skeleton, core clips
 *     status = ox_clips_enter_level(&orc);               loading phase: those that stay as long as a level
 *
 *     number = ox_clips_find(&orc, SID("die"));
 *     status = ox_clips_take(&orc, number);              OX_EMPTY: it is on its way
 *     every tick, after ox_files_tick: ox_clips_tick(&orc);
 *     shown = ox_clips_pose(&orc, number, time, joints); the clip, or what stands in for it
 *     ox_clips_give(&orc, number);                       a fetched one goes with its last user
 *
 * A BUNDLE (BNDL, rom/FORMAT.md) names the clips of one skeleton and how long each stays: CORE clips are held
 * from open to close, LEVEL clips from enter_level to leave_level, FETCHED ones (deaths, special moves) from
 * the first take to the last give. A clip made for another skeleton is refused by its name in the log, and so
 * is one that is missing or damaged; both are stood in for.
 *
 * A POSE is always whole: joints that a clip does not move stand as in the bind pose. While a clip is not
 * there, the bundle's idle clip plays in its place, where the bundle names one and it is there, and else the
 * bind pose stands; both are counted.
 *
 * MEMORY. `budget` bounds the bytes of clips in memory, those on their way included: a clip that would not
 * fit is not asked for (OX_OVER_BUDGET), and is tried again each tick as long as somebody has taken it. Clips
 * that are used in place in the image cost nothing. Each clip counts once, however many names of the bundle
 * lead to it. Fetched clips belong into the cache (life=cache): a level's memory keeps gaps between those in
 * use. Of the character itself: 32 bytes an entry of the bundle (28 on 32-bit machines).
 *
 * In play a clip comes by request (the manager's latency), so a pose is the same at the same tick on all
 * machines that hold their image in memory or all on a medium. Clips that are taken are locked. Cost of a
 * pose: that of rom_clip_at for each joint. (GEA 11.4.4, 11.8.5.) */
#ifndef OXCART_KERNEL_RESOURCE_CLIPS_H
#define OXCART_KERNEL_RESOURCE_CLIPS_H

#include "kernel/resource/manager.h"
#include "rom/clip.h"

#define OX_CLIPS_NONE 0xFFFFFFFFu /* no entry of the bundle */

typedef struct ox_clips_setup {
    ox_manager *manager;
    uint32_t bundle; /* a BNDL chunk */
    uint32_t budget; /* bytes of clips in memory at once */
    ox_arena *arena; /* low end: the slots; they stay there after ox_clips_close */
    ox_log *log;     /* or NULL */
} ox_clips_setup;

/* What a pose was made of. */
typedef enum ox_clip_shown { OX_CLIP_SHOWN, OX_CLIP_IDLE, OX_CLIP_BIND } ox_clip_shown;

typedef enum ox_clip_state {
    OX_CLIP_ABSENT,
    OX_CLIP_COMING, /* requested: its memory is taken */
    OX_CLIP_THERE,
    OX_CLIP_REFUSED /* missing, damaged, or of another skeleton */
} ox_clip_state;

/* One entry of the bundle. Entries with one clip share the slot of the first of them. */
typedef struct ox_clip_slot {
    ox_held held;
    uint32_t id;    /* of the CLIP chunk */
    uint32_t bytes; /* of the budget */
    uint16_t owner; /* the slot that stands for this entry's clip */
    uint16_t users;
    uint8_t state; /* ox_clip_state */
    bool told;     /* the log tells why it is not there */
} ox_clip_slot;

typedef struct ox_clips_counts {
    uint32_t fetches, drops; /* clips that came in by a request, that went */
    uint32_t idle, bind;     /* poses of what stands in */
    uint32_t over_budget;    /* tries that found no room */
    uint32_t refused;        /* clips */
} ox_clips_counts;

typedef struct ox_clips {
    ox_manager *manager;
    ox_log *log;
    ox_held bundle, skeleton;
    ox_clip_slot *slots;
    uint32_t count;              /* entries */
    uint32_t idle;               /* entry, or OX_CLIPS_NONE */
    uint32_t budget, used, peak; /* bytes of clips */
    ox_clips_counts counts;
    bool in_level;
} ox_clips;

/* Holds bundle and skeleton, and loads the core clips. OX_NOT_FOUND, OX_BAD_DATA (or what the manager says of
 * the two), OX_OUT_OF_MEMORY (the arena, or room for a core clip), OX_OVER_BUDGET (the core clips alone are
 * too much): nothing is held then. Core clips that are missing, damaged or of another skeleton are refused,
 * and the character opens without them. Loading phase. */
FX_MUST_CHECK ox_status ox_clips_open(ox_clips *clips, const ox_clips_setup *setup);

/* Lets everything go, whoever has taken it. */
void ox_clips_close(ox_clips *clips);

/* Loads the clips that stay as long as a level, and lets them go. OX_OVER_BUDGET or OX_OUT_OF_MEMORY: none of
 * them is held; OX_ALREADY_THERE. */
FX_MUST_CHECK ox_status ox_clips_enter_level(ox_clips *clips);
void ox_clips_leave_level(ox_clips *clips);

/* The entry with this name; OX_CLIPS_NONE. */
uint32_t ox_clips_find(const ox_clips *clips, uint32_t name);

/* Counts a user of an entry's clip and sees that it comes. OX_OK: it is there. OX_EMPTY: on its way.
 * OX_OVER_BUDGET, OX_OUT_OF_MEMORY, OX_FULL: tried again each tick. OX_NOT_FOUND, OX_BAD_DATA,
 * OX_BAD_VERSION ...: it is refused. The user is counted whatever comes out, but for OX_BAD_ARGUMENT (no such
 * entry; asserted). */
FX_MUST_CHECK ox_status ox_clips_take(ox_clips *clips, uint32_t number);
void ox_clips_give(ox_clips *clips, uint32_t number);

/* Once a tick, after ox_files_tick: what has come is there, what waits for room is tried again. */
void ox_clips_tick(ox_clips *clips);

/* Whether the entry's clip is there now. */
bool ox_clips_is_there(const ox_clips *clips, uint32_t number);

/* The pose of all joints of the skeleton (ox_clips_joints of them) at a time in frames of the clip. What is
 * not there, and OX_CLIPS_NONE, is stood in for. */
ox_clip_shown ox_clips_pose(ox_clips *clips, uint32_t number, fx time, rom_clip_joint *joints);
uint32_t ox_clips_joints(const ox_clips *clips);

#endif
