/* Music of the game: its songs, its steps, its state, its natives. */
#include "kernel/music/module.h"

#include <string.h>

#include "kernel/console/console.h"
#include "kernel/loop/rate.h"
#include "kernel/type/name.h"
#include "rom/chunks.h"

#define NAME OX_NAME("music")
#define NOTHING_SHOWN UINT32_MAX

enum { VOLUME_FULL = 32768 };

/* ---- songs of the image ---- */

static const uint8_t *songs_of(const uint8_t *chunk, uint32_t *count) {
    *count =
        chunk == NULL || rom_half(chunk + 2) < ROM_AUDIO_SIZE ? 0 : rom_word(chunk + ROM_AUDIO_SONG_COUNT);
    return *count == 0 ? NULL : chunk + rom_word(chunk + ROM_AUDIO_SONGS_AT);
}

uint32_t ox_music_find(const uint8_t *chunk, uint32_t name) {
    uint32_t count;
    const uint8_t *row = songs_of(chunk, &count);
    for (; count > 0; count--, row += ROM_AUDIO_SONG_SIZE) {
        const uint32_t song = rom_word(row + ROM_AUDIO_SONG_SONG);
        if (rom_word(row + ROM_AUDIO_SONG_NAME) == name || song == name) return song;
    }
    return 0;
}

uint32_t ox_music_channels(const rom_image *image, const uint8_t *chunk) {
    uint32_t count, most = 0;
    const uint8_t *row = songs_of(chunk, &count);
    for (; count > 0; count--, row += ROM_AUDIO_SONG_SIZE) {
        rom_chunk song;
        if (!rom_find(image, rom_word(row + ROM_AUDIO_SONG_SONG), ROM_TAG_SONG, &song) ||
            song.size < ROM_SONG_SIZE)
            continue;
        const uint32_t channels =
            song.codec == ROM_CODEC_STORED ? rom_half(song.data + ROM_SONG_CHANNELS) : OX_SONG_CHANNELS;
        if (channels > most && channels <= OX_SONG_CHANNELS) most = channels;
    }
    return most;
}

/* ---- changes ---- */

static void let_song_go(ox_music *m) {
    ox_manager_let_go(m->host->manager, m->song.handle);
    memset(&m->song, 0, sizeof m->song);
    memset(&m->data, 0, sizeof m->data);
}

/* Holds the chunk of a song in the place of the one before, which stays where the new one cannot be had. */
static ox_status hold_song(ox_music *m, uint32_t song) {
    ox_held held = {0};
    ox_song_data data = {0};
    if (song != 0) {
        ox_status status = ox_manager_hold(m->host->manager, song, ROM_TAG_SONG, &held);
        if (status != OX_OK) return status;
        status = ox_song_data_open(&data, held.data, (uint32_t)held.size);
        if (status != OX_OK) {
            ox_manager_let_go(m->host->manager, held.handle);
            return status;
        }
    }
    let_song_go(m);
    m->song = held;
    m->data = data;
    return OX_OK;
}

static bool begin_song(ox_music *m, uint32_t song, uint32_t fade) {
    ox_music_state *s = &m->state;
    if (hold_song(m, song) != OX_OK) return false;
    s->song = song;
    s->fade = fade;
    s->part = 0;
    s->jump = 0;
    s->next = 0;
    s->paused = false;
    s->begun++;
    m->shown = NOTHING_SHOWN;
    memset(&s->flow, 0, sizeof s->flow);
    if (song != 0) ox_song_flow_begin(&s->flow, &m->data, 0, 0);
    return true;
}

bool ox_music_play(ox_music *m, uint32_t name, uint32_t fade) {
    const uint32_t song = ox_music_find(m->chunk, name);
    if (song == 0) return false;
    m->state.of_scene = false;
    return song == m->state.song || begin_song(m, song, fade);
}

void ox_music_stop(ox_music *m, uint32_t fade) {
    if (m->state.song != 0) (void)begin_song(m, 0, fade);
}

void ox_music_volume(ox_music *m, uint32_t volume, uint32_t fade) {
    m->state.volume = volume > VOLUME_FULL ? VOLUME_FULL : volume;
    m->state.volume_fade = fade;
}

void ox_music_speed(ox_music *m, uint32_t speed) {
    m->state.speed = (uint16_t)(speed < OX_SONG_SPEED / 4   ? OX_SONG_SPEED / 4
                                : speed > OX_SONG_SPEED * 4 ? OX_SONG_SPEED * 4
                                                            : speed);
}

void ox_music_pause(ox_music *m, bool paused) { m->state.paused = paused; }

void ox_music_mute(ox_music *m, uint32_t channel, bool mute) {
    if (channel >= OX_SONG_CHANNELS) return;
    m->state.muted = mute ? m->state.muted | 1u << channel : m->state.muted & ~(1u << channel);
}

bool ox_music_go(ox_music *m, uint32_t place) {
    if (m->state.song == 0 || place >= m->data.order_count) return false;
    m->state.jump = m->state.goal = (uint16_t)(place + 1);
    m->state.jumps++;
    return true;
}

int32_t ox_music_place(const ox_music *m) { return m->state.song == 0 ? -1 : m->state.flow.order; }
int32_t ox_music_row(const ox_music *m) { return m->state.song == 0 ? -1 : m->state.flow.row; }

int32_t ox_music_pattern(const ox_music *m) {
    return m->state.song == 0 ? -1 : (int32_t)ox_song_flow_pattern(&m->state.flow, &m->data);
}

bool ox_music_label(ox_music *m, uint32_t label) {
    uint32_t place;
    return m->state.song != 0 && ox_song_data_label(&m->data, label, &place) && ox_music_go(m, place);
}

bool ox_music_next(ox_music *m, uint32_t name, uint32_t fade) {
    const uint32_t song = ox_music_find(m->chunk, name);
    if (song == 0) return false;
    if (m->state.song == 0) return ox_music_play(m, name, fade);
    m->state.next = song;
    m->state.next_fade = fade;
    return true;
}

/* A scene's own song, 0: none. */
static void play_of_scene(ox_music *m, uint32_t song, uint32_t volume) {
    enum { FADE = 15 };
    if (song == 0) {
        if (m->state.of_scene) ox_music_stop(m, FADE);
        return;
    }
    m->state.of_scene = true;
    m->state.volume = volume;
    m->state.volume_fade = FADE;
    if (song != m->state.song) (void)begin_song(m, song, m->state.song == 0 ? 0 : FADE);
}

/* ---- steps ---- */

static void post_event(const ox_music *m, uint32_t event, int32_t a, int32_t b, uint32_t count) {
    const ox_event_service events = ox_engine_events(m->host->engine);
    const int32_t arguments[2] = {a, b};
    events.operations->post(events.state, event, arguments, count);
}

static void show_row(ox_music *m) {
    const ox_song_flow *f = &m->state.flow;
    const uint32_t before = m->shown;
    m->shown = (uint32_t)f->order << 16 | f->row;
    if (before == NOTHING_SHOWN || before >> 16 != f->order)
        post_event(m, OX_NAME("pattern"), f->order, ox_music_pattern(m), 2);
    post_event(m, OX_NAME("beat"), f->row, 0, 1);
}

static void move_on(ox_music *m) {
    ox_music_state *s = &m->state;
    if (s->song == 0 || s->paused || m->data.chunk == NULL) return;
    const uint32_t rate = ox_loop_rate(m->host->loop), tick = 5u * OX_SONG_SPEED * rate;
    if (!s->flow.begun) s->part = tick; /* the first row comes at once */
    while (s->part >= tick) {
        const bool ends = ox_song_flow_ends(&s->flow, &m->data);
        s->part -= tick;
        if (s->next != 0 && ends) {
            s->of_scene = false;
            if (begin_song(m, s->next, s->next_fade)) return;
            s->next = 0;
        }
        if (s->jump != 0 && ends) {
            ox_song_flow_jump(&s->flow, s->jump - 1u, 0);
            s->jump = 0;
        }
        if (ox_song_flow_tick(&s->flow, &m->data) == OX_SONG_ROW) show_row(m);
    }
    s->part += 2u * s->flow.tempo * s->speed;
}

/* ---- resources that change ---- */

static void leave_chunks(const ox_module_host *host, void *state) {
    ox_music *m = state;
    let_song_go(m);
    ox_manager_let_go(host->manager, m->held.handle);
    memset(&m->held, 0, sizeof m->held);
    m->chunk = NULL;
}

static ox_status enter_chunks(const ox_module_host *host, void *state, ox_error *error) {
    ox_music *m = state;
    (void)error;
    if (ox_manager_hold(host->manager, rom_id("audio"), ROM_TAG_AUDIO, &m->held) == OX_OK)
        m->chunk = m->held.data;
    if (m->state.song == 0) return OX_OK;
    if (ox_music_find(m->chunk, m->state.song) == 0 || hold_song(m, m->state.song) != OX_OK)
        (void)begin_song(m, 0, 0);
    else
        ox_song_flow_mend(&m->state.flow, &m->data);
    return OX_OK;
}

/* ---- the state ---- */

static const ox_field fields[] = {
    OX_FIELD(ox_music_state, song, OX_NAME_ID, OX_SIM), OX_FIELD(ox_music_state, volume, OX_U32, OX_SIM),
    OX_FIELD(ox_music_state, part, OX_U32, OX_SIM),     OX_FIELD(ox_music_state, begun, OX_U32, OX_SIM),
    OX_FIELD(ox_music_state, muted, OX_U32, OX_SIM),    OX_FIELD(ox_music_state, speed, OX_U16, OX_SIM),
    OX_FIELD(ox_music_state, jump, OX_U16, OX_SIM),     OX_FIELD(ox_music_state, paused, OX_BOOL, OX_SIM),
    OX_FIELD(ox_music_state, next, OX_NAME_ID, OX_SIM)};
static const char *const field_names[] = {"song",  "volume", "part",   "begun", "muted",
                                          "speed", "jump",   "paused", "next"};
static const ox_type state_type = OX_TYPE(ox_music_state, fields, 1);

static const ox_field flow_fields[] = {
    OX_FIELD(ox_song_flow, order, OX_U16, OX_SIM), OX_FIELD(ox_song_flow, row, OX_U16, OX_SIM),
    OX_FIELD(ox_song_flow, tick, OX_U8, OX_SIM), OX_FIELD(ox_song_flow, ticks, OX_U32, OX_SIM)};
static const char *const flow_names[] = {"place", "row", "tick", "ticks"};
static const ox_type flow_type = OX_TYPE(ox_song_flow, flow_fields, 1);

static bool next_item(void *of, uint32_t *cursor, ox_sim_item *item) {
    const ox_music *m = of;
    const uint32_t at = (*cursor)++;
    if (at == 0) *item = (ox_sim_item){0, &state_type, &m->state, "music", field_names};
    if (at == 1) *item = (ox_sim_item){1, &flow_type, &m->state.flow, "song", flow_names};
    return at < 2;
}

static void save_flow(const ox_song_flow *f, ox_writer *to) {
    const uint32_t words[] = {f->ticks, f->rounds, f->order, f->row, f->jump_order, f->jump_row};
    ox_write_words(to, words, 6);
    ox_write_words(to, f->visited, 8);
    const uint8_t bytes[] = {f->tick, f->speed, f->tempo, f->delay, f->repeats, f->begun, f->jumps, f->loops};
    ox_write_bytes(to, bytes, sizeof bytes);
    ox_write_bytes(to, f->loop_row, sizeof f->loop_row);
    ox_write_bytes(to, f->loop_left, sizeof f->loop_left);
}

static void restore_flow(ox_song_flow *f, ox_reader *from) {
    uint32_t words[6];
    uint8_t bytes[8];
    memset(f, 0, sizeof *f);
    ox_read_words(from, words, 6);
    ox_read_words(from, f->visited, 8);
    ox_read_bytes(from, bytes, sizeof bytes);
    ox_read_bytes(from, f->loop_row, sizeof f->loop_row);
    ox_read_bytes(from, f->loop_left, sizeof f->loop_left);
    f->ticks = words[0], f->rounds = words[1];
    f->order = (uint16_t)words[2], f->row = (uint16_t)words[3];
    f->jump_order = (uint16_t)words[4], f->jump_row = (uint16_t)words[5];
    f->tick = bytes[0], f->speed = bytes[1], f->tempo = bytes[2], f->delay = bytes[3], f->repeats = bytes[4];
    f->begun = bytes[5] != 0, f->jumps = bytes[6] != 0, f->loops = bytes[7] != 0;
}

static void save_state(const void *of, ox_writer *to) {
    const ox_music_state *s = &((const ox_music *)of)->state;
    const uint32_t words[] = {s->song, s->volume, s->fade, s->muted, s->part, s->begun, s->speed, s->jump};
    ox_write_words(to, words, 8);
    ox_write_u32(to, s->volume_fade);
    ox_write_u32(to, s->next);
    ox_write_u32(to, s->next_fade);
    ox_write_u32(to, s->jumps);
    ox_write_u16(to, s->goal);
    ox_write_bool(to, s->paused);
    ox_write_bool(to, s->of_scene);
    save_flow(&s->flow, to);
}

/* Answers a state that is not whole with silence: neither the song before nor its place belongs to that state. */
static ox_status refuse_state(ox_music *m) {
    (void)begin_song(m, 0, 0);
    return OX_BAD_DATA;
}

static ox_status restore_state(void *of, ox_reader *from) {
    ox_music *m = of;
    ox_music_state *s = &m->state;
    uint32_t words[8];
    ox_read_words(from, words, 8);
    *s = (ox_music_state){.song = words[0],
                          .volume = words[1],
                          .fade = words[2],
                          .muted = words[3],
                          .part = words[4],
                          .begun = words[5]};
    s->volume_fade = ox_read_u32(from);
    s->next = ox_read_u32(from);
    s->next_fade = ox_read_u32(from);
    s->jumps = ox_read_u32(from);
    s->goal = (uint16_t)ox_read_u16(from);
    s->paused = ox_read_bool(from);
    s->of_scene = ox_read_bool(from);
    restore_flow(&s->flow, from);
    ox_music_speed(m, words[6]);
    m->shown = NOTHING_SHOWN;
    if (hold_song(m, s->song) != OX_OK) return refuse_state(m);
    if (s->song == 0) return OX_OK;
    s->jump = (uint16_t)(words[7] <= m->data.order_count ? words[7] : 0);
    if (s->part > 10u * OX_SONG_SPEED * 65535u) s->part = 0;
    const ox_song_flow *f = &s->flow;
    if (f->order >= m->data.order_count || f->row >= ox_song_flow_rows(f, &m->data)) return refuse_state(m);
    m->shown = (uint32_t)f->order << 16 | f->row;
    ox_song_flow_mend(&s->flow, &m->data);
    return OX_OK;
}

static uint32_t list_state(const ox_module_host *host, void *state, ox_sim_part *parts) {
    (void)host;
    parts[0] = (ox_sim_part){
        .name = "music", .context = state, .next = next_item, .save = save_state, .restore = restore_state};
    return 1;
}

/* ---- natives ---- */

static ox_music *music_of(const ox_script_call *call) {
    return ox_console_music(ox_module_of_call(call)->console);
}

static uint32_t steps_of(int32_t cell) { return cell < 0 ? 0 : (uint32_t)cell; }

static ox_script_answer native_music(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m == NULL || !ox_music_play(m, (uint32_t)call->arguments[0], steps_of(call->arguments[1])))
        return ox_script_refuse(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_stop(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m != NULL) ox_music_stop(m, steps_of(call->arguments[0]));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_volume(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m != NULL)
        ox_music_volume(m, (uint32_t)fx_clamp(call->arguments[0], 0, FX_ONE) / 2,
                        steps_of(call->arguments[1]));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_speed(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m != NULL)
        ox_music_speed(m, (uint32_t)fx_clamp(call->arguments[0], 0, FX(4)) / (FX_ONE / OX_SONG_SPEED));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_pause(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m != NULL) ox_music_pause(m, call->arguments[0] != 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_mute(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m != NULL) ox_music_mute(m, (uint32_t)call->arguments[0] - 1u, call->arguments[1] != 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_go(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m == NULL || !ox_music_go(m, (uint32_t)call->arguments[0])) return ox_script_refuse(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_label(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m == NULL || !ox_music_label(m, (uint32_t)call->arguments[0])) return ox_script_refuse(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_next(ox_script_call *call) {
    ox_music *m = music_of(call);
    if (m == NULL || !ox_music_next(m, (uint32_t)call->arguments[0], steps_of(call->arguments[1])))
        return ox_script_refuse(call, 0);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_plays(ox_script_call *call) {
    const ox_music *m = music_of(call);
    const uint32_t song = m == NULL ? 0 : ox_music_find(m->chunk, (uint32_t)call->arguments[0]);
    call->results[0] = song != 0 && song == m->state.song;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_place(ox_script_call *call) {
    const ox_music *m = music_of(call);
    call->results[0] = m == NULL ? -1 : ox_music_place(m);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_pattern(ox_script_call *call) {
    const ox_music *m = music_of(call);
    call->results[0] = m == NULL ? -1 : ox_music_pattern(m);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_music_row(ox_script_call *call) {
    const ox_music *m = music_of(call);
    call->results[0] = m == NULL ? -1 : ox_music_row(m);
    return OX_SCRIPT_DONE;
}

const ox_script_native ox_music_native_rows[OX_MUSIC_NATIVES] = {
    OX_SCRIPT_NATIVE(
        music, SIM, ALL, 32, "v(ni)", "music(song: name, fade: int)",
        "plays a song of the cart, and what played goes in as many steps as it comes: music('theme', 60)"),
    OX_SCRIPT_NATIVE(music_stop, SIM, ALL, 8, "v(i)", "music_stop(fade: int)",
                     "ends the song in so many steps"),
    OX_SCRIPT_NATIVE(music_volume, SIM, ALL, 8, "v(fi)", "music_volume(volume: fx, fade: int)",
                     "how loud songs are, 0.0 to 1.0, reached in so many steps"),
    OX_SCRIPT_NATIVE(music_speed, SIM, ALL, 8, "v(f)", "music_speed(factor: fx)",
                     "how fast songs play, 0.25 to 4.0; their pitch stays"),
    OX_SCRIPT_NATIVE(music_pause, SIM, ALL, 8, "v(b)", "music_pause(paused: bool)",
                     "holds the song where it is"),
    OX_SCRIPT_NATIVE(music_mute, SIM, ALL, 8, "v(ib)", "music_mute(channel: int, silent: bool)",
                     "silences a channel of songs, from 1 on: layers that come and go"),
    OX_SCRIPT_NATIVE(music_go, SIM, ALL, 8, "v(i)", "music_go(place: int)",
                     "at the end of its pattern the song goes to a place of its order, from 0 on"),
    OX_SCRIPT_NATIVE(music_label, SIM, ALL, 8, "v(n)", "music_label(label: name)",
                     "likewise to a label of the song: music_label('fight')"),
    OX_SCRIPT_NATIVE(
        music_next, SIM, ALL, 16, "v(ni)", "music_next(song: name, fade: int)",
        "another song begins at the end of the pattern that plays, and the one before goes in so many steps"),
    OX_SCRIPT_NATIVE(music_plays, QUERY, ALL, 8, "b(n)", "music_plays(song: name) -> bool",
                     "whether that song plays"),
    OX_SCRIPT_NATIVE(music_place, QUERY, ALL, 4, "i()", "music_place() -> int",
                     "where in its order the song is, from 0 on; -1 without a song"),
    OX_SCRIPT_NATIVE(music_pattern, QUERY, ALL, 4, "i()", "music_pattern() -> int",
                     "the number of the pattern that plays; -1 without a song"),
    OX_SCRIPT_NATIVE(music_row, QUERY, ALL, 4, "i()", "music_row() -> int",
                     "the row of the pattern that plays, from 0 on; -1 without a song")};

const ox_module_event ox_music_events[OX_MUSIC_EVENTS] = {
    {"Beat(row: int)", "the song comes to a row"},
    {"Pattern(place: int, pattern: int)", "the song comes to the next place of its order"}};

/* ---- the module ---- */

static ox_status start_music(const ox_module_host *host, void **state) {
    ox_held held;
    if (ox_manager_hold(host->manager, rom_id("audio"), ROM_TAG_AUDIO, &held) != OX_OK) return OX_OK;
    const bool has_songs = ox_music_channels(host->image, held.data) != 0;
    ox_manager_let_go(host->manager, held.handle);
    if (!has_songs) return OX_OK;
    ox_music *m = ox_arena_push_zero(host->resident, OX_ARENA_LOW, sizeof *m, 8);
    if (m == NULL)
        return ox_module_refuse(host, OX_OUT_OF_MEMORY, 0, "no memory for %u bytes of music",
                                (unsigned)sizeof *m);
    m->host = host;
    m->state.volume = VOLUME_FULL;
    m->state.speed = OX_SONG_SPEED;
    *state = m;
    return enter_chunks(host, m, NULL);
}

static void stop_music(const ox_module_host *host, void **state) {
    leave_chunks(host, *state);
    *state = NULL;
}

/* The next row of the scene's sounds that means a song; NULL: none. */
static const uint8_t *next_row(const ox_music *m, uint32_t *cursor) {
    const uint32_t count = m->chunk == NULL ? 0 : rom_word(m->chunk + ROM_AUDIO_SOUND_COUNT);
    while (*cursor < count) {
        const uint8_t *row =
            m->chunk + rom_word(m->chunk + ROM_AUDIO_SOUNDS_AT) + (size_t)(*cursor)++ * ROM_SCENE_SOUND_SIZE;
        if (rom_word(row + ROM_SCENE_SOUND_SCENE) == m->host->options->scene &&
            ox_music_find(m->chunk, rom_word(row + ROM_SCENE_SOUND_SOUND)) != 0)
            return row;
    }
    return NULL;
}

static void play_row(ox_music *m, const uint8_t *row) {
    const uint32_t name = row == NULL ? 0 : rom_word(row + ROM_SCENE_SOUND_SOUND);
    play_of_scene(m, row == NULL ? 0 : ox_music_find(m->chunk, name),
                  row == NULL ? 0 : rom_half(row + ROM_SCENE_SOUND_VOLUME));
}

static ox_status begin_scene(const ox_module_host *host, void **state) {
    ox_music *m = *state;
    const uint8_t *own = NULL, *row;
    (void)host;
    for (uint32_t at = 0; (row = next_row(m, &at)) != NULL;)
        if (rom_half(row + ROM_SCENE_SOUND_BUTTONS) == 0) own = row;
    play_row(m, own);
    return OX_OK;
}

/* Songs are a part of the game: songs that a button begins, and the way through the song that plays. */
static void step_music(const ox_module_host *host, void *state) {
    ox_music *m = state;
    const uint8_t *row;
    for (uint32_t at = 0; (row = next_row(m, &at)) != NULL;)
        if ((host->input->pressed & rom_half(row + ROM_SCENE_SOUND_BUTTONS)) != 0) play_row(m, row);
    move_on(m);
}

ox_music *ox_console_music(const ox_console *console) {
    return ox_module_state(ox_console_modules(console), NAME);
}

static const uint32_t tags[] = {ROM_TAG_SONG, 0};

const ox_module ox_music_module = {.id = NAME,
                                   .name = "music",
                                   .tags = tags,
                                   .natives = ox_music_native_rows,
                                   .native_count = OX_MUSIC_NATIVES,
                                   .events = ox_music_events,
                                   .event_count = OX_MUSIC_EVENTS,
                                   .start = start_music,
                                   .stop = stop_music,
                                   .begin = begin_scene,
                                   .simulate = step_music,
                                   .leave = leave_chunks,
                                   .enter = enter_chunks,
                                   .list = list_state};
