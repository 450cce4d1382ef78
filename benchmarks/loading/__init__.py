"""The parts of `benchmarks/load.py`: a server in a process of its own, sockets that cost little, tables that play."""
