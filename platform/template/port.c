/* A port that draws into memory: the first step of every other one (platform/PORTING.md). Any C11 compiler makes it, for any machine; it asks for
 * nothing but the four memory functions and the three of port.h. Fill in what the machine has, one function after the other; what stays as it is
 * answers "no", and the console goes on without it. */
#include "platform/template/port.h"

#include <string.h>

#define PLAT_OWN_AUDIO
#include "platform/absent.h"
#include "platform/one_processor.h"

/* ---- what the machine is ---- */

bool plat_claim(plat *p, plat_single what, bool claim) { return plat_claim_bit(&p->claimed, what, claim); }

void plat_describe(plat *p, plat_machine *machine) {
    *machine = (plat_machine){.abilities = PLAT_CAN_SAVE | PLAT_CAN_SOUND,
                              .tick_rate = template_clock() == 0 ? 0 : 1000000,
                              .save_bytes = sizeof p->storage,
                              .save_sector = 1};
}

/* The console takes the budget of the image from this block, and no byte more. */
void plat_memory(plat *p, plat_memory_map *map) {
    *map = (plat_memory_map){.main = {p->memory, sizeof p->memory}};
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    map->convert =
        (plat_block){p->native, sizeof p->native}; /* numbers of the image in the machine's byte order */
#endif
}

/* ---- video ---- */

static const uint8_t bytes_of[PLAT_FORMATS] = {
    [PLAT_PAL8] = 1, [PLAT_RGB565] = 2, [PLAT_BGR555] = 2, [PLAT_XRGB8888] = 4};

bool plat_mode_at(plat *p, int index, plat_mode *mode) {
    (void)p;
    if (index != 0) return false;
    *mode = (plat_mode){.formats = (1u << PLAT_FORMATS) - 1u, .buffers = 1};
    return true;
}

bool plat_video_open(plat *p, int width, int height, plat_format format) {
    if (width <= 0 || height <= 0 || width > TEMPLATE_SIDE || height > TEMPLATE_SIDE ||
        format >= PLAT_FORMATS)
        return false;
    p->width = width;
    p->height = height;
    p->format = format;
    return true;
}

void plat_video_close(plat *p) { p->width = p->height = 0; }

void plat_palette(plat *p, const uint32_t *colours, int first, int count) {
    memcpy(p->palette + first, colours, (size_t)count * sizeof *colours);
}

/* Here a port with a display of its own writes the lines where the display reads them. */
void plat_band(plat *p, int y, int lines, const void *pixels, int stride) {
    const size_t row = (size_t)p->width * bytes_of[p->format];
    for (int i = 0; i < lines; i++)
        memcpy(p->picture + (size_t)(y + i) * row, (const uint8_t *)pixels + (size_t)i * (size_t)stride, row);
}

/* Here a port waits for the display's pace. */
void plat_present(plat *p) { p->frame++; }

bool plat_show(plat *p, const void *pixels, int stride, bool at_once) {
    (void)p, (void)pixels, (void)stride, (void)at_once;
    return false;
}

bool plat_screenshot(plat *p) {
    (void)p;
    return false;
}

/* ---- the beam: none, so that blanks are counted by waiting ---- */

int plat_line(plat *p) {
    (void)p;
    return 0;
}
uint32_t plat_blanks(plat *p) { return p->blanks; }
uint32_t plat_wait_blank(plat *p) { return ++p->blanks; }

/* ---- input: what the buttons of the machine are now ---- */

void plat_poll(plat *p, plat_input *in) {
    memset(in, 0, sizeof *in);
    in->buttons = p->buttons;
}

/* ---- sound: a speaker that plays in the time of pictures, a sixtieth of a second each ---- */

static uint64_t picture_time(const plat *p) { return (uint64_t)p->frame * 1000000u / 60u; }

bool plat_audio_open(plat *p, const plat_audio *wanted, plat_audio *given, void (*due)(void *context),
                     void *context) {
    (void)due, (void)context;
    if (p->speaker.rate != 0) return false;
    *given = (plat_audio){.rate = wanted->rate == 0 ? 32000 : wanted->rate,
                          .channels = wanted->channels == 1 ? 1 : 2,
                          .bits = 16};
    p->speaker.rate = given->rate;
    p->speaker.frame_bytes = given->channels * 2u;
    p->speaker.started = picture_time(p);
    p->speaker.written = 0;
    p->speaker.paused = false;
    return true;
}

uint32_t plat_audio_queued(plat *p) {
    const uint64_t now = p->speaker.paused ? p->speaker.paused_at : picture_time(p),
                   played = (now - p->speaker.started) * p->speaker.rate / 1000000u;
    if (played < p->speaker.written) return (uint32_t)(p->speaker.written - played);
    p->speaker.started = now; /* the queue has run dry: the next frame plays when it comes */
    p->speaker.written = 0;
    return 0;
}

/* Four pictures of sound may wait. */
uint32_t plat_audio_space(plat *p) {
    const uint32_t most = (p->speaker.rate / 60u + 1u) * 4u, queued = plat_audio_queued(p);
    return p->speaker.rate != 0 && queued < most ? most - queued : 0;
}

/* Here a port hands the samples to its converter. */
void plat_audio_write(plat *p, const void *frames, uint32_t count) {
    if (p->speaker.rate == 0) return;
    (void)plat_audio_queued(p);
    p->speaker.written += count;
    template_samples(frames, count * p->speaker.frame_bytes / 2u);
}

uint32_t plat_audio_lost(plat *p) {
    (void)p;
    return 0;
}

void plat_audio_pause(plat *p, bool paused) {
    if (p->speaker.paused == paused) return;
    if (paused)
        p->speaker.paused_at = picture_time(p);
    else
        p->speaker.started += picture_time(p) - p->speaker.paused_at;
    p->speaker.paused = paused;
}

void plat_audio_close(plat *p) { p->speaker.rate = 0; }

/* ---- time: without a clock every picture is one step ---- */

uint64_t plat_ticks(plat *p) {
    (void)p;
    return template_clock();
}
void plat_wait(plat *p, uint32_t microseconds) { (void)p, (void)microseconds; }
void plat_halt(plat *p) { (void)p; }
uint32_t plat_cycles(plat *p) {
    (void)p;
    return 0;
}

void plat_log(plat *p, plat_log_level level, const char *text) {
    (void)p, (void)level;
    template_line(text);
}

/* ---- saved games: a part of memory, gone with the power ---- */

void plat_storage(plat *p, plat_storage_info *info) {
    *info = (plat_storage_info){.size = sizeof p->storage, .sector = 1};
}

static bool is_inside(const plat *p, uint32_t at, uint32_t size) {
    return at <= sizeof p->storage && size <= sizeof p->storage - at;
}
bool plat_storage_read(plat *p, uint32_t at, void *bytes, uint32_t size) {
    if (!is_inside(p, at, size)) return false;
    memcpy(bytes, p->storage + at, size);
    return true;
}
bool plat_storage_write(plat *p, uint32_t at, const void *bytes, uint32_t size) {
    if (!is_inside(p, at, size)) return false;
    memcpy(p->storage + at, bytes, size);
    return true;
}
bool plat_storage_erase(plat *p, uint32_t at, uint32_t size) {
    if (!is_inside(p, at, size)) return false;
    memset(p->storage + at, 0xFF, size);
    return true;
}
bool plat_storage_sync(plat *p) {
    (void)p;
    return true;
}

/* ---- measuring and debugging ---- */

bool plat_watchdog(plat *p, uint32_t microseconds, void (*expired)(void *context, uintptr_t where),
                   void *context) {
    (void)p, (void)microseconds, (void)expired, (void)context;
    return false;
}
void plat_stack(plat *p, plat_block *stack) {
    (void)p;
    *stack = (plat_block){NULL, 0};
}
int plat_callers(plat *p, uintptr_t *callers, int most) {
    (void)p, (void)callers, (void)most;
    return 0;
}
bool plat_caller_name(plat *p, uintptr_t address, char *name, size_t size) {
    (void)p, (void)address, (void)name, (void)size;
    return false;
}
bool plat_keep_text(plat *p, const char *name, const char *text) {
    (void)p, (void)name;
    template_line(text);
    return true;
}
_Noreturn void plat_abort(plat *p) {
    (void)p;
    for (;;) {
    }
}
