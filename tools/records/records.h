/* The layouts of rom/records.txt in memory, and the texts that are written from them.
 *
 * records_parse reads the text and places every field; the writers turn the result into C and into the tables
 * of FORMAT.md. All writers write to a FILE, so that main.c can compare instead of overwrite. */
#ifndef OXCART_TOOLS_RECORDS_RECORDS_H
#define OXCART_TOOLS_RECORDS_RECORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    RECORDS_MAX = 256,
    FIELDS_MAX = 56,
    VALUES_MAX = 80,
    NAME_MAX_BYTES = 48,
    TEXT_MAX_BYTES = 400,
    PRODUCT_MAX = 3,
    SPANS_MAX = 3
};

typedef enum kind {
    KIND_U8,
    KIND_U16,
    KIND_U32,
    KIND_I8,
    KIND_I16,
    KIND_I32,
    KIND_FX,
    KIND_ANGLE,
    KIND_COLOUR,
    KIND_ID,
    KIND_TAG,
    KIND_TEXT,
    KIND_RECORD,
    KIND_PAD,
    KIND_AT,
    KINDS
} field_kind;

typedef struct record record;

typedef struct field {
    field_kind kind;
    const record *of; /* KIND_RECORD: the record that is embedded */
    uint32_t count;   /* numbers side by side; bytes of a pad */
    uint32_t offset, bytes;
    char name[NAME_MAX_BYTES], text[TEXT_MAX_BYTES];
    bool has_least, has_most;
    int64_t least, most; /* in the number's own units */
    uint32_t since;      /* first version with the field: 0x0101; 0: from the beginning */
    char below[NAME_MAX_BYTES];
    char product[PRODUCT_MAX][NAME_MAX_BYTES]; /* names of fields */
    uint32_t factors;
    /* members of KIND_AT: */
    field_kind element;
    const record *element_record;
    uint32_t element_count, stride;
    char rows[NAME_MAX_BYTES]; /* the field that tells the number of rows, or "" */
    uint32_t fixed_rows;
    bool optional;
    uint32_t rising; /* words of the key that rises; 0: rows in any order */
    char spans[SPANS_MAX][NAME_MAX_BYTES];
    bool has_spans, has_within;
} field;

typedef struct constant {
    char name[NAME_MAX_BYTES], text[TEXT_MAX_BYTES];
    uint32_t value;
} constant;

struct record {
    char name[NAME_MAX_BYTES];   /* with hyphens */
    char symbol[NAME_MAX_BYTES]; /* MEMORY_CLASS */
    char tag[5], owner[NAME_MAX_BYTES], text[TEXT_MAX_BYTES], note[2 * TEXT_MAX_BYTES];
    uint32_t version; /* a chunk's version; 0: a record */
    bool plain, in_place, section;
    field fields[FIELDS_MAX];
    constant constants[VALUES_MAX];
    uint32_t field_count, constant_count;
    uint32_t size, base; /* bytes now, and in the first minor version */
    unsigned line;
};

typedef struct records {
    record list[RECORDS_MAX];
    uint32_t count;
} records;

/* Reads rom/records.txt. False after a sentence with file and line to stderr. */
bool records_parse(const char *path, records *all);

/* One field of a record by name, NULL when there is none. */
const field *records_field(const record *r, const char *name);

bool records_is_chunk(const record *r);

/* Whether an optional array may be absent though its count is not 0: the count is fixed, or an array before
 * this one has the same count. */
bool records_may_lack(const record *r, const field *f);

/* Bytes of one number, and the word of a kind: "u16". */
uint32_t records_kind_bytes(field_kind k);
const char *records_kind_name(field_kind k);

/* The identifier of a field's name (`first_plane`) or of a record's name (`memory_class`). */
void records_identifier(const char *name, char out[NAME_MAX_BYTES]);

void records_write_offsets(const records *all, FILE *out); /* rom/chunks.h */
void records_write_structs(const records *all, FILE *out); /* rom/records.h */
void records_write_rules(const records *all, FILE *out);   /* rom/check/record_rules.inc */
void records_write_fields(const records *all, FILE *out);  /* tools/record_fields.inc */
void records_write_writer(const records *all, FILE *out);  /* tools/record_writer.h */
void records_write_lock(const records *all, FILE *out);    /* rom/records.lock */
void records_write_samples(const records *all, FILE *out); /* tests/record_samples.inc */

/* The whole of FORMAT.md with the tables between its marks written anew; false when a mark is missing. */
bool records_write_format(const records *all, const char *old_text, FILE *out);

/* Whether the layouts may follow those of the lock. A chunk whose layout differs must have a higher version. A chunk
 * with the same major version may only have more fields at its end. False after a sentence for each offence.
 */
bool records_check_lock(const records *all, const char *path);

#endif
