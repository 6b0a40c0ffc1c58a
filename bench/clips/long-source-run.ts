// What a media node does with one source, alone in a process: `node --import tsx long-source-run.ts FILE FOLDER`
// chooses moments as the clip pipeline does, cuts one clip from the middle, and prints what that took as JSON. A
// process of its own, because what an earlier repeat left in memory would hide what this one needs.
import { readFileSync } from "node:fs";
import { createMediaTools } from "../../media-node/media-tools.ts";
import { cutClip } from "../../media-node/pipelines/clips/cut-clip.ts";
import { selectClips } from "../../media-node/pipelines/clips/select-clips.ts";
import type { MediaTools, RunContext } from "../../media-node/pipelines/run-context.ts";
import { closeThreads } from "../../media-node/threads/run-in-thread.ts";
import { createLogger } from "../../shared/logger.ts";
import { createFileStorage } from "../../shared/storage/file-storage.ts";
import type { ClipJobRequest } from "../../shared/tasks/clip-job.ts";
import { NO_NEWS, openBenchThreads, readBenchConfig } from "./node-config.ts";

const CLIP_S = 30;

const REQUEST: ClipJobRequest = {
  source: { kind: "upload", storageKey: "unused" },
  range: { startS: 0, endS: null },
  clipCount: 5,
  clipLengthS: { min: 15, max: 60 },
  targetWidth: 1_080,
  editingStyles: ["AUTO"],
  captions: null,
  title: null,
  prompt: null,
  declaredDurationS: 0,
};

async function createTools(): Promise<MediaTools> {
  // The node's own settings decide the binaries and threads; nothing here needs a database.
  const config = await readBenchConfig();
  openBenchThreads(config);
  const models = { speechModel: undefined, executionProviders: ["cpu"] as const };
  return createMediaTools({ ...config, models }, { bundles: () => [], news: NO_NEWS });
}

/** The highest resident set of this process so far, threads included. Unlike getrusage's, it begins with the program. */
function peakRssBytes(): number {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return Number(kib) * 1_024;
}

async function main(sourcePath: string, folder: string): Promise<Record<string, number>> {
  const tools = await createTools();
  const context: RunContext = {
    transcripts: { find: async () => undefined, add: async () => undefined },
    taskId: "task_01k9a1b2c3d4e5f6g7h8j9k0m1",
    scratchFolder: folder,
    storage: createFileStorage(folder),
    tools,
    policy: { allowNetworks: [] },
    logger: createLogger("bench", "warn"),
    signal: new AbortController().signal,
    report: () => undefined,
  };
  try {
    const startMs = performance.now();
    const selection = await selectClips(context, REQUEST, sourcePath, () => undefined);
    const selectedMs = performance.now();
    const [best] = selection.moments;
    if (best === undefined) throw new Error("No moment was found.");
    const startS = selection.source.durationS / 2;
    const moment = { ...best, startS, endS: startS + CLIP_S };
    const { source, words } = selection;
    const onProgress = (): void => undefined;
    await cutClip(context, REQUEST, { sourcePath, source, words, moment, index: 0, onProgress });
    return {
      chooseMs: selectedMs - startMs,
      cutMs: performance.now() - selectedMs,
      nodePeakRssBytes: peakRssBytes(),
    };
  } finally {
    await closeThreads();
  }
}

const [sourcePath, folder] = process.argv.slice(2);
if (sourcePath === undefined || folder === undefined) throw new Error("Give a source and an empty folder.");
console.log(JSON.stringify(await main(sourcePath, folder)));
