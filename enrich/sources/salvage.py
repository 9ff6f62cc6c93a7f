"""Reading JSON that does not quite fit: what fits is kept, what does not is left out.

The quick way is msgspec's typed decoding of a whole body; this is for the rare body that
it refuses because of one field.
"""

import json
import re
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType

_HALF = re.compile("[\ud800-\udfff]")
_LONGEST_NUMBER = 400
"""Digits of a whole number; Python refuses to read a few thousand, and none is meant."""


def load(body: bytes) -> Any:
    """Return any JSON, half characters (lone surrogates) replaced. Raises ValueError.

    An endless number is null.
    """
    try:
        return _mended(json.loads(body, parse_int=_whole_number))
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


def _whole_number(digits: str) -> int | None:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else None


def fit(value: Any, kind: Any) -> Any:
    """Return a JSON value as a msgspec type, without the fields and items that do not fit.

    What does not fit at all is UNSET where the type allows that, else None.
    """
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, OverflowError):
        pass
    options = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    for option in options:
        if isinstance(value, dict) and isinstance(option, type) and issubclass(option, Struct):
            return option(
                **{
                    field.name: fit(value[field.encode_name], field.type)
                    for field in msgspec.structs.fields(option)
                    if field.encode_name in value
                }
            )
        if isinstance(value, list) and get_origin(option) is list:
            (item,) = get_args(option)
            return [fit(each, item) for each in value]
    return UNSET if UnsetType in options else None


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [_mended(each) for each in value]
    if isinstance(value, dict):
        return {_mended(name): _mended(each) for name, each in value.items()}
    return value
