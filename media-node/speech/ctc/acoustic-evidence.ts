// What a CTC network alone says where a word was placed, before lexicon and language model had their say. A voice
// that the network knows gives the word's own phones, each in frames that are sure; of a voice that it does not know,
// lexicon and language model make fluent sentences all the same, whose phones are not those of the recording.
import type { CtcLogProbs } from "./ctc-log-probs.ts";

export interface AcousticEvidence {
  /** Phones (or other symbols) of the word, as its lexicon has them. */
  readonly phones: number;
  /** Insertions, deletions and substitutions between those and the best symbol of every frame. */
  readonly phoneErrors: number;
  /** Frames whose best symbol is not the blank. */
  readonly frames: number;
  /** Sum of the entropies of those frames, in nats. */
  readonly entropyNats: number;
}

/** A word where an alignment has put it. */
export interface PlacedWord {
  readonly startFrame: number;
  readonly endFrame: number;
  readonly symbols: ArrayLike<number>;
}

interface BestSymbols {
  /** Per frame. */
  readonly symbol: Int32Array;
  /** Per frame, in nats. */
  readonly entropy: Float64Array;
}

function bestSymbols({ values, frames, symbols }: CtcLogProbs): BestSymbols {
  const symbol = new Int32Array(frames);
  const entropy = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let best = 0;
    for (let at = 0; at < symbols; at += 1) {
      const logProb = values[frame * symbols + at] as number;
      if (logProb > (values[frame * symbols + best] as number)) best = at;
      const probability = Math.exp(logProb);
      if (probability > 0) entropy[frame] = (entropy[frame] as number) - probability * logProb;
    }
    symbol[frame] = best;
  }
  return { symbol, entropy };
}

/** Insertions, deletions and substitutions that turn `recognized` into `expected` (Levenshtein). */
function editsBetween(recognized: readonly number[], expected: ArrayLike<number>): number {
  const row = Int32Array.from({ length: expected.length + 1 }, (_, index) => index);
  for (const [index, symbol] of recognized.entries()) {
    let diagonal = row[0] as number;
    row[0] = index + 1;
    for (let at = 0; at < expected.length; at += 1) {
      const substituted = diagonal + (symbol === expected[at] ? 0 : 1);
      diagonal = row[at + 1] as number;
      row[at + 1] = Math.min(substituted, diagonal + 1, (row[at] as number) + 1);
    }
  }
  return row[expected.length] as number;
}

/**
 * The evidence for each of a window's words, in their order. Half of the frames between two words count for
 * either, so that phones that no word accounts for are not lost.
 * @param words ascending, in frames of `logProbs`
 * @param silent symbols that are no phone: the blank, and what stands between words
 */
export function acousticEvidence(
  logProbs: CtcLogProbs,
  words: readonly PlacedWord[],
  { blank, silent }: { readonly blank: number; readonly silent: readonly number[] },
): AcousticEvidence[] {
  const { symbol, entropy } = bestSymbols(logProbs);
  return words.map(({ startFrame, endFrame, symbols }, index) => {
    const [before, after] = [words[index - 1], words[index + 1]];
    const from = before === undefined ? 0 : (before.endFrame + startFrame) >> 1;
    const to = after === undefined ? logProbs.frames : (endFrame + after.startFrame) >> 1;
    const recognized: number[] = [];
    let [frames, entropyNats] = [0, 0];
    for (let frame = from; frame < to; frame += 1) {
      const best = symbol[frame] as number;
      if (best === blank) continue;
      frames += 1;
      entropyNats += entropy[frame] as number;
      if (!silent.includes(best) && best !== symbol[frame - 1]) recognized.push(best);
    }
    return { phones: symbols.length, phoneErrors: editsBetween(recognized, symbols), frames, entropyNats };
  });
}
