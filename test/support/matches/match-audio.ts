// The audio of a synthetic match, 16 kHz, mixed from its running order: a crowd's murmur and roar as shaped noise under
// envelopes, whistles with a pea's trill, impacts, applause made of claps, chants, a drum, music, engines, and the
// commentators (match-commentator). Levels are root mean squares in dB of full scale.
import type { Broadcast, ImpactKind, Stretch } from "./match-broadcast.ts";
import { addCommentator } from "./match-commentator.ts";
import { MATCH_RATE_HZ, MatchMix, type Random, swellAt } from "./match-mix.ts";

const TEXTURE_S = 13;

const gainOf = (levelDb: number): number => 10 ** (levelDb / 20);
const sine = (hz: number, timeS: number): number => Math.sin(2 * Math.PI * hz * timeS);

/** Noise between two corner frequencies, breathing a little, with a level of 1. */
function noiseTexture(random: Random, lowHz: number, highHz: number): Float32Array {
  const [lowPass, highPass] = [highHz, lowHz].map((hz) => 1 - Math.exp((-2 * Math.PI * hz) / MATCH_RATE_HZ));
  let [first, second, drift, breath, aim] = [0, 0, 0, 1, 1];
  const texture = new Float32Array(TEXTURE_S * MATCH_RATE_HZ);
  for (let index = 0; index < texture.length; index += 1) {
    if (index % 2_400 === 0) aim = 0.75 + 0.5 * random();
    breath += (aim - breath) * 0.0008;
    first += (lowPass ?? 1) * (2 * random() - 1 - first);
    second += (lowPass ?? 1) * (first - second);
    drift += (highPass ?? 1) * (second - drift);
    texture[index] = (second - drift) * breath;
  }
  return levelled(texture);
}

function levelled(texture: Float32Array): Float32Array {
  const power = texture.reduce((sum, sample) => sum + sample * sample, 0) / texture.length;
  return texture.map((sample) => sample / Math.sqrt(power));
}

/** Hundreds of hands. */
function clapTexture(random: Random): Float32Array {
  const texture = new Float32Array(TEXTURE_S * MATCH_RATE_HZ);
  for (let clap = 0; clap < TEXTURE_S * 90; clap += 1) {
    const start = Math.floor(random() * texture.length);
    const [loudness, decay, hz] = [0.3 + random() ** 2, 150 + 200 * random(), 900 + 1_400 * random()];
    for (let index = 0; index < 480; index += 1) {
      const at = (start + index) % texture.length;
      const timeS = index / MATCH_RATE_HZ;
      const burst = (2 * random() - 1) * 0.6 + 0.6 * sine(hz, timeS);
      texture[at] = (texture[at] ?? 0) + loudness * burst * Math.exp(-decay * timeS);
    }
  }
  return levelled(texture);
}

/** A gain that comes and goes within a second or so. */
function stretchGain({ startS, endS, levelDb }: Stretch, timeS: number, riseS = 0.5, fallS = 1.2): number {
  if (timeS <= startS || timeS >= endS) return 0;
  return gainOf(levelDb) * Math.min(1, (timeS - startS) / riseS, (endS - timeS) / fallS);
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** How loud the people are at a time: their murmur, what they shout, and their hands, dB of full scale. */
export function crowdDbAt({ sounds }: Broadcast, timeS: number): number {
  const gains = [
    gainOf(sounds.crowdDb),
    ...sounds.swells.map((swell) => swellAt(swell, timeS) * gainOf(swell.level)),
    ...sounds.applause.map((stretch) => stretchGain(stretch, timeS, 0.6, 2)),
  ];
  return 10 * Math.log10(sumOf(gains, (gain) => gain * gain));
}

function addCrowd(mix: MatchMix, { sounds }: Broadcast): void {
  const murmur = noiseTexture(mix.random, 160, 900);
  const roar = noiseTexture(mix.random, 350, 2_600);
  const phase = 6 * mix.random();
  // The level wanders by some decibels within minutes, and is never quite still.
  const wander = (timeS: number): number =>
    1.6 * Math.sin(timeS / 17 + phase) + 1.1 * Math.sin(timeS / 5.3 + 2 * phase);
  mix.addTexture(murmur, (timeS) => gainOf(sounds.crowdDb + wander(timeS)));
  mix.addTexture(roar, (timeS) =>
    sumOf(sounds.swells, (swell) => {
      const share = swellAt(swell, timeS);
      return share < 0.001 ? 0 : share * gainOf(swell.level);
    }),
  );
  mix.addTexture(clapTexture(mix.random), (timeS) =>
    sumOf(sounds.applause, (stretch) => stretchGain(stretch, timeS, 0.6, 2)),
  );
}

/** The rhythm that stands clap and sing: long, long, short, short, long. */
const CHANT_STEPS = [1, 0, 1, 0, 1, 1, 1, 0] as const;
const CHANT_NOTES_HZ = [196, 196, 220, 196, 175, 175, 196, 165] as const;
const CHANT_STEP_S = 0.3;

function addChants(mix: MatchMix, { sounds }: Broadcast): void {
  const voices = noiseTexture(mix.random, 250, 1_300);
  mix.addTexture(voices, (timeS) => {
    const stretch = sounds.chants.find(({ startS, endS }) => timeS > startS && timeS < endS);
    if (stretch === undefined) return 0;
    const step = (timeS - stretch.startS) / CHANT_STEP_S;
    const isSung = CHANT_STEPS[Math.floor(step) % CHANT_STEPS.length] === 1;
    const shape = isSung ? 0.6 + 0.7 * Math.sin(Math.PI * (step % 1)) : 0.35;
    return stretchGain(stretch, timeS, 3, 3) * shape;
  });
  for (const stretch of sounds.chants) {
    const gain = 0.5 * gainOf(stretch.levelDb);
    mix.add(stretch.startS, stretch.endS - stretch.startS, (timeS) => {
      const hz = CHANT_NOTES_HZ[Math.floor(timeS / CHANT_STEP_S) % CHANT_NOTES_HZ.length] ?? 0;
      const fade = Math.min(1, timeS / 3, (stretch.endS - stretch.startS - timeS) / 3);
      return gain * fade * (sine(hz, timeS) + 0.6 * sine(2.01 * hz, timeS) + 0.3 * sine(3.02 * hz, timeS));
    });
  }
}

function addDrums(mix: MatchMix, { sounds }: Broadcast): void {
  for (const { startS, endS, levelDb } of sounds.drums) {
    const beatS = 0.45 + 0.1 * mix.random();
    const gain = 3 * gainOf(levelDb);
    for (let timeS = startS; timeS < endS; timeS += beatS) {
      mix.add(timeS, 0.25, (at) => gain * Math.exp(-16 * at) * sine(95 - 60 * at, at));
    }
  }
}

const CHORDS_HZ = [
  [110, 220, 277, 330],
  [87, 220, 262, 349],
  [131, 196, 262, 330],
  [98, 196, 247, 294],
] as const;

function addMusic(mix: MatchMix, { sounds }: Broadcast): void {
  for (const { startS, endS, levelDb } of sounds.music) {
    const gain = 0.35 * gainOf(levelDb);
    mix.add(startS, endS - startS, (timeS) => {
      const chord = CHORDS_HZ[Math.floor(timeS / 2) % CHORDS_HZ.length] ?? [];
      const pulse = 0.6 + 0.4 * Math.exp(-6 * (timeS % 0.5));
      const fade = Math.min(1, timeS / 0.3, (endS - startS - timeS) / 0.3);
      const notes = sumOf(
        chord,
        (hz) => sine(hz, timeS) + 0.5 * sine(2 * hz, timeS) + 0.3 * sine(5 * hz, timeS),
      );
      const drum = 2 * Math.exp(-14 * (timeS % 0.5)) * sine(70, timeS % 0.5);
      return gain * fade * (pulse * notes + drum);
    });
  }
}

function addWhistles(mix: MatchMix, { sounds }: Broadcast): void {
  for (const { timeS, durationS } of sounds.whistles) {
    const [hz, trillHz, gain] = [2_900 + 500 * mix.random(), 28 + 12 * mix.random(), gainOf(-21)];
    mix.add(timeS, durationS, (at) => {
      const edge = Math.min(1, at / 0.02, (durationS - at) / 0.03);
      const trill = sine(trillHz, at);
      const tone = Math.sin(2 * Math.PI * hz * at + (110 / trillHz) * Math.sin(2 * Math.PI * trillHz * at));
      return gain * edge * (0.65 + 0.35 * trill) * (tone + 0.2 * sine(2 * hz, at));
    });
  }
}

const IMPACTS: Readonly<
  Record<ImpactKind, { durationS: number; at: (timeS: number, noise: number) => number }>
> = {
  kick: { durationS: 0.12, at: (t, noise) => 3 * Math.exp(-45 * t) * (sine(150 - 500 * t, t) + 0.2 * noise) },
  racket: { durationS: 0.08, at: (t, noise) => 3 * Math.exp(-90 * t) * (noise + sine(720, t)) },
  crash: {
    durationS: 1.6,
    at: (t, noise) =>
      2.5 * Math.exp(-3.5 * t) * noise * (0.6 + 0.4 * Math.sign(sine(9, t))) + sine(60, t) * Math.exp(-8 * t),
  },
  wrench: {
    durationS: 0.45,
    at: (t, noise) => 1.5 * Math.sign(sine(34, t)) * (0.5 * noise + sine(1_900, t)),
  },
};

function addImpacts(mix: MatchMix, { sounds }: Broadcast): void {
  for (const { timeS, kind, levelDb } of sounds.impacts) {
    const { durationS, at } = IMPACTS[kind];
    const gain = gainOf(levelDb);
    mix.add(timeS, durationS, (t) => gain * at(t, 2 * mix.random() - 1));
  }
}

/** An engine's note with its overtones; a pass falls in pitch as it goes by. */
function addEngines(mix: MatchMix, { sounds }: Broadcast): void {
  if (sounds.engineDb === null) return;
  const field = noiseTexture(mix.random, 120, 700);
  const fieldGain = gainOf(sounds.engineDb);
  mix.addTexture(field, (timeS) => fieldGain * (1 + 0.3 * Math.sin(timeS / 3.1)));
  for (const { timeS, levelDb } of sounds.passes) {
    const [hz, gain] = [150 + 90 * mix.random(), gainOf(levelDb)];
    let phase = 0;
    mix.add(timeS - 3, 6, (at) => {
      const aside = (at - 3) / 0.5;
      const near = 1 / (1 + aside * aside);
      phase += (hz * (1 - 0.18 * (aside / Math.sqrt(1 + aside * aside)))) / MATCH_RATE_HZ;
      const edge = Math.min(1, at, 6 - at);
      const saw = 2 * (phase % 1) - 1;
      return (
        gain * 1.4 * near * edge * (saw + 0.5 * Math.sin(4 * Math.PI * phase) + 0.3 * (2 * mix.random() - 1))
      );
    });
  }
}

/** The whole sound of a match, -1 to 1: loud moments are bent, not cut, as a broadcaster's limiter does. */
export function mixMatch(broadcast: Broadcast, seed: number): Float32Array {
  const mix = new MatchMix(broadcast.nowS, seed);
  addCrowd(mix, broadcast);
  addEngines(mix, broadcast);
  addChants(mix, broadcast);
  addDrums(mix, broadcast);
  addMusic(mix, broadcast);
  addWhistles(mix, broadcast);
  addImpacts(mix, broadcast);
  addCommentator(mix, broadcast);
  const { samples } = mix;
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = 0.95 * Math.tanh(1.05 * (samples[index] ?? 0));
  }
  return samples;
}
