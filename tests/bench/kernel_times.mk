# Clocks, timers, tasks, jobs and actions, counted on the Cortex-M3: see tests/bench/kernel_times.sh.
$(B)/mps2/kernel_times_bench.elf: $(patsubst %.c,$(B)/mps2/obj/%.o,tests/bench/kernel_times.c \
	platform/mps2/mps2.c platform/mps2/counter.c) $(MPS2_CORE_OBJ)
	$(MPS2_CC) $(MPS2_LINK) -Wl,--gc-sections $^ -o $@
