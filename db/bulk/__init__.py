"""All of Semantic Scholar's graph, from its dumps, by the same questions as from the API.

The questions are plain SQL, written once in queries/, and asked of one of two engines:
DuckDB on this machine, or Apache Spark where the dumps lie on a cluster.
"""
