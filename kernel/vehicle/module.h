/* Vehicles as a module of the console (vehicle.h).
 *
 * Capacities: `vehicles`, and `axles` of all of them together. State: the components. An image asks by `with vehicle=` or `with axle=`. The module needs collision and
 * physics. */
#ifndef OXCART_KERNEL_VEHICLE_MODULE_H
#define OXCART_KERNEL_VEHICLE_MODULE_H

#include "kernel/vehicle/vehicle.h"

extern const ox_module ox_vehicle_module;

enum { OX_CAPACITY_VEHICLES, OX_CAPACITY_AXLES, OX_VEHICLE_CAPACITIES };
extern const ox_capacity ox_vehicle_capacities[OX_VEHICLE_CAPACITIES];

enum { OX_VEHICLE_NATIVES = 1, OX_VEHICLE_FIELDS = 4 };
extern const ox_script_native ox_vehicle_native_rows[OX_VEHICLE_NATIVES];

/* The console's vehicles; NULL: the image asks for none, or the player has no such module. */
ox_vehicles *ox_console_vehicles(const struct ox_console *console);

#endif
