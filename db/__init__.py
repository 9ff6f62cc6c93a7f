"""The database: its schema, the only code that writes it or names SQL, and its site."""
