// What operators do by command.
import { S3_LIMITS } from "./storage.ts";
import { SECOND } from "./units.ts";

export const ADMIN_LIMITS = {
  /** Of a list. */
  pageItems: { max: 1_000, default: 100 },
  page: 100_000,
  /** Requests in a window, and other numbers that an operator sets. */
  count: 999_999_999,
  /** Queue jobs that one command has tried again. */
  retriedJobs: 10_000,
  /**
   * How long the database is asked what became of a change that it did not answer: longer than it keeps a transaction
   * open whose COMMIT never came.
   */
  outcomeWaitMs: 20 * SECOND,
  outcomePauseMs: 250,
  /** What a command stores comes from this machine and its database: it may pause as long as a part of a bucket may take. */
  storeIdleTimeoutMs: S3_LIMITS.partTimeoutMs,
} as const;

/** The log of what operators did. */
export const AUDIT_LIMITS = {
  /** Days that operators may have it kept, at least the month in which the database lets nobody remove anything. */
  keptDays: { min: 30, max: 36_500 },
  removedPerStatement: 5_000,
} as const;

/** What the console shows operators. */
export const OPERATOR_VIEW_LIMITS = {
  pageItems: { max: 200, default: 50 },
  /** Live figures are asked of the database this often, while anybody watches. */
  figuresMs: 3_000,
  /** Streams of live figures of one process, and of one person. */
  streams: 200,
  streamsOfPerson: 10,
  heartbeatMs: 15_000,
  /** Processes that are shown; beyond, they are counted. */
  nodes: 500,
  /** Of what takes long to count: an answer is kept for so long. */
  slowFiguresMs: 60_000,
  tables: 12,
  /** From this try on a removal of files counts as failing. */
  failingRemovals: 3,
  throughputHours: 24,
  /** JSON that the console imports; larger files are the command line's. */
  importBytes: 8 * 1_024 * 1_024,
} as const;

/** When health is more than well: what the alerts of deploy/prometheus watch, too. */
export const HEALTH_LIMITS = {
  databaseSlowMs: 500,
  /** Share of the server's connections. */
  connections: 0.9,
  queueOldestS: 1_800,
  webhookOldestS: 3_600,
  partitionsAheadS: 7 * 86_400,
  certificateWarnDays: 14,
  certificateBadDays: 2,
  /** Room above the floor, as a share of the disk. */
  storageRoom: 0.1,
} as const;

/** Tasks that ended, by the hour. */
export const ENDED_HOURS_LIMITS = {
  /** Seconds by which waits are told apart. */
  waitedUpToS: [1, 5, 15, 60, 300, 900, 3_600, 14_400],
  keptDays: 35,
} as const;

/** Backups of a database with its storage. */
export const BACKUP_LIMITS = {
  /** Of rows on their way between the database and a file; larger rows are chunks of their own. */
  chunkBytes: 64 * 1024,
  /** Rows that name files, as they are read. */
  rowsPerPage: 5_000,
  /** Files that the storage is asked for at once. */
  filesAtOnce: 16,
  /** Missing files that are named; beyond, they are counted. */
  missingShown: 1_000,
} as const;
