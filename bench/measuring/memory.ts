// The peak memory of a process and all its descendants, sampled: the sum of their resident sets at one moment, and the
// largest single one below it. Pages that several of them share count several times; Linux's proportional sets would
// cost a walk over all mappings per sample. Where /proc is missing, only this process is counted.
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const SAMPLE_INTERVAL_MS = 100;

export interface MemorySampling {
  /** The highest sum seen so far, in bytes. */
  peakBytes(): number;
  /** The largest resident set of one descendant seen so far, in bytes. */
  largestDescendantBytes(): number;
  /** Ends it and resolves to the highest sum seen, in bytes. */
  stop(): Promise<number>;
}

interface ProcessMemory {
  readonly parent: number;
  readonly rssBytes: number;
}

async function readStatus(pid: number): Promise<ProcessMemory | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1];
  const rssKib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  if (parent === undefined) return undefined;
  return { parent: Number(parent), rssBytes: Number(rssKib ?? 0) * 1_024 };
}

function isDescendant(pid: number, root: number, all: ReadonlyMap<number, ProcessMemory>): boolean {
  let current: number | undefined = pid;
  // Bounded: a tree read while it changes may seem to hold a circle.
  for (let depth = 0; depth < 64 && current !== undefined; depth += 1) {
    if (current === root) return true;
    current = all.get(current)?.parent;
  }
  return false;
}

/** The resident sets of `root` and its descendants now, in bytes, by process id. */
async function readTree(root: number): Promise<Map<number, number>> {
  const entries = await readdir("/proc").catch(() => []);
  const all = new Map<number, ProcessMemory>();
  for (const pid of entries.filter((name) => /^\d+$/.test(name)).map(Number)) {
    const facts = await readStatus(pid);
    if (facts !== undefined) all.set(pid, facts);
  }
  if (all.size === 0) return new Map([[process.pid, process.memoryUsage.rss()]]);
  const tree = [...all].filter(([pid]) => isDescendant(pid, root, all));
  return new Map(tree.map(([pid, { rssBytes }]) => [pid, rssBytes]));
}

/** The resident sets of this process and its descendants now, summed, in bytes. */
export async function readTreeRss(): Promise<number> {
  return sum((await readTree(process.pid)).values());
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** Samples `root` and its descendants until stopped, at least once at the start and once at the end. */
export function sampleMemory(root: number = process.pid): MemorySampling {
  const stopping = new AbortController();
  let peakBytes = 0;
  let largestBytes = 0;
  const sample = async (): Promise<void> => {
    const tree = await readTree(root);
    peakBytes = Math.max(peakBytes, sum(tree.values()));
    tree.delete(root);
    largestBytes = Math.max(largestBytes, ...tree.values());
  };
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      await sample();
      await pause(SAMPLE_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await sample();
  })();
  return {
    peakBytes: () => peakBytes,
    largestDescendantBytes: () => largestBytes,
    stop: async () => {
      stopping.abort();
      await sampling;
      return peakBytes;
    },
  };
}
