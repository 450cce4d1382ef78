"""The table's server: an event log, one mailbox for each table, a WebSocket and a few HTTP addresses.

`app` wires the packages together; docs/architecture.md says what each is for, and tests/rooms/server/test_packages.py which
imports which. What goes over the wire is described in docs/protocol.md.
"""
