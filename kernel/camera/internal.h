/* For this folder: how the module's files share their work. */
#ifndef OXCART_KERNEL_CAMERA_INTERNAL_H
#define OXCART_KERNEL_CAMERA_INTERNAL_H

#include "kernel/camera/module.h"

#define OX_CAMERA_NAME OX_NAME("camera")

ox_cameras *ox_cameras_of(const ox_module_host *host);

/* The part of the picture of a seat, in pixels. */
ox_camera_part ox_seat_part(const ox_cameras *cameras, const ox_seat *seat);

/* How a seat goes to a place: softly, and until the player steers. */
static inline void ox_seat_goes(ox_seat *seat) {
    seat->move.yields = true;
    seat->move.curve = EASE_SMOOTHSTEP;
}

/* seat.c: a step of all seats; and what is seen at once after a state was restored. */
void ox_seats_step(ox_cameras *cameras);
void ox_seats_show(ox_cameras *cameras);

/* state.c */
ox_sim_part ox_camera_state_part(ox_cameras *cameras);

/* words.c: what cart.txt says of cameras. */
extern const ox_module_word ox_camera_words[];
extern const ox_type ox_camera_said_type; /* of the components "rig" and "lens": what their lines said */
void ox_camera_give(ox_world *world, ox_object *object, const ox_given *given);
void ox_rig_give(ox_world *world, ox_object *object, const ox_given *given);
void ox_lens_give(ox_world *world, ox_object *object, const ox_given *given);
void ox_boom_give(ox_world *world, ox_object *object, const ox_given *given);
void ox_view_give(ox_world *world, ox_object *object, const ox_given *given);

#endif
