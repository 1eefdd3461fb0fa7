# A game in C inside of this tree, to compare with the same game outside of it (tests/scripts/costs/code_costs.sh).
$(B)/gba/code_twin.elf: GBA_LINK += -Wl,-u,rs_arm_lone_phong -Wl,--defsym,__stack_wanted=5120
$(B)/gba/code_twin.elf: $(GBA_PORT_OBJ) $(filter-out %/kernel/preset/cart.o,$(GBA_CORE_OBJ)) \
	$(addprefix $(B)/gba/obj/,platform/gba/main.o rom/carts/examples/sheepfold/in_c/sheepfold.o tests/gba/code_twin.o)
