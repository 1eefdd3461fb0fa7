# The example programs: one for each folder here with a NAME.c in it, built as $(B)/examples/NAME.
EXAMPLES := $(patsubst rom/carts/examples/%/,%,$(sort $(dir $(wildcard rom/carts/examples/*/*.c))))
EXAMPLE_PROGRAMS := $(addprefix $(B)/examples/,$(EXAMPLES))

define example_program
$(B)/examples/$(1): $(B)/obj/rom/carts/examples/$(1)/$(1).o
endef
$(foreach name,$(EXAMPLES),$(eval $(call example_program,$(name))))

$(EXAMPLE_PROGRAMS): $(B)/obj/tests/examples/main.o $(HOST_OBJ) $(CORE_OBJ)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

# The same as it would be released: without symbols, and without what it does not use.
$(addsuffix .release,$(EXAMPLE_PROGRAMS)): %.release: %
	$(CC) $(CFLAGS) $(LDFLAGS) -s -Wl,--gc-sections $(B)/obj/rom/carts/examples/$(*F)/$(*F).o $(B)/obj/tests/examples/main.o \
		$(HOST_OBJ) $(CORE_OBJ) -o $@ $(SDL_LIBS) $(LDLIBS_HOST)

.PHONY: examples example_programs
example_programs: $(EXAMPLE_PROGRAMS)
examples:
	@B=$(B) MAKE='$(MAKE)' sh tests/scripts/builds/examples.sh
