/* The state of the parts of the picture; rigs and booms are components of the world. */
#include "kernel/camera/internal.h"
#include "kernel/type/name.h"

#define SEAT(path, name, kind) OX_FIELD_IN(ox_seat, path, name, kind, OX_SIM)

static const ox_field fields[] = {SEAT(director.base, "base", OX_NAME_ID),
                                  SEAT(director.asked, "asked", OX_NAME_ID),
                                  SEAT(director.priority, "priority", OX_U8),
                                  SEAT(director.count, "requests", OX_U8),
                                  SEAT(director.list, "list", OX_NAME_ID),
                                  SEAT(director.shot, "shot", OX_U16),
                                  SEAT(director.shots, "shots", OX_U16),
                                  SEAT(director.left, "left_of_shot", OX_U16),
                                  SEAT(director.waits, "waits", OX_BOOL),
                                  SEAT(seen, "seen", OX_NAME_ID),
                                  SEAT(former, "former", OX_NAME_ID),
                                  SEAT(of, "of", OX_NAME_ID),
                                  SEAT(blend.from, "blend_from", OX_I32),
                                  SEAT(blend.steps, "blend_steps", OX_U16),
                                  SEAT(blend.at, "blend_at", OX_U16),
                                  SEAT(blend.curve, "blend_curve", OX_U8),
                                  SEAT(blend.live, "blend_live", OX_BOOL),
                                  SEAT(blend.arc, "blend_arc", OX_BOOL),
                                  SEAT(blend.about, "blend_about", OX_FX),
                                  SEAT(zoom.from, "zoom_from", OX_FX),
                                  SEAT(zoom.to, "zoom_to", OX_FX),
                                  SEAT(zoom.steps, "zoom_steps", OX_U16),
                                  SEAT(zoom.at, "zoom_at", OX_U16),
                                  SEAT(zoom.curve, "zoom_curve", OX_U8),
                                  SEAT(move.look, "goes", OX_FX),
                                  SEAT(move.steps, "goes_steps", OX_U16),
                                  SEAT(move.at, "goes_at", OX_U16),
                                  SEAT(camera.now, "now", OX_I32),
                                  SEAT(camera.near_plane, "near_plane", OX_FX),
                                  SEAT(camera.far_plane, "far_plane", OX_FX),
                                  SEAT(camera.kind, "kind", OX_U8),
                                  SEAT(camera.keep, "keep", OX_U8),
                                  SEAT(part.left, "part_left", OX_FX),
                                  SEAT(part.top, "part_top", OX_FX),
                                  SEAT(part.width, "part_width", OX_FX),
                                  SEAT(part.height, "part_height", OX_FX),
                                  SEAT(part.samples, "part_samples", OX_U8),
                                  SEAT(is_on, "is_on", OX_BOOL),
                                  SEAT(dolly, "dolly", OX_BOOL),
                                  SEAT(behind, "behind", OX_BOOL),
                                  SEAT(aim, "aim", OX_BOOL),
                                  SEAT(blend_wish, "blend_wish", OX_U16)};
static const char *const names[] = {
    "base",         "asked",        "priority",   "requests",  "list",        "shot",       "shots",
    "left_of_shot", "waits",        "seen",       "former",    "of",          "blend_from", "blend_steps",
    "blend_at",     "blend_curve",  "blend_live", "blend_arc", "blend_about", "zoom_from",  "zoom_to",
    "zoom_steps",   "zoom_at",      "zoom_curve", "goes",      "goes_steps",  "goes_at",    "now",
    "near_plane",   "far_plane",    "kind",       "keep",      "part_left",   "part_top",   "part_width",
    "part_height",  "part_samples", "is_on",      "dolly",     "behind",      "aim",        "blend_wish"};
static const ox_type seat_type = OX_TYPE(ox_seat, fields, 1);
_Static_assert(sizeof fields / sizeof *fields == sizeof names / sizeof *names,
               "each field has a name for people");

static bool next(void *of, uint32_t *cursor, ox_sim_item *item) {
    ox_cameras *c = of;
    if (*cursor >= RS_VIEWPORTS) return false;
    *item = (ox_sim_item){*cursor, &seat_type, &c->seats[*cursor], "seat", names};
    ++*cursor;
    return true;
}

static void save_seats(const void *of, ox_writer *to) {
    const ox_cameras *c = of;
    ox_write_u32(to, c->part);
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++) ox_sim_record_save(&seat_type, &c->seats[i], to);
}

static bool is_sound(const ox_seat *s) {
    ox_camera camera = s->camera;
    return s->director.count <= OX_REQUESTS && s->blend.at <= s->blend.steps && s->zoom.at <= s->zoom.steps &&
           s->move.at <= s->move.steps && (s->seen == 0 || ox_camera_check(&camera) == OX_OK);
}

static ox_status restore_seats(void *of, ox_reader *from) {
    ox_cameras *c = of;
    bool is_good = true;
    c->part = ox_read_below(from, RS_VIEWPORTS);
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++) {
        ox_seat *seat = &c->seats[i];
        is_good = ox_sim_record_restore(&seat_type, seat, from) == OX_OK && is_good;
        ox_camera_cut(&seat->camera);
        seat->shake = (ox_shake){0};
        ox_seat_goes(seat);
        is_good = is_good && is_sound(seat);
    }
    for (uint32_t i = 0; i < RS_VIEWPORTS; i++) c->wishes[i] = (ox_rig_wish){0};
    if (from->bad || !is_good) return OX_BAD_DATA;
    ox_seats_show(c);
    return OX_OK;
}

ox_sim_part ox_camera_state_part(ox_cameras *c) {
    return (ox_sim_part){
        .name = "cameras", .context = c, .next = next, .save = save_seats, .restore = restore_seats};
}
