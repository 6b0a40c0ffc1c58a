// Cuts stretches of a source's audio to the sample, in a thread: for reels, which are mixed of such files, and for clips
// whose audio changes on the way, since what reads those (see ffmpeg/decode-audio) reads no frames.
import type { AudioCommand } from "../ffmpeg/decode-audio.ts";
import type { AudioStream } from "../source/probe-source.ts";
import { defineTask } from "../threads/define-task.ts";
import { type RunOptions, runInThread } from "../threads/run-in-thread.ts";
import { SAMPLE_RATE_HZ, SPARE_S, steadyStereo } from "./audio-graph.ts";
import type { CutAudioInput } from "./cut-audio.worker.ts";
import { FILE_OPTIONS } from "./render-arguments.ts";

const CUT_AUDIO = defineTask<CutAudioInput, void>(
  new URL("./cut-audio.worker.ts", import.meta.url),
  "render",
);

/** A stretch of the source as it will sound. */
export interface AudioCut {
  /** Silence before it, where the source has not begun yet. */
  readonly leadSamples: number;
  /** Where it begins on the source's clock, behind that silence. */
  readonly startS: number;
  /** With the silence. */
  readonly sampleCount: number;
}

export interface CutAudioCall {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  readonly audio: AudioStream;
  readonly cut: AudioCut;
  /** Must exist. */
  readonly folder: string;
  /** Below the folder. */
  readonly outputFile: string;
}

/** A cut may take this many times its length, and a minute to start with. */
const TIMEOUT_FACTOR = 60;

/** Puts a stretch into a file of floating-point samples in the working folder. */
function cutCommand({ sourcePath, audio, cut, outputFile }: CutAudioCall): AudioCommand {
  const { leadSamples, startS, sampleCount } = cut;
  // A little more than is needed: the last packet may end early.
  const durationS = (sampleCount - leadSamples) / SAMPLE_RATE_HZ + SPARE_S;
  const lead = leadSamples === 0 ? [] : [`adelay=${leadSamples}S|${leadSamples}S`];
  return {
    ...audio,
    sourcePath,
    startS,
    durationS,
    filters: [...steadyStereo(), ...lead, "apad", `atrim=end_sample=${sampleCount}`],
    output: ["-c:a", "pcm_f32le", "-f", "wav", ...FILE_OPTIONS, outputFile],
  };
}

/** @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function cutAudio(call: CutAudioCall, options: RunOptions): Promise<void> {
  const { ffmpeg, folder, cut } = call;
  const durationS = cut.sampleCount / SAMPLE_RATE_HZ;
  const timeoutMs = (60 + durationS * TIMEOUT_FACTOR) * 1_000;
  await runInThread(CUT_AUDIO, { ffmpeg, command: cutCommand(call), folder, durationS, timeoutMs }, options);
}
