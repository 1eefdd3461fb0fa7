/* Frames of a line of bytes. */
#include "kernel/network/serial.h"

uint32_t ox_cobs_encode(const uint8_t *from, uint32_t size, uint8_t *to) {
    uint32_t used = 1, code = 0; /* place of the next byte, and the code of the block under way */
    for (uint32_t i = 0; i < size; i++) {
        if (from[i] != 0) to[used++] = from[i];
        if (from[i] != 0 && used - code < 255) continue;
        to[code] = (uint8_t)(used - code);
        code = used;
        if (from[i] == 0 || i + 1 < size) used++;
    }
    if (code < used) to[code] = (uint8_t)(used - code);
    return used;
}

uint32_t ox_cobs_decode(uint8_t *bytes, uint32_t size) {
    uint32_t used = 0;
    for (uint32_t at = 0; at < size;) {
        uint32_t code = bytes[at++];
        if (code == 0 || code - 1 > size - at) return UINT32_MAX;
        for (uint32_t i = 1; i < code; i++) {
            if (bytes[at] == 0) return UINT32_MAX;
            bytes[used++] = bytes[at++];
        }
        if (code < 255 && at < size) bytes[used++] = 0;
    }
    return size == 0 ? UINT32_MAX : used;
}

ox_status ox_serial_init(ox_serial *s, void *memory, size_t size, const ox_serial_config *config) {
    uint32_t payload = config->payload == 0 ? OX_TRANSPORT_PAYLOAD_SERIAL : config->payload;
    if (config->put == NULL || config->take == NULL || payload > OX_SERIAL_MOST) return OX_BAD_ARGUMENT;
    if (size < 2 * OX_SERIAL_FRAME) return OX_OUT_OF_MEMORY;
    OX_CLEAR(s);
    s->config = *config;
    s->config.payload = payload;
    if (config->rate == 0) s->config.rate = 115200;
    s->in = memory;
    s->out = s->in + OX_SERIAL_FRAME;
    s->out_room = (uint32_t)(size < UINT16_MAX ? size : UINT16_MAX) - OX_SERIAL_FRAME;
    return OX_OK;
}

static void serial_flush(void *self) {
    ox_serial *s = self;
    uint32_t taken = s->out_used > 0 ? s->config.put(s->config.context, s->out, s->out_used) : 0;
    if (taken == 0 || taken > s->out_used) return;
    s->out_used -= taken;
    memmove(s->out, s->out + taken, s->out_used);
}

static ox_status serial_send(void *self, const ox_address *to, const uint8_t *bytes, uint32_t size) {
    ox_serial *s = self;
    if (to->family != OX_ADDRESS_SERIAL || to->port != s->config.number) return OX_NOT_FOUND;
    if (size + 2 > s->out_room - s->out_used) return OX_FULL;
    s->out_used += ox_cobs_encode(bytes, size, s->out + s->out_used);
    s->out[s->out_used++] = 0;
    return OX_OK;
}

/* Ends a frame at its zero. Returns the bytes of its packet, UINT32_MAX when it is no packet. */
static uint32_t frame_ends(ox_serial *s) {
    uint32_t size = s->overlong ? UINT32_MAX : ox_cobs_decode(s->in, s->in_used);
    bool empty = s->in_used == 0 && !s->overlong;
    s->in_used = 0;
    s->overlong = false;
    if (size == UINT32_MAX || size == 0 || size > s->config.payload) {
        s->damaged += !empty;
        return UINT32_MAX;
    }
    s->delivered++;
    return size;
}

static uint32_t serial_receive(void *self, uint8_t *bytes, uint32_t capacity, ox_address *from) {
    ox_serial *s = self;
    uint8_t byte;
    for (uint32_t tries = 0; tries < 16 * OX_SERIAL_FRAME && s->config.take(s->config.context, &byte, 1) == 1;
         tries++) {
        if (byte != 0) {
            if (s->in_used < OX_SERIAL_FRAME - 1)
                s->in[s->in_used++] = byte;
            else
                s->overlong = true;
            continue;
        }
        uint32_t size = frame_ends(s);
        if (size == UINT32_MAX || size > capacity) continue;
        memcpy(bytes, s->in, size);
        *from = ox_address_of(OX_ADDRESS_SERIAL, s->config.number);
        return size;
    }
    return 0;
}

static void serial_tick(void *self, uint32_t now) {
    (void)now;
    serial_flush(self);
}

ox_transport ox_serial_transport(ox_serial *s) {
    static const ox_transport_table table = {serial_send, serial_receive, serial_tick, serial_flush, NULL};
    if (s->in == NULL) return (ox_transport){0};
    return (ox_transport){.table = &table,
                          .self = s,
                          .properties = {.payload = s->config.payload,
                                         .rate = s->config.rate,
                                         .lossy = true,
                                         .ordered = true,
                                         .trusted = true}};
}
