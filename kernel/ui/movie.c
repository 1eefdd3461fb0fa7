/* Movies on the glass. */
#include "kernel/ui/internal.h"

bool ui_find_movie(const ox_ui *ui, const uint8_t *e, rom_movie *movie) {
    rom_error error;
    const uint8_t *chunk =
        ox_resource_data(ui->host->resources, rom_word(e + ROM_SCREEN_ELEMENT_BIND), ROM_TAG_MOVIE, "movie");
    return chunk != NULL && rom_movie_open(chunk, movie, &error) == ROM_OK;
}

void ui_hold_movie(ox_ui *ui, const uint8_t *e) { (void)ui, (void)e; }
void ui_pass_movie(ox_ui *ui) { (void)ui; }
void ui_draw_movie(ox_ui *ui, rs_frame *frame, const uint8_t *e, const ui_box *box) {
    (void)ui, (void)frame, (void)e, (void)box;
}
