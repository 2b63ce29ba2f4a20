# basin - the front door.
#
#   make           ./basin, and libbasin and libbasin-full in build/, each .a and .so
#   make demo      a first look
#   make test      every test; the last line is "N passed, N failed" (T=text: only those so named)
#   make test-long random instances, sequences of calls, failures and kills in greater numbers, races,
#                  valgrind; takes long
#   make fuzz      each fuzz target for TIME (60) seconds (T=text: only those so named)
#   make coverage  which lines of the library no test runs
#   make bench     builds bench/*.c and runs bench/*.sh (T=text: only those so named)
#   make models    trains every models/NAME.train anew and builds them in (M=NAME: only that one)
#   make pictures  draws doc/pictures anew
#   make mpi       build/mpi/basin, the tool for several processes that mpirun starts
#   make deps      installs what is missing, where that is allowed
#   make install   PREFIX (/usr/local) and DESTDIR are honoured; make uninstall takes it away
#   make fresh     make demo and make test in bare Debians of their own; needs root, takes long
#   make exports   writes tests/exports.txt and python/basin/_header.py anew, after a change of the
#                  public header
#   make clean
#
# Files are found by where they lie; adding one needs no change here. WERROR=1 turns warnings into
# errors. All that is made lies in build/, except ./basin.

CC = gcc
CFLAGS = -O3 -g1
PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib
PYTHONDIR = $(PREFIX)/lib/python3/dist-packages
CLANG = clang

VERSION := $(shell sed -n 's/.*define BASIN_VERSION "\(.*\)".*/\1/p' include/basin.h)
MAJOR := $(firstword $(subst ., ,$(VERSION)))
B := build

ifeq ($(MAKELEVEL),0)
ifeq ($(filter -j%,$(MAKEFLAGS)),)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif
endif
MAKEFLAGS += --no-print-directory -r

# What distributions link with: addresses are settled before main and read-only from there on. Free.
HARDEN := -Wl,-z,relro,-z,now,-z,noexecstack

WARN := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wno-psabi
DIALECT := -std=c17 -Iinclude -Isrc -pthread -ffp-contract=off -fvisibility=hidden -fPIC
LIBS := -ljansson -lm -pthread
MORE_LIBS := -lstemmer -lz -ldl  # words, and pictures that load cairo
TOOL_LIBS := -lz -llzma -lbz2 -lzstd  # the tool unpacks files, the library does not
FLAGS = $(DIALECT) $(WARN) $(if $(WERROR),-Werror) $(if $(GUARD),$(GUARD) )$(CFLAGS)
# And what they compile with: a smashed stack and a call that would write past its block end the
# program. The second needs optimisation, and a caller may have set it.
GUARD = -fstack-protector-strong $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),$(if \
        $(findstring _FORTIFY_SOURCE,$(CFLAGS)),,-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))
# SANITIZE=1: addresses and undefined behaviour; SANITIZE=thread: races. FUZZER=1, with clang: for
# libFuzzer. COVERAGE=1: lines are counted.
SANITIZERS_1 := address,undefined
SANITIZERS_thread := thread
ifdef SANITIZE
GUARD =
CFLAGS = -O1 -g -fno-omit-frame-pointer
LINK := -fsanitize=$(SANITIZERS_$(SANITIZE))
DIALECT += $(LINK) -fno-sanitize-recover=all $(if $(FUZZER),-fsanitize=fuzzer-no-link)
endif
ifdef COVERAGE
GUARD =
CFLAGS = -O1 -g
DIALECT += --coverage -fprofile-update=atomic
LINK := --coverage
endif

# ------------------------------------------------------------------------------- the sources ----

ROOMS := base nn energy train sample format domain view
LIB_SRC := $(sort $(wildcard $(ROOMS:%=src/%/*.c) src/domain/*/*.c src/domain/*/*/*.c))
# libbasin is what another program embeds: no pictures, no words, the compact models alone.
# libbasin-full is all of it, with the same functions and more; the tool is made of that one.
MORE_SRC := $(filter src/view/% src/domain/crossword/% $(addprefix src/format/,puzzle% clues% \
            dictd% wordnet% run%),$(LIB_SRC))
# What stands beside the tool, and is linked to it: the reproduction of the paper, and the bench.
BESIDE_SRC := $(sort $(wildcard src/program/*.c src/paper/*.c src/bench/*.c))
PAPER_SRC := $(filter-out %_kernel.c,$(BESIDE_SRC))
CLI_SRC := $(sort $(wildcard src/cli/*.c))
KERNEL_SRC := $(filter %_kernel.c,$(LIB_SRC) $(BESIDE_SRC))
PLAIN_SRC := $(filter-out $(KERNEL_SRC),$(LIB_SRC))
TEST_SRC := $(sort $(wildcard tests/test_*.c tests/*/test_*.c tests/*/*/test_*.c))
PRELOAD_SRC := $(sort $(wildcard tests/preload/*.c))
HELP_SRC := $(filter-out $(TEST_SRC) $(PRELOAD_SRC),$(sort $(wildcard tests/*.c tests/*/*.c tests/*/*/*.c)))
BENCH_SRC := $(sort $(wildcard bench/*.c))
FUZZ_SRC := $(sort $(wildcard fuzz/fuzz_*.c))
EXAMPLE_SRC := $(sort $(wildcard examples/*.c))
PAGE := $(sort $(wildcard src/paper/page/*))
MODELS := $(sort $(wildcard models/*.safetensors))
CORE_MODELS := $(filter-out models/crossword%,$(filter %-compact.safetensors,$(MODELS)))

# A kernel is compiled once for each level of the processor; which one runs is chosen at run time.
LEVELS := sse2
ifneq ($(filter x86_64% i686% amd64%,$(shell $(CC) -dumpmachine 2>/dev/null)),)
LEVELS += avx2 avx512
endif
LEVEL_sse2 := -DBSN_LEVEL=sse2 -ffp-contract=fast
LEVEL_avx2 := -DBSN_LEVEL=avx2 -mavx2 -mfma -ffp-contract=fast
LEVEL_avx512 := -DBSN_LEVEL=avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma \
                -mprefer-vector-width=512 -ffp-contract=fast

# From sources to objects.
objects = $(patsubst src/%.c,$(B)/obj/%.o,$(filter $(PLAIN_SRC),$1)) \
          $(foreach l,$(LEVELS),$(patsubst src/%.c,$(B)/obj/%.$(l).o,$(filter $(KERNEL_SRC),$1)))
REGISTRIES := domain sampler extension
made = $(addprefix $(B)/$1/,$(REGISTRIES:%=%_registry.o) builtin.o builtin_data.o)
CORE_OBJ := $(call objects,$(filter-out $(MORE_SRC),$(LIB_SRC)))
FULL_OBJ := $(CORE_OBJ) $(call objects,$(MORE_SRC)) $(call made,full)
LEAN_OBJ := $(CORE_OBJ) $(call made,lean)
PAPER_OBJ := $(PAPER_SRC:src/%.c=$(B)/obj/%.o) $(call objects,$(filter %_kernel.c,$(BESIDE_SRC))) \
             $(B)/published_table.o $(B)/commit.o $(B)/page.o $(B)/page_data.o
CLI_OBJ := $(CLI_SRC:src/%.c=$(B)/obj/%.o)
# The networks once more in double precision: the tests hold derivatives against them.
DOUBLE_OBJ := $(patsubst src/%.c,$(B)/double/%.o,$(filter src/nn/%,$(PLAIN_SRC)))
HELP_OBJ := $(HELP_SRC:%.c=$(B)/%.o)
TESTS := $(TEST_SRC:%.c=$(B)/%)
BENCHES := $(BENCH_SRC:%.c=$(B)/%)
FUZZES := $(FUZZ_SRC:%.c=$(B)/%)
PRELOADS := $(PRELOAD_SRC:%.c=$(B)/%.so)
TOOL := $(if $(filter build,$(B)),basin,$(B)/basin)

# ------------------------------------------------------------------------------- the targets ----

.PHONY: all mpi demo test test-long fuzz coverage bench models pictures deps install uninstall fresh exports clean \
        lib tests fuzzes asan FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: lib $(if $(CLI_SRC),$(TOOL))
lib: $(foreach l,libbasin libbasin-full,$(B)/$l.a $(B)/$l.so)

demo: all
	@sh scripts/demo.sh

DEPS = CC='$(CC)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' CLANG='$(CLANG)' sh scripts/deps.sh
deps:
	@$(DEPS) build test

clean:
	rm -rf build basin

# Objects wait for this; the stamp keeps the check from costing anything the second time. Who asks
# for the tests hears of all that is missing at once.
build/deps.build build/deps.test: build/deps.%: scripts/deps.sh
	@mkdir -p build
	@ARRIVED=build/deps.arrived $(DEPS) $* $(if $(filter test,$(MAKECMDGOALS)),test)
	@touch $@
build/deps.test: | build/deps.build  # one apt-get at a time
# Objects are older than this file when a package came after them: they saw other headers.
build/deps.arrived: build/deps.build
	@test -e $@ || touch $@

# ----------------------------------------------------------------------------- how to compile ----

# What the compiler says is kept beside the object, so that `make test` can count warnings without
# compiling a second time.
define compile
@mkdir -p $(@D)
@echo '  CC   $@'
@$(CC) $(FLAGS) $1 -MMD -MP -c $< -o $@ 2>$@.warn || { cat $@.warn >&2; exit 1; }
@cat $@.warn >&2
endef

# A file that changes only when its content does.
define keep
@mkdir -p $(@D)
@{ $1; } > $@.new && if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
endef

$(B)/flags: FORCE
	$(call keep,echo '$(CC) $(FLAGS)')
$(B)/objects: FORCE
	$(call keep,echo '$(LEAN_OBJ) $(FULL_OBJ)')
$(B)/commit.c: FORCE
	$(call keep,sh scripts/commit.sh)

# What a library has of domains, samplers, extensions of models, and models.
ORDER_domain := queens sat color crossword
ORDER_sampler := basin
SRC_lean := $(filter-out $(MORE_SRC),$(LIB_SRC))
SRC_full := $(LIB_SRC)
MODELS_lean := $(CORE_MODELS)
MODELS_full := $(MODELS)
define library_rule
$(B)/$1/%_registry.c: FORCE
	$$(call keep,sh scripts/registry.sh $$* '$$(SRC_$1)' $$(ORDER_$$*))
$(B)/$1/builtin.c: FORCE
	$$(call keep,sh scripts/builtin.sh table builtin '$$(MODELS_$1)' \
	 '$$(filter-out $$(MODELS_$1),$$(MODELS))')
$(B)/$1/builtin_data.S: FORCE
	$$(call keep,sh scripts/builtin.sh data builtin '$$(MODELS_$1)')
endef
$(foreach l,lean full,$(eval $(call library_rule,$l)))

$(B)/published_table.c: src/paper/published.txt scripts/published.sh
	$(call keep,sh scripts/published.sh $<)
$(B)/page.c: FORCE
	$(call keep,sh scripts/builtin.sh table page '$(PAGE)')
$(B)/page_data.S: FORCE
	$(call keep,sh scripts/builtin.sh data page '$(PAGE)')

$(B)/obj/%.o: src/%.c $(B)/flags build/deps.arrived
	$(call compile)
$(B)/double/%.o: src/%.c $(B)/flags build/deps.arrived
	$(call compile,-DBSN_DOUBLE)
$(B)/%.o: $(B)/%.c $(B)/flags build/deps.arrived
	$(call compile)
$(B)/%.o: $(B)/%.S $(B)/flags build/deps.arrived $(MODELS) $(PAGE)
	$(call compile)
$(B)/tests/%.o: tests/%.c $(B)/flags build/deps.arrived | build/deps.test
	$(call compile,-Itests)
$(B)/bench/%.o: bench/%.c $(B)/flags build/deps.arrived
	$(call compile)
$(B)/fuzz/%.o: fuzz/%.c $(B)/flags build/deps.arrived
	$(call compile)

define level_rule
$(B)/obj/%.$1.o: src/%.c $(B)/flags build/deps.arrived
	$$(call compile,$$(LEVEL_$1))
endef
$(foreach l,$(LEVELS),$(eval $(call level_rule,$(l))))

-include $(shell find $(B) -name '*.d' 2>/dev/null)

# -------------------------------------------------------------------------------- how to link ----

$(B)/libbasin.a $(B)/libbasin.so.$(VERSION): $(LEAN_OBJ)
$(B)/libbasin-full.a $(B)/libbasin-full.so.$(VERSION): $(FULL_OBJ)
$(B)/libbasin%a: $(B)/objects
	@echo '  AR   $@'
	@rm -f $@
	@ar rcs $@ $(filter %.o,$^)

$(B)/libpaper.a: $(PAPER_OBJ)
	@rm -f $@
	@ar rcs $@ $(PAPER_OBJ)

# A shared library by its full name, and the two that lead to it. What a debugger needs is in the
# archive.
define shared_rule
$(B)/$1.so.$(VERSION): $(B)/objects
	@echo '  LD   $$@'
	@$$(CC) $$(LINK) $$(HARDEN) $$(LDFLAGS) -shared -Wl,-soname,$1.so.$(MAJOR) -Wl,-z,defs,--strip-debug -o $$@ \
	 $$(filter %.o,$$^) $2
$(B)/$1.so: $(B)/$1.so.$(VERSION)
	@ln -sf $$(notdir $$<) $(B)/$1.so.$(MAJOR)
	@ln -sf $1.so.$(MAJOR) $$@
endef
$(eval $(call shared_rule,libbasin,$(LIBS)))
$(eval $(call shared_rule,libbasin-full,$(LIBS) $(MORE_LIBS)))

$(TOOL): $(CLI_OBJ) $(B)/libpaper.a $(B)/libbasin-full.a
	@echo '  LD   $@'
	@$(CC) $(LINK) $(HARDEN) $(LDFLAGS) -o $@ $^ $(LIBS) $(MORE_LIBS) $(TOOL_LIBS)

# The tool with MPI in one object, which takes the place of its twin in the archive. Nothing else
# is compiled anew, and the library stays as it is.
MPI_SHOW = $(shell OMPI_CC='$(CC)' mpicc --showme:$1)
mpi: build/deps.mpi $(B)/mpi/basin
$(B)/mpi/ranks.o: src/program/mpi/ranks.c $(B)/flags build/deps.arrived | build/deps.mpi
	$(call compile,$(call MPI_SHOW,compile))
$(B)/mpi/basin: $(CLI_OBJ) $(B)/mpi/ranks.o $(B)/libpaper.a $(B)/libbasin-full.a
	@echo '  LD   $@'
	@$(CC) $(LINK) $(HARDEN) $(LDFLAGS) -o $@ $^ $(call MPI_SHOW,link) $(LIBS) $(MORE_LIBS) $(TOOL_LIBS)

$(TESTS): $(B)/%: $(B)/%.o $(HELP_OBJ) $(DOUBLE_OBJ) $(B)/libpaper.a $(B)/libbasin-full.a
	@$(CC) $(LINK) $(HARDEN) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS) $(MORE_LIBS)

$(BENCHES): $(B)/%: $(B)/%.o $(B)/libbasin-full.a
	@echo '  LD   $@'
	@$(CC) $(LINK) $(HARDEN) $(LDFLAGS) -o $@ $^ $(LIBS) $(MORE_LIBS)

# What is put before the C library lets calls of it fail.
$(PRELOADS): $(B)/%.so: $(B)/%.o
	@$(CC) $(HARDEN) $(LDFLAGS) -shared -Wl,-z,defs -o $@ $<

# A fuzz target has libFuzzer's main, or a plain one that replays its corpus. One of them reads
# command lines, another unpacks as the tool does.
$(B)/libcli.a: $(filter-out %/main.o,$(CLI_OBJ))
	@rm -f $@
	@ar rcs $@ $^
$(FUZZES): $(B)/%: $(B)/%.o $(if $(FUZZER),,$(B)/fuzz/replay.o) $(B)/libcli.a $(B)/libpaper.a $(B)/libbasin-full.a
	@$(CC) $(LINK) $(if $(FUZZER),-fsanitize=fuzzer) $(HARDEN) $(LDFLAGS) -o $@ $^ $(LIBS) $(MORE_LIBS) $(TOOL_LIBS)

# ------------------------------------------------------------------------------------- tests ----

# clang only reads the sources, with the same warnings; what it says is kept in a file each.
CLANG_LOGS := $(addprefix build/clang/,$(addsuffix .log,$(PLAIN_SRC) $(PAPER_SRC) $(CLI_SRC) \
              $(TEST_SRC) $(HELP_SRC) $(PRELOAD_SRC) $(BENCH_SRC) $(EXAMPLE_SRC) $(FUZZ_SRC) fuzz/replay.c \
              $(foreach l,$(LEVELS),$(KERNEL_SRC:%=%.$(l)))))

define clang_read
@mkdir -p $(@D)
@$(CLANG) $(DIALECT) $(WARN) -Itests $1 -fsyntax-only -MMD -MP -MF $@.d -MT $@ $< >$@ 2>&1 || \
 echo '$<: clang refuses this file' >>$@
endef
build/clang/%.c.log: %.c $(B)/flags | build/deps.test
	$(call clang_read)
define clang_rule
build/clang/%.c.$1.log: %.c $(B)/flags | build/deps.test
	$$(call clang_read,$$(LEVEL_$1))
endef
$(foreach l,$(LEVELS),$(eval $(call clang_rule,$(l))))

# A sanitizer has calls of its own before the C library.
tests: $(TESTS) $(if $(SANITIZE)$(COVERAGE),,$(PRELOADS))
fuzzes: $(FUZZES)
asan: | build/deps.test
	@$(MAKE) B=build/asan SANITIZE=1 tests fuzzes

# Every compiled file of ours has its warnings beside it.
GCC_LOGS = $(addsuffix .warn,$(FULL_OBJ) $(call made,lean) $(PAPER_OBJ) $(CLI_OBJ) $(DOUBLE_OBJ) $(HELP_OBJ) \
           $(TESTS:=.o) $(PRELOADS:.so=.o) $(BENCHES:=.o) $(FUZZES:build/%=build/asan/%.o) \
           build/asan/fuzz/replay.o)

test: all tests asan $(BENCHES:=.o) $(CLANG_LOGS)
	@BASIN=./basin CC='$(CC)' OVERRIDES='$(MAKEOVERRIDES)' T='$(T)' python3 tests/run.py \
	 --programs $(TESTS) $(TESTS:build/%=build/asan/%) $(FUZZES:build/%=build/asan/%) \
	 --scripts $(sort $(wildcard tests/*.sh)) --gcc $(GCC_LOGS) --clang $(CLANG_LOGS)

# The same searches on 25 times as many random instances and 100 times as many sequences of calls,
# with and without sanitizers; 300 times as many failures on purpose; races in what has threads;
# memory by valgrind in what is quick.
test_programs = $(foreach name,$2,$(filter %$(name),$(TESTS:build/%=$1/%)))
THREADED := test_pool test_solve test_together test_train test_refine test_own_same test_sequences
VALGRIND := test_json test_safetensors test_model_file test_cnf test_col test_puzzle test_queens
test-long: all tests asan
	@$(MAKE) B=build/tsan SANITIZE=thread $(call test_programs,build/tsan,$(THREADED))
	@set -e; for program in $(foreach b,build build/asan,$(call test_programs,$b,test_false_solved)); do \
	    echo "== $$program"; BASIN_TEST_TIMES=25 $$program; \
	done
	@set -e; for program in $(foreach b,build build/asan,$(call test_programs,$b,test_sequences)); do \
	    echo "== $$program"; BASIN_TEST_TIMES=100 $$program; \
	done
	@set -e; for program in $(call test_programs,build/tsan,$(THREADED)); do \
	    echo "== $$program"; TSAN_OPTIONS=halt_on_error=1 $$program; \
	done
	@BASIN=./basin BASIN_TEST_TIMES=300 bash tests/faults.sh
	@BASIN=./basin BASIN_TEST_TIMES=10 bash tests/kills.sh
	@set -e; command -v valgrind >/dev/null || { echo 'SKIP: valgrind is not installed'; exit 0; }; \
	for program in $(call test_programs,build,$(VALGRIND)); do \
	    echo "== valgrind $$program"; \
	    valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite $$program; \
	done

# Which lines of the library are never run, by the programs and by the scripts with a tool that
# counts; scripts that build something, or measure, are left out.
UNCOUNTED := bench verb_bench deps faults programs install layers skips limits python readme
coverage: build/deps.coverage
	@$(MAKE) B=build/coverage COVERAGE=1 tests all
	@CC='$(CC)' sh scripts/coverage.sh '$(filter-out $(UNCOUNTED:%=tests/%.sh),$(wildcard tests/*.sh))'

# All targets with libFuzzer, or, with AFL=1, with AFL++; corpora grow in build/, crashes lie beside.
TIME := 60
fuzz: build/deps.fuzz
	@$(MAKE) B=build/$(if $(AFL),afl,fuzz) CC='$(if $(AFL),afl-clang-fast,$(CLANG))' SANITIZE=1 FUZZER=1 fuzzes
	@TIME='$(TIME)' AFL='$(AFL)' T='$(T)' sh scripts/fuzz.sh
build/deps.fuzz build/deps.coverage build/deps.mpi: build/deps.%: scripts/deps.sh
	@mkdir -p build
	@$(DEPS) $*
	@touch $@
build/deps.fuzz: | build/deps.test

exports:
	sh scripts/exports.sh include/basin.h > tests/exports.txt
	sh scripts/exports.sh include/*.h > tests/exports-full.txt
	python3 scripts/declare.py include/basin.h > build/_header.py
	mv build/_header.py python/basin/_header.py

# ------------------------------------------------------------------ benches, models, install ----

bench: all $(BENCHES)
	@set -e; for script in $(sort $(wildcard bench/*$(T)*.sh)); do \
	    echo "== $$script"; BASIN=./basin BENCH=$(B)/bench bash "$$script"; \
	done

# The tool holds the models and the models come from the tool: train with what there is, one after
# the other (each uses all cores), and build again after each: crossword-paper learns from
# crossword-compact.
models: all
	@$(DEPS) models
	@set -e; for recipe in $(or $(M:%=models/%.train),$(sort $(wildcard models/*.train))); do \
	    name=$${recipe%.train}; arguments=$$(cat "$$recipe"); \
	    echo "  ./basin train $$arguments -o $$name.safetensors"; \
	    ./basin train $$arguments -o "$$name.safetensors"; \
	    $(MAKE) all; \
	done

pictures: all
	@BASIN=./basin sh scripts/pictures.sh doc/pictures

HEADERS := $(wildcard include/*.h)
LICENCES := LICENSE models/crossword.LICENSES.md
PYTHON := $(wildcard python/basin/*.py) python/basin/py.typed

install: all
	install -d $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 644 $(HEADERS) $(DESTDIR)$(PREFIX)/include
	set -e; for name in basin basin-full; do \
	    install -m 644 $(B)/lib$$name.a $(DESTDIR)$(LIBDIR); \
	    install -m 755 $(B)/lib$$name.so.$(VERSION) $(DESTDIR)$(LIBDIR); \
	    ln -sf lib$$name.so.$(VERSION) $(DESTDIR)$(LIBDIR)/lib$$name.so.$(MAJOR); \
	    ln -sf lib$$name.so.$(MAJOR) $(DESTDIR)$(LIBDIR)/lib$$name.so; \
	    case $$name in basin) needs='$(LIBS)' ;; *) needs='$(LIBS) $(MORE_LIBS)' ;; esac; \
	    sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	     -e "s|@NAME@|$$name|" -e "s|@LIBS@|$$needs|" \
	     basin.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/$$name.pc; \
	done
	install -d $(DESTDIR)$(PREFIX)/share/doc/basin
	install -m 644 $(LICENCES) $(DESTDIR)$(PREFIX)/share/doc/basin
	install -d $(DESTDIR)$(PYTHONDIR)/basin
	install -m 644 $(PYTHON) $(DESTDIR)$(PYTHONDIR)/basin
ifneq ($(CLI_SRC),)
	install -m 755 basin $(DESTDIR)$(PREFIX)/bin
endif
ifneq ($(wildcard doc/*.1),)
	install -d $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(wildcard doc/*.1) $(DESTDIR)$(PREFIX)/share/man/man1
endif
ifneq ($(wildcard completions/basin.bash),)
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 644 completions/basin.bash \
	 $(DESTDIR)$(PREFIX)/share/bash-completion/completions/basin
	install -D -m 644 completions/_basin \
	 $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_basin
	install -D -m 644 completions/basin.fish \
	 $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/basin.fish
endif
	@test -n '$(DESTDIR)' || echo "Programs find libbasin.so after ldconfig (as root), if" \
	 "$(LIBDIR) is one of its folders; else with LD_LIBRARY_PATH=$(LIBDIR), or linked with" \
	 "-Wl,-rpath,$(LIBDIR). The tool needs neither. Python finds the package with" \
	 "PYTHONPATH=$(PYTHONDIR)."

# tests/install.sh holds this against what install leaves.
uninstall:
	rm -f $(HEADERS:%=$(DESTDIR)$(PREFIX)/%) $(DESTDIR)$(PREFIX)/bin/basin \
	 $(foreach l,basin basin-full,$(addprefix $(DESTDIR)$(LIBDIR)/,lib$l.a lib$l.so.$(VERSION) \
	 lib$l.so.$(MAJOR) lib$l.so pkgconfig/$l.pc)) \
	 $(addprefix $(DESTDIR)$(PREFIX)/share/,$(patsubst doc/%,man/man1/%,$(wildcard doc/*.1)) \
	 bash-completion/completions/basin zsh/site-functions/_basin \
	 fish/vendor_completions.d/basin.fish $(addprefix doc/basin/,$(notdir $(LICENCES))))
	rm -f $(PYTHON:python/%=$(DESTDIR)$(PYTHONDIR)/%)
	rm -rf $(DESTDIR)$(PYTHONDIR)/basin/__pycache__
	@rmdir $(DESTDIR)$(PREFIX)/share/doc/basin $(DESTDIR)$(PYTHONDIR)/basin 2>/dev/null || true

# ----------------------------------------------------------------------------- a bare machine ----

fresh:
	@bash scripts/fresh.sh
