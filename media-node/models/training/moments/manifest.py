"""Writes a bundle's manifest.json: sizes and hashes of its files.

Export does so; by hand it is run after a change of the bundle's texts.
"""

import argparse
import hashlib
import json
from pathlib import Path

DESCRIPTION = {
    "name": "moments-en",
    "kind": "moment-text",
    "family": "sentence-judge",
    "version": "5",
    "title": "What an editor would take of an English conversation, sentence by sentence",
    "license": "Apache-2.0",
    "languages": ["en"],
    "priority": 10,
}


def write_manifest(bundle: Path) -> None:
    path = bundle / "manifest.json"
    files = [
        {
            "path": file.name,
            "sizeBytes": file.stat().st_size,
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        }
        for file in sorted(bundle.iterdir())
        if file != path
    ]
    path.write_text(json.dumps({**DESCRIPTION, "files": files}, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    write_manifest(parser.parse_args().bundle)


if __name__ == "__main__":
    main()
