/* Packets: heads, messages, sums. */
#include "kernel/network/packet.h"

#include <string.h>

#include "kernel/network/bytes_internal.h"
#include "kernel/network/wire.h"
#include "rom/rom.h"

_Static_assert((int)OX_PACKET_VERDICTS == (int)OX_TRANSPORT_VERDICTS, "a counter for each");

enum { KIND_BITS = 15, NO_BITS = 0x80 };

uint16_t ox_packet_protocol(uint32_t version, uint32_t cart, uint32_t interface_hash) {
    uint8_t bytes[12];
    put_u32(bytes, version);
    put_u32(bytes + 4, cart);
    put_u32(bytes + 8, interface_hash);
    return (uint16_t)rom_crc32(0, bytes, sizeof bytes);
}

/* Gives the bytes of the checksum behind a packet of a transport; false: the transport may carry no packets. */
static bool sum_of(const ox_transport *transport, uint32_t *bytes) {
    const ox_transport_properties *p = &transport->properties;
    *bytes = p->secured ? 0 : OX_PACKET_SUM;
    return p->secured || p->trusted || (OX_DEBUG && p->open);
}

/* ---- writing ---- */

void ox_packet_begin(ox_packet_writer *w, void *bytes, uint32_t size, const ox_packet *head) {
    uint32_t used = head->reliable ? OX_PACKET_RELIABLE_HEAD : OX_PACKET_HEAD;
    *w = (ox_packet_writer){.bytes = bytes, .size = size, .full = used > size};
    FX_CHECK_OR(head->kind < OX_PACKET_KINDS, "no such kind of packet", w->full = true);
    if (w->full) return;
    put_u16(w->bytes, head->protocol);
    w->bytes[2] = (uint8_t)(head->kind | (head->reliable ? OX_PACKET_RELIABLE : 0) |
                            (head->fragment ? OX_PACKET_FRAGMENT : 0));
    w->bytes[3] = head->slot;
    if (head->reliable) {
        put_u16(w->bytes + 4, head->sequence);
        put_u16(w->bytes + 6, head->acknowledged);
        put_u32(w->bytes + 8, head->acknowledged_mask);
    }
    w->used = used;
}

ox_status ox_packet_add(ox_packet_writer *w, const ox_message *message) {
    if (message->channel >= OX_MESSAGE_CHANNELS) return OX_BAD_ARGUMENT;
    if (w->full) return OX_FULL;
    ox_wire_writer to = ox_wire_writer_over(w->bytes + w->used, w->size - w->used);
    ox_wire_put_bits(&to, message->type, 8);
    ox_wire_put_bits(&to, message->channel, 3);
    ox_wire_put_bool(&to, message->reliable);
    ox_wire_put_bool(&to, message->ordered);
    ox_wire_put_bits(&to, 0, 3);
    if (message->reliable || message->ordered) ox_wire_put_bits(&to, message->id, 16);
    ox_wire_put_varint(&to, message->length);
    uint32_t head = (uint32_t)ox_wire_written(&to);
    if (to.bad || message->length > w->size - w->used - head) return OX_FULL;
    if (message->length > 0) memcpy(w->bytes + w->used + head, message->bytes, message->length);
    w->used += head + message->length;
    return OX_OK;
}

uint32_t ox_packet_end(ox_packet_writer *w, const ox_transport *transport) {
    uint32_t sum;
    if (!sum_of(transport, &sum) || w->full || sum > w->size - w->used) return 0;
    if (sum > 0) put_u32(w->bytes + w->used, rom_crc32(0, w->bytes, w->used));
    return w->used + sum;
}

/* ---- reading ---- */

/* Reads the message at the front of `size` bytes; returns its bytes, 0 when there is no valid message. */
static uint32_t message_at(const uint8_t *at, uint32_t size, ox_message *message) {
    ox_wire_reader from = ox_wire_reader_over(at, size);
    *message = (ox_message){.type = (uint8_t)ox_wire_get_bits(&from, 8)};
    message->channel = (uint8_t)ox_wire_get_bits(&from, 3);
    message->reliable = ox_wire_get_bool(&from);
    message->ordered = ox_wire_get_bool(&from);
    if (ox_wire_get_bits(&from, 3) != 0) return 0;
    if (message->reliable || message->ordered) message->id = (uint16_t)ox_wire_get_bits(&from, 16);
    message->length = ox_wire_get_varint(&from);
    uint32_t used = (uint32_t)(from.bits / 8);
    if (from.bad || message->length > size - used) return 0;
    message->bytes = at + used;
    return used + message->length;
}

bool ox_packet_next(const ox_packet *packet, ox_message *message) {
    const uint8_t *at = message->bytes == NULL ? packet->messages : message->bytes + message->length;
    uint32_t left = packet->size - (uint32_t)(at - packet->messages);
    return left > 0 && message_at(at, left, message) > 0;
}

static bool messages_add_up(const uint8_t *at, uint32_t size) {
    ox_message message;
    while (size > 0) {
        uint32_t used = message_at(at, size, &message);
        if (used == 0) return false;
        at += used;
        size -= used;
    }
    return true;
}

static ox_packet_verdict judge_packet(ox_packet *packet, const uint8_t *bytes, uint32_t size,
                                      uint16_t protocol, const ox_transport *transport) {
    uint32_t sum;
    if (!sum_of(transport, &sum)) return OX_PACKET_UNPROTECTED;
    if (size < OX_PACKET_HEAD + sum) return OX_PACKET_SHORT;
    size -= sum;
    if (sum > 0 && rom_u32(bytes + size) != rom_crc32(0, bytes, size)) return OX_PACKET_DAMAGED;
    uint32_t kind = bytes[2] & KIND_BITS, flags = bytes[2] & ~(uint32_t)KIND_BITS;
    if (rom_u16(bytes) != protocol)
        return bytes[2] == OX_PACKET_CONNECT ? OX_PACKET_OTHER_CONNECT : OX_PACKET_OTHER_PROTOCOL;
    if (kind >= OX_PACKET_KINDS || (flags & (NO_BITS | OX_PACKET_SECURED)) != 0) return OX_PACKET_BAD_KIND;
    ox_packet found = {.protocol = protocol,
                       .kind = (uint8_t)kind,
                       .slot = bytes[3],
                       .reliable = (flags & OX_PACKET_RELIABLE) != 0,
                       .fragment = (flags & OX_PACKET_FRAGMENT) != 0};
    uint32_t head = found.reliable ? OX_PACKET_RELIABLE_HEAD : OX_PACKET_HEAD;
    if (size < head) return OX_PACKET_SHORT;
    if (found.reliable) {
        found.sequence = rom_u16(bytes + 4);
        found.acknowledged = rom_u16(bytes + 6);
        found.acknowledged_mask = rom_u32(bytes + 8);
    }
    found.messages = bytes + head;
    found.size = size - head;
    if (!messages_add_up(found.messages, found.size)) return OX_PACKET_BAD_LENGTH;
    *packet = found;
    return OX_PACKET_GOOD;
}

ox_packet_verdict ox_packet_read(ox_packet *packet, const uint8_t *bytes, uint32_t size, uint16_t protocol,
                                 ox_transport *transport) {
    ox_packet_verdict verdict = judge_packet(packet, bytes, size, protocol, transport);
    transport->verdicts[verdict]++;
    return verdict;
}

const char *ox_packet_verdict_name(ox_packet_verdict verdict) {
    static const char *const names[OX_PACKET_VERDICTS] = {"good",
                                                          "too short",
                                                          "damaged",
                                                          "of another protocol",
                                                          "a connect of another protocol",
                                                          "of no known kind",
                                                          "a wrong length",
                                                          "not protected"};
    return (unsigned)verdict < OX_PACKET_VERDICTS ? names[verdict] : "unknown";
}
