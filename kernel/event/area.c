/* Area broadcast: which objects are in range. */
#include "kernel/event/area.h"

bool ox_area_holds(const ox_event_area *area, vec3 place) {
    const int64_t radius = area->radius;
    const int64_t away[3] = {(int64_t)place.x - area->centre.x, (int64_t)place.y - area->centre.y,
                             (int64_t)place.z - area->centre.z};
    uint64_t sum = 0;
    for (int i = 0; i < 3; i++) {
        if (away[i] > radius || away[i] < -radius) return false;
        sum += (uint64_t)(away[i] * away[i]);
    }
    return sum <= (uint64_t)(radius * radius);
}

uint32_t ox_area_broadcast(ox_events *events, const ox_area_space *space, const ox_event_area *area,
                           const ox_event *event, uint32_t *missed) {
    uint32_t count = space->candidates(space->world, area, space->found, space->most);
    uint32_t told = 0, refused = 0;
    if (count > space->most) {
        refused = count - space->most;
        count = space->most;
    }
    ox_event each = *event;
    for (uint32_t i = 0; i < count; i++) {
        ox_area_place at;
        if (!space->place(space->world, space->found[i], &at)) continue;
        if ((at.mask & area->mask) == 0 || !ox_area_holds(area, at.place)) continue;
        each.receiver = space->found[i];
        if (ox_events_post(events, &each, 0) == OX_OK)
            told++;
        else
            refused++;
    }
    if (missed != NULL) *missed = refused;
    return told;
}
