/* Breeds: kinds of monsters, weapons, tiles as data. Each breed is one const record, which all instances of the breed
 * share, and which may inherit fields from a parent.
 *
 *     static const monster troll = {.health = 25}, archer = {.attack = ID_SHOOTS};
 *     static const ox_breed table[] = {
 *         {.name = OX_NAME("troll"), .record = &troll},
 *         {.name = OX_NAME("troll_archer"), .parent = OX_NAME("troll"), .record = &archer, .inherits = 1u << 0}};
 *     ox_breeds monsters = {&monster_type, table, 2, NULL};
 *     int64_t health = ox_breed_get(&monsters, ARCHER, 0, 0);       field 0, value 0: the troll's 25
 *
 * `inherits` marks fields by their number in the descriptor, so a field may really be 0. A breed has one parent.
 * Inherited fields have two forms:
 *
 *     copied down   ox_breeds_copy_down, at pack or load time, makes whole records: ox_breed_record is one step,
 *                   parents are not looked at again. The usual form.
 *     looked up     without copies ox_breed_get climbs to the breed that has the field: an edit of a parent shows
 *                   in all its children at once.
 *
 * Instances hold the number of their breed and their current values. The behaviour of a breed is a field with the
 * number or name of a function that the program has in a table. (GPP, Type Object.)
 *
 * Cost, Cortex-M3 instructions: ox_breed_record 6; ox_breed_get about 40, and 15 for each other breed that a
 * step to a parent passes over. Bytes: 16 a breed and its record. */
#ifndef OXCART_KERNEL_TYPE_BREED_H
#define OXCART_KERNEL_TYPE_BREED_H

#include "kernel/type/type.h"

typedef struct ox_breed {
    ox_id name;
    ox_id parent;       /* 0: none */
    const void *record; /* the breed's own values */
    uint32_t inherits;  /* bit i: field i is the parent's; fields from 32 on are the breed's own */
} ox_breed;

typedef struct ox_breeds {
    const ox_type *type; /* of the records */
    const ox_breed *table;
    uint32_t count;
    const uint8_t *whole; /* records copied down, type->size apart; NULL: looked up */
} ox_breeds;

/* Checks a table of breeds. OX_BAD_DATA with a sentence in *why (may be NULL) for a parent that does not exist or a
 * name that stands in the table twice, OX_CYCLE for breeds that are their own ancestors. */
FX_MUST_CHECK ox_status ox_breeds_check(const ox_breeds *breeds, ox_text *why);

/* The number of a breed by its name, or OX_NOT_FOUND. */
int ox_breeds_find(const ox_breeds *breeds, ox_id name);

/* Writes whole records into count * type->size bytes aligned as the record, and uses the records from then on. The
 * table must have passed the check. OX_OUT_OF_MEMORY when `bytes` are too few. */
FX_MUST_CHECK ox_status ox_breeds_copy_down(ox_breeds *breeds, void *records, size_t bytes);

/* A field's value: from the whole record, or looked up. A number that does not exist asserts and gives 0. */
int64_t ox_breed_get(const ox_breeds *breeds, uint32_t breed, uint32_t field, uint32_t index);

/* The whole record; without copies the breed's own, in which inherited fields mean nothing. NULL (asserted)
 * for a breed that does not exist. */
const void *ox_breed_record(const ox_breeds *breeds, uint32_t breed);

/* Turns an instance into another breed, a corpse into a zombie: `allows` (may be NULL) judges whether the instance's
 * current values fit the new record, and `values` (may be NULL) are then clamped to the ranges of their descriptor.
 * OX_BAD_ARGUMENT, and nothing is changed, when `allows` refuses, or when there is no such breed.
 */
FX_MUST_CHECK ox_status ox_breed_turn(const ox_breeds *breeds, uint16_t *breed, uint32_t to,
                                      const ox_type *type, void *values,
                                      bool (*allows)(const void *record, const void *values));

#endif
