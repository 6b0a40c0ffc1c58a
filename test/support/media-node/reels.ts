// Makes reels of planted moments, as the highlight pipeline does, in folders of the test's own.
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { FoundMoment } from "../../../media-node/highlights/moments/find-highlights.ts";
import { makeReel, type SelectHighlights } from "../../../media-node/pipelines/highlights/make-reel.ts";
import type { MediaTools, RunContext } from "../../../media-node/pipelines/run-context.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { HighlightJobOutput, HighlightJobRequest } from "../../../shared/tasks/highlight-job.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { runContext } from "./run-context.ts";

export const REEL_REQUEST: HighlightJobRequest = {
  source: { kind: "upload", storageKey: "uploads/match" },
  range: { startS: 0, endS: null },
  title: "Rovers – United",
  category: "FOOTBALL",
  layout: "LANDSCAPE",
  shortSidePx: 180,
  templateId: null,
  template: null,
  declaredDurationS: null,
};

/** Moments by their times alone: each is better than the one before, and best in its middle. */
export function momentsAt(...times: readonly (readonly [startS: number, endS: number])[]): FoundMoment[] {
  return times.map(([startS, endS], index) => ({
    startS,
    endS,
    peakS: (startS + endS) / 2,
    score: 60 + index,
    reason: `Moment ${index + 1}.`,
  }));
}

/** Selects these, whatever the source shows. */
function plantedMoments(tools: MediaTools, moments: readonly FoundMoment[]): SelectHighlights {
  return async ({ signal }, _request, sourcePath) => ({
    source: await probeSource(tools, sourcePath, signal),
    notice: null,
    isMatch: true,
    moments,
  });
}

/** A storage with this file as the request's upload. */
export async function storeMatch(t: TestContext, path: string): Promise<ObjectStorage> {
  const storage = createFileStorage(await temporaryFolder(t));
  const copy = join(await temporaryFolder(t), "upload");
  await copyFile(path, copy);
  await storage.putFile("uploads/match", copy);
  return storage;
}

export interface ReelRun {
  readonly tools: MediaTools;
  readonly storage: ObjectStorage;
  readonly moments: readonly FoundMoment[];
  readonly request?: Partial<HighlightJobRequest>;
  readonly signal?: AbortSignal;
  readonly onReport?: RunContext["report"];
}

/** Runs the pipeline with a scratch folder of its own, as each node has one. */
export async function runReel(t: TestContext, run: ReelRun): Promise<HighlightJobOutput> {
  const { tools, storage, moments, request = {}, signal = AbortSignal.timeout(300_000) } = run;
  const report = run.onReport ?? (() => undefined);
  const context = await runContext(t, tools, { taskId: "task_test", storage, signal, report });
  return makeReel(context, { ...REEL_REQUEST, ...request }, plantedMoments(tools, moments));
}

/** A finished reel's local path. */
export async function reelPath(storage: ObjectStorage, key: string | null): Promise<string> {
  if (key === null) throw new Error("There is no such reel.");
  return storage.localPath(key, "");
}
