// Requests to a control plane: bodies and replies, admission, the lanes to the database, creates, lists, streams of
// events, and the record of usage.
import { CONNECTION_LIMITS } from "./database.ts";
import { DAY, GIB, KIB, MIB, MINUTE, SECOND } from "./units.ts";

export const HTTP_LIMITS = {
  bodyBytes: MIB,
  /** Levels of objects and lists in a JSON body. */
  bodyDepth: 64,
  /**
   * Objects, lists and plain values in a JSON body of the usual bound; in proportion where a route takes more. A megabyte
   * of single digits was half a million: a second of the one thread that answers everybody, until each had been checked
   * and complained of (2026-11).
   */
  bodyValues: 50_000,
  /** Of people who have not signed in: an address, a password and a code. */
  strangerBodyBytes: 16 * KIB,
  /** From the first byte of a request to the last of its JSON body. */
  bodyTimeoutMs: 10 * SECOND,
  /** A reply that the database or the storage holds back for longer is UNAVAILABLE; uploads have bounds of their own. */
  replyTimeoutMs: 4 * SECOND,
  /** An upload or a download that moves no byte for this long is cut. */
  idleStreamTimeoutMs: 30 * SECOND,
  /** Open requests finish within this time when the process is asked to stop. */
  shutdownGraceMs: 10 * SECOND,
  /** For how long at least a connection is kept over which nothing comes: the server below ends it after 8 to 12 s. */
  idleConnectionMs: 8 * SECOND,
  /** How often a slow transfer is kept from being cut by it. */
  renewalMs: 3 * SECOND,
  /** What is held of a body while its reader is slow; the client waits meanwhile. */
  bodyBufferBytes: 256 * KIB,
  /** What is taken in and dropped of a refused body, so that its client reads why; one that announces more is cut off. */
  droppedBodyBytes: 32 * GIB,
  /**
   * How long a refusal waits for a body that it cannot come before. The server below ends a connection that has stood still
   * for 8 to 12 s, with the reply half sent.
   */
  droppedBodyMs: 6 * SECOND,
  /** Trusted proxies behind one another. A header has room for thousands, each of which takes microseconds to read. */
  proxies: 32,
  urlLength: 2_048,
  /** Between the last reply at a shutdown and the end of its connection. */
  lastReplyFlushMs: 100,
  /** What the worker and the record of usage have each at a shutdown, after the requests. */
  workerStopMs: 4 * SECOND,
  recorderStopMs: 2 * SECOND,
} as const;

/**
 * Memory for JSON bodies that are on their way, in one control plane: of all, of one account, person or network, and of one
 * network that names others where anyone is believed.
 */
export const BODY_ROOM = {
  callers: { bytes: 256 * MIB, bytesPerHolder: 64 * MIB },
  strangers: { bytes: 32 * MIB, bytesPerHolder: 4 * MIB, bytesPerPeer: 16 * MIB },
} as const;

/** Of what signs links and encrypts second factors, characters. */
export const SECRET_LIMITS = { minLength: 32 } as const;

export const TLS_LIMITS = {
  /** Of a certificate's, key's or passphrase's file. */
  fileBytes: MIB,
  /** How often those files are looked at; a change counts at the second look. */
  reloadIntervalMs: 2_500,
  /** Former certificates whose connections are still served; older ones are cut. */
  retired: 8,
  /** A certificate that expires sooner is warned of. */
  warnDays: 14,
  /** How long browsers remember to use HTTPS only: half a year, at most two (what preload lists ask for). */
  hstsSeconds: { min: 0, max: 63_072_000, default: 15_552_000 },
} as const;

export const ADMISSION_LIMITS = {
  /** Requests that may wait for one admission statement; more are refused rather than kept. */
  waitingRequests: 10_000,
  /** Keys and addresses that one statement decides on. */
  groupsPerStatement: 1_000,
  /** Of those that wait, requests with keys that this process has not admitted lately, and such of one address. */
  unknownWaiting: 4_000,
  unknownPerAddress: 1_000,
  /** Requests of one address with keys that nobody holds, in a window; then few of its unknown keys wait at once. */
  refusedPerAddress: 300,
  refusedWindowMs: 10 * SECOND,
  /** A statement takes hardly longer for so many, and more of them than a process can be sent are decided in a second. */
  unknownOverBound: 32,
  /** Keys that are remembered as admitted, and addresses that are watched. */
  knownKeys: 50_000,
  addresses: 20_000,
  deadlockAttempts: 5,
  /** Requests per key where neither the key nor its account says otherwise. */
  perMinute: { min: 1, max: 1_000_000_000, default: 120 },
  perDay: { min: 1, max: 1_000_000_000, default: 50_000 },
} as const;

/** Ways to the database's connections and to the storage: how many are inside at once, and how many may wait. */
export const LANE_LIMITS = {
  /** Reads and lists; no account has all places, and so with the others. */
  reads: {
    places: CONNECTION_LIMITS.controlPlane.reads,
    placesPerHolder: 3,
    waiting: 10_000,
    waitingPerHolder: 2_000,
  },
  /** Cancellations and announcements. */
  writes: {
    places: CONNECTION_LIMITS.controlPlane.writes,
    placesPerHolder: 2,
    waiting: 10_000,
    waitingPerHolder: 2_000,
  },
  /** Creates, which wait for each other's statement: places are what may wait for one, not connections. */
  creates: { places: 512, placesPerHolder: 256, waiting: 10_000, waitingPerHolder: 2_000 },
  /**
   * What requests about uploads ask the storage. More than the lanes of reads and writes let in, so that none waits here
   * unless the storage still holds what earlier ones asked: then it is refused at once.
   */
  looks: { places: 16, placesPerHolder: 6, waiting: 0, waitingPerHolder: 0 },
  /** Uploads whose parts are joined, which a bucket may take minutes for; those that wait go on without their clients. */
  joins: { places: 16, placesPerHolder: 4, waiting: 1_000, waitingPerHolder: 200 },
} as const;

/** Tasks that are created together. */
export const CREATE_LIMITS = {
  tasksPerStatement: 256,
  /** Of their requests together, save for one that is larger. */
  bytesPerStatement: 2 * MIB,
  /** How long a statement waits for an account's row. */
  lockTimeoutMs: SECOND,
  /** More than the lane of creates lets in, so that the lane is what refuses. */
  waiting: 1_024,
  /** Of a statement that met another one crosswise. */
  attempts: 5,
} as const;

/** What people call what a task was made of. */
export const TASK_NAME_LIMITS = {
  characters: 120,
  /** Of a prompt, whose beginning tells it from others. */
  promptCharacters: 80,
  /** What is looked at of a text, whatever its length. */
  readCharacters: 2_048,
} as const;

/** Tasks whose creation was not answered with 201. */
export const WITHDRAWAL_LIMITS = {
  /** Longer before its time than this no answer is promised. */
  promisedMs: 15 * MINUTE,
  waiting: 10_000,
  retryMs: 250,
  /** Tasks that a stop names which nobody will withdraw. */
  namedTasks: 1_000,
  /** How long a stop waits for them: longer than the create of a request that has just come may still begin. */
  stopMs: HTTP_LIMITS.replyTimeoutMs + SECOND / 2,
  /** Answers that are noted with a task, of its create and its repeats. */
  notedAnswers: 8,
} as const;

/** Lists of tasks. */
export const LIST_LIMITS = {
  page: 1_000_000,
  /** Items that a page may lie behind the first; further back a list is read by cursor. */
  offset: 10_000,
  pageItems: { min: 1, max: 100, default: 20 },
} as const;

/** Streams of task events. */
export const EVENT_LIMITS = {
  heartbeatMs: 15 * SECOND,
  /** Open streams of one caller, and of one process. */
  streamsPerCaller: 50,
  streamsPerProcess: 5_000,
  /**
   * While any stream is open, one statement every `pollMs` asks whether `tasksPerPoll` of the followed tasks have
   * changed, the next ones each time: up to a thousand tasks are all looked at every 250 ms, 5,000 every 1.25 s.
   */
  pollMs: 250,
  tasksPerPoll: 1_000,
  /** Tasks that one statement reads as a whole. */
  tasksPerRead: 200,
  /** Every followed task is read again this often, whether it has changed or not. */
  rereadMs: 15 * SECOND,
  /** Waiting tasks move up the queue without a change of their own. */
  queuePositionMs: 5 * SECOND,
  /** What is counted in for positions: accounts that wait for the same queue job, at most, and ready jobs. */
  accountsPerPosition: 500,
  readyPerPosition: 10_000,
  /** Reads of tasks and lists that find positions by the same statements. */
  readsPerPositions: 64,
  /** After a read that failed. */
  retryPauseMs: SECOND,
  /** How often it is asked whether those who opened streams may still read. */
  checkMs: 5 * SECOND,
} as const;

export const USAGE_LIMITS = {
  /** From one write of the gathered counts to the next. */
  flushIntervalMs: SECOND,
  /** Counts kept while the database cannot take them; a count beyond these is lost, and a log line says so. */
  pendingCounts: 50_000,
  /** Counts in one statement. */
  countsPerStatement: 5_000,
  /** What GET /usage covers unless the client says otherwise. */
  defaultRangeMs: 30 * DAY,
} as const;
