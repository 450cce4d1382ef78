# Thin names for what run.py and the tools do; nothing here that they cannot do alone.
.PHONY: play test lint lock

play:
	python3 run.py

test:
	python3 run.py test

lint:
	.venv/bin/ruff check .
	.venv/bin/mypy

# Write the lock files anew. The test set is resolved first and holds the smaller sets to its versions.
UV_COMPILE = .venv/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock:
	$(UV_COMPILE) $(UPGRADE) pyproject.toml --group test -o requirements-test.lock
	$(UV_COMPILE) -c requirements-test.lock pyproject.toml -o requirements.lock
	$(UV_COMPILE) -c requirements-test.lock --group build -o requirements-build.lock
	$(UV_COMPILE) -c requirements-test.lock --group node -o requirements-node.lock
	$(UV_COMPILE) -c requirements-test.lock --group zig -o requirements-zig.lock
	$(UV_COMPILE) -c requirements-test.lock --group uv -o requirements-uv.lock
