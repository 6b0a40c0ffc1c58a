// The running order of a synthetic match: what is planted when, which camera is on air, and what is heard. A sport
// writes it from its beginning to its end with a cursor; video and audio are made from it afterwards. The world (the
// ball, the cars) goes on by the broadcast's own clock, so that a replay is the world at earlier times, more slowly.
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";

export interface PlantedEvent {
  /** When it happens: the ball is in the net, the winner lands, the cars are level. */
  readonly timeS: number;
  readonly kind: string;
  /** 0 to 1; the strongest event of a match has 1. */
  readonly strength: number;
}

export type Camera =
  | "main"
  | "reverse"
  | "onboard"
  | "closeUp"
  | "celebration"
  | "crowd"
  | "advert"
  | "aerial";

export interface Shot {
  readonly startS: number;
  readonly camera: Camera;
  /** The world's time at the shot's first frame, and how fast it goes on. */
  readonly worldS: number;
  readonly speed: number;
  readonly seed: number;
  /** Replays and adverts show neither score nor clock. */
  readonly showsScore: boolean;
}

export interface Stretch {
  readonly startS: number;
  readonly endS: number;
  /** Root mean square against full scale. */
  readonly levelDb: number;
}

/** A sound or a mood that rises, holds and dies away. `timeS` is where it has risen. */
export interface Swell {
  readonly timeS: number;
  readonly level: number;
  readonly riseS: number;
  readonly holdS: number;
  readonly decayS: number;
}

export type ImpactKind = "kick" | "racket" | "crash" | "wrench";

export interface MatchSounds {
  readonly crowdDb: number;
  /** Of a motor race: the field in the distance. */
  readonly engineDb: number | null;
  /** Levels in dB of full scale. */
  readonly swells: Swell[];
  /** The commentator's excitement, 0 to 1. */
  readonly moods: Swell[];
  readonly whistles: { readonly timeS: number; readonly durationS: number }[];
  readonly impacts: { readonly timeS: number; readonly kind: ImpactKind; readonly levelDb: number }[];
  readonly passes: { readonly timeS: number; readonly levelDb: number }[];
  readonly applause: Stretch[];
  readonly chants: Stretch[];
  readonly drums: Stretch[];
  readonly music: Stretch[];
  /** Where the commentators are silent. */
  readonly silences: { readonly startS: number; readonly endS: number }[];
}

/** A number that changes with the world's time, by keys that are appended in order. */
export class Track {
  readonly #times: number[] = [];
  readonly #values: number[] = [];
  readonly #isSmooth: boolean;

  constructor(startValue: number, isSmooth = true) {
    this.#isSmooth = isSmooth;
    this.key(0, startValue);
  }

  key(timeS: number, value: number): void {
    this.#times.push(Math.max(timeS, this.#times.at(-1) ?? 0));
    this.#values.push(value);
  }

  last(): number {
    return this.#values.at(-1) ?? 0;
  }

  at(timeS: number): number {
    let low = 0;
    let high = this.#times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#times[middle] ?? 0) <= timeS) low = middle;
      else high = middle - 1;
    }
    const [from, to] = [this.#values[low] ?? 0, this.#values[low + 1]];
    if (to === undefined) return from;
    const [startS, endS] = [this.#times[low] ?? 0, this.#times[low + 1] ?? 0];
    const share = Math.min(1, Math.max(0, (timeS - startS) / Math.max(1e-6, endS - startS)));
    return from + (to - from) * (this.#isSmooth ? share * share * (3 - 2 * share) : share);
  }
}

export class Broadcast {
  readonly events: PlantedEvent[] = [];
  readonly shots: Shot[] = [];
  /** Where a wipe covers the whole frame. */
  readonly wipesS: number[] = [];
  readonly scores: { readonly timeS: number; readonly left: number; readonly right: number }[] = [];
  /** Graphics in the lower third. */
  readonly banners: { readonly startS: number; readonly endS: number }[] = [];
  readonly sounds: MatchSounds;
  /** Where the cursor stands. */
  nowS = 0;
  readonly random: () => number;

  constructor(seed: number, { crowdDb, engineDb }: { crowdDb: number; engineDb: number | null }) {
    this.random = seededRandom(seed * 7_919 + 13);
    this.sounds = {
      crowdDb,
      engineDb,
      swells: [],
      moods: [],
      whistles: [],
      impacts: [],
      passes: [],
      applause: [],
      chants: [],
      drums: [],
      music: [],
      silences: [],
    };
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.random();
  }

  happens(probability: number): boolean {
    return this.random() < probability;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.random() }))
      .sort((left, right) => left.at - right.at)
      .map(({ item }) => item);
  }

  wait(durationS: number): void {
    this.nowS += durationS;
  }

  /** Another camera goes on air, live unless told. */
  cut(camera: Camera, replayed?: { readonly worldS: number; readonly speed: number }): void {
    const { worldS, speed } = replayed ?? { worldS: this.nowS, speed: 1 };
    const fresh = Math.floor(1e6 * this.random());
    // What is shown again was seen from where its camera stood.
    const first = this.shots.findLast(({ startS, showsScore }) => showsScore && startS <= worldS);
    const seed = replayed === undefined ? fresh : (first?.seed ?? fresh);
    const showsScore = replayed === undefined && camera !== "advert";
    this.shots.push({ startS: this.nowS, camera, worldS, speed, seed, showsScore });
  }

  /** A camera for a while. */
  show(camera: Camera, durationS: number): void {
    this.cut(camera);
    this.wait(durationS);
  }

  /** Slow motion of what was on air, between two wipes, from one camera or from several one after the other. */
  replay(fromS: number, untilS: number, cameras: readonly Camera[]): void {
    this.wipesS.push(this.nowS);
    for (const camera of cameras) {
      const speed = this.between(0.35, 0.55);
      this.cut(camera, { worldS: fromS, speed });
      this.wait((untilS - fromS) / speed);
    }
    this.wipesS.push(this.nowS);
  }

  /** A break: many quick shots with music, louder than the match, as advertising is. */
  advertise(durationS: number): void {
    const startS = this.nowS;
    while (this.nowS < startS + durationS) this.show("advert", this.between(0.8, 2.2));
    const stretch = { startS, endS: this.nowS };
    this.sounds.music.push({ ...stretch, levelDb: this.between(-19, -16) });
    this.sounds.silences.push(stretch);
  }

  swell(timeS: number, level: number, riseS: number, holdS: number, decayS: number): void {
    this.sounds.swells.push({ timeS, level, riseS, holdS, decayS });
  }

  mood(timeS: number, level: number, riseS: number, holdS: number, decayS: number): void {
    this.sounds.moods.push({ timeS, level, riseS, holdS, decayS });
  }
}

/** The strengths of a match's events: one stands out, the others are graded. */
export function gradedStrengths(count: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    index === 0 ? 1 : 0.8 - (0.4 * (index - 1)) / (count - 2),
  );
}
