"""Games as text: records of rounds and matches, their replay, conformance scenarios.

`read_record` and `write_record` are for a whole record, `replay` plays it; `read_entries` and
`replay_entries` do the same as the lines come.
"""

from lastcard.record.faults import RecordError
from lastcard.record.notation import (
    Act,
    Deal,
    Entry,
    Header,
    Leaving,
    Record,
    Shuffled,
    read_entries,
    read_record,
    rules_text,
    write_entry,
    write_header,
    write_record,
)
from lastcard.record.replay import Chance, Moment, replay, replay_entries

__all__ = [
    "Act",
    "Chance",
    "Deal",
    "Entry",
    "Header",
    "Leaving",
    "Moment",
    "Record",
    "RecordError",
    "Shuffled",
    "read_entries",
    "read_record",
    "replay",
    "replay_entries",
    "rules_text",
    "write_entry",
    "write_header",
    "write_record",
]
