// Highlight jobs in this process, as a media node runs them: scoring, or a raw reel of given moments of a film that lies
// in the storage.
import { link, mkdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeReel } from "../../media-node/pipelines/highlights/make-reel.ts";
import type { RunContext } from "../../media-node/pipelines/run-context.ts";
import type { Span } from "../../media-node/signal/span.ts";
import { probeSource } from "../../media-node/source/probe-source.ts";
import { closeThreads } from "../../media-node/threads/run-in-thread.ts";
import { createLogger } from "../../shared/logger.ts";
import { createFileStorage } from "../../shared/storage/file-storage.ts";
import { workPrefix } from "../../shared/storage/task-keys.ts";
import type { HighlightJobRequest } from "../../shared/tasks/highlight-job.ts";
import { openBenchTools } from "../measuring/bench-node.ts";
import type { Measures } from "../measuring/harness.ts";

const LOGGER = createLogger("bench", "warn");
const SOURCE_KEY = "uploads/match";
const TASK_ID = "task_bench";

export const MATCH_REQUEST: HighlightJobRequest = {
  source: { kind: "upload", storageKey: SOURCE_KEY },
  range: { startS: 0, endS: null },
  title: null,
  category: "FOOTBALL",
  layout: "LANDSCAPE",
  shortSidePx: 1_080,
  templateId: null,
  template: null,
  declaredDurationS: null,
};

/** Call `close` at the end: it ends threads. @param folder for the storage and scratch files */
export async function openMatchTools(
  folder: string,
  signal: AbortSignal,
): Promise<{ context: RunContext; close: () => Promise<void> }> {
  const tools = await openBenchTools();
  const scratchFolder = join(folder, "scratch");
  await mkdir(scratchFolder, { recursive: true });
  const context: RunContext = {
    transcripts: { find: async () => undefined, add: async () => true },
    taskId: TASK_ID,
    scratchFolder,
    storage: createFileStorage(join(folder, "storage")),
    tools,
    policy: { allowNetworks: [] },
    logger: LOGGER,
    signal,
    report: () => undefined,
  };
  return { context, close: closeThreads };
}

export interface FinishedReel {
  readonly path: string;
  /** What its audio was turned up by. */
  readonly gainDb: number;
  readonly measures: Measures;
}

export interface ReelJob {
  /** Makes the raw reel from the beginning. */
  run(signal: AbortSignal): Promise<FinishedReel>;
  close(): Promise<void>;
}

/** Prepares a job over a film in a folder of its own; it makes a reel of these moments. */
export async function openReelJob(
  folder: string,
  filmPath: string,
  moments: readonly Span[],
): Promise<ReelJob> {
  await mkdir(join(folder, "storage", "uploads"), { recursive: true });
  await link(filmPath, join(folder, "storage", SOURCE_KEY));
  const { context, close } = await openMatchTools(folder, new AbortController().signal);
  const { storage, tools, scratchFolder } = context;
  const found = moments.map(({ startS, endS }) => ({
    startS,
    endS,
    peakS: (startS + endS) / 2,
    score: 50,
    reason: "It was told so.",
  }));
  const select = async (_context: RunContext, _request: HighlightJobRequest, path: string) => ({
    source: await probeSource(tools, path, context.signal),
    notice: null,
    isMatch: true,
    moments: found,
  });
  return {
    run: async (signal) => {
      const output = await makeReel({ ...context, signal }, MATCH_REQUEST, select);
      const path = await storage.localPath(output.rawVideoKey, scratchFolder);
      const kept = await readFile(join(folder, "storage", `${workPrefix(TASK_ID)}reel.json`), "utf8");
      const { gainDb } = JSON.parse(kept) as { gainDb: number };
      return { path, gainDb, measures: { reelBytes: (await stat(path)).size, reelS: output.duration } };
    },
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
