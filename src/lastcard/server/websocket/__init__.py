"""WebSocket connections: reading, writing, measuring round trips."""
