/* What the parts of the player share. */
#ifndef OXCART_KERNEL_PLAYER_INTERNAL_H
#define OXCART_KERNEL_PLAYER_INTERNAL_H

#include "kernel/player/player.h"

/* Works out where an object stands at a moment; `turn` is the turntable's rotation, or NULL. */
void ox_player_place(ox_scene_object *object, uint32_t time, uf16 fraction, const rot33 *turn);

/* The turntable's rotation, the user's hand included. */
void ox_player_turn(const ox_player *player, uf16 fraction, rot33 *turn);

/* Records the camera that looks, and the lights. */
void ox_player_record_camera(ox_player *player, rs_frame *frame, uint32_t time, uf16 fraction);
void ox_player_record_lights(ox_player *player, rs_frame *frame, uint32_t time, uf16 fraction);

/* Logs, once, that something could not be drawn. */
void ox_player_complain(ox_player *player, rs_result result, const char *what, uint32_t number);

#endif
