// A media node as a process of its own: its runs' writes, its disk, its stop, and the models that it offers.
import { GIB, KIB, MIB, MINUTE, SECOND } from "./units.ts";

/** Statements of a media node, each of which serves all its runs that wait for the same. */
export const RUN_BATCH_LIMITS = {
  runsPerStatement: 64,
  /** How long a statement of runs, or of ends of queue jobs, waits for a row; then those that share it are parted. */
  lockTimeoutMs: 200,
  /** How long one whose row is held is sent again. */
  heldMs: 3.5 * SECOND,
} as const;

/** Whether a media node has what new jobs need. */
export const NODE_ROOM_LIMITS = {
  lookMs: 5 * SECOND,
  /** After a run that lacked something; long enough for another node to take its job. */
  lackPauseMs: 15 * SECOND,
} as const;

/** The folders in which media nodes keep their runs' files. */
export const SCRATCH_LIMITS = {
  /** How often a node shows that it lives, and looks for what dead ones left. */
  beatMs: 30 * SECOND,
  /** A node of another machine that has not shown itself for this long is dead. */
  abandonedAfterMs: 10 * MINUTE,
} as const;

/** Runs at once on a media node. */
export const RUN_LIMITS = {
  atOnce: { min: 1, max: 256 },
  /** Clips that render at once, over all runs, where an operator says so. */
  renderThreads: { min: 1, max: 256 },
  /** What a run is reckoned at: what it knows of an hour of footage, and the source with what is made of it. */
  memoryBytesEach: 128 * MIB,
  /**
   * Memory without which a core is left alone: half a render of 1080p or 2160p to 1080×1920 (264 and 317 MiB with three
   * threads, 2026-11), a thread's models, and room for what varies.
   */
  memoryBytesPerCore: 512 * MIB,
  scratchBytesEach: GIB,
} as const;

export const THREAD_LIMITS = {
  /** What threads built for each other and is kept: language models of so many bundles. A node's jobs use one or two. */
  builtValues: 4,
} as const;

/** Steps of a media node's orderly stop; together shorter than APPLIANCE_LIMITS.childStopTimeoutMs. */
export const NODE_STOP_LIMITS = {
  /** Runs end, and are given back to the queue. */
  workerMs: 10 * SECOND,
  /** Of that, how long files of tasks that have just ended may take to be removed. */
  removalMs: 3 * SECOND,
  partMs: 2 * SECOND,
} as const;

/** Emptying a media node. */
export const DRAIN_LIMITS = {
  /** How long a node that is told to stop lets its runs go on, as operators set it. */
  drainS: { min: 0, max: 86_400, default: 0 },
  /** How often a node looks whether its last job is over. */
  pollMs: 100,
  /** So many in a row must find nothing. */
  idleLooks: 3,
  /** The same for the operator's command that waits, in seconds how long it does, and how often it looks. */
  defaultWaitS: 86_400,
  maxWaitS: 604_800,
  commandPollMs: SECOND,
  /** How long who asks the node itself may have the answer wait. */
  requestWaitS: 3_600,
} as const;

/** How long models are known whose media nodes have gone. */
export const MODEL_OFFER_LIMITS = {
  /** As operators set it: models stay listed, and their tasks wait for a node. */
  memoryHours: { min: 0, max: 8_760, default: 24 },
  waitMinutes: { min: 1, max: 525_600, default: 60 },
  /** After a control plane's start, before it gives any task up. */
  startGraceMs: 5 * MINUTE,
  /** How exact the time of the last offer is; a write of each renewal of each lease would be one for nothing. */
  recordIntervalMs: MINUTE,
  /** Tasks that no node can run, as many as one look of a sweep finds; it looks again while it finds so many. */
  tasksPerLook: 100,
  looksPerSweep: 20,
  /** Of a model's row as PostgreSQL writes it; ours have less than 10 KiB. */
  modelBytes: 256 * KIB,
  /** Models that cannot be used and were told in the log. */
  toldModels: 256,
  /** Prices that media nodes set and that were told in the log. */
  toldPrices: 1_024,
} as const;
