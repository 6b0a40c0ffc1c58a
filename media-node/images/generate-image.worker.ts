// Runs image models in a thread of its own. Their networks stay loaded within one budget of memory, whichever models they
// are of. Where memory runs out, everything that lies idle is closed and the work tried once more. What a call leaves is
// collected at its end: a thread that waits for its next call collects nothing, and kept 1.3 GB of an image of 64 million
// pixels for as long as none came (2026-11). Ending idle threads was rejected: their networks take long to load.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { hasErrorCode } from "../../shared/errors.ts";
import { IMAGE_LIMITS } from "../../shared/limits/images.ts";
import type { ModelCall } from "../models/kept-model.ts";
import type { ExecutionProvider } from "../onnx/execution-providers.ts";
import type { PassedOverProvider } from "../onnx/onnx-session.ts";
import { createSessionCache, type SessionCache } from "../onnx/session-cache.ts";
import { threadTask } from "../threads/thread-task.ts";
import type { ImageModel, ImageWork, RawImage } from "./image-model.ts";
import { openImageModel } from "./open-image-model.ts";

export interface GenerateImageCall extends ModelCall {
  /** For all loaded networks together; the first call's counts. */
  readonly memoryBytes: number;
  readonly work: ImageWork;
}

export interface GeneratedImages {
  readonly images: readonly RawImage[];
  readonly provider: ExecutionProvider | null;
  readonly passedOver: readonly PassedOverProvider[];
}

interface OpenModel {
  readonly key: string;
  readonly model: ImageModel;
}

setFlagsFromString("--expose-gc");
/** Takes some 50 ms. */
const collectGarbage = runInNewContext("gc") as () => void;

let cache: SessionCache | undefined;
/** By folder, in the order of their last use. */
const models = new Map<string, OpenModel>();

/** The model of a call. One whose files or manifest were replaced is reopened, and so are its networks. */
async function modelFor(call: ModelCall, sessions: SessionCache): Promise<ImageModel> {
  const { bundle, providers, threads } = call;
  const key = JSON.stringify([bundle.manifest, providers, threads]);
  const known = models.get(bundle.folder);
  models.delete(bundle.folder);
  if (known !== undefined && known.key !== key) await sessions.clear();
  const model =
    known?.key === key ? known.model : await openImageModel(bundle, sessions, { providers, threads });
  models.set(bundle.folder, { key, model });
  const [oldest] = models.keys();
  if (models.size > IMAGE_LIMITS.openModels && oldest !== undefined) models.delete(oldest);
  return model;
}

export default threadTask<GenerateImageCall, GeneratedImages>(async (call, { signal, reportProgress }) => {
  cache ??= createSessionCache(call.memoryBytes);
  const sessions = cache;
  const model = await modelFor(call, sessions);
  const run = (): Promise<RawImage[]> => model.run(call.work, { onProgress: reportProgress, signal });
  try {
    const images = await run().catch(async (error: unknown) => {
      if (!hasErrorCode(error, "OUT_OF_MEMORY")) throw error;
      await sessions.clear();
      return run();
    });
    return { images, provider: model.provider(), passedOver: model.passedOver() };
  } finally {
    collectGarbage();
  }
});
