"""Pages about what a database holds, for `citeweave browse` and `citeweave publish` alike.

A page is made of answers to the named questions of db/queries; a file in `pages` adds one.
"""
