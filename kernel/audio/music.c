/* Music of the game: its steps, its state, its natives. */
#include "kernel/audio/music.h"

#include <string.h>

#include "kernel/audio/module.h"
#include "kernel/type/name.h"
#include "rom/chunks.h"

#define NOTHING_SHOWN UINT32_MAX

enum {
    APART_MOST = 40, /* ticks of a song */
    BACK_FADE = 4    /* steps */
};

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

static bool begin_song(ox_music *m, uint32_t song, uint32_t fade) {
    ox_music_state *s = &m->state;
    if (song != 0 && ox_audio_song_data(m->audio, song, &m->data) != OX_OK) return false;
    s->song = song;
    s->fade = fade;
    s->part = 0;
    s->jump = 0;
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
    m->state.volume = volume > OX_AUDIO_FULL ? OX_AUDIO_FULL : volume;
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
    m->state.jump = (uint16_t)(place + 1);
    return true;
}

int32_t ox_music_place(const ox_music *m) { return m->state.song == 0 ? -1 : m->state.flow.order; }
int32_t ox_music_row(const ox_music *m) { return m->state.song == 0 ? -1 : m->state.flow.row; }

int32_t ox_music_pattern(const ox_music *m) {
    return m->state.song == 0 ? -1 : (int32_t)ox_song_flow_pattern(&m->state.flow, &m->data);
}

void ox_music_of_scene(ox_music *m, uint32_t song, uint32_t volume) {
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

void ox_music_step(ox_music *m) {
    ox_music_state *s = &m->state;
    if (s->song == 0 || s->paused || m->data.chunk == NULL) return;
    const uint32_t rate = m->host->loop->rate == 0 ? 60 : m->host->loop->rate,
                   tick = 5u * OX_SONG_SPEED * rate;
    if (!s->flow.begun) s->part = tick; /* the first row comes at once */
    while (s->part >= tick) {
        const bool is_last = s->flow.row + 1u >= ox_song_flow_rows(&s->flow, &m->data);
        s->part -= tick;
        if (s->jump != 0 && is_last && s->flow.tick + 1 >= s->flow.speed && s->flow.repeats == 0) {
            ox_song_flow_jump(&s->flow, s->jump - 1u, 0);
            s->jump = 0;
        }
        if (ox_song_flow_tick(&s->flow, &m->data) == OX_SONG_ROW) show_row(m);
    }
    s->part += 2u * s->flow.tempo * s->speed;
}

/* Whether what is heard is elsewhere than the game. */
static bool is_apart(const ox_music *m) {
    const ox_song *song = ox_audio_song(m->audio);
    if (song == NULL || m->state.song == 0) return false;
    const uint32_t by = song->flow.ticks - m->state.flow.ticks;
    return by + APART_MOST > 2u * APART_MOST;
}

void ox_music_follow(ox_music *m, bool is_held) {
    const ox_music_state *s = &m->state;
    const bool apart = is_apart(m), moved = apart && s->begun == m->heard;
    ox_audio_music *wanted = ox_audio_hold(m->audio);
    if (wanted == NULL) return;
    if (s->begun != m->heard || apart) {
        wanted->serial++;
        wanted->song = s->song;
        wanted->flow = s->flow;
        if (s->flow.ticks <= 1 && s->song != 0)
            ox_song_flow_begin(&wanted->flow, &m->data, s->flow.order, s->flow.row);
        else
            ox_song_flow_again(&wanted->flow); /* with its notes */
        m->heard = s->begun;
    }
    wanted->volume = s->volume;
    wanted->fade = (moved ? BACK_FADE : s->fade) * m->ticks;
    wanted->volume_fade = s->volume_fade * m->ticks;
    wanted->muted = s->muted;
    wanted->speed = s->speed;
    wanted->paused = s->paused || is_held;
    ox_audio_let_go(m->audio);
}

/* ---- resources that change ---- */

void ox_music_leave(ox_music *m) {
    m->chunk = NULL;
    m->data.chunk = NULL;
}

void ox_music_enter(ox_music *m, const uint8_t *chunk) {
    m->chunk = chunk;
    if (m->state.song == 0) return;
    if (ox_music_find(chunk, m->state.song) == 0 ||
        ox_audio_song_data(m->audio, m->state.song, &m->data) != OX_OK) {
        (void)begin_song(m, 0, 0);
        return;
    }
    ox_song_flow_mend(&m->state.flow, &m->data);
    m->heard = m->state.begun - 1u; /* the service begins again, there */
}

/* ---- the state ---- */

static const ox_field fields[] = {
    OX_FIELD(ox_music_state, song, OX_NAME_ID, OX_SIM), OX_FIELD(ox_music_state, volume, OX_U32, OX_SIM),
    OX_FIELD(ox_music_state, part, OX_U32, OX_SIM),     OX_FIELD(ox_music_state, begun, OX_U32, OX_SIM),
    OX_FIELD(ox_music_state, muted, OX_U32, OX_SIM),    OX_FIELD(ox_music_state, speed, OX_U16, OX_SIM),
    OX_FIELD(ox_music_state, jump, OX_U16, OX_SIM),     OX_FIELD(ox_music_state, paused, OX_BOOL, OX_SIM)};
static const char *const field_names[] = {"song",  "volume", "part", "begun",
                                          "muted", "speed",  "jump", "paused"};
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
    ox_write_bool(to, s->paused);
    ox_write_bool(to, s->of_scene);
    save_flow(&s->flow, to);
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
    s->paused = ox_read_bool(from);
    s->of_scene = ox_read_bool(from);
    restore_flow(&s->flow, from);
    ox_music_speed(m, words[6]);
    m->shown = NOTHING_SHOWN;
    m->data.chunk = NULL;
    if (s->song == 0) return OX_OK;
    if (ox_audio_song_data(m->audio, s->song, &m->data) != OX_OK) return OX_BAD_DATA;
    s->jump = (uint16_t)(words[7] <= m->data.order_count ? words[7] : 0);
    if (s->part > 10u * OX_SONG_SPEED * 65535u) s->part = 0;
    const ox_song_flow *f = &s->flow;
    if (f->order >= m->data.order_count || f->row >= ox_song_flow_rows(f, &m->data)) return OX_BAD_DATA;
    m->shown = (uint32_t)f->order << 16 | f->row;
    ox_song_flow_mend(&s->flow, &m->data);
    return OX_OK;
}

ox_sim_part ox_music_part(ox_music *m) {
    return (ox_sim_part){
        .name = "music", .context = m, .next = next_item, .save = save_state, .restore = restore_state};
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
