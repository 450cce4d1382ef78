"""Random play over random rules, and the laws that hold at every step of it.

`python -m tests.laws.walker --steps 1000000 --seed S` walks as far as one likes; the tests in this folder walk a little.
"""
