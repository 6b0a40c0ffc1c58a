// What Prometheus sees of runs: how many are under way and how they end, their stages and how fast these are against the
// footage, how long tasks waited for their first run, what runs lacked, and what was read of large sources.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { LACKS, type Lack } from "../../../shared/node-lack.ts";
import { TASK_KIND_NAMES } from "../../../shared/tasks/task-kinds.ts";
import type { RangedRead } from "../../pipelines/run-context.ts";
import { type EndedStage, STAGE_NAMES } from "../../threads/run-stage.ts";

/** `refused`: its source or its request cannot be used, which nobody here has to look at. */
const RUN_ENDS = ["succeeded", "refused", "failed", "retried", "starved", "interrupted", "revoked"] as const;
export type RunEnd = (typeof RUN_ENDS)[number];

export interface RunMetrics {
  /** Counts a run as begun; call the result when it is over. */
  startRun(kind: string): (end: RunEnd) => void;
  stageEnded(stage: EndedStage): void;
  /** A task's first run began so long after its creation. */
  taskWaited(kind: string, waitedS: number): void;
  /** A run ended for want of something here. */
  lacked(lack: Lack): void;
  readonly onRangedRead: (read: RangedRead) => void;
}

function runMeters(registers: Registry[]): RunMetrics["startRun"] {
  const active = new Gauge({
    name: "clipmill_runs_active",
    help: "Runs under way.",
    labelNames: ["kind"],
    registers,
  });
  const ended = new Counter({
    name: "clipmill_runs_total",
    help: "Runs that are over, by kind and end; refused are those whose source or request cannot be used.",
    labelNames: ["kind", "end"],
    registers,
  });
  const duration = new Histogram({
    name: "clipmill_run_duration_seconds",
    help: "How long runs took.",
    labelNames: ["kind"],
    buckets: [1, 5, 15, 30, 60, 120, 300, 900, 3_600, 10_800, 14_400],
    registers,
  });
  // A rate needs the value before the first count.
  for (const kind of TASK_KIND_NAMES) {
    active.set({ kind }, 0);
    duration.zero({ kind });
    for (const end of RUN_ENDS) ended.inc({ kind, end }, 0);
  }
  return (kind) => {
    active.inc({ kind });
    const observe = duration.startTimer({ kind });
    return (end) => {
      active.dec({ kind });
      ended.inc({ kind, end });
      observe();
    };
  };
}

function stageMetrics(registers: Registry[]): Pick<RunMetrics, "stageEnded"> {
  const duration = new Histogram({
    name: "clipmill_stage_duration_seconds",
    help: "How long stages of runs took, waiting for a thread or a device included.",
    labelNames: ["stage"],
    buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600],
    registers,
  });
  const factor = new Histogram({
    name: "clipmill_stage_realtime_factor",
    help: "Time that a stage took for each second of footage: below 1 it is faster than the footage plays.",
    labelNames: ["stage"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers,
  });
  const media = new Counter({
    name: "clipmill_stage_media_seconds_total",
    help: "Seconds of footage that stages have processed.",
    labelNames: ["stage"],
    registers,
  });
  for (const stage of STAGE_NAMES) {
    duration.zero({ stage });
    factor.zero({ stage });
    media.inc({ stage }, 0);
  }
  return {
    stageEnded: ({ stage, durationMs, mediaS }) => {
      if (!STAGE_NAMES.includes(stage)) return;
      const durationS = durationMs / 1_000;
      duration.observe({ stage }, durationS);
      if (mediaS === null || mediaS <= 0) return;
      media.inc({ stage }, mediaS);
      factor.observe({ stage }, durationS / mediaS);
    },
  };
}

function rangedReadMetrics(registers: Registry[]): RunMetrics["onRangedRead"] {
  const read = new Counter({
    name: "clipmill_ranged_reads_read_bytes_total",
    help: "Bytes of large sources that were read in ranges, by whether they were enough or the source was read whole after all.",
    labelNames: ["outcome"],
    registers,
  });
  const requests = new Counter({
    name: "clipmill_ranged_reads_requests_total",
    help: "Requests for ranges of large sources, repeated ones included, by the same outcomes.",
    labelNames: ["outcome"],
    registers,
  });
  const spared = new Counter({
    name: "clipmill_ranged_reads_spared_bytes_total",
    help: "Bytes of large sources that did not have to be read, because ranges were enough.",
    registers,
  });
  for (const outcome of ["copied", "whole"]) {
    read.inc({ outcome }, 0);
    requests.inc({ outcome }, 0);
  }
  return ({ outcome, readBytes, requests: count, sparedBytes }) => {
    read.inc({ outcome }, readBytes);
    requests.inc({ outcome }, count);
    spared.inc(sparedBytes);
  };
}

/**
 * Registers the metrics of runs. They are described to operators in deploy/metrics.md, which a test compares.
 */
export function createRunMetrics(registry: Registry): RunMetrics {
  const registers = [registry];
  const waited = new Histogram({
    name: "clipmill_task_wait_seconds",
    help: "Time from a task's creation to the start of its first run.",
    labelNames: ["kind"],
    buckets: [0.25, 1, 2.5, 5, 15, 30, 60, 300, 900, 3_600, 14_400],
    registers,
  });
  const lacks = new Counter({
    name: "clipmill_run_lacks_total",
    help: "Runs that ended because this node lacked something, by what it was.",
    labelNames: ["lack"],
    registers,
  });
  // A rate needs the value before the first count, here and above.
  for (const kind of TASK_KIND_NAMES) waited.zero({ kind });
  for (const lack of LACKS) lacks.inc({ lack }, 0);
  return {
    startRun: runMeters(registers),
    ...stageMetrics(registers),
    taskWaited: (kind, waitedS) => waited.observe({ kind }, waitedS),
    lacked: (lack) => lacks.inc({ lack }),
    onRangedRead: rangedReadMetrics(registers),
  };
}
