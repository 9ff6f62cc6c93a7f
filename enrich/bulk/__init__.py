"""Semantic Scholar's dumps: fetching them, and taking from them what a list of papers needs."""
