// Thread: renders a clip; the parts of a reel are rendered here too, which are without audio, or nothing but audio. One
// thread renders one of them at a time; how many render at once is the lane's bound, and how many on a card the card's.
import { isOnCard, withCard } from "../ffmpeg/cards/card-decoding.ts";
import { encodeOnCard } from "../ffmpeg/cards/encode-on-card.ts";
import { encoderFailure } from "../ffmpeg/child-failure.ts";
import { runFfmpeg } from "../ffmpeg/ffmpeg.ts";
import { type ThreadContext, threadTask } from "../threads/thread-task.ts";
import { fontsEnvironment } from "./link-fonts.ts";

export interface RenderInput {
  readonly ffmpeg: string;
  /** Holds the captions and fonts, and gets the clip. */
  readonly folder: string;
  readonly durationS: number;
  readonly outputFile: string;
  /** With `CARD` in them for an encoder on a card, which is chosen here. */
  readonly renderArgs: readonly string[];
  /** The same, with the source decoded by that card too; null where it is not. */
  readonly decodingArgs: readonly string[] | null;
  /** What to run where those fail, as a hardware encoder may at any time; null where nothing else would help. */
  readonly fallbackArgs: readonly string[] | null;
  readonly timeoutMs: number;
}

export interface RenderResult {
  /** Why `renderArgs` failed, where the fallback made the clip; null too where only no card had a place. */
  readonly fallbackReason: string | null;
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
    env: fontsEnvironment(folder),
    timeoutMs,
    signal,
    onProgressS: (outTimeS) => {
      reportProgress(Math.min(1, outTimeS / durationS));
    },
  });
}

/** Encodes, if need be with the fallback; returns why that was needed. @throws what failed last */
async function encodeOrFallBack(input: RenderInput, context: ThreadContext): Promise<string | null> {
  try {
    await encode(input, input.renderArgs, context);
    return null;
  } catch (error) {
    if (input.fallbackArgs === null || context.signal.aborted) throw error;
    await encode(input, input.fallbackArgs, context);
    return encoderFailure(error);
  }
}

/** As `encodeOrFallBack`, on whichever card has a place. */
function encodeOnAnyCard(input: RenderInput, context: ThreadContext): Promise<string | null> {
  const { renderArgs, decodingArgs, fallbackArgs, durationS, timeoutMs } = input;
  return encodeOnCard(
    { durationS, timeoutMs, mayDecode: decodingArgs !== null, signal: context.signal },
    ({ card, decodes }) =>
      encode(input, withCard(decodes && decodingArgs !== null ? decodingArgs : renderArgs, card), context),
    fallbackArgs === null ? null : () => encode(input, fallbackArgs, context),
  );
}

export default threadTask<RenderInput, RenderResult>(async (input, context) => {
  context.reportProgress(0);
  const encodeAll = isOnCard(input.renderArgs) ? encodeOnAnyCard : encodeOrFallBack;
  return { fallbackReason: await encodeAll(input, context) };
});
