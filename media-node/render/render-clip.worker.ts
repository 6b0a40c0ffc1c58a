// Thread: renders a clip; the parts of a reel are rendered here too, which are without sound, or nothing but sound. One
// thread renders one of them at a time; how many render at once is the lane's bound.
import { runFfmpeg } from "../ffmpeg/ffmpeg.ts";
import { type ThreadContext, threadTask } from "../threads/thread-task.ts";
import { fontsEnvironment } from "./link-fonts.ts";

export interface RenderInput {
  readonly ffmpeg: string;
  /** Holds the captions and fonts, and gets the clip. */
  readonly folder: string;
  readonly durationS: number;
  readonly outputFile: string;
  readonly renderArgs: readonly string[];
  /** What to run where those fail, as a hardware encoder may at any time; null where nothing else would help. */
  readonly fallbackArgs: readonly string[] | null;
  readonly timeoutMs: number;
}

export interface RenderResult {
  /** Why `renderArgs` failed, where the fallback made the clip. */
  readonly fallbackReason: string | null;
}

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
    env: fontsEnvironment(folder),
    timeoutMs,
    signal,
    onProgressS: (outTimeS) => {
      reportProgress(Math.min(1, outTimeS / durationS));
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
  context.reportProgress(0);
  return { fallbackReason: await encodeOrFallBack(input, context) };
});
