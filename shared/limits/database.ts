// Connections to the database, what is waited for on them, and tables that grow for ever.
import { DAY, HOUR, MINUTE, SECOND } from "./units.ts";

/**
 * Connections to the database: the most that each pool of a process opens under load. One that was idle for a while is
 * closed, so that at rest a control plane holds at most 8 and a media node at most 6 (4 without devices).
 * deploy/connections.md counts them up for whole fleets.
 */
export const CONNECTION_LIMITS = {
  controlPlane: {
    /** One statement at a time decides on all requests that wait. */
    admission: 1,
    /** The lanes of requests: more than a database's cores would only wait there instead of here. */
    reads: 6,
    writes: 3,
    /** One statement at a time creates all tasks that wait. */
    creates: 1,
    /** Finishing tasks, webhooks, sweeps, usage. */
    work: 4,
    /** Sweeps for files whose time is up. */
    expiry: 1,
    /** The queue's listener and one for its rare jobs. */
    queue: 2,
  },
  mediaNode: {
    /** Runs report once a second and hold nothing, so that hundreds of them share two. */
    runs: 2,
    /** The lease's own: whatever runs wait for, their node is not taken for lost. */
    lease: 1,
    /** The queue's listener, and those that take and end jobs: one where none runs, or else three. */
    queue: 4,
    /** The same for jobs whose work is on devices, which take seconds; none on a node without. */
    deviceQueue: 3,
  },
  idleMs: 10 * SECOND,
  /**
   * The driver gives its connections work in turn, so that a few requests would keep all of a pool's from being idle:
   * each of several ends after so long, at random between both, and is reopened only where it is needed.
   */
  lifeMs: { min: MINUTE, max: 2 * MINUTE },
} as const;

export const DATABASE_LIMITS = {
  /** A request is answered 503 rather than left waiting longer than this for the database. */
  statementTimeoutMs: 3.5 * SECOND,
  /** A connection that brings no answer by then is destroyed; the server itself gives the statement up before. */
  replyTimeoutMs: 3.9 * SECOND,
  /** The same for the queue's own connections, on which nobody waits for a reply. */
  queueStatementTimeoutMs: 8 * SECOND,
  queueReplyTimeoutMs: 10 * SECOND,
  /** And for admission, which has one connection: those who wait are decided by the next one in time. */
  admissionTimeoutMs: 2 * SECOND,
  /** Of a connection's orderly end, and of a pool's. */
  goodbyeMs: SECOND,
  endTimeoutMs: 2 * SECOND,
  /** How long a transaction may stay open on the server without a statement. */
  idleTransactionMs: 15 * SECOND,
  connectTimeoutMs: 3 * SECOND,
  reconnectPauseMs: 250,
  /** How long one try of a migration waits for a table's lock, and how often it is tried: four minutes in all. */
  migrationLocks: { lockTimeoutMs: 2 * SECOND, tries: 80, pauseMs: SECOND },
  /** How long a process waits for another one's migrations; within APPLIANCE_LIMITS.readyTimeoutMs. */
  migrationWaitMs: 4 * MINUTE,
  /** How soon the server ends the building of an index whose process has gone, and when it is tried again. */
  indexClientCheckMs: SECOND,
  indexRetryMs: MINUTE,
  /** A plane that starts waits this long for its database; within APPLIANCE_LIMITS.readyTimeoutMs. */
  startWaitMs: 60 * SECOND,
  /** A media node that starts waits this long for a control plane to migrate the database. */
  schemaWaitMs: 60 * SECOND,
  schemaPollMs: 250,
} as const;

/** Periods of tables that grow for ever, each a partition. */
export const PERIOD_LIMITS = {
  /**
   * How long a period is, unless the operator says otherwise; what is planned stays as it is. With days, the locks of a
   * year's partitions would not have room in the database.
   */
  days: { min: 7, max: 366, default: 30 },
  /** Connections that may plan at the same moment what locks all partitions, as where control planes have just started. */
  planningConnections: 10,
  /** How often a control plane looks for periods to be made, and for those that have been kept long enough. */
  sweepMs: 6 * HOUR,
  /** Days that operators may have tasks kept; longer than their files, which go before. For ever where they say nothing. */
  tasksKeptDays: { min: 31, max: 36_500 },
  /** Seconds of usage; the sums of hours are kept for ever. */
  usageSecondsKeptDays: { min: 2, max: 36_500, default: 400 },
  /** A day's hours of usage are summed up when it has been over for so long: what is withdrawn or counted late is in then. */
  hoursOnlyDays: 8,
  /** Days that one transaction sums up. */
  daysPerSum: 30,
  idempotencyKeysPerStatement: 5_000,
  /** Records of uploads that one statement looks at. */
  uploadsPerStatement: 5_000,
  /**
   * How one try to change a table in use waits for each lock, with everybody behind it: less than a request may take, and
   * longer than the second after which PostgreSQL calls a vacuum of its own back.
   */
  locks: { lockTimeoutMs: 1_500, tries: 60, pauseMs: SECOND },
  /** The same at a start, which does not wait for what a sweep can do later. */
  triesAtStart: 3,
  /**
   * The same in a sweep for a partition that is not needed for so long: while a backup of hours holds the locks, everybody
   * else waits behind each try, and the next sweep comes soon enough. So it does for what is to be dropped.
   */
  triesAhead: 3,
  aheadMs: 7 * DAY,
  /** Once a table's were held throughout: what holds them, such as a backup, mostly holds those of others too. */
  triesBesideHeld: 1,
  /** Rows that came before their partition, moved into it at once while nobody can use their table; more where many did. */
  movedRowsPerStep: 5_000,
} as const;

/** The ledger's archives. */
export const LEDGER_LIMITS = {
  entriesPerPage: 5_000,
  /** What is compressed of an archive at a time: line by line, each of them would be a call of its own. */
  archiveChunkLength: 64 * 1024,
  sumsPerStatement: 5_000,
  /** How long after its end a period can be archived: longer than any transaction that writes into it. */
  restMs: DAY,
  /** Entries that one command shows. */
  shownEntries: 100_000,
  /** Of a page that an account's people read. */
  pageEntries: 50,
} as const;
