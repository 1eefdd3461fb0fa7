/* The functions that all transports have in common. */
#include "kernel/network/transport.h"

ox_status ox_transport_send(ox_transport *transport, const ox_address *to, const void *bytes, uint32_t size) {
    ox_status status = OX_UNSUPPORTED;
    if (transport->table != NULL) {
        status = size == 0 || size > transport->properties.payload
                     ? OX_BAD_ARGUMENT
                     : transport->table->send(transport->self, to, bytes, size);
    }
    if (ox_failed(status)) {
        transport->refused++;
    } else {
        transport->sent++;
        transport->sent_bytes += size;
    }
    return status;
}

uint32_t ox_transport_receive(ox_transport *transport, void *bytes, uint32_t capacity, ox_address *from) {
    uint32_t most = capacity < transport->properties.payload ? capacity : transport->properties.payload;
    uint32_t size =
        transport->table == NULL ? 0 : transport->table->receive(transport->self, bytes, most, from);
    transport->received += size > 0;
    transport->received_bytes += size;
    return size;
}

void ox_transport_tick(ox_transport *transport, uint32_t now) {
    if (transport->table != NULL && transport->table->tick != NULL)
        transport->table->tick(transport->self, now);
}

void ox_transport_flush(ox_transport *transport) {
    if (transport->table != NULL && transport->table->flush != NULL) transport->table->flush(transport->self);
}

void ox_transport_close(ox_transport *transport) {
    if (transport->table != NULL && transport->table->close != NULL) transport->table->close(transport->self);
    OX_CLEAR(transport);
}
