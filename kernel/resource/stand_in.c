/* The console's types of resources and their placeholders, byte by byte. */
#include "kernel/resource/stand_in.h"

#include "rom/chunks.h"

#define HALF(value) (uint8_t)((value)&255u), (uint8_t)((value) >> 8 & 255u)
#define WORD(value) HALF((uint32_t)(value)), HALF((uint32_t)(value) >> 16)
#define HEAD(size) HALF(0x0100u), HALF(size)

/* ---- picture ---- */

#define MAGENTA 0x1F, 0xF8
#define BLACK 0, 0
#define FOUR(pixel) pixel, pixel, pixel, pixel
#define EVEN FOUR(MAGENTA), FOUR(BLACK), FOUR(MAGENTA), FOUR(BLACK)
#define ODD FOUR(BLACK), FOUR(MAGENTA), FOUR(BLACK), FOUR(MAGENTA)

static _Alignas(4) const uint8_t picture[] = {HEAD(ROM_IMAGE_SIZE),
                                              HALF(16),
                                              HALF(16),
                                              1, /* RGB565 */
                                              0,
                                              0,
                                              0,
                                              WORD(ROM_IMAGE_SIZE),
                                              FOUR(EVEN),
                                              FOUR(ODD),
                                              FOUR(EVEN),
                                              FOUR(ODD)};
FX_STATIC_ASSERT(sizeof picture == ROM_IMAGE_SIZE + 16 * 16 * 2, "16 x 16 pixels of two bytes");

/* ---- material, text, clip ---- */

static _Alignas(4) const uint8_t material[ROM_MATERIAL_SIZE] = {
    HEAD(ROM_MATERIAL_SIZE), WORD(0xFF00FFu), 0, 0, 0, 0, 1};

static _Alignas(4) const uint8_t text[] = {HEAD(ROM_TEXT_SIZE),
                                           WORD(1),
                                           WORD(ROM_TEXT_SIZE),
                                           WORD(0),
                                           WORD(ROM_TEXT_SIZE + ROM_STRING_SIZE),
                                           WORD(3),
                                           '?',
                                           '?',
                                           '?',
                                           0};

static _Alignas(4) const uint8_t clip[ROM_CLIP_SIZE] = {
    HEAD(ROM_CLIP_SIZE),   [ROM_CLIP_RATE] = 0,   [ROM_CLIP_RATE + 1] = 30, [ROM_CLIP_FLAGS] = ROM_CLIP_LOOPS,
    [ROM_CLIP_FRAMES] = 1, [ROM_CLIP_SAMPLES] = 1};

/* ---- sound ---- */

#define WAVE 64, 64, 64, 64, 192, 192, 192, 192 /* a period of 8 samples: 64 and -64 */
#define WAVES WAVE, WAVE, WAVE, WAVE, WAVE, WAVE, WAVE, WAVE, WAVE, WAVE
enum { BEEP = 960 };

/* Fields are named, so that later ones of the record stay 0. */
#define WORD_AT(place, value)                                                                                \
    [place] = (uint8_t)(value), [(place) + 1] = (uint8_t)((value) >> 8), [(place) + 2] = 0, [(place) + 3] = 0

static _Alignas(4) const uint8_t sound[ROM_SOUND_SIZE + BEEP] = {HEAD(ROM_SOUND_SIZE),
                                                                 [ROM_SOUND_RATE] = 8000 & 255,
                                                                 [ROM_SOUND_RATE + 1] = 8000 >> 8,
                                                                 [ROM_SOUND_CHANNELS] = 1,
                                                                 WORD_AT(ROM_SOUND_FRAMES, BEEP),
                                                                 WORD_AT(ROM_SOUND_DATA_BYTES, BEEP),
                                                                 WORD_AT(ROM_SOUND_DATA_AT, ROM_SOUND_SIZE),
                                                                 [ROM_SOUND_SIZE] = WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES,
                                                                 WAVES};

/* ---- the table ---- */

#define PLAIN(t, n)                                                                                          \
    { .tag = (t), .name = (n) }
#define WITH(t, n, bytes)                                                                                    \
    { .tag = (t), .name = (n), .placeholder = (bytes), .placeholder_size = (uint32_t)sizeof(bytes) }

const ox_resource_type ox_stand_in_types[] = {
    WITH(ROM_TAG_IMAGE, "texture", picture),
    WITH(ROM_TAG_MATERIAL, "material", material),
    WITH(ROM_TAG_TEXT, "text", text),
    WITH(ROM_TAG_CLIP, "clip", clip),
    WITH(ROM_TAG_SOUND, "sound", sound),
    PLAIN(ROM_TAG_MESH, "mesh"),
    PLAIN(ROM_TAG_MODEL, "model"),
    PLAIN(ROM_TAG_COLLISION, "collision"),
    PLAIN(ROM_TAG_SHAPE, "shape"),
    PLAIN(ROM_TAG_OCCLUDER, "occluder"),
    PLAIN(ROM_TAG_PALETTE, "palette"),
    PLAIN(ROM_TAG_SCENE, "scene"),
    PLAIN(ROM_TAG_SHEET, "sheet"),
    PLAIN(ROM_TAG_BLOCK_TEXTURE, "block texture"),
    PLAIN(ROM_TAG_HAAR, "pyramid"),
    PLAIN(ROM_TAG_SKELETON, "skeleton"),
    PLAIN(ROM_TAG_SKIN, "skin"),
#if !ROM_SMALL_PLAYER
    PLAIN(ROM_TAG_MORPH, "morph"),
#endif
    PLAIN(ROM_TAG_BUNDLE, "clip bundle"),
    PLAIN(ROM_TAG_MOTION_MACHINE, "motion"),
    PLAIN(ROM_TAG_TABLE, "table"),
    PLAIN(ROM_TAG_DATA, "data"),
    PLAIN(ROM_TAG_TOPOLOGY, "topology"),
    PLAIN(ROM_TAG_LEVEL, "level"),
    PLAIN(ROM_TAG_SCENE_LEVELS, "list of levels"),
    PLAIN(ROM_TAG_SCENE_MAPS, "list of maps"),
    PLAIN(ROM_TAG_VIEW, "view"),
    PLAIN(ROM_TAG_GAME, "rules of the game"),
    PLAIN(ROM_TAG_OPTIONS, "options"),
    PLAIN(ROM_TAG_ACTIONS, "actions"),
    PLAIN(ROM_TAG_STROKES, "strokes"),
    PLAIN(ROM_TAG_BINDINGS, "bindings"),
    PLAIN(ROM_TAG_RUMBLE, "rumble"),
    PLAIN(ROM_TAG_TILE_MAP, "tile map"),
    PLAIN(ROM_TAG_TILE_SET, "tile set"),
    PLAIN(ROM_TAG_REGION_MAP, "map of regions"),
    PLAIN(ROM_TAG_FONT, "font"),
    PLAIN(ROM_TAG_SCREEN, "screen"),
    PLAIN(ROM_TAG_SCENE_SCREENS, "list of screens"),
    PLAIN(ROM_TAG_BANK, "bank"),
    PLAIN(ROM_TAG_CUES, "cues"),
    PLAIN(ROM_TAG_AUDIO, "audio"),
    PLAIN(ROM_TAG_SONG, "song"),
    PLAIN(ROM_TAG_CODE, "script"),
    PLAIN(ROM_TAG_SCRIPTS, "list of scripts"),
    PLAIN(ROM_TAG_EFFECT, "effect"),
    PLAIN(ROM_TAG_GRADE, "grade"),
    PLAIN(ROM_TAG_PARTICLES, "particles"),
    PLAIN(ROM_TAG_RAW, "raw data"),
    PLAIN(ROM_TAG_PACKAGE, "package"),
};
const uint32_t ox_stand_in_count = (uint32_t)(sizeof ox_stand_in_types / sizeof ox_stand_in_types[0]);
