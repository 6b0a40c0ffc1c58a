// A commentator as a voice without words: phrases of syllables, each voiced through two formants with a consonant's noise
// before it. Excitement raises pitch, pace and level and shortens pauses; at its height vowels are drawn out.
// Source of the direction and rough size: Banse and Scherer, Acoustic profiles in vocal emotion expression, 1996.
import type { Broadcast } from "./match-broadcast.ts";
import { MATCH_RATE_HZ, type MatchMix, swellAt } from "./match-mix.ts";

const CALM = { pitchHz: 118, syllablesPerS: 4.3, levelDb: -26, pauseS: 0.9 } as const;
const EXCITED = { pitchHz: 245, syllablesPerS: 6.6, levelDb: -16, pauseS: 0.2 } as const;
const BASE_MOOD = 0.1;
/** First and second formants of vowels. */
const VOWELS_HZ = [
  [700, 1_200],
  [400, 1_900],
  [500, 1_500],
  [350, 900],
  [550, 1_000],
] as const;
const BANDWIDTHS_HZ = [90, 130] as const;

function between(low: number, high: number, share: number): number {
  return low + (high - low) * share;
}

/** Two poles at a frequency; keeps what it rang with. */
function resonator(hz: number, bandwidthHz: number): (sample: number) => number {
  const radius = Math.exp((-Math.PI * bandwidthHz) / MATCH_RATE_HZ);
  const [first, second] = [2 * radius * Math.cos((2 * Math.PI * hz) / MATCH_RATE_HZ), -radius * radius];
  let [last, before] = [0, 0];
  return (sample) => {
    const next = sample * (1 - radius) + first * last + second * before;
    before = last;
    last = next;
    return next;
  };
}

interface Syllable {
  readonly startS: number;
  readonly durationS: number;
  readonly pitchHz: number;
  /** How far the pitch glides over the syllable, as a share of it. */
  readonly glide: number;
  readonly gain: number;
}

function speak(mix: MatchMix, { startS, durationS, pitchHz, glide, gain }: Syllable): void {
  const [firstHz, secondHz] = VOWELS_HZ[Math.floor(mix.random() * VOWELS_HZ.length)] ?? VOWELS_HZ[0];
  const first = resonator(firstHz, BANDWIDTHS_HZ[0]);
  const second = resonator(secondHz, BANDWIDTHS_HZ[1]);
  const consonantS = mix.random() < 0.6 ? Math.min(0.06, 0.25 * durationS) : 0;
  let phase = mix.random();
  mix.add(startS, durationS, (timeS) => {
    if (timeS < consonantS) return 0.12 * gain * (2 * mix.random() - 1);
    const share = (timeS - consonantS) / (durationS - consonantS);
    phase += (pitchHz * (1 + glide * (share - 0.5))) / MATCH_RATE_HZ;
    // A falling saw has the overtones of a voice; a little breath goes with it.
    const source = 1 - 2 * (phase % 1) + 0.08 * (2 * mix.random() - 1);
    const envelope = Math.min(1, share / 0.15, (1 - share) / 0.25);
    return 1.6 * gain * envelope * (1.5 * first(source) + second(source));
  });
}

function moodAt({ sounds }: Broadcast, timeS: number): number {
  const raised = sounds.moods.map((mood) => mood.level * swellAt(mood, timeS));
  return Math.min(1, Math.max(BASE_MOOD, ...raised));
}

/** Speaks a phrase and returns where it ends. */
function phrase(mix: MatchMix, broadcast: Broadcast, startS: number): number {
  const count = 4 + Math.floor(11 * mix.random());
  const accent = 0.9 + 0.2 * mix.random();
  let nowS = startS;
  for (let index = 0; index < count; index += 1) {
    const mood = Math.min(1, moodAt(broadcast, nowS) * (0.85 + 0.3 * mix.random()));
    const isDrawnOut = mood > 0.75 && mix.random() < 0.12;
    const pace = between(CALM.syllablesPerS, EXCITED.syllablesPerS, mood) * (0.75 + 0.5 * mix.random());
    const durationS = isDrawnOut ? 0.7 + 0.9 * mix.random() : 1 / pace;
    const falling = 1.08 - 0.16 * (index / count);
    const pitchHz =
      between(CALM.pitchHz, EXCITED.pitchHz, mood) * accent * falling * (0.93 + 0.14 * mix.random());
    const gain = 10 ** (between(CALM.levelDb, EXCITED.levelDb, mood) / 20);
    const glide = (0.3 * mood + 0.05) * (2 * mix.random() - 0.7);
    speak(mix, { startS: nowS, durationS: 0.92 * durationS, pitchHz, glide, gain });
    nowS += durationS;
  }
  return nowS;
}

/** Adds the commentator wherever nobody has silenced him. */
export function addCommentator(mix: MatchMix, broadcast: Broadcast): void {
  const { silences } = broadcast.sounds;
  let nowS = 1;
  while (nowS < broadcast.nowS - 4) {
    const silence = silences.find(({ startS, endS }) => nowS >= startS - 1 && nowS < endS);
    if (silence !== undefined && moodAt(broadcast, nowS) < 0.3) {
      nowS = silence.endS + 0.3;
      continue;
    }
    const endS = phrase(mix, broadcast, nowS);
    const pauseS = between(CALM.pauseS, EXCITED.pauseS, moodAt(broadcast, endS));
    nowS = endS + pauseS * (0.5 + 1.2 * mix.random());
  }
}
