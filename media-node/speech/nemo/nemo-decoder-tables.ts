// The large tables behind a CTC model's search, which only ever are read: language model, lexicon, prefix tree. A
// process has them once, whatever number of threads recognizes: as objects of each thread they were nine tenths of what
// a thread took. The lexicon is gzipped text, lines of "word<TAB>symbol symbol …"; the language model is a gzipped ARPA
// file.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { NEMO_LIMITS } from "../../../shared/limits/speech.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { builtOnce } from "../../threads/built-once.ts";
import { ArpaLanguageModel } from "../ctc/arpa-language-model.ts";
import { type LexiconLookAhead, lookAheadOf } from "../ctc/ctc-lexicon-search.ts";
import type { CtcSearchOptions } from "../ctc/ctc-prefix-beam.ts";
import { type PackedLexicon, packLexicon } from "../ctc/packed-lexicon.ts";
import {
  buildPronunciationTree,
  type LexiconEntry,
  type PronunciationTree,
} from "../ctc/pronunciation-tree.ts";
import { type ArpaModel, readArpa } from "../ctc/read-arpa.ts";
import { readBundleFile, unusableBundle } from "./nemo-bundle.ts";

export interface LexiconTables {
  readonly entries: PackedLexicon;
  readonly tree: PronunciationTree;
  readonly lookAhead: LexiconLookAhead;
}

export interface DecoderTables {
  readonly languageModel: ArpaModel;
  /** Null for models of pieces. */
  readonly lexicon: LexiconTables | null;
}

async function readGzip(bundle: ModelBundle, name: string, maxBytes: number): Promise<string> {
  const bytes = await promisify(gunzip)(await readBundleFile(bundle, name), { maxOutputLength: maxBytes });
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

async function readLexicon(
  bundle: ModelBundle,
  file: string,
  pieces: readonly string[],
  languageModel: ArpaLanguageModel,
  options: CtcSearchOptions,
): Promise<LexiconTables> {
  const text = await readGzip(bundle, file, NEMO_LIMITS.lexiconBytes);
  const entries = parseLexicon(bundle, text, pieces);
  const tree = buildPronunciationTree(entries, pieces.length);
  return {
    entries: packLexicon(entries),
    tree,
    lookAhead: lookAheadOf(entries, tree, languageModel, options),
  };
}

async function buildTables(
  bundle: ModelBundle,
  pieces: readonly string[],
  options: CtcSearchOptions,
): Promise<DecoderTables> {
  const { languageModel: arpaFile = "", lexicon: file } = bundle.manifest.speech ?? {};
  const arpa = readArpa(await readGzip(bundle, arpaFile, NEMO_LIMITS.languageModelBytes));
  const languageModel = new ArpaLanguageModel(arpa);
  const lexicon = file === undefined ? null : await readLexicon(bundle, file, pieces, languageModel, options);
  return { languageModel: arpa, lexicon };
}

/**
 * The tables of a bundle that has a language model; `pieces` is its vocabulary.
 * @throws AppError MODEL_UNAVAILABLE for a file that is missing, a lexicon that does not fit the vocabulary, and a bad ARPA
 * file
 */
export function readDecoderTables(
  bundle: ModelBundle,
  pieces: readonly string[],
  options: CtcSearchOptions,
): Promise<DecoderTables> {
  const { folder, manifest } = bundle;
  const key = JSON.stringify([folder, manifest.files, manifest.speech]);
  return builtOnce(key, () => buildTables(bundle, pieces, options));
}
