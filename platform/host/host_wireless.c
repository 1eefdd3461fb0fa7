/* Wireless pads by UDP, and the air between a script's pad and the console. */
#include "platform/host/host_wireless.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform/host/host_internal.h"
#include "platform/host/host_network.h"

enum { PACKETS_A_POLL = 64 };

struct host_wireless {
    host_network *net;
    ox_transport way;
    struct wireless_row {
        ox_address from;
        plat_wireless pad;
        int place; /* 0: the row is free */
    } rows[HOST_WIRELESS_PADS];
};

host_wireless *host_wireless_open(uint16_t port, char *error, size_t error_size) {
    host_wireless *w = calloc(1, sizeof *w);
    if (w == NULL) {
        snprintf(error, error_size, "out of memory while opening; close other programs");
        return NULL;
    }
    w->net = host_network_open(&(host_network_options){.family = OX_ADDRESS_IPV4, .port = port}, error,
                               error_size);
    if (w->net == NULL) {
        free(w);
        return NULL;
    }
    w->way = host_network_transport(w->net);
    return w;
}

void host_wireless_close(host_wireless *wireless) {
    if (wireless == NULL) return;
    host_network_close(wireless->net);
    free(wireless);
}

/* The row of a sender, or a free one; NULL: there are pads enough. */
static struct wireless_row *row_of_sender(host_wireless *w, const ox_address *from) {
    struct wireless_row *free_row = NULL;
    for (int i = HOST_WIRELESS_PADS - 1; i >= 0; i--) {
        struct wireless_row *row = &w->rows[i];
        if (row->place != 0 && ox_address_equal(&row->from, from)) return row;
        if (row->place == 0) free_row = row;
    }
    return free_row;
}

static void take_packets(host_wireless *w) {
    uint8_t bytes[PLAT_WIRELESS_BYTES * 2];
    ox_address from;
    for (int i = 0; i < PACKETS_A_POLL; i++) {
        const uint32_t count = ox_transport_receive(&w->way, bytes, sizeof bytes, &from);
        if (count == 0) return;
        struct wireless_row *row = row_of_sender(w, &from);
        if (row == NULL) continue;
        if (row->place == 0) plat_wireless_begin(&row->pad, 0);
        if (!plat_wireless_take(&row->pad, bytes, count) || row->place != 0) continue;
        row->from = from;
        row->place = PLAT_DEVICES - 1 - (int)(row - w->rows);
    }
}

void host_wireless_poll(host_wireless *wireless, struct host_device *devices) {
    uint8_t answer[PLAT_WIRELESS_ANSWER];
    take_packets(wireless);
    for (int i = 0; i < HOST_WIRELESS_PADS; i++) {
        struct wireless_row *row = &wireless->rows[i];
        if (row->place == 0) continue;
        host_device *device = &devices[row->place];
        if (device->is_there) continue; /* a pad with a wire has the place */
        if (!plat_wireless_poll(&row->pad, &device->about, &device->in)) {
            row->place = 0;
            continue;
        }
        device->is_there = true;
        snprintf(device->about.name, sizeof device->about.name, "wireless pad %d", i + 1);
        if (plat_wireless_answer(&row->pad, answer))
            (void)!ox_transport_send(&wireless->way, &row->from, answer,
                                     sizeof answer); /* a lost one is sent again */
    }
}

bool host_wireless_shake(host_wireless *wireless, int place, int motor, uint32_t strength,
                         uint32_t milliseconds) {
    bool any = false;
    for (int i = 0; wireless != NULL && i < HOST_WIRELESS_PADS; i++) {
        struct wireless_row *row = &wireless->rows[i];
        if (row->place == 0 || (place != 0 && row->place != place)) continue;
        plat_wireless_shake(&row->pad, motor, strength, milliseconds);
        if (place == 0) plat_wireless_shake(&row->pad, motor + 1, strength, milliseconds);
        any = true;
    }
    return any;
}

bool host_wireless_light(host_wireless *wireless, int place, uint8_t lights) {
    for (int i = 0; wireless != NULL && i < HOST_WIRELESS_PADS; i++) {
        if (wireless->rows[i].place != place) continue;
        plat_wireless_light(&wireless->rows[i].pad, lights);
        return true;
    }
    return false;
}

/* ---- in the air ---- */

static uint32_t next_noise(host_air *air) {
    air->noise = air->noise * 1664525u + 1013904223u;
    return air->noise >> 16;
}

static void send_packet(host_air *air, const plat_device *device, const plat_input *own, uint32_t loss) {
    uint8_t bytes[PLAT_WIRELESS_BYTES];
    plat_wireless_say(&air->sender, own, device->battery, device->abilities, bytes);
    if (next_noise(air) % 100u < loss) return;
    for (int i = 0; i < HOST_AIR_PACKETS; i++) {
        if (air->packets[i].flies) continue;
        air->packets[i].flies = true;
        air->packets[i].due = air->tick + 2 + next_noise(air) % 4u;
        memcpy(air->packets[i].bytes, bytes, sizeof bytes);
        return;
    }
}

bool host_air_pass(host_air *air, bool is_plugged, uint32_t loss, plat_device *device, plat_input *own) {
    if (!air->begun) plat_wireless_begin(&air->receiver, 0);
    air->begun = true;
    if (is_plugged) send_packet(air, device, own, loss);
    for (int i = 0; i < HOST_AIR_PACKETS; i++) {
        if (!air->packets[i].flies || air->packets[i].due > air->tick) continue;
        (void)plat_wireless_take(&air->receiver, air->packets[i].bytes, PLAT_WIRELESS_BYTES);
        air->packets[i].flies = false;
    }
    air->tick++;
    if (!plat_wireless_poll(&air->receiver, device, own)) return false;
    snprintf(device->name, sizeof device->name, "wireless pad of the script");
    return true;
}
