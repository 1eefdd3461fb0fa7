/* Movies in a console: the movie that plays, its clock, its sound and its picture. */
#include "kernel/movie/module.h"

#include <string.h>

#include "fixedmath/assert.h"
#include "kernel/audio/track.h"
#include "kernel/console/console.h"
#include "kernel/save/part.h"
#include "raster/passes.h"
#include "rom/movie.h"

#define NAME OX_NAME("movie")

enum { NEAREST = 4096, NO_FRAME = -1 };

FX_STATIC_ASSERT(NEAREST == 1 << 12, "short_of gives four bits of red, green and blue");
FX_STATIC_ASSERT(RS_SIZE_MAX < 1 << 16, "columns of movies have 16 bits before the point");

/* The game's state. */
typedef struct movie_play {
    ox_id name; /* OX_ID_NONE: none plays */
    ox_id sound;
    uint32_t steps; /* that it has gone on */
    uint16_t begun; /* how often movies have begun, and begun again */
    uint8_t paused, loops;
} movie_play;

/* How a decoded picture gets into the screen's. */
typedef struct movie_shown {
    const uint16_t *pixels; /* NULL: black */
    const uint8_t *nearest; /* of a palette: the colour for four bits of red, green and blue; else NULL */
    int32_t width, height;
    int32_t left, top, across, down; /* where it lies in the picture, and how large it is there */
    uint32_t black;
} movie_shown;

/* The sound that the frames of a movie have, as a track. The service that reads it may run in an interrupt. */
typedef struct movie_sound {
    ox_audio_track track;
    rom_movie movie;       /* chunk NULL: there is none any more */
    uint32_t piece, first; /* the frame whose sound was read last, and the number of its first sample */
} movie_sound;

typedef struct movie_held {
    ox_id name;
    const uint8_t *chunk;
} movie_held;

typedef struct movie_state {
    const ox_module_host *host;
    movie_play play;
    movie_held *movies; /* of the image; NULL between scenes */
    uint32_t count;
    uint16_t *before, *now; /* pictures: of the frame before, and the decoded one */
    uint8_t *nearest;
    ox_id decoded; /* whose frame `frame` lies in `now`; OX_ID_NONE: no one's */
    int32_t frame;
    uint32_t waits; /* the key frame that a damaged movie waits for; 0: it is sound */
    movie_shown shown;
    uint32_t voice;        /* of its sound, 0: none */
    uint32_t heard_steps;  /* `steps` when it was last looked after */
    movie_sound sounds[2]; /* in turn: the one before may be on its way to silence */
    uint16_t heard;        /* `begun` of what is heard */
    uint8_t turn;
    bool is_still; /* the voice stands still */
    bool is_told;  /* the log has a line about damage */
} movie_state;

/* ---- what plays ---- */

static movie_state *state_of(const ox_module_host *host) { return ox_module_state(host, NAME); }

static const uint8_t *find_movie(const movie_state *s, ox_id name) {
    for (uint32_t i = 0; s->movies != NULL && i < s->count; i++)
        if (s->movies[i].name == name) return s->movies[i].chunk;
    return NULL;
}

static bool open_movie(const movie_state *s, ox_id name, rom_movie *movie) {
    rom_error error;
    const uint8_t *chunk = name == OX_ID_NONE ? NULL : find_movie(s, name);
    return chunk != NULL && rom_movie_open(chunk, movie, &error) == ROM_OK;
}

bool ox_movie_play(const ox_module_host *host, ox_id name, ox_id sound, bool loops) {
    movie_state *s = state_of(host);
    rom_movie movie;
    if (s == NULL || !open_movie(s, name, &movie)) return false;
    s->play =
        (movie_play){.name = name, .sound = sound, .begun = (uint16_t)(s->play.begun + 1), .loops = loops};
    return true;
}

void ox_movie_stop(const ox_module_host *host) {
    movie_state *s = state_of(host);
    if (s != NULL) s->play = (movie_play){.begun = s->play.begun};
}

void ox_movie_pause(const ox_module_host *host, bool paused) {
    movie_state *s = state_of(host);
    if (s != NULL && s->play.name != OX_ID_NONE) s->play.paused = paused;
}

ox_id ox_movie_playing(const ox_module_host *host) {
    const movie_state *s = state_of(host);
    return s == NULL ? OX_ID_NONE : s->play.name;
}

/* The frame that is due after so many steps: exact, rounded down. */
static uint32_t frame_at(const movie_state *s, const rom_movie *movie) {
    const ox_loop *loop = s->host->loop;
    const uint64_t second = (uint64_t)loop->rate * OX_LOOP_SECOND;
    return (uint32_t)((uint64_t)s->play.steps * (uint32_t)movie->rate / 256u * loop->length / second >> 8);
}

uint32_t ox_movie_frame(const ox_module_host *host) {
    const movie_state *s = state_of(host);
    rom_movie movie;
    if (s == NULL || !open_movie(s, s->play.name, &movie)) return 0;
    const uint32_t frame = frame_at(s, &movie);
    return frame < movie.frames ? frame : movie.frames - 1;
}

/* ---- steps ---- */

static void step_movie(const ox_module_host *host, void *state) {
    movie_state *s = state;
    rom_movie movie;
    if (s->play.name == OX_ID_NONE || s->play.paused || ox_module_rests(host)) return;
    if (open_movie(s, s->play.name, &movie)) {
        s->play.steps++;
        if (frame_at(s, &movie) < movie.frames) return;
    }
    if (s->play.loops && s->play.steps > 1) {
        s->play.steps = 0;
        s->play.begun++;
        return;
    }
    const ox_event_service events = ox_engine_events(host->engine);
    const int32_t which = (int32_t)s->play.name;
    ox_movie_stop(host);
    events.operations->post(events.state, OX_NAME("movieended"), &which, 1);
}

/* ---- the sound ---- */

/* The sound of a frame, as a piece of the track: sample `sample` is in it. */
static bool find_sound(void *of, uint32_t sample, ox_audio_track_piece *piece) {
    movie_sound *s = of;
    if (sample < s->first) s->piece = s->first = 0;
    for (; s->movie.chunk != NULL && s->piece < s->movie.frames; s->piece++) {
        piece->bytes = rom_movie_sound(&s->movie, s->piece, &piece->size, &piece->frames);
        piece->first = s->first;
        if (sample - s->first < piece->frames) return piece->bytes != NULL;
        s->first += piece->frames;
    }
    s->piece = s->first = 0;
    return false;
}

/* Samples of the frames before a frame. */
static uint32_t samples_before(const rom_movie *movie, uint32_t frame) {
    uint32_t sum = 0, bytes, samples;
    for (uint32_t i = 0; i < frame; i++) {
        (void)rom_movie_sound(movie, i, &bytes, &samples);
        sum += samples;
    }
    return sum;
}

/* Begins the movie's own sound at the frame that is due: a block of it is a frame. */
static void begin_own_sound(movie_state *s, const rom_movie *movie) {
    const ox_sound_service service = ox_engine_sound(s->host->engine);
    movie_sound *own = &s->sounds[s->turn ^= 1u];
    const ox_audio_track_setup setup = {.format = (ox_audio_format)movie->sound_format,
                                        .frames = samples_before(movie, movie->frames),
                                        .rate = movie->sound_rate,
                                        .channels = movie->sound_channels,
                                        .find = find_sound,
                                        .of = own};
    const uint32_t from = samples_before(movie, ox_movie_frame(s->host));
    if (service.operations->track == NULL || from >= setup.frames) return;
    *own = (movie_sound){.movie = *movie};
    if (ox_audio_track_init(&own->track, &setup) == OX_OK)
        s->voice = service.operations->track(service.state, &own->track, s->play.name, from);
}

/* Begins what is heard with the movie: another sound, from its begin on, or the movie's own, wherever the movie is. A movie that is
 * wound to and fro is silent meanwhile. */
static void begin_sound(movie_state *s) {
    const ox_sound_service service = ox_engine_sound(s->host->engine);
    const bool begins = s->heard != s->play.begun && s->play.steps <= 1;
    rom_movie movie;
    if (s->play.sound != OX_ID_NONE) {
        if (begins) s->voice = service.operations->play(service.state, s->play.sound, FX_ONE);
    } else if ((begins || s->play.steps == s->heard_steps + 1) && open_movie(s, s->play.name, &movie) &&
               movie.sound_rate != 0) {
        begin_own_sound(s, &movie);
    }
    if (s->voice != 0) s->is_still = false;
}

/* The chunks may go: the movie's own sound begins again where the movie goes on. */
static void leave_own_sound(movie_state *s) {
    const ox_sound_service service = ox_engine_sound(s->host->engine);
    if (s->voice != 0 && s->play.sound == OX_ID_NONE) {
        service.operations->stop(service.state, s->voice);
        s->voice = 0;
    }
    for (uint32_t i = 0; i < 2; i++) s->sounds[i].movie.chunk = NULL;
}

/* Lets what is heard follow what plays. */
static bool hear_movie(const ox_module_host *host, void *state) {
    movie_state *s = state;
    const ox_sound_service sound = ox_engine_sound(host->engine);
    const bool plays = s->play.name != OX_ID_NONE, is_still = s->play.paused || ox_module_rests(host);
    const bool leapt = s->play.steps - s->heard_steps > 1;
    if (s->voice != 0 && (!plays || s->heard != s->play.begun || leapt)) {
        sound.operations->stop(sound.state, s->voice);
        s->voice = 0;
    }
    if (plays && !is_still && s->voice == 0) begin_sound(s);
    s->heard = s->play.begun;
    s->heard_steps = s->play.steps;
    if (s->voice != 0 && is_still != s->is_still && sound.operations->pause != NULL)
        sound.operations->pause(sound.state, s->voice, is_still);
    s->is_still = is_still;
    return true;
}

/* ---- the picture ---- */

static void tell_damage(movie_state *s, uint32_t frame) {
    if (s->is_told) return;
    s->is_told = true;
    ox_log_write(s->host->log, PLAT_LOG_WARNING,
                 "frame %u of the movie #%08x is damaged; the picture stays until the next key frame",
                 (unsigned)frame, (unsigned)s->play.name);
}

/* Decodes one frame out of the one before it; a damaged one leaves the picture as it is. */
static void decode_frame(movie_state *s, const rom_movie *movie, uint32_t frame) {
    rom_error error;
    if (frame < s->waits) return;
    const bool is_key = rom_movie_is_key(movie, frame);
    if (rom_movie_frame(movie, frame, is_key ? NULL : s->now, s->before, &error) != ROM_OK) {
        s->waits = rom_movie_next_key(movie, frame + 1);
        tell_damage(s, frame);
        return;
    }
    uint16_t *other = s->before;
    s->before = s->now;
    s->now = other;
    s->waits = 0;
    s->shown.pixels = s->now;
}

/* Decodes what is missing between the picture that is there and the frame that is due. */
static void follow_picture(movie_state *s, const rom_movie *movie) {
    const int32_t due = (int32_t)ox_movie_frame(s->host);
    if (s->decoded != s->play.name || due < s->frame) {
        s->frame = due;
        while (s->frame > 0 && !rom_movie_is_key(movie, (uint32_t)s->frame)) s->frame--;
        s->frame--;
        s->decoded = s->play.name;
        s->waits = 0;
        s->shown.pixels = NULL;
    }
    while (s->frame < due) decode_frame(s, movie, (uint32_t)++s->frame);
}

static void place_picture(movie_state *s, const rom_movie *movie) {
    const int32_t width = s->host->options->width, height = s->host->options->height;
    movie_shown *to = &s->shown;
    to->width = (int32_t)movie->width;
    to->height = (int32_t)movie->height;
    to->across = width;
    to->down = width * to->height / to->width;
    if (to->down > height) {
        to->down = height;
        to->across = height * to->width / to->height;
    }
    to->across += to->across == 0;
    to->down += to->down == 0;
    to->left = (width - to->across) / 2;
    to->top = (height - to->down) / 2;
    to->nearest = s->nearest;
    to->black = ox_resource_native(s->host->resources, 0);
}

static uint32_t short_of(uint32_t pixel) {
    return (pixel >> 12) << 8 | (pixel >> 7 & 15u) << 4 | (pixel >> 1 & 15u);
}

/* Looks for the nearest colours of a picture's, of those that no picture had before; whoever draws only reads them. */
static void learn_colours(const movie_state *s, uint32_t count) {
    uint8_t *known = s->nearest + NEAREST;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = short_of(s->now[i]);
        if ((known[at >> 3] >> (at & 7u) & 1u) != 0) continue;
        known[at >> 3] = (uint8_t)(known[at >> 3] | 1u << (at & 7u));
        s->nearest[at] = (uint8_t)ox_resource_native(
            s->host->resources, (at >> 8) * 17u << 16 | (at >> 4 & 15u) * 17u << 8 | (at & 15u) * 17u);
    }
}

static void frame_movie(const ox_module_host *host, void *state) {
    movie_state *s = state;
    rom_movie movie;
    const int32_t before = s->frame;
    const uint16_t *picture = s->shown.pixels;
    (void)host;
    if (s->now == NULL || !open_movie(s, s->play.name, &movie)) return;
    follow_picture(s, &movie);
    place_picture(s, &movie);
    if (s->nearest != NULL && s->shown.pixels != NULL && (s->frame != before || s->shown.pixels != picture))
        learn_colours(s, movie.width * movie.height);
}

static uint32_t native_of(const movie_shown *shown, rs_format format, uint32_t pixel) {
    const uint32_t red = pixel >> 11, green = pixel >> 5 & 63u, blue = pixel & 31u;
    if (shown->nearest != NULL) return shown->nearest[short_of(pixel)];
    return rs_native_from_rgb(format, (red << 3 | red >> 2) << 16 | (green << 2 | green >> 4) << 8 |
                                          (blue << 3 | blue >> 2));
}

/* A line of the movie in a line of the picture. */
static void show_line(const movie_shown *shown, const rs_surface *surface, int y) {
    const uint16_t *from =
        shown->pixels + (int32_t)((y - shown->top) * shown->height / shown->down) * shown->width;
    uint8_t *line = surface->pixels + (int32_t)(y - surface->top) * surface->stride;
    const uint32_t step = ((uint32_t)shown->width << 16) / (uint32_t)shown->across;
    uint32_t at = step / 2;
    for (int32_t x = shown->left; x < shown->left + shown->across; x++, at += step) {
        const uint32_t native = native_of(shown, (rs_format)surface->format, from[at >> 16]);
        switch (surface->format) {
        case RS_PAL8:
            line[x] = (uint8_t)native;
            break;
        case RS_RGB565:
        case RS_BGR555:
            ((uint16_t *)(void *)line)[x] = (uint16_t)native;
            break;
        case RS_XRGB8888:
            ((uint32_t *)(void *)line)[x] = native;
            break;
        default:
            rs_fill(surface, x, y, 1, 1, native);
            break;
        }
    }
}

static void post_movie(const void *constants, const rs_surface *surface, uint16_t *depth) {
    const movie_shown *shown = constants;
    const int right = shown->left + shown->across, below = shown->top + shown->down;
    (void)depth;
    rs_fill(surface, 0, 0, surface->width, shown->top, shown->black);
    rs_fill(surface, 0, below, surface->width, surface->height - below, shown->black);
    rs_fill(surface, 0, shown->top, shown->left, shown->down, shown->black);
    rs_fill(surface, right, shown->top, surface->width - right, shown->down, shown->black);
    if (shown->pixels == NULL)
        rs_fill(surface, shown->left, shown->top, shown->across, shown->down, shown->black);
    for (int y = surface->top; shown->pixels != NULL && y < surface->top + surface->lines; y++)
        if (y >= shown->top && y < below) show_line(shown, surface, y);
}

static void draw_movie(const ox_module_host *host, void *state, ox_module_pass pass, rs_frame *frame,
                       uf16 fraction) {
    const movie_state *s = state;
    (void)host, (void)fraction;
    if (pass != OX_PASS_OVER || s->now == NULL || s->play.name == OX_ID_NONE || s->decoded != s->play.name)
        return;
    (void)rs_frame_post(frame, post_movie, &s->shown);
}

/* ---- lives ---- */

static const ox_resource_type movie_type = {.tag = ROM_TAG_MOVIE, .name = "movie"};

static ox_status start_movies(const ox_module_host *host, void **state) {
    if (!ox_module_is_used(host->image, NAME)) return OX_OK;
    movie_state *s = OX_PUSH(host->resident, movie_state, 1);
    if (s == NULL) return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for movies; raise `budget`");
    *s = (movie_state){.host = host, .frame = NO_FRAME};
    const ox_status status = ox_manager_register(host->manager, &movie_type);
    if (ox_failed(status) && status != OX_ALREADY_THERE)
        return ox_module_refuse(host, status, 0, "no room for another kind of resource: movies");
    *state = s;
    return OX_OK;
}

static void stop_movies(const ox_module_host *host, void **state) {
    (void)host;
    *state = NULL;
}

/* Holds the movies of the image; gives the pixels of the largest. */
static bool hold_movies(movie_state *s, uint32_t *most) {
    const ox_module_host *host = s->host;
    const uint32_t count = ox_stock_list(host->stock, ROM_TAG_MOVIE, NULL, 0);
    if (count == 0) return true;
    s->movies = OX_PUSH(host->resident, movie_held, count);
    uint32_t *ids = OX_PUSH(host->resident, uint32_t, count);
    if (s->movies == NULL || ids == NULL) return false;
    const uint32_t listed = ox_stock_list(host->stock, ROM_TAG_MOVIE, ids, count);
    for (uint32_t i = 0; i < listed; i++) {
        const uint8_t *chunk = ox_resource_data(host->resources, ids[i], ROM_TAG_MOVIE, "movie");
        if (chunk == NULL || !rom_has(chunk, ROM_MOVIE_NAME)) continue;
        const uint32_t pixels =
            (uint32_t)rom_half(chunk + ROM_MOVIE_WIDTH) * rom_half(chunk + ROM_MOVIE_HEIGHT);
        s->movies[s->count++] = (movie_held){rom_word(chunk + ROM_MOVIE_NAME), chunk};
        if (pixels > *most) *most = pixels;
    }
    return true;
}

/* Room for the nearest colour of the palette for four bits of red, green and blue, and a bit for each that was looked for. */
static bool make_nearest(movie_state *s) {
    s->nearest = OX_PUSH(s->host->resident, uint8_t, NEAREST + NEAREST / 8);
    if (s->nearest != NULL) memset(s->nearest + NEAREST, 0, NEAREST / 8);
    return s->nearest != NULL;
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    movie_state *s = *state;
    uint32_t most = 0;
    s->movies = NULL;
    s->count = 0;
    s->nearest = NULL;
    s->before = s->now = NULL;
    s->decoded = OX_ID_NONE;
    bool ok = hold_movies(s, &most);
    if (ok && most > 0) {
        s->before = OX_PUSH(host->resident, uint16_t, most);
        s->now = OX_PUSH(host->resident, uint16_t, most);
        ok = s->before != NULL && s->now != NULL && (host->options->format != PLAT_PAL8 || make_nearest(s));
    }
    if (ok) return OX_OK;
    s->movies = NULL;
    s->before = s->now = NULL;
    return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no room for two pictures of a movie; raise `budget`");
}

static void end_scene(const ox_module_host *host, void **state, ox_module_end how) {
    movie_state *s = *state;
    if (how == OX_END_FOR_GOOD) ox_movie_stop(host);
    (void)hear_movie(host, s);
    leave_own_sound(s);
    s->movies = NULL;
    s->before = s->now = NULL;
    s->decoded = OX_ID_NONE;
}

/* ---- state ---- */

static void save_movie(const void *of, ox_writer *to) {
    const movie_play *p = &((const movie_state *)of)->play;
    ox_write_u32(to, p->name);
    ox_write_u32(to, p->sound);
    ox_write_u32(to, p->steps);
    ox_write_u16(to, p->begun);
    ox_write_u8(to, (uint8_t)(p->paused | p->loops << 1));
}

static ox_status restore_movie(void *of, ox_reader *from) {
    movie_state *s = of;
    movie_play p = {.name = ox_read_u32(from), .sound = ox_read_u32(from)};
    p.steps = ox_read_u32(from);
    p.begun = (uint16_t)ox_read_u16(from);
    const uint32_t flags = ox_read_u8(from);
    if (from->bad || flags > 3) return OX_BAD_DATA;
    p.paused = flags & 1u;
    p.loops = (uint8_t)(flags >> 1);
    s->play = p;
    return OX_OK;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){.name = "movie", .context = state, .save = save_movie, .restore = restore_movie};
    return 1;
}

/* ---- what scripts ask ---- */

static ox_script_answer native_movie_play(ox_script_call *call) {
    call->results[0] = ox_movie_play(ox_module_of_call(call), (ox_id)call->arguments[0],
                                     (ox_id)call->arguments[1], call->arguments[2] != 0);
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_movie_stop(ox_script_call *call) {
    ox_movie_stop(ox_module_of_call(call));
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_movie_pause(ox_script_call *call) {
    ox_movie_pause(ox_module_of_call(call), call->arguments[0] != 0);
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_movie_plays(ox_script_call *call) {
    call->results[0] = (int32_t)ox_movie_playing(ox_module_of_call(call));
    return OX_SCRIPT_DONE;
}
static ox_script_answer native_movie_frame(ox_script_call *call) {
    call->results[0] = (int32_t)ox_movie_frame(ox_module_of_call(call));
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_movie_native_rows[OX_MOVIE_NATIVES] = {
    OX_SCRIPT_NATIVE(movie_play, SIM, ALL, 16, "b(nnb)",
                     "movie_play(which: name, sound: name = '', loops: bool = false) -> bool",
                     "plays a movie of the cart over the scene, with its sound or another one: "
                     "movie_play('intro'); false: there is none"),
    OX_SCRIPT_NATIVE(movie_stop, SIM, ALL, 8, "v()", "movie_stop()", "ends the movie and its sound at once"),
    OX_SCRIPT_NATIVE(movie_pause, SIM, ALL, 8, "v(b)", "movie_pause(paused: bool)",
                     "holds the movie and its sound where they are, or lets them go on"),
    OX_SCRIPT_NATIVE(movie_plays, QUERY, ALL, 8, "n()", "movie_plays() -> name",
                     "the movie that plays, '' when there is none"),
    OX_SCRIPT_NATIVE(movie_frame, QUERY, ALL, 8, "i()", "movie_frame() -> int",
                     "the frame of the movie that is due, from 0"),
};

static const ox_module_event events[] = {
    {"MovieEnded(which: name)",
     "a movie is over, and was not stopped: on MovieEnded(which) when which == 'intro'"}};

const ox_module ox_movie_module = {.id = NAME,
                                   .name = "movie",
                                   .natives = ox_movie_native_rows,
                                   .native_count = OX_MOVIE_NATIVES,
                                   .events = events,
                                   .event_count = 1,
                                   .start = start_movies,
                                   .stop = stop_movies,
                                   .begin = begin_scene,
                                   .end = end_scene,
                                   .simulate = step_movie,
                                   .stepped = hear_movie,
                                   .frame = frame_movie,
                                   .draw = draw_movie,
                                   .list = list_state};
