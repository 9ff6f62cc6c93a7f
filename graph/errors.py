"""What can be wrong with a question for a network."""


class GraphError(ValueError):
    """The network cannot be made or written as asked; the message is a sentence for a person."""
