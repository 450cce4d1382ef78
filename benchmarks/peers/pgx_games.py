"""Two card games of pgx, which has no UNO: many at once in one compiled loop with automatic reset and random legal moves."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset
from worker import Counts, serve

TABLES, STEPS = 1024, 64


def loop_of(game: str) -> Callable[[], Counts]:
    """A loop of this many steps of this many tables of a game."""
    env = pgx.make(game)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @functools.partial(jax.jit, donate_argnums=0)
    def many(state: Any, key: jax.Array) -> tuple[Any, jax.Array]:  # noqa: ANN401 - each game has its own
        def once(
            carry: tuple[Any, jax.Array, jax.Array], _: None
        ) -> tuple[tuple[Any, jax.Array, jax.Array], None]:
            now, chance, ended = carry
            chance, act, keys = jax.random.split(chance, 3)
            logits = jnp.log(now.legal_action_mask.astype(jnp.float32))
            then = step(now, jax.random.categorical(act, logits, axis=1), jax.random.split(keys, TABLES))
            return (then, chance, ended + then.terminated.sum()), None

        (state, _, ended), _ = jax.lax.scan(once, (state, key, jnp.zeros((), jnp.int32)), None, length=STEPS)
        return state, ended

    held: dict[str, Any] = {"key": jax.random.PRNGKey(1)}

    def work() -> Counts:
        if "state" not in held:
            held["state"] = jax.jit(init)(jax.random.split(held["key"], TABLES))
        held["key"], now = jax.random.split(held["key"])
        held["state"], ended = many(held["state"], now)
        return TABLES * STEPS, int(ended)

    return work


serve({game: loop_of(game) for game in sys.argv[1:]})
