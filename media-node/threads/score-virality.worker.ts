// Scores candidates with the virality model in a thread of its own, which keeps the model for as long as it lives.
import { readBundle } from "../engines/model-bundle.ts";
import { openViralityModel, type ViralityModel, type ViralityScores } from "../engines/virality-model.ts";
import { threadTask } from "./thread-task.ts";

export interface ScoreViralityCall {
  readonly bundleFolder: string;
  /** [n, F], row by row. */
  readonly features: Float32Array;
  /** Whether contributions are wanted too. */
  readonly explain: boolean;
}

interface LoadedModel {
  readonly key: string;
  readonly model: Promise<ViralityModel>;
}

let loaded: LoadedModel | undefined;

/** The model of the call, loaded once; another one than last time, or the same refitted, takes its place. */
async function modelFor({ bundleFolder }: ScoreViralityCall): Promise<ViralityModel> {
  const bundle = await readBundle(bundleFolder);
  const key = JSON.stringify([bundleFolder, bundle.manifest.files]);
  if (loaded?.key === key) return loaded.model;
  const previous = loaded;
  const model = openViralityModel(bundle);
  loaded = { key, model };
  // One that could not be opened is tried anew by the next call.
  model.catch(() => {
    loaded = undefined;
  });
  await previous?.model.then(
    (old) => old.dispose(),
    () => undefined,
  );
  return model;
}

export default threadTask<ScoreViralityCall, ViralityScores>(async (call, { signal }) => {
  const model = await modelFor(call);
  signal.throwIfAborted();
  return model.score(call.features, { explain: call.explain });
});
