# A game in C inside of this tree, to compare with the same game outside of it; and the one outside, linked for a Cortex-M3 (tests/scripts/costs/code_costs.sh).
$(B)/gba/code_twin.elf: GBA_LINK += -Wl,-u,rs_arm_lone_phong -Wl,--defsym,__stack_wanted=5120
$(B)/gba/code_twin.elf: $(GBA_PORT_OBJ) $(filter-out %/kernel/preset/cart.o,$(GBA_CORE_OBJ)) \
	$(addprefix $(B)/gba/obj/,platform/gba/main.o rom/carts/examples/sheepfold/in_c/sheepfold.o tests/ports/code_twin.o)

$(B)/mps2/code_twin.elf: $(addprefix $(B)/mps2/obj/,$(addprefix platform/mps2/,player.o crash.o mps2.o machine.o storage.o counter.o) tests/ports/code_twin.o) \
		$(filter-out %/kernel/preset/cart.o,$(MPS2_CORE_OBJ)) $(B)/mps2/outside.o
	$(MPS2_CC) $(MPS2_LINK) $^ -o $@
