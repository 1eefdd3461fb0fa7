# Counting names, handles and formatting on the Cortex-M3 and on this machine, for tests/bench/names.sh.
NAMES_BENCH_SRC := $(patsubst %.c,%.o,$(wildcard kernel/names/*.c kernel/text/*.c) kernel/handle/handle.c \
	kernel/bytes/bits.c kernel/bytes/packed.c kernel/debug/format.c rom/read/crc.c fixedmath/numbers/text.c)

$(B)/names_bench: $(B)/obj/tests/bench/names.o $(addprefix $(B)/obj/,$(NAMES_BENCH_SRC))
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@

$(B)/mps2/names.elf: $(addprefix $(B)/mps2/obj/,tests/bench/names.o $(NAMES_BENCH_SRC) platform/mps2/mps2.o \
	platform/mps2/counter.o)
	$(MPS2_CC) $(MPS2_LINK) $^ -o $@
