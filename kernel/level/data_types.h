/* Object types as data: each row of a data table (DATA, rom/FORMAT.md) is a type of objects, each column a field of theirs.
 *
 *     cart.txt:   data types types.csv
 *     types.csv:  key,mesh:id,health:i32,speed:fx,capacity:i32
 *                 orc,mesh/orc,30,1.5,40
 *
 *     ox_data_types types;
 *     ox_data_types_config config = {.capacity = 64, .components = {OX_NAME("place")}};
 *     ox_status status = ox_data_types_open(&types, chunk, &arena, &config);
 *     status = ox_data_types_add(&types, &world);                              now a spawner may say `orc` (spawner.h)
 *     const ox_field *mesh = ox_type_field(&types.record, OX_NAME("mesh"));
 *     ox_id look = (ox_id)ox_field_get(mesh, ox_object_data(&world, object), 0);
 *
 * A new row is a new type, and no program changes. All types of a table have the same fields, and begin with the values of their row;
 * what a level sets of an object comes on top. Besides the columns every object has its row's key as `type`, and `rotation` (four 16-bit
 * numbers, q2.14) and `scale` (fx), which spawners fill, where the table has no columns of these names. Columns of texts are no fields.
 * A column `capacity` says how many of a type there may be.
 *
 * A column's kind becomes the field's: i32 OX_I32, fx OX_FX, id OX_NAME_ID, colour OX_U32, switch OX_U32 of 0 and 1. All fields are
 * those of the simulation (OX_SIM). Fields cannot be more than 32; so many columns of numbers, ids, colours and switches a table may have.
 *
 * What was opened is used by the world for as long as that lives; the chunk is not looked at any more. OX_CLEAR is its end.
 *
 * Bytes: 28 a column, 44 and the record a row. Cost: a walk over the table. (Nystrom, Game Programming Patterns, "Type Object".) */
#ifndef OXCART_KERNEL_LEVEL_DATA_TYPES_H
#define OXCART_KERNEL_LEVEL_DATA_TYPES_H

#include "kernel/memory/arena.h"
#include "kernel/world/world.h"

enum { OX_DATA_TYPES_FIELDS = 35 }; /* 32 columns, type, rotation, scale */

typedef struct ox_data_types_config {
    uint16_t capacity;        /* of types without a column `capacity`, from 1 */
    uint16_t flags;           /* that objects begin with: ox_object_type.flags */
    const ox_object_ops *ops; /* of all of them, or NULL */
    ox_id components[OX_TYPE_COMPONENTS];
} ox_data_types_config;

typedef struct ox_data_types {
    ox_type record; /* of all of them */
    ox_field fields[OX_DATA_TYPES_FIELDS];
    ox_object_type *types; /* in the order of the table: by name */
    uint32_t count;
} ox_data_types;

/* Reads a DATA chunk that has passed rom_check_chunk; records go to the low end of the arena. The record stays where it is. OX_FULL: too
 * many columns; OX_BAD_DATA: a column that lies outside of the rows; OX_OUT_OF_MEMORY; OX_BAD_ARGUMENT: no capacity. Nothing is taken then. */
FX_MUST_CHECK ox_status ox_data_types_open(ox_data_types *types, const uint8_t *chunk, ox_arena *arena,
                                           const ox_data_types_config *config);

/* Adds all types to a world. The failure of the first that does not go in (ox_world_add_type); those before it stay. */
FX_MUST_CHECK ox_status ox_data_types_add(const ox_data_types *types, ox_world *world);

#endif
