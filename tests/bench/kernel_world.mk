# Operations of the world, counted on the Cortex-M3: see tests/bench/kernel_world.sh.
$(B)/mps2/kernel_world_bench.elf: $(patsubst %.c,$(B)/mps2/obj/%.o,tests/bench/kernel_world.c \
	platform/mps2/mps2.c platform/mps2/counter.c) $(MPS2_CORE_OBJ)
	$(MPS2_CC) $(MPS2_LINK) -Wl,--gc-sections $^ -o $@
