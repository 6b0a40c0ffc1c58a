// A weighted prompt as windows of tokens of a fixed length, for text encoders that see no more at once: a longer prompt
// goes on in the next window, each with its own beginning and end, and the network sees them one after the other. Pure.
import type { WeightedText } from "./prompt-weights.ts";

export interface PromptWindow {
  /** As many as a window has. */
  readonly tokens: readonly number[];
  /** Of each token; 1 for beginning, end and filling. */
  readonly weights: readonly number[];
}

export interface WindowTokens {
  readonly startToken: number;
  readonly endToken: number;
  readonly padToken: number;
  /** With beginning and end. */
  readonly windowTokens: number;
  /** Windows beyond these are left out. */
  readonly maxWindows: number;
}

/**
 * The windows of a prompt, each `windowTokens` long: start, up to `windowTokens` - 2 of its tokens, end,
 * filling. What does not fit into `maxWindows` is left out without a word.
 * @returns at least one window, whatever the prompt
 */
export function promptWindows(
  parts: readonly WeightedText[],
  tokensOf: (text: string) => readonly number[],
  { startToken, endToken, padToken, windowTokens, maxWindows }: WindowTokens,
): PromptWindow[] {
  const weighted = parts.flatMap(({ text, weight }) => tokensOf(text).map((token) => ({ token, weight })));
  const room = windowTokens - 2;
  const count = Math.min(maxWindows, Math.max(1, Math.ceil(weighted.length / room)));
  return Array.from({ length: count }, (_, index) => {
    const own = weighted.slice(index * room, (index + 1) * room);
    const filling = new Array<number>(room - own.length).fill(padToken);
    return {
      tokens: [startToken, ...own.map(({ token }) => token), endToken, ...filling],
      weights: [1, ...own.map(({ weight }) => weight), 1, ...filling.map(() => 1)],
    };
  });
}

/**
 * Scales the states of a window's tokens by their weights, in place, and brings the whole back to the mean that it had,
 * so that emphasis does not change how strong the prompt is as a whole. @param states [tokens, width]
 */
export function weighStates(states: Float32Array, weights: readonly number[]): void {
  if (weights.every((weight) => weight === 1)) return;
  const width = states.length / weights.length;
  const mean = (): number => states.reduce((sum, value) => sum + value, 0) / states.length;
  const before = mean();
  weights.forEach((weight, token) => {
    for (let index = token * width; index < (token + 1) * width; index += 1) {
      states[index] = (states[index] ?? 0) * weight;
    }
  });
  const after = mean();
  const scale = Math.abs(after) < 1e-9 ? 1 : before / after;
  // A mean near 0 says nothing of strength: what would turn or blow up the states is left out.
  if (scale > 0.2 && scale < 5)
    for (let index = 0; index < states.length; index += 1) states[index] = (states[index] ?? 0) * scale;
}
