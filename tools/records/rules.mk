# `make records` writes what rom/records.txt generates: offsets, structs, rules, descriptors, the packer's writer, the tables of
# FORMAT.md. All of it is kept in the tree; a build compares and fails when the text was changed without it.
RECORDS_SRC := $(sort $(wildcard tools/records/*.c))
RECORDS_MADE := rom/chunks.h rom/records.h rom/record_rules.inc rom/records.lock rom/FORMAT.md tools/record_fields.inc tools/record_writer.h tests/record_samples.inc

.PHONY: records
records: $(B)/recordgen
	$(B)/recordgen

$(B)/recordgen: $(RECORDS_SRC) tools/records/records.h
	@mkdir -p $(@D)
	$(HOSTCC) -std=c11 -O1 $(WARN) -I. $(RECORDS_SRC) -o $@

$(B)/records.same: $(B)/recordgen rom/records.txt $(RECORDS_MADE)
	$(B)/recordgen --check
	@touch $@

$(B)/obj/tools/layout.o: $(B)/records.same
