/* Tracks as a module of the console: roads that races follow, laps, and who is where on them.
 *
 *     data oval oval.csv                                                       in cart.txt: a row for each gate, a line across the road (track.h)
 *     type kart mesh=kart behaviour=Driver
 *       with track=free of=oval                                                where it is on the road is known from now on; `walled`: and it stays there
 *
 *     key,order:i32,left_x:fx,left_z:fx,right_x:fx,right_z:fx,speed:fx         oval.csv. `left` is at the left of who goes forward, along rising `order`
 *     start,0,-4,0,4,0,20
 *     bend,10,-4,-30,4,-30,12                                                  further columns are values of the road: what is between two gates has a part of both
 *
 *     on Lap(lap) { if lap == 3 { self.won = true } }                          in scripts: so many rounds are done
 *     on WrongWay(wrong) { show(find('arrow'), wrong) }
 *     drive(self, 1.0, steering_to(track_point(self, 8.0, 0.0)), 0.0)          the road's middle, 8 m ahead
 *     track_progress(self) track_lap(self) track_rank(self) track_side(self) track_sector(self) track_off(self) track_value(self, 'speed')
 *
 *     ox_racer *r = ox_racer_of(tracks, object);                               in C
 *     const ox_track *track = ox_track_of(tracks, r);
 *
 * A track is closed: behind its last gate comes the first one. Where the last gate's key is `end` it is open, and ends there. Sectors have to be convex quads seen from above: gates may
 * not cross each other, and no two of their ends may be one place. A cart with a track that is none is refused, with the number of the gate in front of the bad sector.
 *
 * LAPS count what was gone forward: who crosses the line back and forth has no more for it, and who begins in the last half of the track begins before the line. on Lap comes once for each,
 * with the number of rounds that are done; on an open track, at its end. on WrongWay(true) comes when somebody has gone back for half a second, and (false) when they have gone forward
 * as long. `track_rank` is 1 for whoever has gone farthest on that track; of equals the one in the lower slot.
 *
 * WALLS. With `walled` an object's middle keeps `margin` metres (0.5) from the sides, as far as gates reach: it is put back, and a body loses the speed into the wall, and `bounce` of it
 * comes back (0.2). Heights do not count. `free` ones may leave the road: the three-sector rule of track.h says where they are.
 *
 * WHEN. After bodies have moved; so scripts know where things were after the last step. State: the component. Capacities: `racers`, `gates` of all tracks together. */
#ifndef OXCART_KERNEL_TRACK_MODULE_H
#define OXCART_KERNEL_TRACK_MODULE_H

#include "kernel/module/module.h"
#include "kernel/track/track.h"

extern const ox_module ox_track_module;

enum { OX_CAPACITY_RACERS, OX_CAPACITY_GATES, OX_TRACK_CAPACITIES };
extern const ox_capacity ox_track_capacities[OX_TRACK_CAPACITIES];

/* Steps that somebody goes back, or forward again, before it is told. */
enum { OX_TRACK_WRONG = 30, OX_TRACKS_MOST = 4 };

/* The component "track". */
typedef struct ox_racer {
    ox_id kind; /* OX_NAME("free"), OX_NAME("walled") */
    ox_id of;   /* data */
    fx margin, bounce;
    fx along, across; /* of its sector */
    fx progress;      /* 0..1 of the round */
    int32_t gone;     /* sectors forward since the first gate, over all rounds */
    int32_t laps;     /* rounds that are done */
    uint16_t sector;
    uint8_t backward; /* steps */
    bool begun;       /* its sector is known */
    bool off;         /* beside the track */
    bool wrong;       /* it was told so */
} ox_racer;
extern const ox_type ox_racer_type;

/* A track of the scene, with the row of its data for each gate. */
typedef struct ox_track_entry {
    ox_id of;
    ox_track track;
    uint16_t *rows;
} ox_track_entry;

typedef struct ox_tracks {
    const ox_module_host *host;
    ox_world *world;
    uint32_t type;
    ox_track_entry entries[OX_TRACKS_MOST];
    uint32_t count;
    bool is_told;
    uint32_t tests, asked; /* counters, for people: sectors that were asked, for so many racers */
} ox_tracks;

/* The console's tracks; NULL: the image asks for none, or the player has no such module. */
ox_tracks *ox_console_tracks(const struct ox_console *console);

/* The racer that an object is, and its track; NULL: none. */
ox_racer *ox_racer_of(const ox_tracks *tracks, const ox_object *object);
const ox_track *ox_track_of(const ox_tracks *tracks, const ox_racer *racer);

/* A value of the road where a racer is, by the id of its column; 0 where there is no such column of numbers. */
fx ox_track_value_of(const ox_tracks *tracks, const ox_racer *racer, ox_id column);

/* A place so many metres ahead of a racer, `side` -1 (left edge) .. 1 (right). */
vec2 ox_track_ahead(const ox_tracks *tracks, const ox_racer *racer, fx metres, fx side);

/* 1 + how many of its track have gone farther. */
uint32_t ox_track_rank(const ox_tracks *tracks, const ox_object *object);

enum { OX_TRACK_NATIVES = 8, OX_TRACK_EVENTS = 2 };
extern const ox_script_native ox_track_native_rows[OX_TRACK_NATIVES];

#endif
