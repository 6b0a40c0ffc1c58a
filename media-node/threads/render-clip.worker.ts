// Thread: renders a clip and takes its thumbnail; the parts of a reel are rendered here too, which are without sound, or
// nothing but sound. One thread renders one of them at a time; how many render at once is
// the pool's size.
import { join } from "node:path";
import { runFfmpeg } from "../engines/ffmpeg.ts";
import { takeThumbnail } from "../engines/thumbnail.ts";
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
  readonly renderArgs: readonly string[];
  /** What to run where those fail, as a hardware encoder may at any time; null where nothing else would help. */
  readonly fallbackArgs: readonly string[] | null;
  /** Null where none is wanted. */
  readonly thumbnail: ThumbnailInput | null;
  readonly timeoutMs: number;
}

export interface RenderResult {
  /** Why `renderArgs` failed, where the fallback made the clip. */
  readonly fallbackReason: string | null;
}

const RENDER_SHARE = 0.97;
const REASON_LENGTH = 300;

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
      reportProgress(RENDER_SHARE * done);
    },
  });
}

/** What ffmpeg said, which an AppError keeps as its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return String(cause).slice(0, REASON_LENGTH);
}

/** Encodes, if need be with the fallback; returns why that was needed. @throws what failed last */
async function encodeOrFallBack(input: RenderInput, context: ThreadContext): Promise<string | null> {
  try {
    await encode(input, input.renderArgs, context);
    return null;
  } catch (error) {
    if (input.fallbackArgs === null || context.signal.aborted) throw error;
    await encode(input, input.fallbackArgs, context);
    return reasonOf(error);
  }
}

export default threadTask<RenderInput, RenderResult>(async (input, context) => {
  const { ffmpeg, folder } = input;
  const { signal, reportProgress } = context;
  reportProgress(0);
  const fallbackReason = await encodeOrFallBack(input, context);
  if (input.thumbnail !== null) {
    const { file, timeS, widthPx } = input.thumbnail;
    const videoPath = join(folder, input.outputFile);
    await takeThumbnail(ffmpeg, { videoPath, timeS, outputPath: join(folder, file), widthPx, signal });
  }
  return { fallbackReason };
});
