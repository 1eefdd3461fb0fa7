/* A hundred triangles of three pixels, transformed and lit already, into a frame by three ways: calls for each vertex, records side by side, a stream for each attribute. (Game Programming Gems 1, 4.0.) */
#ifndef OXCART_TOOLS_MEASURE_SUBMISSION_H
#define OXCART_TOOLS_MEASURE_SUBMISSION_H

#include "raster/immediate.h"

enum { SUBMISSION_TRIANGLES = 100, SUBMISSION_VERTICES = 3 * SUBMISSION_TRIANGLES };

typedef enum submission_way { SUBMISSION_IMMEDIATE, SUBMISSION_RECORDS, SUBMISSION_STREAMS } submission_way;

typedef struct submission_record {
    int16_t uv[2];
    uint8_t colour[4];
    fx position[3];
} submission_record;

/* The vertices in both forms, and the frame. Zero is one that submission_open sets up. */
typedef struct submission {
    submission_record records[SUBMISSION_VERTICES];
    fx positions[SUBMISSION_VERTICES * 3];
    int16_t uvs[SUBMISSION_VERTICES * 2];
    uint8_t colours[SUBMISSION_VERTICES * 4];
    uint64_t list[32 * 1024], memory[256];
    rs_look look;
    rs_texture texture;
    rs_material material;
    rs_immediate immediate;
    rs_frame *frame;
    uint32_t vertex; /* of the calls one by one */
} submission;

/* False where a frame does not fit. */
bool submission_open(submission *s);

/* Begins a frame; false: it cannot. Then one way, once; and the calls for one vertex, one after the other. */
bool submission_begin(submission *s);
bool submission_do(submission *s, submission_way way);
void submission_begin_calls(submission *s);
void submission_call(submission *s);

#endif
