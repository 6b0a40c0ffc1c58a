// Speaker diarization: who speaks in which stretch, as far as voices can be told apart without having heard them before.
// Nobody has to be known beforehand, and no model is needed. How well it does: `npm run bench -- turns`.
import {
  assignStretches,
  type FittedVoices,
  fitMixture,
  INDEPENDENT,
  sumCounts,
  type VoiceShares,
} from "./voice-mixture.ts";

const MAX_VOICES = 8;
/** Where so many are found, people may be left that were not told apart: of six or eight some are often taken for one. */
const MANY_VOICES = 5;
/** Less of a voice is chance: three stretches, and four seconds of voiced sound. */
const MIN_OF_EACH = { stretches: 3, hops: 100 } as const;
/** How much likelier each hop has to be, in nats, by voices that were learned from the other stretches alone. */
const MIN_GAIN = { ofTwo: 0.06, ofEachMore: 0.02 } as const;
/** As many stretches show the voices of the longest source; the rest are told by what these have shown. */
const MAX_LEARNED = 2_000;

export interface SeparatedVoices {
  /** Of each stretch. */
  readonly shares: VoiceShares;
  /** Of further ones, by the same voices. */
  readonly sharesOf: (counts: readonly Float64Array[]) => VoiceShares;
  /** Whether there may be people among them that were not told apart. */
  readonly mayBeMore: boolean;
}

/** Whether each voice has enough to be one. */
function areEnough({ voices, shares }: FittedVoices, hops: Float64Array): boolean {
  return voices.sounds.every((_, voice) => {
    const own = shares.map((row) => row[voice] ?? 0);
    const heard = own.reduce((sum, share, at) => sum + share * (hops[at] ?? 0), 0);
    const stretches = own.reduce((sum, share) => sum + share, 0);
    return stretches > MIN_OF_EACH.stretches - 0.5 && heard >= MIN_OF_EACH.hops;
  });
}

/**
 * Tells the voices of stretches apart; null where there are no two that are plainly different.
 * In a step for each number of voices that is tried: of a long source each takes a second or so.
 * @param counts [stretches][sounds] how many hops of each stretch have each sound of voices; no stretch without any
 */
export function* separateVoices(counts: readonly Float64Array[]): Generator<void, SeparatedVoices | null> {
  const step = Math.max(1, counts.length / MAX_LEARNED);
  const learned = Array.from({ length: Math.floor(counts.length / step) }, (_, at) => Math.floor(at * step));
  const heard = sumCounts(learned.map((at) => counts[at] as Float64Array));
  const most = Math.min(MAX_VOICES, Math.floor(learned.length / MIN_OF_EACH.stretches));
  let found: FittedVoices | null = null;
  for (let voices = 2; voices <= most; voices += 1) {
    yield;
    const told = fitMixture(heard, voices);
    const gain = (told.gain - (found?.gain ?? 0)) / (INDEPENDENT * heard.allHops);
    const isGain = gain >= (found === null ? MIN_GAIN.ofTwo : MIN_GAIN.ofEachMore);
    if (!isGain || !areEnough(told, heard.hops)) break;
    found = told;
  }
  if (found === null) return null;
  const { shares, voices: known } = found;
  const sharesOf = (rows: readonly Float64Array[]): VoiceShares =>
    assignStretches({ counts: rows, usual: heard.usual }, known).shares;
  const all = [...sharesOf(counts)];
  learned.forEach((at, index) => {
    all[at] = shares[index] as Float64Array;
  });
  return { shares: all, sharesOf, mayBeMore: known.sounds.length >= MANY_VOICES };
}
