// A talk as the clip pipeline meets it, made from its text: words with times, and the sound that goes with them. Seeded.
// The sound tells nothing about which part is which: every part is as loud and as brisk as any other.

import type { AudioAnalysis } from "../../../media-node/signal/audio-analysis.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import type { Span } from "../../../media-node/signal/span.ts";
import type { SpokenWord } from "../../../media-node/signal/spoken-word.ts";
import type { TalkPart } from "./talk-texts.ts";

const HOP_S = 0.02;
const QUIET_DB = -62;

export interface SpokenPart extends Span {
  readonly name: string;
  readonly kind: TalkPart["kind"];
}

export interface SyntheticTalk {
  readonly words: readonly SpokenWord[];
  readonly audio: AudioAnalysis;
  readonly parts: readonly SpokenPart[];
  readonly range: Span;
}

export interface TalkOptions {
  readonly seed?: number;
  /** Without: lower case and no marks, as the built-in recognizer gives it. */
  readonly isPunctuated?: boolean;
}

/** Silence after a word, seconds, by how the written word ends. */
function gapAfter(word: string, random: () => number): number {
  if (/[.?!]$/.test(word)) return 0.45 + 0.5 * random();
  if (/[,:;]$/.test(word)) return 0.15 + 0.2 * random();
  return 0.02 + 0.05 * random();
}

function bare(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}']/gu, "");
}

function speak(
  parts: readonly TalkPart[],
  { seed = 1, isPunctuated = true }: TalkOptions,
): Pick<SyntheticTalk, "words" | "parts"> {
  const random = seededRandom(seed);
  const words: SpokenWord[] = [];
  const spoken: SpokenPart[] = [];
  let timeS = 0.5;
  for (const { name, kind, text } of parts) {
    const fromS = timeS;
    for (const word of text.trim().split(/\s+/)) {
      const endS = timeS + 0.1 + 0.045 * bare(word).length * (0.8 + 0.4 * random());
      words.push({ text: isPunctuated ? word : bare(word), startS: timeS, endS });
      timeS = endS + gapAfter(word, random);
    }
    spoken.push({ name, kind, startS: fromS, endS: timeS });
    timeS += 1 + random();
  }
  return { words, parts: spoken };
}

/** The sound of words that are spoken at their times, and of nothing else. */
export function audioOfWords(words: readonly SpokenWord[], lengthS: number, seed: number): AudioAnalysis {
  const random = seededRandom(seed + 1);
  const hops = Math.ceil(lengthS / HOP_S);
  const loudnessDb = Float32Array.from({ length: hops }, () => QUIET_DB + 2 * random());
  const speech = new Uint8Array(hops);
  const novelty = new Uint8Array(hops);
  for (const { startS, endS } of words) {
    const from = Math.round(startS / HOP_S);
    const to = Math.round(endS / HOP_S);
    loudnessDb.fill(-28 + 8 * random(), from, to);
    speech.fill(160, from, to);
    for (let hop = from; hop < to; hop += 11) novelty[hop] = 180;
  }
  return {
    startS: 0,
    hopS: HOP_S,
    loudnessDb,
    speech,
    novelty,
    pitch: new Uint8Array(hops),
    voiceSounds: new Uint8Array(hops),
  };
}

export function makeTalk(parts: readonly TalkPart[], options: TalkOptions = {}): SyntheticTalk {
  const spoken = speak(parts, options);
  const lengthS = (spoken.words.at(-1)?.endS ?? 0) + 1;
  return {
    ...spoken,
    audio: audioOfWords(spoken.words, lengthS, options.seed ?? 1),
    range: { startS: 0, endS: lengthS },
  };
}
