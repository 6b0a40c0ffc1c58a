// The model of a worker thread: opened by the first call, kept for as long as the thread lives, since loading takes
// longer than most sources; replaced when a call brings another one. One that could not be opened is tried again by the
// next call: what was missing may be there then.

import type { OnnxSessionOptions } from "../onnx/onnx-session.ts";
import type { ModelBundle } from "./model-bundle.ts";

/** What every call of such a thread says. */
export interface ModelCall extends OnnxSessionOptions {
  /** As the node has read it: checking it again would load the schema compiler into each thread. */
  readonly bundle: ModelBundle;
}

interface Kept<M> {
  readonly key: string;
  readonly model: Promise<M>;
}

/** Returns the function that gives the model of a call. It is never called while a call before it still runs. */
export function keepModel<M extends { dispose(): Promise<void> }>(
  open: (bundle: ModelBundle, options: OnnxSessionOptions) => Promise<M>,
): (call: ModelCall) => Promise<M> {
  let kept: Kept<M> | undefined;
  return async ({ bundle, providers, threads }) => {
    const key = JSON.stringify([bundle.folder, bundle.manifest, providers, threads]);
    if (kept?.key === key) return kept.model;
    const previous = kept;
    kept = undefined;
    await previous?.model.then((model) => model.dispose());
    const model = open(bundle, { providers, threads });
    kept = { key, model };
    model.catch(() => {
      if (kept?.model === model) kept = undefined;
    });
    return model;
  };
}
