"""The table's server: an event log, one mailbox for each table, a WebSocket and a few HTTP addresses.

`app` wires it together; `state` and `commands` are pure; `table` gives each table its mailbox; `store` keeps
the log. What goes over the wire is described in docs/protocol.md.
"""
