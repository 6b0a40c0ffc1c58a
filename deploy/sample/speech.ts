// From phrases to voices and times. Every phrase is synthesized alone and its silent edges are cut off, so where a
// phrase begins and ends on the video's clock is known to the sample. Whole sentences would flow a little better, but
// espeak-ng's command line does not tell when each word begins, and subtitles made by guessing drift from the voice.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Phrase, SHOTS, type ShotName, type Speaker } from "./script.ts";
import { decodeWave, type MonoAudio } from "./wave-file.ts";

const execFileAsync = promisify(execFile);

/** What espeak-ng 1.51 writes for every voice used here. */
export const SPEECH_RATE_HZ = 22_050;

/** Two clearly different voices of one accent: pitch from 0 to 99, words a minute. */
const VOICES: Readonly<Record<Speaker, { voice: string; pitch: number; wordsPerMinute: number }>> = {
  host: { voice: "en-us+f3", pitch: 52, wordsPerMinute: 165 },
  guest: { voice: "en-us+m3", pitch: 38, wordsPerMinute: 167 },
};

const LEAD_IN_MS = 500;
/** Speech level before mastering, as the root mean square of a speaker's voiced samples. */
const SPEECH_RMS = 0.1;
/** Below this part of full scale, the edge of a phrase is silence: about -44 dB. */
const SILENCE_LEVEL = 0.006;

export interface TimedPhrase extends Phrase {
  readonly shot: ShotName;
  readonly startS: number;
  readonly endS: number;
  /** At `SPEECH_RATE_HZ`. */
  readonly samples: Float32Array;
}

export interface TimedShot {
  readonly name: ShotName;
  readonly startS: number;
  readonly endS: number;
}

export interface Talk {
  readonly phrases: readonly TimedPhrase[];
  readonly shots: readonly TimedShot[];
  readonly durationS: number;
}

async function synthesize(phrase: Phrase): Promise<MonoAudio> {
  const { voice, pitch, wordsPerMinute } = VOICES[phrase.speaker];
  const args = ["-z", "--stdout", "-v", voice, "-p", `${pitch}`, "-s", `${wordsPerMinute}`, phrase.text];
  const { stdout } = await execFileAsync("espeak-ng", args, {
    encoding: "buffer",
    maxBuffer: 8 * 1024 * 1024,
  });
  const audio = decodeWave(stdout);
  if (audio.sampleRateHz !== SPEECH_RATE_HZ) throw new Error(`espeak-ng wrote ${audio.sampleRateHz} Hz.`);
  return audio;
}

function withoutSilentEdges(samples: Float32Array): Float32Array {
  const isLoud = (sample: number): boolean => Math.abs(sample) > SILENCE_LEVEL;
  return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}

function rootMeanSquare(parts: readonly Float32Array[]): number {
  let sum = 0;
  let count = 0;
  for (const part of parts) {
    for (const sample of part) sum += sample * sample;
    count += part.length;
  }
  return Math.sqrt(sum / count);
}

/** Speaks the whole script. Shots change in the middle of the silence between their phrases. */
export async function speakTalk(): Promise<Talk> {
  const lines = SHOTS.flatMap((shot) => shot.phrases.map((phrase) => ({ shot: shot.name, phrase })));
  const voiced = await Promise.all(
    lines.map(async ({ phrase }) => withoutSilentEdges((await synthesize(phrase)).samples)),
  );
  const gainOf = (speaker: Speaker): number =>
    SPEECH_RMS / rootMeanSquare(voiced.filter((_, index) => lines[index]?.phrase.speaker === speaker));
  const gains = { host: gainOf("host"), guest: gainOf("guest") };

  let clockS = LEAD_IN_MS / 1_000;
  const phrases = lines.map(({ shot, phrase }, index): TimedPhrase => {
    const samples = (voiced[index] ?? new Float32Array()).map((sample) => sample * gains[phrase.speaker]);
    const startS = clockS;
    const endS = startS + samples.length / SPEECH_RATE_HZ;
    clockS = endS + phrase.pauseMs / 1_000;
    return { ...phrase, shot, startS, endS, samples };
  });
  return { phrases, shots: timeShots(phrases, clockS), durationS: clockS };
}

function timeShots(phrases: readonly TimedPhrase[], durationS: number): TimedShot[] {
  const cutsS = phrases.flatMap((phrase, index) => {
    const previous = phrases[index - 1];
    return previous !== undefined && previous.shot !== phrase.shot
      ? [(previous.endS + phrase.startS) / 2]
      : [];
  });
  return SHOTS.map(({ name }, index) => ({
    name,
    startS: cutsS[index - 1] ?? 0,
    endS: cutsS[index] ?? durationS,
  }));
}
