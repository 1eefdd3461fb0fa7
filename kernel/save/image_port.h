/* A port through which the image of a world is written and read: numbers and records, as bytes or as text. */
#ifndef OXCART_KERNEL_SAVE_IMAGE_PORT_H
#define OXCART_KERNEL_SAVE_IMAGE_PORT_H

#include "kernel/bytes/stream.h"
#include "kernel/type/type.h"

/* A port: one of `to`, `text`, `from` and `at` is set. */
typedef struct ox_image_port {
    ox_writer *to;
    ox_text *text;
    ox_reader *from;
    const char *at, *end; /* the text that is read, and its end */
    bool bad;
} ox_image_port;

/* A word that people read. Reading a text demands the word; bytes do not hold it. A label begins a line. */
void ox_image_match(ox_image_port *port, const char *before, const char *word);
static inline void ox_image_label(ox_image_port *port, const char *word) {
    if (port->text != NULL || port->at != NULL) ox_image_match(port, "\n", word);
}

/* A word that people read within a line, in front of a number. */
static inline void ox_image_word(ox_image_port *port, const char *word) {
    if (port->text != NULL || port->at != NULL) ox_image_match(port, " ", word);
}

/* Writes and reads a number of 1, 2 or 4 bytes. */
void ox_image_put(ox_image_port *port, uint32_t value, uint32_t bytes);
uint32_t ox_image_get_number(ox_image_port *port, uint32_t bytes); /* out of a text; bytes: fails */
static inline uint32_t ox_image_get(ox_image_port *port, uint32_t bytes) {
    ox_reader *from = port->from;
    if (from == NULL || port->bad || from->size - from->used < bytes) return ox_image_get_number(port, bytes);
    const uint8_t *at =
        from->bytes + from->used; /* ox_read_u16 and its like in line: an image is mostly numbers */
    uint32_t value = at[0];
    if (bytes > 1) value |= (uint32_t)at[1] << 8;
    if (bytes > 2) value |= (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    from->used += bytes;
    return value;
}

/* Reads a number that must be at most `most`. */
uint32_t ox_image_get_most(ox_image_port *port, uint32_t bytes, uint32_t most);

/* Write and read the OX_SAVE fields of a record that differ from `base` (NULL: all of them). Reading takes fields that
 * the image lacks from `base`. */
void ox_image_put_record(ox_image_port *port, const ox_type *type, const void *record, const void *base);
void ox_image_get_record(ox_image_port *port, const ox_type *type, void *record, const void *base);

#endif
