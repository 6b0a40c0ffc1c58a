// Makes the sound of a whole reel: stretches of the source cut to the sample, crossfaded, with music where a template
// has some, as loud as platforms play it, in one file that is as long as the reel's pictures.
import { join } from "node:path";
import { findGain } from "../render/find-gain.ts";
import { RENDER_CLIP } from "../render/render-clip.ts";
import { SAMPLE_RATE_HZ } from "../render/sound-graph.ts";
import type { AudioStream } from "../source/probe-source.ts";
import { type RunOptions, runInThread } from "../threads/run-in-thread.ts";
import {
  cutArguments,
  isSilent,
  measureArguments,
  mixArguments,
  type ReelMix,
  type ReelMusic,
} from "./reel-sound-graph.ts";
import type { ReelSoundPlan } from "./reel-sound-plan.ts";
import { plainRender } from "./render-piece.ts";

export interface ReelSoundInput {
  readonly ffmpeg: string;
  readonly sourcePath: string;
  /** Null for a source without sound: the reel is silent, or has nothing but music. */
  readonly audio: AudioStream | null;
  readonly plan: ReelSoundPlan;
  readonly music: ReelMusic | null;
  /** Of the same match without music; see `ReelSound.gainDb`. */
  readonly matchGainDb: number;
  /** Must exist. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface ReelSound {
  readonly path: string;
  /** Integrated loudness before the gain; null where nothing is heard. */
  readonly measuredLufs: number | null;
  readonly gainDb: number;
}

const OUTPUT_FILE = "sound.mp4";

/** Cuts one stretch after the other, since each takes a fraction of a second. */
async function cutSegments(input: ReelSoundInput, options: RunOptions): Promise<string[] | null> {
  const { ffmpeg, audio, plan, sourcePath, folder } = input;
  if (audio === null) return null;
  const files: string[] = [];
  for (const segment of plan.segments) {
    const file = `sound-${files.length}.wav`;
    const durationS = segment.sampleCount / SAMPLE_RATE_HZ;
    const renderArgs = cutArguments(sourcePath, audio, segment, file);
    await runInThread(RENDER_CLIP, { ...plainRender(folder, file, durationS), ffmpeg, renderArgs }, options);
    files.push(file);
  }
  return files;
}

/** @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort */
export async function reelSound(input: ReelSoundInput): Promise<ReelSound> {
  const { ffmpeg, plan, music, matchGainDb, folder, signal } = input;
  const segmentFiles = await cutSegments(input, { signal });
  const mix: ReelMix = { plan, segmentFiles, music, matchGainDb };
  const durationS = plan.sampleCount / SAMPLE_RATE_HZ;
  const search = { ffmpeg, folder, durationS, signal };
  const loudness = isSilent(mix) ? null : await findGain({ ...search, args: measureArguments(mix) });
  const gainDb = loudness?.gainDb ?? 0;
  const renderArgs = mixArguments(mix, gainDb, OUTPUT_FILE);
  await runInThread(
    RENDER_CLIP,
    { ...plainRender(folder, OUTPUT_FILE, durationS), ffmpeg, renderArgs },
    { signal },
  );
  return { path: join(folder, OUTPUT_FILE), measuredLufs: loudness?.measuredLufs ?? null, gainDb };
}
