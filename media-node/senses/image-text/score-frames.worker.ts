// Compares frames of a source with texts, in a thread of its own, by an image-text model. A few seconds lie between
// two frames, more in a long source, so that a job has a bounded number of them. Key frames serve where there are
// enough: they decode ten times faster than everything. What stands still is looked at once.
import { SENSING_LIMITS } from "../../../shared/limits/sensing.ts";
import { readSpacedFrames, type SpacedFramesCall } from "../../ffmpeg/evenly-spaced-frames.ts";
import type { FrameSize } from "../../ffmpeg/fit-frames.ts";
import { keepModel, type ModelCall } from "../../models/kept-model.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../../onnx/onnx-session.ts";
import { type ThreadContext, threadTask } from "../../threads/thread-task.ts";
import { type ImageTextModel, openImageTextModel } from "./image-text-model.ts";

export interface ScoreFramesCall extends ModelCall, Omit<SpacedFramesCall, "stepS" | "size" | "skip"> {
  /** Of the frames as displayed. */
  readonly sourceSize: FrameSize;
  /** For each wish, the ways in which it is put; their embeddings are averaged. */
  readonly wishes: readonly (readonly string[])[];
}

export interface FrameSimilarities {
  readonly provider: ExecutionProvider;
  readonly passedOver: readonly PassedOverProvider[];
  /** From one frame to the next; the first is at the call's `startS`. */
  readonly stepS: number;
  /** For each wish, the cosine to each frame. */
  readonly similarities: readonly Float32Array[];
}

const MIN_STEP_S = 2;
/** Key frames further apart than this on average tell too little; then short ranges are decoded in full. */
const SPARSE_KEY_FRAMES_S = 6;
const MAX_FULL_DECODE_S = 600;

const modelFor = keepModel(openImageTextModel);

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] ?? 0);
  return sum;
}

/** The mean of the embeddings of all ways, of length one (prompt ensembling: Radford et al. 2021, section 3.1.4). */
async function embedWish(model: ImageTextModel, ways: readonly string[]): Promise<Float32Array> {
  const embeddings: Float32Array[] = [];
  for (const way of ways) embeddings.push(await model.embedText(way));
  const sum = new Float32Array(embeddings[0]?.length ?? 0).map((_, index) =>
    embeddings.reduce((total, embedding) => total + (embedding[index] ?? 0), 0),
  );
  const length = Math.sqrt(dot(sum, sum));
  return sum.map((value) => value / Math.max(length, Number.MIN_VALUE));
}

interface Look {
  /** For each frame, the cosine to each wish. */
  readonly rows: readonly Float32Array[];
  /** Frames that differ from the one before. */
  readonly different: number;
}

async function look(
  model: ImageTextModel,
  embeddings: readonly Float32Array[],
  call: SpacedFramesCall,
  { signal, reportProgress }: ThreadContext,
): Promise<Look> {
  const rows: Float32Array[] = [];
  const maxRows = Math.ceil((call.endS - call.startS) / call.stepS) + 1;
  let different = 0;
  let before: Buffer | undefined;
  await readSpacedFrames(call, signal, async (rgb) => {
    signal.throwIfAborted();
    const known = rows.at(-1);
    if (rows.length === maxRows) return;
    if (known !== undefined && before?.equals(rgb) === true) {
      rows.push(known);
    } else {
      const [found = new Float32Array()] = await model.embedImages([rgb], call.size);
      rows.push(Float32Array.from(embeddings, (embedding) => dot(found, embedding)));
      different += 1;
    }
    before = Buffer.from(rgb.buffer);
    reportProgress(Math.min(1, rows.length / maxRows));
  });
  return { rows, different };
}

export default threadTask<ScoreFramesCall, FrameSimilarities>(async (call, context) => {
  const model = await modelFor(call);
  const lengthS = call.endS - call.startS;
  const { frames } = SENSING_LIMITS;
  const stepS = Math.max(MIN_STEP_S, lengthS / frames[model.provider === "cpu" ? "cpu" : "gpu"]);
  const embeddings: Float32Array[] = [];
  for (const ways of call.wishes) embeddings.push(await embedWish(model, ways));
  const spaced = { ...call, stepS, size: model.scaledSize(call.sourceSize) };
  let seen = await look(model, embeddings, { ...spaced, skip: "nokey" }, context);
  const isSparse = seen.different < Math.max(2, lengthS / SPARSE_KEY_FRAMES_S);
  if (isSparse && lengthS <= MAX_FULL_DECODE_S) {
    seen = await look(model, embeddings, { ...spaced, skip: "noref" }, context);
  }
  const similarities = call.wishes.map((_, wish) => Float32Array.from(seen.rows, (row) => row[wish] ?? 0));
  const { provider, passedOver } = model;
  return { provider, passedOver, stepS, similarities };
});
