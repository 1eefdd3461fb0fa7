/* One turn of the main loop. */
#include "kernel/loop/frames.h"

#include <string.h>

void ox_frames_begin(ox_frames *frames, const ox_frame_hooks *hooks, void *game, ox_loop *loop) {
    *frames = (ox_frames){.hooks = hooks, .game = game, .loop = loop, .running = true};
}

ox_status ox_frames_listen(ox_frames *frames, ox_frame_listener listener) {
    if (frames->hooks == NULL) return OX_BAD_STATE;
    if (frames->listener_count == OX_FRAME_LISTENERS) return OX_FULL;
    frames->listeners[frames->listener_count++] = listener;
    return OX_OK;
}

ox_status ox_frames_unlisten(ox_frames *frames, const void *context) {
    for (uint32_t i = 0; i < frames->listener_count; i++) {
        ox_frame_listener *listener = &frames->listeners[i];
        if (listener->context != context) continue;
        frames->listener_count--;
        memmove(listener, listener + 1, (frames->listener_count - i) * sizeof *listener);
        return OX_OK;
    }
    return OX_NOT_FOUND;
}

static void measure(ox_frames *frames) {
    uint64_t now = frames->hooks->now == NULL ? 0 : frames->hooks->now(frames->game);
    frames->frame.measured = frames->timed ? (int64_t)(now - frames->last) : 0;
    frames->frame.steps = 0;
    frames->frame.fraction = 0;
    frames->last = now;
    frames->timed = true;
}

/* A listener may remove itself: then another one has taken its place. */
static void tell(ox_frames *frames, bool ended) {
    uint32_t i = 0;
    while (i < frames->listener_count) {
        ox_frame_listener told = frames->listeners[i];
        bool (*call)(void *, const ox_frame *) = ended ? told.ended : told.started;
        if (call != NULL && !call(told.context, &frames->frame)) frames->running = false;
        if (i < frames->listener_count && frames->listeners[i].context == told.context) i++;
    }
}

static void simulate(ox_frames *frames) {
    const ox_frame_hooks *hooks = frames->hooks;
    if (hooks->console != NULL) hooks->console(frames->game);
    frames->frame.steps = ox_loop_advance(frames->loop, frames->frame.measured);
    for (int i = 0; i < frames->frame.steps; i++) {
        if (hooks->server != NULL) hooks->server(frames->game);
        if (hooks->client != NULL) hooks->client(frames->game);
    }
    frames->frame.fraction = ox_loop_fraction(frames->loop);
}

bool ox_frames_frame(ox_frames *frames) {
    const ox_frame_hooks *hooks = frames->hooks;
    FX_CHECK_OR(hooks != NULL, "a frame before ox_frames_begin or after ox_frames_end", return false);
    while (hooks->pump != NULL && hooks->pump(frames->game)) {
    }
    measure(frames);
    tell(frames, false);
    simulate(frames);
    if (hooks->render != NULL) hooks->render(frames->game, &frames->frame);
    tell(frames, true);
    if (hooks->swap != NULL) hooks->swap(frames->game);
    frames->frame.number++;
    return frames->running;
}

void ox_frames_quit(ox_frames *frames) { frames->running = false; }

void ox_frames_end(ox_frames *frames) { memset(frames, 0, sizeof *frames); }
