"""What a database holds already of what a release says."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, field

import msgspec

from db.bulk.manifest import Manifest
from db.rows import Answer, Found, Key
from db.store import Store

from ..sources import s2_datasets as datasets
from ..sources.base import Source


@dataclass(frozen=True)
class Known:
    """What was read before of the same shards of a release, whatever list they were read for.

    `manifests` are the SHA-256 of the manifests of these times, `records` tells by which
    number each key was found, None where the release has no such paper, `lists` of which
    papers the references and the citations are there.
    """

    manifests: frozenset[str]
    records: dict[Key, int | None] = field(default_factory=dict)
    lists: dict[str, frozenset[Key]] = field(default_factory=dict)

    def has_record(self, keys: Collection[Key], corpus_id: int | None) -> bool:
        """Return whether that is what is known of a paper, by whichever of its keys."""
        return any(key in self.records and self.records[key] == corpus_id for key in keys)


def load_known(store: Store, archive: Source, manifest: Manifest) -> Known:
    """Return what a database holds of the release and the shards that a manifest names."""
    read = (answer for _, answer in store.load_answers(datasets.NAME, datasets.RELEASE))
    manifests = frozenset(
        hashlib.sha256(answer.body).hexdigest() for answer in read if _is_of(answer, manifest)
    )
    if not manifests:
        return Known(manifests)
    records: dict[Key, int | None] = {}
    for _, answer in store.load_answers(datasets.NAME, datasets.RECORD):
        if datasets.manifest_of(answer.request) in manifests:
            found = [each for each in archive.read(answer) if isinstance(each, Found)]
            records |= {want.key: None for want in answer.request.wants}
            records |= {each.key: each.record.corpus_id for each in found}
    lists = {
        direction: frozenset(
            want.key
            for request in store.load_requests(datasets.NAME, direction)
            if datasets.manifest_of(request) in manifests
            for want in request.wants
        )
        for direction in datasets.LISTS
    }
    return Known(manifests, records, lists)


def _is_of(answer: Answer, manifest: Manifest) -> bool:
    try:
        kept = msgspec.json.decode(answer.body, type=Manifest)
    except msgspec.DecodeError:
        return False  # of another citeweave
    return (kept.release, kept.datasets) == (manifest.release, manifest.datasets)
