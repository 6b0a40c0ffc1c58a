// Sound of made-up voices: a buzz at the voice's own height through three resonances, which move from vowel to vowel and
// lie higher the shorter its vocal tract is (the source and the filter of Fant 1960). Nobody would take it for speech; it
// has what tells voices apart.
import { AUDIO_SAMPLE_RATE_HZ } from "../../../media-node/signal/audio-analysis.ts";
import { Biquad } from "../../../media-node/signal/biquad.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import type { Span } from "../../../media-node/signal/span.ts";

export interface SyntheticVoice {
  readonly pitchHz: number;
  /** 1 as long a vocal tract as most men's; women's and children's resonate at up to 1.3 times as high. */
  readonly resonance: number;
}

export interface VoiceTurn extends Span {
  readonly voice: SyntheticVoice;
}

/** First three formants of vowels, Hz (Peterson and Barney 1952). */
const VOWELS = [
  [270, 2_290, 3_010],
  [390, 1_990, 2_550],
  [530, 1_840, 2_480],
  [660, 1_720, 2_410],
  [730, 1_090, 2_440],
  [570, 840, 2_410],
  [300, 870, 2_240],
  [490, 1_350, 1_690],
] as const;
const VOWEL_S = 0.18;
/** Of each vowel so much is silent, as stops are. */
const SILENT_SHARE = 0.15;

/** 16-bit little-endian samples at 16 kHz in which each voice is heard in its turns; the rest is faint noise. */
export function speakInTurns(turns: readonly VoiceTurn[], lengthS: number, seed: number): Buffer {
  const random = seededRandom(seed);
  const samples = Float64Array.from(
    { length: Math.ceil(lengthS * AUDIO_SAMPLE_RATE_HZ) },
    () => 0.0004 * (random() - 0.5),
  );
  for (const { startS, endS, voice } of turns) {
    for (let fromS = startS; fromS < endS; fromS += VOWEL_S)
      sayVowel(samples, { startS: fromS, endS: Math.min(endS, fromS + VOWEL_S) }, voice, random);
  }
  const bytes = Buffer.alloc(2 * samples.length);
  samples.forEach((sample, index) => {
    bytes.writeInt16LE(Math.round(32_767 * Math.max(-1, Math.min(1, sample))), 2 * index);
  });
  return bytes;
}

function sayVowel(samples: Float64Array, span: Span, voice: SyntheticVoice, random: () => number): void {
  const formants = VOWELS[Math.floor(VOWELS.length * random())] ?? VOWELS[0];
  const filters = formants.map(
    (hz) => new Biquad("bandpass", hz * voice.resonance * (0.96 + 0.08 * random()), AUDIO_SAMPLE_RATE_HZ, 9),
  );
  const periodS = 1 / (voice.pitchHz * (0.9 + 0.2 * random()));
  const from = Math.round(span.startS * AUDIO_SAMPLE_RATE_HZ);
  const to = Math.round((span.endS - SILENT_SHARE * VOWEL_S) * AUDIO_SAMPLE_RATE_HZ);
  let nextPulse = from;
  for (let index = from; index < Math.min(to, samples.length); index += 1) {
    const isPulse = index >= nextPulse;
    if (isPulse) nextPulse += periodS * AUDIO_SAMPLE_RATE_HZ;
    const source = (isPulse ? 1 : 0) + 0.01 * (random() - 0.5);
    const heard = filters.reduce((sum, filter, at) => sum + filter.step(source) / (1 + at), 0);
    samples[index] = (samples[index] ?? 0) + 2 * heard;
  }
}
