// What a match's audio is mixed into: samples at 16 kHz, to which short sounds and endless textures are added.
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import type { Swell } from "./match-broadcast.ts";

export const MATCH_RATE_HZ = 16_000;
/** Envelopes have a value every hundredth of a second. */
const ENVELOPE_HZ = 100;
const HOP = MATCH_RATE_HZ / ENVELOPE_HZ;

export type Random = () => number;

/** How far a swell has risen at a time, 0 to 1. */
export function swellAt({ timeS, riseS, holdS, decayS }: Swell, atS: number): number {
  if (atS <= timeS - riseS) return 0;
  if (atS < timeS) return Math.sin(((atS - timeS + riseS) / riseS) * (Math.PI / 2)) ** 2;
  return atS < timeS + holdS ? 1 : Math.exp((-2 * (atS - timeS - holdS)) / decayS);
}

export class MatchMix {
  readonly samples: Float32Array;
  readonly random: Random;

  constructor(durationS: number, seed: number) {
    this.samples = new Float32Array(Math.floor(durationS * MATCH_RATE_HZ));
    this.random = seededRandom(seed * 31 + 7);
  }

  /** Adds a short sound, sample by sample, from a time on. */
  add(startS: number, durationS: number, at: (timeS: number) => number): void {
    const start = Math.max(0, Math.round(startS * MATCH_RATE_HZ));
    const end = Math.min(this.samples.length, start + Math.round(durationS * MATCH_RATE_HZ));
    for (let index = start; index < end; index += 1) {
      this.samples[index] = (this.samples[index] ?? 0) + at((index - start) / MATCH_RATE_HZ);
    }
  }

  /** Adds a texture, over and over, at the gain that a function gives a hundred times a second. */
  addTexture(texture: Float32Array, gainAt: (timeS: number) => number): void {
    let gain = gainAt(0);
    for (let start = 0; start < this.samples.length; start += HOP) {
      const next = gainAt((start + HOP) / MATCH_RATE_HZ);
      if (gain > 0 || next > 0) this.#addHop(texture, start, gain, (next - gain) / HOP);
      gain = next;
    }
  }

  #addHop(texture: Float32Array, start: number, gain: number, slope: number): void {
    const end = Math.min(this.samples.length, start + HOP);
    for (let index = start; index < end; index += 1) {
      const sample = texture[index % texture.length] ?? 0;
      this.samples[index] = (this.samples[index] ?? 0) + sample * (gain + slope * (index - start));
    }
  }
}
