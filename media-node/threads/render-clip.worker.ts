// Thread: measures a clip's loudness, renders it, and takes its thumbnail; the parts of a reel are rendered here too,
// which are without sound, or nothing but sound. One thread renders one of them at a time; how many render at once is
// the pool's size.
import { join } from "node:path";
import { runFfmpeg } from "../engines/ffmpeg.ts";
import { takeThumbnail } from "../engines/thumbnail.ts";
import { type Limiter, LoudnessDigest, limitedLoudness } from "../signal/loudness-digest.ts";
import { findLoudnessGain, type LoudnessGain } from "../signal/loudness-gain.ts";
import { type ThreadContext, threadTask } from "./thread-task.ts";

export interface ThumbnailInput {
  readonly file: string;
  readonly timeS: number;
  readonly widthPx: number;
}

export interface RenderInput {
  readonly ffmpeg: string;
  /** Holds the captions and fonts, and gets the clip. */
  readonly folder: string;
  readonly durationS: number;
  readonly outputFile: string;
  /** Put the sound on the pipe as the digest of loudness takes it; null without audio. */
  readonly soundArgs: readonly string[] | null;
  readonly renderArgs: readonly string[];
  /** What to run where those fail, as a hardware encoder may at any time; null where nothing else would help. */
  readonly fallbackArgs: readonly string[] | null;
  /** Stands in the arguments where the gain belongs. */
  readonly gainPlaceholder: string;
  readonly targetLufs: number;
  /** The one that the render puts behind the gain. */
  readonly limiter: Limiter;
  /** Null where none is wanted. */
  readonly thumbnail: ThumbnailInput | null;
  readonly timeoutMs: number;
}

export interface RenderResult {
  /** Integrated loudness of the source's stretch; null without audio. */
  readonly measuredLufs: number | null;
  /** What brought it to the target; 0 without audio. */
  readonly gainDb: number;
  /** Why `renderArgs` failed, where the fallback made the clip. */
  readonly fallbackReason: string | null;
}

const MEASURE_SHARE = 0.05;
const RENDER_SHARE = 0.97;
const REASON_LENGTH = 300;

function withGain(input: RenderInput, args: readonly string[], gainDb: number): string[] {
  return args.map((arg) => arg.replaceAll(input.gainPlaceholder, gainDb.toFixed(2)));
}

/** Hears the clip's sound once and finds the gain for it. */
async function findGain(
  input: RenderInput,
  args: readonly string[],
  signal: AbortSignal,
): Promise<LoudnessGain> {
  const digest = new LoudnessDigest();
  const { ffmpeg, folder: cwd, timeoutMs } = input;
  await runFfmpeg(ffmpeg, { args, cwd, timeoutMs, signal, onOutput: (chunk) => digest.push(chunk) });
  const profile = digest.finish();
  return findLoudnessGain(input.targetLufs, (gainDb) => limitedLoudness(profile, gainDb, input.limiter));
}

async function encode(
  input: RenderInput,
  args: readonly string[],
  { signal, reportProgress }: ThreadContext,
): Promise<void> {
  const { ffmpeg, folder, durationS, timeoutMs } = input;
  await runFfmpeg(ffmpeg, {
    args,
    cwd: folder,
    env: { FONTCONFIG_FILE: join(folder, "fonts.conf") },
    timeoutMs,
    signal,
    onProgressS: (outTimeS) => {
      const done = Math.min(1, outTimeS / durationS);
      reportProgress(MEASURE_SHARE + (RENDER_SHARE - MEASURE_SHARE) * done);
    },
  });
}

/** What ffmpeg said, which an AppError keeps as its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return String(cause).slice(0, REASON_LENGTH);
}

/** Encodes, if need be with the fallback; returns why that was needed. @throws what failed last */
async function encodeOrFallBack(
  input: RenderInput,
  gainDb: number,
  context: ThreadContext,
): Promise<string | null> {
  try {
    await encode(input, withGain(input, input.renderArgs, gainDb), context);
    return null;
  } catch (error) {
    if (input.fallbackArgs === null || context.signal.aborted) throw error;
    await encode(input, withGain(input, input.fallbackArgs, gainDb), context);
    return reasonOf(error);
  }
}

export default threadTask<RenderInput, RenderResult>(async (input, context) => {
  const { ffmpeg, folder, soundArgs } = input;
  const { signal, reportProgress } = context;
  const loudness = soundArgs === null ? null : await findGain(input, soundArgs, signal);
  reportProgress(MEASURE_SHARE);
  const fallbackReason = await encodeOrFallBack(input, loudness?.gainDb ?? 0, context);
  if (input.thumbnail !== null) {
    const { file, timeS, widthPx } = input.thumbnail;
    const videoPath = join(folder, input.outputFile);
    await takeThumbnail(ffmpeg, { videoPath, timeS, outputPath: join(folder, file), widthPx, signal });
  }
  return { measuredLufs: loudness?.measuredLufs ?? null, gainDb: loudness?.gainDb ?? 0, fallbackReason };
});
