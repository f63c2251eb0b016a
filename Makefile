# Everything runs on real servers and on a JDK 25, both of which are found (dev/jdk25) or installed (dev/services).

.DEFAULT_GOAL := help
.PHONY: help test deep mutants status format build docs clean

help: ## Show this list
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "  make %-8s %s\n", $$1, $$2 }'

test: ## Install servers if missing, check and test everything, count the tests
	@rm -rf target/requirements
	@dev/test verify

deep: ## The long tests only (tag "deep"); keeps what `make test` reported
	@TIDEMILL_TEST_RUN=deep dev/test verify -Dtests.groups=deep -Dtests.excluded=

mutants: ## Put faults in, one at a time, and show that the tests notice each of them
	@dev/mutants/run

status: ## Requirement by requirement: how many tests, and how they last ended (V=-v lists them)
	@dev/status $(V)

format: ## Format Java sources and poms
	@dev/mvn -q spotless:apply

build: ## Build quickly, without tests and checks
	@dev/mvn -q package -Dquick -DskipTests

docs: ## Write the generated documents anew (tests tagged "generated" check them)
	@TIDEMILL_UPDATE_DOCS=1 dev/mvn -q test -Dquick -Dtests.groups=generated -Dtests.excluded=

clean: ## Remove everything that was built
	@dev/mvn -q clean
