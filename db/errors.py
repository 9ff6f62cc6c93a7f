"""What can be wrong with a database file.

DatabaseError
├── NoDatabase       there is no such file
├── NotADatabase     the file is something else, or damaged
├── NewerSchema      made by a later citeweave
└── DatabaseBusy     another process is writing
"""


class DatabaseError(Exception):
    """Base; the message is a sentence for a person."""


class NoDatabase(DatabaseError):
    pass


class NotADatabase(DatabaseError):
    pass


class NewerSchema(DatabaseError):
    pass


class DatabaseBusy(DatabaseError):
    pass
