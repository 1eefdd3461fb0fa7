/* Declarations that the files of the Game Boy Advance port share: the machine's registers, the port's state and
 * its start. */
#ifndef OXCART_GBA_GBA_H
#define OXCART_GBA_GBA_H

#include "platform/claim.h"
#include "platform/gba/sound.h"

#define PLAT_CHANGES_ROOM GBA_KEYS_ROOM
#include "platform/changes.h"

#define GBA_REGISTER16(offset) (*(volatile uint16_t *)(0x04000000u + (offset)))
#define GBA_REGISTER32(offset) (*(volatile uint32_t *)(0x04000000u + (offset)))
#define GBA_SCREEN_MEMORY 0x06000000u
#define GBA_SPARE_MEMORY                                                                                     \
    0x06013640u /* behind the second page of pictures, and 64 bytes of gba.ld: carts with meshes show no sprites */
/* The quick loop of scripts lies in fast memory where there are as many bytes, of which it takes a quarter. */
#define GBA_ROOM_FOR_SCRIPTS 13000
#define GBA_SPARE_BYTES                                                                                      \
    0x3EC0u /* the memory behind holds tables; gba.ld tells of more spare memory between the pages */

/* Where pictures are composed: the composer's state, the palette that waits, and where vertices' memory begins then. Sprites have the memory up to the keys that
 * wait at 0x06013600. */
#define GBA_COMPOSER_MEMORY 0x06013680u
#define GBA_COMPOSER_PALETTE 0x06014800u
#define GBA_COMPOSER_END 0x06014A00u

enum {
    GBA_SCREEN_WIDTH = 240,
    GBA_SCREEN_HEIGHT = 160,
    GBA_PAGE_BYTES = 0xA000,
    GBA_BANDS = 20,     /* the most bands of a page whose columns are kept */
    GBA_SOUND_LATE = 8, /* samples that a piece may be late */
    GBA_SOUND_STACK = 1536,
    GBA_SOUND_BYTES = 2 * GBA_SOUND_RING + GBA_SOUND_STACK /* at the end of external memory */
};

/* What a page of palette pixels holds: bands of `lines` lines, outside whose columns every pixel is `background`. */
typedef struct gba_page {
    uint8_t lines; /* 0: not known */
    uint8_t background;
    uint8_t columns[GBA_BANDS][2];
} gba_page;

struct plat {
    int width, height;   /* of the picture; 0 before video is open */
    int pitch;           /* bytes from line to line of the screen memory */
    uint16_t display;    /* display control: mode and page shown */
    uint8_t pixel_bytes; /* 1 or 2 */
    bool paged;          /* the mode has two pages, so a frame is drawn out of sight */
    bool paced;          /* plat_present waits for the display */
    bool ramped;         /* 15-bit pixels go through `ramp` */
    uint8_t ramp[32];
    bool log_open : 1; /* an emulator listens to the debug registers */
    /* What the image lacks decides what lies in fast memory. */
    bool
        plain : 1; /* neither textures nor light per pixel: the place of their span functions belongs to the fast block */
    bool smooth : 1; /* no light per pixel: the place of its span functions belongs to the fast block */
    bool
        one_light : 1; /* no scene has a point light or several lights: the place of their code belongs to the fast block */
    bool scriptless : 1; /* no scripts in the image: the place of the loop of scripts belongs to vertices */
    bool unpacked : 1; /* nothing in the image is packed: the loop that unpacks does not lie in fast memory */
    bool lone : 1;     /* light per pixel, but no textures: its span functions lie in the place of textures */
    bool flat : 1;     /* no meshes: the loops of flat drawing lie in the place of span functions */
    bool palette_changed : 1; /* entries wait for the next plat_present */
    bool composes : 1;        /* the display composes pictures, where it can */
    bool composing : 1;       /* the picture in the making is one of these */
    bool composed : 1;        /* the one that is shown is */
    bool spare_known : 1;
    uint8_t spare;   /* an index that shows the colour of index 0 */
    uint8_t claimed; /* bits of plat_single */
    const void *rom; /* the image in the cartridge, NULL before it was found */
    size_t rom_bytes;
    void (*expired)(void *context, uintptr_t where); /* of the watchdog */
    void *expired_context;
    gba_page pages[2];
    uint32_t blank_seen; /* display blanks counted when the last frame was shown */
};

/* Counted by the interrupt handler in crt0.S. */
struct gba_counters {
    volatile uint32_t blanks;    /* display blanks, about 59.7 a second */
    volatile uint32_t overflows; /* of the 32-bit cycle counter */
    volatile uint32_t watch;     /* blanks until the watchdog bites, 0 = it is off */
    volatile uint32_t where;     /* the address under way when the watchdog bit */
    struct plat *watched;
};
extern struct gba_counters gba_counters;

extern plat_changes gba_keys; /* put by the interrupt handler; lies where gba.ld says */
_Static_assert(sizeof(plat_changes) <= 64, "gba.ld knows how much it is");

/* The sound that the interrupt handler plays; sound.h has the offsets of the members for crt0.S. gba_sound lies
 * behind the tables in video memory (gba.ld), which takes words. */
struct gba_sound {
    int8_t *at;               /* in the left ring: the sample that goes to the speaker next */
    uint32_t form;            /* cycles of a sample, and 65536 for each channel; or GBA_SOUND_NONE, _CLOSED */
    int8_t *end;              /* of the left ring */
    volatile uint32_t played; /* frames */
    void (*due)(void *context); /* called at each display blank, or NULL */
    void *context;
    uint8_t *stack;         /* end of the stack of `due` */
    volatile uint32_t busy; /* `due` runs */
    uint32_t written, lost; /* frames */
};
extern struct gba_sound gba_sound;

enum {
    GBA_SOUND_NONE, /* the image has no sound, and all memory is the console's */
    GBA_SOUND_CLOSED
};

/* Copies a line of 15-bit pixels, of any alignment, through the ramp to the screen's memory. The span functions of
 * 15-bit pixels, among which it lies, must be loaded. */
void gba_ramp_line(uintptr_t target, const uint8_t *source, int pixels, const uint8_t ramp[32]);

/* Copies columns of lines by a DMA with this control for each line, each 240 bytes behind the line before. lines >
 * 0. */
void gba_copy_lines(const void *source, uintptr_t target, uint32_t control, int lines);

/* Sets up the machine: timers, interrupts, log. `paced`: plat_present waits for the display. */
void gba_open(plat *p, bool paced);

/* Waits for the next display blank with the processor asleep. */
void gba_wait_blank(void);

/* False once the stack has reached its end: it has damaged the console's fast block, or soon will. */
bool gba_stack_intact(void);

/* The deepest the stack has been, and its size, in bytes. */
size_t gba_stack_peak(void);
size_t gba_stack_size(void);

#endif
