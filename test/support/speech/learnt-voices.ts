// Voices of the kind that the built-in speech model learnt: the project's sample, whose synthesizer's text is its
// subtitles, and synthesizers that a machine has installed.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { readSubtitles } from "../../../media-node/source/read-subtitles.ts";
import { BUNDLED } from "../media-node/media-tools.ts";
import type { Voice } from "./voice-recordings.ts";
import { wordsOf } from "./word-errors.ts";

const run = promisify(execFile);

export const SAMPLE = fileURLToPath(new URL("../../../deploy/sample/sample.mp4", import.meta.url));
const SENTENCES = fileURLToPath(
  new URL("../../../media-node/models/training/speech/test-sentences.txt", import.meta.url),
);
const SENTENCES_EACH = 8;

type Speak = (text: string, path: string) => Promise<unknown>;

const espeak =
  (voice: string, wordsPerMinute: number): Speak =>
  (text, path) =>
    run("espeak-ng", ["-v", voice, "-s", `${wordsPerMinute}`, "-w", path, text]);
const flite =
  (voice: string): Speak =>
  (text, path) =>
    run("flite", ["-voice", voice, "-t", text, "-o", path]);

const SPEAKERS: Readonly<Record<string, Speak>> = {
  "espeak-ng en-us": espeak("en-us", 165),
  "espeak-ng en-us+f3": espeak("en-us+f3", 155),
  "espeak-ng en-us+m7": espeak("en-us+m7", 180),
  "espeak-ng en-gb-scotland": espeak("en-gb-scotland", 165),
  "espeak-ng en-us+Andy": espeak("en-us+Andy", 170),
  "flite slt": flite("slt"),
  "flite awb": flite("awb"),
  "flite kal16": flite("kal16"),
};

/** The sample's audio, with its own text. */
export async function sampleVoice(signal: AbortSignal): Promise<Voice> {
  const { subtitle } = await probeSource(BUNDLED, SAMPLE, signal);
  const cues = (await readSubtitles(BUNDLED.ffmpeg, SAMPLE, subtitle ?? { specifier: "s:0" }, signal)) ?? [];
  const said = cues.flatMap(({ text }) => wordsOf(text)).join(" ");
  return { name: "the sample", isLearnt: true, said, inputs: [["-i", SAMPLE]] };
}

/** Voices of installed synthesizers; their audio is written into `folder`. */
export async function synthesizedVoices(
  folder: string,
): Promise<{ readonly voices: readonly Voice[]; readonly missing: readonly string[] }> {
  const sentences = (await readFile(SENTENCES, "utf8")).split("\n").filter((line) => line !== "");
  const voices: Voice[] = [];
  const missing: string[] = [];
  for (const [index, [name, speak]] of Object.entries(SPEAKERS).entries()) {
    const chosen = sentences.slice(SENTENCES_EACH * index, SENTENCES_EACH * (index + 1));
    const path = join(folder, `learnt-${index}.wav`);
    try {
      await speak(chosen.map((sentence) => `${sentence}.`).join(" "), path);
    } catch {
      missing.push(`${name} is not installed`);
      continue;
    }
    voices.push({ name, isLearnt: true, said: chosen.join(" "), inputs: [["-i", path]] });
  }
  return { voices, missing };
}
