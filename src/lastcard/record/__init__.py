"""Games as text: conformance scenarios, records of rounds and matches, replay."""
