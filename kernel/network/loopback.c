/* Queues of packets in memory. A slot is three words (size, sender, time when it is due) and the bytes. */
#include "kernel/network/loopback.h"

ox_status ox_loopback_init(ox_loopback *net, void *memory, size_t size, const ox_loopback_config *config) {
    if (config->endpoints < 1 || config->endpoints > OX_LOOPBACK_MOST || config->packets < 1 ||
        config->packets > 65535 || config->payload < 1 || config->payload > 65535 ||
        (uintptr_t)memory % sizeof(uint32_t) != 0)
        return OX_BAD_ARGUMENT;
    uint64_t words = (uint64_t)config->endpoints * config->packets * OX_LOOPBACK_SLOT_WORDS(config->payload);
    if (size / sizeof(uint32_t) < words) return OX_OUT_OF_MEMORY;
    OX_CLEAR(net);
    net->config = *config;
    net->memory = memory;
    for (uint32_t i = 0; i < config->endpoints; i++) net->ends[i].net = net;
    return OX_OK;
}

static uint32_t *slot_of(const ox_loopback_end *end, uint32_t index) {
    const ox_loopback *net = end->net;
    size_t number = (size_t)(end - net->ends) * net->config.packets + index % net->config.packets;
    return net->memory + number * OX_LOOPBACK_SLOT_WORDS(net->config.payload);
}

static ox_status loopback_send(void *self, const ox_address *to, const uint8_t *bytes, uint32_t size) {
    const ox_loopback_end *from = self;
    ox_loopback *net = from->net;
    if (to->family != OX_ADDRESS_LOOPBACK || to->port >= net->config.endpoints) return OX_NOT_FOUND;
    ox_loopback_end *end = &net->ends[to->port];
    if (end->waiting == net->config.packets) {
        net->refused++;
        return OX_FULL;
    }
    uint32_t *slot = slot_of(end, end->first + end->waiting);
    slot[0] = size;
    slot[1] = (uint32_t)(from - net->ends);
    slot[2] = net->now + net->config.delay;
    memcpy(slot + 3, bytes, size);
    end->waiting++;
    return OX_OK;
}

static uint32_t loopback_receive(void *self, uint8_t *bytes, uint32_t capacity, ox_address *from) {
    ox_loopback_end *end = self;
    while (end->waiting > 0) {
        const uint32_t *slot = slot_of(end, end->first);
        uint32_t size = slot[0];
        if (end->net->config.delay > 0 && (int32_t)(end->net->now - slot[2]) < 0) return 0;
        *from = ox_address_of(OX_ADDRESS_LOOPBACK, (uint16_t)slot[1]);
        if (size <= capacity) memcpy(bytes, slot + 3, size);
        end->first = (end->first + 1) % end->net->config.packets;
        end->waiting--;
        if (size <= capacity) return size;
    }
    return 0;
}

static void loopback_tick(void *self, uint32_t now) { ((ox_loopback_end *)self)->net->now = now; }

ox_transport ox_loopback_endpoint(ox_loopback *net, uint32_t index) {
    static const ox_transport_table table = {loopback_send, loopback_receive, loopback_tick, NULL, NULL};
    if (index >= net->config.endpoints) return (ox_transport){0};
    return (ox_transport){.table = &table,
                          .self = &net->ends[index],
                          .properties = {.payload = net->config.payload, .ordered = true, .trusted = true}};
}
