// Measures cases against a reference: all of them alternately in the same run, so that a machine that grows slower
// meanwhile slows both, after warm-ups, several times. Medians and ranges are reported, not means: one interrupted
// repeat must not move the result.
import { setTimeout as pause } from "node:timers/promises";
import { readCpuMs } from "./cpu-time.ts";
import { sampleMemory } from "./memory.ts";

/** What one repeat measured besides time and memory, e.g. `{ jobsPerSecond: 2200 }`; may replace what the harness measures. */
export type Measures = Readonly<Record<string, number>>;

export interface BenchCase {
  readonly name: string;
  /** One repeat. Preparation that must not be measured belongs into `prepare`. */
  run(signal: AbortSignal): Promise<Measures | undefined>;
  /** Before each repeat, outside the measurement. */
  prepare?(): Promise<void>;
  /** After each repeat, outside the measurement, also when it or its preparation failed. */
  cleanUp?(): Promise<void>;
}

export interface Comparison {
  readonly name: string;
  /** What the others are compared with: the library's own way, another tool, the code before. */
  readonly reference: BenchCase;
  readonly candidates: readonly BenchCase[];
  /** Unmeasured repeats of each case first; 1 unless given. */
  readonly warmUps?: number;
  /** At most so many repeats, for what takes long and varies little. */
  readonly maxRepeats?: number;
  /** Longest one repeat may take with its preparation. */
  readonly timeoutMs?: number;
}

export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly values: readonly number[];
}

export interface CaseResult {
  readonly name: string;
  readonly isReference: boolean;
  /** By measure: `timeMs`, `cpuMs` and `peakRssBytes` always, and the case's own. */
  readonly measures: Readonly<Record<string, Summary>>;
  /** The case's median over the reference's, by measure. */
  readonly ratios: Readonly<Record<string, number>>;
}

export interface ComparisonResult {
  readonly name: string;
  readonly cases: readonly CaseResult[];
}

export interface BenchContext {
  readonly repeats: number;
  /** The area's own options, as given or by default. */
  readonly options: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  compare(comparison: Comparison): Promise<ComparisonResult>;
}

/** How an area is measured with `--quick`: once, without warm-ups, in half a minute on two cores. */
export interface QuickRun {
  /** What its options are then, where nothing else is given. */
  readonly options?: Readonly<Record<string, string>>;
  /** Why it cannot be measured here with these options, as a clause; undefined where it can. */
  leftOut?(options: Readonly<Record<string, string>>): Promise<string | undefined>;
}

export interface BenchDefinition {
  /** The file's name without `.bench.ts`. */
  readonly name: string;
  readonly description: string;
  /** Options of its own, each with what it is where it is not given. */
  readonly options?: Readonly<Record<string, string>>;
  /** Repeats of each case where the command line names none; 5 unless given. */
  readonly repeats?: number;
  readonly quick: QuickRun;
  /** A comparison as lines of text, in place of the usual table. */
  format?(result: ComparisonResult): string;
  run(context: BenchContext): Promise<void>;
}

const REPEAT_TIMEOUT_MS = 10 * 60_000;
const SETTLE_MS = 50;

/** @throws where there is no value */
export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((left, right) => left - right);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || min === undefined || max === undefined) {
    throw new Error("Nothing was measured.");
  }
  return { median: (low + high) / 2, min, max, values };
}

/** Runs the case once; rejects when it takes too long, even if it does not heed its signal. */
async function measureOnce(one: BenchCase, timeoutMs: number, signal: AbortSignal): Promise<Measures> {
  const bound = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const overdue = rejectOnAbort(bound);
  try {
    await Promise.race([one.prepare?.(), overdue]);
    // What the repeat before has left to collect or to write is not this one's.
    await pause(SETTLE_MS);
    return await measureRun(one, bound, overdue);
  } finally {
    await one.cleanUp?.();
  }
}

async function measureRun(one: BenchCase, signal: AbortSignal, overdue: Promise<never>): Promise<Measures> {
  const memory = sampleMemory();
  try {
    const startedAt = performance.now();
    const cpuBeforeMs = readCpuMs();
    const measures = await Promise.race([one.run(signal), overdue]);
    const timeMs = performance.now() - startedAt;
    const cpuMs = readCpuMs() - cpuBeforeMs;
    return { timeMs, cpuMs, peakRssBytes: await memory.stop(), ...measures };
  } finally {
    await memory.stop();
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Each measure's values over the repeats, in the order of the repeats. */
function collect(repeats: readonly Measures[]): Record<string, Summary> {
  const names = Object.keys(repeats[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, summarize(repeats.map((measures) => measures[name] ?? Number.NaN))]),
  );
}

function ratiosTo(
  reference: Readonly<Record<string, Summary>>,
  measures: Readonly<Record<string, Summary>>,
): Record<string, number> {
  const shared = Object.entries(measures).flatMap(([name, { median }]) => {
    const base = reference[name]?.median;
    return base === undefined || base === 0 ? [] : [[name, median / base] as const];
  });
  return Object.fromEntries(shared);
}

export interface Rounds {
  readonly repeats: number;
  /** Whether nothing is warmed up, whatever the comparison says. */
  readonly isCold?: boolean;
}

/** Measures all cases of the comparison alternately. */
export async function compareCases(
  comparison: Comparison,
  { repeats, isCold = false }: Rounds,
  signal: AbortSignal,
): Promise<ComparisonResult> {
  const { name, reference, candidates, timeoutMs = REPEAT_TIMEOUT_MS } = comparison;
  const warmUps = isCold ? 0 : (comparison.warmUps ?? 1);
  const rounds = Math.min(repeats, comparison.maxRepeats ?? repeats);
  const cases = [reference, ...candidates].map((one) => ({ one, repeats: [] as Measures[] }));
  for (let round = -warmUps; round < rounds; round += 1) {
    // Every second round goes backwards: no case always runs in another's wake.
    for (const { one, repeats: measured } of round % 2 === 0 ? cases : cases.toReversed()) {
      signal.throwIfAborted();
      const measures = await measureOnce(one, timeoutMs, signal);
      if (round >= 0) measured.push(measures);
    }
  }
  const base = collect(cases[0]?.repeats ?? []);
  return {
    name,
    cases: cases.map(({ one, repeats: measured }) => {
      const measures = collect(measured);
      return {
        name: one.name,
        isReference: one === reference,
        measures,
        ratios: one === reference ? {} : ratiosTo(base, measures),
      };
    }),
  };
}
