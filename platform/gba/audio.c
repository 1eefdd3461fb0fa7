/* The speaker of the Game Boy Advance: two channels of 8 bits, A for the left ear and B for the right.
 *
 * Timer 0 plays a sample at each overflow. Timer 1 counts the overflows and interrupts once in GBA_SOUND_PIECE of them.
 * Then the handler (crt0.S) moves as many bytes from the rings to the channels and clears them behind itself, so a ring
 * that nobody fills is silent. The channels hold 32 bytes, of which at most 28 are used: full and empty look alike to
 * some emulators. So a piece may come GBA_SOUND_LATE samples late, 8,000 cycles, which no DMA of a picture takes.
 *
 * `due` is called at each display blank, on a stack of its own, since programs use the stack pointer for other
 * things, and with interrupts enabled. While `due` runs, further blanks do not call it again. (Nintendo, AGB
 * Programming Manual: direct sound.) */
#include <string.h>

#include "platform/gba/gba.h"
#include "raster/hot.h"

#define SOUND_MIX GBA_REGISTER16(0x082)
#define SOUND_ENABLE GBA_REGISTER16(0x084)
#define SOUND_LEFT GBA_REGISTER32(0x0A0)
#define SOUND_RIGHT GBA_REGISTER32(0x0A4)
#define TIMER0_COUNT GBA_REGISTER16(0x100)
#define TIMER0_CONTROL GBA_REGISTER16(0x102)
#define TIMER1_COUNT GBA_REGISTER16(0x104)
#define TIMER1_CONTROL GBA_REGISTER16(0x106)
#define INTERRUPT_ENABLE GBA_REGISTER16(0x200)
#define INTERRUPT_HANDLER (*(void (*volatile *)(void))0x03007FFC)

enum {
    CYCLE_RATE = 16777216,
    USUAL = 16384,
    SLOWEST = 8000,
    FASTEST = 32768,
    RING = GBA_SOUND_RING,
    NEXT = 2 * GBA_SOUND_PIECE, /* frames ahead of `played` where sound goes on after a gap */
    SERVICE = 160,              /* frames, 160,000 cycles: a service with more voices than a game has */
    TIMER_CASCADE = 1 << 2,
    TIMER_INTERRUPT = 1 << 6,
    TIMER_ENABLE = 1 << 7,
    INTERRUPT_TIMER1 = 1 << 4,
    MIX_FULL_A = 1 << 2,
    MIX_FULL_B = 1 << 3,
    MIX_RIGHT_A = 1 << 8,
    MIX_LEFT_A = 1 << 9,
    MIX_RESET_A = 1 << 11,
    MIX_RIGHT_B = 1 << 12,
    MIX_LEFT_B = 1 << 13,
    MIX_RESET_B = 1 << 15,
    ALL_ON = 1 << 7
};

struct gba_sound gba_sound __attribute__((section(".near_data")));

void gba_interrupt(void); /* crt0.S */
void gba_sound_interrupt(void);

extern int8_t __sound_rings[];
extern int32_t __sound_sums[]; /* in fast memory */
extern uint8_t __sound_end[];
_Static_assert(GBA_SOUND_BYTES == 0x1600, "gba.ld knows how much it is");

/* The interrupt handler of crt0.S finds the members of struct gba_sound by the numbers of sound.h. */
#define LIES_AT(member, place)                                                                               \
    _Static_assert(offsetof(struct gba_sound, member) == (place), "sound.h says where it lies")
LIES_AT(at, GBA_SOUND_AT);
LIES_AT(form, GBA_SOUND_AT + 4);
LIES_AT(end, GBA_SOUND_END);
LIES_AT(played, GBA_SOUND_PLAYED);
LIES_AT(due, GBA_SOUND_DUE);
LIES_AT(context, GBA_SOUND_CONTEXT);
LIES_AT(stack, GBA_SOUND_STACK_END);
LIES_AT(busy, GBA_SOUND_BUSY);

static bool is_open(void) { return gba_sound.form > GBA_SOUND_CLOSED; }

bool plat_audio_open(plat *p, const plat_audio *wanted, plat_audio *given, void (*due)(void *context),
                     void *context) {
    const uint32_t rate = wanted->rate == 0        ? USUAL
                          : wanted->rate < SLOWEST ? SLOWEST
                          : wanted->rate > FASTEST ? FASTEST
                                                   : wanted->rate;
    const uint32_t period = (CYCLE_RATE + rate / 2) / rate;
    const uint8_t channels = wanted->channels == 1 ? 1 : 2;
    if (gba_sound.form != GBA_SOUND_CLOSED) return false;
    memset(__sound_rings, 0, 2 * RING);
    gba_sound = (struct gba_sound){.at = __sound_rings,
                                   .form = (uint32_t)channels << 16 | period,
                                   .end = __sound_rings + RING,
                                   .stack = (uint8_t *)__sound_rings + GBA_SOUND_BYTES,
                                   .context = context};
    SOUND_ENABLE = ALL_ON;
    SOUND_MIX = MIX_FULL_A | MIX_FULL_B | MIX_LEFT_A | MIX_RESET_A | MIX_RESET_B |
                (channels == 1 ? MIX_RIGHT_A : MIX_RIGHT_B);
    for (int i = 0; i < (GBA_SOUND_PIECE + GBA_SOUND_LATE) / 4; i++) SOUND_LEFT = SOUND_RIGHT = 0;
    TIMER1_COUNT = (uint16_t)(0x10000 - GBA_SOUND_PIECE);
    TIMER1_CONTROL = TIMER_CASCADE | TIMER_INTERRUPT | TIMER_ENABLE;
    INTERRUPT_HANDLER = gba_sound_interrupt;
    INTERRUPT_ENABLE |= INTERRUPT_TIMER1;
    plat_audio_pause(p, false);
    __asm__ volatile("" ::: "memory");
    gba_sound.due = due; /* set last: a blank may come at any moment, and then all of gba_sound must be set */
    *given = (plat_audio){.rate = (CYCLE_RATE + period / 2) / period,
                          .channels = channels,
                          .bits = 8,
                          .latency = SERVICE + GBA_SOUND_PIECE + GBA_SOUND_LATE,
                          .calls = due != NULL,
                          .fast = __sound_sums,
                          .fast_bytes = (uint32_t)(__sound_end - (uint8_t *)__sound_sums)};
    return true;
}

/* The frames that play during a service count as heard: who asks for the number is about to mix. */
uint32_t plat_audio_queued(plat *p) {
    (void)p;
    const int32_t queued = (int32_t)(gba_sound.written - gba_sound.played - SERVICE);
    return queued > 0 ? (uint32_t)queued : 0;
}

uint32_t plat_audio_space(plat *p) { return !is_open() ? 0 : RING - SERVICE - plat_audio_queued(p); }

/* Frames lie in the rings as bytes; slow memory takes two at a time as quickly as four. */
typedef uint16_t __attribute__((may_alias)) frames_half;

/* The first and third byte of a word, side by side in its low half. */
static inline uint32_t pair_of(uint32_t word) {
    const uint32_t both = word & 0xFF00FFu;
    return both | both >> 8;
}

/* Writes frames of both ears to the rings, two at a time: `to` and the count are even, and so is `from`. */
RS_HOT_IN(".sound")
static void put_pairs(int8_t *to, const int8_t *from, uint32_t count) {
    frames_half *left = (frames_half *)(void *)to, *right = (frames_half *)(void *)(to + RING);
    frames_half *const end = right + count / 2;
    for (; right < end; from += 4) {
        const frames_half *h = (const frames_half *)(const void *)from;
        const uint32_t word = h[0] | (uint32_t)h[1] << 16;
        *left++ = (uint16_t)pair_of(word);
        *right++ = (uint16_t)pair_of(word >> 8);
    }
}

/* Writes frames to one stretch of the rings. Frames of both ears begin at even bytes of `from`. */
static const int8_t *put_frames(int8_t *to, const int8_t *from, uint32_t count, bool both) {
    if (!both) {
        memcpy(to, from, count);
        return from + count;
    }
    while (count > 0) {
        uint32_t part = count & ~1u;
        if (part != 0 && ((uintptr_t)to & 1u) == 0) {
            put_pairs(to, from, part);
        } else {
            to[0] = from[0];
            to[RING] = from[1];
            part = 1;
        }
        to += part;
        from += 2 * part;
        count -= part;
    }
    return from;
}

bool gba_sound_is_zero(const void *words, uint32_t triples); /* mix.S */

/* Whether frames are silence, which the rings hold already. `frames` begins at a whole word. */
static bool is_silence(const int8_t *frames, uint32_t bytes) {
    const uint32_t triples = bytes / 12;
    if (triples > 0 && !gba_sound_is_zero(frames, triples)) return false;
    for (uint32_t i = triples * 12; i < bytes; i++)
        if (frames[i] != 0) return false;
    return true;
}

void plat_audio_write(plat *p, const void *frames, uint32_t count) {
    const uint32_t space = plat_audio_space(p);
    const bool both = gba_sound.form >> 16 == 2;
    if (count > space) {
        gba_sound.lost += count - space;
        count = space;
    }
    if ((int32_t)(gba_sound.written - gba_sound.played) < GBA_SOUND_PIECE) /* there was a gap */
        gba_sound.written = gba_sound.played + NEXT;
    if (is_silence(frames, both ? 2 * count : count)) { /* the handler has cleared what was played */
        gba_sound.written += count;
        return;
    }
    const uint32_t at = gba_sound.written % RING, first = count < RING - at ? count : RING - at;
    (void)put_frames(__sound_rings, put_frames(__sound_rings + at, frames, first, both), count - first, both);
    gba_sound.written += count;
}

uint32_t plat_audio_lost(plat *p) {
    (void)p;
    return gba_sound.lost;
}

/* A stopped timer 0 plays nothing and moves no sample on. */
void plat_audio_pause(plat *p, bool paused) {
    (void)p;
    if (!is_open()) return;
    TIMER0_CONTROL = 0;
    TIMER0_COUNT = (uint16_t)(0x10000 - (gba_sound.form & 0xFFFFu));
    if (!paused) TIMER0_CONTROL = TIMER_ENABLE;
}

void plat_audio_close(plat *p) {
    (void)p;
    if (!is_open()) return;
    gba_sound.due = NULL;
    INTERRUPT_ENABLE &= (uint16_t)~INTERRUPT_TIMER1;
    INTERRUPT_HANDLER = gba_interrupt;
    TIMER0_CONTROL = TIMER1_CONTROL = 0;
    SOUND_ENABLE = 0;
    gba_sound.form = GBA_SOUND_CLOSED;
}
