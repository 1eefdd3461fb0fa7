/* What the parts of the player share. */
#ifndef OXCART_KERNEL_PLAYER_INTERNAL_H
#define OXCART_KERNEL_PLAYER_INTERNAL_H

#include "kernel/player/player.h"

/* Works out where an object stands at a moment; `turn` is the turntable's rotation, or NULL. */
void ox_player_place(ox_scene_object *object, uint32_t time, uf16 fraction, const rot33 *turn);

/* The turntable's rotation, the user's hand included. */
void ox_player_turn(const ox_player *player, uf16 fraction, rot33 *turn);

/* Where the camera that looks stands: player->eye and focal. */
void ox_player_look_from(ox_player *player, uint32_t time, uf16 fraction);

/* What moves by clips, of a checked SCEN chunk; false without memory. */
bool ox_player_read_clips(ox_player *player, const uint8_t *data);

/* Where all objects stand. */
void ox_player_place_all(ox_player *player, uint32_t time, uf16 fraction);

/* The moment that is drawn. */
uint32_t ox_player_moment(const ox_player *player, uf16 *fraction);

/* Records the camera that looks, and the lights. */
void ox_player_record_camera(ox_player *player, rs_frame *frame, uint32_t time, uf16 fraction);
void ox_player_record_lights(ox_player *player, rs_frame *frame, uint32_t time, uf16 fraction);

/* Logs, once, that something could not be drawn. */
void ox_player_complain(ox_player *player, rs_result result, const char *what, uint32_t number);

#endif
