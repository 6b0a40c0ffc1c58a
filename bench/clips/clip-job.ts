// One whole clip job in this process, as a media node runs it: source in the storage, transcript kept from before,
// moments, framing, captions, renders, thumbnails. The ways that it is compared with make the same clips, so what our
// renders did is read from their own arguments.
import { copyFile, cp, link, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ANALYZE_FRAMING } from "../../media-node/framing/analyze-framing.ts";
import { cutClips } from "../../media-node/pipelines/clips/cut-clips.ts";
import type { RunContext } from "../../media-node/pipelines/run-context.ts";
import { RENDER_CLIP } from "../../media-node/render/render-clip.ts";
import { seededRandom } from "../../media-node/signal/seeded-random.ts";
import type { Transcript } from "../../media-node/speech/transcripts/transcript.ts";
import { observeTask } from "../../media-node/threads/observe-task.ts";
import { closeThreads } from "../../media-node/threads/run-in-thread.ts";
import { createLogger } from "../../shared/logger.ts";
import { createFileStorage } from "../../shared/storage/file-storage.ts";
import type { ClipJobRequest, ClipResult } from "../../shared/tasks/clip-job.ts";
import { PRESET_STYLES } from "../../test/support/preset-styles.ts";
import { openBenchTools } from "../measuring/bench-node.ts";
import type { Measures } from "../measuring/harness.ts";

const LOGGER = createLogger("bench", "warn");
const SOURCE_KEY = "uploads/film";
const TRANSCRIPT_KEY = "transcripts/film.json";
const SECONDS_PER_WORD = 0.36;
/** Words are made of these: clips that say the same would be taken only once. */
const SYLLABLES = [
  "ba",
  "den",
  "fo",
  "gri",
  "kul",
  "lo",
  "mar",
  "ni",
  "pet",
  "ro",
  "sta",
  "tin",
  "ve",
  "wil",
];
const SYLLABLES_PER_WORD = 2;
const MIN_SENTENCE_WORDS = 6;
const MAX_SENTENCE_WORDS = 12;
const WINDOW_S = 18;

/** What a job makes of its film. */
export interface ClipJobShape {
  readonly minutes: number;
  readonly clips: number;
  /** Of a clip; each may be two seconds longer or shorter. */
  readonly clipS: number;
}

const REQUEST: Omit<ClipJobRequest, "clipCount" | "clipLengthS"> = {
  source: { kind: "upload", storageKey: SOURCE_KEY },
  range: { startS: 0, endS: null },
  targetWidth: 1_080,
  // One crop that stands: what a person would write by hand in one line.
  editingStyles: ["STATIC_CROP"],
  captions: PRESET_STYLES.bold,
  title: null,
  prompt: null,
  declaredDurationS: 0,
};

/** A render as our thread was told to do it, with copies of the files that it reads. */
export interface KeptRender {
  readonly args: readonly string[];
  readonly folder: string;
  readonly gainDb: number;
}

export interface ClipJob {
  /** Runs the job from the beginning. */
  run(signal: AbortSignal): Promise<{ clips: readonly ClipResult[]; measures: Measures }>;
  close(): Promise<void>;
}

/** Words one after the other, in sentences; nothing of the film is said in truth, and nothing has to be. */
export function plainTranscript(model: string, sourceS: number): Transcript {
  const count = Math.floor(sourceS / SECONDS_PER_WORD) - 1;
  const random = seededRandom(7);
  const syllable = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? "";
  let left = 0;
  const words = Array.from({ length: count }, (_, index) => {
    const word = Array.from({ length: SYLLABLES_PER_WORD }, syllable).join("");
    const isFirst = left === 0;
    if (isFirst) left = MIN_SENTENCE_WORDS + Math.floor(random() * (MAX_SENTENCE_WORDS - MIN_SENTENCE_WORDS));
    left -= 1;
    const text = `${isFirst ? word.charAt(0).toUpperCase() + word.slice(1) : word}${left === 0 ? "." : ""}`;
    const startS = index * SECONDS_PER_WORD;
    return { text, startS, endS: startS + 0.8 * SECONDS_PER_WORD, score: 0.95 };
  });
  const windows = Array.from({ length: Math.ceil(sourceS / WINDOW_S) }, (_, index) => ({
    startS: index * WINDOW_S,
    endS: (index + 1) * WINDOW_S,
    language: "en",
    isConfident: true,
    words: words.filter(({ startS }) => Math.floor(startS / WINDOW_S) === index),
  }));
  return { model, range: { startS: 0, endS: sourceS }, sourceS, windows };
}

export interface Watching {
  /** Only what was decided matters: clips are encoded as quickly as can be. */
  readonly isTrial: boolean;
  /** Gets every render when it has ended, while its folder is still there. */
  readonly onRender: (render: KeptRender) => Promise<void>;
}

interface Spent {
  firstFramingMs: number;
  /** Summed over the clips; those that run at once count each. */
  frameMs: number;
  renderMs: number;
}

function quicker(arg: string, index: number, args: readonly string[]): string {
  return args[index - 1] === "-preset" ? "ultrafast" : arg;
}

/** Puts a clock on framing and rendering; call the result to take it off. */
function watchCalls(spent: Spent, { isTrial, onRender }: Watching): () => void {
  const ends = [
    observeTask(ANALYZE_FRAMING, async (input, run) => {
      const fromMs = performance.now();
      spent.firstFramingMs ||= fromMs;
      const analysis = await run(input);
      spent.frameMs += performance.now() - fromMs;
      return analysis;
    }),
    observeTask(RENDER_CLIP, async (input, run) => {
      const fromMs = performance.now();
      const renderArgs = isTrial ? input.renderArgs.map(quicker) : input.renderArgs;
      const result = await run({ ...input, renderArgs });
      spent.renderMs += performance.now() - fromMs;
      await onRender({ args: input.renderArgs, folder: input.folder, gainDb: gainOf(input.renderArgs) });
      return result;
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** How much louder our render made the clip. */
function gainOf(args: readonly string[]): number {
  const gain = /volume=(-?[\d.]+)dB/.exec(args.join(" "))?.[1];
  return Number(gain ?? 0);
}

const UNWATCHED: Watching = { isTrial: false, onRender: async () => undefined };

/** Prepares a job over a film in a folder of its own. */
export async function openClipJob(
  folder: string,
  filmPath: string,
  { minutes, clips: clipCount, clipS }: ClipJobShape,
  watching: Watching = UNWATCHED,
): Promise<ClipJob> {
  const clipLengthS = { min: clipS - 2, max: clipS + 2 };
  const tools = await openBenchTools();
  const scratchFolder = join(folder, "scratch");
  await mkdir(join(folder, "storage", "uploads"), { recursive: true });
  await mkdir(scratchFolder);
  await link(filmPath, join(folder, "storage", SOURCE_KEY));
  const storage = createFileStorage(join(folder, "storage"));
  const spent = { frameMs: 0, renderMs: 0, firstFramingMs: 0 };
  const stopWatching = watchCalls(spent, watching);
  const { name, version } = tools.models.speech().bundle.manifest;
  const run = async (signal: AbortSignal): Promise<{ clips: readonly ClipResult[]; measures: Measures }> => {
    const startMs = performance.now();
    spent.frameMs = 0;
    spent.renderMs = 0;
    spent.firstFramingMs = 0;
    const context: RunContext = {
      transcripts: { find: async () => TRANSCRIPT_KEY, add: async () => true },
      taskId: "task_01k9a1b2c3d4e5f6g7h8j9k0m1",
      scratchFolder,
      storage,
      tools,
      policy: { allowNetworks: [] },
      logger: LOGGER,
      signal,
      report: () => undefined,
    };
    const { clips } = await cutClips(context, { ...REQUEST, clipCount, clipLengthS });
    const { firstFramingMs, ...sums } = spent;
    return { clips, measures: { chooseMs: firstFramingMs - startMs, ...sums } };
  };
  await storage.write(TRANSCRIPT_KEY, JSON.stringify(plainTranscript(`${name}@${version}`, 60 * minutes)));
  return {
    run,
    close: async () => {
      stopWatching();
      await closeThreads();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Copies what a render read, so that it outlives the job. */
export async function keepRender(render: KeptRender, into: string): Promise<KeptRender> {
  const { folder } = render;
  await mkdir(into, { recursive: true });
  await copyFile(join(folder, "captions.ass"), join(into, "captions.ass"));
  await cp(join(folder, "fonts"), join(into, "fonts"), { recursive: true, dereference: true });
  return { ...render, folder: into };
}
