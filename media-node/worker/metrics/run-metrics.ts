// What Prometheus sees of the work inside runs: stages, how fast they are against the footage, how long tasks waited for
// their first run, what runs lacked, what was read of large sources, and how many runs this node has places for.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { PlaceUse } from "../../../shared/db/queue/worker-leases.ts";
import { LACKS, type Lack } from "../../../shared/node-lack.ts";
import { TASK_KIND_NAMES } from "../../../shared/tasks/task-kinds.ts";
import type { RangedRead } from "../../pipelines/run-context.ts";
import { LANE_NAMES, type LaneName } from "../../threads/lane-bounds.ts";
import { laneUse } from "../../threads/run-in-thread.ts";
import { type EndedStage, STAGE_NAMES } from "../../threads/run-stage.ts";

export interface RunMetrics {
  stageEnded(stage: EndedStage): void;
  /** A task's first run began so long after its creation. */
  taskWaited(kind: string, waitedS: number): void;
  /** A run ended for want of something here. */
  lacked(lack: Lack): void;
  readonly onRangedRead: (read: RangedRead) => void;
  /** Says where to read how many runs this node does at once. */
  setPlaces(read: () => readonly PlaceUse[]): void;
  /** Says whether this node takes jobs. */
  /** Whether jobs are taken now, and those for devices where others are. */
  setTakesJobs(takesJobs: boolean, onDevices?: boolean): void;
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
    help: "Footage that stages went through.",
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
    help: "Bytes of large sources that nobody had to read, because ranges were enough.",
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

function placeMetrics(registers: Registry[]): Pick<RunMetrics, "setPlaces" | "setTakesJobs"> {
  let readPlaces: () => readonly PlaceUse[] = () => [];
  const takes = { cores: false, devices: false };
  const labelNames = ["resource"];
  new Gauge({
    name: "clipmill_run_places",
    help: "Runs that this node does at once, by what they keep busy: cores, devices.",
    labelNames,
    registers,
    collect() {
      for (const { resource, places } of readPlaces()) this.set({ resource }, places);
    },
  });
  new Gauge({
    name: "clipmill_run_places_free",
    help: "Runs that this node could begin now, by what they keep busy; 0 while it takes no jobs.",
    labelNames,
    registers,
    collect() {
      for (const { resource, places, busy } of readPlaces()) {
        this.set({ resource }, takes[resource] ? Math.max(0, places - busy) : 0);
      }
    },
  });
  return {
    setPlaces: (read) => {
      readPlaces = read;
    },
    setTakesJobs: (takesJobs, onDevices = true) => {
      takes.cores = takesJobs;
      takes.devices = takesJobs && onDevices;
    },
  };
}

function registerLaneMetrics(registers: Registry[]): void {
  const gauge = (name: string, help: string, read: (lane: LaneName) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ["lane"],
      registers,
      collect() {
        for (const lane of LANE_NAMES) this.set({ lane }, read(lane));
      },
    });
  gauge(
    "clipmill_lane_running_calls",
    "Calls that a lane of threads works on.",
    (lane) => laneUse(lane).running,
  );
  gauge(
    "clipmill_lane_waiting_calls",
    "Calls that wait for a place in a lane.",
    (lane) => laneUse(lane).waiting,
  );
}

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
    help: "Runs that ended for want of something on this node, by what it was.",
    labelNames: ["lack"],
    registers,
  });
  registerLaneMetrics(registers);
  // A rate needs the value before the first count, here and above.
  for (const kind of TASK_KIND_NAMES) waited.zero({ kind });
  for (const lack of LACKS) lacks.inc({ lack }, 0);
  return {
    ...stageMetrics(registers),
    ...placeMetrics(registers),
    taskWaited: (kind, waitedS) => waited.observe({ kind }, waitedS),
    lacked: (lack) => lacks.inc({ lack }),
    onRangedRead: rangedReadMetrics(registers),
  };
}
