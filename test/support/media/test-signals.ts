// Sounds that are not speech, 16 kHz, -1 to 1, seeded; and what recordings become on their way: quieter, noisy, through
// a telephone. Levels are root mean squares in dB of full scale.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { FFMPEG } from "./media-fixture.ts";

export const AUDIO_RATE_HZ = 16_000;

const run = promisify(execFile);
const random = seededRandom(7);

function gauss(): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
}

/** A sound of `durationS` from a function of time in seconds, scaled to a level. */
export function samplesOf(durationS: number, levelDb: number, at: (timeS: number) => number): Float32Array {
  const samples = new Float32Array(Math.floor(durationS * AUDIO_RATE_HZ)).map((_, index) =>
    at(index / AUDIO_RATE_HZ),
  );
  return atLevel(samples, levelDb);
}

/** The same sound at a level; silence stays silence. */
export function atLevel(samples: Float32Array, levelDb: number): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const gain = power > 0 ? 10 ** (levelDb / 20) / Math.sqrt(power) : 0;
  return samples.map((sample) => sample * gain);
}

/** Sounds on top of each other; the others are repeated as long as the first lasts. */
export function mix(first: Float32Array, ...others: readonly Float32Array[]): Float32Array {
  return first.map((sample, index) =>
    others.reduce((sum, other) => sum + (other[index % other.length] ?? 0), sample),
  );
}

const sine = (frequencyHz: number, timeS: number): number => Math.sin(2 * Math.PI * frequencyHz * timeS);
const noteHz = (note: number): number => 440 * 2 ** ((note - 69) / 12);
const CHORDS = [
  [45, 57, 60, 64],
  [41, 57, 60, 65],
  [48, 55, 60, 64],
  [43, 55, 59, 62],
] as const;

export function whiteNoise(durationS: number, levelDb = -30): Float32Array {
  return samplesOf(durationS, levelDb, gauss);
}

/** Mains hum with its harmonics. */
export function hum(durationS: number): Float32Array {
  return samplesOf(durationS, -30, (timeS) =>
    [50, 100, 150, 200, 250, 350].reduce((sum, hz, index) => sum + sine(hz, timeS) / (index + 1), 0),
  );
}

export function tone(durationS: number, frequencyHz: number): Float32Array {
  return samplesOf(durationS, -20, (timeS) => sine(frequencyHz, timeS));
}

/** A chord each second, of notes with five harmonics; `decay` is how fast they fade, per second. */
export function chords(durationS: number, decay = 0): Float32Array {
  return samplesOf(durationS, -25, (timeS) => {
    const chord = CHORDS[Math.floor(timeS) % CHORDS.length] ?? [];
    let sum = 0;
    for (const note of chord) {
      for (let harmonic = 1; harmonic <= 5; harmonic += 1) {
        sum += sine(noteHz(note) * harmonic, timeS) / harmonic;
      }
    }
    return sum * Math.exp(-decay * (timeS % 1));
  });
}

/** Bass drum and snare by turns, with a hi-hat. */
export function drums(durationS: number, beatsPerMinute = 120): Float32Array {
  const beatS = 60 / beatsPerMinute;
  return samplesOf(durationS, -20, (timeS) => {
    const phaseS = timeS % beatS;
    const hat = 0.2 * gauss() * Math.exp(-60 * (timeS % (beatS / 2)));
    const isBass = Math.floor(timeS / beatS) % 2 === 0;
    if (isBass) {
      const glide = 50 * phaseS + 2 * (1 - Math.exp(-30 * phaseS));
      return hat + 2 * Math.sin(2 * Math.PI * glide) * Math.exp(-10 * phaseS);
    }
    return hat + gauss() * Math.exp(-20 * phaseS) + sine(190, phaseS) * Math.exp(-18 * phaseS);
  });
}

/** The sound of a media file through ffmpeg, with filters on the way where wanted. */
export async function decoded(path: string, filters = "anull"): Promise<Float32Array> {
  const { stdout } = await run(
    FFMPEG,
    ["-v", "error", "-i", path, "-af", filters, "-ac", "1", "-ar", String(AUDIO_RATE_HZ), "-f", "f32le", "-"],
    { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 },
  );
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
}
