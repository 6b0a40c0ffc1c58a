// The line of waiting tasks, the queue of jobs, leases and tries, and how tasks end.
import { DAY, HOUR, MINUTE, SECOND } from "./units.ts";

export const QUEUE_LIMITS = {
  /** Runs of a task that ended in a failure; then the task fails. */
  runsPerTask: 4,
  /** Runs of a task that ended because their node lacked something; the queue's growing wait spreads them over hours. */
  starvedRunsPerTask: 10,
  /** Runs of a task whose process died, each without having come further than those before; then the task fails. */
  lossesPerTask: 10,
  /** A runner asks so often which queue jobs are locked under its name that nobody there was handed. */
  lookAgainMs: 60_000,
  /** What the queue itself may try. Tasks count their own failures; this many is never meant to be. */
  attempts: 1_000,
  /** The queue's pause after a failed try, which grows with each, does not grow beyond this. */
  maxRetryPauseMs: HOUR,
  /**
   * Its pause after a try that lacked something. First it is short, since another node may have what is lacking, while this
   * one takes no job (lackPauseMs). Then it grows with the job's age, since each try keeps its node from other
   * jobs: one that lacks something everywhere is tried ten times in its first twenty minutes, then every ten minutes.
   */
  starvedPause: { firstMs: 3 * SECOND, minMs: 30 * SECOND, perAge: 0.5, maxMs: 10 * MINUTE },
  /** How long a job may lack things without losing tries. */
  starvedMs: DAY,
  leaseRenewalMs: 5 * SECOND,
  leaseTtlMs: 20 * SECOND,
  /** Renewals further apart than this are a gap, after which a process declares nobody lost for leaseTtlMs. */
  leaseGapMs: 10 * SECOND,
  sweepIntervalMs: 5 * SECOND,
  /** Of one cancellation whose transaction met another crosswise. */
  cancelAttempts: 3,
  /**
   * How often each idle place asks for a job that it was not told of, and no more often than eight places a second: all
   * the places of a large node would otherwise be what an idle database works for.
   */
  pollMs: 2 * SECOND,
  pollPerPlaceMs: 125,
  /**
   * How long the end of a run is tried to be written while the database is away, whatever is to be written of it; then the
   * end of its queue job, for as long again.
   */
  endTimeoutMs: HOUR,
  /** How long a run waits for a database that is away to find a kept transcript, or to keep one; then it goes on without. */
  transcriptWaitMs: 5 * MINUTE,
  /** How long a runner's stop waits for jobs under way and for the queue's own words, and for its connections. */
  stopMs: 15 * SECOND,
  closeMs: 5 * SECOND,
  /** Before a queue runner that has given itself up is restarted, and between the tries. */
  restartPauseMs: SECOND,
  progressIntervalMs: SECOND,
  /** What a run may work; while its calls only wait in line for their turns, that is not counted. */
  runTimeoutMs: 3.5 * HOUR,
  /**
   * What a run may work on a stretch of known length once its source is there: so long, and so many times as long as the
   * footage plays, until that is runTimeoutMs, at six minutes of footage. Chosen with a wide margin: six hours of footage in
   * runTimeoutMs are 0.6 times, in which two quiet cores make five clips of 20 minutes of 720p; to render all of a stretch at
   * 2160p on two slow cores is thought to take some 20 times.
   */
  stretchTimeout: { baseMs: 30 * MINUTE, perFootage: 30 },
  /**
   * A run's work and waiting together. What has waited that long is given back to the queue (starvedRunsPerTask), and the next run
   * goes on. Shorter than the queue's own 4 h after which it hands a locked job to another worker.
   */
  runTotalMs: 3.75 * HOUR,
} as const;

export const DISPATCH_LIMITS = {
  pollMs: 100,
  /** While nothing waits that a living node takes; what this control plane creates is dispatched at once. */
  idleMs: 500,
  /** Jobs of one queue job that stand ready for nodes; four times as many with those of accounts that had none there. */
  readyJobs: 32,
  /** Accounts that one round looks at for one queue job. */
  accounts: 1_000,
  weight: { min: 0.001, max: 1_000, default: 1 },
  runningJobs: { min: 1, max: 100_000, default: 1_000 },
  /** What a task counts for in its account's share: hours of its footage, within these; 1 where that is not known. */
  cost: { min: 0.25, max: 6, default: 1 },
  /** An account's next tasks whose costs tell about how far its later ones are apart. */
  costsPerPosition: 8,
} as const;

/** Ends of tasks, and their way into the queue: how often a control plane looks, and how much one statement does. */
export const FINISH_LIMITS = {
  pollMs: 100,
  /** While no job of a run is ready or under way. */
  idleMs: 500,
  tasksPerStatement: 200,
  /** How long a statement waits for a row; what is put off then is tried again as after a failure. */
  lockTimeoutMs: 200,
  /** After a failure of ours, doubled each time. */
  firstRetryMs: SECOND,
  maxRetryMs: 5 * MINUTE,
} as const;

/** The comparison of open tasks, the line and the queue, which should never find anything. */
export const REPAIR_LIMITS = {
  /** From a part in which something was amiss to the next, and from one in which nothing was. */
  pollMs: 5 * SECOND,
  idleMs: 20 * SECOND,
  /** What one part compares; the next one goes on behind it. A million open tasks take an hour. */
  tasksPerSweep: 5_000,
  jobsPerSweep: 2_000,
  /** Accounts of a queue job whose waiting tasks one part counts, and from the end of a walk through them to the next. */
  flowsPerSweep: 200,
  walkMs: 5 * MINUTE,
} as const;
