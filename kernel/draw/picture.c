/* Pictures and frames of sheets that scripts draw by name. */
#include "kernel/draw/internal.h"
#include "kernel/sprites/sheet.h"

enum { MISSING = 8, MAGENTA = 0xFF00FF };

/* Draws a picture that cannot be had as a box that nobody overlooks. The log has told why. */
static void draw_missing(ox_draw *d, const draw_picture *p) {
    (void)rs_frame_rectangle(d->frame, p->x, p->y, MISSING, MISSING, draw_native(d, MAGENTA));
    (void)rs_frame_outline(d->frame, p->x, p->y, MISSING, MISSING, draw_native(d, 0));
}

/* Fills in the rest of a blit and records it: where it comes to, and how it is turned, scaled and coloured. */
static void blit(ox_draw *d, const draw_picture *p, rs_blit *b) {
    const rs_turn turn = {.scale_x = p->scale, .scale_y = p->scale, .angle = p->turn};
    b->x = fx_from_int(p->x);
    b->y = fx_from_int(p->y);
    b->flip_x = p->flip_x;
    b->flip_y = p->flip_y;
    b->ink = d->ink;
    if (p->scale != FX_ONE || p->turn != 0) b->turn = &turn;
    (void)rs_frame_blit(d->frame, b);
}

void draw_picture_part(ox_draw *d, ox_id name, const draw_picture *picture, const int32_t part[4]) {
    draw_picture at = *picture;
    const draw_picture *p = &at;
    const rs_image *image = at.scale <= FX_HALF ? ox_resource_image_at(d->host->resources, name, &at.scale)
                                                : ox_resource_image(d->host->resources, name);
    rs_blit b = {.image = image};
    if (image == NULL) {
        draw_missing(d, p);
        return;
    }
    b.part.width = image->width;
    b.part.height = image->height;
    if (part != NULL) {
        if (part[2] <= 0 || part[3] <= 0) return;
        b.part.x = (int16_t)int_clamp(part[0], 0, image->width);
        b.part.y = (int16_t)int_clamp(part[1], 0, image->height);
        b.part.width = (int16_t)int_clamp(part[2], 0, image->width - b.part.x);
        b.part.height = (int16_t)int_clamp(part[3], 0, image->height - b.part.y);
        if (b.part.width == 0 || b.part.height == 0) return;
    }
    blit(d, p, &b);
}

bool draw_sheet_frame(ox_draw *d, ox_id name, uint32_t number, const draw_picture *p) {
    const uint8_t *sheet = ox_resource_data(d->host->resources, name, ROM_TAG_SHEET, "sheet");
    ox_sheet_frame frame;
    if (sheet != NULL && !ox_sheet_frame_at(sheet, number, &frame)) return false;
    const rs_image *image =
        sheet == NULL ? NULL : ox_resource_image(d->host->resources, ox_sheet_image(sheet, frame.image));
    if (image == NULL) {
        draw_missing(d, p);
        return true;
    }
    if (frame.width == 0 || frame.height == 0) return true; /* all of the frame is clear */
    rs_blit b = {.image = image,
                 .part = {(int16_t)frame.x, (int16_t)frame.y, (int16_t)frame.width, (int16_t)frame.height},
                 .pivot_x = frame.pivot_x,
                 .pivot_y = frame.pivot_y,
                 .turned = frame.turned};
    blit(d, p, &b);
    return true;
}
