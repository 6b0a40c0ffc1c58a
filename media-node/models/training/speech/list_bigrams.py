"""Writes the unigrams and bigrams of the CMU Sphinx language model as ARPA text.

pocketsphinx 5.1 writes them and then crashes at the trigrams of this model, so
the writing is done in a process of its own whose end does not matter; what
follows the bigrams is cut off.
"""
import argparse
import subprocess
import sys
from pathlib import Path

WRITE = """
import sys
from pocketsphinx import Config, LogMath, NGramModel
model = NGramModel(Config(lm=None, hmm=None, dict=None), LogMath(1.0001), sys.argv[1])
model.write(sys.argv[2], NGramModel.str_to_type("arpa"))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--model", type=Path, required=True, help="en-us.lm.bin")
    args = parser.parse_args()
    whole = args.output.with_suffix(".partial")
    subprocess.run([sys.executable, "-c", WRITE, str(args.model), str(whole)], check=False)
    bigrams, section = 0, 0
    with whole.open(encoding="utf8", errors="replace") as lines, args.output.open("w", encoding="utf8") as output:
        for line in lines:
            if line.startswith("\\"):
                section = int(line[1]) if line[1].isdigit() else 0
            if section == 3:
                break
            is_bigram = section == 2 and len(line.split("\t")) == 4
            if section < 2 or is_bigram or line.startswith("\\"):
                output.write(line)
            bigrams += is_bigram
        output.write("\\end\\\n")
    whole.unlink()
    print(f"{bigrams} bigrams")


if __name__ == "__main__":
    main()
