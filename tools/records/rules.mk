# What rom/records.txt generates: offsets, structs, rules, descriptors and the packer's writer go to $(B)/gen, which every port searches
# for headers. GNU make brings files that a makefile includes up to date first, so they are there before anything is compiled.
# The lock and the tables of FORMAT.md are kept in the tree; a build fails when the text was changed without `make records`.
RECORDS_SRC := $(sort $(wildcard tools/records/*.c))
RECORDS_FOLDERS := $(addprefix $(B)/gen/,rom rom/check tools tools/inspect tests)

.PHONY: records
records: $(B)/recordgen
	$(B)/recordgen

$(B)/recordgen: $(RECORDS_SRC) tools/records/records.h
	@mkdir -p $(@D)
	@$(HOSTCC) -std=c11 -O1 $(WARN) -I. $(RECORDS_SRC) -o $@

$(B)/gen/records.mk: $(B)/recordgen rom/records.txt rom/records.lock rom/FORMAT.md
	@mkdir -p $(RECORDS_FOLDERS)
	@$(B)/recordgen $(if $(filter records,$(MAKECMDGOALS)),,--check) --into $(B)/gen
	@echo '# The records were generated.' >$@

ifeq ($(filter clean help deps,$(MAKECMDGOALS)),)
include $(B)/gen/records.mk
endif
