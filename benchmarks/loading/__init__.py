"""The parts of `benchmarks/load.py`: the server process, cheap sockets, and tables that play."""
