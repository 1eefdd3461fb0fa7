/* Runs the list of calls: for their bits (a checksum each) or for their cost (instructions each).
 *
 *     fixedmath bits N      checksums over N words of results of every call; the same on every machine
 *     fixedmath cost        every call on 64 samples; a machine that counts instructions prints them for all
 *                           64, on others a profiler counts the functions call_NAME */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/fixedmath_calls.h"
#include "tests/ports/instructions.h"

#define COST_SAMPLES 64

static uint32_t checksum[512];

static void bits(long words) {
    rng128 r = rng128_seed(20260101);
    bench_sample s;
    int32_t out[BENCH_WORDS];

    memset(&s, 0, sizeof s);
    bench_sample_make(&s, &r, true); /* a sample whose transforms serve at first */
    for (long i = 0; i < words; i++) {
        bench_sample_make(&s, &r, false);
        for (int k = 1; k < bench_call_count; k++) {
            const bench_call *call = &bench_calls[k];
            uint32_t sum = checksum[k];

            if (i >= words / call->words) continue;
            memset(out, 0, sizeof out);
            call->call(&s, out);
            for (int w = 0; w < call->words; w++) {
                sum = (sum ^ (uint32_t)out[w]) * 16777619u;
                sum ^= sum >> 15;
            }
            checksum[k] = sum;
        }
    }
    for (int k = 1; k < bench_call_count; k++)
        printf("%s %08lx\n", bench_calls[k].name, (unsigned long)checksum[k]);
}

static void cost(void) {
    static bench_sample samples[COST_SAMPLES];
    rng128 r = rng128_seed(7);
    int32_t out[BENCH_WORDS] = {0};

    for (int i = 0; i < COST_SAMPLES; i++) bench_sample_make(&samples[i], &r, true);
    for (int k = 0; k < bench_call_count; k++) {
        uint32_t before = test_instructions(), spent;

        for (int i = 0; i < COST_SAMPLES; i++) bench_calls[k].call(&samples[i], out);
        spent = test_instructions() - before;
        if (spent != 0) printf("%s %lu\n", bench_calls[k].name, (unsigned long)spent);
    }
}

fx bench_same(fx a) { return a; }

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";

    if (bench_call_count > (int)(sizeof checksum / sizeof checksum[0])) return 2;
    if (strcmp(mode, "bits") == 0 && argc > 2) {
        bits(strtol(argv[2], NULL, 10));
    } else if (strcmp(mode, "cost") == 0) {
        cost();
    } else {
        fprintf(stderr, "fixedmath bits N | cost\n");
        return 2;
    }
    return 0;
}
