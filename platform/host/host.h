/* The desktop port: one `plat` that shows its frames in a window, in a terminal, or nowhere. A main is:
 *
 *     char error[200];
 *     host_options options = {.driver = HOST_DRIVER_AUTO, .title = "My game"};
 *     plat *p = host_open(&options, error, sizeof error);
 *     if (p == NULL) fail(error);
 *     ... boot a console on p and run its frames ...
 *     if (!host_close(p)) exit_code = 1;
 *
 * Frames are numbered by plat_present, from 0: frame K is the one shown by the call number K, and its input
 * is what plat_poll answers while K frames have been shown. Input scripts, shots and the frame limit work
 * with every driver.
 *
 * Keys (window / terminal): arrows = directions, Z = A, X = B, A or T = X, S = Y, Q or Tab = L, W = R, Enter
 * = Start, Backspace or right Shift = Select. Window: F11 full screen, F12 screenshot, Esc quits. Terminal: P
 * or F12 screenshot, Q, Esc or Ctrl-C quits (so L is Tab there), Ctrl-Z suspends, Ctrl-L draws everything
 * anew. Framebuffer: the keys of the window but for F11; Alt+F2 goes to another console and Alt+F1 back. The mouse is the pointer. */
#ifndef OXCART_PLATFORM_HOST_HOST_H
#define OXCART_PLATFORM_HOST_HOST_H

#include "platform/platform.h"

typedef enum host_driver {
    HOST_DRIVER_AUTO, /* the window where there is a display, the framebuffer on a console of Linux, else the terminal */
    HOST_DRIVER_SDL,      /* a window; only in builds with -DPLAT_HOST_SDL=1 */
    HOST_DRIVER_TERMINAL, /* coloured half blocks on standard output */
    HOST_DRIVER_FB,       /* the display of a machine with Linux and no desktop */
    HOST_DRIVER_HEADLESS, /* no output, input from a script alone */
    HOST_DRIVERS
} host_driver;

typedef enum host_pace {
    HOST_PACE_AUTO, /* on for the window and the terminal, off headless */
    HOST_PACE_ON,   /* plat_present waits for the next sixtieth of a second */
    HOST_PACE_OFF   /* as fast as it goes */
} host_pace;

/* Saves width x height pixels (0x00RRGGBB each, rows without gaps) as the picture file `path`. False on
 * failure, with one sentence in error. The port has no picture format of its own: who opens the port brings the
 * writer along. */
typedef bool (*host_picture_writer)(const char *path, int width, int height, const uint32_t *pixels,
                                    char *error, size_t error_size);

/* A frame as it was presented. The pointers hold until the next plat_ call. */
typedef struct host_frame {
    const void *pixels;      /* rows of `stride` bytes, top to bottom, laid out as `format` says */
    const uint32_t *palette; /* 256 colours 0x00RRGGBB; meaningful for PLAT_PAL8 */
    int width, height, stride;
    plat_format format;
    uint32_t number; /* 0 is the first */
} host_frame;

/* A frame to keep as a picture file. */
typedef struct host_shot {
    const char *path;
    uint32_t frame;
} host_shot;

/* How to open the port. All zero is a sensible choice; the strings must live until host_close. */
typedef struct host_options {
    host_driver driver;
    host_pace pace;
    const char *title; /* of the window; NULL: "Oxcart" */
    const char
        *device; /* of the framebuffer driver: /dev/dri/card0, /dev/fb0 ...; NULL: the first that works */
    int scale;   /* screen pixels per picture pixel when the window opens; 0: as large as fits well */
    bool full_screen;         /* the window opens full screen */
    uint32_t frame_limit;     /* plat_poll reports quit once so many frames were presented; 0: never */
    const char *input_script; /* path of an input script (see host_script.h), or NULL */
    const char *input_text;   /* an input script itself, when there is no path; or NULL */
    host_picture_writer save_picture; /* NULL: screenshots and shots fail, with a word in the log */
    const char *screenshot_folder;    /* NULL: the current folder */
    const char *screenshot_prefix;    /* NULL: "oxcart", which gives oxcart-YYYYMMDD-HHMMSS.png */
    const host_shot *shots;           /* frames to save, in any order */
    int shot_count;
    void (*on_frame)(void *argument, const host_frame *frame); /* called after every present, or NULL */
    void *on_frame_argument;
    int threads;        /* jobs of plat_parallel at a time, 1..HOST_THREADS_MAX; 0: one per processor */
    size_t memory;      /* bytes of the main block; 0: HOST_MEMORY_DEFAULT */
    size_t fast_memory; /* bytes of the fast block; 0: none, as desktops have no such thing */
    size_t convert;     /* bytes of the convert block of big-endian builds; 0: as many as `memory` */
    const char *
        storage; /* file that holds the saved games, made with its folders when a game saves; NULL: nothing is kept */
    int wireless;    /* UDP port at which wireless pads are heard (platform/wireless.h), 0: at none */
    bool quiet;      /* the log lets only errors and warnings through */
    const char *wav; /* file that keeps all sound, or NULL */
    const char *
        player; /* command whose standard input takes raw samples (in the host's byte order), or NULL; %r, %c and %b
                         * in it become rate, channels and bits. Without the command the game goes on unheard. */
    bool
        any_player; /* where `player` is NULL: the first of the desktop's usual programs that is there and plays
                      * (pw-cat, paplay, aplay, play, ffplay); the log says which */
    plat_audio audio; /* form of the speaker, whatever the cart asks for; 0 in a field: as the cart asks */

    /* A display and devices for tests; all zero is an ordinary desktop. */
    uint32_t refresh; /* of the display, in 1/1000 Hz; 0: 60,000 */
    bool
        fake_clock; /* time passes only while the port waits, by fake_step at every plat_ticks, and by host_advance */
    uint32_t fake_step; /* microseconds */
    /* Called at every blank with what the beam has read of the memory of plat_show; NULL: plat_show answers false. */
    void (*on_scan)(void *argument, const host_frame *frame);
    void *on_scan_argument;
    /* Called with all samples that were written, or NULL. */
    void (*on_audio)(void *argument, const plat_audio *form, const void *frames, uint32_t count);
    void *on_audio_argument;
    /* Called for plat_rumble, player -1 (PLAT_ALL_PADS) meaning all; NULL: no motors. */
    void (*on_rumble)(void *argument, int player, int motor, uint32_t strength, uint32_t milliseconds);
    void *on_rumble_argument;
    /* Called for plat_device_write of devices that have the endpoint, but not of memories; NULL: the driver has it. */
    void (*on_endpoint)(void *argument, int place, plat_endpoint endpoint, const void *bytes, uint32_t count);
    void *on_endpoint_argument;
} host_options;

enum { HOST_THREADS_MAX = 64 };

/* Exit code of a program that the user ended at a failed assertion. */
enum { HOST_ABORTED = 70 };

#define HOST_MEMORY_DEFAULT ((size_t)64 << 20)

/* Opens the port. NULL on failure: then error holds one sentence that says what is wrong and how to mend
 * it. Window and terminal open with plat_video_open. One port at a time may use the terminal: a second one asserts and
 * is refused; windows and headless ports may be many. */
plat *host_open(const host_options *options, char *error, size_t error_size);

/* Fills the unused part of the calling thread's stack with a pattern, by which the stack of plat_stack is measured.
 * host_open calls it. A program that uses the stack otherwise between two games of one port calls it again before each
 * game. */
void host_paint_stack(plat *p);

/* Closes everything and frees p (NULL is allowed). False when something that the options asked for was not
 * done: a shot that could not be written, or whose frame never came. The log names the shot. */
bool host_close(plat *p);

/* Moves the fake clock on. */
void host_advance(plat *p, uint64_t microseconds);

/* Queues a notice, as the system would. */
void host_notify(plat *p, plat_notice_kind kind);

/* Why plat_video_open failed, in one sentence; "" when it did not fail. */
const char *host_video_error(const plat *p);

/* The driver in use: "sdl", "terminal" or "headless". */
const char *host_driver_name(const plat *p);

/* The name of a driver ("auto", "sdl", "terminal", "headless"), and the driver of a name; false for an unknown name. */
const char *host_driver_label(host_driver driver);
bool host_driver_parse(const char *name, host_driver *driver);

/* Sets the caption, the picture's words as lines with '\n' between them, at most HOST_CAPTION_LINES of
 * HOST_CAPTION_LENGTH bytes; longer text is cut. A terminal too small for the picture, so that nobody could read
 * words in it, shows the caption below; other drivers ignore it. The caption stays from frame to frame, until ""
 * removes it. */
enum { HOST_CAPTION_LINES = 20, HOST_CAPTION_LENGTH = 200 };
void host_caption(plat *p, const char *text);

/* A filter sees the input that plat_poll is about to return, each time, and may take parts of it away. NULL: no
 * filter. */
typedef void (*host_input_filter)(void *context, plat_input *in);
void host_filter_input(plat *p, host_input_filter filter, void *context);

/* Letters of the keyboard, for what lies over a game. host_type makes letters text: they are no buttons then (window alone). host_typed gives the oldest letter that nobody has taken, 0 when there
 * is none: ASCII, \n, \b, \t, HOST_TYPED_ESCAPE, and HOST_TYPED_F1, which comes without host_type, too, and in terminals. */
enum { HOST_TYPED_F1 = 1, HOST_TYPED_ESCAPE = 27 };
void host_type(plat *p, bool types);
char host_typed(plat *p);

/* True when this build has the window driver. */
bool host_has_sdl(void);

/* The last presented frame; false when there is none yet. */
bool host_last_frame(const plat *p, host_frame *frame);

/* Writes the last presented frame as width * height * 4 bytes R, G, B, 255; false when there is none yet. */
bool host_frame_rgba(const plat *p, uint8_t *rgba);

/* The signal (SIGINT, SIGTERM or SIGHUP) that made a terminal port report quit, or 0. A command ends politely
 * by raising that signal again with the default action after host_close, so that a shell sees why it ended. */
int host_signal(void);

/* Where a signal interrupted the program: the instruction's address out of the third argument of a handler (SA_SIGINFO); 0 where the system's
 * layout is not known. */
uintptr_t host_interrupted_at(void *context);

#endif
