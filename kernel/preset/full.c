/* The list of all modules. */
#include "kernel/audio/module.h"
#include "kernel/behaviour/module.h"
#include "kernel/bundle/module.h"
#include "kernel/camera/module.h"
#include "kernel/carts/module.h"
#include "kernel/cloth/module.h"
#include "kernel/collision/module.h"
#include "kernel/content/module.h"
#include "kernel/draw/module.h"
#include "kernel/effects/module.h"
#include "kernel/flares/module.h"
#include "kernel/game/module.h"
#include "kernel/gesture/module.h"
#include "kernel/handling/module.h"
#include "kernel/input_map/module.h"
#include "kernel/level/module.h"
#include "kernel/morph/module.h"
#include "kernel/motion/module.h"
#include "kernel/movie/module.h"
#include "kernel/music/module.h"
#include "kernel/particles/module.h"
#include "kernel/physics/module.h"
#include "kernel/preset/presets.h"
#include "kernel/recording/module.h"
#include "kernel/saving/module.h"
#include "kernel/sequence/module.h"
#include "kernel/session/module.h"
#include "kernel/shading/module.h"
#include "kernel/sound/module.h"
#include "kernel/sprites/module.h"
#include "kernel/tilemap/module.h"
#include "kernel/track/module.h"
#include "kernel/tween/module.h"
#include "kernel/ui/module.h"
#include "kernel/vehicle/module.h"
#include "kernel/water/module.h"

const ox_module *const ox_preset_full[] = {
    &ox_recording_module, &ox_saving_module,    &ox_session_module, &ox_carts_module,
    &ox_level_module,     &ox_collision_module, &ox_physics_module, &ox_water_module,
    &ox_cloth_module,     &ox_handling_module,  &ox_sprites_module, &ox_tilemap_module,
    &ox_sound_module,     &ox_music_module,     &ox_audio_module,   &ox_game_module,
    &ox_content_module,   &ox_ui_module,        &ox_gesture_module, &ox_input_map_module,
    &ox_behaviour_module, &ox_particles_module, &ox_tween_module,   &ox_flares_module,
    &ox_draw_module,      &ox_effects_module,   &ox_movie_module,   &ox_vehicle_module,
    &ox_track_module,     &ox_camera_module,    &ox_motion_module,  &ox_morph_module,
    &ox_bundle_module,    &ox_sequence_module,  &ox_shading_module, NULL};
