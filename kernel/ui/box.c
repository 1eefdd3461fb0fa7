/* Elements `box`: text boxes by the names of their elements, which keep what is written into them. */
#include "kernel/console/console.h"
#include "kernel/ui/internal.h"
#include "rom/check.h"

enum { SIDE_MOST = OX_TEXT_BOX_MOST };

/* ---- room ---- */

static uint32_t columns_of(const uint8_t *e) { return rom_word(e + ROM_SCREEN_ELEMENT_FRAME); }
static uint32_t rows_of(const uint8_t *e) { return rom_half(e + ROM_SCREEN_ELEMENT_GAP); }

static bool is_sound(const uint8_t *e) {
    return columns_of(e) >= 1 && columns_of(e) <= SIDE_MOST && rows_of(e) >= 1 && rows_of(e) <= SIDE_MOST;
}

uint32_t ui_box_letters(const ox_module_host *host) {
    uint32_t letters = 0;
    rom_chunk chunk;
    rom_error error;
    for (uint32_t entry = 0; rom_entry(host->image, entry, &chunk); entry++) {
        if (chunk.type != ROM_TAG_SCREEN || chunk.codec != ROM_CODEC_STORED ||
            rom_check_chunk(chunk.type, chunk.data, chunk.size, &error) != ROM_OK)
            continue;
        for (uint32_t i = 0; i < ui_elements(chunk.data); i++) {
            const uint8_t *e = ui_element(chunk.data, i);
            if (ui_kind(e) == ROM_SCREEN_ELEMENT_BOX && is_sound(e)) letters += columns_of(e) * rows_of(e);
        }
    }
    return letters;
}

ox_text_box *ui_written(ox_ui *ui, ox_id name) {
    for (uint32_t i = 0; i < ui->written_count; i++)
        if (ui->written[i].name == name) return &ui->written[i].box;
    return NULL;
}

bool ui_box_make(ox_ui *ui, const uint8_t *e) {
    const uint32_t letters = columns_of(e) * rows_of(e);
    const ox_text_box *known = ui_written(ui, ui_name_of(e));
    if (known != NULL) return known->columns == columns_of(e) && known->rows == rows_of(e);
    if (!is_sound(e) || ui->written_count == OX_SCREEN_BOXES || letters > ui->letter_room - ui->letters_used)
        return false;
    ui_written_box *made = &ui->written[ui->written_count++];
    made->name = ui_name_of(e);
    ox_text_box_begin(&made->box, ui->letters + ui->letters_used, columns_of(e), rows_of(e));
    ui->letters_used += letters;
    return true;
}

/* ---- what is written ---- */

bool ox_screen_write(const ox_module_host *host, ox_id element, uint32_t rgb, const char *format, ...) {
    ox_ui *ui = ui_of(host);
    ox_text_box *box = ui == NULL ? NULL : ui_written(ui, element);
    va_list arguments;
    if (box == NULL) return false;
    va_start(arguments, format);
    ox_text_box_print_list(box, rgb, format, arguments);
    va_end(arguments);
    return true;
}

/* ---- the state ---- */

static bool is_empty(const ox_text_box *box) { return box->row == 0 && box->column == 0 && !box->ends; }

uint32_t ui_boxes_written(const ox_ui *ui) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < ui->written_count; i++) count += !is_empty(&ui->written[i].box);
    return count;
}

void ui_save_boxes(const ox_ui *ui, ox_writer *to) {
    ox_write_u8(to, (uint8_t)ui_boxes_written(ui));
    for (uint32_t i = 0; i < ui->written_count; i++) {
        const ox_text_box *box = &ui->written[i].box;
        if (is_empty(box)) continue;
        ox_write_u32(to, ui->written[i].name);
        ox_write_u8(to, box->columns);
        ox_write_u8(to, box->rows);
        ox_write_u8(to, box->row);
        ox_write_u8(to, box->column);
        ox_write_bool(to, box->ends);
        for (uint32_t k = 0; k < (box->row + 1u) * box->columns; k++) ox_write_u32(to, box->letters[k]);
    }
}

void ui_clear_boxes(ox_ui *ui) {
    for (uint32_t i = 0; i < ui->written_count; i++) ox_text_box_clear(&ui->written[i].box);
}

/* Text of a box that the screens do not have any more, or in another size, is passed over. */
static bool read_box(ox_ui *ui, ox_reader *from) {
    const ox_id name = ox_read_u32(from);
    const uint8_t columns = (uint8_t)ox_read_u8(from), rows = (uint8_t)ox_read_u8(from),
                  row = (uint8_t)ox_read_u8(from), column = (uint8_t)ox_read_u8(from);
    const bool ends = ox_read_bool(from);
    if (from->bad || columns == 0 || columns > SIDE_MOST || rows > SIDE_MOST || row >= rows ||
        column > columns)
        return false;
    ox_text_box *box = ui_written(ui, name);
    if (box != NULL && (box->columns != columns || box->rows != rows)) box = NULL;
    for (uint32_t i = 0; i < (row + 1u) * columns && !from->bad; i++) {
        const uint32_t letter = ox_read_u32(from);
        if (box != NULL) box->letters[i] = (letter >> 24 & 0x7Fu) < ' ' ? 0 : letter;
    }
    if (box == NULL || from->bad) return !from->bad;
    box->row = row;
    box->column = column;
    box->ends = ends;
    return true;
}

bool ui_restore_boxes(ox_ui *ui, ox_reader *from) {
    const uint32_t count = ox_read_u8(from);
    bool ok = count <= OX_SCREEN_BOXES;
    for (uint32_t i = 0; ok && i < count; i++) ok = read_box(ui, from);
    if (!ok) ui_clear_boxes(ui);
    return ok;
}
