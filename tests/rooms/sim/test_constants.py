"""The compiled kernel's constants are constants of C: Cython alone would read each from memory at every use."""

from __future__ import annotations

from sim_build import fold_constants

CODE = """\
static int __pyx_v_8lastcard_3sim_6kernel_TURN;
static unsigned PY_LONG_LONG __pyx_v_8lastcard_3sim_6kernel_FULL; /* all */
static PyObject *__pyx_v_8lastcard_3sim_6kernel_NAMES;
  x = __pyx_v_8lastcard_3sim_6kernel_TURN + __pyx_v_8lastcard_3sim_6kernel_FULL;
  __pyx_v_8lastcard_3sim_6kernel_TURN = 1;
  __pyx_v_8lastcard_3sim_6kernel_FULL = 0xFFFFFFFFFFFFFFFFU;
  __pyx_v_8lastcard_3sim_6kernel_NAMES = __pyx_t_3;
"""


def test_what_is_set_to_a_number_once_becomes_a_constant() -> None:
    """Declaration and setting go, uses stay, and what is no number is left alone."""
    folded = fold_constants(CODE)
    assert "#define __pyx_v_8lastcard_3sim_6kernel_TURN ((int)1ULL)" in folded
    assert (
        "#define __pyx_v_8lastcard_3sim_6kernel_FULL ((unsigned PY_LONG_LONG)0xFFFFFFFFFFFFFFFFULL)" in folded
    )
    assert "TURN = 1" not in folded
    assert "x = __pyx_v_8lastcard_3sim_6kernel_TURN + " in folded
    assert "static PyObject *__pyx_v_8lastcard_3sim_6kernel_NAMES;" in folded
    assert "NAMES = __pyx_t_3;" in folded
