"""Speaks the held-out sentences with held-out voices: `test/ENGINE.npy` and `.json`, as synthesize.py writes shards."""
import argparse
import random
from pathlib import Path

from synthesize import speak_all, write_shard
from voices import HELD_OUT, Espeak, Flite, held_out_voice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    args = parser.parse_args()
    texts = (Path(__file__).parent / "test-sentences.txt").read_text().splitlines()
    folder = args.work / "test"
    folder.mkdir(parents=True, exist_ok=True)
    espeak, flite = Espeak(), Flite()
    for engine in HELD_OUT:
        rng = random.Random(3)
        jobs = [(text, held_out_voice(rng, engine)) for text in texts]
        write_shard(folder / engine, texts, [voice for _, voice in jobs], speak_all(jobs, espeak, flite))


if __name__ == "__main__":
    main()
