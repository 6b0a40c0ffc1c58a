// Choosing the next token of one row: the likeliest at temperature 0, else one drawn from the softened distribution.
// Draws come from a small generator that every row owns and seeds, so that a window's text depends neither on the
// other windows of its batch nor on the day (Math.random was rejected for that).
import { argmax } from "../../signal/argmax.ts";
import { logSumExp } from "./whisper-token-rules.ts";

export interface ChosenToken {
  readonly token: number;
  /** Natural logarithm of its probability at temperature 1. */
  readonly logProbability: number;
}

function draw(logits: Float32Array, temperature: number, uniform: () => number): number {
  const softened = logits.map((logit) => logit / temperature);
  const total = logSumExp(softened);
  const wanted = uniform();
  let sum = 0;
  for (let token = 0; token < softened.length; token += 1) {
    sum += Math.exp((softened[token] as number) - total);
    if (sum > wanted) return token;
  }
  return argmax(logits);
}

/**
 * The next token of one row, and how likely the model found it.
 * @param logits of the whole vocabulary, after the token rules: -Infinity for what must not be said
 * @param temperature 0 for the likeliest, up to 1 for the model's own distribution
 * @param uniform draws from [0, 1); not asked at temperature 0
 */
export function chooseToken(logits: Float32Array, temperature: number, uniform: () => number): ChosenToken {
  const token = temperature === 0 ? argmax(logits) : draw(logits, temperature, uniform);
  return { token, logProbability: (logits[token] as number) - logSumExp(logits) };
}
