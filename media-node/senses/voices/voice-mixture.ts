// So many voices that stretches of sound are best understood by, each of which makes the source's sounds of voices as often
// as it does: a mixture of multinomials, fitted by expectation maximization with whole stretches (Nigam et al. 2000 sort
// documents so).
import { seededRandom } from "../../signal/seeded-random.ts";

/** Of each stretch [stretches][voices] how likely it is each voice's, 0 to 1. */
export type VoiceShares = readonly Float64Array[];

/** Neighbouring hops say much the same: each counts as this much of an independent one. */
export const INDEPENDENT = 0.2;
/** How many hops of everybody's usual sounds a voice begins with. */
const PRIOR_HOPS = 32;
const STARTS = 4;
const ROUNDS = 20;
/** Shares that change by less are settled. */
const SETTLED = 0.01;

/** Rows of how often each stretch has each sound, with their sums. */
export interface SoundCounts {
  readonly counts: readonly Float64Array[];
  readonly hops: Float64Array;
  readonly allHops: number;
  /** How usual each sound is in all. */
  readonly usual: Float64Array;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

function addTo(sums: Float64Array, row: Float64Array, share: number): void {
  for (let sound = 0; sound < sums.length; sound += 1)
    sums[sound] = (sums[sound] as number) + share * (row[sound] as number);
}

/**
 * Sums of the counts, once for all mixtures that are tried.
 * @param counts [stretches][sounds] hops; no stretch without any
 */
export function sumCounts(counts: readonly Float64Array[]): SoundCounts {
  const hops = Float64Array.from(counts, (row) => row.reduce((sum, count) => sum + count, 0));
  const totals = new Float64Array(counts[0]?.length ?? 0).fill(0.5);
  for (const row of counts) addTo(totals, row, 1);
  const all = totals.reduce((sum, total) => sum + total, 0);
  return {
    counts,
    hops,
    allHops: hops.reduce((sum, count) => sum + count, 0),
    usual: totals.map((total) => total / all),
  };
}

/** An index drawn with these weights. */
function draw(weights: Float64Array, random: () => number): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return index === -1 ? weights.length - 1 : index;
}

/** Square of the distance of Hellinger between two stretches' sounds. */
function distanceOf({ counts, hops }: SoundCounts, one: number, other: number): number {
  const [own, theirs] = [counts[one], counts[other]];
  let sum = 0;
  for (let sound = 0; own !== undefined && theirs !== undefined && sound < own.length; sound += 1) {
    const [share, their] = [
      (own[sound] as number) / (hops[one] ?? 1),
      (theirs[sound] as number) / (hops[other] ?? 1),
    ];
    sum += (Math.sqrt(share) - Math.sqrt(their)) ** 2;
  }
  return sum;
}

/** First shares: of stretches that are unlike each other (k-means++, Arthur and Vassilvitskii 2007). */
function startShares(counted: SoundCounts, voices: number, random: () => number): Float64Array[] {
  const stretches = counted.counts.length;
  const first = draw(counted.hops, random);
  const nearest = Float64Array.from({ length: stretches }, (_, at) => distanceOf(counted, at, first));
  const voiceOf = new Int32Array(stretches);
  for (let voice = 1; voice < voices; voice += 1) {
    const next = draw(
      nearest.map((distance, at) => distance * (counted.hops[at] ?? 0)),
      random,
    );
    for (let at = 0; at < stretches; at += 1) {
      const distance = distanceOf(counted, at, next);
      if (distance >= (nearest[at] ?? 0)) continue;
      nearest[at] = distance;
      voiceOf[at] = voice;
    }
  }
  return Array.from(voiceOf, (own) =>
    Float64Array.from({ length: voices }, (_, voice) => 0.2 / voices + (voice === own ? 0.8 : 0)),
  );
}

export interface Voices {
  /** [voices][sounds] hops that are each voice's, with those it begins with. */
  readonly sounds: readonly Float64Array[];
  /** Logarithms of how much each speaks. */
  readonly logWeights: Float64Array;
}

function voicesOf({ counts, hops, allHops, usual }: SoundCounts, shares: VoiceShares): Voices {
  const voices = shares[0]?.length ?? 0;
  const sounds = Array.from({ length: voices }, () => usual.map((share) => PRIOR_HOPS * share));
  const weights = new Float64Array(voices);
  for (const [at, row] of counts.entries()) {
    for (const [voice, own] of sounds.entries()) {
      const share = shares[at]?.[voice] ?? 0;
      weights[voice] = (weights[voice] ?? 0) + (share * (hops[at] ?? 0)) / allHops;
      addTo(own, row, share);
    }
  }
  return { sounds, logWeights: weights.map((weight) => Math.log(weight + 1e-9)) };
}

/** Shares from logarithms of likelihoods, in their place; returns the logarithm of their sum. */
function normalize(logs: Float64Array): number {
  const most = Math.max(...logs);
  const sum = logs.reduce((total, value) => total + Math.exp(value - most), 0);
  logs.forEach((value, voice) => {
    logs[voice] = Math.exp(value - most) / sum;
  });
  return most + Math.log(sum);
}

export interface FittedVoices {
  readonly voices: Voices;
  readonly shares: VoiceShares;
  /** How much likelier everything is than by everybody's usual sounds, in nats. */
  readonly gain: number;
}

/**
 * The shares of each stretch by given voices: one E step. Whether these were found by the same stretches is
 * the caller's to know (`fitMixture`).
 */
export function assignStretches(
  { counts, usual }: Pick<SoundCounts, "counts" | "usual">,
  voices: Voices,
): FittedVoices {
  const { sounds, logWeights } = voices;
  const ratios = sounds.map((own) => {
    const all = own.reduce((sum, hops) => sum + hops, 0);
    return own.map((hops, sound) => Math.log(hops / all / (usual[sound] ?? 1)));
  });
  let gain = 0;
  const shares = counts.map((row) => {
    const logs = logWeights.map((weight, voice) => {
      const ratio = ratios[voice];
      return weight + (ratio === undefined ? 0 : INDEPENDENT * dot(row, ratio));
    });
    gain += normalize(logs);
    return logs;
  });
  return { voices, shares, gain };
}

/**
 * The shares of each stretch by voices without its own counts: what a stretch says of itself proves nothing. The others'
 * shares are those that it helped to find.
 */
function assignByOthers(counted: SoundCounts, { voices, shares }: FittedVoices): FittedVoices {
  const { counts, usual } = counted;
  const { sounds, logWeights } = voices;
  const alls = sounds.map((own) => own.reduce((sum, hops) => sum + hops, 0));
  let gain = 0;
  const told = counts.map((row, at) => {
    const logs = logWeights.map((weight, voice) => {
      const share = shares[at]?.[voice] ?? 0;
      const own = sounds[voice];
      const all = (alls[voice] ?? 0) - share * (counted.hops[at] ?? 0);
      const sum = row.reduce((total, count, sound) => {
        if (count === 0) return total;
        return total + count * Math.log(((own?.[sound] ?? 0) - share * count) / all / (usual[sound] ?? 1));
      }, 0);
      return weight + INDEPENDENT * sum;
    });
    gain += normalize(logs);
    return logs;
  });
  return { voices, shares: told, gain };
}

function settle(counted: SoundCounts, start: Float64Array[]): FittedVoices {
  let told = assignStretches(counted, voicesOf(counted, start));
  for (let round = 1; round < ROUNDS; round += 1) {
    const before = told.shares;
    told = assignStretches(counted, voicesOf(counted, before));
    const change = (row: Float64Array, at: number): boolean =>
      row.some((share, voice) => Math.abs(share - (before[at]?.[voice] ?? 0)) >= SETTLED);
    if (!told.shares.some(change)) break;
  }
  return told;
}

/**
 * The likeliest of some mixtures of so many voices, each fitted from another start; shares and gain are those
 * by the other stretches (leave-one-out), so that more voices are not better by themselves. The same counts
 * always give the same voices.
 */
export function fitMixture(counted: SoundCounts, count: number): FittedVoices {
  const random = seededRandom(count);
  const settled = Array.from({ length: STARTS }, () => settle(counted, startShares(counted, count, random)));
  const best = settled.reduce((one, other) => (other.gain > one.gain ? other : one));
  return assignByOthers(counted, { ...best, voices: voicesOf(counted, best.shares) });
}
