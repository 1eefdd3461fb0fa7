/* The player on the MPS2 board: plays a ROM image from the host's disk and prints the log.
 *
 *     player IMAGE FRAMES [--hashes] [--cycles] [--steps] [--size WxH] [--format N] [--band N] [--keys SCRIPT]
 *                         [--replay FILE] [--saves FILE] [--crash N | --crash-again N]
 *
 *     --hashes       log `frame=K hash=XXXXXXXX` for every frame
 *     --cycles       log `frame=K cycles=N`; N are executed instructions, which only a run that counts has
 *     --steps        print `step=K instructions=N` for each step of the game, in a run that counts instructions
 *     --size WxH     picture size, --format N the plat_format, --band N lines per band; else as the ROM asks
 *     --keys SCRIPT  buttons held from a frame on: "10:A+UP,20:,30:START"
 *     --replay FILE  a recording to play instead; the line `replay=TICKS/END checks=N` tells how it went
 *     --saves FILE   file that keeps saved games; without it they last until the board is switched off
 *     --crash N      a fault behind frame N, for tests; --crash-again N: and one in its report
 *
 * Time is counted in frames. The last line is `stack=N/M`, the deepest call stack and its size in bytes.
 * Exit codes: 0 played, 1 the image was refused, 2 wrong use, 3 crashed (its report was printed). Started by
 * platform/mps2/run.sh. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/preset/presets.h"
#include "kernel/recording/module.h"
#include "platform/mps2/counter.h"
#include "platform/mps2/crash.h"
#include "platform/mps2/mps2.h"

enum { KEY_NAMES = 12 };
#define IMAGE_MEMORY ((uint8_t *)0x21000000u) /* the board's external memory, below __storage */
#define IMAGE_MAX 0x7F0000u

/* Reads a file to an address; returns its size, 0 when it cannot be read. */
static size_t read_file(const char *name, uint8_t *to) {
    int file = open(name, O_RDONLY);
    if (file < 0) return 0;
    size_t size = 0;
    while (size < IMAGE_MAX) {
        size_t most = IMAGE_MAX - size < 65536 ? IMAGE_MAX - size : 65536;
        int got = (int)read(file, to + size, most);
        if (got <= 0) break;
        size += (size_t)got;
    }
    close(file);
    return size;
}

/* Fills the storage from the file of saved games, or with erased bytes where there is no file. */
static void read_saves(const char *name) {
    memset(__storage, 0xFF, MPS2_STORAGE);
    int file = open(name, O_RDONLY);
    for (size_t at = 0; file >= 0 && at < MPS2_STORAGE;) {
        const int got = (int)read(file, __storage + at, MPS2_STORAGE - at);
        if (got <= 0) break;
        at += (size_t)got;
    }
    if (file >= 0) close(file);
}

static bool write_saves(const char *name) {
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const bool done = file >= 0 && write(file, __storage, MPS2_STORAGE) == MPS2_STORAGE;
    return file >= 0 && close(file) == 0 && done;
}

static bool parse_keys(plat *p, char *script) {
    static const char *const names[KEY_NAMES] = {"UP", "DOWN", "LEFT", "RIGHT", "A",     "B",
                                                 "X",  "Y",    "L",    "R",     "START", "SELECT"};
    while (*script != '\0') {
        char *end;
        mps2_keys change = {(uint32_t)strtoul(script, &end, 10), 0};
        if (end == script || *end != ':' || p->key_count == MPS2_KEY_CHANGES) return false;
        script = end + 1;
        while (*script != '\0' && *script != ',') {
            size_t length = strcspn(script, "+,");
            int key = 0;
            while (key < KEY_NAMES &&
                   (strlen(names[key]) != length || memcmp(names[key], script, length) != 0))
                key++;
            if (key == KEY_NAMES) return false;
            change.buttons |= 1u << key;
            script += length;
            if (*script == '+') script++;
        }
        if (*script == ',') script++;
        p->keys[p->key_count++] = change;
    }
    return true;
}

/* Counts the instructions of a step, from its beginning to the drawing; each frame has one step. */
static void count_step(void *context, ox_frame_phase phase) {
    static uint32_t began, steps;
    (void)context;
    if (phase == OX_FRAME_STEP) began = mps2_instructions();
    if (phase == OX_FRAME_DRAW)
        printf("step=%u instructions=%u\n", (unsigned)steps++, (unsigned)(mps2_instructions() - began));
}

/* What the player itself is asked for. */
typedef struct asked {
    const char *saves;
    unsigned long crash; /* the frame behind which there is a fault; 0: none */
    bool crashes_again;
} asked;

static bool parse_options(plat *p, ox_boot_options *options, asked *own, int argc, char **argv) {
    for (int i = 0; i < argc; i++) {
        char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--hashes") == 0) {
            options->log_hashes = true;
            continue;
        }
        if (strcmp(argv[i], "--cycles") == 0) {
            options->log_cycles = true;
            continue;
        }
        if (strcmp(argv[i], "--steps") == 0) {
            options->trace = count_step;
            continue;
        }
        if (value == NULL) return false;
        if (strcmp(argv[i], "--size") == 0) {
            options->width = (int)strtol(value, &value, 10);
            if (*value != 'x') return false;
            options->height = (int)strtol(value + 1, NULL, 10);
        } else if (strcmp(argv[i], "--format") == 0) {
            options->format = (int)strtol(value, NULL, 10);
        } else if (strcmp(argv[i], "--band") == 0) {
            options->band_lines = (int)strtol(value, NULL, 10);
        } else if (strcmp(argv[i], "--replay") == 0) {
            uint8_t *to = IMAGE_MEMORY + ((options->image_size + 15u) & ~(size_t)15);
            options->replay_size = read_file(value, to);
            options->replay = to;
            if (options->replay_size == 0) return false;
        } else if (strcmp(argv[i], "--saves") == 0) {
            own->saves = value;
            read_saves(value);
        } else if (strncmp(argv[i], "--crash", 7) == 0) {
            own->crash = strtoul(value, NULL, 10);
            own->crashes_again = strcmp(argv[i], "--crash-again") == 0;
        } else if (strcmp(argv[i], "--keys") != 0 || !parse_keys(p, value)) {
            return false;
        }
        i++;
    }
    return true;
}

int main(int argc, char **argv) {
    static plat port;
    mps2_paint_stack();
    if (argc < 3) {
        puts("player: usage: player IMAGE FRAMES [--hashes] [--cycles] [--steps] [--size WxH] [--format N] "
             "[--band N] [--keys SCRIPT] [--replay FILE] [--saves FILE] [--crash N | --crash-again N]");
        return 2;
    }
    size_t size = read_file(argv[1], IMAGE_MEMORY);
    if (size == 0) {
        printf("player: cannot read %s\n", argv[1]);
        return 2;
    }
    ox_boot_options options = ox_boot_defaults(&port, IMAGE_MEMORY, size);
    options.deterministic = true;
    asked own = {.saves = NULL};
    if (!parse_options(&port, &options, &own, argc - 3, argv + 3)) {
        puts("player: cannot read these options");
        return 2;
    }
    static ox_error error;
    static ox_tape tape;
    options.tape = &tape;
    options.modules = ox_preset_silent;
    options.cart = ox_preset_cart;
    ox_console *console = ox_console_boot(&options, &error);
    if (console == NULL) {
        printf("player: %s\n", error.text);
        return 1;
    }
    mps2_crash_watch(&port, console);
    unsigned long frames = strtoul(argv[2], NULL, 10);
    for (unsigned long i = 0; i < frames; i++) {
        if (!ox_console_frame(console)) break;
        if (i + 1 == own.crash) mps2_crash(own.crashes_again);
    }
    ox_replay_report report;
    if (ox_console_replay(console, &report)) {
        printf("replay=%u/%u checks=%u %s\n", (unsigned)report.ticks, (unsigned)report.end,
               (unsigned)report.checks, report.differs ? report.text : "equal");
    }
    size_t peak, stack;
    if (ox_console_stack(console, &peak, &stack)) printf("stack=%u/%u\n", (unsigned)peak, (unsigned)stack);
    mps2_crash_watch(&port, NULL);
    ox_console_close(console);
    if (own.saves == NULL || write_saves(own.saves)) return 0;
    printf("player: cannot write %s\n", own.saves);
    return 2;
}
