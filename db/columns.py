"""What every table, view and column means, with its unit: declared once.

The pages of `citeweave browse` and the data dictionary in the README are this text.
"""

from collections.abc import Mapping
from dataclasses import dataclass

_PAPER = "Number of the paper in papers"
_SOURCE = "Name of the source in sources"
_ANSWER = "Number of the answer in answers"
_COLLECTION = "Number of the collection in collections"


@dataclass(frozen=True)
class Table:
    """A table or view: what a row is, and what each column holds."""

    about: str
    columns: Mapping[str, str]


TABLES: Mapping[str, Table] = {
    "papers": Table(
        "One row a paper: the listed ones and every paper that cites them or is cited by them. "
        "Each value comes from the best source that gave it; provenance says which and when.",
        {
            "id": "Number made from the strongest identifier, the same in every database",
            "title": "Title",
            "is_listed": "1 if a list names the paper, 0 if it was met as a citation or reference",
            "year": "Year of publication",
            "published": "Day of publication; for arXiv papers that of the first version (date)",
            "updated": "Day of the latest arXiv version (date)",
            "venue": "Journal or conference, as the source writes it",
            "arxiv_id": "arXiv id without version",
            "arxiv_version": "Latest arXiv version that was seen",
            "s2_paper_id": "Semantic Scholar's paper id, 40 hexadecimal digits",
            "corpus_id": "Semantic Scholar's corpus id",
            "doi": "DOI, in lower case",
            "openreview_id": "OpenReview forum id",
            "citation_count": "Papers that cite it anywhere, by Semantic Scholar's count (papers)",
            "influential_citation_count": "Those of the citing papers that Semantic Scholar's "
            "model calls highly influenced (papers)",
            "reference_count": "Entries of its bibliography, by Semantic Scholar's count (entries)",
            "primary_category": "arXiv's primary category",
            "abstract": "Abstract",
            "comment": "The authors' comment on arXiv",
            "journal_ref": "Journal reference on arXiv",
            "tldr": "One-sentence summary, written by Semantic Scholar's model",
            "fields_of_study": "Fields of study, by Semantic Scholar (JSON list)",
            "publication_types": "Kinds of publication, by Semantic Scholar (JSON list)",
            "open_access_pdf": "Link to a free PDF",
            "mentioned_in": "Answer that described the paper as the other end of a link",
        },
    ),
    "collections": Table(
        "The lists that were read.",
        {"id": "Number of the collection", "name": "Name of the collection"},
    ),
    "listed": Table(
        "One row for each paper of each collection, as the list gives it.",
        {
            "collection": _COLLECTION,
            "paper": _PAPER,
            "key": "Strongest identifier that the list gives, or its text",
            "decision": "Decision of the venue, in lower case (oral, spotlight, poster, …)",
            "title": "Title as listed",
            "abstract": "Abstract as listed",
            "listing": "What citeweave read from the line (JSON)",
            "given": "The paper's identifier exactly as the list writes it",
            "file": "File the line was read from",
            "line": "Line in that file, from 1",
            "listed_at": "When the list was first read with this paper (UTC)",
            "words_changed_after": "Last answer that was there when title or abstract changed",
        },
    ),
    "unusable_lines": Table(
        "Lines of the lists that could not be used, or only in part.",
        {
            "collection": _COLLECTION,
            "file": "File the line was read from",
            "position": "Running number, from 1",
            "line": "Line in that file, from 1",
            "reason": "Why it cannot be used, or which part of it",
            "text": "The line, cut short",
        },
    ),
    "authors": Table(
        "One row an author: by Semantic Scholar's author id, by name where there is none.",
        {
            "id": "Number of the author: the Semantic Scholar id, or made from the name",
            "name": "Name, as the best source writes it",
            "s2_author_id": "Semantic Scholar's author id",
        },
    ),
    "authorships": Table(
        "Who wrote which paper.",
        {
            "paper": _PAPER,
            "position": "Place in the paper's list of authors",
            "author": "Number of the author in authors",
            "name": "Name as printed on this paper",
            "affiliation": "Affiliation as given on arXiv",
        },
    ),
    "categories": Table(
        "arXiv categories of each paper.",
        {
            "paper": _PAPER,
            "category": "arXiv category, such as cs.LG",
            "is_primary": "1 for the primary category, else 0",
        },
    ),
    "citations": Table(
        "One row a link: the citing paper has the cited one in its bibliography.",
        {
            "citing": "Number of the paper that cites",
            "cited": "Number of the paper that is cited",
            "is_influential": "1 if Semantic Scholar's model calls the citation highly "
            "influential, 0 if not, empty if not asked",
            "seen_in_references": "1 if the references of the citing paper show the link",
            "seen_in_citations": "1 if the citations of the cited paper show the link",
        },
    ),
    "sightings": Table(
        "Which answer showed which link, in a source's list of a paper's references or citations.",
        {
            "paper": "Number of the paper whose list it is",
            "direction": "references or citations",
            "source": _SOURCE,
            "other": "Number of the paper at the other end of the link",
            "answer": "Latest answer that showed it",
        },
    ),
    "citation_contexts": Table(
        "Sentences in which one paper cites another.",
        {
            "citing": "Number of the paper that cites",
            "cited": "Number of the paper that is cited",
            "position": "Place of the sentence in the source's answer",
            "context": "The sentence",
            "intents": "Why it cites, by Semantic Scholar's model (JSON list)",
        },
    ),
    "unlinked_references": Table(
        "Bibliography entries and citations that Semantic Scholar could not tie to a paper. "
        "They are counted, and never part of a network.",
        {
            "paper": _PAPER,
            "direction": "references (entries of its bibliography) or citations (to it)",
            "source": _SOURCE,
            "position": "Place in the whole list of references or citations, from 1",
            "title": "Title as the source gives it",
            "year": "Year of publication",
            "answer": _ANSWER,
        },
    ),
    "embeddings": Table(
        "Vectors of papers, for likeness.",
        {
            "paper": _PAPER,
            "model": "Model that made the vector",
            "vector": "The vector (little-endian 32-bit floats)",
        },
    ),
    "identifiers": Table(
        "Every identifier under which a paper is known.",
        {
            "scheme": "arxiv, corpus, s2, doi, openreview or text",
            "value": "The identifier in its canonical spelling",
            "paper": _PAPER,
        },
    ),
    "resolutions": Table(
        "What was found for listed papers that came without an identifier: the best candidates "
        "of each, with all that speaks for and against them.",
        {
            "paper": _PAPER,
            "place": "1 for the best candidate",
            "band": "accepted (its identifiers are the paper's), review (a person has to "
            "decide) or rejected",
            "score": "Log-odds that it is the paper (bits; 10 is a thousand to one)",
            "candidate": "The candidate's strongest identifier, with its scheme",
            "candidate_title": "Title of the candidate",
            "candidate_authors": "Authors of the candidate",
            "candidate_year": "Year of the candidate",
            "candidate_venue": "Venue, journal reference or comment of the candidate",
            "candidate_abstract": "Abstract of the candidate",
            "title_score": "The title's part of the score (bits)",
            "abstract_score": "The abstract's part of the score (bits)",
            "authors_score": "The authors' part of the score (bits)",
            "year_score": "The year's part of the score (bits)",
            "venue_score": "The venue's part of the score (bits)",
            "evidence": "Each part with its level and weight (JSON)",
            "runner_up": "The next best candidate",
            "runner_up_score": "Log-odds of the next best candidate (bits)",
            "reason": "Why it is not accepted",
            "is_decided": "1 if a person decided, 0 if the score did",
            "method": "What made the score",
            "resolved_at": "When it was scored (UTC)",
            "paper_key": "The identifier that the list gives the paper, or its text",
            "keys": "All identifiers of the candidate (JSON)",
            "answers": "Numbers of the answers that show the candidate (JSON)",
        },
    ),
    "decisions": Table(
        "What a person decided of a candidate; no later run decides otherwise.",
        {
            "paper_key": "The identifier that the list gives the paper, or its text",
            "candidate": "The candidate's strongest identifier, with its scheme",
            "is_accepted": "1 if it is the paper, 0 if it is not",
            "decided_at": "When it was decided (UTC)",
        },
    ),
    "unresolved": Table(
        "Listed papers that came without an identifier and were not found, and why.",
        {
            "paper": _PAPER,
            "reason": "Why",
            "resolved_at": "When it was last tried (UTC)",
            "paper_key": "The identifier that the list gives the paper, or its text",
        },
    ),
    "judgements": Table(
        "What was known when papers without identifier were last judged; one row.",
        {
            "id": "1",
            "lists": "Hash of what lists and persons say of them",
            "last_answer": "Last answer that was there",
            "method": "How they were judged",
            "judged_at": "When (UTC)",
        },
    ),
    "searches": Table(
        "The parts of sources that look for a paper by its words.",
        {"source": _SOURCE, "part": "Name of the part, as in fetches and answers"},
    ),
    "fetches": Table(
        "What each source was asked about each paper, and what came of it.",
        {
            "paper": _PAPER,
            "source": _SOURCE,
            "part": "What was asked for: record, references, citations, reference_contexts, "
            "citation_contexts, or one of searches",
            "state": "found, partial (more is to come), absent (the source does not have it) "
            "or failed (no usable answer)",
            "reason": "Why it is absent or failed, in the source's words where it gives any",
            "tries": "Rounds that failed, each of several requests (rounds)",
            "expected": "Links that the source's own count promises (links)",
            "received": "Links to known papers that came (links)",
            "unlinked": "Entries beside those received, which lead to no known paper (entries)",
            "resume_at": "Where the next page starts; empty when complete (links)",
            "answer": _ANSWER,
            "at": "When it was last asked (UTC)",
        },
    ),
    "records": Table(
        "What each source says of each paper, before merging.",
        {
            "paper": _PAPER,
            "source": _SOURCE,
            "key_number": "Number made from the identifier that the source was asked by",
            "answer": _ANSWER,
            "answered_at": "When the source said so (UTC)",
            "fields": "The values, under the column names of papers (JSON)",
        },
    ),
    "answers": Table(
        "The raw answers of the services: everything else can be made again from them.",
        {
            "id": "Number of the answer",
            "run": "Number of the run that asked, in runs",
            "source": _SOURCE,
            "part": "What was asked for: record, references, citations, reference_contexts, "
            "citation_contexts, or one of searches; release for what a dump was",
            "request": "The request, complete (JSON)",
            "status": "HTTP status",
            "content_type": "Media type of the answer",
            "asked_at": "When the request was sent (UTC)",
            "answered_at": "When the answer was complete (UTC)",
            "size": "Length of the answer before compression (bytes)",
            "sha256": "SHA-256 of the answer before compression",
            "body": "The body as received (compressed with gzip or zlib)",
        },
    ),
    "runs": Table(
        "Each time a command wrote to this database.",
        {
            "id": "Number of the run",
            "command": "Command",
            "version": "Version of citeweave",
            "options": "Options in force, without any key (JSON)",
            "started_at": "Start (UTC)",
            "finished_at": "End (UTC); empty if it was cut off",
            "exit_code": "Exit code: 0 all well, 3 part is missing, 4 gave up on a service, "
            "130 stopped by hand",
            "outcome": "What came of it, in a sentence",
        },
    ),
    "run_services": Table(
        "What each run asked of each service.",
        {
            "run": "Number of the run in runs",
            "source": _SOURCE,
            "url": "Address that was asked: the real service's, or a stand-in's",
            "requests": "Requests sent, repeated ones included (requests)",
            "retries": "Requests that repeated an earlier one (requests)",
            "refusals": "Answers that asked to slow down, or refused us (answers)",
            "bytes": "Received, before decompression (bytes)",
            "waited": "Time spent waiting for the allowed pace (seconds)",
        },
    ),
    "sources": Table(
        "Where the data comes from, and on what terms.",
        {
            "name": "Short name",
            "rank": "Order of trust when sources differ: the smallest is believed first",
            "title": "Full name",
            "url": "Home page",
            "licence": "Terms of the data",
            "attribution": "Acknowledgement that the source asks for",
        },
    ),
    "source_schemes": Table(
        "By which identifiers each source can be asked.",
        {"source": _SOURCE, "scheme": "arxiv, corpus, s2 or doi"},
    ),
    "askable": Table(
        "Papers that some source can be asked about.",
        {"paper": _PAPER},
    ),
    "problems": Table(
        "What is missing, and why: papers that a source does not have, requests that failed, "
        "listed papers that no source can be asked about.",
        {
            "paper": _PAPER,
            "source": "Name of the source, or list",
            "part": "What is missing: record, references, citations, reference_contexts or "
            "citation_contexts",
            "state": "absent, failed or unresolved",
            "reason": "Why",
            "tries": "Rounds that failed, each of several requests (rounds)",
            "last_time": "When it was last asked, or first listed (UTC)",
        },
    ),
    "provenance": Table(
        "Which source gave which value of a paper, and when. Filter by paper.",
        {
            "paper": _PAPER,
            "field": "Column of papers",
            "value": "The value that the source gave",
            "source": _SOURCE,
            "answered_at": "When the source said so (UTC)",
            "answer": _ANSWER,
            "chosen": "1 if papers shows this value, 0 if a better source gave another",
        },
    ),
}

NETWORK_TABLES: Mapping[str, Table] = {
    "communities": Table(
        "Communities of the citation network among the listed papers (Leiden, resolution 1, "
        "seed 0), made anew when they are asked for; papers without a link are in none. Only in "
        "citeweave browse and ask.",
        {
            "paper": _PAPER,
            "community": "Number of the community; 1 is the largest",
            "name": "Its number and the most distinctive words of its titles",
        },
    ),
    "ties": Table(
        "Pairs of listed papers that share what they cite or who cites them, both ways round; of "
        "each paper the 100 that share most. Where over a million pairs share something, those "
        "that share least are left out first. Only in citeweave browse and ask.",
        {
            "kind": "coupling (they cite the same) or cocitation (the same papers cite them)",
            "paper": _PAPER,
            "other": "Number of the other paper in papers",
            "shared": "How many they share (papers)",
            "cosine": "That divided by the root of the product of what each has (Salton; 0 to 1)",
        },
    ),
}
"""Tables that are made from networks for whoever asks (see network_tables.py)."""


def data_dictionary() -> str:
    """Return every table and column as Markdown, for the README."""
    shown = {**TABLES, **NETWORK_TABLES}
    return "\n\n".join(_section(name, table) for name, table in shown.items()) + "\n"


def _section(name: str, table: Table) -> str:
    rows = (f"| `{column}` | {text} |" for column, text in table.columns.items())
    return "\n".join((f"### `{name}`", "", table.about, "", "| column | |", "|---|---|", *rows))
