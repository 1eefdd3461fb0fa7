/* The one door between the console and the hardware: a port implements every function below, and nothing
 * else.
 *
 * A port makes one `plat` per console and hands it to ox_console_boot(); two may live in one process. The
 * console calls in this order:
 *
 *     plat_claim, plat_memory              at boot; plat_claim again at the end
 *     plat_video_open, plat_palette        once, at boot; plat_palette again whenever the palette changes
 *     plat_ramp                            after plat_video_open, where colours are corrected
 *     each frame:
 *         plat_poll                        once; then plat_device_at for devices one by one
 *         plat_band, plat_band_columns     one or more times, until every line was handed over; or
 *         plat_compose, _row, _end         where plat_composes says so
 *         plat_present                     once
 *     plat_log, plat_ticks, plat_cycles, plat_parallel  at any time
 *     plat_describe, plat_line, plat_blanks, plat_wait, plat_halt, plat_wait_blank, plat_notice  at any time
 *     plat_mode_at, plat_video_close, plat_show, plat_rumble, plat_watchdog  at any time
 *     plat_device_write, plat_device_read  at any time, for devices that plat_device_at has told of
 *     plat_audio_open                      at boot; _space, _queued, _write a few times a frame; _pause, _close
 *     plat_storage, plat_storage_read, _write, _erase, _sync  at any time: saved games
 *     plat_stack, plat_callers, plat_caller_name, plat_keep_text, plat_abort  at any time: for measuring and debugging
 *
 * Shapes and units: sizes are pixels, (0,0) is the top left, pixels are laid out as plat_format says, memory
 * is bytes, times are microseconds. No function allocates after plat_video_open, and none keeps a pointer it
 * was handed, except where its comment says so. A function that a machine cannot offer answers "no" (false or 0); the
 * console goes on without it. */
#ifndef OXCART_PLATFORM_H
#define OXCART_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct plat plat; /* the port's own state; only the port looks inside */

/* ---- one owner ---- */

/* Things that a machine has once. */
typedef enum plat_single {
    PLAT_CONSOLE, /* the console's memory: a second console would destroy the first */
    PLAT_DISPLAY, /* the drawer: the console, or an ox_display without a console */
    PLAT_STORAGE, /* the writer of saved games */
    PLAT_SINGLES
} plat_single;

/* Claims `what` for the caller (claim true), or releases it (claim false). False when it is claimed already; releasing
 * always succeeds. The speaker needs no claim: plat_audio_open refuses a second opening. */
bool plat_claim(plat *p, plat_single what, bool claim);

/* ---- what the machine is ---- */

/* Abilities, as bits of plat_machine.abilities. The functions of a missing ability do nothing and answer "no"; a
 * missing ability is never a link error. */
enum {
    PLAT_CAN_SOUND = 1 << 0, /* plat_audio_open */
    PLAT_CAN_POINT = 1 << 1, /* mouse, pen or touch */
    PLAT_CAN_TYPE = 1 << 2,  /* a keyboard with letters */
    PLAT_CAN_SAVE = 1 << 3,  /* plat_storage has bytes */
    PLAT_CAN_NETWORK = 1 << 4,
    PLAT_CAN_RUMBLE = 1 << 5, /* plat_rumble */
    PLAT_CAN_BLANK =
        1 << 6, /* plat_line, plat_blanks and plat_wait_blank follow a display, real or simulated */
    PLAT_CAN_HALT = 1 << 7,    /* plat_halt saves power */
    PLAT_CAN_SHOW = 1 << 8,    /* plat_show: the display reads the console's memory */
    PLAT_CAN_WATCH = 1 << 9,   /* plat_watchdog */
    PLAT_CAN_NOTICE = 1 << 10, /* plat_notice tells of focus, suspension and display */
    PLAT_CAN_WORK = 1 << 11    /* plat_parallel has more than one processor */
};

typedef struct plat_machine {
    uint32_t abilities;
    uint32_t tick_rate;  /* plat_ticks a second: 1,000,000; 0 without a clock */
    uint32_t cycle_rate; /* plat_cycles a second, 0 where they are not counted */
    uint32_t refresh;    /* of the display, in 1/1000 Hz: 60,000, 50,000, 59,727; 0 without one */
    int lines;           /* scan lines of a refresh, the invisible ones included; 0 without a display */
    int visible;         /* the lines of `lines` that are seen: the first ones */
    int width, height;   /* of the display in pixels, 0 when any size can be shown */
    uint32_t save_bytes, save_sector; /* as plat_storage says */
    const void *rom; /* where the ROM image lies in the machine's address space, NULL when it is a file */
    size_t rom_bytes;
} plat_machine;

/* Describes the machine; every field is set. Display figures are those of the open mode. */
void plat_describe(plat *p, plat_machine *machine);

/* ---- memory ---- */

typedef struct plat_block {
    void *base;  /* aligned to 16 bytes; NULL where the machine has none */
    size_t size; /* bytes */
} plat_block;

typedef struct plat_memory_map {
    plat_block main; /* the console's memory; the ROM's budget is taken from this block and no byte more */
    plat_block fast; /* small fast memory (the GBA's IWRAM), or {NULL, 0}: then bands come out of `main` */
    plat_block
        convert; /* big-endian machines only: room for the ROM's data in native byte order, else {NULL, 0} */
    plat_block
        vertices; /* memory for transformed vertices, written by 16 and 32 bits only (spare video memory), or {NULL, 0} */
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

/* Asks for a picture of width x height pixels of `format`. False when the machine cannot show it: the state
 * before the call stays. A window of another size scales by whole factors with borders; that is the port's
 * business alone. */
bool plat_video_open(plat *p, int width, int height, plat_format format);

/* Sets palette entries first..first+count-1 (0xRRGGBB each) for PLAT_PAL8; they show from the next
 * plat_present on. */
void plat_palette(plat *p, const uint32_t *colours, int first, int count);

/* Sets the ramp through which channel codes go on their way to the display: ramp[code] is shown. The ramp has 32
 * entries for the 16-bit formats and 256 for PLAT_XRGB8888; green[code], 64 entries, is for RGB565's green. NULL shows
 * codes as they are, as after plat_video_open. Both tables are copied. Screenshots have what is shown. PLAT_PAL8 has
 * no ramp: its palette comes corrected. Like a palette, a ramp shows from the next plat_present on, or at once. */
void plat_ramp(plat *p, const uint8_t *ramp, const uint8_t *green);

/* Hands over lines y..y+lines-1 of the frame in the making. `stride` is bytes from line to line. The port
 * copies the lines, or has finished reading them (DMA included) when the next call of any plat_ function but
 * plat_ticks and plat_cycles begins. One call may hand over the whole frame. The console's thread calls
 * plat_band, and so do jobs of plat_parallel, each with lines of its own. */
void plat_band(plat *p, int y, int lines, const void *pixels, int stride);

/* A band as for plat_band that tells the port which pixels need no copying: outside columns left..right-1 every pixel
 * of these lines is `background` (left >= right: every pixel). A port that knows what its memory holds there leaves
 * those pixels out; other ports call plat_band. */
void plat_band_columns(plat *p, int y, int lines, const void *pixels, int stride, int left, int right,
                       uint32_t background);

/* Shows the frame handed over by plat_band and waits for the display's pace where the machine has one (60
 * Hz). */
void plat_present(plat *p);

/* A display of layers of tiles and sprites shows palette pictures that are taken apart (raster/compose.h) without their being drawn:
 *
 *     if (plat_composes(p, &spare) && plat_compose(p, picture, &rows)
 *         && plat_compose_row(p, row, pixels, stride)                   for each bit of `rows`
 *         && plat_compose_end(p))
 *         plat_present(p);
 *
 * plat_composes: whether the open mode is shown so at all, and an index above 0 that shows the colour of index 0 (0: there is none). The others answer no
 * where the picture takes more than the display has. Then plat_compose may begin once more, with a display that holds nothing of earlier pictures; or the picture is handed over by plat_band, as any picture may be. The picture's record and what it leads to
 * stay until plat_present. Other ports have platform/no_layers.h. */
struct rs_composition;
bool plat_composes(plat *p, uint8_t *spare);
bool plat_compose(plat *p, const struct rs_composition *picture, uint32_t *rows);
bool plat_compose_row(plat *p, int row, const void *pixels, int stride);
bool plat_compose_end(plat *p);

/* A picture that can be shown. */
typedef struct plat_mode {
    int width, height; /* 0: any */
    uint32_t formats;  /* 1 << PLAT_PAL8 ... */
    uint32_t refresh;  /* in 1/1000 Hz */
    int buffers; /* pictures that the port itself holds: 1: drawn in sight, 2: flipped at plat_present */
} plat_mode;

/* Mode `index`, from 0; false beyond the last. */
bool plat_mode_at(plat *p, int index, plat_mode *mode);

/* Closes the picture; until the next plat_video_open nothing is shown. Legal at any time. */
void plat_video_close(plat *p);

/* Lets the display read its lines from `pixels` (the whole picture, `stride` bytes from line to line, in
 * memory that stays): from the next blank on, or at once. False where the display has memory of its own:
 * then plat_band and plat_present copy. */
bool plat_show(plat *p, const void *pixels, int stride, bool at_once);

/* ---- the beam ---- */

/* The beam writes lines 0 .. visible - 1 from top to bottom and left to right, then nothing (the blank) until `lines`
 * are over. plat_line gives the line the beam is on, plat_blanks how many blanks there have been (wrapping).
 * plat_wait_blank waits until the next blank begins and returns the number of blanks. Without a display the line is 0,
 * and blanks are counted by the clock, or by one at every wait. */
int plat_line(plat *p);
uint32_t plat_blanks(plat *p);
uint32_t plat_wait_blank(plat *p);

/* ---- input ---- */

/* Buttons, as bits of plat_input.buttons. A machine with fewer buttons maps those it has; the README lists every
 * port's keys. */
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

/* Keys, as bits of plat_senses.keys: bit code % 16 of keys[code / 16]. Letters follow one another, and so do digits. */
enum {
    PLAT_KEY_A = 1,  /* to PLAT_KEY_A + 25, Z */
    PLAT_KEY_0 = 27, /* to PLAT_KEY_0 + 9 */
    PLAT_KEY_SPACE = 37,
    PLAT_KEY_ENTER,
    PLAT_KEY_TAB,
    PLAT_KEY_BACKSPACE,
    PLAT_KEY_DELETE,
    PLAT_KEY_INSERT,
    PLAT_KEY_HOME,
    PLAT_KEY_END,
    PLAT_KEY_PAGE_UP,
    PLAT_KEY_PAGE_DOWN,
    PLAT_KEY_UP,
    PLAT_KEY_DOWN,
    PLAT_KEY_LEFT,
    PLAT_KEY_RIGHT,
    PLAT_KEY_LEFT_SHIFT,
    PLAT_KEY_RIGHT_SHIFT,
    PLAT_KEY_CONTROL,
    PLAT_KEY_ALT,
    PLAT_KEY_MINUS,
    PLAT_KEY_EQUALS,
    PLAT_KEY_COMMA,
    PLAT_KEY_PERIOD,
    PLAT_KEY_SLASH,
    PLAT_KEY_SEMICOLON,
    PLAT_KEY_QUOTE,
    PLAT_KEY_LEFT_BRACKET,
    PLAT_KEY_RIGHT_BRACKET,
    PLAT_KEY_BACKSLASH,
    PLAT_KEY_GRAVE,
    PLAT_KEY_F1, /* to PLAT_KEY_F1 + 11 */
    PLAT_KEYS = PLAT_KEY_F1 + 12,
    PLAT_KEY_WORDS = 5
};

enum { PLAT_TOUCHES = 5 };

/* A finger on the picture. Its id stays while it is down, and is another one for the next finger. */
typedef struct plat_touch {
    int16_t id;   /* 1..32767; 0: no finger */
    int16_t x, y; /* pixels of the picture */
} plat_touch;

/* Of plat_senses.state. */
enum {
    PLAT_TOUCHES_CANCELLED = 1, /* fingers that are gone were taken away by the system, not lifted */
    PLAT_DEVICE_LOST = 2,       /* the player's device was pulled out, and nobody has taken its place yet */
    PLAT_BATTERY_LOW = 4,       /* of the player's device */
    PLAT_POINTER_OUTSIDE = 8,   /* the pointer is beside the picture, whose nearest pixel it has then */
    PLAT_DEVICE_STATES = PLAT_DEVICE_LOST | PLAT_BATTERY_LOW | PLAT_POINTER_OUTSIDE
};

/* What only some machines sense; all zero where there is nothing to sense. All its members have 16 bits, so that it
 * can be compared, recorded and sent as so many half words. */
typedef struct plat_senses {
    int16_t right_x, right_y;            /* the second stick, as stick_x and stick_y */
    int16_t left_trigger, right_trigger; /* 0 released .. 255 pulled */
    int16_t tilt
        [3]; /* acceleration, -128..127 for 3 g: right, up, out of the picture; a machine at rest that is held
                      * upright feels 1 g upwards */
    uint16_t state;                /* PLAT_TOUCHES_CANCELLED ... */
    uint16_t typed;                /* the next character that was typed, below 65,536; 0: none */
    uint16_t keys[PLAT_KEY_WORDS]; /* held now: PLAT_KEY_A ... */
    plat_touch touches[PLAT_TOUCHES];
    int16_t spin
        [3]; /* how fast it turns about those axes, counter-clockwise as they point at the eye: 1/16 degree a second */
} plat_senses;

enum { PLAT_SENSES = sizeof(plat_senses) / 2, PLAT_CHANGES = 16 };

typedef struct plat_input {
    uint32_t buttons;         /* held now, PLAT_UP ... */
    int16_t stick_x, stick_y; /* -32767..32767, right and up positive; 0 without a stick */
    int16_t pointer_x;        /* pointer in pixels of the picture; meaningful while pointer_held or moved */
    int16_t pointer_y;
    int16_t pointer_dx; /* movement since the last poll, pixels of the picture */
    int16_t pointer_dy;
    bool pointer_held; /* first mouse button or touch */
    int16_t wheel;     /* notches since the last poll, away from the user positive */
    bool quit;         /* the user closed the window or pressed the port's quit key */
    plat_senses senses;
    /* What `buttons` was between the last poll and this one, where the machine notes each change: oldest first. A port that
     * has interrupts or events for its buttons tells so of taps that are over (platform/changes.h). */
    uint16_t changes[PLAT_CHANGES];
    uint8_t change_count, changes_lost; /* lost: newest ones for which the port had no room */
} plat_input;

/* Reads the input of all devices together as it stands now into *in (every field is set). */
void plat_poll(plat *p, plat_input *in);

enum { PLAT_DEVICES = 8, PLAT_DEVICE_NAME = 32, PLAT_BATTERY_UNKNOWN = 255 };

typedef enum plat_device_kind {
    PLAT_DEVICE_OWN, /* the machine's own: keyboard and mouse, touch panel and tilt, the buttons of a console */
    PLAT_DEVICE_PAD,
    PLAT_DEVICE_KINDS
} plat_device_kind;

/* What a device has, as bits of plat_device.abilities. */
enum {
    PLAT_HAS_STICK = 1 << 0,
    PLAT_HAS_RIGHT_STICK = 1 << 1,
    PLAT_HAS_TRIGGERS = 1 << 2,
    PLAT_HAS_POINTER = 1 << 3,
    PLAT_HAS_TOUCHES = 1 << 4,
    PLAT_HAS_KEYS = 1 << 5,
    PLAT_HAS_TILT = 1 << 6,
    PLAT_HAS_MOTORS = 1 << 7,
    PLAT_HAS_SPIN = 1 << 8,
    PLAT_HAS_LIGHTS = 1 << 9,
    PLAT_HAS_FORCE = 1 << 10, /* a motor that turns the stick, as that of a wheel */
    PLAT_HAS_SPEAKER = 1 << 11,
    PLAT_HAS_MICROPHONE = 1 << 12,
    PLAT_HAS_SLOT = 1 << 13,    /* for memory */
    PLAT_HAS_SWITCHED = 1 << 14 /* its motors are on or off, whatever the strength */
};

typedef struct plat_device {
    uint8_t kind;
    uint8_t battery; /* 0 empty .. 254 full, or PLAT_BATTERY_UNKNOWN */
    uint16_t abilities;
    uint16_t sound_rate;         /* of its speaker and its microphone: samples a second, 0 without both */
    uint32_t slot_bytes;         /* of its memory, 0 without */
    char name[PLAT_DEVICE_NAME]; /* for people */
} plat_device;

/* The device in a place (0 .. PLAT_DEVICES - 1; 0: the machine's own) and its input, as the last plat_poll found them. A device keeps its place while it
 * is there. False where there is none; in place 0: the port does not tell devices apart. */
bool plat_device_at(plat *p, int place, plat_device *device, plat_input *in);

/* What devices have besides their buttons and motors. */
typedef enum plat_endpoint {
    PLAT_LIGHTS,     /* written: 1 byte, a bit for each of at most 4 lights */
    PLAT_FORCE,      /* written: int16_t, -32767 to the left .. 32767 to the right; 0: none */
    PLAT_SPEAKER,    /* written: int16_t samples of one channel; those without room are lost */
    PLAT_MICROPHONE, /* read: int16_t samples of one channel, those that came last */
    PLAT_SLOT,       /* written and read: bytes from `at` on */
    PLAT_ENDPOINTS
} plat_endpoint;

/* Hands bytes to an endpoint of the device in a place, and never waits. False: there is no such device, it has no such endpoint, or the bytes lie outside. */
bool plat_device_write(plat *p, int place, plat_endpoint endpoint, uint32_t at, const void *bytes,
                       uint32_t count);

/* Takes bytes from an endpoint; gives how many there were, at most `count`; 0 likewise. */
uint32_t plat_device_read(plat *p, int place, plat_endpoint endpoint, uint32_t at, void *bytes,
                          uint32_t count);

/* ---- time, log, work, screenshots ---- */

/* Microseconds since some fixed moment; they never go back. Always 0 on a machine without a clock. */
uint64_t plat_ticks(plat *p);

/* Waits so many microseconds, or a little longer; returns at once on a machine without a clock. */
void plat_wait(plat *p, uint32_t microseconds);

/* Stops the processor until something happens, at the latest the next blank. */
void plat_halt(plat *p);

/* The processor's cycle counter, wrapping at 2^32, where the machine has an exact one (the GBA's timers);
 * else always 0. Reports of costs use the counter, the game never does. */
uint32_t plat_cycles(plat *p);

typedef enum plat_log_level { PLAT_LOG_ERROR, PLAT_LOG_WARNING, PLAT_LOG_INFO } plat_log_level;

/* Logs one line of UTF-8 text; the text has no line end. */
void plat_log(plat *p, plat_log_level level, const char *text);

/* Runs job(argument, index) for every index in 0..count-1, on as many processors as the port has or was told
 * to use, and returns when all are done. Jobs share no data that one of them writes. A port without threads
 * runs them in order. A count of 0 says that jobs will come soon: a port may wake its threads. */
void plat_parallel(plat *p, void (*job)(void *argument, int index), void *argument, int count);

/* How many jobs of plat_parallel really run at a time (1 without threads). */
int plat_processors(plat *p);

/* Keeps the last presented frame as a picture (a PNG file on a desktop). False where the machine cannot keep one. */
bool plat_screenshot(plat *p);

/* ---- storage for saved games ---- */

typedef struct plat_storage_info {
    uint32_t
        size; /* bytes that outlive the power; 0: the machine keeps nothing, and the calls below say no */
    uint32_t
        sector; /* bytes that must be erased together before they are written anew, a power of two; 1: no erasing */
    bool
        atomic; /* a power cut takes back all bytes written since the last plat_storage_sync; false: any part of
                      * those bytes may have been written, down to single bytes */
} plat_storage_info;

/* Describes the storage, whose bytes are numbered from 0. */
void plat_storage(plat *p, plat_storage_info *info);

/* Read, write, erase and sync the storage; false when the bytes lie outside or the device refuses. Erasing takes whole
 * sectors and leaves bytes of 0xFF; where `sector` is 1, erasing only fills. plat_storage_sync returns when all
 * written bytes are safe. Only kernel/save uses these functions. */
bool plat_storage_read(plat *p, uint32_t at, void *bytes, uint32_t size);
bool plat_storage_write(plat *p, uint32_t at, const void *bytes, uint32_t size);
bool plat_storage_erase(plat *p, uint32_t at, uint32_t size);
bool plat_storage_sync(plat *p);

/* ---- sound, rumble, notices ---- */

/* The form of samples on their way to a speaker: frames of 1 or 2 channels (left, right), or of 6 or 8 (left, right,
 * middle, deep, left and right behind; of 8 the sides behind those), signed, 8 bits, or 16 bits in
 * the machine's byte order. A machine without a speaker takes the plat_audio functions of platform/absent.h, which
 * answer "no". */
typedef struct plat_audio {
    uint32_t rate;    /* frames a second; 0: as the machine likes */
    uint16_t block;   /* frames of a tick, where the machine takes no other number; 0: any number */
    uint8_t channels; /* 0: as the machine likes */
    uint8_t bits;     /* 8 or 16; 0: as the machine likes */
    uint32_t latency; /* frames between plat_audio_write and the ear, besides the queued ones */
    bool calls;       /* the port calls `due` of plat_audio_open */
    void *
        fast; /* memory that is quicker than the rest, lent to the mixer while the speaker is open; or NULL */
    uint32_t fast_bytes;
} plat_audio;

/* Opens the speaker in a form as near to *wanted as the machine can, and gives that form in *given. The console opens
 * it at start-up, never at the first sound, since opening may take long. Machines with a display interrupt call `due`
 * (or NULL) from that interrupt once a blank, so that sound goes on while the game loads. False where there is no
 * speaker and while the speaker is open. */
bool plat_audio_open(plat *p, const plat_audio *wanted, plat_audio *given, void (*due)(void *context),
                     void *context);

/* Frames that can be written without losing one, and frames that are written but not heard yet. */
uint32_t plat_audio_space(plat *p);
uint32_t plat_audio_queued(plat *p);

/* Takes frames (interleaved) and never waits: frames without room are lost, and plat_audio_lost counts them. When
 * nothing is queued the speaker is silent. */
void plat_audio_write(plat *p, const void *frames, uint32_t count);
uint32_t plat_audio_lost(plat *p);

/* Pauses the speaker, or lets it go on; queued frames stay. plat_audio_close closes the speaker; legal at any time. */
void plat_audio_pause(plat *p, bool paused);
void plat_audio_close(plat *p);

enum { PLAT_ALL_PADS = -1 };

/* Shakes motor 0 or 1 of a pad: strength 0..65535 for so many milliseconds; 0 stops it. Pads count from 0: pad N is the device in place N + 1.
 * PLAT_ALL_PADS means both motors of every pad. False without a motor. */
bool plat_rumble(plat *p, int pad, int motor, uint32_t strength, uint32_t milliseconds);

/* Notices of the system, which owns the machine. */
typedef enum plat_notice_kind {
    PLAT_NOTHING,
    PLAT_FOCUS_LOST, /* another program is in front: pause the game, be silent */
    PLAT_FOCUS_GAINED,
    PLAT_SUSPENDED, /* the machine will sleep, or has slept when the notice comes at all */
    PLAT_RESUMED,
    PLAT_QUIT,           /* plat_input.quit is set as well, and stays set */
    PLAT_DISPLAY_CHANGED /* size or refresh have changed: see plat_describe */
} plat_notice_kind;

/* The oldest notice that nobody has read, PLAT_NOTHING when there is none; at most 16 wait, later ones are
 * lost. Notices come in with plat_poll. */
plat_notice_kind plat_notice(plat *p);

/* ---- the watchdog ---- */

/* Sets the watchdog, which calls expired(context, where) when it is not set again within so many microseconds of work.
 * The call comes from a signal or an interrupt, in the middle of whatever runs for ever; `where` is the address under
 * way (0: not known). `expired` may use plat_palette, plat_ramp, plat_band, plat_present, plat_poll, plat_log and must
 * end with plat_abort. 0 microseconds end the watch. Setting the watchdog costs no more than a few instructions. False
 * where the machine has none. */
bool plat_watchdog(plat *p, uint32_t microseconds, void (*expired)(void *context, uintptr_t where),
                   void *context);

/* ---- measuring and debugging ---- */

/* The part of the call stack that was still unused when the port started, which it then filled with words of
 * PLAT_STACK_PATTERN: base is its lowest address, and the stack grows down towards it. {NULL, 0} where the
 * port fills nothing. kernel/debug/stack.h measures the stack by this pattern; nothing is done while frames run. */
#define PLAT_STACK_PATTERN 0x57ACC0DEu
void plat_stack(plat *p, plat_block *stack);

/* Return addresses of the functions under way, the caller of plat_callers first, at most `most`; returns how
 * many. A port that cannot tell answers 0. The function is slow and may be called at any depth; it is for reports of
 * failed assertions. */
int plat_callers(plat *p, uintptr_t *callers, int most);

/* The name of the function that holds this address, cut to size - 1 characters. False where the port does
 * not know the name: then the address itself is shown, and a symbol list of the build tells the name. */
bool plat_caller_name(plat *p, uintptr_t address, char *name, size_t size);

/* Keeps a text under a name: a file beside the screenshots on a desktop, the log elsewhere. False where the
 * port cannot keep it. */
bool plat_keep_text(plat *p, const char *name, const char *text);

/* Ends the program after a failure: closes devices that would be left in disorder (a terminal), never returns. */
_Noreturn void plat_abort(plat *p);

#endif
