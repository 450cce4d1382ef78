"""Running the server: settings, logging, metrics, limits, network, garbage collection."""
