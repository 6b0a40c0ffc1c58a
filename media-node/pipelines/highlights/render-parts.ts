// Renders the parts of a reel side by side, each a checkpoint of its own with its file in the storage. Parts are joined
// as they are, so all must come from one encoder: where a hardware encoder fails at one of them, or another node made
// some of them with an encoder of another version, all are rendered again.
import { workPrefix } from "../../../shared/storage/task-keys.ts";
import { isOnCard } from "../../ffmpeg/cards/card-decoding.ts";
import { encoderFailure } from "../../ffmpeg/child-failure.ts";
import { SOFTWARE_ENCODER, type VideoEncoder } from "../../ffmpeg/video-encoder-settings.ts";
import type { ReelEncoding } from "../../reel/piece-arguments.ts";
import type { ReelPlan } from "../../reel/plan-reel.ts";
import { renderPiece } from "../../reel/render-piece.ts";
import { laneWidth } from "../../threads/run-in-thread.ts";
import { runStage } from "../../threads/run-stage.ts";
import { checkpoint, forgetCheckpoint } from "../checkpoints.ts";
import { mapBounded } from "../map-bounded.ts";
import { overallProgress } from "../overall-progress.ts";
import type { RunContext } from "../run-context.ts";

/** How a part is encoded; `decodesOnCard` has no meaning for parts that are not of the source. */
export type PartEncoding = Pick<ReelEncoding, "encoder" | "outputFile" | "decodesOnCard">;

export interface PreparedPart {
  readonly args: (encoding: PartEncoding) => readonly string[];
  /** Of the frame that stands for the reel; null for parts that give none. */
  readonly thumbnailS: number | null;
}

export interface ReelPart {
  /** Unlike those of all other parts of the task. */
  readonly name: string;
  readonly frameCount: number;
  /** What must be known before the part is rendered; not asked of parts that are finished. */
  readonly prepare: () => Promise<PreparedPart>;
}

/** Told how much of all parts is done, 0 to 1, and how many of them are finished. */
export type PartsProgress = (fraction: number, finished: number, count: number) => void;

export interface PartsToRender {
  readonly parts: readonly ReelPart[];
  readonly plan: Pick<ReelPlan, "target" | "frameRate">;
  /** An existing folder. */
  readonly folder: string;
  /** Where a thumbnail is put. */
  readonly thumbnailKey: string;
  readonly onProgress: PartsProgress;
}

export interface StoredReelPart {
  readonly videoKey: string;
  readonly configuration: string;
}

function checkpointName(part: ReelPart, encoder: VideoEncoder): string {
  return `${part.name}-${encoder.name}`;
}

async function renderPart(
  context: RunContext,
  { folder, plan, thumbnailKey }: PartsToRender,
  part: ReelPart,
  encoder: VideoEncoder,
  onProgress: (fraction: number) => void,
): Promise<StoredReelPart> {
  const { tools, signal, storage, taskId } = context;
  const outputFile = `${checkpointName(part, encoder)}.mp4`;
  const durationS = part.frameCount / plan.frameRate;
  const { args, thumbnailS } = await runStage("frame", durationS, () => part.prepare());
  const render = { folder, outputFile, target: plan.target, thumbnailS, durationS };
  const options = { signal, onProgress };
  const encoding = { encoder, outputFile };
  const decodingArgs = isOnCard(encoder.outputArgs) ? args({ ...encoding, decodesOnCard: true }) : null;
  const { videoPath, thumbnailPath, configuration } = await runStage("render", durationS, () =>
    renderPiece(tools.ffmpeg, { ...render, args: args(encoding), decodingArgs }, options),
  );
  const videoKey = `${workPrefix(taskId)}${outputFile}`;
  await storage.putFile(videoKey, videoPath);
  if (thumbnailPath !== null) await storage.putFile(thumbnailKey, thumbnailPath);
  return { videoKey, configuration };
}

async function renderAll(
  context: RunContext,
  input: PartsToRender,
  encoder: VideoEncoder,
): Promise<StoredReelPart[]> {
  const { parts, onProgress } = input;
  let finished = 0;
  const progress = overallProgress(parts.length, (done) => onProgress(done, finished, parts.length));
  // One more than render at once: the next part is prepared meanwhile, and then waits for its place.
  return mapBounded(parts, laneWidth("render") + 1, async (part, index) => {
    const stored = await checkpoint(context, checkpointName(part, encoder), () =>
      renderPart(context, input, part, encoder, (done) => progress(index, done)),
    );
    finished += 1;
    progress(index, 1);
    return stored;
  });
}

/** With the node's encoder; null where that is a hardware encoder and failed. */
async function renderWithOwn(context: RunContext, input: PartsToRender): Promise<StoredReelPart[] | null> {
  const { encoder, onFallback } = context.tools.encoding;
  try {
    return await renderAll(context, input, encoder);
  } catch (error) {
    if (encoder.name === SOFTWARE_ENCODER.name || context.signal.aborted) throw error;
    onFallback(encoderFailure(error));
    return null;
  }
}

/**
 * The parts in the storage, in their order, all of one configuration.
 * @throws AppError SOURCE_UNSUPPORTED, OUT_OF_MEMORY, TIMED_OUT; `signal.reason` on abort
 */
export async function renderParts(context: RunContext, input: PartsToRender): Promise<StoredReelPart[]> {
  const { encoder } = context.tools.encoding;
  const own = await renderWithOwn(context, input);
  if (own === null) return renderAll(context, input, SOFTWARE_ENCODER);
  if (new Set(own.map(({ configuration }) => configuration)).size === 1) return own;
  for (const part of input.parts) await forgetCheckpoint(context, checkpointName(part, encoder));
  return renderAll(context, input, encoder);
}
