"""Measures of a network: arrays in, one value a node out. One family a file."""
