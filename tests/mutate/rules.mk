# Mutants: tests/mutate/mutate.py tells what it does. PLACE: files and folders with commas between; COUNT: how many are drawn, or all; SEED of the draw; JOBS: how
# many run at a time.
.PHONY: mutate
PLACE ?= fixedmath,raster,rom,kernel
COUNT ?= 200
SEED ?= 1
JOBS ?= 2
MUTATE_OBJ := $(TEST_OBJ) $(TOOL_OBJ) $(HOST_OBJ) $(CORE_OBJ)
mutate: $(B)/unit_tests
	@mkdir -p $(B)/mutate
	@printf '%s\n' $(MUTATE_OBJ) >$(B)/mutate/all_objects.txt
	@python3 -B tests/mutate/mutate.py --build $(B) --compiler '$(CC)' --flags '$(CFLAGS) $(CPPFLAGS) $(HOST_DEFINES) $(SDL_CFLAGS)' --libraries '$(LDFLAGS) $(SDL_LIBS) $(LDLIBS_HOST)' \
		--objects $(B)/mutate/all_objects.txt --list $(B)/gen/test_list.inc --place '$(PLACE)' --count $(COUNT) --seed $(SEED) --only '$(ONLY)' --jobs $(JOBS)
