/* What scripts may do with the view, the layers and the sprites. */
#include "kernel/sprites/module_internal.h"
#include "kernel/type/name.h"

/* ---- arguments ---- */

static const ox_module_host *host_of(const ox_script_call *call) { return ox_module_of_call(call); }

/* The sprite of the object that an argument names; NULL, and *answer, when there is none. An object without a sprite is left alone. */
static ox_sprite *sprite_at(ox_script_call *call, ox_script_answer *answer) {
    const ox_world *world = host_of(call)->world;
    const ox_object *object = ox_world_get(world, (ox_handle){(uint32_t)call->arguments[0]});
    const int type = ox_world_component(world, OX_NAME("sprite"));
    *answer = object == NULL ? ox_script_refuse(call, 0) : OX_SCRIPT_DONE;
    return object == NULL || type < 0 ? NULL : ox_component_get(world, object, (uint32_t)type);
}

static ox_layer *layer_at(const ox_script_call *call) {
    ox_layers *layers = ox_layers_of(host_of(call));
    const int number = layers == NULL ? -1 : ox_layers_find(layers, (ox_id)call->arguments[0]);
    return number < 0 ? NULL : &layers->layers[number];
}

/* ---- sprites ---- */

static ox_script_answer native_play(ox_script_call *call) {
    ox_script_answer answer;
    ox_sprite *sprite = sprite_at(call, &answer);
    if (sprite != NULL) ox_sprite_play(sprite, (ox_id)call->arguments[1]);
    return answer;
}

static ox_script_answer native_animation_play(ox_script_call *call) {
    ox_script_answer answer;
    ox_sprite *sprite = sprite_at(call, &answer);
    if (call->arguments[2] < 0 || call->arguments[2] > (int32_t)UINT16_MAX) return ox_script_refuse(call, 2);
    if (sprite != NULL) ox_sprite_play_from(sprite, (ox_id)call->arguments[1], (uint16_t)call->arguments[2]);
    return answer;
}

static ox_script_answer native_show_frame(ox_script_call *call) {
    ox_script_answer answer;
    ox_sprite *sprite = sprite_at(call, &answer);
    if (call->arguments[1] < 0 || call->arguments[1] > (int32_t)UINT16_MAX) return ox_script_refuse(call, 1);
    if (sprite != NULL) ox_sprite_show(sprite, (uint16_t)call->arguments[1]);
    return answer;
}

static ox_script_answer native_played(ox_script_call *call) {
    ox_script_answer answer;
    const ox_sprite *sprite = sprite_at(call, &answer);
    call->results[0] = sprite != NULL && sprite->played;
    return answer;
}

/* ---- effects ---- */

/* The effects of an object's sprite, made where the sprite has none yet; NULL, and *answer, where that cannot be. */
static ox_sprite_effects *effects_at(ox_script_call *call, ox_script_answer *answer) {
    const ox_module_host *host = host_of(call);
    const ox_sprites *s = ox_sprites_of(host);
    ox_object *object = ox_world_get(host->world, (ox_handle){(uint32_t)call->arguments[0]});
    *answer = OX_SCRIPT_DONE;
    if (object == NULL || s == NULL) {
        *answer = ox_script_refuse(call, 0);
        return NULL;
    }
    ox_sprite_effects *effects =
        s->effects_type == 0 ? NULL : ox_component_get(host->world, object, s->effects_type - 1u);
    if (effects == NULL && s->effects_type != 0)
        effects = ox_component_add(host->world, object, s->effects_type - 1u);
    if (effects == NULL)
        *answer = ox_script_refuse_because(call, "finds no room: raise `capacity sprite-effects`");
    return effects;
}

static ox_script_answer native_corner_colours(ox_script_call *call) {
    ox_script_answer answer;
    ox_sprite_effects *effects = effects_at(call, &answer);
    for (int i = 0; effects != NULL && i < 4; i++)
        effects->corners[i] =
            (effects->corners[i] & 0xFF000000u) | ((uint32_t)call->arguments[1 + i] & 0xFFFFFFu);
    return answer;
}

static ox_script_answer native_corner_alphas(ox_script_call *call) {
    ox_script_answer answer;
    ox_sprite_effects *effects = effects_at(call, &answer);
    for (int i = 0; effects != NULL && i < 4; i++)
        effects->corners[i] =
            (effects->corners[i] & 0xFFFFFFu) | (uint32_t)int_clamp(call->arguments[1 + i], 0, 255) << 24;
    return answer;
}

static ox_script_answer native_back_frame(ox_script_call *call) {
    ox_script_answer answer;
    if (call->arguments[1] > (int32_t)UINT16_MAX) return ox_script_refuse(call, 1);
    ox_sprite_effects *effects = effects_at(call, &answer);
    if (effects == NULL) return answer;
    effects->has_back = call->arguments[1] >= 0;
    effects->back = effects->has_back ? (uint16_t)call->arguments[1] : 0;
    return answer;
}

static ox_script_answer native_smooth_pixels(ox_script_call *call) {
    ox_script_answer answer;
    ox_sprite_effects *effects = effects_at(call, &answer);
    if (effects != NULL) effects->smooth = call->arguments[1] != 0;
    return answer;
}

static ox_script_answer native_sprite_effects_end(ox_script_call *call) {
    const ox_module_host *host = host_of(call);
    const ox_sprites *s = ox_sprites_of(host);
    ox_object *object = ox_world_get(host->world, (ox_handle){(uint32_t)call->arguments[0]});
    if (object == NULL) return ox_script_refuse(call, 0);
    const void *effects = s == NULL || s->effects_type == 0
                              ? NULL
                              : ox_component_get(host->world, object, s->effects_type - 1u);
    if (effects != NULL) (void)ox_component_remove(host->world, object, s->effects_type - 1u, effects);
    return OX_SCRIPT_DONE;
}

/* ---- the view ---- */

static ox_script_answer native_camera_at(ox_script_call *call) {
    const ox_view *view = ox_view_of(host_of(call));
    call->results[0] = view == NULL ? 0 : view->at.x;
    call->results[1] = view == NULL ? 0 : view->at.y;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_move(ox_script_call *call) {
    ox_view *view = ox_view_of(host_of(call));
    const ox_glass glass = ox_glass_of(host_of(call));
    if (view != NULL) ox_view_put(view, &glass, (vec2){call->arguments[0], call->arguments[1]});
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_follow(ox_script_call *call) {
    ox_view *view = ox_view_of(host_of(call));
    if (view == NULL) return OX_SCRIPT_DONE;
    view->called = OX_ID_NONE;
    view->follow = (ox_handle){(uint32_t)call->arguments[0]};
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_zoom(ox_script_call *call) {
    ox_view *view = ox_view_of(host_of(call));
    if (call->arguments[0] < FX_ONE / 256 || call->arguments[0] > 256 * FX_ONE)
        return ox_script_refuse(call, 0);
    if (view != NULL) view->zoom = call->arguments[0];
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_shake(ox_script_call *call) {
    ox_view *view = ox_view_of(host_of(call));
    if (call->arguments[1] < 0 || call->arguments[1] > (int32_t)UINT16_MAX) return ox_script_refuse(call, 1);
    if (view != NULL) ox_view_shake(view, call->arguments[0], (uint16_t)call->arguments[1]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_camera_bounds(ox_script_call *call) {
    ox_view *view = ox_view_of(host_of(call));
    const int32_t *a = call->arguments;
    if (view == NULL) return OX_SCRIPT_DONE;
    view->bounds = (ox_view_bounds){a[0], a[1], a[2], a[3]};
    view->bounded = a[2] > a[0] && a[3] > a[1];
    return OX_SCRIPT_DONE;
}

static ox_scroll scroll_of(const ox_module_host *host) {
    const ox_view *view = ox_view_of(host);
    const ox_view none = {.zoom = FX_ONE};
    const ox_glass glass = ox_glass_of(host);
    return ox_view_scroll(view == NULL ? &none : view, &glass, &ox_scroll_rate_full);
}

static ox_script_answer native_from_pixel(ox_script_call *call) {
    const ox_scroll scroll = scroll_of(host_of(call));
    const vec2 point = ox_scroll_point(&scroll, call->arguments[0], call->arguments[1]);
    call->results[0] = point.x;
    call->results[1] = point.y;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pixel_x(ox_script_call *call) {
    const ox_scroll scroll = scroll_of(host_of(call));
    call->results[0] = ox_scroll_x(&scroll, call->arguments[0]);
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_pixel_y(ox_script_call *call) {
    const ox_scroll scroll = scroll_of(host_of(call));
    call->results[0] = ox_scroll_y(&scroll, call->arguments[1]);
    return OX_SCRIPT_DONE;
}

/* ---- layers ---- */

static ox_script_answer native_show_layer(ox_script_call *call) {
    ox_layer *layer = layer_at(call);
    if (layer == NULL) return ox_script_refuse(call, 0);
    layer->flags =
        (uint8_t)((layer->flags & OX_LAYER_SORTED) | (call->arguments[1] != 0 ? 0u : OX_LAYER_HIDDEN));
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_shows_layer(ox_script_call *call) {
    const ox_layer *layer = layer_at(call);
    call->results[0] = layer != NULL && (layer->flags & OX_LAYER_HIDDEN) == 0;
    return OX_SCRIPT_DONE;
}

static ox_script_answer native_move_layer(ox_script_call *call) {
    ox_layer *layer = layer_at(call);
    if (layer == NULL) return ox_script_refuse(call, 0);
    layer->offset = (vec2){call->arguments[1], call->arguments[2]};
    return OX_SCRIPT_DONE;
}

/* ---- the tables ---- */

const ox_script_native ox_sprites_native_rows[OX_SPRITES_NATIVES] = {
    OX_SCRIPT_NATIVE(
        play, SIM, ALL, 8, "v(on)", "play(who: obj, animation: name)",
        "its sprite plays an animation of its sheet: play(self, 'walk'); one that plays goes on"),
    OX_SCRIPT_NATIVE(animation_play, SIM, ALL, 8, "v(oni)",
                     "animation_play(who: obj, animation: name, page: int)",
                     "the same anew, from a page on: animation_play(self, 'hit', 0)"),
    OX_SCRIPT_NATIVE(show_frame, SIM, ALL, 8, "v(oi)", "show_frame(who: obj, frame: int)",
                     "its sprite stands at a frame of its sheet, and plays nothing"),
    OX_SCRIPT_NATIVE(played, QUERY, ALL, 8, "b(o)", "played(who: obj) -> bool",
                     "whether the animation of its sprite has come to its end"),
    OX_SCRIPT_NATIVE(corner_colours, SIM, ALL, 8, "v(oiiii)",
                     "corner_colours(who: obj, left: int, right: int, low_left: int, low_right: int)",
                     "its sprite is multiplied with colours that go from corner to corner, with `capacity "
                     "sprite-effects N`: corner_colours(self, #FF0000, #0000FF, #FF0000, #0000FF)"),
    OX_SCRIPT_NATIVE(corner_alphas, SIM, ALL, 8, "v(oiiii)",
                     "corner_alphas(who: obj, left: int, right: int, low_left: int, low_right: int)",
                     "and with alphas, 0 to 255: corner_alphas(self, 0, 255, 0, 255) is a wipe"),
    OX_SCRIPT_NATIVE(
        back_frame, SIM, ALL, 8, "v(oi)", "back_frame(who: obj, frame: int)",
        "its sprite is a card: seen from behind it shows that frame of its sheet; -1: its front, mirrored"),
    OX_SCRIPT_NATIVE(smooth_pixels, SIM, ALL, 8, "v(ob)", "smooth_pixels(who: obj, smooth: bool)",
                     "pixels of its sprite are mixed where it is scaled or turned, on displays of colours"),
    OX_SCRIPT_NATIVE(sprite_effects_end, SIM, ALL, 8, "v(o)", "sprite_effects_end(who: obj)",
                     "its sprite has none of these any more"),
    OX_SCRIPT_NATIVE(camera_at, QUERY, ALL, 4, "2()", "camera_at() -> vec2",
                     "what stands in the middle of a flat picture"),
    OX_SCRIPT_NATIVE(camera_move, SIM, ALL, 16, "v(2)", "camera_move(at: vec2)",
                     "puts the flat camera to a place, within its bounds"),
    OX_SCRIPT_NATIVE(camera_follow, SIM, ALL, 4, "v(o)", "camera_follow(who: obj)",
                     "the flat camera follows an object; null: nobody"),
    OX_SCRIPT_NATIVE(camera_zoom, SIM, ALL, 4, "v(f)", "camera_zoom(zoom: fx)",
                     "how many times larger the flat picture is: 1.0 as `pixels` says"),
    OX_SCRIPT_NATIVE(camera_shake, SIM, ALL, 4, "v(fi)", "camera_shake(strength: fx, steps: int)",
                     "the flat picture shakes by so many metres, less and less: camera_shake(0.3, 12t)"),
    OX_SCRIPT_NATIVE(camera_bounds, SIM, ALL, 4, "v(22)", "camera_bounds(low: vec2, high: vec2)",
                     "the flat picture shows nothing outside of these corners; two equal ones: no bounds"),
    OX_SCRIPT_NATIVE(from_pixel, QUERY, ALL, 32, "2(ii)", "from_pixel(x: int, y: int) -> vec2",
                     "the place in the flat scene under a pixel of the picture"),
    OX_SCRIPT_NATIVE(pixel_x, QUERY, ALL, 16, "i(2)", "pixel_x(at: vec2) -> int",
                     "the column of the picture where a place of the flat scene is seen"),
    OX_SCRIPT_NATIVE(pixel_y, QUERY, ALL, 16, "i(2)", "pixel_y(at: vec2) -> int", "and its row"),
    OX_SCRIPT_NATIVE(show_layer, SIM, ALL, 8, "v(nb)", "show_layer(layer: name, shown: bool)",
                     "shows or hides all that is drawn in a layer of the flat picture"),
    OX_SCRIPT_NATIVE(shows_layer, QUERY, ALL, 8, "b(n)", "shows_layer(layer: name) -> bool",
                     "whether it is shown"),
    OX_SCRIPT_NATIVE(move_layer, SIM, ALL, 8, "v(n2)", "move_layer(layer: name, by: vec2)",
                     "all of a layer stands so many metres to the right and above of its place"),
};

const ox_script_field ox_sprites_field_rows[OX_SPRITES_FIELDS] = {
    OX_SCRIPT_FIELD(sheet, sprite, sheet, &ox_sprite_type, true, "name", "the sheet that its sprite is of"),
    OX_SCRIPT_FIELD(animation, sprite, animation, &ox_sprite_type, false, "name",
                    "what its sprite plays; see play"),
    OX_SCRIPT_FIELD(layer, sprite, layer, &ox_sprite_type, true, "name", "the layer that it is drawn in"),
    OX_SCRIPT_FIELD(frame, sprite, frame, &ox_sprite_type, false, "int",
                    "the frame of the sheet that it shows; see show_frame"),
    OX_SCRIPT_FIELD(order, sprite, order, &ox_sprite_type, true, "int",
                    "in its layer: higher ones cover lower ones"),
    OX_SCRIPT_FIELD(flip, sprite, flip_x, &ox_sprite_type, true, "bool", "mirrored, left is right"),
    OX_SCRIPT_FIELD(flip_y, sprite, flip_y, &ox_sprite_type, true, "bool", "mirrored, top is bottom"),
    OX_SCRIPT_FIELD(alpha, sprite, alpha, &ox_sprite_type, true, "int", "255 solid, 128 half, 0 nothing"),
    OX_SCRIPT_FIELD(tint, sprite, tint, &ox_sprite_type, true, "int",
                    "its colours are multiplied with this one: #FFFFFF as they are"),
    OX_SCRIPT_FIELD(flash, sprite, flash, &ox_sprite_type, true, "bool",
                    "all that is seen of it has the colour `tint`"),
    OX_SCRIPT_FIELD(stretch, sprite, stretch, &ox_sprite_type, true, "vec2", "its width and height, (1, 1)"),
    OX_SCRIPT_FIELD(play_rate, sprite, rate, &ox_sprite_type, true, "fx",
                    "how fast it plays: 1.0 as made, 0.0 holds, below 0.0 backwards"),
};
