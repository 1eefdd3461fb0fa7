# The allocators against the C library's heap; see memory.sh and tests/scripts/costs/memory_trace.sh.
MEMORY_TRACE_OBJ := $(patsubst %,$(B)/obj/kernel/memory/%.o,arena fault frame heap pool status tag) $(B)/obj/fixedmath/numbers/assert.o

$(B)/bench/memory_trace: $(B)/obj/tests/bench/memory_trace.o $(MEMORY_TRACE_OBJ)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ -o $@
