/* The Game Boy Advance port: platform.h on bare hardware, with the display doing the scaling and DMA the
 * copying.
 *
 * Video: what the display can compose of layers and sprites uses mode 0 (composer.h); other 8-bit pictures use mode 4 (two pages); 15-bit pictures use mode 5 (two pages) up to 160x120 and mode
 * 3 (one page, drawn in sight) above. A smaller picture is enlarged by the largest whole factor that fits and
 * is centred; the border is black. Widths are even. Keys: the machine has no X and Y, so while Select is
 * held, A is X and B is Y, and Select itself is not reported as long as one of them is down. */
#include "platform/gba/gba.h"

#include <string.h>

#include "kernel/debug/stack.h"
#include "platform/buttons.h"
#include "platform/gba/composer.h"
#include "platform/one_processor.h"

#define DISPLAY GBA_REGISTER16(0x000)
#define DISPLAY_STATUS GBA_REGISTER16(0x004)
#define DISPLAY_LINE GBA_REGISTER16(0x006)
#define BG2_STEP_X GBA_REGISTER16(0x020)
#define BG2_SKEW_X GBA_REGISTER16(0x022)
#define BG2_SKEW_Y GBA_REGISTER16(0x024)
#define BG2_STEP_Y GBA_REGISTER16(0x026)
#define BG2_X GBA_REGISTER32(0x028)
#define BG2_Y GBA_REGISTER32(0x02C)
#define BG_CONTROL(i) GBA_REGISTER16(0x008u + 2u * (unsigned)(i))
#define BG_SCROLL_X(i) GBA_REGISTER16(0x010u + 4u * (unsigned)(i))
#define BG_SCROLL_Y(i) GBA_REGISTER16(0x012u + 4u * (unsigned)(i))
#define WINDOW0_X GBA_REGISTER16(0x040)
#define WINDOW0_Y GBA_REGISTER16(0x044)
#define WINDOW_INSIDE GBA_REGISTER16(0x048)
#define WINDOW_OUTSIDE GBA_REGISTER16(0x04A)
#define BLEND_CONTROL GBA_REGISTER16(0x050)
#define BLEND_DARKEN GBA_REGISTER16(0x054)
#define DMA3_SOURCE GBA_REGISTER32(0x0D4)
#define DMA3_TARGET GBA_REGISTER32(0x0D8)
#define DMA3_CONTROL GBA_REGISTER32(0x0DC)
#define TIMER2_COUNT GBA_REGISTER16(0x108)
#define TIMER2_CONTROL GBA_REGISTER16(0x10A)
#define TIMER3_COUNT GBA_REGISTER16(0x10C)
#define TIMER3_CONTROL GBA_REGISTER16(0x10E)
#define KEYS GBA_REGISTER16(0x130)
#define INTERRUPT_ENABLE GBA_REGISTER16(0x200)
#define INTERRUPT_FLAGS GBA_REGISTER16(0x202)
#define INTERRUPT_MASTER GBA_REGISTER16(0x208)
#define DEBUG_TEXT ((volatile char *)0x04FFF600u)
#define DEBUG_FLAGS (*(volatile uint16_t *)0x04FFF700u)
#define DEBUG_ENABLE (*(volatile uint16_t *)0x04FFF780u)

#define PALETTE_SHOWN 0x05000000u
#define PALETTE_OF_SPRITES 0x05000200u /* where no sprites are drawn, the next palette waits there */
#define SPRITES 0x07000000u

enum {
    DISPLAY_PAGE = 1 << 4,
    DISPLAY_BG2 = 1 << 10,
    DISPLAY_WINDOW0 = 1 << 13,
    DISPLAY_BLANK_INTERRUPT = 1 << 3,
    TIMER_CASCADE = 1 << 2,
    TIMER_INTERRUPT = 1 << 6,
    TIMER_ENABLE = 1 << 7,
    INTERRUPT_BLANK = 1 << 0,
    INTERRUPT_TIMER3 = 1 << 6,
    FIRST_BLANK_LINE = 160,
    LAST_FLIP_LINE = 226, /* a flip begun on a later line might be seen */
    DEBUG_SEND = 0x100,
    DEBUG_TEXT_SIZE = 255
};
#define DMA_ENABLE 0x80000000u
#define DMA_WORDS 0x04000000u

extern uint8_t __load_start_spans_pal8[], __load_stop_spans_pal8[];
extern uint8_t __load_start_spans_bgr555[], __load_stop_spans_bgr555[], __spans_start[];
extern uint8_t __external_start[], __external_end[], __sound_rings[], __fast_start[], __stack_bottom[],
    __stack_top[];
extern uint8_t __lights_start[], __lights_end[];
extern uint8_t __sound_start[], __sound_sums[];
extern const uint8_t __sound_load[];
extern uint8_t __load_start_sound_pairs[], __load_stop_sound_pairs[];
extern uint8_t gba_mix_pairs[], gba_mix_first[]; /* mix.S */
extern uint8_t *gba_mix_place, *gba_mix_slot;    /* in the copy in fast memory */
extern const uint8_t __lights_load[];
extern uint8_t __script_start[], __script_size[]; /* the size is the address of __script_size */
extern const uint8_t __script_load[];
extern uint8_t __load_start_spans_lone[], __load_stop_spans_lone[];
extern uint8_t __load_start_spans_flat[], __load_stop_spans_flat[], __flat_block_start[];
extern uint8_t __textured_start[], __phong_start[], __plain_start[], __smooth_start[], __lone_start[];

extern uint32_t rs_arm_textures_in_place, rs_arm_phong_in_place, rs_arm_flat_in_place,
    rs_arm_lights_in_place;                      /* raster/arm/record.S */
extern const uint8_t gba_header[], __hot_load[]; /* code and constants in the cartridge lie between them */

extern const uint8_t gba_codec_loop[] __attribute__((weak)),
    gba_codec_loop_end[] __attribute__((weak)); /* codec.S */
extern uint8_t *
    gba_codec_place; /* for codec.S: where its loop lies in fast memory; NULL: nowhere, and the C function unpacks */
uint8_t *gba_codec_place;

/* Copies the loop of codec.S to right below `end`; returns where the copy begins. */
static uint8_t *place_codec(uint8_t *end) {
    size_t size = (size_t)(gba_codec_loop_end - gba_codec_loop);
    gba_codec_place = size == 0 ? NULL : end - size;
    memcpy(end - size, gba_codec_loop, size);
    return end - size;
}

/* Bytes of the loop of scripts, 0 in programs without it. The compiler must not think that no symbol has the address 0. */
static size_t script_size(void) {
    uintptr_t size = (uintptr_t)__script_size;
    __asm__("" : "+r"(size));
    return size;
}

/* Copies the loop of scripts to the end of the spare video memory, which takes words; returns how many spare bytes
 * remain. */
static size_t place_script(void) {
    const uint32_t *from = (const uint32_t *)(const void *)__script_load;
    uint32_t *to = (uint32_t *)(void *)__script_start;
    const size_t size = script_size();
    for (size_t i = 0; i < size; i += 4) *to++ = *from++;
    return size == 0 ? GBA_SPARE_BYTES : (uintptr_t)__script_start - GBA_SPARE_MEMORY;
}

/* The quick loop of scripts (script.S) in the cartridge, and the places of its handlers by opcode. What runs no scripts
 * does not name it, so that it is linked with the loop of scripts alone. */
typedef struct quick_script {
    const uint32_t *loop, *end;
    const uint16_t *places;
} quick_script;

extern const uint8_t __script_quick[]; /* a quick_script in the copied loop of scripts */
extern uint32_t gba_script_table[];    /* gba.ld */
extern uint8_t
    *gba_script_place; /* for script.S: where its loop lies (gba.ld); NULL: nowhere, no script may run */

/* Copies the quick loop of scripts to right below `end` by words; returns where the copy begins. */
static uint8_t *place_quick_script(uint8_t *end) {
    gba_script_place = NULL;
    if (script_size() == 0) return end;
    const quick_script *quick =
        (const quick_script *)(const void *)(__script_load + (__script_quick - __script_start));
    uint32_t *to = (uint32_t *)(void *)end - (quick->end - quick->loop);
    gba_script_place = (uint8_t *)to;
    for (const uint32_t *from = quick->loop; from < quick->end; from++) *to++ = *from;
    for (size_t code = 0; code < 256; code++)
        gba_script_table[code] = (uint32_t)(uintptr_t)(gba_script_place + quick->places[code]);
    return gba_script_place;
}

struct gba_counters gba_counters;

void gba_open(plat *p, bool paced) {
    memset(p, 0, sizeof *p);
    gba_keys.head = gba_keys.tail = gba_keys.lost = gba_keys.told = 0; /* memory that takes no bytes */
    gba_keys.last = (uint32_t)KEYS;
    p->paced = paced;
    DEBUG_ENABLE = 0xC0DE;
    p->log_open = DEBUG_ENABLE == 0x1DEA;
    (void)place_quick_script(place_codec(__lights_start));
    (void)place_script();
    TIMER2_COUNT = 0;
    TIMER3_COUNT = 0;
    TIMER3_CONTROL = TIMER_CASCADE | TIMER_INTERRUPT | TIMER_ENABLE;
    TIMER2_CONTROL = TIMER_ENABLE;
    DISPLAY_STATUS = DISPLAY_BLANK_INTERRUPT;
    INTERRUPT_FLAGS = 0xFFFF;
    INTERRUPT_ENABLE = INTERRUPT_BLANK | INTERRUPT_TIMER3;
    INTERRUPT_MASTER = 1;
}

void gba_wait_blank(void) { __asm__ volatile("swi 0x05" ::: "r0", "r1", "r2", "r3", "r12", "lr", "memory"); }

size_t gba_stack_size(void) { return (size_t)(__stack_top - __stack_bottom); }

enum { STACK_PATTERN = 0x57ACC0DE }; /* crt0.S fills the stack with this word */

bool gba_stack_intact(void) {
    return *(const volatile uint32_t *)(const void *)__stack_bottom == STACK_PATTERN;
}

size_t gba_stack_peak(void) {
    const volatile uint32_t *word = (const volatile uint32_t *)(const void *)__stack_bottom;
    size_t untouched = 0;
    while (*word++ == STACK_PATTERN && untouched < gba_stack_size()) untouched += 4;
    return gba_stack_size() - untouched;
}

/* Whether light per pixel without textures has span functions of its own: not every player has that copy (rules.mk). */
static bool lone(const plat *p) { return p->lone && __load_stop_spans_lone - __load_start_spans_lone > 16; }

/* Copies the loops of sound into fast memory, and those for two voices at a time where no code for light lies. */
static void place_sound(const plat *p) {
    memcpy(__sound_start, __sound_load, (size_t)(__sound_sums - __sound_start));
    if (!p->one_light) return;
    memcpy(__lights_start, __load_start_sound_pairs,
           (size_t)(__load_stop_sound_pairs - __load_start_sound_pairs));
    gba_mix_place = gba_mix_pairs;
    gba_mix_slot = gba_mix_first;
}

/* Carts without meshes need vertices' memory for lists of pictures alone, so that the composer has a part of it. */
static void leave_room_for_composer(plat *p, plat_block *vertices) {
    enum { LEAST = 1024 };
    const uintptr_t end = (uintptr_t)vertices->base + vertices->size;
    p->composes = p->flat && end >= GBA_COMPOSER_END + LEAST;
    if (!p->composes) return;
    vertices->base = (void *)GBA_COMPOSER_END;
    vertices->size = end - GBA_COMPOSER_END;
}

void plat_memory(plat *p, plat_memory_map *map) {
    map->main.base = __external_start;
    map->main.size =
        (size_t)((gba_sound.form != GBA_SOUND_NONE ? __sound_rings : __external_end) - __external_start);
    map->fast.base = p->flat     ? __flat_block_start
                     : p->plain  ? __plain_start
                     : p->smooth ? __smooth_start
                     : lone(p)   ? __lone_start
                                 : __fast_start;
    uint8_t *end = gba_sound.form != GBA_SOUND_NONE ? __sound_start
                   : p->one_light                   ? __stack_bottom
                                                    : __lights_start;
    if (gba_sound.form != GBA_SOUND_NONE) place_sound(p);
    gba_codec_place = NULL;
    if (!p->unpacked) end = place_codec(end);
    map->vertices.base = (void *)GBA_SPARE_MEMORY;
    map->vertices.size = p->scriptless ? GBA_SPARE_BYTES : place_script();
    gba_script_place = NULL;
    if (!p->scriptless) {
        if (end - (uint8_t *)map->fast.base >= GBA_ROOM_FOR_SCRIPTS)
            end = place_quick_script(end);
        else
            map->vertices.size = (size_t)(place_quick_script(__script_start) - (uint8_t *)map->vertices.base);
    }
    leave_room_for_composer(p, &map->vertices);
    map->fast.size = (size_t)(end - (uint8_t *)map->fast.base);
    map->convert.base = NULL;
    map->convert.size = 0;
}

/* ---- video ---- */

/* Copies in parts: the processor stands still for one part at a time, and interrupts of the speaker must not wait
 * longer. */
static void dma_copy(uintptr_t target, const void *source, uint32_t words) {
    enum { PART = 720 }; /* three lines of 15-bit pixels; 7,200 cycles from external memory */
    for (uint32_t part; words > 0; words -= part) {
        part = words < PART ? words : PART;
        DMA3_SOURCE = (uint32_t)(uintptr_t)source;
        DMA3_TARGET = (uint32_t)target;
        DMA3_CONTROL = DMA_ENABLE | DMA_WORDS | part;
        source = (const uint8_t *)source + part * 4u;
        target += part * 4u;
    }
}

/* Lets the display enlarge the picture by `factor` and centre it. A step of 256/factor is not whole for 3 and
 * 5; the start lies far enough inside the first pixel that every screen pixel still shows the right one. */
static void place_picture(const plat *p, int factor) {
    int step = 256 / factor;
    int rest = 256 - step * factor;
    int left = (GBA_SCREEN_WIDTH - p->width * factor) / 2;
    int top = (GBA_SCREEN_HEIGHT - p->height * factor) / 2;
    int right = left + p->width * factor;
    int bottom = top + p->height * factor;
    BG2_STEP_X = (uint16_t)step;
    BG2_STEP_Y = (uint16_t)step;
    BG2_SKEW_X = 0;
    BG2_SKEW_Y = 0;
    BG2_X = (uint32_t)(rest * (p->width - 1) - left * step);
    BG2_Y = (uint32_t)(rest * (p->height - 1) - top * step);
    WINDOW0_X = (uint16_t)(left << 8 | right);
    WINDOW0_Y = (uint16_t)(top << 8 | bottom);
    WINDOW_INSIDE = 1 << 2;  /* the picture, not darkened */
    WINDOW_OUTSIDE = 1 << 5; /* the backdrop alone, darkened to black */
    BLEND_CONTROL = 3 << 6 | 1 << 5;
    BLEND_DARKEN = 16;
}

static int enlargement(int width, int height) {
    static const uint8_t factors[] = {8, 5, 4, 3, 2, 1};
    for (size_t i = 0; i < sizeof factors; i++) {
        if (width * factors[i] <= GBA_SCREEN_WIDTH && height * factors[i] <= GBA_SCREEN_HEIGHT)
            return factors[i];
    }
    return 0;
}

/* Loads the span functions of a format: both formats share one place in fast memory. The span functions of palette
 * pixels for textures and for light per pixel come last, so pictures without them load a part. */
static void load_spans(const plat *p, plat_format format) {
    const uint8_t *from = format == PLAT_PAL8 ? __load_start_spans_pal8 : __load_start_spans_bgr555;
    const uint8_t *to = format == PLAT_PAL8 ? __load_stop_spans_pal8 : __load_stop_spans_bgr555;
    if (p->flat && format == PLAT_PAL8) {
        from = __load_start_spans_flat;
        to = __load_stop_spans_flat;
    } else if (p->plain && format == PLAT_PAL8) {
        to = from + (__textured_start - __spans_start);
    } else if (p->smooth && format == PLAT_PAL8) {
        to = from + (__phong_start - __spans_start);
    } else if (lone(p) && format == PLAT_PAL8) {
        from = __load_start_spans_lone;
        to = __load_stop_spans_lone;
    }
    memcpy(__spans_start, from, (size_t)(to - from));
    rs_arm_flat_in_place = p->flat && format == PLAT_PAL8;
    rs_arm_textures_in_place = !p->plain && !p->flat && !lone(p);
    rs_arm_phong_in_place = !p->plain && !p->flat && !p->smooth;
    if (!p->one_light) memcpy(__lights_start, __lights_load, (size_t)(__lights_end - __lights_start));
    rs_arm_lights_in_place = !p->one_light;
}

static gba_composer *const composer = (gba_composer *)GBA_COMPOSER_MEMORY;
_Static_assert(sizeof(gba_composer) <= GBA_COMPOSER_PALETTE - GBA_COMPOSER_MEMORY,
               "gba.h knows how much it is");

/* Where the next palette waits. */
static uint16_t *next_palette(const plat *p) {
    return (uint16_t *)(p->composes ? GBA_COMPOSER_PALETTE : PALETTE_OF_SPRITES);
}

bool plat_video_open(plat *p, int width, int height, plat_format format) {
    if (width <= 0 || height <= 0 || (width & 1) != 0) return false;
    if (width > GBA_SCREEN_WIDTH || height > GBA_SCREEN_HEIGHT) return false;
    if (format != PLAT_PAL8 && format != PLAT_BGR555) return false;
    int mode = format == PLAT_PAL8 ? 4 : width <= 160 && height <= 120 ? 5 : 3; /* see GBA_SPARE_MEMORY */
    p->width = width;
    p->height = height;
    p->pixel_bytes = format == PLAT_PAL8 ? 1 : 2;
    p->pitch = (mode == 5 ? 160 : GBA_SCREEN_WIDTH) * p->pixel_bytes;
    p->paged = mode != 3;
    p->ramped = false;
    p->display = (uint16_t)(mode | DISPLAY_BG2 | DISPLAY_WINDOW0);
    load_spans(p, format);
    memset((void *)GBA_SCREEN_MEMORY, 0, GBA_SCREEN_WIDTH * GBA_SCREEN_HEIGHT * 2);
    p->pages[0].lines = p->pages[1].lines = 0;
    p->composing = p->composed = false;
    place_picture(p, enlargement(width, height));
    BG_CONTROL(2) = 0;
    DISPLAY = p->display;
    return true;
}

/* Pictures are drawn from now on. Video memory holds no page: nothing but the background is shown until the next plat_present. */
static void leave_composer(plat *p) {
    if (!p->composing && !p->composed) return;
    DISPLAY = 0;
    BG_CONTROL(2) = 0;
    place_picture(p, 1);
    p->pages[0].lines = p->pages[1].lines = 0;
    p->composing = p->composed = false;
    p->palette_changed = true; /* the background's colour is that of index 0 again */
}

void plat_palette(plat *p, const uint32_t *colours, int first, int count) {
    volatile uint16_t *next = next_palette(p);
    p->spare_known = false;
    for (int i = 0; i < count && first + i < 256; i++) {
        uint32_t c = colours[i];
        next[first + i] = (uint16_t)((c >> 19 & 31u) | (c >> 6 & 31u << 5) | (c << 7 & 31u << 10));
    }
    p->palette_changed = true;
}

void plat_ramp(plat *p, const uint8_t *ramp, const uint8_t *green) {
    (void)green;
    p->ramped = ramp != NULL && p->pixel_bytes == 2;
    if (p->ramped) memcpy(p->ramp, ramp, sizeof p->ramp);
}

/* Copies by halves of a word, the least that screen memory takes; the source address may be odd. */
static void copy_halves(uintptr_t target, const uint8_t *source, int bytes) {
    volatile uint16_t *out = (volatile uint16_t *)target;
    for (int i = 0; i + 1 < bytes; i += 2) *out++ = (uint16_t)(source[i] | source[i + 1] << 8);
}

/* The page in the making: 1 while page 0 is shown. */
static int page_of(const plat *p) { return p->paged && (p->display & DISPLAY_PAGE) == 0; }

void plat_band(plat *p, int y, int lines, const void *pixels, int stride) {
    if (p->width == 0 || y < 0 || lines <= 0 || y + lines > p->height) return;
    leave_composer(p);
    uintptr_t target = GBA_SCREEN_MEMORY + (uintptr_t)(y * p->pitch);
    if (page_of(p)) target += GBA_PAGE_BYTES;
    p->pages[page_of(p)].lines = 0;
    const uint8_t *source = pixels;
    int bytes = p->width * p->pixel_bytes;
    bool words = (((uintptr_t)source | (uintptr_t)stride | (uintptr_t)bytes) & 3u) == 0;
    if (words && !p->ramped && stride == bytes && bytes == p->pitch) {
        dma_copy(target, source, (uint32_t)(bytes * lines) / 4);
        return;
    }
    for (int i = 0; i < lines; i++) {
        if (p->ramped) {
            gba_ramp_line(target, source, p->width, p->ramp);
        } else if (words) {
            dma_copy(target, source, (uint32_t)bytes / 4);
        } else {
            copy_halves(target, source, bytes);
        }
        target += (uintptr_t)p->pitch;
        source += stride;
    }
}

/* Of palette pictures as wide as the screen, only the columns are copied that are not background in the band or in
 * the page. */
void plat_band_columns(plat *p, int y, int lines, const void *pixels, int stride, int left, int right,
                       uint32_t background) {
    gba_page *page = &p->pages[page_of(p)];
    uint8_t *before;
    leave_composer(p);
    if (p->width != GBA_SCREEN_WIDTH || p->pixel_bytes != 1 || stride != GBA_SCREEN_WIDTH ||
        ((uintptr_t)pixels & 3u) != 0 || y < 0 || lines <= 0 || y + lines > p->height ||
        (y == 0 && lines * GBA_BANDS < p->height) ||
        (y > 0 && (page->lines == 0 || y % page->lines != 0 || lines > page->lines))) {
        plat_band(p, y, lines, pixels, stride);
        return;
    }
    if (y == 0 && (page->lines != lines || page->background != (uint8_t)background)) {
        page->lines = (uint8_t)lines;
        page->background = (uint8_t)background;
        for (int i = 0; i < GBA_BANDS; i++) page->columns[i][0] = 0, page->columns[i][1] = GBA_SCREEN_WIDTH;
    }
    before = page->columns[y / page->lines]; /* bands that are as they were in the page may be left out */
    left = left >= right ? GBA_SCREEN_WIDTH : left & ~3;
    right = left >= right ? 0 : (right + 3) & ~3;
    int from = left < before[0] ? left : before[0], to = right > before[1] ? right : before[1];
    before[0] = (uint8_t)left;
    before[1] = (uint8_t)right;
    if (from >= to) return;
    gba_copy_lines((const uint8_t *)pixels + from,
                   GBA_SCREEN_MEMORY + (page_of(p) ? GBA_PAGE_BYTES : 0u) +
                       (uintptr_t)(y * GBA_SCREEN_WIDTH + from),
                   DMA_ENABLE | DMA_WORDS | (uint32_t)(to - from) / 4, lines);
}

/* ---- pictures that the display composes ---- */

bool plat_composes(plat *p, uint8_t *spare) {
    const uint16_t *next = next_palette(p);
    if (!p->composes || p->pixel_bytes != 1 || p->width != GBA_SCREEN_WIDTH || p->height != GBA_SCREEN_HEIGHT)
        return false;
    if (!p->spare_known) {
        const uint8_t before = p->spare;
        p->spare = 0;
        for (int i = 255; i > 0; i--)
            if (next[i] == next[0]) p->spare = (uint8_t)i;
        p->spare_known = true;
        if (p->composed && p->spare != before) gba_composer_forget(composer);
    }
    *spare = p->spare;
    return true;
}

/* After a picture that the display has no room for, its memory begins anew. */
static bool go_on(plat *p, bool fits) {
    if (!fits) p->composed = false;
    return fits;
}

bool plat_compose(plat *p, const struct rs_composition *picture, uint32_t *rows) {
    if (!p->composed || !gba_composer_holds(composer, picture)) DISPLAY = 0;
    if (!p->composed) gba_composer_start(composer, (uint8_t *)GBA_SCREEN_MEMORY, (uint16_t *)SPRITES);
    p->composing = p->composed = true;
    return go_on(p, gba_compose(composer, picture, rows));
}

bool plat_compose_row(plat *p, int row, const void *pixels, int stride) {
    return go_on(p, gba_compose_row(composer, row, pixels, stride));
}

bool plat_compose_end(plat *p) { return go_on(p, gba_compose_end(composer)); }

static void show_composed(plat *p) {
    const uint16_t *next = next_palette(p);
    volatile uint16_t *shown = (volatile uint16_t *)PALETTE_SHOWN;
    gba_composed registers;
    gba_compose_show(composer, &registers);
    if (p->palette_changed || BLEND_CONTROL != 0) { /* or pages were shown */
        dma_copy(PALETTE_SHOWN, next, 128);
        dma_copy(PALETTE_OF_SPRITES, next, 128);
    }
    shown[0] = next[registers.background];
    for (int i = 0; i < RS_COMPOSE_LAYERS; i++) {
        BG_CONTROL(i) = (uint16_t)registers.control[i];
        BG_SCROLL_X(i) = (uint16_t)registers.x[i];
        BG_SCROLL_Y(i) = (uint16_t)registers.y[i];
    }
    BLEND_CONTROL = 0;
    DISPLAY = (uint16_t)registers.display;
    p->composing = p->palette_changed = false;
}

void plat_present(plat *p) {
    if (p->width == 0) return;
    if (p->paced || p->composing) { /* maps and sprites are written while the display does not draw */
        int line = DISPLAY_LINE;
        bool blank_now = line >= FIRST_BLANK_LINE && line < LAST_FLIP_LINE;
        if (!blank_now || gba_counters.blanks == p->blank_seen) gba_wait_blank();
        p->blank_seen = gba_counters.blanks;
    }
    if (p->composing) {
        show_composed(p);
        return;
    }
    if (p->palette_changed) dma_copy(PALETTE_SHOWN, next_palette(p), 128);
    p->palette_changed = false;
    if (p->paged) p->display ^= DISPLAY_PAGE;
    DISPLAY = p->display;
}

/* ---- input ---- */

/* The buttons of a word of the key register, in which 0 is held. */
static uint32_t held_buttons(uint32_t keys) {
    static const uint16_t buttons[10] = {PLAT_A,    PLAT_B,  PLAT_SELECT, PLAT_START, PLAT_RIGHT,
                                         PLAT_LEFT, PLAT_UP, PLAT_DOWN,   PLAT_R,     PLAT_L};
    uint32_t held = plat_buttons_of(~keys, buttons, 10);
    const uint32_t pair = PLAT_A | PLAT_B, both = held & pair;
    if ((held & PLAT_SELECT) == 0 || both == 0) return held;
    held &= ~(pair | (uint32_t)PLAT_SELECT);
    if ((both & PLAT_A) != 0) held |= PLAT_X;
    if ((both & PLAT_B) != 0) held |= PLAT_Y;
    return held;
}

/* Buttons as they are, and as they were at the blanks since the last poll, which the interrupt has noted. */
void plat_poll(plat *p, plat_input *in) {
    (void)p;
    memset(in, 0, sizeof *in);
    in->buttons = KEYS;
    plat_changes_take(&gba_keys, in);
    in->buttons = held_buttons(in->buttons);
    for (uint32_t i = 0; i < in->change_count; i++) in->changes[i] = (uint16_t)held_buttons(in->changes[i]);
}

/* ---- time, log, work, screenshots ---- */

/* Timers 2 and 3 count single cycles in 32 bits; both halves are read again when the upper one moved in
 * between. */
uint32_t plat_cycles(plat *p) {
    (void)p;
    uint32_t high, low;
    do {
        high = TIMER3_COUNT;
        low = TIMER2_COUNT;
    } while (high != TIMER3_COUNT);
    return high << 16 | low;
}

uint64_t plat_ticks(plat *p) {
    uint32_t overflows, cycles;
    do {
        overflows = gba_counters.overflows;
        cycles = plat_cycles(p);
    } while (overflows != gba_counters.overflows);
    uint64_t all = (uint64_t)overflows << 32 | cycles;
    return all * 15625u >> 18; /* 2^24 cycles are a second */
}

void plat_log(plat *p, plat_log_level level, const char *text) {
    if (!p->log_open) return;
    /* A longer text goes out in pieces. All pieces but the last have the level "debug" (4), which means that
     * more follows. */
    uint16_t emulator_level = level == PLAT_LOG_ERROR ? 1 : level == PLAT_LOG_WARNING ? 2 : 3;
    do {
        int n = 0;
        while (n < DEBUG_TEXT_SIZE && *text != '\0') DEBUG_TEXT[n++] = *text++;
        DEBUG_TEXT[n] = '\0';
        DEBUG_FLAGS = (uint16_t)(DEBUG_SEND | (*text != '\0' ? 4 : emulator_level));
    } while (*text != '\0');
}

bool plat_screenshot(plat *p) {
    (void)p;
    return false;
}

bool plat_claim(plat *p, plat_single what, bool claim) { return plat_claim_bit(&p->claimed, what, claim); }

/* ---- measuring and debugging ---- */

void plat_stack(plat *p, plat_block *stack) {
    (void)p;
    stack->base = __stack_bottom;
    stack->size = gba_stack_size();
}

/* 32-bit code calls with BL, or with a register by "mov lr, pc" in front of the jump. */
static bool is_arm_return(uintptr_t address) {
    const uint32_t *before = (const uint32_t *)address;
    return (before[-1] & 0xFF000000u) == 0xEB000000u || before[-2] == 0xE1A0E00Fu;
}

/* Whether an address follows a call: code lies in the cartridge, and marked code in fast memory. */
static bool is_return(uintptr_t address) {
    uintptr_t fast = 0x03000000u, cartridge = (uintptr_t)gba_header;
    bool in_fast = address >= fast + 8 && address < (uintptr_t)__fast_start;
    if (!in_fast && (address < cartridge + 8 || address >= (uintptr_t)__hot_load)) return false;
    if ((address & 3u) == 0) return is_arm_return(address);
    return ox_stack_thumb_return(address, in_fast ? fast : cartridge,
                                 in_fast ? (uintptr_t)__fast_start : (uintptr_t)__hot_load);
}

int plat_callers(plat *p, uintptr_t *callers, int most) {
    (void)p;
    return ox_stack_scan(__builtin_frame_address(0), __stack_top, is_return, callers, most);
}

bool plat_caller_name(plat *p, uintptr_t address, char *name, size_t size) {
    (void)p, (void)address, (void)name, (void)size;
    return false;
}

bool plat_keep_text(plat *p, const char *name, const char *text) {
    plat_log(p, PLAT_LOG_ERROR, name);
    plat_log(p, PLAT_LOG_ERROR, text);
    return p->log_open;
}

_Noreturn void plat_abort(plat *p) {
    plat_log(p, PLAT_LOG_INFO, "quit aborted");
    for (;;) gba_wait_blank();
}
