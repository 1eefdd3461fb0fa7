# Operations of the containers, counted on the Cortex-M3: see tests/bench/containers.sh.
$(B)/mps2/containers_bench.elf: $(patsubst %.c,$(B)/mps2/obj/%.o,tests/bench/containers.c \
	platform/mps2/mps2.c platform/mps2/counter.c) $(MPS2_CORE_OBJ)
	$(MPS2_CC) $(MPS2_LINK) -Wl,--gc-sections $^ -o $@
