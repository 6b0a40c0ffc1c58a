// The sounds of a match, made of noise and sines at known times, seeded: 16 kHz, -1 to 1. Levels are root mean squares
// in dB of full scale.
import type { MatchAudio } from "../../../media-node/highlights/audio/match-audio.ts";
import { MatchAudioDigest } from "../../../media-node/highlights/audio/match-audio-digest.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { seededNoise } from "../media/seeded-noise.ts";
import { AUDIO_RATE_HZ, atLevel } from "../media/test-signals.ts";

const TAU = 2 * Math.PI;

/** A signal of some seconds from a function of time. */
export function signal(durationS: number, at: (timeS: number) => number): Float32Array {
  return new Float32Array(Math.round(durationS * AUDIO_RATE_HZ)).map((_, index) => at(index / AUDIO_RATE_HZ));
}

/** The same sound with a gain in dB that changes with time. */
export function withGain(samples: Float32Array, gainDbAt: (timeS: number) => number): Float32Array {
  return samples.map((sample, index) => sample * 10 ** (gainDbAt(index / AUDIO_RATE_HZ) / 20));
}

/** `base` with other sounds on top, each from its time on. */
export function layered(
  base: Float32Array,
  ...layers: readonly (readonly [startS: number, samples: Float32Array])[]
): Float32Array {
  const sum = base.slice();
  for (const [startS, samples] of layers) {
    const from = Math.round(startS * AUDIO_RATE_HZ);
    samples.forEach((sample, index) => {
      if (from + index < sum.length) sum[from + index] = (sum[from + index] as number) + sample;
    });
  }
  return sum;
}

/** Noise that falls by 6 dB an octave above a frequency. */
export function darkNoise(seed: number, durationS: number, cutOffHz: number, levelDb: number): Float32Array {
  const share = 1 - Math.exp((-TAU * cutOffHz) / AUDIO_RATE_HZ);
  let state = 0;
  const noise = seededNoise(seed, Math.round(durationS * AUDIO_RATE_HZ)).map((value) => {
    state += share * (value - state);
    return state;
  });
  return atLevel(noise, levelDb);
}

/** A stadium that murmurs. */
export function crowd(seed: number, durationS: number, levelDb = -40): Float32Array {
  return darkNoise(seed, durationS, 1_200, levelDb);
}

/** A swell of `peakDb` from one time to another, with soft edges of a second. */
export function swell(startS: number, endS: number, peakDb: number): (timeS: number) => number {
  return (timeS) => peakDb * Math.max(0, Math.min(1, timeS - startS, endS - timeS));
}

/** A whistle with a pea: 26 times a second it trembles by 60 Hz and by half its strength. */
export function whistle(durationS: number, levelDb = -22, frequencyHz = 3_800): Float32Array {
  return atLevel(
    signal(durationS, (timeS) => {
      const trill = Math.sin(TAU * 26 * timeS);
      const phase = TAU * frequencyHz * timeS + (60 / 26) * trill;
      const edge = Math.min(1, 50 * timeS, 50 * (durationS - timeS));
      return edge * (1 + 0.5 * trill) * Math.sin(phase);
    }),
    levelDb,
  );
}

/** A short broad hit; the level is that of its first 10 ms or so. */
export function hit(seed: number, levelDb = -18): Float32Array {
  const gain = 10 ** (levelDb / 20);
  return seededNoise(seed, 0.15 * AUDIO_RATE_HZ).map(
    (noise, index) => gain * 1.7 * noise * Math.exp((-60 * index) / AUDIO_RATE_HZ),
  );
}

interface Syllable {
  readonly startS: number;
  readonly endS: number;
  /** Higher or lower than the voice by this factor. */
  readonly pitch: number;
}

/** Syllables of differing length and pitch; every nine or so somebody draws breath. */
function syllablesOf(seed: number, durationS: number, syllablesPerS: number): Syllable[] {
  const random = seededRandom(seed);
  const syllables: Syllable[] = [];
  let timeS = 0;
  while (timeS < durationS) {
    const endS = timeS + (0.7 + 0.6 * random()) / syllablesPerS;
    syllables.push({ startS: timeS, endS, pitch: 0.95 + 0.1 * random() });
    timeS = endS + (random() < 0.11 ? 0.3 + 0.3 * random() : 0);
  }
  return syllables;
}

/** What somebody says: syllables of a hiss, a vowel and a short break each. */
export function voice(
  seed: number,
  durationS: number,
  { pitchHz, syllablesPerS }: { pitchHz: number; syllablesPerS: number },
  levelDb = -24,
): Float32Array {
  const samples = new Float32Array(Math.round(durationS * AUDIO_RATE_HZ));
  const noise = seededNoise(seed, samples.length);
  const harmonics = Array.from({ length: 12 }, (_, index) => {
    const hz = (index + 1) * pitchHz;
    return { hz, height: 1 / (1 + ((hz - 600) / 500) ** 2) + 0.05 };
  });
  for (const { startS, endS, pitch } of syllablesOf(seed, durationS, syllablesPerS)) {
    const from = Math.round(startS * AUDIO_RATE_HZ);
    const length = Math.round((endS - startS) * AUDIO_RATE_HZ);
    for (let index = 0; index < length && from + index < samples.length; index += 1) {
      const phase = index / length;
      if (phase > 0.85) break;
      const isHiss = phase < 0.15;
      const timeS = index / AUDIO_RATE_HZ;
      samples[from + index] = isHiss
        ? 0.06 * (noise[from + index] as number)
        : 0.3 *
          Math.sin((Math.PI * (phase - 0.15)) / 0.7) *
          harmonics.reduce((sum, { hz, height }) => sum + height * Math.sin(TAU * hz * pitch * timeS), 0);
    }
  }
  return atLevel(samples, levelDb);
}

/** A crowd that shouts in time. */
export function chant(seed: number, durationS: number, beatsPerS = 1.5, levelDb = -28): Float32Array {
  const beat = (timeS: number): number => 0.15 + 0.85 * Math.max(0, Math.sin(TAU * beatsPerS * timeS)) ** 0.5;
  const noise = crowd(seed, durationS, 0);
  return atLevel(
    noise.map((sample, index) => sample * beat(index / AUDIO_RATE_HZ)),
    levelDb,
  );
}

/** The samples as 16 bits hold them. */
export function int16Samples(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) =>
    Math.max(-32_768, Math.min(32_767, Math.round(32_767 * sample))),
  );
}

/** What a match of this sound leaves behind; it begins with the range. */
export function matchAudioOf(samples: Float32Array): MatchAudio {
  const lengthS = samples.length / AUDIO_RATE_HZ;
  const digest = new MatchAudioDigest(lengthS);
  digest.push(int16Samples(samples));
  return digest.finish(0, { startS: 0, endS: lengthS });
}

/** The values of a curve between two times. */
export function between(curve: Float32Array, startS: number, endS: number): number[] {
  return [...curve.subarray(Math.round(2 * startS), Math.round(2 * endS))];
}

/** The values of a curve outside of a stretch. */
export function outside(curve: Float32Array, startS: number, endS: number): number[] {
  return [...between(curve, 0, startS), ...between(curve, endS, curve.length / 2)];
}

export function highest(values: readonly number[]): number {
  return Math.max(...values);
}
