// From a CTC model's output to words, by what the bundle has beside its network: over a lexicon with a language model
// (models of phonemes), over pieces with a language model, or the best symbol of every frame. Where a search chose the
// symbols, a forced alignment gives times and scores. The lexicon is gzipped text, lines of "word<TAB>symbol symbol …";
// the language model is a gzipped ARPA file.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { NEMO_LIMITS } from "../../../shared/limits/speech.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { ArpaLanguageModel } from "../ctc/arpa-language-model.ts";
import { ctcGreedy } from "../ctc/ctc-greedy.ts";
import { CtcLexiconSearch } from "../ctc/ctc-lexicon-search.ts";
import type { CtcLogProbs } from "../ctc/ctc-log-probs.ts";
import { CtcPieceSearch } from "../ctc/ctc-piece-search.ts";
import { CTC_SEARCH_DEFAULTS } from "../ctc/ctc-prefix-beam.ts";
import { type AlignmentTarget, forcedAlignment } from "../ctc/forced-alignment.ts";
import {
  buildPronunciationTree,
  type LexiconEntry,
  type PronunciationTree,
} from "../ctc/pronunciation-tree.ts";
import { type FramedWord, wordsOfPieces } from "../ctc/subword-words.ts";
import { hearWords, type WordHearing } from "../ctc/word-hearing.ts";
import { type NemoVocabulary, unusableBundle } from "./nemo-bundle.ts";

/** Words of one window's output. */
export type CtcDecoder = (logProbs: CtcLogProbs) => FramedWord[];

const BOUNDARY = "|";

async function readGzip(path: string, maxBytes: number): Promise<string> {
  const bytes = await promisify(gunzip)(await readFile(path), { maxOutputLength: maxBytes });
  return bytes.toString("utf8");
}

function parseLexicon(bundle: ModelBundle, text: string, pieces: readonly string[]): LexiconEntry[] {
  const ids = new Map(pieces.map((piece, id) => [piece, id]));
  const entries: LexiconEntry[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const tab = line.indexOf("\t");
    const symbols = Int32Array.from(line.slice(tab + 1).split(" "), (symbol) => ids.get(symbol) ?? -1);
    if (tab < 1 || symbols.includes(-1)) {
      throw unusableBundle(bundle, `its lexicon has a line that cannot be read: ${line.slice(0, 80)}`);
    }
    entries.push({ word: line.slice(0, tab), symbols });
  }
  return entries;
}

/** The symbols of words in order, with a boundary that may be there around each. */
function targetsOf(entries: readonly LexiconEntry[], boundary: number): AlignmentTarget[] {
  const between: AlignmentTarget[] = boundary < 0 ? [] : [{ symbol: boundary, isOptional: true }];
  const spoken = entries.flatMap(({ symbols }) => [
    ...Array.from(symbols, (symbol) => ({ symbol, isOptional: false })),
    ...between,
  ]);
  return [...between, ...spoken];
}

/**
 * Aligned words, with what was heard of each; their score is the geometric mean of their symbols' posteriors on the
 * best path.
 */
function alignWords(
  logProbs: CtcLogProbs,
  entries: readonly LexiconEntry[],
  { pieces, blank }: NemoVocabulary,
): FramedWord[] {
  const boundary = pieces.indexOf(BOUNDARY);
  const spans = forcedAlignment(logProbs, targetsOf(entries, boundary), blank);
  if (spans === undefined) return [];
  let at = boundary < 0 ? 0 : 1;
  const placed = entries.map(({ word, symbols }) => {
    const own = spans.slice(at, at + symbols.length);
    at += symbols.length + (boundary < 0 ? 0 : 1);
    const mean = own.reduce((sum, { logProb }) => sum + logProb, 0) / own.length;
    return {
      text: word,
      symbols,
      startFrame: own[0]?.startFrame ?? 0,
      endFrame: own.at(-1)?.endFrame ?? 0,
      score: Math.exp(mean),
    };
  });
  const hearings = hearWords(logProbs, placed, { blank, silent: [boundary] });
  return placed.map(({ text, startFrame, endFrame, score }, index) => ({
    text,
    startFrame,
    endFrame,
    score,
    hearing: hearings[index] as WordHearing,
  }));
}

async function readTree(
  bundle: ModelBundle,
  lexicon: string,
  pieces: readonly string[],
): Promise<PronunciationTree> {
  const text = await readGzip(join(bundle.folder, lexicon), NEMO_LIMITS.lexiconBytes);
  return buildPronunciationTree(parseLexicon(bundle, text, pieces), pieces.length);
}

/** The symbols of pieces that a search chose, where the best path has them. */
function alignPieces(
  logProbs: CtcLogProbs,
  symbols: readonly number[],
  { pieces, blank }: NemoVocabulary,
): FramedWord[] {
  const targets = symbols.map((symbol) => ({ symbol, isOptional: false }));
  const spans = forcedAlignment(logProbs, targets, blank) ?? [];
  const said = spans.map(({ startFrame, endFrame, logProb }, index) => ({
    symbol: symbols[index] as number,
    startFrame,
    endFrame,
    score: Math.exp(logProb),
  }));
  return wordsOfPieces(said, pieces);
}

/** @throws AppError MODEL_UNAVAILABLE for a lexicon that does not fit the vocabulary, and for a bad ARPA file */
export async function openCtcDecoder(bundle: ModelBundle, vocabulary: NemoVocabulary): Promise<CtcDecoder> {
  const { pieces, blank } = vocabulary;
  const { lexicon, languageModel: arpaFile, decoding } = bundle.manifest.speech ?? {};
  if (arpaFile === undefined) {
    if (lexicon !== undefined) throw unusableBundle(bundle, "its lexicon has no language model");
    return (logProbs) => wordsOfPieces(ctcGreedy(logProbs, blank), pieces);
  }
  const arpa = await readGzip(join(bundle.folder, arpaFile), NEMO_LIMITS.languageModelBytes);
  const languageModel = new ArpaLanguageModel(arpa);
  const options = { ...CTC_SEARCH_DEFAULTS, ...decoding };
  if (lexicon === undefined) {
    const search = new CtcPieceSearch({ vocabulary: pieces, languageModel, blank }, options);
    return (logProbs) => alignPieces(logProbs, search.search(logProbs), vocabulary);
  }
  const tree = await readTree(bundle, lexicon, pieces);
  const boundary = pieces.indexOf(BOUNDARY);
  const search = new CtcLexiconSearch({ tree, languageModel, blank, boundary }, options);
  return (logProbs) => {
    const entries = search.search(logProbs).map((entry) => tree.entries[entry] as LexiconEntry);
    return alignWords(logProbs, entries, vocabulary);
  };
}
