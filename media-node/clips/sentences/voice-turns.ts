// Where another voice begins to speak, between sentences, as far as voices can be told apart. Marks of subtitles know
// better; where voices are alike, a sentence is too short to know one by, or the words do not lie on the sound, nothing is
// claimed.
import { type SeparatedVoices, separateVoices } from "../../senses/voices/separate-voices.ts";
import { VOICE_SOUNDS } from "../../senses/voices/voice-sounds.ts";
import type { AudioAnalysis } from "../../signal/audio-analysis.ts";
import type { Span } from "../../signal/span.ts";

/** Of each stretch whether another voice begins with it; undefined where that is not known. In steps: many take seconds. */
export type DetectTurns = (stretches: readonly Span[]) => Generator<void, readonly (boolean | undefined)[]>;

/** Hops with a sound of a voice, every other one of 20 ms, by which a voice is known. */
const MIN_HOPS = 6;
/** From this probability on it is said. */
const SURE = 0.9;
/** Where the halves of more of the sentences have two voices, the words do not lie on the sound. */
const MAX_SPLIT = 0.05;

/** How many hops of a stretch have each sound. */
function countSounds({ startS, hopS, voiceSounds }: AudioAnalysis, stretch: Span): Float64Array {
  const counts = new Float64Array(VOICE_SOUNDS);
  const from = Math.max(0, Math.round((stretch.startS - startS) / hopS));
  const to = Math.max(from, Math.round((stretch.endS - startS) / hopS));
  for (const sound of voiceSounds.subarray(from, to))
    if (sound > 0) counts[sound - 1] = (counts[sound - 1] ?? 0) + 1;
  return counts;
}

function isEnough(counts: Float64Array): boolean {
  return counts.reduce((sum, count) => sum + count, 0) >= MIN_HOPS;
}

/** How likely one voice has spoken in both, 0 to 1. */
function sameVoice(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, share, voice) => sum + share * (other[voice] ?? 0), 0);
}

/** Whether the two halves of the sentences mostly have one voice: subtitles that lag, or of another sound, show it. */
function lieOnSound(
  { sharesOf }: SeparatedVoices,
  audio: AudioAnalysis,
  stretches: readonly Span[],
): boolean {
  const halves = stretches.flatMap(({ startS, endS }) => {
    const middleS = (startS + endS) / 2;
    const [first, second] = [
      { startS, endS: middleS },
      { startS: middleS, endS },
    ].map((half) => countSounds(audio, half));
    if (first === undefined || second === undefined || !isEnough(first) || !isEnough(second)) return [];
    const [one, other] = sharesOf([first, second]);
    return one === undefined || other === undefined ? [] : [sameVoice(one, other)];
  });
  const split = halves.filter((same) => same <= 1 - SURE).length;
  const whole = halves.filter((same) => same >= SURE).length;
  return split <= MAX_SPLIT * (split + whole);
}

function isTurn(before: Float64Array, own: Float64Array, mayBeMore: boolean): boolean | undefined {
  const same = sameVoice(before, own);
  if (same <= 1 - SURE) return true;
  return same >= SURE && !mayBeMore ? false : undefined;
}

/** Hears turns in a sound, for stretches in their order; undefined where there is no sound, or no voice in it. */
export function turnsDetectedIn(audio: AudioAnalysis | null): DetectTurns | undefined {
  if (audio === null || !audio.voiceSounds.some((sound) => sound > 0)) return undefined;
  return function* detectTurns(stretches) {
    const counts = stretches.map((stretch) => countSounds(audio, stretch));
    const known = counts.map(isEnough);
    const told = yield* separateVoices(counts.filter((_, at) => known[at]));
    yield;
    if (told === null || !lieOnSound(told, audio, stretches)) return stretches.map(() => undefined);
    let next = 0;
    const voices = known.map((isKnown) => (isKnown ? told.shares[next++] : undefined));
    return voices.map((own, at) => {
      const before = voices[at - 1];
      return own === undefined || before === undefined ? undefined : isTurn(before, own, told.mayBeMore);
    });
  };
}
