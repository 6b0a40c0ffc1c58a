// Finds where a source's frames show what the client asked for, or what the title names, by an image-text model in a
// thread.

import { clockOf, type SourceClock } from "../../ffmpeg/ffmpeg.ts";
import { type Turning, turningIn } from "../../ffmpeg/fit-frames.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { Span } from "../../signal/span.ts";
import type { VideoStream } from "../../source/probe-source.ts";
import { defineTask } from "../../threads/define-task.ts";
import { runInThread } from "../../threads/run-in-thread.ts";
import { calibrateSimilarities, type FrameScores } from "./frame-scores.ts";
import type { FrameSimilarities, ScoreFramesCall } from "./score-frames.worker.ts";

const SCORE_FRAMES = defineTask<ScoreFramesCall, FrameSimilarities>(
  new URL("./score-frames.worker.ts", import.meta.url),
  "model",
  { copies: 1 },
);

/** What frames are to show; null where nothing is asked that they could. */
export interface VisualWishes {
  readonly topic: string | null;
  readonly title: string | null;
}

export interface ScoreFramesInput {
  /** The binary. */
  readonly ffmpeg: string;
  readonly bundle: ModelBundle;
  readonly providers: readonly ExecutionProvider[];
  /** Threads of one operator on the CPU. */
  readonly threads: number;
  readonly sourcePath: string;
  /** As the probe found it: as displayed. */
  readonly video: Pick<VideoStream, "specifier" | "width" | "height" | keyof Turning | keyof SourceClock>;
  /** On the source's clock. */
  readonly range: Span;
  readonly wishes: VisualWishes;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

export interface ScoredFrames extends Pick<FrameSimilarities, "provider" | "passedOver"> {
  readonly scores: FrameScores;
}

/** CLIP and SigLIP learnt from captions, so that a bare word is put into one, too. */
function waysToPut(wish: string): string[] {
  return [wish, `a photo of ${wish}`];
}

/**
 * Looks at no more than SENSING_LIMITS.frames of the range.
 * @throws AppError MODEL_UNAVAILABLE, OUT_OF_MEMORY, SOURCE_UNSUPPORTED; `signal.reason` on abort
 */
export async function scoreFrames(input: ScoreFramesInput): Promise<ScoredFrames> {
  const { bundle, video, range, wishes, signal, onProgress } = input;
  const asked = [wishes.topic, wishes.title].filter((wish) => wish !== null);
  const call: ScoreFramesCall = {
    bundle,
    providers: input.providers,
    threads: input.threads,
    ffmpeg: input.ffmpeg,
    sourcePath: input.sourcePath,
    videoSpecifier: video.specifier,
    ...turningIn(video),
    ...clockOf(video),
    startS: range.startS,
    endS: range.endS,
    sourceSize: { width: video.width, height: video.height },
    wishes: asked.map(waysToPut),
  };
  const { provider, passedOver, stepS, similarities } = await runInThread(SCORE_FRAMES, call, {
    signal,
    onProgress,
  });
  const found = similarities.map(calibrateSimilarities);
  const [topic, title] = [wishes.topic, wishes.title].map((wish) =>
    wish === null ? null : (found.shift() ?? null),
  );
  const scores = { startS: range.startS, stepS, topic: topic ?? null, title: title ?? null };
  return { provider, passedOver, scores };
}
