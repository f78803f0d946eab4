# SPDX-License-Identifier: MIT
# Names for what people do; the build rules themselves are SwiftPM's.

SHELL := /bin/bash
.DEFAULT_GOAL := help

PREFIX ?= /usr/local
DESTDIR ?=
export PICTURE ?=
FILTER ?=
QUALITY ?=
ARCH ?=
HOST ?=
JOBS ?= $(shell nproc)

STRICT := -Xswiftc -warnings-as-errors -Xcc -Werror -Xcc -Wall -Xcc -Wextra -Xcc -Wconversion \
	-Xcxx -Werror -Xcxx -Wall -Xcxx -Wextra
# Pixels are 5 to 20 times slower in a debug build, so tests run optimised.
TESTED := -c release -Xswiftc -enable-testing $(STRICT) -j $(JOBS)
ONLY := $(if $(FILTER),--filter $(FILTER),)
NEEDS := Packaging/install-dependencies
# Where make verify wants each test's outcome.
XUNIT := $(if $(PRISM_RESULTS),--xunit-output $(PRISM_RESULTS)/tests.xml)
export PRISM_CONFORMANCE_TABLE := $(if $(PRISM_RESULTS),$(PRISM_RESULTS)/capabilities-mock.txt)

.PHONY: help build demo test check format sanitize soak quality bench bench-peers debian13 \
	verify verify-bridge verify-machine verify-arm64 deb verify-packages deploy install clean

help: ## Lists these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' Makefile

build: ## Builds the programs, optimised
	@$(NEEDS) build
	swift build -c release -j $(JOBS)

demo: ## Makes a photograph, a short time-lapse and a page of filters in ./demo (PICTURE=file to photograph that)
	@$(NEEDS) build
	@$(NEEDS) --optional judges
	swift build -c release -j $(JOBS) --product prism
	@Packaging/demo "$$(swift build -c release --show-bin-path)/prism"

test: ## Runs every test on the mock camera (FILTER=regex for some of them)
	@$(NEEDS) build judges
	swift build --build-tests --scratch-path .build/test $(TESTED)
	swift test --skip-build --scratch-path .build/test --no-parallel $(TESTED) $(ONLY) $(XUNIT)

check: ## Formatters and the tests of the source tree itself
	@$(NEEDS) format
	@Packaging/check

format: ## Formats Swift, C and C++ in place
	@$(NEEDS) format
	@Packaging/check --fix

sanitize: ## Runs the tests under ThreadSanitizer, then AddressSanitizer and UBSan
	@$(NEEDS) build judges
	Packaging/sanitize $(ONLY)

soak: ## Runs the long variants: 200 kills instead of 20, and the leak loops
	@$(NEEDS) build judges
	swift build --build-tests --scratch-path .build/test $(TESTED)
	PRISM_SOAK=1 swift test --skip-build --scratch-path .build/test $(TESTED) $(ONLY)

quality: ## Judges prism night by bursts of known truth (QUALITY="--drawn 12 --seed 7")
	@$(NEEDS) build
	swift build -c release -j $(JOBS) --product prism
	@Tests/Quality/run --prism "$$(swift build -c release --show-bin-path)/prism" $(QUALITY)

bench: ## Measures the numbers that the project promises
	@$(NEEDS) build
	swift build -c release -j $(JOBS)
	"$$(swift build -c release --show-bin-path)/prism-bench" --check

bench-peers: ## Races the kernels against OpenCV, libyuv, FFmpeg and vips
	@$(NEEDS) peers
	$(MAKE) -C Benchmarks bench-peers

debian13: ## Runs the tests on Debian 13, through real libcamera, in a root of its own
	@$(NEEDS) debian13
	Tests/Platforms/debian13/setup
	Tests/Platforms/debian13/run

verify: ## Runs all verifications whose inputs changed, and prints one table (PART=names for some)
	@$(NEEDS) build judges format arm64 debian13 machine
	@Tests/Platforms/verify/verify $(PART)

verify-bridge: ## Builds, probes and runs the plug-in against every libcamera that Debian has
	@$(NEEDS) debian13
	Tests/Platforms/debian13/setup
	Tests/Platforms/debian13/run programs
	Tests/Platforms/bridge/setup
	Tests/Platforms/bridge/run

verify-machine: ## Boots a kernel with display and camera drivers in an emulator; checks screens, cameras, unplugging
	@$(NEEDS) build judges debian13 machine
	Tests/Platforms/debian13/setup
	Tests/Platforms/debian13/run programs plugin
	Tests/Platforms/machine/setup
	Tests/Platforms/machine/run

verify-arm64: ## Builds for arm64 and runs kernels, program and tests under an emulator, in a root of its own
	@$(NEEDS) debian13
	Tests/Platforms/debian13/setup
	Tests/Platforms/arm64/setup
	Tests/Platforms/arm64/run

deb: ## Makes the packages for amd64 and arm64 in .build/deb, in a root of its own (ARCH=amd64 for one)
	@$(NEEDS) debian13
	Tests/Platforms/debian13/setup
	Tests/Platforms/arm64/setup
	Tests/Platforms/deb/build $(ARCH)

verify-packages: deb ## Installs, uses, upgrades and purges the packages in a fresh Debian 13; deploys them; boots with their service
	@$(NEEDS) debian13 machine
	Tests/Platforms/deb/run
	Tests/Platforms/deploy/run
	Tests/Platforms/machine/setup
	Tests/Platforms/deb/boot

deploy: ## Installs the packages on a board (HOST=user@board)
	@Packaging/deploy "$(HOST)"

# No build: it runs as root, and root's own build would leave files that the user cannot replace.
install: ## Installs under PREFIX (/usr/local) what make build made; DESTDIR is honoured
	@Packaging/install "$(DESTDIR)" "$(PREFIX)"

clean: ## Removes everything that was built
	swift package clean
	rm -rf .build/test .build/check .build/thread .build/address
