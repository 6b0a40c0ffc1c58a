// A download of a model beside the jobs of a node: whether there is a way to the hub is known at once, the rest is done in
// a thread, one download at a time.
import { MODEL_LIMITS } from "../../shared/limits/models.ts";
import { defineTask } from "../threads/define-task.ts";
import { runInThread } from "../threads/run-in-thread.ts";
import { findFileSizes } from "./hub-file-sizes.ts";
import type { Pull, PulledBundle } from "./pull-bundle.ts";
import type { PullCall } from "./pull-bundle.worker.ts";

const PULL_BUNDLE = defineTask<PullCall, PulledBundle>(
  new URL("./pull-bundle.worker.ts", import.meta.url),
  "download",
  { copies: 1 },
);

export interface ThreadedPull extends Pick<Pull, "entry" | "modelsDir" | "mirror" | "limits" | "signal"> {
  /** Told how far it is; of files whose size nobody knows, null. */
  readonly onProgress: (receivedBytes: number, totalBytes: number | null) => void;
}

/** @throws as pullBundle */
export async function pullInThread({ onProgress, signal, ...pull }: ThreadedPull): Promise<PulledBundle> {
  const sizes = await findFileSizes({ ...pull, signal, limits: MODEL_LIMITS });
  const known = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const totalBytes = known === 0 ? null : known;
  onProgress(0, totalBytes);
  return runInThread(
    PULL_BUNDLE,
    { ...pull, sizes },
    {
      signal,
      onProgress: (fraction) => onProgress(Math.round(fraction * known), totalBytes),
    },
  );
}
