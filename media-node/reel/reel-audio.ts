// Makes the audio of a whole reel: stretches of the source cut to the sample, crossfaded, with music where a template
// has some, as loud as platforms play it, in one file that is as long as the reel's video.
import { join } from "node:path";
import { SAMPLE_RATE_HZ } from "../render/audio-graph.ts";
import { cutAudio } from "../render/cut-audio.ts";
import { findGain } from "../render/find-gain.ts";
import { RENDER_CLIP } from "../render/render-clip.ts";
import type { StereoFault } from "../signal/stereo-fault.ts";
import type { AudioStream } from "../source/probe-source.ts";
import { type RunOptions, runInThread } from "../threads/run-in-thread.ts";
import {
  isSilent,
  type LocalMusic,
  measureArguments,
  mixArguments,
  type ReelMix,
} from "./reel-audio-graph.ts";
import type { ReelAudioPlan } from "./reel-audio-plan.ts";
import { plainRender } from "./render-piece.ts";

export interface ReelAudioInput {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  /** Null for a source without audio: the reel is silent, or has nothing but music. */
  readonly audio: AudioStream | null;
  readonly plan: ReelAudioPlan;
  readonly music: LocalMusic | null;
  /** Of the same match without music; see `ReelAudio.gainDb`. */
  readonly matchGainDb: number;
  /** Of the same match without music; see `ReelAudio.stereoFault`. */
  readonly matchFault: StereoFault | null;
  /** Must exist. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface ReelAudio {
  readonly path: string;
  /** Integrated loudness before the gain; null where nothing is heard. */
  readonly measuredLufs: number | null;
  readonly gainDb: number;
  /** What was wrong with its channels, and was mended. */
  readonly stereoFault: StereoFault | null;
}

const OUTPUT_FILE = "audio.mp4";

/** Cuts one stretch after the other, since each takes a fraction of a second. */
async function cutSegments(input: ReelAudioInput, options: RunOptions): Promise<string[] | null> {
  const { ffmpeg, audio, plan, sourcePath, folder } = input;
  if (audio === null) return null;
  const files: string[] = [];
  for (const segment of plan.segments) {
    const outputFile = `audio-${files.length}.wav`;
    await cutAudio({ ffmpeg, sourcePath, audio, cut: segment, folder, outputFile }, options);
    files.push(outputFile);
  }
  return files;
}

/** @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function mixReelAudio(input: ReelAudioInput): Promise<ReelAudio> {
  const { ffmpeg, plan, music, matchGainDb, matchFault, folder, signal } = input;
  const segmentFiles = await cutSegments(input, { signal });
  const mix: ReelMix = { plan, segmentFiles, music, matchGainDb, matchFault };
  const durationS = plan.sampleCount / SAMPLE_RATE_HZ;
  const search = { ffmpeg, folder, durationS, signal };
  const loudness = isSilent(mix) ? null : await findGain({ ...search, audio: measureArguments(mix) });
  const { measuredLufs = null, gainDb = 0, stereoFault = null } = loudness ?? {};
  const renderArgs = mixArguments(mix, { gainDb, stereoFault }, OUTPUT_FILE);
  await runInThread(
    RENDER_CLIP,
    { ...plainRender(folder, OUTPUT_FILE, durationS), ffmpeg, renderArgs },
    { signal },
  );
  return { path: join(folder, OUTPUT_FILE), measuredLufs, gainDb, stereoFault };
}
