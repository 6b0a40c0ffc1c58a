// What a media node does with one source, alone in a process: `node --import tsx long-source-run.ts FILE FOLDER MINUTES
// SECONDS` chooses moments as the clip pipeline does, with a transcript that is known from before, cuts one clip from the
// middle, and prints what that took as JSON. A process of its own, because what an earlier repeat left in memory would hide
// what this one needs.
import { readFileSync } from "node:fs";
import { cutClip } from "../../media-node/pipelines/clips/cut-clip.ts";
import { selectClips } from "../../media-node/pipelines/clips/select-clips.ts";
import type { RunContext } from "../../media-node/pipelines/run-context.ts";
import { closeThreads } from "../../media-node/threads/run-in-thread.ts";
import { createLogger } from "../../shared/logger.ts";
import { createFileStorage } from "../../shared/storage/file-storage.ts";
import type { ClipJobRequest } from "../../shared/tasks/clip-job.ts";
import { openBenchTools } from "../measuring/bench-node.ts";
import { plainTranscript } from "./clip-job.ts";

const LOGGER = createLogger("bench", "warn");
const TRANSCRIPT_KEY = "transcripts/film.json";

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

/** The highest resident set of this process so far, threads included. Unlike getrusage's, it begins with the program. */
function peakRssBytes(): number {
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  return Number(kib) * 1_024;
}

interface Work {
  readonly sourcePath: string;
  readonly folder: string;
  readonly sourceS: number;
  readonly clipS: number;
}

async function main({ sourcePath, folder, sourceS, clipS }: Work): Promise<Record<string, number>> {
  const tools = await openBenchTools();
  const storage = createFileStorage(folder);
  const { name, version } = tools.models.speech().bundle.manifest;
  await storage.write(TRANSCRIPT_KEY, JSON.stringify(plainTranscript(`${name}@${version}`, sourceS)));
  const context: RunContext = {
    transcripts: { find: async () => TRANSCRIPT_KEY, add: async () => true },
    taskId: "task_01k9a1b2c3d4e5f6g7h8j9k0m1",
    scratchFolder: folder,
    storage,
    tools,
    policy: { allowNetworks: [] },
    logger: LOGGER,
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
    const moment = { ...best, startS, endS: startS + clipS };
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

const [sourcePath, folder, minutes, seconds] = process.argv.slice(2);
if (sourcePath === undefined || folder === undefined || minutes === undefined || seconds === undefined)
  throw new Error("Give a source, an empty folder, the source's minutes and the seconds of a clip.");
const work = { sourcePath, folder, sourceS: 60 * Number(minutes), clipS: Number(seconds) };
console.log(JSON.stringify(await main(work)));
