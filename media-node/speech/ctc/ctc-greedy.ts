// The most probable symbol of every frame, repeats merged and blanks left out (Graves et al. 2006, section 3.2). Without
// a lexicon and a language model it finds what a beam finds in nearly every window, at none of the cost.
import type { CtcLogProbs } from "./ctc-log-probs.ts";
import type { SymbolSpan } from "./symbol-span.ts";

function bestSymbol({ values, symbols }: CtcLogProbs, frame: number): number {
  let best = 0;
  for (let symbol = 1; symbol < symbols; symbol += 1) {
    const at = frame * symbols;
    if ((values[at + symbol] as number) > (values[at + best] as number)) best = symbol;
  }
  return best;
}

/**
 * Best-path decoding: symbols of a window in order, repeats merged, `blank` left out. A span has the frames
 * in which its symbol is the best, and their probabilities' geometric mean.
 */
export function ctcGreedy(logProbs: CtcLogProbs, blank: number): SymbolSpan[] {
  const { values, frames, symbols } = logProbs;
  const spans: SymbolSpan[] = [];
  let startFrame = 0;
  let sum = 0;
  let current = frames === 0 ? blank : bestSymbol(logProbs, 0);
  for (let frame = 0; frame < frames; frame += 1) {
    sum += values[frame * symbols + current] as number;
    const next = frame + 1 < frames ? bestSymbol(logProbs, frame + 1) : -1;
    if (next === current) continue;
    if (current !== blank) {
      const score = Math.exp(sum / (frame + 1 - startFrame));
      spans.push({ symbol: current, startFrame, endFrame: frame + 1, score });
    }
    startFrame = frame + 1;
    sum = 0;
    current = next;
  }
  return spans;
}
