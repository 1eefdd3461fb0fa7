/* Runs a Game Boy Advance cartridge without a window, on libmgba: log to stdout, keys from a script,
 * pictures to files.
 *
 *     gba_runner FILE.gba [--frames N] [--cycles N] [--until TEXT] [--fail TEXT] [--keys SCRIPT]
 *                         [--shot FRAME:FILE]... [--wav FILE] [--profile FILE [--after TEXT] [--inside NAME] [--calls]] [--quiet]
 *
 *     --frames N     stop after N frames of the display (default 3600, a minute)
 *     --cycles N     stop after N million cycles of the processor (default: no more than the frames take)
 *     --until TEXT   stop, well, at the first log line that contains TEXT
 *     --fail TEXT    stop, badly, at the first log line that contains TEXT
 *     --keys SCRIPT  keys held from a frame on, "10:A+UP,20:,30:START" (A B SELECT START ...)
 *     --save FILE    the battery-backed memory is this file, made when it is not there
 *     --shot F:FILE  the screen as it is after frame F, or when F is "last", at the end; .png, or .ppm
 *     --wav FILE     what both ears hear from the start, 16 bits at the 32,768 Hz of the machine
 *     --profile F    at the end, cycles by function, exact; F is what `nm -n` says of the cartridge's ELF
 *     --after TEXT   the profile begins at the first log line that contains TEXT and counts such lines as frames
 *     --inside NAME  of this function of the profile: how often it was called, its cycles from entry to return (with what it calls and interrupts
 *                    meanwhile) in the mean and at most
 *     --calls        of the profile: who calls whom, how often, and the cycles from entry to return; names of functions that share a place with
 *                    others (overlays of gba.ld) may be those of the others
 *     --quiet        no log lines, only the judgement
 *
 * A log line "quit" always ends the run well, "quit failed" badly. Exit codes: 0 it ended well, or, without
 * --until, ran its frames; 1 it ended badly, or --until was never met; 2 wrong use or no such file. The
 * system functions are the emulator's own, and no loop is skipped: cycle counts are those of the program. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mgba/flags.h>

#include <mgba-util/vfs.h>
#include <mgba/core/config.h>
#include <mgba/core/core.h>
#include <mgba/core/log.h>
#include <mgba/core/timing.h>
#include <mgba/gba/core.h>
#include <mgba/internal/arm/arm.h>

enum { WIDTH = 240, HEIGHT = 160, KEY_CHANGES = 1024, SHOTS = 64, LINE_SIZE = 8192 };
#define LAST UINT32_MAX

static struct {
    const char *until, *fail, *after;
    uint32_t after_lines; /* lines seen that contain `after` */
    bool quiet;
    bool met, failed, quit;
    char line[LINE_SIZE]; /* pieces of a long line are gathered here */
    size_t line_length;
    int debug_category;
} run;

typedef struct key_change {
    uint32_t frame;
    uint32_t keys;
} key_change;

typedef struct shot {
    uint32_t frame;
    const char *file;
} shot;

/* ---- log ---- */

static void judge_line(const char *line) {
    if (!run.quiet) {
        puts(line);
        fflush(stdout);
    }
    if (strcmp(line, "quit") == 0) run.quit = true;
    if (strcmp(line, "quit failed") == 0 || (run.fail != NULL && strstr(line, run.fail) != NULL))
        run.failed = true;
    if (run.after != NULL && strstr(line, run.after) != NULL) run.after_lines++;
    if (run.until != NULL && strstr(line, run.until) != NULL) run.met = true;
}

static void receive_log(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
                        va_list arguments) {
    (void)logger;
    char text[LINE_SIZE];
    vsnprintf(text, sizeof text, format, arguments);
    if (category != run.debug_category) {
        if ((level & (mLOG_FATAL | mLOG_GAME_ERROR)) != 0) {
            fprintf(stderr, "gba_runner: %s: %s\n", mLogCategoryName(category), text);
            if (level == mLOG_FATAL) run.failed = true;
        }
        return;
    }
    size_t length = strlen(text);
    if (run.line_length + length >= sizeof run.line) length = sizeof run.line - 1 - run.line_length;
    memcpy(run.line + run.line_length, text, length);
    run.line_length += length;
    run.line[run.line_length] = '\0';
    if (level == mLOG_DEBUG) return; /* a piece: more follows */
    run.line_length = 0;
    judge_line(run.line);
}

/* ---- pictures ---- */

static void put_big32(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint32_t crc32_of(const uint8_t *data, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

static void write_chunk(FILE *file, const char *type, uint8_t *chunk, uint32_t size) {
    uint8_t number[4];
    memcpy(chunk, type, 4); /* `chunk` has four bytes of room before its data */
    put_big32(number, size);
    fwrite(number, 1, 4, file);
    fwrite(chunk, 1, size + 4, file);
    put_big32(number, crc32_of(chunk, size + 4));
    fwrite(number, 1, 4, file);
}

/* A PNG whose lines are stored, not compressed: one deflate block to a line. */
static void write_png(FILE *file, const uint8_t *rgb) {
    static uint8_t data[4 + 2 + HEIGHT * (5 + 1 + WIDTH * 3) + 4];
    uint8_t header[4 + 13] = {0};
    const uint16_t length = 1 + WIDTH * 3;
    uint32_t a = 1, b = 0;
    size_t at = 4;
    fwrite("\x89PNG\r\n\x1a\n", 1, 8, file);
    put_big32(header + 4, WIDTH);
    put_big32(header + 8, HEIGHT);
    header[12] = 8;
    header[13] = 2;
    write_chunk(file, "IHDR", header, 13);
    data[at++] = 0x78;
    data[at++] = 0x01;
    for (int y = 0; y < HEIGHT; y++) {
        data[at++] = y == HEIGHT - 1;
        data[at++] = (uint8_t)(length & 0xFF);
        data[at++] = (uint8_t)(length >> 8);
        data[at++] = (uint8_t)(~length & 0xFF);
        data[at++] = (uint8_t)(~length >> 8 & 0xFF);
        data[at] = 0;
        memcpy(data + at + 1, rgb + (size_t)y * WIDTH * 3, WIDTH * 3);
        for (int i = 0; i < length; i++) {
            a = (a + data[at + (size_t)i]) % 65521;
            b = (b + a) % 65521;
        }
        at += length;
    }
    put_big32(data + at, b << 16 | a);
    write_chunk(file, "IDAT", data, (uint32_t)at);
    write_chunk(file, "IEND", header, 0);
}

static bool write_shot(const char *name, const color_t *pixels) {
    static uint8_t rgb[WIDTH * HEIGHT * 3];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        for (int c = 0; c < 3; c++) rgb[i * 3 + c] = (uint8_t)(pixels[i] >> (8 * c));
    }
    FILE *file = fopen(name, "wb");
    if (file == NULL) return false;
    size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".png") == 0) {
        write_png(file, rgb);
    } else {
        fprintf(file, "P6\n%d %d\n255\n", WIDTH, HEIGHT);
        fwrite(rgb, 1, sizeof rgb, file);
    }
    return fclose(file) == 0;
}

/* ---- profile ---- */

typedef struct function {
    uint32_t address;
    int64_t cycles; /* an instruction may seem to take less than none when the prefetch buffer is paid back */
    /* an instruction may seem to take less than 0 cycles when the prefetch buffer is paid back */
    uint64_t entries;
    char name[64];
} function;

static struct {
    function *functions;
    int count;
    int last; /* the function of the instruction before */
} profile;

static struct {
    const char *name;
    uint32_t entry, back; /* addresses; the function runs while `back` is not 0 */
    int64_t since, all, most;
    uint32_t calls;
} inside;

/* Calls that run, and what pairs of caller and called function took from entry to return. */
enum { CALL_DEPTH = 64, CALL_PAIRS = 1 << 14 };
typedef struct call {
    int64_t since;
    int caller, called;
} call;
typedef struct call_pair {
    int64_t cycles;
    uint32_t calls;
    int caller, called;
} call_pair;
static struct {
    call running[CALL_DEPTH];
    int depth;
    call_pair pairs[CALL_PAIRS];
    bool on;
} calls;

static bool load_profile(const char *name) {
    FILE *file = fopen(name, "r");
    if (file == NULL) return false;
    char line[256], type;
    function f;
    memset(&f, 0, sizeof f);
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned address;
        if (sscanf(line, "%x %c %63s", &address, &type, f.name) != 3) continue;
        if (strchr("tTwW", type) == NULL || f.name[0] == '$' || address < 0x02000000u) continue;
        f.address = address & ~1u;
        if (inside.name != NULL && strcmp(inside.name, f.name) == 0) inside.entry = f.address;
        if (profile.count % 1024 == 0) {
            size_t bytes = (size_t)(profile.count + 1024) * sizeof f;
            profile.functions = realloc(profile.functions, bytes);
            if (profile.functions == NULL) break;
        }
        profile.functions[profile.count++] = f;
    }
    fclose(file);
    return profile.count > 0;
}

static int function_at(uint32_t address) {
    int low = 0, high = profile.count - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (profile.functions[middle].address <= address) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Notes entries to and returns from the watched function before the instruction at `address`. */
static void watch_inside(const struct ARMCore *cpu, uint32_t address, int64_t now) {
    if (inside.back == 0 && address == inside.entry) {
        inside.back = (uint32_t)cpu->gprs[ARM_LR] & ~1u;
        inside.since = now;
    } else if (inside.back != 0 && address == inside.back) {
        inside.back = 0;
        inside.calls++;
        inside.all += now - inside.since;
        if (now - inside.since > inside.most) inside.most = now - inside.since;
    }
}

/* Adds a call that is over to what its pair took. */
static void add_call(const call *done, int64_t now) {
    const uint32_t hash = (uint32_t)done->caller * 2654435761u + (uint32_t)done->called * 40503u;
    for (uint32_t i = 0; i < CALL_PAIRS; i++) {
        call_pair *pair = &calls.pairs[(hash + i) % CALL_PAIRS];
        if (pair->calls != 0 && (pair->caller != done->caller || pair->called != done->called)) continue;
        pair->caller = done->caller, pair->called = done->called;
        pair->calls++;
        pair->cycles += now - done->since;
        return;
    }
}

/* Follows calls and returns before the instruction at `address`: who comes into the middle of another function has returned. */
static void watch_calls(uint32_t address, int64_t now) {
    const int here = function_at(address);
    if (calls.depth > 0 && here == calls.running[calls.depth - 1].called) return;
    if (address != profile.functions[here].address) {
        int depth = calls.depth;
        while (depth > 0 && calls.running[depth - 1].called != here) depth--;
        if (depth == 0) return;
        while (calls.depth > depth) add_call(&calls.running[--calls.depth], now);
        return;
    }
    if (calls.depth == CALL_DEPTH) return;
    calls.running[calls.depth] =
        (call){now, calls.depth == 0 ? here : calls.running[calls.depth - 1].called, here};
    calls.depth++;
}

static int by_pair_cycles(const void *a, const void *b) {
    const int64_t x = ((const call_pair *)a)->cycles, y = ((const call_pair *)b)->cycles;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Executes one instruction; its cycles (waiting for memory, DMA and interrupts included) are added to its function. */
static void step_profiled(struct mCore *core) {
    const struct ARMCore *cpu = core->cpu;
    uint32_t width = cpu->executionMode == MODE_THUMB ? WORD_SIZE_THUMB : WORD_SIZE_ARM;
    uint32_t address = (uint32_t)cpu->gprs[ARM_PC] - width;
    int64_t before = (int64_t)mTimingGlobalTime(core->timing) + cpu->cycles;
    if (inside.entry != 0) watch_inside(cpu, address, before);
    if (calls.on && (run.after == NULL || run.after_lines > 0)) watch_calls(address, before);
    core->step(core);
    int64_t spent = (int64_t)mTimingGlobalTime(core->timing) + cpu->cycles - before;
    function *last = &profile.functions[profile.last];
    if (address < last->address || profile.last + 1 >= profile.count ||
        address >= profile.functions[profile.last + 1].address) {
        profile.last = function_at(address);
    }
    function *here = &profile.functions[profile.last];
    if (run.after != NULL && run.after_lines == 0) return;
    here->cycles += spent;
    if (address == here->address) here->entries++;
}

static int by_cycles(const void *a, const void *b) {
    int64_t x = ((const function *)a)->cycles, y = ((const function *)b)->cycles;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void print_profile(void) {
    int64_t all = 0;
    uint32_t frames = run.after_lines > 1 ? run.after_lines - 1 : 1;
    for (int i = 0; i < profile.count; i++) all += profile.functions[i].cycles;
    qsort(calls.pairs, CALL_PAIRS, sizeof *calls.pairs, by_pair_cycles);
    for (int i = 0; i < CALL_PAIRS && i < 400 && calls.on && calls.pairs[i].calls > 0; i++) {
        const call_pair *pair = &calls.pairs[i];
        printf("# %10lld cycles in %8u calls from %s to %s\n", (long long)(pair->cycles / frames),
               (unsigned)pair->calls, profile.functions[pair->caller].name,
               profile.functions[pair->called].name);
    }
    qsort(profile.functions, (size_t)profile.count, sizeof *profile.functions, by_cycles);
    printf("# %lld cycles a frame over %u frames; cycles, share, entries a frame, function\n",
           (long long)(all / frames), (unsigned)frames);
    for (int i = 0; i < profile.count && i < 60 && profile.functions[i].cycles > 0; i++) {
        const function *f = &profile.functions[i];
        printf("# %10lld %5.1f%% %8llu %08x %s\n", (long long)(f->cycles / frames),
               100.0 * (double)f->cycles / (double)all, (unsigned long long)(f->entries / frames),
               (unsigned)f->address, f->name);
    }
    if (inside.calls > 0)
        printf("inside %s: %u calls, %lld cycles each, at most %lld\n", inside.name, (unsigned)inside.calls,
               (long long)(inside.all / inside.calls), (long long)inside.most);
}

/* ---- sound ---- */

enum { SOUND_RATE = 32768, WAV_HEAD = 44 };
static FILE *wav;
static uint32_t wav_bytes;

static void put_little(uint8_t *at, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static void hear(struct mAVStream *stream, int16_t left, int16_t right) {
    uint8_t frame[4];
    (void)stream;
    put_little(frame, (uint16_t)left, 2);
    put_little(frame + 2, (uint16_t)right, 2);
    wav_bytes += (uint32_t)fwrite(frame, 1, 4, wav);
}

/* Begins the file; its head is zero until its lengths are known. */
static bool open_wav(const char *name) {
    static const uint8_t nothing[WAV_HEAD];
    wav = fopen(name, "wb");
    return wav != NULL && fwrite(nothing, 1, WAV_HEAD, wav) == WAV_HEAD;
}

static bool close_wav(void) {
    uint8_t head[WAV_HEAD] = "RIFF....WAVEfmt ";
    put_little(head + 4, wav_bytes + WAV_HEAD - 8, 4);
    put_little(head + 16, 16, 4);
    put_little(head + 20, 1, 2); /* PCM */
    put_little(head + 22, 2, 2);
    put_little(head + 24, SOUND_RATE, 4);
    put_little(head + 28, SOUND_RATE * 4, 4);
    put_little(head + 32, 4, 2);
    put_little(head + 34, 16, 2);
    memcpy(head + 36, "data", 4);
    put_little(head + 40, wav_bytes, 4);
    return fseek(wav, 0, SEEK_SET) == 0 && fwrite(head, 1, WAV_HEAD, wav) == WAV_HEAD && fclose(wav) == 0;
}

/* ---- the command line ---- */

static int fail_use(const char *what, const char *value) {
    fprintf(stderr, "gba_runner: %s: %s\n", what, value);
    return 2;
}

/* Returns how many changes the script holds, or -1. */
static int parse_keys(const char *script, key_change *changes) {
    static const char *const names[] = {"A", "B", "SELECT", "START", "RIGHT", "LEFT", "UP", "DOWN", "R", "L"};
    int count = 0;
    while (*script != '\0') {
        char *end;
        unsigned long frame = strtoul(script, &end, 10);
        if (end == script || *end != ':' || count == KEY_CHANGES) return -1;
        key_change change = {(uint32_t)frame, 0};
        script = end + 1;
        while (*script != '\0' && *script != ',') {
            size_t length = strcspn(script, "+,");
            int key = 0;
            while (key < 10 && (strlen(names[key]) != length || strncmp(names[key], script, length) != 0))
                key++;
            if (key == 10) return -1;
            change.keys |= 1u << key;
            script += length;
            if (*script == '+') script++;
        }
        if (*script == ',') script++;
        changes[count++] = change;
    }
    return count;
}

static struct mCore *open_core(const char *name, color_t *pixels) {
    struct VFile *file = VFileOpen(name, O_RDONLY);
    if (file == NULL) return NULL;
    struct mCore *core = GBACoreCreate();
    core->init(core);
    mCoreConfigInit(&core->config, NULL); /* the settings of the user's own emulator do not count */
    mCoreConfigSetValue(&core->config, "idleOptimization", "ignore");
    mCoreConfigSetIntValue(&core->config, "useBios", 0);
    mCoreConfigSetIntValue(&core->config, "skipBios", 1);
    mCoreConfigSetIntValue(&core->config, "volume", 256);
    mCoreConfigSetIntValue(&core->config, "logLevel", mLOG_ALL);
    mCoreConfigMap(&core->config, &core->opts);
    core->loadConfig(core, &core->config);
    core->setVideoBuffer(core, pixels, WIDTH);
    if (!core->loadROM(core, file)) return NULL;
    core->reset(core);
    return core;
}

int main(int argc, char **argv) {
    static color_t pixels[WIDTH * HEIGHT];
    static key_change keys[KEY_CHANGES];
    static shot shots[SHOTS];
    const char *name = NULL, *save = NULL, *profile_name = NULL;
    uint32_t frames = 3600;
    uint64_t cycles = UINT64_MAX;
    int key_count = 0, shot_count = 0;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (strcmp(word, "--calls") == 0) {
            calls.on = true;
            continue;
        }
        if (strcmp(word, "--quiet") == 0) {
            run.quiet = true;
            continue;
        }
        if (word[0] != '-') {
            name = word;
            continue;
        }
        if (i + 1 == argc) return fail_use("this option wants a value", word);
        const char *value = argv[++i];
        if (strcmp(word, "--frames") == 0) {
            frames = (uint32_t)strtoul(value, NULL, 10);
        } else if (strcmp(word, "--cycles") == 0) {
            cycles = strtoull(value, NULL, 10) * 1000000u;
        } else if (strcmp(word, "--until") == 0) {
            run.until = value;
        } else if (strcmp(word, "--fail") == 0) {
            run.fail = value;
        } else if (strcmp(word, "--after") == 0) {
            run.after = value;
        } else if (strcmp(word, "--inside") == 0) {
            inside.name = value;
        } else if (strcmp(word, "--profile") == 0) {
            profile_name = value;
        } else if (strcmp(word, "--wav") == 0) {
            if (!open_wav(value)) return fail_use("cannot write", value);
        } else if (strcmp(word, "--save") == 0) {
            save = value;
        } else if (strcmp(word, "--keys") == 0) {
            key_count = parse_keys(value, keys);
            if (key_count < 0) return fail_use("cannot read this key script", value);
        } else if (strcmp(word, "--shot") == 0) {
            char *end;
            unsigned long frame = strtoul(value, &end, 10);
            if (strncmp(value, "last:", 5) == 0) {
                frame = LAST;
                end += 4;
            }
            if (*end != ':' || shot_count == SHOTS) return fail_use("a shot is FRAME:FILE", value);
            shots[shot_count++] = (shot){(uint32_t)frame, end + 1};
        } else {
            return fail_use("no such option", word);
        }
    }
    if (profile_name != NULL && !load_profile(profile_name)) return fail_use("no symbols in", profile_name);
    if (name == NULL) return fail_use("which cartridge? usage", "gba_runner FILE.gba [options]");

    struct mLogger logger = {.log = receive_log};
    mLogSetDefaultLogger(&logger);
    struct mCore *core = open_core(name, pixels);
    if (core == NULL) return fail_use("cannot load", name);
    run.debug_category = mLogCategoryById("gba.debug");
    if (save != NULL && !core->loadSave(core, VFileOpen(save, O_CREAT | O_RDWR)))
        return fail_use("cannot open", save);

    struct mAVStream stream = {.postAudioFrame = hear};
    if (wav != NULL) core->setAVStream(core, &stream);
    uint64_t spent = 0;
    uint32_t frame = 0;
    int next_key = 0;
    while (frame < frames && spent < cycles && !run.quit && !run.failed && !run.met) {
        while (next_key < key_count && keys[next_key].frame <= frame)
            core->setKeys(core, keys[next_key++].keys);
        uint64_t before = mTimingGlobalTime(core->timing);
        if (profile.count > 0) {
            for (uint32_t now = core->frameCounter(core); core->frameCounter(core) == now && !run.quit;) {
                step_profiled(core);
            }
        } else {
            core->runFrame(core);
        }
        spent += mTimingGlobalTime(core->timing) - before;
        for (int i = 0; i < shot_count; i++) {
            if (shots[i].frame == frame && !write_shot(shots[i].file, pixels))
                return fail_use("cannot write", shots[i].file);
        }
        frame++;
    }
    core->runFrame(core); /* the frame under way */
    core->runFrame(core); /* and one more that shows what was drawn last from its first line on */
    for (int i = 0; i < shot_count; i++) {
        if (shots[i].frame == LAST && !write_shot(shots[i].file, pixels))
            return fail_use("cannot write", shots[i].file);
    }
    if (profile.count > 0) print_profile();
    if (wav != NULL && !close_wav()) return fail_use("cannot write", "the sound");
    bool well = !run.failed && (run.until == NULL ? true : run.met);
    fprintf(stderr, "gba_runner: %s after %u frames, %llu cycles\n", well ? "ended well" : "FAILED",
            (unsigned)frame, (unsigned long long)spent);
    core->unloadROM(core);
    mCoreConfigDeinit(&core->config);
    core->deinit(core);
    return well ? 0 : 1;
}
