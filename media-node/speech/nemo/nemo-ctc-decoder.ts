// From a CTC model's output to words, by what the bundle has beside its network: over a lexicon with a language model
// (models of phonemes), over pieces with a language model, or the best symbol of every frame. Where a search chose the
// symbols, a forced alignment gives times and scores.
import type { ModelBundle } from "../../models/model-bundle.ts";
import { type AcousticEvidence, acousticEvidence } from "../ctc/acoustic-evidence.ts";
import { ArpaLanguageModel } from "../ctc/arpa-language-model.ts";
import { ctcGreedy } from "../ctc/ctc-greedy.ts";
import { CtcLexiconSearch } from "../ctc/ctc-lexicon-search.ts";
import type { CtcLogProbs } from "../ctc/ctc-log-probs.ts";
import { CtcPieceSearch } from "../ctc/ctc-piece-search.ts";
import { CTC_SEARCH_DEFAULTS } from "../ctc/ctc-prefix-beam.ts";
import { type AlignmentTarget, forcedAlignment } from "../ctc/forced-alignment.ts";
import { lexiconEntry } from "../ctc/packed-lexicon.ts";
import type { LexiconEntry } from "../ctc/pronunciation-tree.ts";
import { type FramedWord, wordsOfPieces } from "../ctc/subword-words.ts";
import { type NemoVocabulary, unusableBundle } from "./nemo-bundle.ts";
import { readDecoderTables } from "./nemo-decoder-tables.ts";

/** Words of one window's output. */
export type CtcDecoder = (logProbs: CtcLogProbs) => FramedWord[];

const BOUNDARY = "|";

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
 * Aligned words, with the acoustic evidence for each; their score is the geometric mean of their symbols' posteriors on the
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
  const evidence = acousticEvidence(logProbs, placed, { blank, silent: [boundary] });
  return placed.map(({ text, startFrame, endFrame, score }, index) => ({
    text,
    startFrame,
    endFrame,
    score,
    acoustics: evidence[index] as AcousticEvidence,
  }));
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
  const options = { ...CTC_SEARCH_DEFAULTS, ...decoding };
  const tables = await readDecoderTables(bundle, pieces, options);
  const languageModel = new ArpaLanguageModel(tables.languageModel);
  if (tables.lexicon === null) {
    const search = new CtcPieceSearch({ vocabulary: pieces, languageModel, blank }, options);
    return (logProbs) => alignPieces(logProbs, search.search(logProbs), vocabulary);
  }
  const { tree, lookAhead, entries } = tables.lexicon;
  const boundary = pieces.indexOf(BOUNDARY);
  const search = new CtcLexiconSearch({ tree, lookAhead, languageModel, blank, boundary }, options);
  return (logProbs) => {
    const said = search.search(logProbs).map((entry) => lexiconEntry(entries, entry));
    return alignWords(logProbs, said, vocabulary);
  };
}
