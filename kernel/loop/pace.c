/* Deadlines, refreshes and skipped pictures. */
#include "kernel/loop/pace.h"

#include <stddef.h>

#include "fixedmath/assert.h"
#include "kernel/memory/life.h"

static uint64_t now(const ox_pace *pace) {
    return pace->timer->now == NULL ? 0 : pace->timer->now(pace->machine);
}

static uint32_t display_rate(const ox_pace *pace) {
    uint32_t rate = pace->timer->refresh == NULL ? 0 : pace->timer->refresh(pace->machine);
    return rate == 0 ? 60000u : rate;
}

/* Sets the deadline one frame later; a frame is 10^9 / rate microseconds, the remainder is carried. */
static void next_deadline(ox_pace *pace) {
    pace->deadline += pace->whole;
    pace->rest += pace->part;
    if (pace->rest < pace->rate) return;
    pace->rest -= pace->rate;
    pace->deadline++;
}

void ox_pace_init(ox_pace *pace, ox_pace_mode mode, uint32_t rate, const ox_pace_timer *timer,
                  void *machine) {
    *pace = (ox_pace){.timer = timer,
                      .machine = machine,
                      .mode = mode,
                      .most_skips = OX_PACE_SKIPS,
                      .most_ticks = OX_PACE_TICKS,
                      .ticks = 1,
                      .draws = true};
    if (mode == OX_PACE_VBLANK && timer->vblank == NULL) pace->mode = OX_PACE_GOVERN, rate = 0;
    if (timer->now == NULL && pace->mode != OX_PACE_VBLANK) pace->mode = OX_PACE_FREE;
    if (rate == 0) rate = display_rate(pace);
    FX_CHECK_CLAMP(rate, 1000u, 1000000u, "frames are paced at 1 to 1000 a second");
    pace->rate = rate;
    pace->whole = 1000000000u / rate;
    pace->part = 1000000000u % rate;
    if (pace->mode == OX_PACE_VBLANK) pace->refreshes = timer->vblank(machine);
    pace->frame_start = pace->deadline = now(pace);
    next_deadline(pace);
}

/* Waits until the time `until`; single waits of the machine may be too short. */
static void sleep_until(ox_pace *pace, uint64_t until) {
    for (uint64_t time = now(pace); time < until; time = now(pace)) {
        if (pace->mode == OX_PACE_SAVE && pace->timer->halt != NULL)
            pace->timer->halt(pace->machine);
        else if (pace->timer->wait != NULL)
            pace->timer->wait(pace->machine,
                              until - time > UINT32_MAX ? UINT32_MAX : (uint32_t)(until - time));
    }
}

/* Answers a late frame that may skip pictures: no waiting, and no drawing unless too many were skipped, until the
 * deadlines are caught up with. */
static void catch_up(ox_pace *pace, uint64_t time) {
    uint64_t late = (uint64_t)pace->whole * pace->most_ticks;
    pace->draws = pace->skipped_row >= pace->most_skips;
    pace->skipped_row = pace->draws ? 0 : pace->skipped_row + 1;
    pace->skipped += pace->draws ? 0 : 1;
    next_deadline(pace);
    while (pace->deadline + late < time) {
        next_deadline(pace);
        pace->dropped++;
    }
}

static void govern(ox_pace *pace, uint64_t time) {
    bool late = time > pace->deadline;
    pace->ticks = 1;
    pace->draws = true;
    pace->overruns += late ? 1 : 0;
    if (late && pace->skip) {
        catch_up(pace, time);
        return;
    }
    while (pace->deadline < time) {
        next_deadline(pace);
        pace->ticks++;
    }
    sleep_until(pace, pace->deadline);
    next_deadline(pace);
    pace->skipped_row = 0;
}

static void await_refresh(ox_pace *pace) {
    uint32_t refreshes = pace->timer->vblank(pace->machine);
    pace->ticks = refreshes - pace->refreshes;
    if (pace->ticks == 0) pace->ticks = 1; /* the display stands still */
    pace->refreshes = refreshes;
    pace->overruns += pace->ticks > 1 ? 1 : 0;
}

void ox_pace_wait(ox_pace *pace) {
    OX_CREATED(pace->rate);
    uint64_t before = now(pace);
    pace->frames++;
    if (pace->mode == OX_PACE_VBLANK)
        await_refresh(pace);
    else if (pace->mode != OX_PACE_FREE)
        govern(pace, before);
    if (pace->ticks > pace->most_ticks) {
        pace->dropped += pace->ticks - pace->most_ticks;
        pace->ticks = pace->most_ticks;
    }
    uint64_t after = pace->mode == OX_PACE_FREE ? before : now(pace);
    pace->worked = (uint32_t)(before - pace->frame_start);
    pace->waited = (uint32_t)(after - before);
    pace->work_time += pace->worked;
    pace->wait_time += pace->waited;
    pace->frame_start = after;
}

uint32_t ox_pace_idle(const ox_pace *pace) {
    uint64_t all = pace->work_time + pace->wait_time;
    return all == 0 ? 0 : (uint32_t)(pace->wait_time * 1000u / all);
}
