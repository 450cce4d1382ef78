"""Games as text: records of rounds and matches, their replay, and conformance scenarios.

`read_record` and `write_record` handle a whole record, which `replay` plays; `read_entries` and `replay_entries` do the
same for a stream of lines.
"""

from lastcard.record.errors import RecordError
from lastcard.record.notation import (
    ActEntry,
    DealEntry,
    Header,
    LeaveEntry,
    Record,
    RecordEntry,
    ShuffledOrder,
    read_entries,
    read_record,
    rules_text,
    write_entry,
    write_header,
    write_record,
)
from lastcard.record.replay import RecordingShuffle, ReplayStep, replay, replay_entries

__all__ = [
    "ActEntry",
    "DealEntry",
    "Header",
    "LeaveEntry",
    "Record",
    "RecordEntry",
    "RecordError",
    "RecordingShuffle",
    "ReplayStep",
    "ShuffledOrder",
    "read_entries",
    "read_record",
    "replay",
    "replay_entries",
    "rules_text",
    "write_entry",
    "write_header",
    "write_record",
]
