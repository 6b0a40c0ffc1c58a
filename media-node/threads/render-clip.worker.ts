// Thread: measures a clip's loudness, renders it, and takes its thumbnail. One thread renders one clip at a time; how
// many render at once is the pool's size.
import { join } from "node:path";
import { runFfmpeg } from "../engines/ffmpeg.ts";
import { takeThumbnail } from "../engines/thumbnail.ts";
import { findLoudnessGain, lastLoudness } from "../signal/loudness-gain.ts";
import { type ThreadContext, threadTask } from "./thread-task.ts";

export interface RenderInput {
  readonly ffmpeg: string;
  /** Holds the captions and fonts, and gets the clip. */
  readonly folder: string;
  readonly durationS: number;
  readonly outputFile: string;
  /** Null without audio. */
  readonly loudnessArgs: readonly string[] | null;
  readonly renderArgs: readonly string[];
  /** What to run where those fail, as a hardware encoder may at any time; null where nothing else would help. */
  readonly fallbackArgs: readonly string[] | null;
  /** Stands in both argument lists where the gain belongs. */
  readonly gainPlaceholder: string;
  readonly targetLufs: number;
  readonly thumbnailFile: string;
  readonly thumbnailS: number;
  readonly thumbnailWidth: number;
  readonly timeoutMs: number;
}

export interface RenderResult {
  /** Integrated loudness of the source's stretch; null without audio. */
  readonly measuredLufs: number | null;
  /** Why `renderArgs` failed, where the fallback made the clip. */
  readonly fallbackReason: string | null;
}

const MEASURE_SHARE = 0.05;
const RENDER_SHARE = 0.97;
/** What is kept of the measurement's lines, of which only the last one counts. */
const KEPT_OUTPUT_LENGTH = 4_096;
const REASON_LENGTH = 300;

function withGain(input: RenderInput, args: readonly string[], gainDb: number): string[] {
  return args.map((arg) => arg.replaceAll(input.gainPlaceholder, gainDb.toFixed(2)));
}

async function measureLufs(
  input: RenderInput,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let tail = "";
  await runFfmpeg(input.ffmpeg, {
    args,
    timeoutMs: input.timeoutMs,
    signal,
    onOutput: (chunk) => {
      tail = (tail + chunk.toString("latin1")).slice(-KEPT_OUTPUT_LENGTH);
    },
  });
  return lastLoudness(tail);
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
  const { ffmpeg, folder, loudnessArgs } = input;
  const { signal, reportProgress } = context;
  const loudness =
    loudnessArgs === null
      ? null
      : await findLoudnessGain(input.targetLufs, (gainDb) =>
          measureLufs(input, withGain(input, loudnessArgs, gainDb), signal),
        );
  reportProgress(MEASURE_SHARE);
  const fallbackReason = await encodeOrFallBack(input, loudness?.gainDb ?? 0, context);
  await takeThumbnail(ffmpeg, {
    videoPath: join(folder, input.outputFile),
    timeS: input.thumbnailS,
    outputPath: join(folder, input.thumbnailFile),
    widthPx: input.thumbnailWidth,
    signal,
  });
  return { measuredLufs: loudness?.measuredLufs ?? null, fallbackReason };
});
