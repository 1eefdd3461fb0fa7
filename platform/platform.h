/* The one door between the console and the hardware: a port implements every function below, and nothing else.
 *
 * A port makes one `plat` per console and hands it to ox_console_boot(); two may live in one process. The console calls
 * in this order:
 *
 *     plat_claim, plat_memory              once, at boot; plat_claim again at the end
 *     plat_video_open, plat_palette        once, at boot; plat_palette again whenever the palette changes
 *     each frame:
 *         plat_poll                        once
 *         plat_band                        one or more times, top to bottom, until every line was handed over
 *         plat_present                     once
 *     plat_log, plat_ticks, plat_cycles, plat_parallel  at any time
 *     plat_stack, plat_callers, plat_caller_name, plat_keep_text, plat_abort  at any time: for measuring and debugging
 *
 * Shapes and units: sizes are pixels, (0,0) is the top left, pixels are laid out as plat_format says, memory is bytes,
 * times are microseconds. No function allocates after plat_video_open, and none keeps a pointer it was handed, except
 * where it says so. A function that a machine cannot offer answers "no" (false or 0); the console goes on without it. */
#ifndef OXCART_PLATFORM_H
#define OXCART_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct plat plat; /* the port's own state; only the port looks inside */

/* ---- one owner ---- */

/* Claims the port for one console (true), or gives it free again (false). False when it is claimed already: a machine
 * has one screen and one memory, and a second console would destroy the first. Giving free always succeeds. */
bool plat_claim(plat *p, bool claim);

/* ---- memory ---- */

typedef struct plat_block {
    void *base;  /* aligned to 16 bytes; NULL where the machine has none */
    size_t size; /* bytes */
} plat_block;

typedef struct plat_memory_map {
    plat_block main;    /* the console's memory; the ROM's budget is taken from it and no byte more */
    plat_block fast;    /* small fast memory (the GBA's IWRAM), or {NULL, 0}: then bands come out of `main` */
    plat_block convert; /* big-endian machines only: room for the ROM's data in native byte order, else {NULL, 0} */
    plat_block vertices; /* memory for transformed vertices, written by 16 and 32 bits only (spare video memory), or {NULL, 0} */
} plat_memory_map;

/* Tells which memory the console may use. The blocks stay the console's until the port is closed. */
void plat_memory(plat *p, plat_memory_map *map);

/* ---- video ---- */

typedef enum plat_format {
    PLAT_PAL8,     /* 1 byte per pixel, index into the 256 colours of plat_palette */
    PLAT_RGB565,   /* 2 bytes, native order, red in bits 15..11 */
    PLAT_BGR555,   /* 2 bytes, native order, blue in bits 14..10, red in bits 4..0, bit 15 clear */
    PLAT_XRGB8888, /* 4 bytes, native order, red in bits 23..16, bits 31..24 clear */
    PLAT_FORMATS
} plat_format;

/* Asks for a picture of width x height pixels of `format`. False when the machine cannot show it: the state before the
 * call stays. A window of another size scales by whole factors with borders; that is the port's business alone. */
bool plat_video_open(plat *p, int width, int height, plat_format format);

/* Sets palette entries first..first+count-1 (0xRRGGBB each) for PLAT_PAL8; they show from the next plat_present on. */
void plat_palette(plat *p, const uint32_t *colours, int first, int count);

/* Hands over lines y..y+lines-1 of the frame in the making. `stride` is bytes from line to line. The port copies them, or
 * has finished reading them (DMA included) when the next call of any plat_ function but plat_ticks and plat_cycles begins. May be called
 * with the whole frame at once. Called from the console's thread only. */
void plat_band(plat *p, int y, int lines, const void *pixels, int stride);

/* Shows the frame handed over by plat_band and waits for the display's pace where the machine has one (60 Hz). */
void plat_present(plat *p);

/* ---- input ---- */

/* Buttons, as bits of plat_input.buttons. A machine with fewer maps what it has; the README lists every port's keys. */
enum {
    PLAT_UP = 1 << 0,
    PLAT_DOWN = 1 << 1,
    PLAT_LEFT = 1 << 2,
    PLAT_RIGHT = 1 << 3,
    PLAT_A = 1 << 4,
    PLAT_B = 1 << 5,
    PLAT_X = 1 << 6,
    PLAT_Y = 1 << 7,
    PLAT_L = 1 << 8,
    PLAT_R = 1 << 9,
    PLAT_START = 1 << 10,
    PLAT_SELECT = 1 << 11
};

typedef struct plat_input {
    uint32_t buttons;           /* held now, PLAT_UP ... */
    int16_t stick_x, stick_y;   /* -32767..32767, right and up positive; 0 without a stick */
    int16_t pointer_x;          /* pointer in pixels of the picture; meaningful while pointer_held or moved */
    int16_t pointer_y;
    int16_t pointer_dx;         /* movement since the last poll, pixels of the picture */
    int16_t pointer_dy;
    bool pointer_held;          /* first mouse button or touch */
    int16_t wheel;              /* notches since the last poll, away from the user positive */
    bool quit;                  /* the user closed the window or pressed the port's quit key */
} plat_input;

/* Reads the input as it stands now into *in (every field is set). */
void plat_poll(plat *p, plat_input *in);

/* ---- time, log, work, screenshots ---- */

/* Microseconds since some fixed moment; never goes back; 0 always on a machine without a clock. */
uint64_t plat_ticks(plat *p);

/* The processor's cycle counter, wrapping at 2^32, where the machine has an exact one (the GBA's timers); else always 0.
 * Used to state costs, never by the game. */
uint32_t plat_cycles(plat *p);

typedef enum plat_log_level { PLAT_LOG_ERROR, PLAT_LOG_WARNING, PLAT_LOG_INFO } plat_log_level;

/* One line of UTF-8 text without a line end. */
void plat_log(plat *p, plat_log_level level, const char *text);

/* Runs job(argument, index) for every index in 0..count-1, on as many processors as the port has or was told to use, and
 * returns when all are done. Jobs share no data that one of them writes. A port without threads runs them in order. */
void plat_parallel(plat *p, void (*job)(void *argument, int index), void *argument, int count);

/* How many jobs of plat_parallel really run at a time (1 without threads). */
int plat_processors(plat *p);

/* Keeps the last presented frame as a picture (a PNG file on a desktop). False where the machine cannot. */
bool plat_screenshot(plat *p);

/* ---- measuring and debugging ---- */

/* The part of the call stack that was still unused when the port started, which it then filled with words of
 * PLAT_STACK_PATTERN: base is its lowest address, and the stack grows down towards it. {NULL, 0} where the port does
 * not. kernel/debug/stack.h measures with it; nothing is done while frames run. */
#define PLAT_STACK_PATTERN 0x57ACC0DEu
void plat_stack(plat *p, plat_block *stack);

/* Return addresses of the functions under way, the caller of plat_callers first, at most `most`; returns how many. A
 * port that cannot tell answers 0. Slow, may be called at any depth; meant for reports of failed assertions. */
int plat_callers(plat *p, uintptr_t *callers, int most);

/* The name of the function that holds this address, cut to size - 1 characters. False where the port does not know it:
 * then the address itself is shown, and a symbol list of the build tells the name. */
bool plat_caller_name(plat *p, uintptr_t address, char *name, size_t size);

/* Keeps a text under a name: a file beside the screenshots on a desktop, the log elsewhere. False where it cannot. */
bool plat_keep_text(plat *p, const char *name, const char *text);

/* Ends the program after a failure: closes what would be left in disorder and never returns. */
_Noreturn void plat_abort(plat *p);

#endif
