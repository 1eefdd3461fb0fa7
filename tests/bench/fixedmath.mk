# The list of calls of fixedmath as a program, for this machine, the Cortex-M3 and the big-endian machine.
FXBENCH_SRC := tests/bench/fixedmath_calls.c tests/bench/fixedmath_main.c
FXBENCH_MATH := $(sort $(wildcard fixedmath/*/*.c))

$(B)/fixedmath_bench: $(patsubst %.c,$(B)/obj/%.o,$(FXBENCH_SRC) $(FXBENCH_MATH)) $(B)/obj/gen/fixedmath_tables.o
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@

$(B)/mps2/fixedmath_bench.elf: $(patsubst %.c,$(B)/mps2/obj/%.o,$(FXBENCH_SRC) $(FXBENCH_MATH) \
	platform/mps2/mps2.c platform/mps2/counter.c) $(B)/mps2/obj/gen/fixedmath_tables.o
	$(MPS2_CC) $(MPS2_LINK) -Wl,--gc-sections $^ -o $@

$(B)/bigendian/fixedmath_bench: $(patsubst %.c,$(B)/bigendian/obj/%.o,$(FXBENCH_SRC) $(FXBENCH_MATH)) \
	$(B)/bigendian/obj/gen/fixedmath_tables.o
	$(BE_CC) -static $^ -o $@
